// The live gateway: sockets in front, NATS behind. It holds no state that a second copy would need, so it scales by
// copies. It starts without NATS; while NATS or the quotes role is down, the time in its frames stops and clients show
// it.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { LIVE_PATH, SESSION_ENDED } from '@fairlot/contract/live'
import { subjectsOf } from '@fairlot/contract/venue'
import { WebSocketServer } from 'ws'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Config } from '#platform/config'
import type { Db } from '#platform/db'
import { closeSocket } from '#platform/http/close-socket'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import { type AnswerDeps, answerClient } from './answer-client.ts'
import type { ClientConnection } from './client-connection.ts'
import { type Clients, openClients } from './clients.ts'
import { openExecutedFeed } from './executed-feed.ts'
import { openMemberEventFeed } from './member-event-feed.ts'
import type { QuoteSource } from './quote-source.ts'
import { openSessionWatch } from './session-watch.ts'
import { startMaintenance } from './maintenance.ts'
import { noTraffic, type Traffic, watchTraffic } from './traffic.ts'
import { startTickScheduler } from './tick-scheduler.ts'

/** The largest message of a client: 120 symbols and some margin. */
const largestMessage = 4_096
/** Standard close code: service restart. */
const restarting = 1012

export interface GatewayDeps {
  readonly config: Pick<Config, 'host' | 'port' | 'publicOrigin' | 'natsNamespace' | 'live'>
  readonly bus: Bus
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** Closed with the gateway. */
  readonly quotes: QuoteSource
}

export interface Gateway {
  readonly port: number
  readonly traffic: Readonly<Traffic>
  /** Sockets open now. */
  clients(): number
  stop(): Promise<void>
}

export async function openGateway(deps: GatewayDeps): Promise<Gateway> {
  const { config, bus, db, clock, log, metrics, quotes } = deps
  const now = (): number => performance.now()
  const subjects = subjectsOf(config.natsNamespace)
  const traffic = noTraffic()
  const own = openMemberEventFeed(bus, subjects, db, now)
  const executed = openExecutedFeed(bus, subjects, db, own, now)
  const scheduler = startTickScheduler<ClientConnection>(now)
  const clients = openClients(config.live, traffic, now, (client) => {
    scheduler.remove(client)
    sessions.remove(client)
    own.leave(client)
    client.leave(now())
  })
  const sessions = openSessionWatch(db, (client) => clients.close(client, SESSION_ENDED, 'session ended'))
  watchTraffic(metrics, {
    traffic,
    members: () => sessions.size(),
    guests: () => clients.guests(),
    symbols: () => quotes.size(),
    silence: () => (now() - quotes.heardAt()) / 1_000,
  })
  const answerDeps = { clients, quotes, own, executed, sessions, scheduler, traffic, db, clock, log, now }

  const server = openServer(config.publicOrigin, answerDeps)
  // Some margin above the sockets, for pending upgrades and health checks.
  server.maxConnections = config.live.max + 1_000

  const maintenance = startMaintenance({
    ...answerDeps,
    bus,
    endUnauthenticated: () => clients.endUnauthenticated(),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Two thousand clients that reconnect together wait in this queue.
    server.listen({ host: config.host, port: config.port, backlog: 4_096 }, resolve)
  })

  return {
    port: (server.address() as AddressInfo).port,
    traffic,
    clients: () => clients.open.size,
    async stop() {
      await maintenance.stop()
      await executed.stop()
      scheduler.stop()
      const closing = [...clients.open].map(({ socket }) => socket)
      for (const client of clients.open) clients.close(client, restarting, 'restarting')
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

/** Answers health checks, and upgrades the clients for whom there is room. */
function openServer(publicOrigin: string, answerDeps: AnswerDeps): Server {
  const { clients, traffic } = answerDeps
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
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const problem = refusalOf(request, publicOrigin, clients)
    if (problem !== undefined) {
      traffic.refused++
      closeSocket(socket, `HTTP/1.1 ${problem}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => answerClient(answerDeps, client, socket))
  })
  return server
}

/** Browsers always send an origin. A client without one is no browser, and no cookie grants anything here. */
function refusalOf(
  { url = '', headers }: IncomingMessage,
  publicOrigin: string,
  clients: Clients,
): string | undefined {
  if (url.split('?')[0] !== LIVE_PATH) return '404 Not Found'
  if (headers.origin !== undefined && headers.origin !== publicOrigin) return '403 Forbidden'
  return clients.hasRoom() ? undefined : '503 Service Unavailable'
}
