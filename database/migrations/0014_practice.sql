-- The practice market's own memory and requests.

CREATE SCHEMA practice;
GRANT USAGE ON SCHEMA practice TO fairlot_practice, fairlot_reader, fairlot_worker;
ALTER DEFAULT PRIVILEGES IN SCHEMA practice GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA practice GRANT SELECT ON TABLES TO fairlot_reader;

-- The memory of the practice market's participants between two runs: their beliefs, their assets, and the last event
-- they have read. One row, replaced every few minutes. Safe to lose: no money depends on it.
CREATE TABLE practice.state (
  only_row boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  body     text        NOT NULL,
  saved_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON practice.state TO fairlot_practice;

-- The practice market requests a halt for news; the worker limits it and halts. `decided_at` null: not processed yet.
CREATE TABLE practice.halt_requests (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  symbol     text        NOT NULL CHECK (length(symbol) <= 8),
  until      timestamptz NOT NULL,
  asked_at   timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- Why it was refused, if it was.
  refusal    text
);
CREATE INDEX halt_requests_open ON practice.halt_requests (id) WHERE decided_at IS NULL;
GRANT SELECT, UPDATE (decided_at, refusal), DELETE ON practice.halt_requests TO fairlot_worker;
GRANT INSERT (symbol, until) ON practice.halt_requests TO fairlot_practice;
