-- The ledger entries of stock dividends and splits. The functions below post them: a worker that was taken over has no call that
-- credits a share without an approved action and its row. docs/features/corporate-actions.md explains.

-- Whole dollars for what is left of shares, in parts of ratio_from: packages/rules/src/corporate-actions computes the same.
CREATE FUNCTION app.fraction_cash(action app.corporate_actions, p_remainder numeric, p_reference integer) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT div(p_remainder * p_reference * action.fraction_rate, action.ratio_from::numeric * 1000000)::bigint * 100
$$;

-- Copies the terms out of the approved review.
CREATE OR REPLACE FUNCTION app.announce_corporate_action(p_review uuid, p_now timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

-- Another action of the stock that multiplies shares between these dates: the second would multiply shares that have not arrived.
CREATE FUNCTION app.has_share_action(p_symbol text, p_from date, p_until date, p_except uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.corporate_actions a WHERE a.symbol = p_symbol AND a.id IS DISTINCT FROM p_except
    AND a.state IN ('announced', 'ex') AND a.ratio_to <> a.ratio_from AND a.ex_on <= p_until AND a.pays_on >= p_from)
$$;

-- Shares that market makers have set aside for an offer: its terms would be of the old shares.
CREATE FUNCTION app.has_offered_shares(p_symbol text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    WHERE a.owner_kind = 'seat' AND a.asset = 'stk:' || p_symbol AND a.kind IN ('held', 'held-receivable') AND b.balance > 0)
$$;
GRANT EXECUTE ON FUNCTION app.has_share_action, app.has_offered_shares TO fairlot_console, fairlot_worker;

-- The lines of every member: new shares out of the issue, or back into it; a short owes more or fewer shares to the pool. What goes
-- back is taken from pledges by their ratio, then from available shares, then from those that arrive first.
CREATE FUNCTION app.share_lines(action app.corporate_actions) RETURNS TABLE (member_id uuid, account text, amount bigint, hold uuid)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
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

-- Posts lines that are sorted by their entry; every entry is posted, or nothing is.
CREATE FUNCTION app.post_shares(p_event text, p_action uuid, p_keys text[], p_entry integer[], p_accounts text[], p_amounts bigint[],
  p_holds uuid[], p_now timestamptz) RETURNS TABLE (n integer, entry_id uuid)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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

CREATE FUNCTION app.post_adjusted_shares(action app.corporate_actions, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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

-- A split's shares of market makers and of what the pool can lend, in one entry.
CREATE FUNCTION app.post_split_seats(action app.corporate_actions, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_codes   text[];
  v_amounts bigint[];
  v_entry   uuid;
BEGIN
  -- In the order of settlement: its sums, then the ledger. No sum is flushed between the reading and the multiplying.
  PERFORM FROM settlement.seat_nets n WHERE n.asset = 'stk:' || action.symbol ORDER BY n.seat, n.asset, n.due FOR UPDATE;
  PERFORM FROM ledger.balances b WHERE b.account_id = ANY (ARRAY(SELECT a.id FROM ledger.accounts a
    WHERE a.asset = 'stk:' || action.symbol AND a.owner_kind IN ('seat', 'lending'))) ORDER BY b.account_id FOR NO KEY UPDATE;
  SELECT array_agg(s.code ORDER BY s.code), array_agg(s.amount ORDER BY s.code) INTO v_codes, v_amounts FROM (
    SELECT a.code, (div(b.balance * action.ratio_to::numeric, action.ratio_from) - b.balance)::bigint AS amount
    FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    WHERE a.asset = 'stk:' || action.symbol AND (a.owner_kind = 'seat' AND a.kind IN ('available', 'receivable', 'payable')
      OR a.owner_kind = 'lending' AND a.kind = 'available')
  ) AS s WHERE s.amount <> 0;
  IF v_codes IS NULL THEN RETURN; END IF;
  v_codes := v_codes || ('house/main/stk:' || action.symbol || '/issue');
  v_amounts := v_amounts || -(SELECT sum(u.amount) FROM unnest(v_amounts) AS u (amount))::bigint;
  SELECT p.entry_id INTO v_entry FROM app.post_shares('shares.adjusted', action.id, ARRAY[format('shares.adjusted %s seats', action.id)],
    array_fill(1, ARRAY[cardinality(v_codes)]), v_codes, v_amounts, array_fill(NULL::uuid, ARRAY[cardinality(v_codes)]), p_now) AS p;
  UPDATE app.corporate_actions SET seats_entry = v_entry WHERE id = action.id;
  -- What seats owe each other and is not in the ledger yet.
  UPDATE settlement.seat_nets n SET amount = n.amount * action.split_to
  WHERE n.asset = 'stk:' || action.symbol AND action.split_from = 1;
END $$;

-- New shares of a pledge go behind its hold, one hold more.
CREATE FUNCTION app.pledge_arrived(p_symbol text, p_members uuid[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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

-- Who holds at the close before the ex-date is entitled: by the trade, not by its settlement.
CREATE FUNCTION app.write_entitlements(action app.corporate_actions, p_reference integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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

-- Between the close and the opening no order can fill, so no purchase comes in between.
CREATE OR REPLACE FUNCTION app.take_entitlements(p_action uuid, p_shard smallint, p_reference integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  action  app.corporate_actions;
  v_close record;
  v_kind  text;
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
  PERFORM app.write_adjustments(action);
  v_count := app.write_entitlements(action, p_reference);
  PERFORM app.adjust_positions(action, p_now);
  IF action.split_to <> action.split_from THEN
    PERFORM app.post_split_seats(action, p_now);
  END IF;
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

SELECT ledger.allow_posting('fairlot_worker', 'shares.adjusted', 'house/issue member/available -member/receivable -member/held '
  '+member/dividend member/loan lending/lent lending/available seat/available seat/receivable seat/payable', 'shares');
SELECT ledger.allow_posting('fairlot_worker', 'shares.delivered', '-member/dividend +member/available', 'shares', 'within-owner');

-- An entry of shares without its row cannot be committed.
CREATE FUNCTION app.check_share_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.shares_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.delivered_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.corporate_actions a WHERE a.seats_entry = NEW.id) THEN
    RAISE EXCEPTION 'entry %: no corporate action that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_enforce_shares AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.event IN ('shares.adjusted', 'shares.delivered')) EXECUTE FUNCTION app.check_share_entry();
