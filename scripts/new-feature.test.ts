import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFeatures } from './check-features.ts'
import { formatText } from './format-text.ts'

const checkout = resolve(import.meta.dirname, '..')
/** The lists that name every feature. */
const lists = [
  'packages/contract/src/features.ts',
  'packages/contract/src/routes.ts',
  'packages/contract/src/console-routes.ts',
  'packages/contract/src/operators/review-kinds.ts',
  'apps/server/src/features/member-features.ts',
  'apps/member/src/routes.tsx',
  'apps/member/src/shell/texts/tw.ts',
  'apps/member/src/shell/texts/en.ts',
  'apps/console/src/routes.tsx',
  'tests/flows/permissions.test.ts',
  'tests/flows/console-permissions.test.ts',
  'tests/flows/console-write-permissions.test.ts',
  'tests/flows/support/role-matrix-worker.ts',
]
let root: string
let made: readonly string[]
let first: ReturnType<typeof newFeature>

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlot-feature-'))
  for (const file of [...lists, 'database/migrations']) {
    cpSync(join(checkout, file), join(root, file), { recursive: true })
  }
  // The line of CONTRIBUTING, as it is written.
  const page = readFileSync(join(checkout, 'CONTRIBUTING.md'), 'utf8')
  const [, args] = /`npm run new:feature -- ([^`]+)`/.exec(page)!
  first = newFeature(...args!.split(' '))
  made = written(first.stdout, 'made')
})

afterAll(() => rmSync(root, { recursive: true }))

function newFeature(...args: string[]) {
  return spawnSync(process.execPath, [join(checkout, 'scripts/new-feature.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, FAIRLOT_ROOT: root },
  })
}
const written = (output: string, verb: 'made' | 'changed'): string[] =>
  output.split('\n').flatMap((line) => (line.startsWith(`${verb} `) ? [line.slice(verb.length + 1)] : []))

test('the command in CONTRIBUTING runs as written', () => {
  expect(first).toMatchObject({ status: 0, stderr: '' })
})

test('a new feature touches at most thirty files', () => {
  expect(written(first.stdout, 'changed').toSorted()).toEqual(lists.toSorted())
  // And two that are generated: the dump of the schema and the page of the grants.
  expect(made.length + lists.length + 2).toBeLessThanOrEqual(30)
  for (const file of lists) expect(readFileSync(join(root, file), 'utf8')).toMatch(/recurring-?_?purchase/i)
})

test('a new feature passes the mirror check', () => {
  const surfaces = ['contract', 'server', 'member', 'console'] as const
  const found = checkFeatures(root, [{ name: 'recurring-purchase', zh: '定期定額', surfaces }])
  expect(found.filter((problem) => problem.includes('recurring-purchase'))).toEqual([])
  for (const file of made) expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/sample.?thing|樣品/i)
})

test('every file of a new feature is formatted', async () => {
  for (const file of made.filter((path) => !path.endsWith('.sql'))) {
    const text = readFileSync(join(root, file), 'utf8')
    expect([file, await formatText(file, text)]).toEqual([file, text])
  }
})

test('every import of a new feature leads to a file', () => {
  const imports = made.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import\() ?'([.]{1,2}\/[^']+)'/g)].map(
      ([, target]) => join(dirname(path), target!),
    ),
  )
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter((path) => ![root, checkout].some((at) => existsSync(join(at, path))))).toEqual([])
})

test.each([
  [['auth', '登入'], 'auth is in features.ts already'],
  [['RecurringPurchase', '定期定額'], 'a name is small letters and hyphens'],
  [['recurring-purchase'], 'usage:'],
  [
    ['recurring-purchase', '定期定額'],
    'there already: apps/console/src/features/recurring-purchase/RecurringPurchasePage.tsx',
  ],
])('new:feature refuses %j', (args, reason) => {
  const { status, stderr } = newFeature(...args)
  expect(stderr).toContain(reason)
  expect(status).toBe(1)
})
