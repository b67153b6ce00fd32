-- Evidence of copied orders: one leaf for each line of a block that is done, in a tree of its day.

ALTER TABLE audit.trees
  DROP CONSTRAINT trees_kind_check,
  ADD CONSTRAINT trees_kind_check CHECK (kind IN ('fills', 'orders', 'ledger-lines', 'balances', 'debts', 'draws', 'auctions', 'copies'));

-- What a block filled is in its event, one for each block.
CREATE INDEX block_ends ON exchange.events (symbol, at) WHERE kind = 'block-done';
