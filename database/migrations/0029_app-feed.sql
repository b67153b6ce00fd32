-- The live feed of a member.

-- A ticket lets one socket speak for one session, once, within thirty seconds. Only its hash is kept.
CREATE TABLE app.feed_tickets (
  hash       bytea       PRIMARY KEY,
  member_id  uuid        NOT NULL,
  session_id uuid        NOT NULL,
  expires_at timestamptz NOT NULL
);
GRANT INSERT ON app.feed_tickets TO fairlot_api;
GRANT SELECT, DELETE ON app.feed_tickets TO fairlot_live, fairlot_worker;

-- Member events, numbered without a gap per member: the live feed resumes from them.
CREATE TABLE app.member_events (
  member_id uuid        NOT NULL,
  number    bigint      NOT NULL,
  kind      text        NOT NULL,
  data      jsonb       NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (member_id, number)
);
-- Member events are kept for a number of days. The newest of each member stays: the next number is counted from it.
CREATE INDEX member_events_at ON app.member_events USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
GRANT SELECT, INSERT ON app.member_events TO fairlot_api;
GRANT SELECT, INSERT, DELETE ON app.member_events TO fairlot_worker;
GRANT SELECT ON app.member_events TO fairlot_live;
