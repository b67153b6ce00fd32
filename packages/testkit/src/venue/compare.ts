// Runs the engine and its oracle on the same random commands: equal events after each command, equal books at
// intervals, equal hash of the whole state at intervals. The engine is replaced by one restored from its own snapshot
// on the way.

import { isDeepStrictEqual } from 'node:util'
import type { Engine } from '@fairlot/engine'
import type { VenueEvent } from '@fairlot/contract/venue'
import { NaiveVenue } from './naive-venue.ts'
import { randomCommands, type Timed } from './random-commands.ts'

export interface EngineMaker {
  createEngine(): Engine
  restoreEngine(snapshot: string): Engine
}

export interface Comparison {
  readonly commands: number
  readonly events: number
  readonly hashes: number
  readonly notes: ReadonlyMap<string, number>
  readonly finalHash: string
  /** The first difference, with the command that caused it. */
  readonly difference?: string
}

interface Options {
  readonly seed: number
  readonly commands: number
  readonly hashEvery?: number
  readonly onEvents?: (timed: Timed, events: readonly VenueEvent[]) => void
}

export function compare(maker: EngineMaker, options: Options): Comparison {
  const { seed, commands, hashEvery = 1_000, onEvents } = options
  const oracle = new NaiveVenue()
  const generator = randomCommands(seed)
  let engine = maker.createEngine()
  let events = 0
  let hashes = 0
  let done = 0
  const result = (difference?: string): Comparison => ({
    commands: done,
    events,
    hashes,
    notes: oracle.notes,
    finalHash: oracle.hash(),
    ...(difference !== undefined && { difference }),
  })
  while (done < commands) {
    const timed = generator.next(oracle.state)
    done += 1
    let difference: Difference | undefined
    try {
      difference = step(timed)
    } catch (error) {
      difference = { what: 'a throw', expected: 'none', got: String(error) }
    }
    if (difference) {
      const { what, expected, got } = difference
      return result(
        `${what} after command ${done} of seed ${seed}, ${JSON.stringify(timed.command)}\n` +
          `expected ${JSON.stringify(expected)}\ngot      ${JSON.stringify(got)}`,
      )
    }
  }
  return result()

  function step(timed: Timed): Difference | undefined {
    const { command, at } = timed
    const expected = oracle.apply(command, at)
    const got = engine.apply(command, at)
    events += expected.length
    if (!isDeepStrictEqual(got, expected)) return { what: 'events differ', expected, got }
    onEvents?.(timed, got)
    if (done % 7 === 0) {
      const { symbol } = oracle.state.instruments[done % oracle.state.instruments.length]!
      const [expectedBook, gotBook] = [oracle.book(symbol), engine.book(symbol)]
      if (!isDeepStrictEqual(gotBook, expectedBook))
        return { what: 'books differ', expected: expectedBook, got: gotBook }
    }
    if (done % hashEvery !== 0) return undefined
    hashes += 1
    if (engine.stateHash() !== oracle.hash()) return differenceOf(oracle.text(), engine.snapshot())
    engine = maker.restoreEngine(engine.snapshot())
    return undefined
  }
}

interface Difference {
  readonly what: string
  readonly expected: unknown
  readonly got: unknown
}

function differenceOf(expected: string, got: string): Difference {
  let from = 0
  while (expected[from] === got[from] && from < got.length) from += 1
  const part = (text: string): string => text.slice(Math.max(from - 300, 0), from + 300)
  return { what: 'states differ', expected: part(expected), got: part(got) }
}
