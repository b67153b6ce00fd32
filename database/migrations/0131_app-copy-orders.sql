-- The money of a copied purchase goes from the copy's hold to the order's hold in one entry, and what is left to return is found by a
-- cursor: fewer rows and fewer versions of them for each copy.

UPDATE ledger.posting_rights SET direction = 'both' WHERE (role, event, owner_kind, kind) = ('fairlot_worker', 'copy.spent', 'member', 'held');
DELETE FROM ledger.posting_rights WHERE (role, event, owner_kind, kind) = ('fairlot_worker', 'copy.spent', 'member', 'available');

-- Up to this line everything is back. The index that found the others was written again with each version of a line.
ALTER TABLE app.copy_blocks ADD COLUMN returned integer NOT NULL DEFAULT 0;
DROP INDEX app.copy_block_lines_to_return;
-- A line has three versions, and the last one changes no index when it stays on its page.
ALTER TABLE app.copy_block_lines SET (fillfactor = 40);

-- See 0103. Only app.write_copy_purchases posts the money of a purchase.
CREATE OR REPLACE FUNCTION app.check_copy_order() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id JOIN app.copies c ON c.id = l.copy_id
    WHERE l.order_id = NEW.id AND c.member_id = NEW.member_id AND b.state IN ('preparing', 'sending') AND b.sent = 0
      AND (b.symbol, b.side, b.price, b.date, l.planned) = (NEW.symbol, NEW.side, NEW.price, NEW.date, NEW.quantity)
      AND (NEW.purpose = 'open') = (b.side = 'buy') AND NEW.held_cash = l.cost
      AND CASE b.side WHEN 'buy' THEN EXISTS (SELECT FROM ledger.keys k WHERE k.key = 'copy.spent ' || NEW.id)
        ELSE NEW.position_id = app.copied_position(b.position_id, c.id) END)
    OR NEW.direction <> 'long' OR NEW.multiple <> 100 OR NEW.day_trade OR NEW.validity <> 'ROD' OR NEW.replaces IS NOT NULL THEN
    RAISE EXCEPTION 'order % is of no block', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

