// A bank statement, loaded by an operator from a file. This only stores it; the worker matches. See
// docs/features/bank-statements.md.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { importStatement } from '#features/bank-statements'
import { type Clock, systemClock } from '#platform/clock'
import type { Config } from '#platform/config'
import { openDb } from '#platform/db'
import { newId } from '#platform/ids'
import { withRequestId } from '#platform/request-scope'

/** Returns whether every file is imported, now or before. */
export async function importStatementFiles(
  config: Config,
  paths: readonly string[],
  say: (line: string) => void,
  clock: Clock = systemClock,
): Promise<boolean> {
  const db = openDb({
    url: config.databaseUrl,
    poolSize: 2,
    applicationName: 'fairlot-import-bank-statement',
    statementTimeoutMs: 60_000,
  })
  let good = true
  try {
    for (const path of paths) {
      const [fileName, text, requestId] = [basename(path), await readFile(path, 'utf8'), newId()]
      const report = await withRequestId(requestId, () =>
        db.transaction((tx) =>
          importStatement(tx, { fileName, text, by: 'system', now: clock.now(), requestId }),
        ),
      )
      if (report.result === 'taken') say(`${fileName}: ${report.lines} lines, ${report.fresh} of them new`)
      else if (report.result === 'known') say(`${fileName}: imported before, nothing changed`)
      else say(`${fileName}: refused at line ${report.line}: ${report.why}`)
      if (report.result === 'refused') good = false
    }
  } finally {
    await db.close()
  }
  return good
}
