-- Settlement: the progress of each shard, the amounts that fall due, events that wait, and prices.
-- docs/features/settlement.md explains.

CREATE SCHEMA settlement;
GRANT USAGE ON SCHEMA settlement TO fairlot_api, fairlot_worker, fairlot_reader, fairlot_console;
ALTER DEFAULT PRIVILEGES IN SCHEMA settlement GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA settlement GRANT SELECT ON TABLES TO fairlot_reader;

-- The last event of each shard that settlement has applied; moved in the transaction of the postings, on condition of
-- its old value, so that two settlers cannot both apply one.
CREATE TABLE settlement.cursors (
  shard    smallint PRIMARY KEY,
  event    bigint   NOT NULL,
  sequence bigint   NOT NULL,
  hash     text     NOT NULL,
  at       timestamptz NOT NULL,
  -- The shard's trading day after the last applied event: it gives the settlement date of a trade.
  date     date
) WITH (fillfactor = 10);
GRANT SELECT, INSERT, UPDATE ON settlement.cursors TO fairlot_worker;
GRANT SELECT ON settlement.cursors TO fairlot_api;
CREATE TRIGGER cursors_enforce_log_position BEFORE INSERT OR UPDATE ON settlement.cursors
  FOR EACH ROW EXECUTE FUNCTION exchange.check_cursor();

