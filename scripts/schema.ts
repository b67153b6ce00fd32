// npm run schema: writes database/states.sql from the state machines of packages/rules, and database/schema.sql from the
// migrations, on a throw-away PostgreSQL. With --check it only compares, and fails when a committed file is out of date.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, statesFile } from '../database/migrate.ts'
import { dumpSchema, schemaFile } from '../database/schema-dump.ts'
import { findPostgresFolder } from '../packages/testkit/src/services/binaries.ts'
import { startPostgres } from '../packages/testkit/src/services/postgres.ts'
import { onFreePorts } from '../packages/testkit/src/services/process.ts'
import { statesSql } from './states-sql.ts'

if (process.argv.includes('--check')) {
  if (readFileSync(statesFile, 'utf8') !== statesSql()) {
    console.error('database/states.sql is out of date: npm run schema')
    process.exit(1)
  }
} else writeFileSync(statesFile, statesSql())

const folder = mkdtempSync(join(tmpdir(), 'fairlot-schema-'))
const postgres = await onFreePorts(1, ([port]) => startPostgres({ folder, port: port!, durable: false }))
let fresh = ''
let problem: unknown
try {
  const url = postgres.url('fairlot')
  await migrate(url)
  fresh = dumpSchema(url, join(findPostgresFolder()!, 'pg_dump'))
} catch (error) {
  problem = error
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

if (problem) {
  console.error(problem instanceof Error ? problem.message : problem)
  process.exit(1)
}
if (process.argv.includes('--check')) {
  const committed = existsSync(schemaFile) ? readFileSync(schemaFile, 'utf8') : ''
  if (committed !== fresh) {
    console.error(`database/schema.sql is out of date (${firstDifference(committed, fresh)}): npm run schema`)
    process.exit(1)
  }
} else {
  writeFileSync(schemaFile, fresh)
  console.log('wrote database/schema.sql')
}

function firstDifference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const line = now.findIndex((text, index) => text !== old[index])
  return `line ${line === -1 ? now.length : line + 1}`
}
