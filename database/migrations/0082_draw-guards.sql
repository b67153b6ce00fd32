-- Draws: a ticket leaves the list only with its application, reconciliation finds one that is missing, an operator does not
-- release a draw in which they have a ticket, and the second operator is reminded before the deadline.

-- The applications that must have a ticket. Every feature that issues tickets adds its own.
CREATE VIEW recon.draw_applications AS
  SELECT o.draw_id, s.id AS reference FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
  WHERE s.state = 'waiting' AND o.draw_id IS NOT NULL
  UNION ALL
  SELECT p.draw_id, a.id FROM app.placement_applications a JOIN app.placements p ON p.id = a.placement_id WHERE a.state = 'waiting';

-- At the commit: an application that is cancelled or taken out of the draw no longer needs its ticket. The api may delete
-- tickets, so a taken api could otherwise keep a member off the list.
CREATE FUNCTION app.draw_tickets_leave_with_application() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM recon.draw_applications a WHERE a.draw_id = OLD.draw_id AND a.reference = OLD.reference)
     AND NOT EXISTS (SELECT FROM app.draw_tickets t WHERE t.draw_id = OLD.draw_id AND t.reference = OLD.reference) THEN
    RAISE EXCEPTION 'draw %: application % is open and keeps its ticket', OLD.draw_id, OLD.reference USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION app.draw_tickets_leave_with_application FROM PUBLIC;
CREATE CONSTRAINT TRIGGER draw_tickets_leave_with_application AFTER DELETE ON app.draw_tickets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.draw_tickets_leave_with_application();

-- Until the draw is decided: every open application has its ticket, and a closed list has as many as its root says.
CREATE FUNCTION recon.check_draw_tickets() RETURNS recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH open AS MATERIALIZED (
    SELECT d.id, d.tickets, (SELECT count(*) FROM app.draw_tickets t WHERE t.draw_id = d.id) AS found
    FROM app.draws d WHERE d.state IN ('committed', 'closed', 'released')
  ), wrong AS (
    SELECT a.draw_id, format('no ticket of %s', a.reference) AS why, 1 AS off
    FROM open JOIN recon.draw_applications a ON a.draw_id = open.id
    WHERE NOT EXISTS (SELECT FROM app.draw_tickets t WHERE t.draw_id = a.draw_id AND t.reference = a.reference)
    UNION ALL
    SELECT open.id, format('%s tickets of %s', open.found, open.tickets), abs(open.found - open.tickets) FROM open WHERE open.found <> open.tickets
  )
  SELECT 'draw-tickets', 'count', (SELECT coalesce(sum(open.found), 0)::bigint FROM open), NULL::numeric,
    coalesce(sum(w.off), 0)::numeric, min(format('%s %s', w.draw_id, w.why)) FROM wrong w
$$;

