import type { GrantedRole } from '@fairlot/rules/operators'
import type { Tries } from '@fairlot/rules/auth'
import type { Tx } from '#platform/db'

export interface OperatorRow {
  readonly operatorId: string
  readonly login: string
  readonly name: string
  readonly leftAt: Date | null
  readonly passwordHash: string | null
  readonly pepperKey: string | null
}

const operatorColumns = `id AS "operatorId", login, name, left_at AS "leftAt", password_hash AS "passwordHash", pepper_key AS "pepperKey"`

export async function readByLogin(tx: Tx, login: string): Promise<OperatorRow | undefined> {
  const [row] = await tx.query<OperatorRow>(`SELECT ${operatorColumns} FROM app.operators WHERE login = $1`, [
    login,
  ])
  return row
}

/** Whether the operator was added by the command line. */
export async function isFounder(tx: Tx, operatorId: string): Promise<boolean> {
  const rows = await tx.query(`SELECT 1 FROM app.operators WHERE id = $1 AND proposed_by IS NULL`, [
    operatorId,
  ])
  return rows.length === 1
}

export async function readById(tx: Tx, operatorId: string): Promise<OperatorRow | undefined> {
  const [row] = await tx.query<OperatorRow>(`SELECT ${operatorColumns} FROM app.operators WHERE id = $1`, [
    operatorId,
  ])
  return row
}

/** The operator of the code; null when it is wrong, used or expired. The console cannot read the hash itself. */
export async function findEnrolment(
  tx: Tx,
  login: string,
  codeHash: Buffer,
  now: Date,
): Promise<string | null> {
  const [row] = await tx.query<{ operatorId: string | null }>(
    `SELECT app.enrolment_fits($1, $2, $3) AS "operatorId"`,
    [login, codeHash, now],
  )
  return row!.operatorId
}

/** Returns false when the code was used in the meantime. */
export async function enrolRow(
  tx: Tx,
  operatorId: string,
  enrolmentHash: Buffer,
  password: { readonly passwordHash: string; readonly pepperKey: string },
  now: Date,
): Promise<boolean> {
  const [row] = await tx.query<{ isFirst: boolean }>(
    `SELECT app.enrol_operator($1, $2, $3, $4, $5) AS "isFirst"`,
    [operatorId, enrolmentHash, password.passwordHash, password.pepperKey, now],
  )
  return row!.isFirst
}

/** Returns false when the password was changed in the meantime. */
export async function changePasswordRow(
  tx: Tx,
  operatorId: string,
  before: string,
  after: { readonly passwordHash: string; readonly pepperKey: string },
  now: Date,
): Promise<boolean> {
  const [row] = await tx.query<{ isChanged: boolean }>(
    `SELECT app.change_operator_password($1, $2, $3, $4, $5) AS "isChanged"`,
    [operatorId, before, after.passwordHash, after.pepperKey, now],
  )
  return row!.isChanged
}

export interface TriesKey {
  readonly login: string
  readonly kind: 'password' | 'code'
  readonly deviceId: string
}

export async function lockTries(tx: Tx, key: TriesKey, now: Date): Promise<Tries> {
  await tx.query(
    `INSERT INTO app.operator_tries (login, kind, device_id, failures, recent, updated_at)
     VALUES ($1, $2, $3, 0, '{}', $4) ON CONFLICT DO NOTHING`,
    [key.login, key.kind, key.deviceId, now],
  )
  const [row] = await tx.query<Tries>(
    `SELECT failures, locked_until AS "lockedUntil", recent FROM app.operator_tries
     WHERE login = $1 AND kind = $2 AND device_id = $3 FOR UPDATE`,
    [key.login, key.kind, key.deviceId],
  )
  return row!
}

export async function writeTries(tx: Tx, key: TriesKey, tries: Tries, now: Date): Promise<void> {
  await tx.query(
    `UPDATE app.operator_tries SET failures = $4, locked_until = $5, recent = $6, updated_at = $7
     WHERE login = $1 AND kind = $2 AND device_id = $3`,
    [
      key.login,
      key.kind,
      key.deviceId,
      tries.failures,
      tries.lockedUntil,
      tries.recent.map((at) => at.toISOString()),
      now,
    ],
  )
}

export interface Challenge {
  readonly challengeId: string
  readonly kind: 'second-factor' | 'enrolment' | 'passkey-sign-in' | 'passkey-enrolment'
  readonly operatorId: string
  readonly deviceId: string
  readonly facts: Readonly<Record<string, string>>
  readonly tries: number
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

export async function insertChallenge(
  tx: Tx,
  challenge: Omit<Challenge, 'tries' | 'usedAt'> & { readonly now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.operator_challenges (id, kind, operator_id, device_id, facts, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      challenge.challengeId,
      challenge.kind,
      challenge.operatorId,
      challenge.deviceId,
      JSON.stringify(challenge.facts),
      challenge.now,
      challenge.expiresAt,
    ],
  )
}

/** Locks the row, so that two finishing calls run one after the other. */
export async function lockChallenge(tx: Tx, challengeId: string): Promise<Challenge | undefined> {
  const [row] = await tx.query<Challenge>(
    `SELECT id AS "challengeId", kind, operator_id AS "operatorId", device_id AS "deviceId", facts, tries,
       expires_at AS "expiresAt", used_at AS "usedAt"
     FROM app.operator_challenges WHERE id = $1 FOR UPDATE`,
    [challengeId],
  )
  return row
}

export async function countChallengeTry(tx: Tx, challengeId: string): Promise<void> {
  await tx.query(`UPDATE app.operator_challenges SET tries = tries + 1 WHERE id = $1`, [challengeId])
}

export async function markChallengeUsed(tx: Tx, challengeId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE app.operator_challenges SET used_at = $2 WHERE id = $1`, [challengeId, now])
}

export interface AuthenticatorRow {
  readonly sealedSeed: string
  readonly lastStep: bigint
}

export async function lockAuthenticator(tx: Tx, operatorId: string): Promise<AuthenticatorRow | undefined> {
  const [row] = await tx.query<AuthenticatorRow>(
    `SELECT sealed_seed AS "sealedSeed", last_step AS "lastStep" FROM app.operator_authenticators
     WHERE operator_id = $1 FOR UPDATE`,
    [operatorId],
  )
  return row
}

export async function insertAuthenticator(
  tx: Tx,
  operatorId: string,
  sealedSeed: string,
  lastStep: bigint,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.operator_authenticators (operator_id, sealed_seed, last_step, confirmed_at) VALUES ($1, $2, $3, $4)`,
    [operatorId, sealedSeed, lastStep, now],
  )
}

