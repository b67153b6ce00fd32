// The ticket as a member uses it, and the server's view of their orders afterwards.

import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import type { DataOf } from '../../../packages/contract/src/index.ts'
import { formatMoney } from '../../../packages/money/src/index.ts'
import { callApi, type Session } from './member.ts'
import type { Texts } from './texts.ts'

export type Order = DataOf<'/orders/listOrders'>['orders'][number]
export type ReadOrder = DataOf<'/orders/readOrder'>
export type Account = DataOf<'/positions/account'>
type Quote = DataOf<'/market/readQuote'>

/** The API calls of a member, with the cookies of their own browser. */
export const apiOf = (page: Page, session: Session) => apiOfRequest(page.context().request, session)

/** The same without a browser. */
export const apiOfRequest = (request: APIRequestContext, session: Session) => {
  const ask = <Data>(path: string, body: object) => callApi<Data>(request, path, body, { session })
  return {
    ask,
    open: async () => (await ask<{ orders: Order[] }>('/orders/listOrders', { which: 'open' })).orders,
    ended: async () => (await ask<{ orders: Order[] }>('/orders/listOrders', { which: 'ended' })).orders,
    order: (orderId: string) => ask<ReadOrder>('/orders/readOrder', { orderId }),
    account: () => ask<Account>('/positions/account', {}),
    position: (positionId: string) =>
      ask<DataOf<'/positions/readPosition'>>('/positions/readPosition', { positionId }),
    positions: async (which: 'open' | 'closed') =>
      (await ask<DataOf<'/positions/listPositions'>>('/positions/listPositions', { which })).positions,
    quote: (symbol: string) => ask<Quote>('/market/readQuote', { symbol }),
  }
}
export type Api = ReturnType<typeof apiOfRequest>

export const priceText = (price: number): string => formatMoney(BigInt(price))
export const moneyText = (amount: string | bigint): string => formatMoney(amount)

export const ticketOf = (page: Page, { orders }: Texts) => {
  const review = new RegExp(
    (['long', 'short'] as const)
      .map((side) => orders.ticket.review(side, '#').split('#')[0]?.trim() ?? '')
      .join('|'),
  )
  return {
    price: page.getByRole('textbox', { name: orders.price.label, exact: true }),
    lots: page.getByRole('textbox', { name: orders.lots.label, exact: true }),
    review: page.getByRole('button', { name: review }),
    send: page.getByRole('button', { name: orders.confirm.send, exact: true }),
    confirm: page.getByRole('dialog', { name: orders.confirm.title }),
    choose: (name: string | RegExp) => page.getByRole('radio', { name }).check({ force: true }),
  }
}

/** The amount at the end of one cost line. */
export const costIn = (page: Page, label: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}`) })
    .locator('xpath=following-sibling::dd[1]')

export const typeIn = async (field: Locator, text: string): Promise<void> => {
  await field.fill(text)
  await field.blur()
}

/** Opens the page of an instrument and the ticket over it. */
export async function openTicket(
  page: Page,
  texts: Texts,
  symbol: string,
  side: 'long' | 'short',
): Promise<ReturnType<typeof ticketOf>> {
  await page.goto(`/?ticket=${side}#/market/marketDetail?symbol=${symbol}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(symbol)
  await page
    .getByRole('button', { name: `${texts.orders.directions[side]} ${texts.orders.directionAsides[side]}` })
    .click()
  const ticket = ticketOf(page, texts)
  await expect(ticket.price).toBeVisible()
  return ticket
}

/** Fills in, confirms and sends a limit order; returns its id, which is the one that did not exist before. */
export async function placeLimit(
  page: Page,
  texts: Texts,
  api: Api,
  wanted: {
    readonly symbol: string
    readonly side: 'long' | 'short'
    readonly price: number
    readonly lots: number
  },
): Promise<string> {
  const before = new Set((await all(api)).map(({ orderId }) => orderId))
  const ticket = await openTicket(page, texts, wanted.symbol, wanted.side)
  await typeIn(ticket.price, priceText(wanted.price))
  await typeIn(ticket.lots, String(wanted.lots))
  await ticket.review.click()
  await ticket.send.click()
  await expect(ticket.confirm).toHaveCount(0)
  let placed: Order | undefined
  await expect
    .poll(async () => (placed = (await all(api)).find(({ orderId }) => !before.has(orderId))) !== undefined)
    .toBe(true)
  return placed?.orderId ?? ''
}

/** An order that ends between the two requests is in both responses, and counts once. */
export const all = async (api: Api): Promise<Order[]> => {
  const orders = [...(await api.open()), ...(await api.ended())]
  return [...new Map(orders.map((order) => [order.orderId, order])).values()]
}

/** The best price of the own side, so that an order waits there and fills at exactly that price. */
export async function joinPrice(api: Api, symbol: string, side: 'long' | 'short'): Promise<number> {
  const { bids, asks, reference } = await api.quote(symbol)
  return (side === 'long' ? bids[0]?.[0] : asks[0]?.[0]) ?? reference
}
