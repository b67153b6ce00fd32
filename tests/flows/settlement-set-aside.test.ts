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
import { openTradingFloor, type Settler, type TradingFloor } from './support/trading-floor.ts'

const symbol = '2330'
const shard = shardOf(symbol)

let floor: TradingFloor
let settler: Settler
beforeEach(async () => {
  floor = await openTradingFloor()
  await floor.begin('2026-11-16')
  settler = floor.startSettler()
})
afterEach(() => floor.stop())

/** Bypasses every check, as only the owner of the database can. */
const force = async (command: Command): Promise<void> => {
  await floor.sql.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(command)])
  await floor.matched()
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
  floor.sql.query<Row>(
    'SELECT event::float8 AS event, kind, state, waits, reason FROM settlement.set_aside ORDER BY event',
  )
const reviews = async (): Promise<number> =>
  (await floor.sql.query(`SELECT FROM app.reviews WHERE kind = 'event-set-aside'`)).length
const audited = async (action: string): Promise<number> =>
  (await floor.sql.query('SELECT FROM audit.entries WHERE action = $1', [action])).length
const realClock = () => ({ ...floor.settlement, clock: { now: () => new Date() } })
const buyOne = async (): Promise<string> => {
  await floor.seat('maker-1', symbol, 'sell', 10_000, 1)
  return floor.open(await floor.member(), { symbol, price: 10_000, lots: 1 })
}

test('an unknown order is set aside and stops no other order', async () => {
  await force(unknownOrder(memberAccount(randomUUID()), 10_000))
  await floor.seat('maker-1', symbol, 'sell', 10_000, 1)
  const order = await buyOne()
  await floor.settled()
  expect((await floor.order(order)).state).toBe('filled')
  expect((await rows()).map(({ kind, state, waits }) => [kind, state, waits])).toEqual([
    ['accepted', 'waiting', false],
    ['traded', 'waiting', true],
  ])
  expect(settler.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  expect(await audited('settlement.event-set-aside')).toBe(2)
  expect(await floor.breaches()).toEqual([])
})

test('an event is left out only by two operators', async () => {
  await force(unknownOrder(memberAccount(randomUUID()), 9_500))
  await floor.settled()
  expect(await trySetAside(realClock(), openReview)).toBe(0)
  expect(await reviews()).toBe(1)
  const [row] = await rows()
  const subject = `${shard}/${row!.event}`
  const worker = openSql(floor.database.workerUrl)
  await expect(
    worker.query(`UPDATE settlement.set_aside SET state = 'left-out', ended_at = now()`),
  ).rejects.toThrow('is left out by two operators only')
  await worker.close()
  const deciding = await openDeciding(floor.database, [setAsideReviews])
  await deciding.approve('event-set-aside', subject)
  await deciding.stop()
  expect((await rows()).map(({ state }) => state)).toEqual(['left-out'])
  expect(await audited('settlement.event-left-out')).toBe(1)
  expect(await trySetAside(realClock(), openReview)).toBe(0)
  expect(await floor.breaches()).toEqual([])
})

test('a rejected review leaves the event waiting', async () => {
  await force(unknownOrder(memberAccount(randomUUID()), 9_500))
  await floor.settled()
  await trySetAside(realClock(), openReview)
  const [row] = await rows()
  const deciding = await openDeciding(floor.database, [setAsideReviews])
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
  const memberId = await floor.member()
  const order = await floor.open(memberId, { symbol, price: 10_000, lots: 2 })
  const other = await floor.open(await floor.member(), { symbol, price: 10_000, lots: 1 })
  await floor.settled()
  expect((await rows()).map(({ kind, waits }) => [kind, waits])).toEqual([['traded', false]])
  // The order's own later fills wait with it; those of other members do not.
  await floor.seat('maker-1', symbol, 'sell', 10_000, 2)
  await floor.settled()
  expect((await rows()).map(({ kind, waits }) => [kind, waits])).toEqual([
    ['traded', false],
    ['traded', true],
  ])
  expect((await floor.order(other)).state).toBe('filled')
  expect((await floor.order(order)).filled_shares).toBe(0)
  expect(await floor.breaches()).toEqual([])

  await floor.sql.query(
    `INSERT INTO app.seats (code, name_tw, name_en, kind, ledger_id) VALUES ('newcomer', 'n', 'n', 'house', $1)`,
    [randomUUID()],
  )
  expect(await trySetAside(realClock(), openReview)).toBe(2)
  expect((await rows()).every(({ state }) => state === 'applied')).toBe(true)
  expect((await floor.order(order)).filled_shares).toBe(2_000)
  expect(await floor.breaches()).toEqual([])
})

test('more than twenty set-aside events stop the shard', async () => {
  for (let n = 0; n < 22; n += 1)
    await floor.sql.query('SELECT exchange.submit($1, $2)', [
      shard,
      JSON.stringify(unknownOrder(memberAccount(randomUUID()), 9_500)),
    ])
  await floor.matched()
  await until('the shard to stop', () =>
    settler.log.some((line) => line.includes('events cannot be applied')),
  )
  expect((await rows()).length).toBeLessThanOrEqual(20)
})
