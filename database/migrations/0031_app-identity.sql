-- Identity verification: the sealed documents of a member and their review state. directory.persons makes a person unique.

CREATE TABLE app.identities (
  member_id     uuid        PRIMARY KEY REFERENCES app.members (id),
  state         text        NOT NULL CHECK (state IN ('under-review', 'verified', 'rejected')),
  -- Counts the submissions: a decision on an older one changes nothing.
  attempt       integer     NOT NULL DEFAULT 1 CHECK (attempt > 0),
  document      text        NOT NULL CHECK (document IN ('national-id', 'resident-certificate', 'passport')),
  -- Sealed with the member's key.
  name          bytea       NOT NULL,
  number        bytea       NOT NULL,
  birth_date    bytea       NOT NULL,
  -- Visible to the member and the console without opening anything.
  name_masked   text        NOT NULL,
  number_masked text        NOT NULL,
  front         uuid        NOT NULL REFERENCES app.files (id),
  back          uuid        REFERENCES app.files (id),
  sent_at       timestamptz NOT NULL,
  review_id     uuid,
  problems        jsonb       NOT NULL DEFAULT '[]',
  reason        text        CHECK (reason IN ('rejected', 'cancelled', 'duplicate', 'expired')),
  note          text        CHECK (length(note) <= 300),
  decided_at    timestamptz,
  CONSTRAINT identities_back CHECK (document = 'passport' OR back IS NOT NULL),
  CONSTRAINT identities_decided CHECK ((decided_at IS NULL) = (state = 'under-review')),
  CONSTRAINT identities_reason CHECK ((reason IS NOT NULL) = (state = 'rejected'))
);
CREATE INDEX identities_by_review ON app.identities (review_id);
GRANT SELECT, INSERT, UPDATE (state, attempt, document, name, number, birth_date, name_masked, number_masked, front,
  back, sent_at, review_id, problems, reason, note, decided_at) ON app.identities TO fairlot_api;
GRANT SELECT, UPDATE (state, problems, reason, note, decided_at) ON app.identities TO fairlot_worker;
GRANT SELECT ON app.identities TO fairlot_console;
CREATE TRIGGER identities_enforce_initial_state BEFORE INSERT ON app.identities FOR EACH ROW EXECUTE FUNCTION app.check_transition('identity');
CREATE TRIGGER identities_enforce_transition BEFORE UPDATE ON app.identities FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('identity');

CREATE FUNCTION app.identities_sync_verification() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.attempt <> 1 THEN
      RAISE EXCEPTION 'attempts are counted one by one' USING ERRCODE = 'check_violation';
    END IF;
  ELSE
    IF NEW.member_id <> OLD.member_id THEN
      RAISE EXCEPTION 'an identity never becomes another member''s' USING ERRCODE = 'check_violation';
    END IF;
    -- The submitted data changes only by a new submission; a verified name never does.
    IF (NEW.document, NEW.name, NEW.number, NEW.birth_date, NEW.front, NEW.back) IS DISTINCT FROM
       (OLD.document, OLD.name, OLD.number, OLD.birth_date, OLD.front, OLD.back)
       AND NOT (OLD.state = 'rejected' AND NEW.state = 'under-review') THEN
      RAISE EXCEPTION 'what was sent stays as it was decided on' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.attempt <> OLD.attempt + (OLD.state = 'rejected' AND NEW.state = 'under-review')::integer THEN
      RAISE EXCEPTION 'attempts are counted one by one' USING ERRCODE = 'check_violation';
    END IF;
    -- Verification needs a person who is unique among all accounts.
    IF NEW.state = 'verified' AND OLD.state <> 'verified'
       AND NOT EXISTS (SELECT FROM directory.persons p WHERE p.member_id = NEW.member_id) THEN
      RAISE EXCEPTION 'a verified person is in the directory' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  -- No application role may write this column: it is derived from this table.
  UPDATE app.members m SET verification = NEW.state WHERE m.id = NEW.member_id;
  RETURN NEW;
END $$;
CREATE TRIGGER identities_sync_verification BEFORE INSERT OR UPDATE ON app.identities
  FOR EACH ROW EXECUTE FUNCTION app.identities_sync_verification();

CREATE FUNCTION app.identities_delete_refused() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'an identity is never deleted' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER identities_delete_refused BEFORE DELETE ON app.identities
  FOR EACH ROW EXECUTE FUNCTION app.identities_delete_refused();

-- The api submits and cancels identities; it verifies and rejects none. The seed has the rights of the api and is held
-- to the same bounds.
CREATE FUNCTION app.identities_refuse_api_decision() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF session_user IN ('fairlot_api', 'fairlot_seed') AND NEW.state <> 'under-review'
     AND NOT (NEW.state = 'rejected' AND NEW.reason = 'cancelled' AND OLD.state = 'under-review') THEN
    RAISE EXCEPTION '% does not decide on identities', session_user USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identities_refuse_api_decision BEFORE UPDATE ON app.identities FOR EACH ROW EXECUTE FUNCTION app.identities_refuse_api_decision();
