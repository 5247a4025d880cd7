/** The real binary on a free port, with a fresh SQLite file in a folder of its own. */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const BINARY = process.env['SIGUO_BIN'] ?? resolve(import.meta.dirname, '../../../target/debug/siguo');

export class Server {
  readonly address: string;
  readonly database: string;
  readonly #folder: string;
  readonly #args: readonly string[];
  #process: ChildProcess | null = null;
  #log = '';

  private constructor(port: number, settings: readonly string[]) {
    this.#folder = mkdtempSync(join(tmpdir(), 'siguo-e2e-'));
    this.database = join(this.#folder, 'siguo.db');
    this.address = `http://127.0.0.1:${port}`;
    this.#args = [
      'serve',
      ...['--listen', `127.0.0.1:${port}`],
      ...['--database', `sqlite:${this.database}`],
      // All people of a test come from one address.
      ...['--limits', 'register=off'],
      ...settings,
    ];
  }

  static async start(settings: readonly string[] = []): Promise<Server> {
    if (!existsSync(BINARY)) throw new Error(`no binary at ${BINARY}: build it, or set SIGUO_BIN`);
    const server = new Server(await freePort(), settings);
    await server.up();
    return server;
  }

  /** A code to register with. */
  invite(): string {
    const args = ['invite', '--database', `sqlite:${this.database}`];
    return execFileSync(BINARY, args, { encoding: 'utf8' }).trim();
  }

  /** Announces a restart in so many seconds, whatever is played, and waits until the server has ended. */
  async drain(seconds: number): Promise<void> {
    const args = [
      'drain',
      '--database',
      `sqlite:${this.database}`,
      '--wait',
      '0',
      '--notice',
      String(seconds),
    ];
    const [code] = (await once(spawn(BINARY, args, { stdio: 'ignore' }), 'exit')) as [number | null];
    if (code !== 0) throw new Error(`siguo drain ended with ${code}:\n${this.#log}`);
  }

  /** What it has written so far. */
  get log(): string {
    return this.#log;
  }

  async up(): Promise<void> {
    const child = spawn(BINARY, this.#args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (text: Buffer): void => {
      this.#log += text.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    this.#process = child;
    const until = Date.now() + 20_000;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`the server did not start:\n${this.#log}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async down(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** Ends it and forgets its data. */
  async drop(): Promise<void> {
    await this.down();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.address}/readyz`)).ok;
    } catch {
      return false;
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  probe.close();
  await once(probe, 'close');
  return address.port;
}
