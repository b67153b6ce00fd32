-- The api writes two figures of its own for conditional orders: the parts of a hold, and the shares of a position that
-- are being closed. At commit each must equal its source. Functions with the owner's rights are not checked: there
-- current_user is the owner, so order intake pays nothing for this.

CREATE FUNCTION app.check_part_of_api() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.order_holds p
    JOIN ledger.holds h ON h.id = p.hold_id
    JOIN ledger.accounts a ON a.id = h.account_id
    WHERE p.order_id = NEW.order_id AND p.part = NEW.part AND (h.amount, h.remaining) = (p.amount, p.remaining)
      AND a.code = CASE WHEN p.account LIKE '%/available' THEN regexp_replace(p.account, 'available$', 'held')
        ELSE replace(p.account, '/receivable@', '/held-receivable@') END
  ) THEN
    RAISE EXCEPTION 'part % of order % differs from its hold on the ledger', NEW.part, NEW.order_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER parts_of_api_equal_holds AFTER INSERT OR UPDATE ON app.order_holds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_user = 'fairlot_api')
  EXECUTE FUNCTION app.check_part_of_api();

CREATE FUNCTION app.check_closing_of_api() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.positions p
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(o.left_shares) FILTER (WHERE o.replaces IS NULL OR o.accepted_at IS NOT NULL), 0) AS shares
      FROM app.orders o WHERE o.position_id = p.id AND o.purpose = 'close' AND o.state = 'entrusted'
    ) AS working
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.quantity), 0) AS shares
      FROM app.conditional_orders c WHERE c.position_id = p.id AND c.state = 'waiting'
    ) AS waiting
    WHERE p.id = NEW.id AND p.closing BETWEEN working.shares AND working.shares + waiting.shares
  ) THEN
    RAISE EXCEPTION 'position % counts shares as closing that no order closes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER closing_of_api_equals_orders AFTER UPDATE OF closing ON app.positions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_user = 'fairlot_api')
  EXECUTE FUNCTION app.check_closing_of_api();
