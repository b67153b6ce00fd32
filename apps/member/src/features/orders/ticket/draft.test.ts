import { describe, expect, test } from 'vitest'
import { orderOf, readDraft, type Draft } from './draft.ts'

const draft: Draft = {
  direction: 'long',
  priceType: 'limit',
  price: 21_450,
  lots: 2,
  amount: null,
  multiple: 250,
  validity: 'ROD',
  dayTrade: false,
}
const kept = (over: object = {}) =>
  JSON.stringify({ account: '0912345678', symbol: '2317', at: 1_000, draft, ...over })
const long = { side: 'long', dayTrade: false } as const

const readAt = (text: string | null, now = 2_000, opening: Parameters<typeof readDraft>[3] = long) =>
  readDraft(text, '0912345678', '2317', opening, now)

describe('a stored draft', () => {
  test('is restored unchanged', () => expect(readAt(kept())).toEqual(draft))
  test('belongs to one member and one symbol', () => {
    expect(readAt(kept({ account: '0900000000' }))).toBeUndefined()
    expect(readAt(kept({ symbol: '2330' }))).toBeUndefined()
  })
  test('belongs to the requested direction', () => {
    expect(readAt(kept(), 2_000, { side: 'short', dayTrade: false })).toBeUndefined()
    expect(readAt(kept(), 2_000, { side: 'long', dayTrade: true })).toBeUndefined()
  })
  test('expires after half an hour', () => {
    expect(readAt(kept(), 1_000 + 30 * 60_000)).toEqual(draft)
    expect(readAt(kept(), 1_001 + 30 * 60_000)).toBeUndefined()
  })
  test.each([
    '',
    '{',
    'null',
    '[]',
    kept({ draft: { ...draft, lots: 1.5 } }),
    kept({ draft: { ...draft, multiple: 1000 } }),
  ])('is not restored from %s', (text) => expect(readAt(text)).toBeUndefined())
})

describe('the order of a draft', () => {
  test('is in shares, with a price only for limit orders', () => {
    expect(orderOf(draft)).toMatchObject({ quantity: 2_000, price: 21_450, multiple: 250 })
    expect(orderOf({ ...draft, priceType: 'market' }).price).toBeUndefined()
  })
  test('of a short is always 1x', () => expect(orderOf({ ...draft, direction: 'short' }).multiple).toBe(100))
})
