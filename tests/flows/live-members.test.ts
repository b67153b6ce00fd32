// The live feed of a signed-in member, through the api: tickets, member events, and the end of a session.

import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { timeLimit, until } from '@fairlot/testkit/until'
import { createMemberEvents } from '../../apps/member/src/shell/live/member-events.ts'
import { tidyMemberEvents } from '../../apps/server/src/features/live/jobs.ts'
import { SESSION_ENDED } from '../../packages/contract/src/live/socket.ts'
import { openDb } from './support/open-db.ts'
import { type RunningLive, startLive } from '../../apps/server/src/roles/live.ts'
import { createAppFeed } from './support/app-feed.ts'
import { captureLog } from './support/captured-log.ts'
import { type LiveMarket, openLiveMarket } from './support/live-market.ts'
import { type LivePhone, openPhone } from './support/live-phone.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { testConfig } from './support/test-config.ts'

let database: TestDatabase
let live: RunningLive
let api: TestApi
let market: LiveMarket
let owner: pg.Pool
let apiPort = 0
const open: LivePhone[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  live = await startLive(
    { ...testConfig(database), databaseUrl: database.liveUrl },
    { log: captureLog('live').log },
  )
  api = await startTestApi({ database, environment: { LIVE_UPSTREAM: `http://127.0.0.1:${live.port}` } })
  apiPort = api.api.port
  market = await openLiveMarket(database, testServices().natsUrl)
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  await market.list('2330')
})
afterEach(() => {
  for (const phone of open.splice(0)) phone.close()
})
afterAll(async () => {
  await owner.end()
  await market.close()
  await api.stop()
  await live.stop()
  await database.close()
})

/** Every phone here connects through the api, as in an installation without a proxy. */
const phone = async (): Promise<LivePhone> => {
  const made = await openPhone(apiPort)
  open.push(made)
  return made
}
const ticketOf = async ({ client }: TestMember): Promise<string> =>
  (await client.call<{ ticket: string }>('/market/openFeed')).body.data.ticket
const signedIn = async (member: TestMember, seen?: number): Promise<LivePhone> => {
  const made = await phone()
  await made.hello({ ticket: await ticketOf(member), ...(seen === undefined ? {} : { own: seen }) })
  expect(made.hellos.at(-1)!.member).toBe(true)
  return made
}
const kinds = (made: LivePhone): readonly (readonly [number, unknown])[] =>
  made.own().map(({ n, data }) => [n, data])

describe('tickets', () => {
  test('admit a client once, and a second client is a guest', async () => {
    const ticket = await ticketOf(await api.member())
    const first = await phone()
    await first.hello({ ticket })
    expect(first.hellos[0]!.member).toBe(true)
    const second = await phone()
    await second.hello({ ticket })
    expect(second.hellos[0]!.member).toBe(false)
    second.watch(['2330'])
    await until('a price', () => second.rows('2330').length > 0)
  })

  test('shown by eight clients at once admit one', async () => {
    const ticket = await ticketOf(await api.member())
    const phones = await Promise.all(Array.from({ length: 8 }, phone))
    await Promise.all(phones.map((made) => made.hello({ ticket })))
    expect(phones.filter((made) => made.hellos[0]!.member)).toHaveLength(1)
  })

  test('expire after thirty seconds and are stored as a hash', async () => {
    const ticket = await ticketOf(await api.member())
    const { rows } = await owner.query<{ life: number; text: string }>(
      `SELECT extract(epoch FROM expires_at - now())::float8 AS life, encode(hash, 'escape') AS text
       FROM app.feed_tickets`,
    )
    expect(rows.every(({ life, text }) => life <= 30 && !text.includes(ticket))).toBe(true)
    await owner.query(`UPDATE app.feed_tickets SET expires_at = now() - interval '1 ms'`)
    const made = await phone()
    await made.hello({ ticket })
    expect(made.hellos[0]!.member).toBe(false)
    expect((await owner.query('SELECT FROM app.feed_tickets')).rowCount).toBe(0)
  })

  test('of an ended session admit no member', async () => {
    const member = await api.member()
    const ticket = await ticketOf(member)
    await member.client.call('/auth/signOut')
    const made = await phone()
    await made.hello({ ticket })
    expect(made.hellos[0]!.member).toBe(false)
  })

  test('turn a guest into a member on the same socket', async () => {
    const made = await phone()
    await made.hello()
    made.watch(['2330'])
    await until('a price', () => made.rows('2330').length > 0)
    await made.hello({ ticket: await ticketOf(await api.member()) })
    expect(made.hellos.map(({ member }) => member)).toEqual([false, true])
  })

  test('are given only to signed-in members', async () => {
    expect((await api.client().call('/market/openFeed')).http).toBe(401)
  })
})

