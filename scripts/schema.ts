// npm run schema: writes database/schema.sql from the migrations, on a throw-away PostgreSQL.
// With --check it only compares, and fails when the committed dump is out of date.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, migrate } from '@fairlot/database'
import { dumpSchema, schemaFile } from '@fairlot/database/schema-dump'
import { findPostgresFolder } from '@fairlot/testkit/services/binaries'
import { startPostgres } from '@fairlot/testkit/services/postgres'
import { onFreePorts } from '@fairlot/testkit/services/process'

const folder = mkdtempSync(join(tmpdir(), 'fairlot-schema-'))
const postgres = await onFreePorts(1, ([port]) => startPostgres({ folder, port: port!, durable: false }))
let fresh: string
try {
  const url = postgres.url('fairlot')
  await ensureDatabase(url)
  await migrate(url)
  fresh = dumpSchema(url, join(findPostgresFolder()!, 'pg_dump'))
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
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
