// Debts: loans and the pool that lent them, collateral, interest, clearing, amounts falling due.

import type { Executor } from '@fairlot/ledger'
import { loanOf } from '@fairlot/rules/orders'
import { ask, type Question, type TradingBreach } from './ask.ts'
import { pagesOf } from './pages.ts'

/** Of holdings and of credit loans. */
const owedByMember = (kind: string, sign: string, cashColumn: string, creditColumn: string): string =>
  `SELECT format('member %s: ${kind} stands at %s, their holdings say %s', coalesce(b.member_id, p.member_id),
     coalesce(b.amount, 0), coalesce(p.amount, 0)) AS what
   FROM (
     SELECT a.owner_id AS member_id, ${sign} x.balance AS amount
     FROM ledger.accounts a JOIN ledger.balances x ON x.account_id = a.id
     WHERE a.owner_kind = 'member' AND a.asset = 'TWD' AND a.kind = '${kind}'
   ) AS b
   FULL JOIN (
     SELECT x.member_id::text AS member_id, sum(x.amount) AS amount FROM (
       SELECT member_id, ${cashColumn} AS amount FROM app.positions
       UNION ALL SELECT member_id, ${creditColumn} FROM app.credit_loans WHERE state = 'passed'
     ) AS x GROUP BY 1
   ) AS p ON p.member_id = b.member_id
   WHERE coalesce(b.amount, 0) <> coalesce(p.amount, 0)`

