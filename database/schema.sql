-- Written by `npm run schema` from the migrations. For reading; never applied.

CREATE SCHEMA app;

CREATE SCHEMA audit;

CREATE SCHEMA directory;

CREATE SCHEMA exchange;

CREATE SCHEMA ledger;

CREATE SCHEMA market;

CREATE SCHEMA platform;

CREATE SCHEMA practice;

CREATE SCHEMA recon;

CREATE SCHEMA settlement;

CREATE SCHEMA status;

CREATE TYPE recon.finding AS (
	code text,
	unit text,
	counted bigint,
	value numeric,
	difference numeric,
	detail text
);

CREATE FUNCTION app.accrue_credit(p_loan uuid, p_through date, p_entry uuid, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.accrue_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  action  app.corporate_actions;
  v_wrong uuid;
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'ex' FOR UPDATE;
  SELECT u.id INTO v_wrong FROM unnest(p_members, p_entries) AS u (id, entry)
  LEFT JOIN app.dividend_entitlements d ON d.action_id = p_action AND d.member_id = u.id AND d.accrued_entry IS NULL
  WHERE (d.member_id IS NOT NULL AND app.is_dividend_entry(d, action, 'dividend.accrued', u.entry)) IS NOT TRUE LIMIT 1;
  IF v_wrong IS NOT NULL THEN
    RAISE EXCEPTION 'dividend %: the entry of % is not what they are entitled to', p_action, v_wrong USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.dividend_entitlements d SET accrued_entry = u.entry, accrued_at = p_now
  FROM unnest(p_members, p_entries) AS u (id, entry) WHERE d.action_id = p_action AND d.member_id = u.id;
  -- What is owed is collected on the payment date, as every debt of a settlement date.
  INSERT INTO settlement.dues (due, owner, asset)
  SELECT action.pays_on, 'member/' || d.member_id, 'TWD' FROM app.dividend_entitlements d
  WHERE d.action_id = p_action AND d.member_id = ANY (p_members) AND d.owed + d.owed_supplement > 0 ORDER BY d.member_id
  ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false;
END $$;

CREATE TABLE app.corporate_actions (
    id uuid NOT NULL,
    review_id uuid NOT NULL,
    symbol text NOT NULL,
    cash_micros bigint NOT NULL,
    ex_on date NOT NULL,
    pays_on date NOT NULL,
    supplement_from bigint NOT NULL,
    supplement_rate integer NOT NULL,
    state text DEFAULT 'announced'::text NOT NULL,
    announced_at timestamp with time zone NOT NULL,
    held_on date,
    close integer,
    reference integer,
    holders integer,
    ex_at timestamp with time zone,
    paid_at timestamp with time zone,
    cancelled_at timestamp with time zone,
    cancel_review_id uuid,
    stock_micros bigint DEFAULT 0 NOT NULL,
    split_to integer DEFAULT 1 NOT NULL,
    split_from integer DEFAULT 1 NOT NULL,
    par_value integer DEFAULT 1000 NOT NULL,
    fraction_rate integer DEFAULT 10000 NOT NULL,
    ratio_to bigint GENERATED ALWAYS AS (((1000000 + stock_micros) * split_to)) STORED,
    ratio_from bigint GENERATED ALWAYS AS (((1000000)::bigint * split_from)) STORED,
    seats_entry uuid,
    seats_accrued uuid,
    seats_paid uuid,
    seats_delivered uuid,
    CONSTRAINT corporate_actions_cancelled CHECK ((num_nonnulls(cancelled_at, cancel_review_id) =
CASE state
    WHEN 'cancelled'::text THEN 2
    ELSE 0
END)),
    CONSTRAINT corporate_actions_cash_micros_check CHECK ((cash_micros >= 0)),
    CONSTRAINT corporate_actions_check CHECK ((pays_on > ex_on)),
    CONSTRAINT corporate_actions_check1 CHECK ((held_on < ex_on)),
    CONSTRAINT corporate_actions_close_check CHECK ((close > 0)),
    CONSTRAINT corporate_actions_ex CHECK ((num_nonnulls(held_on, close, reference, holders, ex_at) =
CASE
    WHEN (state = ANY (ARRAY['announced'::text, 'cancelled'::text])) THEN 0
    ELSE 5
END)),
    CONSTRAINT corporate_actions_fraction_rate_check CHECK (((fraction_rate >= 0) AND (fraction_rate <= 10000))),
    CONSTRAINT corporate_actions_holders_check CHECK ((holders >= 0)),
    CONSTRAINT corporate_actions_paid CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))),
    CONSTRAINT corporate_actions_par_value_check CHECK ((par_value > 0)),
    CONSTRAINT corporate_actions_reference_check CHECK ((reference > 0)),
    CONSTRAINT corporate_actions_some CHECK (
CASE
    WHEN (split_to = split_from) THEN ((split_to = 1) AND ((cash_micros + stock_micros) > 0))
    ELSE (((cash_micros + stock_micros) = 0) AND (split_to <= (split_from * (100)::bigint)) AND (split_from <= (split_to * (100)::bigint)))
END),
    CONSTRAINT corporate_actions_split_from_check CHECK (((split_from >= 1) AND (split_from <= 1000))),
    CONSTRAINT corporate_actions_split_to_check CHECK (((split_to >= 1) AND (split_to <= 1000))),
    CONSTRAINT corporate_actions_state_check CHECK ((state = ANY (ARRAY['announced'::text, 'ex'::text, 'paid'::text, 'cancelled'::text]))),
    CONSTRAINT corporate_actions_stock_micros_check CHECK (((stock_micros >= 0) AND (stock_micros <= 1000000))),
    CONSTRAINT corporate_actions_supplement_from_check CHECK ((supplement_from > 0)),
    CONSTRAINT corporate_actions_supplement_rate_check CHECK (((supplement_rate >= 0) AND (supplement_rate <= 10000)))
);

CREATE FUNCTION app.adjust_positions(action app.corporate_actions, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_stray uuid;
BEGIN
  -- A split ends orders and conditional orders first; what is left in closing is pledged.
  IF action.split_to <> action.split_from THEN
    SELECT p.id INTO v_stray FROM app.positions p WHERE p.symbol = action.symbol AND p.state <> 'closed'
      AND p.closing <> (SELECT coalesce(sum(g.shares), 0) FROM app.credit_pledges g WHERE g.position_id = p.id) LIMIT 1;
    IF v_stray IS NOT NULL THEN
      RAISE EXCEPTION 'split %: position % has an open order', action.id, v_stray USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  UPDATE app.positions p SET shares = CASE s.shares_to WHEN 0 THEN p.shares ELSE s.shares_to END, opened_shares = s.opened_to,
    realised = p.realised + s.realised,
    closed_basis = p.closed_basis - CASE p.direction WHEN 'long' THEN s.realised ELSE -s.realised END,
    closing = CASE WHEN action.split_to = action.split_from THEN p.closing + s.arriving ELSE (
      SELECT coalesce(sum(div(g.shares * least(action.ratio_to, action.ratio_from)::numeric, action.ratio_from)), 0)
      FROM app.credit_pledges g WHERE g.position_id = p.id) END,
    state = CASE s.shares_to WHEN 0 THEN 'preparing-to-close' ELSE p.state END
  FROM app.share_adjustments s WHERE s.action_id = action.id AND p.id = s.position_id;
  UPDATE app.positions p SET state = 'closed', shares = 0, closing = 0, closed_at = p_now
  FROM app.share_adjustments s WHERE s.action_id = action.id AND p.id = s.position_id AND s.shares_to = 0;
  -- New shares of a pledge are held when they have arrived; a split's at once.
  UPDATE app.credit_pledges g SET arriving = div(g.shares * action.ratio_to::numeric, action.ratio_from) - g.shares
  WHERE g.symbol = action.symbol AND g.shares > 0 AND action.ratio_to > action.ratio_from;
END $$;

CREATE FUNCTION app.adjust_triggers(p_kind text, action app.corporate_actions) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_path text[];
BEGIN
  FOREACH v_path SLICE 1 IN ARRAY ARRAY[ARRAY['stop', 'trigger'], ARRAY['stop', 'price'], ARRAY['takeProfit', 'price']] LOOP
    UPDATE app.conditional_orders c SET body = jsonb_set(c.body, v_path, to_jsonb(app.ex_price(p_kind, (c.body #>> v_path)::integer,
      action.cash_micros, action.ratio_to, action.ratio_from)))
    WHERE c.symbol = action.symbol AND c.state = 'waiting' AND c.kind <> 'entry' AND c.due IS NULL AND c.body #>> v_path IS NOT NULL;
  END LOOP;
  UPDATE app.conditional_orders c
  SET best_price = app.ex_price(p_kind, c.best_price, action.cash_micros, action.ratio_to, action.ratio_from)
  WHERE c.symbol = action.symbol AND c.state = 'waiting' AND c.kind <> 'entry' AND c.due IS NULL AND c.best_price IS NOT NULL;
  -- In two steps, because an adjusted alert may meet one that is not adjusted yet. No price reaches a billion.
  UPDATE app.price_alerts a
  SET threshold = 1000000000 + app.ex_price(p_kind, a.threshold, action.cash_micros, action.ratio_to, action.ratio_from)
  WHERE a.symbol = action.symbol AND a.state = 'waiting' AND a.kind <> 'moves';
  UPDATE app.price_alerts a SET threshold = a.threshold - 1000000000
  WHERE a.symbol = action.symbol AND a.state = 'waiting' AND a.kind <> 'moves' AND a.threshold > 1000000000;
END $$;

CREATE FUNCTION app.allot_placement(p_placement uuid, p_date date, p_settles_on date, p_sellable_on date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  offer   app.placements;
  v_given integer;
BEGIN
  SELECT p.* INTO STRICT offer FROM app.placements p WHERE p.id = p_placement AND p.state = 'drawing' FOR UPDATE;
  IF NOT EXISTS (SELECT FROM app.draws d WHERE d.id = offer.draw_id AND d.state = 'decided') THEN
    RAISE EXCEPTION 'placement %: its draw is not decided', p_placement USING ERRCODE = 'check_violation';
  END IF;
  WITH asked AS (
    SELECT a.id, a.lots, r.rank AS place FROM app.placement_applications a
    LEFT JOIN app.draw_tickets t ON t.draw_id = offer.draw_id AND t.reference = a.id
    LEFT JOIN app.draw_ranks r ON r.draw_id = t.draw_id AND r.ticket_id = t.id
    WHERE a.placement_id = p_placement AND a.state = 'waiting'
  ), parts AS (
    SELECT s.id, s.lots, s.place,
      CASE WHEN offer.method = 'lot' THEN 0 ELSE least(s.lots, offer.lots::bigint * s.lots / offer.applied_lots) END AS base,
      CASE WHEN offer.method = 'lot' OR offer.applied_lots <= offer.lots THEN 0 ELSE offer.lots::bigint * s.lots % offer.applied_lots END
        AS remainder
    FROM asked s
  ), ranked AS (
    SELECT p.*, row_number() OVER (ORDER BY p.remainder DESC, p.place) AS rank, sum(p.base) OVER () AS given FROM parts p
  )
  UPDATE app.placement_applications a SET place = k.place, base_lots = k.base, remainder = k.remainder, rank = k.rank,
    allotted_lots = CASE
      WHEN offer.method = 'lot' THEN CASE WHEN k.rank <= offer.lots / offer.min_lots THEN k.lots ELSE 0 END
      ELSE k.base + CASE WHEN k.rank <= least(offer.lots, offer.applied_lots) - k.given THEN 1 ELSE 0 END END
  FROM ranked k WHERE a.id = k.id;
  SELECT coalesce(sum(a.base_lots), 0) INTO v_given FROM app.placement_applications a
  WHERE a.placement_id = p_placement AND a.state = 'waiting';
  UPDATE app.placements SET state = 'allotting', base_lots = v_given, allotted_on = p_date, settles_on = p_settles_on,
    sellable_on = p_sellable_on WHERE id = p_placement;
END $$;

CREATE FUNCTION app.announce_corporate_action(p_review uuid, p_now timestamp with time zone) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_id uuid;
BEGIN
  INSERT INTO app.corporate_actions (id, review_id, symbol, cash_micros, stock_micros, split_to, split_from, ex_on, pays_on,
    supplement_from, supplement_rate, par_value, fraction_rate, announced_at)
  SELECT r.subject::uuid, r.id, r.payload ->> 'symbol', (r.payload ->> 'cashMicros')::bigint,
    coalesce((r.payload ->> 'stockMicros')::bigint, 0), coalesce((r.payload ->> 'splitTo')::integer, 1),
    coalesce((r.payload ->> 'splitFrom')::integer, 1), (r.payload ->> 'exOn')::date, (r.payload ->> 'paysOn')::date,
    (r.payload ->> 'supplementFrom')::bigint, (r.payload ->> 'supplementRate')::integer,
    coalesce((r.payload ->> 'parValue')::integer, 1000), coalesce((r.payload ->> 'fractionRate')::integer, 10000), p_now
  FROM app.reviews r WHERE r.id = p_review AND recon.is_approved_by_two(r.id, 'corporate-actions', r.subject)
    -- With real money the issuer's payment would have to be received first.
    AND EXISTS (SELECT FROM platform.installation n WHERE n.money = 'practice')
  RETURNING id INTO v_id;
  IF v_id IS NULL THEN
    RAISE EXCEPTION 'review % is not approved by two operators, or the money is not practice money', p_review USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN v_id;
END $$;

CREATE FUNCTION app.answer_support(p_answer uuid, p_thread uuid, p_operator uuid, p_session uuid, p_text text, p_closes boolean, p_seen uuid, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  thread   app.support_threads;
  v_newest uuid;
  v_at     timestamptz;
BEGIN
  -- Refuses a session that is not this operator's, or has ended, and a wrong clock.
  PERFORM app.device_of(p_session, p_operator, p_now);
  SELECT t.* INTO thread FROM app.support_threads t WHERE t.id = p_thread FOR UPDATE;
  IF NOT FOUND THEN RETURN 'support.thread-not-found'; END IF;
  IF NOT app.has_right(p_operator, 'answer-support', p_now) THEN RETURN 'review.not-allowed'; END IF;
  IF app.is_related(p_operator, thread.member_id) THEN RETURN 'review.own-account'; END IF;
  SELECT e.id INTO v_newest FROM (
    SELECT m.id, m.at FROM app.support_messages m WHERE m.thread_id = p_thread
    UNION ALL SELECT a.id, a.at FROM app.support_answers a WHERE a.thread_id = p_thread
  ) AS e ORDER BY e.at DESC, e.id DESC LIMIT 1;
  IF v_newest IS DISTINCT FROM p_seen THEN RETURN 'support.changed'; END IF;
  v_at := greatest(p_now, thread.last_at + interval '1 millisecond');
  INSERT INTO app.support_answers (id, thread_id, operator_id, operator, session_id, text, closes, at)
  SELECT p_answer, p_thread, o.id, o.name, p_session, p_text, p_closes, v_at
  FROM app.operators o WHERE o.id = p_operator;
  UPDATE app.support_waits w SET answered_at = v_at WHERE w.thread_id = p_thread AND w.answered_at IS NULL;
  UPDATE app.support_threads t SET last_at = v_at, due_at = NULL,
    state = CASE WHEN p_closes OR t.state = 'closed' THEN 'closed' ELSE 'answered' END
  WHERE t.id = p_thread;
  RETURN NULL;
END $$;

CREATE FUNCTION app.apply_top_up(p_member uuid, p_entry uuid, p_call uuid, p_positions uuid[], p_interest bigint[], p_loan bigint[], p_collateral bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.are_separated(one uuid, other uuid, p_at timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM app.operators o
    WHERE o.separated_until > p_at
      AND ((o.id = one AND o.proposed_by = other) OR (o.id = other AND o.proposed_by = one))
  )
$$;

CREATE FUNCTION app.arriving_shares(p_position uuid) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(sum(s.arriving), 0) FROM app.share_adjustments s
  JOIN app.dividend_entitlements d ON d.action_id = s.action_id AND d.member_id = s.member_id
  WHERE s.position_id = p_position AND s.arriving > 0 AND d.delivered_entry IS NULL
$$;

CREATE FUNCTION app.auction_bids_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  found text;
BEGIN
  IF EXISTS (SELECT FROM jsonb_each(jsonb_strip_nulls(to_jsonb(OLD) - ARRAY['state', 'awarded', 'kept'])) b
      WHERE to_jsonb(NEW) -> b.key IS DISTINCT FROM b.value)
    OR OLD.rank IS NOT NULL AND (NEW.awarded, NEW.kept) IS DISTINCT FROM (OLD.awarded, OLD.kept) THEN
    RAISE EXCEPTION 'bid % stays as it was sent, opened and ranked', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.price, NEW.problem, NEW.rank, NEW.awarded, NEW.kept) IS DISTINCT FROM (OLD.price, OLD.problem, OLD.rank, OLD.awarded, OLD.kept) THEN
    SELECT state INTO found FROM app.auctions WHERE id = NEW.auction_id;
    IF found IS DISTINCT FROM 'opened' THEN
      RAISE EXCEPTION 'bid %: its auction is not being opened', OLD.id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.auction_reference(p_auction uuid) RETURNS integer
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT app.floor_to_tick(least(1000000000, div(sum(b.price * b.awarded), sum(b.awarded)))::bigint)
  FROM app.auction_bids b WHERE b.auction_id = p_auction AND b.awarded > 0
$$;

CREATE FUNCTION app.auctions_kept() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '%: rows of an auction are kept', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION app.auctions_published() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM jsonb_each(jsonb_strip_nulls(to_jsonb(OLD) - 'state')) b
    WHERE to_jsonb(NEW) -> b.key IS DISTINCT FROM b.value) THEN
    RAISE EXCEPTION 'auction %: what is published stays as it is', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.authenticators_step_increases() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NEW.last_step <= OLD.last_step THEN
    RAISE EXCEPTION 'an authenticator step is used once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.available_balances(p_member uuid, p_asset text, p_date date, p_include_receivables boolean) RETURNS TABLE(account text, balance bigint)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT c.code, b.balance
  FROM (
    SELECT 'member/' || p_member || '/' || p_asset || '/available' AS code, 0 AS place
    UNION ALL
    SELECT 'member/' || p_member || '/' || p_asset || '/receivable@' || (p_date + n), n + 100
    FROM generate_series(-14, 20) AS n WHERE p_include_receivables
  ) AS c
  JOIN ledger.balances b ON b.account_id = ledger.account_id(c.code)
  WHERE b.balance > 0
  ORDER BY c.place
$$;

CREATE FUNCTION app.bank_accounts_usable_from_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.usable_from IS NOT NULL AND NEW.usable_from IS DISTINCT FROM OLD.usable_from THEN
    RAISE EXCEPTION 'the waiting time of bank account % is never shortened', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.bank_statement_lines_matched_once() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.matched_at IS NOT NULL THEN
    RAISE EXCEPTION 'line % was matched already', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.bars_of(of_member uuid) RETURNS text[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(
    array_agg(CASE WHEN kind = 'frozen' AND reason = 'court-order' THEN 'frozen-by-law' ELSE kind END), '{}'
  )
  FROM app.restrictions WHERE member_id = of_member AND lifted_at IS NULL
$$;

CREATE TABLE app.positions (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    kind text NOT NULL,
    direction text NOT NULL,
    multiple smallint NOT NULL,
    product text DEFAULT 'competition'::text NOT NULL,
    opened_on date NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    settles_on date NOT NULL,
    sellable_on date NOT NULL,
    unlocks_at timestamp with time zone NOT NULL,
    day_trade boolean NOT NULL,
    state text DEFAULT 'holding'::text NOT NULL,
    reason text,
    opened_shares integer NOT NULL,
    shares integer NOT NULL,
    closing integer DEFAULT 0 NOT NULL,
    opened_value bigint NOT NULL,
    open_fee bigint DEFAULT 0 NOT NULL,
    open_tax bigint DEFAULT 0 NOT NULL,
    borrow_fee bigint DEFAULT 0 NOT NULL,
    loan bigint DEFAULT 0 NOT NULL,
    collateral bigint DEFAULT 0 NOT NULL,
    interest bigint DEFAULT 0 NOT NULL,
    interest_through date NOT NULL,
    closed_value bigint DEFAULT 0 NOT NULL,
    close_fee bigint DEFAULT 0 NOT NULL,
    close_tax bigint DEFAULT 0 NOT NULL,
    interest_paid bigint DEFAULT 0 NOT NULL,
    realised bigint DEFAULT 0 NOT NULL,
    close_asked_at timestamp with time zone,
    closed_at timestamp with time zone,
    closed_basis bigint DEFAULT 0 NOT NULL,
    origin text DEFAULT 'market'::text NOT NULL,
    CONSTRAINT positions_check CHECK (((closing >= 0) AND (closing <= shares))),
    CONSTRAINT positions_closed_at CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT positions_closed_is_empty CHECK (((state = 'closed'::text) = (shares = 0))),
    CONSTRAINT positions_collateral_check CHECK ((collateral >= 0)),
    CONSTRAINT positions_direction_check CHECK ((direction = ANY (ARRAY['long'::text, 'short'::text]))),
    CONSTRAINT positions_interest_check CHECK ((interest >= 0)),
    CONSTRAINT positions_kind_check CHECK ((kind = ANY (ARRAY['stock'::text, 'etf'::text]))),
    CONSTRAINT positions_loan_check CHECK ((loan >= 0)),
    CONSTRAINT positions_opened_shares_check CHECK ((opened_shares > 0)),
    CONSTRAINT positions_origin_check CHECK ((origin = ANY (ARRAY['market'::text, 'block'::text, 'subscription'::text, 'placement'::text, 'auction'::text]))),
    CONSTRAINT positions_product_check CHECK ((product = ANY (ARRAY['competition'::text, 'auction'::text, 'etf'::text, 'placing'::text]))),
    CONSTRAINT positions_reason_check CHECK ((reason = ANY (ARRAY['member'::text, 'conditional'::text, 'liquidated'::text, 'auto-cover'::text]))),
    CONSTRAINT positions_shares_check CHECK ((shares >= 0)),
    CONSTRAINT positions_state_check CHECK ((state = ANY (ARRAY['holding'::text, 'preparing-to-close'::text, 'closed'::text])))
)
WITH (fillfactor='80');

CREATE FUNCTION app.basis_used(p app.positions, p_closed bigint, p_opened bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT (div(p.opened_value::numeric * p_closed, p_opened) + CASE p.direction WHEN 'long' THEN 1 ELSE -1 END
    * (div(p.open_fee::numeric * p_closed, p_opened) + div(p.open_tax::numeric * p_closed, p_opened)
      + div(p.borrow_fee::numeric * p_closed, p_opened)))::bigint
$$;

CREATE FUNCTION app.begin_currency_backup(p_review uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_review app.reviews;
BEGIN
  SELECT r.* INTO STRICT v_review FROM app.reviews r WHERE r.id = p_review;
  IF NOT recon.is_approved_by_two(p_review, 'currency-backup', v_review.subject) THEN
    RAISE EXCEPTION 'review % is not approved by two operators', p_review USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM app.currency_backups b WHERE b.review_id = p_review) THEN
    RETURN false;
  END IF;
  UPDATE app.currency_backups b SET ended_at = greatest(p_now, b.began_at) WHERE b.currency = v_review.subject AND b.ended_at IS NULL;
  INSERT INTO app.currency_backups (review_id, currency, source, began_at, until)
  VALUES (p_review, v_review.subject, v_review.payload ->> 'source', p_now,
    p_now + (v_review.payload ->> 'minutes')::integer * interval '1 minute');
  RETURN true;
END $$;

CREATE FUNCTION app.book_allotments(p_placement uuid, p_applications uuid[], p_entries uuid[], p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  offer  app.placements;
  v_kind text;
  v_wrong uuid;
BEGIN
  SELECT p.* INTO STRICT offer FROM app.placements p WHERE p.id = p_placement AND p.state = 'allotting' FOR UPDATE;
  SELECT i.kind INTO STRICT v_kind FROM app.instruments i WHERE i.symbol = offer.symbol;
  SELECT u.id INTO v_wrong FROM unnest(p_applications, p_entries) AS u (id, entry)
  LEFT JOIN app.placement_applications a ON a.id = u.id AND a.placement_id = p_placement AND a.state = 'waiting'
  WHERE (a.allotted_lots IS NOT NULL AND app.is_placement_entry(a, offer, u.entry)) IS NOT TRUE LIMIT 1;
  IF v_wrong IS NOT NULL THEN
    RAISE EXCEPTION 'application %: its entry does not say what was allotted', v_wrong USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, product, origin, opened_on, opened_at, settles_on,
    sellable_on, unlocks_at, day_trade, opened_shares, shares, opened_value, interest_through)
  SELECT a.id, a.member_id, offer.symbol, v_kind, 'long', 100, offer.kind, 'placement', offer.allotted_on, p_now, offer.settles_on,
    offer.sellable_on, p_now, false, a.allotted_lots * 1000, a.allotted_lots * 1000, offer.price::bigint * a.allotted_lots * 1000,
    offer.allotted_on
  FROM app.placement_applications a WHERE a.id = ANY (p_applications) AND a.allotted_lots > 0 ORDER BY a.id;
  INSERT INTO settlement.dues (due, owner, asset)
  SELECT DISTINCT offer.settles_on, v.owner, v.asset FROM app.placement_applications a, LATERAL (VALUES
    ('member/' || a.member_id, 'stk:' || offer.symbol), ('seat/' || offer.seat_id, 'TWD')) AS v (owner, asset)
  WHERE a.id = ANY (p_applications) AND a.allotted_lots > 0 ORDER BY v.owner
  ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false;
  UPDATE app.placement_applications a SET state = CASE WHEN a.allotted_lots > 0 THEN 'allotted' ELSE 'not-allotted' END,
    decided_at = p_now, entry_id = u.entry
  FROM unnest(p_applications, p_entries) AS u (id, entry) WHERE a.id = u.id;
END $$;

CREATE FUNCTION app.book_block_trade(p_application uuid, p_review uuid, p_entry uuid, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  asked   app.block_applications;
  listing app.block_listings;
  v_kind  text;
BEGIN
  SELECT a.* INTO STRICT asked FROM app.block_applications a WHERE a.id = p_application FOR UPDATE;
  SELECT l.* INTO STRICT listing FROM app.block_listings l WHERE l.id = asked.listing_id;
  SELECT i.kind INTO STRICT v_kind FROM app.instruments i WHERE i.symbol = listing.symbol;
  IF asked.state <> 'pending' THEN
    RAISE EXCEPTION 'application % is %', p_application, asked.state USING ERRCODE = 'check_violation';
  END IF;
  IF NOT recon.is_approved_by_two(p_review, 'block-trade', p_application::text) THEN
    RAISE EXCEPTION 'application % is not approved by two operators', p_application USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT app.is_block_entry(asked, listing, p_entry) THEN
    RAISE EXCEPTION 'entry % does not trade application %', p_entry, p_application USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, origin, opened_on, opened_at, settles_on, sellable_on,
    unlocks_at, day_trade, opened_shares, shares, opened_value, open_fee, interest_through)
  VALUES (asked.id, asked.member_id, listing.symbol, v_kind, 'long', 100, 'block', asked.date, p_now, asked.settles_on,
    asked.sellable_on, p_now, false, asked.shares, asked.shares, asked.price::bigint * asked.shares, asked.fee, asked.date);
  INSERT INTO settlement.dues (due, owner, asset)
  VALUES (asked.settles_on, 'member/' || asked.member_id, 'stk:' || listing.symbol), (asked.settles_on, 'seat/' || listing.seat_id, 'TWD')
  ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false;
  UPDATE app.block_applications SET state = 'passed', decided_at = p_now, entry_id = p_entry WHERE id = p_application;
END $$;

CREATE FUNCTION app.call_credit(p_call uuid, p_loan uuid, p_reason text, p_state text, p_amount bigint, p_deadline timestamp with time zone, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.cancel_bid(p_bid uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  -- A close waits for this, or this for a close.
  PERFORM FROM app.auctions a JOIN app.auction_bids b ON b.auction_id = a.id WHERE b.id = p_bid FOR SHARE OF a;
  UPDATE app.auction_bids b SET state = 'cancelled', decided_at = p_now, entry_id = p_entry
  FROM app.auctions a
  WHERE b.id = p_bid AND b.member_id = p_member AND b.state = 'sealed' AND a.id = b.auction_id
    AND a.state = 'bidding' AND p_now < a.closes_at
    AND EXISTS (
      SELECT FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'auction.cancelled' AND l.hold_id = b.hold_id)
    AND EXISTS (SELECT FROM ledger.holds h WHERE h.id = b.hold_id AND h.remaining = 0);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.cancel_block_application(p_application uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.block_applications a SET state = 'rejected', rejection_reason = 'cancelled', entry_id = p_entry, decided_at = p_now
  WHERE a.id = p_application AND a.member_id = p_member AND a.state = 'pending'
    AND app.is_cancelled_by_member('block-trade', p_application, p_member)
    AND EXISTS (
      SELECT FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'block.released'
        AND l.hold_id = a.hold_id AND l.amount = -(a.price::bigint * a.shares + a.fee));
  RETURN FOUND;
END $$;

CREATE FUNCTION app.cancel_copy_block(p_block uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  block   app.copy_blocks;
  v_asked boolean;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state IN ('preparing', 'sending') AND b.sent = 0 AND NOT b.is_cancelled FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  v_asked := EXISTS (SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.cancel_asked_at IS NOT NULL);
  -- 60 seconds is copy.prepareSeconds; a test compares them.
  IF NOT (v_asked OR p_now > block.at + interval '60 seconds') THEN RETURN false; END IF;
  UPDATE app.copy_blocks b SET is_cancelled = true, cancelled_by = CASE WHEN v_asked THEN 'mentor' ELSE 'time' END, copies = coalesce(b.copies, 0),
    state = CASE WHEN b.prepared = coalesce(b.copies, 0) THEN 'sending' ELSE b.state END
  WHERE b.id = p_block;
  RETURN true;
END $$;

CREATE FUNCTION app.cancel_corporate_action(p_review uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_action uuid;
BEGIN
  SELECT r.subject::uuid INTO v_action FROM app.reviews r
  WHERE r.id = p_review AND recon.is_approved_by_two(r.id, 'dividend-cancel', r.subject);
  IF v_action IS NULL THEN
    RAISE EXCEPTION 'review % is not a cancellation that two operators approved', p_review USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- The ex-date locks the same row (app.take_entitlements): one of the two finds it changed.
  UPDATE app.corporate_actions SET state = 'cancelled', cancelled_at = p_now, cancel_review_id = p_review
  WHERE id = v_action AND state = 'announced';
  RETURN FOUND;
END $$;

CREATE FUNCTION app.cancel_credit_loan(p_loan uuid, p_member uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.credit_loans o SET state = 'rejected', reason = 'cancelled', decided_at = p_now
  WHERE o.id = p_loan AND o.member_id = p_member AND o.state = 'pending' AND app.is_cancelled_by_member('credit-loan', p_loan, p_member);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.cancel_deposit(p_deposit uuid, p_member uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.deposits SET state = 'rejected', rejection_reason = 'cancelled', decided_at = p_now,
    steps = steps || jsonb_build_array(jsonb_build_object('what', 'cancelled', 'at',
      to_char(p_now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  WHERE id = p_deposit AND member_id = p_member AND state = 'pending' AND app.is_cancelled_by_member('deposit', p_deposit, p_member);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.cancel_mentor_application(p_application uuid, p_member uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.mentor_applications a SET state = 'rejected', reason = 'cancelled', decided_at = p_now
  WHERE a.id = p_application AND a.member_id = p_member AND a.state = 'pending'
    AND app.is_cancelled_by_member('mentor', p_application, p_member);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.cancel_placement_application(p_application uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.placement_applications a SET state = 'cancelled', decided_at = p_now, entry_id = p_entry
  FROM app.placements p
  WHERE a.id = p_application AND a.member_id = p_member AND a.state = 'waiting' AND p.id = a.placement_id
    AND p.state = 'open' AND p_now < p.closes_at AND app.is_placement_entry(a, p, p_entry);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.cancel_review(p_review uuid, p_operator uuid, p_member uuid, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE review app.reviews;
BEGIN
  SELECT * INTO review FROM app.reviews WHERE id = p_review FOR UPDATE;
  IF NOT FOUND THEN RETURN 'review.not-found'; END IF;
  IF num_nonnulls(p_operator, p_member) <> 1
     OR (p_operator IS NOT NULL AND review.opened_by IS DISTINCT FROM p_operator)
     OR (p_member IS NOT NULL AND (review.member_id IS DISTINCT FROM p_member OR review.opened_by IS NOT NULL)) THEN
    RETURN 'review.not-yours';
  END IF;
  IF review.state NOT IN ('waiting', 'second') THEN RETURN 'review.not-open'; END IF;
  UPDATE app.reviews SET
    state = 'cancelled',
    outcome = CASE WHEN p_member IS NOT NULL THEN 'cancelled-by-member' END,
    closed_at = CASE WHEN p_member IS NOT NULL THEN p_now END
  WHERE id = p_review;
  RETURN NULL;
END $$;

CREATE FUNCTION app.cancel_subscription(p_subscription uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.subscriptions s SET state = 'cancelled', decided_at = p_now, entry_id = p_entry
  FROM app.offers o
  WHERE s.id = p_subscription AND s.member_id = p_member AND s.state = 'waiting' AND o.id = s.offer_id
    AND o.state = 'subscribing' AND p_now < o.closes_at
    AND EXISTS (
      SELECT FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'subscription.released'
        AND l.hold_id = s.hold_id)
    AND EXISTS (SELECT FROM ledger.holds h WHERE h.id = s.hold_id AND h.remaining = 0);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.cancel_withdrawal(p_withdrawal uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.challenges_used_once() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.used_at IS NOT NULL THEN
    RAISE EXCEPTION 'challenge % was used already', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.change_copy_amount(p_copy uuid, p_member uuid, p_amount bigint, p_entry uuid, p_hold uuid, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  asked app.copies;
BEGIN
  SELECT c.* INTO asked FROM app.copies c WHERE c.id = p_copy AND c.member_id = p_member AND c.state = 'following' FOR UPDATE;
  IF NOT FOUND OR p_amount < asked.spent OR p_amount = asked.amount OR 50000000 < p_amount AND asked.amount < p_amount THEN
    RAISE EXCEPTION 'the amount of copy % does not become %', p_copy, p_amount USING ERRCODE = 'check_violation';
  END IF;
  IF p_amount > asked.amount AND NOT EXISTS (SELECT FROM app.mentors m WHERE m.id = asked.mentor_id AND m.state = 'active') THEN
    RAISE EXCEPTION 'copy %: its mentor has closed', p_copy USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_kind = 'member' AND a.owner_id = p_member::text AND a.kind = 'available'
    WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.reference = p_copy::text AND l.amount = asked.amount - p_amount
      AND e.event = CASE WHEN p_amount > asked.amount THEN 'copy.held' ELSE 'copy.released' END)
    OR (SELECT coalesce(sum(h.remaining), 0) FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id
      WHERE h.id = p_hold AND h.reference = p_copy::text AND a.owner_kind = 'member' AND a.owner_id = p_member::text AND a.asset = 'TWD')
      <> p_amount - asked.spent
    OR p_hold <> asked.hold_id AND EXISTS (SELECT FROM ledger.holds h WHERE h.id = asked.hold_id AND h.remaining > 0) THEN
    RAISE EXCEPTION 'copy % has no hold over %', p_copy, p_amount - asked.spent USING ERRCODE = 'check_violation';
  END IF;
  IF asked.product_id IS NOT NULL THEN
    UPDATE app.copy_products p SET total = p.total + p_amount - asked.amount
    WHERE p.id = asked.product_id AND (p_amount < asked.amount OR p.deadline > p_now AND p.total + p_amount - asked.amount <= p.max_total);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'copy % does not fit product %', p_copy, asked.product_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  INSERT INTO app.copy_amounts (entry_id, copy_id, n, before, after, at)
  SELECT p_entry, p_copy, 1 + count(*), asked.amount, p_amount, p_now FROM app.copy_amounts a WHERE a.copy_id = p_copy;
  -- A cap per purchase is never above the amount.
  UPDATE app.copies SET amount = p_amount, hold_id = p_hold, cap = CASE WHEN cap IS NOT NULL THEN least(cap, p_amount) END WHERE id = p_copy;
END $$;

CREATE FUNCTION app.change_operator_password(p_operator uuid, p_before text, p_password text, p_pepper text, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.operators SET password_hash = p_password, pepper_key = p_pepper
  WHERE id = p_operator AND password_hash = p_before AND (left_at IS NULL OR left_at > p_now);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.check_allotted() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.positions h WHERE h.id = NEW.id AND h.origin = 'placement' AND h.member_id = NEW.member_id
    AND h.opened_shares = NEW.allotted_lots * 1000) THEN
    RAISE EXCEPTION 'application % is allotted without its holding', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_auction_bid() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  a app.auctions;
BEGIN
  SELECT * INTO a FROM app.auctions WHERE id = NEW.auction_id FOR SHARE;
  IF (a.state = 'bidding' AND NEW.sent_at >= a.starts_at AND NEW.sent_at < a.closes_at AND NEW.fee = a.fee
      AND NEW.ceiling >= a.floor_price * a.min_lots * 1000
      AND NEW.deposit = ceil(NEW.ceiling::numeric * a.deposit / 10000)) IS NOT TRUE THEN
    RAISE EXCEPTION 'bid %: the auction does not accept it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM app.identities i WHERE i.member_id = NEW.member_id AND i.state = 'verified') THEN
    RAISE EXCEPTION 'bid %: the member is not a verified person', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_auction_listed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM app.auction_bids b WHERE b.auction_id = NEW.id AND b.state IN ('sealed', 'payment-due', 'paid')) THEN
    RAISE EXCEPTION 'auction %: a bid has not got its shares', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_bid_delivered() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.positions p WHERE p.id = NEW.id AND p.origin = 'auction' AND p.member_id = NEW.member_id
    AND p.opened_shares = NEW.awarded * 1000 AND p.opened_value = NEW.price * NEW.awarded * 1000) THEN
    RAISE EXCEPTION 'bid % is delivered without its holding', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_block_passed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.positions p WHERE p.id = NEW.id AND p.origin = 'block' AND p.member_id = NEW.member_id
    AND p.opened_shares = NEW.shares) THEN
    RAISE EXCEPTION 'application % is passed without its holding', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_closing_of_api() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
    CROSS JOIN LATERAL (SELECT app.arriving_shares(p.id) AS shares) AS arriving
    WHERE p.id = NEW.id
      AND p.closing - pledged.shares - arriving.shares BETWEEN working.shares AND working.shares + waiting.shares
  ) THEN
    RAISE EXCEPTION 'position % counts shares as closing that no order closes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_copy_line() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.orders o WHERE o.id = NEW.order_id AND o.origin = 'copy') THEN
    RAISE EXCEPTION 'line % of block % has no order', NEW.place, NEW.block_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_copy_orders() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
DECLARE
  v_order uuid;
BEGIN
  SELECT n.id INTO v_order FROM new_orders n
  LEFT JOIN LATERAL (
    SELECT true AS fits FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id JOIN app.copies c ON c.id = l.copy_id
    WHERE l.order_id = n.id AND c.member_id = n.member_id AND b.state IN ('preparing', 'sending') AND b.sent = 0
      AND (b.symbol, b.side, b.price, b.date, l.planned) = (n.symbol, n.side, n.price, n.date, n.quantity)
      AND (n.purpose = 'open') = (b.side = 'buy') AND n.held_cash = l.cost
      AND CASE b.side WHEN 'buy' THEN EXISTS (SELECT FROM ledger.keys k WHERE k.key = 'copy.spent ' || n.id)
        ELSE n.position_id = app.copied_position(b.position_id, c.id) END
  ) AS own ON true
  WHERE n.origin = 'copy' AND (own.fits IS NOT TRUE OR n.direction <> 'long' OR n.multiple <> 100 OR n.day_trade OR n.validity <> 'ROD' OR n.replaces IS NOT NULL)
  LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'order % is of no block', v_order USING ERRCODE = 'insufficient_privilege'; END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_copy_settings() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.state <> 'following' THEN
    RAISE EXCEPTION 'copy % is %, its settings do not change', OLD.id, OLD.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_credit_clock(p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF p_now > clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second' THEN
    RAISE EXCEPTION '% has not come', p_now USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE FUNCTION app.check_credit_entry() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.credit_moves m WHERE m.entry_id = NEW.id) THEN
    RAISE EXCEPTION 'entry %: no loan that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_credit_move() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT app.is_credit_entry(NEW) THEN
    RAISE EXCEPTION 'entry % does not say what loan % does', NEW.entry_id, NEW.loan_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_credit_sale() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.orders o WHERE o.id = NEW.order_id AND o.position_id = NEW.position_id AND o.quantity = NEW.shares
    AND o.purpose = 'close' AND o.origin = 'liquidation') THEN
    RAISE EXCEPTION 'sale % has no forced order', NEW.order_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_currency_backup() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.currency_backups b WHERE b.review_id = NEW.backup_id AND b.currency = NEW.currency AND b.source = NEW.source
      AND b.ended_at IS NULL AND b.until > clock_timestamp() - (SELECT c.seconds FROM platform.clock_bound c) * interval '1 second'
  ) THEN
    RAISE EXCEPTION '%: no running decision to quote % alone', NEW.currency, NEW.source USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_currency_deals(p_since timestamp with time zone) RETURNS TABLE(deals integer, matching integer, late integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT count(*)::integer, count(*) FILTER (WHERE app.is_currency_entry(q, q.entry_id))::integer,
    count(*) FILTER (WHERE q.dealt_at >= q.expires_at)::integer
  FROM app.currency_quotes q WHERE q.dealt_at >= p_since
$$;

CREATE FUNCTION app.check_currency_entry() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.currency_quotes q WHERE q.entry_id = NEW.id AND app.is_currency_entry(q, NEW.id)) THEN
    RAISE EXCEPTION 'entry %: no quote that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_currency_quote() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_pay  numeric := 1000000000;
  v_get  numeric := 1000000000;
  v_mid  numeric;
  v_rate numeric;
  v_give numeric;
BEGIN
  IF NEW.pay_currency <> 'TWD' THEN
    v_pay := (SELECT r.mid FROM app.currency_rates r WHERE r.currency = NEW.pay_currency AND r.stopped IS NULL
      AND r.read_at BETWEEN NEW.quoted_at - interval '600 seconds' AND NEW.quoted_at + interval '60 seconds');
  END IF;
  IF NEW.get_currency <> 'TWD' THEN
    v_get := (SELECT r.mid FROM app.currency_rates r WHERE r.currency = NEW.get_currency AND r.stopped IS NULL
      AND r.read_at BETWEEN NEW.quoted_at - interval '600 seconds' AND NEW.quoted_at + interval '60 seconds');
  END IF;
  -- A half is rounded up, what the member gets is rounded down.
  IF NEW.base = NEW.pay_currency THEN
    v_mid := app.significant(div(v_pay * 2000000000 + v_get, v_get * 2));
    v_rate := app.significant(div(v_mid * (10000 - NEW.spread_bps) * 2 + 10000, 20000));
    v_give := div(NEW.pay_amount * v_rate, 1000000000);
  ELSE
    v_mid := app.significant(div(v_get * 2000000000 + v_pay, v_pay * 2));
    v_rate := app.significant(div(v_mid * (10000 + NEW.spread_bps) * 2 + 10000, 20000));
    v_give := div(NEW.pay_amount::numeric * 1000000000, v_rate);
  END IF;
  IF (NEW.mid, NEW.rate, NEW.get_amount) IS DISTINCT FROM (v_mid::bigint, v_rate::bigint, v_give::bigint) THEN
    RAISE EXCEPTION 'quote %: the rates give % for %', NEW.id, v_give, NEW.pay_amount USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.currency_quotes q SET expires_at = greatest(q.quoted_at, NEW.quoted_at)
  WHERE q.member_id = NEW.member_id AND q.dealt_at IS NULL AND q.expires_at > NEW.quoted_at;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_currency_quote_delete() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.dealt_at IS NOT NULL THEN
    RAISE EXCEPTION 'quote % was used: it stays', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION app.check_dividend_entry() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.accrued_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.paid_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.corporate_actions a WHERE a.seats_accrued = NEW.id)
    AND NOT EXISTS (SELECT FROM app.corporate_actions a WHERE a.seats_paid = NEW.id) THEN
    RAISE EXCEPTION 'entry %: no dividend that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_fills() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  v_first timestamptz;
  v_last  timestamptz;
  v_fill  text;
BEGIN
  IF current_setting('is_superuser') = 'on' THEN RETURN NULL; END IF;
  SELECT min(n.traded_at), max(n.traded_at) INTO v_first, v_last FROM new_fills n;
  SELECT format('%s/%s %s', n.shard, n.event, n.side) INTO v_fill
  FROM new_fills n
  LEFT JOIN LATERAL (
    SELECT l.sequence, l.at, l.symbol, t.* FROM exchange.events l
    CROSS JOIN LATERAL json_to_record(l.body::json) AS t (price integer, quantity integer, "buyOrder" text,
      "buyAccount" text, "sellOrder" text, "sellAccount" text)
    WHERE l.shard = n.shard AND l.event = n.event AND NOT l.practice AND l.kind IN ('traded', 'odd-traded', 'allocated')
      AND l.at BETWEEN v_first AND v_last
    LIMIT 1
  ) AS e ON true
  WHERE (n.sequence, n.traded_at, n.symbol, n.price, n.quantity, n.order_id::text, 'member:' || n.member_id)
    IS DISTINCT FROM (e.sequence, e.at, e.symbol, e.price, e.quantity,
      CASE n.side WHEN 'buy' THEN e."buyOrder" ELSE e."sellOrder" END,
      CASE n.side WHEN 'buy' THEN e."buyAccount" ELSE e."sellAccount" END)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'fill % differs from its event in the log', v_fill USING ERRCODE = 'FX003';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_line_not_in_suspense() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NEW.matched_at IS NOT NULL AND EXISTS (
    SELECT FROM app.suspense_items s WHERE s.line_id = NEW.id AND s.state <> 'released'
  ) THEN
    RAISE EXCEPTION 'bank line % stands in suspense: release it first', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_line_of_console() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF session_user = 'fairlot_console' AND (NEW.amount < 0 OR NEW.matched_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a line of the console came in and is matched by the worker' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_mentor_applicant() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.members m WHERE m.id = NEW.member_id AND m.kind <> 'seat' AND m.verification = 'verified') THEN
    RAISE EXCEPTION 'member % cannot apply as a mentor', NEW.member_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_mentor_passed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.mentors m JOIN app.reviews r ON r.id = m.review_id
    WHERE m.member_id = NEW.member_id AND r.kind = 'mentor' AND r.subject = NEW.id::text) THEN
    RAISE EXCEPTION 'application % is passed without its mentor', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_new_block() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.orders o JOIN app.mentors m ON m.member_id = o.member_id
    WHERE o.id = NEW.lead_order AND m.id = NEW.mentor_id AND m.state = 'active' AND o.origin = 'member' AND o.direction = 'long'
      AND o.multiple = 100 AND NOT o.day_trade AND o.validity = 'ROD' AND o.replaces IS NULL AND o.state = 'entrusted'
      AND (o.symbol, o.side, o.price, o.quantity, o.date, o.position_id)
        = (NEW.symbol, NEW.side, NEW.price, NEW.quantity, NEW.date, NEW.position_id)) THEN
    RAISE EXCEPTION 'order % leads no block', NEW.lead_order USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_new_copy() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NEW.amount > 200000000 OR (NEW.amount > 50000000) <> (NEW.state = 'under-review') THEN
    RAISE EXCEPTION 'copy % of % may not start as %', NEW.id, NEW.amount, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM app.mentors m WHERE m.id = NEW.mentor_id AND m.state = 'active' AND m.member_id <> NEW.member_id) THEN
    RAISE EXCEPTION 'copy %: mentor % cannot be followed', NEW.id, NEW.mentor_id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id
    WHERE h.id = NEW.hold_id AND h.state = 'open' AND h.remaining = NEW.amount AND h.reference = NEW.id::text
      AND a.owner_kind = 'member' AND a.owner_id = NEW.member_id::text AND a.asset = 'TWD') THEN
    RAISE EXCEPTION 'copy % has no hold over %', NEW.id, NEW.amount USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.product_id IS NOT NULL THEN
    UPDATE app.copy_products p SET total = p.total + NEW.amount
    WHERE p.id = NEW.product_id AND p.mentor_id = NEW.mentor_id AND p.deadline > NEW.sent_at AND NEW.amount >= p.min_follow
      AND p.total + NEW.amount <= p.max_total;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'copy % does not fit product %', NEW.id, NEW.product_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_news_read() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  -- Against the closing of the count, which deletes the rows it has counted.
  PERFORM FROM app.news_articles a WHERE a.id = NEW.article_id AND a.published_at <= NEW.read_at AND a.final_readers IS NULL
  FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'article % takes no reader at %', NEW.article_id, NEW.read_at USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_news_withdrawn() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM app.news_withdrawals w WHERE w.article_id = NEW.article_id) THEN
    RAISE EXCEPTION 'article % is withdrawn', NEW.article_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_offer_listed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM app.subscriptions s WHERE s.offer_id = NEW.id AND s.state IN ('waiting', 'won', 'payment-due', 'paid')) THEN
    RAISE EXCEPTION 'offer %: an application has not got its shares', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_operator_program() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.program IS DISTINCT FROM NEW.program THEN
    RAISE EXCEPTION 'a person does not become a program, nor a program a person' USING ERRCODE = 'check_violation';
  ELSIF NEW.program IS NOT NULL AND NOT EXISTS (SELECT FROM platform.installation WHERE money = 'practice') THEN
    RAISE EXCEPTION 'a program is an operator only where money is practice money' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_payment_date(action app.corporate_actions) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF action.pays_on > ((clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second') AT TIME ZONE 'Asia/Taipei')::date THEN
    RAISE EXCEPTION 'dividend % is paid on %', action.id, action.pays_on USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE FUNCTION app.check_payout_batch() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_why text := app.payouts_stopped_by();
BEGIN
  IF v_why IS NOT NULL THEN
    RAISE EXCEPTION 'payouts are stopped: %', v_why USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_payout_resume() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.resumed_at IS NOT NULL OR NEW.resumed_by <= OLD.by_run
    OR NEW.resumed_by IS DISTINCT FROM (SELECT max(x.id) FROM app.recon_runs x)
    OR EXISTS (
      SELECT FROM unnest(ARRAY['minute', 'night']) AS s (scope)
      CROSS JOIN LATERAL (SELECT r.broken FROM app.recon_runs r WHERE r.scope = s.scope ORDER BY r.id DESC LIMIT 1) AS last
      WHERE last.broken > 0
    ) THEN
    RAISE EXCEPTION 'payouts stay stopped until the books match' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_placement_application() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.placements p WHERE p.id = NEW.placement_id AND p.state = 'open'
      AND NEW.applied_at >= p.opens_at AND NEW.applied_at < p.closes_at
      AND NEW.lots BETWEEN p.min_lots AND p.max_lots AND NEW.amount = p.price::bigint * NEW.lots * 1000
  ) THEN
    RAISE EXCEPTION 'application %: the placement does not accept it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM app.identities i WHERE i.member_id = NEW.member_id AND i.state = 'verified') THEN
    RAISE EXCEPTION 'application %: the member is not a verified person', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_placement_end() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NEW.state = 'void' AND NOT EXISTS (SELECT FROM app.draws d WHERE d.id = NEW.draw_id AND d.state = 'void') THEN
    RAISE EXCEPTION 'placement %: its draw is not void', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.ended_at IS NOT NULL AND EXISTS (
    SELECT FROM app.placement_applications a WHERE a.placement_id = NEW.id AND a.state = 'waiting') THEN
    RAISE EXCEPTION 'placement %: applications still wait', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_savings_order() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  run   app.savings_runs;
  v_sum bigint;
BEGIN
  SELECT r.* INTO run FROM app.savings_runs r JOIN app.savings_plans p ON p.id = r.plan_id
  WHERE (r.whole_order = NEW.id OR r.odd_order = NEW.id) AND r.state = 'ordered' AND r.on_date = NEW.date
    AND p.member_id = NEW.member_id AND p.symbol = NEW.symbol;
  IF NOT FOUND OR NEW.purpose <> 'open' OR NEW.direction <> 'long' OR NEW.multiple <> 100 OR NEW.day_trade
    OR NEW.price IS NULL OR NEW.replaces IS NOT NULL THEN
    RAISE EXCEPTION 'order % is of no savings plan', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT sum(greatest(o.price::bigint * o.quantity, o.held_cash)) INTO v_sum FROM app.orders o
  WHERE o.id = ANY (ARRAY[run.whole_order, run.odd_order])
    AND o.id BETWEEN least(run.whole_order, run.odd_order) AND greatest(run.whole_order, run.odd_order);
  IF v_sum > run.amount THEN
    RAISE EXCEPTION 'order % needs more than the % of its savings plan', NEW.id, run.amount USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_savings_run() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  plan app.savings_plans;
BEGIN
  SELECT p.* INTO STRICT plan FROM app.savings_plans p WHERE p.id = NEW.plan_id FOR UPDATE;
  IF extract(day FROM NEW.due_on)::smallint <> ALL (plan.days) OR NEW.due_on < plan.due_from
    OR NEW.on_date NOT BETWEEN NEW.due_on AND NEW.due_on + 30 THEN
    RAISE EXCEPTION '% is no date of savings plan %', NEW.due_on, plan.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.amount <> plan.amount OR plan.state <> 'active' THEN
    RAISE EXCEPTION 'savings plan % does not buy for % now', plan.id, NEW.amount USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- The day of the venue, which the worker does not write: no date ahead of time, whatever the worker's clock says.
  IF NEW.state = 'ordered' AND NOT EXISTS (
    SELECT FROM settlement.prices q WHERE q.symbol = plan.symbol AND q.date = NEW.on_date) THEN
    RAISE EXCEPTION 'the venue trades % on another day than %', plan.symbol, NEW.on_date USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_share_entry() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.shares_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.delivered_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.corporate_actions a WHERE a.seats_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.corporate_actions a WHERE a.seats_delivered = NEW.id) THEN
    RAISE EXCEPTION 'entry %: no corporate action that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_statement_of_console() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF session_user = 'fairlot_console' AND NEW.imported_by !~ '^operator:' THEN
    RAISE EXCEPTION 'a statement of the console is an operator''s' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_subscription() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.offers o WHERE o.id = NEW.offer_id AND o.state = 'subscribing'
      AND NEW.applied_at >= o.opens_at AND NEW.applied_at < o.closes_at AND NEW.nth <= o.max_per_member
      AND NEW.shares = o.min_shares AND NEW.amount = o.price * NEW.shares AND NEW.fee = o.fee
  ) THEN
    RAISE EXCEPTION 'application %: the offer does not accept it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM app.identities i WHERE i.member_id = NEW.member_id AND i.state = 'verified') THEN
    RAISE EXCEPTION 'application %: the member is not a verified person', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_subscription_delivered() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.positions p WHERE p.id = NEW.id AND p.origin = 'subscription' AND p.member_id = NEW.member_id
    AND p.opened_shares = NEW.shares AND p.opened_value = NEW.amount) THEN
    RAISE EXCEPTION 'application % is delivered without its holding', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.check_subscription_paid() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM ledger.holds h WHERE h.id = coalesce(NEW.pay_hold_id, NEW.hold_id) AND h.state = 'open' AND h.remaining = NEW.amount
  ) THEN
    RAISE EXCEPTION 'application %: the price is not held', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_support_picture() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.support_messages m JOIN app.support_threads t ON t.id = m.thread_id
    JOIN app.files f ON f.member_id = t.member_id AND f.purpose = 'support-picture' AND f.dropped_at IS NULL
    WHERE m.id = NEW.message_id AND f.id = NEW.file_id) THEN
    RAISE EXCEPTION 'file % is no picture of this member for customer service', NEW.file_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_support_time(p_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE bound integer;
BEGIN
  SELECT seconds INTO STRICT bound FROM platform.clock_bound;
  IF p_at IS NULL OR abs(extract(epoch FROM p_at - clock_timestamp())) > bound THEN
    RAISE EXCEPTION 'the time of a message is % and PostgreSQL has %', p_at, clock_timestamp()
      USING ERRCODE = 'check_violation', HINT = 'Set the clock of the server.';
  END IF;
END $$;

CREATE FUNCTION app.check_suspense_line() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM app.bank_statement_lines l WHERE l.id = NEW.line_id AND l.matched_at IS NOT NULL) THEN
    RAISE EXCEPTION 'bank line % cannot be put to suspense: it has an owner', NEW.line_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.check_transition() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.check_withdrawal_account() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE TABLE app.reviews (
    id uuid NOT NULL,
    number text NOT NULL,
    kind text NOT NULL,
    member_id uuid,
    subject text NOT NULL,
    amount bigint,
    currency text,
    payload jsonb NOT NULL,
    payload_hash text NOT NULL,
    asked jsonb,
    opened_at timestamp with time zone NOT NULL,
    promised_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    flags text[] DEFAULT '{}'::text[] NOT NULL,
    opened_by uuid,
    reason text NOT NULL,
    evidence jsonb DEFAULT '[]'::jsonb NOT NULL,
    state text NOT NULL,
    decision text,
    decided_at timestamp with time zone,
    outcome text,
    closed_at timestamp with time zone,
    trouble text,
    tries integer DEFAULT 0 NOT NULL,
    retry_at timestamp with time zone,
    is_urgent boolean GENERATED ALWAYS AS (((kind = ANY (ARRAY['market-halt'::text, 'market-resume'::text, 'journal'::text])) OR ('takeover'::text = ANY (flags)))) STORED NOT NULL,
    CONSTRAINT reviews_closed CHECK (((state <> 'closed'::text) OR ((outcome IS NOT NULL) AND (closed_at IS NOT NULL)))),
    CONSTRAINT reviews_decided CHECK (((decision IS NOT NULL) = (state = ANY (ARRAY['decided'::text, 'closed'::text])))),
    CONSTRAINT reviews_decided_at CHECK (((decided_at IS NOT NULL) = (state = ANY (ARRAY['decided'::text, 'closed'::text])))),
    CONSTRAINT reviews_decision_check CHECK ((decision = ANY (ARRAY['approve'::text, 'reject'::text]))),
    CONSTRAINT reviews_hash CHECK ((payload_hash = encode(sha256(convert_to((payload)::text, 'UTF8'::name)), 'hex'::text))),
    CONSTRAINT reviews_open_has_no_outcome CHECK (((outcome IS NULL) OR (state = ANY (ARRAY['closed'::text, 'expired'::text, 'cancelled'::text])))),
    CONSTRAINT reviews_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text)),
    CONSTRAINT reviews_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'second'::text, 'decided'::text, 'closed'::text, 'expired'::text, 'cancelled'::text]))),
    CONSTRAINT reviews_subject_check CHECK ((subject <> ''::text))
);

CREATE FUNCTION app.claim_review(p_now timestamp with time zone) RETURNS SETOF app.reviews
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT * FROM app.reviews
  WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND (retry_at IS NULL OR retry_at <= p_now)
  ORDER BY opened_at LIMIT 1 FOR UPDATE SKIP LOCKED
$$;

CREATE FUNCTION app.close_mentor(p_member uuid, p_now timestamp with time zone) RETURNS uuid
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  UPDATE app.mentors SET state = 'closed', closed_at = p_now WHERE member_id = p_member AND state = 'active' AND NOT is_simulated
  RETURNING id
$$;

CREATE FUNCTION app.close_news_reads(p_before timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_article uuid;
BEGIN
  IF p_before > clock_timestamp() - interval '365 days' THEN
    RAISE EXCEPTION 'readers are counted for a year at least' USING ERRCODE = 'check_violation';
  END IF;
  SELECT a.id INTO v_article FROM app.news_articles a WHERE a.final_readers IS NULL AND a.published_at < p_before
  ORDER BY a.published_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF v_article IS NULL THEN
    RETURN false;
  END IF;
  UPDATE app.news_articles a SET final_readers = (SELECT count(*) FROM app.news_reads r WHERE r.article_id = a.id) WHERE a.id = v_article;
  DELETE FROM app.news_reads r WHERE r.article_id = v_article;
  RETURN true;
END $$;

CREATE FUNCTION app.close_placement(p_placement uuid, p_now timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE counted integer;
BEGIN
  UPDATE app.placements p SET state = 'drawing', applications = c.applications, applied_lots = c.lots,
    list_hash = sha256(convert_to(c.list, 'UTF8'))
  FROM (
    SELECT count(*)::integer AS applications, coalesce(sum(a.lots), 0) AS lots,
      coalesce(string_agg(a.ticket_id || ' ' || a.lots || E'\n', '' ORDER BY a.ticket_id COLLATE "C"), '') AS list
    FROM app.placement_applications a WHERE a.placement_id = p_placement AND a.state = 'waiting'
  ) AS c
  WHERE p.id = p_placement AND p.state = 'open' AND p.closes_at <= p_now RETURNING p.applications INTO counted;
  IF counted IS NULL THEN
    RAISE EXCEPTION 'placement % cannot be closed', p_placement USING ERRCODE = 'check_violation';
  END IF;
  RETURN counted;
END $$;

CREATE FUNCTION app.close_review(p_review uuid, p_outcome text, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  review  app.reviews;
  terms   app.review_kinds;
  wants   integer;
  people  integer;
  devices integer;
BEGIN
  SELECT * INTO STRICT review FROM app.reviews WHERE id = p_review FOR UPDATE;
  IF review.outcome IS NOT NULL THEN
    RAISE EXCEPTION 'review % was executed already', review.number USING ERRCODE = 'check_violation';
  END IF;
  IF review.state = 'decided' AND p_outcome = 'not-signed' THEN
    -- Votes that do not verify decide nothing: when its time is over the review ends as if there were no votes.
    IF review.expires_at > p_now THEN
      RAISE EXCEPTION 'review % is open until %', review.number, review.expires_at USING ERRCODE = 'check_violation';
    END IF;
  ELSIF review.state = 'decided' THEN
    SELECT * INTO STRICT terms FROM app.review_kinds WHERE kind = review.kind;
    wants := CASE WHEN review.decision = 'reject' AND NOT terms.reject_by_two THEN 1 ELSE 2 END;
    -- The worker has verified the signatures; this checks only whose keys they belong to.
    SELECT count(DISTINCT v.operator_id), count(DISTINCT v.device_id) INTO people, devices
    FROM app.review_votes v
    JOIN app.review_signatures s
      ON s.review_id = v.review_id AND s.operator_id = v.operator_id AND s.decision = v.decision
    JOIN app.operator_voting_keys k ON k.id = s.key_id AND k.operator_id = v.operator_id
      AND k.valid_from <= s.received_at AND (k.revoked_at IS NULL OR k.revoked_at > s.received_at)
    WHERE v.review_id = p_review AND v.decision = review.decision AND v.payload_hash = review.payload_hash
      AND NOT v.operator_id::text = ANY (app.setters_of(review.kind, review.subject));
    IF people < wants OR devices < wants THEN
      RAISE EXCEPTION 'review % has % signed votes from % devices', review.number, people, devices
        USING ERRCODE = 'check_violation';
    END IF;
    IF wants = 2 AND EXISTS (
      SELECT FROM app.review_votes a JOIN app.review_votes b
        ON b.review_id = a.review_id AND b.decision = a.decision AND b.operator_id > a.operator_id
      WHERE a.review_id = p_review AND a.decision = review.decision
        AND app.are_separated(a.operator_id, b.operator_id, greatest(a.at, b.at))
    ) THEN
      RAISE EXCEPTION 'review % has votes of a new operator and of the operator who proposed them', review.number
        USING ERRCODE = 'check_violation';
    END IF;
  ELSIF review.state NOT IN ('expired', 'cancelled') THEN
    RAISE EXCEPTION 'review % is %', review.number, review.state USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.reviews SET
    state = CASE WHEN state = 'decided' THEN 'closed' ELSE state END,
    outcome = p_outcome, closed_at = p_now, trouble = NULL, retry_at = NULL
  WHERE id = p_review;
END $$;

CREATE FUNCTION app.collect_credit(p_loan uuid, p_order uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_due date, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.copied_position(p_position uuid, p_copy uuid) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT l.order_id FROM app.copy_blocks s JOIN app.copy_block_lines l ON l.block_id = s.id AND l.copy_id = p_copy
  WHERE s.lead_order = p_position AND s.side = 'buy'
$$;

CREATE FUNCTION app.copy_block_command(p_block uuid, p_from integer) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
  SELECT format('{"kind":"block","block":"%s","account":"seat:copy-pool","symbol":"%s","side":"%s","price":%s,"date":"%s",%s"from":%s,"lines":[%s]%s}',
    b.id, b.symbol, b.side, b.price, CASE WHEN b.is_cancelled THEN '1970-01-01' ELSE to_char(b.date, 'YYYY-MM-DD') END,
    (SELECT format('"group":"owner:%s",', w.owner_group) FROM directory.owners w JOIN app.mentors m ON m.member_id = w.member_id WHERE m.id = b.mentor_id),
    p_from, string_agg(format('{"order":"%s","account":"member:%s","quantity":%s}', o.id, o.member_id, o.quantity), ',' ORDER BY x.line),
    CASE WHEN p_from + 500 >= b.lines THEN ',"last":true' END)
  FROM app.copy_blocks b
  CROSS JOIN LATERAL (
    SELECT b.lead_order AS order_id, 0 AS line UNION ALL
    SELECT l.order_id, l.line FROM app.copy_block_lines l WHERE l.block_id = b.id AND l.line IS NOT NULL
  ) AS x
  JOIN app.orders o ON o.id = x.order_id
  WHERE b.id = p_block AND b.state = 'sending' AND x.line >= p_from AND x.line < p_from + 500
  GROUP BY b.id
$$;

CREATE FUNCTION app.copy_cost(p_terms jsonb, p_price integer, p_shares integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT CASE p_shares WHEN 0 THEN 0 ELSE v.value + greatest(v.value * (p_terms ->> 'brokerage')::bigint / 1000000 / 100 * 100,
    CASE WHEN p_shares < 1000 THEN coalesce((p_terms ->> 'brokerageMinOdd')::bigint, (p_terms ->> 'brokerageMin')::bigint)
      ELSE (p_terms ->> 'brokerageMin')::bigint END) END
  FROM (SELECT p_price::bigint * p_shares AS value) AS v
$$;

CREATE FUNCTION app.copy_in_shares(p_copy uuid) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(sum(CASE WHEN l.returned IS NULL THEN l.cost
    ELSE coalesce((p.opened_value + p.open_fee) * p.shares / p.opened_shares, 0) END), 0)::bigint
  FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'buy'
  LEFT JOIN app.positions p ON p.id = l.order_id
  WHERE l.copy_id = p_copy AND l.order_id IS NOT NULL
$$;

CREATE FUNCTION app.copy_in_stock(p_copy uuid, p_symbol text) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(sum(CASE WHEN o.state = 'entrusted' THEN l.cost
    ELSE coalesce((p.opened_value + p.open_fee) * p.shares / p.opened_shares, 0) END), 0)::bigint
  FROM app.copy_block_lines l
  JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'buy' AND b.symbol = p_symbol
  JOIN app.orders o ON o.id = l.order_id
  LEFT JOIN app.positions p ON p.id = l.order_id
  WHERE l.copy_id = p_copy AND l.order_id IS NOT NULL
$$;

CREATE TABLE app.copy_blocks (
    id uuid NOT NULL,
    mentor_id uuid NOT NULL,
    lead_order uuid NOT NULL,
    position_id uuid NOT NULL,
    symbol text NOT NULL,
    shard smallint NOT NULL,
    side text NOT NULL,
    price integer NOT NULL,
    quantity integer NOT NULL,
    date date NOT NULL,
    mentor_shares integer NOT NULL,
    capital bigint NOT NULL,
    seed text DEFAULT ''::text NOT NULL,
    state text DEFAULT 'preparing'::text NOT NULL,
    is_cancelled boolean DEFAULT false NOT NULL,
    copies integer,
    prepared integer DEFAULT 0 NOT NULL,
    lines integer DEFAULT 1 NOT NULL,
    sent integer DEFAULT 0 NOT NULL,
    at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    cancelled_by text,
    notified integer DEFAULT 0 NOT NULL,
    returned integer DEFAULT 0 NOT NULL,
    CONSTRAINT copy_blocks_cancelled_by CHECK (((cancelled_by IS NULL) OR is_cancelled)),
    CONSTRAINT copy_blocks_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['mentor'::text, 'time'::text]))),
    CONSTRAINT copy_blocks_capital_check CHECK ((capital >= 0)),
    CONSTRAINT copy_blocks_ended CHECK (((state = 'done'::text) = (ended_at IS NOT NULL))),
    CONSTRAINT copy_blocks_lines CHECK ((((lines >= 1) AND (lines <= (COALESCE(copies, 0) + 1))) AND ((sent >= 0) AND (sent <= lines)) AND (prepared <= COALESCE(copies, 0)))),
    CONSTRAINT copy_blocks_price_check CHECK ((price > 0)),
    CONSTRAINT copy_blocks_quantity_check CHECK ((quantity > 0)),
    CONSTRAINT copy_blocks_sale CHECK (
CASE side
    WHEN 'buy'::text THEN ((mentor_shares = 0) AND (position_id = lead_order))
    ELSE (mentor_shares >= quantity)
END),
    CONSTRAINT copy_blocks_side_check CHECK ((side = ANY (ARRAY['buy'::text, 'sell'::text]))),
    CONSTRAINT copy_blocks_state_check CHECK ((state = ANY (ARRAY['preparing'::text, 'sending'::text, 'sent'::text, 'done'::text])))
);

CREATE FUNCTION app.copy_key(p_block app.copy_blocks, p_seed text, p_copy uuid) RETURNS bytea
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN sha256(convert_to(concat_ws('
'::text, 'fairlot copy v1', to_char(((p_block).date)::timestamp with time zone, 'YYYY-MM-DD'::text), (p_block).mentor_id, p_seed, p_copy, ''), 'UTF8'::name));

CREATE FUNCTION app.copy_order_id(p_time text, p_block uuid, p_copy uuid) RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (((((p_time || '7'::text) || substr(encode(sha256(convert_to(((('copy order '::text || p_block) || ' '::text) || p_copy), 'UTF8'::name)), 'hex'::text), 1, 3)) || '8'::text) || substr(encode(sha256(convert_to(((('copy order '::text || p_block) || ' '::text) || p_copy), 'UTF8'::name)), 'hex'::text), 4, 15)))::uuid;

CREATE FUNCTION app.copy_parts(p_block app.copy_blocks, p_terms jsonb, p_copies uuid[]) RETURNS TABLE(place integer, copy_id uuid, member_id uuid, hold_id uuid, position_id uuid, shares integer, reason text, cost bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
  WITH fee AS MATERIALIZED (
    SELECT (p_terms ->> 'brokerage')::bigint AS rate, (p_terms ->> 'brokerageMin')::bigint AS min,
      coalesce((p_terms ->> 'brokerageMinOdd')::bigint, (p_terms ->> 'brokerageMin')::bigint) AS min_odd,
      (SELECT s.id FROM app.copy_blocks s WHERE s.lead_order = p_block.position_id AND s.side = 'buy') AS source
  ), turn AS MATERIALIZED (
    SELECT (p_block.prepared + l.n)::integer AS place, c.id, c.member_id, c.hold_id, c.state, c.paused_at, c.cap, c.amount - c.spent AS money_left,
      div(p_block.quantity::numeric * c.amount, greatest(p_block.capital, p_block.price::bigint * p_block.quantity))::integer AS wanted,
      c.amount * c.stock_share_bp / 10000 AS of_stock,
      CASE WHEN EXISTS (SELECT FROM app.restrictions r WHERE r.member_id = c.member_id AND r.lifted_at IS NULL)
        THEN app.bars_of(c.member_id) ELSE '{}' END AS bars
    FROM unnest(p_copies) WITH ORDINALITY AS l (id, n) JOIN app.copies c ON c.id = l.id
  ), known AS MATERIALIZED (
    SELECT t.*, p.id AS position_id, p.free, t.of_stock - s.cost AS stock_left, least(t.money_left, t.of_stock - s.cost, t.cap) AS money,
      EXISTS (SELECT FROM app.risk_limits g WHERE g.member_id = t.member_id AND g.stopped_at IS NOT NULL) AS is_stopped
    FROM turn t CROSS JOIN fee f
    -- Of a sale: what the copy opened together with the mentor's position and no order closes.
    LEFT JOIN LATERAL (
      SELECT p.id, p.shares - p.closing AS free FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id
      WHERE p_block.side = 'sell' AND l.block_id = f.source AND l.copy_id = t.id
    ) AS p ON true
    -- Of a purchase: what the copy has of this stock, open orders with all they may cost, positions with the shares that are left.
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE WHEN o.state = 'entrusted' THEN l.cost
        ELSE coalesce((q.opened_value + q.open_fee) * q.shares / q.opened_shares, 0) END), 0)::bigint AS cost
      FROM app.copy_block_lines l
      JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'buy' AND b.symbol = p_block.symbol
      JOIN app.orders o ON o.id = l.order_id
      LEFT JOIN app.positions q ON q.id = l.order_id
      WHERE p_block.side = 'buy' AND l.copy_id = t.id AND l.order_id IS NOT NULL
    ) AS s
  ), refused AS MATERIALIZED (
    SELECT k.*, CASE
      WHEN k.state <> 'following' THEN 'ended'
      WHEN k.bars && ARRAY['disabled', 'login-banned', 'frozen-by-law'] OR p_block.side = 'buy' AND k.bars && ARRAY['frozen', 'no-trading'] THEN 'restricted'
      WHEN p_block.side = 'sell' THEN CASE WHEN coalesce(k.free, 0) = 0 THEN 'no-shares' END
      WHEN k.paused_at IS NOT NULL THEN 'paused'
      WHEN k.is_stopped THEN 'stopped'
      WHEN k.wanted = 0 THEN 'too-small' END AS why
    FROM known k
  ), planned AS MATERIALIZED (
    SELECT r.*, CASE
      WHEN r.why IS NOT NULL THEN 0
      WHEN p_block.side = 'sell' THEN CASE WHEN p_block.quantity >= p_block.mentor_shares THEN r.free
        ELSE (r.free::bigint * p_block.quantity / p_block.mentor_shares)::integer END
      -- Fewer shares never cost more while the fee of odd lots is the smaller one: then what is wanted fits, or less is searched.
      WHEN f.min_odd <= f.min AND app.purchase_cost(p_block.price, r.wanted, f.rate, f.min, f.min_odd) <= r.money THEN r.wanted
      ELSE app.copy_shares_for(p_terms, p_block.price, r.money, r.wanted) END AS part
    FROM refused r CROSS JOIN fee f
  )
  SELECT n.place, n.id, n.member_id, n.hold_id, n.position_id, n.part,
    CASE WHEN n.part > 0 THEN NULL WHEN n.why IS NOT NULL THEN n.why WHEN p_block.side = 'sell' THEN 'too-small'
      ELSE CASE n.money WHEN n.money_left THEN 'money' WHEN n.stock_left THEN 'stock-share' ELSE 'cap' END END,
    CASE p_block.side WHEN 'buy' THEN app.purchase_cost(p_block.price, n.part, f.rate, f.min, f.min_odd) ELSE 0 END
  FROM planned n CROSS JOIN fee f
$$;

CREATE FUNCTION app.copy_result(p_copy uuid) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(sum(p.shares * coalesce(q.last, q.reference, 0)::bigint + p.closed_value - p.close_fee - p.close_tax - p.opened_value - p.open_fee), 0)::bigint
  FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id LEFT JOIN settlement.prices q ON q.symbol = p.symbol
  WHERE l.copy_id = p_copy
$$;

CREATE FUNCTION app.copy_shares_for(p_terms jsonb, p_price integer, p_money bigint, p_wanted integer) RETURNS integer
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_low    integer := 0;
  v_high   integer := p_wanted;
  v_middle integer;
BEGIN
  WHILE v_low < v_high LOOP
    v_middle := (v_low + v_high + 1) / 2;
    IF app.copy_cost(p_terms, p_price, v_middle) <= p_money THEN v_low := v_middle; ELSE v_high := v_middle - 1; END IF;
  END LOOP;
  RETURN v_low;
END $$;

CREATE FUNCTION app.corrected(p_account text) RETURNS numeric
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(sum((l ->> 'amount')::numeric), 0)
  FROM app.journals j CROSS JOIN LATERAL jsonb_array_elements(j.lines) AS l
  WHERE j.reason <> 'not-posted' AND l ->> 'account' = p_account
$$;

CREATE FUNCTION app.coupons_grant_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF (NEW.id, NEW.grant_id, NEW.member_id, NEW.amount, NEW.from_at, NEW.until_at)
     IS DISTINCT FROM (OLD.id, OLD.grant_id, OLD.member_id, OLD.amount, OLD.from_at, OLD.until_at)
     OR OLD.order_id IS NOT NULL AND NEW.order_id IS DISTINCT FROM OLD.order_id
     OR OLD.entry_id IS NOT NULL AND (NEW.entry_id, NEW.used) IS DISTINCT FROM (OLD.entry_id, OLD.used) THEN
    RAISE EXCEPTION 'voucher % stays as it was granted and is paid once', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.credit_inputs(p_member uuid, p_now timestamp with time zone) RETURNS TABLE(kind text, happened_on date, times integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE TABLE app.credit_loans (
    id uuid NOT NULL,
    number text NOT NULL,
    member_id uuid NOT NULL,
    amount bigint NOT NULL,
    term_days smallint NOT NULL,
    apr_ppm integer NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    reason text,
    note text,
    sent_at timestamp with time zone NOT NULL,
    promised_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    lent_on date,
    due_on date,
    principal bigint DEFAULT 0 NOT NULL,
    interest bigint DEFAULT 0 NOT NULL,
    interest_paid bigint DEFAULT 0 NOT NULL,
    accrues_from date,
    interest_through date,
    entry_id uuid,
    repaid_at timestamp with time zone,
    CONSTRAINT credit_loans_amount_check CHECK ((amount > 0)),
    CONSTRAINT credit_loans_apr_ppm_check CHECK (((apr_ppm >= 0) AND (apr_ppm <= 160000))),
    CONSTRAINT credit_loans_check CHECK ((due_on = (lent_on + (term_days)::integer))),
    CONSTRAINT credit_loans_check1 CHECK (((principal >= 0) AND (principal <= amount))),
    CONSTRAINT credit_loans_check2 CHECK ((interest_through >= accrues_from)),
    CONSTRAINT credit_loans_decided CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT credit_loans_interest_check CHECK ((interest >= 0)),
    CONSTRAINT credit_loans_interest_paid_check CHECK ((interest_paid >= 0)),
    CONSTRAINT credit_loans_lent CHECK ((num_nonnulls(lent_on, due_on, accrues_from, interest_through, entry_id) =
CASE state
    WHEN 'passed'::text THEN 5
    ELSE 0
END)),
    CONSTRAINT credit_loans_note_check CHECK ((length(note) <= 300)),
    CONSTRAINT credit_loans_owed CHECK (
CASE
    WHEN (state = 'passed'::text) THEN ((repaid_at IS NOT NULL) = ((principal = 0) AND (interest = 0)))
    ELSE ((principal = 0) AND (interest = 0) AND (repaid_at IS NULL))
END),
    CONSTRAINT credit_loans_reason_check CHECK ((reason = ANY (ARRAY['collateral'::text, 'source-of-funds'::text, 'suspected-takeover'::text, 'unsuitable'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT credit_loans_rejected CHECK (((state = 'rejected'::text) = (reason IS NOT NULL))),
    CONSTRAINT credit_loans_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text]))),
    CONSTRAINT credit_loans_term_days_check CHECK ((term_days = ANY (ARRAY[30, 90, 180])))
);

CREATE FUNCTION app.credit_interest(p_loan app.credit_loans, p_through date) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT div(p_loan.principal::numeric * p_loan.apr_ppm * (p_through - p_loan.accrues_from) * 2 + 365000000, 730000000)::bigint
$$;

CREATE FUNCTION app.credit_value(p_loan uuid) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(sum(g.shares::bigint * coalesce(q.last, q.reference, i.reference)), 0)::bigint
  FROM app.credit_pledges g JOIN app.instruments i ON i.symbol = g.symbol LEFT JOIN settlement.prices q ON q.symbol = g.symbol
  WHERE g.loan_id = p_loan
$$;

CREATE FUNCTION app.decide_credit_increase(p_increase uuid, p_review uuid, p_reason text, p_note text, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.delete_news_pictures(p_before timestamp with time zone, p_limit integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_deleted integer;
BEGIN
  IF p_before > clock_timestamp() - interval '7 days' THEN
    RAISE EXCEPTION 'a picture of a draft stays for a week at least' USING ERRCODE = 'check_violation';
  END IF;
  DELETE FROM app.news_pictures p WHERE p.hash IN (
    SELECT n.hash FROM app.news_pictures n WHERE n.kept_at < p_before
      AND NOT EXISTS (SELECT FROM app.news_versions v WHERE v.picture = n.hash)
    ORDER BY n.kept_at LIMIT p_limit);
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;

CREATE FUNCTION app.delete_support_threads(p_before timestamp with time zone, p_limit integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_old uuid[];
BEGIN
  IF p_before > clock_timestamp() - interval '1824 days' THEN
    RAISE EXCEPTION 'a matter is kept for five years' USING ERRCODE = 'check_violation';
  END IF;
  v_old := ARRAY(SELECT t.id FROM app.support_threads t WHERE t.state = 'closed' AND t.last_at < p_before
    ORDER BY t.last_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  UPDATE app.files f SET dropped_at = clock_timestamp() FROM app.support_pictures p JOIN app.support_messages m ON m.id = p.message_id
  WHERE f.id = p.file_id AND m.thread_id = ANY (v_old) AND f.dropped_at IS NULL;
  DELETE FROM app.support_pictures p USING app.support_messages m WHERE m.id = p.message_id AND m.thread_id = ANY (v_old);
  DELETE FROM app.support_waits w WHERE w.thread_id = ANY (v_old);
  DELETE FROM app.support_messages m WHERE m.thread_id = ANY (v_old);
  DELETE FROM app.support_ratings r WHERE r.thread_id = ANY (v_old);
  DELETE FROM app.support_answers a WHERE a.thread_id = ANY (v_old);
  DELETE FROM app.support_notes n WHERE n.thread_id = ANY (v_old);
  DELETE FROM app.support_assignments s WHERE s.thread_id = ANY (v_old);
  DELETE FROM app.support_threads t WHERE t.id = ANY (v_old);
  RETURN cardinality(v_old);
END $$;

CREATE FUNCTION app.deliver_bids(p_auction uuid, p_ids uuid[], p_entries uuid[], p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  listed app.auctions;
  v_id   uuid;
BEGIN
  SELECT a.* INTO STRICT listed FROM app.auctions a WHERE a.id = p_auction;
  IF listed.state <> 'settled' OR listed.lists_on > (p_now AT TIME ZONE 'Asia/Taipei')::date
     OR NOT EXISTS (SELECT FROM app.instruments i WHERE i.symbol = listed.symbol) THEN
    RAISE EXCEPTION 'auction % is not listed yet', p_auction USING ERRCODE = 'check_violation';
  END IF;
  SELECT u.id INTO v_id FROM unnest(p_ids, p_entries) AS u (id, entry)
  LEFT JOIN app.auction_bids b ON b.id = u.id AND b.auction_id = p_auction
  WHERE (b.state = 'paid' AND app.is_bid_delivery(b, listed.symbol, u.entry)) IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'bid % is not paid, or its entry does not deliver it', v_id USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, product, origin, opened_on, opened_at, settles_on,
    sellable_on, unlocks_at, day_trade, opened_shares, shares, opened_value, interest_through)
  SELECT b.id, b.member_id, listed.symbol, 'stock', 'long', 100, 'auction', 'auction', listed.lists_on, p_now, listed.lists_on,
    listed.lists_on, p_now, false, b.awarded * 1000, b.awarded * 1000, b.price * b.awarded * 1000, listed.lists_on
  FROM app.auction_bids b WHERE b.id = ANY (p_ids) ORDER BY b.id;
  UPDATE app.auction_bids b SET state = 'delivered', delivered_at = p_now, delivery_id = u.entry
  FROM unnest(p_ids, p_entries) AS u (id, entry) WHERE b.id = u.id;
END $$;

CREATE FUNCTION app.deliver_shares(p_action uuid, p_limit integer, p_now timestamp with time zone) RETURNS TABLE(member_id uuid, shares bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  action    app.corporate_actions;
  v_members uuid[];
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'ex' FOR UPDATE;
  PERFORM app.check_payment_date(action);
  v_members := ARRAY(SELECT d.member_id FROM app.dividend_entitlements d
    WHERE d.action_id = p_action AND d.new_shares > 0 AND d.delivered_entry IS NULL AND action.split_to = action.split_from
    ORDER BY d.member_id LIMIT p_limit);
  IF v_members <> '{}' THEN
    PERFORM FROM app.positions p WHERE p.id IN (SELECT s.position_id FROM app.share_adjustments s
      WHERE s.action_id = p_action AND s.member_id = ANY (v_members) AND s.arriving > 0) ORDER BY p.id FOR NO KEY UPDATE;
    UPDATE app.positions p SET closing = p.closing - s.arriving FROM app.share_adjustments s
    WHERE s.action_id = p_action AND s.member_id = ANY (v_members) AND s.arriving > 0 AND p.id = s.position_id;
    UPDATE app.dividend_entitlements d SET delivered_entry = x.entry_id, delivered_at = p_now
    FROM (
      WITH l AS MATERIALIZED (
        SELECT u.o::integer AS entry, v.code, v.amount FROM unnest(v_members) WITH ORDINALITY AS u (id, o)
        JOIN app.dividend_entitlements e ON e.action_id = p_action AND e.member_id = u.id
        CROSS JOIN LATERAL (VALUES ('/dividend@' || action.pays_on, -e.new_shares), ('/available', e.new_shares)) AS k (tail, amount)
        CROSS JOIN LATERAL (SELECT 'member/' || u.id || '/stk:' || action.symbol || k.tail AS code, k.amount) AS v
      )
      SELECT r.* FROM app.post_shares('shares.delivered', p_action,
        ARRAY(SELECT format('shares.delivered %s %s', p_action, u.id) FROM unnest(v_members) AS u (id)),
        ARRAY(SELECT l.entry FROM l ORDER BY l.entry, l.amount), ARRAY(SELECT l.code FROM l ORDER BY l.entry, l.amount),
        ARRAY(SELECT l.amount FROM l ORDER BY l.entry, l.amount), array_fill(NULL::uuid, ARRAY[2 * cardinality(v_members)]), p_now) AS r
    ) AS x WHERE d.action_id = p_action AND d.member_id = v_members[x.n];
    PERFORM app.pledge_arrived(action.symbol, v_members, p_now);
  END IF;
  RETURN QUERY SELECT d.member_id, d.new_shares FROM app.dividend_entitlements d
    WHERE d.action_id = p_action AND d.member_id = ANY (v_members) ORDER BY d.member_id;
END $$;

CREATE FUNCTION app.deliver_subscriptions(p_offer uuid, p_ids uuid[], p_entries uuid[], p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  listed app.offers;
  v_id   uuid;
BEGIN
  SELECT o.* INTO STRICT listed FROM app.offers o WHERE o.id = p_offer;
  IF listed.stage <> 'settled' OR listed.lists_on > (p_now AT TIME ZONE 'Asia/Taipei')::date
     OR NOT EXISTS (SELECT FROM app.instruments i WHERE i.symbol = listed.symbol) THEN
    RAISE EXCEPTION 'offer % is not listed yet', p_offer USING ERRCODE = 'check_violation';
  END IF;
  SELECT u.id INTO v_id FROM unnest(p_ids, p_entries) AS u (id, entry)
  LEFT JOIN app.subscriptions s ON s.id = u.id AND s.offer_id = p_offer
  WHERE (s.state = 'paid' AND app.is_delivery_entry(s, listed.symbol, u.entry)) IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'application % is not paid, or its entry does not deliver it', v_id USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, origin, opened_on, opened_at, settles_on, sellable_on,
    unlocks_at, day_trade, opened_shares, shares, opened_value, interest_through)
  SELECT s.id, s.member_id, listed.symbol, 'stock', 'long', 100, 'subscription', listed.lists_on, p_now, listed.lists_on,
    listed.lists_on, p_now, false, s.shares, s.shares, s.amount, listed.lists_on
  FROM app.subscriptions s WHERE s.id = ANY (p_ids);
  UPDATE app.subscriptions s SET state = 'delivered', delivered_at = p_now, delivery_id = u.entry
  FROM unnest(p_ids, p_entries) AS u (id, entry) WHERE s.id = u.id;
END $$;

CREATE FUNCTION app.deposits_immutable_once_decided() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.state <> 'pending' AND (NEW.booked, NEW.entry_id, NEW.decided_at, NEW.rejection_reason)
    IS DISTINCT FROM (OLD.booked, OLD.entry_id, OLD.decided_at, OLD.rejection_reason) THEN
    RAISE EXCEPTION 'deposit % is decided and does not change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.device_of(of_session uuid, of_operator uuid, p_now timestamp with time zone) RETURNS uuid
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  device uuid;
  bound  integer;
BEGIN
  SELECT seconds INTO STRICT bound FROM platform.clock_bound;
  IF p_now IS NULL OR abs(extract(epoch FROM p_now - clock_timestamp())) > bound THEN
    RAISE EXCEPTION 'the time of a vote is % and PostgreSQL has %', p_now, clock_timestamp()
      USING ERRCODE = 'insufficient_privilege', HINT = 'Set the clock of the console''s machine.';
  END IF;
  SELECT device_id INTO device FROM app.operator_sessions
  WHERE id = of_session AND operator_id = of_operator AND revoked_at IS NULL AND expires_at > p_now;
  IF device IS NULL THEN
    RAISE EXCEPTION 'no open session of this operator' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN device;
END $$;

CREATE FUNCTION app.dividend_gross(p_micros bigint, p_shares bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT div(p_micros::numeric * p_shares, 1000000)::bigint * 100
$$;

CREATE FUNCTION app.dividend_withheld(p_gross bigint, p_from bigint, p_rate integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT CASE WHEN p_gross < p_from THEN 0 ELSE div(p_gross::numeric * p_rate + 500000, 1000000)::bigint * 100 END
$$;

CREATE FUNCTION app.draw_ranks_released() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT draw_id FROM added) a JOIN app.draws d ON d.id = a.draw_id WHERE d.state <> 'released') THEN
    RAISE EXCEPTION 'the order of a draw is written once, after its release' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.draw_tickets_leave_with_application() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM recon.draw_applications a WHERE a.draw_id = OLD.draw_id AND a.reference = OLD.reference)
     AND NOT EXISTS (SELECT FROM app.draw_tickets t WHERE t.draw_id = OLD.draw_id AND t.reference = OLD.reference) THEN
    RAISE EXCEPTION 'draw %: application % is open and keeps its ticket', OLD.draw_id, OLD.reference USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.draw_tickets_open() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  draw  uuid := CASE WHEN TG_OP = 'INSERT' THEN NEW.draw_id ELSE OLD.draw_id END;
  found text;
BEGIN
  SELECT state INTO found FROM app.draws WHERE id = draw FOR SHARE;
  IF TG_OP = 'UPDATE' OR found IS DISTINCT FROM 'committed' THEN
    RAISE EXCEPTION 'draw %: the list is closed', draw USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION app.draws_kept() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '%: rows of a draw are kept', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION app.draws_published() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  before jsonb := jsonb_strip_nulls(to_jsonb(OLD) - 'state');
BEGIN
  IF NEW.state = OLD.state OR EXISTS (
    SELECT FROM jsonb_each(before) b WHERE to_jsonb(NEW) -> b.key IS DISTINCT FROM b.value) THEN
    RAISE EXCEPTION 'draw %: what is published stays as it is', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'released' AND NOT EXISTS (
    SELECT FROM app.reviews r WHERE r.id = NEW.release_review AND r.kind = 'draw-release' AND r.subject = NEW.id::text
      AND r.decision = 'approve' AND r.state IN ('decided', 'closed')) THEN
    RAISE EXCEPTION 'draw %: two operators have not released it', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.end_block_listings(p_now timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE ended integer;
BEGIN
  UPDATE app.block_listings SET state = 'closing' WHERE state = 'open' AND closes_at <= p_now;
  GET DIAGNOSTICS ended = ROW_COUNT;
  UPDATE app.reviews r SET state = 'expired'
  FROM app.block_applications a JOIN app.block_listings l ON l.id = a.listing_id
  WHERE a.state = 'pending' AND l.closes_at <= p_now AND r.kind = 'block-trade' AND r.subject = a.id::text
    AND r.state IN ('waiting', 'second');
  RETURN ended;
END $$;

CREATE FUNCTION app.end_copy(p_copy uuid, p_reason text, p_note text, p_entry uuid, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  asked app.copies;
BEGIN
  SELECT c.* INTO STRICT asked FROM app.copies c WHERE c.id = p_copy FOR UPDATE;
  IF (CASE p_reason
      WHEN 'mentor-closed' THEN asked.state = 'following'
        AND EXISTS (SELECT FROM app.mentors m WHERE m.id = asked.mentor_id AND m.state = 'closed')
      WHEN 'term-over' THEN asked.state = 'following' AND EXISTS (SELECT FROM app.copy_products p
        WHERE p.id = asked.product_id AND p.ends_on < (p_now AT TIME ZONE 'Asia/Taipei')::date)
      WHEN 'stop-loss' THEN asked.state = 'following' AND -app.copy_result(p_copy) * 10000 >= asked.amount * asked.stop_loss_bp
      ELSE asked.state = 'under-review' AND p_reason NOT IN ('cancelled', 'stopped') AND EXISTS (SELECT FROM app.reviews r
        WHERE r.kind = 'copy' AND r.subject = p_copy::text AND (r.state = 'expired' OR r.decision = 'reject'))
    END) IS NOT TRUE THEN
    RAISE EXCEPTION 'copy % is % and cannot end as %', p_copy, asked.state, p_reason USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT app.is_copy_release(asked, p_entry) THEN
    RAISE EXCEPTION 'entry % does not release copy %', p_entry, p_copy USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.copies SET state = CASE asked.state WHEN 'following' THEN 'ended' ELSE 'cancelled' END, end_reason = p_reason,
    note = p_note, ended_at = p_now, entry_id = p_entry, sells_rest = p_reason = 'stop-loss' WHERE id = p_copy;
END $$;

CREATE FUNCTION app.end_corporate_action(p_action uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.corporate_actions SET state = 'paid', paid_at = p_now WHERE id = p_action AND state = 'ex' AND NOT EXISTS (
    SELECT FROM app.dividend_entitlements d WHERE d.action_id = p_action AND (
      d.accrued_entry IS NULL AND d.gross + d.owed + d.owed_supplement > 0 OR d.paid_entry IS NULL AND d.gross > d.withheld
      OR d.delivered_entry IS NULL AND d.new_shares > 0 AND corporate_actions.split_to = corporate_actions.split_from))
  AND NOT EXISTS (
    SELECT FROM app.seat_entitlements s WHERE s.action_id = p_action AND (
      corporate_actions.seats_paid IS NULL AND s.gross > 0
      OR corporate_actions.seats_delivered IS NULL AND s.new_shares > 0 AND corporate_actions.split_to = corporate_actions.split_from));
  RETURN FOUND;
END $$;

CREATE FUNCTION app.end_credit_sale(p_order uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.credit_sales s SET is_done = true FROM app.orders o
  WHERE s.order_id = p_order AND NOT s.is_done AND o.id = p_order AND o.state <> 'entrusted';
  IF NOT FOUND THEN RAISE EXCEPTION 'sale % has not ended', p_order USING ERRCODE = 'insufficient_privilege'; END IF;
END $$;

CREATE FUNCTION app.end_free_days(p_symbols text[], p_date date) RETURNS SETOF text
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  UPDATE app.instruments i SET limited = true, free_since = NULL
  WHERE i.symbol = ANY (p_symbols) AND i.free_since IS NOT NULL AND (
    SELECT count(DISTINCT c.date) FROM exchange.phase_changes c
    WHERE c.phase = 'opening-call' AND c.date >= i.free_since AND c.date < p_date) >= 5
  RETURNING i.symbol
$$;

CREATE FUNCTION app.end_own_copy(p_copy uuid, p_member uuid, p_entry uuid, p_sells boolean, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  asked   app.copies;
  v_state text;
BEGIN
  SELECT c.* INTO asked FROM app.copies c WHERE c.id = p_copy AND c.member_id = p_member FOR UPDATE;
  IF NOT FOUND OR NOT app.is_copy_release(asked, p_entry) THEN RETURN NULL; END IF;
  v_state := CASE asked.state WHEN 'following' THEN 'ended' WHEN 'under-review' THEN 'cancelled' END;
  IF v_state IS NULL OR v_state = 'cancelled' AND NOT app.is_cancelled_by_member('copy', p_copy, p_member) THEN RETURN NULL; END IF;
  UPDATE app.copies SET state = v_state, end_reason = CASE v_state WHEN 'ended' THEN 'stopped' ELSE 'cancelled' END,
    ended_at = p_now, entry_id = p_entry, sells_rest = p_sells AND v_state = 'ended' WHERE id = p_copy;
  RETURN v_state;
END $$;

CREATE FUNCTION app.end_own_copy(p_copy uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) RETURNS text
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    RETURN app.end_own_copy(p_copy, p_member, p_entry, false, p_now);

CREATE FUNCTION app.end_savings_run(p_plan uuid, p_due date, p_now timestamp with time zone) RETURNS TABLE(state text, reason text, shares integer, spent bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  run   app.savings_runs;
  facts record;
BEGIN
  SELECT r.* INTO run FROM app.savings_runs r WHERE r.plan_id = p_plan AND r.due_on = p_due AND r.state = 'ordered' FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT coalesce(bool_or(o.state = 'entrusted'), true) AS open, sum(o.quantity)::integer AS ordered, sum(o.filled_shares)::integer AS filled,
    sum(o.filled_value + o.fee)::bigint AS spent, bool_or(o.cancel_asked_at IS NOT NULL OR o.reason = 'replaced') AS cancelled,
    bool_or(o.state = 'refused') AS refused
  INTO facts FROM app.orders o
  WHERE o.id = ANY (ARRAY[run.whole_order, run.odd_order])
    AND o.id BETWEEN least(run.whole_order, run.odd_order) AND greatest(run.whole_order, run.odd_order);
  IF facts.open THEN RETURN; END IF;
  RETURN QUERY UPDATE app.savings_runs r SET
    state = CASE WHEN facts.filled = facts.ordered THEN 'filled' WHEN facts.filled > 0 THEN 'partly-filled' ELSE 'skipped' END,
    reason = CASE WHEN facts.filled > 0 THEN NULL WHEN facts.refused THEN 'refused' WHEN facts.cancelled THEN 'cancelled'
      WHEN run.at_upper THEN 'limit-up' ELSE 'unfilled' END,
    shares = facts.filled, spent = facts.spent, ended_at = p_now
  WHERE r.plan_id = p_plan AND r.due_on = p_due
  RETURNING r.state, r.reason, r.shares, r.spent;
END $$;

CREATE FUNCTION app.enrol_operator(p_operator uuid, p_hash bytea, p_password text, p_pepper text, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.operators SET password_hash = p_password, pepper_key = p_pepper, enrolled_at = p_now,
    enrolment_hash = NULL, enrolment_until = NULL
  WHERE id = p_operator AND enrolment_hash = p_hash AND enrolment_until > p_now AND left_at IS NULL;
  RETURN FOUND;
END $$;

CREATE FUNCTION app.enrolment_fits(p_login text, p_hash bytea, p_now timestamp with time zone) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT id FROM app.operators
  WHERE login = p_login AND enrolment_hash = p_hash AND enrolment_until > p_now AND left_at IS NULL
$$;

CREATE FUNCTION app.ensure_order_months(p_from timestamp with time zone, p_months integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $_$
DECLARE
  v_first timestamp := date_trunc('month', p_from AT TIME ZONE 'UTC');
  v_month timestamp;
  v_next  timestamp;
  v_table text;
  v_name  text;
  v_from  text;
  v_to    text;
  v_made  integer := 0;
BEGIN
  -- Every month costs each update a little: a process makes only those around the present.
  IF p_months NOT BETWEEN 0 AND 120 OR NOT pg_has_role(session_user, 'fairlot_definer', 'MEMBER') AND (p_months > 12
    OR abs(extract(epoch FROM p_from - clock_timestamp())) > (SELECT b.seconds + 62 * 86400 FROM platform.clock_bound b)) THEN
    RAISE EXCEPTION 'months out of range: % from %', p_months, p_from;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('app.ensure_order_months', 0));
  FOR i IN 0..p_months LOOP
    v_month := v_first + make_interval(months => i);
    v_next := v_first + make_interval(months => i + 1);
    FOREACH v_table IN ARRAY ARRAY['orders', 'order_steps', 'fills'] LOOP
      v_name := v_table || to_char(v_month, '_YYYY_MM');
      CONTINUE WHEN to_regclass('app.' || v_name) IS NOT NULL;
      EXECUTE format('CREATE TABLE app.%I (LIKE app.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (fillfactor = %s)',
        v_name, v_table, CASE v_table WHEN 'orders' THEN 80 ELSE 100 END);
      IF v_table = 'fills' THEN
        v_from := to_char(v_month, 'YYYY-MM-DD"T00:00:00Z"');
        v_to := to_char(v_next, 'YYYY-MM-DD"T00:00:00Z"');
        EXECUTE format('CREATE TRIGGER fills_equal_exchange_log AFTER INSERT ON app.%I REFERENCING NEW TABLE AS new_fills
          FOR EACH STATEMENT EXECUTE FUNCTION app.check_fills()', v_name);
      ELSE
        v_from := app.id_at(v_month AT TIME ZONE 'UTC');
        v_to := app.id_at(v_next AT TIME ZONE 'UTC');
        EXECUTE format('LOCK TABLE app.%I IN ACCESS EXCLUSIVE MODE', v_table || '_other');
        EXECUTE format('WITH late AS (DELETE FROM app.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
          INSERT INTO app.%5$I SELECT * FROM late', v_table || '_other',
          CASE v_table WHEN 'orders' THEN 'id' ELSE 'order_id' END, v_from, v_to, v_name);
      END IF;
      EXECUTE format('ALTER TABLE app.%I ATTACH PARTITION app.%I FOR VALUES FROM (%L) TO (%L)', v_table, v_name, v_from, v_to);
      v_made := v_made + 1;
    END LOOP;
  END LOOP;
  RETURN v_made;
END $_$;

CREATE FUNCTION app.entitle_seats(action app.corporate_actions, p_reference integer, p_held jsonb, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_accrued uuid;
  v_shares  uuid;
BEGIN
  INSERT INTO app.seat_entitlements (action_id, owner, long_shares, short_shares, gross, owed, new_shares, owed_shares, fraction, owed_fraction,
    from_shorts)
  SELECT action.id, r.* FROM (
    SELECT f.owner, greatest(f.held, 0) AS long, greatest(-f.held, 0) AS short,
      app.dividend_gross(action.cash_micros, greatest(f.held, 0)) + f.fraction + f.from_shorts AS gross,
      app.dividend_gross(action.cash_micros, greatest(-f.held, 0)) + f.owed_fraction AS owed,
      CASE WHEN f.held >= 0 THEN f.after - f.held ELSE 0 END AS new_shares, CASE WHEN f.held < 0 THEN f.held - f.after ELSE 0 END AS owed_shares,
      f.fraction, f.owed_fraction, f.from_shorts
    FROM (
      SELECT n.*, app.fraction_cash(action, greatest(n.remainder, 0), p_reference) AS fraction,
        app.fraction_cash(action, greatest(-n.remainder, 0), p_reference) AS owed_fraction,
        CASE n.owner WHEN 'lending/pool' THEN (
          SELECT coalesce(sum(d.owed), 0) FROM app.dividend_entitlements d WHERE d.action_id = action.id)::bigint ELSE 0 END AS from_shorts
      FROM (
        SELECT w.*, w.held * action.ratio_to::numeric - w.after * action.ratio_from::numeric AS remainder FROM (
          SELECT b.owner, b.held, CASE WHEN action.split_to = action.split_from
            THEN div(b.held * action.ratio_to::numeric, action.ratio_from)::bigint ELSE coalesce(x.shares, 0) END AS after
          FROM (
            SELECT k.key AS owner, k.value::bigint AS held FROM jsonb_each_text(p_held) AS k
            -- The pool may have lent all it had.
            UNION ALL SELECT 'lending/pool', 0 WHERE NOT p_held ? 'lending/pool'
          ) AS b LEFT JOIN app.seat_holdings(action.symbol) AS x ON x.owner = b.owner
        ) AS w
      ) AS n
    ) AS f
  ) AS r WHERE r.gross > 0 OR r.owed > 0 OR r.new_shares <> 0 OR r.owed_shares <> 0;
  v_accrued := app.post_seats(action, 'dividend.accrued', p_now);
  v_shares := app.post_seats(action, 'shares.adjusted', p_now);
  UPDATE app.corporate_actions SET seats_accrued = v_accrued, seats_entry = coalesce(v_shares, seats_entry) WHERE id = action.id;
  -- What they owe is collected on the payment date, as every debt of a settlement date.
  INSERT INTO settlement.dues (due, owner, asset)
  SELECT action.pays_on, s.owner, v.asset FROM app.seat_entitlements s
  CROSS JOIN LATERAL (VALUES ('TWD', s.owed), ('stk:' || action.symbol, CASE WHEN action.split_to = action.split_from THEN s.owed_shares END))
    AS v (asset, amount)
  WHERE s.action_id = action.id AND v.amount > 0 ORDER BY s.owner, v.asset
  ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false;
END $$;

CREATE FUNCTION app.equity_of(p_member uuid) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  SELECT (coalesce((SELECT sum(b.balance) FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      WHERE a.owner_kind = 'member' AND a.owner_id = p_member::text AND a.asset = 'TWD'), 0)
    + coalesce((SELECT sum(round(f.amount * r.mid / 1000000000)) FROM (
        SELECT a.asset, sum(b.balance) AS amount FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
        WHERE a.owner_kind = 'member' AND a.owner_id = p_member::text AND a.asset ~ '^[A-Z]{3}$' AND a.asset <> 'TWD' GROUP BY 1
      ) AS f JOIN app.valuation_rates() AS r ON r.currency = f.asset), 0)
    + coalesce((SELECT sum(CASE p.direction WHEN 'long' THEN 1 ELSE -1 END * p.shares::bigint
        * coalesce(q.last, q.reference, i.reference))
      FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
      WHERE p.member_id = p_member AND p.state <> 'closed'), 0))::bigint
$_$;

CREATE FUNCTION app.ex_price(p_kind text, p_price integer, p_micros bigint, p_to bigint DEFAULT 1, p_from bigint DEFAULT 1) RETURNS integer
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT greatest(floor((2 * e.above + t.tick * e.below) / (2 * t.tick * e.below)) * t.tick, t.tick)::integer
  FROM (SELECT (p_price::numeric * 10000 - p_micros) * p_from AS above, 10000::numeric * p_to AS below) AS e
  CROSS JOIN LATERAL (
    SELECT CASE WHEN p_kind = 'etf' THEN CASE WHEN e.above < 5000 * e.below THEN 1 ELSE 5 END
      WHEN e.above < 1000 * e.below THEN 1 WHEN e.above < 5000 * e.below THEN 5 WHEN e.above < 10000 * e.below THEN 10
      WHEN e.above < 50000 * e.below THEN 50 WHEN e.above < 100000 * e.below THEN 100 ELSE 500 END AS tick
  ) AS t
$$;

CREATE FUNCTION app.expire_reviews(p_now timestamp with time zone, p_most integer) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH late AS (
    SELECT id FROM app.reviews WHERE state IN ('waiting', 'second') AND expires_at <= p_now
    ORDER BY expires_at LIMIT p_most FOR UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE app.reviews SET state = 'expired' FROM late WHERE app.reviews.id = late.id RETURNING 1
  )
  SELECT count(*)::integer FROM moved
$$;

CREATE FUNCTION app.fail_reconciliation(p_scope text, p_at timestamp with time zone, p_why text) RETURNS TABLE(run bigint, payouts text)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT w.run, w.payouts FROM recon.write_run(p_scope, p_at, clock_timestamp(), '{unfinished}', '[]', left(p_why, 300)) AS w
$$;

CREATE FUNCTION app.finish_copy_sales() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE app.copies c SET sells_rest = false WHERE c.sells_rest
    AND NOT EXISTS (SELECT FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id AND b.state <> 'done'
      WHERE l.copy_id = c.id AND l.order_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id WHERE l.copy_id = c.id AND p.shares > p.closing);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

CREATE FUNCTION app.id_at(p_at timestamp with time zone) RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ((lpad(to_hex((floor((EXTRACT(epoch FROM p_at) * (1000)::numeric)))::bigint), 12, '0'::text) || '00000000000000000000'::text))::uuid;

CREATE FUNCTION app.first_order_id(p_since timestamp with time zone) RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN CASE WHEN (p_since <= '-infinity'::timestamp with time zone) THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE app.id_at((p_since - '3 days'::interval)) END;

COMMENT ON FUNCTION app.first_order_id(p_since timestamp with time zone) IS 'No order placed since this time has a lower id: excludes the months before.';

CREATE FUNCTION app.flag_review(p_review uuid, p_flag text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.reviews SET flags = flags || p_flag
  WHERE id = p_review AND state IN ('waiting', 'second') AND NOT p_flag = ANY (flags);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.floor_to_tick(p_price bigint) RETURNS integer
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT (p_price - p_price % CASE WHEN p_price < 1000 THEN 1 WHEN p_price < 5000 THEN 5 WHEN p_price < 10000 THEN 10
    WHEN p_price < 50000 THEN 50 WHEN p_price < 100000 THEN 100 ELSE 500 END)::integer
$$;

CREATE FUNCTION app.follower_results(p_mentor uuid) RETURNS TABLE(result bigint, amount bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT app.copy_result(c.id), c.amount FROM app.copies c JOIN app.mentors m ON m.id = c.mentor_id
  WHERE c.mentor_id = p_mentor AND c.started_at IS NOT NULL
    AND EXISTS (SELECT FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id WHERE l.copy_id = c.id AND p.opened_shares > 0)
    AND NOT EXISTS (SELECT FROM directory.owners a JOIN directory.owners b ON b.owner_group = a.owner_group
      WHERE a.member_id = m.member_id AND b.member_id = c.member_id)
    AND NOT EXISTS (SELECT FROM app.mentors s WHERE s.member_id = c.member_id AND s.is_simulated)
$$;

CREATE FUNCTION app.foreign_paid(p_member uuid, p_since timestamp with time zone, p_exchanges boolean) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT (coalesce((
      SELECT sum(coalesce(f.twd, round(f.amount::numeric * r.mid / 1000000000), 0)) FROM app.currency_flows f
      LEFT JOIN app.valuation_rates() AS r ON f.twd IS NULL AND r.currency = f.currency
      WHERE f.member_id = p_member AND f.posted_at >= p_since), 0)
    + coalesce((
      SELECT sum(CASE 'TWD' WHEN q.pay_currency THEN q.pay_amount WHEN q.get_currency THEN -q.get_amount ELSE 0 END)
      FROM app.currency_quotes q
      WHERE p_exchanges AND q.member_id = p_member AND q.dealt_at IS NOT NULL AND ledger.time_of(q.entry_id) >= p_since), 0))::bigint
$$;

CREATE FUNCTION app.forget_clean_runs(p_limit integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_rows integer;
BEGIN
  DELETE FROM app.recon_runs WHERE id IN (
    SELECT r.id FROM app.recon_runs r WHERE r.finished_at < clock_timestamp() - interval '40 days' AND r.broken = 0 AND r.scope = 'minute'
      AND NOT EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_by = r.id)
    ORDER BY r.id LIMIT p_limit);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  RETURN v_rows;
END $$;

CREATE FUNCTION app.found_voting_key(p_key uuid, p_operator uuid, p_hash bytea) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.operators o SET key_code_hash = NULL
  WHERE o.id = p_operator AND o.key_code_hash = p_hash AND o.proposed_by IS NULL AND o.left_at IS NULL
    AND EXISTS (SELECT FROM app.operator_voting_keys k
                WHERE k.id = p_key AND k.operator_id = p_operator AND k.valid_from IS NULL AND k.revoked_at IS NULL)
    AND NOT EXISTS (SELECT FROM app.operator_voting_keys k
                    WHERE k.operator_id = p_operator AND k.valid_from IS NOT NULL AND k.revoked_at IS NULL);
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE app.operator_voting_keys SET valid_from = clock_timestamp() WHERE id = p_key;
  RETURN true;
END $$;

CREATE FUNCTION app.fraction_cash(action app.corporate_actions, p_remainder numeric, p_reference integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT div(p_remainder * p_reference * action.fraction_rate, action.ratio_from::numeric * 1000000)::bigint * 100
$$;

CREATE FUNCTION app.free_credit_pledge(p_hold uuid, p_entry uuid, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.fund_request_lines(p_request uuid) RETURNS TABLE(entry_id uuid, event text, account text, amount bigint, asset text, posted_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.has_offered_shares(p_symbol text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (SELECT FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    WHERE a.owner_kind = 'seat' AND a.asset = 'stk:' || p_symbol AND a.kind IN ('held', 'held-receivable') AND b.balance > 0)
$$;

CREATE FUNCTION app.has_right(of_operator uuid, wanted text, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM app.operators o
    JOIN app.operator_roles r ON r.operator_id = o.id AND (r.until IS NULL OR r.until > p_now)
    JOIN app.operator_rights t ON t.role = r.role AND t."right" = wanted
    WHERE o.id = of_operator AND (o.left_at IS NULL OR o.left_at > p_now)
  )
$$;

CREATE FUNCTION app.has_share_action(p_symbol text, p_from date, p_until date, p_except uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (SELECT FROM app.corporate_actions a WHERE a.symbol = p_symbol AND a.id IS DISTINCT FROM p_except
    AND a.state IN ('announced', 'ex') AND a.ratio_to <> a.ratio_from AND a.ex_on <= p_until AND a.pays_on >= p_from)
$$;

CREATE FUNCTION app.holds_ticket(of_operator uuid, p_kind text, p_subject text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT p_kind = 'draw-release' AND EXISTS (
    SELECT FROM app.operator_relations rel JOIN app.draw_tickets t ON t.member_id = rel.member_id
    WHERE rel.operator_id = of_operator AND t.draw_id::text = p_subject)
$$;

CREATE FUNCTION app.identities_delete_refused() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'an identity is never deleted' USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION app.identities_refuse_api_decision() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF session_user IN ('fairlot_api', 'fairlot_seed') AND NEW.state <> 'under-review'
     AND NOT (NEW.state = 'rejected' AND NEW.reason = 'cancelled' AND OLD.state = 'under-review') THEN
    RAISE EXCEPTION '% does not decide on identities', session_user USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.identities_sync_verification() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.import_news(p_source text, p_url text, p_entries jsonb, p_now timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  entry   record;
  v_added integer := 0;
BEGIN
  FOR entry IN SELECT * FROM jsonb_to_recordset(p_entries) AS e (id uuid, key text, at timestamptz, symbol text, title_tw text,
    title_en text, body_tw text, body_en text) LOOP
    IF entry.at > p_now OR entry.at < p_now - interval '11 days' THEN
      RAISE EXCEPTION 'announcement % is of %', entry.key, entry.at USING ERRCODE = 'check_violation';
    END IF;
    CONTINUE WHEN NOT EXISTS (SELECT FROM app.instruments i WHERE i.symbol = entry.symbol);
    INSERT INTO app.news_articles (id, topic, published_at, source, source_key, source_url)
    VALUES (entry.id, 'market', entry.at, p_source, entry.key, p_url) ON CONFLICT (source, source_key) DO NOTHING;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO app.news_versions (article_id, version, title_tw, title_en, body_tw, body_en, symbols, at)
    VALUES (entry.id, 1, entry.title_tw, entry.title_en, entry.body_tw, entry.body_en, ARRAY[entry.symbol], p_now);
    PERFORM app.list_news_stocks(entry.id, ARRAY[entry.symbol]);
    v_added := v_added + 1;
  END LOOP;
  IF v_added > 200 OR (SELECT count(*) > 2000 FROM app.news_articles a
    WHERE a.topic = 'market' AND a.published_at > p_now - interval '11 days') THEN
    RAISE EXCEPTION '% new announcements are more than a source has', v_added USING ERRCODE = 'check_violation';
  END IF;
  RETURN v_added;
END $$;

CREATE TABLE app.auction_bids (
    id uuid NOT NULL,
    auction_id uuid NOT NULL,
    member_id uuid NOT NULL,
    person bytea NOT NULL,
    fingerprint bytea NOT NULL,
    sealed bytea NOT NULL,
    ceiling bigint NOT NULL,
    deposit bigint NOT NULL,
    fee bigint NOT NULL,
    hold_id uuid NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    state text DEFAULT 'sealed'::text NOT NULL,
    void_reason text,
    price bigint,
    lots integer,
    salt bytea,
    problem text,
    rank integer,
    awarded integer DEFAULT 0 NOT NULL,
    kept bigint DEFAULT 0 NOT NULL,
    decided_at timestamp with time zone,
    entry_id uuid,
    pay_hold_id uuid,
    paid_at timestamp with time zone,
    forfeit_entry_id uuid,
    delivered_at timestamp with time zone,
    delivery_id uuid,
    CONSTRAINT auction_bids_ceiling_check CHECK ((ceiling > 0)),
    CONSTRAINT auction_bids_check CHECK ((person = sha256(convert_to((((('fairlot auction person v1
'::text || auction_id) || '
'::text) || member_id) || '
'::text), 'UTF8'::name)))),
    CONSTRAINT auction_bids_check1 CHECK (((deposit > 0) AND (deposit < ceiling))),
    CONSTRAINT auction_bids_check2 CHECK (((awarded >= 0) AND (awarded <= COALESCE(lots, 0)))),
    CONSTRAINT auction_bids_check3 CHECK (((kept >= 0) AND (kept <= deposit))),
    CONSTRAINT auction_bids_decided CHECK ((((state = 'sealed'::text) = (decided_at IS NULL)) AND ((state = 'sealed'::text) = (entry_id IS NULL)))),
    CONSTRAINT auction_bids_delivered CHECK ((num_nonnulls(delivered_at, delivery_id) =
CASE state
    WHEN 'delivered'::text THEN 2
    ELSE 0
END)),
    CONSTRAINT auction_bids_fee_check CHECK ((fee > 0)),
    CONSTRAINT auction_bids_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT auction_bids_forfeited CHECK (((state = 'forfeited'::text) = (forfeit_entry_id IS NOT NULL))),
    CONSTRAINT auction_bids_invalid_has_problem CHECK (((state <> 'invalid'::text) OR (problem IS NOT NULL))),
    CONSTRAINT auction_bids_lots_check CHECK (((lots >= 0) AND (lots < 10000000))),
    CONSTRAINT auction_bids_opened CHECK (((num_nonnulls(price, lots, salt) = ANY (ARRAY[0, 3])) AND ((price IS NULL) OR (fingerprint = sha256(convert_to((((((((((('fairlot auction bid v1
'::text || auction_id) || '
'::text) || id) || '
'::text) || lpad((price)::text, 12, '0'::text)) || '
'::text) || lpad((lots)::text, 7, '0'::text)) || '
'::text) || encode(salt, 'hex'::text)) || '
'::text), 'UTF8'::name)))))),
    CONSTRAINT auction_bids_paid CHECK ((num_nonnulls(pay_hold_id, paid_at) =
CASE
    WHEN (state = ANY (ARRAY['paid'::text, 'delivered'::text])) THEN 2
    ELSE 0
END)),
    CONSTRAINT auction_bids_price_check CHECK (((price >= 0) AND (price < '1000000000000'::bigint))),
    CONSTRAINT auction_bids_problem_check CHECK ((problem = ANY (ARRAY['sealed'::text, 'price'::text, 'lots'::text, 'ceiling'::text]))),
    CONSTRAINT auction_bids_rank_check CHECK ((rank > 0)),
    CONSTRAINT auction_bids_ranked CHECK (((rank IS NULL) OR ((price IS NOT NULL) AND (problem IS NULL)))),
    CONSTRAINT auction_bids_salt_check CHECK ((octet_length(salt) = 32)),
    CONSTRAINT auction_bids_sealed_check CHECK (((octet_length(sealed) >= 100) AND (octet_length(sealed) <= 400))),
    CONSTRAINT auction_bids_sealed_problem CHECK (((NOT (problem IS DISTINCT FROM 'sealed'::text)) = ((problem IS NOT NULL) AND (price IS NULL)))),
    CONSTRAINT auction_bids_state_check CHECK ((state = ANY (ARRAY['sealed'::text, 'cancelled'::text, 'void'::text, 'invalid'::text, 'not-won'::text, 'payment-due'::text, 'paid'::text, 'delivered'::text, 'forfeited'::text]))),
    CONSTRAINT auction_bids_void_has_reason CHECK (((state = 'void'::text) = (void_reason IS NOT NULL))),
    CONSTRAINT auction_bids_void_reason_check CHECK ((void_reason = ANY (ARRAY['removed'::text, 'not-listed'::text, 'restricted'::text, 'related-person'::text]))),
    CONSTRAINT auction_bids_won CHECK ((((awarded > 0) = (kept > 0)) AND ((state = ANY (ARRAY['payment-due'::text, 'paid'::text, 'delivered'::text, 'forfeited'::text])) OR (state = 'sealed'::text) OR (awarded = 0)) AND ((state <> ALL (ARRAY['payment-due'::text, 'paid'::text, 'delivered'::text, 'forfeited'::text])) OR (awarded > 0))))
);

CREATE FUNCTION app.is_bid_delivery(p_bid app.auction_bids, p_symbol text, p_entry uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = 'auction.delivered' AND e.reference = p_bid.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.hold_id, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code, l.hold_id
    ) AS posted FULL JOIN (
      SELECT v.code, v.hold_id, v.amount FROM (VALUES
        ('member/' || p_bid.member_id || '/TWD/held', p_bid.hold_id, -p_bid.kept),
        ('member/' || p_bid.member_id || '/TWD/held', p_bid.pay_hold_id, p_bid.kept - p_bid.price * p_bid.awarded * 1000),
        ('house/main/TWD/issue', NULL, p_bid.price * p_bid.awarded * 1000),
        ('house/main/stk:' || p_symbol || '/issue', NULL, -p_bid.awarded::bigint * 1000),
        ('member/' || p_bid.member_id || '/stk:' || p_symbol || '/available', NULL, p_bid.awarded::bigint * 1000)
      ) AS v (code, hold_id, amount)
    ) AS said ON said.code = posted.code AND said.hold_id IS NOT DISTINCT FROM posted.hold_id
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

CREATE TABLE app.block_applications (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    price integer NOT NULL,
    market_price integer,
    shares integer NOT NULL,
    fee bigint NOT NULL,
    hold_id uuid NOT NULL,
    date date NOT NULL,
    settles_on date NOT NULL,
    sellable_on date NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    rejection_reason text,
    note text,
    sent_at timestamp with time zone NOT NULL,
    promised_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    entry_id uuid,
    CONSTRAINT block_applications_check CHECK ((settles_on > date)),
    CONSTRAINT block_applications_check1 CHECK ((sellable_on >= settles_on)),
    CONSTRAINT block_applications_decided_complete CHECK (((state = 'pending'::text) = ((decided_at IS NULL) AND (entry_id IS NULL)))),
    CONSTRAINT block_applications_fee_check CHECK ((fee >= 0)),
    CONSTRAINT block_applications_market_price_check CHECK ((market_price > 0)),
    CONSTRAINT block_applications_price_check CHECK ((price > 0)),
    CONSTRAINT block_applications_rejected_has_reason CHECK (((state = 'rejected'::text) = (rejection_reason IS NOT NULL))),
    CONSTRAINT block_applications_rejection_reason_check CHECK ((rejection_reason = ANY (ARRAY['seller-withdrew'::text, 'price-out-of-range'::text, 'not-confirmed'::text, 'suspected-takeover'::text, 'market-conduct'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT block_applications_shares_check CHECK ((shares > 0)),
    CONSTRAINT block_applications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text])))
);

CREATE TABLE app.block_listings (
    id uuid NOT NULL,
    seat_id uuid NOT NULL,
    symbol text NOT NULL,
    price integer NOT NULL,
    shares integer NOT NULL,
    left_shares integer NOT NULL,
    min_shares integer NOT NULL,
    max_shares integer NOT NULL,
    password_mac bytea NOT NULL,
    password_key text NOT NULL,
    date date NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    hold_id uuid NOT NULL,
    review_id uuid NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    listed_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT block_listings_check CHECK (((left_shares >= 0) AND (left_shares <= shares))),
    CONSTRAINT block_listings_check1 CHECK (((max_shares >= min_shares) AND (max_shares <= shares))),
    CONSTRAINT block_listings_closed_at CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT block_listings_min_shares_check CHECK ((min_shares > 0)),
    CONSTRAINT block_listings_price_check CHECK ((price > 0)),
    CONSTRAINT block_listings_shares_check CHECK ((shares > 0)),
    CONSTRAINT block_listings_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closing'::text, 'closed'::text])))
);

CREATE FUNCTION app.is_block_entry(p_asked app.block_applications, p_listing app.block_listings, p_entry uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'block.traded'
      AND e.reference = p_asked.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.hold_id, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code, l.hold_id
    ) AS posted FULL JOIN (
      SELECT v.code, v.hold_id, v.amount FROM (VALUES
        ('member/' || p_asked.member_id || '/TWD/held', p_asked.hold_id, -(p_asked.price::bigint * p_asked.shares + p_asked.fee)),
        ('seat/' || p_listing.seat_id || '/TWD/receivable@' || p_asked.settles_on, NULL, p_asked.price::bigint * p_asked.shares),
        ('fees/block/TWD/income', NULL, p_asked.fee),
        ('seat/' || p_listing.seat_id || '/stk:' || p_listing.symbol || '/held', p_listing.hold_id, -p_asked.shares::bigint),
        ('member/' || p_asked.member_id || '/stk:' || p_listing.symbol || '/receivable@' || p_asked.settles_on, NULL,
          p_asked.shares::bigint)
      ) AS v (code, hold_id, amount) WHERE v.amount <> 0
    ) AS said ON said.code = posted.code AND said.hold_id IS NOT DISTINCT FROM posted.hold_id
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

CREATE FUNCTION app.is_cancelled_by_member(p_kind text, p_subject uuid, p_member uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM app.reviews r
    WHERE r.kind = p_kind AND r.subject = p_subject::text AND r.member_id = p_member AND r.state = 'cancelled' AND r.outcome = 'cancelled-by-member')
$$;

CREATE TABLE app.copies (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    mentor_id uuid NOT NULL,
    product_id uuid,
    amount bigint NOT NULL,
    hold_id uuid NOT NULL,
    stock_share_bp integer NOT NULL,
    stop_loss_bp integer,
    cap bigint,
    paused_at timestamp with time zone,
    state text NOT NULL,
    end_reason text,
    note text,
    starts_on date NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    promised_at timestamp with time zone,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    entry_id uuid,
    spent bigint DEFAULT 0 NOT NULL,
    sells_rest boolean DEFAULT false NOT NULL,
    CONSTRAINT copies_amount_check CHECK ((amount > 0)),
    CONSTRAINT copies_check CHECK (((cap >= 1) AND (cap <= amount))),
    CONSTRAINT copies_end_reason_check CHECK ((end_reason = ANY (ARRAY['unsuitable'::text, 'source-of-funds'::text, 'suspected-takeover'::text, 'market-conduct'::text, 'cancelled'::text, 'expired'::text, 'stopped'::text, 'stop-loss'::text, 'mentor-closed'::text, 'term-over'::text]))),
    CONSTRAINT copies_ended CHECK ((((state = ANY (ARRAY['ended'::text, 'cancelled'::text])) = ((ended_at IS NOT NULL) AND (end_reason IS NOT NULL))) AND ((state = ANY (ARRAY['under-review'::text, 'following'::text])) OR (entry_id IS NOT NULL) OR (spent = amount)))),
    CONSTRAINT copies_note_check CHECK ((length(note) <= 300)),
    CONSTRAINT copies_promised CHECK (((state <> 'under-review'::text) OR (promised_at IS NOT NULL))),
    CONSTRAINT copies_sells_rest CHECK (((NOT sells_rest) OR (state = 'ended'::text))),
    CONSTRAINT copies_spent CHECK (((spent >= 0) AND (spent <= amount))),
    CONSTRAINT copies_started CHECK (((state = ANY (ARRAY['following'::text, 'ended'::text])) = (started_at IS NOT NULL))),
    CONSTRAINT copies_state_check CHECK ((state = ANY (ARRAY['under-review'::text, 'following'::text, 'ended'::text, 'cancelled'::text]))),
    CONSTRAINT copies_stock_share_bp_check CHECK (((stock_share_bp >= 1) AND (stock_share_bp <= 10000))),
    CONSTRAINT copies_stop_loss_bp_check CHECK (((stop_loss_bp >= 1) AND (stop_loss_bp <= 10000)))
)
WITH (fillfactor='70');

CREATE FUNCTION app.is_copy_release(p_copy app.copies, p_entry uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT (p_entry IS NULL AND p_copy.spent = p_copy.amount
    OR EXISTS (SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = 'copy.released' AND e.reference = p_copy.id::text)
    AND EXISTS (SELECT FROM ledger.lines l WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry)
      AND l.hold_id = p_copy.hold_id AND l.amount = p_copy.spent - p_copy.amount))
  AND NOT EXISTS (SELECT FROM ledger.holds h WHERE h.id = p_copy.hold_id AND h.remaining > 0)
$$;

CREATE TABLE app.credit_moves (
    entry_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    kind text NOT NULL,
    principal bigint DEFAULT 0 NOT NULL,
    interest bigint DEFAULT 0 NOT NULL,
    request_id uuid,
    left_owed bigint,
    due date,
    hold_id uuid,
    shares integer DEFAULT 0 NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT credit_moves_interest_check CHECK ((interest >= 0)),
    CONSTRAINT credit_moves_kind_check CHECK ((kind = ANY (ARRAY['pledged'::text, 'freed'::text, 'disbursed'::text, 'accrued'::text, 'repaid'::text, 'collected'::text]))),
    CONSTRAINT credit_moves_principal_check CHECK ((principal >= 0)),
    CONSTRAINT credit_moves_shares_check CHECK ((shares >= 0))
);

CREATE FUNCTION app.is_credit_entry(p_move app.credit_moves) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE TABLE app.currency_quotes (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    pay_currency text NOT NULL,
    get_currency text NOT NULL,
    pay_amount bigint NOT NULL,
    get_amount bigint NOT NULL,
    base text NOT NULL,
    mid bigint NOT NULL,
    rate bigint NOT NULL,
    spread_bps integer NOT NULL,
    spread bigint NOT NULL,
    spread_twd bigint NOT NULL,
    value_twd bigint NOT NULL,
    source text NOT NULL,
    is_simulated boolean NOT NULL,
    rate_at timestamp with time zone NOT NULL,
    quoted_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    key_id text NOT NULL,
    signature text NOT NULL,
    signed_until timestamp with time zone NOT NULL,
    dealt_at timestamp with time zone,
    entry_id uuid,
    CONSTRAINT currency_quotes_check CHECK (((base = pay_currency) OR (base = get_currency))),
    CONSTRAINT currency_quotes_dealt CHECK (((dealt_at IS NULL) = (entry_id IS NULL))),
    CONSTRAINT currency_quotes_firm CHECK (((expires_at >= quoted_at) AND (expires_at <= (quoted_at + '00:01:00'::interval)))),
    CONSTRAINT currency_quotes_get_amount_check CHECK ((get_amount > 0)),
    CONSTRAINT currency_quotes_get_currency_check CHECK ((get_currency = ANY (ARRAY['RMB'::text, 'TWD'::text, 'HKD'::text, 'USD'::text, 'THB'::text, 'JPY'::text, 'VND'::text, 'MYR'::text, 'KRW'::text, 'INR'::text]))),
    CONSTRAINT currency_quotes_in_time CHECK (((dealt_at >= quoted_at) AND (dealt_at < expires_at))),
    CONSTRAINT currency_quotes_mid_check CHECK ((mid > 0)),
    CONSTRAINT currency_quotes_pair CHECK (((pay_currency <> get_currency) AND ((pay_currency = ANY (ARRAY['USD'::text, 'INR'::text])) = (get_currency = ANY (ARRAY['USD'::text, 'INR'::text]))))),
    CONSTRAINT currency_quotes_pay_amount_check CHECK ((pay_amount > 0)),
    CONSTRAINT currency_quotes_pay_currency_check CHECK ((pay_currency = ANY (ARRAY['RMB'::text, 'TWD'::text, 'HKD'::text, 'USD'::text, 'THB'::text, 'JPY'::text, 'VND'::text, 'MYR'::text, 'KRW'::text, 'INR'::text]))),
    CONSTRAINT currency_quotes_rate_check CHECK ((rate > 0)),
    CONSTRAINT currency_quotes_spread_bps_check CHECK (((spread_bps >= 0) AND (spread_bps <= 200))),
    CONSTRAINT currency_quotes_spread_check CHECK ((spread >= 0)),
    CONSTRAINT currency_quotes_spread_twd_check CHECK ((spread_twd >= 0)),
    CONSTRAINT currency_quotes_value_twd_check CHECK ((value_twd > 0))
);

CREATE FUNCTION app.is_currency_entry(p_quote app.currency_quotes, p_entry uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = 'currency.exchanged' AND e.reference = p_quote.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code
    ) AS posted FULL JOIN (VALUES
      ('member/' || p_quote.member_id || '/' || p_quote.pay_currency || '/available', -p_quote.pay_amount),
      ('house/main/' || p_quote.pay_currency || '/fx', p_quote.pay_amount),
      ('house/main/' || p_quote.get_currency || '/fx', -p_quote.get_amount),
      ('member/' || p_quote.member_id || '/' || p_quote.get_currency || '/available', p_quote.get_amount)
    ) AS said (code, amount) ON said.code = posted.code
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

CREATE TABLE app.subscriptions (
    id uuid NOT NULL,
    offer_id uuid NOT NULL,
    member_id uuid NOT NULL,
    nth smallint NOT NULL,
    shares integer NOT NULL,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    hold_id uuid NOT NULL,
    pay_hold_id uuid,
    ticket_id text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    void_reason text,
    place integer,
    applied_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    pay_by timestamp with time zone,
    paid_at timestamp with time zone,
    paid_by text,
    entry_id uuid,
    delivered_at timestamp with time zone,
    delivery_id uuid,
    CONSTRAINT subscriptions_amount_check CHECK ((amount > 0)),
    CONSTRAINT subscriptions_decided_complete CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
    CONSTRAINT subscriptions_delivered_complete CHECK ((((state = 'delivered'::text) = (delivered_at IS NOT NULL)) AND ((state = 'delivered'::text) = (delivery_id IS NOT NULL)))),
    CONSTRAINT subscriptions_drawn_has_place CHECK (((state <> ALL (ARRAY['won'::text, 'payment-due'::text, 'paid'::text, 'delivered'::text, 'unpaid'::text, 'not-won'::text])) OR (place IS NOT NULL))),
    CONSTRAINT subscriptions_due_has_date CHECK (((state <> ALL (ARRAY['payment-due'::text, 'paid'::text, 'delivered'::text, 'unpaid'::text])) OR (pay_by IS NOT NULL))),
    CONSTRAINT subscriptions_fee_check CHECK ((fee >= 0)),
    CONSTRAINT subscriptions_nth_check CHECK ((nth > 0)),
    CONSTRAINT subscriptions_paid_by_check CHECK ((paid_by = ANY (ARRAY['member'::text, 'rule'::text]))),
    CONSTRAINT subscriptions_paid_complete CHECK ((((state = ANY (ARRAY['paid'::text, 'delivered'::text])) = (paid_at IS NOT NULL)) AND ((state = ANY (ARRAY['paid'::text, 'delivered'::text])) = (paid_by IS NOT NULL)))),
    CONSTRAINT subscriptions_place_check CHECK ((place > 0)),
    CONSTRAINT subscriptions_shares_check CHECK ((shares > 0)),
    CONSTRAINT subscriptions_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'won'::text, 'payment-due'::text, 'paid'::text, 'delivered'::text, 'unpaid'::text, 'not-won'::text, 'cancelled'::text, 'void'::text]))),
    CONSTRAINT subscriptions_void_has_reason CHECK (((state = 'void'::text) = (void_reason IS NOT NULL))),
    CONSTRAINT subscriptions_void_reason_check CHECK ((void_reason = ANY (ARRAY['draw-void'::text, 'removed'::text, 'restricted'::text, 'related-person'::text])))
);

CREATE FUNCTION app.is_delivery_entry(p_asked app.subscriptions, p_symbol text, p_entry uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = 'subscription.delivered' AND e.reference = p_asked.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.hold_id, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code, l.hold_id
    ) AS posted FULL JOIN (
      SELECT v.code, v.hold_id, v.amount FROM (VALUES
        ('member/' || p_asked.member_id || '/TWD/held', coalesce(p_asked.pay_hold_id, p_asked.hold_id), -p_asked.amount),
        ('house/main/TWD/issue', NULL, p_asked.amount),
        ('house/main/stk:' || p_symbol || '/issue', NULL, -p_asked.shares::bigint),
        ('member/' || p_asked.member_id || '/stk:' || p_symbol || '/available', NULL, p_asked.shares::bigint)
      ) AS v (code, hold_id, amount)
    ) AS said ON said.code = posted.code AND said.hold_id IS NOT DISTINCT FROM posted.hold_id
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

CREATE TABLE app.dividend_entitlements (
    action_id uuid NOT NULL,
    member_id uuid NOT NULL,
    long_shares bigint NOT NULL,
    short_shares bigint NOT NULL,
    gross bigint NOT NULL,
    withheld bigint NOT NULL,
    owed bigint NOT NULL,
    accrued_entry uuid,
    accrued_at timestamp with time zone,
    paid_entry uuid,
    paid_at timestamp with time zone,
    new_shares bigint DEFAULT 0 NOT NULL,
    owed_shares bigint DEFAULT 0 NOT NULL,
    fraction bigint DEFAULT 0 NOT NULL,
    owed_fraction bigint DEFAULT 0 NOT NULL,
    owed_supplement bigint DEFAULT 0 NOT NULL,
    shares_entry uuid,
    delivered_entry uuid,
    delivered_at timestamp with time zone,
    notified_at timestamp with time zone,
    CONSTRAINT dividend_entitlements_accrued CHECK (((accrued_entry IS NULL) = (accrued_at IS NULL))),
    CONSTRAINT dividend_entitlements_check CHECK (((withheld >= 0) AND (withheld <= gross))),
    CONSTRAINT dividend_entitlements_delivered CHECK ((num_nonnulls(delivered_entry, delivered_at) = ANY (ARRAY[0, 2]))),
    CONSTRAINT dividend_entitlements_fraction_check CHECK ((fraction >= 0)),
    CONSTRAINT dividend_entitlements_gross_check CHECK ((gross >= 0)),
    CONSTRAINT dividend_entitlements_long_shares_check CHECK ((long_shares >= 0)),
    CONSTRAINT dividend_entitlements_owed_check CHECK ((owed >= 0)),
    CONSTRAINT dividend_entitlements_owed_fraction_check CHECK ((owed_fraction >= 0)),
    CONSTRAINT dividend_entitlements_owed_supplement_check CHECK ((owed_supplement >= 0)),
    CONSTRAINT dividend_entitlements_paid CHECK ((((paid_entry IS NULL) = (paid_at IS NULL)) AND ((paid_entry IS NULL) OR (accrued_entry IS NOT NULL)))),
    CONSTRAINT dividend_entitlements_short_shares_check CHECK ((short_shares >= 0)),
    CONSTRAINT dividend_entitlements_some CHECK (((gross > 0) OR (owed > 0) OR (owed_supplement > 0) OR (new_shares <> 0) OR (owed_shares <> 0)))
);

CREATE FUNCTION app.is_dividend_entry(p_row app.dividend_entitlements, p_action app.corporate_actions, p_event text, p_entry uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = p_event
      AND e.reference = p_action.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code
    ) AS posted FULL JOIN (
      SELECT v.code, v.amount FROM (VALUES
        ('dividend.accrued', 'member/' || p_row.member_id || '/TWD/dividend@' || p_action.pays_on, p_row.gross - p_row.withheld),
        ('dividend.accrued', 'tax/supplement/TWD/collected', p_row.withheld + p_row.owed_supplement),
        ('dividend.accrued', 'member/' || p_row.member_id || '/TWD/payable@' || p_action.pays_on, -p_row.owed - p_row.owed_supplement),
        ('dividend.accrued', 'house/main/TWD/dividends', p_row.owed - p_row.gross),
        ('dividend.paid', 'member/' || p_row.member_id || '/TWD/dividend@' || p_action.pays_on, p_row.withheld - p_row.gross),
        ('dividend.paid', 'member/' || p_row.member_id || '/TWD/available', p_row.gross - p_row.withheld)
      ) AS v (event, code, amount) WHERE v.event = p_event AND v.amount <> 0
    ) AS said ON said.code = posted.code
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

CREATE FUNCTION app.is_entitled(p_row app.dividend_entitlements, p_action app.corporate_actions) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT recon.is_approved_by_two(p_action.review_id, 'corporate-actions', p_action.id::text)
    AND p_row.gross = app.dividend_gross(p_action.cash_micros, p_row.long_shares) + p_row.fraction
    AND p_row.owed = app.dividend_gross(p_action.cash_micros, p_row.short_shares) + p_row.owed_fraction
    AND p_row.withheld + p_row.owed_supplement = CASE p_action.split_to WHEN p_action.split_from
      THEN app.dividend_withheld(p_row.gross + p_row.new_shares * p_action.par_value, p_action.supplement_from, p_action.supplement_rate)
      ELSE 0 END
    AND (p_row.new_shares, p_row.owed_shares, p_row.fraction, p_row.owed_fraction) = (
      SELECT coalesce(sum(s.shares_to - s.shares_from) FILTER (WHERE s.direction = 'long'), 0),
        coalesce(sum(s.shares_to - s.shares_from) FILTER (WHERE s.direction = 'short'), 0),
        app.fraction_cash(p_action, coalesce(sum(s.remainder) FILTER (WHERE s.direction = 'long'), 0), p_action.reference),
        app.fraction_cash(p_action, coalesce(sum(s.remainder) FILTER (WHERE s.direction = 'short'), 0), p_action.reference)
      FROM app.share_adjustments s WHERE s.action_id = p_action.id AND s.member_id = p_row.member_id)
$$;

CREATE FUNCTION app.is_order(p_id uuid, p_kind text, p_side text, p_purpose text, p_position uuid, p_direction text, p_multiple smallint, p_price integer, p_quantity integer, p_validity text, p_worst_price integer, p_origin text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((p_kind = ANY (ARRAY['stock'::text, 'etf'::text])) AND (p_side = ANY (ARRAY['buy'::text, 'sell'::text])) AND (p_purpose = ANY (ARRAY['open'::text, 'close'::text])) AND (p_direction = ANY (ARRAY['long'::text, 'short'::text])) AND (p_validity = ANY (ARRAY['ROD'::text, 'IOC'::text, 'FOK'::text])) AND (p_origin = ANY (ARRAY['member'::text, 'conditional'::text, 'liquidation'::text, 'auto-cover'::text, 'savings-plan'::text, 'copy'::text])) AND (p_multiple = ANY (ARRAY[100, 200, 250])) AND ((p_direction = 'long'::text) OR (p_multiple = 100)) AND ((p_side = 'buy'::text) = ((p_purpose = 'open'::text) = (p_direction = 'long'::text))) AND ((p_purpose = 'close'::text) OR (p_position = p_id)) AND (COALESCE(p_price, 1) > 0) AND (p_quantity > 0) AND (p_worst_price > 0));

CREATE TABLE app.placement_applications (
    id uuid NOT NULL,
    placement_id uuid NOT NULL,
    member_id uuid NOT NULL,
    lots integer NOT NULL,
    amount bigint NOT NULL,
    hold_id uuid NOT NULL,
    ticket_id text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    void_reason text,
    applied_at timestamp with time zone NOT NULL,
    place integer,
    base_lots integer,
    remainder bigint,
    rank integer,
    allotted_lots integer,
    decided_at timestamp with time zone,
    entry_id uuid,
    CONSTRAINT placement_applications_allotment CHECK ((num_nonnulls(place, base_lots, remainder, rank, allotted_lots) = ANY (ARRAY[0, 5]))),
    CONSTRAINT placement_applications_amount_check CHECK ((amount > 0)),
    CONSTRAINT placement_applications_base_lots_check CHECK ((base_lots >= 0)),
    CONSTRAINT placement_applications_check CHECK (((allotted_lots >= 0) AND (allotted_lots <= lots))),
    CONSTRAINT placement_applications_decided CHECK (((state = 'waiting'::text) = ((decided_at IS NULL) AND (entry_id IS NULL)))),
    CONSTRAINT placement_applications_lots_check CHECK ((lots > 0)),
    CONSTRAINT placement_applications_place_check CHECK ((place > 0)),
    CONSTRAINT placement_applications_rank_check CHECK ((rank > 0)),
    CONSTRAINT placement_applications_remainder_check CHECK ((remainder >= 0)),
    CONSTRAINT placement_applications_result CHECK (
CASE state
    WHEN 'allotted'::text THEN (allotted_lots > 0)
    WHEN 'not-allotted'::text THEN (allotted_lots = 0)
    WHEN 'waiting'::text THEN true
    ELSE (allotted_lots IS NULL)
END),
    CONSTRAINT placement_applications_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'allotted'::text, 'not-allotted'::text, 'cancelled'::text, 'void'::text]))),
    CONSTRAINT placement_applications_void_has_reason CHECK (((state = 'void'::text) = (void_reason IS NOT NULL))),
    CONSTRAINT placement_applications_void_reason_check CHECK ((void_reason = ANY (ARRAY['draw-void'::text, 'restricted'::text, 'related-person'::text])))
);

CREATE TABLE app.placements (
    id uuid NOT NULL,
    review_id uuid NOT NULL,
    kind text NOT NULL,
    method text NOT NULL,
    seat_id uuid NOT NULL,
    symbol text NOT NULL,
    price integer NOT NULL,
    lots integer NOT NULL,
    min_lots integer NOT NULL,
    max_lots integer NOT NULL,
    opens_at timestamp with time zone NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    draws_at timestamp with time zone NOT NULL,
    delivers_on date NOT NULL,
    hold_id uuid NOT NULL,
    draw_id uuid NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    published_at timestamp with time zone NOT NULL,
    applications integer,
    applied_lots bigint,
    list_hash bytea,
    base_lots integer,
    allotted_on date,
    settles_on date,
    sellable_on date,
    ended_at timestamp with time zone,
    CONSTRAINT placements_allotted CHECK ((num_nonnulls(base_lots, allotted_on, settles_on, sellable_on) =
CASE
    WHEN (state = ANY (ARRAY['allotting'::text, 'allotted'::text])) THEN 4
    ELSE 0
END)),
    CONSTRAINT placements_applications_check CHECK ((applications >= 0)),
    CONSTRAINT placements_applied_lots_check CHECK ((applied_lots >= 0)),
    CONSTRAINT placements_check CHECK (((max_lots >= min_lots) AND (max_lots <= lots))),
    CONSTRAINT placements_check1 CHECK ((closes_at > opens_at)),
    CONSTRAINT placements_check2 CHECK ((draws_at > closes_at)),
    CONSTRAINT placements_check3 CHECK (((base_lots >= 0) AND (base_lots <= lots))),
    CONSTRAINT placements_check4 CHECK (((settles_on > allotted_on) AND (settles_on >= delivers_on))),
    CONSTRAINT placements_check5 CHECK ((sellable_on >= settles_on)),
    CONSTRAINT placements_closed CHECK ((num_nonnulls(applications, applied_lots, list_hash) =
CASE state
    WHEN 'open'::text THEN 0
    ELSE 3
END)),
    CONSTRAINT placements_ended CHECK (
CASE state
    WHEN 'allotted'::text THEN (ended_at IS NOT NULL)
    WHEN 'void'::text THEN true
    ELSE (ended_at IS NULL)
END),
    CONSTRAINT placements_kind_check CHECK ((kind = ANY (ARRAY['placing'::text, 'etf'::text]))),
    CONSTRAINT placements_list_hash_check CHECK ((octet_length(list_hash) = 32)),
    CONSTRAINT placements_lot_is_even CHECK (((method = 'pro-rata'::text) OR ((min_lots = max_lots) AND ((lots % min_lots) = 0)))),
    CONSTRAINT placements_lots_check CHECK ((lots > 0)),
    CONSTRAINT placements_method_check CHECK ((method = ANY (ARRAY['pro-rata'::text, 'lot'::text]))),
    CONSTRAINT placements_min_lots_check CHECK ((min_lots > 0)),
    CONSTRAINT placements_price_check CHECK ((price > 0)),
    CONSTRAINT placements_state_check CHECK ((state = ANY (ARRAY['open'::text, 'drawing'::text, 'allotting'::text, 'allotted'::text, 'void'::text])))
);

CREATE FUNCTION app.is_placement_entry(p_asked app.placement_applications, p_offer app.placements, p_entry uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH said AS (
    SELECT coalesce(p_asked.allotted_lots, 0) AS lots, p_offer.price::bigint * coalesce(p_asked.allotted_lots, 0) * 1000 AS paid
  )
  SELECT EXISTS (
    SELECT FROM ledger.entries e, said s WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = CASE WHEN s.lots > 0 THEN 'placement.allotted' ELSE 'placement.released' END AND e.reference = p_asked.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.hold_id, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code, l.hold_id
    ) AS posted FULL JOIN (
      SELECT v.code, v.hold_id, v.amount FROM said s, LATERAL (VALUES
        ('member/' || p_asked.member_id || '/TWD/held', p_asked.hold_id, -p_asked.amount),
        ('member/' || p_asked.member_id || '/TWD/available', NULL, p_asked.amount - s.paid),
        ('seat/' || p_offer.seat_id || '/TWD/receivable@' || p_offer.settles_on, NULL, s.paid),
        ('seat/' || p_offer.seat_id || '/stk:' || p_offer.symbol || '/held', p_offer.hold_id, -s.lots::bigint * 1000),
        ('member/' || p_asked.member_id || '/stk:' || p_offer.symbol || '/receivable@' || p_offer.settles_on, NULL, s.lots::bigint * 1000)
      ) AS v (code, hold_id, amount) WHERE v.amount <> 0
    ) AS named ON named.code = posted.code AND named.hold_id IS NOT DISTINCT FROM posted.hold_id
    WHERE named.amount IS DISTINCT FROM posted.amount)
$$;

CREATE FUNCTION app.is_related(of_operator uuid, to_member uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT to_member IS NOT NULL AND EXISTS (
    SELECT FROM app.operator_relations rel
    WHERE rel.operator_id = of_operator
      AND (rel.member_id = to_member
        OR rel.member_id = (SELECT inviter_id FROM app.members WHERE id = to_member))
  )
$$;

CREATE FUNCTION app.is_seat_entry(p_action app.corporate_actions, p_event text, p_entry uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT recon.is_approved_by_two(p_action.review_id, 'corporate-actions', p_action.id::text)
  AND NOT EXISTS (
    SELECT FROM app.seat_entitlements s
    CROSS JOIN LATERAL (SELECT s.long_shares - s.short_shares AS held) AS h
    CROSS JOIN LATERAL (SELECT h.held + s.new_shares - s.owed_shares AS after) AS n
    CROSS JOIN LATERAL (SELECT h.held * p_action.ratio_to::numeric - n.after * p_action.ratio_from::numeric AS remainder) AS r
    WHERE s.action_id = p_action.id AND (
      s.fraction = app.fraction_cash(p_action, greatest(r.remainder, 0), p_action.reference)
      AND s.owed_fraction = app.fraction_cash(p_action, greatest(-r.remainder, 0), p_action.reference)
      AND s.gross = app.dividend_gross(p_action.cash_micros, s.long_shares) + s.fraction + s.from_shorts
      AND s.owed = app.dividend_gross(p_action.cash_micros, s.short_shares) + s.owed_fraction
      AND s.from_shorts = CASE s.owner WHEN 'lending/pool' THEN (
        SELECT coalesce(sum(d.owed), 0) FROM app.dividend_entitlements d WHERE d.action_id = p_action.id) ELSE 0 END
      AND (p_action.split_to <> p_action.split_from OR n.after = div(h.held * p_action.ratio_to::numeric, p_action.ratio_from))) IS NOT TRUE)
  AND (p_event = 'shares.adjusted' AND p_action.split_to <> p_action.split_from OR NOT EXISTS (
    SELECT FROM (
      SELECT a.code, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code
    ) AS posted FULL JOIN app.seat_lines(p_action, p_event) AS said ON said.code = posted.code
    WHERE said.amount IS DISTINCT FROM posted.amount))
$$;

CREATE FUNCTION app.is_share_entry(p_row app.dividend_entitlements, p_action app.corporate_actions, p_event text, p_entry uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT count(*) FILTER (WHERE a.asset <> 'stk:' || p_action.symbol) = 0
    AND count(*) FILTER (WHERE a.owner_kind = 'member' AND a.owner_id <> p_row.member_id::text) = 0
    AND coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'member' AND a.kind <> 'loan'), 0)
      = CASE p_event WHEN 'shares.adjusted' THEN p_row.new_shares ELSE 0 END
    AND coalesce(sum(l.amount) FILTER (WHERE a.kind = 'dividend' AND a.due = p_action.pays_on), 0)
      = CASE p_event WHEN 'shares.adjusted' THEN CASE p_action.split_to WHEN p_action.split_from THEN p_row.new_shares ELSE 0 END
        ELSE -p_row.new_shares END
    AND coalesce(sum(l.amount) FILTER (WHERE a.kind = 'loan'), 0) = CASE p_event WHEN 'shares.adjusted' THEN -p_row.owed_shares ELSE 0 END
  FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
  WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry)
$$;

CREATE FUNCTION app.keep_currency_flow(p_entry uuid, p_posted timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  INSERT INTO app.currency_flows (entry_id, member_id, currency, amount, mid, twd, posted_at)
  SELECT p_entry, f.member_id, f.currency, f.amount, r.mid, round(f.amount::numeric * r.mid / 1000000000)::bigint, p_posted
  FROM (
    SELECT a.owner_id::uuid AS member_id, a.asset AS currency, sum(l.amount)::bigint AS amount
    FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
    WHERE l.entry_id = p_entry AND l.posted_at = p_posted AND a.owner_kind = 'member' AND a.asset ~ '^[A-Z]{3}$' AND a.asset <> 'TWD'
    GROUP BY a.owner_id, a.asset HAVING sum(l.amount) <> 0
  ) AS f LEFT JOIN app.valuation_rates() AS r ON r.currency = f.currency
$_$;

CREATE FUNCTION app.last_close(p_shard smallint, p_symbol text) RETURNS TABLE(date date, price integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT q.date, (k.body::json ->> 'nextReference')::integer
  FROM settlement.prices q JOIN settlement.cursors c ON c.shard = p_shard CROSS JOIN LATERAL (
    SELECT e.body FROM exchange.events e
    WHERE e.shard = p_shard AND NOT e.practice AND e.event > q.event - 100 AND e.event <= c.event AND e.kind = 'close' AND e.symbol = p_symbol
    ORDER BY e.event DESC LIMIT 1
  ) AS k
  WHERE q.symbol = p_symbol AND (k.body::json ->> 'date')::date = q.date
    AND NOT EXISTS (SELECT FROM app.orders o WHERE o.symbol = p_symbol AND o.state = 'entrusted' AND o.quantity < 1000 AND o.date = q.date)
    -- Nor before its time is over: an order may still come.
    AND (q.odd_until IS NULL
      OR q.odd_until <= clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second')
$$;

CREATE FUNCTION app.list_block_copies(p_block app.copy_blocks) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_seed   text := coalesce((SELECT encode(d.seed, 'hex') FROM app.opening_draws d WHERE d.date = p_block.date), '');
  v_source uuid := (SELECT s.id FROM app.copy_blocks s WHERE s.lead_order = p_block.position_id AND s.side = 'buy');
  v_copies integer;
BEGIN
  WITH keyed AS MATERIALIZED (
    SELECT c.id, app.copy_key(p_block, v_seed, c.id) AS key FROM app.copies c
    WHERE c.mentor_id = p_block.mentor_id AND c.state = 'following' AND c.starts_on <= p_block.date AND c.started_at <= p_block.at
      AND (p_block.side = 'buy' OR EXISTS (SELECT FROM app.copy_block_lines l WHERE l.block_id = v_source AND l.copy_id = c.id AND l.order_id IS NOT NULL))
  ), placed AS (
    SELECT k.id, row_number() OVER (ORDER BY k.key) AS place FROM keyed k
  ), written AS (
    INSERT INTO app.copy_block_lists (block_id, part, copies)
    SELECT p_block.id, ((p.place - 1) / 1000)::integer AS part, array_agg(p.id ORDER BY p.place) FROM placed p GROUP BY 2
    RETURNING cardinality(copies) AS copies
  )
  SELECT coalesce(sum(w.copies), 0) INTO v_copies FROM written w;
  UPDATE app.copy_blocks b SET seed = v_seed, copies = v_copies, state = CASE v_copies WHEN 0 THEN 'sending' ELSE b.state END
  WHERE b.id = p_block.id;
END $$;

CREATE FUNCTION app.list_new_shares(p_now timestamp with time zone) RETURNS TABLE(symbol text, reference integer)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  INSERT INTO app.instruments AS i (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference, limited, free_since)
  SELECT DISTINCT ON (n.symbol) n.symbol, n.name ->> 'tw', n.name ->> 'en', 'listed', 'stock', n.industry ->> 'tw', n.industry ->> 'en',
    CASE n.kind WHEN 'offer' THEN n.price::integer ELSE app.auction_reference(n.id) END, false, n.lists_on
  FROM (
    SELECT 'offer' AS kind, o.id, o.symbol, o.name, o.industry, o.price, o.lists_on, o.review_id
    FROM app.offers o WHERE o.stage IN ('paying', 'settled')
    UNION ALL
    SELECT 'auction', a.id, a.symbol, a.name, a.industry, NULL, a.lists_on, a.review_id
    FROM app.auctions a WHERE a.state IN ('paying', 'settled')
      AND EXISTS (SELECT FROM app.auction_bids b WHERE b.auction_id = a.id AND b.state = 'paid')
  ) AS n
  WHERE n.lists_on <= (p_now AT TIME ZONE 'Asia/Taipei')::date
    AND NOT EXISTS (SELECT FROM app.instruments x WHERE x.symbol = n.symbol)
    AND recon.is_approved_by_two(n.review_id, n.kind, n.id::text)
  ORDER BY n.symbol, n.kind DESC
  ON CONFLICT DO NOTHING
  RETURNING i.symbol, i.reference
$$;

CREATE FUNCTION app.list_news_stocks(p_article uuid, p_symbols text[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  DELETE FROM app.news_stocks s WHERE s.article_id = p_article AND s.symbol <> ALL (p_symbols);
  INSERT INTO app.news_stocks (symbol, article_id, published_at)
  SELECT DISTINCT u.symbol, a.id, a.published_at FROM app.news_articles a, unnest(p_symbols) AS u (symbol) WHERE a.id = p_article
  ON CONFLICT DO NOTHING;
$$;

CREATE FUNCTION app.lock_cancels(p_member uuid, p_order uuid) RETURNS TABLE(id uuid, symbol text, state text, cancel_asked boolean, steps integer, steps_hash text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
BEGIN
  IF p_order IS NULL THEN
    RETURN QUERY SELECT o.id, o.symbol, o.state, false, o.steps, encode(o.steps_hash, 'hex') FROM app.orders o
    WHERE o.member_id = p_member AND o.state = 'entrusted' AND o.cancel_asked_at IS NULL
    ORDER BY o.id FOR NO KEY UPDATE;
  ELSE
    RETURN QUERY SELECT o.id, o.symbol, o.state, o.cancel_asked_at IS NOT NULL, o.steps, encode(o.steps_hash, 'hex')
    FROM app.orders o WHERE o.id = p_order AND o.member_id = p_member FOR NO KEY UPDATE;
  END IF;
END $$;

CREATE FUNCTION app.lock_copies(p_copies uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(k.key) FROM (
    SELECT DISTINCT hashtextextended('trading ' || c.member_id, 0) AS key FROM app.copies c WHERE c.id = ANY (p_copies) ORDER BY 1) AS k;
  PERFORM FROM app.copies c WHERE c.id = ANY (p_copies) ORDER BY c.id FOR UPDATE;
  PERFORM FROM app.positions p WHERE p.shares > 0 AND p.id = ANY (ARRAY(
    SELECT l.order_id FROM app.copy_block_lines l WHERE l.copy_id = ANY (p_copies) AND l.order_id IS NOT NULL)) ORDER BY p.id FOR NO KEY UPDATE;
  PERFORM FROM ledger.balances b WHERE b.account_id = ANY (ARRAY(
    SELECT a.id FROM app.copies c CROSS JOIN LATERAL (
      SELECT 'TWD' AS asset UNION SELECT 'stk:' || p.symbol FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id AND p.shares > 0
      WHERE l.copy_id = c.id) AS x
    JOIN ledger.accounts a ON a.owner_kind = 'member' AND a.owner_id = c.member_id::text AND a.asset = x.asset
    WHERE c.id = ANY (p_copies))) ORDER BY b.account_id FOR NO KEY UPDATE;
END $$;

CREATE FUNCTION app.lock_order_facts(p_orders uuid[], p_members uuid[], p_opening uuid[], p_replaced uuid[], p_positions uuid[], p_borrowed text[], p_selling uuid[], p_sold text[], p_date date, p_counted_since timestamp with time zone, p_counted_origins text[]) RETURNS TABLE(orders json, replaced json, positions json, members json, lendable json, shares json)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(k.key)
  FROM (SELECT DISTINCT hashtextextended('trading ' || m.id, 0) AS key FROM unnest(p_opening) AS m (id) ORDER BY 1) AS k;
  IF p_replaced <> '{}' THEN
    PERFORM FROM app.orders x WHERE x.id = ANY (p_replaced) AND x.id BETWEEN p_replaced[1] AND p_replaced[cardinality(p_replaced)] ORDER BY x.id FOR NO KEY UPDATE;
  END IF;
  IF p_positions <> '{}' THEN
    PERFORM FROM app.positions x WHERE x.id = ANY (p_positions) ORDER BY x.id FOR NO KEY UPDATE;
  END IF;

  RETURN QUERY SELECT
    -- Earlier submissions of these ids have committed: they took the same locks.
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'purpose', x.purpose,
        'positionId', x.position_id, 'direction', x.direction, 'multiple', x.multiple, 'dayTrade', x.day_trade,
        'price', x.price, 'quantity', x.quantity, 'validity', x.validity, 'replaces', x.replaces,
        'placedMs', floor(extract(epoch FROM x.placed_at) * 1000), 'terms', encode(x.terms, 'hex'),
        'worstPrice', x.worst_price, 'date', x.date, 'held', coalesce(x.held_cash::text, (
          SELECT s.data ->> 'cash' FROM app.order_steps s WHERE s.order_id = x.id AND s.n = 2 AND s.what = 'held'), '0')))
      FROM app.orders x WHERE x.id = ANY (p_orders) AND x.id BETWEEN p_orders[1] AND p_orders[cardinality(p_orders)]),
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'purpose', x.purpose,
        'positionId', x.position_id, 'left', x.left_shares, 'state', x.state, 'cancelAsked', x.cancel_asked_at IS NOT NULL,
        'inBlock', x.origin = 'copy' OR EXISTS (SELECT FROM app.copy_blocks k WHERE k.lead_order = x.id)))
      FROM app.orders x WHERE x.id = ANY (p_replaced) AND x.id BETWEEN p_replaced[1] AND p_replaced[cardinality(p_replaced)]),
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'shares', x.shares,
        'closing', x.closing, 'collateral', x.collateral::text,
        'isCopied', EXISTS (SELECT FROM app.copy_blocks k WHERE k.lead_order = x.id AND k.side = 'buy')))
      FROM app.positions x WHERE x.id = ANY (p_positions)),
    (SELECT json_agg(json_build_object('id', m.id, 'available', coalesce(b.balance, 0)::text, 'stopped', g.stopped_by,
        'lossLimit', g.daily_loss_limit::text, 'recent', r.recent, 'ownerGroup', w.owner_group, 'isFollowed', f.followed))
      FROM unnest(p_members) AS m (id)
      LEFT JOIN LATERAL (
        SELECT x.balance FROM ledger.balances x
        WHERE x.account_id = ledger.account_id('member/' || m.id || '/TWD/available') OFFSET 0
      ) AS b ON true
      LEFT JOIN LATERAL (
        SELECT x.stopped_by, x.daily_loss_limit FROM app.risk_limits x WHERE x.member_id = m.id OFFSET 0
      ) AS g ON true
      LEFT JOIN LATERAL (
        SELECT x.owner_group FROM directory.owners x WHERE x.member_id = m.id OFFSET 0
      ) AS w ON true
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS recent FROM app.orders x
        WHERE x.member_id = m.id AND x.placed_at > p_counted_since AND x.purpose = 'open'
          AND x.origin = ANY (p_counted_origins)
      ) AS r
      CROSS JOIN LATERAL (
        SELECT EXISTS (
          SELECT FROM (SELECT x.id FROM app.mentors x WHERE x.member_id = m.id AND x.state = 'active' OFFSET 0) AS x
          CROSS JOIN LATERAL (SELECT FROM app.copies y WHERE y.mentor_id = x.id AND y.state = 'following' AND p_date BETWEEN y.starts_on AND 'infinity' LIMIT 1) AS y
        ) AS followed
      ) AS f),
    (SELECT json_agg(json_build_object('symbol', s.symbol, 'amount', b.balance::text))
      FROM unnest(p_borrowed) AS s (symbol)
      JOIN ledger.balances b ON b.account_id = ledger.account_id('lending/pool/stk:' || s.symbol || '/available')),
    (SELECT json_agg(json_build_object('memberId', s.member_id, 'symbol', s.symbol, 'account', b.account,
        'amount', b.balance::text) ORDER BY s.place, b.place)
      FROM unnest(p_selling, p_sold) WITH ORDINALITY AS s (member_id, symbol, place)
      CROSS JOIN LATERAL app.available_balances(s.member_id, 'stk:' || s.symbol, p_date, true)
        WITH ORDINALITY AS b (account, balance, place));
END $$;

CREATE FUNCTION app.lock_seats(p_symbol text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM FROM settlement.seat_nets n WHERE n.asset = 'stk:' || p_symbol ORDER BY n.seat, n.asset, n.due FOR UPDATE;
  PERFORM FROM ledger.balances b WHERE b.account_id = ANY (ARRAY(SELECT a.id FROM ledger.accounts a
    WHERE a.asset = 'stk:' || p_symbol AND a.owner_kind IN ('seat', 'lending'))) ORDER BY b.account_id FOR NO KEY UPDATE;
END $$;

CREATE FUNCTION app.member_keys_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.wrapped IS NULL THEN
    RAISE EXCEPTION 'the key of member % was destroyed', OLD.member_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.key_id <> OLD.key_id OR NEW.member_id <> OLD.member_id THEN
    RAISE EXCEPTION 'a key never becomes another' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.member_notes_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '% on app.member_notes is refused: notes are kept', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION app.members_on_same_device(of_member uuid) RETURNS TABLE(member_id uuid, label text, seen_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT o.member_id, min(o.label), max(o.last_seen_at) FROM app.known_devices d
  JOIN app.known_devices o ON o.cookie_hash = d.cookie_hash AND o.member_id <> d.member_id
  WHERE d.member_id = of_member GROUP BY o.member_id ORDER BY 3 DESC LIMIT 20
$$;

CREATE FUNCTION app.move_credit_call(p_call uuid, p_state text, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.next_copies(p_block app.copy_blocks, p_limit integer) RETURNS uuid[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(array_agg(u.id ORDER BY l.part, u.n), '{}') FROM app.copy_block_lists l
  CROSS JOIN LATERAL unnest(l.copies) WITH ORDINALITY AS u (id, n)
  WHERE l.block_id = p_block.id AND l.part BETWEEN p_block.prepared / 1000 AND (p_block.prepared + p_limit - 1) / 1000
    AND l.part * 1000 + u.n > p_block.prepared AND l.part * 1000 + u.n <= p_block.prepared + p_limit
$$;

CREATE FUNCTION app.note_review_trouble(p_review uuid, p_trouble text, p_now timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  UPDATE app.reviews SET
    trouble = left(p_trouble, 300), tries = tries + 1,
    retry_at = p_now + least(interval '5 minutes', interval '1 second' * power(2, least(tries, 9)))
  WHERE id = p_review AND outcome IS NULL
$$;

CREATE FUNCTION app.notices_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF (OLD.read_at IS NOT NULL AND NEW.read_at IS DISTINCT FROM OLD.read_at)
     OR (OLD.delivered_at IS NOT NULL AND NEW.delivered_at IS DISTINCT FROM OLD.delivered_at)
     OR (OLD.id, OLD.kind, OLD.params, OLD.sent_at) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.params, NEW.sent_at)
     OR (OLD.member_id, OLD.code, OLD.texts, OLD.path) IS DISTINCT FROM (NEW.member_id, NEW.code, NEW.texts, NEW.path)
  THEN
    RAISE EXCEPTION 'notice % was sent and stays as it is', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.offers_inventory_once() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'the seats have got their shares of offer %', OLD.id USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION app.offers_terms_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF (NEW.id, NEW.review_id, NEW.symbol, NEW.name, NEW.industry, NEW.price, NEW.lots, NEW.min_shares, NEW.max_per_member,
      NEW.payment_mode, NEW.fee, NEW.pe, NEW.industry_pe, NEW.announces_at, NEW.opens_at, NEW.closes_at, NEW.draws_at, NEW.pay_by,
      NEW.issues_on, NEW.lists_on, NEW.published_at)
     IS DISTINCT FROM
     (OLD.id, OLD.review_id, OLD.symbol, OLD.name, OLD.industry, OLD.price, OLD.lots, OLD.min_shares, OLD.max_per_member,
      OLD.payment_mode, OLD.fee, OLD.pe, OLD.industry_pe, OLD.announces_at, OLD.opens_at, OLD.closes_at, OLD.draws_at, OLD.pay_by,
      OLD.issues_on, OLD.lists_on, OLD.published_at)
     OR OLD.draw_id IS NOT NULL AND NEW.draw_id IS DISTINCT FROM OLD.draw_id
     OR OLD.drawn_from IS NOT NULL AND NEW.drawn_from IS DISTINCT FROM OLD.drawn_from THEN
    RAISE EXCEPTION 'offer % stays as two operators approved it', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.on_currency_flow() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM app.keep_currency_flow(NEW.id, NEW.posted_at);
  RETURN NULL;
END $$;

CREATE FUNCTION app.open_review(p_id uuid, p_kind text, p_member uuid, p_subject text, p_amount bigint, p_currency text, p_payload jsonb, p_flags text[], p_operator uuid, p_session uuid, p_reason text, p_evidence jsonb, p_now timestamp with time zone) RETURNS TABLE(refusal text, number text, promised_at timestamp with time zone, expires_at timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  terms  app.review_kinds;
  device uuid;
  hash   text := encode(sha256(convert_to(p_payload::text, 'UTF8')), 'hex');
  named  text;
  promised timestamptz;
  expiring timestamptz;
BEGIN
  SELECT * INTO STRICT terms FROM app.review_kinds WHERE kind = p_kind;
  IF p_operator IS NULL THEN
    -- An operator requests a voting key as a member requests a deposit: two others decide.
    IF terms.first_right IS NULL OR (session_user = 'fairlot_console') <> (p_kind = 'operator-key') THEN
      RAISE EXCEPTION 'a % is not asked for here', p_kind USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSE
    IF terms.propose_right IS NULL OR session_user = 'fairlot_api' THEN
      RAISE EXCEPTION 'a % is not proposed by an operator', p_kind USING ERRCODE = 'insufficient_privilege';
    END IF;
    device := app.device_of(p_session, p_operator, p_now);
    IF NOT app.has_right(p_operator, terms.propose_right, p_now) THEN
      RETURN QUERY SELECT 'review.not-allowed', NULL::text, NULL::timestamptz, NULL::timestamptz;
      RETURN;
    END IF;
    -- Operators cannot propose rights for themselves.
    IF app.is_related(p_operator, p_member) OR (p_kind = 'operator' AND p_subject = p_operator::text)
       OR app.holds_ticket(p_operator, p_kind, p_subject) THEN
      RETURN QUERY SELECT 'review.own-account', NULL::text, NULL::timestamptz, NULL::timestamptz;
      RETURN;
    END IF;
  END IF;
  named := terms.letter || to_char(p_now AT TIME ZONE 'Asia/Taipei', 'MMDD') || '-'
    || to_char(nextval('app.review_numbers'), 'FM999000000');
  promised := p_now + make_interval(mins => terms.promised_minutes);
  expiring := p_now + make_interval(hours => terms.expires_hours);
  INSERT INTO app.reviews (id, number, kind, member_id, subject, amount, currency, payload, payload_hash, opened_at,
    promised_at, expires_at, flags, opened_by, reason, evidence, state)
  VALUES (p_id, named, p_kind, p_member, p_subject, p_amount, p_currency, p_payload, hash, p_now,
    promised, expiring, p_flags, p_operator, p_reason, p_evidence,
    CASE WHEN p_operator IS NULL THEN 'waiting' ELSE 'second' END)
  ON CONFLICT (kind, subject) WHERE state IN ('waiting', 'second', 'decided') DO NOTHING;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'review.exists', NULL::text, NULL::timestamptz, NULL::timestamptz;
    RETURN;
  END IF;
  IF p_operator IS NOT NULL THEN
    INSERT INTO app.review_votes VALUES (p_id, p_operator, p_session, device, 'approve', hash, p_reason, p_now);
  END IF;
  RETURN QUERY SELECT NULL::text, named, promised, expiring;
END $$;

CREATE FUNCTION app.open_sessions(asked uuid[], seen_since timestamp with time zone) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT s.id FROM app.sessions s
  WHERE s.id = ANY (asked) AND s.revoked_at IS NULL AND s.expires_at > now() AND s.last_seen_at > seen_since
    AND NOT EXISTS (
      SELECT FROM app.restrictions r
      WHERE r.member_id = s.member_id AND r.kind IN ('login-banned', 'disabled') AND r.lifted_at IS NULL
    )
$$;

CREATE FUNCTION app.order_support_message() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM app.check_support_time(NEW.at);
  SELECT greatest(NEW.at, t.last_at + interval '1 millisecond') INTO STRICT NEW.at
  FROM app.support_threads t WHERE t.id = NEW.thread_id FOR UPDATE;
  RETURN NEW;
END $$;

CREATE FUNCTION app.orders_filled_shares_increase() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NEW.filled_shares < OLD.filled_shares OR OLD.state <> 'entrusted' THEN
    RAISE EXCEPTION 'order % fills after its end, or backwards', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.pass_credit_loan(p_loan uuid, p_review uuid, p_entry uuid, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.pass_day_trading(p_member uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.installation WHERE money = 'practice') THEN
    RAISE EXCEPTION 'an application passes by rule only where money is practice money' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE app.day_trading_applications SET state = 'passed', decided_at = p_now, decided_by = 'rule:practice'
  WHERE member_id = p_member AND state = 'pending';
  RETURN FOUND;
END $$;

CREATE FUNCTION app.pay_bid(p_bid uuid, p_member uuid, p_hold uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.auction_bids b SET state = 'paid', paid_at = p_now, pay_hold_id = p_hold
  FROM app.auctions a
  WHERE b.id = p_bid AND b.member_id = p_member AND b.state = 'payment-due' AND a.id = b.auction_id AND p_now < a.pay_by
    AND EXISTS (SELECT FROM ledger.holds h WHERE h.id = b.hold_id AND h.state = 'open' AND h.remaining = b.kept)
    AND EXISTS (SELECT FROM ledger.holds h WHERE h.id = p_hold AND h.state = 'open'
      AND h.remaining = b.price * b.awarded * 1000 - b.kept);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.pay_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  action  app.corporate_actions;
  v_wrong uuid;
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'ex' FOR UPDATE;
  PERFORM app.check_payment_date(action);
  SELECT u.id INTO v_wrong FROM unnest(p_members, p_entries) AS u (id, entry)
  LEFT JOIN app.dividend_entitlements d ON d.action_id = p_action AND d.member_id = u.id AND d.accrued_entry IS NOT NULL AND d.paid_entry IS NULL
  WHERE (d.member_id IS NOT NULL AND app.is_dividend_entry(d, action, 'dividend.paid', u.entry)) IS NOT TRUE LIMIT 1;
  IF v_wrong IS NOT NULL THEN
    RAISE EXCEPTION 'dividend %: the payment of % is not what was accrued', p_action, v_wrong USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.dividend_entitlements d SET paid_entry = u.entry, paid_at = p_now
  FROM unnest(p_members, p_entries) AS u (id, entry) WHERE d.action_id = p_action AND d.member_id = u.id;
  RETURN app.end_corporate_action(p_action, p_now);
END $$;

CREATE FUNCTION app.pay_seats(p_action uuid, p_now timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  action app.corporate_actions;
  v_paid uuid;
  v_came uuid;
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'ex' FOR UPDATE;
  PERFORM app.check_payment_date(action);
  IF action.seats_delivered IS NULL THEN v_came := app.post_seats(action, 'shares.delivered', p_now); END IF;
  IF action.seats_paid IS NULL THEN v_paid := app.post_seats(action, 'dividend.paid', p_now); END IF;
  UPDATE app.corporate_actions SET seats_delivered = coalesce(v_came, seats_delivered), seats_paid = coalesce(v_paid, seats_paid)
  WHERE id = p_action AND num_nonnulls(v_came, v_paid) > 0;
  RETURN num_nonnulls(v_came, v_paid);
END $$;

CREATE FUNCTION app.pay_subscription(p_subscription uuid, p_member uuid, p_hold uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.subscriptions s SET state = 'paid', paid_at = p_now, paid_by = 'member', pay_hold_id = p_hold
  WHERE s.id = p_subscription AND s.member_id = p_member AND s.state = 'payment-due' AND p_now < s.pay_by;
  RETURN FOUND;
END $$;

CREATE FUNCTION app.payouts_stopped_by() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_at IS NULL AND s.checks = '{unfinished}') THEN 'unfinished'
    WHEN EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_at IS NULL) THEN 'difference'
    WHEN NOT EXISTS (
      SELECT FROM app.recon_runs r WHERE r.scope = 'minute' AND r.broken = 0
        AND r.finished_at > clock_timestamp() - recon.rule('recon.freshMinutes') * interval '1 minute'
        AND r.id >= ALL (SELECT x.id FROM app.recon_runs x WHERE x.scope = 'minute' AND x.id > r.id)
    ) THEN 'stale'
    WHEN EXISTS (SELECT FROM recon.closed_days d WHERE d.closed_at < clock_timestamp() - recon.rule('recon.nightHours') * interval '1 hour')
      AND NOT EXISTS (
        SELECT FROM app.recon_runs r WHERE r.scope = 'night' AND r.broken = 0
          AND r.finished_at > clock_timestamp() - recon.rule('recon.nightHours') * interval '1 hour'
      ) THEN 'night-stale'
  END
$$;

CREATE FUNCTION app.pending_fund_requests(of_member uuid) RETURNS TABLE(kind text, id uuid, sent_at timestamp with time zone)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 'deposit', d.id, d.sent_at FROM app.deposits d WHERE d.member_id = of_member AND d.state = 'pending'
  UNION ALL
  SELECT 'withdrawal', w.id, w.sent_at FROM app.withdrawals w WHERE w.member_id = of_member AND w.state = 'pending'
$$;

CREATE FUNCTION app.pledge_arrived(p_symbol text, p_members uuid[], p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_pledge record;
  v_hold   uuid;
  v_entry  uuid;
  v_free   text;
BEGIN
  FOR v_pledge IN
    SELECT g.*, o.member_id, o.state = 'pending' OR o.state = 'passed' AND o.repaid_at IS NULL AS is_open
    FROM app.credit_pledges g JOIN app.credit_loans o ON o.id = g.loan_id
    WHERE g.symbol = p_symbol AND g.arriving > 0 AND (p_members IS NULL OR o.member_id = ANY (p_members)) ORDER BY g.hold_id FOR UPDATE OF g
  LOOP
    UPDATE app.credit_pledges SET arriving = 0 WHERE hold_id = v_pledge.hold_id;
    CONTINUE WHEN NOT v_pledge.is_open OR v_pledge.shares = 0;
    v_hold := gen_random_uuid();
    v_free := format('member/%s/stk:%s/', v_pledge.member_id, p_symbol);
    SELECT r.entry_id INTO STRICT v_entry FROM ledger.post_many(ARRAY['credit.pledged'], ARRAY[v_pledge.loan_id::text], ARRAY['credit.pledged ' || v_hold],
      ARRAY[p_now], ARRAY[1, 1], ARRAY[v_free || 'available', v_free || 'held'], ARRAY[-v_pledge.arriving, v_pledge.arriving]::bigint[],
      ARRAY[NULL, v_hold]) AS r WHERE r.outcome = 'posted';
    PERFORM app.pledge_credit(v_pledge.loan_id, v_hold, v_pledge.position_id, v_pledge.arriving, v_entry, p_now);
  END LOOP;
END $$;

CREATE FUNCTION app.pledge_credit(p_loan uuid, p_hold uuid, p_position uuid, p_shares integer, p_entry uuid, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.post_adjusted_shares(action app.corporate_actions, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_members uuid[];
  v_entry   integer[];
  v_codes   text[];
  v_amounts bigint[];
  v_holds   uuid[];
BEGIN
  SELECT array_agg(DISTINCT l.member_id), array_agg(l.entry ORDER BY l.entry, l.account, l.hold),
    array_agg(l.account ORDER BY l.entry, l.account, l.hold), array_agg(l.amount ORDER BY l.entry, l.account, l.hold),
    array_agg(l.hold ORDER BY l.entry, l.account, l.hold)
  INTO v_members, v_entry, v_codes, v_amounts, v_holds
  FROM (SELECT x.*, dense_rank() OVER (ORDER BY x.member_id)::integer AS entry FROM app.share_lines(action) AS x) AS l;
  IF v_members IS NULL THEN RETURN; END IF;
  UPDATE app.dividend_entitlements d SET shares_entry = p.entry_id
  FROM app.post_shares('shares.adjusted', action.id, ARRAY(SELECT format('shares.adjusted %s %s', action.id, u.id) FROM unnest(v_members) AS u (id)),
    v_entry, v_codes, v_amounts, v_holds, p_now) AS p
  WHERE d.action_id = action.id AND d.member_id = v_members[p.n];
  UPDATE app.credit_pledges g SET shares = div(g.shares * action.ratio_to::numeric, action.ratio_from)
  WHERE g.symbol = action.symbol AND g.shares > 0 AND action.ratio_to < action.ratio_from;
END $$;

CREATE FUNCTION app.post_copies(p_events text[], p_references text[], p_keys text[], p_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[], p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_outcome record;
BEGIN
  IF p_events = '{}' THEN RETURN; END IF;
  FOR v_outcome IN SELECT a.n, a.outcome FROM ledger.apply(p_events, p_references, p_keys, NULL,
    array_fill(p_now, ARRAY[cardinality(p_events)]), array_fill(NULL::uuid, ARRAY[cardinality(p_events)]), p_entry, p_accounts, p_amounts, p_holds) AS a
    WHERE a.outcome <> 'posted'
  LOOP
    RAISE EXCEPTION 'the entry "%" was answered with %', p_keys[v_outcome.n], v_outcome.outcome;
  END LOOP;
END $$;

CREATE FUNCTION app.post_seats(p_action app.corporate_actions, p_event text, p_now timestamp with time zone) RETURNS uuid
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_codes   text[];
  v_amounts bigint[];
  v_entry   uuid;
BEGIN
  SELECT array_agg(l.code ORDER BY l.code), array_agg(l.amount ORDER BY l.code) INTO v_codes, v_amounts FROM app.seat_lines(p_action, p_event) AS l;
  IF v_codes IS NULL THEN RETURN NULL; END IF;
  SELECT p.entry_id INTO STRICT v_entry FROM app.post_shares(p_event, p_action.id, ARRAY[format('%s %s seats', p_event, p_action.id)],
    array_fill(1, ARRAY[cardinality(v_codes)]), v_codes, v_amounts, array_fill(NULL::uuid, ARRAY[cardinality(v_codes)]), p_now) AS p;
  RETURN v_entry;
END $$;

CREATE FUNCTION app.post_shares(p_event text, p_action uuid, p_keys text[], p_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[], p_now timestamp with time zone) RETURNS TABLE(n integer, entry_id uuid)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  v_ids  uuid[];
  v_fail text;
BEGIN
  SELECT array_agg(r.entry_id ORDER BY r.n), min(r.outcome || ' ' || coalesce(r.refused_on, '')) FILTER (WHERE r.outcome <> 'posted')
  INTO v_ids, v_fail
  FROM ledger.post_many(array_fill(p_event, ARRAY[cardinality(p_keys)]), array_fill(p_action::text, ARRAY[cardinality(p_keys)]), p_keys,
    array_fill(p_now, ARRAY[cardinality(p_keys)]), p_entry, p_accounts, p_amounts, p_holds) AS r;
  IF v_fail IS NOT NULL THEN
    RAISE EXCEPTION 'action %: the ledger refused % (%)', p_action, p_event, v_fail USING ERRCODE = 'check_violation';
  END IF;
  RETURN QUERY SELECT u.o::integer, u.id FROM unnest(v_ids) WITH ORDINALITY AS u (id, o);
END $$;

CREATE FUNCTION app.post_split_seats(action app.corporate_actions, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_codes   text[];
  v_amounts bigint[];
  v_entry   uuid;
BEGIN
  WITH nets AS (
    DELETE FROM settlement.seat_nets n WHERE n.asset = 'stk:' || action.symbol RETURNING n.seat, n.due, n.amount
  ), net AS MATERIALIZED (
    SELECT n.seat, max(n.due) AS due, sum(n.amount)::bigint AS amount FROM nets n GROUP BY n.seat
  ), before AS MATERIALIZED (
    SELECT a.code, a.owner_kind, a.owner_id, a.kind, b.balance FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    WHERE a.asset = 'stk:' || action.symbol AND (a.owner_kind = 'seat' AND a.kind IN ('available', 'receivable', 'payable')
      OR a.owner_kind = 'lending' AND a.kind = 'available')
  ), traded AS MATERIALIZED (
    SELECT n.seat, n.due, coalesce(b.balance, 0) + n.amount AS free
    FROM net n LEFT JOIN before b ON b.owner_kind = 'seat' AND b.owner_id = n.seat AND b.kind = 'available'
  ), wanted AS (
    SELECT b.code, b.balance AS shares FROM before b
    WHERE NOT (b.owner_kind = 'seat' AND b.kind = 'available' AND EXISTS (SELECT FROM traded t WHERE t.seat = b.owner_id))
    UNION ALL
    SELECT 'seat/' || t.seat || '/stk:' || action.symbol || CASE WHEN t.free < 0 THEN '/payable@' || t.due ELSE '/available' END, t.free FROM traded t
  ), after AS (
    SELECT w.code, sum(div(w.shares * action.ratio_to::numeric, action.ratio_from))::bigint AS shares FROM wanted w GROUP BY w.code
  ), owing AS (
    INSERT INTO settlement.dues (due, owner, asset) SELECT t.due, 'seat/' || t.seat, 'stk:' || action.symbol FROM traded t WHERE t.free < 0
    ORDER BY t.seat ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false
  )
  SELECT array_agg(s.code ORDER BY s.code), array_agg(s.amount ORDER BY s.code) INTO v_codes, v_amounts FROM (
    SELECT coalesce(x.code, b.code) AS code, coalesce(x.shares, 0) - coalesce(b.balance, 0) AS amount
    FROM after x FULL JOIN before b ON b.code = x.code
  ) AS s WHERE s.amount <> 0;
  IF v_codes IS NULL THEN RETURN; END IF;
  IF (SELECT sum(u.amount) FROM unnest(v_amounts) AS u (amount)) <> 0 THEN
    v_codes := v_codes || ('house/main/stk:' || action.symbol || '/issue');
    v_amounts := v_amounts || -(SELECT sum(u.amount) FROM unnest(v_amounts) AS u (amount))::bigint;
  END IF;
  SELECT p.entry_id INTO v_entry FROM app.post_shares('shares.adjusted', action.id, ARRAY[format('shares.adjusted %s seats', action.id)],
    array_fill(1, ARRAY[cardinality(v_codes)]), v_codes, v_amounts, array_fill(NULL::uuid, ARRAY[cardinality(v_codes)]), p_now) AS p;
  UPDATE app.corporate_actions SET seats_entry = v_entry WHERE id = action.id;
END $$;

CREATE FUNCTION app.prepare_copy_lines(p_block uuid, p_limit integer, p_now timestamp with time zone) RETURNS TABLE(order_id uuid, member_id uuid, position_id uuid, quantity integer, cost bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
#variable_conflict use_column
DECLARE
  block       app.copy_blocks;
  v_terms     jsonb;
  v_time      text := left(replace(app.id_at(p_now)::text, '-', ''), 12);
  v_copies    uuid[];
  v_orders    uuid[] := '{}';
  v_members   uuid[];
  v_positions uuid[];
  v_shares    integer[];
  v_costs     bigint[];
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'preparing' FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF block.copies IS NULL THEN
    PERFORM app.list_block_copies(block);
    RETURN;
  END IF;
  v_copies := app.next_copies(block, p_limit);
  IF block.is_cancelled THEN
    -- The lock that the reference takes, in the order of all that lock copies.
    PERFORM FROM app.copies c WHERE c.id = ANY (v_copies) ORDER BY c.id FOR KEY SHARE;
    INSERT INTO app.copy_block_lines (block_id, copy_id, place, key, planned, reason)
    SELECT p_block, u.id, block.prepared + u.n, app.copy_key(block, block.seed, u.id), 0, 'cancelled'
    FROM unnest(v_copies) WITH ORDINALITY AS u (id, n);
  ELSE
    SELECT t.body::jsonb INTO STRICT v_terms FROM app.orders o JOIN app.terms t ON t.hash = o.terms WHERE o.id = block.lead_order;
    -- Arrays and not subqueries: no plan can begin with all copies. The members first and in the order of every other order, then their
    -- copies and positions, then the ledger.
    PERFORM pg_advisory_xact_lock(k.key) FROM (
      SELECT DISTINCT hashtextextended('trading ' || c.member_id, 0) AS key FROM app.copies c WHERE c.id = ANY (v_copies) ORDER BY 1) AS k;
    PERFORM FROM app.copies c WHERE c.id = ANY (v_copies) ORDER BY c.id FOR NO KEY UPDATE;
    IF block.side = 'sell' THEN
      PERFORM FROM app.positions p WHERE p.id = ANY (ARRAY(SELECT app.copied_position(block.position_id, u.id) FROM unnest(v_copies) AS u (id)))
      ORDER BY p.id FOR NO KEY UPDATE;
    END IF;

    WITH part AS MATERIALIZED (
      SELECT p.*, x.order_id, CASE WHEN p.shares > 0 THEN block.lines - 1 + row_number() OVER (PARTITION BY p.shares > 0 ORDER BY p.place) END AS line
      FROM app.copy_parts(block, v_terms, v_copies) AS p
      LEFT JOIN LATERAL (SELECT app.copy_order_id(v_time, p_block, p.copy_id) AS order_id WHERE p.shares > 0) AS x ON true
    ), written AS (
      INSERT INTO app.copy_block_lines (block_id, copy_id, place, key, planned, reason, order_id, line, cost)
      SELECT p_block, p.copy_id, p.place, app.copy_key(block, block.seed, p.copy_id), p.shares, p.reason, p.order_id, p.line, p.cost
      FROM part p ORDER BY p.place
    ), spent AS (
      UPDATE app.copies c SET spent = c.spent + p.cost FROM part p WHERE c.id = p.copy_id AND p.cost > 0
    )
    SELECT coalesce(array_agg(p.order_id), '{}'), array_agg(p.member_id), array_agg(p.position_id), array_agg(p.shares), array_agg(p.cost)
    INTO v_orders, v_members, v_positions, v_shares, v_costs
    FROM (SELECT * FROM part ORDER BY place) AS p WHERE p.shares > 0;
  END IF;

  UPDATE app.copy_blocks b SET prepared = block.prepared + cardinality(v_copies), lines = block.lines + cardinality(v_orders),
    state = CASE WHEN block.prepared + cardinality(v_copies) = b.copies THEN 'sending' ELSE b.state END WHERE b.id = p_block;
  DELETE FROM app.copy_block_lists l WHERE l.block_id = p_block
    AND least((l.part + 1) * 1000, block.copies) <= block.prepared + cardinality(v_copies);
  RETURN QUERY SELECT u.id, u.member, CASE block.side WHEN 'buy' THEN u.id ELSE u.position END, u.shares, u.cost
    FROM unnest(v_orders, v_members, v_positions, v_shares, v_costs) AS u (id, member, position, shares, cost);
END $$;

CREATE FUNCTION app.prepare_month(p_table text, of_month date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_column text := CASE p_table WHEN 'sign_ins' THEN 'at' WHEN 'wealth_days' THEN 'date' END;
  v_month  date := date_trunc('month', of_month)::date;
  v_name   text := p_table || to_char(v_month, '_YYYY_MM');
  v_from   text := to_char(v_month, 'YYYY-MM-DD"T00:00:00Z"');
  v_to     text := to_char(v_month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"');
  v_is_late boolean;
BEGIN
  IF v_column IS NULL THEN RAISE EXCEPTION 'app.% has no months', p_table; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('app.prepare_month'));
  IF to_regclass('app.' || v_name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM app.%I WHERE %I >= %L AND %I < %L)',
    p_table || '_other', v_column, v_from, v_column, v_to) INTO v_is_late;
  IF v_is_late THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE app.%I PARTITION OF app.%I FOR VALUES FROM (%L) TO (%L)', v_name, p_table, v_from, v_to);
END $$;

CREATE FUNCTION app.publish_copy_product(p_product uuid, p_review uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT recon.is_approved_by_two(p_review, 'copy-product', p_product::text) THEN
    RAISE EXCEPTION 'product % is not approved by two operators', p_product USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO app.copy_products (id, mentor_id, name_tw, name_en, min_follow, max_total, term_days, deadline, ends_on, review_id, published_at)
  SELECT p_product, m.id, t.name ->> 'tw', t.name ->> 'en', t."minFollow", t."maxTotal", t."termDays", t.deadline,
    (t.deadline AT TIME ZONE 'Asia/Taipei')::date + t."termDays", p_review, p_now
  FROM app.reviews r
  CROSS JOIN LATERAL jsonb_to_record(r.payload) AS t ("mentorId" uuid, name jsonb, "minFollow" bigint, "maxTotal" bigint,
    "termDays" integer, deadline timestamptz)
  JOIN app.mentors m ON m.id = t."mentorId" AND m.state = 'active'
  WHERE r.id = p_review AND t.deadline > p_now;
  RETURN FOUND;
END $$;

CREATE FUNCTION app.publish_mentor(p_application uuid, p_review uuid, p_mentor uuid, p_now timestamp with time zone) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  asked    app.mentor_applications;
  v_mentor uuid;
BEGIN
  SELECT a.* INTO STRICT asked FROM app.mentor_applications a WHERE a.id = p_application FOR UPDATE;
  IF asked.state <> 'pending' THEN
    RAISE EXCEPTION 'application % is %', p_application, asked.state USING ERRCODE = 'check_violation';
  END IF;
  IF NOT recon.is_approved_by_two(p_review, 'mentor', p_application::text) THEN
    RAISE EXCEPTION 'application % is not approved by two operators', p_application USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO app.mentors (id, member_id, name, strategy_tw, strategy_en, review_id, since)
  VALUES (p_mentor, asked.member_id, asked.name, asked.strategy_tw, asked.strategy_en, p_review, p_now)
  ON CONFLICT (member_id) DO UPDATE SET name = excluded.name, strategy_tw = excluded.strategy_tw,
    strategy_en = excluded.strategy_en, review_id = excluded.review_id, state = 'active', closed_at = NULL
  RETURNING id INTO v_mentor;
  UPDATE app.mentor_applications SET state = 'passed', decided_at = p_now WHERE id = p_application;
  RETURN v_mentor;
END $$;

CREATE FUNCTION app.publish_news(p_review uuid, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  review    app.reviews;
  asked     jsonb;
  v_article uuid;
  v_version integer;
  v_symbols text[];
BEGIN
  SELECT r.* INTO STRICT review FROM app.reviews r WHERE r.id = p_review;
  IF NOT recon.is_approved_by_two(p_review, 'news', review.subject) THEN
    RAISE EXCEPTION 'review % is not approved by two operators', p_review USING ERRCODE = 'insufficient_privilege';
  ELSIF EXISTS (SELECT FROM app.news_versions v WHERE v.review_id = p_review) THEN
    RETURN 'passed';
  END IF;
  asked := review.payload;
  v_article := review.subject::uuid;
  v_symbols := ARRAY(SELECT jsonb_array_elements_text(asked -> 'symbols'));
  IF asked ->> 'corrects' IS NULL THEN
    v_version := 1;
    INSERT INTO app.news_articles (id, topic, published_at)
    VALUES (v_article, asked ->> 'topic', greatest(p_now, review.opened_at, (asked ->> 'publishAt')::timestamptz));
  ELSE
    v_version := (asked ->> 'corrects')::integer + 1;
    UPDATE app.news_articles a SET version = v_version, topic = asked ->> 'topic'
    WHERE a.id = v_article AND a.version = v_version - 1 AND a.source IS NULL;
    IF NOT FOUND THEN
      RETURN 'superseded';
    END IF;
  END IF;
  INSERT INTO app.news_versions (article_id, version, title_tw, title_en, body_tw, body_en, rule, symbols, picture, note_tw, note_en,
    at, review_id)
  VALUES (v_article, v_version, asked #>> '{title,tw}', asked #>> '{title,en}', asked #>> '{body,tw}', asked #>> '{body,en}',
    asked ->> 'rule', v_symbols, asked ->> 'picture', asked #>> '{note,tw}', asked #>> '{note,en}', p_now, p_review);
  PERFORM app.list_news_stocks(v_article, v_symbols);
  RETURN 'passed';
END $$;

CREATE FUNCTION app.purchase_cost(p_price integer, p_shares integer, p_rate bigint, p_min bigint, p_min_odd bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE p_shares WHEN 0 THEN (0)::bigint ELSE (((p_price)::bigint * p_shares) + GREATEST(((((((p_price)::bigint * p_shares) * p_rate) / 1000000) / 100) * 100), CASE WHEN (p_shares < 1000) THEN p_min_odd ELSE p_min END)) END;

CREATE FUNCTION app.queue_dividend_notice() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO app.dividend_notices (action_id, state) VALUES (NEW.id, NEW.state);
  RETURN NULL;
END $$;

CREATE FUNCTION app.raise_copy_holds(p_copies uuid[], p_members uuid[], p_orders uuid[], p_held bigint[], p_give bigint[], p_old uuid[], p_new uuid[], p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM app.post_copies(array_fill('copy.held'::text, ARRAY[cardinality(p_copies)]), p_copies::text[],
    ARRAY(SELECT 'copy.held ' || u.copy || ' ' || u.id FROM unnest(p_copies, p_orders) WITH ORDINALITY AS u (copy, id, n) ORDER BY u.n),
    array_agg(m.n::integer ORDER BY m.n, x.n), array_agg('member/' || m.id || x.account ORDER BY m.n, x.n),
    array_agg(x.amount ORDER BY m.n, x.n), array_agg(x.hold ORDER BY m.n, x.n), p_now)
  FROM unnest(p_members, p_held, p_give, p_old, p_new) WITH ORDINALITY AS m (id, held, give, old, new, n)
  CROSS JOIN LATERAL (VALUES (1, '/TWD/held', -m.held, m.old), (2, '/TWD/available', -m.give, NULL),
    (3, '/TWD/held', m.held + m.give, m.new)) AS x (n, account, amount, hold)
  WHERE x.amount <> 0;
END $$;

CREATE FUNCTION app.read_member_facts(p_members uuid[], p_date date, p_since timestamp with time zone) RETURNS TABLE(id uuid, cash bigint, receivables json, holdings json, open_orders json, day_trades json, realised bigint, called boolean, may_day_trade boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT m.id,
    coalesce((SELECT sum(b.balance) FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      WHERE a.owner_kind = 'member' AND a.owner_id = m.id::text AND a.asset = 'TWD'), 0)::bigint,
    (SELECT json_agg(json_build_object('account', a.code, 'amount', b.balance::text) ORDER BY a.due)
      FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      WHERE a.owner_kind = 'member' AND a.owner_id = m.id::text AND a.asset = 'TWD' AND b.balance > 0 AND a.kind = 'receivable'),
    (SELECT json_agg(json_build_object('direction', p.direction, 'shares', p.shares, 'loan', p.loan::text,
        'openedValue', p.opened_value::text, 'openedShares', p.opened_shares,
        'price', coalesce(q.last, q.reference, i.reference)))
      FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
      WHERE p.member_id = m.id AND p.state <> 'closed'),
    (SELECT json_agg(json_build_object('direction', o.direction, 'multiple', o.multiple, 'quantity', o.quantity,
        'worstPrice', o.worst_price))
      FROM (
        SELECT x.direction, x.multiple, x.left_shares AS quantity, x.worst_price FROM app.orders x
        WHERE x.member_id = m.id AND x.state = 'entrusted' AND x.purpose = 'open'
        UNION ALL
        SELECT c.body #>> '{entry,direction}', (c.body #>> '{entry,multiple}')::smallint, c.quantity, c.worst_price
        FROM app.conditional_orders c WHERE c.member_id = m.id AND c.state = 'waiting' AND c.kind = 'entry'
      ) AS o),
    (SELECT json_agg(json_build_object('filledValue', o.filled_value::text, 'quantity', o.left_shares,
        'worstPrice', o.worst_price))
      FROM app.orders o
      WHERE o.member_id = m.id AND o.placed_at > p_since AND o.date = p_date AND o.day_trade AND o.purpose = 'open'),
    coalesce((SELECT sum(f.realised) FROM app.fills f
      WHERE f.member_id = m.id AND f.traded_at > p_since AND f.date = p_date AND f.realised IS NOT NULL), 0)::bigint,
    EXISTS (SELECT FROM app.margin_calls c WHERE c.member_id = m.id AND c.ended_at IS NULL),
    EXISTS (SELECT FROM app.day_trading_applications a WHERE a.member_id = m.id AND a.state = 'passed')
  FROM unnest(p_members) AS m (id);
END $$;

CREATE FUNCTION app.receive_support_message() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.support_threads t SET state = 'waiting', last_at = NEW.at, due_at = coalesce(t.due_at, NEW.due_at) WHERE t.id = NEW.thread_id;
  IF NOT EXISTS (SELECT FROM app.support_waits w WHERE w.thread_id = NEW.thread_id AND w.answered_at IS NULL) THEN
    INSERT INTO app.support_waits (message_id, thread_id, asked_at, due_at) VALUES (NEW.id, NEW.thread_id, NEW.at, NEW.due_at);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION app.receive_support_rating() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE thread app.support_threads;
BEGIN
  PERFORM app.check_support_time(NEW.at);
  SELECT t.* INTO STRICT thread FROM app.support_threads t WHERE t.id = NEW.thread_id FOR UPDATE;
  IF thread.state = 'waiting' OR NEW.answer_id IS DISTINCT FROM
    (SELECT a.id FROM app.support_answers a WHERE a.thread_id = NEW.thread_id ORDER BY a.at DESC, a.id DESC LIMIT 1) THEN
    RAISE EXCEPTION 'matter % has no newest answer to rate', NEW.thread_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.solved THEN
    UPDATE app.support_threads t SET state = 'closed' WHERE t.id = NEW.thread_id AND t.state = 'answered';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.reconcile() RETURNS TABLE(code text, unit text, counted bigint, value numeric, difference numeric, detail text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
  WITH open AS MATERIALIZED (SELECT recon.open_from() AS tx, 9223372036854775807 AS upto)
  SELECT f.* FROM open, recon.check_entries(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_requests(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_trades(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_grants(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM recon.check_records(recon.open_since()) AS f
  UNION ALL SELECT f.* FROM recon.check_fills() AS f
  UNION ALL SELECT f.* FROM recon.check_totals() AS f
  UNION ALL SELECT f.* FROM open, recon.check_balances(open.tx) AS f
  UNION ALL SELECT f.* FROM open, recon.check_holds(open.tx) AS f
  UNION ALL SELECT f.* FROM recon.check_holdings(false) AS f
  UNION ALL SELECT f.* FROM recon.check_charges() AS f
  UNION ALL SELECT f.* FROM recon.check_bank() AS f
  UNION ALL SELECT f.* FROM recon.check_vouchers() AS f
  UNION ALL SELECT f.* FROM recon.check_votes() AS f
  UNION ALL SELECT f.* FROM recon.check_draw_tickets() AS f
  UNION ALL SELECT f.* FROM recon.check_dividends() AS f
$$;

CREATE FUNCTION app.reconcile_days() RETURNS TABLE(code text, unit text, counted bigint, value numeric, difference numeric, detail text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
#variable_conflict use_column
DECLARE
  v_day    recon.closed_days;
  v_before recon.closed_days;
  v_added  record;
  v_kept   record;
  v_open   bigint := recon.open_from();
  v_days   bigint := 0;
  v_lines  bigint := 0;
  v_off    numeric := 0;
  v_first  text;
  v_wrong  text;
BEGIN
  FOR v_day IN SELECT d.* FROM recon.closed_days d ORDER BY d.day LOOP
    v_days := v_days + 1;
    v_lines := v_lines + v_day.lines;
    SELECT a.* INTO v_added FROM recon.add_lines(v_day.from_tx, v_day.upto_tx) AS a;
    SELECT k.tax + coalesce(v_before.kept_tax, 0) AS tax, k.fee + coalesce(v_before.kept_fee, 0) AS fee INTO v_kept
    FROM recon.kept_charges(v_day.from_tx, v_day.upto_tx) AS k;
    v_wrong := CASE
      WHEN v_day.from_tx <> coalesce(v_before.upto_tx, 0) THEN 'does not follow the day before'
      WHEN v_added.lines <> v_day.lines THEN format('%s lines, %s were closed', v_added.lines, v_day.lines)
      WHEN v_added.line_hash <> v_day.line_hash THEN 'a line is not as it was closed'
      WHEN v_added.entries <> v_day.entries THEN format('%s entries, %s were closed', v_added.entries, v_day.entries)
      WHEN v_added.entry_hash <> v_day.entry_hash THEN 'an entry is not as it was closed'
      WHEN (v_kept.tax, v_kept.fee) IS DISTINCT FROM (v_day.kept_tax, v_day.kept_fee) THEN 'kept charges differ'
      WHEN recon.hash_of(v_day.day, v_day.from_tx, v_day.upto_tx, v_day.entries, v_day.lines, v_day.entry_hash, v_day.line_hash,
        v_day.kept_tax, v_day.kept_fee) <> v_day.hash THEN 'the hash is not that of the kept figures'
      WHEN EXISTS (
        SELECT FROM (
          SELECT u.owner_kind, u.asset, u.kind, sum(u.total) AS total FROM (
            SELECT t.owner_kind, t.asset, t.kind, t.total FROM recon.closed_totals t WHERE t.day = v_before.day
            UNION ALL SELECT m.owner_kind, m.asset, m.kind, m.total FROM recon.moved(v_day.from_tx, v_day.upto_tx) AS m
          ) AS u GROUP BY u.owner_kind, u.asset, u.kind
        ) AS n FULL JOIN (SELECT t.* FROM recon.closed_totals t WHERE t.day = v_day.day) AS k
          ON (k.owner_kind, k.asset, k.kind) = (n.owner_kind, n.asset, n.kind)
        WHERE k.total IS DISTINCT FROM n.total) THEN 'the lines add up to other totals'
      WHEN EXISTS (
        SELECT FROM recon.closed_fills k LEFT JOIN recon.closed_fills b ON b.day = v_before.day AND b.shard = k.shard
        CROSS JOIN LATERAL (
          SELECT count(*) AS fills, coalesce(sum(x.fee), 0) AS fee, coalesce(sum(x.tax), 0) AS tax, coalesce(sum(x.borrow_fee), 0) AS borrow_fee
          FROM app.fills x WHERE x.shard = k.shard AND x.event > coalesce(b.upto_event, 0) AND x.event <= k.upto_event
        ) AS n
        WHERE k.day = v_day.day AND (k.fills - coalesce(b.fills, 0), k.fee - coalesce(b.fee, 0), k.tax - coalesce(b.tax, 0),
          k.borrow_fee - coalesce(b.borrow_fee, 0)) IS DISTINCT FROM (n.fills, n.fee, n.tax, n.borrow_fee)) THEN 'fills add up to other charges'
    END;
    IF v_wrong IS NOT NULL THEN
      v_off := v_off + 1;
      v_first := coalesce(v_first, format('%s: %s', v_day.day, v_wrong));
    END IF;
    v_before := v_day;
  END LOOP;
  RETURN QUERY SELECT 'night-days', 'count', v_days, v_lines::numeric, v_off, v_first;

  -- Every account: its row, its last line and the sum of its lines.
  RETURN QUERY
  WITH l AS (
    SELECT x.account_id, sum(x.amount) AS total, count(*) AS n, max(x.seq) AS seq, count(x.seq) AS bounded
    FROM ledger.lines x GROUP BY x.account_id
  ), wrong AS (
    SELECT coalesce(b.account_id, l.account_id) AS account_id, greatest(abs(coalesce(b.balance, s.total, 0) - coalesce(l.total, 0)), 1) AS off
    FROM l FULL JOIN ledger.balances b ON b.account_id = l.account_id
    LEFT JOIN LATERAL (SELECT ledger.balance_of(a.code) AS total FROM ledger.accounts a WHERE a.id = l.account_id AND b.account_id IS NULL) AS s ON true
    WHERE CASE WHEN b.account_id IS NULL THEN s.total <> l.total
      ELSE b.balance <> coalesce(l.total, 0) OR b.lines <> coalesce(l.n, 0) OR l.seq <> l.n OR b.balance < b.lowest OR b.balance > b.highest END
  )
  SELECT 'night-balances', 'money', (SELECT count(*) FROM l), NULL::numeric, coalesce(sum(w.off), 0),
    (SELECT min(a.code) FROM wrong x JOIN ledger.accounts a ON a.id = x.account_id)
  FROM wrong w;

  RETURN QUERY
  SELECT 'night-events', 'count', sum(f.counted)::bigint, NULL::numeric, sum(f.difference), min(f.detail)
  FROM recon.closed_days d CROSS JOIN LATERAL recon.check_entries(d.from_tx, d.upto_tx) AS f HAVING count(*) > 0
  UNION ALL SELECT 'night-events', 'count', 0, NULL, 0, NULL WHERE NOT EXISTS (SELECT FROM recon.closed_days);
  RETURN QUERY SELECT 'night-requests', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_requests(0, v_open) AS f;
  RETURN QUERY SELECT 'night-trades', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_trades(0, v_open) AS f;
  RETURN QUERY SELECT 'night-records', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_records('-infinity') AS f;
  RETURN QUERY SELECT 'night-grants', f.unit, f.counted, f.value, f.difference, f.detail FROM recon.check_grants(0, v_open) AS f;
  RETURN QUERY
  SELECT 'night-fills', 'count', coalesce(sum(o.fills), 0)::bigint, NULL::numeric, count(w.event)::numeric,
    min(format('%s/%s %s', o.shard, w.event, w.side)) FILTER (WHERE w.event IS NOT NULL)
  FROM recon.open_fills() AS o LEFT JOIN LATERAL recon.wrong_fills(o.shard, 0, o.after_event) AS w ON true;
  RETURN QUERY
  SELECT 'night-holdings', 'count', count(*), NULL::numeric, coalesce(sum(abs(f.difference)), 0), min(f.code) FILTER (WHERE f.difference <> 0)
  FROM recon.check_holdings(true) AS f;
  RETURN QUERY
  SELECT 'night-charges', 'money', count(*), NULL::numeric,
    abs(coalesce(sum(p.open_tax + p.close_tax), 0) + app.corrected('tax/transaction/TWD/collected') - ledger.balance_of('tax/transaction/TWD/collected'))
    + abs(coalesce(sum(p.borrow_fee), 0) + app.corrected('fees/borrow/TWD/income') - ledger.balance_of('fees/borrow/TWD/income')), NULL::text
  FROM app.positions p;
END $$;

CREATE FUNCTION app.recovery_requests_used_once() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at THEN
    RAISE EXCEPTION 'recovery % was used already', OLD.reference USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.reduce_credit(p_loan uuid, p_kind text, p_request uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_due date, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.refuse_decided_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: the row was decided', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION app.refuse_order(p_order uuid, p_why text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'order % is not written: %', p_order, p_why USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION app.refuse_review_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: reviews and votes are kept', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION app.reject_credit_loan(p_loan uuid, p_reason text, p_note text, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.credit_loans o SET state = 'rejected', reason = p_reason, note = p_note, decided_at = p_now
  WHERE o.id = p_loan AND o.state = 'pending' AND p_reason <> 'cancelled' AND (
    EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'credit-loan' AND r.subject = p_loan::text AND (r.state = 'expired' OR r.decision = 'reject'))
    OR p_reason = 'collateral' AND o.amount * 10 > app.credit_value(p_loan) * 6);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'loan % cannot be rejected', p_loan USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE FUNCTION app.remove_bank_account(p_account uuid, p_member uuid, p_from text, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.bank_accounts SET state = 'removed', rejection_reason = CASE WHEN p_from = 'pending' THEN 'cancelled' ELSE rejection_reason END,
    decided_at = coalesce(decided_at, p_now), is_default = false
  WHERE id = p_account AND member_id = p_member AND state = p_from
    AND (p_from <> 'pending' OR app.is_cancelled_by_member('bank-account', p_account, p_member));
  RETURN FOUND;
END $$;

CREATE FUNCTION app.repay_credit(p_loan uuid, p_member uuid, p_request uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM app.reduce_credit(p_loan, 'repaid', p_request, p_entry, p_interest, p_principal, NULL, p_now)
  FROM app.credit_loans o WHERE o.id = p_loan AND o.member_id = p_member;
  IF NOT FOUND THEN RAISE EXCEPTION 'loan % is not of member %', p_loan, p_member USING ERRCODE = 'insufficient_privilege'; END IF;
END $$;

CREATE FUNCTION app.reserve_block_shares() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.block_listings l SET left_shares = l.left_shares - NEW.shares
  WHERE l.id = NEW.listing_id AND l.state = 'open' AND l.closes_at > NEW.sent_at AND l.left_shares >= NEW.shares
    AND l.price = NEW.price AND l.date = NEW.date AND NEW.shares BETWEEN l.min_shares AND l.max_shares;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'application % does not fit listing %', NEW.id, NEW.listing_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.restore_copy_money(p_limit integer, p_now timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
DECLARE
  v_lines   uuid[];
  v_count   integer;
  v_copies  uuid[];
  v_members uuid[];
  v_orders  uuid[];
  v_held    bigint[];
  v_give    bigint[];
  v_old     uuid[];
  v_new     uuid[];
BEGIN
  SELECT array_agg(x.order_id), array_agg(x.copy_id) INTO v_lines, v_copies FROM (
    SELECT DISTINCT ON (y.member_id) y.order_id, y.copy_id FROM (
      SELECT l.order_id, l.copy_id, l.settles_on, c.member_id FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id
      WHERE l.settles_on <= (p_now AT TIME ZONE 'Asia/Taipei')::date AND l.restored IS NULL
        AND ledger.balance_of('member/' || c.member_id || '/TWD/receivable@' || l.settles_on) = 0
      ORDER BY l.settles_on, l.order_id LIMIT p_limit) AS y
    ORDER BY y.member_id, y.settles_on, y.order_id) AS x;
  IF v_lines IS NULL THEN RETURN 0; END IF;
  PERFORM app.lock_copies(v_copies);

  WITH due AS MATERIALIZED (
    SELECT l.block_id, l.copy_id, l.order_id, c.member_id, c.hold_id, c.amount - c.spent AS held,
      CASE c.state WHEN 'following' THEN greatest(0, least(l.proceeds, c.spent - app.copy_in_shares(c.id),
        ledger.balance_of('member/' || c.member_id || '/TWD/available'))) ELSE 0 END AS give,
      overlay(overlay(substr(encode(sha256(convert_to('copy hold ' || l.order_id, 'UTF8')), 'hex'), 1, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid AS new_hold
    FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id
    WHERE l.order_id = ANY (v_lines) AND l.restored IS NULL
  ), written AS (
    UPDATE app.copy_block_lines l SET restored = d.give FROM due d WHERE l.copy_id = d.copy_id AND l.block_id = d.block_id
  ), raised AS (
    UPDATE app.copies c SET spent = c.spent - d.give, hold_id = d.new_hold FROM due d WHERE c.id = d.copy_id AND d.give > 0
  )
  SELECT count(*), coalesce(array_agg(d.copy_id) FILTER (WHERE d.give > 0), '{}'), array_agg(d.member_id) FILTER (WHERE d.give > 0),
    array_agg(d.order_id) FILTER (WHERE d.give > 0), array_agg(d.held) FILTER (WHERE d.give > 0), array_agg(d.give) FILTER (WHERE d.give > 0),
    array_agg(d.hold_id) FILTER (WHERE d.give > 0), array_agg(d.new_hold) FILTER (WHERE d.give > 0)
  INTO v_count, v_copies, v_members, v_orders, v_held, v_give, v_old, v_new FROM due d;
  IF v_copies <> '{}' THEN
    PERFORM app.raise_copy_holds(v_copies, v_members, v_orders, v_held, v_give, v_old, v_new, p_now);
  END IF;
  RETURN v_count;
END $$;

CREATE FUNCTION app.restrictions_lifted_once() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.lifted_at IS NOT NULL THEN
    RAISE EXCEPTION 'restriction % was lifted already', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.lifted_at IS NULL OR NEW.lifted_at < OLD.since THEN
    RAISE EXCEPTION 'a restriction changes only by being lifted, after it was set' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.return_block_shares() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.block_listings l SET left_shares = l.left_shares + OLD.shares WHERE l.id = OLD.listing_id;
  RETURN NULL;
END $$;

CREATE FUNCTION app.return_copy_money(p_block uuid, p_limit integer, p_now timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
DECLARE
  block     app.copy_blocks;
  v_ended   uuid[];
  v_some    uuid[];
  v_upto    integer;
  v_copies  uuid[];
  v_members uuid[];
  v_orders  uuid[];
  v_held    bigint[];
  v_give    bigint[];
  v_old     uuid[];
  v_new     uuid[];
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'sent' FOR UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  SELECT coalesce(array_agg(o.id) FILTER (WHERE o.state <> 'entrusted'), '{}'),
    coalesce(array_agg(l.copy_id) FILTER (WHERE o.state <> 'entrusted' AND block.side = 'buy' AND l.cost > o.filled_value + o.fee), '{}'),
    coalesce(array_agg(o.member_id) FILTER (WHERE o.state <> 'entrusted' AND block.side = 'buy' AND l.cost > o.filled_value + o.fee), '{}'),
    coalesce(min(l.line) FILTER (WHERE o.state = 'entrusted') - 1, max(l.line), block.returned)
  INTO v_ended, v_some, v_members, v_upto
  FROM (SELECT x.order_id, x.copy_id, x.cost, x.line FROM app.copy_block_lines x
    WHERE x.block_id = p_block AND x.line > block.returned AND x.returned IS NULL ORDER BY x.line LIMIT p_limit) AS l
  JOIN app.orders o ON o.id = l.order_id;
  IF v_some <> '{}' THEN
    -- The members first and in the order of every other order, then their copies, then the ledger in its own order.
    PERFORM pg_advisory_xact_lock(k.key) FROM (
      SELECT DISTINCT hashtextextended('trading ' || u.id, 0) AS key FROM unnest(v_members) AS u (id) ORDER BY 1) AS k;
    PERFORM FROM app.copies c WHERE c.id = ANY (v_some) ORDER BY c.id FOR NO KEY UPDATE;
    -- What is read as available stays available until it is posted.
    PERFORM FROM ledger.balances b WHERE b.account_id = ANY (ARRAY(
      SELECT ledger.account_id('member/' || u.id || x.account) FROM unnest(v_members) AS u (id)
      CROSS JOIN (VALUES ('/TWD/available'), ('/TWD/held')) AS x (account))) ORDER BY b.account_id FOR NO KEY UPDATE;
  END IF;

  WITH ended AS MATERIALIZED (
    SELECT l.place, l.copy_id, o.id, c.member_id, c.hold_id, c.amount - c.spent AS held,
      CASE WHEN c.state = 'following' THEN least(l.cost - o.filled_value - o.fee, coalesce(b.balance, 0)) ELSE 0 END AS give,
      greatest(o.filled_value - o.fee - o.tax, 0) AS brought, f.settles_on,
      overlay(overlay(substr(encode(sha256(convert_to('copy hold ' || o.id, 'UTF8')), 'hex'), 1, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid AS new_hold
    FROM app.copy_block_lines l JOIN app.orders o ON o.id = l.order_id
    LEFT JOIN app.copies c ON c.id = l.copy_id AND c.id = ANY (v_some)
    LEFT JOIN LATERAL (SELECT x.balance FROM ledger.balances x
      WHERE x.account_id = ledger.account_id('member/' || c.member_id || '/TWD/available') OFFSET 0) AS b ON true
    CROSS JOIN LATERAL (SELECT max(x.settles_on) AS settles_on FROM app.fills x
      WHERE block.side = 'sell' AND x.order_id = o.id AND x.traded_at >= o.placed_at - interval '1 day') AS f
    WHERE l.order_id = ANY (v_ended)
  ), written AS (
    UPDATE app.copy_block_lines l SET returned = e.give, settles_on = e.settles_on, proceeds = CASE WHEN e.settles_on IS NOT NULL THEN e.brought END
    FROM ended e WHERE l.block_id = p_block AND l.place = e.place
  ), raised AS (
    UPDATE app.copies c SET spent = c.spent - e.give, hold_id = e.new_hold FROM ended e WHERE c.id = e.copy_id AND e.give > 0
  )
  SELECT coalesce(array_agg(e.copy_id), '{}'), array_agg(e.member_id), array_agg(e.id), array_agg(e.held), array_agg(e.give), array_agg(e.hold_id), array_agg(e.new_hold)
  INTO v_copies, v_members, v_orders, v_held, v_give, v_old, v_new
  FROM ended e WHERE e.give > 0;
  IF v_copies <> '{}' THEN
    PERFORM app.raise_copy_holds(v_copies, v_members, v_orders, v_held, v_give, v_old, v_new, p_now);
  END IF;

  UPDATE app.copy_blocks b SET returned = v_upto,
    state = CASE WHEN is_over THEN 'done' ELSE b.state END, ended_at = CASE WHEN is_over THEN p_now END
  FROM (SELECT NOT EXISTS (SELECT FROM app.copy_block_lines l WHERE l.block_id = p_block AND l.line > v_upto AND l.returned IS NULL)
    AND NOT EXISTS (SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.state = 'entrusted') AS is_over) AS x
  WHERE b.id = p_block AND (v_upto > block.returned OR x.is_over);
  RETURN cardinality(v_ended);
END $$;

CREATE FUNCTION app.return_copy_room() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.copy_products p SET total = p.total - OLD.amount WHERE p.id = OLD.product_id;
  RETURN NULL;
END $$;

CREATE FUNCTION app.review_notes_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '% on app.review_notes is refused: notes are kept', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION app.reviews_request_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.rule_stops_require_approval() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM app.rule_values v WHERE v.id = NEW.change_id AND v.holds_from <= NEW.stopped_at) THEN
    RAISE EXCEPTION 'change % holds already', NEW.change_id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (
    SELECT FROM app.reviews r
    WHERE r.id = NEW.review_id AND r.kind = 'rule-change' AND r.decision = 'approve'
      AND (r.payload ->> 'stop')::bigint = NEW.change_id
  ) THEN
    RAISE EXCEPTION 'change % was not stopped by two people', NEW.change_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.rule_values_require_approval() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NEW.review_id IS NULL THEN
    IF session_user = 'fairlot_worker' THEN
      RAISE EXCEPTION 'rule % is set without a review', NEW.rule USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NOT EXISTS (
    SELECT FROM app.reviews r
    WHERE r.id = NEW.review_id AND r.kind = 'rule-change' AND r.decision = 'approve'
      AND NOT r.payload ? 'stop' AND r.payload ->> 'rule' = NEW.rule AND (r.payload ->> 'value')::bigint = NEW.value
  ) THEN
    RAISE EXCEPTION 'rule %: % is not what two people approved', NEW.rule, NEW.value USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.run_reconciliation(p_scope text, p_at timestamp with time zone) RETURNS TABLE(run bigint, payouts text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_began  timestamptz := clock_timestamp();
  v_all    jsonb;
  v_broken text[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('app.run_reconciliation', 0));
  IF p_scope = 'minute' THEN
    SELECT jsonb_agg(jsonb_build_object('code', r.code, 'unit', r.unit, 'counted', r.counted, 'value', r.value::text,
      'difference', r.difference::text, 'detail', left(r.detail, 300))), coalesce(array_agg(r.code) FILTER (WHERE r.difference <> 0), '{}')
    INTO v_all, v_broken FROM app.reconcile() AS r;
  ELSE
    SELECT jsonb_agg(jsonb_build_object('code', r.code, 'unit', r.unit, 'counted', r.counted, 'value', r.value::text,
      'difference', r.difference::text, 'detail', left(r.detail, 300))), coalesce(array_agg(r.code) FILTER (WHERE r.difference <> 0), '{}')
    INTO v_all, v_broken FROM app.reconcile_days() AS r;
  END IF;
  RETURN QUERY SELECT w.run, w.payouts FROM recon.write_run(p_scope, p_at, v_began, v_broken, v_all, NULL) AS w;
END $$;

CREATE FUNCTION app.seat_holdings(p_symbol text) RETURNS TABLE(owner text, shares bigint)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT h.owner, sum(h.shares)::bigint FROM (
    SELECT a.owner_kind || '/' || a.owner_id AS owner, b.balance AS shares
    FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    WHERE a.asset = 'stk:' || p_symbol AND (a.owner_kind = 'seat' OR a.owner_kind = 'lending' AND a.kind <> 'lent')
    UNION ALL
    SELECT 'seat/' || n.seat, n.amount FROM settlement.seat_nets n WHERE n.asset = 'stk:' || p_symbol
  ) AS h GROUP BY h.owner
$$;

CREATE FUNCTION app.seat_lines(p_action app.corporate_actions, p_event text) RETURNS TABLE(code text, amount bigint)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH l AS (
    SELECT v.code, v.amount FROM app.seat_entitlements s
    CROSS JOIN LATERAL (SELECT '/stk:' || p_action.symbol AS stock, p_action.split_to = p_action.split_from AS arrives) AS k
    CROSS JOIN LATERAL (VALUES
      ('dividend.accrued', s.owner || '/TWD/dividend@' || p_action.pays_on, s.gross),
      ('dividend.accrued', s.owner || '/TWD/payable@' || p_action.pays_on, -s.owed),
      ('dividend.accrued', 'house/main/TWD/dividends', s.owed - s.gross),
      ('dividend.paid', s.owner || '/TWD/dividend@' || p_action.pays_on, -s.gross),
      ('dividend.paid', s.owner || '/TWD/available', s.gross),
      ('shares.adjusted', s.owner || k.stock || '/dividend@' || p_action.pays_on, CASE WHEN k.arrives THEN s.new_shares END),
      ('shares.adjusted', s.owner || k.stock || '/payable@' || p_action.pays_on, CASE WHEN k.arrives THEN -s.owed_shares END),
      ('shares.adjusted', 'house/main' || k.stock || '/issue', CASE WHEN k.arrives THEN s.owed_shares - s.new_shares END),
      ('shares.delivered', s.owner || k.stock || '/dividend@' || p_action.pays_on, CASE WHEN k.arrives THEN -s.new_shares END),
      ('shares.delivered', s.owner || k.stock || '/available', CASE WHEN k.arrives THEN s.new_shares END)
    ) AS v (event, code, amount)
    WHERE s.action_id = p_action.id AND v.event = p_event AND v.amount <> 0
  )
  SELECT l.code, sum(l.amount)::bigint FROM l GROUP BY l.code HAVING sum(l.amount) <> 0 ORDER BY l.code
$$;

CREATE FUNCTION app.seed_practice_channels(p_now timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.sell_credit_pledge(p_hold uuid, p_shares integer, p_entry uuid, p_order uuid, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION app.send_copy_chunk(p_block uuid, p_now timestamp with time zone) RETURNS smallint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  block app.copy_blocks;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state = 'sending' FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- A cancel takes the same lock: it is seen here, or reaches the venue after the block.
  PERFORM FROM app.orders o WHERE o.id = block.lead_order FOR NO KEY UPDATE;
  PERFORM app.cancel_copy_block(p_block, p_now);
  INSERT INTO exchange.queue (shard, command) VALUES (block.shard, app.copy_block_command(p_block, block.sent));
  UPDATE app.copy_blocks b SET sent = least(b.lines, b.sent + 500), state = CASE WHEN b.sent + 500 >= b.lines THEN 'sent' ELSE b.state END
  WHERE b.id = p_block;
  RETURN block.shard;
END $$;

CREATE FUNCTION app.sessions_ended_since(since timestamp with time zone) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT s.id FROM app.sessions s WHERE s.revoked_at >= since
$$;

CREATE FUNCTION app.sessions_revoked_once() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'session % was revoked and stays so', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.set_stop(p_member uuid, p_stopped boolean, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('trading ' || p_member, 0));
  INSERT INTO app.risk_limits AS g (member_id, stopped_at, stopped_by)
  VALUES (p_member, CASE WHEN p_stopped THEN p_now END, CASE WHEN p_stopped THEN 'member' END)
  ON CONFLICT (member_id) DO UPDATE SET
    stopped_at = CASE WHEN p_stopped THEN coalesce(g.stopped_at, p_now) END,
    stopped_by = CASE WHEN p_stopped THEN coalesce(g.stopped_by, 'member') END;
END $$;

CREATE FUNCTION app.setters_of(p_kind text, p_subject text) RETURNS text[]
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce((
    SELECT ARRAY[r.set_by_first, r.set_by_second]
    FROM app.appeals a JOIN app.restrictions r ON r.id = a.restriction_id
    WHERE p_kind = 'appeal' AND a.id::text = p_subject
  ), '{}')
$$;

CREATE FUNCTION app.share_factor(p_symbol text, p_date date) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(round(exp(sum(ln(a.ratio_to::numeric / a.ratio_from))), 9), 1) FROM app.corporate_actions a
  WHERE a.symbol = p_symbol AND a.state IN ('ex', 'paid') AND a.ratio_to <> a.ratio_from AND a.ex_on > p_date
$$;

CREATE FUNCTION app.share_lines(action app.corporate_actions) RETURNS TABLE(member_id uuid, account text, amount bigint, hold uuid)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH d AS MATERIALIZED (
    SELECT x.member_id, x.new_shares, x.owed_shares, 'stk:' || action.symbol AS asset FROM app.dividend_entitlements x
    WHERE x.action_id = action.id AND (x.new_shares <> 0 OR x.owed_shares <> 0)
  ), pledges AS MATERIALIZED (
    SELECT o.member_id, g.hold_id, g.shares - div(g.shares * action.ratio_to::numeric, action.ratio_from)::bigint AS amount
    FROM app.credit_pledges g JOIN app.credit_loans o ON o.id = g.loan_id
    WHERE g.symbol = action.symbol AND g.shares > 0 AND action.ratio_to < action.ratio_from
  ), owned AS MATERIALIZED (
    SELECT d.member_id, a.code, b.balance, -d.new_shares - coalesce((SELECT sum(g.amount) FROM pledges g WHERE g.member_id = d.member_id), 0)
        - coalesce(sum(b.balance) OVER (PARTITION BY d.member_id ORDER BY a.due NULLS FIRST, a.code
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS missing
    FROM d JOIN ledger.accounts a ON a.owner_kind = 'member' AND a.owner_id = d.member_id::text AND a.asset = d.asset
      AND a.kind IN ('available', 'receivable')
    JOIN ledger.balances b ON b.account_id = a.id AND b.balance > 0
    WHERE d.new_shares < 0
  )
  SELECT d.member_id, 'house/main/' || d.asset || '/issue', -d.new_shares, NULL::uuid FROM d WHERE d.new_shares <> 0
  UNION ALL
  SELECT d.member_id, 'member/' || d.member_id || '/' || d.asset || CASE action.split_to WHEN action.split_from
    THEN '/dividend@' || action.pays_on ELSE '/available' END, d.new_shares, NULL FROM d WHERE d.new_shares > 0
  UNION ALL
  SELECT g.member_id, 'member/' || g.member_id || '/stk:' || action.symbol || '/held', -g.amount, g.hold_id FROM pledges g WHERE g.amount > 0
  UNION ALL
  SELECT o.member_id, o.code, -least(o.balance, o.missing)::bigint, NULL FROM owned o WHERE o.missing > 0
  UNION ALL
  -- Two rounded pledges of one position give back more than the position: what is over is free.
  SELECT f.member_id, 'member/' || f.member_id || '/stk:' || action.symbol || '/available', f.amount, NULL FROM (
    SELECT d.member_id, (d.new_shares + sum(g.amount))::bigint AS amount FROM d JOIN pledges g ON g.member_id = d.member_id
    WHERE d.new_shares < 0 GROUP BY d.member_id, d.new_shares
  ) AS f WHERE f.amount > 0
  UNION ALL
  SELECT d.member_id, 'member/' || d.member_id || '/' || d.asset || '/loan', -d.owed_shares, NULL FROM d WHERE d.owed_shares <> 0
  UNION ALL
  SELECT d.member_id, 'lending/pool/' || d.asset || '/lent', d.owed_shares, NULL FROM d WHERE d.owed_shares <> 0
$$;

CREATE FUNCTION app.significant(p_rate numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT round(p_rate, least(0, 6 - length(trunc(p_rate)::text)))
$$;

CREATE FUNCTION app.start_copy(p_copy uuid, p_review uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT recon.is_approved_by_two(p_review, 'copy', p_copy::text) THEN
    RAISE EXCEPTION 'copy % is not approved by two operators', p_copy USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE app.copies SET state = 'following', started_at = p_now WHERE id = p_copy AND state = 'under-review';
  RETURN FOUND;
END $$;

CREATE FUNCTION app.subscriptions_request_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF (NEW.id, NEW.offer_id, NEW.member_id, NEW.nth, NEW.shares, NEW.amount, NEW.fee, NEW.hold_id, NEW.ticket_id, NEW.applied_at)
     IS DISTINCT FROM
     (OLD.id, OLD.offer_id, OLD.member_id, OLD.nth, OLD.shares, OLD.amount, OLD.fee, OLD.hold_id, OLD.ticket_id, OLD.applied_at)
     OR OLD.place IS NOT NULL AND NEW.place IS DISTINCT FROM OLD.place
     OR OLD.pay_hold_id IS NOT NULL AND NEW.pay_hold_id IS DISTINCT FROM OLD.pay_hold_id THEN
    RAISE EXCEPTION 'application % stays as the member sent it and as it was drawn', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.take_copy_notices(p_limit integer) RETURNS TABLE(block_id uuid, copy_id uuid, member_id uuid, mentor text, name_tw text, name_en text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  block  app.copy_blocks;
  v_upto integer;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.is_cancelled AND b.notified < b.copies AND b.notified < b.prepared
  ORDER BY b.at, b.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  v_upto := least(block.prepared, block.notified + p_limit);
  UPDATE app.copy_blocks b SET notified = v_upto WHERE b.id = block.id;
  RETURN QUERY SELECT block.id, c.id, c.member_id, m.name, i.name_tw, i.name_en
  FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id JOIN app.mentors m ON m.id = block.mentor_id
  JOIN app.instruments i ON i.symbol = block.symbol
  WHERE l.block_id = block.id AND l.place > block.notified AND l.place <= v_upto
    AND (l.order_id IS NOT NULL OR l.reason = 'cancelled')
  ORDER BY l.place;
END $$;

CREATE FUNCTION app.take_enrolment_half(p_operator uuid, p_approver uuid, p_session uuid, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  half text;
BEGIN
  PERFORM app.device_of(p_session, p_approver, p_now);
  SELECT h.sealed INTO half FROM app.enrolment_halves h JOIN app.operators o ON o.id = h.operator_id
  WHERE h.operator_id = p_operator AND h.approver_id = p_approver AND h.taken_at IS NULL AND o.enrolment_until > p_now
  FOR UPDATE OF h;
  UPDATE app.enrolment_halves SET sealed = NULL, taken_at = p_now
  WHERE operator_id = p_operator AND approver_id = p_approver AND half IS NOT NULL;
  RETURN half;
END $$;

CREATE FUNCTION app.take_entitlements(p_action uuid, p_shard smallint, p_reference integer, p_now timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  action  app.corporate_actions;
  v_close record;
  v_kind  text;
  v_held  jsonb;
  v_count integer;
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'announced' FOR UPDATE;
  SELECT k.date, k.price INTO v_close FROM app.last_close(p_shard, action.symbol) AS k;
  SELECT i.kind INTO STRICT v_kind FROM app.instruments i WHERE i.symbol = action.symbol;
  IF (v_close.date < action.ex_on
    AND p_reference = app.ex_price(v_kind, v_close.price, action.cash_micros, action.ratio_to, action.ratio_from)
    AND action.ex_on <= ((clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second') AT TIME ZONE 'Asia/Taipei')::date
    AND NOT EXISTS (SELECT FROM exchange.phase_changes c WHERE c.shard = p_shard AND c.date > v_close.date)) IS NOT TRUE THEN
    RAISE EXCEPTION 'dividend %: the day before % is not over, or the next has begun', p_action, action.ex_on USING ERRCODE = 'check_violation';
  ELSIF action.ratio_to <> action.ratio_from AND EXISTS (SELECT FROM app.corporate_actions a
    WHERE a.symbol = action.symbol AND a.state = 'ex' AND a.ratio_to <> a.ratio_from AND a.pays_on >= action.ex_on) THEN
    RAISE EXCEPTION 'action %: new shares of % have not arrived yet', p_action, action.symbol USING ERRCODE = 'check_violation';
  ELSIF action.split_to <> action.split_from AND (app.has_offered_shares(action.symbol)
    OR ledger.balance_of('lending/pool/stk:' || action.symbol || '/held') > 0) THEN
    RAISE EXCEPTION 'action %: shares of % are held for an offer or a short order', p_action, action.symbol USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM app.positions p WHERE p.symbol = action.symbol AND p.state <> 'closed' ORDER BY p.id FOR NO KEY UPDATE;
  PERFORM app.lock_seats(action.symbol);
  SELECT coalesce(jsonb_object_agg(h.owner, h.shares), '{}') INTO v_held FROM app.seat_holdings(action.symbol) AS h;
  PERFORM app.write_adjustments(action);
  v_count := app.write_entitlements(action, p_reference);
  PERFORM app.adjust_positions(action, p_now);
  IF action.split_to <> action.split_from THEN
    PERFORM app.post_split_seats(action, p_now);
  END IF;
  PERFORM app.entitle_seats(action, p_reference, v_held, p_now);
  PERFORM app.post_adjusted_shares(action, p_now);
  IF action.split_to <> action.split_from THEN
    PERFORM app.pledge_arrived(action.symbol, NULL, p_now);
  END IF;
  PERFORM app.adjust_triggers(v_kind, action);
  UPDATE app.corporate_actions SET state = 'ex', held_on = v_close.date, close = v_close.price, reference = p_reference,
    holders = v_count, ex_at = p_now WHERE id = p_action;
  -- Now, and not within the time of the commit: it takes as long as the holders are many.
  SET CONSTRAINTS ledger.entries_enforce_shares IMMEDIATE;
  RETURN v_count;
END $$;

CREATE FUNCTION app.use_currency_quote(p_quote uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  UPDATE app.currency_quotes q SET dealt_at = p_now, entry_id = p_entry
  WHERE q.id = p_quote AND q.member_id = p_member AND q.dealt_at IS NULL AND p_now >= q.quoted_at AND p_now < q.expires_at
    AND clock_timestamp() < q.expires_at + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second'
    AND app.is_currency_entry(q, p_entry);
  RETURN FOUND;
END $$;

CREATE FUNCTION app.valuation_rates() RETURNS TABLE(currency text, mid bigint, source text, at timestamp with time zone, stopped text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT r.currency, CASE WHEN r.stopped IS NULL THEN r.mid ELSE p.mid END, r.source,
    CASE WHEN r.stopped IS NULL THEN r.read_at ELSE p.at END, r.stopped
  FROM app.currency_rates r
  LEFT JOIN LATERAL (
    SELECT x.mid, x.at FROM app.currency_rate_points x WHERE x.currency = r.currency ORDER BY x.at DESC LIMIT 1
  ) AS p ON true
  WHERE r.stopped IS NULL OR p.mid IS NOT NULL
$$;

CREATE FUNCTION app.vote_review(p_review uuid, p_operator uuid, p_session uuid, p_decision text, p_hash text, p_note text, p_revised jsonb, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  review    app.reviews;
  terms     app.review_kinds;
  device    uuid := app.device_of(p_session, p_operator, p_now);
  wanted    text;
  -- Votes before this one that decide together with it.
  before    integer;
  wants     integer;
  payload   jsonb;
  hash      text;
BEGIN
  IF p_decision IS NULL OR p_decision NOT IN ('approve', 'reject') THEN
    RAISE EXCEPTION 'a vote approves or rejects' USING ERRCODE = 'check_violation';
  END IF;
  SELECT * INTO review FROM app.reviews WHERE id = p_review FOR UPDATE;
  IF NOT FOUND THEN RETURN 'review.not-found'; END IF;
  SELECT * INTO STRICT terms FROM app.review_kinds WHERE kind = review.kind;
  IF review.state NOT IN ('waiting', 'second') THEN RETURN 'review.not-open'; END IF;
  IF review.expires_at <= p_now THEN RETURN 'review.expired'; END IF;
  IF review.payload_hash IS DISTINCT FROM p_hash THEN RETURN 'review.changed'; END IF;
  wanted := CASE WHEN review.state = 'waiting' AND terms.first_right IS NOT NULL
    THEN terms.first_right ELSE terms.second_right END;
  IF NOT app.has_right(p_operator, wanted, p_now)
     AND NOT (p_decision = 'reject' AND app.has_right(p_operator, terms.second_right, p_now)) THEN
    RETURN 'review.not-allowed';
  END IF;
  IF app.is_related(p_operator, review.member_id)
     OR (review.kind IN ('operator', 'operator-key') AND review.subject = p_operator::text)
     OR app.holds_ticket(p_operator, review.kind, review.subject) THEN
    RETURN 'review.own-account';
  END IF;
  IF p_operator::text = ANY (app.setters_of(review.kind, review.subject)) THEN
    RETURN 'review.set-restriction';
  END IF;
  wants := CASE WHEN p_decision = 'reject' AND NOT terms.reject_by_two THEN 1 ELSE 2 END;
  IF wants = 2 THEN
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND (v.decision = 'approve' OR terms.reject_by_two)
                 AND v.operator_id = p_operator) THEN
      RETURN 'review.same-person';
    END IF;
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND (v.decision = 'approve' OR terms.reject_by_two)
                 AND v.device_id = device) THEN
      RETURN 'review.same-device';
    END IF;
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND v.decision = p_decision
                 AND app.are_separated(v.operator_id, p_operator, p_now)) THEN
      RETURN 'review.separated';
    END IF;
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND v.decision = p_decision AND NOT EXISTS (
                 SELECT FROM app.review_signatures s
                 WHERE s.review_id = p_review AND s.operator_id = v.operator_id AND s.decision = v.decision)) THEN
      RETURN 'review.unsigned';
    END IF;
  END IF;
  IF p_decision = 'reject' AND btrim(p_note) = '' THEN
    RETURN 'review.reason-required';
  END IF;

  payload := review.payload;
  IF p_revised IS NOT NULL THEN
    IF NOT terms.may_revise OR review.state <> 'waiting' OR p_decision <> 'approve' THEN
      RETURN 'review.no-revision';
    END IF;
    payload := payload || p_revised;
  END IF;
  hash := encode(sha256(convert_to(payload::text, 'UTF8')), 'hex');
  SELECT count(*) INTO before FROM app.review_votes v WHERE v.review_id = p_review AND v.decision = p_decision;
  INSERT INTO app.review_votes VALUES (p_review, p_operator, p_session, device, p_decision, hash, p_note, p_now);
  UPDATE app.reviews SET
    payload = payload_of.new_payload,
    payload_hash = hash,
    asked = CASE WHEN payload_of.new_payload IS DISTINCT FROM review.payload THEN review.payload ELSE asked END,
    amount = CASE WHEN p_revised ? 'amount' THEN (p_revised ->> 'amount')::bigint ELSE amount END,
    state = CASE WHEN before + 1 >= wants THEN 'decided' ELSE 'second' END,
    decision = CASE WHEN before + 1 >= wants THEN p_decision END,
    decided_at = CASE WHEN before + 1 >= wants THEN p_now END
  FROM (SELECT payload AS new_payload) payload_of
  WHERE id = p_review;
  RETURN NULL;
END $$;

CREATE FUNCTION app.voting_keys_immutable() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'voting keys are kept: revoke it instead' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (NEW.id, NEW.operator_id, NEW.kind, NEW.public_key, NEW.credential_id)
     IS DISTINCT FROM (OLD.id, OLD.operator_id, OLD.kind, OLD.public_key, OLD.credential_id)
     OR (OLD.valid_from IS NOT NULL AND NEW.valid_from IS DISTINCT FROM OLD.valid_from)
     OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at) THEN
    RAISE EXCEPTION 'voting key %: only valid_from and revoked_at are set, once each', OLD.id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION app.withdraw_news(p_review uuid, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  review app.reviews;
BEGIN
  SELECT r.* INTO STRICT review FROM app.reviews r WHERE r.id = p_review;
  IF NOT recon.is_approved_by_two(p_review, 'news', review.subject) THEN
    RAISE EXCEPTION 'review % is not approved by two operators', p_review USING ERRCODE = 'insufficient_privilege';
  ELSIF review.payload ->> 'withdraws' IS NULL THEN
    RAISE EXCEPTION 'review % is about no withdrawal', p_review USING ERRCODE = 'check_violation';
  ELSIF EXISTS (SELECT FROM app.news_withdrawals w WHERE w.review_id = p_review) THEN
    RETURN 'passed';
  END IF;
  -- Against a correction of the same moment.
  PERFORM FROM app.news_articles a
  WHERE a.id = review.subject::uuid AND a.version = (review.payload ->> 'withdraws')::integer FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM app.news_withdrawals w WHERE w.article_id = review.subject::uuid) THEN
    RETURN 'superseded';
  END IF;
  INSERT INTO app.news_withdrawals (article_id, version, note_tw, note_en, at, review_id)
  VALUES (review.subject::uuid, (review.payload ->> 'withdraws')::integer, review.payload #>> '{note,tw}',
    review.payload #>> '{note,en}', greatest(p_now, review.opened_at), p_review);
  RETURN 'passed';
END $$;

CREATE FUNCTION app.write_adjustments(action app.corporate_actions) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  INSERT INTO app.share_adjustments (action_id, position_id, member_id, direction, shares_from, shares_to, opened_from, opened_to,
    remainder, realised, arriving)
  SELECT action.id, p.id, p.member_id, p.direction, p.shares, n.shares, p.opened_shares, n.opened, n.remainder,
    CASE p.direction WHEN 'long' THEN 1 ELSE -1 END * (p.closed_basis
      - CASE n.shares WHEN 0 THEN app.basis_used(p, 1, 1) ELSE app.basis_used(p, n.opened - n.shares, n.opened) END),
    CASE WHEN p.direction = 'long' AND action.split_to = action.split_from THEN n.shares - p.shares ELSE 0 END
  FROM app.positions p
  CROSS JOIN LATERAL (
    SELECT div(p.shares * action.ratio_to::numeric, action.ratio_from)::integer AS whole,
      div((p.opened_shares - p.shares) * action.ratio_to::numeric, action.ratio_from)::integer AS before
  ) AS c
  CROSS JOIN LATERAL (SELECT c.whole = 0 AND (p.loan > 0 OR p.direction = 'short') AS is_kept) AS k
  CROSS JOIN LATERAL (
    SELECT CASE WHEN k.is_kept THEN 1 ELSE c.whole END AS shares,
      greatest(CASE WHEN k.is_kept THEN 1 ELSE c.whole END + c.before, 1) AS opened,
      CASE WHEN k.is_kept THEN 0 ELSE (p.shares * action.ratio_to::numeric - c.whole * action.ratio_from::numeric)::bigint END AS remainder
  ) AS n
  WHERE p.symbol = action.symbol AND p.state <> 'closed' AND p.shares > 0 AND action.ratio_to <> action.ratio_from
    AND (n.shares <> p.shares OR n.remainder > 0)
$$;

CREATE FUNCTION app.write_cancels(p_member uuid, p_now timestamp with time zone, p_who text, p_data text, p_orders uuid[], p_hashes text[], p_shards integer[], p_commands text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  -- They exclude other months.
  v_sorted uuid[] := ARRAY(SELECT u.id FROM unnest(p_orders) AS u (id) ORDER BY u.id);
BEGIN
  WITH marked AS (
    UPDATE app.orders o SET cancel_asked_at = p_now, steps = o.steps + 1, steps_hash = decode(u.hash, 'hex')
    FROM unnest(p_orders, p_hashes) AS u (id, hash)
    WHERE o.id = u.id AND o.id BETWEEN v_sorted[1] AND v_sorted[cardinality(v_sorted)] AND o.member_id = p_member
    RETURNING o.id, o.steps, o.steps_hash
  ), recorded AS (
    INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
    SELECT m.id, m.steps, p_now, 'cancel-asked', p_who, p_data::json, m.steps_hash FROM marked m
  )
  INSERT INTO exchange.queue (shard, command)
  SELECT u.shard, u.command::json::text
  FROM unnest(p_shards, p_commands) WITH ORDINALITY AS u (shard, command, place)
  WHERE u.command::json ->> 'account' = 'member:' || p_member AND u.command::json ->> 'kind' IN ('cancel', 'cancel-all')
  ORDER BY u.place;
END $$;

CREATE FUNCTION app.write_copy_purchases(p_orders uuid[], p_steps integer, p_hashes text[], p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
DECLARE
  v_members text[];
  v_costs   bigint[];
  v_from    uuid[];
  v_to      uuid[] := ARRAY(SELECT overlay(overlay(substr(encode(sha256(convert_to('hold ' || u.id || '/1', 'UTF8')), 'hex'), 1, 32)
    PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid FROM unnest(p_orders) WITH ORDINALITY AS u (id, n) ORDER BY u.n);
  v_written integer;
BEGIN
  SELECT array_agg('member/' || c.member_id || '/TWD/held' ORDER BY u.n), array_agg(l.cost ORDER BY u.n), array_agg(c.hold_id ORDER BY u.n)
  INTO v_members, v_costs, v_from
  FROM unnest(p_orders) WITH ORDINALITY AS u (id, n)
  JOIN app.copy_block_lines l ON l.order_id = u.id JOIN app.copy_blocks b ON b.id = l.block_id AND b.side = 'buy' JOIN app.copies c ON c.id = l.copy_id;
  IF cardinality(v_members) IS DISTINCT FROM cardinality(p_orders) THEN
    RAISE EXCEPTION 'one of % orders is of no block', cardinality(p_orders) USING ERRCODE = 'insufficient_privilege';
  END IF;

  PERFORM app.post_copies(array_fill('copy.spent'::text, ARRAY[cardinality(p_orders)]), p_orders::text[],
    ARRAY(SELECT 'copy.spent ' || u.id FROM unnest(p_orders) WITH ORDINALITY AS u (id, n) ORDER BY u.n),
    array_agg(m.n::integer ORDER BY m.n, x.n), array_agg(m.account ORDER BY m.n, x.n),
    array_agg(x.amount ORDER BY m.n, x.n), array_agg(x.hold ORDER BY m.n, x.n), p_now)
  FROM unnest(v_members, v_costs, v_from, v_to) WITH ORDINALITY AS m (account, cost, old, new, n)
  CROSS JOIN LATERAL (VALUES (1, -m.cost, m.old), (2, m.cost, m.new)) AS x (n, amount, hold);

  INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price, quantity,
    validity, worst_price, date, origin, terms, placed_at, left_shares, steps, steps_hash, held_cash, held_shares, holds)
  SELECT l.order_id, c.member_id, b.symbol, o.kind, b.side, 'open', l.order_id, 'long', 100, false, b.price, l.planned,
    'ROD', b.price, b.date, 'copy', o.terms, p_now, l.planned, p_steps, decode(u.hash, 'hex'), l.cost, 0, ARRAY[u.hold]
  FROM unnest(p_orders, p_hashes, v_to) WITH ORDINALITY AS u (id, hash, hold, n)
  JOIN app.copy_block_lines l ON l.order_id = u.id JOIN app.copy_blocks b ON b.id = l.block_id JOIN app.copies c ON c.id = l.copy_id
  CROSS JOIN LATERAL (SELECT x.kind, x.terms FROM app.orders x WHERE x.id = b.lead_order LIMIT 1) AS o
  ORDER BY u.n;
  GET DIAGNOSTICS v_written = ROW_COUNT;
  IF v_written <> cardinality(p_orders) THEN RAISE EXCEPTION '% of % orders of copies were written', v_written, cardinality(p_orders); END IF;
END $$;

CREATE FUNCTION app.write_entitlements(action app.corporate_actions, p_reference integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_count integer;
BEGIN
  INSERT INTO app.dividend_entitlements (action_id, member_id, long_shares, short_shares, gross, withheld, owed, new_shares, owed_shares,
    fraction, owed_fraction, owed_supplement)
  SELECT action.id, h.member_id, h.long, h.short, h.gross, least(h.supplement, h.gross), h.owed, h.new_shares, h.owed_shares, h.fraction,
    h.owed_fraction, h.supplement - least(h.supplement, h.gross)
  FROM (
    SELECT c.*, CASE WHEN action.split_to = action.split_from THEN app.dividend_withheld(c.gross + c.new_shares * action.par_value,
      action.supplement_from, action.supplement_rate) ELSE 0 END AS supplement
    FROM (
      SELECT s.member_id, s.long, s.short, coalesce(j.new_shares, 0) AS new_shares, coalesce(j.owed_shares, 0) AS owed_shares,
        app.fraction_cash(action, coalesce(j.remainder, 0), p_reference) AS fraction,
        app.fraction_cash(action, coalesce(j.owed_remainder, 0), p_reference) AS owed_fraction,
        app.dividend_gross(action.cash_micros, s.long) + app.fraction_cash(action, coalesce(j.remainder, 0), p_reference) AS gross,
        app.dividend_gross(action.cash_micros, s.short) + app.fraction_cash(action, coalesce(j.owed_remainder, 0), p_reference) AS owed
      FROM (
        SELECT p.member_id, coalesce(sum(p.shares) FILTER (WHERE p.direction = 'long'), 0)::bigint AS long,
          coalesce(sum(p.shares) FILTER (WHERE p.direction = 'short'), 0)::bigint AS short
        FROM app.positions p WHERE p.symbol = action.symbol AND p.state <> 'closed' AND p.shares > 0 GROUP BY p.member_id
      ) AS s LEFT JOIN (
        SELECT x.member_id, sum(x.shares_to - x.shares_from) FILTER (WHERE x.direction = 'long') AS new_shares,
          sum(x.shares_to - x.shares_from) FILTER (WHERE x.direction = 'short') AS owed_shares,
          sum(x.remainder) FILTER (WHERE x.direction = 'long') AS remainder,
          sum(x.remainder) FILTER (WHERE x.direction = 'short') AS owed_remainder
        FROM app.share_adjustments x WHERE x.action_id = action.id GROUP BY x.member_id
      ) AS j ON j.member_id = s.member_id
    ) AS c
  ) AS h WHERE h.gross > 0 OR h.owed > 0 OR h.supplement > 0 OR h.new_shares <> 0 OR h.owed_shares <> 0;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

CREATE FUNCTION app.write_orders(p_now timestamp with time zone, p_orders json, p_held_orders uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[], p_stopped uuid[]) RETURNS SETOF uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  v_refused uuid[] := '{}';
  v_first   uuid := app.id_at(p_now - interval '3 days');
  v_last    uuid := app.id_at(p_now + interval '3 days');
  v_row     record;
  v_holding integer;
BEGIN
  -- Before the balances, as everywhere.
  IF p_stopped <> '{}' THEN
    PERFORM FROM app.orders x WHERE x.member_id = ANY (p_stopped) AND x.state = 'entrusted' ORDER BY x.id FOR NO KEY UPDATE;
  END IF;

  IF p_held_orders <> '{}' THEN
    FOR v_row IN
      SELECT p_held_orders[a.n] AS id, a.outcome FROM ledger.apply(
        array_fill('order.held'::text, ARRAY[cardinality(p_held_orders)]),
        ARRAY(SELECT u.id::text FROM unnest(p_held_orders) WITH ORDINALITY AS u (id, place) ORDER BY u.place),
        array_fill(NULL::text, ARRAY[cardinality(p_held_orders)]),
        NULL, array_fill(p_now, ARRAY[cardinality(p_held_orders)]), array_fill(NULL::uuid, ARRAY[cardinality(p_held_orders)]),
        p_line_entry, p_accounts, p_amounts, p_holds) AS a
      WHERE a.outcome <> 'posted'
    LOOP
      IF v_row.outcome <> 'insufficient' THEN
        RAISE EXCEPTION 'the hold of order % was answered with %', v_row.id, v_row.outcome;
      END IF;
      v_refused := v_refused || v_row.id;
      RETURN NEXT v_row.id;
    END LOOP;
  END IF;

  WITH held AS (
    SELECT p_held_orders[l.entry] AS order_id, array_agg(l.hold ORDER BY l.place) AS holds,
      array_agg(split_part(l.account, '/', 1) || '/' || split_part(l.account, '/', 2)) AS owners
    FROM unnest(p_line_entry, p_accounts, p_holds) WITH ORDINALITY AS l (entry, account, hold, place)
    WHERE l.hold IS NOT NULL GROUP BY l.entry
  ), written AS MATERIALIZED (
    SELECT d.*, coalesce(h.holds, '{}') AS holds
    FROM ROWS FROM (json_to_recordset(p_orders) AS (
      id uuid, member_id uuid, symbol text, kind text, side text, purpose text, position_id uuid, direction text,
      multiple smallint, day_trade boolean, price integer, quantity integer, validity text, worst_price integer,
      date date, origin text, terms text, replaces uuid, device_key uuid, signature text, shard smallint, command text,
      closing integer, held_cash bigint, held_shares integer, steps integer, steps_hash text, mentor_shares integer)) WITH ORDINALITY AS d
    LEFT JOIN held h ON h.order_id = d.id AND h.owners <@ ARRAY['member/' || d.member_id, 'lending/pool']
    WHERE d.id <> ALL (v_refused) AND CASE
      WHEN d.id NOT BETWEEN v_first AND v_last THEN app.refuse_order(d.id, 'its id does not begin with the time it is placed')
      WHEN app.is_order(d.id, d.kind, d.side, d.purpose, d.position_id, d.direction, d.multiple, d.price, d.quantity,
        d.validity, d.worst_price, d.origin) IS NOT TRUE THEN app.refuse_order(d.id, 'its columns contradict each other')
      ELSE true END
  ), orders AS (
    INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
      quantity, validity, worst_price, date, origin, terms, replaces, placed_at, device_key, signature, left_shares, steps,
      steps_hash, held_cash, held_shares, holds)
    SELECT w.id, w.member_id, w.symbol, w.kind, w.side, w.purpose, w.position_id, w.direction, w.multiple, w.day_trade, w.price,
      w.quantity, w.validity, w.worst_price, w.date, w.origin, decode(w.terms, 'hex'), w.replaces, p_now, w.device_key,
      w.signature, w.quantity, w.steps, decode(w.steps_hash, 'hex'), w.held_cash, w.held_shares, w.holds
    FROM written w ORDER BY w.ordinality
    RETURNING holds
  ), closed AS (
    UPDATE app.positions p SET closing = p.closing + c.shares, state = 'preparing-to-close', close_asked_at = p_now
    FROM (
      SELECT w.position_id, w.member_id, w.symbol, sum(w.closing)::integer AS shares FROM written w
      WHERE w.purpose = 'close' GROUP BY w.position_id, w.member_id, w.symbol
    ) AS c
    WHERE (p.id, p.member_id, p.symbol) = (c.position_id, c.member_id, c.symbol)
  ), led AS (
    INSERT INTO app.copy_blocks (id, mentor_id, lead_order, position_id, symbol, shard, side, price, quantity, date, mentor_shares, capital, at)
    SELECT overlay(overlay(substr(encode(sha256(convert_to('copy block ' || w.id, 'UTF8')), 'hex'), 1, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid, m.id, w.id, w.position_id, w.symbol,
      w.shard, w.side, w.price, w.quantity, w.date, w.mentor_shares, coalesce(d.capital, 0), p_now
    FROM written w
    LEFT JOIN LATERAL (SELECT x.id FROM app.mentors x WHERE x.member_id = w.member_id AND x.state = 'active' OFFSET 0) AS m ON true
    LEFT JOIN LATERAL (SELECT x.capital FROM app.mentor_days x WHERE x.mentor_id = m.id ORDER BY x.date DESC LIMIT 1) AS d ON true
    WHERE w.mentor_shares IS NOT NULL
  ), queued AS (
    -- The venue gets a lead and the orders of copies as one block.
    INSERT INTO exchange.queue (shard, command)
    SELECT w.shard, w.command::json::text FROM written w WHERE w.mentor_shares IS NULL AND w.origin <> 'copy' ORDER BY w.ordinality
  )
  SELECT count(*) INTO v_holding FROM orders o WHERE o.holds <> '{}';
  IF v_holding <> cardinality(p_held_orders) - cardinality(v_refused) THEN
    RAISE EXCEPTION 'a hold is of no order of this call, or of another owner than its order'
      USING ERRCODE = 'insufficient_privilege';
  END IF;

  IF p_stopped <> '{}' THEN
    INSERT INTO app.risk_limits AS g (member_id, stopped_at, stopped_by)
    SELECT u.id, p_now, 'rule' FROM unnest(p_stopped) AS u (id)
    ON CONFLICT (member_id) DO UPDATE SET stopped_at = p_now, stopped_by = 'rule';
  END IF;
END $$;

CREATE FUNCTION audit.check_tree_id() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NEW.id > (SELECT s.last_value FROM audit.trees_id_seq s) THEN
    RAISE EXCEPTION 'tree % has no reserved id: call audit.reserve_tree', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION audit.ensure_partitions(p_from timestamp with time zone, months_ahead integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  month date := date_trunc('month', p_from AT TIME ZONE 'UTC');
  last  date := month + make_interval(months => months_ahead);
  name  text;
  whole boolean := true;
BEGIN
  WHILE month <= last LOOP
    name := 'entries_' || to_char(month, 'YYYY_MM');
    IF to_regclass('audit.' || name) IS NULL THEN
      IF EXISTS (SELECT FROM audit.entries_default
                 WHERE recorded_at >= month::timestamp AT TIME ZONE 'UTC'
                   AND recorded_at < (month + interval '1 month') AT TIME ZONE 'UTC') THEN
        whole := false;
      ELSE
        EXECUTE format(
          'CREATE TABLE audit.%I PARTITION OF audit.entries FOR VALUES FROM (%L) TO (%L)', name,
          month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        EXECUTE format(
          'CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.%I
             FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change()', name);
      END IF;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN whole;
END $$;

CREATE FUNCTION audit.queue_for_linking() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO audit.unlinked (entry_id, recorded_at) VALUES (NEW.entry_id, NEW.recorded_at);
  RETURN NULL;
END $$;

CREATE FUNCTION audit.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '% on %.% is refused: the audit trail only grows', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION audit.reserve_tree() RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ SELECT nextval('audit.trees_id_seq') $$;

CREATE FUNCTION directory.join_owners(p_members uuid[], p_by text) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_groups uuid[];
  v_group  uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('directory.owners', 0));
  SELECT array_agg(DISTINCT o.owner_group) INTO v_groups FROM directory.owners o WHERE o.member_id = ANY (p_members);
  v_group := coalesce(v_groups[1], gen_random_uuid());
  UPDATE directory.owners o SET owner_group = v_group
  WHERE o.owner_group = ANY (v_groups) AND o.owner_group <> v_group;
  INSERT INTO directory.owners (member_id, owner_group, joined_by)
  SELECT DISTINCT m.id, v_group, p_by FROM unnest(p_members) AS m (id)
  ON CONFLICT (member_id) DO NOTHING;
  RETURN v_group;
END $$;

CREATE FUNCTION directory.mark_account_again() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM app.bank_accounts b WHERE b.id = NEW.bank_account_id AND b.state = 'verified') THEN
    PERFORM directory.mark_owner('bank-account', NEW.blind, NEW.member_id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION directory.mark_owner(p_kind text, p_mark bytea, p_member uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_members uuid[];
BEGIN
  INSERT INTO directory.owner_marks (kind, mark, member_id) VALUES (p_kind, p_mark, p_member) ON CONFLICT DO NOTHING;
  SELECT array_agg(m.member_id) INTO v_members FROM directory.owner_marks m WHERE m.kind = p_kind AND m.mark = p_mark;
  IF cardinality(v_members) > 1 THEN PERFORM directory.join_owners(v_members, p_kind); END IF;
END $$;

CREATE FUNCTION directory.mark_person() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM directory.mark_owner('person', convert_to(NEW.key_id || ' ', 'UTF8') || NEW.number_index, NEW.member_id);
  RETURN NULL;
END $$;

CREATE FUNCTION directory.mark_verified_account() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM directory.mark_owner('bank-account', d.blind, NEW.member_id)
  FROM directory.bank_accounts d WHERE d.bank_account_id = NEW.id;
  RETURN NULL;
END $$;

CREATE FUNCTION exchange.accept_log(p_shard integer, p_sequence bigint, p_hash text, p_note text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_history integer;
BEGIN
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard AND s.sequence = p_sequence AND s.hash = p_hash FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the log of shard % does not end at sequence % with hash %: compare again', p_shard, p_sequence, p_hash USING ERRCODE = 'check_violation';
  END IF;
  UPDATE exchange.log_breaks b SET accepted_at = clock_timestamp(), accepted_note = p_note,
    accepted_history = greatest(exchange.history_of(p_shard), b.known_history) + 1
  WHERE b.shard = p_shard AND b.accepted_at IS NULL RETURNING b.accepted_history INTO v_history;
  IF v_history IS NULL THEN
    RAISE EXCEPTION 'shard % is not halted: there is nothing to accept', p_shard USING ERRCODE = 'check_violation';
  END IF;
  RETURN v_history;
END $$;

CREATE FUNCTION exchange.check_commands() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  v_kind    text;
  v_account text;
BEGIN
  IF current_setting('is_superuser') = 'on' THEN RETURN NULL; END IF;
  SELECT coalesce(c.kind, 'without a kind'), c.account INTO v_kind, v_account
  FROM new_commands n
  CROSS JOIN LATERAL json_to_record(n.command::json) AS c (kind text, account text, "order" text, "newOrder" text,
    symbol text, side text, price text, quantity text, validity text, odd text, block text, "from" text)
  WHERE NOT EXISTS (
    SELECT FROM exchange.command_rights r
    WHERE r.role = session_user AND r.kind = c.kind AND CASE r.accounts
      WHEN 'none' THEN c.account IS NULL
      WHEN 'record' THEN c.account IS NULL AND exchange.follows_record(n.shard, n.command::json)
      WHEN 'block' THEN n.command = app.copy_block_command(c.block::uuid, c."from"::integer)
      WHEN 'seat' THEN c.account LIKE 'seat:%'
        AND EXISTS (SELECT FROM app.seats s WHERE s.code = substr(c.account, 6) AND s.kind <> 'pool')
      WHEN 'set-aside' THEN EXISTS (
        SELECT FROM exchange.commands_set_aside a WHERE a.shard = n.shard AND a.queued_as = n.id)
      ELSE c.kind = 'cancel-all' AND c.account LIKE 'member:%' OR EXISTS (
        SELECT FROM app.orders o
        WHERE o.id = CASE c.kind WHEN 'replace' THEN c."newOrder" ELSE c."order" END::uuid
          AND c.account = 'member:' || o.member_id AND c.symbol = o.symbol
          AND CASE c.kind
            WHEN 'cancel' THEN true
            WHEN 'place' THEN c.side = o.side AND o.replaces IS NULL AND (c.odd IS NOT NULL) = (o.quantity < 1000)
            ELSE o.replaces = c."order"::uuid
          END
          AND (c.kind = 'cancel' OR (c.quantity = o.quantity::text AND c.validity = o.validity
            AND c.price IS NOT DISTINCT FROM o.price::text AND o.state = 'entrusted')))
      END)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% may not ask the venue for "%" of account %', session_user, v_kind, coalesce(v_account, 'none')
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION exchange.check_cursor() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NEW.sequence = 0 AND NEW.event = 0 AND NEW.hash = repeat('0', 64) THEN RETURN NEW; END IF;
  PERFORM FROM exchange.batches b
  WHERE b.shard = NEW.shard AND b.last = NEW.sequence AND b.hash = NEW.hash AND b.last_event = NEW.event;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'shard %: the batch up to command %, event % with hash % is not in the log', NEW.shard, NEW.sequence,
      NEW.event, NEW.hash USING ERRCODE = 'FX002';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION exchange.commit_batch(p_shard integer, p_epoch bigint, p_sequence bigint, p_previous text, p_at_ms bigint, p_hash text, p_kept_head text, p_pruned_hash text, p_snapshot_hash text, p_timed boolean, p_ids bigint[], p_practice boolean[], p_event_sequences bigint[], p_event_practice boolean[], p_kinds text, p_symbols text, p_bodies text, p_limit integer) RETURNS TABLE(id bigint, command text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
DECLARE
  v_at       timestamptz := to_timestamp(p_at_ms / 1000.0);
  v_commands integer := cardinality(p_ids);
  v_events   integer := cardinality(p_event_sequences);
  v_first    bigint := p_sequence + 1;
  v_last     bigint := p_sequence + cardinality(p_ids) + p_timed::integer;
  v_event    bigint;
  v_count    integer;
BEGIN
  UPDATE exchange.shards s
  SET sequence = v_last, event = s.event + v_events, hash = p_hash, at = v_at,
    kept = coalesce(decode(p_kept_head, 'hex'), s.kept)
  WHERE s.shard = p_shard AND s.epoch = p_epoch AND s.sequence = p_sequence AND s.hash = p_previous AND s.at <= v_at
  RETURNING s.event - v_events INTO v_event;
  IF NOT FOUND OR v_last < v_first THEN
    RAISE EXCEPTION 'shard % is not at epoch %, sequence % any more', p_shard, p_epoch, p_sequence USING ERRCODE = 'FX001';
  END IF;

  IF p_timed THEN
    INSERT INTO exchange.log (shard, sequence, at, command) VALUES (p_shard, v_first, v_at, '{"kind":"time"}');
  END IF;
  IF v_commands > 0 THEN
    WITH taken AS (
      DELETE FROM exchange.queue q WHERE q.shard = p_shard AND q.id = ANY (p_ids) RETURNING q.id, q.command
    )
    INSERT INTO exchange.log (shard, practice, sequence, at, command)
    SELECT p_shard, u.practice, v_last - v_commands + u.place, v_at, t.command
    FROM unnest(p_ids, p_practice) WITH ORDINALITY AS u (id, practice, place)
    JOIN taken t ON t.id = u.id;
    GET DIAGNOSTICS v_count = ROW_COUNT;
    IF v_count <> v_commands THEN
      RAISE EXCEPTION 'shard %: % of % commands are not in the queue', p_shard, v_commands - v_count, v_commands
        USING ERRCODE = 'FX001';
    END IF;
  END IF;

  IF v_events > 0 THEN
    INSERT INTO exchange.events (shard, practice, event, sequence, at, kind, symbol, body)
    SELECT p_shard, u.practice, v_event + u.place, u.sequence, v_at, u.kind, nullif(u.symbol, ''), u.body
    FROM unnest(p_event_sequences, p_event_practice, string_to_array(p_kinds, E'\n'), string_to_array(p_symbols, E'\n'),
      string_to_array(p_bodies, E'\n')) WITH ORDINALITY AS u (sequence, practice, kind, symbol, body, place);
    GET DIAGNOSTICS v_count = ROW_COUNT;
    IF v_count <> v_events THEN RAISE EXCEPTION 'shard %: % events in % lines', p_shard, v_events, v_count; END IF;
  END IF;

  INSERT INTO exchange.batches (shard, practice, first, last, first_event, last_event, epoch, at, previous, hash,
    kept_head, pruned_hash, snapshot_hash)
  VALUES (p_shard, p_kept_head IS NULL, v_first, v_last, v_event + 1, v_event + v_events, p_epoch, v_at, p_previous, p_hash,
    decode(p_kept_head, 'hex'), decode(p_pruned_hash, 'hex'), decode(p_snapshot_hash, 'hex'));

  RETURN QUERY SELECT q.id, q.command FROM exchange.queue q WHERE q.shard = p_shard ORDER BY q.id LIMIT p_limit;
END $$;

CREATE FUNCTION exchange.decide_command(p_shard integer, p_id bigint, p_review uuid) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_row     exchange.commands_set_aside;
  v_review  app.reviews;
  v_people  integer;
  v_command jsonb;
  v_kind    text;
  v_member  uuid;
  v_order   uuid;
  v_cancelled boolean;
  v_state   text := 'refused';
BEGIN
  SELECT * INTO v_row FROM exchange.commands_set_aside a
  WHERE a.shard = p_shard AND a.id = p_id AND a.state = 'waiting' FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO v_review FROM app.reviews r
  WHERE r.id = p_review AND r.kind = 'command-set-aside' AND r.subject = p_shard || '/' || p_id AND r.state = 'decided';
  -- As app.close_review counts them; the worker has verified the signatures.
  SELECT count(DISTINCT v.operator_id) INTO v_people
  FROM app.review_votes v
  JOIN app.review_signatures s
    ON s.review_id = v.review_id AND s.operator_id = v.operator_id AND s.decision = v.decision
  JOIN app.operator_voting_keys k ON k.id = s.key_id AND k.operator_id = v.operator_id
    AND k.valid_from <= s.received_at AND (k.revoked_at IS NULL OR k.revoked_at > s.received_at)
  WHERE v.review_id = v_review.id AND v.decision = v_review.decision AND v.payload_hash = v_review.payload_hash;
  IF v_people < (CASE v_review.decision WHEN 'reject' THEN 1 ELSE 2 END) THEN
    RAISE EXCEPTION 'command %/% is decided by a review with its votes only', p_shard, p_id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF v_review.payload ->> 'command' IS DISTINCT FROM v_row.command THEN RETURN NULL; END IF;

  v_command := v_row.command::jsonb;
  v_kind := v_command ->> 'kind';
  IF v_command ->> 'account' LIKE 'member:%' THEN
    v_member := substr(v_command ->> 'account', 8)::uuid;
    v_order := coalesce(v_command ->> 'newOrder', v_command ->> 'order')::uuid;
  END IF;
  SELECT o.cancel_asked_at IS NOT NULL INTO v_cancelled FROM app.orders o WHERE o.id = v_order FOR NO KEY UPDATE;
  IF v_review.decision = 'reject' AND (v_kind NOT IN ('place', 'replace') OR v_cancelled IS NOT TRUE) THEN
    v_state := 'retried';
  END IF;
  -- One statement, so that the check of the queue sees where its new row comes from.
  WITH queued AS (
    INSERT INTO exchange.queue (shard, command)
    VALUES (p_shard, CASE WHEN v_state = 'retried' THEN v_row.command
      -- Its orders must be refused too, so the chunk goes to the venue again and is refused there.
      WHEN v_kind = 'block' THEN (v_command || '{"failed": true}')::text
      ELSE jsonb_strip_nulls(jsonb_build_object(
      'kind', 'refuse', 'command', v_kind, 'order', v_command -> 'order', 'newOrder', v_command -> 'newOrder',
      'account', v_command -> 'account', 'symbol', v_command -> 'symbol'))::text END)
    RETURNING id
  )
  UPDATE exchange.commands_set_aside a SET state = v_state, ended_at = now(), queued_as = q.id
  FROM queued q WHERE a.shard = p_shard AND a.id = p_id;
  -- A refused cancel leaves the order as it was before: its member may ask again.
  IF v_state = 'refused' AND v_kind IN ('cancel', 'cancel-all') THEN
    UPDATE app.orders o SET cancel_asked_at = NULL
    WHERE o.member_id = v_member AND o.state = 'entrusted' AND o.id = coalesce(v_order, o.id);
  END IF;
  RETURN v_state;
END $$;

CREATE FUNCTION exchange.ensure_partitions(p_from timestamp with time zone, p_months integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_first timestamp := date_trunc('month', p_from AT TIME ZONE 'UTC');
  v_month timestamp;
  v_table text;
  v_name  text;
  v_made  integer := 0;
BEGIN
  IF p_months NOT BETWEEN 0 AND 120 THEN RAISE EXCEPTION 'months out of range: %', p_months; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('exchange.ensure_partitions', 0));
  FOR i IN 0..p_months LOOP
    v_month := v_first + make_interval(months => i);
    FOREACH v_table IN ARRAY ARRAY['batches_kept', 'log_kept', 'events_kept'] LOOP
      v_name := v_table || to_char(v_month, '_YYYY_MM');
      CONTINUE WHEN to_regclass('exchange.' || v_name) IS NOT NULL;
      EXECUTE format('CREATE TABLE exchange.%I (LIKE exchange.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_name, v_table);
      EXECUTE format('ALTER TABLE exchange.%I ATTACH PARTITION exchange.%I FOR VALUES FROM (%L) TO (%L)',
        v_table, v_name, to_char(v_month, 'YYYY-MM-DD"T00:00:00Z"'),
        to_char(v_month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
      v_made := v_made + 1;
    END LOOP;
  END LOOP;
  RETURN v_made;
END $$;

CREATE FUNCTION exchange.follows_record(p_shard integer, p_command json) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT CASE p_command ->> 'kind'
    WHEN 'list' THEN NOT EXISTS (
      SELECT FROM json_to_recordset(p_command -> 'instruments')
        AS l (symbol text, instrument text, reference integer, limited boolean)
      LEFT JOIN app.instruments i ON i.symbol = l.symbol AND i.kind = l.instrument AND i.reference = l.reference
        AND i.limited = l.limited
      WHERE i.symbol IS NULL)
    WHEN 'reference' THEN CASE WHEN p_command ->> 'price' IS NULL
      THEN EXISTS (
        SELECT FROM app.instruments i
        WHERE i.symbol = p_command ->> 'symbol' AND i.limited AND (p_command ->> 'limited')::boolean)
      ELSE p_command ->> 'limited' IS NULL AND EXISTS (
        SELECT FROM app.corporate_actions a
        WHERE a.symbol = p_command ->> 'symbol' AND a.state = 'ex' AND a.reference = (p_command ->> 'price')::integer
          AND NOT EXISTS (SELECT FROM exchange.phase_changes c WHERE c.shard = p_shard AND c.date > a.held_on))
      END
    WHEN 'halt' THEN CASE WHEN p_command ->> 'until' IS NULL
      THEN EXISTS (
        SELECT FROM app.market_halts h JOIN recon.approved_reviews r ON r.id = h.id AND r.kind = 'market-halt'
        WHERE h.resumed_at IS NULL AND h.reason = p_command ->> 'reason'
          AND coalesce(h.symbol, p_command ->> 'symbol') = p_command ->> 'symbol'
          AND r.payload ->> 'reason' = h.reason AND r.payload ->> 'symbol' IS NOT DISTINCT FROM h.symbol)
      ELSE p_command ->> 'reason' = 'news' AND EXISTS (
        SELECT FROM practice.halt_requests a
        WHERE a.xmin = pg_current_xact_id()::xid AND a.symbol = p_command ->> 'symbol' AND a.decided_at IS NOT NULL AND a.refusal IS NULL
          AND floor(extract(epoch FROM a.until) * 1000) = (p_command ->> 'until')::numeric)
      END
    WHEN 'resume' THEN EXISTS (
        SELECT FROM app.market_halts h JOIN recon.approved_reviews r ON r.id = h.resumed_by AND r.kind = 'market-resume'
        WHERE h.xmin = pg_current_xact_id()::xid AND coalesce(h.symbol, p_command ->> 'symbol') = p_command ->> 'symbol' AND r.payload ->> 'halt' = h.id::text)
      AND NOT EXISTS (
        SELECT FROM app.market_halts h
        WHERE h.resumed_at IS NULL AND coalesce(h.symbol, p_command ->> 'symbol') = p_command ->> 'symbol')
    ELSE false
  END
$$;

CREATE FUNCTION exchange.halt_log(p_shard integer, p_history integer, p_epoch bigint, p_sequence bigint, p_hash text, p_host text, p_why text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO exchange.shards (shard) VALUES (p_shard) ON CONFLICT DO NOTHING;
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard FOR UPDATE;
  INSERT INTO exchange.log_breaks (shard, host, why, known_history, known_epoch, known_sequence, known_hash, found_epoch, found_sequence, found_hash)
  SELECT p_shard, p_host, p_why, p_history, p_epoch, p_sequence, p_hash, s.epoch, s.sequence, s.hash FROM exchange.shards s WHERE s.shard = p_shard
  ON CONFLICT (shard) WHERE accepted_at IS NULL DO NOTHING;
  IF FOUND THEN UPDATE exchange.shards SET epoch = epoch + 1 WHERE shard = p_shard; END IF;
END $$;

CREATE FUNCTION exchange.history_of(p_shard integer) RETURNS integer
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(max(b.accepted_history), 1) FROM exchange.log_breaks b WHERE b.shard = p_shard
$$;

CREATE FUNCTION exchange.keep_book_key(p_shard integer, p_epoch bigint, p_key text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard AND s.epoch = p_epoch FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'shard % is not at epoch % any more', p_shard, p_epoch USING ERRCODE = 'FX001'; END IF;
  INSERT INTO exchange.book_keys (shard, key) VALUES (p_shard, p_key)
  ON CONFLICT (shard) DO UPDATE SET key = EXCLUDED.key;
END $$;

CREATE FUNCTION exchange.keep_snapshot(p_shard integer, p_epoch bigint, p_sequence bigint, p_hash text, p_state_hash text, p_state text, p_keep integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE v_shard exchange.shards;
BEGIN
  IF p_keep < 2 THEN RAISE EXCEPTION 'at least two snapshots are kept: the second is there when one is damaged'; END IF;
  SELECT * INTO v_shard FROM exchange.shards s
  WHERE s.shard = p_shard AND s.epoch = p_epoch AND s.sequence = p_sequence AND s.hash = p_hash FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'shard % is not at epoch %, sequence % any more', p_shard, p_epoch, p_sequence USING ERRCODE = 'FX001';
  END IF;
  INSERT INTO exchange.snapshots (shard, sequence, event, at, hash, kept, state_hash, state)
  VALUES (p_shard, v_shard.sequence, v_shard.event, v_shard.at, v_shard.hash, v_shard.kept, p_state_hash, p_state)
  ON CONFLICT DO NOTHING;
  DELETE FROM exchange.snapshots s
  WHERE s.shard = p_shard AND s.sequence < (
    SELECT min(newest.sequence) FROM (
      SELECT n.sequence FROM exchange.snapshots n WHERE n.shard = p_shard ORDER BY n.sequence DESC LIMIT p_keep
    ) AS newest);
END $$;

CREATE FUNCTION exchange.member_fills(p_shards smallint[], p_after bigint[]) RETURNS TABLE(shard smallint, sequence bigint, event bigint, member text, order_id text, symbol text, side text, price bigint, quantity bigint, remaining bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT s.shard, s.sequence, s.event, f.member, f.order_id, f.symbol, f.side, f.price, f.quantity, f.remaining
  FROM unnest(p_shards, p_after) AS u (shard, after)
  JOIN exchange.shards s ON s.shard = u.shard
  LEFT JOIN LATERAL (
    SELECT e.event, e.symbol, t.price, t.quantity, substr(o.account, 8) AS member, o.order_id, o.side, o.remaining
    FROM exchange.events e
    CROSS JOIN LATERAL json_to_record(e.body::json) AS t (price bigint, quantity bigint, "buyOrder" text,
      "buyAccount" text, "buyLeft" bigint, "sellOrder" text, "sellAccount" text, "sellLeft" bigint)
    CROSS JOIN LATERAL (VALUES ('buy', t."buyAccount", t."buyOrder", t."buyLeft"),
      ('sell', t."sellAccount", t."sellOrder", t."sellLeft")) AS o (side, account, order_id, remaining)
    WHERE e.shard = s.shard AND NOT e.practice AND e.event > u.after AND e.event <= s.event
      -- Written so that no plan uses the index of trades by symbol, which a month without statistics suggests.
      AND e.at >= s.at - interval '1 minute' AND e.kind || '' IN ('traded', 'odd-traded') AND o.account LIKE 'member:%'
    -- Keeps the bound on the event in the index scan. As a join filter it would read the whole month each time.
    OFFSET 0
  ) AS f ON true
  ORDER BY s.shard, f.event;
END $$;

CREATE FUNCTION exchange.prune(p_shard integer, p_limit integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
DECLARE
  v_oldest   bigint;
  v_before   exchange.pruned;
  v_from     bigint := 0;
  v_event    bigint := 0;
  v_hash     text := repeat('0', 64);
  v_digest   bytea := ''::bytea;
  v_end      exchange.batches;
  v_batches  bigint;
  v_commands bigint;
  v_events   bigint;
  v_hashes   text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('exchange.pruned'), p_shard) THEN RETURN NULL; END IF;
  -- With a single snapshot the newest batch could be pruned before downstream readers have seen it.
  SELECT min(s.sequence) INTO v_oldest FROM exchange.snapshots s WHERE s.shard = p_shard HAVING count(*) > 1;
  IF v_oldest IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO v_before FROM exchange.pruned p WHERE p.shard = p_shard ORDER BY p.first DESC LIMIT 1;
  IF FOUND THEN
    v_from := v_before.last;
    v_event := v_before.last_event;
    v_hash := v_before.hash_after;
    v_digest := v_before.digest;
  END IF;
  SELECT * INTO v_end FROM exchange.batches b
  WHERE b.shard = p_shard AND b.last > v_from AND b.last <= least(v_from + p_limit, v_oldest)
  ORDER BY b.last DESC LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;

  DELETE FROM exchange.log_practice l WHERE l.shard = p_shard AND l.sequence > v_from AND l.sequence <= v_end.last;
  GET DIAGNOSTICS v_commands = ROW_COUNT;
  DELETE FROM exchange.events_practice e WHERE e.shard = p_shard AND e.event > v_event AND e.event <= v_end.last_event;
  GET DIAGNOSTICS v_events = ROW_COUNT;
  WITH gone AS (
    DELETE FROM exchange.batches_practice b WHERE b.shard = p_shard AND b.last > v_from AND b.last <= v_end.last
    RETURNING b.last, b.hash
  )
  SELECT count(*), coalesce(string_agg(g.hash, '' ORDER BY g.last), '') INTO v_batches, v_hashes FROM gone g;
  v_digest := sha256(v_digest || convert_to(v_hashes, 'UTF8'));

  IF v_before.pruned_at >= date_trunc('day', now()) THEN
    UPDATE exchange.pruned p
    SET last = v_end.last, last_event = v_end.last_event, hash_after = v_end.hash, batches = p.batches + v_batches,
      commands = p.commands + v_commands, events = p.events + v_events, digest = v_digest
    WHERE p.shard = p_shard AND p.first = v_before.first;
  ELSE
    INSERT INTO exchange.pruned VALUES (p_shard, v_from + 1, v_end.last, v_event + 1, v_end.last_event, v_hash, v_end.hash,
      v_batches, v_commands, v_events, v_digest, now());
  END IF;
  RETURN v_end.last;
END $$;

CREATE FUNCTION exchange.set_command_aside(p_shard integer, p_epoch bigint, p_id bigint, p_reason text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard AND s.epoch = p_epoch FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'shard % is not at epoch % any more', p_shard, p_epoch USING ERRCODE = 'FX001'; END IF;
  IF (SELECT count(*) FROM exchange.commands_set_aside a WHERE a.shard = p_shard AND a.state = 'waiting') >= 20 THEN
    RETURN false;
  END IF;
  WITH taken AS (
    DELETE FROM exchange.queue q WHERE q.shard = p_shard AND q.id = p_id RETURNING q.shard, q.id, q.command, q.submitted_at
  )
  INSERT INTO exchange.commands_set_aside (shard, id, command, submitted_at, reason)
  SELECT t.shard, t.id, t.command, t.submitted_at, left(p_reason, 500) FROM taken t;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'shard %: command % is not in the queue', p_shard, p_id USING ERRCODE = 'FX001';
  END IF;
  RETURN true;
END $$;

CREATE FUNCTION exchange.submit(p_shard integer, p_command text) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  INSERT INTO exchange.queue (shard, command) VALUES (p_shard, p_command::json::text) RETURNING id
$$;

CREATE FUNCTION exchange.submit_many(p_shards integer[], p_commands text[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  INSERT INTO exchange.queue (shard, command)
  SELECT u.shard, u.command::json::text
  FROM unnest(p_shards, p_commands) WITH ORDINALITY AS u (shard, command, place) ORDER BY u.place
$$;

CREATE FUNCTION exchange.submit_phase(p_shard integer, p_date date, p_phase text, p_command text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF p_phase = 'continuous' AND p_command::json ->> 'seed' IS DISTINCT FROM
     (SELECT encode(d.seed, 'hex') FROM app.opening_draws d WHERE d.date = p_date) THEN
    RAISE EXCEPTION 'the opening of % does not have the seed of its draw', p_date USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO exchange.phase_changes (shard, date, phase) VALUES (p_shard, p_date, p_phase) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO exchange.queue (shard, command) VALUES (p_shard, p_command::json::text);
  RETURN true;
END $$;

CREATE FUNCTION exchange.take_shard(p_shard integer) RETURNS TABLE(epoch bigint, sequence bigint, event bigint, hash text, kept text, at_ms bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  IF NOT pg_try_advisory_lock(hashtext('exchange.shards'), p_shard) THEN RETURN; END IF;
  INSERT INTO exchange.shards (shard) VALUES (p_shard) ON CONFLICT DO NOTHING;
  -- Before the break is read: a report holds this row until its commit.
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard FOR UPDATE;
  IF EXISTS (SELECT FROM exchange.log_breaks b WHERE b.shard = p_shard AND b.accepted_at IS NULL) THEN
    RAISE EXCEPTION 'shard % is halted: its log went back', p_shard USING ERRCODE = 'FX004', HINT = 'docs/operating/alerts.md#logwentback';
  END IF;
  RETURN QUERY
  UPDATE exchange.shards s SET epoch = s.epoch + 1 WHERE s.shard = p_shard
  RETURNING s.epoch, s.sequence, s.event, s.hash, encode(s.kept, 'hex'), (extract(epoch FROM s.at) * 1000)::bigint;
END $$;

CREATE FUNCTION ledger.account_id(code text) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (encode(SUBSTRING(sha256((code)::bytea) FROM 1 FOR 16), 'hex'::text))::uuid;

CREATE FUNCTION ledger.allow_posting(p_role text, p_event text, p_lines text, p_assets text DEFAULT 'any'::text, p_scope text DEFAULT 'any'::text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope)
  SELECT p_role, p_event, split_part(ltrim(line, '+-'), '/', 1), split_part(ltrim(line, '+-'), '/', 2),
    CASE left(line, 1) WHEN '+' THEN 'in' WHEN '-' THEN 'out' ELSE 'both' END, p_assets, p_scope
  FROM regexp_split_to_table(p_lines, '\s+') AS line
$$;

CREATE FUNCTION ledger.apply(p_events text[], p_references text[], p_keys text[], p_hashes bytea[], p_posted_at timestamp with time zone[], p_reverses uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) RETURNS TABLE(n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  c_most constant bigint := 9223372036854775807;
  c_few  constant integer := 24;
  v_tx       bigint := pg_current_xact_id()::text::bigint;
  -- The role that logged in, also inside a function that lends the rights of its owner.
  v_role     text := session_user;
  v_entries  integer := cardinality(p_events);
  v_lines    integer := cardinality(p_accounts);
  v_found    integer;
  -- per line
  v_ids      uuid[];
  v_assets   text[];
  v_holding  boolean[];
  v_bounded  boolean[];
  v_shape    text[];
  -- what the role may write in an entry of this event, and all lookups of this call
  v_shapes   text[];
  v_event    text;
  r_event    text[];
  r_from     integer[];
  r_to       integer[];
  r_shapes   text[];
  v_free     boolean := false;
  v_special  boolean := false;
  v_sum_key  text;
  v_slot     integer[] := array_fill(NULL::integer, ARRAY[cardinality(p_accounts)]);
  v_seq      bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_accounts)]);
  v_after    bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_accounts)]);
  -- per locked balance row
  b_id       uuid[];
  b_balance  bigint[];
  b_lines    bigint[];
  b_first    bigint[];
  b_stamp    bigint[];
  b_lowest   bigint[];
  b_highest  bigint[];
  -- per hold
  h_id       uuid[] := '{}';
  h_account  uuid[] := '{}';
  h_amount   bigint[] := '{}';
  h_left     bigint[] := '{}';
  h_before   bigint[] := '{}';
  h_entry    integer[] := '{}'; -- the entry of this call that opens it, else null
  h_slot     integer[]; -- of each line
  v_any_hold boolean;
  -- per entry
  v_first    integer[];
  v_last     integer[];
  v_entry_id uuid[];
  v_ms       bigint[];
  v_outcome  text[];
  v_on       text[] := array_fill(NULL::text, ARRAY[cardinality(p_events)]);
  v_hashes   bytea[] := coalesce(p_hashes, array_fill(NULL::bytea, ARRAY[cardinality(p_events)]));
  v_keys     text[] := p_keys;
  v_keyed    integer := 0;
  k_entry    uuid[];
  k_hash     bytea[];
  -- in the loops
  v_tried    integer;
  v_held     integer;
  v_stamp    bigint;
  v_body     text;
  v_sum_of   text[];
  v_sums     bigint[];
  v_refused  boolean := false;
  v_amount   bigint;
  v_why      text;
  v_what     text;
  i integer;
  e integer;
  s integer;
  h integer;
BEGIN
  IF v_entries = 0 OR v_entries <> ALL (ARRAY[cardinality(p_references), cardinality(p_keys), cardinality(p_posted_at),
      coalesce(cardinality(p_hashes), v_entries), cardinality(p_reverses)])
    OR v_lines <> ALL (ARRAY[cardinality(p_line_entry), cardinality(p_amounts), cardinality(p_holds)]) THEN
    RAISE EXCEPTION 'the arrays of a posting differ in length';
  END IF;

  -- Accounts, opened on first use.
  FOR attempt IN 1..2 LOOP
    SELECT count(a.id), array_agg(a.id), array_agg(a.asset), array_agg(a.holding), array_agg(a.bounded), array_agg(a.shape)
    INTO v_found, v_ids, v_assets, v_holding, v_bounded, v_shape
    FROM (
      -- Sorted once, before the sums: an ORDER BY in each of them would sort again.
      SELECT x.id, x.asset, x.holding, x.bounded, x.owner_kind || '/' || x.kind || CASE WHEN p_amounts[u.o] > 0 THEN '+' ELSE '-' END
        || CASE WHEN x.asset LIKE 'stk:%' THEN 's' ELSE 'm' END AS shape
      FROM unnest(p_accounts) WITH ORDINALITY AS u (code, o)
      LEFT JOIN ledger.accounts x ON x.id = ledger.account_id(u.code)
      ORDER BY u.o
    ) AS a;
    EXIT WHEN v_found = v_lines;
    IF attempt = 2 THEN RAISE EXCEPTION 'accounts could not be opened'; END IF;
    PERFORM ledger.open_accounts(p_accounts);
  END LOOP;

  -- Balance rows, locked in account id order: every caller uses the same order, so they cannot deadlock.
  SELECT coalesce(array_agg(b.account_id), '{}'), array_agg(b.balance), array_agg(b.lines),
    array_agg(b.first_stamp), array_agg(b.stamp), array_agg(b.lowest), array_agg(b.highest)
  INTO b_id, b_balance, b_lines, b_first, b_stamp, b_lowest, b_highest
  FROM (
    SELECT * FROM ledger.balances WHERE account_id = ANY (v_ids) ORDER BY account_id FOR NO KEY UPDATE
  ) AS b;
  -- Where the balance of each line is. Searching for each would take the square of their number: the rows have the order of the ids.
  IF v_lines > c_few THEN
    SELECT array_agg(CASE WHEN r.bounded THEN r.rank END ORDER BY r.o), max(r.rank) FILTER (WHERE r.bounded) INTO v_slot, v_found
    FROM (
      SELECT u.bounded, u.o, dense_rank() OVER (PARTITION BY u.bounded ORDER BY u.id)::integer AS rank
      FROM unnest(v_ids, v_bounded) WITH ORDINALITY AS u (id, bounded, o)
    ) AS r;
  END IF;
  IF v_lines <= c_few OR coalesce(v_found, 0) <> cardinality(b_id) THEN
    FOR l IN 1..v_lines LOOP v_slot[l] := array_position(b_id, v_ids[l]); END LOOP;
  END IF;

  -- Times and ids. Time never runs backwards on a bounded account, so the order of ids is the order of effect.
  i := 1;
  FOR e IN 1..v_entries LOOP
    v_first[e] := i;
    IF p_events[e] IS DISTINCT FROM v_event THEN
      v_event := p_events[e];
      s := array_position(r_event, v_event);
      IF s IS NULL THEN
        SELECT x.shapes INTO v_shapes FROM ledger.posting_shapes x WHERE x.role = v_role AND x.event = v_event;
        v_special := v_special OR v_shapes[1] = '!';
        IF v_entries > 1 THEN
          r_event := r_event || v_event;
          r_from := r_from || coalesce(cardinality(r_shapes), 0) + 1;
          r_shapes := r_shapes || v_shapes;
          r_to := r_to || coalesce(cardinality(r_shapes), 0);
        END IF;
      ELSE
        v_shapes := r_shapes[r_from[s]:r_to[s]];
      END IF;
    END IF;
    v_body := CASE WHEN p_keys[e] IS NOT NULL THEN p_events[e] || E'\n' || p_references[e] END;
    v_sum_of := '{}';
    v_sums := '{}';
    v_stamp := floor(extract(epoch FROM p_posted_at[e]) * 1000)::bigint << 12;
    WHILE i <= v_lines AND p_line_entry[i] = e LOOP
      s := v_slot[i];
      IF s IS NOT NULL AND b_stamp[s] >= v_stamp THEN v_stamp := b_stamp[s] + 1; END IF;
      IF v_shape[i] = ANY (v_shapes) OR v_free THEN
        v_sum_key := v_assets[i];
      ELSIF v_shape[i] || '=' = ANY (v_shapes) THEN
        -- Sums to zero with its owner's other lines, so nothing passes to another owner.
        v_sum_key := split_part(p_accounts[i], '/', 2) || '/' || v_assets[i];
      ELSIF pg_has_role(v_role::name, 'fairlot_definer', 'MEMBER') THEN
        -- The migrating owner could write the tables by hand anyway; the check is for the processes.
        v_free := true;
        v_sum_key := v_assets[i];
      ELSE
        RAISE EXCEPTION '% may not post % with % on %', v_role, v_event, p_amounts[i], p_accounts[i]
          USING ERRCODE = 'insufficient_privilege',
            HINT = 'ledger.posting_rights has no row for it; a feature adds its rows in its migration';
      END IF;
      s := array_position(v_sum_of, v_sum_key);
      IF s IS NULL THEN
        v_sum_of := v_sum_of || v_sum_key;
        v_sums := v_sums || p_amounts[i];
      ELSE
        v_sums[s] := v_sums[s] + p_amounts[i];
      END IF;
      IF v_body IS NOT NULL THEN
        v_body := v_body || E'\n' || p_accounts[i] || ' ' || p_amounts[i] || ' ' || coalesce(p_holds[i]::text, '');
      END IF;
      i := i + 1;
    END LOOP;
    v_last[e] := i - 1;
    IF v_last[e] <= v_first[e] THEN RAISE EXCEPTION 'an entry has at least two lines'; END IF;
    IF 0 <> ANY (v_sums) THEN
      IF v_sum_of::text LIKE '%/%' THEN
        RAISE EXCEPTION '% may not post % from one owner to another', v_role, p_events[e] USING ERRCODE = 'insufficient_privilege';
      END IF;
      RAISE EXCEPTION 'an entry does not balance' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF v_body IS NULL THEN
      IF (p_amounts[i - 1] > 0 AND p_holds[i - 1] IS NOT NULL) IS NOT TRUE THEN
        RAISE EXCEPTION 'an entry without a key must end with the line of the hold it opens';
      END IF;
      v_keys[e] := 'hold/' || p_holds[i - 1];
    ELSE
      IF p_keys[e] ^@ 'hold/' THEN RAISE EXCEPTION 'the key % is reserved for the entry that opens the hold', p_keys[e]; END IF;
      v_keyed := v_keyed + 1;
      -- Two requests are the same when everything except the time is equal: a retry has another time.
      IF p_hashes IS NULL THEN v_hashes[e] := sha256(convert_to(v_body, 'UTF8')); END IF;
    END IF;
    FOR l IN v_first[e]..v_last[e] LOOP
      s := v_slot[l];
      CONTINUE WHEN s IS NULL;
      b_stamp[s] := v_stamp;
      IF b_first[s] IS NULL THEN b_first[s] := v_stamp; END IF;
    END LOOP;
    v_entry_id[e] := ledger.entry_id(v_stamp);
    v_ms[e] := v_stamp >> 12;
  END LOOP;
  IF i <= v_lines THEN RAISE EXCEPTION 'lines are not in the order of their entries'; END IF;
  IF v_special AND NOT v_free THEN
    PERFORM ledger.check_special(v_role, p_events, p_line_entry, p_accounts, p_amounts, p_holds);
  END IF;

  -- Keys. The second request with a key waits here for the first, then finds its row. An entry without a key is found
  -- again by the hold it opens, whose id is unique: the second request is refused with hold-exists.
  k_entry := v_entry_id;
  IF v_keyed > 0 THEN
    INSERT INTO ledger.keys (key, request_hash, entry_id, posted_at)
    SELECT k.key, k.hash, k.entry, to_timestamp(k.ms / 1000::float8)
    FROM unnest(p_keys, v_hashes, v_entry_id, v_ms) AS k (key, hash, entry, ms)
    WHERE k.key IS NOT NULL
    ORDER BY k.key
    ON CONFLICT (key) DO NOTHING;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    IF v_found < v_keyed THEN
      IF (SELECT count(DISTINCT u.key) FROM unnest(p_keys) AS u (key)) < v_keyed THEN
        RAISE EXCEPTION 'the same key twice in one call';
      END IF;
      SELECT array_agg(coalesce(k.entry_id, u.entry) ORDER BY u.o), array_agg(k.request_hash ORDER BY u.o) INTO k_entry, k_hash
      FROM unnest(p_keys, v_entry_id) WITH ORDINALITY AS u (key, entry, o)
      LEFT JOIN ledger.keys k ON k.key = u.key;
    END IF;
  END IF;

  v_any_hold := array_remove(p_holds, NULL) <> '{}';
  IF v_any_hold THEN
    -- Those that exist, and those that this call may open: they have no account yet.
    IF v_lines > c_few THEN
      PERFORM FROM ledger.holds x WHERE x.id = ANY (p_holds) ORDER BY x.id FOR UPDATE;
      SELECT array_agg(u.id ORDER BY u.id), array_agg(x.account_id ORDER BY u.id), array_agg(x.amount ORDER BY u.id), array_agg(x.remaining ORDER BY u.id)
      INTO h_id, h_account, h_amount, h_left
      FROM (SELECT DISTINCT k.id FROM unnest(p_holds) AS k (id) WHERE k.id IS NOT NULL) AS u LEFT JOIN ledger.holds x ON x.id = u.id;
      SELECT array_agg(CASE WHEN r.id IS NOT NULL THEN r.rank END ORDER BY r.o) INTO h_slot
      FROM (
        SELECT u.id, u.o, dense_rank() OVER (PARTITION BY u.id IS NULL ORDER BY u.id)::integer AS rank
        FROM unnest(p_holds) WITH ORDINALITY AS u (id, o)
      ) AS r;
    ELSE
      SELECT coalesce(array_agg(x.id), '{}'), coalesce(array_agg(x.account_id), '{}'), coalesce(array_agg(x.amount), '{}'),
        coalesce(array_agg(x.remaining), '{}')
      INTO h_id, h_account, h_amount, h_left
      FROM (SELECT * FROM ledger.holds WHERE id = ANY (p_holds) ORDER BY id FOR UPDATE) AS x;
      FOR l IN 1..v_lines LOOP
        CONTINUE WHEN p_holds[l] IS NULL;
        h := array_position(h_id, p_holds[l]);
        IF h IS NULL THEN
          h_id := h_id || p_holds[l];
          h := cardinality(h_id);
        END IF;
        h_slot[l] := h;
      END LOOP;
      i := cardinality(h_id) - cardinality(h_account);
      h_account := h_account || array_fill(NULL::uuid, ARRAY[i]);
      h_amount := h_amount || array_fill(NULL::bigint, ARRAY[i]);
      h_left := h_left || array_fill(NULL::bigint, ARRAY[i]);
    END IF;
    h_before := h_left;
    h_entry := array_fill(NULL::integer, ARRAY[cardinality(h_id)]);
  END IF;

  FOR e IN 1..v_entries LOOP
    IF k_entry[e] <> v_entry_id[e] THEN
      IF k_hash[e] = v_hashes[e] THEN
        v_outcome[e] := 'replayed';
        v_entry_id[e] := k_entry[e];
        v_ms[e] := floor(extract(epoch FROM ledger.time_of(k_entry[e])) * 1000);
      ELSE
        v_outcome[e] := 'key-reused';
      END IF;
      CONTINUE;
    END IF;

    v_why := NULL;
    -- The last line that moved its balance, and the last that moved its hold, are undone when the entry is refused.
    v_tried := v_first[e] - 1;
    v_held := v_tried;

    FOR i IN v_first[e]..v_last[e] LOOP
      v_amount := p_amounts[i];
      s := v_slot[i];
      IF s IS NOT NULL THEN
        IF (v_amount > 0 AND b_balance[s] > c_most - v_amount) OR (v_amount < 0 AND b_balance[s] < -c_most - v_amount) THEN
          v_why := 'overflow';
          v_what := p_accounts[i];
          EXIT;
        END IF;
        b_balance[s] := b_balance[s] + v_amount;
        b_lines[s] := b_lines[s] + 1;
        v_seq[i] := b_lines[s];
        v_after[i] := b_balance[s];
      END IF;
      v_tried := i;

      IF v_holding[i] IS DISTINCT FROM (p_holds[i] IS NOT NULL) THEN
        RAISE EXCEPTION 'a line on % must name a hold exactly if the account keeps holds', p_accounts[i];
      END IF;
      CONTINUE WHEN p_holds[i] IS NULL;
      h := h_slot[i];
      IF v_amount > 0 THEN
        IF h_account[h] IS NOT NULL THEN
          v_why := 'hold-exists';
        ELSE
          h_account[h] := v_ids[i];
          h_amount[h] := v_amount;
          h_left[h] := v_amount;
          h_before[h] := NULL;
          h_entry[h] := e;
        END IF;
      ELSIF h_account[h] IS DISTINCT FROM v_ids[i] THEN
        v_why := 'unknown-hold';
      ELSIF h_left[h] = 0 THEN
        v_why := 'hold-closed';
      ELSIF h_left[h] < -v_amount THEN
        v_why := 'hold-exceeded';
      ELSE
        h_left[h] := h_left[h] + v_amount;
      END IF;
      IF v_why IS NOT NULL THEN
        v_what := p_holds[i]::text;
        EXIT;
      END IF;
      v_held := i;
    END LOOP;

    -- Bounds are checked on the entry as a whole: the order of its lines does not matter.
    IF v_why IS NULL THEN
      FOR i IN v_first[e]..v_last[e] LOOP
        s := v_slot[i];
        IF b_balance[s] < b_lowest[s] THEN
          v_why := 'insufficient';
        ELSIF b_balance[s] > b_highest[s] THEN
          v_why := 'over-ceiling';
        END IF;
        IF v_why IS NOT NULL THEN
          v_what := p_accounts[i];
          EXIT;
        END IF;
      END LOOP;
    END IF;

    IF v_why IS NULL THEN
      v_outcome[e] := 'posted';
    ELSE
      v_outcome[e] := v_why;
      v_refused := true;
      v_on[e] := v_what;
      FOR i IN v_first[e]..v_tried LOOP
        s := v_slot[i];
        CONTINUE WHEN s IS NULL;
        b_balance[s] := b_balance[s] - p_amounts[i];
        b_lines[s] := b_lines[s] - 1;
      END LOOP;
      FOR i IN v_first[e]..v_held LOOP
        CONTINUE WHEN p_holds[i] IS NULL;
        h := h_slot[i];
        IF p_amounts[i] > 0 THEN
          h_account[h] := NULL;
          h_entry[h] := NULL;
        ELSE
          h_left[h] := h_left[h] - p_amounts[i];
        END IF;
      END LOOP;
    END IF;
  END LOOP;

  IF 'posted' = ANY (v_outcome) THEN
    UPDATE ledger.balances b SET balance = u.balance, lines = u.lines, first_stamp = u.first_stamp, stamp = u.stamp
    FROM unnest(b_id, b_balance, b_lines, b_first, b_stamp) AS u (id, balance, lines, first_stamp, stamp)
    WHERE b.account_id = u.id AND b.lines <> u.lines;

    INSERT INTO ledger.entries (id, posted_at, line_count, event, reference, key, reverses, tx)
    SELECT x.id, to_timestamp(x.ms / 1000::float8), x.last - x.first + 1, x.event, x.reference, x.key, x.reverses, v_tx
    FROM unnest(v_entry_id, v_ms, v_outcome, v_first, v_last, p_events, p_references, v_keys, p_reverses)
      AS x (id, ms, outcome, first, last, event, reference, key, reverses)
    WHERE x.outcome = 'posted';

    INSERT INTO ledger.lines (entry_id, account_id, posted_at, amount, tx, seq, balance_after, line_no, asset, hold_id)
    SELECT v_entry_id[l.entry], l.account, to_timestamp(v_ms[l.entry] / 1000::float8), l.amount, v_tx, l.seq, l.after,
      l.o - v_first[l.entry] + 1, l.asset, l.hold
    FROM unnest(p_line_entry, v_ids, p_amounts, v_seq, v_after, v_assets, p_holds)
      WITH ORDINALITY AS l (entry, account, amount, seq, after, asset, hold, o)
    WHERE v_outcome[l.entry] = 'posted';

    IF v_any_hold THEN
      UPDATE ledger.holds x SET remaining = u.left_now, state = CASE u.left_now WHEN 0 THEN 'closed' ELSE 'open' END,
        closed_at = CASE u.left_now WHEN 0 THEN to_timestamp(v_ms[v_entries] / 1000::float8) END
      FROM unnest(h_id, h_left, h_before) AS u (id, left_now, left_before)
      WHERE x.id = u.id AND u.left_now <> u.left_before;

      INSERT INTO ledger.holds (id, account_id, reference, amount, remaining, state, opened_by, opened_at, closed_at)
      SELECT u.id, u.account, p_references[u.entry], u.amount, u.left_now, CASE u.left_now WHEN 0 THEN 'closed' ELSE 'open' END,
        v_entry_id[u.entry], to_timestamp(v_ms[u.entry] / 1000::float8),
        CASE u.left_now WHEN 0 THEN to_timestamp(v_ms[v_entries] / 1000::float8) END
      FROM unnest(h_id, h_account, h_amount, h_left, h_entry) AS u (id, account, amount, left_now, entry)
      WHERE u.entry IS NOT NULL;
    END IF;
  END IF;

  IF v_special AND NOT v_free THEN
    PERFORM ledger.note_once(v_role, p_events, p_line_entry, p_accounts, v_outcome);
  END IF;

  -- A refused entry leaves nothing behind, not even its key: the same request may be tried again.
  IF v_refused THEN
    DELETE FROM ledger.keys k
    USING unnest(p_keys, v_entry_id, v_outcome) AS u (key, entry, outcome)
    WHERE k.key = u.key AND k.entry_id = u.entry AND u.outcome NOT IN ('posted', 'replayed', 'key-reused');
  END IF;

  FOR e IN 1..v_entries LOOP
    n := e;
    outcome := v_outcome[e];
    entry_id := CASE WHEN outcome IN ('posted', 'replayed') THEN v_entry_id[e] END;
    posted_ms := CASE WHEN outcome IN ('posted', 'replayed') THEN v_ms[e] END;
    refused_on := v_on[e];
    RETURN NEXT;
  END LOOP;
END $$;

CREATE FUNCTION ledger.balance_of(p_code text) RETURNS numeric
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_id      uuid := ledger.account_id(p_code);
  v_balance bigint;
BEGIN
  SELECT balance INTO v_balance FROM ledger.balances WHERE account_id = v_id;
  IF FOUND THEN RETURN v_balance; END IF;
  -- One statement, so that checkpoint and tail come from the same snapshot.
  RETURN (
    SELECT coalesce((SELECT t.total FROM ledger.system_totals t WHERE t.account_id = v_id), 0)
      + coalesce((
        SELECT sum(l.amount) FROM ledger.lines l
        WHERE l.account_id = v_id AND l.seq IS NULL
          AND l.tx >= coalesce((SELECT c.upto FROM ledger.checkpoints c ORDER BY c.id DESC LIMIT 1), 0)
      ), 0)
  );
END $$;

CREATE FUNCTION ledger.balances_at(p_owner_kind text, p_owner_id text, p_at timestamp with time zone) RETURNS TABLE(account text, asset text, kind text, due date, amount bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN QUERY
  SELECT a.code, a.asset, a.kind, a.due, l.balance_after
  FROM ledger.accounts a
  JOIN ledger.balances b ON b.account_id = a.id
  CROSS JOIN LATERAL (
    SELECT x.balance_after FROM ledger.lines x
    WHERE x.account_id = a.id AND x.seq IS NOT NULL
      AND x.posted_at >= to_timestamp((b.first_stamp >> 12) / 1000::float8) AND x.posted_at < p_at
    ORDER BY x.posted_at DESC, x.seq DESC LIMIT 1
  ) l
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND b.first_stamp IS NOT NULL AND l.balance_after <> 0;
END $$;

CREATE FUNCTION ledger.balances_of(p_owner_kind text, p_owner_id text) RETURNS TABLE(account text, asset text, kind text, due date, amount bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN QUERY
  SELECT a.code, a.asset, a.kind, a.due, b.balance
  FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND (a.due IS NULL OR b.balance <> 0);
END $$;

CREATE FUNCTION ledger.changes_since(p_owner_kind text, p_owner_id text, p_since timestamp with time zone) RETURNS TABLE(asset text, kind text, event text, amount numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN QUERY
  SELECT a.asset, a.kind, e.event, sum(l.amount)
  FROM ledger.accounts a
  JOIN ledger.balances b ON b.account_id = a.id
  CROSS JOIN LATERAL (
    SELECT x.entry_id, x.posted_at, x.amount FROM ledger.lines x
    WHERE x.account_id = a.id AND x.seq IS NOT NULL AND x.posted_at >= p_since
  ) AS l
  JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id
    AND b.stamp >> 12 >= floor(extract(epoch FROM p_since) * 1000)::bigint AND e.posted_at >= p_since
  GROUP BY a.asset, a.kind, e.event;
END $$;

CREATE FUNCTION ledger.check_balanced() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  v_off   bigint;
  v_lines bigint;
BEGIN
  SELECT count(*) FILTER (WHERE per_asset.total <> 0), sum(per_asset.lines) INTO v_off, v_lines
  FROM (
    SELECT sum(l.amount) AS total, count(*) AS lines
    FROM ledger.lines l
    WHERE l.entry_id = NEW.id AND l.posted_at = NEW.posted_at
    GROUP BY l.asset
  ) AS per_asset;
  IF v_off <> 0 OR v_lines IS DISTINCT FROM NEW.line_count THEN
    RAISE EXCEPTION 'ledger entry % does not balance', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION ledger.check_hold() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.state = 'closed' OR NEW.remaining >= OLD.remaining
    OR (NEW.id, NEW.account_id, NEW.amount, NEW.reference, NEW.opened_by, NEW.opened_at)
      IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.amount, OLD.reference, OLD.opened_by, OLD.opened_at) THEN
    RAISE EXCEPTION 'hold % cannot go from % of % to %', OLD.id, OLD.state, OLD.remaining, NEW.remaining
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION ledger.check_hold_delete() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.state = 'open' THEN
    RAISE EXCEPTION 'hold % is open', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION ledger.check_lines() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  v_tx bigint := pg_current_xact_id()::text::bigint;
BEGIN
  IF EXISTS (
    SELECT FROM added l
    LEFT JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
    WHERE l.tx <> v_tx OR e.tx IS DISTINCT FROM v_tx
  ) THEN
    RAISE EXCEPTION 'a ledger line outside the transaction of its entry' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION ledger.check_special(p_role text, p_events text[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE v_line record;
BEGIN
  FOR v_line IN
    SELECT x.* FROM (SELECT p_events[u.entry] AS event, u.code, u.amount, u.hold, r.max_amount, r.practice, r.opened_by,
      count(*) FILTER (WHERE r.scope = 'one-owner') OVER (PARTITION BY u.entry) AS of_one,
      count(*) FILTER (WHERE r.scope = 'one-owner') OVER (PARTITION BY u.entry, r.scope, a.owner_kind, a.owner_id) AS of_this
    FROM unnest(p_accounts, p_line_entry, p_amounts, p_holds) AS u (code, entry, amount, hold)
    JOIN ledger.accounts a ON a.id = ledger.account_id(u.code)
    JOIN ledger.posting_rights r ON r.role = p_role AND r.event = p_events[u.entry]
      AND r.owner_kind = a.owner_kind AND r.kind = a.kind AND r.special) AS x
    -- Only what may be wrong.
    WHERE x.max_amount < abs(x.amount) OR x.of_this > 0 AND x.of_this < x.of_one OR x.practice
      -- A hold that this call opens is not there yet.
      OR x.opened_by IS NOT NULL AND EXISTS (SELECT FROM ledger.holds h
        JOIN ledger.entries e ON e.id = h.opened_by AND e.posted_at = ledger.time_of(h.opened_by) WHERE h.id = x.hold AND e.event <> x.opened_by)
  LOOP
    IF v_line.max_amount < abs(v_line.amount) THEN
      RAISE EXCEPTION '% may not post % with % on %: at most %', p_role, v_line.event, v_line.amount, v_line.code, v_line.max_amount
        USING ERRCODE = 'insufficient_privilege';
    ELSIF v_line.of_this > 0 AND v_line.of_this < v_line.of_one THEN
      RAISE EXCEPTION '% may not post % from one owner to another', p_role, v_line.event USING ERRCODE = 'insufficient_privilege';
    ELSIF v_line.practice AND NOT EXISTS (SELECT FROM platform.installation WHERE money = 'practice') THEN
      RAISE EXCEPTION '% may not post %: the money of this installation is not practice money', p_role, v_line.event
        USING ERRCODE = 'insufficient_privilege', HINT = 'the seed says which money it is: node apps/server/src/main.ts seed';
    ELSIF v_line.opened_by IS NOT NULL AND EXISTS (
      SELECT FROM ledger.holds h JOIN ledger.entries e ON e.id = h.opened_by AND e.posted_at = ledger.time_of(h.opened_by)
      WHERE h.id = v_line.hold AND e.event <> v_line.opened_by) THEN
      RAISE EXCEPTION '% may not release hold % by %', p_role, v_line.hold, v_line.event USING ERRCODE = 'insufficient_privilege';
    END IF;
  END LOOP;

  -- Few events have such a right, and comparing all lines with each other takes long for many entries.
  IF NOT EXISTS (SELECT FROM ledger.posting_rights r WHERE r.role = p_role AND r.event = ANY (p_events) AND r.mirrors <> '{}') THEN RETURN; END IF;
  FOR v_line IN
    WITH moved AS (
      SELECT u.entry, a.owner_kind, a.kind, sum(u.amount) AS amount
      FROM unnest(p_accounts, p_line_entry, p_amounts) AS u (code, entry, amount)
      JOIN ledger.accounts a ON a.id = ledger.account_id(u.code)
      GROUP BY u.entry, a.owner_kind, a.kind
    )
    SELECT p_events[m.entry] AS event, m.owner_kind || '/' || m.kind AS account, m.amount, other
    FROM moved m
    JOIN ledger.posting_rights r ON r.role = p_role AND r.event = p_events[m.entry] AND r.owner_kind = m.owner_kind AND r.kind = m.kind
    CROSS JOIN LATERAL unnest(r.mirrors) AS other
    LEFT JOIN moved o ON o.entry = m.entry AND o.owner_kind || '/' || o.kind = other
    WHERE abs(m.amount) IS DISTINCT FROM abs(o.amount)
  LOOP
    RAISE EXCEPTION '% may not post % with % on % and another amount on %', p_role, v_line.event, v_line.amount, v_line.account, v_line.other
      USING ERRCODE = 'insufficient_privilege';
  END LOOP;
END $$;

CREATE FUNCTION ledger.checkpoint() RETURNS TABLE(id bigint, lines bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  v_from   bigint := 0;
  v_upto   bigint;
  v_id     bigint := 0;
  v_digest bytea := '';
  v_lines  bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.checkpoint', 0));
  SELECT c.id, c.upto, c.digest INTO v_id, v_from, v_digest FROM ledger.checkpoints c ORDER BY c.id DESC LIMIT 1;
  v_id := coalesce(v_id, 0) + 1;
  v_from := coalesce(v_from, 0);
  v_upto := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;

  WITH fresh AS MATERIALIZED (
    SELECT l.account_id, sum(l.amount) AS total, count(*) AS lines
    FROM ledger.lines l
    WHERE l.tx >= v_from AND l.tx < v_upto
    GROUP BY l.account_id
  ), by_kind AS (
    INSERT INTO ledger.totals AS t (owner_kind, asset, kind, total)
    SELECT a.owner_kind, a.asset, a.kind, sum(f.total)
    FROM fresh f
    CROSS JOIN LATERAL (SELECT x.* FROM ledger.accounts x WHERE x.id = f.account_id OFFSET 0) AS a
    GROUP BY a.owner_kind, a.asset, a.kind
    ON CONFLICT (owner_kind, asset, kind) DO UPDATE SET total = t.total + excluded.total
  ), by_account AS (
    INSERT INTO ledger.system_totals AS t (account_id, total)
    SELECT f.account_id, f.total
    FROM fresh f
    CROSS JOIN LATERAL (SELECT x.* FROM ledger.accounts x WHERE x.id = f.account_id OFFSET 0) AS a
    WHERE NOT a.bounded
    ON CONFLICT (account_id) DO UPDATE SET total = t.total + excluded.total
  )
  SELECT coalesce(sum(f.lines), 0) INTO v_lines FROM fresh f;

  IF EXISTS (SELECT FROM ledger.totals t GROUP BY t.asset HAVING sum(t.total) <> 0) THEN
    RAISE EXCEPTION 'the ledger does not sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;

  -- Each digest contains the one before it, so an old checkpoint cannot be changed alone.
  INSERT INTO ledger.checkpoints (id, upto, lines, made_at, digest)
  VALUES (v_id, v_upto, v_lines, clock_timestamp(), sha256(coalesce(v_digest, '') || convert_to(concat_ws(' ', v_id, v_upto, v_lines,
    (SELECT string_agg(concat_ws('/', t.owner_kind, t.asset, t.kind, t.total), ' ' ORDER BY t.owner_kind, t.asset, t.kind)
     FROM ledger.totals t)), 'UTF8')));
  RETURN QUERY SELECT v_id, v_lines;
END $$;

CREATE FUNCTION ledger.count_lines_since(p_owner_kind text, p_owner_id text, p_asset text, p_after pg_snapshot, p_at timestamp with time zone) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT count(*)
  FROM ledger.accounts a
  JOIN ledger.lines l ON l.account_id = a.id AND l.seq IS NOT NULL
  -- A line can commit some time after its own time; an hour is far longer than any transaction.
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND a.asset = p_asset
    AND l.posted_at >= p_at - interval '1 hour' AND NOT pg_visible_in_snapshot(l.tx::text::xid8, p_after)
$$;

CREATE FUNCTION ledger.ensure_partitions(p_from timestamp with time zone, p_months integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_first timestamp := date_trunc('month', p_from AT TIME ZONE 'UTC');
  v_month timestamp;
  v_table text;
  v_name  text;
  v_made  integer := 0;
BEGIN
  IF p_months NOT BETWEEN 0 AND 120 THEN RAISE EXCEPTION 'months out of range: %', p_months; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.ensure_partitions', 0));
  FOR i IN 0..p_months LOOP
    v_month := v_first + make_interval(months => i);
    FOREACH v_table IN ARRAY ARRAY['entries', 'lines'] LOOP
      v_name := v_table || to_char(v_month, '_YYYY_MM');
      CONTINUE WHEN to_regclass('ledger.' || v_name) IS NOT NULL;
      EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_name, v_table);
      EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.%I EXECUTE FUNCTION ledger.refuse_change()', v_name);
      IF v_table = 'lines' THEN
        EXECUTE format('CREATE TRIGGER require_entry AFTER INSERT ON ledger.%I REFERENCING NEW TABLE AS added
          FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_lines()', v_name);
      END IF;
      EXECUTE format('ALTER TABLE ledger.%I ATTACH PARTITION ledger.%I FOR VALUES FROM (%L) TO (%L)',
        v_table, v_name, to_char(v_month, 'YYYY-MM-DD"T00:00:00Z"'),
        to_char(v_month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
      v_made := v_made + 1;
    END LOOP;
  END LOOP;
  RETURN v_made;
END $$;

CREATE FUNCTION ledger.entry_head(p_entry uuid) RETURNS TABLE(event text, reference text, posted_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT e.event, e.reference, e.posted_at FROM ledger.entries e
  WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
$$;

CREATE FUNCTION ledger.entry_id(stamp bigint) RETURNS uuid
    LANGUAGE sql STRICT
    RETURN ((((lpad(to_hex((stamp >> 12)), 12, '0'::text) || '7'::text) || lpad(to_hex((stamp & (4095)::bigint)), 3, '0'::text)) || substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 17)))::uuid;

CREATE FUNCTION ledger.entry_of(p_owner_kind text, p_owner_id text, p_entry uuid) RETURNS TABLE(line_no smallint, event text, reference text, asset text, kind text, due date, amount bigint, balance_after bigint, posted_ms bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_at timestamptz := ledger.time_of(p_entry);
BEGIN
  RETURN QUERY
  SELECT l.line_no, e.event, e.reference, a.asset, a.kind, a.due, l.amount, l.balance_after,
    floor(extract(epoch FROM l.posted_at) * 1000)::bigint
  FROM ledger.lines l
  JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = v_at
  JOIN ledger.accounts a ON a.id = l.account_id
  WHERE l.entry_id = p_entry AND l.posted_at = v_at AND l.seq IS NOT NULL
    AND a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id
  ORDER BY l.line_no;
END $$;

CREATE FUNCTION ledger.first_line_of(p_code text) RETURNS TABLE(entry_id uuid, event text, reference text, amount bigint, balance_after bigint, posted_ms bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_id uuid := ledger.account_id(p_code);
  v_at timestamptz;
BEGIN
  SELECT to_timestamp((b.first_stamp >> 12) / 1000::float8) INTO v_at FROM ledger.balances b WHERE b.account_id = v_id;
  IF v_at IS NULL THEN RETURN; END IF;
  RETURN QUERY
  SELECT l.entry_id, e.event, e.reference, l.amount, l.balance_after, floor(extract(epoch FROM l.posted_at) * 1000)::bigint
  FROM ledger.lines l JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
  WHERE l.account_id = v_id AND l.seq = 1 AND l.posted_at BETWEEN v_at AND v_at + interval '1 millisecond';
END $$;

CREATE FUNCTION ledger.forget(p_before timestamp with time zone, p_limit integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_before timestamptz := least(p_before, now() - interval '35 days');
  v_keys   integer;
  v_holds  integer;
BEGIN
  DELETE FROM ledger.keys WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM ledger.keys o WHERE o.posted_at < v_before ORDER BY o.posted_at LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS v_keys = ROW_COUNT;
  DELETE FROM ledger.holds WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM ledger.holds o WHERE o.opened_at < v_before AND o.state = 'closed' AND o.closed_at < v_before
    ORDER BY o.opened_at LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS v_holds = ROW_COUNT;
  RETURN v_keys + v_holds;
END $$;

CREATE FUNCTION ledger.hold_of(p_hold uuid) RETURNS TABLE(hold_id uuid, account text, reference text, amount bigint, remaining bigint, state text, opened_ms bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN QUERY
  SELECT h.id, a.code, h.reference, h.amount, h.remaining, h.state, floor(extract(epoch FROM h.opened_at) * 1000)::bigint
  FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id WHERE h.id = p_hold;
END $$;

CREATE FUNCTION ledger.legs_of(p_entries uuid[]) RETURNS TABLE(entry_id uuid, line_no smallint, account text, asset text, amount bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT l.entry_id, l.line_no, a.code, l.asset, l.amount
  FROM unnest(p_entries) AS u (id)
  JOIN ledger.lines l ON l.entry_id = u.id AND l.posted_at = ledger.time_of(u.id)
  JOIN ledger.accounts a ON a.id = l.account_id
  ORDER BY l.entry_id, l.line_no
$$;

CREATE FUNCTION ledger.lines_written(p_after pg_snapshot, p_upto pg_snapshot) RETURNS TABLE(entry_id uuid, line_no smallint, event text, reference text, reverses uuid, account text, asset text, amount bigint, seq bigint, balance_after bigint, hold_id uuid, posted_ms bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT l.entry_id, l.line_no, e.event, e.reference, e.reverses, a.code, l.asset, l.amount, l.seq, l.balance_after,
    l.hold_id, floor(extract(epoch FROM l.posted_at) * 1000)::bigint
  FROM ledger.lines l
  JOIN ledger.accounts a ON a.id = l.account_id
  JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
  WHERE (p_after IS NULL OR l.tx >= pg_snapshot_xmin(p_after)::text::bigint
      AND NOT pg_visible_in_snapshot(l.tx::text::xid8, p_after))
    AND l.tx < pg_snapshot_xmax(p_upto)::text::bigint AND pg_visible_in_snapshot(l.tx::text::xid8, p_upto)
  ORDER BY l.entry_id, l.line_no
$$;

CREATE FUNCTION ledger.member_sums() RETURNS TABLE(asset text, owner_id text, owned numeric, owed numeric)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT a.asset, a.owner_id, coalesce(sum(b.balance) FILTER (WHERE b.lowest = 0), 0),
    coalesce(-sum(b.balance) FILTER (WHERE b.highest = 0), 0)
  FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
  WHERE a.owner_kind = 'member' AND b.balance <> 0
  GROUP BY a.asset, a.owner_id
  ORDER BY a.asset, a.owner_id
$$;

CREATE FUNCTION ledger.note_once(p_role text, p_events text[], p_line_entry integer[], p_accounts text[], p_outcome text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_line record;
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.posting_rights r WHERE r.role = p_role AND r.event = ANY (p_events) AND r.once) THEN RETURN; END IF;
  FOR v_line IN
    SELECT p_events[u.entry] AS event, a.owner_id
    FROM unnest(p_accounts, p_line_entry) AS u (code, entry)
    JOIN ledger.accounts a ON a.id = ledger.account_id(u.code)
    JOIN ledger.posting_rights r ON r.role = p_role AND r.event = p_events[u.entry]
      AND r.owner_kind = a.owner_kind AND r.kind = a.kind AND r.once
    WHERE p_outcome[u.entry] = 'posted'
    ORDER BY a.owner_id
  LOOP
    INSERT INTO ledger.posted_once (event, owner_id) VALUES (v_line.event, v_line.owner_id) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% is posted once for each owner, and % has had it', v_line.event, v_line.owner_id
        USING ERRCODE = 'insufficient_privilege';
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION ledger.open_accounts(p_codes text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_missing text[] := ARRAY(
    SELECT DISTINCT u.code FROM unnest(p_codes) AS u (code)
    WHERE NOT EXISTS (SELECT FROM ledger.accounts a WHERE a.id = ledger.account_id(u.code)));
  v_strange text;
BEGIN
  SELECT u.code INTO v_strange
  FROM unnest(v_missing) AS u (code)
  CROSS JOIN LATERAL (SELECT string_to_array(u.code, '/') AS parts) AS x
  LEFT JOIN ledger.chart c ON c.owner_kind = parts[1] AND c.kind = split_part(parts[4], '@', 1)
  WHERE cardinality(parts) <> 4 OR c.kind IS NULL
    OR CASE WHEN c.owner_kind IN ('member', 'seat')
      THEN parts[2] NOT LIKE '________-____-____-____-____________' OR translate(parts[2], '0123456789abcdef', '') <> '----'
      ELSE length(parts[2]) NOT BETWEEN 1 AND 40 OR translate(parts[2], '0123456789abcdefghijklmnopqrstuvwxyz-', '') <> '' END
    OR CASE WHEN parts[3] LIKE 'stk:%'
      THEN length(parts[3]) NOT BETWEEN 6 AND 12 OR translate(substr(parts[3], 5), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') <> ''
      ELSE length(parts[3]) <> 3 OR translate(parts[3], 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') <> '' END
    OR CASE WHEN c.dated
      THEN substr(parts[4], length(c.kind) + 1) NOT LIKE '@____-__-__'
        OR translate(substr(parts[4], length(c.kind) + 1), '0123456789', '') <> '@--'
      ELSE parts[4] <> c.kind END
  LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'no such account in the chart: %', v_strange; END IF;

  INSERT INTO ledger.accounts (id, code, owner_kind, owner_id, asset, kind, due, bounded, holding)
  SELECT x.id, x.code, x.parts[1], x.parts[2], x.parts[3], split_part(x.parts[4], '@', 1),
    nullif(split_part(x.parts[4], '@', 2), '')::date, c.lowest IS NOT NULL OR c.highest IS NOT NULL, c.holding
  FROM (
    SELECT ledger.account_id(u.code) AS id, u.code, string_to_array(u.code, '/') AS parts FROM unnest(v_missing) AS u (code)
  ) AS x
  JOIN ledger.chart c ON c.owner_kind = x.parts[1] AND c.kind = split_part(x.parts[4], '@', 1)
  ORDER BY x.id
  ON CONFLICT (id) DO NOTHING;

  INSERT INTO ledger.balances (account_id, lowest, highest)
  SELECT a.id, c.lowest, c.highest
  FROM ledger.accounts a
  JOIN ledger.chart c USING (owner_kind, kind)
  WHERE a.id IN (SELECT ledger.account_id(u.code) FROM unnest(v_missing) AS u (code)) AND a.bounded
  ORDER BY a.id
  ON CONFLICT (account_id) DO NOTHING;
END $$;

CREATE FUNCTION ledger.open_holds(p_owner_kind text, p_owner_id text) RETURNS TABLE(hold_id uuid, account text, reference text, amount bigint, remaining bigint, state text, opened_ms bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN QUERY
  SELECT h.id, a.code, h.reference, h.amount, h.remaining, h.state, floor(extract(epoch FROM h.opened_at) * 1000)::bigint
  FROM ledger.accounts a JOIN ledger.holds h ON h.account_id = a.id AND h.state = 'open'
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND a.holding;
END $$;

CREATE FUNCTION ledger.open_holds_by_id(p_holds uuid[]) RETURNS TABLE(hold_id uuid, account text, reference text, remaining bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
  RETURN QUERY
  SELECT h.id, a.code, h.reference, h.remaining
  FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id WHERE h.id = ANY (p_holds) AND h.state = 'open';
END $$;

CREATE FUNCTION ledger.position_of(p_owner_kind text, p_owner_id text) RETURNS bigint
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN (
    SELECT coalesce(sum(b.lines), 0)::bigint
    FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id);
END $$;

CREATE FUNCTION ledger.post_many(p_events text[], p_references text[], p_keys text[], p_posted_at timestamp with time zone[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) RETURNS TABLE(n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
BEGIN
  RETURN QUERY SELECT * FROM ledger.apply(p_events, p_references, p_keys, NULL, p_posted_at,
    array_fill(NULL::uuid, ARRAY[cardinality(p_events)]), p_line_entry, p_accounts, p_amounts, p_holds);
END $$;

CREATE FUNCTION ledger.prove_owner(p_owner_kind text, p_owner_id text) RETURNS TABLE(accounts bigint, lines bigint, differing bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN QUERY
  SELECT count(*), coalesce(sum(t.count), 0)::bigint, count(*) FILTER (WHERE t.total <> b.balance)
  FROM ledger.accounts a
  JOIN ledger.balances b ON b.account_id = a.id
  CROSS JOIN LATERAL (
    SELECT count(*) AS count, coalesce(sum(x.amount), 0) AS total FROM ledger.lines x
    WHERE x.account_id = a.id AND x.seq IS NOT NULL
      AND x.posted_at >= to_timestamp((b.first_stamp >> 12) / 1000::float8)
  ) t
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id;
END $$;

CREATE FUNCTION ledger.refresh_shapes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  DELETE FROM ledger.posting_shapes;
  INSERT INTO ledger.posting_shapes (role, event, shapes)
  SELECT r.role, r.event,
    CASE WHEN bool_or(r.special) THEN ARRAY['!'] ELSE '{}' END || array_agg(r.owner_kind || '/' || r.kind || d.sign || m.asset || CASE r.scope WHEN 'within-owner' THEN '=' ELSE '' END
      ORDER BY r.owner_kind DESC, r.kind, m.asset, d.sign)
  FROM ledger.posting_rights r
  JOIN (VALUES ('in', '+'), ('out', '-')) AS d (direction, sign) ON r.direction IN ('both', d.direction)
  JOIN (VALUES ('money', 'm'), ('shares', 's')) AS m (assets, asset) ON r.assets IN ('any', m.assets)
  GROUP BY r.role, r.event;
  RETURN NULL;
END $$;

CREATE FUNCTION ledger.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '% of ledger.% is not possible: history is corrected by a new entry', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION ledger.refuse_lower_checkpoint() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_last bigint;
BEGIN
  SELECT max(c.upto) INTO v_last FROM ledger.checkpoints c;
  IF NEW.upto < v_last THEN
    RAISE EXCEPTION 'checkpoint refused: this cluster is at transaction %, the last checkpoint at %', NEW.upto, v_last
      USING ERRCODE = 'object_not_in_prerequisite_state',
        HINT = 'The database was restored into a younger cluster. See docs/operating/backup.md, logical restore.';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION ledger.release_remaining(p_hold uuid, p_event text, p_reference text, p_key text, p_posted_at timestamp with time zone) RETURNS TABLE(n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $_$
#variable_conflict use_column
DECLARE
  v_hash bytea := sha256(convert_to(concat_ws(E'\n', 'release-remaining', p_hold, p_event, p_reference), 'UTF8'));
  v_held text;
  v_free text;
  v_left bigint;
BEGIN
  SELECT a.code INTO v_held FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id WHERE h.id = p_hold;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 1, 'unknown-hold', NULL::uuid, NULL::bigint, p_hold::text;
    RETURN;
  END IF;
  v_free := CASE WHEN v_held LIKE '%/held' THEN regexp_replace(v_held, 'held$', 'available')
    ELSE replace(v_held, '/held-receivable@', '/receivable@') END;
  PERFORM FROM ledger.balances WHERE account_id IN (ledger.account_id(v_held), ledger.account_id(v_free))
    ORDER BY account_id FOR NO KEY UPDATE;
  RETURN QUERY SELECT * FROM ledger.replay_of(p_key, v_hash);
  IF FOUND THEN RETURN; END IF;
  SELECT h.remaining INTO v_left FROM ledger.holds h WHERE h.id = p_hold FOR UPDATE;
  IF v_left = 0 THEN
    RETURN QUERY SELECT 1, 'hold-closed', NULL::uuid, NULL::bigint, p_hold::text;
    RETURN;
  END IF;
  RETURN QUERY SELECT * FROM ledger.apply(ARRAY[p_event], ARRAY[p_reference], ARRAY[p_key], ARRAY[v_hash], ARRAY[p_posted_at],
    ARRAY[NULL::uuid], ARRAY[1, 1], ARRAY[v_held, v_free], ARRAY[-v_left, v_left], ARRAY[p_hold, NULL]);
END $_$;

CREATE FUNCTION ledger.replay_of(p_key text, p_hash bytea) RETURNS TABLE(n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 1, CASE WHEN k.request_hash = p_hash THEN 'replayed' ELSE 'key-reused' END,
    CASE WHEN k.request_hash = p_hash THEN k.entry_id END,
    CASE WHEN k.request_hash = p_hash THEN floor(extract(epoch FROM k.posted_at) * 1000)::bigint END, NULL::text
  FROM ledger.keys k WHERE k.key = p_key
$$;

CREATE FUNCTION ledger.reverse(p_entry uuid, p_event text, p_reference text, p_key text, p_posted_at timestamp with time zone) RETURNS TABLE(n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
DECLARE
  v_hash     bytea := sha256(convert_to(concat_ws(E'\n', 'reverse', p_entry, p_event, p_reference), 'UTF8'));
  v_accounts text[];
  v_amounts  bigint[];
  v_holds    boolean;
  v_answer   record;
BEGIN
  SELECT array_agg(a.code ORDER BY l.line_no), array_agg(-l.amount ORDER BY l.line_no), bool_or(l.hold_id IS NOT NULL)
  INTO v_accounts, v_amounts, v_holds
  FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
  WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry);
  IF v_accounts IS NULL OR v_holds THEN
    RETURN QUERY SELECT 1, CASE WHEN v_holds THEN 'touches-hold' ELSE 'unknown-entry' END, NULL::uuid, NULL::bigint, p_entry::text;
    RETURN;
  END IF;
  -- A second reversal waits here for the first.
  INSERT INTO ledger.reversals (original) VALUES (p_entry) ON CONFLICT (original) DO NOTHING;
  IF NOT FOUND THEN
    RETURN QUERY SELECT * FROM ledger.replay_of(p_key, v_hash);
    IF NOT FOUND THEN
      RETURN QUERY SELECT 1, 'already-reversed', NULL::uuid, NULL::bigint, p_entry::text;
    END IF;
    RETURN;
  END IF;
  SELECT * INTO v_answer FROM ledger.apply(ARRAY[p_event], ARRAY[p_reference], ARRAY[p_key], ARRAY[v_hash], ARRAY[p_posted_at],
    ARRAY[p_entry], array_fill(1, ARRAY[cardinality(v_accounts)]), v_accounts, v_amounts,
    array_fill(NULL::uuid, ARRAY[cardinality(v_accounts)]));
  IF v_answer.outcome = 'posted' THEN
    UPDATE ledger.reversals SET entry_id = v_answer.entry_id WHERE original = p_entry;
  ELSE
    DELETE FROM ledger.reversals WHERE original = p_entry;
  END IF;
  RETURN QUERY SELECT v_answer.n, v_answer.outcome, v_answer.entry_id, v_answer.posted_ms, v_answer.refused_on;
END $$;

CREATE FUNCTION ledger.statement(p_owner_kind text, p_owner_id text, p_asset text, p_kind text, p_before uuid, p_before_line smallint, p_limit integer) RETURNS TABLE(entry_id uuid, line_no smallint, event text, reference text, account text, kind text, due date, amount bigint, balance_after bigint, hold_id uuid, reverses uuid, posted_ms bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  v_time   timestamptz := coalesce(ledger.time_of(p_before), 'infinity');
  -- The millisecond of the line seen, as a stamp. An account last touched in it may have nothing left below that line,
  -- so it counts as in use and takes no place from the older ones.
  v_stamp  bigint := coalesce(floor(extract(epoch FROM ledger.time_of(p_before)) * 1000)::bigint << 12, 9223372036854775807);
  v_before uuid := coalesce(p_before, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_line   smallint := coalesce(p_before_line, 32767);
  v_limit  integer := least(p_limit, 501);
BEGIN
  RETURN QUERY
  SELECT page.entry_id, page.line_no, e.event, e.reference, page.code, page.kind, page.due, page.amount, page.balance_after,
    page.hold_id, e.reverses, floor(extract(epoch FROM page.posted_at) * 1000)::bigint
  FROM (
    SELECT l.*, c.code, c.kind, c.due
    FROM (
      SELECT a.id, a.code, a.kind, a.due, b.stamp >= v_stamp AS in_use,
        row_number() OVER (PARTITION BY b.stamp >= v_stamp ORDER BY b.stamp DESC) AS place,
        to_timestamp((b.first_stamp >> 12) / 1000::float8) AS first_at,
        least(v_time, to_timestamp((b.stamp >> 12) / 1000::float8)) AS last_at
      FROM ledger.accounts a
      CROSS JOIN LATERAL (SELECT x.first_stamp, x.stamp FROM ledger.balances x WHERE x.account_id = a.id OFFSET 0) AS b
      WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND a.asset = p_asset AND a.kind = coalesce(p_kind, a.kind)
        AND b.first_stamp >> 12 <= v_stamp >> 12
    ) AS c
    CROSS JOIN LATERAL (
      SELECT x.entry_id, x.line_no, x.posted_at, x.amount, x.balance_after, x.hold_id
      FROM ledger.lines x
      WHERE x.account_id = c.id AND x.seq IS NOT NULL AND x.posted_at BETWEEN c.first_at AND c.last_at
        AND (x.entry_id, x.line_no) < (v_before, v_line)
      ORDER BY x.posted_at DESC, x.seq DESC
      LIMIT v_limit
    ) AS l
    WHERE c.in_use OR c.place <= v_limit
    ORDER BY l.entry_id DESC, l.line_no DESC
    LIMIT v_limit
  ) AS page
  JOIN ledger.entries e ON e.id = page.entry_id AND e.posted_at = page.posted_at
  ORDER BY page.entry_id DESC, page.line_no DESC;
END $$;

CREATE FUNCTION ledger.sums_since(p_code text, p_since timestamp with time zone) RETURNS TABLE(event text, amount numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN QUERY
  SELECT e.event, sum(l.amount)
  FROM ledger.lines l JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
  WHERE l.account_id = ledger.account_id(p_code) AND l.seq IS NOT NULL AND l.posted_at >= p_since AND e.posted_at >= p_since
  GROUP BY e.event;
END $$;

CREATE FUNCTION ledger.time_of(entry_id uuid) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN to_timestamp(((((('x'::text || translate("left"((entry_id)::text, 13), '-'::text, ''::text)))::bit(48))::bigint)::double precision / (1000)::double precision));

CREATE FUNCTION ledger.trial_balance() RETURNS TABLE(owner_kind text, asset text, kind text, total numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT both_parts.owner_kind, both_parts.asset, both_parts.kind, sum(both_parts.total)
  FROM (
    SELECT t.owner_kind, t.asset, t.kind, t.total FROM ledger.totals t
    UNION ALL
    SELECT a.owner_kind, a.asset, a.kind, tail.total
    FROM (
      SELECT l.account_id, sum(l.amount) AS total
      FROM ledger.lines l
      WHERE l.tx >= coalesce((SELECT c.upto FROM ledger.checkpoints c ORDER BY c.id DESC LIMIT 1), 0)
      GROUP BY l.account_id
    ) AS tail
    CROSS JOIN LATERAL (SELECT x.* FROM ledger.accounts x WHERE x.id = tail.account_id OFFSET 0) AS a
  ) AS both_parts
  GROUP BY both_parts.owner_kind, both_parts.asset, both_parts.kind;
END $$;

CREATE FUNCTION ledger.trial_balance_before(p_at timestamp with time zone) RETURNS TABLE(owner_kind text, asset text, kind text, total numeric)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT both_parts.owner_kind, both_parts.asset, both_parts.kind, sum(both_parts.total)
  FROM (
    SELECT t.owner_kind, t.asset, t.kind, t.total FROM ledger.trial_balance() t
    UNION ALL
    SELECT a.owner_kind, a.asset, a.kind, -later.total
    FROM (
      SELECT l.account_id, sum(l.amount) AS total FROM ledger.lines l WHERE l.posted_at >= p_at GROUP BY l.account_id
    ) AS later
    CROSS JOIN LATERAL (SELECT x.* FROM ledger.accounts x WHERE x.id = later.account_id OFFSET 0) AS a
  ) AS both_parts
  GROUP BY both_parts.owner_kind, both_parts.asset, both_parts.kind;
END $$;

CREATE FUNCTION market.forget_minutes(p_before timestamp with time zone, p_limit integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_before  timestamptz := least(p_before, now() - interval '90 days');
  v_candles integer;
  v_indices integer;
BEGIN
  DELETE FROM market.minute_candles WHERE ctid = ANY (ARRAY(
    SELECT c.ctid FROM market.minute_candles c WHERE c.at < v_before
      AND EXISTS (SELECT FROM market.minute_candles n WHERE n.symbol = c.symbol AND n.at > c.at) LIMIT p_limit));
  GET DIAGNOSTICS v_candles = ROW_COUNT;
  DELETE FROM market.index_minutes WHERE ctid = ANY (ARRAY(
    SELECT i.ctid FROM market.index_minutes i WHERE i.at < v_before
      AND EXISTS (SELECT FROM market.index_minutes n WHERE n.code = i.code AND n.at > i.at) LIMIT p_limit));
  GET DIAGNOSTICS v_indices = ROW_COUNT;
  RETURN v_candles + v_indices;
END $$;

CREATE FUNCTION platform.restore_fault() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT format('the database was restored into a younger cluster: its next transaction is %s, the ledger needs %s or higher; '
      'stop PostgreSQL, run pg_resetwal --epoch=%s -D <data folder>, start it again', n.next, n.needed, (n.needed >> 32) + 1)
  FROM (
    SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next,
      greatest(c.upto, (SELECT coalesce(max(l.tx), 0) + 1 FROM ledger.lines l WHERE l.tx >= c.upto)) AS needed
    FROM (SELECT coalesce(max(upto), 0) AS upto FROM ledger.checkpoints) c
  ) n
  WHERE n.next < n.needed
$$;

CREATE FUNCTION practice.approve(p_review uuid, p_hash text, p_key uuid, p_at timestamp with time zone, p_signature text, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  voter   record;
  refusal text;
BEGIN
  SELECT * INTO voter FROM practice.begin_vote(p_now);
  refusal := app.vote_review(p_review, voter.operator_id, voter.session_id, 'approve', p_hash, '', NULL, p_now);
  IF refusal IS NULL THEN
    PERFORM practice.keep_signature(voter.operator_id, p_review, p_key, p_at, p_signature);
    PERFORM practice.record('operators.voted', voter.operator_id, 'review:' || p_review,
      json_build_object('decision', 'approve', 'payloadHash', p_hash));
  END IF;
  RETURN refusal;
END $$;

CREATE FUNCTION practice.begin_vote(p_now timestamp with time zone, OUT operator_id uuid, OUT session_id uuid) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  SELECT o.id, gen_random_uuid() INTO operator_id, session_id FROM app.operators o
  WHERE o.program = session_user AND o.left_at IS NULL AND EXISTS (SELECT FROM platform.installation WHERE money = 'practice');
  IF operator_id IS NULL THEN
    RAISE EXCEPTION '% is not an operator', session_user USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at, expires_at)
  VALUES (session_id, operator_id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), operator_id, 'practice', p_now, p_now,
    p_now + interval '1 minute');
END $$;

CREATE FUNCTION practice.check_program_vote() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF practice.is_program(NEW.operator_id) AND NOT EXISTS (
    SELECT FROM app.reviews r WHERE r.id = NEW.review_id AND practice.is_program(r.opened_by) AND CASE r.kind
      WHEN 'offer' THEN practice.is_practice_offer(r.payload)
      WHEN 'draw-release' THEN practice.is_practice_draw(r.subject)
      WHEN 'corporate-actions' THEN practice.is_practice_dividend(r.payload)
      WHEN 'news' THEN practice.is_lesson(r.subject, r.payload) ELSE false END) THEN
    RAISE EXCEPTION 'a practice operator has no vote on review %', NEW.review_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION practice.enlist(p_key bytea) RETURNS TABLE(operator_id uuid, key_id uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  is_proposer boolean := session_user = 'fairlot_practice_proposer';
  v_roles     text[] := CASE WHEN session_user = 'fairlot_practice_proposer' THEN ARRAY['market', 'support'] ELSE ARRAY['market'] END;
  v_operator  uuid;
  v_key       uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('fairlot practice operators'));
  SELECT o.id INTO v_operator FROM app.operators o WHERE o.program = session_user;
  IF NOT FOUND THEN
    v_operator := gen_random_uuid();
    INSERT INTO app.operators (id, login, name, added_at, program) VALUES (v_operator,
      CASE WHEN is_proposer THEN 'practice.proposer' ELSE 'practice.approver' END,
      CASE WHEN is_proposer THEN '模擬提案程式 Practice proposer' ELSE '模擬覆核程式 Practice approver' END,
      clock_timestamp(), session_user);
    INSERT INTO app.operator_roles (operator_id, role) SELECT v_operator, unnest(v_roles);
    INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at)
    VALUES (v_operator, sha256(convert_to(v_operator::text, 'UTF8')), 'practice', clock_timestamp());
    INSERT INTO app.operator_voting_keys (id, operator_id, kind, public_key, label, requested_at, valid_from)
    VALUES (gen_random_uuid(), v_operator, 'device', p_key, 'practice', clock_timestamp(), clock_timestamp());
    PERFORM practice.record('operators.added', v_operator, 'operator:' || v_operator,
      json_build_object('program', session_user, 'roles', to_json(v_roles)));
  END IF;
  SELECT k.id INTO v_key FROM app.operator_voting_keys k
  WHERE k.operator_id = v_operator AND k.public_key = p_key AND k.revoked_at IS NULL;
  IF v_key IS NULL THEN
    RAISE EXCEPTION 'the key of % is another one', session_user USING ERRCODE = 'insufficient_privilege',
      HINT = 'Bring back the file of its first key.';
  END IF;
  RETURN QUERY SELECT v_operator, v_key;
END $$;

CREATE FUNCTION practice.is_lesson(p_subject text, p_payload jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (SELECT FROM practice.lessons l WHERE l.article_id::text = p_subject
    AND l.payload_hash = encode(sha256(convert_to(p_payload::text, 'UTF8')), 'hex'))
$$;

CREATE FUNCTION practice.is_practice_dividend(p_terms jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  SELECT coalesce(p_terms ->> 'symbol' ~ '^97[0-9]{3}$' AND p_terms ->> 'cashMicros' ~ '^[0-9]{1,7}$'
    AND (p_terms ->> 'cashMicros')::bigint <= 1000000 AND p_terms ->> 'stockMicros' ~ '^[0-9]{1,6}$'
    AND (p_terms ->> 'stockMicros')::bigint <= 100000 AND p_terms ->> 'splitTo' = '1' AND p_terms ->> 'splitFrom' = '1'
    AND EXISTS (SELECT FROM app.instruments i WHERE i.symbol = p_terms ->> 'symbol' AND i.delisted_on IS NULL), false)
$_$;

CREATE FUNCTION practice.is_practice_draw(p_draw text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  SELECT EXISTS (SELECT FROM app.offers o JOIN app.reviews r ON r.id = o.review_id
    WHERE o.draw_id::text = p_draw AND o.symbol ~ '^97[0-9]{3}$' AND practice.is_program(r.opened_by))
$_$;

CREATE FUNCTION practice.is_practice_offer(p_terms jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  SELECT coalesce(p_terms ->> 'symbol' ~ '^97[0-9]{3}$' AND p_terms #>> '{name,tw}' ~ '^[^-]{2,8}-模擬$'
    AND p_terms #>> '{name,en}' ~ '^[A-Z][a-z]{1,15} \(Practice\)$' AND p_terms ->> 'price' ~ '^[1-9][0-9]{3,4}$'
    AND p_terms ->> 'lots' ~ '^[1-9][0-9]?$' AND p_terms ->> 'minShares' = '1000' AND p_terms ->> 'maxPerMember' = '1'
    AND p_terms ->> 'paymentMode' = 'prepaid', false)
$_$;

CREATE FUNCTION practice.is_program(p_operator uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (SELECT FROM app.operators o WHERE o.id = p_operator AND o.program IS NOT NULL)
$$;

CREATE FUNCTION practice.keep_signature(p_operator uuid, p_review uuid, p_key uuid, p_at timestamp with time zone, p_signature text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  INSERT INTO app.review_signatures (review_id, operator_id, decision, key_id, signed_at, opened, signature)
  VALUES (p_review, p_operator, 'approve', p_key, p_at, '[]', jsonb_build_object('signature', p_signature))
$$;

CREATE FUNCTION practice.propose(p_review uuid, p_kind text, p_subject uuid, p_payload jsonb, p_reason text, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  voter  record;
  opened record;
BEGIN
  SELECT * INTO voter FROM practice.begin_vote(p_now);
  SELECT * INTO opened FROM app.open_review(p_review, p_kind, NULL, p_subject::text, NULL, NULL, p_payload, '{}',
    voter.operator_id, voter.session_id, p_reason, '[]', p_now);
  IF opened.refusal IS NULL THEN
    PERFORM practice.record('operators.review-opened', voter.operator_id, 'review:' || p_review,
      json_build_object('number', opened.number, 'kind', p_kind, 'of', p_subject));
  END IF;
  RETURN opened.refusal;
END $$;

CREATE FUNCTION practice.propose_dividend(p_review uuid, p_action uuid, p_symbol text, p_cash bigint, p_stock bigint, p_ex date, p_pays date, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  v_today date := (p_now AT TIME ZONE 'Asia/Taipei')::date;
  v_terms jsonb;
BEGIN
  SELECT jsonb_build_object('symbol', p_symbol, 'cashMicros', p_cash, 'stockMicros', p_stock, 'splitTo', 1, 'splitFrom', 1,
    'exOn', p_ex, 'paysOn', p_pays) || jsonb_object_agg(d.field, coalesce(recon.rule(d.rule), d.usual)) INTO v_terms
  FROM (VALUES ('supplementFrom', 'dividend.supplementFrom', 2000000), ('supplementRate', 'dividend.supplementRate', 211),
    ('parValue', 'dividend.parValue', 1000), ('fractionRate', 'dividend.fractionRate', 10000)) AS d (field, rule, usual);
  IF NOT practice.is_practice_dividend(v_terms) OR p_ex <= v_today OR p_ex > v_today + 7 OR p_pays <= p_ex OR p_pays > p_ex + 7 THEN
    RAISE EXCEPTION 'these are not the terms of a practice dividend' USING ERRCODE = 'insufficient_privilege';
  ELSIF EXISTS (SELECT FROM app.corporate_actions a WHERE a.symbol = p_symbol AND a.announced_at > p_now - interval '28 days')
     OR EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'corporate-actions' AND r.state IN ('waiting', 'second', 'decided')
       AND practice.is_program(r.opened_by)) THEN
    RETURN 'proposal.open';
  END IF;
  RETURN practice.propose(p_review, 'corporate-actions', p_action, v_terms, 'a practice dividend', p_now);
END $$;

CREATE FUNCTION practice.propose_lesson(p_review uuid, p_article uuid, p_payload jsonb, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF NOT practice.is_lesson(p_article::text, p_payload) THEN
    RAISE EXCEPTION 'article % is not a lesson', p_article USING ERRCODE = 'insufficient_privilege';
  ELSIF EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'news' AND r.subject = p_article::text AND r.state <> 'expired') THEN
    RETURN 'proposal.open';
  END IF;
  RETURN practice.propose(p_review, 'news', p_article, p_payload, 'a lesson about a rule', p_now);
END $$;

CREATE FUNCTION practice.propose_offer(p_review uuid, p_offer uuid, p_terms jsonb, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE closes timestamptz := (p_terms ->> 'closesAt')::timestamptz;
BEGIN
  IF NOT practice.is_practice_offer(p_terms) OR closes < p_now + interval '1 day' OR closes > p_now + interval '7 days'
     OR (p_terms ->> 'listsOn')::date > (p_now + interval '14 days')::date THEN
    RAISE EXCEPTION 'these are not the terms of a practice offer' USING ERRCODE = 'insufficient_privilege';
  ELSIF EXISTS (SELECT FROM app.offers o WHERE o.symbol ~ '^97[0-9]{3}$' AND o.closes_at > p_now)
     OR EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'offer' AND r.state IN ('waiting', 'second', 'decided')
       AND practice.is_program(r.opened_by)) THEN
    RETURN 'proposal.open';
  END IF;
  RETURN practice.propose(p_review, 'offer', p_offer, p_terms, 'a practice offer', p_now);
END $_$;

CREATE FUNCTION practice.propose_release(p_review uuid, p_draw uuid, p_now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE terms jsonb;
BEGIN
  SELECT jsonb_build_object('terms', encode(d.terms_hash, 'hex'), 'root', encode(d.root, 'hex'), 'tickets', d.tickets) INTO terms
  FROM app.draws d WHERE d.id = p_draw AND d.state = 'closed' AND practice.is_practice_draw(p_draw::text);
  IF terms IS NULL THEN
    RAISE EXCEPTION 'draw % is not a closed draw of a practice offer', p_draw USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN practice.propose(p_review, 'draw-release', p_draw, terms, 'the list is closed', p_now);
END $$;

CREATE FUNCTION practice.publish_mentor(p_account text, p_name text, p_tw text, p_en text, p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.installation WHERE money = 'practice') THEN
    RAISE EXCEPTION 'simulated mentors exist only where money is practice money' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF p_account !~ '^090000000[1-9]$' THEN
    RAISE EXCEPTION 'account % is not reserved for simulated mentors', p_account USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO app.mentors (id, member_id, name, strategy_tw, strategy_en, is_simulated, since)
  SELECT gen_random_uuid(), m.id, p_name, p_tw, p_en, true, p_now FROM app.members m WHERE m.account = p_account
  ON CONFLICT (member_id) DO UPDATE SET name = excluded.name, strategy_tw = excluded.strategy_tw, strategy_en = excluded.strategy_en
    WHERE app.mentors.is_simulated;
END $_$;

CREATE FUNCTION practice.record(p_action text, p_operator uuid, p_subject text, p_details json) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  INSERT INTO audit.entries (entry_id, action, actor, subject, request_id, details)
  VALUES (gen_random_uuid(), p_action, 'operator:' || p_operator, p_subject, gen_random_uuid()::text, p_details)
$$;

CREATE FUNCTION practice.sign_proposal(p_review uuid, p_key uuid, p_at timestamp with time zone, p_signature text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_operator uuid;
BEGIN
  SELECT r.opened_by INTO v_operator FROM app.reviews r JOIN app.operators o ON o.id = r.opened_by
  WHERE r.id = p_review AND r.state = 'second' AND o.program = session_user;
  IF v_operator IS NULL THEN
    RAISE EXCEPTION '% has no proposal % to sign', session_user, p_review USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM practice.keep_signature(v_operator, p_review, p_key, p_at, p_signature);
  PERFORM practice.record('operators.vote-signed', v_operator, 'review:' || p_review, json_build_object('keyId', p_key));
END $$;

CREATE FUNCTION recon.add_lines(p_from bigint, p_upto bigint) RETURNS TABLE(entries bigint, lines bigint, entry_hash bytea, line_hash bytea)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH l AS (
    SELECT get_byte(uuid_send(x.entry_id), 15) AS part, count(*) AS n,
      sha256(convert_to(string_agg(concat_ws(' ', x.entry_id, x.line_no, x.account_id, extract(epoch FROM x.posted_at), x.amount,
        x.asset, x.tx, coalesce(x.seq, -1), coalesce(x.balance_after::text, '-'), coalesce(x.hold_id::text, '-')), E'\n'
        ORDER BY x.entry_id, x.line_no), 'UTF8')) AS digest
    FROM ledger.lines x WHERE x.tx >= p_from AND x.tx < p_upto GROUP BY 1
  ), e AS (
    SELECT get_byte(uuid_send(x.id), 15) AS part, count(*) AS n,
      sha256(convert_to(string_agg(concat_ws(' ', x.id, extract(epoch FROM x.posted_at), x.line_count, x.event, x.reference, x.key,
        coalesce(x.reverses::text, '-'), x.tx), E'\n' ORDER BY x.id), 'UTF8')) AS digest
    FROM ledger.entries x WHERE x.tx >= p_from AND x.tx < p_upto GROUP BY 1
  )
  SELECT (SELECT coalesce(sum(e.n), 0)::bigint FROM e), (SELECT coalesce(sum(l.n), 0)::bigint FROM l),
    (SELECT sha256(coalesce(string_agg(e.digest, ''::bytea ORDER BY e.part), ''::bytea)) FROM e),
    (SELECT sha256(coalesce(string_agg(l.digest, ''::bytea ORDER BY l.part), ''::bytea)) FROM l)
$$;

CREATE FUNCTION recon.bank_cover() RETURNS TABLE(account text, currency text, lines bigint, bank numeric, books numeric, oldest timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT k.account, k.currency, coalesce(b.lines, 0), coalesce(b.total, 0), coalesce(m.total, 0), g.oldest
  FROM (
    SELECT c.number AS account, c.currency FROM app.deposit_channels c
    UNION SELECT l.account, l.currency FROM app.bank_statement_lines l
    UNION SELECT x.account, x.currency FROM recon.bank_movements x
  ) AS k
  LEFT JOIN (SELECT l.account, l.currency, count(*) AS lines, sum(l.amount) AS total FROM app.bank_statement_lines l GROUP BY 1, 2) AS b
    ON (b.account, b.currency) = (k.account, k.currency)
  LEFT JOIN (SELECT x.account, x.currency, sum(x.amount) AS total FROM recon.bank_movements x GROUP BY 1, 2) AS m
    ON (m.account, m.currency) = (k.account, k.currency)
  LEFT JOIN (SELECT x.account, x.currency, min(x.at) AS oldest FROM recon.bank_gaps x GROUP BY 1, 2) AS g
    ON (g.account, g.currency) = (k.account, k.currency)
$$;

CREATE FUNCTION recon.check_balances(p_from bigint) RETURNS SETOF recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH touched AS MATERIALIZED (
    SELECT g.account_id, g.last[1] AS seq, g.last[2] AS balance,
      -- The lines of one account have one number each and add up from the first to the last; a gap in the numbers is a
      -- line of a closed day.
      (g.n > g.last[1] - g.first[1] + 1 OR g.n = g.last[1] - g.first[1] + 1 AND g.last[2] - g.first[2] <> g.total)::integer AS breaks
    FROM (
      SELECT l.account_id, max(ARRAY[l.seq, l.balance_after]) AS last, min(ARRAY[l.seq, l.balance_after - l.amount]) AS first,
        count(*) AS n, sum(l.amount) AS total
      FROM ledger.lines l WHERE l.tx >= p_from AND l.seq IS NOT NULL GROUP BY l.account_id
    ) AS g
  ), wrong AS (
    SELECT t.account_id, abs(coalesce(b.balance, 0) - t.balance) AS off, b.balance, b.lowest, b.highest, t.breaks,
      -- A line of a closed day may have a higher number: closing goes by transactions, numbers by locks.
      (b.lines = t.seq AND b.balance = t.balance OR EXISTS (
        SELECT FROM ledger.lines x WHERE x.account_id = t.account_id AND x.seq = b.lines AND x.balance_after = b.balance
          AND x.posted_at >= to_timestamp((b.stamp >> 12) / 1000::float8))) IS NOT TRUE AS differs
    FROM touched t LEFT JOIN ledger.balances b ON b.account_id = t.account_id
  )
  SELECT 'balances', 'money', count(*), (SELECT t.total FROM ledger.trial_balance() AS t
      WHERE (t.owner_kind, t.asset, t.kind) = ('member', 'TWD', 'available')),
    coalesce(sum(greatest(w.off, 1)) FILTER (WHERE w.differs), 0) + coalesce(sum(w.breaks), 0),
    (SELECT min(a.code) FROM wrong x JOIN ledger.accounts a ON a.id = x.account_id WHERE x.differs OR x.breaks > 0)
  FROM wrong w
  UNION ALL
  SELECT 'min-balance', 'count', count(*), NULL, (count(*) FILTER (WHERE w.balance < w.lowest OR w.balance > w.highest))::numeric,
    (SELECT min(a.code) FROM wrong x JOIN ledger.accounts a ON a.id = x.account_id WHERE x.balance < x.lowest OR x.balance > x.highest)
  FROM wrong w
$$;

CREATE FUNCTION recon.check_bank() RETURNS SETOF recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH trial AS MATERIALIZED (SELECT t.* FROM ledger.trial_balance() AS t WHERE t.owner_kind IN ('house', 'suspense'))
  SELECT 'bank', 'money', coalesce(sum(s.requests), 0)::bigint, coalesce(sum(s.bank) FILTER (WHERE s.currency = 'TWD'), 0),
    coalesce(sum(abs(s.bank - s.said)), 0), min(s.currency) FILTER (WHERE s.bank <> s.said)
  FROM (
    SELECT coalesce(t.asset, r.currency) AS currency, coalesce(-t.total, 0) AS bank, coalesce(r.said, 0) AS said, coalesce(r.requests, 0) AS requests
    FROM (SELECT x.asset, x.total FROM trial x WHERE x.kind = 'bank') AS t
    FULL JOIN (SELECT m.currency, sum(m.amount) AS said, count(*) AS requests FROM recon.bank_movements m GROUP BY m.currency) AS r
      ON r.currency = t.asset
  ) AS s
  UNION ALL
  SELECT 'payouts', 'money', coalesce(sum(s.requests), 0)::bigint, coalesce(sum(s.booked) FILTER (WHERE s.currency = 'TWD'), 0),
    coalesce(sum(abs(s.booked - s.said)), 0), min(s.currency) FILTER (WHERE s.booked <> s.said)
  FROM (
    SELECT coalesce(t.asset, r.currency) AS currency, coalesce(t.total, 0) AS booked, coalesce(r.said, 0) AS said, coalesce(r.requests, 0) AS requests
    FROM (SELECT x.asset, x.total FROM trial x WHERE x.kind = 'payouts') AS t
    FULL JOIN (SELECT w.currency, sum(w.amount) AS said, count(*) AS requests FROM app.withdrawals w
      WHERE w.stage IN ('queued', 'sent') GROUP BY w.currency) AS r ON r.currency = t.asset
  ) AS s
  UNION ALL
  SELECT 'suspense', 'money', coalesce(sum(s.items), 0)::bigint, coalesce(sum(s.booked) FILTER (WHERE s.currency = 'TWD'), 0),
    coalesce(sum(abs(s.booked - s.said)), 0), min(s.currency) FILTER (WHERE s.booked <> s.said)
  FROM (
    SELECT coalesce(t.asset, r.currency) AS currency, coalesce(t.total, 0) - coalesce(app.corrected('suspense/main/' || t.asset || '/open'), 0) AS booked,
      coalesce(r.said, 0) AS said, coalesce(r.items, 0) AS items
    FROM (SELECT x.asset, sum(x.total) AS total FROM trial x WHERE x.owner_kind = 'suspense' GROUP BY x.asset) AS t
    FULL JOIN (SELECT i.currency, sum(i.amount) AS said, count(*) AS items FROM app.suspense_items i
      WHERE i.state IN ('held', 'returning') GROUP BY i.currency) AS r ON r.currency = t.asset
  ) AS s
  UNION ALL
  SELECT 'bank-cover', 'money', count(*), coalesce(sum(g.amount) FILTER (WHERE g.currency = 'TWD'), 0),
    coalesce(sum(abs(g.amount)) FILTER (WHERE h.hours > 0 AND g.at < now() - h.hours * interval '1 hour'), 0),
    (array_agg(format('%s %s', g.kind, g.id) ORDER BY g.at))[1]
  FROM recon.bank_gaps g CROSS JOIN (SELECT recon.rule('bank.coverHours') AS hours) AS h
$$;

CREATE FUNCTION recon.check_charges() RETURNS SETOF recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH charged AS MATERIALIZED (
    SELECT coalesce(sum(o.fills + f.fills), 0)::bigint AS fills, coalesce(sum(o.fee + f.fee), 0) AS fee,
      coalesce(sum(o.tax + f.tax), 0) AS tax, coalesce(sum(o.borrow_fee + f.borrow_fee), 0) AS borrow_fee
    FROM recon.open_fills() AS o CROSS JOIN LATERAL (
      SELECT count(*) AS fills, coalesce(sum(x.fee), 0) AS fee, coalesce(sum(x.tax), 0) AS tax, coalesce(sum(x.borrow_fee), 0) AS borrow_fee
      FROM app.fills x WHERE x.shard = o.shard AND x.event > o.after_event
    ) AS f
  ), kept AS MATERIALIZED (
    SELECT k.tax + coalesce(d.kept_tax, 0) AS tax, k.fee + coalesce(d.kept_fee, 0) AS fee
    FROM recon.kept_charges(recon.open_from(), 9223372036854775807) AS k
    LEFT JOIN recon.closed_days d ON d.day = (SELECT max(x.day) FROM recon.closed_days x)
  )
  SELECT u.code, 'money', c.fills, b.booked, b.booked - u.said - app.corrected(u.account), NULL::text
  FROM charged c, kept k, LATERAL (VALUES
    ('brokerage', 'fees/brokerage/TWD/income', c.fee), ('tax', 'tax/transaction/TWD/collected', c.tax + k.tax),
    ('borrow-fee', 'fees/borrow/TWD/income', c.borrow_fee + k.fee)) AS u (code, account, said),
    LATERAL (SELECT ledger.balance_of(u.account) AS booked) AS b
$$;

CREATE FUNCTION recon.check_dividends() RETURNS SETOF recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH rights AS MATERIALIZED (
    SELECT d.action_id, d.owed - d.gross AS issuers, d.withheld + d.owed_supplement AS withheld,
      CASE WHEN d.paid_entry IS NULL THEN d.gross - d.withheld ELSE 0 END AS unpaid
    FROM app.dividend_entitlements d WHERE d.accrued_entry IS NOT NULL
    UNION ALL
    SELECT s.action_id, s.owed - s.gross, 0, CASE WHEN a.seats_paid IS NULL THEN s.gross ELSE 0 END
    FROM app.seat_entitlements s JOIN app.corporate_actions a ON a.id = s.action_id
  ), said AS MATERIALIZED (
    SELECT count(*) AS rows, coalesce(sum(r.issuers), 0) AS issuers, coalesce(sum(r.withheld), 0) AS withheld, coalesce(sum(r.unpaid), 0) AS unpaid
    FROM rights r
  ), trial AS MATERIALIZED (
    SELECT t.asset, sum(t.total) AS total FROM ledger.trial_balance() AS t
    WHERE t.owner_kind IN ('member', 'seat', 'lending') AND t.kind = 'dividend' GROUP BY t.asset
  ), booked AS MATERIALIZED (
    SELECT ledger.balance_of('house/main/TWD/dividends') - app.corrected('house/main/TWD/dividends') AS issuers,
      ledger.balance_of('tax/supplement/TWD/collected') - app.corrected('tax/supplement/TWD/collected') AS withheld,
      (SELECT coalesce(sum(t.total), 0) FROM trial t WHERE t.asset = 'TWD') AS unpaid
  ), coming AS (
    SELECT d.action_id, d.new_shares FROM app.dividend_entitlements d WHERE d.new_shares > 0 AND d.delivered_entry IS NULL
    UNION ALL
    SELECT s.action_id, s.new_shares FROM app.seat_entitlements s JOIN app.corporate_actions a ON a.id = s.action_id
    WHERE s.new_shares > 0 AND a.seats_delivered IS NULL
  ), arriving AS MATERIALIZED (
    SELECT coalesce(sum(abs(coalesce(b.total, 0) - coalesce(x.total, 0))), 0) AS off FROM (
      SELECT t.asset, t.total FROM trial t WHERE t.asset LIKE 'stk:%'
    ) AS b FULL JOIN (
      SELECT 'stk:' || a.symbol AS asset, sum(c.new_shares) AS total
      FROM coming c JOIN app.corporate_actions a ON a.id = c.action_id AND a.split_to = a.split_from GROUP BY a.symbol
    ) AS x ON x.asset = b.asset
  ), cancels AS MATERIALIZED (
    SELECT count(*) AS wrong, min(a.id::text) AS first FROM app.corporate_actions a
    WHERE a.state = 'cancelled' AND (recon.is_approved_by_two(a.cancel_review_id, 'dividend-cancel', a.id::text)
      AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.action_id = a.id)
      AND NOT EXISTS (SELECT FROM app.seat_entitlements s WHERE s.action_id = a.id)) IS NOT TRUE
  )
  SELECT 'dividends', 'money', s.rows, -b.issuers,
    abs(b.issuers - s.issuers) + abs(b.withheld - s.withheld) + abs(b.unpaid - s.unpaid) + c.wrong + r.off,
    CASE WHEN (b.issuers, b.withheld, b.unpaid) IS DISTINCT FROM (s.issuers, s.withheld, s.unpaid)
      THEN format('issuers %s of %s, withheld %s of %s, unpaid %s of %s', b.issuers, s.issuers, b.withheld, s.withheld, b.unpaid, s.unpaid)
      WHEN c.wrong > 0 THEN format('cancelled without two operators or after the ex-date: %s, first %s', c.wrong, c.first)
      WHEN r.off > 0 THEN format('%s shares on their way differ', r.off) END
  FROM said s, booked b, cancels c, arriving r
$$;

CREATE FUNCTION recon.check_draw_tickets() RETURNS recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH open AS MATERIALIZED (
    SELECT d.id, d.tickets, (SELECT count(*) FROM app.draw_tickets t WHERE t.draw_id = d.id) AS found
    FROM app.draws d WHERE d.state IN ('committed', 'closed', 'released')
  ), wrong AS (
    SELECT a.draw_id, format('no ticket of %s', a.reference) AS why, 1 AS off
    FROM open JOIN recon.draw_applications a ON a.draw_id = open.id
    WHERE NOT EXISTS (SELECT FROM app.draw_tickets t WHERE t.draw_id = a.draw_id AND t.reference = a.reference)
    UNION ALL
    SELECT open.id, format('%s tickets of %s', open.found, open.tickets), abs(open.found - open.tickets) FROM open WHERE open.found <> open.tickets
  )
  SELECT 'draw-tickets', 'count', (SELECT coalesce(sum(open.found), 0)::bigint FROM open), NULL::numeric,
    coalesce(sum(w.off), 0)::numeric, min(format('%s %s', w.draw_id, w.why)) FROM wrong w
$$;

CREATE FUNCTION recon.check_entries(p_from bigint, p_upto bigint) RETURNS SETOF recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- Each kind of account is one bit, so that the kinds of an entry are compared with those its event allows at once.
  -- Collation C: the minimum and the maximum only show whether the texts differ.
  WITH kinds AS MATERIALIZED (
    SELECT c.owner_kind, c.kind, 1::bigint << row_number() OVER (ORDER BY c.owner_kind, c.kind)::integer AS bit FROM ledger.chart c
  ), allowed AS MATERIALIZED (
    SELECT x.event, bit_or(k.bit) AS bits FROM recon.event_accounts x
    JOIN kinds k ON (k.owner_kind, k.kind) = (x.owner_kind, x.kind) GROUP BY x.event
  ), sums AS MATERIALIZED (
    SELECT l.entry_id, count(*) AS n, sum(l.amount) AS off, bit_or(a.bit) AS bits,
      min(l.asset COLLATE "C") <> max(l.asset COLLATE "C") AS mixed, min(a.member) IS DISTINCT FROM max(a.member) AS two_members
    FROM ledger.lines l JOIN (
      SELECT x.id, k.bit, CASE WHEN x.owner_kind = 'member' THEN x.owner_id END COLLATE "C" AS member
      FROM ledger.accounts x JOIN kinds k ON (k.owner_kind, k.kind) = (x.owner_kind, x.kind)
    ) AS a ON a.id = l.account_id
    WHERE l.tx >= p_from AND l.tx < p_upto GROUP BY l.entry_id
  ), e AS MATERIALIZED (
    SELECT x.id, x.posted_at, x.event, x.line_count FROM ledger.entries x WHERE x.tx >= p_from AND x.tx < p_upto
  ), counted AS MATERIALIZED (SELECT count(*) AS n, coalesce(sum(e.line_count), 0) AS lines FROM e), g AS MATERIALIZED (
    SELECT e.id, e.posted_at, e.event, e.line_count, coalesce(s.n, 0) AS n, coalesce(s.off, 0) AS off, coalesce(s.mixed, false) AS mixed,
      (NOT s.two_members AND s.bits & ~k.bits = 0) IS TRUE AS proper
    FROM e LEFT JOIN sums s ON s.entry_id = e.id LEFT JOIN allowed k ON k.event = e.event
    WHERE (s.n = e.line_count AND s.off = 0 AND NOT s.mixed AND NOT s.two_members AND s.bits & ~k.bits = 0) IS NOT TRUE
  ), uneven AS (
    SELECT g.id, abs(g.off) + 1 AS off FROM g WHERE NOT g.mixed AND g.off <> 0 OR g.n <> g.line_count
    UNION ALL
    SELECT g.id, abs(sum(l.amount)) FROM g JOIN ledger.lines l ON l.entry_id = g.id AND l.posted_at = g.posted_at
    WHERE g.mixed GROUP BY g.id, l.asset HAVING sum(l.amount) <> 0
    UNION ALL
    -- A line without an entry in the range.
    SELECT NULL, abs(l.n - c.lines) FROM counted c, (SELECT coalesce(sum(s.n), 0) AS n FROM sums s) AS l WHERE l.n <> c.lines
  )
  SELECT 'entries', 'count', (SELECT c.n FROM counted c), NULL::numeric, coalesce(sum(u.off), 0), min(u.id::text) FROM uneven u
  UNION ALL
  SELECT 'events', 'count', (SELECT c.n FROM counted c), NULL, count(*)::numeric, min(format('%s %s', g.event, g.id))
  FROM g WHERE NOT g.proper AND g.id NOT IN (SELECT x.entry_id FROM recon.answered x)
$$;

CREATE FUNCTION recon.check_fills() RETURNS recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 'fills', 'count', (SELECT count(*) FROM recon.open_fills() AS o JOIN app.fills f ON f.shard = o.shard AND f.event > o.after_event),
    NULL::numeric, count(w.event)::numeric, min(format('%s/%s %s', o.shard, w.event, w.side)) FILTER (WHERE w.event IS NOT NULL)
  FROM recon.open_fills() AS o LEFT JOIN LATERAL recon.wrong_fills(o.shard, o.after_event, 9223372036854775807) AS w ON true
$$;

CREATE FUNCTION recon.check_grants(p_from bigint, p_upto bigint) RETURNS recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 'grants', 'money', (SELECT count(*) FROM ledger.entries e WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'practice-grant'),
    NULL::numeric, coalesce(sum(greatest(g.amount, 1)), 0), min(g.entry_id::text)
  FROM recon.wrong_grants(p_from, p_upto) AS g WHERE g.entry_id NOT IN (SELECT x.entry_id FROM recon.answered x)
$$;

CREATE FUNCTION recon.check_holdings(p_all boolean) RETURNS SETOF recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH p AS MATERIALIZED (
    SELECT x.symbol, x.direction, x.shares, x.loan, x.collateral, x.interest FROM app.positions x WHERE p_all OR x.state <> 'closed'
  ), trial AS MATERIALIZED (SELECT t.* FROM ledger.trial_balance() AS t), books AS MATERIALIZED (
    SELECT p.symbol, coalesce(sum(p.shares) FILTER (WHERE p.direction = 'long'), 0) AS long,
      coalesce(sum(p.shares) FILTER (WHERE p.direction = 'short'), 0) AS short FROM p GROUP BY p.symbol
  ), credit AS MATERIALIZED (
    SELECT coalesce(sum(o.principal), 0) AS principal, coalesce(sum(o.interest), 0) AS interest FROM app.credit_loans o
    WHERE o.state = 'passed' AND o.repaid_at IS NULL
  ), owes AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE p.loan > 0) AS loans, count(*) FILTER (WHERE p.collateral > 0) AS collaterals,
      count(*) FILTER (WHERE p.interest > 0) AS interests,
      coalesce(sum(p.loan), 0) + c.principal AS loan, coalesce(sum(p.collateral), 0) AS collateral,
      coalesce(sum(p.interest), 0) + c.interest AS interest
    FROM credit c LEFT JOIN p ON true GROUP BY c.principal, c.interest
  ), cash AS MATERIALIZED (
    SELECT coalesce(-sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind = 'loan'), 0) AS owed,
      coalesce(sum(t.total) FILTER (WHERE t.owner_kind = 'lending' AND t.kind = 'lent'), 0) AS lent,
      coalesce(sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind = 'collateral'), 0) AS collateral,
      coalesce(-sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind = 'interest'), 0) AS interest
    FROM trial t WHERE t.asset = 'TWD'
  ), shares AS MATERIALIZED (
    SELECT coalesce(k.symbol, b.symbol) AS symbol, coalesce(k.held, 0) AS held, coalesce(k.lent, 0) AS lent, coalesce(k.owed, 0) AS owed,
      coalesce(b.long, 0) AS long, coalesce(b.short, 0) AS short
    FROM (
      SELECT substr(t.asset, 5) AS symbol,
        sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind IN ('available', 'held', 'receivable', 'held-receivable', 'dividend')) AS held,
        sum(t.total) FILTER (WHERE t.owner_kind = 'lending' AND t.kind = 'lent') AS lent,
        -sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind = 'loan') AS owed
      FROM trial t WHERE t.asset LIKE 'stk:%' GROUP BY t.asset
    ) AS k FULL JOIN books b ON b.symbol = k.symbol
  )
  SELECT 'shares', 'shares', count(*), coalesce(sum(s.held), 0), coalesce(sum(abs(s.held - s.long)), 0),
    min(s.symbol) FILTER (WHERE s.held <> s.long)
  FROM shares s WHERE s.held <> 0 OR s.long <> 0
  UNION ALL
  SELECT 'lent-shares', 'shares', count(*), coalesce(sum(s.lent), 0), coalesce(sum(abs(s.lent - s.short) + abs(s.lent - s.owed)), 0),
    min(s.symbol) FILTER (WHERE s.lent <> s.short OR s.lent <> s.owed)
  FROM shares s WHERE s.lent <> 0 OR s.short <> 0 OR s.owed <> 0
  UNION ALL
  SELECT 'loans', 'money', o.loans, o.loan, abs(c.owed - o.loan) + abs(c.lent - o.loan),
    CASE WHEN c.owed <> o.loan OR c.lent <> o.loan THEN format('owed %s, lent %s, holdings %s', c.owed, c.lent, o.loan) END
  FROM owes o, cash c
  UNION ALL
  SELECT 'collateral', 'money', o.collaterals, c.collateral, abs(c.collateral - o.collateral),
    CASE WHEN c.collateral <> o.collateral THEN format('accounts %s, holdings %s', c.collateral, o.collateral) END
  FROM owes o, cash c
  UNION ALL
  SELECT 'interest', 'money', o.interests, c.interest, abs(c.interest - o.interest),
    CASE WHEN c.interest <> o.interest THEN format('accounts %s, holdings %s', c.interest, o.interest) END
  FROM owes o, cash c
$$;

CREATE FUNCTION recon.check_holds(p_from bigint) RETURNS SETOF recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  WITH open AS MATERIALIZED (
    SELECT h.id, h.account_id, h.remaining, h.reference FROM ledger.holds h WHERE h.state = 'open'
  ), held AS (
    SELECT x.account_id, coalesce(sum(o.remaining), 0) AS remaining, count(o.id) AS holds
    FROM (
      SELECT o.account_id FROM open o
      UNION SELECT l.account_id FROM ledger.lines l WHERE l.tx >= p_from AND l.hold_id IS NOT NULL
    ) AS x LEFT JOIN open o ON o.account_id = x.account_id GROUP BY x.account_id
  ), judged AS (
    SELECT a.code, a.asset, a.owner_kind, b.balance, h.remaining, h.holds
    FROM held h JOIN ledger.accounts a ON a.id = h.account_id JOIN ledger.balances b ON b.account_id = h.account_id
  ), named AS MATERIALIZED (
    SELECT u.hold_id, o.id AS owner, true AS trades FROM app.orders o CROSS JOIN LATERAL unnest(o.holds) AS u (hold_id)
    WHERE o.state = 'entrusted'
    UNION ALL
    SELECT u.hold_id, c.id, false FROM app.conditional_orders c CROSS JOIN LATERAL unnest(c.holds) AS u (hold_id)
    WHERE c.state = 'waiting'
  ), loose AS (
    SELECT o.id, o.reference, o.remaining
    FROM open o JOIN ledger.accounts a ON a.id = o.account_id
    WHERE a.owner_kind IN ('member', 'lending')
      AND NOT EXISTS (SELECT FROM recon.request_holds r WHERE r.hold_id = o.id AND r.remaining = o.remaining)
      AND NOT EXISTS (SELECT FROM named n WHERE n.hold_id = o.id AND n.owner::text = o.reference)
    UNION ALL
    SELECT n.hold_id, n.owner::text, -l.amount
    FROM named n JOIN ledger.lines l ON l.hold_id = n.hold_id AND l.tx >= p_from AND l.amount < 0
    JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
    WHERE NOT (n.trades AND e.event ^@ 'trade.') AND NOT EXISTS (
      SELECT FROM app.order_steps s WHERE s.order_id = n.owner AND s.what = 'reduced' AND e.event = 'order.reduced'
        AND e.key ~ ('^reduced:[0-9]+/' || (s.data ->> 'event') || '/' || s.order_id || '$'))
  )
  SELECT 'holds', 'money', coalesce(sum(j.holds), 0)::bigint,
    coalesce(sum(j.balance) FILTER (WHERE j.owner_kind = 'member' AND j.asset = 'TWD'), 0),
    coalesce(sum(abs(j.balance - j.remaining)), 0), min(j.code) FILTER (WHERE j.balance <> j.remaining)
  FROM judged j
  UNION ALL
  SELECT 'holds-owned', 'money', (SELECT count(*) FROM open), NULL, coalesce(sum(l.remaining), 0), min(format('%s %s', l.id, l.reference))
  FROM loose l
$_$;

CREATE FUNCTION recon.check_records(p_since timestamp with time zone) RETURNS recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 'records', 'money', (SELECT count(*) FROM app.deposits d WHERE d.state = 'passed' AND d.decided_at >= p_since)
      + (SELECT count(*) FROM app.withdrawals w WHERE w.state <> 'pending' AND w.decided_at >= p_since), NULL::numeric,
    coalesce(sum(greatest(u.amount, 1)), 0), min(format('%s %s', u.why, u.request))
  FROM recon.unbooked(p_since) AS u
$$;

CREATE FUNCTION recon.check_requests(p_from bigint, p_upto bigint) RETURNS recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 'requests', 'money', (SELECT count(*) FROM ledger.entries e JOIN recon.events k ON k.event = e.event AND k.traced
      WHERE e.tx >= p_from AND e.tx < p_upto AND e.event NOT LIKE 'trade.%'), NULL::numeric,
    coalesce(sum(greatest(u.amount, 1)), 0), min(format('%s %s: %s', u.event, u.entry_id, u.why))
  FROM recon.untraced(p_from, p_upto) AS u WHERE u.entry_id NOT IN (SELECT x.entry_id FROM recon.answered x)
$$;

CREATE FUNCTION recon.check_totals() RETURNS SETOF recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH trial AS MATERIALIZED (SELECT t.* FROM ledger.trial_balance() AS t), kept AS (
    SELECT u.owner_kind, u.asset, u.kind, sum(u.total) AS total FROM (
      SELECT t.owner_kind, t.asset, t.kind, t.total FROM recon.closed_totals t
      WHERE t.day = (SELECT max(d.day) FROM recon.closed_days d)
      UNION ALL SELECT m.owner_kind, m.asset, m.kind, m.total FROM recon.moved(recon.open_from(), 9223372036854775807) AS m
    ) AS u GROUP BY u.owner_kind, u.asset, u.kind
  )
  SELECT 'assets', 'count', count(*), NULL::numeric, coalesce(sum(abs(s.off)), 0), min(s.asset) FILTER (WHERE s.off <> 0)
  FROM (SELECT t.asset, sum(t.total) AS off FROM trial t GROUP BY t.asset) AS s
  UNION ALL
  SELECT 'clearing', 'money', count(*), coalesce(sum(t.total) FILTER (WHERE t.asset = 'TWD'), 0), coalesce(sum(abs(t.total)), 0),
    min(t.asset) FILTER (WHERE t.total <> 0)
  FROM trial t WHERE t.owner_kind = 'clearing'
  UNION ALL
  SELECT 'closed-days', 'money', (SELECT count(*) FROM recon.closed_days), NULL,
    coalesce(sum(abs(coalesce(t.total, 0) - coalesce(k.total, 0))), 0),
    min(format('%s %s %s', coalesce(t.owner_kind, k.owner_kind), coalesce(t.asset, k.asset), coalesce(t.kind, k.kind)))
      FILTER (WHERE coalesce(t.total, 0) <> coalesce(k.total, 0))
  FROM trial t FULL JOIN kept k ON (k.owner_kind, k.asset, k.kind) = (t.owner_kind, t.asset, t.kind)
$$;

CREATE FUNCTION recon.check_trades(p_from bigint, p_upto bigint) RETURNS recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 'trades', 'count', (SELECT count(*) FROM ledger.entries e WHERE e.tx >= p_from AND e.tx < p_upto AND e.event LIKE 'trade.%'), NULL::numeric,
    count(*)::numeric, min(format('%s %s', u.event, u.entry_id))
  FROM recon.untraced_trades(p_from, p_upto) AS u WHERE u.entry_id NOT IN (SELECT x.entry_id FROM recon.answered x)
$$;

CREATE FUNCTION recon.check_votes() RETURNS recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 'two-people', 'count', count(*), NULL::numeric, (count(*) FILTER (WHERE r.id IS NULL))::numeric, min(w.number) FILTER (WHERE r.id IS NULL)
  FROM app.reviews w LEFT JOIN recon.approved_reviews r ON r.id = w.id WHERE w.decided_at > now() - interval '1 day' AND w.decision = 'approve' AND w.state = 'closed'
$$;

CREATE FUNCTION recon.check_vouchers() RETURNS recon.finding
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 'vouchers', 'money', c.open, b.booked, b.booked - c.said, NULL::text
  FROM (SELECT ledger.balance_of('house/main/TWD/vouchers') AS booked) AS b,
    (SELECT count(*) AS open, coalesce(sum(x.amount), 0) AS said FROM app.coupons x
     WHERE x.state = 'available' OR x.state = 'used' AND x.entry_id IS NULL) AS c
$$;

CREATE FUNCTION recon.close_as(p_day date) RETURNS bytea
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    SET work_mem TO '64MB'
    AS $$
DECLARE
  v_last  recon.closed_days;
  v_from  bigint;
  v_upto  bigint;
  v_added record;
  v_kept  record;
  v_hash  bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('recon.close_as', 0));
  SELECT d.* INTO v_last FROM recon.closed_days d ORDER BY d.day DESC LIMIT 1;
  IF v_last.day >= p_day THEN
    RAISE EXCEPTION 'day % cannot be closed: the last closed day is %', p_day, v_last.day USING ERRCODE = 'check_violation';
  END IF;
  v_from := coalesce(v_last.upto_tx, 0);
  v_upto := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;

  SELECT a.* INTO v_added FROM recon.add_lines(v_from, v_upto) AS a;
  SELECT k.tax + coalesce(v_last.kept_tax, 0) AS tax, k.fee + coalesce(v_last.kept_fee, 0) AS fee INTO v_kept
  FROM recon.kept_charges(v_from, v_upto) AS k;
  INSERT INTO recon.closed_totals (day, owner_kind, asset, kind, total)
  SELECT p_day, u.owner_kind, u.asset, u.kind, sum(u.total)
  FROM (
    SELECT t.owner_kind, t.asset, t.kind, t.total FROM recon.closed_totals t WHERE t.day = v_last.day
    UNION ALL SELECT m.owner_kind, m.asset, m.kind, m.total FROM recon.moved(v_from, v_upto) AS m
  ) AS u GROUP BY u.owner_kind, u.asset, u.kind;
  INSERT INTO recon.closed_fills (day, shard, upto_event, fills, fee, tax, borrow_fee)
  SELECT p_day, c.shard, c.event, coalesce(k.fills, 0) + f.fills, coalesce(k.fee, 0) + f.fee, coalesce(k.tax, 0) + f.tax,
    coalesce(k.borrow_fee, 0) + f.borrow_fee
  FROM settlement.cursors c
  LEFT JOIN recon.closed_fills k ON k.day = v_last.day AND k.shard = c.shard
  CROSS JOIN LATERAL (
    SELECT count(*) AS fills, coalesce(sum(x.fee), 0) AS fee, coalesce(sum(x.tax), 0) AS tax,
      coalesce(sum(x.borrow_fee), 0) AS borrow_fee
    FROM app.fills x WHERE x.shard = c.shard AND x.event > coalesce(k.upto_event, 0) AND x.event <= c.event
  ) AS f;
  v_hash := recon.hash_of(p_day, v_from, v_upto, v_added.entries, v_added.lines, v_added.entry_hash, v_added.line_hash,
    v_kept.tax, v_kept.fee);
  INSERT INTO recon.closed_days (day, from_tx, upto_tx, entries, lines, entry_hash, line_hash, kept_tax, kept_fee, hash, closed_at)
  VALUES (p_day, v_from, v_upto, v_added.entries, v_added.lines, v_added.entry_hash, v_added.line_hash, v_kept.tax, v_kept.fee, v_hash, clock_timestamp());
  RETURN v_hash;
END $$;

CREATE FUNCTION recon.close_day() RETURNS date
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_day date := (clock_timestamp() AT TIME ZONE 'Asia/Taipei')::date - 1;
BEGIN
  IF EXISTS (SELECT FROM recon.closed_days d WHERE d.day >= v_day) THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM app.reconcile() AS r WHERE r.difference <> 0 AND r.code <> 'bank-cover') THEN RETURN NULL; END IF;
  PERFORM recon.close_as(v_day);
  RETURN v_day;
END $$;

CREATE FUNCTION recon.hash_of(p_day date, p_from bigint, p_upto bigint, p_entries bigint, p_lines bigint, p_entry_hash bytea, p_line_hash bytea, p_kept_tax numeric, p_kept_fee numeric) RETURNS bytea
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT sha256(
    coalesce((SELECT b.hash FROM recon.closed_days b WHERE b.day < p_day ORDER BY b.day DESC LIMIT 1), ''::bytea)
    || convert_to(concat_ws(' ', p_day, p_from, p_upto, p_entries, p_lines, encode(p_entry_hash, 'hex'), encode(p_line_hash, 'hex'),
      p_kept_tax, p_kept_fee,
      (SELECT string_agg(concat_ws('/', t.owner_kind, t.asset, t.kind, t.total), ' ' ORDER BY t.owner_kind, t.asset, t.kind)
       FROM recon.closed_totals t WHERE t.day = p_day),
      (SELECT string_agg(concat_ws('/', f.shard, f.upto_event, f.fills, f.fee, f.tax, f.borrow_fee), ' ' ORDER BY f.shard)
       FROM recon.closed_fills f WHERE f.day = p_day)), 'UTF8'))
$$;

CREATE FUNCTION recon.is_approved_by_two(p_review uuid, p_kind text, p_subject text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (SELECT FROM recon.approved_reviews r WHERE r.id = p_review AND r.kind = p_kind AND r.subject = p_subject)
$$;

CREATE FUNCTION recon.journal_account(p_account text, p_currency text, p_member text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT CASE split_part(p_account, '.', 1)
    WHEN 'member' THEN format('member/%s/%s/available', p_member, p_currency)
    WHEN 'fees' THEN format('fees/%s/%s/income', split_part(p_account, '.', 2), p_currency)
    WHEN 'tax' THEN format('tax/%s/%s/collected', split_part(p_account, '.', 2), p_currency)
    WHEN 'suspense' THEN format('suspense/main/%s/open', p_currency)
    ELSE format('house/main/%s/%s', p_currency, split_part(p_account, '.', 2)) END
$$;

CREATE FUNCTION recon.kept_charges(p_from bigint, p_upto bigint, OUT tax numeric, OUT fee numeric) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(sum(l.amount) FILTER (WHERE l.account_id = ledger.account_id('tax/transaction/TWD/collected')), 0),
    coalesce(sum(l.amount) FILTER (WHERE l.account_id = ledger.account_id('fees/borrow/TWD/income')), 0)
  FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'day-trade.kept'
$$;

CREATE FUNCTION recon.moved(p_from bigint, p_upto bigint) RETURNS TABLE(owner_kind text, asset text, kind text, total numeric)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT a.owner_kind, a.asset, a.kind, sum(m.total)
  FROM (
    SELECT l.account_id, sum(l.amount) AS total FROM ledger.lines l WHERE l.tx >= p_from AND l.tx < p_upto GROUP BY l.account_id
  ) AS m
  CROSS JOIN LATERAL (SELECT x.owner_kind, x.asset, x.kind FROM ledger.accounts x WHERE x.id = m.account_id OFFSET 0) AS a
  GROUP BY a.owner_kind, a.asset, a.kind
$$;

CREATE FUNCTION recon.open_fills() RETURNS TABLE(shard smallint, after_event bigint, fills bigint, fee numeric, tax numeric, borrow_fee numeric)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT s.shard, coalesce(k.upto_event, 0), coalesce(k.fills, 0), coalesce(k.fee, 0), coalesce(k.tax, 0), coalesce(k.borrow_fee, 0)
  FROM (SELECT c.shard FROM settlement.cursors c UNION SELECT f.shard FROM recon.closed_fills f
        UNION (SELECT f.shard FROM app.fills f ORDER BY f.shard DESC LIMIT 1)) AS s
  LEFT JOIN recon.closed_fills k ON k.shard = s.shard AND k.day = (SELECT max(d.day) FROM recon.closed_days d)
$$;

CREATE FUNCTION recon.open_from() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce((SELECT d.upto_tx FROM recon.closed_days d ORDER BY d.day DESC LIMIT 1), 0)
$$;

CREATE FUNCTION recon.open_since() RETURNS timestamp with time zone
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce((SELECT d.closed_at - interval '2 days' FROM recon.closed_days d ORDER BY d.day DESC LIMIT 1), '-infinity')
$$;

CREATE FUNCTION recon.rule(p_rule text) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT coalesce(
    (SELECT v.value FROM app.rule_values v WHERE v.rule = p_rule AND v.holds_from <= now() ORDER BY v.holds_from DESC, v.id DESC LIMIT 1),
    (SELECT d.value FROM recon.defaults d WHERE d.rule = p_rule))
$$;

CREATE FUNCTION recon.unbooked(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT u.* FROM recon.unbooked_funds(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_blocks(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_deliveries(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_placements(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_auctions(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_currencies(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_copies(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_credit(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_dividends(p_since) AS u
$$;

CREATE FUNCTION recon.unbooked_auctions(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT b.id, b.deposit::numeric, 'auction bid' FROM app.auction_bids b
  LEFT JOIN ledger.entries e ON e.id = b.entry_id AND e.posted_at = ledger.time_of(b.entry_id)
  WHERE b.state <> 'sealed' AND b.decided_at >= p_since AND (e.reference = b.id::text AND e.event = CASE b.state
    WHEN 'cancelled' THEN 'auction.cancelled' WHEN 'void' THEN 'auction.released' ELSE 'auction.opened' END) IS NOT TRUE
$$;

CREATE FUNCTION recon.unbooked_blocks(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT b.id, b.price::numeric * b.shares, 'block trade' FROM app.block_applications b
  LEFT JOIN ledger.entries e ON e.id = b.entry_id AND e.posted_at = ledger.time_of(b.entry_id)
  WHERE b.state <> 'pending' AND b.decided_at >= p_since
    AND (e.event = CASE b.state WHEN 'passed' THEN 'block.traded' ELSE 'block.released' END AND e.reference = b.id::text) IS NOT TRUE
$$;

CREATE FUNCTION recon.unbooked_copies(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT c.id, c.amount::numeric, 'copy' FROM app.copies c
  LEFT JOIN ledger.entries e ON e.id = c.entry_id AND e.posted_at = ledger.time_of(c.entry_id)
  WHERE c.ended_at >= p_since AND (e.event = 'copy.released' AND e.reference = c.id::text OR c.entry_id IS NULL AND c.spent = c.amount) IS NOT TRUE
$$;

CREATE FUNCTION recon.unbooked_credit(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT o.id, o.amount::numeric, 'credit loan' FROM app.credit_loans o
  LEFT JOIN ledger.entries e ON e.id = o.entry_id AND e.posted_at = ledger.time_of(o.entry_id)
  WHERE o.state = 'passed' AND o.decided_at >= p_since AND (e.event = 'credit.disbursed' AND e.reference = o.id::text) IS NOT TRUE
$$;

CREATE FUNCTION recon.unbooked_currencies(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT q.id, q.value_twd::numeric, 'currency exchange' FROM app.currency_quotes q
  LEFT JOIN ledger.entries e ON e.id = q.entry_id AND e.posted_at = ledger.time_of(q.entry_id)
  WHERE q.dealt_at >= p_since AND (e.event = 'currency.exchanged' AND e.reference = q.id::text) IS NOT TRUE
$$;

CREATE FUNCTION recon.unbooked_deliveries(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT s.id, s.amount, 'delivery of new shares' FROM app.subscriptions s
  LEFT JOIN ledger.entries e ON e.id = s.delivery_id AND e.posted_at = ledger.time_of(s.delivery_id)
  WHERE s.state = 'delivered' AND s.delivered_at >= p_since
    AND (e.event = 'subscription.delivered' AND e.reference = s.id::text) IS NOT TRUE
  UNION ALL
  SELECT b.id, b.price * b.awarded * 1000, 'delivery of won lots' FROM app.auction_bids b
  LEFT JOIN ledger.entries e ON e.id = b.delivery_id AND e.posted_at = ledger.time_of(b.delivery_id)
  WHERE b.state = 'delivered' AND b.delivered_at >= p_since
    AND (e.event = 'auction.delivered' AND e.reference = b.id::text) IS NOT TRUE
$$;

CREATE FUNCTION recon.unbooked_dividends(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT d.action_id, d.gross::numeric, 'dividend' FROM app.dividend_entitlements d JOIN app.corporate_actions a ON a.id = d.action_id
  CROSS JOIN LATERAL (VALUES ('dividend.accrued', d.accrued_entry, d.accrued_at), ('dividend.paid', d.paid_entry, d.paid_at),
    ('shares.adjusted', d.shares_entry, CASE WHEN d.new_shares <> 0 OR d.owed_shares <> 0 THEN a.ex_at END),
    ('shares.delivered', d.delivered_entry, d.delivered_at)) AS v (event, entry, at)
  LEFT JOIN ledger.entries e ON e.id = v.entry AND e.posted_at = ledger.time_of(v.entry)
  WHERE v.at >= p_since AND (e.event = v.event AND e.reference = d.action_id::text) IS NOT TRUE
  UNION ALL
  SELECT a.id, 0::numeric, 'dividend of seats' FROM app.corporate_actions a
  CROSS JOIN LATERAL (VALUES ('dividend.accrued', a.seats_accrued, a.ex_at), ('shares.adjusted', a.seats_entry, a.ex_at),
    ('dividend.paid', a.seats_paid, a.paid_at), ('shares.delivered', a.seats_delivered, a.paid_at)) AS v (event, entry, at)
  LEFT JOIN ledger.entries e ON e.id = v.entry AND e.posted_at = ledger.time_of(v.entry)
  WHERE v.at >= p_since AND EXISTS (SELECT FROM app.seat_lines(a, v.event)) AND (e.event = v.event AND e.reference = a.id::text) IS NOT TRUE
$$;

CREATE FUNCTION recon.unbooked_funds(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT d.id, d.booked, 'deposit' FROM app.deposits d
  LEFT JOIN ledger.entries e ON e.id = d.entry_id AND e.posted_at = ledger.time_of(d.entry_id)
  WHERE d.state = 'passed' AND d.decided_at >= p_since
    AND (e.event = 'deposit.booked' AND e.reference = d.id::text) IS NOT TRUE
  UNION ALL
  SELECT w.id, w.amount, 'withdrawal' FROM app.withdrawals w
  LEFT JOIN ledger.entries e ON e.id = w.entry_id AND e.posted_at = ledger.time_of(w.entry_id)
  WHERE w.state <> 'pending' AND w.decided_at >= p_since
    AND (e.event = CASE w.state WHEN 'passed' THEN 'withdrawal.passed' ELSE 'withdrawal.released' END AND e.reference = w.id::text) IS NOT TRUE
  UNION ALL
  SELECT j.id, 0, 'correction' FROM app.journals j
  LEFT JOIN ledger.entries e ON e.id = j.entry_id AND e.posted_at = ledger.time_of(j.entry_id)
  WHERE j.posted_at >= p_since AND (e.event = 'journal.posted' AND e.reference = j.id::text) IS NOT TRUE
  UNION ALL
  SELECT g.id, g.amount * g.members, 'voucher grant' FROM app.coupon_grants g
  LEFT JOIN ledger.entries e ON e.id = g.entry_id AND e.posted_at = ledger.time_of(g.entry_id)
  WHERE g.granted_at >= p_since AND (e.event = 'coupon.granted' AND e.reference = g.id::text) IS NOT TRUE
$$;

CREATE FUNCTION recon.unbooked_placements(p_since timestamp with time zone) RETURNS TABLE(request uuid, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT a.id, a.amount::numeric, 'placement' FROM app.placement_applications a
  LEFT JOIN ledger.entries e ON e.id = a.entry_id AND e.posted_at = ledger.time_of(a.entry_id)
  WHERE a.state <> 'waiting' AND a.decided_at >= p_since
    AND (e.event = CASE a.state WHEN 'allotted' THEN 'placement.allotted' ELSE 'placement.released' END AND e.reference = a.id::text)
      IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT u.* FROM recon.untraced_funds(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_subscriptions(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_blocks(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_listings(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_placements(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_auctions(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_currencies(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_copies(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_credit(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_dividends(p_from, p_upto) AS u
$$;

CREATE FUNCTION recon.untraced_auctions(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT e.id, e.event, t.moved, 'no bid that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
  ) AS t
  LEFT JOIN app.auction_bids b ON b.id = recon.uuid_of(e.reference)
  LEFT JOIN app.auctions a ON a.id = b.auction_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'auction.' AND (CASE e.event
      WHEN 'auction.delivered' THEN b.state = 'delivered' AND b.delivery_id = e.id AND app.is_bid_delivery(b, a.symbol, e.id)
      ELSE t.asset = 'TWD' AND t.member_id = b.member_id::text AND CASE e.event
        WHEN 'auction.held' THEN t.held = b.deposit + b.fee
          OR b.pay_hold_id IS NOT NULL AND t.held = b.price * b.awarded * 1000 - b.kept
        WHEN 'auction.cancelled' THEN b.state = 'cancelled' AND b.entry_id = e.id AND t.held = -(b.deposit + b.fee) AND t.free = b.deposit
        WHEN 'auction.released' THEN b.state = 'void' AND b.entry_id = e.id AND t.held = -(b.deposit + b.fee)
        WHEN 'auction.opened' THEN b.state IN ('invalid', 'not-won', 'payment-due', 'paid', 'delivered', 'forfeited') AND b.entry_id = e.id
          AND t.held = -(b.deposit + b.fee - b.kept) AND t.free = b.deposit - b.kept
          AND a.state IN ('cleared', 'paying', 'settled', 'listed')
        WHEN 'auction.forfeited' THEN b.state = 'forfeited' AND b.forfeit_entry_id = e.id AND t.held = -b.kept
      END END) IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced_blocks(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH s AS MATERIALIZED (
    SELECT e.id, e.event, e.reference, recon.uuid_of(e.reference) AS ref, t.held, t.moved, t.member_id, x.given
    FROM ledger.entries e
    CROSS JOIN LATERAL (SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0) AS t
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.amount), 0) AS given FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = e.id AND l.posted_at = e.posted_at AND a.owner_kind = 'seat' AND a.kind = 'held'
    ) AS x
    WHERE e.tx >= p_from AND e.tx < p_upto AND e.event LIKE 'block.%'
  )
  SELECT s.id, s.event, s.moved, 'no block trade that says so'
  FROM s LEFT JOIN app.block_applications b ON b.id = s.ref LEFT JOIN app.block_listings l ON l.id = coalesce(b.listing_id, s.ref)
  WHERE (CASE s.event
      WHEN 'block.held' THEN s.member_id = b.member_id::text AND s.held = b.price::bigint * b.shares + b.fee
      WHEN 'block.released' THEN s.member_id = b.member_id::text AND b.state = 'rejected' AND b.entry_id = s.id
        AND s.held = -(b.price::bigint * b.shares + b.fee)
      WHEN 'block.traded' THEN b.state = 'passed' AND b.entry_id = s.id AND app.is_block_entry(b, l, s.id)
        AND EXISTS (SELECT FROM recon.approved_reviews r WHERE r.kind = 'block-trade' AND r.subject = s.reference)
      WHEN 'block.listed' THEN s.given = l.shares AND recon.is_approved_by_two(l.review_id, 'block-listing', s.reference)
      WHEN 'block.unlisted' THEN l.state = 'closed' AND s.given = -l.left_shares
    END) IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced_copies(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT e.id, e.event, t.moved, 'no copy that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0) AS t
  LEFT JOIN app.copy_block_lines l ON l.order_id = recon.uuid_of(right(e.key, 36))
  LEFT JOIN app.copies c ON c.id = CASE WHEN e.event = 'copy.spent' AND e.reference = l.order_id::text THEN l.copy_id ELSE recon.uuid_of(e.reference) END
  LEFT JOIN app.copy_amounts m ON m.entry_id = e.id
  LEFT JOIN app.copy_amounts f ON f.copy_id = c.id AND f.n = 1
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'copy.' AND (t.member_id = c.member_id::text AND CASE
      WHEN m.entry_id IS NOT NULL THEN m.copy_id = c.id AND t.held = m.after - m.before
      ELSE CASE e.event
        WHEN 'copy.held' THEN CASE e.key WHEN 'copy.held ' || c.id THEN t.held = coalesce(f.before, c.amount)
          ELSE l.copy_id = c.id AND e.key = 'copy.held ' || c.id || ' ' || l.order_id AND t.held = coalesce(l.restored, l.returned) END
        WHEN 'copy.spent' THEN l.copy_id = c.id AND e.key = 'copy.spent ' || l.order_id
          AND (t.held = -l.cost OR t.held = 0 AND t.free = 0 AND t.moved = l.cost)
        WHEN 'copy.released' THEN c.entry_id = e.id AND t.held = c.spent - c.amount
      END
    END) IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced_credit(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT e.id, e.event, coalesce(m.principal + m.interest, 0)::numeric, 'no loan that says so'
  FROM ledger.entries e LEFT JOIN app.credit_moves m ON m.entry_id = e.id LEFT JOIN app.credit_loans o ON o.id = m.loan_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'credit.'
    AND (app.is_credit_entry(m) AND CASE m.kind WHEN 'disbursed' THEN o.entry_id = e.id
      AND EXISTS (SELECT FROM recon.approved_reviews r WHERE r.kind = 'credit-loan' AND r.subject = o.id::text) ELSE true END) IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced_currencies(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT e.id, e.event, coalesce(q.value_twd, 0)::numeric, 'no quote that says so'
  FROM ledger.entries e LEFT JOIN app.currency_quotes q ON q.entry_id = e.id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'currency.exchanged'
    AND (q.dealt_at < q.expires_at AND app.is_currency_entry(q, e.id)) IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced_dividends(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT e.id, e.event, coalesce(d.gross, 0)::numeric, 'no dividend that says so'
  FROM ledger.entries e LEFT JOIN app.dividend_entitlements d
    ON e.event = 'dividend.accrued' AND d.accrued_entry = e.id OR e.event = 'dividend.paid' AND d.paid_entry = e.id
  LEFT JOIN app.corporate_actions a ON a.id = d.action_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'dividend.'
    AND (app.is_dividend_entry(d, a, e.event, e.id) AND app.is_entitled(d, a)
      OR EXISTS (SELECT FROM app.corporate_actions s
        WHERE e.id = CASE e.event WHEN 'dividend.accrued' THEN s.seats_accrued ELSE s.seats_paid END AND app.is_seat_entry(s, e.event, e.id)))
      IS NOT TRUE
  UNION ALL
  SELECT e.id, e.event, coalesce(d.new_shares, 0)::numeric, 'no corporate action that says so'
  FROM ledger.entries e LEFT JOIN app.dividend_entitlements d
    ON e.event = 'shares.adjusted' AND d.shares_entry = e.id OR e.event = 'shares.delivered' AND d.delivered_entry = e.id
  LEFT JOIN app.corporate_actions a ON a.id = d.action_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event IN ('shares.adjusted', 'shares.delivered')
    AND (app.is_share_entry(d, a, e.event, e.id) AND app.is_entitled(d, a)
      OR EXISTS (SELECT FROM app.corporate_actions s
        WHERE e.id = CASE e.event WHEN 'shares.adjusted' THEN s.seats_entry ELSE s.seats_delivered END AND app.is_seat_entry(s, e.event, e.id)))
      IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced_funds(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH e AS MATERIALIZED (
    SELECT x.id, x.event, x.posted_at, x.reference, recon.uuid_of(x.reference) AS ref, x.key, x.reverses
    FROM ledger.entries x
    WHERE x.tx >= p_from AND x.tx < p_upto AND x.event NOT LIKE 'trade.%'
      AND x.event IN (SELECT k.event FROM recon.events k WHERE k.traced)
  ), s AS MATERIALIZED (
    SELECT e.id, e.event, e.posted_at, e.reference, e.ref, e.reverses, t.bank, t.suspense, t.free, t.held, t.payouts, t.vouchers,
      t.moved, t.member_id, t.asset
    FROM e CROSS JOIN LATERAL (
      SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
    ) AS t
  )
  SELECT s.id, s.event, s.moved, 'no booked deposit with two votes'
  FROM s LEFT JOIN LATERAL (SELECT x.* FROM app.deposits x WHERE x.id = s.ref OFFSET 0) AS d ON true
  WHERE s.event = 'deposit.booked' AND (d.state = 'passed' AND d.entry_id = s.id AND s.bank = d.booked AND s.asset = d.currency
    AND s.member_id = d.member_id::text AND EXISTS (SELECT FROM recon.approved_reviews r
      WHERE r.kind = 'deposit' AND r.subject = s.reference AND r.payload ->> 'booked' = d.booked::text)) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no correction of a deposit with two votes'
  FROM s LEFT JOIN app.deposit_corrections c ON c.deposit_id = s.ref LEFT JOIN app.deposits d ON d.id = s.ref
  WHERE s.event IN ('deposit.reversed', 'deposit.rebooked') AND (
    s.member_id = d.member_id::text AND s.asset = d.currency AND EXISTS (SELECT FROM recon.approved_reviews r
      WHERE r.id = c.review_id AND r.kind = 'deposit-reversal' AND r.subject = s.reference
        AND r.payload ->> 'booked' = c.reversed::text AND r.payload ->> 'right' IS NOT DISTINCT FROM c.booked::text)
    AND CASE s.event WHEN 'deposit.reversed' THEN c.reversal_entry = s.id AND s.reverses = d.entry_id AND s.bank = -c.reversed
      ELSE c.booking_entry = s.id AND s.bank = c.booked END) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no withdrawal that says so'
  FROM s LEFT JOIN app.withdrawals w ON w.id = s.ref
  WHERE s.event LIKE 'withdrawal.%' AND (s.asset = w.currency AND coalesce(s.member_id, w.member_id::text) = w.member_id::text
    AND CASE s.event
      WHEN 'withdrawal.held' THEN s.held = w.amount + w.fee
      WHEN 'withdrawal.released' THEN w.state = 'rejected' AND w.entry_id = s.id AND s.held = -(w.amount + w.fee)
      WHEN 'withdrawal.passed' THEN w.state = 'passed' AND w.entry_id = s.id AND s.payouts = w.amount
        AND EXISTS (SELECT FROM recon.approved_reviews r WHERE r.kind = 'withdrawal' AND r.subject = s.reference)
      WHEN 'withdrawal.paid' THEN w.stage IN ('paid', 'returned') AND s.bank = -w.amount AND EXISTS (
        SELECT FROM app.bank_statement_lines l WHERE l.withdrawal_id = w.id AND l.amount = -w.amount AND l.currency = w.currency)
        AND EXISTS (SELECT FROM app.payout_batches b JOIN recon.approved_reviews r ON r.id = b.review_id
          WHERE b.id = w.batch_id AND r.kind = 'payout-batch' AND r.payload -> 'withdrawals' ? w.id::text)
      WHEN 'withdrawal.returned' THEN w.stage = 'returned' AND s.free = w.amount + w.fee AND EXISTS (SELECT FROM recon.approved_reviews r WHERE r.kind = 'payout-return' AND r.subject = s.reference)
    END) IS NOT TRUE

  UNION ALL
  -- The entry, the record and the payload name the same lines.
  SELECT s.id, s.event, s.moved, 'no correction with two votes'
  FROM s LEFT JOIN app.journals j ON j.entry_id = s.id
  LEFT JOIN recon.approved_reviews r ON r.id = j.review_id AND r.kind = 'journal' AND r.subject = j.id::text
  WHERE s.event = 'journal.posted' AND (j.id = s.ref AND r.id IS NOT NULL AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = s.id AND l.posted_at = s.posted_at
    ) AS posted FULL JOIN (
      SELECT x ->> 'account' AS code, (x ->> 'amount')::bigint AS amount FROM jsonb_array_elements(j.lines) AS x
    ) AS said ON said.code = posted.code FULL JOIN (
      SELECT recon.journal_account(x ->> 'account', r.payload ->> 'currency', r.payload ->> 'memberId') AS code,
        (x ->> 'amount')::bigint AS amount FROM jsonb_array_elements(r.payload -> 'lines') AS x
    ) AS signed ON signed.code = coalesce(posted.code, said.code)
    WHERE said.amount IS DISTINCT FROM posted.amount OR signed.amount IS DISTINCT FROM posted.amount)) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no grant of vouchers with two votes'
  FROM s LEFT JOIN app.coupon_grants g ON g.entry_id = s.id
  WHERE s.event = 'coupon.granted' AND (g.id = s.ref AND s.vouchers = g.amount * g.members AND EXISTS (
    SELECT FROM recon.approved_reviews r WHERE r.id = g.review_id AND r.kind = 'coupon-grant' AND r.subject = g.id::text
      AND r.payload ->> 'amount' = g.amount::text AND (r.payload ->> 'members')::bigint >= g.members)) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no used voucher'
  FROM s LEFT JOIN app.coupons c ON c.entry_id = s.id
  WHERE s.event = 'coupon.rebated' AND (c.member_id::text = s.member_id AND s.free = c.used AND c.order_id = s.ref) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no bank line in suspense that says so'
  FROM s LEFT JOIN app.suspense_items i ON i.line_id = s.ref LEFT JOIN app.bank_statement_lines l ON l.id = i.line_id
  WHERE s.event LIKE 'suspense.%' AND (l.currency = s.asset AND l.amount = i.amount AND CASE s.event
      WHEN 'suspense.taken' THEN i.taken_entry = s.id AND s.suspense = i.amount
        AND (i.taken_review IS NULL OR recon.is_approved_by_two(i.taken_review, 'bank-line', s.reference))
      WHEN 'suspense.released' THEN i.state = 'released' AND i.ended_entry = s.id AND s.suspense = -i.amount
        AND recon.is_approved_by_two(i.released_review, 'bank-line', s.reference)
      WHEN 'suspense.returned' THEN i.state = 'returned' AND i.ended_entry = s.id AND s.suspense = -i.amount
        AND recon.is_approved_by_two(i.return_review, 'bank-line', s.reference)
        AND EXISTS (SELECT FROM app.bank_statement_lines o WHERE o.returns_line = i.line_id AND o.amount = -i.amount)
    END) IS NOT TRUE

  UNION ALL
  SELECT s.id, s.event, s.moved, 'no holding kept overnight'
  FROM s LEFT JOIN app.positions p ON p.id = s.ref
  WHERE s.event = 'day-trade.kept' AND (p.member_id::text = s.member_id AND NOT p.day_trade
    AND p.open_tax + p.close_tax + p.borrow_fee = s.moved
      + (SELECT coalesce(sum(f.tax + f.borrow_fee), 0) FROM app.fills f WHERE f.position_id = p.id)) IS NOT TRUE

  UNION ALL
  -- What comes in on a date is free on that date and not before. The entry's own time is the worker's word; the clock is not.
  SELECT e.id, e.event, abs(l.amount), 'arrived before its settlement date'
  FROM ledger.entries e
  JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
  JOIN ledger.accounts a ON a.id = l.account_id AND a.due IS NOT NULL
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'settlement.arrived'
    AND (a.due > (e.posted_at AT TIME ZONE 'Asia/Taipei')::date
      OR e.posted_at > clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second')
$$;

CREATE FUNCTION recon.untraced_listings(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT e.id, e.event, t.moved, 'no listing that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
  ) AS t
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE n.inventory_id = e.id) AS same, count(*) FILTER (WHERE n.inventory_id <> e.id) AS other
    FROM (SELECT o.inventory_id FROM app.offers o WHERE o.symbol = e.reference
      UNION ALL SELECT a.inventory_id FROM app.auctions a WHERE a.symbol = e.reference) AS n
  ) AS n
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'listing.inventory' AND (t.asset = 'stk:' || e.reference
    AND n.same > 0 AND n.other = 0 AND EXISTS (SELECT FROM app.instruments i WHERE i.symbol = e.reference)) IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced_placements(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH s AS MATERIALIZED (
    SELECT e.id, e.event, e.reference, recon.uuid_of(e.reference) AS ref, t.held, t.moved, t.member_id, x.given
    FROM ledger.entries e
    CROSS JOIN LATERAL (SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0) AS t
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.amount), 0) AS given FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = e.id AND l.posted_at = e.posted_at AND a.owner_kind = 'seat' AND a.kind = 'held'
    ) AS x
    WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'placement.'
  )
  SELECT s.id, s.event, s.moved, 'no placement that says so'
  FROM s LEFT JOIN app.placement_applications a ON a.id = s.ref LEFT JOIN app.placements p ON p.id = coalesce(a.placement_id, s.ref)
  WHERE (CASE s.event
      WHEN 'placement.held' THEN s.member_id = a.member_id::text AND s.held = a.amount
      WHEN 'placement.released' THEN a.state IN ('cancelled', 'void', 'not-allotted') AND a.entry_id = s.id
        AND app.is_placement_entry(a, p, s.id)
      WHEN 'placement.allotted' THEN a.state = 'allotted' AND a.entry_id = s.id AND app.is_placement_entry(a, p, s.id)
      WHEN 'placement.listed' THEN s.given = p.lots::bigint * 1000 AND recon.is_approved_by_two(p.review_id, 'placement', s.reference)
      WHEN 'placement.unlisted' THEN p.ended_at IS NOT NULL AND s.given = -1000 * (p.lots - (
        SELECT coalesce(sum(b.allotted_lots), 0) FROM app.placement_applications b WHERE b.placement_id = p.id AND b.state = 'allotted'))
    END) IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced_subscriptions(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text, amount numeric, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT e.id, e.event, t.moved, 'no application that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
  ) AS t
  LEFT JOIN app.subscriptions x ON x.id = recon.uuid_of(e.reference)
  LEFT JOIN app.offers o ON o.id = x.offer_id
  CROSS JOIN LATERAL (SELECT x.fee + CASE o.payment_mode WHEN 'prepaid' THEN x.amount ELSE 0 END AS held) AS h
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'subscription.' AND (CASE e.event
      WHEN 'subscription.delivered' THEN x.state = 'delivered' AND x.delivery_id = e.id AND app.is_delivery_entry(x, o.symbol, e.id)
      ELSE t.asset = 'TWD' AND t.member_id = x.member_id::text AND CASE e.event
        WHEN 'subscription.held' THEN t.held = h.held OR t.held = x.amount AND x.pay_hold_id IS NOT NULL
        WHEN 'subscription.released' THEN x.state IN ('cancelled', 'void') AND x.entry_id = e.id AND t.held = -h.held
        ELSE x.entry_id = e.id AND t.held = -CASE x.state WHEN 'not-won' THEN h.held ELSE x.fee END
          AND t.free = CASE x.state WHEN 'not-won' THEN h.held - x.fee ELSE 0 END
          AND x.state IN ('won', 'payment-due', 'paid', 'delivered', 'unpaid', 'not-won')
          AND o.stage IN ('applying', 'paying', 'settled', 'listed')
      END END) IS NOT TRUE
$$;

CREATE FUNCTION recon.untraced_trades(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, event text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  SELECT e.id, e.event
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT CASE WHEN e.key COLLATE "C" ~ '^fill:\d{1,4}/\d{1,15}/(buy|sell)$' THEN string_to_array(substr(e.key, 6), '/') END AS part
  ) AS k
  -- OFFSET: one look-up per entry, however many fills the closed days have. A trade settles within two months.
  LEFT JOIN LATERAL (
    SELECT x.entry_id FROM app.fills x
    WHERE x.shard = k.part[1]::smallint AND x.event = k.part[2]::bigint AND x.side = k.part[3]
      AND x.traded_at BETWEEN e.posted_at - interval '62 days' AND e.posted_at + interval '2 days' OFFSET 0
  ) AS f ON true
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event LIKE 'trade.%' AND (f.entry_id IS DISTINCT FROM e.id OR EXISTS (
    SELECT FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_kind IN ('house', 'lending')
    WHERE l.entry_id = e.id AND l.posted_at = e.posted_at GROUP BY l.asset HAVING sum(l.amount) <> 0))
$_$;

CREATE FUNCTION recon.uuid_of(p_text text) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  SELECT CASE WHEN p_text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' THEN p_text::uuid END
$_$;

CREATE FUNCTION recon.write_run(p_scope text, p_at timestamp with time zone, p_began timestamp with time zone, p_broken text[], p_results jsonb, p_failure text, OUT run bigint, OUT payouts text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_rows integer;
BEGIN
  INSERT INTO app.recon_runs (at, took_ms, broken, results, scope, finished_at, failure)
  VALUES (p_at, round(extract(epoch FROM clock_timestamp() - p_began) * 1000)::integer, cardinality(p_broken), p_results, p_scope,
    clock_timestamp(), p_failure)
  RETURNING id INTO run;
  IF p_broken <> '{}' THEN
    INSERT INTO app.payout_stops (stopped_at, by_run, checks) VALUES (p_at, run, p_broken)
    ON CONFLICT ((true)) WHERE resumed_at IS NULL DO NOTHING;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
  ELSE
    UPDATE app.payout_stops s SET resumed_at = p_at, resumed_by = run WHERE s.resumed_at IS NULL AND NOT EXISTS (
      SELECT FROM unnest(ARRAY['minute', 'night']) AS o (scope)
      CROSS JOIN LATERAL (SELECT r.broken FROM app.recon_runs r WHERE r.scope = o.scope ORDER BY r.id DESC LIMIT 1) AS last
      WHERE last.broken > 0);
    GET DIAGNOSTICS v_rows = ROW_COUNT;
  END IF;
  payouts := CASE WHEN v_rows = 0 THEN 'as before' WHEN p_broken <> '{}' THEN 'stopped' ELSE 'resumed' END;
END $$;

CREATE FUNCTION recon.wrong_fills(p_shard smallint, p_after bigint, p_upto bigint) RETURNS TABLE(event bigint, side text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT f.event, f.side
  FROM app.fills f
  LEFT JOIN LATERAL (
    SELECT x.symbol, x.sequence, x.body::jsonb AS body FROM exchange.events x
    WHERE x.shard = f.shard AND x.event = f.event AND NOT x.practice AND x.kind IN ('traded', 'odd-traded', 'allocated')
      AND x.at = f.traded_at
    OFFSET 0
  ) AS t ON true
  WHERE f.shard = p_shard AND f.event > p_after AND f.event <= p_upto
    AND (t.symbol = f.symbol AND t.sequence = f.sequence AND (t.body ->> 'price')::bigint = f.price
      AND (t.body ->> 'quantity')::bigint = f.quantity
      AND CASE f.side WHEN 'buy' THEN t.body ->> 'buyOrder' ELSE t.body ->> 'sellOrder' END = f.order_id::text
      AND CASE f.side WHEN 'buy' THEN t.body ->> 'buyAccount' ELSE t.body ->> 'sellAccount' END = 'member:' || f.member_id) IS NOT TRUE
  UNION ALL
  SELECT x.event, side.name
  FROM exchange.events x
  CROSS JOIN LATERAL (SELECT x.body::jsonb AS body OFFSET 0) AS t
  CROSS JOIN LATERAL (VALUES ('buy', t.body ->> 'buyAccount'), ('sell', t.body ->> 'sellAccount')) AS side (name, account)
  WHERE x.shard = p_shard AND x.event > p_after AND x.event <= p_upto AND NOT x.practice
    AND x.kind IN ('traded', 'odd-traded', 'allocated')
    AND x.event <= (SELECT c.event FROM settlement.cursors c WHERE c.shard = p_shard)
    AND side.account LIKE 'member:%'
    AND NOT EXISTS (SELECT FROM app.fills f WHERE f.shard = p_shard AND f.event = x.event AND f.side = side.name AND f.traded_at = x.at)
$$;

CREATE FUNCTION recon.wrong_grants(p_from bigint, p_upto bigint) RETURNS TABLE(entry_id uuid, amount numeric)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT g.id, g.free
  FROM (
    SELECT e.id, e.reference, t.free, t.member_id, t.first_seq
    FROM ledger.entries e CROSS JOIN LATERAL (
      SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
    ) AS t
    WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'practice-grant'
  ) AS g
  WHERE (g.member_id = g.reference AND g.first_seq = 1 AND g.free = (SELECT d.value FROM recon.defaults d WHERE d.rule = 'practice.grant')
    AND EXISTS (SELECT FROM app.members m WHERE m.id = recon.uuid_of(g.reference))) IS NOT TRUE
$$;

CREATE FUNCTION settlement.check_set_aside() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'waiting' THEN RAISE EXCEPTION 'an event is set aside as waiting' USING ERRCODE = 'check_violation'; END IF;
    PERFORM FROM exchange.events e WHERE e.shard = NEW.shard AND e.event = NEW.event AND e.kind = NEW.kind AND e.at = NEW.at;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'event %/% is not in the log', NEW.shard, NEW.event USING ERRCODE = 'FX003';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state <> 'waiting' THEN
    RAISE EXCEPTION 'event %/% has ended as %', OLD.shard, OLD.event, OLD.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'applied' AND session_user = 'fairlot_worker' THEN
    RAISE EXCEPTION 'event %/% is applied by settlement only', OLD.shard, OLD.event USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'left-out' AND (
    SELECT count(DISTINCT v.operator_id) FROM app.reviews r
    JOIN app.review_votes v ON v.review_id = r.id AND v.decision = 'approve' AND v.payload_hash = r.payload_hash
    WHERE r.id = NEW.review_id AND r.kind = 'event-set-aside' AND r.subject = NEW.shard || '/' || NEW.event
      AND r.state IN ('decided', 'closed') AND r.decision = 'approve') < 2 THEN
    RAISE EXCEPTION 'event %/% is left out by two operators only', OLD.shard, OLD.event USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION settlement.copy_prices(p_shard integer, p_after bigint, p_upto bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
  INSERT INTO settlement.prices AS p (symbol, date, state, reference, upper, lower, last, odd_from, odd_until, event, at)
  SELECT n.symbol, (n.day ->> 'date')::date, n.state ->> 'state', (n.day ->> 'reference')::integer,
    (n.day ->> 'upper')::integer, (n.day ->> 'lower')::integer,
    -- A trade before the newest day is of the day before.
    CASE WHEN n.traded_event < n.day_event THEN NULL ELSE (n.traded ->> 'price')::integer END,
    to_timestamp((n.auction ->> 'from')::double precision / 1000),
    to_timestamp((n.auction ->> 'until')::double precision / 1000), n.event, n.at
  FROM (
    SELECT k.symbol, max(k.event) AS event, max(k.at) AS at,
      max(k.event) FILTER (WHERE k.kind = 'day') AS day_event,
      max(k.event) FILTER (WHERE k.kind = 'traded') AS traded_event,
      (max(k.body) FILTER (WHERE k.kind = 'day'))::json AS day,
      (max(k.body) FILTER (WHERE k.kind = 'state'))::json AS state,
      (max(k.body) FILTER (WHERE k.kind = 'traded'))::json AS traded,
      -- So is a close.
      CASE WHEN (max(k.event) FILTER (WHERE k.kind = 'close') < max(k.event) FILTER (WHERE k.kind = 'day')) IS NOT TRUE
        THEN (max(k.body) FILTER (WHERE k.kind = 'close'))::json -> 'oddAuction' END AS auction
    FROM (
      SELECT DISTINCT ON (e.symbol, e.kind) e.symbol, e.kind, e.event, e.at, e.body FROM exchange.events e
      WHERE e.shard = p_shard AND NOT e.practice AND e.event > p_after AND e.event <= p_upto
        AND e.kind IN ('day', 'state', 'traded', 'close')
      ORDER BY e.symbol, e.kind, e.event DESC
    ) AS k
    GROUP BY k.symbol
  ) AS n
  ORDER BY n.symbol
  ON CONFLICT (symbol) DO UPDATE SET
    date = coalesce(excluded.date, p.date),
    state = coalesce(excluded.state, p.state),
    reference = coalesce(excluded.reference, p.reference),
    upper = CASE WHEN excluded.date IS NULL THEN p.upper ELSE excluded.upper END,
    lower = CASE WHEN excluded.date IS NULL THEN p.lower ELSE excluded.lower END,
    last = CASE WHEN excluded.date IS NULL THEN coalesce(excluded.last, p.last) ELSE excluded.last END,
    odd_from = CASE WHEN excluded.date IS NULL THEN coalesce(excluded.odd_from, p.odd_from) ELSE excluded.odd_from END,
    odd_until = CASE WHEN excluded.date IS NULL THEN coalesce(excluded.odd_until, p.odd_until) ELSE excluded.odd_until END,
    event = excluded.event,
    at = excluded.at
  WHERE excluded.event > p.event;
END $$;

CREATE FUNCTION settlement.copy_prices_on_advance() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  PERFORM settlement.copy_prices(NEW.shard, CASE TG_OP WHEN 'UPDATE' THEN OLD.event ELSE 0 END, NEW.event);
  RETURN NULL;
END $$;

CREATE FUNCTION status.count_level(p_level text, p_good bigint, p_bad bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF p_good < 0 OR p_bad < 0 THEN
    RAISE EXCEPTION 'a service level only grows' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF session_user IN ('fairlot_api', 'fairlot_worker')
     AND (session_user = 'fairlot_api') <> (p_level IN ('api-answers', 'orders-answered')) THEN
    RAISE EXCEPTION '% does not count %', session_user, p_level USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO status.service_levels AS s (day, level, good, bad)
  VALUES ((clock_timestamp() AT TIME ZONE 'Asia/Taipei')::date, p_level, p_good, p_bad)
  ON CONFLICT (day, level) DO UPDATE SET good = s.good + excluded.good, bad = s.bad + excluded.bad;
END $$;

CREATE FUNCTION status.figures() RETURNS TABLE(name text, amount bigint, waited_ms bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT 'settlement', coalesce(sum(greatest(s.event - coalesce(c.event, 0), 0)), 0)::bigint,
    coalesce(max(CASE WHEN s.event > coalesce(c.event, 0)
      THEN extract(epoch FROM clock_timestamp() - coalesce(c.at, s.at)) * 1000 END), 0)::bigint
  FROM exchange.shards s LEFT JOIN settlement.cursors c ON c.shard = s.shard
  UNION ALL
  SELECT 'quotes', coalesce(sum(greatest(s.event - coalesce(m.event, 0), 0)), 0)::bigint,
    coalesce(max(CASE WHEN s.event > coalesce(m.event, 0) THEN extract(epoch FROM clock_timestamp() - coalesce((
      SELECT e.at FROM exchange.events e WHERE e.shard = s.shard AND e.event > coalesce(m.event, 0)
      ORDER BY e.event LIMIT 1), s.at)) * 1000 END), 0)::bigint
  FROM exchange.shards s LEFT JOIN market.cursors m ON m.shard = s.shard
  UNION ALL
  SELECT 'exchange-queue', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(q.submitted_at)) * 1000, 0)::bigint
  FROM (SELECT submitted_at FROM exchange.queue LIMIT 10000) q
  UNION ALL
  SELECT 'audit-unlinked', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(u.recorded_at)) * 1000, 0)::bigint
  FROM (SELECT recorded_at FROM audit.unlinked LIMIT 10000) u
  UNION ALL
  SELECT 'reviews-to-execute', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(r.decided_at)) * 1000, 0)::bigint
  FROM (SELECT decided_at FROM app.reviews
        WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND trouble IS NULL LIMIT 10000) r
  UNION ALL
  SELECT 'reviews-stuck', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(r.decided_at)) * 1000, 0)::bigint
  FROM (SELECT decided_at FROM app.reviews
        WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND trouble IS NOT NULL LIMIT 10000) r
  UNION ALL
  SELECT 'notices-unsent', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(n.sent_at)) * 1000, 0)::bigint
  FROM (SELECT sent_at FROM app.notices WHERE delivered_at IS NULL LIMIT 10000) n
  UNION ALL
  SELECT 'pushes', count(*), coalesce(extract(epoch FROM clock_timestamp() - min(p.due_at)) * 1000, 0)::bigint
  FROM (SELECT due_at FROM app.push_jobs WHERE due_at <= clock_timestamp() LIMIT 10000) p
  UNION ALL
  SELECT 'commands-set-aside', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(a.set_aside_at)) * 1000, 0)::bigint
  FROM (SELECT set_aside_at FROM exchange.commands_set_aside WHERE state = 'waiting' LIMIT 10000) a
  UNION ALL
  SELECT 'events-set-aside', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(a.set_aside_at)) * 1000, 0)::bigint
  FROM (SELECT set_aside_at FROM settlement.set_aside WHERE state = 'waiting' LIMIT 10000) a
  UNION ALL
  SELECT 'copy-blocks-stopped', count(*), coalesce(extract(epoch FROM clock_timestamp() - min(b.at)) * 1000, 0)::bigint
  FROM app.copy_blocks b WHERE b.cancelled_by = 'time' AND b.at > clock_timestamp() - interval '1 day'
$$;

CREATE FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE now_here timestamptz := clock_timestamp();
BEGIN
  -- No process reports for another: a taken console cannot make a dead worker appear alive.
  IF session_user ~ '^fairlot_(api|console|console_app|worker|settlement|quotes|live|exchange|practice|practice_proposer|practice_approver)$'
     AND session_user <> 'fairlot_' || replace(p_process, '-', '_') THEN
    RAISE EXCEPTION '% is not %', session_user, p_process USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO status.heartbeats (instance, process, host, pid, version, started_at, heartbeat_at, stopped_at, clock_ms, figures)
  VALUES (p_instance, p_process, left(p_host, 120), p_pid, p_version, now_here, now_here,
    CASE WHEN p_stopping THEN now_here END,
    round(extract(epoch FROM p_clock - now_here) * 1000)::bigint, p_figures)
  ON CONFLICT (instance) DO UPDATE SET
    heartbeat_at = excluded.heartbeat_at, stopped_at = excluded.stopped_at, clock_ms = excluded.clock_ms,
    figures = excluded.figures
  WHERE heartbeats.process = excluded.process AND heartbeats.stopped_at IS NULL;
END $_$;

CREATE TABLE app.agreement_clauses (
    version text NOT NULL,
    lang text NOT NULL,
    document text NOT NULL,
    "position" integer NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    plain text NOT NULL,
    CONSTRAINT agreement_clauses_document_check CHECK ((document = ANY (ARRAY['agreement'::text, 'privacy'::text]))),
    CONSTRAINT agreement_clauses_lang_check CHECK ((lang = ANY (ARRAY['tw'::text, 'en'::text]))),
    CONSTRAINT agreement_clauses_plain_check CHECK ((length(plain) <= 400)),
    CONSTRAINT agreement_clauses_position_check CHECK (("position" > 0)),
    CONSTRAINT agreement_clauses_text_check CHECK ((length(text) <= 4000)),
    CONSTRAINT agreement_clauses_title_check CHECK ((length(title) <= 120))
);

CREATE TABLE app.agreements (
    version text NOT NULL,
    effective_on date NOT NULL,
    CONSTRAINT agreements_version_check CHECK (((length(version) >= 1) AND (length(version) <= 32)))
);

CREATE TABLE app.agreements_accepted (
    member_id uuid NOT NULL,
    version text NOT NULL,
    accepted_at timestamp with time zone NOT NULL
);

CREATE TABLE app.appeals (
    id uuid NOT NULL,
    restriction_id uuid NOT NULL,
    member_id uuid NOT NULL,
    statement text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decided_by_first text,
    decided_by_second text,
    note text,
    CONSTRAINT appeals_decided_by_two CHECK ((decided_by_first <> decided_by_second)),
    CONSTRAINT appeals_decided_complete CHECK (
CASE state
    WHEN 'pending'::text THEN (num_nonnulls(decided_at, decided_by_first, decided_by_second, note) = 0)
    WHEN 'passed'::text THEN (num_nulls(decided_at, decided_by_first, decided_by_second) = 0)
    ELSE (decided_at IS NOT NULL)
END),
    CONSTRAINT appeals_note_check CHECK ((length(note) <= 1000)),
    CONSTRAINT appeals_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text]))),
    CONSTRAINT appeals_statement_check CHECK (((length(statement) >= 1) AND (length(statement) <= 500)))
);

CREATE TABLE app.auctions (
    id uuid NOT NULL,
    review_id uuid NOT NULL,
    symbol text NOT NULL,
    name jsonb NOT NULL,
    industry jsonb NOT NULL,
    floor_price bigint NOT NULL,
    lots integer NOT NULL,
    min_lots integer NOT NULL,
    max_lots integer NOT NULL,
    cap_lots integer NOT NULL,
    fee bigint NOT NULL,
    deposit integer NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    opens_at timestamp with time zone NOT NULL,
    pay_by timestamp with time zone NOT NULL,
    lists_on date NOT NULL,
    round bigint NOT NULL,
    terms text NOT NULL,
    key_id text NOT NULL,
    public_key bytea NOT NULL,
    signature bytea NOT NULL,
    published_at timestamp with time zone NOT NULL,
    state text DEFAULT 'not-started'::text NOT NULL,
    removed_at timestamp with time zone,
    closed_at timestamp with time zone,
    root bytea,
    beacon_signature bytea,
    randomness bytea,
    inventory_id uuid,
    CONSTRAINT auctions_beacon_signature_check CHECK ((octet_length(beacon_signature) = 48)),
    CONSTRAINT auctions_check CHECK ((max_lots >= min_lots)),
    CONSTRAINT auctions_check1 CHECK (((cap_lots >= max_lots) AND (cap_lots <= lots))),
    CONSTRAINT auctions_check2 CHECK ((closes_at > starts_at)),
    CONSTRAINT auctions_check3 CHECK ((opens_at > closes_at)),
    CONSTRAINT auctions_check4 CHECK ((pay_by > opens_at)),
    CONSTRAINT auctions_check5 CHECK ((published_at < starts_at)),
    CONSTRAINT auctions_check6 CHECK (((closed_at >= closes_at) AND (closed_at < opens_at))),
    CONSTRAINT auctions_check7 CHECK ((randomness = sha256(beacon_signature))),
    CONSTRAINT auctions_closed CHECK ((num_nonnulls(closed_at, root) =
CASE
    WHEN (state = ANY (ARRAY['not-started'::text, 'bidding'::text, 'void'::text])) THEN 0
    ELSE 2
END)),
    CONSTRAINT auctions_deposit_check CHECK (((deposit > 0) AND (deposit < 10000))),
    CONSTRAINT auctions_fee_check CHECK ((fee > 0)),
    CONSTRAINT auctions_floor_price_check CHECK ((floor_price > 0)),
    CONSTRAINT auctions_lots_check CHECK ((lots > 0)),
    CONSTRAINT auctions_min_lots_check CHECK ((min_lots > 0)),
    CONSTRAINT auctions_opened CHECK ((num_nonnulls(beacon_signature, randomness) =
CASE
    WHEN (state = ANY (ARRAY['opened'::text, 'cleared'::text, 'paying'::text, 'settled'::text, 'listed'::text])) THEN 2
    ELSE 0
END)),
    CONSTRAINT auctions_removed_is_void CHECK (((removed_at IS NULL) OR (state = 'void'::text))),
    CONSTRAINT auctions_root_check CHECK ((octet_length(root) = 32)),
    CONSTRAINT auctions_round_check CHECK ((round > 0)),
    CONSTRAINT auctions_signature_check CHECK ((octet_length(signature) = 64)),
    CONSTRAINT auctions_state_check CHECK ((state = ANY (ARRAY['not-started'::text, 'bidding'::text, 'closed'::text, 'opened'::text, 'cleared'::text, 'paying'::text, 'settled'::text, 'listed'::text, 'void'::text]))),
    CONSTRAINT auctions_symbol_check CHECK ((symbol ~ '^[A-Z0-9]{4,6}$'::text)),
    CONSTRAINT auctions_symbol_listable CHECK ((symbol ~ '^([0-9]{4,6}|[0-9]{4,5}[A-Z])$'::text))
);

CREATE TABLE app.authenticators (
    member_id uuid NOT NULL,
    sealed_seed text NOT NULL,
    last_step bigint NOT NULL,
    confirmed_at timestamp with time zone NOT NULL
);

CREATE TABLE app.bank_accounts (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    currency text NOT NULL,
    bank_code text NOT NULL,
    bank_name text NOT NULL,
    branch text NOT NULL,
    branch_code text NOT NULL,
    ifsc text,
    sealed bytea NOT NULL,
    holder_masked text NOT NULL,
    is_own_name boolean NOT NULL,
    ending text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    rejection_reason text,
    note text,
    added_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    usable_from timestamp with time zone,
    is_default boolean DEFAULT false NOT NULL,
    device_key uuid,
    signature text,
    CONSTRAINT bank_accounts_currency_check CHECK ((currency = ANY (ARRAY['TWD'::text, 'USD'::text, 'INR'::text]))),
    CONSTRAINT bank_accounts_default_in_use CHECK (((NOT is_default) OR (state = 'verified'::text))),
    CONSTRAINT bank_accounts_ending_check CHECK ((ending ~ '^[0-9A-Z]{1,4}$'::text)),
    CONSTRAINT bank_accounts_ifsc_for_inr CHECK (((ifsc IS NOT NULL) = (currency = 'INR'::text))),
    CONSTRAINT bank_accounts_is_own_name_check CHECK (is_own_name),
    CONSTRAINT bank_accounts_rejected_has_reason CHECK (((state <> 'rejected'::text) OR (rejection_reason IS NOT NULL))),
    CONSTRAINT bank_accounts_rejection_reason_check CHECK ((rejection_reason = ANY (ARRAY['name-differs'::text, 'account-unknown'::text, 'bank-refused'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT bank_accounts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text, 'rejected'::text, 'removed'::text]))),
    CONSTRAINT bank_accounts_verified_has_usable_from CHECK (((state <> 'verified'::text) OR ((decided_at IS NOT NULL) AND (usable_from IS NOT NULL))))
);

CREATE TABLE app.bank_line_notes (
    id uuid NOT NULL,
    line_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    note text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT bank_line_notes_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200)))
);

CREATE TABLE app.bank_statement_lines (
    id uuid NOT NULL,
    statement_id uuid NOT NULL,
    line_no integer NOT NULL,
    account text NOT NULL,
    bank_number text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    reference text NOT NULL,
    ending text NOT NULL,
    booked_at timestamp with time zone NOT NULL,
    deposit_id uuid,
    withdrawal_id uuid,
    differences text[] DEFAULT '{}'::text[] NOT NULL,
    matched_at timestamp with time zone,
    returns_line uuid,
    returned_withdrawal uuid,
    CONSTRAINT bank_statement_lines_amount_check CHECK ((amount <> 0)),
    CONSTRAINT bank_statement_lines_direction CHECK ((((num_nonnulls(deposit_id, returned_withdrawal) = 0) OR (amount > 0)) AND ((num_nonnulls(withdrawal_id, returns_line) = 0) OR (amount < 0)))),
    CONSTRAINT bank_statement_lines_match_complete CHECK ((num_nonnulls(deposit_id, withdrawal_id, returns_line, returned_withdrawal) = ((matched_at IS NOT NULL))::integer))
);

CREATE TABLE app.bank_statements (
    id uuid NOT NULL,
    file_name text NOT NULL,
    sha256 text NOT NULL,
    lines integer NOT NULL,
    imported_by text NOT NULL,
    imported_at timestamp with time zone NOT NULL,
    CONSTRAINT bank_statements_lines_check CHECK ((lines > 0))
);

CREATE TABLE app.challenges (
    id uuid NOT NULL,
    kind text NOT NULL,
    member_id uuid,
    account text DEFAULT ''::text NOT NULL,
    device_id uuid NOT NULL,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT challenges_check CHECK ((expires_at > created_at)),
    CONSTRAINT challenges_kind_check CHECK ((kind = ANY (ARRAY['second-factor'::text, 'passkey-sign-in'::text, 'passkey-enrolment'::text, 'authenticator-enrolment'::text, 'recovery'::text])))
);

CREATE TABLE app.chart_drawings (
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    drawings jsonb NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    CONSTRAINT chart_drawings_drawings_check CHECK ((jsonb_typeof(drawings) = 'array'::text))
);

CREATE TABLE app.chart_settings (
    member_id uuid NOT NULL,
    settings jsonb NOT NULL,
    saved_at timestamp with time zone NOT NULL
);

CREATE TABLE app.closures (
    date date NOT NULL,
    name_tw text NOT NULL,
    name_en text NOT NULL,
    settlement_only boolean DEFAULT false NOT NULL,
    source text NOT NULL,
    CONSTRAINT closures_source_check CHECK ((source <> ''::text))
);

CREATE TABLE app.conditional_cursors (
    shard smallint NOT NULL,
    event bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE app.conditional_days (
    symbol text NOT NULL,
    date date NOT NULL,
    reference integer NOT NULL,
    upper integer,
    lower integer,
    event bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE app.conditional_orders (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    position_id uuid,
    kind text NOT NULL,
    body jsonb NOT NULL,
    quantity integer NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    reason text,
    best_price integer,
    expires_on date NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    order_id uuid,
    fired_shard smallint,
    fired_event bigint,
    after_event bigint NOT NULL,
    due text,
    tries smallint DEFAULT 0 NOT NULL,
    priced_on date NOT NULL,
    taken boolean DEFAULT false NOT NULL,
    holds uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    worst_price integer,
    CONSTRAINT conditional_ended CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
    CONSTRAINT conditional_entry CHECK ((((kind = 'entry'::text) = (position_id IS NULL)) AND ((kind = 'entry'::text) = (worst_price IS NOT NULL)))),
    CONSTRAINT conditional_orders_due_check CHECK ((due = ANY (ARRAY['stop'::text, 'take-profit'::text, 'entry'::text]))),
    CONSTRAINT conditional_orders_kind_check CHECK ((kind = ANY (ARRAY['stop'::text, 'take-profit'::text, 'one-cancels-other'::text, 'trailing'::text, 'entry'::text]))),
    CONSTRAINT conditional_orders_quantity_check CHECK ((quantity > 0)),
    CONSTRAINT conditional_orders_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'fired'::text, 'cancelled'::text, 'expired'::text, 'failed'::text]))),
    CONSTRAINT conditional_orders_worst_price_check CHECK ((worst_price > 0))
);

CREATE TABLE app.copy_amounts (
    entry_id uuid NOT NULL,
    copy_id uuid NOT NULL,
    n integer NOT NULL,
    before bigint NOT NULL,
    after bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT copy_amounts_before_check CHECK ((before > 0)),
    CONSTRAINT copy_amounts_check CHECK (((after > 0) AND (after <> before))),
    CONSTRAINT copy_amounts_n_check CHECK ((n > 0))
);

CREATE TABLE app.copy_block_lines (
    block_id uuid NOT NULL,
    copy_id uuid NOT NULL,
    place integer NOT NULL,
    key bytea NOT NULL,
    planned integer,
    reason text,
    line integer,
    order_id uuid,
    cost bigint DEFAULT 0 NOT NULL,
    returned bigint,
    proceeds bigint,
    settles_on date,
    restored bigint,
    CONSTRAINT copy_block_lines_check CHECK (((returned >= 0) AND (returned <= cost))),
    CONSTRAINT copy_block_lines_cost_check CHECK ((cost >= 0)),
    CONSTRAINT copy_block_lines_key_check CHECK ((octet_length(key) = 32)),
    CONSTRAINT copy_block_lines_line_check CHECK ((line > 0)),
    CONSTRAINT copy_block_lines_place_check CHECK ((place > 0)),
    CONSTRAINT copy_block_lines_planned CHECK (((((planned > 0) IS TRUE) = (order_id IS NOT NULL)) AND ((order_id IS NULL) = (line IS NULL)))),
    CONSTRAINT copy_block_lines_planned_check CHECK ((planned >= 0)),
    CONSTRAINT copy_block_lines_proceeds CHECK (((proceeds IS NULL) = (settles_on IS NULL))),
    CONSTRAINT copy_block_lines_proceeds_check CHECK ((proceeds >= 0)),
    CONSTRAINT copy_block_lines_reason CHECK ((((planned = 0) IS TRUE) = (reason IS NOT NULL))),
    CONSTRAINT copy_block_lines_reason_check CHECK ((reason = ANY (ARRAY['paused'::text, 'stopped'::text, 'restricted'::text, 'too-small'::text, 'money'::text, 'stock-share'::text, 'cap'::text, 'no-shares'::text, 'ended'::text, 'cancelled'::text]))),
    CONSTRAINT copy_block_lines_restored CHECK (((restored IS NULL) OR (((restored >= 0) AND (restored <= proceeds)) AND (proceeds IS NOT NULL))))
)
WITH (fillfactor='45');

CREATE TABLE app.copy_block_lists (
    block_id uuid NOT NULL,
    part integer NOT NULL,
    copies uuid[] NOT NULL,
    CONSTRAINT copy_block_lists_copies_check CHECK (((cardinality(copies) >= 1) AND (cardinality(copies) <= 1000))),
    CONSTRAINT copy_block_lists_part_check CHECK ((part >= 0))
);

CREATE TABLE app.copy_products (
    id uuid NOT NULL,
    mentor_id uuid NOT NULL,
    name_tw text NOT NULL,
    name_en text NOT NULL,
    min_follow bigint NOT NULL,
    max_total bigint NOT NULL,
    total bigint DEFAULT 0 NOT NULL,
    term_days integer NOT NULL,
    deadline timestamp with time zone NOT NULL,
    ends_on date NOT NULL,
    review_id uuid NOT NULL,
    published_at timestamp with time zone NOT NULL,
    CONSTRAINT copy_products_check CHECK ((max_total >= min_follow)),
    CONSTRAINT copy_products_check1 CHECK (((total >= 0) AND (total <= max_total))),
    CONSTRAINT copy_products_deadline CHECK ((deadline > published_at)),
    CONSTRAINT copy_products_ends_on CHECK ((ends_on = (((deadline AT TIME ZONE 'Asia/Taipei'::text))::date + term_days))),
    CONSTRAINT copy_products_min_follow_check CHECK ((min_follow > 0)),
    CONSTRAINT copy_products_name_en_check CHECK (((length(name_en) >= 2) AND (length(name_en) <= 40))),
    CONSTRAINT copy_products_name_tw_check CHECK (((length(name_tw) >= 2) AND (length(name_tw) <= 40))),
    CONSTRAINT copy_products_term_days_check CHECK (((term_days >= 1) AND (term_days <= 365)))
);

CREATE TABLE app.coupon_cursors (
    shard smallint NOT NULL,
    event bigint NOT NULL
);

CREATE TABLE app.coupon_grants (
    id uuid NOT NULL,
    review_id uuid NOT NULL,
    name jsonb NOT NULL,
    fee text NOT NULL,
    amount bigint NOT NULL,
    audience jsonb NOT NULL,
    members integer NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    until_at timestamp with time zone NOT NULL,
    entry_id uuid NOT NULL,
    CONSTRAINT coupon_grants_amount_check CHECK ((amount > 0)),
    CONSTRAINT coupon_grants_check CHECK ((until_at > granted_at)),
    CONSTRAINT coupon_grants_fee_check CHECK ((fee = 'brokerage'::text)),
    CONSTRAINT coupon_grants_members_check CHECK ((members > 0))
);

CREATE TABLE app.coupons (
    id uuid NOT NULL,
    grant_id uuid NOT NULL,
    member_id uuid NOT NULL,
    amount bigint NOT NULL,
    state text DEFAULT 'available'::text NOT NULL,
    from_at timestamp with time zone NOT NULL,
    until_at timestamp with time zone NOT NULL,
    order_id uuid,
    used bigint DEFAULT 0 NOT NULL,
    used_at timestamp with time zone,
    entry_id uuid,
    CONSTRAINT coupons_amount_check CHECK ((amount > 0)),
    CONSTRAINT coupons_check CHECK (((used >= 0) AND (used <= amount))),
    CONSTRAINT coupons_paid_complete CHECK (((num_nonnulls(used_at, entry_id) = ANY (ARRAY[0, 2])) AND ((used > 0) = (entry_id IS NOT NULL)))),
    CONSTRAINT coupons_state_check CHECK ((state = ANY (ARRAY['available'::text, 'used'::text, 'expired'::text]))),
    CONSTRAINT coupons_used_by_an_order CHECK (((state = 'used'::text) = (order_id IS NOT NULL)))
);

CREATE TABLE app.credential_failures (
    account text NOT NULL,
    kind text NOT NULL,
    device_id uuid NOT NULL,
    failures integer NOT NULL,
    locked_until timestamp with time zone,
    recent timestamp with time zone[] NOT NULL,
    lock_noted boolean DEFAULT false NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT credential_failures_failures_check CHECK ((failures >= 0)),
    CONSTRAINT credential_failures_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'code'::text, 'fund-password'::text, 'recovery'::text, 'channel-password'::text, 'block-password'::text])))
);

CREATE TABLE app.credentials (
    member_id uuid NOT NULL,
    password_hash text NOT NULL,
    pepper_key text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    withdrawal_cool_down_until timestamp with time zone,
    CONSTRAINT credentials_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text))
);

CREATE TABLE app.credit_calls (
    id uuid NOT NULL,
    loan_id uuid NOT NULL,
    reason text NOT NULL,
    state text NOT NULL,
    ratio_bp integer NOT NULL,
    amount bigint NOT NULL,
    called_at timestamp with time zone NOT NULL,
    deadline timestamp with time zone NOT NULL,
    forced_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT credit_calls_amount_check CHECK ((amount > 0)),
    CONSTRAINT credit_calls_ended CHECK (((state = ANY (ARRAY['open'::text, 'forced'::text])) = (ended_at IS NULL))),
    CONSTRAINT credit_calls_forced CHECK (((state <> 'forced'::text) OR (forced_at IS NOT NULL))),
    CONSTRAINT credit_calls_ratio_bp_check CHECK ((ratio_bp >= 0)),
    CONSTRAINT credit_calls_reason_check CHECK ((reason = ANY (ARRAY['ratio'::text, 'due'::text]))),
    CONSTRAINT credit_calls_state_check CHECK ((state = ANY (ARRAY['open'::text, 'forced'::text, 'met'::text, 'recovered'::text, 'closed'::text]))),
    CONSTRAINT credit_calls_time CHECK (((forced_at IS NOT NULL) OR (deadline >= (called_at + '04:00:00'::interval))))
);

CREATE TABLE app.credit_increases (
    id uuid NOT NULL,
    number text NOT NULL,
    member_id uuid NOT NULL,
    amount bigint NOT NULL,
    purpose text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    reason text,
    note text,
    sent_at timestamp with time zone NOT NULL,
    promised_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    CONSTRAINT credit_increases_amount_check CHECK (((amount > 0) AND ((amount % (100)::bigint) = 0))),
    CONSTRAINT credit_increases_decided CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT credit_increases_note_check CHECK ((length(note) <= 300)),
    CONSTRAINT credit_increases_purpose_check CHECK ((purpose = ANY (ARRAY['reserve'::text, 'working'::text, 'other'::text]))),
    CONSTRAINT credit_increases_reason_check CHECK ((reason = ANY (ARRAY['collateral'::text, 'source-of-funds'::text, 'suspected-takeover'::text, 'unsuitable'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT credit_increases_rejected CHECK (((state = 'rejected'::text) = (reason IS NOT NULL))),
    CONSTRAINT credit_increases_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text])))
);

CREATE TABLE app.credit_pledges (
    hold_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    position_id uuid NOT NULL,
    symbol text NOT NULL,
    pledged integer NOT NULL,
    shares integer NOT NULL,
    arriving integer DEFAULT 0 NOT NULL,
    CONSTRAINT credit_pledges_arriving_check CHECK ((arriving >= 0)),
    CONSTRAINT credit_pledges_check CHECK (((shares >= 0) AND (shares <= pledged))),
    CONSTRAINT credit_pledges_pledged_check CHECK ((pledged > 0))
);

CREATE TABLE app.credit_sales (
    order_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    position_id uuid NOT NULL,
    shares integer NOT NULL,
    collected bigint DEFAULT 0 NOT NULL,
    is_done boolean DEFAULT false NOT NULL,
    CONSTRAINT credit_sales_collected_check CHECK ((collected >= 0)),
    CONSTRAINT credit_sales_shares_check CHECK ((shares > 0))
);

CREATE TABLE app.currency_backups (
    review_id uuid NOT NULL,
    currency text NOT NULL,
    source text NOT NULL,
    began_at timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT currency_backups_currency_check CHECK ((currency = ANY (ARRAY['RMB'::text, 'HKD'::text, 'USD'::text, 'THB'::text, 'JPY'::text, 'VND'::text, 'MYR'::text, 'KRW'::text, 'INR'::text]))),
    CONSTRAINT currency_backups_ended CHECK ((ended_at >= began_at)),
    CONSTRAINT currency_backups_short CHECK (((until > began_at) AND (until <= (began_at + '1 day'::interval)))),
    CONSTRAINT currency_backups_source_check CHECK ((source ~ '^[a-z][a-z-]{1,30}$'::text))
);

CREATE TABLE app.currency_flows (
    entry_id uuid NOT NULL,
    member_id uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    mid bigint,
    twd bigint,
    posted_at timestamp with time zone NOT NULL,
    CONSTRAINT currency_flows_amount_check CHECK ((amount <> 0)),
    CONSTRAINT currency_flows_worth CHECK ((num_nulls(mid, twd) = ANY (ARRAY[0, 2])))
);

CREATE TABLE app.currency_rate_points (
    currency text NOT NULL,
    at timestamp with time zone NOT NULL,
    mid bigint NOT NULL,
    CONSTRAINT currency_rate_points_mid_check CHECK ((mid > 0))
);

CREATE TABLE app.currency_rates (
    currency text NOT NULL,
    mid bigint NOT NULL,
    source text NOT NULL,
    read_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone NOT NULL,
    second_mid bigint NOT NULL,
    second_source text NOT NULL,
    second_read_at timestamp with time zone NOT NULL,
    is_simulated boolean NOT NULL,
    stopped text,
    since timestamp with time zone NOT NULL,
    good integer DEFAULT 0 NOT NULL,
    backup_id uuid,
    CONSTRAINT currency_rates_currency_check CHECK ((currency = ANY (ARRAY['RMB'::text, 'HKD'::text, 'USD'::text, 'THB'::text, 'JPY'::text, 'VND'::text, 'MYR'::text, 'KRW'::text, 'INR'::text]))),
    CONSTRAINT currency_rates_good_check CHECK ((good >= 0)),
    CONSTRAINT currency_rates_mid_check CHECK ((mid > 0)),
    CONSTRAINT currency_rates_second_mid_check CHECK ((second_mid > 0)),
    CONSTRAINT currency_rates_second_source_check CHECK ((second_source ~ '^[a-z][a-z-]{1,30}$'::text)),
    CONSTRAINT currency_rates_source_check CHECK ((source ~ '^[a-z][a-z-]{1,30}$'::text)),
    CONSTRAINT currency_rates_stopped_check CHECK ((stopped = ANY (ARRAY['silent'::text, 'alone'::text, 'apart'::text, 'jump'::text]))),
    CONSTRAINT currency_rates_two_sources CHECK ((source <> second_source))
);

CREATE TABLE app.day_trade_covers (
    position_id uuid NOT NULL,
    date date NOT NULL,
    round smallint NOT NULL,
    order_id uuid,
    at timestamp with time zone NOT NULL
);

CREATE TABLE app.day_trade_days (
    date date NOT NULL,
    closed integer NOT NULL,
    lost integer NOT NULL,
    CONSTRAINT day_trade_days_check CHECK (((lost >= 0) AND (lost <= closed)))
);

CREATE TABLE app.day_trading_applications (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    statement text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    reason text,
    applied_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decided_by text,
    CONSTRAINT day_trading_applications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text]))),
    CONSTRAINT day_trading_decided CHECK (((state = 'pending'::text) = (decided_at IS NULL)))
);

CREATE TABLE app.deposit_channel_history (
    id bigint NOT NULL,
    channel_id uuid NOT NULL,
    review_id uuid,
    body jsonb NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE app.deposit_channel_history ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app.deposit_channel_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE app.deposit_channels (
    id uuid NOT NULL,
    name_tw text NOT NULL,
    name_en text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    reason_tw text,
    reason_en text,
    min bigint NOT NULL,
    max bigint NOT NULL,
    fee bigint NOT NULL,
    usual_minutes integer NOT NULL,
    password_mac bytea,
    password_key text,
    holder text NOT NULL,
    number text NOT NULL,
    bank_name text NOT NULL,
    bank_code text NOT NULL,
    branch text NOT NULL,
    place integer NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT deposit_channels_check CHECK ((max >= min)),
    CONSTRAINT deposit_channels_check1 CHECK (((fee >= 0) AND (fee < min))),
    CONSTRAINT deposit_channels_min_check CHECK ((min > 0)),
    CONSTRAINT deposit_channels_name_en_check CHECK ((name_en <> ''::text)),
    CONSTRAINT deposit_channels_name_tw_check CHECK ((name_tw <> ''::text)),
    CONSTRAINT deposit_channels_password_complete CHECK ((num_nulls(password_mac, password_key) = ANY (ARRAY[0, 2]))),
    CONSTRAINT deposit_channels_reason_complete CHECK ((num_nulls(reason_tw, reason_en) =
CASE state
    WHEN 'suspended'::text THEN 0
    ELSE 2
END)),
    CONSTRAINT deposit_channels_state_check CHECK ((state = ANY (ARRAY['open'::text, 'suspended'::text]))),
    CONSTRAINT deposit_channels_usual_minutes_check CHECK ((usual_minutes > 0))
);

CREATE TABLE app.deposit_corrections (
    deposit_id uuid NOT NULL,
    review_id uuid NOT NULL,
    reversed bigint NOT NULL,
    reversal_entry uuid NOT NULL,
    booked bigint,
    booking_entry uuid,
    texts jsonb NOT NULL,
    corrected_at timestamp with time zone NOT NULL,
    CONSTRAINT deposit_corrections_booked_check CHECK ((booked > 0)),
    CONSTRAINT deposit_corrections_booked_complete CHECK ((num_nulls(booked, booking_entry) = ANY (ARRAY[0, 2]))),
    CONSTRAINT deposit_corrections_reversed_check CHECK ((reversed > 0))
);

CREATE TABLE app.deposits (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    booked bigint,
    state text DEFAULT 'pending'::text NOT NULL,
    rejection_reason text,
    note text,
    receipt_file uuid,
    from_ending text,
    reference text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    promised_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    entry_id uuid,
    steps jsonb NOT NULL,
    CONSTRAINT deposits_amount_check CHECK ((amount > 0)),
    CONSTRAINT deposits_booked_check CHECK ((booked > 0)),
    CONSTRAINT deposits_decided_complete CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT deposits_fee_check CHECK ((fee >= 0)),
    CONSTRAINT deposits_passed_is_booked CHECK (((state = 'passed'::text) = ((booked IS NOT NULL) AND (entry_id IS NOT NULL)))),
    CONSTRAINT deposits_rejected_has_reason CHECK (((state = 'rejected'::text) <= (rejection_reason IS NOT NULL))),
    CONSTRAINT deposits_rejection_reason_check CHECK ((rejection_reason = ANY (ARRAY['not-received'::text, 'amount-differs'::text, 'name-differs'::text, 'receipt-unreadable'::text, 'receipt-used'::text, 'third-party'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT deposits_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text])))
);

CREATE TABLE app.device_keys (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    device_id uuid NOT NULL,
    public_key bytea NOT NULL,
    enrolled_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone
);

CREATE TABLE app.dividend_notices (
    action_id uuid NOT NULL,
    state text NOT NULL,
    upto uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    notified integer DEFAULT 0 NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT dividend_notices_notified_check CHECK ((notified >= 0)),
    CONSTRAINT dividend_notices_state_check CHECK ((state = ANY (ARRAY['announced'::text, 'cancelled'::text])))
);

CREATE TABLE app.draw_ranks (
    draw_id uuid NOT NULL,
    rank integer NOT NULL,
    ticket_id bytea NOT NULL,
    n integer NOT NULL,
    CONSTRAINT draw_ranks_n_check CHECK ((n >= 0)),
    CONSTRAINT draw_ranks_rank_check CHECK ((rank > 0))
);

CREATE TABLE app.draw_secrets (
    draw_id uuid NOT NULL,
    sealed text NOT NULL
);

CREATE TABLE app.draw_tickets (
    draw_id uuid NOT NULL,
    id bytea NOT NULL,
    member_id uuid NOT NULL,
    reference uuid NOT NULL,
    salt bytea NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    CONSTRAINT draw_tickets_hash CHECK ((id = sha256(convert_to((((((('fairlot draw ticket v1
'::text || draw_id) || '
'::text) || reference) || '
'::text) || encode(salt, 'hex'::text)) || '
'::text), 'UTF8'::name)))),
    CONSTRAINT draw_tickets_salt_check CHECK ((octet_length(salt) = 32))
);

CREATE TABLE app.draws (
    id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    state text DEFAULT 'committed'::text NOT NULL,
    title jsonb NOT NULL,
    places integer NOT NULL,
    terms text NOT NULL,
    terms_hash bytea NOT NULL,
    commitment bytea NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    round bigint NOT NULL,
    round_at timestamp with time zone NOT NULL,
    release_by timestamp with time zone NOT NULL,
    fallback_round bigint NOT NULL,
    fallback_at timestamp with time zone NOT NULL,
    fallback_release_by timestamp with time zone NOT NULL,
    announced_at timestamp with time zone NOT NULL,
    key_id text NOT NULL,
    public_key bytea NOT NULL,
    signature bytea NOT NULL,
    closed_at timestamp with time zone,
    tickets integer,
    root bytea,
    released_at timestamp with time zone,
    release_review uuid,
    secret bytea,
    release_round bigint,
    decided_at timestamp with time zone,
    beacon_signature bytea,
    randomness bytea,
    seed bytea,
    order_hash bytea,
    void_at timestamp with time zone,
    void_reason text,
    CONSTRAINT draws_beacon_signature_check CHECK ((octet_length(beacon_signature) = 48)),
    CONSTRAINT draws_check CHECK ((terms_hash = sha256(convert_to((('fairlot draw terms v1
'::text || terms) || '
'::text), 'UTF8'::name)))),
    CONSTRAINT draws_check1 CHECK ((randomness = sha256(beacon_signature))),
    CONSTRAINT draws_closed CHECK ((num_nonnulls(closed_at, tickets, root) =
CASE
    WHEN (state = ANY (ARRAY['closed'::text, 'released'::text, 'decided'::text])) THEN 3
    WHEN ((state = 'void'::text) AND (void_reason = 'not-released'::text)) THEN 3
    ELSE 0
END)),
    CONSTRAINT draws_commitment_check CHECK ((octet_length(commitment) = 32)),
    CONSTRAINT draws_decided CHECK ((num_nonnulls(decided_at, beacon_signature, randomness, seed, order_hash) =
CASE
    WHEN (state = 'decided'::text) THEN 5
    ELSE 0
END)),
    CONSTRAINT draws_kind_check CHECK ((kind = ANY (ARRAY['new-shares'::text, 'placements'::text, 'auctions'::text]))),
    CONSTRAINT draws_order_hash_check CHECK ((octet_length(order_hash) = 32)),
    CONSTRAINT draws_places_check CHECK ((places >= 0)),
    CONSTRAINT draws_released CHECK ((num_nonnulls(released_at, release_review, secret, release_round) =
CASE
    WHEN (state = ANY (ARRAY['released'::text, 'decided'::text])) THEN 4
    ELSE 0
END)),
    CONSTRAINT draws_root_check CHECK ((octet_length(root) = 32)),
    CONSTRAINT draws_round_check CHECK ((round > 0)),
    CONSTRAINT draws_round_is_announced CHECK ((((release_round = round) AND (released_at < release_by)) OR ((release_round = fallback_round) AND (released_at >= release_by) AND (released_at < fallback_release_by)))),
    CONSTRAINT draws_secret_is_committed CHECK ((commitment = sha256(convert_to((((('fairlot draw secret v1
'::text || id) || '
'::text) || encode(secret, 'hex'::text)) || '
'::text), 'UTF8'::name)))),
    CONSTRAINT draws_seed_check CHECK ((octet_length(seed) = 32)),
    CONSTRAINT draws_signature_check CHECK ((octet_length(signature) = 64)),
    CONSTRAINT draws_state_check CHECK ((state = ANY (ARRAY['committed'::text, 'closed'::text, 'released'::text, 'decided'::text, 'void'::text]))),
    CONSTRAINT draws_tickets_check CHECK ((tickets >= 0)),
    CONSTRAINT draws_times CHECK (((announced_at < closes_at) AND (closes_at < release_by) AND (release_by < round_at) AND (round_at < fallback_release_by) AND (fallback_release_by < fallback_at))),
    CONSTRAINT draws_void CHECK ((num_nonnulls(void_at, void_reason) =
CASE
    WHEN (state = 'void'::text) THEN 2
    ELSE 0
END)),
    CONSTRAINT draws_void_reason_check CHECK ((void_reason = ANY (ARRAY['no-tickets'::text, 'not-released'::text])))
);

CREATE TABLE app.enrolment_halves (
    operator_id uuid NOT NULL,
    approver_id uuid NOT NULL,
    sealed text,
    taken_at timestamp with time zone,
    CONSTRAINT enrolment_halves_check CHECK (((sealed IS NULL) = (taken_at IS NOT NULL)))
);

CREATE TABLE app.favourite_group_symbols (
    group_id uuid NOT NULL,
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    "position" integer NOT NULL
);

CREATE TABLE app.favourite_groups (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    name text NOT NULL,
    "position" integer NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT favourite_groups_name_check CHECK (((length(name) >= 1) AND (length(name) <= 20)))
);

CREATE TABLE app.favourites (
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    "position" integer NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT favourites_symbol_check CHECK ((length(symbol) <= 16))
);

CREATE TABLE app.feed_tickets (
    hash bytea NOT NULL,
    member_id uuid NOT NULL,
    session_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE app.files (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    key_id uuid NOT NULL,
    purpose text NOT NULL,
    type text NOT NULL,
    bytes integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    dropped_at timestamp with time zone,
    gone_at timestamp with time zone,
    CONSTRAINT files_gone_after_dropped CHECK (((gone_at IS NULL) OR (dropped_at IS NOT NULL))),
    CONSTRAINT files_purpose_check CHECK ((purpose ~ '^[a-z]+(-[a-z]+)*$'::text))
);

CREATE TABLE app.fills (
    shard smallint NOT NULL,
    event bigint NOT NULL,
    side text NOT NULL,
    order_id uuid NOT NULL,
    position_id uuid NOT NULL,
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    price integer NOT NULL,
    quantity integer NOT NULL,
    fee bigint NOT NULL,
    tax bigint NOT NULL,
    borrow_fee bigint NOT NULL,
    realised bigint,
    sequence bigint NOT NULL,
    decided_by text NOT NULL,
    book json NOT NULL,
    traded_at timestamp with time zone NOT NULL,
    date date NOT NULL,
    settles_on date NOT NULL,
    entry_id uuid NOT NULL,
    settled_at timestamp with time zone NOT NULL,
    CONSTRAINT fills_price_check CHECK ((price > 0)),
    CONSTRAINT fills_quantity_check CHECK ((quantity > 0)),
    CONSTRAINT fills_side_check CHECK ((side = ANY (ARRAY['buy'::text, 'sell'::text])))
)
PARTITION BY RANGE (traded_at);

CREATE TABLE app.fund_credentials (
    member_id uuid NOT NULL,
    password_hash text NOT NULL,
    pepper_key text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT fund_credentials_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text))
);

CREATE TABLE app.fundamental_imports (
    id uuid NOT NULL,
    kind text NOT NULL,
    market text NOT NULL,
    source text NOT NULL,
    as_of date NOT NULL,
    file_name text NOT NULL,
    file_hash text NOT NULL,
    taken integer NOT NULL,
    skipped integer NOT NULL,
    imported_at timestamp with time zone NOT NULL,
    CONSTRAINT fundamental_imports_file_hash_check CHECK ((file_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT fundamental_imports_kind_check CHECK ((kind = ANY (ARRAY['valuation'::text, 'revenue'::text, 'earnings'::text, 'dividend'::text, 'institutions'::text, 'margin'::text]))),
    CONSTRAINT fundamental_imports_market_check CHECK ((market = ANY (ARRAY['TWSE'::text, 'TPEx'::text, 'MOPS'::text])))
);

CREATE TABLE app.fundamentals (
    symbol text NOT NULL,
    kind text NOT NULL,
    period date NOT NULL,
    figures jsonb NOT NULL,
    import_id uuid NOT NULL,
    CONSTRAINT fundamentals_kind_check CHECK ((kind = ANY (ARRAY['valuation'::text, 'revenue'::text, 'earnings'::text, 'dividend'::text, 'institutions'::text, 'margin'::text])))
);

CREATE TABLE app.identities (
    member_id uuid NOT NULL,
    state text NOT NULL,
    attempt integer DEFAULT 1 NOT NULL,
    document text NOT NULL,
    name bytea NOT NULL,
    number bytea NOT NULL,
    birth_date bytea NOT NULL,
    name_masked text NOT NULL,
    number_masked text NOT NULL,
    front uuid NOT NULL,
    back uuid,
    sent_at timestamp with time zone NOT NULL,
    review_id uuid,
    problems jsonb DEFAULT '[]'::jsonb NOT NULL,
    reason text,
    note text,
    decided_at timestamp with time zone,
    CONSTRAINT identities_attempt_check CHECK ((attempt > 0)),
    CONSTRAINT identities_back CHECK (((document = 'passport'::text) OR (back IS NOT NULL))),
    CONSTRAINT identities_decided CHECK (((decided_at IS NULL) = (state = 'under-review'::text))),
    CONSTRAINT identities_document_check CHECK ((document = ANY (ARRAY['national-id'::text, 'resident-certificate'::text, 'passport'::text]))),
    CONSTRAINT identities_note_check CHECK ((length(note) <= 300)),
    CONSTRAINT identities_reason CHECK (((reason IS NOT NULL) = (state = 'rejected'::text))),
    CONSTRAINT identities_reason_check CHECK ((reason = ANY (ARRAY['rejected'::text, 'cancelled'::text, 'duplicate'::text, 'expired'::text]))),
    CONSTRAINT identities_state_check CHECK ((state = ANY (ARRAY['under-review'::text, 'verified'::text, 'rejected'::text])))
);

CREATE TABLE app.instrument_view_counts (
    date date NOT NULL,
    symbol text NOT NULL,
    slot smallint NOT NULL,
    members integer NOT NULL,
    CONSTRAINT instrument_view_counts_slot_check CHECK (((slot >= 0) AND (slot <= 15)))
);

CREATE TABLE app.instrument_views (
    date date NOT NULL,
    symbol text NOT NULL,
    member_id uuid NOT NULL
);

CREATE TABLE app.instruments (
    symbol text NOT NULL,
    name_tw text NOT NULL,
    name_en text NOT NULL,
    board text NOT NULL,
    kind text NOT NULL,
    industry_tw text NOT NULL,
    industry_en text NOT NULL,
    reference integer NOT NULL,
    limited boolean DEFAULT true NOT NULL,
    delisted_on date,
    listed_at timestamp with time zone DEFAULT now() NOT NULL,
    venue_sent_at timestamp with time zone,
    free_since date,
    CONSTRAINT instruments_board_check CHECK ((board = ANY (ARRAY['listed'::text, 'otc'::text]))),
    CONSTRAINT instruments_kind_check CHECK ((kind = ANY (ARRAY['stock'::text, 'etf'::text]))),
    CONSTRAINT instruments_name_en_check CHECK ((name_en <> ''::text)),
    CONSTRAINT instruments_name_tw_check CHECK ((name_tw <> ''::text)),
    CONSTRAINT instruments_reference_check CHECK ((reference > 0)),
    CONSTRAINT instruments_symbol_check CHECK ((symbol ~ '^([0-9]{4,6}|[0-9]{4,5}[A-Z])$'::text))
);

CREATE TABLE app.journals (
    id uuid NOT NULL,
    review_id uuid NOT NULL,
    member_id uuid,
    reason text NOT NULL,
    texts jsonb NOT NULL,
    currency text NOT NULL,
    original uuid,
    lines jsonb NOT NULL,
    entry_id uuid NOT NULL,
    posted_at timestamp with time zone NOT NULL,
    CONSTRAINT journals_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text)),
    CONSTRAINT journals_reason_check CHECK ((reason = ANY (ARRAY['not-posted'::text, 'wrong-charge'::text, 'goodwill'::text, 'wrong-owner'::text])))
);

CREATE TABLE app.known_devices (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    cookie_hash bytea NOT NULL,
    label text NOT NULL,
    first_seen_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT known_devices_cookie_hash_check CHECK ((length(cookie_hash) = 32))
);

CREATE TABLE app.margin_calls (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    called_at timestamp with time zone NOT NULL,
    ratio_bp integer NOT NULL,
    amount bigint NOT NULL,
    paid bigint DEFAULT 0 NOT NULL,
    deadline timestamp with time zone NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    seen_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT margin_calls_amount_check CHECK ((amount > 0)),
    CONSTRAINT margin_calls_ended CHECK (((state = ANY (ARRAY['open'::text, 'forced'::text])) = (ended_at IS NULL))),
    CONSTRAINT margin_calls_state_check CHECK ((state = ANY (ARRAY['open'::text, 'met'::text, 'recovered'::text, 'forced'::text, 'closed'::text])))
);

CREATE TABLE app.market_halts (
    id uuid NOT NULL,
    symbol text,
    reason text NOT NULL,
    halted_at timestamp with time zone NOT NULL,
    resumed_at timestamp with time zone,
    resumed_by uuid,
    CONSTRAINT market_halts_in_order CHECK ((resumed_at >= halted_at)),
    CONSTRAINT market_halts_reason_check CHECK ((reason = ANY (ARRAY['news'::text, 'operator'::text, 'technical'::text, 'authority'::text, 'market'::text]))),
    CONSTRAINT market_halts_resumed_complete CHECK (((resumed_at IS NULL) = (resumed_by IS NULL)))
);

CREATE TABLE app.member_events (
    member_id uuid NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    data jsonb NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE app.member_keys (
    member_id uuid NOT NULL,
    key_id uuid NOT NULL,
    master_key_id text NOT NULL,
    wrapped text,
    made_at timestamp with time zone NOT NULL,
    rewrapped_at timestamp with time zone,
    shredded_at timestamp with time zone,
    CONSTRAINT member_keys_master_key_id_check CHECK ((master_key_id ~ '^[a-z0-9]{1,16}$'::text)),
    CONSTRAINT member_keys_shredded_complete CHECK (((wrapped IS NULL) = (shredded_at IS NOT NULL)))
);

CREATE TABLE app.member_notes (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    operator text NOT NULL,
    text text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT member_notes_text_check CHECK (((length(btrim(text)) >= 1) AND (length(btrim(text)) <= 1000)))
);

CREATE TABLE app.members (
    id uuid NOT NULL,
    account text NOT NULL,
    kind text DEFAULT 'member'::text NOT NULL,
    invitation_code text NOT NULL,
    inviter_id uuid,
    verification text DEFAULT 'unverified'::text NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    CONSTRAINT members_check CHECK ((inviter_id <> id)),
    CONSTRAINT members_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'mentor'::text, 'seat'::text]))),
    CONSTRAINT members_verification_check CHECK ((verification = ANY (ARRAY['unverified'::text, 'under-review'::text, 'verified'::text, 'rejected'::text])))
);

CREATE TABLE app.mentor_applications (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    name text NOT NULL,
    strategy_tw text NOT NULL,
    strategy_en text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    reason text,
    note text,
    sent_at timestamp with time zone NOT NULL,
    promised_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    CONSTRAINT mentor_applications_decided CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT mentor_applications_name_check CHECK (((length(name) >= 2) AND (length(name) <= 20))),
    CONSTRAINT mentor_applications_reason_check CHECK ((reason = ANY (ARRAY['promises-return'::text, 'unclear-strategy'::text, 'market-conduct'::text, 'impersonation'::text, 'below-threshold'::text, 'name-taken'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT mentor_applications_rejected_has_reason CHECK (((state = 'rejected'::text) = (reason IS NOT NULL))),
    CONSTRAINT mentor_applications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text]))),
    CONSTRAINT mentor_applications_strategy CHECK (((strategy_tw <> ''::text) OR (strategy_en <> ''::text))),
    CONSTRAINT mentor_applications_strategy_en_check CHECK (((strategy_en = ''::text) OR ((length(strategy_en) >= 20) AND (length(strategy_en) <= 600)))),
    CONSTRAINT mentor_applications_strategy_tw_check CHECK (((strategy_tw = ''::text) OR ((length(strategy_tw) >= 20) AND (length(strategy_tw) <= 600))))
);

CREATE TABLE app.mentor_days (
    mentor_id uuid NOT NULL,
    date date NOT NULL,
    level text,
    profit bigint NOT NULL,
    money_bp bigint,
    index bigint NOT NULL,
    time_bp bigint NOT NULL,
    day_bp bigint NOT NULL,
    drawdown_bp integer NOT NULL,
    exposure_bp bigint NOT NULL,
    days integer NOT NULL,
    fills integer NOT NULL,
    capital bigint NOT NULL,
    money bigint NOT NULL,
    trades jsonb NOT NULL,
    follow_scale bigint NOT NULL,
    followed_total bigint NOT NULL,
    follower_median_bp integer,
    CONSTRAINT mentor_days_check CHECK ((followed_total >= follow_scale)),
    CONSTRAINT mentor_days_days_check CHECK ((days >= 0)),
    CONSTRAINT mentor_days_drawdown_bp_check CHECK (((drawdown_bp >= 0) AND (drawdown_bp <= 10000))),
    CONSTRAINT mentor_days_fills_check CHECK ((fills >= 0)),
    CONSTRAINT mentor_days_follow_scale_check CHECK ((follow_scale >= 0)),
    CONSTRAINT mentor_days_index_check CHECK ((index >= 0)),
    CONSTRAINT mentor_days_level_check CHECK ((level = ANY (ARRAY['junior'::text, 'intermediate'::text, 'senior'::text]))),
    CONSTRAINT mentor_days_trades_check CHECK ((jsonb_typeof(trades) = 'object'::text))
);

CREATE TABLE app.mentors (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    name text NOT NULL,
    strategy_tw text NOT NULL,
    strategy_en text NOT NULL,
    is_simulated boolean DEFAULT false NOT NULL,
    review_id uuid,
    state text DEFAULT 'active'::text NOT NULL,
    since timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT mentors_closed_at CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT mentors_name_check CHECK (((length(name) >= 2) AND (length(name) <= 20))),
    CONSTRAINT mentors_reviewed CHECK ((is_simulated = (review_id IS NULL))),
    CONSTRAINT mentors_state_check CHECK ((state = ANY (ARRAY['active'::text, 'closed'::text])))
);

CREATE TABLE app.news_articles (
    id uuid NOT NULL,
    topic text NOT NULL,
    published_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    source text,
    source_key text,
    source_url text,
    final_readers integer,
    CONSTRAINT news_articles_final_readers_check CHECK ((final_readers >= 0)),
    CONSTRAINT news_articles_imported CHECK ((((topic = 'market'::text) = (source IS NOT NULL)) AND ((source IS NULL) = (source_key IS NULL)) AND ((source IS NULL) = (source_url IS NULL)))),
    CONSTRAINT news_articles_source_check CHECK ((source = 'twse'::text)),
    CONSTRAINT news_articles_source_key_check CHECK (((length(source_key) >= 1) AND (length(source_key) <= 200))),
    CONSTRAINT news_articles_source_url_check CHECK ((source_url ~ '^https://www[.]twse[.]com[.]tw/[a-z/.-]{1,100}$'::text)),
    CONSTRAINT news_articles_topic_check CHECK ((topic = ANY (ARRAY['platform'::text, 'lesson'::text, 'verify'::text, 'rules'::text, 'market'::text]))),
    CONSTRAINT news_articles_version_check CHECK (((version >= 1) AND (version <= 100)))
);

CREATE TABLE app.news_imports (
    feed text NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    good_at timestamp with time zone,
    problem text,
    added integer DEFAULT 0 NOT NULL,
    CONSTRAINT news_imports_added_check CHECK ((added >= 0)),
    CONSTRAINT news_imports_feed_check CHECK ((feed = ANY (ARRAY['twse-notice'::text, 'twse-punish'::text]))),
    CONSTRAINT news_imports_problem_check CHECK (((length(problem) >= 1) AND (length(problem) <= 300)))
);

CREATE TABLE app.news_pictures (
    hash text NOT NULL,
    bytes bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    kept_at timestamp with time zone NOT NULL,
    CONSTRAINT news_pictures_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 204800))),
    CONSTRAINT news_pictures_height_check CHECK (((height >= 1) AND (height <= 1200))),
    CONSTRAINT news_pictures_named_by_hash CHECK ((hash = encode(sha256(bytes), 'hex'::text))),
    CONSTRAINT news_pictures_width_check CHECK (((width >= 1) AND (width <= 1200)))
);

CREATE TABLE app.news_reads (
    article_id uuid NOT NULL,
    member_id uuid NOT NULL,
    read_at timestamp with time zone NOT NULL
);

CREATE TABLE app.news_stocks (
    symbol text NOT NULL,
    article_id uuid NOT NULL,
    published_at timestamp with time zone NOT NULL
);

CREATE TABLE app.news_versions (
    article_id uuid NOT NULL,
    version integer NOT NULL,
    title_tw text NOT NULL,
    title_en text NOT NULL,
    body_tw text NOT NULL,
    body_en text NOT NULL,
    rule text,
    symbols text[] DEFAULT '{}'::text[] NOT NULL,
    picture text,
    note_tw text,
    note_en text,
    at timestamp with time zone NOT NULL,
    review_id uuid,
    CONSTRAINT news_versions_body_en_check CHECK (((length(body_en) >= 1) AND (length(body_en) <= 6000))),
    CONSTRAINT news_versions_body_tw_check CHECK (((length(body_tw) >= 1) AND (length(body_tw) <= 6000))),
    CONSTRAINT news_versions_correction CHECK ((((version = 1) = (note_tw IS NULL)) AND ((version = 1) = (note_en IS NULL)))),
    CONSTRAINT news_versions_note_en_check CHECK (((length(note_en) >= 1) AND (length(note_en) <= 300))),
    CONSTRAINT news_versions_note_tw_check CHECK (((length(note_tw) >= 1) AND (length(note_tw) <= 300))),
    CONSTRAINT news_versions_rule_check CHECK ((length(rule) <= 100)),
    CONSTRAINT news_versions_symbols_check CHECK ((cardinality(symbols) <= 5)),
    CONSTRAINT news_versions_title_en_check CHECK (((length(title_en) >= 1) AND (length(title_en) <= 120))),
    CONSTRAINT news_versions_title_tw_check CHECK (((length(title_tw) >= 1) AND (length(title_tw) <= 120))),
    CONSTRAINT news_versions_version_check CHECK ((version >= 1))
);

CREATE TABLE app.news_withdrawals (
    article_id uuid NOT NULL,
    version integer NOT NULL,
    note_tw text NOT NULL,
    note_en text NOT NULL,
    at timestamp with time zone NOT NULL,
    review_id uuid NOT NULL,
    CONSTRAINT news_withdrawals_note_en_check CHECK (((length(note_en) >= 1) AND (length(note_en) <= 300))),
    CONSTRAINT news_withdrawals_note_tw_check CHECK (((length(note_tw) >= 1) AND (length(note_tw) <= 300)))
);

CREATE TABLE app.notice_marks (
    member_id uuid NOT NULL,
    all_read_at timestamp with time zone NOT NULL
);

CREATE TABLE app.notice_reads (
    member_id uuid NOT NULL,
    notice_id uuid NOT NULL,
    read_at timestamp with time zone NOT NULL
);

CREATE TABLE app.notices (
    id uuid NOT NULL,
    member_id uuid,
    kind text NOT NULL,
    code text,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    texts jsonb,
    path text,
    sent_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    delivered_at timestamp with time zone,
    CONSTRAINT notices_kind_check CHECK ((kind = ANY (ARRAY['site'::text, 'rules'::text, 'funds'::text, 'trading'::text, 'security'::text, 'identity'::text]))),
    CONSTRAINT notices_member_or_everyone CHECK (
CASE
    WHEN (member_id IS NULL) THEN ((kind = 'site'::text) AND (code IS NULL) AND (texts IS NOT NULL) AND (read_at IS NULL))
    ELSE ((kind <> 'site'::text) AND (code IS NOT NULL) AND (texts IS NULL))
END),
    CONSTRAINT notices_path_check CHECK (((path ~ '^/'::text) AND (length(path) <= 200)))
);

CREATE TABLE app.offers (
    id uuid NOT NULL,
    review_id uuid NOT NULL,
    symbol text NOT NULL,
    name jsonb NOT NULL,
    industry jsonb NOT NULL,
    price bigint NOT NULL,
    lots integer NOT NULL,
    min_shares integer NOT NULL,
    max_per_member smallint NOT NULL,
    payment_mode text NOT NULL,
    fee bigint NOT NULL,
    pe integer,
    industry_pe integer,
    announces_at timestamp with time zone NOT NULL,
    opens_at timestamp with time zone NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    draws_at timestamp with time zone NOT NULL,
    pay_by timestamp with time zone NOT NULL,
    issues_on date NOT NULL,
    lists_on date NOT NULL,
    state text DEFAULT 'not-started'::text NOT NULL,
    stage text,
    draw_id uuid,
    drawn_from integer,
    removed_at timestamp with time zone,
    published_at timestamp with time zone NOT NULL,
    inventory_id uuid,
    CONSTRAINT offers_announced_has_draw CHECK (((state = ANY (ARRAY['not-started'::text, 'ended'::text])) OR (draw_id IS NOT NULL))),
    CONSTRAINT offers_check CHECK (((min_shares > 0) AND (((lots * 1000) % min_shares) = 0))),
    CONSTRAINT offers_check1 CHECK ((opens_at >= announces_at)),
    CONSTRAINT offers_check2 CHECK ((closes_at > opens_at)),
    CONSTRAINT offers_check3 CHECK ((draws_at > closes_at)),
    CONSTRAINT offers_check4 CHECK ((pay_by > draws_at)),
    CONSTRAINT offers_check5 CHECK ((lists_on >= issues_on)),
    CONSTRAINT offers_drawn_from_check CHECK ((drawn_from >= 0)),
    CONSTRAINT offers_drawn_has_count CHECK (((stage IS NULL) OR (stage = 'void'::text) OR (drawn_from IS NOT NULL))),
    CONSTRAINT offers_ended_has_stage CHECK (((state = 'ended'::text) = (stage IS NOT NULL))),
    CONSTRAINT offers_fee_check CHECK ((fee >= 0)),
    CONSTRAINT offers_industry_pe_check CHECK ((industry_pe > 0)),
    CONSTRAINT offers_lots_check CHECK ((lots > 0)),
    CONSTRAINT offers_max_per_member_check CHECK ((max_per_member > 0)),
    CONSTRAINT offers_payment_mode_check CHECK ((payment_mode = ANY (ARRAY['prepaid'::text, 'on_win'::text]))),
    CONSTRAINT offers_pe_check CHECK ((pe > 0)),
    CONSTRAINT offers_price_check CHECK ((price > 0)),
    CONSTRAINT offers_removed_is_void CHECK (((removed_at IS NULL) OR (stage = 'void'::text))),
    CONSTRAINT offers_stage_check CHECK ((stage = ANY (ARRAY['waiting-draw'::text, 'applying'::text, 'paying'::text, 'settled'::text, 'listed'::text, 'void'::text]))),
    CONSTRAINT offers_state_check CHECK ((state = ANY (ARRAY['not-started'::text, 'pending'::text, 'subscribing'::text, 'ended'::text]))),
    CONSTRAINT offers_symbol_check CHECK ((symbol ~ '^[A-Z0-9]{4,6}$'::text)),
    CONSTRAINT offers_symbol_listable CHECK ((symbol ~ '^([0-9]{4,6}|[0-9]{4,5}[A-Z])$'::text))
);

CREATE TABLE app.opening_draws (
    date date NOT NULL,
    opens_at timestamp with time zone NOT NULL,
    source text NOT NULL,
    chain jsonb,
    round integer,
    signature bytea,
    randomness bytea,
    seed bytea,
    decided_at timestamp with time zone NOT NULL,
    CONSTRAINT opening_draws_complete CHECK ((num_nonnulls(chain, round, signature, randomness, seed) =
CASE source
    WHEN 'none'::text THEN 0
    ELSE 5
END)),
    CONSTRAINT opening_draws_not_before CHECK ((decided_at >= opens_at)),
    CONSTRAINT opening_draws_randomness CHECK ((randomness = sha256(signature))),
    CONSTRAINT opening_draws_round CHECK (((round)::numeric = GREATEST((1)::numeric, (ceil((((EXTRACT(epoch FROM opens_at) + (1)::numeric) - ((chain ->> 'genesis'::text))::numeric) / ((chain ->> 'period'::text))::numeric)) + (1)::numeric)))),
    CONSTRAINT opening_draws_seed CHECK ((seed = sha256(convert_to((((((('fairlot opening v1
'::text || to_char((date)::timestamp with time zone, 'YYYY-MM-DD'::text)) || '
'::text) || round) || '
'::text) || encode(randomness, 'hex'::text)) || '
'::text), 'UTF8'::name)))),
    CONSTRAINT opening_draws_signature_check CHECK ((octet_length(signature) = 48)),
    CONSTRAINT opening_draws_source_check CHECK ((source = ANY (ARRAY['beacon'::text, 'fallback'::text, 'none'::text])))
);

CREATE TABLE app.operator_authenticators (
    operator_id uuid NOT NULL,
    sealed_seed text NOT NULL,
    last_step bigint NOT NULL,
    confirmed_at timestamp with time zone NOT NULL
);

CREATE TABLE app.operator_challenges (
    id uuid NOT NULL,
    kind text NOT NULL,
    operator_id uuid NOT NULL,
    device_id uuid NOT NULL,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT operator_challenges_check CHECK ((expires_at > created_at)),
    CONSTRAINT operator_challenges_kind_check CHECK ((kind = ANY (ARRAY['second-factor'::text, 'enrolment'::text, 'passkey-sign-in'::text, 'passkey-enrolment'::text])))
);

CREATE TABLE app.operator_devices (
    id uuid NOT NULL,
    cookie_hash bytea NOT NULL,
    label text NOT NULL,
    first_seen_at timestamp with time zone NOT NULL,
    CONSTRAINT operator_devices_cookie_hash_check CHECK ((length(cookie_hash) = 32))
);

CREATE TABLE app.operator_passkeys (
    id uuid NOT NULL,
    operator_id uuid NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT operator_passkeys_counter_check CHECK ((counter >= 0)),
    CONSTRAINT operator_passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40)))
);

CREATE TABLE app.operator_push_subscriptions (
    device_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    key_id text NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    language text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT operator_push_subscriptions_auth_check CHECK ((length(auth) <= 100)),
    CONSTRAINT operator_push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 500)),
    CONSTRAINT operator_push_subscriptions_language_check CHECK ((language = ANY (ARRAY['tw'::text, 'en'::text]))),
    CONSTRAINT operator_push_subscriptions_p256dh_check CHECK ((length(p256dh) <= 200))
);

CREATE TABLE app.operator_recovery_codes (
    operator_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT operator_recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

CREATE TABLE app.operator_relations (
    operator_id uuid NOT NULL,
    member_id uuid NOT NULL
);

CREATE TABLE app.operator_rights (
    role text NOT NULL,
    "right" text NOT NULL
);

CREATE TABLE app.operator_roles (
    operator_id uuid NOT NULL,
    role text NOT NULL,
    until timestamp with time zone,
    CONSTRAINT operator_roles_role_check CHECK ((role = ANY (ARRAY['support'::text, 'reviewer'::text, 'approver'::text, 'market'::text, 'auditor'::text, 'admin'::text])))
);

CREATE TABLE app.operator_sessions (
    id uuid NOT NULL,
    operator_id uuid NOT NULL,
    bind_hash bytea NOT NULL,
    device_id uuid NOT NULL,
    network text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT operator_sessions_bind_hash_check CHECK ((length(bind_hash) = 32)),
    CONSTRAINT operator_sessions_check CHECK ((expires_at > created_at))
);

CREATE TABLE app.operator_tries (
    login text NOT NULL,
    kind text NOT NULL,
    device_id uuid NOT NULL,
    failures integer NOT NULL,
    locked_until timestamp with time zone,
    recent timestamp with time zone[] NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT operator_tries_failures_check CHECK ((failures >= 0)),
    CONSTRAINT operator_tries_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'code'::text])))
);

CREATE TABLE app.operator_voting_keys (
    id uuid NOT NULL,
    operator_id uuid NOT NULL,
    kind text NOT NULL,
    public_key bytea NOT NULL,
    credential_id text,
    label text NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    valid_from timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT operator_voting_keys_check CHECK (((kind = 'passkey'::text) = (credential_id IS NOT NULL))),
    CONSTRAINT operator_voting_keys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1400))),
    CONSTRAINT operator_voting_keys_kind_check CHECK ((kind = ANY (ARRAY['passkey'::text, 'device'::text]))),
    CONSTRAINT operator_voting_keys_label_check CHECK ((length(label) <= 40)),
    CONSTRAINT operator_voting_keys_public_key_check CHECK (((length(public_key) >= 40) AND (length(public_key) <= 1000)))
);

CREATE TABLE app.operators (
    id uuid NOT NULL,
    login text NOT NULL,
    name text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone,
    enrolment_hash bytea,
    enrolment_until timestamp with time zone,
    password_hash text,
    pepper_key text,
    enrolled_at timestamp with time zone,
    proposed_by uuid,
    approved_by uuid,
    separated_until timestamp with time zone,
    key_code_hash bytea,
    program text,
    CONSTRAINT operators_check CHECK (((password_hash IS NULL) = (pepper_key IS NULL))),
    CONSTRAINT operators_check1 CHECK (((password_hash IS NULL) = (enrolled_at IS NULL))),
    CONSTRAINT operators_enrolment_hash_check CHECK ((length(enrolment_hash) = 32)),
    CONSTRAINT operators_key_code_hash_check CHECK ((length(key_code_hash) = 32)),
    CONSTRAINT operators_lineage CHECK (((num_nulls(proposed_by, approved_by, separated_until) = ANY (ARRAY[0, 3])) AND (proposed_by <> approved_by) AND ((proposed_by IS NULL) OR (key_code_hash IS NULL)))),
    CONSTRAINT operators_login_check CHECK ((login ~ '^[a-z][a-z0-9.-]{2,31}$'::text)),
    CONSTRAINT operators_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
    CONSTRAINT operators_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
    CONSTRAINT operators_program_check CHECK ((program = ANY (ARRAY['fairlot_practice_proposer'::text, 'fairlot_practice_approver'::text])))
);

CREATE TABLE app.order_exits (
    order_id uuid NOT NULL,
    member_id uuid NOT NULL,
    stop integer,
    take_profit integer,
    armed integer DEFAULT 0 NOT NULL,
    done boolean DEFAULT false NOT NULL,
    CONSTRAINT order_exits_armed_check CHECK ((armed >= 0)),
    CONSTRAINT order_exits_set CHECK (((stop IS NOT NULL) OR (take_profit IS NOT NULL))),
    CONSTRAINT order_exits_stop_check CHECK ((stop > 0)),
    CONSTRAINT order_exits_take_profit_check CHECK ((take_profit > 0))
);

CREATE TABLE app.order_steps (
    order_id uuid NOT NULL,
    n integer NOT NULL,
    at timestamp with time zone NOT NULL,
    what text NOT NULL,
    who text NOT NULL,
    data json NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT order_steps_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT order_steps_n_check CHECK ((n > 0)),
    CONSTRAINT order_steps_who_check CHECK ((who = ANY (ARRAY['member'::text, 'system'::text, 'venue'::text, 'rule'::text])))
)
PARTITION BY RANGE (order_id);

CREATE TABLE app.order_steps_other (
    order_id uuid NOT NULL,
    n integer NOT NULL,
    at timestamp with time zone NOT NULL,
    what text NOT NULL,
    who text NOT NULL,
    data json NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT order_steps_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT order_steps_n_check CHECK ((n > 0)),
    CONSTRAINT order_steps_who_check CHECK ((who = ANY (ARRAY['member'::text, 'system'::text, 'venue'::text, 'rule'::text])))
);

CREATE TABLE app.orders (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    kind text NOT NULL,
    side text NOT NULL,
    purpose text NOT NULL,
    position_id uuid NOT NULL,
    direction text NOT NULL,
    multiple smallint NOT NULL,
    day_trade boolean NOT NULL,
    price integer,
    quantity integer NOT NULL,
    validity text NOT NULL,
    worst_price integer NOT NULL,
    date date NOT NULL,
    origin text NOT NULL,
    terms bytea NOT NULL,
    replaces uuid,
    placed_at timestamp with time zone NOT NULL,
    device_key uuid,
    signature text,
    state text DEFAULT 'entrusted'::text NOT NULL,
    reason text,
    accepted_at timestamp with time zone,
    left_shares integer NOT NULL,
    filled_shares integer DEFAULT 0 NOT NULL,
    filled_value bigint DEFAULT 0 NOT NULL,
    fee bigint DEFAULT 0 NOT NULL,
    tax bigint DEFAULT 0 NOT NULL,
    borrow_fee bigint DEFAULT 0 NOT NULL,
    cancel_asked_at timestamp with time zone,
    ended_at timestamp with time zone,
    steps integer DEFAULT 0 NOT NULL,
    steps_hash bytea DEFAULT decode(repeat('0'::text, 64), 'hex'::text) NOT NULL,
    loan_repaid bigint DEFAULT 0 NOT NULL,
    interest_paid bigint DEFAULT 0 NOT NULL,
    collateral_freed bigint DEFAULT 0 NOT NULL,
    held_cash bigint,
    held_shares integer,
    holds uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT orders_ended CHECK (((state = 'entrusted'::text) = (ended_at IS NULL))),
    CONSTRAINT orders_filled_shares_check CHECK ((filled_shares >= 0)),
    CONSTRAINT orders_left_shares_check CHECK ((left_shares >= 0)),
    CONSTRAINT orders_never_overfill CHECK (((filled_shares + left_shares) <= quantity)),
    CONSTRAINT orders_open_has_shares_left CHECK (((state = 'entrusted'::text) = (left_shares > 0))),
    CONSTRAINT orders_steps_hash_check CHECK ((octet_length(steps_hash) = 32))
)
PARTITION BY RANGE (id);

CREATE TABLE app.orders_other (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    kind text NOT NULL,
    side text NOT NULL,
    purpose text NOT NULL,
    position_id uuid NOT NULL,
    direction text NOT NULL,
    multiple smallint NOT NULL,
    day_trade boolean NOT NULL,
    price integer,
    quantity integer NOT NULL,
    validity text NOT NULL,
    worst_price integer NOT NULL,
    date date NOT NULL,
    origin text NOT NULL,
    terms bytea NOT NULL,
    replaces uuid,
    placed_at timestamp with time zone NOT NULL,
    device_key uuid,
    signature text,
    state text DEFAULT 'entrusted'::text NOT NULL,
    reason text,
    accepted_at timestamp with time zone,
    left_shares integer NOT NULL,
    filled_shares integer DEFAULT 0 NOT NULL,
    filled_value bigint DEFAULT 0 NOT NULL,
    fee bigint DEFAULT 0 NOT NULL,
    tax bigint DEFAULT 0 NOT NULL,
    borrow_fee bigint DEFAULT 0 NOT NULL,
    cancel_asked_at timestamp with time zone,
    ended_at timestamp with time zone,
    steps integer DEFAULT 0 NOT NULL,
    steps_hash bytea DEFAULT decode(repeat('0'::text, 64), 'hex'::text) NOT NULL,
    loan_repaid bigint DEFAULT 0 NOT NULL,
    interest_paid bigint DEFAULT 0 NOT NULL,
    collateral_freed bigint DEFAULT 0 NOT NULL,
    held_cash bigint,
    held_shares integer,
    holds uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT orders_ended CHECK (((state = 'entrusted'::text) = (ended_at IS NULL))),
    CONSTRAINT orders_filled_shares_check CHECK ((filled_shares >= 0)),
    CONSTRAINT orders_left_shares_check CHECK ((left_shares >= 0)),
    CONSTRAINT orders_never_overfill CHECK (((filled_shares + left_shares) <= quantity)),
    CONSTRAINT orders_open_has_shares_left CHECK (((state = 'entrusted'::text) = (left_shares > 0))),
    CONSTRAINT orders_steps_hash_check CHECK ((octet_length(steps_hash) = 32))
)
WITH (fillfactor='80');

CREATE TABLE app.pair_cursors (
    shard smallint NOT NULL,
    event bigint NOT NULL
);

CREATE TABLE app.pair_trades (
    first_member uuid NOT NULL,
    second_member uuid NOT NULL,
    date date NOT NULL,
    trades integer NOT NULL,
    shares bigint NOT NULL,
    amount bigint NOT NULL,
    reviewed integer DEFAULT 0 NOT NULL,
    CONSTRAINT pair_trades_check CHECK (((reviewed >= 0) AND (reviewed <= trades))),
    CONSTRAINT pair_trades_check1 CHECK ((first_member < second_member)),
    CONSTRAINT pair_trades_trades_check CHECK ((trades > 0))
);

CREATE TABLE app.passkeys (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT passkeys_counter_check CHECK ((counter >= 0))
);

CREATE TABLE app.payout_batches (
    id uuid NOT NULL,
    bank_day date NOT NULL,
    currency text NOT NULL,
    payouts integer NOT NULL,
    total bigint NOT NULL,
    file text NOT NULL,
    sha256 text NOT NULL,
    review_id uuid NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    CONSTRAINT payout_batches_payouts_check CHECK ((payouts > 0)),
    CONSTRAINT payout_batches_total_check CHECK ((total > 0))
);

CREATE TABLE app.payout_stops (
    id bigint NOT NULL,
    stopped_at timestamp with time zone NOT NULL,
    by_run bigint NOT NULL,
    checks text[] NOT NULL,
    resumed_at timestamp with time zone,
    resumed_by bigint,
    CONSTRAINT payout_stops_check CHECK (((resumed_at IS NULL) = (resumed_by IS NULL)))
);

ALTER TABLE app.payout_stops ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app.payout_stops_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE app.personal_views (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    operator text NOT NULL,
    field text NOT NULL,
    purpose text NOT NULL,
    at timestamp with time zone NOT NULL,
    notified_at timestamp with time zone,
    CONSTRAINT personal_views_field_check CHECK ((field = ANY (ARRAY['account'::text, 'name'::text, 'id-number'::text, 'birth-date'::text, 'bank-account'::text, 'identity-documents'::text, 'contact'::text, 'support-picture'::text]))),
    CONSTRAINT personal_views_purpose_check CHECK (((length(btrim(purpose)) >= 1) AND (length(btrim(purpose)) <= 200)))
);

CREATE TABLE app.price_alert_cursors (
    shard smallint NOT NULL,
    event bigint NOT NULL
);

CREATE TABLE app.price_alert_days (
    symbol text NOT NULL,
    date date NOT NULL,
    reference integer NOT NULL,
    event bigint NOT NULL
);

CREATE TABLE app.price_alert_firings (
    alert_id uuid NOT NULL,
    date date NOT NULL,
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    price integer NOT NULL,
    event bigint NOT NULL,
    fired_at timestamp with time zone NOT NULL
);

CREATE TABLE app.price_alerts (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    kind text NOT NULL,
    threshold integer NOT NULL,
    repeat text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    after_event bigint NOT NULL,
    CONSTRAINT price_alerts_kind_check CHECK ((kind = ANY (ARRAY['rises-to'::text, 'falls-to'::text, 'moves'::text]))),
    CONSTRAINT price_alerts_repeat_check CHECK ((repeat = ANY (ARRAY['once'::text, 'daily'::text]))),
    CONSTRAINT price_alerts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'off'::text, 'done'::text]))),
    CONSTRAINT price_alerts_threshold_check CHECK ((threshold > 0))
);

CREATE TABLE app.price_imports (
    date date NOT NULL,
    file_hash text NOT NULL,
    file_name text NOT NULL,
    taken integer NOT NULL,
    skipped integer NOT NULL,
    imported_at timestamp with time zone NOT NULL,
    CONSTRAINT price_imports_file_hash_check CHECK ((file_hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE app.push_jobs (
    notice_id uuid NOT NULL,
    session_id uuid NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE app.push_subscriptions (
    session_id uuid NOT NULL,
    member_id uuid NOT NULL,
    key_id text NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    language text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    muted text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 500)),
    CONSTRAINT push_subscriptions_language_check CHECK ((language = ANY (ARRAY['tw'::text, 'en'::text]))),
    CONSTRAINT push_subscriptions_muted CHECK ((muted <@ ARRAY['fills'::text, 'orders'::text, 'alerts'::text, 'funds'::text, 'site'::text]))
);

CREATE TABLE app.recon_runs (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    took_ms integer NOT NULL,
    broken integer NOT NULL,
    results jsonb NOT NULL,
    scope text DEFAULT 'minute'::text NOT NULL,
    finished_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    failure text,
    CONSTRAINT recon_runs_broken_check CHECK ((broken >= 0)),
    CONSTRAINT recon_runs_failed_is_broken CHECK (((failure IS NULL) OR (broken > 0))),
    CONSTRAINT recon_runs_scope_check CHECK ((scope = ANY (ARRAY['minute'::text, 'night'::text])))
);

ALTER TABLE app.recon_runs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app.recon_runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE app.recovery_codes (
    member_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

CREATE TABLE app.recovery_requests (
    id uuid NOT NULL,
    reference text NOT NULL,
    member_id uuid,
    contact text NOT NULL,
    statement text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decided_by_first text,
    decided_by_second text,
    key_hash bytea,
    review_id uuid,
    used_at timestamp with time zone,
    network text,
    joined_to uuid,
    reviewed_at timestamp with time zone,
    CONSTRAINT recovery_requests_decided_by_two CHECK ((decided_by_first <> decided_by_second)),
    CONSTRAINT recovery_requests_decided_complete CHECK (
CASE state
    WHEN 'pending'::text THEN (num_nonnulls(decided_at, decided_by_first, decided_by_second) = 0)
    WHEN 'passed'::text THEN (num_nulls(decided_at, decided_by_first, decided_by_second) = 0)
    ELSE (decided_at IS NOT NULL)
END),
    CONSTRAINT recovery_requests_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT recovery_requests_network_check CHECK ((length(network) <= 100)),
    CONSTRAINT recovery_requests_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text]))),
    CONSTRAINT recovery_requests_used_when_passed CHECK (((used_at IS NULL) OR (state = 'passed'::text)))
);

CREATE TABLE app.restrictions (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    kind text NOT NULL,
    reason text NOT NULL,
    set_by_first text NOT NULL,
    set_by_second text NOT NULL,
    since timestamp with time zone NOT NULL,
    review_on date NOT NULL,
    lifted_at timestamp with time zone,
    lifted_by_first text,
    lifted_by_second text,
    lift_reason text,
    rule text,
    CONSTRAINT restrictions_kind_check CHECK ((kind = ANY (ARRAY['frozen'::text, 'login-banned'::text, 'disabled'::text, 'no-trading'::text, 'no-withdrawal'::text]))),
    CONSTRAINT restrictions_lift_reason_check CHECK ((lift_reason <> ''::text)),
    CONSTRAINT restrictions_lifted_by_first_check CHECK ((lifted_by_first <> ''::text)),
    CONSTRAINT restrictions_lifted_by_second_check CHECK ((lifted_by_second <> ''::text)),
    CONSTRAINT restrictions_lifted_by_two CHECK ((lifted_by_first <> lifted_by_second)),
    CONSTRAINT restrictions_lifted_complete CHECK ((num_nulls(lifted_at, lifted_by_first, lifted_by_second, lift_reason) = ANY (ARRAY[0, 4]))),
    CONSTRAINT restrictions_reason_check CHECK ((reason = ANY (ARRAY['member-request'::text, 'suspected-takeover'::text, 'identity-doubt'::text, 'court-order'::text, 'market-conduct'::text, 'debt'::text]))),
    CONSTRAINT restrictions_reviewed_in_time CHECK ((review_on <= (((since AT TIME ZONE 'Asia/Taipei'::text))::date + 90))),
    CONSTRAINT restrictions_rule_check CHECK (((length(btrim(rule)) >= 1) AND (length(btrim(rule)) <= 120))),
    CONSTRAINT restrictions_set_by_first_check CHECK ((set_by_first <> ''::text)),
    CONSTRAINT restrictions_set_by_second_check CHECK ((set_by_second <> ''::text)),
    CONSTRAINT restrictions_set_by_two CHECK ((set_by_first <> set_by_second))
);

CREATE TABLE app.review_assignments (
    review_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    assigned_at timestamp with time zone NOT NULL,
    active_at timestamp with time zone NOT NULL,
    CONSTRAINT review_assignments_check CHECK ((active_at >= assigned_at))
);

CREATE TABLE app.review_kinds (
    kind text NOT NULL,
    letter text NOT NULL,
    first_right text,
    second_right text NOT NULL,
    propose_right text,
    promised_minutes integer NOT NULL,
    expires_hours integer NOT NULL,
    may_revise boolean NOT NULL,
    reject_by_two boolean DEFAULT false NOT NULL,
    CONSTRAINT review_kinds_check CHECK (((first_right IS NULL) <> (propose_right IS NULL))),
    CONSTRAINT review_kinds_letter_check CHECK ((letter ~ '^[A-Z]$'::text))
);

CREATE TABLE app.review_notes (
    id uuid NOT NULL,
    review_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    operator text NOT NULL,
    text text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT review_notes_text_check CHECK (((length(btrim(text)) >= 1) AND (length(btrim(text)) <= 1000)))
);

CREATE SEQUENCE app.review_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE app.review_openings (
    review_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    document text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT review_openings_document_check CHECK (((length(document) >= 1) AND (length(document) <= 60)))
);

CREATE TABLE app.review_push_jobs (
    review_id uuid NOT NULL,
    state text NOT NULL,
    device_id uuid NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE app.review_pushes (
    review_id uuid NOT NULL,
    state text NOT NULL,
    queued_at timestamp with time zone NOT NULL,
    decide_by timestamp with time zone,
    CONSTRAINT review_pushes_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'second'::text])))
);

CREATE TABLE app.review_signatures (
    review_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    decision text NOT NULL,
    key_id uuid NOT NULL,
    signed_at timestamp with time zone NOT NULL,
    opened jsonb NOT NULL,
    revised jsonb,
    signature jsonb NOT NULL,
    received_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT review_signatures_opened_check CHECK ((jsonb_typeof(opened) = 'array'::text)),
    CONSTRAINT review_signatures_revised_check CHECK ((jsonb_typeof(revised) = 'object'::text)),
    CONSTRAINT review_signatures_signature_check CHECK ((jsonb_typeof(signature) = 'object'::text))
);

CREATE TABLE app.review_votes (
    review_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    session_id uuid NOT NULL,
    device_id uuid NOT NULL,
    decision text NOT NULL,
    payload_hash text NOT NULL,
    note text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT review_votes_decision_check CHECK ((decision = ANY (ARRAY['approve'::text, 'reject'::text])))
);

CREATE TABLE app.risk_limits (
    member_id uuid NOT NULL,
    daily_loss_limit bigint,
    stopped_at timestamp with time zone,
    stopped_by text,
    CONSTRAINT risk_limits_daily_loss_limit_check CHECK ((daily_loss_limit > 0)),
    CONSTRAINT risk_limits_stop_complete CHECK (((stopped_at IS NULL) = (stopped_by IS NULL))),
    CONSTRAINT risk_limits_stopped_by_check CHECK ((stopped_by = ANY (ARRAY['member'::text, 'rule'::text])))
);

CREATE TABLE app.rule_stops (
    change_id bigint NOT NULL,
    stopped_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    reason_en text NOT NULL,
    set_by_first text NOT NULL,
    set_by_second text NOT NULL,
    review_id uuid NOT NULL,
    CONSTRAINT rule_stops_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT rule_stops_reason_en_check CHECK ((reason_en <> ''::text)),
    CONSTRAINT rule_stops_set_by_two CHECK ((set_by_first <> set_by_second))
);

CREATE TABLE app.rule_values (
    id bigint NOT NULL,
    rule text NOT NULL,
    value bigint NOT NULL,
    announced_at timestamp with time zone NOT NULL,
    holds_from timestamp with time zone NOT NULL,
    reason text NOT NULL,
    set_by_first text NOT NULL,
    set_by_second text NOT NULL,
    reason_en text,
    review_id uuid,
    CONSTRAINT rule_values_check CHECK ((holds_from >= announced_at)),
    CONSTRAINT rule_values_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT rule_values_reason_en_check CHECK ((reason_en <> ''::text)),
    CONSTRAINT rule_values_rule_check CHECK ((rule ~ '^[a-z][A-Za-z0-9-]*(\.[A-Za-z0-9-]+)+$'::text)),
    CONSTRAINT rule_values_set_by_first_check CHECK ((set_by_first <> ''::text)),
    CONSTRAINT rule_values_set_by_second_check CHECK ((set_by_second <> ''::text)),
    CONSTRAINT rule_values_set_by_two CHECK ((set_by_first <> set_by_second))
);

ALTER TABLE app.rule_values ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME app.rule_values_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE app.saved_screens (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    name text NOT NULL,
    conditions jsonb NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    CONSTRAINT saved_screens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 20)))
);

CREATE TABLE app.saved_views (
    id uuid NOT NULL,
    operator_id uuid NOT NULL,
    name text NOT NULL,
    filter jsonb NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    page text DEFAULT 'queue'::text NOT NULL,
    CONSTRAINT saved_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
    CONSTRAINT saved_views_page_check CHECK ((page ~ '^[a-z-]{1,20}$'::text))
);

CREATE TABLE app.savings_plans (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    symbol text NOT NULL,
    amount bigint NOT NULL,
    days smallint[] NOT NULL,
    state text DEFAULT 'active'::text NOT NULL,
    due_from date NOT NULL,
    next_due_on date NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state_at timestamp with time zone NOT NULL,
    CONSTRAINT savings_plans_amount_check CHECK ((amount > 0)),
    CONSTRAINT savings_plans_days_check CHECK ((((cardinality(days) >= 1) AND (cardinality(days) <= 28)) AND (1 <= ALL (days)) AND (28 >= ALL (days)))),
    CONSTRAINT savings_plans_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text])))
);

CREATE TABLE app.savings_runs (
    plan_id uuid NOT NULL,
    due_on date NOT NULL,
    on_date date NOT NULL,
    amount bigint NOT NULL,
    state text NOT NULL,
    reason text,
    whole_order uuid,
    odd_order uuid,
    at_upper boolean DEFAULT false NOT NULL,
    shares integer DEFAULT 0 NOT NULL,
    spent bigint DEFAULT 0 NOT NULL,
    at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT savings_runs_bought CHECK (((shares > 0) = (state = ANY (ARRAY['filled'::text, 'partly-filled'::text])))),
    CONSTRAINT savings_runs_check CHECK (((spent >= 0) AND (spent <= amount))),
    CONSTRAINT savings_runs_ended CHECK (((state = 'ordered'::text) = (ended_at IS NULL))),
    CONSTRAINT savings_runs_has_order CHECK (((state = 'skipped'::text) OR (num_nonnulls(whole_order, odd_order) > 0))),
    CONSTRAINT savings_runs_reason_check CHECK ((reason = ANY (ARRAY['money'::text, 'amount'::text, 'halted'::text, 'limit-up'::text, 'unfilled'::text, 'restricted'::text, 'stopped'::text, 'cancelled'::text, 'delisted'::text, 'refused'::text, 'missed'::text]))),
    CONSTRAINT savings_runs_shares_check CHECK ((shares >= 0)),
    CONSTRAINT savings_runs_skipped_has_reason CHECK (((state = 'skipped'::text) = (reason IS NOT NULL))),
    CONSTRAINT savings_runs_state_check CHECK ((state = ANY (ARRAY['ordered'::text, 'filled'::text, 'partly-filled'::text, 'skipped'::text])))
);

CREATE TABLE app.seat_entitlements (
    action_id uuid NOT NULL,
    owner text NOT NULL,
    long_shares bigint NOT NULL,
    short_shares bigint NOT NULL,
    gross bigint NOT NULL,
    owed bigint NOT NULL,
    new_shares bigint NOT NULL,
    owed_shares bigint NOT NULL,
    fraction bigint NOT NULL,
    owed_fraction bigint NOT NULL,
    from_shorts bigint NOT NULL,
    CONSTRAINT seat_entitlements_fraction_check CHECK ((fraction >= 0)),
    CONSTRAINT seat_entitlements_from_shorts_check CHECK ((from_shorts >= 0)),
    CONSTRAINT seat_entitlements_gross_check CHECK ((gross >= 0)),
    CONSTRAINT seat_entitlements_long_shares_check CHECK ((long_shares >= 0)),
    CONSTRAINT seat_entitlements_owed_check CHECK ((owed >= 0)),
    CONSTRAINT seat_entitlements_owed_fraction_check CHECK ((owed_fraction >= 0)),
    CONSTRAINT seat_entitlements_owner_check CHECK ((owner ~ '^(seat|lending)/.'::text)),
    CONSTRAINT seat_entitlements_short_shares_check CHECK ((short_shares >= 0)),
    CONSTRAINT seat_entitlements_side CHECK (((long_shares = 0) OR (short_shares = 0))),
    CONSTRAINT seat_entitlements_some CHECK (((gross > 0) OR (owed > 0) OR (new_shares <> 0) OR (owed_shares <> 0)))
);

CREATE TABLE app.seats (
    code text NOT NULL,
    name_tw text NOT NULL,
    name_en text NOT NULL,
    kind text NOT NULL,
    ledger_id uuid NOT NULL,
    CONSTRAINT seats_code_check CHECK ((code ~ '^[a-z0-9-]{2,24}$'::text)),
    CONSTRAINT seats_kind_check CHECK ((kind = ANY (ARRAY['maker'::text, 'trader'::text, 'house'::text, 'pool'::text])))
);

CREATE TABLE app.sessions (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    account text NOT NULL,
    token_hash bytea NOT NULL,
    bind_hash bytea NOT NULL,
    device_id uuid NOT NULL,
    label text NOT NULL,
    network text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    revoked_for text,
    theft_noted_at timestamp with time zone,
    CONSTRAINT sessions_bind_hash_check CHECK ((length(bind_hash) = 32)),
    CONSTRAINT sessions_check CHECK ((expires_at > created_at)),
    CONSTRAINT sessions_check1 CHECK (((revoked_at IS NULL) = (revoked_for IS NULL))),
    CONSTRAINT sessions_revoked_for_check CHECK ((revoked_for = ANY (ARRAY['signed-out'::text, 'revoked'::text, 'replaced'::text, 'password-changed'::text, 'recovered'::text, 'restricted'::text, 'too-many'::text]))),
    CONSTRAINT sessions_token_hash_check CHECK ((length(token_hash) = 32))
);

CREATE TABLE app.share_adjustments (
    action_id uuid NOT NULL,
    position_id uuid NOT NULL,
    member_id uuid NOT NULL,
    direction text NOT NULL,
    shares_from integer NOT NULL,
    shares_to integer NOT NULL,
    opened_from integer NOT NULL,
    opened_to integer NOT NULL,
    remainder bigint NOT NULL,
    realised bigint NOT NULL,
    arriving integer NOT NULL,
    CONSTRAINT share_adjustments_arriving_check CHECK ((arriving >= 0)),
    CONSTRAINT share_adjustments_direction_check CHECK ((direction = ANY (ARRAY['long'::text, 'short'::text]))),
    CONSTRAINT share_adjustments_remainder_check CHECK ((remainder >= 0)),
    CONSTRAINT share_adjustments_shares_from_check CHECK ((shares_from > 0)),
    CONSTRAINT share_adjustments_shares_to_check CHECK ((shares_to >= 0))
);

CREATE TABLE app.sign_ins (
    id uuid NOT NULL,
    member_id uuid,
    outcome text NOT NULL,
    at timestamp with time zone NOT NULL,
    label text NOT NULL,
    network text NOT NULL,
    CONSTRAINT sign_ins_outcome_check CHECK ((outcome = ANY (ARRAY['signed-in'::text, 'wrong-password'::text, 'wrong-code'::text, 'locked'::text, 'restricted'::text, 'stolen-token'::text])))
)
PARTITION BY RANGE (at);

CREATE TABLE app.sign_ins_other (
    id uuid NOT NULL,
    member_id uuid,
    outcome text NOT NULL,
    at timestamp with time zone NOT NULL,
    label text NOT NULL,
    network text NOT NULL,
    CONSTRAINT sign_ins_outcome_check CHECK ((outcome = ANY (ARRAY['signed-in'::text, 'wrong-password'::text, 'wrong-code'::text, 'locked'::text, 'restricted'::text, 'stolen-token'::text])))
);

CREATE TABLE app.site_config (
    name text NOT NULL,
    value text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_config_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,63}$'::text)),
    CONSTRAINT site_config_value_check CHECK ((length(value) <= 4000))
);

CREATE TABLE app.site_config_history (
    change_id uuid NOT NULL,
    name text NOT NULL,
    old_value text,
    new_value text NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    review_id uuid
);

CREATE TABLE app.site_images (
    hash text NOT NULL,
    bytes bytea NOT NULL,
    kept_at timestamp with time zone NOT NULL,
    CONSTRAINT site_images_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 65536))),
    CONSTRAINT site_images_named_by_hash CHECK ((hash = encode(sha256(bytes), 'hex'::text)))
);

CREATE TABLE app.state_steps (
    machine text NOT NULL,
    from_state text,
    to_state text NOT NULL
);

CREATE TABLE app.support_answers (
    id uuid NOT NULL,
    thread_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    operator text NOT NULL,
    session_id uuid NOT NULL,
    text text NOT NULL,
    closes boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    notified_at timestamp with time zone,
    CONSTRAINT support_answers_text_check CHECK (((length(btrim(text)) >= 1) AND (length(btrim(text)) <= 2000)))
);

CREATE TABLE app.support_assignments (
    thread_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    assigned_at timestamp with time zone NOT NULL
);

CREATE TABLE app.support_messages (
    id uuid NOT NULL,
    thread_id uuid NOT NULL,
    text text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT support_messages_due CHECK (((due_at >= at) AND (due_at <= (at + '62 days'::interval)))),
    CONSTRAINT support_messages_text_check CHECK (((length(btrim(text)) >= 1) AND (length(btrim(text)) <= 2000)))
);

CREATE TABLE app.support_notes (
    id uuid NOT NULL,
    thread_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    operator text NOT NULL,
    text text NOT NULL,
    to_operator_id uuid,
    to_operator text,
    at timestamp with time zone NOT NULL,
    CONSTRAINT support_notes_hand_over CHECK (((to_operator_id IS NULL) = (to_operator IS NULL))),
    CONSTRAINT support_notes_text_check CHECK (((length(btrim(text)) >= 1) AND (length(btrim(text)) <= 1000)))
);

CREATE TABLE app.support_pictures (
    file_id uuid NOT NULL,
    message_id uuid NOT NULL,
    place smallint NOT NULL,
    CONSTRAINT support_pictures_place_check CHECK (((place >= 0) AND (place <= 4)))
);

CREATE TABLE app.support_ratings (
    answer_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    solved boolean NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE app.support_threads (
    id uuid NOT NULL,
    number text NOT NULL,
    member_id uuid NOT NULL,
    topic text NOT NULL,
    title text NOT NULL,
    about_kind text,
    about_id text,
    language text NOT NULL,
    by_ticket boolean NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    CONSTRAINT support_threads_about CHECK (((about_kind IS NULL) = (about_id IS NULL))),
    CONSTRAINT support_threads_about_id_check CHECK (((length(about_id) >= 1) AND (length(about_id) <= 64))),
    CONSTRAINT support_threads_about_kind_check CHECK ((about_kind = ANY (ARRAY['order'::text, 'position'::text, 'deposit'::text, 'withdrawal'::text, 'refusal'::text, 'score'::text]))),
    CONSTRAINT support_threads_due CHECK (((state = 'waiting'::text) OR (due_at IS NULL))),
    CONSTRAINT support_threads_language_check CHECK ((language = ANY (ARRAY['tw'::text, 'en'::text]))),
    CONSTRAINT support_threads_number_check CHECK ((number ~ '^C-[2-9A-Z]{8}$'::text)),
    CONSTRAINT support_threads_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'answered'::text, 'closed'::text]))),
    CONSTRAINT support_threads_title_check CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 60))),
    CONSTRAINT support_threads_topic_check CHECK ((topic = ANY (ARRAY['money'::text, 'trading'::text, 'account'::text, 'restriction'::text, 'fraud'::text, 'other'::text])))
);

CREATE TABLE app.support_waits (
    message_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    answered_at timestamp with time zone,
    CONSTRAINT support_waits_check CHECK ((answered_at >= asked_at))
);

CREATE TABLE app.suspense_items (
    line_id uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    state text NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    taken_entry uuid NOT NULL,
    taken_review uuid,
    return_reference text,
    return_review uuid,
    returning_at timestamp with time zone,
    released_review uuid,
    ended_entry uuid,
    ended_at timestamp with time zone,
    CONSTRAINT suspense_items_amount_check CHECK ((amount <> 0)),
    CONSTRAINT suspense_items_ended_complete CHECK ((((state = ANY (ARRAY['returned'::text, 'released'::text])) = (ended_entry IS NOT NULL)) AND ((ended_entry IS NULL) = (ended_at IS NULL)))),
    CONSTRAINT suspense_items_released_by_two CHECK (((state = 'released'::text) = (released_review IS NOT NULL))),
    CONSTRAINT suspense_items_return_complete CHECK ((((state = ANY (ARRAY['returning'::text, 'returned'::text])) = (return_review IS NOT NULL)) AND (num_nulls(return_reference, return_review, returning_at) = ANY (ARRAY[0, 3])))),
    CONSTRAINT suspense_items_state_check CHECK ((state = ANY (ARRAY['held'::text, 'returning'::text, 'returned'::text, 'released'::text])))
);

CREATE TABLE app.terms (
    hash bytea NOT NULL,
    profile text NOT NULL,
    body jsonb NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT terms_hash_check CHECK ((octet_length(hash) = 32))
);

CREATE TABLE app.top_ups (
    entry_id uuid NOT NULL,
    member_id uuid NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE app.trade_notice_cursors (
    shard smallint NOT NULL,
    event bigint NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE app.uploads (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    key_id uuid NOT NULL,
    fingerprint bytea NOT NULL,
    type text NOT NULL,
    bytes integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    uploaded_at timestamp with time zone NOT NULL,
    stored_at timestamp with time zone,
    taken_at timestamp with time zone,
    dropped_at timestamp with time zone,
    CONSTRAINT uploads_bytes_check CHECK ((bytes > 0)),
    CONSTRAINT uploads_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT uploads_height_check CHECK ((height > 0)),
    CONSTRAINT uploads_taken_stored CHECK (((taken_at IS NULL) OR ((stored_at IS NOT NULL) AND (dropped_at IS NULL)))),
    CONSTRAINT uploads_type_check CHECK ((type = ANY (ARRAY['image/webp'::text, 'image/jpeg'::text]))),
    CONSTRAINT uploads_width_check CHECK ((width > 0))
);

CREATE TABLE app.vote_details (
    review_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    decision text NOT NULL,
    reason text,
    problems jsonb DEFAULT '[]'::jsonb NOT NULL,
    opened jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT vote_details_check CHECK (((decision = 'reject'::text) OR ((reason IS NULL) AND (problems = '[]'::jsonb)))),
    CONSTRAINT vote_details_opened_check CHECK ((jsonb_typeof(opened) = 'array'::text)),
    CONSTRAINT vote_details_problems_check CHECK ((jsonb_typeof(problems) = 'array'::text)),
    CONSTRAINT vote_details_reason_check CHECK ((reason ~ '^[a-z][a-z_-]{1,39}$'::text))
);

CREATE TABLE app.wealth_days (
    member_id uuid NOT NULL,
    date date NOT NULL,
    cash bigint NOT NULL,
    holdings bigint NOT NULL,
    realised bigint NOT NULL,
    unrealised bigint NOT NULL,
    costs bigint NOT NULL,
    paid_in bigint,
    rebates bigint,
    foreign_cash bigint DEFAULT 0 NOT NULL,
    currency bigint DEFAULT 0 NOT NULL,
    CONSTRAINT wealth_days_curve_complete CHECK ((num_nulls(paid_in, rebates) = ANY (ARRAY[0, 2])))
)
PARTITION BY RANGE (date);

CREATE TABLE app.wealth_days_other (
    member_id uuid NOT NULL,
    date date NOT NULL,
    cash bigint NOT NULL,
    holdings bigint NOT NULL,
    realised bigint NOT NULL,
    unrealised bigint NOT NULL,
    costs bigint NOT NULL,
    paid_in bigint,
    rebates bigint,
    foreign_cash bigint DEFAULT 0 NOT NULL,
    currency bigint DEFAULT 0 NOT NULL,
    CONSTRAINT wealth_days_curve_complete CHECK ((num_nulls(paid_in, rebates) = ANY (ARRAY[0, 2])))
);

CREATE TABLE app.withdrawals (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    bank_account_id uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    hold_id uuid NOT NULL,
    withdrawable bigint NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    stage text,
    rejection_reason text,
    note text,
    reference text NOT NULL,
    batch_id uuid,
    sent_at timestamp with time zone NOT NULL,
    promised_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    ordered_at timestamp with time zone,
    paid_at timestamp with time zone,
    entry_id uuid,
    device_key uuid,
    signature text,
    steps jsonb NOT NULL,
    CONSTRAINT withdrawals_amount_check CHECK ((amount > 0)),
    CONSTRAINT withdrawals_decided_complete CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT withdrawals_ended_has_entry CHECK (((state = 'pending'::text) = (entry_id IS NULL))),
    CONSTRAINT withdrawals_fee_check CHECK ((fee >= 0)),
    CONSTRAINT withdrawals_passed_has_stage CHECK (((state = 'passed'::text) = (stage IS NOT NULL))),
    CONSTRAINT withdrawals_rejected_has_reason CHECK (((state = 'rejected'::text) <= (rejection_reason IS NOT NULL))),
    CONSTRAINT withdrawals_rejection_reason_check CHECK ((rejection_reason = ANY (ARRAY['name-differs'::text, 'account-refused'::text, 'not-confirmed'::text, 'suspected-takeover'::text, 'court-order'::text, 'bank-returned'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT withdrawals_sent_in_a_batch CHECK ((((stage = ANY (ARRAY['sent'::text, 'paid'::text, 'returned'::text])) IS NOT TRUE) OR (batch_id IS NOT NULL))),
    CONSTRAINT withdrawals_stage_check CHECK ((stage = ANY (ARRAY['queued'::text, 'sent'::text, 'paid'::text, 'returned'::text]))),
    CONSTRAINT withdrawals_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'rejected'::text]))),
    CONSTRAINT withdrawals_within_withdrawable CHECK (((amount + fee) <= withdrawable))
);

CREATE TABLE audit.checkpoints (
    sequence bigint NOT NULL,
    head bytea NOT NULL,
    signed_at timestamp with time zone NOT NULL,
    key_id text NOT NULL,
    public_key bytea NOT NULL,
    signature bytea NOT NULL,
    CONSTRAINT checkpoints_head_check CHECK ((octet_length(head) = 32)),
    CONSTRAINT checkpoints_signature_check CHECK ((octet_length(signature) = 64))
);

CREATE TABLE audit.entries (
    entry_id uuid NOT NULL,
    recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    action text NOT NULL,
    actor text NOT NULL,
    subject text NOT NULL,
    request_id text NOT NULL,
    details json NOT NULL,
    CONSTRAINT entries_action_check CHECK ((action ~ '^[a-z-]+(\.[a-z-]+)+$'::text)),
    CONSTRAINT entries_actor_check CHECK ((actor ~ '^(member|operator):.+$|^(system|anonymous)$'::text)),
    CONSTRAINT entries_subject_check CHECK ((subject <> ''::text))
)
PARTITION BY RANGE (recorded_at);

CREATE TABLE audit.entries_default (
    entry_id uuid NOT NULL,
    recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    action text NOT NULL,
    actor text NOT NULL,
    subject text NOT NULL,
    request_id text NOT NULL,
    details json NOT NULL,
    CONSTRAINT entries_action_check CHECK ((action ~ '^[a-z-]+(\.[a-z-]+)+$'::text)),
    CONSTRAINT entries_actor_check CHECK ((actor ~ '^(member|operator):.+$|^(system|anonymous)$'::text)),
    CONSTRAINT entries_subject_check CHECK ((subject <> ''::text))
);

CREATE TABLE audit.links (
    sequence bigint NOT NULL,
    entry_id uuid NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    hash bytea NOT NULL,
    linked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT links_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT links_sequence_check CHECK ((sequence > 0))
);

CREATE TABLE audit.tree_leaves (
    tree bigint NOT NULL,
    n bigint NOT NULL,
    subject text NOT NULL,
    hash bytea NOT NULL,
    amount bigint DEFAULT 0 NOT NULL,
    body text NOT NULL,
    CONSTRAINT tree_leaves_amount_check CHECK ((amount >= 0)),
    CONSTRAINT tree_leaves_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT tree_leaves_n_check CHECK ((n >= 0))
);

CREATE TABLE audit.tree_nodes (
    tree bigint NOT NULL,
    height smallint NOT NULL,
    n bigint NOT NULL,
    hash bytea NOT NULL,
    sum numeric DEFAULT 0 NOT NULL,
    CONSTRAINT tree_nodes_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT tree_nodes_height_check CHECK ((height > 0)),
    CONSTRAINT tree_nodes_n_check CHECK ((n >= 0)),
    CONSTRAINT tree_nodes_sum_check CHECK ((sum >= (0)::numeric))
);

CREATE TABLE audit.trees (
    id bigint NOT NULL,
    kind text NOT NULL,
    asset text DEFAULT ''::text NOT NULL,
    date date NOT NULL,
    part smallint NOT NULL,
    leaves bigint NOT NULL,
    total numeric DEFAULT 0 NOT NULL,
    control numeric,
    root bytea NOT NULL,
    built_at timestamp with time zone NOT NULL,
    as_of pg_snapshot NOT NULL,
    key_id text NOT NULL,
    public_key bytea NOT NULL,
    signature bytea NOT NULL,
    CONSTRAINT trees_control CHECK (((control IS NOT NULL) = (kind = ANY (ARRAY['balances'::text, 'debts'::text])))),
    CONSTRAINT trees_control_equals_total CHECK ((control = total)),
    CONSTRAINT trees_kind_check CHECK ((kind = ANY (ARRAY['fills'::text, 'orders'::text, 'ledger-lines'::text, 'balances'::text, 'debts'::text, 'draws'::text, 'auctions'::text, 'copies'::text]))),
    CONSTRAINT trees_leaves_check CHECK ((leaves >= 0)),
    CONSTRAINT trees_part_check CHECK ((part > 0)),
    CONSTRAINT trees_root_check CHECK ((octet_length(root) = 32)),
    CONSTRAINT trees_signature_check CHECK ((octet_length(signature) = 64)),
    CONSTRAINT trees_total_check CHECK ((total >= (0)::numeric))
);

ALTER TABLE audit.trees ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME audit.trees_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE audit.unlinked (
    entry_id uuid NOT NULL,
    recorded_at timestamp with time zone NOT NULL
);

CREATE TABLE directory.accounts (
    account text NOT NULL,
    member_id uuid NOT NULL,
    cell smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT accounts_account_check CHECK ((account ~ '^[0-9]{10}$'::text))
);

CREATE TABLE directory.bank_accounts (
    blind bytea NOT NULL,
    kept_under text NOT NULL,
    bank_account_id uuid NOT NULL,
    member_id uuid NOT NULL
);

CREATE TABLE directory.invitation_codes (
    code text NOT NULL,
    member_id uuid NOT NULL,
    CONSTRAINT invitation_codes_code_check CHECK ((code ~ '^[A-Z2-9]{6,8}$'::text))
);

CREATE TABLE directory.owner_marks (
    kind text NOT NULL,
    mark bytea NOT NULL,
    member_id uuid NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT owner_marks_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'bank-account'::text])))
);

CREATE TABLE directory.owners (
    member_id uuid NOT NULL,
    owner_group uuid NOT NULL,
    joined_by text NOT NULL,
    joined_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT owners_joined_by_check CHECK ((joined_by = ANY (ARRAY['person'::text, 'bank-account'::text, 'review'::text])))
);

CREATE TABLE directory.persons (
    key_id text NOT NULL,
    number_index bytea NOT NULL,
    member_id uuid NOT NULL,
    CONSTRAINT persons_key_id_check CHECK ((key_id ~ '^[a-z0-9]{1,16}$'::text)),
    CONSTRAINT persons_number_index_check CHECK ((octet_length(number_index) = 32))
);

CREATE TABLE exchange.batches (
    shard smallint NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    first_event bigint NOT NULL,
    last_event bigint NOT NULL,
    epoch bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    previous text NOT NULL,
    hash text NOT NULL,
    kept_head bytea,
    pruned_hash bytea,
    snapshot_hash bytea,
    CONSTRAINT batches_check CHECK ((last >= first)),
    CONSTRAINT batches_check1 CHECK ((last_event >= (first_event - 1)))
)
PARTITION BY LIST (practice);

CREATE TABLE exchange.batches_kept (
    shard smallint NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    first_event bigint NOT NULL,
    last_event bigint NOT NULL,
    epoch bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    previous text NOT NULL,
    hash text NOT NULL,
    kept_head bytea,
    pruned_hash bytea,
    snapshot_hash bytea,
    CONSTRAINT batches_check CHECK ((last >= first)),
    CONSTRAINT batches_check1 CHECK ((last_event >= (first_event - 1)))
)
PARTITION BY RANGE (at);

CREATE TABLE exchange.batches_practice (
    shard smallint NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    first_event bigint NOT NULL,
    last_event bigint NOT NULL,
    epoch bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    previous text NOT NULL,
    hash text NOT NULL,
    kept_head bytea,
    pruned_hash bytea,
    snapshot_hash bytea,
    CONSTRAINT batches_check CHECK ((last >= first)),
    CONSTRAINT batches_check1 CHECK ((last_event >= (first_event - 1)))
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='2000', vacuum_truncate=off);

CREATE TABLE exchange.book_keys (
    shard smallint NOT NULL,
    key text NOT NULL,
    CONSTRAINT book_keys_key_check CHECK ((key ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE exchange.command_rights (
    role text NOT NULL,
    kind text NOT NULL,
    accounts text NOT NULL,
    CONSTRAINT command_rights_accounts_check CHECK ((accounts = ANY (ARRAY['member'::text, 'seat'::text, 'none'::text, 'record'::text, 'set-aside'::text, 'block'::text])))
);

CREATE TABLE exchange.commands_set_aside (
    shard smallint NOT NULL,
    id bigint NOT NULL,
    command text NOT NULL,
    submitted_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    set_aside_at timestamp with time zone DEFAULT now() NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    ended_at timestamp with time zone,
    queued_as bigint,
    CONSTRAINT commands_set_aside_check CHECK ((((state = 'waiting'::text) = (ended_at IS NULL)) AND ((state = 'waiting'::text) = (queued_as IS NULL)))),
    CONSTRAINT commands_set_aside_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'retried'::text, 'refused'::text])))
);

CREATE TABLE exchange.events (
    shard smallint NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    event bigint NOT NULL,
    sequence bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    symbol text,
    body text NOT NULL
)
PARTITION BY LIST (practice);

CREATE TABLE exchange.events_kept (
    shard smallint NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    event bigint NOT NULL,
    sequence bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    symbol text,
    body text NOT NULL
)
PARTITION BY RANGE (at);

CREATE TABLE exchange.events_practice (
    shard smallint NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    event bigint NOT NULL,
    sequence bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    symbol text,
    body text NOT NULL,
    CONSTRAINT events_practice_has_no_trades CHECK ((kind <> ALL (ARRAY['traded'::text, 'odd-traded'::text, 'block-done'::text, 'allocated'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='2000', vacuum_truncate=off);

CREATE TABLE exchange.identity (
    only_one boolean DEFAULT true NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    CONSTRAINT identity_only_one_check CHECK (only_one)
);

CREATE TABLE exchange.log (
    shard smallint NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    sequence bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    command text NOT NULL
)
PARTITION BY LIST (practice);

CREATE TABLE exchange.log_breaks (
    id bigint NOT NULL,
    shard smallint NOT NULL,
    found_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    host text NOT NULL,
    why text NOT NULL,
    known_history integer NOT NULL,
    known_epoch bigint NOT NULL,
    known_sequence bigint NOT NULL,
    known_hash text NOT NULL,
    found_epoch bigint NOT NULL,
    found_sequence bigint NOT NULL,
    found_hash text NOT NULL,
    accepted_at timestamp with time zone,
    accepted_note text,
    accepted_history integer,
    CONSTRAINT log_breaks_accepted CHECK ((num_nonnulls(accepted_at, accepted_note, accepted_history) = ANY (ARRAY[0, 3]))),
    CONSTRAINT log_breaks_host_check CHECK ((length(host) <= 200)),
    CONSTRAINT log_breaks_known_history_check CHECK (((known_history >= 1) AND (known_history <= 1000000000))),
    CONSTRAINT log_breaks_shard_check CHECK (((shard >= 0) AND (shard <= 1023))),
    CONSTRAINT log_breaks_why_check CHECK ((length(why) <= 500))
);

ALTER TABLE exchange.log_breaks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME exchange.log_breaks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE exchange.log_kept (
    shard smallint NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    sequence bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    command text NOT NULL
)
PARTITION BY RANGE (at);

CREATE TABLE exchange.log_practice (
    shard smallint NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    sequence bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    command text NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='2000', vacuum_truncate=off);

CREATE TABLE exchange.phase_changes (
    shard smallint NOT NULL,
    date date NOT NULL,
    phase text NOT NULL,
    CONSTRAINT phase_changes_phase_check CHECK ((phase = ANY (ARRAY['opening-call'::text, 'continuous'::text, 'closing-call'::text, 'closed'::text])))
);

CREATE TABLE exchange.pruned (
    shard smallint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    first_event bigint NOT NULL,
    last_event bigint NOT NULL,
    hash_before text NOT NULL,
    hash_after text NOT NULL,
    batches bigint NOT NULL,
    commands bigint NOT NULL,
    events bigint NOT NULL,
    digest bytea NOT NULL,
    pruned_at timestamp with time zone NOT NULL,
    CONSTRAINT pruned_check CHECK ((last >= first))
);

CREATE TABLE exchange.queue (
    shard smallint NOT NULL,
    id bigint NOT NULL,
    command text NOT NULL,
    submitted_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_command_check CHECK ((length(command) <= 100000))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_cost_delay='0', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='2000000000', vacuum_truncate=off);

ALTER TABLE exchange.queue ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME exchange.queue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE exchange.shards (
    shard smallint NOT NULL,
    epoch bigint DEFAULT 0 NOT NULL,
    sequence bigint DEFAULT 0 NOT NULL,
    event bigint DEFAULT 0 NOT NULL,
    hash text DEFAULT repeat('0'::text, 64) NOT NULL,
    kept bytea DEFAULT decode(repeat('0'::text, 64), 'hex'::text) NOT NULL,
    at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    CONSTRAINT shards_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT shards_kept_check CHECK ((length(kept) = 32)),
    CONSTRAINT shards_shard_check CHECK (((shard >= 0) AND (shard <= 1023)))
)
WITH (fillfactor='10');

CREATE TABLE exchange.snapshots (
    shard smallint NOT NULL,
    sequence bigint NOT NULL,
    event bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    hash text NOT NULL,
    kept bytea NOT NULL,
    state_hash text NOT NULL,
    state text NOT NULL
);

CREATE TABLE ledger.accounts (
    id uuid NOT NULL,
    code text NOT NULL,
    owner_kind text NOT NULL,
    owner_id text NOT NULL,
    asset text NOT NULL,
    kind text NOT NULL,
    due date,
    bounded boolean NOT NULL,
    holding boolean NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT accounts_check CHECK ((id = ledger.account_id(code)))
);

CREATE TABLE ledger.balances (
    account_id uuid NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    lines bigint DEFAULT 0 NOT NULL,
    first_stamp bigint,
    stamp bigint DEFAULT 0 NOT NULL,
    lowest bigint,
    highest bigint,
    CONSTRAINT balances_check CHECK (((lowest IS NOT NULL) OR (highest IS NOT NULL))),
    CONSTRAINT within_bounds CHECK (((balance >= lowest) AND (balance <= highest)))
)
WITH (fillfactor='70');

CREATE TABLE ledger.chart (
    owner_kind text NOT NULL,
    kind text NOT NULL,
    dated boolean DEFAULT false NOT NULL,
    holding boolean DEFAULT false NOT NULL,
    lowest bigint,
    highest bigint,
    CONSTRAINT chart_check CHECK (((NOT holding) OR (lowest = 0)))
);

CREATE TABLE ledger.checkpoints (
    id bigint NOT NULL,
    upto bigint NOT NULL,
    lines bigint NOT NULL,
    made_at timestamp with time zone NOT NULL,
    digest bytea NOT NULL
);

CREATE TABLE ledger.entries (
    id uuid NOT NULL,
    posted_at timestamp with time zone NOT NULL,
    line_count smallint NOT NULL,
    event text NOT NULL,
    reference text NOT NULL,
    key text NOT NULL,
    reverses uuid,
    tx bigint NOT NULL,
    CONSTRAINT entries_event_check CHECK ((event ~ '^[a-z][a-z0-9.-]{0,63}$'::text)),
    CONSTRAINT entries_line_count_check CHECK ((line_count >= 2)),
    CONSTRAINT entries_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 128))),
    CONSTRAINT time_in_id CHECK ((posted_at = to_timestamp(((((('x'::text || translate("left"((id)::text, 13), '-'::text, ''::text)))::bit(48))::bigint)::double precision / (1000)::double precision))))
)
PARTITION BY RANGE (posted_at);

CREATE TABLE ledger.holds (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    reference text NOT NULL,
    amount bigint NOT NULL,
    remaining bigint NOT NULL,
    state text NOT NULL,
    opened_by uuid NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT closed_when_empty CHECK ((((state = 'closed'::text) = (remaining = 0)) AND ((state = 'closed'::text) = (closed_at IS NOT NULL)))),
    CONSTRAINT holds_amount_check CHECK ((amount > 0)),
    CONSTRAINT holds_check CHECK (((remaining >= 0) AND (remaining <= amount))),
    CONSTRAINT holds_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
)
WITH (fillfactor='80');

CREATE TABLE ledger.keys (
    key text NOT NULL,
    request_hash bytea NOT NULL,
    entry_id uuid NOT NULL,
    posted_at timestamp with time zone NOT NULL,
    CONSTRAINT keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);

CREATE TABLE ledger.lines (
    entry_id uuid NOT NULL,
    account_id uuid NOT NULL,
    posted_at timestamp with time zone NOT NULL,
    amount bigint NOT NULL,
    tx bigint NOT NULL,
    seq bigint,
    balance_after bigint,
    line_no smallint NOT NULL,
    asset text NOT NULL,
    hold_id uuid,
    CONSTRAINT lines_amount_check CHECK ((amount <> 0)),
    CONSTRAINT lines_check CHECK (((seq IS NULL) = (balance_after IS NULL))),
    CONSTRAINT lines_line_no_check CHECK ((line_no >= 1))
)
PARTITION BY RANGE (posted_at);

CREATE TABLE ledger.posted_once (
    event text NOT NULL,
    owner_id text NOT NULL
);

CREATE TABLE ledger.posting_rights (
    role text NOT NULL,
    event text NOT NULL,
    owner_kind text NOT NULL,
    kind text NOT NULL,
    direction text DEFAULT 'both'::text NOT NULL,
    assets text DEFAULT 'any'::text NOT NULL,
    scope text DEFAULT 'any'::text NOT NULL,
    max_amount bigint,
    once boolean DEFAULT false NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    opened_by text,
    mirrors text[],
    special boolean GENERATED ALWAYS AS (((max_amount IS NOT NULL) OR once OR practice OR (opened_by IS NOT NULL) OR (mirrors IS NOT NULL) OR (scope = 'one-owner'::text))) STORED,
    CONSTRAINT posting_rights_assets_check CHECK ((assets = ANY (ARRAY['any'::text, 'money'::text, 'shares'::text]))),
    CONSTRAINT posting_rights_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'both'::text]))),
    CONSTRAINT posting_rights_event_check CHECK ((event ~ '^[a-z][a-z0-9.-]{0,63}$'::text)),
    CONSTRAINT posting_rights_max_amount_check CHECK ((max_amount > 0)),
    CONSTRAINT posting_rights_role_check CHECK ((role ~ '^fairlot_[a-z_]+$'::text)),
    CONSTRAINT posting_rights_scope_check CHECK ((scope = ANY (ARRAY['any'::text, 'within-owner'::text, 'one-owner'::text])))
);

CREATE TABLE ledger.posting_shapes (
    role text NOT NULL,
    event text NOT NULL,
    shapes text[] NOT NULL
);

CREATE TABLE ledger.reversals (
    original uuid NOT NULL,
    entry_id uuid
);

CREATE TABLE ledger.system_totals (
    account_id uuid NOT NULL,
    total numeric NOT NULL
);

CREATE TABLE ledger.totals (
    owner_kind text NOT NULL,
    asset text NOT NULL,
    kind text NOT NULL,
    total numeric NOT NULL
);

CREATE TABLE market.cursors (
    shard smallint NOT NULL,
    event bigint NOT NULL,
    sequence bigint NOT NULL,
    hash text NOT NULL
);

CREATE TABLE market.day_candles (
    symbol text NOT NULL,
    date date NOT NULL,
    open integer NOT NULL,
    high integer NOT NULL,
    low integer NOT NULL,
    close integer NOT NULL,
    volume bigint NOT NULL,
    turnover bigint NOT NULL,
    trades integer NOT NULL,
    simulated boolean DEFAULT false NOT NULL
);

CREATE TABLE market.days (
    symbol text NOT NULL,
    date date NOT NULL,
    began_event bigint NOT NULL,
    began_at timestamp with time zone NOT NULL,
    line_from timestamp with time zone NOT NULL,
    reference integer NOT NULL,
    upper integer,
    lower integer,
    closed_at timestamp with time zone,
    close integer,
    next_reference integer
);

CREATE TABLE market.feed_keys (
    name text NOT NULL,
    key text NOT NULL,
    CONSTRAINT feed_keys_key_check CHECK ((key ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE market.index_days (
    code text NOT NULL,
    date date NOT NULL,
    value integer NOT NULL,
    simulated boolean DEFAULT false NOT NULL
);

CREATE TABLE market.index_minutes (
    code text NOT NULL,
    at timestamp with time zone NOT NULL,
    value integer NOT NULL,
    simulated boolean DEFAULT false NOT NULL
);

CREATE TABLE market.minute_candles (
    symbol text NOT NULL,
    at timestamp with time zone NOT NULL,
    open integer NOT NULL,
    high integer NOT NULL,
    low integer NOT NULL,
    close integer NOT NULL,
    volume bigint NOT NULL,
    turnover bigint NOT NULL,
    trades integer NOT NULL,
    simulated boolean DEFAULT false NOT NULL
);

CREATE TABLE market.quotes (
    symbol text NOT NULL,
    version bigint NOT NULL,
    date date NOT NULL,
    state text NOT NULL,
    reason text,
    until timestamp with time zone,
    reference integer NOT NULL,
    upper integer,
    lower integer,
    open integer,
    high integer,
    low integer,
    last integer,
    volume bigint NOT NULL,
    turnover bigint NOT NULL,
    trades integer NOT NULL,
    inside_volume bigint NOT NULL,
    outside_volume bigint NOT NULL,
    bids jsonb NOT NULL,
    asks jsonb NOT NULL,
    indicative_price integer,
    indicative_quantity bigint,
    at timestamp with time zone NOT NULL,
    odd jsonb,
    CONSTRAINT quotes_state_check CHECK ((state = ANY (ARRAY['opening-call'::text, 'continuous'::text, 'paused'::text, 'halted'::text, 'closing-call'::text, 'closed'::text])))
)
WITH (fillfactor='50');

CREATE TABLE platform.clock_bound (
    seconds integer NOT NULL,
    one_row boolean DEFAULT true NOT NULL,
    CONSTRAINT clock_bound_one_row_check CHECK (one_row),
    CONSTRAINT clock_bound_seconds_check CHECK ((seconds > 0))
);

CREATE TABLE platform.idempotency_keys (
    caller text NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    http_status integer,
    answer jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE platform.installation (
    only_one boolean DEFAULT true NOT NULL,
    money text NOT NULL,
    set_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT installation_money_check CHECK ((money = ANY (ARRAY['practice'::text, 'real'::text]))),
    CONSTRAINT installation_only_one_check CHECK (only_one)
);

CREATE TABLE platform.migrations (
    number integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW practice.codes AS
 SELECT c.symbol
   FROM ( SELECT i.symbol
           FROM app.instruments i
        UNION
         SELECT o.symbol
           FROM app.offers o
        UNION
         SELECT (r.payload ->> 'symbol'::text)
           FROM app.reviews r
          WHERE ((r.kind = 'offer'::text) AND (r.outcome IS NULL))) c
  WHERE (c.symbol ~ '^97[0-9]{3}$'::text);

CREATE VIEW practice.dividend_proposals AS
 SELECT r.id,
    r.kind,
    r.subject,
    (r.payload)::text AS payload,
    r.reason,
    r.opened_by,
    r.state,
    (EXISTS ( SELECT
           FROM app.review_signatures s
          WHERE ((s.review_id = r.id) AND (s.operator_id = r.opened_by)))) AS is_signed
   FROM (app.reviews r
     JOIN app.operators p ON (((p.id = r.opened_by) AND (p.program IS NOT NULL))))
  WHERE ((r.state = ANY (ARRAY['second'::text, 'decided'::text])) AND (r.kind = 'corporate-actions'::text));

CREATE TABLE practice.halt_requests (
    id bigint NOT NULL,
    symbol text NOT NULL,
    until timestamp with time zone NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    refusal text,
    CONSTRAINT halt_requests_symbol_check CHECK ((length(symbol) <= 8))
);

ALTER TABLE practice.halt_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME practice.halt_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW practice.issuers AS
 SELECT i.symbol
   FROM app.instruments i
  WHERE ((i.symbol ~ '^97[0-9]{3}$'::text) AND (i.delisted_on IS NULL) AND (NOT (EXISTS ( SELECT
           FROM app.corporate_actions a
          WHERE ((a.symbol = i.symbol) AND (a.announced_at > (now() - '28 days'::interval)))))));

CREATE VIEW practice.lesson_proposals AS
 SELECT r.id,
    r.kind,
    r.subject,
    (r.payload)::text AS payload,
    r.reason,
    r.opened_by,
    r.state,
    (EXISTS ( SELECT
           FROM app.review_signatures s
          WHERE ((s.review_id = r.id) AND (s.operator_id = r.opened_by)))) AS is_signed
   FROM (app.reviews r
     JOIN app.operators p ON (((p.id = r.opened_by) AND (p.program IS NOT NULL))))
  WHERE ((r.state = ANY (ARRAY['second'::text, 'decided'::text])) AND (r.kind = 'news'::text));

CREATE TABLE practice.lessons (
    article_id uuid NOT NULL,
    payload_hash text NOT NULL,
    CONSTRAINT lessons_payload_hash_check CHECK ((payload_hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE VIEW practice.offers AS
 SELECT o.id,
    o.symbol,
    o.closes_at,
    o.draw_id,
    d.state AS draw_state,
    d.fallback_release_by,
    encode(d.terms_hash, 'hex'::text) AS terms,
    encode(d.root, 'hex'::text) AS root,
    d.tickets
   FROM (((app.offers o
     JOIN app.reviews r ON ((r.id = o.review_id)))
     JOIN app.operators p ON (((p.id = r.opened_by) AND (p.program IS NOT NULL))))
     LEFT JOIN app.draws d ON ((d.id = o.draw_id)))
  WHERE (o.symbol ~ '^97[0-9]{3}$'::text);

CREATE VIEW practice.proposals AS
 SELECT r.id,
    r.kind,
    r.subject,
    (r.payload)::text AS payload,
    r.reason,
    r.opened_by,
    r.state,
    (EXISTS ( SELECT
           FROM app.review_signatures s
          WHERE ((s.review_id = r.id) AND (s.operator_id = r.opened_by)))) AS is_signed
   FROM (app.reviews r
     JOIN app.operators p ON (((p.id = r.opened_by) AND (p.program IS NOT NULL))))
  WHERE ((r.state = ANY (ARRAY['second'::text, 'decided'::text])) AND (r.kind = ANY (ARRAY['offer'::text, 'draw-release'::text])));

CREATE VIEW practice.settled_lessons AS
 SELECT l.article_id
   FROM practice.lessons l
  WHERE (EXISTS ( SELECT
           FROM app.reviews r
          WHERE ((r.kind = 'news'::text) AND (r.subject = (l.article_id)::text) AND (r.state <> 'expired'::text))));

CREATE TABLE practice.state (
    only_row boolean DEFAULT true NOT NULL,
    body text NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    CONSTRAINT state_only_row_check CHECK (only_row)
);

CREATE VIEW recon.answered AS
 SELECT j.original AS entry_id
   FROM app.journals j
  WHERE ((j.original IS NOT NULL) AND recon.is_approved_by_two(j.review_id, 'journal'::text, (j.id)::text));

CREATE VIEW recon.approved_reviews AS
 SELECT r.id,
    r.kind,
    r.subject,
    r.payload
   FROM (app.reviews r
     CROSS JOIN LATERAL ( SELECT count(DISTINCT v.operator_id) AS people,
            count(DISTINCT v.device_id) AS devices
           FROM app.review_votes v
          WHERE ((v.review_id = r.id) AND (v.decision = 'approve'::text) AND (v.payload_hash = r.payload_hash))) votes)
  WHERE ((r.decision = 'approve'::text) AND (r.state = ANY (ARRAY['decided'::text, 'closed'::text])) AND (votes.people >= 2) AND (votes.devices >= 2));

CREATE VIEW recon.bank_movements AS
 SELECT 'deposit'::text AS kind,
    d.id,
    c.number AS account,
    d.currency,
        CASE
            WHEN (k.deposit_id IS NULL) THEN d.booked
            ELSE COALESCE(k.booked, (0)::bigint)
        END AS amount,
    l.id AS line_id,
    COALESCE(l.amount, (0)::bigint) AS shown,
    COALESCE(k.corrected_at, d.decided_at) AS at
   FROM (((app.deposits d
     JOIN app.deposit_channels c ON ((c.id = d.channel_id)))
     LEFT JOIN app.deposit_corrections k ON ((k.deposit_id = d.id)))
     LEFT JOIN app.bank_statement_lines l ON ((l.deposit_id = d.id)))
  WHERE (d.state = 'passed'::text)
UNION ALL
 SELECT 'payout'::text AS kind,
    w.id,
    COALESCE(l.account, 'unknown'::text) AS account,
    w.currency,
    (- w.amount) AS amount,
    l.id AS line_id,
    COALESCE(l.amount, (0)::bigint) AS shown,
    w.paid_at AS at
   FROM (app.withdrawals w
     LEFT JOIN app.bank_statement_lines l ON ((l.withdrawal_id = w.id)))
  WHERE (w.paid_at IS NOT NULL)
UNION ALL
 SELECT 'returned-payout'::text AS kind,
    w.id,
    COALESCE(l.account, o.account, 'unknown'::text) AS account,
    w.currency,
    w.amount,
    l.id AS line_id,
    COALESCE(l.amount, (0)::bigint) AS shown,
    ( SELECT max(((s.value ->> 'at'::text))::timestamp with time zone) AS max
           FROM jsonb_array_elements(w.steps) s(value)) AS at
   FROM ((app.withdrawals w
     LEFT JOIN app.bank_statement_lines l ON ((l.returned_withdrawal = w.id)))
     LEFT JOIN app.bank_statement_lines o ON ((o.withdrawal_id = w.id)))
  WHERE ((w.stage = 'returned'::text) AND (w.paid_at IS NOT NULL))
UNION ALL
 SELECT 'suspense'::text AS kind,
    i.line_id AS id,
    l.account,
    i.currency,
    i.amount,
    l.id AS line_id,
    l.amount AS shown,
    i.taken_at AS at
   FROM (app.suspense_items i
     JOIN app.bank_statement_lines l ON ((l.id = i.line_id)))
  WHERE (i.state <> 'released'::text)
UNION ALL
 SELECT 'sent-back'::text AS kind,
    i.line_id AS id,
    o.account,
    i.currency,
    (- i.amount) AS amount,
    o.id AS line_id,
    o.amount AS shown,
    i.ended_at AS at
   FROM (app.suspense_items i
     JOIN app.bank_statement_lines o ON ((o.returns_line = i.line_id)))
  WHERE (i.state = 'returned'::text);

CREATE VIEW recon.bank_gaps AS
 SELECT m.kind,
    m.id,
    m.account,
    m.currency,
    (m.shown - m.amount) AS amount,
    m.at
   FROM recon.bank_movements m
  WHERE (m.shown <> m.amount)
UNION ALL
 SELECT
        CASE
            WHEN (l.deposit_id IS NULL) THEN 'open-line'::text
            ELSE 'undecided-line'::text
        END AS kind,
    l.id,
    l.account,
    l.currency,
    l.amount,
    l.booked_at AS at
   FROM (app.bank_statement_lines l
     LEFT JOIN app.deposits d ON ((d.id = l.deposit_id)))
  WHERE (((l.matched_at IS NULL) AND (NOT (EXISTS ( SELECT
           FROM app.suspense_items i
          WHERE (i.line_id = l.id))))) OR (d.state = ANY (ARRAY['pending'::text, 'rejected'::text])));

CREATE TABLE recon.closed_days (
    day date NOT NULL,
    from_tx bigint NOT NULL,
    upto_tx bigint NOT NULL,
    entries bigint NOT NULL,
    lines bigint NOT NULL,
    entry_hash bytea NOT NULL,
    line_hash bytea NOT NULL,
    kept_tax numeric NOT NULL,
    kept_fee numeric NOT NULL,
    hash bytea NOT NULL,
    closed_at timestamp with time zone NOT NULL,
    CONSTRAINT closed_days_check CHECK ((upto_tx >= from_tx)),
    CONSTRAINT closed_days_hash_check CHECK ((octet_length(hash) = 32))
);

CREATE TABLE recon.closed_fills (
    day date NOT NULL,
    shard smallint NOT NULL,
    upto_event bigint NOT NULL,
    fills bigint NOT NULL,
    fee numeric NOT NULL,
    tax numeric NOT NULL,
    borrow_fee numeric NOT NULL
);

CREATE TABLE recon.closed_totals (
    day date NOT NULL,
    owner_kind text NOT NULL,
    asset text NOT NULL,
    kind text NOT NULL,
    total numeric NOT NULL
);

CREATE TABLE recon.defaults (
    rule text NOT NULL,
    value bigint NOT NULL
);

CREATE VIEW recon.draw_applications AS
 SELECT o.draw_id,
    s.id AS reference
   FROM (app.subscriptions s
     JOIN app.offers o ON ((o.id = s.offer_id)))
  WHERE ((s.state = 'waiting'::text) AND (o.draw_id IS NOT NULL))
UNION ALL
 SELECT p.draw_id,
    a.id AS reference
   FROM (app.placement_applications a
     JOIN app.placements p ON ((p.id = a.placement_id)))
  WHERE (a.state = 'waiting'::text);

CREATE VIEW recon.entry_sums AS
 SELECT l.entry_id,
    l.posted_at,
    (- COALESCE(sum(l.amount) FILTER (WHERE ((a.owner_kind = 'house'::text) AND (a.kind = 'bank'::text))), (0)::numeric)) AS bank,
    COALESCE(sum(l.amount) FILTER (WHERE (a.owner_kind = 'suspense'::text)), (0)::numeric) AS suspense,
    COALESCE(sum(l.amount) FILTER (WHERE ((a.owner_kind = 'member'::text) AND (a.kind = 'available'::text))), (0)::numeric) AS free,
    COALESCE(sum(l.amount) FILTER (WHERE ((a.owner_kind = 'member'::text) AND (a.kind = 'held'::text))), (0)::numeric) AS held,
    COALESCE(sum(l.amount) FILTER (WHERE ((a.owner_kind = 'house'::text) AND (a.kind = 'payouts'::text))), (0)::numeric) AS payouts,
    COALESCE(sum(l.amount) FILTER (WHERE ((a.owner_kind = 'house'::text) AND (a.kind = 'vouchers'::text))), (0)::numeric) AS vouchers,
    (sum(abs(l.amount)) / (2)::numeric) AS moved,
    min(a.owner_id) FILTER (WHERE (a.owner_kind = 'member'::text)) AS member_id,
    min(l.asset) AS asset,
    min(l.seq) FILTER (WHERE ((a.owner_kind = 'member'::text) AND (a.kind = 'available'::text))) AS first_seq
   FROM (ledger.lines l
     JOIN ledger.accounts a ON ((a.id = l.account_id)))
  GROUP BY l.entry_id, l.posted_at;

CREATE TABLE recon.events (
    event text NOT NULL,
    traced boolean NOT NULL,
    accounts text[] NOT NULL
);

CREATE VIEW recon.event_accounts AS
 SELECT k.event,
    split_part(x.account, '/'::text, 1) AS owner_kind,
    split_part(x.account, '/'::text, 2) AS kind
   FROM (recon.events k
     CROSS JOIN LATERAL unnest(k.accounts) x(account));

CREATE VIEW recon.request_holds_auctions AS
 SELECT b.hold_id,
        CASE b.state
            WHEN 'sealed'::text THEN (b.deposit + b.fee)
            ELSE b.kept
        END AS remaining
   FROM app.auction_bids b
  WHERE (b.state = ANY (ARRAY['sealed'::text, 'payment-due'::text, 'paid'::text]))
UNION ALL
 SELECT b.pay_hold_id AS hold_id,
    (((b.price * b.awarded) * 1000) - b.kept) AS remaining
   FROM app.auction_bids b
  WHERE (b.state = 'paid'::text);

CREATE VIEW recon.request_holds_blocks AS
 SELECT b.hold_id,
    (((b.price)::bigint * b.shares) + b.fee) AS remaining
   FROM app.block_applications b
  WHERE (b.state = 'pending'::text);

CREATE VIEW recon.request_holds_copies AS
 SELECT c.hold_id,
    (c.amount - c.spent) AS remaining
   FROM app.copies c
  WHERE (c.state = ANY (ARRAY['under-review'::text, 'following'::text]));

CREATE VIEW recon.request_holds_credit AS
 SELECT g.hold_id,
    (g.shares)::bigint AS remaining
   FROM app.credit_pledges g
  WHERE (g.shares > 0);

CREATE VIEW recon.request_holds_placements AS
 SELECT a.hold_id,
    a.amount AS remaining
   FROM app.placement_applications a
  WHERE (a.state = 'waiting'::text);

CREATE VIEW recon.request_holds_subscriptions AS
 SELECT s.hold_id,
    (
        CASE o.payment_mode
            WHEN 'prepaid'::text THEN s.amount
            ELSE (0)::bigint
        END +
        CASE s.state
            WHEN 'waiting'::text THEN s.fee
            ELSE (0)::bigint
        END) AS remaining
   FROM (app.subscriptions s
     JOIN app.offers o ON ((o.id = s.offer_id)))
  WHERE ((s.state = 'waiting'::text) OR ((o.payment_mode = 'prepaid'::text) AND (s.state = ANY (ARRAY['won'::text, 'payment-due'::text, 'paid'::text]))))
UNION ALL
 SELECT s.pay_hold_id AS hold_id,
    s.amount AS remaining
   FROM app.subscriptions s
  WHERE ((s.state = 'paid'::text) AND (s.pay_hold_id IS NOT NULL));

CREATE VIEW recon.request_holds_withdrawals AS
 SELECT w.hold_id,
    (w.amount + w.fee) AS remaining
   FROM app.withdrawals w
  WHERE (w.state = 'pending'::text);

CREATE VIEW recon.request_holds AS
 SELECT h.hold_id,
    h.remaining
   FROM recon.request_holds_withdrawals h
UNION ALL
 SELECT h.hold_id,
    h.remaining
   FROM recon.request_holds_subscriptions h
UNION ALL
 SELECT h.hold_id,
    h.remaining
   FROM recon.request_holds_blocks h
UNION ALL
 SELECT h.hold_id,
    h.remaining
   FROM recon.request_holds_placements h
UNION ALL
 SELECT h.hold_id,
    h.remaining
   FROM recon.request_holds_auctions h
UNION ALL
 SELECT h.hold_id,
    h.remaining
   FROM recon.request_holds_copies h
UNION ALL
 SELECT h.hold_id,
    h.remaining
   FROM recon.request_holds_credit h;

CREATE TABLE settlement.cursors (
    shard smallint NOT NULL,
    event bigint NOT NULL,
    sequence bigint NOT NULL,
    hash text NOT NULL,
    at timestamp with time zone NOT NULL,
    date date
)
WITH (fillfactor='10');

CREATE TABLE settlement.dues (
    due date NOT NULL,
    owner text NOT NULL,
    asset text NOT NULL
);

CREATE TABLE settlement.prices (
    symbol text NOT NULL,
    date date,
    state text,
    reference integer,
    upper integer,
    lower integer,
    last integer,
    event bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    odd_from timestamp with time zone,
    odd_until timestamp with time zone
)
WITH (fillfactor='50');

CREATE TABLE settlement.seat_nets (
    seat text NOT NULL,
    asset text NOT NULL,
    due date NOT NULL,
    amount bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE settlement.set_aside (
    shard smallint NOT NULL,
    event bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    date date,
    kind text NOT NULL,
    symbol text,
    orders text[] NOT NULL,
    reason text NOT NULL,
    waits boolean NOT NULL,
    set_aside_at timestamp with time zone NOT NULL,
    tried_at timestamp with time zone NOT NULL,
    review_id uuid,
    review_after timestamp with time zone,
    state text DEFAULT 'waiting'::text NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT set_aside_check CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
    CONSTRAINT set_aside_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'applied'::text, 'left-out'::text])))
);

CREATE TABLE status.drills (
    id uuid NOT NULL,
    kind text NOT NULL,
    ok boolean NOT NULL,
    seconds integer NOT NULL,
    note text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT drills_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'restore'::text, 'failover'::text, 'upgrade'::text, 'degrade'::text, 'soak'::text, 'viewers'::text, 'nats'::text, 'containers'::text, 'alerts'::text, 'secrets'::text]))),
    CONSTRAINT drills_note_check CHECK ((length(note) <= 300)),
    CONSTRAINT drills_seconds_check CHECK ((seconds >= 0))
);

CREATE TABLE status.heartbeats (
    instance uuid NOT NULL,
    process text NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    heartbeat_at timestamp with time zone NOT NULL,
    stopped_at timestamp with time zone,
    clock_ms bigint NOT NULL,
    figures jsonb NOT NULL,
    CONSTRAINT heartbeats_figures_check CHECK ((jsonb_typeof(figures) = 'object'::text)),
    CONSTRAINT heartbeats_host_check CHECK ((length(host) <= 120)),
    CONSTRAINT heartbeats_process_check CHECK ((process = ANY (ARRAY['api'::text, 'console'::text, 'console-app'::text, 'worker'::text, 'settlement'::text, 'quotes'::text, 'live'::text, 'exchange'::text, 'practice'::text, 'practice-proposer'::text, 'practice-approver'::text]))),
    CONSTRAINT heartbeats_version_check CHECK ((length(version) <= 40))
)
WITH (fillfactor='50');

CREATE TABLE status.samples (
    name text NOT NULL,
    at timestamp with time zone NOT NULL,
    value double precision NOT NULL
);

CREATE TABLE status.service_levels (
    day date NOT NULL,
    level text NOT NULL,
    good bigint NOT NULL,
    bad bigint NOT NULL,
    CONSTRAINT service_levels_bad_check CHECK ((bad >= 0)),
    CONSTRAINT service_levels_good_check CHECK ((good >= 0)),
    CONSTRAINT service_levels_level_check CHECK ((level = ANY (ARRAY['api-answers'::text, 'orders-answered'::text, 'orders-at-venue'::text, 'fills-in-books'::text, 'prices-current'::text])))
)
WITH (fillfactor='50');

ALTER TABLE ONLY app.order_steps ATTACH PARTITION app.order_steps_other DEFAULT;

ALTER TABLE ONLY app.orders ATTACH PARTITION app.orders_other DEFAULT;

ALTER TABLE ONLY app.sign_ins ATTACH PARTITION app.sign_ins_other DEFAULT;

ALTER TABLE ONLY app.wealth_days ATTACH PARTITION app.wealth_days_other DEFAULT;

ALTER TABLE ONLY audit.entries ATTACH PARTITION audit.entries_default DEFAULT;

ALTER TABLE ONLY exchange.batches ATTACH PARTITION exchange.batches_kept FOR VALUES IN (false);

ALTER TABLE ONLY exchange.batches ATTACH PARTITION exchange.batches_practice FOR VALUES IN (true);

ALTER TABLE ONLY exchange.events ATTACH PARTITION exchange.events_kept FOR VALUES IN (false);

ALTER TABLE ONLY exchange.events ATTACH PARTITION exchange.events_practice FOR VALUES IN (true);

ALTER TABLE ONLY exchange.log ATTACH PARTITION exchange.log_kept FOR VALUES IN (false);

ALTER TABLE ONLY exchange.log ATTACH PARTITION exchange.log_practice FOR VALUES IN (true);

ALTER TABLE ONLY app.agreement_clauses
    ADD CONSTRAINT agreement_clauses_pkey PRIMARY KEY (version, lang, document, "position");

ALTER TABLE ONLY app.agreements_accepted
    ADD CONSTRAINT agreements_accepted_pkey PRIMARY KEY (member_id, version);

ALTER TABLE ONLY app.agreements
    ADD CONSTRAINT agreements_effective_on_key UNIQUE (effective_on);

ALTER TABLE ONLY app.agreements
    ADD CONSTRAINT agreements_pkey PRIMARY KEY (version);

ALTER TABLE ONLY app.appeals
    ADD CONSTRAINT appeals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.auction_bids
    ADD CONSTRAINT auction_bids_delivery_id_key UNIQUE (delivery_id);

ALTER TABLE ONLY app.auction_bids
    ADD CONSTRAINT auction_bids_fingerprint UNIQUE (auction_id, fingerprint);

ALTER TABLE ONLY app.auction_bids
    ADD CONSTRAINT auction_bids_forfeit_entry_id_key UNIQUE (forfeit_entry_id);

ALTER TABLE ONLY app.auction_bids
    ADD CONSTRAINT auction_bids_hold_id_key UNIQUE (hold_id);

ALTER TABLE ONLY app.auction_bids
    ADD CONSTRAINT auction_bids_pay_hold_id_key UNIQUE (pay_hold_id);

ALTER TABLE ONLY app.auction_bids
    ADD CONSTRAINT auction_bids_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.auctions
    ADD CONSTRAINT auctions_inventory_id_key UNIQUE (inventory_id);

ALTER TABLE ONLY app.auctions
    ADD CONSTRAINT auctions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.auctions
    ADD CONSTRAINT auctions_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.auctions
    ADD CONSTRAINT auctions_symbol_key UNIQUE (symbol);

ALTER TABLE ONLY app.authenticators
    ADD CONSTRAINT authenticators_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY app.bank_accounts
    ADD CONSTRAINT bank_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.bank_line_notes
    ADD CONSTRAINT bank_line_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_deposit_id_key UNIQUE (deposit_id);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_returned_withdrawal_key UNIQUE (returned_withdrawal);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_returns_line_key UNIQUE (returns_line);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_unique_number UNIQUE (account, bank_number);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_withdrawal_id_key UNIQUE (withdrawal_id);

ALTER TABLE ONLY app.bank_statements
    ADD CONSTRAINT bank_statements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.bank_statements
    ADD CONSTRAINT bank_statements_sha256_imported_by_key UNIQUE (sha256, imported_by);

ALTER TABLE ONLY app.block_applications
    ADD CONSTRAINT block_applications_hold_id_key UNIQUE (hold_id);

ALTER TABLE ONLY app.block_applications
    ADD CONSTRAINT block_applications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.block_listings
    ADD CONSTRAINT block_listings_hold_id_key UNIQUE (hold_id);

ALTER TABLE ONLY app.block_listings
    ADD CONSTRAINT block_listings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.block_listings
    ADD CONSTRAINT block_listings_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.challenges
    ADD CONSTRAINT challenges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.chart_drawings
    ADD CONSTRAINT chart_drawings_pkey PRIMARY KEY (member_id, symbol);

ALTER TABLE ONLY app.chart_settings
    ADD CONSTRAINT chart_settings_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY app.closures
    ADD CONSTRAINT closures_pkey PRIMARY KEY (date);

ALTER TABLE ONLY app.conditional_cursors
    ADD CONSTRAINT conditional_cursors_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY app.conditional_days
    ADD CONSTRAINT conditional_days_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY app.conditional_orders
    ADD CONSTRAINT conditional_orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.copies
    ADD CONSTRAINT copies_hold_id_key UNIQUE (hold_id);

ALTER TABLE ONLY app.copies
    ADD CONSTRAINT copies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.copy_amounts
    ADD CONSTRAINT copy_amounts_copy_id_n_key UNIQUE (copy_id, n);

ALTER TABLE ONLY app.copy_amounts
    ADD CONSTRAINT copy_amounts_pkey PRIMARY KEY (entry_id);

ALTER TABLE ONLY app.copy_block_lines
    ADD CONSTRAINT copy_block_lines_block_id_line_key UNIQUE (block_id, line);

ALTER TABLE ONLY app.copy_block_lines
    ADD CONSTRAINT copy_block_lines_block_id_place_key UNIQUE (block_id, place);

ALTER TABLE ONLY app.copy_block_lines
    ADD CONSTRAINT copy_block_lines_order_id_key UNIQUE (order_id);

ALTER TABLE ONLY app.copy_block_lines
    ADD CONSTRAINT copy_block_lines_pkey PRIMARY KEY (copy_id, block_id);

ALTER TABLE ONLY app.copy_block_lists
    ADD CONSTRAINT copy_block_lists_pkey PRIMARY KEY (block_id, part);

ALTER TABLE ONLY app.copy_blocks
    ADD CONSTRAINT copy_blocks_lead_order_key UNIQUE (lead_order);

ALTER TABLE ONLY app.copy_blocks
    ADD CONSTRAINT copy_blocks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.copy_products
    ADD CONSTRAINT copy_products_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.copy_products
    ADD CONSTRAINT copy_products_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_cancel_review_id_key UNIQUE (cancel_review_id);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_seats_accrued_key UNIQUE (seats_accrued);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_seats_delivered_key UNIQUE (seats_delivered);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_seats_entry_key UNIQUE (seats_entry);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_seats_paid_key UNIQUE (seats_paid);

ALTER TABLE ONLY app.coupon_cursors
    ADD CONSTRAINT coupon_cursors_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY app.coupon_grants
    ADD CONSTRAINT coupon_grants_entry_id_key UNIQUE (entry_id);

ALTER TABLE ONLY app.coupon_grants
    ADD CONSTRAINT coupon_grants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.coupon_grants
    ADD CONSTRAINT coupon_grants_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.coupons
    ADD CONSTRAINT coupons_entry_id_key UNIQUE (entry_id);

ALTER TABLE ONLY app.coupons
    ADD CONSTRAINT coupons_order_id_key UNIQUE (order_id);

ALTER TABLE ONLY app.coupons
    ADD CONSTRAINT coupons_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.coupons
    ADD CONSTRAINT coupons_unique_per_grant UNIQUE (grant_id, member_id);

ALTER TABLE ONLY app.credential_failures
    ADD CONSTRAINT credential_failures_pkey PRIMARY KEY (account, kind, device_id);

ALTER TABLE ONLY app.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY app.credit_calls
    ADD CONSTRAINT credit_calls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.credit_increases
    ADD CONSTRAINT credit_increases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.credit_loans
    ADD CONSTRAINT credit_loans_entry_id_key UNIQUE (entry_id);

ALTER TABLE ONLY app.credit_loans
    ADD CONSTRAINT credit_loans_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.credit_moves
    ADD CONSTRAINT credit_moves_pkey PRIMARY KEY (entry_id);

ALTER TABLE ONLY app.credit_moves
    ADD CONSTRAINT credit_moves_request_id_key UNIQUE (request_id);

ALTER TABLE ONLY app.credit_pledges
    ADD CONSTRAINT credit_pledges_pkey PRIMARY KEY (hold_id);

ALTER TABLE ONLY app.credit_sales
    ADD CONSTRAINT credit_sales_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY app.currency_backups
    ADD CONSTRAINT currency_backups_pkey PRIMARY KEY (review_id);

ALTER TABLE ONLY app.currency_flows
    ADD CONSTRAINT currency_flows_pkey PRIMARY KEY (member_id, entry_id, currency);

ALTER TABLE ONLY app.currency_quotes
    ADD CONSTRAINT currency_quotes_entry_id_key UNIQUE (entry_id);

ALTER TABLE ONLY app.currency_quotes
    ADD CONSTRAINT currency_quotes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.currency_rate_points
    ADD CONSTRAINT currency_rate_points_pkey PRIMARY KEY (currency, at);

ALTER TABLE ONLY app.currency_rates
    ADD CONSTRAINT currency_rates_pkey PRIMARY KEY (currency);

ALTER TABLE ONLY app.day_trade_covers
    ADD CONSTRAINT day_trade_covers_pkey PRIMARY KEY (position_id, date, round);

ALTER TABLE ONLY app.day_trade_days
    ADD CONSTRAINT day_trade_days_pkey PRIMARY KEY (date);

ALTER TABLE ONLY app.day_trading_applications
    ADD CONSTRAINT day_trading_applications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.deposit_channel_history
    ADD CONSTRAINT deposit_channel_history_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.deposit_channels
    ADD CONSTRAINT deposit_channels_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.deposit_corrections
    ADD CONSTRAINT deposit_corrections_booking_entry_key UNIQUE (booking_entry);

ALTER TABLE ONLY app.deposit_corrections
    ADD CONSTRAINT deposit_corrections_pkey PRIMARY KEY (deposit_id);

ALTER TABLE ONLY app.deposit_corrections
    ADD CONSTRAINT deposit_corrections_reversal_entry_key UNIQUE (reversal_entry);

ALTER TABLE ONLY app.deposit_corrections
    ADD CONSTRAINT deposit_corrections_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.deposits
    ADD CONSTRAINT deposits_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.device_keys
    ADD CONSTRAINT device_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.dividend_entitlements
    ADD CONSTRAINT dividend_entitlements_accrued_entry_key UNIQUE (accrued_entry);

ALTER TABLE ONLY app.dividend_entitlements
    ADD CONSTRAINT dividend_entitlements_delivered_entry_key UNIQUE (delivered_entry);

ALTER TABLE ONLY app.dividend_entitlements
    ADD CONSTRAINT dividend_entitlements_paid_entry_key UNIQUE (paid_entry);

ALTER TABLE ONLY app.dividend_entitlements
    ADD CONSTRAINT dividend_entitlements_pkey PRIMARY KEY (action_id, member_id);

ALTER TABLE ONLY app.dividend_entitlements
    ADD CONSTRAINT dividend_entitlements_shares_entry_key UNIQUE (shares_entry);

ALTER TABLE ONLY app.dividend_notices
    ADD CONSTRAINT dividend_notices_pkey PRIMARY KEY (action_id, state);

ALTER TABLE ONLY app.draw_ranks
    ADD CONSTRAINT draw_ranks_once UNIQUE (draw_id, ticket_id);

ALTER TABLE ONLY app.draw_ranks
    ADD CONSTRAINT draw_ranks_pkey PRIMARY KEY (draw_id, rank);

ALTER TABLE ONLY app.draw_secrets
    ADD CONSTRAINT draw_secrets_pkey PRIMARY KEY (draw_id);

ALTER TABLE ONLY app.draw_tickets
    ADD CONSTRAINT draw_tickets_pkey PRIMARY KEY (draw_id, id);

ALTER TABLE ONLY app.draw_tickets
    ADD CONSTRAINT draw_tickets_reference UNIQUE (draw_id, reference);

ALTER TABLE ONLY app.draws
    ADD CONSTRAINT draws_one_per_subject UNIQUE (kind, subject_id);

ALTER TABLE ONLY app.draws
    ADD CONSTRAINT draws_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.draws
    ADD CONSTRAINT draws_release_review_key UNIQUE (release_review);

ALTER TABLE ONLY app.enrolment_halves
    ADD CONSTRAINT enrolment_halves_pkey PRIMARY KEY (operator_id, approver_id);

ALTER TABLE ONLY app.favourite_group_symbols
    ADD CONSTRAINT favourite_group_symbols_pkey PRIMARY KEY (group_id, symbol);

ALTER TABLE ONLY app.favourite_groups
    ADD CONSTRAINT favourite_groups_member_id_name_key UNIQUE (member_id, name);

ALTER TABLE ONLY app.favourite_groups
    ADD CONSTRAINT favourite_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.favourites
    ADD CONSTRAINT favourites_pkey PRIMARY KEY (member_id, symbol);

ALTER TABLE ONLY app.feed_tickets
    ADD CONSTRAINT feed_tickets_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY app.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.fills
    ADD CONSTRAINT fills_pkey PRIMARY KEY (shard, event, side, traded_at);

ALTER TABLE ONLY app.fund_credentials
    ADD CONSTRAINT fund_credentials_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY app.fundamental_imports
    ADD CONSTRAINT fundamental_imports_once UNIQUE (kind, as_of, file_hash);

ALTER TABLE ONLY app.fundamental_imports
    ADD CONSTRAINT fundamental_imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.fundamentals
    ADD CONSTRAINT fundamentals_pkey PRIMARY KEY (symbol, kind, period);

ALTER TABLE ONLY app.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY app.instrument_view_counts
    ADD CONSTRAINT instrument_view_counts_pkey PRIMARY KEY (date, symbol, slot);

ALTER TABLE ONLY app.instrument_views
    ADD CONSTRAINT instrument_views_pkey PRIMARY KEY (date, symbol, member_id);

ALTER TABLE ONLY app.instruments
    ADD CONSTRAINT instruments_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY app.journals
    ADD CONSTRAINT journals_entry_id_key UNIQUE (entry_id);

ALTER TABLE ONLY app.journals
    ADD CONSTRAINT journals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.journals
    ADD CONSTRAINT journals_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.known_devices
    ADD CONSTRAINT known_devices_cookie_hash_member_id_key UNIQUE (cookie_hash, member_id);

ALTER TABLE ONLY app.known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.margin_calls
    ADD CONSTRAINT margin_calls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.market_halts
    ADD CONSTRAINT market_halts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.market_halts
    ADD CONSTRAINT market_halts_resumed_by_key UNIQUE (resumed_by);

ALTER TABLE app.member_events
    ADD CONSTRAINT member_events_kind CHECK ((kind = ANY (ARRAY['alert.fired'::text, 'order.changed'::text, 'order.filled'::text, 'conditional.changed'::text, 'position.changed'::text, 'day-trading.covering'::text, 'margin.called'::text, 'margin.ended'::text, 'deposit.changed'::text, 'withdrawal.changed'::text, 'block-trade.changed'::text, 'funds.corrected'::text, 'bank-account.changed'::text, 'identity.changed'::text, 'restriction.changed'::text, 'coupon.changed'::text, 'subscription.changed'::text, 'auction.changed'::text, 'placement.changed'::text, 'currency.exchanged'::text, 'mentor.changed'::text, 'copy.changed'::text, 'savings-plan.changed'::text, 'support.changed'::text, 'credit.changed'::text, 'dividend.changed'::text, 'notice.new'::text]))) NOT VALID;

ALTER TABLE ONLY app.member_events
    ADD CONSTRAINT member_events_pkey PRIMARY KEY (member_id, number);

ALTER TABLE ONLY app.member_keys
    ADD CONSTRAINT member_keys_key_id_key UNIQUE (key_id);

ALTER TABLE ONLY app.member_keys
    ADD CONSTRAINT member_keys_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY app.member_notes
    ADD CONSTRAINT member_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.members
    ADD CONSTRAINT members_account_key UNIQUE (account);

ALTER TABLE ONLY app.members
    ADD CONSTRAINT members_invitation_code_key UNIQUE (invitation_code);

ALTER TABLE ONLY app.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.mentor_applications
    ADD CONSTRAINT mentor_applications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.mentor_days
    ADD CONSTRAINT mentor_days_pkey PRIMARY KEY (mentor_id, date);

ALTER TABLE ONLY app.mentors
    ADD CONSTRAINT mentors_member_id_key UNIQUE (member_id);

ALTER TABLE ONLY app.mentors
    ADD CONSTRAINT mentors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.mentors
    ADD CONSTRAINT mentors_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.news_articles
    ADD CONSTRAINT news_articles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.news_articles
    ADD CONSTRAINT news_articles_source_source_key_key UNIQUE (source, source_key);

ALTER TABLE ONLY app.news_imports
    ADD CONSTRAINT news_imports_pkey PRIMARY KEY (feed);

ALTER TABLE ONLY app.news_pictures
    ADD CONSTRAINT news_pictures_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY app.news_reads
    ADD CONSTRAINT news_reads_pkey PRIMARY KEY (article_id, member_id);

ALTER TABLE ONLY app.news_stocks
    ADD CONSTRAINT news_stocks_pkey PRIMARY KEY (symbol, article_id);

ALTER TABLE ONLY app.news_versions
    ADD CONSTRAINT news_versions_pkey PRIMARY KEY (article_id, version);

ALTER TABLE ONLY app.news_versions
    ADD CONSTRAINT news_versions_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.news_withdrawals
    ADD CONSTRAINT news_withdrawals_pkey PRIMARY KEY (article_id);

ALTER TABLE ONLY app.news_withdrawals
    ADD CONSTRAINT news_withdrawals_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.notice_marks
    ADD CONSTRAINT notice_marks_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY app.notice_reads
    ADD CONSTRAINT notice_reads_pkey PRIMARY KEY (member_id, notice_id);

ALTER TABLE ONLY app.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.offers
    ADD CONSTRAINT offers_draw_id_key UNIQUE (draw_id);

ALTER TABLE ONLY app.offers
    ADD CONSTRAINT offers_inventory_id_key UNIQUE (inventory_id);

ALTER TABLE ONLY app.offers
    ADD CONSTRAINT offers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.offers
    ADD CONSTRAINT offers_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.offers
    ADD CONSTRAINT offers_symbol_key UNIQUE (symbol);

ALTER TABLE ONLY app.opening_draws
    ADD CONSTRAINT opening_draws_pkey PRIMARY KEY (date);

ALTER TABLE ONLY app.operator_authenticators
    ADD CONSTRAINT operator_authenticators_pkey PRIMARY KEY (operator_id);

ALTER TABLE ONLY app.operator_challenges
    ADD CONSTRAINT operator_challenges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.operator_devices
    ADD CONSTRAINT operator_devices_cookie_hash_key UNIQUE (cookie_hash);

ALTER TABLE ONLY app.operator_devices
    ADD CONSTRAINT operator_devices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.operator_passkeys
    ADD CONSTRAINT operator_passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY app.operator_passkeys
    ADD CONSTRAINT operator_passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.operator_push_subscriptions
    ADD CONSTRAINT operator_push_subscriptions_pkey PRIMARY KEY (device_id);

ALTER TABLE ONLY app.operator_recovery_codes
    ADD CONSTRAINT operator_recovery_codes_pkey PRIMARY KEY (operator_id, code_hash);

ALTER TABLE ONLY app.operator_relations
    ADD CONSTRAINT operator_relations_pkey PRIMARY KEY (operator_id, member_id);

ALTER TABLE ONLY app.operator_rights
    ADD CONSTRAINT operator_rights_pkey PRIMARY KEY (role, "right");

ALTER TABLE ONLY app.operator_roles
    ADD CONSTRAINT operator_roles_pkey PRIMARY KEY (operator_id, role);

ALTER TABLE ONLY app.operator_sessions
    ADD CONSTRAINT operator_sessions_bind_hash_key UNIQUE (bind_hash);

ALTER TABLE ONLY app.operator_sessions
    ADD CONSTRAINT operator_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.operator_tries
    ADD CONSTRAINT operator_tries_pkey PRIMARY KEY (login, kind, device_id);

ALTER TABLE ONLY app.operator_voting_keys
    ADD CONSTRAINT operator_voting_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.operator_voting_keys
    ADD CONSTRAINT operator_voting_keys_public_key_key UNIQUE (public_key);

ALTER TABLE ONLY app.operators
    ADD CONSTRAINT operators_login_key UNIQUE (login);

ALTER TABLE ONLY app.operators
    ADD CONSTRAINT operators_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.operators
    ADD CONSTRAINT operators_program_key UNIQUE (program);

ALTER TABLE ONLY app.order_exits
    ADD CONSTRAINT order_exits_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY app.order_steps
    ADD CONSTRAINT order_steps_pkey PRIMARY KEY (order_id, n);

ALTER TABLE ONLY app.order_steps_other
    ADD CONSTRAINT order_steps_other_pkey PRIMARY KEY (order_id, n);

ALTER TABLE ONLY app.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.orders_other
    ADD CONSTRAINT orders_other_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.pair_cursors
    ADD CONSTRAINT pair_cursors_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY app.pair_trades
    ADD CONSTRAINT pair_trades_pkey PRIMARY KEY (first_member, second_member, date);

ALTER TABLE ONLY app.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY app.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.payout_batches
    ADD CONSTRAINT payout_batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.payout_batches
    ADD CONSTRAINT payout_batches_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.payout_stops
    ADD CONSTRAINT payout_stops_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.personal_views
    ADD CONSTRAINT personal_views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.placement_applications
    ADD CONSTRAINT placement_applications_hold_id_key UNIQUE (hold_id);

ALTER TABLE ONLY app.placement_applications
    ADD CONSTRAINT placement_applications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.placements
    ADD CONSTRAINT placements_draw_id_key UNIQUE (draw_id);

ALTER TABLE ONLY app.placements
    ADD CONSTRAINT placements_hold_id_key UNIQUE (hold_id);

ALTER TABLE ONLY app.placements
    ADD CONSTRAINT placements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.placements
    ADD CONSTRAINT placements_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.positions
    ADD CONSTRAINT positions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.price_alert_cursors
    ADD CONSTRAINT price_alert_cursors_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY app.price_alert_days
    ADD CONSTRAINT price_alert_days_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY app.price_alert_firings
    ADD CONSTRAINT price_alert_firings_pkey PRIMARY KEY (alert_id, date);

ALTER TABLE ONLY app.price_alerts
    ADD CONSTRAINT price_alerts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.price_imports
    ADD CONSTRAINT price_imports_pkey PRIMARY KEY (date, file_hash);

ALTER TABLE ONLY app.push_jobs
    ADD CONSTRAINT push_jobs_pkey PRIMARY KEY (notice_id, session_id);

ALTER TABLE ONLY app.push_subscriptions
    ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY app.recon_runs
    ADD CONSTRAINT recon_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (member_id, code_hash);

ALTER TABLE ONLY app.recovery_requests
    ADD CONSTRAINT recovery_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.recovery_requests
    ADD CONSTRAINT recovery_requests_reference_key UNIQUE (reference);

ALTER TABLE ONLY app.restrictions
    ADD CONSTRAINT restrictions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.review_assignments
    ADD CONSTRAINT review_assignments_pkey PRIMARY KEY (review_id);

ALTER TABLE ONLY app.review_kinds
    ADD CONSTRAINT review_kinds_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY app.review_notes
    ADD CONSTRAINT review_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.review_openings
    ADD CONSTRAINT review_openings_pkey PRIMARY KEY (review_id, operator_id, document);

ALTER TABLE ONLY app.review_push_jobs
    ADD CONSTRAINT review_push_jobs_pkey PRIMARY KEY (review_id, state, device_id);

ALTER TABLE ONLY app.review_pushes
    ADD CONSTRAINT review_pushes_pkey PRIMARY KEY (review_id, state);

ALTER TABLE ONLY app.review_signatures
    ADD CONSTRAINT review_signatures_pkey PRIMARY KEY (review_id, operator_id, decision);

ALTER TABLE ONLY app.review_votes
    ADD CONSTRAINT review_votes_pkey PRIMARY KEY (review_id, operator_id, decision);

ALTER TABLE ONLY app.reviews
    ADD CONSTRAINT reviews_number_key UNIQUE (number);

ALTER TABLE ONLY app.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.risk_limits
    ADD CONSTRAINT risk_limits_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY app.rule_stops
    ADD CONSTRAINT rule_stops_pkey PRIMARY KEY (change_id);

ALTER TABLE ONLY app.rule_stops
    ADD CONSTRAINT rule_stops_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.rule_values
    ADD CONSTRAINT rule_values_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.rule_values
    ADD CONSTRAINT rule_values_review_id_key UNIQUE (review_id);

ALTER TABLE ONLY app.saved_screens
    ADD CONSTRAINT saved_screens_member_id_name_key UNIQUE (member_id, name);

ALTER TABLE ONLY app.saved_screens
    ADD CONSTRAINT saved_screens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.saved_views
    ADD CONSTRAINT saved_views_one_name UNIQUE (operator_id, page, name);

ALTER TABLE ONLY app.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.savings_plans
    ADD CONSTRAINT savings_plans_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.savings_runs
    ADD CONSTRAINT savings_runs_odd_order_key UNIQUE (odd_order);

ALTER TABLE ONLY app.savings_runs
    ADD CONSTRAINT savings_runs_pkey PRIMARY KEY (plan_id, due_on);

ALTER TABLE ONLY app.savings_runs
    ADD CONSTRAINT savings_runs_whole_order_key UNIQUE (whole_order);

ALTER TABLE ONLY app.seat_entitlements
    ADD CONSTRAINT seat_entitlements_pkey PRIMARY KEY (action_id, owner);

ALTER TABLE ONLY app.seats
    ADD CONSTRAINT seats_ledger_id_key UNIQUE (ledger_id);

ALTER TABLE ONLY app.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (code);

ALTER TABLE ONLY app.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY app.share_adjustments
    ADD CONSTRAINT share_adjustments_pkey PRIMARY KEY (action_id, position_id);

ALTER TABLE ONLY app.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (at, id);

ALTER TABLE ONLY app.sign_ins_other
    ADD CONSTRAINT sign_ins_other_pkey PRIMARY KEY (at, id);

ALTER TABLE ONLY app.site_config_history
    ADD CONSTRAINT site_config_history_pkey PRIMARY KEY (change_id);

ALTER TABLE ONLY app.site_config
    ADD CONSTRAINT site_config_pkey PRIMARY KEY (name);

ALTER TABLE ONLY app.site_images
    ADD CONSTRAINT site_images_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY app.state_steps
    ADD CONSTRAINT state_steps_machine_from_state_to_state_key UNIQUE NULLS NOT DISTINCT (machine, from_state, to_state);

ALTER TABLE ONLY app.subscriptions
    ADD CONSTRAINT subscriptions_hold_id_key UNIQUE (hold_id);

ALTER TABLE ONLY app.subscriptions
    ADD CONSTRAINT subscriptions_pay_hold_id_key UNIQUE (pay_hold_id);

ALTER TABLE ONLY app.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.support_answers
    ADD CONSTRAINT support_answers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.support_assignments
    ADD CONSTRAINT support_assignments_pkey PRIMARY KEY (thread_id);

ALTER TABLE ONLY app.support_messages
    ADD CONSTRAINT support_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.support_notes
    ADD CONSTRAINT support_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.support_pictures
    ADD CONSTRAINT support_pictures_message_id_place_key UNIQUE (message_id, place);

ALTER TABLE ONLY app.support_pictures
    ADD CONSTRAINT support_pictures_pkey PRIMARY KEY (file_id);

ALTER TABLE ONLY app.support_ratings
    ADD CONSTRAINT support_ratings_pkey PRIMARY KEY (answer_id);

ALTER TABLE ONLY app.support_threads
    ADD CONSTRAINT support_threads_number_key UNIQUE (number);

ALTER TABLE ONLY app.support_threads
    ADD CONSTRAINT support_threads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.support_waits
    ADD CONSTRAINT support_waits_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY app.suspense_items
    ADD CONSTRAINT suspense_items_ended_entry_key UNIQUE (ended_entry);

ALTER TABLE ONLY app.suspense_items
    ADD CONSTRAINT suspense_items_pkey PRIMARY KEY (line_id);

ALTER TABLE ONLY app.suspense_items
    ADD CONSTRAINT suspense_items_return_reference_key UNIQUE (return_reference);

ALTER TABLE ONLY app.suspense_items
    ADD CONSTRAINT suspense_items_taken_entry_key UNIQUE (taken_entry);

ALTER TABLE ONLY app.terms
    ADD CONSTRAINT terms_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY app.top_ups
    ADD CONSTRAINT top_ups_pkey PRIMARY KEY (entry_id);

ALTER TABLE ONLY app.trade_notice_cursors
    ADD CONSTRAINT trade_notice_cursors_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY app.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.vote_details
    ADD CONSTRAINT vote_details_pkey PRIMARY KEY (review_id, operator_id, decision);

ALTER TABLE ONLY app.wealth_days
    ADD CONSTRAINT wealth_days_pkey PRIMARY KEY (member_id, date);

ALTER TABLE ONLY app.wealth_days_other
    ADD CONSTRAINT wealth_days_other_pkey PRIMARY KEY (member_id, date);

ALTER TABLE ONLY app.withdrawals
    ADD CONSTRAINT withdrawals_hold_id_key UNIQUE (hold_id);

ALTER TABLE ONLY app.withdrawals
    ADD CONSTRAINT withdrawals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY app.withdrawals
    ADD CONSTRAINT withdrawals_reference_key UNIQUE (reference);

ALTER TABLE ONLY audit.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (sequence);

ALTER TABLE ONLY audit.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (entry_id, recorded_at);

ALTER TABLE ONLY audit.entries_default
    ADD CONSTRAINT entries_default_pkey PRIMARY KEY (entry_id, recorded_at);

ALTER TABLE ONLY audit.links
    ADD CONSTRAINT links_entry_id_key UNIQUE (entry_id);

ALTER TABLE ONLY audit.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (sequence);

ALTER TABLE ONLY audit.tree_leaves
    ADD CONSTRAINT tree_leaves_pkey PRIMARY KEY (tree, n);

ALTER TABLE ONLY audit.tree_nodes
    ADD CONSTRAINT tree_nodes_pkey PRIMARY KEY (tree, height, n);

ALTER TABLE ONLY audit.trees
    ADD CONSTRAINT trees_part UNIQUE (kind, asset, date, part);

ALTER TABLE ONLY audit.trees
    ADD CONSTRAINT trees_pkey PRIMARY KEY (id);

ALTER TABLE ONLY audit.unlinked
    ADD CONSTRAINT unlinked_pkey PRIMARY KEY (entry_id);

ALTER TABLE ONLY directory.accounts
    ADD CONSTRAINT accounts_member_id_key UNIQUE (member_id);

ALTER TABLE ONLY directory.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (account);

ALTER TABLE ONLY directory.bank_accounts
    ADD CONSTRAINT bank_accounts_pkey PRIMARY KEY (blind);

ALTER TABLE ONLY directory.invitation_codes
    ADD CONSTRAINT invitation_codes_member_id_key UNIQUE (member_id);

ALTER TABLE ONLY directory.invitation_codes
    ADD CONSTRAINT invitation_codes_pkey PRIMARY KEY (code);

ALTER TABLE ONLY directory.owner_marks
    ADD CONSTRAINT owner_marks_pkey PRIMARY KEY (kind, mark, member_id);

ALTER TABLE ONLY directory.owners
    ADD CONSTRAINT owners_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY directory.persons
    ADD CONSTRAINT persons_member_id_key_id_key UNIQUE (member_id, key_id);

ALTER TABLE ONLY directory.persons
    ADD CONSTRAINT persons_pkey PRIMARY KEY (key_id, number_index);

ALTER TABLE ONLY exchange.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (shard, last, practice, at);

ALTER TABLE ONLY exchange.batches_kept
    ADD CONSTRAINT batches_kept_pkey PRIMARY KEY (shard, last, practice, at);

ALTER TABLE ONLY exchange.batches_practice
    ADD CONSTRAINT batches_practice_pkey PRIMARY KEY (shard, last, practice, at);

ALTER TABLE ONLY exchange.book_keys
    ADD CONSTRAINT book_keys_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY exchange.command_rights
    ADD CONSTRAINT command_rights_pkey PRIMARY KEY (role, kind, accounts);

ALTER TABLE ONLY exchange.commands_set_aside
    ADD CONSTRAINT commands_set_aside_pkey PRIMARY KEY (shard, id);

ALTER TABLE ONLY exchange.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (shard, event, practice, at);

ALTER TABLE ONLY exchange.events_kept
    ADD CONSTRAINT events_kept_pkey PRIMARY KEY (shard, event, practice, at);

ALTER TABLE ONLY exchange.events_practice
    ADD CONSTRAINT events_practice_pkey PRIMARY KEY (shard, event, practice, at);

ALTER TABLE ONLY exchange.identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY exchange.log_breaks
    ADD CONSTRAINT log_breaks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY exchange.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (shard, sequence, practice, at);

ALTER TABLE ONLY exchange.log_kept
    ADD CONSTRAINT log_kept_pkey PRIMARY KEY (shard, sequence, practice, at);

ALTER TABLE ONLY exchange.log_practice
    ADD CONSTRAINT log_practice_pkey PRIMARY KEY (shard, sequence, practice, at);

ALTER TABLE ONLY exchange.phase_changes
    ADD CONSTRAINT phase_changes_pkey PRIMARY KEY (shard, date, phase);

ALTER TABLE ONLY exchange.pruned
    ADD CONSTRAINT pruned_pkey PRIMARY KEY (shard, first);

ALTER TABLE ONLY exchange.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (shard, id);

ALTER TABLE ONLY exchange.shards
    ADD CONSTRAINT shards_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY exchange.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (shard, sequence);

ALTER TABLE ONLY ledger.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger.balances
    ADD CONSTRAINT balances_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY ledger.chart
    ADD CONSTRAINT chart_pkey PRIMARY KEY (owner_kind, kind);

ALTER TABLE ONLY ledger.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (id, posted_at);

ALTER TABLE ONLY ledger.holds
    ADD CONSTRAINT holds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (key);

ALTER TABLE ONLY ledger.lines
    ADD CONSTRAINT lines_pkey PRIMARY KEY (entry_id, line_no, posted_at);

ALTER TABLE ONLY ledger.posted_once
    ADD CONSTRAINT posted_once_pkey PRIMARY KEY (event, owner_id);

ALTER TABLE ONLY ledger.posting_rights
    ADD CONSTRAINT posting_rights_pkey PRIMARY KEY (role, event, owner_kind, kind);

ALTER TABLE ONLY ledger.posting_shapes
    ADD CONSTRAINT posting_shapes_pkey PRIMARY KEY (role, event);

ALTER TABLE ONLY ledger.reversals
    ADD CONSTRAINT reversals_pkey PRIMARY KEY (original);

ALTER TABLE ONLY ledger.system_totals
    ADD CONSTRAINT system_totals_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY ledger.totals
    ADD CONSTRAINT totals_pkey PRIMARY KEY (owner_kind, asset, kind);

ALTER TABLE ONLY market.cursors
    ADD CONSTRAINT cursors_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY market.day_candles
    ADD CONSTRAINT day_candles_pkey PRIMARY KEY (symbol, date);

ALTER TABLE ONLY market.days
    ADD CONSTRAINT days_pkey PRIMARY KEY (symbol, date);

ALTER TABLE ONLY market.feed_keys
    ADD CONSTRAINT feed_keys_pkey PRIMARY KEY (name);

ALTER TABLE ONLY market.index_days
    ADD CONSTRAINT index_days_pkey PRIMARY KEY (code, date);

ALTER TABLE ONLY market.index_minutes
    ADD CONSTRAINT index_minutes_pkey PRIMARY KEY (code, at);

ALTER TABLE ONLY market.minute_candles
    ADD CONSTRAINT minute_candles_pkey PRIMARY KEY (symbol, at);

ALTER TABLE ONLY market.quotes
    ADD CONSTRAINT quotes_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY platform.clock_bound
    ADD CONSTRAINT clock_bound_pkey PRIMARY KEY (one_row);

ALTER TABLE ONLY platform.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller, route, key);

ALTER TABLE ONLY platform.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY platform.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);

ALTER TABLE ONLY practice.halt_requests
    ADD CONSTRAINT halt_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY practice.lessons
    ADD CONSTRAINT lessons_payload_hash_key UNIQUE (payload_hash);

ALTER TABLE ONLY practice.lessons
    ADD CONSTRAINT lessons_pkey PRIMARY KEY (article_id);

ALTER TABLE ONLY practice.state
    ADD CONSTRAINT state_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY recon.closed_days
    ADD CONSTRAINT closed_days_pkey PRIMARY KEY (day);

ALTER TABLE ONLY recon.closed_fills
    ADD CONSTRAINT closed_fills_pkey PRIMARY KEY (day, shard);

ALTER TABLE ONLY recon.closed_totals
    ADD CONSTRAINT closed_totals_pkey PRIMARY KEY (day, owner_kind, asset, kind);

ALTER TABLE ONLY recon.defaults
    ADD CONSTRAINT defaults_pkey PRIMARY KEY (rule);

ALTER TABLE ONLY recon.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (event);

ALTER TABLE ONLY settlement.cursors
    ADD CONSTRAINT cursors_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY settlement.dues
    ADD CONSTRAINT dues_pkey PRIMARY KEY (due, owner, asset);

ALTER TABLE ONLY settlement.prices
    ADD CONSTRAINT prices_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY settlement.seat_nets
    ADD CONSTRAINT seat_nets_pkey PRIMARY KEY (seat, asset, due);

ALTER TABLE ONLY settlement.set_aside
    ADD CONSTRAINT set_aside_pkey PRIMARY KEY (shard, event);

ALTER TABLE ONLY status.drills
    ADD CONSTRAINT drills_pkey PRIMARY KEY (id);

ALTER TABLE ONLY status.heartbeats
    ADD CONSTRAINT heartbeats_pkey PRIMARY KEY (instance);

ALTER TABLE ONLY status.samples
    ADD CONSTRAINT samples_pkey PRIMARY KEY (name, at);

ALTER TABLE ONLY status.service_levels
    ADD CONSTRAINT service_levels_pkey PRIMARY KEY (day, level);

CREATE INDEX appeals_of_member ON app.appeals USING btree (member_id, created_at DESC);

CREATE INDEX appeals_of_restriction ON app.appeals USING btree (restriction_id, created_at);

CREATE UNIQUE INDEX appeals_one_pending ON app.appeals USING btree (restriction_id) WHERE (state = 'pending'::text);

CREATE INDEX auction_bids_delivered_at ON app.auction_bids USING btree (delivered_at) WHERE (state = 'delivered'::text);

CREATE INDEX auction_bids_newest ON app.auction_bids USING btree (member_id, sent_at DESC, id DESC);

CREATE INDEX auction_bids_of_auction ON app.auction_bids USING btree (auction_id, state, id);

CREATE INDEX auction_bids_of_member ON app.auction_bids USING btree (member_id, auction_id, sent_at DESC);

CREATE UNIQUE INDEX auction_bids_rank ON app.auction_bids USING btree (auction_id, rank) WHERE (rank IS NOT NULL);

CREATE INDEX auctions_recent ON app.auctions USING btree (closes_at DESC, id DESC);

CREATE INDEX auctions_under_way ON app.auctions USING btree (id) WHERE (state <> ALL (ARRAY['listed'::text, 'void'::text]));

CREATE INDEX bank_accounts_by_ending ON app.bank_accounts USING btree (ending);

CREATE INDEX bank_accounts_of_member ON app.bank_accounts USING btree (member_id, added_at) WHERE (state <> 'removed'::text);

CREATE UNIQUE INDEX bank_accounts_one_default ON app.bank_accounts USING btree (member_id) WHERE is_default;

CREATE INDEX bank_accounts_pending ON app.bank_accounts USING btree (added_at) WHERE (state = 'pending'::text);

CREATE INDEX bank_line_notes_of_line ON app.bank_line_notes USING btree (line_id, at DESC);

CREATE INDEX bank_statement_lines_by_reference ON app.bank_statement_lines USING btree (reference);

CREATE INDEX bank_statement_lines_matched ON app.bank_statement_lines USING btree (matched_at DESC, id DESC) WHERE (matched_at IS NOT NULL);

CREATE INDEX bank_statement_lines_of_account ON app.bank_statement_lines USING btree (account, currency, booked_at);

CREATE INDEX bank_statement_lines_of_statement ON app.bank_statement_lines USING btree (statement_id, line_no);

CREATE INDEX bank_statement_lines_open ON app.bank_statement_lines USING btree (booked_at) WHERE (matched_at IS NULL);

CREATE INDEX block_applications_by_state ON app.block_applications USING btree (state, sent_at);

CREATE INDEX block_applications_of_listing ON app.block_applications USING btree (listing_id) WHERE (state = 'pending'::text);

CREATE INDEX block_applications_of_member ON app.block_applications USING btree (member_id, sent_at DESC, id DESC);

CREATE INDEX block_listings_live ON app.block_listings USING btree (closes_at) WHERE (state <> 'closed'::text);

CREATE INDEX block_listings_of_day ON app.block_listings USING btree (date);

CREATE INDEX challenges_expiry ON app.challenges USING btree (expires_at);

CREATE INDEX challenges_of_member ON app.challenges USING btree (member_id, kind, created_at DESC);

CREATE INDEX conditional_entries ON app.conditional_orders USING btree (member_id) WHERE ((state = 'waiting'::text) AND (kind = 'entry'::text));

CREATE INDEX conditional_of_member ON app.conditional_orders USING btree (member_id, created_at);

CREATE INDEX conditional_of_order ON app.conditional_orders USING btree (order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX conditional_of_position ON app.conditional_orders USING btree (position_id) WHERE (state = 'waiting'::text);

CREATE INDEX conditional_untaken ON app.conditional_orders USING btree (ended_at) WHERE ((state = 'fired'::text) AND (NOT taken));

CREATE INDEX conditional_waiting ON app.conditional_orders USING btree (symbol) WHERE (state = 'waiting'::text);

CREATE INDEX copies_by_state ON app.copies USING btree (state, sent_at);

CREATE INDEX copies_of_member ON app.copies USING btree (member_id, sent_at DESC, id DESC);

CREATE INDEX copies_of_mentor ON app.copies USING btree (mentor_id, id) WHERE (state = 'following'::text);

CREATE INDEX copies_of_product ON app.copies USING btree (product_id) WHERE (state = ANY (ARRAY['under-review'::text, 'following'::text]));

CREATE UNIQUE INDEX copies_running ON app.copies USING btree (member_id, mentor_id) WHERE (state = ANY (ARRAY['under-review'::text, 'following'::text]));

CREATE INDEX copies_selling_rest ON app.copies USING btree (id) WHERE sells_rest;

CREATE INDEX copies_started_of_mentor ON app.copies USING btree (mentor_id) WHERE (started_at IS NOT NULL);

CREATE INDEX copies_with_stop_loss ON app.copies USING btree (id) WHERE ((state = 'following'::text) AND (stop_loss_bp IS NOT NULL));

CREATE INDEX copy_block_lines_to_restore ON app.copy_block_lines USING btree (settles_on) WHERE ((settles_on IS NOT NULL) AND (restored IS NULL));

CREATE INDEX copy_blocks_of_mentor ON app.copy_blocks USING btree (mentor_id, at DESC);

CREATE INDEX copy_blocks_of_position ON app.copy_blocks USING btree (position_id);

CREATE INDEX copy_blocks_open ON app.copy_blocks USING btree (at) WHERE (state <> 'done'::text);

CREATE INDEX copy_blocks_stopped ON app.copy_blocks USING btree (at) WHERE (cancelled_by = 'time'::text);

CREATE INDEX copy_blocks_to_notify ON app.copy_blocks USING btree (at) WHERE (is_cancelled AND (notified < copies));

CREATE INDEX copy_products_by_end ON app.copy_products USING btree (ends_on);

CREATE INDEX corporate_actions_recent ON app.corporate_actions USING btree (ex_on DESC, id DESC);

CREATE UNIQUE INDEX corporate_actions_symbol_ex_on_key ON app.corporate_actions USING btree (symbol, ex_on) WHERE (state <> 'cancelled'::text);

CREATE INDEX corporate_actions_under_way ON app.corporate_actions USING btree (ex_on) WHERE (state = ANY (ARRAY['announced'::text, 'ex'::text]));

CREATE INDEX coupon_grants_recent ON app.coupon_grants USING btree (granted_at DESC, id DESC);

CREATE INDEX coupons_available ON app.coupons USING btree (until_at) WHERE (state = 'available'::text);

CREATE INDEX coupons_of_member ON app.coupons USING btree (member_id, until_at, id);

CREATE INDEX coupons_to_pay ON app.coupons USING btree (member_id, id) WHERE ((state = 'used'::text) AND (entry_id IS NULL));

CREATE INDEX credential_failures_age ON app.credential_failures USING btree (updated_at);

CREATE INDEX credit_calls_of_loan ON app.credit_calls USING btree (loan_id, called_at DESC);

CREATE UNIQUE INDEX credit_calls_one_open ON app.credit_calls USING btree (loan_id) WHERE (ended_at IS NULL);

CREATE INDEX credit_increases_of_member ON app.credit_increases USING btree (member_id, sent_at DESC, id DESC);

CREATE UNIQUE INDEX credit_increases_one_pending ON app.credit_increases USING btree (member_id) WHERE (state = 'pending'::text);

CREATE INDEX credit_increases_recent ON app.credit_increases USING btree (sent_at DESC, id DESC);

CREATE INDEX credit_loans_of_member ON app.credit_loans USING btree (member_id, sent_at DESC, id DESC);

CREATE UNIQUE INDEX credit_loans_one_open ON app.credit_loans USING btree (member_id) WHERE ((state = 'pending'::text) OR ((state = 'passed'::text) AND (repaid_at IS NULL)));

CREATE INDEX credit_loans_pending ON app.credit_loans USING btree (sent_at) WHERE (state = 'pending'::text);

CREATE INDEX credit_loans_recent ON app.credit_loans USING btree (sent_at DESC, id DESC);

CREATE INDEX credit_loans_running ON app.credit_loans USING btree (interest_through, id) WHERE ((state = 'passed'::text) AND (repaid_at IS NULL));

CREATE INDEX credit_moves_of_loan ON app.credit_moves USING btree (loan_id, at);

CREATE INDEX credit_pledges_of_loan ON app.credit_pledges USING btree (loan_id);

CREATE INDEX credit_pledges_of_position ON app.credit_pledges USING btree (position_id) WHERE (shares > 0);

CREATE INDEX credit_sales_of_loan ON app.credit_sales USING btree (loan_id);

CREATE UNIQUE INDEX currency_backups_running ON app.currency_backups USING btree (currency) WHERE (ended_at IS NULL);

CREATE INDEX currency_quotes_dealt_at ON app.currency_quotes USING btree (dealt_at DESC, id DESC) WHERE (dealt_at IS NOT NULL);

CREATE INDEX currency_quotes_dealt_of_member ON app.currency_quotes USING btree (member_id) WHERE (dealt_at IS NOT NULL);

CREATE INDEX currency_quotes_not_dealt ON app.currency_quotes USING btree (expires_at) WHERE (dealt_at IS NULL);

CREATE INDEX currency_quotes_of_member ON app.currency_quotes USING btree (member_id, quoted_at DESC, id DESC);

CREATE INDEX currency_rate_points_by_time ON app.currency_rate_points USING btree (at);

CREATE UNIQUE INDEX day_trading_one_live ON app.day_trading_applications USING btree (member_id) WHERE (state <> 'rejected'::text);

CREATE INDEX deposits_by_ending ON app.deposits USING btree (from_ending) WHERE (from_ending IS NOT NULL);

CREATE INDEX deposits_by_reference ON app.deposits USING btree (reference);

CREATE INDEX deposits_of_channel_pending ON app.deposits USING btree (channel_id) WHERE (state = 'pending'::text);

CREATE INDEX deposits_of_member ON app.deposits USING btree (member_id, sent_at DESC, id DESC);

CREATE UNIQUE INDEX deposits_one_pending ON app.deposits USING btree (member_id) WHERE (state = 'pending'::text);

CREATE INDEX deposits_passed ON app.deposits USING btree (decided_at) WHERE (state = 'passed'::text);

CREATE INDEX deposits_pending ON app.deposits USING btree (sent_at) WHERE (state = 'pending'::text);

CREATE UNIQUE INDEX deposits_receipt_once ON app.deposits USING btree (receipt_file) WHERE (receipt_file IS NOT NULL);

CREATE UNIQUE INDEX device_keys_one_per_device ON app.device_keys USING btree (member_id, device_id) WHERE (removed_at IS NULL);

CREATE INDEX dividend_entitlements_of_member ON app.dividend_entitlements USING btree (member_id, action_id);

CREATE INDEX dividend_entitlements_to_accrue ON app.dividend_entitlements USING btree (action_id, member_id) WHERE ((accrued_entry IS NULL) AND (((gross + owed) + owed_supplement) > 0));

CREATE INDEX dividend_entitlements_to_deliver ON app.dividend_entitlements USING btree (action_id, member_id) WHERE ((delivered_entry IS NULL) AND (new_shares > 0));

CREATE INDEX dividend_entitlements_to_notify ON app.dividend_entitlements USING btree (action_id, member_id) WHERE ((notified_at IS NULL) AND ((new_shares <> 0) OR (owed_shares <> 0)));

CREATE INDEX dividend_entitlements_to_pay ON app.dividend_entitlements USING btree (action_id, member_id) WHERE ((paid_entry IS NULL) AND (gross > withheld));

CREATE INDEX dividend_notices_open ON app.dividend_notices USING btree (action_id) WHERE (ended_at IS NULL);

CREATE INDEX draw_tickets_of_member ON app.draw_tickets USING btree (member_id, draw_id);

CREATE INDEX draws_open ON app.draws USING btree (state, closes_at) WHERE (state = ANY (ARRAY['committed'::text, 'closed'::text, 'released'::text]));

CREATE INDEX draws_recent ON app.draws USING btree (announced_at DESC, id DESC);

CREATE INDEX files_dropped ON app.files USING btree (dropped_at) WHERE ((dropped_at IS NOT NULL) AND (gone_at IS NULL));

CREATE INDEX files_of_member ON app.files USING btree (member_id, taken_at);

CREATE INDEX fills_of_date ON ONLY app.fills USING brin (date) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX fills_of_member ON ONLY app.fills USING btree (member_id, traded_at);

CREATE INDEX fills_of_order ON ONLY app.fills USING btree (order_id);

CREATE INDEX fills_of_position ON ONLY app.fills USING btree (position_id);

CREATE INDEX fundamentals_days ON app.fundamentals USING btree (period) WHERE (kind = ANY (ARRAY['valuation'::text, 'institutions'::text, 'margin'::text]));

CREATE INDEX fundamentals_valuation ON app.fundamentals USING btree (symbol, period DESC) WHERE (kind = 'valuation'::text);

CREATE INDEX identities_by_masked_name ON app.identities USING btree (name_masked, member_id);

CREATE INDEX identities_by_review ON app.identities USING btree (review_id);

CREATE INDEX instruments_free ON app.instruments USING btree (symbol) WHERE (free_since IS NOT NULL);

CREATE INDEX instruments_unsent ON app.instruments USING btree (symbol) WHERE (venue_sent_at IS NULL);

CREATE INDEX journals_of_member ON app.journals USING btree (member_id, posted_at DESC) WHERE (member_id IS NOT NULL);

CREATE INDEX journals_recent ON app.journals USING btree (posted_at DESC, id DESC);

CREATE INDEX known_devices_of_member ON app.known_devices USING btree (member_id);

CREATE INDEX margin_calls_of_member ON app.margin_calls USING btree (member_id, called_at);

CREATE UNIQUE INDEX margin_calls_one_open ON app.margin_calls USING btree (member_id) WHERE (ended_at IS NULL);

CREATE INDEX margin_calls_open ON app.margin_calls USING btree (deadline) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX market_halts_one_open ON app.market_halts USING btree (COALESCE(symbol, '*'::text)) WHERE (resumed_at IS NULL);

CREATE INDEX member_events_at ON app.member_events USING brin (at) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX member_keys_by_master ON app.member_keys USING btree (master_key_id, member_id) WHERE (wrapped IS NOT NULL);

CREATE INDEX member_notes_of_member ON app.member_notes USING btree (member_id, at DESC, id DESC);

CREATE INDEX members_by_inviter ON app.members USING btree (inviter_id) WHERE (inviter_id IS NOT NULL);

CREATE INDEX members_by_joining ON app.members USING btree (joined_at, id);

CREATE INDEX members_by_kind ON app.members USING btree (kind, id);

CREATE INDEX members_by_number ON app.members USING btree ("right"((id)::text, 6));

CREATE INDEX members_by_verification ON app.members USING btree (verification, id);

CREATE INDEX mentor_applications_of_member ON app.mentor_applications USING btree (member_id, sent_at DESC);

CREATE UNIQUE INDEX mentor_applications_one_pending ON app.mentor_applications USING btree (member_id) WHERE (state = 'pending'::text);

CREATE UNIQUE INDEX mentors_name ON app.mentors USING btree (lower(name));

CREATE INDEX news_articles_by_time ON app.news_articles USING btree (published_at DESC, id DESC);

CREATE INDEX news_articles_by_topic ON app.news_articles USING btree (topic, published_at DESC, id DESC);

CREATE INDEX news_articles_counted ON app.news_articles USING btree (published_at) WHERE (final_readers IS NULL);

CREATE INDEX news_pictures_by_age ON app.news_pictures USING btree (kept_at);

CREATE INDEX news_reads_of_member ON app.news_reads USING btree (member_id);

CREATE INDEX news_stocks_by_time ON app.news_stocks USING btree (symbol, published_at DESC, article_id DESC);

CREATE INDEX news_stocks_of_article ON app.news_stocks USING btree (article_id);

CREATE INDEX news_versions_of_picture ON app.news_versions USING btree (picture) WHERE (picture IS NOT NULL);

CREATE INDEX notice_reads_of_notice ON app.notice_reads USING btree (notice_id);

CREATE INDEX notices_by_age ON app.notices USING btree (sent_at);

CREATE INDEX notices_of_all ON app.notices USING btree (sent_at DESC, id DESC) WHERE (member_id IS NULL);

CREATE INDEX notices_of_member ON app.notices USING btree (member_id, sent_at DESC, id DESC) WHERE (member_id IS NOT NULL);

CREATE INDEX notices_undelivered ON app.notices USING btree (sent_at, id) WHERE (delivered_at IS NULL);

CREATE INDEX notices_unread ON app.notices USING btree (member_id) WHERE ((member_id IS NOT NULL) AND (read_at IS NULL));

CREATE INDEX offers_recent ON app.offers USING btree (closes_at DESC, id DESC);

CREATE INDEX offers_under_way ON app.offers USING btree (id) WHERE ((stage IS DISTINCT FROM 'settled'::text) AND (stage IS DISTINCT FROM 'void'::text));

CREATE INDEX operator_challenges_expiry ON app.operator_challenges USING btree (expires_at);

CREATE INDEX operator_passkeys_of ON app.operator_passkeys USING btree (operator_id, added_at);

CREATE INDEX operator_push_subscriptions_of ON app.operator_push_subscriptions USING btree (operator_id);

CREATE INDEX operator_sessions_expiry ON app.operator_sessions USING btree (expires_at);

CREATE INDEX operator_sessions_of ON app.operator_sessions USING btree (operator_id, last_seen_at DESC);

CREATE INDEX operator_voting_keys_of ON app.operator_voting_keys USING btree (operator_id, requested_at);

CREATE INDEX order_exits_open ON app.order_exits USING btree (order_id) WHERE (NOT done);

CREATE INDEX orders_by_time ON ONLY app.orders USING brin (placed_at) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX orders_closing_position ON ONLY app.orders USING btree (position_id) WHERE (purpose = 'close'::text);

CREATE INDEX orders_of_member ON ONLY app.orders USING btree (member_id, placed_at);

CREATE INDEX orders_open ON ONLY app.orders USING btree (member_id, placed_at) WHERE (state = 'entrusted'::text);

CREATE INDEX orders_other_member_id_placed_at_idx ON app.orders_other USING btree (member_id, placed_at) WHERE (state = 'entrusted'::text);

CREATE INDEX orders_other_member_id_placed_at_idx1 ON app.orders_other USING btree (member_id, placed_at);

CREATE INDEX orders_other_placed_at_idx ON app.orders_other USING brin (placed_at) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX orders_other_position_id_idx ON app.orders_other USING btree (position_id) WHERE (purpose = 'close'::text);

CREATE INDEX pair_trades_of_date ON app.pair_trades USING btree (date);

CREATE INDEX passkeys_of_member ON app.passkeys USING btree (member_id, added_at);

CREATE UNIQUE INDEX payout_stops_one_open ON app.payout_stops USING btree ((true)) WHERE (resumed_at IS NULL);

CREATE INDEX personal_views_of_member ON app.personal_views USING btree (member_id, at DESC);

CREATE INDEX personal_views_unnotified ON app.personal_views USING btree (at, id) WHERE (notified_at IS NULL);

CREATE INDEX placement_applications_of_member ON app.placement_applications USING btree (member_id, applied_at DESC, id DESC);

CREATE INDEX placement_applications_of_placement ON app.placement_applications USING btree (placement_id, state, id);

CREATE UNIQUE INDEX placement_applications_per_person ON app.placement_applications USING btree (placement_id, member_id) WHERE (state <> ALL (ARRAY['cancelled'::text, 'void'::text]));

CREATE INDEX placement_applications_table ON app.placement_applications USING btree (placement_id, rank) WHERE (rank IS NOT NULL);

CREATE INDEX placements_recent ON app.placements USING btree (closes_at DESC, id DESC);

CREATE INDEX placements_under_way ON app.placements USING btree (id) WHERE (ended_at IS NULL);

CREATE INDEX positions_borrowed ON app.positions USING btree (symbol) WHERE ((state <> 'closed'::text) AND ((loan > 0) OR (direction = 'short'::text)));

CREATE INDEX positions_closed ON app.positions USING btree (member_id, closed_at) WHERE (state = 'closed'::text);

CREATE INDEX positions_day_trades ON app.positions USING btree (opened_on) WHERE ((state <> 'closed'::text) AND day_trade);

CREATE INDEX positions_day_trades_closed ON app.positions USING btree (closed_at) WHERE ((state = 'closed'::text) AND day_trade);

CREATE INDEX positions_of_stock ON app.positions USING btree (symbol, member_id) WHERE (state <> 'closed'::text);

CREATE INDEX positions_open ON app.positions USING btree (member_id, opened_at) WHERE (state <> 'closed'::text);

CREATE INDEX price_alerts_of_member ON app.price_alerts USING btree (member_id, symbol);

CREATE INDEX price_alerts_waiting ON app.price_alerts USING btree (symbol, kind, threshold) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX price_alerts_waiting_once ON app.price_alerts USING btree (member_id, symbol, kind, threshold) WHERE (state = 'waiting'::text);

CREATE INDEX push_jobs_due ON app.push_jobs USING btree (due_at);

CREATE INDEX push_jobs_of_session ON app.push_jobs USING btree (session_id);

CREATE INDEX push_subscriptions_of_member ON app.push_subscriptions USING btree (member_id);

CREATE INDEX recon_runs_broken ON app.recon_runs USING btree (at DESC) WHERE (broken > 0);

CREATE INDEX recon_runs_by_time ON app.recon_runs USING btree (at DESC, id DESC);

CREATE INDEX recon_runs_of_scope ON app.recon_runs USING btree (scope, id DESC);

CREATE INDEX recovery_requests_joined ON app.recovery_requests USING btree (joined_to) WHERE (joined_to IS NOT NULL);

CREATE INDEX recovery_requests_of_member ON app.recovery_requests USING btree (member_id, created_at DESC) WHERE (member_id IS NOT NULL);

CREATE INDEX recovery_requests_of_network ON app.recovery_requests USING btree (network, created_at);

CREATE UNIQUE INDEX recovery_requests_one_open ON app.recovery_requests USING btree (member_id) WHERE ((state = 'pending'::text) AND (reviewed_at IS NOT NULL));

CREATE INDEX recovery_requests_pending ON app.recovery_requests USING btree (created_at) WHERE ((state = 'pending'::text) AND (member_id IS NOT NULL));

CREATE INDEX recovery_requests_reviewed ON app.recovery_requests USING btree (reviewed_at) WHERE (reviewed_at IS NOT NULL);

CREATE INDEX recovery_requests_to_review ON app.recovery_requests USING btree (created_at) WHERE ((state = 'pending'::text) AND (member_id IS NOT NULL) AND (review_id IS NULL) AND (joined_to IS NULL));

CREATE INDEX restrictions_changed ON app.restrictions USING btree (GREATEST(since, lifted_at));

CREATE UNIQUE INDEX restrictions_one_in_force ON app.restrictions USING btree (member_id, kind) WHERE (lifted_at IS NULL);

CREATE INDEX review_assignments_by_action ON app.review_assignments USING btree (active_at);

CREATE INDEX review_assignments_of ON app.review_assignments USING btree (operator_id);

CREATE INDEX review_notes_of_review ON app.review_notes USING btree (review_id, at, id);

CREATE INDEX review_push_jobs_due ON app.review_push_jobs USING btree (due_at);

CREATE INDEX review_push_jobs_of_device ON app.review_push_jobs USING btree (device_id);

CREATE INDEX review_votes_of_operator ON app.review_votes USING btree (operator_id, at DESC);

CREATE UNIQUE INDEX review_votes_one_per_device ON app.review_votes USING btree (review_id, device_id) WHERE (decision = 'approve'::text);

CREATE INDEX reviews_decided_lately ON app.reviews USING btree (decided_at) WHERE (decided_at IS NOT NULL);

CREATE INDEX reviews_of_member ON app.reviews USING btree (member_id, opened_at DESC) WHERE (member_id IS NOT NULL);

CREATE INDEX reviews_of_subject ON app.reviews USING btree (kind, subject);

CREATE UNIQUE INDEX reviews_one_open ON app.reviews USING btree (kind, subject) WHERE (state = ANY (ARRAY['waiting'::text, 'second'::text, 'decided'::text]));

CREATE INDEX reviews_queue ON app.reviews USING btree (((NOT is_urgent)), ((state <> 'second'::text)), opened_at, id) WHERE (state = ANY (ARRAY['waiting'::text, 'second'::text]));

CREATE INDEX reviews_queue_by_kind ON app.reviews USING btree (kind, ((NOT is_urgent)), ((state <> 'second'::text)), opened_at, id) WHERE (state = ANY (ARRAY['waiting'::text, 'second'::text]));

CREATE INDEX reviews_recent ON app.reviews USING btree (opened_at DESC, id DESC);

CREATE INDEX reviews_to_execute ON app.reviews USING btree (opened_at) WHERE ((outcome IS NULL) AND (state = ANY (ARRAY['decided'::text, 'expired'::text, 'cancelled'::text])));

CREATE INDEX reviews_to_expire ON app.reviews USING btree (expires_at) WHERE (state = ANY (ARRAY['waiting'::text, 'second'::text]));

CREATE INDEX reviews_urgent ON app.reviews USING btree (promised_at, id) WHERE (is_urgent AND (state = ANY (ARRAY['waiting'::text, 'second'::text])));

CREATE INDEX rule_values_of_rule ON app.rule_values USING btree (rule, holds_from);

CREATE INDEX savings_plans_due ON app.savings_plans USING btree (next_due_on, id) WHERE (state = 'active'::text);

CREATE INDEX savings_plans_of_member ON app.savings_plans USING btree (member_id, created_at);

CREATE INDEX savings_runs_ordered ON app.savings_runs USING btree (at) WHERE (state = 'ordered'::text);

CREATE INDEX sessions_by_seen ON app.sessions USING btree (last_seen_at, member_id);

CREATE INDEX sessions_expiry ON app.sessions USING btree (expires_at);

CREATE INDEX sessions_of_member ON app.sessions USING btree (member_id, last_seen_at);

CREATE INDEX sessions_revoked ON app.sessions USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE INDEX share_adjustments_arriving ON app.share_adjustments USING btree (position_id) WHERE (arriving > 0);

CREATE INDEX share_adjustments_of_member ON app.share_adjustments USING btree (member_id, action_id);

CREATE INDEX share_adjustments_of_position ON app.share_adjustments USING btree (position_id);

CREATE INDEX sign_ins_of_member ON ONLY app.sign_ins USING btree (member_id, at DESC);

CREATE INDEX sign_ins_other_member_id_at_idx ON app.sign_ins_other USING btree (member_id, at DESC);

CREATE INDEX site_config_history_name ON app.site_config_history USING btree (name, changed_at);

CREATE INDEX subscriptions_delivered ON app.subscriptions USING btree (delivered_at) WHERE (state = 'delivered'::text);

CREATE INDEX subscriptions_due ON app.subscriptions USING btree (pay_by) WHERE (state = 'payment-due'::text);

CREATE INDEX subscriptions_of_member ON app.subscriptions USING btree (member_id, applied_at DESC, id DESC);

CREATE INDEX subscriptions_of_offer ON app.subscriptions USING btree (offer_id, state, id);

CREATE UNIQUE INDEX subscriptions_per_person ON app.subscriptions USING btree (offer_id, member_id, nth) WHERE (state <> ALL (ARRAY['cancelled'::text, 'void'::text]));

CREATE UNIQUE INDEX subscriptions_place ON app.subscriptions USING btree (offer_id, place) WHERE (place IS NOT NULL);

CREATE INDEX support_answers_of_thread ON app.support_answers USING btree (thread_id, at, id);

CREATE INDEX support_answers_unnotified ON app.support_answers USING btree (at, id) WHERE (notified_at IS NULL);

CREATE INDEX support_assignments_of ON app.support_assignments USING btree (operator_id);

CREATE INDEX support_messages_of_thread ON app.support_messages USING btree (thread_id, at, id);

CREATE INDEX support_notes_of_thread ON app.support_notes USING btree (thread_id, at, id);

CREATE INDEX support_ratings_by_time ON app.support_ratings USING btree (at);

CREATE INDEX support_ratings_of_thread ON app.support_ratings USING btree (thread_id);

CREATE INDEX support_threads_by_state ON app.support_threads USING btree (state, last_at DESC, id DESC);

CREATE INDEX support_threads_of_member ON app.support_threads USING btree (member_id, last_at DESC, id DESC);

CREATE UNIQUE INDEX support_threads_one_by_ticket ON app.support_threads USING btree (member_id) WHERE (by_ticket AND (state <> 'closed'::text));

CREATE INDEX support_threads_waiting ON app.support_threads USING btree (due_at, id) WHERE (state = 'waiting'::text);

CREATE INDEX support_waits_answered ON app.support_waits USING btree (answered_at) WHERE (answered_at IS NOT NULL);

CREATE INDEX support_waits_due ON app.support_waits USING btree (due_at) WHERE (answered_at IS NULL);

CREATE INDEX support_waits_of_thread ON app.support_waits USING btree (thread_id);

CREATE UNIQUE INDEX support_waits_open ON app.support_waits USING btree (thread_id) WHERE (answered_at IS NULL);

CREATE INDEX suspense_items_open ON app.suspense_items USING btree (taken_at) WHERE (state = ANY (ARRAY['held'::text, 'returning'::text]));

CREATE INDEX uploads_of_member ON app.uploads USING btree (member_id, uploaded_at);

CREATE INDEX uploads_unclaimed ON app.uploads USING btree (uploaded_at) WHERE (taken_at IS NULL);

CREATE INDEX withdrawals_decided ON app.withdrawals USING btree (decided_at) WHERE (state <> 'pending'::text);

CREATE INDEX withdrawals_of_batch ON app.withdrawals USING btree (batch_id) WHERE (batch_id IS NOT NULL);

CREATE INDEX withdrawals_of_member ON app.withdrawals USING btree (member_id, sent_at DESC, id DESC);

CREATE UNIQUE INDEX withdrawals_one_pending ON app.withdrawals USING btree (member_id) WHERE (state = 'pending'::text);

CREATE INDEX withdrawals_paid ON app.withdrawals USING btree (paid_at) WHERE (paid_at IS NOT NULL);

CREATE INDEX withdrawals_pending ON app.withdrawals USING btree (sent_at) WHERE (state = 'pending'::text);

CREATE INDEX withdrawals_queued ON app.withdrawals USING btree (currency, decided_at) WHERE (stage = 'queued'::text);

CREATE INDEX withdrawals_under_way ON app.withdrawals USING btree (ordered_at) WHERE (stage = 'sent'::text);

CREATE INDEX entries_of_operators ON ONLY audit.entries USING btree (actor, recorded_at) WHERE (actor ~~ 'operator:%'::text);

CREATE INDEX entries_default_actor_recorded_at_idx ON audit.entries_default USING btree (actor, recorded_at) WHERE (actor ~~ 'operator:%'::text);

CREATE INDEX entries_verified ON ONLY audit.entries USING btree (recorded_at) WHERE (action = 'audit.chain-verified'::text);

CREATE INDEX entries_default_recorded_at_idx ON audit.entries_default USING btree (recorded_at) WHERE (action = 'audit.chain-verified'::text);

CREATE INDEX entries_subject ON ONLY audit.entries USING btree (subject, recorded_at);

CREATE INDEX entries_default_subject_recorded_at_idx ON audit.entries_default USING btree (subject, recorded_at);

CREATE INDEX links_by_time ON audit.links USING btree (recorded_at, sequence);

CREATE INDEX tree_leaves_subject ON audit.tree_leaves USING btree (subject, tree) WHERE (body <> ''::text);

CREATE INDEX bank_accounts_by_id ON directory.bank_accounts USING btree (bank_account_id);

CREATE INDEX owners_of_group ON directory.owners USING btree (owner_group);

CREATE INDEX block_ends ON ONLY exchange.events USING btree (symbol, at) WHERE (kind = 'block-done'::text);

CREATE UNIQUE INDEX commands_set_aside_queued ON exchange.commands_set_aside USING btree (shard, queued_as) WHERE (queued_as IS NOT NULL);

CREATE INDEX commands_set_aside_waiting ON exchange.commands_set_aside USING btree (shard, id) WHERE (state = 'waiting'::text);

CREATE INDEX events_kept_symbol_at_idx ON ONLY exchange.events_kept USING btree (symbol, at) WHERE (kind = 'block-done'::text);

CREATE INDEX trades_of_symbol ON ONLY exchange.events USING btree (symbol, event) WHERE (kind = 'traded'::text);

CREATE INDEX events_kept_symbol_event_idx ON ONLY exchange.events_kept USING btree (symbol, event) WHERE (kind = 'traded'::text);

CREATE INDEX events_practice_symbol_at_idx ON exchange.events_practice USING btree (symbol, at) WHERE (kind = 'block-done'::text);

CREATE INDEX events_practice_symbol_event_idx ON exchange.events_practice USING btree (symbol, event) WHERE (kind = 'traded'::text);

CREATE UNIQUE INDEX log_breaks_open ON exchange.log_breaks USING btree (shard) WHERE (accepted_at IS NULL);

CREATE INDEX accounts_by_owner ON ledger.accounts USING btree (owner_kind, owner_id, asset);

CREATE INDEX entries_by_tx ON ONLY ledger.entries USING btree (tx);

CREATE INDEX holds_by_age ON ledger.holds USING btree (opened_at);

CREATE INDEX holds_of_account ON ledger.holds USING btree (account_id);

CREATE INDEX keys_by_age ON ledger.keys USING btree (posted_at);

CREATE INDEX lines_by_tx ON ONLY ledger.lines USING btree (tx);

CREATE INDEX lines_of_bounded ON ONLY ledger.lines USING btree (account_id, posted_at DESC, seq DESC) WHERE (seq IS NOT NULL);

CREATE INDEX lines_of_hold ON ONLY ledger.lines USING btree (hold_id) WHERE (hold_id IS NOT NULL);

CREATE INDEX lines_of_unbounded ON ONLY ledger.lines USING btree (account_id, tx) WHERE (seq IS NULL);

CREATE INDEX days_by_date ON market.days USING btree (date);

CREATE INDEX minute_candles_at ON market.minute_candles USING brin (at) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX idempotency_keys_created_at ON platform.idempotency_keys USING btree (created_at);

CREATE INDEX halt_requests_open ON practice.halt_requests USING btree (id) WHERE (decided_at IS NULL);

CREATE INDEX set_aside_waiting ON settlement.set_aside USING btree (shard, event) WHERE (state = 'waiting'::text);

CREATE INDEX drills_by_kind ON status.drills USING btree (kind, at DESC);

CREATE INDEX heartbeats_by_time ON status.heartbeats USING btree (heartbeat_at);

ALTER INDEX app.order_steps_pkey ATTACH PARTITION app.order_steps_other_pkey;

ALTER INDEX app.orders_open ATTACH PARTITION app.orders_other_member_id_placed_at_idx;

ALTER INDEX app.orders_of_member ATTACH PARTITION app.orders_other_member_id_placed_at_idx1;

ALTER INDEX app.orders_pkey ATTACH PARTITION app.orders_other_pkey;

ALTER INDEX app.orders_by_time ATTACH PARTITION app.orders_other_placed_at_idx;

ALTER INDEX app.orders_closing_position ATTACH PARTITION app.orders_other_position_id_idx;

ALTER INDEX app.sign_ins_of_member ATTACH PARTITION app.sign_ins_other_member_id_at_idx;

ALTER INDEX app.sign_ins_pkey ATTACH PARTITION app.sign_ins_other_pkey;

ALTER INDEX app.wealth_days_pkey ATTACH PARTITION app.wealth_days_other_pkey;

ALTER INDEX audit.entries_of_operators ATTACH PARTITION audit.entries_default_actor_recorded_at_idx;

ALTER INDEX audit.entries_pkey ATTACH PARTITION audit.entries_default_pkey;

ALTER INDEX audit.entries_verified ATTACH PARTITION audit.entries_default_recorded_at_idx;

ALTER INDEX audit.entries_subject ATTACH PARTITION audit.entries_default_subject_recorded_at_idx;

ALTER INDEX exchange.batches_pkey ATTACH PARTITION exchange.batches_kept_pkey;

ALTER INDEX exchange.batches_pkey ATTACH PARTITION exchange.batches_practice_pkey;

ALTER INDEX exchange.events_pkey ATTACH PARTITION exchange.events_kept_pkey;

ALTER INDEX exchange.block_ends ATTACH PARTITION exchange.events_kept_symbol_at_idx;

ALTER INDEX exchange.trades_of_symbol ATTACH PARTITION exchange.events_kept_symbol_event_idx;

ALTER INDEX exchange.events_pkey ATTACH PARTITION exchange.events_practice_pkey;

ALTER INDEX exchange.block_ends ATTACH PARTITION exchange.events_practice_symbol_at_idx;

ALTER INDEX exchange.trades_of_symbol ATTACH PARTITION exchange.events_practice_symbol_event_idx;

ALTER INDEX exchange.log_pkey ATTACH PARTITION exchange.log_kept_pkey;

ALTER INDEX exchange.log_pkey ATTACH PARTITION exchange.log_practice_pkey;

CREATE TRIGGER appeals_enforce_initial_state BEFORE INSERT ON app.appeals FOR EACH ROW EXECUTE FUNCTION app.check_transition('appeal');

CREATE TRIGGER appeals_enforce_transition BEFORE UPDATE ON app.appeals FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('appeal');

CREATE TRIGGER auction_bids_delivered_has_holding AFTER UPDATE ON app.auction_bids FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'delivered'::text))) EXECUTE FUNCTION app.check_bid_delivered();

CREATE TRIGGER auction_bids_enforce_auction BEFORE INSERT ON app.auction_bids FOR EACH ROW EXECUTE FUNCTION app.check_auction_bid();

CREATE TRIGGER auction_bids_enforce_initial_state BEFORE INSERT ON app.auction_bids FOR EACH ROW EXECUTE FUNCTION app.check_transition('bid');

CREATE TRIGGER auction_bids_enforce_transition BEFORE UPDATE ON app.auction_bids FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('bid');

CREATE TRIGGER auction_bids_immutable BEFORE UPDATE ON app.auction_bids FOR EACH ROW EXECUTE FUNCTION app.auction_bids_immutable();

CREATE TRIGGER auction_bids_kept BEFORE DELETE ON app.auction_bids FOR EACH ROW EXECUTE FUNCTION app.auctions_kept();

CREATE TRIGGER auctions_enforce_initial_state BEFORE INSERT ON app.auctions FOR EACH ROW EXECUTE FUNCTION app.check_transition('auction');

CREATE TRIGGER auctions_enforce_listed BEFORE UPDATE ON app.auctions FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'listed'::text))) EXECUTE FUNCTION app.check_auction_listed();

CREATE TRIGGER auctions_enforce_transition BEFORE UPDATE ON app.auctions FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('auction');

CREATE TRIGGER auctions_kept BEFORE DELETE ON app.auctions FOR EACH ROW EXECUTE FUNCTION app.auctions_kept();

CREATE TRIGGER auctions_published BEFORE UPDATE ON app.auctions FOR EACH ROW EXECUTE FUNCTION app.auctions_published();

CREATE TRIGGER authenticators_step_increases BEFORE UPDATE OF last_step ON app.authenticators FOR EACH ROW EXECUTE FUNCTION app.authenticators_step_increases();

CREATE TRIGGER bank_accounts_enforce_initial_state BEFORE INSERT ON app.bank_accounts FOR EACH ROW EXECUTE FUNCTION app.check_transition('bank-account');

CREATE TRIGGER bank_accounts_enforce_transition BEFORE UPDATE ON app.bank_accounts FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('bank-account');

CREATE TRIGGER bank_accounts_mark_owner AFTER UPDATE OF state ON app.bank_accounts FOR EACH ROW WHEN ((new.state = 'verified'::text)) EXECUTE FUNCTION directory.mark_verified_account();

CREATE TRIGGER bank_accounts_usable_from_immutable BEFORE UPDATE ON app.bank_accounts FOR EACH ROW EXECUTE FUNCTION app.bank_accounts_usable_from_immutable();

CREATE TRIGGER bank_statement_lines_console_incoming_only BEFORE INSERT ON app.bank_statement_lines FOR EACH ROW EXECUTE FUNCTION app.check_line_of_console();

CREATE TRIGGER bank_statement_lines_matched_once BEFORE UPDATE ON app.bank_statement_lines FOR EACH ROW EXECUTE FUNCTION app.bank_statement_lines_matched_once();

CREATE TRIGGER bank_statement_lines_not_in_suspense BEFORE UPDATE ON app.bank_statement_lines FOR EACH ROW EXECUTE FUNCTION app.check_line_not_in_suspense();

CREATE TRIGGER bank_statements_console_by_operator BEFORE INSERT ON app.bank_statements FOR EACH ROW EXECUTE FUNCTION app.check_statement_of_console();

CREATE TRIGGER block_applications_enforce_initial_state BEFORE INSERT ON app.block_applications FOR EACH ROW EXECUTE FUNCTION app.check_transition('block-application');

CREATE TRIGGER block_applications_enforce_transition BEFORE UPDATE ON app.block_applications FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('block-application');

CREATE TRIGGER block_applications_passed_has_holding AFTER UPDATE ON app.block_applications FOR EACH ROW WHEN ((new.state = 'passed'::text)) EXECUTE FUNCTION app.check_block_passed();

CREATE TRIGGER block_applications_reserve BEFORE INSERT ON app.block_applications FOR EACH ROW EXECUTE FUNCTION app.reserve_block_shares();

CREATE TRIGGER block_applications_return AFTER UPDATE ON app.block_applications FOR EACH ROW WHEN (((old.state = 'pending'::text) AND (new.state = 'rejected'::text))) EXECUTE FUNCTION app.return_block_shares();

CREATE TRIGGER block_listings_enforce_initial_state BEFORE INSERT ON app.block_listings FOR EACH ROW EXECUTE FUNCTION app.check_transition('block-listing');

CREATE TRIGGER block_listings_enforce_transition BEFORE UPDATE ON app.block_listings FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('block-listing');

CREATE TRIGGER challenges_used_once BEFORE UPDATE ON app.challenges FOR EACH ROW EXECUTE FUNCTION app.challenges_used_once();

CREATE TRIGGER copies_check_new BEFORE INSERT ON app.copies FOR EACH ROW EXECUTE FUNCTION app.check_new_copy();

CREATE TRIGGER copies_check_settings BEFORE UPDATE OF stock_share_bp, stop_loss_bp, cap, paused_at ON app.copies FOR EACH ROW EXECUTE FUNCTION app.check_copy_settings();

CREATE TRIGGER copies_enforce_initial_state BEFORE INSERT ON app.copies FOR EACH ROW EXECUTE FUNCTION app.check_transition('copy');

CREATE TRIGGER copies_enforce_transition BEFORE UPDATE ON app.copies FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('copy');

CREATE TRIGGER copies_return_room AFTER UPDATE ON app.copies FOR EACH ROW WHEN (((old.product_id IS NOT NULL) AND (old.state = 'under-review'::text) AND (new.state = 'cancelled'::text))) EXECUTE FUNCTION app.return_copy_room();

CREATE CONSTRAINT TRIGGER copy_block_lines_have_orders AFTER UPDATE OF order_id ON app.copy_block_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.order_id IS NOT NULL) AND (old.order_id IS NULL))) EXECUTE FUNCTION app.check_copy_line();

CREATE CONSTRAINT TRIGGER copy_block_lines_have_orders_at_once AFTER INSERT ON app.copy_block_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.order_id IS NOT NULL)) EXECUTE FUNCTION app.check_copy_line();

CREATE TRIGGER copy_blocks_check_new AFTER INSERT ON app.copy_blocks FOR EACH ROW EXECUTE FUNCTION app.check_new_block();

CREATE TRIGGER copy_blocks_enforce_initial_state BEFORE INSERT ON app.copy_blocks FOR EACH ROW EXECUTE FUNCTION app.check_transition('copy-block');

CREATE TRIGGER copy_blocks_enforce_transition BEFORE UPDATE ON app.copy_blocks FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('copy-block');

CREATE TRIGGER corporate_actions_enforce_initial_state BEFORE INSERT ON app.corporate_actions FOR EACH ROW EXECUTE FUNCTION app.check_transition('corporate-action');

CREATE TRIGGER corporate_actions_enforce_transition BEFORE UPDATE ON app.corporate_actions FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('corporate-action');

CREATE TRIGGER corporate_actions_notify_announced AFTER INSERT ON app.corporate_actions FOR EACH ROW WHEN ((new.state = 'announced'::text)) EXECUTE FUNCTION app.queue_dividend_notice();

CREATE TRIGGER corporate_actions_notify_cancelled AFTER UPDATE ON app.corporate_actions FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'cancelled'::text))) EXECUTE FUNCTION app.queue_dividend_notice();

CREATE TRIGGER coupons_enforce_initial_state BEFORE INSERT ON app.coupons FOR EACH ROW EXECUTE FUNCTION app.check_transition('coupon');

CREATE TRIGGER coupons_enforce_transition BEFORE UPDATE ON app.coupons FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('coupon');

CREATE TRIGGER coupons_grant_immutable BEFORE UPDATE ON app.coupons FOR EACH ROW EXECUTE FUNCTION app.coupons_grant_immutable();

CREATE TRIGGER credit_calls_enforce_initial_state BEFORE INSERT ON app.credit_calls FOR EACH ROW EXECUTE FUNCTION app.check_transition('credit-call');

CREATE TRIGGER credit_calls_enforce_transition BEFORE UPDATE ON app.credit_calls FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('credit-call');

CREATE TRIGGER credit_increases_enforce_initial_state BEFORE INSERT ON app.credit_increases FOR EACH ROW EXECUTE FUNCTION app.check_transition('credit-increase');

CREATE TRIGGER credit_increases_enforce_transition BEFORE UPDATE ON app.credit_increases FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('credit-increase');

CREATE TRIGGER credit_loans_enforce_initial_state BEFORE INSERT ON app.credit_loans FOR EACH ROW EXECUTE FUNCTION app.check_transition('credit-loan');

CREATE TRIGGER credit_loans_enforce_transition BEFORE UPDATE ON app.credit_loans FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('credit-loan');

CREATE TRIGGER credit_moves_have_entry AFTER INSERT ON app.credit_moves FOR EACH ROW EXECUTE FUNCTION app.check_credit_move();

CREATE CONSTRAINT TRIGGER credit_sales_have_order AFTER INSERT ON app.credit_sales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_credit_sale();

CREATE TRIGGER currency_quotes_enforce_rates BEFORE INSERT ON app.currency_quotes FOR EACH ROW EXECUTE FUNCTION app.check_currency_quote();

CREATE TRIGGER currency_quotes_keep_dealt BEFORE DELETE ON app.currency_quotes FOR EACH ROW EXECUTE FUNCTION app.check_currency_quote_delete();

CREATE TRIGGER currency_rates_enforce_backup BEFORE INSERT OR UPDATE ON app.currency_rates FOR EACH ROW WHEN ((new.backup_id IS NOT NULL)) EXECUTE FUNCTION app.check_currency_backup();

CREATE TRIGGER day_trading_applications_enforce_initial_state BEFORE INSERT ON app.day_trading_applications FOR EACH ROW EXECUTE FUNCTION app.check_transition('day-trading-application');

CREATE TRIGGER day_trading_applications_enforce_transition BEFORE UPDATE ON app.day_trading_applications FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('day-trading-application');

CREATE TRIGGER deposits_enforce_initial_state BEFORE INSERT ON app.deposits FOR EACH ROW EXECUTE FUNCTION app.check_transition('deposit');

CREATE TRIGGER deposits_enforce_transition BEFORE UPDATE ON app.deposits FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('deposit');

CREATE TRIGGER deposits_immutable_once_decided BEFORE UPDATE ON app.deposits FOR EACH ROW EXECUTE FUNCTION app.deposits_immutable_once_decided();

CREATE TRIGGER draw_ranks_kept BEFORE DELETE OR UPDATE ON app.draw_ranks FOR EACH ROW EXECUTE FUNCTION app.draws_kept();

CREATE TRIGGER draw_ranks_no_truncate BEFORE TRUNCATE ON app.draw_ranks FOR EACH STATEMENT EXECUTE FUNCTION app.draws_kept();

CREATE TRIGGER draw_ranks_released AFTER INSERT ON app.draw_ranks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.draw_ranks_released();

CREATE TRIGGER draw_secrets_kept BEFORE DELETE OR UPDATE ON app.draw_secrets FOR EACH ROW EXECUTE FUNCTION app.draws_kept();

CREATE TRIGGER draw_secrets_no_truncate BEFORE TRUNCATE ON app.draw_secrets FOR EACH STATEMENT EXECUTE FUNCTION app.draws_kept();

CREATE CONSTRAINT TRIGGER draw_tickets_leave_with_application AFTER DELETE ON app.draw_tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.draw_tickets_leave_with_application();

CREATE TRIGGER draw_tickets_no_truncate BEFORE TRUNCATE ON app.draw_tickets FOR EACH STATEMENT EXECUTE FUNCTION app.draws_kept();

CREATE TRIGGER draw_tickets_open BEFORE INSERT OR DELETE OR UPDATE ON app.draw_tickets FOR EACH ROW EXECUTE FUNCTION app.draw_tickets_open();

CREATE TRIGGER draws_enforce_initial_state BEFORE INSERT ON app.draws FOR EACH ROW EXECUTE FUNCTION app.check_transition('draw');

CREATE TRIGGER draws_enforce_transition BEFORE UPDATE ON app.draws FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('draw');

CREATE TRIGGER draws_kept BEFORE DELETE ON app.draws FOR EACH ROW EXECUTE FUNCTION app.draws_kept();

CREATE TRIGGER draws_no_truncate BEFORE TRUNCATE ON app.draws FOR EACH STATEMENT EXECUTE FUNCTION app.draws_kept();

CREATE TRIGGER draws_published BEFORE UPDATE ON app.draws FOR EACH ROW EXECUTE FUNCTION app.draws_published();

CREATE TRIGGER fills_equal_exchange_log AFTER INSERT ON app.fills REFERENCING NEW TABLE AS new_fills FOR EACH STATEMENT EXECUTE FUNCTION app.check_fills();

CREATE TRIGGER identities_delete_refused BEFORE DELETE ON app.identities FOR EACH ROW EXECUTE FUNCTION app.identities_delete_refused();

CREATE TRIGGER identities_enforce_initial_state BEFORE INSERT ON app.identities FOR EACH ROW EXECUTE FUNCTION app.check_transition('identity');

CREATE TRIGGER identities_enforce_transition BEFORE UPDATE ON app.identities FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('identity');

CREATE TRIGGER identities_refuse_api_decision BEFORE UPDATE ON app.identities FOR EACH ROW EXECUTE FUNCTION app.identities_refuse_api_decision();

CREATE TRIGGER identities_sync_verification BEFORE INSERT OR UPDATE ON app.identities FOR EACH ROW EXECUTE FUNCTION app.identities_sync_verification();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON app.deposit_corrections FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER market_halts_resumed_once BEFORE UPDATE ON app.market_halts FOR EACH ROW WHEN ((old.resumed_at IS NOT NULL)) EXECUTE FUNCTION app.refuse_decided_change();

CREATE TRIGGER member_keys_immutable BEFORE UPDATE ON app.member_keys FOR EACH ROW EXECUTE FUNCTION app.member_keys_immutable();

CREATE TRIGGER member_notes_immutable BEFORE DELETE OR UPDATE ON app.member_notes FOR EACH ROW EXECUTE FUNCTION app.member_notes_immutable();

CREATE TRIGGER mentor_applications_applicant BEFORE INSERT ON app.mentor_applications FOR EACH ROW EXECUTE FUNCTION app.check_mentor_applicant();

CREATE TRIGGER mentor_applications_enforce_initial_state BEFORE INSERT ON app.mentor_applications FOR EACH ROW EXECUTE FUNCTION app.check_transition('mentor-application');

CREATE TRIGGER mentor_applications_enforce_transition BEFORE UPDATE ON app.mentor_applications FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('mentor-application');

CREATE TRIGGER mentor_applications_passed_has_mentor AFTER UPDATE ON app.mentor_applications FOR EACH ROW WHEN ((new.state = 'passed'::text)) EXECUTE FUNCTION app.check_mentor_passed();

CREATE TRIGGER mentors_enforce_initial_state BEFORE INSERT ON app.mentors FOR EACH ROW EXECUTE FUNCTION app.check_transition('mentor');

CREATE TRIGGER mentors_enforce_transition BEFORE UPDATE ON app.mentors FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('mentor');

CREATE TRIGGER news_reads_of_current BEFORE INSERT ON app.news_reads FOR EACH ROW EXECUTE FUNCTION app.check_news_withdrawn();

CREATE TRIGGER news_reads_of_published BEFORE INSERT ON app.news_reads FOR EACH ROW EXECUTE FUNCTION app.check_news_read();

CREATE TRIGGER news_versions_of_current BEFORE INSERT ON app.news_versions FOR EACH ROW EXECUTE FUNCTION app.check_news_withdrawn();

CREATE TRIGGER notices_immutable BEFORE UPDATE ON app.notices FOR EACH ROW EXECUTE FUNCTION app.notices_immutable();

CREATE TRIGGER offers_enforce_initial_state BEFORE INSERT ON app.offers FOR EACH ROW EXECUTE FUNCTION app.check_transition('offer');

CREATE TRIGGER offers_enforce_listed BEFORE UPDATE ON app.offers FOR EACH ROW WHEN (((old.stage IS DISTINCT FROM new.stage) AND (new.stage = 'listed'::text))) EXECUTE FUNCTION app.check_offer_listed();

CREATE TRIGGER offers_enforce_stage BEFORE UPDATE ON app.offers FOR EACH ROW WHEN ((old.stage IS DISTINCT FROM new.stage)) EXECUTE FUNCTION app.check_transition('offer-stage', 'stage');

CREATE TRIGGER offers_enforce_transition BEFORE UPDATE ON app.offers FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('offer');

CREATE TRIGGER offers_inventory_once BEFORE UPDATE ON app.offers FOR EACH ROW WHEN (((old.inventory_id IS NOT NULL) AND (new.inventory_id IS DISTINCT FROM old.inventory_id))) EXECUTE FUNCTION app.offers_inventory_once();

CREATE TRIGGER offers_terms_immutable BEFORE UPDATE ON app.offers FOR EACH ROW EXECUTE FUNCTION app.offers_terms_immutable();

CREATE TRIGGER operator_authenticators_step_increases BEFORE UPDATE OF last_step ON app.operator_authenticators FOR EACH ROW EXECUTE FUNCTION app.authenticators_step_increases();

CREATE TRIGGER operator_challenges_used_once BEFORE UPDATE ON app.operator_challenges FOR EACH ROW EXECUTE FUNCTION app.challenges_used_once();

CREATE TRIGGER operator_sessions_revoked_once BEFORE UPDATE ON app.operator_sessions FOR EACH ROW EXECUTE FUNCTION app.sessions_revoked_once();

CREATE TRIGGER operator_voting_keys_immutable BEFORE DELETE OR UPDATE ON app.operator_voting_keys FOR EACH ROW EXECUTE FUNCTION app.voting_keys_immutable();

CREATE TRIGGER operators_enforce_program BEFORE INSERT OR UPDATE OF program ON app.operators FOR EACH ROW EXECUTE FUNCTION app.check_operator_program();

CREATE TRIGGER orders_enforce_transition BEFORE UPDATE ON app.orders FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('order');

CREATE TRIGGER orders_filled_shares_increase BEFORE UPDATE ON app.orders FOR EACH ROW WHEN ((old.filled_shares <> new.filled_shares)) EXECUTE FUNCTION app.orders_filled_shares_increase();

CREATE TRIGGER orders_of_copies AFTER INSERT ON app.orders REFERENCING NEW TABLE AS new_orders FOR EACH STATEMENT EXECUTE FUNCTION app.check_copy_orders();

CREATE TRIGGER orders_of_savings_plan AFTER INSERT ON app.orders FOR EACH ROW WHEN ((new.origin = 'savings-plan'::text)) EXECUTE FUNCTION app.check_savings_order();

CREATE TRIGGER payout_batches_refused_while_stopped BEFORE INSERT ON app.payout_batches FOR EACH ROW EXECUTE FUNCTION app.check_payout_batch();

CREATE TRIGGER payout_stops_resume_only_when_clean BEFORE UPDATE ON app.payout_stops FOR EACH ROW EXECUTE FUNCTION app.check_payout_resume();

CREATE TRIGGER placement_applications_allotted_has_holding AFTER UPDATE ON app.placement_applications FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'allotted'::text))) EXECUTE FUNCTION app.check_allotted();

CREATE TRIGGER placement_applications_enforce_initial_state BEFORE INSERT ON app.placement_applications FOR EACH ROW EXECUTE FUNCTION app.check_transition('placement-application');

CREATE TRIGGER placement_applications_enforce_placement BEFORE INSERT ON app.placement_applications FOR EACH ROW EXECUTE FUNCTION app.check_placement_application();

CREATE TRIGGER placement_applications_enforce_transition BEFORE UPDATE ON app.placement_applications FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('placement-application');

CREATE TRIGGER placements_enforce_end BEFORE UPDATE ON app.placements FOR EACH ROW WHEN (((new.state = 'void'::text) OR (new.ended_at IS NOT NULL))) EXECUTE FUNCTION app.check_placement_end();

CREATE TRIGGER placements_enforce_initial_state BEFORE INSERT ON app.placements FOR EACH ROW EXECUTE FUNCTION app.check_transition('placement');

CREATE TRIGGER placements_enforce_transition BEFORE UPDATE ON app.placements FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('placement');

CREATE CONSTRAINT TRIGGER positions_closing_equals_orders AFTER UPDATE OF closing ON app.positions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['fairlot_api'::name, 'fairlot_seed'::name]))) EXECUTE FUNCTION app.check_closing_of_api();

CREATE TRIGGER positions_enforce_transition BEFORE UPDATE ON app.positions FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('position');

CREATE TRIGGER recovery_requests_enforce_initial_state BEFORE INSERT ON app.recovery_requests FOR EACH ROW EXECUTE FUNCTION app.check_transition('recovery-request');

CREATE TRIGGER recovery_requests_enforce_transition BEFORE UPDATE ON app.recovery_requests FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('recovery-request');

CREATE TRIGGER recovery_requests_used_once BEFORE UPDATE ON app.recovery_requests FOR EACH ROW EXECUTE FUNCTION app.recovery_requests_used_once();

CREATE TRIGGER restrictions_lifted_once BEFORE UPDATE ON app.restrictions FOR EACH ROW EXECUTE FUNCTION app.restrictions_lifted_once();

CREATE TRIGGER review_notes_immutable BEFORE DELETE OR UPDATE ON app.review_notes FOR EACH ROW EXECUTE FUNCTION app.review_notes_immutable();

CREATE TRIGGER review_openings_immutable BEFORE DELETE OR UPDATE ON app.review_openings FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();

CREATE TRIGGER review_signatures_immutable BEFORE DELETE OR UPDATE ON app.review_signatures FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();

CREATE TRIGGER review_votes_immutable BEFORE DELETE OR UPDATE ON app.review_votes FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();

CREATE TRIGGER review_votes_of_programs BEFORE INSERT ON app.review_votes FOR EACH ROW EXECUTE FUNCTION practice.check_program_vote();

CREATE TRIGGER reviews_delete_refused BEFORE DELETE ON app.reviews FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();

CREATE TRIGGER reviews_enforce_transition BEFORE UPDATE ON app.reviews FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('review');

CREATE TRIGGER reviews_request_immutable BEFORE UPDATE ON app.reviews FOR EACH ROW EXECUTE FUNCTION app.reviews_request_immutable();

CREATE TRIGGER rule_stops_require_approval BEFORE INSERT ON app.rule_stops FOR EACH ROW EXECUTE FUNCTION app.rule_stops_require_approval();

CREATE TRIGGER rule_values_require_approval BEFORE INSERT ON app.rule_values FOR EACH ROW EXECUTE FUNCTION app.rule_values_require_approval();

CREATE TRIGGER savings_plans_enforce_initial_state BEFORE INSERT ON app.savings_plans FOR EACH ROW EXECUTE FUNCTION app.check_transition('savings-plan');

CREATE TRIGGER savings_plans_enforce_transition BEFORE UPDATE ON app.savings_plans FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('savings-plan');

CREATE TRIGGER savings_runs_enforce_initial_state BEFORE INSERT ON app.savings_runs FOR EACH ROW EXECUTE FUNCTION app.check_transition('savings-run');

CREATE TRIGGER savings_runs_enforce_transition BEFORE UPDATE ON app.savings_runs FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('savings-run');

CREATE TRIGGER savings_runs_of_plan BEFORE INSERT ON app.savings_runs FOR EACH ROW EXECUTE FUNCTION app.check_savings_run();

CREATE TRIGGER sessions_revoked_once BEFORE UPDATE ON app.sessions FOR EACH ROW EXECUTE FUNCTION app.sessions_revoked_once();

CREATE TRIGGER subscriptions_delivered_has_holding AFTER UPDATE ON app.subscriptions FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'delivered'::text))) EXECUTE FUNCTION app.check_subscription_delivered();

CREATE TRIGGER subscriptions_enforce_initial_state BEFORE INSERT ON app.subscriptions FOR EACH ROW EXECUTE FUNCTION app.check_transition('subscription');

CREATE TRIGGER subscriptions_enforce_offer BEFORE INSERT ON app.subscriptions FOR EACH ROW EXECUTE FUNCTION app.check_subscription();

CREATE TRIGGER subscriptions_enforce_paid BEFORE UPDATE ON app.subscriptions FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'paid'::text))) EXECUTE FUNCTION app.check_subscription_paid();

CREATE TRIGGER subscriptions_enforce_transition BEFORE UPDATE ON app.subscriptions FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('subscription');

CREATE TRIGGER subscriptions_request_immutable BEFORE UPDATE ON app.subscriptions FOR EACH ROW EXECUTE FUNCTION app.subscriptions_request_immutable();

CREATE TRIGGER support_messages_ordered BEFORE INSERT ON app.support_messages FOR EACH ROW EXECUTE FUNCTION app.order_support_message();

CREATE TRIGGER support_messages_received AFTER INSERT ON app.support_messages FOR EACH ROW EXECUTE FUNCTION app.receive_support_message();

CREATE TRIGGER support_pictures_own BEFORE INSERT ON app.support_pictures FOR EACH ROW EXECUTE FUNCTION app.check_support_picture();

CREATE TRIGGER support_ratings_received BEFORE INSERT ON app.support_ratings FOR EACH ROW EXECUTE FUNCTION app.receive_support_rating();

CREATE TRIGGER support_threads_enforce_initial_state BEFORE INSERT ON app.support_threads FOR EACH ROW EXECUTE FUNCTION app.check_transition('support-thread');

CREATE TRIGGER support_threads_enforce_transition BEFORE UPDATE ON app.support_threads FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('support-thread');

CREATE TRIGGER suspense_items_enforce_initial_state BEFORE INSERT ON app.suspense_items FOR EACH ROW EXECUTE FUNCTION app.check_transition('suspense-item');

CREATE TRIGGER suspense_items_enforce_transition BEFORE UPDATE ON app.suspense_items FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('suspense-item');

CREATE TRIGGER suspense_items_refuse_matched_line BEFORE INSERT ON app.suspense_items FOR EACH ROW EXECUTE FUNCTION app.check_suspense_line();

CREATE TRIGGER vote_details_immutable BEFORE DELETE OR UPDATE ON app.vote_details FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();

CREATE TRIGGER withdrawals_enforce_initial_state BEFORE INSERT ON app.withdrawals FOR EACH ROW EXECUTE FUNCTION app.check_transition('withdrawal');

CREATE TRIGGER withdrawals_enforce_stage BEFORE UPDATE ON app.withdrawals FOR EACH ROW WHEN ((old.stage IS DISTINCT FROM new.stage)) EXECUTE FUNCTION app.check_transition('payout', 'stage');

CREATE TRIGGER withdrawals_enforce_transition BEFORE UPDATE ON app.withdrawals FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION app.check_transition('withdrawal');

CREATE TRIGGER withdrawals_enforce_usable_account BEFORE INSERT ON app.withdrawals FOR EACH ROW EXECUTE FUNCTION app.check_withdrawal_account();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON audit.checkpoints FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON audit.entries FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON audit.links FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON audit.tree_leaves FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON audit.tree_nodes FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON audit.trees FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.checkpoints FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.entries FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.entries_default FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.links FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.tree_leaves FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.tree_nodes FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.trees FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER queue_for_linking AFTER INSERT ON audit.entries FOR EACH ROW EXECUTE FUNCTION audit.queue_for_linking();

CREATE TRIGGER trees_enforce_id BEFORE INSERT ON audit.trees FOR EACH ROW EXECUTE FUNCTION audit.check_tree_id();

CREATE TRIGGER bank_accounts_mark_owner AFTER INSERT ON directory.bank_accounts FOR EACH ROW EXECUTE FUNCTION directory.mark_account_again();

CREATE TRIGGER persons_mark_owner AFTER INSERT ON directory.persons FOR EACH ROW EXECUTE FUNCTION directory.mark_person();

CREATE TRIGGER queue_enforce_command_rights AFTER INSERT ON exchange.queue REFERENCING NEW TABLE AS new_commands FOR EACH STATEMENT EXECUTE FUNCTION exchange.check_commands();

CREATE TRIGGER checkpoints_never_go_back BEFORE INSERT ON ledger.checkpoints FOR EACH ROW EXECUTE FUNCTION ledger.refuse_lower_checkpoint();

CREATE CONSTRAINT TRIGGER entries_enforce_balance AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_balanced();

CREATE CONSTRAINT TRIGGER entries_enforce_credit AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.event ^@ 'credit.'::text)) EXECUTE FUNCTION app.check_credit_entry();

CREATE CONSTRAINT TRIGGER entries_enforce_dividend AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.event ^@ 'dividend.'::text)) EXECUTE FUNCTION app.check_dividend_entry();

CREATE CONSTRAINT TRIGGER entries_enforce_quote AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.event = 'currency.exchanged'::text)) EXECUTE FUNCTION app.check_currency_entry();

CREATE CONSTRAINT TRIGGER entries_enforce_shares AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.event = ANY (ARRAY['shares.adjusted'::text, 'shares.delivered'::text]))) EXECUTE FUNCTION app.check_share_entry();

CREATE CONSTRAINT TRIGGER entries_keep_flow AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.event ~~ 'deposit.%'::text) OR (new.event ~~ 'withdrawal.%'::text) OR (new.event = 'journal.posted'::text))) EXECUTE FUNCTION app.on_currency_flow();

CREATE TRIGGER holds_delete_only_closed BEFORE DELETE ON ledger.holds FOR EACH ROW EXECUTE FUNCTION ledger.check_hold_delete();

CREATE TRIGGER holds_only_decrease BEFORE UPDATE ON ledger.holds FOR EACH ROW EXECUTE FUNCTION ledger.check_hold();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON ledger.checkpoints FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON ledger.entries FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER immutable BEFORE UPDATE ON ledger.keys FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON ledger.lines FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_delete BEFORE DELETE ON ledger.balances FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.balances FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.checkpoints FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.entries FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.holds FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.keys FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.lines FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER posting_rights_refresh_shapes AFTER INSERT OR DELETE OR UPDATE ON ledger.posting_rights FOR EACH STATEMENT EXECUTE FUNCTION ledger.refresh_shapes();

CREATE TRIGGER require_entry AFTER INSERT ON ledger.lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_lines();

CREATE TRIGGER cursors_enforce_log_position BEFORE INSERT OR UPDATE ON market.cursors FOR EACH ROW EXECUTE FUNCTION exchange.check_cursor();

CREATE TRIGGER halt_requests_decided_once BEFORE UPDATE ON practice.halt_requests FOR EACH ROW WHEN ((old.decided_at IS NOT NULL)) EXECUTE FUNCTION app.refuse_decided_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON recon.closed_days FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON recon.closed_fills FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON recon.closed_totals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON recon.closed_days FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON recon.closed_fills FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON recon.closed_totals FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER cursors_copy_prices AFTER INSERT OR UPDATE OF event ON settlement.cursors FOR EACH ROW EXECUTE FUNCTION settlement.copy_prices_on_advance();

CREATE TRIGGER cursors_enforce_log_position BEFORE INSERT OR UPDATE ON settlement.cursors FOR EACH ROW EXECUTE FUNCTION exchange.check_cursor();

CREATE TRIGGER set_aside_enforce_two_approvals BEFORE INSERT OR UPDATE ON settlement.set_aside FOR EACH ROW EXECUTE FUNCTION settlement.check_set_aside();

ALTER TABLE ONLY app.agreement_clauses
    ADD CONSTRAINT agreement_clauses_version_fkey FOREIGN KEY (version) REFERENCES app.agreements(version);

ALTER TABLE ONLY app.agreements_accepted
    ADD CONSTRAINT agreements_accepted_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.appeals
    ADD CONSTRAINT appeals_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.appeals
    ADD CONSTRAINT appeals_restriction_id_fkey FOREIGN KEY (restriction_id) REFERENCES app.restrictions(id);

ALTER TABLE ONLY app.auction_bids
    ADD CONSTRAINT auction_bids_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES app.auctions(id);

ALTER TABLE ONLY app.auction_bids
    ADD CONSTRAINT auction_bids_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.auctions
    ADD CONSTRAINT auctions_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.authenticators
    ADD CONSTRAINT authenticators_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.bank_accounts
    ADD CONSTRAINT bank_accounts_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.bank_line_notes
    ADD CONSTRAINT bank_line_notes_line_id_fkey FOREIGN KEY (line_id) REFERENCES app.bank_statement_lines(id);

ALTER TABLE ONLY app.bank_line_notes
    ADD CONSTRAINT bank_line_notes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES app.deposits(id);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_returned_withdrawal_fkey FOREIGN KEY (returned_withdrawal) REFERENCES app.withdrawals(id);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_returns_line_fkey FOREIGN KEY (returns_line) REFERENCES app.bank_statement_lines(id);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES app.bank_statements(id);

ALTER TABLE ONLY app.bank_statement_lines
    ADD CONSTRAINT bank_statement_lines_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES app.withdrawals(id);

ALTER TABLE ONLY app.block_applications
    ADD CONSTRAINT block_applications_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES app.block_listings(id);

ALTER TABLE ONLY app.block_applications
    ADD CONSTRAINT block_applications_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.block_listings
    ADD CONSTRAINT block_listings_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.block_listings
    ADD CONSTRAINT block_listings_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.chart_drawings
    ADD CONSTRAINT chart_drawings_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.chart_drawings
    ADD CONSTRAINT chart_drawings_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.chart_settings
    ADD CONSTRAINT chart_settings_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.copies
    ADD CONSTRAINT copies_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.copies
    ADD CONSTRAINT copies_mentor_id_fkey FOREIGN KEY (mentor_id) REFERENCES app.mentors(id);

ALTER TABLE ONLY app.copies
    ADD CONSTRAINT copies_product_id_fkey FOREIGN KEY (product_id) REFERENCES app.copy_products(id);

ALTER TABLE ONLY app.copy_amounts
    ADD CONSTRAINT copy_amounts_copy_id_fkey FOREIGN KEY (copy_id) REFERENCES app.copies(id);

ALTER TABLE ONLY app.copy_block_lines
    ADD CONSTRAINT copy_block_lines_block_id_fkey FOREIGN KEY (block_id) REFERENCES app.copy_blocks(id);

ALTER TABLE ONLY app.copy_block_lines
    ADD CONSTRAINT copy_block_lines_copy_id_fkey FOREIGN KEY (copy_id) REFERENCES app.copies(id);

ALTER TABLE ONLY app.copy_block_lists
    ADD CONSTRAINT copy_block_lists_block_id_fkey FOREIGN KEY (block_id) REFERENCES app.copy_blocks(id);

ALTER TABLE ONLY app.copy_blocks
    ADD CONSTRAINT copy_blocks_mentor_id_fkey FOREIGN KEY (mentor_id) REFERENCES app.mentors(id);

ALTER TABLE ONLY app.copy_blocks
    ADD CONSTRAINT copy_blocks_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.copy_products
    ADD CONSTRAINT copy_products_mentor_id_fkey FOREIGN KEY (mentor_id) REFERENCES app.mentors(id);

ALTER TABLE ONLY app.copy_products
    ADD CONSTRAINT copy_products_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_cancel_review_id_fkey FOREIGN KEY (cancel_review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.corporate_actions
    ADD CONSTRAINT corporate_actions_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.coupon_grants
    ADD CONSTRAINT coupon_grants_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.coupons
    ADD CONSTRAINT coupons_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES app.coupon_grants(id);

ALTER TABLE ONLY app.coupons
    ADD CONSTRAINT coupons_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.credentials
    ADD CONSTRAINT credentials_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.credit_calls
    ADD CONSTRAINT credit_calls_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES app.credit_loans(id);

ALTER TABLE ONLY app.credit_increases
    ADD CONSTRAINT credit_increases_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.credit_loans
    ADD CONSTRAINT credit_loans_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.credit_moves
    ADD CONSTRAINT credit_moves_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES app.credit_pledges(hold_id);

ALTER TABLE ONLY app.credit_moves
    ADD CONSTRAINT credit_moves_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES app.credit_loans(id);

ALTER TABLE ONLY app.credit_pledges
    ADD CONSTRAINT credit_pledges_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES app.credit_loans(id);

ALTER TABLE ONLY app.credit_pledges
    ADD CONSTRAINT credit_pledges_position_id_fkey FOREIGN KEY (position_id) REFERENCES app.positions(id);

ALTER TABLE ONLY app.credit_pledges
    ADD CONSTRAINT credit_pledges_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.credit_sales
    ADD CONSTRAINT credit_sales_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES app.credit_loans(id);

ALTER TABLE ONLY app.credit_sales
    ADD CONSTRAINT credit_sales_position_id_fkey FOREIGN KEY (position_id) REFERENCES app.positions(id);

ALTER TABLE ONLY app.currency_backups
    ADD CONSTRAINT currency_backups_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.currency_quotes
    ADD CONSTRAINT currency_quotes_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.currency_rate_points
    ADD CONSTRAINT currency_rate_points_currency_fkey FOREIGN KEY (currency) REFERENCES app.currency_rates(currency);

ALTER TABLE ONLY app.currency_rates
    ADD CONSTRAINT currency_rates_backup_id_fkey FOREIGN KEY (backup_id) REFERENCES app.currency_backups(review_id);

ALTER TABLE ONLY app.deposit_channel_history
    ADD CONSTRAINT deposit_channel_history_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES app.deposit_channels(id);

ALTER TABLE ONLY app.deposit_corrections
    ADD CONSTRAINT deposit_corrections_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES app.deposits(id);

ALTER TABLE ONLY app.deposit_corrections
    ADD CONSTRAINT deposit_corrections_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.deposits
    ADD CONSTRAINT deposits_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES app.deposit_channels(id);

ALTER TABLE ONLY app.deposits
    ADD CONSTRAINT deposits_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.device_keys
    ADD CONSTRAINT device_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.dividend_entitlements
    ADD CONSTRAINT dividend_entitlements_action_id_fkey FOREIGN KEY (action_id) REFERENCES app.corporate_actions(id);

ALTER TABLE ONLY app.dividend_entitlements
    ADD CONSTRAINT dividend_entitlements_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.dividend_notices
    ADD CONSTRAINT dividend_notices_action_id_fkey FOREIGN KEY (action_id) REFERENCES app.corporate_actions(id);

ALTER TABLE ONLY app.draw_ranks
    ADD CONSTRAINT draw_ranks_draw_id_ticket_id_fkey FOREIGN KEY (draw_id, ticket_id) REFERENCES app.draw_tickets(draw_id, id);

ALTER TABLE ONLY app.draw_secrets
    ADD CONSTRAINT draw_secrets_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES app.draws(id);

ALTER TABLE ONLY app.draw_tickets
    ADD CONSTRAINT draw_tickets_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES app.draws(id);

ALTER TABLE ONLY app.draw_tickets
    ADD CONSTRAINT draw_tickets_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.draws
    ADD CONSTRAINT draws_release_review_fkey FOREIGN KEY (release_review) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.enrolment_halves
    ADD CONSTRAINT enrolment_halves_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.enrolment_halves
    ADD CONSTRAINT enrolment_halves_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.favourite_group_symbols
    ADD CONSTRAINT favourite_group_symbols_group_id_fkey FOREIGN KEY (group_id) REFERENCES app.favourite_groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.favourite_group_symbols
    ADD CONSTRAINT favourite_group_symbols_member_id_symbol_fkey FOREIGN KEY (member_id, symbol) REFERENCES app.favourites(member_id, symbol) ON DELETE CASCADE;

ALTER TABLE ONLY app.favourite_groups
    ADD CONSTRAINT favourite_groups_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.favourites
    ADD CONSTRAINT favourites_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.files
    ADD CONSTRAINT files_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.fund_credentials
    ADD CONSTRAINT fund_credentials_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.fundamentals
    ADD CONSTRAINT fundamentals_import_id_fkey FOREIGN KEY (import_id) REFERENCES app.fundamental_imports(id);

ALTER TABLE ONLY app.fundamentals
    ADD CONSTRAINT fundamentals_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.identities
    ADD CONSTRAINT identities_back_fkey FOREIGN KEY (back) REFERENCES app.files(id);

ALTER TABLE ONLY app.identities
    ADD CONSTRAINT identities_front_fkey FOREIGN KEY (front) REFERENCES app.files(id);

ALTER TABLE ONLY app.identities
    ADD CONSTRAINT identities_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.instrument_view_counts
    ADD CONSTRAINT instrument_view_counts_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.instrument_views
    ADD CONSTRAINT instrument_views_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.journals
    ADD CONSTRAINT journals_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.journals
    ADD CONSTRAINT journals_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.known_devices
    ADD CONSTRAINT known_devices_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.market_halts
    ADD CONSTRAINT market_halts_id_fkey FOREIGN KEY (id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.market_halts
    ADD CONSTRAINT market_halts_resumed_by_fkey FOREIGN KEY (resumed_by) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.market_halts
    ADD CONSTRAINT market_halts_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.member_keys
    ADD CONSTRAINT member_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.member_notes
    ADD CONSTRAINT member_notes_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.member_notes
    ADD CONSTRAINT member_notes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.mentor_applications
    ADD CONSTRAINT mentor_applications_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.mentor_days
    ADD CONSTRAINT mentor_days_mentor_id_fkey FOREIGN KEY (mentor_id) REFERENCES app.mentors(id);

ALTER TABLE ONLY app.mentors
    ADD CONSTRAINT mentors_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.mentors
    ADD CONSTRAINT mentors_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.news_reads
    ADD CONSTRAINT news_reads_article_id_fkey FOREIGN KEY (article_id) REFERENCES app.news_articles(id);

ALTER TABLE ONLY app.news_reads
    ADD CONSTRAINT news_reads_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.news_stocks
    ADD CONSTRAINT news_stocks_article_id_fkey FOREIGN KEY (article_id) REFERENCES app.news_articles(id);

ALTER TABLE ONLY app.news_stocks
    ADD CONSTRAINT news_stocks_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.news_versions
    ADD CONSTRAINT news_versions_article_id_fkey FOREIGN KEY (article_id) REFERENCES app.news_articles(id);

ALTER TABLE ONLY app.news_versions
    ADD CONSTRAINT news_versions_picture_fkey FOREIGN KEY (picture) REFERENCES app.news_pictures(hash);

ALTER TABLE ONLY app.news_versions
    ADD CONSTRAINT news_versions_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.news_withdrawals
    ADD CONSTRAINT news_withdrawals_article_id_fkey FOREIGN KEY (article_id) REFERENCES app.news_articles(id);

ALTER TABLE ONLY app.news_withdrawals
    ADD CONSTRAINT news_withdrawals_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.notice_marks
    ADD CONSTRAINT notice_marks_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.notice_reads
    ADD CONSTRAINT notice_reads_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.notice_reads
    ADD CONSTRAINT notice_reads_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES app.notices(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.notices
    ADD CONSTRAINT notices_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.offers
    ADD CONSTRAINT offers_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.operator_authenticators
    ADD CONSTRAINT operator_authenticators_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operator_challenges
    ADD CONSTRAINT operator_challenges_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operator_passkeys
    ADD CONSTRAINT operator_passkeys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operator_push_subscriptions
    ADD CONSTRAINT operator_push_subscriptions_device_id_fkey FOREIGN KEY (device_id) REFERENCES app.operator_devices(id);

ALTER TABLE ONLY app.operator_push_subscriptions
    ADD CONSTRAINT operator_push_subscriptions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operator_recovery_codes
    ADD CONSTRAINT operator_recovery_codes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operator_relations
    ADD CONSTRAINT operator_relations_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.operator_relations
    ADD CONSTRAINT operator_relations_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operator_roles
    ADD CONSTRAINT operator_roles_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operator_sessions
    ADD CONSTRAINT operator_sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES app.operator_devices(id);

ALTER TABLE ONLY app.operator_sessions
    ADD CONSTRAINT operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operator_voting_keys
    ADD CONSTRAINT operator_voting_keys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operators
    ADD CONSTRAINT operators_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES app.operators(id);

ALTER TABLE ONLY app.operators
    ADD CONSTRAINT operators_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES app.operators(id);

ALTER TABLE ONLY app.passkeys
    ADD CONSTRAINT passkeys_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.personal_views
    ADD CONSTRAINT personal_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.personal_views
    ADD CONSTRAINT personal_views_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.placement_applications
    ADD CONSTRAINT placement_applications_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.placement_applications
    ADD CONSTRAINT placement_applications_placement_id_fkey FOREIGN KEY (placement_id) REFERENCES app.placements(id);

ALTER TABLE ONLY app.placements
    ADD CONSTRAINT placements_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES app.draws(id);

ALTER TABLE ONLY app.placements
    ADD CONSTRAINT placements_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.placements
    ADD CONSTRAINT placements_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.price_alert_firings
    ADD CONSTRAINT price_alert_firings_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES app.price_alerts(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.price_alerts
    ADD CONSTRAINT price_alerts_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.price_alerts
    ADD CONSTRAINT price_alerts_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.push_jobs
    ADD CONSTRAINT push_jobs_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES app.notices(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.push_jobs
    ADD CONSTRAINT push_jobs_session_id_fkey FOREIGN KEY (session_id) REFERENCES app.push_subscriptions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY app.push_subscriptions
    ADD CONSTRAINT push_subscriptions_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.push_subscriptions
    ADD CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES app.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY app.recovery_codes
    ADD CONSTRAINT recovery_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.recovery_requests
    ADD CONSTRAINT recovery_requests_joined_to_fkey FOREIGN KEY (joined_to) REFERENCES app.recovery_requests(id);

ALTER TABLE ONLY app.recovery_requests
    ADD CONSTRAINT recovery_requests_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.restrictions
    ADD CONSTRAINT restrictions_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.review_assignments
    ADD CONSTRAINT review_assignments_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.review_assignments
    ADD CONSTRAINT review_assignments_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.review_notes
    ADD CONSTRAINT review_notes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.review_notes
    ADD CONSTRAINT review_notes_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.review_openings
    ADD CONSTRAINT review_openings_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.review_openings
    ADD CONSTRAINT review_openings_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.review_push_jobs
    ADD CONSTRAINT review_push_jobs_device_id_fkey FOREIGN KEY (device_id) REFERENCES app.operator_push_subscriptions(device_id) ON DELETE CASCADE;

ALTER TABLE ONLY app.review_push_jobs
    ADD CONSTRAINT review_push_jobs_review_id_state_fkey FOREIGN KEY (review_id, state) REFERENCES app.review_pushes(review_id, state) ON DELETE CASCADE;

ALTER TABLE ONLY app.review_pushes
    ADD CONSTRAINT review_pushes_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.review_signatures
    ADD CONSTRAINT review_signatures_key_id_fkey FOREIGN KEY (key_id) REFERENCES app.operator_voting_keys(id);

ALTER TABLE ONLY app.review_signatures
    ADD CONSTRAINT review_signatures_review_id_operator_id_decision_fkey FOREIGN KEY (review_id, operator_id, decision) REFERENCES app.review_votes(review_id, operator_id, decision);

ALTER TABLE ONLY app.review_votes
    ADD CONSTRAINT review_votes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.review_votes
    ADD CONSTRAINT review_votes_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.reviews
    ADD CONSTRAINT reviews_kind_fkey FOREIGN KEY (kind) REFERENCES app.review_kinds(kind);

ALTER TABLE ONLY app.reviews
    ADD CONSTRAINT reviews_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.reviews
    ADD CONSTRAINT reviews_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES app.operators(id);

ALTER TABLE ONLY app.rule_stops
    ADD CONSTRAINT rule_stops_change_id_fkey FOREIGN KEY (change_id) REFERENCES app.rule_values(id);

ALTER TABLE ONLY app.rule_stops
    ADD CONSTRAINT rule_stops_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.rule_values
    ADD CONSTRAINT rule_values_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.saved_screens
    ADD CONSTRAINT saved_screens_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.saved_views
    ADD CONSTRAINT saved_views_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.savings_plans
    ADD CONSTRAINT savings_plans_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.savings_plans
    ADD CONSTRAINT savings_plans_symbol_fkey FOREIGN KEY (symbol) REFERENCES app.instruments(symbol);

ALTER TABLE ONLY app.savings_runs
    ADD CONSTRAINT savings_runs_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES app.savings_plans(id);

ALTER TABLE ONLY app.seat_entitlements
    ADD CONSTRAINT seat_entitlements_action_id_fkey FOREIGN KEY (action_id) REFERENCES app.corporate_actions(id);

ALTER TABLE ONLY app.sessions
    ADD CONSTRAINT sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.share_adjustments
    ADD CONSTRAINT share_adjustments_action_id_fkey FOREIGN KEY (action_id) REFERENCES app.corporate_actions(id);

ALTER TABLE ONLY app.share_adjustments
    ADD CONSTRAINT share_adjustments_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.share_adjustments
    ADD CONSTRAINT share_adjustments_position_id_fkey FOREIGN KEY (position_id) REFERENCES app.positions(id);

ALTER TABLE ONLY app.site_config_history
    ADD CONSTRAINT site_config_history_review_id_fkey FOREIGN KEY (review_id) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.subscriptions
    ADD CONSTRAINT subscriptions_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.subscriptions
    ADD CONSTRAINT subscriptions_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES app.offers(id);

ALTER TABLE ONLY app.support_answers
    ADD CONSTRAINT support_answers_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.support_answers
    ADD CONSTRAINT support_answers_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES app.support_threads(id);

ALTER TABLE ONLY app.support_assignments
    ADD CONSTRAINT support_assignments_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.support_assignments
    ADD CONSTRAINT support_assignments_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES app.support_threads(id);

ALTER TABLE ONLY app.support_messages
    ADD CONSTRAINT support_messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES app.support_threads(id);

ALTER TABLE ONLY app.support_notes
    ADD CONSTRAINT support_notes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.support_notes
    ADD CONSTRAINT support_notes_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES app.support_threads(id);

ALTER TABLE ONLY app.support_notes
    ADD CONSTRAINT support_notes_to_operator_id_fkey FOREIGN KEY (to_operator_id) REFERENCES app.operators(id);

ALTER TABLE ONLY app.support_pictures
    ADD CONSTRAINT support_pictures_file_id_fkey FOREIGN KEY (file_id) REFERENCES app.files(id);

ALTER TABLE ONLY app.support_pictures
    ADD CONSTRAINT support_pictures_message_id_fkey FOREIGN KEY (message_id) REFERENCES app.support_messages(id);

ALTER TABLE ONLY app.support_ratings
    ADD CONSTRAINT support_ratings_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES app.support_answers(id);

ALTER TABLE ONLY app.support_ratings
    ADD CONSTRAINT support_ratings_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES app.support_threads(id);

ALTER TABLE ONLY app.support_threads
    ADD CONSTRAINT support_threads_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.support_waits
    ADD CONSTRAINT support_waits_message_id_fkey FOREIGN KEY (message_id) REFERENCES app.support_messages(id);

ALTER TABLE ONLY app.support_waits
    ADD CONSTRAINT support_waits_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES app.support_threads(id);

ALTER TABLE ONLY app.suspense_items
    ADD CONSTRAINT suspense_items_line_id_fkey FOREIGN KEY (line_id) REFERENCES app.bank_statement_lines(id);

ALTER TABLE ONLY app.suspense_items
    ADD CONSTRAINT suspense_items_released_review_fkey FOREIGN KEY (released_review) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.suspense_items
    ADD CONSTRAINT suspense_items_return_review_fkey FOREIGN KEY (return_review) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.suspense_items
    ADD CONSTRAINT suspense_items_taken_review_fkey FOREIGN KEY (taken_review) REFERENCES app.reviews(id);

ALTER TABLE ONLY app.uploads
    ADD CONSTRAINT uploads_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY app.vote_details
    ADD CONSTRAINT vote_details_review_id_operator_id_decision_fkey FOREIGN KEY (review_id, operator_id, decision) REFERENCES app.review_votes(review_id, operator_id, decision);

ALTER TABLE ONLY app.withdrawals
    ADD CONSTRAINT withdrawals_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES app.bank_accounts(id);

ALTER TABLE ONLY app.withdrawals
    ADD CONSTRAINT withdrawals_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES app.payout_batches(id);

ALTER TABLE ONLY app.withdrawals
    ADD CONSTRAINT withdrawals_member_id_fkey FOREIGN KEY (member_id) REFERENCES app.members(id);

ALTER TABLE ONLY audit.tree_leaves
    ADD CONSTRAINT tree_leaves_tree_fkey FOREIGN KEY (tree) REFERENCES audit.trees(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY audit.tree_nodes
    ADD CONSTRAINT tree_nodes_tree_fkey FOREIGN KEY (tree) REFERENCES audit.trees(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY ledger.accounts
    ADD CONSTRAINT accounts_owner_kind_kind_fkey FOREIGN KEY (owner_kind, kind) REFERENCES ledger.chart(owner_kind, kind);

ALTER TABLE ONLY ledger.balances
    ADD CONSTRAINT balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.accounts(id);

ALTER TABLE ONLY ledger.posting_rights
    ADD CONSTRAINT posting_rights_owner_kind_kind_fkey FOREIGN KEY (owner_kind, kind) REFERENCES ledger.chart(owner_kind, kind);

ALTER TABLE ONLY ledger.system_totals
    ADD CONSTRAINT system_totals_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.accounts(id);

GRANT USAGE ON SCHEMA app TO fairlot_api;
GRANT USAGE ON SCHEMA app TO fairlot_worker;
GRANT USAGE ON SCHEMA app TO fairlot_reader;
GRANT USAGE ON SCHEMA app TO fairlot_quotes;
GRANT USAGE ON SCHEMA app TO fairlot_live;
GRANT USAGE ON SCHEMA app TO fairlot_practice;
GRANT USAGE ON SCHEMA app TO fairlot_console;
GRANT USAGE ON SCHEMA app TO fairlot_settlement;

GRANT USAGE ON SCHEMA audit TO fairlot_api;
GRANT USAGE ON SCHEMA audit TO fairlot_worker;
GRANT USAGE ON SCHEMA audit TO fairlot_reader;
GRANT USAGE ON SCHEMA audit TO fairlot_console;
GRANT USAGE ON SCHEMA audit TO fairlot_settlement;

GRANT USAGE ON SCHEMA directory TO fairlot_api;
GRANT USAGE ON SCHEMA directory TO fairlot_worker;
GRANT USAGE ON SCHEMA directory TO fairlot_reader;
GRANT USAGE ON SCHEMA directory TO fairlot_console;

GRANT USAGE ON SCHEMA exchange TO fairlot_exchange;
GRANT USAGE ON SCHEMA exchange TO fairlot_api;
GRANT USAGE ON SCHEMA exchange TO fairlot_worker;
GRANT USAGE ON SCHEMA exchange TO fairlot_quotes;
GRANT USAGE ON SCHEMA exchange TO fairlot_practice;
GRANT USAGE ON SCHEMA exchange TO fairlot_reader;
GRANT USAGE ON SCHEMA exchange TO fairlot_live;
GRANT USAGE ON SCHEMA exchange TO fairlot_settlement;

GRANT USAGE ON SCHEMA ledger TO fairlot_api;
GRANT USAGE ON SCHEMA ledger TO fairlot_worker;
GRANT USAGE ON SCHEMA ledger TO fairlot_reader;
GRANT USAGE ON SCHEMA ledger TO fairlot_console;
GRANT USAGE ON SCHEMA ledger TO fairlot_settlement;

GRANT USAGE ON SCHEMA market TO fairlot_api;
GRANT USAGE ON SCHEMA market TO fairlot_quotes;
GRANT USAGE ON SCHEMA market TO fairlot_live;
GRANT USAGE ON SCHEMA market TO fairlot_practice;
GRANT USAGE ON SCHEMA market TO fairlot_reader;
GRANT USAGE ON SCHEMA market TO fairlot_console;

GRANT USAGE ON SCHEMA platform TO fairlot_api;
GRANT USAGE ON SCHEMA platform TO fairlot_worker;
GRANT USAGE ON SCHEMA platform TO fairlot_reader;
GRANT USAGE ON SCHEMA platform TO fairlot_console;
GRANT USAGE ON SCHEMA platform TO fairlot_exchange;
GRANT USAGE ON SCHEMA platform TO fairlot_quotes;
GRANT USAGE ON SCHEMA platform TO fairlot_live;
GRANT USAGE ON SCHEMA platform TO fairlot_practice;
GRANT USAGE ON SCHEMA platform TO fairlot_seed;
GRANT USAGE ON SCHEMA platform TO fairlot_console_app;
GRANT USAGE ON SCHEMA platform TO fairlot_settlement;
GRANT USAGE ON SCHEMA platform TO fairlot_practice_proposer;
GRANT USAGE ON SCHEMA platform TO fairlot_practice_approver;

GRANT USAGE ON SCHEMA practice TO fairlot_practice;
GRANT USAGE ON SCHEMA practice TO fairlot_reader;
GRANT USAGE ON SCHEMA practice TO fairlot_worker;
GRANT USAGE ON SCHEMA practice TO fairlot_practice_proposer;
GRANT USAGE ON SCHEMA practice TO fairlot_practice_approver;

REVOKE USAGE ON SCHEMA public FROM PUBLIC;

GRANT USAGE ON SCHEMA recon TO fairlot_worker;
GRANT USAGE ON SCHEMA recon TO fairlot_console;
GRANT USAGE ON SCHEMA recon TO fairlot_reader;

GRANT USAGE ON SCHEMA settlement TO fairlot_api;
GRANT USAGE ON SCHEMA settlement TO fairlot_worker;
GRANT USAGE ON SCHEMA settlement TO fairlot_reader;
GRANT USAGE ON SCHEMA settlement TO fairlot_console;
GRANT USAGE ON SCHEMA settlement TO fairlot_settlement;

GRANT USAGE ON SCHEMA status TO fairlot_api;
GRANT USAGE ON SCHEMA status TO fairlot_worker;
GRANT USAGE ON SCHEMA status TO fairlot_quotes;
GRANT USAGE ON SCHEMA status TO fairlot_live;
GRANT USAGE ON SCHEMA status TO fairlot_console;
GRANT USAGE ON SCHEMA status TO fairlot_exchange;
GRANT USAGE ON SCHEMA status TO fairlot_practice;
GRANT USAGE ON SCHEMA status TO fairlot_reader;
GRANT USAGE ON SCHEMA status TO fairlot_console_app;
GRANT USAGE ON SCHEMA status TO fairlot_settlement;
GRANT USAGE ON SCHEMA status TO fairlot_practice_proposer;
GRANT USAGE ON SCHEMA status TO fairlot_practice_approver;

REVOKE ALL ON FUNCTION app.accrue_credit(p_loan uuid, p_through date, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.accrue_credit(p_loan uuid, p_through date, p_entry uuid, p_now timestamp with time zone) TO fairlot_worker;
GRANT ALL ON FUNCTION app.accrue_credit(p_loan uuid, p_through date, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.accrue_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.accrue_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamp with time zone) TO fairlot_worker;

GRANT SELECT ON TABLE app.corporate_actions TO fairlot_reader;
GRANT SELECT ON TABLE app.corporate_actions TO fairlot_api;
GRANT SELECT ON TABLE app.corporate_actions TO fairlot_console;
GRANT SELECT ON TABLE app.corporate_actions TO fairlot_worker;

REVOKE ALL ON FUNCTION app.adjust_positions(action app.corporate_actions, p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.adjust_triggers(p_kind text, action app.corporate_actions) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.allot_placement(p_placement uuid, p_date date, p_settles_on date, p_sellable_on date) FROM PUBLIC;
GRANT ALL ON FUNCTION app.allot_placement(p_placement uuid, p_date date, p_settles_on date, p_sellable_on date) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.announce_corporate_action(p_review uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.announce_corporate_action(p_review uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.answer_support(p_answer uuid, p_thread uuid, p_operator uuid, p_session uuid, p_text text, p_closes boolean, p_seen uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.answer_support(p_answer uuid, p_thread uuid, p_operator uuid, p_session uuid, p_text text, p_closes boolean, p_seen uuid, p_now timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.apply_top_up(p_member uuid, p_entry uuid, p_call uuid, p_positions uuid[], p_interest bigint[], p_loan bigint[], p_collateral bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.apply_top_up(p_member uuid, p_entry uuid, p_call uuid, p_positions uuid[], p_interest bigint[], p_loan bigint[], p_collateral bigint[]) TO fairlot_api;

REVOKE ALL ON FUNCTION app.are_separated(one uuid, other uuid, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.are_separated(one uuid, other uuid, p_at timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.arriving_shares(p_position uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.auction_bids_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.auction_reference(p_auction uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.auctions_kept() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.auctions_published() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.authenticators_step_increases() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.available_balances(p_member uuid, p_asset text, p_date date, p_include_receivables boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.bank_accounts_usable_from_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.bank_statement_lines_matched_once() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.bars_of(of_member uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.bars_of(of_member uuid) TO fairlot_api;
GRANT ALL ON FUNCTION app.bars_of(of_member uuid) TO fairlot_worker;
GRANT ALL ON FUNCTION app.bars_of(of_member uuid) TO fairlot_reader;
GRANT ALL ON FUNCTION app.bars_of(of_member uuid) TO fairlot_console;

GRANT SELECT ON TABLE app.positions TO fairlot_reader;
GRANT SELECT ON TABLE app.positions TO fairlot_api;
GRANT SELECT ON TABLE app.positions TO fairlot_worker;
GRANT SELECT ON TABLE app.positions TO fairlot_console;
GRANT SELECT,INSERT,UPDATE ON TABLE app.positions TO fairlot_settlement;

GRANT UPDATE(day_trade) ON TABLE app.positions TO fairlot_api;
GRANT UPDATE(day_trade) ON TABLE app.positions TO fairlot_worker;

GRANT UPDATE(closing) ON TABLE app.positions TO fairlot_api;
GRANT UPDATE(closing) ON TABLE app.positions TO fairlot_worker;

REVOKE ALL ON FUNCTION app.basis_used(p app.positions, p_closed bigint, p_opened bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.begin_currency_backup(p_review uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.begin_currency_backup(p_review uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.book_allotments(p_placement uuid, p_applications uuid[], p_entries uuid[], p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.book_allotments(p_placement uuid, p_applications uuid[], p_entries uuid[], p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.book_block_trade(p_application uuid, p_review uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.book_block_trade(p_application uuid, p_review uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.call_credit(p_call uuid, p_loan uuid, p_reason text, p_state text, p_amount bigint, p_deadline timestamp with time zone, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.call_credit(p_call uuid, p_loan uuid, p_reason text, p_state text, p_amount bigint, p_deadline timestamp with time zone, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.cancel_bid(p_bid uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_bid(p_bid uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.cancel_block_application(p_application uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_block_application(p_application uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.cancel_copy_block(p_block uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_copy_block(p_block uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.cancel_corporate_action(p_review uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_corporate_action(p_review uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.cancel_credit_loan(p_loan uuid, p_member uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_credit_loan(p_loan uuid, p_member uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.cancel_deposit(p_deposit uuid, p_member uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_deposit(p_deposit uuid, p_member uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.cancel_mentor_application(p_application uuid, p_member uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_mentor_application(p_application uuid, p_member uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.cancel_placement_application(p_application uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_placement_application(p_application uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.cancel_review(p_review uuid, p_operator uuid, p_member uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_review(p_review uuid, p_operator uuid, p_member uuid, p_now timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION app.cancel_review(p_review uuid, p_operator uuid, p_member uuid, p_now timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.cancel_subscription(p_subscription uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_subscription(p_subscription uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.cancel_withdrawal(p_withdrawal uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.cancel_withdrawal(p_withdrawal uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.challenges_used_once() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.change_copy_amount(p_copy uuid, p_member uuid, p_amount bigint, p_entry uuid, p_hold uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.change_copy_amount(p_copy uuid, p_member uuid, p_amount bigint, p_entry uuid, p_hold uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.change_operator_password(p_operator uuid, p_before text, p_password text, p_pepper text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.change_operator_password(p_operator uuid, p_before text, p_password text, p_pepper text, p_now timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.check_allotted() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_auction_bid() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_auction_listed() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_bid_delivered() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_block_passed() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_closing_of_api() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_copy_line() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_copy_orders() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_copy_settings() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_credit_clock(p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_credit_entry() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_credit_move() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_credit_sale() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_currency_backup() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_currency_deals(p_since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.check_currency_deals(p_since timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.check_currency_entry() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_currency_quote() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_currency_quote_delete() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_dividend_entry() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_fills() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_line_not_in_suspense() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_line_of_console() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_mentor_applicant() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_mentor_passed() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_new_block() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_new_copy() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_news_read() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_news_withdrawn() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_offer_listed() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_operator_program() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_payment_date(action app.corporate_actions) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_payout_batch() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_payout_resume() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_placement_application() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_placement_end() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_savings_order() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_savings_run() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_share_entry() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_statement_of_console() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_subscription() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_subscription_delivered() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_subscription_paid() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_support_picture() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_support_time(p_at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_suspense_line() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_transition() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.check_withdrawal_account() FROM PUBLIC;

GRANT SELECT ON TABLE app.reviews TO fairlot_reader;
GRANT SELECT ON TABLE app.reviews TO fairlot_api;
GRANT SELECT ON TABLE app.reviews TO fairlot_worker;
GRANT SELECT ON TABLE app.reviews TO fairlot_console;

REVOKE ALL ON FUNCTION app.claim_review(p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.claim_review(p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.close_mentor(p_member uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.close_mentor(p_member uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.close_news_reads(p_before timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.close_news_reads(p_before timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.close_placement(p_placement uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.close_placement(p_placement uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.close_review(p_review uuid, p_outcome text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.close_review(p_review uuid, p_outcome text, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.collect_credit(p_loan uuid, p_order uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_due date, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.collect_credit(p_loan uuid, p_order uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_due date, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.copied_position(p_position uuid, p_copy uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.copy_block_command(p_block uuid, p_from integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.copy_cost(p_terms jsonb, p_price integer, p_shares integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.copy_in_shares(p_copy uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.copy_in_stock(p_copy uuid, p_symbol text) FROM PUBLIC;

GRANT SELECT ON TABLE app.copy_blocks TO fairlot_reader;
GRANT SELECT ON TABLE app.copy_blocks TO fairlot_api;
GRANT SELECT ON TABLE app.copy_blocks TO fairlot_console;
GRANT SELECT ON TABLE app.copy_blocks TO fairlot_worker;

REVOKE ALL ON FUNCTION app.copy_key(p_block app.copy_blocks, p_seed text, p_copy uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.copy_order_id(p_time text, p_block uuid, p_copy uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.copy_parts(p_block app.copy_blocks, p_terms jsonb, p_copies uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.copy_result(p_copy uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.copy_result(p_copy uuid) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.copy_shares_for(p_terms jsonb, p_price integer, p_money bigint, p_wanted integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.corrected(p_account text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.coupons_grant_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.credit_inputs(p_member uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.credit_inputs(p_member uuid, p_now timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION app.credit_inputs(p_member uuid, p_now timestamp with time zone) TO fairlot_console;

GRANT SELECT ON TABLE app.credit_loans TO fairlot_reader;
GRANT SELECT ON TABLE app.credit_loans TO fairlot_api;
GRANT SELECT ON TABLE app.credit_loans TO fairlot_worker;
GRANT SELECT ON TABLE app.credit_loans TO fairlot_console;

GRANT INSERT(id) ON TABLE app.credit_loans TO fairlot_api;

GRANT INSERT(number) ON TABLE app.credit_loans TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.credit_loans TO fairlot_api;

GRANT INSERT(amount) ON TABLE app.credit_loans TO fairlot_api;

GRANT INSERT(term_days) ON TABLE app.credit_loans TO fairlot_api;

GRANT INSERT(apr_ppm) ON TABLE app.credit_loans TO fairlot_api;

GRANT INSERT(sent_at) ON TABLE app.credit_loans TO fairlot_api;

GRANT INSERT(promised_at) ON TABLE app.credit_loans TO fairlot_api;

REVOKE ALL ON FUNCTION app.credit_interest(p_loan app.credit_loans, p_through date) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.credit_value(p_loan uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.decide_credit_increase(p_increase uuid, p_review uuid, p_reason text, p_note text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.decide_credit_increase(p_increase uuid, p_review uuid, p_reason text, p_note text, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.delete_news_pictures(p_before timestamp with time zone, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.delete_news_pictures(p_before timestamp with time zone, p_limit integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.delete_support_threads(p_before timestamp with time zone, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.delete_support_threads(p_before timestamp with time zone, p_limit integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.deliver_bids(p_auction uuid, p_ids uuid[], p_entries uuid[], p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.deliver_bids(p_auction uuid, p_ids uuid[], p_entries uuid[], p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.deliver_shares(p_action uuid, p_limit integer, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.deliver_shares(p_action uuid, p_limit integer, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.deliver_subscriptions(p_offer uuid, p_ids uuid[], p_entries uuid[], p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.deliver_subscriptions(p_offer uuid, p_ids uuid[], p_entries uuid[], p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.deposits_immutable_once_decided() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.device_of(of_session uuid, of_operator uuid, p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.dividend_gross(p_micros bigint, p_shares bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.dividend_withheld(p_gross bigint, p_from bigint, p_rate integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.draw_ranks_released() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.draw_tickets_leave_with_application() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.draw_tickets_open() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.draws_kept() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.draws_published() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.end_block_listings(p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.end_block_listings(p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.end_copy(p_copy uuid, p_reason text, p_note text, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.end_copy(p_copy uuid, p_reason text, p_note text, p_entry uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.end_corporate_action(p_action uuid, p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.end_credit_sale(p_order uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.end_credit_sale(p_order uuid) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.end_free_days(p_symbols text[], p_date date) FROM PUBLIC;
GRANT ALL ON FUNCTION app.end_free_days(p_symbols text[], p_date date) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.end_own_copy(p_copy uuid, p_member uuid, p_entry uuid, p_sells boolean, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.end_own_copy(p_copy uuid, p_member uuid, p_entry uuid, p_sells boolean, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.end_own_copy(p_copy uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.end_own_copy(p_copy uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.end_savings_run(p_plan uuid, p_due date, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.end_savings_run(p_plan uuid, p_due date, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.enrol_operator(p_operator uuid, p_hash bytea, p_password text, p_pepper text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.enrol_operator(p_operator uuid, p_hash bytea, p_password text, p_pepper text, p_now timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.enrolment_fits(p_login text, p_hash bytea, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.enrolment_fits(p_login text, p_hash bytea, p_now timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.ensure_order_months(p_from timestamp with time zone, p_months integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.ensure_order_months(p_from timestamp with time zone, p_months integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.entitle_seats(action app.corporate_actions, p_reference integer, p_held jsonb, p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.equity_of(p_member uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.equity_of(p_member uuid) TO fairlot_console;

REVOKE ALL ON FUNCTION app.ex_price(p_kind text, p_price integer, p_micros bigint, p_to bigint, p_from bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.expire_reviews(p_now timestamp with time zone, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.expire_reviews(p_now timestamp with time zone, p_most integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.fail_reconciliation(p_scope text, p_at timestamp with time zone, p_why text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.fail_reconciliation(p_scope text, p_at timestamp with time zone, p_why text) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.finish_copy_sales() FROM PUBLIC;
GRANT ALL ON FUNCTION app.finish_copy_sales() TO fairlot_worker;

REVOKE ALL ON FUNCTION app.id_at(p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.id_at(p_at timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION app.id_at(p_at timestamp with time zone) TO fairlot_worker;
GRANT ALL ON FUNCTION app.id_at(p_at timestamp with time zone) TO fairlot_settlement;
GRANT ALL ON FUNCTION app.id_at(p_at timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.first_order_id(p_since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.first_order_id(p_since timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION app.first_order_id(p_since timestamp with time zone) TO fairlot_worker;
GRANT ALL ON FUNCTION app.first_order_id(p_since timestamp with time zone) TO fairlot_settlement;
GRANT ALL ON FUNCTION app.first_order_id(p_since timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.flag_review(p_review uuid, p_flag text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.flag_review(p_review uuid, p_flag text) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.floor_to_tick(p_price bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.follower_results(p_mentor uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.follower_results(p_mentor uuid) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.foreign_paid(p_member uuid, p_since timestamp with time zone, p_exchanges boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app.foreign_paid(p_member uuid, p_since timestamp with time zone, p_exchanges boolean) TO fairlot_api;
GRANT ALL ON FUNCTION app.foreign_paid(p_member uuid, p_since timestamp with time zone, p_exchanges boolean) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.forget_clean_runs(p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.forget_clean_runs(p_limit integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.found_voting_key(p_key uuid, p_operator uuid, p_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION app.found_voting_key(p_key uuid, p_operator uuid, p_hash bytea) TO fairlot_console;

REVOKE ALL ON FUNCTION app.fraction_cash(action app.corporate_actions, p_remainder numeric, p_reference integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.free_credit_pledge(p_hold uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.free_credit_pledge(p_hold uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION app.free_credit_pledge(p_hold uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.fund_request_lines(p_request uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.fund_request_lines(p_request uuid) TO fairlot_console;

REVOKE ALL ON FUNCTION app.has_offered_shares(p_symbol text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.has_offered_shares(p_symbol text) TO fairlot_console;
GRANT ALL ON FUNCTION app.has_offered_shares(p_symbol text) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.has_right(of_operator uuid, wanted text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.has_right(of_operator uuid, wanted text, p_now timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.has_share_action(p_symbol text, p_from date, p_until date, p_except uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.has_share_action(p_symbol text, p_from date, p_until date, p_except uuid) TO fairlot_console;
GRANT ALL ON FUNCTION app.has_share_action(p_symbol text, p_from date, p_until date, p_except uuid) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.holds_ticket(of_operator uuid, p_kind text, p_subject text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.holds_ticket(of_operator uuid, p_kind text, p_subject text) TO fairlot_console;
GRANT ALL ON FUNCTION app.holds_ticket(of_operator uuid, p_kind text, p_subject text) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.identities_delete_refused() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.identities_refuse_api_decision() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.identities_sync_verification() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.import_news(p_source text, p_url text, p_entries jsonb, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.import_news(p_source text, p_url text, p_entries jsonb, p_now timestamp with time zone) TO fairlot_worker;

GRANT SELECT ON TABLE app.auction_bids TO fairlot_reader;
GRANT SELECT ON TABLE app.auction_bids TO fairlot_api;
GRANT SELECT ON TABLE app.auction_bids TO fairlot_worker;

GRANT INSERT(id) ON TABLE app.auction_bids TO fairlot_api;
GRANT SELECT(id) ON TABLE app.auction_bids TO fairlot_console;

GRANT INSERT(auction_id) ON TABLE app.auction_bids TO fairlot_api;
GRANT SELECT(auction_id) ON TABLE app.auction_bids TO fairlot_console;

GRANT INSERT(member_id) ON TABLE app.auction_bids TO fairlot_api;
GRANT SELECT(member_id) ON TABLE app.auction_bids TO fairlot_console;

GRANT INSERT(person) ON TABLE app.auction_bids TO fairlot_api;

GRANT INSERT(fingerprint) ON TABLE app.auction_bids TO fairlot_api;

GRANT INSERT(sealed) ON TABLE app.auction_bids TO fairlot_api;

GRANT INSERT(ceiling) ON TABLE app.auction_bids TO fairlot_api;

GRANT INSERT(deposit) ON TABLE app.auction_bids TO fairlot_api;

GRANT INSERT(fee) ON TABLE app.auction_bids TO fairlot_api;

GRANT INSERT(hold_id) ON TABLE app.auction_bids TO fairlot_api;

GRANT INSERT(sent_at) ON TABLE app.auction_bids TO fairlot_api;

GRANT UPDATE(state) ON TABLE app.auction_bids TO fairlot_worker;
GRANT SELECT(state) ON TABLE app.auction_bids TO fairlot_console;

GRANT UPDATE(void_reason) ON TABLE app.auction_bids TO fairlot_worker;

GRANT UPDATE(price) ON TABLE app.auction_bids TO fairlot_worker;
GRANT SELECT(price) ON TABLE app.auction_bids TO fairlot_console;

GRANT UPDATE(lots) ON TABLE app.auction_bids TO fairlot_worker;

GRANT UPDATE(salt) ON TABLE app.auction_bids TO fairlot_worker;

GRANT UPDATE(problem) ON TABLE app.auction_bids TO fairlot_worker;

GRANT UPDATE(rank) ON TABLE app.auction_bids TO fairlot_worker;

GRANT UPDATE(awarded) ON TABLE app.auction_bids TO fairlot_worker;
GRANT SELECT(awarded) ON TABLE app.auction_bids TO fairlot_console;

GRANT UPDATE(kept) ON TABLE app.auction_bids TO fairlot_worker;

GRANT UPDATE(decided_at) ON TABLE app.auction_bids TO fairlot_worker;

GRANT UPDATE(entry_id) ON TABLE app.auction_bids TO fairlot_worker;

GRANT UPDATE(forfeit_entry_id) ON TABLE app.auction_bids TO fairlot_worker;

REVOKE ALL ON FUNCTION app.is_bid_delivery(p_bid app.auction_bids, p_symbol text, p_entry uuid) FROM PUBLIC;

GRANT SELECT ON TABLE app.block_applications TO fairlot_reader;
GRANT SELECT ON TABLE app.block_applications TO fairlot_api;
GRANT SELECT ON TABLE app.block_applications TO fairlot_worker;
GRANT SELECT ON TABLE app.block_applications TO fairlot_console;

GRANT INSERT(id) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(listing_id) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(price) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(market_price) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(shares) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(fee) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(hold_id) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(date) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(settles_on) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(sellable_on) ON TABLE app.block_applications TO fairlot_api;

GRANT UPDATE(state) ON TABLE app.block_applications TO fairlot_worker;

GRANT UPDATE(rejection_reason) ON TABLE app.block_applications TO fairlot_worker;

GRANT UPDATE(note) ON TABLE app.block_applications TO fairlot_worker;

GRANT INSERT(sent_at) ON TABLE app.block_applications TO fairlot_api;

GRANT INSERT(promised_at) ON TABLE app.block_applications TO fairlot_api;

GRANT UPDATE(decided_at) ON TABLE app.block_applications TO fairlot_worker;

GRANT UPDATE(entry_id) ON TABLE app.block_applications TO fairlot_worker;

GRANT SELECT ON TABLE app.block_listings TO fairlot_reader;
GRANT SELECT ON TABLE app.block_listings TO fairlot_api;
GRANT SELECT ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(id) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(id) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(seat_id) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(seat_id) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(symbol) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(symbol) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(price) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(price) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(shares) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(shares) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(left_shares) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(left_shares) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(min_shares) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(min_shares) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(max_shares) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(max_shares) ON TABLE app.block_listings TO fairlot_worker;

GRANT INSERT(password_mac) ON TABLE app.block_listings TO fairlot_worker;

GRANT INSERT(password_key) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(date) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(date) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(closes_at) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(closes_at) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(hold_id) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(hold_id) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(review_id) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(review_id) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(state) ON TABLE app.block_listings TO fairlot_console;
GRANT UPDATE(state) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(listed_at) ON TABLE app.block_listings TO fairlot_console;
GRANT INSERT(listed_at) ON TABLE app.block_listings TO fairlot_worker;

GRANT SELECT(closed_at) ON TABLE app.block_listings TO fairlot_console;
GRANT UPDATE(closed_at) ON TABLE app.block_listings TO fairlot_worker;

REVOKE ALL ON FUNCTION app.is_block_entry(p_asked app.block_applications, p_listing app.block_listings, p_entry uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_cancelled_by_member(p_kind text, p_subject uuid, p_member uuid) FROM PUBLIC;

GRANT SELECT ON TABLE app.copies TO fairlot_reader;
GRANT SELECT ON TABLE app.copies TO fairlot_api;
GRANT SELECT ON TABLE app.copies TO fairlot_console;
GRANT SELECT ON TABLE app.copies TO fairlot_worker;

GRANT INSERT(id) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(mentor_id) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(product_id) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(amount) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(hold_id) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(stock_share_bp),UPDATE(stock_share_bp) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(stop_loss_bp),UPDATE(stop_loss_bp) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(cap),UPDATE(cap) ON TABLE app.copies TO fairlot_api;

GRANT UPDATE(paused_at) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(state) ON TABLE app.copies TO fairlot_api;

GRANT UPDATE(note) ON TABLE app.copies TO fairlot_worker;

GRANT INSERT(starts_on) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(sent_at) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(promised_at) ON TABLE app.copies TO fairlot_api;

GRANT INSERT(started_at) ON TABLE app.copies TO fairlot_api;

REVOKE ALL ON FUNCTION app.is_copy_release(p_copy app.copies, p_entry uuid) FROM PUBLIC;

GRANT SELECT ON TABLE app.credit_moves TO fairlot_reader;
GRANT SELECT ON TABLE app.credit_moves TO fairlot_api;
GRANT SELECT ON TABLE app.credit_moves TO fairlot_worker;
GRANT SELECT ON TABLE app.credit_moves TO fairlot_console;

REVOKE ALL ON FUNCTION app.is_credit_entry(p_move app.credit_moves) FROM PUBLIC;

GRANT SELECT ON TABLE app.currency_quotes TO fairlot_reader;
GRANT SELECT ON TABLE app.currency_quotes TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.currency_quotes TO fairlot_worker;
GRANT SELECT ON TABLE app.currency_quotes TO fairlot_console;

GRANT INSERT(id) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(pay_currency) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(get_currency) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(pay_amount) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(get_amount) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(base) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(mid) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(rate) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(spread_bps) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(spread) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(spread_twd) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(value_twd) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(source) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(is_simulated) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(rate_at) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(quoted_at) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(expires_at) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(key_id) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(signature) ON TABLE app.currency_quotes TO fairlot_api;

GRANT INSERT(signed_until) ON TABLE app.currency_quotes TO fairlot_api;

REVOKE ALL ON FUNCTION app.is_currency_entry(p_quote app.currency_quotes, p_entry uuid) FROM PUBLIC;

GRANT SELECT ON TABLE app.subscriptions TO fairlot_reader;
GRANT SELECT ON TABLE app.subscriptions TO fairlot_api;
GRANT SELECT ON TABLE app.subscriptions TO fairlot_worker;
GRANT SELECT ON TABLE app.subscriptions TO fairlot_console;

GRANT INSERT(id) ON TABLE app.subscriptions TO fairlot_api;

GRANT INSERT(offer_id) ON TABLE app.subscriptions TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.subscriptions TO fairlot_api;

GRANT INSERT(nth) ON TABLE app.subscriptions TO fairlot_api;

GRANT INSERT(shares) ON TABLE app.subscriptions TO fairlot_api;

GRANT INSERT(amount) ON TABLE app.subscriptions TO fairlot_api;

GRANT INSERT(fee) ON TABLE app.subscriptions TO fairlot_api;

GRANT INSERT(hold_id) ON TABLE app.subscriptions TO fairlot_api;

GRANT INSERT(ticket_id) ON TABLE app.subscriptions TO fairlot_api;

GRANT UPDATE(state) ON TABLE app.subscriptions TO fairlot_worker;

GRANT UPDATE(void_reason) ON TABLE app.subscriptions TO fairlot_worker;

GRANT UPDATE(place) ON TABLE app.subscriptions TO fairlot_worker;

GRANT INSERT(applied_at) ON TABLE app.subscriptions TO fairlot_api;

GRANT UPDATE(decided_at) ON TABLE app.subscriptions TO fairlot_worker;

GRANT UPDATE(pay_by) ON TABLE app.subscriptions TO fairlot_worker;

GRANT UPDATE(paid_at) ON TABLE app.subscriptions TO fairlot_worker;

GRANT UPDATE(paid_by) ON TABLE app.subscriptions TO fairlot_worker;

GRANT UPDATE(entry_id) ON TABLE app.subscriptions TO fairlot_worker;

REVOKE ALL ON FUNCTION app.is_delivery_entry(p_asked app.subscriptions, p_symbol text, p_entry uuid) FROM PUBLIC;

GRANT SELECT ON TABLE app.dividend_entitlements TO fairlot_reader;
GRANT SELECT ON TABLE app.dividend_entitlements TO fairlot_api;
GRANT SELECT ON TABLE app.dividend_entitlements TO fairlot_console;
GRANT SELECT ON TABLE app.dividend_entitlements TO fairlot_worker;

GRANT UPDATE(notified_at) ON TABLE app.dividend_entitlements TO fairlot_worker;

REVOKE ALL ON FUNCTION app.is_dividend_entry(p_row app.dividend_entitlements, p_action app.corporate_actions, p_event text, p_entry uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_entitled(p_row app.dividend_entitlements, p_action app.corporate_actions) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_order(p_id uuid, p_kind text, p_side text, p_purpose text, p_position uuid, p_direction text, p_multiple smallint, p_price integer, p_quantity integer, p_validity text, p_worst_price integer, p_origin text) FROM PUBLIC;

GRANT SELECT ON TABLE app.placement_applications TO fairlot_reader;
GRANT SELECT ON TABLE app.placement_applications TO fairlot_api;
GRANT SELECT ON TABLE app.placement_applications TO fairlot_worker;
GRANT SELECT ON TABLE app.placement_applications TO fairlot_console;

GRANT INSERT(id) ON TABLE app.placement_applications TO fairlot_api;

GRANT INSERT(placement_id) ON TABLE app.placement_applications TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.placement_applications TO fairlot_api;

GRANT INSERT(lots) ON TABLE app.placement_applications TO fairlot_api;

GRANT INSERT(amount) ON TABLE app.placement_applications TO fairlot_api;

GRANT INSERT(hold_id) ON TABLE app.placement_applications TO fairlot_api;

GRANT INSERT(ticket_id) ON TABLE app.placement_applications TO fairlot_api;

GRANT UPDATE(state) ON TABLE app.placement_applications TO fairlot_worker;

GRANT UPDATE(void_reason) ON TABLE app.placement_applications TO fairlot_worker;

GRANT INSERT(applied_at) ON TABLE app.placement_applications TO fairlot_api;

GRANT UPDATE(decided_at) ON TABLE app.placement_applications TO fairlot_worker;

GRANT UPDATE(entry_id) ON TABLE app.placement_applications TO fairlot_worker;

GRANT SELECT ON TABLE app.placements TO fairlot_reader;
GRANT SELECT ON TABLE app.placements TO fairlot_api;
GRANT SELECT ON TABLE app.placements TO fairlot_console;
GRANT SELECT ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(id) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(review_id) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(kind) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(method) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(seat_id) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(symbol) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(price) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(lots) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(min_lots) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(max_lots) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(opens_at) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(closes_at) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(draws_at) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(delivers_on) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(hold_id) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(draw_id) ON TABLE app.placements TO fairlot_worker;

GRANT UPDATE(state) ON TABLE app.placements TO fairlot_worker;

GRANT INSERT(published_at) ON TABLE app.placements TO fairlot_worker;

GRANT UPDATE(ended_at) ON TABLE app.placements TO fairlot_worker;

REVOKE ALL ON FUNCTION app.is_placement_entry(p_asked app.placement_applications, p_offer app.placements, p_entry uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_related(of_operator uuid, to_member uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.is_related(of_operator uuid, to_member uuid) TO fairlot_console;
GRANT ALL ON FUNCTION app.is_related(of_operator uuid, to_member uuid) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.is_seat_entry(p_action app.corporate_actions, p_event text, p_entry uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.is_share_entry(p_row app.dividend_entitlements, p_action app.corporate_actions, p_event text, p_entry uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.keep_currency_flow(p_entry uuid, p_posted timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.last_close(p_shard smallint, p_symbol text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.last_close(p_shard smallint, p_symbol text) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.list_block_copies(p_block app.copy_blocks) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.list_new_shares(p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.list_new_shares(p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.list_news_stocks(p_article uuid, p_symbols text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.lock_cancels(p_member uuid, p_order uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.lock_cancels(p_member uuid, p_order uuid) TO fairlot_api;
GRANT ALL ON FUNCTION app.lock_cancels(p_member uuid, p_order uuid) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.lock_copies(p_copies uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.lock_copies(p_copies uuid[]) TO fairlot_api;
GRANT ALL ON FUNCTION app.lock_copies(p_copies uuid[]) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.lock_order_facts(p_orders uuid[], p_members uuid[], p_opening uuid[], p_replaced uuid[], p_positions uuid[], p_borrowed text[], p_selling uuid[], p_sold text[], p_date date, p_counted_since timestamp with time zone, p_counted_origins text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.lock_order_facts(p_orders uuid[], p_members uuid[], p_opening uuid[], p_replaced uuid[], p_positions uuid[], p_borrowed text[], p_selling uuid[], p_sold text[], p_date date, p_counted_since timestamp with time zone, p_counted_origins text[]) TO fairlot_api;
GRANT ALL ON FUNCTION app.lock_order_facts(p_orders uuid[], p_members uuid[], p_opening uuid[], p_replaced uuid[], p_positions uuid[], p_borrowed text[], p_selling uuid[], p_sold text[], p_date date, p_counted_since timestamp with time zone, p_counted_origins text[]) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.lock_seats(p_symbol text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.member_keys_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.member_notes_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.members_on_same_device(of_member uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.members_on_same_device(of_member uuid) TO fairlot_console;

REVOKE ALL ON FUNCTION app.move_credit_call(p_call uuid, p_state text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.move_credit_call(p_call uuid, p_state text, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.next_copies(p_block app.copy_blocks, p_limit integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.note_review_trouble(p_review uuid, p_trouble text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.note_review_trouble(p_review uuid, p_trouble text, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.notices_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.offers_inventory_once() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.offers_terms_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.on_currency_flow() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.open_review(p_id uuid, p_kind text, p_member uuid, p_subject text, p_amount bigint, p_currency text, p_payload jsonb, p_flags text[], p_operator uuid, p_session uuid, p_reason text, p_evidence jsonb, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.open_review(p_id uuid, p_kind text, p_member uuid, p_subject text, p_amount bigint, p_currency text, p_payload jsonb, p_flags text[], p_operator uuid, p_session uuid, p_reason text, p_evidence jsonb, p_now timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION app.open_review(p_id uuid, p_kind text, p_member uuid, p_subject text, p_amount bigint, p_currency text, p_payload jsonb, p_flags text[], p_operator uuid, p_session uuid, p_reason text, p_evidence jsonb, p_now timestamp with time zone) TO fairlot_worker;
GRANT ALL ON FUNCTION app.open_review(p_id uuid, p_kind text, p_member uuid, p_subject text, p_amount bigint, p_currency text, p_payload jsonb, p_flags text[], p_operator uuid, p_session uuid, p_reason text, p_evidence jsonb, p_now timestamp with time zone) TO fairlot_console;
GRANT ALL ON FUNCTION app.open_review(p_id uuid, p_kind text, p_member uuid, p_subject text, p_amount bigint, p_currency text, p_payload jsonb, p_flags text[], p_operator uuid, p_session uuid, p_reason text, p_evidence jsonb, p_now timestamp with time zone) TO fairlot_settlement;

REVOKE ALL ON FUNCTION app.open_sessions(asked uuid[], seen_since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.open_sessions(asked uuid[], seen_since timestamp with time zone) TO fairlot_live;

REVOKE ALL ON FUNCTION app.order_support_message() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.orders_filled_shares_increase() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.pass_credit_loan(p_loan uuid, p_review uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.pass_credit_loan(p_loan uuid, p_review uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.pass_day_trading(p_member uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.pass_day_trading(p_member uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.pay_bid(p_bid uuid, p_member uuid, p_hold uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.pay_bid(p_bid uuid, p_member uuid, p_hold uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.pay_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.pay_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.pay_seats(p_action uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.pay_seats(p_action uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.pay_subscription(p_subscription uuid, p_member uuid, p_hold uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.pay_subscription(p_subscription uuid, p_member uuid, p_hold uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.payouts_stopped_by() FROM PUBLIC;
GRANT ALL ON FUNCTION app.payouts_stopped_by() TO fairlot_worker;
GRANT ALL ON FUNCTION app.payouts_stopped_by() TO fairlot_console;
GRANT ALL ON FUNCTION app.payouts_stopped_by() TO fairlot_api;

REVOKE ALL ON FUNCTION app.pending_fund_requests(of_member uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.pending_fund_requests(of_member uuid) TO fairlot_api;
GRANT ALL ON FUNCTION app.pending_fund_requests(of_member uuid) TO fairlot_worker;
GRANT ALL ON FUNCTION app.pending_fund_requests(of_member uuid) TO fairlot_reader;

REVOKE ALL ON FUNCTION app.pledge_arrived(p_symbol text, p_members uuid[], p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.pledge_credit(p_loan uuid, p_hold uuid, p_position uuid, p_shares integer, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.pledge_credit(p_loan uuid, p_hold uuid, p_position uuid, p_shares integer, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION app.pledge_credit(p_loan uuid, p_hold uuid, p_position uuid, p_shares integer, p_entry uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.post_adjusted_shares(action app.corporate_actions, p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.post_copies(p_events text[], p_references text[], p_keys text[], p_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[], p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.post_seats(p_action app.corporate_actions, p_event text, p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.post_shares(p_event text, p_action uuid, p_keys text[], p_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[], p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.post_split_seats(action app.corporate_actions, p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.prepare_copy_lines(p_block uuid, p_limit integer, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.prepare_copy_lines(p_block uuid, p_limit integer, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.prepare_month(p_table text, of_month date) FROM PUBLIC;
GRANT ALL ON FUNCTION app.prepare_month(p_table text, of_month date) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.publish_copy_product(p_product uuid, p_review uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.publish_copy_product(p_product uuid, p_review uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.publish_mentor(p_application uuid, p_review uuid, p_mentor uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.publish_mentor(p_application uuid, p_review uuid, p_mentor uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.publish_news(p_review uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.publish_news(p_review uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.purchase_cost(p_price integer, p_shares integer, p_rate bigint, p_min bigint, p_min_odd bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.queue_dividend_notice() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.raise_copy_holds(p_copies uuid[], p_members uuid[], p_orders uuid[], p_held bigint[], p_give bigint[], p_old uuid[], p_new uuid[], p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.read_member_facts(p_members uuid[], p_date date, p_since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.read_member_facts(p_members uuid[], p_date date, p_since timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION app.read_member_facts(p_members uuid[], p_date date, p_since timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.receive_support_message() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.receive_support_rating() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.reconcile() FROM PUBLIC;
GRANT ALL ON FUNCTION app.reconcile() TO fairlot_worker;
GRANT ALL ON FUNCTION app.reconcile() TO fairlot_reader;

REVOKE ALL ON FUNCTION app.reconcile_days() FROM PUBLIC;
GRANT ALL ON FUNCTION app.reconcile_days() TO fairlot_reader;

REVOKE ALL ON FUNCTION app.recovery_requests_used_once() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.reduce_credit(p_loan uuid, p_kind text, p_request uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_due date, p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_decided_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_order(p_order uuid, p_why text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.refuse_review_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.reject_credit_loan(p_loan uuid, p_reason text, p_note text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.reject_credit_loan(p_loan uuid, p_reason text, p_note text, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.remove_bank_account(p_account uuid, p_member uuid, p_from text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.remove_bank_account(p_account uuid, p_member uuid, p_from text, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.repay_credit(p_loan uuid, p_member uuid, p_request uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.repay_credit(p_loan uuid, p_member uuid, p_request uuid, p_entry uuid, p_interest bigint, p_principal bigint, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.reserve_block_shares() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.restore_copy_money(p_limit integer, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.restore_copy_money(p_limit integer, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.restrictions_lifted_once() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.return_block_shares() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.return_copy_money(p_block uuid, p_limit integer, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.return_copy_money(p_block uuid, p_limit integer, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.return_copy_room() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.review_notes_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.reviews_request_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.rule_stops_require_approval() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.rule_values_require_approval() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.run_reconciliation(p_scope text, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.run_reconciliation(p_scope text, p_at timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.seat_holdings(p_symbol text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.seat_lines(p_action app.corporate_actions, p_event text) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.seed_practice_channels(p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.seed_practice_channels(p_now timestamp with time zone) TO fairlot_seed;

REVOKE ALL ON FUNCTION app.sell_credit_pledge(p_hold uuid, p_shares integer, p_entry uuid, p_order uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.sell_credit_pledge(p_hold uuid, p_shares integer, p_entry uuid, p_order uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.send_copy_chunk(p_block uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.send_copy_chunk(p_block uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.sessions_ended_since(since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.sessions_ended_since(since timestamp with time zone) TO fairlot_live;

REVOKE ALL ON FUNCTION app.sessions_revoked_once() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.set_stop(p_member uuid, p_stopped boolean, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.set_stop(p_member uuid, p_stopped boolean, p_now timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION app.set_stop(p_member uuid, p_stopped boolean, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.setters_of(p_kind text, p_subject text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.setters_of(p_kind text, p_subject text) TO fairlot_console;
GRANT ALL ON FUNCTION app.setters_of(p_kind text, p_subject text) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.share_factor(p_symbol text, p_date date) FROM PUBLIC;
GRANT ALL ON FUNCTION app.share_factor(p_symbol text, p_date date) TO fairlot_api;

REVOKE ALL ON FUNCTION app.share_lines(action app.corporate_actions) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.significant(p_rate numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.start_copy(p_copy uuid, p_review uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.start_copy(p_copy uuid, p_review uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.subscriptions_request_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.take_copy_notices(p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.take_copy_notices(p_limit integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.take_enrolment_half(p_operator uuid, p_approver uuid, p_session uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.take_enrolment_half(p_operator uuid, p_approver uuid, p_session uuid, p_now timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.take_entitlements(p_action uuid, p_shard smallint, p_reference integer, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.take_entitlements(p_action uuid, p_shard smallint, p_reference integer, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.use_currency_quote(p_quote uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.use_currency_quote(p_quote uuid, p_member uuid, p_entry uuid, p_now timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION app.valuation_rates() FROM PUBLIC;
GRANT ALL ON FUNCTION app.valuation_rates() TO fairlot_api;
GRANT ALL ON FUNCTION app.valuation_rates() TO fairlot_console;
GRANT ALL ON FUNCTION app.valuation_rates() TO fairlot_worker;

REVOKE ALL ON FUNCTION app.vote_review(p_review uuid, p_operator uuid, p_session uuid, p_decision text, p_hash text, p_note text, p_revised jsonb, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.vote_review(p_review uuid, p_operator uuid, p_session uuid, p_decision text, p_hash text, p_note text, p_revised jsonb, p_now timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION app.voting_keys_immutable() FROM PUBLIC;

REVOKE ALL ON FUNCTION app.withdraw_news(p_review uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.withdraw_news(p_review uuid, p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.write_adjustments(action app.corporate_actions) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.write_cancels(p_member uuid, p_now timestamp with time zone, p_who text, p_data text, p_orders uuid[], p_hashes text[], p_shards integer[], p_commands text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.write_cancels(p_member uuid, p_now timestamp with time zone, p_who text, p_data text, p_orders uuid[], p_hashes text[], p_shards integer[], p_commands text[]) TO fairlot_api;
GRANT ALL ON FUNCTION app.write_cancels(p_member uuid, p_now timestamp with time zone, p_who text, p_data text, p_orders uuid[], p_hashes text[], p_shards integer[], p_commands text[]) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.write_copy_purchases(p_orders uuid[], p_steps integer, p_hashes text[], p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.write_copy_purchases(p_orders uuid[], p_steps integer, p_hashes text[], p_now timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION app.write_entitlements(action app.corporate_actions, p_reference integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION app.write_orders(p_now timestamp with time zone, p_orders json, p_held_orders uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[], p_stopped uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.write_orders(p_now timestamp with time zone, p_orders json, p_held_orders uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[], p_stopped uuid[]) TO fairlot_api;
GRANT ALL ON FUNCTION app.write_orders(p_now timestamp with time zone, p_orders json, p_held_orders uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[], p_stopped uuid[]) TO fairlot_worker;

REVOKE ALL ON FUNCTION audit.check_tree_id() FROM PUBLIC;

REVOKE ALL ON FUNCTION audit.ensure_partitions(p_from timestamp with time zone, months_ahead integer) FROM PUBLIC;
GRANT ALL ON FUNCTION audit.ensure_partitions(p_from timestamp with time zone, months_ahead integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION audit.queue_for_linking() FROM PUBLIC;

REVOKE ALL ON FUNCTION audit.refuse_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION audit.reserve_tree() FROM PUBLIC;
GRANT ALL ON FUNCTION audit.reserve_tree() TO fairlot_worker;

REVOKE ALL ON FUNCTION directory.join_owners(p_members uuid[], p_by text) FROM PUBLIC;
GRANT ALL ON FUNCTION directory.join_owners(p_members uuid[], p_by text) TO fairlot_worker;

REVOKE ALL ON FUNCTION directory.mark_account_again() FROM PUBLIC;

REVOKE ALL ON FUNCTION directory.mark_owner(p_kind text, p_mark bytea, p_member uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION directory.mark_person() FROM PUBLIC;

REVOKE ALL ON FUNCTION directory.mark_verified_account() FROM PUBLIC;

REVOKE ALL ON FUNCTION exchange.accept_log(p_shard integer, p_sequence bigint, p_hash text, p_note text) FROM PUBLIC;

REVOKE ALL ON FUNCTION exchange.check_commands() FROM PUBLIC;

REVOKE ALL ON FUNCTION exchange.check_cursor() FROM PUBLIC;

REVOKE ALL ON FUNCTION exchange.commit_batch(p_shard integer, p_epoch bigint, p_sequence bigint, p_previous text, p_at_ms bigint, p_hash text, p_kept_head text, p_pruned_hash text, p_snapshot_hash text, p_timed boolean, p_ids bigint[], p_practice boolean[], p_event_sequences bigint[], p_event_practice boolean[], p_kinds text, p_symbols text, p_bodies text, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.commit_batch(p_shard integer, p_epoch bigint, p_sequence bigint, p_previous text, p_at_ms bigint, p_hash text, p_kept_head text, p_pruned_hash text, p_snapshot_hash text, p_timed boolean, p_ids bigint[], p_practice boolean[], p_event_sequences bigint[], p_event_practice boolean[], p_kinds text, p_symbols text, p_bodies text, p_limit integer) TO fairlot_exchange;

REVOKE ALL ON FUNCTION exchange.decide_command(p_shard integer, p_id bigint, p_review uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.decide_command(p_shard integer, p_id bigint, p_review uuid) TO fairlot_worker;

REVOKE ALL ON FUNCTION exchange.ensure_partitions(p_from timestamp with time zone, p_months integer) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.ensure_partitions(p_from timestamp with time zone, p_months integer) TO fairlot_exchange;

REVOKE ALL ON FUNCTION exchange.follows_record(p_shard integer, p_command json) FROM PUBLIC;

REVOKE ALL ON FUNCTION exchange.halt_log(p_shard integer, p_history integer, p_epoch bigint, p_sequence bigint, p_hash text, p_host text, p_why text) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.halt_log(p_shard integer, p_history integer, p_epoch bigint, p_sequence bigint, p_hash text, p_host text, p_why text) TO fairlot_exchange;

REVOKE ALL ON FUNCTION exchange.history_of(p_shard integer) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.history_of(p_shard integer) TO fairlot_exchange;

REVOKE ALL ON FUNCTION exchange.keep_book_key(p_shard integer, p_epoch bigint, p_key text) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.keep_book_key(p_shard integer, p_epoch bigint, p_key text) TO fairlot_exchange;

REVOKE ALL ON FUNCTION exchange.keep_snapshot(p_shard integer, p_epoch bigint, p_sequence bigint, p_hash text, p_state_hash text, p_state text, p_keep integer) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.keep_snapshot(p_shard integer, p_epoch bigint, p_sequence bigint, p_hash text, p_state_hash text, p_state text, p_keep integer) TO fairlot_exchange;

REVOKE ALL ON FUNCTION exchange.member_fills(p_shards smallint[], p_after bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.member_fills(p_shards smallint[], p_after bigint[]) TO fairlot_live;

REVOKE ALL ON FUNCTION exchange.prune(p_shard integer, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.prune(p_shard integer, p_limit integer) TO fairlot_exchange;

REVOKE ALL ON FUNCTION exchange.set_command_aside(p_shard integer, p_epoch bigint, p_id bigint, p_reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.set_command_aside(p_shard integer, p_epoch bigint, p_id bigint, p_reason text) TO fairlot_exchange;

REVOKE ALL ON FUNCTION exchange.submit(p_shard integer, p_command text) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.submit(p_shard integer, p_command text) TO fairlot_worker;
GRANT ALL ON FUNCTION exchange.submit(p_shard integer, p_command text) TO fairlot_practice;
GRANT ALL ON FUNCTION exchange.submit(p_shard integer, p_command text) TO fairlot_seed;

REVOKE ALL ON FUNCTION exchange.submit_many(p_shards integer[], p_commands text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.submit_many(p_shards integer[], p_commands text[]) TO fairlot_worker;
GRANT ALL ON FUNCTION exchange.submit_many(p_shards integer[], p_commands text[]) TO fairlot_practice;
GRANT ALL ON FUNCTION exchange.submit_many(p_shards integer[], p_commands text[]) TO fairlot_seed;

REVOKE ALL ON FUNCTION exchange.submit_phase(p_shard integer, p_date date, p_phase text, p_command text) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.submit_phase(p_shard integer, p_date date, p_phase text, p_command text) TO fairlot_worker;

REVOKE ALL ON FUNCTION exchange.take_shard(p_shard integer) FROM PUBLIC;
GRANT ALL ON FUNCTION exchange.take_shard(p_shard integer) TO fairlot_exchange;

REVOKE ALL ON FUNCTION ledger.account_id(code text) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.allow_posting(p_role text, p_event text, p_lines text, p_assets text, p_scope text) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.apply(p_events text[], p_references text[], p_keys text[], p_hashes bytea[], p_posted_at timestamp with time zone[], p_reverses uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.balance_of(p_code text) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.balance_of(p_code text) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.balance_of(p_code text) TO fairlot_worker;
GRANT ALL ON FUNCTION ledger.balance_of(p_code text) TO fairlot_console;
GRANT ALL ON FUNCTION ledger.balance_of(p_code text) TO fairlot_settlement;

REVOKE ALL ON FUNCTION ledger.balances_at(p_owner_kind text, p_owner_id text, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.balances_at(p_owner_kind text, p_owner_id text, p_at timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.balances_at(p_owner_kind text, p_owner_id text, p_at timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.balances_of(p_owner_kind text, p_owner_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.balances_of(p_owner_kind text, p_owner_id text) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.balances_of(p_owner_kind text, p_owner_id text) TO fairlot_worker;
GRANT ALL ON FUNCTION ledger.balances_of(p_owner_kind text, p_owner_id text) TO fairlot_console;

REVOKE ALL ON FUNCTION ledger.changes_since(p_owner_kind text, p_owner_id text, p_since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.changes_since(p_owner_kind text, p_owner_id text, p_since timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.changes_since(p_owner_kind text, p_owner_id text, p_since timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.check_balanced() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.check_hold() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.check_hold_delete() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.check_lines() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.check_special(p_role text, p_events text[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.checkpoint() FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.checkpoint() TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.count_lines_since(p_owner_kind text, p_owner_id text, p_asset text, p_after pg_snapshot, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.count_lines_since(p_owner_kind text, p_owner_id text, p_asset text, p_after pg_snapshot, p_at timestamp with time zone) TO fairlot_api;

REVOKE ALL ON FUNCTION ledger.ensure_partitions(p_from timestamp with time zone, p_months integer) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.ensure_partitions(p_from timestamp with time zone, p_months integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.entry_head(p_entry uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.entry_head(p_entry uuid) TO fairlot_console;

REVOKE ALL ON FUNCTION ledger.entry_id(stamp bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.entry_of(p_owner_kind text, p_owner_id text, p_entry uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.entry_of(p_owner_kind text, p_owner_id text, p_entry uuid) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.entry_of(p_owner_kind text, p_owner_id text, p_entry uuid) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.first_line_of(p_code text) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.first_line_of(p_code text) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.first_line_of(p_code text) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.forget(p_before timestamp with time zone, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.forget(p_before timestamp with time zone, p_limit integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.hold_of(p_hold uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.hold_of(p_hold uuid) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.hold_of(p_hold uuid) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.legs_of(p_entries uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.legs_of(p_entries uuid[]) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.legs_of(p_entries uuid[]) TO fairlot_worker;
GRANT ALL ON FUNCTION ledger.legs_of(p_entries uuid[]) TO fairlot_console;

REVOKE ALL ON FUNCTION ledger.lines_written(p_after pg_snapshot, p_upto pg_snapshot) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.lines_written(p_after pg_snapshot, p_upto pg_snapshot) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.member_sums() FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.member_sums() TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.note_once(p_role text, p_events text[], p_line_entry integer[], p_accounts text[], p_outcome text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.open_accounts(p_codes text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.open_holds(p_owner_kind text, p_owner_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.open_holds(p_owner_kind text, p_owner_id text) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.open_holds(p_owner_kind text, p_owner_id text) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.open_holds_by_id(p_holds uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.open_holds_by_id(p_holds uuid[]) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.open_holds_by_id(p_holds uuid[]) TO fairlot_worker;
GRANT ALL ON FUNCTION ledger.open_holds_by_id(p_holds uuid[]) TO fairlot_settlement;
GRANT ALL ON FUNCTION ledger.open_holds_by_id(p_holds uuid[]) TO fairlot_console;

REVOKE ALL ON FUNCTION ledger.position_of(p_owner_kind text, p_owner_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.position_of(p_owner_kind text, p_owner_id text) TO fairlot_api;

REVOKE ALL ON FUNCTION ledger.post_many(p_events text[], p_references text[], p_keys text[], p_posted_at timestamp with time zone[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.post_many(p_events text[], p_references text[], p_keys text[], p_posted_at timestamp with time zone[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.post_many(p_events text[], p_references text[], p_keys text[], p_posted_at timestamp with time zone[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) TO fairlot_worker;
GRANT ALL ON FUNCTION ledger.post_many(p_events text[], p_references text[], p_keys text[], p_posted_at timestamp with time zone[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) TO fairlot_settlement;

REVOKE ALL ON FUNCTION ledger.prove_owner(p_owner_kind text, p_owner_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.prove_owner(p_owner_kind text, p_owner_id text) TO fairlot_console;

REVOKE ALL ON FUNCTION ledger.refresh_shapes() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.refuse_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.refuse_lower_checkpoint() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.release_remaining(p_hold uuid, p_event text, p_reference text, p_key text, p_posted_at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.replay_of(p_key text, p_hash bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.reverse(p_entry uuid, p_event text, p_reference text, p_key text, p_posted_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.reverse(p_entry uuid, p_event text, p_reference text, p_key text, p_posted_at timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.statement(p_owner_kind text, p_owner_id text, p_asset text, p_kind text, p_before uuid, p_before_line smallint, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.statement(p_owner_kind text, p_owner_id text, p_asset text, p_kind text, p_before uuid, p_before_line smallint, p_limit integer) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.statement(p_owner_kind text, p_owner_id text, p_asset text, p_kind text, p_before uuid, p_before_line smallint, p_limit integer) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.sums_since(p_code text, p_since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.sums_since(p_code text, p_since timestamp with time zone) TO fairlot_api;
GRANT ALL ON FUNCTION ledger.sums_since(p_code text, p_since timestamp with time zone) TO fairlot_worker;

REVOKE ALL ON FUNCTION ledger.time_of(entry_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.trial_balance() FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.trial_balance() TO fairlot_api;
GRANT ALL ON FUNCTION ledger.trial_balance() TO fairlot_worker;
GRANT ALL ON FUNCTION ledger.trial_balance() TO fairlot_console;

REVOKE ALL ON FUNCTION ledger.trial_balance_before(p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.trial_balance_before(p_at timestamp with time zone) TO fairlot_console;

REVOKE ALL ON FUNCTION market.forget_minutes(p_before timestamp with time zone, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION market.forget_minutes(p_before timestamp with time zone, p_limit integer) TO fairlot_quotes;

REVOKE ALL ON FUNCTION platform.restore_fault() FROM PUBLIC;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_api;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_worker;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_reader;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_exchange;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_quotes;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_live;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_practice;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_console;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_seed;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_console_app;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_settlement;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_practice_proposer;
GRANT ALL ON FUNCTION platform.restore_fault() TO fairlot_practice_approver;

REVOKE ALL ON FUNCTION practice.approve(p_review uuid, p_hash text, p_key uuid, p_at timestamp with time zone, p_signature text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION practice.approve(p_review uuid, p_hash text, p_key uuid, p_at timestamp with time zone, p_signature text, p_now timestamp with time zone) TO fairlot_practice_approver;

REVOKE ALL ON FUNCTION practice.begin_vote(p_now timestamp with time zone, OUT operator_id uuid, OUT session_id uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.check_program_vote() FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.enlist(p_key bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION practice.enlist(p_key bytea) TO fairlot_practice_proposer;
GRANT ALL ON FUNCTION practice.enlist(p_key bytea) TO fairlot_practice_approver;

REVOKE ALL ON FUNCTION practice.is_lesson(p_subject text, p_payload jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.is_practice_dividend(p_terms jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.is_practice_draw(p_draw text) FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.is_practice_offer(p_terms jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.is_program(p_operator uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.keep_signature(p_operator uuid, p_review uuid, p_key uuid, p_at timestamp with time zone, p_signature text) FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.propose(p_review uuid, p_kind text, p_subject uuid, p_payload jsonb, p_reason text, p_now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.propose_dividend(p_review uuid, p_action uuid, p_symbol text, p_cash bigint, p_stock bigint, p_ex date, p_pays date, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION practice.propose_dividend(p_review uuid, p_action uuid, p_symbol text, p_cash bigint, p_stock bigint, p_ex date, p_pays date, p_now timestamp with time zone) TO fairlot_practice_proposer;

REVOKE ALL ON FUNCTION practice.propose_lesson(p_review uuid, p_article uuid, p_payload jsonb, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION practice.propose_lesson(p_review uuid, p_article uuid, p_payload jsonb, p_now timestamp with time zone) TO fairlot_practice_proposer;

REVOKE ALL ON FUNCTION practice.propose_offer(p_review uuid, p_offer uuid, p_terms jsonb, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION practice.propose_offer(p_review uuid, p_offer uuid, p_terms jsonb, p_now timestamp with time zone) TO fairlot_practice_proposer;

REVOKE ALL ON FUNCTION practice.propose_release(p_review uuid, p_draw uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION practice.propose_release(p_review uuid, p_draw uuid, p_now timestamp with time zone) TO fairlot_practice_proposer;

REVOKE ALL ON FUNCTION practice.publish_mentor(p_account text, p_name text, p_tw text, p_en text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION practice.publish_mentor(p_account text, p_name text, p_tw text, p_en text, p_now timestamp with time zone) TO fairlot_practice;

REVOKE ALL ON FUNCTION practice.record(p_action text, p_operator uuid, p_subject text, p_details json) FROM PUBLIC;

REVOKE ALL ON FUNCTION practice.sign_proposal(p_review uuid, p_key uuid, p_at timestamp with time zone, p_signature text) FROM PUBLIC;
GRANT ALL ON FUNCTION practice.sign_proposal(p_review uuid, p_key uuid, p_at timestamp with time zone, p_signature text) TO fairlot_practice_proposer;

REVOKE ALL ON FUNCTION recon.add_lines(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.bank_cover() FROM PUBLIC;
GRANT ALL ON FUNCTION recon.bank_cover() TO fairlot_console;

REVOKE ALL ON FUNCTION recon.check_balances(p_from bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_bank() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_charges() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_dividends() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_draw_tickets() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_entries(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_fills() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_grants(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_holdings(p_all boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_holds(p_from bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_records(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_requests(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_totals() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_trades(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_votes() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.check_vouchers() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.close_as(p_day date) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.close_day() FROM PUBLIC;
GRANT ALL ON FUNCTION recon.close_day() TO fairlot_worker;

REVOKE ALL ON FUNCTION recon.hash_of(p_day date, p_from bigint, p_upto bigint, p_entries bigint, p_lines bigint, p_entry_hash bytea, p_line_hash bytea, p_kept_tax numeric, p_kept_fee numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.is_approved_by_two(p_review uuid, p_kind text, p_subject text) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.journal_account(p_account text, p_currency text, p_member text) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.kept_charges(p_from bigint, p_upto bigint, OUT tax numeric, OUT fee numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.moved(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.open_fills() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.open_from() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.open_since() FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.rule(p_rule text) FROM PUBLIC;
GRANT ALL ON FUNCTION recon.rule(p_rule text) TO fairlot_console;

REVOKE ALL ON FUNCTION recon.unbooked(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.unbooked_auctions(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.unbooked_blocks(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.unbooked_copies(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.unbooked_credit(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.unbooked_currencies(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.unbooked_deliveries(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.unbooked_dividends(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.unbooked_funds(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.unbooked_placements(p_since timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_auctions(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_blocks(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_copies(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_credit(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_currencies(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_dividends(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_funds(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_listings(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_placements(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_subscriptions(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.untraced_trades(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.uuid_of(p_text text) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.write_run(p_scope text, p_at timestamp with time zone, p_began timestamp with time zone, p_broken text[], p_results jsonb, p_failure text, OUT run bigint, OUT payouts text) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.wrong_fills(p_shard smallint, p_after bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION recon.wrong_grants(p_from bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION settlement.check_set_aside() FROM PUBLIC;

REVOKE ALL ON FUNCTION settlement.copy_prices(p_shard integer, p_after bigint, p_upto bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION settlement.copy_prices_on_advance() FROM PUBLIC;

REVOKE ALL ON FUNCTION status.count_level(p_level text, p_good bigint, p_bad bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION status.count_level(p_level text, p_good bigint, p_bad bigint) TO fairlot_api;
GRANT ALL ON FUNCTION status.count_level(p_level text, p_good bigint, p_bad bigint) TO fairlot_worker;

REVOKE ALL ON FUNCTION status.figures() FROM PUBLIC;
GRANT ALL ON FUNCTION status.figures() TO fairlot_console;
GRANT ALL ON FUNCTION status.figures() TO fairlot_worker;

REVOKE ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_api;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_worker;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_quotes;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_live;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_console;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_exchange;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_practice;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_console_app;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_settlement;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_practice_proposer;
GRANT ALL ON FUNCTION status.write_heartbeat(p_instance uuid, p_process text, p_host text, p_pid integer, p_version text, p_clock timestamp with time zone, p_figures jsonb, p_stopping boolean) TO fairlot_practice_approver;

GRANT SELECT ON TABLE app.agreement_clauses TO fairlot_reader;
GRANT SELECT ON TABLE app.agreement_clauses TO fairlot_api;
GRANT SELECT ON TABLE app.agreement_clauses TO fairlot_worker;

GRANT SELECT ON TABLE app.agreements TO fairlot_reader;
GRANT SELECT ON TABLE app.agreements TO fairlot_api;
GRANT SELECT ON TABLE app.agreements TO fairlot_worker;

GRANT SELECT ON TABLE app.agreements_accepted TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.agreements_accepted TO fairlot_api;

GRANT SELECT ON TABLE app.appeals TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.appeals TO fairlot_api;
GRANT SELECT ON TABLE app.appeals TO fairlot_worker;
GRANT SELECT ON TABLE app.appeals TO fairlot_console;

GRANT UPDATE(state) ON TABLE app.appeals TO fairlot_worker;

GRANT UPDATE(decided_at) ON TABLE app.appeals TO fairlot_worker;

GRANT UPDATE(decided_by_first) ON TABLE app.appeals TO fairlot_worker;

GRANT UPDATE(decided_by_second) ON TABLE app.appeals TO fairlot_worker;

GRANT UPDATE(note) ON TABLE app.appeals TO fairlot_worker;

GRANT SELECT ON TABLE app.auctions TO fairlot_reader;
GRANT SELECT ON TABLE app.auctions TO fairlot_api;
GRANT SELECT ON TABLE app.auctions TO fairlot_console;
GRANT SELECT,INSERT ON TABLE app.auctions TO fairlot_worker;

GRANT UPDATE(state) ON TABLE app.auctions TO fairlot_worker;

GRANT UPDATE(removed_at) ON TABLE app.auctions TO fairlot_worker;

GRANT UPDATE(closed_at) ON TABLE app.auctions TO fairlot_worker;

GRANT UPDATE(root) ON TABLE app.auctions TO fairlot_worker;

GRANT UPDATE(beacon_signature) ON TABLE app.auctions TO fairlot_worker;

GRANT UPDATE(randomness) ON TABLE app.auctions TO fairlot_worker;

GRANT UPDATE(inventory_id) ON TABLE app.auctions TO fairlot_worker;

GRANT SELECT ON TABLE app.authenticators TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.authenticators TO fairlot_api;

GRANT SELECT(member_id) ON TABLE app.authenticators TO fairlot_worker;

GRANT SELECT(sealed_seed),UPDATE(sealed_seed) ON TABLE app.authenticators TO fairlot_worker;

GRANT UPDATE(last_step) ON TABLE app.authenticators TO fairlot_api;

GRANT SELECT ON TABLE app.bank_accounts TO fairlot_reader;
GRANT SELECT ON TABLE app.bank_accounts TO fairlot_api;
GRANT SELECT ON TABLE app.bank_accounts TO fairlot_worker;
GRANT SELECT ON TABLE app.bank_accounts TO fairlot_console;

GRANT INSERT(id) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(currency) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(bank_code) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(bank_name) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(branch) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(branch_code) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(ifsc) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(sealed) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(holder_masked) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(is_own_name) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(ending) ON TABLE app.bank_accounts TO fairlot_api;

GRANT UPDATE(state) ON TABLE app.bank_accounts TO fairlot_worker;

GRANT UPDATE(rejection_reason) ON TABLE app.bank_accounts TO fairlot_worker;

GRANT UPDATE(note) ON TABLE app.bank_accounts TO fairlot_worker;

GRANT INSERT(added_at) ON TABLE app.bank_accounts TO fairlot_api;

GRANT UPDATE(decided_at) ON TABLE app.bank_accounts TO fairlot_worker;

GRANT UPDATE(usable_from) ON TABLE app.bank_accounts TO fairlot_worker;

GRANT UPDATE(is_default) ON TABLE app.bank_accounts TO fairlot_api;
GRANT UPDATE(is_default) ON TABLE app.bank_accounts TO fairlot_worker;

GRANT INSERT(device_key) ON TABLE app.bank_accounts TO fairlot_api;

GRANT INSERT(signature) ON TABLE app.bank_accounts TO fairlot_api;

GRANT SELECT ON TABLE app.bank_line_notes TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.bank_line_notes TO fairlot_console;
GRANT SELECT ON TABLE app.bank_line_notes TO fairlot_worker;

GRANT SELECT ON TABLE app.bank_statement_lines TO fairlot_reader;
GRANT SELECT ON TABLE app.bank_statement_lines TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.bank_statement_lines TO fairlot_worker;
GRANT SELECT,INSERT ON TABLE app.bank_statement_lines TO fairlot_console;

GRANT UPDATE(deposit_id) ON TABLE app.bank_statement_lines TO fairlot_worker;

GRANT UPDATE(withdrawal_id) ON TABLE app.bank_statement_lines TO fairlot_worker;

GRANT UPDATE(differences) ON TABLE app.bank_statement_lines TO fairlot_worker;

GRANT UPDATE(matched_at) ON TABLE app.bank_statement_lines TO fairlot_worker;

GRANT UPDATE(returns_line) ON TABLE app.bank_statement_lines TO fairlot_worker;

GRANT UPDATE(returned_withdrawal) ON TABLE app.bank_statement_lines TO fairlot_worker;

GRANT SELECT ON TABLE app.bank_statements TO fairlot_reader;
GRANT SELECT ON TABLE app.bank_statements TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.bank_statements TO fairlot_worker;
GRANT SELECT,INSERT ON TABLE app.bank_statements TO fairlot_console;

GRANT SELECT ON TABLE app.challenges TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.challenges TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.challenges TO fairlot_worker;

GRANT UPDATE(tries) ON TABLE app.challenges TO fairlot_api;

GRANT UPDATE(used_at) ON TABLE app.challenges TO fairlot_api;

GRANT SELECT ON TABLE app.chart_drawings TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.chart_drawings TO fairlot_api;

GRANT UPDATE(drawings) ON TABLE app.chart_drawings TO fairlot_api;

GRANT UPDATE(saved_at) ON TABLE app.chart_drawings TO fairlot_api;

GRANT SELECT ON TABLE app.chart_settings TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.chart_settings TO fairlot_api;

GRANT UPDATE(settings) ON TABLE app.chart_settings TO fairlot_api;

GRANT UPDATE(saved_at) ON TABLE app.chart_settings TO fairlot_api;

GRANT SELECT ON TABLE app.closures TO fairlot_reader;
GRANT SELECT ON TABLE app.closures TO fairlot_api;
GRANT SELECT,INSERT,DELETE ON TABLE app.closures TO fairlot_worker;
GRANT SELECT ON TABLE app.closures TO fairlot_quotes;
GRANT SELECT ON TABLE app.closures TO fairlot_practice;
GRANT SELECT ON TABLE app.closures TO fairlot_console;
GRANT INSERT,UPDATE ON TABLE app.closures TO fairlot_seed;
GRANT SELECT ON TABLE app.closures TO fairlot_settlement;

GRANT SELECT ON TABLE app.conditional_cursors TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE app.conditional_cursors TO fairlot_worker;

GRANT SELECT ON TABLE app.conditional_days TO fairlot_reader;
GRANT SELECT ON TABLE app.conditional_days TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE app.conditional_days TO fairlot_worker;

GRANT SELECT ON TABLE app.conditional_orders TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.conditional_orders TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE app.conditional_orders TO fairlot_worker;

GRANT SELECT(id) ON TABLE app.conditional_orders TO fairlot_console;

GRANT SELECT(member_id) ON TABLE app.conditional_orders TO fairlot_console;

GRANT SELECT(symbol) ON TABLE app.conditional_orders TO fairlot_console;

GRANT SELECT(kind) ON TABLE app.conditional_orders TO fairlot_console;

GRANT SELECT(body) ON TABLE app.conditional_orders TO fairlot_console;

GRANT SELECT(quantity) ON TABLE app.conditional_orders TO fairlot_console;

GRANT UPDATE(state) ON TABLE app.conditional_orders TO fairlot_api;
GRANT SELECT(state) ON TABLE app.conditional_orders TO fairlot_console;

GRANT UPDATE(reason) ON TABLE app.conditional_orders TO fairlot_api;

GRANT SELECT(expires_on) ON TABLE app.conditional_orders TO fairlot_console;

GRANT SELECT(created_at) ON TABLE app.conditional_orders TO fairlot_console;

GRANT UPDATE(ended_at) ON TABLE app.conditional_orders TO fairlot_api;

GRANT SELECT(order_id) ON TABLE app.conditional_orders TO fairlot_console;

GRANT SELECT(holds) ON TABLE app.conditional_orders TO fairlot_console;

GRANT SELECT(worst_price) ON TABLE app.conditional_orders TO fairlot_console;

GRANT SELECT ON TABLE app.copy_amounts TO fairlot_reader;
GRANT SELECT ON TABLE app.copy_amounts TO fairlot_api;
GRANT SELECT ON TABLE app.copy_amounts TO fairlot_console;
GRANT SELECT ON TABLE app.copy_amounts TO fairlot_worker;

GRANT SELECT ON TABLE app.copy_block_lines TO fairlot_reader;
GRANT SELECT ON TABLE app.copy_block_lines TO fairlot_api;
GRANT SELECT ON TABLE app.copy_block_lines TO fairlot_console;
GRANT SELECT ON TABLE app.copy_block_lines TO fairlot_worker;

GRANT SELECT ON TABLE app.copy_block_lists TO fairlot_reader;

GRANT SELECT ON TABLE app.copy_products TO fairlot_reader;
GRANT SELECT ON TABLE app.copy_products TO fairlot_api;
GRANT SELECT ON TABLE app.copy_products TO fairlot_console;
GRANT SELECT ON TABLE app.copy_products TO fairlot_worker;

GRANT SELECT ON TABLE app.coupon_cursors TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.coupon_cursors TO fairlot_worker;

GRANT UPDATE(event) ON TABLE app.coupon_cursors TO fairlot_worker;

GRANT SELECT ON TABLE app.coupon_grants TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.coupon_grants TO fairlot_worker;
GRANT SELECT ON TABLE app.coupon_grants TO fairlot_api;
GRANT SELECT ON TABLE app.coupon_grants TO fairlot_console;

GRANT SELECT ON TABLE app.coupons TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.coupons TO fairlot_worker;
GRANT SELECT ON TABLE app.coupons TO fairlot_api;
GRANT SELECT ON TABLE app.coupons TO fairlot_console;

GRANT UPDATE(state) ON TABLE app.coupons TO fairlot_worker;

GRANT UPDATE(order_id) ON TABLE app.coupons TO fairlot_worker;

GRANT UPDATE(used) ON TABLE app.coupons TO fairlot_worker;

GRANT UPDATE(used_at) ON TABLE app.coupons TO fairlot_worker;

GRANT UPDATE(entry_id) ON TABLE app.coupons TO fairlot_worker;

GRANT SELECT ON TABLE app.credential_failures TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE app.credential_failures TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.credential_failures TO fairlot_worker;

GRANT SELECT ON TABLE app.credentials TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.credentials TO fairlot_api;

GRANT UPDATE(password_hash) ON TABLE app.credentials TO fairlot_api;

GRANT UPDATE(pepper_key) ON TABLE app.credentials TO fairlot_api;
GRANT SELECT(pepper_key) ON TABLE app.credentials TO fairlot_worker;

GRANT UPDATE(changed_at) ON TABLE app.credentials TO fairlot_api;

GRANT UPDATE(withdrawal_cool_down_until) ON TABLE app.credentials TO fairlot_api;

GRANT SELECT ON TABLE app.credit_calls TO fairlot_reader;
GRANT SELECT ON TABLE app.credit_calls TO fairlot_api;
GRANT SELECT ON TABLE app.credit_calls TO fairlot_worker;
GRANT SELECT ON TABLE app.credit_calls TO fairlot_console;

GRANT SELECT ON TABLE app.credit_increases TO fairlot_reader;
GRANT SELECT ON TABLE app.credit_increases TO fairlot_api;
GRANT SELECT ON TABLE app.credit_increases TO fairlot_worker;
GRANT SELECT ON TABLE app.credit_increases TO fairlot_console;

GRANT INSERT(id) ON TABLE app.credit_increases TO fairlot_api;

GRANT INSERT(number) ON TABLE app.credit_increases TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.credit_increases TO fairlot_api;

GRANT INSERT(amount) ON TABLE app.credit_increases TO fairlot_api;

GRANT INSERT(purpose) ON TABLE app.credit_increases TO fairlot_api;

GRANT INSERT(sent_at) ON TABLE app.credit_increases TO fairlot_api;

GRANT INSERT(promised_at) ON TABLE app.credit_increases TO fairlot_api;

GRANT SELECT ON TABLE app.credit_pledges TO fairlot_reader;
GRANT SELECT ON TABLE app.credit_pledges TO fairlot_api;
GRANT SELECT ON TABLE app.credit_pledges TO fairlot_worker;
GRANT SELECT ON TABLE app.credit_pledges TO fairlot_console;

GRANT SELECT ON TABLE app.credit_sales TO fairlot_reader;
GRANT SELECT ON TABLE app.credit_sales TO fairlot_api;
GRANT SELECT ON TABLE app.credit_sales TO fairlot_worker;
GRANT SELECT ON TABLE app.credit_sales TO fairlot_console;

GRANT SELECT ON TABLE app.currency_backups TO fairlot_reader;
GRANT SELECT ON TABLE app.currency_backups TO fairlot_api;
GRANT SELECT ON TABLE app.currency_backups TO fairlot_console;
GRANT SELECT ON TABLE app.currency_backups TO fairlot_worker;

GRANT UPDATE(ended_at) ON TABLE app.currency_backups TO fairlot_worker;

GRANT SELECT ON TABLE app.currency_flows TO fairlot_reader;
GRANT SELECT ON TABLE app.currency_flows TO fairlot_api;
GRANT SELECT ON TABLE app.currency_flows TO fairlot_worker;

GRANT SELECT ON TABLE app.currency_rate_points TO fairlot_reader;
GRANT SELECT ON TABLE app.currency_rate_points TO fairlot_api;
GRANT SELECT ON TABLE app.currency_rate_points TO fairlot_console;
GRANT SELECT,INSERT,DELETE ON TABLE app.currency_rate_points TO fairlot_worker;

GRANT SELECT ON TABLE app.currency_rates TO fairlot_reader;
GRANT SELECT ON TABLE app.currency_rates TO fairlot_api;
GRANT SELECT ON TABLE app.currency_rates TO fairlot_console;
GRANT SELECT,INSERT,UPDATE ON TABLE app.currency_rates TO fairlot_worker;

GRANT SELECT ON TABLE app.day_trade_covers TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.day_trade_covers TO fairlot_worker;

GRANT SELECT ON TABLE app.day_trade_days TO fairlot_reader;
GRANT SELECT ON TABLE app.day_trade_days TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE app.day_trade_days TO fairlot_worker;
GRANT SELECT ON TABLE app.day_trade_days TO fairlot_console;

GRANT SELECT ON TABLE app.day_trading_applications TO fairlot_reader;
GRANT SELECT ON TABLE app.day_trading_applications TO fairlot_api;
GRANT SELECT ON TABLE app.day_trading_applications TO fairlot_worker;
GRANT SELECT ON TABLE app.day_trading_applications TO fairlot_console;
GRANT SELECT ON TABLE app.day_trading_applications TO fairlot_settlement;

GRANT INSERT(id) ON TABLE app.day_trading_applications TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.day_trading_applications TO fairlot_api;

GRANT INSERT(statement) ON TABLE app.day_trading_applications TO fairlot_api;

GRANT UPDATE(state) ON TABLE app.day_trading_applications TO fairlot_worker;

GRANT UPDATE(reason) ON TABLE app.day_trading_applications TO fairlot_worker;

GRANT INSERT(applied_at) ON TABLE app.day_trading_applications TO fairlot_api;

GRANT UPDATE(decided_at) ON TABLE app.day_trading_applications TO fairlot_worker;

GRANT UPDATE(decided_by) ON TABLE app.day_trading_applications TO fairlot_worker;

GRANT SELECT ON TABLE app.deposit_channel_history TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.deposit_channel_history TO fairlot_worker;
GRANT SELECT ON TABLE app.deposit_channel_history TO fairlot_console;

GRANT SELECT ON TABLE app.deposit_channels TO fairlot_reader;
GRANT SELECT ON TABLE app.deposit_channels TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE app.deposit_channels TO fairlot_worker;
GRANT SELECT ON TABLE app.deposit_channels TO fairlot_console;

GRANT SELECT ON TABLE app.deposit_corrections TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.deposit_corrections TO fairlot_worker;
GRANT SELECT ON TABLE app.deposit_corrections TO fairlot_console;
GRANT SELECT ON TABLE app.deposit_corrections TO fairlot_api;

GRANT SELECT ON TABLE app.deposits TO fairlot_reader;
GRANT SELECT ON TABLE app.deposits TO fairlot_api;
GRANT SELECT ON TABLE app.deposits TO fairlot_worker;
GRANT SELECT ON TABLE app.deposits TO fairlot_console;

GRANT INSERT(id) ON TABLE app.deposits TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.deposits TO fairlot_api;

GRANT INSERT(channel_id) ON TABLE app.deposits TO fairlot_api;

GRANT INSERT(currency) ON TABLE app.deposits TO fairlot_api;

GRANT INSERT(amount) ON TABLE app.deposits TO fairlot_api;

GRANT INSERT(fee) ON TABLE app.deposits TO fairlot_api;

GRANT UPDATE(booked) ON TABLE app.deposits TO fairlot_worker;

GRANT UPDATE(state) ON TABLE app.deposits TO fairlot_worker;

GRANT UPDATE(rejection_reason) ON TABLE app.deposits TO fairlot_worker;

GRANT UPDATE(note) ON TABLE app.deposits TO fairlot_worker;

GRANT INSERT(receipt_file) ON TABLE app.deposits TO fairlot_api;

GRANT INSERT(from_ending) ON TABLE app.deposits TO fairlot_api;

GRANT INSERT(reference) ON TABLE app.deposits TO fairlot_api;

GRANT INSERT(sent_at) ON TABLE app.deposits TO fairlot_api;

GRANT INSERT(promised_at) ON TABLE app.deposits TO fairlot_api;

GRANT UPDATE(decided_at) ON TABLE app.deposits TO fairlot_worker;

GRANT UPDATE(entry_id) ON TABLE app.deposits TO fairlot_worker;

GRANT INSERT(steps) ON TABLE app.deposits TO fairlot_api;
GRANT UPDATE(steps) ON TABLE app.deposits TO fairlot_worker;

GRANT SELECT ON TABLE app.device_keys TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.device_keys TO fairlot_api;

GRANT UPDATE(removed_at) ON TABLE app.device_keys TO fairlot_api;

GRANT SELECT ON TABLE app.dividend_notices TO fairlot_reader;
GRANT SELECT ON TABLE app.dividend_notices TO fairlot_worker;

GRANT UPDATE(upto) ON TABLE app.dividend_notices TO fairlot_worker;

GRANT UPDATE(notified) ON TABLE app.dividend_notices TO fairlot_worker;

GRANT UPDATE(ended_at) ON TABLE app.dividend_notices TO fairlot_worker;

GRANT SELECT ON TABLE app.draw_ranks TO fairlot_reader;
GRANT SELECT ON TABLE app.draw_ranks TO fairlot_api;
GRANT SELECT ON TABLE app.draw_ranks TO fairlot_console;
GRANT SELECT,INSERT ON TABLE app.draw_ranks TO fairlot_worker;

GRANT SELECT,INSERT ON TABLE app.draw_secrets TO fairlot_worker;

GRANT SELECT ON TABLE app.draw_tickets TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.draw_tickets TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.draw_tickets TO fairlot_worker;

GRANT SELECT(draw_id) ON TABLE app.draw_tickets TO fairlot_console;

GRANT SELECT ON TABLE app.draws TO fairlot_reader;
GRANT SELECT ON TABLE app.draws TO fairlot_api;
GRANT SELECT ON TABLE app.draws TO fairlot_console;
GRANT SELECT,INSERT ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(state) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(closed_at) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(tickets) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(root) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(released_at) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(release_review) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(secret) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(release_round) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(decided_at) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(beacon_signature) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(randomness) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(seed) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(order_hash) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(void_at) ON TABLE app.draws TO fairlot_worker;

GRANT UPDATE(void_reason) ON TABLE app.draws TO fairlot_worker;

GRANT SELECT ON TABLE app.enrolment_halves TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.enrolment_halves TO fairlot_worker;

GRANT SELECT(operator_id) ON TABLE app.enrolment_halves TO fairlot_console;

GRANT SELECT(approver_id) ON TABLE app.enrolment_halves TO fairlot_console;

GRANT UPDATE(sealed) ON TABLE app.enrolment_halves TO fairlot_worker;

GRANT SELECT(taken_at) ON TABLE app.enrolment_halves TO fairlot_console;

GRANT SELECT ON TABLE app.favourite_group_symbols TO fairlot_reader;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE app.favourite_group_symbols TO fairlot_api;

GRANT SELECT ON TABLE app.favourite_groups TO fairlot_reader;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE app.favourite_groups TO fairlot_api;

GRANT SELECT ON TABLE app.favourites TO fairlot_reader;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE app.favourites TO fairlot_api;
GRANT SELECT ON TABLE app.favourites TO fairlot_worker;

GRANT SELECT ON TABLE app.feed_tickets TO fairlot_reader;
GRANT INSERT ON TABLE app.feed_tickets TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.feed_tickets TO fairlot_live;
GRANT SELECT,DELETE ON TABLE app.feed_tickets TO fairlot_worker;

GRANT SELECT ON TABLE app.files TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.files TO fairlot_api;
GRANT SELECT ON TABLE app.files TO fairlot_worker;
GRANT SELECT ON TABLE app.files TO fairlot_console;

GRANT UPDATE(dropped_at) ON TABLE app.files TO fairlot_api;
GRANT UPDATE(dropped_at) ON TABLE app.files TO fairlot_worker;

GRANT UPDATE(gone_at) ON TABLE app.files TO fairlot_worker;

GRANT SELECT ON TABLE app.fills TO fairlot_reader;
GRANT SELECT ON TABLE app.fills TO fairlot_api;
GRANT SELECT ON TABLE app.fills TO fairlot_console;
GRANT SELECT ON TABLE app.fills TO fairlot_worker;
GRANT SELECT,INSERT ON TABLE app.fills TO fairlot_settlement;

GRANT SELECT ON TABLE app.fund_credentials TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.fund_credentials TO fairlot_api;

GRANT UPDATE(password_hash) ON TABLE app.fund_credentials TO fairlot_api;

GRANT UPDATE(pepper_key) ON TABLE app.fund_credentials TO fairlot_api;
GRANT SELECT(pepper_key) ON TABLE app.fund_credentials TO fairlot_worker;

GRANT UPDATE(changed_at) ON TABLE app.fund_credentials TO fairlot_api;

GRANT SELECT ON TABLE app.fundamental_imports TO fairlot_reader;
GRANT SELECT ON TABLE app.fundamental_imports TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.fundamental_imports TO fairlot_seed;

GRANT SELECT ON TABLE app.fundamentals TO fairlot_reader;
GRANT SELECT ON TABLE app.fundamentals TO fairlot_api;
GRANT SELECT,INSERT,DELETE ON TABLE app.fundamentals TO fairlot_seed;

GRANT UPDATE(figures) ON TABLE app.fundamentals TO fairlot_seed;

GRANT UPDATE(import_id) ON TABLE app.fundamentals TO fairlot_seed;

GRANT SELECT ON TABLE app.identities TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.identities TO fairlot_api;
GRANT SELECT ON TABLE app.identities TO fairlot_worker;
GRANT SELECT ON TABLE app.identities TO fairlot_console;

GRANT UPDATE(state) ON TABLE app.identities TO fairlot_api;
GRANT UPDATE(state) ON TABLE app.identities TO fairlot_worker;

GRANT UPDATE(attempt) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(document) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(name) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(number) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(birth_date) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(name_masked) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(number_masked) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(front) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(back) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(sent_at) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(review_id) ON TABLE app.identities TO fairlot_api;

GRANT UPDATE(problems) ON TABLE app.identities TO fairlot_api;
GRANT UPDATE(problems) ON TABLE app.identities TO fairlot_worker;

GRANT UPDATE(reason) ON TABLE app.identities TO fairlot_api;
GRANT UPDATE(reason) ON TABLE app.identities TO fairlot_worker;

GRANT UPDATE(note) ON TABLE app.identities TO fairlot_api;
GRANT UPDATE(note) ON TABLE app.identities TO fairlot_worker;

GRANT UPDATE(decided_at) ON TABLE app.identities TO fairlot_api;
GRANT UPDATE(decided_at) ON TABLE app.identities TO fairlot_worker;

GRANT SELECT ON TABLE app.instrument_view_counts TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE app.instrument_view_counts TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.instrument_view_counts TO fairlot_worker;

GRANT SELECT ON TABLE app.instrument_views TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.instrument_views TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.instrument_views TO fairlot_worker;

GRANT SELECT ON TABLE app.instruments TO fairlot_reader;
GRANT SELECT ON TABLE app.instruments TO fairlot_api;
GRANT SELECT ON TABLE app.instruments TO fairlot_worker;
GRANT SELECT ON TABLE app.instruments TO fairlot_quotes;
GRANT SELECT ON TABLE app.instruments TO fairlot_live;
GRANT SELECT ON TABLE app.instruments TO fairlot_practice;
GRANT SELECT ON TABLE app.instruments TO fairlot_console;
GRANT INSERT,UPDATE ON TABLE app.instruments TO fairlot_seed;

GRANT UPDATE(venue_sent_at) ON TABLE app.instruments TO fairlot_worker;

GRANT SELECT ON TABLE app.journals TO fairlot_reader;
GRANT SELECT ON TABLE app.journals TO fairlot_api;
GRANT SELECT ON TABLE app.journals TO fairlot_console;
GRANT SELECT,INSERT ON TABLE app.journals TO fairlot_worker;

GRANT SELECT ON TABLE app.known_devices TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.known_devices TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.known_devices TO fairlot_worker;

GRANT SELECT(id) ON TABLE app.known_devices TO fairlot_console;

GRANT SELECT(member_id) ON TABLE app.known_devices TO fairlot_console;

GRANT UPDATE(label) ON TABLE app.known_devices TO fairlot_api;
GRANT SELECT(label) ON TABLE app.known_devices TO fairlot_console;

GRANT SELECT(first_seen_at) ON TABLE app.known_devices TO fairlot_console;

GRANT UPDATE(last_seen_at) ON TABLE app.known_devices TO fairlot_api;
GRANT SELECT(last_seen_at) ON TABLE app.known_devices TO fairlot_console;

GRANT UPDATE(expires_at) ON TABLE app.known_devices TO fairlot_api;
GRANT SELECT(expires_at) ON TABLE app.known_devices TO fairlot_console;

GRANT SELECT ON TABLE app.margin_calls TO fairlot_reader;
GRANT SELECT ON TABLE app.margin_calls TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE app.margin_calls TO fairlot_worker;
GRANT SELECT ON TABLE app.margin_calls TO fairlot_console;

GRANT UPDATE(seen_at) ON TABLE app.margin_calls TO fairlot_api;

GRANT SELECT ON TABLE app.market_halts TO fairlot_reader;
GRANT SELECT ON TABLE app.market_halts TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.market_halts TO fairlot_worker;
GRANT SELECT ON TABLE app.market_halts TO fairlot_console;

GRANT UPDATE(resumed_at) ON TABLE app.market_halts TO fairlot_worker;

GRANT UPDATE(resumed_by) ON TABLE app.market_halts TO fairlot_worker;

GRANT SELECT ON TABLE app.member_events TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.member_events TO fairlot_api;
GRANT SELECT,INSERT,DELETE ON TABLE app.member_events TO fairlot_worker;
GRANT SELECT ON TABLE app.member_events TO fairlot_live;
GRANT SELECT,INSERT ON TABLE app.member_events TO fairlot_settlement;

GRANT SELECT ON TABLE app.member_keys TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.member_keys TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.member_keys TO fairlot_worker;
GRANT SELECT ON TABLE app.member_keys TO fairlot_console;

GRANT UPDATE(master_key_id) ON TABLE app.member_keys TO fairlot_worker;

GRANT UPDATE(wrapped) ON TABLE app.member_keys TO fairlot_worker;

GRANT UPDATE(rewrapped_at) ON TABLE app.member_keys TO fairlot_worker;

GRANT UPDATE(shredded_at) ON TABLE app.member_keys TO fairlot_worker;

GRANT SELECT ON TABLE app.member_notes TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.member_notes TO fairlot_console;

GRANT SELECT ON TABLE app.members TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.members TO fairlot_api;
GRANT SELECT ON TABLE app.members TO fairlot_worker;
GRANT SELECT ON TABLE app.members TO fairlot_console;

GRANT SELECT ON TABLE app.mentor_applications TO fairlot_reader;
GRANT SELECT ON TABLE app.mentor_applications TO fairlot_api;
GRANT SELECT ON TABLE app.mentor_applications TO fairlot_worker;
GRANT SELECT ON TABLE app.mentor_applications TO fairlot_console;

GRANT INSERT(id) ON TABLE app.mentor_applications TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.mentor_applications TO fairlot_api;

GRANT INSERT(name) ON TABLE app.mentor_applications TO fairlot_api;

GRANT INSERT(strategy_tw) ON TABLE app.mentor_applications TO fairlot_api;

GRANT INSERT(strategy_en) ON TABLE app.mentor_applications TO fairlot_api;

GRANT UPDATE(state) ON TABLE app.mentor_applications TO fairlot_worker;

GRANT UPDATE(reason) ON TABLE app.mentor_applications TO fairlot_worker;

GRANT UPDATE(note) ON TABLE app.mentor_applications TO fairlot_worker;

GRANT INSERT(sent_at) ON TABLE app.mentor_applications TO fairlot_api;

GRANT INSERT(promised_at) ON TABLE app.mentor_applications TO fairlot_api;

GRANT UPDATE(decided_at) ON TABLE app.mentor_applications TO fairlot_worker;

GRANT SELECT ON TABLE app.mentor_days TO fairlot_reader;
GRANT SELECT ON TABLE app.mentor_days TO fairlot_api;
GRANT SELECT ON TABLE app.mentor_days TO fairlot_console;
GRANT SELECT,INSERT ON TABLE app.mentor_days TO fairlot_worker;

GRANT SELECT ON TABLE app.mentors TO fairlot_reader;
GRANT SELECT ON TABLE app.mentors TO fairlot_api;
GRANT SELECT ON TABLE app.mentors TO fairlot_console;
GRANT SELECT ON TABLE app.mentors TO fairlot_worker;

GRANT SELECT ON TABLE app.news_articles TO fairlot_reader;
GRANT SELECT ON TABLE app.news_articles TO fairlot_api;
GRANT SELECT ON TABLE app.news_articles TO fairlot_console;
GRANT SELECT ON TABLE app.news_articles TO fairlot_worker;

GRANT SELECT ON TABLE app.news_imports TO fairlot_reader;
GRANT SELECT ON TABLE app.news_imports TO fairlot_console;
GRANT SELECT,INSERT,UPDATE ON TABLE app.news_imports TO fairlot_worker;

GRANT SELECT ON TABLE app.news_pictures TO fairlot_reader;
GRANT SELECT ON TABLE app.news_pictures TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.news_pictures TO fairlot_console;
GRANT SELECT ON TABLE app.news_pictures TO fairlot_worker;

GRANT SELECT ON TABLE app.news_reads TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.news_reads TO fairlot_api;
GRANT SELECT ON TABLE app.news_reads TO fairlot_console;

GRANT SELECT ON TABLE app.news_stocks TO fairlot_reader;
GRANT SELECT ON TABLE app.news_stocks TO fairlot_api;

GRANT SELECT ON TABLE app.news_versions TO fairlot_reader;
GRANT SELECT ON TABLE app.news_versions TO fairlot_api;
GRANT SELECT ON TABLE app.news_versions TO fairlot_console;
GRANT SELECT ON TABLE app.news_versions TO fairlot_worker;

GRANT SELECT ON TABLE app.news_withdrawals TO fairlot_reader;
GRANT SELECT ON TABLE app.news_withdrawals TO fairlot_api;
GRANT SELECT ON TABLE app.news_withdrawals TO fairlot_console;
GRANT SELECT ON TABLE app.news_withdrawals TO fairlot_worker;

GRANT SELECT ON TABLE app.notice_marks TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.notice_marks TO fairlot_api;

GRANT UPDATE(all_read_at) ON TABLE app.notice_marks TO fairlot_api;

GRANT SELECT ON TABLE app.notice_reads TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.notice_reads TO fairlot_api;
GRANT SELECT ON TABLE app.notice_reads TO fairlot_console;

GRANT SELECT ON TABLE app.notices TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.notices TO fairlot_api;
GRANT SELECT,INSERT,DELETE ON TABLE app.notices TO fairlot_worker;
GRANT SELECT ON TABLE app.notices TO fairlot_console;

GRANT UPDATE(read_at) ON TABLE app.notices TO fairlot_api;

GRANT UPDATE(delivered_at) ON TABLE app.notices TO fairlot_worker;

GRANT SELECT ON TABLE app.offers TO fairlot_reader;
GRANT SELECT ON TABLE app.offers TO fairlot_api;
GRANT SELECT ON TABLE app.offers TO fairlot_console;
GRANT SELECT,INSERT ON TABLE app.offers TO fairlot_worker;

GRANT UPDATE(state) ON TABLE app.offers TO fairlot_worker;

GRANT UPDATE(stage) ON TABLE app.offers TO fairlot_worker;

GRANT UPDATE(draw_id) ON TABLE app.offers TO fairlot_worker;

GRANT UPDATE(drawn_from) ON TABLE app.offers TO fairlot_worker;

GRANT UPDATE(removed_at) ON TABLE app.offers TO fairlot_worker;

GRANT UPDATE(inventory_id) ON TABLE app.offers TO fairlot_worker;

GRANT SELECT ON TABLE app.opening_draws TO fairlot_reader;
GRANT SELECT ON TABLE app.opening_draws TO fairlot_api;
GRANT SELECT ON TABLE app.opening_draws TO fairlot_console;
GRANT SELECT,INSERT ON TABLE app.opening_draws TO fairlot_worker;

GRANT SELECT ON TABLE app.operator_authenticators TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.operator_authenticators TO fairlot_console;

GRANT SELECT(operator_id) ON TABLE app.operator_authenticators TO fairlot_worker;

GRANT SELECT(sealed_seed),UPDATE(sealed_seed) ON TABLE app.operator_authenticators TO fairlot_worker;

GRANT UPDATE(last_step) ON TABLE app.operator_authenticators TO fairlot_console;

GRANT SELECT ON TABLE app.operator_challenges TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.operator_challenges TO fairlot_console;
GRANT SELECT,DELETE ON TABLE app.operator_challenges TO fairlot_worker;

GRANT UPDATE(tries) ON TABLE app.operator_challenges TO fairlot_console;

GRANT UPDATE(used_at) ON TABLE app.operator_challenges TO fairlot_console;

GRANT SELECT ON TABLE app.operator_devices TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.operator_devices TO fairlot_console;

GRANT SELECT ON TABLE app.operator_passkeys TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.operator_passkeys TO fairlot_console;

GRANT UPDATE(counter) ON TABLE app.operator_passkeys TO fairlot_console;

GRANT UPDATE(last_used_at) ON TABLE app.operator_passkeys TO fairlot_console;

GRANT SELECT ON TABLE app.operator_push_subscriptions TO fairlot_reader;
GRANT INSERT,DELETE ON TABLE app.operator_push_subscriptions TO fairlot_console;
GRANT SELECT,DELETE ON TABLE app.operator_push_subscriptions TO fairlot_worker;

GRANT SELECT(device_id) ON TABLE app.operator_push_subscriptions TO fairlot_console;

GRANT SELECT(operator_id) ON TABLE app.operator_push_subscriptions TO fairlot_console;

GRANT SELECT(key_id) ON TABLE app.operator_push_subscriptions TO fairlot_console;

GRANT SELECT(endpoint) ON TABLE app.operator_push_subscriptions TO fairlot_console;

GRANT SELECT ON TABLE app.operator_recovery_codes TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.operator_recovery_codes TO fairlot_console;

GRANT UPDATE(used_at) ON TABLE app.operator_recovery_codes TO fairlot_console;

GRANT SELECT ON TABLE app.operator_relations TO fairlot_reader;
GRANT SELECT ON TABLE app.operator_relations TO fairlot_console;
GRANT SELECT,INSERT ON TABLE app.operator_relations TO fairlot_worker;

GRANT SELECT ON TABLE app.operator_rights TO fairlot_reader;
GRANT SELECT ON TABLE app.operator_rights TO fairlot_console;
GRANT SELECT ON TABLE app.operator_rights TO fairlot_worker;

GRANT SELECT ON TABLE app.operator_roles TO fairlot_reader;
GRANT SELECT ON TABLE app.operator_roles TO fairlot_console;
GRANT SELECT,INSERT,DELETE ON TABLE app.operator_roles TO fairlot_worker;

GRANT UPDATE(until) ON TABLE app.operator_roles TO fairlot_worker;

GRANT SELECT ON TABLE app.operator_sessions TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.operator_sessions TO fairlot_console;
GRANT SELECT,DELETE ON TABLE app.operator_sessions TO fairlot_worker;

GRANT UPDATE(last_seen_at) ON TABLE app.operator_sessions TO fairlot_console;

GRANT UPDATE(revoked_at) ON TABLE app.operator_sessions TO fairlot_console;
GRANT UPDATE(revoked_at) ON TABLE app.operator_sessions TO fairlot_worker;

GRANT SELECT ON TABLE app.operator_tries TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE app.operator_tries TO fairlot_console;
GRANT SELECT,DELETE ON TABLE app.operator_tries TO fairlot_worker;

GRANT SELECT ON TABLE app.operator_voting_keys TO fairlot_reader;
GRANT SELECT ON TABLE app.operator_voting_keys TO fairlot_console;
GRANT SELECT ON TABLE app.operator_voting_keys TO fairlot_worker;

GRANT INSERT(id) ON TABLE app.operator_voting_keys TO fairlot_console;

GRANT INSERT(operator_id) ON TABLE app.operator_voting_keys TO fairlot_console;

GRANT INSERT(kind) ON TABLE app.operator_voting_keys TO fairlot_console;

GRANT INSERT(public_key) ON TABLE app.operator_voting_keys TO fairlot_console;

GRANT INSERT(credential_id) ON TABLE app.operator_voting_keys TO fairlot_console;

GRANT INSERT(label) ON TABLE app.operator_voting_keys TO fairlot_console;

GRANT INSERT(requested_at) ON TABLE app.operator_voting_keys TO fairlot_console;

GRANT UPDATE(valid_from) ON TABLE app.operator_voting_keys TO fairlot_worker;

GRANT UPDATE(revoked_at) ON TABLE app.operator_voting_keys TO fairlot_worker;

GRANT SELECT ON TABLE app.operators TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.operators TO fairlot_worker;

GRANT SELECT(id) ON TABLE app.operators TO fairlot_console;

GRANT SELECT(login) ON TABLE app.operators TO fairlot_console;

GRANT UPDATE(name) ON TABLE app.operators TO fairlot_worker;
GRANT SELECT(name) ON TABLE app.operators TO fairlot_console;

GRANT SELECT(added_at) ON TABLE app.operators TO fairlot_console;

GRANT UPDATE(left_at) ON TABLE app.operators TO fairlot_worker;
GRANT SELECT(left_at) ON TABLE app.operators TO fairlot_console;

GRANT UPDATE(enrolment_hash) ON TABLE app.operators TO fairlot_worker;

GRANT UPDATE(enrolment_until) ON TABLE app.operators TO fairlot_worker;
GRANT SELECT(enrolment_until) ON TABLE app.operators TO fairlot_console;

GRANT SELECT(password_hash) ON TABLE app.operators TO fairlot_console;

GRANT SELECT(pepper_key) ON TABLE app.operators TO fairlot_console;

GRANT SELECT(enrolled_at) ON TABLE app.operators TO fairlot_console;

GRANT SELECT(proposed_by) ON TABLE app.operators TO fairlot_console;

GRANT SELECT(approved_by) ON TABLE app.operators TO fairlot_console;

GRANT SELECT(separated_until) ON TABLE app.operators TO fairlot_console;

GRANT SELECT ON TABLE app.order_exits TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.order_exits TO fairlot_api;
GRANT SELECT ON TABLE app.order_exits TO fairlot_console;
GRANT SELECT,INSERT ON TABLE app.order_exits TO fairlot_worker;

GRANT UPDATE(armed) ON TABLE app.order_exits TO fairlot_worker;

GRANT UPDATE(done) ON TABLE app.order_exits TO fairlot_worker;

GRANT SELECT ON TABLE app.order_steps TO fairlot_reader;
GRANT SELECT ON TABLE app.order_steps TO fairlot_api;
GRANT SELECT ON TABLE app.order_steps TO fairlot_worker;
GRANT SELECT,INSERT ON TABLE app.order_steps TO fairlot_settlement;
GRANT SELECT ON TABLE app.order_steps TO fairlot_console;

GRANT SELECT ON TABLE app.order_steps_other TO fairlot_reader;

GRANT SELECT ON TABLE app.orders TO fairlot_reader;
GRANT SELECT ON TABLE app.orders TO fairlot_api;
GRANT SELECT ON TABLE app.orders TO fairlot_console;
GRANT SELECT ON TABLE app.orders TO fairlot_worker;
GRANT SELECT ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(state) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(reason) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(accepted_at) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(left_shares) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(filled_shares) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(filled_value) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(fee) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(tax) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(borrow_fee) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(ended_at) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(steps) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(steps_hash) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(loan_repaid) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(interest_paid) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(collateral_freed) ON TABLE app.orders TO fairlot_settlement;

GRANT UPDATE(holds) ON TABLE app.orders TO fairlot_settlement;

GRANT SELECT ON TABLE app.orders_other TO fairlot_reader;

GRANT SELECT ON TABLE app.pair_cursors TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.pair_cursors TO fairlot_worker;

GRANT UPDATE(event) ON TABLE app.pair_cursors TO fairlot_worker;

GRANT SELECT ON TABLE app.pair_trades TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.pair_trades TO fairlot_worker;
GRANT SELECT ON TABLE app.pair_trades TO fairlot_console;

GRANT UPDATE(trades) ON TABLE app.pair_trades TO fairlot_worker;

GRANT UPDATE(shares) ON TABLE app.pair_trades TO fairlot_worker;

GRANT UPDATE(amount) ON TABLE app.pair_trades TO fairlot_worker;

GRANT UPDATE(reviewed) ON TABLE app.pair_trades TO fairlot_worker;

GRANT SELECT ON TABLE app.passkeys TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.passkeys TO fairlot_api;

GRANT UPDATE(counter) ON TABLE app.passkeys TO fairlot_api;

GRANT UPDATE(name) ON TABLE app.passkeys TO fairlot_api;

GRANT UPDATE(last_used_at) ON TABLE app.passkeys TO fairlot_api;

GRANT SELECT ON TABLE app.payout_batches TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.payout_batches TO fairlot_worker;
GRANT SELECT ON TABLE app.payout_batches TO fairlot_console;

GRANT UPDATE(file) ON TABLE app.payout_batches TO fairlot_worker;

GRANT SELECT ON TABLE app.payout_stops TO fairlot_reader;
GRANT SELECT ON TABLE app.payout_stops TO fairlot_worker;
GRANT SELECT ON TABLE app.payout_stops TO fairlot_console;
GRANT SELECT ON TABLE app.payout_stops TO fairlot_api;

GRANT SELECT ON TABLE app.personal_views TO fairlot_reader;
GRANT SELECT ON TABLE app.personal_views TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.personal_views TO fairlot_console;
GRANT SELECT ON TABLE app.personal_views TO fairlot_worker;

GRANT UPDATE(notified_at) ON TABLE app.personal_views TO fairlot_worker;

GRANT SELECT ON TABLE app.price_alert_cursors TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE app.price_alert_cursors TO fairlot_worker;

GRANT SELECT ON TABLE app.price_alert_days TO fairlot_reader;
GRANT SELECT ON TABLE app.price_alert_days TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE app.price_alert_days TO fairlot_worker;

GRANT SELECT ON TABLE app.price_alert_firings TO fairlot_reader;
GRANT SELECT ON TABLE app.price_alert_firings TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE app.price_alert_firings TO fairlot_worker;

GRANT SELECT ON TABLE app.price_alerts TO fairlot_reader;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE app.price_alerts TO fairlot_api;
GRANT SELECT ON TABLE app.price_alerts TO fairlot_worker;

GRANT UPDATE(state) ON TABLE app.price_alerts TO fairlot_worker;

GRANT SELECT ON TABLE app.price_imports TO fairlot_reader;
GRANT SELECT ON TABLE app.price_imports TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.price_imports TO fairlot_worker;
GRANT INSERT ON TABLE app.price_imports TO fairlot_seed;

GRANT SELECT ON TABLE app.push_jobs TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.push_jobs TO fairlot_worker;
GRANT DELETE ON TABLE app.push_jobs TO fairlot_api;

GRANT UPDATE(tries) ON TABLE app.push_jobs TO fairlot_worker;

GRANT UPDATE(due_at) ON TABLE app.push_jobs TO fairlot_worker;

GRANT SELECT ON TABLE app.push_subscriptions TO fairlot_reader;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE app.push_subscriptions TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.push_subscriptions TO fairlot_worker;

GRANT SELECT ON TABLE app.recon_runs TO fairlot_reader;
GRANT SELECT ON TABLE app.recon_runs TO fairlot_worker;
GRANT SELECT ON TABLE app.recon_runs TO fairlot_console;

GRANT SELECT ON TABLE app.recovery_codes TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.recovery_codes TO fairlot_api;

GRANT UPDATE(used_at) ON TABLE app.recovery_codes TO fairlot_api;

GRANT SELECT ON TABLE app.recovery_requests TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.recovery_requests TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.recovery_requests TO fairlot_worker;

GRANT SELECT(id) ON TABLE app.recovery_requests TO fairlot_console;

GRANT SELECT(reference) ON TABLE app.recovery_requests TO fairlot_console;

GRANT SELECT(member_id) ON TABLE app.recovery_requests TO fairlot_console;

GRANT UPDATE(contact) ON TABLE app.recovery_requests TO fairlot_worker;
GRANT SELECT(contact) ON TABLE app.recovery_requests TO fairlot_console;

GRANT UPDATE(statement) ON TABLE app.recovery_requests TO fairlot_worker;
GRANT SELECT(statement) ON TABLE app.recovery_requests TO fairlot_console;

GRANT UPDATE(state) ON TABLE app.recovery_requests TO fairlot_worker;
GRANT SELECT(state) ON TABLE app.recovery_requests TO fairlot_console;

GRANT SELECT(created_at) ON TABLE app.recovery_requests TO fairlot_console;

GRANT UPDATE(decided_at) ON TABLE app.recovery_requests TO fairlot_worker;
GRANT SELECT(decided_at) ON TABLE app.recovery_requests TO fairlot_console;

GRANT UPDATE(decided_by_first) ON TABLE app.recovery_requests TO fairlot_worker;

GRANT UPDATE(decided_by_second) ON TABLE app.recovery_requests TO fairlot_worker;

GRANT UPDATE(review_id) ON TABLE app.recovery_requests TO fairlot_worker;
GRANT SELECT(review_id) ON TABLE app.recovery_requests TO fairlot_console;

GRANT UPDATE(used_at) ON TABLE app.recovery_requests TO fairlot_api;
GRANT SELECT(used_at) ON TABLE app.recovery_requests TO fairlot_console;

GRANT UPDATE(joined_to) ON TABLE app.recovery_requests TO fairlot_worker;
GRANT SELECT(joined_to) ON TABLE app.recovery_requests TO fairlot_console;

GRANT UPDATE(reviewed_at) ON TABLE app.recovery_requests TO fairlot_worker;

GRANT SELECT ON TABLE app.restrictions TO fairlot_reader;
GRANT SELECT ON TABLE app.restrictions TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.restrictions TO fairlot_worker;
GRANT SELECT ON TABLE app.restrictions TO fairlot_console;
GRANT INSERT ON TABLE app.restrictions TO fairlot_seed;

GRANT UPDATE(lifted_at) ON TABLE app.restrictions TO fairlot_worker;

GRANT UPDATE(lifted_by_first) ON TABLE app.restrictions TO fairlot_worker;

GRANT UPDATE(lifted_by_second) ON TABLE app.restrictions TO fairlot_worker;

GRANT UPDATE(lift_reason) ON TABLE app.restrictions TO fairlot_worker;

GRANT SELECT ON TABLE app.review_assignments TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.review_assignments TO fairlot_console;

GRANT UPDATE(operator_id) ON TABLE app.review_assignments TO fairlot_console;

GRANT UPDATE(assigned_at) ON TABLE app.review_assignments TO fairlot_console;

GRANT UPDATE(active_at) ON TABLE app.review_assignments TO fairlot_console;

GRANT SELECT ON TABLE app.review_kinds TO fairlot_reader;
GRANT SELECT ON TABLE app.review_kinds TO fairlot_api;
GRANT SELECT ON TABLE app.review_kinds TO fairlot_worker;
GRANT SELECT ON TABLE app.review_kinds TO fairlot_console;

GRANT SELECT ON TABLE app.review_notes TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.review_notes TO fairlot_console;

GRANT SELECT ON TABLE app.review_openings TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.review_openings TO fairlot_console;
GRANT SELECT ON TABLE app.review_openings TO fairlot_worker;

GRANT SELECT ON TABLE app.review_push_jobs TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.review_push_jobs TO fairlot_worker;

GRANT UPDATE(tries) ON TABLE app.review_push_jobs TO fairlot_worker;

GRANT UPDATE(due_at) ON TABLE app.review_push_jobs TO fairlot_worker;

GRANT SELECT ON TABLE app.review_pushes TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.review_pushes TO fairlot_worker;

GRANT SELECT ON TABLE app.review_signatures TO fairlot_reader;
GRANT SELECT ON TABLE app.review_signatures TO fairlot_console;
GRANT SELECT ON TABLE app.review_signatures TO fairlot_worker;

GRANT INSERT(review_id) ON TABLE app.review_signatures TO fairlot_console;

GRANT INSERT(operator_id) ON TABLE app.review_signatures TO fairlot_console;

GRANT INSERT(decision) ON TABLE app.review_signatures TO fairlot_console;

GRANT INSERT(key_id) ON TABLE app.review_signatures TO fairlot_console;

GRANT INSERT(signed_at) ON TABLE app.review_signatures TO fairlot_console;

GRANT INSERT(opened) ON TABLE app.review_signatures TO fairlot_console;

GRANT INSERT(revised) ON TABLE app.review_signatures TO fairlot_console;

GRANT INSERT(signature) ON TABLE app.review_signatures TO fairlot_console;

GRANT SELECT ON TABLE app.review_votes TO fairlot_reader;
GRANT SELECT ON TABLE app.review_votes TO fairlot_worker;
GRANT SELECT ON TABLE app.review_votes TO fairlot_console;

GRANT SELECT ON TABLE app.risk_limits TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE app.risk_limits TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE app.risk_limits TO fairlot_worker;

GRANT SELECT ON TABLE app.rule_stops TO fairlot_reader;
GRANT SELECT ON TABLE app.rule_stops TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.rule_stops TO fairlot_worker;
GRANT SELECT ON TABLE app.rule_stops TO fairlot_console;

GRANT SELECT ON TABLE app.rule_values TO fairlot_reader;
GRANT SELECT ON TABLE app.rule_values TO fairlot_api;
GRANT SELECT ON TABLE app.rule_values TO fairlot_worker;
GRANT SELECT ON TABLE app.rule_values TO fairlot_console;

GRANT INSERT(rule) ON TABLE app.rule_values TO fairlot_worker;

GRANT INSERT(value) ON TABLE app.rule_values TO fairlot_worker;

GRANT INSERT(announced_at) ON TABLE app.rule_values TO fairlot_worker;

GRANT INSERT(holds_from) ON TABLE app.rule_values TO fairlot_worker;

GRANT INSERT(reason) ON TABLE app.rule_values TO fairlot_worker;

GRANT INSERT(set_by_first) ON TABLE app.rule_values TO fairlot_worker;

GRANT INSERT(set_by_second) ON TABLE app.rule_values TO fairlot_worker;

GRANT INSERT(reason_en) ON TABLE app.rule_values TO fairlot_worker;

GRANT INSERT(review_id) ON TABLE app.rule_values TO fairlot_worker;

GRANT SELECT ON TABLE app.saved_screens TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.saved_screens TO fairlot_api;

GRANT UPDATE(conditions) ON TABLE app.saved_screens TO fairlot_api;

GRANT UPDATE(saved_at) ON TABLE app.saved_screens TO fairlot_api;

GRANT SELECT ON TABLE app.saved_views TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.saved_views TO fairlot_console;

GRANT SELECT ON TABLE app.savings_plans TO fairlot_reader;
GRANT SELECT ON TABLE app.savings_plans TO fairlot_api;
GRANT SELECT ON TABLE app.savings_plans TO fairlot_worker;
GRANT SELECT ON TABLE app.savings_plans TO fairlot_console;

GRANT INSERT(id) ON TABLE app.savings_plans TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.savings_plans TO fairlot_api;

GRANT INSERT(symbol) ON TABLE app.savings_plans TO fairlot_api;

GRANT INSERT(amount),UPDATE(amount) ON TABLE app.savings_plans TO fairlot_api;

GRANT INSERT(days),UPDATE(days) ON TABLE app.savings_plans TO fairlot_api;

GRANT UPDATE(state) ON TABLE app.savings_plans TO fairlot_api;

GRANT INSERT(due_from),UPDATE(due_from) ON TABLE app.savings_plans TO fairlot_api;

GRANT INSERT(next_due_on),UPDATE(next_due_on) ON TABLE app.savings_plans TO fairlot_api;
GRANT UPDATE(next_due_on) ON TABLE app.savings_plans TO fairlot_worker;

GRANT INSERT(created_at) ON TABLE app.savings_plans TO fairlot_api;

GRANT INSERT(state_at),UPDATE(state_at) ON TABLE app.savings_plans TO fairlot_api;

GRANT SELECT ON TABLE app.savings_runs TO fairlot_reader;
GRANT SELECT ON TABLE app.savings_runs TO fairlot_api;
GRANT SELECT ON TABLE app.savings_runs TO fairlot_console;
GRANT SELECT ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(plan_id) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(due_on) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(on_date) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(amount) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(state) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(reason) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(whole_order) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(odd_order) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(at_upper) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(at) ON TABLE app.savings_runs TO fairlot_worker;

GRANT INSERT(ended_at) ON TABLE app.savings_runs TO fairlot_worker;

GRANT SELECT ON TABLE app.seat_entitlements TO fairlot_reader;
GRANT SELECT ON TABLE app.seat_entitlements TO fairlot_console;
GRANT SELECT ON TABLE app.seat_entitlements TO fairlot_worker;

GRANT SELECT ON TABLE app.seats TO fairlot_reader;
GRANT SELECT ON TABLE app.seats TO fairlot_api;
GRANT SELECT ON TABLE app.seats TO fairlot_worker;
GRANT SELECT ON TABLE app.seats TO fairlot_practice;
GRANT INSERT ON TABLE app.seats TO fairlot_seed;
GRANT SELECT ON TABLE app.seats TO fairlot_settlement;
GRANT SELECT ON TABLE app.seats TO fairlot_console;

GRANT SELECT ON TABLE app.sessions TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.sessions TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.sessions TO fairlot_worker;

GRANT SELECT(id) ON TABLE app.sessions TO fairlot_console;

GRANT SELECT(member_id) ON TABLE app.sessions TO fairlot_console;

GRANT SELECT(device_id) ON TABLE app.sessions TO fairlot_console;

GRANT SELECT(label) ON TABLE app.sessions TO fairlot_console;

GRANT SELECT(network) ON TABLE app.sessions TO fairlot_console;

GRANT SELECT(created_at) ON TABLE app.sessions TO fairlot_console;

GRANT UPDATE(last_seen_at) ON TABLE app.sessions TO fairlot_api;
GRANT SELECT(last_seen_at) ON TABLE app.sessions TO fairlot_console;

GRANT SELECT(expires_at) ON TABLE app.sessions TO fairlot_console;

GRANT UPDATE(revoked_at) ON TABLE app.sessions TO fairlot_api;
GRANT SELECT(revoked_at) ON TABLE app.sessions TO fairlot_console;

GRANT UPDATE(revoked_for) ON TABLE app.sessions TO fairlot_api;
GRANT SELECT(revoked_for) ON TABLE app.sessions TO fairlot_console;

GRANT UPDATE(theft_noted_at) ON TABLE app.sessions TO fairlot_api;

GRANT SELECT ON TABLE app.share_adjustments TO fairlot_reader;
GRANT SELECT ON TABLE app.share_adjustments TO fairlot_api;
GRANT SELECT ON TABLE app.share_adjustments TO fairlot_console;
GRANT SELECT ON TABLE app.share_adjustments TO fairlot_worker;
GRANT SELECT ON TABLE app.share_adjustments TO fairlot_settlement;

GRANT SELECT ON TABLE app.sign_ins TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.sign_ins TO fairlot_api;
GRANT SELECT ON TABLE app.sign_ins TO fairlot_worker;

GRANT SELECT ON TABLE app.sign_ins_other TO fairlot_reader;

GRANT SELECT ON TABLE app.site_config TO fairlot_reader;
GRANT SELECT ON TABLE app.site_config TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE app.site_config TO fairlot_worker;
GRANT SELECT ON TABLE app.site_config TO fairlot_console;

GRANT UPDATE(value) ON TABLE app.site_config TO fairlot_seed;

GRANT UPDATE(updated_at) ON TABLE app.site_config TO fairlot_seed;

GRANT SELECT ON TABLE app.site_config_history TO fairlot_reader;
GRANT SELECT ON TABLE app.site_config_history TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.site_config_history TO fairlot_worker;
GRANT SELECT ON TABLE app.site_config_history TO fairlot_console;

GRANT SELECT ON TABLE app.site_images TO fairlot_reader;
GRANT SELECT ON TABLE app.site_images TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.site_images TO fairlot_worker;
GRANT SELECT ON TABLE app.site_images TO fairlot_console;

GRANT SELECT ON TABLE app.state_steps TO fairlot_reader;

GRANT SELECT ON TABLE app.support_answers TO fairlot_reader;
GRANT SELECT ON TABLE app.support_answers TO fairlot_api;
GRANT SELECT ON TABLE app.support_answers TO fairlot_console;

GRANT SELECT(id) ON TABLE app.support_answers TO fairlot_worker;

GRANT SELECT(thread_id) ON TABLE app.support_answers TO fairlot_worker;

GRANT SELECT(at) ON TABLE app.support_answers TO fairlot_worker;

GRANT SELECT(notified_at),UPDATE(notified_at) ON TABLE app.support_answers TO fairlot_worker;

GRANT SELECT ON TABLE app.support_assignments TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE app.support_assignments TO fairlot_console;

GRANT UPDATE(operator_id) ON TABLE app.support_assignments TO fairlot_console;

GRANT UPDATE(assigned_at) ON TABLE app.support_assignments TO fairlot_console;

GRANT SELECT ON TABLE app.support_messages TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.support_messages TO fairlot_api;
GRANT SELECT ON TABLE app.support_messages TO fairlot_console;

GRANT SELECT ON TABLE app.support_notes TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.support_notes TO fairlot_console;

GRANT SELECT ON TABLE app.support_pictures TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.support_pictures TO fairlot_api;
GRANT SELECT ON TABLE app.support_pictures TO fairlot_console;

GRANT SELECT ON TABLE app.support_ratings TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.support_ratings TO fairlot_api;
GRANT SELECT ON TABLE app.support_ratings TO fairlot_console;

GRANT SELECT ON TABLE app.support_threads TO fairlot_reader;
GRANT SELECT ON TABLE app.support_threads TO fairlot_api;
GRANT SELECT ON TABLE app.support_threads TO fairlot_console;
GRANT SELECT ON TABLE app.support_threads TO fairlot_worker;

GRANT INSERT(id) ON TABLE app.support_threads TO fairlot_api;

GRANT INSERT(number) ON TABLE app.support_threads TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.support_threads TO fairlot_api;

GRANT INSERT(topic) ON TABLE app.support_threads TO fairlot_api;

GRANT INSERT(title) ON TABLE app.support_threads TO fairlot_api;

GRANT INSERT(about_kind) ON TABLE app.support_threads TO fairlot_api;

GRANT INSERT(about_id) ON TABLE app.support_threads TO fairlot_api;

GRANT INSERT(language) ON TABLE app.support_threads TO fairlot_api;

GRANT INSERT(by_ticket) ON TABLE app.support_threads TO fairlot_api;

GRANT INSERT(opened_at) ON TABLE app.support_threads TO fairlot_api;

GRANT SELECT ON TABLE app.support_waits TO fairlot_reader;
GRANT SELECT ON TABLE app.support_waits TO fairlot_api;
GRANT SELECT ON TABLE app.support_waits TO fairlot_console;

GRANT SELECT ON TABLE app.suspense_items TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.suspense_items TO fairlot_worker;
GRANT SELECT ON TABLE app.suspense_items TO fairlot_console;

GRANT UPDATE(state) ON TABLE app.suspense_items TO fairlot_worker;

GRANT UPDATE(return_reference) ON TABLE app.suspense_items TO fairlot_worker;

GRANT UPDATE(return_review) ON TABLE app.suspense_items TO fairlot_worker;

GRANT UPDATE(returning_at) ON TABLE app.suspense_items TO fairlot_worker;

GRANT UPDATE(released_review) ON TABLE app.suspense_items TO fairlot_worker;

GRANT UPDATE(ended_entry) ON TABLE app.suspense_items TO fairlot_worker;

GRANT UPDATE(ended_at) ON TABLE app.suspense_items TO fairlot_worker;

GRANT SELECT ON TABLE app.terms TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.terms TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.terms TO fairlot_worker;
GRANT SELECT ON TABLE app.terms TO fairlot_settlement;

GRANT SELECT ON TABLE app.top_ups TO fairlot_reader;

GRANT SELECT ON TABLE app.trade_notice_cursors TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.trade_notice_cursors TO fairlot_worker;

GRANT UPDATE(event) ON TABLE app.trade_notice_cursors TO fairlot_worker;

GRANT UPDATE(at) ON TABLE app.trade_notice_cursors TO fairlot_worker;

GRANT SELECT ON TABLE app.uploads TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.uploads TO fairlot_api;
GRANT SELECT,DELETE ON TABLE app.uploads TO fairlot_worker;

GRANT UPDATE(stored_at) ON TABLE app.uploads TO fairlot_api;

GRANT UPDATE(taken_at) ON TABLE app.uploads TO fairlot_api;

GRANT UPDATE(dropped_at) ON TABLE app.uploads TO fairlot_worker;

GRANT SELECT ON TABLE app.vote_details TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE app.vote_details TO fairlot_console;
GRANT SELECT ON TABLE app.vote_details TO fairlot_worker;

GRANT SELECT ON TABLE app.wealth_days TO fairlot_reader;
GRANT SELECT ON TABLE app.wealth_days TO fairlot_api;
GRANT SELECT,INSERT ON TABLE app.wealth_days TO fairlot_worker;

GRANT SELECT ON TABLE app.wealth_days_other TO fairlot_reader;

GRANT SELECT ON TABLE app.withdrawals TO fairlot_reader;
GRANT SELECT ON TABLE app.withdrawals TO fairlot_api;
GRANT SELECT ON TABLE app.withdrawals TO fairlot_worker;
GRANT SELECT ON TABLE app.withdrawals TO fairlot_console;

GRANT INSERT(id) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(member_id) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(bank_account_id) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(currency) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(amount) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(fee) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(hold_id) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(withdrawable) ON TABLE app.withdrawals TO fairlot_api;

GRANT UPDATE(state) ON TABLE app.withdrawals TO fairlot_worker;

GRANT UPDATE(stage) ON TABLE app.withdrawals TO fairlot_worker;

GRANT UPDATE(rejection_reason) ON TABLE app.withdrawals TO fairlot_worker;

GRANT UPDATE(note) ON TABLE app.withdrawals TO fairlot_worker;

GRANT INSERT(reference) ON TABLE app.withdrawals TO fairlot_api;

GRANT UPDATE(batch_id) ON TABLE app.withdrawals TO fairlot_worker;

GRANT INSERT(sent_at) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(promised_at) ON TABLE app.withdrawals TO fairlot_api;

GRANT UPDATE(decided_at) ON TABLE app.withdrawals TO fairlot_worker;

GRANT UPDATE(ordered_at) ON TABLE app.withdrawals TO fairlot_worker;

GRANT UPDATE(paid_at) ON TABLE app.withdrawals TO fairlot_worker;

GRANT UPDATE(entry_id) ON TABLE app.withdrawals TO fairlot_worker;

GRANT INSERT(device_key) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(signature) ON TABLE app.withdrawals TO fairlot_api;

GRANT INSERT(steps) ON TABLE app.withdrawals TO fairlot_api;
GRANT UPDATE(steps) ON TABLE app.withdrawals TO fairlot_worker;

GRANT SELECT ON TABLE audit.checkpoints TO fairlot_reader;
GRANT SELECT ON TABLE audit.checkpoints TO fairlot_api;
GRANT SELECT,INSERT ON TABLE audit.checkpoints TO fairlot_worker;
GRANT SELECT ON TABLE audit.checkpoints TO fairlot_console;

GRANT SELECT ON TABLE audit.entries TO fairlot_reader;
GRANT INSERT ON TABLE audit.entries TO fairlot_api;
GRANT SELECT,INSERT ON TABLE audit.entries TO fairlot_worker;
GRANT SELECT,INSERT ON TABLE audit.entries TO fairlot_console;
GRANT INSERT ON TABLE audit.entries TO fairlot_settlement;

GRANT SELECT ON TABLE audit.entries_default TO fairlot_reader;

GRANT SELECT ON TABLE audit.links TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE audit.links TO fairlot_worker;
GRANT SELECT ON TABLE audit.links TO fairlot_console;

GRANT SELECT ON TABLE audit.tree_leaves TO fairlot_reader;
GRANT SELECT ON TABLE audit.tree_leaves TO fairlot_api;
GRANT SELECT,INSERT ON TABLE audit.tree_leaves TO fairlot_worker;

GRANT SELECT ON TABLE audit.tree_nodes TO fairlot_reader;
GRANT SELECT ON TABLE audit.tree_nodes TO fairlot_api;
GRANT SELECT,INSERT ON TABLE audit.tree_nodes TO fairlot_worker;

GRANT SELECT ON TABLE audit.trees TO fairlot_reader;
GRANT SELECT ON TABLE audit.trees TO fairlot_api;
GRANT SELECT,INSERT ON TABLE audit.trees TO fairlot_worker;
GRANT SELECT ON TABLE audit.trees TO fairlot_console;

GRANT SELECT ON TABLE audit.unlinked TO fairlot_reader;
GRANT SELECT,DELETE ON TABLE audit.unlinked TO fairlot_worker;

GRANT SELECT ON TABLE directory.accounts TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE directory.accounts TO fairlot_api;
GRANT SELECT ON TABLE directory.accounts TO fairlot_worker;
GRANT SELECT ON TABLE directory.accounts TO fairlot_console;

GRANT SELECT ON TABLE directory.bank_accounts TO fairlot_reader;
GRANT SELECT,INSERT,DELETE ON TABLE directory.bank_accounts TO fairlot_api;
GRANT SELECT,INSERT,DELETE ON TABLE directory.bank_accounts TO fairlot_worker;

GRANT SELECT ON TABLE directory.invitation_codes TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE directory.invitation_codes TO fairlot_api;
GRANT SELECT ON TABLE directory.invitation_codes TO fairlot_worker;

GRANT SELECT ON TABLE directory.owner_marks TO fairlot_reader;

GRANT SELECT ON TABLE directory.owners TO fairlot_reader;
GRANT SELECT ON TABLE directory.owners TO fairlot_worker;
GRANT SELECT ON TABLE directory.owners TO fairlot_console;

GRANT SELECT ON TABLE directory.persons TO fairlot_reader;
GRANT SELECT ON TABLE directory.persons TO fairlot_api;
GRANT SELECT,INSERT,DELETE ON TABLE directory.persons TO fairlot_worker;
GRANT SELECT ON TABLE directory.persons TO fairlot_console;

GRANT SELECT ON TABLE exchange.batches TO fairlot_reader;
GRANT SELECT ON TABLE exchange.batches TO fairlot_exchange;
GRANT SELECT ON TABLE exchange.batches TO fairlot_api;
GRANT SELECT ON TABLE exchange.batches TO fairlot_worker;
GRANT SELECT ON TABLE exchange.batches TO fairlot_quotes;
GRANT SELECT ON TABLE exchange.batches TO fairlot_practice;
GRANT SELECT ON TABLE exchange.batches TO fairlot_settlement;

GRANT SELECT ON TABLE exchange.batches_kept TO fairlot_reader;

GRANT SELECT ON TABLE exchange.batches_practice TO fairlot_reader;

GRANT SELECT ON TABLE exchange.book_keys TO fairlot_quotes;

GRANT SELECT ON TABLE exchange.command_rights TO fairlot_reader;

GRANT SELECT ON TABLE exchange.commands_set_aside TO fairlot_reader;
GRANT SELECT ON TABLE exchange.commands_set_aside TO fairlot_worker;

GRANT SELECT ON TABLE exchange.events TO fairlot_reader;
GRANT SELECT ON TABLE exchange.events TO fairlot_exchange;
GRANT SELECT ON TABLE exchange.events TO fairlot_api;
GRANT SELECT ON TABLE exchange.events TO fairlot_worker;
GRANT SELECT ON TABLE exchange.events TO fairlot_quotes;
GRANT SELECT ON TABLE exchange.events TO fairlot_practice;
GRANT SELECT ON TABLE exchange.events TO fairlot_settlement;

GRANT SELECT ON TABLE exchange.events_kept TO fairlot_reader;

GRANT SELECT ON TABLE exchange.events_practice TO fairlot_reader;

GRANT SELECT ON TABLE exchange.identity TO fairlot_reader;
GRANT SELECT ON TABLE exchange.identity TO fairlot_exchange;

GRANT SELECT ON TABLE exchange.log TO fairlot_reader;
GRANT SELECT ON TABLE exchange.log TO fairlot_exchange;

GRANT SELECT ON TABLE exchange.log_breaks TO fairlot_reader;
GRANT SELECT ON TABLE exchange.log_breaks TO fairlot_exchange;
GRANT SELECT ON TABLE exchange.log_breaks TO fairlot_console;

GRANT SELECT ON TABLE exchange.log_kept TO fairlot_reader;

GRANT SELECT ON TABLE exchange.log_practice TO fairlot_reader;

GRANT SELECT ON TABLE exchange.phase_changes TO fairlot_reader;
GRANT SELECT ON TABLE exchange.phase_changes TO fairlot_worker;

GRANT SELECT ON TABLE exchange.pruned TO fairlot_reader;
GRANT SELECT ON TABLE exchange.pruned TO fairlot_exchange;
GRANT SELECT ON TABLE exchange.pruned TO fairlot_api;
GRANT SELECT ON TABLE exchange.pruned TO fairlot_worker;
GRANT SELECT ON TABLE exchange.pruned TO fairlot_quotes;
GRANT SELECT ON TABLE exchange.pruned TO fairlot_practice;
GRANT SELECT ON TABLE exchange.pruned TO fairlot_settlement;

GRANT SELECT ON TABLE exchange.queue TO fairlot_reader;
GRANT SELECT ON TABLE exchange.queue TO fairlot_exchange;

GRANT SELECT ON TABLE exchange.shards TO fairlot_reader;
GRANT SELECT ON TABLE exchange.shards TO fairlot_exchange;
GRANT SELECT ON TABLE exchange.shards TO fairlot_api;
GRANT SELECT ON TABLE exchange.shards TO fairlot_worker;
GRANT SELECT ON TABLE exchange.shards TO fairlot_quotes;
GRANT SELECT ON TABLE exchange.shards TO fairlot_practice;
GRANT SELECT ON TABLE exchange.shards TO fairlot_settlement;

GRANT SELECT ON TABLE exchange.snapshots TO fairlot_reader;
GRANT SELECT ON TABLE exchange.snapshots TO fairlot_exchange;

GRANT SELECT ON TABLE ledger.accounts TO fairlot_reader;

GRANT SELECT ON TABLE ledger.balances TO fairlot_reader;

GRANT SELECT ON TABLE ledger.chart TO fairlot_reader;

GRANT SELECT ON TABLE ledger.checkpoints TO fairlot_reader;

GRANT SELECT ON TABLE ledger.entries TO fairlot_reader;

GRANT SELECT ON TABLE ledger.holds TO fairlot_reader;

GRANT SELECT ON TABLE ledger.keys TO fairlot_reader;

GRANT SELECT ON TABLE ledger.lines TO fairlot_reader;

GRANT SELECT ON TABLE ledger.posted_once TO fairlot_reader;

GRANT SELECT ON TABLE ledger.posting_rights TO fairlot_reader;

GRANT SELECT ON TABLE ledger.posting_shapes TO fairlot_reader;

GRANT SELECT ON TABLE ledger.reversals TO fairlot_reader;

GRANT SELECT ON TABLE ledger.system_totals TO fairlot_reader;

GRANT SELECT ON TABLE ledger.totals TO fairlot_reader;

GRANT SELECT ON TABLE market.cursors TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE market.cursors TO fairlot_quotes;
GRANT SELECT ON TABLE market.cursors TO fairlot_api;
GRANT SELECT ON TABLE market.cursors TO fairlot_live;
GRANT SELECT ON TABLE market.cursors TO fairlot_practice;

GRANT SELECT ON TABLE market.day_candles TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE market.day_candles TO fairlot_quotes;
GRANT SELECT ON TABLE market.day_candles TO fairlot_api;
GRANT SELECT ON TABLE market.day_candles TO fairlot_live;
GRANT SELECT,INSERT ON TABLE market.day_candles TO fairlot_practice;

GRANT SELECT ON TABLE market.days TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE market.days TO fairlot_quotes;
GRANT SELECT ON TABLE market.days TO fairlot_api;
GRANT SELECT ON TABLE market.days TO fairlot_live;
GRANT SELECT ON TABLE market.days TO fairlot_practice;

GRANT SELECT,INSERT,UPDATE ON TABLE market.feed_keys TO fairlot_quotes;
GRANT SELECT ON TABLE market.feed_keys TO fairlot_live;

GRANT SELECT ON TABLE market.index_days TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE market.index_days TO fairlot_quotes;
GRANT SELECT ON TABLE market.index_days TO fairlot_api;
GRANT SELECT ON TABLE market.index_days TO fairlot_live;
GRANT SELECT,INSERT ON TABLE market.index_days TO fairlot_practice;

GRANT SELECT ON TABLE market.index_minutes TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE market.index_minutes TO fairlot_quotes;
GRANT SELECT ON TABLE market.index_minutes TO fairlot_api;
GRANT SELECT ON TABLE market.index_minutes TO fairlot_live;
GRANT SELECT,INSERT ON TABLE market.index_minutes TO fairlot_practice;

GRANT SELECT ON TABLE market.minute_candles TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE market.minute_candles TO fairlot_quotes;
GRANT SELECT ON TABLE market.minute_candles TO fairlot_api;
GRANT SELECT ON TABLE market.minute_candles TO fairlot_live;
GRANT SELECT,INSERT ON TABLE market.minute_candles TO fairlot_practice;

GRANT SELECT ON TABLE market.quotes TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE market.quotes TO fairlot_quotes;
GRANT SELECT ON TABLE market.quotes TO fairlot_api;
GRANT SELECT ON TABLE market.quotes TO fairlot_live;
GRANT SELECT ON TABLE market.quotes TO fairlot_practice;
GRANT SELECT ON TABLE market.quotes TO fairlot_console;

GRANT SELECT ON TABLE platform.clock_bound TO fairlot_reader;

GRANT SELECT ON TABLE platform.idempotency_keys TO fairlot_reader;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE platform.idempotency_keys TO fairlot_api;
GRANT SELECT,DELETE ON TABLE platform.idempotency_keys TO fairlot_worker;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE platform.idempotency_keys TO fairlot_console;

GRANT SELECT ON TABLE platform.installation TO fairlot_reader;
GRANT SELECT,INSERT ON TABLE platform.installation TO fairlot_seed;

GRANT SELECT ON TABLE platform.migrations TO fairlot_api;
GRANT SELECT ON TABLE platform.migrations TO fairlot_worker;
GRANT SELECT ON TABLE platform.migrations TO fairlot_console;
GRANT SELECT ON TABLE platform.migrations TO fairlot_quotes;
GRANT SELECT ON TABLE platform.migrations TO fairlot_live;
GRANT SELECT ON TABLE platform.migrations TO fairlot_settlement;

GRANT SELECT ON TABLE practice.codes TO fairlot_reader;
GRANT SELECT ON TABLE practice.codes TO fairlot_practice_proposer;
GRANT SELECT ON TABLE practice.codes TO fairlot_practice_approver;

GRANT SELECT ON TABLE practice.dividend_proposals TO fairlot_reader;
GRANT SELECT ON TABLE practice.dividend_proposals TO fairlot_practice_proposer;
GRANT SELECT ON TABLE practice.dividend_proposals TO fairlot_practice_approver;

GRANT SELECT ON TABLE practice.halt_requests TO fairlot_reader;
GRANT SELECT,DELETE ON TABLE practice.halt_requests TO fairlot_worker;

GRANT INSERT(symbol) ON TABLE practice.halt_requests TO fairlot_practice;

GRANT INSERT(until) ON TABLE practice.halt_requests TO fairlot_practice;

GRANT UPDATE(decided_at) ON TABLE practice.halt_requests TO fairlot_worker;

GRANT UPDATE(refusal) ON TABLE practice.halt_requests TO fairlot_worker;

GRANT SELECT ON TABLE practice.issuers TO fairlot_reader;
GRANT SELECT ON TABLE practice.issuers TO fairlot_practice_proposer;
GRANT SELECT ON TABLE practice.issuers TO fairlot_practice_approver;

GRANT SELECT ON TABLE practice.lesson_proposals TO fairlot_reader;
GRANT SELECT ON TABLE practice.lesson_proposals TO fairlot_practice_proposer;
GRANT SELECT ON TABLE practice.lesson_proposals TO fairlot_practice_approver;

GRANT SELECT ON TABLE practice.lessons TO fairlot_reader;

GRANT SELECT ON TABLE practice.offers TO fairlot_reader;
GRANT SELECT ON TABLE practice.offers TO fairlot_practice_proposer;
GRANT SELECT ON TABLE practice.offers TO fairlot_practice_approver;

GRANT SELECT ON TABLE practice.proposals TO fairlot_reader;
GRANT SELECT ON TABLE practice.proposals TO fairlot_practice_proposer;
GRANT SELECT ON TABLE practice.proposals TO fairlot_practice_approver;

GRANT SELECT ON TABLE practice.settled_lessons TO fairlot_reader;
GRANT SELECT ON TABLE practice.settled_lessons TO fairlot_practice_proposer;
GRANT SELECT ON TABLE practice.settled_lessons TO fairlot_practice_approver;

GRANT SELECT ON TABLE practice.state TO fairlot_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE practice.state TO fairlot_practice;

GRANT SELECT ON TABLE recon.bank_gaps TO fairlot_console;

GRANT SELECT ON TABLE recon.closed_days TO fairlot_console;

GRANT SELECT ON TABLE settlement.cursors TO fairlot_reader;
GRANT SELECT ON TABLE settlement.cursors TO fairlot_worker;
GRANT SELECT ON TABLE settlement.cursors TO fairlot_api;
GRANT SELECT,INSERT,UPDATE ON TABLE settlement.cursors TO fairlot_settlement;

GRANT SELECT ON TABLE settlement.dues TO fairlot_reader;
GRANT SELECT ON TABLE settlement.dues TO fairlot_worker;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE settlement.dues TO fairlot_settlement;

GRANT SELECT ON TABLE settlement.prices TO fairlot_reader;
GRANT SELECT ON TABLE settlement.prices TO fairlot_api;
GRANT SELECT ON TABLE settlement.prices TO fairlot_worker;
GRANT SELECT ON TABLE settlement.prices TO fairlot_console;

GRANT SELECT ON TABLE settlement.seat_nets TO fairlot_reader;
GRANT SELECT ON TABLE settlement.seat_nets TO fairlot_worker;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE settlement.seat_nets TO fairlot_settlement;

GRANT SELECT ON TABLE settlement.set_aside TO fairlot_reader;
GRANT SELECT ON TABLE settlement.set_aside TO fairlot_worker;
GRANT SELECT ON TABLE settlement.set_aside TO fairlot_console;
GRANT SELECT,INSERT ON TABLE settlement.set_aside TO fairlot_settlement;

GRANT UPDATE(reason) ON TABLE settlement.set_aside TO fairlot_settlement;

GRANT UPDATE(waits) ON TABLE settlement.set_aside TO fairlot_settlement;

GRANT UPDATE(tried_at) ON TABLE settlement.set_aside TO fairlot_settlement;

GRANT UPDATE(review_id) ON TABLE settlement.set_aside TO fairlot_worker;
GRANT UPDATE(review_id) ON TABLE settlement.set_aside TO fairlot_settlement;

GRANT UPDATE(review_after) ON TABLE settlement.set_aside TO fairlot_worker;
GRANT UPDATE(review_after) ON TABLE settlement.set_aside TO fairlot_settlement;

GRANT UPDATE(state) ON TABLE settlement.set_aside TO fairlot_worker;
GRANT UPDATE(state) ON TABLE settlement.set_aside TO fairlot_settlement;

GRANT UPDATE(ended_at) ON TABLE settlement.set_aside TO fairlot_worker;
GRANT UPDATE(ended_at) ON TABLE settlement.set_aside TO fairlot_settlement;

GRANT SELECT ON TABLE status.drills TO fairlot_reader;
GRANT SELECT ON TABLE status.drills TO fairlot_console;

GRANT SELECT ON TABLE status.heartbeats TO fairlot_reader;
GRANT SELECT ON TABLE status.heartbeats TO fairlot_console;
GRANT SELECT,DELETE ON TABLE status.heartbeats TO fairlot_worker;

GRANT SELECT ON TABLE status.samples TO fairlot_reader;
GRANT SELECT ON TABLE status.samples TO fairlot_console;
GRANT SELECT,INSERT,DELETE ON TABLE status.samples TO fairlot_worker;

GRANT SELECT ON TABLE status.service_levels TO fairlot_reader;
GRANT SELECT ON TABLE status.service_levels TO fairlot_console;
GRANT SELECT,DELETE ON TABLE status.service_levels TO fairlot_worker;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA app GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA app GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA audit GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA audit GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA directory GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA directory GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA exchange GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA exchange GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA ledger GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA ledger GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA market GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA market GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA platform GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA platform GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA practice GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA practice GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA settlement GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA settlement GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA status GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA status GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer REVOKE ALL ON FUNCTIONS  FROM PUBLIC;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner REVOKE ALL ON FUNCTIONS  FROM PUBLIC;
