// Records every written row with the request that wrote it: transactions name their request (platform/db.ts), so a
// trigger on each table can record it. Writes that were rolled back are not included.

import type { Db } from '../../../apps/server/src/platform/db.ts'

export interface Change {
  /** Empty for a single statement outside any transaction. */
  readonly requestId: string
  readonly table: string
  readonly op: string
  /** The action of an audit row. */
  readonly action: string | null
}

export interface ChangeWatch {
  /** The rows written since the last call. */
  take(): Promise<readonly Change[]>
}

export async function watchChanges(owner: Db): Promise<ChangeWatch> {
  await owner.query('CREATE SCHEMA watch')
  await owner.query(
    `CREATE UNLOGGED TABLE watch.changes (request_id text NOT NULL, "table" text NOT NULL, op text NOT NULL, action text)`,
  )
  await owner.query(
    `CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
     BEGIN
       IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD THEN RETURN NULL; END IF;
       INSERT INTO watch.changes VALUES (coalesce(current_setting('fairlot.request_id', true), ''), TG_ARGV[0], TG_OP,
         CASE WHEN TG_ARGV[0] = 'audit.entries' THEN to_jsonb(NEW) ->> 'action' END);
       RETURN NULL;
     END $$`,
  )
  // A trigger on a partitioned table also applies to its partitions.
  await owner.query(
    `DO $$ DECLARE t record; BEGIN
       FOR t IN SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema|watch)'
       LOOP
         EXECUTE format('CREATE TRIGGER zz_watch AFTER INSERT OR UPDATE OR DELETE ON %I.%I FOR EACH ROW
           EXECUTE FUNCTION watch.note(%L)', t.nspname, t.relname, t.nspname || '.' || t.relname);
       END LOOP;
     END $$`,
  )
  return {
    take: () =>
      owner.query<Change>(
        `DELETE FROM watch.changes RETURNING request_id AS "requestId", "table", op, action`,
      ),
  }
}
