-- Groups of the watch list, and price alerts that the server checks.

CREATE TABLE app.favourite_groups (
  id        uuid        PRIMARY KEY,
  member_id uuid        NOT NULL REFERENCES app.members,
  name      text        NOT NULL CHECK (length(name) BETWEEN 1 AND 20),
  position  integer     NOT NULL,
  made_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (member_id, name)
);
CREATE TABLE app.favourite_group_symbols (
  group_id  uuid    NOT NULL REFERENCES app.favourite_groups ON DELETE CASCADE,
  member_id uuid    NOT NULL,
  symbol    text    NOT NULL,
  position  integer NOT NULL,
  PRIMARY KEY (group_id, symbol),
  -- A stock removed from the watch list leaves its groups.
  FOREIGN KEY (member_id, symbol) REFERENCES app.favourites ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE, DELETE ON app.favourite_groups, app.favourite_group_symbols TO fairlot_api;

CREATE TABLE app.price_alerts (
  id         uuid        PRIMARY KEY,
  member_id  uuid        NOT NULL REFERENCES app.members,
  symbol     text        NOT NULL REFERENCES app.instruments,
  kind       text        NOT NULL CHECK (kind IN ('rises-to', 'falls-to', 'moves')),
  -- Hundredths of a dollar; for `moves` hundredths of a percent of the reference price, either way.
  threshold  integer     NOT NULL CHECK (threshold > 0),
  repeat     text        NOT NULL CHECK (repeat IN ('once', 'daily')),
  state      text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'off', 'done')),
  created_at timestamptz NOT NULL,
  -- Trades up to this event of the symbol's shard are older than the alert.
  after_event bigint     NOT NULL
);
-- By threshold, so that a trade finds the alerts it reaches and not every alert of its stock.
CREATE INDEX price_alerts_waiting ON app.price_alerts (symbol, kind, threshold) WHERE state = 'waiting';
CREATE INDEX price_alerts_of_member ON app.price_alerts (member_id, symbol);

-- The delivery log: one row per alert and trading day at most, so that none fires twice.
CREATE TABLE app.price_alert_firings (
  alert_id  uuid        NOT NULL REFERENCES app.price_alerts ON DELETE CASCADE,
  date      date        NOT NULL,
  member_id uuid        NOT NULL,
  symbol    text        NOT NULL,
  price     integer     NOT NULL,
  event     bigint      NOT NULL,
  fired_at  timestamptz NOT NULL,
  PRIMARY KEY (alert_id, date)
);
-- The last event of each shard that the alerts have read.
CREATE TABLE app.price_alert_cursors (
  shard smallint PRIMARY KEY,
  event bigint   NOT NULL
);
-- The trading day of each instrument, as the alerts have read it: the base for `moves`.
CREATE TABLE app.price_alert_days (
  symbol    text    PRIMARY KEY,
  date      date    NOT NULL,
  reference integer NOT NULL,
  -- The event that started the day: trades after it belong to this day.
  event     bigint  NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON app.price_alerts TO fairlot_api;
GRANT SELECT ON app.price_alert_firings TO fairlot_api;
GRANT SELECT, UPDATE (state) ON app.price_alerts TO fairlot_worker;
GRANT SELECT ON app.price_alert_days TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.price_alert_firings, app.price_alert_cursors, app.price_alert_days TO fairlot_worker;

-- Member events, numbered without a gap per member: the live feed resumes from them.
CREATE TABLE app.member_events (
  member_id uuid        NOT NULL,
  number    bigint      NOT NULL,
  kind      text        NOT NULL,
  data      jsonb       NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (member_id, number)
);
GRANT SELECT, INSERT ON app.member_events TO fairlot_api, fairlot_worker;
GRANT SELECT ON app.member_events TO fairlot_live;
