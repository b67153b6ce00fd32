import type { ChartSettingsData } from '@fairlot/contract/market-data'
import type { Db } from '#platform/db'
import { done, type Outcome } from '#platform/outcome'
import { writeSettings } from './store.ts'

/** Replaces what was kept, so a retry changes nothing and needs no key. */
export async function saveSettings(
  db: Db,
  memberId: string,
  settings: ChartSettingsData,
  now: Date,
): Promise<Outcome<null>> {
  await writeSettings(db, memberId, settings, now)
  return done(null)
}
