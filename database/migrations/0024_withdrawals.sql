-- Withdrawals: requests, payout files to the bank, and returns.

-- Approved withdrawals that the bank has not confirmed yet.
INSERT INTO ledger.chart (owner_kind, kind, dated, lowest) VALUES ('house', 'payouts', false, NULL);

CREATE TABLE app.withdrawal_transitions (
  from_state text NOT NULL,
  to_state   text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO app.withdrawal_transitions VALUES ('pending', 'passed'), ('pending', 'rejected');
CREATE TABLE app.payout_transitions (
  from_stage text NOT NULL,
  to_stage   text NOT NULL,
  PRIMARY KEY (from_stage, to_stage)
);
INSERT INTO app.payout_transitions VALUES ('queued', 'sent'), ('sent', 'paid'), ('sent', 'returned'), ('paid', 'returned');
GRANT SELECT ON app.withdrawal_transitions, app.payout_transitions TO fairlot_api, fairlot_worker;

-- The payouts of one day in one currency. The file is sealed: it holds complete account numbers.
CREATE TABLE app.payout_batches (
  id         uuid        PRIMARY KEY,
  bank_day   date        NOT NULL,
  currency   text        NOT NULL,
  payouts    integer     NOT NULL CHECK (payouts > 0),
  total      bigint      NOT NULL CHECK (total > 0),
  file       text        NOT NULL,
  sha256     text        NOT NULL,
  review_id  uuid        NOT NULL UNIQUE,
  sent_at    timestamptz NOT NULL
);
GRANT SELECT, INSERT ON app.payout_batches TO fairlot_worker;

CREATE TABLE app.withdrawals (
  id              uuid        PRIMARY KEY,
  member_id       uuid        NOT NULL REFERENCES app.members (id),
  bank_account_id uuid        NOT NULL REFERENCES app.bank_accounts (id),
  currency        text        NOT NULL,
  amount          bigint      NOT NULL CHECK (amount > 0),
  fee             bigint      NOT NULL CHECK (fee >= 0),
  -- The ledger's hold over amount and fee.
  hold_id         uuid        NOT NULL UNIQUE,
  -- The withdrawable amount at the time of the request.
  withdrawable    bigint      NOT NULL,
  state           text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'passed', 'rejected')),
  stage           text        CHECK (stage IN ('queued', 'sent', 'paid', 'returned')),
  fault           text        CHECK (fault IN ('name-differs', 'account-refused', 'suspected-takeover', 'court-order',
    'bank-returned', 'taken_back', 'expired')),
  note            text,
  -- The reference sent to the bank, which its statement repeats.
  reference       text        NOT NULL UNIQUE,
  batch_id        uuid        REFERENCES app.payout_batches (id),
  sent_at         timestamptz NOT NULL,
  promised_at     timestamptz NOT NULL,
  decided_at      timestamptz,
  -- When the bank was instructed, and when it confirmed the payment.
  ordered_at      timestamptz,
  paid_at         timestamptz,
  entry_id        uuid,
  device_key      uuid,
  signature       text,
  steps           jsonb       NOT NULL,
  CONSTRAINT withdrawals_fits CHECK (amount + fee <= withdrawable),
  CONSTRAINT withdrawals_decided_whole CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT withdrawals_passed_has_stage CHECK ((state = 'passed') = (stage IS NOT NULL)),
  CONSTRAINT withdrawals_ended_has_entry CHECK ((state = 'pending') = (entry_id IS NULL)),
  CONSTRAINT withdrawals_rejected_says_why CHECK ((state = 'rejected') <= (fault IS NOT NULL)),
  CONSTRAINT withdrawals_sent_in_a_batch CHECK ((stage IN ('sent', 'paid', 'returned')) IS NOT TRUE OR batch_id IS NOT NULL)
);
CREATE UNIQUE INDEX withdrawals_one_pending ON app.withdrawals (member_id) WHERE state = 'pending';
CREATE INDEX withdrawals_of_member ON app.withdrawals (member_id, sent_at DESC, id DESC);
CREATE INDEX withdrawals_queued ON app.withdrawals (currency, decided_at) WHERE stage = 'queued';
CREATE INDEX withdrawals_under_way ON app.withdrawals (ordered_at) WHERE stage = 'sent';
CREATE INDEX withdrawals_decided ON app.withdrawals (decided_at) WHERE state <> 'pending';
GRANT SELECT, INSERT, UPDATE (state, stage, fault, note, batch_id, decided_at, ordered_at, paid_at, entry_id, steps)
  ON app.withdrawals TO fairlot_api, fairlot_worker;
GRANT SELECT ON app.withdrawals, app.payout_batches TO fairlot_console;
ALTER TABLE app.bank_statement_lines ADD FOREIGN KEY (withdrawal_id) REFERENCES app.withdrawals (id);

-- Refuses a request to an account of another member, of another currency, not verified, or still in its cool-down.
CREATE FUNCTION app.check_withdrawal_step() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'pending' THEN
      RAISE EXCEPTION 'a withdrawal begins pending, not %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    IF NOT EXISTS (
      SELECT FROM app.bank_accounts b WHERE b.id = NEW.bank_account_id AND b.member_id = NEW.member_id
        AND b.currency = NEW.currency AND b.state = 'verified' AND b.usable_from <= NEW.sent_at
    ) THEN
      RAISE EXCEPTION 'withdrawal %: the bank account is not the member''s own, or not ready', NEW.id
        USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.state <> OLD.state AND NOT EXISTS (
    SELECT FROM app.withdrawal_transitions t WHERE t.from_state = OLD.state AND t.to_state = NEW.state
  ) THEN
    RAISE EXCEPTION 'a withdrawal does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND NEW.stage IS NOT NULL AND NEW.stage <> 'queued' THEN
    RAISE EXCEPTION 'a payout begins queued, not %', NEW.stage USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = OLD.state AND NEW.stage IS DISTINCT FROM OLD.stage AND NOT EXISTS (
    SELECT FROM app.payout_transitions t WHERE t.from_stage = OLD.stage AND t.to_stage = NEW.stage
  ) THEN
    RAISE EXCEPTION 'a payout does not go from % to %', OLD.stage, NEW.stage USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER allowed_step BEFORE INSERT OR UPDATE ON app.withdrawals
  FOR EACH ROW EXECUTE FUNCTION app.check_withdrawal_step();

-- A member's undecided requests, for the rule `fundOps.block`.
CREATE FUNCTION app.pending_fund_requests(of_member uuid) RETURNS TABLE (kind text, id uuid, sent_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
  SELECT 'deposit', d.id, d.sent_at FROM app.deposits d WHERE d.member_id = of_member AND d.state = 'pending'
  UNION ALL
  SELECT 'withdrawal', w.id, w.sent_at FROM app.withdrawals w WHERE w.member_id = of_member AND w.state = 'pending'
$$;
GRANT EXECUTE ON FUNCTION app.pending_fund_requests(uuid) TO fairlot_api, fairlot_worker, fairlot_reader;
