// Orders on the running market, from the ticket to the ledger: the ticket's figures are charged, even when the
// connection fails.

import type { Page } from '@playwright/test'
import { expectSent, logIn, toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { enter, registerMember } from './support/member.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import {
  all,
  apiOf,
  costIn,
  joinPrice,
  moneyText,
  openTicket,
  placeLimit,
  priceText,
  ticketOf,
  typeIn,
} from './support/trading.ts'
import type { Texts } from './support/texts.ts'
import { halt, holdSettlement, resume, SWEEP, trade, tradeUntil } from './support/venue.ts'

/** Each test trades its own stock, so that none fills another's order; a test in two appearances has one per language. */
const LONG = { tw: '2884', en: '2886' }
const SHORT = { tw: '2891', en: '2892' }
const PARTIAL = '1216'
const RACE = '5880'
const CUT = '2002'
const LOST = '1101'
const POOR = '2308'
const HALTED = '2408'
const FAR = '2883'
const STOPPED = '1301'
const TERMS = '3045'
const TAPPED = '2412'
const VIEWED = '2317'
const EARLY = { tw: '2801', en: '2887' }

const filledToast = (page: Page, texts: Texts) =>
  toast(page, texts).getByText(texts.orderNews.filledDetail('').trim())

test(
  'a long with a loan costs exactly what the ticket showed',
  { tag: twoAppearances },
  async ({ page, texts, open, lang }) => {
    test.slow()
    const api = apiOf(page, await open('/user/language'))
    const symbol = LONG[lang]
    const { orders } = texts
    const before = await api.account()
    const price = await joinPrice(api, symbol, 'long')
    const ticket = await openTicket(page, texts, symbol, 'long')
    await ticket.choose('2.5×')
    await typeIn(ticket.price, priceText(price))
    await typeIn(ticket.lots, '40')
    await expectCleanPage(page, 'a ticket with a loan')
    const said = {
      value: await costIn(page, orders.ticket.value).innerText(),
      fee: await costIn(page, orders.ticket.fee).innerText(),
      own: await costIn(page, orders.ticket.own).innerText(),
      loan: await costIn(page, orders.ticket.loan('', '').split('，')[0]?.split(' ')[0] ?? '').innerText(),
    }
    await ticket.review.click()
    await expect(ticket.confirm).toBeVisible()
    await expectCleanPage(page, 'the confirmation of a loan')
    const need = await costIn(page, orders.confirm.need).innerText()
    await ticket.send.click()
    await expect(toast(page, texts)).toContainText(orders.sending.sent)
    const [order] = await api.open()
    expect(order).toMatchObject({ symbol, price, quantity: 40_000, multiple: 250, state: 'entrusted' })
    await Promise.all([
      expect(filledToast(page, texts)).toBeVisible(),
      tradeUntil(
        symbol,
        'sell',
        price,
        async () => (await api.order(order!.orderId)).order.state === 'filled',
      ),
    ])

    const { order: filled, fills } = await api.order(order!.orderId)
    const value = fills.reduce((sum, fill) => sum + BigInt(fill.price) * BigInt(fill.quantity), 0n)
    expect(moneyText(value)).toBe(said.value)
    expect(moneyText(filled.fee)).toBe(said.fee)
    const { position, fills: booked } = await api.position(order!.positionId)
    expect(moneyText(position.loan)).toBe(said.loan)
    expect(moneyText(position.margin)).toBe(said.own)
    // The cash these fills took from the member on the ledger equals the amount on the ticket.
    let taken = 0n
    for (const { entryId } of booked) {
      const { lines } = await api.ask<{ lines: { asset: string; account: string; amount: string }[] }>(
        '/funds/entry',
        { entryId },
      )
      for (const line of lines)
        if (line.asset === 'TWD' && !line.account.includes('loan')) taken -= BigInt(line.amount)
    }
    expect(`NT$${moneyText(taken)}`).toBe(need)
    const after = await api.account()
    expect(moneyText(BigInt(before.buyingPower) - BigInt(after.buyingPower))).toBe(need.slice(3))
  },
)

