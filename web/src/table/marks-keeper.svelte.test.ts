import { beforeEach, expect, it } from 'vitest';

import type { Event } from '../api/types';
import { EVENTS } from '../gallery/fixture';
import { MarksKeeper } from './marks-keeper.svelte';

beforeEach(() => localStorage.clear());

const events = EVENTS.map((event: Event, index) => ({ no: index + 1, event }));

it('keeps nothing of a game in which nothing is marked', () => {
  const keeper = new MarksKeeper('01');
  keeper.follow(events);
  expect(localStorage.length).toBe(0);
  keeper.mark('g11', '38');
  expect(new MarksKeeper('01').marks.get('g11')).toBe('38');
  keeper.mark('g11', '');
  expect(localStorage.length).toBe(0);
});

it('keeps the marks of the newest games alone', () => {
  for (let game = 10; game < 30; game += 1) new MarksKeeper(String(game)).mark('g11', '38');
  expect(Object.keys(localStorage)).toHaveLength(8);
  expect(new MarksKeeper('29').marks.size).toBe(1);
  expect(new MarksKeeper('10').marks.size).toBe(0);
});
