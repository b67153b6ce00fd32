-- Mentors: a member publishes a strategy and their record, two operators review it, and every figure is computed from fills
-- and the ledger.

CREATE TABLE app.mentor_applications (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  name        text        NOT NULL CHECK (length(name) BETWEEN 2 AND 20),
  -- Empty in a language the mentor does not write.
  strategy_tw text        NOT NULL CHECK (strategy_tw = '' OR length(strategy_tw) BETWEEN 20 AND 600),
  strategy_en text        NOT NULL CHECK (strategy_en = '' OR length(strategy_en) BETWEEN 20 AND 600),
  state       text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'passed', 'rejected')),
  reason      text        CHECK (reason IN ('promises-return', 'unclear-strategy', 'market-conduct', 'impersonation', 'below-threshold',
    'name-taken', 'cancelled', 'expired')),
  note        text,
  sent_at     timestamptz NOT NULL,
  promised_at timestamptz NOT NULL,
  decided_at  timestamptz,
  CONSTRAINT mentor_applications_strategy CHECK (strategy_tw <> '' OR strategy_en <> ''),
  CONSTRAINT mentor_applications_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT mentor_applications_rejected_has_reason CHECK ((state = 'rejected') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX mentor_applications_one_pending ON app.mentor_applications (member_id) WHERE state = 'pending';
CREATE INDEX mentor_applications_of_member ON app.mentor_applications (member_id, sent_at DESC);
GRANT SELECT, INSERT (id, member_id, name, strategy_tw, strategy_en, sent_at, promised_at) ON app.mentor_applications TO fairlot_api;
GRANT SELECT, UPDATE (state, reason, note, decided_at) ON app.mentor_applications TO fairlot_worker;
GRANT SELECT ON app.mentor_applications TO fairlot_console;
CREATE TRIGGER mentor_applications_enforce_initial_state BEFORE INSERT ON app.mentor_applications
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('mentor-application');
CREATE TRIGGER mentor_applications_enforce_transition BEFORE UPDATE ON app.mentor_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('mentor-application');

-- A seat is no mentor, and a mentor is a verified person.
CREATE FUNCTION app.check_mentor_applicant() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.members m WHERE m.id = NEW.member_id AND m.kind <> 'seat' AND m.verification = 'verified') THEN
    RAISE EXCEPTION 'member % cannot apply as a mentor', NEW.member_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER mentor_applications_applicant BEFORE INSERT ON app.mentor_applications
  FOR EACH ROW EXECUTE FUNCTION app.check_mentor_applicant();

-- One per member, for good: a closed mentor stays listed, and one who comes back has the same record.
CREATE TABLE app.mentors (
  id           uuid        PRIMARY KEY,
  member_id    uuid        NOT NULL UNIQUE REFERENCES app.members (id),
  name         text        NOT NULL CHECK (length(name) BETWEEN 2 AND 20),
  strategy_tw  text        NOT NULL,
  strategy_en  text        NOT NULL,
  -- A trader of the practice market. The seed writes them; two operators approved all others.
  is_simulated boolean     NOT NULL DEFAULT false,
  review_id    uuid        UNIQUE REFERENCES app.reviews (id),
  state        text        NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'closed')),
  since        timestamptz NOT NULL,
  closed_at    timestamptz,
  CONSTRAINT mentors_reviewed CHECK (is_simulated = (review_id IS NULL)),
  CONSTRAINT mentors_closed_at CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
CREATE UNIQUE INDEX mentors_name ON app.mentors (lower(name));
GRANT SELECT ON app.mentors TO fairlot_api, fairlot_console, fairlot_worker;
CREATE TRIGGER mentors_enforce_initial_state BEFORE INSERT ON app.mentors
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('mentor');
CREATE TRIGGER mentors_enforce_transition BEFORE UPDATE ON app.mentors FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('mentor');

-- Every figure of a mentor at the end of a trading day. The worker computes it; no role changes or deletes one.
CREATE TABLE app.mentor_days (
  mentor_id      uuid    NOT NULL REFERENCES app.mentors (id),
  date           date    NOT NULL,
  level          text    CHECK (level IN ('junior', 'intermediate', 'senior')),
  profit         bigint  NOT NULL,
  money_bp       bigint,
  -- The chain of daily returns, from 1,000,000,000.
  index          bigint  NOT NULL CHECK (index >= 0),
  time_bp        bigint  NOT NULL,
  day_bp         bigint  NOT NULL,
  drawdown_bp    integer NOT NULL CHECK (drawdown_bp BETWEEN 0 AND 10000),
  exposure_bp    bigint  NOT NULL,
  days           integer NOT NULL CHECK (days >= 0),
  fills          integer NOT NULL CHECK (fills >= 0),
  capital        bigint  NOT NULL,
  money          bigint  NOT NULL,
  -- Closed trades by kind: {"cash": {"closed": 3, "won": 2, "realised": "-1200"}, ...}
  trades         jsonb   NOT NULL CHECK (jsonb_typeof(trades) = 'object'),
  -- What followers have behind the mentor now, and what they ever put behind them.
  follow_scale   bigint  NOT NULL CHECK (follow_scale >= 0),
  followed_total bigint  NOT NULL CHECK (followed_total >= follow_scale),
  PRIMARY KEY (mentor_id, date)
);
GRANT SELECT ON app.mentor_days TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT ON app.mentor_days TO fairlot_worker;

