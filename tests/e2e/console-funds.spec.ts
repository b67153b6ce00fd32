// The books in the operators' console: the checks, the trial balance, a correction by two people that the member can
// read, and a notice to every member.

import { randomInt } from 'node:crypto'
import { expect, test as base, type APIRequestContext } from '@playwright/test'
import { texts as linesEn } from '../../apps/console/src/features/bank-statements/lines/texts/en.ts'
import { texts as linesTw } from '../../apps/console/src/features/bank-statements/lines/texts/tw.ts'
import { texts as statementsEn } from '../../apps/console/src/features/bank-statements/statements/texts/en.ts'
import { texts as statementsTw } from '../../apps/console/src/features/bank-statements/statements/texts/tw.ts'
import { texts as fundsEn } from '../../apps/console/src/features/funds/texts/en.ts'
import { texts as fundsTw } from '../../apps/console/src/features/funds/texts/tw.ts'
import { texts as noticesEn } from '../../apps/console/src/features/notices/texts/en.ts'
import { texts as noticesTw } from '../../apps/console/src/features/notices/texts/tw.ts'
import { texts as previewEn } from '../../apps/console/src/kit/notice/texts/en.ts'
import { texts as previewTw } from '../../apps/console/src/kit/notice/texts/tw.ts'
import { statementHeading } from '../../packages/contract/src/bank-statements/index.ts'
import { reconChecks } from '../../packages/contract/src/funds/index.ts'
import { dayMs, taipeiDate } from '../../packages/rules/src/calendar/index.ts'
import { type Lang, proveOnly } from './projects.ts'
import { approve, openInQueue, reject, reviewOf } from './support/both-apps.ts'
import { callApi, registerMember, signIn } from './support/member.ts'
import { expectCleanConsole, signInOperator, withOwner } from './support/operators.ts'

const test = base.extend<{ lang: Lang; phone: APIRequestContext }>({
  lang: async ({}, use, { project }) => use(project.metadata['lang'] as Lang),
  phone: async ({ playwright }, use) => {
    const request = await playwright.request.newContext()
    await use(request)
    await request.dispose()
  },
})

