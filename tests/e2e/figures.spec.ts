// Every screen with a summary figure shows it from the one answer. The answer is kept while the screens are read, because
// the practice market goes on.

import { compareScreens, keepAnswer } from './support/figures.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import type { Account } from './support/trading.ts'

/** An account with every term and an amount of its own for each figure. */
const account = (from: Account): Account => ({
  ...from,
  terms: {
    available: '61248011',
    held: '10632222',
    unsettled: '1604333',
    collateral: '38085144',
    foreign: '312577',
    marketValue: '74055055',
    loans: '-40300066',
  },
  parts: {
    ...from.parts,
    available: '61248011',
    held: '10632222',
    unsettled: '1604333',
    collateral: '38085144',
    shares: '74055055',
    cashLoans: '-20800066',
    borrowedShares: '-19500000',
    foreign: '312577',
  },
  total: '145637276',
  buyingPower: '62852344',
  withdrawable: '61248011',
  unsettledOn: [{ on: from.day.date, amount: '1604333' }],
  unrealisedBefore: '1576500',
  exitCost: '318100',
  unrealised: '1258400',
  day: {
    ...from.day,
    opening: '145005276',
    paidIn: '0',
    profit: '632000',
    profitBp: 44,
    realised: '-428100',
    unrealised: '1060100',
    rebates: '0',
    currency: '0',
    positions: [],
    rest: '1060100',
  },
  foreign: [
    {
      currency: 'USD',
      amount: '10000',
      available: '10000',
      twd: '312577',
      rate: { mid: '31257700000', source: 'practice-a', at: from.asOf, stopped: null },
    },
  ],
  allocation: [
    { of: 'stock', symbol: '2330', amount: '74055055' },
    { of: 'cash', symbol: null, amount: '73484566' },
    { of: 'collateral', symbol: null, amount: '38085144' },
    { of: 'foreign', symbol: null, amount: '312577' },
    { of: 'borrowed', symbol: '2317', amount: '-19500000' },
    { of: 'loan', symbol: null, amount: '-20800066' },
  ],
})

test('every screen shows the figures of one answer', { tag: everyAppearance }, async ({ page, open }) => {
  const kept = await keepAnswer(page, account)
  await open()
  await compareScreens(page, kept, 'open', (path) => expectCleanPage(page, `figures on ${path}`))
})

test(
  'a figure opens the sum it is made of',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, open, texts }) => {
    const { figures, figureSheet } = texts
    await keepAnswer(page, account)
    await open()
    await page.getByRole('button', { name: figures.howOf(figures.names.total) }).click()
    const sheet = page.getByRole('dialog', { name: figures.howOf(figures.names.total) })
    await expect(sheet.getByText(figureSheet.sentences.total)).toBeVisible()
    await expect(sheet.getByText(figureSheet.added)).toBeVisible()
    await expect(sheet.getByText('USD 100.00 × 31.2577')).toBeVisible()
    await expect(sheet.getByText(/^figure\.total · Q\d.* · J\d+$/)).toBeVisible()
    await expectCleanPage(page, 'how total assets are computed')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: figures.howOf(figures.names.dayProfit) }).click()
    const day = page.getByRole('dialog', { name: figures.howOf(figures.names.dayProfit) })
    await expect(day.getByText(figureSheet.lines['opening'] ?? '', { exact: true })).toBeVisible()
    await expect(day.getByText(figureSheet.added)).toBeVisible()
    await expectCleanPage(page, 'how the result of the day is computed')
  },
)
