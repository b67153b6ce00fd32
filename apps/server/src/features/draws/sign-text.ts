import { sign } from 'node:crypto'
import type { SignedText } from '@fairlot/proof'
import type { Secrets } from '#platform/secrets'

/** Ed25519 with the key that signs the audit chain. The same text gives the same signature as long as the key is current. */
export function signText(secrets: Secrets, text: string): SignedText {
  const { keyId, privateKey, publicKey } = secrets.auditKey()
  return {
    keyId,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
  }
}
