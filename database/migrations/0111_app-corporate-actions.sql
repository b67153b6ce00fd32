-- Cash dividends. Two operators announce one; nothing of it can change. Every holder at the close before the ex-date
-- has a row of app.dividend_entitlements, which only the functions below write, and every entry of the ledger that belongs to a
-- dividend equals its row. docs/features/corporate-actions.md explains.

INSERT INTO app.review_kinds VALUES ('corporate-actions', 'H', NULL, 'approve', 'propose-market', 1440, 72, false, false);

INSERT INTO ledger.chart (owner_kind, kind, dated, holding, lowest, highest)
SELECT owner_kind, 'dividend', true, false, 0, NULL FROM unnest(ARRAY['member', 'seat']) AS owner_kind;
INSERT INTO ledger.chart (owner_kind, kind, dated, holding, lowest) VALUES ('house', 'dividends', false, false, NULL);

CREATE TABLE app.corporate_actions (
  id              uuid        PRIMARY KEY,
  review_id       uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  symbol          text        NOT NULL REFERENCES app.instruments (symbol),
  -- Millionths of a dollar a share.
  cash_micros     bigint      NOT NULL CHECK (cash_micros > 0),
  ex_on           date        NOT NULL,
  pays_on         date        NOT NULL CHECK (pays_on > ex_on),
  -- The supplement that is withheld, by the rules in force when it was proposed.
  supplement_from bigint      NOT NULL CHECK (supplement_from > 0),
  supplement_rate integer     NOT NULL CHECK (supplement_rate BETWEEN 0 AND 10000),
  state           text        NOT NULL DEFAULT 'announced' CHECK (state IN ('announced', 'ex', 'paid')),
  announced_at    timestamptz NOT NULL,
  -- From the ex-date on: the last day before it, its price, the reference of the ex-date, and who is entitled.
  held_on         date        CHECK (held_on < ex_on),
  close           integer     CHECK (close > 0),
  reference       integer     CHECK (reference > 0),
  holders         integer     CHECK (holders >= 0),
  ex_at           timestamptz,
  paid_at         timestamptz,
  CONSTRAINT corporate_actions_ex CHECK (num_nonnulls(held_on, close, reference, holders, ex_at) = CASE state WHEN 'announced' THEN 0 ELSE 5 END),
  CONSTRAINT corporate_actions_paid CHECK ((state = 'paid') = (paid_at IS NOT NULL)),
  UNIQUE (symbol, ex_on)
);
CREATE INDEX corporate_actions_recent ON app.corporate_actions (ex_on DESC, id DESC);
CREATE INDEX corporate_actions_under_way ON app.corporate_actions (ex_on) WHERE state <> 'paid';
GRANT SELECT ON app.corporate_actions TO fairlot_api, fairlot_console, fairlot_worker;
CREATE TRIGGER corporate_actions_enforce_initial_state BEFORE INSERT ON app.corporate_actions
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('corporate-action');
CREATE TRIGGER corporate_actions_enforce_transition BEFORE UPDATE ON app.corporate_actions FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('corporate-action');

CREATE TABLE app.dividend_entitlements (
  action_id     uuid        NOT NULL REFERENCES app.corporate_actions (id),
  member_id     uuid        NOT NULL REFERENCES app.members (id),
  long_shares   bigint      NOT NULL CHECK (long_shares >= 0),
  short_shares  bigint      NOT NULL CHECK (short_shares >= 0),
  gross         bigint      NOT NULL CHECK (gross >= 0),
  withheld      bigint      NOT NULL CHECK (withheld BETWEEN 0 AND gross),
  -- A short seller owes it on the payment date.
  owed          bigint      NOT NULL CHECK (owed >= 0),
  accrued_entry uuid        UNIQUE,
  accrued_at    timestamptz,
  paid_entry    uuid        UNIQUE,
  paid_at       timestamptz,
  PRIMARY KEY (action_id, member_id),
  CONSTRAINT dividend_entitlements_some CHECK (gross > 0 OR owed > 0),
  CONSTRAINT dividend_entitlements_accrued CHECK ((accrued_entry IS NULL) = (accrued_at IS NULL)),
  CONSTRAINT dividend_entitlements_paid CHECK ((paid_entry IS NULL) = (paid_at IS NULL) AND (paid_entry IS NULL OR accrued_entry IS NOT NULL))
);
CREATE INDEX dividend_entitlements_of_member ON app.dividend_entitlements (member_id, action_id);
CREATE INDEX dividend_entitlements_to_accrue ON app.dividend_entitlements (action_id, member_id) WHERE accrued_entry IS NULL;
CREATE INDEX dividend_entitlements_to_pay ON app.dividend_entitlements (action_id, member_id) WHERE paid_entry IS NULL AND gross > 0;
GRANT SELECT ON app.dividend_entitlements TO fairlot_api, fairlot_console, fairlot_worker;

