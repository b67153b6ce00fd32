// The real system under the model: api, PostgreSQL, NATS, exchange, settlement, quotes, and the worker's jobs run by
// hand.

import type { VenueEvent } from '@fairlot/contract/venue'
import { coverOrders, watchConditionals } from '../../../apps/server/src/features/orders/index.ts'
import { flushSeatNets } from '../../../apps/server/src/features/settlement/index.ts'
import { accrueInterest } from '../../../apps/server/src/features/settlement/jobs/accrue-interest.ts'
import { keepDayTrades } from '../../../apps/server/src/features/settlement/jobs/keep-day-trades.ts'
import { sweepDues } from '../../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { coverDayTrades } from '../../../apps/server/src/features/day-trading/covering/cover-day-trades.ts'
import type { OrderHarness } from '../support/order-harness.ts'
import { signInAgain, type TestMember } from '../support/start-test-api.ts'
import { follow, type TradingModel, type Who } from './model.ts'

export interface ModelHarness extends OrderHarness {
  /** The current trading day. */
  today(): string
  /** The opening call of this day, one day later. */
  openDay(date: string): Promise<void>
  untilState(symbol: string, state: string): Promise<void>
  /** Lets the exchange run every due timer. False: no instrument in these states, and no odd lot, has one. */
  serveTimers(states: Iterable<string>, hasOddLots: boolean): Promise<boolean>
}

export interface RealTrading {
  readonly harness: ModelHarness
  readonly members: Readonly<Record<Who, TestMember>>
  /** The newest event of each shard that the model has processed. */
  readonly seen: Map<number, number>
}

/** The end of a day ends every session: a member whose request is refused signs in again and repeats it. */
export async function ask(real: RealTrading, who: Who, path: string, body: unknown, key = false) {
  const member = real.members[who]
  const send = () => member.client.call(path, body, key ? { key: true } : {})
  const reply = await send()
  if (reply.http !== 401) return reply
  await signInAgain(member)
  return send()
}

/** Waits until everything committed is matched, settled and quoted; then passes the venue's events to the model. */
export async function settleAndFollow(model: TradingModel, real: RealTrading): Promise<void> {
  await real.harness.untilIdle()
  const rows = await real.harness.venue.sql.query<{ shard: number; event: string; at: string; body: string }>(
    `SELECT shard, event, (extract(epoch FROM at) * 1000)::bigint AS at, body FROM exchange.events
     WHERE event > coalesce((SELECT (s.value)::bigint FROM jsonb_each_text($1) AS s WHERE s.key = shard::text), 0)
     ORDER BY shard, event`,
    [JSON.stringify(Object.fromEntries(real.seen))],
  )
  for (const { shard, event, at, body } of rows) {
    follow(model, JSON.parse(body) as VenueEvent, Number(at))
    real.seen.set(shard, Number(event))
  }
}

export type Job = 'conditional' | 'margin' | 'interest' | 'sweep' | 'seat-nets' | 'day-trades' | 'cover'

export async function runJob({ harness }: RealTrading, job: Job): Promise<void> {
  const { db, settlement } = harness.venue
  const now = new Date(harness.venue.now)
  const orders = { ...settlement, db, money: 'practice' } as const
  switch (job) {
    case 'conditional':
      await watchConditionals(orders, now)
      return
    case 'margin':
      await harness.runMarginWatch()
      return
    case 'interest':
      await accrueInterest(settlement.db, 'practice', now)
      return
    case 'sweep':
      await sweepDues(settlement.db, 'practice', now)
      return
    case 'seat-nets':
      await flushSeatNets(settlement.db, now)
      return
    case 'day-trades':
      await keepDayTrades(settlement)
      return
    case 'cover':
      await coverDayTrades({ ...settlement, db, orders: coverOrders(orders) }, now)
  }
}
