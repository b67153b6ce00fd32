import type { Tx } from '#platform/db'
import type { AuditActor } from '@fairlot/contract/audit'

export interface EntryFilter {
  readonly action: string | null
  readonly by: AuditActor | null
  readonly operatorId: string | null
  /** Entries by the member, and entries about the member and everything that belongs to them. */
  readonly member: { readonly memberId: string; readonly subjects: readonly string[] } | null
  readonly reviewId: string | null
  readonly requestId: string | null
  readonly from: Date | null
  readonly to: Date | null
}

/** The cursor of a page: the instant in PostgreSQL's notation, to the microsecond, and the position in the chain. */
export interface EntryPlace {
  readonly recordedAt: string
  readonly sequence: string
}

export interface EntryRow {
  readonly sequence: bigint
  readonly entryId: string
  readonly recordedAt: string
  readonly action: string
  readonly actor: string
  readonly operator: string | null
  readonly actingAccount: string | null
  readonly subject: string
  readonly reviewNumber: string | null
  readonly account: string | null
  readonly subjectOperator: string | null
  readonly requestId: string
  readonly details: string
  readonly previous: string | null
  readonly hash: string
  readonly next: string | null
}

const written = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

// The id after its kind when it is a complete UUID; any other text belongs to no one.
const idOf = (column: string, kind: string): string =>
  `CASE WHEN ${column} ~ '^${kind}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN split_part(${column}, ':', 2)::uuid END`

/**
 * Newest first. The statement contains only the filters that are set, so that each kind of query has its own plan:
 * operator rows by their index, member rows by subject, all others by time along the links.
 */
export function readEntries(
  tx: Tx,
  filter: EntryFilter,
  after: EntryPlace | undefined,
  limit: number,
): Promise<readonly EntryRow[]> {
  const values: unknown[] = []
  const given = (value: unknown): string => `$${values.push(value)}`
  const conditions: string[] = ['true']
  if (filter.from !== null) {
    const from = given(filter.from)
    conditions.push(`l.recorded_at >= ${from}::timestamptz`, `e.recorded_at >= ${from}::timestamptz`)
  }
  if (filter.to !== null) {
    const to = given(filter.to)
    conditions.push(`l.recorded_at < ${to}::timestamptz`, `e.recorded_at < ${to}::timestamptz`)
  }
  if (filter.action !== null) {
    conditions.push(
      filter.action.includes('.')
        ? `e.action = ${given(filter.action)}`
        : `starts_with(e.action, ${given(`${filter.action}.`)})`,
    )
  }
  if (filter.operatorId !== null) {
    // The index excludes members' rows; the planner must see that this query excludes them too.
    conditions.push(`e.actor = ${given(`operator:${filter.operatorId}`)}`, `e.actor LIKE 'operator:%'`)
  } else if (filter.by === 'operator' || filter.by === 'member') {
    conditions.push(`e.actor LIKE '${filter.by}:%'`)
  } else if (filter.by !== null) {
    conditions.push(`e.actor = ${given(filter.by)}`)
  }
  if (filter.member !== null) {
    const { memberId, subjects } = filter.member
    conditions.push(
      `(e.subject = ANY (${given(subjects)}::text[]) OR e.actor = ${given(`member:${memberId}`)})`,
    )
  }
  if (filter.reviewId !== null) conditions.push(`e.subject = ${given(`review:${filter.reviewId}`)}`)
  if (filter.requestId !== null) conditions.push(`e.request_id = ${given(filter.requestId)}`)
  if (after !== undefined) {
    conditions.push(
      `(l.recorded_at, l.sequence) < (${given(after.recordedAt)}::timestamptz, ${given(after.sequence)}::bigint)`,
    )
  }
  return tx.query<EntryRow>(
    `SELECT p.*, o.name AS operator, am.account AS "actingAccount", r.number AS "reviewNumber", m.account,
       so.name AS "subjectOperator",
       (SELECT encode(b.hash, 'hex') FROM audit.links b WHERE b.sequence = p.sequence - 1) AS previous,
       (SELECT encode(n.hash, 'hex') FROM audit.links n WHERE n.sequence = p.sequence + 1) AS next
     FROM (
       SELECT l.sequence, e.entry_id::text AS "entryId", ${written('e.recorded_at')} AS "recordedAt", e.action, e.actor,
         e.subject, e.request_id AS "requestId", e.details::text AS details, encode(l.hash, 'hex') AS hash
       FROM audit.links l JOIN audit.entries e ON e.entry_id = l.entry_id AND e.recorded_at = l.recorded_at
       WHERE ${conditions.join(' AND ')}
       ORDER BY l.recorded_at DESC, l.sequence DESC LIMIT ${given(limit)}
     ) p
     LEFT JOIN app.operators o ON o.id = ${idOf('p.actor', 'operator')}
     LEFT JOIN app.members am ON am.id = ${idOf('p.actor', 'member')}
     LEFT JOIN app.reviews r ON r.id = ${idOf('p.subject', 'review')}
     LEFT JOIN app.members m ON m.id = ${idOf('p.subject', 'member')}
     LEFT JOIN app.operators so ON so.id = ${idOf('p.subject', 'operator')}
     ORDER BY p."recordedAt" DESC, p.sequence DESC`,
    values,
  )
}

