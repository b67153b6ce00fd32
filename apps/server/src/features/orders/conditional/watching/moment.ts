import type { Tx } from '#platform/db'
import type { ConditionalDeps } from '../deps.ts'
import { currentTerms } from '../../terms/current-terms.ts'
import { type Need, needOf } from '../reserve.ts'
import type { ConditionalRow, PositionRow } from '../store.ts'
import { readDay } from './store.ts'

export interface Moment {
  readonly now: Date
  /** The current trading day, or the last one. */
  readonly date: string
  /** Orders can be entered. */
  readonly isOpen: boolean
}

/** What it must hold, by the limits of its stock's current day. */
export async function closingNeed(
  tx: Tx,
  deps: ConditionalDeps,
  row: ConditionalRow,
  position: PositionRow,
  { now }: Moment,
): Promise<Need> {
  const { terms } = await currentTerms(tx, deps.money, now)
  const day = await readDay(tx, row.symbol)
  const { stop, takeProfit } = row.body
  const worst = stop?.price ?? (stop === null ? takeProfit!.price : (day?.upper ?? null))
  return needOf(terms, position, row.quantity, worst)
}
