-- Orders, their holds and their timelines. Money and shares themselves are on the ledger; these tables say what for.
-- docs/architecture/trading.md explains.

-- The terms that orders are charged by: few distinct ones, stored once.
CREATE TABLE app.terms (
  hash    bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
  profile text        NOT NULL,
  body    jsonb       NOT NULL,
  since   timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON app.terms TO fairlot_api, fairlot_worker;

-- One row per order. The phone creates the id, which is the order's idempotency key. Columns above the line are the
-- order as accepted and never change; those below follow the venue's events and only settlement writes them, except
-- `cancel_asked_at`.
CREATE TABLE app.orders (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL,
  symbol      text        NOT NULL,
  kind        text        NOT NULL CHECK (kind IN ('stock', 'etf')),
  side        text        NOT NULL CHECK (side IN ('buy', 'sell')),
  -- open: creates the holding of the same id. close: takes from `position_id`.
  purpose     text        NOT NULL CHECK (purpose IN ('open', 'close')),
  position_id uuid        NOT NULL,
  direction   text        NOT NULL CHECK (direction IN ('long', 'short')),
  -- Hundredths: 100, 200 or 250; 100 for a short.
  multiple    smallint    NOT NULL CHECK (multiple IN (100, 200, 250)),
  day_trade   boolean     NOT NULL,
  -- Null for a market order.
  price       integer     CHECK (price > 0),
  quantity    integer     NOT NULL CHECK (quantity > 0),
  validity    text        NOT NULL CHECK (validity IN ('ROD', 'IOC', 'FOK')),
  -- The worst price it can fill at: its hold is calculated at this price.
  worst_price integer     NOT NULL CHECK (worst_price > 0),
  -- The trading day it is for.
  date        date        NOT NULL,
  -- The origin: member, conditional (a conditional order fired), liquidation, auto-cover.
  origin      text        NOT NULL CHECK (origin IN ('member', 'conditional', 'liquidation', 'auto-cover')),
  -- The terms it is charged by: TradingTerms as JSON, by its SHA-256 in app.terms.
  terms       bytea       NOT NULL,
  -- The order it replaces.
  replaces    uuid,
  placed_at   timestamptz NOT NULL,
  -- The order as the member's device signed it, when the device has a key.
  device_key  uuid,
  signature   text,
  ----
  state       text        NOT NULL DEFAULT 'entrusted' CHECK (state IN ('entrusted', 'filled', 'cancelled', 'refused')),
  -- Why it ended: a cancel reason or a rule id of the venue.
  reason      text,
  -- When the venue accepted it into the book.
  accepted_at timestamptz,
  left_shares integer     NOT NULL CHECK (left_shares >= 0),
  filled_shares integer   NOT NULL DEFAULT 0 CHECK (filled_shares >= 0),
  -- Value of its fills, and the costs charged so far.
  filled_value bigint     NOT NULL DEFAULT 0,
  fee         bigint      NOT NULL DEFAULT 0,
  tax         bigint      NOT NULL DEFAULT 0,
  borrow_fee  bigint      NOT NULL DEFAULT 0,
  cancel_asked_at timestamptz,
  ended_at    timestamptz,
  -- The head of its timeline.
  steps       integer     NOT NULL DEFAULT 0,
  steps_hash  bytea       NOT NULL DEFAULT decode(repeat('0', 64), 'hex') CHECK (octet_length(steps_hash) = 32),
  -- For a close order: what its fills have taken of the holding, so that ten fills take the same as one.
  loan_repaid      bigint NOT NULL DEFAULT 0,
  interest_paid    bigint NOT NULL DEFAULT 0,
  collateral_freed bigint NOT NULL DEFAULT 0,
  CONSTRAINT orders_never_overfill CHECK (filled_shares + left_shares <= quantity),
  CONSTRAINT orders_open_creates_position CHECK (purpose = 'close' OR position_id = id),
  CONSTRAINT orders_side CHECK ((side = 'buy') = ((purpose = 'open') = (direction = 'long'))),
  CONSTRAINT orders_short_is_1x CHECK (direction = 'long' OR multiple = 100),
  CONSTRAINT orders_ended CHECK ((state = 'entrusted') = (ended_at IS NULL)),
  CONSTRAINT orders_open_has_shares_left CHECK ((state = 'entrusted') = (left_shares > 0))
) WITH (fillfactor = 80);
CREATE INDEX orders_open ON app.orders (member_id, placed_at) WHERE state = 'entrusted';
CREATE INDEX orders_of_member ON app.orders (member_id, placed_at);
CREATE INDEX orders_of_position ON app.orders (position_id);
-- For recently ended orders. Orders are inserted by time, so block ranges are enough and cost an order nothing.
CREATE INDEX orders_by_time ON app.orders USING brin (placed_at) WITH (pages_per_range = 32, autosummarize = on);
GRANT SELECT ON app.orders TO fairlot_api;
GRANT SELECT, UPDATE ON app.orders TO fairlot_worker;
GRANT SELECT ON app.orders TO fairlot_console;
CREATE TRIGGER orders_enforce_transition BEFORE UPDATE ON app.orders FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('order');

CREATE FUNCTION app.orders_filled_shares_increase() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.filled_shares < OLD.filled_shares OR OLD.state <> 'entrusted' THEN
    RAISE EXCEPTION 'order % fills after its end, or backwards', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_filled_shares_increase BEFORE UPDATE ON app.orders FOR EACH ROW
  WHEN (OLD.filled_shares <> NEW.filled_shares) EXECUTE FUNCTION app.orders_filled_shares_increase();

-- The holds of an order, by account: cash from `available`, then from later arrivals; shares; shares of the lending
-- pool for a short. Captures take from the first part that has something, releases return from the last.
CREATE TABLE app.order_holds (
  order_id  uuid     NOT NULL,
  part      smallint NOT NULL,
  hold_id   uuid     NOT NULL UNIQUE,
  -- The free account it was taken from: AccountCode of packages/ledger.
  account   text     NOT NULL,
  amount    bigint   NOT NULL CHECK (amount > 0),
  remaining bigint   NOT NULL CHECK (remaining BETWEEN 0 AND amount),
  PRIMARY KEY (order_id, part)
);
GRANT SELECT, INSERT, UPDATE (remaining) ON app.order_holds TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.order_holds TO fairlot_worker;

-- The api writes two figures of its own for conditional orders: the parts of a hold, and the shares of a position that
-- are being closed. At commit each must equal its source. The seed has the rights of the api and is held to the same
-- bounds. Functions with the owner's rights are not checked: there current_user is the owner, so order intake pays nothing
-- for this.
CREATE FUNCTION app.check_order_hold_of_api() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.order_holds p
    JOIN ledger.holds h ON h.id = p.hold_id
    JOIN ledger.accounts a ON a.id = h.account_id
    WHERE p.order_id = NEW.order_id AND p.part = NEW.part AND (h.amount, h.remaining) = (p.amount, p.remaining)
      AND a.code = CASE WHEN p.account LIKE '%/available' THEN regexp_replace(p.account, 'available$', 'held')
        ELSE replace(p.account, '/receivable@', '/held-receivable@') END
  ) THEN
    RAISE EXCEPTION 'part % of order % differs from its hold on the ledger', NEW.part, NEW.order_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER order_holds_equal_ledger_holds AFTER INSERT OR UPDATE ON app.order_holds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_user IN ('fairlot_api', 'fairlot_seed'))
  EXECUTE FUNCTION app.check_order_hold_of_api();

