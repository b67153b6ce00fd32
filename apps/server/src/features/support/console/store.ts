import type { RestrictionKind, VerificationState } from '@fairlot/contract/members'
import { type SupportState, supportStates } from '@fairlot/contract/support'
import { maxCounted } from '@fairlot/contract/fund-requests/states'
import type { Tx } from '#platform/db'
import { lastEntry, threadColumns, type ThreadRow } from '../store.ts'

export interface InboxRow extends ThreadRow {
  readonly account: string
  readonly name: string | null
  readonly assigneeId: string | null
  readonly assignee: string | null
  readonly last: string
}

const beside = `JOIN app.members m ON m.id = t.member_id LEFT JOIN app.identities i ON i.member_id = t.member_id
  LEFT JOIN app.support_assignments s ON s.thread_id = t.id LEFT JOIN app.operators o ON o.id = s.operator_id`
const besideColumns = `m.account, i.name_masked AS name, s.operator_id AS "assigneeId", o.name AS assignee`
const maxListed = 100

/** Waiting ones by their promised time, others newest first. `operatorId`: only those of this operator. */
export const readInbox = (
  tx: Tx,
  state: SupportState,
  operatorId: string | null,
): Promise<readonly InboxRow[]> =>
  tx.query<InboxRow>(
    `SELECT ${threadColumns}, ${besideColumns}, l.last FROM app.support_threads t ${beside} CROSS JOIN ${lastEntry}
     WHERE t.state = $1 AND ($2::uuid IS NULL OR s.operator_id = $2)
     ORDER BY ${state === 'waiting' ? 't.due_at, t.id' : 't.last_at DESC, t.id DESC'} LIMIT ${maxListed}`,
    [state, operatorId],
  )

export const countThreads = (
  tx: Tx,
): Promise<readonly { readonly state: SupportState; readonly count: number }[]> =>
  tx.query(
    `SELECT s.state, (SELECT count(*)::integer FROM (
       SELECT FROM app.support_threads t WHERE t.state = s.state LIMIT $2) AS counted) AS count
     FROM unnest($1::text[]) AS s (state)`,
    [supportStates, maxCounted],
  )

export interface ThreadDetail extends InboxRow {
  readonly verification: VerificationState
  readonly earlier: number
}

export async function readDetail(tx: Tx, threadId: string): Promise<ThreadDetail | undefined> {
  const [row] = await tx.query<ThreadDetail>(
    `SELECT ${threadColumns}, ${besideColumns}, '' AS last, m.verification,
       (SELECT count(*)::integer FROM app.support_threads e WHERE e.member_id = t.member_id AND e.id <> t.id) AS earlier
     FROM app.support_threads t ${beside} WHERE t.id = $1`,
    [threadId],
  )
  return row
}

export const readRestrictions = (
  tx: Tx,
  memberId: string,
): Promise<readonly { readonly kind: RestrictionKind }[]> =>
  tx.query('SELECT kind FROM app.restrictions WHERE member_id = $1 AND lifted_at IS NULL ORDER BY since', [
    memberId,
  ])

export interface NoteRow {
  readonly noteId: string
  readonly by: string
  readonly text: string
  readonly to: string | null
  readonly at: Date
}

export const readNotes = (tx: Tx, threadId: string): Promise<readonly NoteRow[]> =>
  tx.query<NoteRow>(
    `SELECT id AS "noteId", operator AS by, text, to_operator AS "to", at FROM app.support_notes
     WHERE thread_id = $1 ORDER BY at, id`,
    [threadId],
  )

export const readRatings = (
  tx: Tx,
  threadId: string,
): Promise<readonly { readonly solved: boolean; readonly at: Date }[]> =>
  tx.query('SELECT solved, at FROM app.support_ratings WHERE thread_id = $1 ORDER BY at', [threadId])

/** Operators who may answer. */
export const readColleagues = (
  tx: Tx,
  now: Date,
): Promise<readonly { readonly operatorId: string; readonly name: string }[]> =>
  tx.query(
    `SELECT o.id AS "operatorId", o.name FROM app.operators o
     WHERE app.has_right(o.id, 'answer-support', $1) ORDER BY o.name, o.id LIMIT 200`,
    [now],
  )

export async function mayAnswer(tx: Tx, operatorId: string, now: Date): Promise<boolean> {
  const [row] = await tx.query<{ may: boolean }>(`SELECT app.has_right($1, 'answer-support', $2) AS may`, [
    operatorId,
    now,
  ])
  return row!.may
}

export async function isRelated(tx: Tx, operatorId: string, memberId: string): Promise<boolean> {
  const [row] = await tx.query<{ related: boolean }>('SELECT app.is_related($1, $2) AS related', [
    operatorId,
    memberId,
  ])
  return row!.related
}

export async function answerSupport(
  tx: Tx,
  answer: {
    readonly answerId: string
    readonly threadId: string
    readonly operatorId: string
    readonly sessionId: string
    readonly text: string
    readonly closes: boolean
    readonly seen: string
    readonly now: Date
  },
): Promise<string | null> {
  const [row] = await tx.query<{ refusal: string | null }>(
    'SELECT app.answer_support($1, $2, $3, $4, $5, $6, $7, $8) AS refusal',
    [
      answer.answerId,
      answer.threadId,
      answer.operatorId,
      answer.sessionId,
      answer.text,
      answer.closes,
      answer.seen,
      answer.now,
    ],
  )
  return row!.refusal
}

export async function insertNote(
  tx: Tx,
  note: {
    readonly noteId: string
    readonly threadId: string
    readonly operatorId: string
    readonly operator: string
    readonly text: string
    readonly to: { readonly operatorId: string; readonly name: string } | null
    readonly at: Date
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.support_notes (id, thread_id, operator_id, operator, text, to_operator_id, to_operator, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      note.noteId,
      note.threadId,
      note.operatorId,
      note.operator,
      note.text,
      note.to?.operatorId ?? null,
      note.to?.name ?? null,
      note.at,
    ],
  )
}

export async function assignThread(tx: Tx, threadId: string, operatorId: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO app.support_assignments (thread_id, operator_id, assigned_at) VALUES ($1, $2, $3)
     ON CONFLICT (thread_id) DO UPDATE SET operator_id = $2, assigned_at = $3`,
    [threadId, operatorId, at],
  )
}

export async function releaseThread(tx: Tx, threadId: string): Promise<void> {
  await tx.query('DELETE FROM app.support_assignments WHERE thread_id = $1', [threadId])
}

export async function isPictureOf(tx: Tx, threadId: string, fileId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM app.support_pictures p JOIN app.support_messages m ON m.id = p.message_id
     WHERE m.thread_id = $1 AND p.file_id = $2`,
    [threadId, fileId],
  )
  return rows.length > 0
}
