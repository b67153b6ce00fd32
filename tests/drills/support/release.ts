// A release of the past, unpacked from the repository beside this tree, with its own packages.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type * as database from '@fairlot/database'

const root = resolve(import.meta.dirname, '../../..')

export interface Release {
  readonly version: string
  readonly commit: string
  readonly tree: string
  /** The release's own migrations, by its own code. */
  migrate(ownerUrl: string): Promise<unknown>
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1024 ** 3 }).trim()

/** Its tag, or the last commit before the next version that added this one's dump. */
function commitOf(version: string): string {
  const tagged = git('tag', '--list', `v${version}`)
  if (tagged !== '') return git('rev-list', '-n1', tagged)
  const dump = `database/releases/${version}.dump.br`
  const added = git('log', '--diff-filter=A', '--format=%H', '-n1', '--', dump)
  if (added === '')
    throw new Error(`no commit of ${version}: fetch the whole history (git fetch --unshallow)`)
  return added
}

/** The newest in the changelog. */
export function lastVersion(): string {
  const [, version] = /^## (\d+\.\d+\.\d+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))!
  return version!
}

/** FAIRLOT_RELEASES is a folder in which releases stay for the next run: their packages take minutes to install. */
export function unpackRelease(version: string, folder: string): Release {
  const commit = commitOf(version)
  const place = process.env['FAIRLOT_RELEASES'] ?? folder
  const tree = join(place, `${version}-${commit.slice(0, 12)}`)
  const isWhole = join(tree, '.whole')
  if (!existsSync(isWhole)) {
    mkdirSync(tree, { recursive: true })
    const archive = join(place, `${version}.tar`)
    git('archive', '--output', archive, commit)
    execFileSync('tar', ['-xf', archive, '-C', tree])
    installPackages(tree, commit)
    writeFileSync(isWhole, '')
  }
  return {
    version,
    commit,
    tree,
    async migrate(ownerUrl) {
      const { migrate } = (await import(join(tree, 'database/migrate.ts'))) as typeof database
      return migrate(ownerUrl)
    },
  }
}

/** Our packages serve when the lockfile is the same but for our own version; otherwise the release's are installed. */
function installPackages(tree: string, commit: string): void {
  const own = join(root, 'node_modules')
  const outside = (text: string): string => {
    const { packages } = JSON.parse(text) as {
      packages: Record<string, { integrity?: string; version?: string }>
    }
    return JSON.stringify(
      Object.entries(packages).flatMap(([name, { integrity, version }]) =>
        integrity ? [[name, version]] : [],
      ),
    )
  }
  const isSame =
    outside(git('show', `${commit}:package-lock.json`)) ===
    outside(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (isSame && existsSync(own)) {
    // A copy, of hard links where both are on one disk: its links to workspaces must lead into its own tree.
    const place = join(tree, 'node_modules')
    const { dev } = statSync(own)
    execFileSync('cp', ['-a', ...(dev === statSync(tree).dev ? ['--link'] : []), own, place])
    return
  }
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'ignore' })
}
