-- Reconciliation in both directions. Each check is its own function and returns one row; app.reconcile() lists them.
-- The run of the minute reads the open day and everything open now; the nightly run reads every closed day again
-- (recon.check_days).

CREATE TYPE recon.finding AS (code text, unit text, counted bigint, value numeric, difference numeric, detail text);

-- Every event of the ledger: the kinds of account it may touch, and whether its entries belong to a record.
CREATE TABLE recon.events (
  event    text    PRIMARY KEY,
  traced   boolean NOT NULL,
  accounts text[]  NOT NULL
);
INSERT INTO recon.events VALUES
  ('practice-grant', true, '{practice-grant/granted,member/available}'),
  ('deposit.booked', true, '{house/bank,member/available,fees/income}'),
  ('deposit.reversed', true, '{house/bank,member/available,fees/income}'),
  ('deposit.rebooked', true, '{house/bank,member/available,fees/income}'),
  ('withdrawal.held', true, '{member/available,member/held}'),
  ('withdrawal.released', true, '{member/available,member/held}'),
  ('withdrawal.passed', true, '{member/held,house/payouts,fees/income}'),
  ('withdrawal.paid', true, '{house/payouts,house/bank}'),
  ('withdrawal.returned', true, '{house/payouts,house/bank,fees/income,member/available}'),
  ('journal.posted', true, '{member/available,house/corrections,house/capital,house/promotion,house/rounding,fees/income,tax/collected,suspense/open}'),
  ('coupon.granted', true, '{house/promotion,house/vouchers}'),
  ('coupon.rebated', true, '{house/promotion,house/vouchers,member/available}'),
  ('coupon.expired', false, '{house/promotion,house/vouchers}'),
  ('suspense.taken', true, '{house/bank,suspense/open}'),
  ('suspense.released', true, '{house/bank,suspense/open}'),
  ('suspense.returned', true, '{house/bank,suspense/open}'),
  ('day-trade.kept', true, '{member/collateral,tax/collected,fees/income}'),
  ('interest.accrued', false, '{member/interest,house/interest}'),
  ('settlement.arrived', false, '{member/available,member/receivable,member/payable,seat/available,seat/receivable,seat/payable}'),
  ('margin.top-up', false, '{member/available,member/interest,member/loan,member/collateral,lending/available,lending/lent}'),
  ('seat.trade', false, '{seat/available,seat/payable,clearing/settling}'),
  ('seat.net', false, '{seat/available,seat/payable}'),
  ('seat-cash', false, '{practice-grant/granted,seat/available}'),
  ('seat-inventory', false, '{house/issue,seat/available}'),
  ('lending-pool', false, '{house/capital,seat/available,lending/available}');
INSERT INTO recon.events
SELECT e.event, false, '{member/available,member/held,member/receivable,member/held-receivable,lending/available,lending/held}'
FROM unnest(ARRAY['order.held', 'order.reduced', 'order.released', 'conditional.held', 'conditional.released']) AS e (event);
INSERT INTO recon.events
SELECT e.event, true, '{member/available,member/held,member/receivable,member/held-receivable,member/payable,member/collateral,member/loan,member/interest,lending/available,lending/held,lending/lent,clearing/settling,fees/income,tax/collected,house/capital}'
FROM unnest(ARRAY['trade.open-long', 'trade.close-long', 'trade.open-short', 'trade.close-short']) AS e (event);

-- The same, one row per kind of account.
CREATE VIEW recon.event_accounts AS
  SELECT k.event, split_part(x.account, '/', 1) AS owner_kind, split_part(x.account, '/', 2) AS kind
  FROM recon.events k CROSS JOIN LATERAL unnest(k.accounts) AS x (account);

-- The default values of rules; packages/rules has the same and a test compares them.
CREATE TABLE recon.defaults (
  rule  text   PRIMARY KEY,
  value bigint NOT NULL
);
INSERT INTO recon.defaults VALUES
  ('recon.freshMinutes', 5), ('recon.nightHours', 36), ('bank.coverHours', 0), ('practice.grant', 1000000000);

CREATE FUNCTION recon.rule(p_rule text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(
    (SELECT v.value FROM app.rule_values v WHERE v.rule = p_rule AND v.holds_from <= now() ORDER BY v.holds_from DESC, v.id DESC LIMIT 1),
    (SELECT d.value FROM recon.defaults d WHERE d.rule = p_rule))
$$;

CREATE FUNCTION recon.uuid_of(p_text text) RETURNS uuid
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' THEN p_text::uuid END
$$;

-- Reviews that two people on two devices approved, over their current payload. `decided` is the state while the worker
-- executes one.
CREATE VIEW recon.approved_reviews AS
  SELECT r.id, r.kind, r.subject
  FROM app.reviews r
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT v.operator_id) AS people, count(DISTINCT v.device_id) AS devices FROM app.review_votes v
    WHERE v.review_id = r.id AND v.decision = 'approve' AND v.payload_hash = r.payload_hash
  ) AS votes
  WHERE r.decision = 'approve' AND r.state IN ('decided', 'closed') AND votes.people >= 2 AND votes.devices >= 2;

CREATE FUNCTION recon.by_two(p_review uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM recon.approved_reviews r WHERE r.id = p_review)
$$;
-- Entries without a record that were answered: two people posted a correction that names the entry.
CREATE VIEW recon.answered AS
  SELECT j.original AS entry_id FROM app.journals j WHERE j.original IS NOT NULL AND recon.by_two(j.review_id);

-- The lines of an entry as sums: what left the house's bank account, what the member got, what suspense got.
CREATE VIEW recon.entry_sums AS
  SELECT l.entry_id, l.posted_at,
    -coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'house' AND a.kind = 'bank'), 0) AS bank,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'suspense'), 0) AS suspense,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'member' AND a.kind = 'available'), 0) AS free,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'member' AND a.kind = 'held'), 0) AS held,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'house' AND a.kind = 'payouts'), 0) AS payouts,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'house' AND a.kind = 'vouchers'), 0) AS vouchers,
    sum(abs(l.amount)) / 2 AS moved, min(a.owner_id) FILTER (WHERE a.owner_kind = 'member') AS member_id, min(l.asset) AS asset,
    min(l.seq) FILTER (WHERE a.owner_kind = 'member' AND a.kind = 'available') AS first_seq
  FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id GROUP BY l.entry_id, l.posted_at;

