-- The bank's statements, and money at the bank that belongs to no member.

-- A bank file, accepted once from each uploader. From the console only incoming lines are read.
CREATE TABLE app.bank_statements (
  id          uuid        PRIMARY KEY,
  file_name   text        NOT NULL,
  sha256      text        NOT NULL,
  lines       integer     NOT NULL CHECK (lines > 0),
  imported_by text        NOT NULL,
  imported_at timestamptz NOT NULL,
  UNIQUE (sha256, imported_by)
);
-- A bank file may also be uploaded in the console; the worker processes it.
GRANT SELECT ON app.bank_statements TO fairlot_api;
GRANT SELECT, INSERT ON app.bank_statements TO fairlot_worker, fairlot_console;

-- An outgoing line confirms a payout, which no single person may do: the console's connection can record only incoming
-- lines, in an operator's name, and nothing else.
CREATE FUNCTION app.check_statement_of_console() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF session_user = 'fairlot_console' AND NEW.imported_by !~ '^operator:' THEN
    RAISE EXCEPTION 'a statement of the console is an operator''s' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_statements_console_by_operator BEFORE INSERT ON app.bank_statements
  FOR EACH ROW EXECUTE FUNCTION app.check_statement_of_console();

-- A line belongs to one deposit or one payout at most, and each of those to one line.
CREATE TABLE app.bank_statement_lines (
  id           uuid        PRIMARY KEY,
  statement_id uuid        NOT NULL REFERENCES app.bank_statements (id),
  line_no      integer     NOT NULL,
  -- Our account at the bank, and the bank's own transaction number: overlapping files contain it twice.
  account      text        NOT NULL,
  bank_number  text        NOT NULL,
  currency     text        NOT NULL,
  -- Positive came in, negative went out.
  amount       bigint      NOT NULL CHECK (amount <> 0),
  reference    text        NOT NULL,
  ending       text        NOT NULL,
  booked_at    timestamptz NOT NULL,
  deposit_id   uuid        UNIQUE REFERENCES app.deposits (id),
  withdrawal_id uuid       UNIQUE REFERENCES app.withdrawals (id),
  differences  text[]      NOT NULL DEFAULT '{}',
  matched_at   timestamptz,
  -- An outgoing line may return an incoming one; an incoming line may be a payout that the bank returned.
  returns_line uuid        UNIQUE REFERENCES app.bank_statement_lines (id),
  returned_withdrawal uuid UNIQUE REFERENCES app.withdrawals (id),
  CONSTRAINT bank_statement_lines_unique_number UNIQUE (account, bank_number),
  CONSTRAINT bank_statement_lines_match_complete CHECK (
    num_nonnulls(deposit_id, withdrawal_id, returns_line, returned_withdrawal) = (matched_at IS NOT NULL)::integer),
  CONSTRAINT bank_statement_lines_direction CHECK (
    (num_nonnulls(deposit_id, returned_withdrawal) = 0 OR amount > 0)
    AND (num_nonnulls(withdrawal_id, returns_line) = 0 OR amount < 0))
);
CREATE INDEX bank_statement_lines_open ON app.bank_statement_lines (booked_at) WHERE matched_at IS NULL;
-- For the lines of a file.
CREATE INDEX bank_statement_lines_of_statement ON app.bank_statement_lines (statement_id, line_no);
CREATE INDEX bank_statement_lines_matched ON app.bank_statement_lines (matched_at DESC, id DESC) WHERE matched_at IS NOT NULL;
CREATE INDEX bank_statement_lines_of_account ON app.bank_statement_lines (account, currency, booked_at);
GRANT SELECT ON app.bank_statement_lines TO fairlot_api;
GRANT SELECT, INSERT, UPDATE (deposit_id, withdrawal_id, differences, matched_at, returns_line, returned_withdrawal)
  ON app.bank_statement_lines TO fairlot_worker;
GRANT SELECT, INSERT ON app.bank_statement_lines TO fairlot_console;

CREATE FUNCTION app.bank_statement_lines_matched_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.matched_at IS NOT NULL THEN
    RAISE EXCEPTION 'line % was matched already', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_statement_lines_matched_once BEFORE UPDATE ON app.bank_statement_lines FOR EACH ROW EXECUTE FUNCTION app.bank_statement_lines_matched_once();

