// docs/architecture/scale.md says what bounds each table. A new table without a line, or a wrong line, fails here.

import { readFileSync } from 'node:fs'
import { openTestDatabase } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { expect, test } from 'vitest'
import { tidyMemberEvents } from '../../apps/server/src/features/live/jobs.ts'
import { openDb } from './support/open-db.ts'
import { membersRules } from '../../packages/rules/src/members/index.ts'

const page = new URL('../../docs/architecture/scale.md', import.meta.url)
const listed = new Map(
  [...readFileSync(page, 'utf8').matchAll(/^\| `([a-z_]+[.][a-z_]+)` +\| ([a-z ]+?) +\|/gm)].map(
    ([, table, bound]) => [table!, bound!] as const,
  ),
)
const bounds = ['partitioned', 'deleted', 'per member', 'per operator', 'fixed', 'order path', 'kept']

interface Table {
  readonly name: string
  readonly isPartitioned: boolean
  readonly isDeletedFrom: boolean
}

test('the scale page lists every table with its bound', async () => {
  const database = await openTestDatabase()
  const sql = openSql(database.ownerUrl)
  try {
    const tables = await sql.query<Table>(
      `SELECT n.nspname || '.' || c.relname AS name, c.relkind = 'p' AS "isPartitioned",
         EXISTS (SELECT FROM pg_roles r WHERE r.rolname LIKE 'fairlot\\_%' AND r.rolname NOT IN ('fairlot_owner', 'fairlot_definer')
           AND has_table_privilege(r.oid, c.oid, 'DELETE'))
         OR EXISTS (SELECT FROM pg_proc p WHERE p.prosrc LIKE '%DELETE FROM ' || n.nspname || '.' || c.relname || ' %')
           AS "isDeletedFrom"
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`,
    )
    expect(tables.length).toBeGreaterThan(100)
    expect(tables.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([])
    const names = new Set(tables.map(({ name }) => name))
    expect([...listed.keys()].filter((name) => !names.has(name))).toEqual([])
    expect([...listed.values()].filter((bound) => !bounds.includes(bound))).toEqual([])
    for (const { name, isPartitioned, isDeletedFrom } of tables) {
      expect([name, listed.get(name) === 'partitioned']).toEqual([name, isPartitioned])
      if (listed.get(name) === 'deleted') expect([name, isDeletedFrom]).toEqual([name, true])
    }
  } finally {
    await sql.close()
    await database.close()
  }
})

test('old member events are deleted and numbering continues', async () => {
  const database = await openTestDatabase()
  const sql = openSql(database.ownerUrl)
  const worker = openDb({ url: database.workerUrl, poolSize: 1, applicationName: 'test' })
  const now = new Date('2026-11-16T02:00:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const kept = membersRules.memberEventsKept.default
  const [busy, quiet] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const put = (member: string, number: number, days: number) =>
    sql.query(`INSERT INTO app.member_events VALUES ($1, $2, 'order.changed', '{}', $3)`, [
      member,
      number,
      daysAgo(days),
    ])
  try {
    await put(busy, 1, kept + 2)
    await put(busy, 2, kept + 1)
    await put(busy, 3, kept - 1)
    await put(busy, 4, 0)
    await put(quiet, 1, kept + 9)
    await put(quiet, 2, kept + 8)
    expect(await tidyMemberEvents(worker, now)).toBe(3)
    const left = await sql.query<{ left: string }>(
      `SELECT right(member_id::text, 1) || ':' || number AS left FROM app.member_events ORDER BY 1`,
    )
    // The newest row of a member stays, however old: the next number is counted from it.
    expect(left.map((row) => row.left)).toEqual(['1:3', '1:4', '2:2'])
    expect(await tidyMemberEvents(worker, now)).toBe(0)
  } finally {
    await Promise.all([sql.close(), worker.close()])
    await database.close()
  }
})
