-- The half of an enrolment code that waits for its approver is sealed again when the sealing key is changed.
GRANT UPDATE (sealed) ON app.enrolment_halves TO fairlot_worker;

-- Reconciliation against a worker in an attacker's hand. The worker writes the record beside the entry, so a record alone
-- proves nothing: what two people signed has to say the same.
CREATE OR REPLACE VIEW recon.approved_reviews AS
  SELECT r.id, r.kind, r.subject, r.payload
  FROM app.reviews r
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT v.operator_id) AS people, count(DISTINCT v.device_id) AS devices FROM app.review_votes v
    WHERE v.review_id = r.id AND v.decision = 'approve' AND v.payload_hash = r.payload_hash
  ) AS votes
  WHERE r.decision = 'approve' AND r.state IN ('decided', 'closed') AND votes.people >= 2 AND votes.devices >= 2;

-- Of this kind and about this row: a review of something else approves nothing here.
CREATE FUNCTION recon.by_two(p_review uuid, p_kind text, p_subject text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM recon.approved_reviews r WHERE r.id = p_review AND r.kind = p_kind AND r.subject = p_subject)
$$;
CREATE OR REPLACE VIEW recon.answered AS
  SELECT j.original AS entry_id FROM app.journals j
  WHERE j.original IS NOT NULL AND recon.by_two(j.review_id, 'journal', j.id::text);

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

CREATE OR REPLACE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
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
  FROM s LEFT JOIN app.deposits d ON d.id = s.ref
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
        AND (i.taken_review IS NULL OR recon.by_two(i.taken_review, 'bank-line', s.reference))
      WHEN 'suspense.released' THEN i.state = 'released' AND i.ended_entry = s.id AND s.suspense = -i.amount
        AND recon.by_two(i.released_review, 'bank-line', s.reference)
      WHEN 'suspense.returned' THEN i.state = 'returned' AND i.ended_entry = s.id AND s.suspense = -i.amount
        AND recon.by_two(i.return_review, 'bank-line', s.reference)
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
DROP FUNCTION recon.by_two(uuid);

-- Entries of trades that no fill names, and those that take from the house or the lending pool more than they give back: a
-- loan and its top-up stay between the two.
CREATE OR REPLACE FUNCTION recon.untraced_trades(p_from bigint, p_upto bigint) RETURNS TABLE (entry_id uuid, event text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event
  FROM ledger.entries e
  LEFT JOIN LATERAL regexp_match(e.key, '^fill:(\d{1,4})/(\d{1,15})/(buy|sell)$') AS k ON true
  LEFT JOIN app.fills f ON f.shard = k[1]::smallint AND f.event = k[2]::bigint AND f.side = k[3]
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event LIKE 'trade.%' AND (f.entry_id IS DISTINCT FROM e.id OR EXISTS (
    SELECT FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_kind IN ('house', 'lending')
    WHERE l.entry_id = e.id AND l.posted_at = e.posted_at GROUP BY l.asset HAVING sum(l.amount) <> 0))
$$;

-- Frozen money is its open holds, each hold belongs to an order or a withdrawal, and what was given back today is not frozen
-- in the order's own record any more.
CREATE OR REPLACE FUNCTION recon.check_holds(p_from bigint) RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
  ), loose AS (
    SELECT o.id, o.reference, o.remaining
    FROM open o JOIN ledger.accounts a ON a.id = o.account_id
    WHERE a.owner_kind IN ('member', 'lending')
      AND NOT EXISTS (SELECT FROM app.withdrawals w WHERE w.hold_id = o.id AND w.state = 'pending')
      AND NOT EXISTS (SELECT FROM app.order_holds x WHERE x.hold_id = o.id AND x.remaining = o.remaining)
    UNION ALL
    SELECT x.hold_id, x.order_id::text, x.remaining
    FROM (
      SELECT DISTINCT l.hold_id FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.tx >= p_from AND e.event IN ('order.released', 'order.reduced', 'conditional.released') AND l.hold_id IS NOT NULL
    ) AS given JOIN app.order_holds x ON x.hold_id = given.hold_id
    WHERE x.remaining > 0 AND NOT EXISTS (SELECT FROM open o WHERE o.id = x.hold_id)
  )
  SELECT 'holds', 'money', coalesce(sum(j.holds), 0)::bigint,
    coalesce(sum(j.balance) FILTER (WHERE j.owner_kind = 'member' AND j.asset = 'TWD'), 0),
    coalesce(sum(abs(j.balance - j.remaining)), 0), min(j.code) FILTER (WHERE j.balance <> j.remaining)
  FROM judged j
  UNION ALL
  SELECT 'holds-owned', 'money', (SELECT count(*) FROM open), NULL, coalesce(sum(l.remaining), 0), min(format('%s %s', l.id, l.reference))
  FROM loose l
$$;

REVOKE ALL ON FUNCTION recon.by_two(uuid, text, text), recon.journal_account(text, text, text) FROM PUBLIC;

-- The seed has the rights of the api and is held to the same bounds.
DROP TRIGGER parts_of_api_equal_holds ON app.order_holds;
CREATE CONSTRAINT TRIGGER parts_of_api_equal_holds AFTER INSERT OR UPDATE ON app.order_holds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_user IN ('fairlot_api', 'fairlot_seed'))
  EXECUTE FUNCTION app.check_part_of_api();
DROP TRIGGER closing_of_api_equals_orders ON app.positions;
CREATE CONSTRAINT TRIGGER closing_of_api_equals_orders AFTER UPDATE OF closing ON app.positions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_user IN ('fairlot_api', 'fairlot_seed'))
  EXECUTE FUNCTION app.check_closing_of_api();
CREATE OR REPLACE FUNCTION app.identities_by_api() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF session_user IN ('fairlot_api', 'fairlot_seed') AND NEW.state <> 'under-review'
     AND NOT (NEW.state = 'rejected' AND NEW.reason = 'taken_back' AND OLD.state = 'under-review') THEN
    RAISE EXCEPTION '% does not decide on identities', session_user USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
