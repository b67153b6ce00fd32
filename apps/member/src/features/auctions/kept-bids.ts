// What the member has bid. It is on this phone only: the platform has a fingerprint until the opening.

import { read, write } from '#shell/storage.ts'

export interface KeptBid {
  readonly bidId: string
  readonly price: string
  readonly lots: number
}

/** Older ones are opened by then. */
const keptMax = 100

function all(): readonly KeptBid[] {
  try {
    const kept: unknown = JSON.parse(read('auction-bids') ?? '[]')
    return Array.isArray(kept) ? (kept as readonly KeptBid[]) : []
  } catch {
    return []
  }
}

export const keptBid = (bidId: string): KeptBid | undefined => all().find((kept) => kept.bidId === bidId)

export const keepBid = (bid: KeptBid): void =>
  write(
    'auction-bids',
    JSON.stringify([bid, ...all().filter(({ bidId }) => bidId !== bid.bidId)].slice(0, keptMax)),
  )
