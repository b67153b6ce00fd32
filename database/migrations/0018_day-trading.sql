-- Day trading and conditional orders: what has been told and tried, how far the log has been read, and the count of
-- finished day trades by day.

-- What the house has done about an open day trade, once each: `round` -1 is the notice to its owner, 0 and up are the
-- tries at the market, 1000 is the order for the closing auction. The key refuses a second order of a round.
CREATE TABLE app.day_trade_covers (
  position_id uuid        NOT NULL,
  date        date        NOT NULL,
  round       smallint    NOT NULL,
  order_id    uuid,
  at          timestamptz NOT NULL,
  PRIMARY KEY (position_id, date, round)
);
GRANT SELECT, INSERT ON app.day_trade_covers TO fairlot_worker;

-- Closed day trades of everybody by day, so that the figure on the application reads a year of rows and not of trades.
CREATE TABLE app.day_trade_days (
  date   date    PRIMARY KEY,
  closed integer NOT NULL,
  lost   integer NOT NULL CHECK (lost BETWEEN 0 AND closed)
);
GRANT SELECT ON app.day_trade_days TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.day_trade_days TO fairlot_worker;
CREATE INDEX positions_day_trades_closed ON app.positions (closed_at) WHERE state = 'closed' AND day_trade;

-- An application is decided once, by the rule of the practice profile or by two people.
GRANT UPDATE (state, reason, decided_at, decided_by) ON app.day_trading_applications TO fairlot_api, fairlot_worker;

-- How far conditional orders have read the events of a shard.
CREATE TABLE app.conditional_cursors (
  shard smallint PRIMARY KEY,
  event bigint   NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON app.conditional_cursors TO fairlot_worker;
