import { member } from '@fairlot/ledger'
import { expect, test } from 'vitest'
import { topUpEntry } from './postings.ts'

const memberId = '01920000-0000-7000-8000-000000000001'

test('a top-up pays interest and loans and fills collateral', () => {
  const owner = member(memberId)
  const { lines } = topUpEntry({
    memberId,
    key: 'k',
    reference: 'r',
    at: new Date(0),
    parts: [
      { positionId: 'a', interest: 30n, loan: 500n, collateral: 0n },
      { positionId: 'b', interest: 0n, loan: 0n, collateral: 70n },
    ],
  })
  const on = (account: string) =>
    lines.filter((line) => line.account === account).reduce((sum, { amount }) => sum + amount, 0n)
  expect(on(owner.available('TWD'))).toBe(-600n)
  expect(on(owner.interest('TWD'))).toBe(30n)
  expect(on(owner.loan('TWD'))).toBe(500n)
  expect(on(owner.collateral('TWD'))).toBe(70n)
  expect(on('lending/pool/TWD/available')).toBe(500n)
  expect(on('lending/pool/TWD/lent')).toBe(-500n)
})
