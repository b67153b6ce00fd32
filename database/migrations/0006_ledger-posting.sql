-- What the application calls to post, and the upkeep of the ledger.

-- Opens the missing accounts, in id order, so that two callers with the same accounts cannot deadlock. Only missing codes
-- are parsed: nearly every settling transaction opens a few accounts (one per member, security and settlement date), and
-- parsing all its codes would cost most of its time.
CREATE FUNCTION ledger.open_accounts(p_codes text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_missing text[] := ARRAY(
    SELECT DISTINCT u.code FROM unnest(p_codes) AS u (code)
    WHERE NOT EXISTS (SELECT FROM ledger.accounts a WHERE a.id = ledger.account_id(u.code)));
  v_strange text;
BEGIN
  SELECT u.code INTO v_strange
  FROM unnest(v_missing) AS u (code)
  LEFT JOIN LATERAL regexp_match(u.code,
    '^([a-z-]+)/([0-9a-z-]{1,40})/([A-Z]{3}|stk:[0-9A-Z]{2,8})/([a-z-]+)(?:@(\d{4}-\d\d-\d\d))?$') AS m ON true
  LEFT JOIN ledger.chart c ON c.owner_kind = m[1] AND c.kind = m[4] AND c.dated = (m[5] IS NOT NULL)
  WHERE c.kind IS NULL
    OR m[1] IN ('member', 'seat') AND m[2] !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'no such account in the chart: %', v_strange; END IF;

  INSERT INTO ledger.accounts (id, code, owner_kind, owner_id, asset, kind, due, bounded, holding)
  SELECT x.id, x.code, x.parts[1], x.parts[2], x.parts[3], split_part(x.parts[4], '@', 1),
    nullif(split_part(x.parts[4], '@', 2), '')::date, c.lowest IS NOT NULL OR c.highest IS NOT NULL, c.holding
  FROM (
    SELECT ledger.account_id(u.code) AS id, u.code, string_to_array(u.code, '/') AS parts FROM unnest(v_missing) AS u (code)
  ) AS x
  JOIN ledger.chart c ON c.owner_kind = x.parts[1] AND c.kind = split_part(x.parts[4], '@', 1)
  ORDER BY x.id
  ON CONFLICT (id) DO NOTHING;

  INSERT INTO ledger.balances (account_id, lowest, highest)
  SELECT a.id, c.lowest, c.highest
  FROM ledger.accounts a
  JOIN ledger.chart c USING (owner_kind, kind)
  WHERE a.id IN (SELECT ledger.account_id(u.code) FROM unnest(v_missing) AS u (code)) AND a.bounded
  ORDER BY a.id
  ON CONFLICT (account_id) DO NOTHING;
END $$;

CREATE FUNCTION ledger.post_many(
  p_events text[], p_references text[], p_keys text[], p_posted_at timestamptz[],
  p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]
) RETURNS TABLE (n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
-- Generic plans: every statement inside goes by primary key, so planning it again for each call would only cost time.
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT * FROM ledger.apply(p_events, p_references, p_keys, NULL, p_posted_at,
    array_fill(NULL::uuid, ARRAY[cardinality(p_events)]), p_line_entry, p_accounts, p_amounts, p_holds);
END $$;
GRANT EXECUTE ON FUNCTION ledger.post_many TO fairlot_api, fairlot_worker;

-- Whether a key was used: the first effect, or a refusal; no row when it is new.
CREATE FUNCTION ledger.replay_of(p_key text, p_hash bytea)
RETURNS TABLE (n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT 1, CASE WHEN k.request_hash = p_hash THEN 'replayed' ELSE 'key-reused' END,
    CASE WHEN k.request_hash = p_hash THEN k.entry_id END,
    CASE WHEN k.request_hash = p_hash THEN floor(extract(epoch FROM k.posted_at) * 1000)::bigint END, NULL::text
  FROM ledger.keys k WHERE k.key = p_key
$$;

-- Releases the remainder of a hold, read under the lock.
CREATE FUNCTION ledger.release_remaining(p_hold uuid, p_event text, p_reference text, p_key text, p_posted_at timestamptz)
RETURNS TABLE (n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_hash bytea := sha256(convert_to(concat_ws(E'\n', 'release-remaining', p_hold, p_event, p_reference), 'UTF8'));
  v_held text;
  v_free text;
  v_left bigint;
BEGIN
  SELECT a.code INTO v_held FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id WHERE h.id = p_hold;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 1, 'unknown-hold', NULL::uuid, NULL::bigint, p_hold::text;
    RETURN;
  END IF;
  v_free := CASE WHEN v_held LIKE '%/held' THEN regexp_replace(v_held, 'held$', 'available')
    ELSE replace(v_held, '/held-receivable@', '/receivable@') END;
  PERFORM FROM ledger.balances WHERE account_id IN (ledger.account_id(v_held), ledger.account_id(v_free))
    ORDER BY account_id FOR NO KEY UPDATE;
  RETURN QUERY SELECT * FROM ledger.replay_of(p_key, v_hash);
  IF FOUND THEN RETURN; END IF;
  SELECT h.remaining INTO v_left FROM ledger.holds h WHERE h.id = p_hold FOR UPDATE;
  IF v_left = 0 THEN
    RETURN QUERY SELECT 1, 'hold-closed', NULL::uuid, NULL::bigint, p_hold::text;
    RETURN;
  END IF;
  RETURN QUERY SELECT * FROM ledger.apply(ARRAY[p_event], ARRAY[p_reference], ARRAY[p_key], ARRAY[v_hash], ARRAY[p_posted_at],
    ARRAY[NULL::uuid], ARRAY[1, 1], ARRAY[v_held, v_free], ARRAY[-v_left, v_left], ARRAY[p_hold, NULL]);
END $$;

-- Reverses an entry by its mirror image, once.
CREATE FUNCTION ledger.reverse(p_entry uuid, p_event text, p_reference text, p_key text, p_posted_at timestamptz)
RETURNS TABLE (n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_hash     bytea := sha256(convert_to(concat_ws(E'\n', 'reverse', p_entry, p_event, p_reference), 'UTF8'));
  v_accounts text[];
  v_amounts  bigint[];
  v_holds    boolean;
  v_answer   record;
BEGIN
  SELECT array_agg(a.code ORDER BY l.line_no), array_agg(-l.amount ORDER BY l.line_no), bool_or(l.hold_id IS NOT NULL)
  INTO v_accounts, v_amounts, v_holds
  FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
  WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry);
  IF v_accounts IS NULL OR v_holds THEN
    RETURN QUERY SELECT 1, CASE WHEN v_holds THEN 'touches-hold' ELSE 'unknown-entry' END, NULL::uuid, NULL::bigint, p_entry::text;
    RETURN;
  END IF;
  -- A second reversal waits here for the first.
  INSERT INTO ledger.reversals (original) VALUES (p_entry) ON CONFLICT (original) DO NOTHING;
  IF NOT FOUND THEN
    RETURN QUERY SELECT * FROM ledger.replay_of(p_key, v_hash);
    IF NOT FOUND THEN
      RETURN QUERY SELECT 1, 'already-reversed', NULL::uuid, NULL::bigint, p_entry::text;
    END IF;
    RETURN;
  END IF;
  SELECT * INTO v_answer FROM ledger.apply(ARRAY[p_event], ARRAY[p_reference], ARRAY[p_key], ARRAY[v_hash], ARRAY[p_posted_at],
    ARRAY[p_entry], array_fill(1, ARRAY[cardinality(v_accounts)]), v_accounts, v_amounts,
    array_fill(NULL::uuid, ARRAY[cardinality(v_accounts)]));
  IF v_answer.outcome = 'posted' THEN
    UPDATE ledger.reversals SET entry_id = v_answer.entry_id WHERE original = p_entry;
  ELSE
    DELETE FROM ledger.reversals WHERE original = p_entry;
  END IF;
  RETURN QUERY SELECT v_answer.n, v_answer.outcome, v_answer.entry_id, v_answer.posted_ms, v_answer.refused_on;
END $$;
GRANT EXECUTE ON FUNCTION ledger.reverse TO fairlot_worker;

-- Adds up the lines that have become final since the last checkpoint: those of transactions older than the oldest one
-- still running. Lines that commit later have a higher number, so none is counted twice and none is missed. OFFSET 0
-- forces a lookup of accounts by key: the planner cannot know how short the tail is and would read all accounts.
CREATE FUNCTION ledger.checkpoint() RETURNS TABLE (id bigint, lines bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_from   bigint := 0;
  v_upto   bigint;
  v_id     bigint := 0;
  v_digest bytea := '';
  v_lines  bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.checkpoint', 0));
  SELECT c.id, c.upto, c.digest INTO v_id, v_from, v_digest FROM ledger.checkpoints c ORDER BY c.id DESC LIMIT 1;
  v_id := coalesce(v_id, 0) + 1;
  v_from := coalesce(v_from, 0);
  v_upto := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;

  WITH fresh AS MATERIALIZED (
    SELECT l.account_id, sum(l.amount) AS total, count(*) AS lines
    FROM ledger.lines l
    WHERE l.tx >= v_from AND l.tx < v_upto
    GROUP BY l.account_id
  ), by_kind AS (
    INSERT INTO ledger.totals AS t (owner_kind, asset, kind, total)
    SELECT a.owner_kind, a.asset, a.kind, sum(f.total)
    FROM fresh f
    CROSS JOIN LATERAL (SELECT x.* FROM ledger.accounts x WHERE x.id = f.account_id OFFSET 0) AS a
    GROUP BY a.owner_kind, a.asset, a.kind
    ON CONFLICT (owner_kind, asset, kind) DO UPDATE SET total = t.total + excluded.total
  ), by_account AS (
    INSERT INTO ledger.system_totals AS t (account_id, total)
    SELECT f.account_id, f.total
    FROM fresh f
    CROSS JOIN LATERAL (SELECT x.* FROM ledger.accounts x WHERE x.id = f.account_id OFFSET 0) AS a
    WHERE NOT a.bounded
    ON CONFLICT (account_id) DO UPDATE SET total = t.total + excluded.total
  )
  SELECT coalesce(sum(f.lines), 0) INTO v_lines FROM fresh f;

  IF EXISTS (SELECT FROM ledger.totals t GROUP BY t.asset HAVING sum(t.total) <> 0) THEN
    RAISE EXCEPTION 'the ledger does not sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;

  -- Each digest contains the one before it, so an old checkpoint cannot be changed alone.
  INSERT INTO ledger.checkpoints (id, upto, lines, made_at, digest)
  VALUES (v_id, v_upto, v_lines, clock_timestamp(), sha256(coalesce(v_digest, '') || convert_to(concat_ws(' ', v_id, v_upto, v_lines,
    (SELECT string_agg(concat_ws('/', t.owner_kind, t.asset, t.kind, t.total), ' ' ORDER BY t.owner_kind, t.asset, t.kind)
     FROM ledger.totals t)), 'UTF8')));
  RETURN QUERY SELECT v_id, v_lines;
END $$;
GRANT EXECUTE ON FUNCTION ledger.checkpoint TO fairlot_worker;

-- Keys and closed holds that no request needs again. Their history stays in the entries and lines.
CREATE FUNCTION ledger.forget(p_before timestamptz, p_limit integer) RETURNS integer
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
    SELECT o.ctid FROM ledger.holds o WHERE o.state = 'closed' AND o.closed_at < v_before ORDER BY o.closed_at LIMIT p_limit
    FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS v_holds = ROW_COUNT;
  RETURN v_keys + v_holds;
END $$;
GRANT EXECUTE ON FUNCTION ledger.forget TO fairlot_worker;
