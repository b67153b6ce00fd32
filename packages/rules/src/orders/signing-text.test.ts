import { expect, test } from 'vitest'
import { canonicalJson, orderSigningText } from './signing-text.ts'

test('signing text ignores field order and leaves out the signature', () => {
  const text = orderSigningText('/orders/placeOrder', 'm1', {
    symbol: '2330',
    price: undefined,
    acknowledged: ['far-price'],
    signature: { deviceKey: 'k', signature: 's' },
    dayTrade: false,
  })
  expect(text).toBe(
    'fairlot-order:/orders/placeOrder:m1:{"acknowledged":["far-price"],"dayTrade":false,"symbol":"2330"}',
  )
  expect(canonicalJson({ b: { d: 1, c: null }, a: [2, '"'] })).toBe('{"a":[2,"\\""],"b":{"c":null,"d":1}}')
})
