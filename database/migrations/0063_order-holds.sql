-- The holds of an order are the ledger's holds. An open order names the ids of its open holds, in the order in which fills
-- take from them; account and remaining amount are in ledger.holds only. app.order_holds, which repeated them, goes.

-- An ended order names none.
ALTER TABLE app.orders ADD COLUMN holds uuid[] NOT NULL DEFAULT '{}';
-- Those of its last reservation. The api writes them with the row and cannot change them.
ALTER TABLE app.conditional_orders ADD COLUMN holds uuid[] NOT NULL DEFAULT '{}';

-- Both records must agree before one of them goes.
DO $$
DECLARE v_wrong text;
BEGIN
  SELECT format('part %s of order %s', p.part, p.order_id) INTO v_wrong
  FROM app.order_holds p
  LEFT JOIN ledger.holds h ON h.id = p.hold_id
  LEFT JOIN ledger.accounts a ON a.id = h.account_id
  LEFT JOIN app.orders o ON o.id = p.order_id
  LEFT JOIN app.conditional_orders c ON c.id = p.order_id
  WHERE p.remaining IS DISTINCT FROM coalesce(h.remaining, 0) OR p.remaining > 0 AND (
    (h.amount, h.reference) IS DISTINCT FROM (p.amount, p.order_id::text)
    OR a.code IS DISTINCT FROM CASE WHEN p.account LIKE '%/available' THEN regexp_replace(p.account, 'available$', 'held')
      ELSE replace(p.account, '/receivable@', '/held-receivable@') END
    OR coalesce(o.state, c.state, '') NOT IN ('entrusted', 'waiting'))
  ORDER BY p.order_id, p.part LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% differs from its hold on the ledger', v_wrong
      USING HINT = 'reconciliation names every difference: correct them with the version that runs now, then migrate';
  END IF;
END $$;
UPDATE app.orders o SET holds = p.holds
FROM (SELECT x.order_id, array_agg(x.hold_id ORDER BY x.part) AS holds FROM app.order_holds x WHERE x.remaining > 0 GROUP BY x.order_id) AS p
WHERE o.id = p.order_id;
UPDATE app.conditional_orders c SET holds = p.holds
FROM (SELECT x.order_id, array_agg(x.hold_id ORDER BY x.part) AS holds FROM app.order_holds x WHERE x.remaining > 0 GROUP BY x.order_id) AS p
WHERE c.id = p.order_id;
DROP TABLE app.order_holds;
DROP FUNCTION app.check_order_hold_of_api();

