import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'

export interface Builder {
  readonly db: Db
  readonly secrets: Secrets
  readonly now: Date
}
