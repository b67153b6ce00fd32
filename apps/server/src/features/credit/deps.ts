import type { OrderDeps } from '#features/orders'
import type { Db } from '#platform/db'
import type { Subjects } from '@fairlot/contract/venue'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Bus } from '#platform/bus'

/** What recording an outcome needs. */
export interface NotifyDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

export interface DecidingDeps extends NotifyDeps {
  readonly profile: RuleProfile
}

export interface CreditDeps extends OrderDeps {
  readonly db: Db
}
