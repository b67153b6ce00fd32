import type { Ranking, Sorting } from '@fairlot/contract/market-data'

export interface Sort {
  readonly by: Sorting
  readonly descending: boolean
}

/** The sorting that a ranking already has, so that its heading is marked without being pressed. */
export const sortOfRanking = (ranking: Ranking): Sort | undefined => {
  if (ranking === 'change' || ranking === 'losers') return { by: 'change', descending: ranking === 'change' }
  return ranking === 'volume' ? { by: 'volume', descending: true } : undefined
}

/** Largest first, then smallest first, then the ranking's own order again. */
export const nextSort = (now: Sort | undefined, by: Sorting): Sort | undefined => {
  if (now?.by !== by) return { by, descending: true }
  return now.descending ? { by, descending: false } : undefined
}
