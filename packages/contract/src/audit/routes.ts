import * as z from 'zod/mini'
import { id, instant, minor, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { treeKind, treeRoot } from './root.ts'

/** From the leaf up: the sibling's hash, the sum below it (zero in a tree without sums), and its side. */
const path = z.array(z.object({ hash: text(64), sum: minor, side: z.enum(['left', 'right']) }))

export const auditRoutes = {
  roots: defineRoute({
    path: '/audit/roots',
    feature: 'audit',
    summary: 'Signed roots of the daily trees, newest first',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({
      kind: z.optional(treeKind),
      asset: z.optional(text(36)),
      before: z.optional(text(20)),
    }),
    data: z.object({ roots: z.array(treeRoot), next: z.nullable(text(20)) }),
    refusals: [],
  }),
  fillEvidence: defineRoute({
    path: '/audit/fillEvidence',
    feature: 'audit',
    summary: 'Everything about one fill of mine, and its place in the tree of its day',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ fillId: text(40) }),
    data: z.object({
      /** The leaf exactly as it is hashed. */
      body: text(8_000),
      hash: text(64),
      /** Null until the day's tree is built. */
      proof: z.nullable(z.object({ root: treeRoot, n: z.int(), path })),
      /** The order as accepted. Signed by the platform, and by the member's device when it has a key. */
      receipt: z.nullable(z.object({ text: text(2_000), keyId: text(16), signature: text(200) })),
      /** Legs of the ledger entry that settled it. */
      lines: z.array(z.object({ account: text(128), asset: text(16), amount: minor })),
    }),
    refusals: ['order.not-found'],
    objectIds: ['fillId'],
  }),
  copyEvidence: defineRoute({
    path: '/audit/copyEvidence',
    feature: 'audit',
    summary: 'The record of my copy in one parent order, its place in the tree of its day, and the list',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ copyId: id, blockId: id }),
    data: z.object({
      /** The leaf exactly as it is hashed. */
      body: text(2_000),
      hash: text(64),
      /** Null until the day's tree is built. */
      proof: z.nullable(z.object({ root: treeRoot, n: z.int(), path })),
      /** Keys of the day and planned shares of all copies, in order; null for a very long one. */
      list: z.nullable(text(2_000_000)),
    }),
    refusals: ['order.not-found'],
    objectIds: ['copyId'],
  }),
  balanceEvidence: defineRoute({
    path: '/audit/balanceEvidence',
    feature: 'audit',
    summary:
      'My leaves in the newest tree of what members own of this asset, with the paths to the signed root',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ asset: text(16), kind: z.optional(z.enum(['balances', 'debts'])) }),
    data: z.object({
      root: z.nullable(treeRoot),
      /** The member's leaves. A balance is split into several leaves so that no other member sees a whole balance. */
      leaves: z.array(z.object({ body: text(2_000), hash: text(64), amount: minor, n: z.int(), path })),
      /** The ledger's own total at the same moment; the tree's total is compared with it. */
      control: z.nullable(minor),
      /** The member's current balance, and the number of the member's ledger lines posted after the tree. */
      now: minor,
      linesSince: z.int(),
    }),
    refusals: [],
  }),
  checkpoint: defineRoute({
    path: '/audit/checkpoint',
    feature: 'audit',
    summary: 'The newest signed head of the audit chain, and the key that signed it',
    capability: 'public',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      sequence: text(20),
      head: text(64),
      signedAt: z.nullable(instant),
      signature: text(128),
      keyId: text(16),
      publicKey: text(128),
    }),
    refusals: [],
  }),
}