-- The timeline of an order, step by step, each hashed onto the one before: who did what, and when.
CREATE TABLE app.order_steps (
  order_id uuid        NOT NULL,
  n        integer     NOT NULL CHECK (n > 0),
  at       timestamptz NOT NULL,
  what     text        NOT NULL,
  -- member, system, venue, or rule.
  who      text        NOT NULL CHECK (who IN ('member', 'system', 'venue', 'rule')),
  -- json keeps the text byte for byte: the hash covers it.
  data     json        NOT NULL,
  hash     bytea       NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (order_id, n)
);
GRANT SELECT ON app.order_steps TO fairlot_api;
GRANT SELECT, INSERT ON app.order_steps TO fairlot_worker;

-- The id of the hold of one part of an order. Derived from the order's id, so that a retry gives the same one.
-- Not written with RETURN: it needs its digest twice, so it would not be inlined.
CREATE FUNCTION app.hold_id(p_order uuid, p_part integer) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_digest bytea := substring(sha256(convert_to('hold ' || p_order || '/' || p_part, 'UTF8')) FROM 1 FOR 16);
BEGIN
  RETURN encode(set_byte(set_byte(v_digest, 6, get_byte(v_digest, 6) & 15 | 128), 8, get_byte(v_digest, 8) & 63 | 128), 'hex')::uuid;
