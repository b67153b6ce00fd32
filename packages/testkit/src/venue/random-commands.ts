// Random commands for a venue. They use the oracle's state, so that most are possible, many are just impossible, and
// the days cover all session rules. The same seed gives the same commands.

import type { Command, Level, ListedInstrument, Phase, Side, Validity } from '@fairlot/contract/venue'
import { seededRandom } from '../clock.ts'
import { isPrice, prices } from './naive-prices.ts'
import type { NaiveInstrument, NaiveState } from './naive-state.ts'

const minute = 60_000
/** How long each phase lasts, and the gap to the next day. */
const lengths: Readonly<Record<Phase, number>> = {
  'opening-call': 4 * minute,
  continuous: 18 * minute,
  'closing-call': 4 * minute,
  closed: 4 * minute,
}
const nextPhase: Readonly<Record<Phase, Phase>> = {
  'opening-call': 'continuous',
  continuous: 'closing-call',
  'closing-call': 'closed',
  closed: 'opening-call',
}

/** Rarely traded, so that some of its days end without a trade. */
const seldom = '8888'
/** A cheap one, one whose limits cross a band, one without limits, a fund, and one that is exempt from pauses. */
const listed = [
  { symbol: '1101', instrument: 'stock', reference: 4_725, limited: true },
  { symbol: '2330', instrument: 'stock', reference: 9_870, limited: true },
  { symbol: '6901', instrument: 'stock', reference: 2_000, limited: false },
  { symbol: '0050', instrument: 'etf', reference: 5_050, limited: true },
  { symbol: '9999', instrument: 'stock', reference: 60, limited: true },
  { symbol: seldom, instrument: 'stock', reference: 10_000, limited: true },
] as const
const late = { symbol: '7777', instrument: 'stock', reference: 1_000, limited: true } as const

export const instrumentsOfRandomMarket: readonly ListedInstrument[] = [...listed, late]

export interface Timed {
  readonly command: Command
  readonly at: number
}

export interface RandomCommands {
  next(state: NaiveState): Timed
}

