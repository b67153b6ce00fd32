import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface PlantedTree {
  readonly root: string
  write(path: string, text: string): void
  remove(): void
}

/** A tree in a temporary folder. The checks are tested on it, never by editing the checkout. */
export function plantTree(files: Readonly<Record<string, string>>): PlantedTree {
  const root = mkdtempSync(join(tmpdir(), 'fairlot-walls-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** Makes a folder of the tree importable by its package name, as npm does for a workspace. */
export function linkWorkspace(root: string, name: string, folder: string): void {
  const link = join(root, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(root, folder), link)
}
