-- The stop-loss of a copy: the worker ends it only when the prices that settlement has seen say so.

-- See resultOf: the shares that are left at the last price, and sales, less purchases.
CREATE FUNCTION app.copy_result(p_copy uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(p.shares * coalesce(q.last, q.reference, 0)::bigint + p.closed_value - p.close_fee - p.close_tax - p.opened_value - p.open_fee), 0)::bigint
  FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id LEFT JOIN settlement.prices q ON q.symbol = p.symbol
  WHERE l.copy_id = p_copy
$$;
GRANT EXECUTE ON FUNCTION app.copy_result TO fairlot_worker;
CREATE INDEX copies_with_stop_loss ON app.copies (id) WHERE state = 'following' AND stop_loss_bp IS NOT NULL AND spent > 0;

-- See 0093. A stop-loss is a reason that the database can see.
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
    note = p_note, ended_at = p_now, entry_id = p_entry WHERE id = p_copy;
END $$;
