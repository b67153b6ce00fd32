-- Feature tables of one cell.

CREATE SCHEMA app;
GRANT USAGE ON SCHEMA app TO fairlot_api, fairlot_worker, fairlot_reader, fairlot_quotes, fairlot_live,
  fairlot_practice, fairlot_console;
ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA app GRANT SELECT ON TABLES TO fairlot_reader;

-- Every state machine in one table, with one trigger function. database/states.sql writes the rows after each migration
-- run, from packages/rules/src/state-machines.ts. A trigger of one table checks what goes beyond the step.
CREATE TABLE app.state_steps (
  machine    text NOT NULL,
  -- Null: a row may start in to_state.
  from_state text,
  to_state   text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (machine, from_state, to_state)
);

-- The first argument is the machine; the second names the column when it is not `state`.
CREATE FUNCTION app.check_transition() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_from text;
  v_to   text;
BEGIN
  IF TG_ARGV[1] = 'stage' THEN
    v_to := NEW.stage;
    IF TG_OP = 'UPDATE' THEN v_from := OLD.stage; END IF;
  ELSE
    v_to := NEW.state;
    IF TG_OP = 'UPDATE' THEN v_from := OLD.state; END IF;
  END IF;
  IF EXISTS (
    SELECT FROM app.state_steps s
    WHERE s.machine = TG_ARGV[0] AND s.from_state IS NOT DISTINCT FROM v_from AND s.to_state = v_to
  ) THEN
    RETURN NEW;
  END IF;
  IF v_from IS NULL THEN
    RAISE EXCEPTION '% does not begin as %', TG_ARGV[0], v_to USING ERRCODE = 'check_violation';
  END IF;
  RAISE EXCEPTION '% does not go from % to %', TG_ARGV[0], v_from, v_to USING ERRCODE = 'check_violation';
END $$;
