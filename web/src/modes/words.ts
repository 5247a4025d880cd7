/** What is said of the ways to play. Each language has its own words for all of it. */

import type { Mode, Sight } from '../api/types';
import type { HouseRule } from './house';
import type { Preset } from './modes';

export interface ModeWords {
  /** What one chooses among. */
  readonly mode: string;
  readonly names: Readonly<Record<Mode, string>>;
  readonly means: Readonly<Record<Mode, string>>;
  readonly sight: string;
  readonly sights: Readonly<Record<Mode, Readonly<Record<Sight, string>>>>;
  readonly sightMeans: Readonly<Record<Sight, string>>;
  readonly preset: string;
  readonly presets: Readonly<Record<Preset | 'own', string>>;
  readonly presetMeans: Readonly<Record<Preset | 'own', string>>;
  readonly houseTitle: string;
  /** What it is called, and what it means. */
  readonly house: Readonly<Record<HouseRule, readonly [name: string, means: string]>>;
  readonly noHouse: string;
  readonly quietLimit: string;
  readonly stepLimit: string;
  readonly noLimit: string;
  readonly afterSteps: (steps: number) => string;
  /** In a line of what is agreed on. */
  readonly quietDraw: (steps: number) => string;
  readonly noQuietDraw: string;
  readonly stepDraw: (steps: number) => string;
  readonly unranked: (why: string) => string;
  /** 翻棋 */
  readonly undecided: string;
  readonly firstMover: string;
  readonly secondMover: string;
  readonly toFlip: string;
  readonly coloursBy: string;
  readonly coloursKnown: (army: string) => string;
  readonly leads: (army: string) => string;
  readonly faceDown: (count: number) => string;
  readonly mines: string;
  readonly minesLeft: (count: number) => string;
  readonly lowest: string;
  readonly none: string;
  readonly howToTake: string;
  readonly takeable: (army: string, piece: string) => string;
  readonly notYetTakeable: (army: string, mines: number) => string;
  readonly seatsAreNoArmies: string;
  readonly shuffled: string;
  readonly seal: Readonly<Record<'fits' | 'differs', string>>;
  readonly sealed: string;
  /** Leads to the choice of what is played. */
  readonly another: string;
  readonly practiceLine: Readonly<Record<2 | 4, string>>;
  readonly waitingFor: (count: number) => string;
}