export async function updateLastStep(tx: Tx, operatorId: string, step: bigint): Promise<void> {
  await tx.query(`UPDATE app.operator_authenticators SET last_step = $2 WHERE operator_id = $1`, [
    operatorId,
    step,
  ])
}

export async function insertRecoveryCodes(
  tx: Tx,
  operatorId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query(
    `INSERT INTO app.operator_recovery_codes (operator_id, code_hash) SELECT $1, unnest($2::bytea[])`,
    [operatorId, hashes],
  )
}

export async function spendRecoveryCode(
  tx: Tx,
  operatorId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.operator_recovery_codes SET used_at = $3
     WHERE operator_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING 1`,
    [operatorId, hash, now],
  )
  return rows.length === 1
}

export async function countRecoveryCodes(tx: Tx, operatorId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.operator_recovery_codes
     WHERE operator_id = $1 AND used_at IS NULL`,
    [operatorId],
  )
  return row!.count
}

export async function readDevice(tx: Tx, cookieHash: Buffer): Promise<string | undefined> {
  const [row] = await tx.query<{ deviceId: string }>(
    `SELECT id AS "deviceId" FROM app.operator_devices WHERE cookie_hash = $1`,
    [cookieHash],
  )
  return row?.deviceId
}

export async function insertDevice(
  tx: Tx,
  deviceId: string,
  cookieHash: Buffer,
  label: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at) VALUES ($1, $2, $3, $4)`,
    [deviceId, cookieHash, label, now],
  )
}

export interface NewSession {
  readonly sessionId: string
  readonly operatorId: string
  readonly bindHash: Buffer
  readonly deviceId: string
  readonly network: string
  readonly now: Date
  readonly expiresAt: Date
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    `INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at,
       expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [
      session.sessionId,
      session.operatorId,
      session.bindHash,
      session.deviceId,
      session.network,
      session.now,
      session.expiresAt,
    ],
  )
}

export interface SessionRow {
  readonly sessionId: string
  readonly operatorId: string
  readonly deviceId: string
  readonly login: string
  readonly name: string
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly roles: readonly { readonly role: GrantedRole['role']; readonly until: string | null }[]
}

/** Everything the gate needs in one round trip. An operator who has left has no session. */
export async function readSession(
  tx: Tx,
  bindHash: Buffer,
  now: Date,
  seenSince: Date,
): Promise<SessionRow | undefined> {
  const [row] = await tx.query<SessionRow>(
    `SELECT s.id AS "sessionId", s.operator_id AS "operatorId", s.device_id AS "deviceId", o.login, o.name,
       s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
       (SELECT coalesce(json_agg(json_build_object('role', r.role, 'until', r.until) ORDER BY r.role), '[]')
        FROM app.operator_roles r WHERE r.operator_id = o.id) AS roles
     FROM app.operator_sessions s JOIN app.operators o ON o.id = s.operator_id
     WHERE s.bind_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3
       AND (o.left_at IS NULL OR o.left_at > $2)`,
    [bindHash, now, seenSince],
  )
  return row
}

export async function touchSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE app.operator_sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2`, [
    sessionId,
    now,
  ])
}

export async function revokeSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE app.operator_sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`, [
    sessionId,
    now,
  ])
}

/** A sealed value names its key in its second part. */
export function listSeedsSealedBefore(
  tx: Tx,
  currentKey: string,
  limit: number,
): Promise<readonly { operatorId: string; sealedSeed: string }[]> {
  return tx.query(
    `SELECT operator_id AS "operatorId", sealed_seed AS "sealedSeed" FROM app.operator_authenticators
     WHERE split_part(sealed_seed, '.', 2) <> $1 ORDER BY operator_id LIMIT $2`,
    [currentKey, limit],
  )
}

export async function replaceSeed(tx: Tx, operatorId: string, old: string, fresh: string): Promise<void> {
  await tx.query(
    'UPDATE app.operator_authenticators SET sealed_seed = $3 WHERE operator_id = $1 AND sealed_seed = $2',
    [operatorId, old, fresh],
  )
}

/** How many passwords still use each pepper key. */
export const countByPepper = (tx: Tx): Promise<readonly { keyId: string; count: number }[]> =>
  tx.query(
    `SELECT pepper_key AS "keyId", count(*)::integer AS count FROM app.operators WHERE pepper_key IS NOT NULL GROUP BY 1`,
  )
