import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { zh as access } from '../access/zh';
import { ladder } from '../api/ladder.svelte';
import type { Command, LadderSettings, Phase } from '../api/types';
import { ended, arranging, playing, propsFor, waiting } from '../gallery/people';
import { setLanguage } from '../i18n';
import { zh } from '../i18n/zh';
import { presetText } from '../layout/presets';
import RoomScreen from './RoomScreen.svelte';
import type { RoomProps } from './props';

let screen: ReturnType<typeof mount> | undefined;
let sent: Command[];

beforeEach(() => {
  localStorage.clear();
  setLanguage('zh');
  sent = [];
});

afterEach(() => {
  if (screen !== undefined) void unmount(screen);
  document.body.replaceChildren();
});

function show(phase: Phase, change: (props: RoomProps) => RoomProps = (props) => props): void {
  const props = change(propsFor(phase, (command) => sent.push(command)));
  screen = mount(RoomScreen, { target: document.body, props });
  flushSync();
}

function button(name: string): HTMLButtonElement {
  const all = [...document.querySelectorAll('button')];
  const found = all.find((one) => one.textContent?.trim() === name);
  if (found === undefined)
    throw new Error(`no button ${name} in: ${all.map((one) => one.textContent?.trim()).join(' | ')}`);
  return found;
}

function click(name: string): void {
  button(name).click();
  flushSync();
}

function press(point: string, key = 'Enter'): void {
  const spot = document.querySelector(`[data-point="${point}"]`);
  spot?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
}

const announced = (): string => document.querySelector('.siguo-board-live')?.textContent ?? '';
const seatCard = (name: string): string =>
  document.querySelector(`section[aria-label$="${name}"]`)?.textContent?.replace(/\s+/g, ' ') ?? '';
const text = (): string => document.body.textContent?.replace(/\s+/g, ' ') ?? '';

describe('the table', () => {
  it('says whose turn it is and how far the game is', () => {
    show(playing('none'));
    for (const words of [
      '四国·四暗',
      '计分局',
      '第 100 步',
      '无吃子 8/70',
      '轮到你走',
      '掉线',
      '下家',
      '对家',
      '上家',
    ]) {
      expect(text()).toContain(words);
    }
  });

  it('shows how often each player has fled, and at what rate', () => {
    show(playing('none'), (props) => {
      const { red } = props.room.seats;
      if (red === null) throw new Error('nobody there');
      const player = { ...red.player, tally: { ...red.player.tally, fled: 2 } };
      return { ...props, room: { ...props.room, seats: { ...props.room.seats, red: { ...red, player } } } };
    });
    expect(seatCard('石头剪刀布')).toContain('逃跑 2 次 · 5%');
    expect(seatCard('老兵不死')).toContain('逃跑 0 次 · 0%');
  });

  it('sends nothing before the second step of leaving, and says what it costs', () => {
    show(playing('none'));
    click('退出');
    expect(text()).toContain('本局立即作废，四家都不得分');
    expect(sent).toEqual([]);
    click('取消');
    click('退出');
    click('确定');
    expect(sent).toEqual([{ t: 'flee', d: { game: 'game' } }]);
  });

  it('says what surrender costs while the partner is in', () => {
    show(playing('none'));
    click('投降');
    expect(text()).toContain('对家接着下');
    click('确定');
    expect(sent).toEqual([{ t: 'surrender', d: { game: 'game' } }]);
  });

  it('answers an offer of a draw', () => {
    show(playing('offered'));
    expect(text()).toContain('渡江侦察求和');
    click('不同意');
    expect(sent).toEqual([{ t: 'answer-draw', d: { game: 'game', accept: false } }]);
  });

  it('offers a draw, and says why not while the limits forbid it', () => {
    show(playing('none'));
    click('求和');
    click('确定');
    expect(sent).toEqual([{ t: 'offer-draw', d: { game: 'game' } }]);
    void unmount(screen as object);
    show(playing('offered'));
    click('求和');
    expect(text()).toContain('已有人求和，请先回应');
    expect(button('确定').disabled).toBe(true);
  });

  it('says a quick phrase to the partner', () => {
    show(playing('none'));
    click('常用语');
    click('小心炸弹');
    expect(sent).toEqual([
      { t: 'say', d: { room: 'room', channel: 'partner', words: { t: 'phrase', d: 'mind-bombs' } } },
    ]);
  });

  it('gives a spectator no deeds and no partner’s talk', () => {
    show(playing('none'), (props) => ({ ...props, room: { ...props.room, you: { t: 'public' } } }));
    expect(text()).not.toContain('投降');
    expect(text()).not.toContain('对家频道');
    expect(text()).toContain('不再观战');
  });

  it('says to the keyboard what it has picked, and that it no longer is', () => {
    show(playing('none', 'all'));
    document.querySelector<SVGElement>('[data-point="r15"]')?.focus();
    press('r15');
    expect(announced()).toMatch(/^已选/);
    press('r15', 'Escape');
    expect(announced()).toBe(access.dropped);
  });

  it('says to the keyboard what it has chosen ahead, and that it no longer has', () => {
    show(waiting());
    const points = [...document.querySelectorAll('[data-point^="r"]')].map(
      (spot) => spot.getAttribute('data-point') ?? '',
    );
    document.querySelector<SVGElement>('[data-point="r15"]')?.focus();
    const from = points.find((point) => {
      press(point);
      return document.querySelector(`[aria-label$="${zh.board.target}"]`) !== null;
    });
    const to = document.querySelector(`[aria-label$="${zh.board.target}"]`)?.getAttribute('data-point') ?? '';
    press(to);
    expect(from).toBeDefined();
    expect(document.querySelector('.ahead[role="status"]')?.textContent).toContain(zh.aids.preMove);
    press(to, 'Escape');
    expect(announced()).toBe(access.unplanned);
    expect(document.querySelector('.ahead[role="status"]')?.textContent?.trim()).toBe('');
  });

  it('points out to the partner where the keyboard is, or the way there', () => {
    show(playing('none', 'all'));
    press('n5', 'i');
    expect(announced()).toBe(access.pointedOut('九宫5'));
    expect(document.querySelectorAll('.siguo-board .pointed.red')).toHaveLength(1);
    press('r15');
    press('n5', 'i');
    expect(sent).toEqual([
      { t: 'point', d: { game: 'game', at: 'n5', to: null } },
      { t: 'point', d: { game: 'game', at: 'r15', to: 'n5' } },
    ]);
  });

  it.each<[string, (props: RoomProps) => RoomProps]>([
    ['a spectator', (props) => ({ ...props, room: { ...props.room, you: { t: 'public' } } })],
    [
      'whoever may not talk',
      (props) => ({ ...props, room: { ...props.room, options: { ...props.room.options, talk: 'none' } } }),
    ],
  ])('lets %s point out nothing', (_, change) => {
    show(playing('none'), change);
    press('n5', 'i');
    expect(announced()).toBe(access.noPartner);
    expect(text()).not.toContain(zh.aids.ping);
    expect(sent).toEqual([]);
  });

  it('speaks English', () => {
    setLanguage('en');
    show(playing('none'));
    for (const words of ['Four-player: dark', 'step 100', 'quiet 8/70', 'Your turn'])
      expect(text()).toContain(words);
  });
});

