-- The venue: commands in, events out. The exchange process sees this schema and nothing else; whoever asks something
-- of the venue calls exchange.submit in its own transaction, and whoever reads events has SELECT.

DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['fairlot_exchange', 'fairlot_quotes', 'fairlot_live', 'fairlot_practice'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I LOGIN', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- Roles belong to the cluster: another database of it has made this one already.
    END;
  END LOOP;
END $$;

CREATE SCHEMA exchange;
GRANT USAGE ON SCHEMA exchange TO fairlot_exchange, fairlot_api, fairlot_worker, fairlot_quotes, fairlot_practice, fairlot_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA exchange GRANT SELECT ON TABLES TO fairlot_reader;

-- Where each shard stands. Every batch updates this row on condition of its epoch and sequence: a second exchange of
-- the same shard, or an old one that woke up, changes no row and must stop.
CREATE TABLE exchange.shards (
  shard    smallint    PRIMARY KEY CHECK (shard BETWEEN 0 AND 1023),
  epoch    bigint      NOT NULL DEFAULT 0,
  -- The last command applied, the last event written, and the chain's head after them.
  sequence bigint      NOT NULL DEFAULT 0,
  event    bigint      NOT NULL DEFAULT 0,
  hash     text        NOT NULL DEFAULT repeat('0', 64) CHECK (hash ~ '^[0-9a-f]{64}$'),
  at       timestamptz NOT NULL DEFAULT '-infinity'
);
GRANT SELECT, INSERT, UPDATE ON exchange.shards TO fairlot_exchange;
GRANT SELECT ON exchange.shards TO fairlot_api, fairlot_worker, fairlot_quotes, fairlot_practice;

-- Committed commands that wait. The id orders what has become visible and nothing more: a row that commits late is
-- taken later, whatever its id, because the exchange takes what is here and deletes exactly what it took.
CREATE TABLE exchange.queue (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shard        smallint    NOT NULL,
  command      text        NOT NULL CHECK (length(command) <= 100000),
  submitted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX queue_of_shard ON exchange.queue (shard, id);
GRANT SELECT, DELETE ON exchange.queue TO fairlot_exchange;

CREATE FUNCTION exchange.submit(p_shard integer, p_command text) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO exchange.queue (shard, command) VALUES (p_shard, p_command) RETURNING id
$$;
CREATE FUNCTION exchange.submit_many(p_shards integer[], p_commands text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO exchange.queue (shard, command) SELECT * FROM unnest(p_shards, p_commands)
$$;
GRANT EXECUTE ON FUNCTION exchange.submit(integer, text), exchange.submit_many(integer[], text[])
  TO fairlot_api, fairlot_worker, fairlot_practice;

-- A shard goes through each phase of a day once, however many schedulers ask for it.
CREATE TABLE exchange.phase_changes (
  shard smallint NOT NULL,
  date  date     NOT NULL,
  phase text     NOT NULL CHECK (phase IN ('opening-call', 'continuous', 'closing-call', 'closed')),
  PRIMARY KEY (shard, date, phase)
);
CREATE FUNCTION exchange.submit_phase(p_shard integer, p_date date, p_phase text, p_command text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO exchange.phase_changes (shard, date, phase) VALUES (p_shard, p_date, p_phase) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO exchange.queue (shard, command) VALUES (p_shard, p_command);
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION exchange.submit_phase(integer, date, text, text) TO fairlot_worker;
GRANT SELECT ON exchange.phase_changes TO fairlot_worker;

-- One row per transaction of the exchange: the time its commands were applied at and the link of the chain.
CREATE TABLE exchange.batches (
  shard       smallint    NOT NULL,
  first       bigint      NOT NULL,
  last        bigint      NOT NULL CHECK (last >= first),
  first_event bigint      NOT NULL,
  last_event  bigint      NOT NULL CHECK (last_event >= first_event - 1),
  epoch       bigint      NOT NULL,
  at          timestamptz NOT NULL,
  previous    text        NOT NULL,
  hash        text        NOT NULL,
  PRIMARY KEY (shard, last)
);

-- The commands in the order they were applied.
CREATE TABLE exchange.log (
  shard    smallint NOT NULL,
  sequence bigint   NOT NULL,
  command  text     NOT NULL,
  PRIMARY KEY (shard, sequence)
);

-- What came of them. `body` is the event as JSON; the columns beside it are for finding.
CREATE TABLE exchange.events (
  shard    smallint    NOT NULL,
  event    bigint      NOT NULL,
  sequence bigint      NOT NULL,
  at       timestamptz NOT NULL,
  kind     text        NOT NULL,
  symbol   text,
  body     text        NOT NULL,
  PRIMARY KEY (shard, event)
);
CREATE INDEX trades_of_symbol ON exchange.events (symbol, event) WHERE kind = 'traded';

CREATE TABLE exchange.snapshots (
  shard      smallint    NOT NULL,
  sequence   bigint      NOT NULL,
  event      bigint      NOT NULL,
  at         timestamptz NOT NULL,
  -- The chain's head and the engine's state hash at this point.
  hash       text        NOT NULL,
  state_hash text        NOT NULL,
  state      text        NOT NULL,
  PRIMARY KEY (shard, sequence)
);

-- What pruning took away, and the hashes that keep the chain whole around it.
CREATE TABLE exchange.pruned (
  shard       smallint    NOT NULL,
  first       bigint      NOT NULL,
  last        bigint      NOT NULL,
  hash_before text        NOT NULL,
  hash_after  text        NOT NULL,
  commands    bigint      NOT NULL,
  events      bigint      NOT NULL,
  pruned_at   timestamptz NOT NULL,
  PRIMARY KEY (shard, last)
);

GRANT SELECT, INSERT, DELETE ON exchange.batches, exchange.log, exchange.events, exchange.snapshots TO fairlot_exchange;
GRANT SELECT, INSERT, UPDATE, DELETE ON exchange.pruned TO fairlot_exchange;
GRANT SELECT ON exchange.batches, exchange.events TO fairlot_api, fairlot_worker, fairlot_quotes, fairlot_practice;
