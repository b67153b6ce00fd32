// Credit: what a loan owes is what was lent and accrued less what was repaid, in its moves and in the ledger; every entry has one
// move; shares stay pledged exactly as long as the loan is open.

import type { RequestBreach } from './outcomes.ts'

export const creditQuestions: readonly (readonly [RequestBreach['invariant'], string])[] = [
  [
    'I17',
    `SELECT format('loan %s owes %s and %s, its moves say %s and %s', o.id, o.principal, o.interest, m.principal, m.interest) AS what
     FROM app.credit_loans o CROSS JOIN LATERAL (
       SELECT coalesce(sum(CASE v.kind WHEN 'disbursed' THEN v.principal ELSE -v.principal END), 0) AS principal,
         coalesce(sum(CASE v.kind WHEN 'accrued' THEN v.interest ELSE -v.interest END), 0) AS interest
       FROM app.credit_moves v WHERE v.loan_id = o.id
     ) AS m
     WHERE (o.principal, o.interest) IS DISTINCT FROM (m.principal, m.interest)`,
  ],
  [
    // Loans of holdings and of credit are on the same two accounts of a member.
    'I17',
    `SELECT format('member %s owes %s and %s, the ledger says %s and %s', d.member_id, d.principal, d.interest, b.principal, b.interest) AS what
     FROM (
       SELECT o.member_id, sum(o.principal) AS principal, sum(o.interest) AS interest FROM (
         SELECT c.member_id, c.principal, c.interest FROM app.credit_loans c
         UNION ALL SELECT p.member_id, p.loan, p.interest FROM app.positions p WHERE p.state <> 'closed'
       ) AS o GROUP BY o.member_id
     ) AS d
     CROSS JOIN LATERAL (
       SELECT -coalesce(sum(l.amount) FILTER (WHERE a.code LIKE '%/loan'), 0) AS principal,
         -coalesce(sum(l.amount) FILTER (WHERE a.code LIKE '%/interest'), 0) AS interest
       FROM ledger.accounts a JOIN ledger.lines l ON l.account_id = a.id
       WHERE a.code IN ('member/' || d.member_id || '/TWD/loan', 'member/' || d.member_id || '/TWD/interest')
     ) AS b
     WHERE EXISTS (SELECT FROM app.credit_loans c WHERE c.member_id = d.member_id)
       AND (b.principal, b.interest) IS DISTINCT FROM (d.principal, d.interest)`,
  ],
  [
    'I17',
    `SELECT format('entry %s belongs to %s moves of credit', e.id, count(m.entry_id)) AS what
     FROM ledger.entries e LEFT JOIN app.credit_moves m
       ON m.entry_id = e.id AND m.loan_id::text = e.reference AND e.event = 'credit.' || m.kind
     WHERE e.event LIKE 'credit.%' GROUP BY e.id HAVING count(m.entry_id) <> 1`,
  ],
  [
    'I17',
    `SELECT format('loan %s: %s of %s and %s, its entry moves %s', m.loan_id, m.kind, m.principal, m.interest, b.moved) AS what
     FROM app.credit_moves m JOIN app.credit_loans o ON o.id = m.loan_id
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(l.amount), 0) AS moved FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
       WHERE l.entry_id = m.entry_id AND a.asset = 'TWD' AND a.code LIKE 'member/' || o.member_id || '/TWD/%'
         AND (a.code LIKE '%/available' OR a.code LIKE '%/receivable@%')
     ) AS b
     WHERE b.moved <> CASE m.kind WHEN 'disbursed' THEN m.principal WHEN 'repaid' THEN -m.principal - m.interest
       WHEN 'collected' THEN -m.principal - m.interest ELSE 0 END`,
  ],
  [
    'I17',
    `SELECT format('loan %s is %s, %s shares are pledged and %s held', o.id, CASE WHEN o.repaid_at IS NULL THEN o.state ELSE 'repaid' END,
       g.shares, coalesce(h.remaining, 0)) AS what
     FROM app.credit_pledges g JOIN app.credit_loans o ON o.id = g.loan_id
     LEFT JOIN ledger.holds h ON h.id = g.hold_id AND h.state = 'open'
     WHERE coalesce(h.remaining, 0) <> g.shares OR g.shares > 0 AND (o.state = 'rejected' OR o.repaid_at IS NOT NULL)`,
  ],
  [
    // Never above the limit of the regulator, never for longer than agreed, and by two operators.
    'I17',
    `SELECT format('loan %s of %s at %s ppm for %s days was not approved so', o.id, o.amount, o.apr_ppm, o.term_days) AS what
     FROM app.credit_loans o WHERE o.state = 'passed' AND NOT EXISTS (
       SELECT FROM app.reviews r WHERE r.kind = 'credit-loan' AND r.subject = o.id::text AND r.member_id = o.member_id
         AND r.amount = o.amount AND (r.payload ->> 'aprPpm')::integer = o.apr_ppm AND (r.payload ->> 'termDays')::integer = o.term_days
         AND (SELECT count(DISTINCT v.operator_id) FROM app.review_votes v WHERE v.review_id = r.id AND v.decision = 'approve') >= 2)`,
  ],
]
