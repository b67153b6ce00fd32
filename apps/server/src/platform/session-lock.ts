// Advisory locks that a process holds while it runs a job. They have their own connection: when it breaks, PostgreSQL
// releases all of them and a standby process takes over. A lock only avoids duplicate work. Where something must never
// happen twice, a condition in its transaction prevents it.

import { createHash } from 'node:crypto'
import { connectionOf } from '@fairlot/process/database-address'
import pg from 'pg'
import type { Log } from './log.ts'

export interface SessionLocks {
  /** Returns true when this process now has the lock. Never throws: without PostgreSQL it returns false. */
  take(name: string, onLost: () => void): Promise<boolean>
  release(name: string): Promise<void>
  /** The locks this process has now. */
  held(): readonly string[]
  close(): Promise<void>
}

// A replica gives every lock to every process that asks, and knows nothing of the primary's.
const takeText = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_try_advisory_lock($1::bigint) END AS taken`

const lockKey = (name: string): string =>
  createHash('sha256').update(`fairlot job ${name}`).digest().readBigInt64BE(0).toString()

export function openSessionLocks(url: string, applicationName: string, log: Log): SessionLocks {
  const held = new Map<string, () => void>()
  let opening: Promise<pg.Client> | undefined
  let closed = false
  let isLogged = false

  const dropAll = (): void => {
    opening = undefined
    const lost = [...held.values()]
    held.clear()
    for (const onLost of lost) onLost()
  }

  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...connectionOf(url),
      application_name: `${applicationName}-locks`,
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    })
    client.on('error', () => undefined)
    client.on('end', () => {
      if (closed) return
      // Logged once per outage: a lock is tried twice a second, and each failed attempt ends here too.
      if (!isLogged) log.warn({ locks: [...held.keys()] }, 'the connection that holds the locks was lost')
      isLogged = true
      dropAll()
    })
    await client.connect()
    isLogged = false
    return client
  }

  // The connection runs one query at a time.
  let turn: Promise<unknown> = Promise.resolve()
  const ask = <Row extends object>(client: pg.Client, text: string, name: string): Promise<Row[]> => {
    const answer = turn.then(async () => (await client.query<Row>(text, [lockKey(name)])).rows)
    turn = answer.catch(() => undefined)
    return answer
  }

  const session = (): Promise<pg.Client> => {
    if (!opening) {
      const begun = open()
      opening = begun
      begun.catch(() => {
        if (opening === begun) opening = undefined
      })
    }
    return opening
  }

  return {
    async take(name, onLost) {
      if (closed) return false
      let client: pg.Client | undefined
      try {
        client = await session()
        const [row] = await ask<{ taken: boolean | null }>(client, takeText, name)
        // Demoted meanwhile: the next connection leads to the new primary.
        if (row!.taken === null) await client.end()
        if (row!.taken !== true) return false
        held.set(name, onLost)
        return true
      } catch {
        // A connection that does not answer within its limit may have lost its locks already.
        await client?.end().catch(() => undefined)
        return false
      }
    },
    async release(name) {
      if (!held.delete(name)) return
      const client = await opening?.catch(() => undefined)
      if (!client) return
      await ask(client, 'SELECT pg_advisory_unlock($1::bigint)', name).catch(() => undefined)
    },
    held: () => [...held.keys()],
    async close() {
      closed = true
      held.clear()
      const client = await opening?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}
