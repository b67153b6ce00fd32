// A cash dividend from the console's proposal to the phone of a member who holds the stock, and its cancellation.

import type { Browser } from '@playwright/test'
import { texts as consoleEn } from '../../apps/console/src/features/corporate-actions/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/corporate-actions/texts/tw.ts'
import { texts as proposalEn } from '../../apps/console/src/kit/proposal/texts/en.ts'
import { texts as proposalTw } from '../../apps/console/src/kit/proposal/texts/tw.ts'
import { describeNotice } from '../../packages/rules/src/notices/index.ts'
import type { Lang } from './projects.ts'
import { approve, reviewOf } from './support/both-apps.ts'
import { hold } from './support/hold.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import {
  askConsole,
  expectCleanConsole,
  type SignedInOperator,
  signInOperator,
  withOwner,
} from './support/operators.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'
import { apiOf } from './support/trading.ts'

const SYMBOL = { tw: '1722', en: '2227' } as const
const CANCELLED = { tw: '1717', en: '1723' } as const
const NEW_SHARES = { tw: '1476', en: '1477' } as const
const SPLIT = { tw: '1513', en: '1519' } as const
const inDays = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

/** The number of the newest proposal about the stock. */
const lastNumber = async (symbol: string): Promise<string> => {
  const [row] = await withOwner((db) =>
    db.query<{ number: string }>(
      `SELECT number FROM app.reviews WHERE kind IN ('corporate-actions', 'dividend-cancel') AND payload ->> 'symbol' = $1
       ORDER BY opened_at DESC LIMIT 1`,
      [symbol],
    ),
  )
  return row!.number
}

const untilState = (symbol: string, state: string): Promise<void> =>
  expect
    .poll(() =>
      withOwner((db) =>
        db.query<{ state: string }>('SELECT state FROM app.corporate_actions WHERE symbol = $1', [symbol]),
      ),
    )
    .toEqual([{ state }])

/** One who proposes and one who approves. */
const signInTwo = async (
  browser: Browser,
  lang: Lang,
): Promise<readonly [SignedInOperator, SignedInOperator]> => [
  await signInOperator(browser, lang, ['market'], { name: '陳偉', appearance: {} }),
  await signInOperator(browser, lang, ['approver'], { name: '林美', appearance: { theme: 'dark' } }),
]

test(
  'a member reads their share of an announced dividend',
  { tag: twoAppearances },
  async ({ browser, page, lang, texts, open }) => {
    test.slow()
    const symbol = SYMBOL[lang]
    const consoleTexts = lang === 'tw' ? consoleTw : consoleEn
    const { send, done } = lang === 'tw' ? proposalTw : proposalEn
    const { corporateActions: dividend, shell } = texts
    const session = await open('/position/position')
    const { positionId } = await hold(apiOf(page, session), { symbol })
    const operators = await signInTwo(browser, lang)
    try {
      const operatorPage = operators[0].page
      await operatorPage.goto('/#/corporate-actions')
      await operatorPage.getByRole('button', { name: consoleTexts.add, exact: true }).click()
      const form = operatorPage.getByRole('dialog', { name: consoleTexts.form.title })
      await form.getByLabel(consoleTexts.symbol, { exact: true }).fill(symbol)
      await form.getByLabel(consoleTexts.form.cash, { exact: true }).fill('1.8')
      await form.getByLabel(consoleTexts.exOn, { exact: true }).fill(inDays(30))
      await form.getByLabel(consoleTexts.paysOn, { exact: true }).fill(inDays(45))
      await form.getByLabel(consoleTexts.form.reason, { exact: true }).fill('as the board decided')
      await expectCleanConsole(operatorPage, 'the form of a dividend')
      await form.getByRole('button', { name: send }).click()
      await expect(operatorPage.getByRole('button', { name: done })).toBeVisible()
      await approve(operators[1], await reviewOf('corporate-actions', await lastNumber(symbol)), 'second')
      await untilState(symbol, 'announced')
      await operatorPage.goto('/#/corporate-actions')
      await expect(
        operatorPage.getByText(consoleTexts.states.announced, { exact: true }).first(),
      ).toBeVisible()
      await expectCleanConsole(operatorPage, 'the dividends')
    } finally {
      for (const { context } of operators) await context.close()
    }

    await page.goto(`/#/position/positionDetail?id=${positionId}`)
    const line = page.getByRole('link', { name: /1[.]80/ })
    await expect(line).toContainText('+1,800.00')
    await line.click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.corporateActions })).toBeVisible()
    await expect(page.getByText(dividend.entitled, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: dividend.deducted.title })).toContainText('NT$1,800.00')
    // The holding from the ex-date: what the price loses, the dividend, and both together.
    const [loss, due, total] = (
      await page.getByRole('region', { name: dividend.holding.title }).locator('b.num').allInnerTexts()
    ).map((text) => Number(text.replaceAll(',', '').replace('−', '-')))
    expect(due).toBe(1800)
    expect(loss! + due!).toBeCloseTo(total!, 2)
    await settle(page)
    await expectCleanPage(page, 'an announced dividend')

    await page.goto(`/#/market/marketDetail?symbol=${symbol}&part=facts`)
    await expect(page.getByRole('link', { name: /1[.]80/ })).toContainText('+1,800.00')
  },
)

