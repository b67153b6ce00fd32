// A savings plan on the phone: from a ticket to a plan, its change, pause and end; and dates with their results for member and operator.

import { texts as consoleEn } from '../../apps/console/src/features/members/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/members/texts/tw.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi } from './support/member.ts'
import { expectCleanConsole, signInOperator, withOwner } from './support/operators.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'
import { openTicket } from './support/trading.ts'

const SYMBOL = { tw: '1102', en: '1402' } as const
const PLANTED = { tw: '1216', en: '1301' } as const
const list = '/#/trading/trading?view=savings-plans'

test(
  'a plan is created from a ticket, changed, paused and ended',
  { tag: twoAppearances },
  async ({ page, texts, open, lang }) => {
    test.slow()
    const { savingsPlans: plans, odd, orders, messages, members } = texts
    const symbol = SYMBOL[lang]
    await open('/user/usercenter')
    await expect(page.getByRole('link', { name: members.rows.savingsPlans })).toBeVisible()
    await openTicket(page, texts, symbol, 'long')
    await page.getByRole('radio', { name: orders.books.odd }).check({ force: true })
    await page.getByRole('link', { name: odd.monthly }).click()

    const sheet = page.getByRole('dialog', { name: plans.sheet.create })
    await expect(sheet.getByText(symbol)).toBeVisible()
    await sheet.getByRole('button', { name: '3,000', exact: true }).click()
    await expect(sheet.getByRole('textbox', { name: plans.sheet.amountLabel })).toHaveValue('3,000.00')
    // A second day, and none at all.
    const day = (n: number) =>
      sheet.getByRole('button', { name: plans.sheet.day(n).join(' ').trim(), exact: true })
    await day(16).click()
    await expect(
      sheet.getByRole('button', { name: plans.sheet.send(`6${plans.daysJoin}16`, 'NT$3,000.00') }),
    ).toBeVisible()
    await day(16).click()
    await expect(sheet.getByText(plans.sheet.uses)).toBeVisible()
    await expectCleanPage(page, 'a new savings plan')
    await sheet.getByRole('button', { name: plans.sheet.send('6', 'NT$3,000.00') }).click()
    await expect(page.getByText(messages['done.savings-created'])).toBeVisible()
    await expect(sheet).toHaveCount(0)
    const card = page.getByRole('link', { name: new RegExp(symbol) })
    await expect(card).toContainText(plans.every('6', '3,000.00'))
    await settle(page)
    await expectCleanPage(page, 'the savings plans')

    await card.click()
    await expect(page.getByText(plans.one.noRuns)).toBeVisible()
    await page.getByRole('button', { name: plans.one.change, exact: true }).click()
    const change = page.getByRole('dialog', { name: plans.sheet.change })
    await change.getByRole('button', { name: '5,000', exact: true }).click()
    await change.getByRole('button', { name: plans.sheet.save('6', 'NT$5,000.00') }).click()
    await expect(change).toHaveCount(0)
    await expect(page.getByText(plans.every('6', '5,000.00'))).toBeVisible()
    await page.getByRole('button', { name: plans.one.pause, exact: true }).click()
    await expect(page.getByText(plans.states.paused)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a paused savings plan')

    await page.goto(list)
    await page.getByRole('button', { name: plans.resume, exact: true }).click()
    await expect(page.getByText(plans.states.active)).toBeVisible()
    await card.click()
    await page.getByRole('button', { name: plans.one.end, exact: true }).click()
    const ending = page.getByRole('alertdialog', { name: plans.one.endTitle })
    await expectCleanPage(page, 'the end of a savings plan')
    await ending.getByRole('button', { name: plans.one.endConfirm, exact: true }).click()
    await expect(page.getByText(messages['done.savings-ended'])).toBeVisible()
    await expect(page.getByText(plans.none)).toBeVisible()
  },
)

/** Dates that were bought, and one in the past that the worker still has to answer. */
const plant = (planId: string): Promise<void> =>
  withOwner(async (db) => {
    await db.query(
      `UPDATE app.savings_plans SET days = '{6}', due_from = '2026-01-06', next_due_on = date_trunc('month', now() - interval '1 month') + interval '5 days'
       WHERE id = $1`,
      [planId],
    )
    await db.transaction(async (tx) => {
      await tx.query(`SET LOCAL session_replication_role = replica`)
      await tx.query(
        `INSERT INTO app.savings_runs (plan_id, due_on, on_date, amount, state, odd_order, shares, spent, at, ended_at)
         SELECT $1, d, d, 500000, 'filled', gen_random_uuid(), 80, 495500, now(), now()
         FROM generate_series(2, 5) AS n CROSS JOIN LATERAL (
           SELECT (date_trunc('month', now() - n * interval '1 month') + interval '5 days')::date AS d) AS x`,
        [planId],
      )
    })
  })

test(
  'a missed date is shown with its reason to member and operator',
  { tag: proveOnly },
  async ({ browser, page, texts, open, lang }) => {
    const { savingsPlans: plans } = texts
    const symbol = PLANTED[lang]
    const session = await open('/user/usercenter')
    const { plan } = await callApi<{ plan: { planId: string } }>(
      page.context().request,
      '/savings-plans/create',
      { symbol, amount: '500000', days: [6] },
      { session, key: true },
    )
    await plant(plan.planId)
    await page.goto(list)
    await expect(page.getByText(plans.reasons.missed)).toBeVisible({ timeout: 30_000 })
    await settle(page)
    await expectCleanPage(page, 'savings plans with dates')
    await page.getByRole('link', { name: new RegExp(symbol) }).click()
    await expect(page.getByText(plans.runStates.skipped, { exact: true })).toBeVisible()
    await expect(page.getByText(plans.runStates.filled, { exact: true })).toHaveCount(4)
    await settle(page)
    await expectCleanPage(page, 'one savings plan with dates')
    await page.goto('/#/home/notice')
    await expect(page.getByText(lang === 'tw' ? '定期定額跳過一次' : 'Savings plan skipped')).toBeVisible()

    const consoleTexts = (lang === 'en' ? consoleEn : consoleTw).plans
    const [member] = await withOwner((db) =>
      db.query<{ id: string }>('SELECT member_id AS id FROM app.savings_plans WHERE id = $1', [plan.planId]),
    )
    const console = await signInOperator(browser, lang, ['auditor'], { name: '王先看' })
    await console.page.goto(`/#/members?member=${member!.id}`)
    const table = console.page.getByRole('table', { name: consoleTexts.title, exact: true })
    await expect(table).toContainText(consoleTexts.reasons.missed)
    await expectCleanConsole(console.page, 'the savings plans of a member')
    await console.context.close()
  },
)
