import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { allRoutes, checkRefusals } from './check-refusals.ts'

let root = ''
afterEach(() => rmSync(root, { recursive: true, force: true }))

function tree(files: Readonly<Record<string, string>>): string {
  root = mkdtempSync(join(tmpdir(), 'fairlot-refusals-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const server = 'apps/server/src/features'
const files = {
  [`${server}/orders/routes.member.ts`]: `import { place } from './place.ts'\nimport { check } from '@fairlot/rules/orders'`,
  [`${server}/orders/place.ts`]: `return refuse('order.not-found')`,
  'packages/rules/src/orders/index.ts': `export const check = () => 'input.lots'`,
}
const route = (...refusals: string[]) => [
  {
    path: '/withdrawals/create',
    feature: 'orders',
    surface: 'member' as const,
    refusals,
  },
]

test('refusals raised by use case and rules are accepted', () => {
  expect(checkRefusals(tree(files), route('order.not-found', 'input.lots'))).toEqual([])
})

test('a listed refusal that nothing raises is reported', () => {
  expect(checkRefusals(tree(files), route('order.not-found', 'order.closed'))).toEqual([
    '/withdrawals/create lists order.closed, and no code behind it raises that',
  ])
})

test('a refusal raised only behind another feature is reported', () => {
  const apart = { ...files, [`${server}/funds/read.ts`]: `return refuse('order.closed')` }
  expect(checkRefusals(tree(apart), route('order.not-found', 'order.closed'))).toEqual([
    '/withdrawals/create lists order.closed, and no code behind it raises that',
  ])
})

test('a raised refusal that no route lists is reported', () => {
  expect(checkRefusals(tree(files), route('input.lots'))).toEqual([
    `${server}/orders/place.ts refuses with order.not-found, and no route lists that`,
  ])
})

test('an outdated exception is reported', () => {
  const ahead = { 'order.closed': 'not built yet' }
  expect(checkRefusals(tree(files), route('order.not-found', 'input.lots', 'order.closed'), ahead)).toEqual(
    [],
  )
  rmSync(root, { recursive: true, force: true })
  const raised = { ...files, [`${server}/orders/place.ts`]: `refuse('order.closed')` }
  expect(checkRefusals(tree(raised), route('input.lots', 'order.closed'), ahead)).toEqual([
    'order.closed is raised now: take it out of listedAhead',
  ])
  rmSync(root, { recursive: true, force: true })
  expect(checkRefusals(tree({}), [], ahead)).toEqual([
    'order.closed stands in listedAhead, and no route lists it',
  ])
})

test('every route of this repository is checked', () => {
  expect(allRoutes().length).toBeGreaterThan(150)
})