CREATE FUNCTION app.check_line_of_console() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF session_user = 'fairlot_console' AND (NEW.amount < 0 OR NEW.matched_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a line of the console came in and is matched by the worker' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_statement_lines_console_incoming_only BEFORE INSERT ON app.bank_statement_lines
  FOR EACH ROW EXECUTE FUNCTION app.check_line_of_console();

-- Money at the bank that belongs to no member. It is on the suspense account from `taken_entry` to `ended_entry`.
CREATE TABLE app.suspense_items (
  line_id          uuid        PRIMARY KEY REFERENCES app.bank_statement_lines (id),
  currency         text        NOT NULL,
  amount           bigint      NOT NULL CHECK (amount <> 0),
  state            text        NOT NULL CHECK (state IN ('held', 'returning', 'returned', 'released')),
  taken_at         timestamptz NOT NULL,
  taken_entry      uuid        NOT NULL UNIQUE,
  -- Null when the worker took it after the hours of the rule bank.suspenseHours.
  taken_review     uuid        REFERENCES app.reviews (id),
  -- The reference for the bank when the money is sent back, and the two who decided it.
  return_reference text        UNIQUE,
  return_review    uuid        REFERENCES app.reviews (id),
  returning_at     timestamptz,
  released_review  uuid        REFERENCES app.reviews (id),
  ended_entry      uuid        UNIQUE,
  ended_at         timestamptz,
  CONSTRAINT suspense_items_ended_complete CHECK ((state IN ('returned', 'released')) = (ended_entry IS NOT NULL)
    AND (ended_entry IS NULL) = (ended_at IS NULL)),
  CONSTRAINT suspense_items_return_complete CHECK ((state IN ('returning', 'returned')) = (return_review IS NOT NULL)
    AND num_nulls(return_reference, return_review, returning_at) IN (0, 3)),
  CONSTRAINT suspense_items_released_by_two CHECK ((state = 'released') = (released_review IS NOT NULL))
);
CREATE INDEX suspense_items_open ON app.suspense_items (taken_at) WHERE state IN ('held', 'returning');
GRANT SELECT, INSERT, UPDATE (state, return_reference, return_review, returning_at, released_review, ended_entry,
  ended_at) ON app.suspense_items TO fairlot_worker;
GRANT SELECT ON app.suspense_items TO fairlot_console;
CREATE TRIGGER suspense_items_enforce_initial_state BEFORE INSERT ON app.suspense_items FOR EACH ROW EXECUTE FUNCTION app.check_transition('suspense-item');
CREATE TRIGGER suspense_items_enforce_transition BEFORE UPDATE ON app.suspense_items FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('suspense-item');

CREATE FUNCTION app.check_suspense_line() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.bank_statement_lines l WHERE l.id = NEW.line_id AND l.matched_at IS NOT NULL) THEN
    RAISE EXCEPTION 'bank line % cannot be put to suspense: it has an owner', NEW.line_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER suspense_items_refuse_matched_line BEFORE INSERT ON app.suspense_items FOR EACH ROW EXECUTE FUNCTION app.check_suspense_line();

-- A line in suspense gets an owner only in the transaction that takes it out of suspense.
CREATE FUNCTION app.check_line_not_in_suspense() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.matched_at IS NOT NULL AND EXISTS (
    SELECT FROM app.suspense_items s WHERE s.line_id = NEW.id AND s.state <> 'released'
  ) THEN
    RAISE EXCEPTION 'bank line % stands in suspense: release it first', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_statement_lines_not_in_suspense BEFORE UPDATE ON app.bank_statement_lines
  FOR EACH ROW EXECUTE FUNCTION app.check_line_not_in_suspense();

-- Operators' notes about a line. A note moves nothing and needs one person.
CREATE TABLE app.bank_line_notes (
  id          uuid        PRIMARY KEY,
  line_id     uuid        NOT NULL REFERENCES app.bank_statement_lines (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  note        text        NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
  at          timestamptz NOT NULL
);
CREATE INDEX bank_line_notes_of_line ON app.bank_line_notes (line_id, at DESC);
GRANT SELECT, INSERT ON app.bank_line_notes TO fairlot_console;
GRANT SELECT ON app.bank_line_notes TO fairlot_worker;
