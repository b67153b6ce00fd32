// Copies on the phone: following a mentor, its limits, pause, change and stop; a large one is decided by two operators.

import { randomUUID } from 'node:crypto'
import type { Locator, Page, PlaywrightWorkerArgs } from '@playwright/test'
import { newId } from '../../apps/member/src/shell/send-once/new-id.ts'
import { texts as consoleEn } from '../../apps/console/src/features/copy-trading/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/copy-trading/texts/tw.ts'
import type { DataOf } from '../../packages/contract/src/index.ts'
import { isCopyOpen } from '../../packages/rules/src/copy-trading/index.ts'
import { dayBefore, plantRecord, steadyDays, steadyTrades } from '../flows/support/mentor-record.ts'
import { alterData } from './support/alter-data.ts'
import { approve, approveByTwo, openInQueue, reviewOf } from './support/both-apps.ts'
import { toast } from './support/fields.ts'
import { placeOrder } from './support/hold.ts'
import { freezePrice, letSell } from './support/holdings.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi, registerMember, signIn } from './support/member.ts'
import { openOperatorVotes, until, verifyMember, type Votes } from './support/money.ts'
import { expectCleanConsole, type SignedInOperator, signInOperator, withOwner } from './support/operators.ts'
import { expect, proveOnly, test as base, twoAppearances } from './support/test.ts'
import type { Texts } from './support/texts.ts'
import { type Api, apiOf, apiOfRequest, costIn, moneyText, priceText, typeIn } from './support/trading.ts'

/** The worker executes a decision, and the phone updates by itself. */
const soon = { timeout: 20_000 }
/** An order at the limit fills as soon as the market has a quote; a pause of the venue lasts two minutes. */
const filled = { timeout: 150_000 }
/** Traded often, and by no other test: one of them gets a price that the market did not make. */
const FALLING = { tw: '00919', en: '00878' } as const

const test = base.extend<{
  readonly votes: Votes
  readonly operators: readonly [SignedInOperator, SignedInOperator]
}>({
  votes: async ({}, use) => {
    const votes = await openOperatorVotes()
    await use(votes)
    await votes.owner.end()
  },
  operators: async ({ browser, lang }, use) => {
    const appearance = { theme: 'light' } as const
    const operators = [
      await signInOperator(browser, lang, ['approver'], { name: '王先看', appearance }),
      await signInOperator(browser, lang, ['approver'], { name: '李後看', appearance }),
    ] as const
    await use(operators)
    for (const { context } of operators) await context.close()
  },
})

interface Mentor {
  readonly mentorId: string
  readonly name: string
  /** The mentor's own calls. */
  readonly api: Api
}

/** Another member with a planted record, approved by two operators. */
async function makeMentor(playwright: PlaywrightWorkerArgs['playwright'], votes: Votes): Promise<Mentor> {
  const request = await playwright.request.newContext()
  const member = await registerMember(request)
  const session = await signIn(request, member)
  await verifyMember(request, session, member, votes)
  await withOwner((db) =>
    db.transaction((tx) =>
      plantRecord(tx, member.memberId, {
        days: steadyDays(dayBefore(new Date().toISOString().slice(0, 10), 1), 100),
        trades: steadyTrades(22),
      }),
    ),
  )
  const applicationId = randomUUID()
  const name = `穩穩 ${member.memberId.slice(-6)}`
  const strategy = { tw: '只買大型股，分三批進場，跌破月線就全部賣出，不用融資。', en: '' }
  await callApi(
    request,
    '/mentors/apply',
    { applicationId, name, strategy, agreed: true },
    { session, key: true },
  )
  await votes.vote(0, 'mentor', applicationId, 'approve', '')
  await votes.vote(1, 'mentor', applicationId, 'approve', '')
  let mentorId = ''
  await until(async () => {
    const own = await callApi<{ mentor: { mentorId: string } | null }>(
      request,
      '/mentors/own',
      {},
      { session },
    )
    mentorId = own.mentor?.mentorId ?? ''
    return mentorId !== ''
  })
  return { mentorId, name, api: apiOfRequest(request, session) }
}

