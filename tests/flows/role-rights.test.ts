// Every right of every database role, as a matrix. A new grant needs a row in support/role-matrix.ts, so that reviewers
// see it; the docs that show the rights are compared with the database.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { membersRules } from '../../packages/rules/src/members/index.ts'
import { readProcessRoles, readTableRights, rightLines } from './support/database-rights.ts'
import { roleMatrix } from './support/role-matrix.ts'
import { moneyFile, moneyText, takenProcessFile, takenProcessText } from './support/taken-process.ts'

let database: TestDatabase
let owner: Sql
beforeAll(async () => {
  database = await openTestDatabase()
  owner = openSql(database.ownerUrl)
})
afterAll(async () => {
  await owner.close()
  await database.close()
})

const writesDocs = process.env.FAIRLOT_WRITE_DOCS === '1'

test('every right of every role has a row in the matrix', async () => {
  const [have, listed] = [new Set(await rightLines(owner)), new Set(roleMatrix)]
  expect({
    'granted, but not in tests/flows/support/role-matrix.ts': [...have].filter((line) => !listed.has(line)),
    'in tests/flows/support/role-matrix.ts, but not granted': [...listed].filter((line) => !have.has(line)),
  }).toEqual({
    'granted, but not in tests/flows/support/role-matrix.ts': [],
    'in tests/flows/support/role-matrix.ts, but not granted': [],
  })
})

test('no role can truncate, reference, trigger or pass a right on', async () => {
  const odd = (await readTableRights(owner)).filter(({ writes }) =>
    writes.some((write) => !/^(insert|update|delete)\b/.test(write)),
  )
  expect(odd).toEqual([])
  const passed = await owner.query(
    `SELECT c.relname FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS g
     WHERE g.is_grantable AND g.grantee <> c.relowner AND c.relnamespace::regnamespace::text !~ '^(pg_|information_schema|public)'
     UNION ALL
     SELECT p.proname FROM pg_proc p CROSS JOIN LATERAL aclexplode(p.proacl) AS g
     WHERE g.is_grantable AND g.grantee <> p.proowner AND p.pronamespace::regnamespace::text !~ '^(pg_|information_schema|public)'`,
  )
  expect(passed).toEqual([])
})

test('no role is a superuser or can create roles or databases', async () => {
  const strong = await owner.query(
    `SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)
       AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication)`,
    [[...(await readProcessRoles(owner)), 'fairlot_definer']],
  )
  expect(strong).toEqual([])
})

test('nothing is granted to PUBLIC', async () => {
  const open = await owner.query(
    `SELECT 'function ' || p.oid::regprocedure AS what FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS g
     WHERE n.nspname !~ '^(pg_|information_schema)' AND g.grantee = 0
     UNION ALL
     SELECT 'table ' || c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       CROSS JOIN LATERAL aclexplode(c.relacl) AS g
     WHERE n.nspname !~ '^(pg_|information_schema)' AND g.grantee = 0`,
  )
  expect(open).toEqual([])
})

test('the practice grant of the ledger equals the rule', async () => {
  const rows = await owner.query<{ max: string }>(
    `SELECT DISTINCT max_amount::text AS max FROM ledger.posting_rights WHERE event = 'practice-grant'`,
  )
  expect(rows).toEqual([{ max: String(membersRules.practiceGrant.default) }])
})

test('the posting shapes follow the posting rights', async () => {
  const [row] = await owner.query<{ rights: string; shapes: string }>(
    `SELECT (SELECT count(DISTINCT (role, event)) FROM ledger.posting_rights)::text AS rights,
       (SELECT count(*) FROM ledger.posting_shapes)::text AS shapes`,
  )
  expect(row!.shapes).toBe(row!.rights)
  await owner.query(`DELETE FROM ledger.posting_rights WHERE event = 'seat.net'`)
  expect(await owner.query(`SELECT FROM ledger.posting_shapes WHERE event = 'seat.net'`)).toEqual([])
  await owner.query(
    `SELECT ledger.allow_posting('fairlot_settlement', 'seat.net', 'seat/available -seat/payable')`,
  )
  expect(await owner.query(`SELECT shapes FROM ledger.posting_shapes WHERE event = 'seat.net'`)).toEqual([
    {
      shapes: [
        'seat/available+m',
        'seat/available-m',
        'seat/available+s',
        'seat/available-s',
        'seat/payable-m',
        'seat/payable-s',
      ],
    },
  ])
})

test('the docs of a taken process equal the grants', async () => {
  const text = await takenProcessText(owner)
  if (writesDocs) writeFileSync(takenProcessFile, text)
  expect(existsSync(takenProcessFile) ? readFileSync(takenProcessFile, 'utf8') : '').toBe(text)
})

test('the table of posting rights in the docs equals the ledger', async () => {
  const text = await moneyText(owner)
  if (writesDocs) writeFileSync(moneyFile, text)
  expect(readFileSync(moneyFile, 'utf8')).toBe(text)
})
