// The data of a member's page beside the account. Every list is short and read by an index.

import type { RestrictionKind, RestrictionReason, VerificationState } from '@fairlot/contract/members'
import type { PersonalField, ReviewKind, ReviewState } from '@fairlot/contract/operators'
import type { MemberKind } from '@fairlot/contract/members'
import type { Tx } from '#platform/db'

export interface HeadRow {
  readonly memberId: string
  readonly account: string
  readonly name: string | null
  readonly kind: MemberKind
  readonly verification: VerificationState
  readonly joinedAt: Date
  readonly lastSeenAt: Date | null
  readonly inviterId: string | null
  readonly inviterAccount: string | null
  readonly invited: number
  readonly callDeadline: Date | null
  readonly document: string | null
  readonly numberMasked: string | null
  readonly attempt: number | null
  readonly sentAt: Date | null
  readonly decidedAt: Date | null
}

export async function readHead(tx: Tx, memberId: string): Promise<HeadRow | undefined> {
  const [row] = await tx.query<HeadRow>(
    `SELECT m.id AS "memberId", m.account, i.name_masked AS name, m.kind, m.verification, m.joined_at AS "joinedAt",
       (SELECT max(s.last_seen_at) FROM app.sessions s WHERE s.member_id = m.id) AS "lastSeenAt",
       inviter.id AS "inviterId", inviter.account AS "inviterAccount",
       (SELECT count(*)::integer FROM app.members other WHERE other.inviter_id = m.id) AS invited,
       (SELECT c.deadline FROM app.margin_calls c WHERE c.member_id = m.id AND c.ended_at IS NULL) AS "callDeadline",
       i.document, i.number_masked AS "numberMasked", i.attempt, i.sent_at AS "sentAt", i.decided_at AS "decidedAt"
     FROM app.members m LEFT JOIN app.identities i ON i.member_id = m.id LEFT JOIN app.members inviter ON inviter.id = m.inviter_id
     WHERE m.id = $1`,
    [memberId],
  )
  return row
}

export async function isMember(tx: Tx, memberId: string): Promise<boolean> {
  return (await tx.query(`SELECT 1 FROM app.members WHERE id = $1`, [memberId])).length === 1
}

export async function proveLedger(
  tx: Tx,
  memberId: string,
): Promise<{ readonly accounts: number; readonly lines: number; readonly differing: number }> {
  const [row] = await tx.query<{ accounts: number; lines: number; differing: number }>(
    `SELECT accounts::integer, lines::integer, differing::integer FROM ledger.prove_owner('member', $1)`,
    [memberId],
  )
  return row!
}

export interface OrderRow {
  readonly orderId: string
  readonly symbol: string
  readonly side: string
  readonly purpose: string
  readonly price: number | null
  readonly quantity: number
  readonly left: number
  readonly state: string
  readonly placedAt: Date
}

export const readOrders = (tx: Tx, memberId: string, max: number): Promise<readonly OrderRow[]> =>
  tx.query<OrderRow>(
    `SELECT id AS "orderId", symbol, side, purpose, price, quantity, left_shares AS "left", state, placed_at AS "placedAt"
     FROM app.orders WHERE member_id = $1 ORDER BY placed_at DESC, id DESC LIMIT $2`,
    [memberId, max],
  )

export interface FundOrderRow {
  readonly id: string
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: bigint
  readonly currency: string
  readonly state: string
  readonly stage: string | null
  readonly sentAt: Date
  readonly reviewId: string | null
  readonly number: string | null
  readonly reviewState: ReviewState | null
  readonly deciders: readonly string[]
}

export const readFundOrders = (tx: Tx, memberId: string, max: number): Promise<readonly FundOrderRow[]> =>
  tx.query<FundOrderRow>(
    `SELECT f.*, r.id AS "reviewId", r.number, r.state AS "reviewState",
       ARRAY(SELECT o.name FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id
         WHERE v.review_id = r.id ORDER BY v.at) AS deciders
     FROM (
       (SELECT id, 'deposit' AS kind, coalesce(booked, amount) AS amount, currency, state, NULL AS stage, sent_at AS "sentAt"
        FROM app.deposits WHERE member_id = $1 ORDER BY sent_at DESC, id DESC LIMIT $2)
       UNION ALL
       (SELECT id, 'withdrawal', amount, currency, state, stage, sent_at
        FROM app.withdrawals WHERE member_id = $1 ORDER BY sent_at DESC, id DESC LIMIT $2)
     ) AS f
     LEFT JOIN app.reviews r ON r.member_id = $1 AND r.kind = f.kind AND r.subject = f.id::text
     ORDER BY f."sentAt" DESC, f.id DESC LIMIT $2`,
    [memberId, max],
  )

