-- Members in the console: decisions of two people about them, the data it reads, and who viewed what.

-- Its basis: an article, a clause of the agreement, a case number. The member can read it.
ALTER TABLE app.restrictions ADD COLUMN rule text CHECK (length(btrim(rule)) BETWEEN 1 AND 120);
GRANT INSERT, UPDATE (lifted_at, lifted_by_first, lifted_by_second, lift_reason) ON app.restrictions TO fairlot_worker;

-- One rejection decides, and an expired appeal is rejected without an operator: only an approval names two.
ALTER TABLE app.appeals ADD COLUMN note text CHECK (length(note) <= 1000);
ALTER TABLE app.appeals DROP CONSTRAINT appeals_decided_whole;
ALTER TABLE app.appeals ADD CONSTRAINT appeals_decided_whole CHECK (CASE state
  WHEN 'pending' THEN num_nonnulls(decided_at, decided_by_first, decided_by_second, note) = 0
  WHEN 'passed' THEN num_nulls(decided_at, decided_by_first, decided_by_second) = 0
  ELSE decided_at IS NOT NULL END);
GRANT UPDATE (state, decided_at, decided_by_first, decided_by_second, note) ON app.appeals TO fairlot_worker;
GRANT SELECT ON app.appeals TO fairlot_console;
CREATE INDEX appeals_of_member ON app.appeals (member_id, created_at DESC);

CREATE FUNCTION app.decided_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF OLD.state <> 'pending' AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION '% % was decided already', TG_TABLE_NAME, OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER decided_once BEFORE UPDATE ON app.appeals FOR EACH ROW EXECUTE FUNCTION app.decided_once();

-- A request for a new password. `key_hash` is of a key the browser created: only the requester can use the approval.
ALTER TABLE app.recovery_requests
  ADD COLUMN key_hash bytea CHECK (octet_length(key_hash) = 32),
  ADD COLUMN review_id uuid,
  ADD COLUMN used_at timestamptz,
  ADD CONSTRAINT recovery_requests_used_when_passed CHECK (used_at IS NULL OR state = 'passed');
ALTER TABLE app.recovery_requests DROP CONSTRAINT recovery_requests_decided_whole;
ALTER TABLE app.recovery_requests ADD CONSTRAINT recovery_requests_decided_whole CHECK (CASE state
  WHEN 'pending' THEN num_nonnulls(decided_at, decided_by_first, decided_by_second) = 0
  WHEN 'passed' THEN num_nulls(decided_at, decided_by_first, decided_by_second) = 0
  ELSE decided_at IS NOT NULL END);
CREATE INDEX recovery_requests_to_review ON app.recovery_requests (created_at)
  WHERE state = 'pending' AND member_id IS NOT NULL AND review_id IS NULL;
CREATE INDEX recovery_requests_of_member ON app.recovery_requests (member_id, created_at DESC) WHERE member_id IS NOT NULL;
GRANT UPDATE (state, decided_at, decided_by_first, decided_by_second, review_id) ON app.recovery_requests TO fairlot_worker;
GRANT UPDATE (used_at) ON app.recovery_requests TO fairlot_api;
GRANT SELECT (id, reference, member_id, contact, statement, state, created_at, decided_at, used_at, review_id)
  ON app.recovery_requests TO fairlot_console;
CREATE TRIGGER decided_once BEFORE UPDATE ON app.recovery_requests FOR EACH ROW EXECUTE FUNCTION app.decided_once();
CREATE FUNCTION app.recoveries_used_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at THEN
    RAISE EXCEPTION 'recovery % was used already', OLD.reference USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER used_once BEFORE UPDATE ON app.recovery_requests
  FOR EACH ROW EXECUTE FUNCTION app.recoveries_used_once();

-- The worker notifies the member: the console may record a view, and write nothing of a member's.
ALTER TABLE app.personal_views ADD COLUMN notified_at timestamptz;
ALTER TABLE app.personal_views DROP CONSTRAINT personal_views_field_check;
ALTER TABLE app.personal_views ADD CONSTRAINT personal_views_field_check CHECK (
  field IN ('account', 'name', 'id-number', 'birth-date', 'bank-account', 'papers', 'contact')
);
CREATE INDEX personal_views_unnotified ON app.personal_views (at, id) WHERE notified_at IS NULL;
GRANT SELECT, UPDATE (notified_at) ON app.personal_views TO fairlot_worker;

