-- An order of less than one lot is for the book of odd lots: the command says so, and its trades are events of their own
-- kind. They settle like all others, so every check of a fill against the log reads both kinds.

-- See 0010.
CREATE OR REPLACE FUNCTION exchange.check_commands() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_kind    text;
  v_account text;
BEGIN
  IF current_setting('is_superuser') = 'on' THEN RETURN NULL; END IF;
  SELECT coalesce(c.kind, 'without a kind'), c.account INTO v_kind, v_account
  FROM new_commands n
  CROSS JOIN LATERAL json_to_record(n.command::json) AS c (kind text, account text, "order" text, "newOrder" text,
    symbol text, side text, price text, quantity text, validity text, odd text)
  WHERE NOT EXISTS (
    SELECT FROM exchange.command_rights r
    WHERE r.role = session_user AND r.kind = c.kind AND CASE r.accounts
      WHEN 'none' THEN c.account IS NULL
      WHEN 'seat' THEN c.account LIKE 'seat:%' AND EXISTS (SELECT FROM app.seats s WHERE s.code = substr(c.account, 6))
      WHEN 'set-aside' THEN EXISTS (
        SELECT FROM exchange.commands_set_aside a WHERE a.shard = n.shard AND a.queued_as = n.id)
      ELSE c.kind = 'cancel-all' AND c.account LIKE 'member:%' OR EXISTS (
        SELECT FROM app.orders o
        WHERE o.id = CASE c.kind WHEN 'replace' THEN c."newOrder" ELSE c."order" END::uuid
          AND c.account = 'member:' || o.member_id AND c.symbol = o.symbol
          AND CASE c.kind
            WHEN 'cancel' THEN true
            WHEN 'place' THEN c.side = o.side AND o.replaces IS NULL AND (c.odd IS NOT NULL) = (o.quantity < 1000)
            ELSE o.replaces = c."order"::uuid
          END
          AND (c.kind = 'cancel' OR (c.quantity = o.quantity::text AND c.validity = o.validity
            AND c.price IS NOT DISTINCT FROM o.price::text AND o.state = 'entrusted')))
      END)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% may not ask the venue for "%" of account %', session_user, v_kind, coalesce(v_account, 'none')
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

-- See 0040.
CREATE OR REPLACE FUNCTION app.check_fills() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_first timestamptz;
  v_last  timestamptz;
  v_fill  text;
BEGIN
  IF current_setting('is_superuser') = 'on' THEN RETURN NULL; END IF;
  SELECT min(n.traded_at), max(n.traded_at) INTO v_first, v_last FROM new_fills n;
  SELECT format('%s/%s %s', n.shard, n.event, n.side) INTO v_fill
  FROM new_fills n
  LEFT JOIN LATERAL (
    SELECT l.sequence, l.at, l.symbol, t.* FROM exchange.events l
    CROSS JOIN LATERAL json_to_record(l.body::json) AS t (price integer, quantity integer, "buyOrder" text,
      "buyAccount" text, "sellOrder" text, "sellAccount" text)
    WHERE l.shard = n.shard AND l.event = n.event AND NOT l.practice AND l.kind IN ('traded', 'odd-traded')
      AND l.at BETWEEN v_first AND v_last
    LIMIT 1
  ) AS e ON true
  WHERE (n.sequence, n.traded_at, n.symbol, n.price, n.quantity, n.order_id::text, 'member:' || n.member_id)
    IS DISTINCT FROM (e.sequence, e.at, e.symbol, e.price, e.quantity,
      CASE n.side WHEN 'buy' THEN e."buyOrder" ELSE e."sellOrder" END,
      CASE n.side WHEN 'buy' THEN e."buyAccount" ELSE e."sellAccount" END)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'fill % differs from its event in the log', v_fill USING ERRCODE = 'FX003';
  END IF;
  RETURN NULL;
END $$;

-- See 0061.
CREATE OR REPLACE FUNCTION recon.wrong_fills(p_shard smallint, p_after bigint, p_upto bigint) RETURNS TABLE (event bigint, side text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.event, f.side
  FROM app.fills f
  LEFT JOIN LATERAL (
    SELECT x.symbol, x.sequence, x.body::jsonb AS body FROM exchange.events x
    WHERE x.shard = f.shard AND x.event = f.event AND NOT x.practice AND x.kind IN ('traded', 'odd-traded')
      AND x.at = f.traded_at
    OFFSET 0
  ) AS t ON true
  WHERE f.shard = p_shard AND f.event > p_after AND f.event <= p_upto
    AND (t.symbol = f.symbol AND t.sequence = f.sequence AND (t.body ->> 'price')::bigint = f.price
      AND (t.body ->> 'quantity')::bigint = f.quantity
      AND CASE f.side WHEN 'buy' THEN t.body ->> 'buyOrder' ELSE t.body ->> 'sellOrder' END = f.order_id::text
      AND CASE f.side WHEN 'buy' THEN t.body ->> 'buyAccount' ELSE t.body ->> 'sellAccount' END = 'member:' || f.member_id) IS NOT TRUE
  UNION ALL
  SELECT x.event, side.name
  FROM exchange.events x
  CROSS JOIN LATERAL (SELECT x.body::jsonb AS body OFFSET 0) AS t
  CROSS JOIN LATERAL (VALUES ('buy', t.body ->> 'buyAccount'), ('sell', t.body ->> 'sellAccount')) AS side (name, account)
  WHERE x.shard = p_shard AND x.event > p_after AND x.event <= p_upto AND NOT x.practice
    AND x.kind IN ('traded', 'odd-traded')
    AND x.event <= (SELECT c.event FROM settlement.cursors c WHERE c.shard = p_shard)
    AND side.account LIKE 'member:%'
    AND NOT EXISTS (SELECT FROM app.fills f WHERE f.shard = p_shard AND f.event = x.event AND f.side = side.name AND f.traded_at = x.at)
$$;
