// A command that makes the engine fail is set aside. All other commands of the shard continue, and two people decide.

import { randomUUID } from 'node:crypto'
import { openSql } from '@fairlot/testkit/sql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { timeLimit, until } from '@fairlot/testkit/until'
import { texts as reviewTextsEn } from '../../apps/console/src/features/operators/review/texts/en.ts'
import { texts as reviewTextsTw } from '../../apps/console/src/features/operators/review/texts/tw.ts'
import { openReview, type Review } from '../../apps/server/src/features/operators/index.ts'
import { askCancel } from '../../apps/server/src/features/orders/ask-cancel.ts'
import { askAboutCommands, commandReviews } from '../../apps/server/src/features/settlement/index.ts'
import { type Command, memberAccount, seatAccount, shardOf } from '../../packages/contract/src/venue/index.ts'
import { logFaults } from '../faults/support/venue-log.ts'
import { faultyEngines } from './support/faulty-engines.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'
import { type Deciding, openDeciding, openVotes } from './support/two-operators.ts'

const symbol = '2330'
const shard = shardOf(symbol)
const kind = 'command-set-aside'

let venue: TestVenue
let fails: (command: Command, at: number) => boolean
beforeEach(async () => {
  fails = () => false
  venue = await openTestVenue({ engines: faultyEngines((command, at) => fails(command, at)) })
  await venue.begin('2026-11-16')
  venue.startSettler()
})
afterEach(async () => {
  const faults = await logFaults(venue.database.exchangeUrl)
  await venue.stop()
  expect(faults).toEqual([])
})

interface Row {
  readonly id: number
  readonly command: string
  readonly reason: string
  readonly state: string
}
const rows = (): Promise<readonly Row[]> =>
  venue.sql.query<Row>(
    'SELECT id::float8 AS id, command, reason, state FROM exchange.commands_set_aside ORDER BY id',
  )
const setAside = (count = 1): Promise<readonly Row[]> =>
  until(`${count} commands set aside`, async () => {
    const found = await rows()
    return found.length >= count ? found : undefined
  })
const states = async (): Promise<readonly string[]> => (await rows()).map(({ state }) => state)
const audited = async (action: string): Promise<number> =>
  (await venue.sql.query('SELECT FROM audit.entries WHERE action = $1', [action])).length
const ask = () => askAboutCommands({ db: venue.db, clock: { now: () => new Date() } }, openReview)
/** The newest command that was set aside, submitted to two operators. */
const asked = async (): Promise<string> => {
  const found = await setAside()
  await ask()
  return `${shard}/${found.at(-1)!.id}`
}
const decide = async (run: (deciding: Deciding) => Promise<unknown>): Promise<void> => {
  const deciding = await openDeciding(venue.database, [commandReviews])
  try {
    await run(deciding)
  } finally {
    await deciding.stop()
  }
}
const approve = (subject: string) => decide((deciding) => deciding.approve(kind, subject))
const reject = (subject: string) =>
  decide((deciding) => deciding.reject(kind, subject, { reason: 'not-needed', note: 'the cause was mended' }))
const heldFor = async (order: string): Promise<number> => {
  const [row] = await venue.sql.query<{ held: number }>(
    'SELECT coalesce(sum(remaining), 0)::float8 AS held FROM ledger.holds WHERE reference = $1',
    [order],
  )
  return row!.held
}
const accountFails = (memberId: string, kinds: readonly Command['kind'][] = ['place']): void => {
  fails = (command) =>
    kinds.includes(command.kind) && 'account' in command && command.account === memberAccount(memberId)
}

/** A member's order on which the engine fails. */
const failingOrder = async (): Promise<{ memberId: string; order: string }> => {
  const memberId = await venue.member()
  accountFails(memberId)
  return { memberId, order: await venue.open(memberId, { symbol, price: 9_500, lots: 1 }) }
}
const cancel = (memberId: string, id: string): Promise<string> => {
  const { bus, subjects, clock } = venue.settlement
  return venue.db.transaction((tx) =>
    askCancel(tx, { bus, subjects }, { id, memberId }, 'member', clock.now()),
  )
}

test('a command the engine fails on stops no other order', async () => {
  const faulty = await failingOrder()
  const buyer = await venue.member()
  await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
  const order = await venue.open(buyer, { symbol, price: 10_000, lots: 1 })
  const began = performance.now()
  await until('the other order to trade', async () => {
    const traded = await venue.sql.query(
      `SELECT FROM exchange.events WHERE kind = 'traded' AND body LIKE $1`,
      [`%${order}%`],
    )
    return traded.length === 1
  })
  expect(performance.now() - began).toBeLessThan(timeLimit(1_000))
  const [row] = await rows()
  expect(JSON.parse(row!.command)).toMatchObject({ kind: 'place', order: faulty.order })
  expect(row).toMatchObject({ state: 'waiting', reason: 'the engine failed on "place": a planted fault' })
  await venue.settled()
  expect((await venue.order(order)).state).toBe('filled')
  expect((await venue.order(faulty.order)).state).toBe('entrusted')
  expect(await heldFor(faulty.order)).toBeGreaterThan(0)
  expect(venue.exchange.isReady()).toBe(true)
  expect(await venue.breaches()).toEqual([])
})

