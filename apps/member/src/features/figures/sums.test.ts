import { expect, test } from 'vitest'
import { addsUp, dayParts, type FigureName, figureSum } from './sums.ts'
import type { Account } from './use-figures.ts'

const account: Account = {
  terms: {
    available: '61248000',
    held: '10632200',
    unsettled: '1604300',
    collateral: '38085100',
    foreign: '312500',
    marketValue: '74055000',
    loans: '-40300000',
  },
  parts: {
    available: '61248000',
    held: '10632200',
    unsettled: '1604300',
    collateral: '38085100',
    shares: '74055000',
    cashLoans: '-20800000',
    borrowedShares: '-19500000',
    interest: '0',
    dividends: '0',
    owed: '0',
    foreign: '312500',
  },
  total: '145637100',
  buyingPower: '62852300',
  withdrawable: '61248000',
  called: '0',
  unsettledOn: [
    { on: '2026-03-13', amount: '1000000' },
    { on: '2026-03-16', amount: '604300' },
  ],
  margin: '0',
  interestDue: '0',
  unrealisedBefore: '1576500',
  exitCost: '318100',
  unrealised: '1258400',
  ratioBp: 19_000,
  asOf: '2026-03-12T04:48:36.000Z',
  day: {
    date: '2026-03-12',
    opening: '144992600',
    paidIn: '0',
    profit: '644500',
    profitBp: 44,
    realised: '-428100',
    unrealised: '1050100',
    rebates: '10000',
    currency: '12500',
    positions: [
      { positionId: 'a', symbol: '2317', direction: 'long', amount: '700000' },
      { positionId: 'b', symbol: '2317', direction: 'long', amount: '60100' },
    ],
    rest: '290000',
  },
  allocation: [
    { of: 'stock', symbol: '2317', amount: '74055000' },
    { of: 'cash', symbol: null, amount: '73484500' },
  ],
  foreign: [
    {
      currency: 'USD',
      amount: '10000',
      available: '10000',
      twd: '312500',
      rate: { mid: '31250000000', source: 'bot', at: '2026-03-12T04:48:30.000Z', stopped: null },
    },
  ],
  credit: { score: 100, limit: '10000000', borrowable: '0', borrowed: '0' },
  simulated: true,
  quote: '0.48391877',
  ledger: '39120',
}

const names: readonly FigureName[] = [
  'total',
  'available',
  'held',
  'unsettled',
  'collateral',
  'foreign',
  'marketValue',
  'loans',
  'buyingPower',
  'withdrawable',
  'unrealised',
  'dayProfit',
]

test.each(names)('the lines of %s add up to it', (name) => {
  expect(addsUp(figureSum(name, account))).toBe(true)
})

test('a sum that differs by a cent does not add up', () => {
  expect(addsUp(figureSum('total', { ...account, total: '145637101' }))).toBe(false)
})

test('more owed than available leaves a line for the shortfall', () => {
  const owing = {
    ...account,
    parts: { ...account.parts, owed: '-70000000' },
    withdrawable: '0',
  }
  const sum = figureSum('withdrawable', owing)
  expect(sum.lines.at(-1)).toEqual({ key: 'lacking', amount: 8_752_000n })
  expect(addsUp(sum)).toBe(true)
})

test('the parts of the day add up to its profit, by stock', () => {
  const parts = dayParts(account)
  expect(parts.map(({ key }) => key)).toEqual(['realised', 'stock', 'rebates', 'currency', 'rest'])
  expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(644_500n)
})
