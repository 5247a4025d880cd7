/**
 * The events of the game last followed, kept on this device, so that the list of steps outlives a reload: the server sends
 * only the latest again. Events hold nothing that not everybody is told.
 */

import type { NumberedEvent } from '../api/types';
import { deviceStorage } from '../storage';

const KEY = 'siguo.heard';

export function keepHeard(events: readonly NumberedEvent[]): void {
  if (events.length === 0) return;
  deviceStorage.setItem(KEY, JSON.stringify(events.map((event) => ({ ...event, clock: null, legal: null }))));
}

export function keptEvents(): readonly NumberedEvent[] {
  try {
    return JSON.parse(deviceStorage.getItem(KEY) ?? '[]') as NumberedEvent[];
  } catch {
    return [];
  }
}
