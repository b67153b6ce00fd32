import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBoundaries } from '../../scripts/check-boundaries.ts'
import { linkWorkspace, plantTree, type PlantedTree } from './planted-tree.ts'

interface Workspace {
  readonly folder: string
  readonly uses?: readonly string[]
  readonly exports?: Readonly<Record<string, string>>
  readonly imports?: Readonly<Record<string, string>>
}

const workspaces: Readonly<Record<string, Workspace>> = {
  '@fairlot/money': { folder: 'packages/money' },
  '@fairlot/proof': { folder: 'packages/proof' },
  '@fairlot/contract': { folder: 'packages/contract', exports: { './*': './src/*/index.ts' }, uses: ['zod'] },
  '@fairlot/rules': { folder: 'packages/rules', exports: { './*': './src/*/index.ts' } },
  '@fairlot/engine': { folder: 'packages/engine' },
  '@fairlot/ledger': { folder: 'packages/ledger' },
  '@fairlot/ui': { folder: 'packages/ui' },
  '@fairlot/process': { folder: 'packages/process', exports: { './*': './src/*.ts' } },
  '@fairlot/app-shell': { folder: 'packages/app-shell' },
  '@fairlot/vite-plugins': { folder: 'packages/vite-plugins' },
  '@fairlot/testkit': { folder: 'packages/testkit', uses: ['pg'] },
  '@fairlot/database': { folder: 'database', exports: { '.': './migrate.ts' }, uses: ['pg'] },
  '@fairlot/server': {
    folder: 'apps/server',
    uses: ['pg', 'fastify'],
    imports: { '#features/*': './src/features/*/index.ts', '#platform/*': './src/platform/*.ts' },
  },
  '@fairlot/member': {
    folder: 'apps/member',
    imports: { '#features/*': './src/features/*/index.ts', '#shell/*': './src/shell/*' },
  },
  '@fairlot/console': {
    folder: 'apps/console',
    imports: { '#features/*': './src/features/*/index.ts', '#shell/*': './src/shell/*' },
  },
  '@fairlot/exchange': { folder: 'apps/exchange' },
  '@fairlot/practice': { folder: 'apps/practice' },
}

