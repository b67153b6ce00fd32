// A PostgreSQL cluster of one test alone, for what belongs to a cluster and not to a database: roles, transaction
// numbers, files.

import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostgresFolder } from '@fairlot/testkit/services/binaries'
import { startPostgres, unprivileged } from '@fairlot/testkit/services/postgres'
import { onFreePorts } from '@fairlot/testkit/services/process'

const main = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))
const bin = findPostgresFolder()!

export const postgresTool = (program: string, args: readonly string[], input?: string): string =>
  execFileSync(join(bin, program), args, { encoding: 'utf8', input, maxBuffer: 1 << 30, stdio: 'pipe' })

export interface OwnCluster {
  url(database: string, role?: string): string
  createDatabase(name: string): void
  /** Stops PostgreSQL, runs a step that `checkRestore` named, and starts it again. */
  runStep(step: string): Promise<void>
  stop(): Promise<void>
}

/** `folder` contains `data`, or will. */
export async function openOwnCluster(folder: string): Promise<OwnCluster> {
  const start = () => onFreePorts(1, ([port]) => startPostgres({ folder, port: port!, durable: false }))
  let service = await start()
  return {
    url: (database, role) => service.url(database, role),
    createDatabase: (name) =>
      void postgresTool('createdb', ['--maintenance-db', service.url('postgres'), name]),
    async runStep(step) {
      await service.stop()
      const [name, ...options] = step.split(' ')
      const [program, ...args] = unprivileged(
        bin,
        folder,
      )([join(bin, name!), ...options, '-D', join(folder, 'data')])
      execFileSync(program!, args, { cwd: '/' })
      service = await start()
    },
    stop: () => service.stop(),
  }
}

export interface RestoreCheck {
  readonly status: number | null
  readonly stdout: string
  /** The missing step, without the data folder. */
  readonly step: string | undefined
}

/** The command `check-restore`. */
export function checkRestore(ownerUrl: string): RestoreCheck {
  const { status, stdout } = spawnSync(process.execPath, [main, 'check-restore'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATABASE_OWNER_URL: ownerUrl },
  })
  return { status, stdout, step: /pg_resetwal --epoch=\d+/.exec(stdout)?.[0] }
}
