import { venueRules } from '@fairlot/contract/venue'
import { describe, expect, test } from 'vitest'
import { texts as ordersEn } from '../texts/en.ts'
import { texts as ordersTw } from '../texts/tw.ts'
import { dataOf, reasonTextOf, stepTextsOf, type Step } from './step-texts.ts'
import { texts as en } from './texts/en.ts'
import { texts as tw } from './texts/tw.ts'

const step = (what: Step['what'], data: object): Step => ({
  n: 1,
  at: '2026-03-12T02:15:20.104Z',
  what,
  who: 'venue',
  data: JSON.stringify(data),
  hash: '',
})
const textsOf = (what: Step['what'], data: object) =>
  stepTextsOf(step(what, data), {
    texts: tw,
    orders: ordersTw,
    isSigned: false,
    language: 'tw',
    order: { origin: 'member' },
  })

test('every rule of the venue has a sentence in both languages', () => {
  for (const rule of Object.keys(venueRules)) {
    expect(tw.rules[rule], rule).toMatch(/\p{Script=Han}/u)
    expect(en.rules[rule], rule).toBeTypeOf('string')
  }
})

describe('the text of a step', () => {
  test('a fill shows lots, price, fee and refund', () => {
    expect(
      textsOf('filled', {
        event: 48_344_015,
        price: 21_200,
        quantity: 1_000,
        left: 2_000,
        fee: '30200',
        tax: '0',
        borrowFee: '0',
        released: '500',
      }),
    ).toEqual({
      title: '成交 1 張，212.00',
      caption: '手續費 302.00，退回 5.00，未成交 2 張，撮合序號 48,344,015',
      isBad: false,
    })
  })
  test('a refusal names its rule in words and by id', () => {
    const refused = textsOf('refused', { event: 5, rule: 'order.price-limit' })
    expect(refused).toMatchObject({ title: '委託未成立', isBad: true })
    expect(refused.caption).toContain('價格超出今日漲跌停（規則 order.price-limit）')
  })
  test('a rule without a text is shown by its id', () =>
    expect(reasonTextOf('new.rule', tw)).toBe('規則 new.rule'))
  test('holds and releases show the amount', () => {
    expect(textsOf('held', { cash: '25590600', shares: 0, price: 21_200 }).title).toBe(
      '檢查通過，凍結 255,906.00',
    )
    expect(textsOf('held', { cash: '0', shares: 2_000, price: 1 }).title).toBe('檢查通過，凍結 2,000 股')
    expect(textsOf('released', { cash: '17060400', shares: '0' }).title).toBe('解凍 170,604.00')
    expect(textsOf('released', { cash: '0', shares: '3000' }).title).toBe('解凍 3,000 股')
  })
  test('English steps use English texts', () => {
    const said = stepTextsOf(step('cancelled', { event: 9, quantity: 2_000, reason: 'end-of-day' }), {
      texts: en,
      orders: ordersEn,
      language: 'en',
      isSigned: true,
      order: { origin: 'member' },
    })
    expect(said.title).toBe('2 lots cancelled')
    expect(said.caption).toContain('the market closed')
  })
  test('invalid JSON gives empty data', () => expect(dataOf('{')).toEqual({}))
})
