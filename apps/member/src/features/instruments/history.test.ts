import { expect, test } from 'vitest'
import { MAX_KEPT, readKept, remembered } from './history.ts'

test('search history keeps the newest twenty, each once', () => {
  expect(remembered(['長榮', '鴻海'], ' 鴻海 ')).toEqual(['鴻海', '長榮'])
  expect(remembered(['鴻海'], '   ')).toEqual(['鴻海'])
  const many = Array.from({ length: 30 }, (_, at) => `${at}`).reduce<readonly string[]>(remembered, [])
  expect(many).toHaveLength(MAX_KEPT)
  expect(many[0]).toBe('29')
})

test('history of another account or broken data is ignored', () => {
  const kept = JSON.stringify({ account: '0912345678', entries: ['鴻海', 7] })
  expect(readKept(kept, '0912345678')).toEqual(['鴻海'])
  expect(readKept(kept, '')).toEqual([])
  expect(readKept('{', '')).toEqual([])
  expect(readKept('null', '')).toEqual([])
  expect(readKept(null, '')).toEqual([])
})
