import type { Balance } from '@fairlot/ledger'
import { expect, test } from 'vitest'
import { sumAssets } from './sum-assets.ts'

const balance = (asset: Balance['asset'], kind: string, amount: bigint): Balance => ({
  account: `member/m/${asset}/${kind}`,
  asset,
  kind,
  due: null,
  amount,
})

test('total assets subtract debts; held is the sum of the holds', () => {
  const assets = sumAssets(
    [
      balance('TWD', 'available', 700n),
      balance('TWD', 'held', 200n),
      balance('TWD', 'held-receivable', 50n),
      balance('TWD', 'receivable', 100n),
      balance('TWD', 'loan', -300n),
      balance('USD', 'available', 9n),
    ],
    new Map(),
  )
  expect(assets).toEqual({ total: 750n, available: 700n, held: 250n, usd: 9n })
})

test('a member without balances has zero assets', () => {
  expect(sumAssets([], new Map())).toEqual({ total: 0n, available: 0n, held: 0n, usd: 0n })
})

test('shares count at their price, borrowed ones negatively', () => {
  const assets = sumAssets(
    [
      balance('TWD', 'available', 1_000n),
      balance('stk:2330', 'available', 2n),
      balance('stk:2330', 'held', 1n),
      balance('stk:2330', 'receivable', 1n),
      balance('stk:2317', 'loan', -3n),
      balance('TWD', 'collateral', 500n),
    ],
    new Map([
      ['2330', 100],
      ['2317', 50],
    ]),
  )
  expect(assets).toEqual({ total: 1_750n, available: 1_000n, held: 0n, usd: 0n })
})

test('shares without a price throw instead of counting as zero', () => {
  expect(() => sumAssets([balance('stk:2330', 'available', 1000n)], new Map())).toThrow(/price/)
  expect(sumAssets([balance('stk:2330', 'available', 0n)], new Map()).total).toBe(0n)
})
