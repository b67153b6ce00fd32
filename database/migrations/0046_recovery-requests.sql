-- Requests to recover an account: one open review per member, a daily budget per network and in total.

ALTER TABLE app.recovery_requests
  -- Keyed hash of the network of the request. The address itself is not stored here.
  ADD COLUMN network text CHECK (length(network) <= 100),
  -- The open request of the same member that this one joined. It has no review of its own.
  ADD COLUMN joined_to uuid REFERENCES app.recovery_requests (id),
  -- When its review was opened: the daily budget counts these.
  ADD COLUMN reviewed_at timestamptz;
CREATE UNIQUE INDEX recovery_requests_one_open ON app.recovery_requests (member_id)
  WHERE state = 'pending' AND reviewed_at IS NOT NULL;
CREATE INDEX recovery_requests_of_network ON app.recovery_requests (network, created_at);
CREATE INDEX recovery_requests_reviewed ON app.recovery_requests (reviewed_at) WHERE reviewed_at IS NOT NULL;
CREATE INDEX recovery_requests_joined ON app.recovery_requests (joined_to) WHERE joined_to IS NOT NULL;
DROP INDEX app.recovery_requests_to_review;
CREATE INDEX recovery_requests_to_review ON app.recovery_requests (created_at)
  WHERE state = 'pending' AND member_id IS NOT NULL AND review_id IS NULL AND joined_to IS NULL;
GRANT UPDATE (joined_to, reviewed_at) ON app.recovery_requests TO fairlot_worker;
GRANT SELECT (joined_to) ON app.recovery_requests TO fairlot_console;

-- A flag may be added while a review is open. It is never removed.
CREATE OR REPLACE FUNCTION app.reviews_move_on() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT EXISTS (
    SELECT FROM app.review_transitions WHERE before = OLD.state AND after = NEW.state
  ) THEN
    RAISE EXCEPTION 'review %: % does not become %', OLD.number, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.number, NEW.kind, NEW.member_id, NEW.subject, NEW.currency, NEW.opened_at, NEW.promised_at,
      NEW.expires_at, NEW.opened_by, NEW.reason, NEW.evidence)
     IS DISTINCT FROM
     (OLD.id, OLD.number, OLD.kind, OLD.member_id, OLD.subject, OLD.currency, OLD.opened_at, OLD.promised_at,
      OLD.expires_at, OLD.opened_by, OLD.reason, OLD.evidence)
     OR NOT NEW.flags @> OLD.flags THEN
    RAISE EXCEPTION 'review %: what was asked stays as it was', OLD.number USING ERRCODE = 'check_violation';
  END IF;
  -- The first approval may revise; after that the second sees the same content as the first.
  IF (NEW.payload, NEW.amount) IS DISTINCT FROM (OLD.payload, OLD.amount)
     AND NOT (OLD.state = 'waiting' AND NEW.state = 'second') THEN
    RAISE EXCEPTION 'review %: the payload changed after it was approved', OLD.number
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.outcome IS NOT NULL AND NEW.outcome IS DISTINCT FROM OLD.outcome THEN
    RAISE EXCEPTION 'review % was executed already', OLD.number USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.flag_review(p_review uuid, p_flag text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.reviews SET flags = flags || p_flag
  WHERE id = p_review AND state IN ('waiting', 'second') AND NOT p_flag = ANY (flags);
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION app.flag_review(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.flag_review(uuid, text) TO fairlot_worker;
