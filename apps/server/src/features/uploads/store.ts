import type { Tx } from '#platform/db'

/** Concurrent uploads of one member are counted one after the other. */
export async function lockUploads(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('uploads ' || $1, 0))`, [memberId])
}

export async function countSince(tx: Tx, memberId: string, since: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM app.uploads WHERE member_id = $1 AND uploaded_at > $2',
    [memberId, since],
  )
  return row!.count
}

/** Stored, and not claimed yet. */
export async function findSame(
  tx: Tx,
  memberId: string,
  fingerprint: Buffer,
  since: Date,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM app.uploads
     WHERE member_id = $1 AND uploaded_at > $3 AND fingerprint = $2
       AND stored_at IS NOT NULL AND taken_at IS NULL AND dropped_at IS NULL
     ORDER BY uploaded_at DESC LIMIT 1`,
    [memberId, fingerprint, since],
  )
  return row?.id
}

export interface NewUpload {
  readonly uploadId: string
  readonly memberId: string
  readonly keyId: string
  readonly fingerprint: Buffer
  readonly type: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly uploadedAt: Date
}

export async function insertUpload(tx: Tx, upload: NewUpload): Promise<void> {
  await tx.query(
    `INSERT INTO app.uploads (id, member_id, key_id, fingerprint, type, bytes, width, height, uploaded_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      upload.uploadId,
      upload.memberId,
      upload.keyId,
      upload.fingerprint,
      upload.type,
      upload.bytes,
      upload.width,
      upload.height,
      upload.uploadedAt,
    ],
  )
}

export async function markStored(tx: Tx, uploadId: string, at: Date): Promise<void> {
  await tx.query('UPDATE app.uploads SET stored_at = $2 WHERE id = $1', [uploadId, at])
}

export async function takeStored(
  tx: Tx,
  memberId: string,
  uploadId: string,
  at: Date,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  const [row] = await tx.query<{ width: number; height: number }>(
    `UPDATE app.uploads SET taken_at = $3
     WHERE id = $2 AND member_id = $1 AND stored_at IS NOT NULL AND taken_at IS NULL AND dropped_at IS NULL
     RETURNING width, height`,
    [memberId, uploadId, at],
  )
  return row
}

export async function insertFile(tx: Tx, uploadId: string, purpose: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO app.files (id, member_id, key_id, purpose, type, bytes, width, height, taken_at)
     SELECT id, member_id, key_id, $2, type, bytes, width, height, $3 FROM app.uploads WHERE id = $1`,
    [uploadId, purpose, at],
  )
}

export async function markDropped(tx: Tx, fileId: string, at: Date): Promise<void> {
  await tx.query('UPDATE app.files SET dropped_at = $2 WHERE id = $1 AND dropped_at IS NULL', [fileId, at])
}

export async function readFileRow(
  tx: Tx,
  memberId: string,
  fileId: string,
): Promise<{ readonly type: string; readonly purpose: string } | undefined> {
  const [row] = await tx.query<{ type: string; purpose: string }>(
    'SELECT type, purpose FROM app.files WHERE id = $2 AND member_id = $1 AND dropped_at IS NULL',
    [memberId, fileId],
  )
  return row
}

export async function dropUnclaimed(tx: Tx, before: Date, at: Date, limit: number): Promise<void> {
  await tx.query(
    `UPDATE app.uploads SET dropped_at = $2 WHERE id IN (
       SELECT id FROM app.uploads WHERE taken_at IS NULL AND dropped_at IS NULL AND uploaded_at < $1
       ORDER BY uploaded_at LIMIT $3 FOR UPDATE SKIP LOCKED)`,
    [before, at, limit],
  )
}

export function listDropped(
  tx: Tx,
  limit: number,
): Promise<readonly { id: string; memberId: string; isUpload: boolean }[]> {
  return tx.query(
    `(SELECT id, member_id AS "memberId", true AS "isUpload" FROM app.uploads
      WHERE taken_at IS NULL AND dropped_at IS NOT NULL ORDER BY uploaded_at LIMIT $1)
     UNION ALL
     (SELECT id, member_id, false FROM app.files
      WHERE dropped_at IS NOT NULL AND gone_at IS NULL ORDER BY dropped_at LIMIT $1)`,
    [limit],
  )
}

export async function deleteUpload(tx: Tx, uploadId: string): Promise<void> {
  await tx.query('DELETE FROM app.uploads WHERE id = $1 AND taken_at IS NULL', [uploadId])
}

export async function markGone(tx: Tx, fileId: string, at: Date): Promise<void> {
  await tx.query('UPDATE app.files SET gone_at = $2 WHERE id = $1', [fileId, at])
}
