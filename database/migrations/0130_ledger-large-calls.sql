-- A posting of many entries is linear in their number: the balances and holds of its lines are found by rank, and a refused entry is
-- undone by its lines in place of copies of everything before it. A check of rights answers only what may be wrong.

CREATE OR REPLACE FUNCTION ledger.apply(p_events text[], p_references text[], p_keys text[], p_hashes bytea[], p_posted_at timestamp with time zone[], p_reverses uuid[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) RETURNS TABLE(n integer, outcome text, entry_id uuid, posted_ms bigint, refused_on text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  c_most constant bigint := 9223372036854775807;
  c_few  constant integer := 24;
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
  v_bounded  boolean[];
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
  h_slot     integer[]; -- of each line
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
  v_tried    integer;
  v_held     integer;
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
    SELECT count(a.id), array_agg(a.id), array_agg(a.asset), array_agg(a.holding), array_agg(a.bounded), array_agg(a.shape)
    INTO v_found, v_ids, v_assets, v_holding, v_bounded, v_shape
    FROM (
      -- Sorted once, before the sums: an ORDER BY in each of them would sort again.
      SELECT x.id, x.asset, x.holding, x.bounded, x.owner_kind || '/' || x.kind || CASE WHEN p_amounts[u.o] > 0 THEN '+' ELSE '-' END
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
  -- Where the balance of each line is. Searching for each would take the square of their number: the rows have the order of the ids.
  IF v_lines > c_few THEN
    SELECT array_agg(CASE WHEN r.bounded THEN r.rank END ORDER BY r.o), max(r.rank) FILTER (WHERE r.bounded) INTO v_slot, v_found
    FROM (
      SELECT u.bounded, u.o, dense_rank() OVER (PARTITION BY u.bounded ORDER BY u.id)::integer AS rank
      FROM unnest(v_ids, v_bounded) WITH ORDINALITY AS u (id, bounded, o)
    ) AS r;
  END IF;
  IF v_lines <= c_few OR coalesce(v_found, 0) <> cardinality(b_id) THEN
    FOR l IN 1..v_lines LOOP v_slot[l] := array_position(b_id, v_ids[l]); END LOOP;
  END IF;

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
      s := v_slot[i];
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
    -- Those that exist, and those that this call may open: they have no account yet.
    IF v_lines > c_few THEN
      PERFORM FROM ledger.holds x WHERE x.id = ANY (p_holds) ORDER BY x.id FOR UPDATE;
      SELECT array_agg(u.id ORDER BY u.id), array_agg(x.account_id ORDER BY u.id), array_agg(x.amount ORDER BY u.id), array_agg(x.remaining ORDER BY u.id)
      INTO h_id, h_account, h_amount, h_left
      FROM (SELECT DISTINCT k.id FROM unnest(p_holds) AS k (id) WHERE k.id IS NOT NULL) AS u LEFT JOIN ledger.holds x ON x.id = u.id;
      SELECT array_agg(CASE WHEN r.id IS NOT NULL THEN r.rank END ORDER BY r.o) INTO h_slot
      FROM (
        SELECT u.id, u.o, dense_rank() OVER (PARTITION BY u.id IS NULL ORDER BY u.id)::integer AS rank
        FROM unnest(p_holds) WITH ORDINALITY AS u (id, o)
      ) AS r;
    ELSE
      SELECT coalesce(array_agg(x.id), '{}'), coalesce(array_agg(x.account_id), '{}'), coalesce(array_agg(x.amount), '{}'),
        coalesce(array_agg(x.remaining), '{}')
      INTO h_id, h_account, h_amount, h_left
      FROM (SELECT * FROM ledger.holds WHERE id = ANY (p_holds) ORDER BY id FOR UPDATE) AS x;
      FOR l IN 1..v_lines LOOP
        CONTINUE WHEN p_holds[l] IS NULL;
        h := array_position(h_id, p_holds[l]);
        IF h IS NULL THEN
          h_id := h_id || p_holds[l];
          h := cardinality(h_id);
        END IF;
        h_slot[l] := h;
      END LOOP;
      i := cardinality(h_id) - cardinality(h_account);
      h_account := h_account || array_fill(NULL::uuid, ARRAY[i]);
      h_amount := h_amount || array_fill(NULL::bigint, ARRAY[i]);
      h_left := h_left || array_fill(NULL::bigint, ARRAY[i]);
    END IF;
    h_before := h_left;
    h_entry := array_fill(NULL::integer, ARRAY[cardinality(h_id)]);
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
    -- The last line that moved its balance, and the last that moved its hold, are undone when the entry is refused.
    v_tried := v_first[e] - 1;
    v_held := v_tried;

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
      v_tried := i;

      IF v_holding[i] IS DISTINCT FROM (p_holds[i] IS NOT NULL) THEN
        RAISE EXCEPTION 'a line on % must name a hold exactly if the account keeps holds', p_accounts[i];
      END IF;
      CONTINUE WHEN p_holds[i] IS NULL;
      h := h_slot[i];
      IF v_amount > 0 THEN
        IF h_account[h] IS NOT NULL THEN
          v_why := 'hold-exists';
        ELSE
          h_account[h] := v_ids[i];
          h_amount[h] := v_amount;
          h_left[h] := v_amount;
          h_before[h] := NULL;
          h_entry[h] := e;
        END IF;
      ELSIF h_account[h] IS DISTINCT FROM v_ids[i] THEN
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
      v_held := i;
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
      FOR i IN v_first[e]..v_tried LOOP
        s := v_slot[i];
        CONTINUE WHEN s IS NULL;
        b_balance[s] := b_balance[s] - p_amounts[i];
        b_lines[s] := b_lines[s] - 1;
      END LOOP;
      FOR i IN v_first[e]..v_held LOOP
        CONTINUE WHEN p_holds[i] IS NULL;
        h := h_slot[i];
        IF p_amounts[i] > 0 THEN
          h_account[h] := NULL;
          h_entry[h] := NULL;
        ELSE
          h_left[h] := h_left[h] - p_amounts[i];
        END IF;
      END LOOP;
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

CREATE OR REPLACE FUNCTION ledger.check_special(p_role text, p_events text[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE v_line record;
BEGIN
  FOR v_line IN
    SELECT x.* FROM (SELECT p_events[u.entry] AS event, u.code, u.amount, u.hold, r.max_amount, r.practice, r.opened_by,
      count(*) FILTER (WHERE r.scope = 'one-owner') OVER (PARTITION BY u.entry) AS of_one,
      count(*) FILTER (WHERE r.scope = 'one-owner') OVER (PARTITION BY u.entry, r.scope, a.owner_kind, a.owner_id) AS of_this
    FROM unnest(p_accounts, p_line_entry, p_amounts, p_holds) AS u (code, entry, amount, hold)
    JOIN ledger.accounts a ON a.id = ledger.account_id(u.code)
    JOIN ledger.posting_rights r ON r.role = p_role AND r.event = p_events[u.entry]
      AND r.owner_kind = a.owner_kind AND r.kind = a.kind AND r.special) AS x
    -- Only what may be wrong.
    WHERE x.max_amount < abs(x.amount) OR x.of_this > 0 AND x.of_this < x.of_one OR x.practice
      OR x.opened_by IS NOT NULL AND x.opened_by IS DISTINCT FROM (SELECT e.event FROM ledger.holds h
        JOIN ledger.entries e ON e.id = h.opened_by AND e.posted_at = ledger.time_of(h.opened_by) WHERE h.id = x.hold)
  LOOP
    IF v_line.max_amount < abs(v_line.amount) THEN
      RAISE EXCEPTION '% may not post % with % on %: at most %', p_role, v_line.event, v_line.amount, v_line.code, v_line.max_amount
        USING ERRCODE = 'insufficient_privilege';
    ELSIF v_line.of_this > 0 AND v_line.of_this < v_line.of_one THEN
      RAISE EXCEPTION '% may not post % from one owner to another', p_role, v_line.event USING ERRCODE = 'insufficient_privilege';
    ELSIF v_line.practice AND NOT EXISTS (SELECT FROM platform.installation WHERE money = 'practice') THEN
      RAISE EXCEPTION '% may not post %: the money of this installation is not practice money', p_role, v_line.event
        USING ERRCODE = 'insufficient_privilege', HINT = 'the seed says which money it is: node apps/server/src/main.ts seed';
    ELSIF v_line.opened_by IS NOT NULL AND EXISTS (
      SELECT FROM ledger.holds h JOIN ledger.entries e ON e.id = h.opened_by AND e.posted_at = ledger.time_of(h.opened_by)
      WHERE h.id = v_line.hold AND e.event <> v_line.opened_by) THEN
      RAISE EXCEPTION '% may not release hold % by %', p_role, v_line.hold, v_line.event USING ERRCODE = 'insufficient_privilege';
    END IF;
  END LOOP;

  -- Few events have such a right, and comparing all lines with each other takes long for many entries.
  IF NOT EXISTS (SELECT FROM ledger.posting_rights r WHERE r.role = p_role AND r.event = ANY (p_events) AND r.mirrors <> '{}') THEN RETURN; END IF;
  FOR v_line IN
    WITH moved AS (
      SELECT u.entry, a.owner_kind, a.kind, sum(u.amount) AS amount
      FROM unnest(p_accounts, p_line_entry, p_amounts) AS u (code, entry, amount)
      JOIN ledger.accounts a ON a.id = ledger.account_id(u.code)
      GROUP BY u.entry, a.owner_kind, a.kind
    )
    SELECT p_events[m.entry] AS event, m.owner_kind || '/' || m.kind AS account, m.amount, other
    FROM moved m
    JOIN ledger.posting_rights r ON r.role = p_role AND r.event = p_events[m.entry] AND r.owner_kind = m.owner_kind AND r.kind = m.kind
    CROSS JOIN LATERAL unnest(r.mirrors) AS other
    LEFT JOIN moved o ON o.entry = m.entry AND o.owner_kind || '/' || o.kind = other
    WHERE abs(m.amount) IS DISTINCT FROM abs(o.amount)
  LOOP
    RAISE EXCEPTION '% may not post % with % on % and another amount on %', p_role, v_line.event, v_line.amount, v_line.account, v_line.other
      USING ERRCODE = 'insufficient_privilege';
  END LOOP;
END $$;
