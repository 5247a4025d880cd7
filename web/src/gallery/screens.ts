/** What the gallery shows: the browser tests and the pictures go through all of it. */

/** Rooms as they are on the screen, and a board to step through a game with. */
export const ROOMS = [
  'board',
  'classic',
  'arrange',
  'table',
  'waiting',
  'hints',
  'offer',
  'result',
  'gathering',
] as const;
/** Parts in all their states, side by side. */
export const SHEETS = [
  'states',
  'looks',
  'two',
  'seats',
  'words',
  'results',
  'parts',
  'lists',
  'forms',
] as const;
/** What lies over a page. */
export const DIALOGS = ['create', 'settings', 'keys'] as const;
export const SCREENS = [...ROOMS, ...SHEETS, ...DIALOGS] as const;

export type Screen = (typeof SCREENS)[number];