/** The screens offer a follow only while orders of mentors are copied. */
const offer = async (page: Page): Promise<void> => {
  for (const path of ['/copy-trading/terms', '/copy-trading/products'])
    await alterData(page, path, (data) => {
      data.isOpen = true
    })
}

/** Opens the sheet from the page of the mentor, which sends nothing yet. */
const openStart = async (page: Page, { copyTrading: copies }: Texts, mentor: Mentor): Promise<Locator> => {
  await page.goto(`/#/gdindex/dsFllowInfo?id=${mentor.mentorId}`)
  await page.getByRole('button', { name: copies.follow, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: copies.start.title(mentor.name) })
  await expect(sheet.getByRole('textbox', { name: copies.start.amount })).toHaveValue('10,000.00')
  return sheet
}

/** From the fields to the confirmation, agreed. */
const confirmStart = async (page: Page, { copyTrading: copies }: Texts, money: string): Promise<Locator> => {
  await page.getByRole('button', { name: copies.start.check(money) }).click()
  const sheet = page.getByRole('dialog', { name: copies.confirm.title })
  await sheet.getByRole('checkbox', { name: copies.confirm.agree }).check({ force: true })
  return sheet
}

/** On the list of today, which closed before the follow. */
const putOnList = (copyId: string): Promise<unknown> =>
  withOwner((db) => db.query(`UPDATE app.copies SET starts_on = '2026-01-01' WHERE id = $1`, [copyId]))

/** The positions of a copy can be sold as if its purchases were of yesterday. */
async function letCopySell(copyId: string): Promise<void> {
  const rows = await withOwner((db) =>
    db.query<{ id: string }>(
      'SELECT p.id FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id WHERE l.copy_id = $1',
      [copyId],
    ),
  )
  for (const { id } of rows) await letSell(id)
}

