// PostgreSQL and NATS of one test alone, so that it may kill them, empty NATS' store or damage its files.

import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '@fairlot/database'
import { cloneDatabase, type TestDatabase } from '@fairlot/testkit'
import { startNats } from '@fairlot/testkit/services/nats'
import { startPostgres } from '@fairlot/testkit/services/postgres'
import { findFreePort, type ServiceProcess } from '@fairlot/testkit/services/process'

export interface OwnServices {
  readonly database: TestDatabase
  readonly natsUrl: string
  killPostgres(): Promise<void>
  startPostgres(): Promise<void>
  killNats(): Promise<void>
  startNats(): Promise<void>
  /** While NATS is down: deletes its whole store. */
  deleteNatsStore(): void
  /** While NATS is down: flips one bit in one of its message files. False when there is none yet. */
  flipBit(random: () => number): boolean
  stop(): Promise<void>
}

export async function openOwnServices(): Promise<OwnServices> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-own-'))
  const [postgresPort, natsPort, monitorPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const natsFolder = join(folder, 'nats')
  const openPostgres = () =>
    startPostgres({ folder: join(folder, 'postgres'), port: postgresPort, durable: true })
  const openNats = () => startNats({ folder: natsFolder, port: natsPort, monitorPort })
  let postgres = await openPostgres()
  let nats = await openNats()
  await migrate(postgres.url('template'))
  const database = await cloneDatabase({
    postgresPort,
    template: 'template',
    natsUrl: nats.url,
    natsMonitorUrl: nats.monitorUrl,
    redisUrl: '',
  })
  const kill = async ({ pid, exited }: ServiceProcess): Promise<void> => {
    process.kill(pid, 'SIGKILL')
    await exited
  }
  return {
    database,
    natsUrl: nats.url,
    killPostgres: () => kill(postgres),
    async startPostgres() {
      // Sessions of the killed server hold its shared memory until they notice.
      for (let tries = 1; ; tries += 1) {
        try {
          postgres = await openPostgres()
          return
        } catch (error) {
          if (tries === 20) throw error
          await pause(250)
        }
      }
    },
    killNats: () => kill(nats),
    async startNats() {
      nats = await openNats()
    },
    deleteNatsStore: () => rmSync(join(natsFolder, 'store'), { recursive: true, force: true }),
    flipBit(random) {
      const files = filesBelow(natsFolder).filter((path) => path.endsWith('.blk') && statSync(path).size > 0)
      const path = files[Math.floor(random() * files.length)]
      if (path === undefined) return false
      const place = Math.floor(random() * statSync(path).size)
      const byte = Buffer.alloc(1)
      const file = openSync(path, 'r+')
      readSync(file, byte, 0, 1, place)
      byte[0]! ^= 1 << Math.floor(random() * 8)
      writeSync(file, byte, 0, 1, place)
      closeSync(file)
      return true
    },
    async stop() {
      await Promise.all([postgres.stop(), nats.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
