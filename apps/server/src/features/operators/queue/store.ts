import type { ReviewKind, ReviewState } from '@fairlot/contract/operators'
import type { Tx } from '#platform/db'
import type { Review } from '../reviews/review-kind.ts'
import { reviewColumns } from '../reviews/store.ts'

export interface QueueRow extends Review {
  readonly account: string | null
  readonly openedByName: string | null
  readonly approvedBy: readonly {
    readonly operatorId: string
    readonly name: string
    readonly device: string
  }[]
  readonly isMineToVote: boolean
}

/** Who looks: what he may vote on is part of the answer. */
export interface Viewer {
  readonly operatorId: string
  readonly deviceId: string
  readonly rights: readonly string[]
  readonly now: Date
}

export interface QueueFilter {
  readonly kinds: readonly ReviewKind[] | null
  readonly states: readonly ReviewState[]
  readonly mine: boolean
  readonly flagged: boolean
  readonly openedBefore: Date | null
  readonly memberId: string | null
}

// $1 operator, $2 device, $3 rights, $4 now: the same four in every statement of this file. As vote_review asks it, but
// what is the same for every row is asked once: with ten thousand waiting the counts would take a third of a second.
const isMine = `(r.state IN ('waiting', 'second') AND r.expires_at > $4::timestamptz
  AND CASE WHEN r.state = 'waiting' AND k.first_right IS NOT NULL THEN k.first_right ELSE k.second_right END
      = ANY ($3::text[])
  AND NOT (r.kind = 'operator' AND r.subject = $1::text)
  AND (r.state = 'waiting' OR NOT EXISTS (
    SELECT FROM app.review_votes v WHERE v.review_id = r.id AND v.decision = 'approve'
      AND (v.operator_id = $1::uuid OR v.device_id = $2::uuid)))
  AND (NOT EXISTS (SELECT FROM app.operator_relations x WHERE x.operator_id = $1::uuid)
    OR NOT app.is_related($1::uuid, r.member_id)))`

const rowColumns = `${reviewColumns}, m.account, ob.name AS "openedByName", ${isMine} AS "isMineToVote",
  (SELECT coalesce(json_agg(json_build_object('operatorId', v.operator_id, 'name', o.name, 'device', v.device_id)
     ORDER BY v.at), '[]')
   FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id
   WHERE v.review_id = r.id AND v.decision = 'approve') AS "approvedBy"`

const rowTables = `app.reviews r JOIN app.review_kinds k ON k.kind = r.kind
  LEFT JOIN app.members m ON m.id = r.member_id LEFT JOIN app.operators ob ON ob.id = r.opened_by`

const viewerValues = ({ operatorId, deviceId, rights, now }: Viewer) => [operatorId, deviceId, rights, now]

const conditions = `($5::text[] IS NULL OR r.kind = ANY ($5))
  AND r.state = ANY ($6::text[])
  AND (NOT $7::boolean OR ${isMine})
  AND (NOT $8::boolean OR r.flags <> '{}')
  AND ($9::timestamptz IS NULL OR r.opened_at <= $9)
  AND ($10::uuid IS NULL OR r.member_id = $10)`

const filterValues = (filter: QueueFilter) => [
  filter.kinds,
  filter.states,
  filter.mine,
  filter.flagged,
  filter.openedBefore,
  filter.memberId,
]

export interface Place {
  readonly later: boolean
  readonly openedAt: string
  readonly reviewId: string
}

/** Open ones: those that miss one approval first, then the longest waiting. */
export function readOpen(
  tx: Tx,
  viewer: Viewer,
  filter: QueueFilter,
  after: Place | undefined,
  limit: number,
): Promise<readonly QueueRow[]> {
  return tx.query<QueueRow>(
    `SELECT ${rowColumns} FROM ${rowTables}
     WHERE r.state IN ('waiting', 'second') AND ${conditions}
       AND ($11::boolean IS NULL OR ((r.state <> 'second'), r.opened_at, r.id) > ($11, $12::timestamptz, $13::uuid))
     ORDER BY (r.state <> 'second'), r.opened_at, r.id LIMIT $14`,
    [
      ...viewerValues(viewer),
      ...filterValues(filter),
      after?.later ?? null,
      after?.openedAt ?? null,
      after?.reviewId ?? null,
      limit,
    ],
  )
}

