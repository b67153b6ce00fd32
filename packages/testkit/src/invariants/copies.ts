// Parent orders and what their copies got of them (I13), from the stored rows and the exchange's log. Each question reads all blocks in
// sets: a block may have a hundred thousand lines.

import type { Executor } from '@fairlot/ledger'
import { ask, type Question, type TradingBreach } from './ask.ts'

/** Every part of a block: the mentor's own first, then the copies with shares in the order of the day. */
const parts = `
  SELECT b.id AS block, 0 AS line, b.lead_order AS order_id, b.quantity AS planned FROM app.copy_blocks b
  UNION ALL
  SELECT l.block_id, l.line, l.order_id, l.planned FROM app.copy_block_lines l WHERE l.order_id IS NOT NULL`

/** What the log says of the end of each block: what its parent filled, for how much, at which average, in how many parts. */
const ends = `
  SELECT e.body ->> 'block' AS block, e.body ->> 'symbol' AS symbol, e.body ->> 'side' AS side, (e.body ->> 'filled')::bigint AS filled,
    (e.body ->> 'value')::numeric AS value, (e.body ->> 'price')::bigint AS price, (e.body ->> 'lines')::integer AS lines
  FROM (SELECT x.body::jsonb AS body FROM exchange.events x WHERE x.kind = 'block-done' AND NOT x.practice) AS e`

/** The fills of each parent order in both books. */
const parentFills = `
  SELECT split_part(e.body ->> (s.side || 'Order'), '/', 1) AS block, s.side, sum((e.body ->> 'quantity')::bigint) AS shares,
    sum((e.body ->> 'quantity')::numeric * (e.body ->> 'price')::bigint) AS value,
    min((e.body ->> 'price')::bigint) AS lowest, max((e.body ->> 'price')::bigint) AS highest
  FROM (SELECT x.body::jsonb AS body FROM exchange.events x
    WHERE x.kind IN ('traded', 'odd-traded') AND NOT x.practice AND x.body LIKE '%"seat:copy-pool"%') AS e
  CROSS JOIN (VALUES ('buy'), ('sell')) AS s (side)
  WHERE e.body ->> (s.side || 'Account') = 'seat:copy-pool' GROUP BY 1, 2`

/** Each part with the rule's division: pro rata, then one share each to the largest remainders, the mentor last. */
const divided = `
  SELECT r.*, r.filled * r.planned / r.total
    + CASE WHEN row_number() OVER (PARTITION BY r.block ORDER BY r.line = 0, r.filled * r.planned % r.total DESC, r.line) <= r.over THEN 1 ELSE 0 END
    AS share
  FROM (
    SELECT t.*, t.filled - sum(t.filled * t.planned / t.total) OVER (PARTITION BY t.block) AS over FROM (
      SELECT p.block, p.line, p.order_id, p.planned::bigint AS planned, coalesce(e.filled, 0) AS filled, coalesce(e.value, 0) AS value,
        sum(p.planned) OVER (PARTITION BY p.block) AS total, count(*) OVER (PARTITION BY p.block) AS parts
      FROM (${parts}) AS p LEFT JOIN (${ends}) AS e ON e.block = p.block::text
    ) AS t
  ) AS r`

