// The job on Colyseus: node colyseus.js PORT messages|view
// `messages`: each player is sent what it may know of the move. `view`: a state of which each player sees a filtered view, and a patch for each.
// In both the mover has an answer, and whoever is on turn is told where it may go.
import { Room, Server } from '@colyseus/core'
import { ArraySchema, schema, StateView } from '@colyseus/schema'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { clock, deal, judge, legal, PIECES, POINTS, rankOf, SEATS, seatOf, seenBy } from './table.js'

const [port, kind] = process.argv.slice(2)

class Messages extends Room {
  maxClients = SEATS
  points = deal()
  no = 0
  // There is no state, so there are no patches.
  patchRate = null

  onCreate() {
    this.onMessage('move', (client, { id, from, to }) => {
      const seat = client.userData
      if (seat !== this.no % SEATS) return
      const result = judge(this.points, seat, from, to)
      if (result === undefined) return
      const [mover, target] = [this.points[from], this.points[to]]
      this.points[from] = target
      this.points[to] = mover
      this.no += 1
      client.send('answer', { id, no: this.no })
      const turn = this.no % SEATS
      const at = Date.now()
      for (const viewer of this.clients) {
        const [piece, other] = [mover, target].map((piece) => seenBy(viewer.userData, piece))
        const event = { no: this.no, at, seat, from, to, piece, other, result, clock: clock(turn, at) }
        if (viewer.userData === turn) event.legal = legal(this.points, turn)
        viewer.send('event', event)
      }
    })
  }

  onJoin(client, { seat }) {
    client.userData = seat
  }
}

const Piece = schema({ seat: 'uint8', at: 'uint8', rank: { type: 'uint8', view: true } })
const Board = schema({ no: 'uint32', turn: 'uint8', result: 'int8', deadline: 'number', pieces: [Piece] })

class View extends Room {
  maxClients = SEATS
  /** The index of the piece on each point. */
  points = new Array(POINTS).fill(-1)
  // A move is told at once, and not twenty times a second.
  patchRate = null

  onCreate() {
    this.ranks = deal()
    this.state = new Board()
    this.state.assign({ no: 0, turn: 0, result: 0, deadline: 0, pieces: new ArraySchema() })
    for (let at = 0; at < SEATS * PIECES; at++) {
      const piece = new Piece()
      piece.assign({ seat: seatOf(this.ranks[at]), at, rank: rankOf(this.ranks[at]) })
      this.state.pieces.push(piece)
      this.points[at] = at
    }
    this.onMessage('move', (client, { id, from, to }) => {
      const seat = client.userData
      if (seat !== this.state.turn) return
      const result = judge(this.ranks, seat, from, to)
      if (result === undefined) return
      for (const board of [this.ranks, this.points]) [board[from], board[to]] = [board[to], board[from]]
      for (const at of [from, to]) if (this.points[at] >= 0) this.state.pieces[this.points[at]].at = at
      this.state.no += 1
      this.state.turn = this.state.no % SEATS
      this.state.result = result
      this.state.deadline = clock(this.state.turn, Date.now()).deadline
      client.send('answer', { id, no: this.state.no })
      this.broadcastPatch()
      const next = this.clients.find((one) => one.userData === this.state.turn)
      next?.send('legal', legal(this.ranks, this.state.turn))
    })
  }

  onJoin(client, { seat }) {
    client.userData = seat
    client.view = new StateView()
    for (const piece of this.state.pieces) if (piece.seat === seat) client.view.add(piece)
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false })
server.define('table', { messages: Messages, view: View }[kind])
await server.listen(Number(port), '127.0.0.1')
console.log('listening')
