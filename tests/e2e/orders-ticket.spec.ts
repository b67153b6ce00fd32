// The ticket's shortcuts: a price from the book, a share of what the member can afford, an amount, and the last order.

import { floorToTick } from '../../packages/rules/src/instruments/index.ts'
import { placeOrder } from './support/hold.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'
import { apiOf, joinPrice, moneyText, openTicket, priceText } from './support/trading.ts'
import { halt, resume } from './support/venue.ts'

const PICKED = { tw: '2385', en: '3008' }
const SIZED = { tw: '2301', en: '2347' }
const REPEATED = { tw: '1605', en: '2356' }

const amountOf = (text: string): bigint => BigInt(text.replaceAll(/[^\d]/g, ''))

test(
  'a tapped price becomes the limit',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, lang }) => {
    const symbol = PICKED[lang]
    const api = apiOf(page, await open('/user/language'))
    const ticket = await openTicket(page, texts, symbol, 'long')
    // The market makers requote all the time; a halted book stands still.
    await halt(symbol, 'news', Date.now() + 120_000)
    try {
      const { orders } = texts
      const book = page.getByRole('listbox', { name: orders.book.label })
      await expect(book.getByRole('option')).toHaveCount(10)
      const { bids, asks } = await api.quote(symbol)
      await book
        .getByRole('option')
        .nth(4 - 2)
        .click()
      await expect(ticket.price).toHaveValue(priceText(asks[2]![0]))
      await expect(book.getByRole('option', { selected: true })).toContainText(priceText(asks[2]![0]))
      await book.focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(ticket.price).toHaveValue(priceText(bids[0]![0]))
      await expectCleanPage(page, 'a ticket with the book')
    } finally {
      await resume(symbol)
    }
  },
)

test(
  'a size by share or amount shows what it uses',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, lang }) => {
    const { orders } = texts
    await open('/user/language')
    const ticket = await openTicket(page, texts, SIZED[lang], 'long')
    const parts = page.getByRole('group', { name: orders.size.shares })
    await parts.getByRole('button', { name: new RegExp(`^${orders.size.parts[1]}`) }).click()
    const all = Number(await ticket.lots.inputValue().then((text) => text.replaceAll(',', '')))
    await parts.getByRole('button', { name: new RegExp(`^${orders.size.parts[2]}`) }).click()
    await expect(ticket.lots).toHaveValue(Math.floor(all / 2).toLocaleString('en-US'))

    await ticket.choose(orders.size.amount)
    const amount = page.getByRole('textbox', { name: orders.size.amountLabel })
    await amount.fill('1000000')
    await amount.blur()
    const figure = async (label: string) =>
      amountOf(
        await page
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${label}$`) })
          .locator('xpath=following-sibling::dd[1]')
          .innerText(),
      )
    const uses = await figure(orders.size.uses)
    expect(uses).toBeGreaterThan(0n)
    expect(uses + (await figure(orders.size.leaves))).toBe(100_000_000n)
    await expect(page.getByText(`NT$${moneyText(uses)}`).first()).toBeVisible()
    await expectCleanPage(page, 'a ticket by amount')
  },
)

test(
  'the last order of a stock can be repeated',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, lang }) => {
    const symbol = REPEATED[lang]
    const api = apiOf(page, await open('/user/language'))
    const price = floorToTick('stock', Math.floor((await joinPrice(api, symbol, 'long')) * 0.98))
    const orderId = await placeOrder(api, { symbol, lots: 3, price })
    await api.ask('/orders/cancelOrder', { orderId })
    await expect.poll(async () => (await api.open()).length).toBe(0)
    const ticket = await openTicket(page, texts, symbol, 'long')
    await page.getByRole('button', { name: new RegExp(texts.orders.size.repeat) }).click()
    await expect(ticket.price).toHaveValue(priceText(price))
    await expect(ticket.lots).toHaveValue('3')
  },
)
