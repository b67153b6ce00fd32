// The indices by minute, from the generated candles, by the rule the quotes role uses for traded ones.

import { indexRules, indexValue } from '@fairlot/rules/market-data'
import type { InstrumentFacts } from '../instruments.ts'

export interface IndexMinute {
  readonly code: string
  readonly at: number
  readonly value: number
}

interface Close {
  readonly at: number
  readonly close: number
}

interface Member {
  readonly facts: InstrumentFacts
  readonly reference: number
  readonly closes: readonly Close[]
}

export interface IndexMinutes {
  /** The minutes of one instrument on one day, oldest first. */
  add(date: string, facts: InstrumentFacts, reference: number, closes: readonly Close[]): void
  /** `before` is the index's close of the day before. */
  of(date: string, before: (code: string) => number): IndexMinute[]
}

export function collectIndexMinutes(): IndexMinutes {
  const days = new Map<string, Member[]>()
  return {
    add(date, facts, reference, closes) {
      const members = days.get(date) ?? []
      members.push({ facts, reference, closes })
      days.set(date, members)
    },
    of(date, before) {
      const members = days.get(date) ?? []
      const times = [...new Set(members.flatMap(({ closes }) => closes.map(({ at }) => at)))].toSorted(
        (a, b) => a - b,
      )
      return indexRules.flatMap(({ code, has }) => {
        const own = members.filter(({ facts }) => has(facts))
        const places = own.map(() => 0)
        if (own.length === 0) return []
        return times.map((at) => {
          const prices = own.map(({ closes, reference }, index) => {
            while ((closes[places[index]!]?.at ?? Infinity) <= at) places[index]! += 1
            return { last: closes[places[index]! - 1]?.close ?? null, reference }
          })
          return { code, at, value: indexValue(before(code), prices) }
        })
      })
    },
  }
}