-- Holds by their ids: the open ones, as closed ones are deleted after some weeks.
CREATE FUNCTION ledger.open_holds_by_id(p_holds uuid[]) RETURNS TABLE (hold_id uuid, account text, reference text, remaining bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY
  SELECT h.id, a.code, h.reference, h.remaining
  FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id WHERE h.id = ANY (p_holds) AND h.state = 'open';
END $$;
GRANT EXECUTE ON FUNCTION ledger.open_holds_by_id TO fairlot_api, fairlot_worker, fairlot_settlement;
GRANT UPDATE (holds) ON app.orders TO fairlot_settlement;

-- As before, except that the cash an order held at first is in its row, or in the second step of its timeline if it was
-- accepted before 0.2.0.
CREATE OR REPLACE FUNCTION app.lock_order_facts(
  -- Orders and replaced orders are sorted: the first and the last id exclude other months.
  p_orders uuid[], p_members uuid[], p_opening uuid[], p_replaced uuid[], p_positions uuid[],
  -- Symbols whose shares may be borrowed; and the member and symbol of each sale, in parallel.
  p_borrowed text[], p_selling uuid[], p_sold text[],
  p_date date, p_counted_since timestamptz, p_counted_origins text[]
) RETURNS TABLE (orders json, replaced json, positions json, members json, lendable json, shares json)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(k.key)
  FROM (SELECT DISTINCT hashtextextended('trading ' || m.id, 0) AS key FROM unnest(p_opening) AS m (id) ORDER BY 1) AS k;
  IF p_replaced <> '{}' THEN
    PERFORM FROM app.orders x WHERE x.id = ANY (p_replaced) AND x.id BETWEEN p_replaced[1] AND p_replaced[cardinality(p_replaced)] ORDER BY x.id FOR NO KEY UPDATE;
  END IF;
  IF p_positions <> '{}' THEN
    PERFORM FROM app.positions x WHERE x.id = ANY (p_positions) ORDER BY x.id FOR NO KEY UPDATE;
  END IF;

  RETURN QUERY SELECT
    -- Earlier submissions of these ids have committed: they took the same locks.
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'purpose', x.purpose,
        'positionId', x.position_id, 'direction', x.direction, 'multiple', x.multiple, 'dayTrade', x.day_trade,
        'price', x.price, 'quantity', x.quantity, 'validity', x.validity, 'replaces', x.replaces,
        'placedMs', floor(extract(epoch FROM x.placed_at) * 1000), 'terms', encode(x.terms, 'hex'),
        'worstPrice', x.worst_price, 'date', x.date, 'held', coalesce(x.held_cash::text, (
          SELECT s.data ->> 'cash' FROM app.order_steps s WHERE s.order_id = x.id AND s.n = 2 AND s.what = 'held'), '0')))
      FROM app.orders x WHERE x.id = ANY (p_orders) AND x.id BETWEEN p_orders[1] AND p_orders[cardinality(p_orders)]),
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'purpose', x.purpose,
        'positionId', x.position_id, 'left', x.left_shares, 'state', x.state, 'cancelAsked', x.cancel_asked_at IS NOT NULL))
      FROM app.orders x WHERE x.id = ANY (p_replaced) AND x.id BETWEEN p_replaced[1] AND p_replaced[cardinality(p_replaced)]),
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'shares', x.shares,
        'closing', x.closing, 'collateral', x.collateral::text))
      FROM app.positions x WHERE x.id = ANY (p_positions)),
    (SELECT json_agg(json_build_object('id', m.id, 'available', coalesce(b.balance, 0)::text, 'stopped', g.stopped_by,
        'lossLimit', g.daily_loss_limit::text, 'recent', r.recent, 'ownerGroup', w.owner_group))
      FROM unnest(p_members) AS m (id)
      LEFT JOIN LATERAL (
        SELECT x.balance FROM ledger.balances x
        WHERE x.account_id = ledger.account_id('member/' || m.id || '/TWD/available') OFFSET 0
      ) AS b ON true
      LEFT JOIN LATERAL (
        SELECT x.stopped_by, x.daily_loss_limit FROM app.risk_limits x WHERE x.member_id = m.id OFFSET 0
      ) AS g ON true
      LEFT JOIN LATERAL (
        SELECT x.owner_group FROM directory.owners x WHERE x.member_id = m.id OFFSET 0
      ) AS w ON true
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS recent FROM app.orders x
        WHERE x.member_id = m.id AND x.placed_at > p_counted_since AND x.purpose = 'open'
          AND x.origin = ANY (p_counted_origins)
      ) AS r),
    (SELECT json_agg(json_build_object('symbol', s.symbol, 'amount', b.balance::text))
      FROM unnest(p_borrowed) AS s (symbol)
      JOIN ledger.balances b ON b.account_id = ledger.account_id('lending/pool/stk:' || s.symbol || '/available')),
    (SELECT json_agg(json_build_object('memberId', s.member_id, 'symbol', s.symbol, 'account', b.account,
        'amount', b.balance::text) ORDER BY s.place, b.place)
      FROM unnest(p_selling, p_sold) WITH ORDINALITY AS s (member_id, symbol, place)
      CROSS JOIN LATERAL app.available_balances(s.member_id, 'stk:' || s.symbol, p_date, true)
        WITH ORDINALITY AS b (account, balance, place));
END $$;

