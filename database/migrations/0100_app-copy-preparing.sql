-- The preparation of a block: the list in the order of the day, the part of each copy, the chunks for the venue, and what comes back.
-- packages/rules/src/copy-trading has the same rules in TypeScript; a test compares them.

-- See purchaseCost and brokerage of packages/rules.
CREATE FUNCTION app.copy_cost(p_terms jsonb, p_price integer, p_shares integer) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE p_shares WHEN 0 THEN 0 ELSE v.value + greatest(v.value * (p_terms ->> 'brokerage')::bigint / 1000000 / 100 * 100,
    CASE WHEN p_shares < 1000 THEN coalesce((p_terms ->> 'brokerageMinOdd')::bigint, (p_terms ->> 'brokerageMin')::bigint)
      ELSE (p_terms ->> 'brokerageMin')::bigint END) END
  FROM (SELECT p_price::bigint * p_shares AS value) AS v
$$;

-- See sharesFor.
CREATE FUNCTION app.copy_shares_for(p_terms jsonb, p_price integer, p_money bigint, p_wanted integer) RETURNS integer
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_low    integer := 0;
  v_high   integer := p_wanted;
  v_middle integer;
BEGIN
  WHILE v_low < v_high LOOP
    v_middle := (v_low + v_high + 1) / 2;
    IF app.copy_cost(p_terms, p_price, v_middle) <= p_money THEN v_low := v_middle; ELSE v_high := v_middle - 1; END IF;
  END LOOP;
  RETURN v_low;
END $$;

-- The cost of what the copy has of this stock: open orders with all they may cost, positions with the shares that are left.
CREATE FUNCTION app.copy_in_stock(p_copy uuid, p_symbol text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(CASE WHEN o.state = 'entrusted' THEN l.cost
    ELSE coalesce((p.opened_value + p.open_fee) * p.shares / p.opened_shares, 0) END), 0)::bigint
  FROM app.copy_block_lines l
  JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'buy' AND b.symbol = p_symbol
  JOIN app.orders o ON o.id = l.order_id
  LEFT JOIN app.positions p ON p.id = l.order_id
  WHERE l.copy_id = p_copy AND l.order_id IS NOT NULL
$$;

