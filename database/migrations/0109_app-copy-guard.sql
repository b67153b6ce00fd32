-- A parent order that is not ready in time is stopped: operators see it for a day, and each follower on its list gets a notice.

ALTER TABLE app.copy_blocks
  ADD COLUMN cancelled_by text CHECK (cancelled_by IN ('mentor', 'time')),
  -- How many places of the list have their notice of the cancellation.
  ADD COLUMN notified     integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT copy_blocks_cancelled_by CHECK (cancelled_by IS NULL OR is_cancelled);
UPDATE app.copy_blocks SET notified = coalesce(copies, 0) WHERE is_cancelled;
CREATE INDEX copy_blocks_stopped ON app.copy_blocks (at) WHERE cancelled_by = 'time';
CREATE INDEX copy_blocks_to_notify ON app.copy_blocks (at) WHERE is_cancelled AND notified < copies;

-- See 0104. Who stopped it stays with it.
CREATE OR REPLACE FUNCTION app.cancel_copy_block(p_block uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  block  app.copy_blocks;
  v_asked boolean;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.id = p_block AND b.state IN ('preparing', 'sending') AND b.sent = 0 AND NOT b.is_cancelled FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  v_asked := EXISTS (SELECT FROM app.orders o WHERE o.id = block.lead_order AND o.cancel_asked_at IS NOT NULL);
  -- 60 seconds is copy.prepareSeconds; a test compares them.
  IF NOT (v_asked OR p_now > block.at + interval '60 seconds') THEN RETURN false; END IF;
  UPDATE app.copy_block_lines l SET planned = 0, reason = 'cancelled' WHERE l.block_id = p_block AND l.planned IS NULL;
  UPDATE app.copy_blocks b SET is_cancelled = true, cancelled_by = CASE WHEN v_asked THEN 'mentor' ELSE 'time' END, state = 'sending',
    copies = coalesce(b.copies, 0), prepared = coalesce(b.copies, 0)
  WHERE b.id = p_block;
  RETURN true;
END $$;

-- The next followers of a cancelled block who would have taken part, each once.
CREATE FUNCTION app.take_copy_notices(p_limit integer)
RETURNS TABLE (block_id uuid, copy_id uuid, member_id uuid, mentor text, name_tw text, name_en text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  block app.copy_blocks;
BEGIN
  SELECT b.* INTO block FROM app.copy_blocks b WHERE b.is_cancelled AND b.notified < b.copies ORDER BY b.at, b.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE app.copy_blocks b SET notified = least(b.copies, b.notified + p_limit) WHERE b.id = block.id;
  RETURN QUERY SELECT block.id, c.id, c.member_id, m.name, i.name_tw, i.name_en
  FROM app.copy_block_lines l JOIN app.copies c ON c.id = l.copy_id JOIN app.mentors m ON m.id = block.mentor_id
  JOIN app.instruments i ON i.symbol = block.symbol
  WHERE l.block_id = block.id AND l.place > block.notified AND l.place <= block.notified + p_limit
    AND (l.order_id IS NOT NULL OR l.reason = 'cancelled')
  ORDER BY l.place;
END $$;
GRANT EXECUTE ON FUNCTION app.take_copy_notices TO fairlot_worker;

-- As before, and parent orders of the last day that were stopped.
CREATE OR REPLACE FUNCTION status.figures() RETURNS TABLE(name text, amount bigint, waited_ms bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
  UNION ALL
  SELECT 'copy-blocks-stopped', count(*), coalesce(extract(epoch FROM clock_timestamp() - min(b.at)) * 1000, 0)::bigint
  FROM app.copy_blocks b WHERE b.cancelled_by = 'time' AND b.at > clock_timestamp() - interval '1 day'
$$;
