import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { seedPlace } from './authenticator-code.ts'
import { listSeedsSealedBefore, replaceSeed } from './store.ts'

/**
 * Seals authenticator seeds anew that an older key has sealed, some at a time. Answers how many; 0 when none is left. A seed
 * that was removed or exchanged meanwhile is named by its old text and not touched.
 */
export async function resealSeeds(tx: Tx, secrets: Secrets, limit: number): Promise<number> {
  const current = secrets.sealingKeyId('sealing')
  const rows = await listSeedsSealedBefore(tx, current, limit)
  for (const { memberId, sealedSeed } of rows) {
    const place = seedPlace(memberId)
    await replaceSeed(tx, memberId, sealedSeed, secrets.seal(place, secrets.open(place, sealedSeed)))
  }
  return rows.length
}