/**
 * Every subject of the trail that concerns a member: the member, their reviews, requests, accounts and restrictions,
 * and corrections that touch their accounts.
 */
export async function readSubjectsOf(tx: Tx, memberId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ subject: string }>(
    `SELECT 'member:' || $1 AS subject
     UNION ALL SELECT 'review:' || id FROM app.reviews WHERE member_id = $1::uuid
     UNION ALL SELECT 'deposit:' || id FROM app.deposits WHERE member_id = $1::uuid
     UNION ALL SELECT 'withdrawal:' || id FROM app.withdrawals WHERE member_id = $1::uuid
     UNION ALL SELECT 'bank-account:' || id FROM app.bank_accounts WHERE member_id = $1::uuid
     UNION ALL SELECT 'restriction:' || id FROM app.restrictions WHERE member_id = $1::uuid
     UNION ALL SELECT 'journal:' || id FROM app.journals WHERE member_id = $1::uuid
     UNION ALL SELECT 'review:' || review_id FROM app.journals WHERE member_id = $1::uuid
     UNION ALL SELECT 'coupon:' || id FROM app.coupons WHERE member_id = $1::uuid
     UNION ALL SELECT 'subscription:' || id FROM app.subscriptions WHERE member_id = $1::uuid
     UNION ALL SELECT 'bid:' || id FROM app.auction_bids WHERE member_id = $1::uuid`,
    [memberId],
  )
  return rows.map(({ subject }) => subject)
}

export interface PersonRow {
  readonly operatorId: string
  readonly name: string
}

/** Names of the operators whose ids an entry holds. */
export const readNames = (tx: Tx, ids: readonly string[]): Promise<readonly PersonRow[]> =>
  tx.query<PersonRow>(`SELECT id AS "operatorId", name FROM app.operators WHERE id = ANY ($1::uuid[])`, [ids])

/** Who approved each of these reviews, in order. */
export const readApprovers = (
  tx: Tx,
  reviewIds: readonly string[],
): Promise<readonly (PersonRow & { readonly reviewId: string })[]> =>
  tx.query(
    `SELECT v.review_id AS "reviewId", v.operator_id AS "operatorId", o.name
     FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id
     WHERE v.review_id = ANY ($1::uuid[]) AND v.decision = 'approve' ORDER BY v.at, v.operator_id`,
    [reviewIds],
  )

/** Numbers of the reviews an entry leads to. */
export const readNumbers = (
  tx: Tx,
  ids: readonly string[],
): Promise<readonly { readonly reviewId: string; readonly number: string }[]> =>
  tx.query(`SELECT id AS "reviewId", number FROM app.reviews WHERE id = ANY ($1::uuid[])`, [ids])

export interface SegmentRow {
  readonly from: Date
  readonly first: bigint | null
  readonly last: bigint | null
}

