/** The pictures of the rules and of the glossary: where pieces stand and which ways are drawn, without words. */

import { fieldPoint, geometry, SEATS, type BoardKind, type Point, type Seat } from '../board';
import { parseLayout } from '../layout/layout';
import type { PieceCode } from '../layout/pieces';
import { preset, type PresetName } from '../layout/presets';

/** Null: the piece is hidden. */
export type Stone = readonly [at: Point, army: Seat, piece: PieceCode | null];

export interface Figure {
  readonly kind: BoardKind;
  readonly around: readonly Point[];
  readonly stones: readonly Stone[];
  readonly ways: readonly (readonly Point[])[];
  readonly threats: readonly (readonly Point[])[];
  readonly targets: readonly Point[];
  readonly marked: readonly Point[];
  /** Points whose piece carries a guess, by the guessed piece. */
  readonly guesses: ReadonlyMap<Point, PieceCode>;
}

function figure(given: Partial<Figure>): Figure {
  return {
    kind: 'siguo',
    around: [],
    stones: [],
    ways: [],
    threats: [],
    targets: [],
    marked: [],
    guesses: new Map(),
    ...given,
  };
}

/** Names of points apart by spaces. */
function at(names: string): Point[] {
  return names.split(' ');
}

const FIELD = geometry('siguo')
  .places.filter(({ seat }) => seat === 'red')
  .map(({ name }) => name);
const PALACE = ['n1', 'n3', 'n7', 'n9'];

/** Big pieces one behind the other on the left, little on the right. */
export const BULLDOZER =
  '38 37 35 34 33 / 40 -- 33 -- 34 / 39 36 -- 34 35 / 38 -- 00 -- 33 / 37 36 32 41 00 / 32 32 41 07 41';

function army(name: PresetName | 'bulldozer', which: (piece: PieceCode) => boolean = () => true): Stone[] {
  const parsed = name === 'bulldozer' ? parseLayout(BULLDOZER) : null;
  const layout = parsed?.t === 'legal' ? parsed.layout : preset(name === 'bulldozer' ? 'classic' : name);
  return [...layout]
    .filter(([, piece]) => which(piece))
    .map(([spot, piece]): Stone => [`r${spot}`, 'red', piece]);
}

function setUp(name: PresetName | 'bulldozer', marked: string): Figure {
  return figure({ around: FIELD, stones: army(name), marked: at(marked) });
}

/** The two last rows with the flag and its mines alone. */
function mines(name: PresetName): Figure {
  return figure({
    around: at('r41 r65'),
    stones: army(name, (piece) => piece === '41' || piece === '07'),
  });
}

const CLASSIC = [...preset('classic')];