-- Entries without a record, or with one that differs. One row per fault.
CREATE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH e AS MATERIALIZED (
    SELECT x.id, x.event, x.posted_at, x.reference, recon.uuid_of(x.reference) AS ref, x.key, x.reverses
    FROM ledger.entries x
    WHERE x.tx >= p_from AND x.tx < p_upto AND x.event NOT LIKE 'trade.%'
      AND x.event IN (SELECT k.event FROM recon.events k WHERE k.traced)
  ), s AS MATERIALIZED (
    SELECT e.id, e.event, e.posted_at, e.reference, e.ref, e.reverses, t.bank, t.suspense, t.free, t.held, t.payouts, t.vouchers,
      t.moved, t.member_id, t.asset
    FROM e CROSS JOIN LATERAL (
      SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
    ) AS t
  )
  SELECT s.id, s.event, s.moved, 'no booked deposit with two votes'
  FROM s LEFT JOIN app.deposits d ON d.id = s.ref
  WHERE s.event = 'deposit.booked' AND (d.state = 'passed' AND d.entry_id = s.id AND s.bank = d.booked AND s.asset = d.currency
    AND s.member_id = d.member_id::text AND EXISTS (SELECT FROM recon.approved_reviews r WHERE r.kind = 'deposit' AND r.subject = s.reference)) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no correction of a deposit with two votes'
  FROM s LEFT JOIN app.deposit_corrections c ON c.deposit_id = s.ref LEFT JOIN app.deposits d ON d.id = s.ref
  WHERE s.event IN ('deposit.reversed', 'deposit.rebooked') AND (
    s.member_id = d.member_id::text AND s.asset = d.currency AND recon.by_two(c.review_id)
    AND CASE s.event WHEN 'deposit.reversed' THEN c.reversal_entry = s.id AND s.reverses = d.entry_id AND s.bank = -c.reversed
      ELSE c.booking_entry = s.id AND s.bank = c.booked END) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no withdrawal that says so'
  FROM s LEFT JOIN app.withdrawals w ON w.id = s.ref
  WHERE s.event LIKE 'withdrawal.%' AND (s.asset = w.currency AND coalesce(s.member_id, w.member_id::text) = w.member_id::text
    AND CASE s.event
      WHEN 'withdrawal.held' THEN s.held = w.amount + w.fee
      WHEN 'withdrawal.released' THEN w.state = 'rejected' AND w.entry_id = s.id AND s.held = -(w.amount + w.fee)
      WHEN 'withdrawal.passed' THEN w.state = 'passed' AND w.entry_id = s.id AND s.payouts = w.amount
        AND EXISTS (SELECT FROM recon.approved_reviews r WHERE r.kind = 'withdrawal' AND r.subject = s.reference)
      WHEN 'withdrawal.paid' THEN w.stage IN ('paid', 'returned') AND s.bank = -w.amount AND EXISTS (
        SELECT FROM app.bank_statement_lines l WHERE l.withdrawal_id = w.id AND l.amount = -w.amount AND l.currency = w.currency)
        AND EXISTS (SELECT FROM app.payout_batches b WHERE b.id = w.batch_id AND recon.by_two(b.review_id))
      WHEN 'withdrawal.returned' THEN w.stage = 'returned' AND s.free = w.amount + w.fee AND EXISTS (SELECT FROM recon.approved_reviews r WHERE r.kind = 'payout-return' AND r.subject = s.reference)
    END) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no correction with two votes'
  FROM s LEFT JOIN app.journals j ON j.entry_id = s.id
  WHERE s.event = 'journal.posted' AND (j.id = s.ref AND recon.by_two(j.review_id) AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = s.id AND l.posted_at = s.posted_at
    ) AS posted FULL JOIN (
      SELECT x ->> 'account' AS code, (x ->> 'amount')::bigint AS amount FROM jsonb_array_elements(j.lines) AS x
    ) AS said ON said.code = posted.code WHERE said.amount IS DISTINCT FROM posted.amount)) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no grant of vouchers with two votes'
  FROM s LEFT JOIN app.coupon_grants g ON g.entry_id = s.id
  WHERE s.event = 'coupon.granted' AND (g.id = s.ref AND s.vouchers = g.amount * g.members AND recon.by_two(g.review_id)) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no used voucher'
  FROM s LEFT JOIN app.coupons c ON c.entry_id = s.id
  WHERE s.event = 'coupon.rebated' AND (c.member_id::text = s.member_id AND s.free = c.used AND c.order_id = s.ref) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no bank line in suspense that says so'
  FROM s LEFT JOIN app.suspense_items i ON i.line_id = s.ref LEFT JOIN app.bank_statement_lines l ON l.id = i.line_id
  WHERE s.event LIKE 'suspense.%' AND (l.currency = s.asset AND l.amount = i.amount AND CASE s.event
      WHEN 'suspense.taken' THEN i.taken_entry = s.id AND s.suspense = i.amount
        AND (i.taken_review IS NULL OR recon.by_two(i.taken_review))
      WHEN 'suspense.released' THEN i.state = 'released' AND i.ended_entry = s.id AND s.suspense = -i.amount AND recon.by_two(i.released_review)
      WHEN 'suspense.returned' THEN i.state = 'returned' AND i.ended_entry = s.id AND s.suspense = -i.amount AND recon.by_two(i.return_review)
        AND EXISTS (SELECT FROM app.bank_statement_lines o WHERE o.returns_line = i.line_id AND o.amount = -i.amount)
    END) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no holding kept overnight'
  FROM s LEFT JOIN app.positions p ON p.id = s.ref
  WHERE s.event = 'day-trade.kept' AND (p.member_id::text = s.member_id AND NOT p.day_trade
    AND p.open_tax + p.close_tax + p.borrow_fee = s.moved
      + (SELECT coalesce(sum(f.tax + f.borrow_fee), 0) FROM app.fills f WHERE f.position_id = p.id)) IS NOT TRUE
$$;

