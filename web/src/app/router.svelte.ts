/** Which page is shown: the history API, and nothing more. */

import { routeOf, type Route } from './routes';

let path = $state(location.pathname);
const current = $derived(routeOf(path));

export function route(): Route {
  return current;
}

/** `replace` leaves no way back: for being led somewhere. */
export function navigate(address: string, how: 'push' | 'replace' = 'push'): void {
  const same = address === location.pathname + location.search + location.hash;
  if (how === 'replace' || same) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  path = location.pathname;
  if (!same) window.scrollTo(0, 0);
}

/** Follows the browser's own back and forward. */
export function followHistory(): void {
  path = location.pathname;
}

/** Clicks on our own links stay in the page; those meant for a new tab, a download or another site do not. */
export function followLink(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin)
    return;
  if (link.pathname.startsWith('/api/')) return;
  // Within the page the browser knows the way.
  if (link.hash !== '' && link.pathname === location.pathname) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}
