import type { Tx } from '#platform/db'
import { chainFields } from '../chain-fields.ts'
import { readCheckpoints, readLinks } from '../store.ts'
import { showCheckpoint } from './read-chain.ts'

/** A range of stored links and the signatures over it. The caller recomputes the hashes. */
export async function listLinks(
  tx: Tx,
  { after, limit }: { readonly after: number; readonly limit: number },
) {
  const links = await readLinks(tx, BigInt(after), limit)
  const upTo = links.at(-1)?.sequence ?? BigInt(after)
  return {
    links: links.map(({ sequence, hash, entry }) => ({
      sequence: Number(sequence),
      hash,
      fields: entry === null ? null : [...chainFields(entry)],
    })),
    checkpoints: (await readCheckpoints(tx, BigInt(after), upTo)).map(showCheckpoint),
  }
}
