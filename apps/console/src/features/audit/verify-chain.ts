// Recomputes the whole chain in the browser: every hash from the fields, every signature over them. The server sends
// texts and no verdict; nothing it says about itself is trusted.

import { beginning, checkpointText, type Head, walkChain } from '@fairlot/proof'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type LinkRun = ConsoleDataOf<'/audit/links'>

export type ChainFault =
  | 'gap'
  | 'altered'
  | 'entry-missing'
  | 'checkpoint-differs'
  | 'signature-wrong'
  | 'cut-short'

export type Verdict =
  | { readonly ok: true; readonly head: Head; readonly signatures: number; readonly canSign: boolean }
  | { readonly ok: false; readonly fault: ChainFault; readonly sequence: number; readonly head: Head }

export interface ChainReader {
  /** Links after this one, in order; an empty answer is the end. */
  readonly read: (after: number, limit: number) => Promise<LinkRun>
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>
  readonly signed: (publicKey: string, text: string, signature: string) => Promise<boolean | undefined>
  readonly onProgress: (sequence: number) => void
}

const RUN = 1_000

/** `atLeast` is the head the server has shown: a chain that ends earlier was cut. */
export const verifyWholeChain = async (
  { read, sha256, signed, onProgress }: ChainReader,
  atLeast: number,
): Promise<Verdict> => {
  let head: Head = beginning
  let signatures = 0
  let canSign = true
  for (;;) {
    const { links, checkpoints } = await read(Number(head.sequence), RUN)
    const gone = links.find(({ fields }) => fields === null)
    if (gone !== undefined) return { ok: false, fault: 'entry-missing', sequence: gone.sequence, head }
    const reached = await walkChain(
      sha256,
      head,
      links.map(({ sequence, hash, fields }) => ({ sequence: BigInt(sequence), hash, fields: fields ?? [] })),
    )
    if ('fault' in reached)
      return { ok: false, fault: reached.fault, sequence: Number(reached.sequence), head }
    const hashes = new Map(links.map(({ sequence, hash }) => [sequence, hash]))
    for (const { sequence, head: covered, signedAt, publicKey, signature } of checkpoints) {
      if (hashes.get(sequence) !== covered) return { ok: false, fault: 'checkpoint-differs', sequence, head }
      const text = checkpointText({ sequence: String(sequence), head: covered, signedAt })
      const isRight = await signed(publicKey, text, signature)
      if (isRight === false) return { ok: false, fault: 'signature-wrong', sequence, head }
      if (isRight === undefined) canSign = false
      else signatures += 1
    }
    head = reached
    onProgress(Number(head.sequence))
    if (links.length < RUN) break
  }
  if (Number(head.sequence) < atLeast)
    return { ok: false, fault: 'cut-short', sequence: Number(head.sequence) + 1, head }
  return { ok: true, head, signatures, canSign }
}
