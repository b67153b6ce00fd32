import { hex, type TakenOrder } from '@fairlot/proof'
import type { Db } from '#platform/db'
import { done, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { signReceipt } from '../sign-receipt.ts'
import { leafHashNow } from '../trees/hash.ts'
import { readPath } from '../trees/read-path.ts'
import { findLeaf } from '../trees/store.ts'
import { wireRoot } from '../trees/wire.ts'
import { blinded, fillIdOf, fillText } from './fill-evidence.ts'
import { type FillRow, findFill, readLegs } from './store.ts'

export interface FillWanted {
  readonly memberId: string
  readonly fillId: string
}

const shape = /^(\d{1,4})\/(\d{1,18})\/(buy|sell)$/

/** Another member's fill gets the same answer as a fill that does not exist. */
export async function readFillEvidence(db: Db, secrets: Secrets, { memberId, fillId }: FillWanted) {
  const parts = shape.exec(fillId)
  if (!parts) return refuse('order.not-found')
  const key = { shard: Number(parts[1]), event: BigInt(parts[2]!), side: parts[3]! }
  const found = await db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const fill = await findFill(tx, key, memberId)
    if (!fill) return undefined
    const legs = (await readLegs(tx, [fill.entryId])).get(fill.entryId) ?? []
    const kept = await findLeaf(tx, 'fills', fillIdOf(fill))
    // Once the fill is in a tree, use the stored text that was hashed then. Rebuilding it would hide a later change.
    const body = kept?.leaf.body ?? fillText(fill, legs)
    return {
      body,
      hash: hex(leafHashNow(body)),
      proof: kept
        ? { root: wireRoot(kept.tree), n: kept.leaf.n, path: await readPath(tx, kept.tree, kept.leaf.n) }
        : null,
      receipt: signReceipt(secrets, takenOrder(fill)),
      lines: legs.map(({ account, asset, amount }) => ({
        account: blinded(account, memberId),
        asset,
        amount: amount.toString(),
      })),
    }
  })
  return found ? done(found) : refuse('order.not-found')
}

const takenOrder = (fill: FillRow): TakenOrder => ({
  ...fill,
  id: fill.orderId,
  price: fill.limit,
  quantity: fill.ordered,
  date: fill.orderDate,
})
