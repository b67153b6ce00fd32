-- Lines are written in their turn, from the list.

-- See 0114. The copies are the next ones of the list.
DROP FUNCTION app.copy_parts(app.copy_blocks, jsonb, integer);
CREATE FUNCTION app.copy_parts(p_block app.copy_blocks, p_terms jsonb, p_copies uuid[])
RETURNS TABLE (place integer, copy_id uuid, member_id uuid, hold_id uuid, position_id uuid, shares integer, reason text, cost bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH fee AS MATERIALIZED (
    SELECT (p_terms ->> 'brokerage')::bigint AS rate, (p_terms ->> 'brokerageMin')::bigint AS min,
      coalesce((p_terms ->> 'brokerageMinOdd')::bigint, (p_terms ->> 'brokerageMin')::bigint) AS min_odd,
      (SELECT s.id FROM app.copy_blocks s WHERE s.lead_order = p_block.position_id AND s.side = 'buy') AS source
  ), turn AS MATERIALIZED (
    SELECT (p_block.prepared + l.n)::integer AS place, c.id, c.member_id, c.hold_id, c.state, c.paused_at, c.cap, c.amount - c.spent AS money_left,
      div(p_block.quantity::numeric * c.amount, greatest(p_block.capital, p_block.price::bigint * p_block.quantity))::integer AS wanted,
      c.amount * c.stock_share_bp / 10000 AS of_stock,
      CASE WHEN EXISTS (SELECT FROM app.restrictions r WHERE r.member_id = c.member_id AND r.lifted_at IS NULL)
        THEN app.bars_of(c.member_id) ELSE '{}' END AS bars
    FROM unnest(p_copies) WITH ORDINALITY AS l (id, n) JOIN app.copies c ON c.id = l.id
  ), known AS MATERIALIZED (
    SELECT t.*, p.id AS position_id, p.free, t.of_stock - s.cost AS stock_left, least(t.money_left, t.of_stock - s.cost, t.cap) AS money,
      EXISTS (SELECT FROM app.risk_limits g WHERE g.member_id = t.member_id AND g.stopped_at IS NOT NULL) AS is_stopped
    FROM turn t CROSS JOIN fee f
    -- Of a sale: what the copy opened together with the mentor's position and no order closes.
    LEFT JOIN LATERAL (
      SELECT p.id, p.shares - p.closing AS free FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id
      WHERE p_block.side = 'sell' AND l.block_id = f.source AND l.copy_id = t.id
    ) AS p ON true
    -- Of a purchase: what the copy has of this stock, open orders with all they may cost, positions with the shares that are left.
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE WHEN o.state = 'entrusted' THEN l.cost
        ELSE coalesce((q.opened_value + q.open_fee) * q.shares / q.opened_shares, 0) END), 0)::bigint AS cost
      FROM app.copy_block_lines l
      JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'buy' AND b.symbol = p_block.symbol
      JOIN app.orders o ON o.id = l.order_id
      LEFT JOIN app.positions q ON q.id = l.order_id
      WHERE p_block.side = 'buy' AND l.copy_id = t.id AND l.order_id IS NOT NULL
    ) AS s
  ), refused AS MATERIALIZED (
    SELECT k.*, CASE
      WHEN k.state <> 'following' THEN 'ended'
      WHEN k.bars && ARRAY['disabled', 'login-banned', 'frozen-by-law'] OR p_block.side = 'buy' AND k.bars && ARRAY['frozen', 'no-trading'] THEN 'restricted'
      WHEN p_block.side = 'sell' THEN CASE WHEN coalesce(k.free, 0) = 0 THEN 'no-shares' END
      WHEN k.paused_at IS NOT NULL THEN 'paused'
      WHEN k.is_stopped THEN 'stopped'
      WHEN k.wanted = 0 THEN 'too-small' END AS why
    FROM known k
  ), planned AS MATERIALIZED (
    SELECT r.*, CASE
      WHEN r.why IS NOT NULL THEN 0
      WHEN p_block.side = 'sell' THEN CASE WHEN p_block.quantity >= p_block.mentor_shares THEN r.free
        ELSE (r.free::bigint * p_block.quantity / p_block.mentor_shares)::integer END
      -- Fewer shares never cost more while the fee of odd lots is the smaller one: then what is wanted fits, or less is searched.
      WHEN f.min_odd <= f.min AND app.purchase_cost(p_block.price, r.wanted, f.rate, f.min, f.min_odd) <= r.money THEN r.wanted
      ELSE app.copy_shares_for(p_terms, p_block.price, r.money, r.wanted) END AS part
    FROM refused r CROSS JOIN fee f
  )
  SELECT n.place, n.id, n.member_id, n.hold_id, n.position_id, n.part,
    CASE WHEN n.part > 0 THEN NULL WHEN n.why IS NOT NULL THEN n.why WHEN p_block.side = 'sell' THEN 'too-small'
      ELSE CASE n.money WHEN n.money_left THEN 'money' WHEN n.stock_left THEN 'stock-share' ELSE 'cap' END END,
    CASE p_block.side WHEN 'buy' THEN app.purchase_cost(p_block.price, n.part, f.rate, f.min, f.min_odd) ELSE 0 END
  FROM planned n CROSS JOIN fee f