END $$;
GRANT EXECUTE ON FUNCTION app.hold_id TO fairlot_api, fairlot_worker;

-- The link of a timeline step, as linkText of packages/proof writes it. Everything except `data` is free of quotes.
-- Written with RETURN to be inlined, as ledger.account_id.
CREATE FUNCTION app.step_hash(
  p_previous bytea, p_n integer, p_order uuid, p_at timestamptz, p_what text, p_who text, p_data text
) RETURNS bytea LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN sha256(convert_to('["' || encode(p_previous, 'hex') || '","' || p_n || '","' || p_order || '","'
  || to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","' || p_what || '","' || p_who || '",'
  || to_json(p_data)::text || ']', 'UTF8'));

-- A member's own limits, and whether trading is stopped: by the member, or by the rate limit.
CREATE TABLE app.risk_limits (
  member_id        uuid        PRIMARY KEY,
  daily_loss_limit bigint      CHECK (daily_loss_limit > 0),
  stopped_at       timestamptz,
  stopped_by       text        CHECK (stopped_by IN ('member', 'rule')),
  CONSTRAINT risk_limits_stop_complete CHECK ((stopped_at IS NULL) = (stopped_by IS NULL))
);
GRANT SELECT, INSERT, UPDATE ON app.risk_limits TO fairlot_api, fairlot_worker;

-- Asks the venue to cancel one order. The command has to be the cancel of this order. A second request sends nothing: a
-- cancel always reaches the venue after its order.
CREATE FUNCTION app.ask_cancel(
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
GRANT EXECUTE ON FUNCTION app.ask_cancel TO fairlot_api, fairlot_worker;

-- Marks every open order of a member as asked to be cancelled, writes it on its timeline, and sends the cancel to every
-- shard.
CREATE FUNCTION app.ask_cancel_all(p_member uuid, p_who text, p_rule text, p_now timestamptz, p_shards integer[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_data  text := CASE WHEN p_rule IS NULL THEN '{"all":true}' ELSE json_build_object('all', true, 'rule', p_rule)::text END;
  v_count integer;
BEGIN
  WITH open_orders AS (
    SELECT o.id, o.steps, o.steps_hash FROM app.orders o
    WHERE o.member_id = p_member AND o.state = 'entrusted' AND o.cancel_asked_at IS NULL
    ORDER BY o.id FOR NO KEY UPDATE
  ), marked AS (
    UPDATE app.orders o SET cancel_asked_at = p_now, steps = x.steps + 1,
      steps_hash = app.step_hash(x.steps_hash, x.steps + 1, x.id, p_now, 'cancel-asked', p_who, v_data)
    FROM open_orders x WHERE o.id = x.id
    RETURNING o.id, o.steps, o.steps_hash
  ), recorded AS (
    INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
    SELECT m.id, m.steps, p_now, 'cancel-asked', p_who, v_data::json, m.steps_hash FROM marked m
    RETURNING 1
  )
  SELECT count(*) INTO v_count FROM recorded;
  IF v_count > 0 THEN
    PERFORM exchange.submit_many(p_shards, array_fill(
      json_build_object('kind', 'cancel-all', 'account', 'member:' || p_member)::text, ARRAY[cardinality(p_shards)]));
  END IF;
  RETURN v_count;
END $$;
GRANT EXECUTE ON FUNCTION app.ask_cancel_all TO fairlot_api, fairlot_worker;

-- Stops opening orders of a member, or allows them again. Under the member's lock, so that no order that began earlier
-- is accepted afterwards.
CREATE FUNCTION app.set_stop(p_member uuid, p_stopped boolean, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('trading ' || p_member, 0));
  INSERT INTO app.risk_limits AS g (member_id, stopped_at, stopped_by)
  VALUES (p_member, CASE WHEN p_stopped THEN p_now END, CASE WHEN p_stopped THEN 'member' END)
  ON CONFLICT (member_id) DO UPDATE SET
    stopped_at = CASE WHEN p_stopped THEN coalesce(g.stopped_at, p_now) END,
    stopped_by = CASE WHEN p_stopped THEN coalesce(g.stopped_by, 'member') END;
END $$;
GRANT EXECUTE ON FUNCTION app.set_stop TO fairlot_api, fairlot_worker;
