-- Savings plans: a member buys a stock for an amount on days of every month. The worker sends the orders. It can send none without a
-- plan of the member, none beyond the amount, none twice for a date, and none for a day that the venue has not begun.

CREATE TABLE app.savings_plans (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL REFERENCES app.members (id),
  symbol      text        NOT NULL REFERENCES app.instruments (symbol),
  amount      bigint      NOT NULL CHECK (amount > 0),
  -- Days of the month, ascending.
  days        smallint[]  NOT NULL CHECK (cardinality(days) BETWEEN 1 AND 28 AND 1 <= ALL (days) AND 28 >= ALL (days)),
  state       text        NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),
  -- The first date on which it may buy since it was created, resumed or given other days.
  due_from    date        NOT NULL,
  -- The next date by the plan; the market may be closed on it.
  next_due_on date        NOT NULL,
  created_at  timestamptz NOT NULL,
  state_at    timestamptz NOT NULL
);
CREATE INDEX savings_plans_of_member ON app.savings_plans (member_id, created_at);
CREATE INDEX savings_plans_due ON app.savings_plans (next_due_on, id) WHERE state = 'active';
GRANT SELECT, INSERT (id, member_id, symbol, amount, days, due_from, next_due_on, created_at, state_at),
  UPDATE (amount, days, state, due_from, next_due_on, state_at) ON app.savings_plans TO fairlot_api;
GRANT SELECT, UPDATE (next_due_on) ON app.savings_plans TO fairlot_worker;
GRANT SELECT ON app.savings_plans TO fairlot_console;
CREATE TRIGGER savings_plans_enforce_initial_state BEFORE INSERT ON app.savings_plans
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('savings-plan');
CREATE TRIGGER savings_plans_enforce_transition BEFORE UPDATE ON app.savings_plans FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('savings-plan');

-- One row per plan and date, kept.
CREATE TABLE app.savings_runs (
  plan_id     uuid        NOT NULL REFERENCES app.savings_plans (id),
  due_on      date        NOT NULL,
  -- The trading day it moved to.
  on_date     date        NOT NULL,
  -- Of the plan on that day.
  amount      bigint      NOT NULL,
  state       text        NOT NULL CHECK (state IN ('ordered', 'filled', 'partly-filled', 'skipped')),
  reason      text        CHECK (reason IN ('money', 'amount', 'halted', 'limit-up', 'unfilled', 'restricted', 'stopped', 'cancelled',
    'delisted', 'refused', 'missed')),
  whole_order uuid        UNIQUE,
  odd_order   uuid        UNIQUE,
  at_upper    boolean     NOT NULL DEFAULT false,
  shares      integer     NOT NULL DEFAULT 0 CHECK (shares >= 0),
  spent       bigint      NOT NULL DEFAULT 0 CHECK (spent >= 0 AND spent <= amount),
  at          timestamptz NOT NULL,
  ended_at    timestamptz,
  PRIMARY KEY (plan_id, due_on),
  CONSTRAINT savings_runs_skipped_has_reason CHECK ((state = 'skipped') = (reason IS NOT NULL)),
  CONSTRAINT savings_runs_ended CHECK ((state = 'ordered') = (ended_at IS NULL)),
  CONSTRAINT savings_runs_bought CHECK ((shares > 0) = (state IN ('filled', 'partly-filled'))),
  CONSTRAINT savings_runs_has_order CHECK (state = 'skipped' OR num_nonnulls(whole_order, odd_order) > 0)
);
CREATE INDEX savings_runs_ordered ON app.savings_runs (at) WHERE state = 'ordered';
GRANT SELECT ON app.savings_runs TO fairlot_api, fairlot_console;
-- What it bought is written by app.end_savings_run alone.
GRANT SELECT, INSERT (plan_id, due_on, on_date, amount, state, reason, whole_order, odd_order, at_upper, at, ended_at)
  ON app.savings_runs TO fairlot_worker;
CREATE TRIGGER savings_runs_enforce_initial_state BEFORE INSERT ON app.savings_runs
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('savings-run');
CREATE TRIGGER savings_runs_enforce_transition BEFORE UPDATE ON app.savings_runs FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('savings-run');

CREATE FUNCTION app.check_savings_run() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  plan app.savings_plans;
BEGIN
  SELECT p.* INTO STRICT plan FROM app.savings_plans p WHERE p.id = NEW.plan_id FOR UPDATE;
  IF extract(day FROM NEW.due_on)::smallint <> ALL (plan.days) OR NEW.due_on < plan.due_from
    OR NEW.on_date NOT BETWEEN NEW.due_on AND NEW.due_on + 30 THEN
    RAISE EXCEPTION '% is no date of savings plan %', NEW.due_on, plan.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.amount <> plan.amount OR plan.state <> 'active' THEN
    RAISE EXCEPTION 'savings plan % does not buy for % now', plan.id, NEW.amount USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- The day of the venue, which the worker does not write: no date ahead of time, whatever the worker's clock says.
  IF NEW.state = 'ordered' AND NOT EXISTS (
    SELECT FROM settlement.prices q WHERE q.symbol = plan.symbol AND q.date = NEW.on_date) THEN
    RAISE EXCEPTION 'the venue trades % on another day than %', plan.symbol, NEW.on_date USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER savings_runs_of_plan BEFORE INSERT ON app.savings_runs FOR EACH ROW EXECUTE FUNCTION app.check_savings_run();

