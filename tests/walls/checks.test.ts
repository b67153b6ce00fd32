import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { seededRandom } from '@fairlot/testkit/clock'
import { afterEach, expect, test } from 'vitest'
import { checkContrast } from '../../scripts/check-contrast.ts'
import { checkFeatures } from '../../scripts/check-features.ts'
import { checkLockfile } from '../../scripts/check-lockfile.ts'
import { checkIssueNumbers } from '../../scripts/check-issue-numbers.ts'
import { checkPurity } from '../../scripts/check-purity.ts'
import { checkSizes, limits } from '../../scripts/check-sizes.ts'
import { checkTranslations } from '../../scripts/check-translations.ts'
import { checkTree } from '../../scripts/check-tree.ts'
import { plantTree, type PlantedTree } from './planted-tree.ts'

const checkout = resolve(import.meta.dirname, '../..')
const tsconfig = '{ "compilerOptions": { "strict": true, "jsx": "react-jsx", "types": [], "noEmit": true } }'
const trees: PlantedTree[] = []

function tree(files: Readonly<Record<string, string>>): PlantedTree {
  const planted = plantTree(files)
  trees.push(planted)
  return planted
}

afterEach(() => {
  for (const planted of trees.splice(0)) planted.remove()
})

/** The lint rules that fire on a file, as `rule` names. */
function lint(path: string, text: string): string[] {
  const { root } = tree({ [path]: text, 'tsconfig.json': tsconfig })
  copyFileSync(join(checkout, '.oxlintrc.json'), join(root, '.oxlintrc.json'))
  const { stdout } = spawnSync(
    process.execPath,
    [join(checkout, 'node_modules/.bin/oxlint'), '--type-aware', '-f', 'json', 'apps', 'packages', 'scripts'],
    { cwd: root, encoding: 'utf8' },
  )
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] }
  return diagnostics.map(({ code, message }) => `${code}: ${message}`)
}

test.each([
  ['packages/money/src/a.ts', 'export const a = Math.random()', 'no-restricted-properties'],
  ['packages/rules/src/auth/a.ts', 'export const { random } = Math', 'no-restricted-properties'],
  ['packages/engine/src/a.ts', 'export const a = performance.now()', 'no-restricted-globals'],
  ['packages/proof/src/a.ts', "export const a = fetch('/')", 'no-restricted-globals'],
  ['packages/rules/src/auth/a.ts', 'export const a = process.env', 'no-restricted-globals'],
  ['packages/engine/src/a.ts', 'setTimeout(() => {}, 1)', 'no-restricted-globals'],
  ['packages/money/src/a.ts', 'export const a = globalThis', 'no-restricted-globals'],
  ['packages/proof/src/a.ts', 'export const a = crypto.randomUUID()', 'no-restricted-properties'],
  [
    'apps/server/src/features/funds/postings.ts',
    'export const a = Math.random()',
    'no-restricted-properties',
  ],
  ['apps/server/src/a.ts', 'export const a: any = 1', 'no-explicit-any'],
  ['apps/server/src/a.ts', 'const f = async () => 1\nf()', 'no-floating-promises'],
  ['apps/server/src/a.ts', "console.log('x')", 'no-console'],
  [
    'apps/member/src/A.tsx',
    "import { useState } from 'react'\nexport const A = ({ a }: { a: boolean }) => { if (a) useState(1); return null }",
    'rules-of-hooks',
  ],
  ['apps/member/src/A.tsx', 'export const A = () => <img src="x" />', 'alt-text'],
  [
    'apps/member/src/A.tsx',
    'export const A = ({ h }: { h: string }) => <p dangerouslySetInnerHTML={{ __html: h }} />',
    'no-danger',
  ],
  ['apps/member/src/a.ts', "export const a = new Function('return 1') as unknown", 'no-new-func'],
  [
    'packages/money/src/a.test.ts',
    "import { test } from 'vitest'\ntest.only('a', () => {})",
    'no-focused-tests',
  ],
])('lint: %s refuses "%s"', (path, text, rule) => {
  expect(lint(path, `${text}\n`).join('\n')).toContain(`(${rule})`)
})

test('lint: scripts may print, and tests may use the clock', () => {
  expect(lint('scripts/a.ts', "console.log('x')\n")).toEqual([])
  expect(lint('packages/rules/src/a.test.ts', 'export const a = performance.now()\n')).toEqual([])
})

