// One table of the job that siguo is measured with, by simple rules: four players with 25 hidden pieces each, one move in turn.
// The server sees to turn and ownership and lets two pieces fight; whoever attacks and whoever is attacked change places, so that a
// client knows which moves there are without being told, and the table never ends.

export const SEATS = 4
export const PIECES = 25
export const POINTS = 129
const LIMIT = 120_000

/** Ranks as in the game: more of the small ones. */
const ARMY = [12, 11, 10, 10, 9, 9, 8, 8, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 2, 2, 2, 1]

/** What stands on each point: 0, or (seat + 1) * 16 + rank. Seat n begins on the points from n * 25 on. */
export function deal() {
  const points = new Array(POINTS).fill(0)
  for (let seat = 0; seat < SEATS; seat++) {
    const army = [...ARMY]
    for (let at = 0; at < PIECES; at++) {
      const [rank] = army.splice(Math.floor(Math.random() * army.length), 1)
      points[seat * PIECES + at] = (seat + 1) * 16 + rank
    }
  }
  return points
}

export const seatOf = (piece) => (piece >> 4) - 1
export const rankOf = (piece) => piece & 15

/** What somebody may know of a piece: all of an own one, of others that they are there. */
export const seenBy = (seat, piece) => (seatOf(piece) === seat ? piece : piece & 0xf0)

/** Where that seat's pieces may go, as whoever is on turn is told: one point to either side. */
export function legal(points, seat) {
  const moves = []
  for (let from = 0; from < POINTS; from++) {
    if (points[from] === 0 || seatOf(points[from]) !== seat) continue
    const to = [from - 1, from + 1].filter((at) => at >= 0 && at < POINTS && seatOf(points[at]) !== seat)
    if (to.length > 0) moves.push([from, to])
  }
  return moves
}

/** The clock of a turn that begins. */
export const clock = (seat, now) => ({ seat, deadline: now + LIMIT, limit: LIMIT })

/** What comes of a move, 1 if the attacker wins, -1 if it loses, 0 if nobody is there or both are equal; undefined if it is not allowed. */
export function judge(points, seat, from, to) {
  const [mover, target] = [points[from], points[to]]
  if (!mover || target === undefined || seatOf(mover) !== seat || seatOf(target) === seat) return undefined
  return target === 0 ? 0 : Math.sign(rankOf(mover) - rankOf(target))
}
