-- What a member keeps of their charts: the indicators with their parameters, and the drawings of each instrument.

CREATE TABLE app.chart_settings (
  member_id uuid        PRIMARY KEY REFERENCES app.members,
  settings  jsonb       NOT NULL,
  saved_at  timestamptz NOT NULL
);
GRANT SELECT, INSERT ON app.chart_settings TO fairlot_api;
GRANT UPDATE (settings, saved_at) ON app.chart_settings TO fairlot_api;

CREATE TABLE app.chart_drawings (
  member_id uuid        NOT NULL REFERENCES app.members,
  symbol    text        NOT NULL REFERENCES app.instruments,
  drawings  jsonb       NOT NULL CHECK (jsonb_typeof(drawings) = 'array'),
  saved_at  timestamptz NOT NULL,
  PRIMARY KEY (member_id, symbol)
);
GRANT SELECT, INSERT, DELETE ON app.chart_drawings TO fairlot_api;
GRANT UPDATE (drawings, saved_at) ON app.chart_drawings TO fairlot_api;
