import type { Entry } from './entry.ts'
import type { Executor } from './executor.ts'
import type { PostOutcome } from './outcome.ts'
import { postMany } from './post.ts'

export interface PostingQueue {
  /** Resolves when the entry is committed or refused. */
  post(entry: Entry): Promise<PostOutcome>
}

export interface PostingQueueOptions {
  /** Entries in one call. */
  readonly max?: number
  /** Concurrent calls; each needs a connection. */
  readonly flights?: number
}

interface Waiting {
  readonly entry: Entry
  readonly resolve: (outcome: PostOutcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * For high-volume entries that need no other row in their transaction: entries that arrive during a commit go together
 * with the next one. A single entry goes at once instead of waiting for a batch to fill. `db` must commit each call
 * separately.
 */
export function createPostingQueue(
  db: Executor,
  { max = 64, flights = 4 }: PostingQueueOptions = {},
): PostingQueue {
  let waiting: Waiting[] = []
  let inFlight = 0

  // The ledger refuses the same key twice in one call, so the second one waits for the next call and gets the first
  // one's effect.
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const keys = new Set<string>()
    for (const item of waiting) {
      if (batch.length < max && !keys.has(item.entry.key)) {
        keys.add(item.entry.key)
        batch.push(item)
      } else {
        left.push(item)
      }
    }
    waiting = left
    return batch
  }

  async function fly(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await postMany(
        db,
        batch.map(({ entry }) => entry),
      )
      batch.forEach(({ resolve }, index) => resolve(outcomes[index]!))
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      // One entry that cannot be posted must not fail the whole batch. The keys make the second try safe.
      else for (const item of batch) await fly([item])
    }
  }

  function drain(): void {
    while (inFlight < flights && waiting.length > 0) {
      inFlight++
      void fly(takeBatch()).finally(() => {
        inFlight--
        drain()
      })
    }
  }

  return {
    post: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject })
        // Include everything that arrives in this turn of the event loop.
        if (waiting.length === 1) setImmediate(drain)
      }),
  }
}
