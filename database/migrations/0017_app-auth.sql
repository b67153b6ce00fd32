-- Signing in: passwords; authenticators, passkeys and devices; sessions. No secret is stored in the clear:
-- passwords are Argon2id over a keyed hash whose key is outside the database, tokens and codes are hashes,
-- authenticator seeds are sealed.

CREATE TABLE app.credentials (
  member_id     uuid        PRIMARY KEY REFERENCES app.members (id),
  password_hash text        NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- The pepper key in the hash, so that the key can be changed.
  pepper_key    text        NOT NULL,
  changed_at    timestamptz NOT NULL,
  -- After a recovery or a weakened factor no withdrawal is accepted before this time.
  withdrawal_cool_down_until timestamptz
);
-- The worker counts the values of a key that is being changed; it cannot reseal them.
GRANT SELECT, INSERT, UPDATE (password_hash, pepper_key, changed_at, withdrawal_cool_down_until) ON app.credentials
  TO fairlot_api;
GRANT SELECT (pepper_key) ON app.credentials TO fairlot_worker;

CREATE TABLE app.fund_credentials (
  member_id     uuid        PRIMARY KEY REFERENCES app.members (id),
  password_hash text        NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  pepper_key    text        NOT NULL,
  changed_at    timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (password_hash, pepper_key, changed_at) ON app.fund_credentials TO fairlot_api;
GRANT SELECT (pepper_key) ON app.fund_credentials TO fairlot_worker;

-- The text a member agreed to, and when first.
CREATE TABLE app.agreements_accepted (
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  version     text        NOT NULL,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, version)
);
GRANT SELECT, INSERT ON app.agreements_accepted TO fairlot_api;

-- A browser this member has signed in from. One cookie may be known to several members of a household.
CREATE TABLE app.known_devices (
  id           uuid        PRIMARY KEY,
  member_id    uuid        NOT NULL REFERENCES app.members (id),
  cookie_hash  bytea       NOT NULL CHECK (length(cookie_hash) = 32),
  label        text        NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  UNIQUE (cookie_hash, member_id)
);
CREATE INDEX known_devices_of_member ON app.known_devices (member_id);
-- The console reads no hash of a cookie.
GRANT SELECT, INSERT, UPDATE (label, last_seen_at, expires_at), DELETE ON app.known_devices TO fairlot_api;
GRANT SELECT, DELETE ON app.known_devices TO fairlot_worker;
GRANT SELECT (id, member_id, label, first_seen_at, last_seen_at, expires_at) ON app.known_devices TO fairlot_console;

