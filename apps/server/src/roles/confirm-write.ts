import { pause } from '@fairlot/process/pause'
import type { Db } from '#platform/db'

/**
 * Whether a write is committed within the limit. A message in the log of PostgreSQL without a reader: every role may
 * write it, and its commit waits for the standby like any other.
 */
export async function confirmWrite(db: Db, limitMs: number): Promise<boolean> {
  const limit = new AbortController()
  const written = db
    .probe(`SELECT pg_logical_emit_message(true, 'fairlot', 'start')`)
    .then(() => true)
    // Given up when the process ends.
    .catch(() => false)
  try {
    return await Promise.race([written, pause(limitMs, limit.signal).then(() => false)])
  } finally {
    limit.abort()
  }
}
