-- What operators look up and note about a member.

-- Which operator opened which field of which member, and why. The member can read it; the name is stored as it was
-- then.
CREATE TABLE app.personal_views (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  operator    text        NOT NULL,
  field       text        NOT NULL CHECK (
    field IN ('account', 'name', 'id-number', 'birth-date', 'bank-account', 'identity-documents', 'contact')
  ),
  purpose     text        NOT NULL CHECK (length(btrim(purpose)) BETWEEN 1 AND 200),
  at          timestamptz NOT NULL,
  notified_at timestamptz
);
CREATE INDEX personal_views_of_member ON app.personal_views (member_id, at DESC);
CREATE INDEX personal_views_unnotified ON app.personal_views (at, id) WHERE notified_at IS NULL;
-- The worker notifies the member: the console may record a view, and write nothing of a member's.
GRANT SELECT ON app.personal_views TO fairlot_api;
GRANT SELECT, INSERT ON app.personal_views TO fairlot_console;
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

CREATE FUNCTION app.member_notes_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% on app.member_notes is refused: notes are kept', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER member_notes_immutable BEFORE UPDATE OR DELETE ON app.member_notes
  FOR EACH ROW EXECUTE FUNCTION app.member_notes_immutable();
