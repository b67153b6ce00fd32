export interface TestClock {
  now(): Date
  /** Moves time forward. A test clock never moves on its own. */
  advance(milliseconds: number): void
  set(time: Date | string): void
}

/** A Tuesday on which the Taiwan market is open, 09:30 in Taipei. */
export const defaultTime = '2026-01-13T01:30:00.000Z'

export function fixedClock(start: Date | string = defaultTime): TestClock {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds
    },
    set: (value) => {
      time = new Date(value).getTime()
    },
  }
}

/** Numbers in [0, 1) that are the same for the same seed on every machine (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
