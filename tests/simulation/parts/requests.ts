// What a phone asks the api for, and what it hears.

import type { Validity } from '@fairlot/contract/venue'
import type { OwnEvent } from './settlement.ts'

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
}

export interface CloseRequest {
  readonly kind: 'close'
  readonly orderId: string
  readonly positionId: string
  readonly price?: number
  readonly quantity: number
  readonly validity: Validity
}

export interface ReplaceRequest {
  readonly kind: 'replace'
  readonly orderId: string
  readonly newOrderId: string
  readonly price?: number
  readonly quantity: number
  readonly validity: Validity
}

export interface CancelRequest {
  readonly kind: 'cancel'
  readonly orderId: string
}

/** Everything of mine after the last I heard, and how my orders and holdings stand. */
export interface RefreshRequest {
  readonly kind: 'refresh'
  readonly after: number
}

/** Those that make an order. */
export type EnteringRequest = PlaceRequest | CloseRequest | ReplaceRequest
export type OrderRequest = EnteringRequest | CancelRequest
export type Request = OrderRequest | RefreshRequest

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
  /** Committed, now or at the first try. */
  | { readonly answer: 'accepted' }
  | { readonly answer: 'refused'; readonly code: string }
  /** Busy or broken: nothing is known, ask again. */
  | { readonly answer: 'busy' }
  | {
      readonly answer: 'refreshed'
      readonly events: readonly OwnEvent[]
      readonly head: number
      readonly orders: readonly OrderView[]
      readonly positions: readonly PositionView[]
    }

/** The id a request is known by: the order it makes, or the one it asks to end. */
export const idOf = (request: OrderRequest): string =>
  request.kind === 'replace' ? request.newOrderId : request.orderId
