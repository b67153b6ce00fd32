-- The console's view of deposits and withdrawals besides the requests themselves, and what it may write in the bank's
-- name.

-- The ledger lines of one deposit or withdrawal. The console reads no table of the ledger; an entry is found by the
-- time of one of the request's own steps, because an entry's id begins with its time.
CREATE FUNCTION app.fund_request_lines(p_request uuid)
RETURNS TABLE (entry_id uuid, event text, account text, amount bigint, asset text, posted_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  WITH moments AS (
    SELECT DISTINCT (step ->> 'at')::timestamptz AS at
    FROM (
      SELECT d.steps FROM app.deposits d WHERE d.id = p_request
      UNION ALL SELECT w.steps FROM app.withdrawals w WHERE w.id = p_request
    ) AS r, jsonb_array_elements(r.steps) AS step
  ), bounds AS (
    SELECT at, lpad(to_hex(round(extract(epoch FROM at) * 1000)::bigint), 12, '0') AS stamp FROM moments
  )
  SELECT e.id, e.event, a.code, l.amount, l.asset, e.posted_at
  FROM bounds b
  JOIN ledger.entries e ON e.posted_at = b.at AND e.id >= (b.stamp || repeat('0', 20))::uuid
    AND e.id <= (b.stamp || repeat('f', 20))::uuid AND e.reference = p_request::text
  JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
  JOIN ledger.accounts a ON a.id = l.account_id
  ORDER BY e.id, l.line_no
$$;
REVOKE ALL ON FUNCTION app.fund_request_lines(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.fund_request_lines(uuid) TO fairlot_console;

-- An outgoing line confirms a payout, which no single person may do: the console's connection can record only incoming
-- lines, in an operator's name, and nothing else.
CREATE FUNCTION app.check_statement_of_console() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF session_user = 'fairlot_console' AND NEW.imported_by !~ '^operator:' THEN
    RAISE EXCEPTION 'a statement of the console is an operator''s' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER of_an_operator BEFORE INSERT ON app.bank_statements
  FOR EACH ROW EXECUTE FUNCTION app.check_statement_of_console();

CREATE FUNCTION app.check_line_of_console() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF session_user = 'fairlot_console' AND (NEW.amount < 0 OR NEW.matched_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a line of the console came in and is matched by the worker' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER came_in BEFORE INSERT ON app.bank_statement_lines
  FOR EACH ROW EXECUTE FUNCTION app.check_line_of_console();

-- For the lists by state, and a file's payouts.
CREATE INDEX bank_statement_lines_of_statement ON app.bank_statement_lines (statement_id, line_no);
CREATE INDEX withdrawals_of_batch ON app.withdrawals (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX withdrawals_pending ON app.withdrawals (sent_at) WHERE state = 'pending';
CREATE INDEX bank_accounts_pending ON app.bank_accounts (added_at) WHERE state = 'pending';
CREATE INDEX deposits_of_channel_pending ON app.deposits (channel_id) WHERE state = 'pending';

-- Opening hours follow from rules and bank holidays.
GRANT SELECT ON app.rule_values, app.closures TO fairlot_console;
