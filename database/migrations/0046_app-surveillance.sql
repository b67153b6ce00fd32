-- Accounts that trade with each other. The worker counts their trades from the settled fills; a pair that looks like
-- one person on both sides becomes a review of kind `surveillance`.

-- The last event of each shard whose trades between members are counted. Moves in the transaction of the counts.
CREATE TABLE app.pair_cursors (
  shard smallint PRIMARY KEY,
  event bigint   NOT NULL
);
GRANT SELECT, INSERT, UPDATE (event) ON app.pair_cursors TO fairlot_worker;

-- Trades of two members with each other, by trading day.
CREATE TABLE app.pair_trades (
  first_member  uuid    NOT NULL,
  second_member uuid    NOT NULL,
  date          date    NOT NULL,
  trades        integer NOT NULL CHECK (trades > 0),
  shares        bigint  NOT NULL,
  amount        bigint  NOT NULL,
  -- How many of them a review has already shown.
  reviewed      integer NOT NULL DEFAULT 0 CHECK (reviewed BETWEEN 0 AND trades),
  PRIMARY KEY (first_member, second_member, date),
  CHECK (first_member < second_member)
);
CREATE INDEX pair_trades_of_date ON app.pair_trades (date);
GRANT SELECT, INSERT, UPDATE (trades, shares, amount, reviewed), DELETE ON app.pair_trades TO fairlot_worker;
GRANT SELECT ON app.pair_trades TO fairlot_console;
