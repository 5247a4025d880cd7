/** What the pages of the rules, the glossary and the scores are made of. Each language has its own words for all of it. */

import type { LadderSettings } from '../api/types';
import type { FigureName } from './figures';

export type Block =
  | { readonly t: 'text'; readonly d: string }
  | { readonly t: 'list'; readonly d: readonly string[] }
  | { readonly t: 'pairs'; readonly d: readonly (readonly [name: string, what: string])[] }
  | { readonly t: 'figure'; readonly d: { readonly name: FigureName; readonly caption: string } }
  /** The points of a field or of the palace with what players call them. */
  | { readonly t: 'names'; readonly d: { readonly of: 'field' | 'palace'; readonly caption: string } }
  /** The pieces, strongest first, with their numbers. */
  | { readonly t: 'pieces' }
  /** The titles and where they begin. */
  | { readonly t: 'titles' };

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Term {
  readonly figure: FigureName;
  readonly name: string;
  /** What else it is called. */
  readonly also: string | null;
  readonly text: string;
}

export interface GuideWords {
  readonly rules: string;
  readonly glossary: string;
  readonly scores: string;
  readonly rulesLead: string;
  readonly glossaryLead: string;
  readonly scoresLead: string;
  readonly contents: string;
  readonly sections: readonly Section[];
  readonly names: readonly Section[];
  readonly terms: readonly { readonly id: string; readonly title: string; readonly terms: readonly Term[] }[];
  /** As this server has set its ladder. */
  readonly ladder: (settings: LadderSettings) => readonly Section[];
  readonly count: (pieces: number) => string;
  readonly pieceHead: readonly [name: string, number: string, count: string, what: string];
  readonly pieceNotes: Readonly<Record<'00' | '32' | '40' | '41' | '07', string>>;
  readonly titleHead: readonly [title: string, from: string];
  /** By spot of the field, the flag standing at 64; and of the palace. */
  readonly spots: Readonly<Record<string, string>>;
  readonly rows: readonly string[];
}
