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
  /** Kinds he has the right to vote on: those nobody has voted on yet, and those that miss one approval. */
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
}

// $1 operator, $2 device, $3 and $4 kinds, $5 now: the same five in every statement of this file. As vote_review asks it,
// but what is the same for every row is asked once: with ten thousand waiting the counts would take a third of a second.
const isMine = `(r.expires_at > $5::timestamptz
  AND CASE r.state WHEN 'waiting' THEN r.kind = ANY ($3::text[])
    WHEN 'second' THEN r.kind = ANY ($4::text[]) AND NOT EXISTS (
      SELECT FROM app.review_votes v WHERE v.review_id = r.id AND v.decision = 'approve'
        AND (v.operator_id = $1::uuid OR v.device_id = $2::uuid))
    ELSE false END
  AND NOT (r.kind = 'operator' AND r.subject = $1::text)
  AND (NOT EXISTS (SELECT FROM app.operator_relations x WHERE x.operator_id = $1::uuid)
    OR NOT app.is_related($1::uuid, r.member_id)))`

const rowColumns = `${reviewColumns}, m.account, ob.name AS "openedByName", ${isMine} AS "isMineToVote",
  (SELECT coalesce(json_agg(json_build_object('operatorId', v.operator_id, 'name', o.name, 'device', v.device_id)
     ORDER BY v.at), '[]')
   FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id
   WHERE v.review_id = r.id AND v.decision = 'approve') AS "approvedBy"`

const besideRow = `LEFT JOIN app.members m ON m.id = r.member_id LEFT JOIN app.operators ob ON ob.id = r.opened_by`

const viewerValues = ({ operatorId, deviceId, kinds, now }: Viewer) => [
  operatorId,
  deviceId,
  kinds.waiting,
  kinds.second,
  now,
]

// One kind is asked for by itself, because only so its index gives the rows in their order. `coalesce` keeps the planner
// from believing that hardly anything is mine: it would sort the whole queue instead of reading its first page.
const conditions = ({ kinds }: QueueFilter): string => `
  ${kinds?.length === 1 ? 'r.kind = ($6::text[])[1]' : '($6::text[] IS NULL OR r.kind = ANY ($6))'}
  AND r.state = ANY ($7::text[])
  AND (NOT $8::boolean OR coalesce(${isMine}, false))
  AND (NOT $9::boolean OR r.flags <> '{}')
  AND ($10::timestamptz IS NULL OR r.opened_at <= $10)
  AND ($11::uuid IS NULL OR r.member_id = $11)`

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

/** How many a page has, and one more: it tells whether there is another. */
export const pageSize = 50
const limit = `LIMIT ${pageSize + 1}`

/** Open ones: those that miss one approval first, then the longest waiting. Names and votes are read for one page only. */
export function readOpen(
  tx: Tx,
  viewer: Viewer,
  filter: QueueFilter,
  after: Place | undefined,
): Promise<readonly QueueRow[]> {
  const order = `(r.state <> 'second'), r.opened_at, r.id`
  return tx.query<QueueRow>(
    `SELECT ${rowColumns} FROM (
       SELECT r.* FROM app.reviews r WHERE r.state IN ('waiting', 'second') AND ${conditions(filter)}
         AND ($12::boolean IS NULL OR (${order}) > ($12, $13::timestamptz, $14::uuid))
       ORDER BY ${order} ${limit}) r ${besideRow}
     ORDER BY ${order}`,
    [
      ...viewerValues(viewer),
      ...filterValues(filter),
      after?.later ?? null,
      after?.openedAt ?? null,
      after?.reviewId ?? null,
    ],
  )
}

/** The others: newest first. */
export function readOver(
  tx: Tx,
  viewer: Viewer,
  filter: QueueFilter,
  after: Place | undefined,
): Promise<readonly QueueRow[]> {
  return tx.query<QueueRow>(
    `SELECT ${rowColumns} FROM (
       SELECT r.* FROM app.reviews r WHERE ${conditions(filter)}
         AND ($12::timestamptz IS NULL OR (r.opened_at, r.id) < ($12, $13::uuid))
       ORDER BY r.opened_at DESC, r.id DESC ${limit}) r ${besideRow}
     ORDER BY r.opened_at DESC, r.id DESC`,
    [...viewerValues(viewer), ...filterValues(filter), after?.openedAt ?? null, after?.reviewId ?? null],
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
}

export function countOpen(tx: Tx, viewer: Viewer): Promise<readonly KindCount[]> {
  return tx.query<KindCount>(
    `SELECT r.kind, count(*)::integer AS open, (count(*) FILTER (WHERE r.state = 'second'))::integer AS second,
       (count(*) FILTER (WHERE r.flags <> '{}'))::integer AS flagged,
       (count(*) FILTER (WHERE ${isMine}))::integer AS mine,
       (count(*) FILTER (WHERE r.promised_at < $5::timestamptz))::integer AS late
     FROM app.reviews r WHERE r.state IN ('waiting', 'second') GROUP BY r.kind ORDER BY r.kind`,
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

/** Each page of the console keeps its own. */
export type ViewPage = 'queue' | 'members'

export function readViews(tx: Tx, operatorId: string, page: ViewPage): Promise<readonly ViewRow[]> {
  return tx.query<ViewRow>(
    `SELECT id AS "viewId", name, filter FROM app.saved_views WHERE operator_id = $1 AND page = $2
     ORDER BY saved_at, id`,
    [operatorId, page],
  )
}

/** False when a view of this name is there already. */
export async function insertView(
  tx: Tx,
  view: ViewRow & { readonly operatorId: string; readonly page: ViewPage; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.saved_views (id, operator_id, name, filter, saved_at, page) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [view.viewId, view.operatorId, view.name, JSON.stringify(view.filter), view.now, view.page],
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
