-- Practice offers: where money is practice money, two programs act as operators, so that there is always an offer to apply
-- for. One proposes, the other approves, each with its own role and its own key. They can do nothing else:
-- docs/features/new-shares.md explains.

DO $$
DECLARE v_role text;
BEGIN
  FOREACH v_role IN ARRAY ARRAY['fairlot_practice_proposer', 'fairlot_practice_approver'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', v_role);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- Roles belong to the cluster: another database of it has made this one already.
    END;
  END LOOP;
END $$;
GRANT USAGE ON SCHEMA practice, platform TO fairlot_practice_proposer, fairlot_practice_approver;
GRANT EXECUTE ON FUNCTION platform.restore_fault TO fairlot_practice_proposer, fairlot_practice_approver;

-- The role of the database that a program acts with; null for a person.
ALTER TABLE app.operators ADD COLUMN program text UNIQUE
  CHECK (program IN ('fairlot_practice_proposer', 'fairlot_practice_approver'));
CREATE FUNCTION app.check_operator_program() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.program IS DISTINCT FROM NEW.program THEN
    RAISE EXCEPTION 'a person does not become a program, nor a program a person' USING ERRCODE = 'check_violation';
  ELSIF NEW.program IS NOT NULL AND NOT EXISTS (SELECT FROM platform.installation WHERE money = 'practice') THEN
    RAISE EXCEPTION 'a program is an operator only where money is practice money' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operators_enforce_program BEFORE INSERT OR UPDATE OF program ON app.operators FOR EACH ROW
  EXECUTE FUNCTION app.check_operator_program();

CREATE FUNCTION practice.is_program(p_operator uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.operators o WHERE o.id = p_operator AND o.program IS NOT NULL)
$$;

-- An invented company by its code and its marked name, on terms of a practice offer.
CREATE FUNCTION practice.is_practice_offer(p_terms jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(p_terms ->> 'symbol' ~ '^97[0-9]{3}$' AND p_terms #>> '{name,tw}' ~ '^[^-]{2,8}-模擬$'
    AND p_terms #>> '{name,en}' ~ '^[A-Z][a-z]{1,15} \(Practice\)$' AND p_terms ->> 'price' ~ '^[1-9][0-9]{3,4}$'
    AND p_terms ->> 'lots' ~ '^[1-9][0-9]?$' AND p_terms ->> 'minShares' = '1000' AND p_terms ->> 'maxPerMember' = '1'
    AND p_terms ->> 'paymentMode' = 'prepaid', false)
$$;

-- The draw of an offer that the programs have proposed.
CREATE FUNCTION practice.is_practice_draw(p_draw text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.offers o JOIN app.reviews r ON r.id = o.review_id
    WHERE o.draw_id::text = p_draw AND o.symbol ~ '^97[0-9]{3}$' AND practice.is_program(r.opened_by))
$$;

-- A program decides on practice offers and their draws, which a program proposed. The console's role may write the vote: it is
-- refused too.
CREATE FUNCTION practice.check_program_vote() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF practice.is_program(NEW.operator_id) AND NOT EXISTS (
    SELECT FROM app.reviews r WHERE r.id = NEW.review_id AND practice.is_program(r.opened_by) AND CASE r.kind
      WHEN 'offer' THEN practice.is_practice_offer(r.payload)
      WHEN 'draw-release' THEN practice.is_practice_draw(r.subject) ELSE false END) THEN
    RAISE EXCEPTION 'a practice operator has no vote on review %', NEW.review_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER review_votes_of_programs BEFORE INSERT ON app.review_votes FOR EACH ROW
  EXECUTE FUNCTION practice.check_program_vote();

CREATE FUNCTION practice.record(p_action text, p_operator uuid, p_subject text, p_details json) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO audit.entries (entry_id, action, actor, subject, request_id, details)
  VALUES (gen_random_uuid(), p_action, 'operator:' || p_operator, p_subject, gen_random_uuid()::text, p_details)
$$;

-- The operator that the calling program is. Its first key stays its key: who takes the role later cannot bring another.
CREATE FUNCTION practice.enlist(p_key bytea) RETURNS TABLE (operator_id uuid, key_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_proposer boolean := session_user = 'fairlot_practice_proposer';
  v_operator  uuid;
  v_key       uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('fairlot practice operators'));
  SELECT o.id INTO v_operator FROM app.operators o WHERE o.program = session_user;
  IF NOT FOUND THEN
    v_operator := gen_random_uuid();
    INSERT INTO app.operators (id, login, name, added_at, program) VALUES (v_operator,
      CASE WHEN is_proposer THEN 'practice.proposer' ELSE 'practice.approver' END,
      CASE WHEN is_proposer THEN '模擬提案程式 Practice proposer' ELSE '模擬覆核程式 Practice approver' END,
      clock_timestamp(), session_user);
    INSERT INTO app.operator_roles (operator_id, role) VALUES (v_operator, 'market');
    INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at)
    VALUES (v_operator, sha256(convert_to(v_operator::text, 'UTF8')), 'practice', clock_timestamp());
    INSERT INTO app.operator_voting_keys (id, operator_id, kind, public_key, label, requested_at, valid_from)
    VALUES (gen_random_uuid(), v_operator, 'device', p_key, 'practice', clock_timestamp(), clock_timestamp());
    PERFORM practice.record('operators.added', v_operator, 'operator:' || v_operator,
      json_build_object('program', session_user, 'roles', json_build_array('market')));
  END IF;
  SELECT k.id INTO v_key FROM app.operator_voting_keys k
  WHERE k.operator_id = v_operator AND k.public_key = p_key AND k.revoked_at IS NULL;
  IF v_key IS NULL THEN
    RAISE EXCEPTION 'the key of % is another one', session_user USING ERRCODE = 'insufficient_privilege',
      HINT = 'Bring back the file of its first key.';
  END IF;
  RETURN QUERY SELECT v_operator, v_key;
END $$;

-- The operator of the calling program, with a session for one vote.
CREATE FUNCTION practice.begin_vote(p_now timestamptz, OUT operator_id uuid, OUT session_id uuid)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT o.id, gen_random_uuid() INTO operator_id, session_id FROM app.operators o
  WHERE o.program = session_user AND o.left_at IS NULL AND EXISTS (SELECT FROM platform.installation WHERE money = 'practice');
  IF operator_id IS NULL THEN
    RAISE EXCEPTION '% is not an operator', session_user USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at, expires_at)
  VALUES (session_id, operator_id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), operator_id, 'practice', p_now, p_now,
    p_now + interval '1 minute');
