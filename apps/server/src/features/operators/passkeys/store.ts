import type { Tx } from '#platform/db'

export interface PasskeyRow {
  readonly passkeyId: string
  readonly operatorId: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: bigint
  readonly transports: string[]
  readonly name: string
  readonly addedAt: Date
  readonly lastUsedAt: Date | null
}

const columns = `id AS "passkeyId", operator_id AS "operatorId", credential_id AS "credentialId",
  public_key AS "publicKey", counter, transports, name, added_at AS "addedAt", last_used_at AS "lastUsedAt"`

export function readPasskeys(tx: Tx, operatorId: string): Promise<readonly PasskeyRow[]> {
  return tx.query<PasskeyRow>(
    `SELECT ${columns} FROM app.operator_passkeys WHERE operator_id = $1 ORDER BY added_at, id`,
    [operatorId],
  )
}

export async function countPasskeys(tx: Tx, operatorId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.operator_passkeys WHERE operator_id = $1`,
    [operatorId],
  )
  return row!.count
}

export async function lockPasskey(
  tx: Tx,
  operatorId: string,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.query<PasskeyRow>(
    `SELECT ${columns} FROM app.operator_passkeys WHERE credential_id = $2 AND operator_id = $1 FOR UPDATE`,
    [operatorId, credentialId],
  )
  return row
}

/** Returns false when this passkey is already saved, by any operator. */
export async function insertPasskey(tx: Tx, row: Omit<PasskeyRow, 'lastUsedAt'>): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.operator_passkeys (id, operator_id, credential_id, public_key, counter, transports, name, added_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1`,
    [
      row.passkeyId,
      row.operatorId,
      row.credentialId,
      row.publicKey,
      row.counter,
      row.transports,
      row.name,
      row.addedAt,
    ],
  )
  return rows.length === 1
}

export async function updateUse(tx: Tx, passkeyId: string, counter: bigint, now: Date): Promise<void> {
  await tx.query(`UPDATE app.operator_passkeys SET counter = $2, last_used_at = $3 WHERE id = $1`, [
    passkeyId,
    counter,
    now,
  ])
}

export async function hasPasskey(tx: Tx, operatorId: string, passkeyId: string): Promise<boolean> {
  const rows = await tx.query(`SELECT 1 FROM app.operator_passkeys WHERE id = $2 AND operator_id = $1`, [
    operatorId,
    passkeyId,
  ])
  return rows.length === 1
}

export async function deletePasskey(tx: Tx, operatorId: string, passkeyId: string): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM app.operator_passkeys WHERE id = $2 AND operator_id = $1 RETURNING 1`,
    [operatorId, passkeyId],
  )
  return rows.length === 1
}
