// Sentences of the docs that went stale before: each is compared with its source.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

test('boundaries.md has a row for every workspace with a wall', () => {
  const source = read('.dependency-cruiser.cjs')
  const layers = /const layers = \{([\s\S]*?)\n\}/.exec(source)![1]!
  const walled = [...layers.matchAll(/^ {2}'?([a-z/]+)'?: \[/gm)].map(([, name]) => name!)
  expect(walled.length).toBeGreaterThan(10)
  const page = read('docs/architecture/boundaries.md')
  expect(walled.filter((name) => !page.includes(`| \`${name}\``))).toEqual([])
})

test('the pages name every role of the server', () => {
  const main = read('apps/server/src/main.ts')
  const roles = [...main.matchAll(/^ {2}async (\w+)\(\) \{\n {4}const \[\{ start\w+ \}/gm)].map(
    ([, role]) => role!,
  )
  expect(roles.toSorted()).toEqual(['api', 'console', 'live', 'quotes', 'settlement', 'worker'])
  const row = /^\| role .*$/m.exec(read('docs/glossary.md'))![0]
  const adr = read('docs/adr/0001-one-server-package-with-roles.md')
  for (const role of roles) {
    expect(row).toContain(role)
    expect(adr).toContain(role)
    expect(read('docs/architecture/overview.md')).toMatch(new RegExp(`role ${role}|\`${role}\``))
  }
})

test('the simulation and the server run the same decision of intake', () => {
  expect(read('docs/architecture/proving.md')).toContain('`decideBatch`')
  const callers = ['apps/server/src/features/orders/intake/take.ts', 'tests/simulation/actors/cores.ts']
  for (const path of callers) expect(read(path), path).toMatch(/import \{[^}]*\bdecideBatch\b/)
})

test('security.md does not deny stored identity documents', () => {
  expect(read('database/schema.sql')).toContain('CREATE TABLE app.identities')
  expect(read('docs/architecture/security.md')).not.toMatch(/none are stored/)
})

test('backup.md names the step of a logical restore', () => {
  expect(read('docs/operating/backup.md')).toMatch(/pg_resetwal --epoch/)
})
