-- History on the ledger: one entry as its owner sees it, the owner's balances at a time, the start of an account. Each
-- uses an index: none reads more than one owner's accounts.

-- An entry with the owner's own lines in it; no row when the owner has none. The entry's time is in its id, so only one
-- month is read.
CREATE FUNCTION ledger.entry_of(p_owner_kind text, p_owner_id text, p_entry uuid)
RETURNS TABLE (
  line_no smallint, event text, reference text, asset text, kind text, due date, amount bigint, balance_after bigint,
  posted_ms bigint
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_at timestamptz := ledger.time_of(p_entry);
BEGIN
  RETURN QUERY
  SELECT l.line_no, e.event, e.reference, a.asset, a.kind, a.due, l.amount, l.balance_after,
    floor(extract(epoch FROM l.posted_at) * 1000)::bigint
  FROM ledger.lines l
  JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = v_at
  JOIN ledger.accounts a ON a.id = l.account_id
  WHERE l.entry_id = p_entry AND l.posted_at = v_at AND l.seq IS NOT NULL
    AND a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id
  ORDER BY l.line_no;
END $$;

-- The balance of each of the owner's accounts right before a time; empty accounts are left out.
CREATE FUNCTION ledger.balances_at(p_owner_kind text, p_owner_id text, p_at timestamptz)
RETURNS TABLE (account text, asset text, kind text, due date, amount bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT a.code, a.asset, a.kind, a.due, l.balance_after
  FROM ledger.accounts a
  JOIN ledger.balances b ON b.account_id = a.id
  CROSS JOIN LATERAL (
    SELECT x.balance_after FROM ledger.lines x
    WHERE x.account_id = a.id AND x.seq IS NOT NULL
      AND x.posted_at >= to_timestamp((b.first_stamp >> 12) / 1000::float8) AND x.posted_at < p_at
    ORDER BY x.posted_at DESC, x.seq DESC LIMIT 1
  ) l
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND b.first_stamp IS NOT NULL AND l.balance_after <> 0;
END $$;

-- The first line of one account, with its entry.
CREATE FUNCTION ledger.first_line_of(p_code text)
RETURNS TABLE (entry_id uuid, event text, reference text, amount bigint, balance_after bigint, posted_ms bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id uuid := ledger.account_id(p_code);
  v_at timestamptz;
BEGIN
  SELECT to_timestamp((b.first_stamp >> 12) / 1000::float8) INTO v_at FROM ledger.balances b WHERE b.account_id = v_id;
  IF v_at IS NULL THEN RETURN; END IF;
  RETURN QUERY
  SELECT l.entry_id, e.event, e.reference, l.amount, l.balance_after, floor(extract(epoch FROM l.posted_at) * 1000)::bigint
  FROM ledger.lines l JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
  WHERE l.account_id = v_id AND l.seq = 1 AND l.posted_at BETWEEN v_at AND v_at + interval '1 millisecond';
END $$;

REVOKE ALL ON FUNCTION ledger.entry_of(text, text, uuid), ledger.balances_at(text, text, timestamptz),
  ledger.first_line_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.entry_of(text, text, uuid), ledger.balances_at(text, text, timestamptz),
  ledger.first_line_of(text) TO fairlot_api, fairlot_worker;

-- Members with an open margin call are checked every second.
CREATE INDEX margin_calls_open ON app.margin_calls (deadline) WHERE ended_at IS NULL;