const division: readonly Question[] = [
  [
    'I13',
    `SELECT format('block %s ended with %s shares for %s at %s in %s parts, its parent filled %s for %s', b.id, e.filled, e.value, e.price,
       e.lines, coalesce(f.shares, 0), coalesce(f.value, 0)) AS what
     FROM app.copy_blocks b JOIN (${ends}) AS e ON e.block = b.id::text LEFT JOIN (${parentFills}) AS f ON f.block = b.id::text
     WHERE (e.symbol, e.side, e.lines, e.filled, e.value)
         IS DISTINCT FROM (b.symbol, b.side, b.lines, coalesce(f.shares, 0), coalesce(f.value, 0)::numeric)
       OR f.side <> b.side OR e.price <> CASE e.filled WHEN 0 THEN 0 ELSE div(2 * e.value + e.filled, 2 * e.filled) END`,
  ],
  [
    'I13',
    `SELECT format('block %s %s, its parent filled from %s to %s', b.id,
       CASE WHEN b.is_cancelled THEN 'was cancelled' ELSE format('has the limit %s to %s', b.side, b.price) END, f.lowest, f.highest) AS what
     FROM app.copy_blocks b JOIN (${parentFills}) AS f ON f.block = b.id::text
     WHERE b.is_cancelled OR CASE b.side WHEN 'buy' THEN f.highest > b.price ELSE f.lowest < b.price END`,
  ],
  [
    'I13',
    `SELECT format('block %s ended %s times', e.block, count(*)) AS what FROM (${ends}) AS e GROUP BY e.block HAVING count(*) > 1`,
  ],
  [
    // One set for four: the sum; the rule, which is the same for the mentor and for what did not fill; the mentor; the average to the
    // nearest hundredth, a half goes up.
    'I13',
    `WITH d AS MATERIALIZED (
       SELECT x.*, o.state <> 'entrusted' AS is_ended, o.quantity, o.filled_shares AS got, o.filled_value AS paid
       FROM (${divided}) AS x JOIN app.orders o ON o.id = x.order_id
     )
     SELECT format('block %s gave %s shares of %s', d.block, sum(d.got), d.filled) AS what FROM d
     GROUP BY d.block, d.filled HAVING bool_and(d.is_ended) AND sum(d.got) <> d.filled
     UNION ALL
     SELECT format('part %s of block %s got %s of %s shares, by the rule %s', d.line, d.block, d.got, d.planned, d.share) FROM d
     WHERE d.is_ended AND (d.got <> d.share OR d.quantity <> d.planned)
     UNION ALL
     SELECT format('the mentor of block %s got %s of %s shares, more than the exact part of %s of %s', d.block, d.got, d.filled, d.planned, d.total)
     FROM d WHERE d.line = 0 AND d.parts > 1 AND d.got * d.total > d.filled * d.planned
     UNION ALL
     SELECT format('part %s of block %s has %s shares for %s, not at the average of %s for %s', d.line, d.block, d.got, d.paid, d.filled, d.value)
     FROM d WHERE d.is_ended AND d.paid <> CASE d.filled WHEN 0 THEN 0 ELSE div(2 * d.value * d.got + d.filled, 2 * d.filled) END`,
  ],
  [
    // Whole hundredths take two prices, a hundredth apart.
    'I13',
    `SELECT format('part %s of block %s filled at %s to %s for %s shares at %s', p.line, p.block, min(f.price), max(f.price), o.filled_shares,
       o.filled_value) AS what
     FROM (${parts}) AS p JOIN app.orders o ON o.id = p.order_id AND o.state <> 'entrusted' JOIN app.fills f ON f.order_id = o.id
     GROUP BY p.block, p.line, o.id, o.filled_value, o.filled_shares
     HAVING min(f.price) <> o.filled_value / greatest(o.filled_shares, 1) OR max(f.price) > min(f.price) + 1 OR count(*) > 2`,
  ],
]

