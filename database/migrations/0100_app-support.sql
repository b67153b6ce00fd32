-- Customer service: matters of members, their messages and pictures, answers and notes of operators. docs/features/support.md
-- explains. The api writes what members say and cannot write an answer; the console answers under the name of a signed-in
-- operator and cannot write what a member says; only the console reads notes.

INSERT INTO app.operator_rights (role, "right") VALUES ('support', 'answer-support');

ALTER TABLE app.personal_views DROP CONSTRAINT personal_views_field_check;
ALTER TABLE app.personal_views ADD CONSTRAINT personal_views_field_check CHECK (field IN ('account', 'name', 'id-number', 'birth-date',
  'bank-account', 'identity-documents', 'contact', 'support-picture'));

CREATE TABLE app.support_threads (
  id         uuid        PRIMARY KEY,
  -- To read over the telephone.
  number     text        NOT NULL UNIQUE CHECK (number ~ '^C-[2-9A-Z]{8}$'),
  member_id  uuid        NOT NULL REFERENCES app.members (id),
  topic      text        NOT NULL CHECK (topic IN ('money', 'trading', 'account', 'restriction', 'fraud', 'other')),
  title      text        NOT NULL CHECK (length(btrim(title)) BETWEEN 1 AND 60),
  about_kind text        CHECK (about_kind IN ('order', 'position', 'deposit', 'withdrawal', 'refusal')),
  -- The id, or the message code of a refusal.
  about_id   text        CHECK (length(about_id) BETWEEN 1 AND 64),
  language   text        NOT NULL CHECK (language IN ('tw', 'en')),
  -- Opened while the sign-in was blocked, with the ticket of a proved sign-in.
  by_ticket  boolean     NOT NULL,
  -- Kept by the triggers and functions below: no role writes state, last_at or due_at.
  state      text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'answered', 'closed')),
  opened_at  timestamptz NOT NULL,
  last_at    timestamptz NOT NULL DEFAULT '-infinity',
  -- The promised time of the answer.
  due_at     timestamptz,
  CONSTRAINT support_threads_about CHECK ((about_kind IS NULL) = (about_id IS NULL)),
  CONSTRAINT support_threads_due CHECK (state = 'waiting' OR due_at IS NULL)
);
CREATE INDEX support_threads_of_member ON app.support_threads (member_id, last_at DESC, id DESC);
CREATE INDEX support_threads_waiting ON app.support_threads (due_at, id) WHERE state = 'waiting';
CREATE INDEX support_threads_by_state ON app.support_threads (state, last_at DESC, id DESC);
-- One matter at a time while the sign-in is blocked.
CREATE UNIQUE INDEX support_threads_one_by_ticket ON app.support_threads (member_id) WHERE by_ticket AND state <> 'closed';
GRANT SELECT, INSERT (id, number, member_id, topic, title, about_kind, about_id, language, by_ticket, opened_at)
  ON app.support_threads TO fairlot_api;
GRANT SELECT ON app.support_threads TO fairlot_console, fairlot_worker;
CREATE TRIGGER support_threads_enforce_initial_state BEFORE INSERT ON app.support_threads
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('support-thread');
CREATE TRIGGER support_threads_enforce_transition BEFORE UPDATE ON app.support_threads FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('support-thread');

CREATE TABLE app.support_messages (
  id        uuid        PRIMARY KEY,
  thread_id uuid        NOT NULL REFERENCES app.support_threads (id),
  text      text        NOT NULL CHECK (length(btrim(text)) BETWEEN 1 AND 2000),
  -- By when an answer was promised.
  due_at    timestamptz NOT NULL,
  at        timestamptz NOT NULL,
  CONSTRAINT support_messages_due CHECK (due_at BETWEEN at AND at + interval '62 days')
);
CREATE INDEX support_messages_of_thread ON app.support_messages (thread_id, at, id);
GRANT SELECT, INSERT ON app.support_messages TO fairlot_api;
GRANT SELECT ON app.support_messages TO fairlot_console;