$$;

-- See 0131. Each line is written here, once. A block that is cancelled gets the remaining lines without shares.
CREATE OR REPLACE FUNCTION app.prepare_copy_lines(p_block uuid, p_limit integer, p_now timestamptz)
RETURNS TABLE (order_id uuid, member_id uuid, position_id uuid, quantity integer, cost bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  block       app.copy_blocks;
  v_terms     jsonb;
  v_time      text := left(replace(app.id_at(p_now)::text, '-', ''), 12);
  v_copies    uuid[];
  v_orders    uuid[] := '{}';
  v_members   uuid[];
  v_positions uuid[];
  v_shares    integer[];
  v_costs     bigint[];
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'preparing' FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF block.copies IS NULL THEN
    PERFORM app.list_block_copies(block);
    RETURN;
  END IF;
  v_copies := app.next_copies(block, p_limit);
  IF block.is_cancelled THEN
    -- The lock that the reference takes, in the order of all that lock copies.
    PERFORM FROM app.copies c WHERE c.id = ANY (v_copies) ORDER BY c.id FOR KEY SHARE;
    INSERT INTO app.copy_block_lines (block_id, copy_id, place, key, planned, reason)
    SELECT p_block, u.id, block.prepared + u.n, app.copy_key(block, block.seed, u.id), 0, 'cancelled'
    FROM unnest(v_copies) WITH ORDINALITY AS u (id, n);
  ELSE
    SELECT t.body::jsonb INTO STRICT v_terms FROM app.orders o JOIN app.terms t ON t.hash = o.terms WHERE o.id = block.lead_order;
    -- Arrays and not subqueries: no plan can begin with all copies. The members first and in the order of every other order, then their
    -- copies and positions, then the ledger.
    PERFORM pg_advisory_xact_lock(k.key) FROM (
      SELECT DISTINCT hashtextextended('trading ' || c.member_id, 0) AS key FROM app.copies c WHERE c.id = ANY (v_copies) ORDER BY 1) AS k;
    PERFORM FROM app.copies c WHERE c.id = ANY (v_copies) ORDER BY c.id FOR NO KEY UPDATE;
    IF block.side = 'sell' THEN
      PERFORM FROM app.positions p WHERE p.id = ANY (ARRAY(SELECT app.copied_position(block.position_id, u.id) FROM unnest(v_copies) AS u (id)))
      ORDER BY p.id FOR NO KEY UPDATE;
    END IF;

    WITH part AS MATERIALIZED (
      SELECT p.*, x.order_id, CASE WHEN p.shares > 0 THEN block.lines - 1 + row_number() OVER (PARTITION BY p.shares > 0 ORDER BY p.place) END AS line
      FROM app.copy_parts(block, v_terms, v_copies) AS p
      LEFT JOIN LATERAL (SELECT app.copy_order_id(v_time, p_block, p.copy_id) AS order_id WHERE p.shares > 0) AS x ON true
    ), written AS (
      INSERT INTO app.copy_block_lines (block_id, copy_id, place, key, planned, reason, order_id, line, cost)
      SELECT p_block, p.copy_id, p.place, app.copy_key(block, block.seed, p.copy_id), p.shares, p.reason, p.order_id, p.line, p.cost
      FROM part p ORDER BY p.place
    ), spent AS (
      UPDATE app.copies c SET spent = c.spent + p.cost FROM part p WHERE c.id = p.copy_id AND p.cost > 0
    )
    SELECT coalesce(array_agg(p.order_id), '{}'), array_agg(p.member_id), array_agg(p.position_id), array_agg(p.shares), array_agg(p.cost)
    INTO v_orders, v_members, v_positions, v_shares, v_costs
    FROM (SELECT * FROM part ORDER BY place) AS p WHERE p.shares > 0;
  END IF;

  UPDATE app.copy_blocks b SET prepared = block.prepared + cardinality(v_copies), lines = block.lines + cardinality(v_orders),
    state = CASE WHEN block.prepared + cardinality(v_copies) = b.copies THEN 'sending' ELSE b.state END WHERE b.id = p_block;
  DELETE FROM app.copy_block_lists l WHERE l.block_id = p_block
    AND least((l.part + 1) * 1000, block.copies) <= block.prepared + cardinality(v_copies);
  RETURN QUERY SELECT u.id, u.member, CASE block.side WHEN 'buy' THEN u.id ELSE u.position END, u.shares, u.cost
    FROM unnest(v_orders, v_members, v_positions, v_shares, v_costs) AS u (id, member, position, shares, cost);
END $$;

-- See 0114. It only stops the block: app.prepare_copy_lines writes the lines that are left, in sets.
CREATE OR REPLACE FUNCTION app.cancel_copy_block(p_block uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  block   app.copy_blocks;
  v_asked boolean;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state IN ('preparing', 'sending') AND b.sent = 0 AND NOT b.is_cancelled FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  v_asked := EXISTS (SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.cancel_asked_at IS NOT NULL);
  -- 60 seconds is copy.prepareSeconds; a test compares them.
  IF NOT (v_asked OR p_now > block.at + interval '60 seconds') THEN RETURN false; END IF;
  UPDATE app.copy_blocks b SET is_cancelled = true, cancelled_by = CASE WHEN v_asked THEN 'mentor' ELSE 'time' END, copies = coalesce(b.copies, 0),
    state = CASE WHEN b.prepared = coalesce(b.copies, 0) THEN 'sending' ELSE b.state END
  WHERE b.id = p_block;
  RETURN true;
END $$;

-- See 0109. A line is written before its notice.
CREATE OR REPLACE FUNCTION app.take_copy_notices(p_limit integer)
RETURNS TABLE (block_id uuid, copy_id uuid, member_id uuid, mentor text, name_tw text, name_en text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  block  app.copy_blocks;
  v_upto integer;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.is_cancelled AND b.notified < b.copies AND b.notified < b.prepared
  ORDER BY b.at, b.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  v_upto := least(block.prepared, block.notified + p_limit);
  UPDATE app.copy_blocks b SET notified = v_upto WHERE b.id = block.id;
  RETURN QUERY SELECT block.id, c.id, c.member_id, m.name, i.name_tw, i.name_en
  FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id JOIN app.mentors m ON m.id = block.mentor_id
  JOIN app.instruments i ON i.symbol = block.symbol
  WHERE l.block_id = block.id AND l.place > block.notified AND l.place <= v_upto
    AND (l.order_id IS NOT NULL OR l.reason = 'cancelled')
  ORDER BY l.place;
END $$;
