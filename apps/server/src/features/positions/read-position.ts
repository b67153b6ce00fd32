import type { DataOf } from '@fairlot/contract/routes'
import { dayMs } from '@fairlot/rules/calendar'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readToday, securedOf } from './account.ts'
import type { MarketFacts } from './deps.ts'
import { showPosition } from './show-position.ts'
import {
  type HoldingRow,
  type PricePoint,
  readDayCloses,
  readFills,
  readHolding,
  readMinuteCloses,
  readOpenHoldings,
  readOrderIds,
} from './store.ts'

type Read = Outcome<DataOf<'/positions/readPosition'>>

/** Refuses: `order.not-found`. */
export const readPosition = (
  db: Db,
  facts: MarketFacts,
  memberId: string,
  positionId: string,
  now: Date,
): Promise<Read> =>
  inSnapshot(db, async (tx): Promise<Read> => {
    const row = await readHolding(tx, memberId, positionId)
    if (!row) return refuse('order.not-found', { field: 'positionId' })
    const today = await readToday(tx, facts, now)
    const account = (await readOpenHoldings(tx, memberId)).map(securedOf)
    const fills = await readFills(tx, positionId)
    const orders = await readOrderIds(tx, positionId)
    const line = await readLine(tx, row, now)
    return done({
      position: showPosition(row, today, account),
      orders: orders.map(({ orderId }) => orderId),
      fills: fills.map((fill) => ({
        ...fill,
        fee: fill.fee.toString(),
        tax: fill.tax.toString(),
        borrowFee: fill.borrowFee.toString(),
        realised: fill.realised?.toString() ?? null,
        at: fill.at.toISOString(),
      })),
      line: line.map(({ at, price }) => ({ at: at.toISOString(), price })),
    })
  })

const fewestDays = 3
const maxPoints = 240

/**
 * Days when there are enough of them to draw, else minutes; only traded prices, without interpolation. A long series of
 * minutes is thinned, and its newest is kept.
 */
async function readLine(tx: Tx, row: HoldingRow, now: Date): Promise<readonly PricePoint[]> {
  const until = row.closedAt ?? now
  const isLong = until.getTime() - row.openedAt.getTime() >= fewestDays * dayMs
  const points = isLong
    ? await readDayCloses(tx, row.symbol, row.openedOn, until)
    : await readMinuteCloses(tx, row.symbol, row.openedAt, until)
  const every = Math.ceil(points.length / maxPoints)
  return points.filter((_, n) => n % every === 0).toReversed()
}