CREATE TABLE app.support_pictures (
  file_id    uuid     PRIMARY KEY REFERENCES app.files (id),
  message_id uuid     NOT NULL REFERENCES app.support_messages (id),
  place      smallint NOT NULL CHECK (place BETWEEN 0 AND 4),
  UNIQUE (message_id, place)
);
GRANT SELECT, INSERT ON app.support_pictures TO fairlot_api;
GRANT SELECT ON app.support_pictures TO fairlot_console;

-- Inserted by app.answer_support only, and never changed.
CREATE TABLE app.support_answers (
  id          uuid        PRIMARY KEY,
  thread_id   uuid        NOT NULL REFERENCES app.support_threads (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  operator    text        NOT NULL,
  session_id  uuid        NOT NULL,
  text        text        NOT NULL CHECK (length(btrim(text)) BETWEEN 1 AND 2000),
  closes      boolean     NOT NULL,
  at          timestamptz NOT NULL,
  -- When the live feed and the notices have it.
  notified_at timestamptz
);
CREATE INDEX support_answers_of_thread ON app.support_answers (thread_id, at, id);
CREATE INDEX support_answers_unnotified ON app.support_answers (at, id) WHERE notified_at IS NULL;
GRANT SELECT ON app.support_answers TO fairlot_api, fairlot_console;
GRANT SELECT (id, thread_id, at, notified_at), UPDATE (notified_at) ON app.support_answers TO fairlot_worker;

-- For colleagues. No role that serves members or writes notices may read them.
CREATE TABLE app.support_notes (
  id             uuid        PRIMARY KEY,
  thread_id      uuid        NOT NULL REFERENCES app.support_threads (id),
  operator_id    uuid        NOT NULL REFERENCES app.operators (id),
  operator       text        NOT NULL,
  text           text        NOT NULL CHECK (length(btrim(text)) BETWEEN 1 AND 1000),
  -- The colleague who takes over.
  to_operator_id uuid        REFERENCES app.operators (id),
  to_operator    text,
  at             timestamptz NOT NULL,
  CONSTRAINT support_notes_hand_over CHECK ((to_operator_id IS NULL) = (to_operator IS NULL))
);
CREATE INDEX support_notes_of_thread ON app.support_notes (thread_id, at, id);
GRANT SELECT, INSERT ON app.support_notes TO fairlot_console;

-- Who works on a matter. It informs colleagues and refuses nothing.
CREATE TABLE app.support_assignments (
  thread_id   uuid        PRIMARY KEY REFERENCES app.support_threads (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  assigned_at timestamptz NOT NULL
);
CREATE INDEX support_assignments_of ON app.support_assignments (operator_id);
GRANT SELECT, INSERT, UPDATE (operator_id, assigned_at), DELETE ON app.support_assignments TO fairlot_console;

-- From a message to the first answer: the rows of the public figures. Written below only.
CREATE TABLE app.support_waits (
  message_id  uuid        PRIMARY KEY REFERENCES app.support_messages (id),
  thread_id   uuid        NOT NULL REFERENCES app.support_threads (id),
  asked_at    timestamptz NOT NULL,
  due_at      timestamptz NOT NULL,
  answered_at timestamptz CHECK (answered_at >= asked_at)
);
CREATE INDEX support_waits_of_thread ON app.support_waits (thread_id);
CREATE UNIQUE INDEX support_waits_open ON app.support_waits (thread_id) WHERE answered_at IS NULL;
CREATE INDEX support_waits_answered ON app.support_waits (answered_at) WHERE answered_at IS NOT NULL;
CREATE INDEX support_waits_due ON app.support_waits (due_at) WHERE answered_at IS NULL;
GRANT SELECT ON app.support_waits TO fairlot_api, fairlot_console;

CREATE TABLE app.support_ratings (
  answer_id uuid        PRIMARY KEY REFERENCES app.support_answers (id),
  thread_id uuid        NOT NULL REFERENCES app.support_threads (id),
  solved    boolean     NOT NULL,
  at        timestamptz NOT NULL
);
CREATE INDEX support_ratings_of_thread ON app.support_ratings (thread_id);
CREATE INDEX support_ratings_by_time ON app.support_ratings (at);
GRANT SELECT, INSERT ON app.support_ratings TO fairlot_api;
GRANT SELECT ON app.support_ratings TO fairlot_console;

-- A wrong clock, or a process that invents times, would bend the public figures.
CREATE FUNCTION app.check_support_time(p_at timestamptz) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE bound integer;
BEGIN
  SELECT seconds INTO STRICT bound FROM platform.clock_bound;
  IF p_at IS NULL OR abs(extract(epoch FROM p_at - clock_timestamp())) > bound THEN
    RAISE EXCEPTION 'the time of a message is % and PostgreSQL has %', p_at, clock_timestamp()
      USING ERRCODE = 'check_violation', HINT = 'Set the clock of the server.';
  END IF;
END $$;

-- Entries of a thread have an order: each is later than the one before, whichever process wrote it.
CREATE FUNCTION app.order_support_message() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.check_support_time(NEW.at);
  SELECT greatest(NEW.at, t.last_at + interval '1 millisecond') INTO STRICT NEW.at
  FROM app.support_threads t WHERE t.id = NEW.thread_id FOR UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER support_messages_ordered BEFORE INSERT ON app.support_messages
  FOR EACH ROW EXECUTE FUNCTION app.order_support_message();

-- The thread waits from its first unanswered message on.
CREATE FUNCTION app.receive_support_message() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.support_threads t SET state = 'waiting', last_at = NEW.at, due_at = coalesce(t.due_at, NEW.due_at) WHERE t.id = NEW.thread_id;
  IF NOT EXISTS (SELECT FROM app.support_waits w WHERE w.thread_id = NEW.thread_id AND w.answered_at IS NULL) THEN
    INSERT INTO app.support_waits (message_id, thread_id, asked_at, due_at) VALUES (NEW.id, NEW.thread_id, NEW.at, NEW.due_at);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER support_messages_received AFTER INSERT ON app.support_messages
  FOR EACH ROW EXECUTE FUNCTION app.receive_support_message();

-- A picture is one that the thread's own member uploaded for customer service.
CREATE FUNCTION app.check_support_picture() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.support_messages m JOIN app.support_threads t ON t.id = m.thread_id
    JOIN app.files f ON f.member_id = t.member_id AND f.purpose = 'support-picture' AND f.dropped_at IS NULL
    WHERE m.id = NEW.message_id AND f.id = NEW.file_id) THEN
    RAISE EXCEPTION 'file % is no picture of this member for customer service', NEW.file_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER support_pictures_own BEFORE INSERT ON app.support_pictures
  FOR EACH ROW EXECUTE FUNCTION app.check_support_picture();

-- A rating is about the newest answer, and closes a matter that is solved.
CREATE FUNCTION app.receive_support_rating() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE thread app.support_threads;
BEGIN
  PERFORM app.check_support_time(NEW.at);
  SELECT t.* INTO STRICT thread FROM app.support_threads t WHERE t.id = NEW.thread_id FOR UPDATE;
  IF thread.state = 'waiting' OR NEW.answer_id IS DISTINCT FROM
    (SELECT a.id FROM app.support_answers a WHERE a.thread_id = NEW.thread_id ORDER BY a.at DESC, a.id DESC LIMIT 1) THEN
    RAISE EXCEPTION 'matter % has no newest answer to rate', NEW.thread_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.solved THEN
    UPDATE app.support_threads t SET state = 'closed' WHERE t.id = NEW.thread_id AND t.state = 'answered';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER support_ratings_received BEFORE INSERT ON app.support_ratings
  FOR EACH ROW EXECUTE FUNCTION app.receive_support_rating();

-- An answer under the name of a signed-in operator who may answer and is not related to the member. Returns the refusal, or null.
-- `p_seen` is the newest entry that the operator has read.
CREATE FUNCTION app.answer_support(
  p_answer uuid, p_thread uuid, p_operator uuid, p_session uuid, p_text text, p_closes boolean, p_seen uuid, p_now timestamptz
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  thread   app.support_threads;
  v_newest uuid;
  v_at     timestamptz;
BEGIN
  -- Refuses a session that is not this operator's, or has ended, and a wrong clock.
  PERFORM app.device_of(p_session, p_operator, p_now);
  SELECT t.* INTO thread FROM app.support_threads t WHERE t.id = p_thread FOR UPDATE;
  IF NOT FOUND THEN RETURN 'support.thread-not-found'; END IF;
  IF NOT app.has_right(p_operator, 'answer-support', p_now) THEN RETURN 'review.not-allowed'; END IF;
  IF app.is_related(p_operator, thread.member_id) THEN RETURN 'review.own-account'; END IF;
  SELECT e.id INTO v_newest FROM (
    SELECT m.id, m.at FROM app.support_messages m WHERE m.thread_id = p_thread
    UNION ALL SELECT a.id, a.at FROM app.support_answers a WHERE a.thread_id = p_thread
  ) AS e ORDER BY e.at DESC, e.id DESC LIMIT 1;
  IF v_newest IS DISTINCT FROM p_seen THEN RETURN 'support.changed'; END IF;
  v_at := greatest(p_now, thread.last_at + interval '1 millisecond');
  INSERT INTO app.support_answers (id, thread_id, operator_id, operator, session_id, text, closes, at)
  SELECT p_answer, p_thread, o.id, o.name, p_session, p_text, p_closes, v_at
  FROM app.operators o WHERE o.id = p_operator;
  UPDATE app.support_waits w SET answered_at = v_at WHERE w.thread_id = p_thread AND w.answered_at IS NULL;
  UPDATE app.support_threads t SET last_at = v_at, due_at = NULL,
    state = CASE WHEN p_closes OR t.state = 'closed' THEN 'closed' ELSE 'answered' END
  WHERE t.id = p_thread;
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION app.answer_support TO fairlot_console;

-- Deletes closed matters after their time, with everything in them; the sweep of files deletes the bytes of their pictures.
CREATE FUNCTION app.delete_support_threads(p_before timestamptz, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_old uuid[];
BEGIN
  IF p_before > clock_timestamp() - interval '1824 days' THEN
    RAISE EXCEPTION 'a matter is kept for five years' USING ERRCODE = 'check_violation';
  END IF;
  v_old := ARRAY(SELECT t.id FROM app.support_threads t WHERE t.state = 'closed' AND t.last_at < p_before
    ORDER BY t.last_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  UPDATE app.files f SET dropped_at = clock_timestamp() FROM app.support_pictures p JOIN app.support_messages m ON m.id = p.message_id
  WHERE f.id = p.file_id AND m.thread_id = ANY (v_old) AND f.dropped_at IS NULL;
  DELETE FROM app.support_pictures p USING app.support_messages m WHERE m.id = p.message_id AND m.thread_id = ANY (v_old);
  DELETE FROM app.support_waits w WHERE w.thread_id = ANY (v_old);
  DELETE FROM app.support_messages m WHERE m.thread_id = ANY (v_old);
  DELETE FROM app.support_ratings r WHERE r.thread_id = ANY (v_old);
  DELETE FROM app.support_answers a WHERE a.thread_id = ANY (v_old);
  DELETE FROM app.support_notes n WHERE n.thread_id = ANY (v_old);
  DELETE FROM app.support_assignments s WHERE s.thread_id = ANY (v_old);
  DELETE FROM app.support_threads t WHERE t.id = ANY (v_old);
  RETURN cardinality(v_old);
END $$;
GRANT EXECUTE ON FUNCTION app.delete_support_threads TO fairlot_worker;
