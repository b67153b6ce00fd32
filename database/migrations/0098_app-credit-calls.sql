-- Watching the pledge of a credit loan: a call, its deadline, a sale through the ordinary book, and what the sale repays. Also the
-- inputs of the credit score, the rights to post and the reconciliation of credit.

CREATE TABLE app.credit_calls (
  id        uuid        PRIMARY KEY,
  loan_id   uuid        NOT NULL REFERENCES app.credit_loans (id),
  reason    text        NOT NULL CHECK (reason IN ('ratio', 'due')),
  state     text        NOT NULL CHECK (state IN ('open', 'forced', 'met', 'recovered', 'closed')),
  ratio_bp  integer     NOT NULL CHECK (ratio_bp >= 0),
  amount    bigint      NOT NULL CHECK (amount > 0),
  called_at timestamptz NOT NULL,
  deadline  timestamptz NOT NULL,
  forced_at timestamptz,
  ended_at  timestamptz,
  CONSTRAINT credit_calls_ended CHECK ((state IN ('open', 'forced')) = (ended_at IS NULL)),
  CONSTRAINT credit_calls_forced CHECK (state <> 'forced' OR forced_at IS NOT NULL),
  CONSTRAINT credit_calls_time CHECK (forced_at IS NOT NULL OR deadline >= called_at + interval '4 hours')
);
CREATE UNIQUE INDEX credit_calls_one_open ON app.credit_calls (loan_id) WHERE ended_at IS NULL;
CREATE INDEX credit_calls_of_loan ON app.credit_calls (loan_id, called_at DESC);
GRANT SELECT ON app.credit_calls TO fairlot_api, fairlot_worker, fairlot_console;
CREATE TRIGGER credit_calls_enforce_initial_state BEFORE INSERT ON app.credit_calls
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('credit-call');
CREATE TRIGGER credit_calls_enforce_transition BEFORE UPDATE ON app.credit_calls FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('credit-call');

-- One forced order: the shares it took from a pledge, and what its proceeds have repaid.
CREATE TABLE app.credit_sales (
  order_id    uuid    PRIMARY KEY,
  loan_id     uuid    NOT NULL REFERENCES app.credit_loans (id),
  position_id uuid    NOT NULL REFERENCES app.positions (id),
  shares      integer NOT NULL CHECK (shares > 0),
  collected   bigint  NOT NULL DEFAULT 0 CHECK (collected >= 0),
  -- Its order has ended, its proceeds are collected, and what it did not sell is pledged again.
  is_done     boolean NOT NULL DEFAULT false
);
CREATE INDEX credit_sales_of_loan ON app.credit_sales (loan_id);
GRANT SELECT ON app.credit_sales TO fairlot_api, fairlot_worker, fairlot_console;

CREATE FUNCTION app.check_credit_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.orders o WHERE o.id = NEW.order_id AND o.position_id = NEW.position_id AND o.quantity = NEW.shares
    AND o.purpose = 'close' AND o.origin = 'liquidation') THEN
    RAISE EXCEPTION 'sale % has no forced order', NEW.order_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER credit_sales_have_order AFTER INSERT ON app.credit_sales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION app.check_credit_sale();

