import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { maskAccount } from '@fairlot/rules/members'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import {
  countWithdrawals,
  type ConsoleWithdrawal,
  readDecidedWithdrawals,
  readPendingWithdrawals,
} from './store.ts'

const pageSize = 50

/** Refuses: `input.invalid`. */
export async function listWithdrawalRequests(
  db: Db,
  { view, after }: ConsoleBodyOf<'/withdrawals/requests'>,
  now: Date,
): Promise<ConsoleOutcome<ConsoleDataOf<'/withdrawals/requests'>>> {
  const place = cursorFrom(after)
  if (place === undefined) return refuse('input.invalid', { field: 'after' })
  const [rows, counts] = await Promise.all([
    view === 'pending'
      ? readPendingWithdrawals(db, place, pageSize + 1)
      : readDecidedWithdrawals(db, view === 'rejected' ? null : view, place, pageSize + 1),
    countWithdrawals(db, now),
  ])
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return done({
    withdrawals: page.map(showConsoleWithdrawal),
    next:
      last && rows.length > pageSize
        ? cursorAfter({ id: last.id, sentAt: view === 'pending' ? last.sentAt : last.decidedAt! })
        : null,
    counts,
  })
}

export const showConsoleWithdrawal = (row: ConsoleWithdrawal) => ({
  withdrawalId: row.id,
  reviewId: row.reviewId,
  number: row.number,
  member: { memberId: row.memberId, account: maskAccount(row.account) },
  currency: row.currency,
  amount: row.amount.toString(),
  fee: row.fee.toString(),
  bank: row.bank,
  ending: row.ending,
  reference: row.reference,
  state: row.state,
  stage: row.stage,
  rejectionReason: row.rejectionReason,
  isSecond: row.isSecond,
  isSigned: row.isSigned,
  sentAt: row.sentAt.toISOString(),
  promisedAt: row.promisedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  orderedAt: row.orderedAt?.toISOString() ?? null,
  paidAt: row.paidAt?.toISOString() ?? null,
  batchId: row.batchId,
})
