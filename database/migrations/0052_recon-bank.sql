-- The books and the bank.

-- The bank movement of each request, with the bank's own account number and the line that shows it.
CREATE VIEW recon.bank_movements AS
  SELECT 'deposit' AS kind, d.id, c.number AS account, d.currency,
    CASE WHEN k.deposit_id IS NULL THEN d.booked ELSE coalesce(k.booked, 0) END AS amount, l.id AS line_id, coalesce(l.amount, 0) AS shown,
    coalesce(k.corrected_at, d.decided_at) AS at
  FROM app.deposits d JOIN app.deposit_channels c ON c.id = d.channel_id
  LEFT JOIN app.deposit_corrections k ON k.deposit_id = d.id
  LEFT JOIN app.bank_statement_lines l ON l.deposit_id = d.id
  WHERE d.state = 'passed'
  UNION ALL
  SELECT 'payout', w.id, coalesce(l.account, 'unknown'), w.currency, -w.amount, l.id, coalesce(l.amount, 0), w.paid_at
  FROM app.withdrawals w LEFT JOIN app.bank_statement_lines l ON l.withdrawal_id = w.id WHERE w.paid_at IS NOT NULL
  UNION ALL
  SELECT 'returned-payout', w.id, coalesce(l.account, o.account, 'unknown'), w.currency, w.amount, l.id, coalesce(l.amount, 0),
    (SELECT max((s ->> 'at')::timestamptz) FROM jsonb_array_elements(w.steps) AS s)
  FROM app.withdrawals w LEFT JOIN app.bank_statement_lines l ON l.returned_withdrawal = w.id
  LEFT JOIN app.bank_statement_lines o ON o.withdrawal_id = w.id
  WHERE w.stage = 'returned' AND w.paid_at IS NOT NULL
  UNION ALL
  SELECT 'suspense', i.line_id, l.account, i.currency, i.amount, l.id, l.amount, i.taken_at
  FROM app.suspense_items i JOIN app.bank_statement_lines l ON l.id = i.line_id WHERE i.state <> 'released'
  UNION ALL
  SELECT 'sent-back', i.line_id, o.account, i.currency, -i.amount, o.id, o.amount, i.ended_at
  FROM app.suspense_items i JOIN app.bank_statement_lines o ON o.returns_line = i.line_id WHERE i.state = 'returned';

-- Differences between books and bank, one row each: a movement without a bank line, or a line that the books do not
-- have. `amount` is the bank's value less the books'.
CREATE VIEW recon.bank_gaps AS
  SELECT m.kind, m.id, m.account, m.currency, m.shown - m.amount AS amount, m.at FROM recon.bank_movements m WHERE m.shown <> m.amount
  UNION ALL
  SELECT CASE WHEN l.deposit_id IS NULL THEN 'open-line' ELSE 'undecided-line' END, l.id, l.account, l.currency, l.amount, l.booked_at
  FROM app.bank_statement_lines l LEFT JOIN app.deposits d ON d.id = l.deposit_id
  WHERE l.matched_at IS NULL AND NOT EXISTS (SELECT FROM app.suspense_items i WHERE i.line_id = l.id)
    OR d.state IN ('pending', 'rejected');
GRANT SELECT ON recon.bank_gaps TO fairlot_console;

-- The bank account of the ledger equals the requests; the outgoing account equals the open payouts; suspense equals its
-- items; and the bank's own lines cover it. A gap in the cover counts when it is older than bank.coverHours; 0 only
-- shows it.
CREATE FUNCTION recon.check_bank() RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

-- Bank cover for the console: per bank account and currency, the sum of the bank's lines and the value in the books.
CREATE FUNCTION recon.bank_cover()
RETURNS TABLE (account text, currency text, lines bigint, bank numeric, books numeric, oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
GRANT EXECUTE ON FUNCTION recon.bank_cover TO fairlot_console;
