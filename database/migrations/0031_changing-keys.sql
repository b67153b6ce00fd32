-- Changing a key of the secrets file affects everything it has sealed. As with members' authenticators (0020), the
-- worker reads and writes only the sealed values; values it cannot reseal it can count by key.
GRANT SELECT (operator_id, sealed_seed), UPDATE (sealed_seed) ON app.operator_authenticators TO fairlot_worker;
GRANT UPDATE (contact, statement) ON app.recovery_requests TO fairlot_worker;
GRANT UPDATE (file) ON app.payout_batches TO fairlot_worker;
GRANT SELECT (pepper_key) ON app.credentials, app.fund_credentials TO fairlot_worker;

-- The sum of each kind of event on one account since a time. Reads only that range of the account.
CREATE FUNCTION ledger.sums_since(p_code text, p_since timestamptz) RETURNS TABLE (event text, amount numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT e.event, sum(l.amount)
  FROM ledger.lines l JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
  WHERE l.account_id = ledger.account_id(p_code) AND l.seq IS NOT NULL AND l.posted_at >= p_since AND e.posted_at >= p_since
  GROUP BY e.event;
END $$;
REVOKE ALL ON FUNCTION ledger.sums_since(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.sums_since(text, timestamptz) TO fairlot_api, fairlot_worker;