END $$;

CREATE FUNCTION practice.propose(p_review uuid, p_kind text, p_subject uuid, p_payload jsonb, p_reason text, p_now timestamptz)
RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  voter  record;
  opened record;
BEGIN
  SELECT * INTO voter FROM practice.begin_vote(p_now);
  SELECT * INTO opened FROM app.open_review(p_review, p_kind, NULL, p_subject::text, NULL, NULL, p_payload, '{}',
    voter.operator_id, voter.session_id, p_reason, '[]', p_now);
  IF opened.refusal IS NULL THEN
    PERFORM practice.record('operators.review-opened', voter.operator_id, 'review:' || p_review,
      json_build_object('number', opened.number, 'kind', p_kind, 'of', p_subject));
  END IF;
  RETURN opened.refusal;
END $$;

-- One practice offer at a time, for a day at least and a week at most: a taken program floods no member.
CREATE FUNCTION practice.propose_offer(p_review uuid, p_offer uuid, p_terms jsonb, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE closes timestamptz := (p_terms ->> 'closesAt')::timestamptz;
BEGIN
  IF NOT practice.is_practice_offer(p_terms) OR closes < p_now + interval '1 day' OR closes > p_now + interval '7 days'
     OR (p_terms ->> 'listsOn')::date > (p_now + interval '14 days')::date THEN
    RAISE EXCEPTION 'these are not the terms of a practice offer' USING ERRCODE = 'insufficient_privilege';
  ELSIF EXISTS (SELECT FROM app.offers o WHERE o.symbol ~ '^97[0-9]{3}$' AND o.closes_at > p_now)
     OR EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'offer' AND r.state IN ('waiting', 'second', 'decided')
       AND practice.is_program(r.opened_by)) THEN
    RETURN 'proposal.open';
  END IF;
  RETURN practice.propose(p_review, 'offer', p_offer, p_terms, 'a practice offer', p_now);
END $$;

