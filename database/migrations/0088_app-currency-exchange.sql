-- Currency exchange: rates from two sources, firm quotes that are used once, and the house's position in each currency.
-- docs/features/currency-exchange.md explains.

-- New Taiwan dollars for one unit, in billionths. The worker reads the sources and decides whether a currency is quoted.
CREATE TABLE app.currency_rates (
  currency       text        PRIMARY KEY CHECK (currency IN ('RMB', 'HKD', 'USD', 'THB', 'JPY', 'VND', 'MYR', 'KRW', 'INR')),
  mid            bigint      NOT NULL CHECK (mid > 0),
  source         text        NOT NULL CHECK (source ~ '^[a-z][a-z-]{1,30}$'),
  read_at        timestamptz NOT NULL,
  published_at   timestamptz NOT NULL,
  second_mid     bigint      NOT NULL CHECK (second_mid > 0),
  second_source  text        NOT NULL CHECK (second_source ~ '^[a-z][a-z-]{1,30}$'),
  second_read_at timestamptz NOT NULL,
  is_simulated   boolean     NOT NULL,
  -- Why it is not quoted, since when, and the good readings in a row since.
  stopped        text        CHECK (stopped IN ('silent', 'alone', 'apart', 'jump')),
  since          timestamptz NOT NULL,
  good           integer     NOT NULL DEFAULT 0 CHECK (good >= 0),
  CONSTRAINT currency_rates_two_sources CHECK (source <> second_source)
);
GRANT SELECT ON app.currency_rates TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT, UPDATE ON app.currency_rates TO fairlot_worker;

-- The line of the day: a point every five minutes.
CREATE TABLE app.currency_rate_points (
  currency text        NOT NULL REFERENCES app.currency_rates (currency),
  at       timestamptz NOT NULL,
  mid      bigint      NOT NULL CHECK (mid > 0),
  PRIMARY KEY (currency, at)
);
CREATE INDEX currency_rate_points_by_time ON app.currency_rate_points (at);
GRANT SELECT ON app.currency_rate_points TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT, DELETE ON app.currency_rate_points TO fairlot_worker;

CREATE TABLE app.currency_quotes (
  id           uuid        PRIMARY KEY,
  member_id    uuid        NOT NULL REFERENCES app.members (id),
  pay_currency text        NOT NULL CHECK (pay_currency IN ('RMB', 'TWD', 'HKD', 'USD', 'THB', 'JPY', 'VND', 'MYR', 'KRW', 'INR')),
  get_currency text        NOT NULL CHECK (get_currency IN ('RMB', 'TWD', 'HKD', 'USD', 'THB', 'JPY', 'VND', 'MYR', 'KRW', 'INR')),
  pay_amount   bigint      NOT NULL CHECK (pay_amount > 0),
  get_amount   bigint      NOT NULL CHECK (get_amount > 0),
  -- `1 base = rate counter`, in billionths.
  base         text        NOT NULL CHECK (base IN (pay_currency, get_currency)),
  mid          bigint      NOT NULL CHECK (mid > 0),
  rate         bigint      NOT NULL CHECK (rate > 0),
  spread_bps   integer     NOT NULL CHECK (spread_bps BETWEEN 0 AND 200),
  -- What the spread costs, in the currency received and in New Taiwan dollars; the value of what is paid.
  spread       bigint      NOT NULL CHECK (spread >= 0),
  spread_twd   bigint      NOT NULL CHECK (spread_twd >= 0),
  value_twd    bigint      NOT NULL CHECK (value_twd > 0),
  source       text        NOT NULL,
  is_simulated boolean     NOT NULL,
  rate_at      timestamptz NOT NULL,
  quoted_at    timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  key_id       text        NOT NULL,
  signature    text        NOT NULL,
  -- The end of the firm time that was signed; a newer quote of the member moves `expires_at` before it.
  signed_until timestamptz NOT NULL,
  dealt_at     timestamptz,
  entry_id     uuid        UNIQUE,
  -- USD and INR with each other only, the other eight among themselves.
  CONSTRAINT currency_quotes_pair CHECK (pay_currency <> get_currency
    AND (pay_currency IN ('USD', 'INR')) = (get_currency IN ('USD', 'INR'))),
  CONSTRAINT currency_quotes_firm CHECK (expires_at >= quoted_at AND expires_at <= quoted_at + interval '60 seconds'),
  CONSTRAINT currency_quotes_dealt CHECK ((dealt_at IS NULL) = (entry_id IS NULL)),
  CONSTRAINT currency_quotes_in_time CHECK (dealt_at >= quoted_at AND dealt_at < expires_at)
);
CREATE INDEX currency_quotes_of_member ON app.currency_quotes (member_id, quoted_at DESC, id DESC);
CREATE INDEX currency_quotes_dealt_at ON app.currency_quotes (dealt_at DESC, id DESC) WHERE dealt_at IS NOT NULL;
CREATE INDEX currency_quotes_not_dealt ON app.currency_quotes (expires_at) WHERE dealt_at IS NULL;
GRANT SELECT, INSERT (id, member_id, pay_currency, get_currency, pay_amount, get_amount, base, mid, rate, spread_bps, spread, spread_twd,
  value_twd, source, is_simulated, rate_at, quoted_at, expires_at, key_id, signature, signed_until) ON app.currency_quotes TO fairlot_api;
