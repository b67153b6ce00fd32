import type { ReviewKind, ReviewState } from '@fairlot/contract/operators'
import { assignmentMinutes } from '@fairlot/rules/operators'
import type { Tx } from '#platform/db'
import type { Review } from '../reviews/review-kind.ts'
import { reviewColumns } from '../reviews/store.ts'

export interface QueueRow extends Review {
  readonly account: string | null
  /** Masked, from the identity documents. */
  readonly memberName: string | null
  readonly isUrgent: boolean
  readonly openedByName: string | null
  readonly approvedBy: readonly {
    readonly operatorId: string
    readonly name: string
    readonly device: string
    readonly isSigned: boolean
    readonly at: string
    readonly note: string
  }[]
  readonly rejectedBy: readonly {
    readonly operatorId: string
    readonly name: string
    readonly device: string
    readonly isSigned: boolean
  }[]
  readonly decidedAt: Date | null
  readonly outcome: string | null
  readonly closedAt: Date | null
  readonly isMineToVote: boolean
  /** Who works on it now. */
  readonly assigneeId: string | null
  readonly assigneeName: string | null
  readonly assignedAt: Date | null
}

/** The viewer: the result depends on what they may vote on. */
export interface Viewer {
  readonly operatorId: string
  readonly deviceId: string
  /** Kinds the viewer may vote on: for reviews without a vote, and for those that miss one approval. */
  readonly kinds: { readonly waiting: readonly ReviewKind[]; readonly second: readonly ReviewKind[] }
  readonly now: Date
}

export interface QueueFilter {
  readonly kinds: readonly ReviewKind[] | null
  readonly states: readonly ReviewState[]
  readonly mine: boolean
  readonly flagged: boolean
  readonly openedBefore: Date | null
  readonly memberId: string | null
  /** Only those assigned to the viewer. */
  readonly assignedToMe: boolean
  /** Only those past the promised time. */
  readonly late: boolean
}

// $1 operator, $2 device, $3 and $4 kinds, $5 now: the same five in every statement of this file. The same conditions
// as in vote_review, but what does not depend on the row is computed once: with ten thousand waiting reviews the counts
// would take a third of a second.
const isMine = `(r.expires_at > $5::timestamptz
  AND CASE r.state WHEN 'waiting' THEN r.kind = ANY ($3::text[])
    WHEN 'second' THEN r.kind = ANY ($4::text[]) AND NOT EXISTS (
      SELECT FROM app.review_votes v WHERE v.review_id = r.id AND (v.decision = 'approve' OR r.kind = 'appeal')
        AND (v.operator_id = $1::uuid OR v.device_id = $2::uuid OR v.operator_id = ANY (ARRAY(
          SELECT CASE WHEN o.id = $1::uuid THEN o.proposed_by ELSE o.id END FROM app.operators o
          WHERE o.separated_until > $5::timestamptz AND $1::uuid IN (o.id, o.proposed_by)))))
    ELSE false END
  AND NOT (r.kind IN ('operator', 'operator-key') AND r.subject = $1::text)
  AND NOT (r.kind = 'appeal' AND $1::text = ANY (app.setters_of(r.kind, r.subject)))
  AND (NOT EXISTS (SELECT FROM app.operator_relations x WHERE x.operator_id = $1::uuid)
    OR NOT app.is_related($1::uuid, r.member_id) AND NOT app.holds_ticket($1::uuid, r.kind, r.subject)))`

/** An assignment without an action for a while counts as none. */
const isActive = (of: string): string =>
  `${of}.active_at > $5::timestamptz - interval '${assignmentMinutes} minutes'`

const isAssignedToMe = `EXISTS (SELECT FROM app.review_assignments x
  WHERE x.review_id = r.id AND x.operator_id = $1::uuid AND ${isActive('x')})`

const votersWho = (decision: 'approve' | 'reject'): string =>
  `(SELECT coalesce(json_agg(json_build_object('operatorId', v.operator_id, 'name', o.name, 'device', v.device_id,
      'at', v.at, 'note', v.note, 'isSigned', s.key_id IS NOT NULL) ORDER BY v.at), '[]')
    FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id
    LEFT JOIN app.review_signatures s
      ON s.review_id = v.review_id AND s.operator_id = v.operator_id AND s.decision = v.decision
    WHERE v.review_id = r.id AND v.decision = '${decision}')`

