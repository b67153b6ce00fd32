import type { Subjects } from '@fairlot/contract/venue'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'

export interface NotifyDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

export interface WorkDeps extends NotifyDeps {
  readonly db: Db
}

export interface ReadDeps {
  readonly db: Db
  readonly calendar: CalendarName
}

export interface ProposeDeps extends ReadDeps {
  readonly money: 'practice' | 'real'
}
