-- Conditional entries: orders that open a position when a trade reaches their trigger. What they may need is held while
-- they wait, as for an order in the book.

ALTER TABLE app.conditional_orders
  DROP CONSTRAINT conditional_orders_kind_check,
  DROP CONSTRAINT conditional_orders_due_check,
  -- The price that the hold of an entry was computed with.
  ADD COLUMN worst_price integer CHECK (worst_price > 0),
  ADD CONSTRAINT conditional_orders_kind_check CHECK (kind IN ('stop', 'take-profit', 'one-cancels-other', 'trailing', 'entry')),
  ADD CONSTRAINT conditional_orders_due_check CHECK (due IN ('stop', 'take-profit', 'entry')),
  -- An entry has no position yet, and everything else closes one.
  ADD CONSTRAINT conditional_entry CHECK ((kind = 'entry') = (position_id IS NULL) AND (kind = 'entry') = (worst_price IS NOT NULL));
CREATE INDEX conditional_entries ON app.conditional_orders (member_id) WHERE state = 'waiting' AND kind = 'entry';

-- The console shows a member's waiting entries, and the entry that an order came from.
GRANT SELECT (id, member_id, kind, body, quantity, worst_price, expires_on, created_at, order_id, holds)
  ON app.conditional_orders TO fairlot_console;
-- Finds the entry of an order.
CREATE INDEX conditional_of_order ON app.conditional_orders (order_id) WHERE order_id IS NOT NULL;

-- The entry of a short also holds shares of the lending pool.
SELECT ledger.allow_posting(role, 'conditional.held', '-lending/available +lending/held', 'shares', 'within-owner')
FROM unnest(ARRAY['fairlot_api', 'fairlot_worker']) AS role;
SELECT ledger.allow_posting('fairlot_worker', 'conditional.released', '+lending/available -lending/held', 'shares', 'within-owner');
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by) VALUES
  ('fairlot_api', 'conditional.released', 'lending', 'available', 'in', 'shares', 'within-owner', NULL),
  ('fairlot_api', 'conditional.released', 'lending', 'held', 'out', 'shares', 'within-owner', 'conditional.held');

-- As before, except that waiting entries count as open orders, so that the credit line has room for them when they fire;
-- and receivables of any date count, because an entry may have held one for longer than two weeks.
CREATE OR REPLACE FUNCTION app.read_member_facts(p_members uuid[], p_date date, p_since timestamptz) RETURNS TABLE (
  id uuid, cash bigint, receivables json, holdings json, open_orders json, day_trades json, realised bigint, called boolean,
  may_day_trade boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT m.id,
    coalesce((SELECT sum(b.balance) FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      WHERE a.owner_kind = 'member' AND a.owner_id = m.id::text AND a.asset = 'TWD'), 0)::bigint,
    (SELECT json_agg(json_build_object('account', a.code, 'amount', b.balance::text) ORDER BY a.due)
      FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      WHERE a.owner_kind = 'member' AND a.owner_id = m.id::text AND a.asset = 'TWD' AND b.balance > 0 AND a.kind = 'receivable'),
    (SELECT json_agg(json_build_object('direction', p.direction, 'shares', p.shares, 'loan', p.loan::text,
        'openedValue', p.opened_value::text, 'openedShares', p.opened_shares,
        'price', coalesce(q.last, q.reference, i.reference)))
      FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
      WHERE p.member_id = m.id AND p.state <> 'closed'),
    (SELECT json_agg(json_build_object('direction', o.direction, 'multiple', o.multiple, 'quantity', o.quantity,
        'worstPrice', o.worst_price))
      FROM (
        SELECT x.direction, x.multiple, x.left_shares AS quantity, x.worst_price FROM app.orders x
        WHERE x.member_id = m.id AND x.state = 'entrusted' AND x.purpose = 'open'
        UNION ALL
        SELECT c.body #>> '{entry,direction}', (c.body #>> '{entry,multiple}')::smallint, c.quantity, c.worst_price
        FROM app.conditional_orders c WHERE c.member_id = m.id AND c.state = 'waiting' AND c.kind = 'entry'
      ) AS o),
    (SELECT json_agg(json_build_object('filledValue', o.filled_value::text, 'quantity', o.left_shares,
        'worstPrice', o.worst_price))
      FROM app.orders o
      WHERE o.member_id = m.id AND o.placed_at > p_since AND o.date = p_date AND o.day_trade AND o.purpose = 'open'),
    coalesce((SELECT sum(f.realised) FROM app.fills f
      WHERE f.member_id = m.id AND f.traded_at > p_since AND f.date = p_date AND f.realised IS NOT NULL), 0)::bigint,
    EXISTS (SELECT FROM app.margin_calls c WHERE c.member_id = m.id AND c.ended_at IS NULL),
    EXISTS (SELECT FROM app.day_trading_applications a WHERE a.member_id = m.id AND a.state = 'passed')
  FROM unnest(p_members) AS m (id);
END $$;
