import type { PlacementKind, PlacementMethod, PlacementState } from '@fairlot/contract/placements/states'
import {
  addSettlementDays,
  type CalendarName,
  type Closures,
  isTradingDay,
  nextTradingDay,
  taipeiDate,
  tradingDateAt,
} from '../calendar/index.ts'
import { dayMs } from '../calendar/taipei.ts'
import { lotSize } from '../instruments/index.ts'
import { positionsRules } from '../positions/limits.ts'

export interface PlacementTerms {
  readonly kind: PlacementKind
  readonly method: PlacementMethod
  readonly symbol: string
  readonly price: number
  readonly lots: number
  readonly minLots: number
  readonly maxLots: number
  readonly opensAt: Date
  readonly closesAt: Date
  readonly deliversOn: string
}

export const placementBounds = { maxPrice: 1_000_000, maxLots: 1_000_000, maxDays: 120 } as const

/** The name of the first field that is wrong; undefined when it can be published. `drawsAt` is when the draw is decided. */
export function placementProblem(
  terms: PlacementTerms,
  { now, drawsAt }: { readonly now: Date; readonly drawsAt: Date },
): keyof PlacementTerms | undefined {
  const { method, price, lots, minLots, maxLots, opensAt, closesAt, deliversOn } = terms
  if (price < 1 || price > placementBounds.maxPrice) return 'price'
  if (lots < 1 || lots > placementBounds.maxLots) return 'lots'
  if (minLots < 1 || minLots > lots) return 'minLots'
  // By lot, everybody applies for the same, and no share of the offer is left over.
  if (method === 'lot' && lots % minLots !== 0) return 'minLots'
  if (maxLots > lots || (method === 'lot' ? maxLots !== minLots : maxLots < minLots)) return 'maxLots'
  if (opensAt <= now) return 'opensAt'
  if (closesAt <= opensAt) return 'closesAt'
  const last = taipeiDate(now.getTime() + placementBounds.maxDays * dayMs)
  if (deliversOn <= taipeiDate(drawsAt.getTime()) || deliversOn > last) return 'deliversOn'
  return undefined
}

export interface PlacementPhase {
  readonly state: PlacementState
  readonly opensAt: Date
  readonly closesAt: Date
}

/** Undefined when applications are accepted now. */
export function placementRefusal(
  { state, opensAt, closesAt }: PlacementPhase,
  now: Date,
): 'time.subscription-not-arrived' | 'subscription.closed' | undefined {
  if (state !== 'open' || now >= closesAt) return 'subscription.closed'
  return now < opensAt ? 'time.subscription-not-arrived' : undefined
}

export function lotsRefusal(
  lots: number,
  { minLots, maxLots }: Pick<PlacementTerms, 'minLots' | 'maxLots'>,
): { readonly code: 'subscription.minimum' | 'subscription.maximum'; readonly shares: number } | undefined {
  if (lots < minLots) return { code: 'subscription.minimum', shares: minLots * lotSize }
  return lots > maxLots ? { code: 'subscription.maximum', shares: maxLots * lotSize } : undefined
}

/** Price times shares; a placement has no fee. */
export const placementCost = (price: number, lots: number): bigint =>
  BigInt(price) * BigInt(lots) * BigInt(lotSize)

export interface Delivery {
  readonly date: string
  readonly settlesOn: string
  readonly sellableOn: string
}

/** The offer's delivery date, or T+2 of the allotment when that is later. */
export function deliveryOf(
  calendar: CalendarName,
  closures: Closures,
  deliversOn: string,
  atMs: number,
): Delivery {
  const date = tradingDateAt(calendar, closures, atMs)
  const soonest = addSettlementDays(calendar, closures, date, positionsRules.settlementDays.default)
  const settlesOn = deliversOn > soonest ? deliversOn : soonest
  const sellableOn = isTradingDay(calendar, closures, settlesOn)
    ? settlesOn
    : nextTradingDay(calendar, closures, settlesOn)
  return { date, settlesOn, sellableOn }
}
