import type { Subjects } from '@fairlot/contract/venue'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { OrderDeps } from '#features/orders'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'

export interface NotifyDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

export interface CopyTradingDeps extends OrderDeps {
  readonly db: Db
  readonly profile: RuleProfile
}