-- Debts between seats from their trades, not yet on the ledger: posted as one netted entry every half hour, and before
-- a seat would run short. Sums to zero per asset and settlement date.
CREATE TABLE settlement.seat_nets (
  seat   text   NOT NULL,
  asset  text   NOT NULL,
  due    date   NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (seat, asset, due)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement.seat_nets TO fairlot_worker;

-- Owners with an arrival or a debt on a settlement date: written with the entry that caused it, deleted when nothing of
-- that date is left. So the sweep reads only what is due and not every account that ever existed.
CREATE TABLE settlement.dues (
  due   date NOT NULL,
  -- `member/<id>` or `seat/<id>`, as account codes begin.
  owner text NOT NULL,
  asset text NOT NULL,
  PRIMARY KEY (due, owner, asset)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement.dues TO fairlot_worker;

-- An event that settlement cannot apply is set aside, with every later event of the same orders. All other events of
-- the shard continue. The worker retries it repeatedly; it ends by being applied, or by two operators who decide to
-- leave it out.
CREATE TABLE settlement.set_aside (
  shard        smallint    NOT NULL,
  event        bigint      NOT NULL,
  -- The event's own time, and the shard's trading day then. The event itself is in exchange.events.
  at           timestamptz NOT NULL,
  date         date,
  kind         text        NOT NULL,
  symbol       text,
  -- The members' orders in the event: they wait with it.
  orders       text[]      NOT NULL,
  -- The fault of the last attempt; `waits` when only an earlier event of the same order blocks it.
  reason       text        NOT NULL,
  waits        boolean     NOT NULL,
  set_aside_at timestamptz NOT NULL,
  tried_at     timestamptz NOT NULL,
  -- The review that asks two operators to leave it out, and when another may be opened.
  review_id    uuid,
  review_after timestamptz,
  state        text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'left-out')),
  ended_at     timestamptz,
  PRIMARY KEY (shard, event),
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX set_aside_waiting ON settlement.set_aside (shard, event) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE (reason, waits, tried_at, review_id, review_after, state, ended_at) ON settlement.set_aside
  TO fairlot_worker;
GRANT SELECT ON settlement.set_aside TO fairlot_console;

-- Only an event of the log can be set aside; it is left out only with a review about it that two people approved.
CREATE FUNCTION settlement.check_set_aside() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'waiting' THEN RAISE EXCEPTION 'an event is set aside as waiting' USING ERRCODE = 'check_violation'; END IF;
    PERFORM FROM exchange.events e WHERE e.shard = NEW.shard AND e.event = NEW.event AND e.kind = NEW.kind AND e.at = NEW.at;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'event %/% is not in the log', NEW.shard, NEW.event USING ERRCODE = 'FX003';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state <> 'waiting' THEN
    RAISE EXCEPTION 'event %/% has ended as %', OLD.shard, OLD.event, OLD.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'left-out' AND (
    SELECT count(DISTINCT v.operator_id) FROM app.reviews r
    JOIN app.review_votes v ON v.review_id = r.id AND v.decision = 'approve' AND v.payload_hash = r.payload_hash
    WHERE r.id = NEW.review_id AND r.kind = 'event-set-aside' AND r.subject = NEW.shard || '/' || NEW.event
      AND r.state IN ('decided', 'closed') AND r.decision = 'approve') < 2 THEN
    RAISE EXCEPTION 'event %/% is left out by two operators only', OLD.shard, OLD.event USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER set_aside_enforce_two_approvals BEFORE INSERT OR UPDATE ON settlement.set_aside
  FOR EACH ROW EXECUTE FUNCTION settlement.check_set_aside();

-- The price of each security by the exchange's log. Margin calls, forced closes, the platform's own orders, intake and
-- valuations read it; market.quotes, which the quotes process writes, is for screens. The database keeps it itself,
-- from the log, whenever settlement moves a cursor: no role may write it, not even the worker.
CREATE TABLE settlement.prices (
  symbol    text        PRIMARY KEY,
  -- Of the newest day; null when the log has none.
  date      date,
  state     text,
  reference integer,
  upper     integer,
  lower     integer,
  -- The last trade of that day.
  last      integer,
  -- The newest event that is in this row.
  event     bigint      NOT NULL,
  at        timestamptz NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT ON settlement.prices TO fairlot_api, fairlot_worker, fairlot_console;

-- Takes the prices from a range of events, in one statement: of each security only the newest day, state and trade. A
-- row never goes back: a cursor that is moved back and forward again changes nothing.
CREATE FUNCTION settlement.copy_prices(p_shard integer, p_after bigint, p_upto bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO settlement.prices AS p (symbol, date, state, reference, upper, lower, last, event, at)
  SELECT n.symbol, (n.day ->> 'date')::date, n.state ->> 'state', (n.day ->> 'reference')::integer,
    (n.day ->> 'upper')::integer, (n.day ->> 'lower')::integer,
    -- A trade before the newest day is of the day before.
    CASE WHEN n.traded_event < n.day_event THEN NULL ELSE (n.traded ->> 'price')::integer END, n.event, n.at
  FROM (
    SELECT k.symbol, max(k.event) AS event, max(k.at) AS at,
      max(k.event) FILTER (WHERE k.kind = 'day') AS day_event,
      max(k.event) FILTER (WHERE k.kind = 'traded') AS traded_event,
      (max(k.body) FILTER (WHERE k.kind = 'day'))::json AS day,
      (max(k.body) FILTER (WHERE k.kind = 'state'))::json AS state,
      (max(k.body) FILTER (WHERE k.kind = 'traded'))::json AS traded
    FROM (
      SELECT DISTINCT ON (e.symbol, e.kind) e.symbol, e.kind, e.event, e.at, e.body FROM exchange.events e
      WHERE e.shard = p_shard AND NOT e.practice AND e.event > p_after AND e.event <= p_upto
        AND e.kind IN ('day', 'state', 'traded')
      ORDER BY e.symbol, e.kind, e.event DESC
    ) AS k
    GROUP BY k.symbol
  ) AS n
  ORDER BY n.symbol
  ON CONFLICT (symbol) DO UPDATE SET
    date = coalesce(excluded.date, p.date),
    state = coalesce(excluded.state, p.state),
    reference = coalesce(excluded.reference, p.reference),
    upper = CASE WHEN excluded.date IS NULL THEN p.upper ELSE excluded.upper END,
    lower = CASE WHEN excluded.date IS NULL THEN p.lower ELSE excluded.lower END,
    last = CASE WHEN excluded.date IS NULL THEN coalesce(excluded.last, p.last) ELSE excluded.last END,
    event = excluded.event,
    at = excluded.at
  WHERE excluded.event > p.event;
END $$;

-- Runs in the statement that moves the cursor: prices and holdings are of one moment, and settlement
-- waits for nothing more.
CREATE FUNCTION settlement.copy_prices_on_advance() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM settlement.copy_prices(NEW.shard, CASE TG_OP WHEN 'UPDATE' THEN OLD.event ELSE 0 END, NEW.event);
  RETURN NULL;
END $$;
CREATE TRIGGER cursors_copy_prices AFTER INSERT OR UPDATE OF event ON settlement.cursors
  FOR EACH ROW EXECUTE FUNCTION settlement.copy_prices_on_advance();
