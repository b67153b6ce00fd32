-- Placements and ETF offers: a seat offers shares at a fixed price, members apply, a draw decides what arithmetic leaves open.
-- docs/features/placements.md explains.

INSERT INTO app.review_kinds VALUES ('placement', 'E', NULL, 'approve', 'propose-market', 1440, 72, false, false);

ALTER TABLE app.positions DROP CONSTRAINT positions_origin_check,
  ADD CONSTRAINT positions_origin_check CHECK (origin IN ('market', 'block', 'subscription', 'placement'));
-- None: the order only decides between equals.
ALTER TABLE app.draws DROP CONSTRAINT draws_places_check, ADD CONSTRAINT draws_places_check CHECK (places >= 0);

CREATE TABLE app.placements (
  id           uuid        PRIMARY KEY,
  review_id    uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  kind         text        NOT NULL CHECK (kind IN ('placing', 'etf')),
  method       text        NOT NULL CHECK (method IN ('pro-rata', 'lot')),
  seat_id      uuid        NOT NULL,
  symbol       text        NOT NULL REFERENCES app.instruments (symbol),
  price        integer     NOT NULL CHECK (price > 0),
  lots         integer     NOT NULL CHECK (lots > 0),
  min_lots     integer     NOT NULL CHECK (min_lots > 0),
  max_lots     integer     NOT NULL CHECK (max_lots BETWEEN min_lots AND lots),
  opens_at     timestamptz NOT NULL,
  closes_at    timestamptz NOT NULL CHECK (closes_at > opens_at),
  draws_at     timestamptz NOT NULL CHECK (draws_at > closes_at),
  delivers_on  date        NOT NULL,
  -- The ledger's hold over the seat's shares.
  hold_id      uuid        NOT NULL UNIQUE,
  draw_id      uuid        NOT NULL UNIQUE REFERENCES app.draws (id),
  state        text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'drawing', 'allotting', 'allotted', 'void')),
  published_at timestamptz NOT NULL,
  -- From the close on: the applications, their lots, and a hash over every ticket with its lots.
  applications integer     CHECK (applications >= 0),
  applied_lots bigint      CHECK (applied_lots >= 0),
  list_hash    bytea       CHECK (octet_length(list_hash) = 32),
  -- From the allotment on: the whole lots of everybody before remainders, and the dates of delivery.
  base_lots    integer     CHECK (base_lots BETWEEN 0 AND lots),
  allotted_on  date,
  settles_on   date        CHECK (settles_on > allotted_on AND settles_on >= delivers_on),
  sellable_on  date        CHECK (sellable_on >= settles_on),
  -- All money and all shares are where they belong.
  ended_at     timestamptz,
  CONSTRAINT placements_lot_is_even CHECK (method = 'pro-rata' OR min_lots = max_lots AND lots % min_lots = 0),
  CONSTRAINT placements_closed CHECK (num_nonnulls(applications, applied_lots, list_hash) = CASE state WHEN 'open' THEN 0 ELSE 3 END),
  CONSTRAINT placements_allotted CHECK (num_nonnulls(base_lots, allotted_on, settles_on, sellable_on)
    = CASE WHEN state IN ('allotting', 'allotted') THEN 4 ELSE 0 END),
  CONSTRAINT placements_ended CHECK (CASE state WHEN 'allotted' THEN ended_at IS NOT NULL WHEN 'void' THEN true ELSE ended_at IS NULL END)
);
CREATE INDEX placements_recent ON app.placements (closes_at DESC, id DESC);
CREATE INDEX placements_under_way ON app.placements (id) WHERE ended_at IS NULL;
GRANT SELECT ON app.placements TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT (id, review_id, kind, method, seat_id, symbol, price, lots, min_lots, max_lots, opens_at, closes_at, draws_at,
  delivers_on, hold_id, draw_id, published_at), UPDATE (state, ended_at) ON app.placements TO fairlot_worker;
CREATE TRIGGER placements_enforce_initial_state BEFORE INSERT ON app.placements
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('placement');
CREATE TRIGGER placements_enforce_transition BEFORE UPDATE ON app.placements FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('placement');

