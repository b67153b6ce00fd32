import type { OutcomeDeps } from '#features/members'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import type { ReadSupportStatistics } from './statistics.ts'

export interface SupportDeps extends OutcomeDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly statistics: ReadSupportStatistics
}

/** Who writes, when, and in which request. */
export interface ByMember {
  readonly memberId: string
  readonly now: Date
  readonly requestId: string
}