const lines: readonly Question[] = [
  [
    'I13',
    `SELECT format('line %s of block %s is for %s of %s to %s %s at %s, its order %s of %s to %s %s of %s at %s', l.place, b.id, l.planned,
       c.member_id, b.side, b.symbol, b.price, l.order_id, coalesce(o.member_id::text, 'none'), o.side, o.quantity, o.symbol, o.price) AS what
     FROM app.copy_blocks b JOIN app.copy_block_lines l ON l.block_id = b.id JOIN app.copies c ON c.id = l.copy_id
     LEFT JOIN app.orders o ON o.id = l.order_id LEFT JOIN app.orders m ON m.id = b.lead_order
     LEFT JOIN app.copy_blocks s ON s.lead_order = b.position_id AND s.side = 'buy' AND b.side = 'sell'
     LEFT JOIN app.copy_block_lines x ON x.block_id = s.id AND x.copy_id = l.copy_id
     WHERE l.order_id IS NOT NULL
       AND ((o.member_id, o.symbol, o.side, o.price, o.quantity, o.date, o.terms, o.kind)
         IS DISTINCT FROM (c.member_id, b.symbol, b.side, b.price, l.planned, b.date, m.terms, m.kind)
       OR (o.origin, o.validity, o.direction, o.multiple, o.day_trade, o.purpose, o.held_cash, o.position_id)
         IS DISTINCT FROM ('copy', 'ROD', 'long', 100, false, CASE b.side WHEN 'buy' THEN 'open' ELSE 'close' END, l.cost,
           CASE b.side WHEN 'buy' THEN o.id ELSE x.order_id END))`,
  ],
  [
    'I13',
    `SELECT format('block %s of %s has the order %s of %s to %s %s of %s at %s', b.id, m.member_id, b.lead_order,
       coalesce(o.member_id::text, 'none'), o.side, o.quantity, o.symbol, o.price) AS what
     FROM app.copy_blocks b LEFT JOIN app.mentors m ON m.id = b.mentor_id LEFT JOIN app.orders o ON o.id = b.lead_order
     WHERE (o.member_id, o.symbol, o.side, o.price, o.quantity, o.date, o.position_id, o.validity, o.direction, o.multiple, o.day_trade)
       IS DISTINCT FROM (m.member_id, b.symbol, b.side, b.price, b.quantity, b.date, b.position_id, 'ROD', 'long', 100, false)`,
  ],
  [
    'I13',
    `SELECT format('order %s of a copy is of no block', o.id) AS what
     FROM app.orders o LEFT JOIN app.copy_block_lines l ON l.order_id = o.id WHERE o.origin = 'copy' AND l.order_id IS NULL`,
  ],
  [
    // The order of the day: the hash of the seed, the mentor and the copy. The lines of the orders count on in it.
    'I13',
    `SELECT format('copy %s has place %s and line %s in block %s', x.copy_id, x.place, x.line, x.block_id) AS what FROM (
       SELECT l.copy_id, l.place, l.line, l.block_id, l.key,
         sha256(convert_to(format(E'fairlot copy v1\\n%s\\n%s\\n%s\\n%s\\n', to_char(b.date, 'YYYY-MM-DD'), b.mentor_id, b.seed, l.copy_id),
           'UTF8')) AS own,
         row_number() OVER (PARTITION BY l.block_id ORDER BY l.key) AS by_key,
         row_number() OVER (PARTITION BY l.block_id, l.order_id IS NULL ORDER BY l.key) AS by_order
       FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id
     ) AS x
     WHERE x.key <> x.own OR x.place <> x.by_key OR x.line <> x.by_order`,
  ],
  [
    'I13',
    `SELECT format('block %s of %s was drawn with the seed "%s", the opening with "%s"', b.id, b.date, b.seed, encode(d.seed, 'hex')) AS what
     FROM app.copy_blocks b LEFT JOIN app.opening_draws d ON d.date = b.date AND d.decided_at <= b.at
     WHERE b.copies > 0 AND b.seed <> coalesce(encode(d.seed, 'hex'), '')`,
  ],
  [
    // Who ends a copy reads the clock before it has the lock.
    'I13',
    `SELECT format('copy %s of mentor %s is on the list of block %s of %s', c.id, c.mentor_id, b.id, b.mentor_id) AS what
     FROM app.copy_blocks b JOIN app.copy_block_lines l ON l.block_id = b.id JOIN app.copies c ON c.id = l.copy_id
     WHERE c.mentor_id <> b.mentor_id OR c.started_at IS NULL OR c.started_at > b.at OR c.ended_at < b.at - interval '1 minute' OR c.starts_on > b.date`,
  ],
  [
    // A copy that ended while the block was prepared may be on it or not; of a sale those that bought with the mentor.
    'I13',
    `SELECT format('copy %s is not on the list of block %s', c.id, b.id) AS what
     FROM app.copy_blocks b
     JOIN app.copies c ON c.mentor_id = b.mentor_id AND c.started_at < b.at AND c.starts_on <= b.date
       AND (c.state = 'following' OR c.ended_at > b.ended_at)
     LEFT JOIN app.copy_blocks s ON s.lead_order = b.position_id AND s.side = 'buy' AND b.side = 'sell'
     LEFT JOIN app.copy_block_lines x ON x.block_id = s.id AND x.copy_id = c.id AND x.order_id IS NOT NULL
     LEFT JOIN app.copy_block_lines l ON l.block_id = b.id AND l.copy_id = c.id
     WHERE b.state <> 'preparing' AND (b.copies > 0 OR NOT b.is_cancelled) AND l.copy_id IS NULL
       AND (b.side = 'buy' OR x.order_id IS NOT NULL)`,
  ],
]

