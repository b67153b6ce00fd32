// How many live sockets one network and all guests together may hold, and how many are reserved for members.

import { type AddressInfo, createServer } from 'node:net'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import { until } from '@fairlot/testkit/until'
import { FEED_FULL } from '../../packages/contract/src/live/socket.ts'
import { type RunningLive, startLive } from '../../apps/server/src/roles/live.ts'
import { createAppFeed } from './support/app-feed.ts'
import { captureLog } from './support/captured-log.ts'
import { type LiveMarket, openLiveMarket } from './support/live-market.ts'
import { type LivePhone, openPhone } from './support/live-phone.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { testConfig } from './support/test-config.ts'

const limits = { LIVE_MAX: '8', LIVE_MEMBER_RESERVE: '4' }
const perNetwork = 6

let database: TestDatabase
let live: RunningLive
let api: TestApi
let market: LiveMarket
const open: LivePhone[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  live = await startLive(
    { ...testConfig(database, limits), databaseUrl: database.liveUrl },
    { log: captureLog('live').log },
  )
  api = await startTestApi({
    database,
    environment: { LIVE_UPSTREAM: `http://127.0.0.1:${live.port}`, LIVE_PER_NETWORK: String(perNetwork) },
  })
  market = await openLiveMarket(database, testServices().natsUrl)
  await market.list('2330')
})
afterEach(async () => {
  for (const phone of open.splice(0)) phone.close()
  await until('the gateway to be empty', () => live.gateway.clients() === 0)
})
afterAll(async () => {
  await market.close()
  await api.stop()
  await live.stop()
  await database.close()
})

const phoneFrom = async (network: string): Promise<LivePhone> => {
  const made = await openPhone(api.api.port, undefined, { 'x-forwarded-for': network })
  open.push(made)
  return made
}
const ticketOf = async ({ client }: TestMember): Promise<string> =>
  (await client.call<{ ticket: string }>('/market/openFeed')).body.data.ticket

describe('one network', () => {
  test('a socket above the limit of its network is closed with FEED_FULL', async () => {
    for (let count = 0; count < perNetwork; count++) await phoneFrom('203.0.113.5')
    const extra = await phoneFrom('203.0.113.5')
    await until('the refusal', () => extra.closed() !== undefined)
    expect(extra.closed()?.code).toBe(FEED_FULL)
    const elsewhere = await phoneFrom('203.0.113.6')
    await elsewhere.hello()
    expect(elsewhere.closed()).toBeUndefined()
  })

  test('addresses of one IPv6 /64 count together', async () => {
    for (let count = 0; count < perNetwork; count++) await phoneFrom(`2001:db8:1:2::${count + 1}`)
    const extra = await phoneFrom('2001:db8:1:2:ffff::1')
    await until('the refusal', () => extra.closed() !== undefined)
    expect(extra.closed()?.code).toBe(FEED_FULL)
  })

  test('a socket that ended makes room for another', async () => {
    for (let count = 0; count < perNetwork; count++) await phoneFrom('203.0.113.9')
    open.at(-1)!.close()
    const found = await until('room', async () => {
      const next = await phoneFrom('203.0.113.9')
      await until('an answer', () => next.closed() !== undefined || next.socket.readyState === 1)
      next.say({ t: 'hello' })
      return until('hello or refusal', () => (next.hellos.length > 0 ? 'in' : next.closed() && 'out')).then(
        (answer) => answer === 'in',
      )
    })
    expect(found).toBe(true)
  })
})

describe('a gateway full of guests', () => {
  const fillWithGuests = async (): Promise<void> => {
    for (let count = 0; count < 4; count++) await (await phoneFrom(`198.51.100.${count}`)).hello()
  }

  test('the next guest is closed with FEED_FULL', async () => {
    await fillWithGuests()
    const extra = await phoneFrom('198.51.100.99')
    extra.say({ t: 'hello' })
    await until('the refusal', () => extra.closed() !== undefined)
    expect(extra.closed()?.code).toBe(FEED_FULL)
  })

  test('members still connect', async () => {
    const members = await Promise.all([api.member(), api.member(), api.member(), api.member()])
    await fillWithGuests()
    for (const [at, member] of members.entries()) {
      const made = await phoneFrom(`192.0.2.${at}`)
      await made.hello({ ticket: await ticketOf(member) })
      expect(made.hellos.at(-1)!.member).toBe(true)
    }
  })

  test('sockets that never say hello give way to members', async () => {
    const member = await api.member()
    await fillWithGuests()
    for (let count = 0; count < 6; count++) await phoneFrom(`198.51.100.${100 + count}`)
    const made = await phoneFrom('192.0.2.50')
    await made.hello({ ticket: await ticketOf(member) })
    expect(made.hellos.at(-1)!.member).toBe(true)
  })

  test('the app of a member reconnects with its ticket after a refusal', async () => {
    const member = await api.member()
    await fillWithGuests()
    const sockets: WebSocket[] = []
    const asked: string[] = []
    const feed = createAppFeed({
      openSocket: () => {
        const socket = new WebSocket(`ws://127.0.0.1:${api.api.port}/live`)
        sockets.push(socket)
        return socket
      },
      isVisible: () => true,
      isOnline: () => true,
      token: () => 'token',
      ticket: () => ticketOf(member),
      readRows: async (symbols) => {
        asked.push(...symbols)
        return []
      },
      readQuote: async () => undefined,
      readTape: async () => undefined,
      requestFrame: (run) => void setTimeout(run, 0),
      random: () => 0,
      now: () => performance.now(),
      date: () => Date.now(),
    })
    const leave = feed.watch({ rows: ['2330'] })
    try {
      await until('the first socket to be refused', () => sockets[0]?.readyState === WebSocket.CLOSED)
      await until('prices by REST', () => asked.includes('2330'))
      feed.hurry()
      await until('a price', () => feed.rows.get('2330') !== undefined)
      expect(sockets).toHaveLength(2)
    } finally {
      leave()
      await until('the line to close', () =>
        sockets.every(({ readyState }) => readyState >= WebSocket.CLOSING),
      )
    }
  })
})

test('the api forwards no path but /live to the gateway', async () => {
  const lines: string[] = []
  const upstream = createServer((socket) =>
    socket.once('data', (head: Buffer) => {
      lines.push(head.toString().split('\r\n')[0]!)
      socket.destroy()
    }),
  )
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const { port } = upstream.address() as AddressInfo
  const own = await startTestApi({ database, environment: { LIVE_UPSTREAM: `http://127.0.0.1:${port}` } })
  const answerTo = (path: string) =>
    new Promise<string>((resolve) => {
      const socket = new NodeSocket(`ws://127.0.0.1:${own.api.port}${path}`)
      socket.once('error', ({ message }) => resolve(message))
    })
  for (const path of [
    '/',
    '/metrics',
    '/readyz',
    '/live/',
    '/livex',
    '/LIVE',
    '//live',
    '/api/vue/market/openFeed',
  ])
    expect([path, await answerTo(path)]).toEqual([path, 'Unexpected server response: 404'])
  expect(lines).toEqual([])
  expect(await answerTo('/live?x=1')).toBe('socket hang up')
  expect(lines).toEqual(['GET /live?x=1 HTTP/1.1'])
  await own.stop()
  upstream.close()
})
