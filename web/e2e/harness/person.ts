/** Somebody at a browser of their own: what the page received is kept, and everything is done by real clicks. */

import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';

import type { RoomSnapshot, Seat, ServerFrame, View } from '../../src/api/types';
import { applyFrame, EMPTY_ROOM, gameOf, type RoomState } from '../../src/net/room';

export class Person {
  readonly page: Page;
  readonly name: string;
  /** Every frame that any page of this person received, in order. */
  readonly frames: ServerFrame[] = [];
  readonly #context: BrowserContext;
  #state: RoomState = EMPTY_ROOM;

  private constructor(context: BrowserContext, page: Page, name: string) {
    this.#context = context;
    this.page = page;
    this.name = name;
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.#heard(JSON.parse(String(payload)) as ServerFrame));
    });
  }

  /** Opens the lobby as a guest. */
  static async arrive(browser: Browser, address: string, name: string): Promise<Person> {
    const context = await browser.newContext({ baseURL: address });
    const page = await context.newPage();
    const person = new Person(context, page, name);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: '正在进行' })).toBeVisible();
    return person;
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }

  async register(): Promise<void> {
    await this.page.goto('/register');
    await this.page.getByLabel('名字').fill(this.name);
    await this.page.getByLabel('密码', { exact: false }).first().fill('correct horse battery');
    await this.page.getByRole('button', { name: '注册', exact: true }).click();
    await expect(this.page.getByRole('banner')).toContainText(this.name);
  }

  async quickMatch(): Promise<void> {
    await this.page.goto('/');
    await this.page.getByRole('button', { name: '快速匹配' }).click();
  }

  /** Chooses a named layout and is ready. */
  async arrange(preset: string): Promise<void> {
    await expect(this.page).toHaveURL(/\/table\//);
    await this.page.getByRole('button', { name: preset, exact: true }).click();
    await this.page.getByRole('button', { name: '开始', exact: true }).click();
  }

  get snapshot(): RoomSnapshot {
    if (this.#state.snapshot === null) throw new Error(`${this.name} is in no room`);
    return this.#state.snapshot;
  }

  get view(): View {
    const view = gameOf(this.snapshot.phase)?.view;
    if (view === undefined || view === null) throw new Error(`${this.name} sees no game`);
    return view;
  }

  get seat(): Seat {
    const { you } = this.snapshot;
    if (you.t !== 'seat') throw new Error(`${this.name} has no seat`);
    return you.d;
  }

  /** Where the own pieces may go, as the server told this page; empty when it is another's turn. */
  get moves(): readonly { readonly from: string; readonly to: readonly string[] }[] {
    const { phase } = this.snapshot;
    return phase.t === 'playing' ? (phase.d.legal?.moves ?? []) : [];
  }

  get phase(): RoomSnapshot['phase']['t'] | 'none' {
    return this.#state.snapshot?.phase.t ?? 'none';
  }

  point(name: string): Locator {
    return this.page.locator(`[data-point="${name}"]`);
  }

  /** Moves by two clicks of the mouse on the board. */
  async move(from: string, to: string): Promise<void> {
    for (const at of [from, to]) {
      const box = await this.point(at).boundingBox();
      if (box === null) throw new Error(`${at} is not on the screen`);
      await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    }
  }

  #heard(frame: ServerFrame): void {
    this.frames.push(frame);
    const room = frame.t === 'room' ? frame.d.room : this.#state.snapshot?.room;
    if (room === undefined) return;
    if (frame.t === 'room' && this.#state.snapshot?.room !== room) this.#state = EMPTY_ROOM;
    const applied = applyFrame(this.#state, room, frame);
    if (applied.t === 'gap') throw new Error(`${this.name} missed something before ${JSON.stringify(frame)}`);
    this.#state = applied.state;
  }
}
