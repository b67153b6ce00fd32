import type { NoticeKind } from '@fairlot/contract/notices'
import type { NoticeParams, NoticeTexts } from '@fairlot/rules/notices'
import type { Tx } from '#platform/db'
import type { PageCursor } from '#platform/page-cursor'

export interface NewNotice {
  readonly noticeId: string
  readonly memberId: string
  readonly kind: NoticeKind
  readonly code: string
  readonly params: NoticeParams
  readonly path: string | null
  readonly at: Date
}

export async function insertNotices(
  tx: Tx,
  notices: readonly NewNotice[],
  deliveredAt: Date | null,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.notices (id, member_id, kind, code, params, path, sent_at, delivered_at)
     SELECT u.*, $8 FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::text[],
       $7::timestamptz[]) AS u ON CONFLICT (id) DO NOTHING`,
    [
      notices.map(({ noticeId }) => noticeId),
      notices.map(({ memberId }) => memberId),
      notices.map(({ kind }) => kind),
      notices.map(({ code }) => code),
      notices.map(({ params }) => JSON.stringify(params)),
      notices.map(({ path }) => path),
      notices.map(({ at }) => at),
      deliveredAt,
    ],
  )
}

export async function insertSiteNotice(
  tx: Tx,
  {
    noticeId,
    texts,
    path,
    at,
  }: {
    readonly noticeId: string
    readonly texts: NoticeTexts
    readonly path: string | null
    readonly at: Date
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.notices (id, kind, texts, path, sent_at) VALUES ($1, 'site', $2, $3, $4)
     ON CONFLICT (id) DO NOTHING`,
    [noticeId, JSON.stringify(texts), path, at],
  )
}

export interface NoticeRow {
  readonly id: string
  readonly memberId: string | null
  readonly kind: NoticeKind
  readonly code: string | null
  readonly params: NoticeParams
  readonly texts: NoticeTexts | null
  readonly path: string | null
  readonly sentAt: Date
  readonly isRead: boolean
}

const columns = `n.id, n.member_id AS "memberId", n.kind, n.code, n.params, n.texts, n.path, n.sent_at AS "sentAt"`

// A notice to everyone exists for members from its time on: two operators may have scheduled it.
// It counts as read when opened, or when older than the member's joining or last "all read".
const siteIsRead = `(
  n.sent_at <= greatest(m.joined_at, coalesce(k.all_read_at, m.joined_at))
  OR EXISTS (SELECT FROM app.notice_reads r WHERE r.member_id = m.id AND r.notice_id = n.id)
)`
const siteOf = `app.notices n JOIN app.members m ON m.id = $1 LEFT JOIN app.notice_marks k ON k.member_id = m.id`

/** Two index scans, merged: neither reads more than a page. */
export const readNotices = (
  tx: Tx,
  memberId: string,
  { kind, codes }: { readonly kind: NoticeKind | null; readonly codes: readonly string[] | null },
  after: PageCursor | null,
  limit: number,
  now: Date,
): Promise<readonly NoticeRow[]> =>
  tx.query<NoticeRow>(
    `SELECT * FROM (
       (SELECT ${columns}, n.read_at IS NOT NULL AS "isRead" FROM app.notices n
        WHERE n.member_id = $1 AND ($2::text IS NULL OR n.kind = $2) AND ($6::text[] IS NULL OR n.code = ANY($6))
          AND ($3::timestamptz IS NULL OR (n.sent_at, n.id) < ($3, $4::uuid))
        ORDER BY n.sent_at DESC, n.id DESC LIMIT $5)
       UNION ALL
       (SELECT ${columns}, ${siteIsRead} AS "isRead" FROM ${siteOf}
        WHERE n.member_id IS NULL AND n.sent_at <= $7 AND ($2::text IS NULL OR n.kind = $2) AND $6::text[] IS NULL
          AND ($3::timestamptz IS NULL OR (n.sent_at, n.id) < ($3, $4::uuid))
        ORDER BY n.sent_at DESC, n.id DESC LIMIT $5)
     ) AS found ORDER BY "sentAt" DESC, id DESC LIMIT $5`,
    [memberId, kind, after?.at ?? null, after?.id ?? null, limit, codes, now],
  )

export const readSiteNotices = (
  tx: Tx,
  after: PageCursor | null,
  limit: number,
  now: Date,
): Promise<readonly NoticeRow[]> =>
  tx.query<NoticeRow>(
    `SELECT ${columns}, false AS "isRead" FROM app.notices n
     WHERE n.member_id IS NULL AND n.sent_at <= $4 AND ($1::timestamptz IS NULL OR (n.sent_at, n.id) < ($1, $2::uuid))
     ORDER BY n.sent_at DESC, n.id DESC LIMIT $3`,
    [after?.at ?? null, after?.id ?? null, limit, now],
  )

export interface Unread {
  readonly unread: number
  readonly unreadTrading: number
}

/** A member who never reads has at most this many: the count is on every page with a bell. */
const maxCounted = 1_000

