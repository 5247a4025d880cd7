/** The browser's side of a `Wire`. */

import type { Wire, WireEvents } from './connection';

export function openSocket({ open, text, closed }: WireEvents): Wire {
  const url = new URL('/ws', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  socket.onopen = open;
  socket.onmessage = (event: MessageEvent<string>) => text(event.data);
  socket.onclose = (event) => closed(event.code);
  return {
    send(line) {
      if (socket.readyState === WebSocket.OPEN) socket.send(line);
    },
    close() {
      socket.onclose = null;
      socket.close();
    },
  };
}

/** Calls back whenever the page may have been away: shown again, back online, taken out of the back-forward cache. */
export function whenAwake(wake: () => void): () => void {
  const shown = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  document.addEventListener('visibilitychange', shown);
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', wake);
  return () => {
    document.removeEventListener('visibilitychange', shown);
    window.removeEventListener('online', wake);
    window.removeEventListener('pageshow', wake);
  };
}
