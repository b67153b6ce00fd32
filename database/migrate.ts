// Forward only: a step back is a new migration. `node database/migrate.ts` with DATABASE_OWNER_URL.
import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { dumpSchema, schemaFile } from './schema-dump.ts'
import { migrationsFolder, pendingMigrations, readMigrations, type AppliedMigration } from './migrations.ts'

// Any number works that no other advisory lock of the product uses.
const lockKey = 7_301_944_120

export const statesFile = new URL('./states.sql', import.meta.url)
const ownershipFile = new URL('./ownership.sql', import.meta.url)

export interface MigrateOptions {
  readonly folder?: string
  readonly onApplied?: (name: string) => void
}

/** Creates the database if needed, brings it up to the newest migration and returns the names it applied. */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  await ensureDatabase(ownerUrl)
  const migrations = readMigrations(options.folder ?? migrationsFolder)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'fairlot-migrate' })
  await client.connect()
  try {
    // Two starts at once: the second waits here and then finds nothing left to do.
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    const applied = await readApplied(client)
    const pending = pendingMigrations(migrations, applied)
    for (const { number, name, sql, checksum } of pending) {
      await client.query('BEGIN')
      try {
        await client.query(sql)
        await client.query('INSERT INTO platform.migrations (number, name, checksum) VALUES ($1, $2, $3)', [
          number,
          name,
          checksum,
        ])
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK')
        throw new Error(`${name}: ${describe(error, sql)}`, { cause: error })
      }
      options.onApplied?.(name)
    }
    await client.query(readFileSync(statesFile, 'utf8'))
    // After all of them and every time, so that no migration and no restored dump can leave a function with the wrong
    // owner or search path.
    await client.query(readFileSync(ownershipFile, 'utf8'))
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS platform;
    CREATE TABLE IF NOT EXISTS platform.migrations (
      number     integer     PRIMARY KEY,
      name       text        NOT NULL,
      checksum   text        NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  const { rows } = await client.query<AppliedMigration>(
    'SELECT number, name, checksum FROM platform.migrations ORDER BY number',
  )
  return rows
}

function describe(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error)
  const position = Number(error.position)
  const where = position > 0 ? ` (line ${sql.slice(0, position).split('\n').length})` : ''
  return `${error.message}${where}${error.hint ? `; ${error.hint}` : ''}`
}

/** Creates the database of the connection string when the cluster does not have it yet. */
async function ensureDatabase(ownerUrl: string): Promise<void> {
  const url = new URL(ownerUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const ownerUrl = process.env.DATABASE_OWNER_URL
  if (!ownerUrl) {
    console.error('DATABASE_OWNER_URL is not set: the connection string of the role that owns the schema')
    process.exit(1)
  }
  try {
    const names = await migrate(ownerUrl, { onApplied: (name) => console.log(`applied ${name}`) })
    if (names.length === 0) console.log('the database is up to date')
    if (process.argv.includes('--dump')) {
      writeFileSync(schemaFile, dumpSchema(ownerUrl))
      console.log('wrote database/schema.sql')
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
