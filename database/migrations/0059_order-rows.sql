-- Fewer rows per order. docs/adr/0031-fewer-rows-per-order.md explains.

-- An entry that opens a hold needs no row in ledger.keys: the id of the hold is its key. In p_keys it is null, and the
-- entry stores `hold/` and that id.
CREATE OR REPLACE FUNCTION ledger.apply(
  p_events text[], p_references text[], p_keys text[], p_hashes bytea[], p_posted_at timestamptz[], p_reverses uuid[],
  p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]
) RETURNS TABLE (n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  c_most constant bigint := 9223372036854775807;
  v_tx       bigint := pg_current_xact_id()::text::bigint;
  -- The role that logged in, also inside a function that lends the rights of its owner.
  v_role     text := session_user;
  v_entries  integer := cardinality(p_events);
  v_lines    integer := cardinality(p_accounts);
  v_found    integer;
  -- per line
  v_ids      uuid[];
  v_assets   text[];
  v_holding  boolean[];
  v_shape    text[];
  -- what the role may write in an entry of this event, and all lookups of this call
  v_shapes   text[];
  v_event    text;
  r_event    text[];
  r_from     integer[];
  r_to       integer[];
  r_shapes   text[];
  v_free     boolean := false;
  v_special  boolean := false;
  v_sum_key  text;
  v_slot     integer[] := array_fill(NULL::integer, ARRAY[cardinality(p_accounts)]);
  v_seq      bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_accounts)]);
  v_after    bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_accounts)]);
  -- per locked balance row
  b_id       uuid[];
  b_balance  bigint[];
  b_lines    bigint[];
  b_first    bigint[];
  b_stamp    bigint[];
  b_lowest   bigint[];
  b_highest  bigint[];
  -- per hold
  h_id       uuid[] := '{}';
  h_account  uuid[] := '{}';
  h_amount   bigint[] := '{}';
  h_left     bigint[] := '{}';
  h_before   bigint[] := '{}';
  h_entry    integer[] := '{}'; -- the entry of this call that opens it, else null
  v_any_hold boolean;
  -- per entry
  v_first    integer[];
  v_last     integer[];
  v_entry_id uuid[];
  v_ms       bigint[];
  v_outcome  text[];
  v_on       text[] := array_fill(NULL::text, ARRAY[cardinality(p_events)]);
  v_hashes   bytea[] := coalesce(p_hashes, array_fill(NULL::bytea, ARRAY[cardinality(p_events)]));
  v_keys     text[] := p_keys;
  v_keyed    integer := 0;
  k_entry    uuid[];
  k_hash     bytea[];
  -- in the loops
  v_old_balance bigint[];
  v_old_lines   bigint[];
  v_old_left    bigint[];
  v_holds_before integer;
  v_stamp    bigint;
  v_body     text;
  v_sum_of   text[];
  v_sums     bigint[];
  v_refused  boolean := false;
  v_amount   bigint;
  v_why      text;
  v_what     text;
  i integer;
  e integer;
  s integer;
  h integer;
