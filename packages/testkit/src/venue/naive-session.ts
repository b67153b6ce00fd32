// The day of the naive venue: phases, auctions, pauses, halts and timers. Incoming orders are in naive-venue.ts.

import type {
  CancelReason,
  Command,
  OddAuctionHours,
  Phase,
  TradingState,
  VenueEvent,
  VenueRule,
} from '@fairlot/contract/venue'
import { naiveAuction, runAuction, sideOrders } from './naive-matching.ts'
import { blankOdd, closeOddLots, dueMatch, endAfterHours, holdMatch, type Scene } from './naive-odd-lots.ts'
import { naiveLimits } from './naive-prices.ts'
import type { NaiveInstrument, NaiveOrder, NaiveState } from './naive-state.ts'

const minute = 60_000
const order: readonly Phase[] = ['opening-call', 'continuous', 'closing-call', 'closed']

export class NaiveSession {
  readonly state: NaiveState = {
    at: 0,
    date: null,
    phase: 'closed',
    phaseFrom: 0,
    phaseUntil: null,
    seed: '',
    instruments: [],
  }
  /** How often each rule applied. */
  readonly notes = new Map<string, number>()
  protected events: VenueEvent[] = []
  /** The time of the command before this one. */
  protected before = 0

  protected scene(): Scene {
    return { state: this.state, events: this.events, note: (what) => this.note(what) }
  }

  protected changePhase(command: Extract<Command, { kind: 'phase' }>): void {
    const { date, phase, seed, until, odd, oddAuction } = command
    const { state } = this
    const next = order[(order.indexOf(state.phase) + 1) % 4]
    const rightDate =
      phase === 'opening-call' ? state.date === null || date > state.date : date === state.date
    if (phase !== next || !rightDate) {
      this.refuse('phase', 'phase.order', {})
      return
    }
    if (phase === 'opening-call')
      for (const instrument of state.instruments) {
        if (instrument.inDay) {
          this.note('close: postponed, cut short by the next day')
          this.close(instrument)
        }
        if (instrument.odd && instrument.odd.orders.length > 0) this.note('odd: cut short by the next day')
        endAfterHours(this.scene(), instrument)
        instrument.odd = odd ? blankOdd() : null
      }
    state.date = date
    state.phase = phase
    state.phaseFrom = state.at
    state.phaseUntil = until ?? null
    if (phase === 'opening-call') state.seed = seed ?? ''
    if (phase === 'continuous' && seed !== undefined) {
      this.note('opening: the draw comes with it')
      state.seed = seed
      for (const instrument of state.instruments) instrument.drawn ??= instrument.entries
      this.events.push({ kind: 'phase', date, phase, seed })
    } else this.events.push({ kind: 'phase', date, phase })
    for (const instrument of state.instruments) this.follow(instrument, phase, oddAuction)
  }

  protected follow(instrument: NaiveInstrument, phase: Phase, oddAuction?: OddAuctionHours): void {
    const halted = instrument.state === 'halted'
    if (phase === 'opening-call') {
      this.beginDay(instrument)
      if (!halted) this.say(instrument, 'opening-call')
      return
    }
    if (!instrument.inDay) return
    if (phase === 'continuous' && instrument.odd) instrument.odd.first = this.state.at + 10 * minute
    if (phase === 'closed') closeOddLots(this.scene(), instrument, oddAuction ?? null)
    if (halted) {
      if (phase === 'closed') {
        this.note('close: of a halted instrument')
        this.endDay(instrument)
      }
      return
    }
    const exempt = instrument.reference <= 100
    if (phase === 'continuous') {
      const volume = instrument.orders.reduce((sum, { left }) => sum + left, 0) + instrument.cancelledVolume
      const hasManyCancels = instrument.cancelledVolume > 0 && instrument.cancelledVolume / volume >= 0.3
      if (!exempt && (instrument.jumped || hasManyCancels)) {
        this.note(instrument.jumped ? 'open: postponed by a jump' : 'open: postponed by withdrawals')
        this.postpone(instrument, 2)
      } else this.auctionThenContinuous(instrument)
    } else if (phase === 'closing-call') {
      if (instrument.state === 'paused') this.note('closing call: takes over a pause')
      if (instrument.state === 'opening-call') this.note('closing call: takes over a postponed opening')
      this.forget(instrument)
      instrument.timer = null
      this.say(instrument, 'closing-call')
      this.dropMarketOrders(instrument, 'closing call')
    } else if (!exempt && instrument.jumped) {
      this.note('close: postponed by a jump')
      this.postpone(instrument, 3)
    } else this.close(instrument)
  }

