// A cash dividend from the console's proposal to the phone of a member who holds the stock.

import { texts as consoleEn } from '../../apps/console/src/features/corporate-actions/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/corporate-actions/texts/tw.ts'
import { texts as proposalEn } from '../../apps/console/src/kit/proposal/texts/en.ts'
import { texts as proposalTw } from '../../apps/console/src/kit/proposal/texts/tw.ts'
import { approve, reviewOf } from './support/both-apps.ts'
import { hold } from './support/hold.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expectCleanConsole, signInOperator, withOwner } from './support/operators.ts'
import { expect, test, twoAppearances } from './support/test.ts'
import { apiOf } from './support/trading.ts'

const SYMBOL = { tw: '1722', en: '2227' } as const
const inDays = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

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
    const operators = [
      await signInOperator(browser, lang, ['market'], { name: '陳偉', appearance: {} }),
      await signInOperator(browser, lang, ['approver'], { name: '林美', appearance: { theme: 'dark' } }),
    ] as const
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
      const [row] = await withOwner((db) =>
        db.query<{ number: string }>(
          `SELECT number FROM app.reviews WHERE kind = 'corporate-actions' AND payload ->> 'symbol' = $1
           ORDER BY opened_at DESC LIMIT 1`,
          [symbol],
        ),
      )
      await approve(operators[1], await reviewOf('corporate-actions', row!.number), 'second')
      await expect
        .poll(() =>
          withOwner((db) => db.query('SELECT id FROM app.corporate_actions WHERE symbol = $1', [symbol])),
        )
        .toHaveLength(1)
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
    await settle(page)
    await expectCleanPage(page, 'an announced dividend')

    await page.goto(`/#/market/marketDetail?symbol=${symbol}&part=facts`)
    await expect(page.getByRole('link', { name: /1[.]80/ })).toContainText('+1,800.00')
  },
)
