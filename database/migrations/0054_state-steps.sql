-- Every state machine in one table, with one trigger function. database/states.sql writes the rows after each migration
-- run, from packages/rules/src/state-machines.ts. What a trigger of one table checks beyond the step stays with that table.

CREATE TABLE app.state_steps (
  machine    text NOT NULL,
  -- Null: a row may start in to_state.
  from_state text,
  to_state   text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (machine, from_state, to_state)
);

-- The first argument is the machine; the second names the column when it is not `state`.
CREATE FUNCTION app.check_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_from text;
  v_to   text;
BEGIN
  IF TG_ARGV[1] = 'stage' THEN
    v_to := NEW.stage;
    IF TG_OP = 'UPDATE' THEN v_from := OLD.stage; END IF;
  ELSE
    v_to := NEW.state;
    IF TG_OP = 'UPDATE' THEN v_from := OLD.state; END IF;
  END IF;
  IF EXISTS (
    SELECT FROM app.state_steps s
    WHERE s.machine = TG_ARGV[0] AND s.from_state IS NOT DISTINCT FROM v_from AND s.to_state = v_to
  ) THEN
    RETURN NEW;
  END IF;
  IF v_from IS NULL THEN
    RAISE EXCEPTION '% does not begin as %', TG_ARGV[0], v_to USING ERRCODE = 'check_violation';
  END IF;
  RAISE EXCEPTION '% does not go from % to %', TG_ARGV[0], v_from, v_to USING ERRCODE = 'check_violation';
END $$;
REVOKE ALL ON FUNCTION app.check_step() FROM PUBLIC;

-- Requests that only had a start and an end.
DROP TRIGGER begins ON app.day_trading_applications;
DROP TRIGGER begins ON app.recovery_requests;
DROP TRIGGER begins ON app.appeals;
DROP FUNCTION app.begins_as();
DROP TRIGGER decided_once ON app.day_trading_applications;
DROP TRIGGER decided_once ON app.recovery_requests;
DROP TRIGGER decided_once ON app.appeals;
DROP FUNCTION app.decided_once();

DROP TRIGGER allowed_step ON app.bank_accounts;
DROP FUNCTION app.check_bank_account_step();
CREATE FUNCTION app.keep_usable_from() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.usable_from IS NOT NULL AND NEW.usable_from IS DISTINCT FROM OLD.usable_from THEN
    RAISE EXCEPTION 'the waiting time of bank account % is never shortened', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.keep_usable_from() FROM PUBLIC;
CREATE TRIGGER keep_usable_from BEFORE UPDATE ON app.bank_accounts FOR EACH ROW EXECUTE FUNCTION app.keep_usable_from();

DROP TRIGGER allowed_step ON app.coupons;
DROP FUNCTION app.check_coupon_step();
CREATE FUNCTION app.keep_coupon() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.grant_id, NEW.member_id, NEW.amount, NEW.from_at, NEW.until_at)
     IS DISTINCT FROM (OLD.id, OLD.grant_id, OLD.member_id, OLD.amount, OLD.from_at, OLD.until_at)
     OR OLD.order_id IS NOT NULL AND NEW.order_id IS DISTINCT FROM OLD.order_id
     OR OLD.entry_id IS NOT NULL AND (NEW.entry_id, NEW.used) IS DISTINCT FROM (OLD.entry_id, OLD.used) THEN
    RAISE EXCEPTION 'voucher % stays as it was granted and is paid once', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.keep_coupon() FROM PUBLIC;
CREATE TRIGGER keep_coupon BEFORE UPDATE ON app.coupons FOR EACH ROW EXECUTE FUNCTION app.keep_coupon();

DROP TRIGGER allowed_step ON app.deposits;
DROP FUNCTION app.check_deposit_step();
CREATE FUNCTION app.keep_deposit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.state <> 'pending' AND (NEW.booked, NEW.entry_id, NEW.decided_at, NEW.fault)
    IS DISTINCT FROM (OLD.booked, OLD.entry_id, OLD.decided_at, OLD.fault) THEN
    RAISE EXCEPTION 'deposit % is decided and does not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.keep_deposit() FROM PUBLIC;
CREATE TRIGGER keep_deposit BEFORE UPDATE ON app.deposits FOR EACH ROW EXECUTE FUNCTION app.keep_deposit();

DROP TRIGGER allowed_step ON app.orders;
DROP FUNCTION app.check_order_step();
CREATE FUNCTION app.keep_filled_shares() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.filled_shares < OLD.filled_shares OR OLD.state <> 'entrusted' THEN
    RAISE EXCEPTION 'order % fills after its end, or backwards', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.keep_filled_shares() FROM PUBLIC;
CREATE TRIGGER keep_filled_shares BEFORE UPDATE ON app.orders FOR EACH ROW
  WHEN (OLD.filled_shares <> NEW.filled_shares) EXECUTE FUNCTION app.keep_filled_shares();

DROP TRIGGER allowed_step ON app.positions;
DROP FUNCTION app.check_position_step();

DROP TRIGGER allowed_step ON app.suspense_items;
DROP FUNCTION app.check_suspense_step();
CREATE FUNCTION app.check_suspense_line() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.bank_statement_lines l WHERE l.id = NEW.line_id AND l.matched_at IS NOT NULL) THEN
    RAISE EXCEPTION 'bank line % cannot be put to suspense: it has an owner', NEW.line_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.check_suspense_line() FROM PUBLIC;
CREATE TRIGGER check_suspense_line BEFORE INSERT ON app.suspense_items FOR EACH ROW EXECUTE FUNCTION app.check_suspense_line();

