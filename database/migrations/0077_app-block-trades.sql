-- Block trades: a seat lists shares of one stock for one day, members apply, two operators decide, T+2 settles.

-- Where a holding came from: an order at the exchange, or a block trade, which has no fill.
ALTER TABLE app.positions ADD COLUMN origin text NOT NULL DEFAULT 'market' CHECK (origin IN ('market', 'block'));

-- Shares that a seat offers. They are held on the seat's account from the listing on, so they exist and cannot be sold twice.
CREATE TABLE app.block_listings (
  id           uuid        PRIMARY KEY,
  seat_id      uuid        NOT NULL,
  symbol       text        NOT NULL REFERENCES app.instruments (symbol),
  price        integer     NOT NULL CHECK (price > 0),
  shares       integer     NOT NULL CHECK (shares > 0),
  -- Neither applied for nor sold. Triggers of app.block_applications keep it.
  left_shares  integer     NOT NULL CHECK (left_shares BETWEEN 0 AND shares),
  min_shares   integer     NOT NULL CHECK (min_shares > 0),
  max_shares   integer     NOT NULL CHECK (max_shares BETWEEN min_shares AND shares),
  -- Keyed hash of the password that the seller gives to buyers.
  password_mac bytea       NOT NULL,
  password_key text        NOT NULL,
  -- The trading day whose limits the price is in, and when the last application may be sent.
  date         date        NOT NULL,
  closes_at    timestamptz NOT NULL,
  hold_id      uuid        NOT NULL UNIQUE,
  review_id    uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  state        text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closing', 'closed')),
  listed_at    timestamptz NOT NULL,
  closed_at    timestamptz,
  CONSTRAINT block_listings_closed_at CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
CREATE INDEX block_listings_live ON app.block_listings (closes_at) WHERE state <> 'closed';
CREATE INDEX block_listings_of_day ON app.block_listings (date);
GRANT SELECT ON app.block_listings TO fairlot_api;
GRANT SELECT (id, seat_id, symbol, price, shares, left_shares, min_shares, max_shares, date, closes_at, hold_id, review_id, state,
  listed_at, closed_at) ON app.block_listings TO fairlot_console;
GRANT SELECT, INSERT (id, seat_id, symbol, price, shares, left_shares, min_shares, max_shares, password_mac, password_key, date,
  closes_at, hold_id, review_id, listed_at), UPDATE (state, closed_at) ON app.block_listings TO fairlot_worker;
GRANT SELECT ON app.seats TO fairlot_api, fairlot_console, fairlot_worker;
CREATE TRIGGER block_listings_enforce_initial_state BEFORE INSERT ON app.block_listings
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('block-listing');
CREATE TRIGGER block_listings_enforce_transition BEFORE UPDATE ON app.block_listings FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('block-listing');

CREATE TABLE app.block_applications (
  id               uuid        PRIMARY KEY,
  member_id        uuid        NOT NULL REFERENCES app.members (id),
  listing_id       uuid        NOT NULL REFERENCES app.block_listings (id),
  -- Fixed when it is sent: the price, the market's price beside it, the cost.
  price            integer     NOT NULL CHECK (price > 0),
  market_price     integer     CHECK (market_price > 0),
  shares           integer     NOT NULL CHECK (shares > 0),
  fee              bigint      NOT NULL CHECK (fee >= 0),
  -- The ledger's hold over value and fee.
  hold_id          uuid        NOT NULL UNIQUE,
  date             date        NOT NULL,
  settles_on       date        NOT NULL CHECK (settles_on > date),
  -- The first trading day on or after the settlement date.
  sellable_on      date        NOT NULL CHECK (sellable_on >= settles_on),
  state            text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'passed', 'rejected')),
  rejection_reason text        CHECK (rejection_reason IN ('seller-withdrew', 'price-out-of-range', 'not-confirmed',
    'suspected-takeover', 'market-conduct', 'cancelled', 'expired')),
  note             text,
  sent_at          timestamptz NOT NULL,
  promised_at      timestamptz NOT NULL,
  decided_at       timestamptz,
  -- The entry that traded it, or released its hold.
  entry_id         uuid,
  CONSTRAINT block_applications_decided_complete CHECK ((state = 'pending') = (decided_at IS NULL AND entry_id IS NULL)),
  CONSTRAINT block_applications_rejected_has_reason CHECK ((state = 'rejected') = (rejection_reason IS NOT NULL))
);
CREATE INDEX block_applications_of_member ON app.block_applications (member_id, sent_at DESC, id DESC);
CREATE INDEX block_applications_of_listing ON app.block_applications (listing_id) WHERE state = 'pending';
CREATE INDEX block_applications_by_state ON app.block_applications (state, sent_at);
GRANT SELECT, INSERT (id, member_id, listing_id, price, market_price, shares, fee, hold_id, date, settles_on, sellable_on, sent_at,
  promised_at) ON app.block_applications TO fairlot_api;
