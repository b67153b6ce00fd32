-- Deposit channels, members' deposit claims, and corrections of booked deposits.

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
  CONSTRAINT deposit_channels_password_complete CHECK (num_nulls(password_mac, password_key) IN (0, 2)),
  CONSTRAINT deposit_channels_reason_complete CHECK (
    num_nulls(reason_tw, reason_en) = CASE state WHEN 'suspended' THEN 0 ELSE 2 END
  )
);
-- Two operators create and change a channel, and the worker executes it.
GRANT SELECT ON app.deposit_channels TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.deposit_channels TO fairlot_worker;
GRANT SELECT ON app.deposit_channels TO fairlot_console;

-- Every past state of a channel: members paid by what was shown at the time.
CREATE TABLE app.deposit_channel_history (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id uuid        NOT NULL REFERENCES app.deposit_channels (id),
  review_id  uuid,
  body       jsonb       NOT NULL,
  at         timestamptz NOT NULL
);
GRANT SELECT, INSERT ON app.deposit_channel_history TO fairlot_worker;
GRANT SELECT ON app.deposit_channel_history TO fairlot_console;

-- The practice market starts with three channels, so that anyone can try a deposit. The rows are fixed here: callers
-- can add nothing else, and nothing at all once there is a channel.
CREATE FUNCTION app.seed_practice_channels(p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
GRANT EXECUTE ON FUNCTION app.seed_practice_channels TO fairlot_seed;

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
  rejection_reason        text        CHECK (rejection_reason IN ('not-received', 'amount-differs', 'name-differs', 'receipt-unreadable',
    'receipt-used', 'third-party', 'cancelled', 'expired')),
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
  CONSTRAINT deposits_decided_complete CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT deposits_passed_is_booked CHECK ((state = 'passed') = (booked IS NOT NULL AND entry_id IS NOT NULL)),
  CONSTRAINT deposits_rejected_has_reason CHECK ((state = 'rejected') <= (rejection_reason IS NOT NULL))
);
CREATE UNIQUE INDEX deposits_one_pending ON app.deposits (member_id) WHERE state = 'pending';
CREATE INDEX deposits_of_member ON app.deposits (member_id, sent_at DESC, id DESC);
CREATE INDEX deposits_pending ON app.deposits (sent_at) WHERE state = 'pending';
-- One receipt, one deposit.
CREATE UNIQUE INDEX deposits_receipt_once ON app.deposits (receipt_file) WHERE receipt_file IS NOT NULL;
CREATE INDEX deposits_of_channel_pending ON app.deposits (channel_id) WHERE state = 'pending';
CREATE INDEX deposits_passed ON app.deposits (decided_at) WHERE state = 'passed';
GRANT SELECT, INSERT (id, member_id, channel_id, currency, amount, fee, receipt_file, from_ending, reference, sent_at,
  promised_at, steps) ON app.deposits TO fairlot_api;
GRANT SELECT, UPDATE (booked, state, rejection_reason, note, decided_at, entry_id, steps) ON app.deposits TO fairlot_worker;
GRANT SELECT ON app.deposits TO fairlot_console;
CREATE TRIGGER deposits_enforce_initial_state BEFORE INSERT ON app.deposits FOR EACH ROW EXECUTE FUNCTION app.check_transition('deposit');
CREATE TRIGGER deposits_enforce_transition BEFORE UPDATE ON app.deposits FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('deposit');

CREATE FUNCTION app.deposits_immutable_once_decided() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.state <> 'pending' AND (NEW.booked, NEW.entry_id, NEW.decided_at, NEW.rejection_reason)
    IS DISTINCT FROM (OLD.booked, OLD.entry_id, OLD.decided_at, OLD.rejection_reason) THEN
    RAISE EXCEPTION 'deposit % is decided and does not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposits_immutable_once_decided BEFORE UPDATE ON app.deposits FOR EACH ROW EXECUTE FUNCTION app.deposits_immutable_once_decided();

CREATE FUNCTION app.cancel_deposit(p_deposit uuid, p_member uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.deposits SET state = 'rejected', rejection_reason = 'cancelled', decided_at = p_now,
    steps = steps || jsonb_build_array(jsonb_build_object('what', 'cancelled', 'at',
      to_char(p_now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  WHERE id = p_deposit AND member_id = p_member AND state = 'pending' AND app.is_cancelled_by_member('deposit', p_deposit, p_member);
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_deposit TO fairlot_api;

-- A wrongly booked deposit: its entry is reversed exactly, and the right amount is booked where there is one. The
-- deposit's own row stays as it was decided.
CREATE TABLE app.deposit_corrections (
  deposit_id     uuid        PRIMARY KEY REFERENCES app.deposits (id),
  review_id      uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  reversed       bigint      NOT NULL CHECK (reversed > 0),
  reversal_entry uuid        NOT NULL UNIQUE,
  booked         bigint      CHECK (booked > 0),
  booking_entry  uuid        UNIQUE,
  texts          jsonb       NOT NULL,
  corrected_at   timestamptz NOT NULL,
  CONSTRAINT deposit_corrections_booked_complete CHECK (num_nulls(booked, booking_entry) IN (0, 2))
);
GRANT SELECT, INSERT ON app.deposit_corrections TO fairlot_worker;
GRANT SELECT ON app.deposit_corrections TO fairlot_console, fairlot_api;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON app.deposit_corrections
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
