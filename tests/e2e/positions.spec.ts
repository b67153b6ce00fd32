// Positions on the running market: updated live, locked, closed in parts and whole, closed by a condition while the app
// is shut, margin called, call met, and closed by force.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { newId } from '../../apps/member/src/shell/send-once/new-id.ts'
import { stepPrice } from '../../packages/rules/src/instruments/index.ts'
import { toast } from './support/fields.ts'
import { hold, placeOrder, type Position } from './support/hold.ts'
import { borrowDownTo, letSell, lockFor, passDeadline } from './support/holdings.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { enter } from './support/member.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import type { Texts } from './support/texts.ts'
import { apiOf, costIn, moneyText, priceText, typeIn, type Api } from './support/trading.ts'
import { SWEEP, trade, tradeUntil } from './support/venue.ts'

/** Each test has its own stock, so that none moves another's price; a test in several appearances has one per language. */
const SEEN = { tw: '2382', en: '2357' }
const LOCKED = '2324'
const PARTS = { tw: '2303', en: '2353' }
const JOINED = { tw: '2344', en: '6505' }
const SHORTED = '2409'
const STOPPED = '3481'
const CALLED = { tw: '2317', en: '2454' }
const FORCED = '2330'
const PROVED = '2881'
const OTHER = '2882'
const QUICK = '2885'
const KEPT = '2912'
const KINDS = { stock: '2880', etf: '0056' }

const cardOf = (page: Page, symbol: string) => page.getByRole('listitem').filter({ hasText: symbol })
const amount = (text: string): bigint =>
  BigInt(
    text
      .replaceAll(/[^\d−.]/g, '')
      .replace('.', '')
      .replace('−', '-'),
  )
/** Every figure of the page, read at one moment because the price moves; a line that is absent is zero. */
async function termsOf(page: Page): Promise<(label: string) => bigint> {
  const read = await page
    .getByRole('term')
    .evaluateAll((all) =>
      all.map((each) => [each.textContent ?? '', each.nextElementSibling?.textContent ?? ''] as const),
    )
  return (label) => amount(read.find(([term]) => term.startsWith(label))?.[1] ?? '0')
}
const openList = (page: Page, state = 'in-progress') =>
  page.goto(`/?list=${state}${Math.random()}#/position/position?state=${state}`)
const openDetail = (page: Page, { positionId }: Pick<Position, 'positionId'>) =>
  page.goto(`/?position=${Math.random()}#/position/positionDetail?id=${positionId}`)

