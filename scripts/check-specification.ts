// Compares docs/specification.md with the tests it names. A row that points at a renamed, removed or skipped test is a
// false statement, so it fails the check; `open` is always allowed, because it is true.

import { existsSync, readFileSync } from 'node:fs'
import { catalogue } from '../packages/contract/src/catalogue/codes.ts'
import { hasTest } from './test-titles.ts'

const table = 'docs/specification.md'

export interface Row {
  readonly id: string
  /** One entry per `shown by` column; an entry is a list of `file > title`, empty when open. */
  readonly shownBy: readonly (readonly string[])[]
  readonly line: number
}

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const proofsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

/** Every table of the page whose first column is `Id`. */
export function parseRows(markdown: string): Row[] {
  const rows: Row[] = []
  let shownColumns: number[] | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    if (!line.startsWith('|')) {
      shownColumns = undefined
      continue
    }
    const cells = cellsOf(line)
    if (cells[0] === 'Id') {
      shownColumns = cells.flatMap((cell, column) => (/shown by$/i.test(cell) ? [column] : []))
      continue
    }
    if (shownColumns === undefined || /^:?-+:?$/.test(cells[0] ?? '')) continue
    rows.push({
      id: (cells[0] ?? '').replaceAll('`', ''),
      shownBy: shownColumns.map((column) => {
        const cell = cells[column] ?? ''
        if (cell === 'open') return []
        const proofs = proofsIn(cell)
        return proofs.length > 0 ? proofs : [cell]
      }),
      line: index + 1,
    })
  }
  return rows
}

/** A test that opens every screen or reads every text sees that something is there, not what it does. */
export const isSweep = (proof: string): boolean =>
  /^tests\/e2e\/screens\.spec\.ts > |^packages\/contract\/src\/catalogue\/catalogue\.test\.ts > /.test(proof)

export function problemsOf(rows: readonly Row[], read: (path: string) => string | undefined): string[] {
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (const row of rows) {
    const at = `${table}:${row.line} ${row.id}`
    const earlier = seen.get(row.id)
    if (earlier !== undefined) problems.push(`${at}: the id is already used on line ${earlier}`)
    seen.set(row.id, row.line)
    if (row.id === '') problems.push(`${at}: a row without an id`)
    if (row.shownBy.length === 0) problems.push(`${at}: its table has no "Shown by" column`)
    const proofs = row.shownBy.flat()
    if (proofs.length > 0 && proofs.every(isSweep))
      problems.push(`${at}: only a sweep shows it; name a test that fails when the behaviour is broken`)
    for (const proof of proofs) {
      const [path = '', ...titles] = proof.split(' > ')
      if (path === '' || titles.length === 0) {
        problems.push(`${at}: write \`file > title\` or open, not "${proof}"`)
        continue
      }
      const source = read(path)
      if (source === undefined) problems.push(`${at}: there is no ${path}`)
      else
        for (const title of titles)
          if (!hasTest(source, title)) problems.push(`${at}: ${path} has no running test "${title}"`)
    }
  }
  return problems
}

/** The catalogue knows which messages the specification names; each must have a row, and no others. */
export function missingMessages(rows: readonly Row[]): string[] {
  const listed = new Set(rows.map(({ id }) => id).filter((id) => id.startsWith('message.')))
  const named = Object.entries(catalogue).flatMap(([code, { from }]) =>
    from === 'spec' ? [`message.${code}`] : [],
  )
  return [
    ...named.filter((id) => !listed.has(id)).map((id) => `${table}: no row for ${id}`),
    ...[...listed].filter((id) => !named.includes(id)).map((id) => `${table}: ${id} is not in the catalogue`),
  ]
}

function main(): void {
  const rows = parseRows(readFileSync(table, 'utf8'))
  const problems = problemsOf(rows, (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined))
  problems.push(...missingMessages(rows))
  // A parser that reads nothing would report no problems.
  if (rows.length === 0) problems.push(`${table}: no row was read`)
  for (const problem of problems) console.error(problem)

  const shown = rows.filter((row) => row.shownBy.every((proofs) => proofs.length > 0)).length
  const open = rows.filter((row) => row.shownBy.every((proofs) => proofs.length === 0)).length
  const partly = rows.length - shown - open
  console.log(`specification: ${rows.length} rows, ${shown} shown, ${partly} partly, ${open} open`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (import.meta.main) main()
