// One run of a forced close: places orders for what is still missing. It reads everything from committed state (the
// positions, their open and ended close orders), so a crash at any line leaves nothing half done, and the next run
// continues from there.

import { limitsOf, lotSize } from '@fairlot/rules/instruments'
import type { TradingTerms } from '@fairlot/rules/orders'
import { forcedCloses, type Secured } from '@fairlot/rules/positions'
import { cancelBySystem, endConditionalsOf, type OrderDeps, placeSystemOrder } from '#features/orders'
import type { Tx } from '#platform/db'
import { derivedIdOfDay } from '#platform/ids'
import { securedOf } from '../account.ts'
import type { HoldingRow } from '../store.ts'
import {
  type CloseOrderRow,
  readCloseOrders,
  readFreeShares,
  readVenueStates,
  type VenueState,
} from './store.ts'

/** An attempt that ended unfilled is not repeated at once: the cause gets a minute to disappear. */
const coolDownMs = 60_000

export interface Forcing {
  readonly callId: string
  readonly memberId: string
  readonly terms: Pick<TradingTerms, 'cancelRatio' | 'maxLots'>
  readonly holdings: readonly HoldingRow[]
  readonly now: Date
}

/** Returns how many orders were placed or cancelled. */
export async function forceCloses(tx: Tx, deps: OrderDeps, forcing: Forcing): Promise<number> {
  const { holdings, terms, now, memberId, callId } = forcing
  const ids = holdings.map(({ positionId }) => positionId)
  const closes = await readCloseOrders(tx, ids)
  const venue = await readVenueStates(tx, [...new Set(holdings.map(({ symbol }) => symbol))])
  const byId = new Map(holdings.map((row) => [row.positionId, row]))
  let did = 0
  for (const { positionId, quantity } of stillNeeded(holdings, closes, terms.cancelRatio)) {
    const holding = byId.get(positionId)!
    const entry = entryFor(holding, venue.get(holding.symbol))
    const mine = closes.filter((order) => order.positionId === positionId)
    if (!entry || isCoolingDown(mine, now)) continue
    // What its owner keeps waiting gives way: those are the shares the house sells.
    await endConditionalsOf(tx, deps, { positionId }, 'liquidated', now)
    for (const order of mine) {
      if (order.state !== 'entrusted' || order.origin === 'liquidation' || order.cancelAsked) continue
      await cancelBySystem(tx, deps, order.orderId, now)
      did += 1
    }
    // Shares of an order still in the book are released when the venue has answered; the next run closes them.
    const free = await readFreeShares(tx, positionId)
    const max = Math.min(quantity, free, terms.maxLots * lotSize)
    if (max <= 0) continue
    const attempt = mine.filter(({ origin }) => origin === 'liquidation').length
    const placed = await placeSystemOrder(tx, deps, {
      orderId: derivedIdOfDay(`liquidation ${callId} ${positionId} ${attempt}`, now),
      memberId,
      positionId,
      quantity: max,
      ...entry,
      validity: 'ROD',
      origin: 'liquidation',
      now,
    })
    // A refused order left no trace; the next run tries again.
    if (placed.ok) did += 1
  }
  return did
}

/** What would have to be closed if the forced orders in the book were already filled. */
function stillNeeded(
  holdings: readonly HoldingRow[],
  closes: readonly CloseOrderRow[],
  targetBp: number,
): ReturnType<typeof forcedCloses> {
  const others: Secured[] = []
  for (const holding of holdings) {
    const going = closes
      .filter(
        (order) =>
          order.positionId === holding.positionId &&
          order.state === 'entrusted' &&
          order.origin === 'liquidation',
      )
      .reduce((sum, { left }) => sum + left, 0)
    if (going >= holding.shares) continue
    const share = (amount: bigint): bigint => amount - (amount * BigInt(going)) / BigInt(holding.shares)
    others.push({
      ...securedOf(holding),
      shares: holding.shares - going,
      loan: share(holding.loan),
      collateral: share(holding.collateral),
    })
  }
  return forcedCloses(others, targetBp)
}

function isCoolingDown(mine: readonly CloseOrderRow[], now: Date): boolean {
  const last = mine.findLast(({ origin }) => origin === 'liquidation')
  if (!last || last.endedAt === null || last.state === 'filled') return false
  return now.getTime() < last.endedAt.getTime() + coolDownMs
}

/** Market while trading is continuous; in an auction at the day's limit; undefined while no order is accepted. */
function entryFor(
  holding: HoldingRow,
  venue: VenueState | undefined,
): { readonly price?: number } | undefined {
  if (!venue || venue.state === 'closed' || venue.state === 'halted') return undefined
  if (venue.state === 'continuous' && venue.upper !== null) return {}
  // An instrument without a daily limit accepts no market orders; the order uses the usual ten per cent as its limit.
  const usual = limitsOf(venue.kind, venue.reference, true)!
  const price = holding.direction === 'long' ? (venue.lower ?? usual.lower) : (venue.upper ?? usual.upper)
  return { price }
}
