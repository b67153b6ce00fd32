// The live gateway: sockets in front, NATS behind. It holds no state that a second copy would need, so it scales by
// copies. It starts without NATS; while NATS or the quotes role is down, the time in its frames stops and clients show
// it.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ServerFrame } from '@fairlot/contract/market-data'
import { FEED_FULL, LIVE_PATH, SESSION_ENDED } from '@fairlot/contract/market-data'
import { subjectsOf } from '@fairlot/contract/venue'
import { lives } from '@fairlot/rules/auth'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Config } from '#platform/config'
import type { Db } from '#platform/db'
import { closeSocket } from '#platform/http/close-socket'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import { hashTicket } from '../open-feed.ts'
import { readClientFrame } from './client-frame.ts'
import { openMemberEventFeed } from './member-event-feed.ts'
import { ClientConnection } from './client-connection.ts'
import { openQuoteCache } from './quote-cache.ts'
import { openSessionWatch } from './session-watch.ts'
import { startMaintenance } from './maintenance.ts'
import { useTicket } from './store.ts'
import { noTraffic, type Traffic, watchTraffic } from './traffic.ts'
import { startTickScheduler } from './tick-scheduler.ts'

/** The largest message of a client: 120 symbols and some margin. */
const largestMessage = 4_096
const helloLimitMs = 5_000
/** Standard close codes: policy violation, and service restart. */
const refused = 1008
const restarting = 1012