test(
  'a fill is shown as executed until settlement books its costs',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, lang }) => {
    test.slow()
    const api = apiOf(page, await open('/user/language'))
    const symbol = EARLY[lang]
    const { orders, orderNews } = texts
    // An executed fill is not repeated: the page must be on the feed as this member before it sends.
    const joinsFeed = () =>
      page
        .waitForEvent('websocket', (socket) => socket.url().endsWith('/live'))
        .then((socket) =>
          socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"member":true')),
        )
    const onFeed = joinsFeed()
    const ticket = await openTicket(page, texts, symbol, 'long')
    await onFeed
    const price = await joinPrice(api, symbol, 'short')
    await typeIn(ticket.price, priceText(price))
    await typeIn(ticket.lots, '1')
    await ticket.review.click()
    const executed = page.getByText(orders.order.executed)
    const costsFollow = toast(page, texts).getByText(orderNews.executedDetail('#').split('#')[1]!)
    const settlement = await holdSettlement(symbol)
    try {
      await ticket.send.click()
      await expect(ticket.confirm).toHaveCount(0)
      await page.evaluate(() => location.assign('#/trading/trading'))
      await Promise.all([
        expect(costsFollow).toBeVisible(),
        tradeUntil(symbol, 'sell', price, () => executed.isVisible()),
      ])
      await expect(page.getByText(orders.order.states.executed, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: orders.order.cancel, exact: true })).toHaveCount(0)
      await expectCleanPage(page, 'an executed order on the trade page')
      await page.getByRole('link', { name: new RegExp(orders.order.open('.*')) }).click()
      await expect(page.getByText(texts.timeline.who)).toBeVisible()
      await expect(executed).toBeVisible()
      await expect(page.getByText(texts.timeline.costsTotal)).toHaveCount(0)
      await expectCleanPage(page, 'an executed order')

      // A new page knows only what the API answers.
      const onFeedAgain = joinsFeed()
      await page.reload()
      await expect(page.getByText(orders.order.states.sending, { exact: true })).toBeVisible()
      await expect(executed).toHaveCount(0)
      await onFeedAgain
    } finally {
      await settlement.release()
    }
    await expect(toast(page, texts)).toContainText(texts.messages['done.purchase'])
    await expect(page.getByText(orders.order.states.filled, { exact: true })).toBeVisible()
    await expect(page.getByText(texts.timeline.costsTotal)).toBeVisible()
    await expect(executed).toHaveCount(0)
  },
)

test(
  'a short holds margin at limit up and releases the remainder',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, lang }) => {
    test.slow()
    const api = apiOf(page, await open('/user/language'))
    const symbol = SHORT[lang]
    const { orders } = texts
    const before = await api.account()
    const price = await joinPrice(api, symbol, 'short')
    const ticket = await openTicket(page, texts, symbol, 'short')
    await typeIn(ticket.price, priceText(price))
    await typeIn(ticket.lots, '3')
    await expectCleanPage(page, 'a ticket of a short')
    const said = {
      proceeds: await costIn(page, orders.ticket.proceeds).innerText(),
      margin: await costIn(page, orders.ticket.margin).innerText(),
      onHold: await costIn(page, orders.ticket.onHold).innerText(),
    }
    await ticket.review.click()
    await expectCleanPage(page, 'the confirmation of a short')
    await ticket.send.click()
    await expect(toast(page, texts)).toContainText(orders.sending.sent)
    const [order] = await api.open()
    expect(`NT$${moneyText(order!.held)}`).toBe(said.onHold)
    await tradeUntil(
      symbol,
      'buy',
      price,
      async () => (await api.order(order!.orderId)).order.state === 'filled',
    )
    const { position } = await api.position(order!.positionId)
    const margin = BigInt(said.margin.replaceAll(/[^\d]/g, ''))
    const proceeds = BigInt(said.proceeds.replaceAll(/[^\d]/g, ''))
    expect(BigInt(position.collateral)).toBe(margin + proceeds)
    const after = await api.account()
    expect(BigInt(before.buyingPower) - BigInt(after.buyingPower)).toBe(margin)
    expect(after.terms.held).toBe('0')
  },
)

