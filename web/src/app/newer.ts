/** The server is of another version than the page and no longer understands it: the page loads itself anew. */

import { tabStorage } from '../storage';

const KEY = 'siguo.loaded-anew';

/** Once: a page that is not understood after that either says so, with a button. */
export function loadAnew(reload: () => void = () => location.reload()): void {
  if (tabStorage.getItem(KEY) !== null) return;
  tabStorage.setItem(KEY, '');
  // Where nothing outlives the page it would never stop.
  if (tabStorage.outlives(KEY)) reload();
}

/** Server and page understand each other, until the next time. */
export function understood(): void {
  tabStorage.removeItem(KEY);
}
