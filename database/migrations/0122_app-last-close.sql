-- An odd lot may still fill after the close, in its auction. So the day before an ex-date is over for its stock only when no
-- odd lot of that day is open: a purchase of the auction is entitled, and a sale is not.

-- See 0111.
CREATE OR REPLACE FUNCTION app.last_close(p_shard smallint, p_symbol text) RETURNS TABLE (date date, price integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT q.date, (k.body::json ->> 'nextReference')::integer
  FROM settlement.prices q JOIN settlement.cursors c ON c.shard = p_shard CROSS JOIN LATERAL (
    SELECT e.body FROM exchange.events e
    WHERE e.shard = p_shard AND NOT e.practice AND e.event > q.event - 100 AND e.event <= c.event AND e.kind = 'close' AND e.symbol = p_symbol
    ORDER BY e.event DESC LIMIT 1
  ) AS k
  WHERE q.symbol = p_symbol AND (k.body::json ->> 'date')::date = q.date
    AND NOT EXISTS (SELECT FROM app.orders o WHERE o.symbol = p_symbol AND o.state = 'entrusted' AND o.quantity < 1000 AND o.date = q.date)
    -- Nor before its time is over: an order may still come.
    AND (q.odd_until IS NULL
      OR q.odd_until <= clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second')
$$;
