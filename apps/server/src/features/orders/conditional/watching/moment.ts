import type { Tx } from '#platform/db'
import type { ConditionalDeps } from '../deps.ts'
import type { OrderDoors } from '../doors.ts'
import { type Need, needOf } from '../reserve.ts'
import type { ConditionalRow, PositionRow } from '../store.ts'
import { readDay } from './store.ts'

export interface WatchDeps extends ConditionalDeps {
  readonly doors: OrderDoors
}

export interface Moment {
  readonly now: Date
  /** The trading day that is on, or the last one. */
  readonly date: string
  /** Orders can be entered. */
  readonly isOpen: boolean
}

/** What it has to keep frozen by the limits of the day its stock is in. */
export async function closingNeed(
  tx: Tx,
  deps: WatchDeps,
  row: ConditionalRow,
  position: PositionRow,
  { now }: Moment,
): Promise<Need> {
  const { terms } = await deps.currentTerms(tx, now)
  const day = await readDay(tx, row.symbol)
  const { stop, takeProfit } = row.body
  const worst = stop?.price ?? (stop === null ? takeProfit!.price : (day?.upper ?? null))
  return needOf(terms, position, row.quantity, worst)
}
