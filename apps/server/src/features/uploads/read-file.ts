import type { Tx } from '#platform/db'
import type { Files } from '#platform/files'
import type { Secrets } from '#platform/secrets'
import { existingKey, openBytes, Shredded } from '#platform/vault'
import { placeOf } from './place.ts'
import { readFileRow } from './store.ts'

export interface FileBytes {
  readonly type: string
  readonly purpose: string
  readonly bytes: Buffer
}

/**
 * A file of this member, decrypted. Undefined when it is another member's, was dropped, or its key was destroyed. For
 * the console, the caller has recorded who reads it and why before the bytes are sent.
 */
export async function readFileOf(
  { secrets, files }: { readonly secrets: Secrets; readonly files: Files },
  tx: Tx,
  memberId: string,
  fileId: string,
): Promise<FileBytes | undefined> {
  const row = await readFileRow(tx, memberId, fileId)
  if (!row) return undefined
  try {
    const key = await existingKey(tx, secrets, memberId)
    if (!key) return undefined
    const sealed = await files.get(placeOf(memberId, fileId))
    if (!sealed) throw new Error(`file ${fileId} is recorded but missing from storage`)
    return { type: row.type, purpose: row.purpose, bytes: openBytes(key, 'file', fileId, sealed) }
  } catch (error) {
    if (error instanceof Shredded) return undefined
    throw error
  }
}
