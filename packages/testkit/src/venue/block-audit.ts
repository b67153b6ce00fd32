// What must hold of every block, recomputed from commands and events alone: each line gets one answer, the fills are
// divided as the rules say (I13), and nothing is left when the next day begins.

import type { Allocated, BlockDone, BlockLine, PlaceBlock, VenueEvent } from '@fairlot/contract/venue'
import { allocate, blockBreach, type PlannedLine } from '@fairlot/rules/copy-trading'
import { isDeepStrictEqual } from 'node:util'

interface Answer {
  readonly line: BlockLine
  shares: number
  value: number
  isEnded: boolean
}

interface Known {
  readonly head: PlaceBlock
  readonly lead: string
  readonly answers: Map<string, Answer>
  filled: number
  value: number
  done: BlockDone | undefined
}

export class BlockAudit {
  readonly breaches: string[] = []
  readonly counts = { blocks: 0, whole: 0, partial: 0, empty: 0, refused: 0, lines: 0, twoPrices: 0 }
  private readonly blocks = new Map<string, Known>()
  private readonly lines = new Map<string, Known>()

  /** The mentor of the block that this order is a part of the parent of. */
  leadOf(order: string): string | undefined {
    return this.blocks.get(order.split('/')[0]!)?.lead
  }

  /** A block's order of the mentor, when the block has not ended. */
  leadOrderOf(order: string): BlockLine | undefined {
    const known = this.blocks.get(order.split('/')[0]!)
    return known && [...known.answers.values()][0]!.line
  }

  anyLine(draw: (count: number) => number): BlockLine | undefined {
    const orders = [...this.lines.keys()]
    const order = orders[draw(Math.max(orders.length, 1))]
    return order === undefined ? undefined : this.lines.get(order)!.answers.get(order)!.line
  }

  send(chunk: PlaceBlock): void {
    const known: Known = this.blocks.get(chunk.block) ?? {
      head: chunk,
      lead: chunk.lines[0]!.account,
      answers: new Map(),
      filled: 0,
      value: 0,
      done: undefined,
    }
    if (!this.blocks.has(chunk.block)) this.counts.blocks += 1
    this.blocks.set(chunk.block, known)
    for (const line of chunk.lines)
      if (!known.answers.has(line.order)) {
        known.answers.set(line.order, { line, shares: 0, value: 0, isEnded: false })
        this.lines.set(line.order, known)
      }
  }

  /** The events of the market, as if each part of a parent were an order of its mentor. */
  read(events: readonly VenueEvent[]): VenueEvent[] {
    return events.flatMap((event) => this.readOne(event))
  }

  private breach(what: string, event: unknown): void {
    this.breaches.push(`${what}: ${JSON.stringify(event)}`)
  }

  private readOne(event: VenueEvent): VenueEvent[] {
    switch (event.kind) {
      case 'block-done':
        this.end(event)
        return []
      case 'allocated':
        this.give(event)
        return []
      case 'traded':
      case 'odd-traded': {
        for (const order of [event.buyOrder, event.sellOrder]) this.fill(order, event.price, event.quantity)
        const buyAccount = this.leadOf(event.buyOrder) ?? event.buyAccount
        return [{ ...event, buyAccount, sellAccount: this.leadOf(event.sellOrder) ?? event.sellAccount }]
      }
      case 'accepted':
      case 'cancelled': {
        const line = this.lines.get(event.order)
        if (line && event.kind === 'cancelled') this.stop(line, event.order, event.quantity)
        return line ? [] : [{ ...event, account: this.leadOf(event.order) ?? event.account }]
      }
      case 'refused': {
        if (event.command === 'block') return []
        const line = event.order === undefined ? undefined : this.lines.get(event.order)
        if (line && event.command === 'place') this.stop(line, event.order!, undefined)
        return line ? [] : [event]
      }
      case 'phase':
        if (event.phase === 'opening-call')
          for (const [id, { answers }] of this.blocks) {
            this.breach('open when the next day begins', { id, open: answers.size })
          }
        return [event]
      default:
        return [event]
    }
  }

