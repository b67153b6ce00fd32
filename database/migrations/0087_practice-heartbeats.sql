-- The two practice operators report as every process does: the console shows when one is dead.

GRANT USAGE ON SCHEMA status TO fairlot_practice_proposer, fairlot_practice_approver;
GRANT EXECUTE ON FUNCTION status.write_heartbeat TO fairlot_practice_proposer, fairlot_practice_approver;

ALTER TABLE status.heartbeats DROP CONSTRAINT heartbeats_process_check, ADD CONSTRAINT heartbeats_process_check
  CHECK (process IN ('api', 'console', 'console-app', 'worker', 'settlement', 'quotes', 'live', 'exchange', 'practice',
    'practice-proposer', 'practice-approver'));

CREATE OR REPLACE FUNCTION status.write_heartbeat(
  p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamptz, p_figures jsonb, p_stopping boolean
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE now_here timestamptz := clock_timestamp();
BEGIN
  -- No process reports for another: a taken console cannot make a dead worker appear alive.
  IF session_user ~ '^fairlot_(api|console|console_app|worker|settlement|quotes|live|exchange|practice|practice_proposer|practice_approver)$'
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
