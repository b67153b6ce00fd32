import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pendingMigrations, readMigrations, type AppliedMigration } from '../../database/migrations.ts'
import { isAtLeast, versionOf, type Version } from '../../packages/testkit/src/services/binaries.ts'
import { portIsFree } from '../../packages/testkit/src/services/process.ts'
import { inDev } from '../stack/layout.ts'
import { readLock } from '../stack/lock.ts'
import { isAlive } from '../stack/processes.ts'
import { installLine, type Ground } from './ground.ts'
import { lockfileDifference } from './lockfile.ts'

export interface Finding {
  readonly name: string
  readonly state: 'well' | 'fault'
  readonly detail: string
  /** The exact command to run. */
  readonly fix?: string
}

type Examination = readonly [name: string, examine: (ground: Ground) => Finding | Promise<Finding>]

const well = (name: string, detail: string): Finding => ({ name, state: 'well', detail })
const fault = (name: string, detail: string, fix: string): Finding => ({ name, state: 'fault', detail, fix })

const oldestNats: Version = [2, 12, 3]

const examinations: readonly Examination[] = [
  [
    'Node',
    ({ nodeVersion }) => {
      const isNew = Number(nodeVersion.split('.')[0]) >= 24
      return isNew ? well('Node', nodeVersion) : fault('Node', `${nodeVersion}, needs 24`, 'npm ci')
    },
  ],
  [
    'npm',
    ({ npmVersion }) => {
      const isNew = Number(npmVersion.split('.')[0]) >= 11
      return isNew
        ? well('npm', npmVersion)
        : fault('npm', `${npmVersion || 'none'}, needs 11`, 'npm install --global npm@11')
    },
  ],
  [
    'packages',
    ({ layout }) => {
      const difference = lockfileDifference(layout.root)
      return difference
        ? fault('packages', difference, 'npm ci')
        : well('packages', 'as in package-lock.json')
    },
  ],
  [
    'PostgreSQL',
    ({ postgresFolder, system }) => {
      const line = installLine(system, 'postgres')
      if (!postgresFolder) return fault('PostgreSQL', 'initdb and postgres were not found', line)
      const version = versionOf(join(postgresFolder, 'postgres'))
      if (!version || version[0] < 15)
        return fault('PostgreSQL', `${version?.join('.')}, needs 15 or newer`, line)
      return well('PostgreSQL', `${version[0]}.${version[1]} in ${postgresFolder}`)
    },
  ],
  [
    'PostgreSQL user',
    ({ postgresFolder }) => {
      if (process.getuid?.() !== 0) return well('PostgreSQL user', 'not root')
      const binary = join(postgresFolder ?? '/nowhere', 'postgres')
      const args = ['--user', '--map-user=1000', '--map-group=1000', '--', binary, '--version']
      if (spawnSync('unshare', args).status === 0)
        return well('PostgreSQL user', 'root, with a user namespace')
      if (spawnSync('id', ['postgres']).status === 0)
        return well('PostgreSQL user', 'root, changes to postgres')
      return fault(
        'PostgreSQL user',
        'root, and neither a user namespace nor a postgres user',
        'sudo -u someone npm start',
      )
    },
  ],
  [
    'NATS',
    ({ natsServer, system }) => {
      const line = installLine(system, 'nats')
      if (!natsServer) return fault('NATS', 'nats-server was not found', line)
      const version = versionOf(natsServer)
      if (!version || !isAtLeast(version, oldestNats)) {
        return fault(
          'NATS',
          `${version?.join('.') ?? 'unreadable version'}, needs ${oldestNats.join('.')} or newer`,
          line,
        )
      }
      return well('NATS', `${version.join('.')} at ${natsServer}`)
    },
  ],
  [
    'Redis',
    ({ redisServer, system }) =>
      redisServer
        ? well('Redis', redisServer)
        : fault('Redis', 'neither redis-server nor valkey-server was found', installLine(system, 'redis')),
  ],
  [
    'Chromium',
    ({ chromium, system }) =>
      chromium && existsSync(chromium)
        ? well('Chromium', chromium)
        : fault('Chromium', 'not found; e2e and screens need it', installLine(system, 'chromium')),
  ],
  [
    'Chinese font',
    ({ chineseFonts, system }) =>
      chineseFonts
        ? well('Chinese font', chineseFonts.split('\n')[0]!)
        : fault('Chinese font', 'none; screens would show boxes', installLine(system, 'font')),
  ],
  [
    'openssl',
    ({ openssl, system }) =>
      openssl
        ? well('openssl', openssl)
        : fault('openssl', 'not found; npm start -- --https needs it', installLine(system, 'openssl')),
  ],
  [
    '.dev folder',
    ({ layout }) => {
      try {
        mkdirSync(layout.devFolder, { recursive: true })
        const probe = inDev(layout, `doctor.${process.pid}`)
        writeFileSync(probe, '')
        rmSync(probe)
        return well('.dev folder', layout.devFolder)
      } catch (error) {
        return fault(
          '.dev folder',
          `cannot be written: ${(error as Error).message}`,
          `sudo chown -R "$(id -u)" ${layout.devFolder}`,
        )
      }
    },
  ],
  [
    'disk',
    ({ layout, freeBytesWanted }) => {
      const { bavail, bsize } = statfsSync(layout.root)
      const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`
      const free = bavail * bsize
      return free >= freeBytesWanted
        ? well('disk', `${gigabytes(free)} free`)
        : fault('disk', `${gigabytes(free)} free, wants ${gigabytes(freeBytesWanted)}`, 'npm run reset')
    },
  ],
  [
    'lock',
    ({ layout }) => {
      const file = inDev(layout, 'start.lock')
      if (!existsSync(file)) return well('lock', 'no start is running')
      const content = readLock(file)
      if (content && isAlive(content.holder))
        return well('lock', `a start is running, process ${content.holder.pid}`)
      const living = content?.children.filter(isAlive).map(({ name, pid }) => `${name} (${pid})`) ?? []
      const left = living.length > 0 ? `, left running: ${living.join(', ')}` : ''
      return fault('lock', `left by a start that was killed${left}`, 'npm start')
    },
  ],
  [
    'ports',
    async ({ layout }) => {
      const content = readLock(inDev(layout, 'start.lock'))
      if (content && isAlive(content.holder)) return well('ports', 'held by the running start')
      const taken: string[] = []
      for (const [name, port] of Object.entries(layout.ports) as [string, number][]) {
        if (!(await portIsFree(port))) taken.push(`${port} (${name})`)
      }
      return taken.length === 0
        ? well('ports', `${layout.portBase} and those above it are free`)
        : fault(
            'ports',
            `taken by another program: ${taken.join(', ')}`,
            `FAIRLOT_PORT_BASE=${layout.portBase + 1000} npm start`,
          )
    },
  ],
  [
    'secrets',
    ({ layout }) => {
      const file = inDev(layout, 'secrets.json')
      if (!existsSync(file)) return well('secrets', 'made at the first start')
      const mode = statSync(file).mode & 0o777
      return mode === 0o600
        ? well('secrets', 'readable by you only')
        : fault('secrets', `others may read ${file} (${mode.toString(8)})`, `chmod 600 ${file}`)
    },
  ],
  [
    'migrations',
    ({ layout }) => {
      const file = inDev(layout, 'migrations.json')
      try {
        const migrations = readMigrations(join(layout.root, 'database/migrations'))
        const applied = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AppliedMigration[]) : []
        const pending = pendingMigrations(migrations, applied).length
        return well('migrations', `${migrations.length} files, ${pending} to be applied at the next start`)
      } catch (error) {
        return fault(
          'migrations',
          (error as Error).message,
          'git checkout -- database/migrations, or npm run reset',
        )
      }
    },
  ],
  [
    'schema dump',
    ({ layout, postgresFolder }) => {
      if (!postgresFolder)
        return fault('schema dump', 'cannot be checked without PostgreSQL', 'npm run setup')
      const script = join(layout.root, 'scripts/schema.ts')
      const result = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8', cwd: layout.root })
      return result.status === 0
        ? well('schema dump', 'database/schema.sql is what the migrations give')
        : fault('schema dump', result.stderr.trim().split('\n')[0] ?? 'out of date', 'npm run schema')
    },
  ],
]

/** Runs all checks, in order. A check that throws is itself a finding: the doctor must not fail. */
export async function examine(ground: Ground, only?: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, check] of examinations) {
    if (only && !only.includes(name)) continue
    try {
      findings.push(await check(ground))
    } catch (error) {
      findings.push(fault(name, (error as Error).message, 'npm ci'))
    }
  }
  return findings
}
