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

test('total counts what is owed against what is owned, frozen is what is held', () => {
  const assets = sumAssets([
    balance('TWD', 'available', 700n),
    balance('TWD', 'held', 200n),
    balance('TWD', 'held-receivable', 50n),
    balance('TWD', 'receivable', 100n),
    balance('TWD', 'loan', -300n),
    balance('USD', 'available', 9n),
  ])
  expect(assets).toEqual({ total: 750n, available: 700n, frozen: 250n, profit: 0n, usd: 9n })
})

test('a member without any balance has nothing', () => {
  expect(sumAssets([])).toEqual({ total: 0n, available: 0n, frozen: 0n, profit: 0n, usd: 0n })
})

test('shares that cannot be valued are not shown as nothing', () => {
  expect(() => sumAssets([balance('stk:2330', 'available', 1000n)])).toThrow(/shares/)
})
