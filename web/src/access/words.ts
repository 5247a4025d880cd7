/** What is said to those who play by keyboard and ear. Each language has its own words for all of it. */

export interface AccessWords {
  /** Between the points of a move, where the list of steps has an arrow. */
  readonly goesTo: string;
  readonly sentenceEnd: string;
  readonly railway: string;
  readonly neighbours: (points: string) => string;
  readonly noSuchPoint: (typed: string) => string;
  readonly picked: (piece: string, targets: number) => string;
  readonly pickedToSwap: (piece: string) => string;
  readonly looking: (piece: string) => string;
  readonly dropped: string;
  /** A move chosen ahead was taken back by its player. */
  readonly unplanned: string;
  /** What the partner points out, and what one has pointed out oneself: a point, or from one to another. */
  readonly partnerPoints: (where: string) => string;
  readonly pointedOut: (where: string) => string;
  readonly noPartner: string;
  readonly notYours: (piece: string) => string;
  readonly emptyPoint: string;
  readonly notNow: string;
  readonly stuck: (piece: string) => string;
  readonly mayGo: (piece: string, count: number, points: string) => string;
  readonly mayTake: (count: number, points: string) => string;
  readonly mayFlip: string;
  readonly youAre: (seat: string) => string;
  readonly secondsLeft: (seconds: number) => string;
  readonly nothingYet: string;
  readonly missed: (count: number) => string;
  readonly ended: string;
  readonly log: string;
  readonly keys: {
    readonly title: string;
    readonly lead: string;
    readonly list: readonly (readonly [keys: string, what: string])[];
  };
}
