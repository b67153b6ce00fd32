// Compares positions with the fills that made them.

import type { Executor } from '@fairlot/ledger'
import { ask, type Question, type TradingBreach } from './ask.ts'

const questions: readonly Question[] = [
  [
    'I7',
    `SELECT format('holding %s: opened %s, open %s, its fills say %s less %s', p.id, p.opened_shares, p.shares, f.opened,
       f.closed) AS what
     FROM app.positions p
     LEFT JOIN (
       SELECT z.position_id, sum(z.quantity) FILTER (WHERE z.realised IS NULL) AS opened,
         sum(z.quantity) FILTER (WHERE z.realised IS NOT NULL) AS closed,
         sum(z.price::bigint * z.quantity) FILTER (WHERE z.realised IS NULL) AS opened_value,
         sum(z.price::bigint * z.quantity) FILTER (WHERE z.realised IS NOT NULL) AS closed_value,
         sum(z.fee) FILTER (WHERE z.realised IS NULL) AS open_fee, sum(z.fee) FILTER (WHERE z.realised IS NOT NULL) AS close_fee,
         sum(z.tax) FILTER (WHERE z.realised IS NOT NULL) AS close_tax, sum(z.realised) AS realised
       FROM app.fills z GROUP BY z.position_id
     ) AS x ON x.position_id = p.id
     -- A block trade, new shares, a placement and won lots have no fill; the application or the bid opened the holding.
     LEFT JOIN app.block_applications b ON b.id = p.id AND b.state = 'passed' AND p.origin = 'block'
     LEFT JOIN app.subscriptions s ON s.id = p.id AND s.state = 'delivered' AND p.origin = 'subscription'
     LEFT JOIN app.placement_applications c ON c.id = p.id AND c.state = 'allotted' AND p.origin = 'placement'
     LEFT JOIN app.placements d ON d.id = c.placement_id
     LEFT JOIN app.auction_bids w ON w.id = p.id AND w.state = 'delivered' AND p.origin = 'auction'
     CROSS JOIN LATERAL (
       SELECT coalesce(x.opened, 0) + coalesce(b.shares, s.shares, c.allotted_lots * 1000, w.awarded * 1000, 0) AS opened,
         coalesce(x.closed, 0) AS closed,
         coalesce(x.opened_value, 0) + coalesce(b.price::bigint * b.shares, s.amount, d.price::bigint * c.allotted_lots * 1000,
           w.price * w.awarded * 1000, 0) AS opened_value,
         coalesce(x.closed_value, 0) AS closed_value, coalesce(x.open_fee, 0) + coalesce(b.fee, 0) AS open_fee,
         coalesce(x.close_fee, 0) AS close_fee, coalesce(x.close_tax, 0) AS close_tax, coalesce(x.realised, 0) AS realised
     ) AS f
     LEFT JOIN (
       -- What close orders have not paid of the interest was paid by hand, and was a cost at once.
       SELECT o.position_id, sum(o.interest_paid) AS paid FROM app.orders o WHERE o.purpose = 'close' GROUP BY o.position_id
     ) AS o ON o.position_id = p.id
     CROSS JOIN LATERAL (SELECT p.interest_paid - coalesce(o.paid, 0) AS by_hand) AS i
     LEFT JOIN (
       -- What stock dividends and splits made of it.
       SELECT z.position_id, sum(z.opened_to - z.opened_from) AS opened, sum(z.shares_to - z.shares_from) AS shares,
         sum(z.realised) AS realised
       FROM app.share_adjustments z GROUP BY z.position_id
     ) AS z ON z.position_id = p.id
     CROSS JOIN LATERAL (
       SELECT coalesce(z.opened, 0) AS opened, coalesce(z.shares, 0) AS shares, coalesce(z.realised, 0) AS realised
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
     LEFT JOIN (
       SELECT x.position_id, sum(x.tax) AS tax, sum(x.borrow_fee) AS borrow_fee
       FROM app.fills x WHERE x.realised IS NULL GROUP BY x.position_id
     ) AS o ON o.position_id = p.id
     LEFT JOIN (
       SELECT e.reference, sum(x.amount) FILTER (WHERE a.owner_kind = 'tax') AS tax,
         sum(x.amount) FILTER (WHERE a.owner_kind = 'fees') AS borrow_fee
       FROM ledger.entries e
       JOIN ledger.lines x ON x.entry_id = e.id JOIN ledger.accounts a ON a.id = x.account_id
       WHERE e.event = 'day-trade.kept' GROUP BY e.reference
     ) AS k ON k.reference = p.id::text
     CROSS JOIN LATERAL (SELECT coalesce(o.tax, 0) AS tax, coalesce(o.borrow_fee, 0) AS borrow_fee) AS f
     CROSS JOIN LATERAL (SELECT coalesce(k.tax, 0) AS tax, coalesce(k.borrow_fee, 0) AS borrow_fee) AS l
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
     LEFT JOIN (
       SELECT x.position_id, count(*) AS orders,
         sum(x.left_shares) FILTER (WHERE x.replaces IS NULL OR x.accepted_at IS NOT NULL) AS shares
       FROM app.orders x WHERE x.purpose = 'close' AND x.state = 'entrusted' GROUP BY x.position_id
     ) AS open ON open.position_id = p.id
     CROSS JOIN LATERAL (SELECT coalesce(open.shares, 0) AS shares, coalesce(open.orders, 0) AS orders) AS o
     LEFT JOIN (
       SELECT x.position_id, sum(x.quantity) AS shares FROM app.conditional_orders x WHERE x.state = 'waiting' GROUP BY 1
     ) AS waiting ON waiting.position_id = p.id
     CROSS JOIN LATERAL (SELECT coalesce(waiting.shares, 0) AS shares) AS c
     LEFT JOIN (
       SELECT x.position_id, sum(x.shares) AS shares FROM app.credit_pledges x GROUP BY 1
     ) AS pledged ON pledged.position_id = p.id
     CROSS JOIN LATERAL (SELECT coalesce(pledged.shares, 0) AS shares) AS g
     LEFT JOIN (
       SELECT x.position_id, sum(x.arriving) AS shares FROM app.share_adjustments x
       JOIN app.dividend_entitlements d ON (d.action_id, d.member_id) = (x.action_id, x.member_id)
       WHERE d.delivered_entry IS NULL GROUP BY 1
     ) AS arriving ON arriving.position_id = p.id
     CROSS JOIN LATERAL (SELECT coalesce(arriving.shares, 0) AS shares) AS s
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
