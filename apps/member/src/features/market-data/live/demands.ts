// What the screen shows now, summed over all who ask. Two components may ask for the same symbol; it is watched until
// both have gone.

import type { ClientFrame } from '@fairlot/contract/market-data/feed'
import { MOST_DETAILS, MOST_WATCHED } from '@fairlot/contract/market-data/feed'

export interface Demand {
  readonly rows?: readonly string[]
  readonly detail?: string
  readonly indices?: true
  /** Own events only: keeps the line open without watching a price. */
  readonly own?: true
}

export type Watch = Omit<Extract<ClientFrame, { t: 'watch' }>, 't'>

/** Whole instruments first, and each once; beyond what the gateway takes, who asked last is left out. */
export const watchOf = (demands: Iterable<Demand>): Watch => {
  const detail = new Set<string>()
  const rows = new Set<string>()
  let idx = false
  for (const demand of demands) {
    if (demand.detail !== undefined && detail.size < MOST_DETAILS) detail.add(demand.detail)
    if (demand.indices === true) idx = true
  }
  for (const demand of demands) {
    for (const symbol of demand.rows ?? []) {
      if (!detail.has(symbol) && detail.size + rows.size < MOST_WATCHED) rows.add(symbol)
    }
  }
  return { rows: [...rows], detail: [...detail], idx }
}

export const sameWatch = (one: Watch, other: Watch): boolean =>
  one.idx === other.idx && sameSet(one.rows, other.rows) && sameSet(one.detail, other.detail)

const sameSet = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false
  const known = new Set(one)
  return other.every((symbol) => known.has(symbol))
}
