import type { JournalReason } from '@fairlot/contract/funds'
import type { Tx } from '#platform/db'

interface Texts {
  readonly tw: string
  readonly en: string
}

export interface NewJournal {
  readonly id: string
  readonly reviewId: string
  readonly memberId: string | null
  readonly why: JournalReason
  readonly texts: Texts
  readonly currency: string
  readonly original: string | null
  readonly lines: readonly { readonly account: string; readonly amount: string }[]
  readonly entryId: string
  readonly at: Date
}

export async function insertJournal(tx: Tx, journal: NewJournal): Promise<void> {
  await tx.query(
    `INSERT INTO app.journals (id, review_id, member_id, reason, texts, currency, original, lines, entry_id, posted_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      journal.id,
      journal.reviewId,
      journal.memberId,
      journal.why,
      JSON.stringify(journal.texts),
      journal.currency,
      journal.original,
      JSON.stringify(journal.lines),
      journal.entryId,
      journal.at,
    ],
  )
}

/** The reasons of corrections, by their entry. */
export async function readWhy(
  tx: Tx,
  memberId: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, Texts>> {
  if (entryIds.length === 0) return new Map()
  const rows = await tx.query<{ entryId: string; texts: Texts }>(
    `SELECT entry_id AS "entryId", texts FROM app.journals WHERE entry_id = ANY($2::uuid[]) AND member_id = $1
     UNION ALL
     SELECT e.id, k.texts FROM app.deposit_corrections k JOIN app.deposits d ON d.id = k.deposit_id AND d.member_id = $1
     CROSS JOIN LATERAL (VALUES (k.reversal_entry), (k.booking_entry)) AS e (id) WHERE e.id = ANY($2::uuid[])`,
    [memberId, entryIds],
  )
  return new Map(rows.map(({ entryId, texts }) => [entryId, { tw: texts.tw, en: texts.en }]))
}

export interface JournalRow {
  readonly journalId: string
  readonly reviewId: string
  readonly number: string
  readonly account: string | null
  readonly why: JournalReason
  readonly texts: Texts
  readonly currency: string
  readonly lines: readonly { readonly account: string; readonly amount: string }[]
  readonly entryId: string
  readonly postedAt: Date
  readonly operators: readonly string[]
}

export const readJournals = (tx: Tx): Promise<readonly JournalRow[]> =>
  tx.query<JournalRow>(
    `SELECT j.id AS "journalId", j.review_id AS "reviewId", r.number, m.account, j.reason AS why, j.texts, j.currency, j.lines,
       j.entry_id AS "entryId", j.posted_at AS "postedAt",
       ARRAY(SELECT o.name FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id
         WHERE v.review_id = j.review_id AND v.decision = 'approve' ORDER BY v.at) AS operators
     FROM app.journals j JOIN app.reviews r ON r.id = j.review_id LEFT JOIN app.members m ON m.id = j.member_id
     ORDER BY j.posted_at DESC, j.id DESC LIMIT 50`,
  )

export interface EntryHead {
  readonly event: string
  readonly reference: string
  readonly postedAt: Date
}

export async function readEntryHead(tx: Tx, entryId: string): Promise<EntryHead | undefined> {
  const [row] = await tx.query<EntryHead>(
    `SELECT event, reference, posted_at AS "postedAt" FROM ledger.entry_head($1)`,
    [entryId],
  )
  return row
}

export const readLegs = (
  tx: Tx,
  entryId: string,
): Promise<readonly { readonly account: string; readonly asset: string; readonly amount: bigint }[]> =>
  tx.query(`SELECT account, asset, amount FROM ledger.legs_of(ARRAY[$1::uuid]) ORDER BY line_no`, [entryId])
