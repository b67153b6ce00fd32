import { taipeiDate } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import { accrueLoan } from '../accrue.ts'
import { lockCredit, readLoan } from '../store.ts'
import { readToAccrue } from './store.ts'

const atOnce = 200

/**
 * The interest of every running loan up to today, one transaction each: a crash leaves the rest for the next run. Returns
 * how many were booked.
 */
export async function accrueCredit(db: Db, now: Date): Promise<number> {
  const today = taipeiDate(now.getTime())
  let booked = 0
  for (;;) {
    const due = await readToAccrue(db, today, atOnce)
    for (const { loanId, memberId } of due) {
      await db.transaction(async (tx) => {
        await lockCredit(tx, memberId)
        const loan = await readLoan(tx, loanId)
        if (loan?.state === 'passed' && loan.repaidAt === null) await accrueLoan(tx, loan, today, now)
      })
      booked += 1
    }
    if (due.length < atOnce) return booked
  }
}