-- Writes accepted orders: what they hold, their rows and their commands. Returns the orders that the ledger refused,
-- because another use of the same cash or shares came first; nothing of these is written. Lines are in the order of
-- their entries, an entry per order that holds something. Each entry must be of one order of this call, and hold what is
-- its owner's or the lending pool's: settlement pays for an order's fills with the holds that the order names.
CREATE OR REPLACE FUNCTION app.write_orders(
  p_now timestamptz, p_orders json,
  p_held_orders uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[],
  -- Members whom the rate limit stops.
  p_stopped uuid[]
) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_refused uuid[] := '{}';
  v_first   uuid := app.id_at(p_now - interval '3 days');
  v_last    uuid := app.id_at(p_now + interval '3 days');
  v_row     record;
  v_holding integer;
BEGIN
  -- Before the balances, as everywhere.
  IF p_stopped <> '{}' THEN
    PERFORM FROM app.orders x WHERE x.member_id = ANY (p_stopped) AND x.state = 'entrusted' ORDER BY x.id FOR NO KEY UPDATE;
  END IF;

  IF p_held_orders <> '{}' THEN
    FOR v_row IN
      SELECT p_held_orders[a.n] AS id, a.outcome FROM ledger.apply(
        array_fill('order.held'::text, ARRAY[cardinality(p_held_orders)]),
        ARRAY(SELECT u.id::text FROM unnest(p_held_orders) WITH ORDINALITY AS u (id, place) ORDER BY u.place),
        array_fill(NULL::text, ARRAY[cardinality(p_held_orders)]),
        NULL, array_fill(p_now, ARRAY[cardinality(p_held_orders)]), array_fill(NULL::uuid, ARRAY[cardinality(p_held_orders)]),
        p_line_entry, p_accounts, p_amounts, p_holds) AS a
      WHERE a.outcome <> 'posted'
    LOOP
      IF v_row.outcome <> 'insufficient' THEN
        RAISE EXCEPTION 'the hold of order % was answered with %', v_row.id, v_row.outcome;
      END IF;
      v_refused := v_refused || v_row.id;
      RETURN NEXT v_row.id;
    END LOOP;
  END IF;

  WITH held AS (
    SELECT p_held_orders[l.entry] AS order_id, array_agg(l.hold ORDER BY l.place) AS holds,
      array_agg(split_part(l.account, '/', 1) || '/' || split_part(l.account, '/', 2)) AS owners
    FROM unnest(p_line_entry, p_accounts, p_holds) WITH ORDINALITY AS l (entry, account, hold, place)
    WHERE l.hold IS NOT NULL GROUP BY l.entry
  ), written AS MATERIALIZED (
    SELECT d.*, coalesce(h.holds, '{}') AS holds
    FROM ROWS FROM (json_to_recordset(p_orders) AS (
      id uuid, member_id uuid, symbol text, kind text, side text, purpose text, position_id uuid, direction text,
      multiple smallint, day_trade boolean, price integer, quantity integer, validity text, worst_price integer,
      date date, origin text, terms text, replaces uuid, device_key uuid, signature text, shard smallint, command text,
      closing integer, held_cash bigint, held_shares integer, steps integer, steps_hash text)) WITH ORDINALITY AS d
    LEFT JOIN held h ON h.order_id = d.id AND h.owners <@ ARRAY['member/' || d.member_id, 'lending/pool']
    WHERE d.id <> ALL (v_refused) AND CASE
      WHEN d.id NOT BETWEEN v_first AND v_last THEN app.refuse_order(d.id, 'its id does not begin with the time it is placed')
      WHEN app.is_order(d.id, d.kind, d.side, d.purpose, d.position_id, d.direction, d.multiple, d.price, d.quantity,
        d.validity, d.worst_price, d.origin) IS NOT TRUE THEN app.refuse_order(d.id, 'its columns contradict each other')
      ELSE true END
  ), orders AS (
    INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
      quantity, validity, worst_price, date, origin, terms, replaces, placed_at, device_key, signature, left_shares, steps,
      steps_hash, held_cash, held_shares, holds)
    SELECT w.id, w.member_id, w.symbol, w.kind, w.side, w.purpose, w.position_id, w.direction, w.multiple, w.day_trade, w.price,
      w.quantity, w.validity, w.worst_price, w.date, w.origin, decode(w.terms, 'hex'), w.replaces, p_now, w.device_key,
      w.signature, w.quantity, w.steps, decode(w.steps_hash, 'hex'), w.held_cash, w.held_shares, w.holds
    FROM written w ORDER BY w.ordinality
    RETURNING holds
  ), closed AS (
    UPDATE app.positions p SET closing = p.closing + c.shares, state = 'preparing-to-close', close_asked_at = p_now
    FROM (
      SELECT w.position_id, w.member_id, w.symbol, sum(w.closing)::integer AS shares FROM written w
      WHERE w.purpose = 'close' GROUP BY w.position_id, w.member_id, w.symbol
    ) AS c
    WHERE (p.id, p.member_id, p.symbol) = (c.position_id, c.member_id, c.symbol)
  ), queued AS (
    INSERT INTO exchange.queue (shard, command)
    SELECT w.shard, w.command::json::text FROM written w ORDER BY w.ordinality
  )
  SELECT count(*) INTO v_holding FROM orders o WHERE o.holds <> '{}';
  IF v_holding <> cardinality(p_held_orders) - cardinality(v_refused) THEN
    RAISE EXCEPTION 'a hold is of no order of this call, or of another owner than its order'
      USING ERRCODE = 'insufficient_privilege';
  END IF;

  IF p_stopped <> '{}' THEN
    INSERT INTO app.risk_limits AS g (member_id, stopped_at, stopped_by)
    SELECT u.id, p_now, 'rule' FROM unnest(p_stopped) AS u (id)
    ON CONFLICT (member_id) DO UPDATE SET stopped_at = p_now, stopped_by = 'rule';
  END IF;
