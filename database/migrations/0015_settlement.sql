-- Settlement: the progress of each shard, and the amounts that fall due. docs/features/settlement.md explains.

-- The shard's trading day after the last applied event: it gives the settlement date of a trade.
ALTER TABLE settlement.cursors ADD COLUMN date date;

-- The share of opening value and costs used up by the closed part, so that shares opened later do not change the result
-- of those closed before.
ALTER TABLE app.positions ADD COLUMN closed_basis bigint NOT NULL DEFAULT 0;

-- For a close order: what its fills have taken of the holding, so that ten fills take the same as one.
ALTER TABLE app.orders
  ADD COLUMN loan_repaid      bigint NOT NULL DEFAULT 0,
  ADD COLUMN interest_paid    bigint NOT NULL DEFAULT 0,
  ADD COLUMN collateral_freed bigint NOT NULL DEFAULT 0;

-- An opening order may still be in the book when all its shares so far have been closed, and fill again.
INSERT INTO app.position_transitions VALUES ('closed', 'holding');

-- Owners with an arrival or a debt on a settlement date: written with the entry that caused it, deleted when nothing of
-- that date is left. So the sweep reads only what is due and not every account that ever existed.
CREATE TABLE settlement.dues (
  due   date NOT NULL,
  -- `member/<id>` or `seat/<id>`, as account codes begin.
  owner text NOT NULL,
  asset text NOT NULL,
  PRIMARY KEY (due, owner, asset)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement.dues TO fairlot_worker;

-- As in 0002, but only for the missing codes: nearly every settling transaction opens a few accounts (one per member,
-- security and settlement date), and parsing all its codes cost most of its time.
CREATE OR REPLACE FUNCTION ledger.open_accounts(p_codes text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_missing text[] := ARRAY(
    SELECT DISTINCT u.code FROM unnest(p_codes) AS u (code)
    WHERE NOT EXISTS (SELECT FROM ledger.accounts a WHERE a.id = ledger.account_id(u.code)));
  v_strange text;
BEGIN
  SELECT u.code INTO v_strange
  FROM unnest(v_missing) AS u (code)
  LEFT JOIN LATERAL regexp_match(u.code,
    '^([a-z-]+)/([0-9a-z-]{1,40})/([A-Z]{3}|stk:[0-9A-Z]{2,8})/([a-z-]+)(?:@(\d{4}-\d\d-\d\d))?$') AS m ON true
  LEFT JOIN ledger.chart c ON c.owner_kind = m[1] AND c.kind = m[4] AND c.dated = (m[5] IS NOT NULL)
  WHERE c.kind IS NULL
    OR m[1] IN ('member', 'seat') AND m[2] !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'no such account in the chart: %', v_strange; END IF;

  INSERT INTO ledger.accounts (id, code, owner_kind, owner_id, asset, kind, due, bounded, holding)
  SELECT x.id, x.code, x.parts[1], x.parts[2], x.parts[3], split_part(x.parts[4], '@', 1),
    nullif(split_part(x.parts[4], '@', 2), '')::date, c.lowest IS NOT NULL OR c.highest IS NOT NULL, c.holding
  FROM (
    SELECT ledger.account_id(u.code) AS id, u.code, string_to_array(u.code, '/') AS parts FROM unnest(v_missing) AS u (code)
  ) AS x
  JOIN ledger.chart c ON c.owner_kind = x.parts[1] AND c.kind = split_part(x.parts[4], '@', 1)
  ORDER BY x.id
  ON CONFLICT (id) DO NOTHING;

  INSERT INTO ledger.balances (account_id, lowest, highest)
  SELECT a.id, c.lowest, c.highest
  FROM ledger.accounts a
  JOIN ledger.chart c USING (owner_kind, kind)
  WHERE a.id IN (SELECT ledger.account_id(u.code) FROM unnest(v_missing) AS u (code)) AND a.bounded
  ORDER BY a.id
  ON CONFLICT (account_id) DO NOTHING;
END $$;
