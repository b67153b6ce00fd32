-- Holdings, the fills they come from, and members' wealth.

-- A holding: created by the first fill of an opening order, whose id it has.
CREATE TABLE app.positions (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL,
  symbol      text        NOT NULL,
  kind        text        NOT NULL CHECK (kind IN ('stock', 'etf')),
  direction   text        NOT NULL CHECK (direction IN ('long', 'short')),
  multiple    smallint    NOT NULL,
  -- Its origin: bought in the market, won, allotted or copied.
  product     text        NOT NULL DEFAULT 'competition' CHECK (product IN ('competition', 'auction', 'etf', 'placing')),
  opened_on   date        NOT NULL,
  opened_at   timestamptz NOT NULL,
  -- T+2 of the opening day: all fills of an order fall on one trading day.
  settles_on  date        NOT NULL,
  -- When it may be closed: the first trading day, and the time. Shown to the member, checked at every close.
  sellable_on date        NOT NULL,
  unlocks_at  timestamptz NOT NULL,
  ----
  day_trade   boolean     NOT NULL,
  state       text        NOT NULL DEFAULT 'holding' CHECK (state IN ('holding', 'preparing-to-close', 'closed')),
  reason      text        CHECK (reason IN ('member', 'conditional', 'liquidated', 'auto-cover')),
  opened_shares integer   NOT NULL CHECK (opened_shares > 0),
  -- Open now, and how many of those are in open close orders or waiting conditional ones.
  shares      integer     NOT NULL CHECK (shares >= 0),
  closing     integer     NOT NULL DEFAULT 0 CHECK (closing BETWEEN 0 AND shares),
  -- Value bought or sold at opening, and its costs.
  opened_value bigint     NOT NULL,
  open_fee    bigint      NOT NULL DEFAULT 0,
  open_tax    bigint      NOT NULL DEFAULT 0,
  borrow_fee  bigint      NOT NULL DEFAULT 0,
  -- Owed for it now: cash of a long. The shares of a short are `shares`.
  loan        bigint      NOT NULL DEFAULT 0 CHECK (loan >= 0),
  -- Collateral for it now: margin and proceeds of a short.
  collateral  bigint      NOT NULL DEFAULT 0 CHECK (collateral >= 0),
  -- Interest accrued and not paid, through this date.
  interest    bigint      NOT NULL DEFAULT 0 CHECK (interest >= 0),
  interest_through date   NOT NULL,
  -- For the closed part.
  closed_value bigint     NOT NULL DEFAULT 0,
  close_fee   bigint      NOT NULL DEFAULT 0,
  close_tax   bigint      NOT NULL DEFAULT 0,
  interest_paid bigint    NOT NULL DEFAULT 0,
  -- Result of the closed part, after all its costs.
  realised    bigint      NOT NULL DEFAULT 0,
  close_asked_at timestamptz,
  closed_at   timestamptz,
  -- The share of opening value and costs used up by the closed part, so that shares opened later do not change the
  -- result of those closed before.
  closed_basis bigint     NOT NULL DEFAULT 0,
  CONSTRAINT positions_closed_is_empty CHECK ((state = 'closed') = (shares = 0)),
  CONSTRAINT positions_closed_at CHECK ((state = 'closed') = (closed_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX positions_open ON app.positions (member_id, opened_at) WHERE state <> 'closed';
CREATE INDEX positions_closed ON app.positions (member_id, closed_at) WHERE state = 'closed';
CREATE INDEX positions_borrowed ON app.positions (symbol) WHERE state <> 'closed' AND (loan > 0 OR direction = 'short');
CREATE INDEX positions_day_trades ON app.positions (opened_on) WHERE state <> 'closed' AND day_trade;
CREATE INDEX positions_day_trades_closed ON app.positions (closed_at) WHERE state = 'closed' AND day_trade;
-- The api marks shares as closing and turns a day trade into a kept holding; settlement writes all else.
GRANT SELECT, UPDATE (day_trade, closing) ON app.positions TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.positions TO fairlot_worker;
GRANT SELECT ON app.positions TO fairlot_console;
CREATE TRIGGER positions_enforce_transition BEFORE UPDATE ON app.positions FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('position');

CREATE FUNCTION app.check_closing_of_api() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.positions p
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(o.left_shares) FILTER (WHERE o.replaces IS NULL OR o.accepted_at IS NOT NULL), 0) AS shares
      FROM app.orders o WHERE o.position_id = p.id AND o.purpose = 'close' AND o.state = 'entrusted'
    ) AS working
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.quantity), 0) AS shares
      FROM app.conditional_orders c WHERE c.position_id = p.id AND c.state = 'waiting'
    ) AS waiting
    WHERE p.id = NEW.id AND p.closing BETWEEN working.shares AND working.shares + waiting.shares
  ) THEN
    RAISE EXCEPTION 'position % counts shares as closing that no order closes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER positions_closing_equals_orders AFTER UPDATE OF closing ON app.positions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_user IN ('fairlot_api', 'fairlot_seed'))
  EXECUTE FUNCTION app.check_closing_of_api();

