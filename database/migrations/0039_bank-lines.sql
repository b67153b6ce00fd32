-- Operators' actions on a bank line without an owner, and the complete reversal of a booked deposit.

INSERT INTO app.review_kinds VALUES
  ('bank-line', 'L', NULL, 'approve', 'propose-funds', 1440, 72, false),
  ('deposit-reversal', 'V', NULL, 'approve', 'propose-funds', 30, 72, false);

-- An outgoing line may return an incoming one; an incoming line may be a payout that the bank returned.
ALTER TABLE app.bank_statement_lines
  ADD COLUMN returns_line uuid UNIQUE REFERENCES app.bank_statement_lines (id),
  ADD COLUMN returned_withdrawal uuid UNIQUE REFERENCES app.withdrawals (id),
  DROP CONSTRAINT bank_statement_lines_match_one,
  DROP CONSTRAINT bank_statement_lines_match_whole,
  DROP CONSTRAINT bank_statement_lines_direction,
  ADD CONSTRAINT bank_statement_lines_match_whole CHECK (
    num_nonnulls(deposit_id, withdrawal_id, returns_line, returned_withdrawal) = (matched_at IS NOT NULL)::integer),
  ADD CONSTRAINT bank_statement_lines_direction CHECK (
    (num_nonnulls(deposit_id, returned_withdrawal) = 0 OR amount > 0) AND (num_nonnulls(withdrawal_id, returns_line) = 0 OR amount < 0));
GRANT UPDATE (returns_line, returned_withdrawal) ON app.bank_statement_lines TO fairlot_worker;
CREATE INDEX bank_statement_lines_matched ON app.bank_statement_lines (matched_at DESC, id DESC) WHERE matched_at IS NOT NULL;
CREATE INDEX bank_statement_lines_of_account ON app.bank_statement_lines (account, currency, booked_at);

CREATE TABLE app.suspense_transitions (
  from_state text NOT NULL,
  to_state   text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO app.suspense_transitions VALUES ('held', 'returning'), ('held', 'released'), ('returning', 'returned');
GRANT SELECT ON app.suspense_transitions TO fairlot_worker;

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
  CONSTRAINT suspense_items_ended_whole CHECK ((state IN ('returned', 'released')) = (ended_entry IS NOT NULL)
    AND (ended_entry IS NULL) = (ended_at IS NULL)),
  CONSTRAINT suspense_items_return_whole CHECK ((state IN ('returning', 'returned')) = (return_review IS NOT NULL)
    AND num_nulls(return_reference, return_review, returning_at) IN (0, 3)),
  CONSTRAINT suspense_items_released_by_two CHECK ((state = 'released') = (released_review IS NOT NULL))
);
CREATE INDEX suspense_items_open ON app.suspense_items (taken_at) WHERE state IN ('held', 'returning');
GRANT SELECT, INSERT, UPDATE (state, return_reference, return_review, returning_at, released_review, ended_entry, ended_at)
  ON app.suspense_items TO fairlot_worker;
GRANT SELECT ON app.suspense_items TO fairlot_console;

CREATE FUNCTION app.check_suspense_step() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'held' OR EXISTS (SELECT FROM app.bank_statement_lines l WHERE l.id = NEW.line_id AND l.matched_at IS NOT NULL) THEN
      RAISE EXCEPTION 'bank line % cannot be put to suspense: it has an owner', NEW.line_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.state <> OLD.state AND NOT EXISTS (
    SELECT FROM app.suspense_transitions t WHERE t.from_state = OLD.state AND t.to_state = NEW.state
  ) THEN
    RAISE EXCEPTION 'bank line % does not go from % to %', OLD.line_id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER allowed_step BEFORE INSERT OR UPDATE ON app.suspense_items
  FOR EACH ROW EXECUTE FUNCTION app.check_suspense_step();

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
CREATE TRIGGER not_in_suspense BEFORE UPDATE ON app.bank_statement_lines
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

-- A wrongly booked deposit: its entry is reversed exactly, and the right amount is booked where there is one. The
-- deposit's own row stays as it was decided.
CREATE TABLE app.deposit_corrections (
  deposit_id     uuid        PRIMARY KEY REFERENCES app.deposits (id),
  review_id      uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  reversed       bigint      NOT NULL CHECK (reversed > 0),
  reversal_entry uuid        NOT NULL UNIQUE,
  booked         bigint      CHECK (booked > 0),
  booking_entry  uuid        UNIQUE,
  words          jsonb       NOT NULL,
  corrected_at   timestamptz NOT NULL,
  CONSTRAINT deposit_corrections_booked_whole CHECK (num_nulls(booked, booking_entry) IN (0, 2))
);
GRANT SELECT, INSERT ON app.deposit_corrections TO fairlot_worker;
GRANT SELECT ON app.deposit_corrections TO fairlot_console, fairlot_api;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON app.deposit_corrections
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE INDEX deposits_passed ON app.deposits (decided_at) WHERE state = 'passed';
CREATE INDEX withdrawals_paid ON app.withdrawals (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX reviews_of_subject ON app.reviews (kind, subject);

-- The ledger lines of one request, including a correction of a deposit.
CREATE OR REPLACE FUNCTION app.fund_request_lines(p_request uuid)
RETURNS TABLE (entry_id uuid, event text, account text, amount bigint, asset text, posted_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH moments AS (
    SELECT DISTINCT (step ->> 'at')::timestamptz AS at
    FROM (
      SELECT d.steps FROM app.deposits d WHERE d.id = p_request
      UNION ALL SELECT w.steps FROM app.withdrawals w WHERE w.id = p_request
    ) AS r, jsonb_array_elements(r.steps) AS step
  ), found AS (
    SELECT e.id, e.posted_at, e.event
    FROM (SELECT m.at, lpad(to_hex(round(extract(epoch FROM m.at) * 1000)::bigint), 12, '0') AS stamp FROM moments m) AS b
    JOIN ledger.entries e ON e.posted_at = b.at AND e.id >= (b.stamp || repeat('0', 20))::uuid
      AND e.id <= (b.stamp || repeat('f', 20))::uuid AND e.reference = p_request::text
    UNION
    SELECT e.id, e.posted_at, e.event
    FROM app.deposit_corrections k CROSS JOIN LATERAL (VALUES (k.reversal_entry), (k.booking_entry)) AS x (id)
    JOIN ledger.entries e ON e.id = x.id AND e.posted_at = ledger.time_of(x.id)
    WHERE k.deposit_id = p_request
  )
  SELECT f.id, f.event, a.code, l.amount, l.asset, f.posted_at
  FROM found f JOIN ledger.lines l ON l.entry_id = f.id AND l.posted_at = f.posted_at
  JOIN ledger.accounts a ON a.id = l.account_id
  ORDER BY f.id, l.line_no
$$;
