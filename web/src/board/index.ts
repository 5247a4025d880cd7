export { createBoard, type Board } from './board';
export { fieldPoint, geometry, nextSeat, SEATS, seatsOf, turnsOf } from './geometry';
export type { BoardKind, Point, Seat } from './geometry';
export { signPath } from './pieces';
export type { BoardOptions, BoardPiece, BoardState, Fight, LastMove, Pointed, PointUse } from './state';
export { drawPicture, type Picture } from './picture';
