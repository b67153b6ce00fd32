import type { Tx } from '#platform/db'

export interface Followed {
  /** What followers have behind the mentor now. */
  readonly followScale: bigint
  /** What followers ever put behind the mentor. */
  readonly followedTotal: bigint
}

/** The sums over the copies of a mentor. Members cannot copy yet, so there is nothing to add up. */
export const followedOf = (_tx: Tx, _mentorId: string): Promise<Followed> =>
  Promise.resolve({ followScale: 0n, followedTotal: 0n })
