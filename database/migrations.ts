import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

const fileName = /^(\d{4})_[a-z0-9]+(?:-[a-z0-9]+)*[.]sql$/

/** Reads the files in order and refuses a list that two people could read differently. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const migrations = readdirSync(folder)
    .sort()
    .map((name): Migration => {
      const match = fileName.exec(name)
      if (!match) throw new Error(`${name}: a migration is named NNNN_feature.sql`)
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { number: Number(match[1]), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
  migrations.forEach(({ number, name }, index) => {
    if (number === index + 1) return
    const before = migrations[index - 1]
    if (before?.number === number) throw new Error(`${before.name} and ${name} have the same number`)
    throw new Error(`${name}: number ${String(index + 1).padStart(4, '0')} is missing before it`)
  })
  return migrations
}

/**
 * What is still to be applied. An applied file that was edited or removed is refused: the databases that ran
 * the old text would never get the new one, and no two of them could be trusted to be alike.
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  for (const { number, name, checksum } of applied) {
    const file = migrations[number - 1]
    if (!file || file.name !== name)
      throw new Error(`${name}: applied to this database, but its file is missing`)
    if (file.checksum !== checksum) {
      throw new Error(`${name}: edited after it was applied; put it back and write a new migration`)
    }
  }
  return migrations.slice(applied.length)
}
