import type { Db } from '#platform/db'
import type { OrderDeps } from '../deps.ts'

export type EndDeps = Pick<OrderDeps, 'bus' | 'subjects'>

export interface ConditionalDeps extends OrderDeps {
  readonly db: Db
}
