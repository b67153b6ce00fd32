-- The listing day of new shares: the stock joins the exchange, and every paid application gets its shares for the money
-- that was held. docs/features/new-shares.md explains.

-- What is offered becomes an instrument: its code has to be one.
ALTER TABLE app.offers
  ADD CONSTRAINT offers_symbol_listable CHECK (symbol ~ '^([0-9]{4,6}|[0-9]{4,5}[A-Z])$'),
  -- The entry that gave the practice market's seats their shares.
  ADD COLUMN inventory_id uuid UNIQUE,
  DROP CONSTRAINT offers_stage_check,
  ADD CONSTRAINT offers_stage_check CHECK (stage IN ('waiting-draw', 'applying', 'paying', 'settled', 'listed', 'void'));
ALTER TABLE app.positions
  DROP CONSTRAINT positions_origin_check,
  ADD CONSTRAINT positions_origin_check CHECK (origin IN ('market', 'block', 'subscription'));

GRANT UPDATE (inventory_id) ON app.offers TO fairlot_worker;
CREATE FUNCTION app.offers_inventory_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the seats have got their shares of offer %', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER offers_inventory_once BEFORE UPDATE ON app.offers FOR EACH ROW
  WHEN (OLD.inventory_id IS NOT NULL AND NEW.inventory_id IS DISTINCT FROM OLD.inventory_id)
  EXECUTE FUNCTION app.offers_inventory_once();

ALTER TABLE app.subscriptions
  ADD COLUMN delivered_at timestamptz,
  -- The entry that took the price and gave the shares.
  ADD COLUMN delivery_id uuid,
  DROP CONSTRAINT subscriptions_state_check,
  ADD CONSTRAINT subscriptions_state_check CHECK (state IN ('waiting', 'won', 'payment-due', 'paid', 'delivered', 'unpaid', 'not-won',
    'cancelled', 'void')),
  DROP CONSTRAINT subscriptions_drawn_has_place,
  ADD CONSTRAINT subscriptions_drawn_has_place
    CHECK (state NOT IN ('won', 'payment-due', 'paid', 'delivered', 'unpaid', 'not-won') OR place IS NOT NULL),
  DROP CONSTRAINT subscriptions_due_has_date,
  ADD CONSTRAINT subscriptions_due_has_date CHECK (state NOT IN ('payment-due', 'paid', 'delivered', 'unpaid') OR pay_by IS NOT NULL),
  DROP CONSTRAINT subscriptions_paid_complete,
  ADD CONSTRAINT subscriptions_paid_complete CHECK (
    (state IN ('paid', 'delivered')) = (paid_at IS NOT NULL) AND (state IN ('paid', 'delivered')) = (paid_by IS NOT NULL)),
  ADD CONSTRAINT subscriptions_delivered_complete CHECK (
    (state = 'delivered') = (delivered_at IS NOT NULL) AND (state = 'delivered') = (delivery_id IS NOT NULL));

-- The first day of a new listing, which has no daily limit for five trading days; null otherwise and afterwards.
ALTER TABLE app.instruments ADD COLUMN free_since date;
CREATE INDEX instruments_free ON app.instruments (symbol) WHERE free_since IS NOT NULL;

-- Lists the stock of every offer whose day has come, as two operators approved it, and returns what is new.
CREATE FUNCTION app.list_new_shares(p_now timestamptz) RETURNS TABLE (symbol text, reference integer)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.instruments AS i (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference, limited, free_since)
  SELECT o.symbol, o.name ->> 'tw', o.name ->> 'en', 'listed', 'stock', o.industry ->> 'tw', o.industry ->> 'en', o.price::integer,
    false, o.lists_on
  FROM app.offers o
  WHERE o.stage IN ('paying', 'settled') AND o.lists_on <= (p_now AT TIME ZONE 'Asia/Taipei')::date
    AND recon.is_approved_by_two(o.review_id, 'offer', o.id::text)
  ON CONFLICT DO NOTHING
  RETURNING i.symbol, i.reference
$$;

