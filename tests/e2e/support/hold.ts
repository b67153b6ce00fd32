// Creates a position: bought through the same request as the ticket's, at the price the book asks.

import { expect } from '@playwright/test'
import type { DataOf } from '../../../packages/contract/src/index.ts'
import { newId } from '../../../apps/member/src/shell/send-once/new-id.ts'
import type { Api } from './trading.ts'

export type Position = DataOf<'/positions/readPosition'>['position']
type Terms = DataOf<'/orders/terms'>

interface Wanted {
  readonly symbol: string
  readonly lots?: number
  readonly direction?: 'long' | 'short'
  readonly multiple?: 100 | 200 | 250
  readonly dayTrade?: boolean
}

/** Places a limit order that is good for the day, by the ticket's request; returns its id. */
export async function placeOrder(
  api: Api,
  {
    symbol,
    lots = 1,
    direction = 'long',
    multiple = 100,
    dayTrade = false,
    price,
  }: Wanted & { readonly price: number | 'limit-up' | 'limit-down' },
): Promise<string> {
  const { upper, lower, hash } = await api.ask<Terms>('/orders/terms', { symbol })
  const orderId = newId()
  await api.ask('/orders/placeOrder', {
    orderId,
    symbol,
    direction,
    multiple,
    dayTrade,
    quantity: lots * 1_000,
    price: price === 'limit-up' ? upper : price === 'limit-down' ? lower : price,
    validity: 'ROD',
    terms: hash,
    acknowledged: ['far-price', 'equity-share'],
  })
  return orderId
}

/** Places the order at the day's limit, so that it fills at once; returns the position when it is complete. */
export async function hold(api: Api, wanted: Wanted): Promise<Position> {
  const { lots = 1, direction = 'long' } = wanted
  const price = direction === 'long' ? 'limit-up' : 'limit-down'
  const orderId = await placeOrder(api, { ...wanted, price })
  let position: Position | undefined
  await expect
    .poll(
      async () => {
        const found = await api.positions('open')
        position = found.find(({ positionId }) => positionId === orderId)
        return position?.shares
      },
      { timeout: 60_000 },
    )
    .toBe(lots * 1_000)
  if (position === undefined) throw new Error(`no position ${orderId}`)
  return position
}
