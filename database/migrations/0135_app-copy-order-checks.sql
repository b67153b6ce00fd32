-- The orders of copies are checked in sets, and what is sent and returned finds its rows by index, however large the tables are.

-- See 0131. The orders of one statement.
CREATE FUNCTION app.check_copy_orders() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_order uuid;
BEGIN
  SELECT n.id INTO v_order FROM new_orders n
  LEFT JOIN LATERAL (
    SELECT true AS fits FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id JOIN app.copies c ON c.id = l.copy_id
    WHERE l.order_id = n.id AND c.member_id = n.member_id AND b.state IN ('preparing', 'sending') AND b.sent = 0
      AND (b.symbol, b.side, b.price, b.date, l.planned) = (n.symbol, n.side, n.price, n.date, n.quantity)
      AND (n.purpose = 'open') = (b.side = 'buy') AND n.held_cash = l.cost
      AND CASE b.side WHEN 'buy' THEN EXISTS (SELECT FROM ledger.keys k WHERE k.key = 'copy.spent ' || n.id)
        ELSE n.position_id = app.copied_position(b.position_id, c.id) END
  ) AS own ON true
  WHERE n.origin = 'copy' AND (own.fits IS NOT TRUE OR n.direction <> 'long' OR n.multiple <> 100 OR n.day_trade OR n.validity <> 'ROD' OR n.replaces IS NOT NULL)
  LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'order % is of no block', v_order USING ERRCODE = 'insufficient_privilege'; END IF;
  RETURN NULL;
END $$;
DROP TRIGGER orders_of_copy ON app.orders;
DROP FUNCTION app.check_copy_order();
CREATE TRIGGER orders_of_copies AFTER INSERT ON app.orders REFERENCING NEW TABLE AS new_orders
  FOR EACH STATEMENT EXECUTE FUNCTION app.check_copy_orders();

ALTER FUNCTION app.copy_block_command(uuid, integer) SET enable_seqscan = off;
ALTER FUNCTION app.copy_block_command(uuid, integer) SET enable_hashjoin = off;
ALTER FUNCTION app.copy_block_command(uuid, integer) SET enable_mergejoin = off;
ALTER FUNCTION app.return_copy_money(uuid, integer, timestamptz) SET plan_cache_mode = force_generic_plan;