test(
  'a member follows a mentor, pauses, changes and stops',
  { tag: twoAppearances },
  async ({ page, playwright, texts, open, member, votes }) => {
    test.slow()
    const { copyTrading: copies, shell, messages } = texts
    await offer(page)
    const mentor = await makeMentor(playwright, votes)
    const session = await open('/gdindex/gdindex')
    await expect(page.getByText(copies.hub.empty)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the follow hub without a copy')
    await verifyMember(page.context().request, session, member, votes)

    const sheet = await openStart(page, texts, mentor)
    const amount = sheet.getByRole('textbox', { name: copies.start.amount })
    const check = sheet.getByRole('button', { name: copies.start.check('').trim() })
    for (const [typed, problem] of [
      ['100', copies.start.limits['follow.below-minimum']('10,000.00')],
      ['3000000', copies.start.limits['follow.above-maximum']('2,000,000.00')],
      ['a lot', copies.start.unreadable],
    ] as const) {
      await typeIn(amount, typed)
      await expect(sheet.getByText(problem, { exact: true })).toBeVisible()
    }
    await expect(check).toHaveAttribute('aria-disabled', 'true')
    await typeIn(amount, '100000')
    await sheet.getByRole('radio', { name: '50%' }).check({ force: true })
    await expect(sheet.getByText(copies.settings.shareOf('50,000.00'))).toBeVisible()
    await expect(sheet.getByText(copies.settings.stopLossAt('90,000.00'))).toBeVisible()
    await sheet.getByLabel(copies.settings.cap).fill('100000.01')
    await expect(sheet.getByText(copies.settings.capError)).toBeVisible()
    await sheet.getByLabel(copies.settings.cap).fill('')
    await settle(page)
    await expectCleanPage(page, 'the start of a copy')
    const confirm = await confirmStart(page, texts, 'NT$100,000.00')
    await expect(confirm.getByText(copies.confirm.atOnce('NT$500,000.00'))).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the confirmation of a copy')
    await confirm.getByRole('button', { name: copies.confirm.send, exact: true }).click()
    await expect(toast(page, texts)).toContainText(messages['done.follow'])

    await expect(page.getByRole('heading', { level: 1, name: shell.titles.myCopy })).toBeVisible()
    await expect(confirm).toHaveCount(0)
    await expect(page.getByText(copies.states.following, { exact: true })).toBeVisible()
    for (const figure of ['amount', 'held'])
      await expect(page.locator(`[data-copy="${figure}"]`)).toHaveText('100,000.00')
    await settle(page)
    await expectCleanPage(page, 'one copy')
    await page.getByRole('button', { name: copies.copy.pause, exact: true }).click()
    await expect(page.getByText(copies.states.paused, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: copies.copy.resume }).click()
    await expect(page.getByText(copies.states.following, { exact: true })).toBeVisible()

    await page.getByRole('button', { name: new RegExp(`^${copies.settings.stopLoss}`) }).click()
    const settings = page.getByRole('dialog', { name: copies.settings.edit })
    await settings.getByRole('radio', { name: copies.none }).check({ force: true })
    await settings.getByLabel(copies.settings.cap).fill('200000')
    await expect(settings.getByText(copies.settings.capError)).toBeVisible()
    await settings.getByLabel(copies.settings.cap).fill('20000')
    await settle(page)
    await expectCleanPage(page, 'the settings of a copy')
    await settings.getByRole('button', { name: copies.settings.save }).click()
    await expect(settings).toHaveCount(0)
    await expect(page.locator('[data-setting="stopLoss"]')).toHaveText(copies.none)
    await expect(page.locator('[data-setting="cap"]')).toHaveText('20,000.00')

    await page.getByRole('button', { name: new RegExp(`^${copies.settings.amount}`) }).click()
    const changing = page.getByRole('dialog', { name: copies.change.title })
    const changed = changing.getByRole('textbox', { name: copies.change.new })
    await typeIn(changed, '600000')
    await expect(
      changing.getByText(copies.change.atOnce('500,000.00'), { exact: true }).first(),
    ).toBeVisible()
    await typeIn(changed, '120000')
    await expect(changing.getByText(copies.change.more('20,000.00'))).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'another amount of a copy')
    await changing.getByRole('button', { name: copies.change.save('NT$120,000.00') }).click()
    await expect(changing).toHaveCount(0)
    for (const figure of ['amount', 'held'])
      await expect(page.locator(`[data-copy="${figure}"]`)).toHaveText('120,000.00')

    await page.goto('/#/gdindex/dsFllowRecord')
    await expect(page.getByText(copies.records.current('1'))).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'current copies')
    await page.getByRole('link', { name: mentor.name }).click()
    await page.getByRole('button', { name: copies.copy.stop }).click()
    const stopping = page.getByRole('dialog', { name: copies.stopping.title })
    await settle(page)
    await expectCleanPage(page, 'the end of a copy')
    await stopping.getByRole('button', { name: copies.stopping.yes }).click()
    await expect(stopping).toHaveCount(0)
    await expect(page.getByText(copies.states.ended, { exact: true })).toBeVisible()
    await expect(page.getByText(copies.reasons.stopped, { exact: true }).first()).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'an ended copy')
    await page.goto('/#/gdindex/dsFllowRecord?tab=history')
    await expect(page.getByText(copies.records.history('1'))).toBeVisible()
    await expect(page.getByText(copies.reasons.stopped, { exact: true })).toBeVisible()
    // It began and ended today: one day, not the same twice.
    await expect(page.getByText(/^\d{4}\/\d\d\/\d\d$/)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'past copies')
  },
)

