import type { Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'

export interface NotifyDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

export interface MentorsDeps extends NotifyDeps {
  readonly db: Db
}