-- See purchaseShares and saleShares: the shares of one copy in a block, or why it has none.
CREATE FUNCTION app.copy_part(p_block app.copy_blocks, p_copy app.copies, p_terms jsonb, OUT shares integer, OUT reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_bars   text[] := app.bars_of(p_copy.member_id);
  v_wanted integer;
  v_left   bigint := p_copy.amount - p_copy.spent;
  v_stock  bigint;
BEGIN
  shares := 0;
  IF p_copy.state <> 'following' THEN reason := 'ended'; RETURN; END IF;
  IF v_bars && ARRAY['disabled', 'login-banned', 'frozen-by-law'] OR p_block.side = 'buy' AND v_bars && ARRAY['frozen', 'no-trading'] THEN
    reason := 'restricted'; RETURN;
  END IF;
  IF p_block.side = 'sell' THEN
    SELECT p.shares - p.closing INTO v_wanted FROM app.positions p WHERE p.id = app.copied_position(p_block.position_id, p_copy.id);
    IF coalesce(v_wanted, 0) = 0 THEN reason := 'no-shares'; RETURN; END IF;
    shares := CASE WHEN p_block.quantity >= p_block.mentor_shares THEN v_wanted
      ELSE v_wanted::bigint * p_block.quantity / p_block.mentor_shares END;
    IF shares = 0 THEN reason := 'too-small'; END IF;
    RETURN;
  END IF;
  IF p_copy.paused_at IS NOT NULL THEN reason := 'paused'; RETURN; END IF;
  IF EXISTS (SELECT FROM app.risk_limits g WHERE g.member_id = p_copy.member_id AND g.stopped_at IS NOT NULL) THEN
    reason := 'stopped'; RETURN;
  END IF;
  v_wanted := div(p_block.quantity::numeric * p_copy.amount, greatest(p_block.capital, p_block.price::bigint * p_block.quantity));
  IF v_wanted = 0 THEN reason := 'too-small'; RETURN; END IF;
  v_stock := p_copy.amount * p_copy.stock_share_bp / 10000 - app.copy_in_stock(p_copy.id, p_block.symbol);
  shares := app.copy_shares_for(p_terms, p_block.price, least(v_left, v_stock, p_copy.cap), v_wanted);
  IF shares = 0 THEN
    reason := CASE least(v_left, v_stock, p_copy.cap) WHEN v_left THEN 'money' WHEN v_stock THEN 'stock-share' ELSE 'cap' END;
  END IF;
END $$;

-- The list of a block, once, in the order of the day; see dayOrderText. Returns how many copies are on it.
CREATE FUNCTION app.list_block_copies(p_block app.copy_blocks) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_seed   text := coalesce((SELECT encode(d.seed, 'hex') FROM app.opening_draws d WHERE d.date = p_block.date), '');
  v_copies integer;
BEGIN
  INSERT INTO app.copy_block_lines (block_id, copy_id, place, key)
  SELECT p_block.id, k.id, row_number() OVER (ORDER BY k.key), k.key
  FROM (
    SELECT c.id, sha256(convert_to(concat_ws(E'\n', 'fairlot copy v1', to_char(p_block.date, 'YYYY-MM-DD'), p_block.mentor_id, v_seed, c.id, ''), 'UTF8')) AS key
    FROM app.copies c
    WHERE c.mentor_id = p_block.mentor_id AND c.state = 'following' AND c.starts_on <= p_block.date
      AND (p_block.side = 'buy' OR app.copied_position(p_block.position_id, c.id) IS NOT NULL)
  ) AS k;
  GET DIAGNOSTICS v_copies = ROW_COUNT;
  UPDATE app.copy_blocks b SET copies = v_copies, seed = v_seed WHERE b.id = p_block.id;
  RETURN v_copies;
END $$;

-- The next copies of a block: their shares, and of a purchase their money, which leaves the copy's hold for the order that the
-- caller writes in the same transaction. The first call writes the list; the last one makes the block ready.
CREATE FUNCTION app.prepare_copy_lines(p_block uuid, p_limit integer, p_now timestamptz)
RETURNS TABLE (order_id uuid, member_id uuid, position_id uuid, quantity integer, cost bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  block     app.copy_blocks;
  v_copy    app.copies;
  v_terms   jsonb;
  v_line    record;
  v_part    record;
  v_order   uuid;
  v_cost    bigint;
  v_done    integer := 0;
  v_events  text[] := '{}';
  v_copies  text[] := '{}';
  v_keys    text[] := '{}';
  v_entry   integer[] := '{}';
  v_account text[] := '{}';
  v_amount  bigint[] := '{}';
  v_hold    uuid[] := '{}';
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'preparing' AND NOT b.is_cancelled FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF block.copies IS NULL THEN
    block.copies := app.list_block_copies(block);
    IF block.copies = 0 THEN UPDATE app.copy_blocks b SET state = 'sending' WHERE b.id = p_block; END IF;
    RETURN;
  END IF;
  SELECT t.body::jsonb INTO STRICT v_terms FROM app.orders o JOIN app.terms t ON t.hash = o.terms WHERE o.id = block.lead_order;
  -- The members first and in the order of every other order, then their copies and positions, then the ledger.
  PERFORM pg_advisory_xact_lock(k.key) FROM (
    SELECT DISTINCT hashtextextended('trading ' || c.member_id, 0) AS key FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id
    WHERE l.block_id = p_block AND l.place > block.prepared AND l.place <= block.prepared + p_limit ORDER BY 1) AS k;
  PERFORM FROM app.copies c WHERE c.id IN (SELECT l.copy_id FROM app.copy_block_lines l WHERE l.block_id = p_block
    AND l.place > block.prepared AND l.place <= block.prepared + p_limit) ORDER BY c.id FOR NO KEY UPDATE;
  IF block.side = 'sell' THEN
    PERFORM FROM app.positions p WHERE p.id IN (SELECT app.copied_position(block.position_id, l.copy_id) FROM app.copy_block_lines l
      WHERE l.block_id = p_block AND l.place > block.prepared AND l.place <= block.prepared + p_limit) ORDER BY p.id FOR NO KEY UPDATE;
  END IF;
  FOR v_line IN SELECT l.place, l.copy_id FROM app.copy_block_lines l
    WHERE l.block_id = p_block AND l.place > block.prepared AND l.place <= block.prepared + p_limit ORDER BY l.place
  LOOP
    v_done := v_done + 1;
    SELECT c.* INTO STRICT v_copy FROM app.copies c WHERE c.id = v_line.copy_id;
    SELECT * INTO v_part FROM app.copy_part(block, v_copy, v_terms);
    IF v_part.shares = 0 THEN
      UPDATE app.copy_block_lines l SET planned = 0, reason = v_part.reason WHERE l.block_id = p_block AND l.place = v_line.place;
      CONTINUE;
    END IF;
    v_order := app.copy_order_id(p_block, v_copy.id, p_now);
    v_cost := CASE block.side WHEN 'buy' THEN app.copy_cost(v_terms, block.price, v_part.shares) ELSE 0 END;
    UPDATE app.copy_block_lines l SET planned = v_part.shares, order_id = v_order, line = block.lines, cost = v_cost
    WHERE l.block_id = p_block AND l.place = v_line.place;
    block.lines := block.lines + 1;
    IF v_cost > 0 THEN
      UPDATE app.copies c SET spent = c.spent + v_cost WHERE c.id = v_copy.id;
      v_events := v_events || 'copy.spent'::text;
      v_copies := v_copies || v_copy.id::text;
      v_keys := v_keys || ('copy.spent ' || v_order);
      v_entry := v_entry || ARRAY[cardinality(v_events), cardinality(v_events)];
      v_account := v_account || ARRAY['member/' || v_copy.member_id || '/TWD/held', 'member/' || v_copy.member_id || '/TWD/available'];
      v_amount := v_amount || ARRAY[-v_cost, v_cost];
      v_hold := v_hold || ARRAY[v_copy.hold_id, NULL];
    END IF;
    RETURN QUERY SELECT v_order, v_copy.member_id,
      CASE block.side WHEN 'buy' THEN v_order ELSE app.copied_position(block.position_id, v_copy.id) END, v_part.shares, v_cost;
  END LOOP;
  PERFORM app.post_copies(v_events, v_copies, v_keys, v_entry, v_account, v_amount, v_hold, p_now);
  UPDATE app.copy_blocks b SET prepared = block.prepared + v_done, lines = block.lines,
    state = CASE WHEN block.prepared + v_done = b.copies THEN 'sending' ELSE b.state END WHERE b.id = p_block;
END $$;
GRANT EXECUTE ON FUNCTION app.prepare_copy_lines TO fairlot_worker;

-- An id that begins with the time it is placed; the remainder follows from the block and the copy.
CREATE FUNCTION app.copy_order_id(p_block uuid, p_copy uuid, p_now timestamptz) RETURNS uuid
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT (left(replace(app.id_at(p_now)::text, '-', ''), 12) || '7' || substr(h.hex, 1, 3) || '8' || substr(h.hex, 4, 15))::uuid
  FROM (SELECT encode(sha256(convert_to('copy order ' || p_block || ' ' || p_copy, 'UTF8')), 'hex') AS hex) AS h
$$;

-- Entries of copies, with the rights of the role that logged in. All are posted, or the transaction fails.
CREATE FUNCTION app.post_copies(p_events text[], p_references text[], p_keys text[], p_entry integer[], p_accounts text[], p_amounts bigint[],
  p_holds uuid[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_outcome record;
BEGIN
  IF p_events = '{}' THEN RETURN; END IF;
  FOR v_outcome IN SELECT a.n, a.outcome FROM ledger.apply(p_events, p_references, p_keys, NULL,
    array_fill(p_now, ARRAY[cardinality(p_events)]), array_fill(NULL::uuid, ARRAY[cardinality(p_events)]), p_entry, p_accounts, p_amounts, p_holds) AS a
    WHERE a.outcome <> 'posted'
  LOOP
    RAISE EXCEPTION 'the entry "%" was answered with %', p_keys[v_outcome.n], v_outcome.outcome;
  END LOOP;
END $$;

-- A block that is not ready in time, or whose mentor cancelled it meanwhile: copies whose turn did not come take no part.
CREATE FUNCTION app.cancel_copy_block(p_block uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  block app.copy_blocks;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state IN ('preparing', 'sending') AND b.sent = 0 FOR UPDATE;
  -- 60 seconds is copy.prepareSeconds; a test compares them.
  IF NOT FOUND OR NOT (p_now > block.at + interval '60 seconds' OR EXISTS (
    SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.cancel_asked_at IS NOT NULL)) THEN
    RETURN false;
  END IF;
  UPDATE app.copy_block_lines l SET planned = 0, reason = 'cancelled' WHERE l.block_id = p_block AND l.planned IS NULL;
  UPDATE app.copy_blocks b SET is_cancelled = true, state = 'sending', copies = coalesce(b.copies, 0), prepared = coalesce(b.copies, 0)
  WHERE b.id = p_block;
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_copy_block TO fairlot_worker;

-- The command of one chunk, from the rows alone. A cancelled block is for a day that is over.
CREATE FUNCTION app.copy_block_command(p_block uuid, p_from integer) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT format('{"kind":"block","block":"%s","account":"seat:copy-pool","symbol":"%s","side":"%s","price":%s,"date":"%s",%s"from":%s,"lines":[%s]%s}',
    b.id, b.symbol, b.side, b.price, CASE WHEN b.is_cancelled THEN '1970-01-01' ELSE to_char(b.date, 'YYYY-MM-DD') END,
    (SELECT format('"group":"owner:%s",', w.owner_group) FROM directory.owners w JOIN app.mentors m ON m.member_id = w.member_id WHERE m.id = b.mentor_id),
    p_from, string_agg(format('{"order":"%s","account":"member:%s","quantity":%s}', o.id, o.member_id, o.quantity), ',' ORDER BY x.line),
    CASE WHEN p_from + 500 >= b.lines THEN ',"last":true' END)
  FROM app.copy_blocks b
  CROSS JOIN LATERAL (
    SELECT b.lead_order AS order_id, 0 AS line UNION ALL
    SELECT l.order_id, l.line FROM app.copy_block_lines l WHERE l.block_id = b.id AND l.line IS NOT NULL
  ) AS x
  JOIN app.orders o ON o.id = x.order_id
  WHERE b.id = p_block AND b.state = 'sending' AND x.line >= p_from AND x.line < p_from + 500
  GROUP BY b.id
$$;

-- Sends the next chunk; the last one ends the sending. Returns the shard, or null when there is nothing to send.
CREATE FUNCTION app.send_copy_chunk(p_block uuid, p_now timestamptz) RETURNS smallint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  block app.copy_blocks;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'sending' FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- A cancel takes the same lock: it is seen here, or reaches the venue after the block.
  PERFORM FROM app.orders o WHERE o.id = block.lead_order FOR NO KEY UPDATE;
  PERFORM app.cancel_copy_block(p_block, p_now);
  INSERT INTO exchange.queue (shard, command) VALUES (block.shard, app.copy_block_command(p_block, block.sent));
  UPDATE app.copy_blocks b SET sent = least(b.lines, b.sent + 500), state = CASE WHEN b.sent + 500 >= b.lines THEN 'sent' ELSE b.state END
  WHERE b.id = p_block;
  RETURN block.shard;
END $$;
GRANT EXECUTE ON FUNCTION app.send_copy_chunk TO fairlot_worker;

-- What ended orders of a purchase did not spend goes back under the hold of their copies, once each: the hold is opened again with more.
-- A member who has used the money meanwhile has less to give back. Ends the block when no order of it is open. Returns how many lines.
CREATE FUNCTION app.return_copy_money(p_block uuid, p_limit integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  block   app.copy_blocks;
  v_line  record;
  v_copy  app.copies;
  v_give  bigint;
  v_hold  uuid;
  v_free  text;
  v_held  text;
  v_count integer := 0;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'sent' FOR UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(k.key) FROM (
    SELECT DISTINCT hashtextextended('trading ' || o.member_id, 0) AS key FROM (SELECT l.order_id FROM app.copy_block_lines l
      WHERE l.block_id = p_block AND l.order_id IS NOT NULL AND l.returned IS NULL ORDER BY l.line LIMIT p_limit) AS l
    JOIN app.orders o ON o.id = l.order_id ORDER BY 1) AS k;
  FOR v_line IN SELECT l.place, l.copy_id, l.cost, o.id, o.filled_value + o.fee AS taken
    FROM (SELECT * FROM app.copy_block_lines x WHERE x.block_id = p_block AND x.order_id IS NOT NULL AND x.returned IS NULL ORDER BY x.line LIMIT p_limit) AS l
    JOIN app.orders o ON o.id = l.order_id AND o.state <> 'entrusted' ORDER BY l.copy_id
  LOOP
    v_count := v_count + 1;
    SELECT c.* INTO STRICT v_copy FROM app.copies c WHERE c.id = v_line.copy_id FOR NO KEY UPDATE;
    v_free := 'member/' || v_copy.member_id || '/TWD/available';
    v_held := 'member/' || v_copy.member_id || '/TWD/held';
    v_give := CASE WHEN block.side = 'buy' AND v_copy.state = 'following' THEN least(v_line.cost - v_line.taken, ledger.balance_of(v_free)) ELSE 0 END;
    UPDATE app.copy_block_lines l SET returned = v_give WHERE l.block_id = p_block AND l.place = v_line.place;
    CONTINUE WHEN v_give = 0;
    v_hold := overlay(overlay(substr(encode(sha256(convert_to('copy hold ' || v_line.id, 'UTF8')), 'hex'), 1, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid;
    IF v_copy.spent = v_copy.amount THEN
      PERFORM app.post_copies(ARRAY['copy.held'], ARRAY[v_copy.id::text], ARRAY['copy.held ' || v_copy.id || ' ' || v_line.id], ARRAY[1, 1],
        ARRAY[v_free, v_held], ARRAY[-v_give, v_give], ARRAY[NULL, v_hold], p_now);
    ELSE
      PERFORM app.post_copies(ARRAY['copy.held'], ARRAY[v_copy.id::text], ARRAY['copy.held ' || v_copy.id || ' ' || v_line.id], ARRAY[1, 1, 1],
        ARRAY[v_held, v_free, v_held], ARRAY[v_copy.spent - v_copy.amount, -v_give, v_copy.amount - v_copy.spent + v_give],
        ARRAY[v_copy.hold_id, NULL, v_hold], p_now);
    END IF;
    UPDATE app.copies c SET spent = c.spent - v_give, hold_id = v_hold WHERE c.id = v_copy.id;
  END LOOP;
  IF NOT EXISTS (SELECT FROM app.copy_block_lines l WHERE l.block_id = p_block AND l.order_id IS NOT NULL AND l.returned IS NULL)
    AND NOT EXISTS (SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.state = 'entrusted') THEN
    UPDATE app.copy_blocks b SET state = 'done', ended_at = p_now WHERE b.id = p_block;
  END IF;
  RETURN v_count;
END $$;
GRANT EXECUTE ON FUNCTION app.return_copy_money TO fairlot_worker;

-- The ledger's events: money leaves a copy's hold for its order, and comes back under it.
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by) VALUES
  ('fairlot_worker', 'copy.spent', 'member', 'available', 'in', 'money', 'within-owner', NULL),
  ('fairlot_worker', 'copy.spent', 'member', 'held', 'out', 'money', 'within-owner', 'copy.held'),
  ('fairlot_worker', 'copy.held', 'member', 'available', 'out', 'money', 'within-owner', NULL),
  ('fairlot_worker', 'copy.held', 'member', 'held', 'both', 'money', 'within-owner', 'copy.held');
INSERT INTO recon.events VALUES ('copy.spent', true, '{member/available,member/held}');

-- As before, and what copied purchases take and give back.
CREATE OR REPLACE FUNCTION recon.untraced_copies(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, t.moved, 'no copy that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0) AS t
  LEFT JOIN app.copies c ON c.id = recon.uuid_of(e.reference)
  LEFT JOIN app.copy_block_lines l ON l.copy_id = c.id AND l.order_id = recon.uuid_of(right(e.key, 36))
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'copy.' AND (CASE e.event
      WHEN 'copy.held' THEN t.member_id = c.member_id::text AND CASE e.key WHEN 'copy.held ' || c.id THEN t.held = c.amount
        ELSE e.key = 'copy.held ' || c.id || ' ' || l.order_id AND t.held = l.returned END
      WHEN 'copy.spent' THEN t.member_id = c.member_id::text AND e.key = 'copy.spent ' || l.order_id AND t.held = -l.cost
      WHEN 'copy.released' THEN t.member_id = c.member_id::text AND c.entry_id = e.id AND t.held = c.spent - c.amount
    END) IS NOT TRUE
$$;

CREATE OR REPLACE FUNCTION recon.unbooked_copies(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.id, c.amount::numeric, 'copy' FROM app.copies c
  LEFT JOIN ledger.entries e ON e.id = c.entry_id AND e.posted_at = ledger.time_of(c.entry_id)
  WHERE c.ended_at >= p_since AND (e.event = 'copy.released' AND e.reference = c.id::text OR c.entry_id IS NULL AND c.spent = c.amount) IS NOT TRUE
$$;

-- As before, and the holds of copies over what is not spent.
CREATE OR REPLACE VIEW recon.request_holds AS
  SELECT w.hold_id, w.amount + w.fee AS remaining FROM app.withdrawals w WHERE w.state = 'pending'
  UNION ALL
  SELECT s.hold_id, CASE o.payment_mode WHEN 'prepaid' THEN s.amount ELSE 0 END + CASE s.state WHEN 'waiting' THEN s.fee ELSE 0 END
  FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
  WHERE s.state = 'waiting' OR o.payment_mode = 'prepaid' AND s.state IN ('won', 'payment-due', 'paid')
  UNION ALL
  SELECT s.pay_hold_id, s.amount FROM app.subscriptions s WHERE s.state = 'paid' AND s.pay_hold_id IS NOT NULL
  UNION ALL
  SELECT b.hold_id, b.price::bigint * b.shares + b.fee FROM app.block_applications b WHERE b.state = 'pending'
  UNION ALL
  SELECT a.hold_id, a.amount FROM app.placement_applications a WHERE a.state = 'waiting'
  UNION ALL
  SELECT b.hold_id, CASE b.state WHEN 'sealed' THEN b.deposit + b.fee ELSE b.kept END
  FROM app.auction_bids b WHERE b.state IN ('sealed', 'payment-due', 'paid')
  UNION ALL
  SELECT b.pay_hold_id, b.price * b.awarded * 1000 - b.kept FROM app.auction_bids b WHERE b.state = 'paid'
  UNION ALL
  SELECT c.hold_id, c.amount - c.spent FROM app.copies c WHERE c.state IN ('under-review', 'following');
