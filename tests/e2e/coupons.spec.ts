// A fee coupon from the operators' console to the phone: granted by two, shown at once, used by an order, paid back.

import { texts as grantsEn } from '../../apps/console/src/features/coupons/texts/en.ts'
import { texts as grantsTw } from '../../apps/console/src/features/coupons/texts/tw.ts'
import { approve, reviewOf } from './support/both-apps.ts'
import { hold } from './support/hold.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expectCleanConsole, signInOperator } from './support/operators.ts'
import { expect, test, twoAppearances } from './support/test.ts'
import { apiOf } from './support/trading.ts'

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test(
  'a granted coupon is used by the next order and rebated',
  { tag: twoAppearances },
  async ({ page, browser, texts, lang, member, open }) => {
    test.slow()
    const { coupons, shell, funds, members } = texts
    const session = await open('/user/usercenter')
    await page.getByRole('link', { name: members.rows.coupons }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.coupons })).toBeVisible()
    await expect(page.getByText(coupons.none.available)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'no coupons')

    const grantsTexts = lang === 'tw' ? grantsTw : grantsEn
    const operators = [
      await signInOperator(browser, lang, ['approver'], { name: '陳偉', appearance: {} }),
      await signInOperator(browser, lang, ['approver'], { name: '林美', appearance: { theme: 'dark' } }),
    ] as const
    try {
      const operatorPage = operators[0].page
      await operatorPage.goto('/#/coupons')
      await operatorPage.getByRole('button', { name: grantsTexts.open }).click()
      const form = operatorPage.getByRole('dialog', { name: grantsTexts.form.title })
      await form.getByLabel(grantsTexts.form.account).fill(member.account)
      await form.getByLabel(grantsTexts.form.nameTw).fill('停機補償')
      await form.getByLabel(grantsTexts.form.nameEn).fill('Outage')
      await form.getByLabel(grantsTexts.form.amount).fill('50')
      await form.getByLabel(grantsTexts.form.lastDay).fill(inDays(30))
      await form.getByLabel(grantsTexts.form.reason).fill('the outage of this morning')
      await form.getByRole('button', { name: grantsTexts.form.count }).click()
      await expect(form.getByText(grantsTexts.form.counted(1, '50.00'))).toBeVisible()
      await expectCleanConsole(operatorPage, 'the form of a grant')
      await operatorPage.keyboard.press('Tab')
      await form.getByRole('button').last().click()
      const review = await reviewOf('coupon-grant', member.memberId)
      await approve(operators[1], review, 'second')
    } finally {
      for (const { context } of operators) await context.close()
    }

    // It appears on the open page, without a reload.
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(lang === 'tw' ? '停機補償' : 'Outage')
    await expect(rows).toContainText('50.00')
    await expectCleanPage(page, 'a coupon')

    await hold(apiOf(page, session), { symbol: '2330' })
    await expect(page.getByText(coupons.none.available)).toBeVisible()
    await page.getByRole('tab', { name: coupons.tabs.used }).click()
    await expect(rows).toContainText(/50\.00/)
    await rows.getByRole('link', { name: coupons.entry }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.fundEntry })).toBeVisible()
    await expect(page.getByRole('heading', { name: funds.events['coupon.rebated'] ?? '' })).toBeVisible()
    await expect(page.getByRole('cell', { name: '+50.00' })).toBeVisible()
  },
)
