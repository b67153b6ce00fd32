-- Deposit channels, members' deposit claims, and the bank's statements.

CREATE TABLE app.deposit_channels (
  id            uuid        PRIMARY KEY,
  name_tw       text        NOT NULL CHECK (name_tw <> ''),
  name_en       text        NOT NULL CHECK (name_en <> ''),
  currency      text        NOT NULL,
  state         text        NOT NULL CHECK (state IN ('open', 'suspended')),
  reason_tw     text,
  reason_en     text,
  min           bigint      NOT NULL CHECK (min > 0),
  max           bigint      NOT NULL CHECK (max >= min),
  fee           bigint      NOT NULL CHECK (fee >= 0 AND fee < min),
  usual_minutes integer     NOT NULL CHECK (usual_minutes > 0),
  -- Keyed hash of the channel's password; null when it has none.
  password_mac  bytea,
  password_key  text,
  holder        text        NOT NULL,
  number        text        NOT NULL,
  bank_name     text        NOT NULL,
  bank_code     text        NOT NULL,
  branch        text        NOT NULL,
  place         integer     NOT NULL,
  changed_at    timestamptz NOT NULL,
  CONSTRAINT deposit_channels_password_whole CHECK (num_nulls(password_mac, password_key) IN (0, 2)),
  CONSTRAINT deposit_channels_reason_whole CHECK (
    num_nulls(reason_tw, reason_en) = CASE state WHEN 'suspended' THEN 0 ELSE 2 END
  )
);
GRANT SELECT ON app.deposit_channels TO fairlot_api;
-- Two operators create and change a channel, and the worker executes it.
GRANT SELECT, INSERT, UPDATE ON app.deposit_channels TO fairlot_worker;
-- Every past state of a channel: members paid by what was shown at the time.
CREATE TABLE app.deposit_channel_history (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id uuid        NOT NULL REFERENCES app.deposit_channels (id),
  review_id  uuid,
  body       jsonb       NOT NULL,
  at         timestamptz NOT NULL
);
GRANT SELECT, INSERT ON app.deposit_channel_history TO fairlot_worker;

-- The practice market starts with three channels, so that anyone can try a deposit. The rows are fixed here: callers
-- can add nothing else, and nothing at all once there is a channel.
CREATE FUNCTION app.seed_practice_channels(p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE added integer;
BEGIN
  INSERT INTO app.deposit_channels (id, name_tw, name_en, currency, state, min, max, fee, usual_minutes, holder, number,
    bank_name, bank_code, branch, place, changed_at)
  SELECT c.*, p_now FROM (VALUES
    ('01980000-0000-7000-8000-0000000000c1'::uuid, '銀行轉帳（模擬）', 'Bank transfer (simulated)', 'TWD', 'open', 100000::bigint,
      200000000::bigint, 0::bigint, 30, 'Fairlot 模擬客戶專戶', '00400000000001', '臺灣銀行', '004', '營業部', 1),
    ('01980000-0000-7000-8000-0000000000c2'::uuid, '外幣匯款（模擬）', 'Wire transfer (simulated)', 'USD', 'open', 10000::bigint,
      10000000::bigint, 0::bigint, 240, 'Fairlot 模擬客戶專戶', '01700000000002', '兆豐國際商業銀行', '017', '國外部', 2),
    ('01980000-0000-7000-8000-0000000000c3'::uuid, '印度盧比轉帳（模擬）', 'INR transfer (simulated)', 'INR', 'open', 50000::bigint,
      500000000::bigint, 0::bigint, 240, 'Fairlot practice client account', '50100000000003', 'HDFC Bank', 'HDFC0000001', 'Mumbai', 3)
  ) AS c WHERE NOT EXISTS (SELECT FROM app.deposit_channels);
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;
GRANT EXECUTE ON FUNCTION app.seed_practice_channels(timestamptz) TO fairlot_api;

CREATE TABLE app.deposit_transitions (
  from_state text NOT NULL,
  to_state   text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO app.deposit_transitions VALUES ('pending', 'passed'), ('pending', 'rejected');
GRANT SELECT ON app.deposit_transitions TO fairlot_api, fairlot_worker;

CREATE TABLE app.deposits (
  id           uuid        PRIMARY KEY,
  member_id    uuid        NOT NULL REFERENCES app.members (id),
  channel_id   uuid        NOT NULL REFERENCES app.deposit_channels (id),
  currency     text        NOT NULL,
  amount       bigint      NOT NULL CHECK (amount > 0),
  fee          bigint      NOT NULL CHECK (fee >= 0),
  -- The received amount, as two people agreed: it may differ from the claim.
  booked       bigint      CHECK (booked > 0),
  state        text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'passed', 'rejected')),
  fault        text        CHECK (fault IN ('not-received', 'amount-differs', 'name-differs', 'receipt-unreadable',
    'receipt-used', 'third-party', 'taken_back', 'expired')),
  note         text,
  receipt_file uuid,
  from_ending  text,
  -- The text the member has to put on the transfer.
  reference    text        NOT NULL,
  sent_at      timestamptz NOT NULL,
  promised_at  timestamptz NOT NULL,
  decided_at   timestamptz,
  entry_id     uuid,
  steps        jsonb       NOT NULL,
  CONSTRAINT deposits_decided_whole CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT deposits_passed_is_booked CHECK ((state = 'passed') = (booked IS NOT NULL AND entry_id IS NOT NULL)),
  CONSTRAINT deposits_rejected_says_why CHECK ((state = 'rejected') <= (fault IS NOT NULL))
);
CREATE UNIQUE INDEX deposits_one_pending ON app.deposits (member_id) WHERE state = 'pending';
CREATE INDEX deposits_of_member ON app.deposits (member_id, sent_at DESC, id DESC);
CREATE INDEX deposits_pending ON app.deposits (sent_at) WHERE state = 'pending';
-- One receipt, one deposit.
CREATE UNIQUE INDEX deposits_receipt_once ON app.deposits (receipt_file) WHERE receipt_file IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (booked, state, fault, note, decided_at, entry_id, steps) ON app.deposits
  TO fairlot_api, fairlot_worker;

