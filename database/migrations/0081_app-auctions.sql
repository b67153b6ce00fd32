-- Auctions of new shares with sealed bids. Before the opening the platform has a fingerprint, a sealed text and a ceiling
-- of each bid; docs/features/auctions.md explains.

INSERT INTO app.review_kinds VALUES
  ('auction', 'N', NULL, 'approve', 'propose-market', 1440, 72, false, false),
  ('auction-removal', 'N', NULL, 'approve', 'propose-market', 60, 72, false, false);

-- {tw, en} in name and industry. The deposit is in hundredths of a percent.
CREATE TABLE app.auctions (
  id               uuid        PRIMARY KEY,
  review_id        uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  symbol           text        NOT NULL UNIQUE CHECK (symbol ~ '^[A-Z0-9]{4,6}$'),
  name             jsonb       NOT NULL,
  industry         jsonb       NOT NULL,
  floor_price      bigint      NOT NULL CHECK (floor_price > 0),
  lots             integer     NOT NULL CHECK (lots > 0),
  min_lots         integer     NOT NULL CHECK (min_lots > 0),
  max_lots         integer     NOT NULL CHECK (max_lots >= min_lots),
  cap_lots         integer     NOT NULL CHECK (cap_lots >= max_lots AND cap_lots <= lots),
  fee              bigint      NOT NULL CHECK (fee > 0),
  deposit          integer     NOT NULL CHECK (deposit > 0 AND deposit < 10000),
  starts_at        timestamptz NOT NULL,
  closes_at        timestamptz NOT NULL CHECK (closes_at > starts_at),
  opens_at         timestamptz NOT NULL CHECK (opens_at > closes_at),
  pay_by           timestamptz NOT NULL CHECK (pay_by > opens_at),
  lists_on         date        NOT NULL,
  -- Bids are sealed to this round of the beacon.
  round            bigint      NOT NULL CHECK (round > 0),
  -- Canonical JSON of AuctionTerms in packages/proof, signed when published.
  terms            text        NOT NULL,
  key_id           text        NOT NULL,
  public_key       bytea       NOT NULL,
  signature        bytea       NOT NULL CHECK (octet_length(signature) = 64),
  published_at     timestamptz NOT NULL CHECK (published_at < starts_at),
  state            text        NOT NULL DEFAULT 'not-started' CHECK (state IN ('not-started', 'bidding', 'closed', 'opened',
    'cleared', 'paying', 'settled', 'void')),
  removed_at       timestamptz,
  -- From the close on.
  closed_at        timestamptz CHECK (closed_at >= closes_at AND closed_at < opens_at),
  root             bytea       CHECK (octet_length(root) = 32),
  -- From the opening on.
  beacon_signature bytea       CHECK (octet_length(beacon_signature) = 48),
  randomness       bytea       CHECK (randomness = sha256(beacon_signature)),
  CONSTRAINT auctions_closed CHECK (num_nonnulls(closed_at, root) = CASE WHEN state IN ('not-started', 'bidding', 'void') THEN 0 ELSE 2 END),
  CONSTRAINT auctions_opened CHECK (num_nonnulls(beacon_signature, randomness)
    = CASE WHEN state IN ('opened', 'cleared', 'paying', 'settled') THEN 2 ELSE 0 END),
  CONSTRAINT auctions_removed_is_void CHECK (removed_at IS NULL OR state = 'void')
);
CREATE INDEX auctions_recent ON app.auctions (closes_at DESC, id DESC);
CREATE INDEX auctions_under_way ON app.auctions (id) WHERE state NOT IN ('settled', 'void');
GRANT SELECT ON app.auctions TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT, UPDATE (state, removed_at, closed_at, root, beacon_signature, randomness) ON app.auctions TO fairlot_worker;
CREATE TRIGGER auctions_enforce_initial_state BEFORE INSERT ON app.auctions FOR EACH ROW EXECUTE FUNCTION app.check_transition('auction');
CREATE TRIGGER auctions_enforce_transition BEFORE UPDATE ON app.auctions FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('auction');