CREATE FUNCTION practice.propose_release(p_review uuid, p_draw uuid, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE terms jsonb;
BEGIN
  SELECT jsonb_build_object('terms', encode(d.terms_hash, 'hex'), 'root', encode(d.root, 'hex'), 'tickets', d.tickets) INTO terms
  FROM app.draws d WHERE d.id = p_draw AND d.state = 'closed' AND practice.is_practice_draw(p_draw::text);
  IF terms IS NULL THEN
    RAISE EXCEPTION 'draw % is not a closed draw of a practice offer', p_draw USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN practice.propose(p_review, 'draw-release', p_draw, terms, 'the list is closed', p_now);
END $$;

CREATE FUNCTION practice.keep_signature(p_operator uuid, p_review uuid, p_key uuid, p_at timestamptz, p_signature text)
RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.review_signatures (review_id, operator_id, decision, key_id, signed_at, opened, signature)
  VALUES (p_review, p_operator, 'approve', p_key, p_at, '[]', jsonb_build_object('signature', p_signature))
$$;

-- Of its own proposal. The worker verifies it, as every vote's.
CREATE FUNCTION practice.sign_proposal(p_review uuid, p_key uuid, p_at timestamptz, p_signature text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_operator uuid;
BEGIN
  SELECT r.opened_by INTO v_operator FROM app.reviews r JOIN app.operators o ON o.id = r.opened_by
  WHERE r.id = p_review AND r.state = 'second' AND o.program = session_user;
  IF v_operator IS NULL THEN
    RAISE EXCEPTION '% has no proposal % to sign', session_user, p_review USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM practice.keep_signature(v_operator, p_review, p_key, p_at, p_signature);
  PERFORM practice.record('operators.vote-signed', v_operator, 'review:' || p_review, json_build_object('keyId', p_key));
END $$;

-- The trigger refuses a vote on anything but the other program's proposals.
CREATE FUNCTION practice.approve(p_review uuid, p_hash text, p_key uuid, p_at timestamptz, p_signature text, p_now timestamptz)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  voter   record;
  refusal text;
BEGIN
  SELECT * INTO voter FROM practice.begin_vote(p_now);
  refusal := app.vote_review(p_review, voter.operator_id, voter.session_id, 'approve', p_hash, '', NULL, p_now);
  IF refusal IS NULL THEN
    PERFORM practice.keep_signature(voter.operator_id, p_review, p_key, p_at, p_signature);
    PERFORM practice.record('operators.voted', voter.operator_id, 'review:' || p_review,
      json_build_object('decision', 'approve', 'payloadHash', p_hash));
  END IF;
  RETURN refusal;
END $$;

-- What the programs see: their own proposals and offers.
CREATE VIEW practice.proposals AS
  SELECT r.id, r.kind, r.subject, r.payload::text AS payload, r.reason, r.opened_by, r.state,
    EXISTS (SELECT FROM app.review_signatures s WHERE s.review_id = r.id AND s.operator_id = r.opened_by) AS is_signed
  FROM app.reviews r JOIN app.operators p ON p.id = r.opened_by AND p.program IS NOT NULL
  WHERE r.state IN ('second', 'decided') AND r.kind IN ('offer', 'draw-release');
CREATE VIEW practice.offers AS
  SELECT o.id, o.symbol, o.closes_at, o.draw_id, d.state AS draw_state, d.fallback_release_by, encode(d.terms_hash, 'hex') AS terms,
    encode(d.root, 'hex') AS root, d.tickets
  FROM app.offers o JOIN app.reviews r ON r.id = o.review_id JOIN app.operators p ON p.id = r.opened_by AND p.program IS NOT NULL
  LEFT JOIN app.draws d ON d.id = o.draw_id
  WHERE o.symbol ~ '^97[0-9]{3}$';
-- Codes of practice companies that are taken, by a listed one, an offer or a proposal.
CREATE VIEW practice.codes AS
  SELECT c.symbol FROM (
    SELECT i.symbol FROM app.instruments i UNION SELECT o.symbol FROM app.offers o
    UNION SELECT r.payload ->> 'symbol' FROM app.reviews r WHERE r.kind = 'offer' AND r.outcome IS NULL
  ) AS c WHERE c.symbol ~ '^97[0-9]{3}$';
GRANT SELECT ON practice.proposals, practice.offers, practice.codes TO fairlot_practice_proposer, fairlot_practice_approver;
GRANT EXECUTE ON FUNCTION practice.enlist TO fairlot_practice_proposer, fairlot_practice_approver;
GRANT EXECUTE ON FUNCTION practice.propose_offer, practice.propose_release, practice.sign_proposal TO fairlot_practice_proposer;
GRANT EXECUTE ON FUNCTION practice.approve TO fairlot_practice_approver;
