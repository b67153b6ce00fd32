-- Entries and their records, in both directions: each function returns one row per fault.

CREATE TYPE recon.finding AS (code text, unit text, counted bigint, value numeric, difference numeric, detail text);

-- Every event of the ledger: the kinds of account it may touch, and whether its entries belong to a record.
CREATE TABLE recon.events (
  event    text    PRIMARY KEY,
  traced   boolean NOT NULL,
  accounts text[]  NOT NULL
);
INSERT INTO recon.events VALUES
  ('practice-grant', true, '{practice-grant/granted,member/available}'),
  ('deposit.booked', true, '{house/bank,member/available,fees/income}'),
  ('deposit.reversed', true, '{house/bank,member/available,fees/income}'),
  ('deposit.rebooked', true, '{house/bank,member/available,fees/income}'),
  ('withdrawal.held', true, '{member/available,member/held}'),
  ('withdrawal.released', true, '{member/available,member/held}'),
  ('withdrawal.passed', true, '{member/held,house/payouts,fees/income}'),
  ('withdrawal.paid', true, '{house/payouts,house/bank}'),
  ('withdrawal.returned', true, '{house/payouts,house/bank,fees/income,member/available}'),
  ('journal.posted', true, '{member/available,house/corrections,house/capital,house/promotion,house/rounding,fees/income,tax/collected,suspense/open}'),
  ('coupon.granted', true, '{house/promotion,house/vouchers}'),
  ('coupon.rebated', true, '{house/promotion,house/vouchers,member/available}'),
  ('coupon.expired', false, '{house/promotion,house/vouchers}'),
  ('suspense.taken', true, '{house/bank,suspense/open}'),
  ('suspense.released', true, '{house/bank,suspense/open}'),
  ('suspense.returned', true, '{house/bank,suspense/open}'),
  ('day-trade.kept', true, '{member/collateral,tax/collected,fees/income}'),
  ('interest.accrued', false, '{member/interest,house/interest}'),
  ('settlement.arrived', false, '{member/available,member/receivable,member/payable,seat/available,seat/receivable,seat/payable}'),
  ('margin.top-up', false, '{member/available,member/interest,member/loan,member/collateral,lending/available,lending/lent}'),
  ('seat.trade', false, '{seat/available,seat/payable,clearing/settling}'),
  ('seat.net', false, '{seat/available,seat/payable}'),
  ('seat-cash', false, '{practice-grant/granted,seat/available}'),
  ('seat-inventory', false, '{house/issue,seat/available}'),
  ('lending-pool', false, '{house/capital,seat/available,lending/available}');
INSERT INTO recon.events
SELECT e.event, false, '{member/available,member/held,member/receivable,member/held-receivable,lending/available,lending/held}'
FROM unnest(ARRAY['order.held', 'order.reduced', 'order.released', 'conditional.held', 'conditional.released']) AS e (event);
INSERT INTO recon.events
SELECT e.event, true, '{member/available,member/held,member/receivable,member/held-receivable,member/payable,member/collateral,member/loan,member/interest,lending/available,lending/held,lending/lent,clearing/settling,fees/income,tax/collected,house/capital}'
FROM unnest(ARRAY['trade.open-long', 'trade.close-long', 'trade.open-short', 'trade.close-short']) AS e (event);

-- The same, one row per kind of account.
CREATE VIEW recon.event_accounts AS
  SELECT k.event, split_part(x.account, '/', 1) AS owner_kind, split_part(x.account, '/', 2) AS kind
  FROM recon.events k CROSS JOIN LATERAL unnest(k.accounts) AS x (account);

-- The default values of rules; packages/rules has the same and a test compares them.
CREATE TABLE recon.defaults (
  rule  text   PRIMARY KEY,
  value bigint NOT NULL
);
INSERT INTO recon.defaults VALUES
  ('recon.freshMinutes', 5), ('recon.nightHours', 36), ('bank.coverHours', 0), ('practice.grant', 1000000000);

CREATE FUNCTION recon.rule(p_rule text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(
    (SELECT v.value FROM app.rule_values v WHERE v.rule = p_rule AND v.holds_from <= now() ORDER BY v.holds_from DESC, v.id DESC LIMIT 1),
    (SELECT d.value FROM recon.defaults d WHERE d.rule = p_rule))
$$;
GRANT EXECUTE ON FUNCTION recon.rule TO fairlot_console;

CREATE FUNCTION recon.uuid_of(p_text text) RETURNS uuid
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' THEN p_text::uuid END
$$;

-- Reviews that two people on two devices approved, over their current payload. `decided` is the state while the worker
-- executes one. The worker writes the record beside the entry, so a record alone proves nothing: what two people signed
-- has to say the same.
CREATE VIEW recon.approved_reviews AS
  SELECT r.id, r.kind, r.subject, r.payload
  FROM app.reviews r
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT v.operator_id) AS people, count(DISTINCT v.device_id) AS devices FROM app.review_votes v
    WHERE v.review_id = r.id AND v.decision = 'approve' AND v.payload_hash = r.payload_hash
  ) AS votes
  WHERE r.decision = 'approve' AND r.state IN ('decided', 'closed') AND votes.people >= 2 AND votes.devices >= 2;

