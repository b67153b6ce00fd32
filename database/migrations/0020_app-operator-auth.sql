-- Operators signing in.

-- One row per browser, for all operators: two operators on one device must be recognised as sharing it.
CREATE TABLE app.operator_devices (
  id            uuid        PRIMARY KEY,
  cookie_hash   bytea       NOT NULL UNIQUE CHECK (length(cookie_hash) = 32),
  label         text        NOT NULL,
  first_seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON app.operator_devices TO fairlot_console;

CREATE TABLE app.operator_sessions (
  id           uuid        PRIMARY KEY,
  operator_id  uuid        NOT NULL REFERENCES app.operators (id),
  bind_hash    bytea       NOT NULL UNIQUE CHECK (length(bind_hash) = 32),
  device_id    uuid        NOT NULL REFERENCES app.operator_devices (id),
  network      text        NOT NULL,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL CHECK (expires_at > created_at),
  revoked_at   timestamptz
);
CREATE INDEX operator_sessions_of ON app.operator_sessions (operator_id, last_seen_at DESC);
CREATE INDEX operator_sessions_expiry ON app.operator_sessions (expires_at);
GRANT SELECT, INSERT, UPDATE (last_seen_at, revoked_at) ON app.operator_sessions TO fairlot_console;
GRANT SELECT, UPDATE (revoked_at), DELETE ON app.operator_sessions TO fairlot_worker;
CREATE TRIGGER operator_sessions_revoked_once BEFORE UPDATE ON app.operator_sessions
  FOR EACH ROW EXECUTE FUNCTION app.sessions_revoked_once();

-- The device comes from the session and not from the caller. An ended session cannot vote. A vote states its time, which
-- decides whether a role, a session or a review had ended: the time counts only within platform.clock_bound.
CREATE FUNCTION app.device_of(of_session uuid, of_operator uuid, p_now timestamptz) RETURNS uuid
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  device uuid;
  bound  integer;
BEGIN
  SELECT seconds INTO STRICT bound FROM platform.clock_bound;
  IF p_now IS NULL OR abs(extract(epoch FROM p_now - clock_timestamp())) > bound THEN
    RAISE EXCEPTION 'the time of a vote is % and PostgreSQL has %', p_now, clock_timestamp()
      USING ERRCODE = 'insufficient_privilege', HINT = 'Set the clock of the console''s machine.';
  END IF;
  SELECT device_id INTO device FROM app.operator_sessions
  WHERE id = of_session AND operator_id = of_operator AND revoked_at IS NULL AND expires_at > p_now;
  IF device IS NULL THEN
    RAISE EXCEPTION 'no open session of this operator' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN device;
END $$;

CREATE FUNCTION app.take_enrolment_half(p_operator uuid, p_approver uuid, p_session uuid, p_now timestamptz)
  RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  half text;
BEGIN
  PERFORM app.device_of(p_session, p_approver, p_now);
  SELECT h.sealed INTO half FROM app.enrolment_halves h JOIN app.operators o ON o.id = h.operator_id
  WHERE h.operator_id = p_operator AND h.approver_id = p_approver AND h.taken_at IS NULL AND o.enrolment_until > p_now
  FOR UPDATE OF h;
  UPDATE app.enrolment_halves SET sealed = NULL, taken_at = p_now
  WHERE operator_id = p_operator AND approver_id = p_approver AND half IS NOT NULL;
  RETURN half;
END $$;
GRANT EXECUTE ON FUNCTION app.take_enrolment_half TO fairlot_console;

CREATE TABLE app.operator_challenges (
  id          uuid        PRIMARY KEY,
  kind        text        NOT NULL CHECK (
    kind IN ('second-factor', 'enrolment', 'passkey-sign-in', 'passkey-enrolment')
  ),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  -- The device of the password attempt.
  device_id   uuid        NOT NULL,
  facts       jsonb       NOT NULL DEFAULT '{}',
  tries       integer     NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at     timestamptz
);
CREATE INDEX operator_challenges_expiry ON app.operator_challenges (expires_at);
GRANT SELECT, INSERT, UPDATE (tries, used_at) ON app.operator_challenges TO fairlot_console;
GRANT SELECT, DELETE ON app.operator_challenges TO fairlot_worker;
CREATE TRIGGER operator_challenges_used_once BEFORE UPDATE ON app.operator_challenges
  FOR EACH ROW EXECUTE FUNCTION app.challenges_used_once();

CREATE TABLE app.operator_authenticators (
  operator_id  uuid        PRIMARY KEY REFERENCES app.operators (id),
  sealed_seed  text        NOT NULL,
  last_step    bigint      NOT NULL,
  confirmed_at timestamptz NOT NULL
);
-- The worker reseals the seeds when their key is changed; it reads nothing else of them.
GRANT SELECT, INSERT, UPDATE (last_step) ON app.operator_authenticators TO fairlot_console;
GRANT SELECT (operator_id, sealed_seed), UPDATE (sealed_seed) ON app.operator_authenticators TO fairlot_worker;
CREATE TRIGGER operator_authenticators_step_increases BEFORE UPDATE OF last_step ON app.operator_authenticators
  FOR EACH ROW EXECUTE FUNCTION app.authenticators_step_increases();

CREATE TABLE app.operator_recovery_codes (
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  code_hash   bytea       NOT NULL CHECK (length(code_hash) = 32),
  used_at     timestamptz,
  PRIMARY KEY (operator_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE (used_at) ON app.operator_recovery_codes TO fairlot_console;

CREATE TABLE app.operator_passkeys (
  id            uuid        PRIMARY KEY,
  operator_id   uuid        NOT NULL REFERENCES app.operators (id),
  credential_id text        NOT NULL UNIQUE,
  public_key    bytea       NOT NULL,
  counter       bigint      NOT NULL CHECK (counter >= 0),
  transports    text[]      NOT NULL,
  name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  added_at      timestamptz NOT NULL,
  last_used_at  timestamptz
);
CREATE INDEX operator_passkeys_of ON app.operator_passkeys (operator_id, added_at);
GRANT SELECT, INSERT, UPDATE (counter, last_used_at), DELETE ON app.operator_passkeys TO fairlot_console;

-- Like app.credential_failures for members: in PostgreSQL, so that emptying a cache gives an attacker no new guesses.
CREATE TABLE app.operator_tries (
  login        text          NOT NULL,
  kind         text          NOT NULL CHECK (kind IN ('password', 'code')),
  device_id    uuid          NOT NULL,
  failures     integer       NOT NULL CHECK (failures >= 0),
  locked_until timestamptz,
  recent       timestamptz[] NOT NULL,
  updated_at   timestamptz   NOT NULL,
  PRIMARY KEY (login, kind, device_id)
);
GRANT SELECT, INSERT, UPDATE ON app.operator_tries TO fairlot_console;
GRANT SELECT, DELETE ON app.operator_tries TO fairlot_worker;
