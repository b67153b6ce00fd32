// A second venue, the oracle of packages/engine: plain arrays, searched and sorted again for each command, written from
// docs/architecture/matching.md and the market's rules. Slow and simple on purpose. It counts the session rules it
// applied, so that a test can check that all of them occurred.

import { hashText } from '@fairlot/engine'
import type {
  Command,
  Level,
  MassQuote,
  Quote,
  Side,
  TradingState,
  Validity,
  VenueEvent,
  VenueRule,
} from '@fairlot/contract/venue'
import { bestFive, match, matchWhole, naiveAuction } from './naive-matching.ts'
import { cancelAllOdd, changeOdd, oddDepth, quoteOdd } from './naive-odd-lots.ts'
import { isPrice } from './naive-prices.ts'
import { NaiveSession } from './naive-session.ts'
import { canonicalText, isOneOwner, type NaiveInstrument, type NaiveOrder } from './naive-state.ts'

interface Wanted {
  readonly id: string
  readonly account: string
  readonly group?: string | undefined
  readonly side: Side
  readonly price: number | undefined
  readonly quantity: number
  readonly validity: Validity
  readonly date?: string | undefined
}

export class NaiveVenue extends NaiveSession {
  hash(): string {
    return hashText(this.text())
  }

  text(): string {
    return canonicalText(this.state)
  }

  book(symbol: string): unknown {
    const instrument = this.find(symbol)
    if (!instrument) return undefined
    const odd = oddDepth(this.state, instrument)
    const calls: TradingState[] = ['opening-call', 'closing-call', 'paused']
    const indicative = calls.includes(instrument.state)
      ? naiveAuction(instrument, () => undefined)
      : undefined
    return {
      symbol,
      state: instrument.state,
      bids: bestFive(instrument, 'buy'),
      asks: bestFive(instrument, 'sell'),
      ...(indicative && { indicative }),
      ...(odd && { odd }),
    }
  }

  apply(command: Command, at: number): VenueEvent[] {
    this.events = []
    this.before = this.state.at
    this.state.at = at
    this.serveTimers()
    this.run(command)
    return this.events
  }

  private run(command: Command): void {
    switch (command.kind) {
      case 'time':
        return
      case 'list':
        for (const listed of command.instruments) {
          const { symbol, instrument: kind, reference, limited } = listed
          if (this.find(symbol)) this.refuse('list', 'instrument.listed', { symbol })
          else if (!isPrice(kind, reference)) this.refuse('list', 'reference.price', { symbol })
          else {
            const instrument = blankInstrument(symbol, kind, reference, limited)
            this.state.instruments.push(instrument)
            this.state.instruments.sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
            this.say(instrument, 'closed')
          }
        }
        return
      case 'phase':
        this.changePhase(command)
        return
      case 'quote':
        for (const quote of command.quotes) this.quote(command, quote)
        return
      case 'refuse': {
        const { kind: _, command: refused, ...about } = command
        this.refuse(refused, 'command.failed', about)
        return
      }
      case 'cancel-all': {
        const { account, symbol } = command
        if (symbol !== undefined && !this.find(symbol)) {
          this.refuse('cancel-all', 'instrument.unknown', { account, symbol })
          return
        }
        for (const instrument of this.state.instruments) {
          const own = instrument.orders.filter((resting) => resting.account === account)
          if (symbol !== undefined && instrument.symbol !== symbol) continue
          if (own.length > 0)
            this.watched(instrument, (watching) => {
              for (const resting of own) {
                if (watching && resting.id) instrument.cancelledVolume += resting.left
                this.cancel(instrument, resting, 'asked')
              }
            })
          cancelAllOdd(this.scene(), instrument, account)
        }
        return
      }
      default: {
        const instrument = this.find(command.symbol)
        const about = {
          ...('order' in command && { order: command.order, account: command.account }),
          ...(command.kind === 'replace' && { newOrder: command.newOrder }),
          symbol: command.symbol,
        }
        const refused = instrument
          ? this.runFor(instrument, command)
          : ('instrument.unknown' satisfies VenueRule)
        if (refused) this.refuse(command.kind, refused, about)
      }
    }
  }

