// Creates sample data: the demo member buys, borrows, sells short and leaves an order waiting, through the normal API
// calls. Returns the ids that detail screens need.

import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { newId } from '../apps/member/src/shell/send-once/new-id.ts'

export type Samples = ReadonlyMap<string, string>

interface Terms {
  readonly hash: string
  readonly upper: number
  readonly lower: number
}

const wanted = [
  { symbol: '2317', direction: 'long', multiple: 100, lots: 2 },
  { symbol: '2603', direction: 'long', multiple: 250, lots: 3 },
  { symbol: '2409', direction: 'short', multiple: 100, lots: 4 },
] as const
const waiting = { symbol: '2881', direction: 'long', multiple: 100, lots: 1 } as const

export async function makeSomethingToSee(context: BrowserContext, origin: string): Promise<Samples> {
  const ask = await askAs(context, origin)
  const place = async (
    { symbol, direction, multiple, lots }: (typeof wanted)[number] | typeof waiting,
    fillsAtOnce: boolean,
  ): Promise<string> => {
    const terms = await ask<Terms>('/orders/terms', { symbol })
    const orderId = newId()
    await ask('/orders/placeOrder', {
      orderId,
      symbol,
      direction,
      multiple,
      dayTrade: false,
      quantity: lots * 1_000,
      price: (direction === 'long') === fillsAtOnce ? terms.upper : terms.lower,
      validity: 'ROD',
      terms: terms.hash,
      acknowledged: ['far-price', 'equity-share'],
    })
    return orderId
  }
  const orders: string[] = []
  for (const order of wanted) orders.push(await place(order, true))
  const open = await place(waiting, false)
  const held = await until(async () => {
    const { positions } = await ask<{ positions: { positionId: string }[] }>('/positions/listPositions', {
      which: 'open',
    })
    return positions.length === wanted.length ? positions : undefined
  })
  const { records } = await ask<{ records: { entryId: string; event: string }[] }>('/funds/records', {
    tab: 'transaction',
  })
  const bought = records.find(({ event }) => event === 'trade.open-long')
  const exchanged = await exchange(ask)
  const { plan } = await ask<{ plan: { planId: string } }>('/savings-plans/create', {
    symbol: '0050',
    amount: '500000',
    days: [6],
  })
  const borrowed = held.find(({ positionId }) => positionId === orders[1]) ?? held[0]
  return new Map([
    ['/market/marketDetail', 'symbol=2330'],
    ['/market/marketBuy', 'symbol=2317&side=long'],
    ['/position/positionDetail', `id=${borrowed?.positionId ?? ''}`],
    ['/position/positionDetail?view=timeline', `order=${open}`],
    ['/user/FundingDetails?view=entry', `id=${bought?.entryId ?? ''}`],
    ['/user/exchange', 'pay=TWD&get=JPY&amount=30000'],
    ['/user/exchange?view=quote', `id=${exchanged}`],
    ['/trading/trading?view=savings-plan', `id=${plan.planId}`],
  ])
}

type Ask = <Data>(path: string, body: object) => Promise<Data>

/** Some foreign money for the wallet and the records. Returns the last quote, which was used. */
async function exchange(ask: Ask): Promise<string> {
  let last = ''
  for (const get of ['RMB', 'HKD', 'JPY']) {
    const wanted = { pay: 'TWD', get, amount: '3000000' }
    const { quote } = await ask<{ quote: { quoteId: string } }>('/currency-exchange/quote', wanted)
    await ask('/currency-exchange/deal', { quoteId: quote.quoteId })
    last = quote.quoteId
  }
  return last
}

/** Calls the API with the browser's session and cookies. */
async function askAs(context: BrowserContext, origin: string): Promise<Ask> {
  const page = await context.newPage()
  await page.goto('/')
  const session = await page.evaluate(() => ({
    token: localStorage.getItem('tokend') ?? '',
    account: localStorage.getItem('account') ?? '',
  }))
  await page.close()
  return async <Data>(path: string, body: object): Promise<Data> => {
    const xsrf = (await context.cookies()).find(({ name }) => name === '__Host-XSRF-TOKEN')?.value ?? ''
    const response = await context.request.post(`${origin}/api/vue${path}`, {
      data: body,
      headers: {
        ...session,
        'X-XSRF-TOKEN': decodeURIComponent(xsrf),
        'Idempotency-Key': crypto.randomUUID(),
      },
    })
    const envelope = (await response.json()) as { status: number; msg: string; data: Data }
    if (envelope.status !== 1) throw new Error(`${path} was refused: ${envelope.msg}`)
    return envelope.data
  }
}

async function until<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(500)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new Error('the demo member’s orders were not filled within a minute')
}