-- A review of this kind and about this row: a review of something else approves nothing here.
CREATE FUNCTION recon.is_approved_by_two(p_review uuid, p_kind text, p_subject text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM recon.approved_reviews r WHERE r.id = p_review AND r.kind = p_kind AND r.subject = p_subject)
$$;

-- Entries without a record that were answered: two people posted a correction that names the entry.
CREATE VIEW recon.answered AS
  SELECT j.original AS entry_id FROM app.journals j
  WHERE j.original IS NOT NULL AND recon.is_approved_by_two(j.review_id, 'journal', j.id::text);

-- The account a correction's payload names, as packages/rules/src/funds/journal.ts.
CREATE FUNCTION recon.journal_account(p_account text, p_currency text, p_member text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE split_part(p_account, '.', 1)
    WHEN 'member' THEN format('member/%s/%s/available', p_member, p_currency)
    WHEN 'fees' THEN format('fees/%s/%s/income', split_part(p_account, '.', 2), p_currency)
    WHEN 'tax' THEN format('tax/%s/%s/collected', split_part(p_account, '.', 2), p_currency)
    WHEN 'suspense' THEN format('suspense/main/%s/open', p_currency)
    ELSE format('house/main/%s/%s', p_currency, split_part(p_account, '.', 2)) END
$$;

-- The lines of an entry as sums: what left the house's bank account, what the member got, what suspense got.
CREATE VIEW recon.entry_sums AS
  SELECT l.entry_id, l.posted_at,
    -coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'house' AND a.kind = 'bank'), 0) AS bank,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'suspense'), 0) AS suspense,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'member' AND a.kind = 'available'), 0) AS free,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'member' AND a.kind = 'held'), 0) AS held,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'house' AND a.kind = 'payouts'), 0) AS payouts,
    coalesce(sum(l.amount) FILTER (WHERE a.owner_kind = 'house' AND a.kind = 'vouchers'), 0) AS vouchers,
    sum(abs(l.amount)) / 2 AS moved, min(a.owner_id) FILTER (WHERE a.owner_kind = 'member') AS member_id, min(l.asset) AS asset,
    min(l.seq) FILTER (WHERE a.owner_kind = 'member' AND a.kind = 'available') AS first_seq
  FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id GROUP BY l.entry_id, l.posted_at;

-- Entries without a record, or with one that differs. One row per fault.
CREATE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

-- Entries of trades that no fill names, and those that take from the house or the lending pool more than they give back: a
-- loan and its top-up stay between the two. The key of such an entry is the fill's position in the exchange's log.
CREATE FUNCTION recon.untraced_trades(p_from bigint, p_upto bigint) RETURNS TABLE (entry_id uuid, event text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT CASE WHEN e.key COLLATE "C" ~ '^fill:\d{1,4}/\d{1,15}/(buy|sell)$' THEN string_to_array(substr(e.key, 6), '/') END AS part
  ) AS k
  -- OFFSET: one look-up per entry, however many fills the closed days have.
  LEFT JOIN LATERAL (
    SELECT x.entry_id FROM app.fills x
    WHERE x.shard = k.part[1]::smallint AND x.event = k.part[2]::bigint AND x.side = k.part[3] OFFSET 0
  ) AS f ON true
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event LIKE 'trade.%' AND (f.entry_id IS DISTINCT FROM e.id OR EXISTS (
    SELECT FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_kind IN ('house', 'lending')
    WHERE l.entry_id = e.id AND l.posted_at = e.posted_at GROUP BY l.asset HAVING sum(l.amount) <> 0))
$$;

-- Fills that differ from the exchange's log, and trades of members without a fill. `p_after` and `p_upto` are positions
-- in the log of one shard.
CREATE FUNCTION recon.wrong_fills(p_shard smallint, p_after bigint, p_upto bigint) RETURNS TABLE (event bigint, side text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.event, f.side
  FROM app.fills f
  LEFT JOIN LATERAL (
    SELECT x.symbol, x.sequence, x.body::jsonb AS body FROM exchange.events x
    WHERE x.shard = f.shard AND x.event = f.event AND NOT x.practice AND x.kind = 'traded' AND x.at = f.traded_at
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
  WHERE x.shard = p_shard AND x.event > p_after AND x.event <= p_upto AND NOT x.practice AND x.kind = 'traded'
    AND x.event <= (SELECT c.event FROM settlement.cursors c WHERE c.shard = p_shard)
    AND side.account LIKE 'member:%'
    AND NOT EXISTS (SELECT FROM app.fills f WHERE f.shard = p_shard AND f.event = x.event AND f.side = side.name)
$$;

-- Requests marked as booked whose entry is missing or differs.
CREATE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

-- Paper money that is not the member's first line, not the amount of the rule, or a member's second grant.
CREATE FUNCTION recon.wrong_grants(p_from bigint, p_upto bigint) RETURNS TABLE (entry_id uuid, amount numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
