import type { Subjects } from '@fairlot/contract/venue'
import type { PasswordHasher } from '#features/auth'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'

export interface NotifyDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

export interface AuctionDeps extends NotifyDeps {
  readonly db: Db
  readonly hasher: PasswordHasher
  readonly secrets: Secrets
  readonly money: 'practice' | 'real'
}
