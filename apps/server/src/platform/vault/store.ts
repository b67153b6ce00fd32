import type { Tx } from '../db.ts'

export interface KeyRow {
  readonly keyId: string
  readonly wrapped: string | null
}

export async function readKey(tx: Tx, memberId: string): Promise<KeyRow | undefined> {
  const [row] = await tx.query<KeyRow>(
    'SELECT key_id AS "keyId", wrapped FROM app.member_keys WHERE member_id = $1',
    [memberId],
  )
  return row
}

export interface NewKey {
  readonly memberId: string
  readonly keyId: string
  readonly masterKeyId: string
  readonly wrapped: string
  readonly madeAt: Date
}

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx.query(
    `INSERT INTO app.member_keys (member_id, key_id, master_key_id, wrapped, made_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (member_id) DO NOTHING`,
    [key.memberId, key.keyId, key.masterKeyId, key.wrapped, key.madeAt],
  )
}

export function listKeysToRewrap(
  tx: Tx,
  current: string,
  limit: number,
): Promise<readonly { memberId: string; keyId: string; wrapped: string }[]> {
  return tx.query(
    `SELECT member_id AS "memberId", key_id AS "keyId", wrapped FROM app.member_keys
     WHERE master_key_id <> $1 AND wrapped IS NOT NULL ORDER BY member_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [current, limit],
  )
}

export async function replaceWrapped(
  tx: Tx,
  memberId: string,
  old: string,
  fresh: string,
  masterKeyId: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.member_keys SET wrapped = $3, master_key_id = $4, rewrapped_at = $5
     WHERE member_id = $1 AND wrapped = $2`,
    [memberId, old, fresh, masterKeyId, now],
  )
}

export async function clearKey(tx: Tx, memberId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.member_keys SET wrapped = NULL, shredded_at = $2 WHERE member_id = $1 AND wrapped IS NOT NULL
     RETURNING 1`,
    [memberId, now],
  )
  return rows.length === 1
}