test(
  'a cancelled dividend reaches its holder as a notice',
  { tag: [twoAppearances, proveOnly] },
  async ({ browser, page, lang, texts, open }) => {
    test.slow()
    const symbol = CANCELLED[lang]
    const consoleTexts = lang === 'tw' ? consoleTw : consoleEn
    const { send, done } = lang === 'tw' ? proposalTw : proposalEn
    const { corporateActions: dividend, notices, shell } = texts
    const session = await open('/position/position')
    const { positionId } = await hold(apiOf(page, session), { symbol })
    const exOn = inDays(30)
    const operators = await signInTwo(browser, lang)
    try {
      await askConsole(operators[0], '/corporate-actions/proposeDividend', {
        symbol,
        cashMicros: 1_800_000,
        exOn,
        paysOn: inDays(45),
        reason: 'as the board decided',
      })
      await approve(operators[1], await reviewOf('corporate-actions', await lastNumber(symbol)), 'second')
      await untilState(symbol, 'announced')
      await page.goto(`/#/position/positionDetail?id=${positionId}`)
      await expect(page.getByRole('link', { name: /1[.]80/ })).toContainText('+1,800.00')

      const operatorPage = operators[0].page
      await operatorPage.goto('/#/corporate-actions')
      await operatorPage.getByRole('button', { name: symbol, exact: true }).click()
      const pane = operatorPage.getByRole('complementary', { name: consoleTexts.detail.label })
      await expectCleanConsole(operatorPage, 'the details of a dividend')
      await pane.getByRole('button', { name: consoleTexts.detail.cancel, exact: true }).click()
      const form = operatorPage.getByRole('dialog', { name: consoleTexts.cancel.title })
      await form.getByLabel(consoleTexts.cancel.reason, { exact: true }).fill('the board took it back')
      await expectCleanConsole(operatorPage, 'the cancellation of a dividend')
      await form.getByRole('button', { name: send }).click()
      await operatorPage.getByRole('button', { name: done }).click()
      await expect(operatorPage.getByRole('dialog')).toHaveCount(0)
      await expect(pane.getByRole('button', { name: consoleTexts.detail.cancel, exact: true })).toHaveCount(0)
      await approve(operators[1], await reviewOf('dividend-cancel', await lastNumber(symbol)), 'second')
      await untilState(symbol, 'cancelled')
      await operatorPage.reload()
      await expect(pane.getByText(consoleTexts.states.cancelled, { exact: true })).toBeVisible()
      await expectCleanConsole(operatorPage, 'a cancelled dividend')
    } finally {
      for (const { context } of operators) await context.close()
    }

    // The line is gone without a reload.
    await expect(page.getByRole('link', { name: /1[.]80/ })).toHaveCount(0)
    const params = { name: '', nameEn: '', cash: '1.80', exOn }
    const { summary } = describeNotice('dividend.cancelled', params)
    await page.goto('/#/home/notice?tab=funds')
    await page.getByRole('listitem').filter({ hasText: summary[lang] }).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.notice })).toBeVisible()
    await page.getByRole('link', { name: notices.open }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.corporateActions })).toBeVisible()
    await expect(page.getByText(dividend.without.cancelled, { exact: true })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a cancelled dividend')
  },
)

/** Announced by the console's calls. */
const announce = async (
  browser: Browser,
  lang: Lang,
  symbol: string,
  path: '/corporate-actions/proposeDividend' | '/corporate-actions/proposeSplit',
  terms: object,
): Promise<void> => {
  const operators = await signInTwo(browser, lang)
  try {
    await askConsole(operators[0], path, {
      symbol,
      exOn: inDays(30),
      paysOn: inDays(45),
      reason: 'as the board decided',
      ...terms,
    })
    await approve(operators[1], await reviewOf('corporate-actions', await lastNumber(symbol)), 'second')
    await untilState(symbol, 'announced')
    await operators[0].page.goto(`/#/corporate-actions`)
    await operators[0].page.getByRole('button', { name: symbol, exact: true }).click()
    await expectCleanConsole(operators[0].page, 'the details of new shares')
  } finally {
    for (const { context } of operators) await context.close()
  }
}

test(
  'a member reads the new shares of a stock dividend',
  { tag: [twoAppearances, proveOnly] },
  async ({ browser, page, lang, texts, open }) => {
    test.slow()
    const symbol = NEW_SHARES[lang]
    const { corporateActions: dividend } = texts
    const session = await open('/position/position')
    const { positionId } = await hold(apiOf(page, session), { symbol })
    await announce(browser, lang, symbol, '/corporate-actions/proposeDividend', {
      cashMicros: 500_000,
      stockMicros: 100_000,
    })
    await page.goto(`/#/position/positionDetail?id=${positionId}`)
    const line = page.getByRole('link', { name: dividend.shares.count('+100') })
    await line.click()
    await expect(page.getByText(dividend.entitled, { exact: true })).toBeVisible()
    await expect(page.getByText(dividend.shares.arrive, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: dividend.deducted.title })).toContainText('NT$500.00')
    await settle(page)
    await expectCleanPage(page, 'an announced stock dividend')
  },
)

test(
  'a member reads what a split makes of their shares',
  { tag: proveOnly },
  async ({ browser, page, lang, texts, open }) => {
    test.slow()
    const symbol = SPLIT[lang]
    const { corporateActions: dividend } = texts
    const session = await open('/position/position')
    const { positionId } = await hold(apiOf(page, session), { symbol })
    await announce(browser, lang, symbol, '/corporate-actions/proposeSplit', { splitTo: 4, splitFrom: 1 })
    await page.goto(`/#/position/positionDetail?id=${positionId}`)
    await page.getByRole('link', { name: dividend.shares.count('+3,000') }).click()
    await expect(page.getByText(dividend.shares.count('4,000'), { exact: true }).first()).toBeVisible()
    await expect(page.getByText(dividend.shares.conditionalsNote, { exact: true })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'an announced split')
  },
)
