// One event that cannot be applied, as opposed to every other failure: only such an event may be set aside.

import type { SettlementInput } from './settlement-input.ts'
import type { SettlementEvent } from './event-orders.ts'
import { settle, type Settled } from './settle.ts'

export class EventFault extends Error {
  readonly event: number

  constructor(event: number, message: string, cause: unknown) {
    super(message, { cause })
    this.event = event
  }
}

/** Faults of the program itself would set aside every event: they stop the shard instead. */
const isOfTheProgram = (error: unknown): boolean =>
  !(error instanceof Error) ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof ReferenceError

/** Like `settle`; throws an `EventFault` that names the first event it could not apply. */
export function settleOrFault(input: SettlementInput, events: readonly SettlementEvent[]): Settled {
  try {
    return settle(input, events)
  } catch (error) {
    if (isOfTheProgram(error)) throw error
    // The decision is pure: repeated with one event more each time, it fails at the same one.
    for (let count = 1; count <= events.length; count += 1) {
      try {
        settle(input, events.slice(0, count))
      } catch (inner) {
        throw new EventFault(events[count - 1]!.event, (inner as Error).message, inner)
      }
    }
    throw error
  }
}

/** The event that an entry's key names: `fill:0/1986/buy`. Entries of several events at once name none. */
export function eventOfKey(key: string): number | undefined {
  const found = /^[a-z-]+:\d+\/(\d+)\//.exec(key)
  return found ? Number(found[1]) : undefined
}
