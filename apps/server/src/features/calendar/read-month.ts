import {
  addDays,
  addSettlementDays,
  type CalendarName,
  closuresOf,
  isSettlementDay,
  isTradingDay,
  isWeekend,
  taipeiDate,
} from '@fairlot/rules/calendar'
import { readOpenProposals } from '#features/operators'
import type { Db } from '#platform/db'
import { byOperators, closurePayload } from './closure-payload.ts'
import { readClosureRows } from './store.ts'

/** Every day of the month by the exchange's calendar, which banks follow no matter what the market trades. */
export async function readMonth(db: Db, calendar: CalendarName, month: string, now: Date) {
  const [rows, proposals] = await Promise.all([readClosureRows(db), readOpenProposals(db, ['closure'])])
  const closures = closuresOf(rows)
  const days = []
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) {
    const row = rows.find((closed) => closed.date === date)
    const open = proposals.find(({ subject }) => subject === date)
    days.push({
      date,
      isWeekend: isWeekend(date),
      closure: row
        ? {
            nameTw: row.nameTw,
            nameEn: row.nameEn,
            settlementOnly: row.settlementOnly,
            byOperators: row.source === byOperators,
          }
        : null,
      settles: isSettlementDay('twse', closures, date),
      settlesOn: isTradingDay('twse', closures, date) ? addSettlementDays('twse', closures, date, 2) : null,
      proposal: open
        ? {
            reviewId: open.reviewId,
            number: open.number,
            openedAt: open.openedAt.toISOString(),
            by: open.by,
            action: closurePayload.parse(open.payload).action,
          }
        : null,
    })
  }
  return { calendar, today: taipeiDate(now.getTime()), days }
}
