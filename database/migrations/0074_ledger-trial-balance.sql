-- The trial balance as of a moment, for the console.

-- The present totals without the lines of the moment and later. Reads the months since then: an earlier moment costs
-- more.
CREATE FUNCTION ledger.trial_balance_before(p_at timestamptz)
  RETURNS TABLE (owner_kind text, asset text, kind text, total numeric)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT both_parts.owner_kind, both_parts.asset, both_parts.kind, sum(both_parts.total)
  FROM (
    SELECT t.owner_kind, t.asset, t.kind, t.total FROM ledger.trial_balance() t
    UNION ALL
    SELECT a.owner_kind, a.asset, a.kind, -later.total
    FROM (
      SELECT l.account_id, sum(l.amount) AS total FROM ledger.lines l WHERE l.posted_at >= p_at GROUP BY l.account_id
    ) AS later
    CROSS JOIN LATERAL (SELECT x.* FROM ledger.accounts x WHERE x.id = later.account_id OFFSET 0) AS a
  ) AS both_parts
  GROUP BY both_parts.owner_kind, both_parts.asset, both_parts.kind;
END $$;
REVOKE ALL ON FUNCTION ledger.trial_balance_before FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.trial_balance_before TO fairlot_console;
