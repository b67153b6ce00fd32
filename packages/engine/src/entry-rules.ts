// Whether an instrument accepts an order now. Each answer is the id of a rule in the contract. The order is: is it
// traded at all, is it traded now, is the order well formed, is its price allowed.

import type { Validity, VenueRule } from '@fairlot/contract/venue'
import { highestPrice, isOnTick, lotSize, maxLots } from '@fairlot/rules/instruments'
import type { Instrument, Venue } from './venue.ts'
import { isTakenId } from './order.ts'

export interface WantedOrder {
  readonly id: string
  readonly price: number | undefined
  readonly quantity: number
  readonly validity: Validity
  /** The only day the order can enter on. */
  readonly date: string | undefined
  readonly group?: string | undefined
}

export function refusalOfState(instrument: Instrument): VenueRule | undefined {
  if (instrument.state === 'closed') return 'phase.closed'
  if (instrument.state === 'halted') return 'halt.no-entry'
  return undefined
}

export function refusalOfQuantity(quantity: number): VenueRule | undefined {
  if (!Number.isSafeInteger(quantity) || quantity <= 0 || quantity % lotSize !== 0) return 'order.quantity'
  if (quantity > maxLots * lotSize) return 'order.max-lots'
  return undefined
}

export function refusalOfPrice(instrument: Instrument, price: number): VenueRule | undefined {
  if (!isOnTick(instrument.kind, price)) return 'order.tick'
  if (price > (instrument.upper ?? highestPrice) || price < (instrument.lower ?? 0))
    return 'order.price-limit'
  return undefined
}

export function refusalOfOrder(
  venue: Venue,
  instrument: Instrument,
  { id, price, quantity, validity, date }: WantedOrder,
): VenueRule | undefined {
  const closed = refusalOfState(instrument)
  if (closed) return closed
  if (date !== undefined && date !== venue.date) return 'order.day'
  if (isTakenId(venue, id)) return 'order.duplicate'
  const badQuantity = refusalOfQuantity(quantity)
  if (badQuantity) return badQuantity
  if (instrument.state !== 'continuous' && (price === undefined || validity !== 'ROD'))
    return 'phase.limit-rod-only'
  if (price !== undefined) return refusalOfPrice(instrument, price)
  return instrument.upper === undefined ? 'order.market-not-limited' : undefined
}
