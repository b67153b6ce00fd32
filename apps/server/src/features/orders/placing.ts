import type { TradeGate } from '#features/identity'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import type { OrderDeps } from './deps.ts'
import type { Intake } from './intake/queue.ts'
import type { MarketDays } from './market-day.ts'

/** What placing, closing and replacing share in the api. */
export interface PlacingDeps extends OrderDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly days: MarketDays
  readonly intake: Intake
  readonly tradeGate: TradeGate
}

/** The member, and the time of the request. */
export interface Member {
  readonly memberId: string
  readonly now: Date
}
