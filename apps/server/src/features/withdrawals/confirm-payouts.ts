import { type LineRow, matchToWithdrawal, readOpenPayments } from '#features/deposits'
import type { Db } from '#platform/db'
import { noticeWithdrawal, postOrThrow, tellWithdrawal } from './decide-withdrawal.ts'
import type { DecidingDeps } from './deps.ts'
import { paidEntry } from './postings.ts'
import { lockWithdrawal, moveStage, readUnderWay } from './store.ts'

const lookBackMs = 30 * 86_400_000
const mostLines = 1_000

/**
 * A line that went out and names a payout confirms it: the amount must be the same to the cent, else it stays open and
 * people look. Each in a transaction of its own: many at once would hold locks that a return of one of them waits for.
 * Answers how many were paid.
 */
export async function confirmPayouts(db: Db, deps: DecidingDeps, now: Date): Promise<number> {
  const lines = await readOpenPayments(db, new Date(now.getTime() - lookBackMs), mostLines)
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
  db.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id)
    if (row?.stage !== 'sent' || line.currency !== row.currency || line.amount !== -row.amount) return false
    if (!(await matchToWithdrawal(tx, line.id, row.id, now))) return false
    const entryId = await postOrThrow(tx, paidEntry({ ...row, now }))
    await moveStage(tx, [row.id], { stage: 'paid', batchId: null, fault: null, note: null, at: now })
    await tellWithdrawal(tx, deps, row, { state: 'passed', stage: 'paid' }, { entryId, line: line.id }, now)
    await noticeWithdrawal(tx, row, { code: 'withdrawal.paid' }, now)
    return true
  })
