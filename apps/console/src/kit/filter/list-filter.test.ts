import { expect, test } from 'vitest'
import { centsOf, listFilterFrom } from './list-filter.ts'

const from = (address: string, text = '') => {
  const query = new URLSearchParams(address)
  return listFilterFrom((name) => query.get(name), text)
}

test('a filter leaves out what is not well formed', () => {
  expect(from('from=2026-03-12&to=soon&min=1,000.5&max=abc&channel=c1', '林書安')).toEqual({
    text: '林書安',
    from: '2026-03-12',
    min: '100050',
    channelId: 'c1',
  })
  expect(from('')).toEqual({})
})

test('an amount is read in cents', () => {
  expect(['5,100', '0.05', '1.234', '-1', ''].map(centsOf)).toEqual(['510000', '5', null, null, null])
})
