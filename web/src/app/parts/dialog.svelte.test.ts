import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { setLanguage } from '../../i18n';
import Dialog from './Dialog.svelte';

let shown: ReturnType<typeof mount>;
let opener: HTMLButtonElement;
const pressed = vi.fn();

beforeEach(() => {
  setLanguage('zh');
  opener = document.createElement('button');
  document.body.append(opener);
  opener.focus();
  window.addEventListener('keydown', pressed);
  shown = mount(Dialog, {
    target: document.body,
    props: {
      title: '设置',
      onclose: () => undefined,
      children: createRawSnippet(() => ({ render: () => '<input />' })),
    },
  });
  flushSync();
});

afterEach(() => {
  window.removeEventListener('keydown', pressed);
  pressed.mockReset();
  document.body.replaceChildren();
});

it('keeps its keys from the page below', () => {
  const key = (): KeyboardEvent => new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true });
  document.querySelector('input')?.dispatchEvent(key());
  expect(pressed).not.toHaveBeenCalled();
  opener.dispatchEvent(key());
  expect(pressed).toHaveBeenCalledOnce();
  void unmount(shown);
});

it('gives the keyboard back where it was, also when it is taken away', () => {
  document.querySelector('input')?.focus();
  void unmount(shown);
  flushSync();
  expect(document.activeElement).toBe(opener);
});
