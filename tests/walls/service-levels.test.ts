// One definition of each service level: the page of the docs and the rules of the alerts say the same figures.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  budgetLeft,
  serviceLevelDays,
  serviceLevelNames,
  serviceLevels,
} from '@fairlot/contract/status/states'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('the page has the target and the limit of each level', () => {
  const rows = read('docs/operating/service-levels.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, , , level]) => level?.endsWith(' %'))
  const levels = serviceLevelNames.map((name) => serviceLevels[name])
  for (const [index, { perMillion, withinMs }] of levels.entries()) {
    const [, , figure, target] = rows[index]!
    expect(target).toBe(`${perMillion / 10_000} %`)
    if (withinMs !== undefined) expect(figure).toContain(` ${withinMs / 1_000} s`)
  }
  expect(read('docs/operating/service-levels.md')).toContain(`${serviceLevelDays} days`)
})

test('the alerts have the limits of the levels', () => {
  const rules = (file: string): string => read(`deploy/observe/rules/${file}.yml`)
  for (const [name, file] of [
    ['orders-at-venue', 'trading'],
    ['fills-in-books', 'money'],
    ['prices-current', 'feed'],
  ] as const) {
    const { waiting, withinMs } = serviceLevels[name]
    expect(rules(file)).toContain(
      `max(fairlot_waiting_oldest_seconds{what="${waiting}"}) > ${withinMs! / 1_000}`,
    )
  }
  const budget = (1_000_000 - serviceLevels['api-answers'].perMillion) / 1_000_000
  expect(rules('api')).toContain(`14.4 * ${budget}`)
  expect(rules('api')).toContain(`le="${serviceLevels['orders-answered'].withinMs! / 1_000}"`)
})

test('an error budget is used up when the allowed share failed', () => {
  expect(budgetLeft('api-answers', 0, 0)).toBe(undefined)
  expect(budgetLeft('api-answers', 1_000, 0)).toBe(1)
  expect(budgetLeft('api-answers', 999_500, 500)).toBeCloseTo(0.5)
  expect(budgetLeft('api-answers', 999_000, 1_000)).toBeCloseTo(0)
  expect(budgetLeft('api-answers', 0, 10)).toBe(-1)
  expect(budgetLeft('books-agree', 40_000, 0)).toBe(1)
  expect(budgetLeft('books-agree', 40_000, 1)).toBe(-1)
})
