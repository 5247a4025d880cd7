/** How the table behaves on this device: what suits a phone in a train need not suit a desk. */

const SWITCH = ['on', 'off'] as const;
const UNASKED = ['off', 'on'] as const;
export type Switch = (typeof SWITCH)[number];

const LOUD = 70;

let sound = $state<Switch>(remembered('sound', SWITCH));
let volume = $state(rememberedVolume());
let notices = $state<Switch>(remembered('notices', UNASKED));
let preMoves = $state<Switch>(remembered('pre-moves', SWITCH));
let motion = $state<Switch>(remembered('motion', SWITCH));
let hints = $state<Switch>(remembered('hints', UNASKED));

export const settings = {
  get sound() {
    return sound;
  },
  set sound(value) {
    sound = value;
    keep('sound', value);
  },
  /** From 0 to 100. */
  get volume() {
    return volume;
  },
  set volume(value) {
    volume = value;
    keep('volume', String(value));
  },
  /** Whether the browser says it when it is one's turn and the page is out of sight. */
  get notices() {
    return notices;
  },
  set notices(value) {
    notices = value;
    keep('notices', value);
  },
  get preMoves() {
    return preMoves;
  },
  set preMoves(value) {
    preMoves = value;
    keep('pre-moves', value);
  },
  /** Whether moves and fights are played as motion; the system's own wish for less goes before it. */
  get motion() {
    return motion;
  },
  set motion(value) {
    motion = value;
    keep('motion', value);
  },
  /** Whether the board shows what follows from what was seen. */
  get hints() {
    return hints;
  },
  set hints(value) {
    hints = value;
    keep('hints', value);
  },
};

/** What was chosen before, else the first. */
function remembered(name: string, values: readonly [Switch, Switch]): Switch {
  return values.find((value) => value === localStorage.getItem(`siguo.${name}`)) ?? values[0];
}

function rememberedVolume(): number {
  const kept = localStorage.getItem('siguo.volume');
  const value = kept === null ? NaN : Number(kept);
  return value >= 0 && value <= 100 ? value : LOUD;
}

function keep(name: string, value: string): void {
  localStorage.setItem(`siguo.${name}`, value);
}
