import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repositoryRoot = resolve(fileURLToPath(import.meta.url), '../../../../..')

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function findOnPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** The folder with initdb and postgres. Debian keeps them off the PATH, one folder per major version. */
export function findPostgresFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const debianFolders = existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(debian, version, 'bin'))
    : []
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    ['postgresql@18', 'postgresql@17', 'postgresql@16', 'postgresql@15'].map((name) =>
      join(folder, name, 'bin'),
    ),
  )
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const chosen = process.env.FAIRLOT_POSTGRES_BIN
  const candidates = chosen ? [chosen] : [...debianFolders, ...homebrew, ...onPath]
  return candidates.find(
    (folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  )
}

/** The one that `npm run setup` unpacked takes precedence over the system's, which on Debian 12 is too old. */
export function findNatsServer(): string | undefined {
  const chosen = process.env.FAIRLOT_NATS_SERVER
  if (chosen) return isExecutable(chosen) ? chosen : undefined
  const unpacked = join(repositoryRoot, '.dev/bin/nats-server')
  return isExecutable(unpacked) ? unpacked : findOnPath('nats-server')
}

export function findRedisServer(): string | undefined {
  const chosen = process.env.FAIRLOT_REDIS_SERVER
  if (chosen) return isExecutable(chosen) ? chosen : undefined
  return findOnPath('redis-server') ?? findOnPath('valkey-server')
}

export type Version = readonly [major: number, minor: number, patch: number]

export function versionOf(binary: string): Version | undefined {
  const output = execFileSync(binary, ['--version'], { encoding: 'utf8' })
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(output)
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined
}

export function isAtLeast(version: Version, wanted: Version): boolean {
  for (let part = 0; part < 3; part++) {
    const difference = version[part]! - wanted[part]!
    if (difference !== 0) return difference > 0
  }
  return true
}
