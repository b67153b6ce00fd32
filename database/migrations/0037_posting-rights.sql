-- Who may post what. docs/architecture/money.md prints the table; docs/adr/0024-the-ledger-knows-who-posts.md says why.

-- One row per role, event and kind of account: this role may write a line on such an account in such an entry. A line
-- without a row is refused. A feature that posts a new event adds its rows in its migration.
CREATE TABLE ledger.posting_rights (
  role       text    NOT NULL CHECK (role ~ '^fairlot_[a-z_]+$'),
  event      text    NOT NULL CHECK (event ~ '^[a-z][a-z0-9.-]{0,63}$'),
  owner_kind text    NOT NULL,
  kind       text    NOT NULL,
  -- in: the account gains. out: it loses.
  direction  text    NOT NULL DEFAULT 'both' CHECK (direction IN ('in', 'out', 'both')),
  assets     text    NOT NULL DEFAULT 'any' CHECK (assets IN ('any', 'money', 'shares')),
  -- within-owner: such lines of an entry sum to zero for each owner and asset, so nothing passes between owners.
  -- one-owner: such lines of an entry belong to one owner.
  scope      text    NOT NULL DEFAULT 'any' CHECK (scope IN ('any', 'within-owner', 'one-owner')),
  -- At most this much on one line.
  max_amount bigint  CHECK (max_amount > 0),
  -- One entry of this event per owner, for ever.
  once       boolean NOT NULL DEFAULT false,
  -- Only where the installation's money is practice money.
  practice   boolean NOT NULL DEFAULT false,
  -- Takes only from holds that an entry of this event opened.
  opened_by  text,
  -- In one entry these accounts move by the same amount: the pool gets back what a loan falls by.
  mirrors    text[],
  special    boolean GENERATED ALWAYS AS (max_amount IS NOT NULL OR once OR practice OR opened_by IS NOT NULL OR mirrors IS NOT NULL
    OR scope = 'one-owner') STORED,
  PRIMARY KEY (role, event, owner_kind, kind),
  FOREIGN KEY (owner_kind, kind) REFERENCES ledger.chart (owner_kind, kind)
);
REVOKE ALL ON ledger.posting_rights FROM PUBLIC;
GRANT SELECT ON ledger.posting_rights TO fairlot_reader;

-- The same, one row per role and event, as ledger.apply reads it: `member/held+m` is money that a member's hold gains,
-- a final = is the scope within-owner, and a first element ! means that ledger.check_special has to check too. Only the
-- trigger below writes it.
CREATE TABLE ledger.posting_shapes (
  role    text    NOT NULL,
  event   text    NOT NULL,
  shapes  text[]  NOT NULL,
  PRIMARY KEY (role, event)
);
REVOKE ALL ON ledger.posting_shapes FROM PUBLIC;
GRANT SELECT ON ledger.posting_shapes TO fairlot_reader;
CREATE FUNCTION ledger.shape_rights() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM ledger.posting_shapes;
  INSERT INTO ledger.posting_shapes (role, event, shapes)
  SELECT r.role, r.event,
    CASE WHEN bool_or(r.special) THEN ARRAY['!'] ELSE '{}' END || array_agg(r.owner_kind || '/' || r.kind || d.sign || m.asset || CASE r.scope WHEN 'within-owner' THEN '=' ELSE '' END
      ORDER BY r.owner_kind DESC, r.kind, m.asset, d.sign)
  FROM ledger.posting_rights r
  JOIN (VALUES ('in', '+'), ('out', '-')) AS d (direction, sign) ON r.direction IN ('both', d.direction)
  JOIN (VALUES ('money', 'm'), ('shares', 's')) AS m (assets, asset) ON r.assets IN ('any', m.assets)
  GROUP BY r.role, r.event;
  RETURN NULL;
END $$;
CREATE TRIGGER shaped AFTER INSERT OR UPDATE OR DELETE ON ledger.posting_rights
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.shape_rights();