export interface GatewayDeps {
  readonly config: Pick<Config, 'host' | 'port' | 'publicOrigin' | 'natsNamespace' | 'live'>
  readonly bus: Bus
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

export interface Gateway {
  readonly port: number
  readonly traffic: Readonly<Traffic>
  /** Sockets open now. */
  clients(): number
  stop(): Promise<void>
}

export async function openGateway(deps: GatewayDeps): Promise<Gateway> {
  const { config, bus, db, clock, log, metrics } = deps
  const now = (): number => performance.now()
  const subjects = subjectsOf(config.natsNamespace)
  const traffic = noTraffic()
  const clients = new Set<ClientConnection>()
  const guests = new Set<ClientConnection>()
  /** Connections that have not said hello, the oldest first. */
  const unauthenticated = new Set<ClientConnection>()
  const maxGuests = config.live.max - config.live.memberReserve
  const quotes = openQuoteCache(bus, subjects, db, now, () => metrics.sealsRefused.inc())
  const own = openMemberEventFeed(bus, subjects, db, now)
  const scheduler = startTickScheduler<ClientConnection>(now)
  const sessions = openSessionWatch(db, (client) => closeClient(client, SESSION_ENDED, 'session ended'))
  watchTraffic(metrics, {
    traffic,
    members: () => sessions.size(),
    guests: () => guests.size,
    symbols: () => quotes.size(),
    silence: () => (now() - quotes.heardAt()) / 1_000,
  })

  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestMessage,
  })
  const server = createServer(
    { requestTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    (request, reply) => {
      const isKnown = request.url === '/healthz'
      reply.writeHead(isKnown ? 200 : 404, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      })
      reply.end(JSON.stringify({ alive: isKnown }))
    },
  )
  // Some margin above the sockets, for pending upgrades and health checks.
  server.maxConnections = config.live.max + 1_000
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const problem = refusalOf(request)
    if (problem !== undefined) {
      traffic.refused++
      closeSocket(socket, `HTTP/1.1 ${problem}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => accept(client, socket))
  })

  /** Browsers always send an origin. A client without one is no browser, and no cookie grants anything here. */
  function refusalOf({ url = '', headers }: IncomingMessage): string | undefined {
    if (url.split('?')[0] !== LIVE_PATH) return '404 Not Found'
    if (headers.origin !== undefined && headers.origin !== config.publicOrigin) return '403 Forbidden'
    return hasRoom() ? undefined : '503 Service Unavailable'
  }

  /** A full gateway closes the socket that has waited longest without a hello: a member may be next. */
  function hasRoom(): boolean {
    if (clients.size < config.live.max) return true
    const [oldest] = unauthenticated
    if (oldest === undefined) return false
    traffic.refused++
    closeClient(oldest, FEED_FULL, 'no room')
    return true
  }

  function accept(socket: WebSocket, line: Duplex): void {
    const client = new ClientConnection(socket, line, quotes, traffic, now())
    clients.add(client)
    unauthenticated.add(client)
    socket.on('message', (data, isBinary) => {
      if (isBinary || !client.mayTalk(now())) return refuse(client, isBinary ? 'wrong frame' : 'too frequent')
      // With the default binaryType a text arrives as one Buffer.
      listen(client, (data as Buffer).toString('utf8'))
    })
    // A broken connection reports an error first; `close` follows.
    socket.on('error', () => undefined)
    socket.on('close', () => forget(client))
  }

  function listen(client: ClientConnection, text: string): void {
    const frame = readClientFrame(text)
    if (frame === undefined) return refuse(client, 'wrong frame')
    if (frame === 'too-many') return refuse(client, 'too many symbols')
    if (frame.t === 'hello') {
      void authenticate(client, frame.ticket, frame.own)
      return
    }
    if (!client.isGreeted) return refuse(client, 'hello first')
    client.watch(frame.rows, frame.detail, frame.idx, now())
    scheduler.schedule(client)
    // Send known values at once and the others as soon as they are read: the first price must not wait half a second.
    client.tick(now())
    void quotes.fill().then(
      () => client.tick(now()),
      (error: unknown) => log.warn({ err: error }, 'quotes could not be read'),
    )
  }

  async function authenticate(
    client: ClientConnection,
    ticket: string | undefined,
    seen: number | undefined,
  ): Promise<void> {
    try {
      if (ticket !== undefined && client.memberId === undefined) await admit(client, ticket, seen)
    } catch (error) {
      // The client stays a guest, who sees prices, and asks for another ticket.
      log.warn({ err: error }, 'a ticket could not be checked')
    }
    if (client.isGone) return
    unauthenticated.delete(client)
    if (client.memberId !== undefined) guests.delete(client)
    else if (guests.size >= maxGuests && !guests.has(client)) {
      traffic.refused++
      return closeClient(client, FEED_FULL, 'no room for guests')
    } else guests.add(client)
    client.isGreeted = true
    const hello: ServerFrame = {
      t: 'hello',
      member: client.memberId !== undefined,
      own: client.own,
      now: clock.now().getTime(),
    }
    client.send(JSON.stringify(hello))
    scheduler.schedule(client)
    // A failed read is tried again in the next round.
    if (client.isOwnBehind) await own.catchUp(client).catch(() => undefined)
  }

  async function admit(client: ClientConnection, ticket: string, seen: number | undefined): Promise<void> {
    const seenSince = new Date(clock.now().getTime() - lives.sessionIdleMs)
    const admission = await useTicket(db, hashTicket(ticket), seenSince)
    if (admission === undefined || client.isGone || client.memberId !== undefined) return
    await own.join(client, admission.memberId, seen)
    if (client.isGone) return
    client.sessionId = admission.sessionId
    sessions.add(client, admission.sessionId)
  }

  function refuse(client: ClientConnection, why: string): void {
    if (client.isGone) return
    traffic.refused++
    closeClient(client, refused, why)
  }

  function closeClient(client: ClientConnection, code: number, why: string): void {
    forget(client)
    client.socket.close(code, why)
  }

  function forget(client: ClientConnection): void {
    if (!clients.delete(client)) return
    guests.delete(client)
    unauthenticated.delete(client)
    scheduler.remove(client)
    sessions.remove(client)
    own.leave(client)
    client.leave(now())
  }

  const maintenance = startMaintenance({
    quotes,
    own,
    sessions,
    db,
    bus,
    clock,
    log,
    now,
    endUnauthenticated() {
      for (const client of unauthenticated) {
        if (now() - client.joinedAt > helloLimitMs) refuse(client, 'no hello')
      }
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Two thousand clients that reconnect together wait in this queue.
    server.listen({ host: config.host, port: config.port, backlog: 4_096 }, resolve)
  })

  return {
    port: (server.address() as AddressInfo).port,
    traffic,
    clients: () => clients.size,
    async stop() {
      await maintenance.stop()
      scheduler.stop()
      const closing = [...clients].map(({ socket }) => socket)
      for (const client of clients) closeClient(client, restarting, 'restarting')
      quotes.close()
      const closed = new Promise((resolve) => server.close(resolve))
      // Clients that do not close within a moment are terminated.
      const cut = setTimeout(() => {
        for (const socket of closing) socket.terminate()
        server.closeAllConnections()
      }, 500)
      await closed
      clearTimeout(cut)
    },
  }
}
