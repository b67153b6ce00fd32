import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { seedPlace } from './lives.ts'
import { listSeedsSealedBefore, replaceSeed } from './store.ts'

/** Operators' authenticators, like members' (features/auth): returns how many; 0 when none is left. */
export async function resealOperatorSeeds(tx: Tx, secrets: Secrets, limit: number): Promise<number> {
  const rows = await listSeedsSealedBefore(tx, secrets.sealingKeyId('sealing'), limit)
  for (const { operatorId, sealedSeed } of rows) {
    const place = seedPlace(operatorId)
    await replaceSeed(tx, operatorId, sealedSeed, secrets.seal(place, secrets.open(place, sealedSeed)))
  }
  return rows.length
}