-- Trade entries that no fill names. The key of such an entry is the fill's position in the exchange's log.
CREATE FUNCTION recon.untraced_trades(p_from bigint, p_upto bigint) RETURNS TABLE (entry_id uuid, event text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event
  FROM ledger.entries e
  LEFT JOIN LATERAL regexp_match(e.key, '^fill:(\d{1,4})/(\d{1,15})/(buy|sell)$') AS k ON true
  LEFT JOIN app.fills f ON f.shard = k[1]::smallint AND f.event = k[2]::bigint AND f.side = k[3]
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event LIKE 'trade.%' AND f.entry_id IS DISTINCT FROM e.id
$$;

-- Fills that differ from the exchange's log, and trades of members without a fill. `p_after` and `p_upto` are positions
-- in the log of one shard.
CREATE FUNCTION recon.wrong_fills(p_shard smallint, p_after bigint, p_upto bigint) RETURNS TABLE (event bigint, side text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.event, f.side
  FROM app.fills f
  LEFT JOIN LATERAL (
    SELECT x.symbol, x.sequence, x.body::jsonb AS body FROM exchange.events x
    WHERE x.shard = f.shard AND x.event = f.event AND NOT x.practice AND x.kind = 'traded' AND x.at = f.traded_at
    OFFSET 0
  ) AS t ON true
  WHERE f.shard = p_shard AND f.event > p_after AND f.event <= p_upto
    AND (t.symbol = f.symbol AND t.sequence = f.sequence AND (t.body ->> 'price')::bigint = f.price
      AND (t.body ->> 'quantity')::bigint = f.quantity
      AND CASE f.side WHEN 'buy' THEN t.body ->> 'buyOrder' ELSE t.body ->> 'sellOrder' END = f.order_id::text
      AND CASE f.side WHEN 'buy' THEN t.body ->> 'buyAccount' ELSE t.body ->> 'sellAccount' END = 'member:' || f.member_id) IS NOT TRUE
  UNION ALL
  SELECT x.event, side.name
  FROM exchange.events x
  CROSS JOIN LATERAL (SELECT x.body::jsonb AS body OFFSET 0) AS t
  CROSS JOIN LATERAL (VALUES ('buy', t.body ->> 'buyAccount'), ('sell', t.body ->> 'sellAccount')) AS side (name, account)
  WHERE x.shard = p_shard AND x.event > p_after AND x.event <= p_upto AND NOT x.practice AND x.kind = 'traded'
    AND x.event <= (SELECT c.event FROM settlement.cursors c WHERE c.shard = p_shard)
    AND side.account LIKE 'member:%'
    AND NOT EXISTS (SELECT FROM app.fills f WHERE f.shard = p_shard AND f.event = x.event AND f.side = side.name)
$$;

-- Requests marked as booked whose entry is missing or differs.
CREATE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.id, d.booked, 'deposit' FROM app.deposits d
  LEFT JOIN ledger.entries e ON e.id = d.entry_id AND e.posted_at = ledger.time_of(d.entry_id)
  WHERE d.state = 'passed' AND d.decided_at >= p_since
    AND (e.event = 'deposit.booked' AND e.reference = d.id::text) IS NOT TRUE
  UNION ALL
  SELECT w.id, w.amount, 'withdrawal' FROM app.withdrawals w
  LEFT JOIN ledger.entries e ON e.id = w.entry_id AND e.posted_at = ledger.time_of(w.entry_id)
  WHERE w.state <> 'pending' AND w.decided_at >= p_since
    AND (e.event = CASE w.state WHEN 'passed' THEN 'withdrawal.passed' ELSE 'withdrawal.released' END AND e.reference = w.id::text) IS NOT TRUE
  UNION ALL
  SELECT j.id, 0, 'correction' FROM app.journals j
  LEFT JOIN ledger.entries e ON e.id = j.entry_id AND e.posted_at = ledger.time_of(j.entry_id)
  WHERE j.posted_at >= p_since AND (e.event = 'journal.posted' AND e.reference = j.id::text) IS NOT TRUE
  UNION ALL
  SELECT g.id, g.amount * g.members, 'voucher grant' FROM app.coupon_grants g
  LEFT JOIN ledger.entries e ON e.id = g.entry_id AND e.posted_at = ledger.time_of(g.entry_id)
  WHERE g.granted_at >= p_since AND (e.event = 'coupon.granted' AND e.reference = g.id::text) IS NOT TRUE
$$;

-- Paper money that is not the member's first line, not the amount of the rule, or a member's second grant.
CREATE FUNCTION recon.wrong_grants(p_from bigint, p_upto bigint) RETURNS TABLE (entry_id uuid, amount numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT g.id, g.free
  FROM (
    SELECT e.id, e.reference, t.free, t.member_id, t.first_seq
    FROM ledger.entries e CROSS JOIN LATERAL (
      SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
    ) AS t
    WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'practice-grant'
  ) AS g
  WHERE (g.member_id = g.reference AND g.first_seq = 1 AND g.free = (SELECT d.value FROM recon.defaults d WHERE d.rule = 'practice.grant')
    AND EXISTS (SELECT FROM app.members m WHERE m.id = recon.uuid_of(g.reference))) IS NOT TRUE
$$;

-- `entries`: each balances per asset and has as many lines as it states. `events`: the event is known, touches only its
-- own accounts, and no entry touches two members. One pass keeps only what is wrong or has two assets.
CREATE FUNCTION recon.check_entries(p_from bigint, p_upto bigint) RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH allowed AS MATERIALIZED (SELECT k.event, k.owner_kind, k.kind FROM recon.event_accounts k), g AS MATERIALIZED (
    SELECT e.id, e.posted_at, e.event, e.line_count, count(l.entry_id) AS n, sum(l.amount) AS off, min(l.asset) <> max(l.asset) AS mixed,
      bool_and(k.event IS NOT NULL) AND min(m.owner_id) IS NOT DISTINCT FROM max(m.owner_id) AS proper
    FROM ledger.entries e
    LEFT JOIN ledger.lines l ON l.entry_id = e.id AND l.tx >= p_from AND l.tx < p_upto
    LEFT JOIN ledger.accounts a ON a.id = l.account_id
    LEFT JOIN allowed k ON k.event = e.event AND k.owner_kind = a.owner_kind AND k.kind = a.kind
    LEFT JOIN LATERAL (SELECT a.owner_id WHERE a.owner_kind = 'member') AS m ON true
    WHERE e.tx >= p_from AND e.tx < p_upto
    GROUP BY e.id, e.posted_at, e.event, e.line_count
    HAVING count(l.entry_id) <> e.line_count OR sum(l.amount) <> 0 OR min(l.asset) <> max(l.asset)
      OR NOT (bool_and(k.event IS NOT NULL) AND min(m.owner_id) IS NOT DISTINCT FROM max(m.owner_id))
  ), uneven AS (
    SELECT g.id, abs(g.off) + 1 AS off FROM g WHERE NOT g.mixed AND g.off <> 0 OR g.n <> g.line_count
    UNION ALL
    SELECT g.id, abs(sum(l.amount)) FROM g JOIN ledger.lines l ON l.entry_id = g.id AND l.posted_at = g.posted_at
    WHERE g.mixed GROUP BY g.id, l.asset HAVING sum(l.amount) <> 0
    UNION ALL
    -- A line without an entry in the range.
    SELECT NULL, abs(l.n - e.n) FROM (SELECT count(*) AS n FROM ledger.lines x WHERE x.tx >= p_from AND x.tx < p_upto) AS l,
      (SELECT coalesce(sum(x.line_count), 0) AS n FROM ledger.entries x WHERE x.tx >= p_from AND x.tx < p_upto) AS e WHERE l.n <> e.n
  ), counted AS (SELECT count(*) AS n FROM ledger.entries e WHERE e.tx >= p_from AND e.tx < p_upto)
  SELECT 'entries', 'count', (SELECT c.n FROM counted c), NULL::numeric, coalesce(sum(u.off), 0), min(u.id::text) FROM uneven u
  UNION ALL
  SELECT 'events', 'count', (SELECT c.n FROM counted c), NULL, count(*)::numeric, min(format('%s %s', g.event, g.id))
  FROM g WHERE NOT g.proper AND g.id NOT IN (SELECT x.entry_id FROM recon.answered x)
$$;

CREATE FUNCTION recon.check_requests(p_from bigint, p_upto bigint) RETURNS recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'requests', 'money', (SELECT count(*) FROM ledger.entries e JOIN recon.events k ON k.event = e.event AND k.traced
      WHERE e.tx >= p_from AND e.tx < p_upto AND e.event NOT LIKE 'trade.%'), NULL::numeric,
    coalesce(sum(greatest(u.amount, 1)), 0), min(format('%s %s: %s', u.event, u.entry_id, u.why))
  FROM recon.untraced(p_from, p_upto) AS u WHERE u.entry_id NOT IN (SELECT x.entry_id FROM recon.answered x)
$$;

CREATE FUNCTION recon.check_trades(p_from bigint, p_upto bigint) RETURNS recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'trades', 'count', (SELECT count(*) FROM ledger.entries e WHERE e.tx >= p_from AND e.tx < p_upto AND e.event LIKE 'trade.%'), NULL::numeric,
    count(*)::numeric, min(format('%s %s', u.event, u.entry_id))
  FROM recon.untraced_trades(p_from, p_upto) AS u WHERE u.entry_id NOT IN (SELECT x.entry_id FROM recon.answered x)
$$;

CREATE FUNCTION recon.check_records(p_since timestamptz) RETURNS recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'records', 'money', (SELECT count(*) FROM app.deposits d WHERE d.state = 'passed' AND d.decided_at >= p_since)
      + (SELECT count(*) FROM app.withdrawals w WHERE w.state <> 'pending' AND w.decided_at >= p_since), NULL::numeric,
    coalesce(sum(greatest(u.amount, 1)), 0), min(format('%s %s', u.why, u.request))
  FROM recon.unbooked(p_since) AS u
$$;

CREATE FUNCTION recon.check_grants(p_from bigint, p_upto bigint) RETURNS recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'grants', 'money', (SELECT count(*) FROM ledger.entries e WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'practice-grant'),
    NULL::numeric, coalesce(sum(greatest(g.amount, 1)), 0), min(g.entry_id::text)
  FROM recon.wrong_grants(p_from, p_upto) AS g WHERE g.entry_id NOT IN (SELECT x.entry_id FROM recon.answered x)
$$;

-- The open part of each shard's log: after the last closed day.
CREATE FUNCTION recon.open_fills() RETURNS TABLE (shard smallint, after_event bigint, fills bigint, fee numeric, tax numeric, borrow_fee numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.shard, coalesce(k.upto_event, 0), coalesce(k.fills, 0), coalesce(k.fee, 0), coalesce(k.tax, 0), coalesce(k.borrow_fee, 0)
  FROM (SELECT c.shard FROM settlement.cursors c UNION SELECT f.shard FROM recon.closed_fills f
        UNION (SELECT f.shard FROM app.fills f ORDER BY f.shard DESC LIMIT 1)) AS s
  LEFT JOIN recon.closed_fills k ON k.shard = s.shard AND k.day = (SELECT max(d.day) FROM recon.closed_days d)
$$;

CREATE FUNCTION recon.check_fills() RETURNS recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'fills', 'count', (SELECT count(*) FROM recon.open_fills() AS o JOIN app.fills f ON f.shard = o.shard AND f.event > o.after_event),
    NULL::numeric, count(w.event)::numeric, min(format('%s/%s %s', o.shard, w.event, w.side)) FILTER (WHERE w.event IS NOT NULL)
  FROM recon.open_fills() AS o LEFT JOIN LATERAL recon.wrong_fills(o.shard, o.after_event, 9223372036854775807) AS w ON true
$$;

-- The ledger's stored totals by kind equal the closed days plus the lines of the open one; each asset sums to zero.
CREATE FUNCTION recon.check_totals() RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH trial AS MATERIALIZED (SELECT t.* FROM ledger.trial_balance() AS t), kept AS (
    SELECT u.owner_kind, u.asset, u.kind, sum(u.total) AS total FROM (
      SELECT t.owner_kind, t.asset, t.kind, t.total FROM recon.closed_totals t
      WHERE t.day = (SELECT max(d.day) FROM recon.closed_days d)
      UNION ALL SELECT m.owner_kind, m.asset, m.kind, m.total FROM recon.moved(recon.open_from(), 9223372036854775807) AS m
    ) AS u GROUP BY u.owner_kind, u.asset, u.kind
  )
  SELECT 'assets', 'count', count(*), NULL::numeric, coalesce(sum(abs(s.off)), 0), min(s.asset) FILTER (WHERE s.off <> 0)
  FROM (SELECT t.asset, sum(t.total) AS off FROM trial t GROUP BY t.asset) AS s
  UNION ALL
  SELECT 'clearing', 'money', count(*), coalesce(sum(t.total) FILTER (WHERE t.asset = 'TWD'), 0), coalesce(sum(abs(t.total)), 0),
    min(t.asset) FILTER (WHERE t.total <> 0)
  FROM trial t WHERE t.owner_kind = 'clearing'
  UNION ALL
  SELECT 'closed-days', 'money', (SELECT count(*) FROM recon.closed_days), NULL,
    coalesce(sum(abs(coalesce(t.total, 0) - coalesce(k.total, 0))), 0),
    min(format('%s %s %s', coalesce(t.owner_kind, k.owner_kind), coalesce(t.asset, k.asset), coalesce(t.kind, k.kind)))
      FILTER (WHERE coalesce(t.total, 0) <> coalesce(k.total, 0))
  FROM trial t FULL JOIN kept k ON (k.owner_kind, k.asset, k.kind) = (t.owner_kind, t.asset, t.kind)
$$;

-- Balance rows of the accounts the open day touched: the row equals the last line, each line adds to the one before it,
-- and nothing is below its floor. The nightly run reads every row.
CREATE FUNCTION recon.check_balances(p_from bigint) RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH touched AS MATERIALIZED (
    SELECT g.account_id, g.last[1] AS seq, g.last[2] AS balance,
      -- The lines of one account have one number each and add up from the first to the last; a gap in the numbers is a
      -- line of a closed day.
      (g.n > g.last[1] - g.first[1] + 1 OR g.n = g.last[1] - g.first[1] + 1 AND g.last[2] - g.first[2] <> g.total)::integer AS breaks
    FROM (
      SELECT l.account_id, max(ARRAY[l.seq, l.balance_after]) AS last, min(ARRAY[l.seq, l.balance_after - l.amount]) AS first,
        count(*) AS n, sum(l.amount) AS total
      FROM ledger.lines l WHERE l.tx >= p_from AND l.seq IS NOT NULL GROUP BY l.account_id
    ) AS g
  ), wrong AS (
    SELECT t.account_id, abs(coalesce(b.balance, 0) - t.balance) AS off, b.balance, b.lowest, b.highest, t.breaks,
      -- A line of a closed day may have a higher number: closing goes by transactions, numbers by locks.
      (b.lines = t.seq AND b.balance = t.balance OR EXISTS (
        SELECT FROM ledger.lines x WHERE x.account_id = t.account_id AND x.seq = b.lines AND x.balance_after = b.balance
          AND x.posted_at >= to_timestamp((b.stamp >> 12) / 1000::float8))) IS NOT TRUE AS differs
    FROM touched t LEFT JOIN ledger.balances b ON b.account_id = t.account_id
  )
  SELECT 'balances', 'money', count(*), (SELECT t.total FROM ledger.trial_balance() AS t
      WHERE (t.owner_kind, t.asset, t.kind) = ('member', 'TWD', 'available')),
    coalesce(sum(greatest(w.off, 1)) FILTER (WHERE w.differs), 0) + coalesce(sum(w.breaks), 0),
    (SELECT min(a.code) FROM wrong x JOIN ledger.accounts a ON a.id = x.account_id WHERE x.differs OR x.breaks > 0)
  FROM wrong w
  UNION ALL
  SELECT 'floor', 'count', count(*), NULL, (count(*) FILTER (WHERE w.balance < w.lowest OR w.balance > w.highest))::numeric,
    (SELECT min(a.code) FROM wrong x JOIN ledger.accounts a ON a.id = x.account_id WHERE x.balance < x.lowest OR x.balance > x.highest)
  FROM wrong w
$$;

-- Held money equals its open holds, and each hold belongs to an order or a withdrawal.
CREATE FUNCTION recon.check_holds(p_from bigint) RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH open AS MATERIALIZED (
    SELECT h.id, h.account_id, h.remaining, h.reference FROM ledger.holds h WHERE h.state = 'open'
  ), held AS (
    SELECT x.account_id, coalesce(sum(o.remaining), 0) AS remaining, count(o.id) AS holds
    FROM (
      SELECT o.account_id FROM open o
      UNION SELECT l.account_id FROM ledger.lines l WHERE l.tx >= p_from AND l.hold_id IS NOT NULL
    ) AS x LEFT JOIN open o ON o.account_id = x.account_id GROUP BY x.account_id
  ), judged AS (
    SELECT a.code, a.asset, a.owner_kind, b.balance, h.remaining, h.holds
    FROM held h JOIN ledger.accounts a ON a.id = h.account_id JOIN ledger.balances b ON b.account_id = h.account_id
  )
  SELECT 'holds', 'money', coalesce(sum(j.holds), 0)::bigint,
    coalesce(sum(j.balance) FILTER (WHERE j.owner_kind = 'member' AND j.asset = 'TWD'), 0),
    coalesce(sum(abs(j.balance - j.remaining)), 0), min(j.code) FILTER (WHERE j.balance <> j.remaining)
  FROM judged j
  UNION ALL
  SELECT 'holds-owned', 'money', (SELECT count(*) FROM open), NULL, coalesce(sum(o.remaining), 0), min(format('%s %s', o.id, o.reference))
  FROM open o JOIN ledger.accounts a ON a.id = o.account_id
  WHERE a.owner_kind IN ('member', 'lending')
    AND NOT EXISTS (SELECT FROM app.withdrawals w WHERE w.hold_id = o.id AND w.state = 'pending')
    AND NOT EXISTS (SELECT FROM app.order_holds x WHERE x.hold_id = o.id AND x.remaining = o.remaining)
$$;

-- Shares, loans, collateral and interest equal the open holdings. The nightly run adds the closed ones.
CREATE FUNCTION recon.check_holdings(p_all boolean) RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH p AS MATERIALIZED (
    SELECT x.symbol, x.direction, x.shares, x.loan, x.collateral, x.interest FROM app.positions x WHERE p_all OR x.state <> 'closed'
  ), trial AS MATERIALIZED (SELECT t.* FROM ledger.trial_balance() AS t), books AS MATERIALIZED (
    SELECT p.symbol, coalesce(sum(p.shares) FILTER (WHERE p.direction = 'long'), 0) AS long,
      coalesce(sum(p.shares) FILTER (WHERE p.direction = 'short'), 0) AS short FROM p GROUP BY p.symbol
  ), owes AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE p.loan > 0) AS loans, count(*) FILTER (WHERE p.collateral > 0) AS collaterals,
      count(*) FILTER (WHERE p.interest > 0) AS interests,
      coalesce(sum(p.loan), 0) AS loan, coalesce(sum(p.collateral), 0) AS collateral, coalesce(sum(p.interest), 0) AS interest FROM p
  ), cash AS MATERIALIZED (
    SELECT coalesce(-sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind = 'loan'), 0) AS owed,
      coalesce(sum(t.total) FILTER (WHERE t.owner_kind = 'lending' AND t.kind = 'lent'), 0) AS lent,
      coalesce(sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind = 'collateral'), 0) AS collateral,
      coalesce(-sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind = 'interest'), 0) AS interest
    FROM trial t WHERE t.asset = 'TWD'
  ), shares AS MATERIALIZED (
    SELECT coalesce(k.symbol, b.symbol) AS symbol, coalesce(k.held, 0) AS held, coalesce(k.lent, 0) AS lent, coalesce(k.owed, 0) AS owed,
      coalesce(b.long, 0) AS long, coalesce(b.short, 0) AS short
    FROM (
      SELECT substr(t.asset, 5) AS symbol,
        sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind IN ('available', 'held', 'receivable', 'held-receivable')) AS held,
        sum(t.total) FILTER (WHERE t.owner_kind = 'lending' AND t.kind = 'lent') AS lent,
        -sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind = 'loan') AS owed
      FROM trial t WHERE t.asset LIKE 'stk:%' GROUP BY t.asset
    ) AS k FULL JOIN books b ON b.symbol = k.symbol
  )
  SELECT 'shares', 'shares', count(*), coalesce(sum(s.held), 0), coalesce(sum(abs(s.held - s.long)), 0),
    min(s.symbol) FILTER (WHERE s.held <> s.long)
  FROM shares s WHERE s.held <> 0 OR s.long <> 0
  UNION ALL
  SELECT 'lent-shares', 'shares', count(*), coalesce(sum(s.lent), 0), coalesce(sum(abs(s.lent - s.short) + abs(s.lent - s.owed)), 0),
    min(s.symbol) FILTER (WHERE s.lent <> s.short OR s.lent <> s.owed)
  FROM shares s WHERE s.lent <> 0 OR s.short <> 0 OR s.owed <> 0
  UNION ALL
  SELECT 'loans', 'money', o.loans, o.loan, abs(c.owed - o.loan) + abs(c.lent - o.loan),
    CASE WHEN c.owed <> o.loan OR c.lent <> o.loan THEN format('owed %s, lent %s, holdings %s', c.owed, c.lent, o.loan) END
  FROM owes o, cash c
  UNION ALL
  SELECT 'collateral', 'money', o.collaterals, c.collateral, abs(c.collateral - o.collateral),
    CASE WHEN c.collateral <> o.collateral THEN format('accounts %s, holdings %s', c.collateral, o.collateral) END
  FROM owes o, cash c
  UNION ALL
  SELECT 'interest', 'money', o.interests, c.interest, abs(c.interest - o.interest),
    CASE WHEN c.interest <> o.interest THEN format('accounts %s, holdings %s', c.interest, o.interest) END
  FROM owes o, cash c
