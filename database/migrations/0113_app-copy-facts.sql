-- See 0103. Whether a member is followed begins with the member: it was answered from all running copies of the platform, for each order.
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
        SELECT EXISTS (
          SELECT FROM (SELECT x.id FROM app.mentors x WHERE x.member_id = m.id AND x.state = 'active' OFFSET 0) AS x
          CROSS JOIN LATERAL (SELECT FROM app.copies y WHERE y.mentor_id = x.id AND y.state = 'following' AND p_date BETWEEN y.starts_on AND 'infinity' LIMIT 1) AS y
        ) AS followed
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