GRANT SELECT, UPDATE (state, rejection_reason, note, decided_at, entry_id) ON app.block_applications TO fairlot_worker;
GRANT SELECT ON app.block_applications TO fairlot_console;
CREATE TRIGGER block_applications_enforce_initial_state BEFORE INSERT ON app.block_applications
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('block-application');
CREATE TRIGGER block_applications_enforce_transition BEFORE UPDATE ON app.block_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('block-application');

-- An application takes its shares from the listing, or there is none.
CREATE FUNCTION app.reserve_block_shares() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.block_listings l SET left_shares = l.left_shares - NEW.shares
  WHERE l.id = NEW.listing_id AND l.state = 'open' AND l.closes_at > NEW.sent_at AND l.left_shares >= NEW.shares
    AND l.price = NEW.price AND l.date = NEW.date AND NEW.shares BETWEEN l.min_shares AND l.max_shares;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'application % does not fit listing %', NEW.id, NEW.listing_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER block_applications_reserve BEFORE INSERT ON app.block_applications
  FOR EACH ROW EXECUTE FUNCTION app.reserve_block_shares();

CREATE FUNCTION app.return_block_shares() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.block_listings l SET left_shares = l.left_shares + OLD.shares WHERE l.id = OLD.listing_id;
  RETURN NULL;
END $$;
CREATE TRIGGER block_applications_return AFTER UPDATE ON app.block_applications FOR EACH ROW
  WHEN (OLD.state = 'pending' AND NEW.state = 'rejected') EXECUTE FUNCTION app.return_block_shares();

-- Passed only by app.book_block_trade, which writes the holding with it.
CREATE FUNCTION app.check_block_passed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.positions p WHERE p.id = NEW.id AND p.origin = 'block' AND p.member_id = NEW.member_id
    AND p.opened_shares = NEW.shares) THEN
    RAISE EXCEPTION 'application % is passed without its holding', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER block_applications_passed_has_holding AFTER UPDATE ON app.block_applications FOR EACH ROW
  WHEN (NEW.state = 'passed') EXECUTE FUNCTION app.check_block_passed();

-- The worker books what two operators approved: the holding, its settlement date for both sides, and the state, or
-- nothing. Only settlement writes holdings otherwise.
CREATE FUNCTION app.book_block_trade(p_application uuid, p_review uuid, p_entry uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  asked   app.block_applications;
  listing app.block_listings;
  v_kind  text;
BEGIN
  SELECT a.* INTO STRICT asked FROM app.block_applications a WHERE a.id = p_application FOR UPDATE;
  SELECT l.* INTO STRICT listing FROM app.block_listings l WHERE l.id = asked.listing_id;
  SELECT i.kind INTO STRICT v_kind FROM app.instruments i WHERE i.symbol = listing.symbol;
  IF asked.state <> 'pending' THEN
    RAISE EXCEPTION 'application % is %', p_application, asked.state USING ERRCODE = 'check_violation';
  END IF;
  IF NOT recon.is_approved_by_two(p_review, 'block-trade', p_application::text) THEN
    RAISE EXCEPTION 'application % is not approved by two operators', p_application USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT app.is_block_entry(asked, listing, p_entry) THEN
    RAISE EXCEPTION 'entry % does not trade application %', p_entry, p_application USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, origin, opened_on, opened_at, settles_on, sellable_on,
    unlocks_at, day_trade, opened_shares, shares, opened_value, open_fee, interest_through)
  VALUES (asked.id, asked.member_id, listing.symbol, v_kind, 'long', 100, 'block', asked.date, p_now, asked.settles_on,
    asked.sellable_on, p_now, false, asked.shares, asked.shares, asked.price::bigint * asked.shares, asked.fee, asked.date);
  INSERT INTO settlement.dues (due, owner, asset)
  VALUES (asked.settles_on, 'member/' || asked.member_id, 'stk:' || listing.symbol), (asked.settles_on, 'seat/' || listing.seat_id, 'TWD')
  ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false;
  UPDATE app.block_applications SET state = 'passed', decided_at = p_now, entry_id = p_entry WHERE id = p_application;
END $$;

