-- Day trading: applications, the house's actions on open day trades, and the count of finished ones by day.

-- Day trading needs an application with a signed risk statement. It is decided once, by the rule of the practice profile
-- or by two people.
CREATE TABLE app.day_trading_applications (
  id         uuid        PRIMARY KEY,
  member_id  uuid        NOT NULL,
  statement  text        NOT NULL,
  state      text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'passed', 'rejected')),
  reason     text,
  applied_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  CONSTRAINT day_trading_decided CHECK ((state = 'pending') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX day_trading_one_live ON app.day_trading_applications (member_id) WHERE state <> 'rejected';
GRANT SELECT, INSERT (id, member_id, statement, applied_at) ON app.day_trading_applications TO fairlot_api;
GRANT SELECT, UPDATE (state, reason, decided_at, decided_by) ON app.day_trading_applications TO fairlot_worker;
GRANT SELECT ON app.day_trading_applications TO fairlot_console;
CREATE TRIGGER day_trading_applications_enforce_initial_state BEFORE INSERT ON app.day_trading_applications FOR EACH ROW EXECUTE FUNCTION app.check_transition('day-trading-application');
CREATE TRIGGER day_trading_applications_enforce_transition BEFORE UPDATE ON app.day_trading_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('day-trading-application');

-- The practice profile approves an application at once, by rule. With real money two people do.
CREATE FUNCTION app.pass_day_trading(p_member uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.installation WHERE money = 'practice') THEN
    RAISE EXCEPTION 'an application passes by rule only where money is practice money' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE app.day_trading_applications SET state = 'passed', decided_at = p_now, decided_by = 'rule:practice'
  WHERE member_id = p_member AND state = 'pending';
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.pass_day_trading TO fairlot_api;

-- The house's actions on an open day trade, once each: `round` -1 is the notice to its owner, 0 and up are the attempts
-- at the market, 1000 is the order for the closing auction. The key refuses a second order of a round.
CREATE TABLE app.day_trade_covers (
  position_id uuid        NOT NULL,
  date        date        NOT NULL,
  round       smallint    NOT NULL,
  order_id    uuid,
  at          timestamptz NOT NULL,
  PRIMARY KEY (position_id, date, round)
);
GRANT SELECT, INSERT ON app.day_trade_covers TO fairlot_worker;

-- Closed day trades of all members by day, so that the figure on the application reads a year of rows and not of
-- trades.
CREATE TABLE app.day_trade_days (
  date   date    PRIMARY KEY,
  closed integer NOT NULL,
  lost   integer NOT NULL CHECK (lost BETWEEN 0 AND closed)
);
GRANT SELECT ON app.day_trade_days TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.day_trade_days TO fairlot_worker;
GRANT SELECT ON app.day_trade_days TO fairlot_console;

-- Opening value of a day's day trades; open orders count at the worst price they can fill at.
CREATE FUNCTION app.day_traded(p_member uuid, p_date date, p_now timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(o.filled_value + o.left_shares::bigint * o.worst_price), 0)::bigint FROM app.orders o
  WHERE o.member_id = p_member AND o.placed_at > p_now - interval '3 days' AND o.date = p_date
    AND o.day_trade AND o.purpose = 'open'
$$;
GRANT EXECUTE ON FUNCTION app.day_traded TO fairlot_api, fairlot_worker;
