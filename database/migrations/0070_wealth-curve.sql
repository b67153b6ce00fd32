-- Money over time: what was paid in and paid back by vouchers up to the end of each day, so that the profit of any range
-- is a difference of two rows. Rows from before have neither and are no part of a curve.
ALTER TABLE app.wealth_days
  ADD COLUMN paid_in bigint,
  ADD COLUMN rebates bigint,
  ADD CONSTRAINT wealth_days_curve_complete CHECK (num_nulls(paid_in, rebates) IN (0, 2));

-- A day ends when the next one begins: the worker computes that moment from what was posted since.
GRANT EXECUTE ON FUNCTION ledger.changes_since TO fairlot_worker;
