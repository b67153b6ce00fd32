// An event that cannot be settled is set aside with its orders. All other events of the shard are settled, and two
// people decide.

import { randomUUID } from 'node:crypto'
import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openReview } from '../../apps/server/src/features/operators/index.ts'
import { setAsideReviews, trySetAside } from '../../apps/server/src/features/settlement/index.ts'
import { type Command, memberAccount, seatAccount, shardOf } from '../../packages/contract/src/venue/index.ts'
import { openDeciding } from './support/two-operators.ts'
import { openTestVenue, type Settler, type TestVenue } from './support/test-venue.ts'

const symbol = '2330'
const shard = shardOf(symbol)

let venue: TestVenue
let settler: Settler
beforeEach(async () => {
  venue = await openTestVenue()
  await venue.begin('2026-11-16')
  settler = venue.startSettler()
})
afterEach(() => venue.stop())

/** Bypasses every check, as only the owner of the database can. */
const force = async (command: Command): Promise<void> => {
  await venue.sql.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(command)])
  await venue.matched()
}
const unknownOrder = (account: string, price: number, side: 'buy' | 'sell' = 'buy'): Command => ({
  kind: 'place',
  order: randomUUID(),
  account,
  symbol,
  side,
  price,
  quantity: 1_000,
  validity: 'ROD',
})
interface Row {
  readonly event: number
  readonly kind: string
  readonly state: string
  readonly waits: boolean
  readonly reason: string
}
const rows = (): Promise<readonly Row[]> =>
  venue.sql.query<Row>(
    'SELECT event::float8 AS event, kind, state, waits, reason FROM settlement.set_aside ORDER BY event',
  )
const reviews = async (): Promise<number> =>
  (await venue.sql.query(`SELECT FROM app.reviews WHERE kind = 'event-set-aside'`)).length
const audited = async (action: string): Promise<number> =>
  (await venue.sql.query('SELECT FROM audit.entries WHERE action = $1', [action])).length
const realClock = () => ({ ...venue.settlement, clock: { now: () => new Date() } })
const buyOne = async (): Promise<string> => {
  await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
  return venue.open(await venue.member(), { symbol, price: 10_000, lots: 1 })
}

/** Payouts wait while a fill of the log is not settled. */
const differences = async (): Promise<string[]> => (await venue.breaches()).map(({ invariant }) => invariant)

test('an unknown order is set aside and stops no other order', async () => {
  await force(unknownOrder(memberAccount(randomUUID()), 10_000))
  await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
  const order = await buyOne()
  await venue.settled()
  expect((await venue.order(order)).state).toBe('filled')
  expect((await rows()).map(({ kind, state, waits }) => [kind, state, waits])).toEqual([
    ['accepted', 'waiting', false],
    ['traded', 'waiting', true],
  ])
  expect(settler.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  expect(await audited('settlement.event-set-aside')).toBe(2)
  expect(await differences()).toEqual(['reconciliation fills'])
})

test('an event is left out only by two operators', async () => {
  await force(unknownOrder(memberAccount(randomUUID()), 9_500))
  await venue.settled()
  expect(await trySetAside(realClock(), openReview)).toBe(0)
  expect(await reviews()).toBe(1)
  const [row] = await rows()
  const subject = `${shard}/${row!.event}`
  const worker = openSql(venue.database.workerUrl)
  await expect(
    worker.query(`UPDATE settlement.set_aside SET state = 'left-out', ended_at = now()`),
  ).rejects.toThrow('is left out by two operators only')
  await worker.close()
  const deciding = await openDeciding(venue.database, [setAsideReviews])
  await deciding.approve('event-set-aside', subject)
  await deciding.stop()
  expect((await rows()).map(({ state }) => state)).toEqual(['left-out'])
  expect(await audited('settlement.event-left-out')).toBe(1)
  expect(await trySetAside(realClock(), openReview)).toBe(0)
  expect(await venue.breaches()).toEqual([])
})

test('a rejected review leaves the event waiting', async () => {
  await force(unknownOrder(memberAccount(randomUUID()), 9_500))
  await venue.settled()
  await trySetAside(realClock(), openReview)
  const [row] = await rows()
  const deciding = await openDeciding(venue.database, [setAsideReviews])
  await deciding.reject('event-set-aside', `${shard}/${row!.event}`, {
    reason: 'not-needed',
    note: 'the cause is being looked for',
  })
  await deciding.stop()
  await trySetAside(realClock(), openReview)
  expect((await rows()).map(({ state }) => state)).toEqual(['waiting'])
  expect(await reviews()).toBe(1)
})

test('a set-aside event settles once its cause is fixed', async () => {
  await force(unknownOrder(seatAccount('newcomer'), 10_000, 'sell'))
  const memberId = await venue.member()
  const order = await venue.open(memberId, { symbol, price: 10_000, lots: 2 })
  const other = await venue.open(await venue.member(), { symbol, price: 10_000, lots: 1 })
  await venue.settled()
  expect((await rows()).map(({ kind, waits }) => [kind, waits])).toEqual([['traded', false]])
  // The order's own later fills wait with it; those of other members do not.
  await venue.seat('maker-1', symbol, 'sell', 10_000, 2)
  await venue.settled()
  expect((await rows()).map(({ kind, waits }) => [kind, waits])).toEqual([
    ['traded', false],
    ['traded', true],
  ])
  expect((await venue.order(other)).state).toBe('filled')
  expect((await venue.order(order)).filled_shares).toBe(0)
  expect(await differences()).toEqual(['reconciliation fills'])

  await venue.sql.query(
    `INSERT INTO app.seats (code, name_tw, name_en, kind, ledger_id) VALUES ('newcomer', 'n', 'n', 'house', $1)`,
    [randomUUID()],
  )
  expect(await trySetAside(realClock(), openReview)).toBe(2)
  expect((await rows()).every(({ state }) => state === 'applied')).toBe(true)
  expect((await venue.order(order)).filled_shares).toBe(2_000)
  expect(await venue.breaches()).toEqual([])
})

test('more than twenty set-aside events stop the shard', async () => {
  for (let n = 0; n < 22; n += 1)
    await venue.sql.query('SELECT exchange.submit($1, $2)', [
      shard,
      JSON.stringify(unknownOrder(memberAccount(randomUUID()), 9_500)),
    ])
  await venue.matched()
  await until('the shard to stop', () =>
    settler.log.some((line) => line.includes('events cannot be applied')),
  )
  expect((await rows()).length).toBeLessThanOrEqual(20)
})