-- The entry has these lines and no others: the member's hold pays the seat and the fee, the seat's hold gives the shares.
CREATE FUNCTION app.is_block_entry(p_asked app.block_applications, p_listing app.block_listings, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'block.traded'
      AND e.reference = p_asked.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.hold_id, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code, l.hold_id
    ) AS posted FULL JOIN (
      SELECT v.code, v.hold_id, v.amount FROM (VALUES
        ('member/' || p_asked.member_id || '/TWD/held', p_asked.hold_id, -(p_asked.price::bigint * p_asked.shares + p_asked.fee)),
        ('seat/' || p_listing.seat_id || '/TWD/receivable@' || p_asked.settles_on, NULL, p_asked.price::bigint * p_asked.shares),
        ('fees/block/TWD/income', NULL, p_asked.fee),
        ('seat/' || p_listing.seat_id || '/stk:' || p_listing.symbol || '/held', p_listing.hold_id, -p_asked.shares::bigint),
        ('member/' || p_asked.member_id || '/stk:' || p_listing.symbol || '/receivable@' || p_asked.settles_on, NULL,
          p_asked.shares::bigint)
      ) AS v (code, hold_id, amount) WHERE v.amount <> 0
    ) AS said ON said.code = posted.code AND said.hold_id IS NOT DISTINCT FROM posted.hold_id
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;
GRANT EXECUTE ON FUNCTION app.book_block_trade TO fairlot_worker;

-- The entry must be the one that released this application's hold.
CREATE FUNCTION app.cancel_block_application(p_application uuid, p_member uuid, p_entry uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.block_applications a SET state = 'rejected', rejection_reason = 'cancelled', entry_id = p_entry, decided_at = p_now
  WHERE a.id = p_application AND a.member_id = p_member AND a.state = 'pending'
    AND app.is_cancelled_by_member('block-trade', p_application, p_member)
    AND EXISTS (
      SELECT FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'block.released'
        AND l.hold_id = a.hold_id AND l.amount = -(a.price::bigint * a.shares + a.fee));
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_block_application TO fairlot_api;

-- At its end a listing takes no application, and reviews that are not decided expire: the money goes back.
CREATE FUNCTION app.end_block_listings(p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE ended integer;
BEGIN
  UPDATE app.block_listings SET state = 'closing' WHERE state = 'open' AND closes_at <= p_now;
  GET DIAGNOSTICS ended = ROW_COUNT;
  UPDATE app.reviews r SET state = 'expired'
  FROM app.block_applications a JOIN app.block_listings l ON l.id = a.listing_id
  WHERE a.state = 'pending' AND l.closes_at <= p_now AND r.kind = 'block-trade' AND r.subject = a.id::text
    AND r.state IN ('waiting', 'second');
  RETURN ended;
END $$;
GRANT EXECUTE ON FUNCTION app.end_block_listings TO fairlot_worker;

INSERT INTO app.review_kinds VALUES
  ('block-trade', 'B', 'review', 'approve', NULL, 120, 168, false, false),
  ('block-listing', 'B', NULL, 'approve', 'propose-funds', 60, 72, false, false),
  ('block-listing-end', 'B', NULL, 'approve', 'propose-funds', 60, 72, false, false);

-- Five wrong passwords of block trades lock like a fund password.
ALTER TABLE app.credential_failures DROP CONSTRAINT credential_failures_kind_check, ADD CONSTRAINT credential_failures_kind_check
  CHECK (kind IN ('password', 'code', 'fund-password', 'recovery', 'channel-password', 'block-password'));

-- The ledger's events.
SELECT ledger.allow_posting('fairlot_api', 'block.held', '-member/available +member/held', 'money', 'within-owner');
SELECT ledger.allow_posting('fairlot_worker', 'block.listed', '-seat/available +seat/held', 'shares', 'within-owner');
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by) VALUES
  ('fairlot_api', 'block.released', 'member', 'available', 'in', 'money', 'within-owner', NULL),
  ('fairlot_api', 'block.released', 'member', 'held', 'out', 'money', 'within-owner', 'block.held'),
  ('fairlot_worker', 'block.released', 'member', 'available', 'in', 'money', 'within-owner', NULL),
  ('fairlot_worker', 'block.released', 'member', 'held', 'out', 'money', 'within-owner', 'block.held'),
  ('fairlot_worker', 'block.unlisted', 'seat', 'available', 'in', 'shares', 'within-owner', NULL),
  ('fairlot_worker', 'block.unlisted', 'seat', 'held', 'out', 'shares', 'within-owner', 'block.listed'),
  ('fairlot_worker', 'block.traded', 'member', 'held', 'out', 'money', 'any', 'block.held'),
  ('fairlot_worker', 'block.traded', 'seat', 'receivable', 'in', 'money', 'any', NULL),
  ('fairlot_worker', 'block.traded', 'fees', 'income', 'in', 'money', 'any', NULL),
  ('fairlot_worker', 'block.traded', 'seat', 'held', 'out', 'shares', 'any', 'block.listed'),
  ('fairlot_worker', 'block.traded', 'member', 'receivable', 'in', 'shares', 'any', NULL);

-- Reconciliation.
INSERT INTO recon.events VALUES
  ('block.held', true, '{member/available,member/held}'),
  ('block.released', true, '{member/available,member/held}'),
  ('block.traded', true, '{member/held,member/receivable,seat/held,seat/receivable,fees/income}'),
  ('block.listed', true, '{seat/available,seat/held}'),
  ('block.unlisted', true, '{seat/available,seat/held}');

CREATE FUNCTION recon.untraced_blocks(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH s AS MATERIALIZED (
    SELECT e.id, e.event, e.reference, recon.uuid_of(e.reference) AS ref, t.held, t.moved, t.member_id, x.given
    FROM ledger.entries e
    CROSS JOIN LATERAL (SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0) AS t
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.amount), 0) AS given FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = e.id AND l.posted_at = e.posted_at AND a.owner_kind = 'seat' AND a.kind = 'held'
    ) AS x
    WHERE e.tx >= p_from AND e.tx < p_upto AND e.event LIKE 'block.%'
  )
  SELECT s.id, s.event, s.moved, 'no block trade that says so'
  FROM s LEFT JOIN app.block_applications b ON b.id = s.ref LEFT JOIN app.block_listings l ON l.id = coalesce(b.listing_id, s.ref)
  WHERE (CASE s.event
      WHEN 'block.held' THEN s.member_id = b.member_id::text AND s.held = b.price::bigint * b.shares + b.fee
      WHEN 'block.released' THEN s.member_id = b.member_id::text AND b.state = 'rejected' AND b.entry_id = s.id
        AND s.held = -(b.price::bigint * b.shares + b.fee)
      WHEN 'block.traded' THEN b.state = 'passed' AND b.entry_id = s.id AND app.is_block_entry(b, l, s.id)
        AND EXISTS (SELECT FROM recon.approved_reviews r WHERE r.kind = 'block-trade' AND r.subject = s.reference)
      WHEN 'block.listed' THEN s.given = l.shares AND recon.is_approved_by_two(l.review_id, 'block-listing', s.reference)
      WHEN 'block.unlisted' THEN l.state = 'closed' AND s.given = -l.left_shares
    END) IS NOT TRUE
