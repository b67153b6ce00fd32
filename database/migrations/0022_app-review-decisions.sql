-- How a review is opened, voted on, cancelled and closed. Two votes need two people: a new operator and their proposer are
-- separated for thirty days; the people who set a restriction do not decide the appeal against it; an appeal is rejected
-- by two. Every vote is signed by the operator's own key. The worker verifies the signatures over the payload it executes,
-- so the console's database role cannot decide anything by itself.

-- The operators who set the restriction under appeal. Text, as in app.restrictions.
CREATE FUNCTION app.setters_of(p_kind text, p_subject text) RETURNS text[]
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((
    SELECT ARRAY[r.set_by_first, r.set_by_second]
    FROM app.appeals a JOIN app.restrictions r ON r.id = a.restriction_id
    WHERE p_kind = 'appeal' AND a.id::text = p_subject
  ), '{}')
$$;
GRANT EXECUTE ON FUNCTION app.setters_of TO fairlot_console;

-- Opens a review in the caller's transaction. An operator's proposal counts as the first approval.
CREATE FUNCTION app.open_review(
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
    IF app.is_related(p_operator, p_member) OR (p_kind = 'operator' AND p_subject = p_operator::text) THEN
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
GRANT EXECUTE ON FUNCTION app.open_review TO fairlot_api, fairlot_worker, fairlot_console;

-- The same checks as rules/operators/reviews.ts, in its order, with the row locked. Null when the vote counts.
CREATE FUNCTION app.vote_review(
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
     OR (review.kind IN ('operator', 'operator-key') AND review.subject = p_operator::text) THEN
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
GRANT EXECUTE ON FUNCTION app.vote_review TO fairlot_console;

-- Its member cancels it, in the transaction of the feature; or its operator does, and the worker undoes its other
-- effects.
CREATE FUNCTION app.cancel_review(p_review uuid, p_operator uuid, p_member uuid, p_now timestamptz) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE review app.reviews;
BEGIN
  SELECT * INTO review FROM app.reviews WHERE id = p_review FOR UPDATE;
  IF NOT FOUND THEN RETURN 'review.not-found'; END IF;
  IF num_nonnulls(p_operator, p_member) <> 1
     OR (p_operator IS NOT NULL AND review.opened_by IS DISTINCT FROM p_operator)
     OR (p_member IS NOT NULL AND (review.member_id IS DISTINCT FROM p_member OR review.opened_by IS NOT NULL)) THEN
    RETURN 'review.not-yours';
  END IF;
  IF review.state NOT IN ('waiting', 'second') THEN RETURN 'review.not-open'; END IF;
  UPDATE app.reviews SET
    state = 'cancelled',
    outcome = CASE WHEN p_member IS NOT NULL THEN 'cancelled-by-member' END,
    closed_at = CASE WHEN p_member IS NOT NULL THEN p_now END
  WHERE id = p_review;
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION app.cancel_review TO fairlot_api, fairlot_console;

CREATE FUNCTION app.expire_reviews(p_now timestamptz, p_most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH late AS (
    SELECT id FROM app.reviews WHERE state IN ('waiting', 'second') AND expires_at <= p_now
    ORDER BY expires_at LIMIT p_most FOR UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE app.reviews SET state = 'expired' FROM late WHERE app.reviews.id = late.id RETURNING 1
  )
  SELECT count(*)::integer FROM moved
$$;
GRANT EXECUTE ON FUNCTION app.expire_reviews TO fairlot_worker;

CREATE FUNCTION app.flag_review(p_review uuid, p_flag text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.reviews SET flags = flags || p_flag
  WHERE id = p_review AND state IN ('waiting', 'second') AND NOT p_flag = ANY (flags);
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.flag_review TO fairlot_worker;

-- The next review to execute, locked until the transaction ends.
CREATE FUNCTION app.claim_review(p_now timestamptz) RETURNS SETOF app.reviews
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM app.reviews
  WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND (retry_at IS NULL OR retry_at <= p_now)
  ORDER BY opened_at LIMIT 1 FOR UPDATE SKIP LOCKED
$$;
GRANT EXECUTE ON FUNCTION app.claim_review TO fairlot_worker;

-- The final check: what is executed is what two people on two devices saw, or what one rejected, and every vote that
-- counts is signed by a key that was in force.
CREATE FUNCTION app.close_review(p_review uuid, p_outcome text, p_now timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  review  app.reviews;
  terms   app.review_kinds;
  wants   integer;
  people  integer;
  devices integer;
BEGIN
  SELECT * INTO STRICT review FROM app.reviews WHERE id = p_review FOR UPDATE;
  IF review.outcome IS NOT NULL THEN
    RAISE EXCEPTION 'review % was executed already', review.number USING ERRCODE = 'check_violation';
  END IF;
  IF review.state = 'decided' AND p_outcome = 'not-signed' THEN
    -- Votes that do not verify decide nothing: when its time is over the review ends as if there were no votes.
    IF review.expires_at > p_now THEN
      RAISE EXCEPTION 'review % is open until %', review.number, review.expires_at USING ERRCODE = 'check_violation';
    END IF;
  ELSIF review.state = 'decided' THEN
    SELECT * INTO STRICT terms FROM app.review_kinds WHERE kind = review.kind;
    wants := CASE WHEN review.decision = 'reject' AND NOT terms.reject_by_two THEN 1 ELSE 2 END;
    -- The worker has verified the signatures; this checks only whose keys they belong to.
    SELECT count(DISTINCT v.operator_id), count(DISTINCT v.device_id) INTO people, devices
    FROM app.review_votes v
    JOIN app.review_signatures s
      ON s.review_id = v.review_id AND s.operator_id = v.operator_id AND s.decision = v.decision
    JOIN app.operator_voting_keys k ON k.id = s.key_id AND k.operator_id = v.operator_id
      AND k.valid_from <= s.received_at AND (k.revoked_at IS NULL OR k.revoked_at > s.received_at)
    WHERE v.review_id = p_review AND v.decision = review.decision AND v.payload_hash = review.payload_hash
      AND NOT v.operator_id::text = ANY (app.setters_of(review.kind, review.subject));
    IF people < wants OR devices < wants THEN
      RAISE EXCEPTION 'review % has % signed votes from % devices', review.number, people, devices
        USING ERRCODE = 'check_violation';
    END IF;
    IF wants = 2 AND EXISTS (
      SELECT FROM app.review_votes a JOIN app.review_votes b
        ON b.review_id = a.review_id AND b.decision = a.decision AND b.operator_id > a.operator_id
      WHERE a.review_id = p_review AND a.decision = review.decision
        AND app.are_separated(a.operator_id, b.operator_id, greatest(a.at, b.at))
    ) THEN
      RAISE EXCEPTION 'review % has votes of a new operator and of the operator who proposed them', review.number
        USING ERRCODE = 'check_violation';
    END IF;
  ELSIF review.state NOT IN ('expired', 'cancelled') THEN
    RAISE EXCEPTION 'review % is %', review.number, review.state USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.reviews SET
    state = CASE WHEN state = 'decided' THEN 'closed' ELSE state END,
    outcome = p_outcome, closed_at = p_now, trouble = NULL, retry_at = NULL
  WHERE id = p_review;
END $$;
GRANT EXECUTE ON FUNCTION app.close_review TO fairlot_worker;

-- It could not be executed: it stays decided, records why, and is tried again later.
CREATE FUNCTION app.note_review_trouble(p_review uuid, p_trouble text, p_now timestamptz) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.reviews SET
    trouble = left(p_trouble, 300), tries = tries + 1,
    retry_at = p_now + least(interval '5 minutes', interval '1 second' * power(2, least(tries, 9)))
  WHERE id = p_review AND outcome IS NULL
$$;
GRANT EXECUTE ON FUNCTION app.note_review_trouble TO fairlot_worker;

-- Whether the member withdrew the review of a request. The api has no right on the columns of a decision, so
-- app.cancel_deposit, app.cancel_withdrawal and app.remove_bank_account end a pending request, and only after this.
CREATE FUNCTION app.is_cancelled_by_member(p_kind text, p_subject uuid, p_member uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM app.reviews r
    WHERE r.kind = p_kind AND r.subject = p_subject::text AND r.member_id = p_member AND r.state = 'cancelled' AND r.outcome = 'cancelled-by-member')
$$;