/** The links of each half hour up to now, by the time of the entry. A late entry counts where it was recorded. */
export function readSegments(tx: Tx, from: Date, count: number): Promise<readonly SegmentRow[]> {
  return tx.query<SegmentRow>(
    `SELECT s.at AS "from", (SELECT min(l.sequence) FROM audit.links l
         WHERE l.recorded_at >= s.at AND l.recorded_at < s.at + interval '30 minutes') AS first,
       (SELECT max(l.sequence) FROM audit.links l
         WHERE l.recorded_at >= s.at AND l.recorded_at < s.at + interval '30 minutes') AS last
     FROM (SELECT $1::timestamptz + n * interval '30 minutes' AS at FROM generate_series(0, $2::integer - 1) AS n) s
     ORDER BY s.at`,
    [from, count],
  )
}

export interface VerifiedRow {
  readonly at: Date
  readonly by: string
  readonly details: { readonly sequence: number; readonly seconds: number; readonly ok: boolean }
}

export async function readLastVerified(tx: Tx): Promise<VerifiedRow | undefined> {
  const [row] = await tx.query<VerifiedRow>(
    `SELECT e.recorded_at AS at, coalesce(o.name, '') AS by, e.details
     FROM (SELECT recorded_at, actor, details FROM audit.entries WHERE action = 'audit.chain-verified'
           ORDER BY recorded_at DESC LIMIT 1) e
     LEFT JOIN app.operators o ON o.id = ${idOf('e.actor', 'operator')}`,
  )
  return row
}

export async function isLink(tx: Tx, sequence: number, hash: string): Promise<boolean> {
  const rows = await tx.query(`SELECT 1 FROM audit.links WHERE sequence = $1 AND encode(hash, 'hex') = $2`, [
    sequence,
    hash,
  ])
  return rows.length === 1
}

export interface PairRow {
  readonly first: string
  readonly second: string
  readonly kind: string
  readonly count: number
}

/** The first and the second approver of each review that two operators have approved since `since`. */
export function readPairs(tx: Tx, since: Date): Promise<readonly PairRow[]> {
  return tx.query<PairRow>(
    `SELECT a.operator_id AS first, b.operator_id AS second, r.kind, count(*)::integer AS count
     FROM app.reviews r
     JOIN LATERAL (SELECT operator_id, at FROM app.review_votes v WHERE v.review_id = r.id AND v.decision = 'approve'
                   ORDER BY v.at, v.operator_id LIMIT 1) a ON true
     JOIN LATERAL (SELECT operator_id FROM app.review_votes v WHERE v.review_id = r.id AND v.decision = 'approve'
                   ORDER BY v.at, v.operator_id OFFSET 1 LIMIT 1) b ON true
     WHERE r.decided_at >= $1 AND r.decision = 'approve'
     GROUP BY 1, 2, 3`,
    [since],
  )
}

export interface VoterRow {
  readonly operatorId: string
  readonly name: string
  readonly first: number
  readonly second: number
  readonly rejected: number
  readonly medianSeconds: number | null
  readonly hasty: number
}

export function readVoters(tx: Tx, since: Date): Promise<readonly VoterRow[]> {
  return tx.query<VoterRow>(
    `WITH votes AS (
       SELECT v.operator_id, v.decision, v.at,
         (SELECT max(p.at) FROM app.review_votes p
          WHERE p.review_id = v.review_id AND p.decision = 'approve' AND p.operator_id <> v.operator_id
            AND p.at <= v.at) AS first_at
       FROM app.review_votes v WHERE v.at >= $1
     )
     SELECT o.id AS "operatorId", o.name,
       (count(*) FILTER (WHERE v.decision = 'approve' AND v.first_at IS NULL))::integer AS first,
       (count(*) FILTER (WHERE v.decision = 'approve' AND v.first_at IS NOT NULL))::integer AS second,
       (count(*) FILTER (WHERE v.decision = 'reject'))::integer AS rejected,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM v.at - v.first_at))
         FILTER (WHERE v.decision = 'approve' AND v.first_at IS NOT NULL) AS "medianSeconds",
       (count(*) FILTER (WHERE v.decision = 'approve' AND v.at - v.first_at < interval '10 seconds'))::integer AS hasty
     FROM votes v JOIN app.operators o ON o.id = v.operator_id
     GROUP BY o.id, o.name ORDER BY count(*) DESC, o.name`,
    [since],
  )
}
