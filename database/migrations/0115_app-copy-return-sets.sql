-- What ended orders of a block did not spend goes back in sets too.

-- Puts available cash of members under the holds of their copies, one entry each. A hold of the ledger never grows, so it is opened
-- again with more: p_held is what the old one still has.
CREATE FUNCTION app.raise_copy_holds(p_copies uuid[], p_members uuid[], p_orders uuid[], p_held bigint[], p_give bigint[], p_old uuid[],
  p_new uuid[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.post_copies(array_fill('copy.held'::text, ARRAY[cardinality(p_copies)]), p_copies::text[],
    ARRAY(SELECT 'copy.held ' || u.copy || ' ' || u.id FROM unnest(p_copies, p_orders) WITH ORDINALITY AS u (copy, id, n) ORDER BY u.n),
    array_agg(m.n::integer ORDER BY m.n, x.n), array_agg('member/' || m.id || x.account ORDER BY m.n, x.n),
    array_agg(x.amount ORDER BY m.n, x.n), array_agg(x.hold ORDER BY m.n, x.n), p_now)
  FROM unnest(p_members, p_held, p_give, p_old, p_new) WITH ORDINALITY AS m (id, held, give, old, new, n)
  CROSS JOIN LATERAL (VALUES (1, '/TWD/held', -m.held, m.old), (2, '/TWD/available', -m.give, NULL),
    (3, '/TWD/held', m.held + m.give, m.new)) AS x (n, account, amount, hold)
  WHERE x.amount <> 0;
END $$;

-- See 0107. One statement for the lines of a call.
CREATE OR REPLACE FUNCTION app.return_copy_money(p_block uuid, p_limit integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  block     app.copy_blocks;
  v_ended   uuid[];
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
  SELECT coalesce(array_agg(o.id), '{}'), coalesce(array_agg(o.member_id), '{}') INTO v_ended, v_members
  FROM (SELECT x.order_id FROM app.copy_block_lines x
    WHERE x.block_id = p_block AND x.order_id IS NOT NULL AND x.returned IS NULL ORDER BY x.line LIMIT p_limit) AS l
  JOIN app.orders o ON o.id = l.order_id AND o.state <> 'entrusted';
  -- The members first and in the order of every other order, then their copies, then the ledger in its own order.
  PERFORM pg_advisory_xact_lock(k.key) FROM (
    SELECT DISTINCT hashtextextended('trading ' || u.id, 0) AS key FROM unnest(v_members) AS u (id) ORDER BY 1) AS k;
  PERFORM FROM app.copies c WHERE c.id = ANY (ARRAY(SELECT l.copy_id FROM app.copy_block_lines l WHERE l.order_id = ANY (v_ended))) ORDER BY c.id FOR NO KEY UPDATE;
  IF block.side = 'buy' THEN
    -- What is read as available stays available until it is posted.
    PERFORM FROM ledger.balances b WHERE b.account_id = ANY (ARRAY(
      SELECT ledger.account_id('member/' || u.id || x.account) FROM unnest(v_members) AS u (id)
      CROSS JOIN (VALUES ('/TWD/available'), ('/TWD/held')) AS x (account))) ORDER BY b.account_id FOR NO KEY UPDATE;
  END IF;

  WITH ended AS MATERIALIZED (
    SELECT l.place, l.copy_id, o.id, c.member_id, c.hold_id, c.amount - c.spent AS held,
      CASE WHEN block.side = 'buy' AND c.state = 'following' THEN least(l.cost - o.filled_value - o.fee, coalesce(b.balance, 0)) ELSE 0 END AS give,
      greatest(o.filled_value - o.fee - o.tax, 0) AS brought, f.settles_on,
      overlay(overlay(substr(encode(sha256(convert_to('copy hold ' || o.id, 'UTF8')), 'hex'), 1, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid AS new_hold
    FROM app.copy_block_lines l JOIN app.orders o ON o.id = l.order_id JOIN app.copies c ON c.id = l.copy_id
    LEFT JOIN LATERAL (SELECT x.balance FROM ledger.balances x
      WHERE block.side = 'buy' AND x.account_id = ledger.account_id('member/' || c.member_id || '/TWD/available') OFFSET 0) AS b ON true
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

  IF NOT EXISTS (SELECT FROM app.copy_block_lines l WHERE l.block_id = p_block AND l.order_id IS NOT NULL AND l.returned IS NULL)
    AND NOT EXISTS (SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.state = 'entrusted') THEN
    UPDATE app.copy_blocks b SET state = 'done', ended_at = p_now WHERE b.id = p_block;
  END IF;
  RETURN cardinality(v_ended);
END $$;
