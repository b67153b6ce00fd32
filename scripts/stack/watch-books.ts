import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Reconciles every second while the tests run, because the worker's run of each minute misses what lasts seconds. */
export function watchBooks(url: string): { end(): Promise<readonly string[]> } {
  const seen = new Set<string>()
  const stop = new AbortController()
  const watching = (async () => {
    const db = new pg.Client({ connectionString: url, application_name: 'e2e-books' })
    db.on('error', () => undefined)
    await db.connect()
    try {
      while (!stop.signal.aborted) {
        const { rows } = await db.query<{ what: string }>(
          `SELECT concat_ws(' ', code, difference, detail) AS what FROM app.reconcile() WHERE difference <> 0
           UNION ALL SELECT 'a run of the worker: ' || coalesce(failure, id::text) FROM app.recon_runs WHERE broken > 0`,
        )
        for (const { what } of rows) seen.add(what)
        await delay(1_000, undefined, { signal: stop.signal }).catch(() => undefined)
      }
    } finally {
      await db.end()
    }
  })()
  return {
    async end() {
      stop.abort()
      await watching.catch((error: unknown) => seen.add(`reconciliation did not finish: ${String(error)}`))
      return [...seen]
    },
  }
}