test(
  'a purchase of the mentor reaches the copy, whose shares are kept',
  { tag: proveOnly },
  async ({ page, playwright, texts, open, member, votes }) => {
    test.skip(!isCopyOpen, 'orders of mentors are not copied')
    test.slow()
    const { copyTrading: copies } = texts
    const mentor = await makeMentor(playwright, votes)
    const session = await open('/gdindex/gdindex')
    await verifyMember(page.context().request, session, member, votes)
    const copyId = randomUUID()
    // As much as the mentor's account: the copy buys a whole lot too. An odd lot would wait for the next auction of odd lots, and
    // nothing of the parent order is divided before its last part has ended.
    const [day] = await withOwner((db) =>
      db.query<{ capital: string }>(
        'SELECT capital::text AS capital FROM app.mentor_days WHERE mentor_id = $1 ORDER BY date DESC LIMIT 1',
        [mentor.mentorId],
      ),
    )
    const body = { copyId, mentorId: mentor.mentorId, amount: day!.capital, stockShareBp: 10_000 }
    await callApi(
      page.context().request,
      '/copy-trading/follow',
      { ...body, stopLossBp: 1_000, cap: null, agreed: true },
      { session, key: true },
    )
    await putOnList(copyId)
    await page.goto(`/#/gdindex/dsFllowRecord?view=copy&id=${copyId}`)
    await expect(page.locator('[data-copy="amount"]')).toBeVisible()
    await placeOrder(mentor.api, { symbol: '2014', lots: 1, price: 'limit-up' })

    const orders = page.getByRole('region', { name: copies.allocations.title })
    // The page hears of the fill, which takes as long as the market takes for two lots: its book may be thin or paused.
    await expect(orders.getByRole('link').filter({ hasText: '2014' })).toContainText('×', filled)
    await expect(page.locator('[data-copy="result"]')).toBeVisible()
    const contents = page.getByRole('region', { name: copies.contents.title })
    await expect(contents.getByRole('link').filter({ hasText: '2014' })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a copy with shares')
    // The phone divides the parent order again; the tree of the day may be there or not.
    const { standing, rows } = copies.proof
    await orders.getByRole('button', { name: copies.proof.open }).click(soon)
    await expect(orders.getByText(new RegExp(`^(${standing.waiting}|${standing.verified})$`))).toBeVisible(
      soon,
    )
    const seedRow = orders.getByRole('listitem').filter({ hasText: rows.seed.title })
    await expect(seedRow).toContainText(texts.audit.verdicts.right)
    await settle(page)
    await expectCleanPage(page, 'the evidence of an allocation')
    await page.getByRole('button', { name: copies.copy.stop }).click()
    const stopping = page.getByRole('dialog', { name: copies.stopping.title })
    const stop = stopping.getByRole('button', { name: copies.stopping.yes, exact: true })
    await expect(stop).toHaveAttribute('aria-disabled', 'true')
    await stopping.getByRole('radio', { name: copies.stopping.keep('1') }).check({ force: true })
    await settle(page)
    await expectCleanPage(page, 'the end of a copy with shares')
    await stop.click()
    await expect(stopping).toHaveCount(0)
    await expect(page.getByText(copies.states.ended, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: copies.contents.kept })).toContainText('2014')
    await page.getByRole('region', { name: copies.contents.kept }).getByRole('link').click()
    await expect(page).toHaveURL(/positionDetail/)
  },
)

