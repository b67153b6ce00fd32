import type { OpenHold } from '@fairlot/ledger'
import { expect, test } from 'vitest'
import { holdPartsOf, openHolds } from './hold-parts.ts'

const order = { id: 'order', memberId: 'owner' }
const holds: readonly OpenHold[] = [
  { holdId: 'cash', account: 'member/owner/TWD/held', reference: 'order', remaining: 7n },
  {
    holdId: 'coming',
    account: 'member/owner/TWD/held-receivable@2026-11-18',
    reference: 'order',
    remaining: 5n,
  },
  { holdId: 'lent', account: 'lending/pool/stk:2330/held', reference: 'order', remaining: 1_000n },
  { holdId: 'other-order', account: 'member/owner/TWD/held', reference: 'other', remaining: 9n },
  { holdId: 'other-member', account: 'member/other/TWD/held', reference: 'order', remaining: 9n },
]
const byId = new Map(holds.map((hold) => [hold.holdId, hold]))

test('an order has the parts it names, in their order', () => {
  expect(holdPartsOf(order, ['lent', 'cash', 'coming', 'closed'], byId)).toEqual([
    { holdId: 'lent', account: 'lending/pool/stk:2330/available', remaining: 1_000n },
    { holdId: 'cash', account: 'member/owner/TWD/available', remaining: 7n },
    { holdId: 'coming', account: 'member/owner/TWD/receivable@2026-11-18', remaining: 5n },
  ])
})

test('a hold of another order or member is no part', () => {
  expect(holdPartsOf(order, ['other-order', 'other-member'], byId)).toEqual([])
})

test('an order names the parts that have something left', () => {
  const parts = holdPartsOf(order, ['cash', 'coming'], byId)
  parts[0]!.remaining = 0n
  expect(openHolds(parts)).toEqual(['coming'])
})
