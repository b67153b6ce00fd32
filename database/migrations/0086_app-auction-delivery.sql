-- The listing day of an auction: the stock joins the exchange, and every paid bid gets its shares for the money that was
-- held. docs/features/auctions.md explains.

ALTER TABLE app.positions DROP CONSTRAINT positions_origin_check,
  ADD CONSTRAINT positions_origin_check CHECK (origin IN ('market', 'block', 'subscription', 'placement', 'auction'));

-- What is auctioned becomes an instrument: its code has to be one.
ALTER TABLE app.auctions
  ADD CONSTRAINT auctions_symbol_listable CHECK (symbol ~ '^([0-9]{4,6}|[0-9]{4,5}[A-Z])$'),
  -- The entry that gave the practice market's seats their shares.
  ADD COLUMN inventory_id uuid UNIQUE,
  DROP CONSTRAINT auctions_state_check,
  ADD CONSTRAINT auctions_state_check CHECK (state IN ('not-started', 'bidding', 'closed', 'opened', 'cleared', 'paying', 'settled',
    'listed', 'void')),
  DROP CONSTRAINT auctions_opened,
  ADD CONSTRAINT auctions_opened CHECK (num_nonnulls(beacon_signature, randomness)
    = CASE WHEN state IN ('opened', 'cleared', 'paying', 'settled', 'listed') THEN 2 ELSE 0 END);
GRANT UPDATE (inventory_id) ON app.auctions TO fairlot_worker;
DROP INDEX app.auctions_under_way;
CREATE INDEX auctions_under_way ON app.auctions (id) WHERE state NOT IN ('listed', 'void');

ALTER TABLE app.auction_bids
  ADD COLUMN delivered_at timestamptz,
  -- The entry that took the price and gave the shares.
  ADD COLUMN delivery_id uuid UNIQUE,
  DROP CONSTRAINT auction_bids_state_check,
  ADD CONSTRAINT auction_bids_state_check CHECK (state IN ('sealed', 'cancelled', 'void', 'invalid', 'not-won', 'payment-due', 'paid',
    'delivered', 'forfeited')),
  DROP CONSTRAINT auction_bids_won,
  ADD CONSTRAINT auction_bids_won CHECK ((awarded > 0) = (kept > 0)
    AND (state IN ('payment-due', 'paid', 'delivered', 'forfeited') OR state = 'sealed' OR awarded = 0)
    AND (state NOT IN ('payment-due', 'paid', 'delivered', 'forfeited') OR awarded > 0)),
  DROP CONSTRAINT auction_bids_paid,
  ADD CONSTRAINT auction_bids_paid CHECK (num_nonnulls(pay_hold_id, paid_at) = CASE WHEN state IN ('paid', 'delivered') THEN 2 ELSE 0 END),
  ADD CONSTRAINT auction_bids_delivered CHECK (num_nonnulls(delivered_at, delivery_id) = CASE state WHEN 'delivered' THEN 2 ELSE 0 END);
CREATE INDEX auction_bids_delivered_at ON app.auction_bids (delivered_at) WHERE state = 'delivered';

-- The highest price of the exchange that is not above this one. packages/rules/src/instruments/ticks.ts has the table.
CREATE FUNCTION app.floor_to_tick(p_price bigint) RETURNS integer LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT (p_price - p_price % CASE WHEN p_price < 1000 THEN 1 WHEN p_price < 5000 THEN 5 WHEN p_price < 10000 THEN 10
    WHEN p_price < 50000 THEN 50 WHEN p_price < 100000 THEN 100 ELSE 500 END)::integer
$$;

-- What the first day of an auctioned stock begins at: the average of the won lots, down to a tick, at most
-- the highest price of the exchange.
CREATE FUNCTION app.auction_reference(p_auction uuid) RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT app.floor_to_tick(least(1000000000, div(sum(b.price * b.awarded), sum(b.awarded)))::bigint)
  FROM app.auction_bids b WHERE b.auction_id = p_auction AND b.awarded > 0
$$;

