-- The ledger names owners by UUID; a seat trades under its code and owns under this id.
ALTER TABLE app.seats ADD COLUMN ledger_id uuid NOT NULL UNIQUE;

-- The memory of the practice market's participants between two runs: their beliefs, their assets, and the last event
-- they have read. One row, replaced every few minutes. Safe to lose: no money depends on it.
CREATE SCHEMA practice;
GRANT USAGE ON SCHEMA practice TO fairlot_practice, fairlot_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA practice GRANT SELECT ON TABLES TO fairlot_reader;

CREATE TABLE practice.state (
  only_row boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  body     text        NOT NULL,
  saved_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON practice.state TO fairlot_practice;
