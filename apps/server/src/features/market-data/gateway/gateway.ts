// The live gateway: sockets in, NATS behind. It keeps nothing a second copy would need, so it scales by copies; it
// starts without NATS, and while NATS or the quotes role is away the time in its frames stands still and phones say so.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ServerFrame } from '@fairlot/contract/market-data'
import { LIVE_PATH, SESSION_ENDED } from '@fairlot/contract/market-data'
import { subjectsOf } from '@fairlot/contract/venue'
import { lives } from '@fairlot/rules/auth'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Config } from '#platform/config'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import { hashTicket } from '../open-feed.ts'
import { readClientFrame } from './client-frame.ts'
import { openOwnFeed } from './own-feed.ts'
import { Phone } from './phone.ts'
import { openPriceBoard } from './price-board.ts'
import { openSessionWatch } from './session-watch.ts'
import { startRounds } from './rounds.ts'
import { useTicket } from './store.ts'
import { noTraffic, type Traffic, watchTraffic } from './traffic.ts'
import { startWheel } from './wheel.ts'

/** What a phone may send in one message: 120 symbols and some air. */
const largestMessage = 4_096
const mostPhones = 20_000
const greetingLimitMs = 5_000
/** Standard closing codes: broken rules, and a server that will be back. */
const refused = 1008
const restarting = 1012

export interface GatewayDeps {
  readonly config: Pick<Config, 'host' | 'port' | 'publicOrigin' | 'natsNamespace'>
  readonly bus: Bus
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

export interface Gateway {
  readonly port: number
  readonly traffic: Readonly<Traffic>
  stop(): Promise<void>
}

export async function openGateway(deps: GatewayDeps): Promise<Gateway> {
  const { config, bus, db, clock, log, metrics } = deps
  const now = (): number => performance.now()
  const subjects = subjectsOf(config.natsNamespace)
  const traffic = noTraffic()
  const phones = new Set<Phone>()
  const board = openPriceBoard(bus, subjects, db, now)
  const own = openOwnFeed(bus, subjects, db, now)
  const wheel = startWheel<Phone>(now)
  const sessions = openSessionWatch(db, (phone) => hangUp(phone, SESSION_ENDED, 'session ended'))
  watchTraffic(metrics, {
    traffic,
    members: () => sessions.size(),
    guests: () => phones.size - sessions.size(),
    symbols: () => board.size(),
    silence: () => (now() - board.heardAt()) / 1_000,
  })

  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestMessage,
  })
  const server = createServer((request, reply) => {
    const isKnown = request.url === '/healthz' || request.url === '/readyz'
    reply.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    reply.end(JSON.stringify({ alive: isKnown }))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const problem = refusalOf(request)
    if (problem !== undefined) {
      traffic.refused++
      socket.end(`HTTP/1.1 ${problem}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (phone) => accept(phone, socket))
  })

  /** Browsers always say where they come from. Who says nothing is no browser, and no cookie opens anything here. */
  function refusalOf({ url = '', headers }: IncomingMessage): string | undefined {
    if (url.split('?')[0] !== LIVE_PATH) return '404 Not Found'
    if (headers.origin !== undefined && headers.origin !== config.publicOrigin) return '403 Forbidden'
    return phones.size >= mostPhones ? '503 Service Unavailable' : undefined
  }

  function accept(socket: WebSocket, line: Duplex): void {
    const phone = new Phone(socket, line, board, traffic, now())
    phones.add(phone)
    socket.on('message', (data, isBinary) => {
      if (isBinary || !phone.mayTalk(now())) return refuse(phone, isBinary ? 'wrong frame' : 'too frequent')
      // With the default binaryType a text arrives as one Buffer.
      listen(phone, (data as Buffer).toString('utf8'))
    })
    // A broken line reports here first; `close` follows.
    socket.on('error', () => undefined)
    socket.on('close', () => forget(phone))
  }

  function listen(phone: Phone, text: string): void {
    const frame = readClientFrame(text)
    if (frame === undefined) return refuse(phone, 'wrong frame')
    if (frame === 'too-many') return refuse(phone, 'too many symbols')
    if (frame.t === 'hello') {
      void greet(phone, frame.ticket, frame.own)
      return
    }
    if (!phone.isGreeted) return refuse(phone, 'hello first')
    phone.watch(frame.rows, frame.detail, frame.idx, now())
    wheel.seat(phone)
    // What is known goes at once, and the rest as soon as it has been read: nobody waits half a second for a first price.
    phone.tick(now())
    void board.fill().then(
      () => phone.tick(now()),
      (error: unknown) => log.warn({ err: error }, 'quotes could not be read'),
    )
  }

  async function greet(phone: Phone, ticket: string | undefined, seen: number | undefined): Promise<void> {
    try {
      if (ticket !== undefined && phone.memberId === undefined) await admit(phone, ticket, seen)
    } catch (error) {
      // A guest sees prices; the phone asks for another ticket.
      log.warn({ err: error }, 'a ticket could not be checked')
    }
    if (phone.isGone) return
    phone.isGreeted = true
    const hello: ServerFrame = {
      t: 'hello',
      member: phone.memberId !== undefined,
      own: phone.own,
      now: clock.now().getTime(),
    }
    phone.send(JSON.stringify(hello))
    wheel.seat(phone)
    // What cannot be read now is tried again with the next round.
    if (phone.isOwnBehind) await own.catchUp(phone).catch(() => undefined)
  }

  async function admit(phone: Phone, ticket: string, seen: number | undefined): Promise<void> {
    const seenSince = new Date(clock.now().getTime() - lives.sessionIdleMs)
    const admission = await useTicket(db, hashTicket(ticket), seenSince)
    if (admission === undefined || phone.isGone || phone.memberId !== undefined) return
    await own.join(phone, admission.memberId, seen)
    if (phone.isGone) return
    phone.sessionId = admission.sessionId
    sessions.add(phone, admission.sessionId)
  }

  function refuse(phone: Phone, why: string): void {
    if (phone.isGone) return
    traffic.refused++
    hangUp(phone, refused, why)
  }

  function hangUp(phone: Phone, code: number, why: string): void {
    forget(phone)
    phone.socket.close(code, why)
  }

  function forget(phone: Phone): void {
    if (!phones.delete(phone)) return
    wheel.remove(phone)
    sessions.remove(phone)
    own.leave(phone)
    phone.leave(now())
  }

  const rounds = startRounds({
    board,
    own,
    sessions,
    db,
    bus,
    clock,
    log,
    now,
    endUngreeted() {
      for (const phone of phones) {
        if (!phone.isGreeted && now() - phone.joinedAt > greetingLimitMs) refuse(phone, 'no hello')
      }
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Two thousand phones that come back together stand in this queue.
    server.listen({ host: config.host, port: config.port, backlog: 4_096 }, resolve)
  })

  return {
    port: (server.address() as AddressInfo).port,
    traffic,
    async stop() {
      await rounds.stop()
      wheel.stop()
      const closing = [...phones].map(({ socket }) => socket)
      for (const phone of phones) hangUp(phone, restarting, 'restarting')
      board.close()
      const closed = new Promise((resolve) => server.close(resolve))
      // Whoever has not said goodbye within a moment is gone anyway.
      const cut = setTimeout(() => {
        for (const socket of closing) socket.terminate()
        server.closeAllConnections()
      }, 500)
      await closed
      clearTimeout(cut)
    },
  }
}
