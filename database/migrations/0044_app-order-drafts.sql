-- Drafts of orders, as the api passes them to app.place_orders, and what is free to hold for them.

-- An order as the api passes it: its row, the venue's command, and the inputs of the decision under lock.
CREATE TYPE app.order_draft AS (
  id uuid, member_id uuid, symbol text, kind text, side text, purpose text, position_id uuid, direction text,
  multiple smallint, day_trade boolean, price integer, quantity integer, validity text, worst_price integer, date date,
  origin text, terms text, replaces uuid, device_key uuid, signature text,
  shard smallint, command text,
  -- The data of its first step.
  placed text,
  -- Cash to hold; for a buy-back, before its collateral is deducted.
  cash bigint,
  -- Its possible debt, and the most its owner may owe.
  debt bigint, line bigint,
  -- For a day trade: the day's quota, and the multiple of equity that also limits it.
  quota bigint, quota_times integer,
  -- The share of equity (in millionths) it may use without acknowledgement; null when it was acknowledged.
  equity_share integer,
  -- Whether the member's own risk limits apply; and how many opening orders in ten seconds stop the member.
  risk_limited boolean, order_rate_limit integer,
  -- Also use cash beyond the free balance, arriving on later days.
  include_receivables boolean
);

-- Free cash or free shares of a member: available first, then arrivals, the earliest first. The dates are listed
-- instead of searched: a member who trades for years has hundreds of dated accounts, and all but these are empty.
CREATE FUNCTION app.available_balances(p_member uuid, p_asset text, p_date date, p_include_receivables boolean)
RETURNS TABLE (account text, balance bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.code, b.balance
  FROM (
    SELECT 'member/' || p_member || '/' || p_asset || '/available' AS code, 0 AS place
    UNION ALL
    SELECT 'member/' || p_member || '/' || p_asset || '/receivable@' || (p_date + n), n + 100
    FROM generate_series(-14, 20) AS n WHERE p_include_receivables
  ) AS c
  JOIN ledger.balances b ON b.account_id = ledger.account_id(c.code)
  WHERE b.balance > 0
  ORDER BY c.place
$$;

-- Drafts of orders for app.place_orders, with the owner's group in the command of each member who has one. Members
-- without a group cost two lookups by key.
CREATE FUNCTION app.with_owner_groups(p_orders json, p_members uuid[]) RETURNS json
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM directory.owners o WHERE o.member_id = ANY (p_members)) THEN RETURN p_orders; END IF;
  RETURN (
    SELECT json_agg(CASE WHEN o.owner_group IS NULL THEN d.draft
      ELSE (d.draft::jsonb || jsonb_build_object('command',
        left(d.draft ->> 'command', -1) || ',"group":"owner:' || o.owner_group || '"}'))::json END ORDER BY d.place)
    FROM json_array_elements(p_orders) WITH ORDINALITY AS d (draft, place)
    LEFT JOIN directory.owners o ON o.member_id = (d.draft ->> 'member_id')::uuid
  );
END $$;
GRANT EXECUTE ON FUNCTION app.with_owner_groups TO fairlot_api, fairlot_worker;