$$;

-- Brokerage, tax and borrow fees equal the charges of fills and kept day trades, plus corrections.
CREATE FUNCTION recon.check_charges() RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH charged AS MATERIALIZED (
    SELECT coalesce(sum(o.fills + f.fills), 0)::bigint AS fills, coalesce(sum(o.fee + f.fee), 0) AS fee,
      coalesce(sum(o.tax + f.tax), 0) AS tax, coalesce(sum(o.borrow_fee + f.borrow_fee), 0) AS borrow_fee
    FROM recon.open_fills() AS o CROSS JOIN LATERAL (
      SELECT count(*) AS fills, coalesce(sum(x.fee), 0) AS fee, coalesce(sum(x.tax), 0) AS tax, coalesce(sum(x.borrow_fee), 0) AS borrow_fee
      FROM app.fills x WHERE x.shard = o.shard AND x.event > o.after_event
    ) AS f
  ), kept AS MATERIALIZED (
    SELECT k.tax + coalesce(d.kept_tax, 0) AS tax, k.fee + coalesce(d.kept_fee, 0) AS fee
    FROM recon.kept_charges(recon.open_from(), 9223372036854775807) AS k
    LEFT JOIN recon.closed_days d ON d.day = (SELECT max(x.day) FROM recon.closed_days x)
  )
  SELECT u.code, 'money', c.fills, b.booked, b.booked - u.said - app.corrected(u.account), NULL::text
  FROM charged c, kept k, LATERAL (VALUES
    ('brokerage', 'fees/brokerage/TWD/income', c.fee), ('tax', 'tax/transaction/TWD/collected', c.tax + k.tax),
    ('borrow-fee', 'fees/borrow/TWD/income', c.borrow_fee + k.fee)) AS u (code, account, said),
    LATERAL (SELECT ledger.balance_of(u.account) AS booked) AS b
