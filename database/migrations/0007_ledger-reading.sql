-- What the application reads of the ledger. A verifier uses none of these functions: it reads the tables with the reading
-- role's own rights, so that a changed function cannot deceive it. entry_of, balances_at and first_line_of use an index
-- and read no more than one owner's accounts.

CREATE FUNCTION ledger.balances_of(p_owner_kind text, p_owner_id text)
RETURNS TABLE (account text, asset text, kind text, due date, amount bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT a.code, a.asset, a.kind, a.due, b.balance
  FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND (a.due IS NULL OR b.balance <> 0);
END $$;
GRANT EXECUTE ON FUNCTION ledger.balances_of TO fairlot_api, fairlot_worker, fairlot_console;

-- Nothing was ever posted to an account that does not exist: its balance is zero.
CREATE FUNCTION ledger.balance_of(p_code text) RETURNS numeric
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id      uuid := ledger.account_id(p_code);
  v_balance bigint;
BEGIN
  SELECT balance INTO v_balance FROM ledger.balances WHERE account_id = v_id;
  IF FOUND THEN RETURN v_balance; END IF;
  -- One statement, so that checkpoint and tail come from the same snapshot.
  RETURN (
    SELECT coalesce((SELECT t.total FROM ledger.system_totals t WHERE t.account_id = v_id), 0)
      + coalesce((
        SELECT sum(l.amount) FROM ledger.lines l
        WHERE l.account_id = v_id AND l.seq IS NULL
          AND l.tx >= coalesce((SELECT c.upto FROM ledger.checkpoints c ORDER BY c.id DESC LIMIT 1), 0)
      ), 0)
  );
END $$;
GRANT EXECUTE ON FUNCTION ledger.balance_of TO fairlot_api, fairlot_worker, fairlot_console;

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
GRANT EXECUTE ON FUNCTION ledger.balances_at TO fairlot_api, fairlot_worker;

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
GRANT EXECUTE ON FUNCTION ledger.sums_since TO fairlot_api, fairlot_worker;

-- Newest first, from below the last line seen. A member who trades every day has hundreds of dated accounts, most of
-- them finished. Only those that can have a line on this page are read: the ones in use at that time, and as many of
-- the older ones as the page has lines, each in its own months.
CREATE FUNCTION ledger.statement(
  p_owner_kind text, p_owner_id text, p_asset text, p_kind text, p_before uuid, p_before_line smallint, p_limit integer
) RETURNS TABLE (
  entry_id uuid, line_no smallint, event text, reference text, account text, kind text, due date, amount bigint,
  balance_after bigint, hold_id uuid, reverses uuid, posted_ms bigint
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_time   timestamptz := coalesce(ledger.time_of(p_before), 'infinity');
  -- The millisecond of the line seen, as a stamp. An account last touched in it may have nothing left below that line,
  -- so it counts as in use and takes no place from the older ones.
  v_stamp  bigint := coalesce(floor(extract(epoch FROM ledger.time_of(p_before)) * 1000)::bigint << 12, 9223372036854775807);
  v_before uuid := coalesce(p_before, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_line   smallint := coalesce(p_before_line, 32767);
  v_limit  integer := least(p_limit, 501);
BEGIN
  RETURN QUERY
  SELECT page.entry_id, page.line_no, e.event, e.reference, page.code, page.kind, page.due, page.amount, page.balance_after,
    page.hold_id, e.reverses, floor(extract(epoch FROM page.posted_at) * 1000)::bigint
  FROM (
    SELECT l.*, c.code, c.kind, c.due
    FROM (
      SELECT a.id, a.code, a.kind, a.due, b.stamp >= v_stamp AS in_use,
        row_number() OVER (PARTITION BY b.stamp >= v_stamp ORDER BY b.stamp DESC) AS place,
        to_timestamp((b.first_stamp >> 12) / 1000::float8) AS first_at,
        least(v_time, to_timestamp((b.stamp >> 12) / 1000::float8)) AS last_at
      FROM ledger.accounts a
      CROSS JOIN LATERAL (SELECT x.first_stamp, x.stamp FROM ledger.balances x WHERE x.account_id = a.id OFFSET 0) AS b
      WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND a.asset = p_asset AND a.kind = coalesce(p_kind, a.kind)
        AND b.first_stamp >> 12 <= v_stamp >> 12
    ) AS c
    CROSS JOIN LATERAL (
      SELECT x.entry_id, x.line_no, x.posted_at, x.amount, x.balance_after, x.hold_id
      FROM ledger.lines x
      WHERE x.account_id = c.id AND x.seq IS NOT NULL AND x.posted_at BETWEEN c.first_at AND c.last_at
        AND (x.entry_id, x.line_no) < (v_before, v_line)
      ORDER BY x.posted_at DESC, x.seq DESC
      LIMIT v_limit
    ) AS l
    WHERE c.in_use OR c.place <= v_limit
    ORDER BY l.entry_id DESC, l.line_no DESC
    LIMIT v_limit
  ) AS page
  JOIN ledger.entries e ON e.id = page.entry_id AND e.posted_at = page.posted_at
  ORDER BY page.entry_id DESC, page.line_no DESC;
END $$;
GRANT EXECUTE ON FUNCTION ledger.statement TO fairlot_api, fairlot_worker;

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
GRANT EXECUTE ON FUNCTION ledger.entry_of TO fairlot_api, fairlot_worker;

-- The kind of an entry, for the console.
CREATE FUNCTION ledger.entry_head(p_entry uuid) RETURNS TABLE (event text, reference text, posted_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.event, e.reference, e.posted_at FROM ledger.entries e
  WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
$$;
GRANT EXECUTE ON FUNCTION ledger.entry_head TO fairlot_console;

-- The legs of some entries, for the evidence of a fill.
CREATE FUNCTION ledger.legs_of(p_entries uuid[])
RETURNS TABLE (entry_id uuid, line_no smallint, account text, asset text, amount bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.entry_id, l.line_no, a.code, l.asset, l.amount
  FROM unnest(p_entries) AS u (id)
  JOIN ledger.lines l ON l.entry_id = u.id AND l.posted_at = ledger.time_of(u.id)
  JOIN ledger.accounts a ON a.id = l.account_id
  ORDER BY l.entry_id, l.line_no
$$;
GRANT EXECUTE ON FUNCTION ledger.legs_of TO fairlot_api, fairlot_worker, fairlot_console;

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
GRANT EXECUTE ON FUNCTION ledger.first_line_of TO fairlot_api, fairlot_worker;

-- The lines written after one snapshot and up to another, in the ledger's own order: ids of entries go by time.
CREATE FUNCTION ledger.lines_written(p_after pg_snapshot, p_upto pg_snapshot) RETURNS TABLE (
  entry_id uuid, line_no smallint, event text, reference text, reverses uuid, account text, asset text, amount bigint,
  seq bigint, balance_after bigint, hold_id uuid, posted_ms bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.entry_id, l.line_no, e.event, e.reference, e.reverses, a.code, l.asset, l.amount, l.seq, l.balance_after,
    l.hold_id, floor(extract(epoch FROM l.posted_at) * 1000)::bigint
  FROM ledger.lines l
  JOIN ledger.accounts a ON a.id = l.account_id
  JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
  WHERE (p_after IS NULL OR l.tx >= pg_snapshot_xmin(p_after)::text::bigint
      AND NOT pg_visible_in_snapshot(l.tx::text::xid8, p_after))
    AND l.tx < pg_snapshot_xmax(p_upto)::text::bigint AND pg_visible_in_snapshot(l.tx::text::xid8, p_upto)
  ORDER BY l.entry_id, l.line_no
$$;
GRANT EXECUTE ON FUNCTION ledger.lines_written TO fairlot_worker;

-- How many lines of one owner and asset came after a snapshot taken at `p_at`.
CREATE FUNCTION ledger.count_lines_since(
  p_owner_kind text, p_owner_id text, p_asset text, p_after pg_snapshot, p_at timestamptz
) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*)
  FROM ledger.accounts a
  JOIN ledger.lines l ON l.account_id = a.id AND l.seq IS NOT NULL
  -- A line can commit some time after its own time; an hour is far longer than any transaction.
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND a.asset = p_asset
    AND l.posted_at >= p_at - interval '1 hour' AND NOT pg_visible_in_snapshot(l.tx::text::xid8, p_after)
$$;
GRANT EXECUTE ON FUNCTION ledger.count_lines_since TO fairlot_api;

CREATE FUNCTION ledger.hold_of(p_hold uuid)
RETURNS TABLE (hold_id uuid, account text, reference text, amount bigint, remaining bigint, state text, opened_ms bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT h.id, a.code, h.reference, h.amount, h.remaining, h.state, floor(extract(epoch FROM h.opened_at) * 1000)::bigint
  FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id WHERE h.id = p_hold;
END $$;
GRANT EXECUTE ON FUNCTION ledger.hold_of TO fairlot_api, fairlot_worker;

CREATE FUNCTION ledger.open_holds(p_owner_kind text, p_owner_id text)
RETURNS TABLE (hold_id uuid, account text, reference text, amount bigint, remaining bigint, state text, opened_ms bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT h.id, a.code, h.reference, h.amount, h.remaining, h.state, floor(extract(epoch FROM h.opened_at) * 1000)::bigint
  FROM ledger.accounts a JOIN ledger.holds h ON h.account_id = a.id AND h.state = 'open'
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND a.holding;
END $$;
GRANT EXECUTE ON FUNCTION ledger.open_holds TO fairlot_api, fairlot_worker;

CREATE FUNCTION ledger.trial_balance() RETURNS TABLE (owner_kind text, asset text, kind text, total numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT both_parts.owner_kind, both_parts.asset, both_parts.kind, sum(both_parts.total)
  FROM (
    SELECT t.owner_kind, t.asset, t.kind, t.total FROM ledger.totals t
    UNION ALL
    SELECT a.owner_kind, a.asset, a.kind, tail.total
    FROM (
      SELECT l.account_id, sum(l.amount) AS total
      FROM ledger.lines l
      WHERE l.tx >= coalesce((SELECT c.upto FROM ledger.checkpoints c ORDER BY c.id DESC LIMIT 1), 0)
      GROUP BY l.account_id
    ) AS tail
    CROSS JOIN LATERAL (SELECT x.* FROM ledger.accounts x WHERE x.id = tail.account_id OFFSET 0) AS a
  ) AS both_parts
  GROUP BY both_parts.owner_kind, both_parts.asset, both_parts.kind;
END $$;
GRANT EXECUTE ON FUNCTION ledger.trial_balance TO fairlot_api, fairlot_worker, fairlot_console;

-- Every member's current assets and debts by asset, from the balance rows.
CREATE FUNCTION ledger.member_sums() RETURNS TABLE (asset text, owner_id text, owned numeric, owed numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.asset, a.owner_id, coalesce(sum(b.balance) FILTER (WHERE b.lowest = 0), 0),
    coalesce(-sum(b.balance) FILTER (WHERE b.highest = 0), 0)
  FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
  WHERE a.owner_kind = 'member' AND b.balance <> 0
  GROUP BY a.asset, a.owner_id
  ORDER BY a.asset, a.owner_id
$$;
GRANT EXECUTE ON FUNCTION ledger.member_sums TO fairlot_worker;

-- Sums every line of an owner's accounts and compares it with the stored balances.
CREATE FUNCTION ledger.prove_owner(p_owner_kind text, p_owner_id text)
RETURNS TABLE (accounts bigint, lines bigint, differing bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT count(*), coalesce(sum(t.count), 0)::bigint, count(*) FILTER (WHERE t.total <> b.balance)
  FROM ledger.accounts a
  JOIN ledger.balances b ON b.account_id = a.id
  CROSS JOIN LATERAL (
    SELECT count(*) AS count, coalesce(sum(x.amount), 0) AS total FROM ledger.lines x
    WHERE x.account_id = a.id AND x.seq IS NOT NULL
      AND x.posted_at >= to_timestamp((b.first_stamp >> 12) / 1000::float8)
  ) t
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id;
END $$;
GRANT EXECUTE ON FUNCTION ledger.prove_owner TO fairlot_console;
