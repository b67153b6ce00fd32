-- Trades of odd lots are events of their own kind. Like every trade they are kept: pruning never takes one.

ALTER TABLE exchange.events_practice
  DROP CONSTRAINT events_practice_has_no_trades,
  ADD CONSTRAINT events_practice_has_no_trades CHECK (kind NOT IN ('traded', 'odd-traded'));

-- The live gateway reads the fills of odd lots with the others; see 0057.
CREATE OR REPLACE FUNCTION exchange.member_fills(p_shards smallint[], p_after bigint[]) RETURNS TABLE (
  shard smallint, sequence bigint, event bigint,
  member text, order_id text, symbol text, side text, price bigint, quantity bigint, remaining bigint
)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT s.shard, s.sequence, s.event, f.member, f.order_id, f.symbol, f.side, f.price, f.quantity, f.remaining
  FROM unnest(p_shards, p_after) AS u (shard, after)
  JOIN exchange.shards s ON s.shard = u.shard
  LEFT JOIN LATERAL (
    SELECT e.event, e.symbol, t.price, t.quantity, substr(o.account, 8) AS member, o.order_id, o.side, o.remaining
    FROM exchange.events e
    CROSS JOIN LATERAL json_to_record(e.body::json) AS t (price bigint, quantity bigint, "buyOrder" text,
      "buyAccount" text, "buyLeft" bigint, "sellOrder" text, "sellAccount" text, "sellLeft" bigint)
    CROSS JOIN LATERAL (VALUES ('buy', t."buyAccount", t."buyOrder", t."buyLeft"),
      ('sell', t."sellAccount", t."sellOrder", t."sellLeft")) AS o (side, account, order_id, remaining)
    WHERE e.shard = s.shard AND NOT e.practice AND e.event > u.after AND e.event <= s.event
      -- Written so that no plan uses the index of trades by symbol, which a month without statistics suggests.
      AND e.at >= s.at - interval '1 minute' AND e.kind || '' IN ('traded', 'odd-traded') AND o.account LIKE 'member:%'
    -- Keeps the bound on the event in the index scan. As a join filter it would read the whole month each time.
    OFFSET 0
  ) AS f ON true
  ORDER BY s.shard, f.event;
END $$;