DROP TRIGGER allowed_step ON app.withdrawals;
DROP FUNCTION app.check_withdrawal_step();
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
REVOKE ALL ON FUNCTION app.check_withdrawal_account() FROM PUBLIC;
CREATE TRIGGER check_withdrawal_account BEFORE INSERT ON app.withdrawals
  FOR EACH ROW EXECUTE FUNCTION app.check_withdrawal_account();

CREATE OR REPLACE FUNCTION app.identities_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp' AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.attempt <> 1 THEN
      RAISE EXCEPTION 'attempts are counted one by one' USING ERRCODE = 'check_violation';
    END IF;
  ELSE
    IF NEW.member_id <> OLD.member_id THEN
      RAISE EXCEPTION 'an identity never becomes another member''s' USING ERRCODE = 'check_violation';
    END IF;
    -- The submitted data changes only by a new submission; a verified name never does.
    IF (NEW.document, NEW.name, NEW.number, NEW.birth_date, NEW.front, NEW.back) IS DISTINCT FROM
       (OLD.document, OLD.name, OLD.number, OLD.birth_date, OLD.front, OLD.back)
       AND NOT (OLD.state = 'rejected' AND NEW.state = 'under-review') THEN
      RAISE EXCEPTION 'what was sent stays as it was decided on' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.attempt <> OLD.attempt + (OLD.state = 'rejected' AND NEW.state = 'under-review')::integer THEN
      RAISE EXCEPTION 'attempts are counted one by one' USING ERRCODE = 'check_violation';
    END IF;
    -- Verification needs a person who is unique among all accounts.
    IF NEW.state = 'verified' AND OLD.state <> 'verified'
       AND NOT EXISTS (SELECT FROM directory.persons p WHERE p.member_id = NEW.member_id) THEN
      RAISE EXCEPTION 'a verified person is in the directory' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  -- No application role may write this column: it is derived from this table.
  UPDATE app.members m SET verification = NEW.state WHERE m.id = NEW.member_id;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION app.reviews_move_on() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp' AS $$
BEGIN
  IF (NEW.id, NEW.number, NEW.kind, NEW.member_id, NEW.subject, NEW.currency, NEW.opened_at, NEW.promised_at,
      NEW.expires_at, NEW.opened_by, NEW.reason, NEW.evidence)
     IS DISTINCT FROM
     (OLD.id, OLD.number, OLD.kind, OLD.member_id, OLD.subject, OLD.currency, OLD.opened_at, OLD.promised_at,
      OLD.expires_at, OLD.opened_by, OLD.reason, OLD.evidence)
     OR NOT NEW.flags @> OLD.flags THEN
    RAISE EXCEPTION 'review %: what was asked stays as it was', OLD.number USING ERRCODE = 'check_violation';
  END IF;
  -- The first approval may revise; after that the second sees the same content as the first.
  IF (NEW.payload, NEW.amount) IS DISTINCT FROM (OLD.payload, OLD.amount)
     AND NOT (OLD.state = 'waiting' AND NEW.state = 'second') THEN
    RAISE EXCEPTION 'review %: the payload changed after it was approved', OLD.number
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.outcome IS NOT NULL AND NEW.outcome IS DISTINCT FROM OLD.outcome THEN
    RAISE EXCEPTION 'review % was executed already', OLD.number USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

DROP TABLE app.bank_account_transitions;
DROP TABLE app.coupon_transitions;
DROP TABLE app.deposit_transitions;
DROP TABLE app.order_transitions;
DROP TABLE app.payout_transitions;
DROP TABLE app.position_transitions;
DROP TABLE app.review_transitions;
DROP TABLE app.suspense_transitions;
DROP TABLE app.withdrawal_transitions;

CREATE TRIGGER allowed_start BEFORE INSERT ON app.appeals FOR EACH ROW EXECUTE FUNCTION app.check_step('appeal');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.appeals FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('appeal');
CREATE TRIGGER allowed_start BEFORE INSERT ON app.bank_accounts FOR EACH ROW EXECUTE FUNCTION app.check_step('bank-account');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.bank_accounts FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('bank-account');
CREATE TRIGGER allowed_start BEFORE INSERT ON app.coupons FOR EACH ROW EXECUTE FUNCTION app.check_step('coupon');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.coupons FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('coupon');
CREATE TRIGGER allowed_start BEFORE INSERT ON app.day_trading_applications FOR EACH ROW EXECUTE FUNCTION app.check_step('day-trading-application');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.day_trading_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('day-trading-application');
CREATE TRIGGER allowed_start BEFORE INSERT ON app.deposits FOR EACH ROW EXECUTE FUNCTION app.check_step('deposit');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.deposits FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('deposit');
CREATE TRIGGER allowed_start BEFORE INSERT ON app.identities FOR EACH ROW EXECUTE FUNCTION app.check_step('identity');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.identities FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('identity');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.orders FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('order');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.positions FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('position');
CREATE TRIGGER allowed_start BEFORE INSERT ON app.recovery_requests FOR EACH ROW EXECUTE FUNCTION app.check_step('recovery-request');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.recovery_requests FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('recovery-request');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.reviews FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('review');
CREATE TRIGGER allowed_start BEFORE INSERT ON app.suspense_items FOR EACH ROW EXECUTE FUNCTION app.check_step('suspense-item');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.suspense_items FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('suspense-item');
CREATE TRIGGER allowed_start BEFORE INSERT ON app.withdrawals FOR EACH ROW EXECUTE FUNCTION app.check_step('withdrawal');
CREATE TRIGGER allowed_step BEFORE UPDATE ON app.withdrawals FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_step('withdrawal');
CREATE TRIGGER allowed_stage BEFORE UPDATE ON app.withdrawals FOR EACH ROW
  WHEN (OLD.stage IS DISTINCT FROM NEW.stage) EXECUTE FUNCTION app.check_step('payout', 'stage');
