-- Members: their accounts, their restrictions, and their appeals.

-- One row per account over all cells. Registration writes it first: the primary key makes an account unique.
CREATE TABLE directory.accounts (
  account    text        PRIMARY KEY CHECK (account ~ '^[0-9]{10}$'),
  member_id  uuid        NOT NULL UNIQUE,
  cell       smallint    NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON directory.accounts TO fairlot_api;
GRANT SELECT ON directory.accounts TO fairlot_worker;

-- Codes are unique over all cells as well: a member of one cell may be invited by a member of another.
CREATE TABLE directory.invitation_codes (
  code      text PRIMARY KEY CHECK (code ~ '^[A-Z2-9]{6,8}$'),
  member_id uuid NOT NULL UNIQUE
);
GRANT SELECT, INSERT ON directory.invitation_codes TO fairlot_api;
GRANT SELECT ON directory.invitation_codes TO fairlot_worker;

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
-- No UPDATE: kind and verification change through the features that will own those changes.
GRANT SELECT, INSERT ON app.members TO fairlot_api;
GRANT SELECT ON app.members TO fairlot_worker;

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
  CONSTRAINT restrictions_set_by_two CHECK (set_by_first <> set_by_second),
  CONSTRAINT restrictions_lifted_by_two CHECK (lifted_by_first <> lifted_by_second),
  CONSTRAINT restrictions_lifted_whole CHECK (
    num_nulls(lifted_at, lifted_by_first, lifted_by_second, lift_reason) IN (0, 4)
  ),
  CONSTRAINT restrictions_reviewed_in_time CHECK (review_on <= (since AT TIME ZONE 'Asia/Taipei')::date + 90)
);
-- Two of one kind at once would make lifting ambiguous. The gate reads this index on every request.
CREATE UNIQUE INDEX restrictions_one_in_force ON app.restrictions (member_id, kind) WHERE lifted_at IS NULL;
GRANT SELECT, INSERT, UPDATE (lifted_at, lifted_by_first, lifted_by_second, lift_reason) ON app.restrictions
  TO fairlot_api;
GRANT SELECT ON app.restrictions TO fairlot_worker;

CREATE FUNCTION app.restrictions_lift_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.lifted_at IS NOT NULL THEN
    RAISE EXCEPTION 'restriction % was lifted already', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.lifted_at IS NULL OR NEW.lifted_at < OLD.since THEN
    RAISE EXCEPTION 'a restriction changes only by being lifted, after it was set' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER restrictions_lift_once BEFORE UPDATE ON app.restrictions
  FOR EACH ROW EXECUTE FUNCTION app.restrictions_lift_once();

-- The restrictions in force on a member, as rules/members/restrictions.ts reads them. Features that need them on every
-- request call this from their own query, which saves a round trip.
CREATE FUNCTION app.bars_of(of_member uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    array_agg(CASE WHEN kind = 'frozen' AND reason = 'court-order' THEN 'frozen-by-law' ELSE kind END), '{}'
  )
  FROM app.restrictions WHERE member_id = of_member AND lifted_at IS NULL
$$;
GRANT EXECUTE ON FUNCTION app.bars_of(uuid) TO fairlot_api, fairlot_worker, fairlot_reader;

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
  CONSTRAINT appeals_decided_by_two CHECK (decided_by_first <> decided_by_second),
  CONSTRAINT appeals_decided_whole CHECK (
    num_nulls(decided_at, decided_by_first, decided_by_second) = CASE state WHEN 'pending' THEN 3 ELSE 0 END
  )
);
CREATE UNIQUE INDEX appeals_one_pending ON app.appeals (restriction_id) WHERE state = 'pending';
CREATE INDEX appeals_of_restriction ON app.appeals (restriction_id, created_at);
GRANT SELECT, INSERT ON app.appeals TO fairlot_api;
GRANT SELECT ON app.appeals TO fairlot_worker;
