import type { Subjects } from '@fairlot/contract/venue'
import { type Bus, publishAfterCommit } from '#platform/bus'
import type { Tx } from '#platform/db'

/** How the exchange is notified of new commands. */
export interface Waking {
  readonly bus: Bus
  readonly subjects: Subjects
}

export function wakeAfterCommit(tx: Tx, { bus, subjects }: Waking, shards: Iterable<number>): void {
  for (const shard of shards) publishAfterCommit(tx, bus, subjects.wakeExchange(shard), { shard })
}
