import type { Tx } from '#platform/db'
import { readEligible, readUsed } from './store.ts'

/** Whether an application of the member has passed. */
export const isDayTradingEligible = (tx: Tx, memberId: string): Promise<boolean> => readEligible(tx, memberId)

/** Opening value of this trading day's day trades, open orders at their worst price included. */
export const dayTradingUsed = (tx: Tx, memberId: string, date: string): Promise<bigint> =>
  readUsed(tx, memberId, date)
