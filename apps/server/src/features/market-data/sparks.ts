import type { Db } from '#platform/db'
import { readSparkPoints } from './store.ts'

export interface Sparks {
  /** Reads new minutes and returns the line of each symbol. */
  read(now: number): Promise<(symbol: string, date: string | null) => number[]>
}

interface Line {
  readonly date: string
  readonly minutes: Map<number, number>
  drawn: number[] | undefined
}

const maxPoints = 40
const everyMs = 10_000
/** The newest minutes are read again: quotes rewrites a minute's close until the minute is over. */
const againMs = 180_000

/** The small day lines. The whole day is read once, then only its newest minutes. */
export function openSparks(db: Db): Sparks {
  const lines = new Map<string, Line>()
  const answer = (symbol: string, date: string | null): number[] => {
    const line = lines.get(symbol)
    // Yesterday's line must not appear in a day without trades.
    return line?.date === date ? (line.drawn ??= thin([...line.minutes.values()])) : []
  }
  let readAt = -Infinity

  return {
    async read(now) {
      if (now - readAt < everyMs) return answer
      const since = readAt === -Infinity ? 0 : readAt - againMs
      readAt = now
      try {
        for (const { symbol, date, at, close } of await readSparkPoints(db, since)) {
          let line = lines.get(symbol)
          if (line?.date !== date) lines.set(symbol, (line = { date, minutes: new Map(), drawn: undefined }))
          line.minutes.set(at, close)
          line.drawn = undefined
        }
      } catch (error) {
        readAt = -Infinity
        throw error
      }
      return answer
    },
  }
}

/** At most forty points, evenly spaced, including the first and the newest. */
export function thin(closes: readonly number[]): number[] {
  if (closes.length <= maxPoints) return [...closes]
  const step = (closes.length - 1) / (maxPoints - 1)
  return Array.from({ length: maxPoints }, (_, place) => closes[Math.round(place * step)]!)
}
