// Orders that wait for a trigger, from the ticket to the position: what the ticket shows is held, and nothing more.

import { newId } from '../../apps/member/src/shell/send-once/new-id.ts'
import { stepPrice } from '../../packages/rules/src/instruments/index.ts'
import type { DataOf } from '../../packages/contract/src/index.ts'
import { toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'
import { all, type Api, apiOf, costIn, openTicket, priceText, typeIn } from './support/trading.ts'
import { tradeUntil } from './support/venue.ts'

const RISING = '2103'
const FALLING = { tw: '2105', en: '2201' }

type Conditional = DataOf<'/orders/listConditional'>['conditional'][number]

const listed = async (api: Api, which: 'waiting' | 'ended'): Promise<readonly Conditional[]> =>
  (await api.ask<{ conditional: Conditional[] }>('/orders/listConditional', { which })).conditional

/** So far from the last price that the market does not get there by itself. */
async function awayFrom(api: Api, symbol: string, steps: number): Promise<number> {
  const { last, reference } = await api.quote(symbol)
  return stepPrice('stock', last ?? reference, steps)
}

/** Moves the trigger to the next tick, where a trade is soon; returns the limit a few ticks above it. */
async function nearer(
  api: Api,
  { conditionalId, symbol, quantity, expiresOn, entry }: Conditional,
): Promise<number> {
  const { hash } = await api.ask<DataOf<'/orders/terms'>>('/orders/terms', { symbol })
  let price = 0
  // The market may pass the new trigger before it is set.
  await expect(async () => {
    price = await awayFrom(api, symbol, 5)
    await api.ask('/orders/placeEntry', {
      conditionalId: newId(),
      symbol,
      direction: 'long',
      multiple: 100,
      way: 'rise',
      trigger: await awayFrom(api, symbol, 1),
      price,
      quantity,
      expiresOn,
      exits: { stop: entry?.exits?.stop, takeProfit: entry?.exits?.takeProfit },
      terms: hash,
      replaces: conditionalId,
    })
  }).toPass()
  return price
}

const dollars = (minor: string | bigint): string => `NT$${priceText(Number(minor))}`

test('a conditional entry holds what it shows and fires unattended', async ({ page, texts, open }) => {
  test.slow()
  const { orders, entry, positions } = texts
  const api = apiOf(page, await open('/user/language'))
  const before = BigInt((await api.account()).buyingPower)
  const ticket = await openTicket(page, texts, RISING, 'long')
  await ticket.choose(orders.priceTypes.conditional)
  const trigger = page.getByRole('textbox', { name: entry.trigger, exact: true })
  const limit = page.getByRole('textbox', { name: entry.limit.long, exact: true })
  const review = page.getByRole('button', { name: entry.review('long', '#').split('#')[0]!.trim() })
  const wanted = await awayFrom(api, RISING, 12)
  // At or below the last price it would fire at once.
  await typeIn(trigger, priceText(await awayFrom(api, RISING, -20)))
  await expect(page.getByText(entry.reached.rise('#').split('#')[0]!.trim()).first()).toBeVisible()
  await expect(review).toBeDisabled()
  await typeIn(trigger, priceText(wanted))
  const highest = stepPrice('stock', wanted, 1)
  await typeIn(limit, priceText(highest))
  await ticket.choose(entry.exits.kinds['one-cancels-other'])
  const stop = page.getByRole('textbox', { name: entry.exits.stop, exact: true })
  // On the winning side it would close at once.
  await typeIn(stop, priceText(stepPrice('stock', highest, 3)))
  await expect(review).toBeDisabled()
  const [loss, gain] = [stepPrice('stock', wanted, -40), stepPrice('stock', wanted, 40)]
  await typeIn(stop, priceText(loss))
  await typeIn(page.getByRole('textbox', { name: entry.exits.takeProfit, exact: true }), priceText(gain))
  await settle(page)
  await expectCleanPage(page, 'a ticket with a condition')
  const shown = await costIn(page, orders.ticket.need).innerText()
  await review.click()
  const confirm = page.getByRole('dialog', { name: entry.confirm.title })
  await expect(confirm).toContainText(entry.confirm.trigger.rise(priceText(wanted)))
  await expect(confirm).toContainText(entry.confirm.limitLong(priceText(highest)))
  await expect(confirm).toContainText(priceText(loss))
  await expectCleanPage(page, 'the confirmation of a condition')
  await confirm.getByRole('button', { name: entry.confirm.send }).click()
  await expect(toast(page, texts)).toContainText(entry.confirm.sent)
  const [first] = await listed(api, 'waiting')
  expect(dollars(first!.held)).toBe(shown)
  expect(before - BigInt((await api.account()).buyingPower)).toBe(BigInt(first!.held))

  // Changed to two lots: the money of the old one is used for the new one.
  await page.goto('/?list=entry#/position/position?state=delegation')
  const card = page.getByRole('listitem').filter({ hasText: RISING })
  await expect(card).toContainText(positions.conditional.ways.rise(priceText(wanted)))
  await expect(card).toContainText(positions.conditional.held(shown))
  await settle(page)
  await expectCleanPage(page, 'a conditional entry that waits')
  await card.getByRole('button', { name: positions.order.change }).click()
  await typeIn(ticket.lots, '2')
  await review.click()
  await confirm.getByRole('button', { name: entry.confirm.send }).click()
  await expect(confirm).toHaveCount(0)
  const [second, ...others] = await listed(api, 'waiting')
  expect(others).toEqual([])
  expect(second).toMatchObject({ quantity: 2_000, entry: { trigger: wanted, price: highest } })
  expect(before - BigInt((await api.account()).buyingPower)).toBe(BigInt(second!.held))

  await page.goto('about:blank')
  const near = await nearer(api, second!)
  const fired = async () => (await all(api)).find(({ origin }) => origin === 'conditional')
  await tradeUntil(RISING, 'buy', near, async () => (await fired()) !== undefined)
  const order = (await fired())!
  expect(order).toMatchObject({ purpose: 'open', price: near, quantity: 2_000 })
  await tradeUntil(
    RISING,
    'sell',
    near,
    async () => (await api.order(order.orderId)).order.state === 'filled',
  )
  expect((await api.position(order.orderId)).position).toMatchObject({ shares: 2_000, direction: 'long' })
  // The position has the exits that the ticket set.
  await expect
    .poll(async () => (await listed(api, 'waiting')).find(({ positionId }) => positionId === order.orderId))
    .toMatchObject({
      kind: 'one-cancels-other',
      quantity: 2_000,
      stop: { trigger: loss },
      takeProfit: { price: gain },
    })
  await page.goto('/?list=fired#/position/position?state=terminated')
  const ended = page.getByRole('listitem').filter({ hasText: RISING })
  await expect(ended.filter({ hasText: positions.conditional.states.fired })).toBeVisible()
  await expect(ended.filter({ hasText: positions.conditional.reasons['replaced']! }).first()).toBeVisible()
  await settle(page)
  await expectCleanPage(page, 'conditional entries that ended')
  await ended.filter({ hasText: positions.conditional.states.fired }).getByRole('link').click()
  await expect(page.getByText(texts.timeline.who)).toBeVisible()
  await expect(page.getByText(orders.order.origins.conditional, { exact: true }).first()).toBeVisible()
})

test(
  'a cancelled conditional short frees its margin',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, lang }) => {
    const symbol = FALLING[lang]
    const { orders, entry, positions } = texts
    const api = apiOf(page, await open('/user/language'))
    const before = (await api.account()).buyingPower
    const ticket = await openTicket(page, texts, symbol, 'short')
    await ticket.choose(orders.priceTypes.conditional)
    await page
      .getByRole('radiogroup', { name: entry.sends })
      .getByRole('radio', { name: entry.sendsKinds.market })
      .check({ force: true })
    await settle(page)
    await expectCleanPage(page, 'a short with a condition')
    await page.getByRole('button', { name: entry.review('short', '#').split('#')[0]!.trim() }).click()
    const confirm = page.getByRole('dialog', { name: entry.confirm.title })
    await expect(confirm).toContainText(entry.confirm.marketShort)
    await confirm.getByRole('button', { name: entry.confirm.send }).click()
    await expect(toast(page, texts)).toContainText(entry.confirm.sent)
    await page.goto('/?list=entry#/position/position?state=delegation')
    const card = page.getByRole('listitem').filter({ hasText: symbol })
    await card.getByRole('button', { name: positions.order.cancel }).click()
    await page
      .getByRole('alertdialog', { name: positions.conditional.ask })
      .getByRole('button', { name: positions.order.cancel })
      .click()
    await expect(card).toHaveCount(0)
    expect((await listed(api, 'ended'))[0]).toMatchObject({ state: 'cancelled', reason: 'asked', held: '0' })
    expect((await api.account()).buyingPower).toBe(before)
  },
)
