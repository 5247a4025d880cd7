import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { api, ApiError, Offline } from '../api/client';
import type { Event, Marks, Problem } from '../api/types';
import { EVENTS } from '../gallery/fixture';
import type { Numbered } from '../game/log';
import { MarksKeeper } from './marks-keeper.svelte';

/** What the server keeps of the account. */
let account: Marks;
let stop: (() => void)[];

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  account = { no: 0, marks: [] };
  stop = [];
  vi.spyOn(api, 'marks')
    .mockReset()
    .mockImplementation(() => Promise.resolve(account));
  vi.spyOn(api, 'keepMarks')
    .mockReset()
    .mockImplementation((_, marks) => {
      account = marks;
      return Promise.resolve(null);
    });
});

afterEach(() => {
  for (const end of stop) end();
  vi.useRealTimers();
});

const event = (no: number, from: string, to: string): Numbered => ({
  no,
  event: {
    ...(EVENTS[0] as Event),
    action: { t: 'move', d: { seat: 'green', route: [from, to], fight: null, scout: null } },
  },
});
const steps = (from: number, to: number): Numbered[] =>
  Array.from({ length: to - from + 1 }, (_, index) => event(from + index, 'r11', 'r12'));
const refused = (status: number): ApiError => new ApiError({ status, title: 'refused' } as Problem);

/** A device at the table, after the answer of the account. */
async function arrive(no: number, events: readonly Numbered[]): Promise<MarksKeeper> {
  const keeper = new MarksKeeper('01', 'me');
  keeper.follow(no, events);
  stop.push(keeper.share());
  await vi.advanceTimersByTimeAsync(0);
  return keeper;
}

/** As on another device: nothing is stored there. */
async function arriveElsewhere(no: number, events: readonly Numbered[]): Promise<MarksKeeper> {
  localStorage.clear();
  return arrive(no, events);
}

const shown = (keeper: MarksKeeper): Record<string, string> => Object.fromEntries(keeper.marks);
const asked = (): [number, number] => [
  vi.mocked(api.marks).mock.calls.length,
  vi.mocked(api.keepMarks).mock.calls.length,
];

describe('on this device', () => {
  it('marks outlive a reload and follow what happened meanwhile', () => {
    const keeper = new MarksKeeper('01', 'me');
    keeper.follow(3, steps(1, 3));
    keeper.mark('g11', '38');
    const reloaded = new MarksKeeper('01', 'me');
    reloaded.follow(4, [...steps(1, 3), event(4, 'g11', 'n1')]);
    expect(shown(reloaded)).toEqual({ n1: '38' });
    expect(asked()).toEqual([0, 0]);
  });

  it('marks that stay as they are stay the same for the board', () => {
    const keeper = new MarksKeeper('01', 'me');
    keeper.mark('g11', '38');
    const { marks } = keeper;
    keeper.follow(2, steps(1, 2));
    expect(keeper.marks).toBe(marks);
    keeper.follow(3, [...steps(1, 2), event(3, 'g11', 'n1')]);
    expect(keeper.marks).not.toBe(marks);
  });

  it('nothing is kept of a game in which nothing is marked', () => {
    const keeper = new MarksKeeper('01', 'me');
    keeper.follow(3, steps(1, 3));
    expect(localStorage.length).toBe(0);
  });

  it('the marks of the newest games alone are kept, and those of nobody else', () => {
    const opened = (game: number, account: string): MarksKeeper => {
      const keeper = new MarksKeeper(String(game), account);
      keeper.follow(0, []);
      return keeper;
    };
    for (let game = 10; game < 30; game += 1) opened(game, 'me').mark('g11', '38');
    expect(localStorage.length).toBe(8);
    expect(opened(29, 'me').marks.size).toBe(1);
    expect(opened(29, 'other').marks.size).toBe(0);
    expect(opened(10, 'me').marks.size).toBe(0);
  });

  it('a mark whose piece can’t be followed is not shown, until it can be', () => {
    new MarksKeeper('01', 'me').mark('g11', '38');
    const keeper = new MarksKeeper('01', 'me');
    keeper.follow(9, []);
    expect(shown(keeper)).toEqual({});
    keeper.follow(10, steps(10, 10));
    expect(shown(keeper)).toEqual({});
    keeper.follow(10, [event(1, 'g11', 'n1'), ...steps(2, 10)]);
    expect(shown(keeper)).toEqual({ n1: '38' });
  });
});

