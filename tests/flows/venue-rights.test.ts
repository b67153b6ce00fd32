// Which database role may send the venue which command, and for whose account.

import { randomUUID } from 'node:crypto'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import {
  type Command,
  type ListedInstrument,
  memberAccount,
  seatAccount,
  shardOf,
} from '../../packages/contract/src/venue/index.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

const day = '2026-11-16'
const symbol = '2330'
const shard = shardOf(symbol)

let venue: TestVenue
let memberId: string
let resting: string
let listed: ListedInstrument
beforeAll(async () => {
  venue = await openTestVenue()
  const [row] = await venue.sql.query<ListedInstrument>(
    'SELECT symbol, kind AS instrument, reference, limited FROM app.instruments WHERE symbol = $1',
    [symbol],
  )
  listed = row!
  await venue.begin(day)
  venue.startSettler()
  memberId = await venue.member()
  resting = await venue.open(memberId, { symbol, price: 9_500, lots: 1 })
  await venue.settled()
})
afterAll(() => venue.stop())

const roles = ['api', 'console', 'worker', 'reader', 'exchange', 'quotes', 'live', 'practice'] as const
type Role = (typeof roles)[number]

const as = async <Answer>(role: Role, run: (sql: Sql) => Promise<Answer>): Promise<Answer> => {
  const sql = openSql(venue.database[`${role}Url`])
  try {
    return await run(sql)
  } finally {
    await sql.close()
  }
}

/** A member's order that exists, one that does not, and the seats of the practice market. */
const commandsOf = (): Readonly<Record<string, Command>> => {
  const place = (account: string, order: string): Command => ({
    kind: 'place',
    order,
    account,
    symbol,
    side: 'buy',
    price: 9_500,
    quantity: 1_000,
    validity: 'ROD',
  })
  const list = (changed: Partial<ListedInstrument>): Command => ({
    kind: 'list',
    instruments: [{ ...listed, ...changed }],
  })
  const member = memberAccount(memberId)
  const seat = seatAccount('maker-1')
  return {
    'place of a member, an unknown order': place(member, randomUUID()),
    'place of a seat': place(seat, randomUUID()),
    'place of a seat that is not registered': place(seatAccount('unknown'), randomUUID()),
    'place of a stranger': place('house:main', randomUUID()),
    'cancel of a member, an unknown order': {
      kind: 'cancel',
      order: randomUUID(),
      account: member,
      symbol,
    },
    'cancel of a seat': { kind: 'cancel', order: randomUUID(), account: seat, symbol },
    'reduce of a member': { kind: 'reduce', order: resting, account: member, symbol, by: 1_000 },
    'replace of a member, an unknown order': {
      kind: 'replace',
      order: resting,
      newOrder: randomUUID(),
      account: member,
      symbol,
      quantity: 1_000,
      validity: 'ROD',
    },
    'cancel-all of a seat': { kind: 'cancel-all', account: seat },
    'quote of a member': { kind: 'quote', account: member, quotes: [{ symbol, bids: [], asks: [] }] },
    'quote of a seat': { kind: 'quote', account: seat, quotes: [{ symbol, bids: [], asks: [] }] },
    'list of a recorded instrument': list({}),
    'list at another price': list({ reference: listed.reference + 100 }),
    'list without the daily limit': list({ limited: !listed.limited }),
    'list of an unknown stock': list({ symbol: 'NONE' }),
    'reference of a recorded limit': { kind: 'reference', symbol, limited: true },
    'reference without the daily limit': { kind: 'reference', symbol, limited: false },
    'reference at a price of no ex-date': { kind: 'reference', symbol, price: 10_000 },
    'halt without a review': { kind: 'halt', symbol, reason: 'news' },
    'halt without a request': { kind: 'halt', symbol, reason: 'news', until: Date.now() + 60_000 },
    'resume without a review': { kind: 'resume', symbol },
    time: { kind: 'time' },
    'refuse of a member': { kind: 'refuse', command: 'place', order: resting, account: member, symbol },
  }
}

const allowed: Readonly<Partial<Record<Role, readonly string[]>>> = {
  worker: ['list of a recorded instrument', 'reference of a recorded limit'],
  practice: ['place of a seat', 'cancel of a seat', 'cancel-all of a seat', 'quote of a seat'],
}

