-- The ledger names owners by UUID; a seat trades by its code and owns by this.
ALTER TABLE app.seats ADD COLUMN ledger_id uuid NOT NULL UNIQUE;

-- What the practice market's participants remember between two runs: what they believe, what they own, and the last
-- event they have read. One row, replaced every few minutes; losing it costs the market its memory and nobody money.
CREATE SCHEMA practice;
GRANT USAGE ON SCHEMA practice TO fairlot_practice, fairlot_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA practice GRANT SELECT ON TABLES TO fairlot_reader;

CREATE TABLE practice.state (
  only_row boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  body     text        NOT NULL,
  saved_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON practice.state TO fairlot_practice;
