import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { beginning, type ChainFault, checkpointText, type Head, walkChain } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import { chainFields, sha256 } from './chain-fields.ts'
import {
  type Checkpoint,
  countForgotten,
  readCheckpoints,
  readHead,
  readLastCheckpoint,
  readLinks,
} from './store.ts'

export type ChainReport =
  | { readonly ok: true; readonly head: Head }
  | { readonly ok: false; readonly fault: ChainFault | VerificationFault }

export type VerificationFault =
  | { readonly fault: 'entry-missing' | 'checkpoint-differs' | 'signature-wrong'; readonly sequence: bigint }
  | { readonly fault: 'cut-short'; readonly sequence: bigint }
  | { readonly fault: 'entries-forgotten'; readonly count: bigint }

const pageSize = 5_000

/**
 * Recomputes the chain from the first link and compares it with every checkpoint. `trustedKeys` are the public keys
 * known from outside (SPKI, DER), old ones too: keys stored in the database prove nothing against an attacker who can
 * write to the database. Needs a reading role; run it on a machine without the signing key.
 */
export async function verifyChain(tx: Tx, trustedKeys: readonly Uint8Array[]): Promise<ChainReport> {
  const keys = trustedKeys.map((key) =>
    createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' }),
  )
  let head: Head = beginning
  for (;;) {
    const page = await readLinks(tx, head.sequence, pageSize)
    const missing = page.find((link) => link.entry === null)
    if (missing) return { ok: false, fault: { fault: 'entry-missing', sequence: missing.sequence } }
    const hashes = new Map(page.map((link) => [link.sequence, link.hash]))
    const reached = await walkChain(
      sha256,
      head,
      page.map(({ sequence, hash, entry }) => ({ sequence, hash, fields: chainFields(entry!) })),
    )
    if ('fault' in reached) return { ok: false, fault: reached }
    for (const checkpoint of await readCheckpoints(tx, head.sequence, reached.sequence)) {
      if (!isSigned(checkpoint, keys)) {
        return { ok: false, fault: { fault: 'signature-wrong', sequence: checkpoint.sequence } }
      }
      if (hashes.get(checkpoint.sequence) !== checkpoint.head) {
        return { ok: false, fault: { fault: 'checkpoint-differs', sequence: checkpoint.sequence } }
      }
    }
    head = reached
    if (page.length < pageSize) break
  }
  const last = await readLastCheckpoint(tx)
  const newest = await readHead(tx)
  if ((last && last.sequence > head.sequence) || (newest && newest.sequence > head.sequence)) {
    return { ok: false, fault: { fault: 'cut-short', sequence: head.sequence } }
  }
  const count = await countForgotten(tx)
  if (count > 0n) return { ok: false, fault: { fault: 'entries-forgotten', count } }
  return { ok: true, head }
}

function isSigned(checkpoint: Checkpoint, keys: readonly KeyObject[]): boolean {
  const text = checkpointText({
    sequence: checkpoint.sequence.toString(),
    head: checkpoint.head,
    signedAt: checkpoint.signedAt.toISOString(),
  })
  return keys.some((key) => verify(null, Buffer.from(text), key, checkpoint.signature))
}
