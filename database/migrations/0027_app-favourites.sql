-- A member's watch list and its groups.

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

CREATE TABLE app.favourite_groups (
  id        uuid        PRIMARY KEY,
  member_id uuid        NOT NULL REFERENCES app.members,
  name      text        NOT NULL CHECK (length(name) BETWEEN 1 AND 20),
  position  integer     NOT NULL,
  made_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (member_id, name)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON app.favourite_groups TO fairlot_api;

CREATE TABLE app.favourite_group_symbols (
  group_id  uuid    NOT NULL REFERENCES app.favourite_groups ON DELETE CASCADE,
  member_id uuid    NOT NULL,
  symbol    text    NOT NULL,
  position  integer NOT NULL,
  PRIMARY KEY (group_id, symbol),
  -- A stock removed from the watch list leaves its groups.
  FOREIGN KEY (member_id, symbol) REFERENCES app.favourites ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE, DELETE ON app.favourite_group_symbols TO fairlot_api;
