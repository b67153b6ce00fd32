import type { CreditEndReason, CreditPurpose, CreditState, ScoreKind } from '@fairlot/contract/credit'
import type { Tx } from '#platform/db'

export interface LoanRow {
  readonly loanId: string
  readonly number: string
  readonly memberId: string
  readonly amount: bigint
  readonly termDays: number
  readonly aprPpm: number
  readonly state: CreditState
  readonly reason: CreditEndReason | null
  readonly note: string | null
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly decidedAt: Date | null
  readonly lentOn: string | null
  readonly dueOn: string | null
  readonly principal: bigint
  readonly interest: bigint
  readonly interestPaid: bigint
  readonly accruesFrom: string | null
  readonly interestThrough: string | null
  readonly repaidAt: Date | null
}

export const loanColumns = `o.id AS "loanId", o.number, o.member_id AS "memberId", o.amount, o.term_days AS "termDays",
  o.apr_ppm AS "aprPpm", o.state, o.reason, o.note, o.sent_at AS "sentAt", o.promised_at AS "promisedAt",
  o.decided_at AS "decidedAt", o.lent_on::text AS "lentOn", o.due_on::text AS "dueOn", o.principal, o.interest,
  o.interest_paid AS "interestPaid", o.accrues_from::text AS "accruesFrom", o.interest_through::text AS "interestThrough",
  o.repaid_at AS "repaidAt"`
const isOpen = `(o.state = 'pending' OR o.state = 'passed' AND o.repaid_at IS NULL)`

/** Requests, repayments and the watch of one member wait for each other. */
export async function lockCredit(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('credit ' || $1::text, 0))`, [memberId])
}

export async function readLoan(tx: Tx, loanId: string): Promise<LoanRow | undefined> {
  const [row] = await tx.query<LoanRow>(`SELECT ${loanColumns} FROM app.credit_loans o WHERE o.id = $1`, [
    loanId,
  ])
  return row
}

/** The one that is under review or not repaid. */
export async function readOpenLoan(tx: Tx, memberId: string): Promise<LoanRow | undefined> {
  const [row] = await tx.query<LoanRow>(
    `SELECT ${loanColumns} FROM app.credit_loans o WHERE o.member_id = $1 AND ${isOpen}`,
    [memberId],
  )
  return row
}

export interface NewLoan {
  readonly loanId: string
  readonly number: string
  readonly memberId: string
  readonly amount: bigint
  readonly termDays: number
  readonly aprPpm: number
  readonly sentAt: Date
  readonly promisedAt: Date
}

export async function insertLoan(tx: Tx, row: NewLoan): Promise<void> {
  await tx.query(
    `INSERT INTO app.credit_loans (id, number, member_id, amount, term_days, apr_ppm, sent_at, promised_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.loanId, row.number, row.memberId, row.amount, row.termDays, row.aprPpm, row.sentAt, row.promisedAt],
  )
}

/** Everything the house has lent or may have to lend by credit. */
export async function readLent(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ lent: bigint }>(
    `SELECT coalesce(sum(CASE o.state WHEN 'pending' THEN o.amount ELSE o.principal END), 0)::bigint AS lent
     FROM app.credit_loans o WHERE ${isOpen}`,
  )
  return row!.lent
}

export interface PledgeRow {
  readonly holdId: string
  readonly loanId: string
  readonly positionId: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly shares: number
  /** New shares of a stock dividend: they cover the loan and arrive later. */
  readonly arriving: number
  readonly price: number
}

/** What is still pledged for these loans, with the last price. */
export const readPledges = (tx: Tx, loanIds: readonly string[]): Promise<readonly PledgeRow[]> =>
  tx.query<PledgeRow>(
    `SELECT g.hold_id AS "holdId", g.loan_id AS "loanId", g.position_id AS "positionId", g.symbol, i.name_tw AS "nameTw",
       i.name_en AS "nameEn", g.shares, g.arriving, coalesce(q.last, q.reference, i.reference) AS price
     FROM app.credit_pledges g JOIN app.instruments i ON i.symbol = g.symbol LEFT JOIN settlement.prices q ON q.symbol = g.symbol
     WHERE g.loan_id = ANY($1::uuid[]) AND g.shares > 0 ORDER BY g.symbol, g.hold_id`,
    [loanIds],
  )

export interface FreeHolding {
  readonly positionId: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly shares: number
  readonly price: number
}

/** Settled long holdings without a loan, less what orders and pledges have of them. */
export const readFreeHoldings = (
  tx: Tx,
  memberId: string,
  today: string,
  minPrice: number,
): Promise<readonly FreeHolding[]> =>
  tx.query<FreeHolding>(
    `SELECT p.id AS "positionId", p.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn", p.shares - p.closing AS shares, x.price
     FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
     CROSS JOIN LATERAL (SELECT coalesce(q.last, q.reference, i.reference) AS price) AS x
     WHERE p.member_id = $1 AND p.state <> 'closed' AND p.direction = 'long' AND p.loan = 0 AND NOT p.day_trade
       AND p.settles_on <= $2::date AND p.shares > p.closing AND i.delisted_on IS NULL AND x.price >= $3
     ORDER BY p.symbol, p.opened_at, p.id`,
    [memberId, today, minPrice],
  )

export interface Pledging {
  readonly loanId: string
  readonly holdId: string
  readonly positionId: string
  readonly shares: number
  readonly entryId: string
  readonly at: Date
}

export async function pledge(tx: Tx, row: Pledging): Promise<void> {
  await tx.query('SELECT app.pledge_credit($1, $2, $3, $4, $5, $6)', [
    row.loanId,
    row.holdId,
    row.positionId,
    row.shares,
    row.entryId,
    row.at,
  ])
}

