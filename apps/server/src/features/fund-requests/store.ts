import type { Tx } from '#platform/db'

export type RequestKind = 'deposit' | 'withdrawal'

/** Serialises one member's requests for money in or out: two at once could both get below the same limit. */
export async function lockFundRequests(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('fund requests ' || $1, 0))`, [memberId])
}

export const readPendingRequests = (
  tx: Tx,
  memberId: string,
): Promise<readonly { kind: RequestKind; id: string; sentAt: Date }[]> =>
  tx.query('SELECT kind, id, sent_at AS "sentAt" FROM app.pending_fund_requests($1)', [memberId])

export interface LedgerLine {
  readonly entryId: string
  readonly event: string
  readonly account: string
  readonly amount: bigint
  readonly asset: string
  readonly postedAt: Date
}

/** The ledger lines of one deposit or withdrawal, in posting order. */
export async function readRequestLines(tx: Tx, requestId: string) {
  const rows = await tx.query<LedgerLine>(
    `SELECT entry_id AS "entryId", event, account, amount, asset, posted_at AS "postedAt"
     FROM app.fund_request_lines($1)`,
    [requestId],
  )
  return rows.map(({ amount, postedAt, ...row }) => ({
    ...row,
    amount: amount.toString(),
    postedAt: postedAt.toISOString(),
  }))
}

export interface ProposalRow {
  readonly subject: string
  readonly reviewId: string
  readonly number: string
  readonly by: string
  readonly openedAt: Date
}

/** Open proposals of this kind by operators. */
export const readProposals = (tx: Tx, kind: string): Promise<readonly ProposalRow[]> =>
  tx.query<ProposalRow>(
    `SELECT r.subject, r.id AS "reviewId", r.number, o.name AS by, r.opened_at AS "openedAt"
     FROM app.reviews r JOIN app.operators o ON o.id = r.opened_by
     WHERE r.kind = $1 AND r.state IN ('waiting', 'second') ORDER BY r.opened_at`,
    [kind],
  )
