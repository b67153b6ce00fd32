-- Foreign cash is part of total assets at the mid rate. docs/features/figures.md explains.

-- The rates at which foreign cash counts: the current one while a currency is quoted, else the last one at which it was. A rate
-- that stopped quoting is never used.
CREATE FUNCTION app.valuation_rates()
RETURNS TABLE (currency text, mid bigint, source text, at timestamptz, stopped text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.currency, CASE WHEN r.stopped IS NULL THEN r.mid ELSE p.mid END, r.source,
    CASE WHEN r.stopped IS NULL THEN r.read_at ELSE p.at END, r.stopped
  FROM app.currency_rates r
  LEFT JOIN LATERAL (
    SELECT x.mid, x.at FROM app.currency_rate_points x WHERE x.currency = r.currency ORDER BY x.at DESC LIMIT 1
  ) AS p ON true
  WHERE r.stopped IS NULL OR p.mid IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION app.valuation_rates TO fairlot_api, fairlot_console, fairlot_worker;

-- What foreign cash that came in or went out was worth at that moment, so that what rates made of it later is a result and
-- no payment. Without any rate the worth is unknown.
CREATE TABLE app.currency_flows (
  entry_id  uuid        NOT NULL,
  member_id uuid        NOT NULL,
  currency  text        NOT NULL,
  amount    bigint      NOT NULL CHECK (amount <> 0),
  mid       bigint,
  twd       bigint,
  posted_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, entry_id, currency),
  CONSTRAINT currency_flows_worth CHECK (num_nulls(mid, twd) IN (0, 2))
);
GRANT SELECT ON app.currency_flows TO fairlot_api, fairlot_worker;
CREATE INDEX currency_quotes_dealt_of_member ON app.currency_quotes (member_id) WHERE dealt_at IS NOT NULL;

CREATE FUNCTION app.keep_currency_flow(p_entry uuid, p_posted timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.currency_flows (entry_id, member_id, currency, amount, mid, twd, posted_at)
  SELECT p_entry, f.member_id, f.currency, f.amount, r.mid, round(f.amount::numeric * r.mid / 1000000000)::bigint, p_posted
  FROM (
    SELECT a.owner_id::uuid AS member_id, a.asset AS currency, sum(l.amount)::bigint AS amount
    FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
    WHERE l.entry_id = p_entry AND l.posted_at = p_posted AND a.owner_kind = 'member' AND a.asset ~ '^[A-Z]{3}$' AND a.asset <> 'TWD'
    GROUP BY a.owner_id, a.asset HAVING sum(l.amount) <> 0
  ) AS f LEFT JOIN app.valuation_rates() AS r ON r.currency = f.currency
$$;
REVOKE ALL ON FUNCTION app.keep_currency_flow FROM PUBLIC;

CREATE FUNCTION app.on_currency_flow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.keep_currency_flow(NEW.id, NEW.posted_at);
  RETURN NULL;
END $$;
-- An exchange has its worth in its other side; every other event moves foreign cash by a payment or a correction.
CREATE CONSTRAINT TRIGGER entries_keep_flow AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.event LIKE 'deposit.%' OR NEW.event LIKE 'withdrawal.%' OR NEW.event = 'journal.posted')
  EXECUTE FUNCTION app.on_currency_flow();

-- What came in before: at the rate of today, because the rate of then is not known. Its result begins now.
SELECT app.keep_currency_flow(e.id, e.posted_at) FROM (
  SELECT DISTINCT l.entry_id AS id, l.posted_at FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
  WHERE a.owner_kind = 'member' AND a.asset ~ '^[A-Z]{3}$' AND a.asset <> 'TWD'
) AS e JOIN ledger.entries x ON x.id = e.id AND x.posted_at = e.posted_at WHERE x.event <> 'currency.exchanged';

-- What foreign cash of a member cost since a moment, in New Taiwan dollars: payments at the rate of their moment and, if asked
-- for, exchanges at their other side. A payment of unknown worth counts at today's rate, so it is no result.
CREATE FUNCTION app.foreign_paid(p_member uuid, p_since timestamptz, p_exchanges boolean) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (coalesce((
      SELECT sum(coalesce(f.twd, round(f.amount::numeric * r.mid / 1000000000), 0)) FROM app.currency_flows f
      LEFT JOIN app.valuation_rates() AS r ON f.twd IS NULL AND r.currency = f.currency
      WHERE f.member_id = p_member AND f.posted_at >= p_since), 0)
    + coalesce((
      SELECT sum(CASE 'TWD' WHEN q.pay_currency THEN q.pay_amount WHEN q.get_currency THEN -q.get_amount ELSE 0 END)
      FROM app.currency_quotes q
      WHERE p_exchanges AND q.member_id = p_member AND q.dealt_at IS NOT NULL AND ledger.time_of(q.entry_id) >= p_since), 0))::bigint
$$;
REVOKE ALL ON FUNCTION app.foreign_paid FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.foreign_paid TO fairlot_api, fairlot_worker;

-- Day ends: the worth of foreign cash, and what rates made of it since the first day. Both are zero in days from before.
ALTER TABLE app.wealth_days
  ADD COLUMN foreign_cash bigint NOT NULL DEFAULT 0,
  ADD COLUMN currency     bigint NOT NULL DEFAULT 0;

-- As before, and foreign cash.
CREATE OR REPLACE FUNCTION app.equity_of(p_member uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (coalesce((SELECT sum(b.balance) FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      WHERE a.owner_kind = 'member' AND a.owner_id = p_member::text AND a.asset = 'TWD'), 0)
    + coalesce((SELECT sum(round(f.amount * r.mid / 1000000000)) FROM (
        SELECT a.asset, sum(b.balance) AS amount FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
        WHERE a.owner_kind = 'member' AND a.owner_id = p_member::text AND a.asset ~ '^[A-Z]{3}$' AND a.asset <> 'TWD' GROUP BY 1
      ) AS f JOIN app.valuation_rates() AS r ON r.currency = f.asset), 0)
    + coalesce((SELECT sum(CASE p.direction WHEN 'long' THEN 1 ELSE -1 END * p.shares::bigint
        * coalesce(q.last, q.reference, i.reference))
      FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
      WHERE p.member_id = p_member AND p.state <> 'closed'), 0))::bigint
$$;
