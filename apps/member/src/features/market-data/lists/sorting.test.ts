import { expect, test } from 'vitest'
import { nextSort, sortOfRanking } from './sorting.ts'

test('a heading cycles descending, ascending and the ranking’s own order', () => {
  const once = nextSort(undefined, 'price')
  expect(once).toEqual({ by: 'price', descending: true })
  const twice = nextSort(once, 'price')
  expect(twice).toEqual({ by: 'price', descending: false })
  expect(nextSort(twice, 'price')).toBeUndefined()
  expect(nextSort(twice, 'change')).toEqual({ by: 'change', descending: true })
})

test('a ranking marks the column it sorts by', () => {
  expect(sortOfRanking('all')).toBeUndefined()
  expect(sortOfRanking('change')).toEqual({ by: 'change', descending: true })
  expect(sortOfRanking('volume')).toEqual({ by: 'volume', descending: true })
})
