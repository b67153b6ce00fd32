// The facts that the decision about a batch of orders needs, read under the locks of app.lock_order_facts.

import type { AccountCode } from '@fairlot/ledger'
import type { Direction } from '@fairlot/rules/orders'
import type { OrderDraft } from './draft.ts'

export interface BatchFacts {
  /** Orders that were placed before under an id of this batch. */
  readonly known: ReadonlyMap<string, KnownOrder>
  /** Orders that an order of this batch replaces. */
  readonly replaced: ReadonlyMap<string, ReplacedOrder>
  /** Positions that an order of this batch closes. */
  readonly positions: ReadonlyMap<string, PositionFacts>
  readonly members: ReadonlyMap<string, MemberFacts>
  /** Shares the pool can lend, by symbol. */
  readonly lendable: ReadonlyMap<string, bigint>
  /** Free shares by owner and symbol (`sharesKey`), the earliest first. */
  readonly shares: ReadonlyMap<string, readonly FreeBalance[]>
}

export const sharesKey = (memberId: string, symbol: string): string => `${memberId}/${symbol}`

export interface FreeBalance {
  readonly account: AccountCode
  readonly amount: bigint
}

export interface KnownOrder extends Pick<
  OrderDraft,
  | 'id'
  | 'memberId'
  | 'symbol'
  | 'purpose'
  | 'positionId'
  | 'direction'
  | 'multiple'
  | 'dayTrade'
  | 'price'
  | 'quantity'
  | 'validity'
  | 'replaces'
  | 'terms'
  | 'worstPrice'
  | 'date'
> {
  readonly placedMs: number
  /** Cash held. */
  readonly held: bigint
}

export interface ReplacedOrder extends Pick<
  OrderDraft,
  'id' | 'memberId' | 'symbol' | 'purpose' | 'positionId'
> {
  readonly left: number
  readonly state: string
  readonly cancelAsked: boolean
  /** It leads a block or is part of one. */
  readonly inBlock?: boolean
}

export interface PositionFacts {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly shares: number
  /** Shares that open close orders and waiting conditional orders will close. */
  readonly closing: number
  readonly collateral: bigint
  /** A mentor's, opened together with copies. */
  readonly isCopied?: boolean
}

export interface MemberFacts {
  readonly id: string
  /** Free cash. */
  readonly available: bigint
  readonly stopped: 'member' | 'rule' | null
  readonly lossLimit: bigint | null
  /** The member's own opening orders within `rateWindowMs`. */
  readonly recent: number
  readonly ownerGroup: string | null
  /** A mentor with running copies. */
  readonly isFollowed?: boolean
  /** Absent until an order needs it. */
  readonly more?: MoreMemberFacts
}

/** What few orders need: debts, equity, receivables, the day's result and day trades. */
export interface MoreMemberFacts {
  /** All cash accounts together: free, held, receivable and collateral, less debts. */
  readonly cash: bigint
  /** The earliest first. */
  readonly receivables: readonly FreeBalance[]
  readonly holdings: readonly HoldingFacts[]
  readonly openOrders: readonly (OpenQuantity & {
    readonly direction: Direction
    readonly multiple: number
  })[]
  /** The day's orders that open day trades. */
  readonly dayTrades: readonly (OpenQuantity & { readonly filledValue: bigint })[]
  /** Result of the shares closed today, after costs. */
  readonly realised: bigint
  readonly called: boolean
  readonly mayDayTrade: boolean
}

interface OpenQuantity {
  /** Not filled yet. */
  readonly quantity: number
  readonly worstPrice: number
}

export interface HoldingFacts {
  readonly direction: Direction
  readonly shares: number
  readonly loan: bigint
  readonly openedValue: bigint
  readonly openedShares: number
  /** The last price, or the reference. */
  readonly price: number
}