-- As before, and the tickets of draws.
CREATE OR REPLACE FUNCTION app.reconcile()
RETURNS TABLE (code text, unit text, counted bigint, value numeric, difference numeric, detail text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off SET work_mem = '64MB' AS $$
  WITH open AS MATERIALIZED (SELECT recon.open_from() AS tx, 9223372036854775807 AS upto)
  SELECT f.* FROM open, recon.check_entries(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_requests(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_trades(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_grants(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM recon.check_records(recon.open_since()) AS f
  UNION ALL SELECT f.* FROM recon.check_fills() AS f
  UNION ALL SELECT f.* FROM recon.check_totals() AS f
  UNION ALL SELECT f.* FROM open, recon.check_balances(open.tx) AS f
  UNION ALL SELECT f.* FROM open, recon.check_holds(open.tx) AS f
  UNION ALL SELECT f.* FROM recon.check_holdings(false) AS f
  UNION ALL SELECT f.* FROM recon.check_charges() AS f
  UNION ALL SELECT f.* FROM recon.check_bank() AS f
  UNION ALL SELECT f.* FROM recon.check_vouchers() AS f
  UNION ALL SELECT f.* FROM recon.check_votes() AS f
  UNION ALL SELECT f.* FROM recon.check_draw_tickets() AS f
$$;

-- One of the operator's own or related accounts has a ticket in the draw that the review releases.
CREATE FUNCTION app.holds_ticket(of_operator uuid, p_kind text, p_subject text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_kind = 'draw-release' AND EXISTS (
    SELECT FROM app.operator_relations rel JOIN app.draw_tickets t ON t.member_id = rel.member_id
    WHERE rel.operator_id = of_operator AND t.draw_id::text = p_subject)
$$;
REVOKE EXECUTE ON FUNCTION app.holds_ticket FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.holds_ticket TO fairlot_console, fairlot_worker;

-- As before, except that no one releases a draw in which they have a ticket.
CREATE OR REPLACE FUNCTION app.open_review(
  p_id uuid, p_kind text, p_member uuid, p_subject text, p_amount bigint, p_currency text, p_payload jsonb,
  p_flags text[], p_operator uuid, p_session uuid, p_reason text, p_evidence jsonb, p_now timestamptz
) RETURNS TABLE (refusal text, number text, promised_at timestamptz, expires_at timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  terms  app.review_kinds;
  device uuid;
  hash   text := encode(sha256(convert_to(p_payload::text, 'UTF8')), 'hex');
  named  text;
  promised timestamptz;
  expiring timestamptz;
BEGIN
  SELECT * INTO STRICT terms FROM app.review_kinds WHERE kind = p_kind;
  IF p_operator IS NULL THEN
    -- An operator requests a voting key as a member requests a deposit: two others decide.
    IF terms.first_right IS NULL OR (session_user = 'fairlot_console') <> (p_kind = 'operator-key') THEN
      RAISE EXCEPTION 'a % is not asked for here', p_kind USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSE
    IF terms.propose_right IS NULL OR session_user = 'fairlot_api' THEN
      RAISE EXCEPTION 'a % is not proposed by an operator', p_kind USING ERRCODE = 'insufficient_privilege';
    END IF;
    device := app.device_of(p_session, p_operator, p_now);
    IF NOT app.has_right(p_operator, terms.propose_right, p_now) THEN
      RETURN QUERY SELECT 'review.not-allowed', NULL::text, NULL::timestamptz, NULL::timestamptz;
      RETURN;
    END IF;
    -- Operators cannot propose rights for themselves.
    IF app.is_related(p_operator, p_member) OR (p_kind = 'operator' AND p_subject = p_operator::text)
       OR app.holds_ticket(p_operator, p_kind, p_subject) THEN
      RETURN QUERY SELECT 'review.own-account', NULL::text, NULL::timestamptz, NULL::timestamptz;
      RETURN;
    END IF;
  END IF;
  named := terms.letter || to_char(p_now AT TIME ZONE 'Asia/Taipei', 'MMDD') || '-'
    || to_char(nextval('app.review_numbers'), 'FM999000000');
  promised := p_now + make_interval(mins => terms.promised_minutes);
  expiring := p_now + make_interval(hours => terms.expires_hours);
  INSERT INTO app.reviews (id, number, kind, member_id, subject, amount, currency, payload, payload_hash, opened_at,
    promised_at, expires_at, flags, opened_by, reason, evidence, state)
  VALUES (p_id, named, p_kind, p_member, p_subject, p_amount, p_currency, p_payload, hash, p_now,
    promised, expiring, p_flags, p_operator, p_reason, p_evidence,
    CASE WHEN p_operator IS NULL THEN 'waiting' ELSE 'second' END)
  ON CONFLICT (kind, subject) WHERE state IN ('waiting', 'second', 'decided') DO NOTHING;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'review.exists', NULL::text, NULL::timestamptz, NULL::timestamptz;
    RETURN;
  END IF;
  IF p_operator IS NOT NULL THEN
    INSERT INTO app.review_votes VALUES (p_id, p_operator, p_session, device, 'approve', hash, p_reason, p_now);
  END IF;
  RETURN QUERY SELECT NULL::text, named, promised, expiring;
END $$;

-- The same.
CREATE OR REPLACE FUNCTION app.vote_review(
  p_review uuid, p_operator uuid, p_session uuid, p_decision text, p_hash text, p_note text, p_revised jsonb,
  p_now timestamptz
) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  review    app.reviews;
  terms     app.review_kinds;
  device    uuid := app.device_of(p_session, p_operator, p_now);
  wanted    text;
  -- Votes before this one that decide together with it.
  before    integer;
  wants     integer;
  payload   jsonb;
  hash      text;
BEGIN
  IF p_decision IS NULL OR p_decision NOT IN ('approve', 'reject') THEN
    RAISE EXCEPTION 'a vote approves or rejects' USING ERRCODE = 'check_violation';
  END IF;
  SELECT * INTO review FROM app.reviews WHERE id = p_review FOR UPDATE;
  IF NOT FOUND THEN RETURN 'review.not-found'; END IF;
  SELECT * INTO STRICT terms FROM app.review_kinds WHERE kind = review.kind;
  IF review.state NOT IN ('waiting', 'second') THEN RETURN 'review.not-open'; END IF;
  IF review.expires_at <= p_now THEN RETURN 'review.expired'; END IF;
  IF review.payload_hash IS DISTINCT FROM p_hash THEN RETURN 'review.changed'; END IF;
  wanted := CASE WHEN review.state = 'waiting' AND terms.first_right IS NOT NULL
    THEN terms.first_right ELSE terms.second_right END;
  IF NOT app.has_right(p_operator, wanted, p_now)
     AND NOT (p_decision = 'reject' AND app.has_right(p_operator, terms.second_right, p_now)) THEN
    RETURN 'review.not-allowed';
  END IF;
  IF app.is_related(p_operator, review.member_id)
     OR (review.kind IN ('operator', 'operator-key') AND review.subject = p_operator::text)
     OR app.holds_ticket(p_operator, review.kind, review.subject) THEN
    RETURN 'review.own-account';
  END IF;
  IF p_operator::text = ANY (app.setters_of(review.kind, review.subject)) THEN
    RETURN 'review.set-restriction';
  END IF;
  wants := CASE WHEN p_decision = 'reject' AND NOT terms.reject_by_two THEN 1 ELSE 2 END;
  IF wants = 2 THEN
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND (v.decision = 'approve' OR terms.reject_by_two)
                 AND v.operator_id = p_operator) THEN
      RETURN 'review.same-person';
    END IF;
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND (v.decision = 'approve' OR terms.reject_by_two)
                 AND v.device_id = device) THEN
      RETURN 'review.same-device';
    END IF;
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND v.decision = p_decision
                 AND app.are_separated(v.operator_id, p_operator, p_now)) THEN
      RETURN 'review.separated';
    END IF;
    IF EXISTS (SELECT FROM app.review_votes v
               WHERE v.review_id = p_review AND v.decision = p_decision AND NOT EXISTS (
                 SELECT FROM app.review_signatures s
                 WHERE s.review_id = p_review AND s.operator_id = v.operator_id AND s.decision = v.decision)) THEN
      RETURN 'review.unsigned';
    END IF;
  END IF;
  IF p_decision = 'reject' AND btrim(p_note) = '' THEN
    RETURN 'review.reason-required';
  END IF;

  payload := review.payload;
  IF p_revised IS NOT NULL THEN
    IF NOT terms.may_revise OR review.state <> 'waiting' OR p_decision <> 'approve' THEN
      RETURN 'review.no-revision';
    END IF;
    payload := payload || p_revised;
  END IF;
  hash := encode(sha256(convert_to(payload::text, 'UTF8')), 'hex');
  SELECT count(*) INTO before FROM app.review_votes v WHERE v.review_id = p_review AND v.decision = p_decision;
  INSERT INTO app.review_votes VALUES (p_review, p_operator, p_session, device, p_decision, hash, p_note, p_now);
  UPDATE app.reviews SET
    payload = payload_of.new_payload,
    payload_hash = hash,
    asked = CASE WHEN payload_of.new_payload IS DISTINCT FROM review.payload THEN review.payload ELSE asked END,
    amount = CASE WHEN p_revised ? 'amount' THEN (p_revised ->> 'amount')::bigint ELSE amount END,
    state = CASE WHEN before + 1 >= wants THEN 'decided' ELSE 'second' END,
    decision = CASE WHEN before + 1 >= wants THEN p_decision END,
    decided_at = CASE WHEN before + 1 >= wants THEN p_now END
  FROM (SELECT payload AS new_payload) payload_of
  WHERE id = p_review;
  RETURN NULL;
END $$;

-- A reminder names its own deadline; without one the promised time counts.
ALTER TABLE app.review_pushes ADD COLUMN decide_by timestamptz;
