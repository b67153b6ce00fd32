import type { CreditBoardView } from '@fairlot/contract/credit'
import type { Tx } from '#platform/db'

export interface BoardLoan {
  readonly id: string
  readonly kind: 'loan' | 'increase'
  readonly number: string
  readonly reviewId: string | null
  readonly memberId: string
  readonly account: string
  readonly state: 'pending' | 'passed' | 'rejected' | 'running' | 'repaid'
  readonly amount: bigint
  readonly owed: bigint
  readonly termDays: number | null
  readonly aprPpm: number | null
  readonly dueOn: string | null
  readonly lateDays: number
  readonly sentAt: Date
  /** Value of the pledge. */
  readonly value: bigint
  readonly ratioBp: number | null
}

/** Loans with the value of their pledges, and limit increases. $1 is the date, $2 the safe ratio. */
const rows = `
  SELECT o.id, 'loan' AS kind, o.number, o.member_id AS "memberId", x.state, o.amount, x.owed, o.term_days AS "termDays",
    o.apr_ppm AS "aprPpm", o.due_on::text AS "dueOn", CASE x.state WHEN 'running' THEN greatest(0, $1::date - o.due_on) ELSE 0 END AS "lateDays",
    o.sent_at AS "sentAt", w.value, CASE WHEN x.owed > 0 THEN div(w.value::numeric * 10000, x.owed)::integer END AS "ratioBp"
  FROM app.credit_loans o
  CROSS JOIN LATERAL (
    SELECT CASE WHEN o.state <> 'passed' THEN o.state WHEN o.repaid_at IS NULL THEN 'running' ELSE 'repaid' END AS state,
      CASE o.state WHEN 'pending' THEN o.amount ELSE o.principal + o.interest END AS owed
  ) AS x
  CROSS JOIN LATERAL (
    SELECT coalesce(sum((g.shares + g.arriving)::bigint * coalesce(q.last, q.reference, i.reference)), 0)::bigint AS value
    FROM app.credit_pledges g JOIN app.instruments i ON i.symbol = g.symbol LEFT JOIN settlement.prices q ON q.symbol = g.symbol
    WHERE g.loan_id = o.id AND g.shares > 0
  ) AS w
  UNION ALL
  SELECT c.id, 'increase', c.number, c.member_id, c.state, c.amount, 0, NULL, NULL, NULL, 0, c.sent_at, 0, NULL
  FROM app.credit_increases c`

const views = {
  all: 'true',
  pending: `r.state = 'pending'`,
  running: `r.state = 'running'`,
  low: `r.state = 'running' AND r."ratioBp" < $2`,
  late: `r.state = 'running' AND r."lateDays" > 0`,
} satisfies Readonly<Record<CreditBoardView, string>>

/** Those under review first, then by the date on which they are due. */
export const readBoardRows = (
  tx: Tx,
  view: CreditBoardView,
  today: string,
  safeBp: number,
  limit: number,
): Promise<readonly BoardLoan[]> =>
  tx.query<BoardLoan>(
    `SELECT r.*, m.account, v.id AS "reviewId"
     FROM (${rows}) AS r JOIN app.members m ON m.id = r."memberId"
     LEFT JOIN app.reviews v ON v.number = r.number AND v.subject = r.id::text
     WHERE ${views[view]} AND $2::integer IS NOT NULL
     ORDER BY r.state = 'pending' DESC, r.state = 'running' DESC, r."dueOn", r."sentAt" DESC, r.id LIMIT $3`,
    [today, safeBp, limit],
  )

export interface BoardSums {
  readonly all: number
  readonly pending: number
  readonly running: number
  readonly low: number
  readonly late: number
  readonly lent: bigint
  readonly interest: bigint
  readonly secured: bigint
  readonly lateOwed: bigint
  readonly spread: readonly number[]
}

export async function readBoardSums(
  tx: Tx,
  today: string,
  callBp: number,
  safeBp: number,
): Promise<BoardSums> {
  const [row] = await tx.query<BoardSums>(
    `SELECT count(*)::integer AS all, count(*) FILTER (WHERE ${views.pending})::integer AS pending,
       count(*) FILTER (WHERE ${views.running})::integer AS running, count(*) FILTER (WHERE ${views.low})::integer AS low,
       count(*) FILTER (WHERE ${views.late})::integer AS late,
       coalesce((SELECT sum(o.principal) FROM app.credit_loans o WHERE o.state = 'passed' AND o.repaid_at IS NULL), 0)::bigint AS lent,
       coalesce((SELECT sum(o.interest) FROM app.credit_loans o WHERE o.state = 'passed' AND o.repaid_at IS NULL), 0)::bigint AS interest,
       coalesce(sum(r.value) FILTER (WHERE ${views.running}), 0)::bigint AS secured,
       coalesce(sum(r.owed) FILTER (WHERE ${views.late}), 0)::bigint AS "lateOwed",
       ARRAY[
         count(*) FILTER (WHERE r.state = 'running' AND r."ratioBp" < $3),
         count(*) FILTER (WHERE r.state = 'running' AND r."ratioBp" >= $3 AND r."ratioBp" < $2),
         count(*) FILTER (WHERE r.state = 'running' AND r."ratioBp" >= $2 AND r."ratioBp" < 20000),
         count(*) FILTER (WHERE r.state = 'running' AND r."ratioBp" >= 20000 AND r."ratioBp" < 30000),
         count(*) FILTER (WHERE r.state = 'running' AND r."ratioBp" >= 30000)
       ]::integer[] AS spread
     FROM (${rows}) AS r`,
    [today, safeBp, callBp],
  )
  return row!
}
