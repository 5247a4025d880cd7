/** Lets the browser say that it is one's turn, while the page is out of sight. */

import { settings } from '../game/settings.svelte';

const TAG = 'siguo-turn';
const ICON = '/favicon.svg';

/** `none`: this browser has no such notices. */
export function permission(): NotificationPermission | 'none' {
  return typeof Notification === 'undefined' ? 'none' : Notification.permission;
}

/** Asks the player, through the browser. To be called by a click alone. */
export async function askPermission(): Promise<NotificationPermission | 'none'> {
  return typeof Notification === 'undefined' ? 'none' : Notification.requestPermission();
}

/** Shows a notice if it is wanted and of use; whoever gets the function back takes it away with it. */
export function sayTurn(title: string, body: string): () => void {
  if (settings.notices === 'off' || permission() !== 'granted' || !document.hidden) return () => undefined;
  try {
    const notice = new Notification(title, { body, tag: TAG, icon: ICON });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
    return () => notice.close();
  } catch {
    // Some phones allow notices to service workers alone.
    return () => undefined;
  }
}
