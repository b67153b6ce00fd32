-- A halt and a resumption follow from a review that two people approved, or from a request of the practice market. `none` stays
-- for phases, and for the price file that the seed role imports.

UPDATE exchange.command_rights SET accounts = 'record'
WHERE role = 'fairlot_worker' AND kind IN ('halt', 'resume') AND accounts = 'none';

-- See 0141. `halt`: open, and as its review says; `resume`: as its review says, with no other halt of the stock open. The worker
-- writes the halts, so a row alone proves nothing.
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
        WHERE a.symbol = p_command ->> 'symbol' AND a.decided_at IS NOT NULL AND a.refusal IS NULL
          AND floor(extract(epoch FROM a.until) * 1000) = (p_command ->> 'until')::numeric)
      END
    WHEN 'resume' THEN EXISTS (
        SELECT FROM app.market_halts h JOIN recon.approved_reviews r ON r.id = h.resumed_by AND r.kind = 'market-resume'
        WHERE coalesce(h.symbol, p_command ->> 'symbol') = p_command ->> 'symbol' AND r.payload ->> 'halt' = h.id::text)
      AND NOT EXISTS (
        SELECT FROM app.market_halts h
        WHERE h.resumed_at IS NULL AND coalesce(h.symbol, p_command ->> 'symbol') = p_command ->> 'symbol')
    ELSE false
  END
$$;
