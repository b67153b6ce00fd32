// Day trading from the application to a covered day trade, on the running market. The automatic cover needs a whole
// trading day: tests/flows/day-trading.test.ts moves the clock for it.

import type { Page } from '@playwright/test'
import { alterData } from './support/alter-data.ts'
import { expectSent, toast } from './support/fields.ts'
import { hold } from './support/hold.ts'
import { lockFor } from './support/holdings.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi, type Member, type Session } from './support/member.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import type { Texts } from './support/texts.ts'
import { apiOf, moneyText, ticketOf, typeIn, priceText } from './support/trading.ts'
import { tradeUntil } from './support/venue.ts'

const PIN = '258036'
/** Each test trades its own stock; a test that runs in two appearances has one stock per language. */
const BUY_FIRST = { tw: '2357', en: '2382' }
const SELL_FIRST = { tw: '2379', en: '2395' }
const KEPT = '2412'

const path = '/common/dayTrading'

/** Matches the text with any argument. */
const any = (text: (value: string) => string): RegExp =>
  new RegExp(
    text('#')
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('#', '.+'),
  )

const setPin = (page: Page, session: Session, { password }: Member) =>
  callApi(
    page.context().request,
    '/auth/setFundPassword',
    { fundPassword: PIN, confirmPassword: PIN, loginPassword: password },
    { session },
  )

/** Completes the application without its forms. */
async function pass(page: Page, session: Session, member: Member): Promise<void> {
  await setPin(page, session, member)
  await callApi(
    page.context().request,
    '/day-trading/apply',
    { read: true, fundPassword: PIN },
    { session, key: true },
  )
}

const tab = (page: Page, texts: Texts, name: keyof Texts['dayTrading']['tabs']) =>
  page.getByRole('tab', { name: texts.dayTrading.tabs[name], exact: true })

const enterPin = async (page: Page, texts: Texts, pin: string) => {
  const pad = page.getByRole('group', { name: texts.dayTrading.apply.pad })
  for (const digit of pin) await pad.getByRole('button', { name: digit, exact: true }).click()
}

test(
  'a member applies with a fund password and may trade at once',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, open, member }) => {
    test.slow()
    const session = await open(path)
    const { apply, notYet, quota } = texts.dayTrading
    await expect(page.getByRole('heading', { name: notYet.title })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'day trading before the application')
    await page.getByRole('button', { name: notYet.action }).click()
    await expect(tab(page, texts, 'applied')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { name: apply.title })).toBeVisible()
    await expectCleanPage(page, 'the application')
    const send = page.getByRole('button', { name: apply.send, exact: true })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(apply.readFirst)).toBeVisible()
    await page.getByRole('checkbox', { name: apply.read }).check({ force: true })

    // A member without a fund password is led to set one.
    await send.click()
    const sheet = page.getByRole('dialog', { name: apply.sheet })
    await expect(sheet.getByText(apply.noPin)).toBeVisible()
    await expect(sheet.getByRole('link', { name: apply.setPin })).toHaveAttribute('href', /setPassword/)
    await sheet.getByRole('button', { name: texts.shell.close }).click()

    // Set on another device: this page learns of it when it is opened again.
    await setPin(page, session, member)
    await page.reload()
    await page.getByRole('checkbox', { name: apply.read }).check({ force: true })
    await send.click()
    await enterPin(page, texts, '000000')
    await sheet.getByRole('button', { name: apply.send, exact: true }).click()
    await expect(sheet.getByRole('alert')).toContainText(texts.messages['password.wrong-fund'])
    await expectCleanPage(page, 'the signature refused')
    await enterPin(page, texts, PIN)
    await sheet.getByRole('button', { name: apply.send, exact: true }).click()
    await expect(toast(page, texts)).toContainText(texts.messages['done.day-trading-passed'])
    await expect(tab(page, texts, 'order')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { name: quota.title })).toBeVisible()
    await expect(page.getByText(texts.dayTrading.uncovered.none)).toBeVisible()
    await settle(page)
    // The toast covers the tabs while it is shown.
    await expect(toast(page, texts)).toHaveCount(0)
    await expectCleanPage(page, 'day trading with nothing open')

    for (const name of ['transaction', 'details', 'applied'] as const) {
      await tab(page, texts, name).click()
      await settle(page)
      await expectCleanPage(page, `the tab ${name} with nothing in it`)
    }
    await expect(page.getByText(apply.passed, { exact: true })).toBeVisible()
  },
)

