-- Log, events and batches each have two parts. `practice` may be pruned behind a snapshot: quotes and orders of the
-- practice market's seats and their events, except trades. It has its own table, whose pages are reused; the permanent
-- part is stored densely, by month. Both parts are read as one table.
-- The log is the only source for its readers, and the database enforces it: a cursor must name a batch of the log, and a
-- fill equals its event. docs/adr/0023-postgresql-tells-nats-wakes.md says why.

-- One row per transaction of the exchange: the time its commands were applied at and the link of the chain.
CREATE TABLE exchange.batches (
  shard       smallint    NOT NULL,
  -- True when all of it may be pruned.
  practice    boolean     NOT NULL DEFAULT false,
  first       bigint      NOT NULL,
  last        bigint      NOT NULL CHECK (last >= first),
  first_event bigint      NOT NULL,
  last_event  bigint      NOT NULL CHECK (last_event >= first_event - 1),
  epoch       bigint      NOT NULL,
  at          timestamptz NOT NULL,
  previous    text        NOT NULL,
  hash        text        NOT NULL,
  -- The head of the second chain after this batch, when it has a permanent part.
  kept_head   bytea,
  -- The digest of the prunable part, so that `hash` can be checked after pruning.
  pruned_hash bytea,
  -- The SHA-256 of the snapshot kept just before this batch, if any: so the chain covers it.
  snapshot_hash bytea,
  PRIMARY KEY (shard, last, practice, at)
) PARTITION BY LIST (practice);
GRANT SELECT ON exchange.batches TO fairlot_exchange, fairlot_api, fairlot_worker, fairlot_quotes, fairlot_practice;

-- The commands in the order they were applied.
CREATE TABLE exchange.log (
  shard    smallint    NOT NULL,
  practice boolean     NOT NULL DEFAULT false,
  sequence bigint      NOT NULL,
  at       timestamptz NOT NULL,
  command  text        NOT NULL,
  PRIMARY KEY (shard, sequence, practice, at)
) PARTITION BY LIST (practice);
GRANT SELECT ON exchange.log TO fairlot_exchange;

-- The resulting events. `body` is the event as JSON; the columns beside it are for lookups.
CREATE TABLE exchange.events (
  shard    smallint    NOT NULL,
  practice boolean     NOT NULL DEFAULT false,
  event    bigint      NOT NULL,
  sequence bigint      NOT NULL,
  at       timestamptz NOT NULL,
  kind     text        NOT NULL,
  symbol   text,
  body     text        NOT NULL,
  PRIMARY KEY (shard, event, practice, at)
) PARTITION BY LIST (practice);
CREATE INDEX trades_of_symbol ON exchange.events (symbol, event) WHERE kind = 'traded';
GRANT SELECT ON exchange.events TO fairlot_exchange, fairlot_api, fairlot_worker, fairlot_quotes, fairlot_practice;

CREATE TABLE exchange.batches_kept PARTITION OF exchange.batches FOR VALUES IN (false) PARTITION BY RANGE (at);

CREATE TABLE exchange.log_kept PARTITION OF exchange.log FOR VALUES IN (false) PARTITION BY RANGE (at);

CREATE TABLE exchange.events_kept PARTITION OF exchange.events FOR VALUES IN (false) PARTITION BY RANGE (at);

CREATE TABLE exchange.batches_practice PARTITION OF exchange.batches FOR VALUES IN (true)
  WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000, vacuum_truncate = off);

CREATE TABLE exchange.log_practice PARTITION OF exchange.log FOR VALUES IN (true)
  WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000, vacuum_truncate = off);

CREATE TABLE exchange.events_practice PARTITION OF exchange.events (CONSTRAINT events_practice_has_no_trades CHECK (kind <> 'traded'))
  FOR VALUES IN (true)
  WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000, vacuum_truncate = off);

