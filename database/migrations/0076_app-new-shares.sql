-- New shares: offers that two operators publish, members' applications, and the draw's outcome.
-- docs/features/new-shares.md explains.

INSERT INTO app.review_kinds VALUES
  ('offer', 'N', NULL, 'approve', 'propose-market', 1440, 72, false, false),
  ('offer-removal', 'N', NULL, 'approve', 'propose-market', 60, 72, false, false);

-- {tw, en} in name and industry. Ratios are in hundredths.
CREATE TABLE app.offers (
  id             uuid        PRIMARY KEY,
  review_id      uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  symbol         text        NOT NULL UNIQUE CHECK (symbol ~ '^[A-Z0-9]{4,6}$'),
  name           jsonb       NOT NULL,
  industry       jsonb       NOT NULL,
  price          bigint      NOT NULL CHECK (price > 0),
  lots           integer     NOT NULL CHECK (lots > 0),
  min_shares     integer     NOT NULL CHECK (min_shares > 0 AND lots * 1000 % min_shares = 0),
  max_per_member smallint    NOT NULL CHECK (max_per_member > 0),
  payment_mode   text        NOT NULL CHECK (payment_mode IN ('prepaid', 'on_win')),
  fee            bigint      NOT NULL CHECK (fee >= 0),
  pe             integer     CHECK (pe > 0),
  industry_pe    integer     CHECK (industry_pe > 0),
  announces_at   timestamptz NOT NULL,
  opens_at       timestamptz NOT NULL CHECK (opens_at >= announces_at),
  closes_at      timestamptz NOT NULL CHECK (closes_at > opens_at),
  draws_at       timestamptz NOT NULL CHECK (draws_at > closes_at),
  pay_by         timestamptz NOT NULL CHECK (pay_by > draws_at),
  issues_on      date        NOT NULL,
  lists_on       date        NOT NULL CHECK (lists_on >= issues_on),
  state          text        NOT NULL DEFAULT 'not-started' CHECK (state IN ('not-started', 'pending', 'subscribing', 'ended')),
  stage          text        CHECK (stage IN ('waiting-draw', 'applying', 'paying', 'settled', 'void')),
  -- Set when the offer is announced: the draw's commitment is public before the first application.
  draw_id        uuid        UNIQUE,
  -- The number of applications in the draw's list.
  drawn_from     integer     CHECK (drawn_from >= 0),
  removed_at     timestamptz,
  published_at   timestamptz NOT NULL,
  CONSTRAINT offers_ended_has_stage CHECK ((state = 'ended') = (stage IS NOT NULL)),
  CONSTRAINT offers_announced_has_draw CHECK (state IN ('not-started', 'ended') OR draw_id IS NOT NULL),
  CONSTRAINT offers_drawn_has_count CHECK (stage IS NULL OR stage = 'void' OR drawn_from IS NOT NULL),
  CONSTRAINT offers_removed_is_void CHECK (removed_at IS NULL OR stage = 'void')
);
CREATE INDEX offers_recent ON app.offers (closes_at DESC, id DESC);
CREATE INDEX offers_under_way ON app.offers (id) WHERE stage IS DISTINCT FROM 'settled' AND stage IS DISTINCT FROM 'void';
GRANT SELECT ON app.offers TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT, UPDATE (state, stage, draw_id, drawn_from, removed_at) ON app.offers TO fairlot_worker;
CREATE TRIGGER offers_enforce_initial_state BEFORE INSERT ON app.offers FOR EACH ROW EXECUTE FUNCTION app.check_transition('offer');
CREATE TRIGGER offers_enforce_transition BEFORE UPDATE ON app.offers FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('offer');
CREATE TRIGGER offers_enforce_stage BEFORE UPDATE ON app.offers FOR EACH ROW
  WHEN (OLD.stage IS DISTINCT FROM NEW.stage) EXECUTE FUNCTION app.check_transition('offer-stage', 'stage');

