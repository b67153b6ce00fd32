-- What the summary figures of an account read from the ledger, in time that follows the day and not the history.

-- What was posted to an owner's accounts since a moment, by asset, kind and event. Accounts without a later line are
-- skipped by the stamp of their balance row: a member has an account for every settlement date that ever was.
CREATE FUNCTION ledger.changes_since(p_owner_kind text, p_owner_id text, p_since timestamptz)
RETURNS TABLE (asset text, kind text, event text, amount numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT a.asset, a.kind, e.event, sum(l.amount)
  FROM ledger.accounts a
  JOIN ledger.balances b ON b.account_id = a.id
  CROSS JOIN LATERAL (
    SELECT x.entry_id, x.posted_at, x.amount FROM ledger.lines x
    WHERE x.account_id = a.id AND x.seq IS NOT NULL AND x.posted_at >= p_since
  ) AS l
  JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id
    AND b.stamp >> 12 >= floor(extract(epoch FROM p_since) * 1000)::bigint AND e.posted_at >= p_since
  GROUP BY a.asset, a.kind, e.event;
END $$;

-- How many lines the owner's accounts have. Every posting that touches them raises it, so it names a state of the
-- account that the owner can count.
CREATE FUNCTION ledger.position_of(p_owner_kind text, p_owner_id text) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(sum(b.lines), 0)::bigint
    FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id);
END $$;

REVOKE ALL ON FUNCTION ledger.changes_since, ledger.position_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.changes_since, ledger.position_of TO fairlot_api;
