import type { OfferStage, OfferState, PaymentMode } from '@fairlot/contract/new-shares'
import { dayMs, hourMs, taipeiDate } from '../calendar/taipei.ts'
import { isOnTick } from '../instruments/ticks.ts'
import { newSharesRules } from './limits.ts'

export interface OfferTerms {
  readonly symbol: string
  readonly name: { readonly tw: string; readonly en: string }
  readonly industry: { readonly tw: string; readonly en: string }
  readonly price: bigint
  readonly lots: number
  readonly minShares: number
  readonly maxPerMember: number
  readonly paymentMode: PaymentMode
  readonly pe: number | null
  readonly industryPe: number | null
  readonly announcesAt: Date
  readonly opensAt: Date
  readonly closesAt: Date
  readonly drawsAt: Date
  readonly payBy: Date
  readonly issuesOn: string
  readonly listsOn: string
}

const lot = 1_000
const minuteMs = 60_000

/** How many applications win. */
export const placesOf = ({ lots, minShares }: Pick<OfferTerms, 'lots' | 'minShares'>): number =>
  Math.floor((lots * lot) / minShares)

export const offerBounds = {
  /** A code of the exchange: the stock is listed under it. */
  symbol: /^([0-9]{4,6}|[0-9]{4,5}[A-Z])$/,
  maxPrice: 1_000_000n,
  maxLots: 1_000_000,
  maxDays: 120,
  /** Between the close and the draw two operators release the secret. */
  minCeremonyMs: 2 * minuteMs,
} as const

/** The fallback comes as long after the draw as the draw after the close, an hour at most. */
export function drawTimes({ closesAt, drawsAt }: Pick<OfferTerms, 'closesAt' | 'drawsAt'>): {
  readonly fallbackAt: Date
} {
  const gap = Math.min(drawsAt.getTime() - closesAt.getTime(), hourMs)
  return { fallbackAt: new Date(drawsAt.getTime() + gap) }
}

/** The name of the first field that is wrong; undefined when the offer can be published. */
export function offerProblem(terms: OfferTerms, now: Date): keyof OfferTerms | undefined {
  const { name, industry, price, lots, minShares, maxPerMember, pe, industryPe } = terms
  const { announcesAt, opensAt, closesAt, drawsAt, payBy } = terms
  const isNamed = (texts: OfferTerms['name']): boolean => texts.tw.trim() !== '' && texts.en.trim() !== ''
  const { perPerson } = newSharesRules
  if (!offerBounds.symbol.test(terms.symbol)) return 'symbol'
  if (!isNamed(name)) return 'name'
  if (!isNamed(industry)) return 'industry'
  // The first day begins at this price, so the exchange has to accept it.
  if (price <= 0n || price > offerBounds.maxPrice || !isOnTick('stock', Number(price))) return 'price'
  if (lots < 1 || lots > offerBounds.maxLots) return 'lots'
  // Whole applications only: no share of the offer is left over.
  if (minShares < 1 || minShares % lot !== 0 || (lots * lot) % minShares !== 0) return 'minShares'
  if (maxPerMember < perPerson.min || maxPerMember > perPerson.max) return 'maxPerMember'
  if (pe !== null && pe <= 0) return 'pe'
  if (industryPe !== null && industryPe <= 0) return 'industryPe'
  if (announcesAt > opensAt) return 'announcesAt'
  if (opensAt <= now) return 'opensAt'
  if (closesAt <= opensAt) return 'closesAt'
  if (drawsAt.getTime() < closesAt.getTime() + offerBounds.minCeremonyMs) return 'drawsAt'
  if (payBy <= drawTimes(terms).fallbackAt) return 'payBy'
  const last = new Date(now.getTime() + offerBounds.maxDays * dayMs).toISOString().slice(0, 10)
  if (terms.issuesOn < payBy.toISOString().slice(0, 10)) return 'issuesOn'
  // Every winner has paid when the day of the listing begins.
  const isPaid = terms.listsOn > taipeiDate(payBy.getTime())
  if (!isPaid || terms.listsOn < terms.issuesOn || terms.listsOn > last) return 'listsOn'
  return undefined
}

export interface OfferPhase {
  readonly state: OfferState
  readonly stage: OfferStage | null
  readonly isRemoved: boolean
  readonly closesAt: Date
}

/** Undefined when applications are accepted now. */
export function applyRefusal(
  { state, isRemoved, closesAt }: OfferPhase,
  now: Date,
): 'stock.removed' | 'time.subscription-not-arrived' | 'subscription.closed' | undefined {
  if (isRemoved) return 'stock.removed'
  if (state === 'ended' || now >= closesAt) return 'subscription.closed'
  return state === 'subscribing' ? undefined : 'time.subscription-not-arrived'
}

/** Every application of an offer has the same number of shares. */
export function sharesRefusal(
  shares: number,
  minShares: number,
): 'subscription.minimum' | 'subscription.maximum' | undefined {
  if (shares < minShares) return 'subscription.minimum'
  return shares > minShares ? 'subscription.maximum' : undefined
}

export interface SubscriptionCost {
  readonly amount: bigint
  readonly fee: bigint
  /** Held when applying. */
  readonly held: bigint
}

export function subscriptionCost(
  { price, paymentMode }: Pick<OfferTerms, 'price' | 'paymentMode'>,
  shares: number,
  fee: bigint = BigInt(newSharesRules.fee.default),
): SubscriptionCost {
  const amount = price * BigInt(shares)
  return { amount, fee, held: paymentMode === 'prepaid' ? amount + fee : fee }
}

/** The chance in hundredths of a percent, rounded half up; 100 % when there is a place for every application. */
export const chanceOf = (places: number, applications: number): number =>
  applications <= places ? 10_000 : Math.round((places * 10_000) / applications)
