-- Cheaper updates and inserts on the order path. An update that changes no indexed column, and no column in an index's
-- predicate, stays on its page and writes no index entry.

-- An opening order is its position's first order and has its id.
DROP INDEX app.orders_of_position;
CREATE INDEX orders_closing_position ON app.orders (position_id) WHERE purpose = 'close';
ALTER TABLE app.order_holds SET (fillfactor = 80);

-- Fills are only appended, in the order of their dates.
DROP INDEX app.fills_of_date;
CREATE INDEX fills_of_date ON app.fills USING brin (date) WITH (pages_per_range = 32, autosummarize = on);

DROP INDEX ledger.holds_open;
DROP INDEX ledger.holds_by_age;
CREATE INDEX holds_of_account ON ledger.holds (account_id);
CREATE INDEX holds_by_age ON ledger.holds (opened_at);
-- Only ledger.apply writes holds. It reads their accounts first, and no account can be deleted.
ALTER TABLE ledger.holds DROP CONSTRAINT holds_account_id_fkey;

-- Keys and closed holds that no request needs again. Their history stays in the entries and lines.
CREATE OR REPLACE FUNCTION ledger.forget(p_before timestamptz, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_before timestamptz := least(p_before, now() - interval '35 days');
  v_keys   integer;
  v_holds  integer;
BEGIN
  DELETE FROM ledger.keys WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM ledger.keys o WHERE o.posted_at < v_before ORDER BY o.posted_at LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS v_keys = ROW_COUNT;
  DELETE FROM ledger.holds WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM ledger.holds o WHERE o.opened_at < v_before AND o.state = 'closed' AND o.closed_at < v_before
    ORDER BY o.opened_at LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS v_holds = ROW_COUNT;
  RETURN v_keys + v_holds;
END $$;

-- Runs at COMMIT, outside the settings of its caller, once for each entry: without this it is planned each time.
ALTER FUNCTION ledger.check_balanced() SET plan_cache_mode = force_generic_plan;
