-- Schemas, roles and objects that belong to no feature.
-- fairlot_owner runs migrations and owns everything; the application never connects as it.
-- fairlot_api and fairlot_worker are the two server roles: they may use feature tables as granted below each table, may
-- only EXECUTE the ledger's functions, and may only INSERT into the audit trail.
-- fairlot_reader reads everything and writes nothing: reconciliation, invariants, reports.

DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['fairlot_api', 'fairlot_worker', 'fairlot_reader'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I LOGIN', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- Roles belong to the cluster: another database of it has made this one already.
    END;
  END LOOP;
END $$;

-- Values that must be unique over all cells: accounts, ID numbers, cards.
CREATE SCHEMA directory;
-- Feature tables of one cell.
CREATE SCHEMA app;
CREATE SCHEMA ledger;
CREATE SCHEMA audit;
-- Technical tables without business content. The migration runner has created the schema already, for its own table.
CREATE SCHEMA IF NOT EXISTS platform;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA directory, app, ledger, audit, platform TO fairlot_api, fairlot_worker, fairlot_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA directory, app, ledger, audit, platform GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

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
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.idempotency_keys TO fairlot_api, fairlot_worker;
