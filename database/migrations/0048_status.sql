-- The state of the system as the console shows it. The schema is separate, so that the exchange, which otherwise sees only
-- `exchange`, needs no further access.

CREATE SCHEMA status;
GRANT USAGE ON SCHEMA status TO fairlot_api, fairlot_worker, fairlot_quotes, fairlot_live, fairlot_console,
  fairlot_exchange, fairlot_practice, fairlot_reader, fairlot_console_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA status GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA status GRANT SELECT ON TABLES TO fairlot_reader;

-- Each process writes its own row every few seconds, with its own database role.
CREATE TABLE status.heartbeats (
  -- One start of one process.
  instance   uuid        PRIMARY KEY,
  process    text        NOT NULL
    CHECK (process IN ('api', 'console', 'console-app', 'worker', 'quotes', 'live', 'exchange', 'practice')),
  host       text        NOT NULL CHECK (length(host) <= 120),
  pid        integer     NOT NULL,
  version    text        NOT NULL CHECK (length(version) <= 40),
  -- All by PostgreSQL's clock: a process with a wrong clock must not appear alive.
  started_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL,
  -- The process signed off; a silent process without it is lost.
  stopped_at timestamptz,
  -- How far its clock is ahead of PostgreSQL's.
  clock_ms   bigint      NOT NULL,
  -- The process's own metrics: requests a second, times, memory.
  figures    jsonb       NOT NULL CHECK (jsonb_typeof(figures) = 'object')
) WITH (fillfactor = 50);
CREATE INDEX heartbeats_by_time ON status.heartbeats (heartbeat_at);
GRANT SELECT ON status.heartbeats TO fairlot_console;
GRANT SELECT, DELETE ON status.heartbeats TO fairlot_worker;

CREATE FUNCTION status.write_heartbeat(
  p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamptz, p_figures jsonb,
  p_stopping boolean
) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE now_here timestamptz := clock_timestamp();
BEGIN
  -- No process reports for another: a taken console cannot make a dead worker appear alive.
  IF session_user ~ '^fairlot_(api|console|console_app|worker|quotes|live|exchange|practice)$'
     AND session_user <> 'fairlot_' || replace(p_process, '-', '_') THEN
    RAISE EXCEPTION '% is not %', session_user, p_process USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO status.heartbeats (instance, process, host, pid, version, started_at, heartbeat_at, stopped_at, clock_ms, figures)
  VALUES (p_instance, p_process, left(p_host, 120), p_pid, p_version, now_here, now_here,
    CASE WHEN p_stopping THEN now_here END,
    round(extract(epoch FROM p_clock - now_here) * 1000)::bigint, p_figures)
  ON CONFLICT (instance) DO UPDATE SET
    heartbeat_at = excluded.heartbeat_at, stopped_at = excluded.stopped_at, clock_ms = excluded.clock_ms,
    figures = excluded.figures
  WHERE heartbeats.process = excluded.process AND heartbeats.stopped_at IS NULL;
END $$;
GRANT EXECUTE ON FUNCTION status.write_heartbeat TO fairlot_api, fairlot_worker, fairlot_quotes, fairlot_live, fairlot_console,
  fairlot_exchange, fairlot_practice, fairlot_console_app;

-- A figure at a time, for the charts of the last hour. Written by the worker, kept for a day.
CREATE TABLE status.samples (
  name  text             NOT NULL,
  at    timestamptz      NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (name, at)
);
GRANT SELECT ON status.samples TO fairlot_console;
GRANT SELECT, INSERT, DELETE ON status.samples TO fairlot_worker;

-- Reports of external actions: a backup, a tested restore, a tested failover.
CREATE TABLE status.drills (
  id      uuid        PRIMARY KEY,
  kind    text        NOT NULL CHECK (kind IN ('backup', 'restore', 'failover')),
  ok      boolean     NOT NULL,
  seconds integer     NOT NULL CHECK (seconds >= 0),
  note    text        NOT NULL CHECK (length(note) <= 300),
  at      timestamptz NOT NULL
);
CREATE INDEX drills_by_kind ON status.drills (kind, at DESC);
GRANT SELECT ON status.drills TO fairlot_console;

-- Waiting work as figures only: the console has no right on the tables behind them. `waited_ms` is how far a reader is
-- behind, or how long the oldest item has waited. Counting stops at ten thousand.
CREATE FUNCTION status.figures() RETURNS TABLE (name text, amount bigint, waited_ms bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'settlement', coalesce(sum(greatest(s.event - coalesce(c.event, 0), 0)), 0)::bigint,
    coalesce(max(CASE WHEN s.event > coalesce(c.event, 0)
      THEN extract(epoch FROM clock_timestamp() - coalesce(c.at, s.at)) * 1000 END), 0)::bigint
  FROM exchange.shards s LEFT JOIN settlement.cursors c ON c.shard = s.shard
  UNION ALL
  SELECT 'quotes', coalesce(sum(greatest(s.event - coalesce(m.event, 0), 0)), 0)::bigint,
    coalesce(max(CASE WHEN s.event > coalesce(m.event, 0) THEN extract(epoch FROM clock_timestamp() - coalesce((
      SELECT e.at FROM exchange.events e WHERE e.shard = s.shard AND e.event > coalesce(m.event, 0)
      ORDER BY e.event LIMIT 1), s.at)) * 1000 END), 0)::bigint
  FROM exchange.shards s LEFT JOIN market.cursors m ON m.shard = s.shard
  UNION ALL
  SELECT 'exchange-queue', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(q.submitted_at)) * 1000, 0)::bigint
  FROM (SELECT submitted_at FROM exchange.queue LIMIT 10000) q
  UNION ALL
  SELECT 'audit-unlinked', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(u.recorded_at)) * 1000, 0)::bigint
  FROM (SELECT recorded_at FROM audit.unlinked LIMIT 10000) u
  UNION ALL
  SELECT 'reviews-to-execute', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(r.decided_at)) * 1000, 0)::bigint
  FROM (SELECT decided_at FROM app.reviews
        WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND trouble IS NULL LIMIT 10000) r
  UNION ALL
  SELECT 'reviews-stuck', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(r.decided_at)) * 1000, 0)::bigint
  FROM (SELECT decided_at FROM app.reviews
        WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND trouble IS NOT NULL LIMIT 10000) r
  UNION ALL
  SELECT 'notices-unsent', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(n.sent_at)) * 1000, 0)::bigint
  FROM (SELECT sent_at FROM app.notices WHERE delivered_at IS NULL LIMIT 10000) n
  UNION ALL
  SELECT 'pushes', count(*), coalesce(extract(epoch FROM clock_timestamp() - min(p.due_at)) * 1000, 0)::bigint
  FROM (SELECT due_at FROM app.push_jobs WHERE due_at <= clock_timestamp() LIMIT 10000) p
$$;
GRANT EXECUTE ON FUNCTION status.figures TO fairlot_console, fairlot_worker;