/** What each entry between holds of a copy, holds of its orders and available cash moved. */
const moves = `
  SELECT e.id, e.key, sum(x.amount) FILTER (WHERE a.kind = 'held' AND h.reference = e.reference) AS own,
    sum(x.amount) FILTER (WHERE a.kind = 'held' AND h.reference <> e.reference) AS other,
    coalesce(sum(x.amount) FILTER (WHERE a.kind = 'available'), 0) AS available,
    max(h.reference) FILTER (WHERE h.reference <> e.reference) AS other_of, min(a.owner_id) AS first_owner, max(a.owner_id) AS last_owner
  FROM ledger.entries e JOIN ledger.lines x ON x.entry_id = e.id AND x.posted_at = e.posted_at
  JOIN ledger.accounts a ON a.id = x.account_id LEFT JOIN ledger.holds h ON h.id = x.hold_id
  WHERE e.event IN ('copy.spent', 'copy.held') GROUP BY e.id, e.key`

/** The amounts that a copy can have had when its order was written: the one of that moment, or the one that a change then replaced. */
const earlier = `
  SELECT l.order_id, (array_agg(a.before ORDER BY a.n) FILTER (WHERE a.at > o.placed_at))[1] AS later, (array_agg(a.before ORDER BY a.n))[1] AS then
  FROM app.copy_amounts a JOIN app.copy_block_lines l ON l.copy_id = a.copy_id JOIN app.orders o ON o.id = l.order_id AND a.at >= o.placed_at
  GROUP BY l.order_id`

