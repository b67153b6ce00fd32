-- Trades of odd lots are events of their own kind. Like every trade they are kept: pruning never takes one.

ALTER TABLE exchange.events_practice
  DROP CONSTRAINT events_practice_has_no_trades,
  ADD CONSTRAINT events_practice_has_no_trades CHECK (kind NOT IN ('traded', 'odd-traded'));