describe('the result', () => {
  it('shows each score with its change and the reason', () => {
    show(ended());
    for (const words of ['我方胜', '152 → 154', '+2', '−2', '对手有人不足 50 分，赢了不加分', '168 → 168']) {
      expect(text()).toContain(words);
    }
  });

  it('names the line that the server has set', async () => {
    const settings: LadderSettings = { protect: 80, same_opponents: 3, same_address: 'auto' };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(settings))));
    await ladder.load();
    vi.unstubAllGlobals();
    show(ended());
    expect(text()).toContain('对手有人不足 80 分，赢了不加分');
  });

  it('writes scores below zero with a minus', () => {
    const phase = ended();
    if (phase.t !== 'ended' || phase.d.scores.purple === null) throw new Error('purple has a score');
    const purple = { ...phase.d.scores.purple, before: 1, change: -2 };
    show({ t: 'ended', d: { ...phase.d, scores: { ...phase.d.scores, purple } } });
    expect(text()).toContain('1 → −1');
  });

  it('can be put away and shown again', () => {
    show(ended());
    click('看棋盘');
    expect(text()).not.toContain('152 → 154');
    click('看结果');
    expect(text()).toContain('152 → 154');
  });

  it('shows how everybody had set up', () => {
    show(ended());
    click('看棋盘');
    click('布局');
    expect(document.querySelectorAll('.siguo-board .pieces .name')).toHaveLength(100);
  });
});

describe('arranging', () => {
  it('shows what everybody has come to', () => {
    show(arranging);
    for (const words of ['老兵不死', '对家', '连长 168', '胜率 55%', '逃跑率 0%'])
      expect(text()).toContain(words);
  });

  it('hands in the layout that is shown', () => {
    show(arranging);
    click('龟阵');
    click('开始');
    expect(sent).toEqual([{ t: 'ready', d: { game: 'game', layout: presetText('turtle') } }]);
  });

  it('swaps two pieces, says what is wrong and then hands in nothing', () => {
    show(arranging);
    press('r32');
    press('r32', 'ArrowUp');
    press('r22', 'ArrowUp');
    press('r12');
    expect(text()).toContain('炸弹不能放在第一排。');
    expect(button('开始').disabled).toBe(true);
    press('r12');
    press('r12', 'ArrowDown');
    press('r22', 'ArrowDown');
    press('r32');
    expect(button('开始').disabled).toBe(false);
  });

  it('lets one choose the layout for when the time runs out', () => {
    const preferred: string[] = [];
    show(arranging, (props) => ({
      ...props,
      shelf: {
        ...props.shelf,
        prefer: ({ name }) => {
          preferred.push(name);
          return Promise.resolve();
        },
      },
    }));
    click('默认');
    expect(preferred).toEqual(['守左路']);
  });

  it('says that the time stands still while nothing can be saved', () => {
    show(arranging, (props) => ({ ...props, arranging: 'halted' }));
    expect(text()).toContain('布阵计时已停');
    expect(document.querySelector('[role="timer"]')).toBeNull();
  });

  it('mirrors', () => {
    show(arranging);
    click('左右对调');
    click('开始');
    expect(sent).toMatchObject([
      { t: 'ready', d: { layout: expect.stringContaining('41 41 37 07 37') as string } },
    ]);
  });

  it('takes readiness back', () => {
    show(arranging, (props) => {
      const red = props.room.seats.red;
      const seats = { ...props.room.seats, red: red === null ? null : { ...red, ready: true } };
      return { ...props, room: { ...props.room, seats } };
    });
    expect(text()).toContain('已准备，布局已锁定');
    const back = [...document.querySelectorAll('button')].find((one) =>
      one.textContent?.includes('取消准备'),
    );
    back?.click();
    expect(sent).toEqual([{ t: 'unready', d: { game: 'game' } }]);
  });
});
