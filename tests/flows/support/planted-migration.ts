// A copy of the migrations with one more file, as the next version would have it. It only adds.

import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder, readMigrations } from '@fairlot/database/migrations'

const sql = `CREATE TABLE app.planted (id uuid PRIMARY KEY, note text);
ALTER TABLE app.orders ADD COLUMN planted text;
`

/** Returns the name of the added file. */
export function plantMigration(folder: string): string {
  cpSync(migrationsFolder, folder, { recursive: true })
  const name = `${String(readMigrations().length + 1).padStart(4, '0')}_planted.sql`
  writeFileSync(join(folder, name), sql)
  return name
}
