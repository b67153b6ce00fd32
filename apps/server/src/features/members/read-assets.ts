import { balancesOf } from '@fairlot/ledger'
import { membersRules } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'
import { sumAssets } from './sum-assets.ts'

export async function readAssets(tx: Tx, memberId: string, now: Date, simulated: boolean) {
  const assets = sumAssets(await balancesOf(tx, memberId))
  return {
    currency: 'TWD' as const,
    total: assets.total.toString(),
    available: assets.available.toString(),
    frozen: assets.frozen.toString(),
    profit: assets.profit.toString(),
    usd: assets.usd.toString(),
    // Nothing has lowered a score before credit exists: the published formula starts here.
    creditScore: membersRules.creditScoreStart.default,
    simulated,
    asOf: now.toISOString(),
  }
}
