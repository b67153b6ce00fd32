import type { Tx } from '#platform/db'

export interface AuthenticatorRow {
  readonly sealedSeed: string
  readonly lastStep: bigint
}

/** Locked, so that two concurrent requests cannot use the same code. */
export async function lockAuthenticator(tx: Tx, memberId: string): Promise<AuthenticatorRow | undefined> {
  const [row] = await tx.query<AuthenticatorRow>(
    `SELECT sealed_seed AS "sealedSeed", last_step AS "lastStep"
     FROM app.authenticators WHERE member_id = $1 FOR UPDATE`,
    [memberId],
  )
  return row
}

export async function hasAuthenticator(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx.query(`SELECT 1 FROM app.authenticators WHERE member_id = $1`, [memberId])
  return rows.length === 1
}

/** Returns false when the member has confirmed an authenticator in the meantime. */
export async function insertAuthenticator(
  tx: Tx,
  memberId: string,
  sealedSeed: string,
  lastStep: bigint,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.authenticators (member_id, sealed_seed, last_step, confirmed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id) DO NOTHING RETURNING 1`,
    [memberId, sealedSeed, lastStep, at],
  )
  return rows.length === 1
}

export async function updateLastStep(tx: Tx, memberId: string, step: bigint): Promise<void> {
  await tx.query(`UPDATE app.authenticators SET last_step = $2 WHERE member_id = $1`, [memberId, step])
}

export async function deleteAuthenticator(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`DELETE FROM app.authenticators WHERE member_id = $1`, [memberId])
}

export async function replaceRecoveryCodes(
  tx: Tx,
  memberId: string,
  hashes: readonly Buffer[],
  at: Date,
): Promise<void> {
  await tx.query(`DELETE FROM app.recovery_codes WHERE member_id = $1`, [memberId])
  if (hashes.length === 0) return
  await tx.query(
    `INSERT INTO app.recovery_codes (member_id, code_hash, created_at) SELECT $1, unnest($2::bytea[]), $3`,
    [memberId, hashes, at],
  )
}

/** Returns true for exactly one of several requests with the same code. */
export async function spendRecoveryCode(tx: Tx, memberId: string, hash: Buffer, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.recovery_codes SET used_at = $3 WHERE member_id = $1 AND code_hash = $2 AND used_at IS NULL
     RETURNING 1`,
    [memberId, hash, at],
  )
  return rows.length === 1
}

export interface FactorCounts {
  readonly authenticator: boolean
  readonly recoveryCodesLeft: number
  readonly passkeys: number
}

export async function readFactorCounts(tx: Tx, memberId: string): Promise<FactorCounts> {
  const [row] = await tx.query<FactorCounts>(
    `SELECT EXISTS (SELECT FROM app.authenticators WHERE member_id = $1) AS authenticator,
       (SELECT count(*)::int FROM app.recovery_codes WHERE member_id = $1 AND used_at IS NULL) AS "recoveryCodesLeft",
       (SELECT count(*)::int FROM app.passkeys WHERE member_id = $1) AS passkeys`,
    [memberId],
  )
  return row!
}

export interface PasskeyRow {
  readonly passkeyId: string
  readonly memberId: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: bigint
  readonly transports: string[]
  readonly name: string
  readonly addedAt: Date
  readonly lastUsedAt: Date | null
}

const passkeyColumns = `id AS "passkeyId", member_id AS "memberId", credential_id AS "credentialId",
  public_key AS "publicKey", counter, transports, name, added_at AS "addedAt", last_used_at AS "lastUsedAt"`

export function readPasskeys(tx: Tx, memberId: string): Promise<readonly PasskeyRow[]> {
  return tx.query<PasskeyRow>(
    `SELECT ${passkeyColumns} FROM app.passkeys WHERE member_id = $1 ORDER BY added_at, id`,
    [memberId],
  )
}

/** Locked, so that the counter moves forward one sign-in at a time. */
export async function lockPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.query<PasskeyRow>(
    `SELECT ${passkeyColumns} FROM app.passkeys WHERE credential_id = $1 FOR UPDATE`,
    [credentialId],
  )
  return row
}

