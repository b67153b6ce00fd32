import type { AuctionState } from '@fairlot/contract/auctions'
import { divide, SHARES_PER_LOT } from '@fairlot/money'
import { dayMs, taipeiDate } from '../calendar/taipei.ts'
import { isOnTick } from '../instruments/ticks.ts'
import { auctionsRules } from './limits.ts'

export interface AuctionOffer {
  readonly symbol: string
  readonly name: { readonly tw: string; readonly en: string }
  readonly industry: { readonly tw: string; readonly en: string }
  readonly floorPrice: bigint
  readonly lots: number
  readonly minLots: number
  readonly maxLots: number
  readonly startsAt: Date
  readonly closesAt: Date
  readonly opensAt: Date
  readonly payBy: Date
  readonly listsOn: string
}

const whole = 10_000n
const minuteMs = 60_000

export const auctionBounds = {
  /** A code of the exchange: the stock is listed under it. */
  symbol: /^([0-9]{4,6}|[0-9]{4,5}[A-Z])$/,
  maxPrice: 1_000_000n,
  maxLots: 1_000_000,
  maxDays: 120,
  /** Between the close and the opening the list is signed and anyone can read it. */
  minListMs: 2 * minuteMs,
} as const

/** The most lots of one person: a share of the auction, at least one lot. */
export const capLotsOf = (lots: number): number =>
  Math.max(1, Math.floor((lots * auctionsRules.maxShare.default) / Number(whole)))

/** The name of the first field that is wrong; undefined when the auction can be published. */
export function auctionProblem(offer: AuctionOffer, now: Date): keyof AuctionOffer | undefined {
  const { name, industry, floorPrice, lots, minLots, maxLots, startsAt, closesAt, opensAt, payBy } = offer
  const isNamed = (texts: AuctionOffer['name']): boolean => texts.tw.trim() !== '' && texts.en.trim() !== ''
  if (!auctionBounds.symbol.test(offer.symbol)) return 'symbol'
  if (!isNamed(name)) return 'name'
  if (!isNamed(industry)) return 'industry'
  const isPrice = floorPrice > 0n && floorPrice <= auctionBounds.maxPrice
  if (!isPrice || !isOnTick('stock', Number(floorPrice))) return 'floorPrice'
  if (lots < 1 || lots > auctionBounds.maxLots) return 'lots'
  if (minLots < 1 || minLots > capLotsOf(lots)) return 'minLots'
  if (maxLots < minLots || maxLots > capLotsOf(lots)) return 'maxLots'
  if (startsAt <= now) return 'startsAt'
  if (closesAt <= startsAt) return 'closesAt'
  if (opensAt.getTime() < closesAt.getTime() + auctionBounds.minListMs) return 'opensAt'
  if (payBy <= opensAt) return 'payBy'
  const last = new Date(now.getTime() + auctionBounds.maxDays * dayMs).toISOString().slice(0, 10)
  // Every winner has paid when the day of the listing begins.
  if (offer.listsOn <= taipeiDate(payBy.getTime()) || offer.listsOn > last) return 'listsOn'
  return undefined
}

/** Undefined when bids are accepted now. */
export function bidRefusal(
  auction: { readonly state: AuctionState; readonly isRemoved: boolean; readonly closesAt: Date },
  now: Date,
): 'stock.removed' | 'auction.not-started' | 'auction.closed' | undefined {
  if (auction.isRemoved) return 'stock.removed'
  if (auction.state === 'not-started' && now < auction.closesAt) return 'auction.not-started'
  return auction.state === 'bidding' && now < auction.closesAt ? undefined : 'auction.closed'
}

const step = BigInt(auctionsRules.ceilingStep.default)

/** The smallest ceiling that covers an amount. */
export const ceilingFor = (amount: bigint): bigint => divide(amount, step, 'ceil') * step

/** Far below what the ledger can hold. */
const maxCeiling = 1_000_000_000_000_000n

/** A ceiling covers at least the smallest bid, and is a whole number of steps. */
export const ceilingProblem = (
  { floorPrice, minLots }: Pick<AuctionOffer, 'floorPrice' | 'minLots'>,
  ceiling: bigint,
): boolean =>
  ceiling % step !== 0n || ceiling > maxCeiling || ceiling < floorPrice * BigInt(minLots) * SHARES_PER_LOT

/** Of a ceiling, and of the price of won lots. Never more for the lots than for the ceiling. */
export const depositOf = (amount: bigint, share: number): bigint =>
  divide(amount * BigInt(share), whole, 'ceil')
