-- The process that serves the console's files is not the one that answers its API. It may only write its heartbeat.

DO $$
BEGIN
  CREATE ROLE fairlot_console_app LOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Roles belong to the cluster: another database of it has made this one already.
END $$;
GRANT USAGE ON SCHEMA status TO fairlot_console_app;
GRANT EXECUTE ON FUNCTION status.beat(uuid, text, text, integer, text, timestamptz, jsonb, boolean)
  TO fairlot_console_app;

ALTER TABLE status.beats DROP CONSTRAINT beats_process_check;
ALTER TABLE status.beats ADD CONSTRAINT beats_process_check CHECK (
  process IN ('api', 'console', 'console-app', 'worker', 'quotes', 'live', 'exchange', 'practice')
);

-- As in 0030, for one more process.
CREATE OR REPLACE FUNCTION status.beat(
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
  INSERT INTO status.beats (instance, process, host, pid, version, started_at, beat_at, stopped_at, clock_ms, figures)
  VALUES (p_instance, p_process, left(p_host, 120), p_pid, p_version, now_here, now_here,
    CASE WHEN p_stopping THEN now_here END,
    round(extract(epoch FROM p_clock - now_here) * 1000)::bigint, p_figures)
  ON CONFLICT (instance) DO UPDATE SET
    beat_at = excluded.beat_at, stopped_at = excluded.stopped_at, clock_ms = excluded.clock_ms,
    figures = excluded.figures
  WHERE beats.process = excluded.process AND beats.stopped_at IS NULL;
END $$;
