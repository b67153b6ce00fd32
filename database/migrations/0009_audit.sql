-- The audit trail. A row commits in the same transaction as its effect: no audit, no effect. Rows are written
-- unchained, because a chain head inside every transaction would serialise all of them. The worker's chainer links
-- committed rows within a second and signs checkpoints.

CREATE SCHEMA audit;
GRANT USAGE ON SCHEMA audit TO fairlot_api, fairlot_worker, fairlot_reader, fairlot_console;
ALTER DEFAULT PRIVILEGES IN SCHEMA audit GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA audit GRANT SELECT ON TABLES TO fairlot_reader;

-- Grants already stop the application's roles; this stops mistakes of the owner as well.
CREATE FUNCTION audit.refuse_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION '% on %.% is refused: the audit trail only grows', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

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
-- An operator's own actions among the members'. This index and the next leave members' rows out, so they cost those
-- nothing.
CREATE INDEX entries_of_operators ON audit.entries (actor, recorded_at) WHERE actor LIKE 'operator:%';
CREATE INDEX entries_verified ON audit.entries (recorded_at) WHERE action = 'audit.chain-verified';
GRANT INSERT ON audit.entries TO fairlot_api;
GRANT SELECT, INSERT ON audit.entries TO fairlot_worker, fairlot_console;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON audit.entries
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TABLE audit.entries_default PARTITION OF audit.entries DEFAULT;
-- A TRUNCATE trigger of the parent does not fire for a partition named on its own.
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.entries_default
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

-- Committed rows without a link. The chainer deletes the rows it links in the same transaction, so a row that commits
-- late with an early id is still found: nothing reads "everything after the last id".
CREATE TABLE audit.unlinked (
  entry_id    uuid        PRIMARY KEY,
  recorded_at timestamptz NOT NULL
);
GRANT SELECT, DELETE ON audit.unlinked TO fairlot_worker;

CREATE FUNCTION audit.queue_for_linking() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO audit.unlinked (entry_id, recorded_at) VALUES (NEW.entry_id, NEW.recorded_at);
  RETURN NULL;
END $$;
CREATE TRIGGER queue_for_linking AFTER INSERT ON audit.entries
  FOR EACH ROW EXECUTE FUNCTION audit.queue_for_linking();

CREATE TABLE audit.links (
  sequence    bigint      PRIMARY KEY CHECK (sequence > 0),
  entry_id    uuid        NOT NULL UNIQUE,
  recorded_at timestamptz NOT NULL,
  hash        bytea       NOT NULL CHECK (octet_length(hash) = 32),
  linked_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- The explorer reads the trail by time. The chainer writes the links, so the index costs a member's row nothing.
CREATE INDEX links_by_time ON audit.links (recorded_at, sequence);
GRANT SELECT, INSERT ON audit.links TO fairlot_worker;
GRANT SELECT ON audit.links TO fairlot_console;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON audit.links
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.links
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TABLE audit.checkpoints (
  sequence   bigint      PRIMARY KEY,
  head       bytea       NOT NULL CHECK (octet_length(head) = 32),
  signed_at  timestamptz NOT NULL,
  key_id     text        NOT NULL,
  public_key bytea       NOT NULL,
  signature  bytea       NOT NULL CHECK (octet_length(signature) = 64)
);
GRANT SELECT ON audit.checkpoints TO fairlot_api;
GRANT SELECT, INSERT ON audit.checkpoints TO fairlot_worker;
GRANT SELECT ON audit.checkpoints TO fairlot_console;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON audit.checkpoints
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

-- Creates the partitions of a month and the next ones. Rows that arrive before their month has a partition go to the
-- default one; then that month stays there, and the function returns false.
CREATE FUNCTION audit.ensure_partitions(p_from timestamptz, months_ahead integer) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
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
          'CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.%I
             FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change()', name);
      END IF;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN whole;
END $$;
GRANT EXECUTE ON FUNCTION audit.ensure_partitions TO fairlot_worker;

-- Trees over the rows of a day (fills, ended orders, ledger lines) and over members' assets and debts. Roots are signed
-- and permanent; docs/features/audit.md explains. A snapshot, not a time, defines the rows of a tree: a transaction
-- that commits late with an early time falls into the next tree instead of between two.
CREATE TABLE audit.trees (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text        NOT NULL CHECK (kind IN ('fills', 'orders', 'ledger-lines', 'balances', 'debts')),
  -- The asset of a tree of balances or debts, else empty.
  asset      text        NOT NULL DEFAULT '',
  date       date        NOT NULL,
  -- From 1. A fill, order or line is in one part; each part of balances is complete in itself, and the newest counts.
  part       smallint    NOT NULL CHECK (part > 0),
  leaves     bigint      NOT NULL CHECK (leaves >= 0),
  total      numeric     NOT NULL DEFAULT 0 CHECK (total >= 0),
  -- The ledger's own totals in the same snapshot; null in a tree without sums.
  control    numeric,
  root       bytea       NOT NULL CHECK (octet_length(root) = 32),
  built_at   timestamptz NOT NULL,
  as_of      pg_snapshot NOT NULL,
  key_id     text        NOT NULL,
  public_key bytea       NOT NULL,
  signature  bytea       NOT NULL CHECK (octet_length(signature) = 64),
  CONSTRAINT trees_part UNIQUE (kind, asset, date, part),
  CONSTRAINT trees_control_equals_total CHECK (control = total),
  CONSTRAINT trees_control CHECK ((control IS NOT NULL) = (kind IN ('balances', 'debts')))
);
GRANT SELECT ON audit.trees TO fairlot_api;
GRANT SELECT, INSERT ON audit.trees TO fairlot_worker;
GRANT SELECT ON audit.trees TO fairlot_console;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON audit.trees
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.trees
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TABLE audit.tree_leaves (
  tree    bigint NOT NULL REFERENCES audit.trees (id),
  -- From 0.
  n       bigint NOT NULL CHECK (n >= 0),
  -- The subject of the leaf: `shard/event/side` of a fill, an order's id, `entry.line` of the ledger, a member's id.
  subject text   NOT NULL,
  hash    bytea  NOT NULL CHECK (octet_length(hash) = 32),
  amount  bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),
  -- The hashed text. Empty for a ledger line: its row is the text, and it never changes.
  body    text   NOT NULL,
  PRIMARY KEY (tree, n)
);
CREATE INDEX tree_leaves_subject ON audit.tree_leaves (subject, tree) WHERE body <> '';
GRANT SELECT ON audit.tree_leaves TO fairlot_api;
GRANT SELECT, INSERT ON audit.tree_leaves TO fairlot_worker;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON audit.tree_leaves
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.tree_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

-- Every sixth level above the leaves: a path needs only a few blocks of 64 nodes, however large the tree.
CREATE TABLE audit.tree_nodes (
  tree   bigint   NOT NULL REFERENCES audit.trees (id),
  height smallint NOT NULL CHECK (height > 0),
  n      bigint   NOT NULL CHECK (n >= 0),
  hash   bytea    NOT NULL CHECK (octet_length(hash) = 32),
  sum    numeric  NOT NULL DEFAULT 0 CHECK (sum >= 0),
  PRIMARY KEY (tree, height, n)
);
GRANT SELECT ON audit.tree_nodes TO fairlot_api;
GRANT SELECT, INSERT ON audit.tree_nodes TO fairlot_worker;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON audit.tree_nodes
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.tree_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
