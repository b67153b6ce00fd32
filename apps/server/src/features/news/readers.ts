import type { Tx } from '#platform/db'
import { countReaders } from './store.ts'

/** A count of this size is read again after a minute: counting it takes long, and a few readers more do not show. */
const large = 10_000
const keptMs = 60_000
const maxKept = 1_000

export type ReadReaders = (
  tx: Tx,
  articleIds: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, number>>

/** The number of readers by article, counted from their rows. */
export function openReaders(): ReadReaders {
  const kept = new Map<string, { readonly readers: number; readonly until: number }>()
  return async (tx, articleIds, now) => {
    const time = now.getTime()
    const isKept = (id: string): boolean => (kept.get(id)?.until ?? 0) > time
    for (const { articleId, readers } of await countReaders(
      tx,
      articleIds.filter((id) => !isKept(id)),
    )) {
      if (kept.size >= maxKept) kept.clear()
      kept.set(articleId, { readers, until: readers < large ? 0 : time + keptMs })
    }
    return new Map(articleIds.map((id) => [id, kept.get(id)?.readers ?? 0]))
  }
}