const rowColumns = `${reviewColumns}, m.account, i.name_masked AS "memberName", r.is_urgent AS "isUrgent",
  ob.name AS "openedByName", r.decided_at AS "decidedAt", r.outcome, r.closed_at AS "closedAt",
  g.operator_id AS "assigneeId", gn.name AS "assigneeName", g.assigned_at AS "assignedAt",
  ${isMine} AS "isMineToVote", ${votersWho('approve')} AS "approvedBy", ${votersWho('reject')} AS "rejectedBy"`

const besideRow = `LEFT JOIN app.members m ON m.id = r.member_id LEFT JOIN app.identities i ON i.member_id = r.member_id
  LEFT JOIN app.operators ob ON ob.id = r.opened_by
  LEFT JOIN app.review_assignments g ON g.review_id = r.id AND r.state IN ('waiting', 'second') AND ${isActive('g')}
  LEFT JOIN app.operators gn ON gn.id = g.operator_id`

const viewerValues = ({ operatorId, deviceId, kinds, now }: Viewer) => [
  operatorId,
  deviceId,
  kinds.waiting,
  kinds.second,
  now,
]

// A single kind is compared by itself, because only then its index returns the rows in order. `coalesce` keeps the
// planner from assuming that hardly any row is mine: it would sort the whole queue instead of reading its first page.
const conditions = ({ kinds }: QueueFilter): string => `
  ${kinds?.length === 1 ? 'r.kind = ($6::text[])[1]' : '($6::text[] IS NULL OR r.kind = ANY ($6))'}
  AND r.state = ANY ($7::text[])
  AND (NOT $8::boolean OR coalesce(${isMine}, false))
  AND (NOT $9::boolean OR r.flags <> '{}')
  AND ($10::timestamptz IS NULL OR r.opened_at <= $10)
  AND ($11::uuid IS NULL OR r.member_id = $11)
  AND (NOT $12::boolean OR ${isAssignedToMe})
  AND (NOT $13::boolean OR r.promised_at < $5::timestamptz)`

const filterValues = (filter: QueueFilter) => [
  filter.kinds,
  filter.states,
  filter.mine,
  filter.flagged,
  filter.openedBefore,
  filter.memberId,
  filter.assignedToMe,
  filter.late,
]

export interface Place {
  /** Not urgent. */
  readonly usual: boolean
  readonly later: boolean
  readonly openedAt: string
  readonly reviewId: string
}

/** The page size, and one row more, which shows whether there is another page. */
export const pageSize = 50
const onePage = pageSize + 1

/**
 * Open reviews: urgent ones first, then those that miss one approval, then the longest waiting. Names and votes are
 * read for one page only.
 */
export function readOpen(
  tx: Tx,
  viewer: Viewer,
  filter: QueueFilter,
  after: Place | undefined,
  rows = onePage,
): Promise<readonly QueueRow[]> {
  const order = `(NOT r.is_urgent), (r.state <> 'second'), r.opened_at, r.id`
  return tx.query<QueueRow>(
    `SELECT ${rowColumns} FROM (
       SELECT r.* FROM app.reviews r WHERE r.state IN ('waiting', 'second') AND ${conditions(filter)}
         AND ($14::boolean IS NULL OR (${order}) > ($14, $15::boolean, $16::timestamptz, $17::uuid))
       ORDER BY ${order} LIMIT $18) r ${besideRow}
     ORDER BY ${order}`,
    [
      ...viewerValues(viewer),
      ...filterValues(filter),
      after?.usual ?? null,
      after?.later ?? null,
      after?.openedAt ?? null,
      after?.reviewId ?? null,
      rows,
    ],
  )
}

export type QueueSort = 'due' | 'amount'

export interface SortedPlace {
  readonly key: string
  readonly reviewId: string
}

