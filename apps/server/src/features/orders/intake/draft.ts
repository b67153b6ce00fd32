// An order on its way in: the member's request, the facts of the day, and the draft for the database.

import type { InstrumentKind, Side, TradingState, Validity } from '@fairlot/contract/venue'
import type { Acknowledgement, Direction, Exits, OddHours, TradingTerms } from '@fairlot/rules/orders'

export type OrderOrigin = 'member' | 'conditional' | 'liquidation' | 'auto-cover' | 'savings-plan' | 'copy'

/** The instrument's day, the same for all members. It may be a second old: the venue checks everything again. */
export interface DayFacts {
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly limited: boolean
  readonly state: TradingState
  /** While it is closed or collects orders for the opening. */
  readonly oddHours?: OddHours | undefined
  /** The trading day of these limits; null before its first. */
  readonly date: string | null
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
  readonly last: number | null
  /** The automatic cover of today's day trades has begun. */
  readonly coverBegun: boolean
  readonly terms: TradingTerms
  /** SHA-256 of the terms, hex. */
  readonly termsHash: string
}

interface Request {
  readonly orderId: string
  readonly memberId: string
  readonly origin: OrderOrigin
  /** Absent: a market order. */
  readonly price?: number | undefined
  readonly quantity: number
  readonly validity: Validity
  /**
   * The hash of the terms the ticket was filled in under; absent for the platform's own orders, which use the terms in
   * force.
   */
  readonly terms?: string | undefined
  readonly acknowledged?: readonly Acknowledgement[] | undefined
  /** The order it replaces, and the quantity believed to be open. */
  readonly replaces?: { readonly orderId: string; readonly left: number } | undefined
  readonly signature?: { readonly deviceKey: string; readonly signature: string } | undefined
}

export interface OpenRequest extends Request {
  readonly direction: Direction
  readonly multiple: number
  readonly dayTrade: boolean
  readonly exits?: Exits | undefined
}

export interface CloseRequest extends Request {
  readonly positionId: string
}

/** An order with the columns of app.orders, and everything the decision under lock needs. */
export interface OrderDraft {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly side: Side
  readonly purpose: 'open' | 'close'
  readonly positionId: string
  readonly direction: Direction
  readonly multiple: number
  readonly dayTrade: boolean
  readonly price: number | null
  /** The price is the day's limit and not the member's: sent again on another day, it is the same order. */
  readonly isDayPriced?: boolean
  readonly quantity: number
  readonly validity: Validity
  readonly worstPrice: number
  readonly date: string
  readonly origin: OrderOrigin
  readonly terms: string
  readonly replaces: string | null
  readonly deviceKey: string | null
  readonly signature: string | null
  readonly shard: number
  /** The venue's command as JSON. */
  readonly command: string
  /** Cash to hold; for a buy-back, before the collateral of what it closes is deducted. */
  readonly cash: bigint
  readonly debt: bigint
  readonly line: number
  readonly quota: number
  readonly quotaTimes: number
  /** Null when it was acknowledged or does not apply. */
  readonly equityShare: number | null
  readonly riskLimited: boolean
  /** Of an opening order: what its position gets when it fills. */
  readonly exits?: Exits | undefined
  readonly orderRateLimit: number
  /** The state of its instrument when it was drafted. */
  readonly tradingState?: TradingState
}
