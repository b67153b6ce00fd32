import { createHash } from 'node:crypto'
import type { Db, Tx } from '#platform/db'
import { cleanNewsPicture, newsPictureBytes } from '#platform/images'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { insertPicture, readPicture, readPublishedPicture } from './store.ts'

/** Refuses with `news.picture` what is no readable picture. The stored bytes are the server's own encoding. */
export async function addPicture(
  db: Db,
  bytes: Buffer,
  type: string,
  now: Date,
): Promise<ConsoleOutcome<{ picture: string; width: number; height: number }>> {
  const cleaned = await cleanNewsPicture(bytes, type)
  if (!cleaned.ok || cleaned.image.bytes.length > newsPictureBytes) return refuse('news.picture')
  const { width, height } = cleaned.image
  const picture = createHash('sha256').update(cleaned.image.bytes).digest('hex')
  await insertPicture(db, { picture, bytes: cleaned.image.bytes, width, height, now })
  return done({ picture, width, height })
}

/** In base64, of a draft too; null when it was deleted. */
export const showPicture = async (db: Db, picture: string): Promise<string | null> =>
  (await readPicture(db, picture))?.toString('base64') ?? null

/** Public once a published article shows it. */
export const readNewsPicture = async (tx: Tx, name: string, now: Date): Promise<Buffer | undefined> => {
  const hash = /^([0-9a-f]{64})\.webp$/.exec(name)?.[1]
  return hash === undefined ? undefined : readPublishedPicture(tx, hash, now)
}