CREATE TABLE ledger.posted_once (
  event    text NOT NULL,
  owner_id text NOT NULL,
  PRIMARY KEY (event, owner_id)
);
REVOKE ALL ON ledger.posted_once FROM PUBLIC;
GRANT SELECT ON ledger.posted_once TO fairlot_reader;
INSERT INTO ledger.posted_once (event, owner_id)
SELECT DISTINCT e.event, a.owner_id
FROM ledger.entries e
JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_kind = 'member'
WHERE e.event = 'practice-grant';

-- `lines` is a list of owner-kind/kind with - (loses), + (gains) or nothing (both) before it.
CREATE FUNCTION ledger.allow_posting(
  p_role text, p_event text, p_lines text, p_assets text DEFAULT 'any', p_scope text DEFAULT 'any'
) RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope)
  SELECT p_role, p_event, split_part(ltrim(line, '+-'), '/', 1), split_part(ltrim(line, '+-'), '/', 2),
    CASE left(line, 1) WHEN '+' THEN 'in' WHEN '-' THEN 'out' ELSE 'both' END, p_assets, p_scope
  FROM regexp_split_to_table(p_lines, '\s+') AS line
$$;

-- Holding and releasing, of the member's own assets or the pool's shares for a short order.
SELECT ledger.allow_posting(role, event,
  '-member/available +member/held -member/receivable +member/held-receivable', 'any', 'within-owner')
FROM unnest(ARRAY['fairlot_api', 'fairlot_worker']) AS role, unnest(ARRAY['order.held', 'conditional.held']) AS event;
SELECT ledger.allow_posting(role, 'order.held', '-lending/available +lending/held', 'shares', 'within-owner')
FROM unnest(ARRAY['fairlot_api', 'fairlot_worker']) AS role;
SELECT ledger.allow_posting(role, 'conditional.released',
  '+member/available -member/held +member/receivable -member/held-receivable', 'any', 'within-owner')
FROM unnest(ARRAY['fairlot_api', 'fairlot_worker']) AS role;
SELECT ledger.allow_posting('fairlot_worker', event,
  '+member/available -member/held +member/receivable -member/held-receivable', 'any', 'within-owner')
FROM unnest(ARRAY['order.released', 'order.reduced']) AS event;
SELECT ledger.allow_posting('fairlot_worker', event, '+lending/available -lending/held', 'shares', 'within-owner')
FROM unnest(ARRAY['order.released', 'order.reduced']) AS event;
SELECT ledger.allow_posting('fairlot_api', 'withdrawal.held', '-member/available +member/held', 'money', 'within-owner');
SELECT ledger.allow_posting(role, 'withdrawal.released', '+member/available -member/held', 'money', 'within-owner')
FROM unnest(ARRAY['fairlot_api', 'fairlot_worker']) AS role;
-- Only settlement releases an order's hold, so the api names the event that opened the hold.
UPDATE ledger.posting_rights SET opened_by = replace(event, '.released', '.held')
WHERE role = 'fairlot_api' AND event IN ('conditional.released', 'withdrawal.released') AND kind IN ('held', 'held-receivable');

-- A member pays back what they owe out of their own cash.
SELECT ledger.allow_posting('fairlot_api', 'margin.top-up', '-member/available +member/interest +member/loan +member/collateral', 'money', 'one-owner');
SELECT ledger.allow_posting('fairlot_api', 'margin.top-up', '+lending/available -lending/lent', 'money');
UPDATE ledger.posting_rights SET mirrors = CASE owner_kind WHEN 'member' THEN ARRAY['lending/available', 'lending/lent'] ELSE ARRAY['member/loan'] END
WHERE event = 'margin.top-up' AND (owner_kind = 'lending' OR kind = 'loan');

-- Paper money: once per member, in the amount of the rule practice.grant.
SELECT ledger.allow_posting(role, 'practice-grant', '-practice-grant/granted +member/available', 'money')
FROM unnest(ARRAY['fairlot_api', 'fairlot_seed']) AS role;
UPDATE ledger.posting_rights SET practice = true, max_amount = 1000000000, once = owner_kind = 'member' WHERE event = 'practice-grant';

