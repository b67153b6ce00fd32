-- Operators: their rights, how they enrol, and the keys they vote with.

CREATE TABLE app.operators (
  id              uuid        PRIMARY KEY,
  login           text        NOT NULL UNIQUE CHECK (login ~ '^[a-z][a-z0-9.-]{2,31}$'),
  name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  added_at        timestamptz NOT NULL,
  left_at         timestamptz,
  -- Null once it was used. Hashed: 120 random bits, so a plain hash is enough.
  enrolment_hash  bytea       CHECK (length(enrolment_hash) = 32),
  enrolment_until timestamptz,
  password_hash   text        CHECK (password_hash LIKE '$argon2id$%'),
  pepper_key      text,
  enrolled_at     timestamptz,
  -- Lineage. An operator without a proposer was added by the command line: a founding operator.
  proposed_by     uuid        REFERENCES app.operators (id),
  approved_by     uuid        REFERENCES app.operators (id),
  -- Until then their votes do not count together with those of the proposer.
  separated_until timestamptz,
  -- SHA-256 of the one-time code with which a founding operator puts their first voting key in force.
  key_code_hash   bytea       CHECK (length(key_code_hash) = 32),
  CHECK ((password_hash IS NULL) = (pepper_key IS NULL)),
  CHECK ((password_hash IS NULL) = (enrolled_at IS NULL)),
  CONSTRAINT operators_lineage CHECK (
    num_nulls(proposed_by, approved_by, separated_until) IN (0, 3) AND proposed_by <> approved_by
    AND (proposed_by IS NULL OR key_code_hash IS NULL)
  )
);
-- Operators are added, change roles and leave by reviews, which the worker executes. The console reads no hash of a code
-- and writes nothing of an operator: the functions below do that, for a correct code.
GRANT SELECT, INSERT, UPDATE (name, left_at, enrolment_hash, enrolment_until) ON app.operators TO fairlot_worker;
GRANT SELECT (id, login, name, added_at, left_at, enrolment_until, password_hash, pepper_key, enrolled_at, proposed_by,
  approved_by, separated_until) ON app.operators TO fairlot_console;

CREATE TABLE app.operator_roles (
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  role        text        NOT NULL CHECK (role IN ('support', 'reviewer', 'approver', 'market', 'auditor', 'admin')),
  until       timestamptz,
  PRIMARY KEY (operator_id, role)
);
GRANT SELECT ON app.operator_roles TO fairlot_console;
GRANT SELECT, INSERT, UPDATE (until), DELETE ON app.operator_roles TO fairlot_worker;

-- The same as packages/rules/src/operators/roles.ts, for the votes that are checked here. A test compares the two.
CREATE TABLE app.operator_rights (
  role  text NOT NULL,
  "right" text NOT NULL,
  PRIMARY KEY (role, "right")
);
INSERT INTO app.operator_rights (role, "right") VALUES
  ('support', 'read'), ('support', 'open-personal'), ('support', 'write-notices'),
  ('reviewer', 'read'), ('reviewer', 'open-personal'), ('reviewer', 'review'),
  ('approver', 'read'), ('approver', 'open-personal'), ('approver', 'review'), ('approver', 'approve'),
  ('approver', 'propose-funds'),
  ('market', 'read'), ('market', 'approve'), ('market', 'propose-market'),
  ('auditor', 'read'), ('auditor', 'audit'),
  ('admin', 'read'), ('admin', 'approve'), ('admin', 'propose-rules'), ('admin', 'propose-people'), ('admin', 'audit');
GRANT SELECT ON app.operator_rights TO fairlot_console, fairlot_worker;

-- Accounts of an operator or of a person close to them. The operator never votes on these or on members they invited.
CREATE TABLE app.operator_relations (
  operator_id uuid NOT NULL REFERENCES app.operators (id),
  member_id   uuid NOT NULL REFERENCES app.members (id),
  PRIMARY KEY (operator_id, member_id)
);
GRANT SELECT ON app.operator_relations TO fairlot_console;
GRANT SELECT, INSERT ON app.operator_relations TO fairlot_worker;

CREATE FUNCTION app.has_right(of_operator uuid, wanted text, p_now timestamptz) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM app.operators o
    JOIN app.operator_roles r ON r.operator_id = o.id AND (r.until IS NULL OR r.until > p_now)
    JOIN app.operator_rights t ON t.role = r.role AND t."right" = wanted
    WHERE o.id = of_operator AND (o.left_at IS NULL OR o.left_at > p_now)
  )
$$;
GRANT EXECUTE ON FUNCTION app.has_right TO fairlot_console;

-- The operator's own, a related, or an invited account.
CREATE FUNCTION app.is_related(of_operator uuid, to_member uuid) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT to_member IS NOT NULL AND EXISTS (
    SELECT FROM app.operator_relations rel
    WHERE rel.operator_id = of_operator
      AND (rel.member_id = to_member
        OR rel.member_id = (SELECT inviter_id FROM app.members WHERE id = to_member))
  )
$$;
GRANT EXECUTE ON FUNCTION app.is_related TO fairlot_console;

-- Whether one of the two proposed the other recently: their votes do not count together.
CREATE FUNCTION app.are_separated(one uuid, other uuid, p_at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM app.operators o
    WHERE o.separated_until > p_at
      AND ((o.id = one AND o.proposed_by = other) OR (o.id = other AND o.proposed_by = one))
  )
