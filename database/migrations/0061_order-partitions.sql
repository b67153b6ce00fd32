-- Orders, the steps of their timelines and fills are partitioned by month. docs/adr/0034-orders-by-month.md explains.

-- The lowest id with this time. The first 48 bits of an id are milliseconds, as in a UUIDv7.
-- Written with RETURN to be inlined, as ledger.account_id.
CREATE FUNCTION app.id_at(p_at timestamptz) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN (lpad(to_hex(floor(extract(epoch FROM p_at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;
GRANT EXECUTE ON FUNCTION app.id_at TO fairlot_api, fairlot_worker;

-- PostgreSQL prepares every CHECK of a table again for each statement that writes to it. The columns of an order as it was
-- accepted are written once, by app.write_orders, which checks them (app.is_order); no role may change them.
ALTER TABLE app.orders DROP CONSTRAINT orders_kind_check, DROP CONSTRAINT orders_side_check,
  DROP CONSTRAINT orders_purpose_check, DROP CONSTRAINT orders_direction_check, DROP CONSTRAINT orders_multiple_check,
  DROP CONSTRAINT orders_price_check, DROP CONSTRAINT orders_quantity_check, DROP CONSTRAINT orders_validity_check,
  DROP CONSTRAINT orders_worst_price_check, DROP CONSTRAINT orders_origin_check, DROP CONSTRAINT orders_open_creates_position,
  DROP CONSTRAINT orders_side, DROP CONSTRAINT orders_short_is_1x,
  -- A new order is entrusted, and app.check_transition knows every later state.
  DROP CONSTRAINT orders_state_check;
ALTER TABLE app.orders RENAME TO orders_before;
ALTER TABLE app.order_steps RENAME TO order_steps_before;
ALTER TABLE app.fills RENAME TO fills_before;

-- By id, so that the id stays unique and finds its month. An order and its steps are in one month.
CREATE TABLE app.orders (LIKE app.orders_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id);
CREATE TABLE app.order_steps (LIKE app.order_steps_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (order_id);
-- By the time of the trade, as the exchange's log.
CREATE TABLE app.fills (LIKE app.fills_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (traded_at);
-- Release 0.1.0 accepted ids without a time. They are here, and so is an order whose month is missing.
CREATE TABLE app.orders_other PARTITION OF app.orders DEFAULT WITH (fillfactor = 80);
CREATE TABLE app.order_steps_other PARTITION OF app.order_steps DEFAULT;

-- Creates the months from `p_from` on. What is in the default partition and belongs to a new month moves to it. That
-- needs an exclusive lock on the default partition: it is given up after two seconds, because orders wait behind it.
CREATE FUNCTION app.ensure_order_months(p_from timestamptz, p_months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  v_first timestamp := date_trunc('month', p_from AT TIME ZONE 'UTC');
  v_month timestamp;
  v_next  timestamp;
  v_table text;
  v_name  text;
  v_from  text;
  v_to    text;
  v_made  integer := 0;
BEGIN
  -- Every month costs each update a little: a process makes only those around the present.
  IF p_months NOT BETWEEN 0 AND 120 OR NOT pg_has_role(session_user, 'fairlot_definer', 'MEMBER') AND (p_months > 12
    OR abs(extract(epoch FROM p_from - clock_timestamp())) > (SELECT b.seconds + 62 * 86400 FROM platform.clock_bound b)) THEN
    RAISE EXCEPTION 'months out of range: % from %', p_months, p_from;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('app.ensure_order_months', 0));
  FOR i IN 0..p_months LOOP
    v_month := v_first + make_interval(months => i);
    v_next := v_first + make_interval(months => i + 1);
    FOREACH v_table IN ARRAY ARRAY['orders', 'order_steps', 'fills'] LOOP
      v_name := v_table || to_char(v_month, '_YYYY_MM');
      CONTINUE WHEN to_regclass('app.' || v_name) IS NOT NULL;
      EXECUTE format('CREATE TABLE app.%I (LIKE app.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (fillfactor = %s)',
        v_name, v_table, CASE v_table WHEN 'orders' THEN 80 ELSE 100 END);
      IF v_table = 'fills' THEN
        v_from := to_char(v_month, 'YYYY-MM-DD"T00:00:00Z"');
        v_to := to_char(v_next, 'YYYY-MM-DD"T00:00:00Z"');
        EXECUTE format('CREATE TRIGGER fills_equal_exchange_log AFTER INSERT ON app.%I REFERENCING NEW TABLE AS new_fills
          FOR EACH STATEMENT EXECUTE FUNCTION app.check_fills()', v_name);
      ELSE
        v_from := app.id_at(v_month AT TIME ZONE 'UTC');
        v_to := app.id_at(v_next AT TIME ZONE 'UTC');
        EXECUTE format('LOCK TABLE app.%I IN ACCESS EXCLUSIVE MODE', v_table || '_other');
        EXECUTE format('WITH late AS (DELETE FROM app.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
          INSERT INTO app.%5$I SELECT * FROM late', v_table || '_other',
          CASE v_table WHEN 'orders' THEN 'id' ELSE 'order_id' END, v_from, v_to, v_name);
      END IF;
      EXECUTE format('ALTER TABLE app.%I ATTACH PARTITION app.%I FOR VALUES FROM (%L) TO (%L)', v_table, v_name, v_from, v_to);
      v_made := v_made + 1;
    END LOOP;
  END LOOP;
  RETURN v_made;
END $$;
GRANT EXECUTE ON FUNCTION app.ensure_order_months TO fairlot_worker;

-- Up to this version the id of an order need not have the time it was placed. The bound that app.first_order_id computes
-- from a time holds only for orders placed after the last such one.
DO $$
DECLARE
  v_oldest  timestamptz;
  v_untimed timestamptz;
BEGIN
  SELECT least(min(o.placed_at), (SELECT min(f.traded_at) FROM app.fills_before f)), max(o.placed_at) FILTER (
    WHERE o.id NOT BETWEEN app.id_at(o.placed_at - interval '3 days') AND app.id_at(o.placed_at + interval '3 days'))
  INTO v_oldest, v_untimed FROM app.orders_before o;
  v_oldest := least(v_oldest - interval '3 days', now() - interval '1 month');
  PERFORM app.ensure_order_months(v_oldest, 4 + 12 * extract(year FROM age(now(), v_oldest))::integer
    + extract(month FROM age(now(), v_oldest))::integer);
  EXECUTE format('CREATE FUNCTION app.first_order_id(p_since timestamptz) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN CASE WHEN p_since <= %L::timestamptz THEN %L::uuid ELSE app.id_at(p_since - interval ''3 days'') END',
    coalesce(v_untimed, '-infinity'), '00000000-0000-0000-0000-000000000000');
END $$;
COMMENT ON FUNCTION app.first_order_id IS 'No order placed since this time has a lower id: excludes the months before.';
GRANT EXECUTE ON FUNCTION app.first_order_id TO fairlot_api, fairlot_worker;

INSERT INTO app.orders SELECT * FROM app.orders_before;
INSERT INTO app.order_steps SELECT * FROM app.order_steps_before;
INSERT INTO app.fills SELECT * FROM app.fills_before;
DROP TABLE app.orders_before;
DROP TABLE app.order_steps_before;
DROP TABLE app.fills_before;

ALTER TABLE app.orders ADD PRIMARY KEY (id);
CREATE INDEX orders_open ON app.orders (member_id, placed_at) WHERE state = 'entrusted';
CREATE INDEX orders_of_member ON app.orders (member_id, placed_at);
CREATE INDEX orders_closing_position ON app.orders (position_id) WHERE purpose = 'close';
CREATE INDEX orders_by_time ON app.orders USING brin (placed_at) WITH (pages_per_range = 32, autosummarize = on);
GRANT SELECT ON app.orders TO fairlot_api, fairlot_console;
GRANT SELECT, UPDATE (state, reason, accepted_at, left_shares, filled_shares, filled_value, fee, tax, borrow_fee,
  cancel_asked_at, ended_at, steps, steps_hash, loan_repaid, interest_paid, collateral_freed) ON app.orders TO fairlot_worker;
CREATE TRIGGER orders_enforce_transition BEFORE UPDATE ON app.orders FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('order');
CREATE TRIGGER orders_filled_shares_increase BEFORE UPDATE ON app.orders FOR EACH ROW
  WHEN (OLD.filled_shares <> NEW.filled_shares) EXECUTE FUNCTION app.orders_filled_shares_increase();

ALTER TABLE app.order_steps ADD PRIMARY KEY (order_id, n);
GRANT SELECT ON app.order_steps TO fairlot_api;
GRANT SELECT, INSERT ON app.order_steps TO fairlot_worker;

-- An event has one time, and app.check_fills compares it: no fill can be stored twice under two times.
ALTER TABLE app.fills ADD PRIMARY KEY (shard, event, side, traded_at);
CREATE INDEX fills_of_order ON app.fills (order_id);
CREATE INDEX fills_of_position ON app.fills (position_id);
CREATE INDEX fills_of_member ON app.fills (member_id, traded_at);
CREATE INDEX fills_of_date ON app.fills USING brin (date) WITH (pages_per_range = 32, autosummarize = on);
GRANT SELECT ON app.fills TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT ON app.fills TO fairlot_worker;
CREATE TRIGGER fills_equal_exchange_log AFTER INSERT ON app.fills REFERENCING NEW TABLE AS new_fills
  FOR EACH STATEMENT EXECUTE FUNCTION app.check_fills();

-- Whether the columns of a new order agree. Written with RETURN to be inlined.
CREATE FUNCTION app.is_order(
  p_id uuid, p_kind text, p_side text, p_purpose text, p_position uuid, p_direction text, p_multiple smallint, p_price integer,
  p_quantity integer, p_validity text, p_worst_price integer, p_origin text
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_kind IN ('stock', 'etf') AND p_side IN ('buy', 'sell') AND p_purpose IN ('open', 'close')
  AND p_direction IN ('long', 'short') AND p_validity IN ('ROD', 'IOC', 'FOK')
  AND p_origin IN ('member', 'conditional', 'liquidation', 'auto-cover')
  AND p_multiple IN (100, 200, 250) AND (p_direction = 'long' OR p_multiple = 100)
  AND (p_side = 'buy') = ((p_purpose = 'open') = (p_direction = 'long'))
  AND (p_purpose = 'close' OR p_position = p_id)
  AND coalesce(p_price, 1) > 0 AND p_quantity > 0 AND p_worst_price > 0;

-- The server never writes such an order; this stops a process that does.
CREATE FUNCTION app.refuse_order(p_order uuid, p_why text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'order % is not written: %', p_order, p_why USING ERRCODE = 'check_violation';
END $$;

-- Intake: reads only the months of its orders.
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
        'worstPrice', x.worst_price, 'date', x.date, 'held', coalesce((SELECT sum(h.amount) FROM app.order_holds h
          WHERE h.order_id = x.id AND h.account LIKE 'member/%/TWD/%'), 0)::text))
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

CREATE OR REPLACE FUNCTION app.read_member_facts(p_members uuid[], p_date date, p_since timestamptz) RETURNS TABLE (
  id uuid, cash bigint, receivables json, holdings json, open_orders json, day_trades json, realised bigint, called boolean,
  may_day_trade boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT m.id,
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
  FROM unnest(p_members) AS m (id);
END $$;

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

  WITH written AS MATERIALIZED (
    SELECT d.*, row_number() OVER () AS place
    FROM json_to_recordset(p_orders) AS d (
      id uuid, member_id uuid, symbol text, kind text, side text, purpose text, position_id uuid, direction text,
      multiple smallint, day_trade boolean, price integer, quantity integer, validity text, worst_price integer,
      date date, origin text, terms text, replaces uuid, device_key uuid, signature text, shard smallint, command text,
      closing integer, held_cash bigint, held_shares integer, steps integer, steps_hash text)
    WHERE d.id <> ALL (v_refused) AND CASE
      WHEN d.id NOT BETWEEN v_first AND v_last THEN app.refuse_order(d.id, 'its id does not begin with the time it is placed')
      WHEN app.is_order(d.id, d.kind, d.side, d.purpose, d.position_id, d.direction, d.multiple, d.price, d.quantity,
        d.validity, d.worst_price, d.origin) IS NOT TRUE THEN app.refuse_order(d.id, 'its columns contradict each other')
      ELSE true END
  ), orders AS (
    INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
      quantity, validity, worst_price, date, origin, terms, replaces, placed_at, device_key, signature, left_shares, steps,
      steps_hash, held_cash, held_shares)
    SELECT w.id, w.member_id, w.symbol, w.kind, w.side, w.purpose, w.position_id, w.direction, w.multiple, w.day_trade, w.price,
      w.quantity, w.validity, w.worst_price, w.date, w.origin, decode(w.terms, 'hex'), w.replaces, p_now, w.device_key,
      w.signature, w.quantity, w.steps, decode(w.steps_hash, 'hex'), w.held_cash, w.held_shares
    FROM written w ORDER BY w.place
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

-- Cancelling, as before. In PL/pgSQL, so that the plan over all months is made once per connection.
CREATE OR REPLACE FUNCTION app.lock_cancels(p_member uuid, p_order uuid)
RETURNS TABLE (id uuid, symbol text, state text, cancel_asked boolean, steps integer, steps_hash text)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  IF p_order IS NULL THEN
    RETURN QUERY SELECT o.id, o.symbol, o.state, false, o.steps, encode(o.steps_hash, 'hex') FROM app.orders o
    WHERE o.member_id = p_member AND o.state = 'entrusted' AND o.cancel_asked_at IS NULL
    ORDER BY o.id FOR NO KEY UPDATE;
  ELSE
    RETURN QUERY SELECT o.id, o.symbol, o.state, o.cancel_asked_at IS NOT NULL, o.steps, encode(o.steps_hash, 'hex')
    FROM app.orders o WHERE o.id = p_order AND o.member_id = p_member FOR NO KEY UPDATE;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION app.write_cancels(
  p_member uuid, p_now timestamptz, p_who text, p_data text, p_orders uuid[], p_hashes text[], p_shards integer[], p_commands text[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  -- They exclude other months.
  v_sorted uuid[] := ARRAY(SELECT u.id FROM unnest(p_orders) AS u (id) ORDER BY u.id);
BEGIN
  WITH marked AS (
    UPDATE app.orders o SET cancel_asked_at = p_now, steps = o.steps + 1, steps_hash = decode(u.hash, 'hex')
    FROM unnest(p_orders, p_hashes) AS u (id, hash)
    WHERE o.id = u.id AND o.id BETWEEN v_sorted[1] AND v_sorted[cardinality(v_sorted)] AND o.member_id = p_member
    RETURNING o.id, o.steps, o.steps_hash
  ), recorded AS (
    INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
    SELECT m.id, m.steps, p_now, 'cancel-asked', p_who, p_data::json, m.steps_hash FROM marked m
  )
  INSERT INTO exchange.queue (shard, command)
  SELECT u.shard, u.command::json::text
  FROM unnest(p_shards, p_commands) WITH ORDINALITY AS u (shard, command, place)
  WHERE u.command::json ->> 'account' = 'member:' || p_member AND u.command::json ->> 'kind' IN ('cancel', 'cancel-all')
  ORDER BY u.place;
END $$;

-- A close is placed after its position was opened.
CREATE OR REPLACE FUNCTION app.check_closing_of_api() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.positions p
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(o.left_shares) FILTER (WHERE o.replaces IS NULL OR o.accepted_at IS NOT NULL), 0) AS shares
      FROM app.orders o WHERE o.position_id = p.id AND o.purpose = 'close' AND o.state = 'entrusted'
        AND o.id >= app.first_order_id(p.opened_at)
    ) AS working
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.quantity), 0) AS shares
      FROM app.conditional_orders c WHERE c.position_id = p.id AND c.state = 'waiting'
    ) AS waiting
    WHERE p.id = NEW.id AND p.closing BETWEEN working.shares AND working.shares + waiting.shares
  ) THEN
    RAISE EXCEPTION 'position % counts shares as closing that no order closes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Reconciliation looks for a fill in the month of its trade.
CREATE OR REPLACE FUNCTION recon.wrong_fills(p_shard smallint, p_after bigint, p_upto bigint) RETURNS TABLE (event bigint, side text)
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
    AND NOT EXISTS (SELECT FROM app.fills f WHERE f.shard = p_shard AND f.event = x.event AND f.side = side.name AND f.traded_at = x.at)
$$;

CREATE OR REPLACE FUNCTION recon.untraced_trades(p_from bigint, p_upto bigint) RETURNS TABLE (entry_id uuid, event text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT CASE WHEN e.key COLLATE "C" ~ '^fill:\d{1,4}/\d{1,15}/(buy|sell)$' THEN string_to_array(substr(e.key, 6), '/') END AS part
  ) AS k
  -- OFFSET: one look-up per entry, however many fills the closed days have. A trade settles within two months.
  LEFT JOIN LATERAL (
    SELECT x.entry_id FROM app.fills x
    WHERE x.shard = k.part[1]::smallint AND x.event = k.part[2]::bigint AND x.side = k.part[3]
      AND x.traded_at BETWEEN e.posted_at - interval '62 days' AND e.posted_at + interval '2 days' OFFSET 0
  ) AS f ON true
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event LIKE 'trade.%' AND (f.entry_id IS DISTINCT FROM e.id OR EXISTS (
    SELECT FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_kind IN ('house', 'lending')
    WHERE l.entry_id = e.id AND l.posted_at = e.posted_at GROUP BY l.asset HAVING sum(l.amount) <> 0))
$$;
