-- Copy trading: a follower puts an amount behind a mentor or a product of one. Everything reserved is one hold per copy.

-- A product has a term and a follow deadline: one mentor, one period, one largest total.
CREATE TABLE app.copy_products (
  id           uuid        PRIMARY KEY,
  mentor_id    uuid        NOT NULL REFERENCES app.mentors (id),
  name_tw      text        NOT NULL CHECK (length(name_tw) BETWEEN 2 AND 40),
  name_en      text        NOT NULL CHECK (length(name_en) BETWEEN 2 AND 40),
  min_follow   bigint      NOT NULL CHECK (min_follow > 0),
  max_total    bigint      NOT NULL CHECK (max_total >= min_follow),
  -- What followers have put in. Triggers of app.copies keep it.
  total        bigint      NOT NULL DEFAULT 0 CHECK (total BETWEEN 0 AND max_total),
  term_days    integer     NOT NULL CHECK (term_days BETWEEN 1 AND 365),
  deadline     timestamptz NOT NULL,
  -- The last day of the term.
  ends_on      date        NOT NULL,
  review_id    uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  published_at timestamptz NOT NULL,
  CONSTRAINT copy_products_deadline CHECK (deadline > published_at),
  CONSTRAINT copy_products_ends_on CHECK (ends_on = (deadline AT TIME ZONE 'Asia/Taipei')::date + term_days)
);
CREATE INDEX copy_products_by_end ON app.copy_products (ends_on);
GRANT SELECT ON app.copy_products TO fairlot_api, fairlot_console, fairlot_worker;

CREATE TABLE app.copies (
  id             uuid        PRIMARY KEY,
  member_id      uuid        NOT NULL REFERENCES app.members (id),
  mentor_id      uuid        NOT NULL REFERENCES app.mentors (id),
  product_id     uuid        REFERENCES app.copy_products (id),
  amount         bigint      NOT NULL CHECK (amount > 0),
  -- The ledger's hold over the amount.
  hold_id        uuid        NOT NULL UNIQUE,
  stock_share_bp integer     NOT NULL CHECK (stock_share_bp BETWEEN 1 AND 10000),
  stop_loss_bp   integer     CHECK (stop_loss_bp BETWEEN 1 AND 10000),
  cap            bigint      CHECK (cap BETWEEN 1 AND amount),
  paused_at      timestamptz,
  state          text        NOT NULL CHECK (state IN ('under-review', 'following', 'ended', 'cancelled')),
  end_reason     text        CHECK (end_reason IN ('unsuitable', 'source-of-funds', 'suspected-takeover', 'market-conduct', 'cancelled',
    'expired', 'stopped', 'stop-loss', 'mentor-closed', 'term-over')),
  note           text        CHECK (length(note) <= 300),
  -- The first trading day whose list it is on: that list closes before the session.
  starts_on      date        NOT NULL,
  sent_at        timestamptz NOT NULL,
  promised_at    timestamptz,
  started_at     timestamptz,
  ended_at       timestamptz,
  -- The entry that released the hold.
  entry_id       uuid,
  CONSTRAINT copies_promised CHECK (state <> 'under-review' OR promised_at IS NOT NULL),
  CONSTRAINT copies_started CHECK ((state IN ('following', 'ended')) = (started_at IS NOT NULL)),
  CONSTRAINT copies_ended CHECK ((state IN ('ended', 'cancelled')) = (ended_at IS NOT NULL AND end_reason IS NOT NULL AND entry_id IS NOT NULL))
);
-- One copy of a mentor at a time.
CREATE UNIQUE INDEX copies_running ON app.copies (member_id, mentor_id) WHERE state IN ('under-review', 'following');
CREATE INDEX copies_of_member ON app.copies (member_id, sent_at DESC, id DESC);
CREATE INDEX copies_of_mentor ON app.copies (mentor_id, id) WHERE state = 'following';
CREATE INDEX copies_started_of_mentor ON app.copies (mentor_id) WHERE started_at IS NOT NULL;
CREATE INDEX copies_of_product ON app.copies (product_id) WHERE state IN ('under-review', 'following');
CREATE INDEX copies_by_state ON app.copies (state, sent_at);
GRANT SELECT, INSERT (id, member_id, mentor_id, product_id, amount, hold_id, stock_share_bp, stop_loss_bp, cap, state, starts_on, sent_at,
  promised_at, started_at), UPDATE (stock_share_bp, stop_loss_bp, cap, paused_at) ON app.copies TO fairlot_api;
