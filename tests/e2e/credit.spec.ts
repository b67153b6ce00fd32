// Credit on the phone: a loan with its full cost, approved by two, repaid in part and whole, a higher limit, the score, the records;
// and the console's board of loans.

import { texts as consoleEn } from '../../apps/console/src/features/credit/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/credit/texts/tw.ts'
import { approveByTwo, reviewOf } from './support/both-apps.ts'
import { hold } from './support/hold.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expectCleanConsole, signInOperator } from './support/operators.ts'
import { settleNow } from './support/settled.ts'
import { expect, test, twoAppearances } from './support/test.ts'
import { apiOf } from './support/trading.ts'

const SYMBOL = { tw: '2014', en: '2027' } as const

test(
  'a member borrows, repays and reads the records',
  { tag: twoAppearances },
  async ({ page, texts, open, member, lang, browser }) => {
    test.slow()
    const { credit, messages, members, profit, shell, support } = texts
    const session = await open('/user/usercenter')
    const api = apiOf(page, session)
    const position = await hold(api, { symbol: SYMBOL[lang], lots: 2 })
    await settleNow(member.memberId, position.positionId)
    await page.getByRole('link', { name: members.rows.credit }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.credit })).toBeVisible()
    for (const label of [credit.score, credit.limit, credit.borrowed, credit.borrowable])
      await expect(page.getByRole('main').getByText(label, { exact: true })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'credit without a loan')

    await page.getByRole('link', { name: credit.borrow, exact: true }).click()
    await expect(page.getByText(SYMBOL[lang], { exact: true })).toBeVisible()
    await page.getByLabel(credit.form.amount, { exact: true }).fill('10000')
    await page.getByRole('radio', { name: credit.form.days(30) }).check({ force: true })
    await expect(page.getByText('NT$10,053.42')).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a loan with its full cost')
    await page.getByRole('button', { name: credit.form.check('10,000.00') }).click()
    const sheet = page.getByRole('dialog', { name: credit.form.confirm })
    await expect(sheet.getByText('NT$10,053.42')).toBeVisible()
    await expectCleanPage(page, 'the confirmation of a loan')
    await sheet.getByRole('button', { name: credit.form.send }).click()
    await expect(page.getByText(messages['done.credit'])).toBeVisible()
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('region', { name: credit.pending })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a loan under review')

    // Cancelled, and asked for again.
    await page.getByRole('button', { name: credit.cancel, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: credit.cancelTitle })
    await expectCleanPage(page, 'the end of a loan request')
    await dialog.getByRole('button', { name: credit.cancel, exact: true }).click()
    await expect(page.getByText(messages['done.request-cancelled'])).toBeVisible()
    await page.getByRole('link', { name: credit.borrow, exact: true }).click()
    await page.getByLabel(credit.form.amount, { exact: true }).fill('12000')
    await page.getByRole('button', { name: credit.form.check('12,000.00') }).click()
    await sheet.getByRole('button', { name: credit.form.send }).click()
    await expect(page.getByRole('region', { name: credit.pending })).toBeVisible()
    const operators = [
      await signInOperator(browser, lang, ['approver'], { name: '陳偉', appearance: {} }),
      await signInOperator(browser, lang, ['approver'], { name: '林美', appearance: {} }),
    ] as const
    await approveByTwo(operators, await reviewOf('credit-loan', member.memberId))
    await operators[1].context.close()
    const running = page.getByRole('region', { name: credit.running })
    await expect(running).toBeVisible({ timeout: 40_000 })
    await expect(page.getByRole('region', { name: credit.owed.title })).toContainText('NT$12,000.00')
    await settle(page)
    await expectCleanPage(page, 'a running loan')

    await page.getByRole('link', { name: credit.repay, exact: true }).click()
    // Nothing has accrued yet, so there is no interest to repay alone.
    await expect(page.getByRole('button', { name: credit.repayment.all, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: credit.repayment.interest, exact: true })).toHaveCount(0)
    await page.getByLabel(credit.repayment.this, { exact: true }).fill('2000')
    await expect(page.getByRole('row', { name: credit.repayment.principal })).toContainText('10,000.00')
    await settle(page)
    await expectCleanPage(page, 'a repayment')
    await page.getByRole('button', { name: credit.repayment.send('NT$2,000.00') }).click()
    await expect(page.getByText(messages['done.repayment'])).toBeVisible()
    await expect(running).toContainText('10,000.00')

    await page.getByRole('link', { name: new RegExp(credit.add) }).click()
    await page.getByLabel(credit.increase.amount).fill('30000')
    await settle(page)
    await expectCleanPage(page, 'a higher limit')
    await page.getByRole('button', { name: credit.increase.send('30,000') }).click()
    await expect(page.getByRole('link', { name: new RegExp(credit.add) })).toContainText('30,000.00')
    await page.getByRole('link', { name: credit.how }).click()
    await expect(page.getByText(credit.formula.kinds['late-day'])).toBeVisible()
    await settle(page)
    await page.getByRole('button', { name: credit.formula.recompute, exact: true }).click()
    await expect(page.getByText(credit.formula.rightText('100', 100))).toBeVisible()
    await expect(page.getByText(credit.formula.right, { exact: true })).toBeVisible()
    // The toast of the request covers the button.
    await expect(page.getByText(messages['done.credit'])).toHaveCount(0)
    await expectCleanPage(page, 'the formula of the score')

    // A correction is a matter that stays pinned to the score.
    const title = `Score ${Date.now()}`
    await page.getByRole('button', { name: credit.formula.correct, exact: true }).click()
    const matters = page.getByRole('dialog', { name: support.title, exact: true })
    await matters.getByRole('button', { name: support.askThis, exact: true }).click()
    const question = page.getByRole('dialog', { name: support.newTitle, exact: true })
    await expect(question.getByText(support.about.score, { exact: true })).toBeVisible()
    await question.getByLabel(support.subject, { exact: true }).fill(title)
    await question.getByLabel(support.text, { exact: true }).fill('I was never late')
    await question.getByRole('button', { name: support.send, exact: true }).click()
    const matter = page.getByRole('dialog', { name: title, exact: true })
    await expect(matter.getByRole('link', { name: new RegExp(support.about.score) })).toBeVisible()
    await page.goto('/#/user/pj')

    await page.getByRole('link', { name: credit.repay, exact: true }).click()
    await page.getByRole('button', { name: credit.repayment.all, exact: true }).click()
    await page.getByRole('button', { name: credit.repayment.send('NT$10,000.00') }).click()
    await expect(page.getByRole('link', { name: credit.borrow, exact: true })).toBeVisible()
    await page.getByRole('link', { name: new RegExp(credit.records) }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.creditRecords })).toBeVisible()
    await expect(page.getByText('−10,000.00')).toBeVisible()
    await expect(page.getByText('+12,000.00')).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the records of credit')
    await page.getByRole('button', { name: credit.list.statement, exact: true }).click()
    const statement = page.getByRole('dialog', { name: profit.statement.title, exact: true })
    await expect(statement).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(statement).toHaveCount(0)
    await page.getByText(credit.list.kinds.repayment, { exact: true }).first().click()
    await expect(page.getByText('−2,000.00')).toBeVisible()
    await expect(page.getByText('+12,000.00')).toHaveCount(0)

    const board = lang === 'tw' ? consoleTw : consoleEn
    const operatorPage = operators[0].page
    await operatorPage.goto('/#/credit')
    await expect(operatorPage.getByRole('table', { name: board.label })).toContainText(member.account)
    await operatorPage.getByText(member.account).first().click()
    await expect(operatorPage.getByText(board.detail.scoreNote)).toBeVisible()
    await expectCleanConsole(operatorPage, 'the loans')
    await operators[0].context.close()
  },
)
