import type { Entry } from '@fairlot/ledger'
import { addSettlementDays } from '@fairlot/rules/calendar'
import type { TradingTerms } from '@fairlot/rules/orders'
import { positionsRules } from '@fairlot/rules/positions'
import { collectMemberEvents } from './member-events.ts'
import type { Taken } from './postings.ts'
import { seatSums } from './seat-sums.ts'
import type { SettlementOrder, SettlementPosition, SettlementInput } from './settlement-input.ts'
import type { FillRow, Settled } from './settlement-result.ts'
import { addStep, type Step } from '#features/orders'

/** The orders, positions and balances of one series of events while it is settled, and what is to be written. */
export class SettlementBatch {
  readonly input: SettlementInput
  readonly entries: Entry[] = []
  readonly fills: FillRow[] = []
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
  readonly #orders = new Map<string, SettlementOrder>()
  readonly #positions = new Map<string, SettlementPosition>()
  readonly #made = new Set<string>()
  readonly #steps: Step[] = []
  readonly #dues = new Map<string, string>()

  constructor(input: SettlementInput) {
    this.input = input
    this.freeCash = new Map(input.freeCash)
    this.poolCash = input.poolCash
    this.date = input.date
  }

  /** The input is copied at first use: they may be needed again after a refusal of the ledger. */
  openOrder(id: string): SettlementOrder {
    let order = this.#orders.get(id)
    if (!order) {
      const known = this.input.orders.get(id)
      if (!known) throw new Error(`shard ${this.input.shard}: the venue reports an unknown order ${id}`)
      order = { ...known, holdParts: known.holdParts.map((part) => ({ ...part })) }
      this.#orders.set(id, order)
    }
    if (order.state !== 'entrusted') throw new Error(`order ${id} is already ${order.state}`)
    return order
  }

  hasPosition(id: string): boolean {
    return this.#made.has(id) || this.input.positions.has(id)
  }

  position(id: string): SettlementPosition {
    const working = this.#positions.get(id)
    if (working) return working
    const known = this.input.positions.get(id)
    if (!known) throw new Error(`position ${id} does not exist`)
    const copy = { ...known }
    this.#positions.set(id, copy)
    return copy
  }

  addPosition(position: SettlementPosition): SettlementPosition {
    this.#positions.set(position.id, position)
    this.#made.add(position.id)
    return position
  }

  termsOf(order: SettlementOrder): TradingTerms {
    const terms = this.input.terms.get(order.terms)
    if (!terms) throw new Error(`order ${order.id} was placed under unknown terms ${order.terms}`)
    return terms
  }

  /** The trading day and the settlement date of a fill. */
  dueOf(event: number): { readonly day: string; readonly due: string } {
    if (this.date === null) throw this.impossible(event, 'a trade before the first day')
    let due = this.#dues.get(this.date)
    if (due === undefined) {
      const { calendar, closures } = this.input
      due = addSettlementDays(calendar, closures, this.date, positionsRules.settlementDays.default)
      this.#dues.set(this.date, due)
    }
    return { day: this.date, due }
  }

  step(
    order: SettlementOrder,
    at: number,
    what: string,
    who: Step['who'],
    data: Readonly<Record<string, unknown>>,
  ): void {
    this.#steps.push(addStep(order, at, what, who, data))
  }

  impossible(event: number, what: string): Error {
    return new Error(`shard ${this.input.shard}, event ${event}: ${what}`)
  }

  result(): Settled {
    const positions = [...this.#positions.values()]
    return {
      date: this.date,
      entries: this.entries,
      orders: [...this.#orders.values()],
      made: positions.filter(({ id }) => this.#made.has(id)),
      positions: positions.filter(({ id }) => !this.#made.has(id)),
      fills: this.fills,
      steps: this.#steps,
      seatNets: this.seatNets.left(),
      memberEvents: this.memberEvents.all(),
    }
  }
}
