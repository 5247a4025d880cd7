/**
 * The service worker. It keeps the files of one build, all of them and under a name of the build's own, so that a page never
 * gets a part of another build; pages themselves come from the server as long as there is one. Nothing of the API is kept.
 *
 * A new one waits until the last page of the old build is gone: until then its files are needed.
 */

import { planFor } from './plan';
import { windowFor, type Open } from './window';

/** The build's version and the files to keep; put in when the client is built (`vite.config.ts`). */
declare const SIGUO_BUILD: { readonly version: string; readonly files: readonly string[] };

// The types of workers and those of pages exclude each other, so the few that are needed stand here.
interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Clicked extends Lasting {
  readonly notification: Notification;
}
interface Window extends Open {
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface Worker {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(page: string): Promise<unknown>;
  };
  readonly location: Location;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
}
const worker = globalThis as unknown as Worker;

const { version, files } = SIGUO_BUILD;
const OURS = 'siguo-';
const CACHE = OURS + version;
const OFFLINE = '/offline.html';

worker.addEventListener('install', (event) => {
  // Past the browser's own cache: what is kept belongs to this build.
  const wanted = files.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted)));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (planFor(request, worker.location.origin)) {
    case 'leave':
      return;
    case 'page':
      event.respondWith(fetched(request, OFFLINE));
      return;
    case 'kept':
      event.respondWith(kept(request).catch(() => fetch(request)));
      return;
    case 'fresh':
      event.respondWith(fetched(request, request));
      return;
  }
});

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(showPage(String(notification.data)));
});

/** Pages are told by `open` where to go; see `sound/notice.ts`. */
async function showPage(page: string): Promise<void> {
  const { clients } = worker;
  const open = windowFor(await clients.matchAll({ type: 'window', includeUncontrolled: true }), page);
  if (open === null) await clients.openWindow(page);
  else {
    open.postMessage({ open: page });
    await open.focus();
  }
}

/** A proxy in front of the server answers for it when it is gone. */
const GONE: readonly number[] = [502, 503, 504];

/** From the server; without one what is kept instead. */
async function fetched(request: Request, instead: RequestInfo): Promise<Response> {
  try {
    const answer = await fetch(request);
    return GONE.includes(answer.status) ? await kept(instead).catch(() => answer) : answer;
  } catch {
    return kept(instead);
  }
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function kept(what: RequestInfo): Promise<Response> {
  const found = await caches.match(what, { cacheName: CACHE, ignoreVary: true });
  if (found === undefined) throw new TypeError('not kept');
  return found;
}
