-- Closed days: the sums of the ledger and the fills, stored with a chained hash. The run of the minute reads the open
-- day and these sums; the nightly run sums every day again from its lines.
-- docs/adr/0025-days-are-closed-and-read-again-at-night.md explains.
--
-- A day is a range of transactions, as a checkpoint is: everything older than the oldest running transaction is final,
-- so no line can join a closed day through the ledger's own functions. No role has a right to write here. The closing
-- function takes no figures: it reads the lines.

CREATE SCHEMA recon;
GRANT USAGE ON SCHEMA recon TO fairlot_worker, fairlot_console, fairlot_reader;

CREATE TABLE recon.closed_days (
  day        date        PRIMARY KEY,
  from_tx    bigint      NOT NULL,
  upto_tx    bigint      NOT NULL CHECK (upto_tx >= from_tx),
  entries    bigint      NOT NULL,
  lines      bigint      NOT NULL,
  entry_hash bytea       NOT NULL,
  line_hash  bytea       NOT NULL,
  -- The charges of kept day trades up to here: no fill has them.
  kept_tax   numeric     NOT NULL,
  kept_fee   numeric     NOT NULL,
  -- Over everything above, the totals, the fills and the hash of the day before.
  hash       bytea       NOT NULL CHECK (octet_length(hash) = 32),
  closed_at  timestamptz NOT NULL
);
GRANT SELECT ON recon.closed_days TO fairlot_console;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON recon.closed_days
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON recon.closed_days EXECUTE FUNCTION ledger.refuse_change();

-- The balance of every kind of account at the end of the day.
CREATE TABLE recon.closed_totals (
  day        date    NOT NULL,
  owner_kind text    NOT NULL,
  asset      text    NOT NULL,
  kind       text    NOT NULL,
  total      numeric NOT NULL,
  PRIMARY KEY (day, owner_kind, asset, kind)
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON recon.closed_totals
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON recon.closed_totals EXECUTE FUNCTION ledger.refuse_change();

-- The last settled fill of each shard, and the charges of all fills up to there.
CREATE TABLE recon.closed_fills (
  day        date     NOT NULL,
  shard      smallint NOT NULL,
  upto_event bigint   NOT NULL,
  fills      bigint   NOT NULL,
  fee        numeric  NOT NULL,
  tax        numeric  NOT NULL,
  borrow_fee numeric  NOT NULL,
  PRIMARY KEY (day, shard)
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON recon.closed_fills
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON recon.closed_fills EXECUTE FUNCTION ledger.refuse_change();

-- The start of the open day. Before any day is closed everything is open.
CREATE FUNCTION recon.open_from() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT d.upto_tx FROM recon.closed_days d ORDER BY d.day DESC LIMIT 1), 0)
$$;

-- Requests have no transaction number. Those decided since two days before the last closing are read with the open day.
CREATE FUNCTION recon.open_since() RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT d.closed_at - interval '2 days' FROM recon.closed_days d ORDER BY d.day DESC LIMIT 1), '-infinity')
$$;

