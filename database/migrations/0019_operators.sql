-- Operators, and the single path for every decision that needs two people. The console reads, opens reviews and votes;
-- the worker executes what two have approved. fairlot_console has no right on the ledger, the exchange, prices, fills
-- or statistics, and none on any table that holds members' money.

DO $$
BEGIN
  CREATE ROLE fairlot_console LOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Roles belong to the cluster: another database of it has made this one already.
END $$;
GRANT USAGE ON SCHEMA directory, app, audit, platform TO fairlot_console;

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
  CHECK ((password_hash IS NULL) = (pepper_key IS NULL)),
  CHECK ((password_hash IS NULL) = (enrolled_at IS NULL))
);
-- Operators are added, change roles and leave by reviews, which the worker executes; the console only enrols them.
GRANT SELECT, UPDATE (enrolment_hash, enrolment_until, password_hash, pepper_key, enrolled_at) ON app.operators
  TO fairlot_console;
GRANT SELECT, INSERT, UPDATE (name, left_at, enrolment_hash, enrolment_until) ON app.operators TO fairlot_worker;

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
CREATE TRIGGER sessions_stay_revoked BEFORE UPDATE ON app.operator_sessions
  FOR EACH ROW EXECUTE FUNCTION app.sessions_stay_revoked();

CREATE TABLE app.operator_challenges (
  id          uuid        PRIMARY KEY,
  kind        text        NOT NULL CHECK (kind IN ('second-factor', 'enrolment')),
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
CREATE TRIGGER challenges_used_once BEFORE UPDATE ON app.operator_challenges
  FOR EACH ROW EXECUTE FUNCTION app.challenges_used_once();

CREATE TABLE app.operator_authenticators (
  operator_id  uuid        PRIMARY KEY REFERENCES app.operators (id),
  sealed_seed  text        NOT NULL,
  last_step    bigint      NOT NULL,
  confirmed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (last_step) ON app.operator_authenticators TO fairlot_console;
CREATE TRIGGER authenticators_step_forward BEFORE UPDATE OF last_step ON app.operator_authenticators
  FOR EACH ROW EXECUTE FUNCTION app.authenticators_step_forward();

CREATE TABLE app.operator_recovery_codes (
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  code_hash   bytea       NOT NULL CHECK (length(code_hash) = 32),
  used_at     timestamptz,
  PRIMARY KEY (operator_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE (used_at) ON app.operator_recovery_codes TO fairlot_console;

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

-- Accounts of an operator or of a person close to them. The operator never votes on these or on members they invited.
CREATE TABLE app.operator_relations (
  operator_id uuid NOT NULL REFERENCES app.operators (id),
  member_id   uuid NOT NULL REFERENCES app.members (id),
  PRIMARY KEY (operator_id, member_id)
);
GRANT SELECT ON app.operator_relations TO fairlot_console;
GRANT SELECT, INSERT ON app.operator_relations TO fairlot_worker;

-- The same as packages/rules/src/operators/reviews.ts, for what is checked here. A test compares the two.
CREATE TABLE app.review_kinds (
  kind             text    PRIMARY KEY,
  letter           text    NOT NULL CHECK (letter ~ '^[A-Z]$'),
  first_right      text,
  second_right     text    NOT NULL,
  propose_right    text,
  promised_minutes integer NOT NULL,
  expires_hours    integer NOT NULL,
  may_revise       boolean NOT NULL,
  CHECK ((first_right IS NULL) <> (propose_right IS NULL))
);
INSERT INTO app.review_kinds VALUES
  ('identity', 'K', 'review', 'approve', NULL, 1440, 168, false),
  ('bank-account', 'B', 'review', 'approve', NULL, 240, 168, false),
  ('deposit', 'D', 'review', 'approve', NULL, 60, 168, true),
  ('withdrawal', 'W', 'review', 'approve', NULL, 240, 168, false),
  ('payout-batch', 'P', NULL, 'approve', 'propose-funds', 1440, 72, false),
  ('payout-return', 'P', NULL, 'approve', 'propose-funds', 1440, 72, false),
  ('day-trading', 'T', 'review', 'approve', NULL, 1440, 168, false),
  ('recovery', 'R', 'review', 'approve', NULL, 1440, 168, false),
  ('appeal', 'A', 'review', 'approve', NULL, 4320, 168, false),
  ('restriction', 'X', NULL, 'approve', 'propose-funds', 1440, 72, false),
  ('restriction-lift', 'X', NULL, 'approve', 'propose-funds', 1440, 72, false),
  ('journal', 'J', NULL, 'approve', 'propose-funds', 1440, 72, false),
  ('rule-change', 'U', NULL, 'approve', 'propose-rules', 1440, 72, false),
  ('site-config', 'S', NULL, 'approve', 'propose-rules', 1440, 72, false),
  ('channel', 'C', NULL, 'approve', 'propose-funds', 1440, 72, false),
  ('closure', 'M', NULL, 'approve', 'propose-market', 1440, 72, false),
  ('market-halt', 'M', NULL, 'approve', 'propose-market', 1440, 72, false),
  ('market-resume', 'M', NULL, 'approve', 'propose-market', 1440, 72, false),
  ('operator', 'O', NULL, 'approve', 'propose-people', 1440, 72, false),
  ('coupon-grant', 'G', NULL, 'approve', 'propose-funds', 1440, 72, false),
  ('notice', 'N', NULL, 'approve', 'write-notices', 1440, 72, false);
GRANT SELECT ON app.review_kinds TO fairlot_api, fairlot_worker, fairlot_console;

CREATE SEQUENCE app.review_numbers;

CREATE TABLE app.reviews (
  id           uuid        PRIMARY KEY,
  number       text        NOT NULL UNIQUE,
  kind         text        NOT NULL REFERENCES app.review_kinds (kind),
  member_id    uuid        REFERENCES app.members (id),
  -- The id of the feature's own row.
  subject      text        NOT NULL CHECK (subject <> ''),
  amount       bigint,
  currency     text,
  payload      jsonb       NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  -- SHA-256 of the payload as PostgreSQL writes it: a fixed key order and no arbitrary spaces.
  payload_hash text        NOT NULL,
  -- The requested value, where the first approver set another one.
  asked        jsonb,
  opened_at    timestamptz NOT NULL,
  promised_at  timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  flags        text[]      NOT NULL DEFAULT '{}',
  -- Null when a member asked for it.
  opened_by    uuid        REFERENCES app.operators (id),
  reason       text        NOT NULL,
  evidence     jsonb       NOT NULL DEFAULT '[]',
  state        text        NOT NULL
    CHECK (state IN ('waiting', 'second', 'decided', 'closed', 'expired', 'withdrawn')),
  decision     text        CHECK (decision IN ('approve', 'reject')),
  decided_at   timestamptz,
  -- The worker's outcome. Null until it is executed.
  outcome      text,
  closed_at    timestamptz,
  trouble      text,
  tries        integer     NOT NULL DEFAULT 0,
  retry_at     timestamptz,
  CONSTRAINT reviews_hash CHECK (payload_hash = encode(sha256(convert_to(payload::text, 'UTF8')), 'hex')),
  CONSTRAINT reviews_decided CHECK ((decision IS NOT NULL) = (state IN ('decided', 'closed'))),
  CONSTRAINT reviews_decided_at CHECK ((decided_at IS NOT NULL) = (state IN ('decided', 'closed'))),
  CONSTRAINT reviews_closed CHECK (state <> 'closed' OR (outcome IS NOT NULL AND closed_at IS NOT NULL)),
  CONSTRAINT reviews_open_has_no_outcome CHECK (outcome IS NULL OR state IN ('closed', 'expired', 'withdrawn'))
);
CREATE UNIQUE INDEX reviews_one_open ON app.reviews (kind, subject) WHERE state IN ('waiting', 'second', 'decided');
-- The queue: reviews that need one more approval first, then the longest waiting. With the kind first for the tabs.
CREATE INDEX reviews_queue ON app.reviews ((state <> 'second'), opened_at, id) WHERE state IN ('waiting', 'second');
CREATE INDEX reviews_queue_by_kind ON app.reviews (kind, (state <> 'second'), opened_at, id)
  WHERE state IN ('waiting', 'second');
CREATE INDEX reviews_to_execute ON app.reviews (opened_at)
  WHERE outcome IS NULL AND state IN ('decided', 'expired', 'withdrawn');
CREATE INDEX reviews_to_expire ON app.reviews (expires_at) WHERE state IN ('waiting', 'second');
CREATE INDEX reviews_of_member ON app.reviews (member_id, opened_at DESC) WHERE member_id IS NOT NULL;
CREATE INDEX reviews_recent ON app.reviews (opened_at DESC, id DESC);
CREATE INDEX reviews_decided_lately ON app.reviews (decided_at) WHERE decided_at IS NOT NULL;
-- Written only by the functions below.
GRANT SELECT ON app.reviews TO fairlot_api, fairlot_worker, fairlot_console;

CREATE TABLE app.review_votes (
  review_id    uuid        NOT NULL REFERENCES app.reviews (id),
  operator_id  uuid        NOT NULL REFERENCES app.operators (id),
  session_id   uuid        NOT NULL,
  device_id    uuid        NOT NULL,
  decision     text        NOT NULL CHECK (decision IN ('approve', 'reject')),
  payload_hash text        NOT NULL,
  note         text        NOT NULL,
  at           timestamptz NOT NULL,
  PRIMARY KEY (review_id, operator_id, decision)
);
-- Two approvals never come from one device, even if a function has a bug.
CREATE UNIQUE INDEX review_votes_one_per_device ON app.review_votes (review_id, device_id) WHERE decision = 'approve';
CREATE INDEX review_votes_of_operator ON app.review_votes (operator_id, at DESC);
GRANT SELECT ON app.review_votes TO fairlot_worker, fairlot_console;

-- The table of states: packages/rules/src/operators/reviews.ts; a test compares the two.
CREATE TABLE app.review_transitions (
  before text NOT NULL,
  after  text NOT NULL,
  PRIMARY KEY (before, after)
);
INSERT INTO app.review_transitions VALUES
  ('waiting', 'second'), ('waiting', 'decided'), ('waiting', 'expired'), ('waiting', 'withdrawn'),
  ('second', 'decided'), ('second', 'expired'), ('second', 'withdrawn'), ('decided', 'closed');
GRANT SELECT ON app.review_transitions TO fairlot_console, fairlot_worker;

CREATE FUNCTION app.reviews_move_on() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT EXISTS (
    SELECT FROM app.review_transitions WHERE before = OLD.state AND after = NEW.state
  ) THEN
    RAISE EXCEPTION 'review %: % does not become %', OLD.number, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.number, NEW.kind, NEW.member_id, NEW.subject, NEW.currency, NEW.opened_at, NEW.promised_at,
      NEW.expires_at, NEW.opened_by, NEW.reason, NEW.evidence, NEW.flags)
     IS DISTINCT FROM
     (OLD.id, OLD.number, OLD.kind, OLD.member_id, OLD.subject, OLD.currency, OLD.opened_at, OLD.promised_at,
      OLD.expires_at, OLD.opened_by, OLD.reason, OLD.evidence, OLD.flags) THEN
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
CREATE TRIGGER reviews_move_on BEFORE UPDATE ON app.reviews
  FOR EACH ROW EXECUTE FUNCTION app.reviews_move_on();

CREATE FUNCTION app.reviews_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: reviews and votes are kept', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER reviews_stay BEFORE DELETE ON app.reviews FOR EACH ROW EXECUTE FUNCTION app.reviews_stay();
CREATE TRIGGER votes_stay BEFORE UPDATE OR DELETE ON app.review_votes
  FOR EACH ROW EXECUTE FUNCTION app.reviews_stay();

CREATE FUNCTION app.has_right(of_operator uuid, wanted text, p_now timestamptz) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
  SELECT EXISTS (
    SELECT FROM app.operators o
    JOIN app.operator_roles r ON r.operator_id = o.id AND (r.until IS NULL OR r.until > p_now)
    JOIN app.operator_rights t ON t.role = r.role AND t."right" = wanted
    WHERE o.id = of_operator AND (o.left_at IS NULL OR o.left_at > p_now)
  )
$$;

-- The operator's own, a related, or an invited account.
CREATE FUNCTION app.is_related(of_operator uuid, to_member uuid) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
  SELECT to_member IS NOT NULL AND EXISTS (
    SELECT FROM app.operator_relations rel
    WHERE rel.operator_id = of_operator
      AND (rel.member_id = to_member
        OR rel.member_id = (SELECT inviter_id FROM app.members WHERE id = to_member))
  )
$$;

-- The device comes from the session and not from the caller. An ended session cannot vote.
CREATE FUNCTION app.device_of(of_session uuid, of_operator uuid, p_now timestamptz) RETURNS uuid
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog AS $$
DECLARE device uuid;
BEGIN
  SELECT device_id INTO device FROM app.operator_sessions
  WHERE id = of_session AND operator_id = of_operator AND revoked_at IS NULL AND expires_at > p_now;
  IF device IS NULL THEN
    RAISE EXCEPTION 'no open session of this operator' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN device;
END $$;

-- Opens a review in the caller's transaction. An operator's proposal counts as the first approval.
CREATE FUNCTION app.open_review(
  p_id uuid, p_kind text, p_member uuid, p_subject text, p_amount bigint, p_currency text, p_payload jsonb,
  p_flags text[], p_operator uuid, p_session uuid, p_reason text, p_evidence jsonb, p_now timestamptz
) RETURNS TABLE (refusal text, number text, promised_at timestamptz, expires_at timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
#variable_conflict use_column
DECLARE
  terms  app.review_kinds;
  device uuid;
  hash   text := encode(sha256(convert_to(p_payload::text, 'UTF8')), 'hex');
  named  text;
  promised timestamptz;
  expiring timestamptz;
BEGIN
  SELECT * INTO STRICT terms FROM app.review_kinds WHERE kind = p_kind;
  IF p_operator IS NULL THEN
    IF terms.first_right IS NULL OR session_user = 'fairlot_console' THEN
      RAISE EXCEPTION 'a % is not asked for by a member', p_kind USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSE
    IF terms.propose_right IS NULL OR session_user = 'fairlot_api' THEN
      RAISE EXCEPTION 'a % is not proposed by an operator', p_kind USING ERRCODE = 'insufficient_privilege';
    END IF;
    device := app.device_of(p_session, p_operator, p_now);
    IF NOT app.has_right(p_operator, terms.propose_right, p_now) THEN
      RETURN QUERY SELECT 'review.not-allowed', NULL::text, NULL::timestamptz, NULL::timestamptz;
      RETURN;
    END IF;
    -- Operators cannot propose rights for themselves.
    IF app.is_related(p_operator, p_member) OR (p_kind = 'operator' AND p_subject = p_operator::text) THEN
      RETURN QUERY SELECT 'review.own-account', NULL::text, NULL::timestamptz, NULL::timestamptz;
      RETURN;
    END IF;
  END IF;
  named := terms.letter || to_char(p_now AT TIME ZONE 'Asia/Taipei', 'MMDD') || '-'
    || to_char(nextval('app.review_numbers'), 'FM999000000');
  promised := p_now + make_interval(mins => terms.promised_minutes);
  expiring := p_now + make_interval(hours => terms.expires_hours);
  INSERT INTO app.reviews (id, number, kind, member_id, subject, amount, currency, payload, payload_hash, opened_at,
    promised_at, expires_at, flags, opened_by, reason, evidence, state)
  VALUES (p_id, named, p_kind, p_member, p_subject, p_amount, p_currency, p_payload, hash, p_now,
    promised, expiring, p_flags, p_operator, p_reason, p_evidence,
    CASE WHEN p_operator IS NULL THEN 'waiting' ELSE 'second' END)
  ON CONFLICT (kind, subject) WHERE state IN ('waiting', 'second', 'decided') DO NOTHING;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'review.exists', NULL::text, NULL::timestamptz, NULL::timestamptz;
    RETURN;
  END IF;
  IF p_operator IS NOT NULL THEN
    INSERT INTO app.review_votes VALUES (p_id, p_operator, p_session, device, 'approve', hash, p_reason, p_now);
  END IF;
  RETURN QUERY SELECT NULL::text, named, promised, expiring;
END $$;

-- The same checks as rules/operators/reviews.ts, in its order, with the row locked. Null when the vote counts.
CREATE FUNCTION app.vote_review(
  p_review uuid, p_operator uuid, p_session uuid, p_decision text, p_hash text, p_note text, p_revised jsonb,
  p_now timestamptz
) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  review    app.reviews;
  terms     app.review_kinds;
  device    uuid := app.device_of(p_session, p_operator, p_now);
  wanted    text;
  approvals integer;
  payload   jsonb;
  hash      text;
BEGIN
  IF p_decision IS NULL OR p_decision NOT IN ('approve', 'reject') THEN
    RAISE EXCEPTION 'a vote approves or rejects' USING ERRCODE = 'check_violation';
  END IF;
  SELECT * INTO review FROM app.reviews WHERE id = p_review FOR UPDATE;
  IF NOT FOUND THEN RETURN 'review.not-found'; END IF;
  SELECT * INTO STRICT terms FROM app.review_kinds WHERE kind = review.kind;
  IF review.state NOT IN ('waiting', 'second') THEN RETURN 'review.not-open'; END IF;
  IF review.expires_at <= p_now THEN RETURN 'review.expired'; END IF;
  IF review.payload_hash IS DISTINCT FROM p_hash THEN RETURN 'review.changed'; END IF;
  wanted := CASE WHEN review.state = 'waiting' AND terms.first_right IS NOT NULL
    THEN terms.first_right ELSE terms.second_right END;
  IF NOT app.has_right(p_operator, wanted, p_now)
     AND NOT (p_decision = 'reject' AND app.has_right(p_operator, terms.second_right, p_now)) THEN
    RETURN 'review.not-allowed';
  END IF;
  IF app.is_related(p_operator, review.member_id)
     OR (review.kind = 'operator' AND review.subject = p_operator::text) THEN
    RETURN 'review.own-account';
  END IF;
  IF p_decision = 'approve' THEN
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND v.decision = 'approve' AND v.operator_id = p_operator) THEN
      RETURN 'review.same-person';
    END IF;
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND v.decision = 'approve' AND v.device_id = device) THEN
      RETURN 'review.same-device';
    END IF;
  ELSIF btrim(p_note) = '' THEN
    RETURN 'review.reason-required';
  END IF;

  payload := review.payload;
  IF p_revised IS NOT NULL THEN
    IF NOT terms.may_revise OR review.state <> 'waiting' OR p_decision <> 'approve' THEN
      RETURN 'review.no-revision';
    END IF;
    payload := payload || p_revised;
  END IF;
  hash := encode(sha256(convert_to(payload::text, 'UTF8')), 'hex');
  SELECT count(*) INTO approvals FROM app.review_votes v WHERE v.review_id = p_review AND v.decision = 'approve';
  INSERT INTO app.review_votes VALUES (p_review, p_operator, p_session, device, p_decision, hash, p_note, p_now);
  UPDATE app.reviews SET
    payload = payload_of.new_payload,
    payload_hash = hash,
    asked = CASE WHEN payload_of.new_payload IS DISTINCT FROM review.payload THEN review.payload ELSE asked END,
    amount = CASE WHEN p_revised ? 'amount' THEN (p_revised ->> 'amount')::bigint ELSE amount END,
    state = CASE WHEN p_decision = 'reject' OR approvals > 0 THEN 'decided' ELSE 'second' END,
    decision = CASE WHEN p_decision = 'reject' OR approvals > 0 THEN p_decision END,
    decided_at = CASE WHEN p_decision = 'reject' OR approvals > 0 THEN p_now END
  FROM (SELECT payload AS new_payload) payload_of
  WHERE id = p_review;
  RETURN NULL;
END $$;

-- Its member withdraws it, in the transaction of the feature; or its operator does, and the worker undoes its other
-- effects.
CREATE FUNCTION app.withdraw_review(p_review uuid, p_operator uuid, p_member uuid, p_now timestamptz) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE review app.reviews;
BEGIN
  SELECT * INTO review FROM app.reviews WHERE id = p_review FOR UPDATE;
  IF NOT FOUND THEN RETURN 'review.not-found'; END IF;
  IF num_nonnulls(p_operator, p_member) <> 1
     OR (p_operator IS NOT NULL AND review.opened_by IS DISTINCT FROM p_operator)
     OR (p_member IS NOT NULL AND (review.member_id IS DISTINCT FROM p_member OR review.opened_by IS NOT NULL)) THEN
    RETURN 'review.not-yours';
  END IF;
  IF review.state NOT IN ('waiting', 'second') THEN RETURN 'review.not-open'; END IF;
  UPDATE app.reviews SET
    state = 'withdrawn',
    outcome = CASE WHEN p_member IS NOT NULL THEN 'taken-back' END,
    closed_at = CASE WHEN p_member IS NOT NULL THEN p_now END
  WHERE id = p_review;
  RETURN NULL;
END $$;

CREATE FUNCTION app.expire_reviews(p_now timestamptz, p_most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  WITH late AS (
    SELECT id FROM app.reviews WHERE state IN ('waiting', 'second') AND expires_at <= p_now
    ORDER BY expires_at LIMIT p_most FOR UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE app.reviews SET state = 'expired' FROM late WHERE app.reviews.id = late.id RETURNING 1
  )
  SELECT count(*)::integer FROM moved
$$;

-- The next review to execute, locked until the transaction ends.
CREATE FUNCTION app.claim_review(p_now timestamptz) RETURNS SETOF app.reviews
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT * FROM app.reviews
  WHERE outcome IS NULL AND state IN ('decided', 'expired', 'withdrawn') AND (retry_at IS NULL OR retry_at <= p_now)
  ORDER BY opened_at LIMIT 1 FOR UPDATE SKIP LOCKED
$$;

-- The final check: what is executed is what two people on two devices saw, or what one rejected.
CREATE FUNCTION app.close_review(p_review uuid, p_outcome text, p_now timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  review  app.reviews;
  people  integer;
  devices integer;
BEGIN
  SELECT * INTO STRICT review FROM app.reviews WHERE id = p_review FOR UPDATE;
  IF review.outcome IS NOT NULL THEN
    RAISE EXCEPTION 'review % was executed already', review.number USING ERRCODE = 'check_violation';
  END IF;
  IF review.state = 'decided' THEN
    SELECT count(DISTINCT v.operator_id), count(DISTINCT v.device_id) INTO people, devices
    FROM app.review_votes v
    WHERE v.review_id = p_review AND v.decision = review.decision AND v.payload_hash = review.payload_hash;
    IF (review.decision = 'approve' AND (people < 2 OR devices < 2)) OR people < 1 THEN
      RAISE EXCEPTION 'review % has % votes from % devices', review.number, people, devices
        USING ERRCODE = 'check_violation';
    END IF;
  ELSIF review.state NOT IN ('expired', 'withdrawn') THEN
    RAISE EXCEPTION 'review % is %', review.number, review.state USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.reviews SET
    state = CASE WHEN state = 'decided' THEN 'closed' ELSE state END,
    outcome = p_outcome, closed_at = p_now, trouble = NULL, retry_at = NULL
  WHERE id = p_review;
END $$;

-- It could not be executed: it stays decided, records why, and is tried again later.
CREATE FUNCTION app.note_review_trouble(p_review uuid, p_trouble text, p_now timestamptz) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  UPDATE app.reviews SET
    trouble = left(p_trouble, 300), tries = tries + 1,
    retry_at = p_now + least(interval '5 minutes', interval '1 second' * power(2, least(tries, 9)))
  WHERE id = p_review AND outcome IS NULL
$$;

GRANT EXECUTE ON FUNCTION app.has_right(uuid, text, timestamptz), app.is_related(uuid, uuid) TO fairlot_console;
GRANT EXECUTE ON FUNCTION app.open_review(
  uuid, text, uuid, text, bigint, text, jsonb, text[], uuid, uuid, text, jsonb, timestamptz
) TO fairlot_api, fairlot_worker, fairlot_console;
GRANT EXECUTE ON FUNCTION app.vote_review(uuid, uuid, uuid, text, text, text, jsonb, timestamptz) TO fairlot_console;
GRANT EXECUTE ON FUNCTION app.withdraw_review(uuid, uuid, uuid, timestamptz) TO fairlot_api, fairlot_console;
GRANT EXECUTE ON FUNCTION app.expire_reviews(timestamptz, integer) TO fairlot_worker;
GRANT EXECUTE ON FUNCTION app.claim_review(timestamptz) TO fairlot_worker;
GRANT EXECUTE ON FUNCTION app.close_review(uuid, text, timestamptz) TO fairlot_worker;
GRANT EXECUTE ON FUNCTION app.note_review_trouble(uuid, text, timestamptz) TO fairlot_worker;

CREATE TABLE app.saved_views (
  id          uuid        PRIMARY KEY,
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  filter      jsonb       NOT NULL,
  saved_at    timestamptz NOT NULL,
  UNIQUE (operator_id, name)
);
GRANT SELECT, INSERT, DELETE ON app.saved_views TO fairlot_console;

-- Which operator opened which field of which member, and why. The member can read it; the name is stored as it was
-- then.
CREATE TABLE app.personal_views (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  operator    text        NOT NULL,
  field       text        NOT NULL CHECK (
    field IN ('account', 'name', 'id-number', 'birth-date', 'bank-account', 'papers')
  ),
  purpose     text        NOT NULL CHECK (length(btrim(purpose)) BETWEEN 1 AND 200),
  at          timestamptz NOT NULL
);
CREATE INDEX personal_views_of_member ON app.personal_views (member_id, at DESC);
GRANT SELECT ON app.personal_views TO fairlot_api;
GRANT SELECT, INSERT ON app.personal_views TO fairlot_console;

-- The basic grants for every console page. Other features add theirs in their own migrations.
GRANT INSERT ON audit.entries TO fairlot_console;
GRANT SELECT ON platform.migrations, app.members, app.restrictions, app.orders, directory.accounts TO fairlot_console;
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.idempotency_keys TO fairlot_console;
GRANT EXECUTE ON FUNCTION app.bars_of(uuid) TO fairlot_console;
