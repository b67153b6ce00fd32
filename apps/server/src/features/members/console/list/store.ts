// The list of members. A page of ids is found first, by an index; then its fifty rows are filled in. Each filter adds
// its own SQL text instead of a parameter that may be null: so every combination has its own plan, and a rare one
// (restricted, called, waiting) starts from its few rows and not from a million members.

import type { MemberKind, RestrictionKind, VerificationState } from '@fairlot/contract/members'
import type { ReviewKind } from '@fairlot/contract/operators'
import type { Tx } from '#platform/db'

export interface ListFilter {
  readonly restricted?: 'any' | RestrictionKind | undefined
  readonly verification?: VerificationState | undefined
  readonly kind?: MemberKind | undefined
  readonly seenSince?: Date | undefined
  readonly joinedSince?: Date | undefined
  readonly called?: boolean | undefined
  readonly waiting?: boolean | undefined
  /** Only these, named by a search. */
  readonly ids?: readonly string[] | undefined
}

export interface Place {
  readonly memberId: string
  /** Set when the list is sorted by it. */
  readonly seenAt: Date | null
}

export function readPage(
  tx: Tx,
  filter: ListFilter,
  sort: 'joined' | 'seen',
  after: Place | undefined,
  limit: number,
): Promise<readonly Place[]> {
  const values: unknown[] = []
  const put = (value: unknown): string => `$${values.push(value)}`
  const conditions = conditionsOf(filter, put)
  if (sort === 'joined') {
    if (after !== undefined) conditions.push(`m.id < ${put(after.memberId)}::uuid`)
    return tx.query<Place>(
      `SELECT m.id AS "memberId", NULL::timestamptz AS "seenAt" FROM app.members m ${where(conditions)}
       ORDER BY m.id DESC LIMIT ${put(limit)}`,
      values,
    )
  }
  if (after?.seenAt !== null && after !== undefined) {
    const [at, id] = [put(after.seenAt), put(after.memberId)]
    conditions.push(`(s.last_seen_at, s.member_id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  if (filter.seenSince !== undefined) conditions.push(`s.last_seen_at > ${put(filter.seenSince)}`)
  // Only the last session of a member, so that each member is listed once.
  conditions.push(`NOT EXISTS (SELECT FROM app.sessions later WHERE later.member_id = s.member_id
    AND (later.last_seen_at, later.id) > (s.last_seen_at, s.id))`)
  return tx.query<Place>(
    `SELECT m.id AS "memberId", s.last_seen_at AS "seenAt"
     FROM app.sessions s JOIN app.members m ON m.id = s.member_id ${where(conditions)}
     ORDER BY s.last_seen_at DESC, s.member_id DESC LIMIT ${put(limit)}`,
    values,
  )
}

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`

function conditionsOf(filter: ListFilter, put: (value: unknown) => string): string[] {
  const conditions: string[] = []
  if (filter.ids !== undefined) conditions.push(`m.id = ANY (${put(filter.ids)}::uuid[])`)
  if (filter.verification !== undefined) conditions.push(`m.verification = ${put(filter.verification)}`)
  if (filter.kind !== undefined) conditions.push(`m.kind = ${put(filter.kind)}`)
  if (filter.joinedSince !== undefined) conditions.push(`m.joined_at > ${put(filter.joinedSince)}`)
  if (filter.restricted !== undefined) {
    const kind = filter.restricted === 'any' ? '' : `AND r.kind = ${put(filter.restricted)}`
    conditions.push(`m.id IN (SELECT r.member_id FROM app.restrictions r WHERE r.lifted_at IS NULL ${kind})`)
  }
  if (filter.called === true) {
    conditions.push(`m.id IN (SELECT c.member_id FROM app.margin_calls c WHERE c.ended_at IS NULL)`)
  }
  if (filter.waiting === true) {
    conditions.push(
      `m.id IN (SELECT w.member_id FROM app.reviews w WHERE w.state IN ('waiting', 'second') AND w.member_id IS NOT NULL)`,
    )
  }
  return conditions
}

export interface ListedRow {
  readonly memberId: string
  readonly account: string
  readonly name: string | null
  readonly kind: MemberKind
  readonly verification: VerificationState
  readonly restrictions: readonly RestrictionKind[]
  readonly total: bigint
  readonly inflow: bigint
  readonly callDeadline: Date | null
  readonly waiting: readonly ReviewKind[]
  readonly sharing: number
  readonly joinedAt: Date
  readonly lastSeenAt: Date | null
}

/** In the given order. */
export const fillIn = (tx: Tx, memberIds: readonly string[], since: Date): Promise<readonly ListedRow[]> =>
  tx.query<ListedRow>(
    `SELECT m.id AS "memberId", m.account, i.name_masked AS name, m.kind, m.verification, m.joined_at AS "joinedAt",
       ARRAY(SELECT r.kind FROM app.restrictions r WHERE r.member_id = m.id AND r.lifted_at IS NULL ORDER BY r.since)
         AS restrictions,
       app.equity_of(m.id) AS total,
       (coalesce((SELECT sum(d.booked - d.fee) FROM app.deposits d WHERE d.member_id = m.id AND d.sent_at > $2
           AND d.state = 'passed' AND d.currency = 'TWD'), 0)
         - coalesce((SELECT sum(w.amount) FROM app.withdrawals w WHERE w.member_id = m.id AND w.sent_at > $2
           AND w.state = 'passed' AND w.stage <> 'returned' AND w.currency = 'TWD'), 0))::bigint AS inflow,
       (SELECT c.deadline FROM app.margin_calls c WHERE c.member_id = m.id AND c.ended_at IS NULL) AS "callDeadline",
       ARRAY(SELECT DISTINCT v.kind FROM app.reviews v WHERE v.member_id = m.id AND v.state IN ('waiting', 'second'))
         AS waiting,
       (SELECT count(*)::integer FROM app.members_on_same_device(m.id)) AS sharing,
       (SELECT max(s.last_seen_at) FROM app.sessions s WHERE s.member_id = m.id) AS "lastSeenAt"
     FROM unnest($1::uuid[]) WITH ORDINALITY AS page (id, place)
     JOIN app.members m ON m.id = page.id LEFT JOIN app.identities i ON i.member_id = m.id
     ORDER BY page.place`,
    [memberIds, since],
  )

export interface SecuredRow {
  readonly memberId: string
  readonly positionId: string
  readonly symbol: string
  readonly direction: 'long' | 'short'
  readonly shares: number
  readonly loan: bigint
  readonly collateral: bigint
  readonly interest: bigint
  readonly last: number
}

/** The input of each ratio: every open position, at its last price. */
export const readSecured = (tx: Tx, memberIds: readonly string[]): Promise<readonly SecuredRow[]> =>
  tx.query<SecuredRow>(
    `SELECT p.member_id AS "memberId", p.id AS "positionId", p.symbol, p.direction, p.shares, p.loan, p.collateral,
       p.interest, coalesce(q.last, q.reference, i.reference) AS last
     FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
     WHERE p.member_id = ANY ($1::uuid[]) AND p.state <> 'closed'`,
    [memberIds],
  )

export interface Counts {
  readonly all: number
  readonly isEstimate: boolean
  readonly restricted: number
  readonly called: number
  readonly waiting: number
}

/**
 * Counting a million rows takes longer than a page may: above this, the database's estimate is shown as an estimate.
 */
const countedUpTo = 20_000

export async function countMembers(tx: Tx): Promise<Counts> {
  const [row] = await tx.query<Omit<Counts, 'isEstimate' | 'all'> & { few: number; estimated: number }>(
    `SELECT (SELECT count(*)::integer FROM (SELECT FROM app.members LIMIT $1) AS few) AS few,
       (SELECT reltuples::integer FROM pg_class WHERE oid = 'app.members'::regclass) AS estimated,
       (SELECT count(DISTINCT member_id)::integer FROM app.restrictions WHERE lifted_at IS NULL) AS restricted,
       (SELECT count(*)::integer FROM app.margin_calls WHERE ended_at IS NULL) AS called,
       (SELECT count(DISTINCT member_id)::integer FROM app.reviews
        WHERE state IN ('waiting', 'second') AND member_id IS NOT NULL) AS waiting`,
    [countedUpTo + 1],
  )
  const { few, estimated, ...others } = row!
  const isEstimate = few > countedUpTo
  return { all: isEstimate ? Math.max(estimated, few) : few, isEstimate, ...others }
}
