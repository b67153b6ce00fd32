-- Trading: orders, their holds, their fills, the resulting holdings, and settlement's progress. Money and shares
-- themselves are on the ledger; these tables say what for. docs/architecture/trading.md explains.

-- Shares that a short order wants and has not sold yet stay in the pool, under the order's hold.
INSERT INTO ledger.chart (owner_kind, kind, dated, holding, lowest) VALUES ('lending', 'held', false, true, 0);

-- Rules set by operators, with history: the newest row in force counts, and a rule without one has its default from
-- packages/rules. A row is announced before it takes effect and is never changed.
CREATE TABLE app.rule_values (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule         text        NOT NULL CHECK (rule ~ '^[a-z][A-Za-z0-9-]*(\.[A-Za-z0-9-]+)+$'),
  value        bigint      NOT NULL,
  announced_at timestamptz NOT NULL,
  holds_from   timestamptz NOT NULL CHECK (holds_from >= announced_at),
  reason       text        NOT NULL CHECK (reason <> ''),
  set_by_first  text       NOT NULL CHECK (set_by_first <> ''),
  set_by_second text       NOT NULL CHECK (set_by_second <> ''),
  CONSTRAINT rule_values_set_by_two CHECK (set_by_first <> set_by_second)
);
CREATE INDEX rule_values_of_rule ON app.rule_values (rule, holds_from);
GRANT SELECT ON app.rule_values TO fairlot_api, fairlot_worker;