  private runFor(
    instrument: NaiveInstrument,
    command: Extract<Command, { symbol: string }>,
  ): VenueRule | undefined {
    let refused: VenueRule | undefined
    switch (command.kind) {
      case 'halt':
        return this.halt(instrument, command.reason, command.until)
      case 'resume':
        if (instrument.state !== 'halted') return 'halt.not-halted'
        this.note(`halt: resumed in ${this.state.phase}`)
        this.endHalt(instrument)
        return undefined
      case 'reference':
        if (command.price !== undefined) {
          if (!isPrice(instrument.kind, command.price)) return 'reference.price'
          instrument.referenceOverride = command.price
        }
        if (command.limited !== undefined) instrument.limitedNext = command.limited
        return undefined
      case 'block':
        throw new Error('the oracle knows no blocks: compare them with the rules')
      default: {
        const odd = changeOdd(this.scene(), instrument, command)
        if (odd !== 'other') return odd
        this.watched(instrument, (watching) => {
          refused = this.change(instrument, command, watching)
        })
        return refused
      }
    }
  }

  private change(
    instrument: NaiveInstrument,
    command: Extract<Command, { kind: 'place' | 'cancel' | 'reduce' | 'replace' }>,
    watching: boolean,
  ): VenueRule | undefined {
    if (command.kind === 'place') {
      const wanted = { ...command, id: command.order, price: command.price }
      const rule = this.refusal(instrument, wanted)
      if (!rule) this.enter(instrument, wanted)
      return rule
    }
    const own = instrument.orders.find(
      (resting) => resting.id !== '' && resting.id === command.order && resting.account === command.account,
    )
    if (!own) return 'order.unknown'
    switch (command.kind) {
      case 'cancel':
        if (watching) instrument.cancelledVolume += own.left
        this.cancel(instrument, own, 'asked')
        return undefined
      case 'reduce': {
        const { by, account, symbol } = command
        if (!(Number.isInteger(by / 1_000) && by > 0)) return 'order.quantity'
        if (by >= own.left) return 'order.reduce'
        if (watching) instrument.cancelledVolume += by
        own.left -= by
        this.events.push({ kind: 'reduced', order: own.id, account, symbol, by, left: own.left })
        return undefined
      }
      case 'replace': {
        if ((command.left ?? own.left) !== own.left) return 'order.left'
        const wanted = { ...command, id: command.newOrder, side: own.side, price: command.price }
        const rule = this.refusal(instrument, wanted)
        if (rule) return rule
        if (watching) instrument.cancelledVolume += own.left
        this.cancel(instrument, own, 'replaced')
        this.enter(instrument, wanted)
        return undefined
      }
    }
  }

  private refusal(instrument: NaiveInstrument, wanted: Wanted): VenueRule | undefined {
    const { id, price, quantity, validity } = wanted
    const taken = this.state.instruments.some(({ orders, odd }) =>
      [...orders, ...(odd?.orders ?? [])].some((other) => other.id === id),
    )
    if (instrument.state === 'closed') return 'phase.closed'
    if (instrument.state === 'halted') return 'halt.no-entry'
    if ((wanted.date ?? this.state.date) !== this.state.date) return 'order.day'
    if (taken || id.startsWith('quote:') || id === '') return 'order.duplicate'
    if (!(Number.isInteger(quantity / 1_000) && quantity > 0)) return 'order.quantity'
    if (quantity > 499_000) return 'order.max-lots'
    if (instrument.state !== 'continuous' && (price === undefined || validity !== 'ROD'))
      return 'phase.limit-rod-only'
    if (price === undefined) return instrument.limits ? undefined : 'order.market-not-limited'
    return this.refusalOfPrice(instrument, price)
  }

  private refusalOfPrice({ kind, limits }: NaiveInstrument, price: number): VenueRule | undefined {
    if (!isPrice(kind, price)) return 'order.tick'
    return limits && (price > limits.upper || price < limits.lower) ? 'order.price-limit' : undefined
  }

  private enter(instrument: NaiveInstrument, wanted: Wanted): void {
    const { id, account, side, price, quantity, validity } = wanted
    this.events.push({
      kind: 'accepted',
      order: id,
      account,
      symbol: instrument.symbol,
      side,
      ...(price !== undefined && { price }),
      quantity,
      validity,
    })
    this.meet(instrument, wanted)
  }

