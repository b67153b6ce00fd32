-- Withdrawals: requests, payout files to the bank, and returns.

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
-- The worker seals the file again when its key is changed.
GRANT SELECT, INSERT, UPDATE (file) ON app.payout_batches TO fairlot_worker;
GRANT SELECT ON app.payout_batches TO fairlot_console;

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
  -- not-confirmed: the member could not be reached.
  rejection_reason           text        CHECK (rejection_reason IN ('name-differs', 'account-refused', 'not-confirmed',
    'suspected-takeover', 'court-order', 'bank-returned', 'cancelled', 'expired')),
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
  CONSTRAINT withdrawals_within_withdrawable CHECK (amount + fee <= withdrawable),
  CONSTRAINT withdrawals_decided_complete CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT withdrawals_passed_has_stage CHECK ((state = 'passed') = (stage IS NOT NULL)),
  CONSTRAINT withdrawals_ended_has_entry CHECK ((state = 'pending') = (entry_id IS NULL)),
  CONSTRAINT withdrawals_rejected_has_reason CHECK ((state = 'rejected') <= (rejection_reason IS NOT NULL)),
  CONSTRAINT withdrawals_sent_in_a_batch CHECK ((stage IN ('sent', 'paid', 'returned')) IS NOT TRUE OR batch_id IS NOT NULL)
);
CREATE UNIQUE INDEX withdrawals_one_pending ON app.withdrawals (member_id) WHERE state = 'pending';
CREATE INDEX withdrawals_of_member ON app.withdrawals (member_id, sent_at DESC, id DESC);
CREATE INDEX withdrawals_queued ON app.withdrawals (currency, decided_at) WHERE stage = 'queued';
CREATE INDEX withdrawals_under_way ON app.withdrawals (ordered_at) WHERE stage = 'sent';
CREATE INDEX withdrawals_decided ON app.withdrawals (decided_at) WHERE state <> 'pending';
-- For a file's payouts and for the list by state.
CREATE INDEX withdrawals_of_batch ON app.withdrawals (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX withdrawals_pending ON app.withdrawals (sent_at) WHERE state = 'pending';
CREATE INDEX withdrawals_paid ON app.withdrawals (paid_at) WHERE paid_at IS NOT NULL;
GRANT SELECT, INSERT (id, member_id, bank_account_id, currency, amount, fee, hold_id, withdrawable, reference, sent_at,
  promised_at, device_key, signature, steps) ON app.withdrawals TO fairlot_api;
GRANT SELECT, UPDATE (state, stage, rejection_reason, note, batch_id, decided_at, ordered_at, paid_at, entry_id, steps)
  ON app.withdrawals TO fairlot_worker;
GRANT SELECT ON app.withdrawals TO fairlot_console;
CREATE TRIGGER withdrawals_enforce_initial_state BEFORE INSERT ON app.withdrawals FOR EACH ROW EXECUTE FUNCTION app.check_transition('withdrawal');
CREATE TRIGGER withdrawals_enforce_transition BEFORE UPDATE ON app.withdrawals FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('withdrawal');
CREATE TRIGGER withdrawals_enforce_stage BEFORE UPDATE ON app.withdrawals FOR EACH ROW
  WHEN (OLD.stage IS DISTINCT FROM NEW.stage) EXECUTE FUNCTION app.check_transition('payout', 'stage');

-- Refuses a request to an account of another member, of another currency, not verified, or still in its cool-down.
CREATE FUNCTION app.check_withdrawal_account() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.bank_accounts b WHERE b.id = NEW.bank_account_id AND b.member_id = NEW.member_id
      AND b.currency = NEW.currency AND b.state = 'verified' AND b.usable_from <= NEW.sent_at
  ) THEN
    RAISE EXCEPTION 'withdrawal %: the bank account is not the member''s own, or not ready', NEW.id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawals_enforce_usable_account BEFORE INSERT ON app.withdrawals
  FOR EACH ROW EXECUTE FUNCTION app.check_withdrawal_account();

-- The entry must be the one that released this withdrawal's hold.
CREATE FUNCTION app.cancel_withdrawal(p_withdrawal uuid, p_member uuid, p_entry uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.withdrawals w SET state = 'rejected', rejection_reason = 'cancelled', entry_id = p_entry, decided_at = p_now,
    steps = steps || jsonb_build_array(jsonb_build_object('what', 'cancelled', 'at',
      to_char(p_now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  WHERE w.id = p_withdrawal AND w.member_id = p_member AND w.state = 'pending'
    AND app.is_cancelled_by_member('withdrawal', p_withdrawal, p_member)
    AND EXISTS (
      SELECT FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'withdrawal.released'
        AND l.hold_id = w.hold_id AND l.amount = -(w.amount + w.fee));
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_withdrawal TO fairlot_api;

-- A member's undecided requests, for the rule `fundOps.block`.
CREATE FUNCTION app.pending_fund_requests(of_member uuid) RETURNS TABLE (kind text, id uuid, sent_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'deposit', d.id, d.sent_at FROM app.deposits d WHERE d.member_id = of_member AND d.state = 'pending'
  UNION ALL
  SELECT 'withdrawal', w.id, w.sent_at FROM app.withdrawals w WHERE w.member_id = of_member AND w.state = 'pending'
$$;
GRANT EXECUTE ON FUNCTION app.pending_fund_requests TO fairlot_api, fairlot_worker, fairlot_reader;

-- The ledger lines of one deposit or withdrawal, including a correction of a deposit. The console reads no table of the
-- ledger; an entry is found by the time of one of the request's own steps, because an entry's id begins with its time.
CREATE FUNCTION app.fund_request_lines(p_request uuid)
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
GRANT EXECUTE ON FUNCTION app.fund_request_lines TO fairlot_console;