test(
  'a day trade that buys first is opened, covered and recorded',
  { tag: twoAppearances },
  async ({ page, texts, open, member, lang }) => {
    test.slow()
    const session = await open(path)
    const api = apiOf(page, session)
    await pass(page, session, member)
    await page.reload()
    const { dayTrading, close } = texts
    // The list links to the ticket with the day trade switched on.
    const first = page.getByRole('link', { name: any(dayTrading.stocks.buyOf) }).first()
    await expect(first).toHaveAttribute('href', /side=long&dayTrade=1/)
    const symbol = BUY_FIRST[lang]
    await page.goto(`/?dt=1#/market/marketBuy?symbol=${symbol}&side=long&dayTrade=1`)
    const ticket = ticketOf(page, texts)
    await expect(ticket.price).toBeVisible()
    const { bids } = await api.quote(symbol)
    const price = bids[0]![0]
    await typeIn(ticket.price, priceText(price))
    await typeIn(ticket.lots, '2')
    await ticket.review.click()
    await ticket.send.click()
    await expect.poll(async () => (await api.open()).length + (await api.ended()).length).toBe(1)
    await tradeUntil(symbol, 'sell', price, async () => (await api.positions('open'))[0]?.shares === 2_000)
    const [position] = await api.positions('open')
    expect(position).toMatchObject({ dayTrade: true, direction: 'long', symbol })

    // The page counts down the minute after the fill.
    await lockFor(position!.positionId, 20)
    await page.goto(`/?dt=2#${path}`)
    await expect(page.getByText(dayTrading.kinds.long).first()).toBeVisible()
    await expect(page.getByText(dayTrading.uncovered.net('0.15%'))).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'an open day trade in the list')
    // A fund has its own tax rate, also when it is sold on the same day.
    await alterData(page, '/positions/listPositions', (data) => {
      for (const each of data.positions) each.kind = 'etf'
    })
    await page.goto(`/?dt=2a#${path}`)
    await expect(page.getByText(dayTrading.uncovered.net('0.10%'))).toBeVisible()
    await page.unroute('**/api/vue/positions/listPositions')
    await page.goto(`/?dt=2c#${path}`)
    // Within the first minute the ordinary sheet opens, counts down and says when the house covers.
    await page.getByRole('button', { name: any(dayTrading.uncovered.coverOf) }).click()
    const early = page.getByRole('dialog', { name: close.title('').trim() })
    await expect(early.getByRole('textbox', { name: texts.orders.price.label, exact: true })).toBeVisible()
    await expect(early.getByText(any(close.autoCover))).toBeVisible()
    const seconds = texts.positions.lock.seconds(0).replace('0', '').trim()
    await expect(early.getByText(new RegExp(`\\d\\s${seconds}`))).toBeVisible()
    const reviewEarly = early.getByRole('button', { name: any(close.review.long) })
    await expect(reviewEarly).toHaveAttribute('aria-disabled', 'true')
    await expectCleanPage(page, 'covering a day trade in its first minute')
    await expect(reviewEarly).not.toHaveAttribute('aria-disabled', { timeout: 40_000 })
    await early.getByRole('button', { name: texts.shell.close }).click()
    await lockFor(position!.positionId, 20)
    await page.goto(`/?dt=2b#${path}`)
    await page.getByRole('link', { name: any(dayTrading.uncovered.see) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(symbol)
    const cover = page.getByRole('button', { name: any(dayTrading.open.cover) })
    await expect(cover).toHaveAttribute('aria-disabled', 'true')
    await expect(
      page.getByRole('img', { name: any((text) => dayTrading.open.chart(text, text, text)) }),
    ).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'an open day trade')
    await expect(cover).not.toHaveAttribute('aria-disabled', 'true')

    await cover.click()
    const sheet = page.getByRole('dialog', { name: close.title('').trim() })
    const terms = await api.ask<{ lower: number }>('/orders/terms', { symbol })
    await typeIn(
      sheet.getByRole('textbox', { name: texts.orders.price.label, exact: true }),
      priceText((await api.quote(symbol)).bids[0]?.[0] ?? terms.lower),
    )
    await sheet.getByRole('button', { name: any(close.review.long) }).click()
    const confirm = page.getByRole('dialog', { name: close.confirm.title })
    await confirm.getByRole('button', { name: close.confirm.send }).click()
    await expectSent(page, texts, close.confirm.sent)
    await tradeUntil(
      symbol,
      'buy',
      async () => (await api.quote(symbol)).asks[0]?.[0] ?? price,
      async () => (await api.positions('closed')).length === 1,
    )

    const [closed] = await api.positions('closed')
    // Half the tax: 0.15 % of the sale, cut to whole dollars.
    expect(BigInt(closed!.closeTax)).toBe(((BigInt(closed!.closedValue) * 1_500n) / 1_000_000n / 100n) * 100n)
    await page.goto(`/?dt=3#${path}?tab=details`)
    await expect(page.getByText(moneyText(closed!.realised).replace(/^\D/, '')).first()).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a completed day trade')
    await tab(page, texts, 'transaction').click()
    await expect(page.getByText(symbol).first()).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the orders of the day')
    await tab(page, texts, 'applied').click()
    await expect(page.getByText(dayTrading.apply.trips(1)).first()).toBeVisible()
  },
)

