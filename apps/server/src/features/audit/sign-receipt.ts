import { sign } from 'node:crypto'
import {
  hex,
  merkleLevels,
  orderReceiptText,
  pathOf,
  type PathStep,
  receiptBatchText,
  type TakenOrder,
} from '@fairlot/proof'
import type { Secrets } from '#platform/secrets'
import { leafHashNow, sha256Now } from './trees/hash.ts'

/** An OrderReceipt of packages/proof. */
export interface Receipt {
  readonly text: string
  readonly keyId: string
  readonly signature: string
  readonly batch?: { size: number; n: number; path: PathStep[] }
}

/** Ed25519 is deterministic: the same order gives the same receipt as long as the key does not change. */
export function signReceipt(secrets: Secrets, order: TakenOrder): Receipt {
  const text = orderReceiptText(order)
  return { text, ...signed(secrets, text) }
}

/** One signature for all orders of a batch, because a signature costs far more than a hash. A lone order is signed alone. */
export function signReceipts(secrets: Secrets, orders: readonly TakenOrder[]): readonly Receipt[] {
  if (orders.length < 2) return orders.map((order) => signReceipt(secrets, order))
  const texts = orders.map(orderReceiptText)
  const levels = merkleLevels(sha256Now, texts.map(leafHashNow)).map((level) => level.map(hex))
  const size = texts.length
  const signature = signed(secrets, receiptBatchText(size, levels.at(-1)![0]!))
  return texts.map((text, n) => ({
    text,
    ...signature,
    batch: { size, n, path: pathOf(levels, n).map(({ node, side }) => ({ hash: node, side })) },
  }))
}

function signed(secrets: Secrets, text: string): { keyId: string; signature: string } {
  const { keyId, privateKey } = secrets.auditKey()
  return { keyId, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
}