$$;

-- The bank movement of each request, with the bank's own account number and the line that shows it.
CREATE VIEW recon.bank_movements AS
  SELECT 'deposit' AS kind, d.id, c.number AS account, d.currency,
    CASE WHEN k.deposit_id IS NULL THEN d.booked ELSE coalesce(k.booked, 0) END AS amount, l.id AS line_id, coalesce(l.amount, 0) AS shown,
    coalesce(k.corrected_at, d.decided_at) AS at
  FROM app.deposits d JOIN app.deposit_channels c ON c.id = d.channel_id
  LEFT JOIN app.deposit_corrections k ON k.deposit_id = d.id
  LEFT JOIN app.bank_statement_lines l ON l.deposit_id = d.id
  WHERE d.state = 'passed'
  UNION ALL
  SELECT 'payout', w.id, coalesce(l.account, 'unknown'), w.currency, -w.amount, l.id, coalesce(l.amount, 0), w.paid_at
  FROM app.withdrawals w LEFT JOIN app.bank_statement_lines l ON l.withdrawal_id = w.id WHERE w.paid_at IS NOT NULL
  UNION ALL
  SELECT 'returned-payout', w.id, coalesce(l.account, o.account, 'unknown'), w.currency, w.amount, l.id, coalesce(l.amount, 0),
    (SELECT max((s ->> 'at')::timestamptz) FROM jsonb_array_elements(w.steps) AS s)
  FROM app.withdrawals w LEFT JOIN app.bank_statement_lines l ON l.returned_withdrawal = w.id
  LEFT JOIN app.bank_statement_lines o ON o.withdrawal_id = w.id
  WHERE w.stage = 'returned' AND w.paid_at IS NOT NULL
  UNION ALL
  SELECT 'suspense', i.line_id, l.account, i.currency, i.amount, l.id, l.amount, i.taken_at
  FROM app.suspense_items i JOIN app.bank_statement_lines l ON l.id = i.line_id WHERE i.state <> 'released'
  UNION ALL
  SELECT 'sent-back', i.line_id, o.account, i.currency, -i.amount, o.id, o.amount, i.ended_at
  FROM app.suspense_items i JOIN app.bank_statement_lines o ON o.returns_line = i.line_id WHERE i.state = 'returned';

-- Differences between books and bank, one row each: a movement without a bank line, or a line that the books do not
-- have. `amount` is the bank's value less the books'.
CREATE VIEW recon.bank_gaps AS
  SELECT m.kind, m.id, m.account, m.currency, m.shown - m.amount AS amount, m.at FROM recon.bank_movements m WHERE m.shown <> m.amount
  UNION ALL
  SELECT CASE WHEN l.deposit_id IS NULL THEN 'open-line' ELSE 'undecided-line' END, l.id, l.account, l.currency, l.amount, l.booked_at
  FROM app.bank_statement_lines l LEFT JOIN app.deposits d ON d.id = l.deposit_id
  WHERE l.matched_at IS NULL AND NOT EXISTS (SELECT FROM app.suspense_items i WHERE i.line_id = l.id)
    OR d.state IN ('pending', 'rejected');

