-- Order intake: a mentor's order that is copied leads a block, and the venue gets the block in place of the order.

-- See 0063. Whether the member is followed, whether a position was copied, and whether an order is part of a block.
CREATE OR REPLACE FUNCTION app.lock_order_facts(p_orders uuid[], p_members uuid[], p_opening uuid[], p_replaced uuid[], p_positions uuid[], p_borrowed text[], p_selling uuid[], p_sold text[], p_date date, p_counted_since timestamp with time zone, p_counted_origins text[]) RETURNS TABLE(orders json, replaced json, positions json, members json, lendable json, shares json)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(k.key)
  FROM (SELECT DISTINCT hashtextextended('trading ' || m.id, 0) AS key FROM unnest(p_opening) AS m (id) ORDER BY 1) AS k;
  IF p_replaced <> '{}' THEN
    PERFORM FROM app.orders x WHERE x.id = ANY (p_replaced) AND x.id BETWEEN p_replaced[1] AND p_replaced[cardinality(p_replaced)] ORDER BY x.id FOR NO KEY UPDATE;
  END IF;
  IF p_positions <> '{}' THEN
    PERFORM FROM app.positions x WHERE x.id = ANY (p_positions) ORDER BY x.id FOR NO KEY UPDATE;
  END IF;

  RETURN QUERY SELECT
    -- Earlier submissions of these ids have committed: they took the same locks.
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'purpose', x.purpose,
        'positionId', x.position_id, 'direction', x.direction, 'multiple', x.multiple, 'dayTrade', x.day_trade,
        'price', x.price, 'quantity', x.quantity, 'validity', x.validity, 'replaces', x.replaces,
        'placedMs', floor(extract(epoch FROM x.placed_at) * 1000), 'terms', encode(x.terms, 'hex'),
        'worstPrice', x.worst_price, 'date', x.date, 'held', coalesce(x.held_cash::text, (
          SELECT s.data ->> 'cash' FROM app.order_steps s WHERE s.order_id = x.id AND s.n = 2 AND s.what = 'held'), '0')))
      FROM app.orders x WHERE x.id = ANY (p_orders) AND x.id BETWEEN p_orders[1] AND p_orders[cardinality(p_orders)]),
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'purpose', x.purpose,
        'positionId', x.position_id, 'left', x.left_shares, 'state', x.state, 'cancelAsked', x.cancel_asked_at IS NOT NULL,
        'inBlock', x.origin = 'copy' OR EXISTS (SELECT FROM app.copy_blocks k WHERE k.lead_order = x.id)))
      FROM app.orders x WHERE x.id = ANY (p_replaced) AND x.id BETWEEN p_replaced[1] AND p_replaced[cardinality(p_replaced)]),
    (SELECT json_agg(json_build_object('id', x.id, 'memberId', x.member_id, 'symbol', x.symbol, 'shares', x.shares,
        'closing', x.closing, 'collateral', x.collateral::text,
        'isCopied', EXISTS (SELECT FROM app.copy_blocks k WHERE k.lead_order = x.id AND k.side = 'buy')))
      FROM app.positions x WHERE x.id = ANY (p_positions)),
    (SELECT json_agg(json_build_object('id', m.id, 'available', coalesce(b.balance, 0)::text, 'stopped', g.stopped_by,
        'lossLimit', g.daily_loss_limit::text, 'recent', r.recent, 'ownerGroup', w.owner_group, 'isFollowed', f.followed))
      FROM unnest(p_members) AS m (id)
      LEFT JOIN LATERAL (
        SELECT x.balance FROM ledger.balances x
        WHERE x.account_id = ledger.account_id('member/' || m.id || '/TWD/available') OFFSET 0
      ) AS b ON true
      LEFT JOIN LATERAL (
        SELECT x.stopped_by, x.daily_loss_limit FROM app.risk_limits x WHERE x.member_id = m.id OFFSET 0
      ) AS g ON true
      LEFT JOIN LATERAL (
        SELECT x.owner_group FROM directory.owners x WHERE x.member_id = m.id OFFSET 0
      ) AS w ON true
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS recent FROM app.orders x
        WHERE x.member_id = m.id AND x.placed_at > p_counted_since AND x.purpose = 'open'
          AND x.origin = ANY (p_counted_origins)
      ) AS r
      CROSS JOIN LATERAL (
        SELECT EXISTS (SELECT FROM app.mentors x JOIN app.copies y ON y.mentor_id = x.id AND y.state = 'following'
          WHERE x.member_id = m.id AND x.state = 'active' AND p_date BETWEEN y.starts_on AND 'infinity') AS followed
      ) AS f),
    (SELECT json_agg(json_build_object('symbol', s.symbol, 'amount', b.balance::text))
      FROM unnest(p_borrowed) AS s (symbol)
      JOIN ledger.balances b ON b.account_id = ledger.account_id('lending/pool/stk:' || s.symbol || '/available')),
    (SELECT json_agg(json_build_object('memberId', s.member_id, 'symbol', s.symbol, 'account', b.account,
        'amount', b.balance::text) ORDER BY s.place, b.place)
      FROM unnest(p_selling, p_sold) WITH ORDINALITY AS s (member_id, symbol, place)
      CROSS JOIN LATERAL app.available_balances(s.member_id, 'stk:' || s.symbol, p_date, true)
        WITH ORDINALITY AS b (account, balance, place));