/** Returns false when the credential is saved already, with this member or another. */
export async function insertPasskey(tx: Tx, row: Omit<PasskeyRow, 'lastUsedAt'>): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.passkeys (id, member_id, credential_id, public_key, counter, transports, name, added_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING 1`,
    [
      row.passkeyId,
      row.memberId,
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

export async function updatePasskeyUse(tx: Tx, passkeyId: string, counter: bigint, at: Date): Promise<void> {
  await tx.query(`UPDATE app.passkeys SET counter = $2, last_used_at = $3 WHERE id = $1`, [
    passkeyId,
    counter,
    at,
  ])
}

export async function updatePasskeyName(
  tx: Tx,
  memberId: string,
  passkeyId: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.query<PasskeyRow>(
    `UPDATE app.passkeys SET name = $3 WHERE id = $2 AND member_id = $1 RETURNING ${passkeyColumns}`,
    [memberId, passkeyId, name],
  )
  return row
}

export async function hasPasskey(tx: Tx, memberId: string, passkeyId: string): Promise<boolean> {
  const rows = await tx.query(`SELECT 1 FROM app.passkeys WHERE id = $2 AND member_id = $1`, [
    memberId,
    passkeyId,
  ])
  return rows.length === 1
}

export async function deletePasskey(tx: Tx, memberId: string, passkeyId: string): Promise<boolean> {
  const rows = await tx.query(`DELETE FROM app.passkeys WHERE id = $2 AND member_id = $1 RETURNING 1`, [
    memberId,
    passkeyId,
  ])
  return rows.length === 1
}

export async function deletePasskeys(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`DELETE FROM app.passkeys WHERE member_id = $1`, [memberId])
}

export interface NewDeviceKey {
  readonly deviceKeyId: string
  readonly memberId: string
  readonly deviceId: string
  readonly publicKey: Buffer
  readonly enrolledAt: Date
}

export async function insertDeviceKey(tx: Tx, key: NewDeviceKey): Promise<void> {
  await tx.query(
    `INSERT INTO app.device_keys (id, member_id, device_id, public_key, enrolled_at) VALUES ($1, $2, $3, $4, $5)`,
    [key.deviceKeyId, key.memberId, key.deviceId, key.publicKey, key.enrolledAt],
  )
}

export async function removeDeviceKeyRow(
  tx: Tx,
  memberId: string,
  deviceId: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.device_keys SET removed_at = $3 WHERE member_id = $1 AND device_id = $2 AND removed_at IS NULL
     RETURNING 1`,
    [memberId, deviceId, at],
  )
  return rows.length === 1
}

export async function removeDeviceKeysBut(
  tx: Tx,
  memberId: string,
  keepDevice: string | null,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.device_keys SET removed_at = $3
     WHERE member_id = $1 AND device_id IS DISTINCT FROM $2::uuid AND removed_at IS NULL`,
    [memberId, keepDevice, at],
  )
}

export async function hasDeviceKey(tx: Tx, memberId: string, deviceId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM app.device_keys WHERE member_id = $1 AND device_id = $2 AND removed_at IS NULL`,
    [memberId, deviceId],
  )
  return rows.length === 1
}

export async function readDeviceKeyById(
  tx: Tx,
  memberId: string,
  deviceKeyId: string,
): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ publicKey: Buffer }>(
    `SELECT public_key AS "publicKey" FROM app.device_keys WHERE id = $2 AND member_id = $1 AND removed_at IS NULL`,
    [memberId, deviceKeyId],
  )
  return row?.publicKey
}

/** A sealed value names its key in its second part. */
export function listSeedsSealedBefore(
  tx: Tx,
  currentKey: string,
  limit: number,
): Promise<readonly { memberId: string; sealedSeed: string }[]> {
  return tx.query(
    `SELECT member_id AS "memberId", sealed_seed AS "sealedSeed" FROM app.authenticators
     WHERE split_part(sealed_seed, '.', 2) <> $1 ORDER BY member_id LIMIT $2`,
    [currentKey, limit],
  )
}

export async function replaceSeed(tx: Tx, memberId: string, old: string, fresh: string): Promise<void> {
  await tx.query('UPDATE app.authenticators SET sealed_seed = $3 WHERE member_id = $1 AND sealed_seed = $2', [
    memberId,
    old,
    fresh,
  ])
}
