import { expect, test } from 'vitest'
import { addressIn } from './location.ts'

test.each([
  ['', '/', ''],
  ['#', '/', ''],
  ['#/market/market', '/market/market', ''],
  ['#/market/marketDetail?symbol=2330', '/market/marketDetail', '?symbol=2330'],
  ['#market/market?tab=otc', '/market/market', '?tab=otc'],
  ['#?lang=en', '/', '?lang=en'],
  ['#/home/search?q=a?b', '/home/search', '?q=a?b'],
  ['#/home/search?q=%23#part', '/home/search', '?q=%23'],
])('the hash %j is the page %s with the search %j', (hash, pathname, search) => {
  expect(addressIn(hash)).toEqual({ pathname, search })
})
