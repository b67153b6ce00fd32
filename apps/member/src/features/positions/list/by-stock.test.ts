import { expect, test } from 'vitest'
import type { PositionRow } from '../figures.ts'
import { groupByStock } from './by-stock.ts'

const row = (over: Partial<PositionRow>): PositionRow =>
  ({
    positionId: 'p1',
    symbol: '2317',
    direction: 'long',
    openedAt: '2026-03-05T01:41:00Z',
    openedShares: 1_000,
    shares: 1_000,
    openedValue: '20600000',
    margin: '10300000',
    ...over,
  }) as PositionRow

test('positions of one stock and direction are one group', () => {
  const [group, ...others] = groupByStock([
    row({ positionId: 'p2', openedAt: '2026-03-12T00:52:00Z', openedValue: '21000000', margin: '10500000' }),
    row({}),
  ])
  expect(others).toEqual([])
  expect(group).toMatchObject({ shares: 2_000, value: 41_600_000n, average: 20_800, margin: 20_800_000n })
  expect(group?.rows.map(({ positionId }) => positionId)).toEqual(['p1', 'p2'])
})

test('long and short of one stock are two groups', () => {
  const groups = groupByStock([row({}), row({ positionId: 'p2', direction: 'short' })])
  expect(groups.map(({ direction }) => direction)).toEqual(['long', 'short'])
})

test('a partly closed position counts with its open shares', () => {
  const [group] = groupByStock([
    row({ openedShares: 3_000, shares: 1_000, openedValue: '60000000' }),
    row({ positionId: 'p2', openedValue: '20000001' }),
  ])
  expect(group).toMatchObject({ shares: 2_000, value: 40_000_001n, average: 20_000 })
})
