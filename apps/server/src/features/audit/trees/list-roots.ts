import type { Tx } from '#platform/db'
import { done, refuse } from '#platform/outcome'
import { listTrees } from './store.ts'
import { wireRoot } from './wire.ts'

const pageSize = 50

export async function listRoots(db: Tx, before: string | undefined) {
  if (before !== undefined && !/^\d{1,18}$/.test(before)) return refuse('input.invalid', { field: 'before' })
  const trees = await listTrees(db, {
    limit: pageSize + 1,
    ...(before === undefined ? {} : { before: BigInt(before) }),
  })
  const page = trees.slice(0, pageSize)
  return done({
    roots: page.map(wireRoot),
    next: trees.length > pageSize ? page.at(-1)!.id.toString() : null,
  })
}