$$;

-- Applications that ended without their entry.
CREATE FUNCTION recon.unbooked_blocks(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.id, b.price::numeric * b.shares, 'block trade' FROM app.block_applications b
  LEFT JOIN ledger.entries e ON e.id = b.entry_id AND e.posted_at = ledger.time_of(b.entry_id)
  WHERE b.state <> 'pending' AND b.decided_at >= p_since
    AND (e.event = CASE b.state WHEN 'passed' THEN 'block.traded' ELSE 'block.released' END AND e.reference = b.id::text) IS NOT TRUE
$$;

-- As before, and the holds of block-trade applications.
CREATE OR REPLACE VIEW recon.request_holds AS
  SELECT w.hold_id, w.amount + w.fee AS remaining FROM app.withdrawals w WHERE w.state = 'pending'
  UNION ALL
  SELECT s.hold_id, CASE o.payment_mode WHEN 'prepaid' THEN s.amount ELSE 0 END + CASE s.state WHEN 'waiting' THEN s.fee ELSE 0 END
  FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
  WHERE s.state = 'waiting' OR o.payment_mode = 'prepaid' AND s.state IN ('won', 'payment-due', 'paid')
  UNION ALL
  SELECT s.pay_hold_id, s.amount FROM app.subscriptions s WHERE s.state = 'paid' AND s.pay_hold_id IS NOT NULL
  UNION ALL
  SELECT b.hold_id, b.price::bigint * b.shares + b.fee FROM app.block_applications b WHERE b.state = 'pending';

-- As before, and the entries of block trades.
CREATE OR REPLACE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.untraced_funds(p_from, p_upto) AS f
  UNION ALL SELECT s.* FROM recon.untraced_subscriptions(p_from, p_upto) AS s
  UNION ALL SELECT b.* FROM recon.untraced_blocks(p_from, p_upto) AS b
$$;

-- As before, and block trades.
ALTER FUNCTION recon.unbooked(timestamptz) RENAME TO unbooked_funds;
CREATE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.unbooked_funds(p_since) AS f
  UNION ALL SELECT b.* FROM recon.unbooked_blocks(p_since) AS b
$$;
