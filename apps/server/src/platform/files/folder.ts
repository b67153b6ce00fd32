import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Files } from './driver.ts'

/**
 * Written to a temporary file, flushed, then renamed, and the folder flushed as well: after a power cut there is the
 * old file, the new one, or none; never half of one, and never a lost name after `put` has returned.
 */
export function openFolder(root: string): Files {
  return {
    async put(key, bytes) {
      const path = join(root, key)
      const folder = dirname(path)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const fresh = join(folder, `.${randomUUID()}.new`)
      try {
        const file = await open(fresh, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(fresh, path)
      } catch (error) {
        await rm(fresh, { force: true })
        throw error
      }
      await flushFolder(folder)
    },
    async get(key) {
      try {
        return await readFile(join(root, key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async delete(key) {
      await rm(join(root, key), { force: true })
    },
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
