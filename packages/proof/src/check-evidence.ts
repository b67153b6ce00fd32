// Checks that a member's own device runs, or anyone with the downloaded file. They trust no verdict of the server:
// every hash is recomputed from the texts, and the signature is checked against the published key.

import { type Sha256 } from './chain.ts'
import { leafHash, type PathStep, rootOfPath } from './merkle.ts'
import { leafAmount, rootOfSumPath, sumLeafHash, type SumStep } from './merkle-sum.ts'
import { type OrderReceipt, signedTextOf } from './order-receipt.ts'
import { ownerOfPiece } from './split-balances.ts'
import { type TreeRoot, treeRootText } from './tree-root.ts'

export interface SignedRoot extends TreeRoot {
  readonly keyId: string
  /** SPKI in DER, base64. */
  readonly publicKey: string
  /** Base64. */
  readonly signature: string
}

export interface Tools {
  readonly sha256: Sha256
  /** Returns undefined when this device cannot check Ed25519. */
  readonly signed: (publicKey: string, text: string, signature: string) => Promise<boolean | undefined>
}

/** `unknown`: this device cannot check it. `absent`: there is nothing to check yet. */
export type Verdict = 'right' | 'wrong' | 'unknown' | 'absent'

const verdict = (answer: boolean | undefined): Verdict =>
  answer === undefined ? 'unknown' : answer ? 'right' : 'wrong'

export const checkRoot = async ({ signed }: Tools, root: SignedRoot): Promise<Verdict> =>
  verdict(await signed(root.publicKey, treeRootText(root), root.signature))

export interface FillEvidence {
  readonly body: string
  readonly hash: string
  readonly proof: {
    readonly root: SignedRoot
    readonly n: number
    readonly path: readonly PathStep[]
  } | null
  /** What the platform signed when it accepted the order. */
  readonly receipt: OrderReceipt | null
}

export interface FillVerdict {
  /** The text has the hash that is shown. */
  readonly hash: Verdict
  /** The hash is in the tree with this root. */
  readonly path: Verdict
  readonly signature: Verdict
  /** The order's receipt is signed by the same key and names the order that filled. */
  readonly receipt: Verdict
}

export async function checkFill(
  tools: Tools,
  fillId: string,
  { body, hash, proof, receipt }: FillEvidence,
): Promise<FillVerdict> {
  const made = await leafHash(tools.sha256, body)
  const fill = parsed(body)
  const own = verdict(made === hash && fill?.fill === fillId)
  // The signing key is known from the root. Before the day has a root the receipt cannot be checked.
  if (proof === null) return { hash: own, path: 'absent', signature: 'absent', receipt: 'absent' }
  const { root, n, path } = proof
  const reached = await rootOfPath(tools.sha256, { size: root.leaves, n, leaf: made, path })
  return {
    hash: own,
    path: verdict(root.kind === 'fills' && reached === root.root),
    signature: await checkRoot(tools, root),
    receipt: await checkReceipt(tools, root, receipt, fill),
  }
}

async function checkReceipt(
  { sha256, signed }: Tools,
  root: SignedRoot,
  receipt: FillEvidence['receipt'],
  fill: Fields | undefined,
): Promise<Verdict> {
  if (receipt === null || receipt.keyId !== root.keyId) return 'absent'
  const taken = parsed(receipt.text)
  const order = fill?.order as Fields | undefined
  const isSame =
    taken !== undefined &&
    order !== undefined &&
    taken.id === order.id &&
    taken.price === order.price &&
    taken.quantity === order.quantity &&
    taken.symbol === fill?.symbol &&
    taken.side === fill?.side &&
    taken.terms === fill?.terms
  const text = await signedTextOf(sha256, receipt)
  if (!isSame || text === undefined) return 'wrong'
  return verdict(await signed(root.publicKey, text, receipt.signature))
}

type Fields = Readonly<Record<string, unknown>>

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}

export interface BalanceLeaf {
  readonly body: string
  readonly hash: string
  readonly amount: string
  readonly n: number
  readonly path: readonly SumStep[]
}

export interface BalanceVerdict {
  /** Every leaf names this owner and this tree, and has the hash that is shown. */
  readonly leaves: Verdict
  /** Every leaf leads to the root and to the total. */
  readonly path: Verdict
  readonly signature: Verdict
  /** The total equals what the ledger owes all members. */
  readonly control: Verdict
  /** The sum of the leaves. */
  readonly sum: bigint
}

export async function checkBalance(
  tools: Tools,
  owner: string,
  evidence: {
    readonly root: SignedRoot
    readonly leaves: readonly BalanceLeaf[]
    readonly control: string | null
  },
): Promise<BalanceVerdict> {
  const { root, leaves, control } = evidence
  const tree = [root.kind, root.asset, root.date, root.part] as const
  let own = true
  let reaches = true
  let sum = 0n
  const seen = new Set<string>()
  for (const leaf of leaves) {
    const amount = leafAmount(leaf.amount)
    const made = amount === undefined ? '' : await sumLeafHash(tools.sha256, leaf.body, amount)
    own &&= made === leaf.hash && ownerOfPiece(tree, leaf.body) === owner && !seen.has(made)
    seen.add(made)
    const reached = await rootOfSumPath(tools.sha256, { size: root.leaves, ...leaf })
    reaches &&= reached?.root === root.root && reached.total.toString() === root.total
    sum += amount ?? 0n
  }
  const none = leaves.length === 0
  return {
    leaves: none ? 'absent' : verdict(own),
    path: none ? 'absent' : verdict(reaches),
    signature: await checkRoot(tools, root),
    control: control === null ? 'absent' : verdict(control === root.total),
    sum,
  }
}
