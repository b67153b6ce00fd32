import type {
  MemberKind,
  RestrictionKind,
  RestrictionReason,
  VerificationState,
} from '@fairlot/contract/members'
import type { Bar, Seat } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'

/** Returns false when the account is taken. The primary key decides between two concurrent registrations. */
export async function insertAccount(tx: Tx, account: string, memberId: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO directory.accounts (account, member_id, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (account) DO NOTHING RETURNING 1`,
    [account, memberId, at],
  )
  return rows.length === 1
}

/** Returns false when the code is taken. */
export async function insertInvitationCode(tx: Tx, code: string, memberId: string): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO directory.invitation_codes (code, member_id) VALUES ($1, $2)
     ON CONFLICT (code) DO NOTHING RETURNING 1`,
    [code, memberId],
  )
  return rows.length === 1
}

export interface NewMember {
  readonly memberId: string
  readonly account: string
  readonly kind: MemberKind
  readonly invitationCode: string
  readonly inviterId: string | null
  readonly joinedAt: Date
}

export async function insertMember(tx: Tx, member: NewMember): Promise<void> {
  await tx.query(
    `INSERT INTO app.members (id, account, kind, invitation_code, inviter_id, joined_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [member.memberId, member.account, member.kind, member.invitationCode, member.inviterId, member.joinedAt],
  )
}

export async function readMemberIdByAccount(tx: Tx, account: string): Promise<string | undefined> {
  const [row] = await tx.query<{ memberId: string }>(
    `SELECT member_id AS "memberId" FROM directory.accounts WHERE account = $1`,
    [account],
  )
  return row?.memberId
}

export async function readMemberIdByInvitationCode(tx: Tx, code: string): Promise<string | undefined> {
  const [row] = await tx.query<{ memberId: string }>(
    `SELECT member_id AS "memberId" FROM directory.invitation_codes WHERE code = $1`,
    [code],
  )
  return row?.memberId
}

export interface MemberRow {
  readonly memberId: string
  readonly account: string
  readonly kind: MemberKind
  readonly verification: VerificationState
  readonly invitationCode: string
  readonly joinedAt: Date
}

export async function readMember(tx: Tx, memberId: string): Promise<MemberRow | undefined> {
  const [row] = await tx.query<MemberRow>(
    `SELECT id AS "memberId", account, kind, verification, invitation_code AS "invitationCode",
       joined_at AS "joinedAt"
     FROM app.members WHERE id = $1`,
    [memberId],
  )
  return row
}

export interface RestrictionRow {
  readonly restrictionId: string
  readonly kind: RestrictionKind
  readonly reason: RestrictionReason
  readonly rule: string | null
  readonly since: Date
  readonly reviewOn: string
  readonly setBy: readonly string[]
  readonly appealedAt: Date | null
  readonly rejectedAt: Date | null
  /** Empty when the appeal expired without a decision. */
  readonly rejectionNote: string | null
}

/** Restrictions in force, oldest first, each with its pending appeal and the newest one that failed. */
export function readRestrictions(tx: Tx, memberId: string): Promise<readonly RestrictionRow[]> {
  return tx.query<RestrictionRow>(
    `SELECT r.id AS "restrictionId", r.kind, r.reason, r.rule, r.since, r.review_on::text AS "reviewOn",
       ARRAY[r.set_by_first, r.set_by_second] AS "setBy",
       (SELECT a.created_at FROM app.appeals a WHERE a.restriction_id = r.id AND a.state = 'pending') AS "appealedAt",
       rejected.decided_at AS "rejectedAt", rejected.note AS "rejectionNote"
     FROM app.restrictions r
     LEFT JOIN LATERAL (SELECT a.decided_at, a.note FROM app.appeals a
       WHERE a.restriction_id = r.id AND a.state = 'rejected' ORDER BY a.created_at DESC LIMIT 1) rejected ON true
     WHERE r.member_id = $1 AND r.lifted_at IS NULL ORDER BY r.since, r.id`,
    [memberId],
  )
}

export async function readBars(tx: Tx, memberId: string): Promise<readonly Bar[]> {
  const [row] = await tx.query<{ bars: Bar[] }>(`SELECT app.bars_of($1) AS bars`, [memberId])
  return row!.bars
}

export interface NewRestriction {
  readonly restrictionId: string
  readonly memberId: string
  readonly kind: RestrictionKind
  readonly reason: RestrictionReason
  readonly rule: string | null
  readonly setBy: readonly [string, string]
  readonly since: Date
  readonly reviewOn: string
}

/** Returns false when a restriction of this kind is already in force. */
export async function insertRestriction(tx: Tx, restriction: NewRestriction): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.restrictions (id, member_id, kind, reason, set_by_first, set_by_second, since, review_on, rule)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (member_id, kind) WHERE lifted_at IS NULL DO NOTHING RETURNING 1`,
    [
      restriction.restrictionId,
      restriction.memberId,
      restriction.kind,
      restriction.reason,
      ...restriction.setBy,
      restriction.since,
      restriction.reviewOn,
      restriction.rule,
    ],
  )
  return rows.length === 1
}

