// A market the test moves by hand: quotes in the tables, and the quotes role's messages on NATS.

import type { DetailUpdate, TapeEntry } from '@fairlot/contract/live'
import type { QuoteMessage } from '@fairlot/contract/market-data'
import { sealHeader, shards, subjectsOf } from '@fairlot/contract/venue'
import type { TestDatabase } from '@fairlot/testkit'
import { connect, headers, type NatsConnection } from '@nats-io/transport-node'
import pg from 'pg'
import { sealOf } from '../../../apps/server/src/platform/seal.ts'

export interface LiveMarket {
  /** Puts instruments into the tables, as they are when the gateway reads them. */
  list(...symbols: readonly string[]): Promise<void>
  /** A trade at this price, announced on NATS. `silent` changes the tables only, as when NATS is down. */
  trade(symbol: string, price: number, how?: { readonly silent?: true }): Promise<void>
  /** The book changed, but nothing that a list shows. */
  moveBook(symbol: string): Promise<void>
  sendHeartbeat(at?: number): Promise<void>
  publishIndices(...indices: readonly (readonly [code: string, value: number])[]): Promise<void>
  notifyMember(memberId: string, n: number, kind: string, data: unknown): Promise<void>
  /** A member event in the tables; announced on NATS only when `isAnnounced`. */
  own(memberId: string, kind: string, data: unknown, isAnnounced: boolean): Promise<number>
  newest(symbol: string): DetailUpdate
  close(): Promise<void>
}

const reference = 10_000
const feedKey = 'f'.repeat(64)

export async function openLiveMarket(database: TestDatabase, natsUrl: string): Promise<LiveMarket> {
  const nats: NatsConnection = await connect({
    servers: natsUrl,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  })
  const subjects = subjectsOf(database.name)
  const tables = new pg.Pool({ connectionString: database.quotesUrl, max: 2 })
  const worker = new pg.Pool({ connectionString: database.workerUrl, max: 1 })
  const quotes = new Map<string, DetailUpdate>()
  await tables.query(
    `INSERT INTO market.feed_keys (name, key) SELECT unnest($1::text[]), $2
     ON CONFLICT (name) DO UPDATE SET key = EXCLUDED.key`,
    [[...shards.map(String), 'indices'], feedKey],
  )
  let event = 0
  const publish = async (subject: string, data: unknown): Promise<void> => {
    const text = JSON.stringify(data)
    const head = headers()
    head.set(sealHeader, sealOf(feedKey, subject, text))
    nats.publish(subject, text, { headers: head })
    await nats.flush()
  }
  const newest = (symbol: string): DetailUpdate => {
    const quote = quotes.get(symbol)
    if (quote === undefined) throw new Error(`${symbol} is not listed`)
    return quote
  }
  const store = async (quote: DetailUpdate): Promise<void> => {
    await tables.query(
      `INSERT INTO market.quotes (symbol, version, date, state, reference, open, high, low, last, volume, turnover,
         trades, inside_volume, outside_volume, bids, asks, at)
       VALUES ($1, $2, $3, $4, $5, $6, $6, $6, $6, $7, $8, $9, 0, 0, $10, $11, now())
       ON CONFLICT (symbol) DO UPDATE SET version = $2, open = $6, high = $6, low = $6, last = $6, volume = $7,
         turnover = $8, trades = $9, bids = $10, asks = $11, at = now()`,
      [quote.s, quote.n, quote.y, quote.st, quote.r, quote.p, quote.v, quote.a, quote.c].concat([
        JSON.stringify(quote.b),
        JSON.stringify(quote.k),
      ]),
    )
  }
  return {
    newest,
    async list(...symbols) {
      for (const symbol of symbols) {
        const quote: DetailUpdate = {
          s: symbol,
          n: 1,
          st: 'continuous',
          p: reference,
          r: reference,
          v: 0,
          a: 0,
          o: reference,
          h: reference,
          l: reference,
          y: '2026-11-16',
          c: 0,
          x: [0, 0],
          b: [[reference - 10, 1_000]],
          k: [[reference + 10, 1_000]],
        }
        quotes.set(symbol, quote)
        await store(quote)
      }
    },
    async trade(symbol, price, { silent } = {}) {
      const before = newest(symbol)
      const trade: TapeEntry = [++event, Date.now(), price, 1_000, 'buy']
      const quote: DetailUpdate = {
        ...before,
        n: before.n + 1,
        p: price,
        v: before.v + 1_000,
        a: before.a + price * 1_000,
        c: before.c + 1,
      }
      quotes.set(symbol, quote)
      if (silent) return store(quote)
      const message: QuoteMessage = { ...quote, t: [trade] }
      return publish(subjects.quote(symbol), message)
    },
    async moveBook(symbol) {
      const before = newest(symbol)
      const quote = { ...before, n: before.n + 1, b: [[before.b[0]![0], before.b[0]![1] + 1_000] as const] }
      quotes.set(symbol, quote)
      await publish(subjects.quote(symbol), quote satisfies QuoteMessage)
    },
    sendHeartbeat: (at = Date.now()) => publish(subjects.quotesHeartbeat, { at }),
    publishIndices: (...indices) =>
      publish(
        subjects.indices,
        indices.map(([s, p]) => ({ s, p, r: 1_000_000 })),
      ),
    notifyMember: (memberId, n, kind, data) => publish(subjects.own(memberId), { n, kind, data }),
    async own(memberId, kind, data, isAnnounced) {
      const { rows } = await worker.query<{ n: number }>(
        `INSERT INTO app.member_events (member_id, number, kind, data, at)
         SELECT $1, coalesce(max(number), 0) + 1, $2, $3, now() FROM app.member_events WHERE member_id = $1
         RETURNING number::float8 AS n`,
        [memberId, kind, JSON.stringify(data)],
      )
      const { n } = rows[0]!
      if (isAnnounced) await publish(subjects.own(memberId), { n, kind, data })
      return n
    },
    async close() {
      await nats.close()
      await Promise.all([tables.end(), worker.end()])
    },
  }
}
