import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { seedPlace } from './take-authenticator-code.ts'
import { listSeedsSealedBefore, replaceSeed } from './store.ts'

/**
 * Seals again, in slices, authenticator seeds that an older key has sealed. Returns how many; 0 when none is left. The
 * update names the old text, so a seed that was removed or replaced meanwhile is not touched.
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
