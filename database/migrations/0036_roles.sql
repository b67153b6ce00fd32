-- Who owns, who migrates, who seeds. docs/adr/0024-the-ledger-knows-who-posts.md.
-- fairlot_definer owns every schema, table and function. It cannot log in and is no superuser, so a function never
-- lends its caller more than this database.
-- The role that runs the migrations (fairlot_owner) logs in, is a member of fairlot_definer and owns nothing that runs:
-- database/ownership.sql gives everything to fairlot_definer after each run.
-- fairlot_seed fills a new installation. The api had these rights before and does not need them to serve members.
DO $$
DECLARE made record;
BEGIN
  FOR made IN SELECT * FROM (VALUES ('fairlot_definer', 'NOLOGIN'), ('fairlot_seed', 'LOGIN')) AS r (name, login) LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I %s NOSUPERUSER NOCREATEDB NOCREATEROLE', made.name, made.login);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- Roles belong to the cluster: another database of it has made this one already.
    END;
  END LOOP;
  IF NOT pg_has_role(current_user, 'fairlot_definer', 'MEMBER') THEN
    EXECUTE format('GRANT fairlot_definer TO %I', current_user);
  END IF;
END $$;

-- Functions create partitions at run time, so fairlot_definer does.
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer
  IN SCHEMA directory, app, ledger, audit, platform, exchange, market, practice, settlement, status
  GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Five small expressions are inlined into the plans of their callers, which makes them cheap; their own search path