test(
  'a copy sells with its mentor, at its stop-loss and when stopped',
  { tag: twoAppearances },
  async ({ page, playwright, texts, lang, open, member, votes }) => {
    test.skip(!isCopyOpen, 'orders of mentors are not copied')
    test.slow()
    const { copyTrading: copies, messages, shell } = texts
    const { allocations, contents, stopping } = copies
    const symbol = FALLING[lang]
    const mentor = await makeMentor(playwright, votes)
    const session = await open('/gdindex/gdindex')
    await verifyMember(page.context().request, session, member, votes)
    // The amount pays for four lots at the limit of the day. It is also the mentor's capital, so that the copy buys whole lots.
    const { upper } = await apiOf(page, session).ask<DataOf<'/orders/terms'>>('/orders/terms', { symbol })
    const dollars = Math.ceil((4_000 * upper! * 1.01) / 100_000) * 1_000
    const amount = String(dollars * 100)
    await withOwner((db) =>
      db.query('UPDATE app.mentor_days SET capital = $2 WHERE mentor_id = $1', [mentor.mentorId, amount]),
    )
    const inCopy = page.getByRole('region', { name: contents.title })
    const orders = page.getByRole('region', { name: allocations.title })
    const holds = (shares: string): Promise<void> =>
      expect(inCopy.getByRole('link').filter({ hasText: symbol })).toContainText(
        contents.shares(shares, '#').split('#')[0]!.trim(),
        filled,
      )
    /** The line of an order at the mentor's own average price. */
    const isCopied = async (side: 'buy' | 'sell', shares: string, leadOrder: string): Promise<void> => {
      await expect.poll(async () => (await mentor.api.order(leadOrder)).order.state, filled).toBe('filled')
      const { averagePrice } = (await mentor.api.order(leadOrder)).order
      const line = orders
        .getByRole('link')
        .filter({ hasText: allocations.shares(allocations.sides[side], shares) })
      await expect(line).toContainText(allocations.times(priceText(averagePrice!)), filled)
    }
    const isEmpty = async (reason: string): Promise<void> => {
      await expect(page.getByText(copies.states.ended, { exact: true })).toBeVisible(filled)
      await expect(page.getByText(reason, { exact: true }).first()).toBeVisible()
      // Nothing is left with the member: its sale is filled.
      await expect(page.getByRole('region', { name: contents.kept })).toHaveCount(0, filled)
      await expect(costIn(page, contents.value)).toHaveText('0.00')
    }

    const sheet = await openStart(page, texts, mentor)
    await typeIn(sheet.getByRole('textbox', { name: copies.start.amount }), String(dollars))
    await sheet.getByRole('radio', { name: '100%' }).check({ force: true })
    await sheet.getByRole('radio', { name: '−5%' }).check({ force: true })
    const confirm = await confirmStart(page, texts, `NT$${moneyText(amount)}`)
    await confirm.getByRole('button', { name: copies.confirm.send, exact: true }).click()
    await expect(toast(page, texts)).toContainText(messages['done.follow'])
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.myCopy })).toBeVisible()
    const first = new URLSearchParams(page.url().split('?').at(-1)).get('id')!
    await putOnList(first)

    const bought = await placeOrder(mentor.api, { symbol, lots: 4, price: 'limit-up' })
    await isCopied('buy', '4,000', bought)
    await holds('4,000')
    await settle(page)
    await expectCleanPage(page, 'a copy at the price of its mentor')

    await letSell(bought)
    await letCopySell(first)
    const { hash, lower } = await mentor.api.ask<DataOf<'/orders/terms'>>('/orders/terms', { symbol })
    const sold = newId()
    await mentor.api.ask('/orders/closePosition', {
      orderId: sold,
      positionId: bought,
      price: lower,
      quantity: 1_000,
      validity: 'ROD',
      terms: hash,
      acknowledged: ['far-price'],
    })
    await isCopied('sell', '1,000', sold)
    await holds('3,000')
    await expect(costIn(page, contents.proceeds)).toHaveText(/^\+[1-9]/)
    await settle(page)
    await expectCleanPage(page, 'a copy after a part of a sale')

    // A tenth below the last price, which the market alone would take a pause or a day for.
    const thaw = await freezePrice(symbol, (last) => Math.floor(last * 0.9))
    try {
      await isEmpty(copies.reasons['stop-loss'])
    } finally {
      await thaw()
    }
    await settle(page)
    await expectCleanPage(page, 'a copy after its stop-loss')

    const second = randomUUID()
    await callApi(
      page.context().request,
      '/copy-trading/follow',
      {
        copyId: second,
        mentorId: mentor.mentorId,
        amount,
        stockShareBp: 10_000,
        stopLossBp: null,
        cap: null,
        agreed: true,
      },
      { session, key: true },
    )
    await putOnList(second)
    await page.goto(`/#/gdindex/dsFllowRecord?view=copy&id=${second}`)
    await expect(page.locator('[data-copy="amount"]')).toBeVisible()
    const again = await placeOrder(mentor.api, { symbol, lots: 1, price: 'limit-up' })
    await isCopied('buy', '1,000', again)
    await holds('1,000')
    await letCopySell(second)
    await page.getByRole('button', { name: copies.copy.stop }).click()
    const sheetOfStop = page.getByRole('dialog', { name: stopping.title })
    await sheetOfStop.getByRole('radio', { name: stopping.sell('1') }).check({ force: true })
    await settle(page)
    await expectCleanPage(page, 'the end of a copy with a sale')
    await sheetOfStop.getByRole('button', { name: stopping.yes, exact: true }).click()
    // The fill can arrive with the answer: its toast then shows instead.
    await expect(toast(page, texts)).toContainText(new RegExp(`${stopping.doneSelling('1')}|${symbol}`))
    await expect(sheetOfStop).toHaveCount(0)
    await isEmpty(copies.reasons.stopped)
    await settle(page)
    await expectCleanPage(page, 'a copy sold with its stop')
    await page.goto('/#/gdindex/dsFllowRecord?tab=history')
    await expect(page.getByText(copies.records.history('2'))).toBeVisible()
    for (const reason of ['stop-loss', 'stopped'] as const)
      await expect(page.getByText(copies.reasons[reason], { exact: true })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'past copies that were sold')
  },
)

