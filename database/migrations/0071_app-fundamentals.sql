-- Figures of companies, as the two exchanges publish them: valuation, revenue, earnings, dividends, institutions, margin.

-- Files that an operator has imported. Each figure names the file it comes from.
CREATE TABLE app.fundamental_imports (
  id          uuid        PRIMARY KEY,
  kind        text        NOT NULL CHECK (kind IN ('valuation', 'revenue', 'earnings', 'dividend', 'institutions', 'margin')),
  market      text        NOT NULL CHECK (market IN ('TWSE', 'TPEx', 'MOPS')),
  -- The exchange's name of the data set.
  source      text        NOT NULL,
  -- The day the file is of, or on which it was published.
  as_of       date        NOT NULL,
  file_name   text        NOT NULL,
  file_hash   text        NOT NULL CHECK (file_hash ~ '^[0-9a-f]{64}$'),
  taken       integer     NOT NULL,
  skipped     integer     NOT NULL,
  imported_at timestamptz NOT NULL,
  CONSTRAINT fundamental_imports_once UNIQUE (kind, as_of, file_hash)
);
GRANT SELECT ON app.fundamental_imports TO fairlot_api, fairlot_seed;
GRANT INSERT ON app.fundamental_imports TO fairlot_seed;

CREATE TABLE app.fundamentals (
  symbol    text  NOT NULL REFERENCES app.instruments (symbol),
  kind      text  NOT NULL CHECK (kind IN ('valuation', 'revenue', 'earnings', 'dividend', 'institutions', 'margin')),
  -- The day; the first day of a month of revenue; the last day of a quarter; the ex-dividend date.
  period    date  NOT NULL,
  -- Integers in the units of packages/rules/src/instruments/fundamentals.ts.
  figures   jsonb NOT NULL,
  import_id uuid  NOT NULL REFERENCES app.fundamental_imports (id),
  PRIMARY KEY (symbol, kind, period)
);
-- The market lists read the newest valuation of every security.
CREATE INDEX fundamentals_valuation ON app.fundamentals (symbol, period DESC) WHERE kind = 'valuation';
-- An import deletes days that no screen shows.
CREATE INDEX fundamentals_days ON app.fundamentals (period) WHERE kind IN ('valuation', 'institutions', 'margin');
GRANT SELECT ON app.fundamentals TO fairlot_api;
GRANT SELECT, INSERT, UPDATE (figures, import_id), DELETE ON app.fundamentals TO fairlot_seed;
