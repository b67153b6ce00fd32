-- Lessons: on a practice market the two programs that act as operators also publish lessons about the rules. Only these texts:
-- apps/practice/src/lessons/lessons.ts has them, and here is the hash of each payload as PostgreSQL writes it.
CREATE TABLE practice.lessons (
  article_id   uuid PRIMARY KEY,
  payload_hash text NOT NULL UNIQUE CHECK (payload_hash ~ '^[0-9a-f]{64}$')
);
INSERT INTO practice.lessons VALUES
  ('1e550000-0000-4000-8000-000000000001', 'f8046e8ebea27680ea3c1d303ca2897e43192e7066b6d49f304fcf8ede6395c7'),
  ('1e550000-0000-4000-8000-000000000002', '12f5904ec0a829970e2443c95d413de75f4b4a1ce8f5f1b99c16148f9e5936a8'),
  ('1e550000-0000-4000-8000-000000000003', 'e821eab90a97ba76a2dab5d121fe9dfbef0b0b6bc6e7b6daed2b0fcd36cec3bf'),
  ('1e550000-0000-4000-8000-000000000004', '616d9aee977a75c15816e1fb26dcdf379f0785dfe95400a878b6d586a841677e'),
  ('1e550000-0000-4000-8000-000000000005', 'f8b955f4eec308e92869f8f41aacca8ceee83c47d234aded72e1d5eed7ea5cf9'),
  ('1e550000-0000-4000-8000-000000000006', '149cc31927140a68e235f5e93c71aa6cdb8e2884b02c71472ddc2f41d64f018e'),
  ('1e550000-0000-4000-8000-000000000007', '1d6ed70ac992186b964590e8e97c2014bbac17e65c9225fddbf043264d7ef52f'),
  ('1e550000-0000-4000-8000-000000000008', 'f2598f7b6a96e380a056df6c6b3a5b8de3d8be284a9b8ccc971be78aa43d4e61'),
  ('1e550000-0000-4000-8000-000000000009', 'cfe169d5e4b95706112df8073cd0a4bbcbf79c072610c39e684ebb9131974669'),
  ('1e550000-0000-4000-8000-000000000010', '79f07fb3828fb676f80d245502291e05640d44a1220f28bb9c46668df0afddfc');

CREATE FUNCTION practice.is_lesson(p_subject text, p_payload jsonb) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM practice.lessons l WHERE l.article_id::text = p_subject
    AND l.payload_hash = encode(sha256(convert_to(p_payload::text, 'UTF8')), 'hex'))
$$;

-- As before, and on lessons.
CREATE OR REPLACE FUNCTION practice.check_program_vote() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF practice.is_program(NEW.operator_id) AND NOT EXISTS (
    SELECT FROM app.reviews r WHERE r.id = NEW.review_id AND practice.is_program(r.opened_by) AND CASE r.kind
      WHEN 'offer' THEN practice.is_practice_offer(r.payload)
      WHEN 'draw-release' THEN practice.is_practice_draw(r.subject)
      WHEN 'news' THEN practice.is_lesson(r.subject, r.payload) ELSE false END) THEN
    RAISE EXCEPTION 'a practice operator has no vote on review %', NEW.review_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- The right to write news. The programs have no session of the console, so they have no other use of it.
INSERT INTO app.operator_roles (operator_id, role)
SELECT o.id, 'support' FROM app.operators o WHERE o.program = 'fairlot_practice_proposer' ON CONFLICT DO NOTHING;

-- As before; the proposer also writes.
CREATE OR REPLACE FUNCTION practice.enlist(p_key bytea) RETURNS TABLE (operator_id uuid, key_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_proposer boolean := session_user = 'fairlot_practice_proposer';
  v_roles     text[] := CASE WHEN session_user = 'fairlot_practice_proposer' THEN ARRAY['market', 'support'] ELSE ARRAY['market'] END;
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
    INSERT INTO app.operator_roles (operator_id, role) SELECT v_operator, unnest(v_roles);
    INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at)
    VALUES (v_operator, sha256(convert_to(v_operator::text, 'UTF8')), 'practice', clock_timestamp());
    INSERT INTO app.operator_voting_keys (id, operator_id, kind, public_key, label, requested_at, valid_from)
    VALUES (gen_random_uuid(), v_operator, 'device', p_key, 'practice', clock_timestamp(), clock_timestamp());
    PERFORM practice.record('operators.added', v_operator, 'operator:' || v_operator,
      json_build_object('program', session_user, 'roles', to_json(v_roles)));
  END IF;
  SELECT k.id INTO v_key FROM app.operator_voting_keys k
  WHERE k.operator_id = v_operator AND k.public_key = p_key AND k.revoked_at IS NULL;
  IF v_key IS NULL THEN
    RAISE EXCEPTION 'the key of % is another one', session_user USING ERRCODE = 'insufficient_privilege',
      HINT = 'Bring back the file of its first key.';
  END IF;
  RETURN QUERY SELECT v_operator, v_key;
END $$;

-- A lesson once: what a person rejected stays rejected.
CREATE FUNCTION practice.propose_lesson(p_review uuid, p_article uuid, p_payload jsonb, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT practice.is_lesson(p_article::text, p_payload) THEN
    RAISE EXCEPTION 'article % is not a lesson', p_article USING ERRCODE = 'insufficient_privilege';
  ELSIF EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'news' AND r.subject = p_article::text AND r.state <> 'expired') THEN
    RETURN 'proposal.open';
  END IF;
  RETURN practice.propose(p_review, 'news', p_article, p_payload, 'a lesson about a rule', p_now);
END $$;
GRANT EXECUTE ON FUNCTION practice.propose_lesson TO fairlot_practice_proposer;

-- What the programs see of it.
CREATE VIEW practice.lesson_proposals AS
  SELECT r.id, r.kind, r.subject, r.payload::text AS payload, r.reason, r.opened_by, r.state,
    EXISTS (SELECT FROM app.review_signatures s WHERE s.review_id = r.id AND s.operator_id = r.opened_by) AS is_signed
  FROM app.reviews r JOIN app.operators p ON p.id = r.opened_by AND p.program IS NOT NULL
  WHERE r.state IN ('second', 'decided') AND r.kind = 'news';
CREATE VIEW practice.settled_lessons AS
  SELECT l.article_id FROM practice.lessons l
  WHERE EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'news' AND r.subject = l.article_id::text AND r.state <> 'expired');
GRANT SELECT ON practice.lesson_proposals, practice.settled_lessons TO fairlot_practice_proposer, fairlot_practice_approver;
