// A test venue with an api on it, and helpers to send orders as a phone does.

import { until } from '@fairlot/testkit/until'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { type MarginVenue, openMarginVenue } from './margin-venue.ts'
import type { Reply } from './test-client.ts'
import { signInAgain, type TestMember } from './start-test-api.ts'
import type { VenueOptions } from './test-venue.ts'

export interface Ticket {
  readonly orderId?: string
  readonly symbol?: string
  readonly direction?: 'long' | 'short'
  readonly multiple?: 100 | 200 | 250
  readonly dayTrade?: boolean
  /** Null: a market order. */
  readonly price?: number | null
  readonly lots?: number
  readonly quantity?: number
  readonly validity?: 'ROD' | 'IOC' | 'FOK'
  readonly terms?: string
  readonly acknowledged?: readonly ('far-price' | 'equity-share')[]
  readonly signature?: { readonly deviceKey: string; readonly signature: string }
}

export interface CloseTicket extends Omit<Ticket, 'symbol' | 'direction' | 'multiple' | 'dayTrade'> {
  readonly positionId: string
  /** Of the odd lot beside whole lots. */
  readonly oddOrderId?: string
}

export interface OrderHarness extends MarginVenue {
  /** An order id as a phone with the venue's clock makes it. */
  newOrderId(): string
  /** The hash of the terms in force. */
  readonly terms: string
  place(member: TestMember, ticket?: Ticket): Promise<Reply>
  close(member: TestMember, ticket: CloseTicket): Promise<Reply>
  replace(member: TestMember, orderId: string, ticket: Ticket): Promise<Reply>
  ask(member: TestMember, path: string, body?: unknown): Promise<Reply>
  /** Places an order and returns its id; fails when it is refused. */
  placed(member: TestMember, ticket?: Ticket): Promise<string>
  /** A position of this many lots, bought from a seat and settled; moves to the next day when `sellable`. */
  holding(member: TestMember, ticket?: Ticket, sellable?: boolean): Promise<string>
  /** The next trading day. The night ends every session, so these members sign in again. */
  sleep(...members: readonly TestMember[]): Promise<void>
  /** Waits until the order has this state. */
  state(orderId: string, state: string): Promise<any>
}

export async function openOrderHarness(options: VenueOptions = {}): Promise<OrderHarness> {
  const marginVenue = await openMarginVenue(options)
  await marginVenue.untilIdle()
  await until('the day to be open', async () => {
    const open = await marginVenue.venue.sql.query(`SELECT FROM settlement.prices WHERE state = 'continuous'`)
    return open.length > 0
  })
  const someone = await marginVenue.member()
  const { body } = await someone.client.call('/orders/terms', { symbol: '2330' })
  const terms: string = body.data.hash
  const orderOf = ({
    orderId = newId(marginVenue.venue.now),
    price = 10_000,
    lots = 1,
    quantity = lots * 1_000,
    validity = 'ROD',
    acknowledged,
    signature,
    ...rest
  }: Ticket) => ({
    orderId,
    ...(price === null ? {} : { price }),
    quantity,
    validity,
    terms: rest.terms ?? terms,
    ...(acknowledged && { acknowledged }),
    ...(signature && { signature }),
  })
  const bodyOf = (ticket: Ticket) => ({
    ...orderOf(ticket),
    symbol: ticket.symbol ?? '2330',
    direction: ticket.direction ?? 'long',
    multiple: ticket.multiple ?? 100,
    dayTrade: ticket.dayTrade ?? false,
  })
  const harness: OrderHarness = {
    ...marginVenue,
    newOrderId: () => newId(marginVenue.venue.now),
    terms,
    ask: (member, path, asked = {}) => member.client.call(path, asked),
    place: (member, ticket = {}) => member.client.call('/orders/placeOrder', bodyOf(ticket)),
    close: (member, { positionId, oddOrderId, ...ticket }) =>
      member.client.call('/orders/closePosition', {
        ...orderOf(ticket),
        positionId,
        ...(oddOrderId && { oddOrderId }),
      }),
    replace(member, orderId, ticket) {
      const { orderId: newOrderId, ...order } = orderOf(ticket)
      return member.client.call('/orders/replaceOrder', { ...order, orderId, newOrderId })
    },
    async placed(member, ticket = {}) {
      const reply = await harness.place(member, ticket)
      if (reply.http !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
      return reply.body.data.orderId
    },
    async holding(member, ticket = {}, sellable = true) {
      const { symbol = '2330', lots = 1, direction = 'long' } = ticket
      const price = ticket.price ?? 10_000
      await marginVenue.venue.seat('maker-1', symbol, direction === 'long' ? 'sell' : 'buy', price, lots)
      const orderId = await harness.placed(member, { ...ticket, acknowledged: ['equity-share', 'far-price'] })
      await harness.state(orderId, 'filled')
      if (sellable) await harness.sleep(member)
      return orderId
    },
    async sleep(...members) {
      await marginVenue.nextDay()
      for (const member of members) await signInAgain(member)
    },
    async state(orderId, state) {
      let row: any
      await until(`order ${orderId} to be ${state}`, async () => {
        row = await marginVenue.venue.order(orderId)
        return row?.state === state
      })
      return row
    },
  }
  return harness
}
