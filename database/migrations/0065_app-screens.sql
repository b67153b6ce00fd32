-- The screens that members save: named conditions of the screener.

CREATE TABLE app.saved_screens (
  id         uuid        PRIMARY KEY,
  member_id  uuid        NOT NULL REFERENCES app.members,
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 20),
  conditions jsonb       NOT NULL,
  saved_at   timestamptz NOT NULL,
  UNIQUE (member_id, name)
);
GRANT SELECT, INSERT, DELETE ON app.saved_screens TO fairlot_api;
GRANT UPDATE (conditions, saved_at) ON app.saved_screens TO fairlot_api;