-- Sums a range of transactions from its lines. The hashes cover every column; 256 parts by the last byte of the entry's
-- id keep the text of one part small, however large the day.
CREATE FUNCTION recon.add_lines(p_from bigint, p_upto bigint)
RETURNS TABLE (entries bigint, lines bigint, entry_hash bytea, line_hash bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH l AS (
    SELECT get_byte(uuid_send(x.entry_id), 15) AS part, count(*) AS n,
      sha256(convert_to(string_agg(concat_ws(' ', x.entry_id, x.line_no, x.account_id, extract(epoch FROM x.posted_at), x.amount,
        x.asset, x.tx, coalesce(x.seq, -1), coalesce(x.balance_after::text, '-'), coalesce(x.hold_id::text, '-')), E'\n'
        ORDER BY x.entry_id, x.line_no), 'UTF8')) AS digest
    FROM ledger.lines x WHERE x.tx >= p_from AND x.tx < p_upto GROUP BY 1
  ), e AS (
    SELECT get_byte(uuid_send(x.id), 15) AS part, count(*) AS n,
      sha256(convert_to(string_agg(concat_ws(' ', x.id, extract(epoch FROM x.posted_at), x.line_count, x.event, x.reference, x.key,
        coalesce(x.reverses::text, '-'), x.tx), E'\n' ORDER BY x.id), 'UTF8')) AS digest
    FROM ledger.entries x WHERE x.tx >= p_from AND x.tx < p_upto GROUP BY 1
  )
  SELECT (SELECT coalesce(sum(e.n), 0)::bigint FROM e), (SELECT coalesce(sum(l.n), 0)::bigint FROM l),
    (SELECT sha256(coalesce(string_agg(e.digest, ''::bytea ORDER BY e.part), ''::bytea)) FROM e),
    (SELECT sha256(coalesce(string_agg(l.digest, ''::bytea ORDER BY l.part), ''::bytea)) FROM l)
$$;

-- The movements of a range of transactions, by kind of account.
CREATE FUNCTION recon.moved(p_from bigint, p_upto bigint)
RETURNS TABLE (owner_kind text, asset text, kind text, total numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.owner_kind, a.asset, a.kind, sum(m.total)
  FROM (
    SELECT l.account_id, sum(l.amount) AS total FROM ledger.lines l WHERE l.tx >= p_from AND l.tx < p_upto GROUP BY l.account_id
  ) AS m
  CROSS JOIN LATERAL (SELECT x.owner_kind, x.asset, x.kind FROM ledger.accounts x WHERE x.id = m.account_id OFFSET 0) AS a
  GROUP BY a.owner_kind, a.asset, a.kind
$$;

-- The charges of kept day trades in a range of transactions.
CREATE FUNCTION recon.kept_charges(p_from bigint, p_upto bigint, OUT tax numeric, OUT fee numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(l.amount) FILTER (WHERE l.account_id = ledger.account_id('tax/transaction/TWD/collected')), 0),
    coalesce(sum(l.amount) FILTER (WHERE l.account_id = ledger.account_id('fees/borrow/TWD/income')), 0)
  FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'day-trade.kept'
$$;

-- The hash of a day over its range, the sums of its lines, its stored rows and the hash of the day before it.
CREATE FUNCTION recon.hash_of(
  p_day date, p_from bigint, p_upto bigint, p_entries bigint, p_lines bigint, p_entry_hash bytea, p_line_hash bytea,
  p_kept_tax numeric, p_kept_fee numeric
) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(
    coalesce((SELECT b.hash FROM recon.closed_days b WHERE b.day < p_day ORDER BY b.day DESC LIMIT 1), ''::bytea)
    || convert_to(concat_ws(' ', p_day, p_from, p_upto, p_entries, p_lines, encode(p_entry_hash, 'hex'), encode(p_line_hash, 'hex'),
      p_kept_tax, p_kept_fee,
      (SELECT string_agg(concat_ws('/', t.owner_kind, t.asset, t.kind, t.total), ' ' ORDER BY t.owner_kind, t.asset, t.kind)
       FROM recon.closed_totals t WHERE t.day = p_day),
      (SELECT string_agg(concat_ws('/', f.shard, f.upto_event, f.fills, f.fee, f.tax, f.borrow_fee), ' ' ORDER BY f.shard)
       FROM recon.closed_fills f WHERE f.day = p_day)), 'UTF8'))
$$;

-- Closes everything that is final now under the name of a day. Every figure comes from the lines and the fills.
CREATE FUNCTION recon.close_as(p_day date) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off SET work_mem = '64MB' AS $$
DECLARE
  v_last  recon.closed_days;
  v_from  bigint;
  v_upto  bigint;
  v_added record;
  v_kept  record;
  v_hash  bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('recon.close_as', 0));
  SELECT d.* INTO v_last FROM recon.closed_days d ORDER BY d.day DESC LIMIT 1;
  IF v_last.day >= p_day THEN
    RAISE EXCEPTION 'day % cannot be closed: the last closed day is %', p_day, v_last.day USING ERRCODE = 'check_violation';
  END IF;
  v_from := coalesce(v_last.upto_tx, 0);
  v_upto := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;

  SELECT a.* INTO v_added FROM recon.add_lines(v_from, v_upto) AS a;
  SELECT k.tax + coalesce(v_last.kept_tax, 0) AS tax, k.fee + coalesce(v_last.kept_fee, 0) AS fee INTO v_kept
  FROM recon.kept_charges(v_from, v_upto) AS k;
  INSERT INTO recon.closed_totals (day, owner_kind, asset, kind, total)
  SELECT p_day, u.owner_kind, u.asset, u.kind, sum(u.total)
  FROM (
    SELECT t.owner_kind, t.asset, t.kind, t.total FROM recon.closed_totals t WHERE t.day = v_last.day
    UNION ALL SELECT m.owner_kind, m.asset, m.kind, m.total FROM recon.moved(v_from, v_upto) AS m
  ) AS u GROUP BY u.owner_kind, u.asset, u.kind;
  INSERT INTO recon.closed_fills (day, shard, upto_event, fills, fee, tax, borrow_fee)
  SELECT p_day, c.shard, c.event, coalesce(k.fills, 0) + f.fills, coalesce(k.fee, 0) + f.fee, coalesce(k.tax, 0) + f.tax,
    coalesce(k.borrow_fee, 0) + f.borrow_fee
  FROM settlement.cursors c
  LEFT JOIN recon.closed_fills k ON k.day = v_last.day AND k.shard = c.shard
  CROSS JOIN LATERAL (
    SELECT count(*) AS fills, coalesce(sum(x.fee), 0) AS fee, coalesce(sum(x.tax), 0) AS tax,
      coalesce(sum(x.borrow_fee), 0) AS borrow_fee
    FROM app.fills x WHERE x.shard = c.shard AND x.event > coalesce(k.upto_event, 0) AND x.event <= c.event
  ) AS f;
  v_hash := recon.hash_of(p_day, v_from, v_upto, v_added.entries, v_added.lines, v_added.entry_hash, v_added.line_hash,
    v_kept.tax, v_kept.fee);
  INSERT INTO recon.closed_days (day, from_tx, upto_tx, entries, lines, entry_hash, line_hash, kept_tax, kept_fee, hash, closed_at)
  VALUES (p_day, v_from, v_upto, v_added.entries, v_added.lines, v_added.entry_hash, v_added.line_hash, v_kept.tax, v_kept.fee, v_hash, clock_timestamp());
  RETURN v_hash;
END $$;

-- Closes yesterday, once, when the checks of the minute find nothing. Null when there is nothing to close or something
-- differs.
CREATE FUNCTION recon.close_day() RETURNS date
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_day date := (clock_timestamp() AT TIME ZONE 'Asia/Taipei')::date - 1;
BEGIN
  IF EXISTS (SELECT FROM recon.closed_days d WHERE d.day >= v_day) THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM app.reconcile() AS r WHERE r.difference <> 0 AND r.code <> 'bank-cover') THEN RETURN NULL; END IF;
  PERFORM recon.close_as(v_day);
  RETURN v_day;
END $$;
GRANT EXECUTE ON FUNCTION recon.close_day TO fairlot_worker;