describe.each(roles)('the role %s', (role) => {
  test.each(['exchange.submit($1, $2)', 'exchange.submit_many(ARRAY[$1::int], ARRAY[$2])'])(
    'can send only its own commands by %s',
    async (call) => {
      const taken: string[] = []
      const tried = Object.entries(commandsOf())
      await as(role, async (sql) => {
        for (const [name, command] of tried) {
          const answer = await sql
            .query(`SELECT ${call}`, [shard, JSON.stringify(command)])
            .then(() => 'taken')
            .catch((error: Error) => error.message)
          if (answer === 'taken') taken.push(name)
          else expect(answer).toMatch(/permission denied|may not ask the venue/)
        }
      })
      expect(taken).toEqual(tried.map(([name]) => name).filter((name) => allowed[role]?.includes(name)))
    },
  )

  test('cannot insert into the queue directly', async () => {
    await as(role, async (sql) => {
      await expect(
        sql.query(`INSERT INTO exchange.queue (shard, command) VALUES (0, '{"kind":"time"}')`),
      ).rejects.toThrow(/permission denied/)
    })
  })
})

test('an accepted request of the practice market halts once', async () => {
  const ends = Date.now() + 60_000
  const asked = 'NONE'
  await as('practice', (sql) =>
    sql.query('INSERT INTO practice.halt_requests (symbol, until) VALUES ($1, to_timestamp($2 / 1000.0))', [
      asked,
      ends,
    ]),
  )
  await as('worker', async (sql) => {
    const decide = 'UPDATE practice.halt_requests SET decided_at = now()'
    const send = (until: number, ...before: readonly string[]) =>
      sql.transaction(async (tx) => {
        for (const statement of before) await tx.query(statement)
        await tx.query('SELECT exchange.submit($1, $2)', [
          shard,
          JSON.stringify({ kind: 'halt', symbol: asked, reason: 'news', until }),
        ])
      })
    await expect(send(ends)).rejects.toThrow('for "halt"')
    await expect(send(ends + 1, decide)).rejects.toThrow('for "halt"')
    await send(ends, decide)
    await expect(send(ends)).rejects.toThrow('for "halt"')
    await expect(send(ends, decide)).rejects.toThrow('was decided')
  })
})

test('the practice market cannot cancel orders of a member', async () => {
  const command: Command = { kind: 'cancel-all', account: memberAccount(memberId) }
  await as('practice', async (sql) => {
    await expect(
      sql.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(command)]),
    ).rejects.toThrow('fairlot_practice may not ask the venue for "cancel-all"')
  })
})

test('malformed commands are refused at the queue', async () => {
  for (const text of ['[]', 'null', '"x"', '123', '{}', '{"kind":"__proto__"}', '{"kind":"place"}'])
    for (const role of ['practice', 'worker'] as const)
      await as(role, async (sql) => {
        await expect(sql.query('SELECT exchange.submit($1, $2)', [shard, text]), text).rejects.toThrow(
          /may not ask|json|scalar|array/,
        )
      })
})

test('a cancel request cannot carry another command', async () => {
  const account = memberAccount(memberId)
  const place = {
    kind: 'place',
    order: resting,
    account,
    symbol,
    side: 'buy',
    price: 9_500,
    quantity: 1_000,
    validity: 'ROD',
  }
  const others = { kind: 'cancel-all', account: memberAccount(randomUUID()) }
  await as('api', async (sql) => {
    for (const command of [place, others])
      await sql.query('SELECT app.write_cancels($1, now(), $2, $3, $4, $5, $6, $7)', [
        memberId,
        'member',
        '{}',
        [],
        [],
        [shard],
        [JSON.stringify(command)],
      ])
  })
  expect(await venue.sql.query('SELECT command FROM exchange.queue')).toEqual([])
})

test('an odd lot cannot be sent to the regular book', async () => {
  await expect(venue.open(memberId, { symbol, price: 9_500, lots: 0.3 })).rejects.toThrow(
    'may not ask the venue for "place"',
  )
})

test('settlement continues after an unknown order was refused', async () => {
  const before = await venue.sql.query('SELECT FROM exchange.queue')
  expect(before).toEqual([])
  await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
  const order = await venue.open(await venue.member(), { symbol, price: 10_000, lots: 1 })
  await until('the fill', async () => (await venue.order(order)).state === 'filled')
  expect((await venue.order(resting)).state).toBe('entrusted')
  expect(await venue.breaches()).toEqual([])
})
