// The SQL of trading and of the log. A session is one connection that holds one shard's lock and does all its writing: when the
// connection is lost, so are the lock and the ability to write.

import { connectionOf } from '@fairlot/process/database-address'
import { assertDurable, type DatabaseHa, type Mode } from '@fairlot/process/durability'
import { assertOwnBackend, poolerFault } from '@fairlot/process/pooler'
import pg from 'pg'
import type { Logger } from 'pino'
import type { SealedBatch } from './batch.ts'
import type { LoggedCommand, LoggedEvent, Place } from './chain.ts'
import { timeCommandText } from './command-text.ts'
import type { LinkAt, Mark } from './mark.ts'
import { aroundWrite } from './crash-points.ts'

const int8 = 20
export const columnTypes = new pg.TypeOverrides()
// Sequences and ids stay far below 2^53; there is no money in this schema.
columnTypes.setTypeParser(int8, Number)

const milliseconds = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`

export interface Waiting {
  readonly id: number
  readonly command: string
}

export interface StoredBatch {
  readonly first: number
  readonly last: number
  readonly firstEvent: number
  readonly lastEvent: number
  readonly epoch: number
  readonly at: number
  readonly previous: string
  readonly hash: string
  readonly practice: boolean
  readonly keptHead: string | undefined
  readonly prunedHash: string | undefined
  readonly snapshotHash: string | undefined
}

export interface SnapshotPlace extends Place {
  readonly stateHash: string
}

export interface PrunedRange {
  readonly first: number
  readonly last: number
  readonly firstEvent: number
  readonly lastEvent: number
  readonly hashBefore: string
  readonly hashAfter: string
}

/** What recovery and verification read. */
export interface LogReader {
  place(): Promise<Place | undefined>
  batches(after: number, limit: number): Promise<readonly StoredBatch[]>
  commands(after: number, upTo: number): Promise<readonly LoggedCommand[]>
  events(after: number, upTo: number): Promise<readonly LoggedEvent[]>
  /** Newest first. */
  snapshots(): Promise<readonly SnapshotPlace[]>
  snapshotState(sequence: number): Promise<string>
  pruned(): Promise<readonly PrunedRange[]>
}

/** What the database says about a shard and its log. */
export interface Seen extends Mark {
  /** A replica may be behind without having lost anything. */
  readonly isReplica: boolean
  /** What another process knew and the database does not have; undefined when nothing is open. */
  readonly openBreak: string | undefined
}

export interface Session extends LogReader {
  /** What is visible now. It need not be on the standby yet: only what is confirmed may be remembered. */
  view(): Promise<Seen>
  /** Commits a record of no content: then everything seen before is as durable as any confirmed write. */
  confirm(): Promise<void>
  linkAt(sequence: number): Promise<LinkAt>
  /** From now on no process takes the shard, until the owner of the database accepts its log. */
  haltLog(known: Mark, host: string, why: string): Promise<void>
  /** The shard's lock and a new epoch, or undefined while another session has the lock. */
  take(): Promise<{ readonly epoch: number; readonly place: Place } | undefined>
  /** Throws when PostgreSQL can lose the log in a power cut: an exchange without its log is useless. */
  assertDurable(mode: Mode, ha: DatabaseHa, log: Logger): Promise<void>
  /** From now on each statement has seconds: recovery, which reads much, is over. */
  beginTrading(): Promise<void>
  ensureMonths(): Promise<void>
  /** The key with which readers check the books. */
  keepBookKey(epoch: number, key: string): Promise<void>
  waiting(limit: number): Promise<readonly Waiting[]>
  /**
   * One transaction, one round trip; returns the commands that wait now. `ids` are the queue rows of the batch, in
   * order.
   */
  commit(batch: SealedBatch, ids: readonly number[], limit: number): Promise<readonly Waiting[]>
  /** Moves a command out of the queue; false when too many are set aside and the shard has to halt. */
  setAside(epoch: number, id: number, reason: string): Promise<boolean>
  keepSnapshot(place: Place, epoch: number, stateHash: string, state: string, keep: number): Promise<void>
  close(): Promise<void>
}

/** A failure of the connection or of PostgreSQL; never a fault of the data read. */
export class StoreFault extends Error {
  readonly sqlState: string | undefined

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.sqlState = cause instanceof pg.DatabaseError ? cause.code : undefined
  }

  /** Another exchange has or had the shard: this process's knowledge about it is outdated. */
  get isFence(): boolean {
    return this.sqlState === 'FX001'
  }

  /** A page or an index that PostgreSQL itself reports as damaged. */
  get isDamage(): boolean {
    return this.sqlState === 'XX001' || this.sqlState === 'XX002'
  }
}

const recoveryLimitMs = 40_000
const tradingLimitMs = 10_000

export interface SessionOptions {
  readonly databaseUrl: string
  readonly shard: number
  /** PostgreSQL ends the session, and with it the lock, after this long without a query: the process hangs. */
  readonly idleSessionMs: number
  readonly onLost: (error: Error) => void
}

export async function openSession(options: SessionOptions): Promise<Session> {
  const { shard } = options
  const client = new pg.Client({
    ...connectionOf(options.databaseUrl),
    application_name: `fairlot-exchange-${shard}`,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    // Without sequential scans every plan looks expensive, and JIT compilation took a second of each start.
    options: `-c idle_session_timeout=${options.idleSessionMs} -c enable_seqscan=off -c jit=off`,
    types: columnTypes,
  })
  client.on('error', options.onLost)
  await client.connect().catch((error: unknown) => {
    throw poolerFault(error) ?? error
  })
  // A commit that waits for a standby, and a cut without a word, are noticed only by this limit. After it the
  // connection is closed, and the state is read again.
  let limitMs = recoveryLimitMs
  const query = async <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
    try {
      const config = {
        text,
        values: [...values],
        query_timeout: limitMs,
        ...(name === undefined ? {} : { name }),
      }
      return (await client.query(config)).rows as Row[]
    } catch (error) {
      throw new StoreFault(error)
    }
  }

  return {
    ...logReader(query, shard),
    ...markReader(query, shard),
    async take() {
      limitMs = tradingLimitMs
      const [row] = await aroundWrite('exchange.take', () =>
        query<PlaceRow & { epoch: number }>('SELECT * FROM exchange.take_shard($1)', [shard]),
      )
      return row && { epoch: row.epoch, place: placeOf(shard, row) }
    },
    async assertDurable(mode, ha, log) {
      const { processID } = client as unknown as { readonly processID: number }
      await assertOwnBackend(
        processID,
        async () => (await query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]!.pid,
      )
      // Whether a standby confirms shows at once: taking the shard is a write.
      await assertDurable({ db: { query }, mode, ha, log })
    },
    async beginTrading() {
      await query(`SELECT set_config('statement_timeout', $1, false)`, [String(tradingLimitMs - 1_000)])
      limitMs = tradingLimitMs
    },
    async ensureMonths() {
      limitMs = recoveryLimitMs
      await query('SELECT exchange.ensure_partitions(now(), 2)')
    },
    async keepBookKey(epoch, key) {
      await query('SELECT exchange.keep_book_key($1, $2, $3)', [shard, epoch, key])
    },
    waiting: (limit) =>
      query<Waiting>(
        'SELECT id, command FROM exchange.queue WHERE shard = $1 ORDER BY id LIMIT $2',
        [shard, limit],
        'waiting',
      ),
    commit: (batch, ids, limit) =>
      aroundWrite('exchange.batch', () =>
        query<Waiting>(commitText, commitValues(batch, ids, limit), 'commit'),
      ),
    async setAside(epoch, id, reason) {
      const [row] = await aroundWrite('exchange.set-aside', () =>
        query<{ done: boolean }>('SELECT exchange.set_command_aside($1, $2, $3, $4) AS done', [
          shard,
          epoch,
          id,
          reason,
        ]),
      )
      return row!.done
    },
    async keepSnapshot(place, epoch, stateHash, state, keep) {
      const values = [shard, epoch, place.sequence, place.hash, stateHash, state, keep]
      await aroundWrite('exchange.snapshot', () =>
        query('SELECT exchange.keep_snapshot($1, $2, $3, $4, $5, $6, $7)', values),
      )
    },
    close: () => client.end(),
  }
}

type MarkReader = Pick<Session, 'view' | 'confirm' | 'linkAt' | 'haltLog'>

function markReader(query: Query, shard: number): MarkReader {
  return {
    async view() {
      const [row] = await query<Omit<Seen, 'openBreak'> & { openBreak: string | null }>(
        `SELECT i.id AS installation, exchange.history_of($1) AS history, pg_is_in_recovery() AS "isReplica",
           coalesce(s.epoch, 0) AS epoch, coalesce(s.sequence, 0) AS sequence, coalesce(s.hash, repeat('0', 64)) AS hash,
           coalesce(encode(s.kept, 'hex'), repeat('0', 64)) AS kept,
           (SELECT b.why || ' (' || b.host || ')' FROM exchange.log_breaks b WHERE b.shard = $1 AND b.accepted_at IS NULL) AS "openBreak"
         FROM exchange.identity i LEFT JOIN exchange.shards s ON s.shard = $1`,
        [shard],
      )
      return { ...row!, openBreak: row!.openBreak ?? undefined }
    },
    async confirm() {
      await query(`SELECT pg_logical_emit_message(true, 'fairlot', '')`)
    },
    async linkAt(sequence) {
      const [row] = await query<{ hash: string | null; kept: string | null; isPruned: boolean }>(
        `SELECT (SELECT b.hash FROM exchange.batches b WHERE b.shard = $1 AND b.last = $2) AS hash,
           (SELECT encode(b.kept_head, 'hex') FROM exchange.batches b
            WHERE b.shard = $1 AND b.last <= $2 AND NOT b.practice AND b.kept_head IS NOT NULL ORDER BY b.last DESC LIMIT 1) AS kept,
           EXISTS (SELECT FROM exchange.pruned p WHERE p.shard = $1 AND $2 BETWEEN p.first AND p.last) AS "isPruned"`,
        [shard, sequence],
      )
      return { hash: row!.hash ?? undefined, kept: row!.kept ?? undefined, isPruned: row!.isPruned }
    },
    async haltLog({ history, epoch, sequence, hash }, host, why) {
      const values = [shard, history, epoch, sequence, hash, host, why]
      await query('SELECT exchange.halt_log($1, $2, $3, $4, $5, $6, $7)', values)
    },
  }
}

export const commitText = `SELECT id, command FROM exchange.commit_batch(
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`

const flags = (rows: readonly { readonly practice: boolean }[]): string =>
  `{${rows.map(({ practice }) => (practice ? 't' : 'f')).join(',')}}`

export function commitValues(batch: SealedBatch, ids: readonly number[], limit: number): unknown[] {
  const { before, after, commands, events } = batch
  const timed = commands.length > ids.length
  if (timed && (commands.length !== ids.length + 1 || commands[0]!.text !== timeCommandText))
    throw new Error('a batch has commands that are not in the queue')
  return [
    before.shard,
    batch.epoch,
    before.sequence,
    before.hash,
    after.at,
    after.hash,
    batch.keptHead ?? null,
    batch.prunedHash ?? null,
    batch.snapshotHash ?? null,
    timed,
    `{${ids.join(',')}}`,
    flags(timed ? commands.slice(1) : commands),
    `{${events.map(({ sequence }) => sequence).join(',')}}`,
    flags(events),
    events.map(({ kind }) => kind).join('\n'),
    events.map(({ symbol }) => symbol ?? '').join('\n'),
    events.map(({ body }) => body).join('\n'),
    limit,
  ]
}

interface PlaceRow {
  readonly sequence: number
  readonly event: number
  readonly hash: string
  readonly kept: string
  readonly at_ms: number
}

const placeOf = (shard: number, row: PlaceRow): Place => ({
  shard,
  sequence: row.sequence,
  event: row.event,
  at: row.at_ms,
  hash: row.hash,
  kept: row.kept,
})

type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>

export function logReader(query: Query, shard: number): LogReader {
  return {
    async place() {
      const [row] = await query<PlaceRow>(
        `SELECT sequence, event, hash, encode(kept, 'hex') AS kept, ${milliseconds('at')} AS at_ms
         FROM exchange.shards WHERE shard = $1`,
        [shard],
      )
      return row && placeOf(shard, row)
    },
    async batches(after, limit) {
      const rows = await query<Record<keyof StoredBatch, never>>(
        `SELECT first, last, first_event AS "firstEvent", last_event AS "lastEvent", epoch, previous, hash, practice,
           ${milliseconds('at')} AS at, encode(kept_head, 'hex') AS "keptHead",
           encode(pruned_hash, 'hex') AS "prunedHash", encode(snapshot_hash, 'hex') AS "snapshotHash"
         FROM exchange.batches WHERE shard = $1 AND last > $2 ORDER BY last LIMIT $3`,
        [shard, after, limit],
      )
      return rows.map((row) => ({
        ...row,
        keptHead: row.keptHead ?? undefined,
        prunedHash: row.prunedHash ?? undefined,
        snapshotHash: row.snapshotHash ?? undefined,
      }))
    },
    commands: (after, upTo) =>
      query<LoggedCommand>(
        `SELECT sequence, practice, command AS text FROM exchange.log
         WHERE shard = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence`,
        [shard, after, upTo],
      ),
    events: (after, upTo) =>
      query<LoggedEvent>(
        `SELECT event, sequence, practice, body FROM exchange.events
         WHERE shard = $1 AND event > $2 AND event <= $3 ORDER BY event`,
        [shard, after, upTo],
      ),
    async snapshots() {
      const rows = await query<PlaceRow & { state_hash: string }>(
        `SELECT sequence, event, hash, encode(kept, 'hex') AS kept, ${milliseconds('at')} AS at_ms, state_hash
         FROM exchange.snapshots WHERE shard = $1 ORDER BY sequence DESC`,
        [shard],
      )
      return rows.map((row) => ({ ...placeOf(shard, row), stateHash: row.state_hash }))
    },
    async snapshotState(sequence) {
      const [row] = await query<{ state: string }>(
        'SELECT state FROM exchange.snapshots WHERE shard = $1 AND sequence = $2',
        [shard, sequence],
      )
      if (!row) throw new Error(`shard ${shard}: the snapshot at ${sequence} is missing`)
      return row.state
    },
    pruned: () =>
      query<PrunedRange>(
        `SELECT first, last, first_event AS "firstEvent", last_event AS "lastEvent",
           hash_before AS "hashBefore", hash_after AS "hashAfter"
         FROM exchange.pruned WHERE shard = $1 ORDER BY first`,
        [shard],
      ),
  }
}

/** One consistent snapshot of the log for `verify`, while the market continues. */
export async function readLog<Result>(
  databaseUrl: string,
  run: (readerOf: (shard: number) => LogReader, shards: readonly number[]) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...connectionOf(databaseUrl),
    application_name: 'fairlot-exchange-verify',
    connectionTimeoutMillis: 3_000,
    types: columnTypes,
  })
  await client.connect()
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[]
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const rows = await query<{ shard: number }>('SELECT shard FROM exchange.shards ORDER BY shard')
    return await run(
      (shard) => logReader(query, shard),
      rows.map(({ shard }) => shard),
    )
  } finally {
    await client.end()
  }
}
