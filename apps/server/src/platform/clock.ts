// The only place the server reads the time, so that tests can hold it still.

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