-- A column that has a value keeps it; only the state moves on.
CREATE FUNCTION app.auctions_published() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM jsonb_each(jsonb_strip_nulls(to_jsonb(OLD) - 'state')) b
    WHERE to_jsonb(NEW) -> b.key IS DISTINCT FROM b.value) THEN
    RAISE EXCEPTION 'auction %: what is published stays as it is', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER auctions_published BEFORE UPDATE ON app.auctions FOR EACH ROW EXECUTE FUNCTION app.auctions_published();

CREATE TABLE app.auction_bids (
  id               uuid        PRIMARY KEY,
  auction_id       uuid        NOT NULL REFERENCES app.auctions (id),
  member_id        uuid        NOT NULL REFERENCES app.members (id),
  -- Stands for the member in the published list.
  person           bytea       NOT NULL CHECK (person = sha256(convert_to(
    E'fairlot auction person v1\n' || auction_id || E'\n' || member_id || E'\n', 'UTF8'))),
  fingerprint      bytea       NOT NULL CHECK (octet_length(fingerprint) = 32),
  sealed           bytea       NOT NULL CHECK (octet_length(sealed) BETWEEN 100 AND 400),
  -- The most the bid can cost. The member declares it; price and lots are sealed.
  ceiling          bigint      NOT NULL CHECK (ceiling > 0),
  deposit          bigint      NOT NULL CHECK (deposit > 0 AND deposit < ceiling),
  fee              bigint      NOT NULL CHECK (fee > 0),
  hold_id          uuid        NOT NULL UNIQUE,
  sent_at          timestamptz NOT NULL,
  state            text        NOT NULL DEFAULT 'sealed' CHECK (state IN ('sealed', 'cancelled', 'void', 'invalid', 'not-won',
    'payment-due', 'paid', 'forfeited')),
  void_reason      text        CHECK (void_reason IN ('removed', 'not-listed', 'restricted', 'related-person')),
  -- From the opening on.
  price            bigint      CHECK (price >= 0 AND price < 1000000000000),
  lots             integer     CHECK (lots >= 0 AND lots < 10000000),
  salt             bytea       CHECK (octet_length(salt) = 32),
  problem          text        CHECK (problem IN ('sealed', 'price', 'lots', 'ceiling')),
  -- From the clearing on.
  rank             integer     CHECK (rank > 0),
  awarded          integer     NOT NULL DEFAULT 0 CHECK (awarded >= 0 AND awarded <= coalesce(lots, 0)),
  -- The part of the deposit that stays held for what was won.
  kept             bigint      NOT NULL DEFAULT 0 CHECK (kept >= 0 AND kept <= deposit),
  decided_at       timestamptz,
  entry_id         uuid,
  pay_hold_id      uuid        UNIQUE,
  paid_at          timestamptz,
  forfeit_entry_id uuid        UNIQUE,
  CONSTRAINT auction_bids_fingerprint UNIQUE (auction_id, fingerprint),
  -- What is opened is what was sealed: the fingerprint covers price, lots and salt.
  CONSTRAINT auction_bids_opened CHECK (num_nonnulls(price, lots, salt) IN (0, 3) AND (price IS NULL OR fingerprint = sha256(convert_to(
    E'fairlot auction bid v1\n' || auction_id || E'\n' || id || E'\n' || lpad(price::text, 12, '0') || E'\n' || lpad(lots::text, 7, '0')
    || E'\n' || encode(salt, 'hex') || E'\n', 'UTF8')))),
  CONSTRAINT auction_bids_sealed_problem CHECK ((problem IS NOT DISTINCT FROM 'sealed') = (problem IS NOT NULL AND price IS NULL)),
  CONSTRAINT auction_bids_ranked CHECK (rank IS NULL OR price IS NOT NULL AND problem IS NULL),
  CONSTRAINT auction_bids_void_has_reason CHECK ((state = 'void') = (void_reason IS NOT NULL)),
  CONSTRAINT auction_bids_invalid_has_problem CHECK (state <> 'invalid' OR problem IS NOT NULL),
  CONSTRAINT auction_bids_decided CHECK ((state = 'sealed') = (decided_at IS NULL) AND (state = 'sealed') = (entry_id IS NULL)),
  CONSTRAINT auction_bids_won CHECK ((awarded > 0) = (kept > 0) AND (state IN ('payment-due', 'paid', 'forfeited') OR state = 'sealed' OR awarded = 0)
    AND (state NOT IN ('payment-due', 'paid', 'forfeited') OR awarded > 0)),
  CONSTRAINT auction_bids_paid CHECK (num_nonnulls(pay_hold_id, paid_at) = CASE state WHEN 'paid' THEN 2 ELSE 0 END),
  CONSTRAINT auction_bids_forfeited CHECK ((state = 'forfeited') = (forfeit_entry_id IS NOT NULL))
);
CREATE UNIQUE INDEX auction_bids_rank ON app.auction_bids (auction_id, rank) WHERE rank IS NOT NULL;
CREATE INDEX auction_bids_of_member ON app.auction_bids (member_id, auction_id, sent_at DESC);
CREATE INDEX auction_bids_newest ON app.auction_bids (member_id, sent_at DESC, id DESC);
CREATE INDEX auction_bids_of_auction ON app.auction_bids (auction_id, state, id);
GRANT SELECT, INSERT (id, auction_id, member_id, person, fingerprint, sealed, ceiling, deposit, fee, hold_id, sent_at)
  ON app.auction_bids TO fairlot_api;