-- The bank account of the ledger equals the requests; the outgoing account equals the open payouts; suspense equals its
-- items; and the bank's own lines cover it. A gap in the cover counts when it is older than bank.coverHours; 0 only
-- shows it.
CREATE FUNCTION recon.check_bank() RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH trial AS MATERIALIZED (SELECT t.* FROM ledger.trial_balance() AS t WHERE t.owner_kind IN ('house', 'suspense'))
  SELECT 'bank', 'money', coalesce(sum(s.requests), 0)::bigint, coalesce(sum(s.bank) FILTER (WHERE s.currency = 'TWD'), 0),
    coalesce(sum(abs(s.bank - s.said)), 0), min(s.currency) FILTER (WHERE s.bank <> s.said)
  FROM (
    SELECT coalesce(t.asset, r.currency) AS currency, coalesce(-t.total, 0) AS bank, coalesce(r.said, 0) AS said, coalesce(r.requests, 0) AS requests
    FROM (SELECT x.asset, x.total FROM trial x WHERE x.kind = 'bank') AS t
    FULL JOIN (SELECT m.currency, sum(m.amount) AS said, count(*) AS requests FROM recon.bank_movements m GROUP BY m.currency) AS r
      ON r.currency = t.asset
  ) AS s
  UNION ALL
  SELECT 'payouts', 'money', coalesce(sum(s.requests), 0)::bigint, coalesce(sum(s.booked) FILTER (WHERE s.currency = 'TWD'), 0),
    coalesce(sum(abs(s.booked - s.said)), 0), min(s.currency) FILTER (WHERE s.booked <> s.said)
  FROM (
    SELECT coalesce(t.asset, r.currency) AS currency, coalesce(t.total, 0) AS booked, coalesce(r.said, 0) AS said, coalesce(r.requests, 0) AS requests
    FROM (SELECT x.asset, x.total FROM trial x WHERE x.kind = 'payouts') AS t
    FULL JOIN (SELECT w.currency, sum(w.amount) AS said, count(*) AS requests FROM app.withdrawals w
      WHERE w.stage IN ('queued', 'sent') GROUP BY w.currency) AS r ON r.currency = t.asset
  ) AS s
  UNION ALL
  SELECT 'suspense', 'money', coalesce(sum(s.items), 0)::bigint, coalesce(sum(s.booked) FILTER (WHERE s.currency = 'TWD'), 0),
    coalesce(sum(abs(s.booked - s.said)), 0), min(s.currency) FILTER (WHERE s.booked <> s.said)
  FROM (
    SELECT coalesce(t.asset, r.currency) AS currency, coalesce(t.total, 0) - coalesce(app.corrected('suspense/main/' || t.asset || '/open'), 0) AS booked,
      coalesce(r.said, 0) AS said, coalesce(r.items, 0) AS items
    FROM (SELECT x.asset, sum(x.total) AS total FROM trial x WHERE x.owner_kind = 'suspense' GROUP BY x.asset) AS t
    FULL JOIN (SELECT i.currency, sum(i.amount) AS said, count(*) AS items FROM app.suspense_items i
      WHERE i.state IN ('held', 'returning') GROUP BY i.currency) AS r ON r.currency = t.asset
  ) AS s
  UNION ALL
  SELECT 'bank-cover', 'money', count(*), coalesce(sum(g.amount) FILTER (WHERE g.currency = 'TWD'), 0),
    coalesce(sum(abs(g.amount)) FILTER (WHERE h.hours > 0 AND g.at < now() - h.hours * interval '1 hour'), 0),
    (array_agg(format('%s %s', g.kind, g.id) ORDER BY g.at))[1]
  FROM recon.bank_gaps g CROSS JOIN (SELECT recon.rule('bank.coverHours') AS hours) AS h
$$;

CREATE FUNCTION recon.check_vouchers() RETURNS recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'vouchers', 'money', c.open, b.booked, b.booked - c.said, NULL::text
  FROM (SELECT ledger.balance_of('house/main/TWD/vouchers') AS booked) AS b,
    (SELECT count(*) AS open, coalesce(sum(x.amount), 0) AS said FROM app.coupons x
     WHERE x.state = 'available' OR x.state = 'used' AND x.entry_id IS NULL) AS c
$$;

CREATE FUNCTION recon.check_votes() RETURNS recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'two-people', 'count', count(*), NULL::numeric, (count(*) FILTER (WHERE r.id IS NULL))::numeric, min(w.number) FILTER (WHERE r.id IS NULL)
  FROM app.reviews w LEFT JOIN recon.approved_reviews r ON r.id = w.id WHERE w.decided_at > now() - interval '1 day' AND w.decision = 'approve' AND w.state = 'closed'
$$;

