-- A dividend is cancelled before its ex-date by two operators, and holders get a notice of both.
-- docs/features/corporate-actions.md explains.

INSERT INTO app.review_kinds VALUES ('dividend-cancel', 'H', NULL, 'approve', 'propose-market', 60, 72, false, false);

ALTER TABLE app.corporate_actions
  ADD COLUMN cancelled_at     timestamptz,
  ADD COLUMN cancel_review_id uuid UNIQUE REFERENCES app.reviews (id),
  DROP CONSTRAINT corporate_actions_state_check,
  ADD CONSTRAINT corporate_actions_state_check CHECK (state IN ('announced', 'ex', 'paid', 'cancelled')),
  DROP CONSTRAINT corporate_actions_ex,
  ADD CONSTRAINT corporate_actions_ex CHECK (
    num_nonnulls(held_on, close, reference, holders, ex_at) = CASE WHEN state IN ('announced', 'cancelled') THEN 0 ELSE 5 END),
  ADD CONSTRAINT corporate_actions_cancelled CHECK (
    num_nonnulls(cancelled_at, cancel_review_id) = CASE state WHEN 'cancelled' THEN 2 ELSE 0 END),
  DROP CONSTRAINT corporate_actions_symbol_ex_on_key;
-- The corrected dividend may have the same ex-date.
CREATE UNIQUE INDEX corporate_actions_symbol_ex_on_key ON app.corporate_actions (symbol, ex_on) WHERE state <> 'cancelled';
DROP INDEX app.corporate_actions_under_way;
CREATE INDEX corporate_actions_under_way ON app.corporate_actions (ex_on) WHERE state IN ('announced', 'ex');

-- Who holds a stock, in the order in which the worker notifies them.
CREATE INDEX positions_of_stock ON app.positions (symbol, member_id) WHERE state <> 'closed';

-- How far the worker has notified the holders of an announced or a cancelled dividend: everybody up to this member.
CREATE TABLE app.dividend_notices (
  action_id uuid        NOT NULL REFERENCES app.corporate_actions (id),
  state     text        NOT NULL CHECK (state IN ('announced', 'cancelled')),
  upto      uuid        NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  notified  integer     NOT NULL DEFAULT 0 CHECK (notified >= 0),
  ended_at  timestamptz,
  PRIMARY KEY (action_id, state)
);
CREATE INDEX dividend_notices_open ON app.dividend_notices (action_id) WHERE ended_at IS NULL;
GRANT SELECT, UPDATE (upto, notified, ended_at) ON app.dividend_notices TO fairlot_worker;

-- In the transaction that announces or cancels.
CREATE FUNCTION app.queue_dividend_notice() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.dividend_notices (action_id, state) VALUES (NEW.id, NEW.state);
  RETURN NULL;
END $$;
CREATE TRIGGER corporate_actions_notify_announced AFTER INSERT ON app.corporate_actions FOR EACH ROW
  WHEN (NEW.state = 'announced') EXECUTE FUNCTION app.queue_dividend_notice();
CREATE TRIGGER corporate_actions_notify_cancelled AFTER UPDATE ON app.corporate_actions FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'cancelled') EXECUTE FUNCTION app.queue_dividend_notice();

-- Cancels what two operators decided to cancel. False when holders are entitled already: then nothing changes.
CREATE FUNCTION app.cancel_corporate_action(p_review uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_action uuid;
BEGIN
  SELECT r.subject::uuid INTO v_action FROM app.reviews r
  WHERE r.id = p_review AND recon.is_approved_by_two(r.id, 'dividend-cancel', r.subject);
  IF v_action IS NULL THEN
    RAISE EXCEPTION 'review % is not a cancellation that two operators approved', p_review USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- The ex-date locks the same row (app.take_entitlements): one of the two finds it changed.
  UPDATE app.corporate_actions SET state = 'cancelled', cancelled_at = p_now, cancel_review_id = p_review
  WHERE id = v_action AND state = 'announced';
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_corporate_action TO fairlot_worker;

-- As before, and a cancelled dividend: two operators cancelled it, and no member is entitled to it.
CREATE OR REPLACE FUNCTION recon.check_dividends() RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH said AS MATERIALIZED (
    SELECT count(*) AS rows, coalesce(sum(d.owed - d.gross), 0) AS issuers, coalesce(sum(d.withheld), 0) AS withheld,
      coalesce(sum(d.gross - d.withheld) FILTER (WHERE d.paid_entry IS NULL), 0) AS unpaid
    FROM app.dividend_entitlements d WHERE d.accrued_entry IS NOT NULL
  ), booked AS MATERIALIZED (
    SELECT ledger.balance_of('house/main/TWD/dividends') - app.corrected('house/main/TWD/dividends') AS issuers,
      ledger.balance_of('tax/supplement/TWD/collected') - app.corrected('tax/supplement/TWD/collected') AS withheld,
      (SELECT coalesce(sum(t.total), 0) FROM ledger.trial_balance() AS t WHERE t.owner_kind = 'member' AND t.kind = 'dividend') AS unpaid
  ), cancels AS MATERIALIZED (
    SELECT count(*) AS wrong, min(a.id::text) AS first FROM app.corporate_actions a
    WHERE a.state = 'cancelled' AND (recon.is_approved_by_two(a.cancel_review_id, 'dividend-cancel', a.id::text)
      AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.action_id = a.id)) IS NOT TRUE
  )
  SELECT 'dividends', 'money', s.rows, -b.issuers,
    abs(b.issuers - s.issuers) + abs(b.withheld - s.withheld) + abs(b.unpaid - s.unpaid) + c.wrong,
    CASE WHEN (b.issuers, b.withheld, b.unpaid) IS DISTINCT FROM (s.issuers, s.withheld, s.unpaid)
      THEN format('issuers %s of %s, withheld %s of %s, unpaid %s of %s', b.issuers, s.issuers, b.withheld, s.withheld, b.unpaid, s.unpaid)
      WHEN c.wrong > 0 THEN format('cancelled without two operators or after the ex-date: %s, first %s', c.wrong, c.first) END
  FROM said s, booked b, cancels c
$$;
