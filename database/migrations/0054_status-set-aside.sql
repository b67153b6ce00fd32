-- The figures of the system page also count commands and events that wait for two operators.

CREATE OR REPLACE FUNCTION status.figures() RETURNS TABLE (name text, amount bigint, waited_ms bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'settlement', coalesce(sum(greatest(s.event - coalesce(c.event, 0), 0)), 0)::bigint,
    coalesce(max(CASE WHEN s.event > coalesce(c.event, 0)
      THEN extract(epoch FROM clock_timestamp() - coalesce(c.at, s.at)) * 1000 END), 0)::bigint
  FROM exchange.shards s LEFT JOIN settlement.cursors c ON c.shard = s.shard
  UNION ALL
  SELECT 'quotes', coalesce(sum(greatest(s.event - coalesce(m.event, 0), 0)), 0)::bigint,
    coalesce(max(CASE WHEN s.event > coalesce(m.event, 0) THEN extract(epoch FROM clock_timestamp() - coalesce((
      SELECT e.at FROM exchange.events e WHERE e.shard = s.shard AND e.event > coalesce(m.event, 0)
      ORDER BY e.event LIMIT 1), s.at)) * 1000 END), 0)::bigint
  FROM exchange.shards s LEFT JOIN market.cursors m ON m.shard = s.shard
  UNION ALL
  SELECT 'exchange-queue', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(q.submitted_at)) * 1000, 0)::bigint
  FROM (SELECT submitted_at FROM exchange.queue LIMIT 10000) q
  UNION ALL
  SELECT 'audit-unlinked', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(u.recorded_at)) * 1000, 0)::bigint
  FROM (SELECT recorded_at FROM audit.unlinked LIMIT 10000) u
  UNION ALL
  SELECT 'reviews-to-execute', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(r.decided_at)) * 1000, 0)::bigint
  FROM (SELECT decided_at FROM app.reviews
        WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND trouble IS NULL LIMIT 10000) r
  UNION ALL
  SELECT 'reviews-stuck', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(r.decided_at)) * 1000, 0)::bigint
  FROM (SELECT decided_at FROM app.reviews
        WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND trouble IS NOT NULL LIMIT 10000) r
  UNION ALL
  SELECT 'notices-unsent', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(n.sent_at)) * 1000, 0)::bigint
  FROM (SELECT sent_at FROM app.notices WHERE delivered_at IS NULL LIMIT 10000) n
  UNION ALL
  SELECT 'pushes', count(*), coalesce(extract(epoch FROM clock_timestamp() - min(p.due_at)) * 1000, 0)::bigint
  FROM (SELECT due_at FROM app.push_jobs WHERE due_at <= clock_timestamp() LIMIT 10000) p
  UNION ALL
  SELECT 'commands-set-aside', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(a.set_aside_at)) * 1000, 0)::bigint
  FROM (SELECT set_aside_at FROM exchange.commands_set_aside WHERE state = 'waiting' LIMIT 10000) a
  UNION ALL
  SELECT 'events-set-aside', count(*),
    coalesce(extract(epoch FROM clock_timestamp() - min(a.set_aside_at)) * 1000, 0)::bigint
  FROM (SELECT set_aside_at FROM settlement.set_aside WHERE state = 'waiting' LIMIT 10000) a
$$;
