// Fills as settlement leaves them, written directly into the tables, for tests of the later steps.

import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { clearing, entry, fees, member, post, stock, tax } from '@fairlot/ledger'
import { genesis, linkText } from '../../../packages/proof/src/index.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { asOwner } from './post-as-owner.ts'

export interface TradedRow {
  readonly orderId: string
  readonly fillId: string
  readonly memberId: string
  readonly entryId: string
}

export interface Trade {
  readonly memberId: string
  readonly event: number
  readonly side?: 'buy' | 'sell'
  readonly symbol?: string
  readonly price?: number
  readonly quantity?: number
  readonly date: string
  /** As before 0.2.0: its first steps are rows. */
  readonly storesFirstSteps?: boolean
}

const settlesOn = '2026-11-19'
export const counterparty = '0199aaaa-0000-7000-8000-00000000beef'

/** One member's side of a trade, with order, timeline, position, log event and ledger entry. */
export async function insertTrade(owner: pg.Client, trade: Trade): Promise<TradedRow> {
  const {
    memberId,
    event,
    side = 'buy',
    symbol = '2330',
    price = 60_000,
    quantity = 1_000,
    date,
    storesFirstSteps = false,
  } = trade
  const at = new Date(Math.floor(Date.now()))
  const placedAt = new Date(at.getTime() - 84)
  const orderId = newId(placedAt.getTime())
  const value = BigInt(price) * BigInt(quantity)
  const fee = 85_500n
  const buys = side === 'buy'
  const duty = buys ? 0n : 180_000n
  const bids = [[price - 50, 3_000]]
  const asks = [[price, 2_000]]
  const own = { order: orderId, account: `member:${memberId}` }
  const other = { order: randomUUID(), account: `member:${counterparty}` }
  const [buyer, seller] = buys ? [own, other] : [other, own]
  const body = {
    kind: 'traded',
    symbol,
    price,
    quantity,
    buyOrder: buyer.order,
    buyAccount: buyer.account,
    buyLeft: 0,
    sellOrder: seller.order,
    sellAccount: seller.account,
    sellLeft: 0,
    taker: 'buy',
    bids,
    asks,
  }
  await owner.query(
    `INSERT INTO exchange.events (shard, event, sequence, at, kind, symbol, body) VALUES (0, $1, $2, $3, 'traded', $4, $5)`,
    [event, event * 2, at, symbol, JSON.stringify(body)],
  )

  const account = member(memberId)
  const cash = clearing.settling('TWD', settlesOn)
  const shares = clearing.settling(stock(symbol), settlesOn)
  const building = entry({
    event: 'trade.open-long',
    reference: orderId,
    key: `fill:0/${event}/${side}`,
    postedAt: at,
  })
  if (buys) {
    building
      .move(value, account.available('TWD'), cash)
      .move(fee, account.available('TWD'), fees('brokerage', 'TWD'))
      .move(BigInt(quantity), shares, account.receivable(stock(symbol), settlesOn))
  } else {
    building
      .move(BigInt(quantity), account.receivable(stock(symbol), settlesOn), shares)
      .move(fee, cash, fees('brokerage', 'TWD'))
      .move(duty, cash, tax('transaction', 'TWD'))
      .move(value - fee - duty, cash, account.receivable('TWD', settlesOn))
  }
  const posted = await post(asOwner(owner), building.done())
  if (!posted.ok) throw new Error(`the ledger refused: ${posted.reason}`)

  const steps = timeline(orderId, placedAt, [
    ['placed', 'member', { side, price, quantity, validity: 'ROD', origin: 'member' }],
    ['held', 'system', { cash: String(value + fee), shares: 0, price }],
    ['accepted', 'venue', { event: event - 1, quantity }],
    ['filled', 'venue', { event, price, quantity, left: 0, fee: String(fee) }],
  ])
  await owner.query(
    `INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
       quantity, validity, worst_price, date, origin, terms, placed_at, state, left_shares, filled_shares, filled_value,
       fee, tax, ended_at, steps, steps_hash, held_cash, held_shares)
     VALUES ($1, $2, $3, 'stock', $4, $5, $1, 'long', 100, false, $6, $7, 'ROD', $6, $8, 'member',
       decode(repeat('ab', 32), 'hex'), $9, 'filled', 0, $7, $10, $11, $12, $13, $14, decode($15, 'hex'), $16, $17)`,
    [
      orderId,
      memberId,
      symbol,
      side,
      buys ? 'open' : 'close',
      price,
      quantity,
      date,
      placedAt,
      value,
      fee,
      duty,
      at,
      steps.length,
      steps.at(-1)!.hash,
      ...(storesFirstSteps ? [null, null] : [value + fee, 0]),
    ],
  )
  for (const step of storesFirstSteps ? steps : steps.slice(2)) {
    await owner.query(
      `INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash) VALUES ($1, $2, $3, $4, $5, $6, decode($7, 'hex'))`,
      [orderId, step.n, step.at, step.what, step.who, step.data, step.hash],
    )
  }
  await owner.query(
    `INSERT INTO app.fills (shard, event, side, order_id, position_id, member_id, symbol, price, quantity, fee, tax,
       borrow_fee, sequence, decided_by, book, traded_at, date, settles_on, entry_id, settled_at)
     VALUES (0, $1, $2, $3, $3, $4, $5, $6, $7, $8, $9, 0, $10, 'price-time', $11, $12, $13, $14, $15, $16)`,
    [
      event,
      side,
      orderId,
      memberId,
      symbol,
      price,
      quantity,
      fee,
      duty,
      event * 2,
      JSON.stringify({ bids, asks }),
      at,
      date,
      settlesOn,
      posted.entryId,
      new Date(at.getTime() + 53),
    ],
  )
  return { orderId, fillId: `0/${event}/${side}`, memberId, entryId: posted.entryId }
}

function timeline(orderId: string, at: Date, steps: readonly (readonly [string, string, object])[]) {
  let hash = genesis
  return steps.map(([what, who, content], index) => {
    const data = JSON.stringify(content)
    const text = linkText(hash, BigInt(index + 1), [orderId, at.toISOString(), what, who, data])
    hash = createHash('sha256').update(text).digest('hex')
    return { n: index + 1, at, what, who, data, hash }
  })
}