END $$;

-- Held money equals its open holds. Each open hold is named by an open order, a waiting conditional order or a pending
-- withdrawal. From the holds of an open order only fills and recorded reductions have taken something today, and nothing
-- from those of a waiting conditional order.
CREATE OR REPLACE FUNCTION recon.check_holds(p_from bigint) RETURNS SETOF recon.finding
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
  ), named AS MATERIALIZED (
    SELECT u.hold_id, o.id AS owner, true AS trades FROM app.orders o CROSS JOIN LATERAL unnest(o.holds) AS u (hold_id)
    WHERE o.state = 'entrusted'
    UNION ALL
    SELECT u.hold_id, c.id, false FROM app.conditional_orders c CROSS JOIN LATERAL unnest(c.holds) AS u (hold_id)
    WHERE c.state = 'waiting'
  ), loose AS (
    SELECT o.id, o.reference, o.remaining
    FROM open o JOIN ledger.accounts a ON a.id = o.account_id
    WHERE a.owner_kind IN ('member', 'lending')
      AND NOT EXISTS (SELECT FROM app.withdrawals w WHERE w.hold_id = o.id AND w.state = 'pending')
      AND NOT EXISTS (SELECT FROM named n WHERE n.hold_id = o.id AND n.owner::text = o.reference)
    UNION ALL
    SELECT n.hold_id, n.owner::text, -l.amount
    FROM named n JOIN ledger.lines l ON l.hold_id = n.hold_id AND l.tx >= p_from AND l.amount < 0
    JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
    WHERE NOT (n.trades AND e.event ^@ 'trade.') AND NOT EXISTS (
      SELECT FROM app.order_steps s WHERE s.order_id = n.owner AND s.what = 'reduced' AND e.event = 'order.reduced'
        AND e.key ~ ('^reduced:[0-9]+/' || (s.data ->> 'event') || '/' || s.order_id || '$'))
  )
  SELECT 'holds', 'money', coalesce(sum(j.holds), 0)::bigint,
    coalesce(sum(j.balance) FILTER (WHERE j.owner_kind = 'member' AND j.asset = 'TWD'), 0),
    coalesce(sum(abs(j.balance - j.remaining)), 0), min(j.code) FILTER (WHERE j.balance <> j.remaining)
  FROM judged j
  UNION ALL
  SELECT 'holds-owned', 'money', (SELECT count(*) FROM open), NULL, coalesce(sum(l.remaining), 0), min(format('%s %s', l.id, l.reference))
  FROM loose l
$$;
