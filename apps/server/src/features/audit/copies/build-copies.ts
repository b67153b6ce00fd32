import type { Tx } from '#platform/db'
import { buildPerDay } from '../trees/build-per-day.ts'
import type { Builder } from '../trees/builder.ts'
import { leafHashNow } from '../trees/hash.ts'
import type { NewLeaf, NewTree } from '../trees/store.ts'
import { copyLeaves } from './copy-leaf.ts'
import { blockDatesToBuild, readBlocksToBuild, readLines } from './store.ts'

/** Every line of a block that is done and in no tree yet, one tree per day. */
export const buildCopies = (builder: Builder, upTo: string): Promise<NewTree[]> =>
  buildPerDay(builder, 'copies', (tx) => blockDatesToBuild(tx, upTo), blockLeaves)

async function* blockLeaves(tx: Tx, date: string): AsyncGenerator<readonly NewLeaf[]> {
  for (const block of await readBlocksToBuild(tx, date)) {
    const leaves = copyLeaves(block, await readLines(tx, block.id))
    yield leaves.map(({ subject, body }) => ({ subject, hash: leafHashNow(body), amount: 0n, body }))
  }
}