export function randomCommands(seed: number): RandomCommands {
  const random = seededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const chance = (share: number): boolean => random() < share
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const accounts = ['member:a', 'member:b', 'member:c', 'member:d', 'seat:m', 'seat:n']
  const makers = ['seat:m', 'seat:n']

  let at = Date.UTC(2026, 0, 5)
  let phaseEnds = at + minute
  let day = Date.UTC(2026, 0, 5)
  let orders = 0
  let drawn = 0
  let begun = false
  let lateListed = false
  /** How far prices stray in a calm or a wild period, so that books fill up and prices also run away. */
  let stray = 6

  return {
    next(state) {
      if (!begun) {
        begun = true
        return { command: { kind: 'list', instruments: listed }, at }
      }
      drawn += 1
      if (drawn % 500 === 0) return { command: refusal(drawn / 500), at }
      at += chance(0.01) ? below(90_000) : below(3_000)
      // Advance to the exact moment at which a timer ends.
      const timers = state.instruments.flatMap(({ timer }) => (timer !== null && timer >= at ? [timer] : []))
      if (timers.length > 0 && chance(0.02)) at = Math.min(...timers)
      if (chance(0.005)) stray = pick([2, 4, 6, 12, 30])
      if (at >= phaseEnds) return { command: turn(state), at }
      return { command: draw(state), at }
    },
  }

  /**
   * Commands that operators refused because the engine could not apply them; they change no book. Counted instead of
   * drawn, so that the random sequence stays the same.
   */
  function refusal(count: number): Command {
    const named = { account: accounts[count % accounts.length]!, symbol: '2330' }
    const kinds = [
      { command: 'place', order: `o${orders}`, ...named },
      { command: 'replace', order: `o${orders}`, newOrder: 'r1', ...named },
      { command: 'quote', account: named.account },
    ] as const
    return { kind: 'refuse', ...kinds[count % kinds.length]! }
  }

  function turn(state: NaiveState): Command {
    const phase = nextPhase[state.phase]
    if (phase === 'opening-call') day += 86_400_000
    // Sometimes the next phase comes while an auction is still postponed, or a phase has no announced end.
    const short = (phase === 'closed' && chance(0.3)) || (phase === 'continuous' && chance(0.2))
    phaseEnds = at + (short ? minute : lengths[phase])
    const date = new Date(day).toISOString().slice(0, 10)
    return {
      kind: 'phase',
      date,
      phase,
      ...(phase === 'opening-call' && chance(0.9) && { seed: `seed ${date} ${below(1_000)}` }),
      ...(chance(0.9) && { until: phaseEnds }),
    }
  }

  function draw(state: NaiveState): Command {
    const instrument = pickInstrument(state.instruments)
    const { symbol } = instrument
    const roll = random()
    if (roll < 0.5) return place(state, instrument)
    if (roll < 0.62) return { kind: 'cancel', ...target(instrument), symbol }
    if (roll < 0.68)
      return {
        kind: 'reduce',
        ...target(instrument),
        symbol,
        by: pick([1_000, 1_000, 2_000, 5_000, 500, -1_000]),
      }
    if (roll < 0.76) {
      const { price, quantity, validity, date } = place(state, instrument)
      const aimed = target(instrument)
      return {
        kind: 'replace',
        ...aimed,
        ...ownedBy(aimed.account),
        symbol: chance(0.01) ? '0000' : symbol,
        newOrder: chance(0.02) ? target(instrument).order : newId(),
        ...(price !== undefined && { price }),
        quantity,
        validity,
        ...(date !== undefined && { date }),
        ...(chance(0.2) && { left: pick([1_000, 2_000, 5_000]) }),
      }
    }
    if (roll < 0.9) return quote(state)
    if (roll < 0.91)
      return {
        kind: 'cancel-all',
        account: pick(accounts),
        ...(chance(0.7) && { symbol: chance(0.1) ? '0000' : symbol }),
      }
    if (roll < 0.925) {
      const until = chance(0.6) ? { until: at + below(6 * minute) } : {}
      return {
        kind: 'halt',
        symbol: chance(0.05) ? '0000' : symbol,
        reason: pick(['news', 'operator']),
        ...until,
      }
    }
    if (roll < 0.95) {
      const halted = state.instruments.filter((one) => one.state === 'halted')
      return { kind: 'resume', symbol: halted.length > 0 && chance(0.9) ? pick(halted).symbol : symbol }
    }
    if (roll < 0.955) {
      const step = prices[instrument.kind]
      const index = step.indexOf(instrument.reference)
      // Multiples of two dollars have a price exactly 3.5 per cent away more often than others.
      const even = Math.round(instrument.reference / 200) * 200
      const near = step[Math.max(index + below(9) - 4, 0)]!
      const price = chance(0.2)
        ? instrument.reference + 3
        : chance(0.5) && isPrice(instrument.kind, even)
          ? even
          : near
      return { kind: 'reference', symbol, price, ...(chance(0.3) && { limited: symbol !== '6901' }) }
    }
    if (roll < 0.957)
      return {
        kind: 'phase',
        date: '2026-01-01',
        phase: pick(['opening-call', 'continuous', 'closing-call', 'closed']),
      }
    if (roll < 0.96) {
      if (!lateListed && chance(0.05)) {
        lateListed = true
        return { kind: 'list', instruments: [late, { ...late, symbol: '7778', reference: 1_001 }] }
      }
      return { kind: 'list', instruments: [pick(listed)] }
    }
    return { kind: 'time' }
  }

  function pickInstrument(from: readonly NaiveInstrument[]): NaiveInstrument {
    const often = from.filter(({ symbol }) => symbol !== seldom)
    return chance(0.97) && often.length > 0 ? pick(often) : pick(from)
  }

  function newId(): string {
    orders += 1
    return `o${orders}`
  }

  /** An open order, mostly with the right account. */
  function target({ orders: open }: NaiveInstrument): { order: string; account: string } {
    const placed = open.filter(({ id }) => id !== '')
    if (placed.length === 0 || chance(0.05))
      return {
        order: chance(0.5) ? `o${below(orders + 1)}` : `quote:2330:${below(50)}`,
        account: pick(accounts),
      }
    const { id, account } = pick(placed)
    return { order: id, account: chance(0.03) ? pick(accounts) : account }
  }

  function priceNear(instrument: NaiveInstrument, side: Side, away: number): number {
    const list = prices[instrument.kind]
    const center = list.indexOf(instrument.last ?? instrument.reference)
    const sign = side === 'buy' ? -1 : 1
    // Often across the spread, so that books trade as well as fill up.
    const steps = Math.round((random() * 2 - 0.8) * away) * sign
    return list[Math.min(Math.max(center + steps, 0), list.length - 1)]!
  }

  function place(state: NaiveState, chosen: NaiveInstrument): Extract<Command, { kind: 'place' }> {
    const open = state.instruments.filter((one) => one.state === 'continuous' || one.state.endsWith('call'))
    const instrument = open.length > 0 && chance(0.9) ? pickInstrument(open) : chosen
    const side = pick(['buy', 'sell'] as const)
    const calm = instrument.state === 'continuous'
    const market = chance(calm ? 0.12 : 0.02)
    // A large order at the day's limit: it clears the book, or makes the price of a call jump.
    const lastMinute = !calm && state.phaseUntil !== null && at >= state.phaseUntil - minute
    const sweeps = chance(lastMinute ? 0.2 : 0.03)
    const usual = chance(calm ? 0.7 : 0.96) ? 'ROD' : pick(['IOC', 'FOK'] as const)
    const validity: Validity = sweeps && calm && chance(0.5) ? 'IOC' : usual
    const limit = instrument.limits?.[side === 'buy' ? 'upper' : 'lower'] ?? 39_000
    const bound = exactBound(instrument)
    const price = sweeps
      ? limit
      : bound !== undefined && chance(instrument.open === null ? 0.5 : 0.1)
        ? bound
        : chance(0.02)
          ? pick([0, -5, 10_003, 39_950, 12.5])
          : priceNear(instrument, side, chance(0.05) ? 60 : stray)
    const quantity = chance(0.03)
      ? pick([0, 500, 1_500, -1_000, 500_000, 499_000])
      : 1_000 * (1 + below(sweeps ? 60 : 6))
    const account = pick(accounts)
    return {
      kind: 'place',
      // An earlier id can be used again: only open orders are remembered.
      order: chance(0.02) ? (chance(0.5) ? target(instrument).order : `o${1 + below(orders)}`) : newId(),
      account,
      ...ownedBy(account),
      symbol: chance(0.01) ? '0000' : instrument.symbol,
      side,
      ...(!market && { price }),
      quantity,
      validity,
      ...meantFor(state),
    }
  }

  /**
   * Two members are one person, and two of three orders name the group. Counted instead of drawn, so that the random
   * sequence stays the same.
   */
  function ownedBy(account: string): { group?: string } {
    return (account === 'member:a' || account === 'member:b') && orders % 3 !== 0 ? { group: 'owner:x' } : {}
  }

  /**
   * Sometimes an order names its day, and sometimes yesterday's. Counted instead of drawn, so that the random sequence
   * stays the same.
   */
  function meantFor({ date }: NaiveState): { date?: string } {
    if (date === null || orders % 5 !== 2) return {}
    return { date: orders % 35 === 2 ? '2025-12-31' : date }
  }

  /** Exactly 3.5 per cent from the opening price, if such a price exists: the last one that does not pause. */
  function exactBound({ kind, open, reference }: NaiveInstrument): number | undefined {
    const bound = ((open ?? reference) * pick([1_035, 965])) / 1_000
    return isPrice(kind, bound) ? bound : undefined
  }

  function quote(state: NaiveState): Command {
    const account = pick(makers)
    const quotes = Array.from({ length: 1 + below(3) }, () => {
      const instrument = pickInstrument(state.instruments)
      const list = prices[instrument.kind]
      const center = list.indexOf(instrument.last ?? instrument.reference) + below(2 * stray) - stray
      const levels = chance(0.05) ? 11 : below(6)
      const ladder = (sign: number): Level[] =>
        Array.from({ length: levels }, (_, index) => [
          list[Math.min(Math.max(center + sign * (1 + index), 0), list.length - 1)]!,
          chance(0.01) ? 750 : 1_000 * (1 + below(4)),
        ])
      const bids = ladder(-1)
      const asks = ladder(1)
      if (chance(0.02)) bids.reverse()
      return { symbol: chance(0.01) ? '0000' : instrument.symbol, bids: chance(0.02) ? asks : bids, asks }
    })
    return { kind: 'quote', account, quotes }
  }
}