test(
  'a partly filled order can be cancelled for the remaining lots',
  { tag: proveOnly },
  async ({ page, texts, open, newPhone, playwright }) => {
    test.slow()
    const api = apiOf(page, await open('/user/language'))
    const { bids, asks } = await api.quote(PARTIAL)
    const inside = (bids[0]?.[0] ?? 0) + 10
    // Above every waiting bid where there is room; otherwise behind them, and the sale below fills those first.
    const price = inside < (asks[0]?.[0] ?? inside) ? inside : (bids[0]?.[0] ?? inside)
    // Enough lots that the market does not fill them all before the remainder is cancelled.
    const orderId = await placeLimit(page, texts, api, { symbol: PARTIAL, side: 'long', price, lots: 40 })
    await page.goto('/?hub#/trading/trading')
    const { orders } = texts
    const waiting = new RegExp(`${orders.order.states.open}|${orders.order.states.partial}`)
    await expect(page.getByText(waiting)).toBeVisible()

    const other = await newPhone()
    const request = await playwright.request.newContext()
    const seller = await registerMember(request)
    await request.dispose()
    await enter(other, seller, '/user/language')
    await other.goto(`/?sell#/market/marketBuy?symbol=${PARTIAL}&side=short`)
    const ticket = ticketOf(other, texts)
    await typeIn(ticket.price, priceText(price))
    await ticket.review.click()
    await ticket.send.click()
    await expectSent(other, texts)

    // Other orders may be ahead in the queue: sell single lots until the first one fills.
    await expect
      .poll(
        async () => {
          const { filled } = (await api.order(orderId)).order
          if (filled === 0) await trade(PARTIAL, 'sell', price, 1)
          return filled
        },
        { timeout: 60_000, intervals: [1_000] },
      )
      .toBeGreaterThan(0)
    // The phone updates by itself.
    await expect(page.getByText(orders.order.states.partial)).toBeVisible()
    await page.getByRole('button', { name: orders.order.cancelRemaining }).click()
    await page.getByRole('button', { name: orders.cancel.confirm }).click()
    await expect.poll(async () => (await api.order(orderId)).order.state).toBe('cancelled')
    const { order, steps, fills } = await api.order(orderId)
    expect(order).toMatchObject({ left: 0, held: '0', reason: 'asked' })
    expect(fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(order.filled)
    // The market may fill more while the cancel is in transit.
    const recorded = steps.map(({ what }) => what)
    expect(recorded.filter((what) => what !== 'filled')).toEqual([
      'placed',
      'held',
      'accepted',
      'cancel-asked',
      'cancelled',
      'released',
    ])
    expect(recorded.filter((what) => what === 'filled')).toHaveLength(fills.length)
    await expect(page.getByText(texts.hub.none)).toBeVisible()

    await page.goto(`/?timeline#/position/positionDetail?order=${orderId}`)
    await expect(page.getByText(orders.order.states.cancelledRemaining)).toBeVisible()
    await expect(page.getByText(texts.timeline.steps['cancel-asked'], { exact: true })).toBeVisible()
    await expect(page.getByText(texts.timeline.actors.member, { exact: true }).first()).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the timeline')
  },
)

test(
  'a cancel racing a fill ends in exactly one of them',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    test.slow()
    const api = apiOf(page, await open('/user/language'))
    const before = BigInt((await api.account()).buyingPower)
    const price = await joinPrice(api, RACE, 'long')
    const orderId = await placeLimit(page, texts, api, { symbol: RACE, side: 'long', price, lots: 1 })
    await page.goto('/?hub#/trading/trading')
    await page.getByRole('button', { name: texts.orders.order.cancel, exact: true }).click()
    await Promise.all([
      page.getByRole('button', { name: texts.orders.cancel.confirm }).click(),
      trade(RACE, 'sell', price, SWEEP),
    ])
    await expect.poll(async () => (await api.order(orderId)).order.state).not.toBe('entrusted')
    const { order, fills } = await api.order(orderId)
    expect(order.held).toBe('0')
    expect(order.state).toBe(fills.length === 0 ? 'cancelled' : 'filled')
    const paid = fills.reduce(
      (sum, fill) => sum + BigInt(fill.price) * BigInt(fill.quantity),
      BigInt(order.fee),
    )
    expect(BigInt((await api.account()).buyingPower)).toBe(before - paid)
  },
)