-- See 0114. The caller writes the orders in the same transaction, and their money with them.
CREATE OR REPLACE FUNCTION app.prepare_copy_lines(p_block uuid, p_limit integer, p_now timestamptz)
RETURNS TABLE (order_id uuid, member_id uuid, position_id uuid, quantity integer, cost bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  block       app.copy_blocks;
  v_terms     jsonb;
  v_time      text := left(replace(app.id_at(p_now)::text, '-', ''), 12);
  v_done      integer;
  v_copies    uuid[];
  v_orders    uuid[];
  v_members   uuid[];
  v_positions uuid[];
  v_shares    integer[];
  v_costs     bigint[];
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'preparing' AND NOT b.is_cancelled FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF block.copies IS NULL THEN
    PERFORM app.list_block_copies(block);
    RETURN;
  END IF;
  SELECT t.body::jsonb INTO STRICT v_terms FROM app.orders o JOIN app.terms t ON t.hash = o.terms WHERE o.id = block.lead_order;
  -- Arrays and not subqueries: no plan can begin with all copies. The members first and in the order of every other order, then their
  -- copies and positions, then the ledger.
  v_copies := ARRAY(SELECT l.copy_id FROM app.copy_block_lines l
    WHERE l.block_id = p_block AND l.place > block.prepared AND l.place <= block.prepared + p_limit);
  PERFORM pg_advisory_xact_lock(k.key) FROM (
    SELECT DISTINCT hashtextextended('trading ' || c.member_id, 0) AS key FROM app.copies c WHERE c.id = ANY (v_copies) ORDER BY 1) AS k;
  PERFORM FROM app.copies c WHERE c.id = ANY (v_copies) ORDER BY c.id FOR NO KEY UPDATE;
  IF block.side = 'sell' THEN
    PERFORM FROM app.positions p WHERE p.id = ANY (ARRAY(SELECT app.copied_position(block.position_id, u.id) FROM unnest(v_copies) AS u (id)))
    ORDER BY p.id FOR NO KEY UPDATE;
  END IF;

  WITH part AS MATERIALIZED (
    SELECT p.*, x.order_id, CASE WHEN p.shares > 0 THEN block.lines - 1 + row_number() OVER (PARTITION BY p.shares > 0 ORDER BY p.place) END AS line
    FROM app.copy_parts(block, v_terms, p_limit) AS p
    LEFT JOIN LATERAL (SELECT app.copy_order_id(v_time, p_block, p.copy_id) AS order_id WHERE p.shares > 0) AS x ON true
  ), written AS (
    UPDATE app.copy_block_lines l SET planned = p.shares, reason = p.reason, order_id = p.order_id, line = p.line, cost = p.cost
    FROM part p WHERE l.block_id = p_block AND l.place = p.place
  ), spent AS (
    UPDATE app.copies c SET spent = c.spent + p.cost FROM part p WHERE c.id = p.copy_id AND p.cost > 0
  )
  SELECT count(*), coalesce(array_agg(p.order_id) FILTER (WHERE p.shares > 0), '{}'),
    array_agg(p.member_id) FILTER (WHERE p.shares > 0), array_agg(p.position_id) FILTER (WHERE p.shares > 0),
    array_agg(p.shares) FILTER (WHERE p.shares > 0), array_agg(p.cost) FILTER (WHERE p.shares > 0)
  INTO v_done, v_orders, v_members, v_positions, v_shares, v_costs
  FROM (SELECT * FROM part ORDER BY place) AS p;

  UPDATE app.copy_blocks b SET prepared = block.prepared + v_done, lines = block.lines + cardinality(v_orders),
    state = CASE WHEN block.prepared + v_done = b.copies THEN 'sending' ELSE b.state END WHERE b.id = p_block;
  RETURN QUERY SELECT u.id, u.member, CASE block.side WHEN 'buy' THEN u.id ELSE u.position END, u.shares, u.cost
    FROM unnest(v_orders, v_members, v_positions, v_shares, v_costs) AS u (id, member, position, shares, cost);
END $$;

-- The orders of a purchase that app.prepare_copy_lines decided in this transaction, and their money: from the hold of the copy to
-- that of the order. p_hashes are the heads of their timelines, which TypeScript computes.
CREATE FUNCTION app.write_copy_purchases(p_orders uuid[], p_steps integer, p_hashes text[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_members text[];
  v_costs   bigint[];
  v_from    uuid[];
  v_to      uuid[] := ARRAY(SELECT overlay(overlay(substr(encode(sha256(convert_to('hold ' || u.id || '/1', 'UTF8')), 'hex'), 1, 32)
    PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid FROM unnest(p_orders) WITH ORDINALITY AS u (id, n) ORDER BY u.n);
  v_written integer;
BEGIN
  SELECT array_agg('member/' || c.member_id || '/TWD/held' ORDER BY u.n), array_agg(l.cost ORDER BY u.n), array_agg(c.hold_id ORDER BY u.n)
  INTO v_members, v_costs, v_from
  FROM unnest(p_orders) WITH ORDINALITY AS u (id, n)
  JOIN app.copy_block_lines l ON l.order_id = u.id JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'buy' JOIN app.copies c ON c.id = l.copy_id;
  IF cardinality(v_members) IS DISTINCT FROM cardinality(p_orders) THEN
    RAISE EXCEPTION 'one of % orders is of no block', cardinality(p_orders) USING ERRCODE = 'insufficient_privilege';
  END IF;

  PERFORM app.post_copies(array_fill('copy.spent'::text, ARRAY[cardinality(p_orders)]), p_orders::text[],
    ARRAY(SELECT 'copy.spent ' || u.id FROM unnest(p_orders) WITH ORDINALITY AS u (id, n) ORDER BY u.n),
    array_agg(m.n::integer ORDER BY m.n, x.n), array_agg(m.account ORDER BY m.n, x.n),
    array_agg(x.amount ORDER BY m.n, x.n), array_agg(x.hold ORDER BY m.n, x.n), p_now)
  FROM unnest(v_members, v_costs, v_from, v_to) WITH ORDINALITY AS m (account, cost, old, new, n)
  CROSS JOIN LATERAL (VALUES (1, -m.cost, m.old), (2, m.cost, m.new)) AS x (n, amount, hold);

  INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price, quantity,
    validity, worst_price, date, origin, terms, placed_at, left_shares, steps, steps_hash, held_cash, held_shares, holds)
  SELECT l.order_id, c.member_id, b.symbol, o.kind, b.side, 'open', l.order_id, 'long', 100, false, b.price, l.planned,
    'ROD', b.price, b.date, 'copy', o.terms, p_now, l.planned, p_steps, decode(u.hash, 'hex'), l.cost, 0, ARRAY[u.hold]
  FROM unnest(p_orders, p_hashes, v_to) WITH ORDINALITY AS u (id, hash, hold, n)
  JOIN app.copy_block_lines l ON l.order_id = u.id JOIN app.copy_blocks b ON b.id = l.block_id JOIN app.copies c ON c.id = l.copy_id
  CROSS JOIN LATERAL (SELECT x.kind, x.terms FROM app.orders x WHERE x.id = b.lead_order LIMIT 1) AS o
  ORDER BY u.n;
  GET DIAGNOSTICS v_written = ROW_COUNT;
  IF v_written <> cardinality(p_orders) THEN RAISE EXCEPTION '% of % orders of copies were written', v_written, cardinality(p_orders); END IF;
END $$;
GRANT EXECUTE ON FUNCTION app.write_copy_purchases TO fairlot_worker;

-- See 0115. A line that spent everything is only marked: its member is not locked.
CREATE OR REPLACE FUNCTION app.return_copy_money(p_block uuid, p_limit integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  block     app.copy_blocks;
  v_ended   uuid[];
  v_some    uuid[];
  v_upto    integer;
  v_copies  uuid[];
  v_members uuid[];
  v_orders  uuid[];
  v_held    bigint[];
  v_give    bigint[];
  v_old     uuid[];
  v_new     uuid[];
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'sent' FOR UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  SELECT coalesce(array_agg(o.id) FILTER (WHERE o.state <> 'entrusted'), '{}'),
    coalesce(array_agg(l.copy_id) FILTER (WHERE o.state <> 'entrusted' AND block.side = 'buy' AND l.cost > o.filled_value + o.fee), '{}'),
    coalesce(array_agg(o.member_id) FILTER (WHERE o.state <> 'entrusted' AND block.side = 'buy' AND l.cost > o.filled_value + o.fee), '{}'),
    coalesce(min(l.line) FILTER (WHERE o.state = 'entrusted') - 1, max(l.line), block.returned)
  INTO v_ended, v_some, v_members, v_upto
  FROM (SELECT x.order_id, x.copy_id, x.cost, x.line FROM app.copy_block_lines x
    WHERE x.block_id = p_block AND x.line > block.returned AND x.returned IS NULL ORDER BY x.line LIMIT p_limit) AS l
  JOIN app.orders o ON o.id = l.order_id;
  IF v_some <> '{}' THEN
    -- The members first and in the order of every other order, then their copies, then the ledger in its own order.
    PERFORM pg_advisory_xact_lock(k.key) FROM (
      SELECT DISTINCT hashtextextended('trading ' || u.id, 0) AS key FROM unnest(v_members) AS u (id) ORDER BY 1) AS k;
    PERFORM FROM app.copies c WHERE c.id = ANY (v_some) ORDER BY c.id FOR NO KEY UPDATE;
    -- What is read as available stays available until it is posted.
    PERFORM FROM ledger.balances b WHERE b.account_id = ANY (ARRAY(
      SELECT ledger.account_id('member/' || u.id || x.account) FROM unnest(v_members) AS u (id)
      CROSS JOIN (VALUES ('/TWD/available'), ('/TWD/held')) AS x (account))) ORDER BY b.account_id FOR NO KEY UPDATE;
  END IF;

  WITH ended AS MATERIALIZED (
    SELECT l.place, l.copy_id, o.id, c.member_id, c.hold_id, c.amount - c.spent AS held,
      CASE WHEN c.state = 'following' THEN least(l.cost - o.filled_value - o.fee, coalesce(b.balance, 0)) ELSE 0 END AS give,
      greatest(o.filled_value - o.fee - o.tax, 0) AS brought, f.settles_on,
      overlay(overlay(substr(encode(sha256(convert_to('copy hold ' || o.id, 'UTF8')), 'hex'), 1, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid AS new_hold
    FROM app.copy_block_lines l JOIN app.orders o ON o.id = l.order_id
    LEFT JOIN app.copies c ON c.id = l.copy_id AND c.id = ANY (v_some)
    LEFT JOIN LATERAL (SELECT x.balance FROM ledger.balances x
      WHERE x.account_id = ledger.account_id('member/' || c.member_id || '/TWD/available') OFFSET 0) AS b ON true
    CROSS JOIN LATERAL (SELECT max(x.settles_on) AS settles_on FROM app.fills x
      WHERE block.side = 'sell' AND x.order_id = o.id AND x.traded_at >= o.placed_at - interval '1 day') AS f
    WHERE l.order_id = ANY (v_ended)
  ), written AS (
    UPDATE app.copy_block_lines l SET returned = e.give, settles_on = e.settles_on, proceeds = CASE WHEN e.settles_on IS NOT NULL THEN e.brought END
    FROM ended e WHERE l.block_id = p_block AND l.place = e.place
  ), raised AS (
    UPDATE app.copies c SET spent = c.spent - e.give, hold_id = e.new_hold FROM ended e WHERE c.id = e.copy_id AND e.give > 0
  )
  SELECT coalesce(array_agg(e.copy_id), '{}'), array_agg(e.member_id), array_agg(e.id), array_agg(e.held), array_agg(e.give), array_agg(e.hold_id), array_agg(e.new_hold)
  INTO v_copies, v_members, v_orders, v_held, v_give, v_old, v_new
  FROM ended e WHERE e.give > 0;
  IF v_copies <> '{}' THEN
    PERFORM app.raise_copy_holds(v_copies, v_members, v_orders, v_held, v_give, v_old, v_new, p_now);
  END IF;

  UPDATE app.copy_blocks b SET returned = v_upto,
    state = CASE WHEN is_over THEN 'done' ELSE b.state END, ended_at = CASE WHEN is_over THEN p_now END
  FROM (SELECT NOT EXISTS (SELECT FROM app.copy_block_lines l WHERE l.block_id = p_block AND l.line > v_upto AND l.returned IS NULL)
    AND NOT EXISTS (SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.state = 'entrusted') AS is_over) AS x
  WHERE b.id = p_block AND (v_upto > block.returned OR x.is_over);
  RETURN cardinality(v_ended);
END $$;

-- See 0107. A purchase names its order: the money goes from one hold of the member to another. Before, it went to available cash.
CREATE OR REPLACE FUNCTION recon.untraced_copies(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, t.moved, 'no copy that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0) AS t
  LEFT JOIN app.copy_block_lines l ON l.order_id = recon.uuid_of(right(e.key, 36))
  LEFT JOIN app.copies c ON c.id = CASE WHEN e.event = 'copy.spent' AND e.reference = l.order_id::text THEN l.copy_id ELSE recon.uuid_of(e.reference) END
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'copy.' AND (CASE e.event
      WHEN 'copy.held' THEN t.member_id = c.member_id::text AND CASE e.key WHEN 'copy.held ' || c.id THEN t.held = c.amount
        ELSE l.copy_id = c.id AND e.key = 'copy.held ' || c.id || ' ' || l.order_id AND t.held = coalesce(l.restored, l.returned) END
      WHEN 'copy.spent' THEN t.member_id = c.member_id::text AND l.copy_id = c.id AND e.key = 'copy.spent ' || l.order_id
        AND (t.held = -l.cost OR t.held = 0 AND t.free = 0 AND t.moved = l.cost)
      WHEN 'copy.released' THEN t.member_id = c.member_id::text AND c.entry_id = e.id AND t.held = c.spent - c.amount
    END) IS NOT TRUE
$$;