-- What two operators approved stays as it is. The draw is planned once.
CREATE FUNCTION app.offers_terms_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.review_id, NEW.symbol, NEW.name, NEW.industry, NEW.price, NEW.lots, NEW.min_shares, NEW.max_per_member,
      NEW.payment_mode, NEW.fee, NEW.pe, NEW.industry_pe, NEW.announces_at, NEW.opens_at, NEW.closes_at, NEW.draws_at, NEW.pay_by,
      NEW.issues_on, NEW.lists_on, NEW.published_at)
     IS DISTINCT FROM
     (OLD.id, OLD.review_id, OLD.symbol, OLD.name, OLD.industry, OLD.price, OLD.lots, OLD.min_shares, OLD.max_per_member,
      OLD.payment_mode, OLD.fee, OLD.pe, OLD.industry_pe, OLD.announces_at, OLD.opens_at, OLD.closes_at, OLD.draws_at, OLD.pay_by,
      OLD.issues_on, OLD.lists_on, OLD.published_at)
     OR OLD.draw_id IS NOT NULL AND NEW.draw_id IS DISTINCT FROM OLD.draw_id
     OR OLD.drawn_from IS NOT NULL AND NEW.drawn_from IS DISTINCT FROM OLD.drawn_from THEN
    RAISE EXCEPTION 'offer % stays as two operators approved it', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER offers_terms_immutable BEFORE UPDATE ON app.offers FOR EACH ROW EXECUTE FUNCTION app.offers_terms_immutable();

CREATE TABLE app.subscriptions (
  id          uuid        PRIMARY KEY,
  offer_id    uuid        NOT NULL REFERENCES app.offers (id),
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  -- Counts the applications of one person for one offer, cancelled and void ones excluded.
  nth         smallint    NOT NULL CHECK (nth > 0),
  shares      integer     NOT NULL CHECK (shares > 0),
  amount      bigint      NOT NULL CHECK (amount > 0),
  fee         bigint      NOT NULL CHECK (fee >= 0),
  -- The ledger's hold: price and fee, or the fee only.
  hold_id     uuid        NOT NULL UNIQUE,
  -- The hold of a winner who pays after the draw.
  pay_hold_id uuid        UNIQUE,
  ticket_id   text        NOT NULL,
  state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'won', 'payment-due', 'paid', 'unpaid',
    'not-won', 'cancelled', 'void')),
  void_reason text        CHECK (void_reason IN ('draw-void', 'removed', 'restricted', 'related-person')),
  -- The position in the drawn order, from 1.
  place       integer     CHECK (place > 0),
  applied_at  timestamptz NOT NULL,
  decided_at  timestamptz,
  pay_by      timestamptz,
  paid_at     timestamptz,
  paid_by     text        CHECK (paid_by IN ('member', 'rule')),
  entry_id    uuid,
  CONSTRAINT subscriptions_void_has_reason CHECK ((state = 'void') = (void_reason IS NOT NULL)),
  CONSTRAINT subscriptions_decided_complete CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT subscriptions_drawn_has_place CHECK (state NOT IN ('won', 'payment-due', 'paid', 'unpaid', 'not-won') OR place IS NOT NULL),
  CONSTRAINT subscriptions_due_has_date CHECK (state NOT IN ('payment-due', 'paid', 'unpaid') OR pay_by IS NOT NULL),
  CONSTRAINT subscriptions_paid_complete CHECK ((state = 'paid') = (paid_at IS NOT NULL) AND (state = 'paid') = (paid_by IS NOT NULL))
);
CREATE UNIQUE INDEX subscriptions_per_person ON app.subscriptions (offer_id, member_id, nth)
  WHERE state NOT IN ('cancelled', 'void');
CREATE UNIQUE INDEX subscriptions_place ON app.subscriptions (offer_id, place) WHERE place IS NOT NULL;
CREATE INDEX subscriptions_of_member ON app.subscriptions (member_id, applied_at DESC, id DESC);
-- Counts of an offer's applications by state, and the batches of the draw.
CREATE INDEX subscriptions_of_offer ON app.subscriptions (offer_id, state, id);
CREATE INDEX subscriptions_due ON app.subscriptions (pay_by) WHERE state = 'payment-due';
GRANT SELECT, INSERT (id, offer_id, member_id, nth, shares, amount, fee, hold_id, ticket_id, applied_at)
  ON app.subscriptions TO fairlot_api;
GRANT SELECT, UPDATE (state, void_reason, place, decided_at, pay_by, paid_at, paid_by, entry_id) ON app.subscriptions TO fairlot_worker;
GRANT SELECT ON app.subscriptions TO fairlot_console;
CREATE TRIGGER subscriptions_enforce_initial_state BEFORE INSERT ON app.subscriptions FOR EACH ROW EXECUTE FUNCTION app.check_transition('subscription');
CREATE TRIGGER subscriptions_enforce_transition BEFORE UPDATE ON app.subscriptions FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('subscription');

