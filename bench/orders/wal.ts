// What some orders wrote, read from the WAL: rows, records and bytes by relation. A row is an insert, update or delete
// of a table; partitions count as their table.

import type { Sql } from '@fairlot/testkit/sql'
import { hundredths, round } from './figures.ts'

interface Written {
  readonly relation: string
  readonly rows: number
  readonly records: number
  readonly bytes: number
}

const shown = 10

export async function openWal(sql: Sql): Promise<() => Promise<string>> {
  await sql.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect')
  return async () => {
    const [row] = await sql.query<{ at: string }>('SELECT pg_current_wal_flush_lsn()::text AS at')
    return row!.at
  }
}

/** Per order. Full page images depend on the time since the last checkpoint, so they are apart. */
export async function readWal(sql: Sql, from: string, to: string, orders: number) {
  const found = await sql.query<Written & { images: number; commits: number }>(
    `WITH records AS (
       SELECT resource_manager AS manager, (regexp_match(block_ref, 'rel \\d+/(\\d+/\\d+)'))[1] AS file,
         count(*) AS records, sum(record_length - fpi_length) AS bytes, sum(fpi_length) AS images,
         count(*) FILTER (WHERE resource_manager = 'Heap' AND record_type ~ '^(INSERT|(HOT_)?UPDATE|DELETE)') AS rows,
         count(*) FILTER (WHERE resource_manager = 'Transaction' AND record_type ~ '^COMMIT') AS commits
       FROM pg_get_wal_records_info($1, $2) GROUP BY 1, 2),
     related AS (
       SELECT r.*, c.oid AS own, c.relnamespace = 'pg_catalog'::regnamespace AS is_catalog
       FROM records r LEFT JOIN pg_class c ON c.relfilenode = split_part(r.file, '/', 2)::oid
         AND split_part(r.file, '/', 1)::oid = (SELECT oid FROM pg_database WHERE datname = current_database()))
     SELECT CASE WHEN is_catalog THEN 'catalog' ELSE coalesce(coalesce(pg_partition_root(own), own)::regclass::text,
         'no relation: ' || manager) END AS relation,
       coalesce(sum(rows) FILTER (WHERE NOT is_catalog), 0)::float8 AS rows, sum(records)::float8 AS records,
       sum(bytes)::float8 AS bytes, sum(images)::float8 AS images, sum(commits)::float8 AS commits
     FROM related GROUP BY 1 ORDER BY bytes DESC`,
    [from, to],
  )
  const sum = (name: 'rows' | 'records' | 'bytes' | 'images' | 'commits'): number =>
    found.reduce((total, row) => total + row[name], 0) / orders
  return {
    rows: hundredths(sum('rows')),
    records: hundredths(sum('records')),
    bytes: round(sum('bytes')),
    imageBytes: round(sum('images')),
    transactions: hundredths(sum('commits')),
    byRelation: found.slice(0, shown).map(({ relation, rows, records, bytes }): Written => ({
      relation,
      rows: hundredths(rows / orders),
      records: hundredths(records / orders),
      bytes: round(bytes / orders),
    })),
  }
}
