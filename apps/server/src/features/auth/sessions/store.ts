import type { SignInOutcome } from '@fairlot/contract/auth'
import type { SessionTimes } from '@fairlot/rules/auth'
import type { Bar } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'

export interface NewSession {
  readonly sessionId: string
  readonly memberId: string
  readonly account: string
  readonly tokenHash: Buffer
  readonly bindHash: Buffer
  readonly deviceId: string
  readonly label: string
  readonly network: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    `INSERT INTO app.sessions (id, member_id, account, token_hash, bind_hash, device_id, label, network,
       created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
    [
      session.sessionId,
      session.memberId,
      session.account,
      session.tokenHash,
      session.bindHash,
      session.deviceId,
      session.label,
      session.network,
      session.createdAt,
      session.expiresAt,
    ],
  )
}

export interface PresentedRow extends SessionTimes {
  readonly sessionId: string
  readonly memberId: string
  readonly account: string
  readonly bindHash: Buffer
  readonly bars: readonly Bar[]
}

/** Everything the gate needs in one round trip: it runs before every signed-in call. */
export async function readByTokenHash(tx: Tx, tokenHash: Buffer): Promise<PresentedRow | undefined> {
  const [row] = await tx.query<PresentedRow>(
    `SELECT id AS "sessionId", member_id AS "memberId", account, bind_hash AS "bindHash",
       expires_at AS "expiresAt", last_seen_at AS "lastSeenAt", revoked_at AS "revokedAt",
       app.bars_of(member_id) AS bars
     FROM app.sessions WHERE token_hash = $1`,
    [tokenHash],
  )
  return row
}

/** A session that another process is touching is left out: it has a time as new as this. */
export async function touchSessions(
  tx: Tx,
  uses: readonly (readonly [sessionId: string, at: Date])[],
): Promise<void> {
  await tx.query(
    `UPDATE app.sessions s SET last_seen_at = u.at
     FROM (
       SELECT x.id, n.at FROM unnest($1::uuid[], $2::timestamptz[]) AS n (id, at)
       JOIN app.sessions x ON x.id = n.id AND x.last_seen_at < n.at FOR NO KEY UPDATE OF x SKIP LOCKED
     ) AS u WHERE s.id = u.id`,
    [uses.map(([id]) => id), uses.map(([, at]) => at)],
  )
}

/** A browser the member has signed in from before, other than this one. */
export async function hasOtherDevice(tx: Tx, memberId: string, deviceId: string): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM app.known_devices WHERE member_id = $1 AND id <> $2 LIMIT 1`, [
    memberId,
    deviceId,
  ])
  return rows.length > 0
}

/** Returns true for the first sign of theft since `since`: one row an hour informs the member as well as a thousand. */
export async function noteTheft(tx: Tx, sessionId: string, now: Date, since: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.sessions SET theft_noted_at = $2
     WHERE id = $1 AND (theft_noted_at IS NULL OR theft_noted_at < $3) RETURNING 1`,
    [sessionId, now, since],
  )
  return rows.length === 1
}

export async function readDeviceOfSession(tx: Tx, sessionId: string): Promise<string> {
  const [row] = await tx.query<{ deviceId: string }>(
    `SELECT device_id AS "deviceId" FROM app.sessions WHERE id = $1`,
    [sessionId],
  )
  if (!row) throw new Error('the caller has no session')
  return row.deviceId
}

export interface OpenSessionRow {
  readonly sessionId: string
  readonly label: string
  readonly network: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** Sessions that are valid now, the most recently used first. */
export function readOpenSessions(
  tx: Tx,
  memberId: string,
  now: Date,
  seenSince: Date,
): Promise<readonly OpenSessionRow[]> {
  return tx.query<OpenSessionRow>(
    `SELECT id AS "sessionId", label, network, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
       expires_at AS "expiresAt"
     FROM app.sessions
     WHERE member_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND last_seen_at > $3
     ORDER BY last_seen_at DESC, id DESC`,
    [memberId, now, seenSince],
  )
}

export type RevokedFor =
  | 'signed-out'
  | 'revoked'
  | 'replaced'
  | 'password-changed'
  | 'recovered'
  | 'restricted'
  | 'too-many'

/** Returns false when there is no such open session of this member. */
export async function revokeSessionRow(
  tx: Tx,
  memberId: string,
  sessionId: string,
  why: RevokedFor,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.sessions SET revoked_at = $4, revoked_for = $3
     WHERE id = $2 AND member_id = $1 AND revoked_at IS NULL AND expires_at > $4 RETURNING 1`,
    [memberId, sessionId, why, now],
  )
  return rows.length === 1
}

