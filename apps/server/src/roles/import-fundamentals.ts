// Fundamentals of the public exchanges, loaded by an operator from files. See docs/features/instruments.md.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describeFundamentals, importFundamentals } from '#features/instruments'
import { type Clock, systemClock } from '#platform/clock'
import type { Config } from '#platform/config'
import { openDb } from '#platform/db'
import { newId } from '#platform/ids'
import { withRequestId } from '#platform/request-scope'

/**
 * `--date=yyyy-mm-dd` is the day of the files after it that say none. Returns whether every file is imported, now or
 * before, and every row of it could be read. Files before a refused one stay imported.
 */
export async function importFundamentalFiles(
  config: Config,
  given: readonly string[],
  say: (line: string) => void,
  clock: Clock = systemClock,
): Promise<boolean> {
  const db = openDb({
    url: config.databaseUrl,
    poolSize: 2,
    applicationName: 'fairlot-import-fundamentals',
    statementTimeoutMs: 60_000,
  })
  let good = true
  let date: string | undefined
  try {
    for (const path of given) {
      if (path.startsWith('--')) {
        date = dateOf(path)
        if (date !== undefined) continue
        say(`${path}: is no option: write --date=yyyy-mm-dd`)
        return false
      }
      const [fileName, bytes, requestId] = [basename(path), await readFile(path), newId()]
      const report = await withRequestId(requestId, () =>
        importFundamentals(db, { fileName, bytes, date, requestId, now: clock.now() }),
      )
      for (const line of describeFundamentals(fileName, report)) say(line)
      if (report.result === 'refused' || report.file.wrong.length > 0) good = false
    }
  } finally {
    await db.close()
  }
  return good
}

function dateOf(option: string): string | undefined {
  const date = /^--date=(\d{4}-\d{2}-\d{2})$/.exec(option)?.[1]
  if (date === undefined || Number.isNaN(Date.parse(date))) return undefined
  return new Date(date).toISOString().slice(0, 10) === date ? date : undefined
}
