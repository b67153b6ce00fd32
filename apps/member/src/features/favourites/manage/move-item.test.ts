import { expect, test } from 'vitest'
import { moveItem } from './move-item.ts'

test('an item moves to its new place and others shift', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(moveItem(list, 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveItem(list, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moveItem(list, 1, 99)).toEqual(['a', 'c', 'd', 'b'])
  expect(moveItem(list, 1, -5)).toEqual(['b', 'a', 'c', 'd'])
  expect(moveItem(list, 1, 1)).toBe(list)
  expect(moveItem(list, 9, 1)).toBe(list)
})
