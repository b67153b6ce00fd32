-- A listing and a first price follow from records: a taken worker could otherwise open a stock at any price, and margin is
-- counted by prices. `none` stays for the market as a whole (phases, halts) and for the price file that the seed role imports.

ALTER TABLE exchange.command_rights
  DROP CONSTRAINT command_rights_accounts_check,
  ADD CONSTRAINT command_rights_accounts_check CHECK (accounts IN ('member', 'seat', 'none', 'record', 'set-aside', 'block'));
UPDATE exchange.command_rights SET accounts = 'record'
WHERE role = 'fairlot_worker' AND kind IN ('list', 'reference') AND accounts = 'none';

-- `list`: each instrument equals its row. `reference`: the price of an ex-date until the next day begins, or a daily limit that
-- began with the sixth day.
CREATE FUNCTION exchange.follows_record(p_shard integer, p_command json) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE p_command ->> 'kind'
    WHEN 'list' THEN NOT EXISTS (
      SELECT FROM json_to_recordset(p_command -> 'instruments')
        AS l (symbol text, instrument text, reference integer, limited boolean)
      LEFT JOIN app.instruments i ON i.symbol = l.symbol AND i.kind = l.instrument AND i.reference = l.reference
        AND i.limited = l.limited
      WHERE i.symbol IS NULL)
    WHEN 'reference' THEN CASE WHEN p_command ->> 'price' IS NULL
      THEN EXISTS (
        SELECT FROM app.instruments i
        WHERE i.symbol = p_command ->> 'symbol' AND i.limited AND (p_command ->> 'limited')::boolean)
      ELSE p_command ->> 'limited' IS NULL AND EXISTS (
        SELECT FROM app.corporate_actions a
        WHERE a.symbol = p_command ->> 'symbol' AND a.state = 'ex' AND a.reference = (p_command ->> 'price')::integer
          AND NOT EXISTS (SELECT FROM exchange.phase_changes c WHERE c.shard = p_shard AND c.date > a.held_on))
      END
    ELSE false
  END
$$;

-- See 0105.
CREATE OR REPLACE FUNCTION exchange.check_commands() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  v_kind    text;
  v_account text;
BEGIN
  IF current_setting('is_superuser') = 'on' THEN RETURN NULL; END IF;
  SELECT coalesce(c.kind, 'without a kind'), c.account INTO v_kind, v_account
  FROM new_commands n
  CROSS JOIN LATERAL json_to_record(n.command::json) AS c (kind text, account text, "order" text, "newOrder" text,
    symbol text, side text, price text, quantity text, validity text, odd text, block text, "from" text)
  WHERE NOT EXISTS (
    SELECT FROM exchange.command_rights r
    WHERE r.role = session_user AND r.kind = c.kind AND CASE r.accounts
      WHEN 'none' THEN c.account IS NULL
      WHEN 'record' THEN c.account IS NULL AND exchange.follows_record(n.shard, n.command::json)
      WHEN 'block' THEN n.command = app.copy_block_command(c.block::uuid, c."from"::integer)
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
