import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import {
  findNatsServer,
  findOnPath,
  findPostgresFolder,
  findRedisServer,
} from '../../packages/testkit/src/services/binaries.ts'
import systemPackages from '../setup/system-packages.json' with { type: 'json' }
import { findChromium } from '../stack/chromium.ts'
import { readLayout, type Layout } from '../stack/layout.ts'

export type System = keyof typeof systemPackages

/** What the doctor examines. A test plants a fault by changing one field or the file behind it. */
export interface Ground {
  readonly nodeVersion: string
  readonly npmVersion: string
  readonly system: System | undefined
  readonly layout: Layout
  readonly postgresFolder: string | undefined
  readonly natsServer: string | undefined
  readonly redisServer: string | undefined
  readonly chromium: string | undefined
  readonly openssl: string | undefined
  readonly chineseFonts: string
  readonly freeBytesWanted: number
}

export function readGround(): Ground {
  const fonts = spawnSync('fc-list', [':lang=zh-tw', 'family'], { encoding: 'utf8' }).stdout ?? ''
  return {
    nodeVersion: process.versions.node,
    npmVersion: (spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout ?? '').trim(),
    system: detectSystem(),
    layout: readLayout(),
    postgresFolder: findPostgresFolder(),
    natsServer: findNatsServer(),
    redisServer: findRedisServer(),
    chromium: findChromium(),
    openssl: findOnPath('openssl'),
    chineseFonts: process.platform === 'darwin' ? 'PingFang TC' : fonts.trim(),
    freeBytesWanted: 2 * 1024 ** 3,
  }
}

export function detectSystem(osRelease?: string, platform: string = process.platform): System | undefined {
  if (platform === 'darwin') return 'macos'
  const text = osRelease ?? (existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '')
  const ids = [...text.matchAll(/^(?:ID|ID_LIKE)="?([^"\n]*)"?$/gm)].flatMap((match) => match[1]!.split(' '))
  const known: readonly System[] = ['debian', 'fedora', 'arch']
  return known.find((system) => ids.includes(system))
}

export type Part = 'postgres' | 'redis' | 'chromium' | 'font' | 'openssl' | 'nats'

/** The exact command that installs a part on this system. */
export function installLine(system: System | undefined, part: Part): string {
  if (system === 'debian') return 'npm run setup'
  if (!system) return `install ${part} with your system's package manager, or use deploy/compose/trial.yaml`
  const packages = systemPackages[system]
  return part === 'nats' ? packages.nats : `${packages.install} ${packages[part]}`
}
