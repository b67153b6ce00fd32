// Closing prices of the public exchanges, loaded by an operator from files. See docs/features/instruments.md.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describeImport, importPrices } from '#features/instruments'
import { type Clock, systemClock } from '#platform/clock'
import type { Config } from '#platform/config'
import { openDb } from '#platform/db'
import { newId } from '#platform/ids'
import { withRequestId } from '#platform/request-scope'

/** Returns whether every file is imported, now or before. Files before a refused one stay imported. */
export async function importPriceFiles(
  config: Config,
  paths: readonly string[],
  say: (line: string) => void,
  clock: Clock = systemClock,
): Promise<boolean> {
  const db = openDb({
    url: config.databaseUrl,
    poolSize: 2,
    applicationName: 'fairlot-import-prices',
    statementTimeoutMs: 60_000,
  })
  let good = true
  try {
    for (const path of paths) {
      const [fileName, bytes, requestId] = [basename(path), await readFile(path), newId()]
      const report = await withRequestId(requestId, () =>
        importPrices(db, { fileName, bytes, requestId, now: clock.now() }),
      )
      for (const line of describeImport(fileName, report)) say(line)
      if (report.result === 'refused') good = false
    }
  } finally {
    await db.close()
  }
  return good
}
