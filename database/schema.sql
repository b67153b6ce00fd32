-- Written by `npm run schema` from the migrations. For reading; never applied.

CREATE SCHEMA app;

CREATE SCHEMA audit;

CREATE SCHEMA directory;

CREATE SCHEMA ledger;

CREATE SCHEMA platform;

CREATE TABLE platform.idempotency_keys (
    caller text NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    http_status integer,
    answer jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE platform.migrations (
    number integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY platform.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller, route, key);

ALTER TABLE ONLY platform.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);

CREATE INDEX idempotency_keys_created_at ON platform.idempotency_keys USING btree (created_at);

GRANT USAGE ON SCHEMA app TO fairlot_api;
GRANT USAGE ON SCHEMA app TO fairlot_worker;
GRANT USAGE ON SCHEMA app TO fairlot_reader;

GRANT USAGE ON SCHEMA audit TO fairlot_api;
GRANT USAGE ON SCHEMA audit TO fairlot_worker;
GRANT USAGE ON SCHEMA audit TO fairlot_reader;

GRANT USAGE ON SCHEMA directory TO fairlot_api;
GRANT USAGE ON SCHEMA directory TO fairlot_worker;
GRANT USAGE ON SCHEMA directory TO fairlot_reader;

GRANT USAGE ON SCHEMA ledger TO fairlot_api;
GRANT USAGE ON SCHEMA ledger TO fairlot_worker;
GRANT USAGE ON SCHEMA ledger TO fairlot_reader;

GRANT USAGE ON SCHEMA platform TO fairlot_api;
GRANT USAGE ON SCHEMA platform TO fairlot_worker;
GRANT USAGE ON SCHEMA platform TO fairlot_reader;

REVOKE USAGE ON SCHEMA public FROM PUBLIC;

GRANT SELECT ON TABLE platform.idempotency_keys TO fairlot_reader;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE platform.idempotency_keys TO fairlot_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE platform.idempotency_keys TO fairlot_worker;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA app GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA audit GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA directory GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA ledger GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner IN SCHEMA platform GRANT SELECT ON TABLES  TO fairlot_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_owner REVOKE ALL ON FUNCTIONS  FROM PUBLIC;