/** The house seat trades through the book until the last price changes; returns the new price. */
async function movePrice(api: Api, symbol: string): Promise<number> {
  const { last: before, reference } = await api.quote(symbol)
  const last = before ?? reference
  let now = last
  await expect
    .poll(
      async () => {
        const { last: newest, bids, asks } = await api.quote(symbol)
        now = newest ?? last
        if (now !== last) return true
        // The market makers requote all the time: the level may be gone when the order arrives.
        const bid = bids.find(([price]) => price !== last)?.[0]
        const ask = asks.find(([price]) => price !== last)?.[0]
        if (bid !== undefined) await trade(symbol, 'sell', bid, SWEEP)
        else if (ask !== undefined) await trade(symbol, 'buy', ask, SWEEP)
        return false
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  return now
}

test(
  'positions without a network are those last shown, with their time',
  { tag: proveOnly },
  async ({ page, texts, open, complaints }) => {
    test.slow()
    complaints.expect(/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load/)
    const api = apiOf(page, await open('/user/language'))
    await hold(api, { symbol: KEPT, lots: 1, multiple: 100 })
    await openList(page)
    await expect(cardOf(page, KEPT)).toBeVisible()
    await page.route('**/api/vue/positions/listPositions', (route) => route.abort('internetdisconnected'))
    await openList(page)
    await expect(page.getByText(new RegExp(texts.positions.keptAt('.+')))).toBeVisible()
    await expect(cardOf(page, KEPT)).toBeVisible()
    await page.unroute('**/api/vue/positions/listPositions')
    await page.getByRole('button', { name: texts.shell.retry }).click()
    await expect(page.getByText(new RegExp(texts.positions.keptAt('.+')))).toBeHidden()
    await expect(cardOf(page, KEPT)).toBeVisible()
  },
)

test(
  'a position updates live and cannot be sold the same day',
  { tag: everyAppearance },
  async ({ page, texts, open, lang }) => {
    test.slow()
    const { positions, position } = texts
    const api = apiOf(page, await open('/user/language'))
    const symbol = SEEN[lang]
    const held = await hold(api, { symbol, lots: 2, multiple: 200 })
    await openList(page)
    await settle(page)
    const card = cardOf(page, symbol)
    // The first trade of the practice day, with the time left when it is within a day.
    await expect(card).toContainText('05:05')
    await expect(card).toContainText(positions.lock.at('').trim())
    const close = card.getByRole('button', { name: positions.close })
    await expect(close).toHaveAttribute('aria-disabled', 'true')
    await expect(close).toHaveAccessibleDescription(/05:05/)
    await expect(page.getByRole('heading', { name: positions.unrealised })).toBeVisible()
    await expectCleanPage(page, 'a holding in the list')

    // Its cost, then its price. The market may move the price back before the phone shows it: then it moves again.
    const shownPrice = async () => (await card.textContent())?.match(/\d[\d,]*\.\d{2}/g)?.[1]
    const before = await shownPrice()
    expect(before).toBeDefined()
    await expect
      .poll(
        async () => {
          await movePrice(api, symbol)
          return shownPrice()
        },
        { timeout: 60_000 },
      )
      .not.toBe(before)

    // The server refuses it too, as the greyed button shows.
    const terms = await api.ask<{ hash: string; lower: number }>('/orders/terms', { symbol })
    await expect(
      api.ask('/orders/closePosition', {
        orderId: newId(),
        positionId: held.positionId,
        price: terms.lower,
        quantity: 1_000,
        validity: 'ROD',
        terms: terms.hash,
        acknowledged: ['far-price'],
      }),
    ).rejects.toThrow('stock.no-same-day-sale')

    await card.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(symbol)
    await settle(page)
    await expect(page.getByText(position.margin.title)).toBeVisible()
    await expectCleanPage(page, 'one holding')
    // A position that cannot be sold yet can have a condition, which waits.
    await page.getByRole('button', { name: position.condition }).click()
    const sheet = page.getByRole('dialog', { name: texts.close.title('').trim() })
    await expect(sheet.getByText(texts.close.conditional.tomorrow)).toBeVisible()
    await expectCleanPage(page, 'a condition for a holding')
  },
)

test(
  'positions of one stock show an average and close together',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, lang }) => {
    test.slow()
    const { positions, close } = texts
    const api = apiOf(page, await open('/user/language'))
    const symbol = JOINED[lang]
    const [one, two] = [await hold(api, { symbol }), await hold(api, { symbol, lots: 2 })]
    await letSell(one.positionId)
    await letSell(two.positionId)
    await openList(page)
    await page.getByRole('radio', { name: positions.byStock.stock }).check({ force: true })
    const card = page.getByRole('listitem').filter({ hasText: symbol }).first()
    const value = BigInt(one.openedValue) + BigInt(two.openedValue)
    await expect(card).toContainText(positions.byStock.average(priceText(Number((value + 1_500n) / 3_000n))))
    await settle(page)
    await expectCleanPage(page, 'positions by stock')
    await card.getByRole('button', { name: positions.byStock.closeAll }).click()
    const sheet = page.getByRole('dialog', { name: close.title('').trim() })
    await sheet.getByRole('radio', { name: texts.orders.priceTypes.market }).check({ force: true })
    await expectCleanPage(page, 'closing all positions of a stock')
    await sheet.getByRole('button', { name: /3/ }).click()
    await expect(sheet.getByText(close.several.states.sent)).toHaveCount(2)
    await expect
      .poll(async () => (await api.positions('open')).filter((row) => row.symbol === symbol).length)
      .toBe(0)
  },
)

test(
  'a lock counts down and then enables the close button',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const api = apiOf(page, await open('/user/language'))
    const held = await hold(api, { symbol: LOCKED })
    await lockFor(held.positionId, 8)
    await openList(page)
    const card = cardOf(page, LOCKED)
    const seconds = texts.positions.lock.seconds(0).replace('0', '').trim()
    await expect(card.getByText(new RegExp(`\\d\\s${seconds}`))).toBeVisible()
    const close = card.getByRole('button', { name: texts.positions.close })
    await expect(close).toHaveAttribute('aria-disabled', 'true')
    await expect(close).not.toHaveAttribute('aria-disabled')
    await expect(card.getByText(new RegExp(`\\d\\s${seconds}`))).toHaveCount(0)
  },
)

