import { dayMs } from '@fairlot/rules/calendar'
import { identityRules } from '@fairlot/rules/identity'
import type { Db } from '#platform/db'
import type { Files } from '#platform/files'
import { newId } from '#platform/ids'
import { cleanImage } from '#platform/images'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { fingerprint, memberKey, sealBytes, Shredded } from '#platform/vault'
import { placeOf } from './place.ts'
import { countSince, findSame, insertUpload, lockUploads, markStored } from './store.ts'

export interface KeepDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly files: Files
}

export interface SentImage {
  readonly memberId: string
  readonly bytes: Buffer
  readonly type: string
  readonly now: Date
}

/**
 * Refuses: `upload.refused` (not a picture that can be read within the limits), `upload.too-many`. The same picture
 * sent again the same day is the same upload: a member whose answer was lost does not use up the daily limit.
 */
export async function keepImage(
  { db, secrets, files }: KeepDeps,
  { memberId, bytes, type, now }: SentImage,
): Promise<Outcome<{ uploadId: string }>> {
  const since = new Date(now.getTime() - dayMs)
  const max = identityRules.uploadsPerDay.default
  // Checked before decoding: a member over the limit costs only one query.
  if ((await countSince(db, memberId, since)) >= max)
    return refuse('upload.too-many', { rule: 'uploads.perDay' })
  const cleaned = await cleanImage(bytes, type)
  if (!cleaned.ok) return refuse('upload.refused')
  const { image } = cleaned

  const begun = await db.transaction(async (tx) => {
    await lockUploads(tx, memberId)
    const key = await memberKey(tx, secrets, memberId, now).catch((error: unknown) => {
      if (error instanceof Shredded) return undefined
      throw error
    })
    if (!key) return refuse('upload.refused')
    const print = fingerprint(key, bytes)
    const same = await findSame(tx, memberId, print, since)
    if (same !== undefined) return done({ uploadId: same, key: undefined })
    if ((await countSince(tx, memberId, since)) >= max) {
      return refuse('upload.too-many', { rule: 'uploads.perDay' })
    }
    const uploadId = newId(now.getTime())
    const { width, height } = image
    await insertUpload(tx, {
      uploadId,
      memberId,
      keyId: key.keyId,
      fingerprint: print,
      type: image.type,
      bytes: image.bytes.length,
      width,
      height,
      uploadedAt: now,
    })
    return done({ uploadId, key })
  })
  if (!begun.ok) return begun
  const { uploadId, key } = begun.data
  if (key) {
    await files.put(placeOf(memberId, uploadId), sealBytes(key, 'file', uploadId, image.bytes))
    await markStored(db, uploadId, now)
  }
  return done({ uploadId }, 'done.uploaded')
}
