-- Exits: the stop loss and the take profit that an opening order carries. Its position gets them as conditional closes, for
-- the shares that have filled.
CREATE TABLE app.order_exits (
  order_id    uuid    PRIMARY KEY,
  member_id   uuid    NOT NULL,
  stop        integer CHECK (stop > 0),
  take_profit integer CHECK (take_profit > 0),
  -- Filled shares that have got their exits.
  armed       integer NOT NULL DEFAULT 0 CHECK (armed >= 0),
  -- The order has ended, and all its fills have got their exits.
  done        boolean NOT NULL DEFAULT false,
  CONSTRAINT order_exits_set CHECK (stop IS NOT NULL OR take_profit IS NOT NULL)
);
CREATE INDEX order_exits_open ON app.order_exits (order_id) WHERE NOT done;
GRANT SELECT, INSERT ON app.order_exits TO fairlot_api;
GRANT SELECT ON app.order_exits TO fairlot_console;
GRANT SELECT, INSERT, UPDATE (armed, done) ON app.order_exits TO fairlot_worker;

-- The worker sets the conditional closes.
GRANT INSERT ON app.conditional_orders TO fairlot_worker;