test(
  'a partial and a full close book what the sheet showed',
  { tag: twoAppearances },
  async ({ page, texts, open, lang }) => {
    test.slow()
    const { close, positions } = texts
    const api = apiOf(page, await open('/user/language'))
    const symbol = PARTS[lang]
    const held = await hold(api, { symbol, lots: 2, multiple: 250 })
    await letSell(held.positionId)
    const before = await api.account()
    await openList(page)
    await cardOf(page, symbol).getByRole('button', { name: positions.close }).click()
    const sheet = page.getByRole('dialog', { name: close.title('').trim() })
    await sheet.getByRole('button', { name: close.half }).click()
    const { asks, last, reference } = await api.quote(symbol)
    const price = asks[0]?.[0] ?? last ?? reference
    await typeIn(sheet.getByRole('textbox', { name: texts.orders.price.label }), priceText(price))
    await expectCleanPage(page, 'closing a part')
    const said = {
      received: amount(await costIn(page, close.received).innerText()),
      loan: amount(await costIn(page, close.loan).innerText()),
      fee: amount(await costIn(page, close.fee).innerText()),
      tax: amount(await costIn(page, close.tax).innerText()),
    }
    await sheet.getByRole('button', { name: /1/ }).last().click()
    const confirm = page.getByRole('dialog', { name: close.confirm.title })
    await expectCleanPage(page, 'the confirmation of a close')
    await confirm.getByRole('button', { name: close.confirm.send }).click()
    await expect(toast(page, texts)).toContainText(close.confirm.sent)
    // The position is preparing to close until the book answers; the other lot is still free.
    await expect(cardOf(page, symbol)).toContainText(positions.closing('1').replace(/1.*/, '').trim())
    expect((await api.position(held.positionId)).position.state).toBe('preparing-to-close')
    await tradeUntil(
      symbol,
      'buy',
      price,
      async () => (await api.position(held.positionId)).position.shares === 1_000,
    )
    const part = (await api.position(held.positionId)).fills.at(-1)
    expect(part?.price).toBe(price)
    expect(BigInt(part?.fee ?? 0)).toBe(-said.fee)
    expect(BigInt(part?.tax ?? 0)).toBe(-said.tax)
    const after = await api.account()
    expect(BigInt(after.terms.unsettled) - BigInt(before.terms.unsettled)).toBe(said.received)
    expect(BigInt(after.parts.cashLoans) - BigInt(before.parts.cashLoans)).toBe(-said.loan)

    // Close the remaining lot at the market.
    await openDetail(page, held)
    await page.getByRole('button', { name: texts.position.close('').trim() }).click()
    await sheet.getByRole('radio', { name: texts.orders.priceTypes.market }).check({ force: true })
    await sheet.getByRole('button', { name: /1/ }).last().click()
    await confirm.getByRole('button', { name: close.confirm.send }).click()
    await expect.poll(async () => (await api.position(held.positionId)).position.state).toBe('closed')
    const { position: ended } = await api.position(held.positionId)
    const gross = BigInt(ended.closedValue) - BigInt(ended.openedValue)
    const costs = [ended.openFee, ended.closeFee, ended.closeTax, ended.interestPaid]
    expect(BigInt(ended.realised)).toBe(gross - costs.reduce((sum, each) => sum + BigInt(each), 0n))

    await openList(page, 'terminated')
    const card = cardOf(page, symbol)
    await expect(card).toContainText(positions.ended.reasons.member)
    await expect(card).toContainText(moneyText(ended.realised).replace(/\.\d\d$/, ''))
    await settle(page)
    await expectCleanPage(page, 'what has ended')
    await card.getByRole('link').click()
    await expect(page.getByText(texts.position.fact.closedAt.long, { exact: true })).toBeVisible()
    await expect(costIn(page, texts.position.fact.closePrice.long)).toHaveText(
      priceText(ended.closePrice ?? 0),
    )
    await expect(costIn(page, texts.position.sums.closeFee.long)).toHaveText(`−${moneyText(ended.closeFee)}`)
    await expect(costIn(page, texts.position.sums.closeTax)).toHaveText(`−${moneyText(ended.closeTax)}`)
    await settle(page)
    await expectCleanPage(page, 'a holding that has ended')
  },
)