export const FIGURES = {
  board: figure({
    stones: SEATS.flatMap((seat) =>
      CLASSIC.map(([spot, piece]): Stone => [
        fieldPoint(seat, Number(spot.charAt(0)), Number(spot.charAt(1))),
        seat,
        seat === 'red' ? piece : null,
      ]),
    ),
  }),
  classicBoard: figure({ kind: 'classic' }),
  field: figure({ around: FIELD }),
  palace: figure({ around: PALACE }),
  setUp: figure({
    around: FIELD,
    stones: [
      ['r64', 'red', '07'],
      ['r63', 'red', '41'],
      ['r65', 'red', '41'],
      ['r54', 'red', '41'],
    ],
    marked: at('r62 r64'),
  }),

  road: figure({
    around: at('r11 r45'),
    stones: [['r33', 'red', '36']],
    targets: at('r22 r23 r24 r32 r34 r42 r43 r44'),
  }),
  railway: figure({
    around: at('r51 r55 n1 n3 p11 p51'),
    stones: [
      ['r51', 'red', '38'],
      ['r45', 'red', '37'],
      ['n1', 'purple', null],
    ],
    ways: [at('r51 r41 r31 r21 r11 n7 n4 n1'), at('r45 r35 r25 r15 p11 p21 p31')],
  }),
  engineer: figure({
    around: at('r31 r35 n1 n3 p11 p31 p35'),
    stones: [
      ['r21', 'red', '32'],
      ['n4', 'green', null],
      ['p21', 'purple', null],
    ],
    ways: [at('r21 r11 n7 n8 n9 p11 p21')],
  }),
  camp: figure({
    around: at('r11 r45'),
    stones: [
      ['r22', 'red', '36'],
      ['r11', 'purple', null],
      ['r13', 'purple', null],
      ['r23', 'purple', null],
    ],
    marked: at('r22'),
  }),

  doubleAction: figure({
    around: at('r21 r25 b21 b25 p11 p35 g15'),
    stones: [
      ['r13', 'red', '38'],
      ['b21', 'blue', '37'],
      ['n6', 'purple', null],
      ['p25', 'purple', null],
    ],
    ways: [at('r13 n8 n5'), at('b21 b11')],
    threats: [at('n5 n6'), at('b11 p15 p25')],
  }),
  twoOnOne: figure({
    around: at('r25 r21 n1 n3 b15 p11 p25'),
    stones: [
      ['r25', 'red', '38'],
      ['n4', 'blue', '38'],
      ['n6', 'purple', '36'],
      ['p13', 'purple', null],
    ],
    threats: [at('r25 r15 n9 n6'), at('n4 n5 n6')],
  }),
  oneOnTwo: figure({
    around: at('r35 r31 n1 n3 p11 p35'),
    stones: [
      ['r35', 'red', '39'],
      ['n3', 'purple', '38'],
      ['p11', 'purple', '37'],
    ],
    ways: [at('r35 r25 r15 n9')],
    threats: [at('n9 n6 n3'), at('n9 p11')],
  }),
  twoOnTwo: figure({
    around: at('r11 b11 n1 n7 p31 p35'),
    stones: [
      ['n7', 'red', '38'],
      ['n1', 'blue', '37'],
      ['p11', 'purple', '37'],
      ['p15', 'purple', '36'],
    ],
    threats: [at('n7 n8 n9 p11'), at('n1 n2 n3 p15')],
  }),
  doubleRaid: figure({
    around: at('r35 b31 p61 p65 n1 n7'),
    stones: [
      ['r25', 'red', '38'],
      ['b21', 'blue', '38'],
      ['p62', 'purple', '07'],
      ['p52', 'purple', null],
      ['p64', 'purple', null],
      ['p54', 'purple', null],
      ['p63', 'purple', null],
    ],
    threats: [at('r25 r15 p11 p21 p31 p41 p51'), at('b21 b11 p15 p25 p35 p45 p55')],
    marked: at('p62'),
  }),
  lightning: setUp('lightning', 'r15 r25 r35 r45 r14 r13'),
  bulldozer: setUp('bulldozer', 'r11 r21 r31 r41 r51 r12'),
  blindBomb: figure({
    around: at('r11 r35 n7 n9'),
    stones: [
      ['r24', 'red', '00'],
      ['r15', 'purple', null],
      ['r33', 'red', '36'],
    ],
    threats: [at('r24 r15')],
  }),
  topPiece: figure({
    around: at('r21 r25 b21 b25 p11 p25 g11 g25'),
    stones: [
      ['n5', 'red', '39'],
      ['p13', 'purple', '38'],
      ['b12', 'blue', '38'],
      ['g14', 'green', '38'],
    ],
    marked: at('n5'),
  }),
  palaceHeld: figure({
    around: at('r11 b11 p11 g11'),
    stones: [
      ['n7', 'red', '39'],
      ['n9', 'red', '38'],
      ['n1', 'blue', '38'],
      ['n3', 'blue', '37'],
      ['p14', 'purple', null],
      ['p12', 'purple', null],
      ['g12', 'green', null],
      ['g14', 'green', null],
    ],
    marked: at('n1 n3 n7 n9'),
  }),
  falseCommander: figure({
    around: at('r21 r25 n1 n3'),
    stones: [
      ['n8', 'red', '38'],
      ['r24', 'red', '40'],
      ['n3', 'purple', null],
    ],
    guesses: new Map([['n8', '40']]),
  }),
  falseBomb: figure({
    around: at('r21 r25 n1 n3'),
    stones: [
      ['r11', 'red', '33'],
      ['n7', 'purple', '38'],
    ],
    threats: [at('r11 n7')],
    guesses: new Map([['r11', '00']]),
  }),
  patient: setUp('control', 'r21 r25 r34 r45 r32 r43'),
  turtle: setUp('turtle', 'r45 r54 r43 r41 r64'),
  lopsided: setUp('lopsided', 'r11 r21 r12 r31 r32 r43'),
  emptyFort: setUp('emptyFort', 'r62 r54 r55 r65'),
  triangleMines: mines('triangleMines'),
  cornerMines: mines('cornerMines'),
  lineMines: mines('lineMines'),
  minefield: figure({
    around: at('r41 r65'),
    marked: at('r51 r52 r53 r54 r55 r61 r62 r63 r64 r65'),
  }),
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;