-- The steps an order and a holding may take; packages/rules holds the same rows.
CREATE TABLE app.order_transitions (
  from_state text NOT NULL,
  to_state   text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO app.order_transitions VALUES
  ('entrusted', 'filled'), ('entrusted', 'cancelled'), ('entrusted', 'refused');
CREATE TABLE app.position_transitions (
  from_state text NOT NULL,
  to_state   text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO app.position_transitions VALUES
  ('holding', 'preparing-to-close'), ('preparing-to-close', 'holding'), ('preparing-to-close', 'closed');

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
  CONSTRAINT orders_never_overfill CHECK (filled_shares + left_shares <= quantity),
  CONSTRAINT orders_open_makes_its_own CHECK (purpose = 'close' OR position_id = id),
  CONSTRAINT orders_side CHECK ((side = 'buy') = ((purpose = 'open') = (direction = 'long'))),
  CONSTRAINT orders_short_is_1x CHECK (direction = 'long' OR multiple = 100),
  CONSTRAINT orders_ended CHECK ((state = 'entrusted') = (ended_at IS NULL)),
  CONSTRAINT orders_open_has_shares_left CHECK ((state = 'entrusted') = (left_shares > 0))
) WITH (fillfactor = 80);
CREATE INDEX orders_open ON app.orders (member_id, placed_at) WHERE state = 'entrusted';
CREATE INDEX orders_of_member ON app.orders (member_id, placed_at);
CREATE INDEX orders_of_position ON app.orders (position_id);

-- The terms that orders are charged by: few distinct ones, stored once.
CREATE TABLE app.terms (
  hash    bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
  profile text        NOT NULL,
  body    jsonb       NOT NULL,
  since   timestamptz NOT NULL DEFAULT now()
);

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

-- A holding: created by the first fill of an opening order, whose id it has.
CREATE TABLE app.positions (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL,
  symbol      text        NOT NULL,
  kind        text        NOT NULL CHECK (kind IN ('stock', 'etf')),
  direction   text        NOT NULL CHECK (direction IN ('long', 'short')),
  multiple    smallint    NOT NULL,
  -- Its origin: bought in the market, or in later features won, allotted, copied.
  product     text        NOT NULL DEFAULT 'competition' CHECK (product IN ('competition', 'auction', 'etf', 'placing')),
  opened_on   date        NOT NULL,
  opened_at   timestamptz NOT NULL,
  -- T+2 of the opening day: all fills of an order fall on one trading day.
  settles_on  date        NOT NULL,
  -- When it may be closed: the first trading day, and the time. Shown to the member, checked at every close.
  sellable_on date        NOT NULL,
  unlocks_at  timestamptz NOT NULL,
  ----
  day_trade   boolean     NOT NULL,
  state       text        NOT NULL DEFAULT 'holding' CHECK (state IN ('holding', 'preparing-to-close', 'closed')),
  reason      text        CHECK (reason IN ('member', 'conditional', 'liquidated', 'auto-cover')),
  opened_shares integer   NOT NULL CHECK (opened_shares > 0),
  -- Open now, and how many of those are in open close orders or waiting conditional ones.
  shares      integer     NOT NULL CHECK (shares >= 0),
  closing     integer     NOT NULL DEFAULT 0 CHECK (closing BETWEEN 0 AND shares),
  -- Value bought or sold at opening, and its costs.
  opened_value bigint     NOT NULL,
  open_fee    bigint      NOT NULL DEFAULT 0,
  open_tax    bigint      NOT NULL DEFAULT 0,
  borrow_fee  bigint      NOT NULL DEFAULT 0,
  -- Owed for it now: cash of a long. The shares of a short are `shares`.
  loan        bigint      NOT NULL DEFAULT 0 CHECK (loan >= 0),
  -- Collateral for it now: margin and proceeds of a short.
  collateral  bigint      NOT NULL DEFAULT 0 CHECK (collateral >= 0),
  -- Interest accrued and not paid, through this date.
  interest    bigint      NOT NULL DEFAULT 0 CHECK (interest >= 0),
  interest_through date   NOT NULL,
  -- For the closed part.
  closed_value bigint     NOT NULL DEFAULT 0,
  close_fee   bigint      NOT NULL DEFAULT 0,
  close_tax   bigint      NOT NULL DEFAULT 0,
  interest_paid bigint    NOT NULL DEFAULT 0,
  -- Result of the closed part, after all its costs.
  realised    bigint      NOT NULL DEFAULT 0,
  close_asked_at timestamptz,
  closed_at   timestamptz,
  CONSTRAINT positions_closed_is_empty CHECK ((state = 'closed') = (shares = 0)),
  CONSTRAINT positions_closed_at CHECK ((state = 'closed') = (closed_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX positions_open ON app.positions (member_id, opened_at) WHERE state <> 'closed';
CREATE INDEX positions_closed ON app.positions (member_id, closed_at) WHERE state = 'closed';
CREATE INDEX positions_borrowed ON app.positions (symbol) WHERE state <> 'closed' AND (loan > 0 OR direction = 'short');
CREATE INDEX positions_day_trades ON app.positions (opened_on) WHERE state <> 'closed' AND day_trade;

-- One row per member's side of a trade: (shard, event) is the trade's position in the exchange's log.
CREATE TABLE app.fills (
  shard       smallint    NOT NULL,
  event       bigint      NOT NULL,
  side        text        NOT NULL CHECK (side IN ('buy', 'sell')),
  order_id    uuid        NOT NULL,
  position_id uuid        NOT NULL,
  member_id   uuid        NOT NULL,
  symbol      text        NOT NULL,
  price       integer     NOT NULL CHECK (price > 0),
  quantity    integer     NOT NULL CHECK (quantity > 0),
  fee         bigint      NOT NULL,
  tax         bigint      NOT NULL,
  borrow_fee  bigint      NOT NULL,
  -- Result of the shares it closes, after all costs; null when it opens.
  realised    bigint,
  -- The exchange's sequence, the rule that decided the price, the best five just before.
  sequence    bigint      NOT NULL,
  decided_by  text        NOT NULL,
  book        json        NOT NULL,
  traded_at   timestamptz NOT NULL,
  date        date        NOT NULL,
  settles_on  date        NOT NULL,
  -- The ledger entry that settled it, and when.
  entry_id    uuid        NOT NULL,
  settled_at  timestamptz NOT NULL,
  PRIMARY KEY (shard, event, side)
);
CREATE INDEX fills_of_order ON app.fills (order_id);
CREATE INDEX fills_of_position ON app.fills (position_id);
CREATE INDEX fills_of_member ON app.fills (member_id, traded_at);
CREATE INDEX fills_of_date ON app.fills (date);

CREATE FUNCTION app.check_order_step() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.state <> OLD.state
    AND NOT EXISTS (SELECT FROM app.order_transitions t WHERE t.from_state = OLD.state AND t.to_state = NEW.state) THEN
    RAISE EXCEPTION 'an order does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.filled_shares < OLD.filled_shares OR (OLD.state <> 'entrusted' AND NEW.filled_shares <> OLD.filled_shares) THEN
    RAISE EXCEPTION 'order % fills after its end, or backwards', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.orders FOR EACH ROW EXECUTE FUNCTION app.check_order_step();

CREATE FUNCTION app.check_position_step() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.state <> OLD.state
    AND NOT EXISTS (SELECT FROM app.position_transitions t WHERE t.from_state = OLD.state AND t.to_state = NEW.state) THEN
    RAISE EXCEPTION 'a holding does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.positions FOR EACH ROW EXECUTE FUNCTION app.check_position_step();

-- The last event of each shard that settlement has applied; moved in the transaction of the postings, on condition of
-- its old value, so that two settlers cannot both apply one.
CREATE SCHEMA settlement;
GRANT USAGE ON SCHEMA settlement TO fairlot_api, fairlot_worker, fairlot_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA settlement GRANT SELECT ON TABLES TO fairlot_reader;
CREATE TABLE settlement.cursors (
  shard    smallint PRIMARY KEY,
  event    bigint   NOT NULL,
  sequence bigint   NOT NULL,
  hash     text     NOT NULL,
  at       timestamptz NOT NULL
) WITH (fillfactor = 10);
-- Debts between seats from their trades, not yet on the ledger: posted as one netted entry every half hour, and before
-- a seat would run short. Sums to zero per asset and settlement date.
CREATE TABLE settlement.seat_nets (
  seat   text   NOT NULL,
  asset  text   NOT NULL,
  due    date   NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (seat, asset, due)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON settlement.cursors TO fairlot_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement.seat_nets TO fairlot_worker;
GRANT SELECT ON settlement.cursors TO fairlot_api;

-- Conditional orders, kept here and not at the exchange. `legs` are the orders they become; their reservation is held
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
  CONSTRAINT conditional_ended CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX conditional_waiting ON app.conditional_orders (symbol) WHERE state = 'waiting';
CREATE INDEX conditional_of_member ON app.conditional_orders (member_id, created_at);

-- A member's own limits, and whether trading is stopped: by the member, or by the runaway rule.
CREATE TABLE app.trading_guards (
  member_id        uuid        PRIMARY KEY,
  daily_loss_limit bigint      CHECK (daily_loss_limit > 0),
  stopped_at       timestamptz,
  stopped_by       text        CHECK (stopped_by IN ('member', 'rule')),
  CONSTRAINT guards_stop_whole CHECK ((stopped_at IS NULL) = (stopped_by IS NULL))
);

-- A margin call: its ratio, its amount, and how it ended.
CREATE TABLE app.margin_calls (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL,
  called_at   timestamptz NOT NULL,
  ratio_bp    integer     NOT NULL,
  amount      bigint      NOT NULL CHECK (amount > 0),
  paid        bigint      NOT NULL DEFAULT 0,
  deadline    timestamptz NOT NULL,
  state       text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'met', 'recovered', 'forced', 'closed')),
  seen_at     timestamptz,
  ended_at    timestamptz,
  CONSTRAINT margin_calls_ended CHECK ((state IN ('open', 'forced')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX margin_calls_one_open ON app.margin_calls (member_id) WHERE ended_at IS NULL;
CREATE INDEX margin_calls_of_member ON app.margin_calls (member_id, called_at);

-- Day trading needs an application with a signed risk statement.
CREATE TABLE app.day_trading_applications (
  id         uuid        PRIMARY KEY,
  member_id  uuid        NOT NULL,
  statement  text        NOT NULL,
  state      text        NOT NULL CHECK (state IN ('pending', 'passed', 'rejected')),
  reason     text,
  applied_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  CONSTRAINT day_trading_decided CHECK ((state = 'pending') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX day_trading_one_live ON app.day_trading_applications (member_id) WHERE state <> 'rejected';

-- Wealth at each day's roll, so that a profit line needs no recalculation from the beginning.
CREATE TABLE app.wealth_days (
  member_id  uuid   NOT NULL,
  date       date   NOT NULL,
  cash       bigint NOT NULL,
  holdings   bigint NOT NULL,
  realised   bigint NOT NULL,
  unrealised bigint NOT NULL,
  costs      bigint NOT NULL,
  PRIMARY KEY (member_id, date)
) PARTITION BY RANGE (date);
-- Takes rows without a month partition.
CREATE TABLE app.wealth_days_other PARTITION OF app.wealth_days DEFAULT;

GRANT SELECT, INSERT ON app.terms TO fairlot_api, fairlot_worker;
GRANT SELECT, INSERT ON app.orders, app.order_holds, app.order_steps, app.conditional_orders, app.trading_guards,
  app.margin_calls, app.day_trading_applications TO fairlot_api, fairlot_worker;
GRANT SELECT ON app.order_transitions, app.position_transitions, app.positions, app.fills, app.wealth_days TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.positions TO fairlot_worker;
GRANT SELECT, INSERT ON app.fills TO fairlot_worker;
GRANT SELECT ON app.order_transitions, app.position_transitions TO fairlot_worker;
GRANT UPDATE (cancel_asked_at, steps, steps_hash) ON app.orders TO fairlot_api;
GRANT UPDATE ON app.orders, app.order_holds, app.conditional_orders, app.trading_guards, app.margin_calls TO fairlot_worker;
GRANT UPDATE (state, reason, ended_at) ON app.conditional_orders TO fairlot_api;
GRANT UPDATE ON app.trading_guards TO fairlot_api;
GRANT UPDATE (paid, state, seen_at, ended_at) ON app.margin_calls TO fairlot_api;
-- The api marks a holding as closing, turns a day trade into a kept holding, and repays its loan; settlement writes all
-- else.
GRANT UPDATE (state, closing, close_asked_at, day_trade, loan, interest, interest_paid, realised, collateral) ON app.positions TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.wealth_days TO fairlot_worker;
