/** For Vite: tells the service worker which files the build has, and makes a version of them. */

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

const WORKER = 'sw.js';

export function buildOfWorker(publicFolder: string): Plugin {
  return {
    name: 'siguo:worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error(`no ${WORKER} in the build`);
        if (worker.imports.length > 0)
          throw new Error(`${WORKER} is not whole: ${worker.imports.join(', ')}`);
        const built = Object.entries(bundle).filter(([name]) => name !== WORKER);
        const copied = readdirSync(publicFolder);
        const hash = createHash('sha256').update(worker.code);
        for (const [name, file] of built)
          hash.update(name).update(file.type === 'chunk' ? file.code : file.source);
        for (const name of copied) hash.update(name).update(readFileSync(join(publicFolder, name)));
        // Pages come from the server.
        const names = [...built.map(([name]) => name).filter((name) => !name.endsWith('.html')), ...copied];
        const build = {
          version: hash.digest('hex').slice(0, 16),
          files: names.sort().map((name) => `/${name}`),
        };
        worker.code = worker.code.replaceAll('SIGUO_BUILD', `(${JSON.stringify(build)})`);
      },
    },
  };
}
