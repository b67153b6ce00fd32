-- The checks. Each is its own function and returns a row per code; app.reconcile() lists them.

-- `entries`: each balances per asset and has as many lines as it states. `events`: the event is known, touches only its
-- own accounts, and no entry touches two members. One pass keeps only what is wrong or has two assets.
CREATE FUNCTION recon.check_entries(p_from bigint, p_upto bigint) RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  -- Each kind of account is one bit, so that the kinds of an entry are compared with those its event allows at once.
  -- Collation C: the minimum and the maximum only show whether the texts differ.
  WITH kinds AS MATERIALIZED (
    SELECT c.owner_kind, c.kind, 1::bigint << row_number() OVER (ORDER BY c.owner_kind, c.kind)::integer AS bit FROM ledger.chart c
  ), allowed AS MATERIALIZED (
    SELECT x.event, bit_or(k.bit) AS bits FROM recon.event_accounts x
    JOIN kinds k ON (k.owner_kind, k.kind) = (x.owner_kind, x.kind) GROUP BY x.event
  ), sums AS MATERIALIZED (
    SELECT l.entry_id, count(*) AS n, sum(l.amount) AS off, bit_or(a.bit) AS bits,
      min(l.asset COLLATE "C") <> max(l.asset COLLATE "C") AS mixed, min(a.member) IS DISTINCT FROM max(a.member) AS two_members
    FROM ledger.lines l JOIN (
      SELECT x.id, k.bit, CASE WHEN x.owner_kind = 'member' THEN x.owner_id END COLLATE "C" AS member
      FROM ledger.accounts x JOIN kinds k ON (k.owner_kind, k.kind) = (x.owner_kind, x.kind)
    ) AS a ON a.id = l.account_id
    WHERE l.tx >= p_from AND l.tx < p_upto GROUP BY l.entry_id
  ), e AS MATERIALIZED (
    SELECT x.id, x.posted_at, x.event, x.line_count FROM ledger.entries x WHERE x.tx >= p_from AND x.tx < p_upto
  ), counted AS MATERIALIZED (SELECT count(*) AS n, coalesce(sum(e.line_count), 0) AS lines FROM e), g AS MATERIALIZED (
    SELECT e.id, e.posted_at, e.event, e.line_count, coalesce(s.n, 0) AS n, coalesce(s.off, 0) AS off, coalesce(s.mixed, false) AS mixed,
      (NOT s.two_members AND s.bits & ~k.bits = 0) IS TRUE AS proper
    FROM e LEFT JOIN sums s ON s.entry_id = e.id LEFT JOIN allowed k ON k.event = e.event
    WHERE (s.n = e.line_count AND s.off = 0 AND NOT s.mixed AND NOT s.two_members AND s.bits & ~k.bits = 0) IS NOT TRUE
  ), uneven AS (
    SELECT g.id, abs(g.off) + 1 AS off FROM g WHERE NOT g.mixed AND g.off <> 0 OR g.n <> g.line_count
    UNION ALL
    SELECT g.id, abs(sum(l.amount)) FROM g JOIN ledger.lines l ON l.entry_id = g.id AND l.posted_at = g.posted_at
    WHERE g.mixed GROUP BY g.id, l.asset HAVING sum(l.amount) <> 0
    UNION ALL
    -- A line without an entry in the range.
    SELECT NULL, abs(l.n - c.lines) FROM counted c, (SELECT coalesce(sum(s.n), 0) AS n FROM sums s) AS l WHERE l.n <> c.lines
  )
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
-- and nothing is below its minimum. The nightly run reads every row.
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
  SELECT 'min-balance', 'count', count(*), NULL, (count(*) FILTER (WHERE w.balance < w.lowest OR w.balance > w.highest))::numeric,
    (SELECT min(a.code) FROM wrong x JOIN ledger.accounts a ON a.id = x.account_id WHERE x.balance < x.lowest OR x.balance > x.highest)
  FROM wrong w
$$;

-- Held money equals its open holds, each hold belongs to an order or a withdrawal, and what was released today is no
-- longer held in the order's own record.
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
  ), loose AS (
    SELECT o.id, o.reference, o.remaining
    FROM open o JOIN ledger.accounts a ON a.id = o.account_id
    WHERE a.owner_kind IN ('member', 'lending')
      AND NOT EXISTS (SELECT FROM app.withdrawals w WHERE w.hold_id = o.id AND w.state = 'pending')
      AND NOT EXISTS (SELECT FROM app.order_holds x WHERE x.hold_id = o.id AND x.remaining = o.remaining)
    UNION ALL
    SELECT x.hold_id, x.order_id::text, x.remaining
    FROM (
      SELECT DISTINCT l.hold_id FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.tx >= p_from AND e.event IN ('order.released', 'order.reduced', 'conditional.released') AND l.hold_id IS NOT NULL
    ) AS given JOIN app.order_holds x ON x.hold_id = given.hold_id
    WHERE x.remaining > 0 AND NOT EXISTS (SELECT FROM open o WHERE o.id = x.hold_id)
  )
  SELECT 'holds', 'money', coalesce(sum(j.holds), 0)::bigint,
    coalesce(sum(j.balance) FILTER (WHERE j.owner_kind = 'member' AND j.asset = 'TWD'), 0),
    coalesce(sum(abs(j.balance - j.remaining)), 0), min(j.code) FILTER (WHERE j.balance <> j.remaining)
  FROM judged j
  UNION ALL
  SELECT 'holds-owned', 'money', (SELECT count(*) FROM open), NULL, coalesce(sum(l.remaining), 0), min(format('%s %s', l.id, l.reference))
  FROM loose l
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
