-- The audit trail. A row commits in the same transaction as its effect: no audit, no effect. Rows are written
-- unchained, because a chain head inside every transaction would serialise all of them. The worker's chainer links
-- committed rows within a second and signs checkpoints.

CREATE TABLE audit.entries (
  entry_id    uuid        NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  action      text        NOT NULL CHECK (action ~ '^[a-z-]+(\.[a-z-]+)+$'),
  -- The actor: member:<id>, operator:<id>, system, or anonymous.
  actor       text        NOT NULL CHECK (actor ~ '^(member|operator):.+$|^(system|anonymous)$'),
  -- The subject: <kind>:<id>.
  subject     text        NOT NULL CHECK (subject <> ''),
  request_id  text        NOT NULL,
  -- json and not jsonb: the chain hashes the text as it was written, and json keeps it byte for byte.
  details     json        NOT NULL,
  PRIMARY KEY (entry_id, recorded_at)
) PARTITION BY RANGE (recorded_at);
CREATE INDEX entries_subject ON audit.entries (subject, recorded_at);
CREATE TABLE audit.entries_default PARTITION OF audit.entries DEFAULT;

-- Committed rows without a link. The chainer deletes the rows it links in the same transaction, so a row that commits
-- late with an early id is still found: nothing reads "everything after the last id".
CREATE TABLE audit.unlinked (
  entry_id    uuid        PRIMARY KEY,
  recorded_at timestamptz NOT NULL
);

CREATE TABLE audit.links (
  sequence    bigint      PRIMARY KEY CHECK (sequence > 0),
  entry_id    uuid        NOT NULL UNIQUE,
  recorded_at timestamptz NOT NULL,
  hash        bytea       NOT NULL CHECK (octet_length(hash) = 32),
  linked_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE audit.checkpoints (
  sequence   bigint      PRIMARY KEY,
  head       bytea       NOT NULL CHECK (octet_length(head) = 32),
  signed_at  timestamptz NOT NULL,
  key_id     text        NOT NULL,
  public_key bytea       NOT NULL,
  signature  bytea       NOT NULL CHECK (octet_length(signature) = 64)
);

CREATE FUNCTION audit.queue_for_linking() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  INSERT INTO audit.unlinked (entry_id, recorded_at) VALUES (NEW.entry_id, NEW.recorded_at);
  RETURN NULL;
END $$;

-- Grants already stop the application's roles; this stops mistakes of the owner as well.
CREATE FUNCTION audit.refuse_rewriting() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog
AS $$
BEGIN
  RAISE EXCEPTION '% on %.% is refused: the audit trail only grows', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER queue_for_linking AFTER INSERT ON audit.entries
  FOR EACH ROW EXECUTE FUNCTION audit.queue_for_linking();
CREATE TRIGGER refuse_rewriting BEFORE UPDATE OR DELETE ON audit.entries
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_rewriting();
CREATE TRIGGER refuse_rewriting BEFORE UPDATE OR DELETE ON audit.links
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_rewriting();
CREATE TRIGGER refuse_rewriting BEFORE UPDATE OR DELETE ON audit.checkpoints
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_rewriting();
CREATE TRIGGER refuse_emptying BEFORE TRUNCATE ON audit.entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_rewriting();
-- A TRUNCATE trigger of the parent does not fire for a partition named on its own.
CREATE TRIGGER refuse_emptying BEFORE TRUNCATE ON audit.entries_default
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_rewriting();
CREATE TRIGGER refuse_emptying BEFORE TRUNCATE ON audit.links
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_rewriting();
CREATE TRIGGER refuse_emptying BEFORE TRUNCATE ON audit.checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_rewriting();

-- Creates the partitions of a month and the next ones. Rows that arrive before their month has a partition go to the
-- default one; then that month stays there, and the function returns false.
CREATE FUNCTION audit.ensure_partitions(p_from timestamptz, months_ahead integer) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  month date := date_trunc('month', p_from AT TIME ZONE 'UTC');
  last  date := month + make_interval(months => months_ahead);
  name  text;
  whole boolean := true;
BEGIN
  WHILE month <= last LOOP
    name := 'entries_' || to_char(month, 'YYYY_MM');
    IF to_regclass('audit.' || name) IS NULL THEN
      IF EXISTS (SELECT FROM audit.entries_default
                 WHERE recorded_at >= month::timestamp AT TIME ZONE 'UTC'
                   AND recorded_at < (month + interval '1 month') AT TIME ZONE 'UTC') THEN
        whole := false;
      ELSE
        EXECUTE format(
          'CREATE TABLE audit.%I PARTITION OF audit.entries FOR VALUES FROM (%L) TO (%L)', name,
          month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        EXECUTE format(
          'CREATE TRIGGER refuse_emptying BEFORE TRUNCATE ON audit.%I
             FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_rewriting()', name);
      END IF;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN whole;
END $$;

GRANT INSERT ON audit.entries TO fairlot_api, fairlot_worker;
GRANT SELECT ON audit.checkpoints TO fairlot_api, fairlot_worker;
GRANT SELECT ON audit.entries TO fairlot_worker;
GRANT SELECT, DELETE ON audit.unlinked TO fairlot_worker;
GRANT SELECT, INSERT ON audit.links TO fairlot_worker;
GRANT INSERT ON audit.checkpoints TO fairlot_worker;
GRANT EXECUTE ON FUNCTION audit.ensure_partitions(timestamptz, integer) TO fairlot_worker;
