import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { type CheckResult, closeStop, insertRun, openStop, runChecks } from './store.ts'

export interface Look {
  readonly results: readonly CheckResult[]
  readonly broken: readonly CheckResult[]
  /** What it did to payouts. */
  readonly payouts: 'stopped' | 'resumed' | 'as before'
}

const isBroken = ({ difference }: CheckResult): boolean => Number(difference) !== 0

/**
 * Holds the books against everything else and writes down what it found. The first difference stops payouts, the first
 * look without one lets them go on; nothing is ever mended by itself.
 */
export async function lookAtBooks(tx: Tx, now: Date): Promise<Look> {
  const began = performance.now()
  const results = await runChecks(tx)
  const broken = results.filter(isBroken)
  const run = await insertRun(tx, {
    at: now,
    tookMs: Math.round(performance.now() - began),
    broken: broken.length,
    results,
  })
  const codes = broken.map(({ code }) => code)
  const changed = broken.length > 0 ? await openStop(tx, run, codes, now) : await closeStop(tx, run, now)
  if (!changed) return { results, broken, payouts: 'as before' }
  const payouts = broken.length > 0 ? 'stopped' : 'resumed'
  await recordAudit(tx, {
    action: `funds.payouts-${payouts}`,
    actor: 'system',
    subject: `recon-run:${run}`,
    details: Object.fromEntries(broken.map(({ code, difference }) => [`check ${code}`, difference])),
    requestId: newId(),
  })
  return { results, broken, payouts }
}
