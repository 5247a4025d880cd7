import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';

import { Attempt, Question } from './asked.svelte';

it('is asked once by an effect, however often it fails', async () => {
  const question = new Question<number>();
  const ask = vi.fn(() => Promise.reject(new Error('unreachable')));
  const stop = $effect.root(() => {
    $effect(() => void question.ask(ask));
  });
  for (let turn = 0; turn < 5; turn += 1) {
    flushSync();
    await Promise.resolve();
  }
  expect(question.answer.t).toBe('failed');
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
});

it('an attempt is busy while it lasts, and forgets why the last one failed', async () => {
  const attempt = new Attempt();
  const why = new Error('unreachable');
  const first = attempt.make(() => Promise.reject(why));
  expect([attempt.busy, attempt.failed]).toEqual([true, null]);
  await first;
  expect([attempt.busy, attempt.failed]).toEqual([false, why]);
  const second = attempt.make(() => Promise.resolve());
  expect([attempt.busy, attempt.failed]).toEqual([true, null]);
  await second;
  expect([attempt.busy, attempt.failed]).toEqual([false, null]);
});

it('an attempt is made once at a time', async () => {
  const attempt = new Attempt();
  const tried = vi.fn(() => Promise.resolve());
  await Promise.all([attempt.make(tried), attempt.make(tried)]);
  expect(tried).toHaveBeenCalledTimes(1);
  await attempt.make(tried);
  expect(tried).toHaveBeenCalledTimes(2);
});
