import type { Tx } from '#platform/db'
import type { CreditDeps } from '../deps.ts'
import type { LoanRow } from '../store.ts'
import type { CreditDay } from '../terms.ts'

export interface WatchContext {
  readonly tx: Tx
  readonly deps: CreditDeps
  readonly day: CreditDay
  readonly loan: LoanRow
  readonly now: Date
}