GRANT SELECT, UPDATE (state, void_reason, price, lots, salt, problem, rank, awarded, kept, decided_at, entry_id, forfeit_entry_id)
  ON app.auction_bids TO fairlot_worker;
-- Operators read results and who takes part, not the ceilings.
GRANT SELECT (id, auction_id, member_id, state, price, awarded) ON app.auction_bids TO fairlot_console;
CREATE TRIGGER auction_bids_enforce_initial_state BEFORE INSERT ON app.auction_bids FOR EACH ROW EXECUTE FUNCTION app.check_transition('bid');
CREATE TRIGGER auction_bids_enforce_transition BEFORE UPDATE ON app.auction_bids FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('bid');

-- Refuses a bid outside the window or the terms, and one of a person who is not verified. The lock makes a close wait for
-- bids that are being sent.
CREATE FUNCTION app.check_auction_bid() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a app.auctions;
BEGIN
  SELECT * INTO a FROM app.auctions WHERE id = NEW.auction_id FOR SHARE;
  IF (a.state = 'bidding' AND NEW.sent_at >= a.starts_at AND NEW.sent_at < a.closes_at AND NEW.fee = a.fee
      AND NEW.ceiling >= a.floor_price * a.min_lots * 1000
      AND NEW.deposit = ceil(NEW.ceiling::numeric * a.deposit / 10000)) IS NOT TRUE THEN
    RAISE EXCEPTION 'bid %: the auction does not accept it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM app.identities i WHERE i.member_id = NEW.member_id AND i.state = 'verified') THEN
    RAISE EXCEPTION 'bid %: the member is not a verified person', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION app.check_auction_bid FROM PUBLIC;
CREATE TRIGGER auction_bids_enforce_auction BEFORE INSERT ON app.auction_bids
  FOR EACH ROW EXECUTE FUNCTION app.check_auction_bid();

-- A bid stays as it was sent, opened and ranked. Nothing is opened before the round, and nothing ranked after the clearing.
CREATE FUNCTION app.auction_bids_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found text;
BEGIN
  IF EXISTS (SELECT FROM jsonb_each(jsonb_strip_nulls(to_jsonb(OLD) - ARRAY['state', 'awarded', 'kept'])) b
      WHERE to_jsonb(NEW) -> b.key IS DISTINCT FROM b.value)
    OR OLD.rank IS NOT NULL AND (NEW.awarded, NEW.kept) IS DISTINCT FROM (OLD.awarded, OLD.kept) THEN
    RAISE EXCEPTION 'bid % stays as it was sent, opened and ranked', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.price, NEW.problem, NEW.rank, NEW.awarded, NEW.kept) IS DISTINCT FROM (OLD.price, OLD.problem, OLD.rank, OLD.awarded, OLD.kept) THEN
    SELECT state INTO found FROM app.auctions WHERE id = NEW.auction_id;
    IF found IS DISTINCT FROM 'opened' THEN
      RAISE EXCEPTION 'bid %: its auction is not being opened', OLD.id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER auction_bids_immutable BEFORE UPDATE ON app.auction_bids FOR EACH ROW EXECUTE FUNCTION app.auction_bids_immutable();
