import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';

import { Question } from './asked.svelte';

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