-- As before, and the stock of every auction with a paid bid. A code that is offered and auctioned is listed once, at the
-- price of the offer. Each of the two is delivered on its own date.
CREATE OR REPLACE FUNCTION app.list_new_shares(p_now timestamptz) RETURNS TABLE (symbol text, reference integer)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.instruments AS i (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference, limited, free_since)
  SELECT DISTINCT ON (n.symbol) n.symbol, n.name ->> 'tw', n.name ->> 'en', 'listed', 'stock', n.industry ->> 'tw', n.industry ->> 'en',
    CASE n.kind WHEN 'offer' THEN n.price::integer ELSE app.auction_reference(n.id) END, false, n.lists_on
  FROM (
    SELECT 'offer' AS kind, o.id, o.symbol, o.name, o.industry, o.price, o.lists_on, o.review_id
    FROM app.offers o WHERE o.stage IN ('paying', 'settled')
    UNION ALL
    SELECT 'auction', a.id, a.symbol, a.name, a.industry, NULL, a.lists_on, a.review_id
    FROM app.auctions a WHERE a.state IN ('paying', 'settled')
      AND EXISTS (SELECT FROM app.auction_bids b WHERE b.auction_id = a.id AND b.state = 'paid')
  ) AS n
  WHERE n.lists_on <= (p_now AT TIME ZONE 'Asia/Taipei')::date
    AND NOT EXISTS (SELECT FROM app.instruments x WHERE x.symbol = n.symbol)
    AND recon.is_approved_by_two(n.review_id, n.kind, n.id::text)
  ORDER BY n.symbol, n.kind DESC
  ON CONFLICT DO NOTHING
  RETURNING i.symbol, i.reference
$$;

-- The entry has these lines and no others: both holds go to the issue, the issued shares to the member.
CREATE FUNCTION app.is_bid_delivery(p_bid app.auction_bids, p_symbol text, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = 'auction.delivered' AND e.reference = p_bid.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.hold_id, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code, l.hold_id
    ) AS posted FULL JOIN (
      SELECT v.code, v.hold_id, v.amount FROM (VALUES
        ('member/' || p_bid.member_id || '/TWD/held', p_bid.hold_id, -p_bid.kept),
        ('member/' || p_bid.member_id || '/TWD/held', p_bid.pay_hold_id, p_bid.kept - p_bid.price * p_bid.awarded * 1000),
        ('house/main/TWD/issue', NULL, p_bid.price * p_bid.awarded * 1000),
        ('house/main/stk:' || p_symbol || '/issue', NULL, -p_bid.awarded::bigint * 1000),
        ('member/' || p_bid.member_id || '/stk:' || p_symbol || '/available', NULL, p_bid.awarded::bigint * 1000)
      ) AS v (code, hold_id, amount)
    ) AS said ON said.code = posted.code AND said.hold_id IS NOT DISTINCT FROM posted.hold_id
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

-- A batch of paid bids: the holdings and the state, or nothing. Only settlement writes holdings otherwise.
CREATE FUNCTION app.deliver_bids(p_auction uuid, p_ids uuid[], p_entries uuid[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  listed app.auctions;
  v_id   uuid;
BEGIN
  SELECT a.* INTO STRICT listed FROM app.auctions a WHERE a.id = p_auction;
  IF listed.state <> 'settled' OR listed.lists_on > (p_now AT TIME ZONE 'Asia/Taipei')::date
     OR NOT EXISTS (SELECT FROM app.instruments i WHERE i.symbol = listed.symbol) THEN
    RAISE EXCEPTION 'auction % is not listed yet', p_auction USING ERRCODE = 'check_violation';
  END IF;
  SELECT u.id INTO v_id FROM unnest(p_ids, p_entries) AS u (id, entry)
  LEFT JOIN app.auction_bids b ON b.id = u.id AND b.auction_id = p_auction
  WHERE (b.state = 'paid' AND app.is_bid_delivery(b, listed.symbol, u.entry)) IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'bid % is not paid, or its entry does not deliver it', v_id USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, product, origin, opened_on, opened_at, settles_on,
    sellable_on, unlocks_at, day_trade, opened_shares, shares, opened_value, interest_through)
  SELECT b.id, b.member_id, listed.symbol, 'stock', 'long', 100, 'auction', 'auction', listed.lists_on, p_now, listed.lists_on,
    listed.lists_on, p_now, false, b.awarded * 1000, b.awarded * 1000, b.price * b.awarded * 1000, listed.lists_on
  FROM app.auction_bids b WHERE b.id = ANY (p_ids) ORDER BY b.id;
  UPDATE app.auction_bids b SET state = 'delivered', delivered_at = p_now, delivery_id = u.entry
  FROM unnest(p_ids, p_entries) AS u (id, entry) WHERE b.id = u.id;
END $$;
GRANT EXECUTE ON FUNCTION app.deliver_bids TO fairlot_worker;

-- Delivered only by app.deliver_bids, which writes the holding with it.
CREATE FUNCTION app.check_bid_delivered() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.positions p WHERE p.id = NEW.id AND p.origin = 'auction' AND p.member_id = NEW.member_id
    AND p.opened_shares = NEW.awarded * 1000 AND p.opened_value = NEW.price * NEW.awarded * 1000) THEN
    RAISE EXCEPTION 'bid % is delivered without its holding', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER auction_bids_delivered_has_holding AFTER UPDATE ON app.auction_bids FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'delivered') EXECUTE FUNCTION app.check_bid_delivered();

