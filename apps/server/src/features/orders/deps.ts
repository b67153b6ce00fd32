import type { Subjects } from '@fairlot/contract/venue'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'

/** What placing an order needs from other parts of the server, in the api and in the worker alike. */
export interface OrderDeps {
  readonly bus: Bus
  readonly subjects: Subjects
  readonly calendar: CalendarName
  readonly money: 'practice' | 'real'
}

export interface OrdersDeps extends OrderDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
}
