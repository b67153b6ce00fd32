-- Instruments, the calendar they trade by, halts, and the seats of the practice market.

CREATE TABLE app.instruments (
  symbol      text    PRIMARY KEY CHECK (symbol ~ '^([0-9]{4,6}|[0-9]{4,5}[A-Z])$'),
  name_tw     text    NOT NULL CHECK (name_tw <> ''),
  name_en     text    NOT NULL CHECK (name_en <> ''),
  board       text    NOT NULL CHECK (board IN ('listed', 'otc')),
  kind        text    NOT NULL CHECK (kind IN ('stock', 'etf')),
  industry_tw text    NOT NULL,
  industry_en text    NOT NULL,
  -- The reference price of its first listing here, hundredths. Later days start from the exchange's own close.
  reference   integer NOT NULL CHECK (reference > 0),
  limited     boolean NOT NULL DEFAULT true,
  -- Off the market: kept for history, no longer listed or searched.
  delisted_on date,
  listed_at   timestamptz NOT NULL DEFAULT now(),
  -- When its shard was sent the listing, in the same transaction; null until then.
  venue_sent_at timestamptz
);
CREATE INDEX instruments_unsent ON app.instruments (symbol) WHERE venue_sent_at IS NULL;
GRANT SELECT ON app.instruments TO fairlot_api;
GRANT SELECT, UPDATE (venue_sent_at) ON app.instruments TO fairlot_worker;
GRANT SELECT ON app.instruments TO fairlot_quotes, fairlot_live, fairlot_practice, fairlot_console;
GRANT INSERT, UPDATE ON app.instruments TO fairlot_seed;

-- Which member viewed what, once per member and day: the ranking counts people, not taps.
CREATE TABLE app.instrument_views (
  date      date NOT NULL,
  symbol    text NOT NULL REFERENCES app.instruments,
  member_id uuid NOT NULL,
  PRIMARY KEY (date, symbol, member_id)
);
GRANT SELECT, INSERT ON app.instrument_views TO fairlot_api;
GRANT SELECT, DELETE ON app.instrument_views TO fairlot_worker;

-- Counted in a few slots, so that a popular stock is not one hot row.
CREATE TABLE app.instrument_view_counts (
  date    date     NOT NULL,
  symbol  text     NOT NULL REFERENCES app.instruments,
  slot    smallint NOT NULL CHECK (slot BETWEEN 0 AND 15),
  members integer  NOT NULL,
  PRIMARY KEY (date, symbol, slot)
);
GRANT SELECT, INSERT, UPDATE ON app.instrument_view_counts TO fairlot_api;
GRANT SELECT, DELETE ON app.instrument_view_counts TO fairlot_worker;

-- Days on which the market does not trade. Announced years come from the seed; a typhoon day is added by hand.
CREATE TABLE app.closures (
  date       date    PRIMARY KEY,
  name_tw    text    NOT NULL,
  name_en    text    NOT NULL,
  -- The two business days before the Lunar New Year settle and do not trade.
  settlement_only boolean NOT NULL DEFAULT false,
  source     text    NOT NULL CHECK (source <> '')
);
-- The console shows opening hours, which follow from rules and closed days.
GRANT SELECT ON app.closures TO fairlot_api;
GRANT SELECT, INSERT, DELETE ON app.closures TO fairlot_worker;
GRANT SELECT ON app.closures TO fairlot_quotes, fairlot_practice, fairlot_console;
GRANT INSERT, UPDATE ON app.closures TO fairlot_seed;

-- Files of closing prices that an operator has loaded: loading the same file for the same day again changes nothing.
CREATE TABLE app.price_imports (
  date        date        NOT NULL,
  file_hash   text        NOT NULL CHECK (file_hash ~ '^[0-9a-f]{64}$'),
  file_name   text        NOT NULL,
  taken       integer     NOT NULL,
  skipped     integer     NOT NULL,
  imported_at timestamptz NOT NULL,
  PRIMARY KEY (date, file_hash)
);
-- import-prices runs as fairlot_seed: an import sends references to the venue, which the api may not.
GRANT SELECT ON app.price_imports TO fairlot_api;
GRANT SELECT, INSERT ON app.price_imports TO fairlot_worker;
GRANT INSERT ON app.price_imports TO fairlot_seed;

-- Who halted what, and who resumed it. The exchange's log has the effect.
CREATE TABLE app.market_halts (
  id         uuid        PRIMARY KEY REFERENCES app.reviews (id),
  -- Null: the whole market.
  symbol     text        REFERENCES app.instruments (symbol),
  reason     text        NOT NULL CHECK (reason IN ('news', 'operator', 'technical', 'authority', 'market')),
  halted_at  timestamptz NOT NULL,
  resumed_at timestamptz,
  resumed_by uuid        UNIQUE REFERENCES app.reviews (id),
  CONSTRAINT market_halts_resumed_complete CHECK ((resumed_at IS NULL) = (resumed_by IS NULL)),
  CONSTRAINT market_halts_in_order CHECK (resumed_at >= halted_at)
);
CREATE UNIQUE INDEX market_halts_one_open ON app.market_halts (coalesce(symbol, '*')) WHERE resumed_at IS NULL;
GRANT SELECT ON app.market_halts TO fairlot_api;
GRANT SELECT, INSERT, UPDATE (resumed_at, resumed_by) ON app.market_halts TO fairlot_worker;
GRANT SELECT ON app.market_halts TO fairlot_console;

-- Institutions of the practice market. They trade through the same commands as members and cannot withdraw.
CREATE TABLE app.seats (
  code    text PRIMARY KEY CHECK (code ~ '^[a-z0-9-]{2,24}$'),
  name_tw text NOT NULL,
  name_en text NOT NULL,
  -- maker: quotes both sides. trader: takes. house: lists and lends.
  kind    text NOT NULL CHECK (kind IN ('maker', 'trader', 'house')),
  -- The ledger names owners by UUID; a seat trades under its code and owns under this id.
  ledger_id uuid NOT NULL UNIQUE
);
GRANT SELECT ON app.seats TO fairlot_api, fairlot_worker, fairlot_practice;
GRANT INSERT ON app.seats TO fairlot_seed;
