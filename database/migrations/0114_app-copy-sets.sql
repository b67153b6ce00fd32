-- A block is prepared and ended in sets: one statement for the lines of a transaction in place of several for each line.
-- packages/rules/src/copy-trading has the same rules in TypeScript; a test compares them.

-- What is left to return is found without reading what was returned.
CREATE INDEX copy_block_lines_to_return ON app.copy_block_lines (block_id, line) WHERE order_id IS NOT NULL AND returned IS NULL;

-- See app.copy_cost: the same from columns, so that a statement over many lines computes it in place.
CREATE FUNCTION app.purchase_cost(p_price integer, p_shares integer, p_rate bigint, p_min bigint, p_min_odd bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_shares WHEN 0 THEN 0 ELSE p_price::bigint * p_shares + greatest(p_price::bigint * p_shares * p_rate / 1000000 / 100 * 100,
  CASE WHEN p_shares < 1000 THEN p_min_odd ELSE p_min END) END;

-- An id of which the first 12 digits say when it is placed; the remainder follows from the block and the copy.
DROP FUNCTION app.copy_order_id(uuid, uuid, timestamptz);
CREATE FUNCTION app.copy_order_id(p_time text, p_block uuid, p_copy uuid) RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (p_time || '7' || substr(encode(sha256(convert_to('copy order ' || p_block || ' ' || p_copy, 'UTF8')), 'hex'), 1, 3)
  || '8' || substr(encode(sha256(convert_to('copy order ' || p_block || ' ' || p_copy, 'UTF8')), 'hex'), 4, 15))::uuid;

-- The list of a block in the order of the day, see dayOrderText; 10,000 in each call. Who started after the mentor's order is not on it.
DROP FUNCTION app.list_block_copies(app.copy_blocks);
CREATE FUNCTION app.list_block_copies(p_block app.copy_blocks) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c_limit  constant integer := 10000;
  v_seed   text := p_block.seed;
  v_source uuid := (SELECT s.id FROM app.copy_blocks s WHERE s.lead_order = p_block.position_id AND s.side = 'buy');
  v_last   integer := 0;
  v_key    bytea;
  v_ids    uuid[];
  v_keys   bytea[];
  v_added  integer;
BEGIN
  SELECT l.place, l.key INTO v_last, v_key FROM app.copy_block_lines l WHERE l.block_id = p_block.id ORDER BY l.place DESC LIMIT 1;
  -- The seed of the first call stays.
  IF v_key IS NULL THEN
    v_last := 0;
    v_seed := coalesce((SELECT encode(d.seed, 'hex') FROM app.opening_draws d WHERE d.date = p_block.date), '');
  END IF;
  SELECT coalesce(array_agg(k.id ORDER BY k.key), '{}'), array_agg(k.key ORDER BY k.key) INTO v_ids, v_keys
  FROM (
    SELECT x.id, x.key FROM (
      SELECT c.id, sha256(convert_to(concat_ws(E'\n', 'fairlot copy v1', to_char(p_block.date, 'YYYY-MM-DD'), p_block.mentor_id, v_seed, c.id, ''), 'UTF8')) AS key
      FROM app.copies c
      WHERE c.mentor_id = p_block.mentor_id AND c.state = 'following' AND c.starts_on <= p_block.date AND c.started_at <= p_block.at
        AND (p_block.side = 'buy' OR EXISTS (SELECT FROM app.copy_block_lines l WHERE l.block_id = v_source AND l.copy_id = c.id AND l.order_id IS NOT NULL))
    ) AS x
    WHERE v_key IS NULL OR x.key > v_key ORDER BY x.key LIMIT c_limit
  ) AS k;
  -- The lock that the reference takes, in the order of all that lock copies.
  PERFORM FROM app.copies c WHERE c.id = ANY (v_ids) ORDER BY c.id FOR KEY SHARE;
  INSERT INTO app.copy_block_lines (block_id, copy_id, place, key)
  SELECT p_block.id, u.id, v_last + u.n, u.key FROM unnest(v_ids, v_keys) WITH ORDINALITY AS u (id, key, n);
  GET DIAGNOSTICS v_added = ROW_COUNT;
  UPDATE app.copy_blocks b SET seed = v_seed, copies = CASE WHEN v_added < c_limit THEN v_last + v_added END,
    state = CASE WHEN v_last + v_added = 0 THEN 'sending' ELSE b.state END
  WHERE b.id = p_block.id;
END $$;

-- See purchaseShares and saleShares: the shares of the next copies in a block and what they may cost, or why they have none.
DROP FUNCTION app.copy_part(app.copy_blocks, app.copies, jsonb);
CREATE FUNCTION app.copy_parts(p_block app.copy_blocks, p_terms jsonb, p_limit integer)
RETURNS TABLE (place integer, copy_id uuid, member_id uuid, hold_id uuid, position_id uuid, shares integer, reason text, cost bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH fee AS MATERIALIZED (
    SELECT (p_terms ->> 'brokerage')::bigint AS rate, (p_terms ->> 'brokerageMin')::bigint AS min,
      coalesce((p_terms ->> 'brokerageMinOdd')::bigint, (p_terms ->> 'brokerageMin')::bigint) AS min_odd,
      (SELECT s.id FROM app.copy_blocks s WHERE s.lead_order = p_block.position_id AND s.side = 'buy') AS source
  ), turn AS MATERIALIZED (
    SELECT l.place, c.id, c.member_id, c.hold_id, c.state, c.paused_at, c.cap, c.amount - c.spent AS money_left,
      div(p_block.quantity::numeric * c.amount, greatest(p_block.capital, p_block.price::bigint * p_block.quantity))::integer AS wanted,
      c.amount * c.stock_share_bp / 10000 AS of_stock,
      CASE WHEN EXISTS (SELECT FROM app.restrictions r WHERE r.member_id = c.member_id AND r.lifted_at IS NULL)
        THEN app.bars_of(c.member_id) ELSE '{}' END AS bars
    FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id
    WHERE l.block_id = p_block.id AND l.place > p_block.prepared AND l.place <= p_block.prepared + p_limit
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

-- The next copies of a block: their shares, and of a purchase their money, which leaves the copy's hold for the order that the
-- caller writes in the same transaction. The first calls write the list; the last one makes the block ready.
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
  v_holds     uuid[];
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
  SELECT count(*), coalesce(array_agg(p.copy_id) FILTER (WHERE p.shares > 0), '{}'), array_agg(p.order_id) FILTER (WHERE p.shares > 0),
    array_agg(p.member_id) FILTER (WHERE p.shares > 0), array_agg(p.position_id) FILTER (WHERE p.shares > 0),
    array_agg(p.shares) FILTER (WHERE p.shares > 0), array_agg(p.cost) FILTER (WHERE p.shares > 0), array_agg(p.hold_id) FILTER (WHERE p.shares > 0)
  INTO v_done, v_copies, v_orders, v_members, v_positions, v_shares, v_costs, v_holds
  FROM (SELECT * FROM part ORDER BY place) AS p;

  IF block.side = 'buy' AND v_copies <> '{}' THEN
    PERFORM app.post_copies(array_fill('copy.spent'::text, ARRAY[cardinality(v_copies)]), v_copies::text[],
      ARRAY(SELECT 'copy.spent ' || u.id FROM unnest(v_orders) WITH ORDINALITY AS u (id, n) ORDER BY u.n),
      array_agg(m.n::integer ORDER BY m.n, x.n), array_agg('member/' || m.id || x.account ORDER BY m.n, x.n),
      array_agg(x.amount ORDER BY m.n, x.n), array_agg(x.hold ORDER BY m.n, x.n), p_now)
    FROM unnest(v_members, v_costs, v_holds) WITH ORDINALITY AS m (id, cost, hold, n)
    CROSS JOIN LATERAL (VALUES (1, '/TWD/held', -m.cost, m.hold), (2, '/TWD/available', m.cost, NULL)) AS x (n, account, amount, hold);
  END IF;
  UPDATE app.copy_blocks b SET prepared = block.prepared + v_done, lines = block.lines + cardinality(v_copies),
    state = CASE WHEN block.prepared + v_done = b.copies THEN 'sending' ELSE b.state END WHERE b.id = p_block;
  RETURN QUERY SELECT u.id, u.member, CASE block.side WHEN 'buy' THEN u.id ELSE u.position END, u.shares, u.cost
    FROM unnest(v_orders, v_members, v_positions, v_shares, v_costs) AS u (id, member, position, shares, cost);
END $$;

-- See 0109. A list that is written in part counts as it is.
CREATE OR REPLACE FUNCTION app.cancel_copy_block(p_block uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  block    app.copy_blocks;
  v_asked  boolean;
  v_copies integer;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state IN ('preparing', 'sending') AND b.sent = 0 AND NOT b.is_cancelled FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  v_asked := EXISTS (SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.cancel_asked_at IS NOT NULL);
  -- 60 seconds is copy.prepareSeconds; a test compares them.
  IF NOT (v_asked OR p_now > block.at + interval '60 seconds') THEN RETURN false; END IF;
  v_copies := coalesce(block.copies, (SELECT count(*) FROM app.copy_block_lines l WHERE l.block_id = p_block));
  UPDATE app.copy_block_lines l SET planned = 0, reason = 'cancelled' WHERE l.block_id = p_block AND l.planned IS NULL;
  UPDATE app.copy_blocks b SET is_cancelled = true, cancelled_by = CASE WHEN v_asked THEN 'mentor' ELSE 'time' END, state = 'sending',
    copies = v_copies, prepared = v_copies
  WHERE b.id = p_block;
  RETURN true;
END $$;
