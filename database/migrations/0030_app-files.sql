-- Members' pictures: a key per member, the uploads, and the files a feature has taken over. The bytes are stored
-- outside, sealed.

-- Wrapped by a master key of the secrets file. Without `wrapped` everything sealed with it is unreadable for ever.
CREATE TABLE app.member_keys (
  member_id     uuid        PRIMARY KEY REFERENCES app.members (id),
  key_id        uuid        NOT NULL UNIQUE,
  master_key_id text        NOT NULL CHECK (master_key_id ~ '^[a-z0-9]{1,16}$'),
  wrapped       text,
  made_at       timestamptz NOT NULL,
  rewrapped_at  timestamptz,
  shredded_at   timestamptz,
  CONSTRAINT member_keys_shredded_complete CHECK ((wrapped IS NULL) = (shredded_at IS NOT NULL))
);
CREATE INDEX member_keys_by_master ON app.member_keys (master_key_id, member_id) WHERE wrapped IS NOT NULL;
-- The console opens identity documents for a purpose, which it records and the member can read.
GRANT SELECT, INSERT ON app.member_keys TO fairlot_api;
GRANT SELECT, INSERT, UPDATE (master_key_id, wrapped, rewrapped_at, shredded_at) ON app.member_keys TO fairlot_worker;
GRANT SELECT ON app.member_keys TO fairlot_console;

-- A key can only be rewrapped or destroyed; a destroyed key stays destroyed.
CREATE FUNCTION app.member_keys_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.wrapped IS NULL THEN
    RAISE EXCEPTION 'the key of member % was destroyed', OLD.member_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.key_id <> OLD.key_id OR NEW.member_id <> OLD.member_id THEN
    RAISE EXCEPTION 'a key never becomes another' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER member_keys_immutable BEFORE UPDATE ON app.member_keys
  FOR EACH ROW EXECUTE FUNCTION app.member_keys_immutable();

-- The row is written before the bytes: a crash in between leaves a row that the sweep finds, never unknown bytes.
CREATE TABLE app.uploads (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  key_id      uuid        NOT NULL,
  -- A keyed hash of the received bytes: sending the same again after a lost connection gives the same upload.
  fingerprint bytea       NOT NULL CHECK (octet_length(fingerprint) = 32),
  type        text        NOT NULL CHECK (type IN ('image/webp', 'image/jpeg')),
  bytes       integer     NOT NULL CHECK (bytes > 0),
  width       integer     NOT NULL CHECK (width > 0),
  height      integer     NOT NULL CHECK (height > 0),
  uploaded_at timestamptz NOT NULL,
  stored_at   timestamptz,
  taken_at    timestamptz,
  dropped_at  timestamptz,
  CONSTRAINT uploads_taken_stored CHECK (taken_at IS NULL OR (stored_at IS NOT NULL AND dropped_at IS NULL))
);
CREATE INDEX uploads_of_member ON app.uploads (member_id, uploaded_at);
CREATE INDEX uploads_unclaimed ON app.uploads (uploaded_at) WHERE taken_at IS NULL;
GRANT SELECT, INSERT, UPDATE (stored_at, taken_at) ON app.uploads TO fairlot_api;
GRANT SELECT, UPDATE (dropped_at), DELETE ON app.uploads TO fairlot_worker;

-- Files that a feature has taken over, under the id of their upload.
CREATE TABLE app.files (
  id         uuid        PRIMARY KEY,
  member_id  uuid        NOT NULL REFERENCES app.members (id),
  key_id     uuid        NOT NULL,
  purpose    text        NOT NULL CHECK (purpose ~ '^[a-z]+(-[a-z]+)*$'),
  type       text        NOT NULL,
  bytes      integer     NOT NULL,
  width      integer     NOT NULL,
  height     integer     NOT NULL,
  taken_at   timestamptz NOT NULL,
  -- Set when it is no longer needed; the sweep deletes the bytes and records it.
  dropped_at timestamptz,
  gone_at    timestamptz,
  CONSTRAINT files_gone_after_dropped CHECK (gone_at IS NULL OR dropped_at IS NOT NULL)
);
CREATE INDEX files_of_member ON app.files (member_id, taken_at);
CREATE INDEX files_dropped ON app.files (dropped_at) WHERE dropped_at IS NOT NULL AND gone_at IS NULL;
GRANT SELECT, INSERT, UPDATE (dropped_at) ON app.files TO fairlot_api;
GRANT SELECT, UPDATE (dropped_at, gone_at) ON app.files TO fairlot_worker;
GRANT SELECT ON app.files TO fairlot_console;
