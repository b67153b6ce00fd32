-- Settlement: how far each shard has been settled, and what falls due. docs/features/settlement.md explains.

-- The trading day the shard was in after the last event applied: the settlement date of a trade follows from it.
ALTER TABLE settlement.cursors ADD COLUMN date date;

-- What the closed part has used up of the opening value and costs, so that shares opened later do not change the result
-- of those closed before.
ALTER TABLE app.positions ADD COLUMN closed_basis bigint NOT NULL DEFAULT 0;

-- An opening order may still stand in the book when all it brought so far has been closed, and fill again.
INSERT INTO app.position_transitions VALUES ('closed', 'holding');

-- Owners who have something coming or owed on a settlement date: written with the entry that made it, gone when nothing
-- of that date is left. So the sweep reads what is due and not every account there ever was.
CREATE TABLE settlement.dues (
  due   date NOT NULL,
  -- `member/<id>` or `seat/<id>`, as account codes begin.
  owner text NOT NULL,
  asset text NOT NULL,
  PRIMARY KEY (due, owner, asset)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement.dues TO fairlot_worker;
