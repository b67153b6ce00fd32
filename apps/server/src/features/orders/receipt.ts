// What the platform acknowledges when it takes an order: the order as it was taken, signed with the platform's key. It is
// made again from the stored row whenever it is asked for, so it cannot differ from what is charged.

import { sign } from 'node:crypto'
import { canonicalJson } from '@fairlot/rules/orders'
import type { Secrets } from '#platform/secrets'

export interface ReceiptFacts {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly side: string
  readonly purpose: string
  readonly positionId: string
  readonly direction: string
  readonly multiple: number
  readonly dayTrade: boolean
  readonly price: number | null
  readonly quantity: number
  readonly validity: string
  readonly date: string
  readonly terms: string
  readonly replaces: string | null
  readonly placedAt: Date
}

export interface Receipt {
  readonly text: string
  readonly keyId: string
  /** Ed25519, base64url. */
  readonly signature: string
}

export const receiptText = ({ placedAt, ...order }: ReceiptFacts): string =>
  canonicalJson({
    receipt: 'fairlot-order',
    id: order.id,
    memberId: order.memberId,
    symbol: order.symbol,
    side: order.side,
    purpose: order.purpose,
    positionId: order.positionId,
    direction: order.direction,
    multiple: order.multiple,
    dayTrade: order.dayTrade,
    price: order.price,
    quantity: order.quantity,
    validity: order.validity,
    date: order.date,
    terms: order.terms,
    replaces: order.replaces,
    placedAt: placedAt.toISOString(),
  })

export function receiptOf(secrets: Secrets, facts: ReceiptFacts): Receipt {
  const { keyId, privateKey } = secrets.auditKey()
  const text = receiptText(facts)
  return { text, keyId, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
}