export async function revokeAllBut(
  tx: Tx,
  memberId: string,
  keep: string | null,
  why: RevokedFor,
  now: Date,
): Promise<number> {
  const rows = await tx.query(
    `UPDATE app.sessions SET revoked_at = $4, revoked_for = $3
     WHERE member_id = $1 AND revoked_at IS NULL AND expires_at > $4 AND id IS DISTINCT FROM $2::uuid RETURNING 1`,
    [memberId, keep, why, now],
  )
  return rows.length
}

export interface KnownDevice {
  readonly deviceId: string
}

export async function readKnownDevice(
  tx: Tx,
  memberId: string,
  cookieHash: Buffer,
  now: Date,
): Promise<KnownDevice | undefined> {
  const [row] = await tx.query<KnownDevice>(
    `SELECT id AS "deviceId" FROM app.known_devices
     WHERE cookie_hash = $2 AND member_id = $1 AND expires_at > $3`,
    [memberId, cookieHash, now],
  )
  return row
}

/** Whether any member has signed in with this cookie: only then may another member's sign-in keep its value. */
export async function isDeviceCookieKnown(tx: Tx, cookieHash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM app.known_devices WHERE cookie_hash = $1 AND expires_at > $2 LIMIT 1`,
    [cookieHash, now],
  )
  return rows.length === 1
}

export interface DeviceSeen {
  readonly deviceId: string
  readonly memberId: string
  readonly cookieHash: Buffer
  readonly label: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Returns the id of the device, which is the offered one only when the device is new. */
export async function upsertKnownDevice(tx: Tx, seen: DeviceSeen): Promise<string> {
  const [row] = await tx.query<{ deviceId: string }>(
    `INSERT INTO app.known_devices (id, member_id, cookie_hash, label, first_seen_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $5, $6)
     ON CONFLICT (cookie_hash, member_id)
       DO UPDATE SET label = $4, last_seen_at = $5, expires_at = $6
     RETURNING id AS "deviceId"`,
    [seen.deviceId, seen.memberId, seen.cookieHash, seen.label, seen.now, seen.expiresAt],
  )
  return row!.deviceId
}

export async function forgetDevicesBut(tx: Tx, memberId: string, keep: string | null): Promise<void> {
  await tx.query(`DELETE FROM app.known_devices WHERE member_id = $1 AND id IS DISTINCT FROM $2::uuid`, [
    memberId,
    keep,
  ])
}

export interface SignInRow {
  readonly signInId: string
  readonly memberId: string | null
  readonly outcome: SignInOutcome
  readonly at: Date
  readonly label: string
  readonly network: string
}

export async function insertSignIn(tx: Tx, row: SignInRow): Promise<void> {
  await tx.query(
    `INSERT INTO app.sign_ins (id, member_id, outcome, at, label, network) VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.signInId, row.memberId, row.outcome, row.at, row.label, row.network],
  )
}

export function readSignIns(
  tx: Tx,
  memberId: string,
  from: Date,
  before: Date,
  limit: number,
): Promise<readonly Omit<SignInRow, 'memberId'>[]> {
  return tx.query(
    `SELECT id AS "signInId", outcome, at, label, network FROM app.sign_ins
     WHERE member_id = $1 AND at >= $2 AND at < $3 ORDER BY at DESC, id DESC LIMIT $4`,
    [memberId, from, before, limit],
  )
}

export async function insertAgreement(tx: Tx, memberId: string, version: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO app.agreements_accepted (member_id, version, accepted_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [memberId, version, at],
  )
}

export async function prepareMonth(tx: Tx, day: string): Promise<void> {
  await tx.query(`SELECT app.prepare_month('sign_ins', $1::date)`, [day])
}

export async function deleteOldSessions(tx: Tx, before: Date): Promise<number> {
  const sessions = await tx.query(`DELETE FROM app.sessions WHERE expires_at < $1 RETURNING 1`, [before])
  const devices = await tx.query(`DELETE FROM app.known_devices WHERE expires_at < $1 RETURNING 1`, [before])
  return sessions.length + devices.length
}

/** Sessions that ended, and members whose restrictions changed, within the given milliseconds before now. */
export async function readSessionChanges(
  tx: Tx,
  since: Date,
): Promise<{ readonly sessions: readonly string[]; readonly members: readonly string[] }> {
  const [row] = await tx.query<{ sessions: string[]; members: string[] }>(
    `SELECT
       ARRAY(SELECT id::text FROM app.sessions WHERE revoked_at >= $1) AS sessions,
       ARRAY(SELECT member_id::text FROM app.restrictions
         WHERE greatest(since, lifted_at) >= $1) AS members`,
    [since],
  )
  return row!
}
