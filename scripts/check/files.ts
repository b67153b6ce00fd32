import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const skipped = new Set([
  'node_modules',
  'dist',
  '.git',
  '.dev',
  '.screens',
  'coverage',
  'test-results',
  'playwright-report',
])

/** Paths below `folder`, relative to `root`, in a stable order. */
export function filesBelow(
  root: string,
  folder: string,
  accept: (path: string) => boolean = () => true,
): string[] {
  const full = join(root, folder)
  if (!existsSync(full)) return []
  return readdirSync(full, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (skipped.has(entry.name)) return []
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesBelow(root, path, accept)
      return entry.isFile() && accept(path) ? [path] : []
    })
}
