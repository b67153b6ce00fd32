// A mentor from the application to the closed profile, on the phone: every figure leads to its record, which the phone
// recomputes. The console lists mentors and reviews the application.

import { texts as consoleEn } from '../../apps/console/src/features/mentors/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/mentors/texts/tw.ts'
import { strategies } from '../../apps/practice/src/mentors/strategies.ts'
import { dayBefore, plantRecord, steadyDays, steadyTrades } from '../flows/support/mentor-record.ts'
import { approveByTwo, openInQueue, reviewOf } from './support/both-apps.ts'
import { toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi, type Member } from './support/member.ts'
import { openOperatorVotes, verifyMember, type Votes } from './support/money.ts'
import { expectCleanConsole, signInOperator, withOwner } from './support/operators.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'

/** The worker executes a decision, and the phone updates by itself. */
const soon = { timeout: 20_000 }
const strategy = {
  tw: '只買大型股，分三批進場，跌破月線就全部賣出，不用融資。',
  en: 'Large caps only, bought in three parts, sold below the monthly line, without margin.',
}
const nameOf = ({ memberId }: Pick<Member, 'memberId'>): string => `慢慢 ${memberId.slice(-6)}`

/** A hundred days and twenty-two closed trades until yesterday. */
const plant = ({ memberId }: Pick<Member, 'memberId'>): Promise<void> =>
  withOwner((db) =>
    db.transaction((tx) =>
      plantRecord(tx, memberId, {
        days: steadyDays(dayBefore(new Date().toISOString().slice(0, 10), 1), 100),
        trades: [...steadyTrades(22), ...steadyTrades(2, { direction: 'short' })],
      }),
    ),
  )
const approveWith = async ({ vote }: Votes, { memberId }: Pick<Member, 'memberId'>): Promise<void> => {
  const [row] = await withOwner((db) =>
    db.query<{ id: string }>(`SELECT id FROM app.mentor_applications WHERE member_id = $1`, [memberId]),
  )
  await vote(0, 'mentor', row!.id, 'approve', '')
  await vote(1, 'mentor', row!.id, 'approve', '')
}

test(
  'a member becomes a mentor whose figures the phone recomputes',
  { tag: twoAppearances },
  async ({ page, texts, open, member, lang }) => {
    test.slow()
    const { mentors, shell, messages } = texts
    const votes = await openOperatorVotes()
    try {
      const session = await open('/home/index')
      await verifyMember(page.context().request, session, member, votes)
      await plant(member)
      await page
        .getByRole('navigation', { name: shell.tabs.label })
        .getByRole('link', { name: shell.tabs.follow })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: shell.titles.follow })).toBeVisible()
      await expect(page.getByText('200,000.00')).toBeVisible()
      await settle(page)
      await expectCleanPage(page, 'the follow hub')
      await page.getByRole('link', { name: mentors.hub.become }).click()
      await expect(page.getByText(mentors.own.meets(mentors.levels.junior))).toBeVisible()
      await expect(page.locator('[data-own="days"]')).toHaveText('100')
      await expect(page.locator('[data-own="trades"]')).toHaveText('22')
      await settle(page)
      await expectCleanPage(page, 'the thresholds')

      await page.getByRole('link', { name: mentors.own.apply }).click()
      await page.getByLabel(mentors.form.name).fill(nameOf(member))
      await page.getByLabel(mentors.form[lang]).fill(strategy[lang])
      await page.getByRole('checkbox', { name: mentors.form.agree }).check({ force: true })
      await settle(page)
      await expectCleanPage(page, 'the application')
      await page.getByRole('button', { name: mentors.form.send }).click()
      await expect(toast(page, texts)).toContainText(messages['done.mentor-applied'])
      await expect(page.getByText(mentors.own.states.pending, { exact: true })).toBeVisible()
      await approveWith(votes, member)
      await expect(page.getByText(mentors.own.states.passed, { exact: true })).toBeVisible(soon)
    } finally {
      await votes.owner.end()
    }

    await page.goto('/#/gdindex/gdindex')
    await page.getByRole('link', { name: new RegExp(mentors.levels.junior) }).click()
    await expect(page.getByRole('tab', { name: mentors.levels.junior })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    const card = page.getByRole('listitem').filter({ hasText: nameOf(member) })
    await expect(card.getByText('63%')).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the mentors of a level')
    await card.getByRole('link').click()
    for (const [figure, text] of [
      ['winRate', '63%'],
      ['profit', '+990.00'],
      ['money', '+0.99%'],
      ['day', '+0.01%'],
      ['days', '100'],
    ])
      await expect(page.locator(`[data-figure="${figure}"]`)).toHaveText(text!)
    await expect(page.getByText(strategy[lang])).toBeVisible()
    const chart = page.getByRole('img', { name: new RegExp(nameOf(member)) })
    await expect(chart.locator('[data-line="own"]')).toContainText('%')
    await expect(chart.locator('[data-line="fall"]')).toContainText(mentors.one.worst)
    await settle(page)
    await expectCleanPage(page, 'one mentor')
    await page.getByRole('link', { name: mentors.figures.profit }).first().click()
    await expect(page.getByText(mentors.record.right('100', '24'))).toBeVisible(soon)
    const averages = page.getByRole('region', { name: mentors.record.averages })
    for (const text of [mentors.record.heldDays('1.0'), '+0.12%', '−0.05%'])
      await expect(averages).toContainText(text)
    // A hundred days lie in four or five months; each is a row below the head.
    const months = page.getByRole('table', { name: mentors.record.months }).getByRole('row')
    expect(await months.count()).toBeGreaterThan(4)
    await settle(page)
    await expectCleanPage(page, 'the record of a mentor')
    await page.getByRole('region', { name: mentors.record.trades }).getByRole('link').first().click()
    await expect(page.getByText(mentors.fills.same)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the fills of a closed trade')

    await page.goto('/#/gdindex/gdindex?view=own')
    await page.getByRole('button', { name: mentors.own.close }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: mentors.own.closing.yes }).click()
    await expect(page.getByText(mentors.closed, { exact: true })).toBeVisible(soon)
    await page.goto('/#/gdindex/dsFllow?level=junior')
    await expect(card.getByText(mentors.closed, { exact: true })).toBeVisible()
  },
)

