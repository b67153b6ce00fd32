-- A record allows its command once: only the transaction that writes the decision may send the halt for news, or the resumption.
-- A decision does not change, so that no later transaction can write it again.

CREATE FUNCTION app.refuse_decided_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: the row was decided', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
REVOKE ALL ON FUNCTION app.refuse_decided_change() FROM PUBLIC;

CREATE TRIGGER market_halts_resumed_once BEFORE UPDATE ON app.market_halts
FOR EACH ROW WHEN (OLD.resumed_at IS NOT NULL) EXECUTE FUNCTION app.refuse_decided_change();

CREATE TRIGGER halt_requests_decided_once BEFORE UPDATE ON practice.halt_requests
FOR EACH ROW WHEN (OLD.decided_at IS NOT NULL) EXECUTE FUNCTION app.refuse_decided_change();

-- See 0142. `xmin` of a row is the transaction that wrote it.
CREATE OR REPLACE FUNCTION exchange.follows_record(p_shard integer, p_command json) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE p_command ->> 'kind'
    WHEN 'list' THEN NOT EXISTS (
      SELECT FROM json_to_recordset(p_command -> 'instruments')
        AS l (symbol text, instrument text, reference integer, limited boolean)
      LEFT JOIN app.instruments i ON i.symbol = l.symbol AND i.kind = l.instrument AND i.reference = l.reference
        AND i.limited = l.limited
      WHERE i.symbol IS NULL)
    WHEN 'reference' THEN CASE WHEN p_command ->> 'price' IS NULL
      THEN EXISTS (
        SELECT FROM app.instruments i
        WHERE i.symbol = p_command ->> 'symbol' AND i.limited AND (p_command ->> 'limited')::boolean)
      ELSE p_command ->> 'limited' IS NULL AND EXISTS (
        SELECT FROM app.corporate_actions a
        WHERE a.symbol = p_command ->> 'symbol' AND a.state = 'ex' AND a.reference = (p_command ->> 'price')::integer
          AND NOT EXISTS (SELECT FROM exchange.phase_changes c WHERE c.shard = p_shard AND c.date > a.held_on))
      END
    WHEN 'halt' THEN CASE WHEN p_command ->> 'until' IS NULL
      THEN EXISTS (
        SELECT FROM app.market_halts h JOIN recon.approved_reviews r ON r.id = h.id AND r.kind = 'market-halt'
        WHERE h.resumed_at IS NULL AND h.reason = p_command ->> 'reason'
          AND coalesce(h.symbol, p_command ->> 'symbol') = p_command ->> 'symbol'
          AND r.payload ->> 'reason' = h.reason AND r.payload ->> 'symbol' IS NOT DISTINCT FROM h.symbol)
      ELSE p_command ->> 'reason' = 'news' AND EXISTS (
        SELECT FROM practice.halt_requests a
        WHERE a.xmin = pg_current_xact_id()::xid AND a.symbol = p_command ->> 'symbol' AND a.decided_at IS NOT NULL AND a.refusal IS NULL
          AND floor(extract(epoch FROM a.until) * 1000) = (p_command ->> 'until')::numeric)
      END
    WHEN 'resume' THEN EXISTS (
        SELECT FROM app.market_halts h JOIN recon.approved_reviews r ON r.id = h.resumed_by AND r.kind = 'market-resume'
        WHERE h.xmin = pg_current_xact_id()::xid AND coalesce(h.symbol, p_command ->> 'symbol') = p_command ->> 'symbol' AND r.payload ->> 'halt' = h.id::text)
      AND NOT EXISTS (
        SELECT FROM app.market_halts h
        WHERE h.resumed_at IS NULL AND coalesce(h.symbol, p_command ->> 'symbol') = p_command ->> 'symbol')
    ELSE false
  END
$$;