  protected postpone(instrument: NaiveInstrument, minutes: number): void {
    this.forget(instrument)
    instrument.timer = this.state.at + minutes * minute
    this.say(instrument, instrument.state, 'postponed')
  }

  protected beginDay(instrument: NaiveInstrument): void {
    if (instrument.referenceOverride !== null) this.note('day: begins at a reference that was set')
    const reference = instrument.referenceOverride ?? instrument.referenceNext
    const limited = instrument.limitedNext ?? instrument.limited
    Object.assign(instrument, {
      reference,
      limited,
      referenceNext: reference,
      referenceOverride: null,
      limitedNext: null,
      limits: limited ? naiveLimits(instrument.kind, reference) : null,
      open: null,
      last: null,
      drawn: null,
      trades: [],
      inDay: true,
    } satisfies Partial<NaiveInstrument>)
    this.forget(instrument)
    this.events.push({
      kind: 'day',
      symbol: instrument.symbol,
      date: this.state.date!,
      reference,
      ...instrument.limits,
    })
  }

  protected auctionThenContinuous(instrument: NaiveInstrument): void {
    runAuction(this.state, instrument, this.events, (what) => this.note(what))
    this.forget(instrument)
    instrument.timer = null
    this.say(instrument, 'continuous')
  }

  protected close(instrument: NaiveInstrument): void {
    runAuction(this.state, instrument, this.events, (what) => this.note(what))
    this.endDay(instrument)
    instrument.timer = null
    this.say(instrument, 'closed')
  }

  protected endDay(instrument: NaiveInstrument): void {
    instrument.referenceNext = this.nextReference(instrument)
    for (const resting of instrument.orders) this.gone(instrument, resting, 'end-of-day')
    instrument.orders = []
    instrument.inDay = false
    this.forget(instrument)
    this.events.push({
      kind: 'close',
      symbol: instrument.symbol,
      date: this.state.date!,
      ...(instrument.last !== null && { price: instrument.last }),
      nextReference: instrument.referenceOverride ?? instrument.referenceNext,
      ...(instrument.odd?.auction && { oddAuction: instrument.odd.auction }),
    })
  }

  protected nextReference(instrument: NaiveInstrument): number {
    if (instrument.last !== null) return instrument.last
    const bid = Math.max(...sideOrders(instrument, 'buy').map(({ price }) => price!))
    const ask = Math.min(...sideOrders(instrument, 'sell').map(({ price }) => price!))
    if (Number.isFinite(bid) && bid > instrument.reference) {
      this.note('close: the best bid is the next reference')
      return bid
    }
    if (Number.isFinite(ask) && ask < instrument.reference) {
      this.note('close: the best ask is the next reference')
      return ask
    }
    this.note('close: the reference stays')
    return instrument.reference
  }

  protected halt(instrument: NaiveInstrument, reason: string, until?: number): VenueRule | undefined {
    if (instrument.state === 'halted') return 'halt.already'
    this.note(`halt: in ${instrument.state}`)
    this.forget(instrument)
    instrument.timer = until ?? null
    this.say(instrument, 'halted', reason)
    this.dropMarketOrders(instrument, 'halt')
    if (this.state.phase === 'closed' && instrument.inDay) {
      this.note('halt: ends a postponed close')
      this.endDay(instrument)
    }
    return undefined
  }

  protected endHalt(instrument: NaiveInstrument): void {
    instrument.timer = null
    if (!instrument.inDay) this.say(instrument, 'closed')
    else if (this.state.phase === 'continuous') this.pause(instrument, 'resumed')
    else this.say(instrument, this.state.phase)
    const { odd } = instrument
    if (odd && odd.first !== null) {
      this.note('odd: collects after a halt')
      odd.from = this.state.at + 2 * minute
    }
  }

