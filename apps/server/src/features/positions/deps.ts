import type { CalendarName } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'

export interface MarketFacts {
  readonly calendar: CalendarName
  readonly money: 'practice' | 'real'
}

export interface PositionsDeps extends MarketFacts {
  readonly db: Db
  readonly secrets: Secrets
}
