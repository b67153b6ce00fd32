import { expect, test } from 'vitest'
import { sharedPath } from './share-target.ts'

const origin = 'https://fairlot.example'
const of = (params: Readonly<Record<string, string>>) =>
  sharedPath({ origin, search: `?${new URLSearchParams(params)}` })

test.each([
  [{ 'shared-text': '台積電 2330 今天' }, '/home/search?q=2330'],
  [{ 'shared-title': 'odd lots' }, '/home/search?q=odd%20lots'],
  [{ 'shared-url': `${origin}/#/home/DetailsPage?id=1` }, '/home/DetailsPage?id=1'],
  [{ 'shared-text': `${origin}/#/user/aboutUs?view=help` }, '/user/aboutUs?view=help'],
  [{ 'shared-url': 'https://elsewhere.example/#/user/withdraw' }, '/home/searchIndex'],
  [{ 'shared-url': 'javascript:alert(1)' }, '/home/searchIndex'],
  [{ 'shared-text': '12345678' }, '/home/search?q=12345678'],
  [{ screen: '1' }, undefined],
])('%j opens %s', (params, path) => {
  expect(of(params)).toBe(path)
})

test('a long text is cut', () => {
  expect(of({ 'shared-text': 'a'.repeat(500) })).toBe(`/home/search?q=${'a'.repeat(40)}`)
})
