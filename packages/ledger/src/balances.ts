import type { AccountCode, Asset } from './chart.ts'
import type { Executor } from './executor.ts'

export interface Balance {
  readonly account: AccountCode
  readonly asset: Asset
  /** `available`, `held`, `receivable`, …: see chart.ts. */
  readonly kind: string
  /** Settlement date of dated kinds. */
  readonly due: string | null
  readonly amount: bigint
}

interface BalanceRow {
  readonly account: AccountCode
  readonly asset: Asset
  readonly kind: string
  readonly due: string | null
  readonly amount: string
}

/** All balances of a member, without dated ones that are zero. */
export const balancesOf = (tx: Executor, memberId: string): Promise<Balance[]> =>
  balancesOfOwner(tx, 'member', memberId)

export async function balancesOfOwner(
  tx: Executor,
  owner: 'member' | 'seat' | 'lending',
  ownerId: string,
): Promise<Balance[]> {
  const rows = await tx.query<BalanceRow>(
    `SELECT account, asset, kind, due::text, amount::text FROM ledger.balances_of($1, $2)
     ORDER BY asset, kind, due`,
    [owner, ownerId],
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}

/**
 * The balance of one account, system accounts included: checkpoint plus tail where there is no balance row.
 */
export async function balanceOf(tx: Executor, account: AccountCode): Promise<bigint> {
  const [row] = await tx.query<{ amount: string }>(`SELECT ledger.balance_of($1)::text AS amount`, [account])
  if (!row) throw new Error('the ledger returned no row')
  return BigInt(row.amount)
}
