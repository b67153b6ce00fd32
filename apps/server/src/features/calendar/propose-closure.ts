import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { closesTooLong, closuresOf, isWeekend, taipeiDate, withClosure } from '@fairlot/rules/calendar'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { refuse } from '#platform/outcome'
import { byOperators, type ClosurePayload } from './closure-payload.ts'
import { readClosureRows } from './store.ts'

/**
 * Refuses a day that is past, closed anyway, not closed here, or would close the market for longer than any holiday.
 */
export async function proposeClosure(
  db: Db,
  { why, ...asked }: ConsoleBodyOf<'/calendar/proposeClosure'>,
  proposing: Proposing,
): Promise<Proposed> {
  const { date, action, settlementOnly } = asked
  if (date < taipeiDate(proposing.now.getTime())) {
    return refuse('closure.past', { field: 'date' })
  }
  const rows = await readClosureRows(db)
  const row = rows.find((closed) => closed.date === date)
  if (action === 'open') {
    if (row?.source !== byOperators) return refuse('closure.not-ours', { field: 'date' })
  } else {
    if (row || isWeekend(date)) return refuse('closure.no-trading-day', { field: 'date' })
    if (asked.nameTw.trim() === '' || asked.nameEn.trim() === '')
      return refuse('proposal.why', { field: 'nameTw' })
    if (closesTooLong(withClosure(closuresOf(rows), date, settlementOnly), date))
      return refuse('closure.too-many', { field: 'date' })
  }
  const payload: ClosurePayload =
    action === 'open' && row
      ? { date, action, nameTw: row.nameTw, nameEn: row.nameEn, settlementOnly: row.settlementOnly }
      : asked
  return proposeReview(db, { kind: 'closure', subject: date, payload, reason: why }, proposing)
}
