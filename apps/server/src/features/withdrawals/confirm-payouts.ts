import { lockOpenLines, matchToWithdrawal } from '#features/deposits'
import type { Db } from '#platform/db'
import { noticeWithdrawal, postOrThrow, tellWithdrawal } from './decide-withdrawal.ts'
import type { DecidingDeps } from './deps.ts'
import { paidEntry } from './postings.ts'
import { lockWithdrawal, moveStage, readUnderWay } from './store.ts'

const lookBackMs = 30 * 86_400_000
const mostLines = 1_000

/**
 * A line that went out and names a payout confirms it: the amount must be the same to the cent, else it stays open and
 * people look. Answers how many were paid.
 */
export const confirmPayouts = (db: Db, deps: DecidingDeps, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const lines = await lockOpenLines(tx, new Date(now.getTime() - lookBackMs), 'out', mostLines)
    if (lines.length === 0) return 0
    const named = new Map(lines.map((line) => [line.reference.trim().toUpperCase(), line]))
    const found = await readUnderWay(tx, [...named.keys()])
    let paid = 0
    for (const one of found.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))) {
      const line = named.get(one.reference)!
      if (line.currency !== one.currency || line.amount !== -one.amount) continue
      const row = await lockWithdrawal(tx, one.id)
      if (row?.stage !== 'sent') continue
      const entryId = await postOrThrow(tx, paidEntry({ ...row, now }))
      await moveStage(tx, [row.id], { stage: 'paid', batchId: null, fault: null, note: null, at: now })
      await matchToWithdrawal(tx, line.id, row.id, [], now)
      await tellWithdrawal(tx, deps, row, { state: 'passed', stage: 'paid' }, { entryId, line: line.id }, now)
      await noticeWithdrawal(tx, row, { code: 'withdrawal.paid' }, now)
      paid += 1
    }
    return paid
  })
