import type { Db } from '#platform/db'
import type { OrderDeps } from '../deps.ts'

export interface ConditionalDeps extends OrderDeps {
  readonly db: Db
}