test(
  'a position shows every field and appears under its tabs',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    test.slow()
    const { positions, position, shell } = texts
    const { fact } = position
    const api = apiOf(page, await open('/user/language'))
    const held = await hold(api, { symbol: KINDS.stock, multiple: 200 })
    await hold(api, { symbol: KINDS.etf })
    const { lower } = await api.ask<{ lower: number }>('/orders/terms', { symbol: KINDS.stock })
    await placeOrder(api, { symbol: KINDS.stock, price: lower })
    await openDetail(page, held)
    const direction = `${positions.direction.long} ${positions.times('2')}`
    await expect(costIn(page, fact.side)).toHaveText(direction)
    await expect(costIn(page, fact.price.long)).toHaveText(
      fact.priceOf(priceText(held.price), fact.priceKinds.limit),
    )
    await expect(costIn(page, fact.cost)).toHaveText(`NT$${moneyText(held.openedValue)}`)
    await expect(costIn(page, fact.margin.long)).toHaveText(`NT$${moneyText(held.margin)}`)
    await expect(costIn(page, position.sums.openFee.long)).toHaveText(`−${moneyText(held.openFee)}`)
    await expect(costIn(page, position.margin.call)).toHaveText(priceText(held.callPrice ?? 0))
    for (const label of [fact.id, fact.openedAt.long, fact.quantity, fact.value, position.sums.net])
      await expect(page.getByText(label, { exact: true })).toBeVisible()
    await expect(page.getByText(position.states.holding, { exact: true })).toBeVisible()
    const { sums } = position
    const shown = await termsOf(page)
    const costs = [sums.openFee.long, sums.closeFee.long, sums.closeTax, sums.interest]
    const gross = shown(sums.gross)
    expect(shown(fact.value) - BigInt(held.openedValue)).toBe(gross)
    expect(shown(sums.net)).toBe(costs.reduce((sum, label) => sum + shown(label), gross))

    await openList(page)
    const kind = (name: keyof typeof positions.products) =>
      page.getByRole('button', { name: positions.products[name], exact: true }).click()
    await kind('etf')
    await expect(cardOf(page, KINDS.etf)).toBeVisible()
    await expect(cardOf(page, KINDS.stock)).toHaveCount(0)
    for (const name of ['auction', 'placing'] as const) {
      await kind('competition')
      await expect(cardOf(page, KINDS.stock)).toBeVisible()
      await expect(cardOf(page, KINDS.etf)).toHaveCount(0)
      await kind(name)
      await expect(page.getByText(shell.nothing)).toBeVisible()
    }

    await openList(page, 'delegation')
    await expect(cardOf(page, KINDS.stock)).toContainText(priceText(lower))
    await kind('placing')
    await expect(cardOf(page, KINDS.stock)).toHaveCount(0)
    await expect(page.getByText(shell.nothing)).toBeVisible()
    await kind('competition')
    await cardOf(page, KINDS.stock).getByRole('button', { name: texts.orders.order.cancel }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: texts.orders.cancel.confirm }).click()
    await expect(cardOf(page, KINDS.stock)).toHaveCount(0)
    await openList(page, 'terminated')
    await expect(cardOf(page, KINDS.stock)).toContainText(positions.ended.cancelled)
    await cardOf(page, KINDS.stock).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: position.orderHeading })).toBeVisible()
  },
)

test(
  'buying back a short returns the remaining collateral',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    test.slow()
    const { close } = texts
    const api = apiOf(page, await open('/user/language'))
    const held = await hold(api, { symbol: SHORTED, direction: 'short' })
    await openDetail(page, held)
    await settle(page)
    await expect(page.getByText(texts.position.margin.titleShort)).toBeVisible()
    await expectCleanPage(page, 'a short')
    await page.getByRole('button', { name: texts.position.close('').trim() }).click()
    const sheet = page.getByRole('dialog', { name: close.title('').trim() })
    await sheet.getByRole('radio', { name: texts.orders.priceTypes.market }).check({ force: true })
    await expect(costIn(page, close.collateral)).toHaveText(moneyText(held.collateral))
    await sheet.getByRole('button', { name: /1/ }).last().click()
    await page
      .getByRole('dialog', { name: close.confirm.title })
      .getByRole('button', { name: close.confirm.send })
      .click()
    await expect.poll(async () => (await api.position(held.positionId)).position.state).toBe('closed')
    const { position } = await api.position(held.positionId)
    const { unsettled } = (await api.account()).terms
    const paid = BigInt(position.closedValue) + BigInt(position.closeFee)
    expect(BigInt(unsettled)).toBe(BigInt(held.collateral) - paid)
  },
)