GRANT SELECT ON app.copies TO fairlot_console;
-- The right to update one column is the right to lock a row.
GRANT SELECT, UPDATE (note) ON app.copies TO fairlot_worker;
CREATE TRIGGER copies_enforce_initial_state BEFORE INSERT ON app.copies
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('copy');
CREATE TRIGGER copies_enforce_transition BEFORE UPDATE ON app.copies FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('copy');

-- The suitability rule in the database: an api cannot start a large copy by itself, follow a closed mentor or oneself, or
-- write a copy without its money. 50000000 is copy.reviewFrom, 200000000 is copy.maxFollow; a test compares them.
CREATE FUNCTION app.check_new_copy() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.amount > 200000000 OR (NEW.amount > 50000000) <> (NEW.state = 'under-review') THEN
    RAISE EXCEPTION 'copy % of % may not start as %', NEW.id, NEW.amount, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM app.mentors m WHERE m.id = NEW.mentor_id AND m.state = 'active' AND m.member_id <> NEW.member_id) THEN
    RAISE EXCEPTION 'copy %: mentor % cannot be followed', NEW.id, NEW.mentor_id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id
    WHERE h.id = NEW.hold_id AND h.state = 'open' AND h.remaining = NEW.amount AND h.reference = NEW.id::text
      AND a.owner_kind = 'member' AND a.owner_id = NEW.member_id::text AND a.asset = 'TWD') THEN
    RAISE EXCEPTION 'copy % has no hold over %', NEW.id, NEW.amount USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.product_id IS NOT NULL THEN
    UPDATE app.copy_products p SET total = p.total + NEW.amount
    WHERE p.id = NEW.product_id AND p.mentor_id = NEW.mentor_id AND p.deadline > NEW.sent_at AND NEW.amount >= p.min_follow
      AND p.total + NEW.amount <= p.max_total;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'copy % does not fit product %', NEW.id, NEW.product_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER copies_check_new BEFORE INSERT ON app.copies FOR EACH ROW EXECUTE FUNCTION app.check_new_copy();

-- Settings change only while a copy runs.
CREATE FUNCTION app.check_copy_settings() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.state <> 'following' THEN
    RAISE EXCEPTION 'copy % is %, its settings do not change', OLD.id, OLD.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER copies_check_settings BEFORE UPDATE OF stock_share_bp, stop_loss_bp, cap, paused_at ON app.copies
  FOR EACH ROW EXECUTE FUNCTION app.check_copy_settings();

-- A product that a copy leaves before it started has its room again.
CREATE FUNCTION app.return_copy_room() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.copy_products p SET total = p.total - OLD.amount WHERE p.id = OLD.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER copies_return_room AFTER UPDATE ON app.copies FOR EACH ROW
  WHEN (OLD.product_id IS NOT NULL AND OLD.state = 'under-review' AND NEW.state = 'cancelled')
  EXECUTE FUNCTION app.return_copy_room();

-- True when this entry released the whole hold of the copy to its member, and did nothing else.
CREATE FUNCTION app.is_copy_release(p_copy app.copies, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
    AND e.event = 'copy.released' AND e.reference = p_copy.id::text)
  AND EXISTS (SELECT FROM ledger.lines l WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry)
    AND l.hold_id = p_copy.hold_id AND l.amount = -p_copy.amount)
  AND NOT EXISTS (SELECT FROM ledger.holds h WHERE h.id = p_copy.hold_id AND h.remaining > 0)
$$;

