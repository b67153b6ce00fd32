import { expect, test } from 'vitest'
import { practiceSeats } from '@fairlot/rules/members'
import { practiceGrantEntry, seatCashEntry, seatInventoryEntry } from './postings.ts'

const memberId = '0192f0c1-0000-7000-8000-000000000001'
const at = new Date('2026-11-16T01:00:00Z')

test('the practice grant moves NT$10,000,000 from the grant account', () => {
  expect(practiceGrantEntry(memberId, at).lines).toEqual([
    { account: 'practice-grant/main/TWD/granted', amount: -1_000_000_000n },
    { account: `member/${memberId}/TWD/available`, amount: 1_000_000_000n },
  ])
})

test('two grants to one member have the same key', () => {
  const later = new Date('2027-01-01T00:00:00Z')
  expect(practiceGrantEntry(memberId, at).key).toBe(practiceGrantEntry(memberId, later).key)
})

test('the shares of all seats balance one issue line', () => {
  const { lines, key } = seatInventoryEntry('2330', 222_000, practiceSeats, at)
  expect(key).toBe('seat-inventory:2330')
  expect(lines).toHaveLength(practiceSeats.length + 1)
  expect(lines[0]!.account).toBe('house/main/stk:2330/issue')
  expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
  expect(lines).toContainEqual({
    account: 'seat/00000000-0000-8000-8000-000000000001/stk:2330/available',
    amount: 1_351_000n,
  })
})

test('seat cash is granted and the entry balances', () => {
  const { lines } = seatCashEntry(practiceSeats, at)
  expect(lines).toContainEqual({
    account: 'seat/00000000-0000-8000-8000-000000000001/TWD/available',
    amount: 100_000_000_000_000n,
  })
  expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
})
