import type { Db } from '#platform/db'
import { insertInstallation, readInstallation, updatePair } from './store.ts'

/** tw and en: a reader in Taiwan takes the specification's `juta` for a mistake. */
const practiceMillions = '百萬|M'

/** Sets permanently whether members' money here is practice money. The ledger grants paper money only if it is. */
export async function setInstallation(db: Db, money: 'practice' | 'real'): Promise<void> {
  const isNew = await insertInstallation(db, money)
  if (isNew && money === 'practice')
    await updatePair(db, { name: 'number_million_suffix', value: practiceMillions })
  const was = await readInstallation(db)
  if (was !== money)
    throw new Error(
      `FAIRLOT_MONEY is ${money}, but this database was set up for ${was} money: use another database`,
    )
}