test.each([
  ['new Date()', false],
  ['Date.now()', false],
  ['new Date(2026, 0, 1)', false],
  ['Date()', false],
  ['[Date].length', false],
  ['new Date(1)', true],
  ['Date.UTC(2026, 0, 1)', true],
  ['({} as object) instanceof Date', true],
  ['(at: Date) => at.getTime()', true],
  ['({ Date: 1 })', true],
])('purity: %s, allowed: %s', (expression, allowed) => {
  const { root } = tree({ 'packages/rules/src/auth/a.ts': `export const a = ${expression}\n` })
  expect(checkPurity(root)).toHaveLength(allowed ? 0 : 1)
})

test('purity: a run without files fails', () => {
  expect(checkPurity(tree({}).root)).toEqual(['no pure file was found; nothing has been checked'])
})

test.each([
  ['docs/architecture/overview.md', 'The console comes with issue NUMBER.'],
  ['apps/server/src/main.ts', '// Issue #NUMBER removes this.'],
])('issue numbers: a number in %s is reported', (path, text) => {
  expect(checkIssueNumbers(tree({ [path]: text.replace('NUMBER', '12') }).root)).toEqual([
    expect.stringContaining(`${path}:1: names an issue by number`),
  ])
})

test('issue numbers: the word without a number is allowed', () => {
  expect(checkIssueNumbers(tree({ 'docs/a.md': 'Report an issue. Issue a fine of 5.' }).root)).toEqual([])
})

const feature = { name: 'orders', zh: '委託', surfaces: ['contract', 'server', 'member'] } as const
const mirrored = {
  'packages/contract/src/orders/index.ts': '',
  'packages/contract/src/catalogue/tw.ts': '',
  'apps/server/src/features/orders/index.ts': '',
  'apps/member/src/features/orders/index.ts': '',
  'docs/features/orders.md': '',
  'tests/flows/orders.test.ts': '',
  'tests/e2e/orders.spec.ts': '',
}

test('features: a complete feature passes', () => {
  expect(checkFeatures(tree(mirrored).root, [feature])).toEqual([])
})

test.each([
  [{ 'apps/server/src/features/order/index.ts': '' }, 'apps/server/src/features/order: not in features.ts'],
  [{ 'packages/rules/src/orders/index.ts': '' }, 'packages/rules/src/orders: not in features.ts'],
  [{ 'docs/features/order.md': '' }, 'docs/features/order.md: not in features.ts'],
])('features: %o is reported', (extra, problem) => {
  expect(checkFeatures(tree({ ...mirrored, ...extra }).root, [feature])).toEqual([problem])
})

test.each(Object.keys(mirrored).filter((path) => !path.includes('catalogue')))(
  'features: a missing %s is reported',
  (path) => {
    const files = Object.fromEntries(Object.entries(mirrored).filter(([name]) => name !== path))
    const [problem, ...others] = checkFeatures(tree(files).root, [feature])
    expect(problem).toMatch(/orders(.md|.test.ts|.spec.ts)?: missing$/)
    expect(others).toEqual([])
  },
)

test.each([
  ['apps/server/src/utils/a.ts', '', '"utils" says nothing'],
  ['packages/money/src/helpers.ts', '', '"helpers" says nothing'],
  ['packages/money/src/types.ts', '', '"types" says nothing'],
  ['apps/server/src/someThing.ts', '', 'files are kebab-case'],
  ['apps/server/src/a.ts', '// FIXME later', 'a.ts:1: FIXME'],
  ['apps/server/src/a.ts', '\n// TODO later', 'a.ts:2: TODO'],
  ['apps/member/src/a.ts', "const a = 'Coming soon'", 'Coming soon'],
  ['apps/server/src/a.ts', 'x\n'.repeat(430), 'split it'],
  ['tests/flows/support/a.ts', 'x\n'.repeat(510), 'split it'],
  ['apps/server/src/a.ts', `function a() {\n${'x()\n'.repeat(130)}}\n`, 'a function of 132 lines'],
  ['docs/style.md', ['Who', 'ever reads this'].join(''), 'name the subject'],
  ['tests/flows/a.test.ts', `test('${'word '.repeat(13).trim()}', () => {})`, 'a title of 13 words'],
  ['tests/flows/a.test.ts', `it.each([])('${'word '.repeat(13).trim()}', () => {})`, 'a title of 13 words'],
])('tree: %s with %j is reported', (path, text, problem) => {
  const [first = '', ...others] = checkTree(tree({ [path]: text }).root)
  expect(first).toContain(problem)
  expect(others).toEqual([])
})

