// Runs the engine with random blocks among random commands. The oracle knows no blocks: it gets each part of a parent
// as an order of the mentor, who owns it. The market must be the same, and the division is checked by the audit.

import { isDeepStrictEqual } from 'node:util'
import type { Engine } from '@fairlot/engine'
import type { Command, PlaceBlock, VenueEvent } from '@fairlot/contract/venue'
import { BlockAudit } from './block-audit.ts'
import type { EngineMaker } from './compare.ts'
import { NaiveVenue } from './naive-venue.ts'
import { RandomBlocks } from './random-blocks.ts'
import { randomCommands, type Timed } from './random-commands.ts'

export interface BlockComparison {
  readonly counts: BlockAudit['counts']
  readonly log: readonly Timed[]
  readonly events: readonly (readonly VenueEvent[])[]
  readonly finalHash: string
  readonly difference?: string
}

interface Options {
  readonly seed: number
  readonly commands: number
  readonly restoreEvery?: number
}

export function compareBlocks(maker: EngineMaker, options: Options): BlockComparison {
  const run = new BlockRun(maker, options)
  let difference: string | undefined
  for (let n = 1; n <= options.commands && difference === undefined; n += 1) {
    try {
      difference = run.step(n)
    } catch (error) {
      difference = `a throw: ${String(error)}`
    }
    if (difference !== undefined) difference += `\nafter command ${n} of seed ${options.seed}`
  }
  return {
    counts: run.audit.counts,
    log: run.log,
    events: run.events,
    finalHash: run.engine.stateHash(),
    ...(difference !== undefined && { difference }),
  }
}

class BlockRun {
  readonly audit = new BlockAudit()
  readonly log: Timed[] = []
  readonly events: VenueEvent[][] = []
  engine: Engine
  private readonly maker: EngineMaker
  private readonly restoreEvery: number
  private readonly oracle = new NaiveVenue()
  private readonly generator
  private readonly draws: RandomBlocks
  /** Chunks still to be sent, mixed with other commands. */
  private readonly chunks: PlaceBlock[] = []

  constructor(maker: EngineMaker, { seed, restoreEvery = 53 }: Options) {
    this.maker = maker
    this.restoreEvery = restoreEvery
    this.engine = maker.createEngine()
    this.generator = randomCommands(seed)
    this.draws = new RandomBlocks(seed + 2)
  }

  step(n: number): string | undefined {
    const timed = this.generator.next(this.oracle.state)
    const difference = this.sendOther(timed)
    if (difference !== undefined || n === 1) return difference
    const { at } = timed
    if (this.draws.chance(0.06)) {
      const drawn = this.draws.draw(this.oracle.state)
      // The last chunk of some never comes.
      this.chunks.push(...drawn.slice(0, drawn.length > 1 && this.draws.chance(0.1) ? -1 : undefined))
    }
    const own = this.draws.chance(0.4)
      ? this.sendChunk(at)
      : this.draws.chance(0.05)
        ? this.probe(at)
        : undefined
    if (own !== undefined) return own
    if (n % this.restoreEvery === 0) {
      const text = this.engine.snapshot()
      this.engine = this.maker.restoreEngine(text)
      if (this.engine.snapshot() !== text) return 'a restored state differs'
    }
    if (n % 7 !== 0) return undefined
    const { symbol } = this.oracle.state.instruments[n % this.oracle.state.instruments.length]!
    const [expected, got] = [this.oracle.book(symbol), this.engine.book(symbol)]
    return isDeepStrictEqual(got, expected) ? undefined : unequal('books', expected, got)
  }

