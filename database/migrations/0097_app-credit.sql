-- Credit loans against pledged shares. Every entry of the ledger that belongs to a loan has a row of app.credit_moves, which only
-- the functions below write: no role can lend, change a rate or free a pledge by hand. docs/features/credit.md explains.

INSERT INTO app.review_kinds VALUES
  ('credit-loan', 'L', 'review', 'approve', NULL, 1440, 168, false, false),
  ('credit-increase', 'L', 'review', 'approve', NULL, 1440, 168, false, false);

CREATE TABLE app.credit_loans (
  id               uuid        PRIMARY KEY,
  -- Of its review.
  number           text        NOT NULL,
  member_id        uuid        NOT NULL REFERENCES app.members (id),
  amount           bigint      NOT NULL CHECK (amount > 0),
  term_days        smallint    NOT NULL CHECK (term_days IN (30, 90, 180)),
  apr_ppm          integer     NOT NULL CHECK (apr_ppm BETWEEN 0 AND 160000),
  state            text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'passed', 'rejected')),
  reason           text        CHECK (reason IN ('collateral', 'source-of-funds', 'suspected-takeover', 'unsuitable', 'cancelled', 'expired')),
  note             text        CHECK (length(note) <= 300),
  sent_at          timestamptz NOT NULL,
  promised_at      timestamptz NOT NULL,
  decided_at       timestamptz,
  lent_on          date,
  due_on           date        CHECK (due_on = lent_on + term_days),
  -- Still owed.
  principal        bigint      NOT NULL DEFAULT 0 CHECK (principal BETWEEN 0 AND amount),
  interest         bigint      NOT NULL DEFAULT 0 CHECK (interest >= 0),
  interest_paid    bigint      NOT NULL DEFAULT 0 CHECK (interest_paid >= 0),
  -- Interest is rounded once over the days since the principal last changed, and is booked through this day.
  accrues_from     date,
  interest_through date        CHECK (interest_through >= accrues_from),
  -- The entry that lent the money.
  entry_id         uuid        UNIQUE,
  repaid_at        timestamptz,
  CONSTRAINT credit_loans_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT credit_loans_lent CHECK (num_nonnulls(lent_on, due_on, accrues_from, interest_through, entry_id)
    = CASE state WHEN 'passed' THEN 5 ELSE 0 END),
  CONSTRAINT credit_loans_rejected CHECK ((state = 'rejected') = (reason IS NOT NULL)),
  CONSTRAINT credit_loans_owed CHECK (CASE WHEN state = 'passed' THEN (repaid_at IS NOT NULL) = (principal = 0 AND interest = 0)
    ELSE principal = 0 AND interest = 0 AND repaid_at IS NULL END)
);
-- One open loan.
CREATE UNIQUE INDEX credit_loans_one_open ON app.credit_loans (member_id) WHERE state = 'pending' OR state = 'passed' AND repaid_at IS NULL;
CREATE INDEX credit_loans_of_member ON app.credit_loans (member_id, sent_at DESC, id DESC);
CREATE INDEX credit_loans_running ON app.credit_loans (interest_through, id) WHERE state = 'passed' AND repaid_at IS NULL;
CREATE INDEX credit_loans_pending ON app.credit_loans (sent_at) WHERE state = 'pending';
CREATE INDEX credit_loans_recent ON app.credit_loans (sent_at DESC, id DESC);
GRANT SELECT, INSERT (id, number, member_id, amount, term_days, apr_ppm, sent_at, promised_at) ON app.credit_loans TO fairlot_api;
GRANT SELECT ON app.credit_loans TO fairlot_worker, fairlot_console;
CREATE TRIGGER credit_loans_enforce_initial_state BEFORE INSERT ON app.credit_loans
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('credit-loan');
CREATE TRIGGER credit_loans_enforce_transition BEFORE UPDATE ON app.credit_loans FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('credit-loan');

