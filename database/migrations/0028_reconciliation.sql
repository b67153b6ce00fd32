-- Corrections by two people, and the reconciliation of the books, every minute.

-- A correction: a balanced entry with its reason, in the text the member reads. The worker writes it with the entry.
CREATE TABLE app.journals (
  id        uuid        PRIMARY KEY,
  review_id uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  member_id uuid        REFERENCES app.members (id),
  -- `not-posted`: the records are right and the books lacked it. With any other reason the records stay as they are,
  -- and the checks below add the correction to what the books must show.
  reason    text        NOT NULL CHECK (reason IN ('not-posted', 'wrong-charge', 'goodwill', 'wrong-owner')),
  -- {tw, en}
  words     jsonb       NOT NULL,
  currency  text        NOT NULL,
  -- The entry it corrects, where there is one.
  original  uuid,
  -- [{account, amount}] as they were posted, account codes of the ledger.
  lines     jsonb       NOT NULL CHECK (jsonb_typeof(lines) = 'array'),
  entry_id  uuid        NOT NULL UNIQUE,
  posted_at timestamptz NOT NULL
);
CREATE INDEX journals_recent ON app.journals (posted_at DESC, id DESC);
CREATE INDEX journals_of_member ON app.journals (member_id, posted_at DESC) WHERE member_id IS NOT NULL;
GRANT SELECT ON app.journals TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT ON app.journals TO fairlot_worker;

-- One row per reconciliation run. Clean runs are deleted after a while, broken ones are kept.
CREATE TABLE app.recon_runs (
  id      bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at      timestamptz NOT NULL,
  took_ms integer     NOT NULL,
  -- How many checks found a difference.
  broken  integer     NOT NULL CHECK (broken >= 0),
  -- [{code, unit, counted, value, difference, detail}]
  results jsonb       NOT NULL
);
CREATE INDEX recon_runs_by_time ON app.recon_runs (at DESC, id DESC);
CREATE INDEX recon_runs_broken ON app.recon_runs (at DESC) WHERE broken > 0;
GRANT SELECT, INSERT, DELETE ON app.recon_runs TO fairlot_worker;
GRANT SELECT ON app.recon_runs TO fairlot_console;

-- While one is open, no payout is sent to the bank. The first broken run opens it and the next clean one closes it. No
-- call can close it.
CREATE TABLE app.payout_stops (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stopped_at timestamptz NOT NULL,
  by_run     bigint      NOT NULL,
  checks     text[]      NOT NULL,
  resumed_at timestamptz,
  resumed_by bigint,
  CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
);
CREATE UNIQUE INDEX payout_stops_one_open ON app.payout_stops ((true)) WHERE resumed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (resumed_at, resumed_by) ON app.payout_stops TO fairlot_worker;
GRANT SELECT ON app.payout_stops TO fairlot_console, fairlot_api;

-- A stop ends only by a clean run later than the one that opened it.
CREATE FUNCTION app.check_payout_resume() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF OLD.resumed_at IS NOT NULL OR NOT EXISTS (
    SELECT FROM app.recon_runs r WHERE r.id = NEW.resumed_by AND r.id > OLD.by_run AND r.broken = 0
      AND r.id = (SELECT max(x.id) FROM app.recon_runs x)
  ) THEN
    RAISE EXCEPTION 'payouts stay stopped until the books match' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_when_clean BEFORE UPDATE ON app.payout_stops
  FOR EACH ROW EXECUTE FUNCTION app.check_payout_resume();

CREATE FUNCTION app.check_payout_batch() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF EXISTS (SELECT FROM app.payout_stops s WHERE s.resumed_at IS NULL) THEN
    RAISE EXCEPTION 'payouts are stopped: the books do not match' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER not_while_stopped BEFORE INSERT ON app.payout_batches
  FOR EACH ROW EXECUTE FUNCTION app.check_payout_batch();

-- The sum of corrections on an account, on top of the records.
CREATE FUNCTION app.corrected(p_account text) RETURNS numeric
LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
  SELECT coalesce(sum((l ->> 'amount')::numeric), 0)
  FROM app.journals j CROSS JOIN LATERAL jsonb_array_elements(j.lines) AS l
  WHERE j.reason <> 'not-posted' AND l ->> 'account' = p_account
$$;

