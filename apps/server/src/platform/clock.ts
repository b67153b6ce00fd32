// The only place where the server reads the time, so that tests can stop it.

export interface Clock {
  now(): Date
  /** Monotonic milliseconds, for the age of a cache. Absent: the process's own. */
  monotonic?(): number
}

export const systemClock: Clock = { now: () => new Date() }

export const monotonicOf = (clock: Clock): number => clock.monotonic?.() ?? performance.now()
