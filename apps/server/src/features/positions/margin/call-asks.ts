import { topUpFor } from '@fairlot/rules/positions'
import type { Tx } from '#platform/db'
import { readAccount } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import { readOpenCall } from './store.ts'

/**
 * The amount an open margin call still requires: the unpaid part of the called amount, or more if prices have fallen
 * further since. Zero when there is no open call.
 */
export async function callAsks(tx: Tx, facts: MarketFacts, memberId: string, now: Date): Promise<bigint> {
  const call = await readOpenCall(tx, memberId)
  if (!call) return 0n
  const { secured, today } = await readAccount(tx, facts, memberId, now)
  const remaining = call.amount - call.paid
  const needed = topUpFor(secured, today.terms.cancelRatio)
  const asks = needed > remaining ? needed : remaining
  return asks > 0n ? asks : 0n
}
