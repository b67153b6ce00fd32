// An odd lot for the auction after the close: the ticket says when it is matched, the orders show it, and the practice
// market's maker fills it.

import { addDays } from '../../packages/rules/src/calendar/index.ts'
import { stepPrice } from '../../packages/rules/src/instruments/index.ts'
import { taipeiIso } from '../../packages/rules/src/calendar/taipei.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expect, test, twoAppearances } from './support/test.ts'
import { apiOf, openTicket, priceText, typeIn } from './support/trading.ts'
import { changePhase } from './support/venue.ts'

const SYMBOL = { tw: '4938', en: '3034' } as const
/** Long enough to fill in a ticket, and for the maker to quote. */
const LASTS_MS = 150_000

test('an odd lot is bought after the close', { tag: twoAppearances }, async ({ page, texts, open, lang }) => {
  test.slow()
  const symbol = SYMBOL[lang]
  const { orders, odd } = texts
  const api = apiOf(page, await open('/user/language'))
  const from = Date.now()
  const until = Math.ceil((from + LASTS_MS) / 1_000) * 1_000
  const hours = { from, shown: from + 10_000, until }
  const { date } = await changePhase(symbol, ['closing-call', 'closed'], undefined, hours)
  try {
    await expect.poll(async () => (await api.quote(symbol)).state).toBe('closed')
    await openTicket(page, texts, symbol, 'long')
    const time = taipeiIso(until).slice(11, 16)
    await expect(page.getByText(orders.ticket.closedWithOdd(time))).toBeVisible()
    await page.getByRole('radio', { name: orders.books.odd }).check({ force: true })
    await expect(page.getByText(odd.auction(time))).toBeVisible()
    await expect(page.getByText(orders.ticket.closedWithOdd(time))).toHaveCount(0)
    const { last, reference } = await api.quote(symbol)
    const price = stepPrice('stock', stepPrice('stock', last ?? reference, 1), 1)
    await typeIn(page.getByRole('textbox', { name: odd.limit, exact: true }), priceText(price))
    await typeIn(page.getByRole('textbox', { name: orders.size.amountLabel }), '5000')
    await settle(page)
    await expectCleanPage(page, 'a ticket for the auction after the close')
    await page.screenshot({ path: `test-results/odd-auction-ticket-${lang}.png` })
    await page.getByRole('button', { name: orders.ticket.reviewOdd('#').split('#')[0]!.trim() }).click()
    await page.getByRole('button', { name: orders.confirm.send, exact: true }).click()
    await expect.poll(async () => (await api.open())[0]?.accepted).toBe(true)
    const [order] = await api.open()
    expect(order).toMatchObject({ symbol, price, auctionAt: new Date(until).toISOString() })

    await page.goto('/#/position/position?state=delegation')
    await expect(page.getByText(orders.order.auction(time))).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'an order for the auction after the close')
    await page.screenshot({ path: `test-results/odd-auction-orders-${lang}.png` })

    await expect
      .poll(async () => (await api.order(order!.orderId)).order.state, { timeout: LASTS_MS + 60_000 })
      .toBe('filled')
    const { fills } = await api.order(order!.orderId)
    expect(fills[0]!.price).toBeLessThanOrEqual(price)
    expect((await api.account()).terms.held).toBe('0')
    // Over: the ticket says when odd lots are accepted again.
    await page.goto('/user/language')
    await openTicket(page, texts, symbol, 'long')
    await page.getByRole('radio', { name: orders.books.odd }).check({ force: true })
    await expect(page.getByText(odd.closed, { exact: true })).toBeVisible()
  } finally {
    await changePhase(symbol, ['opening-call', 'continuous'], addDays(date, 1))
  }
})
