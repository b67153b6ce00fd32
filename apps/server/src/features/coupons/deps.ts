import type { Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'

/** What the worker needs to tell members. */
export interface TellingDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}
