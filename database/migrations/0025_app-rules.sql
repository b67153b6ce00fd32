-- Rules set by two operators. The worker writes them after two have approved, and the rows name that review.

-- Rules set by operators, with history: the newest row in force counts, and a rule without one has its default from
-- packages/rules. A row is announced before it takes effect and is never changed.
CREATE TABLE app.rule_values (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule         text        NOT NULL CHECK (rule ~ '^[a-z][A-Za-z0-9-]*(\.[A-Za-z0-9-]+)+$'),
  value        bigint      NOT NULL,
  announced_at timestamptz NOT NULL,
  holds_from   timestamptz NOT NULL CHECK (holds_from >= announced_at),
  reason       text        NOT NULL CHECK (reason <> ''),
  set_by_first  text       NOT NULL CHECK (set_by_first <> ''),
  set_by_second text       NOT NULL CHECK (set_by_second <> ''),
  -- The reason in a second language, as members read it, and the review that made the row.
  reason_en    text        CHECK (reason_en <> ''),
  review_id    uuid        UNIQUE REFERENCES app.reviews (id),
  CONSTRAINT rule_values_set_by_two CHECK (set_by_first <> set_by_second)
);
CREATE INDEX rule_values_of_rule ON app.rule_values (rule, holds_from);
GRANT SELECT ON app.rule_values TO fairlot_api;
GRANT SELECT, INSERT (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second, reason_en, review_id)
  ON app.rule_values TO fairlot_worker;
GRANT SELECT ON app.rule_values TO fairlot_console;

-- The worker writes only what two people approved: rule and value are those of the review.
CREATE FUNCTION app.rule_values_require_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
CREATE TRIGGER rule_values_require_approval BEFORE INSERT ON app.rule_values
  FOR EACH ROW EXECUTE FUNCTION app.rule_values_require_approval();

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
GRANT SELECT ON app.rule_stops TO fairlot_api;
GRANT SELECT, INSERT ON app.rule_stops TO fairlot_worker;
GRANT SELECT ON app.rule_stops TO fairlot_console;

CREATE FUNCTION app.rule_stops_require_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
CREATE TRIGGER rule_stops_require_approval BEFORE INSERT ON app.rule_stops
  FOR EACH ROW EXECUTE FUNCTION app.rule_stops_require_approval();