GRANT SELECT, DELETE ON app.currency_quotes TO fairlot_worker;
GRANT SELECT ON app.currency_quotes TO fairlot_console;

-- Six significant digits. packages/rules/src/currency-exchange/convert.ts computes the same.
CREATE FUNCTION app.significant(p_rate numeric) RETURNS numeric LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT round(p_rate, least(0, 6 - length(trunc(p_rate)::text)))
$$;

-- Refuses a quote that the rates of this moment do not give, and ends the quote that the member had before.
CREATE FUNCTION app.check_currency_quote() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_pay  numeric := 1000000000;
  v_get  numeric := 1000000000;
  v_mid  numeric;
  v_rate numeric;
  v_give numeric;
BEGIN
  IF NEW.pay_currency <> 'TWD' THEN
    v_pay := (SELECT r.mid FROM app.currency_rates r WHERE r.currency = NEW.pay_currency AND r.stopped IS NULL
      AND r.read_at BETWEEN NEW.quoted_at - interval '600 seconds' AND NEW.quoted_at + interval '60 seconds');
  END IF;
  IF NEW.get_currency <> 'TWD' THEN
    v_get := (SELECT r.mid FROM app.currency_rates r WHERE r.currency = NEW.get_currency AND r.stopped IS NULL
      AND r.read_at BETWEEN NEW.quoted_at - interval '600 seconds' AND NEW.quoted_at + interval '60 seconds');
  END IF;
  -- A half is rounded up, what the member gets is rounded down.
  IF NEW.base = NEW.pay_currency THEN
    v_mid := app.significant(div(v_pay * 2000000000 + v_get, v_get * 2));
    v_rate := app.significant(div(v_mid * (10000 - NEW.spread_bps) * 2 + 10000, 20000));
    v_give := div(NEW.pay_amount * v_rate, 1000000000);
  ELSE
    v_mid := app.significant(div(v_get * 2000000000 + v_pay, v_pay * 2));
    v_rate := app.significant(div(v_mid * (10000 + NEW.spread_bps) * 2 + 10000, 20000));
    v_give := div(NEW.pay_amount::numeric * 1000000000, v_rate);
  END IF;
  IF (NEW.mid, NEW.rate, NEW.get_amount) IS DISTINCT FROM (v_mid::bigint, v_rate::bigint, v_give::bigint) THEN
    RAISE EXCEPTION 'quote %: the rates give % for %', NEW.id, v_give, NEW.pay_amount USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.currency_quotes q SET expires_at = greatest(q.quoted_at, NEW.quoted_at)
  WHERE q.member_id = NEW.member_id AND q.dealt_at IS NULL AND q.expires_at > NEW.quoted_at;
  RETURN NEW;
END $$;
CREATE TRIGGER currency_quotes_enforce_rates BEFORE INSERT ON app.currency_quotes
  FOR EACH ROW EXECUTE FUNCTION app.check_currency_quote();

-- An exchange is evidence: only a quote without one can be deleted.
CREATE FUNCTION app.check_currency_quote_delete() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.dealt_at IS NOT NULL THEN
    RAISE EXCEPTION 'quote % was used: it stays', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER currency_quotes_keep_dealt BEFORE DELETE ON app.currency_quotes
  FOR EACH ROW EXECUTE FUNCTION app.check_currency_quote_delete();

-- The entry has these four lines and no others.
CREATE FUNCTION app.is_currency_entry(p_quote app.currency_quotes, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = 'currency.exchanged' AND e.reference = p_quote.id::text)
  AND NOT EXISTS (
    SELECT FROM (
      SELECT a.code, sum(l.amount) AS amount FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry) GROUP BY a.code
    ) AS posted FULL JOIN (VALUES
      ('member/' || p_quote.member_id || '/' || p_quote.pay_currency || '/available', -p_quote.pay_amount),
      ('house/main/' || p_quote.pay_currency || '/fx', p_quote.pay_amount),
      ('house/main/' || p_quote.get_currency || '/fx', -p_quote.get_amount),
      ('member/' || p_quote.member_id || '/' || p_quote.get_currency || '/available', p_quote.get_amount)
    ) AS said (code, amount) ON said.code = posted.code
    WHERE said.amount IS DISTINCT FROM posted.amount)
