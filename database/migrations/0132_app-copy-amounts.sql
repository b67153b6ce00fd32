-- The amount of a running copy is raised with further money under its hold, or lowered by what is not invested.

CREATE TABLE app.copy_amounts (
  entry_id uuid        PRIMARY KEY,
  copy_id  uuid        NOT NULL REFERENCES app.copies (id),
  -- 1 is the first change of the copy.
  n        integer     NOT NULL CHECK (n > 0),
  before   bigint      NOT NULL CHECK (before > 0),
  after    bigint      NOT NULL CHECK (after > 0 AND after <> before),
  at       timestamptz NOT NULL,
  UNIQUE (copy_id, n)
);
GRANT SELECT ON app.copy_amounts TO fairlot_api, fairlot_console, fairlot_worker, fairlot_reader;

-- A hold never grows: it is opened again with more.
UPDATE ledger.posting_rights SET direction = 'both', opened_by = 'copy.held'
WHERE (role, event, owner_kind, kind) = ('fairlot_api', 'copy.held', 'member', 'held');

-- Members change their own copies. The hold says what is behind the mentor after the entry of the caller. 50000000 is copy.reviewFrom:
-- more than that is decided by two operators, so no raise goes beyond it; a test compares them.
CREATE FUNCTION app.change_copy_amount(p_copy uuid, p_member uuid, p_amount bigint, p_entry uuid, p_hold uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
GRANT EXECUTE ON FUNCTION app.change_copy_amount TO fairlot_api;

-- See 0131. A change of the amount says which entry it is; the first hold was over the amount before the first change.
CREATE OR REPLACE FUNCTION recon.untraced_copies(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