-- The practice market's seats and the lending pool.
SELECT ledger.allow_posting('fairlot_seed', 'seat-inventory', '-house/issue +seat/available', 'shares');
SELECT ledger.allow_posting('fairlot_seed', 'seat-cash', '-practice-grant/granted +seat/available', 'money');
SELECT ledger.allow_posting('fairlot_seed', 'lending-pool', '-house/capital', 'money');
SELECT ledger.allow_posting('fairlot_seed', 'lending-pool', '-seat/available', 'shares');
SELECT ledger.allow_posting('fairlot_seed', 'lending-pool', '+lending/available');
UPDATE ledger.posting_rights SET practice = true WHERE event IN ('seat-inventory', 'seat-cash', 'lending-pool');

-- Settlement, which runs in the worker.
SELECT ledger.allow_posting('fairlot_worker', 'trade.open-long',
  '-house/capital lending/available +lending/lent -member/loan +fees/income', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'trade.open-long',
  '-member/held -member/held-receivable clearing/settling +member/receivable +member/available');
SELECT ledger.allow_posting('fairlot_worker', 'trade.open-short', '+member/collateral +fees/income +tax/collected', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'trade.open-short', '-lending/held +lending/available +lending/lent -member/loan', 'shares');
SELECT ledger.allow_posting('fairlot_worker', 'trade.open-short',
  '-member/held -member/held-receivable clearing/settling +member/receivable +member/available');
SELECT ledger.allow_posting('fairlot_worker', 'trade.close-long',
  '+fees/income +tax/collected +lending/available -lending/lent +member/loan +member/interest -member/payable', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'trade.close-long',
  '-member/held -member/held-receivable clearing/settling +member/receivable member/available');
SELECT ledger.allow_posting('fairlot_worker', 'trade.close-short', '+fees/income -member/collateral -member/payable', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'trade.close-short', '+lending/available -lending/lent +member/loan', 'shares');
SELECT ledger.allow_posting('fairlot_worker', 'trade.close-short',
  '-member/held -member/held-receivable clearing/settling +member/receivable member/available');
SELECT ledger.allow_posting('fairlot_worker', 'seat.trade', 'seat/available -seat/payable clearing/settling');
SELECT ledger.allow_posting('fairlot_worker', 'seat.net', 'seat/available -seat/payable');
SELECT ledger.allow_posting('fairlot_worker', 'settlement.arrived',
  format('-%1$s/receivable %1$s/available +%1$s/payable', owner), 'any', 'within-owner')
FROM unnest(ARRAY['member', 'seat']) AS owner;
SELECT ledger.allow_posting('fairlot_worker', 'interest.accrued', '-member/interest +house/interest', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'day-trade.kept', '-member/collateral +tax/collected +fees/income', 'money');

-- What two people have approved, executed by the worker.
SELECT ledger.allow_posting('fairlot_worker', 'deposit.booked', '-house/bank +member/available +fees/income', 'money');
-- A wrongly booked deposit: the right amount, and the mirror image of the first entry.
SELECT ledger.allow_posting('fairlot_worker', 'deposit.rebooked', '-house/bank +member/available +fees/income', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'deposit.reversed', '+house/bank -member/available -fees/income', 'money');
-- Money at the bank whose owner is unknown so far.
SELECT ledger.allow_posting('fairlot_worker', event, 'house/bank suspense/open', 'money')
FROM unnest(ARRAY['suspense.taken', 'suspense.released', 'suspense.returned']) AS event;
SELECT ledger.allow_posting('fairlot_worker', 'withdrawal.passed', '-member/held +house/payouts +fees/income', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'withdrawal.paid', '-house/payouts +house/bank', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'withdrawal.returned', '-house/payouts -house/bank -fees/income +member/available', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'coupon.granted', '-house/promotion +house/vouchers', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'coupon.rebated', '-house/vouchers +house/promotion +member/available', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'coupon.expired', '-house/vouchers +house/promotion', 'money');
SELECT ledger.allow_posting('fairlot_worker', 'journal.posted',
  'member/available house/corrections house/capital house/promotion house/rounding fees/income tax/collected suspense/open', 'money');

