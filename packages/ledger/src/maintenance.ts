// The worker's maintenance of the ledger: partitions for coming months, checkpoints, old keys.

import type { Executor } from './executor.ts'

/** Creates the partitions of the month of `from` and the `months` after it. Call at start and daily. */
export async function ensurePartitions(tx: Executor, from: Date, months = 3): Promise<number> {
  const [row] = await tx.query<{ made: number }>(
    `SELECT ledger.ensure_partitions($1::timestamptz, $2) AS made`,
    [from.toISOString(), months],
  )
  return row?.made ?? 0
}

export interface Checkpoint {
  readonly id: bigint
  /** Lines added since the checkpoint before it. */
  readonly lines: bigint
}

/** Adds up what has settled since the last checkpoint. Throws when an asset does not sum to zero. Call every minute. */
export async function checkpoint(tx: Executor): Promise<Checkpoint> {
  const [row] = await tx.query<{ id: string; lines: string }>(
    `SELECT id::text, lines::text FROM ledger.checkpoint()`,
  )
  if (!row) throw new Error('the ledger returned no row')
  return { id: BigInt(row.id), lines: BigInt(row.lines) }
}

/**
 * Deletes idempotency keys and closed holds older than `before` (never younger than 35 days), to keep their tables
 * small.
 */
export async function forget(tx: Executor, before: Date, limit = 10_000): Promise<number> {
  const [row] = await tx.query<{ gone: number }>(`SELECT ledger.forget($1::timestamptz, $2) AS gone`, [
    before.toISOString(),
    limit,
  ])
  return row?.gone ?? 0
}

export interface TrialLine {
  readonly owner: string
  readonly asset: string
  readonly kind: string
  readonly total: bigint
}

interface TrialRow {
  readonly owner_kind: string
  readonly asset: string
  readonly kind: string
  readonly total: string
}

const trialLine = ({ owner_kind, asset, kind, total }: TrialRow): TrialLine => ({
  owner: owner_kind,
  asset,
  kind,
  total: BigInt(total),
})

/** Totals by kind of account from checkpoint and tail. Each asset sums to zero. */
export async function trialBalance(tx: Executor): Promise<TrialLine[]> {
  const rows = await tx.query<TrialRow>(
    `SELECT owner_kind, asset, kind, total::text FROM ledger.trial_balance() ORDER BY asset, owner_kind, kind`,
  )
  return rows.map(trialLine)
}

/** The same as of a past moment: what was posted before it. */
export async function trialBalanceBefore(tx: Executor, at: Date): Promise<TrialLine[]> {
  const rows = await tx.query<TrialRow>(
    `SELECT owner_kind, asset, kind, total::text FROM ledger.trial_balance_before($1::timestamptz)
     ORDER BY asset, owner_kind, kind`,
    [at.toISOString()],
  )
  return rows.map(trialLine)
}
