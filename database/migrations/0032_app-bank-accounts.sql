-- Bank accounts of members, in their own verified name.

CREATE TABLE app.bank_accounts (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  currency    text        NOT NULL CHECK (currency IN ('TWD', 'USD', 'INR')),
  bank_code   text        NOT NULL,
  bank_name   text        NOT NULL,
  branch      text        NOT NULL,
  branch_code text        NOT NULL,
  ifsc        text,
  -- Holder, number and UPI, sealed with the member's own key.
  sealed      bytea       NOT NULL,
  -- Visible in the console without opening anything: 林○安, and whether the name is the verified one.
  holder_masked text      NOT NULL,
  is_own_name boolean     NOT NULL CHECK (is_own_name),
  ending      text        NOT NULL CHECK (ending ~ '^[0-9A-Z]{1,4}$'),
  state       text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'verified', 'rejected', 'removed')),
  -- expired: the review expired; the bank did not refuse the account.
  rejection_reason       text        CHECK (rejection_reason IN ('name-differs', 'account-unknown', 'bank-refused', 'cancelled', 'expired')),
  note        text,
  added_at    timestamptz NOT NULL,
  decided_at  timestamptz,
  -- Withdrawals to it are possible from this time on.
  usable_from timestamptz,
  is_default  boolean     NOT NULL DEFAULT false,
  -- The signature of the member's device and its key; null when the session alone acknowledged it.
  device_key  uuid,
  signature   text,
  CONSTRAINT bank_accounts_ifsc_for_inr CHECK ((ifsc IS NOT NULL) = (currency = 'INR')),
  CONSTRAINT bank_accounts_verified_has_usable_from CHECK (state <> 'verified' OR (decided_at IS NOT NULL AND usable_from IS NOT NULL)),
  CONSTRAINT bank_accounts_rejected_has_reason CHECK (state <> 'rejected' OR rejection_reason IS NOT NULL),
  CONSTRAINT bank_accounts_default_in_use CHECK (NOT is_default OR state = 'verified')
);
CREATE INDEX bank_accounts_of_member ON app.bank_accounts (member_id, added_at) WHERE state <> 'removed';
CREATE UNIQUE INDEX bank_accounts_one_default ON app.bank_accounts (member_id) WHERE is_default;
CREATE INDEX bank_accounts_pending ON app.bank_accounts (added_at) WHERE state = 'pending';
GRANT SELECT, INSERT (id, member_id, currency, bank_code, bank_name, branch, branch_code, ifsc, sealed, holder_masked,
  is_own_name, ending, added_at, device_key, signature), UPDATE (is_default) ON app.bank_accounts TO fairlot_api;
GRANT SELECT, UPDATE (state, rejection_reason, note, decided_at, usable_from, is_default) ON app.bank_accounts TO fairlot_worker;
GRANT SELECT ON app.bank_accounts TO fairlot_console;
CREATE TRIGGER bank_accounts_mark_owner AFTER UPDATE OF state ON app.bank_accounts FOR EACH ROW
  WHEN (NEW.state = 'verified') EXECUTE FUNCTION directory.mark_verified_account();
CREATE TRIGGER bank_accounts_enforce_initial_state BEFORE INSERT ON app.bank_accounts FOR EACH ROW EXECUTE FUNCTION app.check_transition('bank-account');
CREATE TRIGGER bank_accounts_enforce_transition BEFORE UPDATE ON app.bank_accounts FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('bank-account');

CREATE FUNCTION app.bank_accounts_usable_from_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.usable_from IS NOT NULL AND NEW.usable_from IS DISTINCT FROM OLD.usable_from THEN
    RAISE EXCEPTION 'the waiting time of bank account % is never shortened', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_accounts_usable_from_immutable BEFORE UPDATE ON app.bank_accounts FOR EACH ROW EXECUTE FUNCTION app.bank_accounts_usable_from_immutable();

CREATE FUNCTION app.remove_bank_account(p_account uuid, p_member uuid, p_from text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.bank_accounts SET state = 'removed', rejection_reason = CASE WHEN p_from = 'pending' THEN 'cancelled' ELSE rejection_reason END,
    decided_at = coalesce(decided_at, p_now), is_default = false
  WHERE id = p_account AND member_id = p_member AND state = p_from
    AND (p_from <> 'pending' OR app.is_cancelled_by_member('bank-account', p_account, p_member));
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.remove_bank_account TO fairlot_api;
