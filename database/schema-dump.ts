import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const schemaFile = fileURLToPath(new URL('./schema.sql', import.meta.url))

/**
 * The schema as SQL for review. It must come out equal on every machine and in every month, so the lines that
 * name a tool's version or a session setting go, and so do the monthly partitions (name_2026_01): which of
 * them exist depends on the day.
 */
export function dumpSchema(ownerUrl: string, pgDump = 'pg_dump'): string {
  const dump = execFileSync(
    pgDump,
    [
      '--schema-only',
      '--no-owner',
      '--exclude-table=*.*_[0-9][0-9][0-9][0-9]_[0-9][0-9]',
      `--dbname=${ownerUrl}`,
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const kept = dump
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict )/.test(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return `-- Written by \`npm run schema\` from the migrations. For reading; never applied.\n\n${kept}\n`
}
