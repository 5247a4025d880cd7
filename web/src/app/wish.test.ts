import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Refused } from '../net/commands';
import { Wish } from './wish';

const lineUp = vi.fn(() => Promise.resolve());
const refused = vi.fn();
const waits = vi.fn();
let wish: Wish;

beforeEach(() => {
  vi.useFakeTimers();
  lineUp.mockReset().mockResolvedValue(undefined);
  refused.mockReset();
  waits.mockReset();
  wish = new Wish({ lineUp, refused, waits });
});
afterEach(() => vi.useRealTimers());

it('lines up again after a restart of the server', () => {
  wish.greeted(false);
  expect(lineUp).not.toHaveBeenCalled();
  wish.hold();
  wish.greeted(false);
  expect(lineUp).toHaveBeenCalledOnce();
});

it('lines up again, after a moment, when the place was lost', () => {
  wish.hold();
  wish.told({ t: 'gone', d: { why: 'server' } });
  expect(lineUp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(lineUp).toHaveBeenCalledOnce();
});

it('ends with a match, a game or the own word', () => {
  const ends = [
    () => wish.told({ t: 'matched', d: { room: 'room' } }),
    () => wish.told({ t: 'gone', d: { why: 'wished' } }),
    () => wish.told({ t: 'gone', d: { why: 'partner' } }),
    () => wish.told({ t: 'gone', d: { why: 'same-browser' } }),
    () => wish.greeted(true),
    () => wish.drop(),
  ];
  for (const end of ends) {
    wish.hold();
    end();
    wish.greeted(false);
    wish.told({ t: 'gone', d: { why: 'server' } });
    vi.advanceTimersByTime(5000);
  }
  expect(lineUp).not.toHaveBeenCalled();
});

it('says why when the server refuses', async () => {
  lineUp.mockRejectedValue('barred');
  wish.hold();
  wish.greeted(false);
  await vi.waitFor(() => expect(refused).toHaveBeenCalledWith('barred'));
});

it('waits for the restart while the server begins no games, and lines up after it', async () => {
  lineUp.mockRejectedValueOnce(new Refused({ t: 'restarting', d: { at: 0 } }));
  wish.hold();
  wish.told({ t: 'gone', d: { why: 'server' } });
  expect(waits).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1000);
  expect(waits).toHaveBeenCalledTimes(2);
  expect(refused).not.toHaveBeenCalled();
  wish.greeted(false);
  expect(lineUp).toHaveBeenCalledTimes(2);
});
