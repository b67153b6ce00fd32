// The venue's log for tests, read with the owner's rights.

import { openSql, type Sql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { verify } from '../../../apps/exchange/src/verify.ts'

export interface VenueLog {
  readonly sql: Sql
  /** Waits until the queue is empty. */
  untilApplied(): Promise<void>
  /** The commands of all shards in the order they were applied. */
  commands(): Promise<readonly { shard: number; sequence: number; command: string }[]>
  events(): Promise<readonly { shard: number; event: number; sequence: number; kind: string; body: string }[]>
  place(shard: number): Promise<{ epoch: number; sequence: number; event: number; hash: string }>
  close(): Promise<void>
}

export function openVenueLog(ownerUrl: string): VenueLog {
  const sql = openSql(ownerUrl, { connections: 2 })
  return {
    sql,
    untilApplied: async () =>
      void (await until('the queue to be empty', async () => {
        const [row] = await sql.query<{ left: string }>('SELECT count(*) AS left FROM exchange.queue', [])
        return row?.left === '0'
      })),
    async commands() {
      const rows = await sql.query<{ shard: number; sequence: string; command: string }>(
        'SELECT shard, sequence, command FROM exchange.log ORDER BY shard, sequence',
        [],
      )
      return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }))
    },
    async events() {
      const rows = await sql.query<{
        shard: number
        event: string
        sequence: string
        kind: string
        body: string
      }>('SELECT shard, event, sequence, kind, body FROM exchange.events ORDER BY shard, event', [])
      return rows.map((row) => ({ ...row, event: Number(row.event), sequence: Number(row.sequence) }))
    },
    async place(shard) {
      const [row] = await sql.query<{ epoch: string; sequence: string; event: string; hash: string }>(
        'SELECT epoch, sequence, event, hash FROM exchange.shards WHERE shard = $1',
        [shard],
      )
      if (!row) throw new Error(`shard ${shard} has not begun`)
      return {
        epoch: Number(row.epoch),
        sequence: Number(row.sequence),
        event: Number(row.event),
        hash: row.hash,
      }
    },
    close: () => sql.close(),
  }
}

export interface Comparison {
  /** Committed by a sender and not in the log. */
  readonly lost: readonly string[]
  /** In the log more often than sent. */
  readonly repeated: readonly string[]
  /** In the log, but never sent. */
  readonly strange: readonly string[]
}

/** Compares the sent with the applied commands. Empty batches come from the exchange itself and do not count. */
export async function compareLog(
  log: VenueLog,
  committed: readonly string[],
  unknown: readonly string[] = [],
): Promise<Comparison> {
  const sent = new Map<string, { min: number; max: number }>()
  const add = (text: string, min: number): void => {
    const known = sent.get(text) ?? { min: 0, max: 0 }
    sent.set(text, { min: known.min + min, max: known.max + 1 })
  }
  for (const text of committed) add(text, 1)
  for (const text of unknown) add(text, 0)
  const applied = new Map<string, number>()
  for (const { command } of await log.commands())
    if (command !== '{"kind":"time"}') applied.set(command, (applied.get(command) ?? 0) + 1)
  const lost = [...sent].filter(([text, { min }]) => (applied.get(text) ?? 0) < min)
  const repeated = [...applied].filter(([text, times]) => times > (sent.get(text)?.max ?? times))
  const strange = [...applied.keys()].filter((text) => !sent.has(text))
  return { lost: lost.map(([text]) => text), repeated: repeated.map(([text]) => text), strange }
}

/** Every fault `verify` finds, over all shards. */
export async function logFaults(databaseUrl: string): Promise<readonly string[]> {
  const reports = await verify(databaseUrl)
  return reports.flatMap(({ shard, faults }) => faults.map((fault) => `shard ${shard}: ${fault}`))
}
