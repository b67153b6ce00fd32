-- Proceeds of copied sales go back in sets too.

-- See 0117. One line of each member in a call: what one line takes, the next one of the same member must see.
CREATE OR REPLACE FUNCTION app.restore_copy_money(p_limit integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_lines   uuid[];
  v_count   integer;
  v_copies  uuid[];
  v_members uuid[];
  v_orders  uuid[];
  v_held    bigint[];
  v_give    bigint[];
  v_old     uuid[];
  v_new     uuid[];
BEGIN
  SELECT array_agg(x.order_id), array_agg(x.copy_id) INTO v_lines, v_copies FROM (
    SELECT DISTINCT ON (y.member_id) y.order_id, y.copy_id FROM (
      SELECT l.order_id, l.copy_id, l.settles_on, c.member_id FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id
      WHERE l.settles_on <= (p_now AT TIME ZONE 'Asia/Taipei')::date AND l.restored IS NULL
        AND ledger.balance_of('member/' || c.member_id || '/TWD/receivable@' || l.settles_on) = 0
      ORDER BY l.settles_on, l.order_id LIMIT p_limit) AS y
    ORDER BY y.member_id, y.settles_on, y.order_id) AS x;
  IF v_lines IS NULL THEN RETURN 0; END IF;
  PERFORM app.lock_copies(v_copies);

  WITH due AS MATERIALIZED (
    SELECT l.block_id, l.copy_id, l.order_id, c.member_id, c.hold_id, c.amount - c.spent AS held,
      CASE c.state WHEN 'following' THEN greatest(0, least(l.proceeds, c.spent - app.copy_in_shares(c.id),
        ledger.balance_of('member/' || c.member_id || '/TWD/available'))) ELSE 0 END AS give,
      overlay(overlay(substr(encode(sha256(convert_to('copy hold ' || l.order_id, 'UTF8')), 'hex'), 1, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid AS new_hold
    FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id
    WHERE l.order_id = ANY (v_lines) AND l.restored IS NULL
  ), written AS (
    UPDATE app.copy_block_lines l SET restored = d.give FROM due d WHERE l.copy_id = d.copy_id AND l.block_id = d.block_id
  ), raised AS (
    UPDATE app.copies c SET spent = c.spent - d.give, hold_id = d.new_hold FROM due d WHERE c.id = d.copy_id AND d.give > 0
  )
  SELECT count(*), coalesce(array_agg(d.copy_id) FILTER (WHERE d.give > 0), '{}'), array_agg(d.member_id) FILTER (WHERE d.give > 0),
    array_agg(d.order_id) FILTER (WHERE d.give > 0), array_agg(d.held) FILTER (WHERE d.give > 0), array_agg(d.give) FILTER (WHERE d.give > 0),
    array_agg(d.hold_id) FILTER (WHERE d.give > 0), array_agg(d.new_hold) FILTER (WHERE d.give > 0)
  INTO v_count, v_copies, v_members, v_orders, v_held, v_give, v_old, v_new FROM due d;
  IF v_copies <> '{}' THEN
    PERFORM app.raise_copy_holds(v_copies, v_members, v_orders, v_held, v_give, v_old, v_new, p_now);
  END IF;
  RETURN v_count;
END $$;
DROP FUNCTION app.raise_copy_hold(app.copies, uuid, bigint, timestamptz);