-- would prevent that. Written with RETURN their names are bound now, so no search path can change them.
CREATE OR REPLACE FUNCTION ledger.account_id(code text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(substring(sha256(code::bytea) FROM 1 FOR 16), 'hex')::uuid;

CREATE OR REPLACE FUNCTION ledger.entry_id(stamp bigint) RETURNS uuid
LANGUAGE sql VOLATILE STRICT
RETURN (lpad(to_hex(stamp >> 12), 12, '0') || '7' || lpad(to_hex(stamp & 4095), 3, '0')
  || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid;

CREATE OR REPLACE FUNCTION ledger.time_of(entry_id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN to_timestamp(('x' || translate(left(entry_id::text, 13), '-', ''))::bit(48)::bigint / 1000::float8);

CREATE OR REPLACE FUNCTION app.step_hash(
  p_previous bytea, p_n integer, p_order uuid, p_at timestamptz, p_what text, p_who text, p_data text
) RETURNS bytea LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN sha256(convert_to('["' || encode(p_previous, 'hex') || '","' || p_n || '","' || p_order || '","'
  || to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","' || p_what || '","' || p_who || '",'
  || to_json(p_data)::text || ']', 'UTF8'));

-- This one needs its digest twice and was never inlined.
CREATE OR REPLACE FUNCTION app.hold_id(p_order uuid, p_part integer) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_digest bytea := substring(sha256(convert_to('hold ' || p_order || '/' || p_part, 'UTF8')) FROM 1 FOR 16);
BEGIN
  RETURN encode(set_byte(set_byte(v_digest, 6, get_byte(v_digest, 6) & 15 | 128), 8, get_byte(v_digest, 8) & 63 | 128), 'hex')::uuid;
END $$;

-- Whether members' money is practice money. The seed writes it once; no function that grants paper money works without
-- it.
CREATE TABLE platform.installation (
  only_one boolean     PRIMARY KEY DEFAULT true CHECK (only_one),
  money    text        NOT NULL CHECK (money IN ('practice', 'real')),
  set_at   timestamptz NOT NULL DEFAULT now()
);
REVOKE ALL ON platform.installation FROM PUBLIC;
-- An installation older than this table: it has seats exactly if its money is practice money.
INSERT INTO platform.installation (money) SELECT 'practice' WHERE EXISTS (SELECT FROM app.seats);

-- A member's withdrawal of a request. The api has no right on the columns of a decision, so these functions write
-- exactly that and nothing else, and only after the review was withdrawn.
CREATE FUNCTION app.is_taken_back(p_kind text, p_subject uuid, p_member uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM app.reviews r
    WHERE r.kind = p_kind AND r.subject = p_subject::text AND r.member_id = p_member AND r.state = 'withdrawn' AND r.outcome = 'taken-back')
$$;

CREATE FUNCTION app.take_back_deposit(p_deposit uuid, p_member uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.deposits SET state = 'rejected', fault = 'taken_back', decided_at = p_now,
    steps = steps || jsonb_build_array(jsonb_build_object('what', 'taken-back', 'at',
      to_char(p_now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  WHERE id = p_deposit AND member_id = p_member AND state = 'pending' AND app.is_taken_back('deposit', p_deposit, p_member);
  RETURN FOUND;
END $$;

-- The entry must be the one that released this withdrawal's hold.
CREATE FUNCTION app.take_back_withdrawal(p_withdrawal uuid, p_member uuid, p_entry uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.withdrawals w SET state = 'rejected', fault = 'taken_back', entry_id = p_entry, decided_at = p_now,
    steps = steps || jsonb_build_array(jsonb_build_object('what', 'taken-back', 'at',
      to_char(p_now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  WHERE w.id = p_withdrawal AND w.member_id = p_member AND w.state = 'pending'
    AND app.is_taken_back('withdrawal', p_withdrawal, p_member)
    AND EXISTS (
      SELECT FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'withdrawal.released'
        AND l.hold_id = w.hold_id AND l.amount = -(w.amount + w.fee));
  RETURN FOUND;
END $$;

CREATE FUNCTION app.remove_bank_account(p_account uuid, p_member uuid, p_from text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.bank_accounts SET state = 'removed', fault = CASE WHEN p_from = 'pending' THEN 'taken_back' ELSE fault END,
    decided_at = coalesce(decided_at, p_now), is_default = false
  WHERE id = p_account AND member_id = p_member AND state = p_from
    AND (p_from <> 'pending' OR app.is_taken_back('bank-account', p_account, p_member));
  RETURN FOUND;
END $$;

-- The practice profile approves an application at once, by rule. With real money two people do.
CREATE FUNCTION app.pass_day_trading(p_member uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.installation WHERE money = 'practice') THEN
    RAISE EXCEPTION 'an application passes by rule only where money is practice money' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE app.day_trading_applications SET state = 'passed', decided_at = p_now, decided_by = 'rule:practice'
  WHERE member_id = p_member AND state = 'pending';
  RETURN FOUND;
END $$;
ALTER TABLE app.day_trading_applications ALTER COLUMN state SET DEFAULT 'pending';

-- A top-up's change of the holdings: exactly what its entry of this transaction paid, and once.
CREATE TABLE app.top_ups (
  entry_id  uuid        PRIMARY KEY,
  member_id uuid        NOT NULL,
  at        timestamptz NOT NULL
);
CREATE FUNCTION app.apply_top_up(
  p_member uuid, p_entry uuid, p_call uuid, p_positions uuid[], p_interest bigint[], p_loan bigint[], p_collateral bigint[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_paid    numeric[];
  v_applied numeric[];
  v_changed integer;
BEGIN
  SELECT ARRAY[coalesce(sum(l.amount) FILTER (WHERE a.kind = 'interest'), 0), coalesce(sum(l.amount) FILTER (WHERE a.kind = 'loan'), 0),
    coalesce(sum(l.amount) FILTER (WHERE a.kind = 'collateral'), 0)]
  INTO v_paid
  FROM ledger.entries e
  JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
  JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_kind = 'member' AND a.owner_id = p_member::text
  WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'margin.top-up'
    AND e.tx = pg_current_xact_id()::text::bigint;
  SELECT ARRAY[coalesce(sum(t.interest), 0), coalesce(sum(t.loan), 0), coalesce(sum(t.collateral), 0)] INTO v_applied
  FROM unnest(p_positions, p_interest, p_loan, p_collateral) AS t (id, interest, loan, collateral)
  WHERE least(t.interest, t.loan, t.collateral) >= 0;
  IF v_paid IS DISTINCT FROM v_applied OR v_paid = ARRAY[0, 0, 0]::numeric[] THEN
    RAISE EXCEPTION 'top-up % pays % and not %', p_entry, v_paid, v_applied USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.top_ups (entry_id, member_id, at) VALUES (p_entry, p_member, clock_timestamp());
  -- Interest paid by hand is a cost at once, so that a later close need not know of it.
  UPDATE app.positions p SET loan = p.loan - t.loan, interest = p.interest - t.interest,
    interest_paid = p.interest_paid + t.interest, realised = p.realised - t.interest, collateral = p.collateral + t.collateral
  FROM unnest(p_positions, p_interest, p_loan, p_collateral) AS t (id, interest, loan, collateral)
  WHERE p.id = t.id AND p.member_id = p_member AND p.loan >= t.loan AND p.interest >= t.interest
    AND least(t.interest, t.loan, t.collateral) >= 0;
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  IF v_changed <> cardinality(p_positions) THEN
    RAISE EXCEPTION 'top-up % fits % of % holdings', p_entry, v_changed, cardinality(p_positions) USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.margin_calls SET paid = paid + (SELECT sum(x) FROM unnest(v_applied) AS x)
  WHERE id = p_call AND member_id = p_member AND ended_at IS NULL;
END $$;

-- The api submits and withdraws identities; it verifies and rejects none.
CREATE FUNCTION app.identities_by_api() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF session_user = 'fairlot_api' AND NEW.state <> 'under-review'
     AND NOT (NEW.state = 'rejected' AND NEW.reason = 'taken_back' AND OLD.state = 'under-review') THEN
    RAISE EXCEPTION 'fairlot_api does not decide on identities' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER by_api BEFORE UPDATE ON app.identities FOR EACH ROW EXECUTE FUNCTION app.identities_by_api();

REVOKE ALL ON FUNCTION app.is_taken_back(text, uuid, uuid), app.identities_by_api() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.take_back_deposit(uuid, uuid, timestamptz), app.take_back_withdrawal(uuid, uuid, uuid, timestamptz),
  app.remove_bank_account(uuid, uuid, text, timestamptz), app.pass_day_trading(uuid, timestamptz),
  app.apply_top_up(uuid, uuid, uuid, uuid[], bigint[], bigint[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.take_back_deposit(uuid, uuid, timestamptz), app.take_back_withdrawal(uuid, uuid, uuid, timestamptz),
  app.remove_bank_account(uuid, uuid, text, timestamptz), app.pass_day_trading(uuid, timestamptz),
  app.apply_top_up(uuid, uuid, uuid, uuid[], bigint[], bigint[], bigint[]) TO fairlot_api;

-- Revokes decisions from the api, and from each role the rights its code does not use. tests/flows/role-rights.test.ts
-- has the whole matrix.
REVOKE INSERT, UPDATE ON app.bank_statements, app.bank_statement_lines FROM fairlot_api;
REVOKE UPDATE (deposit_id, withdrawal_id, differences, matched_at) ON app.bank_statement_lines FROM fairlot_api;
REVOKE INSERT ON app.deposits, app.withdrawals, app.bank_accounts, app.day_trading_applications FROM fairlot_api, fairlot_worker;
REVOKE UPDATE (booked, state, fault, note, decided_at, entry_id, steps) ON app.deposits FROM fairlot_api;
REVOKE UPDATE (state, stage, fault, note, batch_id, decided_at, ordered_at, paid_at, entry_id, steps) ON app.withdrawals FROM fairlot_api;
REVOKE UPDATE (state, fault, note, decided_at, usable_from) ON app.bank_accounts FROM fairlot_api;
REVOKE UPDATE (state, reason, decided_at, decided_by) ON app.day_trading_applications FROM fairlot_api;
REVOKE UPDATE (state, close_asked_at, loan, interest, interest_paid, realised, collateral) ON app.positions FROM fairlot_api;
REVOKE INSERT ON app.margin_calls FROM fairlot_api;
REVOKE UPDATE (paid, state, ended_at) ON app.margin_calls FROM fairlot_api;
REVOKE UPDATE (lifted_at, lifted_by_first, lifted_by_second, lift_reason), INSERT ON app.restrictions FROM fairlot_api;
REVOKE UPDATE (cancel_asked_at, steps, steps_hash), INSERT ON app.orders FROM fairlot_api;
REVOKE INSERT ON app.order_steps FROM fairlot_api;
REVOKE UPDATE, INSERT ON app.instruments FROM fairlot_api, fairlot_worker;
REVOKE UPDATE, INSERT ON app.closures FROM fairlot_api;
REVOKE INSERT ON app.seats, app.price_imports, app.agreements, app.agreement_clauses FROM fairlot_api;
REVOKE INSERT ON app.agreements, app.agreement_clauses, app.orders, app.conditional_orders FROM fairlot_worker;
REVOKE INSERT, UPDATE ON platform.idempotency_keys FROM fairlot_worker;
REVOKE DELETE ON market.cursors, market.quotes, market.days, market.minute_candles, market.day_candles, market.index_minutes,
  market.index_days FROM fairlot_quotes;
REVOKE EXECUTE ON FUNCTION app.seed_practice_channels(timestamptz) FROM fairlot_api;
REVOKE EXECUTE ON FUNCTION ledger.release_rest(uuid, text, text, text, timestamptz) FROM fairlot_api, fairlot_worker;
REVOKE EXECUTE ON FUNCTION ledger.reverse(uuid, text, text, text, timestamptz) FROM fairlot_api;
REVOKE UPDATE ON app.identities FROM fairlot_api;
GRANT UPDATE (state, attempt, document, name, number, birth_date, name_masked, number_masked, front, back, sent_at, review_id,
  faults, reason, note, decided_at) ON app.identities TO fairlot_api;
GRANT INSERT (id, member_id, channel_id, currency, amount, fee, receipt_file, from_ending, reference, sent_at, promised_at, steps)
  ON app.deposits TO fairlot_api;
GRANT INSERT (id, member_id, bank_account_id, currency, amount, fee, hold_id, withdrawable, reference, sent_at, promised_at,
  device_key, signature, steps) ON app.withdrawals TO fairlot_api;
GRANT INSERT (id, member_id, currency, bank_code, bank_name, branch, branch_code, ifsc, sealed, holder_masked, is_own_name, ending,
  added_at, device_key, signature) ON app.bank_accounts TO fairlot_api;
GRANT INSERT (id, member_id, statement, applied_at) ON app.day_trading_applications TO fairlot_api;
GRANT UPDATE (venue_sent_at) ON app.instruments TO fairlot_worker;

-- The seed creates the demo's members through the use cases of the api, so it has the api's rights and these.
GRANT fairlot_api TO fairlot_seed;
GRANT SELECT, INSERT ON platform.installation TO fairlot_seed;
GRANT INSERT, UPDATE ON app.instruments, app.closures TO fairlot_seed;
GRANT INSERT ON app.seats, app.price_imports, app.restrictions TO fairlot_seed;
GRANT EXECUTE ON FUNCTION app.seed_practice_channels(timestamptz) TO fairlot_seed;
GRANT EXECUTE ON FUNCTION exchange.submit(integer, text), exchange.submit_many(integer[], text[]) TO fairlot_seed;
-- import-prices requests another first price for the next day.
INSERT INTO exchange.command_rights VALUES ('fairlot_seed', 'reference', 'none');
