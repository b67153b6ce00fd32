-- A member's watch list.

CREATE TABLE app.favourites (
  member_id uuid        NOT NULL REFERENCES app.members,
  symbol    text        NOT NULL CHECK (length(symbol) <= 16),
  -- The member's own order, smallest first.
  position  integer     NOT NULL,
  added_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, symbol)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON app.favourites TO fairlot_api;
GRANT SELECT ON app.favourites TO fairlot_worker;