-- Every paid bid has its shares when the auction ends.
CREATE FUNCTION app.check_auction_listed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.auction_bids b WHERE b.auction_id = NEW.id AND b.state IN ('sealed', 'payment-due', 'paid')) THEN
    RAISE EXCEPTION 'auction %: a bid has not got its shares', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER auctions_enforce_listed BEFORE UPDATE ON app.auctions FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'listed') EXECUTE FUNCTION app.check_auction_listed();

INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by) VALUES
  ('fairlot_worker', 'auction.delivered', 'member', 'held', 'out', 'money', 'any', 'auction.held'),
  ('fairlot_worker', 'auction.delivered', 'member', 'available', 'in', 'shares', 'any', NULL),
  ('fairlot_worker', 'auction.delivered', 'house', 'issue', 'both', 'any', 'any', NULL);
INSERT INTO recon.events VALUES ('auction.delivered', true, '{member/held,member/available,house/issue}');

-- As before, and the entries of deliveries.
CREATE OR REPLACE FUNCTION recon.untraced_auctions(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, t.moved, 'no bid that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
  ) AS t
  LEFT JOIN app.auction_bids b ON b.id = recon.uuid_of(e.reference)
  LEFT JOIN app.auctions a ON a.id = b.auction_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'auction.' AND (CASE e.event
      WHEN 'auction.delivered' THEN b.state = 'delivered' AND b.delivery_id = e.id AND app.is_bid_delivery(b, a.symbol, e.id)
      ELSE t.asset = 'TWD' AND t.member_id = b.member_id::text AND CASE e.event
        WHEN 'auction.held' THEN t.held = b.deposit + b.fee
          OR b.pay_hold_id IS NOT NULL AND t.held = b.price * b.awarded * 1000 - b.kept
        WHEN 'auction.cancelled' THEN b.state = 'cancelled' AND b.entry_id = e.id AND t.held = -(b.deposit + b.fee) AND t.free = b.deposit
        WHEN 'auction.released' THEN b.state = 'void' AND b.entry_id = e.id AND t.held = -(b.deposit + b.fee)
        WHEN 'auction.opened' THEN b.state IN ('invalid', 'not-won', 'payment-due', 'paid', 'delivered', 'forfeited') AND b.entry_id = e.id
          AND t.held = -(b.deposit + b.fee - b.kept) AND t.free = b.deposit - b.kept
          AND a.state IN ('cleared', 'paying', 'settled', 'listed')
        WHEN 'auction.forfeited' THEN b.state = 'forfeited' AND b.forfeit_entry_id = e.id AND t.held = -b.kept
      END END) IS NOT TRUE
$$;

-- As before, for offers and auctions: one entry for each listed code, of its own shares.
CREATE OR REPLACE FUNCTION recon.untraced_listings(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, t.moved, 'no listing that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
  ) AS t
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE n.inventory_id = e.id) AS same, count(*) FILTER (WHERE n.inventory_id <> e.id) AS other
    FROM (SELECT o.inventory_id FROM app.offers o WHERE o.symbol = e.reference
      UNION ALL SELECT a.inventory_id FROM app.auctions a WHERE a.symbol = e.reference) AS n
  ) AS n
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'listing.inventory' AND (t.asset = 'stk:' || e.reference
    AND n.same > 0 AND n.other = 0 AND EXISTS (SELECT FROM app.instruments i WHERE i.symbol = e.reference)) IS NOT TRUE
$$;

-- As before, and the deliveries of bids without their entry.
CREATE OR REPLACE FUNCTION recon.unbooked_deliveries(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id, s.amount, 'delivery of new shares' FROM app.subscriptions s
  LEFT JOIN ledger.entries e ON e.id = s.delivery_id AND e.posted_at = ledger.time_of(s.delivery_id)
  WHERE s.state = 'delivered' AND s.delivered_at >= p_since
    AND (e.event = 'subscription.delivered' AND e.reference = s.id::text) IS NOT TRUE
  UNION ALL
  SELECT b.id, b.price * b.awarded * 1000, 'delivery of won lots' FROM app.auction_bids b
  LEFT JOIN ledger.entries e ON e.id = b.delivery_id AND e.posted_at = ledger.time_of(b.delivery_id)
  WHERE b.state = 'delivered' AND b.delivered_at >= p_since
    AND (e.event = 'auction.delivered' AND e.reference = b.id::text) IS NOT TRUE
$$;
