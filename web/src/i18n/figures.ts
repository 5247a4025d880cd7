/** Numbers as both languages write them. */

/** A score, which may be below zero: `12`, `−3`, with a real minus. */
export function figure(number: number): string {
  return number < 0 ? `−${-number}` : String(number);
}

/** A change: `+2`, `−2`, `0`. */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : figure(change);
}
