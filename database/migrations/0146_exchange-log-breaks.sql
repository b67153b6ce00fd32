-- The log went back: a process of the exchange knows a newer or another log than the database has. While a break is open no process
-- takes the shard. docs/adr/0061-the-exchange-remembers-outside-the-database.md explains.

-- Names the files in which processes remember, so that a new installation meets none of an old one.
CREATE TABLE exchange.identity (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  id       uuid    NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO exchange.identity DEFAULT VALUES;
GRANT SELECT ON exchange.identity TO fairlot_exchange;

CREATE TABLE exchange.log_breaks (
  id               bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  shard            smallint    NOT NULL CHECK (shard BETWEEN 0 AND 1023),
  found_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The machine whose process knew more, and what.
  host             text        NOT NULL CHECK (length(host) <= 200),
  why              text        NOT NULL CHECK (length(why) <= 500),
  known_history    integer     NOT NULL CHECK (known_history BETWEEN 1 AND 1000000000),
  known_epoch      bigint      NOT NULL,
  known_sequence   bigint      NOT NULL,
  known_hash       text        NOT NULL,
  -- What the database had.
  found_epoch      bigint      NOT NULL,
  found_sequence   bigint      NOT NULL,
  found_hash       text        NOT NULL,
  accepted_at      timestamptz,
  accepted_note    text,
  -- The number of the history that begins then: processes forget what they knew of earlier ones.
  accepted_history integer,
  CONSTRAINT log_breaks_accepted CHECK (num_nonnulls(accepted_at, accepted_note, accepted_history) IN (0, 3))
);
CREATE UNIQUE INDEX log_breaks_open ON exchange.log_breaks (shard) WHERE accepted_at IS NULL;
GRANT SELECT ON exchange.log_breaks TO fairlot_exchange, fairlot_console;

CREATE FUNCTION exchange.history_of(p_shard integer) RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(max(b.accepted_history), 1) FROM exchange.log_breaks b WHERE b.shard = p_shard
$$;
GRANT EXECUTE ON FUNCTION exchange.history_of TO fairlot_exchange;

-- Opens a break, and ends the epoch of the process that trades: its next commit is refused. A second report changes nothing.
CREATE FUNCTION exchange.halt_log(p_shard integer, p_history integer, p_epoch bigint, p_sequence bigint, p_hash text, p_host text, p_why text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO exchange.shards (shard) VALUES (p_shard) ON CONFLICT DO NOTHING;
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard FOR UPDATE;
  INSERT INTO exchange.log_breaks (shard, host, why, known_history, known_epoch, known_sequence, known_hash, found_epoch, found_sequence, found_hash)
  SELECT p_shard, p_host, p_why, p_history, p_epoch, p_sequence, p_hash, s.epoch, s.sequence, s.hash FROM exchange.shards s WHERE s.shard = p_shard
  ON CONFLICT (shard) WHERE accepted_at IS NULL DO NOTHING;
  IF FOUND THEN UPDATE exchange.shards SET epoch = epoch + 1 WHERE shard = p_shard; END IF;
END $$;
GRANT EXECUTE ON FUNCTION exchange.halt_log TO fairlot_exchange;

-- The owner of the database accepts the log as it is now, after comparing: they name its head, so that nothing else is accepted.
CREATE FUNCTION exchange.accept_log(p_shard integer, p_sequence bigint, p_hash text, p_note text) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_history integer;
BEGIN
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard AND s.sequence = p_sequence AND s.hash = p_hash FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the log of shard % does not end at sequence % with hash %: compare again', p_shard, p_sequence, p_hash USING ERRCODE = 'check_violation';
  END IF;
  UPDATE exchange.log_breaks b SET accepted_at = clock_timestamp(), accepted_note = p_note,
    accepted_history = greatest(exchange.history_of(p_shard), b.known_history) + 1
  WHERE b.shard = p_shard AND b.accepted_at IS NULL RETURNING b.accepted_history INTO v_history;
  IF v_history IS NULL THEN
    RAISE EXCEPTION 'shard % is not halted: there is nothing to accept', p_shard USING ERRCODE = 'check_violation';
  END IF;
  RETURN v_history;
END $$;

-- As before, and not while a break is open: this also stops a process that knows nothing of it.
CREATE OR REPLACE FUNCTION exchange.take_shard(p_shard integer) RETURNS TABLE (epoch bigint, sequence bigint, event bigint, hash text, kept text, at_ms bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF NOT pg_try_advisory_lock(hashtext('exchange.shards'), p_shard) THEN RETURN; END IF;
  INSERT INTO exchange.shards (shard) VALUES (p_shard) ON CONFLICT DO NOTHING;
  -- Before the break is read: a report holds this row until its commit.
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard FOR UPDATE;
  IF EXISTS (SELECT FROM exchange.log_breaks b WHERE b.shard = p_shard AND b.accepted_at IS NULL) THEN
    RAISE EXCEPTION 'shard % is halted: its log went back', p_shard USING ERRCODE = 'FX004', HINT = 'docs/operating/alerts.md#logwentback';
  END IF;
  RETURN QUERY
  UPDATE exchange.shards s SET epoch = s.epoch + 1 WHERE s.shard = p_shard
  RETURNING s.epoch, s.sequence, s.event, s.hash, encode(s.kept, 'hex'), (extract(epoch FROM s.at) * 1000)::bigint;
END $$;