-- Shares of one holding that secure a loan: one hold of the ledger, counted as closing in the holding.
CREATE TABLE app.credit_pledges (
  hold_id     uuid    PRIMARY KEY,
  loan_id     uuid    NOT NULL REFERENCES app.credit_loans (id),
  position_id uuid    NOT NULL REFERENCES app.positions (id),
  symbol      text    NOT NULL REFERENCES app.instruments (symbol),
  pledged     integer NOT NULL CHECK (pledged > 0),
  -- Still pledged.
  shares      integer NOT NULL CHECK (shares BETWEEN 0 AND pledged)
);
CREATE INDEX credit_pledges_of_loan ON app.credit_pledges (loan_id);
CREATE INDEX credit_pledges_of_position ON app.credit_pledges (position_id) WHERE shares > 0;
GRANT SELECT ON app.credit_pledges TO fairlot_api, fairlot_worker, fairlot_console;

CREATE TABLE app.credit_moves (
  entry_id   uuid        PRIMARY KEY,
  loan_id    uuid        NOT NULL REFERENCES app.credit_loans (id),
  kind       text        NOT NULL CHECK (kind IN ('pledged', 'freed', 'disbursed', 'accrued', 'repaid', 'collected')),
  principal  bigint      NOT NULL DEFAULT 0 CHECK (principal >= 0),
  interest   bigint      NOT NULL DEFAULT 0 CHECK (interest >= 0),
  -- Of a repayment: the member's id for it, what stayed owed, and the settlement date that a sale's proceeds came from.
  request_id uuid        UNIQUE,
  left_owed  bigint,
  due        date,
  hold_id    uuid        REFERENCES app.credit_pledges (hold_id),
  shares     integer     NOT NULL DEFAULT 0 CHECK (shares >= 0),
  at         timestamptz NOT NULL
);
CREATE INDEX credit_moves_of_loan ON app.credit_moves (loan_id, at);
GRANT SELECT ON app.credit_moves TO fairlot_api, fairlot_worker, fairlot_console;

CREATE TABLE app.credit_increases (
  id          uuid        PRIMARY KEY,
  number      text        NOT NULL,
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  -- Whole dollars.
  amount      bigint      NOT NULL CHECK (amount > 0 AND amount % 100 = 0),
  purpose     text        NOT NULL CHECK (purpose IN ('reserve', 'working', 'other')),
  state       text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'passed', 'rejected')),
  reason      text        CHECK (reason IN ('collateral', 'source-of-funds', 'suspected-takeover', 'unsuitable', 'cancelled', 'expired')),
  note        text        CHECK (length(note) <= 300),
  sent_at     timestamptz NOT NULL,
  promised_at timestamptz NOT NULL,
  decided_at  timestamptz,
  CONSTRAINT credit_increases_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT credit_increases_rejected CHECK ((state = 'rejected') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX credit_increases_one_pending ON app.credit_increases (member_id) WHERE state = 'pending';
CREATE INDEX credit_increases_of_member ON app.credit_increases (member_id, sent_at DESC, id DESC);
CREATE INDEX credit_increases_recent ON app.credit_increases (sent_at DESC, id DESC);
GRANT SELECT, INSERT (id, number, member_id, amount, purpose, sent_at, promised_at) ON app.credit_increases TO fairlot_api;
GRANT SELECT ON app.credit_increases TO fairlot_worker, fairlot_console;
CREATE TRIGGER credit_increases_enforce_initial_state BEFORE INSERT ON app.credit_increases
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('credit-increase');
CREATE TRIGGER credit_increases_enforce_transition BEFORE UPDATE ON app.credit_increases FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('credit-increase');

-- The move's entry has these lines and no others.
CREATE FUNCTION app.is_credit_entry(p_move app.credit_moves) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_move.entry_id AND e.posted_at = ledger.time_of(p_move.entry_id)
      AND e.event = 'credit.' || p_move.kind AND e.reference = p_move.loan_id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.hold_id, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_move.entry_id AND l.posted_at = ledger.time_of(p_move.entry_id) GROUP BY a.code, l.hold_id
    ) AS posted FULL JOIN (
      SELECT v.code, v.hold_id, v.amount
      FROM app.credit_loans o LEFT JOIN app.credit_pledges g ON g.hold_id = p_move.hold_id
      CROSS JOIN LATERAL (
        SELECT 'member/' || o.member_id AS owner,
          CASE p_move.kind WHEN 'disbursed' THEN 1 WHEN 'repaid' THEN -1 WHEN 'collected' THEN -1 ELSE 0 END AS way,
          CASE p_move.kind WHEN 'pledged' THEN -1 WHEN 'freed' THEN 1 ELSE 0 END AS shares
      ) AS s
      CROSS JOIN LATERAL (VALUES
        (s.owner || '/TWD/' || coalesce('receivable@' || p_move.due, 'available'), NULL::uuid, s.way * (p_move.principal + p_move.interest)),
        (s.owner || '/TWD/loan', NULL, -s.way * p_move.principal),
        ('lending/pool/TWD/lent', NULL, s.way * p_move.principal),
        ('lending/pool/TWD/available', NULL, -s.way * p_move.principal),
        (s.owner || '/TWD/interest', NULL, CASE p_move.kind WHEN 'accrued' THEN -p_move.interest ELSE -s.way * p_move.interest END),
        ('house/main/TWD/interest', NULL, CASE p_move.kind WHEN 'accrued' THEN p_move.interest ELSE 0 END),
        (s.owner || '/stk:' || g.symbol || '/available', NULL, s.shares * p_move.shares::bigint),
        (s.owner || '/stk:' || g.symbol || '/held', p_move.hold_id, -s.shares * p_move.shares::bigint)
      ) AS v (code, hold_id, amount) WHERE o.id = p_move.loan_id AND v.amount <> 0
    ) AS said ON said.code = posted.code AND said.hold_id IS NOT DISTINCT FROM posted.hold_id
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