/** The others: newest first. */
export function readOver(
  tx: Tx,
  viewer: Viewer,
  filter: QueueFilter,
  after: Place | undefined,
  limit: number,
): Promise<readonly QueueRow[]> {
  return tx.query<QueueRow>(
    `SELECT ${rowColumns} FROM ${rowTables}
     WHERE ${conditions} AND ($11::timestamptz IS NULL OR (r.opened_at, r.id) < ($11, $12::uuid))
     ORDER BY r.opened_at DESC, r.id DESC LIMIT $13`,
    [
      ...viewerValues(viewer),
      ...filterValues(filter),
      after?.openedAt ?? null,
      after?.reviewId ?? null,
      limit,
    ],
  )
}

export async function readRow(tx: Tx, viewer: Viewer, reviewId: string): Promise<QueueRow | undefined> {
  const [row] = await tx.query<QueueRow>(`SELECT ${rowColumns} FROM ${rowTables} WHERE r.id = $5`, [
    ...viewerValues(viewer),
    reviewId,
  ])
  return row
}

export interface KindCount {
  readonly kind: ReviewKind
  readonly open: number
  readonly second: number
  readonly flagged: number
  readonly mine: number
  readonly late: number
}

export function countOpen(tx: Tx, viewer: Viewer): Promise<readonly KindCount[]> {
  return tx.query<KindCount>(
    `SELECT r.kind, count(*)::integer AS open, (count(*) FILTER (WHERE r.state = 'second'))::integer AS second,
       (count(*) FILTER (WHERE r.flags <> '{}'))::integer AS flagged,
       (count(*) FILTER (WHERE ${isMine}))::integer AS mine,
       (count(*) FILTER (WHERE r.promised_at < $4::timestamptz))::integer AS late
     FROM app.reviews r JOIN app.review_kinds k ON k.kind = r.kind
     WHERE r.state IN ('waiting', 'second') GROUP BY r.kind ORDER BY r.kind`,
    viewerValues(viewer),
  )
}

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
  readonly at: Date
  readonly payloadHash: string
}

export function readVoteRows(tx: Tx, reviewId: string): Promise<readonly VoteRow[]> {
  return tx.query<VoteRow>(
    `SELECT v.operator_id AS "operatorId", o.name, v.decision, v.note, v.at, v.payload_hash AS "payloadHash"
     FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id WHERE v.review_id = $1 ORDER BY v.at`,
    [reviewId],
  )
}

export interface Ending {
  readonly evidence: readonly { readonly label: string; readonly value: string }[]
  readonly outcome: string | null
  readonly closedAt: Date | null
  readonly trouble: string | null
  readonly isRelated: boolean
}

export async function readEnding(tx: Tx, reviewId: string, operatorId: string): Promise<Ending> {
  const [row] = await tx.query<Ending>(
    `SELECT evidence, outcome, closed_at AS "closedAt", trouble, app.is_related($2, member_id) AS "isRelated"
     FROM app.reviews WHERE id = $1`,
    [reviewId, operatorId],
  )
  return row!
}

export interface ViewRow {
  readonly viewId: string
  readonly name: string
  readonly filter: Record<string, unknown>
}

export function readViews(tx: Tx, operatorId: string): Promise<readonly ViewRow[]> {
  return tx.query<ViewRow>(
    `SELECT id AS "viewId", name, filter FROM app.saved_views WHERE operator_id = $1 ORDER BY saved_at, id`,
    [operatorId],
  )
}

/** False when a view of this name is there already. */
export async function insertView(
  tx: Tx,
  view: ViewRow & { readonly operatorId: string; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.saved_views (id, operator_id, name, filter, saved_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [view.viewId, view.operatorId, view.name, JSON.stringify(view.filter), view.now],
  )
  return rows.length === 1
}

export async function deleteView(tx: Tx, operatorId: string, viewId: string): Promise<boolean> {
  const rows = await tx.query(`DELETE FROM app.saved_views WHERE id = $2 AND operator_id = $1 RETURNING 1`, [
    operatorId,
    viewId,
  ])
  return rows.length === 1
}
