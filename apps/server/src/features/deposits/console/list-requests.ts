import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { DepositState } from '@fairlot/contract/deposits'
import { maskAccount } from '@fairlot/rules/members'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import {
  countPendingDeposits,
  type ConsoleDeposit,
  readDecidedDeposits,
  readPendingDeposits,
} from './store.ts'

const pageSize = 50

/** Refuses: `input.invalid`. */
export async function listDepositRequests(
  db: Db,
  { state, after }: { readonly state: DepositState; readonly after?: string | undefined },
  now: Date,
): Promise<ConsoleOutcome<ConsoleDataOf<'/deposits/requests'>>> {
  const place = cursorFrom(after)
  if (place === undefined) return refuse('input.invalid', { field: 'after' })
  const [rows, counts] = await Promise.all([
    state === 'pending'
      ? readPendingDeposits(db, place, pageSize + 1)
      : readDecidedDeposits(db, state, place, pageSize + 1),
    countPendingDeposits(db, now),
  ])
  const page = rows.slice(0, pageSize)
  return done({
    deposits: page.map(showConsoleDeposit),
    next: rows.length > pageSize ? cursorAfter(page.at(-1)!) : null,
    ...counts,
  })
}

export const showConsoleDeposit = (row: ConsoleDeposit) => ({
  depositId: row.id,
  reviewId: row.reviewId,
  number: row.number,
  member: { memberId: row.memberId, account: maskAccount(row.account) },
  channel: { tw: row.channelTw, en: row.channelEn },
  currency: row.currency,
  amount: row.amount.toString(),
  booked: row.booked?.toString() ?? null,
  state: row.state,
  rejectionReason: row.rejectionReason,
  isSecond: row.isSecond,
  sentAt: row.sentAt.toISOString(),
  promisedAt: row.promisedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  statement:
    row.lineAmount === null
      ? null
      : { amount: row.lineAmount.toString(), differences: [...(row.differences ?? [])] },
})
