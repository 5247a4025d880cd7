import type { ModeWords } from './words';

const TWO = { dark: 'Dark', partners: 'Partners open', open: 'Open' };

export const en: ModeWords = {
  mode: 'Mode',
  names: { four: 'Four players', duel: 'Duel', classic: 'Luzhanqi', flip: 'Flip' },
  means: {
    four: 'two sides, partners across',
    duel: 'one on one, the four-player board',
    classic: 'one on one across the mountain line',
    flip: 'shuffled face down, turned over as you play',
  },
  sight: 'Sight',
  sights: {
    four: { dark: 'Dark', partners: 'Partners open', open: 'All open' },
    duel: TWO,
    classic: TWO,
    flip: TWO,
  },
  sightMeans: {
    dark: 'You see your own pieces only.',
    partners: 'You see your partner’s pieces too, not the enemies’.',
    open: 'Everybody sees all pieces, and so does whoever watches.',
  },
  preset: 'Rules',
  presets: { standard: 'Standard', qq: 'QQ', zheda: 'Zheda turns', own: 'Own' },
  presetMeans: {
    standard: 'Start by lot, 30 seconds a move, a draw after 70 quiet steps, no house rules.',
    qq: 'As on QQ: Red starts, 30 seconds a move, a draw after 71 quiet steps.',
    zheda: 'Pieces on the railway may make one right-angle turn; the rest is standard.',
    own: 'Choose one by one below.',
  },
  houseTitle: 'House rules',
  house: {
    clockwise: ['clockwise', 'After you plays the player at your left.'],
    mineBoth: [
      'mine takes both',
      'Whatever runs into a mine, engineers and bombs aside, takes the mine with it.',
    ],
    oneTurn: ['one turn', 'Any piece on the railway may make one right-angle turn, at an empty point.'],
    scouts: [
      'scouting engineer',
      'An engineer that attacks and is lost shows everybody the piece that took it.',
    ],
    bombsFly: ['flying bombs', 'Bombs run along the railway round every corner, as engineers do.'],
    bombsFront: ['bombs in front', 'Bombs may be set up in the front row.'],
    hqExit: ['leave headquarters', 'Pieces may leave a headquarters again.'],
    noTimeouts: [
      'no timeout limit',
      'A turn run out of time is lost, but however many are, nobody is out for it.',
    ],
  },
  noHouse: 'none',
  quietLimit: 'Draw by quiet steps',
  stepLimit: 'Most steps',
  noLimit: 'No limit',
  afterSteps: (steps) => `${steps} steps`,
  quietDraw: (steps) => `draw after ${steps} quiet steps`,
  noQuietDraw: 'no draw by quiet steps',
  stepDraw: (steps) => `draw at step ${steps}`,
  unranked: (why) => `Unranked: ${why}.`,
  undecided: 'no colour yet',
  firstMover: 'First',
  secondMover: 'Second',
  toFlip: 'Your turn to flip',
  coloursBy: 'whoever flips an engineer first takes its colour',
  coloursKnown: (army) => `You play ${army}`,
  leads: (army) => `plays ${army}`,
  faceDown: (count) => `${count} face down`,
  mines: 'Mines',
  minesLeft: (count) => (count === 1 ? '1 mine left' : `${count} mines left`),
  lowest: 'Smallest',
  none: 'none',
  howToTake:
    'A flag can be taken once its three mines are gone, and only by your smallest piece; face-down ones count.',
  takeable: (army, piece) => `${army}’s flag can be taken now, by a ${piece}`,
  notYetTakeable: (army, mines) =>
    `${army} has ${mines === 1 ? '1 mine' : `${mines} mines`} left: no taking the flag yet`,
  seatsAreNoArmies:
    'The colours of the seats mean nothing: whoever flips an engineer first takes its colour.',
  shuffled: 'No setting up here: the server shuffles all 50 pieces and lays them face down.',
  seal: {
    fits: 'The shuffle checks out: it is the one sealed before the start',
    differs: 'The shuffle does not check out: it is not the one sealed before the start',
  },
  sealed: 'Seal of the shuffle',
  another: 'Other modes',
  practiceLine: {
    2: 'A game with a bot, unranked; leave whenever you like.',
    4: 'A game with three bots, unranked; leave whenever you like.',
  },
  waitingFor: (count) => `${count} more, then the game begins.`,
};
