// An odd lot bought for an amount: what the ticket says, what is held, and what the order shows.

import type { DataOf } from '../../packages/contract/src/index.ts'
import { formatQuantity, shares as sharesOf } from '../../packages/money/src/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { letSell } from './support/holdings.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'
import {
  apiOf,
  costIn,
  joinPrice,
  moneyText,
  openTicket,
  placeLimit,
  priceText,
  typeIn,
} from './support/trading.ts'
import { tradeUntil } from './support/venue.ts'

const SYMBOL = { tw: '4938', en: '3034' } as const
const CLOSED = { tw: '2618', en: '2610' } as const

const quantityText = (count: number, lang: 'tw' | 'en'): string =>
  formatQuantity(sharesOf(BigInt(count)), lang)

test('an odd lot is bought for an amount', { tag: twoAppearances }, async ({ page, texts, open, lang }) => {
  const api = apiOf(page, await open('/user/language'))
  const symbol = SYMBOL[lang]
  const { orders, odd } = texts
  const price = await joinPrice(api, symbol, 'long')
  await openTicket(page, texts, symbol, 'long')
  await page.getByRole('radio', { name: orders.books.odd }).check({ force: true })
  const limit = page.getByRole('textbox', { name: odd.limit, exact: true })
  await typeIn(limit, priceText(price))
  await typeIn(page.getByRole('textbox', { name: orders.size.amountLabel }), '5000')
  const { terms } = await api.ask<{ terms: { brokerage: number; brokerageMinOdd: number } }>(
    '/orders/terms',
    {
      symbol,
    },
  )
  const costOf = (shares: number): number => {
    const fee = Math.floor((price * shares * terms.brokerage) / 100_000_000) * 100
    return price * shares + Math.max(fee, terms.brokerageMinOdd)
  }
  const shares = Math.floor(500_000 / price)
  const quantity = costOf(shares) <= 500_000 ? shares : shares - 1
  const cost = BigInt(costOf(quantity))
  await expect(page.getByText(odd.stays(moneyText(500_000n - cost)))).toBeVisible()
  await expect(costIn(page, orders.ticket.value)).toHaveText(moneyText(BigInt(price * quantity)))
  await expectCleanPage(page, 'a ticket of an odd lot')
  await page.getByRole('button', { name: orders.ticket.reviewOdd('#').split('#')[0]!.trim() }).click()
  await page.getByRole('button', { name: orders.confirm.send, exact: true }).click()
  await expect.poll(async () => (await api.open()).length).toBe(1)
  const [order] = await api.open()
  expect(order).toMatchObject({ symbol, price, quantity, multiple: 100, validity: 'ROD', held: String(cost) })
  await expect.poll(async () => (await api.open())[0]?.accepted).toBe(true)

  // Another number of shares in the same book, then it is cancelled.
  await page.goto('/#/position/position?state=delegation')
  await page.getByRole('button', { name: orders.order.replace, exact: true }).click()
  await typeIn(page.getByRole('textbox', { name: orders.odd.label, exact: true }), String(quantity - 1))
  await page
    .getByRole('button', { name: orders.replace.submit(priceText(price), '#').split('#')[0]! })
    .click()
  await expect
    .poll(async () => (await api.open()).map((one) => [one.quantity, one.accepted]))
    .toEqual([[quantity - 1, true]])
  const cancel = page.getByRole('button', { name: orders.order.cancel, exact: true })
  // The list still has the replaced order for a moment, at first alone: a new list has only the new one.
  await page.reload()
  await expect(cancel).toHaveCount(1)
  await cancel.click()
  await page.getByRole('button', { name: orders.cancel.confirm, exact: true }).click()
  await expect.poll(async () => (await api.open()).length).toBe(0)
  expect((await api.account()).terms.held).toBe('0')
})

test(
  'a close is split between the books and says so before',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, lang }) => {
    test.slow()
    const api = apiOf(page, await open('/user/language'))
    const symbol = CLOSED[lang]
    const { orders, close } = texts
    const price = await joinPrice(api, symbol, 'long')
    const positionId = await placeLimit(page, texts, api, { symbol, side: 'long', price, lots: 2 })
    await tradeUntil(
      symbol,
      'sell',
      price,
      async () => (await api.order(positionId)).order.state === 'filled',
    )
    await letSell(positionId)
    const { hash, upper } = await api.ask<DataOf<'/orders/terms'>>('/orders/terms', { symbol })
    // An odd lot of it is for sale already, so that 1,300 shares are left.
    const sale = { positionId, price: upper, quantity: 700, validity: 'ROD', terms: hash }
    await api.ask('/orders/closePosition', { orderId: newId(), ...sale })
    await page.goto(`/#/position/positionDetail?id=${positionId}`)
    await page.getByRole('button', { name: texts.position.close('').trim() }).click()
    const both = close.split.both(quantityText(1_000, lang), quantityText(300, lang)).trim()
    await expect(page.getByText(both)).toBeVisible()
    await expectCleanPage(page, 'a close in both books')
    await typeIn(page.getByRole('textbox', { name: orders.price.label, exact: true }), priceText(upper!))
    await page.getByRole('button', { name: close.review.long('').trim() }).click()
    await expect(page.getByRole('dialog').getByText(both)).toBeVisible()
    await page.getByRole('button', { name: close.confirm.send, exact: true }).click()
    await expect
      .poll(async () => (await api.open()).map(({ quantity }) => quantity).toSorted((a, b) => a - b))
      .toEqual([300, 700, 1_000])
  },
)
