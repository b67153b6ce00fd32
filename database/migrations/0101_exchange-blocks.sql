-- A block is one parent order for a mentor and all copies, of the seat copy-pool. The venue divides its fills among the
-- lines with events of their own kind, which settle like fills. docs/architecture/exchange.md describes it.

ALTER TABLE app.seats DROP CONSTRAINT seats_kind_check;
-- pool: the parents of blocks trade for it. It has no money of its own; only roundings stay with it.
ALTER TABLE app.seats ADD CONSTRAINT seats_kind_check CHECK (kind IN ('maker', 'trader', 'house', 'pool'));
INSERT INTO app.seats (code, ledger_id, name_tw, name_en, kind)
VALUES ('copy-pool', '00000000-0000-8000-8000-000000000100', '跟單母單', 'Copy trading pool', 'pool');

ALTER TABLE exchange.events_practice
  DROP CONSTRAINT events_practice_has_no_trades,
  ADD CONSTRAINT events_practice_has_no_trades CHECK (kind NOT IN ('traded', 'odd-traded', 'block-done', 'allocated'));

-- See 0092. The practice market may act for every seat but the pool.
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
      WHEN 'seat' THEN c.account LIKE 'seat:%'
        AND EXISTS (SELECT FROM app.seats s WHERE s.code = substr(c.account, 6) AND s.kind <> 'pool')
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

-- See 0047.
INSERT INTO exchange.command_rights VALUES ('fairlot_worker', 'block', 'set-aside');
CREATE OR REPLACE FUNCTION exchange.decide_command(p_shard integer, p_id bigint, p_review uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_row     exchange.commands_set_aside;
  v_review  app.reviews;
  v_people  integer;
  v_command jsonb;
  v_kind    text;
  v_member  uuid;
  v_order   uuid;
  v_cancelled boolean;
  v_state   text := 'refused';
BEGIN
  SELECT * INTO v_row FROM exchange.commands_set_aside a
  WHERE a.shard = p_shard AND a.id = p_id AND a.state = 'waiting' FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO v_review FROM app.reviews r
  WHERE r.id = p_review AND r.kind = 'command-set-aside' AND r.subject = p_shard || '/' || p_id AND r.state = 'decided';
  -- As app.close_review counts them; the worker has verified the signatures.
  SELECT count(DISTINCT v.operator_id) INTO v_people
  FROM app.review_votes v
  JOIN app.review_signatures s
    ON s.review_id = v.review_id AND s.operator_id = v.operator_id AND s.decision = v.decision
  JOIN app.operator_voting_keys k ON k.id = s.key_id AND k.operator_id = v.operator_id
    AND k.valid_from <= s.received_at AND (k.revoked_at IS NULL OR k.revoked_at > s.received_at)
  WHERE v.review_id = v_review.id AND v.decision = v_review.decision AND v.payload_hash = v_review.payload_hash;
  IF v_people < (CASE v_review.decision WHEN 'reject' THEN 1 ELSE 2 END) THEN
    RAISE EXCEPTION 'command %/% is decided by a review with its votes only', p_shard, p_id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF v_review.payload ->> 'command' IS DISTINCT FROM v_row.command THEN RETURN NULL; END IF;

  v_command := v_row.command::jsonb;
  v_kind := v_command ->> 'kind';
  IF v_command ->> 'account' LIKE 'member:%' THEN
    v_member := substr(v_command ->> 'account', 8)::uuid;
    v_order := coalesce(v_command ->> 'newOrder', v_command ->> 'order')::uuid;
  END IF;
  SELECT o.cancel_asked_at IS NOT NULL INTO v_cancelled FROM app.orders o WHERE o.id = v_order FOR NO KEY UPDATE;
  IF v_review.decision = 'reject' AND (v_kind NOT IN ('place', 'replace') OR v_cancelled IS NOT TRUE) THEN
    v_state := 'retried';
  END IF;
  -- One statement, so that the check of the queue sees where its new row comes from.
  WITH queued AS (
    INSERT INTO exchange.queue (shard, command)
    VALUES (p_shard, CASE WHEN v_state = 'retried' THEN v_row.command
      -- Its orders must be refused too, so the chunk goes to the venue again and is refused there.
      WHEN v_kind = 'block' THEN (v_command || '{"failed": true}')::text
      ELSE jsonb_strip_nulls(jsonb_build_object(
      'kind', 'refuse', 'command', v_kind, 'order', v_command -> 'order', 'newOrder', v_command -> 'newOrder',
      'account', v_command -> 'account', 'symbol', v_command -> 'symbol'))::text END)
    RETURNING id
  )
  UPDATE exchange.commands_set_aside a SET state = v_state, ended_at = now(), queued_as = q.id
  FROM queued q WHERE a.shard = p_shard AND a.id = p_id;
  -- A refused cancel leaves the order as it was before: its member may ask again.
  IF v_state = 'refused' AND v_kind IN ('cancel', 'cancel-all') THEN
    UPDATE app.orders o SET cancel_asked_at = NULL
    WHERE o.member_id = v_member AND o.state = 'entrusted' AND o.id = coalesce(v_order, o.id);
  END IF;
  RETURN v_state;
END $$;

-- See 0092.
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
    WHERE l.shard = n.shard AND l.event = n.event AND NOT l.practice AND l.kind IN ('traded', 'odd-traded', 'allocated')
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

-- See 0092.
CREATE OR REPLACE FUNCTION recon.wrong_fills(p_shard smallint, p_after bigint, p_upto bigint) RETURNS TABLE (event bigint, side text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.event, f.side
  FROM app.fills f
  LEFT JOIN LATERAL (
    SELECT x.symbol, x.sequence, x.body::jsonb AS body FROM exchange.events x
    WHERE x.shard = f.shard AND x.event = f.event AND NOT x.practice AND x.kind IN ('traded', 'odd-traded', 'allocated')
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
    AND x.kind IN ('traded', 'odd-traded', 'allocated')
    AND x.event <= (SELECT c.event FROM settlement.cursors c WHERE c.shard = p_shard)
    AND side.account LIKE 'member:%'
    AND NOT EXISTS (SELECT FROM app.fills f WHERE f.shard = p_shard AND f.event = x.event AND f.side = side.name AND f.traded_at = x.at)
$$;