test(
  'a lost answer makes one copy, and back leaves the sheets',
  { tag: proveOnly },
  async ({ page, playwright, texts, open, member, votes }) => {
    test.slow()
    const { copyTrading: copies, messages } = texts
    await offer(page)
    const mentor = await makeMentor(playwright, votes)
    const session = await open('/gdindex/gdindex')
    await verifyMember(page.context().request, session, member, votes)
    const start = await openStart(page, texts, mentor)
    const confirm = await confirmStart(page, texts, 'NT$10,000.00')
    await page.goBack()
    await expect(confirm).toHaveCount(0)
    await expect(start).toBeVisible()
    await page.goBack()
    await expect(start).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(mentor.mentorId))

    await openStart(page, texts, mentor)
    await confirmStart(page, texts, 'NT$10,000.00')
    const follow = '**/api/vue/copy-trading/follow'
    await page.route(follow, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await confirm.getByRole('button', { name: copies.confirm.send, exact: true }).click()
    await expect(confirm.getByText(copies.confirm.unknown)).toBeVisible(soon)
    await page.unroute(follow)
    await confirm.getByRole('button', { name: copies.confirm.again }).click()
    await expect(toast(page, texts)).toContainText(messages['done.follow'])
    const rows = await withOwner((db) =>
      db.query<{ amount: string }>('SELECT amount::text AS amount FROM app.copies WHERE member_id = $1', [
        member.memberId,
      ]),
    )
    expect(rows.map(({ amount }) => amount)).toEqual(['1000000'])
    await page.goto(`/#/gdindex/dsFllowInfo?id=${mentor.mentorId}`)
    await expect(page.getByRole('link', { name: copies.mine })).toBeVisible()
  },
)

test(
  'a mentor page offers no follow before trades are copied',
  { tag: proveOnly },
  async ({ page, playwright, texts, open, votes }) => {
    test.slow()
    const { copyTrading: copies } = texts
    const mentor = await makeMentor(playwright, votes)
    await alterData(page, '/copy-trading/terms', (data) => {
      data.isOpen = false
    })
    await open(`/gdindex/dsFllowInfo?id=${mentor.mentorId}`)
    await expect(page.getByText(copies.notOpen)).toBeVisible()
    await expect(page.getByRole('button', { name: copies.follow, exact: true })).toHaveCount(0)
    await settle(page)
    await expectCleanPage(page, 'a mentor before copying is open')
  },
)

