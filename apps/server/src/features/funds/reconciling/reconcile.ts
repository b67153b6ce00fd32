import { recordAudit } from '#features/audit'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import {
  type CheckResult,
  failReconciliation,
  type PayoutsAfter,
  readRun,
  type RunScope,
  runReconciliation,
} from './store.ts'

export interface ReconciliationRun {
  readonly results: readonly CheckResult[]
  readonly broken: readonly CheckResult[]
  /** The effect on payouts. */
  readonly payouts: PayoutsAfter
}

/** A run that needs longer has failed, and payouts stop. */
export const limitMs: Readonly<Record<RunScope, number>> = { minute: 50_000, night: 1_800_000 }

const isBroken = ({ difference }: CheckResult): boolean => Number(difference) !== 0

/**
 * Reconciles and records the findings. The first difference stops payouts; the first run without one resumes them.
 * Nothing is repaired automatically.
 */
export async function reconcile(
  tx: Tx,
  now: Date,
  scope: RunScope = 'minute',
  limit = limitMs[scope],
): Promise<ReconciliationRun> {
  const { run, payouts } = await runReconciliation(tx, scope, now, limit)
  const { results } = await readRun(tx, run)
  const broken = results.filter(isBroken)
  if (payouts !== 'as before')
    await recordPayouts(
      tx,
      payouts,
      run,
      Object.fromEntries(broken.map(({ code, difference }) => [`check ${code}`, difference])),
    )
  return { results, broken, payouts }
}

/** In its own transaction: that of the run was rolled back. */
export const recordFailedRun = (db: Db, now: Date, scope: RunScope, error: unknown): Promise<PayoutsAfter> =>
  db.transaction(async (tx) => {
    const why = error instanceof Error ? error.message : String(error)
    const { run, payouts } = await failReconciliation(tx, scope, now, why)
    if (payouts !== 'as before') await recordPayouts(tx, payouts, run, { unfinished: why.slice(0, 200) })
    return payouts
  })

const recordPayouts = (
  tx: Tx,
  payouts: 'stopped' | 'resumed',
  run: bigint,
  details: Readonly<Record<string, string>>,
): Promise<unknown> =>
  recordAudit(tx, {
    action: `funds.payouts-${payouts}`,
    actor: 'system',
    subject: `recon-run:${run}`,
    details,
    requestId: newId(),
  })
