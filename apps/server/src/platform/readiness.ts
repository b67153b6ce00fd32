// Whether this process can do its work. Served on the metrics port: the answer costs a query and must not inform
// outsiders.

import type { Db } from './db.ts'

/**
 * Returns undefined when the process is ready, else the problem as a code. `migrations` is the number of migrations for
 * which this build was written.
 */
export async function unready(db: Db, migrations: number): Promise<string | undefined> {
  try {
    const [row] = await db.query<{ newest: number | null }>(
      'SELECT max(number) AS newest FROM platform.migrations',
    )
    const newest = row?.newest ?? 0
    // A newer database is fine: migrations only add, and old servers run until the roll-out is complete.
    return newest >= migrations ? undefined : `ready.migrations-${newest}-of-${migrations}`
  } catch {
    return 'ready.database-away'
  }
}