export async function countUnread(tx: Tx, memberId: string, now: Date): Promise<Unread> {
  const [row] = await tx.query<Unread>(
    `SELECT (own.count + (
         SELECT count(*) FROM ${siteOf}
         WHERE n.member_id IS NULL AND n.sent_at > m.joined_at AND n.sent_at <= $3 AND NOT ${siteIsRead}
       ))::integer AS unread, own.trading::integer AS "unreadTrading"
     FROM (
       SELECT count(*) AS count, count(*) FILTER (WHERE n.kind = 'trading') AS trading
       FROM (SELECT kind FROM app.notices WHERE member_id = $1 AND read_at IS NULL LIMIT $2) AS n
     ) AS own`,
    [memberId, maxCounted, now],
  )
  return row!
}

export async function readNotice(
  tx: Tx,
  memberId: string,
  noticeId: string,
  now: Date,
): Promise<NoticeRow | undefined> {
  const [row] = await tx.query<NoticeRow>(
    `SELECT ${columns}, CASE WHEN n.member_id IS NULL THEN ${siteIsRead} ELSE n.read_at IS NOT NULL END AS "isRead"
     FROM ${siteOf} WHERE n.id = $2 AND CASE WHEN n.member_id IS NULL THEN n.sent_at <= $3 ELSE n.member_id = $1 END`,
    [memberId, noticeId, now],
  )
  return row
}

export async function readSiteNotice(tx: Tx, noticeId: string, now: Date): Promise<NoticeRow | undefined> {
  const [row] = await tx.query<NoticeRow>(
    `SELECT ${columns}, false AS "isRead" FROM app.notices n
     WHERE n.id = $1 AND n.member_id IS NULL AND n.sent_at <= $2`,
    [noticeId, now],
  )
  return row
}

export async function markRead(
  tx: Tx,
  memberId: string,
  { id, memberId: to }: NoticeRow,
  now: Date,
): Promise<void> {
  if (to === null)
    await tx.query(
      `INSERT INTO app.notice_reads (member_id, notice_id, read_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [memberId, id, now],
    )
  else await tx.query(`UPDATE app.notices SET read_at = $2 WHERE id = $1 AND read_at IS NULL`, [id, now])
}

export async function markAllRead(tx: Tx, memberId: string, now: Date): Promise<void> {
  await Promise.all([
    tx.query(`UPDATE app.notices SET read_at = $2 WHERE member_id = $1 AND read_at IS NULL`, [memberId, now]),
    tx.query(
      `INSERT INTO app.notice_marks (member_id, all_read_at) VALUES ($1, $2)
       ON CONFLICT (member_id) DO UPDATE SET all_read_at = greatest(notice_marks.all_read_at, excluded.all_read_at)`,
      [memberId, now],
    ),
  ])
}

/** The latest notices to everyone, with how many members have opened each. */
export interface ScheduledNotice {
  readonly texts: NoticeTexts
  readonly path: string | null
  readonly sentAt: Date
}

/** Undefined once its time has come. */
export async function readScheduled(
  tx: Tx,
  noticeId: string,
  now: Date,
): Promise<ScheduledNotice | undefined> {
  const [row] = await tx.query<ScheduledNotice>(
    `SELECT texts, path, sent_at AS "sentAt" FROM app.notices
     WHERE id = $1 AND member_id IS NULL AND sent_at > $2`,
    [noticeId, now],
  )
  return row
}

/** False when its time has come: a sent notice stays. */
export async function deleteScheduled(tx: Tx, noticeId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    'DELETE FROM app.notices WHERE id = $1 AND member_id IS NULL AND sent_at > $2 RETURNING id',
    [noticeId, now],
  )
  return rows.length > 0
}

export async function hasOpenCancel(tx: Tx, noticeId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM app.reviews
     WHERE kind = 'notice' AND state IN ('second', 'decided') AND payload ->> 'cancels' = $1`,
    [noticeId],
  )
  return rows.length > 0
}

export const readSentToAll = (
  tx: Tx,
): Promise<
  readonly {
    readonly noticeId: string
    readonly texts: NoticeTexts
    readonly path: string | null
    readonly sentAt: Date
    readonly readers: number
  }[]
> =>
  tx.query(
    `SELECT n.id AS "noticeId", n.texts, n.path, n.sent_at AS "sentAt",
       (SELECT count(*)::integer FROM app.notice_reads r WHERE r.notice_id = n.id) AS readers
     FROM app.notices n WHERE n.member_id IS NULL ORDER BY n.sent_at DESC, n.id DESC LIMIT 50`,
  )

export const readWaitingNotices = (
  tx: Tx,
): Promise<
  readonly {
    readonly reviewId: string
    readonly number: string
    readonly title: { readonly tw: string; readonly en: string }
    readonly cancels: string | null
    readonly openedAt: Date
    readonly by: string
  }[]
> =>
  tx.query(
    `SELECT r.id AS "reviewId", r.number, r.payload -> 'title' AS title, (r.payload ->> 'cancels')::uuid AS cancels,
       r.opened_at AS "openedAt", o.name AS by
     FROM app.reviews r JOIN app.operators o ON o.id = r.opened_by
     WHERE r.kind = 'notice' AND r.state IN ('second', 'decided') ORDER BY r.opened_at DESC LIMIT 50`,
  )
