/** What each army has lost, as far as the viewer may know. Which piece is the strongest left is nobody's to be told. */

import type { Piece, RuleSet, Seat, SeenPiece, View } from '../api/types';
import { COUNTS, PIECES } from '../layout/pieces';
import { isOut } from './costs';

const ARMY = 25;

/** `fallen`: its flag was shown; `hidden`: nobody is told when it falls (翻棋), or the army is gone. */
export type Commander = 'alive' | 'fallen' | 'hidden';

/** How many pieces of an army are off the board; all of them once it is out. */
export function fallenCount({ pieces }: View, army: Seat): number {
  return ARMY - pieces.filter((piece) => piece.army === army).length;
}

export function commanderOf(view: View, seat: Seat, { setup }: RuleSet): Commander {
  if (setup === 'flip' || isOut(view, seat)) return 'hidden';
  return view.flags.some((flag) => flag.seat === seat) ? 'fallen' : 'alive';
}

/** Which pieces an army has lost, in their order; null where some of it is hidden. */
export function lostKinds(pieces: readonly SeenPiece[], army: Seat): [piece: Piece, lost: number][] | null {
  const left = pieces.filter((piece) => piece.army === army);
  if (left.some(({ piece }) => piece === null)) return null;
  return PIECES.map((kind) => [kind, COUNTS[kind] - left.filter(({ piece }) => piece === kind).length]);
}