BEGIN
  IF v_entries = 0 OR v_entries <> ALL (ARRAY[cardinality(p_references), cardinality(p_keys), cardinality(p_posted_at),
      coalesce(cardinality(p_hashes), v_entries), cardinality(p_reverses)])
    OR v_lines <> ALL (ARRAY[cardinality(p_line_entry), cardinality(p_amounts), cardinality(p_holds)]) THEN
    RAISE EXCEPTION 'the arrays of a posting differ in length';
  END IF;

  -- Accounts, opened on first use.
  FOR attempt IN 1..2 LOOP
    SELECT count(a.id), array_agg(a.id), array_agg(a.asset), array_agg(a.holding), array_agg(a.shape)
    INTO v_found, v_ids, v_assets, v_holding, v_shape
    FROM (
      -- Sorted once, before the sums: an ORDER BY in each of them would sort again.
      SELECT x.id, x.asset, x.holding, x.owner_kind || '/' || x.kind || CASE WHEN p_amounts[u.o] > 0 THEN '+' ELSE '-' END
        || CASE WHEN x.asset LIKE 'stk:%' THEN 's' ELSE 'm' END AS shape
      FROM unnest(p_accounts) WITH ORDINALITY AS u (code, o)
      LEFT JOIN ledger.accounts x ON x.id = ledger.account_id(u.code)
      ORDER BY u.o
    ) AS a;
    EXIT WHEN v_found = v_lines;
    IF attempt = 2 THEN RAISE EXCEPTION 'accounts could not be opened'; END IF;
    PERFORM ledger.open_accounts(p_accounts);
  END LOOP;

  -- Balance rows, locked in account id order: every caller uses the same order, so they cannot deadlock.
  SELECT coalesce(array_agg(b.account_id), '{}'), array_agg(b.balance), array_agg(b.lines),
    array_agg(b.first_stamp), array_agg(b.stamp), array_agg(b.lowest), array_agg(b.highest)
  INTO b_id, b_balance, b_lines, b_first, b_stamp, b_lowest, b_highest
  FROM (
    SELECT * FROM ledger.balances WHERE account_id = ANY (v_ids) ORDER BY account_id FOR NO KEY UPDATE
  ) AS b;

  -- Times and ids. Time never runs backwards on a bounded account, so the order of ids is the order of effect.
  i := 1;
  FOR e IN 1..v_entries LOOP
    v_first[e] := i;
    IF p_events[e] IS DISTINCT FROM v_event THEN
      v_event := p_events[e];
      s := array_position(r_event, v_event);
      IF s IS NULL THEN
        SELECT x.shapes INTO v_shapes FROM ledger.posting_shapes x WHERE x.role = v_role AND x.event = v_event;
        v_special := v_special OR v_shapes[1] = '!';
        IF v_entries > 1 THEN
          r_event := r_event || v_event;
          r_from := r_from || coalesce(cardinality(r_shapes), 0) + 1;
          r_shapes := r_shapes || v_shapes;
          r_to := r_to || coalesce(cardinality(r_shapes), 0);
        END IF;
      ELSE
        v_shapes := r_shapes[r_from[s]:r_to[s]];
      END IF;
    END IF;
    v_body := CASE WHEN p_keys[e] IS NOT NULL THEN p_events[e] || E'\n' || p_references[e] END;
    v_sum_of := '{}';
    v_sums := '{}';
    v_stamp := floor(extract(epoch FROM p_posted_at[e]) * 1000)::bigint << 12;
    WHILE i <= v_lines AND p_line_entry[i] = e LOOP
      s := array_position(b_id, v_ids[i]);
      v_slot[i] := s;
      IF s IS NOT NULL AND b_stamp[s] >= v_stamp THEN v_stamp := b_stamp[s] + 1; END IF;
      IF v_shape[i] = ANY (v_shapes) OR v_free THEN
        v_sum_key := v_assets[i];
      ELSIF v_shape[i] || '=' = ANY (v_shapes) THEN
        -- Sums to zero with its owner's other lines, so nothing passes to another owner.
        v_sum_key := split_part(p_accounts[i], '/', 2) || '/' || v_assets[i];
      ELSIF pg_has_role(v_role::name, 'fairlot_definer', 'MEMBER') THEN
        -- The migrating owner could write the tables by hand anyway; the check is for the processes.
        v_free := true;
        v_sum_key := v_assets[i];
      ELSE
        RAISE EXCEPTION '% may not post % with % on %', v_role, v_event, p_amounts[i], p_accounts[i]
          USING ERRCODE = 'insufficient_privilege',
            HINT = 'ledger.posting_rights has no row for it; a feature adds its rows in its migration';
      END IF;
      s := array_position(v_sum_of, v_sum_key);
      IF s IS NULL THEN
        v_sum_of := v_sum_of || v_sum_key;
        v_sums := v_sums || p_amounts[i];
      ELSE
        v_sums[s] := v_sums[s] + p_amounts[i];
      END IF;
      IF v_body IS NOT NULL THEN
        v_body := v_body || E'\n' || p_accounts[i] || ' ' || p_amounts[i] || ' ' || coalesce(p_holds[i]::text, '');
      END IF;
      i := i + 1;
    END LOOP;
    v_last[e] := i - 1;
    IF v_last[e] <= v_first[e] THEN RAISE EXCEPTION 'an entry has at least two lines'; END IF;
    IF 0 <> ANY (v_sums) THEN
      IF v_sum_of::text LIKE '%/%' THEN
        RAISE EXCEPTION '% may not post % from one owner to another', v_role, p_events[e] USING ERRCODE = 'insufficient_privilege';
      END IF;
      RAISE EXCEPTION 'an entry does not balance' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF v_body IS NULL THEN
      IF (p_amounts[i - 1] > 0 AND p_holds[i - 1] IS NOT NULL) IS NOT TRUE THEN
        RAISE EXCEPTION 'an entry without a key must end with the line of the hold it opens';
      END IF;
      v_keys[e] := 'hold/' || p_holds[i - 1];
    ELSE
      IF p_keys[e] ^@ 'hold/' THEN RAISE EXCEPTION 'the key % is reserved for the entry that opens the hold', p_keys[e]; END IF;
      v_keyed := v_keyed + 1;
      -- Two requests are the same when everything except the time is equal: a retry has another time.
      IF p_hashes IS NULL THEN v_hashes[e] := sha256(convert_to(v_body, 'UTF8')); END IF;
    END IF;
    FOR l IN v_first[e]..v_last[e] LOOP
      s := v_slot[l];
      CONTINUE WHEN s IS NULL;
      b_stamp[s] := v_stamp;
      IF b_first[s] IS NULL THEN b_first[s] := v_stamp; END IF;
    END LOOP;
    v_entry_id[e] := ledger.entry_id(v_stamp);
    v_ms[e] := v_stamp >> 12;
  END LOOP;
  IF i <= v_lines THEN RAISE EXCEPTION 'lines are not in the order of their entries'; END IF;
  IF v_special AND NOT v_free THEN
    PERFORM ledger.check_special(v_role, p_events, p_line_entry, p_accounts, p_amounts, p_holds);
  END IF;

  -- Keys. The second request with a key waits here for the first, then finds its row. An entry without a key is found
  -- again by the hold it opens, whose id is unique: the second request is refused with hold-exists.
  k_entry := v_entry_id;
  IF v_keyed > 0 THEN
    INSERT INTO ledger.keys (key, request_hash, entry_id, posted_at)
    SELECT k.key, k.hash, k.entry, to_timestamp(k.ms / 1000::float8)
    FROM unnest(p_keys, v_hashes, v_entry_id, v_ms) AS k (key, hash, entry, ms)
    WHERE k.key IS NOT NULL
    ORDER BY k.key
    ON CONFLICT (key) DO NOTHING;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    IF v_found < v_keyed THEN
      IF (SELECT count(DISTINCT u.key) FROM unnest(p_keys) AS u (key)) < v_keyed THEN
        RAISE EXCEPTION 'the same key twice in one call';
      END IF;
      SELECT array_agg(coalesce(k.entry_id, u.entry) ORDER BY u.o), array_agg(k.request_hash ORDER BY u.o) INTO k_entry, k_hash
      FROM unnest(p_keys, v_entry_id) WITH ORDINALITY AS u (key, entry, o)
      LEFT JOIN ledger.keys k ON k.key = u.key;
    END IF;
  END IF;

  v_any_hold := array_remove(p_holds, NULL) <> '{}';
  IF v_any_hold THEN
    SELECT coalesce(array_agg(x.id), '{}'), coalesce(array_agg(x.account_id), '{}'), coalesce(array_agg(x.amount), '{}'),
      coalesce(array_agg(x.remaining), '{}'), coalesce(array_agg(NULL::integer), '{}')
    INTO h_id, h_account, h_amount, h_left, h_entry
    FROM (SELECT * FROM ledger.holds WHERE id = ANY (p_holds) ORDER BY id FOR UPDATE) AS x;
    h_before := h_left;
  END IF;

  FOR e IN 1..v_entries LOOP
    IF k_entry[e] <> v_entry_id[e] THEN
      IF k_hash[e] = v_hashes[e] THEN
        v_outcome[e] := 'replayed';
        v_entry_id[e] := k_entry[e];
        v_ms[e] := floor(extract(epoch FROM ledger.time_of(k_entry[e])) * 1000);
      ELSE
        v_outcome[e] := 'key-reused';
      END IF;
      CONTINUE;
    END IF;

    v_why := NULL;
    v_old_balance := b_balance;
    v_old_lines := b_lines;
    IF v_any_hold THEN
      v_old_left := h_left;
      v_holds_before := cardinality(h_id);
    END IF;

    FOR i IN v_first[e]..v_last[e] LOOP
      v_amount := p_amounts[i];
      s := v_slot[i];
      IF s IS NOT NULL THEN
        IF (v_amount > 0 AND b_balance[s] > c_most - v_amount) OR (v_amount < 0 AND b_balance[s] < -c_most - v_amount) THEN
          v_why := 'overflow';
          v_what := p_accounts[i];
          EXIT;
        END IF;
        b_balance[s] := b_balance[s] + v_amount;
        b_lines[s] := b_lines[s] + 1;
        v_seq[i] := b_lines[s];
        v_after[i] := b_balance[s];
      END IF;

      IF v_holding[i] IS DISTINCT FROM (p_holds[i] IS NOT NULL) THEN
        RAISE EXCEPTION 'a line on % must name a hold exactly if the account keeps holds', p_accounts[i];
      END IF;
      CONTINUE WHEN p_holds[i] IS NULL;
      h := array_position(h_id, p_holds[i]);
      IF v_amount > 0 THEN
        IF h IS NOT NULL THEN
          v_why := 'hold-exists';
        ELSE
          h_id := h_id || p_holds[i];
          h_account := h_account || v_ids[i];
          h_amount := h_amount || v_amount;
          h_left := h_left || v_amount;
          h_before := h_before || NULL::bigint;
          h_entry := h_entry || e;
        END IF;
      ELSIF h IS NULL OR h_account[h] IS DISTINCT FROM v_ids[i] THEN
        v_why := 'unknown-hold';
      ELSIF h_left[h] = 0 THEN
        v_why := 'hold-closed';
      ELSIF h_left[h] < -v_amount THEN
        v_why := 'hold-exceeded';
      ELSE
        h_left[h] := h_left[h] + v_amount;
      END IF;
      IF v_why IS NOT NULL THEN
        v_what := p_holds[i]::text;
        EXIT;
      END IF;
    END LOOP;

    -- Bounds are checked on the entry as a whole: the order of its lines does not matter.
    IF v_why IS NULL THEN
      FOR i IN v_first[e]..v_last[e] LOOP
        s := v_slot[i];
        IF b_balance[s] < b_lowest[s] THEN
          v_why := 'insufficient';
        ELSIF b_balance[s] > b_highest[s] THEN
          v_why := 'over-ceiling';
        END IF;
        IF v_why IS NOT NULL THEN
          v_what := p_accounts[i];
          EXIT;
        END IF;
      END LOOP;
    END IF;

    IF v_why IS NULL THEN
      v_outcome[e] := 'posted';
    ELSE
      v_outcome[e] := v_why;
      v_refused := true;
      v_on[e] := v_what;
      b_balance := v_old_balance;
      b_lines := v_old_lines;
      IF v_any_hold THEN
        h_left := v_old_left;
        h_id := h_id[1:v_holds_before];
        h_account := h_account[1:v_holds_before];
        h_amount := h_amount[1:v_holds_before];
        h_before := h_before[1:v_holds_before];
        h_entry := h_entry[1:v_holds_before];
      END IF;
    END IF;
  END LOOP;

  IF 'posted' = ANY (v_outcome) THEN
    UPDATE ledger.balances b SET balance = u.balance, lines = u.lines, first_stamp = u.first_stamp, stamp = u.stamp
    FROM unnest(b_id, b_balance, b_lines, b_first, b_stamp) AS u (id, balance, lines, first_stamp, stamp)
    WHERE b.account_id = u.id AND b.lines <> u.lines;

    INSERT INTO ledger.entries (id, posted_at, line_count, event, reference, key, reverses, tx)
    SELECT x.id, to_timestamp(x.ms / 1000::float8), x.last - x.first + 1, x.event, x.reference, x.key, x.reverses, v_tx
    FROM unnest(v_entry_id, v_ms, v_outcome, v_first, v_last, p_events, p_references, v_keys, p_reverses)
      AS x (id, ms, outcome, first, last, event, reference, key, reverses)
    WHERE x.outcome = 'posted';

    INSERT INTO ledger.lines (entry_id, account_id, posted_at, amount, tx, seq, balance_after, line_no, asset, hold_id)
    SELECT v_entry_id[l.entry], l.account, to_timestamp(v_ms[l.entry] / 1000::float8), l.amount, v_tx, l.seq, l.after,
      l.o - v_first[l.entry] + 1, l.asset, l.hold
    FROM unnest(p_line_entry, v_ids, p_amounts, v_seq, v_after, v_assets, p_holds)
      WITH ORDINALITY AS l (entry, account, amount, seq, after, asset, hold, o)
    WHERE v_outcome[l.entry] = 'posted';

    IF v_any_hold THEN
      UPDATE ledger.holds x SET remaining = u.left_now, state = CASE u.left_now WHEN 0 THEN 'closed' ELSE 'open' END,
        closed_at = CASE u.left_now WHEN 0 THEN to_timestamp(v_ms[v_entries] / 1000::float8) END
      FROM unnest(h_id, h_left, h_before) AS u (id, left_now, left_before)
      WHERE x.id = u.id AND u.left_now <> u.left_before;

      INSERT INTO ledger.holds (id, account_id, reference, amount, remaining, state, opened_by, opened_at, closed_at)
      SELECT u.id, u.account, p_references[u.entry], u.amount, u.left_now, CASE u.left_now WHEN 0 THEN 'closed' ELSE 'open' END,
        v_entry_id[u.entry], to_timestamp(v_ms[u.entry] / 1000::float8),
        CASE u.left_now WHEN 0 THEN to_timestamp(v_ms[v_entries] / 1000::float8) END
      FROM unnest(h_id, h_account, h_amount, h_left, h_entry) AS u (id, account, amount, left_now, entry)
      WHERE u.entry IS NOT NULL;
    END IF;
  END IF;

  IF v_special AND NOT v_free THEN
    PERFORM ledger.note_once(v_role, p_events, p_line_entry, p_accounts, v_outcome);
  END IF;

  -- A refused entry leaves nothing behind, not even its key: the same request may be tried again.
  IF v_refused THEN
    DELETE FROM ledger.keys k
    USING unnest(p_keys, v_entry_id, v_outcome) AS u (key, entry, outcome)
    WHERE k.key = u.key AND k.entry_id = u.entry AND u.outcome NOT IN ('posted', 'replayed', 'key-reused');
  END IF;

  FOR e IN 1..v_entries LOOP
    n := e;
    outcome := v_outcome[e];
    entry_id := CASE WHEN outcome IN ('posted', 'replayed') THEN v_entry_id[e] END;
    posted_ms := CASE WHEN outcome IN ('posted', 'replayed') THEN v_ms[e] END;
    refused_on := v_on[e];
    RETURN NEXT;
  END LOOP;