-- Every money invariant as one row: how much was checked, the value in the books, its difference from the required
-- value, and the first thing that differs. STABLE: all of it reads one snapshot. Lines are read for the last hour,
-- balances, holdings and fills as a whole.
CREATE FUNCTION app.reconcile()
RETURNS TABLE (code text, unit text, counted bigint, value numeric, difference numeric, detail text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH tail AS MATERIALIZED (
    -- An hour of checkpoints, one a minute: older lines were checked sixty times.
    SELECT coalesce((SELECT c.upto FROM ledger.checkpoints c ORDER BY c.id DESC OFFSET 59 LIMIT 1), 0) AS upto
  ), trial AS MATERIALIZED (
    SELECT t.owner_kind, t.asset, t.kind, t.total FROM ledger.trial_balance() AS t
  ), kept AS MATERIALIZED (
    -- Balance rows by kind of account.
    SELECT a.owner_kind, a.asset, a.kind, count(*) AS accounts, sum(b.balance) AS total
    FROM ledger.balances b JOIN ledger.accounts a ON a.id = b.account_id
    GROUP BY a.owner_kind, a.asset, a.kind
  ), held AS MATERIALIZED (
    SELECT a.code, a.asset, a.owner_kind, b.balance, coalesce(h.remaining, 0) AS remaining, coalesce(h.holds, 0) AS holds
    FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    LEFT JOIN (
      SELECT x.account_id, sum(x.remaining) AS remaining, count(*) AS holds FROM ledger.holds x
      WHERE x.state = 'open' GROUP BY x.account_id
    ) AS h ON h.account_id = a.id
    WHERE a.holding AND (b.balance <> 0 OR h.remaining IS NOT NULL)
  ), owners AS MATERIALIZED (
    SELECT h.id, h.remaining, a.asset, h.reference FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id
    WHERE h.state = 'open' AND a.owner_kind IN ('member', 'lending')
      AND NOT EXISTS (SELECT FROM app.withdrawals w WHERE w.hold_id = h.id AND w.state = 'pending')
      AND NOT EXISTS (SELECT FROM app.order_holds o WHERE o.hold_id = h.id AND o.remaining = h.remaining)
  ), books AS MATERIALIZED (
    SELECT p.symbol, coalesce(sum(p.shares) FILTER (WHERE p.direction = 'long'), 0) AS long,
      coalesce(sum(p.shares) FILTER (WHERE p.direction = 'short'), 0) AS short
    FROM app.positions p GROUP BY p.symbol
  ), owes AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE p.loan > 0) AS loans, count(*) FILTER (WHERE p.collateral > 0) AS collaterals,
      count(*) FILTER (WHERE p.interest > 0) AS interests, count(*) AS positions,
      coalesce(sum(p.loan), 0) AS loan, coalesce(sum(p.collateral), 0) AS collateral, coalesce(sum(p.interest), 0) AS interest,
      coalesce(sum(p.open_tax + p.close_tax), 0) AS tax, coalesce(sum(p.borrow_fee), 0) AS borrow_fee
    FROM app.positions p
  ), fees AS MATERIALIZED (
    SELECT count(*) AS fills, coalesce(sum(f.fee), 0) AS fee FROM app.fills f
  )

  SELECT 'entries', 'count', (SELECT count(DISTINCT l.entry_id) FROM ledger.lines l, tail WHERE l.tx >= tail.upto), NULL::numeric,
    coalesce(sum(abs(o.off)), 0), min(format('%s %s', o.entry_id, o.asset))
  FROM (
    SELECT l.entry_id, l.asset, sum(l.amount) AS off FROM ledger.lines l, tail WHERE l.tx >= tail.upto
    GROUP BY l.entry_id, l.asset HAVING sum(l.amount) <> 0
  ) AS o

  UNION ALL
  SELECT 'assets', 'count', count(*), NULL, coalesce(sum(abs(s.off)), 0), min(s.asset) FILTER (WHERE s.off <> 0)
  FROM (SELECT t.asset, sum(t.total) AS off FROM trial t GROUP BY t.asset) AS s

  UNION ALL
  SELECT 'balances', 'money', coalesce(sum(k.accounts), 0)::bigint,
    coalesce(sum(k.total) FILTER (WHERE k.owner_kind = 'member' AND k.asset = 'TWD' AND k.kind = 'available'), 0),
    coalesce(sum(abs(k.total - coalesce(t.total, 0))), 0),
    min(format('%s %s %s', k.owner_kind, k.asset, k.kind)) FILTER (WHERE k.total <> coalesce(t.total, 0))
  FROM kept k LEFT JOIN trial t ON (t.owner_kind, t.asset, t.kind) = (k.owner_kind, k.asset, k.kind)

  UNION ALL
  SELECT 'holds', 'money', coalesce(sum(h.holds), 0)::bigint,
    coalesce(sum(h.balance) FILTER (WHERE h.owner_kind = 'member' AND h.asset = 'TWD'), 0),
    coalesce(sum(abs(h.balance - h.remaining)), 0), min(h.code) FILTER (WHERE h.balance <> h.remaining)
  FROM held h

  UNION ALL
  SELECT 'holds-owned', 'money', (SELECT count(*) FROM ledger.holds x WHERE x.state = 'open'),
    NULL, coalesce(sum(o.remaining), 0), min(format('%s %s', o.id, o.reference))
  FROM owners o

  UNION ALL
  SELECT 'shares', 'shares', count(*), coalesce(sum(s.held), 0), coalesce(sum(abs(s.held - s.said)), 0),
    min(s.symbol) FILTER (WHERE s.held <> s.said)
  FROM (
    SELECT coalesce(k.symbol, b.symbol) AS symbol, coalesce(k.held, 0) AS held, coalesce(b.long, 0) AS said
    FROM (
      SELECT substr(x.asset, 5) AS symbol, sum(x.total) AS held FROM kept x
      WHERE x.owner_kind = 'member' AND x.asset LIKE 'stk:%'
        AND x.kind IN ('available', 'held', 'receivable', 'held-receivable')
      GROUP BY x.asset
    ) AS k FULL JOIN books b ON b.symbol = k.symbol
  ) AS s WHERE s.held <> 0 OR s.said <> 0

  UNION ALL
  SELECT 'lent-shares', 'shares', count(*), coalesce(sum(s.lent), 0), coalesce(sum(abs(s.lent - s.said) + abs(s.lent - s.owed)), 0),
    min(s.symbol) FILTER (WHERE s.lent <> s.said OR s.lent <> s.owed)
  FROM (
    SELECT coalesce(k.symbol, b.symbol) AS symbol, coalesce(k.lent, 0) AS lent, coalesce(k.owed, 0) AS owed,
      coalesce(b.short, 0) AS said
    FROM (
      SELECT substr(x.asset, 5) AS symbol, coalesce(sum(x.total) FILTER (WHERE x.owner_kind = 'lending'), 0) AS lent,
        coalesce(-sum(x.total) FILTER (WHERE x.owner_kind = 'member'), 0) AS owed FROM kept x
      WHERE x.asset LIKE 'stk:%' AND (x.owner_kind = 'lending' AND x.kind = 'lent' OR x.owner_kind = 'member' AND x.kind = 'loan')
      GROUP BY x.asset
    ) AS k FULL JOIN books b ON b.symbol = k.symbol
  ) AS s WHERE s.lent <> 0 OR s.said <> 0 OR s.owed <> 0

  UNION ALL
  SELECT 'loans', 'money', o.loans, o.loan, abs(k.owed - o.loan) + abs(k.lent - o.loan),
    CASE WHEN k.owed <> o.loan OR k.lent <> o.loan THEN format('owed %s, lent %s, holdings %s', k.owed, k.lent, o.loan) END
  FROM owes o, (
    SELECT coalesce(-sum(x.total) FILTER (WHERE x.owner_kind = 'member' AND x.kind = 'loan'), 0) AS owed,
      coalesce(sum(x.total) FILTER (WHERE x.owner_kind = 'lending' AND x.kind = 'lent'), 0) AS lent
    FROM kept x WHERE x.asset = 'TWD'
  ) AS k

  UNION ALL
  SELECT 'collateral', 'money', o.collaterals, k.total, abs(k.total - o.collateral),
    CASE WHEN k.total <> o.collateral THEN format('accounts %s, holdings %s', k.total, o.collateral) END
  FROM owes o, (
    SELECT coalesce(sum(x.total), 0) AS total FROM kept x
    WHERE x.owner_kind = 'member' AND x.asset = 'TWD' AND x.kind = 'collateral'
  ) AS k

  UNION ALL
  SELECT 'interest', 'money', o.interests, k.total, abs(k.total - o.interest),
    CASE WHEN k.total <> o.interest THEN format('accounts %s, holdings %s', k.total, o.interest) END
  FROM owes o, (
    SELECT coalesce(-sum(x.total), 0) AS total FROM kept x
    WHERE x.owner_kind = 'member' AND x.asset = 'TWD' AND x.kind = 'interest'
  ) AS k

  UNION ALL
  SELECT 'bank', 'money', coalesce(sum(s.requests), 0)::bigint, coalesce(sum(s.bank) FILTER (WHERE s.currency = 'TWD'), 0),
    coalesce(sum(abs(s.bank - s.said)), 0), min(s.currency) FILTER (WHERE s.bank <> s.said)
  FROM (
    SELECT coalesce(t.asset, r.currency) AS currency, coalesce(-t.total, 0) AS bank, coalesce(r.said, 0) AS said,
      coalesce(r.requests, 0) AS requests
    FROM (SELECT x.asset, x.total FROM trial x WHERE x.owner_kind = 'house' AND x.kind = 'bank') AS t
    FULL JOIN (
      SELECT u.currency, sum(u.amount) AS said, count(*) AS requests FROM (
        SELECT d.currency, d.booked AS amount FROM app.deposits d WHERE d.state = 'passed'
        UNION ALL SELECT w.currency, -w.amount FROM app.withdrawals w WHERE w.stage = 'paid'
      ) AS u GROUP BY u.currency
    ) AS r ON r.currency = t.asset
  ) AS s

  UNION ALL
  SELECT 'payouts', 'money', coalesce(sum(s.requests), 0)::bigint, coalesce(sum(s.booked) FILTER (WHERE s.currency = 'TWD'), 0),
    coalesce(sum(abs(s.booked - s.said)), 0), min(s.currency) FILTER (WHERE s.booked <> s.said)
  FROM (
    SELECT coalesce(t.asset, r.currency) AS currency, coalesce(t.total, 0) AS booked, coalesce(r.said, 0) AS said,
      coalesce(r.requests, 0) AS requests
    FROM (SELECT x.asset, x.total FROM trial x WHERE x.owner_kind = 'house' AND x.kind = 'payouts') AS t
    FULL JOIN (
      SELECT w.currency, sum(w.amount) AS said, count(*) AS requests FROM app.withdrawals w
      WHERE w.stage IN ('queued', 'sent') GROUP BY w.currency
    ) AS r ON r.currency = t.asset
  ) AS s

  UNION ALL
  SELECT 'brokerage', 'money', f.fills, b.booked, b.booked - f.fee - b.corrected, NULL
  FROM fees f, (SELECT ledger.balance_of('fees/brokerage/TWD/income') AS booked,
    app.corrected('fees/brokerage/TWD/income') AS corrected) AS b

  UNION ALL
  SELECT 'tax', 'money', o.positions, b.booked, b.booked - o.tax - b.corrected, NULL
  FROM owes o, (SELECT ledger.balance_of('tax/transaction/TWD/collected') AS booked,
    app.corrected('tax/transaction/TWD/collected') AS corrected) AS b

  UNION ALL
  SELECT 'borrow-fee', 'money', o.positions, b.booked, b.booked - o.borrow_fee - b.corrected, NULL
  FROM owes o, (SELECT ledger.balance_of('fees/borrow/TWD/income') AS booked,
    app.corrected('fees/borrow/TWD/income') AS corrected) AS b

  UNION ALL
  SELECT 'floor', 'count', (SELECT coalesce(sum(k.accounts), 0)::bigint FROM kept k), NULL, count(*), min(a.code)
  FROM ledger.balances b JOIN ledger.accounts a ON a.id = b.account_id
  WHERE b.balance < b.lowest OR b.balance > b.highest

  UNION ALL
  SELECT 'clearing', 'money', count(*), coalesce(sum(t.total) FILTER (WHERE t.asset = 'TWD'), 0), coalesce(sum(abs(t.total)), 0),
    min(t.asset) FILTER (WHERE t.total <> 0)
  FROM trial t WHERE t.owner_kind = 'clearing'

  UNION ALL
  SELECT 'vouchers', 'money', c.open, b.booked, b.booked - c.said, NULL
  FROM (SELECT ledger.balance_of('house/main/TWD/vouchers') AS booked) AS b,
    (SELECT count(*) AS open, coalesce(sum(x.amount), 0) AS said FROM app.coupons x
     WHERE x.state = 'available' OR x.state = 'used' AND x.entry_id IS NULL) AS c

  UNION ALL
  SELECT 'two-people', 'count', count(*), NULL, count(*) FILTER (WHERE r.people < 2 OR r.devices < 2),
    min(r.number) FILTER (WHERE r.people < 2 OR r.devices < 2)
  FROM (
    SELECT w.number, count(DISTINCT v.operator_id) AS people, count(DISTINCT v.device_id) AS devices
    FROM app.reviews w
    LEFT JOIN app.review_votes v ON v.review_id = w.id AND v.decision = 'approve' AND v.payload_hash = w.payload_hash
    WHERE w.decided_at > now() - interval '1 day' AND w.decision = 'approve' AND w.state = 'closed'
    GROUP BY w.id, w.number
  ) AS r
$$;
REVOKE ALL ON FUNCTION app.reconcile(), app.corrected(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.reconcile() TO fairlot_worker, fairlot_reader;

-- The kind of an entry, for the console.
CREATE FUNCTION ledger.entry_head(p_entry uuid) RETURNS TABLE (event text, reference text, posted_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.event, e.reference, e.posted_at FROM ledger.entries e
  WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
$$;
REVOKE ALL ON FUNCTION ledger.entry_head(uuid) FROM PUBLIC;

-- The console reads the books and writes nothing in them.
GRANT USAGE ON SCHEMA ledger TO fairlot_console;
GRANT EXECUTE ON FUNCTION ledger.entry_head(uuid), ledger.legs_of(uuid[]), ledger.balance_of(text), ledger.trial_balance()
  TO fairlot_console;
GRANT SELECT ON app.notice_reads, audit.trees TO fairlot_console;
