-- Dividends of market makers and of the lending pool. They have no positions: what they hold is in the ledger and, for trades between
-- them, in settlement.seat_nets. They are entitled at the same moment and by the same terms as members, without the health
-- insurance supplement, which people pay. docs/features/corporate-actions.md explains.

INSERT INTO ledger.chart (owner_kind, kind, dated, holding, lowest, highest) VALUES ('lending', 'dividend', true, false, 0, NULL);

ALTER TABLE app.corporate_actions
  -- The entries of seats and pool beside seats_entry, which has their shares.
  ADD COLUMN seats_accrued   uuid UNIQUE,
  ADD COLUMN seats_paid      uuid UNIQUE,
  ADD COLUMN seats_delivered uuid UNIQUE;

CREATE TABLE app.seat_entitlements (
  action_id     uuid   NOT NULL REFERENCES app.corporate_actions (id),
  -- As account codes begin.
  owner         text   NOT NULL CHECK (owner ~ '^(seat|lending)/.'),
  -- One of them is zero: what a seat has bought and sold is one number.
  long_shares   bigint NOT NULL CHECK (long_shares >= 0),
  short_shares  bigint NOT NULL CHECK (short_shares >= 0),
  gross         bigint NOT NULL CHECK (gross >= 0),
  owed          bigint NOT NULL CHECK (owed >= 0),
  new_shares    bigint NOT NULL,
  owed_shares   bigint NOT NULL,
  -- Cash for fractions of a share, within gross and owed.
  fraction      bigint NOT NULL CHECK (fraction >= 0),
  owed_fraction bigint NOT NULL CHECK (owed_fraction >= 0),
  -- What short sellers owe the pool, within gross.
  from_shorts   bigint NOT NULL CHECK (from_shorts >= 0),
  PRIMARY KEY (action_id, owner),
  CONSTRAINT seat_entitlements_side CHECK (long_shares = 0 OR short_shares = 0),
  CONSTRAINT seat_entitlements_some CHECK (gross > 0 OR owed > 0 OR new_shares <> 0 OR owed_shares <> 0)
);
GRANT SELECT ON app.seat_entitlements TO fairlot_console, fairlot_worker;