test('operators see a failed check, correct a balance and propose a notice', async ({
  browser,
  lang,
  phone,
}) => {
  test.slow()
  const funds = lang === 'tw' ? fundsTw : fundsEn
  const notices = lang === 'tw' ? noticesTw : noticesEn
  const previewed = lang === 'tw' ? previewTw : previewEn
  const one = await signInOperator(browser, lang, ['approver', 'support'], { name: '陳偉' })
  const two = await signInOperator(browser, lang, ['approver'], { name: '林美' })
  const { page } = one
  try {
    await page.goto('/#/funds')
    await expect(page.getByRole('heading', { name: funds.recon.fine(reconChecks.length) })).toBeVisible({
      timeout: 90_000,
    })
    await expect(page.getByRole('article')).toHaveCount(reconChecks.length)
    await expectCleanConsole(page, 'checks that hold')

    // Only the response is changed, to show a difference on the page. The books stay as they are.
    await page.route('**/funds/reconciliation', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as {
        data: {
          last: { broken: number; checks: { code: string; difference: string }[] }
          stop: object | null
        }
      }
      body.data.last.broken = 1
      body.data.last.checks.find(({ code }) => code === 'brokerage')!.difference = '-142500'
      body.data.stop = { since: new Date().toISOString(), checks: ['brokerage'] }
      await route.fulfill({ response, json: body })
    })
    await page.getByRole('button', { name: funds.recon.now }).click()
    const alarm = page.getByRole('alert')
    await expect(alarm).toContainText(funds.recon.broken(1))
    await expect(alarm).toContainText(funds.recon.stopped)
    await expect(page.getByRole('article').filter({ hasText: funds.checks.brokerage })).toContainText(
      '1,425.00',
    )
    await expectCleanConsole(page, 'a check that does not hold')
    await page.unrouteAll({ behavior: 'wait' })

    await page.getByRole('link', { name: funds.tabs.trial }).click()
    await expect(page.getByRole('heading', { name: `${funds.trial.money} TWD` })).toBeVisible()
    await expect(page.getByRole('row', { name: funds.trial.sum }).first()).toContainText('0.00')
    await page.getByLabel(funds.trial.day).fill(taipeiDate(Date.now() - dayMs))
    await expect(page.getByText(/ 00:00 UTC\+8/)).toBeVisible()
    await expect(page.getByRole('row', { name: funds.trial.sum }).first()).toContainText('0.00')
    await expectCleanConsole(page, 'the trial balance of a past day')
    await page.getByRole('button', { name: funds.trial.toNow }).click()
    await expect(page).not.toHaveURL(/on=/)

    const member = await registerMember(phone)
    const session = await signIn(phone, member)
    await page.getByRole('link', { name: funds.tabs.journal }).click()
    await page.getByRole('button', { name: funds.journal.open }).click()
    await page.getByLabel(funds.journal.account).fill(member.account)
    await page.getByLabel(funds.journal.debitOf(1)).fill('20')
    await expect(page.getByText(funds.journal.off('−20.00'))).toBeVisible()
    await page.getByLabel(funds.journal.creditOf(2)).fill('20')
    await expect(page.getByText(funds.journal.equal, { exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: '10,000,020.00' })).toBeVisible()
    await page.getByLabel(funds.journal.tw, { exact: true }).fill('多收的手續費退給你。')
    await page.getByLabel(funds.journal.en, { exact: true }).fill('A fee charged twice is yours again.')
    // The reason of a refusal goes once the form is changed.
    const setBoth = async (amount: string) => {
      await page.getByLabel(funds.journal.debitOf(1)).fill(amount)
      await page.getByLabel(funds.journal.creditOf(2)).fill(amount)
    }
    const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })
    await setBoth('9000000')
    await page.getByRole('button', { name: funds.journal.send(2) }).click()
    await expect(refusal.first()).toBeVisible()
    await expect(refusal.filter({ hasText: '{' })).toHaveCount(0)
    await setBoth('20')
    await expect(refusal).toHaveCount(0)
    await expectCleanConsole(page, 'a correction')
    await page.getByRole('button', { name: funds.journal.send(2) }).click()
    const review = await reviewOf('journal', member.memberId)
    await expect(page.getByText(funds.journal.sent(review.number))).toBeVisible()
    const pane = await openInQueue(two, review)
    await expect(pane).toContainText('A fee charged twice is yours again.')
    await approve(two, review, 'second')
    await expect
      .poll(async () => {
        const { records } = await callApi<{ records: { amount: string; why: { en: string } | null }[] }>(
          phone,
          '/funds/records',
          { tab: 'transaction' },
          { session },
        )
        return records.map(({ amount, why }) => [amount, why?.en])
      })
      .toEqual([['2000', 'A fee charged twice is yours again.']])

    await page.goto('/#/notices/new')
    const title = `Early close ${review.number}`
    for (const [language, text] of [
      [notices.draft.tw, '週五提早收盤'],
      [notices.draft.en, title],
    ] as const) {
      await page.getByLabel(notices.draft.title(language)).fill(text)
      await page.getByLabel(notices.draft.summary(language)).fill(text)
      await page.getByLabel(notices.draft.body(language)).fill(`${text}\n\n## ${text}\n09:00 | 12:00`)
    }
    await page.getByLabel(notices.draft.reason).fill('the calendar')
    const day = taipeiDate(Date.now() + dayMs)
    await page.getByLabel(notices.draft.sendAt).fill(`${day}T09:30`)
    await expect(page.getByText(`${day.slice(5).replace('-', '/')} 09:30 UTC+8`)).toBeVisible()
    const preview = page.getByRole('region', { name: previewed.preview })
    await preview.getByRole('radio', { name: previewed.languages.en }).check({ force: true })
    await expect(preview.getByRole('heading', { level: 4, name: title })).toBeVisible()
    await expectCleanConsole(page, 'a notice')
    await page.getByRole('button', { name: notices.draft.send }).click()
    await expect(page.getByRole('button', { name: notices.draft.toQueue })).toBeVisible()
    const [proposed] = await withOwner((db) =>
      db.query<{ reviewId: string; number: string }>(
        `SELECT id AS "reviewId", number FROM app.reviews WHERE kind = 'notice' AND opened_by = $1`,
        [one.operatorId],
      ),
    )
    await page.goto('/#/notices')
    await expect(page.getByRole('listitem').filter({ hasText: proposed!.number })).toContainText(one.name)
    await expectCleanConsole(page, 'notices')
    // The second person sees both languages as members will.
    const proposal = await openInQueue(two, { ...proposed!, kind: 'notice' })
    await expect(
      proposal.getByRole('region', { name: previewed.preview }).getByRole('heading', { level: 4 }),
    ).toHaveText(['週五提早收盤', title])
    // Sending the notice would reach the members of every other test. The flow tests send one.
    await reject(two, { ...proposed!, kind: 'notice' }, 'not this Friday')
  } finally {
    await one.context.close()
    await two.context.close()
  }
})

