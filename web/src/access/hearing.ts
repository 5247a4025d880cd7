/** What a table tells to ears, taken from what it shows to eyes. */

import type { Clock, RuleSet, Seat, View } from '../api/types';
import type { LogEntry } from '../game/log';
import { resultTitle } from '../game/results';
import { modeWords } from '../modes';
import { armyOf } from '../modes/armies';
import { secondsLeft } from '../game/ticker.svelte';
import { t } from '../i18n';
import { access } from '.';
import { goTo } from './corners';
import { spoken, type Moment } from './herald';
import { giveTeller } from './teller';

export interface Table {
  readonly view: View;
  readonly entries: readonly LogEntry[];
  readonly rules: RuleSet;
  readonly own: Seat | null;
  /** Null while the clocks stand still, and when the game has ended. */
  readonly clock: Clock | null;
  readonly nameOf: (seat: Seat) => string;
}

export interface Hearing extends Moment {
  /** Who one is, and whose turn it is. */
  readonly greeting: string;
  /** When the own time runs out. */
  readonly deadline: number | null;
}

export function hearingOf(table: Table): Hearing {
  const { view, entries, rules, own, clock } = table;
  const turn = view.result === null && view.turn !== null && view.turn === own ? 'own' : 'other';
  const army = own === null ? null : armyOf(own, rules, view.colours);
  const undecided = own === null ? [] : [modeWords().undecided, modeWords().coloursBy];
  const you = army === null ? undecided : [access().youAre(t().seats[army])];
  return {
    entries,
    turn,
    result:
      view.result === null
        ? null
        : [
            access().ended,
            resultTitle(t(), view.result, own, rules, view.colours),
            t().endReasons[view.result.reason],
          ].join(t().comma),
    greeting: [...you, turnInWords(table)].join(access().sentenceEnd),
    deadline: turn === 'own' ? (clock?.deadline ?? null) : null,
  };
}

/** Lets the board be asked about the game; call while the table is set up. */
export function answerFor(table: () => Table, now: () => number): void {
  giveTeller({
    turn: () => {
      const { view, clock } = table();
      const left = clock === null ? [] : [access().secondsLeft(secondsLeft(clock.deadline, now()))];
      return [hearingOf(table()).result ?? turnInWords(table()), ...left, t().table.step(view.steps)].join(
        t().comma,
      );
    },
    last: () => {
      const latest = table().entries.at(-1);
      return latest === undefined ? access().nothingYet : spoken(latest, access());
    },
    go: (corner) => goTo(document, corner),
  });
}

function turnInWords({ view, clock, own, nameOf }: Table): string {
  if (view.turn === null) return '';
  if (clock === null) return t().table.paused;
  return view.turn === own ? t().table.yourTurn : t().table.turnOf(nameOf(view.turn));
}
