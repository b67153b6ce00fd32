-- Quotes and candles, derived from the exchange's events by the quotes role only. They are for screens. The worker has no
-- right here: what it decides moves money and orders, so it reads settlement.prices.

CREATE SCHEMA market;
GRANT USAGE ON SCHEMA market TO fairlot_api, fairlot_quotes, fairlot_live, fairlot_practice, fairlot_reader,
  fairlot_console;
ALTER DEFAULT PRIVILEGES IN SCHEMA market GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA market GRANT SELECT ON TABLES TO fairlot_reader;

-- The last event of each shard that is in the tables below; moved in the same transaction.
CREATE TABLE market.cursors (
  shard    smallint PRIMARY KEY,
  event    bigint   NOT NULL,
  sequence bigint   NOT NULL,
  hash     text     NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON market.cursors TO fairlot_quotes;
GRANT SELECT ON market.cursors TO fairlot_api, fairlot_live, fairlot_practice;
CREATE TRIGGER cursors_enforce_log_position BEFORE INSERT OR UPDATE ON market.cursors
  FOR EACH ROW EXECUTE FUNCTION exchange.check_cursor();

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
GRANT SELECT, INSERT, UPDATE ON market.quotes TO fairlot_quotes;
GRANT SELECT ON market.quotes TO fairlot_api, fairlot_live, fairlot_practice, fairlot_console;

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
GRANT SELECT, INSERT, UPDATE ON market.days TO fairlot_quotes;
GRANT SELECT ON market.days TO fairlot_api, fairlot_live, fairlot_practice;

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
CREATE INDEX minute_candles_at ON market.minute_candles USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
-- The practice market loads its generated past once, before the first trade, here and into the two tables by day.
GRANT SELECT, INSERT, UPDATE ON market.minute_candles TO fairlot_quotes;
GRANT SELECT ON market.minute_candles TO fairlot_api, fairlot_live;
GRANT SELECT, INSERT ON market.minute_candles TO fairlot_practice;

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
GRANT SELECT, INSERT, UPDATE ON market.day_candles TO fairlot_quotes;
GRANT SELECT ON market.day_candles TO fairlot_api, fairlot_live;
GRANT SELECT, INSERT ON market.day_candles TO fairlot_practice;

-- Indices of this venue: by minute and by daily close, in hundredths of a point.
CREATE TABLE market.index_minutes (
  code  text        NOT NULL,
  at    timestamptz NOT NULL,
  value integer     NOT NULL,
  PRIMARY KEY (code, at)
);
GRANT SELECT, INSERT, UPDATE ON market.index_minutes TO fairlot_quotes;
GRANT SELECT ON market.index_minutes TO fairlot_api, fairlot_live, fairlot_practice;

CREATE TABLE market.index_days (
  code  text    NOT NULL,
  date  date    NOT NULL,
  value integer NOT NULL,
  simulated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (code, date)
);
GRANT SELECT, INSERT, UPDATE ON market.index_days TO fairlot_quotes;
GRANT SELECT ON market.index_days TO fairlot_api, fairlot_live;
GRANT SELECT, INSERT ON market.index_days TO fairlot_practice;

-- Deletes minutes older than the charts reach. A day candle stays for ever; the newest minute of a security stays, because
-- quotes continue from it.
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
GRANT EXECUTE ON FUNCTION market.forget_minutes TO fairlot_quotes;

CREATE TABLE market.feed_keys (
  -- The number of a shard, or `indices`.
  name text PRIMARY KEY,
  key  text NOT NULL CHECK (key ~ '^[0-9a-f]{64}$')
);
REVOKE SELECT ON market.feed_keys FROM fairlot_reader;
GRANT SELECT, INSERT, UPDATE ON market.feed_keys TO fairlot_quotes;
GRANT SELECT ON market.feed_keys TO fairlot_live;