test(
  'two operators move an unmatched bank line to suspense',
  { tag: proveOnly },
  async ({ browser, lang }) => {
    test.slow()
    const funds = lang === 'tw' ? fundsTw : fundsEn
    const lines = lang === 'tw' ? linesTw : linesEn
    const statements = lang === 'tw' ? statementsTw : statementsEn
    const one = await signInOperator(browser, lang, ['approver'], { name: '陳偉' })
    const two = await signInOperator(browser, lang, ['approver'], { name: '林美' })
    const { page } = one
    try {
      const transaction = `B${randomInt(1_000_000_000)}`
      await page.goto('/#/deposits/lines')
      await page.getByRole('button', { name: statements.import }).click()
      const popup = page.getByRole('dialog', { name: statements.popup.title })
      await popup.locator('input[type=file]').setInputFiles({
        name: 'bank.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `${statementHeading}\n00400000000001,${transaction},${new Date().toISOString()},TWD,777.00,,5120\n`,
        ),
      })
      await popup.getByRole('button', { name: statements.popup.send, exact: true }).click()
      await expect(popup.getByText(statements.popup.taken(1, 1, 0))).toBeVisible()
      await popup.getByRole('button', { name: statements.popup.done }).click()

      await page.getByRole('button', { name: transaction }).click()
      const pane = page.getByRole('complementary', { name: lines.pane.label })
      await expect(pane.getByRole('heading', { name: 'NT$777.00' })).toBeVisible()
      await expectCleanConsole(page, 'an unmatched bank line')
      await pane.getByText(lines.actions.note.title, { exact: true }).click()
      await pane.getByLabel(lines.pane.note).fill('The member is asking support.')
      await pane.getByRole('button', { name: lines.pane.keep }).click()
      await expect(pane.getByText('The member is asking support.')).toBeVisible()

      await page.goto('/#/funds/bank')
      await expect(page.getByRole('table', { name: funds.cover.label })).toBeVisible()
      await expect(page.getByRole('table', { name: funds.cover.gaps })).toContainText('777.00')
      await expectCleanConsole(page, 'bank cover')

      await page.goto(`/#/deposits/lines`)
      await page.getByRole('button', { name: transaction }).click()
      await pane.getByText(lines.actions.suspense.title, { exact: true }).click()
      await pane.getByLabel(lines.pane.reason).fill('No request fits.')
      await pane.getByRole('button', { name: lines.pane.send }).click()
      await expect(pane.getByRole('button', { name: lines.pane.open })).toBeVisible()
      const [proposed] = await withOwner((db) =>
        db.query<{ reviewId: string; number: string }>(
          `SELECT r.id AS "reviewId", r.number FROM app.reviews r JOIN app.bank_statement_lines l ON l.id::text = r.subject
         WHERE r.kind = 'bank-line' AND l.bank_number = $1`,
          [transaction],
        ),
      )
      await approve(two, { ...proposed!, kind: 'bank-line' }, 'second')
      await page.goto('/#/deposits/lines?state=suspense')
      await expect(page.getByRole('button', { name: transaction })).toBeVisible()
      await expect(page.getByText(lines.sums.equal)).toBeVisible()
      await expectCleanConsole(page, 'bank lines in suspense')
    } finally {
      await one.context.close()
      await two.context.close()
    }
  },
)
