/** Closed lists of things that have words in both catalogues. */

import type { ErrorBody } from '../api/types';

/** How a seat stands to the viewer's. */
export type Relation = 'you' | 'next' | 'partner' | 'previous' | 'enemy';

/** Refusals whose sentence needs no argument. */
export type PlainError = Exclude<
  ErrorBody['t'],
  | 'restarting'
  | 'too-fast'
  | 'too-early'
  | 'flag-mined'
  | 'flag-rank'
  | 'offer-limit'
  | 'barred'
  | 'layout'
  | 'ranked'
  | 'password'
  | 'removed'
  | 'flee-rate'
>;

/** The names that players give to points. */
export type PlaceWord =
  | 'row1'
  | 'row2'
  | 'row3'
  | 'row4'
  | 'row5'
  | 'row6'
  | 'tip'
  | 'brow'
  | 'browMiddle'
  | 'throat'
  | 'leftFlank'
  | 'rightFlank'
  | 'navel'
  | 'corner'
  | 'flagCorner'
  | 'emptyCorner'
  | 'platform'
  | 'flagPlatform'
  | 'emptyPlatform'
  | 'platformMiddle'
  | 'bottom'
  | 'flagBottom'
  | 'emptyBottom'
  | 'bottomMiddle'
  | 'leftFrontCamp'
  | 'rightFrontCamp'
  | 'middleCamp'
  | 'leftRearCamp'
  | 'rightRearCamp'
  | 'flagCamp'
  | 'headquarters'
  | 'emptyHeadquarters'
  | 'star'
  | 'edge'
  | 'heart';
