// What a database role can reach, read from PostgreSQL's own catalogue: every function it may execute and every table
// it may write, with the columns of each right.

import type { Sql } from '@fairlot/testkit/sql'

export interface ReachedFunction {
  readonly name: string
  readonly types: readonly string[]
}

export interface ReachedTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly insert: readonly string[]
  readonly update: readonly string[]
  readonly mayDelete: boolean
}

export interface Reach {
  readonly functions: readonly ReachedFunction[]
  readonly tables: readonly ReachedTable[]
}

const schemas = `n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`

export async function readReach(owner: Sql, role: string): Promise<Reach> {
  const functions = await owner.query<ReachedFunction>(
    `SELECT p.oid::regproc::text AS name,
       ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) WITH ORDINALITY AS a (t, n) ORDER BY n) AS types
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE ${schemas} AND p.prorettype <> 'trigger'::regtype AND has_schema_privilege($1, n.oid, 'USAGE')
       AND has_function_privilege($1, p.oid, 'EXECUTE')
     ORDER BY 1`,
    [role],
  )
  const tables = await owner.query<ReachedTable>(
    `SELECT c.oid::regclass::text AS name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL)) ORDER BY a.attnum) AS columns,
       coalesce(array_agg(a.attname::text) FILTER (WHERE has_column_privilege($1, c.oid, a.attnum, 'INSERT')), '{}') AS insert,
       coalesce(array_agg(a.attname::text) FILTER (WHERE has_column_privilege($1, c.oid, a.attnum, 'UPDATE')), '{}') AS update,
       has_table_privilege($1, c.oid, 'DELETE') AS "mayDelete"
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE ${schemas} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND has_schema_privilege($1, n.oid, 'USAGE')
     GROUP BY c.oid
     HAVING has_table_privilege($1, c.oid, 'DELETE')
       OR bool_or(has_column_privilege($1, c.oid, a.attnum, 'INSERT'))
       OR bool_or(has_column_privilege($1, c.oid, a.attnum, 'UPDATE'))
     ORDER BY 1`,
    [role],
  )
  return { functions, tables }
}
