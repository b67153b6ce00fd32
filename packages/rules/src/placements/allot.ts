// How a placement is divided. The database does the same in app.allot_placement; the phone repeats it here, and a flow test
// compares the two.

import type { PlacementMethod } from '@fairlot/contract/placements/states'

export interface AllotmentTerms {
  readonly method: PlacementMethod
  readonly lots: number
  readonly minLots: number
}

export interface Applied {
  readonly lots: number
  /** The position in the drawn order. */
  readonly place: number
}

export interface Allotment {
  /** Whole lots of the division, and what it left over. */
  readonly base: number
  readonly remainder: number
  /** Of the remainder, the largest first; equals by their place in the drawn order. */
  readonly rank: number
  readonly lots: number
}

/** What `own` of `applied` lots get of `lots`, and what the division leaves over. */
export function shareOf(lots: number, applied: number, own: number): Pick<Allotment, 'base' | 'remainder'> {
  if (applied <= lots) return { base: own, remainder: 0 }
  const product = BigInt(lots) * BigInt(own)
  return { base: Number(product / BigInt(applied)), remainder: Number(product % BigInt(applied)) }
}

/**
 * Pro rata in whole lots: what is left goes to the largest remainders, one lot each. By lot: the first of the order get
 * all they applied for.
 */
export function allot(terms: AllotmentTerms, applications: readonly Applied[]): readonly Allotment[] {
  const total = applications.reduce((sum, { lots }) => sum + lots, 0)
  const isLot = terms.method === 'lot'
  const shares = applications.map(({ lots }) =>
    isLot ? { base: 0, remainder: 0 } : shareOf(terms.lots, total, lots),
  )
  const left = Math.min(terms.lots, total) - shares.reduce((sum, { base }) => sum + base, 0)
  const winners = Math.floor(terms.lots / terms.minLots)
  const order = applications
    .map(({ place }, n) => ({ n, place, remainder: shares[n]!.remainder }))
    .sort((a, b) => b.remainder - a.remainder || a.place - b.place)
  const ranks: number[] = []
  for (const [at, { n }] of order.entries()) ranks[n] = at + 1
  return applications.map(({ lots }, n) => {
    const rank = ranks[n]!
    const share = shares[n]!
    const got = isLot ? (rank <= winners ? lots : 0) : share.base + (rank <= left ? 1 : 0)
    return { ...share, rank, lots: got }
  })
}

/** The text whose SHA-256 is published at the close: every ticket with its lots, sorted by ticket. */
export const listText = (rows: readonly { readonly ticketId: string; readonly lots: number }[]): string =>
  rows
    .toSorted((a, b) => (a.ticketId < b.ticketId ? -1 : 1))
    .map(({ ticketId, lots }) => `${ticketId} ${lots}\n`)
    .join('')
