// The books at the operators' desks: the checks, the trial balance, a correction by two people that the member reads, and
// a notice to everybody.

import { expect, test as base, type APIRequestContext } from '@playwright/test'
import { texts as fundsEn } from '../../apps/console/src/features/funds/texts/en.ts'
import { texts as fundsTw } from '../../apps/console/src/features/funds/texts/tw.ts'
import { texts as noticesEn } from '../../apps/console/src/features/notices/texts/en.ts'
import { texts as noticesTw } from '../../apps/console/src/features/notices/texts/tw.ts'
import { reconChecks } from '../../packages/contract/src/funds/index.ts'
import type { Lang } from './projects.ts'
import { approve, look, reject, reviewOf } from './support/both-apps.ts'
import { callApi, registerMember, signIn } from './support/member.ts'
import { expectCleanDesk, seatOperator, withOwner } from './support/operators.ts'

const test = base.extend<{ lang: Lang; phone: APIRequestContext }>({
  lang: async ({}, use, { project }) => use(project.metadata['lang'] as Lang),
  phone: async ({ playwright }, use) => {
    const request = await playwright.request.newContext()
    await use(request)
    await request.dispose()
  },
})

test('checks that hold, one that does not, a correction by two the member reads, a notice in both languages', async ({
  browser,
  lang,
  phone,
}) => {
  test.slow()
  const funds = lang === 'tw' ? fundsTw : fundsEn
  const notices = lang === 'tw' ? noticesTw : noticesEn
  const one = await seatOperator(browser, lang, ['approver', 'support'], { name: '陳偉' })
  const two = await seatOperator(browser, lang, ['approver'], { name: '林美' })
  const { page } = one
  try {
    await page.goto('/#/funds')
    await expect(page.getByRole('heading', { name: funds.recon.fine(reconChecks.length) })).toBeVisible({
      timeout: 90_000,
    })
    await expect(page.getByRole('article')).toHaveCount(reconChecks.length)
    await expectCleanDesk(page, 'checks that hold')

    // What the page makes of a difference; the books themselves stay as they are.
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
    await expectCleanDesk(page, 'a check that does not hold')
    await page.unrouteAll({ behavior: 'wait' })

    await page.getByRole('link', { name: funds.tabs.trial }).click()
    await expect(page.getByRole('heading', { name: `${funds.trial.money} TWD` })).toBeVisible()
    await expect(page.getByRole('row', { name: funds.trial.sum }).first()).toContainText('0.00')
    await expectCleanDesk(page, 'the trial balance')

    const member = await registerMember(phone)
    const session = await signIn(phone, member)
    await page.getByRole('link', { name: funds.tabs.journal }).click()
    await page.getByRole('button', { name: funds.journal.open }).click()
    await page.getByLabel(funds.journal.account).fill(member.account)
    await page.getByLabel(funds.journal.debitOf(1)).fill('20')
    await expect(page.getByText(funds.journal.off('−20.00'))).toBeVisible()
    await page.getByLabel(funds.journal.creditOf(2)).fill('20')
    await expect(page.getByText(funds.journal.equal)).toBeVisible()
    await expect(page.getByRole('cell', { name: '10,000,020.00' })).toBeVisible()
    await page.getByLabel(funds.journal.tw, { exact: true }).fill('多收的手續費退給你。')
    await page.getByLabel(funds.journal.en, { exact: true }).fill('A fee charged twice is yours again.')
    await expectCleanDesk(page, 'a correction')
    await page.getByRole('button', { name: funds.journal.send(2) }).click()
    const review = await reviewOf('journal', member.memberId)
    await expect(page.getByText(funds.journal.sent(review.number))).toBeVisible()
    const pane = await look(two, review)
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
    const preview = page.getByRole('region', { name: notices.preview })
    await preview.getByRole('radio', { name: notices.languages.en }).check({ force: true })
    await expect(preview.getByRole('heading', { level: 4, name: title })).toBeVisible()
    await expectCleanDesk(page, 'a notice')
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
    await expectCleanDesk(page, 'notices')
    // Sent, it would be news to the members of every other test; the flows send one.
    await reject(two, { ...proposed!, kind: 'notice' }, 'not this Friday')
  } finally {
    await one.context.close()
    await two.context.close()
  }
})
