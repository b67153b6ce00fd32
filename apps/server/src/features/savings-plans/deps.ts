import type { OrderDeps } from '#features/orders'
import type { Db } from '#platform/db'

export interface SavingsDeps extends OrderDeps {
  readonly db: Db
}