/** Open reviews by due time, or by amount from the largest. */
export function readSorted(
  tx: Tx,
  viewer: Viewer,
  filter: QueueFilter,
  sort: QueueSort,
  after: SortedPlace | undefined,
): Promise<readonly (QueueRow & { readonly sortKey: string })[]> {
  // Ascending, so that one comparison finds the next page.
  const key =
    sort === 'due'
      ? `(extract(epoch FROM r.promised_at) * 1000)::numeric`
      : `(-coalesce(r.amount, 0))::numeric`
  return tx.query<QueueRow & { sortKey: string }>(
    `SELECT ${rowColumns}, ${key}::text AS "sortKey" FROM (
       SELECT r.* FROM app.reviews r WHERE r.state IN ('waiting', 'second') AND ${conditions(filter)}
         AND ($14::numeric IS NULL OR (${key}, r.id) > ($14, $15::uuid))
       ORDER BY ${key}, r.id LIMIT $16) r ${besideRow}
     ORDER BY ${key}, r.id`,
    [...viewerValues(viewer), ...filterValues(filter), after?.key ?? null, after?.reviewId ?? null, onePage],
  )
}

/** Closed reviews, newest first. */
export function readOver(
  tx: Tx,
  viewer: Viewer,
  filter: QueueFilter,
  after: Place | undefined,
  rows = onePage,
): Promise<readonly QueueRow[]> {
  return tx.query<QueueRow>(
    `SELECT ${rowColumns} FROM (
       SELECT r.* FROM app.reviews r WHERE ${conditions(filter)}
         AND ($14::timestamptz IS NULL OR (r.opened_at, r.id) < ($14, $15::uuid))
       ORDER BY r.opened_at DESC, r.id DESC LIMIT $16) r ${besideRow}
     ORDER BY r.opened_at DESC, r.id DESC`,
    [
      ...viewerValues(viewer),
      ...filterValues(filter),
      after?.openedAt ?? null,
      after?.reviewId ?? null,
      rows,
    ],
  )
}

export async function readRow(tx: Tx, viewer: Viewer, reviewId: string): Promise<QueueRow | undefined> {
  const [row] = await tx.query<QueueRow>(
    `SELECT ${rowColumns} FROM app.reviews r ${besideRow} WHERE r.id = $6`,
    [...viewerValues(viewer), reviewId],
  )
  return row
}

export interface KindCount {
  readonly kind: ReviewKind
  readonly open: number
  readonly second: number
  readonly flagged: number
  readonly mine: number
  readonly late: number
  readonly urgent: number
  readonly assigned: number
}

export function countOpen(tx: Tx, viewer: Viewer): Promise<readonly KindCount[]> {
  return tx.query<KindCount>(
    // OFFSET keeps it one subquery per review: inlined, it would run once for each count.
    `SELECT r.kind, count(*)::integer AS open, (count(*) FILTER (WHERE r.state = 'second'))::integer AS second,
       (count(*) FILTER (WHERE r.flags <> '{}'))::integer AS flagged,
       (count(*) FILTER (WHERE r.mine))::integer AS mine,
       (count(*) FILTER (WHERE r.promised_at < $5::timestamptz))::integer AS late,
       (count(*) FILTER (WHERE r.is_urgent AND r.mine))::integer AS urgent,
       (count(*) FILTER (WHERE r.assigned))::integer AS assigned
     FROM (SELECT r.kind, r.state, r.flags, r.promised_at, r.is_urgent, ${isMine} AS mine, ${isAssignedToMe} AS assigned
           FROM app.reviews r WHERE r.state IN ('waiting', 'second') OFFSET 0) r
     GROUP BY r.kind ORDER BY r.kind`,
    viewerValues(viewer),
  )
}

export interface UrgentRow {
  readonly reviewId: string
  readonly number: string
  readonly kind: ReviewKind
  readonly promisedAt: Date
}

/** Urgent reviews this operator may vote on, the earliest deadline first. */
export const readUrgent = (tx: Tx, viewer: Viewer): Promise<readonly UrgentRow[]> =>
  tx.query<UrgentRow>(
    `SELECT r.id AS "reviewId", r.number, r.kind, r.promised_at AS "promisedAt" FROM app.reviews r
     WHERE r.state IN ('waiting', 'second') AND r.is_urgent AND ${isMine}
     ORDER BY r.promised_at, r.id LIMIT 50`,
    viewerValues(viewer),
  )

