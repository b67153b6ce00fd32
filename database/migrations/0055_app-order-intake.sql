-- Order intake without a decision in SQL. app.lock_order_facts locks and reads, the server's decideBatch decides, and
-- app.write_orders writes, all in one transaction. docs/architecture/trading.md explains.

DROP FUNCTION app.place_orders(timestamptz, json, integer[]);
DROP FUNCTION app.with_owner_groups(json, uuid[]);
DROP TYPE app.order_draft;
-- The server computes the ids of holds, the steps of timelines, and the figures that limit a member's orders.
DROP FUNCTION app.hold_id(uuid, integer);
DROP FUNCTION app.ask_cancel(uuid, uuid, text, timestamptz, integer, text);
DROP FUNCTION app.ask_cancel_all(uuid, text, text, timestamptz, integer[]);
DROP FUNCTION app.step_hash(bytea, integer, uuid, timestamptz, text, text, text);
DROP FUNCTION app.debt_of(uuid);
DROP FUNCTION app.day_traded(uuid, date, timestamptz);
DROP FUNCTION app.realised_loss(uuid, date, timestamptz);
REVOKE EXECUTE ON FUNCTION app.equity_of FROM fairlot_api, fairlot_worker;

-- Locks what a batch of orders may change, then reads what its decision needs. One row, with null for what does not
-- occur.
--
-- Lock order for every caller: the members who open (advisory), orders, positions, then the ledger's balances. Under
-- the member's lock no other order opens for that member; other users of the same cash are stopped by the ledger's
-- minimum. A close needs only its position's row.
--
-- Reading is a statement of its own: one that also waited for the locks would see the state before the wait. Generic
-- plans, and none that scans a table: an installation that starts empty would keep such a plan through its first busy
-- hour.
CREATE FUNCTION app.lock_order_facts(
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
    PERFORM FROM app.orders x WHERE x.id = ANY (p_replaced) ORDER BY x.id FOR NO KEY UPDATE;
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
        'worstPrice', x.worst_price, 'date', x.date, 'held', coalesce((SELECT sum(h.amount) FROM app.order_holds h
          WHERE h.order_id = x.id AND h.account LIKE 'member/%/TWD/%'), 0)::text))
      FROM app.orders x WHERE x.id = ANY (p_orders)),
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'purpose', x.purpose,
        'positionId', x.position_id, 'left', x.left_shares, 'state', x.state, 'cancelAsked', x.cancel_asked_at IS NOT NULL))
      FROM app.orders x WHERE x.id = ANY (p_replaced)),
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
GRANT EXECUTE ON FUNCTION app.lock_order_facts TO fairlot_api, fairlot_worker;

-- The facts that few orders need: debts, equity, receivables, the day's result and day trades. To be called under the
-- locks of app.lock_order_facts.
CREATE FUNCTION app.read_member_facts(p_members uuid[], p_date date, p_since timestamptz) RETURNS TABLE (
  id uuid, cash bigint, receivables json, holdings json, open_orders json, day_trades json, realised bigint, called boolean,
  may_day_trade boolean
)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  SELECT m.id,
    coalesce((SELECT sum(b.balance) FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      WHERE a.owner_kind = 'member' AND a.owner_id = m.id::text AND a.asset = 'TWD'), 0)::bigint,
    (SELECT json_agg(json_build_object('account', b.account, 'amount', b.balance::text) ORDER BY b.place)
      FROM app.available_balances(m.id, 'TWD', p_date, true) WITH ORDINALITY AS b (account, balance, place)
      WHERE b.account LIKE '%/receivable@%'),
    (SELECT json_agg(json_build_object('direction', p.direction, 'shares', p.shares, 'loan', p.loan::text,
        'openedValue', p.opened_value::text, 'openedShares', p.opened_shares,
        'price', coalesce(q.last, q.reference, i.reference)))
      FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
      WHERE p.member_id = m.id AND p.state <> 'closed'),
    (SELECT json_agg(json_build_object('direction', o.direction, 'multiple', o.multiple, 'quantity', o.left_shares,
        'worstPrice', o.worst_price))
      FROM app.orders o
      WHERE o.member_id = m.id AND o.state = 'entrusted' AND o.purpose = 'open'),
    (SELECT json_agg(json_build_object('filledValue', o.filled_value::text, 'quantity', o.left_shares,
        'worstPrice', o.worst_price))
      FROM app.orders o
      WHERE o.member_id = m.id AND o.placed_at > p_since AND o.date = p_date AND o.day_trade AND o.purpose = 'open'),
    coalesce((SELECT sum(f.realised) FROM app.fills f
      WHERE f.member_id = m.id AND f.traded_at > p_since AND f.date = p_date AND f.realised IS NOT NULL), 0)::bigint,
    EXISTS (SELECT FROM app.margin_calls c WHERE c.member_id = m.id AND c.ended_at IS NULL),
    EXISTS (SELECT FROM app.day_trading_applications a WHERE a.member_id = m.id AND a.state = 'passed')
  FROM unnest(p_members) AS m (id)
$$;
GRANT EXECUTE ON FUNCTION app.read_member_facts TO fairlot_api, fairlot_worker;

