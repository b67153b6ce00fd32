-- Reconciliation of credit: every entry has its move, every loan its entry, every pledge its hold, and the ledger's loans are those
-- of holdings and of credit.

CREATE FUNCTION recon.untraced_credit(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, coalesce(m.principal + m.interest, 0)::numeric, 'no loan that says so'
  FROM ledger.entries e LEFT JOIN app.credit_moves m ON m.entry_id = e.id LEFT JOIN app.credit_loans o ON o.id = m.loan_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'credit.'
    AND (app.is_credit_entry(m) AND CASE m.kind WHEN 'disbursed' THEN o.entry_id = e.id
      AND EXISTS (SELECT FROM recon.approved_reviews r WHERE r.kind = 'credit-loan' AND r.subject = o.id::text) ELSE true END) IS NOT TRUE
$$;

-- Loans that were passed without their entry.
CREATE FUNCTION recon.unbooked_credit(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.id, o.amount::numeric, 'credit loan' FROM app.credit_loans o
  LEFT JOIN ledger.entries e ON e.id = o.entry_id AND e.posted_at = ledger.time_of(o.entry_id)
  WHERE o.state = 'passed' AND o.decided_at >= p_since AND (e.event = 'credit.disbursed' AND e.reference = o.id::text) IS NOT TRUE
$$;

-- As before, and credit.
ALTER VIEW recon.request_holds RENAME TO request_holds_before_credit;
CREATE VIEW recon.request_holds AS
  SELECT h.hold_id, h.remaining FROM recon.request_holds_before_credit h
  UNION ALL
  SELECT g.hold_id, g.shares FROM app.credit_pledges g WHERE g.shares > 0;

ALTER FUNCTION recon.untraced(bigint, bigint) RENAME TO untraced_before_credit;
CREATE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.* FROM recon.untraced_before_credit(p_from, p_upto) AS b
  UNION ALL SELECT c.* FROM recon.untraced_credit(p_from, p_upto) AS c
$$;

ALTER FUNCTION recon.unbooked(timestamptz) RENAME TO unbooked_before_credit;
CREATE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.* FROM recon.unbooked_before_credit(p_since) AS b
  UNION ALL SELECT c.* FROM recon.unbooked_credit(p_since) AS c
$$;

-- As before, and the principal and the interest of credit loans.
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
        sum(t.total) FILTER (WHERE t.owner_kind = 'member' AND t.kind IN ('available', 'held', 'receivable', 'held-receivable')) AS held,
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
