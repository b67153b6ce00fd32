// The hold of an entry follows the limits of the day: a market order and a short may fill up to the upper one.

import { dayAtTrigger, heldFor, worstPriceOf } from '@fairlot/rules/orders'
import { writesDurably } from '#platform/crash-points'
import { Rollback, type Tx } from '#platform/db'
import { readMarketDay } from '../../market-day.ts'
import type { ConditionalDeps } from '../deps.ts'
import { unreserve } from '../reserve.ts'
import type { Moment } from '../watching/moment.ts'
import { readDay } from '../watching/store.ts'
import { endEntry } from './end-entry.ts'
import { reserveEntry } from './reserve-entry.ts'
import { type EntryRow, lockEntry, setEntryPriced } from './store.ts'

export interface PricedEntry {
  readonly worstPrice: number
  readonly cash: bigint
  readonly lent: number
}

/** What it must hold by the limits of its stock's current day; undefined when its terms are no longer in force. */
export async function priceEntry(
  tx: Tx,
  deps: ConditionalDeps,
  { symbol, quantity, body: { entry } }: EntryRow,
  now: Date,
): Promise<PricedEntry | undefined> {
  const day = await readMarketDay(tx, deps, symbol, now)
  if (day === undefined || day === 'delisted' || day.termsHash !== entry.terms) return undefined
  const { direction, multiple } = entry
  const worstPrice = worstPriceOf(entry, dayAtTrigger(day, entry).upper)
  if (worstPrice === null) return undefined
  const cash = heldFor(day.terms, { direction, multiple, worstPrice, left: quantity, filled: 0n })
  return { worstPrice, cash, lent: direction === 'short' ? quantity : 0 }
}

/** If the balance does not cover the new limit it fails, and its owner is notified before it is needed. */
export async function repriceEntry(deps: ConditionalDeps, id: string, { now }: Moment): Promise<number> {
  const failed = await deps.db.transaction(async (tx): Promise<string | null> => {
    const row = await lockEntry(tx, id)
    const day = row && (await readDay(tx, row.symbol))
    if (row?.state !== 'waiting' || !day) return null
    writesDurably(tx, 'conditional.reprice')
    const priced = await priceEntry(tx, deps, row, now)
    if (!priced) return 'order.terms-changed'
    await unreserve(tx, row, now)
    const { memberId, symbol } = row
    const holds = await reserveEntry(tx, { id, memberId, symbol, cash: priced.cash, lent: priced.lent, now })
    if (!holds) throw new Rollback('balance.insufficient')
    await setEntryPriced(tx, id, day.date, priced.worstPrice, holds)
    return null
  })
  if (failed === null) return 1
  return deps.db.transaction(async (tx) => {
    const row = await lockEntry(tx, id)
    if (row?.state !== 'waiting') return 0
    await endEntry(tx, deps, row, 'failed', failed, now)
    return 1
  })
}

/** Ends an entry after its last day. */
export function expireEntry(
  deps: ConditionalDeps,
  id: string,
  { now, date, isOpen }: Moment,
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const row = await lockEntry(tx, id)
    if (row?.state !== 'waiting') return 0
    if (row.expiresOn >= date && (isOpen || row.expiresOn > date)) return 0
    writesDurably(tx, 'conditional.expire')
    await endEntry(tx, deps, row, 'expired', 'expired', now)
    return 1
  })
}
