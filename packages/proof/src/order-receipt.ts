// What the platform signs when it accepts an order: the order, the terms it will be charged by, and the time. These
// never change, so the receipt can be rebuilt from the order's row and cannot differ from it. Orders that were accepted
// together are signed once: the signature then covers the root of a tree of their texts.

import type { Sha256 } from './chain.ts'
import { leafHash, type PathStep, rootOfPath } from './merkle.ts'

export interface TakenOrder {
  readonly id: string
  readonly memberId: string
  readonly positionId: string
  readonly symbol: string
  readonly side: string
  readonly purpose: string
  readonly direction: string
  readonly multiple: number
  readonly dayTrade: boolean
  /** Null for a market order. */
  readonly price: number | null
  readonly quantity: number
  readonly validity: string
  readonly date: string
  /** Hash of the terms, hex. */
  readonly terms: string
  readonly replaces: string | null
  /** The device key that signed it, when there was one. */
  readonly deviceKey: string | null
  readonly placedAt: Date
}

/** JSON with its keys in alphabetical order. */
export const orderReceiptText = (order: TakenOrder): string =>
  JSON.stringify({
    date: order.date,
    dayTrade: order.dayTrade,
    deviceKey: order.deviceKey,
    direction: order.direction,
    id: order.id,
    memberId: order.memberId,
    multiple: order.multiple,
    placedAt: order.placedAt.toISOString(),
    positionId: order.positionId,
    price: order.price,
    purpose: order.purpose,
    quantity: order.quantity,
    receipt: 'fairlot-order',
    replaces: order.replaces,
    side: order.side,
    symbol: order.symbol,
    terms: order.terms,
    validity: order.validity,
  })

export interface OrderReceipt {
  readonly text: string
  readonly keyId: string
  /** Over the text, or over `receiptBatchText` of the batch. Ed25519, base64url. */
  readonly signature: string
  /** The order's place among those signed together. */
  readonly batch?:
    | { readonly size: number; readonly n: number; readonly path: readonly PathStep[] }
    | undefined
}

export const receiptBatchText = (size: number, root: string): string =>
  ['fairlot order receipts v1', String(size), root, ''].join('\n')

/** What the signature covers; undefined when the path does not fit the order's place. */
export async function signedTextOf(
  sha256: Sha256,
  { text, batch }: OrderReceipt,
): Promise<string | undefined> {
  if (batch === undefined) return text
  const root = await rootOfPath(sha256, { ...batch, leaf: await leafHash(sha256, text) })
  return root === undefined ? undefined : receiptBatchText(batch.size, root)
}
