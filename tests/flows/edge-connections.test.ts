// Connections end after an error, and their number is bounded: on the members' API, the console and the live gateway.

import { connect, type Socket } from 'node:net'
import { type TestDatabase, openTestDatabase } from '@fairlot/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { type HttpServer, openHttp } from '../../apps/server/src/platform/http.ts'
import { consoleSurface } from '../../apps/server/src/platform/http/console-surface.ts'
import { makeRateLimiter } from '../../apps/server/src/platform/rate-limits.ts'
import { closeRedis, openRedis } from '../../apps/server/src/platform/redis.ts'
import { captureLog } from './support/captured-log.ts'
import { type PlatformHttp, startPlatformHttp } from './support/platform-http.ts'
import { testConfig } from './support/test-config.ts'

const environment = {
  REQUEST_LIMIT_SECONDS: '1',
  MAX_CONNECTIONS: '60',
  CONSOLE_ORIGIN: 'http://localhost:8090',
}
const perKind = 12

interface Edge {
  readonly port: number
  connections(): Promise<number>
}

let database: TestDatabase
let member: PlatformHttp
let stopConsole: () => Promise<void>
const edges = new Map<string, Edge>()
const open: Socket[] = []

const edgeOf = ({ app }: HttpServer, port: number): Edge => ({
  port,
  connections: () =>
    new Promise((resolve, reject) => {
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
    }),
})

beforeAll(async () => {
  database = await openTestDatabase()
  member = await startPlatformHttp(database, () => [], { environment })
  edges.set('api', edgeOf(member.http, Number(new URL(member.base).port)))
  const config = { ...testConfig(database, environment) }
  const { log } = captureLog('console')
  const redis = openRedis(config, log)
  const console = await openHttp({
    config,
    log,
    metrics: member.metrics,
    db: member.db,
    clock: systemClock,
    surface: consoleSurface({
      console: { ...config.console!, port: 0 },
      secrets: config.secrets,
      gate: { authenticate: async () => undefined },
      rateLimiter: makeRateLimiter({ redis, metrics: member.metrics, factor: 1 }),
    }),
    routes: [],
  })
  edges.set('console', edgeOf(console, await console.listen()))
  stopConsole = async () => {
    await console.close()
    await closeRedis(redis)
  }
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})
afterAll(async () => {
  await stopConsole()
  await member.stop()
  await database.close()
})

interface Client {
  readonly socket: Socket
  text: string
  isReset: boolean
  /** Whether it has seen the end, and therefore everything before it. */
  isOver: boolean
}

/** A client that never closes its own side: only the server can end the connection. */
const connectTo = (port: number, send: (socket: Socket) => void): Promise<Client> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const client: Client = { socket, text: '', isReset: false, isOver: false }
    socket.on('data', (data) => (client.text += data.toString()))
    for (const end of ['end', 'close']) socket.once(end, () => (client.isOver = true))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.on('error', () => (client.isReset = true))
      send(socket)
      resolve(client)
    })
    open.push(socket)
  })

// A browser opens connections before it needs them, and takes whatever arrives on one as the answer to its next request.
// A connection that runs out of time therefore gets no answer.
const noAnswer = /^$/
const kinds: readonly [name: string, send: (socket: Socket) => void, answer: RegExp | undefined][] = [
  ['malformed', (socket) => socket.write('HELLO\r\n\r\n'), /^HTTP\/1.1 400/],
  ['slow', (socket) => socket.write('POST /x HTTP/1.1\r\nHost: x\r\n'), noAnswer],
  ['silent', () => undefined, noAnswer],
  ['half-closed', (socket) => socket.end('POST /x HTTP/1.1\r\nHost: x\r\n'), undefined],
]

describe.each(['api', 'console'])('%s', (name) => {
  test.each(kinds)('%s clients keep no connection', async (_kind, send, answer) => {
    const edge = edges.get(name)!
    expect(await edge.connections()).toBe(0)
    const clients = await Promise.all(Array.from({ length: perKind }, () => connectTo(edge.port, send)))
    await until('the connections to end', async () => (await edge.connections()) === 0)
    await until('the clients to see it', () => clients.every(({ isOver }) => isOver))
    if (answer) for (const { text } of clients) expect(text).toMatch(answer)
  })

  test('a connection above the limit is closed at once', async () => {
    const edge = edges.get(name)!
    const clients = await Promise.all(Array.from({ length: 70 }, () => connectTo(edge.port, () => undefined)))
    expect(await edge.connections()).toBeLessThanOrEqual(60)
    await until('the connections to end', async () => (await edge.connections()) === 0)
    expect(clients).toHaveLength(70)
    expect((await fetch(`http://127.0.0.1:${edge.port}/healthz`)).status).toBe(200)
  })
})