const questions: readonly Question[] = [
  ['I12', owedByMember('loan', '-', 'loan', 'principal')],
  ['I12', owedByMember('collateral', '', 'collateral', '0')],
  ['I12', owedByMember('interest', '-', 'interest', 'interest')],
  [
    'I12',
    `SELECT format('member %s owes %s shares of %s, their short holdings say %s', coalesce(b.member_id, p.member_id),
       coalesce(b.shares, 0), coalesce(b.symbol, p.symbol), coalesce(p.shares, 0)) AS what
     FROM (
       SELECT a.owner_id AS member_id, substr(a.asset, 5) AS symbol, -x.balance AS shares
       FROM ledger.accounts a JOIN ledger.balances x ON x.account_id = a.id
       WHERE a.owner_kind = 'member' AND a.asset LIKE 'stk:%' AND a.kind = 'loan'
     ) AS b
     FULL JOIN (
       SELECT member_id::text AS member_id, symbol, sum(shares) AS shares FROM app.positions
       WHERE direction = 'short' GROUP BY 1, 2
     ) AS p ON (p.member_id, p.symbol) = (b.member_id, b.symbol)
     WHERE coalesce(b.shares, 0) <> coalesce(p.shares, 0)`,
  ],
  [
    'I12',
    `SELECT format('%s: the pool has lent %s, borrowers owe %s', asset, lent, owed) AS what
     FROM (
       SELECT a.asset, coalesce(sum(x.balance) FILTER (WHERE a.owner_kind = 'lending'), 0) AS lent,
         coalesce(-sum(x.balance) FILTER (WHERE a.kind = 'loan'), 0) AS owed
       FROM ledger.accounts a JOIN ledger.balances x ON x.account_id = a.id
       WHERE a.kind = 'lent' OR a.kind = 'loan' GROUP BY 1
     ) AS both_sides
     WHERE lent <> owed`,
  ],
  [
    'I24',
    `SELECT format('%s stands at %s', a.code, sum(l.amount)) AS what
     FROM ledger.accounts a JOIN ledger.lines l ON l.account_id = a.id
     WHERE a.owner_kind = 'clearing' GROUP BY a.code HAVING sum(l.amount) <> 0`,
  ],
  [
    'I24',
    `SELECT format('seats owe one another %s of %s on %s', sum(amount), asset, due) AS what
     FROM settlement.seat_nets GROUP BY asset, due HAVING sum(amount) <> 0`,
  ],
  [
    'I24',
    `SELECT format('%s stands at %s and no sweep knows of it', a.code, x.balance) AS what
     FROM ledger.accounts a JOIN ledger.balances x ON x.account_id = a.id
     WHERE a.due IS NOT NULL AND a.owner_kind IN ('member', 'seat') AND x.balance <> 0 AND a.kind <> 'dividend' AND NOT EXISTS (
       SELECT FROM settlement.dues d
       WHERE d.due = a.due AND d.owner = a.owner_kind || '/' || a.owner_id AND d.asset = a.asset)`,
  ],
  [
    'I24',
    `SELECT format('%s stands at %s, dividends say %s', coalesce(b.code, s.code), coalesce(b.balance, 0), coalesce(s.net, 0)) AS what
     FROM (
       SELECT a.code, x.balance FROM ledger.accounts a JOIN ledger.balances x ON x.account_id = a.id
       WHERE a.kind = 'dividend' AND x.balance <> 0 AND a.asset = 'TWD'
     ) AS b FULL JOIN (
       SELECT format('%s/TWD/dividend@%s', r.owner, c.pays_on) AS code, sum(r.net) AS net FROM (
         SELECT d.action_id, 'member/' || d.member_id AS owner, d.gross - d.withheld AS net FROM app.dividend_entitlements d
         WHERE d.accrued_entry IS NOT NULL AND d.paid_entry IS NULL AND d.gross > d.withheld
         UNION ALL
         SELECT s.action_id, s.owner, s.gross FROM app.seat_entitlements s JOIN app.corporate_actions a ON a.id = s.action_id
         WHERE a.seats_paid IS NULL AND s.gross > 0
       ) AS r JOIN app.corporate_actions c ON c.id = r.action_id GROUP BY 1
     ) AS s ON s.code = b.code WHERE b.balance IS DISTINCT FROM s.net`,
  ],
  [
    'I24',
    `SELECT format('%s stands at %s, stock dividends say %s', coalesce(b.code, s.code), coalesce(b.balance, 0), coalesce(s.shares, 0)) AS what
     FROM (
       SELECT a.code, x.balance FROM ledger.accounts a JOIN ledger.balances x ON x.account_id = a.id
       WHERE a.kind = 'dividend' AND x.balance <> 0 AND a.asset LIKE 'stk:%'
     ) AS b FULL JOIN (
       SELECT format('%s/stk:%s/dividend@%s', r.owner, c.symbol, c.pays_on) AS code, sum(r.new_shares) AS shares FROM (
         SELECT d.action_id, 'member/' || d.member_id AS owner, d.new_shares FROM app.dividend_entitlements d
         WHERE d.new_shares > 0 AND d.delivered_entry IS NULL
         UNION ALL
         SELECT s.action_id, s.owner, s.new_shares FROM app.seat_entitlements s JOIN app.corporate_actions a ON a.id = s.action_id
         WHERE s.new_shares > 0 AND a.seats_delivered IS NULL
       ) AS r JOIN app.corporate_actions c ON c.id = r.action_id AND c.split_to = c.split_from GROUP BY 1
     ) AS s ON s.code = b.code WHERE b.balance IS DISTINCT FROM s.shares`,
  ],
  [
    'I22',
    `SELECT format('shard %s is settled up to %s, its log ends at %s', c.shard, c.event, coalesce(s.event, 0)) AS what
     FROM settlement.cursors c LEFT JOIN exchange.shards s ON s.shard = c.shard
     WHERE s.event IS NULL OR c.event > s.event OR c.sequence > s.sequence
       OR c.sequence = s.sequence AND c.hash <> s.hash`,
  ],
  [
    'I22',
    `SELECT format('shard %s is settled up to %s with hash %s, its batch there has %s', c.shard, c.sequence, c.hash,
       b.hash) AS what
     FROM settlement.cursors c JOIN exchange.batches b ON b.shard = c.shard AND b.last = c.sequence
     WHERE b.hash <> c.hash OR b.last_event <> c.event`,
  ],
]

export async function owedBreaches(tx: Executor): Promise<TradingBreach[]> {
  const breaches = await ask(tx, questions)
  // Margin at opening: a loan never exceeds what the multiple allows, nor does what remains of it.
  const pages = pagesOf<{ id: string; multiple: number; openedValue: string; loan: string }>(
    tx,
    `SELECT id, multiple, opened_value::text AS "openedValue", loan::text AS loan FROM app.positions
     WHERE direction = 'long' AND loan > 0`,
  )
  for await (const longs of pages)
    for (const { id, multiple, openedValue, loan } of longs)
      if (BigInt(loan) > loanOf(multiple, BigInt(openedValue)))
        breaches.push({
          invariant: 'I12',
          what: `position ${id}: a loan of ${loan} on ${openedValue} at ${multiple}`,
        })
  return breaches
}
