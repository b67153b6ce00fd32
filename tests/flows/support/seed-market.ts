import { loadClosures } from '../../../apps/server/src/features/calendar/index.ts'
import { loadSecurities } from '../../../apps/server/src/features/instruments/index.ts'
import type { Db } from '../../../apps/server/src/platform/db.ts'

/** The securities and closed days every installation starts with. Needs a connection with the api's rights. */
export async function seedMarket(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await loadSecurities(tx)
    await loadClosures(tx)
  })
}
