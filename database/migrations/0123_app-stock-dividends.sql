-- Stock dividends and splits. Both multiply the shares of every position at the ex-date: a stock dividend's new shares arrive on the
-- payment date, a split's at once. docs/features/corporate-actions.md explains.

ALTER TABLE app.corporate_actions
  -- New shares in millionths of a share held.
  ADD COLUMN stock_micros  bigint  NOT NULL DEFAULT 0 CHECK (stock_micros BETWEEN 0 AND 1000000),
  -- split_from shares become split_to.
  ADD COLUMN split_to      integer NOT NULL DEFAULT 1 CHECK (split_to BETWEEN 1 AND 1000),
  ADD COLUMN split_from    integer NOT NULL DEFAULT 1 CHECK (split_from BETWEEN 1 AND 1000),
  -- The supplement counts a new share at par.
  ADD COLUMN par_value     integer NOT NULL DEFAULT 1000 CHECK (par_value > 0),
  -- A fraction of a share is paid at this part of the reference price, in hundredths of a percent.
  ADD COLUMN fraction_rate integer NOT NULL DEFAULT 10000 CHECK (fraction_rate BETWEEN 0 AND 10000),
  ADD COLUMN ratio_to      bigint  GENERATED ALWAYS AS ((1000000 + stock_micros) * split_to) STORED,
  ADD COLUMN ratio_from    bigint  GENERATED ALWAYS AS (1000000::bigint * split_from) STORED,
  -- The entry of the market makers and of the lending pool; a split has one.
  ADD COLUMN seats_entry   uuid    UNIQUE,
  DROP CONSTRAINT corporate_actions_cash_micros_check,
  ADD CONSTRAINT corporate_actions_cash_micros_check CHECK (cash_micros >= 0),
  ADD CONSTRAINT corporate_actions_some CHECK (CASE WHEN split_to = split_from THEN split_to = 1 AND cash_micros + stock_micros > 0
    ELSE cash_micros + stock_micros = 0 AND split_to <= split_from * 100::bigint AND split_from <= split_to * 100::bigint END);

ALTER TABLE app.dividend_entitlements
  ADD COLUMN new_shares      bigint NOT NULL DEFAULT 0,
  -- What a short owes in more shares.
  ADD COLUMN owed_shares     bigint NOT NULL DEFAULT 0,
  -- Cash for fractions of a share, within gross and owed.
  ADD COLUMN fraction        bigint NOT NULL DEFAULT 0 CHECK (fraction >= 0),
  ADD COLUMN owed_fraction   bigint NOT NULL DEFAULT 0 CHECK (owed_fraction >= 0),
  -- The part of the supplement that the cash does not cover: owed on the payment date.
  ADD COLUMN owed_supplement bigint NOT NULL DEFAULT 0 CHECK (owed_supplement >= 0),
  ADD COLUMN shares_entry    uuid   UNIQUE,
  ADD COLUMN delivered_entry uuid   UNIQUE,
  ADD COLUMN delivered_at    timestamptz,
  -- When the member was told of new shares.
  ADD COLUMN notified_at     timestamptz,
  DROP CONSTRAINT dividend_entitlements_some,
  ADD CONSTRAINT dividend_entitlements_some CHECK (gross > 0 OR owed > 0 OR owed_supplement > 0 OR new_shares <> 0 OR owed_shares <> 0),
  ADD CONSTRAINT dividend_entitlements_delivered CHECK (num_nonnulls(delivered_entry, delivered_at) IN (0, 2));
DROP INDEX app.dividend_entitlements_to_accrue;
CREATE INDEX dividend_entitlements_to_accrue ON app.dividend_entitlements (action_id, member_id)
  WHERE accrued_entry IS NULL AND gross + owed + owed_supplement > 0;
DROP INDEX app.dividend_entitlements_to_pay;
CREATE INDEX dividend_entitlements_to_pay ON app.dividend_entitlements (action_id, member_id) WHERE paid_entry IS NULL AND gross > withheld;
CREATE INDEX dividend_entitlements_to_deliver ON app.dividend_entitlements (action_id, member_id)
  WHERE delivered_entry IS NULL AND new_shares > 0;
CREATE INDEX dividend_entitlements_to_notify ON app.dividend_entitlements (action_id, member_id)
  WHERE notified_at IS NULL AND (new_shares <> 0 OR owed_shares <> 0);
GRANT UPDATE (notified_at) ON app.dividend_entitlements TO fairlot_worker;

