import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { maxCounted } from '@fairlot/contract/fund-requests'
import { withdrawalViews } from '@fairlot/contract/withdrawals'
import { maskAccount, memberNumber } from '@fairlot/rules/members'
import {
  type ByOperator,
  countsFrom,
  decimalText,
  exportLimit,
  exportList,
  type ListFilter,
  resolveFilter,
  showOwner,
  taipeiText,
} from '#features/operators'
import type { CsvFile } from '#platform/csv'
import type { Db, Tx } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom, type PageCursor } from '#platform/page-cursor'
import {
  type ConsoleWithdrawal,
  countByView,
  countPendingWithdrawals,
  findWithdrawalIds,
  readDecidedWithdrawals,
  readPendingWithdrawals,
} from './store.ts'

const pageSize = 50
type Asked = ConsoleBodyOf<'/withdrawals/requests'>

/** Refuses: `input.invalid`. */
export async function listWithdrawalRequests(
  db: Db,
  { view, filter: asked, after }: Asked,
  context: ByOperator,
): Promise<ConsoleOutcome<ConsoleDataOf<'/withdrawals/requests'>>> {
  const place = cursorFrom(after)
  if (place === undefined) return refuse('input.invalid', { field: 'after' })
  return db.transaction(async (tx) => {
    const filter = await resolveFilter(tx, asked, findWithdrawalIds, place === null ? context : null)
    const rows = await readView(tx, view, filter, place, pageSize + 1)
    const page = rows.slice(0, pageSize)
    const last = page.at(-1)
    return done({
      withdrawals: page.map(showConsoleWithdrawal),
      next:
        last && rows.length > pageSize
          ? cursorAfter({ id: last.id, sentAt: view === 'pending' ? last.sentAt : last.decidedAt! })
          : null,
      ...(await countPendingWithdrawals(tx, context.now)),
      counts: countsFrom(withdrawalViews, await countByView(tx, filter, withdrawalViews, maxCounted)),
    })
  })
}

const readView = (
  tx: Tx,
  view: Asked['view'],
  filter: ListFilter,
  place: PageCursor | null,
  limit: number,
): Promise<readonly ConsoleWithdrawal[]> =>
  view === 'pending'
    ? readPendingWithdrawals(tx, filter, place, limit)
    : readDecidedWithdrawals(tx, filter, view === 'rejected' ? null : view, place, limit)

const head = [
  'number',
  'state',
  'stage',
  'member',
  'member_number',
  'account',
  'bank',
  'ending',
  'currency',
  'amount',
  'fee',
  'reference',
  'sent_at',
  'due_at',
  'decided_at',
  'ordered_at',
  'paid_at',
  'rejection_reason',
]

export function exportWithdrawals(
  db: Db,
  { view, filter: asked }: Omit<Asked, 'after'>,
  context: ByOperator,
): Promise<ConsoleOutcome<CsvFile>> {
  return db.transaction(async (tx) => {
    const filter = await resolveFilter(tx, asked, findWithdrawalIds, context)
    const rows = (await readView(tx, view, filter, null, exportLimit)).map(lineOf)
    return done(
      await exportList(tx, { list: 'withdrawals', filter: { view, ...asked }, head, rows }, context),
    )
  })
}

const lineOf = (row: ConsoleWithdrawal): readonly (string | null)[] => [
  row.number,
  row.state,
  row.stage,
  row.name,
  memberNumber(row.memberId),
  maskAccount(row.account),
  row.bank,
  row.ending,
  row.currency,
  decimalText(row.amount),
  decimalText(row.fee),
  row.reference,
  taipeiText(row.sentAt),
  taipeiText(row.promisedAt),
  taipeiText(row.decidedAt),
  taipeiText(row.orderedAt),
  taipeiText(row.paidAt),
  row.rejectionReason,
]

export const showConsoleWithdrawal = (row: ConsoleWithdrawal) => ({
  withdrawalId: row.id,
  reviewId: row.reviewId,
  number: row.number,
  member: showOwner(row),
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
