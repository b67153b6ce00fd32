// Compares positions with the fills that made them.

import type { Executor } from '@fairlot/ledger'
import { ask, type Question, type TradingBreach } from './ask.ts'

const questions: readonly Question[] = [
  [
    'I7',
    `SELECT format('holding %s: opened %s, open %s, its fills say %s less %s', p.id, p.opened_shares, p.shares, f.opened,
       f.closed) AS what
     FROM app.positions p
     CROSS JOIN LATERAL (
       -- A block trade, new shares, a placement and won lots have no fill; the application or the bid opened the holding.
       SELECT coalesce(sum(x.quantity) FILTER (WHERE x.realised IS NULL), 0) + coalesce(max(b.shares), max(s.shares), max(c.allotted_lots) * 1000,
           max(w.awarded) * 1000, 0) AS opened,
         coalesce(sum(x.quantity) FILTER (WHERE x.realised IS NOT NULL), 0) AS closed,
         coalesce(sum(x.price::bigint * x.quantity) FILTER (WHERE x.realised IS NULL), 0)
           + coalesce(max(b.price::bigint * b.shares), max(s.amount), max(d.price::bigint * c.allotted_lots * 1000),
             max(w.price * w.awarded * 1000), 0) AS opened_value,
         coalesce(sum(x.price::bigint * x.quantity) FILTER (WHERE x.realised IS NOT NULL), 0) AS closed_value,
         coalesce(sum(x.fee) FILTER (WHERE x.realised IS NULL), 0) + coalesce(max(b.fee), 0) AS open_fee,
         coalesce(sum(x.fee) FILTER (WHERE x.realised IS NOT NULL), 0) AS close_fee,
         coalesce(sum(x.tax) FILTER (WHERE x.realised IS NOT NULL), 0) AS close_tax,
         coalesce(sum(x.realised), 0) AS realised
       FROM (SELECT) AS one LEFT JOIN app.fills x ON x.position_id = p.id
       LEFT JOIN app.block_applications b ON b.id = p.id AND b.state = 'passed' AND p.origin = 'block'
       LEFT JOIN app.subscriptions s ON s.id = p.id AND s.state = 'delivered' AND p.origin = 'subscription'
       LEFT JOIN app.placement_applications c ON c.id = p.id AND c.state = 'allotted' AND p.origin = 'placement'
       LEFT JOIN app.placements d ON d.id = c.placement_id
       LEFT JOIN app.auction_bids w ON w.id = p.id AND w.state = 'delivered' AND p.origin = 'auction'
     ) AS f
     CROSS JOIN LATERAL (
       -- What close orders have not paid of the interest was paid by hand, and was a cost at once.
       SELECT p.interest_paid - coalesce(sum(o.interest_paid), 0) AS by_hand
       FROM app.orders o WHERE o.position_id = p.id AND o.purpose = 'close'
     ) AS i
     CROSS JOIN LATERAL (
       -- What stock dividends and splits made of it.
       SELECT coalesce(sum(x.opened_to - x.opened_from), 0) AS opened, coalesce(sum(x.shares_to - x.shares_from), 0) AS shares,
         coalesce(sum(x.realised), 0) AS realised
       FROM app.share_adjustments x WHERE x.position_id = p.id
     ) AS a
     WHERE (p.opened_shares, p.shares, p.opened_value, p.closed_value, p.open_fee, p.close_fee, p.close_tax, p.realised)
       IS DISTINCT FROM (f.opened + a.opened, f.opened - f.closed + a.shares, f.opened_value, f.closed_value, f.open_fee, f.close_fee,
         f.close_tax, f.realised - i.by_hand + a.realised) OR i.by_hand < 0`,
  ],
  [
    // A day trade that was not covered pays the remaining tax and the borrow fee later, by a separate entry.
    'I11',
    `SELECT format('holding %s: opening tax %s and borrow fee %s, charged were %s and %s', p.id, p.open_tax, p.borrow_fee,
       f.tax + l.tax, f.borrow_fee + l.borrow_fee) AS what
     FROM app.positions p
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(x.tax), 0) AS tax, coalesce(sum(x.borrow_fee), 0) AS borrow_fee
       FROM app.fills x WHERE x.position_id = p.id AND x.realised IS NULL
     ) AS f
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(x.amount) FILTER (WHERE a.owner_kind = 'tax'), 0) AS tax,
         coalesce(sum(x.amount) FILTER (WHERE a.owner_kind = 'fees'), 0) AS borrow_fee
       FROM ledger.entries e
       JOIN ledger.lines x ON x.entry_id = e.id JOIN ledger.accounts a ON a.id = x.account_id
       WHERE e.event = 'day-trade.kept' AND e.reference = p.id::text
     ) AS l
     WHERE (p.open_tax, p.borrow_fee) IS DISTINCT FROM (f.tax + l.tax, f.borrow_fee + l.borrow_fee)`,
  ],
  [
    'I7',
    `SELECT format('fill %s/%s %s belongs to holding %s, which does not exist or is another''s', f.shard, f.event, f.side,
       f.position_id) AS what
     FROM app.fills f LEFT JOIN app.positions p ON p.id = f.position_id
     WHERE (p.member_id, p.symbol) IS DISTINCT FROM (f.member_id, f.symbol)`,
  ],
  [
    // The result of a fully closed position is exactly what went in and out.
    'I7',
    `SELECT format('holding %s is closed with %s, its values and costs give %s', p.id, p.realised, r.result) AS what
     FROM app.positions p
     CROSS JOIN LATERAL (
       SELECT CASE p.direction WHEN 'long' THEN p.closed_value - p.opened_value ELSE p.opened_value - p.closed_value END
         - p.open_fee - p.open_tax - p.borrow_fee - p.close_fee - p.close_tax - p.interest_paid AS result
     ) AS r
     WHERE p.state = 'closed' AND (p.realised <> r.result OR p.loan <> 0 OR p.collateral <> 0 OR p.interest <> 0)`,
  ],
  [
    'I7',
    `SELECT format('holding %s: %s of %s lie in closes, its open orders have %s and conditional ones %s', p.id, p.closing,
       p.shares, o.shares, c.shares) AS what
     FROM app.positions p
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(x.left_shares) FILTER (WHERE x.replaces IS NULL OR x.accepted_at IS NOT NULL), 0) AS shares,
         count(*) AS orders FROM app.orders x
       WHERE x.position_id = p.id AND x.purpose = 'close' AND x.state = 'entrusted'
     ) AS o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(x.quantity), 0) AS shares FROM app.conditional_orders x
       WHERE x.position_id = p.id AND x.state = 'waiting'
     ) AS c
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(x.shares), 0) AS shares FROM app.credit_pledges x WHERE x.position_id = p.id
     ) AS g
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(x.arriving), 0) AS shares FROM app.share_adjustments x
       JOIN app.dividend_entitlements d ON (d.action_id, d.member_id) = (x.action_id, x.member_id)
       WHERE x.position_id = p.id AND d.delivered_entry IS NULL
     ) AS s
     WHERE p.closing - g.shares - s.shares NOT BETWEEN o.shares AND o.shares + c.shares
       OR o.orders > 0 AND p.state <> 'preparing-to-close'
       OR o.orders = 0 AND c.shares = 0 AND p.state = 'preparing-to-close'`,
  ],
  [
    'I7',
    `SELECT format('member %s has %s shares of %s, their long holdings say %s', coalesce(b.member_id, p.member_id),
       coalesce(b.shares, 0), coalesce(b.symbol, p.symbol), coalesce(p.shares, 0)) AS what
     FROM (
       SELECT a.owner_id AS member_id, substr(a.asset, 5) AS symbol, sum(x.balance) AS shares
       FROM ledger.accounts a JOIN ledger.balances x ON x.account_id = a.id
       WHERE a.owner_kind = 'member' AND a.asset LIKE 'stk:%'
         AND a.kind IN ('available', 'held', 'receivable', 'held-receivable', 'dividend')
       GROUP BY 1, 2
     ) AS b
     FULL JOIN (
       SELECT member_id::text AS member_id, symbol, sum(shares) AS shares FROM app.positions
       WHERE direction = 'long' GROUP BY 1, 2
     ) AS p ON (p.member_id, p.symbol) = (b.member_id, b.symbol)
     WHERE coalesce(b.shares, 0) <> coalesce(p.shares, 0)`,
  ],
  [
    'I30',
    `SELECT format('order %s closed holding %s on %s at %s, which may be closed from %s, %s', o.id, p.id, o.date,
       o.placed_at, p.sellable_on, p.unlocks_at) AS what
     FROM app.orders o JOIN app.positions p ON p.id = o.position_id
     WHERE o.purpose = 'close' AND o.origin IN ('member', 'conditional')
       AND (o.date < p.sellable_on OR o.placed_at < p.unlocks_at)`,
  ],
]

export const positionBreaches = (tx: Executor): Promise<TradingBreach[]> => ask(tx, questions)
