import type { OperatorRole } from '@fairlot/contract/operators'
import type { GrantedRole } from '@fairlot/rules/operators'
import type { Tx } from '#platform/db'

export function readRoles(tx: Tx, operatorId: string): Promise<readonly GrantedRole[]> {
  return tx.query<GrantedRole>(
    `SELECT role, until FROM app.operator_roles WHERE operator_id = $1 ORDER BY role`,
    [operatorId],
  )
}

export interface PersonRow {
  readonly operatorId: string
  readonly login: string
  readonly name: string
  readonly addedAt: Date
  readonly leftAt: Date | null
  readonly enrolledAt: Date | null
  readonly lastSeenAt: Date | null
  readonly proposedBy: string | null
  readonly proposerName: string | null
  readonly approvedBy: string | null
  readonly approverName: string | null
  readonly separatedUntil: Date | null
  readonly enrolmentUntil: Date | null
  readonly votingKeys: number
  readonly halves: readonly { readonly approverId: string; readonly isTaken: boolean }[]
  readonly roles: readonly { readonly role: OperatorRole; readonly until: string | null }[]
}

export function readPeople(tx: Tx): Promise<readonly PersonRow[]> {
  return tx.query<PersonRow>(
    `SELECT o.id AS "operatorId", o.login, o.name, o.added_at AS "addedAt", o.left_at AS "leftAt",
       o.enrolled_at AS "enrolledAt",
       o.proposed_by AS "proposedBy", p.name AS "proposerName", o.approved_by AS "approvedBy",
       a.name AS "approverName", o.separated_until AS "separatedUntil", o.enrolment_until AS "enrolmentUntil",
       (SELECT count(*)::integer FROM app.operator_voting_keys k
        WHERE k.operator_id = o.id AND k.valid_from IS NOT NULL AND k.revoked_at IS NULL) AS "votingKeys",
       (SELECT coalesce(json_agg(json_build_object('approverId', h.approver_id, 'isTaken', h.taken_at IS NOT NULL)),
          '[]') FROM app.enrolment_halves h WHERE h.operator_id = o.id) AS halves,
       (SELECT max(s.last_seen_at) FROM app.operator_sessions s WHERE s.operator_id = o.id) AS "lastSeenAt",
       (SELECT coalesce(json_agg(json_build_object('role', r.role, 'until', r.until) ORDER BY r.role), '[]')
        FROM app.operator_roles r WHERE r.operator_id = o.id) AS roles
     FROM app.operators o LEFT JOIN app.operators p ON p.id = o.proposed_by
     LEFT JOIN app.operators a ON a.id = o.approved_by ORDER BY o.left_at IS NOT NULL, o.login`,
  )
}

export async function isLoginTaken(tx: Tx, login: string): Promise<boolean> {
  return (await tx.query(`SELECT 1 FROM app.operators WHERE login = $1`, [login])).length > 0
}

export async function readName(
  tx: Tx,
  operatorId: string,
): Promise<{ readonly name: string; readonly login: string; readonly leftAt: Date | null } | undefined> {
  const [row] = await tx.query<{ name: string; login: string; leftAt: Date | null }>(
    `SELECT name, login, left_at AS "leftAt" FROM app.operators WHERE id = $1`,
    [operatorId],
  )
  return row
}

/** The remaining admins without this one: a role that ends does not count. */
export async function countOtherAdmins(tx: Tx, operatorId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.operators o JOIN app.operator_roles r ON r.operator_id = o.id
     WHERE r.role = 'admin' AND r.until IS NULL AND o.left_at IS NULL AND o.id <> $1`,
    [operatorId],
  )
  return row!.count
}

export async function readMemberIds(
  tx: Tx,
  accounts: readonly string[],
): Promise<readonly { readonly account: string; readonly memberId: string }[]> {
  return tx.query(`SELECT account, id AS "memberId" FROM app.members WHERE account = ANY ($1::text[])`, [
    accounts,
  ])
}

export interface NewOperator {
  readonly operatorId: string
  readonly login: string
  readonly name: string
  readonly enrolmentHash: Buffer
  readonly enrolmentUntil: Date
  /** For a founding operator: the code that activates their first voting key. */
  readonly keyCodeHash: Buffer | null
  /** Null for a founding operator. */
  readonly lineage: {
    readonly proposedBy: string
    readonly approvedBy: string
    readonly separatedUntil: Date
  } | null
  readonly now: Date
}

/** Returns false when the login is taken. */
export async function insertOperator(tx: Tx, operator: NewOperator): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.operators (id, login, name, added_at, enrolment_hash, enrolment_until, key_code_hash, proposed_by,
       approved_by, separated_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (login) DO NOTHING RETURNING 1`,
    [
      operator.operatorId,
      operator.login,
      operator.name,
      operator.now,
      operator.enrolmentHash,
      operator.enrolmentUntil,
      operator.keyCodeHash,
      operator.lineage?.proposedBy ?? null,
      operator.lineage?.approvedBy ?? null,
      operator.lineage?.separatedUntil ?? null,
    ],
  )
  return rows.length === 1
}

