import { unrealised } from '@fairlot/rules/positions'
import type { Tx } from '#platform/db'
import { readToday } from './account.ts'
import type { MarketFacts } from './deps.ts'
import { readMarks, readOpenHoldings } from './store.ts'

export interface HeldValues {
  /** The price of each symbol, hundredths. */
  readonly marks: ReadonlyMap<string, number>
  /** Result of everything open if it were closed now, after costs. */
  readonly unrealised: bigint
}

/** For summing a member's assets: prices of their shares, and the result of their positions. */
export async function valueHoldings(
  tx: Tx,
  facts: MarketFacts,
  memberId: string,
  symbols: readonly string[],
  now: Date,
): Promise<HeldValues> {
  const today = await readToday(tx, facts, now)
  const holdings = await readOpenHoldings(tx, memberId)
  return {
    marks: await readMarks(tx, symbols),
    unrealised: holdings.reduce(
      (sum, one) => sum + unrealised(today.terms, one, one.mark, one.kind, today.date),
      0n,
    ),
  }
}
