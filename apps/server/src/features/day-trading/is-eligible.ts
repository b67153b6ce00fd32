import type { Tx } from '#platform/db'
import { readEligible } from './store.ts'

/** Whether an application of the member was approved. */
export const isDayTradingEligible = (tx: Tx, memberId: string): Promise<boolean> => readEligible(tx, memberId)
