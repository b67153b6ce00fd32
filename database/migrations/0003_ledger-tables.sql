-- The ledger: double entry for money and shares. The application may only EXECUTE the functions granted here; it has no
-- right on any table. docs/adr/0005-the-ledger-is-functions.md says why.
--
-- In short: an entry has two or more lines that sum to zero per asset. Accounts with a bound (members, seats, the
-- lending pool) have one balance row, locked in account id order; every line on them has the balance after it and its
-- number on that account, so a gap or a wrong sum shows. Accounts without a bound (clearing, fees, tax, house) have no
-- row, which every posting would wait for: their balance is the last checkpoint plus the lines since.

CREATE SCHEMA ledger;
GRANT USAGE ON SCHEMA ledger TO fairlot_api, fairlot_worker, fairlot_reader, fairlot_console;
ALTER DEFAULT PRIVILEGES IN SCHEMA ledger GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA ledger GRANT SELECT ON TABLES TO fairlot_reader;

-- packages/ledger/src/chart.ts describes each kind; a test compares the two.
CREATE TABLE ledger.chart (
  owner_kind text    NOT NULL,
  kind       text    NOT NULL,
  dated      boolean NOT NULL DEFAULT false,
  holding    boolean NOT NULL DEFAULT false,
  lowest     bigint,
  highest    bigint,
  PRIMARY KEY (owner_kind, kind),
  -- A held account must have a minimum, or a hold could be captured twice.
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
INSERT INTO ledger.chart (owner_kind, kind, dated, holding, lowest) VALUES
  ('house', 'bank', false, false, NULL),
  ('house', 'capital', false, false, NULL),
  ('house', 'issue', false, false, NULL),
  ('house', 'fx', false, false, NULL),
  ('house', 'interest', false, false, NULL),
  ('house', 'rounding', false, false, NULL),
  ('house', 'corrections', false, false, NULL),
  -- Approved withdrawals that the bank has not confirmed yet.
  ('house', 'payouts', false, false, NULL),
  -- The operator's spending on vouchers, and the reserve for those that can still be used.
  ('house', 'promotion', false, false, NULL),
  ('house', 'vouchers', false, false, NULL),
  ('clearing', 'settlement', false, false, NULL),
  ('clearing', 'settling', true, false, NULL),
  ('fees', 'income', false, false, NULL),
  ('tax', 'collected', false, false, NULL),
  ('practice-grant', 'granted', false, false, NULL),
  ('lending', 'available', false, false, 0),
  ('lending', 'lent', false, false, 0),
  -- Shares that a short order wants and has not sold yet stay in the pool, under the order's hold.
  ('lending', 'held', false, true, 0),
  ('suspense', 'open', false, false, NULL);

-- An account's id is a digest of its code: it can be computed from the code in every cell, without a query.
-- This function and the two below are inlined into the plans of their callers, which makes them cheap; their own search
-- path would prevent that. RETURN binds their names now, so no search path can change them.
CREATE FUNCTION ledger.account_id(code text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(substring(sha256(code::bytea) FROM 1 FOR 16), 'hex')::uuid;

-- An entry's id is a UUIDv7 of the entry's own time, so an id gives its month without a search. `stamp` is that time:
-- milliseconds, then twelve bits that count within the millisecond.
CREATE FUNCTION ledger.entry_id(stamp bigint) RETURNS uuid
LANGUAGE sql VOLATILE STRICT
RETURN (lpad(to_hex(stamp >> 12), 12, '0') || '7' || lpad(to_hex(stamp & 4095), 3, '0')
  || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid;

CREATE FUNCTION ledger.time_of(entry_id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN to_timestamp(('x' || translate(left(entry_id::text, 13), '-', ''))::bit(48)::bigint / 1000::float8);

-- Written rows cannot be changed, not even by the owner.
CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% of ledger.% is not possible: history is corrected by a new entry', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;

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
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.accounts EXECUTE FUNCTION ledger.refuse_change();

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
CREATE TRIGGER no_delete BEFORE DELETE ON ledger.balances FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.balances EXECUTE FUNCTION ledger.refuse_change();

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
-- For everything since the last closed day. Not a block range index: after a vacuum new rows also fill gaps in old
-- pages, and then every block range of the month would match.
CREATE INDEX entries_by_tx ON ledger.entries (tx);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ledger.entries FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.entries EXECUTE FUNCTION ledger.refuse_change();

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
-- For everything since a checkpoint or the last closed day.
CREATE INDEX lines_by_tx ON ledger.lines (tx);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ledger.lines FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.lines EXECUTE FUNCTION ledger.refuse_change();

-- One key, one effect. Not partitioned, because the key must be unique over all months; ledger.forget() keeps it small.
CREATE TABLE ledger.keys (
  key          text        PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 200),
  request_hash bytea       NOT NULL,
  entry_id     uuid        NOT NULL,
  posted_at    timestamptz NOT NULL
);
CREATE INDEX keys_by_age ON ledger.keys (posted_at);
CREATE TRIGGER immutable BEFORE UPDATE ON ledger.keys FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.keys EXECUTE FUNCTION ledger.refuse_change();

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
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.holds EXECUTE FUNCTION ledger.refuse_change();

-- A hold only shrinks, closes once, and stays closed.
CREATE FUNCTION ledger.check_hold() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.state = 'closed' OR NEW.remaining >= OLD.remaining
    OR (NEW.id, NEW.account_id, NEW.amount, NEW.reference, NEW.opened_by, NEW.opened_at)
      IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.amount, OLD.reference, OLD.opened_by, OLD.opened_at) THEN
    RAISE EXCEPTION 'hold % cannot go from % of % to %', OLD.id, OLD.state, OLD.remaining, NEW.remaining
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER holds_only_decrease BEFORE UPDATE ON ledger.holds FOR EACH ROW EXECUTE FUNCTION ledger.check_hold();

-- An open hold is a member's held money: its row cannot be deleted.
CREATE FUNCTION ledger.check_hold_delete() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.state = 'open' THEN
    RAISE EXCEPTION 'hold % is open', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER holds_delete_only_closed BEFORE DELETE ON ledger.holds FOR EACH ROW EXECUTE FUNCTION ledger.check_hold_delete();

-- A checkpoint adds the lines that have become final since the one before. Totals are by kind of account, so that the
-- trial balance reads thousands of rows and not millions; system_totals are the accounts without a balance row.
CREATE TABLE ledger.checkpoints (
  id      bigint      PRIMARY KEY,
  upto    bigint      NOT NULL,
  lines   bigint      NOT NULL,
  made_at timestamptz NOT NULL,
  digest  bytea       NOT NULL
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ledger.checkpoints FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.checkpoints EXECUTE FUNCTION ledger.refuse_change();

CREATE FUNCTION ledger.refuse_lower_checkpoint() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_last bigint;
BEGIN
  SELECT max(c.upto) INTO v_last FROM ledger.checkpoints c;
  IF NEW.upto < v_last THEN
    RAISE EXCEPTION 'checkpoint refused: this cluster is at transaction %, the last checkpoint at %', NEW.upto, v_last
      USING ERRCODE = 'object_not_in_prerequisite_state',
        HINT = 'The database was restored into a younger cluster. See docs/operating/backup.md, logical restore.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER checkpoints_never_go_back BEFORE INSERT ON ledger.checkpoints
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_lower_checkpoint();

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
CREATE CONSTRAINT TRIGGER entries_enforce_balance AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger.check_balanced();

-- A line belongs to an entry of its own transaction, which is checked above: none can join an entry later. Partitions
-- have their own trigger (ledger.ensure_partitions), against writes that bypass the parent.
CREATE FUNCTION ledger.check_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
CREATE TRIGGER require_entry AFTER INSERT ON ledger.lines REFERENCING NEW TABLE AS added
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
        EXECUTE format('CREATE TRIGGER require_entry AFTER INSERT ON ledger.%I REFERENCING NEW TABLE AS added
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
GRANT EXECUTE ON FUNCTION ledger.ensure_partitions TO fairlot_worker;

SELECT ledger.ensure_partitions(now() - interval '1 month', 4);
