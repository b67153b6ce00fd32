// The engine beside its oracle on the same random commands: equal events after each, equal books now and then, equal
// hash of the whole state every so often. The engine is replaced by one restored from its own snapshot on the way.

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
  /** What differed first, with the command that showed it. */
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
    const { command, at } = timed
    done += 1
    const told = (what: string, expected: unknown, got: unknown): Comparison =>
      result(
        `${what} after command ${done} of seed ${seed}, ${JSON.stringify(command)}\nexpected ${JSON.stringify(expected)}\ngot      ${JSON.stringify(got)}`,
      )
    const expected = oracle.apply(command, at)
    let got: VenueEvent[]
    try {
      got = engine.apply(command, at)
    } catch (error) {
      return told('a throw', expected, String(error))
    }
    events += expected.length
    if (!isDeepStrictEqual(got, expected)) return told('events differ', expected, got)
    onEvents?.(timed, got)
    if (done % 7 === 0) {
      const { symbol } = oracle.state.instruments[done % oracle.state.instruments.length]!
      const book = oracle.book(symbol)
      if (!isDeepStrictEqual(engine.book(symbol), book))
        return told('books differ', book, engine.book(symbol))
    }
    if (done % hashEvery === 0) {
      hashes += 1
      if (engine.stateHash() !== oracle.hash()) {
        const [expectedText, gotText] = [oracle.text(), engine.snapshot()]
        let from = 0
        while (expectedText[from] === gotText[from] && from < gotText.length) from += 1
        const part = (text: string): string => text.slice(Math.max(from - 300, 0), from + 300)
        return told('states differ', part(expectedText), part(gotText))
      }
      engine = maker.restoreEngine(engine.snapshot())
    }
  }
  return result()
}