/** Those of these reviews that this operator may vote on. */
export const readDecidable = (
  tx: Tx,
  viewer: Viewer,
  reviewIds: readonly string[],
): Promise<readonly { readonly reviewId: string }[]> =>
  tx.query<{ reviewId: string }>(
    `SELECT r.id AS "reviewId" FROM app.reviews r WHERE r.id = ANY ($6::uuid[]) AND ${isMine}`,
    [...viewerValues(viewer), reviewIds],
  )

export interface Today {
  readonly decided: number
  readonly decidedWithMe: number
  readonly medianWaitMinutes: number | null
  readonly late: number
}

export async function readToday(tx: Tx, operatorId: string, since: Date): Promise<Today> {
  const [row] = await tx.query<Today>(
    `SELECT count(*)::integer AS decided,
       (count(*) FILTER (WHERE EXISTS (
         SELECT FROM app.review_votes v WHERE v.review_id = r.id AND v.operator_id = $1)))::integer AS "decidedWithMe",
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM r.decided_at - r.opened_at) / 60.0)
         AS "medianWaitMinutes",
       (count(*) FILTER (WHERE r.decided_at > r.promised_at))::integer AS late
     FROM app.reviews r WHERE r.decided_at >= $2`,
    [operatorId, since],
  )
  return row!
}

export interface VoteRow {
  readonly operatorId: string
  readonly name: string
  readonly decision: 'approve' | 'reject'
  readonly note: string
  readonly reason: string | null
  readonly at: Date
  readonly payloadHash: string
  readonly isSigned: boolean
  readonly opened: readonly { readonly code: string; readonly at: string }[]
}

export function readVoteRows(tx: Tx, reviewId: string): Promise<readonly VoteRow[]> {
  return tx.query<VoteRow>(
    `SELECT v.operator_id AS "operatorId", o.name, v.decision, v.note, d.reason, v.at,
       v.payload_hash AS "payloadHash", coalesce(d.opened, '[]') AS opened,
       EXISTS (SELECT FROM app.review_signatures s WHERE s.review_id = v.review_id AND s.operator_id = v.operator_id
         AND s.decision = v.decision) AS "isSigned"
     FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id
     LEFT JOIN app.vote_details d USING (review_id, operator_id, decision)
     WHERE v.review_id = $1 ORDER BY v.at`,
    [reviewId],
  )
}

export interface Ending {
  readonly evidence: readonly { readonly label: string; readonly value: string }[]
  readonly outcome: string | null
  readonly closedAt: Date | null
  readonly trouble: string | null
  readonly isRelated: boolean
  readonly holdsTicket: boolean
  readonly payloadText: string
  /** Operators whose votes do not count together with the viewer's. */
  readonly separatedFrom: readonly string[]
  /** For an appeal: who set the restriction, in order. */
  readonly setBy: readonly { readonly operatorId: string; readonly name: string; readonly at: Date }[]
}

export async function readEnding(tx: Tx, reviewId: string, operatorId: string, now: Date): Promise<Ending> {
  const [row] = await tx.query<Omit<Ending, 'setBy'>>(
    `SELECT evidence, outcome, closed_at AS "closedAt", trouble, app.is_related($2, member_id) AS "isRelated",
       app.holds_ticket($2, kind, subject) AS "holdsTicket",
       payload::text AS "payloadText",
       ARRAY(SELECT CASE WHEN o.id = $2 THEN o.proposed_by ELSE o.id END::text FROM app.operators o
             WHERE o.separated_until > $3 AND $2 IN (o.id, o.proposed_by)) AS "separatedFrom"
     FROM app.reviews WHERE id = $1`,
    [reviewId, operatorId, now],
  )
  const setBy = await tx.query<Ending['setBy'][number]>(
    `SELECT o.id AS "operatorId", o.name, x.since AS at
     FROM app.reviews r JOIN app.appeals a ON r.kind = 'appeal' AND a.id::text = r.subject
     JOIN app.restrictions x ON x.id = a.restriction_id
     JOIN app.operators o ON o.id::text IN (x.set_by_first, x.set_by_second)
     WHERE r.id = $1 ORDER BY o.id::text <> x.set_by_first`,
    [reviewId],
  )
  return { ...row!, setBy }
}
