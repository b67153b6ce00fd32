import { balancesOf, chart } from '@fairlot/ledger'
import { hex } from '@fairlot/proof'
import type { Db } from '#platform/db'
import { done } from '#platform/outcome'
import { readPath } from './read-path.ts'
import { countLinesSince, newestTree, readLeavesOf } from './store.ts'
import { wireRoot } from './wire.ts'

export interface BalanceWanted {
  readonly memberId: string
  readonly asset: string
  readonly kind: 'balances' | 'debts'
}

const countsAs = (kind: 'balances' | 'debts', account: string): boolean => {
  const row = chart.find((one) => one.owner === 'member' && one.kind === account)
  return kind === 'balances' ? row?.lowest === 0n : row?.highest === 0n
}

export async function readBalanceEvidence(db: Db, { memberId, asset, kind }: BalanceWanted) {
  // One snapshot for all reads; otherwise a posting in between would show a change that no line explains.
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const tree = await newestTree(tx, kind, asset)
    const leaves = []
    for (const leaf of tree ? await readLeavesOf(tx, tree.id, memberId) : []) {
      leaves.push({
        body: leaf.body,
        hash: hex(leaf.hash),
        amount: leaf.amount.toString(),
        n: leaf.n,
        path: await readPath(tx, tree!, leaf.n),
      })
    }
    const now = (await balancesOf(tx, memberId))
      .filter((balance) => balance.asset === asset && countsAs(kind, balance.kind))
      .reduce((sum, { amount }) => sum + amount, 0n)
    return done({
      root: tree ? wireRoot(tree) : null,
      leaves,
      control: tree?.control?.toString() ?? null,
      now: (kind === 'debts' ? -now : now).toString(),
      linesSince: tree ? await countLinesSince(tx, memberId, asset, tree) : 0,
    })
  })
}
