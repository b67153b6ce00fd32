// The minimum a Node process needs to send these frames on these sockets: a `ws` server and a loop of `send`. The
// gateway's cost is compared with it.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

const slots = 20
const everyMs = 25

const seats: WebSocket[][] = Array.from({ length: slots }, () => [])
let frames: readonly string[] = []
let next = 0
let seated = 0

const server = createServer()
new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false }).on(
  'connection',
  (socket) => {
    const seat = seats[seated++ % slots]!
    seat.push(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => void seat.splice(seat.indexOf(socket), 1))
  },
)

let done = Math.floor(performance.now() / everyMs)
setInterval(() => {
  const due = Math.floor(performance.now() / everyMs)
  for (let slot = Math.max(done + 1, due - slots + 1); slot <= due; slot++) {
    for (const socket of seats[slot % slots]!) {
      const frame = frames[next++ % frames.length]
      if (frame !== undefined) socket.send(frame)
    }
  }
  done = due
}, everyMs)

process.on('message', (given: { frames: readonly string[] }) => {
  ;({ frames } = given)
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  process.send!({ port: (server.address() as AddressInfo).port })
})
