/** What the service worker does with a request; it leaves alone whatever is not the client's own. */

export type Plan =
  /** The browser's own way: the API, the socket, other hosts, anything that is sent. */
  | 'leave'
  /** A page: from the server, so that it is never old; the offline page if there is no server. */
  | 'page'
  /** A file whose name holds its content's hash: as it was kept, else from the server. */
  | 'kept'
  /** Another file of the client: from the server, else as it was kept. */
  | 'fresh';

export interface Asked {
  readonly url: string;
  readonly method: string;
  readonly mode: string;
}

export function planFor({ url, method, mode }: Asked, origin: string): Plan {
  const { origin: host, pathname } = new URL(url);
  if (method !== 'GET' || host !== origin) return 'leave';
  if (/^\/(api|ws|metrics|healthz|readyz)(\/|$)/.test(pathname)) return 'leave';
  if (mode === 'navigate') return 'page';
  return pathname.startsWith('/assets/') ? 'kept' : 'fresh';
}
