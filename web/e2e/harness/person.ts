/** Somebody at a browser of their own: what the page received is kept, and everything is done by real clicks. */

import {
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';

import type {
  BoardKind,
  ClientFrame,
  Command,
  NumberedEvent,
  RoomSnapshot,
  Seat,
  ServerFrame,
  View,
} from '../../src/api/types';
import { geometry } from '../../src/board/geometry';
import { pieceInWords } from '../../src/game/faces';
import { flagsOf, placeName, pointName } from '../../src/i18n/points';
import { zh } from '../../src/i18n/zh';
import { applyFrame, EMPTY_ROOM, gameOf, type RoomState } from '../../src/net/room';

/** Everybody's. */
export const PASSWORD = 'correct horse battery';
const PATIENCE_MS = 30_000;

type Place = readonly [x: number, y: number];

export class Person {
  readonly page: Page;
  readonly name: string;
  /** Every frame that any page of this person received, in order. */
  readonly frames: ServerFrame[] = [];
  /** Every command that any page of this person sent, in order. */
  readonly sent: Command[] = [];
  readonly #context: BrowserContext;
  readonly #waiting = new Set<() => void>();
  #state: RoomState = EMPTY_ROOM;

  private constructor(context: BrowserContext, page: Page, name: string) {
    this.#context = context;
    this.page = page;
    this.name = name;
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        this.sent.push((JSON.parse(String(payload)) as ClientFrame).cmd);
      });
      socket.on('framereceived', ({ payload }) => this.#heard(JSON.parse(String(payload)) as ServerFrame));
    });
  }

  /** Opens the lobby as a guest. */
  static async arrive(browser: Browser, address: string, name: string): Promise<Person> {
    const context = await browser.newContext({ baseURL: address });
    const page = await context.newPage();
    const person = new Person(context, page, name);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: '房间' })).toBeVisible();
    // The first frame answers the greeting: from here on the server knows who it is.
    await person.until(() => person.frames.length > 0);
    return person;
  }

  /** Another window of the same person, in a size, theme and language of its own. */
  async window(options: BrowserContextOptions): Promise<Page> {
    const browser = this.#context.browser();
    if (browser === null) throw new Error('a context without a browser');
    const storageState = await this.#context.storageState();
    const context = await browser.newContext({ baseURL: this.page.url(), storageState, ...options });
    return context.newPage();
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }

  async register(): Promise<void> {
    await this.page.goto('/register');
    await this.page.getByLabel('名字').fill(this.name);
    await this.page.getByLabel('密码', { exact: false }).first().fill(PASSWORD);
    await this.page.getByRole('button', { name: '注册', exact: true }).click();
    await expect(this.page.getByRole('banner')).toContainText(this.name);
  }

  /** As whoever has registered that name. */
  async logInAs(name: string): Promise<void> {
    await this.page.goto('/login');
    await this.page.getByLabel('名字').fill(name);
    await this.page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await this.page.locator('main').getByRole('button', { name: '登录', exact: true }).click();
    await expect(this.page.getByRole('banner')).toContainText(name);
  }

  async quickMatch(mode: '四国' | '单挑' = '四国'): Promise<void> {
    await this.page.goto('/');
    await this.page.getByRole('radiogroup', { name: '下哪一种' }).getByText(mode, { exact: true }).click();
    await this.page.getByRole('button', { name: '快速匹配' }).click();
    await expect(this.page.getByText('匹配中').or(this.page.getByText('布阵')).first()).toBeVisible();
  }

  /** Chooses a named layout and is ready. */
  async arrange(layout: string): Promise<void> {
    await expect(this.page).toHaveURL(/\/table\//);
    await this.page.getByRole('button', { name: layout, exact: true }).click();
    await this.page.getByRole('button', { name: '开始', exact: true }).click();
  }

  /** Keeps a layout under a name, to be chosen when setting up. */
  async keepLayout(name: string, layout: string): Promise<void> {
    const status = await this.page.evaluate(
      async ([name, body]) => {
        const headers = { 'content-type': 'application/json' };
        const address = `/api/v1/me/layouts/${encodeURIComponent(name)}`;
        return (await fetch(address, { method: 'PUT', headers, body })).status;
      },
      [name, JSON.stringify({ layout, preferred: false })] as const,
    );
    expect(status, `keeping ${layout}`).toBeLessThan(300);
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

  /** The face-down pieces that may be turned over. */
  get flips(): readonly string[] {
    const { phase } = this.snapshot;
    return phase.t === 'playing' ? (phase.d.legal?.flips ?? []) : [];
  }

  /** The events of the game under way, as far as they were heard. */
  get events(): readonly NumberedEvent[] {
    return this.#state.events;
  }

  get phase(): RoomSnapshot['phase']['t'] | 'none' {
    return this.#state.snapshot?.phase.t ?? 'none';
  }

  /** Waits for frames until they have brought about what is wanted. */
  async until(holds: () => boolean, patience = PATIENCE_MS): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const done = (): void => {
        this.#waiting.delete(look);
        clearTimeout(timer);
      };
      const look = (): void => {
        if (!holds()) return;
        done();
        resolve();
      };
      const timer = setTimeout(() => {
        done();
        const last = JSON.stringify(this.frames.at(-1));
        reject(new Error(`${this.name} waited in vain for ${String(holds)}; last heard: ${last}`));
      }, patience);
      this.#waiting.add(look);
    });
  }

  point(name: string): Locator {
    return this.page.locator(`[data-point="${name}"]`);
  }

  board(): Promise<ReadonlyMap<string, string>> {
    return boardOf(this.page);
  }

  /** Clicks a point, whatever follows from it. */
  async press(point: string): Promise<void> {
    const box = await this.point(point).boundingBox();
    if (box === null) throw new Error(`not on the screen: ${point}`);
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Moves by two clicks of the mouse, once the page shows that the piece may move. */
  async move(from: string, to: string): Promise<void> {
    await this.#click([from, to], zh.board.canMove);
  }

  /** Turns a piece over by one click, once the page shows that it may be. */
  async flip(at: string): Promise<void> {
    await this.#click([at], zh.board.canFlip);
  }

  /** Clicks points one after the other, once the page says of the first what may be done there. */
  async #click(points: readonly string[], may: string): Promise<void> {
    const places = await this.page.evaluate(
      async ([points, may]) => {
        const node = (point: string): Element | null => document.querySelector(`[data-point="${point}"]`);
        while (
          node(points[0] as string)
            ?.getAttribute('aria-label')
            ?.endsWith(may) !== true
        )
          await new Promise(requestAnimationFrame);
        return points.map((point): [number, number] => {
          const { x, y, width, height } = (node(point) as Element).getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        });
      },
      [points, may] as const,
    );
    for (const [x, y] of places as Place[]) await this.page.mouse.click(x, y);
  }

  /** One of 求和, 投降, 退出: in two steps, the second of which says what it costs. */
  async deed(name: string, cost: string | RegExp): Promise<void> {
    await this.ask(name, cost);
    await this.page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
  }

  /** The first step alone. */
  async ask(name: string, cost: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
    await expect(this.page.getByRole('alertdialog')).toContainText(cost);
  }

  #heard(frame: ServerFrame): void {
    this.frames.push(frame);
    this.#carryOn(frame);
    for (const look of [...this.#waiting]) look();
  }

  #carryOn(frame: ServerFrame): void {
    const room = frame.t === 'room' ? frame.d.room : this.#state.snapshot?.room;
    if (room === undefined) return;
    if (frame.t === 'room' && this.#state.snapshot?.room !== room) this.#state = EMPTY_ROOM;
    const applied = applyFrame(this.#state, room, frame);
    if (applied.t === 'gap') throw new Error(`${this.name} missed something before ${JSON.stringify(frame)}`);
    this.#state = applied.state;
  }
}

/** What every point is called by a page's board, without what may be done there. */
export async function boardOf(page: Page): Promise<ReadonlyMap<string, string>> {
  const told = await page
    .locator('[data-point]')
    .evaluateAll((nodes) =>
      nodes.map(
        (node) => [node.getAttribute('data-point') ?? '', node.getAttribute('aria-label') ?? ''] as const,
      ),
    );
  const deeds = new RegExp(` (${zh.board.canMove}|${zh.board.canFlip}|${zh.board.target})$`);
  return new Map(told.map(([point, label]) => [point, label.replace(deeds, '')]));
}

/** What a board without deeds calls every point of a view. */
export function inWords(view: View, board: BoardKind = 'siguo'): ReadonlyMap<string, string> {
  const seen = new Map(view.pieces.map((piece) => [piece.at, piece]));
  const flags = flagsOf(view.pieces);
  return new Map(
    geometry(board).places.map(({ name }) => [
      name,
      [pointName(zh, name), placeName(zh, name, flags), pieceInWords(zh, seen.get(name), undefined)]
        .filter((part) => part !== '')
        .join(' '),
    ]),
  );
}