test('each number of lots to close has one button', { tag: proveOnly }, async ({ page, texts, open }) => {
  const { close, positions } = texts
  const api = apiOf(page, await open('/user/language'))
  const held = await hold(api, { symbol: QUICK, lots: 3 })
  await letSell(held.positionId)
  await openList(page)
  await cardOf(page, QUICK).getByRole('button', { name: positions.close }).click()
  const quick = page.getByRole('group', { name: close.quick }).getByRole('button')
  // Half of three lots is one lot, which has a button already.
  await expect(quick).toHaveCount(2)
  for (const at of [0, 1]) {
    await quick.nth(at).click()
    await expect(quick.and(page.locator('[aria-pressed=true]'))).toHaveCount(1)
    await expect(quick.nth(at)).toHaveAttribute('aria-pressed', 'true')
  }
})

test('a stop fires while the page is closed', { tag: proveOnly }, async ({ page, texts, open }) => {
  test.slow()
  const { close, positions } = texts
  const session = await open('/user/language')
  const api = apiOf(page, session)
  const held = await hold(api, { symbol: STOPPED })
  await letSell(held.positionId)
  await openDetail(page, held)
  await page.getByRole('button', { name: texts.position.close('').trim() }).click()
  const sheet = page.getByRole('dialog', { name: close.title('').trim() })
  await sheet.getByRole('radio', { name: texts.orders.priceTypes.conditional }).check({ force: true })
  await sheet.getByRole('radio', { name: close.conditional.kinds.stop, exact: true }).check({ force: true })
  const { last, reference } = await api.quote(STOPPED)
  // Far enough below that the market does not get there while the sheet is filled in.
  const trigger = Array.from({ length: 6 }).reduce<number>(
    (price) => stepPrice('stock', price, -1),
    last ?? reference,
  )
  await typeIn(sheet.getByRole('textbox', { name: close.conditional.stop, exact: true }), priceText(trigger))
  await sheet.getByRole('button', { name: /1/ }).last().click()
  const confirm = page.getByRole('dialog', { name: close.conditional.confirmTitle })
  await expect(confirm).toContainText(priceText(trigger))
  await expectCleanPage(page, 'the confirmation of a condition')
  await confirm.getByRole('button', { name: close.conditional.send }).click()
  await expect(toast(page, texts)).toContainText(close.conditional.sent)
  await openList(page, 'delegation')
  const waiting = cardOf(page, STOPPED)
  await expect(waiting).toContainText(positions.conditional.waiting)
  await expect(waiting).toContainText(priceText(trigger))
  await settle(page)
  await expectCleanPage(page, 'a condition that waits')

  await page.goto('about:blank')
  await tradeUntil(
    STOPPED,
    'sell',
    trigger,
    async () => (await api.position(held.positionId)).position.state === 'closed',
  )
  await openList(page, 'terminated')
  await expect(cardOf(page, STOPPED)).toContainText(positions.ended.reasons.conditional)
})

test('cancelling a conditional order frees its shares', { tag: proveOnly }, async ({ page, texts, open }) => {
  const { close, positions } = texts
  const api = apiOf(page, await open('/user/language'))
  const held = await hold(api, { symbol: OTHER })
  await letSell(held.positionId)
  await openDetail(page, held)
  await page.getByRole('button', { name: texts.position.close('').trim() }).click()
  const sheet = page.getByRole('dialog', { name: close.title('').trim() })
  await sheet.getByRole('radio', { name: texts.orders.priceTypes.conditional }).check({ force: true })
  await sheet.getByRole('button', { name: /1/ }).last().click()
  await page
    .getByRole('dialog', { name: close.conditional.confirmTitle })
    .getByRole('button', { name: close.conditional.send })
    .click()
  await expect(page.getByText(positions.conditional.waiting)).toBeVisible()
  await expect.poll(async () => (await api.position(held.positionId)).position.closing).toBe(1_000)
  await page.getByRole('button', { name: positions.order.cancel }).first().click()
  await page
    .getByRole('alertdialog', { name: positions.conditional.ask })
    .getByRole('button', { name: positions.order.cancel })
    .click()
  await expect.poll(async () => (await api.position(held.positionId)).position.closing).toBe(0)
})

