// Places for transactions that write: fewer than the pool has connections. While PostgreSQL answers no commit, each of
// them holds its connection for seconds; the others are left to reading.

import { TemporarilyUnavailable } from './faults.ts'

/** One in this many connections is never given to a transaction that writes. */
const readingShare = 5

export interface WritePlaces {
  /** Waits for a place; the returned function gives it back. Throws `TemporarilyUnavailable` after the limit. */
  take(): Promise<() => void>
}

export function openWritePlaces(poolSize: number, limitMs: number): WritePlaces {
  const places = poolSize - Math.floor(poolSize / readingShare)
  let taken = 0
  const waiting = new Set<() => void>()
  const give = (): void => {
    const [next] = waiting
    if (next === undefined) {
      taken -= 1
      return
    }
    // The place passes on: `taken` stays.
    waiting.delete(next)
    next()
  }
  const once = (): (() => void) => {
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      give()
    }
  }
  return {
    take() {
      if (taken < places) {
        taken += 1
        return Promise.resolve(once())
      }
      return new Promise((resolve, reject) => {
        const proceed = (): void => {
          clearTimeout(late)
          resolve(once())
        }
        const late = setTimeout(() => {
          waiting.delete(proceed)
          reject(new TemporarilyUnavailable('every connection for writing is in use'))
        }, limitMs)
        waiting.add(proceed)
      })
    },
  }
}
