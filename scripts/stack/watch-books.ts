import { setTimeout as delay } from 'node:timers/promises'
import { differenceText, readDifferences } from '@fairlot/testkit/reconciliation'
import { openSql } from '@fairlot/testkit/sql'

/** Reconciles every second while the tests run, because the worker's run of each minute misses what lasts seconds. */
export function watchBooks(url: string): { end(): Promise<readonly string[]> } {
  const seen = new Set<string>()
  const stop = new AbortController()
  const sql = openSql(url)
  const watch = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      for (const difference of await readDifferences(sql)) seen.add(differenceText(difference))
      await delay(1_000, undefined, { signal: stop.signal }).catch(() => undefined)
    }
    const runs = await sql.query<{ what: string }>(
      'SELECT coalesce(failure, id::text) AS what FROM app.recon_runs WHERE broken > 0',
    )
    for (const { what } of runs) seen.add(`a run of the worker: ${what}`)
  }
  // Handled at once: a rejection that waits for `end` would end the process in the middle of the tests.
  const watching = watch().catch((error: unknown) =>
    seen.add(`reconciliation did not finish: ${String(error)}`),
  )
  return {
    async end() {
      stop.abort()
      await watching
      await sql.close()
      return [...seen]
    },
  }
}