-- Ends the days without a limit before the sixth trading day begins, and returns whose.
CREATE FUNCTION app.end_free_days(p_symbols text[], p_date date) RETURNS SETOF text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.instruments i SET limited = true, free_since = NULL
  WHERE i.symbol = ANY (p_symbols) AND i.free_since IS NOT NULL AND (
    SELECT count(DISTINCT c.date) FROM exchange.phase_changes c
    WHERE c.phase = 'opening-call' AND c.date >= i.free_since AND c.date < p_date) >= 5
  RETURNING i.symbol
$$;
GRANT EXECUTE ON FUNCTION app.list_new_shares, app.end_free_days TO fairlot_worker;

-- The entry has these lines and no others: the held price goes to the issue, the issued shares to the member.
CREATE FUNCTION app.is_delivery_entry(p_asked app.subscriptions, p_symbol text, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = 'subscription.delivered' AND e.reference = p_asked.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.hold_id, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code, l.hold_id
    ) AS posted FULL JOIN (
      SELECT v.code, v.hold_id, v.amount FROM (VALUES
        ('member/' || p_asked.member_id || '/TWD/held', coalesce(p_asked.pay_hold_id, p_asked.hold_id), -p_asked.amount),
        ('house/main/TWD/issue', NULL, p_asked.amount),
        ('house/main/stk:' || p_symbol || '/issue', NULL, -p_asked.shares::bigint),
        ('member/' || p_asked.member_id || '/stk:' || p_symbol || '/available', NULL, p_asked.shares::bigint)
      ) AS v (code, hold_id, amount)
    ) AS said ON said.code = posted.code AND said.hold_id IS NOT DISTINCT FROM posted.hold_id
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

-- A batch of paid applications: the holdings and the state, or nothing. Only settlement writes holdings otherwise.
CREATE FUNCTION app.deliver_subscriptions(p_offer uuid, p_ids uuid[], p_entries uuid[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  listed app.offers;
  v_id   uuid;
BEGIN
  SELECT o.* INTO STRICT listed FROM app.offers o WHERE o.id = p_offer;
  IF listed.stage <> 'settled' OR listed.lists_on > (p_now AT TIME ZONE 'Asia/Taipei')::date
     OR NOT EXISTS (SELECT FROM app.instruments i WHERE i.symbol = listed.symbol) THEN
    RAISE EXCEPTION 'offer % is not listed yet', p_offer USING ERRCODE = 'check_violation';
  END IF;
  SELECT u.id INTO v_id FROM unnest(p_ids, p_entries) AS u (id, entry)
  LEFT JOIN app.subscriptions s ON s.id = u.id AND s.offer_id = p_offer
  WHERE (s.state = 'paid' AND app.is_delivery_entry(s, listed.symbol, u.entry)) IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'application % is not paid, or its entry does not deliver it', v_id USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, origin, opened_on, opened_at, settles_on, sellable_on,
    unlocks_at, day_trade, opened_shares, shares, opened_value, interest_through)
  SELECT s.id, s.member_id, listed.symbol, 'stock', 'long', 100, 'subscription', listed.lists_on, p_now, listed.lists_on,
    listed.lists_on, p_now, false, s.shares, s.shares, s.amount, listed.lists_on
  FROM app.subscriptions s WHERE s.id = ANY (p_ids);
  UPDATE app.subscriptions s SET state = 'delivered', delivered_at = p_now, delivery_id = u.entry
  FROM unnest(p_ids, p_entries) AS u (id, entry) WHERE s.id = u.id;
END $$;
GRANT EXECUTE ON FUNCTION app.deliver_subscriptions TO fairlot_worker;

-- Delivered only by app.deliver_subscriptions, which writes the holding with it.
CREATE FUNCTION app.check_subscription_delivered() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.positions p WHERE p.id = NEW.id AND p.origin = 'subscription' AND p.member_id = NEW.member_id
    AND p.opened_shares = NEW.shares AND p.opened_value = NEW.amount) THEN
    RAISE EXCEPTION 'application % is delivered without its holding', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_delivered_has_holding AFTER UPDATE ON app.subscriptions FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'delivered') EXECUTE FUNCTION app.check_subscription_delivered();

