-- Notices to members, their read state, and the browsers they are pushed to.

-- To one member as a code with figures, rendered when it is read; to every member as the text itself.
CREATE TABLE app.notices (
  id        uuid        PRIMARY KEY,
  member_id uuid        REFERENCES app.members (id),
  kind      text        NOT NULL CHECK (kind IN ('site', 'rules', 'funds', 'trading', 'security', 'identity')),
  code      text,
  params    jsonb       NOT NULL DEFAULT '{}',
  -- {title, summary, body}, each {tw, en}.
  texts     jsonb,
  path      text        CHECK (path ~ '^/' AND length(path) <= 200),
  sent_at   timestamptz NOT NULL,
  read_at   timestamptz,
  -- Set when the live feed and the push queue have it.
  delivered_at   timestamptz,
  CONSTRAINT notices_member_or_everyone CHECK (
    CASE WHEN member_id IS NULL
      THEN kind = 'site' AND code IS NULL AND texts IS NOT NULL AND read_at IS NULL
      ELSE kind <> 'site' AND code IS NOT NULL AND texts IS NULL
    END
  )
);
CREATE INDEX notices_of_member ON app.notices (member_id, sent_at DESC, id DESC) WHERE member_id IS NOT NULL;
CREATE INDEX notices_of_all ON app.notices (sent_at DESC, id DESC) WHERE member_id IS NULL;
CREATE INDEX notices_unread ON app.notices (member_id) WHERE member_id IS NOT NULL AND read_at IS NULL;
CREATE INDEX notices_undelivered ON app.notices (sent_at, id) WHERE delivered_at IS NULL;
CREATE INDEX notices_by_age ON app.notices (sent_at);
GRANT SELECT, INSERT, UPDATE (read_at) ON app.notices TO fairlot_api;
GRANT SELECT, INSERT, UPDATE (delivered_at), DELETE ON app.notices TO fairlot_worker;
GRANT SELECT ON app.notices TO fairlot_console;

-- A sent notice never changes; it is delivered and read once.
CREATE FUNCTION app.notices_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (OLD.read_at IS NOT NULL AND NEW.read_at IS DISTINCT FROM OLD.read_at)
     OR (OLD.delivered_at IS NOT NULL AND NEW.delivered_at IS DISTINCT FROM OLD.delivered_at)
     OR (OLD.id, OLD.kind, OLD.params, OLD.sent_at) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.params, NEW.sent_at)
     OR (OLD.member_id, OLD.code, OLD.texts, OLD.path) IS DISTINCT FROM (NEW.member_id, NEW.code, NEW.texts, NEW.path)
  THEN
    RAISE EXCEPTION 'notice % was sent and stays as it is', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notices_immutable BEFORE UPDATE ON app.notices FOR EACH ROW EXECUTE FUNCTION app.notices_immutable();

-- For notices to every member: those a member has opened, and the time up to which they marked all as read.
CREATE TABLE app.notice_reads (
  member_id uuid        NOT NULL REFERENCES app.members (id),
  notice_id uuid        NOT NULL REFERENCES app.notices (id) ON DELETE CASCADE,
  read_at   timestamptz NOT NULL,
  PRIMARY KEY (member_id, notice_id)
);
CREATE INDEX notice_reads_of_notice ON app.notice_reads (notice_id);
GRANT SELECT, INSERT ON app.notice_reads TO fairlot_api;
GRANT SELECT ON app.notice_reads TO fairlot_console;

CREATE TABLE app.notice_marks (
  member_id   uuid        PRIMARY KEY REFERENCES app.members (id),
  all_read_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (all_read_at) ON app.notice_marks TO fairlot_api;

-- One browser per session. Keys are the browser's own public ones; the endpoint is the address of its push service.
CREATE TABLE app.push_subscriptions (
  session_id uuid        PRIMARY KEY REFERENCES app.sessions (id) ON DELETE CASCADE,
  member_id  uuid        NOT NULL REFERENCES app.members (id),
  key_id     text        NOT NULL,
  endpoint   text        NOT NULL CHECK (length(endpoint) <= 500),
  p256dh     text        NOT NULL,
  auth       text        NOT NULL,
  language   text        NOT NULL CHECK (language IN ('tw', 'en')),
  made_at    timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_of_member ON app.push_subscriptions (member_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON app.push_subscriptions TO fairlot_api;
GRANT SELECT, DELETE ON app.push_subscriptions TO fairlot_worker;

-- Pending pushes. A row is deleted when the push service has it, or will never accept it.
CREATE TABLE app.push_jobs (
  notice_id  uuid        NOT NULL REFERENCES app.notices (id) ON DELETE CASCADE,
  session_id uuid        NOT NULL REFERENCES app.push_subscriptions (session_id) ON DELETE CASCADE,
  tries      integer     NOT NULL DEFAULT 0,
  due_at     timestamptz NOT NULL,
  PRIMARY KEY (notice_id, session_id)
);
CREATE INDEX push_jobs_due ON app.push_jobs (due_at);
CREATE INDEX push_jobs_of_session ON app.push_jobs (session_id);
GRANT SELECT, INSERT, UPDATE (tries, due_at), DELETE ON app.push_jobs TO fairlot_worker;
GRANT DELETE ON app.push_jobs TO fairlot_api;
