import { blockListText, maxListed } from '@fairlot/rules/copy-trading'
import { hex } from '@fairlot/proof'
import { type Db, inSnapshot } from '#platform/db'
import { done, refuse } from '#platform/outcome'
import { leafHashNow } from '../trees/hash.ts'
import { readPath } from '../trees/read-path.ts'
import { findLeaf } from '../trees/store.ts'
import { wireRoot } from '../trees/wire.ts'
import { copyLeaves, copySubject } from './copy-leaf.ts'
import { isOwnCopy, readBlock, readLines } from './store.ts'

export interface CopyWanted {
  readonly memberId: string
  readonly copyId: string
  readonly blockId: string
}

/** Another member's copy gets the same answer as one that does not exist. */
export const readCopyEvidence = (db: Db, { memberId, copyId, blockId }: CopyWanted) =>
  inSnapshot(db, async (tx) => {
    if (!(await isOwnCopy(tx, copyId, memberId))) return refuse('order.not-found')
    const block = await readBlock(tx, blockId)
    if (!block) return refuse('order.not-found')
    const subject = copySubject(blockId, copyId)
    const kept = await findLeaf(tx, 'copies', subject)
    const isLong = block.copies > maxListed
    const lines = kept && isLong ? [] : await readLines(tx, blockId)
    // Once it is in a tree, the stored text: rebuilding it would hide a later change.
    const body = kept?.leaf.body ?? copyLeaves(block, lines).find((leaf) => leaf.subject === subject)?.body
    if (body === undefined) return refuse('order.not-found')
    return done({
      body,
      hash: hex(leafHashNow(body)),
      proof: kept
        ? { root: wireRoot(kept.tree), n: kept.leaf.n, path: await readPath(tx, kept.tree, kept.leaf.n) }
        : null,
      list: isLong ? null : blockListText(lines),
    })
  })
