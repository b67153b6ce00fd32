-- Members: their accounts, their restrictions, and their appeals.

CREATE TABLE app.members (
  id              uuid        PRIMARY KEY,
  account         text        NOT NULL UNIQUE,
  kind            text        NOT NULL DEFAULT 'member' CHECK (kind IN ('member', 'mentor', 'seat')),
  invitation_code text        NOT NULL UNIQUE,
  -- Null when the site's public code was used. Not a foreign key: the inviter may live in another cell.
  inviter_id      uuid        CHECK (inviter_id <> id),
  verification    text        NOT NULL DEFAULT 'unverified'
    CHECK (verification IN ('unverified', 'under-review', 'verified', 'rejected')),
  joined_at       timestamptz NOT NULL
);
-- Coupons are granted to members by the day they joined.
CREATE INDEX members_by_joining ON app.members (joined_at, id);
-- The list of members: newest first, by identity, by kind, and by when they were last seen.
CREATE INDEX members_by_verification ON app.members (verification, id);
CREATE INDEX members_by_kind ON app.members (kind, id);
-- The member page counts invited members.
CREATE INDEX members_by_inviter ON app.members (inviter_id) WHERE inviter_id IS NOT NULL;
-- No UPDATE: verification follows app.identities.
GRANT SELECT, INSERT ON app.members TO fairlot_api;
GRANT SELECT ON app.members TO fairlot_worker, fairlot_console;

-- A restriction has a date, a reason, the two operators who set it and a review date.
CREATE TABLE app.restrictions (
  id             uuid        PRIMARY KEY,
  member_id      uuid        NOT NULL REFERENCES app.members (id),
  kind           text        NOT NULL
    CHECK (kind IN ('frozen', 'login-banned', 'disabled', 'no-trading', 'no-withdrawal')),
  reason         text        NOT NULL CHECK (
    reason IN ('member-request', 'suspected-takeover', 'identity-doubt', 'court-order', 'market-conduct', 'debt')
  ),
  set_by_first   text        NOT NULL CHECK (set_by_first <> ''),
  set_by_second  text        NOT NULL CHECK (set_by_second <> ''),
  since          timestamptz NOT NULL,
  review_on      date        NOT NULL,
  lifted_at      timestamptz,
  lifted_by_first  text      CHECK (lifted_by_first <> ''),
  lifted_by_second text      CHECK (lifted_by_second <> ''),
  lift_reason      text      CHECK (lift_reason <> ''),
  -- Its basis: an article, a clause of the agreement, a case number. The member can read it.
  rule             text      CHECK (length(btrim(rule)) BETWEEN 1 AND 120),
  CONSTRAINT restrictions_set_by_two CHECK (set_by_first <> set_by_second),
  CONSTRAINT restrictions_lifted_by_two CHECK (lifted_by_first <> lifted_by_second),
  CONSTRAINT restrictions_lifted_complete CHECK (
    num_nulls(lifted_at, lifted_by_first, lifted_by_second, lift_reason) IN (0, 4)
  ),
  CONSTRAINT restrictions_reviewed_in_time CHECK (review_on <= (since AT TIME ZONE 'Asia/Taipei')::date + 90)
);
-- Two of one kind at once would make lifting ambiguous. The gate reads this index on every request.
CREATE UNIQUE INDEX restrictions_one_in_force ON app.restrictions (member_id, kind) WHERE lifted_at IS NULL;
-- Processes that cache sessions ask a few times a second whose restrictions have changed.
CREATE INDEX restrictions_changed ON app.restrictions ((greatest(since, lifted_at)));
GRANT SELECT ON app.restrictions TO fairlot_api;
GRANT SELECT, INSERT, UPDATE (lifted_at, lifted_by_first, lifted_by_second, lift_reason) ON app.restrictions
  TO fairlot_worker;
GRANT SELECT ON app.restrictions TO fairlot_console;
GRANT INSERT ON app.restrictions TO fairlot_seed;

CREATE FUNCTION app.restrictions_lifted_once() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.lifted_at IS NOT NULL THEN
    RAISE EXCEPTION 'restriction % was lifted already', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.lifted_at IS NULL OR NEW.lifted_at < OLD.since THEN
    RAISE EXCEPTION 'a restriction changes only by being lifted, after it was set' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER restrictions_lifted_once BEFORE UPDATE ON app.restrictions
  FOR EACH ROW EXECUTE FUNCTION app.restrictions_lifted_once();

-- The restrictions in force on a member, as rules/members/restrictions.ts reads them. Features that need them on every
-- request call this from their own query, which saves a round trip.
CREATE FUNCTION app.bars_of(of_member uuid) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(
    array_agg(CASE WHEN kind = 'frozen' AND reason = 'court-order' THEN 'frozen-by-law' ELSE kind END), '{}'
  )
  FROM app.restrictions WHERE member_id = of_member AND lifted_at IS NULL
$$;
GRANT EXECUTE ON FUNCTION app.bars_of TO fairlot_api, fairlot_worker, fairlot_reader, fairlot_console;

CREATE TABLE app.appeals (
  id             uuid        PRIMARY KEY,
  restriction_id uuid        NOT NULL REFERENCES app.restrictions (id),
  member_id      uuid        NOT NULL REFERENCES app.members (id),
  statement      text        NOT NULL CHECK (length(statement) BETWEEN 1 AND 500),
  state          text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'passed', 'rejected')),
  created_at     timestamptz NOT NULL,
  decided_at     timestamptz,
  decided_by_first  text,
  decided_by_second text,
  note           text        CHECK (length(note) <= 1000),
  CONSTRAINT appeals_decided_by_two CHECK (decided_by_first <> decided_by_second),
  -- An expired appeal is rejected without an operator: only an approval always names two.
  CONSTRAINT appeals_decided_complete CHECK (CASE state
    WHEN 'pending' THEN num_nonnulls(decided_at, decided_by_first, decided_by_second, note) = 0
    WHEN 'passed' THEN num_nulls(decided_at, decided_by_first, decided_by_second) = 0
    ELSE decided_at IS NOT NULL END)
);
CREATE UNIQUE INDEX appeals_one_pending ON app.appeals (restriction_id) WHERE state = 'pending';
CREATE INDEX appeals_of_restriction ON app.appeals (restriction_id, created_at);
CREATE INDEX appeals_of_member ON app.appeals (member_id, created_at DESC);
GRANT SELECT, INSERT ON app.appeals TO fairlot_api;
GRANT SELECT, UPDATE (state, decided_at, decided_by_first, decided_by_second, note) ON app.appeals TO fairlot_worker;
GRANT SELECT ON app.appeals TO fairlot_console;
CREATE TRIGGER appeals_enforce_initial_state BEFORE INSERT ON app.appeals FOR EACH ROW EXECUTE FUNCTION app.check_transition('appeal');
CREATE TRIGGER appeals_enforce_transition BEFORE UPDATE ON app.appeals FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('appeal');