test('a lost response creates no second order', async ({ page, texts, open }) => {
  test.slow()
  const api = apiOf(page, await open('/user/language'))
  const price = await joinPrice(api, CUT, 'long')
  const ticket = await openTicket(page, texts, CUT, 'long')
  await typeIn(ticket.price, priceText(price))
  await ticket.review.click()
  // The order arrives and is accepted, but the response is lost, and for a while the server is unreachable.
  await page.route('**/api/vue/orders/placeOrder', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.route('**/api/vue/orders/readOrder', (route) => route.abort('connectionreset'))
  await ticket.send.click()
  await expect(page.getByText(texts.orders.sending.unknown)).toBeVisible()
  await expectCleanPage(page, 'an order without an answer')
  // Sending again places the same order under the same id.
  await page.getByRole('button', { name: texts.orders.sending.again }).click()
  await expect(page.getByText(texts.orders.sending.unknown)).toBeVisible()
  // The phone keeps asking after a reload.
  await page.unroute('**/api/vue/orders/placeOrder')
  await page.reload()
  await page.unroute('**/api/vue/orders/readOrder')
  await expectSent(page, texts)
  expect(await all(api)).toHaveLength(1)
})

test('a double tap on a slow network places one order', { tag: proveOnly }, async ({ page, texts, open }) => {
  const api = apiOf(page, await open('/user/language'))
  const { lower } = await api.quote(TAPPED)
  const ticket = await openTicket(page, texts, TAPPED, 'long')
  await typeIn(ticket.price, priceText(lower ?? 0))
  await ticket.review.click()
  const slow = Promise.withResolvers<void>()
  for (const path of ['members/profile', 'orders/placeOrder'])
    await page.route(`**/api/vue/${path}`, async (route) => {
      await slow.promise
      await route.continue()
    })
  await ticket.send.dblclick()
  await expect(page.getByRole('button', { name: texts.orders.confirm.sending })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  slow.resolve()
  await expectSent(page, texts)
  expect(await all(api)).toHaveLength(1)
})

test(
  'a lost request is detected and resent under the same id',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    test.slow()
    const api = apiOf(page, await open('/user/language'))
    const price = await joinPrice(api, LOST, 'long')
    const ticket = await openTicket(page, texts, LOST, 'long')
    await typeIn(ticket.price, priceText(price))
    await ticket.review.click()
    const sent: string[] = []
    await page.route('**/api/vue/orders/placeOrder', async (route) => {
      sent.push((route.request().postDataJSON() as { orderId: string }).orderId)
      if (sent.length === 1) await route.abort('connectionreset')
      else await route.continue()
    })
    await ticket.send.click()
    await expect(page.getByText(texts.orders.sending.missing)).toBeVisible()
    expect(await all(api)).toEqual([])
    await page.getByRole('button', { name: texts.orders.sending.again }).click()
    await expectSent(page, texts)
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
    expect((await all(api)).map(({ orderId }) => orderId)).toEqual([sent[0]])
  },
)

test(
  'the button corrects a number of lots beyond the buying power',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open }) => {
    const api = apiOf(page, await open('/user/language'))
    const ticket = await openTicket(page, texts, POOR, 'long')
    await typeIn(ticket.lots, '99')
    const fix = page.getByRole('button', {
      name: new RegExp(`^${texts.orders.ticket.fixLots('').split(' ')[0]}`),
    })
    await expect(fix).toBeVisible()
    await expect(ticket.lots).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(new RegExp(texts.orders.ticket.short('').trim()))).toBeVisible()
    await expectCleanPage(page, 'a ticket beyond the money')
    await fix.click()
    await expect(ticket.lots).not.toHaveAttribute('aria-invalid')
    await expect(ticket.review).toBeVisible()
    const max = Number(await ticket.lots.inputValue())
    const { buyingPower } = await api.account()
    const [value, price] = [max * 1_000, Number((await ticket.price.inputValue()).replaceAll(/[,.]/g, ''))]
    expect(BigInt(value) * BigInt(price)).toBeLessThan(BigInt(buyingPower))
    // One more lot is too many again.
    await page.getByRole('button', { name: texts.orders.lots.more }).click()
    await expect(fix).toBeVisible()
  },
)