-- What an action made of each position.
CREATE TABLE app.share_adjustments (
  action_id   uuid    NOT NULL REFERENCES app.corporate_actions (id),
  position_id uuid    NOT NULL REFERENCES app.positions (id),
  member_id   uuid    NOT NULL REFERENCES app.members (id),
  direction   text    NOT NULL CHECK (direction IN ('long', 'short')),
  shares_from integer NOT NULL CHECK (shares_from > 0),
  shares_to   integer NOT NULL CHECK (shares_to >= 0),
  opened_from integer NOT NULL,
  opened_to   integer NOT NULL,
  -- What is left of a share, in parts of ratio_from.
  remainder   bigint  NOT NULL CHECK (remainder >= 0),
  -- The rounding of what earlier closes used of the cost.
  realised    bigint  NOT NULL,
  -- New shares that wait for the payment date: they count as closing, so nothing sells them.
  arriving    integer NOT NULL CHECK (arriving >= 0),
  PRIMARY KEY (action_id, position_id)
);
CREATE INDEX share_adjustments_of_position ON app.share_adjustments (position_id);
CREATE INDEX share_adjustments_of_member ON app.share_adjustments (member_id, action_id);
CREATE INDEX share_adjustments_arriving ON app.share_adjustments (position_id) WHERE arriving > 0;
GRANT SELECT ON app.share_adjustments TO fairlot_api, fairlot_console, fairlot_worker, fairlot_settlement;

-- A pledge covers the loan with its new shares too, before they arrive.
ALTER TABLE app.credit_pledges ADD COLUMN arriving integer NOT NULL DEFAULT 0 CHECK (arriving >= 0);

-- A price less the dividend, for one share of those it becomes; to the nearest tick, a half up; never below one tick.
DROP FUNCTION app.lower_triggers(text, text, bigint);
DROP FUNCTION app.ex_price(text, integer, bigint);
CREATE FUNCTION app.ex_price(p_kind text, p_price integer, p_micros bigint, p_to bigint DEFAULT 1, p_from bigint DEFAULT 1) RETURNS integer
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT greatest(floor((2 * e.above + t.tick * e.below) / (2 * t.tick * e.below)) * t.tick, t.tick)::integer
  FROM (SELECT (p_price::numeric * 10000 - p_micros) * p_from AS above, 10000::numeric * p_to AS below) AS e
  CROSS JOIN LATERAL (
    SELECT CASE WHEN p_kind = 'etf' THEN CASE WHEN e.above < 5000 * e.below THEN 1 ELSE 5 END
      WHEN e.above < 1000 * e.below THEN 1 WHEN e.above < 5000 * e.below THEN 5 WHEN e.above < 10000 * e.below THEN 10
      WHEN e.above < 50000 * e.below THEN 50 WHEN e.above < 100000 * e.below THEN 100 ELSE 500 END AS tick
  ) AS t
$$;

