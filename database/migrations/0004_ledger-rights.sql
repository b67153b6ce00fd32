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

-- The same, one row per role and event, as ledger.apply reads it: `member/held+m` is money that a member's hold gains,
-- a final = is the scope within-owner, and a first element ! means that ledger.check_special has to check too. Only the
-- trigger below writes it.
CREATE TABLE ledger.posting_shapes (
  role    text    NOT NULL,
  event   text    NOT NULL,
  shapes  text[]  NOT NULL,
  PRIMARY KEY (role, event)
);

CREATE FUNCTION ledger.refresh_shapes() RETURNS trigger
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
CREATE TRIGGER posting_rights_refresh_shapes AFTER INSERT OR UPDATE OR DELETE ON ledger.posting_rights
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refresh_shapes();

CREATE TABLE ledger.posted_once (
  event    text NOT NULL,
  owner_id text NOT NULL,
  PRIMARY KEY (event, owner_id)
);

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
SELECT ledger.allow_posting('fairlot_worker', event,
  '+member/available -member/held +member/receivable -member/held-receivable', 'any', 'within-owner')
FROM unnest(ARRAY['conditional.released', 'order.released', 'order.reduced']) AS event;
SELECT ledger.allow_posting('fairlot_worker', event, '+lending/available -lending/held', 'shares', 'within-owner')
FROM unnest(ARRAY['order.released', 'order.reduced']) AS event;
SELECT ledger.allow_posting('fairlot_api', 'withdrawal.held', '-member/available +member/held', 'money', 'within-owner');
SELECT ledger.allow_posting('fairlot_worker', 'withdrawal.released', '+member/available -member/held', 'money', 'within-owner');
-- Only settlement releases an order's hold, so the api names the event that opened the hold.
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, opened_by) VALUES
  ('fairlot_api', 'conditional.released', 'member', 'available', 'in', 'any', 'within-owner', NULL),
  ('fairlot_api', 'conditional.released', 'member', 'held', 'out', 'any', 'within-owner', 'conditional.held'),
  ('fairlot_api', 'conditional.released', 'member', 'receivable', 'in', 'any', 'within-owner', NULL),
  ('fairlot_api', 'conditional.released', 'member', 'held-receivable', 'out', 'any', 'within-owner', 'conditional.held'),
  ('fairlot_api', 'withdrawal.released', 'member', 'available', 'in', 'money', 'within-owner', NULL),
  ('fairlot_api', 'withdrawal.released', 'member', 'held', 'out', 'money', 'within-owner', 'withdrawal.held');

-- A member pays back what they owe out of their own cash.
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, scope, mirrors) VALUES
  ('fairlot_api', 'margin.top-up', 'member', 'available', 'out', 'money', 'one-owner', NULL),
  ('fairlot_api', 'margin.top-up', 'member', 'interest', 'in', 'money', 'one-owner', NULL),
  ('fairlot_api', 'margin.top-up', 'member', 'loan', 'in', 'money', 'one-owner', '{lending/available,lending/lent}'),
  ('fairlot_api', 'margin.top-up', 'member', 'collateral', 'in', 'money', 'one-owner', NULL),
  ('fairlot_api', 'margin.top-up', 'lending', 'available', 'in', 'money', 'any', '{member/loan}'),
  ('fairlot_api', 'margin.top-up', 'lending', 'lent', 'out', 'money', 'any', '{member/loan}');

-- Paper money: once per member, in the amount of the rule practice.grant.
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, max_amount, once, practice)
SELECT role, 'practice-grant', owner_kind, kind, direction, 'money', 1000000000, once, true
FROM unnest(ARRAY['fairlot_api', 'fairlot_seed']) AS role,
  (VALUES ('practice-grant', 'granted', 'out', false), ('member', 'available', 'in', true))
    AS line (owner_kind, kind, direction, once);
-- The practice market's seats and the lending pool.
INSERT INTO ledger.posting_rights (role, event, owner_kind, kind, direction, assets, practice) VALUES
  ('fairlot_seed', 'seat-inventory', 'house', 'issue', 'out', 'shares', true),
  ('fairlot_seed', 'seat-inventory', 'seat', 'available', 'in', 'shares', true),
  ('fairlot_seed', 'seat-cash', 'practice-grant', 'granted', 'out', 'money', true),
  ('fairlot_seed', 'seat-cash', 'seat', 'available', 'in', 'money', true),
  ('fairlot_seed', 'lending-pool', 'house', 'capital', 'out', 'money', true),
  ('fairlot_seed', 'lending-pool', 'seat', 'available', 'out', 'shares', true),
  ('fairlot_seed', 'lending-pool', 'lending', 'available', 'in', 'any', true);

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