-- A row and its entry are one: the row says what the entry did.
CREATE FUNCTION app.check_credit_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT app.is_credit_entry(NEW) THEN
    RAISE EXCEPTION 'entry % does not say what loan % does', NEW.entry_id, NEW.loan_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_moves_have_entry AFTER INSERT ON app.credit_moves FOR EACH ROW EXECUTE FUNCTION app.check_credit_move();

CREATE FUNCTION app.check_credit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.credit_moves m WHERE m.entry_id = NEW.id) THEN
    RAISE EXCEPTION 'entry %: no loan that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_enforce_credit AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.event ^@ 'credit.') EXECUTE FUNCTION app.check_credit_entry();

-- What the pledged shares of a loan are worth at the last price.
CREATE FUNCTION app.credit_value(p_loan uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(g.shares::bigint * coalesce(q.last, q.reference, i.reference)), 0)::bigint
  FROM app.credit_pledges g JOIN app.instruments i ON i.symbol = g.symbol LEFT JOIN settlement.prices q ON q.symbol = g.symbol
  WHERE g.loan_id = p_loan
$$;

-- Free shares of the borrower's own holding without a loan on it.
CREATE FUNCTION app.pledge_credit(p_loan uuid, p_hold uuid, p_position uuid, p_shares integer, p_entry uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_symbol text;
BEGIN
  UPDATE app.positions p SET closing = p.closing + p_shares FROM app.credit_loans o
  WHERE p.id = p_position AND o.id = p_loan AND p.member_id = o.member_id AND p.direction = 'long' AND p.loan = 0 AND NOT p.day_trade
    AND p.state <> 'closed' AND p.closing + p_shares <= p.shares
    AND (o.state = 'pending' OR o.state = 'passed' AND o.repaid_at IS NULL)
  RETURNING p.symbol INTO v_symbol;
  IF v_symbol IS NULL THEN
    RAISE EXCEPTION 'loan %: % shares of holding % cannot be pledged', p_loan, p_shares, p_position USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.credit_pledges (hold_id, loan_id, position_id, symbol, pledged, shares)
  VALUES (p_hold, p_loan, p_position, v_symbol, p_shares, p_shares);
  INSERT INTO app.credit_moves (entry_id, loan_id, kind, hold_id, shares, at) VALUES (p_entry, p_loan, 'pledged', p_hold, p_shares, p_now);
END $$;
GRANT EXECUTE ON FUNCTION app.pledge_credit TO fairlot_api, fairlot_worker;

-- All of a pledge, once its loan was rejected or is repaid.
CREATE FUNCTION app.free_credit_pledge(p_hold uuid, p_entry uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  pledge app.credit_pledges;
BEGIN
  SELECT g.* INTO STRICT pledge FROM app.credit_pledges g WHERE g.hold_id = p_hold AND g.shares > 0 FOR UPDATE;
  IF NOT EXISTS (SELECT FROM app.credit_loans o WHERE o.id = pledge.loan_id AND (o.state = 'rejected' OR o.repaid_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'loan % is open: its pledge stays', pledge.loan_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE app.positions SET closing = closing - pledge.shares WHERE id = pledge.position_id;
  UPDATE app.credit_pledges SET shares = 0 WHERE hold_id = p_hold;
  INSERT INTO app.credit_moves (entry_id, loan_id, kind, hold_id, shares, at)
  VALUES (p_entry, pledge.loan_id, 'freed', p_hold, pledge.shares, p_now);
END $$;
GRANT EXECUTE ON FUNCTION app.free_credit_pledge TO fairlot_api, fairlot_worker;

-- Lends what two operators approved, while the pledge still carries it: never above the regulator's six tenths.
CREATE FUNCTION app.pass_credit_loan(p_loan uuid, p_review uuid, p_entry uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_today date := (p_now AT TIME ZONE 'Asia/Taipei')::date;
  asked app.credit_loans;
BEGIN
  SELECT o.* INTO STRICT asked FROM app.credit_loans o WHERE o.id = p_loan AND o.state = 'pending' FOR UPDATE;
  IF NOT recon.is_approved_by_two(p_review, 'credit-loan', p_loan::text) THEN
    RAISE EXCEPTION 'loan % is not approved by two operators', p_loan USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- What they read is what is lent.
  IF NOT EXISTS (SELECT FROM app.reviews r WHERE r.id = p_review AND r.member_id = asked.member_id AND r.amount = asked.amount
    AND (r.payload ->> 'aprPpm')::integer = asked.apr_ppm AND (r.payload ->> 'termDays')::integer = asked.term_days) THEN
    RAISE EXCEPTION 'loan % is not what was approved', p_loan USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF asked.amount * 10 > app.credit_value(p_loan) * 6 THEN
    RAISE EXCEPTION 'loan %: its pledge does not carry %', p_loan, asked.amount USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.credit_loans SET state = 'passed', decided_at = p_now, lent_on = v_today, due_on = v_today + term_days, principal = amount,
    accrues_from = v_today, interest_through = v_today, entry_id = p_entry WHERE id = p_loan;
  INSERT INTO app.credit_moves (entry_id, loan_id, kind, principal, at) VALUES (p_entry, p_loan, 'disbursed', asked.amount, p_now);
END $$;

-- An operator rejected it, its review expired, or its pledge fell meanwhile.
CREATE FUNCTION app.reject_credit_loan(p_loan uuid, p_reason text, p_note text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.credit_loans o SET state = 'rejected', reason = p_reason, note = p_note, decided_at = p_now
  WHERE o.id = p_loan AND o.state = 'pending' AND p_reason <> 'cancelled' AND (
    EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'credit-loan' AND r.subject = p_loan::text AND (r.state = 'expired' OR r.decision = 'reject'))
    OR p_reason = 'collateral' AND o.amount * 10 > app.credit_value(p_loan) * 6);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'loan % cannot be rejected', p_loan USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION app.pass_credit_loan, app.reject_credit_loan TO fairlot_worker;

CREATE FUNCTION app.cancel_credit_loan(p_loan uuid, p_member uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.credit_loans o SET state = 'rejected', reason = 'cancelled', decided_at = p_now
  WHERE o.id = p_loan AND o.member_id = p_member AND o.state = 'pending' AND app.is_cancelled_by_member('credit-loan', p_loan, p_member);
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_credit_loan TO fairlot_api;

-- The limit of a member changes only so.
CREATE FUNCTION app.decide_credit_increase(p_increase uuid, p_review uuid, p_reason text, p_note text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.credit_increases c SET state = CASE WHEN p_reason IS NULL THEN 'passed' ELSE 'rejected' END, reason = p_reason, note = p_note,
    decided_at = p_now
  FROM app.reviews r
  WHERE c.id = p_increase AND c.state = 'pending' AND r.id = p_review AND r.kind = 'credit-increase' AND r.subject = p_increase::text
    AND CASE WHEN p_reason IS NULL THEN r.amount = c.amount AND r.member_id = c.member_id
        AND recon.is_approved_by_two(p_review, 'credit-increase', p_increase::text)
      ELSE r.state = 'expired' OR r.decision = 'reject' END;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'increase % is not decided by two operators', p_increase USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION app.decide_credit_increase TO fairlot_worker;

-- Interest of the days since the principal last changed, rounded once, a half up: packages/rules/src/credit/loan.ts computes the same.
CREATE FUNCTION app.credit_interest(p_loan app.credit_loans, p_through date) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT div(p_loan.principal::numeric * p_loan.apr_ppm * (p_through - p_loan.accrues_from) * 2 + 365000000, 730000000)::bigint
$$;

-- Books the growth up to a day that has begun.
CREATE FUNCTION app.accrue_credit(p_loan uuid, p_through date, p_entry uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  loan app.credit_loans;
  v_amount bigint;
BEGIN
  SELECT o.* INTO STRICT loan FROM app.credit_loans o
  WHERE o.id = p_loan AND o.state = 'passed' AND o.repaid_at IS NULL AND o.interest_through < p_through FOR UPDATE;
  IF p_through > ((clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second') AT TIME ZONE 'Asia/Taipei')::date THEN
    RAISE EXCEPTION 'loan %: % has not begun', p_loan, p_through USING ERRCODE = 'insufficient_privilege';
  END IF;
  v_amount := app.credit_interest(loan, p_through) - app.credit_interest(loan, loan.interest_through);
  UPDATE app.credit_loans SET interest = interest + v_amount, interest_through = p_through WHERE id = p_loan;
  IF v_amount > 0 THEN
    INSERT INTO app.credit_moves (entry_id, loan_id, kind, interest, at) VALUES (p_entry, p_loan, 'accrued', v_amount, p_now);
  END IF;
END $$;
-- The api too: a repayment pays the interest of its own day.
GRANT EXECUTE ON FUNCTION app.accrue_credit TO fairlot_worker, fairlot_api;

-- Interest first, never more than is owed. The last of it ends the loan.
CREATE FUNCTION app.repay_credit(p_loan uuid, p_member uuid, p_request uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.reduce_credit(p_loan, 'repaid', p_request, p_entry, p_interest, p_principal, NULL, p_now)
  FROM app.credit_loans o WHERE o.id = p_loan AND o.member_id = p_member;
  IF NOT FOUND THEN RAISE EXCEPTION 'loan % is not of member %', p_loan, p_member USING ERRCODE = 'insufficient_privilege'; END IF;
END $$;
GRANT EXECUTE ON FUNCTION app.repay_credit TO fairlot_api;

-- Only the functions that repay call it.
CREATE FUNCTION app.reduce_credit(p_loan uuid, p_kind text, p_request uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_due date,
  p_now timestamptz) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_left bigint;
BEGIN
  UPDATE app.credit_loans o SET interest = o.interest - p_interest, principal = o.principal - p_principal,
    interest_paid = o.interest_paid + p_interest,
    accrues_from = CASE WHEN p_principal > 0 THEN o.interest_through ELSE o.accrues_from END,
    repaid_at = CASE WHEN o.interest = p_interest AND o.principal = p_principal THEN p_now END
  WHERE o.id = p_loan AND o.state = 'passed' AND o.repaid_at IS NULL AND p_interest >= 0 AND p_principal >= 0 AND p_interest + p_principal > 0
    AND p_interest <= o.interest AND p_principal <= o.principal AND (p_principal = 0 OR p_interest = o.interest)
  RETURNING o.interest + o.principal INTO v_left;
  IF v_left IS NULL THEN
    RAISE EXCEPTION 'loan %: % and % cannot be repaid', p_loan, p_interest, p_principal USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.credit_moves (entry_id, loan_id, kind, principal, interest, request_id, left_owed, due, at)
  VALUES (p_entry, p_loan, p_kind, p_principal, p_interest, p_request, v_left, p_due, p_now);
END $$;
