import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { taipeiDate } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import { interestOn } from './accrue.ts'
import { readRecordRows, type RecordRow, sumRecords } from './records-store.ts'
import { readOpenLoan } from './store.ts'

const pageSize = 30

/** The cursor is the time and the id of the last record of the page. An unreadable one reads from the start. */
const cursorOf = ({ at, id }: RecordRow): string => `${at.toISOString()} ${id}`
function readCursor(text: string | undefined): { readonly at: Date; readonly id: string } | null {
  const [time = '', id = ''] = (text ?? '').split(' ')
  const at = new Date(time)
  return Number.isNaN(at.getTime()) || id === '' ? null : { at, id }
}

export async function readRecords(
  db: Db,
  memberId: string,
  { kind, before }: BodyOf<'/credit/records'>,
  now: Date,
): Promise<DataOf<'/credit/records'>> {
  const rows = await readRecordRows(db, memberId, {
    kind: kind ?? null,
    before: readCursor(before),
    limit: pageSize + 1,
  })
  const sums = await sumRecords(db, memberId)
  const loan = await readOpenLoan(db, memberId)
  const interest = loan?.state === 'passed' ? interestOn(loan, taipeiDate(now.getTime())) : 0n
  const shown = rows.slice(0, pageSize)
  return {
    lent: sums.lent.toString(),
    repaid: sums.repaid.toString(),
    interestPaid: sums.interestPaid.toString(),
    owed: ((loan?.principal ?? 0n) + interest).toString(),
    interest: interest.toString(),
    records: shown.map((row) => ({
      recordId: row.id,
      kind: row.kind,
      at: row.at.toISOString(),
      number: row.number,
      state: row.state,
      amount: row.amount.toString(),
      termDays: row.termDays,
      aprPpm: row.aprPpm,
      dueOn: row.dueOn,
      reason: row.reason,
      promisedAt: row.promisedAt?.toISOString() ?? null,
      interest: row.interest?.toString() ?? null,
      left: row.left?.toString() ?? null,
      lateDays: row.lateDays,
    })),
    next: rows.length > pageSize ? cursorOf(shown.at(-1)!) : null,
  }
}
