import { type CalendarName, sessionHours, tradingDateAt } from '@fairlot/rules/calendar'
import { recordAudit } from '#features/audit'
import { readClosures } from '#features/calendar'
import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { clearDayTrade, lockPosition } from './store.ts'

export interface Keeping {
  readonly memberId: string
  readonly positionId: string
  readonly now: Date
  readonly requestId: string
}

/**
 * Converts a day trade to an ordinary position: it is not covered, and selling it pays the full tax. Refuses:
 * `order.not-found`, `order.not-holding`, `day-trading.cannot-keep` (sold short: the shares must be returned today),
 * `day-trading.too-late`.
 */
export async function keepOvernight(
  db: Db,
  calendar: CalendarName,
  { memberId, positionId, now, requestId }: Keeping,
): Promise<Outcome<null>> {
  const closures = await readClosures(db)
  const date = tradingDateAt(calendar, closures, now.getTime())
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    const position = await lockPosition(tx, memberId, positionId)
    if (!position) return refuse('order.not-found')
    if (position.state !== 'holding') return refuse('order.not-holding')
    if (!position.dayTrade) return done(null)
    if (position.direction === 'short') return refuse('day-trading.cannot-keep')
    const { autoCoverAt } = sessionHours(calendar, position.openedOn)
    if (position.openedOn !== date || now.getTime() >= autoCoverAt) return refuse('day-trading.too-late')
    writesDurably(tx, 'day-trading.keep')
    await clearDayTrade(tx, positionId)
    await recordAudit(tx, {
      action: 'day-trading.kept',
      actor: `member:${memberId}`,
      subject: `position:${positionId}`,
      details: {},
      requestId,
    })
    return done(null)
  })
}