END $$;

-- See 0063. An order with mentor_shares leads a block: 0 for a purchase, else the mentor's shares before the sale.
CREATE OR REPLACE FUNCTION app.write_orders(p_now timestamp with time zone, p_orders json, p_held_orders uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[], p_stopped uuid[]) RETURNS SETOF uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  v_refused uuid[] := '{}';
  v_first   uuid := app.id_at(p_now - interval '3 days');
  v_last    uuid := app.id_at(p_now + interval '3 days');
  v_row     record;
  v_holding integer;
BEGIN
  -- Before the balances, as everywhere.
  IF p_stopped <> '{}' THEN
    PERFORM FROM app.orders x WHERE x.member_id = ANY (p_stopped) AND x.state = 'entrusted' ORDER BY x.id FOR NO KEY UPDATE;
  END IF;

  IF p_held_orders <> '{}' THEN
    FOR v_row IN
      SELECT p_held_orders[a.n] AS id, a.outcome FROM ledger.apply(
        array_fill('order.held'::text, ARRAY[cardinality(p_held_orders)]),
        ARRAY(SELECT u.id::text FROM unnest(p_held_orders) WITH ORDINALITY AS u (id, place) ORDER BY u.place),
        array_fill(NULL::text, ARRAY[cardinality(p_held_orders)]),
        NULL, array_fill(p_now, ARRAY[cardinality(p_held_orders)]), array_fill(NULL::uuid, ARRAY[cardinality(p_held_orders)]),
        p_line_entry, p_accounts, p_amounts, p_holds) AS a
      WHERE a.outcome <> 'posted'
    LOOP
      IF v_row.outcome <> 'insufficient' THEN
        RAISE EXCEPTION 'the hold of order % was answered with %', v_row.id, v_row.outcome;
      END IF;
      v_refused := v_refused || v_row.id;
      RETURN NEXT v_row.id;
    END LOOP;
  END IF;

  WITH held AS (
    SELECT p_held_orders[l.entry] AS order_id, array_agg(l.hold ORDER BY l.place) AS holds,
      array_agg(split_part(l.account, '/', 1) || '/' || split_part(l.account, '/', 2)) AS owners
    FROM unnest(p_line_entry, p_accounts, p_holds) WITH ORDINALITY AS l (entry, account, hold, place)
    WHERE l.hold IS NOT NULL GROUP BY l.entry
  ), written AS MATERIALIZED (
    SELECT d.*, coalesce(h.holds, '{}') AS holds
    FROM ROWS FROM (json_to_recordset(p_orders) AS (
      id uuid, member_id uuid, symbol text, kind text, side text, purpose text, position_id uuid, direction text,
      multiple smallint, day_trade boolean, price integer, quantity integer, validity text, worst_price integer,
      date date, origin text, terms text, replaces uuid, device_key uuid, signature text, shard smallint, command text,
      closing integer, held_cash bigint, held_shares integer, steps integer, steps_hash text, mentor_shares integer)) WITH ORDINALITY AS d
    LEFT JOIN held h ON h.order_id = d.id AND h.owners <@ ARRAY['member/' || d.member_id, 'lending/pool']
    WHERE d.id <> ALL (v_refused) AND CASE
      WHEN d.id NOT BETWEEN v_first AND v_last THEN app.refuse_order(d.id, 'its id does not begin with the time it is placed')
      WHEN app.is_order(d.id, d.kind, d.side, d.purpose, d.position_id, d.direction, d.multiple, d.price, d.quantity,
        d.validity, d.worst_price, d.origin) IS NOT TRUE THEN app.refuse_order(d.id, 'its columns contradict each other')
      ELSE true END
  ), orders AS (
    INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
      quantity, validity, worst_price, date, origin, terms, replaces, placed_at, device_key, signature, left_shares, steps,
      steps_hash, held_cash, held_shares, holds)
    SELECT w.id, w.member_id, w.symbol, w.kind, w.side, w.purpose, w.position_id, w.direction, w.multiple, w.day_trade, w.price,
      w.quantity, w.validity, w.worst_price, w.date, w.origin, decode(w.terms, 'hex'), w.replaces, p_now, w.device_key,
      w.signature, w.quantity, w.steps, decode(w.steps_hash, 'hex'), w.held_cash, w.held_shares, w.holds
    FROM written w ORDER BY w.ordinality
    RETURNING holds
  ), closed AS (
    UPDATE app.positions p SET closing = p.closing + c.shares, state = 'preparing-to-close', close_asked_at = p_now
    FROM (
      SELECT w.position_id, w.member_id, w.symbol, sum(w.closing)::integer AS shares FROM written w
      WHERE w.purpose = 'close' GROUP BY w.position_id, w.member_id, w.symbol
    ) AS c
    WHERE (p.id, p.member_id, p.symbol) = (c.position_id, c.member_id, c.symbol)
  ), led AS (
    INSERT INTO app.copy_blocks (id, mentor_id, lead_order, position_id, symbol, shard, side, price, quantity, date, mentor_shares, capital, at)
    SELECT overlay(overlay(substr(encode(sha256(convert_to('copy block ' || w.id, 'UTF8')), 'hex'), 1, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid, m.id, w.id, w.position_id, w.symbol,
      w.shard, w.side, w.price, w.quantity, w.date, w.mentor_shares, coalesce(d.capital, 0), p_now
    FROM written w
    LEFT JOIN LATERAL (SELECT x.id FROM app.mentors x WHERE x.member_id = w.member_id AND x.state = 'active' OFFSET 0) AS m ON true
    LEFT JOIN LATERAL (SELECT x.capital FROM app.mentor_days x WHERE x.mentor_id = m.id ORDER BY x.date DESC LIMIT 1) AS d ON true
    WHERE w.mentor_shares IS NOT NULL
  ), queued AS (
    -- The venue gets a lead and the orders of copies as one block.
    INSERT INTO exchange.queue (shard, command)
    SELECT w.shard, w.command::json::text FROM written w WHERE w.mentor_shares IS NULL AND w.origin <> 'copy' ORDER BY w.ordinality
  )
  SELECT count(*) INTO v_holding FROM orders o WHERE o.holds <> '{}';
  IF v_holding <> cardinality(p_held_orders) - cardinality(v_refused) THEN
    RAISE EXCEPTION 'a hold is of no order of this call, or of another owner than its order'
      USING ERRCODE = 'insufficient_privilege';
  END IF;

  IF p_stopped <> '{}' THEN
    INSERT INTO app.risk_limits AS g (member_id, stopped_at, stopped_by)
    SELECT u.id, p_now, 'rule' FROM unnest(p_stopped) AS u (id)
    ON CONFLICT (member_id) DO UPDATE SET stopped_at = p_now, stopped_by = 'rule';
  END IF;
END $$;