-- The rights with checks beyond the shape of a line. They belong to rare events.
CREATE FUNCTION ledger.check_special(
  p_role text, p_events text[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_line record;
BEGIN
  FOR v_line IN
    SELECT p_events[u.entry] AS event, u.code, u.amount, u.hold, r.max_amount, r.practice, r.opened_by,
      count(*) FILTER (WHERE r.scope = 'one-owner') OVER (PARTITION BY u.entry) AS of_one,
      count(*) FILTER (WHERE r.scope = 'one-owner') OVER (PARTITION BY u.entry, r.scope, a.owner_kind, a.owner_id) AS of_this
    FROM unnest(p_accounts, p_line_entry, p_amounts, p_holds) AS u (code, entry, amount, hold)
    JOIN ledger.accounts a ON a.id = ledger.account_id(u.code)
    JOIN ledger.posting_rights r ON r.role = p_role AND r.event = p_events[u.entry]
      AND r.owner_kind = a.owner_kind AND r.kind = a.kind AND r.special
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

-- The second of two concurrent ones waits for the first at the key.
CREATE FUNCTION ledger.note_once(p_role text, p_events text[], p_line_entry integer[], p_accounts text[], p_outcome text[])
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_line record;
BEGIN
  FOR v_line IN
    SELECT p_events[u.entry] AS event, a.owner_id
    FROM unnest(p_accounts, p_line_entry) AS u (code, entry)
    JOIN ledger.accounts a ON a.id = ledger.account_id(u.code)
    JOIN ledger.posting_rights r ON r.role = p_role AND r.event = p_events[u.entry]
      AND r.owner_kind = a.owner_kind AND r.kind = a.kind AND r.once
    WHERE p_outcome[u.entry] = 'posted'
    ORDER BY a.owner_id
  LOOP
    INSERT INTO ledger.posted_once (event, owner_id) VALUES (v_line.event, v_line.owner_id) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% is posted once for each owner, and % has had it', v_line.event, v_line.owner_id
        USING ERRCODE = 'insufficient_privilege';
    END IF;
  END LOOP;
END $$;

-- As in 0002, with the check of the posting role.
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
  v_hashes   bytea[] := p_hashes;
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
    v_body := p_events[e] || E'\n' || p_references[e];
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
      v_body := v_body || E'\n' || p_accounts[i] || ' ' || p_amounts[i] || ' ' || coalesce(p_holds[i]::text, '');
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
    -- Two requests are the same when everything except the time is equal: a retry has another time.
    IF p_hashes IS NULL THEN v_hashes[e] := sha256(convert_to(v_body, 'UTF8')); END IF;
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

  -- Keys. The second request with a key waits here for the first, then finds its row.
  INSERT INTO ledger.keys (key, request_hash, entry_id, posted_at)
  SELECT k.key, k.hash, k.entry, to_timestamp(k.ms / 1000::float8)
  FROM unnest(p_keys, v_hashes, v_entry_id, v_ms) AS k (key, hash, entry, ms)
  ORDER BY k.key
  ON CONFLICT (key) DO NOTHING;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  IF v_found < v_entries THEN
    IF (SELECT count(DISTINCT u.key) FROM unnest(p_keys) AS u (key)) < v_entries THEN
      RAISE EXCEPTION 'the same key twice in one call';
    END IF;
    SELECT array_agg(k.entry_id ORDER BY u.o), array_agg(k.request_hash ORDER BY u.o) INTO k_entry, k_hash
    FROM unnest(p_keys) WITH ORDINALITY AS u (key, o)
    JOIN ledger.keys k ON k.key = u.key;
  ELSE
    k_entry := v_entry_id;
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
    FROM unnest(v_entry_id, v_ms, v_outcome, v_first, v_last, p_events, p_references, p_keys, p_reverses)
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
