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
REVOKE ALL ON FUNCTION platform.restore_fault() FROM PUBLIC;
-- Every role calls it at its start.
DO $$
DECLARE
  named text;
BEGIN
  FOR named IN SELECT rolname FROM pg_catalog.pg_roles WHERE rolname LIKE 'fairlot\_%' AND rolcanlogin LOOP
    EXECUTE pg_catalog.format('GRANT USAGE ON SCHEMA platform TO %I', named);
    EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION platform.restore_fault() TO %I', named);
  END LOOP;
END $$;

CREATE FUNCTION ledger.refuse_lower_checkpoint() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_last bigint;
BEGIN
  SELECT max(c.upto) INTO v_last FROM ledger.checkpoints c;
  IF NEW.upto < v_last THEN
    RAISE EXCEPTION 'checkpoint refused: this cluster is at transaction %, the last checkpoint at %', NEW.upto, v_last
      USING ERRCODE = 'object_not_in_prerequisite_state',
        HINT = 'The database was restored into a younger cluster. See docs/operating/backup.md, logical restore.';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION ledger.refuse_lower_checkpoint() FROM PUBLIC;
CREATE TRIGGER goes_on BEFORE INSERT ON ledger.checkpoints
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_lower_checkpoint();
