/** What was hidden, put back to where it stood when the game began. */

import type { Opened, SeenPiece } from '../api/types';
import { SEATS } from '../board';
import { parseLayout } from '../layout/layout';

/** Every army as it was set up; in 翻棋 what lay where. */
export function piecesAtStart(opened: Opened): SeenPiece[] {
  const shuffled = opened.shuffled.map(([at, army, piece]): SeenPiece => ({ at, army, piece }));
  const arranged = SEATS.flatMap((army): SeenPiece[] => {
    const parsed = parseLayout(opened.layouts[army] ?? '', { bombsFrontRow: 'allowed' });
    if (parsed.t === 'faulty') return [];
    return [...parsed.layout].map(([spot, piece]) => ({ at: army.charAt(0) + spot, army, piece }));
  });
  return [...shuffled, ...arranged];
}