CREATE TABLE app.placement_applications (
  id            uuid        PRIMARY KEY,
  placement_id  uuid        NOT NULL REFERENCES app.placements (id),
  member_id     uuid        NOT NULL REFERENCES app.members (id),
  lots          integer     NOT NULL CHECK (lots > 0),
  amount        bigint      NOT NULL CHECK (amount > 0),
  -- The ledger's hold over the amount.
  hold_id       uuid        NOT NULL UNIQUE,
  ticket_id     text        NOT NULL,
  state         text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'allotted', 'not-allotted', 'cancelled', 'void')),
  void_reason   text        CHECK (void_reason IN ('draw-void', 'restricted', 'related-person')),
  applied_at    timestamptz NOT NULL,
  -- The position in the drawn order; the whole lots, what is left of the division and its rank; the result.
  place         integer     CHECK (place > 0),
  base_lots     integer     CHECK (base_lots >= 0),
  remainder     bigint      CHECK (remainder >= 0),
  rank          integer     CHECK (rank > 0),
  allotted_lots integer     CHECK (allotted_lots BETWEEN 0 AND lots),
  decided_at    timestamptz,
  -- The entry that paid for the shares, or released the hold.
  entry_id      uuid,
  CONSTRAINT placement_applications_allotment CHECK (num_nonnulls(place, base_lots, remainder, rank, allotted_lots) IN (0, 5)),
  CONSTRAINT placement_applications_decided CHECK ((state = 'waiting') = (decided_at IS NULL AND entry_id IS NULL)),
  CONSTRAINT placement_applications_result CHECK (CASE state WHEN 'allotted' THEN allotted_lots > 0 WHEN 'not-allotted' THEN allotted_lots = 0
    WHEN 'waiting' THEN true ELSE allotted_lots IS NULL END),
  CONSTRAINT placement_applications_void_has_reason CHECK ((state = 'void') = (void_reason IS NOT NULL))
);
CREATE UNIQUE INDEX placement_applications_per_person ON app.placement_applications (placement_id, member_id)
  WHERE state NOT IN ('cancelled', 'void');
CREATE INDEX placement_applications_of_placement ON app.placement_applications (placement_id, state, id);
CREATE INDEX placement_applications_table ON app.placement_applications (placement_id, rank) WHERE rank IS NOT NULL;
CREATE INDEX placement_applications_of_member ON app.placement_applications (member_id, applied_at DESC, id DESC);
GRANT SELECT, INSERT (id, placement_id, member_id, lots, amount, hold_id, ticket_id, applied_at) ON app.placement_applications TO fairlot_api;
GRANT SELECT, UPDATE (state, void_reason, decided_at, entry_id) ON app.placement_applications TO fairlot_worker;
GRANT SELECT ON app.placement_applications TO fairlot_console;
CREATE TRIGGER placement_applications_enforce_initial_state BEFORE INSERT ON app.placement_applications
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('placement-application');
CREATE TRIGGER placement_applications_enforce_transition BEFORE UPDATE ON app.placement_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('placement-application');

-- Refuses an application outside the window or the terms, and one of a person who is not verified.
CREATE FUNCTION app.check_placement_application() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.placements p WHERE p.id = NEW.placement_id AND p.state = 'open'
      AND NEW.applied_at >= p.opens_at AND NEW.applied_at < p.closes_at
      AND NEW.lots BETWEEN p.min_lots AND p.max_lots AND NEW.amount = p.price::bigint * NEW.lots * 1000
  ) THEN
    RAISE EXCEPTION 'application %: the placement does not accept it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM app.identities i WHERE i.member_id = NEW.member_id AND i.state = 'verified') THEN
    RAISE EXCEPTION 'application %: the member is not a verified person', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER placement_applications_enforce_placement BEFORE INSERT ON app.placement_applications
  FOR EACH ROW EXECUTE FUNCTION app.check_placement_application();

-- Results are written by app.book_allotments only, which checks the entry and writes the holding.
CREATE FUNCTION app.check_allotted() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.positions h WHERE h.id = NEW.id AND h.origin = 'placement' AND h.member_id = NEW.member_id
    AND h.opened_shares = NEW.allotted_lots * 1000) THEN
    RAISE EXCEPTION 'application % is allotted without its holding', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER placement_applications_allotted_has_holding AFTER UPDATE ON app.placement_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'allotted') EXECUTE FUNCTION app.check_allotted();

-- Void only with its draw, and finished only when every application has its result: no role can veto a result.
CREATE FUNCTION app.check_placement_end() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.state = 'void' AND NOT EXISTS (SELECT FROM app.draws d WHERE d.id = NEW.draw_id AND d.state = 'void') THEN
    RAISE EXCEPTION 'placement %: its draw is not void', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.ended_at IS NOT NULL AND EXISTS (
    SELECT FROM app.placement_applications a WHERE a.placement_id = NEW.id AND a.state = 'waiting') THEN
    RAISE EXCEPTION 'placement %: applications still wait', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER placements_enforce_end BEFORE UPDATE ON app.placements FOR EACH ROW
  WHEN (NEW.state = 'void' OR NEW.ended_at IS NOT NULL) EXECUTE FUNCTION app.check_placement_end();