-- Every paid application has its shares when the offer ends.
CREATE FUNCTION app.check_offer_listed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.subscriptions s WHERE s.offer_id = NEW.id AND s.state IN ('waiting', 'won', 'payment-due', 'paid')) THEN
    RAISE EXCEPTION 'offer %: an application has not got its shares', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER offers_enforce_listed BEFORE UPDATE ON app.offers FOR EACH ROW
  WHEN (OLD.stage IS DISTINCT FROM NEW.stage AND NEW.stage = 'listed') EXECUTE FUNCTION app.check_offer_listed();

INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by) VALUES
  ('fairlot_worker', 'subscription.delivered', 'member', 'held', 'out', 'money', 'any', 'subscription.held'),
  ('fairlot_worker', 'subscription.delivered', 'member', 'available', 'in', 'shares', 'any', NULL),
  ('fairlot_worker', 'subscription.delivered', 'house', 'issue', 'both', 'any', 'any', NULL);
-- The shares of a new listing that the practice market's seats trade.
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, practice) VALUES
  ('fairlot_worker', 'listing.inventory', 'house', 'issue', 'out', 'shares', true),
  ('fairlot_worker', 'listing.inventory', 'seat', 'available', 'in', 'shares', true);

INSERT INTO recon.events VALUES
  ('subscription.delivered', true, '{member/held,member/available,house/issue}'),
  ('listing.inventory', true, '{house/issue,seat/available}');

-- As before, and the entries of deliveries.
CREATE OR REPLACE FUNCTION recon.untraced_subscriptions(p_from bigint, p_upto bigint)
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
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'subscription.' AND (CASE e.event
      WHEN 'subscription.delivered' THEN x.state = 'delivered' AND x.delivery_id = e.id AND app.is_delivery_entry(x, o.symbol, e.id)
      ELSE t.asset = 'TWD' AND t.member_id = x.member_id::text AND CASE e.event
        WHEN 'subscription.held' THEN t.held = h.held OR t.held = x.amount AND x.pay_hold_id IS NOT NULL
        WHEN 'subscription.released' THEN x.state IN ('cancelled', 'void') AND x.entry_id = e.id AND t.held = -h.held
        ELSE x.entry_id = e.id AND t.held = -CASE x.state WHEN 'not-won' THEN h.held ELSE x.fee END
          AND t.free = CASE x.state WHEN 'not-won' THEN h.held - x.fee ELSE 0 END
          AND x.state IN ('won', 'payment-due', 'paid', 'delivered', 'unpaid', 'not-won')
          AND o.stage IN ('applying', 'paying', 'settled', 'listed')
      END END) IS NOT TRUE
$$;

-- One entry for each listed offer, of its own shares.
CREATE FUNCTION recon.untraced_listings(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, t.moved, 'no listing that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
  ) AS t
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'listing.inventory' AND (t.asset = 'stk:' || e.reference
    AND EXISTS (SELECT FROM app.offers o JOIN app.instruments i ON i.symbol = o.symbol
      WHERE o.symbol = e.reference AND o.inventory_id = e.id)) IS NOT TRUE
$$;

-- Deliveries without their entry.
CREATE FUNCTION recon.unbooked_deliveries(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id, s.amount, 'delivery of new shares' FROM app.subscriptions s
  LEFT JOIN ledger.entries e ON e.id = s.delivery_id AND e.posted_at = ledger.time_of(s.delivery_id)
  WHERE s.state = 'delivered' AND s.delivered_at >= p_since
    AND (e.event = 'subscription.delivered' AND e.reference = s.id::text) IS NOT TRUE
$$;
CREATE INDEX subscriptions_delivered ON app.subscriptions (delivered_at) WHERE state = 'delivered';

-- As before, and listings.
CREATE OR REPLACE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.untraced_funds(p_from, p_upto) AS f
  UNION ALL SELECT s.* FROM recon.untraced_subscriptions(p_from, p_upto) AS s
  UNION ALL SELECT b.* FROM recon.untraced_blocks(p_from, p_upto) AS b
  UNION ALL SELECT l.* FROM recon.untraced_listings(p_from, p_upto) AS l
$$;

-- As before, and deliveries.
CREATE OR REPLACE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.unbooked_funds(p_since) AS f
  UNION ALL SELECT b.* FROM recon.unbooked_blocks(p_since) AS b
  UNION ALL SELECT d.* FROM recon.unbooked_deliveries(p_since) AS d
$$;