const money: readonly Question[] = [
  [
    // The part of the mentor's order by amount and capital, with the share per stock, and never above the amount.
    'I13',
    `SELECT format('line %s of block %s plans %s shares for %s, the amount of its copy is %s', x.place, x.block_id, x.planned, x.cost, x.amount) AS what
     FROM (
       SELECT l.*, b.quantity, b.price, b.capital, c.stock_share_bp, c.cap, t.action IS NULL AND m.order_id IS NULL AS is_unchanged,
         greatest(coalesce(m.later, c.amount), coalesce(m.then, c.amount)) AS amount
       FROM app.copy_blocks b JOIN app.copy_block_lines l ON l.block_id = b.id AND l.order_id IS NOT NULL
       JOIN app.copies c ON c.id = l.copy_id LEFT JOIN (${earlier}) AS m ON m.order_id = l.order_id
       LEFT JOIN (SELECT DISTINCT e.subject, e.action FROM audit.entries e WHERE e.action = 'copy-trading.changed') AS t ON t.subject = 'copy:' || c.id
       WHERE b.side = 'buy'
     ) AS x
     WHERE x.cost > x.amount OR x.cost < x.price::bigint * x.planned
       OR x.planned > div(x.quantity::numeric * x.amount, greatest(x.capital, x.price::bigint * x.quantity))
       OR x.is_unchanged AND (x.cost > x.amount * x.stock_share_bp / 10000 OR x.cost > x.cap)`,
  ],
  [
    'I13',
    `SELECT format('line %s of block %s reserved %s and paid %s with fees', l.place, l.block_id, l.cost, o.filled_value + o.fee) AS what
     FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'buy' JOIN app.orders o ON o.id = l.order_id
     WHERE o.filled_value + o.fee > l.cost OR l.returned > l.cost - o.filled_value - o.fee`,
  ],
  [
    // A sale is of what the copy bought with the mentor, when no corporate action has changed the number of its shares.
    'I13',
    `SELECT format('copy %s bought %s shares in block %s and sells %s of them with its mentor', x.copy_id, coalesce(p.opened_shares, 0), s.id,
       sum(o.filled_shares + o.left_shares)) AS what
     FROM app.copy_blocks b JOIN app.copy_block_lines l ON l.block_id = b.id AND l.order_id IS NOT NULL JOIN app.orders o ON o.id = l.order_id
     JOIN app.copy_blocks s ON s.lead_order = b.position_id AND s.side = 'buy'
     JOIN app.copy_block_lines x ON x.block_id = s.id AND x.copy_id = l.copy_id LEFT JOIN app.positions p ON p.id = x.order_id
     LEFT JOIN (SELECT a.symbol, max(a.ex_on) AS ex_on FROM app.corporate_actions a WHERE a.ratio_to <> a.ratio_from GROUP BY 1) AS a
       ON a.symbol = b.symbol AND a.ex_on > s.date
     WHERE b.side = 'sell' AND a.symbol IS NULL GROUP BY x.copy_id, s.id, p.opened_shares HAVING sum(o.filled_shares + o.left_shares) > coalesce(p.opened_shares, 0)`,
  ],
  [
    // From the hold of the copy to the hold of its order, in one entry and nothing else. What an order did not spend, and what a sale
    // brought, returns under the hold in an entry of its own.
    'I13',
    `WITH m AS MATERIALIZED (${moves}), n AS MATERIALIZED (
       SELECT l.order_id, l.copy_id, l.cost, coalesce(l.restored, l.returned) AS back, c.member_id
       FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id
     )
     SELECT format('order %s of a copy reserved %s, its entry moved %s from %s', coalesce(s.order_id::text, e.key), s.cost, -e.other, e.other_of) AS what
     FROM (SELECT * FROM n WHERE n.cost > 0) AS s
     FULL JOIN (SELECT * FROM m WHERE m.key LIKE 'copy.spent %') AS e ON e.key = 'copy.spent ' || s.order_id
     WHERE (e.own, -e.other, e.available, e.other_of, e.first_owner, e.last_owner)
       IS DISTINCT FROM (s.cost, s.cost, 0, s.copy_id::text, s.member_id::text, s.member_id::text)
     UNION ALL
     SELECT format('order %s gives %s back to copy %s, its entry %s', r.order_id, r.back, r.copy_id, coalesce(-e.available, 0))
     FROM (SELECT * FROM n WHERE n.back > 0) AS r
     FULL JOIN (SELECT * FROM m WHERE m.key ~ '^copy.held [^ ]+ ') AS e ON e.key = format('copy.held %s %s', r.copy_id, r.order_id)
     WHERE (-e.available, e.own, e.first_owner, e.last_owner) IS DISTINCT FROM (r.back, r.back, r.member_id::text, r.member_id::text)`,
  ],
  [
    'I13',
    `SELECT format('sale %s of a copy brought %s on %s, its line says %s on %s', l.order_id, o.filled_value - o.fee - o.tax, f.settles_on, l.proceeds,
       l.settles_on) AS what
     FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'sell' JOIN app.orders o ON o.id = l.order_id
     LEFT JOIN (SELECT x.order_id, max(x.settles_on) AS settles_on FROM app.fills x WHERE x.decided_by = 'block' AND x.side = 'sell' GROUP BY 1) AS f
       ON f.order_id = o.id
     WHERE l.returned IS NOT NULL AND (l.settles_on, l.proceeds) IS DISTINCT FROM
         (f.settles_on, CASE WHEN f.settles_on IS NOT NULL THEN greatest(o.filled_value - o.fee - o.tax, 0) END)
       OR l.restored > l.proceeds`,
  ],
  [
    // A copy holds what is not in shares; one that ended holds nothing.
    'I13',
    `SELECT format('copy %s is %s, has spent %s of %s by its lines %s, and holds %s', c.id, c.state, c.spent, c.amount, coalesce(n.spent, 0),
       coalesce(h.remaining, 0)) AS what
     FROM app.copies c
     LEFT JOIN (SELECT l.copy_id, sum(l.cost - coalesce(l.returned, 0) - coalesce(l.restored, 0)) AS spent FROM app.copy_block_lines l GROUP BY 1) AS n
       ON n.copy_id = c.id
     LEFT JOIN (SELECT x.reference, sum(x.remaining) AS remaining, bool_and(a.owner_id = y.member_id::text) AS is_own,
         coalesce(sum(x.remaining) FILTER (WHERE x.id = y.hold_id), 0) AS named
       FROM app.copies y JOIN ledger.holds x ON x.reference = y.id::text JOIN ledger.accounts a ON a.id = x.account_id GROUP BY 1) AS h
       ON h.reference = c.id::text
     CROSS JOIN LATERAL (SELECT CASE WHEN c.state IN ('under-review', 'following') THEN c.amount - c.spent ELSE 0 END AS left) AS w
     WHERE c.spent <> coalesce(n.spent, 0) OR coalesce(h.remaining, 0) <> w.left OR coalesce(h.named, 0) <> w.left OR NOT h.is_own`,
  ],
]