-- Writes accepted orders: what they hold, their rows, their first steps and their commands. Returns the orders that the
-- ledger refused, because another use of the same cash or shares came first; nothing of these is written. Lines are in
-- the order of their entries, an entry per order that holds something.
CREATE FUNCTION app.write_orders(
  p_now timestamptz, p_orders json,
  p_held_orders uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[],
  -- Members whom the rate limit stops.
  p_stopped uuid[]
) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_refused uuid[] := '{}';
  v_row     record;
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
        ARRAY(SELECT 'order/' || u.id || '/hold' FROM unnest(p_held_orders) WITH ORDINALITY AS u (id, place) ORDER BY u.place),
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

  WITH written AS MATERIALIZED (
    SELECT d.*, row_number() OVER () AS place
    FROM json_to_recordset(p_orders) AS d (
      id uuid, member_id uuid, symbol text, kind text, side text, purpose text, position_id uuid, direction text,
      multiple smallint, day_trade boolean, price integer, quantity integer, validity text, worst_price integer,
      date date, origin text, terms text, replaces uuid, device_key uuid, signature text, shard smallint, command text,
      closing integer, who text, placed text, placed_hash text, held text, held_hash text)
    WHERE d.id <> ALL (v_refused)
  ), orders AS (
    INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
      quantity, validity, worst_price, date, origin, terms, replaces, placed_at, device_key, signature, left_shares, steps,
      steps_hash)
    SELECT w.id, w.member_id, w.symbol, w.kind, w.side, w.purpose, w.position_id, w.direction, w.multiple, w.day_trade, w.price,
      w.quantity, w.validity, w.worst_price, w.date, w.origin, decode(w.terms, 'hex'), w.replaces, p_now, w.device_key,
      w.signature, w.quantity, 1 + (w.held IS NOT NULL)::integer, decode(coalesce(w.held_hash, w.placed_hash), 'hex')
    FROM written w ORDER BY w.place
  ), steps AS (
    INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
    SELECT w.id, 1, p_now, 'placed', w.who, w.placed::json, decode(w.placed_hash, 'hex') FROM written w
    UNION ALL
    SELECT w.id, 2, p_now, 'held', 'system', w.held::json, decode(w.held_hash, 'hex') FROM written w WHERE w.held IS NOT NULL
  ), holds AS (
    -- A line with a hold follows the line of the account it is taken from.
    INSERT INTO app.order_holds (order_id, part, hold_id, account, amount, remaining)
    SELECT h.order_id, row_number() OVER (PARTITION BY h.order_id ORDER BY h.place), h.hold, p_accounts[h.place - 1], h.amount, h.amount
    FROM (
      SELECT p_held_orders[l.entry] AS order_id, l.hold, l.amount, l.place
      FROM unnest(p_line_entry, p_amounts, p_holds) WITH ORDINALITY AS l (entry, amount, hold, place)
      WHERE l.hold IS NOT NULL
    ) AS h
    WHERE h.order_id <> ALL (v_refused)
  ), closed AS (
    UPDATE app.positions p SET closing = p.closing + c.shares, state = 'preparing-to-close', close_asked_at = p_now
    FROM (
      SELECT w.position_id, w.member_id, w.symbol, sum(w.closing)::integer AS shares FROM written w
      WHERE w.purpose = 'close' GROUP BY w.position_id, w.member_id, w.symbol
    ) AS c
    WHERE (p.id, p.member_id, p.symbol) = (c.position_id, c.member_id, c.symbol)
  )
  INSERT INTO exchange.queue (shard, command)
  SELECT w.shard, w.command::json::text FROM written w ORDER BY w.place;

  IF p_stopped <> '{}' THEN
    INSERT INTO app.risk_limits AS g (member_id, stopped_at, stopped_by)
    SELECT u.id, p_now, 'rule' FROM unnest(p_stopped) AS u (id)
    ON CONFLICT (member_id) DO UPDATE SET stopped_at = p_now, stopped_by = 'rule';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION app.write_orders TO fairlot_api, fairlot_worker;

-- Locks orders of a member that are to be cancelled: the named one in any state, or all open ones that no cancel has
-- been asked for.
CREATE FUNCTION app.lock_cancels(p_member uuid, p_order uuid)
RETURNS TABLE (id uuid, symbol text, state text, cancel_asked boolean, steps integer, steps_hash text)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.id, o.symbol, o.state, o.cancel_asked_at IS NOT NULL, o.steps, encode(o.steps_hash, 'hex') FROM app.orders o
  WHERE o.member_id = p_member AND (o.id = p_order OR p_order IS NULL AND o.state = 'entrusted' AND o.cancel_asked_at IS NULL)
  ORDER BY o.id FOR NO KEY UPDATE
$$;
GRANT EXECUTE ON FUNCTION app.lock_cancels TO fairlot_api, fairlot_worker;

-- Marks these orders as asked to be cancelled, writes the step on each timeline, and sends the commands. Commands that
-- are no cancel, or of another account, are not sent.
CREATE FUNCTION app.write_cancels(
  p_member uuid, p_now timestamptz, p_who text, p_data text, p_orders uuid[], p_hashes text[], p_shards integer[], p_commands text[]
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH marked AS (
    UPDATE app.orders o SET cancel_asked_at = p_now, steps = o.steps + 1, steps_hash = decode(u.hash, 'hex')
    FROM unnest(p_orders, p_hashes) AS u (id, hash)
    WHERE o.id = u.id AND o.member_id = p_member
    RETURNING o.id, o.steps, o.steps_hash
  ), recorded AS (
    INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
    SELECT m.id, m.steps, p_now, 'cancel-asked', p_who, p_data::json, m.steps_hash FROM marked m
  )
  INSERT INTO exchange.queue (shard, command)
  SELECT u.shard, u.command::json::text
  FROM unnest(p_shards, p_commands) WITH ORDINALITY AS u (shard, command, place)
  WHERE u.command::json ->> 'account' = 'member:' || p_member AND u.command::json ->> 'kind' IN ('cancel', 'cancel-all')
  ORDER BY u.place
$$;
GRANT EXECUTE ON FUNCTION app.write_cancels TO fairlot_api, fairlot_worker;
