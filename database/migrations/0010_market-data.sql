-- Quotes and candles, derived from the exchange's events by the quotes role only.

CREATE SCHEMA market;
GRANT USAGE ON SCHEMA market TO fairlot_api, fairlot_worker, fairlot_quotes, fairlot_live, fairlot_practice, fairlot_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA market GRANT SELECT ON TABLES TO fairlot_reader;

-- The last event of each shard that is in the tables below; moved in the same transaction.
CREATE TABLE market.cursors (
  shard    smallint PRIMARY KEY,
  event    bigint   NOT NULL,
  sequence bigint   NOT NULL,
  hash     text     NOT NULL
);

-- The newest state of each instrument, for lists and for starting readers. Best five are the last published depth.
CREATE TABLE market.quotes (
  symbol         text    PRIMARY KEY,
  version        bigint  NOT NULL,
  date           date    NOT NULL,
  state          text    NOT NULL
    CHECK (state IN ('opening-call', 'continuous', 'paused', 'halted', 'closing-call', 'closed')),
  reason         text,
  until          timestamptz,
  reference      integer NOT NULL,
  upper          integer,
  lower          integer,
  open           integer,
  high           integer,
  low            integer,
  last           integer,
  volume         bigint  NOT NULL,
  turnover       bigint  NOT NULL,
  trades         integer NOT NULL,
  inside_volume  bigint  NOT NULL,
  outside_volume bigint  NOT NULL,
  bids           jsonb   NOT NULL,
  asks           jsonb   NOT NULL,
  indicative_price    integer,
  indicative_quantity bigint,
  at             timestamptz NOT NULL
) WITH (fillfactor = 50);

-- The frame of each trading day: its reference, its price limits and its close. Written from the events `day` and
-- `close`; the indices and the day's tape are based on it.
CREATE TABLE market.days (
  symbol         text        NOT NULL,
  date           date        NOT NULL,
  -- The event that started it: the day's trades have greater numbers.
  began_event    bigint      NOT NULL,
  began_at       timestamptz NOT NULL,
  -- The first minute whose candle holds no trade of the previous day: the closing auction may fall in the same one.
  line_from      timestamptz NOT NULL,
  reference      integer     NOT NULL,
  upper          integer,
  lower          integer,
  -- After the close: its price, null when nothing traded, and the next day's reference.
  closed_at      timestamptz,
  close          integer,
  next_reference integer,
  PRIMARY KEY (symbol, date)
);
CREATE INDEX days_by_date ON market.days (date);

-- Minutes and days are stored; 3, 15 and 30 minutes, months and years are derived from them.
CREATE TABLE market.minute_candles (
  symbol    text        NOT NULL,
  at        timestamptz NOT NULL,
  open      integer     NOT NULL,
  high      integer     NOT NULL,
  low       integer     NOT NULL,
  close     integer     NOT NULL,
  volume    bigint      NOT NULL,
  turnover  bigint      NOT NULL,
  trades    integer     NOT NULL,
  -- Generated for the practice market's past, not traded here.
  simulated boolean     NOT NULL DEFAULT false,
  PRIMARY KEY (symbol, at)
);
CREATE TABLE market.day_candles (
  symbol    text    NOT NULL,
  date      date    NOT NULL,
  open      integer NOT NULL,
  high      integer NOT NULL,
  low       integer NOT NULL,
  close     integer NOT NULL,
  volume    bigint  NOT NULL,
  turnover  bigint  NOT NULL,
  trades    integer NOT NULL,
  simulated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (symbol, date)
);

-- Indices of this venue: by minute and by daily close, in hundredths of a point.
CREATE TABLE market.index_minutes (
  code  text        NOT NULL,
  at    timestamptz NOT NULL,
  value integer     NOT NULL,
  PRIMARY KEY (code, at)
);
CREATE TABLE market.index_days (
  code  text    NOT NULL,
  date  date    NOT NULL,
  value integer NOT NULL,
  simulated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (code, date)
);

-- Minutes older than the charts reach. A day candle stays for ever; the newest minute of a security stays, because quotes
-- continue from it.
CREATE INDEX minute_candles_at ON market.minute_candles USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
CREATE FUNCTION market.forget_minutes(p_before timestamptz, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_before  timestamptz := least(p_before, now() - interval '90 days');
  v_candles integer;
  v_indices integer;
BEGIN
  DELETE FROM market.minute_candles WHERE ctid = ANY (ARRAY(
    SELECT c.ctid FROM market.minute_candles c WHERE c.at < v_before
      AND EXISTS (SELECT FROM market.minute_candles n WHERE n.symbol = c.symbol AND n.at > c.at) LIMIT p_limit));
  GET DIAGNOSTICS v_candles = ROW_COUNT;
  DELETE FROM market.index_minutes WHERE ctid = ANY (ARRAY(
    SELECT i.ctid FROM market.index_minutes i WHERE i.at < v_before
      AND EXISTS (SELECT FROM market.index_minutes n WHERE n.code = i.code AND n.at > i.at) LIMIT p_limit));
  GET DIAGNOSTICS v_indices = ROW_COUNT;
  RETURN v_candles + v_indices;
END $$;
REVOKE ALL ON FUNCTION market.forget_minutes(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION market.forget_minutes(timestamptz, integer) TO fairlot_quotes;

GRANT SELECT, INSERT, UPDATE, DELETE ON market.cursors, market.quotes, market.days, market.minute_candles, market.day_candles,
  market.index_minutes, market.index_days TO fairlot_quotes;
GRANT SELECT ON market.cursors, market.quotes, market.days, market.minute_candles, market.day_candles, market.index_minutes,
  market.index_days TO fairlot_api, fairlot_worker, fairlot_live, fairlot_practice;
-- The practice market's generated past is loaded once, before the first trade.
GRANT INSERT ON market.minute_candles, market.day_candles, market.index_days TO fairlot_practice;

-- A ticket lets one socket speak for one session, once, within thirty seconds. Only its hash is kept.
CREATE TABLE app.feed_tickets (
  hash       bytea       PRIMARY KEY,
  member_id  uuid        NOT NULL,
  session_id uuid        NOT NULL,
  expires_at timestamptz NOT NULL
);
GRANT INSERT ON app.feed_tickets TO fairlot_api;
GRANT SELECT, DELETE ON app.feed_tickets TO fairlot_live, fairlot_worker;

-- The live gateways disconnect a member when the session ends. They may ask which of these sessions are open and which
-- have ended recently, and learn nothing else about them.
CREATE INDEX sessions_revoked ON app.sessions (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE FUNCTION app.open_sessions(asked uuid[], seen_since timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id FROM app.sessions s
  WHERE s.id = ANY (asked) AND s.revoked_at IS NULL AND s.expires_at > now() AND s.last_seen_at > seen_since
    AND NOT EXISTS (
      SELECT FROM app.restrictions r
      WHERE r.member_id = s.member_id AND r.kind IN ('login-banned', 'disabled') AND r.lifted_at IS NULL
    )
$$;
CREATE FUNCTION app.sessions_ended_since(since timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id FROM app.sessions s WHERE s.revoked_at >= since
$$;
REVOKE ALL ON FUNCTION app.open_sessions(uuid[], timestamptz), app.sessions_ended_since(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.open_sessions(uuid[], timestamptz), app.sessions_ended_since(timestamptz) TO fairlot_live;
