// Traders take: most of their orders meet a quote at once, some wait in the book. In an auction they come in pairs, a
// buyer who would pay more and a seller who would take less, so that it finds a price.

import type { PlaceOrder, Side, Validity } from '@fairlot/contract/venue'
import { seatAccount } from '@fairlot/contract/venue'
import { ceilToTick, floorToTick, lotSize, stepPrice } from '@fairlot/rules/instruments'
import { bestOf, type Desk, stepAt } from './desk.ts'
import { canBuy, type Holding, sellable, surplus } from './holdings.ts'
import { usualShares } from './instruments.ts'
import type { Belief } from './makers.ts'
import type { Random } from './random.ts'

/** An order that may stand in the book, and when its seat loses patience. */
export interface SentOrder {
  readonly command: PlaceOrder
  readonly until: number | undefined
}

const largestLots = 400

function sizeOf(desk: Desk, price: number, random: Random): number {
  const usual = usualShares(desk.character, price) / lotSize
  const spread = Math.exp(0.7 * random.normal() - 0.25)
  const large = random.next() < 0.03 ? 4 : 1
  return lotSize * Math.max(1, Math.min(largestLots, Math.round(usual * spread * large)))
}

/** Follows the last minutes a little, and goes back to what it should own. */
function sideOf(desk: Desk, holding: Holding, deviation: number, random: Random): Side {
  const trend = 0.16 * Math.tanh(desk.momentum / (0.15 * deviation))
  const back = -0.45 * Math.max(-1, Math.min(1, 4 * surplus(holding, desk.index)))
  const wish: Side = random.next() < 0.5 + trend + back ? 'buy' : 'sell'
  return wish === 'buy' && !canBuy(holding) ? 'sell' : wish
}

const inside = (desk: Desk, price: number): number => Math.min(desk.upper, Math.max(desk.lower, price))

export interface Moment {
  readonly at: number
  readonly random: Random
  /** A new id for an order of this seat. */
  readonly orderId: (holding: Holding) => string
}

/** One order in continuous trading; undefined when this seat can do nothing here now. */
export function takeOrWait(
  desk: Desk,
  holding: Holding,
  belief: Belief,
  deviation: number,
  { at, random, orderId }: Moment,
): SentOrder | undefined {
  const { kind, symbol } = desk.character
  const side = sideOf(desk, holding, deviation, random)
  const { bid, ask } = bestOf(desk)
  const [own, opposite] = side === 'buy' ? [bid, ask] : [ask, bid]
  const quantity = sizeOf(desk, belief.fair, random)
  if (side === 'sell' && sellable(holding, desk.index) < quantity) return undefined
  const towards = side === 'buy' ? 1 : -1
  const place = (price: number | undefined, validity: Validity, patience?: number): SentOrder => ({
    command: {
      kind: 'place',
      order: orderId(holding),
      account: seatAccount(holding.code),
      symbol,
      side,
      ...(price !== undefined && { price: inside(desk, price) }),
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
  if (manner < 0.36 && Number.isFinite(desk.upper)) return place(undefined, 'IOC')
  if (manner < 0.66) return place(stepPrice(kind, opposite, towards * Math.floor(random.next() * 3)), 'IOC')
  return place(opposite, 'ROD', 20 + 60 * random.next())
}

/** A buyer and a seller for the auction this desk is in. */
export function auctionPair(
  desk: Desk,
  buyer: Holding,
  seller: Holding,
  { fair }: Belief,
  { at, random, orderId }: Moment,
): readonly SentOrder[] {
  const { kind, symbol } = desk.character
  const step = stepAt(desk, fair)
  const wanted = sizeOf(desk, fair, random)
  const offered = Math.min(
    sizeOf(desk, fair, random),
    Math.floor(sellable(seller, desk.index) / lotSize) * lotSize,
  )
  if (offered <= 0 || !canBuy(buyer)) return []
  const highest = inside(desk, ceilToTick(kind, fair + step * (0.3 + 1.5 * random.next())))
  const lowest = inside(desk, floorToTick(kind, fair - step * (0.3 + 1.5 * random.next())))
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
    // What the auction leaves goes a while after it; nobody cancels during one.
    until: at + 600_000,
  })
  return [place(buyer, 'buy', highest, wanted), place(seller, 'sell', lowest, offered)]
}
