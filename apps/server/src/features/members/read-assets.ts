import { balancesOf, isShares } from '@fairlot/ledger'
import { membersRules } from '@fairlot/rules/members'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { sumAssets, symbolOf } from './sum-assets.ts'

/** The values of positions; passed in, because positions depends on this feature. */
export type HoldingValues = (
  tx: Tx,
  memberId: string,
  symbols: readonly string[],
  now: Date,
) => Promise<{ readonly marks: ReadonlyMap<string, number>; readonly unrealised: bigint }>

export interface AssetsDeps {
  readonly db: Db
  readonly simulated: boolean
  readonly holdings: HoldingValues
}

export const readAssets = ({ db, simulated, holdings }: AssetsDeps, memberId: string, now: Date) =>
  inSnapshot(db, async (tx) => {
    const balances = await balancesOf(tx, memberId)
    const symbols = [...new Set(balances.map(({ asset }) => asset).filter(isShares))].map(symbolOf)
    const { marks, unrealised } = await holdings(tx, memberId, symbols, now)
    const assets = sumAssets(balances, marks)
    return {
      currency: 'TWD' as const,
      total: assets.total.toString(),
      available: assets.available.toString(),
      held: assets.held.toString(),
      profit: unrealised.toString(),
      usd: assets.usd.toString(),
      // Nothing lowers a score before credit exists: the published formula starts here.
      creditScore: membersRules.creditScoreStart.default,
      simulated,
      asOf: now.toISOString(),
    }
  })
