// The breaks of the log that wait for an operator, with the rights of the database's owner.

import { connectionOf } from '@fairlot/process/database-address'
import pg from 'pg'
import { columnTypes } from './store.ts'

export interface BreakRow {
  readonly shard: number
  readonly foundAt: Date
  readonly host: string
  readonly why: string
  readonly knownEpoch: number
  readonly knownSequence: number
  readonly knownHash: string
  /** Where the log ends now. */
  readonly sequence: number
  readonly hash: string
}

export interface BreakStore {
  open(): Promise<readonly BreakRow[]>
  /** The number of the history that begins. Throws when the log does not end there, or the shard is not halted. */
  accept(shard: number, sequence: number, hash: string, note: string): Promise<number>
  close(): Promise<void>
}

export async function openBreakStore(ownerUrl: string): Promise<BreakStore> {
  const client = new pg.Client({
    ...connectionOf(ownerUrl),
    application_name: 'fairlot-accept-log',
    connectionTimeoutMillis: 3_000,
    types: columnTypes,
  })
  await client.connect()
  return {
    async open() {
      const { rows } = await client.query<BreakRow>(
        `SELECT b.shard, b.found_at AS "foundAt", b.host, b.why, b.known_epoch AS "knownEpoch", b.known_sequence AS "knownSequence",
           b.known_hash AS "knownHash", s.sequence, s.hash
         FROM exchange.log_breaks b JOIN exchange.shards s ON s.shard = b.shard WHERE b.accepted_at IS NULL ORDER BY b.shard`,
      )
      return rows
    },
    async accept(shard, sequence, hash, note) {
      const { rows } = await client.query<{ history: number }>(
        'SELECT exchange.accept_log($1, $2, $3, $4) AS history',
        [shard, sequence, hash, note],
      )
      return rows[0]!.history
    },
    close: () => client.end(),
  }
}
