import type { Db } from '#platform/db'
import { insertInstallation, readInstallation } from './store.ts'

/** Sets permanently whether members' money here is practice money. The ledger grants paper money only if it is. */
export async function setInstallation(db: Db, money: 'practice' | 'real'): Promise<void> {
  await insertInstallation(db, money)
  const was = await readInstallation(db)
  if (was !== money)
    throw new Error(
      `FAIRLOT_MONEY is ${money}, but this database was set up for ${was} money: use another database`,
    )
}
