import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { sealedPlace } from './sealed-place.ts'
import { lockRequestsSealedBefore, replaceSealed } from './store.ts'

/**
 * Seals the texts of recovery requests again with the current key, in slices. Returns how many; 0 when none is left.
 */
export async function resealRecoveryRequests(tx: Tx, secrets: Secrets, limit: number): Promise<number> {
  const rows = await lockRequestsSealedBefore(tx, secrets.sealingKeyId('sealing'), limit)
  for (const { requestId, ...sealed } of rows) {
    const reseal = (column: 'contact' | 'statement'): string => {
      const place = sealedPlace(column, requestId)
      return secrets.seal(place, secrets.open(place, sealed[column]))
    }
    await replaceSealed(tx, { requestId, contact: reseal('contact'), statement: reseal('statement') })
  }
  return rows.length
}
