-- The same SQL without anything around it, for pgbench: app.lock_order_facts and app.write_orders with one order or a
-- batch per call, and one order from placing to settled in one transaction.

CREATE SCHEMA bench;
GRANT USAGE ON SCHEMA bench TO fairlot_api, fairlot_settlement;

-- Ids like a phone's: ordered by time, so that new rows are inserted together at the end of an index.
CREATE FUNCTION bench.new_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;

CREATE FUNCTION bench.member(p_number integer) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN ('01900000-0000-7000-8000-' || lpad(p_number::text, 12, '0'))::uuid;

CREATE FUNCTION bench.draft(p_id uuid, p_member integer, p_symbol text, p_shard integer, p_price integer, p_date text, p_terms text)
RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT format('{"id":"%1$s","member_id":"%2$s","symbol":"%3$s","kind":"stock","side":"buy","purpose":"open",'
    '"position_id":"%1$s","direction":"long","multiple":100,"day_trade":false,"price":%5$s,"quantity":1000,"validity":"ROD",'
    '"worst_price":%5$s,"date":"%6$s","origin":"member","terms":"%7$s","replaces":null,"device_key":null,"signature":null,'
    '"shard":%4$s,"command":"{\"kind\":\"place\",\"order\":\"%1$s\",\"side\":\"buy\",\"account\":\"member:%2$s\",'
    '\"symbol\":\"%3$s\",\"price\":%5$s,\"quantity\":1000,\"validity\":\"ROD\",\"date\":\"%6$s\"}",'
    '"closing":0,"held_cash":%9$s,"held_shares":0,"steps":2,"steps_hash":"%8$s"}',
    p_id, bench.member(p_member), p_symbol, p_shard, p_price, p_date, p_terms, repeat('ab', 32), p_price::bigint * 1000 + 2000)
$$;


CREATE TABLE bench.market (n integer PRIMARY KEY, symbol text, shard integer, price integer, date text, terms text);
GRANT SELECT ON bench.market TO fairlot_api, fairlot_settlement;
CREATE SEQUENCE bench.log;
-- Each order is of another pair of member and symbol: an account that exists already costs less than a new one.
CREATE SEQUENCE bench.pairs MINVALUE 0;

-- What the api sends for a decided batch: facts under lock, then the rows. The decision itself is not in it.
CREATE FUNCTION bench.write(p_numbers integer[], p_ids uuid[], p_market bench.market) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_now     timestamptz := clock_timestamp();
  v_members uuid[] := ARRAY(SELECT bench.member(n) FROM unnest(p_numbers) AS n);
  v_cash    bigint := p_market.price::bigint * 1000 + 2000;
  v_refused uuid;
BEGIN
  PERFORM FROM app.lock_order_facts(p_ids, v_members, v_members, '{}', '{}', '{}', '{}', '{}', p_market.date::date,
    v_now - interval '10 seconds', '{member,conditional}');
  SELECT w INTO v_refused FROM app.write_orders(v_now,
    (SELECT '[' || string_agg(bench.draft(u.id, u.n, p_market.symbol, p_market.shard, p_market.price, p_market.date,
      p_market.terms), ',') || ']' FROM unnest(p_ids, p_numbers) AS u (id, n))::json,
    p_ids,
    ARRAY(SELECT o FROM generate_series(1, cardinality(p_ids)) AS o, generate_series(1, 2) ORDER BY 1),
    ARRAY(SELECT 'member/' || m.id || '/TWD/' || k.kind
      FROM unnest(v_members) WITH ORDINALITY AS m (id, o), (VALUES ('available', 1), ('held', 2)) AS k (kind, o) ORDER BY m.o, k.o),
    ARRAY(SELECT v_cash * s FROM unnest(p_ids) WITH ORDINALITY AS u (id, o), (VALUES (-1), (1)) AS k (s) ORDER BY u.o, k.s),
    ARRAY(SELECT CASE k.s WHEN 1 THEN bench.hold(u.id) END
      FROM unnest(p_ids) WITH ORDINALITY AS u (id, o), (VALUES (-1), (1)) AS k (s) ORDER BY u.o, k.s),
    '{}') AS w;
  IF v_refused IS NOT NULL THEN RAISE EXCEPTION 'refused: %', v_refused; END IF;
END $$;

CREATE FUNCTION bench.hold(p_order uuid) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN encode(substring(sha256(uuid_send(p_order)) FROM 1 FOR 16), 'hex')::uuid;