test('two signed approvals reject the order and release its hold', async () => {
  const { order } = await failingOrder()
  const subject = await asked()
  expect(await ask()).toBe(0)
  await decide(async ({ execute }) => {
    const votes = await openVotes(venue.database.ownerUrl)
    await votes.vote(0, kind, subject, 'approve', '')
    expect(await execute()).toBe(0)
    expect(await states()).toEqual(['waiting'])
    expect((await venue.order(order)).state).toBe('entrusted')
    await votes.vote(1, kind, subject, 'approve', '')
    expect(await execute()).toBe(1)
    await votes.owner.end()
  })
  await venue.settled()
  expect(await states()).toEqual(['refused'])
  expect(await venue.order(order)).toMatchObject({ state: 'refused', reason: 'command.failed' })
  expect(await heldFor(order)).toBe(0)
  expect(await audited('settlement.command-set-aside')).toBe(1)
  expect(await audited('settlement.command-refused')).toBe(1)
  expect(await ask()).toBe(0)
  expect(await venue.breaches()).toEqual([])
})

test('the console shows the command and what each decision does', async () => {
  const { memberId, order } = await failingOrder()
  const subject = await asked()
  const [review] = await venue.sql.query<Review>(
    'SELECT *, member_id AS "memberId" FROM app.reviews WHERE kind = $1 AND subject = $2',
    [kind, subject],
  )
  expect(review!.memberId).toBe(memberId)
  const { facts, effects } = await commandReviews.describe(venue.db, review!)
  expect(facts.map(({ value }) => value)).toEqual(
    expect.arrayContaining([subject, 'place', order, memberAccount(memberId), symbol]),
  )
  const codes = [...facts.map(({ code }) => code), ...effects]
  for (const texts of [reviewTextsTw, reviewTextsEn])
    expect(codes.filter((code) => !(code in texts))).toEqual([])
})

test('a rejected review retries the command', async () => {
  const { order } = await failingOrder()
  await reject(await asked())
  await until('the second try to fail', async () => (await states()).join() === 'retried,waiting')
  const again = await asked()
  fails = () => false
  await reject(again)
  await venue.settled()
  expect(await states()).toEqual(['retried', 'retried'])
  const { state, accepted_at: acceptedAt } = await venue.order(order)
  expect([state, acceptedAt === null]).toEqual(['entrusted', false])
  expect(await audited('settlement.command-retried')).toBe(2)
  expect(await venue.breaches()).toEqual([])
})

test('an order cancelled while set aside is never retried', async () => {
  const { memberId, order } = await failingOrder()
  const subject = await asked()
  fails = () => false
  expect(await cancel(memberId, order)).toBe('asked')
  await venue.settled()
  await reject(subject)
  await venue.settled()
  expect(await states()).toEqual(['refused'])
  expect((await venue.order(order)).state).toBe('refused')
  expect(await heldFor(order)).toBe(0)
  expect(await venue.breaches()).toEqual([])
})

test('a refused cancel leaves the order open and cancellable', async () => {
  const memberId = await venue.member()
  const order = await venue.open(memberId, { symbol, price: 9_500, lots: 1 })
  await venue.settled()
  accountFails(memberId, ['cancel'])
  expect(await cancel(memberId, order)).toBe('asked')
  await approve(await asked())
  await venue.settled()
  const { state, cancel_asked_at: cancelAskedAt } = await venue.order(order)
  expect([state, cancelAskedAt]).toEqual(['entrusted', null])
  fails = () => false
  expect(await cancel(memberId, order)).toBe('asked')
  await venue.settled()
  expect((await venue.order(order)).state).toBe('cancelled')
  expect(await venue.breaches()).toEqual([])
})

test('a refused replacement ends, and the original order stays', async () => {
  const memberId = await venue.member()
  const order = await venue.open(memberId, { symbol, price: 9_500, lots: 1 })
  await venue.settled()
  accountFails(memberId, ['replace'])
  const replacement = await venue.open(memberId, { symbol, price: 9_600, lots: 1, replaces: order })
  await approve(await asked())
  await venue.settled()
  expect((await venue.order(order)).state).toBe('entrusted')
  expect((await venue.order(replacement)).state).toBe('refused')
  expect(await heldFor(replacement)).toBe(0)
  expect(await venue.breaches()).toEqual([])
})