export async function markLifted(
  tx: Tx,
  restrictionId: string,
  liftedBy: readonly [string, string],
  reason: string,
  at: Date,
): Promise<{ memberId: string; kind: RestrictionKind } | undefined> {
  const [row] = await tx.query<{ memberId: string; kind: RestrictionKind }>(
    `UPDATE app.restrictions SET lifted_at = $2, lifted_by_first = $3, lifted_by_second = $4, lift_reason = $5
     WHERE id = $1 AND lifted_at IS NULL RETURNING member_id AS "memberId", kind`,
    [restrictionId, at, ...liftedBy, reason],
  )
  return row
}

export interface InForce {
  readonly restrictionId: string
  readonly memberId: string
  readonly kind: RestrictionKind
  readonly reason: RestrictionReason
  readonly rule: string | null
  readonly since: Date
  readonly reviewOn: string
  readonly liftedAt: Date | null
}

export async function readRestriction(tx: Tx, restrictionId: string): Promise<InForce | undefined> {
  const [row] = await tx.query<InForce>(
    `SELECT id AS "restrictionId", member_id AS "memberId", kind, reason, rule, since, review_on::text AS "reviewOn",
       lifted_at AS "liftedAt"
     FROM app.restrictions WHERE id = $1`,
    [restrictionId],
  )
  return row
}

export interface NewAppeal {
  readonly appealId: string
  readonly restrictionId: string
  readonly memberId: string
  readonly statement: string
  readonly createdAt: Date
}

/** Returns false when an appeal against this restriction is already pending. */
export async function insertAppeal(tx: Tx, appeal: NewAppeal): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.appeals (id, restriction_id, member_id, statement, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (restriction_id) WHERE state = 'pending' DO NOTHING RETURNING 1`,
    [appeal.appealId, appeal.restrictionId, appeal.memberId, appeal.statement, appeal.createdAt],
  )
  return rows.length === 1
}

export interface AppealRow {
  readonly appealId: string
  readonly restrictionId: string
  readonly memberId: string
  readonly statement: string
  readonly state: 'pending' | 'passed' | 'rejected'
  readonly createdAt: Date
}

export async function readAppeal(tx: Tx, appealId: string): Promise<AppealRow | undefined> {
  const [row] = await tx.query<AppealRow>(
    `SELECT id AS "appealId", restriction_id AS "restrictionId", member_id AS "memberId", statement, state,
       created_at AS "createdAt"
     FROM app.appeals WHERE id = $1`,
    [appealId],
  )
  return row
}

/** How many appeals the member has made in total, and how many were approved. */
export async function countAppeals(
  tx: Tx,
  memberId: string,
): Promise<{ readonly sent: number; readonly passed: number }> {
  const [row] = await tx.query<{ sent: number; passed: number }>(
    `SELECT count(*)::integer AS sent, (count(*) FILTER (WHERE state = 'passed'))::integer AS passed
     FROM app.appeals WHERE member_id = $1`,
    [memberId],
  )
  return row!
}

/** Approves the pending appeals against a lifted restriction. */
export async function passAppealsOf(
  tx: Tx,
  restrictionId: string,
  [first, second]: readonly [string, string],
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.appeals SET state = 'passed', decided_at = $2, decided_by_first = $3, decided_by_second = $4
     WHERE restriction_id = $1 AND state = 'pending'`,
    [restrictionId, at, first, second],
  )
}

/** Returns false when the appeal is no longer pending. */
export async function rejectAppealRow(
  tx: Tx,
  appealId: string,
  /** Empty when the review expired. */
  operators: readonly string[],
  note: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.appeals SET state = 'rejected', decided_at = $2, decided_by_first = $3, decided_by_second = $5, note = $4
     WHERE id = $1 AND state = 'pending' RETURNING 1`,
    [appealId, at, operators[0] ?? null, note, operators[1] ?? null],
  )
  return rows.length === 1
}

export async function insertSeats(tx: Tx, seats: readonly Seat[]): Promise<void> {
  await tx.query(
    `INSERT INTO app.seats (code, ledger_id, name_tw, name_en, kind)
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (code) DO NOTHING`,
    [
      seats.map(({ code }) => code),
      seats.map(({ ledgerId }) => ledgerId),
      seats.map(({ nameTw }) => nameTw),
      seats.map(({ nameEn }) => nameEn),
      seats.map(({ kind }) => kind),
    ],
  )
}

export interface InventoryFact {
  readonly symbol: string
  /** Hundredths. */
  readonly reference: number
}

/** The instruments of which seats hold inventory. */
export const readInventoryFacts = (tx: Tx): Promise<readonly InventoryFact[]> =>
  tx.query<InventoryFact>(`SELECT symbol, reference FROM app.instruments ORDER BY symbol COLLATE "C"`)
