import type { AboutKind, SupportState, SupportTopic } from '@fairlot/contract/support'
import type { Tx } from '#platform/db'

export interface ThreadRow {
  readonly threadId: string
  readonly number: string
  readonly memberId: string
  readonly topic: SupportTopic
  readonly title: string
  readonly aboutKind: AboutKind | null
  readonly aboutId: string | null
  readonly language: 'tw' | 'en'
  readonly byTicket: boolean
  readonly state: SupportState
  readonly openedAt: Date
  readonly lastAt: Date
  readonly dueAt: Date | null
}

export const threadColumns = `t.id AS "threadId", t.number, t.member_id AS "memberId", t.topic, t.title, t.about_kind AS "aboutKind",
  t.about_id AS "aboutId", t.language, t.by_ticket AS "byTicket", t.state, t.opened_at AS "openedAt", t.last_at AS "lastAt",
  t.due_at AS "dueAt"`

/** The newest entry of a thread: its side and text. */
export const lastEntry = `LATERAL (
  SELECT e.own AS "isOwn", left(e.text, 120) AS last FROM (
    (SELECT m.id, true AS own, m.text, m.at FROM app.support_messages m WHERE m.thread_id = t.id ORDER BY m.at DESC, m.id DESC LIMIT 1)
    UNION ALL
    (SELECT a.id, false, a.text, a.at FROM app.support_answers a WHERE a.thread_id = t.id ORDER BY a.at DESC, a.id DESC LIMIT 1)
  ) AS e ORDER BY e.at DESC, e.id DESC LIMIT 1) AS l`

/** Concurrent messages of one member are counted one after the other. */
export async function lockSupport(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('support ' || $1, 0))`, [memberId])
}

export async function countOpenThreads(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.support_threads WHERE member_id = $1 AND state <> 'closed'`,
    [memberId],
  )
  return row!.count
}