test(
  'two operators decide a large copy, and one is taken back',
  { tag: proveOnly },
  async ({ page, playwright, texts, lang, open, member, votes, operators }) => {
    test.slow()
    const { copyTrading: copies } = texts
    const console_ = lang === 'tw' ? consoleTw : consoleEn
    const mentor = await makeMentor(playwright, votes)
    const session = await open('/gdindex/gdindex')
    await verifyMember(page.context().request, session, member, votes)
    const follow = () =>
      callApi<{ copy: { copyId: string } }>(
        page.context().request,
        '/copy-trading/follow',
        {
          copyId: randomUUID(),
          mentorId: mentor.mentorId,
          amount: '60000000',
          stockShareBp: 3_000,
          stopLossBp: null,
          cap: null,
          agreed: true,
        },
        { session, key: true },
      )
    const first = await follow()
    await page.goto(`/#/gdindex/dsFllowRecord?view=copy&id=${first.copy.copyId}`)
    // The hub behind has a chip of the copy too, until it is gone.
    const main = page.getByRole('main')
    await expect(main.getByText(copies.states['under-review'], { exact: true })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a copy under review')
    await page.getByRole('button', { name: copies.cancelling.open }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: copies.cancelling.yes }).click()
    await expect(page.getByText(copies.states.cancelled, { exact: true })).toBeVisible()

    const second = await follow()
    await page.goto(`/#/gdindex/dsFllowRecord?view=copy&id=${second.copy.copyId}`)
    const review = await reviewOf('copy', member.memberId)
    const at = operators[0].page
    await at.goto('/#/copy-trading?state=under-review')
    await expect(at.getByText(mentor.name)).toBeVisible()
    await expectCleanConsole(at, 'copies under review')
    await openInQueue(operators[0], review)
    await expectCleanConsole(at, 'the review of a copy')
    await approveByTwo(operators, review)
    await expect(page.getByText(copies.states.following, { exact: true })).toBeVisible(soon)
    await at.goto('/#/copy-trading')
    await expect(at.getByRole('row').filter({ hasText: mentor.name })).toContainText(
      console_.states.following,
    )
    await expectCleanConsole(at, 'copies that follow')
  },
)

test(
  'a product is proposed, approved and followed until its deadline',
  { tag: proveOnly },
  async ({ page, playwright, texts, lang, open, member, votes, operators }) => {
    test.slow()
    const { copyTrading: copies, messages } = texts
    const { products, form } = lang === 'tw' ? consoleTw : consoleEn
    await offer(page)
    const mentor = await makeMentor(playwright, votes)
    const session = await open('/gdindex/gdList')
    await verifyMember(page.context().request, session, member, votes)
    const name = { tw: `穩進 ${member.memberId.slice(-4)}`, en: `Steady ${member.memberId.slice(-4)}` }
    const deadline = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)
    const at = operators[0].page
    await at.goto('/#/copy-trading/products')
    await at.getByRole('button', { name: products.new }).click()
    const popup = at.getByRole('dialog')
    await popup.getByLabel(form.mentor, { exact: true }).selectOption({ label: mentor.name })
    for (const [label, text] of [
      [form.tw, name.tw],
      [form.en, name.en],
      [form.minimum, '20000'],
      [form.total, '500000'],
      [form.term(90), '30'],
      [form.deadline, deadline],
      [form.why, 'e2e: 新的一期'],
    ] as const)
      await popup.getByLabel(label, { exact: true }).fill(text)
    await expectCleanConsole(at, 'the proposal of a product')
    await popup.getByRole('button', { name: form.send }).click()
    await expect(popup).toHaveCount(0)
    const [row] = await withOwner((db) =>
      db.query<{ number: string }>(
        `SELECT number FROM app.reviews WHERE kind = 'copy-product' AND payload #>> '{name,tw}' = $1`,
        [name.tw],
      ),
    )
    await approve(operators[1], await reviewOf('copy-product', row!.number), 'second')

    await page.goto('/?again#/gdindex/gdList')
    const card = page.getByRole('listitem').filter({ hasText: name[lang] })
    await expect(card.getByText(copies.products.open, { exact: true })).toBeVisible(soon)
    await settle(page)
    await expectCleanPage(page, 'follow products')
    await card.getByRole('button', { name: new RegExp(`^${copies.products.follow}`) }).click()
    const sheet = page.getByRole('dialog', { name: copies.start.title(mentor.name) })
    await expect(sheet).toBeVisible()
    const confirm = await confirmStart(page, texts, 'NT$20,000.00')
    await confirm.getByRole('button', { name: copies.confirm.send, exact: true }).click()
    await expect(toast(page, texts)).toContainText(messages['done.follow'])
    await expect(confirm).toHaveCount(0)
    await page.goto('/#/gdindex/gdList?tab=record')
    await expect(page.getByRole('link', { name: name[lang] })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the record of follow products')
  },
)