-- Members on a browser that this member has signed in from. The cookie's hash is not returned.
CREATE FUNCTION app.members_on_same_device(of_member uuid) RETURNS TABLE (member_id uuid, label text, seen_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.member_id, min(o.label), max(o.last_seen_at) FROM app.known_devices d
  JOIN app.known_devices o ON o.cookie_hash = d.cookie_hash AND o.member_id <> d.member_id
  WHERE d.member_id = of_member GROUP BY o.member_id ORDER BY 3 DESC LIMIT 20
$$;
GRANT EXECUTE ON FUNCTION app.members_on_same_device TO fairlot_console;

CREATE TABLE app.sessions (
  id             uuid        PRIMARY KEY,
  member_id      uuid        NOT NULL REFERENCES app.members (id),
  -- Never changes, so it is kept here: the gate reads it on every request.
  account        text        NOT NULL,
  token_hash     bytea       NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  bind_hash      bytea       NOT NULL CHECK (length(bind_hash) = 32),
  -- The known device's id; kept when the device is forgotten, so it is no foreign key.
  device_id      uuid        NOT NULL,
  label          text        NOT NULL,
  network        text        NOT NULL,
  created_at     timestamptz NOT NULL,
  last_seen_at   timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL CHECK (expires_at > created_at),
  revoked_at     timestamptz,
  revoked_for    text        CHECK (
    revoked_for IN ('signed-out', 'revoked', 'replaced', 'password-changed', 'recovered', 'restricted', 'too-many')
  ),
  -- The last time the token was used without the bind cookie.
  theft_noted_at timestamptz,
  CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
);
CREATE INDEX sessions_expiry ON app.sessions (expires_at);
CREATE INDEX sessions_revoked ON app.sessions (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX sessions_of_member ON app.sessions (member_id, last_seen_at);
CREATE INDEX sessions_by_seen ON app.sessions (last_seen_at, member_id);
-- The console reads no hash of a token.
GRANT SELECT, INSERT, UPDATE (last_seen_at, revoked_at, revoked_for, theft_noted_at) ON app.sessions TO fairlot_api;
GRANT SELECT, DELETE ON app.sessions TO fairlot_worker;
GRANT SELECT (id, member_id, device_id, label, network, created_at, last_seen_at, expires_at, revoked_at, revoked_for)
  ON app.sessions TO fairlot_console;

CREATE FUNCTION app.sessions_revoked_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'session % was revoked and stays so', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_revoked_once BEFORE UPDATE ON app.sessions
  FOR EACH ROW EXECUTE FUNCTION app.sessions_revoked_once();

-- The live gateways disconnect a member when the session ends. They may ask which of these sessions are open and which
-- have ended recently, and learn nothing else about them.
CREATE FUNCTION app.open_sessions(asked uuid[], seen_since timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id FROM app.sessions s
  WHERE s.id = ANY (asked) AND s.revoked_at IS NULL AND s.expires_at > now() AND s.last_seen_at > seen_since
    AND NOT EXISTS (
      SELECT FROM app.restrictions r
      WHERE r.member_id = s.member_id AND r.kind IN ('login-banned', 'disabled') AND r.lifted_at IS NULL
    )
$$;
GRANT EXECUTE ON FUNCTION app.open_sessions TO fairlot_live;

CREATE FUNCTION app.sessions_ended_since(since timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id FROM app.sessions s WHERE s.revoked_at >= since
$$;
GRANT EXECUTE ON FUNCTION app.sessions_ended_since TO fairlot_live;

-- The member's own log of sign-ins and refused attempts. An attempt on an account that does not exist writes a row
-- without a member, so that both cost the same. Partitioned by month, so that old months can be dropped as a whole.
CREATE TABLE app.sign_ins (
  id        uuid        NOT NULL,
  member_id uuid,
  outcome   text        NOT NULL
    CHECK (outcome IN ('signed-in', 'wrong-password', 'wrong-code', 'locked', 'restricted', 'stolen-token')),
  at        timestamptz NOT NULL,
  label     text        NOT NULL,
  network   text        NOT NULL,
  PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
CREATE INDEX sign_ins_of_member ON app.sign_ins (member_id, at DESC);
GRANT SELECT, INSERT ON app.sign_ins TO fairlot_api;
GRANT SELECT ON app.sign_ins TO fairlot_worker;

-- Takes rows without a month partition, so that a missing partition never refuses a sign-in.
CREATE TABLE app.sign_ins_other PARTITION OF app.sign_ins DEFAULT;

-- Creates the partition of a month. Does nothing when it exists, or when rows of that month are already in the default
-- partition, where they stay. Runs with the owner's rights: the application may not create tables.
CREATE FUNCTION app.prepare_month(p_table text, of_month date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_column text := CASE p_table WHEN 'sign_ins' THEN 'at' WHEN 'wealth_days' THEN 'date' END;
  v_month  date := date_trunc('month', of_month)::date;
  v_name   text := p_table || to_char(v_month, '_YYYY_MM');
  v_from   text := to_char(v_month, 'YYYY-MM-DD"T00:00:00Z"');
  v_to     text := to_char(v_month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"');
  v_is_late boolean;
BEGIN
  IF v_column IS NULL THEN RAISE EXCEPTION 'app.% has no months', p_table; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('app.prepare_month'));
  IF to_regclass('app.' || v_name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM app.%I WHERE %I >= %L AND %I < %L)',
    p_table || '_other', v_column, v_from, v_column, v_to) INTO v_is_late;
  IF v_is_late THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE app.%I PARTITION OF app.%I FOR VALUES FROM (%L) TO (%L)', v_name, p_table, v_from, v_to);
END $$;
GRANT EXECUTE ON FUNCTION app.prepare_month TO fairlot_worker;

-- The worker prepares later months ahead of time.
SELECT app.prepare_month('sign_ins', month::date)
  FROM generate_series(timestamp '2026-11-01', timestamp '2027-12-01', interval '1 month') AS month;

-- An unfinished step: second factor, passkey ceremony, recovery, authenticator enrolment.
CREATE TABLE app.challenges (
  id         uuid        PRIMARY KEY,
  kind       text        NOT NULL CHECK (
    kind IN ('second-factor', 'passkey-sign-in', 'passkey-enrolment', 'authenticator-enrolment', 'recovery')
  ),
  -- Null for a sign-in by passkey alone, and for a recovery of an account that does not exist.
  member_id  uuid,
  account    text        NOT NULL DEFAULT '',
  -- The known device it was begun from; the zero id when unknown.
  device_id  uuid        NOT NULL,
  -- Input for the finishing call: WebAuthn challenge, sealed seed, agreed version, the second-factor step it serves.
  facts      jsonb       NOT NULL DEFAULT '{}',
  tries      integer     NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at    timestamptz
);
CREATE INDEX challenges_of_member ON app.challenges (member_id, kind, created_at DESC);
CREATE INDEX challenges_expiry ON app.challenges (expires_at);
GRANT SELECT, INSERT, UPDATE (tries, used_at) ON app.challenges TO fairlot_api;
GRANT SELECT, DELETE ON app.challenges TO fairlot_worker;

CREATE FUNCTION app.challenges_used_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.used_at IS NOT NULL THEN
    RAISE EXCEPTION 'challenge % was used already', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER challenges_used_once BEFORE UPDATE ON app.challenges
  FOR EACH ROW EXECUTE FUNCTION app.challenges_used_once();

CREATE TABLE app.authenticators (
  member_id    uuid        PRIMARY KEY REFERENCES app.members (id),
  sealed_seed  text        NOT NULL,
  -- The newest time step of an accepted code: a code works once and invalidates older ones.
  last_step    bigint      NOT NULL,
  confirmed_at timestamptz NOT NULL
);
-- The worker reseals authenticator seeds when their key is changed; it reads nothing else of them.
GRANT SELECT, INSERT, UPDATE (last_step), DELETE ON app.authenticators TO fairlot_api;
GRANT SELECT (member_id, sealed_seed), UPDATE (sealed_seed) ON app.authenticators TO fairlot_worker;

CREATE FUNCTION app.authenticators_step_increases() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.last_step <= OLD.last_step THEN
    RAISE EXCEPTION 'an authenticator step is used once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER authenticators_step_increases BEFORE UPDATE OF last_step ON app.authenticators
  FOR EACH ROW EXECUTE FUNCTION app.authenticators_step_increases();

CREATE TABLE app.recovery_codes (
  member_id  uuid        NOT NULL REFERENCES app.members (id),
  code_hash  bytea       NOT NULL CHECK (length(code_hash) = 32),
  created_at timestamptz NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (member_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON app.recovery_codes TO fairlot_api;

CREATE TABLE app.passkeys (
  id            uuid        PRIMARY KEY,
  member_id     uuid        NOT NULL REFERENCES app.members (id),
  credential_id text        NOT NULL UNIQUE,
  public_key    bytea       NOT NULL,
  counter       bigint      NOT NULL CHECK (counter >= 0),
  transports    text[]      NOT NULL,
  name          text        NOT NULL,
  added_at      timestamptz NOT NULL,
  last_used_at  timestamptz
);
CREATE INDEX passkeys_of_member ON app.passkeys (member_id, added_at);
GRANT SELECT, INSERT, UPDATE (counter, name, last_used_at), DELETE ON app.passkeys TO fairlot_api;

-- The non-extractable key of one browser. Kept after removal: old signatures must stay checkable.
CREATE TABLE app.device_keys (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  device_id   uuid        NOT NULL,
  public_key  bytea       NOT NULL,
  enrolled_at timestamptz NOT NULL,
  removed_at  timestamptz
);
CREATE UNIQUE INDEX device_keys_one_per_device ON app.device_keys (member_id, device_id) WHERE removed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (removed_at) ON app.device_keys TO fairlot_api;

-- Attempts per account, thing and device. In PostgreSQL and not in Redis, so that emptying a cache gives an attacker no
-- new guesses. Accounts that do not exist are counted like those that do. Five wrong channel passwords lock like a fund
-- password.
CREATE TABLE app.credential_failures (
  account      text          NOT NULL,
  kind         text          NOT NULL CHECK (
    kind IN ('password', 'code', 'fund-password', 'recovery', 'channel-password')
  ),
  device_id    uuid          NOT NULL,
  failures     integer       NOT NULL CHECK (failures >= 0),
  locked_until timestamptz,
  recent       timestamptz[] NOT NULL,
  -- Whether the sign-in log already has a refusal by this lock.
  lock_noted   boolean       NOT NULL DEFAULT false,
  updated_at   timestamptz   NOT NULL,
  PRIMARY KEY (account, kind, device_id)
);
CREATE INDEX credential_failures_age ON app.credential_failures (updated_at);
GRANT SELECT, INSERT, UPDATE ON app.credential_failures TO fairlot_api;
GRANT SELECT, DELETE ON app.credential_failures TO fairlot_worker;