-- Whole dollars, and the supplement to the nearest one: packages/rules/src/corporate-actions computes the same.
CREATE FUNCTION app.dividend_gross(p_micros bigint, p_shares bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT div(p_micros::numeric * p_shares, 1000000)::bigint * 100
$$;
CREATE FUNCTION app.dividend_withheld(p_gross bigint, p_from bigint, p_rate integer) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_gross < p_from THEN 0 ELSE div(p_gross::numeric * p_rate + 500000, 1000000)::bigint * 100 END
$$;

-- A price less the dividend, to the nearest tick, a half up; never below one tick.
CREATE FUNCTION app.ex_price(p_kind text, p_price integer, p_micros bigint) RETURNS integer
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT greatest(floor(t.exact / t.tick + 0.5) * t.tick, t.tick)::integer FROM (
    SELECT e.exact, CASE WHEN p_kind = 'etf' THEN CASE WHEN e.exact < 5000 THEN 1 ELSE 5 END
      WHEN e.exact < 1000 THEN 1 WHEN e.exact < 5000 THEN 5 WHEN e.exact < 10000 THEN 10 WHEN e.exact < 50000 THEN 50
      WHEN e.exact < 100000 THEN 100 ELSE 500 END AS tick
    FROM (SELECT p_price - p_micros::numeric / 10000 AS exact) AS e
  ) AS t
$$;

-- Exits of positions and price alerts follow the price down: its fall on the ex-date is no move of the market. Entries keep their price.
CREATE FUNCTION app.lower_triggers(p_symbol text, p_kind text, p_micros bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_path text[];
BEGIN
  FOREACH v_path SLICE 1 IN ARRAY ARRAY[ARRAY['stop', 'trigger'], ARRAY['stop', 'price'], ARRAY['takeProfit', 'price']] LOOP
    UPDATE app.conditional_orders c
    SET body = jsonb_set(c.body, v_path, to_jsonb(app.ex_price(p_kind, (c.body #>> v_path)::integer, p_micros)))
    WHERE c.symbol = p_symbol AND c.state = 'waiting' AND c.kind <> 'entry' AND c.due IS NULL AND c.body #>> v_path IS NOT NULL;
  END LOOP;
  UPDATE app.conditional_orders c SET best_price = app.ex_price(p_kind, c.best_price, p_micros)
  WHERE c.symbol = p_symbol AND c.state = 'waiting' AND c.kind <> 'entry' AND c.due IS NULL AND c.best_price IS NOT NULL;
  -- In two steps, because a lowered alert may meet one that is not lowered yet. No price reaches a billion.
  UPDATE app.price_alerts a SET threshold = 1000000000 + app.ex_price(p_kind, a.threshold, p_micros)
  WHERE a.symbol = p_symbol AND a.state = 'waiting' AND a.kind <> 'moves';
  UPDATE app.price_alerts a SET threshold = a.threshold - 1000000000
  WHERE a.symbol = p_symbol AND a.state = 'waiting' AND a.kind <> 'moves' AND a.threshold > 1000000000;
END $$;

-- Writes what two operators approved: the terms come from the review itself.
CREATE FUNCTION app.announce_corporate_action(p_review uuid, p_now timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_id uuid;
BEGIN
  INSERT INTO app.corporate_actions (id, review_id, symbol, cash_micros, ex_on, pays_on, supplement_from, supplement_rate, announced_at)
  SELECT r.subject::uuid, r.id, r.payload ->> 'symbol', (r.payload ->> 'cashMicros')::bigint, (r.payload ->> 'exOn')::date,
    (r.payload ->> 'paysOn')::date, (r.payload ->> 'supplementFrom')::bigint, (r.payload ->> 'supplementRate')::integer, p_now
  FROM app.reviews r WHERE r.id = p_review AND recon.is_approved_by_two(r.id, 'corporate-actions', r.subject)
    -- With real money the issuer's payment would have to be received first.
    AND EXISTS (SELECT FROM platform.installation n WHERE n.money = 'practice')
  RETURNING id INTO v_id;
  IF v_id IS NULL THEN
    RAISE EXCEPTION 'review % is not approved by two operators, or the money is not practice money', p_review USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN v_id;
END $$;

-- The end of the stock's last day, once settlement has applied it; no row before. The exchange writes it beside the day's last state.
CREATE FUNCTION app.last_close(p_shard smallint, p_symbol text) RETURNS TABLE (date date, price integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT q.date, (k.body::json ->> 'nextReference')::integer
  FROM settlement.prices q JOIN settlement.cursors c ON c.shard = p_shard CROSS JOIN LATERAL (
    SELECT e.body FROM exchange.events e
    WHERE e.shard = p_shard AND NOT e.practice AND e.event > q.event - 100 AND e.event <= c.event AND e.kind = 'close' AND e.symbol = p_symbol
    ORDER BY e.event DESC LIMIT 1
  ) AS k
  WHERE q.symbol = p_symbol AND (k.body::json ->> 'date')::date = q.date
$$;

-- Who holds at the close before the ex-date is entitled: by the trade, not by its settlement. Between that close and the opening
-- no order can fill, so no purchase comes in between.
CREATE FUNCTION app.take_entitlements(p_action uuid, p_shard smallint, p_reference integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  action  app.corporate_actions;
  v_close record;
  v_kind  text;
  v_count integer;
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'announced' FOR UPDATE;
  SELECT k.date, k.price INTO v_close FROM app.last_close(p_shard, action.symbol) AS k;
  SELECT i.kind INTO STRICT v_kind FROM app.instruments i WHERE i.symbol = action.symbol;
  IF (v_close.date < action.ex_on AND p_reference = app.ex_price(v_kind, v_close.price, action.cash_micros)
    AND action.ex_on <= ((clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second') AT TIME ZONE 'Asia/Taipei')::date
    AND NOT EXISTS (SELECT FROM exchange.phase_changes c WHERE c.shard = p_shard AND c.date > v_close.date)) IS NOT TRUE THEN
    RAISE EXCEPTION 'dividend %: the day before % is not over, or the next has begun', p_action, action.ex_on USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.dividend_entitlements (action_id, member_id, long_shares, short_shares, gross, withheld, owed)
  SELECT p_action, h.member_id, h.long, h.short, h.gross,
    app.dividend_withheld(h.gross, action.supplement_from, action.supplement_rate), h.owed
  FROM (
    SELECT s.*, app.dividend_gross(action.cash_micros, s.long) AS gross, app.dividend_gross(action.cash_micros, s.short) AS owed
    FROM (
      SELECT p.member_id, coalesce(sum(p.shares) FILTER (WHERE p.direction = 'long'), 0)::bigint AS long,
        coalesce(sum(p.shares) FILTER (WHERE p.direction = 'short'), 0)::bigint AS short
      FROM app.positions p WHERE p.symbol = action.symbol AND p.state <> 'closed' AND p.shares > 0 GROUP BY p.member_id
    ) AS s
  ) AS h WHERE h.gross > 0 OR h.owed > 0;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM app.lower_triggers(action.symbol, v_kind, action.cash_micros);
  UPDATE app.corporate_actions SET state = 'ex', held_on = v_close.date, close = v_close.price, reference = p_reference,
    holders = v_count, ex_at = p_now WHERE id = p_action;
  RETURN v_count;
END $$;

-- The entry has these lines and no others. Accrued: the issuer owes the holder, the supplement is withheld, a short owes the lender.
-- Paid: what was accrued becomes available.
CREATE FUNCTION app.is_dividend_entry(p_row app.dividend_entitlements, p_action app.corporate_actions, p_event text, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = p_event
      AND e.reference = p_action.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code
    ) AS posted FULL JOIN (
      SELECT v.code, v.amount FROM (VALUES
        ('dividend.accrued', 'member/' || p_row.member_id || '/TWD/dividend@' || p_action.pays_on, p_row.gross - p_row.withheld),
        ('dividend.accrued', 'tax/supplement/TWD/collected', p_row.withheld),
        ('dividend.accrued', 'member/' || p_row.member_id || '/TWD/payable@' || p_action.pays_on, -p_row.owed),
        ('dividend.accrued', 'house/main/TWD/dividends', p_row.owed - p_row.gross),
        ('dividend.paid', 'member/' || p_row.member_id || '/TWD/dividend@' || p_action.pays_on, p_row.withheld - p_row.gross),
        ('dividend.paid', 'member/' || p_row.member_id || '/TWD/available', p_row.gross - p_row.withheld)
      ) AS v (event, code, amount) WHERE v.event = p_event AND v.amount <> 0
    ) AS said ON said.code = posted.code
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

-- The worker books a batch on the ex-date: every entry equals its row, or nothing is booked.
CREATE FUNCTION app.accrue_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  action  app.corporate_actions;
  v_wrong uuid;
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'ex' FOR UPDATE;
  SELECT u.id INTO v_wrong FROM unnest(p_members, p_entries) AS u (id, entry)
  LEFT JOIN app.dividend_entitlements d ON d.action_id = p_action AND d.member_id = u.id AND d.accrued_entry IS NULL
  WHERE (d.member_id IS NOT NULL AND app.is_dividend_entry(d, action, 'dividend.accrued', u.entry)) IS NOT TRUE LIMIT 1;
  IF v_wrong IS NOT NULL THEN
    RAISE EXCEPTION 'dividend %: the entry of % is not what they are entitled to', p_action, v_wrong USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.dividend_entitlements d SET accrued_entry = u.entry, accrued_at = p_now
  FROM unnest(p_members, p_entries) AS u (id, entry) WHERE d.action_id = p_action AND d.member_id = u.id;
  -- What a short owes is collected on the payment date, as every debt of a settlement date.
  INSERT INTO settlement.dues (due, owner, asset)
  SELECT action.pays_on, 'member/' || d.member_id, 'TWD' FROM app.dividend_entitlements d
  WHERE d.action_id = p_action AND d.member_id = ANY (p_members) AND d.owed > 0 ORDER BY d.member_id
  ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false;
END $$;

-- Pays a batch from the payment date on, and ends the dividend with the last of it.
CREATE FUNCTION app.pay_dividends(p_action uuid, p_members uuid[], p_entries uuid[], p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  action  app.corporate_actions;
  v_wrong uuid;
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'ex' FOR UPDATE;
  IF action.pays_on > ((clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second') AT TIME ZONE 'Asia/Taipei')::date THEN
    RAISE EXCEPTION 'dividend % is paid on %', p_action, action.pays_on USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT u.id INTO v_wrong FROM unnest(p_members, p_entries) AS u (id, entry)
  LEFT JOIN app.dividend_entitlements d ON d.action_id = p_action AND d.member_id = u.id AND d.accrued_entry IS NOT NULL AND d.paid_entry IS NULL
  WHERE (d.member_id IS NOT NULL AND app.is_dividend_entry(d, action, 'dividend.paid', u.entry)) IS NOT TRUE LIMIT 1;
  IF v_wrong IS NOT NULL THEN
    RAISE EXCEPTION 'dividend %: the payment of % is not what was accrued', p_action, v_wrong USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.dividend_entitlements d SET paid_entry = u.entry, paid_at = p_now
  FROM unnest(p_members, p_entries) AS u (id, entry) WHERE d.action_id = p_action AND d.member_id = u.id;
  UPDATE app.corporate_actions SET state = 'paid', paid_at = p_now WHERE id = p_action AND NOT EXISTS (
    SELECT FROM app.dividend_entitlements d WHERE d.action_id = p_action AND (d.accrued_entry IS NULL OR d.paid_entry IS NULL AND d.gross > 0));
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.announce_corporate_action, app.last_close, app.take_entitlements, app.accrue_dividends, app.pay_dividends
  TO fairlot_worker;

-- A dividend's entry without its row cannot be committed.
CREATE FUNCTION app.check_dividend_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.accrued_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.paid_entry = NEW.id) THEN
    RAISE EXCEPTION 'entry %: no dividend that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_enforce_dividend AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.event ^@ 'dividend.') EXECUTE FUNCTION app.check_dividend_entry();

SELECT ledger.allow_posting('fairlot_worker', 'dividend.accrued', '+member/dividend -member/payable +tax/collected house/dividends', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'dividend.paid', '-member/dividend +member/available', 'money', 'within-owner');

-- Reconciliation.
INSERT INTO recon.events VALUES
  ('dividend.accrued', true, '{member/dividend,member/payable,tax/collected,house/dividends}'),
  ('dividend.paid', true, '{member/dividend,member/available}');

CREATE FUNCTION recon.untraced_dividends(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, coalesce(d.gross, 0)::numeric, 'no dividend that says so'
  FROM ledger.entries e LEFT JOIN app.dividend_entitlements d
    ON e.event = 'dividend.accrued' AND d.accrued_entry = e.id OR e.event = 'dividend.paid' AND d.paid_entry = e.id
  LEFT JOIN app.corporate_actions a ON a.id = d.action_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'dividend.'
    AND (app.is_dividend_entry(d, a, e.event, e.id) AND recon.is_approved_by_two(a.review_id, 'corporate-actions', a.id::text)
      AND d.gross = app.dividend_gross(a.cash_micros, d.long_shares) AND d.owed = app.dividend_gross(a.cash_micros, d.short_shares)
      AND d.withheld = app.dividend_withheld(d.gross, a.supplement_from, a.supplement_rate)) IS NOT TRUE
$$;

-- Dividends that were accrued or paid without their entry.
CREATE FUNCTION recon.unbooked_dividends(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.action_id, d.gross::numeric, 'dividend' FROM app.dividend_entitlements d CROSS JOIN LATERAL (VALUES
    ('dividend.accrued', d.accrued_entry, d.accrued_at), ('dividend.paid', d.paid_entry, d.paid_at)) AS v (event, entry, at)
  LEFT JOIN ledger.entries e ON e.id = v.entry AND e.posted_at = ledger.time_of(v.entry)
  WHERE v.at >= p_since AND (e.event = v.event AND e.reference = d.action_id::text) IS NOT TRUE
$$;

ALTER FUNCTION recon.untraced(bigint, bigint) RENAME TO untraced_before_dividends;
CREATE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.* FROM recon.untraced_before_dividends(p_from, p_upto) AS b
  UNION ALL SELECT d.* FROM recon.untraced_dividends(p_from, p_upto) AS d
$$;

ALTER FUNCTION recon.unbooked(timestamptz) RENAME TO unbooked_before_dividends;
CREATE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.* FROM recon.unbooked_before_dividends(p_since) AS b
  UNION ALL SELECT d.* FROM recon.unbooked_dividends(p_since) AS d
$$;

-- The sum of everybody: what the issuers' account and the supplement's account say equals the announced dividends of the entitled shares,
-- and what members are still owed equals the rows that are not paid.
CREATE FUNCTION recon.check_dividends() RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH said AS MATERIALIZED (
    SELECT count(*) AS rows, coalesce(sum(d.owed - d.gross), 0) AS issuers, coalesce(sum(d.withheld), 0) AS withheld,
      coalesce(sum(d.gross - d.withheld) FILTER (WHERE d.paid_entry IS NULL), 0) AS unpaid
    FROM app.dividend_entitlements d WHERE d.accrued_entry IS NOT NULL
  ), booked AS MATERIALIZED (
    SELECT ledger.balance_of('house/main/TWD/dividends') - app.corrected('house/main/TWD/dividends') AS issuers,
      ledger.balance_of('tax/supplement/TWD/collected') - app.corrected('tax/supplement/TWD/collected') AS withheld,
      (SELECT coalesce(sum(t.total), 0) FROM ledger.trial_balance() AS t WHERE t.owner_kind = 'member' AND t.kind = 'dividend') AS unpaid
  )
  SELECT 'dividends', 'money', s.rows, -b.issuers, abs(b.issuers - s.issuers) + abs(b.withheld - s.withheld) + abs(b.unpaid - s.unpaid),
    CASE WHEN (b.issuers, b.withheld, b.unpaid) IS DISTINCT FROM (s.issuers, s.withheld, s.unpaid)
      THEN format('issuers %s of %s, withheld %s of %s, unpaid %s of %s', b.issuers, s.issuers, b.withheld, s.withheld, b.unpaid, s.unpaid) END
  FROM said s, booked b
$$;

-- As before, and dividends.
CREATE OR REPLACE FUNCTION app.reconcile()
RETURNS TABLE (code text, unit text, counted bigint, value numeric, difference numeric, detail text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off SET work_mem = '64MB' AS $$
  WITH open AS MATERIALIZED (SELECT recon.open_from() AS tx, 9223372036854775807 AS upto)
  SELECT f.* FROM open, recon.check_entries(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_requests(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_trades(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM open, recon.check_grants(open.tx, open.upto) AS f
  UNION ALL SELECT f.* FROM recon.check_records(recon.open_since()) AS f
  UNION ALL SELECT f.* FROM recon.check_fills() AS f
  UNION ALL SELECT f.* FROM recon.check_totals() AS f
  UNION ALL SELECT f.* FROM open, recon.check_balances(open.tx) AS f
  UNION ALL SELECT f.* FROM open, recon.check_holds(open.tx) AS f
  UNION ALL SELECT f.* FROM recon.check_holdings(false) AS f
  UNION ALL SELECT f.* FROM recon.check_charges() AS f
  UNION ALL SELECT f.* FROM recon.check_bank() AS f
  UNION ALL SELECT f.* FROM recon.check_vouchers() AS f
  UNION ALL SELECT f.* FROM recon.check_votes() AS f
  UNION ALL SELECT f.* FROM recon.check_draw_tickets() AS f
  UNION ALL SELECT f.* FROM recon.check_dividends() AS f
$$;
