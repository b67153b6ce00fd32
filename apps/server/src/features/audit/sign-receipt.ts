import { sign } from 'node:crypto'
import { orderReceiptText, type TakenOrder } from '@fairlot/proof'
import type { Secrets } from '#platform/secrets'

export interface Receipt {
  readonly text: string
  readonly keyId: string
  /** Ed25519, base64url. */
  readonly signature: string
}

/** Ed25519 is deterministic: the same order gives the same receipt as long as the key does not change. */
export function signReceipt(secrets: Secrets, order: TakenOrder): Receipt {
  const { keyId, privateKey } = secrets.auditKey()
  const text = orderReceiptText(order)
  return { text, keyId, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
}
