// The automatic cover: the owner is notified a quarter of an hour before; then the house closes what is still open
// through the ordinary book. The rounds are in packages/rules. Each leaves a row, so that a worker that crashes here,
// or a second worker, covers nothing twice.

import type { Subjects } from '@fairlot/contract/venue'
import { type CalendarName, sessionHours, tradingDateAt } from '@fairlot/rules/calendar'
import { type CoverStep, coverStep } from '@fairlot/rules/day-trading'
import { readClosures } from '#features/calendar'
import { recordMemberEvents } from '#features/live'
import { sendNotice } from '#features/notices'
import type { Bus } from '#platform/bus'
import { writesDurably } from '#platform/crash-points'
import { type Db, Rollback, type Tx } from '#platform/db'
import { derivedIdOfDay } from '#platform/ids'
import {
  claimRound,
  lockOpenDayTrade,
  type OpenDayTradeRow,
  readOpenDayTrades,
  readRestingCloses,
  readUnnotified,
} from './store.ts'

/** What covering needs from orders; passed in, because orders depends on this feature for day-trading eligibility. */
export interface CoverOrders {
  /** Places a close order for the house, in this transaction. False when it was not possible. */
  place(tx: Tx, order: CoverOrder): Promise<boolean>
  /** Asks the venue to cancel an order. */
  askCancel(tx: Tx, orderId: string, now: Date): Promise<void>
  /** Ends the conditional orders that close the position and releases its shares. */
  endConditionals(tx: Tx, positionId: string, now: Date): Promise<void>
}

export interface CoverOrder {
  readonly orderId: string
  readonly memberId: string
  readonly positionId: string
  readonly symbol: string
  readonly direction: 'long' | 'short'
  readonly quantity: number
  /** `market`: immediate or cancel. `limit`: at the day's worst price for the closing auction. */
  readonly how: 'market' | 'limit'
  readonly now: Date
}

export interface CoverDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
  readonly calendar: CalendarName
  readonly orders: CoverOrders
}

/** The round of the closing auction; larger than any number of minutes. */
const auctionRound = 1_000
const noticeRound = -1

/** Returns how many notices and orders were sent. */
export async function coverDayTrades(deps: CoverDeps, now: Date): Promise<number> {
  const { db, calendar } = deps
  const date = tradingDateAt(calendar, await readClosures(db), now.getTime())
  const hours = sessionHours(calendar, date)
  const step = coverStep(hours, now.getTime())
  if (step.kind === 'none') return 0
  const open = await readOpenDayTrades(db, date)
  let did = await announce(deps, open, date, new Date(hours.autoCoverAt), now)
  if (step.kind === 'announce') return did
  for (const { positionId } of open) did += await cover(deps, positionId, date, step, now)
  return did
}

/** One event per member and run, with every position the member has not been notified of. */
async function announce(
  { db, bus, subjects }: CoverDeps,
  open: readonly OpenDayTradeRow[],
  date: string,
  coverAt: Date,
  now: Date,
): Promise<number> {
  const unnotified = new Set(
    await readUnnotified(
      db,
      open.map(({ positionId }) => positionId),
      date,
    ),
  )
  let notified = 0
  for (const [memberId, rows] of Map.groupBy(open, (row) => row.memberId)) {
    const mine = rows.map(({ positionId }) => positionId).filter((id) => unnotified.has(id))
    if (mine.length === 0) continue
    notified += await db.transaction(async (tx) => {
      const claimed: string[] = []
      for (const id of mine) if (await claimRound(tx, id, date, noticeRound, null, now)) claimed.push(id)
      if (claimed.length === 0) return 0
      writesDurably(tx, 'day-trading.announce')
      const data = { positionIds: claimed, at: coverAt.toISOString() }
      await recordMemberEvents(tx, { bus, subjects }, [
        { memberId, kind: 'day-trading.covering', data, at: now },
      ])
      await sendNotice(tx, {
        memberId,
        code: 'day-trading.covering',
        params: { count: claimed.length, at: coverAt.toISOString() },
        at: now,
      })
      return 1
    })
  }
  return notified
}

function cover(
  { db, orders }: CoverDeps,
  positionId: string,
  date: string,
  step: Extract<CoverStep, { kind: 'market' | 'auction' }>,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    // Conditional closes end first: the cover sells their shares.
    await orders.endConditionals(tx, positionId, now)
    const resting = await readRestingCloses(tx, positionId)
    for (const orderId of resting) await orders.askCancel(tx, orderId, now)
    const position = await lockOpenDayTrade(tx, positionId)
    if (!position) return 0
    // Shares of an order still in the book are released when the venue has answered; the next run covers them.
    const quantity = position.shares - position.closing
    if (quantity <= 0) return resting.length
    const round = step.kind === 'market' ? step.round : auctionRound
    const orderId = coverOrderId(positionId, date, round, now)
    if (!(await claimRound(tx, positionId, date, round, orderId, now))) return 0
    writesDurably(tx, 'day-trading.cover')
    const placed = await orders.place(tx, {
      orderId,
      memberId: position.memberId,
      positionId,
      symbol: position.symbol,
      direction: position.direction,
      quantity,
      how: step.kind === 'market' ? 'market' : 'limit',
      now,
    })
    // The round stays open: the cause may disappear within its minute.
    if (!placed) throw new Rollback(0)
    return 1
  })
}

/** The same for the same position, day and round: a second try of a round finds the first one's order. */
const coverOrderId = (positionId: string, date: string, round: number, now: Date): string =>
  derivedIdOfDay(`auto-cover ${positionId} ${date} ${round}`, now)
