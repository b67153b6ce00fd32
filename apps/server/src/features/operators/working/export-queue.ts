import { maskAccount, memberNumber } from '@fairlot/rules/members'
import type { CsvFile } from '#platform/csv'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done } from '#platform/outcome'
import type { ByOperator } from '../by-operator.ts'
import { type AskedFilter, isOpenOnly, wantedOf } from '../queue/list-queue.ts'
import { viewerOf } from '../queue/show-row.ts'
import { type QueueRow, readOpen, readOver } from '../queue/store.ts'
import { decimalText, exportLimit, exportList, taipeiText } from './export-list.ts'

const head = [
  'number',
  'kind',
  'state',
  'member',
  'member_number',
  'account',
  'amount',
  'currency',
  'opened_at',
  'due_at',
  'flags',
  'approved_by',
  'assigned_to',
  'decision',
  'decided_at',
  'outcome',
]

/** The reviews of a filter in the order of the queue. */
export function exportQueue(
  db: Db,
  filter: AskedFilter,
  context: ByOperator,
): Promise<ConsoleOutcome<CsvFile>> {
  const { caller, now } = context
  return db.transaction(async (tx) => {
    const wanted = wantedOf(filter, now)
    const read = isOpenOnly(wanted) ? readOpen : readOver
    const rows = await read(tx, viewerOf(caller, now), wanted, undefined, exportLimit)
    return done(
      await exportList(tx, { list: 'reviews', filter: { ...filter }, head, rows: rows.map(lineOf) }, context),
    )
  })
}

const lineOf = (row: QueueRow): readonly (string | null)[] => [
  row.number,
  row.kind,
  row.state,
  row.memberName,
  row.memberId === null ? null : memberNumber(row.memberId),
  row.account === null ? null : maskAccount(row.account),
  decimalText(row.amount),
  row.currency,
  taipeiText(row.openedAt),
  taipeiText(row.promisedAt),
  row.flags.join(' '),
  row.approvedBy.map(({ name }) => name).join(' '),
  row.assigneeName,
  row.decision,
  taipeiText(row.decidedAt),
  row.outcome,
]