-- Exits of positions and price alerts follow the price: its change on the ex-date is no move of the market. Entries keep their price.
CREATE FUNCTION app.adjust_triggers(p_kind text, action app.corporate_actions) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_path text[];
BEGIN
  FOREACH v_path SLICE 1 IN ARRAY ARRAY[ARRAY['stop', 'trigger'], ARRAY['stop', 'price'], ARRAY['takeProfit', 'price']] LOOP
    UPDATE app.conditional_orders c SET body = jsonb_set(c.body, v_path, to_jsonb(app.ex_price(p_kind, (c.body #>> v_path)::integer,
      action.cash_micros, action.ratio_to, action.ratio_from)))
    WHERE c.symbol = action.symbol AND c.state = 'waiting' AND c.kind <> 'entry' AND c.due IS NULL AND c.body #>> v_path IS NOT NULL;
  END LOOP;
  UPDATE app.conditional_orders c
  SET best_price = app.ex_price(p_kind, c.best_price, action.cash_micros, action.ratio_to, action.ratio_from)
  WHERE c.symbol = action.symbol AND c.state = 'waiting' AND c.kind <> 'entry' AND c.due IS NULL AND c.best_price IS NOT NULL;
  -- In two steps, because an adjusted alert may meet one that is not adjusted yet. No price reaches a billion.
  UPDATE app.price_alerts a
  SET threshold = 1000000000 + app.ex_price(p_kind, a.threshold, action.cash_micros, action.ratio_to, action.ratio_from)
  WHERE a.symbol = action.symbol AND a.state = 'waiting' AND a.kind <> 'moves';
  UPDATE app.price_alerts a SET threshold = a.threshold - 1000000000
  WHERE a.symbol = action.symbol AND a.state = 'waiting' AND a.kind <> 'moves' AND a.threshold > 1000000000;
END $$;

-- The part of a position's cost, or of a short's proceeds, that its closed shares have used: settlement computes the same.
CREATE FUNCTION app.basis_used(p app.positions, p_closed bigint, p_opened bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT (div(p.opened_value::numeric * p_closed, p_opened) + CASE p.direction WHEN 'long' THEN 1 ELSE -1 END
    * (div(p.open_fee::numeric * p_closed, p_opened) + div(p.open_tax::numeric * p_closed, p_opened)
      + div(p.borrow_fee::numeric * p_closed, p_opened)))::bigint
$$;

-- Writes what the action makes of every open position. What is owed or borrowed keeps at least one share, so that its debt keeps
-- a position.
CREATE FUNCTION app.write_adjustments(action app.corporate_actions) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.share_adjustments (action_id, position_id, member_id, direction, shares_from, shares_to, opened_from, opened_to,
    remainder, realised, arriving)
  SELECT action.id, p.id, p.member_id, p.direction, p.shares, n.shares, p.opened_shares, n.opened, n.remainder,
    CASE p.direction WHEN 'long' THEN 1 ELSE -1 END * (p.closed_basis
      - CASE n.shares WHEN 0 THEN app.basis_used(p, 1, 1) ELSE app.basis_used(p, n.opened - n.shares, n.opened) END),
    CASE WHEN p.direction = 'long' AND action.split_to = action.split_from THEN n.shares - p.shares ELSE 0 END
  FROM app.positions p
  CROSS JOIN LATERAL (
    SELECT div(p.shares * action.ratio_to::numeric, action.ratio_from)::integer AS whole,
      div((p.opened_shares - p.shares) * action.ratio_to::numeric, action.ratio_from)::integer AS before
  ) AS c
  CROSS JOIN LATERAL (SELECT c.whole = 0 AND (p.loan > 0 OR p.direction = 'short') AS is_kept) AS k
  CROSS JOIN LATERAL (
    SELECT CASE WHEN k.is_kept THEN 1 ELSE c.whole END AS shares,
      greatest(CASE WHEN k.is_kept THEN 1 ELSE c.whole END + c.before, 1) AS opened,
      CASE WHEN k.is_kept THEN 0 ELSE (p.shares * action.ratio_to::numeric - c.whole * action.ratio_from::numeric)::bigint END AS remainder
  ) AS n
  WHERE p.symbol = action.symbol AND p.state <> 'closed' AND p.shares > 0 AND action.ratio_to <> action.ratio_from
    AND (n.shares <> p.shares OR n.remainder > 0)
$$;

-- Shares, pledges and what was used of the cost. A position of which no whole share is left is closed.
CREATE FUNCTION app.adjust_positions(action app.corporate_actions, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_stray uuid;
BEGIN
  -- A split ends orders and conditional orders first; what is left in closing is pledged.
  IF action.split_to <> action.split_from THEN
    SELECT p.id INTO v_stray FROM app.positions p WHERE p.symbol = action.symbol AND p.state <> 'closed'
      AND p.closing <> (SELECT coalesce(sum(g.shares), 0) FROM app.credit_pledges g WHERE g.position_id = p.id) LIMIT 1;
    IF v_stray IS NOT NULL THEN
      RAISE EXCEPTION 'split %: position % has an open order', action.id, v_stray USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  UPDATE app.positions p SET shares = CASE s.shares_to WHEN 0 THEN p.shares ELSE s.shares_to END, opened_shares = s.opened_to,
    realised = p.realised + s.realised,
    closed_basis = p.closed_basis - CASE p.direction WHEN 'long' THEN s.realised ELSE -s.realised END,
    closing = CASE WHEN action.split_to = action.split_from THEN p.closing + s.arriving ELSE (
      SELECT coalesce(sum(div(g.shares * least(action.ratio_to, action.ratio_from)::numeric, action.ratio_from)), 0)
      FROM app.credit_pledges g WHERE g.position_id = p.id) END,
    state = CASE s.shares_to WHEN 0 THEN 'preparing-to-close' ELSE p.state END
  FROM app.share_adjustments s WHERE s.action_id = action.id AND p.id = s.position_id;
  UPDATE app.positions p SET state = 'closed', shares = 0, closing = 0, closed_at = p_now
  FROM app.share_adjustments s WHERE s.action_id = action.id AND p.id = s.position_id AND s.shares_to = 0;
  -- New shares of a pledge are held when they have arrived; a split's at once.
  UPDATE app.credit_pledges g SET arriving = div(g.shares * action.ratio_to::numeric, action.ratio_from) - g.shares
  WHERE g.symbol = action.symbol AND g.shares > 0 AND action.ratio_to > action.ratio_from;
END $$;
