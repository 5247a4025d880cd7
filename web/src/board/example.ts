/** The board alone, without app or framework: two pieces that step from point to point and take what stands there. */

import { createBoard, geometry, type Board, type BoardPiece, type LastMove, type Point } from './index';

export function showExample(element: HTMLElement): Board {
  let pieces: readonly BoardPiece[] = [
    { at: 'r13', army: 'red', text: 'A' },
    { at: 'b13', army: 'blue', text: null, mark: '?' },
  ];
  const board = createBoard(element, {
    kind: 'classic',
    bottom: 'red',
    frame: 'board',
    mode: 'move',
    label: 'Board. Arrow keys move, Enter picks.',
    describe: (point, piece, use) => [point, piece?.army, piece?.text, use].filter(Boolean).join(' '),
    onMove: (from, to) => {
      const fight = pieces.some(({ at }) => at === to) ? 'attacker' : null;
      pieces = pieces
        .filter(({ at }) => at !== to)
        .map((one) => (one.at === from ? { ...one, at: to } : one));
      show({ no: (board.state.last?.no ?? 0) + 1, route: [from, to], fight });
    },
  });
  const show = (last: LastMove | null): void =>
    board.set({ pieces, last, moves: new Map(pieces.map(({ at }) => [at, neighbours(at)])) });
  show(null);
  return board;
}

/** The points one step away, by road or railway. */
function neighbours(point: Point): Point[] {
  const { roads, lines } = geometry('classic');
  const steps = lines.flatMap((line) =>
    line.slice(1).map((to, index) => [line[index] as Point, to] as const),
  );
  const all = [...roads, ...steps].flatMap(([a, b]) => (a === point ? [b] : b === point ? [a] : []));
  return [...new Set(all)];
}
