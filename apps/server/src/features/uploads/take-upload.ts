import type { Tx } from '#platform/db'
import { insertFile, markDropped, takeStored } from './store.ts'

export type UploadPurpose =
  | 'identity-front'
  | 'identity-back'
  | 'deposit-receipt'
  | 'bank-book'
  | 'support-picture'

export interface TakenFile {
  readonly fileId: string
  readonly width: number
  readonly height: number
}

/**
 * A feature claims a picture in its own transaction. Undefined when it is not an upload of this member, was already
 * claimed, was never stored completely, or is older than a day: the feature then refuses with `upload.not-found`.
 */
export async function takeUpload(
  tx: Tx,
  memberId: string,
  uploadId: string,
  purpose: UploadPurpose,
  now: Date = new Date(),
): Promise<TakenFile | undefined> {
  const upload = await takeStored(tx, memberId, uploadId, now)
  if (!upload) return undefined
  await insertFile(tx, uploadId, purpose, now)
  return { fileId: uploadId, width: upload.width, height: upload.height }
}

/** No longer needed: the next sweep deletes its bytes. */
export const dropFile = (tx: Tx, fileId: string, now: Date): Promise<void> => markDropped(tx, fileId, now)
