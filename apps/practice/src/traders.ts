// Traders take liquidity: most of their orders trade with a quote at once, some wait in the book. In an auction they
// come in pairs, a buyer who would pay more and a seller who would take less, so that it finds a price.

import type { PlaceOrder, Side, Validity } from '@fairlot/contract/venue'
import { seatAccount } from '@fairlot/contract/venue'
import { ceilToTick, floorToTick, lotSize, stepPrice } from '@fairlot/rules/instruments'
import { bestOf, type InstrumentState, stepAt } from './instrument-state.ts'
import { canBuy, type Holding, sellable, surplus } from './holdings.ts'
import { usualShares } from './instruments.ts'
import type { Belief } from './makers.ts'
import type { Random } from './random.ts'

/** An order that may rest in the book, and when its seat cancels it. */
export interface SentOrder {
  readonly command: PlaceOrder
  readonly until: number | undefined
}

const largestLots = 400

function sizeOf(instrument: InstrumentState, price: number, random: Random): number {
  const usual = usualShares(instrument.character, price) / lotSize
  const spread = Math.exp(0.7 * random.normal() - 0.25)
  const large = random.next() < 0.03 ? 4 : 1
  return lotSize * Math.max(1, Math.min(largestLots, Math.round(usual * spread * large)))
}

/** Follows the last minutes a little, and returns to the seat's target. */
function sideOf(instrument: InstrumentState, holding: Holding, deviation: number, random: Random): Side {
  const trend = 0.16 * Math.tanh(instrument.momentum / (0.15 * deviation))
  const back = -0.45 * Math.max(-1, Math.min(1, 4 * surplus(holding, instrument.index)))
  const wish: Side = random.next() < 0.5 + trend + back ? 'buy' : 'sell'
  return wish === 'buy' && !canBuy(holding) ? 'sell' : wish
}

const inside = (instrument: InstrumentState, price: number): number =>
  Math.min(instrument.upper, Math.max(instrument.lower, price))

export interface Moment {
  readonly at: number
  readonly random: Random
  /** A new id for an order of this seat. */
  readonly orderId: (holding: Holding) => string
}

/** One order in continuous trading; undefined when this seat cannot trade here now. */
export function takeOrWait(
  instrument: InstrumentState,
  holding: Holding,
  belief: Belief,
  deviation: number,
  { at, random, orderId }: Moment,
): SentOrder | undefined {
  const { kind, symbol } = instrument.character
  const side = sideOf(instrument, holding, deviation, random)
  const { bid, ask } = bestOf(instrument)
  const [own, opposite] = side === 'buy' ? [bid, ask] : [ask, bid]
  const quantity = sizeOf(instrument, belief.fair, random)
  if (side === 'sell' && sellable(holding, instrument.index) < quantity) return undefined
  const towards = side === 'buy' ? 1 : -1
  const place = (price: number | undefined, validity: Validity, patience?: number): SentOrder => ({
    command: {
      kind: 'place',
      order: orderId(holding),
      account: seatAccount(holding.code),
      symbol,
      side,
      ...(price !== undefined && { price: inside(instrument, price) }),
      quantity,
      validity,
    },
    until: patience === undefined ? undefined : at + patience * 1_000,
  })

  const manner = random.next()
  if (manner < 0.16 && own !== undefined) {
    const away = Math.floor(random.next() * 4)
    return place(stepPrice(kind, own, -towards * away), 'ROD', 90 + 600 * random.next())
  }
  if (opposite === undefined) return undefined
  if (manner < 0.36 && Number.isFinite(instrument.upper)) return place(undefined, 'IOC')
  if (manner < 0.66) return place(stepPrice(kind, opposite, towards * Math.floor(random.next() * 3)), 'IOC')
  return place(opposite, 'ROD', 20 + 60 * random.next())
}

/** A buyer and a seller for the instrument's current auction. */
export function auctionPair(
  instrument: InstrumentState,
  buyer: Holding,
  seller: Holding,
  { fair }: Belief,
  { at, random, orderId }: Moment,
): readonly SentOrder[] {
  const { kind, symbol } = instrument.character
  const step = stepAt(instrument, fair)
  const wanted = sizeOf(instrument, fair, random)
  const offered = Math.min(
    sizeOf(instrument, fair, random),
    Math.floor(sellable(seller, instrument.index) / lotSize) * lotSize,
  )
  if (offered <= 0 || !canBuy(buyer)) return []
  const highest = inside(instrument, ceilToTick(kind, fair + step * (0.3 + 1.5 * random.next())))
  const lowest = inside(instrument, floorToTick(kind, fair - step * (0.3 + 1.5 * random.next())))
  const place = (holding: Holding, side: Side, price: number, quantity: number): SentOrder => ({
    command: {
      kind: 'place',
      order: orderId(holding),
      account: seatAccount(holding.code),
      symbol,
      side,
      price,
      quantity,
      validity: 'ROD',
    },
    // Orders left by the auction are cancelled a while after it; none is cancelled during one.
    until: at + 600_000,
  })
  return [place(buyer, 'buy', highest, wanted), place(seller, 'sell', lowest, offered)]
}
