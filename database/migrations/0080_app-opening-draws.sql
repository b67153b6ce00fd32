-- The draw that decides between equal prices at the opening of each day. docs/features/draws.md explains.

CREATE TABLE app.opening_draws (
  date       date        PRIMARY KEY,
  -- When the list closed: the opening was due.
  opens_at   timestamptz NOT NULL,
  -- Which beacon decided; with none, the time of entry.
  source     text        NOT NULL CHECK (source IN ('beacon', 'fallback', 'none')),
  chain      jsonb,
  round      integer,
  signature  bytea       CHECK (octet_length(signature) = 48),
  randomness bytea,
  seed       bytea,
  decided_at timestamptz NOT NULL,
  CONSTRAINT opening_draws_complete CHECK (num_nonnulls(chain, round, signature, randomness, seed) = CASE source WHEN 'none' THEN 0 ELSE 5 END),
  -- A worker cannot choose the round, and the seed follows from it. Only the signature takes the beacon's key to check.
  CONSTRAINT opening_draws_round CHECK (round = greatest(1, ceil((extract(epoch FROM opens_at) + 1 - (chain ->> 'genesis')::numeric)
    / (chain ->> 'period')::numeric) + 1)),
  CONSTRAINT opening_draws_randomness CHECK (randomness = sha256(signature)),
  CONSTRAINT opening_draws_seed CHECK (seed = sha256(convert_to(E'fairlot opening v1\n' || to_char(date, 'YYYY-MM-DD') || E'\n' || round || E'\n'
    || encode(randomness, 'hex') || E'\n', 'UTF8'))),
  CONSTRAINT opening_draws_not_before CHECK (decided_at >= opens_at)
);
GRANT SELECT ON app.opening_draws TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT ON app.opening_draws TO fairlot_worker;

-- As before, and the market opens only with the recorded draw of its day.
CREATE OR REPLACE FUNCTION exchange.submit_phase(p_shard integer, p_date date, p_phase text, p_command text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_phase = 'continuous' AND p_command::json ->> 'seed' IS DISTINCT FROM
     (SELECT encode(d.seed, 'hex') FROM app.opening_draws d WHERE d.date = p_date) THEN
    RAISE EXCEPTION 'the opening of % does not have the seed of its draw', p_date USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO exchange.phase_changes (shard, date, phase) VALUES (p_shard, p_date, p_phase) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO exchange.queue (shard, command) VALUES (p_shard, p_command::json::text);
  RETURN true;
END $$;
