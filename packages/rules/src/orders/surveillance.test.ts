import { expect, test } from 'vitest'
import { needsReview, type PairLink } from './surveillance.ts'

const terms = { sameDevice: 1, sameNetwork: 5, trades: 20 }

test.each<[trades: number, links: readonly PairLink[], expected: boolean]>([
  [0, ['owner', 'device'], false],
  [1, ['owner'], true],
  [1, ['device'], true],
  [4, ['network'], false],
  [5, ['network'], true],
  [19, [], false],
  [20, [], true],
])('%i trades of a pair with %j: a review is %s', (trades, links, expected) => {
  expect(needsReview(trades, links, terms)).toBe(expected)
})
