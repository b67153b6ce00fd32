// The character of an instrument in the practice market: how it moves with the others, how busy it is, how large its
// orders are. All of it derives from the public facts in app.instruments and from the symbol itself, so the generated
// past and the live market have the same characters for every seed.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { lotSize } from '@fairlot/rules/instruments'
import { traitOf } from './random.ts'

export interface InstrumentFacts {
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly board: 'listed' | 'otc'
  readonly industryEn: string
  readonly nameEn: string
  /** Hundredths. */
  readonly reference: number
  readonly limited: boolean
}

export interface Character extends InstrumentFacts {
  /** The factor it shares with its sector. */
  readonly sector: string
  // Deviations of a day's return that come from the market, the sector and the instrument alone.
  readonly market: number
  readonly shared: number
  readonly own: number
  /** How many news items a day move it at once. */
  readonly news: number
  /** Its part of all trades; the parts sum to one. */
  readonly weight: number
  /** Dollars of a usual order. */
  readonly orderValue: number
}

/** Splits the market's own deviation among instruments: a day of the whole market is about 0.9 %. */
const marketDeviation = 0.009
const sectorDeviation = 0.0065

/** The top names of the Taiwan market, and how much more they trade than others. */
const leaders: Readonly<Record<string, number>> = {
  '2330': 14,
  '2317': 9,
  '2454': 7,
  '0050': 9,
  '0056': 5,
  '00878': 5,
  '00919': 5,
  '2303': 6,
  '2308': 5,
  '2382': 5,
  '2603': 5,
  '2881': 4,
  '2882': 4,
  '2891': 4,
  '3231': 5,
  '00631L': 5,
}

const between = (low: number, high: number, trait: number): number => low + (high - low) * trait

function movesOf(facts: InstrumentFacts): Pick<Character, 'sector' | 'market' | 'shared' | 'own' | 'news'> {
  const trait = (name: string): number => traitOf(facts.symbol, name)
  if (facts.kind === 'stock') {
    const size = facts.board === 'otc' ? 1.15 : 1
    return {
      sector: facts.industryEn,
      market: marketDeviation * between(0.7, 1.3, trait('market')),
      shared: sectorDeviation * between(0.7, 1.3, trait('shared')),
      own: between(0.008, 0.014, trait('own')) * size,
      news: 0.02,
    }
  }
  const fund = { own: 0.0015, news: 0 }
  if (facts.symbol.endsWith('B')) return { sector: 'bonds', market: 0, shared: 0.0045, ...fund }
  if (facts.symbol.endsWith('U')) return { sector: 'commodities', market: 0, shared: 0.009, ...fund }
  if (facts.symbol.endsWith('L')) return { sector: 'funds', market: 2 * marketDeviation, shared: 0, ...fund }
  if (facts.symbol.endsWith('R')) return { sector: 'funds', market: -marketDeviation, shared: 0, ...fund }
  if (!facts.limited) return { sector: 'abroad', market: 0.004, shared: 0.008, ...fund }
  const sector = facts.nameEn.includes('Semiconductor') ? 'Semiconductor' : 'funds'
  return { sector, market: marketDeviation, shared: sector === 'funds' ? 0.002 : sectorDeviation, ...fund }
}

export function charactersOf(instruments: readonly InstrumentFacts[]): readonly Character[] {
  // A few trade a lot and most trade little: weights follow a lognormal distribution, and leaders exceed it.
  const weights = instruments.map(({ symbol }) => {
    const spread =
      (traitOf(symbol, 'busy') + traitOf(symbol, 'busier') + traitOf(symbol, 'busiest') - 1.5) * 2
    return Math.exp(0.8 * spread) * (leaders[symbol] ?? 1)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return instruments.map((facts, index) => ({
    ...facts,
    ...movesOf(facts),
    weight: weights[index]! / total,
    orderValue: 350_000 * Math.min(4, Math.sqrt((weights[index]! / total) * instruments.length)),
  }))
}

/** Shares of a usual order at this price, whole lots. */
export function usualShares(character: Character, price: number): number {
  const lots = Math.round((character.orderValue * 100) / (price * lotSize))
  return lotSize * Math.min(60, Math.max(1, lots))
}
