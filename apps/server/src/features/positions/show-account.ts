import type { Tx } from '#platform/db'
import { foreignOf, readAccount } from './account.ts'
import type { MarketFacts } from './deps.ts'
import { showPosition } from './show-position.ts'

/** The whole account as its owner sees it, for other features that may show it: call it in one snapshot. */
export async function showAccount(tx: Tx, facts: MarketFacts, memberId: string, now: Date) {
  const account = await readAccount(tx, facts, memberId, now)
  const { today, holdings, secured, figures } = account
  return {
    figures,
    positions: holdings.map((row) => showPosition(row, today, secured)),
    foreign: foreignOf(account),
  }
}
