-- What each security stands at by the exchange's log. Margin calls, forced closes, the platform's own orders, intake and
-- valuations read it; market.quotes, which the quotes process writes, is for screens. The database keeps it itself,
-- from the log, whenever settlement moves a cursor: no role may write it, not even the worker.
CREATE TABLE settlement.prices (
  symbol    text        PRIMARY KEY,
  -- Of the newest day; null where the log has told of none.
  date      date,
  state     text,
  reference integer,
  upper     integer,
  lower     integer,
  -- The last trade of that day.
  last      integer,
  -- The newest event that is in this row.
  event     bigint      NOT NULL,
  at        timestamptz NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT ON settlement.prices TO fairlot_api, fairlot_worker, fairlot_console;

-- Everything the events of a stretch say of prices, in one statement: of each security only the newest day, state and
-- trade. A row never goes back: a cursor that is moved back and on again changes nothing.
CREATE FUNCTION settlement.take_prices(p_shard integer, p_after bigint, p_upto bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO settlement.prices AS p (symbol, date, state, reference, upper, lower, last, event, at)
  SELECT n.symbol, (n.day ->> 'date')::date, n.state ->> 'state', (n.day ->> 'reference')::integer,
    (n.day ->> 'upper')::integer, (n.day ->> 'lower')::integer,
    -- A trade before the newest day is of the day before.
    CASE WHEN n.traded_event < n.day_event THEN NULL ELSE (n.traded ->> 'price')::integer END, n.event, n.at
  FROM (
    SELECT k.symbol, max(k.event) AS event, max(k.at) AS at,
      max(k.event) FILTER (WHERE k.kind = 'day') AS day_event,
      max(k.event) FILTER (WHERE k.kind = 'traded') AS traded_event,
      (max(k.body) FILTER (WHERE k.kind = 'day'))::json AS day,
      (max(k.body) FILTER (WHERE k.kind = 'state'))::json AS state,
      (max(k.body) FILTER (WHERE k.kind = 'traded'))::json AS traded
    FROM (
      SELECT DISTINCT ON (e.symbol, e.kind) e.symbol, e.kind, e.event, e.at, e.body FROM exchange.events e
      WHERE e.shard = p_shard AND NOT e.practice AND e.event > p_after AND e.event <= p_upto
        AND e.kind IN ('day', 'state', 'traded')
      ORDER BY e.symbol, e.kind, e.event DESC
    ) AS k
    GROUP BY k.symbol
  ) AS n
  ORDER BY n.symbol
  ON CONFLICT (symbol) DO UPDATE SET
    date = coalesce(excluded.date, p.date),
    state = coalesce(excluded.state, p.state),
    reference = coalesce(excluded.reference, p.reference),
    upper = CASE WHEN excluded.date IS NULL THEN p.upper ELSE excluded.upper END,
    lower = CASE WHEN excluded.date IS NULL THEN p.lower ELSE excluded.lower END,
    last = CASE WHEN excluded.date IS NULL THEN coalesce(excluded.last, p.last) ELSE excluded.last END,
    event = excluded.event,
    at = excluded.at
  WHERE excluded.event > p.event;
END $$;
REVOKE ALL ON FUNCTION settlement.take_prices(integer, bigint, bigint) FROM PUBLIC;

-- In the statement that moves the cursor: prices and holdings are of one moment, and settlement waits for nothing more.
CREATE FUNCTION settlement.keep_prices() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM settlement.take_prices(NEW.shard, CASE TG_OP WHEN 'UPDATE' THEN OLD.event ELSE 0 END, NEW.event);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION settlement.keep_prices() FROM PUBLIC;
CREATE TRIGGER keeps_prices AFTER INSERT OR UPDATE OF event ON settlement.cursors
  FOR EACH ROW EXECUTE FUNCTION settlement.keep_prices();

-- An installation that has traded: all of its log once. The trigger above has the table of cursors locked until this
-- commits, so nothing is settled in between.
SELECT settlement.take_prices(c.shard, 0, c.event) FROM settlement.cursors c;

CREATE OR REPLACE FUNCTION app.equity_of(p_member uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (coalesce((SELECT sum(b.balance) FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      WHERE a.owner_kind = 'member' AND a.owner_id = p_member::text AND a.asset = 'TWD'), 0)
    + coalesce((SELECT sum(CASE p.direction WHEN 'long' THEN 1 ELSE -1 END * p.shares::bigint
        * coalesce(q.last, q.reference, i.reference))
      FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
      WHERE p.member_id = p_member AND p.state <> 'closed'), 0))::bigint
$$;

-- What the worker decides moves money and orders. It can no longer read what the quotes process writes.
REVOKE ALL ON ALL TABLES IN SCHEMA market FROM fairlot_worker;
REVOKE USAGE ON SCHEMA market FROM fairlot_worker;
