// Random blocks for a venue, drawn apart from the other commands so that those stay the same. Some chunks are wrong.

import type { BlockLine, PlaceBlock } from '@fairlot/contract/venue'
import { prices } from './naive-prices.ts'
import type { NaiveState } from './naive-state.ts'
import { Draws } from './random-odd-lots.ts'

/** The same members trade for themselves, so that blocks meet orders of their mentor. */
const mentors = ['member:a', 'member:b', 'member:c', 'member:d', 'member:e', 'member:f']

export class RandomBlocks extends Draws {
  private blocks = 0
  private orders = 0

  /** The chunks of one block, in order. */
  draw(state: NaiveState): PlaceBlock[] {
    const open = state.instruments.filter(({ state: now }) => now === 'continuous' || now.endsWith('call'))
    const instrument = this.pick(open.length > 0 && this.chance(0.95) ? open : state.instruments)
    const list = prices[instrument.kind]
    const center = list.indexOf(instrument.last ?? instrument.reference)
    const lead = this.pick(mentors)
    this.blocks += 1
    const head = {
      kind: 'block',
      block: `k${this.blocks}`,
      account: 'seat:copy-pool',
      symbol: this.chance(0.01) ? '0000' : instrument.symbol,
      side: this.pick(['buy', 'sell'] as const),
      price: list[Math.min(Math.max(center + this.below(17) - 8, 0), list.length - 1)]!,
      date: this.chance(0.01) ? '2025-12-31' : (state.date ?? '2026-01-01'),
      ...((lead === 'member:a' || lead === 'member:b') && this.chance(0.7) && { group: 'owner:x' }),
    } as const
    return this.inChunks(this.lines(lead)).map((lines, index, all) => ({
      ...head,
      from: all.slice(0, index).reduce((sum, { length }) => sum + length, 0),
      lines,
      ...(index === all.length - 1 && { last: true }),
    }))
  }

  /** The same chunk with one mistake. */
  spoil(chunk: PlaceBlock): PlaceBlock {
    const [first] = chunk.lines
    // The head of a first chunk is that of its block, whatever it is.
    switch (this.pick(chunk.from === 0 ? [0, 3, 4, 5] : [0, 1, 2, 3, 4, 5])) {
      case 0:
        return { ...chunk, from: chunk.from + 1 }
      case 1:
        return { ...chunk, price: chunk.price + 1 }
      case 2:
        return { ...chunk, symbol: chunk.symbol === '1101' ? '2330' : '1101' }
      case 3:
        return { ...chunk, lines: [...chunk.lines, first!] }
      case 4:
        return { ...chunk, lines: [...chunk.lines, this.line(this.pick(mentors), 0)] }
      default:
        return { ...chunk, lines: [...chunk.lines, this.line(this.pick(mentors), 49_900_001)] }
    }
  }

  private lines(lead: string): BlockLine[] {
    const followers = this.chance(0.1) ? 0 : this.below(this.chance(0.05) ? 900 : 30)
    // Whole lots only in some blocks, so that they can enter on a day without odd lots.
    const unit = this.chance(0.3) ? 1_000 : 1
    const shares = (): number => unit * (1 + this.below(unit === 1 ? this.pick([3, 40, 900, 4_000]) : 5))
    return [
      this.line(lead, this.chance(0.03) ? 600_000 : shares()),
      ...Array.from({ length: followers }, () => this.line(`member:${this.below(1_000)}`, shares())),
    ]
  }

  private line(account: string, quantity: number): BlockLine {
    this.orders += 1
    return { order: `x${this.orders}`, account, quantity }
  }

  private inChunks(lines: readonly BlockLine[]): BlockLine[][] {
    const size = Math.min(500, Math.ceil(lines.length / this.pick([1, 1, 2, 3])))
    const chunks: BlockLine[][] = []
    for (let from = 0; from < lines.length; from += size) chunks.push(lines.slice(from, from + size))
    return chunks
  }
}
