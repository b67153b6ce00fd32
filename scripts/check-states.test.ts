import { expect, test } from 'vitest'
import { checkStates, drawnIn, problemsOfPage } from './check-states.ts'

const page = (...lines: string[]): string => ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
const table = [
  ['pending', 'passed'],
  ['under-review', 'passed'],
] as const

test('reads steps with and without a remark, and leaves beginnings out', () => {
  expect(
    drawnIn(
      page('  [*] --> pending: sent', '  pending --> passed: two approve', '  under_review --> passed'),
    ),
  ).toEqual([['pending --> passed', 'under-review --> passed']])
})

test('a step too many, one too few and a missing drawing are told', () => {
  expect(problemsOfPage('x.md', page('pending --> passed', 'under_review --> passed'), [table])).toEqual([])
  expect(problemsOfPage('x.md', page('pending --> passed', 'passed --> pending'), [table])).toEqual([
    'x.md: does not draw under-review --> passed',
    'x.md: draws passed --> pending, which the rules do not know',
  ])
  expect(problemsOfPage('x.md', 'nothing drawn', [table])).toHaveLength(1)
})

test('the docs draw what the rules say', () => {
  expect(checkStates('.')).toEqual([])
})
