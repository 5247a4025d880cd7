/** How the table behaves on this device: what suits a phone in a train need not suit a desk. */

import { deviceStorage } from '../storage';

const SWITCH = ['on', 'off'] as const;
export type Switch = (typeof SWITCH)[number];

interface Setting<T> {
  /** What it is called where it is kept. */
  readonly name: string;
  readonly first: T;
  /** What was kept, if it is allowed. */
  readonly read: (kept: string) => T | null;
}

function either(name: string, first: Switch): Setting<Switch> {
  return { name, first, read: (kept) => SWITCH.find((value) => value === kept) ?? null };
}

function upTo100(name: string, first: number): Setting<number> {
  const isAllowed = (value: number): boolean => value >= 0 && value <= 100;
  return { name, first, read: (kept) => (kept !== '' && isAllowed(Number(kept)) ? Number(kept) : null) };
}

const SETTINGS = {
  sound: either('sound', 'on'),
  volume: upTo100('volume', 70),
  /** Whether the browser says it when it is one's turn and the page is out of sight. */
  notices: either('notices', 'off'),
  preMoves: either('pre-moves', 'on'),
  /** Whether moves and fights are played as motion; the system's own wish for less goes before it. */
  motion: either('motion', 'on'),
  /** Whether the board shows what follows from what was seen. */
  hints: either('hints', 'off'),
};

type Settings = { -readonly [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key]['first'] };

const chosen = $state(
  Object.fromEntries(
    Object.entries(SETTINGS).map(([key, one]) => [key, remembered(one as Setting<Switch | number>)]),
  ) as unknown as Settings,
);

/** What is set is kept. */
export const settings: Settings = new Proxy(chosen, {
  set(all, key, value: unknown) {
    deviceStorage.setItem(`siguo.${SETTINGS[key as keyof Settings].name}`, String(value));
    return Reflect.set(all, key, value);
  },
});

function remembered<T>({ name, first, read }: Setting<T>): T {
  const kept = deviceStorage.getItem(`siguo.${name}`);
  return (kept === null ? null : read(kept)) ?? first;
}
