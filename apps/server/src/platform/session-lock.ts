// Advisory locks that a process holds while it runs a job. They have their own connection: when it breaks, PostgreSQL
// releases all of them and a standby process takes over. A lock only avoids duplicate work. Where something must never
// happen twice, a condition in its transaction prevents it.

import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Log } from './log.ts'

export interface SessionLocks {
  /** Returns true when this process now has the lock. Never throws: without PostgreSQL it returns false. */
  take(name: string, onLost: () => void): Promise<boolean>
  release(name: string): Promise<void>
  close(): Promise<void>
}

const lockKey = (name: string): string =>
  createHash('sha256').update(`fairlot job ${name}`).digest().readBigInt64BE(0).toString()

export function openSessionLocks(url: string, applicationName: string, log: Log): SessionLocks {
  const held = new Map<string, () => void>()
  let opening: Promise<pg.Client> | undefined
  let closed = false

  const dropAll = (): void => {
    opening = undefined
    const lost = [...held.values()]
    held.clear()
    for (const onLost of lost) onLost()
  }

  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: `${applicationName}-locks`,
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client.on('error', () => undefined)
    client.on('end', () => {
      if (closed) return
      log.warn({ locks: [...held.keys()] }, 'the connection that holds the locks was lost')
      dropAll()
    })
    await client.connect()
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
      try {
        const client = await session()
        const [row] = await ask<{ taken: boolean }>(
          client,
          'SELECT pg_try_advisory_lock($1::bigint) AS taken',
          name,
        )
        if (!row!.taken) return false
        held.set(name, onLost)
        return true
      } catch {
        return false
      }
    },
    async release(name) {
      if (!held.delete(name)) return
      const client = await opening?.catch(() => undefined)
      if (!client) return
      await ask(client, 'SELECT pg_advisory_unlock($1::bigint)', name).catch(() => undefined)
    },
    async close() {
      closed = true
      held.clear()
      const client = await opening?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}
