-- Member events are kept for a number of days. The newest of each member stays: the next number is counted from it.
CREATE INDEX member_events_at ON app.member_events USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
GRANT DELETE ON app.member_events TO fairlot_worker;
