-- Until when odd lots are accepted after the close, by the exchange's log: intake reads it with the day's limits.
ALTER TABLE settlement.prices ADD COLUMN odd_from timestamptz, ADD COLUMN odd_until timestamptz;

-- See 0013.
CREATE OR REPLACE FUNCTION settlement.copy_prices(p_shard integer, p_after bigint, p_upto bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO settlement.prices AS p (symbol, date, state, reference, upper, lower, last, odd_from, odd_until, event, at)
  SELECT n.symbol, (n.day ->> 'date')::date, n.state ->> 'state', (n.day ->> 'reference')::integer,
    (n.day ->> 'upper')::integer, (n.day ->> 'lower')::integer,
    -- A trade before the newest day is of the day before.
    CASE WHEN n.traded_event < n.day_event THEN NULL ELSE (n.traded ->> 'price')::integer END,
    to_timestamp((n.auction ->> 'from')::double precision / 1000),
    to_timestamp((n.auction ->> 'until')::double precision / 1000), n.event, n.at
  FROM (
    SELECT k.symbol, max(k.event) AS event, max(k.at) AS at,
      max(k.event) FILTER (WHERE k.kind = 'day') AS day_event,
      max(k.event) FILTER (WHERE k.kind = 'traded') AS traded_event,
      (max(k.body) FILTER (WHERE k.kind = 'day'))::json AS day,
      (max(k.body) FILTER (WHERE k.kind = 'state'))::json AS state,
      (max(k.body) FILTER (WHERE k.kind = 'traded'))::json AS traded,
      -- So is a close.
      CASE WHEN (max(k.event) FILTER (WHERE k.kind = 'close') < max(k.event) FILTER (WHERE k.kind = 'day')) IS NOT TRUE
        THEN (max(k.body) FILTER (WHERE k.kind = 'close'))::json -> 'oddAuction' END AS auction
    FROM (
      SELECT DISTINCT ON (e.symbol, e.kind) e.symbol, e.kind, e.event, e.at, e.body FROM exchange.events e
      WHERE e.shard = p_shard AND NOT e.practice AND e.event > p_after AND e.event <= p_upto
        AND e.kind IN ('day', 'state', 'traded', 'close')
      ORDER BY e.symbol, e.kind, e.event DESC
    ) AS k
    GROUP BY k.symbol
  ) AS n
  ORDER BY n.symbol
  ON CONFLICT (symbol) DO UPDATE SET
    date = coalesce(excluded.date, p.date),
    state = coalesce(excluded.state, p.state),
    reference = coalesce(excluded.reference, p.reference),
    upper = CASE WHEN excluded.date IS NULL THEN p.upper ELSE excluded.upper END,
    lower = CASE WHEN excluded.date IS NULL THEN p.lower ELSE excluded.lower END,
    last = CASE WHEN excluded.date IS NULL THEN coalesce(excluded.last, p.last) ELSE excluded.last END,
    odd_from = CASE WHEN excluded.date IS NULL THEN coalesce(excluded.odd_from, p.odd_from) ELSE excluded.odd_from END,
    odd_until = CASE WHEN excluded.date IS NULL THEN coalesce(excluded.odd_until, p.odd_until) ELSE excluded.odd_until END,
    event = excluded.event,
    at = excluded.at
  WHERE excluded.event > p.event;
END $$;
