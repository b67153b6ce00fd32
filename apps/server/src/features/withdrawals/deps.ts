import type { Subjects } from '@fairlot/contract/venue'
import type { PasswordHasher } from '#features/auth'
import type { MarketFacts } from '#features/positions'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'

export interface WithdrawalsDeps {
  readonly db: Db
  readonly hasher: PasswordHasher
  readonly secrets: Secrets
  readonly bus: Bus
  readonly subjects: Subjects
  readonly market: MarketFacts
}

/** What decisions need: they run in the worker. */
export type DecidingDeps = Pick<WithdrawalsDeps, 'secrets' | 'bus' | 'subjects'>
