/** Lets the browser say that it is one's turn, while the page is out of sight. A click on it leads to the table. */

import { settings } from '../game/settings.svelte';

const TAG = 'siguo-turn';
// Phones show no vector pictures there.
const ICON = '/icon-192.png';

export interface TurnNotice {
  readonly title: string;
  readonly body: string;
  /** The table's path. */
  readonly page: string;
}

/** `none`: this browser has no such notices. */
export function permission(): NotificationPermission | 'none' {
  return typeof Notification === 'undefined' ? 'none' : Notification.permission;
}

/** Asks the player, through the browser. To be called by a click alone. */
export async function askPermission(): Promise<NotificationPermission | 'none'> {
  return typeof Notification === 'undefined' ? 'none' : Notification.requestPermission();
}

/** Shows a notice if it is wanted and of use; whoever gets the function back takes it away with it. */
export function sayTurn(notice: TurnNotice, open: (page: string) => void): () => void {
  if (settings.notices === 'off' || permission() !== 'granted' || !document.hidden) return () => undefined;
  const shown = show(notice, open).catch(() => () => undefined);
  return () => void shown.then((close) => close());
}

/** The service worker says here which page was clicked on; see `worker/sw.ts`. */
export function listenToClicks(open: (page: string) => void): () => void {
  const workers = serviceWorkers();
  const heard = ({ data }: MessageEvent<unknown>): void => {
    const page = (data as { readonly open?: unknown } | null)?.open;
    if (typeof page === 'string') open(page);
  };
  workers?.addEventListener('message', heard);
  return () => workers?.removeEventListener('message', heard);
}

/** By the service worker where there is one: on phones only those of a worker are shown. */
async function show({ title, body, page }: TurnNotice, open: (page: string) => void): Promise<() => void> {
  const options = { body, tag: TAG, icon: ICON };
  const registration = await serviceWorkers()?.getRegistration();
  if (registration?.active) {
    await registration.showNotification(title, { ...options, data: page });
    return () => void closeAll(registration).catch(() => undefined);
  }
  const notice = new Notification(title, options);
  notice.onclick = () => {
    window.focus();
    notice.close();
    open(page);
  };
  return () => notice.close();
}

async function closeAll(registration: ServiceWorkerRegistration): Promise<void> {
  for (const notice of await registration.getNotifications({ tag: TAG })) notice.close();
}

/** Over plain http there are none. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}
