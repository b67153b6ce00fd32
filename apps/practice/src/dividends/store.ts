import type { Database } from '@fairlot/process/database'
import type { PracticeDividend } from '@fairlot/rules/corporate-actions'
import type { Proposal } from '../offers/store.ts'

export type DividendProposal = Proposal<'corporate-actions'>

export const readDividendProposals = (db: Database): Promise<readonly DividendProposal[]> =>
  db.query<DividendProposal>(
    `SELECT id AS "reviewId", kind, subject, payload, reason, opened_by AS "openedBy", state, is_signed AS "isSigned"
     FROM practice.dividend_proposals ORDER BY id`,
  )

/** The first listed practice company whose last dividend is long ago. */
export async function readIssuer(db: Database): Promise<string | undefined> {
  const [row] = await db.query<{ symbol: string }>(
    'SELECT symbol FROM practice.issuers ORDER BY symbol LIMIT 1',
  )
  return row?.symbol
}

/** Null when it is proposed, else the refusal's code. */
export async function proposeDividend(
  db: Database,
  { reviewId, actionId }: { readonly reviewId: string; readonly actionId: string },
  { symbol, cashMicros, stockMicros, exOn, paysOn }: PracticeDividend,
  now: Date,
): Promise<string | null> {
  const [row] = await db.query<{ refusal: string | null }>(
    'SELECT practice.propose_dividend($1, $2, $3, $4, $5, $6, $7, $8) AS refusal',
    [reviewId, actionId, symbol, cashMicros, stockMicros, exOn, paysOn, now],
  )
  return row!.refusal
}