const clean: Record<string, string> = {
  'tsconfig.json':
    '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true } }',
  'package.json': '{ "name": "planted", "private": true, "type": "module" }',
  'node_modules/pg/package.json': '{ "name": "pg", "version": "1.0.0", "main": "index.js" }',
  'node_modules/pg/index.js': '',
  'node_modules/zod/package.json': '{ "name": "zod", "version": "1.0.0", "main": "index.js" }',
  'node_modules/zod/index.js': '',
  'node_modules/fastify/package.json': '{ "name": "fastify", "version": "1.0.0", "main": "index.js" }',
  'node_modules/fastify/index.js': '',
  'packages/money/src/index.ts': 'export const zero = 0n\n',
  'packages/proof/src/index.ts': 'export const hash = (text: string) => text\n',
  'packages/contract/src/orders/index.ts':
    "import 'zod'\nexport interface Order { id: string }\nexport const states = []\n",
  'packages/rules/src/orders/index.ts':
    "import type { Order } from '@fairlot/contract/orders'\nexport const isOpen = (order: Order) => order\n",
  'packages/contract/src/funds/index.ts': "export { routes } from './routes.ts'\n",
  'packages/contract/src/funds/routes.ts': 'export const routes = []\n',
  'packages/rules/src/funds/index.ts': "export { fee } from './fee.ts'\n",
  'packages/rules/src/funds/fee.ts': "import { zero } from '@fairlot/money'\nexport const fee = zero\n",
  'packages/engine/src/index.ts':
    "import type { Order } from '@fairlot/contract/orders'\nexport type Book = Order[]\n",
  'packages/ledger/src/index.ts': "import { zero } from '@fairlot/money'\nexport const post = () => zero\n",
  'database/migrate.ts': "import 'pg'\nexport const migrate = 1\n",
  'packages/process/src/stop.ts': 'export const stop = 1\n',
  'packages/ui/src/index.ts': "import { zero } from '@fairlot/money'\nexport const text = zero\n",
  'packages/app-shell/src/index.ts': "import { text } from '@fairlot/ui'\nexport const label = text\n",
  'packages/vite-plugins/src/index.ts': "import 'node:fs'\nexport const plugin = 1\n",
  'apps/member/vite.config.ts': "import { plugin } from '@fairlot/vite-plugins'\nexport default plugin\n",
  'packages/testkit/src/index.ts': "import 'pg'\nexport const clock = 1\n",
  'apps/exchange/src/main.ts':
    "import type { Book } from '@fairlot/engine'\nimport '@fairlot/process/stop'\nexport type B = Book\n",
  'apps/practice/src/main.ts': "import { isOpen } from '@fairlot/rules/orders'\nisOpen({ id: '' })\n",
  'apps/console/src/shell/session.ts': 'export const session = 1\n',
  'apps/console/src/features/funds/index.ts': "export { total } from './total.ts'\n",
  'apps/console/src/features/funds/total.ts': 'export const total = 1\n',
  'apps/console/src/features/orders/index.ts':
    "import { text } from '@fairlot/ui'\nimport { hash } from '@fairlot/proof'\nimport { total } from '#features/funds'\nimport { session } from '#shell/session.ts'\nexport const row = [text, hash, total, session]\n",
  'apps/member/src/shell/session.ts': 'export const session = 1\n',
  'apps/member/src/features/funds/index.ts': "export { total } from './total.ts'\n",
  'apps/member/src/features/funds/total.ts': 'export const total = 1\n',
  'apps/member/src/features/orders/index.ts':
    "import { total } from '#features/funds'\nimport { session } from '#shell/session.ts'\nexport const row = total + session\n",
  'apps/server/src/platform/clock.ts': 'export const now = 1\n',
  'apps/server/src/platform/db.ts': "import 'pg'\nexport const query = 1\n",
  'apps/server/src/roles/api.ts':
    "import { createOrder } from '#features/orders'\nexport const startApi = createOrder\n",
  'apps/server/src/main.ts': "import { startApi } from './roles/api.ts'\nstartApi()\n",
  'apps/server/src/features/funds/index.ts': "export { hold } from './hold.ts'\n",
  'apps/server/src/features/funds/hold.ts':
    "import { holdEntry } from './postings.ts'\nimport { insert } from './store.ts'\nexport const hold = () => [holdEntry, insert]\n",
  'apps/server/src/features/funds/postings.ts':
    "import { post } from '@fairlot/ledger'\nexport const holdEntry = post\n",
  'apps/server/src/features/funds/store.ts':
    "import { query } from '#platform/db'\nexport const insert = query\n",
  'apps/server/src/features/orders/index.ts': "export { createOrder } from './create-order.ts'\n",
  'apps/server/src/features/orders/create-order.ts':
    "import { hold } from '#features/funds'\nimport { now } from '#platform/clock'\nexport const createOrder = () => [hold, now]\n",
  'apps/server/src/features/orders/routes.member.ts':
    "import { createOrder } from './create-order.ts'\nexport const routes = createOrder\n",
  'apps/server/src/features/orders/create-order.test.ts':
    "import { clock } from '@fairlot/testkit'\nexport const x = clock\n",
}

