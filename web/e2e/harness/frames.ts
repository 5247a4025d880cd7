/** What a page may have been sent: frames of the generated types, and in them no piece that it may not know. */

import type { FlagShown, RuleSet, Seat, SeenPiece, ServerFrame } from '../../src/api/types';
import { partnerOf } from '../../src/game/seats';
import { gameOf } from '../../src/net/room';
import { Shape } from './generated';

/** A row of a layout's text. */
const LAYOUT = /(\d\d|--)( (\d\d|--)){4}/;

let shape: Shape | undefined;

export interface Witnessed {
  readonly frames: number;
  /** Pieces seen before an end, and how many of them were known. */
  readonly pieces: number;
  readonly known: number;
}

/** Throws at the first frame that is wrong or tells too much. */
export function inspect(frames: readonly ServerFrame[]): Witnessed {
  shape ??= new Shape('ServerFrame');
  const seen = { frames: frames.length, pieces: 0, known: 0 };
  let seat: Seat | null = null;
  let game: string | null = null;
  let flags: readonly FlagShown[] = [];
  let opened = false;
  let rules: RuleSet | null = null;
  for (const frame of frames) {
    const fault = shape.fault(frame);
    if (fault !== null) throw new Error(`no frame of the protocol: ${fault} in ${JSON.stringify(frame)}`);
    if (frame.t === 'room') {
      const { you, phase } = frame.d;
      rules = frame.d.options.rules;
      seat = you.t === 'seat' ? you.d : null;
      const now = gameOf(phase);
      if (now?.game !== game) flags = [];
      game = now?.game ?? null;
      flags = now?.view?.flags ?? flags;
      opened = phase.t === 'ended';
    } else if (frame.t === 'event') {
      flags = [...flags, ...frame.d.event.flags];
      opened = frame.d.event.opened !== null;
    }
    if (opened) continue;
    const mayKnow = ({ at, army, piece }: SeenPiece): boolean =>
      army === seat ||
      isOpenTo(seat, army, rules) ||
      (piece === '07' && flags.some((flag) => flag.seat === army && flag.at === at));
    const own = frame.t === 'room' && frame.d.phase.t === 'arranging' && seat !== null;
    walk(frame, (value) => {
      if (typeof value === 'string' && LAYOUT.test(value) && !(own && isOwnLayout(frame, value)))
        throw new Error(`a layout in ${JSON.stringify(frame)}`);
      if (!isPiece(value)) return;
      seen.pieces += 1;
      if (value.piece === null) return;
      seen.known += 1;
      if (!mayKnow(value)) throw new Error(`${JSON.stringify(value)} told to ${seat ?? 'the public'}`);
    });
  }
  return seen;
}

/** Whether that army's pieces are shown: by the sight that was agreed on, or because they were turned over. */
function isOpenTo(seat: Seat | null, army: Seat | null, rules: RuleSet | null): boolean {
  if (army === null || rules === null) return false;
  if (rules.setup === 'flip' || rules.sight === 'open') return true;
  return rules.sight === 'partners' && seat !== null && army === partnerOf(seat);
}

function isOwnLayout(frame: ServerFrame, text: string): boolean {
  return frame.t === 'room' && frame.d.phase.t === 'arranging' && frame.d.phase.d.layout === text;
}

function isPiece(value: unknown): value is SeenPiece {
  return typeof value === 'object' && value !== null && 'at' in value && 'piece' in value;
}

function walk(value: unknown, visit: (value: unknown) => void): void {
  visit(value);
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) walk(inner, visit);
}
