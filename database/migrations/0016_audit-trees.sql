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
  CONSTRAINT trees_add_up CHECK (control = total),
  CONSTRAINT trees_control CHECK ((control IS NOT NULL) = (kind IN ('balances', 'debts')))
);
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
-- Every sixth level above the leaves: a path needs only a few blocks of 64 nodes, however large the tree.
CREATE TABLE audit.tree_nodes (
  tree   bigint   NOT NULL REFERENCES audit.trees (id),
  height smallint NOT NULL CHECK (height > 0),
  n      bigint   NOT NULL CHECK (n >= 0),
  hash   bytea    NOT NULL CHECK (octet_length(hash) = 32),
  sum    numeric  NOT NULL DEFAULT 0 CHECK (sum >= 0),
  PRIMARY KEY (tree, height, n)
);

DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['trees', 'tree_leaves', 'tree_nodes'] LOOP
    EXECUTE format('CREATE TRIGGER refuse_rewriting BEFORE UPDATE OR DELETE ON audit.%I
      FOR EACH ROW EXECUTE FUNCTION audit.refuse_rewriting()', table_name);
    EXECUTE format('CREATE TRIGGER refuse_emptying BEFORE TRUNCATE ON audit.%I
      FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_rewriting()', table_name);
  END LOOP;
END $$;

-- For recently ended orders. Orders are inserted by time, so block ranges are enough and cost an order nothing.
CREATE INDEX orders_by_time ON app.orders USING brin (placed_at) WITH (pages_per_range = 32, autosummarize = on);

GRANT SELECT ON audit.trees, audit.tree_leaves, audit.tree_nodes TO fairlot_api;
GRANT SELECT, INSERT ON audit.trees, audit.tree_leaves, audit.tree_nodes TO fairlot_worker;

-- The lines written after one snapshot and up to another, in the ledger's own order: ids of entries go by time.
CREATE FUNCTION ledger.lines_written(p_after pg_snapshot, p_upto pg_snapshot) RETURNS TABLE (
  entry_id uuid, line_no smallint, event text, reference text, reverses uuid, account text, asset text, amount bigint,
  seq bigint, balance_after bigint, hold_id uuid, posted_ms bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.entry_id, l.line_no, e.event, e.reference, e.reverses, a.code, l.asset, l.amount, l.seq, l.balance_after,
    l.hold_id, floor(extract(epoch FROM l.posted_at) * 1000)::bigint
  FROM ledger.lines l
  JOIN ledger.accounts a ON a.id = l.account_id
  JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
  WHERE (p_after IS NULL OR l.tx >= pg_snapshot_xmin(p_after)::text::bigint
      AND NOT pg_visible_in_snapshot(l.tx::text::xid8, p_after))
    AND l.tx < pg_snapshot_xmax(p_upto)::text::bigint AND pg_visible_in_snapshot(l.tx::text::xid8, p_upto)
  ORDER BY l.entry_id, l.line_no
$$;

-- Every member's current assets and debts by asset, from the balance rows.
CREATE FUNCTION ledger.member_sums() RETURNS TABLE (asset text, owner_id text, owned numeric, owed numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.asset, a.owner_id, coalesce(sum(b.balance) FILTER (WHERE b.lowest = 0), 0),
    coalesce(-sum(b.balance) FILTER (WHERE b.highest = 0), 0)
  FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
  WHERE a.owner_kind = 'member' AND b.balance <> 0
  GROUP BY a.asset, a.owner_id
  ORDER BY a.asset, a.owner_id
$$;

-- The legs of some entries, for the evidence of a fill.
CREATE FUNCTION ledger.legs_of(p_entries uuid[])
RETURNS TABLE (entry_id uuid, line_no smallint, account text, asset text, amount bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.entry_id, l.line_no, a.code, l.asset, l.amount
  FROM unnest(p_entries) AS u (id)
  JOIN ledger.lines l ON l.entry_id = u.id AND l.posted_at = ledger.time_of(u.id)
  JOIN ledger.accounts a ON a.id = l.account_id
  ORDER BY l.entry_id, l.line_no
$$;

-- How many lines of one owner and asset came after a snapshot taken at `p_at`.
CREATE FUNCTION ledger.count_lines_since(
  p_owner_kind text, p_owner_id text, p_asset text, p_after pg_snapshot, p_at timestamptz
) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*)
  FROM ledger.accounts a
  JOIN ledger.lines l ON l.account_id = a.id AND l.seq IS NOT NULL
  -- A line can commit some time after its own time; an hour is far longer than any transaction.
  WHERE a.owner_kind = p_owner_kind AND a.owner_id = p_owner_id AND a.asset = p_asset
    AND l.posted_at >= p_at - interval '1 hour' AND NOT pg_visible_in_snapshot(l.tx::text::xid8, p_after)
$$;

-- A verifier uses none of these: it reads the tables with the reading role's own rights, so that a changed function
-- cannot deceive it.
GRANT EXECUTE ON FUNCTION ledger.lines_written(pg_snapshot, pg_snapshot), ledger.member_sums() TO fairlot_worker;
GRANT EXECUTE ON FUNCTION ledger.legs_of(uuid[]) TO fairlot_api, fairlot_worker;
GRANT EXECUTE ON FUNCTION ledger.count_lines_since(text, text, text, pg_snapshot, timestamptz) TO fairlot_api;
