-- Bank accounts of members, in their own verified name.

-- One row per account that is in use, over all members of all cells: the primary key refuses a duplicate. `kept_under` is
-- the id of the key the index was made with, so that a key can be changed.
CREATE TABLE directory.bank_accounts (
  blind           bytea PRIMARY KEY,
  kept_under      text  NOT NULL,
  bank_account_id uuid  NOT NULL,
  member_id       uuid  NOT NULL
);
CREATE INDEX bank_accounts_by_id ON directory.bank_accounts (bank_account_id);
GRANT SELECT, INSERT, DELETE ON directory.bank_accounts TO fairlot_api, fairlot_worker;

CREATE TABLE app.bank_account_transitions (
  from_state text NOT NULL,
  to_state   text NOT NULL,
  PRIMARY KEY (from_state, to_state)
);
INSERT INTO app.bank_account_transitions VALUES
  ('pending', 'verified'), ('pending', 'rejected'), ('pending', 'removed'), ('verified', 'removed'), ('rejected', 'removed');
GRANT SELECT ON app.bank_account_transitions TO fairlot_api, fairlot_worker;

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
  fault       text        CHECK (fault IN ('name-differs', 'account-unknown', 'bank-refused', 'taken_back')),
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
  CONSTRAINT bank_accounts_verified_rests CHECK (state <> 'verified' OR (decided_at IS NOT NULL AND usable_from IS NOT NULL)),
  CONSTRAINT bank_accounts_rejected_says_why CHECK (state <> 'rejected' OR fault IS NOT NULL),
  CONSTRAINT bank_accounts_default_in_use CHECK (NOT is_default OR state = 'verified')
);
CREATE INDEX bank_accounts_of_member ON app.bank_accounts (member_id, added_at) WHERE state <> 'removed';
CREATE UNIQUE INDEX bank_accounts_one_default ON app.bank_accounts (member_id) WHERE is_default;
GRANT SELECT, INSERT, UPDATE (state, fault, note, decided_at, usable_from, is_default) ON app.bank_accounts
  TO fairlot_api, fairlot_worker;
GRANT SELECT ON app.bank_accounts TO fairlot_console;

CREATE FUNCTION app.check_bank_account_step() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'pending' THEN
      RAISE EXCEPTION 'a bank account begins pending, not %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.state <> OLD.state AND NOT EXISTS (
    SELECT FROM app.bank_account_transitions t WHERE t.from_state = OLD.state AND t.to_state = NEW.state
  ) THEN
    RAISE EXCEPTION 'a bank account does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.usable_from IS NOT NULL AND NEW.usable_from IS DISTINCT FROM OLD.usable_from THEN
    RAISE EXCEPTION 'the rest of a bank account is never shortened' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER allowed_step BEFORE INSERT OR UPDATE ON app.bank_accounts
  FOR EACH ROW EXECUTE FUNCTION app.check_bank_account_step();