CREATE FUNCTION bench.place(p_members integer, p_symbols integer, p_count integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_market bench.market;
  v_sent   bigint := nextval('bench.pairs') * p_count;
  v_first  integer := v_sent % p_members;
BEGIN
  SELECT * INTO v_market FROM bench.market WHERE n = 1 + (v_first + v_sent / p_members) % p_symbols;
  -- Neighbouring members, so that no member appears twice in one call.
  PERFORM bench.write(ARRAY(SELECT 1 + (v_first + k) % p_members FROM generate_series(1, p_count) AS k),
    ARRAY(SELECT bench.new_id() FROM generate_series(1, p_count)), v_market);
END $$;

-- One order, and every row that the exchange and settlement write when a seat fills it at once; in one transaction, and
-- without the contended rows: the shard's head, settlement's cursor, the seat's balances.
CREATE FUNCTION bench.pipeline(p_members integer, p_symbols integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_market bench.market;
  v_sent   bigint := nextval('bench.pairs');
  v_number integer := 1 + v_sent % p_members;
  v_member uuid := ('01900000-0000-7000-8000-' || lpad(v_number::text, 12, '0'))::uuid;
  v_id     uuid := bench.new_id();
  v_log    bigint := nextval('bench.log');
  v_now    timestamptz := clock_timestamp();
  v_value  bigint;
  v_due    date;
  v_entry  uuid;
  v_hash   bytea;
  v_next   bytea;
  v_command text;
BEGIN
  SELECT * INTO v_market FROM bench.market WHERE n = 1 + (v_number + v_sent / p_members) % p_symbols;
  v_value := v_market.price::bigint * 1000;
  v_due := v_market.date::date + 2;
  PERFORM bench.write(ARRAY[v_number], ARRAY[v_id], v_market);

  DELETE FROM exchange.queue q WHERE q.shard = v_market.shard AND q.id = currval('exchange.queue_id_seq') RETURNING q.command INTO v_command;
  INSERT INTO exchange.log (shard, sequence, at, command) VALUES (v_market.shard, v_log, v_now, v_command);
  INSERT INTO exchange.events (shard, event, sequence, at, kind, symbol, body) VALUES
    (v_market.shard, 2 * v_log, v_log, v_now, 'accepted', v_market.symbol, v_command),
    (v_market.shard, 2 * v_log + 1, v_log, v_now, 'traded', v_market.symbol, json_build_object('kind', 'traded', 'symbol',
      v_market.symbol, 'price', v_market.price, 'quantity', 1000, 'buyOrder', v_id, 'buyAccount', 'member:' || v_member,
      'buyLeft', 0, 'sellOrder', 'seller', 'sellAccount', 'seat:maker-1', 'sellLeft', 0, 'taker', 'buy', 'bids', '[]'::json,
      'asks', '[[1000,499000]]'::json)::text);
  INSERT INTO exchange.batches (shard, first, last, first_event, last_event, epoch, at, previous, hash, kept_head)
  VALUES (v_market.shard, v_log, v_log, 2 * v_log, 2 * v_log + 1, 1, v_now, repeat('0', 64), repeat('0', 64), decode(repeat('0', 64), 'hex'));

  PERFORM FROM app.orders o WHERE o.id = v_id FOR NO KEY UPDATE;
  SELECT p.entry_id INTO v_entry FROM ledger.post_many(ARRAY['trade.open-long'], ARRAY[v_id::text], ARRAY['fill:' || v_log],
    ARRAY[v_now], ARRAY[1, 1, 1, 1, 1],
    ARRAY['member/' || v_member || '/TWD/held', 'clearing/main/TWD/settling@' || v_due, 'fees/brokerage/TWD/income',
      'clearing/main/stk:' || v_market.symbol || '/settling@' || v_due,
      'member/' || v_member || '/stk:' || v_market.symbol || '/receivable@' || v_due],
    ARRAY[-(v_value + 2000), v_value, 2000, -1000, 1000], ARRAY[bench.hold(v_id), NULL, NULL, NULL, NULL]) AS p;
  SELECT o.steps_hash INTO v_hash FROM app.orders o WHERE o.id = v_id;
  v_next := sha256(v_hash || 'accepted');
  v_hash := sha256(v_next || 'filled');
  UPDATE app.orders SET state = 'filled', accepted_at = v_now, ended_at = v_now, left_shares = 0, filled_shares = 1000,
    filled_value = v_value, fee = 2000, steps = 4, steps_hash = v_hash, holds = '{}' WHERE id = v_id;
  INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, opened_on, opened_at, settles_on, sellable_on,
    unlocks_at, day_trade, opened_shares, shares, opened_value, open_fee, interest_through)
  VALUES (v_id, v_member, v_market.symbol, 'stock', 'long', 100, v_market.date::date, v_now, v_due, v_due, v_now, false, 1000,
    1000, v_value, 2000, v_market.date::date);
  INSERT INTO app.fills (shard, event, side, order_id, position_id, member_id, symbol, price, quantity, fee, tax, borrow_fee,
    sequence, decided_by, book, traded_at, date, settles_on, entry_id, settled_at)
  VALUES (v_market.shard, 2 * v_log + 1, 'buy', v_id, v_id, v_member, v_market.symbol, v_market.price, 1000, 2000, 0, 0, v_log,
    'price-time', '{}', v_now, v_market.date::date, v_due, v_entry, v_now);
  INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash) VALUES
    (v_id, 3, v_now, 'accepted', 'venue', '{}', v_next), (v_id, 4, v_now, 'filled', 'venue', '{}', v_hash);
  PERFORM pg_advisory_xact_lock(hashtextextended('member events ' || v_member, 0));
  INSERT INTO app.member_events (member_id, number, kind, data, at)
  SELECT v_member, coalesce((SELECT max(e.number) FROM app.member_events e WHERE e.member_id = v_member), 0) + 1,
    'order.filled', json_build_object('orderId', v_id)::jsonb, v_now;
  INSERT INTO settlement.dues (due, owner, asset) VALUES (v_due, 'member/' || v_member, 'stk:' || v_market.symbol)
  ON CONFLICT DO NOTHING;
END $$;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bench TO fairlot_api, fairlot_settlement;
-- In one transaction it does what the api and settlement do: no process may do both.
INSERT INTO exchange.command_rights (role, kind, accounts) VALUES ('fairlot_settlement', 'place', 'member');
