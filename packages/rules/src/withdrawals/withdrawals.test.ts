import { expect, test } from 'vitest'
import { coolDownEndsAt, withdrawableOf, withdrawalsRules } from './index.ts'

const balance = (kind: string, amount: bigint, due: string | null = null, asset = 'TWD') => ({
  asset,
  kind,
  due,
  amount,
})

test('only settled available cash less debts can be withdrawn', () => {
  const balances = [
    balance('available', 1_000n),
    balance('held', 5_000n),
    balance('collateral', 7_000n),
    balance('loan', -3_000n),
    balance('receivable', 400n, '2026-02-12'),
    balance('receivable', 300n, '2026-02-11'),
    balance('payable', -250n, '2026-02-12'),
    balance('interest', -50n),
    balance('available', 9_999n, null, 'USD'),
  ]
  expect(withdrawableOf(balances, 'TWD', 0n)).toEqual({
    withdrawable: 700n,
    settling: [
      { on: '2026-02-11', amount: 300n },
      { on: '2026-02-12', amount: 400n },
    ],
    owed: 300n,
    called: 0n,
  })
  expect(withdrawableOf(balances, 'USD', 0n).withdrawable).toBe(9_999n)
  expect(withdrawableOf([balance('available', 10n), balance('payable', -20n)], 'TWD', 0n).withdrawable).toBe(
    0n,
  )
})

test('an open margin call reduces the withdrawable amount', () => {
  const balances = [balance('available', 1_000n), balance('available', 500n, null, 'USD')]
  expect(withdrawableOf(balances, 'TWD', 400n)).toMatchObject({ withdrawable: 600n, called: 400n })
  expect(withdrawableOf(balances, 'TWD', 1_001n)).toMatchObject({ withdrawable: 0n, called: 1_001n })
  expect(withdrawableOf(balances, 'USD', 400n)).toMatchObject({ withdrawable: 500n, called: 0n })
})

test('the credit score rule is off by default', () => {
  const { minCreditScore } = withdrawalsRules
  expect([minCreditScore.default, minCreditScore.min, minCreditScore.max]).toEqual([0, 0, 100])
})

test('withdrawals cool down until the later of two changes', () => {
  const now = new Date('2026-02-11T10:00:00Z')
  const hour = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000)
  const endsAt = (coolDownUntil: Date | null, deviceChangedAt: Date | null) =>
    coolDownEndsAt({ coolDownUntil, deviceChangedAt }, 24, now)
  expect(endsAt(null, null)).toBeNull()
  expect(endsAt(hour(-1), hour(-25))).toBeNull()
  expect(endsAt(hour(3), null)).toEqual(hour(3))
  expect(endsAt(hour(3), hour(-4))).toEqual(hour(20))
  expect(endsAt(null, hour(-24))).toBeNull()
})
