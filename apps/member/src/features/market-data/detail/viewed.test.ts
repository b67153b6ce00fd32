import { expect, test } from 'vitest'
import { readViewed, withViewed } from './viewed.ts'

test('viewed symbols keep the newest eight, each once', () => {
  expect(withViewed(['2330', '2317'], '2317')).toEqual(['2317', '2330'])
  const many = Array.from({ length: 20 }, (_, at) => String(1_000 + at))
  expect(withViewed(many, '9999')).toHaveLength(8)
})

test('viewed symbols of another member or broken data are ignored', () => {
  const text = JSON.stringify({ account: 'me', symbols: ['2317', 7] })
  expect(readViewed(text, 'me')).toEqual(['2317'])
  expect(readViewed(text, 'you')).toEqual([])
  expect(readViewed('{', 'me')).toEqual([])
})
