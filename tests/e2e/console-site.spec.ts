// Rules, settings, the calendar and the market in two consoles: one operator proposes, the other decides in the queue,
// and the member app shows the result.

import { expect, test, type Page } from '@playwright/test'
import { texts as calendarEn } from '../../apps/console/src/features/calendar/texts/en.ts'
import { texts as calendarTw } from '../../apps/console/src/features/calendar/texts/tw.ts'
import { texts as marketEn } from '../../apps/console/src/features/market-data/texts/en.ts'
import { texts as marketTw } from '../../apps/console/src/features/market-data/texts/tw.ts'
import { texts as rulesEn } from '../../apps/console/src/features/site/rules/texts/en.ts'
import { texts as rulesTw } from '../../apps/console/src/features/site/rules/texts/tw.ts'
import { texts as proposalEn } from '../../apps/console/src/kit/proposal/texts/en.ts'
import { texts as proposalTw } from '../../apps/console/src/kit/proposal/texts/tw.ts'
import { texts as detailEn } from '../../apps/member/src/features/market-data/detail/texts/en.ts'
import { texts as detailTw } from '../../apps/member/src/features/market-data/detail/texts/tw.ts'
import { texts as memberRulesEn } from '../../apps/member/src/features/site/rules/texts/en.ts'
import { texts as memberRulesTw } from '../../apps/member/src/features/site/rules/texts/tw.ts'
import type { ReviewKind } from '../../packages/contract/src/operators/index.ts'
import type { Lang } from './projects.ts'
import { approve, type OpenReview, reject } from './support/both-apps.ts'
import { expectCleanConsole, signInOperator, withOwner, type SignedInOperator } from './support/operators.ts'

const textsOf = (lang: Lang) =>
  lang === 'tw'
    ? {
        rules: rulesTw,
        market: marketTw,
        calendar: calendarTw,
        proposal: proposalTw,
        detail: detailTw,
        memberRules: memberRulesTw,
      }
    : {
        rules: rulesEn,
        market: marketEn,
        calendar: calendarEn,
        proposal: proposalEn,
        detail: detailEn,
        memberRules: memberRulesEn,
      }

/** Both projects share one stack: each has its own rule, stock and day, which no other test uses. */
const own = {
  tw: { rule: 'guard.farPrice', now: '5%', typed: '6', shown: '6%', symbol: '1101', day: '2027-05-12' },
  en: { rule: 'guard.equityShare', now: '50%', typed: '40', shown: '40%', symbol: '1102', day: '2027-05-19' },
} as const satisfies Record<Lang, object>

const memberOrigin = process.env['FAIRLOT_ORIGIN'] ?? 'http://localhost:17400'

let operators: readonly [SignedInOperator, SignedInOperator]
const seen: string[] = []

test.beforeAll(async ({ browser }, { project }) => {
  const lang = project.metadata['lang'] as Lang
  const roles = ['admin', 'market'] as const
  operators = [
    await signInOperator(browser, lang, roles, { name: '李思妤' }),
    await signInOperator(browser, lang, roles, { name: '周冠宇' }),
  ]
  for (const { context } of operators) {
    context.on('weberror', (error) => seen.push(error.error().message))
    context.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) seen.push(message.text())
    })
  }
})
test.afterAll(async () => {
  for (const { context } of operators) await context.close()
})

/** Sends the open popup and returns the review it created. */
async function sendProposal(page: Page, lang: Lang, kind: ReviewKind): Promise<OpenReview> {
  const { proposal } = textsOf(lang)
  await page.getByRole('dialog').getByRole('button', { name: proposal.send }).click()
  const sent = page.getByRole('dialog', { name: proposal.sentTitle })
  const number = /[A-Z]\d{4}-\d+/.exec(await sent.innerText())?.[0] ?? ''
  await sent.getByRole('button', { name: proposal.done }).click()
  const [row] = await withOwner((db) =>
    db.query<{ reviewId: string }>('SELECT id AS "reviewId" FROM app.reviews WHERE number = $1', [number]),
  )
  if (row === undefined) throw new Error('the proposal has no number')
  return { reviewId: row.reviewId, number, kind }
}

/** The second operator approves; waits until the worker has executed the decision. */
async function decide(at: SignedInOperator, review: OpenReview): Promise<void> {
  await approve(at, review, 'second')
  await expect
    .poll(
      async () => {
        const [row] = await withOwner((db) =>
          db.query<{ outcome: string | null }>('SELECT outcome FROM app.reviews WHERE id = $1', [
            review.reviewId,
          ]),
        )
        return row?.outcome
      },
      { timeout: 60_000 },
    )
    .toBe('passed')
}

/** Longer than usual: other tests keep the machine busy. */
const patient = { timeout: 60_000 }

