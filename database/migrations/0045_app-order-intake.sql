-- Order intake: one function decides what needs a lock and writes all rows of an order, for one order or for many at
-- once. The api has already decided what needs no lock (session, tick, limits of the day, terms).
-- docs/features/orders.md explains; apps/server/src/features/orders/intake/decide.ts is the same decision in
-- TypeScript, and a test runs the two side by side.

-- Accepts orders. One result per order, in order; each is accepted or refused by itself and sees the results of those
-- before it.
--
-- Lock order for every caller: the member who opens (advisory), orders, holdings, then the ledger's balances. Under the
-- member's lock no other order opens for that member; other users of the same cash are stopped by the ledger's minimum. A
-- close needs only its holding's row.
CREATE FUNCTION app.place_orders(p_now timestamptz, p_orders json, p_shards integer[])
RETURNS TABLE (n integer, outcome text, detail bigint, held bigint, placed_ms bigint, replay json)
-- Generic plans, and none that scans a table: an installation that starts empty would keep such a plan through its
-- first busy hour.
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_orders   app.order_draft[];
  o          app.order_draft;
  v_count    integer;
  v_ids      uuid[];
  v_old      uuid[];
  v_closed   uuid[];
  v_known    uuid[];
  v_outcome  text[];
  v_detail   bigint[];
  v_cash     bigint[];
  v_froze    bigint[];
  -- per member
  m_ids      uuid[];
  m_free     bigint[];
  m_stopped  text[];
  m_limit    bigint[];
  m_recent   integer[];
  m_over_limit  uuid[] := '{}';
  -- per holding
  p_ids      uuid[];
  p_member   uuid[];
  p_symbol   text[];
  p_open     integer[];
  p_closing  integer[];
  p_collateral bigint[];
  -- per line of the entries, and the parts they hold
  e_order    integer[] := '{}';
  l_entry    integer[] := '{}';
  l_account  text[] := '{}';
  l_amount   bigint[] := '{}';
  l_hold     uuid[] := '{}';
  h_order    integer[] := '{}';
  h_part     integer[] := '{}';
  h_hold     uuid[] := '{}';
  h_account  text[] := '{}';
  h_amount   bigint[] := '{}';
  v_member   integer;
  v_place    integer;
  v_need     bigint;
  v_left     bigint;
  v_take     bigint;
  v_equity   bigint;
  v_hold_parts    integer;
  v_lines    integer;
  v_shares   bigint;
  v_row      record;
  v_answer   text;
  v_takes_over boolean;  i integer;
