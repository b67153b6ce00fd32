-- Reconciliation runs. The run of the minute reads the open day and everything open now; the nightly run reads every
-- closed day again. While a run found a difference, no payout is sent to the bank.

-- The run of the minute. Every money invariant is one row: how much was checked, the value in the books, its difference
-- from the required value, and the first thing that differs. STABLE: all of it reads one snapshot.
CREATE FUNCTION app.reconcile()
RETURNS TABLE (code text, unit text, counted bigint, value numeric, difference numeric, detail text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off SET work_mem = '64MB' AS $$
  WITH open AS MATERIALIZED (SELECT recon.open_from() AS tx, 9223372036854775807 AS upto)
  SELECT f.* FROM open, recon.check_entries(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_requests(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_trades(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_grants(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM recon.check_records(recon.open_since()) AS f
  UNION ALL SELECT f.* FROM recon.check_fills() AS f
  UNION ALL SELECT f.* FROM recon.check_totals() AS f
  UNION ALL SELECT f.* FROM open, recon.check_balances(open.tx) AS f
  UNION ALL SELECT f.* FROM open, recon.check_holds(open.tx) AS f
  UNION ALL SELECT f.* FROM recon.check_holdings(false) AS f
  UNION ALL SELECT f.* FROM recon.check_charges() AS f
  UNION ALL SELECT f.* FROM recon.check_bank() AS f
  UNION ALL SELECT f.* FROM recon.check_vouchers() AS f
  UNION ALL SELECT f.* FROM recon.check_votes() AS f
$$;
GRANT EXECUTE ON FUNCTION app.reconcile TO fairlot_worker, fairlot_reader;

-- The nightly run: sums every closed day again from its lines and compares it with the stored day, every balance row
-- with all its lines, every entry with its record, every fill with the log.
CREATE FUNCTION app.reconcile_days()
RETURNS TABLE (code text, unit text, counted bigint, value numeric, difference numeric, detail text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off SET work_mem = '64MB' AS $$
#variable_conflict use_column
DECLARE
  v_day    recon.closed_days;
  v_before recon.closed_days;
  v_added  record;
  v_kept   record;
  v_open   bigint := recon.open_from();
  v_days   bigint := 0;
  v_lines  bigint := 0;
  v_off    numeric := 0;
  v_first  text;
  v_wrong  text;
BEGIN
  FOR v_day IN SELECT d.* FROM recon.closed_days d ORDER BY d.day LOOP
    v_days := v_days + 1;
    v_lines := v_lines + v_day.lines;
    SELECT a.* INTO v_added FROM recon.add_lines(v_day.from_tx, v_day.upto_tx) AS a;
    SELECT k.tax + coalesce(v_before.kept_tax, 0) AS tax, k.fee + coalesce(v_before.kept_fee, 0) AS fee INTO v_kept
    FROM recon.kept_charges(v_day.from_tx, v_day.upto_tx) AS k;
    v_wrong := CASE
      WHEN v_day.from_tx <> coalesce(v_before.upto_tx, 0) THEN 'does not follow the day before'
      WHEN v_added.lines <> v_day.lines THEN format('%s lines, %s were closed', v_added.lines, v_day.lines)
      WHEN v_added.line_hash <> v_day.line_hash THEN 'a line is not as it was closed'
      WHEN v_added.entries <> v_day.entries THEN format('%s entries, %s were closed', v_added.entries, v_day.entries)
      WHEN v_added.entry_hash <> v_day.entry_hash THEN 'an entry is not as it was closed'
      WHEN (v_kept.tax, v_kept.fee) IS DISTINCT FROM (v_day.kept_tax, v_day.kept_fee) THEN 'kept charges differ'
      WHEN recon.hash_of(v_day.day, v_day.from_tx, v_day.upto_tx, v_day.entries, v_day.lines, v_day.entry_hash, v_day.line_hash,
        v_day.kept_tax, v_day.kept_fee) <> v_day.hash THEN 'the hash is not that of the kept figures'
      WHEN EXISTS (
        SELECT FROM (
          SELECT u.owner_kind, u.asset, u.kind, sum(u.total) AS total FROM (
            SELECT t.owner_kind, t.asset, t.kind, t.total FROM recon.closed_totals t WHERE t.day = v_before.day
            UNION ALL SELECT m.owner_kind, m.asset, m.kind, m.total FROM recon.moved(v_day.from_tx, v_day.upto_tx) AS m
          ) AS u GROUP BY u.owner_kind, u.asset, u.kind
        ) AS n FULL JOIN (SELECT t.* FROM recon.closed_totals t WHERE t.day = v_day.day) AS k
          ON (k.owner_kind, k.asset, k.kind) = (n.owner_kind, n.asset, n.kind)
        WHERE k.total IS DISTINCT FROM n.total) THEN 'the lines add up to other totals'
      WHEN EXISTS (
        SELECT FROM recon.closed_fills k LEFT JOIN recon.closed_fills b ON b.day = v_before.day AND b.shard = k.shard
        CROSS JOIN LATERAL (
          SELECT count(*) AS fills, coalesce(sum(x.fee), 0) AS fee, coalesce(sum(x.tax), 0) AS tax, coalesce(sum(x.borrow_fee), 0) AS borrow_fee
          FROM app.fills x WHERE x.shard = k.shard AND x.event > coalesce(b.upto_event, 0) AND x.event <= k.upto_event
        ) AS n
        WHERE k.day = v_day.day AND (k.fills - coalesce(b.fills, 0), k.fee - coalesce(b.fee, 0), k.tax - coalesce(b.tax, 0),
          k.borrow_fee - coalesce(b.borrow_fee, 0)) IS DISTINCT FROM (n.fills, n.fee, n.tax, n.borrow_fee)) THEN 'fills add up to other charges'
    END;
    IF v_wrong IS NOT NULL THEN
      v_off := v_off + 1;
      v_first := coalesce(v_first, format('%s: %s', v_day.day, v_wrong));
    END IF;
    v_before := v_day;
  END LOOP;
  RETURN QUERY SELECT 'night-days', 'count', v_days, v_lines::numeric, v_off, v_first;

  -- Every account: its row, its last line and the sum of its lines.
  RETURN QUERY
  WITH l AS (
    SELECT x.account_id, sum(x.amount) AS total, count(*) AS n, max(x.seq) AS seq, count(x.seq) AS bounded
    FROM ledger.lines x GROUP BY x.account_id
  ), wrong AS (
    SELECT coalesce(b.account_id, l.account_id) AS account_id, greatest(abs(coalesce(b.balance, s.total, 0) - coalesce(l.total, 0)), 1) AS off
    FROM l FULL JOIN ledger.balances b ON b.account_id = l.account_id
    LEFT JOIN LATERAL (SELECT ledger.balance_of(a.code) AS total FROM ledger.accounts a WHERE a.id = l.account_id AND b.account_id IS NULL) AS s ON true
    WHERE CASE WHEN b.account_id IS NULL THEN s.total <> l.total
      ELSE b.balance <> coalesce(l.total, 0) OR b.lines <> coalesce(l.n, 0) OR l.seq <> l.n OR b.balance < b.lowest OR b.balance > b.highest END
  )
  SELECT 'night-balances', 'money', (SELECT count(*) FROM l), NULL::numeric, coalesce(sum(w.off), 0),
    (SELECT min(a.code) FROM wrong x JOIN ledger.accounts a ON a.id = x.account_id)
  FROM wrong w;

  RETURN QUERY
  SELECT 'night-events', 'count', sum(f.counted)::bigint, NULL::numeric, sum(f.difference), min(f.detail)
  FROM recon.closed_days d CROSS JOIN LATERAL recon.check_entries(d.from_tx, d.upto_tx) AS f HAVING count(*) > 0
  UNION ALL SELECT 'night-events', 'count', 0, NULL, 0, NULL WHERE NOT EXISTS (SELECT FROM recon.closed_days);
  RETURN QUERY SELECT 'night-requests', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_requests(0, v_open) AS f;
  RETURN QUERY SELECT 'night-trades', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_trades(0, v_open) AS f;
  RETURN QUERY SELECT 'night-records', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_records('-infinity') AS f;
  RETURN QUERY SELECT 'night-grants', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_grants(0, v_open) AS f;
  RETURN QUERY
  SELECT 'night-fills', 'count', coalesce(sum(o.fills), 0)::bigint, NULL::numeric, count(w.event)::numeric,
    min(format('%s/%s %s', o.shard, w.event, w.side)) FILTER (WHERE w.event IS NOT NULL)
  FROM recon.open_fills() AS o LEFT JOIN LATERAL recon.wrong_fills(o.shard, 0, o.after_event) AS w ON true;
  RETURN QUERY
  SELECT 'night-holdings', 'count', count(*), NULL::numeric, coalesce(sum(abs(f.difference)), 0), min(f.code) FILTER (WHERE f.difference <> 0)
  FROM recon.check_holdings(true) AS f;
  RETURN QUERY
  SELECT 'night-charges', 'money', count(*), NULL::numeric,
    abs(coalesce(sum(p.open_tax + p.close_tax), 0) + app.corrected('tax/transaction/TWD/collected') - ledger.balance_of('tax/transaction/TWD/collected'))
    + abs(coalesce(sum(p.borrow_fee), 0) + app.corrected('fees/borrow/TWD/income') - ledger.balance_of('fees/borrow/TWD/income')), NULL::text
  FROM app.positions p;
END $$;
GRANT EXECUTE ON FUNCTION app.reconcile_days TO fairlot_reader;

-- One row per reconciliation run. Clean runs are deleted after a while, broken ones are kept.
CREATE TABLE app.recon_runs (
  id      bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at      timestamptz NOT NULL,
  took_ms integer     NOT NULL,
  -- How many checks found a difference.
  broken  integer     NOT NULL CHECK (broken >= 0),
  -- [{code, unit, counted, value, difference, detail}]
  results jsonb       NOT NULL,
  scope   text        NOT NULL DEFAULT 'minute' CHECK (scope IN ('minute', 'night')),
  finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Why it did not finish. Such a run counts as one that found a difference.
  failure text,
  CONSTRAINT recon_runs_failed_is_broken CHECK (failure IS NULL OR broken > 0)
);
CREATE INDEX recon_runs_by_time ON app.recon_runs (at DESC, id DESC);
CREATE INDEX recon_runs_broken ON app.recon_runs (at DESC) WHERE broken > 0;
CREATE INDEX recon_runs_of_scope ON app.recon_runs (scope, id DESC);
-- Only the functions below write runs: their callers cannot set the findings.
GRANT SELECT ON app.recon_runs TO fairlot_worker, fairlot_console;

-- While one is open, no payout is sent to the bank. The first broken run opens it and the next clean one closes it. No
-- call can close it.
CREATE TABLE app.payout_stops (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stopped_at timestamptz NOT NULL,
  by_run     bigint      NOT NULL,
  checks     text[]      NOT NULL,
  resumed_at timestamptz,
  resumed_by bigint,
  CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
);
CREATE UNIQUE INDEX payout_stops_one_open ON app.payout_stops ((true)) WHERE resumed_at IS NULL;
GRANT SELECT ON app.payout_stops TO fairlot_worker, fairlot_console, fairlot_api;

-- A stop ends only when the last run of each scope found nothing.
CREATE FUNCTION app.check_payout_resume() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.resumed_at IS NOT NULL OR NEW.resumed_by <= OLD.by_run
    OR NEW.resumed_by IS DISTINCT FROM (SELECT max(x.id) FROM app.recon_runs x)
    OR EXISTS (
      SELECT FROM unnest(ARRAY['minute', 'night']) AS s (scope)
      CROSS JOIN LATERAL (SELECT r.broken FROM app.recon_runs r WHERE r.scope = s.scope ORDER BY r.id DESC LIMIT 1) AS last
      WHERE last.broken > 0
    ) THEN
    RAISE EXCEPTION 'payouts stay stopped until the books match' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_stops_resume_only_when_clean BEFORE UPDATE ON app.payout_stops
  FOR EACH ROW EXECUTE FUNCTION app.check_payout_resume();

-- Null when payouts may go to the bank, else why not: `difference`, `unfinished`, `stale` (no clean run within
-- recon.freshMinutes) or `night-stale` (closed days were not added again within recon.nightHours).
CREATE FUNCTION app.payouts_stopped_by() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_at IS NULL AND s.checks = '{unfinished}') THEN 'unfinished'
    WHEN EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_at IS NULL) THEN 'difference'
    WHEN NOT EXISTS (
      SELECT FROM app.recon_runs r WHERE r.scope = 'minute' AND r.broken = 0
        AND r.finished_at > clock_timestamp() - recon.rule('recon.freshMinutes') * interval '1 minute'
        AND r.id >= ALL (SELECT x.id FROM app.recon_runs x WHERE x.scope = 'minute' AND x.id > r.id)
    ) THEN 'stale'
    WHEN EXISTS (SELECT FROM recon.closed_days d WHERE d.closed_at < clock_timestamp() - recon.rule('recon.nightHours') * interval '1 hour')
      AND NOT EXISTS (
        SELECT FROM app.recon_runs r WHERE r.scope = 'night' AND r.broken = 0
          AND r.finished_at > clock_timestamp() - recon.rule('recon.nightHours') * interval '1 hour'
      ) THEN 'night-stale'
  END
$$;
GRANT EXECUTE ON FUNCTION app.payouts_stopped_by TO fairlot_worker, fairlot_console, fairlot_api;

CREATE FUNCTION app.check_payout_batch() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_why text := app.payouts_stopped_by();
BEGIN
  IF v_why IS NOT NULL THEN
    RAISE EXCEPTION 'payouts are stopped: %', v_why USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_batches_refused_while_stopped BEFORE INSERT ON app.payout_batches
  FOR EACH ROW EXECUTE FUNCTION app.check_payout_batch();

-- Runs the checks of one scope in one snapshot and stores their findings. `p_at` is only the displayed time.
CREATE FUNCTION app.run_reconciliation(p_scope text, p_at timestamptz) RETURNS TABLE (run bigint, payouts text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_began  timestamptz := clock_timestamp();
  v_all    jsonb;
  v_broken text[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('app.run_reconciliation', 0));
  IF p_scope = 'minute' THEN
    SELECT jsonb_agg(jsonb_build_object('code', r.code, 'unit', r.unit, 'counted', r.counted, 'value', r.value::text,
      'difference', r.difference::text, 'detail', left(r.detail, 300))), coalesce(array_agg(r.code) FILTER (WHERE r.difference <> 0), '{}')
    INTO v_all, v_broken FROM app.reconcile() AS r;
  ELSE
    SELECT jsonb_agg(jsonb_build_object('code', r.code, 'unit', r.unit, 'counted', r.counted, 'value', r.value::text,
      'difference', r.difference::text, 'detail', left(r.detail, 300))), coalesce(array_agg(r.code) FILTER (WHERE r.difference <> 0), '{}')
    INTO v_all, v_broken FROM app.reconcile_days() AS r;
  END IF;
  RETURN QUERY SELECT w.run, w.payouts FROM recon.write_run(p_scope, p_at, v_began, v_broken, v_all, NULL) AS w;
END $$;
GRANT EXECUTE ON FUNCTION app.run_reconciliation TO fairlot_worker;

-- A run that did not finish stops payouts like one that found a difference.
CREATE FUNCTION app.fail_reconciliation(p_scope text, p_at timestamptz, p_why text) RETURNS TABLE (run bigint, payouts text)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT w.run, w.payouts FROM recon.write_run(p_scope, p_at, clock_timestamp(), '{unfinished}', '[]', left(p_why, 300)) AS w
$$;
GRANT EXECUTE ON FUNCTION app.fail_reconciliation TO fairlot_worker;

-- Deletes clean runs older than forty days; those that found something stay.
CREATE FUNCTION app.forget_clean_runs(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_rows integer;
BEGIN
  DELETE FROM app.recon_runs WHERE id IN (
    SELECT r.id FROM app.recon_runs r WHERE r.finished_at < clock_timestamp() - interval '40 days' AND r.broken = 0 AND r.scope = 'minute'
      AND NOT EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_by = r.id)
    ORDER BY r.id LIMIT p_limit);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  RETURN v_rows;
END $$;
GRANT EXECUTE ON FUNCTION app.forget_clean_runs TO fairlot_worker;