-- Before the close, with the entry that released all of the hold.
CREATE FUNCTION app.cancel_placement_application(p_application uuid, p_member uuid, p_entry uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.placement_applications a SET state = 'cancelled', decided_at = p_now, entry_id = p_entry
  FROM app.placements p
  WHERE a.id = p_application AND a.member_id = p_member AND a.state = 'waiting' AND p.id = a.placement_id
    AND p.state = 'open' AND p_now < p.closes_at AND app.is_placement_entry(a, p, p_entry);
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_placement_application TO fairlot_api;

-- The close: counts the applications and hashes every ticket with its lots, before anyone knows the draw.
CREATE FUNCTION app.close_placement(p_placement uuid, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE counted integer;
BEGIN
  UPDATE app.placements p SET state = 'drawing', applications = c.applications, applied_lots = c.lots,
    list_hash = sha256(convert_to(c.list, 'UTF8'))
  FROM (
    SELECT count(*)::integer AS applications, coalesce(sum(a.lots), 0) AS lots,
      coalesce(string_agg(a.ticket_id || ' ' || a.lots || E'\n', '' ORDER BY a.ticket_id COLLATE "C"), '') AS list
    FROM app.placement_applications a WHERE a.placement_id = p_placement AND a.state = 'waiting'
  ) AS c
  WHERE p.id = p_placement AND p.state = 'open' AND p.closes_at <= p_now RETURNING p.applications INTO counted;
  IF counted IS NULL THEN
    RAISE EXCEPTION 'placement % cannot be closed', p_placement USING ERRCODE = 'check_violation';
  END IF;
  RETURN counted;
END $$;

-- The allotment of every application in one statement, from the published order of the draw: pro rata in whole lots, what
-- is left to the largest remainders and between equals by the order; or by lot, the first of the order.
CREATE FUNCTION app.allot_placement(p_placement uuid, p_date date, p_settles_on date, p_sellable_on date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  offer   app.placements;
  v_given integer;
BEGIN
  SELECT p.* INTO STRICT offer FROM app.placements p WHERE p.id = p_placement AND p.state = 'drawing' FOR UPDATE;
  IF NOT EXISTS (SELECT FROM app.draws d WHERE d.id = offer.draw_id AND d.state = 'decided') THEN
    RAISE EXCEPTION 'placement %: its draw is not decided', p_placement USING ERRCODE = 'check_violation';
  END IF;
  WITH asked AS (
    SELECT a.id, a.lots, r.rank AS place FROM app.placement_applications a
    LEFT JOIN app.draw_tickets t ON t.draw_id = offer.draw_id AND t.reference = a.id
    LEFT JOIN app.draw_ranks r ON r.draw_id = t.draw_id AND r.ticket_id = t.id
    WHERE a.placement_id = p_placement AND a.state = 'waiting'
  ), parts AS (
    SELECT s.id, s.lots, s.place,
      CASE WHEN offer.method = 'lot' THEN 0 ELSE least(s.lots, offer.lots::bigint * s.lots / offer.applied_lots) END AS base,
      CASE WHEN offer.method = 'lot' OR offer.applied_lots <= offer.lots THEN 0 ELSE offer.lots::bigint * s.lots % offer.applied_lots END
        AS remainder
    FROM asked s
  ), ranked AS (
    SELECT p.*, row_number() OVER (ORDER BY p.remainder DESC, p.place) AS rank, sum(p.base) OVER () AS given FROM parts p
  )
  UPDATE app.placement_applications a SET place = k.place, base_lots = k.base, remainder = k.remainder, rank = k.rank,
    allotted_lots = CASE
      WHEN offer.method = 'lot' THEN CASE WHEN k.rank <= offer.lots / offer.min_lots THEN k.lots ELSE 0 END
      ELSE k.base + CASE WHEN k.rank <= least(offer.lots, offer.applied_lots) - k.given THEN 1 ELSE 0 END END
  FROM ranked k WHERE a.id = k.id;
  SELECT coalesce(sum(a.base_lots), 0) INTO v_given FROM app.placement_applications a
  WHERE a.placement_id = p_placement AND a.state = 'waiting';
  UPDATE app.placements SET state = 'allotting', base_lots = v_given, allotted_on = p_date, settles_on = p_settles_on,
    sellable_on = p_sellable_on WHERE id = p_placement;
END $$;

-- The entry has these lines and no others. Allotted: the hold pays the seat and returns the rest, the seat's hold gives the
-- shares. Otherwise the whole hold returns.
CREATE FUNCTION app.is_placement_entry(p_asked app.placement_applications, p_offer app.placements, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH said AS (
    SELECT coalesce(p_asked.allotted_lots, 0) AS lots, p_offer.price::bigint * coalesce(p_asked.allotted_lots, 0) * 1000 AS paid
  )
  SELECT EXISTS (
    SELECT FROM ledger.entries e, said s WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = CASE WHEN s.lots > 0 THEN 'placement.allotted' ELSE 'placement.released' END AND e.reference = p_asked.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, l.hold_id, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code, l.hold_id
    ) AS posted FULL JOIN (
      SELECT v.code, v.hold_id, v.amount FROM said s, LATERAL (VALUES
        ('member/' || p_asked.member_id || '/TWD/held', p_asked.hold_id, -p_asked.amount),
        ('member/' || p_asked.member_id || '/TWD/available', NULL, p_asked.amount - s.paid),
        ('seat/' || p_offer.seat_id || '/TWD/receivable@' || p_offer.settles_on, NULL, s.paid),
        ('seat/' || p_offer.seat_id || '/stk:' || p_offer.symbol || '/held', p_offer.hold_id, -s.lots::bigint * 1000),
        ('member/' || p_asked.member_id || '/stk:' || p_offer.symbol || '/receivable@' || p_offer.settles_on, NULL, s.lots::bigint * 1000)
      ) AS v (code, hold_id, amount) WHERE v.amount <> 0
    ) AS named ON named.code = posted.code AND named.hold_id IS NOT DISTINCT FROM posted.hold_id
    WHERE named.amount IS DISTINCT FROM posted.amount)
$$;

-- The worker books a batch: the holdings, their settlement dates for both sides, and the states, or nothing.
CREATE FUNCTION app.book_allotments(p_placement uuid, p_applications uuid[], p_entries uuid[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  offer  app.placements;
  v_kind text;
  v_wrong uuid;
BEGIN
  SELECT p.* INTO STRICT offer FROM app.placements p WHERE p.id = p_placement AND p.state = 'allotting' FOR UPDATE;
  SELECT i.kind INTO STRICT v_kind FROM app.instruments i WHERE i.symbol = offer.symbol;
  SELECT u.id INTO v_wrong FROM unnest(p_applications, p_entries) AS u (id, entry)
  LEFT JOIN app.placement_applications a ON a.id = u.id AND a.placement_id = p_placement AND a.state = 'waiting'
  WHERE (a.allotted_lots IS NOT NULL AND app.is_placement_entry(a, offer, u.entry)) IS NOT TRUE LIMIT 1;
  IF v_wrong IS NOT NULL THEN
    RAISE EXCEPTION 'application %: its entry does not say what was allotted', v_wrong USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, product, origin, opened_on, opened_at, settles_on,
    sellable_on, unlocks_at, day_trade, opened_shares, shares, opened_value, interest_through)
  SELECT a.id, a.member_id, offer.symbol, v_kind, 'long', 100, offer.kind, 'placement', offer.allotted_on, p_now, offer.settles_on,
    offer.sellable_on, p_now, false, a.allotted_lots * 1000, a.allotted_lots * 1000, offer.price::bigint * a.allotted_lots * 1000,
    offer.allotted_on
  FROM app.placement_applications a WHERE a.id = ANY (p_applications) AND a.allotted_lots > 0 ORDER BY a.id;
  INSERT INTO settlement.dues (due, owner, asset)
  SELECT DISTINCT offer.settles_on, v.owner, v.asset FROM app.placement_applications a, LATERAL (VALUES
    ('member/' || a.member_id, 'stk:' || offer.symbol), ('seat/' || offer.seat_id, 'TWD')) AS v (owner, asset)
  WHERE a.id = ANY (p_applications) AND a.allotted_lots > 0 ORDER BY v.owner
  ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false;
  UPDATE app.placement_applications a SET state = CASE WHEN a.allotted_lots > 0 THEN 'allotted' ELSE 'not-allotted' END,
    decided_at = p_now, entry_id = u.entry
  FROM unnest(p_applications, p_entries) AS u (id, entry) WHERE a.id = u.id;
END $$;
GRANT EXECUTE ON FUNCTION app.close_placement, app.allot_placement, app.book_allotments TO fairlot_worker;

-- The ledger's events.
SELECT ledger.allow_posting('fairlot_api', 'placement.held', '-member/available +member/held', 'money', 'within-owner');
SELECT ledger.allow_posting('fairlot_worker', 'placement.listed', '-seat/available +seat/held', 'shares', 'within-owner');
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by) VALUES
  ('fairlot_api', 'placement.released', 'member', 'available', 'in', 'money', 'within-owner', NULL),
  ('fairlot_api', 'placement.released', 'member', 'held', 'out', 'money', 'within-owner', 'placement.held'),
  ('fairlot_worker', 'placement.released', 'member', 'available', 'in', 'money', 'within-owner', NULL),
  ('fairlot_worker', 'placement.released', 'member', 'held', 'out', 'money', 'within-owner', 'placement.held'),
  ('fairlot_worker', 'placement.unlisted', 'seat', 'available', 'in', 'shares', 'within-owner', NULL),
  ('fairlot_worker', 'placement.unlisted', 'seat', 'held', 'out', 'shares', 'within-owner', 'placement.listed'),
  ('fairlot_worker', 'placement.allotted', 'member', 'held', 'out', 'money', 'any', 'placement.held'),
  ('fairlot_worker', 'placement.allotted', 'member', 'available', 'in', 'money', 'any', NULL),
  ('fairlot_worker', 'placement.allotted', 'seat', 'receivable', 'in', 'money', 'any', NULL),
  ('fairlot_worker', 'placement.allotted', 'seat', 'held', 'out', 'shares', 'any', 'placement.listed'),
  ('fairlot_worker', 'placement.allotted', 'member', 'receivable', 'in', 'shares', 'any', NULL);

-- Reconciliation.
INSERT INTO recon.events VALUES
  ('placement.held', true, '{member/available,member/held}'),
  ('placement.released', true, '{member/available,member/held}'),
  ('placement.allotted', true, '{member/held,member/available,member/receivable,seat/held,seat/receivable}'),
  ('placement.listed', true, '{seat/available,seat/held}'),
  ('placement.unlisted', true, '{seat/available,seat/held}');

CREATE FUNCTION recon.untraced_placements(p_from bigint, p_upto bigint)
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
    WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'placement.'
  )
  SELECT s.id, s.event, s.moved, 'no placement that says so'
  FROM s LEFT JOIN app.placement_applications a ON a.id = s.ref LEFT JOIN app.placements p ON p.id = coalesce(a.placement_id, s.ref)
  WHERE (CASE s.event
      WHEN 'placement.held' THEN s.member_id = a.member_id::text AND s.held = a.amount
      WHEN 'placement.released' THEN a.state IN ('cancelled', 'void', 'not-allotted') AND a.entry_id = s.id
        AND app.is_placement_entry(a, p, s.id)
      WHEN 'placement.allotted' THEN a.state = 'allotted' AND a.entry_id = s.id AND app.is_placement_entry(a, p, s.id)
      WHEN 'placement.listed' THEN s.given = p.lots::bigint * 1000 AND recon.is_approved_by_two(p.review_id, 'placement', s.reference)
      WHEN 'placement.unlisted' THEN p.ended_at IS NOT NULL AND s.given = -1000 * (p.lots - (
        SELECT coalesce(sum(b.allotted_lots), 0) FROM app.placement_applications b WHERE b.placement_id = p.id AND b.state = 'allotted'))
    END) IS NOT TRUE
$$;

-- Applications that ended without their entry.
CREATE FUNCTION recon.unbooked_placements(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.id, a.amount::numeric, 'placement' FROM app.placement_applications a
  LEFT JOIN ledger.entries e ON e.id = a.entry_id AND e.posted_at = ledger.time_of(a.entry_id)
  WHERE a.state <> 'waiting' AND a.decided_at >= p_since
    AND (e.event = CASE a.state WHEN 'allotted' THEN 'placement.allotted' ELSE 'placement.released' END AND e.reference = a.id::text)
      IS NOT TRUE
$$;

-- As before, and the holds of placement applications.
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
  SELECT a.hold_id, a.amount FROM app.placement_applications a WHERE a.state = 'waiting';

-- As before, and the entries of placements.
CREATE OR REPLACE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.untraced_funds(p_from, p_upto) AS f
  UNION ALL SELECT s.* FROM recon.untraced_subscriptions(p_from, p_upto) AS s
  UNION ALL SELECT b.* FROM recon.untraced_blocks(p_from, p_upto) AS b
  UNION ALL SELECT l.* FROM recon.untraced_listings(p_from, p_upto) AS l
  UNION ALL SELECT p.* FROM recon.untraced_placements(p_from, p_upto) AS p
$$;

-- As before, and placements.
CREATE OR REPLACE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.unbooked_funds(p_since) AS f
  UNION ALL SELECT b.* FROM recon.unbooked_blocks(p_since) AS b
  UNION ALL SELECT d.* FROM recon.unbooked_deliveries(p_since) AS d
  UNION ALL SELECT p.* FROM recon.unbooked_placements(p_since) AS p
$$;
