import { dayMs } from '@fairlot/rules/calendar'
import { type LineRow, matchToWithdrawal, readLine, readOpenPayments } from '#features/bank-statements'
import { postOrThrow } from '#features/fund-requests'
import type { Db, Tx } from '#platform/db'
import { notifyWithdrawal } from './decide-withdrawal.ts'
import type { DecidingDeps } from './deps.ts'
import { paidEntry } from './postings.ts'
import { lockWithdrawal, moveStage, readUnderWay } from './store.ts'

const lookbackMs = 30 * dayMs
const maxLines = 1_000

/**
 * An outgoing line that names a payout confirms it: the amount must match to the cent, else it stays open for
 * operators. Each in its own transaction: many at once would hold locks that a return of one of them waits for. Returns
 * how many were paid.
 */
export async function confirmPayouts(db: Db, deps: DecidingDeps, now: Date): Promise<number> {
  const lines = await readOpenPayments(db, new Date(now.getTime() - lookbackMs), maxLines)
  if (lines.length === 0) return 0
  const named = new Map(lines.map((line) => [line.reference.trim().toUpperCase(), line]))
  const found = await readUnderWay(db, [...named.keys()])
  let paid = 0
  for (const { id, reference } of found) {
    if (await confirmOne(db, deps, id, named.get(reference)!, now)) paid += 1
  }
  return paid
}

const confirmOne = (db: Db, deps: DecidingDeps, id: string, line: LineRow, now: Date): Promise<boolean> =>
  db.transaction((tx) => confirm(tx, deps, id, line, now))

/** Two operators matched the line by hand: it confirms the payout like a line that names it. */
export async function confirmByLine(
  tx: Tx,
  deps: DecidingDeps,
  withdrawalId: string,
  lineId: string,
  now: Date,
): Promise<boolean> {
  const line = await readLine(tx, lineId)
  return line !== undefined && confirm(tx, deps, withdrawalId, line, now)
}

async function confirm(tx: Tx, deps: DecidingDeps, id: string, line: LineRow, now: Date): Promise<boolean> {
  const row = await lockWithdrawal(tx, id)
  if (row?.stage !== 'sent' || line.currency !== row.currency || line.amount !== -row.amount) return false
  if (!(await matchToWithdrawal(tx, line.id, row.id, now))) return false
  const entryId = await postOrThrow(tx, paidEntry({ ...row, now }))
  await moveStage(tx, [row.id], { stage: 'paid', batchId: null, rejectionReason: null, note: null, at: now })
  await notifyWithdrawal(tx, deps, row, {
    now: { state: 'passed', stage: 'paid' },
    details: { entryId, line: line.id },
    notice: 'withdrawal.paid',
    at: now,
  })
  return true
}