// Each in its own file: the rule that must catch it, the file, the import.
const planted: readonly (readonly [rule: string, file: string, text: string])[] = [
  [
    'layer:apps/member',
    'apps/member/src/features/orders/a.ts',
    "import '../../../../server/src/features/orders/create-order.ts'",
  ],
  ['layer:apps/member', 'apps/member/src/features/orders/b.ts', "import '@fairlot/ledger'"],
  ['layer:apps/member', 'apps/member/src/features/orders/c.ts', "import '@fairlot/engine'"],
  [
    'layer:apps/console',
    'apps/console/src/features/orders/a.ts',
    "import '../../../../member/src/features/orders/index.ts'",
  ],
  ['layer:apps/console', 'apps/console/src/features/orders/b.ts', "import '@fairlot/ledger'"],
  ['layer:apps/console', 'apps/console/src/features/orders/c.ts', "import '@fairlot/engine'"],
  [
    'layer:apps/console',
    'apps/console/src/shell/b.ts',
    "import '../../../server/src/features/orders/create-order.ts'",
  ],
  [
    'layer:apps/member',
    'apps/member/src/features/orders/h.ts',
    "import '../../../../console/src/shell/session.ts'",
  ],
  ['layer:apps/server', 'apps/server/src/features/orders/a.ts', "import '@fairlot/engine'"],
  ['layer:apps/server', 'apps/server/src/features/orders/b.ts', "import '@fairlot/ui'"],
  ['layer:apps/exchange', 'apps/exchange/src/a.ts', "import '@fairlot/ledger'"],
  ['layer:apps/exchange', 'apps/exchange/src/b.ts', "import '../../server/src/platform/db.ts'"],
  ['layer:apps/practice', 'apps/practice/src/a.ts', "import '@fairlot/engine'"],
  ['layer:packages/money', 'packages/money/src/a.ts', "import '@fairlot/proof'"],
  ['layer:packages/proof', 'packages/proof/src/a.ts', "import '@fairlot/money'"],
  ['layer:packages/contract', 'packages/contract/src/orders/a.ts', "import '@fairlot/rules/orders'"],
  ['layer:packages/rules', 'packages/rules/src/orders/a.ts', "import '@fairlot/ledger'"],
  ['layer:packages/engine', 'packages/engine/src/a.ts', "import '@fairlot/ledger'"],
  [
    'layer:packages/ledger',
    'packages/ledger/src/a.ts',
    "import { type Order } from '@fairlot/contract/orders'\nexport type Q = Order",
  ],
  ['layer:packages/testkit', 'packages/testkit/src/a.ts', "import '@fairlot/database'"],
  ['layer:packages/testkit', 'packages/testkit/src/b.ts', "import '../../../scripts/start.ts'"],
  ['layer:packages/process', 'packages/process/src/a.ts', "import '@fairlot/contract/orders'"],
  ['layer:apps/practice', 'apps/practice/src/b.ts', "import '../../server/src/platform/db.ts'"],
  ['layer:packages/ui', 'packages/ui/src/a.ts', "import '@fairlot/contract/orders'"],
  ['layer:packages/app-shell', 'packages/app-shell/src/a.ts', "import '@fairlot/rules/orders'"],
  ['layer:packages/vite-plugins', 'packages/vite-plugins/src/a.ts', "import '@fairlot/money'"],
  ['layer:apps/console', 'apps/console/src/shell/c.ts', "import '@fairlot/vite-plugins'"],
  ['feature-index-only', 'apps/server/src/features/orders/c.ts', "import '../funds/store.ts'"],
  ['feature-index-only', 'apps/member/src/features/orders/d.ts', "import '../funds/total.ts'"],
  ['feature-index-only', 'apps/console/src/features/orders/d.ts', "import '../funds/total.ts'"],
  ['feature-index-only', 'packages/contract/src/orders/c.ts', "import '../funds/routes.ts'"],
  ['pages-name-texts', 'apps/member/src/features/orders/pages.ts', "import '../funds/total.ts'"],
  ['pages-name-texts', 'apps/console/src/features/orders/pages.ts', "import '../funds/total.ts'"],
  ['platform-knows-no-feature', 'apps/server/src/platform/a.ts', "import '#features/orders'"],
  ['live-knows-no-feature', 'apps/server/src/features/live/a.ts', "import '#features/funds'"],
  ['shell-knows-no-feature', 'apps/member/src/shell/a.ts', "import '#features/orders'"],
  ['shell-knows-no-feature', 'apps/console/src/shell/a.ts', "import '#features/orders'"],
  ['nothing-imports-a-role', 'apps/server/src/features/orders/d.ts', "import '../../roles/api.ts'"],
  ['routes-do-not-touch-sql', 'apps/server/src/features/funds/routes.member.ts', "import './store.ts'"],
  ['routes-do-not-touch-sql', 'apps/server/src/features/funds/routes.console.ts', "import './store.ts'"],
  ['sql-lives-in-store', 'apps/server/src/features/orders/e.ts', "import 'pg'"],
  ['postings-are-pure', 'apps/server/src/features/orders/postings.ts', "import '#platform/clock'"],
  ['pure-packages', 'packages/engine/src/b.ts', "import 'node:crypto'"],
  ['pure-packages', 'packages/rules/src/orders/c.ts', "import 'fastify'"],
  ['pure-packages', 'packages/money/src/b.ts', "import 'node:fs'"],
  ['pure-packages', 'packages/proof/src/b.ts', "import 'node:crypto'"],
  ['beacon-takes-a-curve', 'packages/proof/src/beacon.ts', "import 'node:crypto'"],
  [
    'engine-takes-types-from-contract',
    'packages/engine/src/c.ts',
    "import { states } from '@fairlot/contract/orders'\nexport const s = states",
  ],
  ['browser-without-node', 'apps/member/src/features/orders/e.ts', "import 'node:fs'"],
  ['browser-without-node', 'apps/console/src/features/orders/e.ts', "import 'node:crypto'"],
  ['browser-without-node', 'packages/contract/src/orders/b.ts', "import 'node:crypto'"],
  ['browser-without-node', 'packages/app-shell/src/b.ts', "import 'node:fs'"],
  [
    'app-takes-types-from-routes',
    'apps/member/src/features/orders/g.ts',
    "import { table } from '../../../../../packages/contract/src/orders/routes.ts'\nexport const t = table",
  ],
  [
    'app-takes-types-from-routes',
    'apps/console/src/features/orders/f.ts',
    "import { table } from '../../../../../packages/contract/src/orders/routes.console.ts'\nexport const t = table",
  ],
  ['testkit-in-tests-only', 'apps/console/src/features/orders/g.ts', "import '@fairlot/testkit'"],
  ['testkit-in-tests-only', 'apps/server/src/features/orders/f.ts', "import '@fairlot/testkit'"],
  ['not-to-a-test', 'apps/server/src/features/orders/g.ts', "import './create-order.test.ts'"],
  ['scripts-are-tools', 'apps/server/src/features/orders/h.ts', "import '../../../../../scripts/start.ts'"],
  ['declared-only', 'apps/exchange/src/c.ts', "import 'fastify'"],
  ['no-cycles', 'apps/server/src/features/orders/i.ts', "import './j.ts'"],
  [
    'no-cycles',
    'apps/server/src/features/orders/k.ts',
    "import type { L } from './l.ts'\nexport interface K { l: L }",
  ],
  ['resolvable', 'apps/member/src/features/orders/f.ts', "import '../funds/nowhere.ts'"],
]

