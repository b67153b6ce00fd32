-- See 0130. The check of who opened a hold answers only what is wrong: it also answered every hold that the call opens, and each was asked again.

CREATE OR REPLACE FUNCTION ledger.check_special(p_role text, p_events text[], p_line_entry integer[], p_accounts text[], p_amounts bigint[], p_holds uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
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
      -- A hold that this call opens is not there yet.
      OR x.opened_by IS NOT NULL AND EXISTS (SELECT FROM ledger.holds h
        JOIN ledger.entries e ON e.id = h.opened_by AND e.posted_at = ledger.time_of(h.opened_by) WHERE h.id = x.hold AND e.event <> x.opened_by)
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