-- One row per member's side of a trade: (shard, event) is the trade's position in the exchange's log.
CREATE TABLE app.fills (
  shard       smallint    NOT NULL,
  event       bigint      NOT NULL,
  side        text        NOT NULL CHECK (side IN ('buy', 'sell')),
  order_id    uuid        NOT NULL,
  position_id uuid        NOT NULL,
  member_id   uuid        NOT NULL,
  symbol      text        NOT NULL,
  price       integer     NOT NULL CHECK (price > 0),
  quantity    integer     NOT NULL CHECK (quantity > 0),
  fee         bigint      NOT NULL,
  tax         bigint      NOT NULL,
  borrow_fee  bigint      NOT NULL,
  -- Result of the shares it closes, after all costs; null when it opens.
  realised    bigint,
  -- The exchange's sequence, the rule that decided the price, the best five just before.
  sequence    bigint      NOT NULL,
  decided_by  text        NOT NULL,
  book        json        NOT NULL,
  traded_at   timestamptz NOT NULL,
  date        date        NOT NULL,
  settles_on  date        NOT NULL,
  -- The ledger entry that settled it, and when.
  entry_id    uuid        NOT NULL,
  settled_at  timestamptz NOT NULL,
  PRIMARY KEY (shard, event, side)
);
CREATE INDEX fills_of_order ON app.fills (order_id);
CREATE INDEX fills_of_position ON app.fills (position_id);
CREATE INDEX fills_of_member ON app.fills (member_id, traded_at);
CREATE INDEX fills_of_date ON app.fills (date);
GRANT SELECT ON app.fills TO fairlot_api;
GRANT SELECT, INSERT ON app.fills TO fairlot_worker;
GRANT SELECT ON app.fills TO fairlot_console;

-- Checks every fill of a statement against its event, in one pass. The bounds on the time exclude other months. A
-- superuser could disable the trigger anyway: tests fill tables as one.
CREATE FUNCTION app.check_fills() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_first timestamptz;
  v_last  timestamptz;
  v_fill  text;
BEGIN
  IF current_setting('is_superuser') = 'on' THEN RETURN NULL; END IF;
  SELECT min(n.traded_at), max(n.traded_at) INTO v_first, v_last FROM new_fills n;
  SELECT format('%s/%s %s', n.shard, n.event, n.side) INTO v_fill
  FROM new_fills n
  LEFT JOIN LATERAL (
    SELECT l.sequence, l.at, l.symbol, t.* FROM exchange.events l
    CROSS JOIN LATERAL json_to_record(l.body::json) AS t (price integer, quantity integer, "buyOrder" text,
      "buyAccount" text, "sellOrder" text, "sellAccount" text)
    WHERE l.shard = n.shard AND l.event = n.event AND NOT l.practice AND l.kind = 'traded'
      AND l.at BETWEEN v_first AND v_last
    LIMIT 1
  ) AS e ON true
  WHERE (n.sequence, n.traded_at, n.symbol, n.price, n.quantity, n.order_id::text, 'member:' || n.member_id)
    IS DISTINCT FROM (e.sequence, e.at, e.symbol, e.price, e.quantity,
      CASE n.side WHEN 'buy' THEN e."buyOrder" ELSE e."sellOrder" END,
      CASE n.side WHEN 'buy' THEN e."buyAccount" ELSE e."sellAccount" END)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'fill % differs from its event in the log', v_fill USING ERRCODE = 'FX003';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fills_equal_exchange_log AFTER INSERT ON app.fills REFERENCING NEW TABLE AS new_fills
  FOR EACH STATEMENT EXECUTE FUNCTION app.check_fills();

-- Wealth at each day's roll, so that a profit line needs no recalculation from the beginning.
CREATE TABLE app.wealth_days (
  member_id  uuid   NOT NULL,
  date       date   NOT NULL,
  cash       bigint NOT NULL,
  holdings   bigint NOT NULL,
  realised   bigint NOT NULL,
  unrealised bigint NOT NULL,
  costs      bigint NOT NULL,
  PRIMARY KEY (member_id, date)
) PARTITION BY RANGE (date);
GRANT SELECT ON app.wealth_days TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.wealth_days TO fairlot_worker;

-- Takes rows without a month partition.
CREATE TABLE app.wealth_days_other PARTITION OF app.wealth_days DEFAULT;

-- Cash, incoming, held and collateral, less debts; holdings at their last price.
CREATE FUNCTION app.equity_of(p_member uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (coalesce((SELECT sum(b.balance) FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      WHERE a.owner_kind = 'member' AND a.owner_id = p_member::text AND a.asset = 'TWD'), 0)
    + coalesce((SELECT sum(CASE p.direction WHEN 'long' THEN 1 ELSE -1 END * p.shares::bigint
        * coalesce(q.last, q.reference, i.reference))
      FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
      WHERE p.member_id = p_member AND p.state <> 'closed'), 0))::bigint
$$;
GRANT EXECUTE ON FUNCTION app.equity_of TO fairlot_api, fairlot_worker, fairlot_console;

-- Current debts, shorts at their sale value, plus the possible debts of open orders.
CREATE FUNCTION app.debt_of(p_member uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (coalesce((SELECT sum(CASE p.direction WHEN 'long' THEN p.loan ELSE p.opened_value * p.shares / p.opened_shares END)
      FROM app.positions p WHERE p.member_id = p_member AND p.state <> 'closed'), 0)
    + coalesce((SELECT sum(CASE o.direction
        WHEN 'long' THEN o.left_shares::bigint * o.worst_price * (o.multiple - 100) / o.multiple / 100000 * 100000
        ELSE o.left_shares::bigint * o.worst_price END)
      FROM app.orders o
      WHERE o.member_id = p_member AND o.state = 'entrusted' AND o.purpose = 'open'
        AND (o.direction = 'short' OR o.multiple > 100)), 0))::bigint
$$;
GRANT EXECUTE ON FUNCTION app.debt_of TO fairlot_api, fairlot_worker;

-- The loss of a day from the shares closed on it, after costs; zero for a gain.
CREATE FUNCTION app.realised_loss(p_member uuid, p_date date, p_now timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT greatest(0, -coalesce(sum(f.realised), 0))::bigint FROM app.fills f
  WHERE f.member_id = p_member AND f.traded_at > p_now - interval '3 days' AND f.date = p_date AND f.realised IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION app.realised_loss TO fairlot_api, fairlot_worker;
