// Everything the screen shows now, over all subscribers. Two components can ask for the same symbol; it is watched
// until both are gone.

import type { ClientFrame } from '@fairlot/contract/live'
import { MAX_DETAILS, MAX_WATCHED } from '@fairlot/contract/live/socket'

export interface Demand {
  readonly rows?: readonly string[]
  readonly detail?: string
  readonly indices?: true
  /** Own events only: keeps the connection open without watching a price. */
  readonly own?: true
}

export type Watch = Omit<Extract<ClientFrame, { t: 'watch' }>, 't'>

/** Detailed instruments first, without duplicates; beyond the gateway's maximum the latest requests are left out. */
export const watchOf = (demands: Iterable<Demand>): Watch => {
  const detail = new Set<string>()
  const rows = new Set<string>()
  let idx = false
  for (const demand of demands) {
    if (demand.detail !== undefined && detail.size < MAX_DETAILS) detail.add(demand.detail)
    if (demand.indices === true) idx = true
  }
  for (const demand of demands) {
    for (const symbol of demand.rows ?? []) {
      if (!detail.has(symbol) && detail.size + rows.size < MAX_WATCHED) rows.add(symbol)
    }
  }
  return { rows: [...rows], detail: [...detail], idx }
}

export type Demands = ReturnType<typeof createDemands>

export const createDemands = (changed: () => void) => {
  const demands = new Set<Demand>()
  return {
    /** Returns the function that ends the demand. */
    add(demand: Demand): () => void {
      demands.add(demand)
      changed()
      return () => {
        demands.delete(demand)
        changed()
      }
    },
    watch: () => watchOf(demands),
    /** A guest needs no connection for own events. */
    isWanted: (isMember: boolean) => [...demands].some(({ own }) => own !== true || isMember),
  }
}

export const sameWatch = (one: Watch, other: Watch): boolean =>
  one.idx === other.idx && sameSet(one.rows, other.rows) && sameSet(one.detail, other.detail)

const sameSet = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false
  const known = new Set(one)
  return other.every((symbol) => known.has(symbol))
}
