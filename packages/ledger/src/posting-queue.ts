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
  readonly most?: number
  /** Calls at the same time; each needs a connection. */
  readonly flights?: number
}

interface Waiting {
  readonly entry: Entry
  readonly resolve: (outcome: PostOutcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * For hot intake of entries that need no other row in their transaction: what arrives while a commit is under
 * way goes together with the next one. Nobody waits for a batch to fill; alone, an entry goes at once. `db`
 * must commit each call by itself.
 */
export function createPostingQueue(
  db: Executor,
  { most = 64, flights = 4 }: PostingQueueOptions = {},
): PostingQueue {
  let waiting: Waiting[] = []
  let flying = 0

  // The ledger refuses the same key twice in one call; the second one waits for the next and is answered with
  // the first's effect.
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const keys = new Set<string>()
    for (const item of waiting) {
      if (batch.length < most && !keys.has(item.entry.key)) {
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
      // One entry that cannot be posted must not take its neighbours with it. Their keys make the second try
      // safe.
      else for (const item of batch) await fly([item])
    }
  }

  function pump(): void {
    while (flying < flights && waiting.length > 0) {
      flying++
      void fly(takeBatch()).finally(() => {
        flying--
        pump()
      })
    }
  }

  return {
    post: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject })
        // Let everything that arrives in this turn of the loop come along.
        if (waiting.length === 1) setImmediate(pump)
      }),
  }
}