export async function countMessages(tx: Tx, memberId: string, since: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.support_threads t JOIN app.support_messages m ON m.thread_id = t.id
     WHERE t.member_id = $1 AND t.last_at > $2 AND m.at > $2`,
    [memberId, since],
  )
  return row!.count
}

export async function insertThread(
  tx: Tx,
  thread: Omit<ThreadRow, 'state' | 'lastAt' | 'dueAt'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.support_threads (id, number, member_id, topic, title, about_kind, about_id, language, by_ticket, opened_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      thread.threadId,
      thread.number,
      thread.memberId,
      thread.topic,
      thread.title,
      thread.aboutKind,
      thread.aboutId,
      thread.language,
      thread.byTicket,
      thread.openedAt,
    ],
  )
}

export async function insertMessage(
  tx: Tx,
  message: {
    readonly messageId: string
    readonly threadId: string
    readonly text: string
    readonly dueAt: Date
    readonly at: Date
  },
): Promise<void> {
  await tx.query(
    'INSERT INTO app.support_messages (id, thread_id, text, due_at, at) VALUES ($1, $2, $3, $4, $5)',
    [message.messageId, message.threadId, message.text, message.dueAt, message.at],
  )
}

export async function insertPicture(tx: Tx, fileId: string, messageId: string, place: number): Promise<void> {
  await tx.query('INSERT INTO app.support_pictures (file_id, message_id, place) VALUES ($1, $2, $3)', [
    fileId,
    messageId,
    place,
  ])
}

const maxListed = 100

export const readThreadRows = (
  tx: Tx,
  memberId: string,
): Promise<readonly (ThreadRow & { readonly isOwn: boolean; readonly last: string })[]> =>
  tx.query(
    `SELECT ${threadColumns}, l.* FROM app.support_threads t CROSS JOIN ${lastEntry}
     WHERE t.member_id = $1 ORDER BY t.last_at DESC, t.id DESC LIMIT ${maxListed}`,
    [memberId],
  )

/** Undefined for another member's. */
export async function readThreadRow(
  tx: Tx,
  memberId: string,
  threadId: string,
): Promise<ThreadRow | undefined> {
  const [row] = await tx.query<ThreadRow>(
    `SELECT ${threadColumns} FROM app.support_threads t WHERE t.id = $2 AND t.member_id = $1`,
    [memberId, threadId],
  )
  return row
}

/** The newest matter that the member opened while the sign-in was blocked. */
export async function readBlockedThread(tx: Tx, memberId: string): Promise<ThreadRow | undefined> {
  const [row] = await tx.query<ThreadRow>(
    `SELECT ${threadColumns} FROM app.support_threads t WHERE t.member_id = $1 AND t.by_ticket
     ORDER BY t.opened_at DESC, t.id DESC LIMIT 1`,
    [memberId],
  )
  return row
}

export interface EntryRow {
  readonly entryId: string
  readonly by: string | null
  readonly text: string
  readonly at: Date
  readonly attachments: readonly { readonly fileId: string; readonly bytes: number }[]
}

/** Messages and answers, oldest first. Notes are in another table, which the api cannot read. */
export const readEntries = (tx: Tx, threadId: string): Promise<readonly EntryRow[]> =>
  tx.query<EntryRow>(
    `SELECT * FROM (
       SELECT m.id AS "entryId", NULL AS by, m.text, m.at,
         coalesce((SELECT json_agg(json_build_object('fileId', f.id, 'bytes', f.bytes) ORDER BY p.place)
           FROM app.support_pictures p JOIN app.files f ON f.id = p.file_id WHERE p.message_id = m.id), '[]') AS attachments
       FROM app.support_messages m WHERE m.thread_id = $1
       UNION ALL
       SELECT a.id, a.operator, a.text, a.at, '[]' FROM app.support_answers a WHERE a.thread_id = $1
     ) AS e ORDER BY e.at, e."entryId"`,
    [threadId],
  )

export interface NewestAnswer {
  readonly answerId: string
  readonly solved: boolean | null
  readonly ratedAt: Date | null
}

export async function readNewestAnswer(tx: Tx, threadId: string): Promise<NewestAnswer | undefined> {
  const [row] = await tx.query<NewestAnswer>(
    `SELECT a.id AS "answerId", r.solved, r.at AS "ratedAt" FROM app.support_answers a
     LEFT JOIN app.support_ratings r ON r.answer_id = a.id
     WHERE a.thread_id = $1 ORDER BY a.at DESC, a.id DESC LIMIT 1`,
    [threadId],
  )
  return row
}

/** False when it was rated before. */
export async function insertRating(
  tx: Tx,
  rating: {
    readonly answerId: string
    readonly threadId: string
    readonly solved: boolean
    readonly at: Date
  },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.support_ratings (answer_id, thread_id, solved, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [rating.answerId, rating.threadId, rating.solved, rating.at],
  )
  return rows.length > 0
}

export const readAnsweredWaits = (
  tx: Tx,
  since: Date,
): Promise<readonly { readonly askedAt: Date; readonly dueAt: Date; readonly answeredAt: Date }[]> =>
  tx.query(
    `SELECT asked_at AS "askedAt", due_at AS "dueAt", answered_at AS "answeredAt" FROM app.support_waits
     WHERE answered_at > $1`,
    [since],
  )

export async function countOpenWaits(
  tx: Tx,
  now: Date,
): Promise<{ readonly waiting: number; readonly overdue: number }> {
  const [row] = await tx.query<{ waiting: number; overdue: number }>(
    `SELECT count(*)::integer AS waiting, (count(*) FILTER (WHERE due_at < $1))::integer AS overdue
     FROM app.support_waits WHERE answered_at IS NULL`,
    [now],
  )
  return row!
}

export async function countRatings(
  tx: Tx,
  since: Date,
): Promise<{ readonly ratings: number; readonly solved: number }> {
  const [row] = await tx.query<{ ratings: number; solved: number }>(
    `SELECT count(*)::integer AS ratings, (count(*) FILTER (WHERE solved))::integer AS solved
     FROM app.support_ratings WHERE at > $1`,
    [since],
  )
  return row!
}
