-- Conditional orders, and what they have read of the exchange's log.

-- They are kept here and not at the exchange. `legs` are the orders they become; their reservation is held
-- in app.order_holds under their own id and passes to the order when they fire.
CREATE TABLE app.conditional_orders (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL,
  symbol      text        NOT NULL,
  -- The holding it closes; null when it opens one.
  position_id uuid,
  kind        text        NOT NULL CHECK (kind IN ('stop', 'take-profit', 'one-cancels-other', 'trailing')),
  body        jsonb       NOT NULL,
  quantity    integer     NOT NULL CHECK (quantity > 0),
  state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'fired', 'cancelled', 'expired', 'failed')),
  reason      text,
  -- A trailing order's best price so far.
  best_price  integer,
  expires_on  date        NOT NULL,
  created_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  -- The order it became, and the trade that fired it.
  order_id    uuid,
  fired_shard smallint,
  fired_event bigint,
  -- Trades up to this event of the symbol's shard are older than the order.
  after_event bigint      NOT NULL,
  -- The leg whose price was reached and whose order is not in the book yet.
  due         text        CHECK (due IN ('stop', 'take-profit')),
  -- How many orders were made for it, each with its own id.
  tries       smallint    NOT NULL DEFAULT 0,
  -- The day whose limits its hold was calculated with.
  priced_on   date        NOT NULL,
  -- The venue accepted the order it became.
  taken       boolean     NOT NULL DEFAULT false,
  CONSTRAINT conditional_ended CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX conditional_waiting ON app.conditional_orders (symbol) WHERE state = 'waiting';
CREATE INDEX conditional_of_member ON app.conditional_orders (member_id, created_at);
CREATE INDEX conditional_of_position ON app.conditional_orders (position_id) WHERE state = 'waiting';
CREATE INDEX conditional_untaken ON app.conditional_orders (ended_at) WHERE state = 'fired' AND NOT taken;
GRANT SELECT, INSERT, UPDATE (state, reason, ended_at) ON app.conditional_orders TO fairlot_api;
GRANT SELECT, UPDATE ON app.conditional_orders TO fairlot_worker;
GRANT SELECT (symbol, state) ON app.conditional_orders TO fairlot_console;

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