-- Refuses an application outside the window or the offer's terms, of a person who is not verified, and one too many.
CREATE FUNCTION app.check_subscription() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.offers o WHERE o.id = NEW.offer_id AND o.state = 'subscribing'
      AND NEW.applied_at >= o.opens_at AND NEW.applied_at < o.closes_at AND NEW.nth <= o.max_per_member
      AND NEW.shares = o.min_shares AND NEW.amount = o.price * NEW.shares AND NEW.fee = o.fee
  ) THEN
    RAISE EXCEPTION 'application %: the offer does not accept it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM app.identities i WHERE i.member_id = NEW.member_id AND i.state = 'verified') THEN
    RAISE EXCEPTION 'application %: the member is not a verified person', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER subscriptions_enforce_offer BEFORE INSERT ON app.subscriptions
  FOR EACH ROW EXECUTE FUNCTION app.check_subscription();

CREATE FUNCTION app.subscriptions_request_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.offer_id, NEW.member_id, NEW.nth, NEW.shares, NEW.amount, NEW.fee, NEW.hold_id, NEW.ticket_id, NEW.applied_at)
     IS DISTINCT FROM
     (OLD.id, OLD.offer_id, OLD.member_id, OLD.nth, OLD.shares, OLD.amount, OLD.fee, OLD.hold_id, OLD.ticket_id, OLD.applied_at)
     OR OLD.place IS NOT NULL AND NEW.place IS DISTINCT FROM OLD.place
     OR OLD.pay_hold_id IS NOT NULL AND NEW.pay_hold_id IS DISTINCT FROM OLD.pay_hold_id THEN
    RAISE EXCEPTION 'application % stays as the member sent it and as it was drawn', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER subscriptions_request_immutable BEFORE UPDATE ON app.subscriptions
  FOR EACH ROW EXECUTE FUNCTION app.subscriptions_request_immutable();

-- A winner's money must be held in full when the application becomes paid, by the member or by the rule.
CREATE FUNCTION app.check_subscription_paid() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM ledger.holds h WHERE h.id = coalesce(NEW.pay_hold_id, NEW.hold_id) AND h.state = 'open' AND h.remaining = NEW.amount
  ) THEN
    RAISE EXCEPTION 'application %: the price is not held', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER subscriptions_enforce_paid BEFORE UPDATE ON app.subscriptions FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'paid') EXECUTE FUNCTION app.check_subscription_paid();