$$;

-- Once, in time, with the entry that says the same. False otherwise.
CREATE FUNCTION app.use_currency_quote(p_quote uuid, p_member uuid, p_entry uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.currency_quotes q SET dealt_at = p_now, entry_id = p_entry
  WHERE q.id = p_quote AND q.member_id = p_member AND q.dealt_at IS NULL AND p_now >= q.quoted_at AND p_now < q.expires_at
    AND clock_timestamp() < q.expires_at + (SELECT b.seconds FROM platform.clock_bound b) * interval '1 second'
    AND app.is_currency_entry(q, p_entry);
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.use_currency_quote TO fairlot_api;

-- The api can post an exchange only together with the quote that it uses: no other entry reaches the house's position.
CREATE FUNCTION app.check_currency_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.currency_quotes q WHERE q.entry_id = NEW.id AND app.is_currency_entry(q, NEW.id)) THEN
    RAISE EXCEPTION 'entry %: no quote that says so', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_enforce_quote AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.event = 'currency.exchanged') EXECUTE FUNCTION app.check_currency_entry();

-- Of the exchanges since then: how many, how many with the entry that their quote says, how many after its end.
CREATE FUNCTION app.check_currency_deals(p_since timestamptz) RETURNS TABLE (deals integer, matching integer, late integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*)::integer, count(*) FILTER (WHERE app.is_currency_entry(q, q.entry_id))::integer,
    count(*) FILTER (WHERE q.dealt_at >= q.expires_at)::integer
  FROM app.currency_quotes q WHERE q.dealt_at >= p_since
$$;
GRANT EXECUTE ON FUNCTION app.check_currency_deals TO fairlot_console;

-- The ledger's event.
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope) VALUES
  ('fairlot_api', 'currency.exchanged', 'member', 'available', 'both', 'money', 'one-owner'),
  ('fairlot_api', 'currency.exchanged', 'house', 'fx', 'both', 'money', 'any');

-- Reconciliation.
INSERT INTO recon.events VALUES ('currency.exchanged', true, '{member/available,house/fx}');

CREATE FUNCTION recon.untraced_currencies(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.id, e.event, coalesce(q.value_twd, 0)::numeric, 'no quote that says so'
  FROM ledger.entries e LEFT JOIN app.currency_quotes q ON q.entry_id = e.id
  WHERE e.tx >= p_from AND e.tx < p_upto AND e.event = 'currency.exchanged'
    AND (q.dealt_at < q.expires_at AND app.is_currency_entry(q, e.id)) IS NOT TRUE
$$;

-- Used quotes without their entry.
CREATE FUNCTION recon.unbooked_currencies(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT q.id, q.value_twd::numeric, 'currency exchange' FROM app.currency_quotes q
  LEFT JOIN ledger.entries e ON e.id = q.entry_id AND e.posted_at = ledger.time_of(q.entry_id)
  WHERE q.dealt_at >= p_since AND (e.event = 'currency.exchanged' AND e.reference = q.id::text) IS NOT TRUE
$$;

-- As before, and the entries of currency exchange.
CREATE OR REPLACE FUNCTION recon.untraced(p_from bigint, p_upto bigint)
RETURNS TABLE (entry_id uuid, event text, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.untraced_funds(p_from, p_upto) AS f
  UNION ALL SELECT s.* FROM recon.untraced_subscriptions(p_from, p_upto) AS s
  UNION ALL SELECT b.* FROM recon.untraced_blocks(p_from, p_upto) AS b
  UNION ALL SELECT l.* FROM recon.untraced_listings(p_from, p_upto) AS l
  UNION ALL SELECT p.* FROM recon.untraced_placements(p_from, p_upto) AS p
  UNION ALL SELECT a.* FROM recon.untraced_auctions(p_from, p_upto) AS a
  UNION ALL SELECT c.* FROM recon.untraced_currencies(p_from, p_upto) AS c
$$;

-- As before, and currency exchange.
CREATE OR REPLACE FUNCTION recon.unbooked(p_since timestamptz) RETURNS TABLE (request uuid, amount numeric, why text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.* FROM recon.unbooked_funds(p_since) AS f
  UNION ALL SELECT b.* FROM recon.unbooked_blocks(p_since) AS b
  UNION ALL SELECT d.* FROM recon.unbooked_deliveries(p_since) AS d
  UNION ALL SELECT p.* FROM recon.unbooked_placements(p_since) AS p
  UNION ALL SELECT a.* FROM recon.unbooked_auctions(p_since) AS a
  UNION ALL SELECT c.* FROM recon.unbooked_currencies(p_since) AS c
$$;