let tree: PlantedTree

beforeAll(() => {
  tree = plantTree(clean)
  for (const [name, { folder, uses = [], exports = { '.': './src/index.ts' }, imports }] of Object.entries(
    workspaces,
  )) {
    const dependencies = Object.fromEntries([
      ...Object.keys(workspaces).map((workspace) => [workspace, '0.1.0'] as const),
      ...uses.map((used) => [used, '1.0.0'] as const),
    ])
    const manifest = { name, version: '0.1.0', type: 'module', exports, imports, dependencies }
    tree.write(`${folder}/package.json`, JSON.stringify(manifest))
    linkWorkspace(tree.root, name, folder)
  }
})

afterAll(() => tree.remove())

test('a clean tree passes', () => {
  expect(checkBoundaries(tree.root)).toEqual([])
})

test('a run without modules fails', () => {
  const empty = plantTree({ 'apps/note.md': '', 'outside.ts': '', 'tsconfig.json': '{}' })
  try {
    expect(checkBoundaries(empty.root)).toEqual(['only 0 modules were read; the rules have not been checked'])
  } finally {
    empty.remove()
  }
})

test(`each of ${planted.length} planted imports is caught by its rule`, () => {
  for (const [, file, text] of planted) tree.write(file, `${text}\n`)
  tree.write('apps/server/src/features/orders/j.ts', "import './i.ts'\n")
  tree.write(
    'apps/server/src/features/orders/l.ts',
    "import type { K } from './k.ts'\nexport interface L { k: K }\n",
  )
  tree.write('packages/contract/src/orders/routes.ts', 'export const table = {}\n')
  tree.write('packages/contract/src/orders/routes.console.ts', 'export const table = {}\n')
  tree.write('scripts/start.ts', 'export {}\n')
  const problems = checkBoundaries(tree.root)
  const missed = planted.filter(
    ([rule, file]) => !problems.some((line) => line.startsWith(`${rule}: ${file} -> `)),
  )
  expect(missed, problems.join('\n')).toEqual([])
})
