// Storage for bytes that do not belong in PostgreSQL. One interface, two drivers: a folder and a bucket of any S3
// server. Data is sealed before it comes here; a driver never sees a picture.

import { type BucketPlace, openBucket } from './files/bucket.ts'
import type { Files } from './files/driver.ts'
import { openFolder } from './files/folder.ts'

export type { Files }

export type FilesPlace = { readonly kind: 'folder'; readonly path: string } | BucketPlace

export function openFiles(place: FilesPlace): Files {
  const files = place.kind === 'folder' ? openFolder(place.path) : openBucket(place)
  return {
    put: async (key, bytes) => files.put(checked(key), bytes),
    get: async (key) => files.get(checked(key)),
    delete: async (key) => files.delete(checked(key)),
  }
}

/** We derive keys from ids. Anything else could leave the folder, or name another object of the bucket. */
const keyShape = /^[a-z0-9-]{1,64}(\/[a-z0-9-]{1,64}){0,3}$/

function checked(key: string): string {
  if (!keyShape.test(key)) throw new Error('not a file key')
  return key
}