CREATE FUNCTION app.check_deposit_step() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'pending' THEN
      RAISE EXCEPTION 'a deposit begins pending, not %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.state <> OLD.state AND NOT EXISTS (
    SELECT FROM app.deposit_transitions t WHERE t.from_state = OLD.state AND t.to_state = NEW.state
  ) THEN
    RAISE EXCEPTION 'a deposit does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> 'pending' AND (NEW.booked, NEW.entry_id, NEW.decided_at, NEW.fault)
    IS DISTINCT FROM (OLD.booked, OLD.entry_id, OLD.decided_at, OLD.fault) THEN
    RAISE EXCEPTION 'deposit % is decided and does not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER allowed_step BEFORE INSERT OR UPDATE ON app.deposits FOR EACH ROW EXECUTE FUNCTION app.check_deposit_step();

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
  withdrawal_id uuid       UNIQUE,
  differences  text[]      NOT NULL DEFAULT '{}',
  matched_at   timestamptz,
  CONSTRAINT bank_statement_lines_once UNIQUE (account, bank_number),
  CONSTRAINT bank_statement_lines_match_one CHECK (num_nonnulls(deposit_id, withdrawal_id) <= 1),
  CONSTRAINT bank_statement_lines_match_whole CHECK ((num_nonnulls(deposit_id, withdrawal_id) = 1) = (matched_at IS NOT NULL)),
  CONSTRAINT bank_statement_lines_direction CHECK (
    (deposit_id IS NULL OR amount > 0) AND (withdrawal_id IS NULL OR amount < 0)
  )
);
CREATE INDEX bank_statement_lines_open ON app.bank_statement_lines (booked_at) WHERE matched_at IS NULL;
GRANT SELECT, INSERT ON app.bank_statements TO fairlot_api, fairlot_worker;
GRANT SELECT, INSERT, UPDATE (deposit_id, withdrawal_id, differences, matched_at) ON app.bank_statement_lines
  TO fairlot_api, fairlot_worker;

CREATE FUNCTION app.match_line_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF OLD.matched_at IS NOT NULL THEN
    RAISE EXCEPTION 'line % was matched already', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER matched_once BEFORE UPDATE ON app.bank_statement_lines FOR EACH ROW EXECUTE FUNCTION app.match_line_once();

GRANT SELECT ON app.deposit_channels, app.deposit_channel_history, app.deposits, app.bank_statements, app.bank_statement_lines
  TO fairlot_console;
-- A bank file may also be uploaded in the console; the worker processes it.
GRANT INSERT ON app.bank_statements, app.bank_statement_lines TO fairlot_console;

-- Five wrong channel passwords lock like a fund password.
ALTER TABLE app.credential_failures DROP CONSTRAINT credential_failures_kind_check;
ALTER TABLE app.credential_failures ADD CONSTRAINT credential_failures_kind_check
  CHECK (kind IN ('password', 'code', 'fund-password', 'recovery', 'channel-password'));