$$;
GRANT EXECUTE ON FUNCTION app.are_separated TO fairlot_console;

CREATE FUNCTION app.enrolment_fits(p_login text, p_hash bytea, p_now timestamptz) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id FROM app.operators
  WHERE login = p_login AND enrolment_hash = p_hash AND enrolment_until > p_now AND left_at IS NULL
$$;
GRANT EXECUTE ON FUNCTION app.enrolment_fits TO fairlot_console;

-- True when the code was correct and unused.
CREATE FUNCTION app.enrol_operator(
  p_operator uuid, p_hash bytea, p_password text, p_pepper text, p_now timestamptz
) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.operators SET password_hash = p_password, pepper_key = p_pepper, enrolled_at = p_now,
    enrolment_hash = NULL, enrolment_until = NULL
  WHERE id = p_operator AND enrolment_hash = p_hash AND enrolment_until > p_now AND left_at IS NULL;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.enrol_operator TO fairlot_console;

-- The enrolment code of a proposed operator, in two halves, one for each approver. A half is read once.
CREATE TABLE app.enrolment_halves (
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  approver_id uuid        NOT NULL REFERENCES app.operators (id),
  -- Sealed by the secrets file; null once it was read.
  sealed      text,
  taken_at    timestamptz,
  PRIMARY KEY (operator_id, approver_id),
  CHECK ((sealed IS NULL) = (taken_at IS NOT NULL))
);
-- The worker seals a half again when the sealing key is changed.
GRANT SELECT, INSERT, UPDATE (sealed) ON app.enrolment_halves TO fairlot_worker;
GRANT SELECT (operator_id, approver_id, taken_at) ON app.enrolment_halves TO fairlot_console;

-- Voting keys. The console may only submit a key. A key is in force from `valid_from` on, which the worker sets when it
-- executes an `operator-key` review, or app.found_voting_key for the first key of a founding operator.
CREATE TABLE app.operator_voting_keys (
  id            uuid        PRIMARY KEY,
  operator_id   uuid        NOT NULL REFERENCES app.operators (id),
  kind          text        NOT NULL CHECK (kind IN ('passkey', 'device')),
  -- SubjectPublicKeyInfo, DER.
  public_key    bytea       NOT NULL UNIQUE CHECK (length(public_key) BETWEEN 40 AND 1000),
  credential_id text        CHECK (length(credential_id) BETWEEN 1 AND 1400),
  label         text        NOT NULL CHECK (length(label) <= 40),
  requested_at  timestamptz NOT NULL,
  valid_from    timestamptz,
  revoked_at    timestamptz,
  CHECK ((kind = 'passkey') = (credential_id IS NOT NULL))
);
CREATE INDEX operator_voting_keys_of ON app.operator_voting_keys (operator_id, requested_at);
GRANT SELECT, INSERT (id, operator_id, kind, public_key, credential_id, label, requested_at) ON app.operator_voting_keys
  TO fairlot_console;
GRANT SELECT, UPDATE (valid_from, revoked_at) ON app.operator_voting_keys TO fairlot_worker;

CREATE FUNCTION app.voting_keys_immutable() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'voting keys are kept: revoke it instead' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (NEW.id, NEW.operator_id, NEW.kind, NEW.public_key, NEW.credential_id)
     IS DISTINCT FROM (OLD.id, OLD.operator_id, OLD.kind, OLD.public_key, OLD.credential_id)
     OR (OLD.valid_from IS NOT NULL AND NEW.valid_from IS DISTINCT FROM OLD.valid_from)
     OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at) THEN
    RAISE EXCEPTION 'voting key %: only valid_from and revoked_at are set, once each', OLD.id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_voting_keys_immutable BEFORE UPDATE OR DELETE ON app.operator_voting_keys
  FOR EACH ROW EXECUTE FUNCTION app.voting_keys_immutable();

-- The first key of a founding operator: once, with the code, while they have none in force.
CREATE FUNCTION app.found_voting_key(p_key uuid, p_operator uuid, p_hash bytea) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.operators o SET key_code_hash = NULL
  WHERE o.id = p_operator AND o.key_code_hash = p_hash AND o.proposed_by IS NULL AND o.left_at IS NULL
    AND EXISTS (SELECT FROM app.operator_voting_keys k
                WHERE k.id = p_key AND k.operator_id = p_operator AND k.valid_from IS NULL AND k.revoked_at IS NULL)
    AND NOT EXISTS (SELECT FROM app.operator_voting_keys k
                    WHERE k.operator_id = p_operator AND k.valid_from IS NOT NULL AND k.revoked_at IS NULL);
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE app.operator_voting_keys SET valid_from = clock_timestamp() WHERE id = p_key;
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION app.found_voting_key TO fairlot_console;

-- Saved filters of the queue and of other pages.
CREATE TABLE app.saved_views (
  id          uuid        PRIMARY KEY,
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  filter      jsonb       NOT NULL,
  saved_at    timestamptz NOT NULL,
  page        text        NOT NULL DEFAULT 'queue' CHECK (page ~ '^[a-z-]{1,20}$'),
  CONSTRAINT saved_views_one_name UNIQUE (operator_id, page, name)
);
GRANT SELECT, INSERT, DELETE ON app.saved_views TO fairlot_console;
