-- Reconciliation of stock dividends and splits. docs/features/corporate-actions.md explains.

INSERT INTO recon.events VALUES
  ('shares.adjusted', true, '{house/issue,member/available,member/receivable,member/held,member/dividend,member/loan,lending/lent,'
    'lending/available,seat/available,seat/receivable,seat/payable}'),
  ('shares.delivered', true, '{member/dividend,member/available}');

-- What an entry of shares moves for the member, beside what the row says.
CREATE FUNCTION app.is_share_entry(p_row app.dividend_entitlements, p_action app.corporate_actions, p_event text, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
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

-- What the row says, beside the positions and the terms.
CREATE FUNCTION app.is_entitled(p_row app.dividend_entitlements, p_action app.corporate_actions) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

CREATE OR REPLACE FUNCTION recon.untraced_dividends(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, coalesce(d.gross, 0)::numeric, 'no dividend that says so'
  FROM ledger.entries e LEFT JOIN app.dividend_entitlements d
    ON e.event = 'dividend.accrued' AND d.accrued_entry = e.id OR e.event = 'dividend.paid' AND d.paid_entry = e.id
  LEFT JOIN app.corporate_actions a ON a.id = d.action_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'dividend.'
    AND (app.is_dividend_entry(d, a, e.event, e.id) AND app.is_entitled(d, a)) IS NOT TRUE
  UNION ALL
  SELECT e.id, e.event, coalesce(d.new_shares, 0)::numeric, 'no corporate action that says so'
  FROM ledger.entries e LEFT JOIN app.dividend_entitlements d
    ON e.event = 'shares.adjusted' AND d.shares_entry = e.id OR e.event = 'shares.delivered' AND d.delivered_entry = e.id
  LEFT JOIN app.corporate_actions a ON a.id = d.action_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event IN ('shares.adjusted', 'shares.delivered')
    AND (app.is_share_entry(d, a, e.event, e.id) AND app.is_entitled(d, a)
      OR EXISTS (SELECT FROM app.corporate_actions s WHERE s.seats_entry = e.id AND recon.is_approved_by_two(s.review_id, 'corporate-actions', s.id::text)))
      IS NOT TRUE
$$;

-- Accrued, paid or delivered without an entry.
CREATE OR REPLACE FUNCTION recon.unbooked_dividends(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.action_id, d.gross::numeric, 'dividend' FROM app.dividend_entitlements d JOIN app.corporate_actions a ON a.id = d.action_id
  CROSS JOIN LATERAL (VALUES ('dividend.accrued', d.accrued_entry, d.accrued_at), ('dividend.paid', d.paid_entry, d.paid_at),
    ('shares.adjusted', d.shares_entry, CASE WHEN d.new_shares <> 0 OR d.owed_shares <> 0 THEN a.ex_at END),
    ('shares.delivered', d.delivered_entry, d.delivered_at)) AS v (event, entry, at)
  LEFT JOIN ledger.entries e ON e.id = v.entry AND e.posted_at = ledger.time_of(v.entry)
  WHERE v.at >= p_since AND (e.event = v.event AND e.reference = d.action_id::text) IS NOT TRUE
$$;

-- As before; the supplement that was owed, and shares that have not arrived.
CREATE OR REPLACE FUNCTION recon.check_dividends() RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH said AS MATERIALIZED (
    SELECT count(*) AS rows, coalesce(sum(d.owed - d.gross), 0) AS issuers, coalesce(sum(d.withheld + d.owed_supplement), 0) AS withheld,
      coalesce(sum(d.gross - d.withheld) FILTER (WHERE d.paid_entry IS NULL), 0) AS unpaid
    FROM app.dividend_entitlements d WHERE d.accrued_entry IS NOT NULL
  ), booked AS MATERIALIZED (
    SELECT ledger.balance_of('house/main/TWD/dividends') - app.corrected('house/main/TWD/dividends') AS issuers,
      ledger.balance_of('tax/supplement/TWD/collected') - app.corrected('tax/supplement/TWD/collected') AS withheld,
      (SELECT coalesce(sum(t.total), 0) FROM ledger.trial_balance() AS t WHERE t.owner_kind = 'member' AND t.kind = 'dividend' AND t.asset = 'TWD') AS unpaid
  ), arriving AS MATERIALIZED (
    SELECT coalesce(sum(abs(coalesce(b.total, 0) - coalesce(x.total, 0))), 0) AS off FROM (
      SELECT t.asset, t.total FROM ledger.trial_balance() AS t WHERE t.owner_kind = 'member' AND t.kind = 'dividend' AND t.asset LIKE 'stk:%'
    ) AS b FULL JOIN (
      SELECT 'stk:' || a.symbol AS asset, sum(d.new_shares) AS total
      FROM app.dividend_entitlements d JOIN app.corporate_actions a ON a.id = d.action_id
      WHERE d.new_shares > 0 AND d.delivered_entry IS NULL AND a.split_to = a.split_from GROUP BY a.symbol
    ) AS x ON x.asset = b.asset
  ), cancels AS MATERIALIZED (
    SELECT count(*) AS wrong, min(a.id::text) AS first FROM app.corporate_actions a
    WHERE a.state = 'cancelled' AND (recon.is_approved_by_two(a.cancel_review_id, 'dividend-cancel', a.id::text)
      AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.action_id = a.id)) IS NOT TRUE
  )
  SELECT 'dividends', 'money', s.rows, -b.issuers,
    abs(b.issuers - s.issuers) + abs(b.withheld - s.withheld) + abs(b.unpaid - s.unpaid) + c.wrong + r.off,
    CASE WHEN (b.issuers, b.withheld, b.unpaid) IS DISTINCT FROM (s.issuers, s.withheld, s.unpaid)
      THEN format('issuers %s of %s, withheld %s of %s, unpaid %s of %s', b.issuers, s.issuers, b.withheld, s.withheld, b.unpaid, s.unpaid)
      WHEN c.wrong > 0 THEN format('cancelled without two operators or after the ex-date: %s, first %s', c.wrong, c.first)
      WHEN r.off > 0 THEN format('%s shares on their way differ', r.off) END
  FROM said s, booked b, cancels c, arriving r
$$;

-- As before; shares that have not arrived are of positions too.
CREATE OR REPLACE FUNCTION recon.check_holdings(p_all boolean) RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
