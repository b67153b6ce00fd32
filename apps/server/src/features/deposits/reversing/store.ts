import type { Currency } from '@fairlot/money'
import type { Tx } from '#platform/db'

export interface BookedRow {
  readonly depositId: string
  readonly memberId: string
  readonly currency: Currency
  readonly amount: bigint
  readonly fee: bigint
  readonly booked: bigint
  readonly entryId: string
  readonly reference: string
  readonly number: string | null
  /** The amount on the bank's line. */
  readonly line: bigint | null
  readonly isCorrected: boolean
}

/** Returns undefined when there is no such deposit or it was not booked. */
export async function readBooked(tx: Tx, depositId: string): Promise<BookedRow | undefined> {
  const [row] = await tx.query<BookedRow>(
    `SELECT d.id AS "depositId", d.member_id AS "memberId", d.currency, d.amount, d.fee, d.booked, d.entry_id AS "entryId",
       d.reference, r.number, l.amount AS line, k.deposit_id IS NOT NULL AS "isCorrected"
     FROM app.deposits d LEFT JOIN app.bank_statement_lines l ON l.deposit_id = d.id
     LEFT JOIN app.deposit_corrections k ON k.deposit_id = d.id
     LEFT JOIN LATERAL (SELECT v.number FROM app.reviews v WHERE v.kind = 'deposit' AND v.subject = d.id::text
       ORDER BY v.opened_at DESC LIMIT 1) AS r ON true
     WHERE d.id = $1 AND d.state = 'passed'`,
    [depositId],
  )
  return row
}

export interface CorrectionRow {
  readonly reviewId: string
  readonly reversed: bigint
  readonly booked: bigint | null
  readonly at: Date
  readonly texts: { readonly tw: string; readonly en: string }
}

export async function readCorrection(tx: Tx, depositId: string): Promise<CorrectionRow | undefined> {
  const [row] = await tx.query<CorrectionRow>(
    `SELECT review_id AS "reviewId", reversed, booked, corrected_at AS at, texts FROM app.deposit_corrections
     WHERE deposit_id = $1`,
    [depositId],
  )
  return row
}

export async function insertCorrection(
  tx: Tx,
  correction: {
    readonly depositId: string
    readonly reviewId: string
    readonly reversed: bigint
    readonly reversalEntry: string
    readonly booked: bigint | null
    readonly bookingEntry: string | null
    readonly texts: { readonly tw: string; readonly en: string }
    readonly at: Date
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.deposit_corrections (deposit_id, review_id, reversed, reversal_entry, booked, booking_entry, texts, corrected_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      correction.depositId,
      correction.reviewId,
      correction.reversed,
      correction.reversalEntry,
      correction.booked,
      correction.bookingEntry,
      JSON.stringify(correction.texts),
      correction.at,
    ],
  )
}

/** Two entries that commit or roll back together, inside the transaction that closes the review. */
export async function beginBoth(tx: Tx): Promise<void> {
  await tx.query('SAVEPOINT reversal')
}

export async function undoBoth(tx: Tx): Promise<void> {
  await tx.query('ROLLBACK TO SAVEPOINT reversal')
}
