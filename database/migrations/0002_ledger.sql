-- The ledger: double entry for money and shares. The application may only EXECUTE the functions granted at
-- the end; it has no right on any table here. Why it is built this way:
-- docs/adr/0005-the-ledger-is-functions.md.
--
-- In short: an entry has two or more lines that sum to zero per asset. Accounts with a bound (members, seats, the
-- lending pool) have one balance row, locked in account id order; every line on them has the balance after it and its
-- number on that account, so a gap or a wrong sum shows. Accounts without a bound (clearing, fees, tax, house) have no
-- row, which every posting would wait for: their balance is the last checkpoint plus the lines since.

-- packages/ledger/src/chart.ts describes each kind; a test compares the two.
CREATE TABLE ledger.chart (
  owner_kind text    NOT NULL,
  kind       text    NOT NULL,
  dated      boolean NOT NULL DEFAULT false,
  holding    boolean NOT NULL DEFAULT false,
  lowest     bigint,
  highest    bigint,
  PRIMARY KEY (owner_kind, kind),
  -- A held account must have a floor, or a hold could be captured twice.
  CHECK (NOT holding OR lowest = 0)
);

INSERT INTO ledger.chart (owner_kind, kind, dated, holding, lowest, highest)
SELECT owner_kind, kind, dated, holding, lowest, highest
FROM unnest(ARRAY['member', 'seat']) AS owner_kind,
  (VALUES
    ('available',       false, false, 0::bigint, NULL::bigint),
    ('held',            false, true,  0,    NULL),
    ('receivable',      true,  false, 0,    NULL),
    ('held-receivable', true,  true,  0,    NULL),
    ('payable',         true,  false, NULL, 0),
    ('collateral',      false, false, 0,    NULL),
    ('loan',            false, false, NULL, 0),
    ('interest',        false, false, NULL, 0)
  ) AS customer (kind, dated, holding, lowest, highest);

INSERT INTO ledger.chart (owner_kind, kind, dated, lowest) VALUES
  ('house', 'bank', false, NULL),
  ('house', 'capital', false, NULL),
  ('house', 'issue', false, NULL),
  ('house', 'fx', false, NULL),
  ('house', 'interest', false, NULL),
  ('house', 'rounding', false, NULL),
  ('house', 'corrections', false, NULL),
  ('clearing', 'settlement', false, NULL),
  ('clearing', 'settling', true, NULL),
  ('fees', 'income', false, NULL),
  ('tax', 'collected', false, NULL),
  ('practice-grant', 'granted', false, NULL),
  ('lending', 'available', false, 0),
  ('lending', 'lent', false, 0),
  ('suspense', 'open', false, NULL);

