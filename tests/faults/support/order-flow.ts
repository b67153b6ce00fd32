// A realistic command flow: orders that rest, trade, shrink, move and are cancelled, some refused, with a market
// maker's quotes between them. The same seed gives the same commands. Every text is unique, so that the log can be
// compared with the sent commands.

import {
  type Command,
  memberAccount,
  seatAccount,
  type Side,
  SHARD_COUNT,
  shardOf,
  type Validity,
} from '@fairlot/contract/venue'
import { seededRandom } from '@fairlot/testkit'

export interface SentCommand {
  readonly shard: number
  readonly text: string
}

export interface OrderFlow {
  /** Lists the instruments and takes every shard to continuous trading. */
  opening(date?: string): readonly SentCommand[]
  next(): SentCommand
}

export interface OrderFlowOptions {
  readonly seed: number
  /** Instruments of each shard. */
  readonly symbols?: number
  readonly shards?: readonly number[]
  /** How many of a hundred commands are quotes of a seat. */
  readonly quotes?: number
}

const reference = 3_000
const tick = 5
const lot = 1_000
const symbolsPerQuote = 10

/** Codes of four digits that belong to the shard. */
export function symbolsOf(shard: number, count: number): readonly string[] {
  const symbols: string[] = []
  for (let code = 1_101; symbols.length < count && code < 10_000; code += 1)
    if (shardOf(String(code)) === shard) symbols.push(String(code))
  return symbols
}

const text = (command: Command): string => JSON.stringify(command)

interface Resting {
  readonly order: string
  readonly account: string
  readonly symbol: string
}

export function createOrderFlow(options: OrderFlowOptions): OrderFlow {
  const random = seededRandom(options.seed)
  const shards = options.shards ?? Array.from({ length: SHARD_COUNT }, (_, shard) => shard)
  const symbols = new Map(shards.map((shard) => [shard, symbolsOf(shard, options.symbols ?? 5)]))
  const resting = new Map<number, Resting[]>(shards.map((shard) => [shard, []]))
  const quoteShare = options.quotes ?? 5
  let made = 0

  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const name = (): string => `o${options.seed}-${(made += 1)}`
  const account = (): string => memberAccount(`0190-${below(40)}`)
  /** Near the reference: far enough to rest, close enough to trade, never far enough to pause the instrument. */
  const priceOf = (side: Side, isCrossing: boolean): number => {
    const distance = isCrossing ? -below(4) : 1 + below(8)
    return reference + tick * (side === 'buy' ? -distance : distance)
  }

  const place = (shard: number): Command => {
    const side: Side = random() < 0.5 ? 'buy' : 'sell'
    const dice = random()
    const isCrossing = dice < 0.4
    const order: Resting = { order: name(), account: account(), symbol: pick(symbols.get(shard)!) }
    const validity: Validity = dice < 0.04 ? 'IOC' : dice < 0.06 ? 'FOK' : 'ROD'
    const kept = resting.get(shard)!
    if (validity === 'ROD') kept.push(order)
    if (kept.length > 400) kept.splice(0, 200)
    const terms = { side, quantity: lot * (1 + below(5)), validity }
    return { kind: 'place', ...order, ...terms, price: priceOf(side, isCrossing) }
  }
  const takeResting = (shard: number): Resting | undefined => {
    const kept = resting.get(shard)!
    return kept.length === 0 ? undefined : kept.splice(below(kept.length), 1)[0]
  }
  const quote = (shard: number): Command => {
    const levels = (side: Side): [number, number][] =>
      Array.from({ length: 5 }, (_, level) => [
        reference + tick * (side === 'buy' ? -2 - level : 2 + level),
        lot * (1 + below(20)),
      ])
    const all = symbols.get(shard)!
    const first = below(all.length)
    const quotes = all
      .slice(first, first + symbolsPerQuote)
      .map((symbol) => ({ symbol, bids: levels('buy'), asks: levels('sell') }))
    return { kind: 'quote', account: seatAccount(`maker-${below(3)}`), quotes }
  }
  const make = (shard: number): Command => {
    const dice = random() * 100
    if (dice < quoteShare) return quote(shard)
    if (dice < 80) return place(shard)
    const old = takeResting(shard)
    if (!old) return place(shard)
    if (dice < 94) return { kind: 'cancel', ...old }
    if (dice < 97) return { kind: 'reduce', ...old, by: lot }
    const newOrder = name()
    resting.get(shard)!.push({ ...old, order: newOrder })
    const terms = { price: priceOf('buy', false), quantity: lot, validity: 'ROD' as const }
    return { kind: 'replace', ...old, newOrder, ...terms }
  }

  return {
    opening: (date = '2026-11-16') =>
      shards.flatMap((shard) => {
        const instruments = symbols
          .get(shard)!
          .map((symbol) => ({ symbol, instrument: 'stock' as const, reference, limited: true }))
        const commands: Command[] = [
          { kind: 'list', instruments },
          { kind: 'phase', date, phase: 'opening-call', seed: `seed ${options.seed}` },
          { kind: 'phase', date, phase: 'continuous' },
        ]
        return commands.map((command) => ({ shard, text: text(command) }))
      }),
    next() {
      const shard = pick(shards)
      return { shard, text: text(make(shard)) }
    },
  }
}
