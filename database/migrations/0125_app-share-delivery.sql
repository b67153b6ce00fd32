-- What was booked of stock dividends and splits: paid, delivered, reconciled. docs/features/corporate-actions.md explains.

-- New shares of a position that have not arrived.
CREATE FUNCTION app.arriving_shares(p_position uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(s.arriving), 0) FROM app.share_adjustments s
  JOIN app.dividend_entitlements d ON d.action_id = s.action_id AND d.member_id = s.member_id
  WHERE s.position_id = p_position AND s.arriving > 0 AND d.delivered_entry IS NULL
$$;

-- As before, and shares that have not arrived.
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
    CROSS JOIN LATERAL (SELECT app.arriving_shares(p.id) AS shares) AS arriving
    WHERE p.id = NEW.id
      AND p.closing - pledged.shares - arriving.shares BETWEEN working.shares AND working.shares + waiting.shares
  ) THEN
    RAISE EXCEPTION 'position % counts shares as closing that no order closes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- As before, and the part of the supplement that the cash does not cover.
CREATE OR REPLACE FUNCTION app.is_dividend_entry(p_row app.dividend_entitlements, p_action app.corporate_actions, p_event text, p_entry uuid)
RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
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

-- Ends an action with the last of it: accrued, paid, delivered.
CREATE FUNCTION app.end_corporate_action(p_action uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.corporate_actions SET state = 'paid', paid_at = p_now WHERE id = p_action AND state = 'ex' AND NOT EXISTS (
    SELECT FROM app.dividend_entitlements d WHERE d.action_id = p_action AND (
      d.accrued_entry IS NULL AND d.gross + d.owed + d.owed_supplement > 0 OR d.paid_entry IS NULL AND d.gross > d.withheld
      OR d.delivered_entry IS NULL AND d.new_shares > 0 AND corporate_actions.split_to = corporate_actions.split_from));
  RETURN FOUND;
END $$;

CREATE FUNCTION app.check_payment_date(action app.corporate_actions) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF action.pays_on > ((clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second') AT TIME ZONE 'Asia/Taipei')::date THEN
    RAISE EXCEPTION 'dividend % is paid on %', action.id, action.pays_on USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- As before; what is owed includes the supplement.
CREATE OR REPLACE FUNCTION app.accrue_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

CREATE OR REPLACE FUNCTION app.pay_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

-- Delivers the next batch of a stock dividend's shares from the payment date on. Their positions can sell them; a pledge's go behind
-- its loan. Paying ends the action. Answers whose they are.
CREATE FUNCTION app.deliver_shares(p_action uuid, p_limit integer, p_now timestamptz)
RETURNS TABLE (member_id uuid, shares bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
GRANT EXECUTE ON FUNCTION app.deliver_shares TO fairlot_worker;

-- How many of today's shares one share of that day is.
CREATE FUNCTION app.share_factor(p_symbol text, p_date date) RETURNS numeric
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(round(exp(sum(ln(a.ratio_to::numeric / a.ratio_from))), 9), 1) FROM app.corporate_actions a
  WHERE a.symbol = p_symbol AND a.state IN ('ex', 'paid') AND a.ratio_to <> a.ratio_from AND a.ex_on > p_date
$$;
GRANT EXECUTE ON FUNCTION app.share_factor TO fairlot_api;
