-- The console's daily work: search, who works on which review, notes on a review, and looking up an order.

-- What the search reads. Names are sealed: a name that is searched for is masked first and compared as masked.
CREATE INDEX identities_by_masked_name ON app.identities (name_masked, member_id);
-- The member's number is the end of the id, as packages/rules/src/members/mask.ts shows it.
CREATE INDEX members_by_number ON app.members (right(id::text, 6));
CREATE INDEX deposits_by_reference ON app.deposits (reference);
CREATE INDEX deposits_by_ending ON app.deposits (from_ending) WHERE from_ending IS NOT NULL;
CREATE INDEX bank_accounts_by_ending ON app.bank_accounts (ending);
CREATE INDEX bank_statement_lines_by_reference ON app.bank_statement_lines (reference);

-- Who works on a review. It informs colleagues and refuses nothing: any operator whose vote counts can vote. A row whose
-- last action is older than the rule of packages/rules/src/operators/assignment.ts counts as none.
CREATE TABLE app.review_assignments (
  review_id   uuid        PRIMARY KEY REFERENCES app.reviews (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  assigned_at    timestamptz NOT NULL,
  active_at   timestamptz NOT NULL CHECK (active_at >= assigned_at)
);
CREATE INDEX review_assignments_of ON app.review_assignments (operator_id);
CREATE INDEX review_assignments_by_action ON app.review_assignments (active_at);
GRANT SELECT, INSERT, UPDATE (operator_id, assigned_at, active_at), DELETE ON app.review_assignments TO fairlot_console;

-- Operators' notes on a review, for each other. Notes are never changed or deleted.
CREATE TABLE app.review_notes (
  id          uuid        PRIMARY KEY,
  review_id   uuid        NOT NULL REFERENCES app.reviews (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  operator    text        NOT NULL,
  text        text        NOT NULL CHECK (length(btrim(text)) BETWEEN 1 AND 1000),
  at          timestamptz NOT NULL
);
CREATE INDEX review_notes_of_review ON app.review_notes (review_id, at, id);
GRANT SELECT, INSERT ON app.review_notes TO fairlot_console;

CREATE FUNCTION app.review_notes_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% on app.review_notes is refused: notes are kept', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER review_notes_immutable BEFORE UPDATE OR DELETE ON app.review_notes
  FOR EACH ROW EXECUTE FUNCTION app.review_notes_immutable();

-- The order page shows an order with its steps and what it holds.
GRANT SELECT ON app.order_steps TO fairlot_console;
GRANT EXECUTE ON FUNCTION ledger.open_holds_by_id, app.first_order_id, app.id_at TO fairlot_console;
