import type { Tx } from '#platform/db'
import { readAccount, shownAmounts } from './account.ts'
import type { MarketFacts } from './deps.ts'
import { showPosition } from './show-position.ts'

/** The whole account as its owner sees it, for other features that may show it: call it in one snapshot. */
export async function showAccount(tx: Tx, facts: MarketFacts, memberId: string, now: Date) {
  const { today, holdings, secured, amounts, balances } = await readAccount(tx, facts, memberId, now)
  return {
    amounts: shownAmounts(amounts, now),
    positions: holdings.map((row) => showPosition(row, today, secured)),
    others: balances
      .filter(
        ({ asset, kind, amount }) =>
          /^[A-Z]{3}$/.test(asset) && asset !== 'TWD' && kind === 'available' && amount !== 0n,
      )
      .map(({ asset, amount }) => ({ currency: asset as string, amount: amount.toString() })),
  }
}