test('a failed quote of the practice market is retried', async () => {
  fails = ({ kind: asking }) => asking === 'quote'
  const practice = openSql(venue.database.practiceUrl)
  const quote: Command = {
    kind: 'quote',
    account: seatAccount('maker-1'),
    quotes: [{ symbol, bids: [[9_900, 1_000]], asks: [] }],
  }
  await practice.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(quote)])
  await practice.close()
  const subject = await asked()
  fails = () => false
  await reject(subject)
  await venue.matched()
  expect(await states()).toEqual(['retried'])
  const logged = await venue.sql.query(`SELECT FROM exchange.log WHERE command LIKE '%"quote"%'`)
  expect(logged).toHaveLength(1)
})

test('only the exchange role sets aside, only the worker role decides', async () => {
  await failingOrder()
  const subject = await asked()
  const [row] = await rows()
  const [review] = await venue.sql.query<{ id: string }>(
    'SELECT id FROM app.reviews WHERE kind = $1 AND subject = $2',
    [kind, subject],
  )
  const [place] = await venue.sql.query<{ epoch: number }>(
    'SELECT epoch::float8 AS epoch FROM exchange.shards WHERE shard = $1',
    [shard],
  )
  const tries = {
    aside: `SELECT exchange.set_command_aside(${shard}, ${place!.epoch}, ${row!.id}, 'x')`,
    late: `SELECT exchange.set_command_aside(${shard}, ${place!.epoch - 1}, ${row!.id}, 'x')`,
    decide: `SELECT exchange.decide_command(${shard}, ${row!.id}, '${review!.id}')`,
    forget: `UPDATE exchange.commands_set_aside SET state = 'refused', ended_at = now(), queued_as = 1`,
    remove: 'DELETE FROM exchange.commands_set_aside',
    empty: 'DELETE FROM exchange.queue',
  }
  for (const role of [
    'api',
    'console',
    'practice',
    'quotes',
    'live',
    'reader',
    'worker',
    'exchange',
  ] as const) {
    const sql = openSql(venue.database[`${role}Url`])
    for (const [name, text] of Object.entries(tries)) {
      const expected =
        role === 'exchange' && name === 'aside'
          ? 'is not in the queue'
          : role === 'exchange' && name === 'late'
            ? 'any more'
            : role === 'worker' && name === 'decide'
              ? 'is decided by a review with its votes only'
              : 'permission denied'
      await expect(sql.query(text), `${role} ${name}`).rejects.toThrow(expected)
    }
    await sql.close()
  }
  expect(await states()).toEqual(['waiting'])
})

test('a review of another command decides nothing', async () => {
  const { order } = await failingOrder()
  const [row] = await setAside()
  const subject = `${shard}/${row!.id}`
  const api = openSql(venue.database.apiUrl)
  const payload = { shard, id: row!.id, command: '{"kind":"time"}', reason: 'x', at: 'x' }
  await api.query(
    `SELECT app.open_review($1, $2, NULL, $3, NULL, NULL, $4, '{}', NULL, NULL, '', '[]', now())`,
    [randomUUID(), kind, subject, JSON.stringify(payload)],
  )
  await api.close()
  await approve(subject)
  expect(await states()).toEqual(['waiting'])
  expect((await venue.order(order)).state).toBe('entrusted')
  // The right command is asked about next.
  expect(await ask()).toBe(1)
  expect(await audited('settlement.command-set-aside')).toBe(1)
})

test('the twenty-first waiting command halts its shard', async () => {
  fails = (command) => command.kind === 'place' && command.price === 9_000
  for (let n = 0; n < 21; n += 1)
    await venue.submit(shard, {
      kind: 'place',
      order: randomUUID(),
      account: seatAccount('maker-1'),
      symbol,
      side: 'buy',
      price: 9_000,
      quantity: 1_000,
      validity: 'ROD',
    })
  const halted = venue.exchange.shards.find((one) => one.shard === shard)!
  expect(await halted.ended).toBe('halted')
  expect((await states()).filter((state) => state === 'waiting')).toHaveLength(20)
  expect(await venue.sql.query('SELECT FROM exchange.queue WHERE shard = $1', [shard])).toHaveLength(1)
})

test('a phase the engine fails on halts the shard and stays queued', async () => {
  fails = ({ kind: asking }) => asking === 'phase'
  await venue.submit(shard, { kind: 'phase', date: '2026-11-16', phase: 'closing-call' })
  const halted = venue.exchange.shards.find((one) => one.shard === shard)!
  expect(await halted.ended).toBe('halted')
  expect(await rows()).toEqual([])
  expect(await venue.sql.query('SELECT FROM exchange.queue WHERE shard = $1', [shard])).toHaveLength(1)
})

test('a failing timer sets no waiting command aside', async () => {
  const due = venue.now + 60_000
  await venue.submit(shard, { kind: 'halt', symbol, reason: 'news', until: due })
  await venue.matched()
  fails = (_command, at) => at >= due
  await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
  venue.now = due
  const halted = venue.exchange.shards.find((one) => one.shard === shard)!
  expect(await halted.ended).toBe('halted')
  expect(await rows()).toEqual([])
})
