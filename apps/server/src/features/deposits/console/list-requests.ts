import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { type DepositState, depositStates } from '@fairlot/contract/deposits'
import { maxCounted } from '@fairlot/contract/fund-requests'
import { maskAccount, memberNumber } from '@fairlot/rules/members'
import {
  type AskedListFilter,
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
  countByState,
  countPendingDeposits,
  type ConsoleDeposit,
  findDepositIds,
  readDecidedDeposits,
  readPendingDeposits,
} from './store.ts'

const pageSize = 50

/** Refuses: `input.invalid`. */
export async function listDepositRequests(
  db: Db,
  { state, filter: asked, after }: AskedDeposits & { readonly after?: string | undefined },
  context: ByOperator,
): Promise<ConsoleOutcome<ConsoleDataOf<'/deposits/requests'>>> {
  const place = cursorFrom(after)
  if (place === undefined) return refuse('input.invalid', { field: 'after' })
  return db.transaction(async (tx) => {
    const filter = await resolveFilter(tx, asked, findDepositIds, place === null ? context : null)
    const rows = await readState(tx, state, filter, place, pageSize + 1)
    const page = rows.slice(0, pageSize)
    const counts = await countByState(tx, filter, depositStates, maxCounted)
    return done({
      deposits: page.map(showConsoleDeposit),
      next: rows.length > pageSize ? cursorAfter(page.at(-1)!) : null,
      ...(await countPendingDeposits(tx, context.now)),
      counts: countsFrom(depositStates, counts),
    })
  })
}

interface AskedDeposits {
  readonly state: DepositState
  readonly filter?: AskedListFilter | undefined
}

const readState = (
  tx: Tx,
  state: DepositState,
  filter: ListFilter,
  place: PageCursor | null,
  limit: number,
): Promise<readonly ConsoleDeposit[]> =>
  state === 'pending'
    ? readPendingDeposits(tx, filter, place, limit)
    : readDecidedDeposits(tx, filter, state, place, limit)

const head = [
  'number',
  'state',
  'member',
  'member_number',
  'account',
  'channel',
  'currency',
  'amount',
  'booked',
  'bank_line',
  'reference',
  'from_ending',
  'sent_at',
  'due_at',
  'decided_at',
  'rejection_reason',
]

export function exportDeposits(
  db: Db,
  { state, filter: asked }: AskedDeposits,
  context: ByOperator,
): Promise<ConsoleOutcome<CsvFile>> {
  return db.transaction(async (tx) => {
    const filter = await resolveFilter(tx, asked, findDepositIds, context)
    const rows = await readState(tx, state, filter, null, exportLimit)
    return done(
      await exportList(
        tx,
        { list: 'deposits', filter: { state, ...asked }, head, rows: rows.map(lineOf) },
        context,
      ),
    )
  })
}

const lineOf = (row: ConsoleDeposit): readonly (string | null)[] => [
  row.number,
  row.state,
  row.name,
  memberNumber(row.memberId),
  maskAccount(row.account),
  row.channelTw,
  row.currency,
  decimalText(row.amount),
  decimalText(row.booked),
  decimalText(row.lineAmount),
  row.reference,
  row.fromEnding,
  taipeiText(row.sentAt),
  taipeiText(row.promisedAt),
  taipeiText(row.decidedAt),
  row.rejectionReason,
]

export const showConsoleDeposit = (row: ConsoleDeposit) => ({
  depositId: row.id,
  reviewId: row.reviewId,
  number: row.number,
  member: showOwner(row),
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