-- The day ends are their ground, and are written once.
REVOKE UPDATE ON app.wealth_days FROM fairlot_worker;

-- The worker publishes what two operators approved: a new mentor, or new texts of one, or one who comes back.
CREATE FUNCTION app.publish_mentor(p_application uuid, p_review uuid, p_mentor uuid, p_now timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  asked    app.mentor_applications;
  v_mentor uuid;
BEGIN
  SELECT a.* INTO STRICT asked FROM app.mentor_applications a WHERE a.id = p_application FOR UPDATE;
  IF asked.state <> 'pending' THEN
    RAISE EXCEPTION 'application % is %', p_application, asked.state USING ERRCODE = 'check_violation';
  END IF;
  IF NOT recon.is_approved_by_two(p_review, 'mentor', p_application::text) THEN
    RAISE EXCEPTION 'application % is not approved by two operators', p_application USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO app.mentors (id, member_id, name, strategy_tw, strategy_en, review_id, since)
  VALUES (p_mentor, asked.member_id, asked.name, asked.strategy_tw, asked.strategy_en, p_review, p_now)
  ON CONFLICT (member_id) DO UPDATE SET name = excluded.name, strategy_tw = excluded.strategy_tw,
    strategy_en = excluded.strategy_en, review_id = excluded.review_id, state = 'active', closed_at = NULL
  RETURNING id INTO v_mentor;
  UPDATE app.mentor_applications SET state = 'passed', decided_at = p_now WHERE id = p_application;
  RETURN v_mentor;
END $$;
GRANT EXECUTE ON FUNCTION app.publish_mentor TO fairlot_worker;

-- Passed only by app.publish_mentor, which writes the mentor first.
CREATE FUNCTION app.check_mentor_passed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.mentors m JOIN app.reviews r ON r.id = m.review_id
    WHERE m.member_id = NEW.member_id AND r.kind = 'mentor' AND r.subject = NEW.id::text) THEN
    RAISE EXCEPTION 'application % is passed without its mentor', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER mentor_applications_passed_has_mentor AFTER UPDATE ON app.mentor_applications FOR EACH ROW
  WHEN (NEW.state = 'passed') EXECUTE FUNCTION app.check_mentor_passed();

-- Mentors close their own profile. Returns the mentor, or null when there is no active one.
CREATE FUNCTION app.close_mentor(p_member uuid, p_now timestamptz) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.mentors SET state = 'closed', closed_at = p_now WHERE member_id = p_member AND state = 'active' AND NOT is_simulated
  RETURNING id
$$;
GRANT EXECUTE ON FUNCTION app.close_mentor TO fairlot_api;

CREATE FUNCTION app.cancel_mentor_application(p_application uuid, p_member uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.mentor_applications a SET state = 'rejected', reason = 'cancelled', decided_at = p_now
  WHERE a.id = p_application AND a.member_id = p_member AND a.state = 'pending'
    AND app.is_cancelled_by_member('mentor', p_application, p_member);
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_mentor_application TO fairlot_api;

-- The program of the practice market lists its own accounts, and only with practice money. Their mark cannot be removed.
CREATE FUNCTION practice.publish_mentor(p_account text, p_name text, p_tw text, p_en text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.installation WHERE money = 'practice') THEN
    RAISE EXCEPTION 'simulated mentors exist only where money is practice money' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF p_account !~ '^090000000[1-9]$' THEN
    RAISE EXCEPTION 'account % is not reserved for simulated mentors', p_account USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO app.mentors (id, member_id, name, strategy_tw, strategy_en, is_simulated, since)
  SELECT gen_random_uuid(), m.id, p_name, p_tw, p_en, true, p_now FROM app.members m WHERE m.account = p_account
  ON CONFLICT (member_id) DO UPDATE SET name = excluded.name, strategy_tw = excluded.strategy_tw, strategy_en = excluded.strategy_en
    WHERE app.mentors.is_simulated;
END $$;
GRANT EXECUTE ON FUNCTION practice.publish_mentor TO fairlot_practice;

INSERT INTO app.review_kinds VALUES ('mentor', 'M', 'review', 'approve', NULL, 1440, 168, false, false);
