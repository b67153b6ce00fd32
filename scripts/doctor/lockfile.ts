import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockEntry {
  readonly version?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
  readonly peer?: boolean
}
type Packages = Readonly<Record<string, LockEntry>>

/** The first package whose installation differs from the lockfile, or nothing. */
export function lockfileDifference(root: string): string | undefined {
  const installedFile = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installedFile)) return 'node_modules is missing'
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(installedFile)
  for (const [path, entry] of Object.entries(wanted)) {
    // Optional ones are binaries for other systems; links and the workspaces themselves have no version to compare.
    if (!path.includes('node_modules/') || entry.link || entry.optional || entry.devOptional) continue
    const found = installed[path]?.version
    if (found !== entry.version) return `${path}: ${found ?? 'missing'}, the lockfile says ${entry.version}`
    if (!existsSync(join(root, path))) return `${path}: missing`
  }
  return undefined
}

function readPackages(file: string): Packages {
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages
}
