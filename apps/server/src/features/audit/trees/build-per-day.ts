import type { Tx } from '#platform/db'
import type { Builder } from './builder.ts'
import { beginSnapshot, type NewLeaf, type NewTree, type TreeKind } from './store.ts'
import { writeTree } from './write-tree.ts'

/** One tree for each trading day with leaves that are in no tree yet, each in its own transaction. */
export async function buildPerDay(
  { db, secrets, now }: Builder,
  kind: TreeKind,
  datesToBuild: (tx: Tx) => Promise<readonly string[]>,
  leavesOf: (tx: Tx, date: string) => AsyncIterable<readonly NewLeaf[]>,
): Promise<NewTree[]> {
  const built: NewTree[] = []
  const dates = await db.transaction(async (tx) => {
    await beginSnapshot(tx)
    return datesToBuild(tx)
  })
  for (const date of dates)
    built.push(
      await db.transaction(async (tx) => {
        const asOf = await beginSnapshot(tx)
        const leaves = leavesOf(tx, date)
        return writeTree(tx, secrets, now, { kind, asset: '', date, asOf, leaves, control: null })
      }),
    )
  return built
}