-- Below the widest ratio that the rules allow, or after the term; forced at once only when the pledge hardly covers the loan.
CREATE FUNCTION app.call_credit(p_call uuid, p_loan uuid, p_reason text, p_state text, p_amount bigint, p_deadline timestamptz, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_value bigint := app.credit_value(p_loan);
  v_owed  bigint;
BEGIN
  SELECT o.principal + o.interest INTO STRICT v_owed FROM app.credit_loans o
  WHERE o.id = p_loan AND o.state = 'passed' AND o.repaid_at IS NULL AND CASE p_reason
    WHEN 'due' THEN o.due_on < (p_now AT TIME ZONE 'Asia/Taipei')::date ELSE v_value * 10000 < (o.principal + o.interest) * 16600 END FOR UPDATE;
  IF p_state = 'forced' AND (p_reason <> 'ratio' OR v_value * 10000 >= v_owed * 13000) THEN
    RAISE EXCEPTION 'loan % is not forced at once', p_loan USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM app.check_credit_clock(p_now);
  INSERT INTO app.credit_calls (id, loan_id, reason, state, ratio_bp, amount, called_at, deadline, forced_at)
  VALUES (p_call, p_loan, p_reason, p_state, least(v_value::numeric * 10000 / v_owed, 2000000000)::integer, p_amount, p_now, p_deadline,
    CASE p_state WHEN 'forced' THEN p_now END);
END $$;

-- No process decides by its own clock that a deadline has passed.
CREATE FUNCTION app.check_credit_clock(p_now timestamptz) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_now > clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second' THEN
    RAISE EXCEPTION '% has not come', p_now USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- Forced after the deadline, or when the pledge hardly covers the loan; ended as what the loan says.
CREATE FUNCTION app.move_credit_call(p_call uuid, p_state text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.check_credit_clock(p_now);
  UPDATE app.credit_calls c SET state = p_state, forced_at = CASE p_state WHEN 'forced' THEN p_now ELSE c.forced_at END,
    ended_at = CASE WHEN p_state <> 'forced' THEN p_now END
  FROM app.credit_loans o
  WHERE c.id = p_call AND c.ended_at IS NULL AND o.id = c.loan_id AND CASE p_state
    WHEN 'forced' THEN p_now > c.deadline OR c.reason = 'ratio' AND app.credit_value(o.id) * 10000 < (o.principal + o.interest) * 13000
    WHEN 'recovered' THEN o.repaid_at IS NULL
    ELSE o.repaid_at IS NOT NULL END;
  IF NOT FOUND THEN RAISE EXCEPTION 'call % cannot be %', p_call, p_state USING ERRCODE = 'insufficient_privilege'; END IF;
END $$;

-- Shares leave a pledge for a forced order of the same transaction.
CREATE FUNCTION app.sell_credit_pledge(p_hold uuid, p_shares integer, p_entry uuid, p_order uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE pledge app.credit_pledges;
BEGIN
  UPDATE app.credit_pledges g SET shares = g.shares - p_shares
  WHERE g.hold_id = p_hold AND g.shares >= p_shares AND p_shares > 0
    AND EXISTS (SELECT FROM app.credit_calls c WHERE c.loan_id = g.loan_id AND c.state = 'forced') RETURNING g.* INTO pledge;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'pledge %: % shares cannot be sold', p_hold, p_shares USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE app.positions SET closing = closing - p_shares WHERE id = pledge.position_id;
  INSERT INTO app.credit_moves (entry_id, loan_id, kind, hold_id, shares, at) VALUES (p_entry, pledge.loan_id, 'freed', p_hold, p_shares, p_now);
  INSERT INTO app.credit_sales (order_id, loan_id, position_id, shares) VALUES (p_order, pledge.loan_id, pledge.position_id, p_shares);
END $$;

-- Never more than the order brought after fee and tax. Without an order: the borrower's free money, when no pledge is left.
CREATE FUNCTION app.collect_credit(p_loan uuid, p_order uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_due date, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_order IS NULL THEN
    PERFORM FROM app.credit_calls c WHERE c.loan_id = p_loan AND c.state = 'forced' AND p_due IS NULL
      AND NOT EXISTS (SELECT FROM app.credit_pledges g WHERE g.loan_id = p_loan AND g.shares > 0)
      AND NOT EXISTS (SELECT FROM app.credit_sales s WHERE s.loan_id = p_loan AND NOT s.is_done);
  ELSE
    UPDATE app.credit_sales s SET collected = s.collected + p_interest + p_principal FROM app.orders o
    WHERE s.order_id = p_order AND s.loan_id = p_loan AND NOT s.is_done AND o.id = p_order
      AND s.collected + p_interest + p_principal <= o.filled_value - o.fee - o.tax;
  END IF;
  IF NOT FOUND THEN RAISE EXCEPTION 'loan %: nothing to collect', p_loan USING ERRCODE = 'insufficient_privilege'; END IF;
  PERFORM app.reduce_credit(p_loan, 'collected', NULL, p_entry, p_interest, p_principal, p_due, p_now);
END $$;

-- After its order has ended; unsold shares were pledged again, or the loan is repaid.
CREATE FUNCTION app.end_credit_sale(p_order uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.credit_sales s SET is_done = true FROM app.orders o
  WHERE s.order_id = p_order AND NOT s.is_done AND o.id = p_order AND o.state <> 'entrusted';
  IF NOT FOUND THEN RAISE EXCEPTION 'sale % has not ended', p_order USING ERRCODE = 'insufficient_privilege'; END IF;
END $$;
GRANT EXECUTE ON FUNCTION app.call_credit, app.move_credit_call, app.sell_credit_pledge, app.collect_credit, app.end_credit_sale TO fairlot_worker;

-- The four inputs of the score, of the last twelve months, and nothing else about a member.
CREATE FUNCTION app.credit_inputs(p_member uuid, p_now timestamptz) RETURNS TABLE (kind text, happened_on date, times integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH t AS (
    SELECT (p_now AT TIME ZONE 'Asia/Taipei')::date AS today, ((p_now AT TIME ZONE 'Asia/Taipei')::date - interval '12 months')::date AS since
  ), late AS (
    SELECT x.upto, x.upto - greatest(o.due_on, t.since) AS days
    FROM t, app.credit_loans o CROSS JOIN LATERAL (SELECT coalesce((o.repaid_at AT TIME ZONE 'Asia/Taipei')::date, t.today) AS upto) AS x
    WHERE o.member_id = p_member AND o.state = 'passed'
  ), calls AS (
    SELECT c.deadline, c.called_at, c.ended_at FROM app.margin_calls c WHERE c.member_id = p_member
    UNION ALL SELECT c.deadline, c.called_at, c.ended_at FROM app.credit_calls c JOIN app.credit_loans o ON o.id = c.loan_id
    WHERE o.member_id = p_member AND c.reason = 'ratio'
  )
  SELECT 'late-day', late.upto, late.days FROM late WHERE late.days > 0
  UNION ALL
  SELECT 'late-call', (c.deadline AT TIME ZONE 'Asia/Taipei')::date, 1 FROM calls c, t
  WHERE c.deadline > c.called_at AND coalesce(c.ended_at, p_now) > c.deadline AND (c.deadline AT TIME ZONE 'Asia/Taipei')::date > t.since
  UNION ALL
  SELECT 'forced-sale', x.sold, 1 FROM t, app.positions p
  CROSS JOIN LATERAL (SELECT (coalesce(p.closed_at, p.close_asked_at) AT TIME ZONE 'Asia/Taipei')::date AS sold) AS x
  WHERE p.member_id = p_member AND p.reason = 'liquidated' AND x.sold > t.since
  UNION ALL
  SELECT 'default', a.due, 1 FROM t, ledger.accounts a LEFT JOIN ledger.balances b ON b.account_id = a.id
  WHERE a.owner_kind = 'member' AND a.owner_id = p_member::text AND a.kind = 'payable' AND a.due > t.since AND a.due < t.today
    AND (b.balance <> 0 OR EXISTS (SELECT FROM ledger.lines l WHERE l.account_id = a.id
      AND l.posted_at >= (a.due + 1)::timestamp AT TIME ZONE 'Asia/Taipei'))
$$;
GRANT EXECUTE ON FUNCTION app.credit_inputs TO fairlot_api, fairlot_console;

-- A pledge counts as closing. As before, and these shares.
CREATE OR REPLACE FUNCTION app.check_closing_of_api() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.positions p
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(o.left_shares) FILTER (WHERE o.replaces IS NULL OR o.accepted_at IS NOT NULL), 0) AS shares
      FROM app.orders o WHERE o.position_id = p.id AND o.purpose = 'close' AND o.state = 'entrusted'
        AND o.id >= app.first_order_id(p.opened_at)
    ) AS working
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.quantity), 0) AS shares
      FROM app.conditional_orders c WHERE c.position_id = p.id AND c.state = 'waiting'
    ) AS waiting
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(g.shares), 0) AS shares FROM app.credit_pledges g WHERE g.position_id = p.id AND g.shares > 0
    ) AS pledged
    WHERE p.id = NEW.id
      AND p.closing - pledged.shares BETWEEN working.shares AND working.shares + waiting.shares
  ) THEN
    RAISE EXCEPTION 'position % counts shares as closing that no order closes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- The ledger's events.
