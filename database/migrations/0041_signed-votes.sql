-- Two votes need two people. Every vote is signed by the operator's own key. The worker verifies the signatures over
-- the payload it executes, so the console's database role cannot decide anything by itself.

-- Lineage. An operator without a proposer was added by the command line: a founding operator.
ALTER TABLE app.operators
  ADD COLUMN proposed_by     uuid REFERENCES app.operators (id),
  ADD COLUMN approved_by     uuid REFERENCES app.operators (id),
  -- Until then their votes do not count together with those of the proposer.
  ADD COLUMN separated_until timestamptz,
  -- SHA-256 of the one-time code with which a founding operator puts their first voting key in force.
  ADD COLUMN key_code_hash   bytea CHECK (length(key_code_hash) = 32),
  ADD CONSTRAINT operators_lineage CHECK (
    num_nulls(proposed_by, approved_by, separated_until) IN (0, 3) AND proposed_by <> approved_by
    AND (proposed_by IS NULL OR key_code_hash IS NULL)
  );

-- The console reads no hash of a code and writes nothing of an operator: the functions below do that, for a correct
-- code.
REVOKE SELECT, UPDATE ON app.operators FROM fairlot_console;
REVOKE UPDATE (enrolment_hash, enrolment_until, password_hash, pepper_key, enrolled_at) ON app.operators
  FROM fairlot_console;
GRANT SELECT (id, login, name, added_at, left_at, enrolment_until, password_hash, pepper_key, enrolled_at, proposed_by,
  approved_by, separated_until) ON app.operators TO fairlot_console;

CREATE FUNCTION app.enrolment_fits(p_login text, p_hash bytea, p_now timestamptz) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id FROM app.operators
  WHERE login = p_login AND enrolment_hash = p_hash AND enrolment_until > p_now AND left_at IS NULL
$$;

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
GRANT SELECT (operator_id, approver_id, taken_at) ON app.enrolment_halves TO fairlot_console;
GRANT SELECT, INSERT ON app.enrolment_halves TO fairlot_worker;

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
GRANT SELECT, INSERT (id, operator_id, kind, public_key, credential_id, label, requested_at)
  ON app.operator_voting_keys TO fairlot_console;
GRANT SELECT, UPDATE (valid_from, revoked_at) ON app.operator_voting_keys TO fairlot_worker;

CREATE FUNCTION app.voting_keys_stay() RETURNS trigger
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
CREATE TRIGGER voting_keys_stay BEFORE UPDATE OR DELETE ON app.operator_voting_keys
  FOR EACH ROW EXECUTE FUNCTION app.voting_keys_stay();

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

-- An operator's signature of a vote. The worker rebuilds the statement from the review, the vote and this row, and
-- verifies the signature over it. `received_at` is PostgreSQL's own time.
CREATE TABLE app.review_signatures (
  review_id   uuid        NOT NULL,
  operator_id uuid        NOT NULL,
  decision    text        NOT NULL,
  key_id      uuid        NOT NULL REFERENCES app.operator_voting_keys (id),
  signed_at   timestamptz NOT NULL,
  opened      jsonb       NOT NULL CHECK (jsonb_typeof(opened) = 'array'),
  revised     jsonb       CHECK (jsonb_typeof(revised) = 'object'),
  signature   jsonb       NOT NULL CHECK (jsonb_typeof(signature) = 'object'),
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (review_id, operator_id, decision),
  FOREIGN KEY (review_id, operator_id, decision) REFERENCES app.review_votes (review_id, operator_id, decision)
);
CREATE TRIGGER signatures_stay BEFORE UPDATE OR DELETE ON app.review_signatures
  FOR EACH ROW EXECUTE FUNCTION app.reviews_stay();
GRANT SELECT, INSERT (review_id, operator_id, decision, key_id, signed_at, opened, revised, signature)
  ON app.review_signatures TO fairlot_console;
GRANT SELECT ON app.review_signatures TO fairlot_worker;

REVOKE ALL ON FUNCTION app.enrolment_fits(text, bytea, timestamptz),
  app.enrol_operator(uuid, bytea, text, text, timestamptz),
  app.take_enrolment_half(uuid, uuid, uuid, timestamptz),
  app.found_voting_key(uuid, uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.enrolment_fits(text, bytea, timestamptz),
  app.enrol_operator(uuid, bytea, text, text, timestamptz),
  app.take_enrolment_half(uuid, uuid, uuid, timestamptz),
  app.found_voting_key(uuid, uuid, bytea) TO fairlot_console;
