-- Settlement runs in its own process, with a role of its own: docs/adr/0035-settlement-has-its-own-process.md. What books
-- trades moves from fairlot_worker to fairlot_settlement: the ledger's events of trades, fills, orders, positions, and
-- how far the log is settled.

DO $$
BEGIN
  CREATE ROLE fairlot_settlement LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Roles belong to the cluster: another database of it has made this one already.
END $$;

GRANT USAGE ON SCHEMA platform, app, audit, exchange, ledger, settlement, status TO fairlot_settlement;

-- What every process reads and reports.
GRANT SELECT ON platform.migrations TO fairlot_settlement;
GRANT EXECUTE ON FUNCTION platform.restore_fault, status.write_heartbeat TO fairlot_settlement;

-- The log, and what a trade's amounts depend on.
GRANT SELECT ON exchange.shards, exchange.batches, exchange.events, exchange.pruned TO fairlot_settlement;
GRANT SELECT ON app.terms, app.seats, app.closures, app.day_trading_applications TO fairlot_settlement;

-- What it writes. An order's terms, owner and instrument never change.
GRANT SELECT, UPDATE (state, reason, accepted_at, ended_at, left_shares, filled_shares, filled_value, fee, tax, borrow_fee,
  loan_repaid, interest_paid, collateral_freed, steps, steps_hash) ON app.orders TO fairlot_settlement;
GRANT SELECT, INSERT, UPDATE (remaining) ON app.order_holds TO fairlot_settlement;
GRANT SELECT, INSERT ON app.order_steps, app.fills, app.member_events TO fairlot_settlement;
GRANT SELECT, INSERT, UPDATE ON app.positions TO fairlot_settlement;
GRANT SELECT, INSERT, UPDATE ON settlement.cursors TO fairlot_settlement;
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement.seat_nets, settlement.dues TO fairlot_settlement;
GRANT SELECT, INSERT, UPDATE (reason, waits, tried_at, review_id, review_after, state, ended_at) ON settlement.set_aside
  TO fairlot_settlement;
GRANT INSERT ON audit.entries TO fairlot_settlement;
GRANT EXECUTE ON FUNCTION ledger.post_many, ledger.balance_of, app.first_order_id, app.id_at TO fairlot_settlement;
-- It asks two operators about an event that it cannot settle.
GRANT EXECUTE ON FUNCTION app.open_review TO fairlot_settlement;

UPDATE ledger.posting_rights SET role = 'fairlot_settlement'
WHERE role = 'fairlot_worker' AND event IN ('trade.open-long', 'trade.open-short', 'trade.close-long', 'trade.close-short',
  'seat.trade', 'seat.net', 'settlement.arrived', 'interest.accrued', 'day-trade.kept', 'order.released', 'order.reduced');
-- Settlement opens the hold of an order that replaces another; the worker places orders of its own.
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, max_amount, once, practice,
  opened_by, mirrors)
SELECT 'fairlot_settlement', event, owner_kind, kind, direction, assets, scope, max_amount, once, practice, opened_by, mirrors
FROM ledger.posting_rights WHERE role = 'fairlot_worker' AND event = 'order.held';

-- The worker keeps what conditional orders and day trading need.
REVOKE UPDATE ON app.orders FROM fairlot_worker;
REVOKE INSERT ON app.order_steps, app.fills FROM fairlot_worker;
REVOKE INSERT, UPDATE ON app.positions FROM fairlot_worker;
GRANT UPDATE (closing, day_trade) ON app.positions TO fairlot_worker;
REVOKE INSERT, UPDATE ON settlement.cursors FROM fairlot_worker;
REVOKE INSERT, UPDATE, DELETE ON settlement.seat_nets, settlement.dues FROM fairlot_worker;
-- It carries out the decision to leave an event out.
REVOKE INSERT, UPDATE (reason, waits, tried_at) ON settlement.set_aside FROM fairlot_worker;

-- Only an event of the log can be set aside; it is left out only with a review about it that two people approved, and
-- only settlement says that it was applied.
CREATE OR REPLACE FUNCTION settlement.check_set_aside() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'waiting' THEN RAISE EXCEPTION 'an event is set aside as waiting' USING ERRCODE = 'check_violation'; END IF;
    PERFORM FROM exchange.events e WHERE e.shard = NEW.shard AND e.event = NEW.event AND e.kind = NEW.kind AND e.at = NEW.at;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'event %/% is not in the log', NEW.shard, NEW.event USING ERRCODE = 'FX003';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state <> 'waiting' THEN
    RAISE EXCEPTION 'event %/% has ended as %', OLD.shard, OLD.event, OLD.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'applied' AND session_user = 'fairlot_worker' THEN
    RAISE EXCEPTION 'event %/% is applied by settlement only', OLD.shard, OLD.event USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'left-out' AND (
    SELECT count(DISTINCT v.operator_id) FROM app.reviews r
    JOIN app.review_votes v ON v.review_id = r.id AND v.decision = 'approve' AND v.payload_hash = r.payload_hash
    WHERE r.id = NEW.review_id AND r.kind = 'event-set-aside' AND r.subject = NEW.shard || '/' || NEW.event
      AND r.state IN ('decided', 'closed') AND r.decision = 'approve') < 2 THEN
    RAISE EXCEPTION 'event %/% is left out by two operators only', OLD.shard, OLD.event USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE status.heartbeats DROP CONSTRAINT heartbeats_process_check, ADD CONSTRAINT heartbeats_process_check
  CHECK (process IN ('api', 'console', 'console-app', 'worker', 'settlement', 'quotes', 'live', 'exchange', 'practice'));

CREATE OR REPLACE FUNCTION status.write_heartbeat(
  p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamptz, p_figures jsonb, p_stopping boolean
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE now_here timestamptz := clock_timestamp();
BEGIN
  -- No process reports for another: a taken console cannot make a dead worker appear alive.
  IF session_user ~ '^fairlot_(api|console|console_app|worker|settlement|quotes|live|exchange|practice)$'
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