  /** A command that the oracle drew. One about a part of a parent becomes one about the mentor's order. */
  private sendOther({ command, at }: Timed): string | undefined {
    const lead =
      'order' in command && command.order !== undefined ? this.audit.leadOf(command.order) : undefined
    if (lead !== undefined && command.kind === 'cancel' && command.account === lead) {
      const { order, account } = this.audit.leadOrderOf(command.order)!
      const parts = this.partsOf(command.order.split('/')[0]!)
      return this.send({ ...command, order, account }, at, () =>
        parts.map((part) => ({ ...command, order: part })),
      )
    }
    const isChange = command.kind === 'reduce' || command.kind === 'replace'
    if (lead !== undefined && isChange) return this.send({ kind: 'time' }, at, () => [{ kind: 'time' }])
    // The oracle watches all orders of an account at once there, the engine a block after the others.
    const { phaseUntil } = this.oracle.state
    if (command.kind === 'cancel-all' && phaseUntil !== null && at >= phaseUntil - 60_000)
      return this.send({ kind: 'time' }, at, () => [{ kind: 'time' }])
    return this.send(command, at, () => [command])
  }

  private sendChunk(at: number): string | undefined {
    const [chunk] = this.chunks.splice(this.draws.chance(0.98) ? 0 : this.draws.below(this.chunks.length), 1)
    if (!chunk) return undefined
    const sent = this.draws.chance(0.03) ? this.draws.spoil(chunk) : chunk
    this.audit.send(sent)
    const difference = this.send(sent, at, (events) => this.placesOf(sent, events))
    const isRefused = this.events
      .at(-1)!
      .some((event) => event.kind === 'refused' && event.command === 'block')
    if (sent !== chunk && !isRefused) return `a wrong chunk is accepted: ${JSON.stringify(sent)}`
    if (difference !== undefined || !this.draws.chance(0.03)) return difference
    const again = this.engine.apply(sent, at)
    this.log.push({ command: sent, at })
    this.events.push(again)
    return again.length === 1 && again[0]!.kind === 'refused'
      ? undefined
      : unequal('a repeated chunk', 'refused', again)
  }

  /** A line cannot be changed alone. */
  private probe(at: number): string | undefined {
    const line = this.audit.anyLine((count) => this.draws.below(count))
    if (!line) return undefined
    const about = { order: line.order, account: line.account, symbol: '2330' }
    return this.send({ kind: 'reduce', ...about, by: 1 }, at, () => [{ kind: 'time' }])
  }

  /** What the oracle gets instead of a chunk: the parts that the engine accepted. */
  private placesOf(chunk: PlaceBlock, events: readonly VenueEvent[]): Command[] {
    const parts = events.flatMap((event): Command[] => {
      if (event.kind !== 'accepted' || this.audit.leadOf(event.order) === undefined) return []
      const { order, symbol, side, price, quantity, odd } = event
      const { date, group } = chunk
      const terms = { symbol, side, price: price!, quantity, validity: 'ROD', date } as const
      const owner = { account: this.audit.leadOf(order)!, ...(group !== undefined && { group }) }
      return [{ kind: 'place', order, ...owner, ...terms, ...(odd && { odd }) }]
    })
    return parts.length === 0 ? [{ kind: 'time' }] : parts
  }

  private partsOf(block: string): string[] {
    return this.oracle.state.instruments
      .flatMap(({ orders, odd }) => [...orders, ...(odd?.orders ?? [])])
      .flatMap(({ id }) => (id.split('/')[0] === block ? [id] : []))
  }

  private send(
    command: Command,
    at: number,
    forOracle: (events: readonly VenueEvent[]) => readonly Command[],
  ): string | undefined {
    const events = this.engine.apply(command, at)
    this.log.push({ command, at })
    this.events.push(events)
    const commands = forOracle(events)
    const got = this.audit.read(events)
    const expected = commands.flatMap((one) => this.oracle.apply(one, at))
    const [breach] = this.audit.breaches
    if (breach !== undefined) return breach
    const isUnordered = command.kind === 'cancel-all'
    const inOrder = (list: readonly VenueEvent[]): unknown =>
      isUnordered ? list.map((event) => JSON.stringify(event)).toSorted() : list
    return isDeepStrictEqual(inOrder(got), inOrder(expected))
      ? undefined
      : `${JSON.stringify(command)}\n${unequal('events', expected, got)}`
  }
}

const unequal = (what: string, expected: unknown, got: unknown): string =>
  `${what} differ\nexpected ${JSON.stringify(expected)}\ngot      ${JSON.stringify(got)}`
