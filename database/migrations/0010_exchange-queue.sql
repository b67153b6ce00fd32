-- The venue: commands in, events out. The exchange process sees only this schema, and writes to it only through the
-- functions below, which check that the shard is still its own. Callers send commands with exchange.submit in their own
-- transaction; readers of events have SELECT. docs/architecture/exchange.md explains,
-- docs/adr/0014-the-log-of-the-exchange.md says why.

CREATE SCHEMA exchange;
GRANT USAGE ON SCHEMA exchange TO fairlot_exchange, fairlot_api, fairlot_worker, fairlot_quotes, fairlot_practice,
  fairlot_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA exchange GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA exchange GRANT SELECT ON TABLES TO fairlot_reader;

-- The position of each shard. Every batch updates this row on condition of its epoch, sequence and hash: a second
-- exchange of the same shard, or an old one that resumes, changes no row and must stop. It also keeps (shard, sequence)
-- and (shard, event) unique, which a key over months cannot.
CREATE TABLE exchange.shards (
  shard    smallint    PRIMARY KEY CHECK (shard BETWEEN 0 AND 1023),
  epoch    bigint      NOT NULL DEFAULT 0,
  -- The last command applied, the last event written, and the chain's head after them.
  sequence bigint      NOT NULL DEFAULT 0,
  event    bigint      NOT NULL DEFAULT 0,
  hash     text        NOT NULL DEFAULT repeat('0', 64) CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- The head of the second chain, over what is never pruned.
  kept     bytea       NOT NULL DEFAULT decode(repeat('0', 64), 'hex') CHECK (length(kept) = 32),
  at       timestamptz NOT NULL DEFAULT '1970-01-01T00:00:00Z'
) WITH (fillfactor = 10); -- updated by every batch: room on the page keeps that away from the index
GRANT SELECT ON exchange.shards TO fairlot_exchange, fairlot_api, fairlot_worker, fairlot_quotes, fairlot_practice;

-- Committed commands that wait. The id orders only the visible rows: a row that commits late is taken later, whatever
-- its id, because the exchange takes the rows that are here and deletes exactly those.
-- Statistics of a queue mislead (it is empty when they are taken), and truncating its tail would lock it: both are off.
CREATE TABLE exchange.queue (
  shard        smallint    NOT NULL,
  id           bigint      GENERATED ALWAYS AS IDENTITY,
  command      text        NOT NULL CHECK (length(command) <= 100000),
  submitted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shard, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000000000, vacuum_truncate = off);
GRANT SELECT ON exchange.queue TO fairlot_exchange;

-- The cast refuses invalid JSON here, in the caller's transaction, and not later in the exchange.
CREATE FUNCTION exchange.submit(p_shard integer, p_command text) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO exchange.queue (shard, command) VALUES (p_shard, p_command::json::text) RETURNING id
$$;
-- The api reaches the queue through the functions of its orders only.
GRANT EXECUTE ON FUNCTION exchange.submit TO fairlot_worker, fairlot_practice, fairlot_seed;

