import type { Tries } from '@fairlot/rules/auth'
import type { Tx } from '#platform/db'
import type { StoredPassword } from '#platform/credentials/password-hasher'

export interface CredentialRow extends StoredPassword {
  readonly changedAt: Date
  readonly withdrawalCoolDownUntil: Date | null
}

export async function readCredential(tx: Tx, memberId: string): Promise<CredentialRow | undefined> {
  const [row] = await tx.query<CredentialRow>(
    `SELECT password_hash AS "passwordHash", pepper_key AS "pepperKey", changed_at AS "changedAt",
       withdrawal_cool_down_until AS "withdrawalCoolDownUntil"
     FROM app.credentials WHERE member_id = $1`,
    [memberId],
  )
  return row
}

export async function insertCredential(
  tx: Tx,
  memberId: string,
  stored: StoredPassword,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.credentials (member_id, password_hash, pepper_key, changed_at) VALUES ($1, $2, $3, $4)`,
    [memberId, stored.passwordHash, stored.pepperKey, at],
  )
}

export async function updateCredential(
  tx: Tx,
  memberId: string,
  stored: StoredPassword,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.credentials SET password_hash = $2, pepper_key = $3, changed_at = $4 WHERE member_id = $1`,
    [memberId, stored.passwordHash, stored.pepperKey, at],
  )
}

/** The same password under newer parameters. Does nothing when the password was changed in the meantime. */
export async function replaceHash(
  tx: Tx,
  memberId: string,
  old: StoredPassword,
  stored: StoredPassword,
): Promise<void> {
  await tx.query(
    `UPDATE app.credentials SET password_hash = $3, pepper_key = $4 WHERE member_id = $1 AND password_hash = $2`,
    [memberId, old.passwordHash, stored.passwordHash, stored.pepperKey],
  )
}

/** Blocks withdrawals until then; never shortens a cool-down that runs. */
export async function startCoolDown(tx: Tx, memberId: string, until: Date): Promise<void> {
  await tx.query(
    `UPDATE app.credentials SET withdrawal_cool_down_until = greatest(withdrawal_cool_down_until, $2) WHERE member_id = $1`,
    [memberId, until],
  )
}

export async function readWithdrawalCoolDown(
  tx: Tx,
  memberId: string,
): Promise<{ readonly coolDownUntil: Date | null; readonly deviceChangedAt: Date | null }> {
  const [row] = await tx.query<{ coolDownUntil: Date | null; deviceChangedAt: Date | null }>(
    `SELECT c.withdrawal_cool_down_until AS "coolDownUntil", (
       SELECT max(k.enrolled_at) FROM app.device_keys k WHERE k.member_id = $1 AND EXISTS (
         SELECT FROM app.device_keys o WHERE o.member_id = $1 AND o.enrolled_at < k.enrolled_at)
     ) AS "deviceChangedAt"
     FROM app.credentials c WHERE c.member_id = $1`,
    [memberId],
  )
  return row ?? { coolDownUntil: null, deviceChangedAt: null }
}

export async function readFundCredential(tx: Tx, memberId: string): Promise<StoredPassword | undefined> {
  const [row] = await tx.query<StoredPassword>(
    `SELECT password_hash AS "passwordHash", pepper_key AS "pepperKey"
     FROM app.fund_credentials WHERE member_id = $1`,
    [memberId],
  )
  return row
}

/** Returns false when a fund password was set in the meantime. */
export async function insertFundCredential(
  tx: Tx,
  memberId: string,
  stored: StoredPassword,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.fund_credentials (member_id, password_hash, pepper_key, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id) DO NOTHING RETURNING 1`,
    [memberId, stored.passwordHash, stored.pepperKey, at],
  )
  return rows.length === 1
}

export async function updateFundCredential(
  tx: Tx,
  memberId: string,
  stored: StoredPassword,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.fund_credentials SET password_hash = $2, pepper_key = $3, changed_at = $4 WHERE member_id = $1`,
    [memberId, stored.passwordHash, stored.pepperKey, at],
  )
}

export type Tried = 'password' | 'code' | 'fund-password' | 'recovery' | 'channel-password' | 'block-password'

export interface TriesKey {
  readonly account: string
  readonly kind: Tried
  readonly deviceId: string
}

export interface TriesRow extends Tries {
  readonly lockNoted: boolean
}

/** Creates the row if needed and locks it until the transaction ends, so that tries are counted one by one. */
export async function lockTries(tx: Tx, key: TriesKey, now: Date): Promise<TriesRow> {
  await tx.query(
    `INSERT INTO app.credential_failures (account, kind, device_id, failures, recent, updated_at)
     VALUES ($1, $2, $3, 0, '{}', $4) ON CONFLICT DO NOTHING`,
    [key.account, key.kind, key.deviceId, now],
  )
  const [row] = await tx.query<TriesRow>(
    `SELECT failures, locked_until AS "lockedUntil", recent, lock_noted AS "lockNoted"
     FROM app.credential_failures WHERE account = $1 AND kind = $2 AND device_id = $3 FOR UPDATE`,
    [key.account, key.kind, key.deviceId],
  )
  return row!
}

export async function writeTries(tx: Tx, key: TriesKey, tries: TriesRow, now: Date): Promise<void> {
  await tx.query(
    `UPDATE app.credential_failures SET failures = $4, locked_until = $5, recent = $6, lock_noted = $7, updated_at = $8
     WHERE account = $1 AND kind = $2 AND device_id = $3`,
    [
      key.account,
      key.kind,
      key.deviceId,
      tries.failures,
      tries.lockedUntil,
      tries.recent.map((at) => at.toISOString()),
      tries.lockNoted,
      now,
    ],
  )
}

/** Rows that have not changed since then are meaningless: the longest lock is a day. */
export async function deleteOldTries(tx: Tx, before: Date): Promise<number> {
  const rows = await tx.query(`DELETE FROM app.credential_failures WHERE updated_at < $1 RETURNING 1`, [
    before,
  ])
  return rows.length
}

/** How many passwords still use each pepper key. */
export const countByPepper = (tx: Tx): Promise<readonly { keyId: string; count: number }[]> =>
  tx.query(
    `SELECT pepper_key AS "keyId", count(*)::integer AS count FROM (
       SELECT pepper_key FROM app.credentials UNION ALL SELECT pepper_key FROM app.fund_credentials) AS every
     GROUP BY 1`,
  )