test('tree: components and plain files pass', () => {
  const files = {
    'packages/ui/src/TextField.tsx': '',
    'apps/server/src/create-order.test.ts': '',
    'docs/style.md': '',
  }
  expect(checkTree(tree(files).root)).toEqual([])
})

const vocabulary =
  '# Vocabulary\n\n## Replaced words\n\n| `poke` | `wake` | |\n| `carry-out` | `execute` | |\n'

test.each([
  ['a variable', 'packages/rules/src/a.ts', 'export const pokeAll = 1\n', '"pokeAll": use `wake`'],
  ['a constant', 'packages/rules/src/a.ts', 'export const POKE_MS = 1\n', '"POKE_MS": use `wake`'],
  [
    'a property',
    'packages/rules/src/a.ts',
    'export const a = { carryOut: 1 }\n',
    '"carryOut": use `execute`',
  ],
  [
    'a type',
    'packages/rules/src/a.ts',
    'export interface CarryOutDeps {}\n',
    '"CarryOutDeps": use `execute`',
  ],
  ['a file name', 'packages/rules/src/carry-out.ts', 'export const a = 1\n', '"carry-out": use `execute`'],
])('a replaced word is refused in %s', (_, path, text, problem) => {
  const found = checkTree(tree({ [path]: text, 'docs/vocabulary.md': vocabulary }).root)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(problem)
})

test('a word that only contains a replaced word is allowed', () => {
  const text = "// They poke fun.\nexport const slowpokes = 'poke'\n"
  const files = { 'packages/rules/src/a.ts': text, 'docs/vocabulary.md': vocabulary }
  expect(checkTree(tree(files).root)).toEqual([])
})

const texts = (body: string) => `export const texts = { ${body} }\n`
const member = 'apps/member/src/features/orders'

test.each([
  [{ [`${member}/texts/tw.ts`]: texts("a: '甲'") }, `${member}/texts/en.ts: missing beside`],
  [
    { [`${member}/texts/tw.ts`]: texts("a: '甲', b: '乙'"), [`${member}/texts/en.ts`]: texts("a: 'A'") },
    'en.ts: b is missing',
  ],
  [
    { [`${member}/texts/tw.ts`]: texts("a: '甲'"), [`${member}/texts/en.ts`]: texts("a: 'A', b: 'B'") },
    'tw.ts: b is missing',
  ],
  [
    { [`${member}/texts/tw.ts`]: texts("a: '{n} 甲'"), [`${member}/texts/en.ts`]: texts("a: '{m} A'") },
    'has the placeholders "m"',
  ],
  [
    {
      [`${member}/texts/tw.ts`]: texts("a: { b: '甲' }"),
      [`${member}/texts/en.ts`]: texts("a: { b: '甲' }"),
    },
    'a.b is in Chinese',
  ],
  [{ [`${member}/texts/tw.ts`]: texts("a: '甲'"), [`${member}/texts/en.ts`]: texts("a: ' '") }, 'a is empty'],
  [
    {
      [`${member}/texts/tw.ts`]: texts('a: (n: number) => `${n} 甲`'),
      [`${member}/texts/en.ts`]: texts('a: (n: number) => `${n} 甲`'),
    },
    'a is in Chinese',
  ],
])('translations: %o is reported', async (files, problem) => {
  expect((await checkTranslations(tree(files).root)).join('\n')).toContain(problem)
})

test.each([
  'export const A = () => <p>Sell all</p>',
  'export const A = () => <p>全部賣出</p>',
  "export const A = () => <p>{'Sell all'}</p>",
  'export const A = () => <button aria-label="Close" />',
  'export const A = () => <input placeholder={`Account`} />',
  "export const a = '全部'",
])('translations: words in code are reported: %s', async (code) => {
  const { root } = tree({
    [`${member}/A.tsx`]: code,
    [`${member}/texts/tw.ts`]: texts("a: '甲'"),
    [`${member}/texts/en.ts`]: texts("a: 'A'"),
  })
  expect((await checkTranslations(root)).join('\n')).toContain('written into the code')
})

test('translations: signs, class names and texts from the catalogue pass', async () => {
  const { root } = tree({
    [`${member}/A.tsx`]:
      "export const A = ({ t }: { t: { a: string } }) => <p className='row'>{t.a} · — {'%'}</p>",
    [`${member}/texts/tw.ts`]: texts("a: '甲 {n}'"),
    [`${member}/texts/en.ts`]: texts("a: 'A {n}'"),
  })
  expect(await checkTranslations(root)).toEqual([])
})