CREATE FUNCTION exchange.submit_many(p_shards integer[], p_commands text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO exchange.queue (shard, command)
  SELECT u.shard, u.command::json::text
  FROM unnest(p_shards, p_commands) WITH ORDINALITY AS u (shard, command, place) ORDER BY u.place
$$;
GRANT EXECUTE ON FUNCTION exchange.submit_many TO fairlot_worker, fairlot_practice, fairlot_seed;

-- A shard goes through each phase of a day once, however many schedulers ask for it.
CREATE TABLE exchange.phase_changes (
  shard smallint NOT NULL,
  date  date     NOT NULL,
  phase text     NOT NULL CHECK (phase IN ('opening-call', 'continuous', 'closing-call', 'closed')),
  PRIMARY KEY (shard, date, phase)
);
GRANT SELECT ON exchange.phase_changes TO fairlot_worker;

CREATE FUNCTION exchange.submit_phase(p_shard integer, p_date date, p_phase text, p_command text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO exchange.phase_changes (shard, date, phase) VALUES (p_shard, p_date, p_phase) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO exchange.queue (shard, command) VALUES (p_shard, p_command::json::text);
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION exchange.submit_phase TO fairlot_worker;

-- Which role may send the venue which command, and for whose account. A command without a row here is refused. `member`
-- means that the command has to equal an order of app.orders; `seat` an account of app.seats; `none` a command that
-- names no account; `set-aside` a command that exchange.decide_command puts into the queue.
-- docs/architecture/exchange.md prints this table.
CREATE TABLE exchange.command_rights (
  role     text NOT NULL,
  kind     text NOT NULL,
  accounts text NOT NULL CHECK (accounts IN ('member', 'seat', 'none', 'set-aside')),
  PRIMARY KEY (role, kind, accounts)
);
INSERT INTO exchange.command_rights VALUES
  -- The api and the worker only through app.place_orders, app.ask_cancel and app.ask_cancel_all.
  ('fairlot_api', 'place', 'member'),
  ('fairlot_api', 'replace', 'member'),
  ('fairlot_api', 'cancel', 'member'),
  ('fairlot_api', 'cancel-all', 'member'),
  ('fairlot_worker', 'place', 'member'),
  ('fairlot_worker', 'replace', 'member'),
  ('fairlot_worker', 'cancel', 'member'),
  ('fairlot_worker', 'cancel-all', 'member'),
  ('fairlot_worker', 'list', 'none'),
  ('fairlot_worker', 'reference', 'none'),
  ('fairlot_worker', 'phase', 'none'),
  ('fairlot_worker', 'halt', 'none'),
  ('fairlot_worker', 'resume', 'none'),
  ('fairlot_practice', 'place', 'seat'),
  ('fairlot_practice', 'quote', 'seat'),
  ('fairlot_practice', 'cancel', 'seat'),
  ('fairlot_practice', 'cancel-all', 'seat'),
  -- import-prices requests another first price for the next day.
  ('fairlot_seed', 'reference', 'none');
-- A phase and a refusal are never set aside.
INSERT INTO exchange.command_rights
SELECT 'fairlot_worker', k.kind, 'set-aside' FROM unnest(ARRAY['place', 'cancel', 'reduce', 'replace', 'cancel-all', 'quote',
  'list', 'reference', 'halt', 'resume', 'refuse']) AS k (kind);

-- On the queue itself, so that every path into it is checked. It runs after the statement: the orders that
-- app.place_orders writes together with their commands exist by then. The role is the one that logged in, whatever
-- function it came through. A superuser may change the queue anyway.
CREATE FUNCTION exchange.check_commands() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_kind    text;
  v_account text;
BEGIN
  IF current_setting('is_superuser') = 'on' THEN RETURN NULL; END IF;
  SELECT coalesce(c.kind, 'without a kind'), c.account INTO v_kind, v_account
  FROM new_commands n
  CROSS JOIN LATERAL json_to_record(n.command::json) AS c (kind text, account text, "order" text, "newOrder" text,
    symbol text, side text, price text, quantity text, validity text)
  WHERE NOT EXISTS (
    SELECT FROM exchange.command_rights r
    WHERE r.role = session_user AND r.kind = c.kind AND CASE r.accounts
      WHEN 'none' THEN c.account IS NULL
      WHEN 'seat' THEN c.account LIKE 'seat:%' AND EXISTS (SELECT FROM app.seats s WHERE s.code = substr(c.account, 6))
      WHEN 'set-aside' THEN EXISTS (
        SELECT FROM exchange.commands_set_aside a WHERE a.shard = n.shard AND a.queued_as = n.id)
      ELSE c.kind = 'cancel-all' AND c.account LIKE 'member:%' OR EXISTS (
        SELECT FROM app.orders o
        WHERE o.id = CASE c.kind WHEN 'replace' THEN c."newOrder" ELSE c."order" END::uuid
          AND c.account = 'member:' || o.member_id AND c.symbol = o.symbol
          AND CASE c.kind
            WHEN 'cancel' THEN true
            WHEN 'place' THEN c.side = o.side AND o.replaces IS NULL
            ELSE o.replaces = c."order"::uuid
          END
          AND (c.kind = 'cancel' OR (c.quantity = o.quantity::text AND c.validity = o.validity
            AND c.price IS NOT DISTINCT FROM o.price::text AND o.state = 'entrusted')))
      END)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% may not ask the venue for "%" of account %', session_user, v_kind, coalesce(v_account, 'none')
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER queue_enforce_command_rights AFTER INSERT ON exchange.queue REFERENCING NEW TABLE AS new_commands
  FOR EACH STATEMENT EXECUTE FUNCTION exchange.check_commands();

-- Display data on NATS has a keyed digest. Its writer stores the key here; its readers get it here. A publisher on NATS
-- without this key cannot make a price that a gateway or the quotes role accepts.
CREATE TABLE exchange.book_keys (
  shard smallint PRIMARY KEY,
  key   text     NOT NULL CHECK (key ~ '^[0-9a-f]{64}$')
);
REVOKE SELECT ON exchange.book_keys FROM fairlot_reader;
GRANT SELECT ON exchange.book_keys TO fairlot_quotes;

CREATE FUNCTION exchange.keep_book_key(p_shard integer, p_epoch bigint, p_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard AND s.epoch = p_epoch FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'shard % is not at epoch % any more', p_shard, p_epoch USING ERRCODE = 'FX001'; END IF;
  INSERT INTO exchange.book_keys (shard, key) VALUES (p_shard, p_key)
  ON CONFLICT (shard) DO UPDATE SET key = EXCLUDED.key;
END $$;
GRANT EXECUTE ON FUNCTION exchange.keep_book_key TO fairlot_exchange;
