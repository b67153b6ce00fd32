import type { Tx } from '#platform/db'
import { readImage } from './store.ts'

/** By the name in the site config. The bytes under a name never change, so browsers may cache them for good. */
export const readLogo = async (tx: Tx, name: string): Promise<Buffer | undefined> => {
  const hash = /^([0-9a-f]{64})\.webp$/.exec(name)?.[1]
  return hash === undefined ? undefined : readImage(tx, hash)
}
