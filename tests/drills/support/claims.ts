// A client without any time limit that writes rows and takes the exchange's shard again and again, as a process would
// that is tied to one server and never hears of another.

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export interface Claims {
  /** Rows that were acknowledged. */
  readonly rows: readonly number[]
  /** Epochs that were acknowledged. */
  readonly epochs: readonly number[]
  /** The time of the last acknowledgement of either. */
  lastAt(): number
  stop(): void
}

const writers = 4
const shard = 0

/** `firstRow` keeps the rows of two clients apart. */
export function startClaims(rowsUrl: string, exchangeUrl: string, firstRow: number): Claims {
  const rows: number[] = []
  const epochs: number[] = []
  const clients = new Set<pg.Client>()
  let next = firstRow
  let stopped = false
  let lastAt = 0
  /** One acknowledged statement on its own connection, so that the shard's lock is free afterwards. */
  const once = async (connectionString: string, text: string, value: number): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    clients.add(client)
    try {
      await client.connect()
      const result = await client.query(text, [value])
      lastAt = performance.now()
      return result
    } finally {
      clients.delete(client)
      client.end().catch(() => undefined)
    }
  }
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!stopped) {
      await work().catch(() => undefined)
      await pause(20)
    }
  }
  for (let count = 0; count < writers; count += 1)
    void repeat(async () => {
      const id = next++
      await once(rowsUrl, 'INSERT INTO acknowledged (id) VALUES ($1)', id)
      rows.push(id)
    })
  void repeat(async () => {
    const { rows: taken } = await once(exchangeUrl, 'SELECT epoch::int FROM exchange.take_shard($1)', shard)
    for (const { epoch } of taken as { epoch: number }[]) epochs.push(epoch)
  })
  return {
    rows,
    epochs,
    lastAt: () => lastAt,
    stop() {
      stopped = true
      // One that waits for a standby would wait for ever.
      for (const client of clients) client.end().catch(() => undefined)
    },
  }
}