test('wrong ticket input shows an error and the button corrects it', async ({ page, texts, open }) => {
  const api = apiOf(page, await open('/user/language'))
  const { upper } = await api.quote(VIEWED)
  const ticket = await openTicket(page, texts, VIEWED, 'long')
  await typeIn(ticket.price, '236.3')
  await expect(ticket.price).toHaveAttribute('aria-invalid', 'true')
  await expect(ticket.price).toHaveAccessibleDescription(new RegExp(texts.orders.fieldErrors.tick('0.50')))
  await page.getByRole('button', { name: texts.orders.ticket.fixPrice('236.00') }).click()
  await expect(ticket.price).toHaveValue('236.00')
  // Above limit up and off the tick: limit up is what matters.
  await typeIn(ticket.price, '999.3')
  await expect(ticket.price).toHaveAccessibleDescription(
    new RegExp(texts.orders.fieldErrors.above(priceText(upper ?? 0))),
  )
  await page.getByRole('button', { name: texts.orders.ticket.fixPrice(priceText(upper ?? 0)) }).click()
  await expect(ticket.price).toHaveValue(priceText(upper ?? 0))
  await typeIn(ticket.lots, '0')
  await expect(ticket.lots).toHaveAttribute('aria-invalid', 'true')
  const upTo = texts.orders.lots.over('#').split('#')[0] ?? ''
  for (const tooMany of ['99999999', '99999999999999999999']) {
    await typeIn(ticket.lots, tooMany)
    await expect(ticket.lots).toHaveAccessibleDescription(new RegExp(`^${upTo}\\d`))
    await expect(ticket.lots).toHaveValue('999,999')
  }
  await typeIn(ticket.lots, '1.5')
  await expect(ticket.lots).toHaveAccessibleDescription(new RegExp(texts.orders.fieldErrors.wholeLots))
  // Nothing was sent, so no message says so.
  await expect(toast(page, texts)).toHaveCount(0)
  // The filled-in values survive a reload.
  await typeIn(ticket.lots, '7')
  await page.reload()
  const again = await openTicket(page, texts, VIEWED, 'long')
  await expect(again.lots).toHaveValue('7')
  await expect(again.price).toHaveValue(priceText(upper ?? 0))
})

test(
  'an order on changed terms is refused until confirmed again',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const api = apiOf(page, await open('/user/language'))
    // The phone holds terms that are no longer in force.
    await page.route('**/api/vue/orders/terms', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, hash: '0'.repeat(64) } } })
    })
    const ticket = await openTicket(page, texts, TERMS, 'long')
    const { lower } = await api.quote(TERMS)
    await typeIn(ticket.price, priceText(lower ?? 0))
    await ticket.review.click()
    await page.unroute('**/api/vue/orders/terms')
    await ticket.send.click()
    await expect(toast(page, texts)).toContainText(texts.messages['order.terms-changed'])
    await expect(page.getByText(texts.orders.ticket.changed)).toBeVisible()
    expect(await all(api)).toEqual([])
    await ticket.review.click()
    await ticket.send.click()
    await expectSent(page, texts)
    expect(await all(api)).toHaveLength(1)
  },
)

test(
  'a halt or an auction shows why options are unavailable',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    test.slow()
    await open('/user/language')
    const { orders } = texts
    const ticket = await openTicket(page, texts, HALTED, 'long')
    await halt(HALTED, 'news', Date.now() + 600_000)
    await expect(page.getByText(orders.ticket.halted)).toBeVisible()
    await expect(ticket.review).toHaveAttribute('aria-disabled', 'true')
    await expectCleanPage(page, 'a halted ticket')
    await resume(HALTED)
    // The market is collecting orders for a call auction: only limit orders for the day are accepted.
    await expect(page.getByText(orders.ticket.halted)).toHaveCount(0)
    await page.getByRole('radio', { name: 'IOC' }).click({ force: true })
    await expect(page.getByText(`IOC：${orders.off['phase.limit-rod-only']}`)).toBeVisible()
    await expect(page.getByRole('radio', { name: 'ROD' })).toBeChecked()
    await page.getByRole('radio', { name: orders.priceTypes.market }).click({ force: true })
    await expect(
      page.getByText(`${orders.priceTypes.market}：${orders.off['phase.limit-rod-only']}`),
    ).toBeVisible()
    await expect(page.getByRole('radio', { name: orders.priceTypes.limit })).toBeChecked()
  },
)

test(
  'a far price and a large order need one confirmation',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    test.slow()
    const api = apiOf(page, await open('/user/language'))
    const { lower } = await api.quote(FAR)
    const { orders } = texts
    // A short far below the market would sell to the best bid, but the price may be a typing error.
    const ticket = await openTicket(page, texts, FAR, 'short')
    await typeIn(ticket.price, priceText(lower ?? 0))
    await typeIn(ticket.lots, '180')
    await ticket.review.click()
    await ticket.send.click()
    const asked = page.getByRole('alertdialog', { name: orders.warnings.title['far-price'] })
    await expect(asked).toBeVisible()
    await expectCleanPage(page, 'a warning that asks')
    await asked.getByRole('button', { name: orders.warnings.back }).click()
    await expect(ticket.price).toBeVisible()
    expect(await all(api)).toEqual([])
    await ticket.review.click()
    await ticket.send.click()
    await asked.getByRole('button', { name: orders.warnings.send }).click()
    await expectSent(page, texts)
    expect(await all(api)).toHaveLength(1)
  },
)