-- The run of the minute.
CREATE OR REPLACE FUNCTION app.reconcile()
RETURNS TABLE (code text, unit text, counted bigint, value numeric, difference numeric, detail text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off SET work_mem = '64MB' AS $$
  WITH open AS MATERIALIZED (SELECT recon.open_from() AS tx, 9223372036854775807 AS upto)
  SELECT f.* FROM open, recon.check_entries(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_requests(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_trades(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_grants(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM recon.check_records(recon.open_since()) AS f
  UNION ALL SELECT f.* FROM recon.check_fills() AS f
  UNION ALL SELECT f.* FROM recon.check_totals() AS f
  UNION ALL SELECT f.* FROM open, recon.check_balances(open.tx) AS f
  UNION ALL SELECT f.* FROM open, recon.check_holds(open.tx) AS f
  UNION ALL SELECT f.* FROM recon.check_holdings(false) AS f
  UNION ALL SELECT f.* FROM recon.check_charges() AS f
  UNION ALL SELECT f.* FROM recon.check_bank() AS f
  UNION ALL SELECT f.* FROM recon.check_vouchers() AS f
  UNION ALL SELECT f.* FROM recon.check_votes() AS f
$$;

-- The nightly run: sums every closed day again from its lines and compares it with the stored day, every balance row
-- with all its lines, every entry with its record, every fill with the log.
CREATE FUNCTION app.reconcile_days()
RETURNS TABLE (code text, unit text, counted bigint, value numeric, difference numeric, detail text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off SET work_mem = '64MB' AS $$
#variable_conflict use_column
DECLARE
  v_day    recon.closed_days;
  v_before recon.closed_days;
  v_added  record;
  v_kept   record;
  v_open   bigint := recon.open_from();
  v_days   bigint := 0;
  v_lines  bigint := 0;
  v_off    numeric := 0;
  v_first  text;
  v_wrong  text;
BEGIN
  FOR v_day IN SELECT d.* FROM recon.closed_days d ORDER BY d.day LOOP
    v_days := v_days + 1;
    v_lines := v_lines + v_day.lines;
    SELECT a.* INTO v_added FROM recon.add_lines(v_day.from_tx, v_day.upto_tx) AS a;
    SELECT k.tax + coalesce(v_before.kept_tax, 0) AS tax, k.fee + coalesce(v_before.kept_fee, 0) AS fee INTO v_kept
    FROM recon.kept_charges(v_day.from_tx, v_day.upto_tx) AS k;
    v_wrong := CASE
      WHEN v_day.from_tx <> coalesce(v_before.upto_tx, 0) THEN 'does not follow the day before'
      WHEN v_added.lines <> v_day.lines THEN format('%s lines, %s were closed', v_added.lines, v_day.lines)
      WHEN v_added.line_hash <> v_day.line_hash THEN 'a line is not as it was closed'
      WHEN v_added.entries <> v_day.entries THEN format('%s entries, %s were closed', v_added.entries, v_day.entries)
      WHEN v_added.entry_hash <> v_day.entry_hash THEN 'an entry is not as it was closed'
      WHEN (v_kept.tax, v_kept.fee) IS DISTINCT FROM (v_day.kept_tax, v_day.kept_fee) THEN 'kept charges differ'
      WHEN recon.hash_of(v_day.day, v_day.from_tx, v_day.upto_tx, v_day.entries, v_day.lines, v_day.entry_hash, v_day.line_hash,
        v_day.kept_tax, v_day.kept_fee) <> v_day.hash THEN 'the hash is not that of the kept figures'
      WHEN EXISTS (
        SELECT FROM (
          SELECT u.owner_kind, u.asset, u.kind, sum(u.total) AS total FROM (
            SELECT t.owner_kind, t.asset, t.kind, t.total FROM recon.closed_totals t WHERE t.day = v_before.day
            UNION ALL SELECT m.owner_kind, m.asset, m.kind, m.total FROM recon.moved(v_day.from_tx, v_day.upto_tx) AS m
          ) AS u GROUP BY u.owner_kind, u.asset, u.kind
        ) AS n FULL JOIN (SELECT t.* FROM recon.closed_totals t WHERE t.day = v_day.day) AS k
          ON (k.owner_kind, k.asset, k.kind) = (n.owner_kind, n.asset, n.kind)
        WHERE k.total IS DISTINCT FROM n.total) THEN 'the lines add up to other totals'
      WHEN EXISTS (
        SELECT FROM recon.closed_fills k LEFT JOIN recon.closed_fills b ON b.day = v_before.day AND b.shard = k.shard
        CROSS JOIN LATERAL (
          SELECT count(*) AS fills, coalesce(sum(x.fee), 0) AS fee, coalesce(sum(x.tax), 0) AS tax, coalesce(sum(x.borrow_fee), 0) AS borrow_fee
          FROM app.fills x WHERE x.shard = k.shard AND x.event > coalesce(b.upto_event, 0) AND x.event <= k.upto_event
        ) AS n
        WHERE k.day = v_day.day AND (k.fills - coalesce(b.fills, 0), k.fee - coalesce(b.fee, 0), k.tax - coalesce(b.tax, 0),
          k.borrow_fee - coalesce(b.borrow_fee, 0)) IS DISTINCT FROM (n.fills, n.fee, n.tax, n.borrow_fee)) THEN 'fills add up to other charges'
    END;
    IF v_wrong IS NOT NULL THEN
      v_off := v_off + 1;
      v_first := coalesce(v_first, format('%s: %s', v_day.day, v_wrong));
    END IF;
    v_before := v_day;
  END LOOP;
  RETURN QUERY SELECT 'night-days', 'count', v_days, v_lines::numeric, v_off, v_first;

  -- Every account: its row, its last line and the sum of its lines.
  RETURN QUERY
  WITH l AS (
    SELECT x.account_id, sum(x.amount) AS total, count(*) AS n, max(x.seq) AS seq, count(x.seq) AS bounded
    FROM ledger.lines x GROUP BY x.account_id
  ), wrong AS (
    SELECT coalesce(b.account_id, l.account_id) AS account_id, greatest(abs(coalesce(b.balance, s.total, 0) - coalesce(l.total, 0)), 1) AS off
    FROM l FULL JOIN ledger.balances b ON b.account_id = l.account_id
    LEFT JOIN LATERAL (SELECT ledger.balance_of(a.code) AS total FROM ledger.accounts a WHERE a.id = l.account_id AND b.account_id IS NULL) AS s ON true
    WHERE CASE WHEN b.account_id IS NULL THEN s.total <> l.total
      ELSE b.balance <> coalesce(l.total, 0) OR b.lines <> coalesce(l.n, 0) OR l.seq <> l.n OR b.balance < b.lowest OR b.balance > b.highest END
  )
  SELECT 'night-balances', 'money', (SELECT count(*) FROM l), NULL::numeric, coalesce(sum(w.off), 0),
    (SELECT min(a.code) FROM wrong x JOIN ledger.accounts a ON a.id = x.account_id)
  FROM wrong w;

  RETURN QUERY
  SELECT 'night-events', 'count', sum(f.counted)::bigint, NULL::numeric, sum(f.difference), min(f.detail)
  FROM recon.closed_days d CROSS JOIN LATERAL recon.check_entries(d.from_tx, d.upto_tx) AS f HAVING count(*) > 0
  UNION ALL SELECT 'night-events', 'count', 0, NULL, 0, NULL WHERE NOT EXISTS (SELECT FROM recon.closed_days);
  RETURN QUERY SELECT 'night-requests', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_requests(0, v_open) AS f;
  RETURN QUERY SELECT 'night-trades', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_trades(0, v_open) AS f;
  RETURN QUERY SELECT 'night-records', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_records('-infinity') AS f;
  RETURN QUERY SELECT 'night-grants', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_grants(0, v_open) AS f;
  RETURN QUERY
  SELECT 'night-fills', 'count', coalesce(sum(o.fills), 0)::bigint, NULL::numeric, count(w.event)::numeric,
    min(format('%s/%s %s', o.shard, w.event, w.side)) FILTER (WHERE w.event IS NOT NULL)
  FROM recon.open_fills() AS o LEFT JOIN LATERAL recon.wrong_fills(o.shard, 0, o.after_event) AS w ON true;
  RETURN QUERY
  SELECT 'night-holdings', 'count', count(*), NULL::numeric, coalesce(sum(abs(f.difference)), 0), min(f.code) FILTER (WHERE f.difference <> 0)
  FROM recon.check_holdings(true) AS f;
  RETURN QUERY
  SELECT 'night-charges', 'money', count(*), NULL::numeric,
    abs(coalesce(sum(p.open_tax + p.close_tax), 0) + app.corrected('tax/transaction/TWD/collected') - ledger.balance_of('tax/transaction/TWD/collected'))
    + abs(coalesce(sum(p.borrow_fee), 0) + app.corrected('fees/borrow/TWD/income') - ledger.balance_of('fees/borrow/TWD/income')), NULL::text
  FROM app.positions p;
END $$;

-- Only the functions below write runs: their callers cannot set the findings.
ALTER TABLE app.recon_runs
  ADD COLUMN scope text NOT NULL DEFAULT 'minute' CHECK (scope IN ('minute', 'night')),
  ADD COLUMN finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Why it did not finish. Such a run counts as one that found a difference.
  ADD COLUMN failure text,
  ADD CONSTRAINT recon_runs_failed_is_broken CHECK (failure IS NULL OR broken > 0);
CREATE INDEX recon_runs_of_scope ON app.recon_runs (scope, id DESC);
REVOKE INSERT, DELETE ON app.recon_runs FROM fairlot_worker;
REVOKE INSERT, UPDATE ON app.payout_stops FROM fairlot_worker;
REVOKE UPDATE (resumed_at, resumed_by) ON app.payout_stops FROM fairlot_worker;

-- A stop ends only when the last run of each scope found nothing.
CREATE OR REPLACE FUNCTION app.check_payout_resume() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.resumed_at IS NOT NULL OR NEW.resumed_by <= OLD.by_run
    OR NEW.resumed_by IS DISTINCT FROM (SELECT max(x.id) FROM app.recon_runs x)
    OR EXISTS (
      SELECT FROM unnest(ARRAY['minute', 'night']) AS s (scope)
      CROSS JOIN LATERAL (SELECT r.broken FROM app.recon_runs r WHERE r.scope = s.scope ORDER BY r.id DESC LIMIT 1) AS last
      WHERE last.broken > 0
    ) THEN
    RAISE EXCEPTION 'payouts stay stopped until the books match' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Null when payouts may go to the bank, else why not: `difference`, `unfinished`, `stale` (no clean run within
-- recon.freshMinutes) or `night-stale` (closed days were not added again within recon.nightHours).
CREATE FUNCTION app.payouts_stopped_by() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_at IS NULL AND s.checks = '{unfinished}') THEN 'unfinished'
    WHEN EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_at IS NULL) THEN 'difference'
    WHEN NOT EXISTS (
      SELECT FROM app.recon_runs r WHERE r.scope = 'minute' AND r.broken = 0
        AND r.finished_at > clock_timestamp() - recon.rule('recon.freshMinutes') * interval '1 minute'
        AND r.id >= ALL (SELECT x.id FROM app.recon_runs x WHERE x.scope = 'minute' AND x.id > r.id)
    ) THEN 'stale'
    WHEN EXISTS (SELECT FROM recon.closed_days d WHERE d.closed_at < clock_timestamp() - recon.rule('recon.nightHours') * interval '1 hour')
      AND NOT EXISTS (
        SELECT FROM app.recon_runs r WHERE r.scope = 'night' AND r.broken = 0
          AND r.finished_at > clock_timestamp() - recon.rule('recon.nightHours') * interval '1 hour'
      ) THEN 'night-stale'
  END
$$;

CREATE OR REPLACE FUNCTION app.check_payout_batch() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_why text := app.payouts_stopped_by();
BEGIN
  IF v_why IS NOT NULL THEN
    RAISE EXCEPTION 'payouts are stopped: %', v_why USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION recon.write_run(p_scope text, p_at timestamptz, p_began timestamptz, p_broken text[], p_results jsonb, p_failure text,
  OUT run bigint, OUT payouts text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_rows integer;
BEGIN
  INSERT INTO app.recon_runs (at, took_ms, broken, results, scope, finished_at, failure)
  VALUES (p_at, round(extract(epoch FROM clock_timestamp() - p_began) * 1000)::integer, cardinality(p_broken), p_results, p_scope,
    clock_timestamp(), p_failure)
  RETURNING id INTO run;
  IF p_broken <> '{}' THEN
    INSERT INTO app.payout_stops (stopped_at, by_run, checks) VALUES (p_at, run, p_broken)
    ON CONFLICT ((true)) WHERE resumed_at IS NULL DO NOTHING;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
  ELSE
    UPDATE app.payout_stops s SET resumed_at = p_at, resumed_by = run WHERE s.resumed_at IS NULL AND NOT EXISTS (
      SELECT FROM unnest(ARRAY['minute', 'night']) AS o (scope)
      CROSS JOIN LATERAL (SELECT r.broken FROM app.recon_runs r WHERE r.scope = o.scope ORDER BY r.id DESC LIMIT 1) AS last
      WHERE last.broken > 0);
    GET DIAGNOSTICS v_rows = ROW_COUNT;
  END IF;
  payouts := CASE WHEN v_rows = 0 THEN 'as before' WHEN p_broken <> '{}' THEN 'stopped' ELSE 'resumed' END;
END $$;

-- Runs the checks of one scope in one snapshot and stores their findings. `p_at` is only the displayed time.
CREATE FUNCTION app.run_reconciliation(p_scope text, p_at timestamptz) RETURNS TABLE (run bigint, payouts text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_began  timestamptz := clock_timestamp();
  v_all    jsonb;
  v_broken text[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('app.run_reconciliation', 0));
  IF p_scope = 'minute' THEN
    SELECT jsonb_agg(jsonb_build_object('code', r.code, 'unit', r.unit, 'counted', r.counted, 'value', r.value::text,
      'difference', r.difference::text, 'detail', left(r.detail, 300))), coalesce(array_agg(r.code) FILTER (WHERE r.difference <> 0), '{}')
    INTO v_all, v_broken FROM app.reconcile() AS r;
  ELSE
    SELECT jsonb_agg(jsonb_build_object('code', r.code, 'unit', r.unit, 'counted', r.counted, 'value', r.value::text,
      'difference', r.difference::text, 'detail', left(r.detail, 300))), coalesce(array_agg(r.code) FILTER (WHERE r.difference <> 0), '{}')
    INTO v_all, v_broken FROM app.reconcile_days() AS r;
  END IF;
  RETURN QUERY SELECT w.run, w.payouts FROM recon.write_run(p_scope, p_at, v_began, v_broken, v_all, NULL) AS w;
END $$;

-- A run that did not finish stops payouts like one that found a difference.
CREATE FUNCTION app.fail_reconciliation(p_scope text, p_at timestamptz, p_why text) RETURNS TABLE (run bigint, payouts text)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT w.run, w.payouts FROM recon.write_run(p_scope, p_at, clock_timestamp(), '{unfinished}', '[]', left(p_why, 300)) AS w
$$;

-- Deletes clean runs older than forty days; those that found something stay.
CREATE FUNCTION app.forget_clean_runs(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_rows integer;
BEGIN
  DELETE FROM app.recon_runs WHERE id IN (
    SELECT r.id FROM app.recon_runs r WHERE r.finished_at < clock_timestamp() - interval '40 days' AND r.broken = 0 AND r.scope = 'minute'
      AND NOT EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_by = r.id)
    ORDER BY r.id LIMIT p_limit);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  RETURN v_rows;
END $$;

-- Closes yesterday, once, when the checks of the minute find nothing. Null when there is nothing to close or something
-- differs.
CREATE FUNCTION recon.close_day() RETURNS date
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_day date := (clock_timestamp() AT TIME ZONE 'Asia/Taipei')::date - 1;
BEGIN
  IF EXISTS (SELECT FROM recon.closed_days d WHERE d.day >= v_day) THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM app.reconcile() AS r WHERE r.difference <> 0 AND r.code <> 'bank-cover') THEN RETURN NULL; END IF;
  PERFORM recon.close_as(v_day);
  RETURN v_day;
END $$;

-- Bank cover for the console: per bank account and currency, the sum of the bank's lines and the value in the books.
CREATE FUNCTION recon.bank_cover()
RETURNS TABLE (account text, currency text, lines bigint, bank numeric, books numeric, oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT k.account, k.currency, coalesce(b.lines, 0), coalesce(b.total, 0), coalesce(m.total, 0), g.oldest
  FROM (
    SELECT c.number AS account, c.currency FROM app.deposit_channels c
    UNION SELECT l.account, l.currency FROM app.bank_statement_lines l
    UNION SELECT x.account, x.currency FROM recon.bank_movements x
  ) AS k
  LEFT JOIN (SELECT l.account, l.currency, count(*) AS lines, sum(l.amount) AS total FROM app.bank_statement_lines l GROUP BY 1, 2) AS b
    ON (b.account, b.currency) = (k.account, k.currency)
  LEFT JOIN (SELECT x.account, x.currency, sum(x.amount) AS total FROM recon.bank_movements x GROUP BY 1, 2) AS m
    ON (m.account, m.currency) = (k.account, k.currency)
  LEFT JOIN (SELECT x.account, x.currency, min(x.at) AS oldest FROM recon.bank_gaps x GROUP BY 1, 2) AS g
    ON (g.account, g.currency) = (k.account, k.currency)
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA recon FROM PUBLIC;
REVOKE ALL ON FUNCTION app.reconcile_days(), app.payouts_stopped_by(), app.run_reconciliation(text, timestamptz),
  app.fail_reconciliation(text, timestamptz, text), app.forget_clean_runs(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.run_reconciliation(text, timestamptz), app.fail_reconciliation(text, timestamptz, text),
  app.forget_clean_runs(integer), recon.close_day() TO fairlot_worker;
GRANT EXECUTE ON FUNCTION app.payouts_stopped_by() TO fairlot_worker, fairlot_console, fairlot_api;
GRANT EXECUTE ON FUNCTION recon.bank_cover(), recon.rule(text) TO fairlot_console;
GRANT SELECT ON recon.bank_gaps TO fairlot_console;
GRANT EXECUTE ON FUNCTION app.reconcile_days() TO fairlot_reader;