BEGIN
  -- Everything below is found by key. Rows are named by arrays, because a join of unknown size might be planned as a
  -- scan of the whole table.
  SELECT array_agg(d ORDER BY u.place), array_agg(u.id ORDER BY u.place), array_agg(DISTINCT u.member_id),
    coalesce(array_agg(u.replaces) FILTER (WHERE u.replaces IS NOT NULL), '{}'),
    coalesce(array_agg(DISTINCT u.position_id) FILTER (WHERE u.purpose = 'close'), '{}')
  INTO v_orders, v_ids, m_ids, v_old, v_closed
  FROM (
    SELECT d, d.id, d.member_id, d.replaces, d.position_id, d.purpose, row_number() OVER () AS place
    FROM json_populate_recordset(NULL::app.order_draft, p_orders) AS d
  ) AS u (d, id, member_id, replaces, position_id, purpose, place);
  v_count := cardinality(v_orders);
  IF v_count > 1 AND EXISTS (SELECT FROM unnest(v_orders) AS d WHERE d.include_receivables) THEN
    RAISE EXCEPTION 'an order that looks beyond free cash comes alone';
  END IF;
  v_outcome := array_fill(NULL::text, ARRAY[v_count]);
  v_detail := array_fill(0::bigint, ARRAY[v_count]);
  v_cash := array_fill(0::bigint, ARRAY[v_count]);
  v_froze := array_fill(0::bigint, ARRAY[v_count]);

  PERFORM pg_advisory_xact_lock(k.key)
  FROM (
    SELECT DISTINCT hashtextextended('trading ' || d.member_id, 0) AS key FROM unnest(v_orders) AS d
    WHERE d.purpose = 'open' ORDER BY 1
  ) AS k;
  IF v_old <> '{}' THEN
    PERFORM FROM app.orders x WHERE x.id = ANY (v_old) ORDER BY x.id FOR NO KEY UPDATE;
  END IF;
  IF v_closed <> '{}' THEN
    SELECT array_agg(x.id), array_agg(x.member_id), array_agg(x.symbol), array_agg(x.shares), array_agg(x.closing),
      array_agg(x.collateral)
    INTO p_ids, p_member, p_symbol, p_open, p_closing, p_collateral
    FROM (SELECT * FROM app.positions WHERE id = ANY (v_closed) ORDER BY id FOR NO KEY UPDATE) AS x;
  END IF;

  -- Earlier submissions of these ids have committed: they took the same locks.
  SELECT coalesce(array_agg(x.id), '{}') INTO v_known
  FROM app.orders x WHERE x.id = ANY (v_ids);

  SELECT array_agg(coalesce(b.balance, 0) ORDER BY m.n), array_agg(g.stopped_by ORDER BY m.n),
    array_agg(g.daily_loss_limit ORDER BY m.n), array_agg(r.recent ORDER BY m.n)
  INTO m_free, m_stopped, m_limit, m_recent
  FROM unnest(m_ids) WITH ORDINALITY AS m (id, n)
  LEFT JOIN LATERAL (
    SELECT x.balance FROM ledger.balances x WHERE x.account_id = ledger.account_id('member/' || m.id || '/TWD/available') OFFSET 0
  ) AS b ON true
  LEFT JOIN LATERAL (
    SELECT x.stopped_by, x.daily_loss_limit FROM app.risk_limits x WHERE x.member_id = m.id OFFSET 0
  ) AS g ON true
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS recent FROM app.orders x
    WHERE x.member_id = m.id AND x.placed_at > p_now - interval '10 seconds' AND x.purpose = 'open'
      AND x.origin IN ('member', 'conditional')
  ) AS r;

  FOR i IN 1..v_count LOOP
    o := v_orders[i];
    v_member := array_position(m_ids, o.member_id);
    IF o.id = ANY (v_known) THEN
      SELECT CASE WHEN (x.member_id, x.symbol, x.purpose, x.position_id, x.direction, x.multiple, x.day_trade, x.quantity,
            x.validity) = (o.member_id, o.symbol, o.purpose, o.position_id, o.direction, o.multiple, o.day_trade, o.quantity,
            o.validity) AND x.price IS NOT DISTINCT FROM o.price AND x.replaces IS NOT DISTINCT FROM o.replaces
          THEN 'replayed' ELSE 'duplicate-id' END
      INTO v_answer FROM app.orders x WHERE x.id = o.id;
      v_outcome[i] := v_answer;
      CONTINUE;
    END IF;

    -- A replacing order closes no more than the replaced one. Settlement gives it the shares once the venue has put it
    -- in place: until then the other may still fill.
    v_takes_over := false;
    IF o.replaces IS NOT NULL THEN
      SELECT x.left_shares INTO v_place FROM app.orders x
      WHERE x.id = o.replaces AND x.member_id = o.member_id AND (o.purpose = 'open' OR x.position_id = o.position_id)
        AND x.purpose = o.purpose AND x.symbol = o.symbol AND x.state = 'entrusted' AND x.cancel_asked_at IS NULL;
      IF NOT FOUND THEN
        v_outcome[i] := 'not-pending';
        CONTINUE;
      END IF;
      v_takes_over := o.purpose = 'close';
      IF v_takes_over AND o.quantity > v_place THEN
        v_outcome[i] := 'not-free';
        v_detail[i] := v_place;
        CONTINUE;
      END IF;
    END IF;

    IF o.purpose = 'open' THEN
      IF o.risk_limited THEN
        IF m_stopped[v_member] IS NOT NULL THEN
          v_outcome[i] := 'stopped-by-' || m_stopped[v_member];
          CONTINUE;
        END IF;
        IF m_limit[v_member] IS NOT NULL AND app.realised_loss(o.member_id, o.date, p_now) >= m_limit[v_member] THEN
          v_outcome[i] := 'daily-loss';
          v_detail[i] := m_limit[v_member];
          CONTINUE;
        END IF;
        IF m_recent[v_member] >= o.order_rate_limit THEN
          v_outcome[i] := 'stopped-by-rule';
          m_stopped[v_member] := 'rule';
          m_over_limit := m_over_limit || o.member_id;
          CONTINUE;
        END IF;
      END IF;
      IF o.day_trade AND NOT EXISTS (SELECT FROM app.day_trading_applications a
          WHERE a.member_id = o.member_id AND a.state = 'passed') THEN
        v_outcome[i] := 'not-eligible';
        CONTINUE;
      END IF;
      IF o.debt > 0 THEN
        IF EXISTS (SELECT FROM app.margin_calls c WHERE c.member_id = o.member_id AND c.ended_at IS NULL) THEN
          v_outcome[i] := 'called';
          CONTINUE;
        END IF;
        -- Orders of this call are not written yet: they count by the amounts reserved for them.
        v_left := o.line - app.debt_of(o.member_id) - coalesce((
          SELECT sum((v_orders[j]).debt) FROM generate_series(1, i - 1) AS j
          WHERE v_outcome[j] IS NULL AND (v_orders[j]).member_id = o.member_id), 0);
        IF o.debt > v_left THEN
          v_outcome[i] := 'line-full';
          v_detail[i] := v_left;
          CONTINUE;
        END IF;
      END IF;
      v_need := o.cash;
      v_equity := NULL;
      IF o.day_trade THEN
        v_equity := app.equity_of(o.member_id);
        v_left := least(o.quota, greatest(0, v_equity) * o.quota_times) - app.day_traded(o.member_id, o.date, p_now)
          - coalesce((
            SELECT sum((v_orders[j]).worst_price::bigint * (v_orders[j]).quantity) FROM generate_series(1, i - 1) AS j
            WHERE v_outcome[j] IS NULL AND (v_orders[j]).member_id = o.member_id AND (v_orders[j]).day_trade
              AND (v_orders[j]).purpose = 'open'), 0);
        IF o.worst_price::bigint * o.quantity > v_left THEN
          v_outcome[i] := 'quota';
          v_detail[i] := v_left;
          CONTINUE;
        END IF;
      END IF;
      -- An order within the share of free cash alone is fine. Most are, so the full equity is rarely summed.
      IF o.equity_share IS NOT NULL AND v_need::numeric * 1000000 > m_free[v_member]::numeric * o.equity_share THEN
        v_equity := coalesce(v_equity, app.equity_of(o.member_id));
        IF v_equity > 0 AND v_need::numeric * 1000000 > v_equity::numeric * o.equity_share THEN
          v_outcome[i] := 'equity-share';
          v_detail[i] := v_need * 100 / v_equity;
          CONTINUE;
        END IF;
      END IF;
      v_shares := CASE o.direction WHEN 'short' THEN o.quantity ELSE 0 END;
    ELSE
      v_place := array_position(p_ids, o.position_id);
      IF v_place IS NULL OR p_member[v_place] <> o.member_id OR p_symbol[v_place] <> o.symbol OR p_open[v_place] = 0 THEN
        v_outcome[i] := 'not-holding';
        CONTINUE;
      END IF;
      IF NOT v_takes_over AND p_open[v_place] - p_closing[v_place] < o.quantity THEN
        v_outcome[i] := 'not-free';
        v_detail[i] := p_open[v_place] - p_closing[v_place];
        CONTINUE;
      END IF;
      v_need := CASE WHEN o.direction = 'short' AND NOT v_takes_over
        THEN greatest(0, o.cash - p_collateral[v_place] * o.quantity / p_open[v_place]) ELSE 0 END;
      v_shares := CASE WHEN o.direction = 'long' AND NOT v_takes_over THEN o.quantity ELSE 0 END;
    END IF;

    -- Its hold: cash, then shares of its owner or of the lending pool, as one entry.
    v_hold_parts := cardinality(h_order);
    v_lines := cardinality(l_entry);
    IF v_need > 0 AND m_free[v_member] >= v_need THEN
      h_order := h_order || i;
      h_account := h_account || ('member/' || o.member_id || '/TWD/available');
      h_amount := h_amount || v_need;
      m_free[v_member] := m_free[v_member] - v_need;
      v_left := 0;
    ELSIF v_need > 0 THEN
      v_left := v_need;
      IF o.include_receivables THEN
        FOR v_row IN SELECT * FROM app.available_balances(o.member_id, 'TWD', o.date, true) LOOP
          v_take := least(v_left, v_row.balance);
          h_order := h_order || i;
          h_account := h_account || v_row.account;
          h_amount := h_amount || v_take;
          v_left := v_left - v_take;
          EXIT WHEN v_left = 0;
        END LOOP;
        m_free[v_member] := 0;
      END IF;
    ELSE
      v_left := 0;
    END IF;
    IF v_left > 0 AND o.purpose = 'close' AND o.origin IN ('liquidation', 'auto-cover') THEN
      -- A forced buy-back happens whether its owner can pay or not: the available cash is held, and a shortfall is
      -- owed.
      v_need := v_need - v_left;
      v_left := 0;
    END IF;
    IF v_left > 0 THEN
      h_order := h_order[1:v_hold_parts];
      h_account := h_account[1:v_hold_parts];
      h_amount := h_amount[1:v_hold_parts];
      v_outcome[i] := 'insufficient';
      v_detail[i] := v_left;
      CONTINUE;
    END IF;
    IF v_shares > 0 AND o.purpose = 'open' THEN
      h_order := h_order || i;
      h_account := h_account || ('lending/pool/stk:' || o.symbol || '/available');
      h_amount := h_amount || v_shares;
    ELSIF v_shares > 0 THEN
      v_left := v_shares;
      FOR v_row IN SELECT * FROM app.available_balances(o.member_id, 'stk:' || o.symbol, o.date, true) LOOP
        -- Less what earlier orders of this call have taken.
        v_take := v_row.balance - coalesce((
          SELECT sum(u.amount) FROM unnest(h_account[1:v_hold_parts], h_amount[1:v_hold_parts]) AS u (account, amount)
          WHERE u.account = v_row.account), 0);
        CONTINUE WHEN v_take <= 0;
        v_take := least(v_left, v_take);
        h_order := h_order || i;
        h_account := h_account || v_row.account;
        h_amount := h_amount || v_take;
        v_left := v_left - v_take;
        EXIT WHEN v_left = 0;
      END LOOP;
      IF v_left > 0 THEN
        -- The ledger has fewer shares than the holding: no member action can cause this.
        RAISE EXCEPTION 'holding % has more shares than its owner', o.position_id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
    END IF;

    IF cardinality(h_order) > v_hold_parts THEN
      e_order := e_order || i;
      FOR v_place IN v_hold_parts + 1..cardinality(h_order) LOOP
        h_part := h_part || (v_place - v_hold_parts);
        h_hold := h_hold || app.hold_id(o.id, v_place - v_hold_parts);
        l_entry := l_entry || ARRAY[cardinality(e_order), cardinality(e_order)];
        l_account := l_account || ARRAY[h_account[v_place], CASE WHEN h_account[v_place] LIKE '%/available'
          THEN left(h_account[v_place], -9) || 'held' ELSE replace(h_account[v_place], '/receivable@', '/held-receivable@') END];
        l_amount := l_amount || ARRAY[-h_amount[v_place], h_amount[v_place]];
        l_hold := l_hold || ARRAY[NULL, h_hold[v_place]];
      END LOOP;
    END IF;
    v_cash[i] := v_need;
    v_froze[i] := v_shares;
    IF o.purpose = 'close' AND NOT v_takes_over THEN
      v_place := array_position(p_ids, o.position_id);
      p_closing[v_place] := p_closing[v_place] + o.quantity;
    ELSIF o.purpose = 'open' AND o.risk_limited THEN
      m_recent[v_member] := m_recent[v_member] + 1;
    END IF;
  END LOOP;

  IF cardinality(e_order) > 0 THEN
    FOR v_row IN
      SELECT a.n, a.outcome, a.refused_on FROM ledger.apply(
        array_fill('order.held'::text, ARRAY[cardinality(e_order)]),
        ARRAY(SELECT (v_orders[u.i]).id::text FROM unnest(e_order) WITH ORDINALITY AS u (i, place) ORDER BY u.place),
        ARRAY(SELECT 'order/' || (v_orders[u.i]).id || '/hold' FROM unnest(e_order) WITH ORDINALITY AS u (i, place) ORDER BY u.place),
        NULL, array_fill(p_now, ARRAY[cardinality(e_order)]), array_fill(NULL::uuid, ARRAY[cardinality(e_order)]),
        l_entry, l_account, l_amount, l_hold) AS a
      WHERE a.outcome <> 'posted'
    LOOP
      i := e_order[v_row.n];
      IF v_row.outcome <> 'insufficient' THEN
        RAISE EXCEPTION 'the hold of order % was answered with %', v_orders[i].id, v_row.outcome;
      END IF;
      IF v_row.refused_on LIKE 'lending/%' THEN
        v_outcome[i] := 'no-shares';
        v_detail[i] := coalesce((SELECT b.balance FROM ledger.balances b WHERE b.account_id = ledger.account_id(v_row.refused_on)), 0);
      ELSE
        v_outcome[i] := 'insufficient';
      END IF;
    END LOOP;
  END IF;

  IF array_position(v_outcome, NULL) IS NOT NULL THEN
    WITH taken AS MATERIALIZED (
      SELECT d.*, CASE d.origin WHEN 'member' THEN 'member' ELSE 'rule' END AS who, u.froze, u.shares,
        app.step_hash(decode(repeat('0', 64), 'hex'), 1, d.id, p_now, 'placed',
          CASE d.origin WHEN 'member' THEN 'member' ELSE 'rule' END, d.placed) AS first_hash
      -- Unnested once: accessing an element of an array of rows walks over those before it, for every column.
      FROM (SELECT x.*, row_number() OVER () AS place FROM unnest(v_orders) AS x) AS d
      JOIN unnest(v_outcome, v_cash, v_froze) WITH ORDINALITY AS u (outcome, froze, shares, place) ON u.place = d.place
      WHERE u.outcome IS NULL
    ), stepped AS MATERIALIZED (
      SELECT t.*, s.data, CASE WHEN s.data IS NULL THEN t.first_hash
        ELSE app.step_hash(t.first_hash, 2, t.id, p_now, 'held', 'system', s.data) END AS last_hash
      FROM taken t
      CROSS JOIN LATERAL (SELECT CASE WHEN t.froze = 0 AND t.shares = 0 THEN NULL
        ELSE '{"cash":"' || t.froze || '","shares":' || t.shares || ',"price":' || t.worst_price || '}' END AS data) AS s
    ), written AS (
      INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
        quantity, validity, worst_price, date, origin, terms, replaces, placed_at, device_key, signature, left_shares, steps,
        steps_hash)
      SELECT s.id, s.member_id, s.symbol, s.kind, s.side, s.purpose, s.position_id, s.direction, s.multiple, s.day_trade, s.price,
        s.quantity, s.validity, s.worst_price, s.date, s.origin, decode(s.terms, 'hex'), s.replaces, p_now, s.device_key,
        s.signature, s.quantity, CASE WHEN s.data IS NULL THEN 1 ELSE 2 END, s.last_hash
      FROM stepped s ORDER BY s.place
    ), steps AS (
      INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
      SELECT s.id, 1, p_now, 'placed', s.who, s.placed::json, s.first_hash FROM stepped s
      UNION ALL
      SELECT s.id, 2, p_now, 'held', 'system', s.data::json, s.last_hash FROM stepped s WHERE s.data IS NOT NULL
    ), holds AS (
      INSERT INTO app.order_holds (order_id, part, hold_id, account, amount, remaining)
      SELECT s.id, u.part, u.hold, u.account, u.amount, u.amount
      FROM unnest(h_order, h_part, h_hold, h_account, h_amount) AS u (place, part, hold, account, amount)
      JOIN stepped s ON s.place = u.place
    )
    INSERT INTO exchange.queue (shard, command)
    SELECT s.shard, s.command::json::text FROM stepped s ORDER BY s.place;
  END IF;

  IF v_closed <> '{}' THEN
    -- A replacing close is counted once the venue has put it in place.
    UPDATE app.positions p SET closing = p.closing + c.shares, state = 'preparing-to-close', close_asked_at = p_now
    FROM (
      SELECT x.position_id, coalesce(sum(x.quantity) FILTER (WHERE x.replaces IS NULL), 0)::integer AS shares
      FROM unnest(v_orders) AS x
      JOIN unnest(v_ids, v_outcome) AS u (id, outcome) ON u.id = x.id
      WHERE x.purpose = 'close' AND u.outcome IS NULL GROUP BY x.position_id
    ) AS c
    WHERE p.id = c.position_id AND p.id = ANY (v_closed);
  END IF;

  IF cardinality(m_over_limit) > 0 THEN
    INSERT INTO app.risk_limits AS g (member_id, stopped_at, stopped_by)
    SELECT u.id, p_now, 'rule' FROM unnest(m_over_limit) AS u (id)
    ON CONFLICT (member_id) DO UPDATE SET stopped_at = p_now, stopped_by = 'rule';
    PERFORM app.ask_cancel_all(u.id, 'rule', 'order.rateLimit', p_now, p_shards) FROM unnest(m_over_limit) AS u (id);
  END IF;

  FOR i IN 1..v_count LOOP
    n := i;
    outcome := coalesce(v_outcome[i], 'placed');
    detail := v_detail[i];
    held := v_cash[i];
    placed_ms := floor(extract(epoch FROM p_now) * 1000);
    replay := NULL;
    IF outcome = 'replayed' THEN
      SELECT floor(extract(epoch FROM x.placed_at) * 1000), coalesce((SELECT sum(h.amount) FROM app.order_holds h
          WHERE h.order_id = x.id AND h.account LIKE 'member/%/TWD/%'), 0), row_to_json(x)
      INTO placed_ms, held, replay FROM app.orders x WHERE x.id = v_orders[i].id;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION app.place_orders TO fairlot_api, fairlot_worker;
