import type { Head } from '@fairlot/proof'
import type { Tx } from '#platform/db'

export interface StoredEntry {
  readonly entryId: string
  readonly action: string
  readonly actor: string
  readonly subject: string
  readonly requestId: string
  readonly details: string
}

export async function insertEntry(tx: Tx, entry: StoredEntry): Promise<void> {
  await tx.query(
    `INSERT INTO audit.entries (entry_id, action, actor, subject, request_id, details)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [entry.entryId, entry.action, entry.actor, entry.subject, entry.requestId, entry.details],
  )
}

/** An entry as the chain hashes it: text fields only, the instant to the microsecond as PostgreSQL stores it. */
export interface ChainedEntry extends StoredEntry {
  readonly recordedAt: string
}

const entryColumns = `
  e.entry_id::text AS "entryId", e.action, e.actor, e.subject, e.request_id AS "requestId",
  e.details::text AS details,
  to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "recordedAt"`

/** A condition: an entry has no link. */
export const isUnlinked = 'EXISTS (SELECT FROM audit.unlinked)'

/**
 * Committed entries without a link, in recording order. The join names recorded_at so that only their partitions are
 * read.
 */
export function readUnlinked(tx: Tx, limit: number): Promise<readonly ChainedEntry[]> {
  return tx.query<ChainedEntry>(
    `SELECT ${entryColumns}
     FROM (SELECT entry_id, recorded_at FROM audit.unlinked ORDER BY recorded_at, entry_id LIMIT $1) u
     JOIN audit.entries e ON e.entry_id = u.entry_id AND e.recorded_at = u.recorded_at
     ORDER BY e.recorded_at, e.entry_id`,
    [limit],
  )
}

export async function readHead(tx: Tx): Promise<Head | undefined> {
  const [row] = await tx.query<Head>(
    `SELECT sequence, encode(hash, 'hex') AS hash FROM audit.links ORDER BY sequence DESC LIMIT 1`,
  )
  return row
}

export interface NewLink {
  readonly sequence: bigint
  readonly entryId: string
  readonly recordedAt: string
  readonly hash: string
}

export async function insertLinks(tx: Tx, links: readonly NewLink[]): Promise<void> {
  await tx.query(
    `INSERT INTO audit.links (sequence, entry_id, recorded_at, hash)
     SELECT sequence, entry_id, recorded_at, decode(hash, 'hex')
     FROM unnest($1::bigint[], $2::uuid[], $3::timestamptz[], $4::text[]) AS l(sequence, entry_id, recorded_at, hash)`,
    [
      links.map((link) => link.sequence),
      links.map((link) => link.entryId),
      links.map((link) => link.recordedAt),
      links.map((link) => link.hash),
    ],
  )
  const removed = await tx.query(`DELETE FROM audit.unlinked WHERE entry_id = ANY($1::uuid[]) RETURNING 1`, [
    links.map((link) => link.entryId),
  ])
  if (removed.length !== links.length) throw new Error('another chainer linked the same entries')
}

export interface Checkpoint {
  readonly sequence: bigint
  readonly head: string
  readonly signedAt: Date
  readonly keyId: string
  readonly publicKey: Uint8Array
  readonly signature: Uint8Array
}

export async function insertCheckpoint(tx: Tx, checkpoint: Checkpoint): Promise<void> {
  await tx.query(
    `INSERT INTO audit.checkpoints (sequence, head, signed_at, key_id, public_key, signature)
     VALUES ($1, decode($2, 'hex'), $3, $4, $5, $6)`,
    [
      checkpoint.sequence,
      checkpoint.head,
      checkpoint.signedAt,
      checkpoint.keyId,
      checkpoint.publicKey,
      checkpoint.signature,
    ],
  )
}

const checkpointColumns = `sequence, encode(head, 'hex') AS head, signed_at AS "signedAt", key_id AS "keyId",
  public_key AS "publicKey", signature`

export async function readLastCheckpoint(tx: Tx): Promise<Checkpoint | undefined> {
  const [row] = await tx.query<Checkpoint>(
    `SELECT ${checkpointColumns} FROM audit.checkpoints ORDER BY sequence DESC LIMIT 1`,
  )
  return row
}

export function readCheckpoints(tx: Tx, after: bigint, upTo: bigint): Promise<readonly Checkpoint[]> {
  return tx.query<Checkpoint>(
    `SELECT ${checkpointColumns} FROM audit.checkpoints WHERE sequence > $1 AND sequence <= $2 ORDER BY sequence`,
    [after, upTo],
  )
}

/** A link whose entry is missing comes back with null fields: a removal must show, not shorten the result. */
export interface LinkedEntry {
  readonly sequence: bigint
  readonly hash: string
  readonly entry: ChainedEntry | null
}

export async function readLinks(tx: Tx, after: bigint, limit: number): Promise<readonly LinkedEntry[]> {
  type Row = { sequence: bigint; hash: string } & { [Key in keyof ChainedEntry]: string | null }
  const rows = await tx.query<Row>(
    `SELECT l.sequence, encode(l.hash, 'hex') AS hash, ${entryColumns}
     FROM audit.links l
     LEFT JOIN audit.entries e ON e.entry_id = l.entry_id AND e.recorded_at = l.recorded_at
     WHERE l.sequence > $1 ORDER BY l.sequence LIMIT $2`,
    [after, limit],
  )
  return rows.map(({ sequence, hash, ...entry }) => ({
    sequence,
    hash,
    entry: entry.entryId === null ? null : (entry as ChainedEntry),
  }))
}

/** Entries with neither a link nor a row in the queue: they were removed from the queue unlinked. */
export async function countForgotten(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM audit.entries e
     WHERE NOT EXISTS (SELECT FROM audit.links l WHERE l.entry_id = e.entry_id)
       AND NOT EXISTS (SELECT FROM audit.unlinked u WHERE u.entry_id = e.entry_id)`,
  )
  return row!.count
}

export async function ensurePartitions(tx: Tx, from: Date, monthsAhead: number): Promise<boolean> {
  const [row] = await tx.query<{ whole: boolean }>(`SELECT audit.ensure_partitions($1, $2) AS whole`, [
    from,
    monthsAhead,
  ])
  return row!.whole
}
