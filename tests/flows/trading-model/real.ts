// The real thing under the model: api, PostgreSQL, NATS, exchange, settlement, quotes, and the worker's jobs turned by
// hand.

import type { VenueEvent } from '@fairlot/contract/venue'
import {
  coverOrders,
  currentTerms,
  orderDoors,
  watchConditionals,
} from '../../../apps/server/src/features/orders/index.ts'
import { flushSeatNets } from '../../../apps/server/src/features/settlement/index.ts'
import { accrueInterest } from '../../../apps/server/src/features/settlement/jobs/accrue-interest.ts'
import { keepDayTrades } from '../../../apps/server/src/features/settlement/jobs/keep-day-trades.ts'
import { sweepDues } from '../../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { coverDayTrades } from '../../../apps/server/src/features/day-trading/covering/cover-day-trades.ts'
import type { OrderDesk } from '../support/order-desk.ts'
import { signInAgain, type TestMember } from '../support/start-test-api.ts'
import { follow, type TradingModel, type Who } from './model.ts'

export interface ModelDesk extends OrderDesk {
  /** The trading day that is on. */
  today(): string
  /** The opening call of this day, a day later. */
  openDay(date: string): Promise<void>
  untilState(symbol: string, state: string): Promise<void>
}

export interface RealTrading {
  readonly desk: ModelDesk
  readonly members: Readonly<Record<Who, TestMember>>
  /** The newest event of each shard the model has followed. */
  readonly seen: Map<number, number>
}

/** A day that ends ends every session: whoever is turned away signs in again and asks the same. */
export async function ask(real: RealTrading, who: Who, path: string, body: unknown, key = false) {
  const member = real.members[who]
  const send = () => member.client.call(path, body, key ? { key: true } : {})
  const reply = await send()
  if (reply.http !== 401) return reply
  await signInAgain(member)
  return send()
}

/** Everything committed is matched, settled and quoted; then the model hears what the venue said. */
export async function settleAndFollow(model: TradingModel, real: RealTrading): Promise<void> {
  await real.desk.rest()
  const rows = await real.desk.floor.sql.query<{ shard: number; event: string; at: string; body: string }>(
    `SELECT shard, event, (extract(epoch FROM at) * 1000)::bigint AS at, body FROM exchange.events
     WHERE event > coalesce((SELECT (s.value)::bigint FROM jsonb_each_text($1) AS s WHERE s.key = shard::text), 0)
     ORDER BY shard, event`,
    [JSON.stringify(Object.fromEntries(real.seen))],
  )
  const now = performance.now()
  for (const { shard, event, at, body } of rows) {
    follow(model, JSON.parse(body) as VenueEvent, Number(at), now)
    real.seen.set(shard, Number(event))
  }
}

export type Job = 'conditional' | 'margin' | 'interest' | 'sweep' | 'seat-nets' | 'day-trades' | 'cover'

export async function runJob({ desk }: RealTrading, job: Job): Promise<void> {
  const { db, settlement } = desk.floor
  const now = new Date(desk.floor.now)
  const orders = { ...settlement, money: 'practice' } as const
  switch (job) {
    case 'conditional': {
      const terms = { currentTerms: (tx: never, at: Date) => currentTerms(tx, 'practice', at) }
      await watchConditionals({ ...orders, doors: orderDoors(orders), ...terms } as never, now)
      return
    }
    case 'margin':
      await desk.look()
      return
    case 'interest':
      await accrueInterest(db, 'practice', now)
      return
    case 'sweep':
      await sweepDues(db, 'practice', now)
      return
    case 'seat-nets':
      await flushSeatNets(db, now)
      return
    case 'day-trades':
      await keepDayTrades(settlement)
      return
    case 'cover':
      await coverDayTrades({ ...settlement, orders: coverOrders(orders) }, now)
  }
}
