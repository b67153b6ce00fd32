import type { Builder } from '../trees/builder.ts'
import { leafHashNow } from '../trees/hash.ts'
import { beginSnapshot, type NewTree } from '../trees/store.ts'
import { writeTree } from '../trees/write-tree.ts'
import { copyLeaves } from './copy-leaf.ts'
import { readBlocksToBuild, readLines } from './store.ts'

/** Every line of a block that is done and in no tree yet, one tree per day. */
export async function buildCopies({ db, secrets, now }: Builder, upTo: string): Promise<NewTree[]> {
  return db.transaction(async (tx) => {
    const asOf = await beginSnapshot(tx)
    const byDate = Map.groupBy(await readBlocksToBuild(tx, upTo), ({ date }) => date)
    const built: NewTree[] = []
    for (const [date, blocks] of byDate) {
      const leaves = []
      for (const block of blocks)
        for (const { subject, body } of copyLeaves(block, await readLines(tx, block.id)))
          leaves.push({ subject, hash: leafHashNow(body), amount: 0n, body })
      built.push(
        await writeTree(tx, secrets, now, { kind: 'copies', asset: '', date, asOf, leaves, control: null }),
      )
    }
    return built
  })
}
