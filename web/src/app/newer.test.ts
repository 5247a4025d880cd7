import { afterEach, expect, it, vi } from 'vitest';

import { loadAnew, understood } from './newer';

const reload = vi.fn();

afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockReset();
  understood();
});

it('loads itself anew once, and again only after it was understood', () => {
  loadAnew(reload);
  loadAnew(reload);
  expect(reload).toHaveBeenCalledTimes(1);
  understood();
  loadAnew(reload);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not load itself for ever where nothing can be kept', () => {
  vi.stubGlobal('sessionStorage', null);
  loadAnew(reload);
  expect(reload).not.toHaveBeenCalled();
});
