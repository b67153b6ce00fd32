-- Notices of fills, cancelled and refused orders; pushes that a browser does not want; no price alert twice.

-- How far the notices have read what settlement has booked. They start at the present, so old orders send no notices.
CREATE TABLE app.trade_notice_cursors (
  shard smallint    PRIMARY KEY,
  event bigint      NOT NULL,
  -- The time of the newest event that was read. Later events are not older, so a read names the months it needs.
  at    timestamptz NOT NULL
);
INSERT INTO app.trade_notice_cursors (shard, event, at) SELECT shard, event, '-infinity' FROM settlement.cursors;
GRANT SELECT, INSERT, UPDATE (event, at) ON app.trade_notice_cursors TO fairlot_worker;

-- The topics that this browser gets no push of. The notices themselves are always kept.
ALTER TABLE app.push_subscriptions ADD COLUMN muted text[] NOT NULL DEFAULT '{}'
  CONSTRAINT push_subscriptions_muted CHECK (muted <@ ARRAY['fills', 'orders', 'alerts', 'funds', 'site']);

-- Of equal alerts that wait, the oldest stays on.
UPDATE app.price_alerts a SET state = 'off' WHERE a.state = 'waiting' AND EXISTS (
  SELECT FROM app.price_alerts b WHERE b.state = 'waiting' AND b.member_id = a.member_id AND b.symbol = a.symbol
    AND b.kind = a.kind AND b.threshold = a.threshold AND (b.created_at, b.id) < (a.created_at, a.id));
CREATE UNIQUE INDEX price_alerts_waiting_once ON app.price_alerts (member_id, symbol, kind, threshold)
  WHERE state = 'waiting';