describe('member events', () => {
  test('reach only the sockets of their member', async () => {
    const [one, other] = [await api.member(), await api.member()]
    const mine = await signedIn(one)
    const alsoMine = await signedIn(one)
    const others = await signedIn(other)
    await market.own(one.memberId, 'alert.fired', 'a', true)
    await until('mine', () => mine.own().length === 1 && alsoMine.own().length === 1)
    await market.own(other.memberId, 'alert.fired', 'b', true)
    await until('the other', () => others.own().length === 1)
    expect(kinds(mine)).toEqual([[1, 'a']])
    expect(kinds(others)).toEqual([[1, 'b']])
  })

  test('a client away longer than events are kept learns of the gap', async () => {
    const member = await api.member()
    const fired = { alert: 'a', symbol: '2330', price: 10_000, at: 0 }
    for (let n = 1; n <= 4; n++) await market.own(member.memberId, 'alert.fired', fired, false)
    await owner.query(
      `UPDATE app.member_events SET at = now() - interval '400 days' WHERE member_id = $1 AND number < 4`,
      [member.memberId],
    )
    const worker = openDb({ url: database.workerUrl, poolSize: 1, applicationName: 'test' })
    await tidyMemberEvents(worker, new Date())
    await worker.close()

    const back = await signedIn(member, 1)
    const own = createMemberEvents()
    const heard: unknown[] = []
    own.add({ kinds: ['alert.fired'], onEvent: (event) => heard.push(event?.n ?? 'hole') })
    own.continueFrom(1)
    heard.length = 0
    await until('what is left', () => back.own().length === 1)
    for (const event of back.own()) own.take(event)
    expect(heard).toEqual(['hole', 4])
    await market.own(member.memberId, 'alert.fired', fired, true)
    await until('the next one', () => back.own().length === 2)
    expect(back.own().map(({ n }) => n)).toEqual([4, 5])
  })

  test('resume where the client was, each once and in order', async () => {
    const member = await api.member()
    const first = await signedIn(member)
    expect(first.hellos.at(-1)!.own).toBe(0)
    await market.own(member.memberId, 'alert.fired', 1, true)
    await until('the first', () => first.own().length === 1)
    first.close()
    for (const at of [2, 3, 4]) await market.own(member.memberId, 'alert.fired', at, false)
    const second = await signedIn(member, 1)
    expect(second.hellos.at(-1)!.own).toBe(1)
    await until('the missed', () => second.own().length === 3)
    await market.own(member.memberId, 'alert.fired', 5, true)
    await until('the next', () => second.own().length === 4)
    expect(kinds(second)).toEqual([
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
    ])
  })

  test('lost by NATS are read when the next one arrives', async () => {
    const member = await api.member()
    const made = await signedIn(member)
    await market.own(member.memberId, 'alert.fired', 1, false)
    await market.own(member.memberId, 'alert.fired', 2, true)
    await until('both', () => made.own().length === 2)
    expect(kinds(made)).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  test('a client too far behind starts at the newest event', async () => {
    const member = await api.member()
    await owner.query(
      `INSERT INTO app.member_events (member_id, number, kind, data, at)
       SELECT $1, n, 'alert.fired', 'null', now() FROM generate_series(1, 600) AS n`,
      [member.memberId],
    )
    const far = await signedIn(member, 3)
    expect(far.hellos.at(-1)!.own).toBe(600)
    const near = await signedIn(member, 480)
    expect(near.hellos.at(-1)!.own).toBe(480)
    await until('a hundred and twenty', () => near.own().length === 120)
    expect(far.own()).toEqual([])
    // A number higher than the newest comes from another database.
    const strange = await signedIn(member, 9_999)
    expect(strange.hellos.at(-1)!.own).toBe(600)
  })
})

describe('the end of a session', () => {
  const ended = async (made: LivePhone): Promise<number> => {
    const began = performance.now()
    expect((await until('the end', made.closed)).code).toBe(SESSION_ENDED)
    return performance.now() - began
  }

  test('I28: signing out closes only the sockets of that session', async () => {
    const member = await api.member()
    const made = await signedIn(member)
    const stranger = await signedIn(await api.member())
    const guest = await phone()
    await guest.hello()
    await member.client.call('/auth/signOut')
    expect(await ended(made)).toBeLessThan(timeLimit(2_500))
    expect(stranger.closed()).toBeUndefined()
    expect(guest.closed()).toBeUndefined()
  })

  test('an expired session closes its sockets', async () => {
    const member = await api.member()
    const made = await signedIn(member)
    await owner.query(
      `UPDATE app.sessions SET last_seen_at = now() - interval '1 day' WHERE member_id = $1`,
      [member.memberId],
    )
    expect((await until('the end', made.closed)).code).toBe(SESSION_ENDED)
  })

  test('the gateway role cannot read sessions, members, ledger or log', async () => {
    const role = new pg.Pool({ connectionString: database.liveUrl, max: 1 })
    for (const table of [
      'app.sessions',
      'app.members',
      'app.credentials',
      'ledger.entries',
      'exchange.events',
    ]) {
      await expect(role.query(`SELECT FROM ${table} LIMIT 1`)).rejects.toThrow(/permission denied/)
    }
    await expect(role.query(`INSERT INTO market.quotes (symbol) VALUES ('x')`)).rejects.toThrow(
      /permission denied/,
    )
    await role.end()
  })
})

test('the app feed switches between guest and member with the session', async () => {
  const member = await api.member()
  const seen: unknown[] = []
  let token: string | undefined = 'a token'
  const tickets = [() => Promise.resolve('used before'), () => ticketOf(member)]
  const sockets: WebSocket[] = []
  const feed = createAppFeed({
    openSocket: () => {
      const socket = new WebSocket(`ws://127.0.0.1:${apiPort}/live`)
      sockets.push(socket)
      return socket
    },
    isVisible: () => true,
    isOnline: () => true,
    token: () => token,
    ticket: () => (tickets.shift() ?? (() => Promise.resolve(undefined)))(),
    readRows: () => Promise.resolve(undefined),
    readQuote: () => Promise.resolve(undefined),
    readTape: () => Promise.resolve(undefined),
    requestFrame: (run) => void setTimeout(run, 16),
    random: () => 0,
    now: () => performance.now(),
    date: () => Date.now(),
  })
  const stops = [
    feed.watch({ rows: ['2330'] }),
    feed.onMemberEvents({ kinds: ['coupon.changed'], onEvent: (event) => event && seen.push(event.data) }),
  ]
  await until('a price', () => feed.rows.get('2330'))
  await until('the member event', async () => {
    await market.own(member.memberId, 'coupon.changed', { id: 'mine', state: 'used' }, true)
    return seen.length > 0
  })
  expect(sockets).toHaveLength(1)
  token = undefined
  feed.checkConnection()
  await until('a line for a guest', () => sockets.length === 2 && sockets[0]!.readyState === WebSocket.CLOSED)
  const before = seen.length
  await market.own(member.memberId, 'coupon.changed', { id: 'not mine any more', state: 'used' }, true)
  await market.trade('2330', 14_444)
  await until('a price', () => feed.rows.get('2330')?.last === 14_444)
  expect(seen).toHaveLength(before)
  for (const stop of stops) stop()
  await until('the end', () => sockets[1]!.readyState === WebSocket.CLOSED)
})

test('the api closes forwarded sockets when it stops', async () => {
  const second = await startTestApi({
    database,
    environment: { LIVE_UPSTREAM: `http://127.0.0.1:${live.port}` },
  })
  const made = await openPhone(second.api.port)
  await made.hello()
  await second.stop()
  expect(await until('the end', made.closed)).toBeDefined()
})

test('the api refuses a live socket when the gateway is down', async () => {
  const away = await startTestApi({ database, environment: { LIVE_UPSTREAM: 'http://127.0.0.1:9' } })
  await expect(openPhone(away.api.port)).rejects.toThrow('socket hang up')
  await away.stop()
})
