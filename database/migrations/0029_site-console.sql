-- Settings of the installation by two operators: rules, the site, closed days, halts. The console reads and proposes;
-- the worker writes after two have approved, and the rows name that review.

-- Rules: a second language for the reason members read, and the review that made the row.
ALTER TABLE app.rule_values
  ADD COLUMN reason_en text CHECK (reason_en <> ''),
  ADD COLUMN review_id uuid UNIQUE REFERENCES app.reviews (id);
GRANT SELECT ON app.rule_values TO fairlot_console;
GRANT INSERT (rule, value, announced_at, holds_from, reason, reason_en, set_by_first, set_by_second, review_id)
  ON app.rule_values TO fairlot_worker;

-- An announced change that two people stopped before it took effect. The announcement and its text stay.
CREATE TABLE app.rule_stops (
  change_id     bigint      PRIMARY KEY REFERENCES app.rule_values (id),
  stopped_at    timestamptz NOT NULL,
  reason        text        NOT NULL CHECK (reason <> ''),
  reason_en     text        NOT NULL CHECK (reason_en <> ''),
  set_by_first  text        NOT NULL,
  set_by_second text        NOT NULL,
  review_id     uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  CONSTRAINT rule_stops_set_by_two CHECK (set_by_first <> set_by_second)
);
GRANT SELECT ON app.rule_stops TO fairlot_api, fairlot_worker, fairlot_console;
GRANT INSERT ON app.rule_stops TO fairlot_worker;

-- The worker writes only what two people approved: rule and value are those of the review.
CREATE FUNCTION app.rule_values_were_approved() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.review_id IS NULL THEN
    IF session_user = 'fairlot_worker' THEN
      RAISE EXCEPTION 'rule % is set without a review', NEW.rule USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NOT EXISTS (
    SELECT FROM app.reviews r
    WHERE r.id = NEW.review_id AND r.kind = 'rule-change' AND r.decision = 'approve'
      AND NOT r.payload ? 'stop' AND r.payload ->> 'rule' = NEW.rule AND (r.payload ->> 'value')::bigint = NEW.value
  ) THEN
    RAISE EXCEPTION 'rule %: % is not what two people approved', NEW.rule, NEW.value USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER rule_values_were_approved BEFORE INSERT ON app.rule_values
  FOR EACH ROW EXECUTE FUNCTION app.rule_values_were_approved();

CREATE FUNCTION app.rule_stops_in_time() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF EXISTS (SELECT FROM app.rule_values v WHERE v.id = NEW.change_id AND v.holds_from <= NEW.stopped_at) THEN
    RAISE EXCEPTION 'change % holds already', NEW.change_id USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (
    SELECT FROM app.reviews r
    WHERE r.id = NEW.review_id AND r.kind = 'rule-change' AND r.decision = 'approve'
      AND (r.payload ->> 'stop')::bigint = NEW.change_id
  ) THEN
    RAISE EXCEPTION 'change % was not stopped by two people', NEW.change_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER rule_stops_in_time BEFORE INSERT ON app.rule_stops
  FOR EACH ROW EXECUTE FUNCTION app.rule_stops_in_time();

-- Pictures of the site, public and few: named by their own hash, so a name never means other bytes.
CREATE TABLE app.site_images (
  hash    text        PRIMARY KEY,
  bytes   bytea       NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 65536),
  kept_at timestamptz NOT NULL,
  CONSTRAINT site_images_named_by_hash CHECK (hash = encode(sha256(bytes), 'hex'))
);
GRANT SELECT ON app.site_images TO fairlot_api, fairlot_worker, fairlot_console;
GRANT INSERT ON app.site_images TO fairlot_worker;

ALTER TABLE app.site_config_history ADD COLUMN review_id uuid REFERENCES app.reviews (id);
GRANT SELECT ON app.site_config, app.site_config_history TO fairlot_console;
-- Two operators set it, so only the worker writes it: a taken api cannot rename the site.
REVOKE INSERT, UPDATE ON app.site_config FROM fairlot_api;
REVOKE INSERT ON app.site_config_history FROM fairlot_api;

-- Closed days.
GRANT SELECT ON app.closures TO fairlot_console;
GRANT INSERT, DELETE ON app.closures TO fairlot_worker;

-- Who halted what, and who resumed it. The exchange's log has the effect.
CREATE TABLE app.market_halts (
  id         uuid        PRIMARY KEY REFERENCES app.reviews (id),
  -- Null: the whole market.
  symbol     text        REFERENCES app.instruments (symbol),
  reason     text        NOT NULL CHECK (reason IN ('news', 'operator', 'technical', 'authority', 'market')),
  halted_at  timestamptz NOT NULL,
  resumed_at timestamptz,
  resumed_by uuid        UNIQUE REFERENCES app.reviews (id),
  CONSTRAINT market_halts_resumed_whole CHECK ((resumed_at IS NULL) = (resumed_by IS NULL)),
  CONSTRAINT market_halts_in_order CHECK (resumed_at >= halted_at)
);
CREATE UNIQUE INDEX market_halts_one_open ON app.market_halts (coalesce(symbol, '*')) WHERE resumed_at IS NULL;
GRANT SELECT ON app.market_halts TO fairlot_api, fairlot_worker, fairlot_console;
GRANT INSERT, UPDATE (resumed_at, resumed_by) ON app.market_halts TO fairlot_worker;

GRANT USAGE ON SCHEMA market TO fairlot_console;
GRANT SELECT ON market.quotes, app.instruments TO fairlot_console;
GRANT SELECT (symbol, state) ON app.conditional_orders TO fairlot_console;
