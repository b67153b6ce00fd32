import { expect, test } from 'vitest'
import { checkStates, drawnIn, problemsOfPage } from './check-states.ts'

const page = (...lines: string[]): string => ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
const table = [
  ['pending', 'passed'],
  ['under-review', 'passed'],
] as const

test('steps are read with or without labels, without start states', () => {
  expect(
    drawnIn(
      page('  [*] --> pending: sent', '  pending --> passed: two approve', '  under_review --> passed'),
    ),
  ).toEqual([['pending --> passed', 'under-review --> passed']])
})

test('extra steps, missing steps and missing diagrams are reported', () => {
  expect(problemsOfPage('x.md', page('pending --> passed', 'under_review --> passed'), [table])).toEqual([])
  expect(problemsOfPage('x.md', page('pending --> passed', 'passed --> pending'), [table])).toEqual([
    'x.md: does not draw under-review --> passed',
    'x.md: draws passed --> pending, which the rules do not know',
  ])
  expect(problemsOfPage('x.md', 'nothing drawn', [table])).toHaveLength(1)
})

test('the diagrams in the docs match the rules', () => {
  expect(checkStates('.')).toEqual([])
})