-- An account's id is a digest of its code: it can be computed from the code in every cell, without a query.
CREATE FUNCTION ledger.account_id(code text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT encode(substring(sha256(code::bytea) FROM 1 FOR 16), 'hex')::uuid $$;

-- An entry's id is a UUIDv7 of the entry's own time, so an id gives its month without a search. `stamp` is that time:
-- milliseconds, then twelve bits that count within the millisecond.
CREATE FUNCTION ledger.entry_id(stamp bigint) RETURNS uuid
LANGUAGE sql VOLATILE STRICT
AS $$
  SELECT (lpad(to_hex(stamp >> 12), 12, '0') || '7' || lpad(to_hex(stamp & 4095), 3, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid
$$;

CREATE FUNCTION ledger.time_of(entry_id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT to_timestamp(('x' || translate(left(entry_id::text, 13), '-', ''))::bit(48)::bigint / 1000::float8) $$;

CREATE TABLE ledger.accounts (
  id         uuid        PRIMARY KEY,
  code       text        NOT NULL,
  owner_kind text        NOT NULL,
  owner_id   text        NOT NULL,
  asset      text        NOT NULL,
  kind       text        NOT NULL,
  due        date,
  bounded    boolean     NOT NULL,
  holding    boolean     NOT NULL,
  opened_at  timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (owner_kind, kind) REFERENCES ledger.chart (owner_kind, kind),
  -- Makes the code as unique as the id.
  CHECK (id = ledger.account_id(code))
);
CREATE INDEX accounts_by_owner ON ledger.accounts (owner_kind, owner_id, asset);

-- One row per bounded account. `lines` counts its lines; `first_stamp` and `stamp` are the times of its first and last
-- one, which limit the months a statement reads: a sub-account of a settlement date is in one or two.
CREATE TABLE ledger.balances (
  account_id  uuid   PRIMARY KEY REFERENCES ledger.accounts (id),
  balance     bigint NOT NULL DEFAULT 0,
  lines       bigint NOT NULL DEFAULT 0,
  first_stamp bigint,
  stamp       bigint NOT NULL DEFAULT 0,
  lowest      bigint,
  highest     bigint,
  -- The functions refuse earlier; this constraint is for a bug in one of them.
  CONSTRAINT within_bounds CHECK (balance >= lowest AND balance <= highest),
  CHECK (lowest IS NOT NULL OR highest IS NOT NULL)
) WITH (fillfactor = 70); -- room on the page keeps updates away from the index

CREATE TABLE ledger.entries (
  id         uuid        NOT NULL,
  posted_at  timestamptz NOT NULL,
  line_count smallint    NOT NULL CHECK (line_count >= 2),
  event      text        NOT NULL CHECK (event ~ '^[a-z][a-z0-9.-]{0,63}$'),
  reference  text        NOT NULL CHECK (length(reference) BETWEEN 1 AND 128),
  key        text        NOT NULL,
  reverses   uuid,
  -- The writing transaction, as on its lines: no line can be added to an entry later.
  tx         bigint      NOT NULL,
  PRIMARY KEY (id, posted_at),
  -- posted_at follows from the id, so an id is unique over all months although the key must name the month.
  -- Spelled out instead of calling ledger.time_of(): a function of ours would be planned again for every
  -- statement.
  CONSTRAINT time_in_id CHECK (
    posted_at = to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000::float8))
) PARTITION BY RANGE (posted_at);

CREATE TABLE ledger.lines (
  entry_id      uuid        NOT NULL,
  account_id    uuid        NOT NULL,
  posted_at     timestamptz NOT NULL,
  amount        bigint      NOT NULL CHECK (amount <> 0),
  -- The writing transaction. Lines of transactions older than the oldest running one are final, which checkpoints need.
  tx            bigint      NOT NULL,
  -- Number of this line on its account and the balance after it; null on accounts without a balance row.
  seq           bigint,
  balance_after bigint,
  line_no       smallint    NOT NULL CHECK (line_no >= 1),
  asset         text        NOT NULL,
  hold_id       uuid,
  PRIMARY KEY (entry_id, line_no, posted_at),
  CHECK ((seq IS NULL) = (balance_after IS NULL))
) PARTITION BY RANGE (posted_at);

-- For a statement page, and for the last known line of an account.
CREATE INDEX lines_of_bounded ON ledger.lines (account_id, posted_at DESC, seq DESC) WHERE seq IS NOT NULL;
-- For the tail of an account without a balance row.
CREATE INDEX lines_of_unbounded ON ledger.lines (account_id, tx) WHERE seq IS NULL;
CREATE INDEX lines_of_hold ON ledger.lines (hold_id) WHERE hold_id IS NOT NULL;
-- For everything since a checkpoint. Lines are written in this order, so a cheap block range index is enough.
CREATE INDEX lines_by_tx ON ledger.lines USING brin (tx) WITH (pages_per_range = 32, autosummarize = on);

-- One key, one effect. Not partitioned, because the key must be unique over all months; ledger.forget() keeps it small.
CREATE TABLE ledger.keys (
  key          text        PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 200),
  request_hash bytea       NOT NULL,
  entry_id     uuid        NOT NULL,
  posted_at    timestamptz NOT NULL
);
CREATE INDEX keys_by_age ON ledger.keys (posted_at);

CREATE TABLE ledger.reversals (
  original uuid PRIMARY KEY,
  entry_id uuid
);

CREATE TABLE ledger.holds (
  id         uuid        PRIMARY KEY,
  account_id uuid        NOT NULL REFERENCES ledger.accounts (id),
  reference  text        NOT NULL,
  amount     bigint      NOT NULL CHECK (amount > 0),
  remaining  bigint      NOT NULL CHECK (remaining BETWEEN 0 AND amount),
  state      text        NOT NULL CHECK (state IN ('open', 'closed')),
  opened_by  uuid        NOT NULL,
  opened_at  timestamptz NOT NULL,
  closed_at  timestamptz,
  CONSTRAINT closed_when_empty CHECK ((state = 'closed') = (remaining = 0) AND (state = 'closed') = (closed_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX holds_open ON ledger.holds (account_id) WHERE state = 'open';
CREATE INDEX holds_by_age ON ledger.holds (closed_at) WHERE state = 'closed';

-- A checkpoint adds the lines that have become final since the one before. Totals are by kind of account, so that the
-- trial balance reads thousands of rows and not millions; system_totals are the accounts without a balance row.
CREATE TABLE ledger.checkpoints (
  id      bigint      PRIMARY KEY,
  upto    bigint      NOT NULL,
  lines   bigint      NOT NULL,
  made_at timestamptz NOT NULL,
  digest  bytea       NOT NULL
);
CREATE TABLE ledger.totals (
  owner_kind text    NOT NULL,
  asset      text    NOT NULL,
  kind       text    NOT NULL,
  total      numeric NOT NULL,
  PRIMARY KEY (owner_kind, asset, kind)
);
CREATE TABLE ledger.system_totals (
  account_id uuid    PRIMARY KEY REFERENCES ledger.accounts (id),
  total      numeric NOT NULL
);

-- Written rows cannot be changed, not even by the owner.
CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of ledger.% is not possible: history is corrected by a new entry', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ledger.entries FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ledger.lines FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ledger.checkpoints FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE ON ledger.keys FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_delete BEFORE DELETE ON ledger.balances FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.entries EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.lines EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.checkpoints EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.accounts EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.balances EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.keys EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.holds EXECUTE FUNCTION ledger.refuse_change();

-- A hold only shrinks, closes once, and stays closed.
CREATE FUNCTION ledger.check_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'closed' OR NEW.remaining >= OLD.remaining
    OR (NEW.id, NEW.account_id, NEW.amount, NEW.reference, NEW.opened_by, NEW.opened_at)
      IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.amount, OLD.reference, OLD.opened_by, OLD.opened_at) THEN
    RAISE EXCEPTION 'hold % cannot go from % of % to %', OLD.id, OLD.state, OLD.remaining, NEW.remaining
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_shrinks BEFORE UPDATE ON ledger.holds FOR EACH ROW EXECUTE FUNCTION ledger.check_hold();

-- At COMMIT every entry must balance per asset and have as many lines as it states. The functions check this before
-- they write; the trigger also covers a bug in them and manual writes of the owner. No function runs at COMMIT, so the
-- trigger needs the owner's rights itself.
CREATE FUNCTION ledger.check_balanced() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_off   bigint;
  v_lines bigint;
BEGIN
  SELECT count(*) FILTER (WHERE per_asset.total <> 0), sum(per_asset.lines) INTO v_off, v_lines
  FROM (
    SELECT sum(l.amount) AS total, count(*) AS lines
    FROM ledger.lines l
    WHERE l.entry_id = NEW.id AND l.posted_at = NEW.posted_at
    GROUP BY l.asset
  ) AS per_asset;
  IF v_off <> 0 OR v_lines IS DISTINCT FROM NEW.line_count THEN
    RAISE EXCEPTION 'ledger entry % does not balance', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger.check_balanced();

-- A line belongs to an entry of its own transaction, which is checked above: none can join an entry later. Partitions
-- have their own trigger (ledger.ensure_partitions), against writes that bypass the parent.
CREATE FUNCTION ledger.check_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_tx bigint := pg_current_xact_id()::text::bigint;
BEGIN
  IF EXISTS (
    SELECT FROM added l
    LEFT JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
    WHERE l.tx <> v_tx OR e.tx IS DISTINCT FROM v_tx
  ) THEN
    RAISE EXCEPTION 'a ledger line outside the transaction of its entry' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER with_entry AFTER INSERT ON ledger.lines REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_lines();

-- Creates the months from `p_from` on. Attaching takes a lock that lets postings continue. There is no default
-- partition, so a missing month is an error at once and leaves no rows to move later.
CREATE FUNCTION ledger.ensure_partitions(p_from timestamptz, p_months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_first timestamp := date_trunc('month', p_from AT TIME ZONE 'UTC');
  v_month timestamp;
  v_table text;
  v_name  text;
  v_made  integer := 0;
BEGIN
  IF p_months NOT BETWEEN 0 AND 120 THEN RAISE EXCEPTION 'months out of range: %', p_months; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.ensure_partitions', 0));
  FOR i IN 0..p_months LOOP
    v_month := v_first + make_interval(months => i);
    FOREACH v_table IN ARRAY ARRAY['entries', 'lines'] LOOP
      v_name := v_table || to_char(v_month, '_YYYY_MM');
      CONTINUE WHEN to_regclass('ledger.' || v_name) IS NOT NULL;
      EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_name, v_table);
      EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.%I EXECUTE FUNCTION ledger.refuse_change()', v_name);
      IF v_table = 'lines' THEN
        EXECUTE format('CREATE TRIGGER with_entry AFTER INSERT ON ledger.%I REFERENCING NEW TABLE AS added
          FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_lines()', v_name);
      END IF;
      EXECUTE format('ALTER TABLE ledger.%I ATTACH PARTITION ledger.%I FOR VALUES FROM (%L) TO (%L)',
        v_table, v_name, to_char(v_month, 'YYYY-MM-DD"T00:00:00Z"'),
        to_char(v_month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
      v_made := v_made + 1;
    END LOOP;
  END LOOP;
  RETURN v_made;
END $$;

-- Opens the missing accounts, in id order, so that two callers with the same accounts cannot deadlock.
CREATE FUNCTION ledger.open_accounts(p_codes text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_strange text;
BEGIN
  SELECT u.code INTO v_strange
  FROM unnest(p_codes) AS u (code)
  LEFT JOIN LATERAL regexp_match(u.code,
    '^([a-z-]+)/([0-9a-z-]{1,40})/([A-Z]{3}|stk:[0-9A-Z]{2,8})/([a-z-]+)(?:@(\d{4}-\d\d-\d\d))?$') AS m ON true
  LEFT JOIN ledger.chart c ON c.owner_kind = m[1] AND c.kind = m[4] AND c.dated = (m[5] IS NOT NULL)
  WHERE c.kind IS NULL
    OR m[1] IN ('member', 'seat') AND m[2] !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'no such account in the chart: %', v_strange; END IF;

  INSERT INTO ledger.accounts (id, code, owner_kind, owner_id, asset, kind, due, bounded, holding)
  SELECT DISTINCT ON (ledger.account_id(u.code)) ledger.account_id(u.code), u.code, m[1], m[2], m[3], m[4], m[5]::date,
    c.lowest IS NOT NULL OR c.highest IS NOT NULL, c.holding
  FROM unnest(p_codes) AS u (code)
  CROSS JOIN LATERAL regexp_match(u.code, '^([^/]+)/([^/]+)/([^/]+)/([^@]+)(?:@(.+))?$') AS m
  JOIN ledger.chart c ON c.owner_kind = m[1] AND c.kind = m[4]
  ORDER BY 1
  ON CONFLICT (id) DO NOTHING;

  INSERT INTO ledger.balances (account_id, lowest, highest)
  SELECT a.id, c.lowest, c.highest
  FROM ledger.accounts a
  JOIN ledger.chart c USING (owner_kind, kind)
  WHERE a.id IN (SELECT ledger.account_id(u.code) FROM unnest(p_codes) AS u (code)) AND a.bounded
  ORDER BY a.id
  ON CONFLICT (account_id) DO NOTHING;
END $$;

-- The only place where entries are decided and written. Arrays in, one row per entry out, in order; each entry is
-- accepted or refused by itself and sees the results of those before it. Refusals are returned; faults of our code
-- raise.
CREATE FUNCTION ledger.apply(
  p_events text[], p_references text[], p_keys text[], p_hashes bytea[], p_posted_at timestamptz[], p_reverses uuid[],
  p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]
) RETURNS TABLE (n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  c_most constant bigint := 9223372036854775807;
  v_tx       bigint := pg_current_xact_id()::text::bigint;
  v_entries  integer := cardinality(p_events);
  v_lines    integer := cardinality(p_accounts);
  v_found    integer;
  -- per line
  v_ids      uuid[];
  v_assets   text[];
  v_holding  boolean[];
  v_slot     integer[] := array_fill(NULL::integer, ARRAY[cardinality(p_accounts)]);
  v_seq      bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_accounts)]);
  v_after    bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_accounts)]);
  -- per locked balance row
  b_id       uuid[];
  b_balance  bigint[];
  b_lines    bigint[];
  b_first    bigint[];
  b_stamp    bigint[];
  b_lowest   bigint[];
  b_highest  bigint[];
  -- per hold
  h_id       uuid[] := '{}';
  h_account  uuid[] := '{}';
  h_amount   bigint[] := '{}';
  h_left     bigint[] := '{}';
  h_before   bigint[] := '{}';
  h_entry    integer[] := '{}'; -- the entry of this call that opens it, else null
  v_any_hold boolean;
  -- per entry
  v_first    integer[];
  v_last     integer[];
  v_entry_id uuid[];
  v_ms       bigint[];
  v_outcome  text[];
  v_on       text[] := array_fill(NULL::text, ARRAY[cardinality(p_events)]);
  v_hashes   bytea[] := p_hashes;
  k_entry    uuid[];
  k_hash     bytea[];
  -- in the loops
  v_old_balance bigint[];
  v_old_lines   bigint[];
  v_old_left    bigint[];
  v_holds_before integer;
  v_stamp    bigint;
  v_body     text;
  v_sum_of   text[];
  v_sums     bigint[];
  v_refused  boolean := false;
  v_amount   bigint;
  v_why      text;
  v_what     text;
  i integer;
  e integer;
  s integer;
  h integer;
BEGIN
  IF v_entries = 0 OR v_entries <> ALL (ARRAY[cardinality(p_references), cardinality(p_keys), cardinality(p_posted_at),
      coalesce(cardinality(p_hashes), v_entries), cardinality(p_reverses)])
    OR v_lines <> ALL (ARRAY[cardinality(p_line_entry), cardinality(p_amounts), cardinality(p_holds)]) THEN
    RAISE EXCEPTION 'the arrays of a posting differ in length';
  END IF;

  -- Accounts, opened on first use.
  FOR attempt IN 1..2 LOOP
    SELECT count(a.id), array_agg(a.id ORDER BY u.o), array_agg(a.asset ORDER BY u.o), array_agg(a.holding ORDER BY u.o)
    INTO v_found, v_ids, v_assets, v_holding
    FROM unnest(p_accounts) WITH ORDINALITY AS u (code, o)
    LEFT JOIN ledger.accounts a ON a.id = ledger.account_id(u.code);
    EXIT WHEN v_found = v_lines;
    IF attempt = 2 THEN RAISE EXCEPTION 'accounts could not be opened'; END IF;
    PERFORM ledger.open_accounts(p_accounts);
  END LOOP;

  -- Balance rows, locked in account id order: every caller uses the same order, so they cannot deadlock.
  SELECT coalesce(array_agg(b.account_id), '{}'), array_agg(b.balance), array_agg(b.lines),
    array_agg(b.first_stamp), array_agg(b.stamp), array_agg(b.lowest), array_agg(b.highest)
  INTO b_id, b_balance, b_lines, b_first, b_stamp, b_lowest, b_highest
  FROM (
    SELECT * FROM ledger.balances WHERE account_id = ANY (v_ids) ORDER BY account_id FOR NO KEY UPDATE
  ) AS b;

  -- Times and ids. Time never runs backwards on a bounded account, so the order of ids is the order of effect.
  i := 1;
  FOR e IN 1..v_entries LOOP
    v_first[e] := i;
    v_body := p_events[e] || E'\n' || p_references[e];
    v_sum_of := '{}';
    v_sums := '{}';
    v_stamp := floor(extract(epoch FROM p_posted_at[e]) * 1000)::bigint << 12;
    WHILE i <= v_lines AND p_line_entry[i] = e LOOP
      s := array_position(b_id, v_ids[i]);
      v_slot[i] := s;
      IF s IS NOT NULL AND b_stamp[s] >= v_stamp THEN v_stamp := b_stamp[s] + 1; END IF;
      s := array_position(v_sum_of, v_assets[i]);
      IF s IS NULL THEN
        v_sum_of := v_sum_of || v_assets[i];
        v_sums := v_sums || p_amounts[i];
      ELSE
        v_sums[s] := v_sums[s] + p_amounts[i];
      END IF;
      v_body := v_body || E'\n' || p_accounts[i] || ' ' || p_amounts[i] || ' ' || coalesce(p_holds[i]::text, '');
      i := i + 1;
    END LOOP;
    v_last[e] := i - 1;
    IF v_last[e] <= v_first[e] THEN RAISE EXCEPTION 'an entry has at least two lines'; END IF;
    IF 0 <> ANY (v_sums) THEN
      RAISE EXCEPTION 'an entry does not balance' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- Two requests are the same when everything except the time is equal: a retry has another time.
    IF p_hashes IS NULL THEN v_hashes[e] := sha256(convert_to(v_body, 'UTF8')); END IF;
    FOR l IN v_first[e]..v_last[e] LOOP
      s := v_slot[l];
      CONTINUE WHEN s IS NULL;
      b_stamp[s] := v_stamp;
      IF b_first[s] IS NULL THEN b_first[s] := v_stamp; END IF;
    END LOOP;
    v_entry_id[e] := ledger.entry_id(v_stamp);
    v_ms[e] := v_stamp >> 12;
  END LOOP;
  IF i <= v_lines THEN RAISE EXCEPTION 'lines are not in the order of their entries'; END IF;

  -- Keys. The second request with a key waits here for the first, then finds its row.
  INSERT INTO ledger.keys (key, request_hash, entry_id, posted_at)
  SELECT k.key, k.hash, k.entry, to_timestamp(k.ms / 1000::float8)
  FROM unnest(p_keys, v_hashes, v_entry_id, v_ms) AS k (key, hash, entry, ms)
  ORDER BY k.key
  ON CONFLICT (key) DO NOTHING;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  IF v_found < v_entries THEN
    IF (SELECT count(DISTINCT u.key) FROM unnest(p_keys) AS u (key)) < v_entries THEN
      RAISE EXCEPTION 'the same key twice in one call';
    END IF;
    SELECT array_agg(k.entry_id ORDER BY u.o), array_agg(k.request_hash ORDER BY u.o) INTO k_entry, k_hash
    FROM unnest(p_keys) WITH ORDINALITY AS u (key, o)
    JOIN ledger.keys k ON k.key = u.key;
  ELSE
    k_entry := v_entry_id;
  END IF;

  v_any_hold := array_remove(p_holds, NULL) <> '{}';
  IF v_any_hold THEN
    SELECT coalesce(array_agg(x.id), '{}'), coalesce(array_agg(x.account_id), '{}'), coalesce(array_agg(x.amount), '{}'),
      coalesce(array_agg(x.remaining), '{}'), coalesce(array_agg(NULL::integer), '{}')
    INTO h_id, h_account, h_amount, h_left, h_entry
    FROM (SELECT * FROM ledger.holds WHERE id = ANY (p_holds) ORDER BY id FOR UPDATE) AS x;
    h_before := h_left;
  END IF;

  FOR e IN 1..v_entries LOOP
    IF k_entry[e] <> v_entry_id[e] THEN
      IF k_hash[e] = v_hashes[e] THEN
        v_outcome[e] := 'replayed';
        v_entry_id[e] := k_entry[e];
        v_ms[e] := floor(extract(epoch FROM ledger.time_of(k_entry[e])) * 1000);
      ELSE
        v_outcome[e] := 'key-reused';
      END IF;
      CONTINUE;
    END IF;

    v_why := NULL;
    v_old_balance := b_balance;
    v_old_lines := b_lines;
    IF v_any_hold THEN
      v_old_left := h_left;
      v_holds_before := cardinality(h_id);
    END IF;

    FOR i IN v_first[e]..v_last[e] LOOP
      v_amount := p_amounts[i];
      s := v_slot[i];
      IF s IS NOT NULL THEN
        IF (v_amount > 0 AND b_balance[s] > c_most - v_amount) OR (v_amount < 0 AND b_balance[s] < -c_most - v_amount) THEN
          v_why := 'overflow';
          v_what := p_accounts[i];
          EXIT;
        END IF;
        b_balance[s] := b_balance[s] + v_amount;
        b_lines[s] := b_lines[s] + 1;
        v_seq[i] := b_lines[s];
        v_after[i] := b_balance[s];
      END IF;

      IF v_holding[i] IS DISTINCT FROM (p_holds[i] IS NOT NULL) THEN
        RAISE EXCEPTION 'a line on % must name a hold exactly if the account keeps holds', p_accounts[i];
      END IF;
      CONTINUE WHEN p_holds[i] IS NULL;
      h := array_position(h_id, p_holds[i]);
      IF v_amount > 0 THEN
        IF h IS NOT NULL THEN
          v_why := 'hold-exists';
        ELSE
          h_id := h_id || p_holds[i];
          h_account := h_account || v_ids[i];
          h_amount := h_amount || v_amount;
          h_left := h_left || v_amount;
          h_before := h_before || NULL::bigint;
          h_entry := h_entry || e;
        END IF;
      ELSIF h IS NULL OR h_account[h] IS DISTINCT FROM v_ids[i] THEN
        v_why := 'unknown-hold';
      ELSIF h_left[h] = 0 THEN
        v_why := 'hold-closed';
      ELSIF h_left[h] < -v_amount THEN
        v_why := 'hold-exceeded';
      ELSE
        h_left[h] := h_left[h] + v_amount;
      END IF;
      IF v_why IS NOT NULL THEN
        v_what := p_holds[i]::text;
        EXIT;
      END IF;
    END LOOP;

    -- Bounds are checked on the entry as a whole: the order of its lines does not matter.
    IF v_why IS NULL THEN
      FOR i IN v_first[e]..v_last[e] LOOP
        s := v_slot[i];
        IF b_balance[s] < b_lowest[s] THEN
          v_why := 'insufficient';
        ELSIF b_balance[s] > b_highest[s] THEN
          v_why := 'over-ceiling';
        END IF;
        IF v_why IS NOT NULL THEN
          v_what := p_accounts[i];
          EXIT;
        END IF;
      END LOOP;
    END IF;

    IF v_why IS NULL THEN
      v_outcome[e] := 'posted';
    ELSE
      v_outcome[e] := v_why;
      v_refused := true;
      v_on[e] := v_what;
      b_balance := v_old_balance;
      b_lines := v_old_lines;
      IF v_any_hold THEN
        h_left := v_old_left;
        h_id := h_id[1:v_holds_before];
        h_account := h_account[1:v_holds_before];
        h_amount := h_amount[1:v_holds_before];
        h_before := h_before[1:v_holds_before];
        h_entry := h_entry[1:v_holds_before];
      END IF;
    END IF;
  END LOOP;

  IF 'posted' = ANY (v_outcome) THEN
    UPDATE ledger.balances b SET balance = u.balance, lines = u.lines, first_stamp = u.first_stamp, stamp = u.stamp
    FROM unnest(b_id, b_balance, b_lines, b_first, b_stamp) AS u (id, balance, lines, first_stamp, stamp)
    WHERE b.account_id = u.id AND b.lines <> u.lines;

    INSERT INTO ledger.entries (id, posted_at, line_count, event, reference, key, reverses, tx)
    SELECT x.id, to_timestamp(x.ms / 1000::float8), x.last - x.first + 1, x.event, x.reference, x.key, x.reverses, v_tx
    FROM unnest(v_entry_id, v_ms, v_outcome, v_first, v_last, p_events, p_references, p_keys, p_reverses)
      AS x (id, ms, outcome, first, last, event, reference, key, reverses)
    WHERE x.outcome = 'posted';

    INSERT INTO ledger.lines (entry_id, account_id, posted_at, amount, tx, seq, balance_after, line_no, asset, hold_id)
    SELECT v_entry_id[l.entry], l.account, to_timestamp(v_ms[l.entry] / 1000::float8), l.amount, v_tx, l.seq, l.after,
      l.o - v_first[l.entry] + 1, l.asset, l.hold
    FROM unnest(p_line_entry, v_ids, p_amounts, v_seq, v_after, v_assets, p_holds)
      WITH ORDINALITY AS l (entry, account, amount, seq, after, asset, hold, o)
    WHERE v_outcome[l.entry] = 'posted';

    IF v_any_hold THEN
      UPDATE ledger.holds x SET remaining = u.left_now, state = CASE u.left_now WHEN 0 THEN 'closed' ELSE 'open' END,
        closed_at = CASE u.left_now WHEN 0 THEN to_timestamp(v_ms[v_entries] / 1000::float8) END
      FROM unnest(h_id, h_left, h_before) AS u (id, left_now, left_before)
      WHERE x.id = u.id AND u.left_now <> u.left_before;

      INSERT INTO ledger.holds (id, account_id, reference, amount, remaining, state, opened_by, opened_at, closed_at)
      SELECT u.id, u.account, p_references[u.entry], u.amount, u.left_now, CASE u.left_now WHEN 0 THEN 'closed' ELSE 'open' END,
        v_entry_id[u.entry], to_timestamp(v_ms[u.entry] / 1000::float8),
        CASE u.left_now WHEN 0 THEN to_timestamp(v_ms[v_entries] / 1000::float8) END
      FROM unnest(h_id, h_account, h_amount, h_left, h_entry) AS u (id, account, amount, left_now, entry)
      WHERE u.entry IS NOT NULL;
    END IF;
  END IF;

  -- A refused entry leaves nothing behind, not even its key: the same request may be tried again.
  IF v_refused THEN
    DELETE FROM ledger.keys k
    USING unnest(p_keys, v_entry_id, v_outcome) AS u (key, entry, outcome)
    WHERE k.key = u.key AND k.entry_id = u.entry AND u.outcome NOT IN ('posted', 'replayed', 'key-reused');
  END IF;

  FOR e IN 1..v_entries LOOP
    n := e;
    outcome := v_outcome[e];
    entry_id := CASE WHEN outcome IN ('posted', 'replayed') THEN v_entry_id[e] END;
    posted_ms := CASE WHEN outcome IN ('posted', 'replayed') THEN v_ms[e] END;
    refused_on := v_on[e];
    RETURN NEXT;
  END LOOP;
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

-- Whether a key was used: the first effect, or a refusal; no row when it is new.
CREATE FUNCTION ledger.replay_of(p_key text, p_hash bytea)
RETURNS TABLE (n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
LANGUAGE sql STABLE AS $$
  SELECT 1, CASE WHEN k.request_hash = p_hash THEN 'replayed' ELSE 'key-reused' END,
    CASE WHEN k.request_hash = p_hash THEN k.entry_id END,
    CASE WHEN k.request_hash = p_hash THEN floor(extract(epoch FROM k.posted_at) * 1000)::bigint END, NULL::text
  FROM ledger.keys k WHERE k.key = p_key
$$;

-- Releases the remainder of a hold, read under the lock.
CREATE FUNCTION ledger.release_rest(p_hold uuid, p_event text, p_reference text, p_key text, p_posted_at timestamptz)
RETURNS TABLE (n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_hash bytea := sha256(convert_to(concat_ws(E'\n', 'release-rest', p_hold, p_event, p_reference), 'UTF8'));
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

CREATE FUNCTION ledger.balances_of(p_owner_kind text, p_owner_id text)
RETURNS TABLE (account text, asset text, kind text, due date, amount bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT a.code, a.asset, a.kind, a.due, b.balance
  FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND (a.due IS NULL OR b.balance <> 0);
END $$;

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

CREATE FUNCTION ledger.hold_of(p_hold uuid)
RETURNS TABLE (hold_id uuid, account text, reference text, amount bigint, remaining bigint, state text, opened_ms bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT h.id, a.code, h.reference, h.amount, h.remaining, h.state, floor(extract(epoch FROM h.opened_at) * 1000)::bigint
  FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id WHERE h.id = p_hold;
END $$;

CREATE FUNCTION ledger.open_holds(p_owner_kind text, p_owner_id text)
RETURNS TABLE (hold_id uuid, account text, reference text, amount bigint, remaining bigint, state text, opened_ms bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT h.id, a.code, h.reference, h.amount, h.remaining, h.state, floor(extract(epoch FROM h.opened_at) * 1000)::bigint
  FROM ledger.accounts a JOIN ledger.holds h ON h.account_id = a.id AND h.state = 'open'
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND a.holding;
END $$;

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

-- An open hold is a member's held money: its row cannot be deleted.
CREATE FUNCTION ledger.check_hold_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'open' THEN
    RAISE EXCEPTION 'hold % is open', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER only_closed BEFORE DELETE ON ledger.holds FOR EACH ROW EXECUTE FUNCTION ledger.check_hold_delete();

SELECT ledger.ensure_partitions(now() - interval '1 month', 4);

REVOKE ALL ON ALL TABLES IN SCHEMA ledger FROM PUBLIC, fairlot_api, fairlot_worker;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  ledger.post_many(text[], text[], text[], timestamptz[], integer[], text[], bigint[], uuid[]),
  ledger.release_rest(uuid, text, text, text, timestamptz),
  ledger.reverse(uuid, text, text, text, timestamptz),
  ledger.balances_of(text, text),
  ledger.balance_of(text),
  ledger.statement(text, text, text, text, uuid, smallint, integer),
  ledger.hold_of(uuid),
  ledger.open_holds(text, text),
  ledger.trial_balance()
TO fairlot_api, fairlot_worker;
GRANT EXECUTE ON FUNCTION
  ledger.ensure_partitions(timestamptz, integer),
  ledger.checkpoint(),
  ledger.forget(timestamptz, integer)
TO fairlot_worker;
