-- What comes back to a copy: proceeds of its sales return under its hold when they have arrived, and an end with a sale sells what
-- the copy still gets or may not sell yet.

ALTER TABLE app.copies
  ADD COLUMN sells_rest boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT copies_sells_rest CHECK (NOT sells_rest OR state = 'ended');
CREATE INDEX copies_selling_rest ON app.copies (id) WHERE sells_rest;

ALTER TABLE app.copy_block_lines
  -- Of a sale that has ended: what it brought after fee and tax, when that arrives, and what of it went back under the hold.
  ADD COLUMN proceeds   bigint CHECK (proceeds >= 0),
  ADD COLUMN settles_on date,
  ADD COLUMN restored   bigint,
  ADD CONSTRAINT copy_block_lines_proceeds CHECK ((proceeds IS NULL) = (settles_on IS NULL)),
  ADD CONSTRAINT copy_block_lines_restored CHECK (restored IS NULL OR restored BETWEEN 0 AND proceeds AND proceeds IS NOT NULL);
CREATE INDEX copy_block_lines_to_restore ON app.copy_block_lines (settles_on) WHERE settles_on IS NOT NULL AND restored IS NULL;

-- See 0093. With p_sells what the copy still gets is sold too.
DROP FUNCTION app.end_own_copy(uuid, uuid, uuid, timestamptz);
CREATE FUNCTION app.end_own_copy(p_copy uuid, p_member uuid, p_entry uuid, p_sells boolean, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  asked   app.copies;
  v_state text;
BEGIN
  SELECT c.* INTO asked FROM app.copies c WHERE c.id = p_copy AND c.member_id = p_member FOR UPDATE;
  IF NOT FOUND OR NOT app.is_copy_release(asked, p_entry) THEN RETURN NULL; END IF;
  v_state := CASE asked.state WHEN 'following' THEN 'ended' WHEN 'under-review' THEN 'cancelled' END;
  IF v_state IS NULL OR v_state = 'cancelled' AND NOT app.is_cancelled_by_member('copy', p_copy, p_member) THEN RETURN NULL; END IF;
  UPDATE app.copies SET state = v_state, end_reason = CASE v_state WHEN 'ended' THEN 'stopped' ELSE 'cancelled' END,
    ended_at = p_now, entry_id = p_entry, sells_rest = p_sells AND v_state = 'ended' WHERE id = p_copy;
  RETURN v_state;
END $$;
GRANT EXECUTE ON FUNCTION app.end_own_copy TO fairlot_api;

-- See 0106. A stop-loss sells.
CREATE OR REPLACE FUNCTION app.end_copy(p_copy uuid, p_reason text, p_note text, p_entry uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  asked app.copies;
BEGIN
  SELECT c.* INTO STRICT asked FROM app.copies c WHERE c.id = p_copy FOR UPDATE;
  IF (CASE p_reason
      WHEN 'mentor-closed' THEN asked.state = 'following'
        AND EXISTS (SELECT FROM app.mentors m WHERE m.id = asked.mentor_id AND m.state = 'closed')
      WHEN 'term-over' THEN asked.state = 'following' AND EXISTS (SELECT FROM app.copy_products p
        WHERE p.id = asked.product_id AND p.ends_on < (p_now AT TIME ZONE 'Asia/Taipei')::date)
      WHEN 'stop-loss' THEN asked.state = 'following' AND -app.copy_result(p_copy) * 10000 >= asked.amount * asked.stop_loss_bp
      ELSE asked.state = 'under-review' AND p_reason NOT IN ('cancelled', 'stopped') AND EXISTS (SELECT FROM app.reviews r
        WHERE r.kind = 'copy' AND r.subject = p_copy::text AND (r.state = 'expired' OR r.decision = 'reject'))
    END) IS NOT TRUE THEN
    RAISE EXCEPTION 'copy % is % and cannot end as %', p_copy, asked.state, p_reason USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT app.is_copy_release(asked, p_entry) THEN
    RAISE EXCEPTION 'entry % does not release copy %', p_entry, p_copy USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.copies SET state = CASE asked.state WHEN 'following' THEN 'ended' ELSE 'cancelled' END, end_reason = p_reason,
    note = p_note, ended_at = p_now, entry_id = p_entry, sells_rest = p_reason = 'stop-loss' WHERE id = p_copy;
END $$;

-- Copies of which nothing is left to sell: no order of a block is open, and an order sells each share. Returns how many.
CREATE FUNCTION app.finish_copy_sales() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE app.copies c SET sells_rest = false WHERE c.sells_rest
    AND NOT EXISTS (SELECT FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id AND b.state <> 'done'
      WHERE l.copy_id = c.id AND l.order_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id WHERE l.copy_id = c.id AND p.shares > p.closing);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
GRANT EXECUTE ON FUNCTION app.finish_copy_sales TO fairlot_worker;

-- What the amount of a copy is in: orders with all they may cost until their remainder is back, then the shares that are left at cost.
CREATE FUNCTION app.copy_in_shares(p_copy uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(CASE WHEN l.returned IS NULL THEN l.cost
    ELSE coalesce((p.opened_value + p.open_fee) * p.shares / p.opened_shares, 0) END), 0)::bigint
  FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'buy'
  LEFT JOIN app.positions p ON p.id = l.order_id
  WHERE l.copy_id = p_copy AND l.order_id IS NOT NULL
$$;

-- Puts available cash of the member under the hold of a copy. A hold of the ledger never grows, so it is opened again with more.
CREATE FUNCTION app.raise_copy_hold(p_copy app.copies, p_order uuid, p_give bigint, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_free text := 'member/' || p_copy.member_id || '/TWD/available';
  v_held text := 'member/' || p_copy.member_id || '/TWD/held';
  v_key  text := 'copy.held ' || p_copy.id || ' ' || p_order;
  v_hold uuid := overlay(overlay(substr(encode(sha256(convert_to('copy hold ' || p_order, 'UTF8')), 'hex'), 1, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid;
BEGIN
  IF p_copy.spent = p_copy.amount THEN
    PERFORM app.post_copies(ARRAY['copy.held'], ARRAY[p_copy.id::text], ARRAY[v_key], ARRAY[1, 1],
      ARRAY[v_free, v_held], ARRAY[-p_give, p_give], ARRAY[NULL, v_hold], p_now);
  ELSE
    PERFORM app.post_copies(ARRAY['copy.held'], ARRAY[p_copy.id::text], ARRAY[v_key], ARRAY[1, 1, 1],
      ARRAY[v_held, v_free, v_held], ARRAY[p_copy.spent - p_copy.amount, -p_give, p_copy.amount - p_copy.spent + p_give],
      ARRAY[p_copy.hold_id, NULL, v_hold], p_now);
  END IF;
  UPDATE app.copies c SET spent = c.spent - p_give, hold_id = v_hold WHERE c.id = p_copy.id;
END $$;

-- See 0104. A sale's line gets what it brought and when that arrives.
CREATE OR REPLACE FUNCTION app.return_copy_money(p_block uuid, p_limit integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  block   app.copy_blocks;
  v_line  record;
  v_copy  app.copies;
  v_give  bigint;
  v_count integer := 0;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'sent' FOR UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(k.key) FROM (
    SELECT DISTINCT hashtextextended('trading ' || o.member_id, 0) AS key FROM (SELECT l.order_id FROM app.copy_block_lines l
      WHERE l.block_id = p_block AND l.order_id IS NOT NULL AND l.returned IS NULL ORDER BY l.line LIMIT p_limit) AS l
    JOIN app.orders o ON o.id = l.order_id ORDER BY 1) AS k;
  FOR v_line IN SELECT l.place, l.copy_id, l.cost, o.id, o.filled_value + o.fee AS taken, o.filled_value - o.fee - o.tax AS brought,
      (SELECT max(f.settles_on) FROM app.fills f WHERE f.order_id = o.id AND f.traded_at >= o.placed_at - interval '1 day') AS settles_on
    FROM (SELECT * FROM app.copy_block_lines x WHERE x.block_id = p_block AND x.order_id IS NOT NULL AND x.returned IS NULL ORDER BY x.line LIMIT p_limit) AS l
    JOIN app.orders o ON o.id = l.order_id AND o.state <> 'entrusted' ORDER BY l.copy_id
  LOOP
    v_count := v_count + 1;
    SELECT c.* INTO STRICT v_copy FROM app.copies c WHERE c.id = v_line.copy_id FOR NO KEY UPDATE;
    v_give := CASE WHEN block.side = 'buy' AND v_copy.state = 'following'
      THEN least(v_line.cost - v_line.taken, ledger.balance_of('member/' || v_copy.member_id || '/TWD/available')) ELSE 0 END;
    UPDATE app.copy_block_lines l SET returned = v_give,
      proceeds = CASE WHEN block.side = 'sell' AND v_line.settles_on IS NOT NULL THEN greatest(v_line.brought, 0) END,
      settles_on = CASE block.side WHEN 'sell' THEN v_line.settles_on END
    WHERE l.block_id = p_block AND l.place = v_line.place;
    CONTINUE WHEN v_give = 0;
    PERFORM app.raise_copy_hold(v_copy, v_line.id, v_give, p_now);
  END LOOP;
  IF NOT EXISTS (SELECT FROM app.copy_block_lines l WHERE l.block_id = p_block AND l.order_id IS NOT NULL AND l.returned IS NULL)
    AND NOT EXISTS (SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.state = 'entrusted') THEN
    UPDATE app.copy_blocks b SET state = 'done', ended_at = p_now WHERE b.id = p_block;
  END IF;
  RETURN v_count;
END $$;

-- Proceeds that have arrived go back under the hold of their copy, once each: no more than is available, and with the shares that are
-- left at cost no more than the amount. Returns how many lines.
CREATE FUNCTION app.restore_copy_money(p_limit integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_ids   uuid[];
  v_line  record;
  v_copy  app.copies;
  v_give  bigint;
  v_count integer := 0;
BEGIN
  SELECT array_agg(x.order_id) INTO v_ids FROM (
    SELECT l.order_id FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id
    WHERE l.settles_on <= (p_now AT TIME ZONE 'Asia/Taipei')::date AND l.restored IS NULL
      AND ledger.balance_of('member/' || c.member_id || '/TWD/receivable@' || l.settles_on) = 0
    ORDER BY l.settles_on, l.order_id LIMIT p_limit) AS x;
  -- The members first and in the order of every other order, then their copies, then the ledger.
  PERFORM pg_advisory_xact_lock(k.key) FROM (
    SELECT DISTINCT hashtextextended('trading ' || c.member_id, 0) AS key FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id
    WHERE l.order_id = ANY (v_ids) ORDER BY 1) AS k;
  FOR v_line IN SELECT l.order_id, l.copy_id, l.proceeds FROM app.copy_block_lines l
    WHERE l.order_id = ANY (v_ids) AND l.restored IS NULL ORDER BY l.copy_id, l.order_id
  LOOP
    v_count := v_count + 1;
    SELECT c.* INTO STRICT v_copy FROM app.copies c WHERE c.id = v_line.copy_id FOR NO KEY UPDATE;
    v_give := CASE v_copy.state WHEN 'following' THEN greatest(0, least(v_line.proceeds, v_copy.spent - app.copy_in_shares(v_copy.id),
      ledger.balance_of('member/' || v_copy.member_id || '/TWD/available'))) ELSE 0 END;
    UPDATE app.copy_block_lines l SET restored = v_give WHERE l.order_id = v_line.order_id;
    CONTINUE WHEN v_give = 0;
    PERFORM app.raise_copy_hold(v_copy, v_line.order_id, v_give, p_now);
  END LOOP;
  RETURN v_count;
END $$;
GRANT EXECUTE ON FUNCTION app.restore_copy_money TO fairlot_worker;

-- See 0104. What comes back is the remainder of a purchase or the proceeds of a sale.
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
        ELSE e.key = 'copy.held ' || c.id || ' ' || l.order_id AND t.held = coalesce(l.restored, l.returned) END
      WHEN 'copy.spent' THEN t.member_id = c.member_id::text AND e.key = 'copy.spent ' || l.order_id AND t.held = -l.cost
      WHEN 'copy.released' THEN t.member_id = c.member_id::text AND c.entry_id = e.id AND t.held = c.spent - c.amount
    END) IS NOT TRUE
$$;
