-- Requests to recover an account.

-- A request to two operators by a person who has neither password nor second factor. Contact and statement are sealed.
-- One open review per member, a daily budget per network and in total.
CREATE TABLE app.recovery_requests (
  id         uuid        PRIMARY KEY,
  reference  text        NOT NULL UNIQUE,
  -- Null when the account does not exist: stored all the same, so that the answer and its time are the same.
  member_id  uuid        REFERENCES app.members (id),
  contact    text        NOT NULL,
  statement  text        NOT NULL,
  state      text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'passed', 'rejected')),
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by_first  text,
  decided_by_second text,
  -- The hash of a key the browser created: only the requester can use the approval.
  key_hash   bytea       CHECK (octet_length(key_hash) = 32),
  review_id  uuid,
  used_at    timestamptz,
  -- Keyed hash of the network of the request. The address itself is not stored here.
  network    text        CHECK (length(network) <= 100),
  -- The open request of the same member that this one joined. It has no review of its own.
  joined_to  uuid        REFERENCES app.recovery_requests (id),
  -- When its review was opened: the daily budget counts these.
  reviewed_at timestamptz,
  CONSTRAINT recovery_requests_decided_by_two CHECK (decided_by_first <> decided_by_second),
  CONSTRAINT recovery_requests_decided_complete CHECK (CASE state
    WHEN 'pending' THEN num_nonnulls(decided_at, decided_by_first, decided_by_second) = 0
    WHEN 'passed' THEN num_nulls(decided_at, decided_by_first, decided_by_second) = 0
    ELSE decided_at IS NOT NULL END),
  CONSTRAINT recovery_requests_used_when_passed CHECK (used_at IS NULL OR state = 'passed')
);
CREATE INDEX recovery_requests_pending ON app.recovery_requests (created_at)
  WHERE state = 'pending' AND member_id IS NOT NULL;
CREATE INDEX recovery_requests_of_member ON app.recovery_requests (member_id, created_at DESC) WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX recovery_requests_one_open ON app.recovery_requests (member_id)
  WHERE state = 'pending' AND reviewed_at IS NOT NULL;
CREATE INDEX recovery_requests_of_network ON app.recovery_requests (network, created_at);
CREATE INDEX recovery_requests_reviewed ON app.recovery_requests (reviewed_at) WHERE reviewed_at IS NOT NULL;
CREATE INDEX recovery_requests_joined ON app.recovery_requests (joined_to) WHERE joined_to IS NOT NULL;
CREATE INDEX recovery_requests_to_review ON app.recovery_requests (created_at)
  WHERE state = 'pending' AND member_id IS NOT NULL AND review_id IS NULL AND joined_to IS NULL;
GRANT SELECT, INSERT, UPDATE (used_at) ON app.recovery_requests TO fairlot_api;
GRANT SELECT, UPDATE (contact, statement, state, decided_at, decided_by_first, decided_by_second, review_id, joined_to,
  reviewed_at), DELETE ON app.recovery_requests TO fairlot_worker;
GRANT SELECT (id, reference, member_id, contact, statement, state, created_at, decided_at, review_id, used_at,
  joined_to) ON app.recovery_requests TO fairlot_console;
CREATE TRIGGER recovery_requests_enforce_initial_state BEFORE INSERT ON app.recovery_requests FOR EACH ROW EXECUTE FUNCTION app.check_transition('recovery-request');
CREATE TRIGGER recovery_requests_enforce_transition BEFORE UPDATE ON app.recovery_requests FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('recovery-request');

CREATE FUNCTION app.recovery_requests_used_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at THEN
    RAISE EXCEPTION 'recovery % was used already', OLD.reference USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER recovery_requests_used_once BEFORE UPDATE ON app.recovery_requests
  FOR EACH ROW EXECUTE FUNCTION app.recovery_requests_used_once();
