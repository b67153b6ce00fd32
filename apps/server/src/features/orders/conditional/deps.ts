import type { Subjects } from '@fairlot/contract/venue'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { TradingTerms } from '@fairlot/rules/orders'
import type { Bus } from '#platform/bus'
import type { Db, Tx } from '#platform/db'

export interface ConditionalDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
  readonly calendar: CalendarName
  /** The terms in force, and their hash as the ticket carries it. */
  readonly currentTerms: (
    tx: Tx,
    now: Date,
  ) => Promise<{ readonly hash: string; readonly terms: TradingTerms }>
}
