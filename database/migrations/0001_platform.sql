-- Roles, and tables that belong to no feature.
-- fairlot_owner logs in and runs the migrations. The application never connects as it, and it owns nothing that runs:
-- database/ownership.sql gives everything to fairlot_definer after each run.
-- fairlot_definer owns every schema, table and function. It cannot log in and is no superuser, so a function never lends
-- its caller more than this database. docs/adr/0024-the-ledger-knows-who-posts.md says why.
-- fairlot_api, fairlot_worker, fairlot_console, fairlot_exchange, fairlot_quotes, fairlot_live and fairlot_practice are
-- the processes. Each has the rights granted beside each object. fairlot_console writes nothing of the ledger, the
-- exchange, prices, fills or statistics.
-- fairlot_console_app serves the console's files. It may only write its heartbeat.
-- fairlot_reader reads everything and writes nothing: reconciliation, invariants, reports.
-- fairlot_seed fills a new installation. It creates the demo's members through the use cases of the api, so it has the
-- api's rights and a few more. tests/flows/role-rights.test.ts has the whole matrix.

DO $$
DECLARE v_role text;
BEGIN
  FOREACH v_role IN ARRAY ARRAY['fairlot_api', 'fairlot_worker', 'fairlot_reader', 'fairlot_exchange', 'fairlot_quotes',
    'fairlot_live', 'fairlot_practice', 'fairlot_console', 'fairlot_console_app', 'fairlot_seed', 'fairlot_definer'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I %s NOSUPERUSER NOCREATEDB NOCREATEROLE', v_role,
        CASE v_role WHEN 'fairlot_definer' THEN 'NOLOGIN' ELSE 'LOGIN' END);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- Roles belong to the cluster: another database of it has made this one already.
    END;
  END LOOP;
  IF NOT pg_has_role(current_user, 'fairlot_definer', 'MEMBER') THEN
    EXECUTE format('GRANT fairlot_definer TO %I', current_user);
  END IF;
END $$;
GRANT fairlot_api TO fairlot_seed;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
-- Functions create partitions at run time, so fairlot_definer creates objects too.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Technical tables without business content. The migration runner has created the schema already, for its own table.
CREATE SCHEMA IF NOT EXISTS platform;
GRANT USAGE ON SCHEMA platform TO fairlot_api, fairlot_worker, fairlot_reader, fairlot_console, fairlot_exchange,
  fairlot_quotes, fairlot_live, fairlot_practice, fairlot_seed, fairlot_console_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA platform GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA platform GRANT SELECT ON TABLES TO fairlot_reader;

-- `/readyz` asks which migrations have run.
GRANT SELECT ON platform.migrations TO fairlot_api, fairlot_worker, fairlot_console, fairlot_quotes, fairlot_live;

-- One row per (caller, route, key): the same key returns the first response, another body under it is refused. `answer`
-- is null while the first request is still running in its own transaction.
CREATE TABLE platform.idempotency_keys (
  caller       text        NOT NULL,
  route        text        NOT NULL,
  key          text        NOT NULL,
  request_hash bytea       NOT NULL,
  http_status  integer,
  answer       jsonb,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (caller, route, key)
);
CREATE INDEX idempotency_keys_created_at ON platform.idempotency_keys (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.idempotency_keys TO fairlot_api;
GRANT SELECT, DELETE ON platform.idempotency_keys TO fairlot_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.idempotency_keys TO fairlot_console;

-- How far the time that a vote states may be from PostgreSQL's own clock: a taken console cannot vote with a role of last
-- year. Only the owner can change the bound; tests, whose clock stands still or jumps, set it wide.
CREATE TABLE platform.clock_bound (
  seconds integer NOT NULL CHECK (seconds > 0),
  one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row)
);
INSERT INTO platform.clock_bound (seconds) VALUES (60);

-- Whether members' money is practice money. The seed writes it once; no function that grants paper money works without
-- it.
CREATE TABLE platform.installation (
  only_one boolean     PRIMARY KEY DEFAULT true CHECK (only_one),
  money    text        NOT NULL CHECK (money IN ('practice', 'real')),
  set_at   timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON platform.installation TO fairlot_seed;
