// The result of closing a position, whole or in part.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { closingShares, type OpenHolding, realisedOf } from './closing-shares.ts'
import { brokerage, closingFees, valueAt } from './costs.ts'
import type { TradingTerms } from './terms.ts'

export interface CloseFacts {
  readonly terms: TradingTerms
  readonly kind: InstrumentKind
  readonly upper: number | null
  readonly last: number | null
  readonly buyingPower: bigint
  /** The current trading day, and its T+2. */
  readonly date: string
  readonly settlesOn: string
}

export interface ClosableHolding extends OpenHolding {
  readonly dayTrade: boolean
  readonly openedOn: string
}

export interface CloseOrder {
  /** Absent: a market order. */
  readonly price?: number | undefined
  readonly quantity: number
}

export interface ClosePreview {
  readonly price: number
  readonly value: bigint
  readonly loanRepaid: bigint
  readonly interest: bigint
  readonly fee: bigint
  readonly tax: bigint
  /** For a short: what its margin and proceeds contribute to buying back. */
  readonly collateral: bigint
  /** Received on `receivedOn`; negative when the close costs more than it brings. */
  readonly received: bigint
  readonly receivedOn: string
  /** After all costs of both sides. */
  readonly result: bigint
  /** Cash held now: what buying back a short could need beyond its collateral. Null without an upper limit. */
  readonly held: bigint | null
  readonly heldPrice: number | null
}

/** Whether the half tax applies: flagged, and both sides on one day. */
export const isDayTradeClose = (
  holding: Pick<ClosableHolding, 'dayTrade' | 'openedOn'>,
  date: string,
): boolean => holding.dayTrade && holding.openedOn === date

/** Cash that a buy-back can need beyond the collateral of what it closes. */
export function heldForCover(
  terms: TradingTerms,
  holding: Pick<OpenHolding, 'collateral' | 'shares'>,
  quantity: number,
  worstPrice: number,
): bigint {
  const value = valueAt(worstPrice, quantity)
  const free = (holding.collateral * BigInt(quantity)) / BigInt(holding.shares)
  const missing = value + brokerage(terms, value) - free
  return missing > 0n ? missing : 0n
}

export function previewClose(
  facts: CloseFacts,
  holding: ClosableHolding,
  order: CloseOrder,
  at: number | undefined = order.price ?? facts.last ?? undefined,
): ClosePreview | null {
  if (!at || order.quantity <= 0 || order.quantity > holding.shares) return null
  const { terms } = facts
  const isLong = holding.direction === 'long'
  const value = valueAt(at, order.quantity)
  const part = closingShares(holding, order.quantity)
  const sale = isLong ? { kind: facts.kind, dayTrade: isDayTradeClose(holding, facts.date) } : undefined
  const { fee, tax } = closingFees(terms, at, order.quantity, sale)
  const received = isLong ? value - fee - tax - part.loan - part.interest : part.collateral - value - fee
  const heldPrice = isLong ? null : (order.price ?? facts.upper)
  return {
    price: at,
    value,
    loanRepaid: part.loan,
    interest: part.interest,
    fee,
    tax,
    collateral: part.collateral,
    received,
    receivedOn: facts.settlesOn,
    result: realisedOf(holding.direction, part, { value, fee, tax, interest: part.interest }),
    held: isLong ? 0n : heldPrice === null ? null : heldForCover(terms, holding, order.quantity, heldPrice),
    heldPrice,
  }
}