test(
  'a margin call reaches both phones and is met from one',
  { tag: twoAppearances },
  async ({ page, texts, open, member, newPhone, lang }) => {
    test.slow()
    const { margin, marginBanner, support } = texts
    const session = await open('/user/language')
    const api = apiOf(page, session)
    const symbol = CALLED[lang]
    const held = await hold(api, { symbol, lots: 1, multiple: 250 })
    const other = await newPhone()
    await other.addInitScript((name) => localStorage.setItem('lang', name), lang)
    await enter(other, member, '/position/position')
    await openList(page)
    await settle(page)
    await expect(page.getByText(marginBanner.more)).toHaveCount(0)

    await borrowDownTo(member, held.positionId, 12_600)
    await movePrice(api, symbol)
    const banner = page.getByRole('status').filter({ hasText: marginBanner.more })
    await expect(banner).toBeVisible({ timeout: 75_000 })
    await expect(other.getByText(marginBanner.more)).toBeVisible()
    await expectCleanPage(page, 'the banner of a call')
    await page.goto('/#/user/usercenter')
    await expect(page.getByText(marginBanner.more).last()).toBeVisible()

    await page.goto('/?call#/position/position?view=margin-call')
    await settle(page)
    await expect(page.getByRole('radio', { name: margin.cash.title })).toBeChecked()
    await expect(page.getByText(margin.steps.early, { exact: true })).toBeVisible()
    await expectCleanPage(page, 'a margin call')
    await page.getByRole('button', { name: margin.contact, exact: true }).click()
    await expect(page.getByRole('dialog', { name: support.title, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    const loans = -BigInt((await api.account()).parts.cashLoans)
    const askToPay = () =>
      page.getByRole('button', { name: margin.cash.button('').trim() }).click({ timeout: 5_000 })
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: margin.cash.confirm })
    await askToPay()
    await expectCleanPage(page, 'topping up asks once more')
    await confirm.click()
    await expect.poll(async () => -BigInt((await api.account()).parts.cashLoans) < loans).toBe(true)
    // The market goes on: if the price fell before the payment was checked, the call asks for the rest.
    await expect(async () => {
      const isMet = await page
        .getByText(margin.none)
        .waitFor({ timeout: 10_000 })
        .then(() => true)
        .catch(() => false)
      if (isMet) return
      await page.goto(`/?call=${Math.random()}#/position/position?view=margin-call`)
      await askToPay()
      await confirm.click({ timeout: 5_000 })
      await expect(page.getByText(margin.none)).toBeVisible({ timeout: 10_000 })
    }).toPass({ timeout: 120_000 })
    await expect(other.getByText(marginBanner.more)).toHaveCount(0)
    await expectCleanPage(page, 'no margin call')
  },
)

test(
  'an unmet margin call ends in a recorded forced close',
  { tag: proveOnly },
  async ({ page, texts, open, member }) => {
    test.slow()
    const { position, margin } = texts
    const api = apiOf(page, await open('/user/language'))
    const held = await hold(api, { symbol: FORCED, multiple: 250 })
    await borrowDownTo(member, held.positionId, 12_500)
    await movePrice(api, FORCED)
    await page.goto('/?call#/position/position?view=margin-call')
    await expect(page.getByRole('radio', { name: margin.cash.title })).toBeVisible({ timeout: 75_000 })
    await passDeadline(member)
    await expect
      .poll(async () => (await api.position(held.positionId)).position.state, { timeout: 60_000 })
      .toBe('closed')
    await openDetail(page, held)
    await expect(page.getByText(position.forced.tag, { exact: true })).toBeVisible()
    for (const step of [position.forced.deadline, position.forced.order])
      await expect(page.getByText(step, { exact: true })).toBeVisible()
    // The returned amount equals the ledger's.
    const { unsettled } = (await api.account()).terms
    await expect(costIn(page, position.forced.back)).toHaveText(`NT$${moneyText(unsettled)}`)
    await settle(page)
    await expectCleanPage(page, 'the record of a forced close')
  },
)

test(
  'fill evidence verifies in the page, and an altered one fails',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const { audit } = texts
    const api = apiOf(page, await open('/user/language'))
    const held = await hold(api, { symbol: PROVED })
    await openDetail(page, held)
    const block = page.getByRole('region', { name: audit.fillTitle })
    const fine = new RegExp(`${audit.standing.waiting}|${audit.standing.verified}|${audit.standing.unsigned}`)
    await expect(block).toContainText(fine)
    await block.getByRole('button', { name: audit.recompute }).click()
    await expect(block.getByText(audit.rows.text.caption)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the evidence of a fill')
    await page.route('**/audit/fillEvidence', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: { body: string } }
      answer.data.body = answer.data.body.replace(String(held.price), String(held.price + 5))
      await route.fulfill({ response, json: answer })
    })
    await openDetail(page, held)
    await expect(block).toContainText(audit.standing.differs)
  },
)

