-- Ledger lines and checkpoints contain transaction numbers of this cluster. A logical restore into a new cluster keeps
-- the lines, but the new cluster counts from a small number again: sums after the last checkpoint would be wrong
-- without an error.

-- The fault and its fix, or NULL. Every process asks at its start and refuses to run unless the answer is NULL. The
-- epoch is the upper half of the number: raising it needs no change to any table (docs/operating/backup.md).
CREATE FUNCTION platform.restore_fault() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT format('the database was restored into a younger cluster: its next transaction is %s, the ledger needs %s or higher; '
      'stop PostgreSQL, run pg_resetwal --epoch=%s -D <data folder>, start it again', n.next, n.needed, (n.needed >> 32) + 1)
  FROM (
    SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next,
      greatest(c.upto, (SELECT coalesce(max(l.tx), 0) + 1 FROM ledger.lines l WHERE l.tx >= c.upto)) AS needed
    FROM (SELECT coalesce(max(upto), 0) AS upto FROM ledger.checkpoints) c
  ) n
  WHERE n.next < n.needed
$$;
GRANT EXECUTE ON FUNCTION platform.restore_fault TO fairlot_api, fairlot_worker, fairlot_reader, fairlot_exchange,
  fairlot_quotes, fairlot_live, fairlot_practice, fairlot_console, fairlot_seed, fairlot_console_app;