-- The lines that the rows say, without a split's shares, whose lines are those of app.post_split_seats.
CREATE FUNCTION app.seat_lines(p_action app.corporate_actions, p_event text) RETURNS TABLE (code text, amount bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH l AS (
    SELECT v.code, v.amount FROM app.seat_entitlements s
    CROSS JOIN LATERAL (SELECT '/stk:' || p_action.symbol AS stock, p_action.split_to = p_action.split_from AS arrives) AS k
    CROSS JOIN LATERAL (VALUES
      ('dividend.accrued', s.owner || '/TWD/dividend@' || p_action.pays_on, s.gross),
      ('dividend.accrued', s.owner || '/TWD/payable@' || p_action.pays_on, -s.owed),
      ('dividend.accrued', 'house/main/TWD/dividends', s.owed - s.gross),
      ('dividend.paid', s.owner || '/TWD/dividend@' || p_action.pays_on, -s.gross),
      ('dividend.paid', s.owner || '/TWD/available', s.gross),
      ('shares.adjusted', s.owner || k.stock || '/dividend@' || p_action.pays_on, CASE WHEN k.arrives THEN s.new_shares END),
      ('shares.adjusted', s.owner || k.stock || '/payable@' || p_action.pays_on, CASE WHEN k.arrives THEN -s.owed_shares END),
      ('shares.adjusted', 'house/main' || k.stock || '/issue', CASE WHEN k.arrives THEN s.owed_shares - s.new_shares END),
      ('shares.delivered', s.owner || k.stock || '/dividend@' || p_action.pays_on, CASE WHEN k.arrives THEN -s.new_shares END),
      ('shares.delivered', s.owner || k.stock || '/available', CASE WHEN k.arrives THEN s.new_shares END)
    ) AS v (event, code, amount)
    WHERE s.action_id = p_action.id AND v.event = p_event AND v.amount <> 0
  )
  SELECT l.code, sum(l.amount)::bigint FROM l GROUP BY l.code HAVING sum(l.amount) <> 0 ORDER BY l.code
$$;

-- One entry for all of them: there are few. Null when the rows say nothing of this event.
CREATE FUNCTION app.post_seats(p_action app.corporate_actions, p_event text, p_now timestamptz) RETURNS uuid
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_codes   text[];
  v_amounts bigint[];
  v_entry   uuid;
BEGIN
  SELECT array_agg(l.code ORDER BY l.code), array_agg(l.amount ORDER BY l.code) INTO v_codes, v_amounts FROM app.seat_lines(p_action, p_event) AS l;
  IF v_codes IS NULL THEN RETURN NULL; END IF;
  SELECT p.entry_id INTO STRICT v_entry FROM app.post_shares(p_event, p_action.id, ARRAY[format('%s %s seats', p_event, p_action.id)],
    array_fill(1, ARRAY[cardinality(v_codes)]), v_codes, v_amounts, array_fill(NULL::uuid, ARRAY[cardinality(v_codes)]), p_now) AS p;
  RETURN v_entry;
END $$;

-- Nothing of the stock moves between the reading of who holds and the entries. In the order of settlement: its sums, then the ledger.
CREATE FUNCTION app.lock_seats(p_symbol text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM settlement.seat_nets n WHERE n.asset = 'stk:' || p_symbol ORDER BY n.seat, n.asset, n.due FOR UPDATE;
  PERFORM FROM ledger.balances b WHERE b.account_id = ANY (ARRAY(SELECT a.id FROM ledger.accounts a
    WHERE a.asset = 'stk:' || p_symbol AND a.owner_kind IN ('seat', 'lending'))) ORDER BY b.account_id FOR NO KEY UPDATE;
END $$;

-- What each holds by the trade. What the pool has lent is multiplied with the shorts, which owe it.
CREATE FUNCTION app.seat_holdings(p_symbol text) RETURNS TABLE (owner text, shares bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT h.owner, sum(h.shares)::bigint FROM (
    SELECT a.owner_kind || '/' || a.owner_id AS owner, b.balance AS shares
    FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    WHERE a.asset = 'stk:' || p_symbol AND (a.owner_kind = 'seat' OR a.owner_kind = 'lending' AND a.kind <> 'lent')
    UNION ALL
    SELECT 'seat/' || n.seat, n.amount FROM settlement.seat_nets n WHERE n.asset = 'stk:' || p_symbol
  ) AS h GROUP BY h.owner
$$;

-- Entitles them: what is new is the whole shares of a stock dividend, or what a split has made of their accounts already.
-- After the rows of members, whose shorts owe the pool.
CREATE FUNCTION app.entitle_seats(action app.corporate_actions, p_reference integer, p_held jsonb, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_accrued uuid;
  v_shares  uuid;
BEGIN
  INSERT INTO app.seat_entitlements (action_id, owner, long_shares, short_shares, gross, owed, new_shares, owed_shares, fraction, owed_fraction,
    from_shorts)
  SELECT action.id, r.* FROM (
    SELECT f.owner, greatest(f.held, 0) AS long, greatest(-f.held, 0) AS short,
      app.dividend_gross(action.cash_micros, greatest(f.held, 0)) + f.fraction + f.from_shorts AS gross,
      app.dividend_gross(action.cash_micros, greatest(-f.held, 0)) + f.owed_fraction AS owed,
      CASE WHEN f.held >= 0 THEN f.after - f.held ELSE 0 END AS new_shares, CASE WHEN f.held < 0 THEN f.held - f.after ELSE 0 END AS owed_shares,
      f.fraction, f.owed_fraction, f.from_shorts
    FROM (
      SELECT n.*, app.fraction_cash(action, greatest(n.remainder, 0), p_reference) AS fraction,
        app.fraction_cash(action, greatest(-n.remainder, 0), p_reference) AS owed_fraction,
        CASE n.owner WHEN 'lending/pool' THEN (
          SELECT coalesce(sum(d.owed), 0) FROM app.dividend_entitlements d WHERE d.action_id = action.id)::bigint ELSE 0 END AS from_shorts
      FROM (
        SELECT w.*, w.held * action.ratio_to::numeric - w.after * action.ratio_from::numeric AS remainder FROM (
          SELECT b.owner, b.held, CASE WHEN action.split_to = action.split_from
            THEN div(b.held * action.ratio_to::numeric, action.ratio_from)::bigint ELSE coalesce(x.shares, 0) END AS after
          FROM (
            SELECT k.key AS owner, k.value::bigint AS held FROM jsonb_each_text(p_held) AS k
            -- The pool may have lent all it had.
            UNION ALL SELECT 'lending/pool', 0 WHERE NOT p_held ? 'lending/pool'
          ) AS b LEFT JOIN app.seat_holdings(action.symbol) AS x ON x.owner = b.owner
        ) AS w
      ) AS n
    ) AS f
  ) AS r WHERE r.gross > 0 OR r.owed > 0 OR r.new_shares <> 0 OR r.owed_shares <> 0;
  v_accrued := app.post_seats(action, 'dividend.accrued', p_now);
  v_shares := app.post_seats(action, 'shares.adjusted', p_now);
  UPDATE app.corporate_actions SET seats_accrued = v_accrued, seats_entry = coalesce(v_shares, seats_entry) WHERE id = action.id;
  -- What they owe is collected on the payment date, as every debt of a settlement date.
  INSERT INTO settlement.dues (due, owner, asset)
  SELECT action.pays_on, s.owner, v.asset FROM app.seat_entitlements s
  CROSS JOIN LATERAL (VALUES ('TWD', s.owed), ('stk:' || action.symbol, CASE WHEN action.split_to = action.split_from THEN s.owed_shares END))
    AS v (asset, amount)
  WHERE s.action_id = action.id AND v.amount > 0 ORDER BY s.owner, v.asset
  ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false;
END $$;

-- As before, and what seats owe each other from trades that are not in the ledger yet: it is posted with the split, so that it is
-- multiplied too, by any ratio. A seat that lacks it owes it on the settlement date.
CREATE OR REPLACE FUNCTION app.post_split_seats(action app.corporate_actions, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_codes   text[];
  v_amounts bigint[];
  v_entry   uuid;
BEGIN
  WITH nets AS (
    DELETE FROM settlement.seat_nets n WHERE n.asset = 'stk:' || action.symbol RETURNING n.seat, n.due, n.amount
  ), net AS MATERIALIZED (
    SELECT n.seat, max(n.due) AS due, sum(n.amount)::bigint AS amount FROM nets n GROUP BY n.seat
  ), before AS MATERIALIZED (
    SELECT a.code, a.owner_kind, a.owner_id, a.kind, b.balance FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
    WHERE a.asset = 'stk:' || action.symbol AND (a.owner_kind = 'seat' AND a.kind IN ('available', 'receivable', 'payable')
      OR a.owner_kind = 'lending' AND a.kind = 'available')
  ), traded AS MATERIALIZED (
    SELECT n.seat, n.due, coalesce(b.balance, 0) + n.amount AS free
    FROM net n LEFT JOIN before b ON b.owner_kind = 'seat' AND b.owner_id = n.seat AND b.kind = 'available'
  ), wanted AS (
    SELECT b.code, b.balance AS shares FROM before b
    WHERE NOT (b.owner_kind = 'seat' AND b.kind = 'available' AND EXISTS (SELECT FROM traded t WHERE t.seat = b.owner_id))
    UNION ALL
    SELECT 'seat/' || t.seat || '/stk:' || action.symbol || CASE WHEN t.free < 0 THEN '/payable@' || t.due ELSE '/available' END, t.free FROM traded t
  ), after AS (
    SELECT w.code, sum(div(w.shares * action.ratio_to::numeric, action.ratio_from))::bigint AS shares FROM wanted w GROUP BY w.code
  ), owing AS (
    INSERT INTO settlement.dues (due, owner, asset) SELECT t.due, 'seat/' || t.seat, 'stk:' || action.symbol FROM traded t WHERE t.free < 0
    ORDER BY t.seat ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false
  )
  SELECT array_agg(s.code ORDER BY s.code), array_agg(s.amount ORDER BY s.code) INTO v_codes, v_amounts FROM (
    SELECT coalesce(x.code, b.code) AS code, coalesce(x.shares, 0) - coalesce(b.balance, 0) AS amount
    FROM after x FULL JOIN before b ON b.code = x.code
  ) AS s WHERE s.amount <> 0;
  IF v_codes IS NULL THEN RETURN; END IF;
  IF (SELECT sum(u.amount) FROM unnest(v_amounts) AS u (amount)) <> 0 THEN
    v_codes := v_codes || ('house/main/stk:' || action.symbol || '/issue');
    v_amounts := v_amounts || -(SELECT sum(u.amount) FROM unnest(v_amounts) AS u (amount))::bigint;
  END IF;
  SELECT p.entry_id INTO v_entry FROM app.post_shares('shares.adjusted', action.id, ARRAY[format('shares.adjusted %s seats', action.id)],
    array_fill(1, ARRAY[cardinality(v_codes)]), v_codes, v_amounts, array_fill(NULL::uuid, ARRAY[cardinality(v_codes)]), p_now) AS p;
  UPDATE app.corporate_actions SET seats_entry = v_entry WHERE id = action.id;
END $$;

-- As before, and the seats and the pool. Their accounts are locked before anybody's holding is read: a share that moves from a seat to
-- a member at this moment is entitled once.
CREATE OR REPLACE FUNCTION app.take_entitlements(p_action uuid, p_shard smallint, p_reference integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  action  app.corporate_actions;
  v_close record;
  v_kind  text;
  v_held  jsonb;
  v_count integer;
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'announced' FOR UPDATE;
  SELECT k.date, k.price INTO v_close FROM app.last_close(p_shard, action.symbol) AS k;
  SELECT i.kind INTO STRICT v_kind FROM app.instruments i WHERE i.symbol = action.symbol;
  IF (v_close.date < action.ex_on
    AND p_reference = app.ex_price(v_kind, v_close.price, action.cash_micros, action.ratio_to, action.ratio_from)
    AND action.ex_on <= ((clock_timestamp() + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second') AT TIME ZONE 'Asia/Taipei')::date
    AND NOT EXISTS (SELECT FROM exchange.phase_changes c WHERE c.shard = p_shard AND c.date > v_close.date)) IS NOT TRUE THEN
    RAISE EXCEPTION 'dividend %: the day before % is not over, or the next has begun', p_action, action.ex_on USING ERRCODE = 'check_violation';
  ELSIF action.ratio_to <> action.ratio_from AND EXISTS (SELECT FROM app.corporate_actions a
    WHERE a.symbol = action.symbol AND a.state = 'ex' AND a.ratio_to <> a.ratio_from AND a.pays_on >= action.ex_on) THEN
    RAISE EXCEPTION 'action %: new shares of % have not arrived yet', p_action, action.symbol USING ERRCODE = 'check_violation';
  ELSIF action.split_to <> action.split_from AND (app.has_offered_shares(action.symbol)
    OR ledger.balance_of('lending/pool/stk:' || action.symbol || '/held') > 0) THEN
    RAISE EXCEPTION 'action %: shares of % are held for an offer or a short order', p_action, action.symbol USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM app.positions p WHERE p.symbol = action.symbol AND p.state <> 'closed' ORDER BY p.id FOR NO KEY UPDATE;
  PERFORM app.lock_seats(action.symbol);
  SELECT coalesce(jsonb_object_agg(h.owner, h.shares), '{}') INTO v_held FROM app.seat_holdings(action.symbol) AS h;
  PERFORM app.write_adjustments(action);
  v_count := app.write_entitlements(action, p_reference);
  PERFORM app.adjust_positions(action, p_now);
  IF action.split_to <> action.split_from THEN
    PERFORM app.post_split_seats(action, p_now);
  END IF;
  PERFORM app.entitle_seats(action, p_reference, v_held, p_now);
  PERFORM app.post_adjusted_shares(action, p_now);
  IF action.split_to <> action.split_from THEN
    PERFORM app.pledge_arrived(action.symbol, NULL, p_now);
  END IF;
  PERFORM app.adjust_triggers(v_kind, action);
  UPDATE app.corporate_actions SET state = 'ex', held_on = v_close.date, close = v_close.price, reference = p_reference,
    holders = v_count, ex_at = p_now WHERE id = p_action;
  -- Now, and not within the time of the commit: it takes as long as the holders are many.
  SET CONSTRAINTS ledger.entries_enforce_shares IMMEDIATE;
  RETURN v_count;
END $$;

-- Pays and delivers to all seats and the pool from the payment date on. Answers how many entries that took; 0 the second time.
CREATE FUNCTION app.pay_seats(p_action uuid, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  action app.corporate_actions;
  v_paid uuid;
  v_came uuid;
BEGIN
  SELECT a.* INTO STRICT action FROM app.corporate_actions a WHERE a.id = p_action AND a.state = 'ex' FOR UPDATE;
  PERFORM app.check_payment_date(action);
  IF action.seats_delivered IS NULL THEN v_came := app.post_seats(action, 'shares.delivered', p_now); END IF;
  IF action.seats_paid IS NULL THEN v_paid := app.post_seats(action, 'dividend.paid', p_now); END IF;
  UPDATE app.corporate_actions SET seats_delivered = coalesce(v_came, seats_delivered), seats_paid = coalesce(v_paid, seats_paid)
  WHERE id = p_action AND num_nonnulls(v_came, v_paid) > 0;
  RETURN num_nonnulls(v_came, v_paid);
END $$;
GRANT EXECUTE ON FUNCTION app.pay_seats TO fairlot_worker;

-- As before, and the seats' part.
CREATE OR REPLACE FUNCTION app.end_corporate_action(p_action uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.corporate_actions SET state = 'paid', paid_at = p_now WHERE id = p_action AND state = 'ex' AND NOT EXISTS (
    SELECT FROM app.dividend_entitlements d WHERE d.action_id = p_action AND (
      d.accrued_entry IS NULL AND d.gross + d.owed + d.owed_supplement > 0 OR d.paid_entry IS NULL AND d.gross > d.withheld
      OR d.delivered_entry IS NULL AND d.new_shares > 0 AND corporate_actions.split_to = corporate_actions.split_from))
  AND NOT EXISTS (
    SELECT FROM app.seat_entitlements s WHERE s.action_id = p_action AND (
      corporate_actions.seats_paid IS NULL AND s.gross > 0
      OR corporate_actions.seats_delivered IS NULL AND s.new_shares > 0 AND corporate_actions.split_to = corporate_actions.split_from));
  RETURN FOUND;
END $$;

SELECT ledger.allow_posting('fairlot_worker', 'dividend.accrued', '+seat/dividend -seat/payable +lending/dividend', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'dividend.paid', '-seat/dividend +seat/available -lending/dividend +lending/available', 'money', 'within-owner');
SELECT ledger.allow_posting('fairlot_worker', 'shares.adjusted', '+seat/dividend +lending/dividend', 'shares');
SELECT ledger.allow_posting('fairlot_worker', 'shares.delivered', '-seat/dividend +seat/available -lending/dividend +lending/available', 'shares',
  'within-owner');

CREATE OR REPLACE FUNCTION app.check_dividend_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.accrued_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.paid_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.corporate_actions a WHERE a.seats_accrued = NEW.id)
    AND NOT EXISTS (SELECT FROM app.corporate_actions a WHERE a.seats_paid = NEW.id) THEN
    RAISE EXCEPTION 'entry %: no dividend that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION app.check_share_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.shares_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.delivered_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.corporate_actions a WHERE a.seats_entry = NEW.id)
    AND NOT EXISTS (SELECT FROM app.corporate_actions a WHERE a.seats_delivered = NEW.id) THEN
    RAISE EXCEPTION 'entry %: no corporate action that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

-- Reconciliation.
UPDATE recon.events SET accounts = accounts || '{seat/dividend,seat/payable,lending/dividend}' WHERE event = 'dividend.accrued';
UPDATE recon.events SET accounts = accounts || '{seat/dividend,seat/available,lending/dividend,lending/available}'
WHERE event IN ('dividend.paid', 'shares.delivered');
UPDATE recon.events SET accounts = accounts || '{seat/dividend,lending/dividend}' WHERE event = 'shares.adjusted';

-- The rows follow from the terms, and the entry has their lines and no others. A split's shares are those of the accounts.
CREATE FUNCTION app.is_seat_entry(p_action app.corporate_actions, p_event text, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT recon.is_approved_by_two(p_action.review_id, 'corporate-actions', p_action.id::text)
  AND NOT EXISTS (
    SELECT FROM app.seat_entitlements s
    CROSS JOIN LATERAL (SELECT s.long_shares - s.short_shares AS held) AS h
    CROSS JOIN LATERAL (SELECT h.held + s.new_shares - s.owed_shares AS after) AS n
    CROSS JOIN LATERAL (SELECT h.held * p_action.ratio_to::numeric - n.after * p_action.ratio_from::numeric AS remainder) AS r
    WHERE s.action_id = p_action.id AND (
      s.fraction = app.fraction_cash(p_action, greatest(r.remainder, 0), p_action.reference)
      AND s.owed_fraction = app.fraction_cash(p_action, greatest(-r.remainder, 0), p_action.reference)
      AND s.gross = app.dividend_gross(p_action.cash_micros, s.long_shares) + s.fraction + s.from_shorts
      AND s.owed = app.dividend_gross(p_action.cash_micros, s.short_shares) + s.owed_fraction
      AND s.from_shorts = CASE s.owner WHEN 'lending/pool' THEN (
        SELECT coalesce(sum(d.owed), 0) FROM app.dividend_entitlements d WHERE d.action_id = p_action.id) ELSE 0 END
      AND (p_action.split_to <> p_action.split_from OR n.after = div(h.held * p_action.ratio_to::numeric, p_action.ratio_from))) IS NOT TRUE)
  AND (p_event = 'shares.adjusted' AND p_action.split_to <> p_action.split_from OR NOT EXISTS (
    SELECT FROM (
      SELECT a.code, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code
    ) AS posted FULL JOIN app.seat_lines(p_action, p_event) AS said ON said.code = posted.code
    WHERE said.amount IS DISTINCT FROM posted.amount))
$$;

CREATE OR REPLACE FUNCTION recon.untraced_dividends(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, coalesce(d.gross, 0)::numeric, 'no dividend that says so'
  FROM ledger.entries e LEFT JOIN app.dividend_entitlements d
    ON e.event = 'dividend.accrued' AND d.accrued_entry = e.id OR e.event = 'dividend.paid' AND d.paid_entry = e.id
  LEFT JOIN app.corporate_actions a ON a.id = d.action_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event ^@ 'dividend.'
    AND (app.is_dividend_entry(d, a, e.event, e.id) AND app.is_entitled(d, a)
      OR EXISTS (SELECT FROM app.corporate_actions s
        WHERE e.id = CASE e.event WHEN 'dividend.accrued' THEN s.seats_accrued ELSE s.seats_paid END AND app.is_seat_entry(s, e.event, e.id)))
      IS NOT TRUE
  UNION ALL
  SELECT e.id, e.event, coalesce(d.new_shares, 0)::numeric, 'no corporate action that says so'
  FROM ledger.entries e LEFT JOIN app.dividend_entitlements d
    ON e.event = 'shares.adjusted' AND d.shares_entry = e.id OR e.event = 'shares.delivered' AND d.delivered_entry = e.id
  LEFT JOIN app.corporate_actions a ON a.id = d.action_id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event IN ('shares.adjusted', 'shares.delivered')
    AND (app.is_share_entry(d, a, e.event, e.id) AND app.is_entitled(d, a)
      OR EXISTS (SELECT FROM app.corporate_actions s
        WHERE e.id = CASE e.event WHEN 'shares.adjusted' THEN s.seats_entry ELSE s.seats_delivered END AND app.is_seat_entry(s, e.event, e.id)))
      IS NOT TRUE
$$;

-- As before; and what seats are entitled to without an entry.
CREATE OR REPLACE FUNCTION recon.unbooked_dividends(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.action_id, d.gross::numeric, 'dividend' FROM app.dividend_entitlements d JOIN app.corporate_actions a ON a.id = d.action_id
  CROSS JOIN LATERAL (VALUES ('dividend.accrued', d.accrued_entry, d.accrued_at), ('dividend.paid', d.paid_entry, d.paid_at),
    ('shares.adjusted', d.shares_entry, CASE WHEN d.new_shares <> 0 OR d.owed_shares <> 0 THEN a.ex_at END),
    ('shares.delivered', d.delivered_entry, d.delivered_at)) AS v (event, entry, at)
  LEFT JOIN ledger.entries e ON e.id = v.entry AND e.posted_at = ledger.time_of(v.entry)
  WHERE v.at >= p_since AND (e.event = v.event AND e.reference = d.action_id::text) IS NOT TRUE
  UNION ALL
  SELECT a.id, 0::numeric, 'dividend of seats' FROM app.corporate_actions a
  CROSS JOIN LATERAL (VALUES ('dividend.accrued', a.seats_accrued, a.ex_at), ('shares.adjusted', a.seats_entry, a.ex_at),
    ('dividend.paid', a.seats_paid, a.paid_at), ('shares.delivered', a.seats_delivered, a.paid_at)) AS v (event, entry, at)
  LEFT JOIN ledger.entries e ON e.id = v.entry AND e.posted_at = ledger.time_of(v.entry)
  WHERE v.at >= p_since AND EXISTS (SELECT FROM app.seat_lines(a, v.event)) AND (e.event = v.event AND e.reference = a.id::text) IS NOT TRUE
$$;

-- As before, with the seats and the pool.
CREATE OR REPLACE FUNCTION recon.check_dividends() RETURNS SETOF recon.finding
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH rights AS MATERIALIZED (
    SELECT d.action_id, d.owed - d.gross AS issuers, d.withheld + d.owed_supplement AS withheld,
      CASE WHEN d.paid_entry IS NULL THEN d.gross - d.withheld ELSE 0 END AS unpaid
    FROM app.dividend_entitlements d WHERE d.accrued_entry IS NOT NULL
    UNION ALL
    SELECT s.action_id, s.owed - s.gross, 0, CASE WHEN a.seats_paid IS NULL THEN s.gross ELSE 0 END
    FROM app.seat_entitlements s JOIN app.corporate_actions a ON a.id = s.action_id
  ), said AS MATERIALIZED (
    SELECT count(*) AS rows, coalesce(sum(r.issuers), 0) AS issuers, coalesce(sum(r.withheld), 0) AS withheld, coalesce(sum(r.unpaid), 0) AS unpaid
    FROM rights r
  ), trial AS MATERIALIZED (
    SELECT t.asset, sum(t.total) AS total FROM ledger.trial_balance() AS t
    WHERE t.owner_kind IN ('member', 'seat', 'lending') AND t.kind = 'dividend' GROUP BY t.asset
  ), booked AS MATERIALIZED (
    SELECT ledger.balance_of('house/main/TWD/dividends') - app.corrected('house/main/TWD/dividends') AS issuers,
      ledger.balance_of('tax/supplement/TWD/collected') - app.corrected('tax/supplement/TWD/collected') AS withheld,
      (SELECT coalesce(sum(t.total), 0) FROM trial t WHERE t.asset = 'TWD') AS unpaid
  ), coming AS (
    SELECT d.action_id, d.new_shares FROM app.dividend_entitlements d WHERE d.new_shares > 0 AND d.delivered_entry IS NULL
    UNION ALL
    SELECT s.action_id, s.new_shares FROM app.seat_entitlements s JOIN app.corporate_actions a ON a.id = s.action_id
    WHERE s.new_shares > 0 AND a.seats_delivered IS NULL
  ), arriving AS MATERIALIZED (
    SELECT coalesce(sum(abs(coalesce(b.total, 0) - coalesce(x.total, 0))), 0) AS off FROM (
      SELECT t.asset, t.total FROM trial t WHERE t.asset LIKE 'stk:%'
    ) AS b FULL JOIN (
      SELECT 'stk:' || a.symbol AS asset, sum(c.new_shares) AS total
      FROM coming c JOIN app.corporate_actions a ON a.id = c.action_id AND a.split_to = a.split_from GROUP BY a.symbol
    ) AS x ON x.asset = b.asset
  ), cancels AS MATERIALIZED (
    SELECT count(*) AS wrong, min(a.id::text) AS first FROM app.corporate_actions a
    WHERE a.state = 'cancelled' AND (recon.is_approved_by_two(a.cancel_review_id, 'dividend-cancel', a.id::text)
      AND NOT EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.action_id = a.id)
      AND NOT EXISTS (SELECT FROM app.seat_entitlements s WHERE s.action_id = a.id)) IS NOT TRUE
  )
  SELECT 'dividends', 'money', s.rows, -b.issuers,
    abs(b.issuers - s.issuers) + abs(b.withheld - s.withheld) + abs(b.unpaid - s.unpaid) + c.wrong + r.off,
    CASE WHEN (b.issuers, b.withheld, b.unpaid) IS DISTINCT FROM (s.issuers, s.withheld, s.unpaid)
      THEN format('issuers %s of %s, withheld %s of %s, unpaid %s of %s', b.issuers, s.issuers, b.withheld, s.withheld, b.unpaid, s.unpaid)
      WHEN c.wrong > 0 THEN format('cancelled without two operators or after the ex-date: %s, first %s', c.wrong, c.first)
      WHEN r.off > 0 THEN format('%s shares on their way differ', r.off) END
  FROM said s, booked b, cancels c, arriving r
$$;
