-- What was good and bad of each service level, by day: the console shows thirty days of it. The names and limits are in
-- packages/contract/src/status/service-levels.ts.
CREATE TABLE status.service_levels (
  day date NOT NULL,
  level text NOT NULL CHECK (level IN ('api-answers', 'orders-answered', 'orders-at-venue', 'fills-in-books', 'prices-current')),
  good bigint NOT NULL CHECK (good >= 0),
  bad bigint NOT NULL CHECK (bad >= 0),
  PRIMARY KEY (day, level)
) WITH (fillfactor = 50);
GRANT SELECT ON status.service_levels TO fairlot_console;
GRANT SELECT, DELETE ON status.service_levels TO fairlot_worker;

-- Adds to the day of the database's clock, in Taipei. The api counts its answers, the worker what waits; neither can count
-- for the other, or take anything back.
CREATE FUNCTION status.count_level(p_level text, p_good bigint, p_bad bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_good < 0 OR p_bad < 0 THEN
    RAISE EXCEPTION 'a service level only grows' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF session_user IN ('fairlot_api', 'fairlot_worker')
     AND (session_user = 'fairlot_api') <> (p_level IN ('api-answers', 'orders-answered')) THEN
    RAISE EXCEPTION '% does not count %', session_user, p_level USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO status.service_levels AS s (day, level, good, bad)
  VALUES ((clock_timestamp() AT TIME ZONE 'Asia/Taipei')::date, p_level, p_good, p_bad)
  ON CONFLICT (day, level) DO UPDATE SET good = s.good + excluded.good, bad = s.bad + excluded.bad;
END $$;
REVOKE ALL ON FUNCTION status.count_level FROM PUBLIC;
GRANT EXECUTE ON FUNCTION status.count_level TO fairlot_api, fairlot_worker;
