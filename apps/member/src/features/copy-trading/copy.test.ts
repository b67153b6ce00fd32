import { followRefusal } from '@fairlot/rules/copy-trading'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Copy,
  inCopiesOf,
  isFull,
  partOf,
  type Product,
  resultShare,
  shareText,
  stopAt,
  type Terms,
  totalOf,
} from './copy.ts'

test('a share is written without idle zeros', () => {
  expect([500, 1_000, 1_250, 3_005, 10_000].map(shareText)).toEqual(['5%', '10%', '12.5%', '30.05%', '100%'])
})

test('a stop-loss leaves the rest of the amount', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 1, max: 10_000 }), (amount, bp) => {
      expect(stopAt(amount, bp) + partOf(amount, bp)).toBe(amount)
    }),
  )
})

test('the phone refuses exactly what exceeds the room', () => {
  const terms = { equity: '1000000000', room: '30000000' } as Terms
  const asked = (amount: bigint) =>
    followRefusal({
      amount,
      minFollow: 1n,
      equity: BigInt(terms.equity),
      inCopies: inCopiesOf(terms),
      available: 10n ** 12n,
    })?.code
  expect([asked(30_000_000n), asked(30_000_001n)]).toEqual([undefined, 'follow.share-of-equity'])
})

test('a product without room for the minimum is full', () => {
  const product = { total: '90', minFollow: '10', maxTotal: '100' } as Product
  expect([isFull(product), isFull({ ...product, total: '91' })]).toEqual([false, true])
})

test('a sum of copies leaves out those without a purchase', () => {
  const copyOf = (cost: string, amount: string, result: string) => ({ cost, amount, result }) as Copy
  const total = totalOf([
    copyOf('9900000', '10000000', '423600'),
    copyOf('4000000', '5000000', '-169000'),
    copyOf('0', '2000000', '0'),
  ])
  expect(total).toEqual({ amount: '15000000', result: '254600', gains: '423600', losses: '-169000' })
  expect(total && resultShare(total)).toBe('+1.69%')
  expect(totalOf([copyOf('0', '2000000', '0')])).toBeNull()
})
