import type { Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'

/** What the worker needs to notify members. */
export interface NotifyDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}
