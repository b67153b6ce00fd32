import { expect, test } from 'vitest'
import { type AcceptedOrder, firstSteps } from './index.ts'

const order: AcceptedOrder = {
  side: 'buy',
  price: 9_900,
  quantity: 2_000,
  validity: 'ROD',
  origin: 'member',
  replaces: null,
  worstPrice: 9_900,
  heldCash: 19_828_200n,
  heldShares: 0,
}

test('an order with a hold has two first steps', () => {
  expect(firstSteps(order)).toEqual([
    {
      what: 'placed',
      who: 'member',
      data: '{"side":"buy","price":9900,"quantity":2000,"validity":"ROD","origin":"member"}',
    },
    { what: 'held', who: 'system', data: '{"cash":"19828200","shares":0,"price":9900}' },
  ])
})

test('a replacing market order of a rule has no price', () => {
  const replaces = '0199aaaa-0000-7000-8000-000000000001'
  expect(
    firstSteps({ ...order, price: null, origin: 'liquidation', replaces, heldCash: 0n, heldShares: 0 }),
  ).toEqual([
    {
      what: 'placed',
      who: 'rule',
      data: `{"side":"buy","quantity":2000,"validity":"ROD","origin":"liquidation","replaces":"${replaces}"}`,
    },
  ])
})

test('an order that holds only shares has a second step', () => {
  expect(firstSteps({ ...order, heldCash: 0n, heldShares: 2_000 }).at(-1)!.data).toBe(
    '{"cash":"0","shares":2000,"price":9900}',
  )
})