export async function countFundOrders(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM app.deposits WHERE member_id = $1)
       + (SELECT count(*) FROM app.withdrawals WHERE member_id = $1))::integer AS count`,
    [memberId],
  )
  return row!.count
}

export interface BankAccountRow {
  readonly bankAccountId: string
  readonly bank: string
  readonly ending: string
  readonly currency: string
  readonly state: string
  readonly usableFrom: Date | null
}

export const readBankAccounts = (tx: Tx, memberId: string): Promise<readonly BankAccountRow[]> =>
  tx.query<BankAccountRow>(
    `SELECT id AS "bankAccountId", bank_code || ' ' || bank_name AS bank, ending, currency, state, usable_from AS "usableFrom"
     FROM app.bank_accounts WHERE member_id = $1 AND state <> 'removed' ORDER BY added_at LIMIT 20`,
    [memberId],
  )

export async function readDayTrading(
  tx: Tx,
  memberId: string,
): Promise<{ readonly state: string; readonly appliedAt: Date } | undefined> {
  const [row] = await tx.query<{ state: string; appliedAt: Date }>(
    `SELECT state, applied_at AS "appliedAt" FROM app.day_trading_applications
     WHERE member_id = $1 ORDER BY applied_at DESC, id DESC LIMIT 1`,
    [memberId],
  )
  return row
}

export interface SessionRow {
  readonly sessionId: string
  readonly label: string
  readonly network: string
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  readonly endedFor: string | null
  readonly isOpen: boolean
}

export const readSessions = (tx: Tx, memberId: string, now: Date): Promise<readonly SessionRow[]> =>
  tx.query<SessionRow>(
    `SELECT id AS "sessionId", label, network, created_at AS "signedInAt", last_seen_at AS "lastSeenAt",
       revoked_for AS "endedFor", revoked_at IS NULL AND expires_at > $2 AS "isOpen"
     FROM app.sessions WHERE member_id = $1 ORDER BY last_seen_at DESC, id LIMIT 10`,
    [memberId, now],
  )

export interface DeviceRow {
  readonly deviceId: string
  readonly label: string
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
}

export const readDevices = (tx: Tx, memberId: string): Promise<readonly DeviceRow[]> =>
  tx.query<DeviceRow>(
    `SELECT id AS "deviceId", label, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"
     FROM app.known_devices WHERE member_id = $1 ORDER BY last_seen_at DESC, id LIMIT 10`,
    [memberId],
  )

export interface RestrictionHistoryRow {
  readonly restrictionId: string
  readonly kind: RestrictionKind
  readonly reason: RestrictionReason
  readonly rule: string | null
  readonly since: Date
  readonly reviewOn: string
  readonly setBy: readonly string[]
  readonly liftedAt: Date | null
  readonly liftedBy: readonly string[]
  readonly liftReason: string | null
  readonly appealState: 'pending' | 'passed' | 'rejected' | null
  readonly appealedAt: Date | null
}

const nameOf = (column: string): string =>
  `coalesce((SELECT o.name FROM app.operators o WHERE o.id::text = ${column}), ${column})`

/** In force first, then the newest. */
export const readRestrictionHistory = (tx: Tx, memberId: string): Promise<readonly RestrictionHistoryRow[]> =>
  tx.query<RestrictionHistoryRow>(
    `SELECT r.id AS "restrictionId", r.kind, r.reason, r.rule, r.since, r.review_on::text AS "reviewOn",
       ARRAY[${nameOf('r.set_by_first')}, ${nameOf('r.set_by_second')}] AS "setBy", r.lifted_at AS "liftedAt",
       CASE WHEN r.lifted_at IS NULL THEN '{}'
         ELSE ARRAY[${nameOf('r.lifted_by_first')}, ${nameOf('r.lifted_by_second')}] END AS "liftedBy",
       r.lift_reason AS "liftReason", a.state AS "appealState", a.created_at AS "appealedAt"
     FROM app.restrictions r LEFT JOIN LATERAL (
       SELECT x.state, x.created_at FROM app.appeals x WHERE x.restriction_id = r.id ORDER BY x.created_at DESC LIMIT 1
     ) a ON true
     WHERE r.member_id = $1 ORDER BY r.lifted_at IS NOT NULL, r.since DESC, r.id LIMIT 20`,
    [memberId],
  )

export interface WaitingRow {
  readonly reviewId: string
  readonly number: string
  readonly kind: ReviewKind
  readonly state: ReviewState
  readonly of: string
}

export const readWaiting = (tx: Tx, memberId: string): Promise<readonly WaitingRow[]> =>
  tx.query<WaitingRow>(
    `SELECT id AS "reviewId", number, kind, state, coalesce(payload ->> 'restrictionId', payload ->> 'kind', subject) AS "of"
     FROM app.reviews WHERE member_id = $1 AND state IN ('waiting', 'second', 'decided') ORDER BY opened_at LIMIT 50`,
    [memberId],
  )

export interface TrailRow {
  readonly at: Date
  readonly action: string
  readonly actor: string
  readonly operator: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * The audit trail about the member and what belongs to them: reviews, deposits, withdrawals, bank accounts,
 * restrictions. The trail is indexed by subject, so the subjects are collected first.
 */
export const readTrail = (tx: Tx, memberId: string, max: number): Promise<readonly TrailRow[]> =>
  tx.query<TrailRow>(
    `SELECT e.recorded_at AS at, e.action, e.actor, o.name AS operator, e.details
     FROM (
       SELECT 'member:' || $1 AS subject
       UNION ALL (SELECT 'review:' || id FROM app.reviews WHERE member_id = $1::uuid ORDER BY opened_at DESC LIMIT 20)
       UNION ALL (SELECT 'deposit:' || id FROM app.deposits WHERE member_id = $1::uuid ORDER BY sent_at DESC, id DESC LIMIT 10)
       UNION ALL (SELECT 'withdrawal:' || id FROM app.withdrawals WHERE member_id = $1::uuid
                  ORDER BY sent_at DESC, id DESC LIMIT 10)
       UNION ALL (SELECT 'bank-account:' || id FROM app.bank_accounts WHERE member_id = $1::uuid AND state <> 'removed' LIMIT 10)
       UNION ALL (SELECT 'restriction:' || id FROM app.restrictions WHERE member_id = $1::uuid ORDER BY since DESC LIMIT 10)
     ) AS about
     CROSS JOIN LATERAL (
       SELECT x.entry_id, x.recorded_at, x.action, x.actor, x.details FROM audit.entries x
       WHERE x.subject = about.subject ORDER BY x.recorded_at DESC LIMIT $2
     ) AS e
     LEFT JOIN app.operators o ON e.actor = 'operator:' || o.id
     ORDER BY e.recorded_at DESC, e.entry_id DESC LIMIT $2`,
    [memberId, max],
  )

export interface RelatedRow {
  readonly memberId: string
  readonly account: string
  readonly how: 'device' | 'inviter' | 'invited'
  readonly detail: string
}

export const readRelated = (tx: Tx, memberId: string): Promise<readonly RelatedRow[]> =>
  tx.query<RelatedRow>(
    `SELECT d.member_id AS "memberId", m.account, 'device' AS how, d.label AS detail
       FROM app.members_on_same_device($1) d JOIN app.members m ON m.id = d.member_id
     UNION ALL
     SELECT i.id, i.account, 'inviter', '' FROM app.members m JOIN app.members i ON i.id = m.inviter_id WHERE m.id = $1
     UNION ALL
     (SELECT id, account, 'invited', '' FROM app.members WHERE inviter_id = $1 ORDER BY id DESC LIMIT 10)`,
    [memberId],
  )

export interface NoteRow {
  readonly noteId: string
  readonly operator: string
  readonly text: string
  readonly at: Date
}

export const readNotes = (tx: Tx, memberId: string): Promise<readonly NoteRow[]> =>
  tx.query<NoteRow>(
    `SELECT id AS "noteId", operator, text, at FROM app.member_notes WHERE member_id = $1 ORDER BY at DESC, id DESC LIMIT 50`,
    [memberId],
  )

export async function insertNote(
  tx: Tx,
  note: NoteRow & { readonly memberId: string; readonly operatorId: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.member_notes (id, member_id, operator_id, operator, text, at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [note.noteId, note.memberId, note.operatorId, note.operator, note.text, note.at],
  )
}

export interface ViewRow {
  readonly operator: string
  readonly field: PersonalField
  readonly purpose: string
  readonly at: Date
}

export const readViews = (tx: Tx, memberId: string): Promise<readonly ViewRow[]> =>
  tx.query<ViewRow>(
    `SELECT operator, field, purpose, at FROM app.personal_views WHERE member_id = $1 ORDER BY at DESC, id LIMIT 10`,
    [memberId],
  )