test(
  'a statement is saved as CSV, PDF and JSON, with its hash',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open }) => {
    test.slow()
    const { statement } = texts.profit
    const api = apiOf(page, await open('/user/language'))
    await hold(api, { symbol: PROVED })
    await page.goto('/?profit#/position/position?view=profit')
    await settle(page)
    await expectCleanPage(page, 'profit and allocation')
    await page.getByRole('button', { name: texts.positions.statement }).click()
    const sheet = page.getByRole('dialog', { name: statement.title })
    for (const format of ['PDF', 'CSV', 'JSON']) {
      await sheet.getByRole('radio', { name: format }).check({ force: true })
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        sheet.getByRole('button', { name: statement.make(format) }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`))
      const bytes = await readFile(await file.path())
      const hash = createHash('sha256').update(bytes).digest('hex')
      await expect(sheet.getByText(`${hash.slice(0, 8)} … ${hash.slice(-8)}`)).toBeVisible()
      if (format === 'CSV') expect(bytes.toString('utf8')).toContain(PROVED)
      if (format === 'PDF') expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    }
    await expectCleanPage(page, 'a statement')
    await sheet.getByRole('button', { name: statement.own }).click()
    await sheet.getByLabel(statement.from).fill('2026-01-05')
    await sheet.getByLabel(statement.to).fill('2026-01-01')
    await expect(sheet.getByText(statement.wrong)).toBeVisible()
  },
)

test(
  'every empty position list shows a message',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, open }) => {
    const { positions, shell } = texts
    await open('/position/position')
    for (const state of ['delegation', 'in-progress', 'terminated'] as const) {
      await openList(page, state)
      await settle(page)
      await expect(page.getByText(shell.nothing)).toBeVisible()
      await expectCleanPage(page, `nothing in ${state}`)
    }
    await openList(page)
    await page.getByRole('button', { name: positions.products.auction }).click()
    await expect(page.getByText(shell.nothing)).toBeVisible()
    await page.goto('/?missing#/position/positionDetail?id=01a1de8f-b921-76b3-8c74-eac9d8738730')
    await expect(page.getByText(texts.position.missing)).toBeVisible()
  },
)

test(
  'the list keeps its filter after returning from a position',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const { positions, shell } = texts
    const api = apiOf(page, await open('/user/language'))
    await hold(api, { symbol: PROVED })
    await openList(page)
    await page.getByRole('button', { name: positions.products.competition }).click()
    await cardOf(page, PROVED).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(PROVED)
    await page.getByRole('button', { name: shell.back }).click()
    await expect(page.getByRole('button', { name: positions.products.competition })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  },
)

const hidden = (texts: Texts) => texts.members.hide

test(
  'positions hide amounts when the member hides them',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const api = apiOf(page, await open('/user/usercenter'))
    const held = await hold(api, { symbol: PROVED })
    await page.getByRole('button', { name: hidden(texts) }).click()
    await openList(page)
    await expect(cardOf(page, PROVED)).toContainText('••••')
    expect(await page.content()).not.toContain(moneyText(held.margin))
  },
)
