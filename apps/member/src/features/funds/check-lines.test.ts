import { describe, expect, test } from 'vitest'
import { checkLines, type Line } from './check-lines.ts'

const line = (lineId: string, account: string, amount: bigint, balanceAfter: bigint): Line => ({
  lineId,
  account,
  amount: String(amount),
  balanceAfter: String(balanceAfter),
})

// Newest first: a grant, then part of it held.
const lines = [
  line('3', 'held', 250n, 250n),
  line('2', 'available', -250n, 999_999_999_999_999_750n),
  line('1', 'available', 1_000_000_000_000_000_000n, 1_000_000_000_000_000_000n),
]

describe('ledger lines added up on the phone', () => {
  test('match the balance beyond what a floating-point number can hold', () => {
    expect(checkLines(lines, '1000000000000000000', true)).toEqual({
      state: 'adds-up',
      sum: 1_000_000_000_000_000_000n,
    })
  })

  test('one minor unit off is a mismatch', () => {
    expect(checkLines(lines, '1000000000000000001', true)).toMatchObject({ state: 'mismatch', lineId: null })
  })

  test('a line that does not follow the previous one is named', () => {
    const gap = [line('4', 'available', -1n, 5n), ...lines]
    expect(checkLines(gap, '999999999999999999', true)).toMatchObject({ state: 'mismatch', lineId: '4' })
  })

  test('a missing first line is noticed in a complete list', () => {
    expect(checkLines(lines.slice(0, 2), '0', true)).toMatchObject({ state: 'mismatch', lineId: '2' })
  })

  test('with older lines missing, no sum is claimed', () => {
    expect(checkLines(lines.slice(0, 2), '1000000000000000000', false)).toEqual({ state: 'so-far' })
  })

  test('no lines and no balance add up', () => {
    expect(checkLines([], '0', true)).toEqual({ state: 'adds-up', sum: 0n })
  })
})