test('two operators decide on rules, a logo, halts and closed days', async ({ browser }, { project }) => {
  const lang = project.metadata['lang'] as Lang
  const { rules, market, calendar, detail, memberRules } = textsOf(lang)
  const { rule, now, typed, shown, symbol, day } = own[lang]
  const [first, second] = operators
  const { page } = first
  const phone = await browser.newContext({
    baseURL: memberOrigin,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: [{ origin: memberOrigin, localStorage: [{ name: 'lang', value: lang }] }],
    },
  })
  const member = await phone.newPage()

  // A rule that costs or may cost members more is announced seven days ahead.
  await page.goto('/#/rules')
  const title = rules.titles[rule] ?? rule
  await page.getByRole('button', { name: title, exact: true }).click()
  const pane = page.getByRole('complementary', { name: rules.pane.label })
  await expect(pane.getByRole('heading', { name: title })).toBeVisible()
  await expect(pane.getByText(now, { exact: true }).first()).toBeVisible()
  await pane.getByRole('button', { name: rules.pane.propose }).click()
  const form = page.getByRole('dialog', { name: rules.form.title(title) })
  await form.getByLabel(rules.form.value).fill('9999')
  await form.getByLabel(rules.form.whyTw).fill('測試調整規則')
  await form.getByLabel(rules.form.whyEn).fill('A test of changing it')
  await form.getByRole('button', { name: textsOf(lang).proposal.send }).click()
  await expect(form.getByText(rules.form.valueBad)).toBeVisible()
  await form.getByLabel(rules.form.value).fill(typed)
  await expect(form.getByRole('status')).toContainText(rules.trial.none)
  await decide(second, await sendProposal(page, lang, 'rule-change'))
  const stop = pane.getByRole('button', { name: rules.pane.stop })
  await page.reload()
  await expect(stop).toBeVisible(patient)
  await expect(pane.getByText(shown, { exact: true }).first()).toBeVisible()
  await expectCleanConsole(page, 'an announced rule')
  await member.goto(`/#/user/aboutUs?view=rules&rule=${rule}`)
  await expect(member.getByText(memberRules.announced.text(title, now, shown))).toBeVisible(patient)
  await stop.click()
  await page.getByRole('dialog').getByLabel(rules.form.whyTw).fill('這次先不改了')
  await page.getByRole('dialog').getByLabel(rules.form.whyEn).fill('Not after all')
  await decide(second, await sendProposal(page, lang, 'rule-change'))
  await page.reload()
  await expect(pane.getByText(lang === 'tw' ? /這次先不改了/ : /Not after all/)).toBeVisible(patient)
  await member.reload()
  await expect(member.getByRole('button', { name: title })).toBeVisible(patient)
  await expect(member.getByText(memberRules.announced.text(title, now, shown))).toHaveCount(0)

  // A logo: both operators see it before anything changes, and it is rejected.
  await page.goto('/#/rules?chapter=site')
  await page.getByRole('button', { name: rules.settings['logo'] ?? '', exact: true }).click()
  await pane.getByRole('button', { name: rules.pane.propose }).click()
  const picture = await makePicture(page)
  await page.getByLabel(rules.form.picture).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: picture,
  })
  await expect(page.getByRole('dialog').getByAltText(rules.form.pictureNew)).toBeVisible(patient)
  await page.getByRole('dialog').getByLabel(rules.form.why).fill('e2e test')
  const logo = await sendProposal(page, lang, 'site-config')
  await second.page.goto('/#/rules?rule=site.logo')
  await expect(second.page.getByAltText(rules.form.pictureNew)).toBeVisible(patient)
  await expectCleanConsole(second.page, 'a proposed logo')
  await reject(second, logo, 'e2e test')

  // A stock: halted by two, shown to members with its reason, resumed by two. Only stopped stocks are listed, because
  // checking three hundred rows takes long and shows no more.
  await page.goto(`/#/market?show=stopped&symbol=${symbol}`)
  const stock = page.getByRole('complementary', { name: market.pane.label })
  await stock.getByRole('button', { name: market.form.halt }).click()
  await page.getByRole('dialog').getByLabel(market.form.why).fill('e2e test')
  await decide(second, await sendProposal(page, lang, 'market-halt'))
  await member.goto(`/#/market/marketDetail?symbol=${symbol}`)
  await expect(member.getByText(detail.notes.halted(detail.reasons.news)).first()).toBeVisible(patient)
  const resume = stock.getByRole('button', { name: market.form.resume })
  await page.reload()
  await expect(resume).toBeVisible(patient)
  await expectCleanConsole(page, 'a halted stock')
  await resume.click()
  await page.getByRole('dialog').getByLabel(market.form.why).fill('e2e test')
  await decide(second, await sendProposal(page, lang, 'market-resume'))
  await expect(member.getByText(detail.notes.halted(detail.reasons.news))).toHaveCount(0, patient)

  // A day: the page shows what it moves before the decision.
  await page.goto(`/#/calendar?month=${day.slice(0, 7)}&day=${day}`)
  const dayPane = page.getByRole('complementary', { name: calendar.pane.label })
  await expect(dayPane.getByRole('cell', { name: calendar.pane.noTrade })).toBeVisible()
  await dayPane.getByRole('button', { name: calendar.pane.closeIt }).click()
  const closing = page.getByRole('dialog')
  await closing.getByLabel(calendar.form.nameTw).fill('颱風假')
  await closing.getByLabel(calendar.form.nameEn).fill('Typhoon day')
  await closing.getByLabel(calendar.form.why).fill('e2e test')
  const closure = await sendProposal(page, lang, 'closure')
  await expect(dayPane.getByText(closure.number)).toBeVisible()
  await expectCleanConsole(page, 'a proposed day')
  await reject(second, closure, 'e2e test')

  await phone.close()
  expect(seen, 'the browser complains').toEqual([])
})

/** The browser draws the picture, so that no image file is needed. */
const makePicture = async (page: Page): Promise<Buffer> => {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(128, 128)
    const context = canvas.getContext('2d')
    if (context === null) return []
    context.fillStyle = '#3a31c8'
    context.fillRect(16, 16, 96, 96)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  return Buffer.from(bytes)
}
