// Forward only: a step back is a new migration. `node database/migrate.ts` with DATABASE_OWNER_URL.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { dumpSchema, schemaFile } from './schema-dump.ts'
import { migrationsFolder, pendingMigrations, readMigrations, type AppliedMigration } from './migrations.ts'

// Any number works that no other advisory lock of the product uses.
const lockKey = 7_301_944_120

export const statesFile = new URL('./states.sql', import.meta.url)
const ownershipFile = new URL('./ownership.sql', import.meta.url)

// While a statement waits for a lock, every later request to that table waits behind it. So it waits briefly, less than a
// deadlock needs to be found, lets the requests pass, and tries again.
const defaultLockTimeoutMs = 200
const defaultTries = 50
const pauseMs = 400

export interface MigrateOptions {
  readonly folder?: string
  /** How long one statement may wait for a lock. */
  readonly lockTimeoutMs?: number
  /** How often a file is tried that meets a held lock or a deadlock. */
  readonly tries?: number
  readonly onApplied?: (name: string) => void
}

/** Creates the database if needed, brings it up to the newest migration and returns the names it applied. */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  await ensureDatabase(ownerUrl)
  const migrations = readMigrations(options.folder ?? migrationsFolder)
  const { lockTimeoutMs = defaultLockTimeoutMs, tries = defaultTries } = options
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'fairlot-migrate' })
  await client.connect()
  try {
    // Two starts at once: the second waits here and then finds nothing left to do.
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query(`SELECT set_config('lock_timeout', $1, false)`, [String(lockTimeoutMs)])
    // A migration takes as long as its table is large: a limit of the database or the role is not meant for it.
    for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`SELECT set_config($1, '0', false)`, [name])
    const applied = await readApplied(client)
    const pending = pendingMigrations(migrations, applied)
    for (const { number, name, sql, checksum } of pending) {
      await runFile(client, name, sql, tries, async () => {
        await client.query('INSERT INTO platform.migrations (number, name, checksum) VALUES ($1, $2, $3)', [
          number,
          name,
          checksum,
        ])
      })
      options.onApplied?.(name)
    }
    // After all of them and every time, so that no migration and no restored dump can leave a function with the wrong
    // owner or search path.
    for (const file of [statesFile, ownershipFile])
      await runFile(client, basename(file.pathname), readFileSync(file, 'utf8'), tries)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Runs one file in a transaction, again when a request had a lock that it needs. */
async function runFile(
  client: pg.Client,
  name: string,
  sql: string,
  tries: number,
  andThen?: () => Promise<void>,
): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await andThen?.()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    if (error instanceof pg.DatabaseError && ofLocks.has(error.code!) && tries > 1) {
      await pause(pauseMs)
      return runFile(client, name, sql, tries - 1, andThen)
    }
    const blocked = error instanceof pg.DatabaseError && error.code === lockNotAvailable
    const why = blocked ? await describeBlocked(client) : describe(error, sql)
    throw new Error(`${name}: ${why}`, { cause: error })
  }
}

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'
const ofLocks: ReadonlySet<string> = new Set([lockNotAvailable, deadlockDetected])

/** Whatever held the lock had its transaction open for as long as we waited. */
async function describeBlocked(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ timeout: string; text: string | null }>(
    `SELECT current_setting('lock_timeout') AS timeout, string_agg(format('pid %s (%s, %s, %s s): %s', a.pid, a.usename,
       nullif(a.application_name, ''), round(extract(epoch FROM clock_timestamp() - a.xact_start)),
       left(regexp_replace(a.query, '\\s+', ' ', 'g'), 80)), '; ' ORDER BY a.xact_start) AS text
     FROM pg_stat_activity a
     WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
       AND a.xact_start < clock_timestamp() - current_setting('lock_timeout')::interval`,
  )
  const { timeout, text } = rows[0]!
  return (
    `a lock was not free within ${timeout}; nothing of this file was applied. ` +
    (text === null
      ? 'The transaction that held it has ended: run migrate again.'
      : `Open transactions that may hold it: ${text}. Wait for them or end them with pg_terminate_backend(pid), then run migrate again.`)
  )
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
