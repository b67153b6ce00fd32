// The requests of a client to the api, and the responses.

import type { Validity } from '@fairlot/contract/venue'

export interface MemberEvent {
  readonly n: number
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface PlaceRequest {
  readonly kind: 'place'
  readonly orderId: string
  readonly symbol: string
  readonly direction: 'long' | 'short'
  readonly multiple: 100 | 200 | 250
  readonly dayTrade: boolean
  readonly price?: number
  readonly quantity: number
  readonly validity: Validity
  /** The member confirmed that the order uses a large share of their equity. */
  readonly acknowledged: boolean
}

export interface CloseRequest {
  readonly kind: 'close'
  readonly orderId: string
  readonly positionId: string
  readonly price?: number
  readonly quantity: number
  readonly validity: Validity
  /** The member confirmed that the order uses a large share of their equity. */
  readonly acknowledged: boolean
}

export interface ReplaceRequest {
  readonly kind: 'replace'
  readonly orderId: string
  readonly newOrderId: string
  readonly price?: number
  readonly quantity: number
  readonly validity: Validity
  /** The member confirmed that the order uses a large share of their equity. */
  readonly acknowledged: boolean
}

export interface CancelRequest {
  readonly kind: 'cancel'
  readonly orderId: string
}

/** The member's own limits: a stop of opening orders, and the most they want to lose in a day. */
export interface RiskLimitsRequest {
  readonly kind: 'risk-limits'
  readonly stopped: boolean
  readonly lossLimit: bigint | null
}

/** All free cash is to leave the account. Here each one is cancelled a little later: no money leaves. */
export interface WithdrawRequest {
  readonly kind: 'withdraw'
}

/** Asks for every member event after the last one received, and for the state of the member's orders and positions. */
export interface RefreshRequest {
  readonly kind: 'refresh'
  readonly after: number
}

/** The requests that create an order. */
export type EnteringRequest = PlaceRequest | CloseRequest | ReplaceRequest
export type OrderRequest = EnteringRequest | CancelRequest
export type Request = OrderRequest | RiskLimitsRequest | WithdrawRequest | RefreshRequest

export interface OrderView {
  readonly orderId: string
  readonly symbol: string
  readonly state: string
  readonly left: number
  readonly filled: number
}

export interface PositionView {
  readonly positionId: string
  readonly symbol: string
  readonly state: string
  readonly direction: 'long' | 'short'
  readonly shares: number
  readonly closing: number
}

export type Response =
  /** The request is committed, now or at an earlier attempt. */
  | { readonly answer: 'accepted' }
  | { readonly answer: 'refused'; readonly code: string }
  /** The api is busy or broken. The outcome is unknown, so the client retries. */
  | { readonly answer: 'busy' }
  | {
      readonly answer: 'refreshed'
      readonly events: readonly MemberEvent[]
      readonly head: number
      readonly orders: readonly OrderView[]
      readonly positions: readonly PositionView[]
    }

/** The id of a request: the order it creates, or the one it asks to cancel. */
export const idOf = (request: OrderRequest): string =>
  request.kind === 'replace' ? request.newOrderId : request.orderId