const states: readonly Question[] = [
  [
    // Every allocation of the log settles once, for the member of its line, and no order of a block fills otherwise.
    'I13',
    `SELECT format('allocation %s/%s gives %s shares at %s to order %s, its fill %s at %s to %s', coalesce(e.shard, f.shard),
       coalesce(e.event, f.event), e.quantity, e.price, e.order_id, f.quantity, f.price, f.order_id) AS what
     FROM (
       SELECT v.shard, v.event, b.side, v.body ->> (b.side || 'Order') AS order_id, v.body ->> (b.side || 'Account') AS account,
         (v.body ->> 'quantity')::integer AS quantity, (v.body ->> 'price')::integer AS price, b.id::text AS block
       FROM (SELECT x.shard, x.event, x.body::jsonb AS body FROM exchange.events x JOIN settlement.cursors c ON c.shard = x.shard AND x.event <= c.event
         LEFT JOIN settlement.set_aside a ON a.shard = x.shard AND a.event = x.event AND a.state <> 'applied'
         WHERE x.kind = 'allocated' AND NOT x.practice AND a.event IS NULL) AS v
       JOIN app.copy_blocks b ON b.id::text = v.body ->> 'block'
     ) AS e
     FULL JOIN (
       SELECT x.shard, x.event, x.side, x.order_id::text AS order_id, 'member:' || x.member_id AS account, x.quantity, x.price, p.block::text AS block,
         x.decided_by
       FROM app.fills x JOIN (${parts}) AS p ON p.order_id = x.order_id
     ) AS f ON (f.shard, f.event, f.side) = (e.shard, e.event, e.side)
     WHERE (e.order_id, e.account, e.quantity, e.price, e.block, 'block')
       IS DISTINCT FROM (f.order_id, f.account, f.quantity, f.price, f.block, f.decided_by)`,
  ],
  [
    'I13',
    `SELECT format('block %s is %s with %s of %s copies, %s parts of which %s were sent and %s returned; it has %s lines with %s orders, %s open, %s on its list',
       b.id, b.state, b.prepared, b.copies, b.lines, b.sent, b.returned, n.lines, n.orders, n.open, q.copies) AS what
     FROM app.copy_blocks b JOIN app.orders m ON m.id = b.lead_order
     LEFT JOIN (
       SELECT l.block_id, count(*) AS lines, count(l.order_id) AS orders, max(l.place) AS place, max(l.line) AS line,
         count(*) FILTER (WHERE o.state = 'entrusted') AS open, count(*) FILTER (WHERE l.order_id IS NOT NULL AND l.returned IS NULL) AS unreturned,
         count(*) FILTER (WHERE l.line <= b.returned AND l.returned IS NULL) AS skipped
       FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id LEFT JOIN app.orders o ON o.id = l.order_id GROUP BY 1
     ) AS n ON n.block_id = b.id
     LEFT JOIN (SELECT x.block_id, sum(cardinality(x.copies)) AS copies FROM app.copy_block_lists x GROUP BY 1) AS q ON q.block_id = b.id
     WHERE (coalesce(n.lines, 0), coalesce(n.place, 0), coalesce(n.orders, 0), coalesce(n.line, 0))
         IS DISTINCT FROM (b.prepared, b.prepared, b.lines - 1, b.lines - 1)
       OR b.returned > b.lines - 1 OR n.skipped > 0
       OR CASE b.state
         WHEN 'preparing' THEN b.sent > 0 OR b.copies IS NOT NULL AND (b.prepared >= b.copies OR coalesce(q.copies, 0) < b.copies - b.prepared)
         ELSE (b.prepared, coalesce(q.copies, 0)) IS DISTINCT FROM (b.copies, 0) END
       OR b.state IN ('sent', 'done') AND b.sent <> b.lines OR b.state = 'sending' AND b.sent >= b.lines
       OR b.state = 'done' AND (m.state = 'entrusted' OR n.open > 0 OR n.unreturned > 0 OR b.returned <> b.lines - 1)`,
  ],
]

export const copyBreaches = (tx: Executor): Promise<TradingBreach[]> =>
  ask(tx, [...division, ...lines, ...money, ...states])