END $$;

-- What an order held when it was accepted. The first steps of its timeline follow from its row and are not stored; null
-- if they are, as before.
ALTER TABLE app.orders ADD COLUMN held_cash bigint, ADD COLUMN held_shares integer;

-- Writes accepted orders: what they hold, their rows and their commands. Returns the orders that the ledger refused,
-- because another use of the same cash or shares came first; nothing of these is written. Lines are in the order of
-- their entries, an entry per order that holds something.
CREATE OR REPLACE FUNCTION app.write_orders(
  p_now timestamptz, p_orders json,
  p_held_orders uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[],
  -- Members whom the rate limit stops.
  p_stopped uuid[]
) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_refused uuid[] := '{}';
  v_row     record;
BEGIN
  -- Before the balances, as everywhere.
  IF p_stopped <> '{}' THEN
    PERFORM FROM app.orders x WHERE x.member_id = ANY (p_stopped) AND x.state = 'entrusted' ORDER BY x.id FOR NO KEY UPDATE;
  END IF;

  IF p_held_orders <> '{}' THEN
    FOR v_row IN
      SELECT p_held_orders[a.n] AS id, a.outcome FROM ledger.apply(
        array_fill('order.held'::text, ARRAY[cardinality(p_held_orders)]),
        ARRAY(SELECT u.id::text FROM unnest(p_held_orders) WITH ORDINALITY AS u (id, place) ORDER BY u.place),
        array_fill(NULL::text, ARRAY[cardinality(p_held_orders)]),
        NULL, array_fill(p_now, ARRAY[cardinality(p_held_orders)]), array_fill(NULL::uuid, ARRAY[cardinality(p_held_orders)]),
        p_line_entry, p_accounts, p_amounts, p_holds) AS a
      WHERE a.outcome <> 'posted'
    LOOP
      IF v_row.outcome <> 'insufficient' THEN
        RAISE EXCEPTION 'the hold of order % was answered with %', v_row.id, v_row.outcome;
      END IF;
      v_refused := v_refused || v_row.id;
      RETURN NEXT v_row.id;
    END LOOP;
  END IF;

  WITH written AS MATERIALIZED (
    SELECT d.*, row_number() OVER () AS place
    FROM json_to_recordset(p_orders) AS d (
      id uuid, member_id uuid, symbol text, kind text, side text, purpose text, position_id uuid, direction text,
      multiple smallint, day_trade boolean, price integer, quantity integer, validity text, worst_price integer,
      date date, origin text, terms text, replaces uuid, device_key uuid, signature text, shard smallint, command text,
      closing integer, held_cash bigint, held_shares integer, steps integer, steps_hash text)
    WHERE d.id <> ALL (v_refused)
  ), orders AS (
    INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
      quantity, validity, worst_price, date, origin, terms, replaces, placed_at, device_key, signature, left_shares, steps,
      steps_hash, held_cash, held_shares)
    SELECT w.id, w.member_id, w.symbol, w.kind, w.side, w.purpose, w.position_id, w.direction, w.multiple, w.day_trade, w.price,
      w.quantity, w.validity, w.worst_price, w.date, w.origin, decode(w.terms, 'hex'), w.replaces, p_now, w.device_key,
      w.signature, w.quantity, w.steps, decode(w.steps_hash, 'hex'), w.held_cash, w.held_shares
    FROM written w ORDER BY w.place
  ), holds AS (
    -- A line with a hold follows the line of the account it is taken from.
    INSERT INTO app.order_holds (order_id, part, hold_id, account, amount, remaining)
    SELECT h.order_id, row_number() OVER (PARTITION BY h.order_id ORDER BY h.place), h.hold, p_accounts[h.place - 1], h.amount, h.amount
    FROM (
      SELECT p_held_orders[l.entry] AS order_id, l.hold, l.amount, l.place
      FROM unnest(p_line_entry, p_amounts, p_holds) WITH ORDINALITY AS l (entry, amount, hold, place)
      WHERE l.hold IS NOT NULL
    ) AS h
    WHERE h.order_id <> ALL (v_refused)
  ), closed AS (
    UPDATE app.positions p SET closing = p.closing + c.shares, state = 'preparing-to-close', close_asked_at = p_now
    FROM (
      SELECT w.position_id, w.member_id, w.symbol, sum(w.closing)::integer AS shares FROM written w
      WHERE w.purpose = 'close' GROUP BY w.position_id, w.member_id, w.symbol
    ) AS c
    WHERE (p.id, p.member_id, p.symbol) = (c.position_id, c.member_id, c.symbol)
  )
  INSERT INTO exchange.queue (shard, command)
  SELECT w.shard, w.command::json::text FROM written w ORDER BY w.place;

  IF p_stopped <> '{}' THEN
    INSERT INTO app.risk_limits AS g (member_id, stopped_at, stopped_by)
    SELECT u.id, p_now, 'rule' FROM unnest(p_stopped) AS u (id)
    ON CONFLICT (member_id) DO UPDATE SET stopped_at = p_now, stopped_by = 'rule';
  END IF;
END $$;

-- A connection keeps the plans of these triggers. Plans made while the tables are small would read them whole until the
-- next statistics, however much they grow until then.
ALTER FUNCTION ledger.check_balanced() SET enable_seqscan = off;
ALTER FUNCTION ledger.check_lines() SET enable_seqscan = off;
