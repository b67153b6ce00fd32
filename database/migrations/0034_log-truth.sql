-- The exchange's log is the only source for its readers, and the database enforces it. A cursor must name a batch of
-- the log; a fill equals its event; a command enters the queue only if the sending role may send it.
-- docs/adr/0023-postgresql-tells-nats-wakes.md says why.

-- A cursor that names a batch outside the log would stop its reader for good, and means that the applied content came
-- from elsewhere. Checked in the transaction of the applied content, so that all of it is undone.
CREATE FUNCTION exchange.check_cursor() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.sequence = 0 AND NEW.event = 0 AND NEW.hash = repeat('0', 64) THEN RETURN NEW; END IF;
  PERFORM FROM exchange.batches b
  WHERE b.shard = NEW.shard AND b.last = NEW.sequence AND b.hash = NEW.hash AND b.last_event = NEW.event;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'shard %: the batch up to command %, event % with hash % is not in the log', NEW.shard, NEW.sequence,
      NEW.event, NEW.hash USING ERRCODE = 'FX002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER stands_on_the_log BEFORE INSERT OR UPDATE ON settlement.cursors
  FOR EACH ROW EXECUTE FUNCTION exchange.check_cursor();
CREATE TRIGGER stands_on_the_log BEFORE INSERT OR UPDATE ON market.cursors
  FOR EACH ROW EXECUTE FUNCTION exchange.check_cursor();

-- Checks every fill of a statement against its event, in one pass. The bounds on the time exclude other months. A
-- superuser could disable the trigger anyway: tests fill tables as one.
CREATE FUNCTION app.check_fills() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_first timestamptz;
  v_last  timestamptz;
  v_fill  text;
BEGIN
  IF current_setting('is_superuser') = 'on' THEN RETURN NULL; END IF;
  SELECT min(n.traded_at), max(n.traded_at) INTO v_first, v_last FROM new_fills n;
  SELECT format('%s/%s %s', n.shard, n.event, n.side) INTO v_fill
  FROM new_fills n
  LEFT JOIN LATERAL (
    SELECT l.sequence, l.at, l.symbol, t.* FROM exchange.events l
    CROSS JOIN LATERAL json_to_record(l.body::json) AS t (price integer, quantity integer, "buyOrder" text,
      "buyAccount" text, "sellOrder" text, "sellAccount" text)
    WHERE l.shard = n.shard AND l.event = n.event AND NOT l.practice AND l.kind = 'traded'
      AND l.at BETWEEN v_first AND v_last
    LIMIT 1
  ) AS e ON true
  WHERE (n.sequence, n.traded_at, n.symbol, n.price, n.quantity, n.order_id::text, 'member:' || n.member_id)
    IS DISTINCT FROM (e.sequence, e.at, e.symbol, e.price, e.quantity,
      CASE n.side WHEN 'buy' THEN e."buyOrder" ELSE e."sellOrder" END,
      CASE n.side WHEN 'buy' THEN e."buyAccount" ELSE e."sellAccount" END)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'fill % differs from its event in the log', v_fill USING ERRCODE = 'FX003';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER equal_the_log AFTER INSERT ON app.fills REFERENCING NEW TABLE AS new_fills
  FOR EACH STATEMENT EXECUTE FUNCTION app.check_fills();

-- Which role may send the venue which command, and for whose account. A command without a row here is refused. `member`
-- means that the command has to equal an order of app.orders; `seat` an account of app.seats; `none` a command that
-- names no account. docs/architecture/exchange.md prints this table.
CREATE TABLE exchange.command_rights (
  role     text NOT NULL,
  kind     text NOT NULL,
  accounts text NOT NULL CHECK (accounts IN ('member', 'seat', 'none')),
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
  ('fairlot_practice', 'cancel-all', 'seat');
GRANT SELECT ON exchange.command_rights TO fairlot_reader;

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
CREATE TRIGGER asked_by_right AFTER INSERT ON exchange.queue REFERENCING NEW TABLE AS new_commands
  FOR EACH STATEMENT EXECUTE FUNCTION exchange.check_commands();

-- The api reaches the queue through the functions of its orders only.
REVOKE EXECUTE ON FUNCTION exchange.submit(integer, text), exchange.submit_many(integer[], text[]) FROM PUBLIC, fairlot_api;

-- As in 0014, and the command has to be the cancel of this order.
CREATE OR REPLACE FUNCTION app.ask_cancel(
  p_member uuid, p_order uuid, p_who text, p_now timestamptz, p_shard integer, p_command text
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_order   app.orders;
  v_hash    bytea;
  v_command json := p_command::json;
BEGIN
  SELECT * INTO v_order FROM app.orders o WHERE o.id = p_order AND o.member_id = p_member FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'not-found'; END IF;
  IF (v_command ->> 'kind', v_command ->> 'order', v_command ->> 'account', v_command ->> 'symbol')
    IS DISTINCT FROM ('cancel', p_order::text, 'member:' || p_member, v_order.symbol) THEN
    RAISE EXCEPTION 'the command does not cancel order %', p_order USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF v_order.state <> 'entrusted' THEN RETURN 'not-pending'; END IF;
  IF v_order.cancel_asked_at IS NOT NULL THEN RETURN 'asked'; END IF;
  v_hash := app.step_hash(v_order.steps_hash, v_order.steps + 1, p_order, p_now, 'cancel-asked', p_who, '{}');
  UPDATE app.orders SET cancel_asked_at = p_now, steps = steps + 1, steps_hash = v_hash WHERE id = p_order;
  INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
  VALUES (p_order, v_order.steps + 1, p_now, 'cancel-asked', p_who, '{}', v_hash);
  PERFORM exchange.submit(p_shard, p_command);
  RETURN 'asked';
END $$;

-- The practice market requests a halt for news; the worker limits it and halts. `decided_at` null: not processed yet.
CREATE TABLE practice.halt_requests (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  symbol     text        NOT NULL CHECK (length(symbol) <= 8),
  until      timestamptz NOT NULL,
  asked_at   timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- Why it was refused, if it was.
  refusal    text
);
CREATE INDEX halt_requests_open ON practice.halt_requests (id) WHERE decided_at IS NULL;
GRANT INSERT (symbol, until) ON practice.halt_requests TO fairlot_practice;
GRANT USAGE ON SCHEMA practice TO fairlot_worker;
GRANT SELECT, UPDATE (decided_at, refusal), DELETE ON practice.halt_requests TO fairlot_worker;

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
REVOKE ALL ON FUNCTION exchange.keep_book_key(integer, bigint, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION exchange.keep_book_key(integer, bigint, text) TO fairlot_exchange;

CREATE TABLE market.feed_keys (
  -- The number of a shard, or `indices`.
  name text PRIMARY KEY,
  key  text NOT NULL CHECK (key ~ '^[0-9a-f]{64}$')
);
REVOKE SELECT ON market.feed_keys FROM fairlot_reader;
GRANT SELECT, INSERT, UPDATE ON market.feed_keys TO fairlot_quotes;
GRANT SELECT ON market.feed_keys TO fairlot_live;

-- The worker's role imports closing prices: an import sends references to the venue, which the api may not.
GRANT SELECT, INSERT ON app.price_imports TO fairlot_worker;
