// A forced close at one look: what is still missing of it goes into the book as ordinary orders. Everything it needs to
// know is read from what is committed (the holdings, their open and ended close orders), so a worker that dies at any
// line leaves nothing half done, and whoever looks next goes on from there.

import { limitsOf, lotSize } from '@fairlot/rules/instruments'
import type { TradingTerms } from '@fairlot/rules/orders'
import { forcedCloses, type Secured } from '@fairlot/rules/positions'
import { endConditionalsOf, type OrderDeps, orderDoors, placeSystemOrder } from '#features/orders'
import type { Tx } from '#platform/db'
import { derivedId } from '#platform/ids'
import { securedOf } from '../account.ts'
import type { HoldingRow } from '../store.ts'
import {
  type CloseOrderRow,
  readCloseOrders,
  readFreeShares,
  readVenueStates,
  type VenueState,
} from './store.ts'

/** An attempt that ended unfilled is not repeated at once: the cause has a minute to pass. */
const restMs = 60_000

export interface Forcing {
  readonly callId: string
  readonly memberId: string
  readonly terms: Pick<TradingTerms, 'cancelRatio' | 'maxLots'>
  readonly holdings: readonly HoldingRow[]
  readonly now: Date
}

/** Answers how many orders went out or were asked back. */
export async function forceCloses(tx: Tx, deps: OrderDeps, forcing: Forcing): Promise<number> {
  const doors = orderDoors(deps)
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
    if (!entry || isResting(mine, now)) continue
    // What its owner keeps waiting gives way: those are the shares the house sells.
    await endConditionalsOf(tx, { ...deps, doors }, { positionId }, 'liquidated', now)
    for (const order of mine) {
      if (order.state !== 'entrusted' || order.origin === 'liquidation' || order.cancelAsked) continue
      await doors.askCancel(tx, order.orderId, now)
      did += 1
    }
    // Shares of an order that is still in the book come free when the venue has answered; the next look takes them.
    const free = await readFreeShares(tx, positionId)
    const most = Math.min(quantity, free, terms.maxLots * lotSize)
    if (most <= 0) continue
    const attempt = mine.filter(({ origin }) => origin === 'liquidation').length
    const placed = await placeSystemOrder(tx, deps, {
      orderId: derivedId(`liquidation ${callId} ${positionId} ${attempt}`),
      memberId,
      positionId,
      quantity: most,
      ...entry,
      validity: 'ROD',
      origin: 'liquidation',
      now,
    })
    // What was refused is tried again at the next look: nothing of it stands.
    if (placed.ok) did += 1
  }
  return did
}

/** What would have to be closed if the forced orders in the book were filled already. */
function stillNeeded(
  holdings: readonly HoldingRow[],
  closes: readonly CloseOrderRow[],
  targetBp: number,
): ReturnType<typeof forcedCloses> {
  const rest: Secured[] = []
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
    rest.push({
      ...securedOf(holding),
      shares: holding.shares - going,
      loan: share(holding.loan),
      collateral: share(holding.collateral),
    })
  }
  return forcedCloses(rest, targetBp)
}

function isResting(mine: readonly CloseOrderRow[], now: Date): boolean {
  const last = mine.findLast(({ origin }) => origin === 'liquidation')
  if (!last || last.endedAt === null || last.state === 'filled') return false
  return now.getTime() < last.endedAt.getTime() + restMs
}

/** Market while trading is continuous; in an auction at the day's limit; undefined while no order is taken. */
function entryFor(
  holding: HoldingRow,
  venue: VenueState | undefined,
): { readonly price?: number } | undefined {
  if (!venue || venue.state === 'closed' || venue.state === 'halted') return undefined
  if (venue.state === 'continuous' && venue.upper !== null) return {}
  // An instrument without a daily limit takes no market orders; it is asked for within the usual ten per cent.
  const usual = limitsOf(venue.kind, venue.reference, true)!
  const price = holding.direction === 'long' ? (venue.lower ?? usual.lower) : (venue.upper ?? usual.upper)
  return { price }
}