test('contrast: a too pale text is reported with its theme', () => {
  const css = readFileSync(join(checkout, 'packages/ui/src/tokens.css'), 'utf8')
  const path = 'packages/ui/src/tokens.css'
  expect(checkContrast(tree({ [path]: css }).root)).toEqual([])
  const pale = css.replace(/--text-3: light-dark\(#[0-9a-f]{6}/, '--text-3: light-dark(#9a9aa6')
  expect(checkContrast(tree({ [path]: pale }).root)).toContainEqual(
    expect.stringMatching(/^text-3 on surface, light, red up: 2[.]\d\d, needs 4[.]5$/),
  )
  const gone = css.replace(/--focus: [^;]+;/, '')
  expect(checkContrast(tree({ [path]: gone }).root).join('\n')).toContain(
    'focus on page: not a colour in tokens.css',
  )
})

test('sizes: a chunk above its limit is reported', () => {
  // Random letters do not compress, so their gzip is about three quarters of their length.
  const random = seededRandom(1)
  const noise = (kilobytes: number) =>
    Array.from({ length: kilobytes * 1000 }, () => String.fromCharCode(33 + Math.floor(random() * 89))).join(
      '',
    )
  const build = (entry: number, later: number) => ({
    'apps/member/src/routes.tsx': '',
    'apps/member/src/features/auth/pages.ts': `import { authTexts } from './texts/index.ts'
      export const authPages = { routes: [
        { path: '/login/start', access: 'guest', texts: [authTexts], load: () => import('./StartScreen.tsx') },
        { path: '/login/login', access: 'guest', texts: [], load: () => import('./LoginScreen.tsx') },
      ] }`,
    'apps/member/dist/.vite/manifest.json': JSON.stringify({
      'index.html': {
        file: 'assets/index.js',
        isEntry: true,
        imports: ['_kit.js'],
        css: ['assets/index.css'],
      },
      '_kit.js': { file: 'assets/kit.js' },
      'src/features/auth/StartScreen.tsx': { file: 'assets/start.js', imports: ['_kit.js'] },
      'src/features/auth/LoginScreen.tsx': { file: 'assets/login.js', imports: ['_kit.js'] },
      'src/shell/texts/tw.ts': { file: 'assets/tw.js' },
      'src/features/auth/texts/tw.ts': { file: 'assets/tw.js' },
    }),
    'apps/member/dist/assets/index.js': noise(entry),
    'apps/member/dist/assets/kit.js': '1',
    'apps/member/dist/assets/start.js': '1',
    'apps/member/dist/assets/login.js': noise(later),
    'apps/member/dist/assets/tw.js': '1',
    'apps/member/dist/assets/index.css': '1',
  })
  const problem = (name: string, limit: number) =>
    expect.stringMatching(new RegExp(`^${name}: .* at most ${limit}$`))
  expect(checkSizes(tree(build(1, 1)).root)).toEqual([])
  expect(checkSizes(tree(build(1, 200)).root)).toEqual([problem('/login/login', limits.laterRoute)])
  expect(checkSizes(tree(build(400, 1)).root)).toEqual([
    problem('entry', limits.entry),
    problem('first screen', limits.firstScreen),
  ])
  expect(checkSizes(tree({}).root)).toEqual([expect.stringContaining('manifest.json is missing')])
})

const lockfile = (entry: object, dependencies: object = {}) => ({
  'package.json': JSON.stringify({ allowScripts: { node: true } }),
  'package-lock.json': JSON.stringify({ packages: { '': { dependencies }, 'node_modules/a': entry } }),
})

test.each([
  [lockfile({ version: '1.0.0' }), 'node_modules/a: no checksum'],
  [
    lockfile({ integrity: 'sha512-x', resolved: 'https://mirror.example/a.tgz' }),
    'node_modules/a: tied to mirror.example',
  ],
  [lockfile({ integrity: 'sha512-x', hasInstallScript: true }), 'neither allows nor denies'],
  [lockfile({ integrity: 'sha512-x', license: 'AGPL-3.0' }), 'licence AGPL-3.0'],
  [lockfile({ integrity: 'sha512-x' }, { a: '^1.0.0' }), 'not an exact version'],
])('lockfile: %o is reported', (files, problem) => {
  const [first = '', ...others] = checkLockfile(tree(files).root)
  expect(first).toContain(problem)
  expect(others).toEqual([])
})
