-- Each feature has its own part of the three lists that reconciliation reads, and a list only names its parts. The list of holds was
-- replaced as a whole when copies were prepared, and lost the pledges of credit loans: every loan then counted as a difference.

CREATE VIEW recon.request_holds_withdrawals AS
  SELECT w.hold_id, w.amount + w.fee AS remaining FROM app.withdrawals w WHERE w.state = 'pending';

CREATE VIEW recon.request_holds_subscriptions AS
  SELECT s.hold_id, CASE o.payment_mode WHEN 'prepaid' THEN s.amount ELSE 0 END + CASE s.state WHEN 'waiting' THEN s.fee ELSE 0 END AS remaining
  FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
  WHERE s.state = 'waiting' OR o.payment_mode = 'prepaid' AND s.state IN ('won', 'payment-due', 'paid')
  UNION ALL
  SELECT s.pay_hold_id, s.amount FROM app.subscriptions s WHERE s.state = 'paid' AND s.pay_hold_id IS NOT NULL;

CREATE VIEW recon.request_holds_blocks AS
  SELECT b.hold_id, b.price::bigint * b.shares + b.fee AS remaining FROM app.block_applications b WHERE b.state = 'pending';

CREATE VIEW recon.request_holds_placements AS
  SELECT a.hold_id, a.amount AS remaining FROM app.placement_applications a WHERE a.state = 'waiting';

CREATE VIEW recon.request_holds_auctions AS
  SELECT b.hold_id, CASE b.state WHEN 'sealed' THEN b.deposit + b.fee ELSE b.kept END AS remaining
  FROM app.auction_bids b WHERE b.state IN ('sealed', 'payment-due', 'paid')
  UNION ALL
  SELECT b.pay_hold_id, b.price * b.awarded * 1000 - b.kept FROM app.auction_bids b WHERE b.state = 'paid';

-- Over what is not spent.
CREATE VIEW recon.request_holds_copies AS
  SELECT c.hold_id, c.amount - c.spent AS remaining FROM app.copies c WHERE c.state IN ('under-review', 'following');

CREATE VIEW recon.request_holds_credit AS
  SELECT g.hold_id, g.shares::bigint AS remaining FROM app.credit_pledges g WHERE g.shares > 0;

CREATE OR REPLACE VIEW recon.request_holds AS
  SELECT h.* FROM recon.request_holds_withdrawals h
  UNION ALL SELECT h.* FROM recon.request_holds_subscriptions h
  UNION ALL SELECT h.* FROM recon.request_holds_blocks h
  UNION ALL SELECT h.* FROM recon.request_holds_placements h
  UNION ALL SELECT h.* FROM recon.request_holds_auctions h
  UNION ALL SELECT h.* FROM recon.request_holds_copies h
  UNION ALL SELECT h.* FROM recon.request_holds_credit h;
DROP VIEW recon.request_holds_before_credit;

CREATE OR REPLACE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.* FROM recon.untraced_funds(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_subscriptions(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_blocks(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_listings(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_placements(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_auctions(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_currencies(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_copies(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_credit(p_from, p_upto) AS u
  UNION ALL SELECT u.* FROM recon.untraced_dividends(p_from, p_upto) AS u
$$;
DROP FUNCTION recon.untraced_before_dividends(bigint, bigint);
DROP FUNCTION recon.untraced_before_credit(bigint, bigint);

CREATE OR REPLACE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.* FROM recon.unbooked_funds(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_blocks(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_deliveries(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_placements(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_auctions(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_currencies(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_copies(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_credit(p_since) AS u
  UNION ALL SELECT u.* FROM recon.unbooked_dividends(p_since) AS u
$$;
DROP FUNCTION recon.unbooked_before_dividends(timestamptz);
DROP FUNCTION recon.unbooked_before_credit(timestamptz);