test(
  'a short day trade cannot be kept and is bought back',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, member, lang }) => {
    test.slow()
    const session = await open('/user/language')
    const api = apiOf(page, session)
    await pass(page, session, member)
    const symbol = SELL_FIRST[lang]
    const held = await hold(api, { symbol, direction: 'short', lots: 2, dayTrade: true })
    await lockFor(held.positionId, 0)
    const { dayTrading, close } = texts
    await page.goto(`/?dt=1#${path}?view=open&id=${held.positionId}`)
    await expect(page.getByText(dayTrading.kinds.short).first()).toBeVisible()
    await expect(page.getByText(dayTrading.open.shortNote)).toBeVisible()
    await expect(page.getByRole('button', { name: dayTrading.open.keep, exact: true })).toHaveCount(0)
    await settle(page)
    await expectCleanPage(page, 'an open day trade that sold first')
    await page.getByRole('button', { name: any(dayTrading.open.cover) }).click()
    const sheet = page.getByRole('dialog', { name: close.title('').trim() })
    await typeIn(
      sheet.getByRole('textbox', { name: texts.orders.price.label, exact: true }),
      priceText((await api.quote(symbol)).asks[0]![0]),
    )
    await sheet.getByRole('button', { name: any(close.review.short) }).click()
    await page
      .getByRole('dialog', { name: close.confirm.title })
      .getByRole('button', { name: close.confirm.send })
      .click()
    await expectSent(page, texts, close.confirm.sent)
    await tradeUntil(
      symbol,
      'sell',
      async () => (await api.quote(symbol)).bids[0]![0],
      async () => (await api.positions('closed')).length === 1,
    )
    expect((await api.positions('closed'))[0]).toMatchObject({ borrowFee: '0', dayTrade: true })
    await expect(page.getByText(dayTrading.open.gone.title)).toBeVisible()
  },
)

test(
  'a day trade kept overnight becomes an ordinary position',
  { tag: proveOnly },
  async ({ page, texts, open, member }) => {
    const session = await open('/user/language')
    const api = apiOf(page, session)
    await pass(page, session, member)
    const held = await hold(api, { symbol: KEPT, lots: 1, dayTrade: true })
    const { open: openTexts } = texts.dayTrading
    await page.goto(`/?dt=1#${path}?view=open&id=${held.positionId}`)
    await page.getByRole('button', { name: openTexts.keep, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: openTexts.keepTitle })
    await expectCleanPage(page, 'the question whether to keep it')
    await dialog.getByRole('button', { name: openTexts.keepYes }).click()
    await expect(page).toHaveURL(/positionDetail/)
    expect((await api.position(held.positionId)).position.dayTrade).toBe(false)
  },
)

test(
  'a failed day-trading load shows an error and can be retried',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    await open('/user/language')
    await page.route('**/api/vue/day-trading/**', (route) => route.abort('connectionreset'))
    await page.goto(`/?dt=1#${path}`)
    await expect(page.getByText(texts.shell.readFailed.title)).toBeVisible()
    await expectCleanPage(page, 'day trading that did not load')
    await page.unroute('**/api/vue/day-trading/**')
    await page.getByRole('button', { name: texts.shell.retry }).first().click()
    await expect(page.getByRole('heading', { name: texts.dayTrading.notYet.title })).toBeVisible()
  },
)
