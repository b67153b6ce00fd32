-- Practice companies pay dividends: the two programs that act as operators announce them, of invented companies only, within these
-- bounds. docs/features/corporate-actions.md explains.

CREATE FUNCTION practice.is_practice_dividend(p_terms jsonb) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(p_terms ->> 'symbol' ~ '^97[0-9]{3}$' AND p_terms ->> 'cashMicros' ~ '^[0-9]{1,7}$'
    AND (p_terms ->> 'cashMicros')::bigint <= 1000000 AND p_terms ->> 'stockMicros' ~ '^[0-9]{1,6}$'
    AND (p_terms ->> 'stockMicros')::bigint <= 100000 AND p_terms ->> 'splitTo' = '1' AND p_terms ->> 'splitFrom' = '1'
    AND EXISTS (SELECT FROM app.instruments i WHERE i.symbol = p_terms ->> 'symbol' AND i.delisted_on IS NULL), false)
$$;

-- One at a time, and each company once in four weeks: a taken program floods no member. The rates are those in force.
CREATE FUNCTION practice.propose_dividend(p_review uuid, p_action uuid, p_symbol text, p_cash bigint, p_stock bigint, p_ex date, p_pays date,
  p_now timestamptz) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_today date := (p_now AT TIME ZONE 'Asia/Taipei')::date;
  v_terms jsonb;
BEGIN
  SELECT jsonb_build_object('symbol', p_symbol, 'cashMicros', p_cash, 'stockMicros', p_stock, 'splitTo', 1, 'splitFrom', 1,
    'exOn', p_ex, 'paysOn', p_pays) || jsonb_object_agg(d.field, coalesce(recon.rule(d.rule), d.usual)) INTO v_terms
  FROM (VALUES ('supplementFrom', 'dividend.supplementFrom', 2000000), ('supplementRate', 'dividend.supplementRate', 211),
    ('parValue', 'dividend.parValue', 1000), ('fractionRate', 'dividend.fractionRate', 10000)) AS d (field, rule, usual);
  IF NOT practice.is_practice_dividend(v_terms) OR p_ex <= v_today OR p_ex > v_today + 7 OR p_pays <= p_ex OR p_pays > p_ex + 7 THEN
    RAISE EXCEPTION 'these are not the terms of a practice dividend' USING ERRCODE = 'insufficient_privilege';
  ELSIF EXISTS (SELECT FROM app.corporate_actions a WHERE a.symbol = p_symbol AND a.announced_at > p_now - interval '28 days')
     OR EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'corporate-actions' AND r.state IN ('waiting', 'second', 'decided')
       AND practice.is_program(r.opened_by)) THEN
    RETURN 'proposal.open';
  END IF;
  RETURN practice.propose(p_review, 'corporate-actions', p_action, v_terms, 'a practice dividend', p_now);
END $$;
GRANT EXECUTE ON FUNCTION practice.propose_dividend TO fairlot_practice_proposer;

-- As before, and on practice dividends.
CREATE OR REPLACE FUNCTION practice.check_program_vote() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF practice.is_program(NEW.operator_id) AND NOT EXISTS (
    SELECT FROM app.reviews r WHERE r.id = NEW.review_id AND practice.is_program(r.opened_by) AND CASE r.kind
      WHEN 'offer' THEN practice.is_practice_offer(r.payload)
      WHEN 'draw-release' THEN practice.is_practice_draw(r.subject)
      WHEN 'corporate-actions' THEN practice.is_practice_dividend(r.payload)
      WHEN 'news' THEN practice.is_lesson(r.subject, r.payload) ELSE false END) THEN
    RAISE EXCEPTION 'a practice operator has no vote on review %', NEW.review_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- What the programs see of it: their open proposals, and listed practice companies without a dividend in four weeks.
CREATE VIEW practice.dividend_proposals AS
  SELECT r.id, r.kind, r.subject, r.payload::text AS payload, r.reason, r.opened_by, r.state,
    EXISTS (SELECT FROM app.review_signatures s WHERE s.review_id = r.id AND s.operator_id = r.opened_by) AS is_signed
  FROM app.reviews r JOIN app.operators p ON p.id = r.opened_by AND p.program IS NOT NULL
  WHERE r.state IN ('second', 'decided') AND r.kind = 'corporate-actions';
CREATE VIEW practice.issuers AS
  SELECT i.symbol FROM app.instruments i
  WHERE i.symbol ~ '^97[0-9]{3}$' AND i.delisted_on IS NULL AND NOT EXISTS (
    SELECT FROM app.corporate_actions a WHERE a.symbol = i.symbol AND a.announced_at > now() - interval '28 days');
GRANT SELECT ON practice.dividend_proposals, practice.issuers TO fairlot_practice_proposer, fairlot_practice_approver;