export interface WantedRole {
  readonly role: OperatorRole
  readonly until: string | null
}

export async function replaceRoles(tx: Tx, operatorId: string, roles: readonly WantedRole[]): Promise<void> {
  await tx.query(`DELETE FROM app.operator_roles WHERE operator_id = $1`, [operatorId])
  await tx.query(
    `INSERT INTO app.operator_roles (operator_id, role, until)
     SELECT $1, role, until FROM json_to_recordset($2) AS wanted (role text, until timestamptz)`,
    [operatorId, JSON.stringify(roles)],
  )
}

export async function insertRelations(
  tx: Tx,
  operatorId: string,
  memberIds: readonly string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO app.operator_relations (operator_id, member_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
    [operatorId, memberIds],
  )
}

/** Takes effect at once: the operator's sessions end with the same commit. */
export async function markLeft(tx: Tx, operatorId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE app.operators SET left_at = $2 WHERE id = $1 AND left_at IS NULL`, [operatorId, now])
  await tx.query(
    `UPDATE app.operator_sessions SET revoked_at = $2 WHERE operator_id = $1 AND revoked_at IS NULL`,
    [operatorId, now],
  )
}

export async function lockPeople(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('fairlot operators'))`)
}

export async function insertHalf(
  tx: Tx,
  operatorId: string,
  approverId: string,
  sealed: string,
): Promise<void> {
  await tx.query(`INSERT INTO app.enrolment_halves (operator_id, approver_id, sealed) VALUES ($1, $2, $3)`, [
    operatorId,
    approverId,
    sealed,
  ])
}

/** Returns the sealed half, once. */
export async function takeHalfRow(
  tx: Tx,
  operatorId: string,
  by: { readonly operatorId: string; readonly sessionId: string },
  now: Date,
): Promise<string | null> {
  const [row] = await tx.query<{ sealed: string | null }>(
    `SELECT app.take_enrolment_half($1, $2, $3, $4) AS sealed`,
    [operatorId, by.operatorId, by.sessionId, now],
  )
  return row!.sealed
}

/** Unread halves that an older key has sealed. */
export const listHalvesSealedBefore = (
  tx: Tx,
  currentKey: string,
  limit: number,
): Promise<readonly { operatorId: string; approverId: string; sealed: string }[]> =>
  tx.query(
    `SELECT operator_id AS "operatorId", approver_id AS "approverId", sealed FROM app.enrolment_halves
     WHERE split_part(sealed, '.', 2) <> $1 ORDER BY operator_id, approver_id LIMIT $2`,
    [currentKey, limit],
  )

export async function replaceHalf(
  tx: Tx,
  half: { readonly operatorId: string; readonly approverId: string; readonly sealed: string },
  fresh: string,
): Promise<void> {
  await tx.query(
    `UPDATE app.enrolment_halves SET sealed = $4 WHERE operator_id = $1 AND approver_id = $2 AND sealed = $3`,
    [half.operatorId, half.approverId, half.sealed, fresh],
  )
}

/** For the owner's command: the keys of a founding operator end, and this code puts the next one in force. */
export async function setKeyCode(tx: Tx, login: string, keyCodeHash: Buffer): Promise<string | undefined> {
  const [row] = await tx.query<{ operatorId: string }>(
    `UPDATE app.operators SET key_code_hash = $2 WHERE login = $1 AND proposed_by IS NULL AND left_at IS NULL
     RETURNING id AS "operatorId"`,
    [login, keyCodeHash],
  )
  return row?.operatorId
}