CREATE FUNCTION app.auctions_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '%: rows of an auction are kept', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER auction_bids_kept BEFORE DELETE ON app.auction_bids FOR EACH ROW EXECUTE FUNCTION app.auctions_kept();
CREATE TRIGGER auctions_kept BEFORE DELETE ON app.auctions FOR EACH ROW EXECUTE FUNCTION app.auctions_kept();

-- Before the close, with the entry that released the deposit and charged the fee.
CREATE FUNCTION app.cancel_bid(p_bid uuid, p_member uuid, p_entry uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- A close waits for this, or this for a close.
  PERFORM FROM app.auctions a JOIN app.auction_bids b ON b.auction_id = a.id WHERE b.id = p_bid FOR SHARE OF a;
  UPDATE app.auction_bids b SET state = 'cancelled', decided_at = p_now, entry_id = p_entry
  FROM app.auctions a
  WHERE b.id = p_bid AND b.member_id = p_member AND b.state = 'sealed' AND a.id = b.auction_id
    AND a.state = 'bidding' AND p_now < a.closes_at
    AND EXISTS (
      SELECT FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
      WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'auction.cancelled' AND l.hold_id = b.hold_id)
    AND EXISTS (SELECT FROM ledger.holds h WHERE h.id = b.hold_id AND h.remaining = 0);
  RETURN FOUND;
END $$;

-- By the member, before the deadline, when the remaining price is held too.
CREATE FUNCTION app.pay_bid(p_bid uuid, p_member uuid, p_hold uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.auction_bids b SET state = 'paid', paid_at = p_now, pay_hold_id = p_hold
  FROM app.auctions a
  WHERE b.id = p_bid AND b.member_id = p_member AND b.state = 'payment-due' AND a.id = b.auction_id AND p_now < a.pay_by
    AND EXISTS (SELECT FROM ledger.holds h WHERE h.id = b.hold_id AND h.state = 'open' AND h.remaining = b.kept)
    AND EXISTS (SELECT FROM ledger.holds h WHERE h.id = p_hold AND h.state = 'open'
      AND h.remaining = b.price * b.awarded * 1000 - b.kept);
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_bid, app.pay_bid TO fairlot_api;

-- The list of an auction is a tree like that of a draw; its asset is the id of the auction.
ALTER TABLE audit.trees DROP CONSTRAINT trees_kind_check,
  ADD CONSTRAINT trees_kind_check CHECK (kind IN ('fills', 'orders', 'ledger-lines', 'balances', 'debts', 'draws', 'auctions'));

SELECT ledger.allow_posting('fairlot_api', 'auction.held', '-member/available +member/held', 'money', 'within-owner');
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by) VALUES
  ('fairlot_api', 'auction.cancelled', 'member', 'available', 'in', 'money', 'one-owner', NULL),
  ('fairlot_api', 'auction.cancelled', 'member', 'held', 'out', 'money', 'one-owner', 'auction.held'),
  ('fairlot_api', 'auction.cancelled', 'fees', 'income', 'in', 'money', 'any', NULL),
  ('fairlot_worker', 'auction.released', 'member', 'available', 'in', 'money', 'within-owner', NULL),
  ('fairlot_worker', 'auction.released', 'member', 'held', 'out', 'money', 'within-owner', 'auction.held'),
  ('fairlot_worker', 'auction.opened', 'member', 'available', 'in', 'money', 'one-owner', NULL),
  ('fairlot_worker', 'auction.opened', 'member', 'held', 'out', 'money', 'one-owner', 'auction.held'),
  ('fairlot_worker', 'auction.opened', 'fees', 'income', 'in', 'money', 'any', NULL),
  ('fairlot_worker', 'auction.forfeited', 'member', 'held', 'out', 'money', 'any', 'auction.held'),
  ('fairlot_worker', 'auction.forfeited', 'fees', 'income', 'in', 'money', 'any', NULL);

-- Reconciliation.
INSERT INTO recon.events VALUES
  ('auction.held', true, '{member/available,member/held}'),
  ('auction.cancelled', true, '{member/available,member/held,fees/income}'),
  ('auction.released', true, '{member/available,member/held}'),
  ('auction.opened', true, '{member/available,member/held,fees/income}'),
  ('auction.forfeited', true, '{member/held,fees/income}');

CREATE FUNCTION recon.untraced_auctions(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, t.moved, 'no bid that says so'
  FROM ledger.entries e
  CROSS JOIN LATERAL (
    SELECT v.* FROM recon.entry_sums v WHERE v.entry_id = e.id AND v.posted_at = e.posted_at OFFSET 0
  ) AS t
  LEFT JOIN app.auction_bids b ON b.id = recon.uuid_of(e.reference)
  LEFT JOIN app.auctions a ON a.id = b.auction_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'auction.' AND (
    t.asset = 'TWD' AND t.member_id = b.member_id::text AND CASE e.event
      WHEN 'auction.held' THEN t.held = b.deposit + b.fee
        OR b.pay_hold_id IS NOT NULL AND t.held = b.price * b.awarded * 1000 - b.kept
      WHEN 'auction.cancelled' THEN b.state = 'cancelled' AND b.entry_id = e.id AND t.held = -(b.deposit + b.fee) AND t.free = b.deposit
      WHEN 'auction.released' THEN b.state = 'void' AND b.entry_id = e.id AND t.held = -(b.deposit + b.fee)
      WHEN 'auction.opened' THEN b.state IN ('invalid', 'not-won', 'payment-due', 'paid', 'forfeited') AND b.entry_id = e.id
        AND t.held = -(b.deposit + b.fee - b.kept) AND t.free = b.deposit - b.kept AND a.state IN ('cleared', 'paying', 'settled')
      WHEN 'auction.forfeited' THEN b.state = 'forfeited' AND b.forfeit_entry_id = e.id AND t.held = -b.kept
    END) IS NOT TRUE
$$;

-- Bids that ended without their entry.
CREATE FUNCTION recon.unbooked_auctions(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.id, b.deposit::numeric, 'auction bid' FROM app.auction_bids b
  LEFT JOIN ledger.entries e ON e.id = b.entry_id AND e.posted_at = ledger.time_of(b.entry_id)
  WHERE b.state <> 'sealed' AND b.decided_at >= p_since AND (e.reference = b.id::text AND e.event = CASE b.state
    WHEN 'cancelled' THEN 'auction.cancelled' WHEN 'void' THEN 'auction.released' ELSE 'auction.opened' END) IS NOT TRUE
$$;

-- As before, and the holds of bids.
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
  SELECT b.pay_hold_id, b.price * b.awarded * 1000 - b.kept FROM app.auction_bids b WHERE b.state = 'paid';

-- As before, and the entries of auctions.
CREATE OR REPLACE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.untraced_funds(p_from, p_upto) AS f
  UNION ALL SELECT s.* FROM recon.untraced_subscriptions(p_from, p_upto) AS s
  UNION ALL SELECT b.* FROM recon.untraced_blocks(p_from, p_upto) AS b
  UNION ALL SELECT l.* FROM recon.untraced_listings(p_from, p_upto) AS l
  UNION ALL SELECT p.* FROM recon.untraced_placements(p_from, p_upto) AS p
  UNION ALL SELECT a.* FROM recon.untraced_auctions(p_from, p_upto) AS a
$$;

-- As before, and bids.
CREATE OR REPLACE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.unbooked_funds(p_since) AS f
  UNION ALL SELECT b.* FROM recon.unbooked_blocks(p_since) AS b
  UNION ALL SELECT d.* FROM recon.unbooked_deliveries(p_since) AS d
  UNION ALL SELECT p.* FROM recon.unbooked_placements(p_since) AS p
  UNION ALL SELECT a.* FROM recon.unbooked_auctions(p_since) AS a
$$;
