import * as z from 'zod/mini'
import { instant, minor, text } from '../fields.ts'

export const treeKind = z.enum([
  'fills',
  'orders',
  'ledger-lines',
  'balances',
  'debts',
  'draws',
  'auctions',
  'copies',
])

/** A signed root: the fields of `treeRootText` in packages/proof. */
export const treeRoot = z.object({
  kind: treeKind,
  /** The asset of a tree of balances or debts, the id of a draw or an auction, else empty. */
  asset: text(36),
  date: text(10),
  /** Counts from 1: a day can have more than one tree of a kind. */
  part: z.int(),
  leaves: z.int(),
  total: minor,
  root: text(64),
  builtAt: instant,
  /** The database snapshot the tree was built from. */
  asOf: text(4_000),
  keyId: text(16),
  publicKey: text(200),
  signature: text(200),
})