  private fill(order: string, price: number, quantity: number): void {
    const known = this.blocks.get(order.split('/')[0]!)
    if (!known) return
    known.filled += quantity
    known.value += price * quantity
  }

  private end(event: BlockDone): void {
    const known = this.blocks.get(event.block)
    if (!known) {
      this.breach('the end of an unknown block', event)
      return
    }
    const { filled, value } = known
    if (event.filled !== filled || event.value !== value || event.lines !== known.answers.size)
      this.breach('a block ends with other fills', event)
    if (filled > 0 && Math.abs(event.price * filled - value) * 2 > filled)
      this.breach('a wrong average', event)
    known.done = event
  }

  private give(event: Allocated): void {
    const known = this.blocks.get(event.block)
    const isBuy = known?.head.side === 'buy'
    const order = isBuy ? event.buyOrder : event.sellOrder
    const account = isBuy ? event.buyAccount : event.sellAccount
    const left = isBuy ? event.buyLeft : event.sellLeft
    const pool = isBuy
      ? [event.sellOrder, event.sellAccount, event.sellLeft]
      : [event.buyOrder, event.buyAccount, event.buyLeft]
    const answer = known?.answers.get(order)
    if (!known?.done || !answer || answer.isEnded || account !== answer.line.account) {
      this.breach('shares for no line', event)
      return
    }
    if (answer.shares > 0) this.counts.twoPrices += 1
    answer.shares += event.quantity
    answer.value += event.price * event.quantity
    if (event.quantity <= 0 || left !== answer.line.quantity - answer.shares || left < 0)
      this.breach('a wrong remaining quantity of a line', event)
    if (!isDeepStrictEqual(pool, [event.block, 'seat:copy-pool', 0])) this.breach('not from the pool', event)
    if (isBuy ? event.price > known.head.price : event.price < known.head.price)
      this.breach('a line beyond the limit', event)
    if (left === 0) this.close(known, answer)
  }

  /** Undefined: the line was refused and has no shares. */
  private stop(known: Known, order: string, quantity: number | undefined): void {
    const answer = known.answers.get(order)!
    const left = answer.line.quantity - answer.shares
    if (answer.isEnded || (quantity === undefined ? answer.shares > 0 : quantity !== left || !known.done))
      this.breach('a wrong end of a line', { order, quantity })
    this.close(known, answer)
  }

  private close(known: Known, answer: Answer): void {
    answer.isEnded = true
    this.counts.lines += 1
    const answers = [...known.answers.values()]
    if (!answers.every(({ isEnded }) => isEnded)) return
    if (known.done) this.judge(known, known.done, answers)
    else this.counts.refused += 1
    this.blocks.delete(known.head.block)
    for (const { line } of answers) this.lines.delete(line.order)
  }

  private judge({ filled, value }: Known, done: BlockDone, answers: readonly Answer[]): void {
    const planned: PlannedLine[] = answers.map(({ line }, place) => ({
      id: line.order,
      isMentor: place === 0,
      planned: line.quantity,
      place,
    }))
    const fills = { shares: filled, value: BigInt(value) }
    const right = allocate(fills, planned)
    const got = right.lines.map((line, n) => ({
      ...line,
      shares: answers[n]!.shares,
      value: BigInt(answers[n]!.value),
    }))
    const rounding = got.reduce((sum, line) => sum + line.value, 0n) - fills.value
    const breach = blockBreach(fills, planned, { lines: got, rounding })
    if (breach) this.breach(breach, done)
    if (!isDeepStrictEqual({ lines: got, rounding }, right))
      this.breach('another division than the rules', done)
    const total = planned.reduce((sum, line) => sum + line.planned, 0)
    this.counts[filled === 0 ? 'empty' : filled === total ? 'whole' : 'partial'] += 1
  }
}