export async function freePledge(tx: Tx, holdId: string, entryId: string, at: Date): Promise<void> {
  await tx.query('SELECT app.free_credit_pledge($1, $2, $3)', [holdId, entryId, at])
}

export async function passLoan(
  tx: Tx,
  passed: { readonly loanId: string; readonly reviewId: string; readonly entryId: string; readonly at: Date },
): Promise<void> {
  const { loanId, reviewId, entryId, at } = passed
  await tx.query('SELECT app.pass_credit_loan($1, $2, $3, $4)', [loanId, reviewId, entryId, at])
}

export async function rejectLoanRow(
  tx: Tx,
  loanId: string,
  reason: CreditEndReason,
  note: string | null,
  at: Date,
): Promise<void> {
  await tx.query('SELECT app.reject_credit_loan($1, $2, $3, $4)', [loanId, reason, note, at])
}

export async function cancelLoanRow(tx: Tx, loanId: string, memberId: string, at: Date): Promise<boolean> {
  const [row] = await tx.query<{ did: boolean }>('SELECT app.cancel_credit_loan($1, $2, $3) AS did', [
    loanId,
    memberId,
    at,
  ])
  return row!.did
}

/** The database computes the same amount and refuses another. */
export async function accrueRow(
  tx: Tx,
  loanId: string,
  through: string,
  entryId: string | null,
  at: Date,
): Promise<void> {
  await tx.query('SELECT app.accrue_credit($1, $2, $3, $4)', [loanId, through, entryId, at])
}

export interface RepaidRow {
  readonly loanId: string
  readonly memberId: string
  readonly requestId: string
  readonly entryId: string
  readonly interest: bigint
  readonly principal: bigint
  readonly at: Date
}

export async function repayRow(tx: Tx, row: RepaidRow): Promise<void> {
  await tx.query('SELECT app.repay_credit($1, $2, $3, $4, $5, $6, $7)', [
    row.loanId,
    row.memberId,
    row.requestId,
    row.entryId,
    row.interest,
    row.principal,
    row.at,
  ])
}

export interface RepaymentRow {
  readonly loanId: string
  readonly memberId: string
  readonly interest: bigint
  readonly principal: bigint
}

export async function readRepayment(tx: Tx, requestId: string): Promise<RepaymentRow | undefined> {
  const [row] = await tx.query<RepaymentRow>(
    `SELECT m.loan_id AS "loanId", o.member_id AS "memberId", m.interest, m.principal
     FROM app.credit_moves m JOIN app.credit_loans o ON o.id = m.loan_id WHERE m.request_id = $1`,
    [requestId],
  )
  return row
}

export interface ScoreRow {
  readonly kind: ScoreKind
  readonly on: string
  readonly count: number
}

export const readScoreInputs = (tx: Tx, memberId: string, now: Date): Promise<readonly ScoreRow[]> =>
  tx.query<ScoreRow>(
    `SELECT kind, happened_on::text AS on, times AS count FROM app.credit_inputs($1, $2) ORDER BY happened_on DESC, kind LIMIT 100`,
    [memberId, now],
  )

export interface IncreaseRow {
  readonly increaseId: string
  readonly number: string
  readonly memberId: string
  readonly amount: bigint
  readonly purpose: CreditPurpose
  readonly state: CreditState
  readonly reason: CreditEndReason | null
  readonly note: string | null
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly decidedAt: Date | null
}

const increaseColumns = `c.id AS "increaseId", c.number, c.member_id AS "memberId", c.amount, c.purpose, c.state, c.reason,
  c.note, c.sent_at AS "sentAt", c.promised_at AS "promisedAt", c.decided_at AS "decidedAt"`

export async function readIncrease(tx: Tx, increaseId: string): Promise<IncreaseRow | undefined> {
  const [row] = await tx.query<IncreaseRow>(
    `SELECT ${increaseColumns} FROM app.credit_increases c WHERE c.id = $1`,
    [increaseId],
  )
  return row
}

export async function readLastIncrease(tx: Tx, memberId: string): Promise<IncreaseRow | undefined> {
  const [row] = await tx.query<IncreaseRow>(
    `SELECT ${increaseColumns} FROM app.credit_increases c WHERE c.member_id = $1 ORDER BY c.sent_at DESC, c.id DESC LIMIT 1`,
    [memberId],
  )
  return row
}

/** What two operators have added to the limit that everybody has. */
export async function readAdded(tx: Tx, memberId: string): Promise<bigint> {
  const [row] = await tx.query<{ added: bigint }>(
    `SELECT coalesce(sum(c.amount), 0)::bigint AS added FROM app.credit_increases c WHERE c.member_id = $1 AND c.state = 'passed'`,
    [memberId],
  )
  return row!.added
}

export async function insertIncrease(
  tx: Tx,
  row: Pick<
    IncreaseRow,
    'increaseId' | 'number' | 'memberId' | 'amount' | 'purpose' | 'sentAt' | 'promisedAt'
  >,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.credit_increases (id, number, member_id, amount, purpose, sent_at, promised_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.increaseId, row.number, row.memberId, row.amount, row.purpose, row.sentAt, row.promisedAt],
  )
}

/** Passed without a reason, rejected with one. */
export async function decideIncrease(
  tx: Tx,
  decided: {
    readonly increaseId: string
    readonly reviewId: string
    readonly reason: CreditEndReason | null
    readonly note: string | null
    readonly at: Date
  },
): Promise<void> {
  await tx.query('SELECT app.decide_credit_increase($1, $2, $3, $4, $5)', [
    decided.increaseId,
    decided.reviewId,
    decided.reason,
    decided.note,
    decided.at,
  ])
}
