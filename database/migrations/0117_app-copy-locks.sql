-- One lock order for all that ends copies or moves their money: members, copies, positions, balances, each sorted. An end that released
-- money and then locked a position could wait for settlement while settlement waited for it.

-- The members as every order locks them, then the copies, their positions with shares, and the members' cash and these shares in the
-- ledger's own order.
CREATE FUNCTION app.lock_copies(p_copies uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(k.key) FROM (
    SELECT DISTINCT hashtextextended('trading ' || c.member_id, 0) AS key FROM app.copies c WHERE c.id = ANY (p_copies) ORDER BY 1) AS k;
  PERFORM FROM app.copies c WHERE c.id = ANY (p_copies) ORDER BY c.id FOR UPDATE;
  PERFORM FROM app.positions p WHERE p.shares > 0 AND p.id = ANY (ARRAY(
    SELECT l.order_id FROM app.copy_block_lines l WHERE l.copy_id = ANY (p_copies) AND l.order_id IS NOT NULL)) ORDER BY p.id FOR NO KEY UPDATE;
  PERFORM FROM ledger.balances b WHERE b.account_id = ANY (ARRAY(
    SELECT a.id FROM app.copies c CROSS JOIN LATERAL (
      SELECT 'TWD' AS asset UNION SELECT 'stk:' || p.symbol FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id AND p.shares > 0
      WHERE l.copy_id = c.id) AS x
    JOIN ledger.accounts a ON a.owner_kind = 'member' AND a.owner_id = c.member_id::text AND a.asset = x.asset
    WHERE c.id = ANY (p_copies))) ORDER BY b.account_id FOR NO KEY UPDATE;
END $$;
GRANT EXECUTE ON FUNCTION app.lock_copies TO fairlot_api, fairlot_worker;

-- See 0107. In that lock order.
CREATE OR REPLACE FUNCTION app.restore_copy_money(p_limit integer, p_now timestamptz) RETURNS integer
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
  PERFORM app.lock_copies(ARRAY(SELECT l.copy_id FROM app.copy_block_lines l WHERE l.order_id = ANY (v_ids)));
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
