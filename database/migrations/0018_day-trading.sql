-- Day trading and conditional orders: notices and attempts, the read position in the log, and the count of finished day
-- trades by day.

-- The house's actions on an open day trade, once each: `round` -1 is the notice to its owner, 0 and up are the attempts
-- at the market, 1000 is the order for the closing auction. The key refuses a second order of a round.
CREATE TABLE app.day_trade_covers (
  position_id uuid        NOT NULL,
  date        date        NOT NULL,
  round       smallint    NOT NULL,
  order_id    uuid,
  at          timestamptz NOT NULL,
  PRIMARY KEY (position_id, date, round)
);
GRANT SELECT, INSERT ON app.day_trade_covers TO fairlot_worker;

-- Closed day trades of all members by day, so that the figure on the application reads a year of rows and not of
-- trades.
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

-- The last event of each shard that conditional orders have read.
CREATE TABLE app.conditional_cursors (
  shard smallint PRIMARY KEY,
  event bigint   NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON app.conditional_cursors TO fairlot_worker;
-- The trading day of each instrument and its limits, as conditional orders have read it.
CREATE TABLE app.conditional_days (
  symbol    text    PRIMARY KEY,
  date      date    NOT NULL,
  reference integer NOT NULL,
  -- Null for an instrument without a daily limit.
  upper     integer,
  lower     integer,
  event     bigint  NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT ON app.conditional_days TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.conditional_days TO fairlot_worker;
GRANT UPDATE (remaining) ON app.order_holds TO fairlot_api;

-- `after_event`: trades up to this event of the symbol's shard are older than the order. `due`: the leg whose price was
-- reached and whose order is not in the book yet. `tries` counts the orders made for it, each with its own id.
-- `priced_on`: the day whose limits its hold was calculated with. `taken`: the venue accepted the order it became.
ALTER TABLE app.conditional_orders
  ADD COLUMN after_event bigint   NOT NULL,
  ADD COLUMN due         text     CHECK (due IN ('stop', 'take-profit')),
  ADD COLUMN tries       smallint NOT NULL DEFAULT 0,
  ADD COLUMN priced_on   date     NOT NULL,
  ADD COLUMN taken       boolean  NOT NULL DEFAULT false;
CREATE INDEX conditional_of_position ON app.conditional_orders (position_id) WHERE state = 'waiting';
CREATE INDEX conditional_untaken ON app.conditional_orders (ended_at) WHERE state = 'fired' AND NOT taken;
