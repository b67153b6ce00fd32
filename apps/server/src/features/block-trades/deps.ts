import type { Subjects } from '@fairlot/contract/venue'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'

export interface BlockTradesDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly bus: Bus
  readonly subjects: Subjects
  readonly profile: RuleProfile
  readonly calendar: CalendarName
}

/** What decisions need: they run in the worker. */
export type DecidingDeps = Pick<BlockTradesDeps, 'bus' | 'subjects' | 'profile'>
