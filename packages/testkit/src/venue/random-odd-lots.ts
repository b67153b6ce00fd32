// Random commands for the books of odd lots, drawn apart from the others so that those stay the same.

import type { Command, Level, Quote, Side } from '@fairlot/contract/venue'
import { seededRandom } from '../clock.ts'
import { prices } from './naive-prices.ts'
import type { NaiveInstrument, NaiveOrder, NaiveState } from './naive-state.ts'

export class Draws {
  protected readonly random: () => number

  constructor(seed: number) {
    this.random = seededRandom(seed)
  }

  below(count: number): number {
    return Math.floor(this.random() * count)
  }

  chance(share: number): boolean {
    return this.random() < share
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }
}

const accounts = ['member:a', 'member:b', 'member:c', 'member:d', 'seat:m', 'seat:n']

export class RandomOddLots extends Draws {
  private orders = 0
  /** How far prices stray: far enough, and a match is delayed. */
  private stray = 3

  draw(state: NaiveState): Command {
    if (this.chance(0.03)) this.stray = this.pick([2, 3, 5, 30, 70])
    const instrument = this.pick(state.instruments)
    const { symbol } = instrument
    const roll = this.random()
    if (roll < 0.55) return this.place(state, instrument)
    if (roll < 0.63) return { kind: 'cancel', ...this.target(instrument), symbol }
    if (roll < 0.7)
      return { kind: 'reduce', ...this.target(instrument), symbol, by: this.pick([1, 7, 100, 0, 0.5, 900]) }
    if (roll < 0.8) return this.replace(state, instrument)
    return { kind: 'quote', account: this.pick(['seat:m', 'seat:n']), quotes: [this.quote(instrument)] }
  }

  /** Often the same few, so that both sides are equal and several prices qualify. */
  private shares(): number {
    return this.chance(0.6) ? this.pick([10, 10, 20, 50]) : 1 + this.below(999)
  }

  private newId(): string {
    this.orders += 1
    return `p${this.orders}`
  }

  private target({ odd, orders }: NaiveInstrument): { order: string; account: string } {
    const placed = [...(odd?.orders ?? []), ...(this.chance(0.1) ? orders : [])].filter(({ id }) => id !== '')
    const { id, account }: Pick<NaiveOrder, 'id' | 'account'> =
      placed.length > 0 ? this.pick(placed) : { id: 'p0', account: 'member:a' }
    return { order: id, account: this.chance(0.03) ? this.pick(accounts) : account }
  }

  private price(instrument: NaiveInstrument, side: Side): number {
    const list = prices[instrument.kind]
    const center = list.indexOf(instrument.odd?.last ?? instrument.last ?? instrument.reference)
    const steps = Math.round((this.random() * 2 - 0.9) * this.stray) * (side === 'buy' ? -1 : 1)
    return list[Math.min(Math.max(center + steps, 0), list.length - 1)]!
  }

  private terms(state: NaiveState, instrument: NaiveInstrument, side: Side, account: string) {
    const price = this.chance(0.02) ? this.pick([0, 10_003, 39_950]) : this.price(instrument, side)
    const owned = (account === 'member:a' || account === 'member:b') && this.chance(0.5)
    return {
      account,
      ...(owned && { group: 'owner:x' }),
      ...(!this.chance(0.02) && { price }),
      quantity: this.chance(0.04) ? this.pick([0, 1_000, -5, 12.5]) : this.shares(),
      validity: this.chance(0.02) ? this.pick(['IOC', 'FOK'] as const) : ('ROD' as const),
      ...(this.chance(0.1) && { date: this.chance(0.2) ? '2025-12-31' : (state.date ?? '2026-01-05') }),
    }
  }

  private place(state: NaiveState, instrument: NaiveInstrument): Command {
    const side = this.pick(['buy', 'sell'] as const)
    return {
      kind: 'place',
      order: this.chance(0.02) ? this.target(instrument).order : this.newId(),
      symbol: instrument.symbol,
      side,
      odd: true,
      ...this.terms(state, instrument, side, this.pick(accounts)),
    }
  }

  private replace(state: NaiveState, instrument: NaiveInstrument): Command {
    const { order, account } = this.target(instrument)
    const own = instrument.odd?.orders.find(({ id }) => id === order)
    return {
      kind: 'replace',
      order,
      symbol: instrument.symbol,
      newOrder: this.chance(0.03) ? this.target(instrument).order : this.newId(),
      ...this.terms(state, instrument, own?.side ?? 'buy', account),
      ...(this.chance(0.3) && { left: this.chance(0.3) ? 5 : (own?.left ?? 5) }),
    }
  }

  private quote(instrument: NaiveInstrument): Quote {
    const list = prices[instrument.kind]
    const center =
      list.indexOf(instrument.odd?.last ?? instrument.last ?? instrument.reference) + this.below(5) - 2
    const levels = this.chance(0.03) ? 11 : this.below(4)
    const ladder = (sign: number): Level[] =>
      Array.from({ length: levels }, (_, index) => [
        list[Math.min(Math.max(center + sign * (1 + index), 0), list.length - 1)]!,
        this.chance(0.01) ? 1_000 : 1 + this.below(999),
      ])
    const [bids, asks] = [ladder(-1), ladder(1)]
    return {
      symbol: this.chance(0.01) ? '0000' : instrument.symbol,
      bids: this.chance(0.02) ? asks : bids,
      asks,
      odd: true,
    }
  }
}