test(
  'every level opens, simulated mentors are marked, junior has a threshold',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const { mentors } = texts
    await open('/gdindex/dsFllow?level=senior')
    for (const level of ['senior', 'intermediate', 'junior'] as const) {
      await page.getByRole('tab', { name: mentors.levels[level] }).click()
      await expect(page).toHaveURL(new RegExp(`level=${level}`))
      await settle(page)
      await expectCleanPage(page, `the level ${level}`)
    }
    // The programs of the practice market, each marked.
    for (const { name } of strategies) {
      const card = page.getByRole('listitem').filter({ hasText: name })
      await expect(card.getByText(mentors.simulated, { exact: true })).toBeVisible()
    }
    await page.goto('/#/gdindex/gdindex?view=own')
    await expect(page.getByText(mentors.own.belowTitle)).toBeVisible()
    await expect(page.getByRole('link', { name: mentors.own.apply })).toHaveCount(0)
  },
)

test(
  'two operators review a mentor, and the console changes no figure',
  { tag: proveOnly },
  async ({ page, browser, lang, open, member }) => {
    test.slow()
    const texts = lang === 'tw' ? consoleTw : consoleEn
    const votes = await openOperatorVotes()
    const appearance = { theme: 'light' } as const
    const operators = [
      await signInOperator(browser, lang, ['approver'], { name: '王先看', appearance }),
      await signInOperator(browser, lang, ['approver'], { name: '李後看', appearance }),
    ] as const
    try {
      const session = await open('/gdindex/gdindex?view=apply')
      await verifyMember(page.context().request, session, member, votes)
      await plant(member)
      await callApi(
        page.context().request,
        '/mentors/apply',
        { applicationId: crypto.randomUUID(), name: nameOf(member), strategy, agreed: true },
        { session, key: true },
      )
      const at = operators[0].page
      await at.goto('/#/mentors')
      await expect(at.getByText(nameOf(member))).toBeVisible()
      await expectCleanConsole(at, 'the mentors of the console')
      const review = await reviewOf('mentor', member.memberId)
      await openInQueue(operators[0], review)
      await expect(at.getByText(strategy.tw, { exact: true }).first()).toBeVisible()
      await expectCleanConsole(at, 'the review of a mentor')
      await approveByTwo(operators, review)
      await at.goto('/#/mentors')
      await at.getByRole('button', { name: nameOf(member) }).click(soon)
      await expect(at.getByRole('complementary', { name: texts.detail.label })).toContainText(strategy[lang])
      await expectCleanConsole(at, 'one mentor in the console')
    } finally {
      await votes.owner.end()
      for (const { context } of operators) await context.close()
    }
  },
)
