import type { Tx } from '#platform/db'
import { done, refuse } from '#platform/outcome'
import { newestTrees, type TreeKind } from './store.ts'
import { wireRoot } from './wire.ts'

const pageSize = 50

export interface RootsWanted {
  readonly kind?: TreeKind | undefined
  readonly asset?: string | undefined
  readonly before?: string | undefined
}

export async function listRoots(db: Tx, { kind, asset, before }: RootsWanted) {
  if (before !== undefined && !/^\d{1,18}$/.test(before)) return refuse('input.invalid', { field: 'before' })
  const trees = await newestTrees(db, {
    kind,
    asset,
    before: before === undefined ? undefined : BigInt(before),
    limit: pageSize + 1,
  })
  const page = trees.slice(0, pageSize)
  return done({
    roots: page.map(wireRoot),
    next: trees.length > pageSize ? page.at(-1)!.id.toString() : null,
  })
}