describe('with the account', () => {
  it('is asked once by whoever marks nothing', async () => {
    await arrive(0, []);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toEqual([1, 0]);
  });

  it('a mark is on another device, on its piece', async () => {
    const one = await arrive(0, []);
    one.mark('g11', '38');
    one.mark('g11', '≥38');
    one.mark('g12', '41');
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked()).toEqual([2, 1]);
    expect(account).toEqual({
      no: 0,
      marks: [
        { at: 'g11', mark: '≥38' },
        { at: 'g12', mark: '41' },
      ],
    });
    const other = await arriveElsewhere(2, [event(1, 'g11', 'n1'), event(2, 'g21', 'g11')]);
    expect(shown(other)).toEqual({ n1: '≥38', g12: '41' });
  });

  it('a mark that is taken away is gone on the other device too', async () => {
    account = { no: 0, marks: [{ at: 'g11', mark: '38' }] };
    const keeper = await arrive(0, []);
    keeper.mark('g11', '');
    expect(shown(keeper)).toEqual({});
    await vi.advanceTimersByTimeAsync(2000);
    expect(account.marks).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it('what was marked before the account answered stands beside what it keeps', async () => {
    account = { no: 0, marks: [{ at: 'g11', mark: '38' }] };
    const keeper = new MarksKeeper('01', 'me');
    stop.push(keeper.share());
    keeper.mark('g12', '41');
    await vi.advanceTimersByTimeAsync(2000);
    expect(shown(keeper)).toEqual({ g11: '38', g12: '41' });
    expect(account.marks).toHaveLength(2);
  });

  it('a device that is behind takes nothing back from one that is ahead', async () => {
    const keeper = await arrive(48, []);
    account = { no: 60, marks: [{ at: 'g11', mark: '38' }] };
    keeper.mark('g12', '41');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(account).toEqual({ no: 60, marks: [{ at: 'g11', mark: '38' }] });
    keeper.follow(60, steps(49, 60));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(account.no).toBe(60);
    expect(account.marks).toHaveLength(2);
  });

  it('what another device has told meanwhile stays', async () => {
    const one = await arrive(0, []);
    const other = await arriveElsewhere(0, []);
    one.mark('g11', '38');
    await vi.advanceTimersByTimeAsync(2000);
    other.mark('g12', '41');
    await vi.advanceTimersByTimeAsync(2000);
    expect(shown(other)).toEqual({ g11: '38', g12: '41' });
    expect(account.marks).toHaveLength(2);
  });

  it('marks of long ago go to no other piece, and give way to new ones', async () => {
    account = { no: 5, marks: [{ at: 'g11', mark: '38' }] };
    const keeper = await arrive(80, steps(17, 80));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown(keeper)).toEqual({});
    expect(asked()).toEqual([1, 0]);
    keeper.mark('g12', '41');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(account).toEqual({ no: 80, marks: [{ at: 'g12', mark: '41' }] });
  });

  it('marks wait for the events that lead to now before they give way', async () => {
    account = { no: 5, marks: [{ at: 'g11', mark: '38' }] };
    const keeper = await arrive(9, []);
    keeper.mark('g12', '41');
    await vi.advanceTimersByTimeAsync(2000);
    keeper.follow(9, [event(6, 'g11', 'n1'), ...steps(7, 9)]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(Object.fromEntries(account.marks.map(({ at, mark }) => [at, mark]))).toEqual({
      n1: '38',
      g12: '41',
    });
  });

  it('marks are carried on before whoever comes in could follow them no more', async () => {
    account = { no: 0, marks: [{ at: 'g11', mark: '38' }] };
    const keeper = await arrive(0, []);
    keeper.follow(31, steps(1, 31));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toEqual([1, 0]);
    keeper.follow(32, [...steps(1, 31), event(32, 'g11', 'n1')]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(account).toEqual({ no: 32, marks: [{ at: 'n1', mark: '38' }] });
  });

  it('what could not be told is told later, also by the next page', async () => {
    vi.mocked(api.keepMarks).mockRejectedValueOnce(new Offline('away'));
    const keeper = await arrive(0, []);
    keeper.mark('g11', '38');
    await vi.advanceTimersByTimeAsync(2000);
    expect(account.marks).toEqual([]);
    expect(shown(keeper)).toEqual({ g11: '38' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(account.marks).toHaveLength(1);

    vi.mocked(api.marks).mockRejectedValueOnce(refused(503));
    keeper.mark('g12', '41');
    await vi.advanceTimersByTimeAsync(2000);
    for (const end of stop.splice(0)) end();
    const reloaded = await arrive(0, []);
    await vi.advanceTimersByTimeAsync(0);
    expect(account.marks).toHaveLength(2);
    expect(shown(reloaded)).toEqual({ g11: '38', g12: '41' });
  });

  it('a mark that was made while another was told is told as well', async () => {
    const keeper = await arrive(0, []);
    vi.mocked(api.keepMarks).mockImplementationOnce((_, marks) => {
      account = marks;
      keeper.mark('g11', '');
      return Promise.resolve(null);
    });
    keeper.mark('g11', '38');
    await vi.advanceTimersByTimeAsync(1600);
    expect(shown(keeper)).toEqual({});
    await vi.advanceTimersByTimeAsync(1600);
    expect(account.marks).toEqual([]);
  });

  it('what waits is told when the table is left', async () => {
    const keeper = await arrive(0, []);
    keeper.mark('g11', '38');
    for (const end of stop.splice(0)) end();
    await vi.advanceTimersByTimeAsync(0);
    expect(account.marks).toHaveLength(1);
  });

  it('is left alone once it refuses, as after the end of the game', async () => {
    vi.mocked(api.marks).mockRejectedValue(refused(404));
    const keeper = await arrive(0, []);
    keeper.mark('g11', '38');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toEqual([1, 0]);
    expect(shown(keeper)).toEqual({ g11: '38' });
  });
});
