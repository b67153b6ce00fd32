// The facts a ticket works with: the answer of /orders/terms with its amounts as bigint. Choices, checks and previews
// all use this shape, in the member app and on the server.

import type { InstrumentKind, TradingState, Validity } from '@fairlot/contract/venue'
import type { Direction } from './funding.ts'
import { type OddHours, oddHoursAt } from './odd-hours.ts'
import type { TradingTerms } from './terms.ts'

export interface TicketFacts {
  readonly terms: TradingTerms
  readonly kind: InstrumentKind
  /** False when the instrument has no daily limit. */
  readonly limited: boolean
  readonly state: TradingState
  /** While it is closed or collects orders for the opening. */
  readonly oddHours?: OddHours | undefined
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
  readonly last: number | null
  readonly buyingPower: bigint
  readonly equity: bigint
  readonly marginEligible: boolean
  /** Current debt: loans, shorts at their sale value, and what open orders can still borrow. */
  readonly owed: bigint
  readonly securing: bigint
  readonly securedDebt: bigint
  /** Shares the pool can still lend. */
  readonly lendable: number
  readonly dayTrading: {
    readonly eligible: boolean
    /** What remains of the day's quota. */
    readonly left: bigint
    /** The automatic cover of today has begun. */
    readonly tooLate: boolean
  }
  readonly stopped: 'member' | 'rule' | null
  /** A margin call is open. */
  readonly called: boolean
}

/** An opening order as entered in the ticket. */
export interface TicketOrder {
  readonly direction: Direction
  readonly multiple: number
  readonly dayTrade: boolean
  /** Absent: a market order. */
  readonly price?: number | undefined
  readonly quantity: number
  readonly validity: Validity
}

/** The answer of /orders/terms as sent by the server. */
export interface TermsAnswer {
  readonly terms: Readonly<Record<string, number>>
  readonly kind: InstrumentKind
  readonly limited: boolean
  readonly state: string
  readonly oddAuction: { readonly from: string; readonly until: string } | null
  readonly oddOpensAt: string | null
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
  readonly last: number | null
  readonly buyingPower: string
  readonly equity: string
  readonly marginEligible: boolean
  readonly owed: string
  readonly securing: string
  readonly securedDebt: string
  readonly lendable: number
  readonly dayTrading: {
    readonly eligible: boolean
    readonly left: string
    readonly autoCoverAt: string | null
  }
  readonly stopped: 'member' | 'rule' | null
  readonly called: boolean
}

export const ticketFactsOf = (answer: TermsAnswer, now: Date): TicketFacts => ({
  ...answer,
  terms: answer.terms,
  state: answer.state as TradingState,
  oddHours: oddHoursAt(
    answer.oddAuction && {
      from: new Date(answer.oddAuction.from).getTime(),
      until: new Date(answer.oddAuction.until).getTime(),
    },
    answer.oddOpensAt === null ? null : new Date(answer.oddOpensAt).getTime(),
    now.getTime(),
  ),
  buyingPower: BigInt(answer.buyingPower),
  equity: BigInt(answer.equity),
  owed: BigInt(answer.owed),
  securing: BigInt(answer.securing),
  securedDebt: BigInt(answer.securedDebt),
  dayTrading: {
    eligible: answer.dayTrading.eligible,
    left: BigInt(answer.dayTrading.left),
    tooLate: answer.dayTrading.autoCoverAt !== null && answer.dayTrading.autoCoverAt <= now.toISOString(),
  },
})

/** Shares below par have no loans and are not lent, nor are shares without a daily limit. */
export const isMarginEligible = (terms: TradingTerms, reference: number, limited: boolean): boolean =>
  limited && reference >= terms.minPrice

/**
 * The worst price at which an opening order can fill; money is held for it. Its limit for a long, the day's upper limit
 * for a market buy and for every short. Null where there is none.
 */
export const worstPriceOf = (
  order: { readonly direction: Direction; readonly price?: number | undefined },
  upper: number | null,
): number | null => (order.direction === 'long' && order.price !== undefined ? order.price : upper)