test(
  'the kill switch cancels all orders; a loss limit is kept',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    test.slow()
    const api = apiOf(page, await open('/user/language'))
    const { hub, orders } = texts
    const { lower } = await api.quote(STOPPED)
    for (const lots of [1, 2])
      await placeLimit(page, texts, api, { symbol: STOPPED, side: 'long', price: lower ?? 0, lots })
    await page.goto('/?hub#/trading/trading')
    await expect(page.getByText(orders.order.states.open)).toHaveCount(2)
    await settle(page)
    await page.getByRole('button', { name: hub.kill }).click()
    await expect(page.getByText(hub.killText(2))).toBeVisible()
    await expectCleanPage(page, 'the question before everything stops')
    await page.getByRole('button', { name: hub.killConfirm, exact: true }).click()
    await expect(page.getByText(hub.stopped.member)).toBeVisible()
    await expect.poll(async () => (await api.open()).length).toBe(0)
    expect((await api.ended()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    expect((await api.account()).terms.held).toBe('0')
    await expectCleanPage(page, 'a hub that is stopped')

    await page.goto(`/?buy#/market/marketBuy?symbol=${STOPPED}&side=long`)
    await expect(page.getByText(orders.ticket.stoppedMember)).toBeVisible()
    await expect(ticketOf(page, texts).review).toHaveAttribute('aria-disabled', 'true')
    await page.goto('/?hub2#/trading/trading')
    await page.getByRole('button', { name: hub.start }).click()
    await expect(page.getByText(hub.stopped.member)).toHaveCount(0)

    await page.getByRole('button', { name: hub.loss }).click()
    const field = page.getByRole('textbox', { name: hub.lossField })
    await field.fill('0')
    await page.getByRole('button', { name: hub.lossSave }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill('50000')
    await page.getByRole('button', { name: hub.lossSave }).click()
    await expect(page.getByText(hub.lossNow('0.00', '50,000.00'))).toBeVisible()
  },
)

test(
  'an offline ticket shows a notice and cannot be sent',
  { tag: proveOnly },
  async ({ page, texts, open, context }) => {
    await open('/user/language')
    const ticket = await openTicket(page, texts, VIEWED, 'long')
    await ticket.review.click()
    await context.setOffline(true)
    await expect(page.getByText(texts.orders.ticket.offline)).toBeVisible()
    await expect(ticket.send).toHaveAttribute('aria-disabled', 'true')
    await context.setOffline(false)
    await expect(ticket.send).not.toHaveAttribute('aria-disabled')
  },
)

test(
  'a guest logs in and returns to the chosen ticket',
  { tag: proveOnly },
  async ({ page, texts, member }) => {
    await page.goto(`/#/market/marketDetail?symbol=${VIEWED}`)
    await page
      .getByRole('button', {
        name: `${texts.orders.directions.short} ${texts.orders.directionAsides.short}`,
      })
      .click()
    await expect(page).toHaveURL(/login/)
    await logIn(page, texts, member)
    await expect(page).toHaveURL(new RegExp(`marketBuy\\?symbol=${VIEWED}&side=short`))
    await expect(page.getByRole('radio', { name: new RegExp(texts.orders.directions.short) })).toBeChecked()
  },
)

test(
  'the ticket and the trading hub pass the layout checks',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, open }) => {
    test.slow()
    await open('/user/language')
    await page.goto(`/?page#/market/marketBuy?symbol=${VIEWED}&side=long`)
    await expect(ticketOf(page, texts).review).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the ticket as a page')
    await ticketOf(page, texts).choose(texts.orders.priceTypes.market)
    await ticketOf(page, texts).choose('2.5×')
    await expectCleanPage(page, 'a market order with a loan')
    await ticketOf(page, texts).review.click()
    await expectCleanPage(page, 'its confirmation')
    await page.goto('/?hub#/trading/trading')
    await settle(page)
    await expect(page.getByText(texts.hub.none)).toBeVisible()
    await expectCleanPage(page, 'the hub')
  },
)
