import { genesis } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { readLastCheckpoint } from './store.ts'

/** The newest signed head; before the first signature, the empty chain. */
export async function readCheckpoint(db: Tx, secrets: Secrets) {
  const last = await readLastCheckpoint(db)
  const key = secrets.auditKey()
  const publicKey = last?.publicKey ?? key.publicKey.export({ format: 'der', type: 'spki' })
  return {
    sequence: (last?.sequence ?? 0n).toString(),
    head: last?.head ?? genesis,
    signedAt: last?.signedAt.toISOString() ?? null,
    signature: last ? Buffer.from(last.signature).toString('hex') : '',
    keyId: last?.keyId ?? key.keyId,
    publicKey: Buffer.from(publicKey).toString('base64'),
  }
}
