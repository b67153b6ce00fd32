-- Margin calls and top-ups.

-- A margin call: its ratio, its amount, and how it ended.
CREATE TABLE app.margin_calls (
  id          uuid        PRIMARY KEY,
  member_id   uuid        NOT NULL,
  called_at   timestamptz NOT NULL,
  ratio_bp    integer     NOT NULL,
  amount      bigint      NOT NULL CHECK (amount > 0),
  paid        bigint      NOT NULL DEFAULT 0,
  deadline    timestamptz NOT NULL,
  state       text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'met', 'recovered', 'forced', 'closed')),
  seen_at     timestamptz,
  ended_at    timestamptz,
  CONSTRAINT margin_calls_ended CHECK ((state IN ('open', 'forced')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX margin_calls_one_open ON app.margin_calls (member_id) WHERE ended_at IS NULL;
CREATE INDEX margin_calls_of_member ON app.margin_calls (member_id, called_at);
-- Members with an open margin call are checked every second.
CREATE INDEX margin_calls_open ON app.margin_calls (deadline) WHERE ended_at IS NULL;
GRANT SELECT, UPDATE (seen_at) ON app.margin_calls TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.margin_calls TO fairlot_worker;
GRANT SELECT ON app.margin_calls TO fairlot_console;

-- Top-ups that have changed the holdings: each by exactly what its entry of this transaction paid, and once.
CREATE TABLE app.top_ups (
  entry_id  uuid        PRIMARY KEY,
  member_id uuid        NOT NULL,
  at        timestamptz NOT NULL
);

CREATE FUNCTION app.apply_top_up(
  p_member uuid, p_entry uuid, p_call uuid, p_positions uuid[], p_interest bigint[], p_loan bigint[], p_collateral bigint[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_paid    numeric[];
  v_applied numeric[];
  v_changed integer;
BEGIN
  SELECT ARRAY[coalesce(sum(l.amount) FILTER (WHERE a.kind = 'interest'), 0), coalesce(sum(l.amount) FILTER (WHERE a.kind = 'loan'), 0),
    coalesce(sum(l.amount) FILTER (WHERE a.kind = 'collateral'), 0)]
  INTO v_paid
  FROM ledger.entries e
  JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
  JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_kind = 'member' AND a.owner_id = p_member::text
  WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry) AND e.event = 'margin.top-up'
    AND e.tx = pg_current_xact_id()::text::bigint;
  SELECT ARRAY[coalesce(sum(t.interest), 0), coalesce(sum(t.loan), 0), coalesce(sum(t.collateral), 0)] INTO v_applied
  FROM unnest(p_positions, p_interest, p_loan, p_collateral) AS t (id, interest, loan, collateral)
  WHERE least(t.interest, t.loan, t.collateral) >= 0;
  IF v_paid IS DISTINCT FROM v_applied OR v_paid = ARRAY[0, 0, 0]::numeric[] THEN
    RAISE EXCEPTION 'top-up % pays % and not %', p_entry, v_paid, v_applied USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO app.top_ups (entry_id, member_id, at) VALUES (p_entry, p_member, clock_timestamp());
  -- Interest paid by hand is a cost at once, so that a later close need not know of it.
  UPDATE app.positions p SET loan = p.loan - t.loan, interest = p.interest - t.interest,
    interest_paid = p.interest_paid + t.interest, realised = p.realised - t.interest, collateral = p.collateral + t.collateral
  FROM unnest(p_positions, p_interest, p_loan, p_collateral) AS t (id, interest, loan, collateral)
  WHERE p.id = t.id AND p.member_id = p_member AND p.loan >= t.loan AND p.interest >= t.interest
    AND least(t.interest, t.loan, t.collateral) >= 0;
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  IF v_changed <> cardinality(p_positions) THEN
    RAISE EXCEPTION 'top-up % fits % of % holdings', p_entry, v_changed, cardinality(p_positions) USING ERRCODE = 'check_violation';
  END IF;
  UPDATE app.margin_calls SET paid = paid + (SELECT sum(x) FROM unnest(v_applied) AS x)
  WHERE id = p_call AND member_id = p_member AND ended_at IS NULL;
END $$;
GRANT EXECUTE ON FUNCTION app.apply_top_up TO fairlot_api;
