import type { Entry } from '@fairlot/ledger'
import { addSettlementDays } from '@fairlot/rules/calendar'
import type { TradingTerms } from '@fairlot/rules/orders'
import { positionsRules } from '@fairlot/rules/positions'
import { collectMemberEvents } from './member-events.ts'
import type { Taken } from './postings.ts'
import { seatSums } from './seat-sums.ts'
import type { OrderFact, PositionFact, SettlementFacts } from './settlement-input.ts'
import type { FillRow, NewHeld, Settled } from './settlement-result.ts'
import { addStep, type Step } from './step-chain.ts'

/** The orders, positions and balances of one series of events while it is settled, and what is to be written. */
export class SettlementBatch {
  readonly facts: SettlementFacts
  readonly entries: Entry[] = []
  readonly fills: FillRow[] = []
  readonly held: NewHeld[] = []
  readonly memberEvents = collectMemberEvents()
  /** Sums of trades between seats, settled once a day. */
  readonly seatNets = seatSums()
  /** Seats' sides of trades with members, settled with this batch. */
  readonly seatMoves = seatSums()
  readonly freeCash: Map<string, bigint>
  poolCash: bigint
  date: string | null
  /** The hold released by the order just replaced: the venue's next event concerns its replacement. */
  replaced: { readonly id: string; readonly released: readonly Taken[] } | undefined
  readonly #orders = new Map<string, OrderFact>()
  readonly #positions = new Map<string, PositionFact>()
  readonly #made = new Set<string>()
  readonly #steps: Step[] = []
  readonly #dues = new Map<string, string>()

  constructor(facts: SettlementFacts) {
    this.facts = facts
    this.freeCash = new Map(facts.freeCash)
    this.poolCash = facts.poolCash
    this.date = facts.date
  }

  /** Facts are copied at first use: they may be needed again after a refusal of the ledger. */
  openOrder(id: string): OrderFact {
    let order = this.#orders.get(id)
    if (!order) {
      const known = this.facts.orders.get(id)
      if (!known) throw new Error(`shard ${this.facts.shard}: the venue reports an unknown order ${id}`)
      order = { ...known, parts: known.parts.map((part) => ({ ...part })) }
      this.#orders.set(id, order)
    }
    if (order.state !== 'entrusted') throw new Error(`order ${id} is already ${order.state}`)
    return order
  }

  hasPosition(id: string): boolean {
    return this.#made.has(id) || this.facts.positions.has(id)
  }

  position(id: string): PositionFact {
    const working = this.#positions.get(id)
    if (working) return working
    const known = this.facts.positions.get(id)
    if (!known) throw new Error(`position ${id} does not exist`)
    const copy = { ...known }
    this.#positions.set(id, copy)
    return copy
  }

  addPosition(position: PositionFact): PositionFact {
    this.#positions.set(position.id, position)
    this.#made.add(position.id)
    return position
  }

  termsOf(order: OrderFact): TradingTerms {
    const terms = this.facts.terms.get(order.terms)
    if (!terms) throw new Error(`order ${order.id} was placed under unknown terms ${order.terms}`)
    return terms
  }

  /** The trading day and the settlement date of a fill. */
  dueOf(event: number): { readonly day: string; readonly due: string } {
    if (this.date === null) throw this.impossible(event, 'a trade before the first day')
    let due = this.#dues.get(this.date)
    if (due === undefined) {
      const { calendar, closures } = this.facts
      due = addSettlementDays(calendar, closures, this.date, positionsRules.settlementDays.default)
      this.#dues.set(this.date, due)
    }
    return { day: this.date, due }
  }

  step(
    order: OrderFact,
    at: number,
    what: string,
    who: Step['who'],
    data: Readonly<Record<string, unknown>>,
  ): void {
    this.#steps.push(addStep(order, at, what, who, data))
  }

  impossible(event: number, what: string): Error {
    return new Error(`shard ${this.facts.shard}, event ${event}: ${what}`)
  }

  result(): Settled {
    const positions = [...this.#positions.values()]
    return {
      date: this.date,
      entries: this.entries,
      orders: [...this.#orders.values()],
      held: this.held,
      made: positions.filter(({ id }) => this.#made.has(id)),
      positions: positions.filter(({ id }) => !this.#made.has(id)),
      fills: this.fills,
      steps: this.#steps,
      seatNets: this.seatNets.left(),
      memberEvents: this.memberEvents.all(),
    }
  }
}