-- Members end their own copies: a running one is stopped, one under review is cancelled with its review.
CREATE FUNCTION app.end_own_copy(p_copy uuid, p_member uuid, p_entry uuid, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  asked   app.copies;
  v_state text;
BEGIN
  SELECT c.* INTO asked FROM app.copies c WHERE c.id = p_copy AND c.member_id = p_member FOR UPDATE;
  IF NOT FOUND OR NOT app.is_copy_release(asked, p_entry) THEN RETURN NULL; END IF;
  v_state := CASE asked.state WHEN 'following' THEN 'ended' WHEN 'under-review' THEN 'cancelled' END;
  IF v_state IS NULL OR v_state = 'cancelled' AND NOT app.is_cancelled_by_member('copy', p_copy, p_member) THEN RETURN NULL; END IF;
  UPDATE app.copies SET state = v_state, end_reason = CASE v_state WHEN 'ended' THEN 'stopped' ELSE 'cancelled' END,
    ended_at = p_now, entry_id = p_entry WHERE id = p_copy;
  RETURN v_state;
END $$;
GRANT EXECUTE ON FUNCTION app.end_own_copy TO fairlot_api;

-- The worker starts what two operators approved.
CREATE FUNCTION app.start_copy(p_copy uuid, p_review uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT recon.is_approved_by_two(p_review, 'copy', p_copy::text) THEN
    RAISE EXCEPTION 'copy % is not approved by two operators', p_copy USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE app.copies SET state = 'following', started_at = p_now WHERE id = p_copy AND state = 'under-review';
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.start_copy TO fairlot_worker;

-- The worker ends a copy for a reason that the database can see: its review, its mentor or its product.
CREATE FUNCTION app.end_copy(p_copy uuid, p_reason text, p_note text, p_entry uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  asked app.copies;
BEGIN
  SELECT c.* INTO STRICT asked FROM app.copies c WHERE c.id = p_copy FOR UPDATE;
  IF (CASE p_reason
      WHEN 'mentor-closed' THEN asked.state = 'following'
        AND EXISTS (SELECT FROM app.mentors m WHERE m.id = asked.mentor_id AND m.state = 'closed')
      WHEN 'term-over' THEN asked.state = 'following' AND EXISTS (SELECT FROM app.copy_products p
        WHERE p.id = asked.product_id AND p.ends_on < (p_now AT TIME ZONE 'Asia/Taipei')::date)
      ELSE asked.state = 'under-review' AND p_reason NOT IN ('cancelled', 'stopped', 'stop-loss') AND EXISTS (SELECT FROM app.reviews r
        WHERE r.kind = 'copy' AND r.subject = p_copy::text AND (r.state = 'expired' OR r.decision = 'reject'))
    END) IS NOT TRUE THEN
    RAISE EXCEPTION 'copy % is % and cannot end as %', p_copy, asked.state, p_reason USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT app.is_copy_release(asked, p_entry) THEN
    RAISE EXCEPTION 'entry % does not release copy %', p_entry, p_copy USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.copies SET state = CASE asked.state WHEN 'following' THEN 'ended' ELSE 'cancelled' END, end_reason = p_reason,
    note = p_note, ended_at = p_now, entry_id = p_entry WHERE id = p_copy;
END $$;
GRANT EXECUTE ON FUNCTION app.end_copy TO fairlot_worker;

-- Publishes exactly what two operators read: the terms come from the payload of their review.
CREATE FUNCTION app.publish_copy_product(p_product uuid, p_review uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT recon.is_approved_by_two(p_review, 'copy-product', p_product::text) THEN
    RAISE EXCEPTION 'product % is not approved by two operators', p_product USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO app.copy_products (id, mentor_id, name_tw, name_en, min_follow, max_total, term_days, deadline, ends_on, review_id, published_at)
  SELECT p_product, m.id, t.name ->> 'tw', t.name ->> 'en', t."minFollow", t."maxTotal", t."termDays", t.deadline,
    (t.deadline AT TIME ZONE 'Asia/Taipei')::date + t."termDays", p_review, p_now
  FROM app.reviews r
  CROSS JOIN LATERAL jsonb_to_record(r.payload) AS t ("mentorId" uuid, name jsonb, "minFollow" bigint, "maxTotal" bigint,
    "termDays" integer, deadline timestamptz)
  JOIN app.mentors m ON m.id = t."mentorId" AND m.state = 'active'
  WHERE r.id = p_review AND t.deadline > p_now;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.publish_copy_product TO fairlot_worker;

INSERT INTO app.review_kinds VALUES
  ('copy', 'C', 'review', 'approve', NULL, 240, 72, false, false),
  ('copy-product', 'C', NULL, 'approve', 'propose-funds', 1440, 72, false, false);

-- The ledger's events.
SELECT ledger.allow_posting('fairlot_api', 'copy.held', '-member/available +member/held', 'money', 'within-owner');
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by)
SELECT r.role, 'copy.released', 'member', k.kind, k.direction, 'money', 'within-owner', k.opened_by
FROM (VALUES ('fairlot_api'), ('fairlot_worker')) AS r (role)
CROSS JOIN (VALUES ('available', 'in', NULL), ('held', 'out', 'copy.held')) AS k (kind, direction, opened_by);

-- Reconciliation.
INSERT INTO recon.events VALUES
  ('copy.held', true, '{member/available,member/held}'),
  ('copy.released', true, '{member/available,member/held}');

CREATE FUNCTION recon.untraced_copies(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, t.moved, 'no copy that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0) AS t
  LEFT JOIN app.copies c ON c.id = recon.uuid_of(e.reference)
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'copy.' AND (CASE e.event
      WHEN 'copy.held' THEN t.member_id = c.member_id::text AND t.held = c.amount
      WHEN 'copy.released' THEN t.member_id = c.member_id::text AND c.entry_id = e.id AND t.held = -c.amount
    END) IS NOT TRUE
$$;

-- Copies that ended without their entry.
CREATE FUNCTION recon.unbooked_copies(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.id, c.amount::numeric, 'copy' FROM app.copies c
  LEFT JOIN ledger.entries e ON e.id = c.entry_id AND e.posted_at = ledger.time_of(c.entry_id)
  WHERE c.ended_at >= p_since AND (e.event = 'copy.released' AND e.reference = c.id::text) IS NOT TRUE
$$;

-- As before, and the holds of copies.
CREATE OR REPLACE VIEW recon.request_holds AS
  SELECT w.hold_id, w.amount + w.fee AS remaining FROM app.withdrawals w WHERE w.state = 'pending'
  UNION ALL
  SELECT s.hold_id, CASE o.payment_mode WHEN 'prepaid' THEN s.amount ELSE 0 END + CASE s.state WHEN 'waiting' THEN s.fee ELSE 0 END
  FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
  WHERE s.state = 'waiting' OR o.payment_mode = 'prepaid' AND s.state IN ('won', 'payment-due', 'paid')
  UNION ALL
  SELECT s.pay_hold_id, s.amount FROM app.subscriptions s WHERE s.state = 'paid' AND s.pay_hold_id IS NOT NULL
  UNION ALL
  SELECT b.hold_id, b.price::bigint * b.shares + b.fee FROM app.block_applications b WHERE b.state = 'pending'
  UNION ALL
  SELECT a.hold_id, a.amount FROM app.placement_applications a WHERE a.state = 'waiting'
  UNION ALL
  SELECT b.hold_id, CASE b.state WHEN 'sealed' THEN b.deposit + b.fee ELSE b.kept END
  FROM app.auction_bids b WHERE b.state IN ('sealed', 'payment-due', 'paid')
  UNION ALL
  SELECT b.pay_hold_id, b.price * b.awarded * 1000 - b.kept FROM app.auction_bids b WHERE b.state = 'paid'
  UNION ALL
  SELECT c.hold_id, c.amount FROM app.copies c WHERE c.state IN ('under-review', 'following');

-- As before, and the entries of copies.
CREATE OR REPLACE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.untraced_funds(p_from, p_upto) AS f
  UNION ALL SELECT s.* FROM recon.untraced_subscriptions(p_from, p_upto) AS s
  UNION ALL SELECT b.* FROM recon.untraced_blocks(p_from, p_upto) AS b
  UNION ALL SELECT l.* FROM recon.untraced_listings(p_from, p_upto) AS l
  UNION ALL SELECT p.* FROM recon.untraced_placements(p_from, p_upto) AS p
  UNION ALL SELECT a.* FROM recon.untraced_auctions(p_from, p_upto) AS a
  UNION ALL SELECT c.* FROM recon.untraced_currencies(p_from, p_upto) AS c
  UNION ALL SELECT y.* FROM recon.untraced_copies(p_from, p_upto) AS y
$$;

-- As before, and copies.
CREATE OR REPLACE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.unbooked_funds(p_since) AS f
  UNION ALL SELECT b.* FROM recon.unbooked_blocks(p_since) AS b
  UNION ALL SELECT d.* FROM recon.unbooked_deliveries(p_since) AS d
  UNION ALL SELECT p.* FROM recon.unbooked_placements(p_since) AS p
  UNION ALL SELECT a.* FROM recon.unbooked_auctions(p_since) AS a
  UNION ALL SELECT c.* FROM recon.unbooked_currencies(p_since) AS c
  UNION ALL SELECT y.* FROM recon.unbooked_copies(p_since) AS y
$$;
