// What one simulated mentor does in one round: look at the market and its own positions, then at most one purchase and the
// sales that are due, as market orders that are cancelled when they do not fill.

import { randomUUID } from 'node:crypto'
import type { ApiClient } from './client.ts'
import { decide, type Strategy } from './strategies.ts'

const lot = 1_000

/** The session has ended, or there is none yet: sign in again. */
export class SignedOut extends Error {}

/** UUIDv7, as the phone makes the ids of orders: they begin with the time. */
function newOrderId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Returns how many orders the api took. A refused one is tried again in the next round. */
export async function tradeOnce(client: ApiClient, strategy: Strategy, now: Date): Promise<number> {
  const read = async <P extends Parameters<ApiClient['call']>[0]>(
    path: P,
    body: Parameters<ApiClient['call']>[1],
  ) => {
    const answer = await client.call(path, body as never)
    if (answer.ok) return answer.data
    if (answer.status === 401) throw new SignedOut(path)
    throw new Error(`${path} was refused: ${answer.msg}`)
  }
  const { positions } = await read('/positions/listPositions', { which: 'open' })
  const symbols = [...new Set([...strategy.symbols, ...positions.map(({ symbol }) => symbol)])]
  const { rows } = await read('/market/someQuotes', { symbols })
  const first = symbols[0]
  if (first === undefined) return 0
  const { date } = await read('/orders/terms', { symbol: first })
  if (date === null) return 0
  const { buy, close } = decide(strategy, date, rows, positions)
  let sent = 0
  for (const { positionId, symbol, shares } of close) {
    const { hash } = await read('/orders/terms', { symbol })
    const order = {
      orderId: newOrderId(now),
      positionId,
      quantity: shares,
      validity: 'IOC',
      terms: hash,
    } as const
    if ((await client.call('/orders/closePosition', order)).ok) sent += 1
  }
  if (buy !== null) {
    const { hash } = await read('/orders/terms', { symbol: buy })
    const order = {
      orderId: newOrderId(now),
      symbol: buy,
      direction: 'long',
      multiple: 100,
      dayTrade: false,
      quantity: lot,
      validity: 'IOC',
      terms: hash,
    } as const
    if ((await client.call('/orders/placeOrder', order)).ok) sent += 1
  }
  return sent
}
