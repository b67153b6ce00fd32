import type { Subjects } from '@fairlot/contract/venue'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'

export interface NotifyDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

export interface CopyTradingDeps extends NotifyDeps {
  readonly db: Db
  readonly profile: RuleProfile
  readonly calendar: CalendarName
}