-- Before the close, with the entry that released all of the hold.
CREATE FUNCTION app.cancel_subscription(p_subscription uuid, p_member uuid, p_entry uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.subscriptions s SET state = 'cancelled', decided_at = p_now, entry_id = p_entry
  FROM app.offers o
  WHERE s.id = p_subscription AND s.member_id = p_member AND s.state = 'waiting' AND o.id = s.offer_id
    AND o.state = 'subscribing' AND p_now < o.closes_at
    AND EXISTS (
      SELECT FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'subscription.released'
        AND l.hold_id = s.hold_id)
    AND EXISTS (SELECT FROM ledger.holds h WHERE h.id = s.hold_id AND h.remaining = 0);
  RETURN FOUND;
END $$;

-- By the member, before the deadline. Another trigger checks that the price is held.
CREATE FUNCTION app.pay_subscription(p_subscription uuid, p_member uuid, p_hold uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.subscriptions s SET state = 'paid', paid_at = p_now, paid_by = 'member', pay_hold_id = p_hold
  WHERE s.id = p_subscription AND s.member_id = p_member AND s.state = 'payment-due' AND p_now < s.pay_by;
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_subscription, app.pay_subscription TO fairlot_api;

-- The worker takes an application that does not qualify out of the draw's list before the list is closed.
GRANT DELETE ON app.draw_tickets TO fairlot_worker;

SELECT ledger.allow_posting('fairlot_api', 'subscription.held', '-member/available +member/held', 'money', 'within-owner');
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by) VALUES
  ('fairlot_api', 'subscription.released', 'member', 'available', 'in', 'money', 'within-owner', NULL),
  ('fairlot_api', 'subscription.released', 'member', 'held', 'out', 'money', 'within-owner', 'subscription.held');
SELECT ledger.allow_posting('fairlot_worker', 'subscription.released', '+member/available -member/held', 'money', 'within-owner');
-- The fee of an application that was drawn; a loser's price is released by the same entry.
SELECT ledger.allow_posting('fairlot_worker', 'subscription.drawn', '-member/held +member/available +fees/income', 'money');

-- Reconciliation: the entries of an application, and its record.
INSERT INTO recon.events VALUES
  ('subscription.held', true, '{member/available,member/held}'),
  ('subscription.released', true, '{member/available,member/held}'),
  ('subscription.drawn', true, '{member/held,member/available,fees/income}');

CREATE FUNCTION recon.untraced_subscriptions(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, t.moved, 'no application that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
  ) AS t
  LEFT JOIN app.subscriptions x ON x.id = recon.uuid_of(e.reference)
  LEFT JOIN app.offers o ON o.id = x.offer_id
  CROSS JOIN LATERAL (SELECT x.fee + CASE o.payment_mode WHEN 'prepaid' THEN x.amount ELSE 0 END AS held) AS h
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'subscription.' AND (
    t.asset = 'TWD' AND t.member_id = x.member_id::text AND CASE e.event
      WHEN 'subscription.held' THEN t.held = h.held OR t.held = x.amount AND x.pay_hold_id IS NOT NULL
      WHEN 'subscription.released' THEN x.state IN ('cancelled', 'void') AND x.entry_id = e.id AND t.held = -h.held
      ELSE x.entry_id = e.id AND t.held = -CASE x.state WHEN 'not-won' THEN h.held ELSE x.fee END
        AND t.free = CASE x.state WHEN 'not-won' THEN h.held - x.fee ELSE 0 END
        AND x.state IN ('won', 'payment-due', 'paid', 'unpaid', 'not-won') AND o.stage IN ('applying', 'paying', 'settled')
    END) IS NOT TRUE
$$;
-- As before, and the entries of applications.
ALTER FUNCTION recon.untraced(bigint, bigint) RENAME TO untraced_funds;
CREATE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.untraced_funds(p_from, p_upto) AS f
  UNION ALL SELECT s.* FROM recon.untraced_subscriptions(p_from, p_upto) AS s
$$;

-- The holds of members' open requests, with what must remain in them.
CREATE VIEW recon.request_holds AS
  SELECT w.hold_id, w.amount + w.fee AS remaining FROM app.withdrawals w WHERE w.state = 'pending'
  UNION ALL
  SELECT s.hold_id, CASE o.payment_mode WHEN 'prepaid' THEN s.amount ELSE 0 END + CASE s.state WHEN 'waiting' THEN s.fee ELSE 0 END
  FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
  WHERE s.state = 'waiting' OR o.payment_mode = 'prepaid' AND s.state IN ('won', 'payment-due', 'paid')
  UNION ALL
  SELECT s.pay_hold_id, s.amount FROM app.subscriptions s WHERE s.state = 'paid' AND s.pay_hold_id IS NOT NULL;

-- As before, except that an open hold may belong to any open request of a member.
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
  ), named AS MATERIALIZED (
    SELECT u.hold_id, o.id AS owner, true AS trades FROM app.orders o CROSS JOIN LATERAL unnest(o.holds) AS u (hold_id)
    WHERE o.state = 'entrusted'
    UNION ALL
    SELECT u.hold_id, c.id, false FROM app.conditional_orders c CROSS JOIN LATERAL unnest(c.holds) AS u (hold_id)
    WHERE c.state = 'waiting'
  ), loose AS (
    SELECT o.id, o.reference, o.remaining
    FROM open o JOIN ledger.accounts a ON a.id = o.account_id
    WHERE a.owner_kind IN ('member', 'lending')
      AND NOT EXISTS (SELECT FROM recon.request_holds r WHERE r.hold_id = o.id AND r.remaining = o.remaining)
      AND NOT EXISTS (SELECT FROM named n WHERE n.hold_id = o.id AND n.owner::text = o.reference)
    UNION ALL
    SELECT n.hold_id, n.owner::text, -l.amount
    FROM named n JOIN ledger.lines l ON l.hold_id = n.hold_id AND l.tx >= p_from AND l.amount < 0
    JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
    WHERE NOT (n.trades AND e.event ^@ 'trade.') AND NOT EXISTS (
      SELECT FROM app.order_steps s WHERE s.order_id = n.owner AND s.what = 'reduced' AND e.event = 'order.reduced'
        AND e.key ~ ('^reduced:[0-9]+/' || (s.data ->> 'event') || '/' || s.order_id || '$'))
  )
  SELECT 'holds', 'money', coalesce(sum(j.holds), 0)::bigint,
    coalesce(sum(j.balance) FILTER (WHERE j.owner_kind = 'member' AND j.asset = 'TWD'), 0),
    coalesce(sum(abs(j.balance - j.remaining)), 0), min(j.code) FILTER (WHERE j.balance <> j.remaining)
  FROM judged j
  UNION ALL
  SELECT 'holds-owned', 'money', (SELECT count(*) FROM open), NULL, coalesce(sum(l.remaining), 0), min(format('%s %s', l.id, l.reference))
  FROM loose l
$$;
