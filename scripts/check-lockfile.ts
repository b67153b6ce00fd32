// The lockfile must install the same bytes everywhere: every package with its checksum, none bound to one registry's
// address, every version exact, and only the allowed install scripts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { report } from './check/report.ts'

interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly license?: string
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

// Licences that put conditions on our own source must not be in what we ship.
const refusedLicence = /\b(AGPL|GPL|SSPL|BUSL|CC-BY-NC)/i
const weakCopyleft = /\bLGPL/i

export function checkLockfile(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry & Manifest>>
  }
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const problems: string[] = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/')) {
      problems.push(...inexact(path || 'package.json', entry))
      continue
    }
    if (entry.link) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!entry.integrity) problems.push(`${path}: no checksum`)
    if (entry.resolved && /^https?:/.test(entry.resolved))
      problems.push(`${path}: tied to ${new URL(entry.resolved).host}`)
    if (entry.hasInstallScript && !(name in allowScripts)) {
      problems.push(`${path}: has an install script that package.json neither allows nor denies`)
    }
    const licence = entry.license ?? ''
    if (!entry.dev && refusedLicence.test(licence) && !weakCopyleft.test(licence)) {
      problems.push(`${path}: licence ${licence}`)
    }
  }
  return problems
}

function inexact(path: string, { dependencies = {}, devDependencies = {} }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, range]) => !/^(npm:(@[^@]+|[^@]+)@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
    .map(([name, range]) => `${path}: ${name} is "${range}", not an exact version`)
}

if (import.meta.main) await report(checkLockfile)
