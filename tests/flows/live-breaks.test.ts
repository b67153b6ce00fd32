// The phone's side of the feed while a gateway and NATS go down and come back.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { timeLimit, until } from '@fairlot/testkit/until'
import { type NatsService, startNats } from '../../packages/testkit/src/services/nats.ts'
import { findFreePort, portAnswers } from '../../packages/testkit/src/services/process.ts'
import { ONLY } from '../../apps/member/src/shell/live/cells.ts'
import { HIDDEN_AFTER_MS } from '../../apps/member/src/shell/live/feed.ts'
import type { Feed } from '../../apps/member/src/shell/live/freshness.ts'
import { type AppFeed, createAppFeed } from './support/app-feed.ts'
import { childEnvironment } from './support/child-environment.ts'
import { type LiveMarket, openLiveMarket } from './support/live-market.ts'
import { testEnvironment } from './support/test-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairlot-live-'))
let database: TestDatabase
let nats: NatsService
let natsPorts: [port: number, monitor: number]
let market: LiveMarket
let port = 0
let gateway: ChildProcess
const phones: Phone[] = []
const heartbeats: NodeJS.Timeout[] = []

interface Phone {
  readonly feed: AppFeed
  isVisible: boolean
  isOnline: boolean
  readonly sockets: WebSocket[]
  asked: string[]
  stop(): void
}

const startGatewayProcess = async (): Promise<void> => {
  gateway = spawn(process.execPath, [join(import.meta.dirname, '../../apps/server/src/main.ts'), 'live'], {
    stdio: 'inherit',
    env: {
      ...childEnvironment(),
      ...testEnvironment(database, {
        DATABASE_URL: database.liveUrl,
        NATS_URL: nats.url,
        NATS_MONITOR_URL: nats.monitorUrl,
        PORT: String(port),
      }),
    },
  })
  await until('the gateway', () => portAnswers(port))
}
const killGateway = async (): Promise<void> => {
  const gone = new Promise((resolve) => {
    gateway.once('exit', resolve)
  })
  gateway.kill('SIGKILL')
  await gone
}
const startNatsServer = async (): Promise<void> => {
  const [at, monitorPort] = natsPorts
  nats = await startNats({ folder: join(folder, 'nats'), port: at, monitorPort })
}