-- Operators' notes about a member for each other. Notes are never changed or deleted.
CREATE TABLE app.member_notes (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  operator    text        NOT NULL,
  text        text        NOT NULL CHECK (length(btrim(text)) BETWEEN 1 AND 1000),
  at          timestamptz NOT NULL
);
CREATE INDEX member_notes_of_member ON app.member_notes (member_id, at DESC, id DESC);
GRANT SELECT, INSERT ON app.member_notes TO fairlot_console;
CREATE FUNCTION app.member_notes_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION '% on app.member_notes is refused: notes are kept', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER member_notes_stay BEFORE UPDATE OR DELETE ON app.member_notes
  FOR EACH ROW EXECUTE FUNCTION app.member_notes_stay();

-- Saved filters of pages other than the queue.
ALTER TABLE app.saved_views ADD COLUMN page text NOT NULL DEFAULT 'queue' CHECK (page ~ '^[a-z-]{1,20}$');
ALTER TABLE app.saved_views DROP CONSTRAINT saved_views_operator_id_name_key;
ALTER TABLE app.saved_views ADD CONSTRAINT saved_views_one_name UNIQUE (operator_id, page, name);

-- The list of members: newest first, by identity, by kind, and by when they were last seen.
CREATE INDEX members_by_verification ON app.members (verification, id);
CREATE INDEX members_by_kind ON app.members (kind, id);
CREATE INDEX sessions_of_member ON app.sessions (member_id, last_seen_at);
CREATE INDEX sessions_by_seen ON app.sessions (last_seen_at, member_id);
-- The first of them serves every query that used this one.
DROP INDEX app.sessions_open;
-- The member page counts invited members.
CREATE INDEX members_by_inviter ON app.members (inviter_id) WHERE inviter_id IS NOT NULL;

-- Members on a browser that this member has signed in from. The cookie's hash is not returned.
CREATE FUNCTION app.members_on_same_device(of_member uuid) RETURNS TABLE (member_id uuid, label text, seen_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.member_id, min(o.label), max(o.last_seen_at) FROM app.known_devices d
  JOIN app.known_devices o ON o.cookie_hash = d.cookie_hash AND o.member_id <> d.member_id
  WHERE d.member_id = of_member GROUP BY o.member_id ORDER BY 3 DESC LIMIT 20
$$;

-- Sums every line of an owner's accounts and compares it with the stored balances.
CREATE FUNCTION ledger.prove_owner(p_owner_kind text, p_owner_id text)
RETURNS TABLE (accounts bigint, lines bigint, differing bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT count(*), coalesce(sum(t.count), 0)::bigint, count(*) FILTER (WHERE t.total <> b.balance)
  FROM ledger.accounts a
  JOIN ledger.balances b ON b.account_id = a.id
  CROSS JOIN LATERAL (
    SELECT count(*) AS count, coalesce(sum(x.amount), 0) AS total FROM ledger.lines x
    WHERE x.account_id = a.id AND x.seq IS NOT NULL
      AND x.posted_at >= to_timestamp((b.first_stamp >> 12) / 1000::float8)
  ) t
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id;
END $$;
REVOKE ALL ON FUNCTION ledger.prove_owner(text, text), app.members_on_same_device(uuid) FROM PUBLIC;

-- Columns the pages read. Sessions and devices without credentials: no hash of a token or a cookie.
GRANT USAGE ON SCHEMA ledger, market TO fairlot_console;
GRANT EXECUTE ON FUNCTION ledger.prove_owner(text, text), ledger.balances_of(text, text), app.equity_of(uuid),
  app.members_on_same_device(uuid) TO fairlot_console;
GRANT SELECT ON app.positions, app.fills, app.instruments, market.quotes, app.margin_calls, app.day_trading_applications,
  app.day_trade_days, app.rule_values, app.closures, audit.entries TO fairlot_console;
GRANT SELECT (id, member_id, device_id, label, network, created_at, last_seen_at, expires_at, revoked_at, revoked_for)
  ON app.sessions TO fairlot_console;
GRANT SELECT (id, member_id, label, first_seen_at, last_seen_at, expires_at) ON app.known_devices TO fairlot_console;