  protected pause(instrument: NaiveInstrument, reason: string): void {
    instrument.timer = this.state.at + 2 * minute
    this.say(instrument, 'paused', reason)
    this.dropMarketOrders(instrument, 'pause')
  }

  protected dropMarketOrders(instrument: NaiveInstrument, what: string): void {
    const market = instrument.orders.filter(({ price }) => price === null)
    for (const side of ['buy', 'sell'])
      for (const resting of market.filter((candidate) => candidate.side === side)) {
        this.note(`market: cancelled by a ${what}`)
        this.cancel(instrument, resting, 'paused')
      }
  }

  protected serveTimers(): void {
    for (;;) {
      const all = this.state.instruments
      const due = all
        .filter(({ timer }) => timer !== null && timer <= this.state.at)
        .sort((a, b) => a.timer! - b.timer! || (a.symbol < b.symbol ? -1 : 1))[0]
      const odd = all
        .flatMap((instrument) => {
          const time = dueMatch(this.state, this.before, instrument)
          return time === null ? [] : [{ instrument, time }]
        })
        .sort((a, b) => a.time - b.time || (a.instrument.symbol < b.instrument.symbol ? -1 : 1))[0]
      const isOddFirst =
        odd &&
        (!due || odd.time < due.timer! || (odd.time === due.timer && odd.instrument.symbol < due.symbol))
      if (isOddFirst) {
        holdMatch(this.scene(), odd.instrument, odd.time)
        continue
      }
      if (!due) return
      this.note(`timer: ends ${due.state}`)
      if (due.state === 'halted') this.endHalt(due)
      else if (due.state === 'closing-call') this.close(due)
      else this.auctionThenContinuous(due)
    }
  }

  /** Checks the simulated price before and after, in the last minute of a call. */
  protected watched(instrument: NaiveInstrument, act: (watching: boolean) => void): void {
    const { at, phase, phaseUntil } = this.state
    const watching =
      phaseUntil !== null &&
      at >= phaseUntil - minute &&
      instrument.state === phase &&
      (phase === 'opening-call' || phase === 'closing-call')
    const check = (): void => {
      const price = watching ? naiveAuction(instrument, () => undefined)?.price : undefined
      if (price === undefined) return
      const before = instrument.simulated
      if (before !== null && Math.abs(price - before) / before > 0.035) instrument.jumped = true
      instrument.simulated = price
    }
    check()
    act(watching)
    check()
  }

  protected forget(instrument: NaiveInstrument): void {
    instrument.simulated = null
    instrument.jumped = false
    instrument.cancelledVolume = 0
  }

  protected cancel(instrument: NaiveInstrument, resting: NaiveOrder, reason: CancelReason): void {
    this.gone(instrument, resting, reason)
    instrument.orders = instrument.orders.filter((other) => other !== resting)
  }

  protected gone(instrument: NaiveInstrument, gone: NaiveOrder, reason: CancelReason): void {
    if (gone.id === '') return
    const { id, account, left } = gone
    this.events.push({
      kind: 'cancelled',
      order: id,
      account,
      symbol: instrument.symbol,
      quantity: left,
      reason,
    })
  }

  protected say(instrument: NaiveInstrument, state: TradingState, reason?: string): void {
    instrument.state = state
    instrument.reason = reason ?? null
    const until = instrument.timer === null ? {} : { until: instrument.timer }
    this.events.push({ kind: 'state', symbol: instrument.symbol, state, ...(reason && { reason }), ...until })
  }

  protected refuse(command: Command['kind'], rule: VenueRule, about: object): void {
    this.note(`rule: ${rule}`)
    this.events.push({ kind: 'refused', command, rule, ...about })
  }

  protected find(symbol: string): NaiveInstrument | undefined {
    return this.state.instruments.find((instrument) => instrument.symbol === symbol)
  }

  protected note(what: string): void {
    this.notes.set(what, (this.notes.get(what) ?? 0) + 1)
  }
}
