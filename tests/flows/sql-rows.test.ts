// PostgreSQL prepares every SQL statement of the code, and its columns must be the fields of the row type the code
// reads. The compiler sees neither the SQL nor the driver's answer.

import { fileURLToPath } from 'node:url'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Description, openDescriber, type Describer } from './support/describe-sql.ts'
import {
  findStatements,
  type FoundStatements,
  type Kind,
  type SqlStatement,
} from './support/sql-statements.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files with a statement whose text is put together at run time: other tests run each form of it. */
const built = [
  'apps/exchange/src/store.ts',
  'apps/practice/src/store.ts',
  'apps/server/src/features/audit/explorer/store.ts',
  'apps/server/src/features/bank-statements/lines/store.ts',
  'apps/server/src/features/members/console/list/store.ts',
  'apps/server/src/features/orders/conditional/store.ts',
  'apps/server/src/platform/db.ts',
  'apps/server/src/platform/heartbeat.ts',
  'apps/server/src/platform/loops/work-watch.ts',
  'apps/server/src/platform/read-pages.ts',
  'apps/server/src/platform/session-lock.ts',
  'apps/server/src/platform/trade-cursor/store.ts',
  'packages/process/src/database.ts',
]

let database: TestDatabase
let describer: Describer
let found: FoundStatements

beforeAll(async () => {
  database = await openTestDatabase()
  describer = await openDescriber(database.ownerUrl)
  found = findStatements(root)
})
afterAll(async () => {
  await describer?.close()
  await database?.close()
})

/** The differences between a row type and what PostgreSQL answers. */
const differences = ({ row }: SqlStatement, { columns }: Description): string[] => {
  if (row === undefined) return []
  const names = columns.map(({ name }) => name)
  return [
    ...row.filter(({ name }) => !names.includes(name)).map(({ name }) => `no column "${name}"`),
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => `two columns are named "${name}"`),
    ...row.flatMap(({ name, kinds }) => {
      const column = columns.find((each) => each.name === name)
      if (column === undefined || kinds.has('any') || column.kind === 'any') return []
      const strange = [...kinds].filter((kind) => kind !== column.kind)
      return strange.map((kind) => `"${name}" is ${column.kind} and the code reads ${kind}`)
    }),
  ]
}

const problemsOf = async (statement: SqlStatement): Promise<string[]> => {
  const isExchange = statement.at.startsWith('apps/exchange')
  const problems: string[] = []
  for (const text of statement.texts) {
    // A cursor's rows have no description before it is open.
    if (text.startsWith('FETCH ')) continue
    const described = await describer.describe(text, isExchange)
    const faults = 'error' in described ? [described.error] : differences(statement, described)
    problems.push(...faults.map((fault) => `${statement.at}: ${fault}`))
  }
  return problems
}

test('every statement is valid and has the columns its code reads', async () => {
  expect(found.statements.length).toBeGreaterThan(800)
  const problems: string[] = []
  for (const statement of found.statements) problems.push(...(await problemsOf(statement)))
  expect(problems).toEqual([])
})

test('files with SQL built at run time are listed', () => {
  const files = found.unresolved.map((at) => at.replace(/:\d+$/, ''))
  expect([...new Set(files)].toSorted()).toEqual(built)
})

test.each([
  ['an unknown column', 'SELECT id, nothing FROM app.orders', /nothing/],
  ['a missing field', 'SELECT id FROM app.orders', /no column "state"/],
  ['another type', 'SELECT id, now() AS state FROM app.orders', /"state" is Date and the code reads string/],
])('%s is found', async (_name, text, problem) => {
  const row = ['id', 'state'].map((name) => ({ name, kinds: new Set<Kind>(['string']) }))
  const problems = await problemsOf({ at: 'planted', texts: [text], row })
  expect(problems.join()).toMatch(problem)
})
