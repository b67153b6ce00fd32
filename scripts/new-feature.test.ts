import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkFeatures } from './check-features.ts'

const checkout = resolve(import.meta.dirname, '..')
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlot-feature-'))
  for (const file of ['packages/contract/src/features.ts', '.prettierrc.json']) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(join(checkout, file), join(root, file))
  }
})

afterEach(() => rmSync(root, { recursive: true }))

function newFeature(...args: string[]) {
  return spawnSync(process.execPath, [join(checkout, 'scripts/new-feature.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, FAIRLOT_ROOT: root },
  })
}

test('makes a feature that the mirror check and the formatter accept', () => {
  expect(newFeature('block-trades', '鉅額交易').stderr).toBe('')
  const surfaces = ['contract', 'rules', 'server', 'member'] as const
  expect(checkFeatures(root, [{ name: 'block-trades', zh: '鉅額交易', surfaces }])).toEqual([])
  expect(readFileSync(join(root, 'packages/contract/src/features.ts'), 'utf8')).toContain(
    "{ name: 'block-trades', zh: '鉅額交易', surfaces: ['contract', 'rules', 'server', 'member'] },",
  )
  const prettier = join(checkout, 'node_modules/.bin/prettier')
  const format = spawnSync(process.execPath, [prettier, '--check', '.'], { cwd: root, encoding: 'utf8' })
  expect(format.stderr + format.stdout).toContain('All matched files use Prettier code style')
})

test('the line in CONTRIBUTING runs as it is written', () => {
  const page = readFileSync(join(checkout, 'CONTRIBUTING.md'), 'utf8')
  const [, words] = /`npm run new:feature -- ([^`]+)`/.exec(page)!
  expect(newFeature(...words!.split(' '))).toMatchObject({ status: 0, stderr: '' })
})

test('makes only the surfaces asked for', () => {
  newFeature('tea-breaks', '下午茶', 'server')
  expect(existsSync(join(root, 'apps/server/src/features/tea-breaks/index.ts'))).toBe(true)
  expect(existsSync(join(root, 'apps/member'))).toBe(false)
})

test.each([
  [['auth', '登入'], 'auth is in features.ts already'],
  [['BlockTrades', '鉅額交易'], 'a name is small letters and hyphens'],
  [['block-trades'], 'usage:'],
  [['block-trades', '鉅額交易', 'phone'], 'no such surface: phone'],
])('refuses %j', (args, reason) => {
  const { status, stderr } = newFeature(...args)
  expect(stderr).toContain(reason)
  expect(status).toBe(1)
})

test('never writes over what is there', () => {
  newFeature('block-trades', '鉅額交易')
  cpSync(join(checkout, 'packages/contract/src/features.ts'), join(root, 'packages/contract/src/features.ts'))
  const { status, stderr } = newFeature('block-trades', '鉅額交易')
  expect(stderr).toContain('there already: packages/contract/src/block-trades/index.ts')
  expect(status).toBe(1)
})