SELECT ledger.allow_posting(role, 'credit.pledged', '-member/available +member/held', 'shares', 'within-owner')
FROM unnest(ARRAY['fairlot_api', 'fairlot_worker']) AS role;
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by)
SELECT role, 'credit.freed', 'member', v.kind, v.direction, 'shares', 'within-owner', v.opened_by
FROM unnest(ARRAY['fairlot_api', 'fairlot_worker']) AS role, (VALUES ('available', 'in', NULL), ('held', 'out', 'credit.pledged'))
  AS v (kind, direction, opened_by);
SELECT ledger.allow_posting('fairlot_worker', 'credit.disbursed', '-lending/available +lending/lent -member/loan +member/available', 'money');
SELECT ledger.allow_posting(role, 'credit.accrued', '+house/interest -member/interest', 'money')
FROM unnest(ARRAY['fairlot_api', 'fairlot_worker']) AS role;
SELECT ledger.allow_posting('fairlot_api', 'credit.repaid',
  '-member/available +member/interest +member/loan +lending/available -lending/lent', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'credit.collected',
  '-member/available -member/receivable +member/interest +member/loan +lending/available -lending/lent', 'money');

-- Reconciliation.
INSERT INTO recon.events VALUES
  ('credit.pledged', true, '{member/available,member/held}'),
  ('credit.freed', true, '{member/available,member/held}'),
  ('credit.disbursed', true, '{lending/available,lending/lent,member/loan,member/available}'),
  ('credit.accrued', true, '{house/interest,member/interest}'),
  ('credit.repaid', true, '{member/available,member/interest,member/loan,lending/available,lending/lent}'),
  ('credit.collected', true, '{member/available,member/receivable,member/interest,member/loan,lending/available,lending/lent}');
