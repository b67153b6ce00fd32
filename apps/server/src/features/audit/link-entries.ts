import { sign } from 'node:crypto'
import { beginning, checkpointText, type Head, linkHash } from '@fairlot/proof'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { chainFields, sha256 } from './chain-fields.ts'
import {
  insertCheckpoint,
  insertLinks,
  type NewLink,
  readHead,
  readLastCheckpoint,
  readUnlinked,
} from './store.ts'

const batchSize = 2_000

/**
 * Links every committed entry that has no link, and returns how many. One chainer runs at a time: the caller holds the
 * advisory lock of the loop. If two ever ran, the primary key of `links` lets only one of them commit.
 */
export async function linkEntries(db: Db): Promise<number> {
  let linked = 0
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const entries = await readUnlinked(tx, batchSize)
      if (entries.length === 0) return 0
      let head: Head = (await readHead(tx)) ?? beginning
      const links: NewLink[] = []
      for (const entry of entries) {
        const sequence = head.sequence + 1n
        const hash = await linkHash(sha256, head.hash, sequence, chainFields(entry))
        links.push({ sequence, hash, entryId: entry.entryId, recordedAt: entry.recordedAt })
        head = { sequence, hash }
      }
      await insertLinks(tx, links)
      return links.length
    })
    linked += count
    if (count < batchSize) return linked
  }
}

/** Signs the head when it has moved since the last checkpoint. */
export async function signCheckpoint(db: Db, secrets: Secrets, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const head = await readHead(tx)
    const last = await readLastCheckpoint(tx)
    if (!head || head.sequence === last?.sequence) return false
    const { keyId, privateKey, publicKey } = secrets.auditKey()
    const text = checkpointText({
      sequence: head.sequence.toString(),
      head: head.hash,
      signedAt: now.toISOString(),
    })
    await insertCheckpoint(tx, {
      sequence: head.sequence,
      head: head.hash,
      signedAt: now,
      keyId,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }),
      signature: sign(null, Buffer.from(text), privateKey),
    })
    return true
  })
}
