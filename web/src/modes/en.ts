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
  house: {
    clockwise: 'After you plays the player at your left.',
    mineBoth: 'Whatever runs into a mine, engineers and bombs aside, takes the mine with it.',
    oneTurn: 'Any piece on the railway may make one right-angle turn, at an empty point.',
    scouts: 'An engineer that attacks and is lost shows everybody the piece that took it.',
    bombsFly: 'Bombs run along the railway round every corner, as engineers do.',
    bombsFront: 'Bombs may be set up in the front row.',
    hqExit: 'Pieces may leave a headquarters again.',
    noTimeouts: 'A turn run out of time is lost, but however many are, nobody is out for it.',
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
};
