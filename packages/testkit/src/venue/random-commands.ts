// Random commands for a venue. They use the oracle's state, so that most are possible, many are just impossible, and
// the days cover all session rules. The same seed gives the same commands.

import type {
  ChangePhase,
  Command,
  Level,
  ListedInstrument,
  Phase,
  Side,
  Validity,
} from '@fairlot/contract/venue'
import { isPrice, prices } from './naive-prices.ts'
import type { NaiveInstrument, NaiveState } from './naive-state.ts'
import { Draws, RandomOddLots } from './random-odd-lots.ts'

const minute = 60_000
/** How long each phase lasts, and the gap to the next day. */
const lengths: Readonly<Record<Phase, number>> = {
  'opening-call': 4 * minute,
  continuous: 21 * minute,
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

export const randomCommands = (seed: number): RandomCommands => new RandomMarket(seed)

const accounts = ['member:a', 'member:b', 'member:c', 'member:d', 'seat:m', 'seat:n']
const makers = ['seat:m', 'seat:n']

/** In minutes after the close: some begin at once, some end before the close has come, some are not named. */
const evenings = [undefined, [10, 55, 60], [0, 3, 4], undefined, [1, 20, 25], [-9, -6, -5]] as const

function auctionHours(at: number, dayNumber: number): Pick<ChangePhase, 'oddAuction'> {
  const minutes = evenings[Math.floor(dayNumber / 2) % evenings.length]
  if (minutes === undefined) return {}
  const [from, shown, until] = minutes
  return { oddAuction: { from: at + from * minute, shown: at + shown * minute, until: at + until * minute } }
}

class RandomMarket extends Draws implements RandomCommands {
  private at = Date.UTC(2026, 0, 5)
  private phaseEnds = this.at + minute
  private day = Date.UTC(2026, 0, 5)
  private orders = 0
  private drawn = 0
  private begun = false
  private lateListed = false
  private readonly oddLots: RandomOddLots
  private isEvening = false
  /** How far prices stray in a calm or a wild period, so that books fill up and prices also run away. */
  private stray = 6

  constructor(seed: number) {
    super(seed)
    this.oddLots = new RandomOddLots(seed + 1)
  }

  next(state: NaiveState): Timed {
    if (!this.begun) {
      this.begun = true
      return { command: { kind: 'list', instruments: listed }, at: this.at }
    }
    this.drawn += 1
    if (this.drawn % 500 === 0) return { command: this.refusal(this.drawn / 500), at: this.at }
    if (this.drawn % 3 === 1) {
      // A long evening passes quickly, so that its commands do not outnumber the day's.
      if (this.isEvening) this.at = this.laterInEvening(state)
      return { command: this.oddLots.draw(state), at: this.at }
    }
    this.at += this.chance(0.01) ? this.below(90_000) : this.below(3_000)
    // Advance to the exact moment at which a timer ends.
    const timers = state.instruments.flatMap(({ timer }) =>
      timer !== null && timer >= this.at ? [timer] : [],
    )
    if (timers.length > 0 && this.chance(0.02)) this.at = Math.min(...timers)
    if (this.chance(0.005)) this.stray = this.pick([2, 4, 6, 12, 30])
    const command = this.at >= this.phaseEnds ? this.nextPhase(state) : this.draw(state)
    return { command, at: this.at }
  }

  /** Sometimes to the exact moment at which odd lots are accepted, or no longer. */
  private laterInEvening({ instruments }: NaiveState): number {
    const later = this.at + this.oddLots.below(90_000)
    const odd = instruments.find((one) => one.odd)?.odd
    if (odd === undefined || odd === null || odd.closedAt === null) return later
    const edges =
      odd.auction === null
        ? [odd.closedAt + 10 * minute, odd.closedAt + 60 * minute]
        : [odd.auction.from, odd.auction.shown, odd.auction.until]
    return edges.find((edge) => edge > this.at && edge <= later) ?? later
  }

  /**
   * Commands that operators refused because the engine could not apply them; they change no book. Counted instead of
   * drawn, so that the random sequence stays the same.
   */
  private refusal(count: number): Command {
    const named = { account: accounts[count % accounts.length]!, symbol: '2330' }
    const kinds = [
      { command: 'place', order: `o${this.orders}`, ...named },
      { command: 'replace', order: `o${this.orders}`, newOrder: 'r1', ...named },
      { command: 'quote', account: named.account },
    ] as const
    return { kind: 'refuse', ...kinds[count % kinds.length]! }
  }

  private nextPhase(state: NaiveState): Command {
    const phase = nextPhase[state.phase]
    if (phase === 'opening-call') this.day += 86_400_000
    // Sometimes the next phase comes while an auction is still postponed, or a phase has no announced end.
    const short = (phase === 'closed' && this.chance(0.3)) || (phase === 'continuous' && this.chance(0.2))
    this.phaseEnds = this.at + (short ? minute : lengths[phase])
    // Some evenings last until after the match of odd lots, some end before it.
    const dayNumber = this.day / 86_400_000
    this.isEvening = phase === 'closed' && !short && dayNumber % 2 === 0
    if (this.isEvening) this.phaseEnds = this.at + (dayNumber % 4 === 0 ? 63 : 30) * minute
    const date = new Date(this.day).toISOString().slice(0, 10)
    return {
      kind: 'phase',
      date,
      phase,
      // As logs of earlier releases, with the opening call; or with the opening itself.
      ...((phase === 'opening-call' || phase === 'continuous') &&
        this.chance(0.45) && { seed: `seed ${date} ${this.below(1_000)}` }),
      // The opening may come late, while it waits for its draw.
      ...(this.chance(0.9) && { until: this.phaseEnds - (phase === 'opening-call' ? 20_000 : 0) }),
      ...(phase === 'opening-call' && dayNumber % 7 !== 3 && { odd: true }),
      ...(phase === 'closed' && auctionHours(this.at, dayNumber)),
    }
  }

  private draw(state: NaiveState): Command {
    const instrument = this.pickInstrument(state.instruments)
    const roll = this.random()
    return roll < 0.9 ? this.drawOrder(state, instrument, roll) : this.drawOperation(state, instrument, roll)
  }

  private drawOrder(state: NaiveState, instrument: NaiveInstrument, roll: number): Command {
    const { symbol } = instrument
    if (roll < 0.5) return this.place(state, instrument)
    if (roll < 0.62) return { kind: 'cancel', ...this.target(instrument), symbol }
    if (roll < 0.68)
      return {
        kind: 'reduce',
        ...this.target(instrument),
        symbol,
        by: this.pick([1_000, 1_000, 2_000, 5_000, 500, -1_000]),
      }
    if (roll < 0.76) {
      const { price, quantity, validity, date } = this.place(state, instrument)
      const aimed = this.target(instrument)
      return {
        kind: 'replace',
        ...aimed,
        ...this.ownedBy(aimed.account),
        symbol: this.chance(0.01) ? '0000' : symbol,
        newOrder: this.chance(0.02) ? this.target(instrument).order : this.newId(),
        ...(price !== undefined && { price }),
        quantity,
        validity,
        ...(date !== undefined && { date }),
        ...(this.chance(0.2) && { left: this.pick([1_000, 2_000, 5_000]) }),
      }
    }
    return this.quote(state)
  }

  private drawOperation(state: NaiveState, instrument: NaiveInstrument, roll: number): Command {
    const { symbol } = instrument
    if (roll < 0.91)
      return {
        kind: 'cancel-all',
        account: this.pick(accounts),
        ...(this.chance(0.7) && { symbol: this.chance(0.1) ? '0000' : symbol }),
      }
    if (roll < 0.925) {
      const until = this.chance(0.6) ? { until: this.at + this.below(6 * minute) } : {}
      return {
        kind: 'halt',
        symbol: this.chance(0.05) ? '0000' : symbol,
        reason: this.pick(['news', 'operator']),
        ...until,
      }
    }
    if (roll < 0.95) {
      const halted = state.instruments.filter((one) => one.state === 'halted')
      return {
        kind: 'resume',
        symbol: halted.length > 0 && this.chance(0.9) ? this.pick(halted).symbol : symbol,
      }
    }
    if (roll < 0.955) {
      const step = prices[instrument.kind]
      const index = step.indexOf(instrument.reference)
      // Multiples of two dollars have a price exactly 3.5 per cent away more often than others.
      const even = Math.round(instrument.reference / 200) * 200
      const near = step[Math.max(index + this.below(9) - 4, 0)]!
      const price = this.chance(0.2)
        ? instrument.reference + 3
        : this.chance(0.5) && isPrice(instrument.kind, even)
          ? even
          : near
      return { kind: 'reference', symbol, price, ...(this.chance(0.3) && { limited: symbol !== '6901' }) }
    }
    if (roll < 0.957)
      return {
        kind: 'phase',
        date: '2026-01-01',
        phase: this.pick(['opening-call', 'continuous', 'closing-call', 'closed']),
      }
    if (roll < 0.96) {
      if (!this.lateListed && this.chance(0.05)) {
        this.lateListed = true
        return { kind: 'list', instruments: [late, { ...late, symbol: '7778', reference: 1_001 }] }
      }
      return { kind: 'list', instruments: [this.pick(listed)] }
    }
    return { kind: 'time' }
  }

  private pickInstrument(from: readonly NaiveInstrument[]): NaiveInstrument {
    const often = from.filter(({ symbol }) => symbol !== seldom)
    return this.chance(0.97) && often.length > 0 ? this.pick(often) : this.pick(from)
  }

  private newId(): string {
    this.orders += 1
    return `o${this.orders}`
  }

  /** An open order, mostly with the right account. */
  private target({ orders: open }: NaiveInstrument): { order: string; account: string } {
    const placed = open.filter(({ id }) => id !== '')
    if (placed.length === 0 || this.chance(0.05))
      return {
        order: this.chance(0.5) ? `o${this.below(this.orders + 1)}` : `quote:2330:${this.below(50)}`,
        account: this.pick(accounts),
      }
    const { id, account } = this.pick(placed)
    return { order: id, account: this.chance(0.03) ? this.pick(accounts) : account }
  }

  private priceNear(instrument: NaiveInstrument, side: Side, away: number): number {
    const list = prices[instrument.kind]
    const center = list.indexOf(instrument.last ?? instrument.reference)
    const sign = side === 'buy' ? -1 : 1
    // Often across the spread, so that books trade as well as fill up.
    const steps = Math.round((this.random() * 2 - 0.8) * away) * sign
    return list[Math.min(Math.max(center + steps, 0), list.length - 1)]!
  }

  private place(state: NaiveState, chosen: NaiveInstrument): Extract<Command, { kind: 'place' }> {
    const open = state.instruments.filter((one) => one.state === 'continuous' || one.state.endsWith('call'))
    const instrument = open.length > 0 && this.chance(0.9) ? this.pickInstrument(open) : chosen
    const side = this.pick(['buy', 'sell'] as const)
    const calm = instrument.state === 'continuous'
    const market = this.chance(calm ? 0.12 : 0.02)
    // A large order at the day's limit: it clears the book, or makes the price of a call jump.
    const lastMinute = !calm && state.phaseUntil !== null && this.at >= state.phaseUntil - minute
    const sweeps = this.chance(lastMinute ? 0.2 : 0.03)
    const usual = this.chance(calm ? 0.7 : 0.96) ? 'ROD' : this.pick(['IOC', 'FOK'] as const)
    const validity: Validity = sweeps && calm && this.chance(0.5) ? 'IOC' : usual
    const limit = instrument.limits?.[side === 'buy' ? 'upper' : 'lower'] ?? 39_000
    const bound = this.exactBound(instrument)
    const price = sweeps
      ? limit
      : bound !== undefined && this.chance(instrument.open === null ? 0.5 : 0.1)
        ? bound
        : this.chance(0.02)
          ? this.pick([0, -5, 10_003, 39_950, 12.5])
          : this.priceNear(instrument, side, this.chance(0.05) ? 60 : this.stray)
    const quantity = this.chance(0.03)
      ? this.pick([0, 500, 1_500, -1_000, 500_000, 499_000])
      : 1_000 * (1 + this.below(sweeps ? 60 : 6))
    const account = this.pick(accounts)
    return {
      kind: 'place',
      // An earlier id can be used again: only open orders are remembered.
      order: this.chance(0.02)
        ? this.chance(0.5)
          ? this.target(instrument).order
          : `o${1 + this.below(this.orders)}`
        : this.newId(),
      account,
      ...this.ownedBy(account),
      symbol: this.chance(0.01) ? '0000' : instrument.symbol,
      side,
      ...(!market && { price }),
      quantity,
      validity,
      ...this.meantFor(state),
    }
  }

  /**
   * Two members are one person, and two of three orders name the group. Counted instead of drawn, so that the random
   * sequence stays the same.
   */
  private ownedBy(account: string): { group?: string } {
    return (account === 'member:a' || account === 'member:b') && this.orders % 3 !== 0
      ? { group: 'owner:x' }
      : {}
  }

  /**
   * Sometimes an order names its day, and sometimes yesterday's. Counted instead of drawn, so that the random sequence
   * stays the same.
   */
  private meantFor({ date }: NaiveState): { date?: string } {
    if (date === null || this.orders % 5 !== 2) return {}
    return { date: this.orders % 35 === 2 ? '2025-12-31' : date }
  }

  /** Exactly 3.5 per cent from the opening price, if such a price exists: the last one that does not pause. */
  private exactBound({ kind, open, reference }: NaiveInstrument): number | undefined {
    const bound = ((open ?? reference) * this.pick([1_035, 965])) / 1_000
    return isPrice(kind, bound) ? bound : undefined
  }

  private quote(state: NaiveState): Command {
    const account = this.pick(makers)
    const quotes = Array.from({ length: 1 + this.below(3) }, () => {
      const instrument = this.pickInstrument(state.instruments)
      const list = prices[instrument.kind]
      const center =
        list.indexOf(instrument.last ?? instrument.reference) + this.below(2 * this.stray) - this.stray
      const levels = this.chance(0.05) ? 11 : this.below(6)
      const ladder = (sign: number): Level[] =>
        Array.from({ length: levels }, (_, index) => [
          list[Math.min(Math.max(center + sign * (1 + index), 0), list.length - 1)]!,
          this.chance(0.01) ? 750 : 1_000 * (1 + this.below(4)),
        ])
      const bids = ladder(-1)
      const asks = ladder(1)
      if (this.chance(0.02)) bids.reverse()
      return {
        symbol: this.chance(0.01) ? '0000' : instrument.symbol,
        bids: this.chance(0.02) ? asks : bids,
        asks,
      }
    })
    return { kind: 'quote', account, quotes }
  }
}