beforeAll(async () => {
  database = await openTestDatabase()
  natsPorts = [await findFreePort(), await findFreePort()]
  port = await findFreePort()
  await startNatsServer()
  market = await openLiveMarket(database, nats.url)
  await market.list('2330', '2317')
  await startGatewayProcess()
})
afterEach(() => {
  for (const phone of phones.splice(0)) phone.stop()
  for (const heartbeat of heartbeats.splice(0)) clearInterval(heartbeat)
})
afterAll(async () => {
  await market.close()
  await killGateway()
  await nats.stop()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The app's feed with this process as its browser. */
function phone(): Phone {
  const made: Phone = {
    isVisible: true,
    isOnline: true,
    sockets: [],
    asked: [],
    feed: createAppFeed({
      openSocket: () => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/live`)
        made.sockets.push(socket)
        return socket
      },
      isVisible: () => made.isVisible,
      isOnline: () => made.isOnline,
      token: () => undefined,
      ticket: () => Promise.resolve(undefined),
      readRows: (symbols) => {
        made.asked.push(...symbols)
        return Promise.resolve(undefined)
      },
      readQuote: () => Promise.resolve(undefined),
      readTape: () => Promise.resolve([]),
      requestFrame: (run) => void setTimeout(run, 16),
      random: Math.random,
      now: () => performance.now(),
      date: () => Date.now(),
    }),
    stop: () => undefined,
  }
  phones.push(made)
  return made
}
const watching = (made: Phone, ...rows: readonly string[]): Phone => {
  made.stop = made.feed.watch({ rows })
  return made
}
const state = (made: Phone): Feed['state'] | undefined => made.feed.state.get(ONLY)?.state
const sendHeartbeats = (): void =>
  void heartbeats.push(setInterval(() => void market.sendHeartbeat().catch(() => undefined), 500))
const live = (made: Phone): Promise<true> => until('a live feed', () => state(made) === 'live')
const shows = (made: Phone, symbol: string, price: number): Promise<true> =>
  until(`${symbol} at ${price}`, () => made.feed.rows.get(symbol)?.last === price)

test('prices become stale without NATS and recover with it', async () => {
  sendHeartbeats()
  const made = watching(phone(), '2330', '2317')
  await live(made)
  await shows(made, '2330', market.newest('2330').p!)
  await nats.stop()
  const cut = performance.now()
  await until('stale', () => state(made) === 'stale')
  expect(performance.now() - cut).toBeGreaterThan(8_000)
  expect(Date.now() - made.feed.state.get(ONLY)!.since!).toBeGreaterThan(9_000)
  expect(made.sockets).toHaveLength(1)
  // This trade is not announced; only the tables have it.
  await market.trade('2330', 11_111, { silent: true })
  await startNatsServer()
  await live(made)
  await shows(made, '2330', 11_111)
  await market.trade('2317', 10_777)
  await shows(made, '2317', 10_777)
})

test('every client recovers missed prices after a gateway is killed', async () => {
  sendHeartbeats()
  const crowd = Array.from({ length: 60 }, () => watching(phone(), '2330'))
  for (const made of crowd) await live(made)
  await killGateway()
  await market.trade('2330', 12_222, { silent: true })
  await startGatewayProcess()
  // The bench measures from the kill; the start time of a process depends mostly on the machine.
  const there = performance.now()
  for (const made of crowd) await shows(made, '2330', 12_222)
  for (const made of crowd) await live(made)
  expect(performance.now() - there).toBeLessThan(timeLimit(10_000))
  // The gateway answered for everything, so no REST request was needed.
  expect(crowd.flatMap(({ asked }) => asked)).toEqual([])
})

test('after a break, unknown symbols are read by REST', async () => {
  sendHeartbeats()
  const made = watching(phone(), '2330', 'NOSUCH')
  await live(made)
  expect(made.asked).toEqual([])
  await killGateway()
  await startGatewayProcess()
  await until('the question', () => made.asked.length > 0)
  expect(made.asked).toEqual(['NOSUCH'])
})

test('the gateway starts and serves the tables without NATS', async () => {
  await killGateway()
  await nats.stop()
  await startGatewayProcess()
  const made = watching(phone(), '2330')
  await shows(made, '2330', market.newest('2330').p!)
  expect(state(made)).not.toBe('live')
  sendHeartbeats()
  await startNatsServer()
  await live(made)
})

test('a hidden page disconnects after a while and reconnects when visible', async () => {
  sendHeartbeats()
  const made = watching(phone(), '2330')
  await live(made)
  made.isVisible = false
  made.feed.checkConnection()
  made.isVisible = true
  made.feed.checkConnection()
  expect(made.sockets).toHaveLength(1)
  made.isVisible = false
  made.feed.checkConnection()
  const hidden = performance.now()
  await until('the end', () => made.sockets[0]!.readyState === WebSocket.CLOSED)
  expect(performance.now() - hidden).toBeGreaterThan(HIDDEN_AFTER_MS - 100)
  await market.trade('2330', 13_333)
  made.isVisible = true
  made.feed.checkConnection()
  await shows(made, '2330', 13_333)
  expect(made.sockets).toHaveLength(2)
})

test('the feed reports offline and recovers when the network returns', async () => {
  sendHeartbeats()
  const made = watching(phone(), '2330')
  await live(made)
  made.isOnline = false
  made.feed.checkConnection()
  expect(state(made)).toBe('offline')
  made.isOnline = true
  made.feed.checkConnection()
  await live(made)
})