-- Creates the months from `p_from` on, as ledger.ensure_partitions does: attaching lets the exchange continue, and a
-- missing month is an error at once.
CREATE FUNCTION exchange.ensure_partitions(p_from timestamptz, p_months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_first timestamp := date_trunc('month', p_from AT TIME ZONE 'UTC');
  v_month timestamp;
  v_table text;
  v_name  text;
  v_made  integer := 0;
BEGIN
  IF p_months NOT BETWEEN 0 AND 120 THEN RAISE EXCEPTION 'months out of range: %', p_months; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('exchange.ensure_partitions', 0));
  FOR i IN 0..p_months LOOP
    v_month := v_first + make_interval(months => i);
    FOREACH v_table IN ARRAY ARRAY['batches_kept', 'log_kept', 'events_kept'] LOOP
      v_name := v_table || to_char(v_month, '_YYYY_MM');
      CONTINUE WHEN to_regclass('exchange.' || v_name) IS NOT NULL;
      EXECUTE format('CREATE TABLE exchange.%I (LIKE exchange.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_name, v_table);
      EXECUTE format('ALTER TABLE exchange.%I ATTACH PARTITION exchange.%I FOR VALUES FROM (%L) TO (%L)',
        v_table, v_name, to_char(v_month, 'YYYY-MM-DD"T00:00:00Z"'),
        to_char(v_month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
      v_made := v_made + 1;
    END LOOP;
  END LOOP;
  RETURN v_made;
END $$;
GRANT EXECUTE ON FUNCTION exchange.ensure_partitions TO fairlot_exchange;

SELECT exchange.ensure_partitions(now() - interval '1 month', 4);

CREATE TABLE exchange.snapshots (
  shard      smallint    NOT NULL,
  sequence   bigint      NOT NULL,
  event      bigint      NOT NULL,
  at         timestamptz NOT NULL,
  -- The heads of both chains and the engine's state hash at this point.
  hash       text        NOT NULL,
  kept       bytea       NOT NULL,
  state_hash text        NOT NULL,
  state      text        NOT NULL,
  PRIMARY KEY (shard, sequence)
);
GRANT SELECT ON exchange.snapshots TO fairlot_exchange;

-- Pruned ranges: one row per shard and day of pruning, together without a gap from the first command on. Between
-- `first` and `last` batches, commands and events may be missing; elsewhere a missing one is a fault.
CREATE TABLE exchange.pruned (
  shard       smallint    NOT NULL,
  first       bigint      NOT NULL,
  last        bigint      NOT NULL CHECK (last >= first),
  first_event bigint      NOT NULL,
  last_event  bigint      NOT NULL,
  -- The chain's head before `first` and after `last`.
  hash_before text        NOT NULL,
  hash_after  text        NOT NULL,
  -- How many rows were pruned, and the chained hash over the hashes of the pruned batches.
  batches     bigint      NOT NULL,
  commands    bigint      NOT NULL,
  events      bigint      NOT NULL,
  digest      bytea       NOT NULL,
  pruned_at   timestamptz NOT NULL,
  PRIMARY KEY (shard, first)
);
GRANT SELECT ON exchange.pruned TO fairlot_exchange, fairlot_api, fairlot_worker, fairlot_quotes, fairlot_practice;

-- Takes the shard's lock for this session and a new epoch, and returns the shard's position; no row when another
-- session has the lock. The row lock of the update waits for a running commit of the previous holder.
CREATE FUNCTION exchange.take_shard(p_shard integer) RETURNS TABLE
  (epoch bigint, sequence bigint, event bigint, hash text, kept text, at_ms bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF NOT pg_try_advisory_lock(hashtext('exchange.shards'), p_shard) THEN RETURN; END IF;
  INSERT INTO exchange.shards (shard) VALUES (p_shard) ON CONFLICT DO NOTHING;
  RETURN QUERY
  UPDATE exchange.shards s SET epoch = s.epoch + 1 WHERE s.shard = p_shard
  RETURNING s.epoch, s.sequence, s.event, s.hash, encode(s.kept, 'hex'), (extract(epoch FROM s.at) * 1000)::bigint;
END $$;
GRANT EXECUTE ON FUNCTION exchange.take_shard TO fairlot_exchange;

-- One batch: the fence, the queue's rows turned into log rows, the events, the link of the chain. Returns the commands
-- that wait now, so that a busy shard needs one round trip per batch. Texts come as lines because quoting JSON into an
-- array literal and back would cost more than storing it; JSON has no line breaks in it.
-- The statistics of the queue are useless (see exchange.queue): only its key is used.
CREATE FUNCTION exchange.commit_batch(
  p_shard integer, p_epoch bigint, p_sequence bigint, p_previous text,
  p_at_ms bigint, p_hash text, p_kept_head text, p_pruned_hash text, p_snapshot_hash text,
  p_timed boolean, p_ids bigint[], p_practice boolean[],
  p_event_sequences bigint[], p_event_practice boolean[], p_kinds text, p_symbols text, p_bodies text,
  p_limit integer
) RETURNS TABLE (id bigint, command text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_at       timestamptz := to_timestamp(p_at_ms / 1000.0);
  v_commands integer := cardinality(p_ids);
  v_events   integer := cardinality(p_event_sequences);
  v_first    bigint := p_sequence + 1;
  v_last     bigint := p_sequence + cardinality(p_ids) + p_timed::integer;
  v_event    bigint;
  v_count    integer;
BEGIN
  UPDATE exchange.shards s
  SET sequence = v_last, event = s.event + v_events, hash = p_hash, at = v_at,
    kept = coalesce(decode(p_kept_head, 'hex'), s.kept)
  WHERE s.shard = p_shard AND s.epoch = p_epoch AND s.sequence = p_sequence AND s.hash = p_previous AND s.at <= v_at
  RETURNING s.event - v_events INTO v_event;
  IF NOT FOUND OR v_last < v_first THEN
    RAISE EXCEPTION 'shard % is not at epoch %, sequence % any more', p_shard, p_epoch, p_sequence USING ERRCODE = 'FX001';
  END IF;

  IF p_timed THEN
    INSERT INTO exchange.log (shard, sequence, at, command) VALUES (p_shard, v_first, v_at, '{"kind":"time"}');
  END IF;
  IF v_commands > 0 THEN
    WITH taken AS (
      DELETE FROM exchange.queue q WHERE q.shard = p_shard AND q.id = ANY (p_ids) RETURNING q.id, q.command
    )
    INSERT INTO exchange.log (shard, practice, sequence, at, command)
    SELECT p_shard, u.practice, v_last - v_commands + u.place, v_at, t.command
    FROM unnest(p_ids, p_practice) WITH ORDINALITY AS u (id, practice, place)
    JOIN taken t ON t.id = u.id;
    GET DIAGNOSTICS v_count = ROW_COUNT;
    IF v_count <> v_commands THEN
      RAISE EXCEPTION 'shard %: % of % commands are not in the queue', p_shard, v_commands - v_count, v_commands
        USING ERRCODE = 'FX001';
    END IF;
  END IF;

  IF v_events > 0 THEN
    INSERT INTO exchange.events (shard, practice, event, sequence, at, kind, symbol, body)
    SELECT p_shard, u.practice, v_event + u.place, u.sequence, v_at, u.kind, nullif(u.symbol, ''), u.body
    FROM unnest(p_event_sequences, p_event_practice, string_to_array(p_kinds, E'\n'), string_to_array(p_symbols, E'\n'),
      string_to_array(p_bodies, E'\n')) WITH ORDINALITY AS u (sequence, practice, kind, symbol, body, place);
    GET DIAGNOSTICS v_count = ROW_COUNT;
    IF v_count <> v_events THEN RAISE EXCEPTION 'shard %: % events in % lines', p_shard, v_events, v_count; END IF;
  END IF;

  INSERT INTO exchange.batches (shard, practice, first, last, first_event, last_event, epoch, at, previous, hash,
    kept_head, pruned_hash, snapshot_hash)
  VALUES (p_shard, p_kept_head IS NULL, v_first, v_last, v_event + 1, v_event + v_events, p_epoch, v_at, p_previous, p_hash,
    decode(p_kept_head, 'hex'), decode(p_pruned_hash, 'hex'), decode(p_snapshot_hash, 'hex'));

  RETURN QUERY SELECT q.id, q.command FROM exchange.queue q WHERE q.shard = p_shard ORDER BY q.id LIMIT p_limit;
END $$;
GRANT EXECUTE ON FUNCTION exchange.commit_batch TO fairlot_exchange;

-- Stores the engine's state at the shard's current position, and keeps the last `p_keep` snapshots.
CREATE FUNCTION exchange.keep_snapshot(
  p_shard integer, p_epoch bigint, p_sequence bigint, p_hash text, p_state_hash text, p_state text, p_keep integer
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_shard exchange.shards;
BEGIN
  IF p_keep < 2 THEN RAISE EXCEPTION 'at least two snapshots are kept: the second is there when one is damaged'; END IF;
  SELECT * INTO v_shard FROM exchange.shards s
  WHERE s.shard = p_shard AND s.epoch = p_epoch AND s.sequence = p_sequence AND s.hash = p_hash FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'shard % is not at epoch %, sequence % any more', p_shard, p_epoch, p_sequence USING ERRCODE = 'FX001';
  END IF;
  INSERT INTO exchange.snapshots (shard, sequence, event, at, hash, kept, state_hash, state)
  VALUES (p_shard, v_shard.sequence, v_shard.event, v_shard.at, v_shard.hash, v_shard.kept, p_state_hash, p_state)
  ON CONFLICT DO NOTHING;
  DELETE FROM exchange.snapshots s
  WHERE s.shard = p_shard AND s.sequence < (
    SELECT min(newest.sequence) FROM (
      SELECT n.sequence FROM exchange.snapshots n WHERE n.shard = p_shard ORDER BY n.sequence DESC LIMIT p_keep
    ) AS newest);
END $$;
GRANT EXECUTE ON FUNCTION exchange.keep_snapshot TO fairlot_exchange;

-- Prunes the next `p_limit` commands, never past the oldest snapshot: recovery starts at one of them. Returns how far
-- it got, or null when there is nothing to do yet.
CREATE FUNCTION exchange.prune(p_shard integer, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_oldest   bigint;
  v_before   exchange.pruned;
  v_from     bigint := 0;
  v_event    bigint := 0;
  v_hash     text := repeat('0', 64);
  v_digest   bytea := ''::bytea;
  v_end      exchange.batches;
  v_batches  bigint;
  v_commands bigint;
  v_events   bigint;
  v_hashes   text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('exchange.pruned'), p_shard) THEN RETURN NULL; END IF;
  -- With a single snapshot the newest batch could be pruned before downstream readers have seen it.
  SELECT min(s.sequence) INTO v_oldest FROM exchange.snapshots s WHERE s.shard = p_shard HAVING count(*) > 1;
  IF v_oldest IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO v_before FROM exchange.pruned p WHERE p.shard = p_shard ORDER BY p.first DESC LIMIT 1;
  IF FOUND THEN
    v_from := v_before.last;
    v_event := v_before.last_event;
    v_hash := v_before.hash_after;
    v_digest := v_before.digest;
  END IF;
  SELECT * INTO v_end FROM exchange.batches b
  WHERE b.shard = p_shard AND b.last > v_from AND b.last <= least(v_from + p_limit, v_oldest)
  ORDER BY b.last DESC LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;

  DELETE FROM exchange.log_practice l WHERE l.shard = p_shard AND l.sequence > v_from AND l.sequence <= v_end.last;
  GET DIAGNOSTICS v_commands = ROW_COUNT;
  DELETE FROM exchange.events_practice e WHERE e.shard = p_shard AND e.event > v_event AND e.event <= v_end.last_event;
  GET DIAGNOSTICS v_events = ROW_COUNT;
  WITH gone AS (
    DELETE FROM exchange.batches_practice b WHERE b.shard = p_shard AND b.last > v_from AND b.last <= v_end.last
    RETURNING b.last, b.hash
  )
  SELECT count(*), coalesce(string_agg(g.hash, '' ORDER BY g.last), '') INTO v_batches, v_hashes FROM gone g;
  v_digest := sha256(v_digest || convert_to(v_hashes, 'UTF8'));

  IF v_before.pruned_at >= date_trunc('day', now()) THEN
    UPDATE exchange.pruned p
    SET last = v_end.last, last_event = v_end.last_event, hash_after = v_end.hash, batches = p.batches + v_batches,
      commands = p.commands + v_commands, events = p.events + v_events, digest = v_digest
    WHERE p.shard = p_shard AND p.first = v_before.first;
  ELSE
    INSERT INTO exchange.pruned VALUES (p_shard, v_from + 1, v_end.last, v_event + 1, v_end.last_event, v_hash, v_end.hash,
      v_batches, v_commands, v_events, v_digest, now());
  END IF;
  RETURN v_end.last;
END $$;
GRANT EXECUTE ON FUNCTION exchange.prune TO fairlot_exchange;

-- A cursor that names a batch outside the log would stop its reader for good, and means that the applied content came
-- from elsewhere. Checked in the transaction of the applied content, so that all of it is undone.
CREATE FUNCTION exchange.check_cursor() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.sequence = 0 AND NEW.event = 0 AND NEW.hash = repeat('0', 64) THEN RETURN NEW; END IF;
  PERFORM FROM exchange.batches b
  WHERE b.shard = NEW.shard AND b.last = NEW.sequence AND b.hash = NEW.hash AND b.last_event = NEW.event;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'shard %: the batch up to command %, event % with hash % is not in the log', NEW.shard, NEW.sequence,
      NEW.event, NEW.hash USING ERRCODE = 'FX002';
  END IF;
  RETURN NEW;
END $$;