  private meet(instrument: NaiveInstrument, wanted: Wanted): void {
    const { id, account, group, side, price, quantity, validity } = wanted
    const { phase, phaseUntil, seed, at } = this.state
    const isOpeningDue = phase === 'opening-call' && phaseUntil !== null && at >= phaseUntil
    if (isOpeningDue && seed === '' && instrument.drawn === null) {
      this.note('opening: an order comes too late for the draw')
      instrument.drawn = instrument.entries
    }
    instrument.entries += 1
    const comer: NaiveOrder = {
      entry: instrument.entries,
      id,
      account,
      group,
      side,
      price: price ?? null,
      left: quantity,
    }
    const ownAcross = instrument.orders.some(
      (other) =>
        isOneOwner(other, comer) &&
        other.side !== side &&
        (comer.price === null ||
          other.price === null ||
          (side === 'buy' ? comer.price >= other.price : comer.price <= other.price)),
    )
    if (instrument.state !== 'continuous') {
      if (ownAcross) {
        if (!instrument.orders.some((other) => other.account === account && other.side !== side))
          this.note('self-trade: two accounts of one owner in a call')
        this.note(id ? 'self-trade: gives way in a call' : 'self-trade: a level gives way in a call')
        this.gone(instrument, comer, 'self-trade')
      } else instrument.orders.push(comer)
      return
    }
    const note = (what: string): void => this.note(what)
    const ended =
      validity === 'FOK'
        ? matchWhole(this.state, instrument, comer, this.events, note)
        : match(this.state, instrument, comer, this.events, note)
    if (ended === 'filled') return
    if (ended === 'self-trade') {
      this.note(id ? `self-trade: ${validity} gives way` : 'self-trade: a level gives way')
      this.gone(instrument, comer, 'self-trade')
    } else if (ended === 'bound' && validity === 'ROD') {
      if (ownAcross) {
        this.note('bound: gives way to its own order')
        this.gone(instrument, comer, 'self-trade')
        return
      }
      this.note(`bound: a ${id ? (price === undefined ? 'market order' : 'limit order') : 'quote'} pauses`)
      if (comer.left < quantity) this.note('bound: reached after fills inside')
      instrument.orders.push(comer)
      this.pause(instrument, 'volatility')
    } else if (validity === 'ROD') instrument.orders.push(comer)
    else {
      if (ended === 'bound')
        this.note(comer.left < quantity ? 'bound: an IOC fills inside' : 'bound: an IOC fills nothing')
      this.gone(instrument, comer, 'unfilled')
    }
  }

  private quote({ account }: MassQuote, quote: Quote): void {
    const { symbol, bids, asks } = quote
    const instrument = this.find(symbol)
    if (quote.odd && instrument) {
      const refused = quoteOdd(this.scene(), instrument, account, quote)
      if (refused) this.refuse('quote', refused, { account, symbol })
      return
    }
    const rule = instrument ? this.refusalOfQuote(instrument, bids, asks) : 'instrument.unknown'
    if (!instrument || rule) {
      this.refuse('quote', rule!, { account, symbol })
      return
    }
    this.watched(instrument, () => {
      instrument.orders = instrument.orders.filter((other) => other.account !== account || other.id !== '')
      for (const [levels, side] of [
        [bids, 'buy'],
        [asks, 'sell'],
      ] as const)
        for (const [price, quantity] of levels)
          this.meet(instrument, { id: '', account, side, price, quantity, validity: 'ROD' })
    })
  }

  private refusalOfQuote(
    instrument: NaiveInstrument,
    bids: readonly Level[],
    asks: readonly Level[],
  ): VenueRule | undefined {
    const levels = [...bids, ...asks]
    if (levels.length === 0) return undefined
    if (instrument.state === 'closed') return 'phase.closed'
    if (instrument.state === 'halted') return 'halt.no-entry'
    if (bids.length > 10 || asks.length > 10) return 'quote.levels'
    for (const [price, quantity] of levels) {
      if (!(Number.isInteger(quantity / 1_000) && quantity > 0)) return 'order.quantity'
      if (quantity > 499_000) return 'order.max-lots'
      const rule = this.refusalOfPrice(instrument, price)
      if (rule) return rule
    }
    // From the lowest bid up to the highest ask, every price is above the one before.
    const rising = [...bids.toReversed(), ...asks].map(([price]) => price)
    return rising.every((price, index) => index === 0 || price > rising[index - 1]!)
      ? undefined
      : 'quote.crossed'
  }
}

function blankInstrument(
  symbol: string,
  kind: NaiveInstrument['kind'],
  reference: number,
  limited: boolean,
): NaiveInstrument {
  return {
    symbol,
    kind,
    limited,
    limitedNext: null,
    referenceOverride: null,
    referenceNext: reference,
    reference,
    limits: null,
    state: 'closed',
    reason: null,
    timer: null,
    inDay: false,
    open: null,
    last: null,
    entries: 0,
    drawn: null,
    trades: [],
    simulated: null,
    jumped: false,
    cancelledVolume: 0,
    orders: [],
    odd: null,
  }
}
