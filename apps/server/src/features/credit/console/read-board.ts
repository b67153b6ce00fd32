import type { CreditBoardView } from '@fairlot/contract/credit'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { creditRatio } from '@fairlot/rules/credit'
import { ruleProfileOf } from '#features/site'
import { type Db, inSnapshot } from '#platform/db'
import { byStock, showScore } from '../show.ts'
import { readPledges, readScoreInputs } from '../store.ts'
import { readCreditDay } from '../terms.ts'
import { readOpenCalls } from '../watch/store.ts'
import { readBoardRows, readBoardSums } from './store.ts'

type Board = ConsoleDataOf<'/credit/board'>

const maxShown = 100

export const readBoard = (
  { db, money }: { readonly db: Db; readonly money: 'practice' | 'real' },
  view: CreditBoardView,
  now: Date,
): Promise<Board> =>
  inSnapshot(db, async (tx) => {
    const day = await readCreditDay(tx, ruleProfileOf(money), now)
    const { callRatio, cancelRatio } = day.trading
    const sums = await readBoardSums(tx, day.today, callRatio, cancelRatio)
    const rows = await readBoardRows(tx, view, day.today, cancelRatio, maxShown)
    const ids = rows.map(({ id }) => id)
    const pledges = await readPledges(tx, ids)
    const calls = await readOpenCalls(tx, ids)
    const scores = new Map<string, number>()
    for (const memberId of new Set(rows.map((row) => row.memberId)))
      scores.set(memberId, showScore(await readScoreInputs(tx, memberId, now), day.scoreStart).score)
    const { all, pending, running, low, late } = sums
    return {
      lent: sums.lent.toString(),
      interest: sums.interest.toString(),
      secured: sums.secured.toString(),
      ratioBp: creditRatio(sums.secured, sums.lent + sums.interest),
      late: { count: late, amount: sums.lateOwed.toString() },
      quota: String(day.terms.quota),
      isOpen: day.terms.isOpen === 1,
      callRatioBp: callRatio,
      safeRatioBp: cancelRatio,
      counts: { all, pending, running, low, late },
      spread: [...sums.spread],
      rows: rows.map((row) => {
        const call = calls.find(({ loanId }) => loanId === row.id)
        return {
          id: row.id,
          kind: row.kind,
          number: row.number,
          reviewId: row.reviewId,
          memberId: row.memberId,
          account: row.account,
          state: row.state,
          amount: row.amount.toString(),
          owed: row.owed.toString(),
          termDays: row.termDays,
          aprPpm: row.aprPpm,
          dueOn: row.dueOn,
          lateDays: row.lateDays,
          sentAt: row.sentAt.toISOString(),
          pledges: byStock(pledges.filter(({ loanId }) => loanId === row.id)),
          ratioBp: row.ratioBp,
          score: scores.get(row.memberId)!,
          call: call
            ? {
                reason: call.reason,
                state: call.state,
                deadline: call.deadline.toISOString(),
                amount: call.amount.toString(),
              }
            : null,
        }
      }),
    }
  })