-- The orders of a date: bought for the plan's member with own money, and together for no more than the amount.
CREATE FUNCTION app.check_savings_order() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  run   app.savings_runs;
  v_sum bigint;
BEGIN
  SELECT r.* INTO run FROM app.savings_runs r JOIN app.savings_plans p ON p.id = r.plan_id
  WHERE (r.whole_order = NEW.id OR r.odd_order = NEW.id) AND r.state = 'ordered' AND r.on_date = NEW.date
    AND p.member_id = NEW.member_id AND p.symbol = NEW.symbol;
  IF NOT FOUND OR NEW.purpose <> 'open' OR NEW.direction <> 'long' OR NEW.multiple <> 100 OR NEW.day_trade
    OR NEW.price IS NULL OR NEW.replaces IS NOT NULL THEN
    RAISE EXCEPTION 'order % is of no savings plan', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT sum(greatest(o.price::bigint * o.quantity, o.held_cash)) INTO v_sum FROM app.orders o
  WHERE o.id = ANY (ARRAY[run.whole_order, run.odd_order])
    AND o.id BETWEEN least(run.whole_order, run.odd_order) AND greatest(run.whole_order, run.odd_order);
  IF v_sum > run.amount THEN
    RAISE EXCEPTION 'order % needs more than the % of its savings plan', NEW.id, run.amount USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_of_savings_plan AFTER INSERT ON app.orders FOR EACH ROW WHEN (NEW.origin = 'savings-plan')
  EXECUTE FUNCTION app.check_savings_order();

-- What a date bought, from its orders. No row while one of them is open.
CREATE FUNCTION app.end_savings_run(p_plan uuid, p_due date, p_now timestamptz)
RETURNS TABLE (state text, reason text, shares integer, spent bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  run   app.savings_runs;
  facts record;
BEGIN
  SELECT r.* INTO run FROM app.savings_runs r WHERE r.plan_id = p_plan AND r.due_on = p_due AND r.state = 'ordered' FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT coalesce(bool_or(o.state = 'entrusted'), true) AS open, sum(o.quantity)::integer AS ordered, sum(o.filled_shares)::integer AS filled,
    sum(o.filled_value + o.fee)::bigint AS spent, bool_or(o.cancel_asked_at IS NOT NULL OR o.reason = 'replaced') AS cancelled,
    bool_or(o.state = 'refused') AS refused
  INTO facts FROM app.orders o
  WHERE o.id = ANY (ARRAY[run.whole_order, run.odd_order])
    AND o.id BETWEEN least(run.whole_order, run.odd_order) AND greatest(run.whole_order, run.odd_order);
  IF facts.open THEN RETURN; END IF;
  RETURN QUERY UPDATE app.savings_runs r SET
    state = CASE WHEN facts.filled = facts.ordered THEN 'filled' WHEN facts.filled > 0 THEN 'partly-filled' ELSE 'skipped' END,
    reason = CASE WHEN facts.filled > 0 THEN NULL WHEN facts.refused THEN 'refused' WHEN facts.cancelled THEN 'cancelled'
      WHEN run.at_upper THEN 'limit-up' ELSE 'unfilled' END,
    shares = facts.filled, spent = facts.spent, ended_at = p_now
  WHERE r.plan_id = p_plan AND r.due_on = p_due
  RETURNING r.state, r.reason, r.shares, r.spent;
END $$;
GRANT EXECUTE ON FUNCTION app.end_savings_run TO fairlot_worker;

CREATE OR REPLACE FUNCTION app.is_order(p_id uuid, p_kind text, p_side text, p_purpose text, p_position uuid, p_direction text,
  p_multiple smallint, p_price integer, p_quantity integer, p_validity text, p_worst_price integer, p_origin text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_kind IN ('stock', 'etf') AND p_side IN ('buy', 'sell') AND p_purpose IN ('open', 'close') AND p_direction IN ('long', 'short')
  AND p_validity IN ('ROD', 'IOC', 'FOK') AND p_origin IN ('member', 'conditional', 'liquidation', 'auto-cover', 'savings-plan')
  AND p_multiple IN (100, 200, 250) AND (p_direction = 'long' OR p_multiple = 100)
  AND (p_side = 'buy') = ((p_purpose = 'open') = (p_direction = 'long')) AND (p_purpose = 'close' OR p_position = p_id)
  AND coalesce(p_price, 1) > 0 AND p_quantity > 0 AND p_worst_price > 0;
