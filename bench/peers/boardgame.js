// The job on boardgame.io: node boardgame.js PORT update|patch
// `update`: each player is sent its view of the whole state. `patch`: what has changed in it.
import { createRequire } from 'node:module'
import { clock, deal, judge, legal, SEATS, seenBy } from './table.js'

const require = createRequire(import.meta.url)
const { INVALID_MOVE } = require('boardgame.io/core')
const { Server } = require('boardgame.io/server')

const [port, kind] = process.argv.slice(2)

/** What has changed in a list of numbers is looked for in a time that grows with its square; in an object, at once. */
const shape = (list) => (kind === 'patch' ? { ...list } : list)

const table = {
  name: 'table',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  deltaState: kind === 'patch',
  setup: () => ({ points: deal(), result: 0, clock: clock(0, Date.now()) }),
  playerView: ({ G, ctx, playerID }) => {
    const seat = Number(playerID)
    const points = G.points.map((piece) => seenBy(seat, piece))
    const view = { points: shape(points), result: G.result, clock: G.clock }
    if (ctx.currentPlayer === playerID) view.legal = shape(legal(G.points, seat))
    return view
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    move: {
      client: false,
      move: ({ G, playerID }, from, to) => {
        const seat = Number(playerID)
        const result = judge(G.points, seat, from, to)
        if (result === undefined) return INVALID_MOVE
        const points = [...G.points]
        points[from] = G.points[to]
        points[to] = G.points[from]
        return { points, result, clock: clock((seat + 1) % SEATS, Date.now()) }
      },
    },
  },
}

const server = Server({ games: [table], origins: [] })
server.run(Number(port), () => console.log('listening'))
