-- Price alerts that the server checks.

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
GRANT SELECT, INSERT, UPDATE, DELETE ON app.price_alerts TO fairlot_api;
GRANT SELECT, UPDATE (state) ON app.price_alerts TO fairlot_worker;

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
GRANT SELECT ON app.price_alert_firings TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.price_alert_firings TO fairlot_worker;

-- The last event of each shard that the alerts have read.
CREATE TABLE app.price_alert_cursors (
  shard smallint PRIMARY KEY,
  event bigint   NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON app.price_alert_cursors TO fairlot_worker;

-- The trading day of each instrument, as the alerts have read it: the base for `moves`.
CREATE TABLE app.price_alert_days (
  symbol    text    PRIMARY KEY,
  date      date    NOT NULL,
  reference integer NOT NULL,
  -- The event that started the day: trades after it belong to this day.
  event     bigint  NOT NULL
);
GRANT SELECT ON app.price_alert_days TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.price_alert_days TO fairlot_worker;
