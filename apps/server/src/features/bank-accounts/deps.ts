import type { Subjects } from '@fairlot/contract/venue'
import type { PasswordHasher } from '#features/auth'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'

export interface BankAccountsDeps {
  readonly db: Db
  readonly hasher: PasswordHasher
  readonly secrets: Secrets
  readonly bus: Bus
  readonly subjects: Subjects
}

/** What decisions need: they run in the worker, without a signed-in member. */
export type DecidingDeps = Pick<BankAccountsDeps, 'secrets' | 'bus' | 'subjects'>
