import type { Tx } from '#platform/db'
import { readAccount } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import { readOpenCall } from './store.ts'

/** The amount an open margin call still requires; zero when there is no open call. */
export async function callAsks(tx: Tx, facts: MarketFacts, memberId: string, now: Date): Promise<bigint> {
  const call = await readOpenCall(tx, memberId)
  return call ? (await readAccount(tx, facts, memberId, now)).facts.called : 0n
}
