-- A decision cannot be changed, and a row must start in a start state: for the requests whose tables had no such
-- trigger.

CREATE TRIGGER decided_once BEFORE UPDATE ON app.day_trading_applications
  FOR EACH ROW EXECUTE FUNCTION app.decided_once();

-- The arguments are the states a row may start in.
CREATE FUNCTION app.begins_as() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.state <> ALL (TG_ARGV) THEN
    RAISE EXCEPTION '% does not begin %', TG_TABLE_NAME, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- The practice market approves an application at once, by rule.
CREATE TRIGGER begins BEFORE INSERT ON app.day_trading_applications
  FOR EACH ROW EXECUTE FUNCTION app.begins_as('pending', 'passed');
CREATE TRIGGER begins BEFORE INSERT ON app.recovery_requests FOR EACH ROW EXECUTE FUNCTION app.begins_as('pending');
CREATE TRIGGER begins BEFORE INSERT ON app.appeals FOR EACH ROW EXECUTE FUNCTION app.begins_as('pending');
