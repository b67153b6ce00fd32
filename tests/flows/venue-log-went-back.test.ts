// The database goes back in time under an installation: an exchange that knew more refuses, a standby too, until the owner of the
// database accepts the log.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cloneDatabase, openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ExchangeProcess, spawnExchange } from '../faults/support/exchange-process.ts'
import { submitAll } from '../faults/support/load.ts'
import { createOrderFlow, type OrderFlow } from '../faults/support/order-flow.ts'
import { openVenueLog, type VenueLog } from '../faults/support/venue-log.ts'
import { childEnvironment } from './support/child-environment.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const program = fileURLToPath(new URL('../../apps/exchange/src/main.ts', import.meta.url))
const shard = 2
let database: TestDatabase
let log: VenueLog
let flow: OrderFlow
const databases: TestDatabase[] = []
const logs: VenueLog[] = []
const running: ExchangeProcess[] = []
const folders: string[] = []

beforeEach(async () => {
  flow = createOrderFlow({ seed: 61, shards: [shard] })
  database = await openTestDatabase()
  databases.push(database)
  log = logOf(database)
  await submitAll(database.ownerUrl, flow.opening())
})
afterEach(async () => {
  for (const process of running.splice(0)) {
    process.signal('SIGCONT')
    await process.kill()
  }
  for (const open of logs.splice(0)) await open.close()
  for (const each of databases.splice(0)) await each.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const logOf = ({ ownerUrl }: TestDatabase): VenueLog => {
  const opened = openVenueLog(ownerUrl)
  logs.push(opened)
  return opened
}
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-state-'))
  folders.push(folder)
  return folder
}
const start = async (on: TestDatabase, folder?: string): Promise<ExchangeProcess> => {
  const process = await spawnExchange({
    databaseUrl: on.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: on.name,
    shards: String(shard),
    env: folder === undefined ? {} : { STATE_DIRECTORY: folder },
  })
  running.push(process)
  return process
}
const trade = async (on: TestDatabase, commands = 20): Promise<void> => {
  await submitAll(
    on.ownerUrl,
    Array.from({ length: commands }, () => flow.next()),
  )
  await logOf(on).untilApplied()
}
/** The database as it is now, under another address. Nothing may be connected to it. */
const copyOf = async (original: TestDatabase): Promise<TestDatabase> => {
  for (const open of logs.splice(0)) await open.close()
  const copy = await cloneDatabase({ ...testServices(), template: original.name })
  databases.push(copy)
  return copy
}
/** Until the file says what the database confirmed; it may be a tenth of a second behind. */
const untilKnown = async (folder: string, on: TestDatabase): Promise<void> => {
  const { sequence } = await logOf(on).place(shard)
  await until('the file to have the newest place', async () => {
    const name = (await readdir(folder)).find((each) => each.endsWith('.json'))
    return name !== undefined && JSON.parse(await readFile(join(folder, name), 'utf8')).sequence === sequence
  })
}
/** An exchange that traded, and the database as it was in the middle. */
const goneBack = async (folder: string): Promise<TestDatabase> => {
  const first = await start(database, folder)
  await first.untilReady()
  await trade(database)
  await first.stop()
  const before = await copyOf(database)
  const again = await start(database, folder)
  await again.untilReady()
  await trade(database)
  await untilKnown(folder, database)
  await again.kill()
  return before
}
const untilHalted = async (process: ExchangeProcess): Promise<void> => {
  await until('the shard to be halted', async () => {
    const answer = await fetch(`http://127.0.0.1:${process.metricsPort}/metrics`).catch(() => undefined)
    const text = (await answer?.text()) ?? ''
    return (
      text.includes(`fairlot_exchange_log_went_back{shard="${shard}",role="exchange"} 1`) &&
      text.includes(`fairlot_exchange_shard_state{shard="${shard}",role="exchange"} 3`)
    )
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${process.lines.join('\n')}`)
  })
}
const accept = async (
  on: TestDatabase,
  ...args: readonly string[]
): Promise<{ code: number; text: string }> => {
  const child = spawn(process.execPath, [program, 'accept-log', ...args], {
    env: { ...childEnvironment(), DATABASE_OWNER_URL: on.ownerUrl },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, text }
}
const acceptHead = async (on: TestDatabase): Promise<void> => {
  const { sequence, hash } = await logOf(on).place(shard)
  const { code, text } = await accept(on, String(shard), String(sequence), hash, 'Lin, restored on purpose')
  expect(text).toContain(`shard ${shard} goes on from sequence ${sequence}`)
  expect(code).toBe(0)
}
/** Deletes the newest batches, as a server does that never got them. */
const loseTail = async (on: TestDatabase, to: { sequence: number; event: number }): Promise<void> => {
  const sql = openSql(on.ownerUrl, { connections: 1 })
  try {
    await sql.query(
      `WITH gone AS (
         DELETE FROM exchange.batches WHERE shard = $1 AND last > $2 RETURNING last
       ), commands AS (DELETE FROM exchange.log WHERE shard = $1 AND sequence > $2),
       events AS (DELETE FROM exchange.events WHERE shard = $1 AND event > $3),
       snapshots AS (DELETE FROM exchange.snapshots WHERE shard = $1 AND sequence > $2),
       head AS (
         SELECT b.hash, b.last_event, b.at, (SELECT k.kept_head FROM exchange.batches k
           WHERE k.shard = $1 AND k.last <= $2 AND k.kept_head IS NOT NULL ORDER BY k.last DESC LIMIT 1) AS kept
         FROM exchange.batches b WHERE b.shard = $1 AND b.last = $2
       ) UPDATE exchange.shards s SET sequence = $2, event = head.last_event, hash = head.hash, kept = head.kept, at = head.at
       FROM head WHERE s.shard = $1 AND (SELECT count(*) FROM gone) > 0`,
      [shard, to.sequence, to.event],
    )
  } finally {
    await sql.close()
  }
}

describe('a database that went back', () => {
  it('is refused until its owner accepts the log', async () => {
    const folder = await newFolder()
    const before = await goneBack(folder)
    const { sequence, epoch } = await logOf(before).place(shard)
    const refusing = await start(before, folder)
    await untilHalted(refusing)
    expect(await refusing.isReady()).toBe(false)
    await submitAll(before.ownerUrl, [flow.next()])

    // A supervisor starts it again, and another machine that knows nothing starts its copy.
    await refusing.kill()
    const again = await start(before, folder)
    const stranger = await start(before, await newFolder())
    await untilHalted(again)
    await untilHalted(stranger)
    const after = await logOf(before).place(shard)
    expect(after.sequence).toBe(sequence)
    expect(after.epoch).toBe(epoch + 1)

    // A release that does not compare asks only this.
    const sql = openSql(before.exchangeUrl, { connections: 1 })
    await expect(sql.query('SELECT exchange.take_shard($1)', [shard])).rejects.toThrow('its log went back')
    await sql.close()

    const shown = await accept(before)
    expect(shown.code).toBe(1)
    expect(shown.text).toMatch(/shard 2 is halted .* knew sequence \d+ .* The database ends at sequence \d+/s)
    const wrong = await accept(before, String(shard), String(sequence + 1), after.hash, 'Lin, a guess')
    expect(wrong.code).toBe(1)
    expect(wrong.text).toContain('compare again')
    await acceptHead(before)
    await until('one of them to trade', async () => (await again.isReady()) || stranger.isReady())
    await logOf(before).untilApplied()
    expect((await logOf(before).place(shard)).sequence).toBeGreaterThan(sequence)

    // What was known before is forgotten, what is known now is not.
    await again.kill()
    await stranger.kill()
    const third = await start(before, folder)
    await third.untilReady()
  })

  it('is refused by a standby that only watched', async () => {
    const first = await start(database)
    await first.untilReady()
    await trade(database)
    const kept = await log.place(shard)
    const folder = await newFolder()
    const second = await start(database, folder)
    await until('the standby', () => second.lines.some((line) => line.includes('standing by')))
    await trade(database, 5)
    await untilKnown(folder, database)
    second.signal('SIGSTOP')
    await first.kill()
    await loseTail(database, kept)
    expect((await log.place(shard)).sequence).toBe(kept.sequence)
    second.signal('SIGCONT')
    await untilHalted(second)
    expect((await log.place(shard)).sequence).toBe(kept.sequence)
    await acceptHead(database)
    await second.untilReady()
  })

  it('stops a process that trades on without knowing', async () => {
    const folder = await newFolder()
    const before = await goneBack(folder)
    const unknowing = await start(before)
    await unknowing.untilReady()
    // Past the place that the first knows: the log there has another hash.
    await trade(before, 60)
    const { sequence } = await logOf(before).place(shard)
    await untilHalted(await start(before, folder))
    await submitAll(before.ownerUrl, [flow.next()])
    await untilHalted(unknowing)
    expect((await logOf(before).place(shard)).sequence).toBe(sequence)
    const [row] = await logOf(before).sql.query<{ why: string }>(
      'SELECT why FROM exchange.log_breaks WHERE accepted_at IS NULL',
      [],
    )
    expect(row!.why).toMatch(/another hash at|no batch of the log ends at|epoch/)
  })

  it('cannot be accepted by the exchange itself', async () => {
    const sql = openSql(database.exchangeUrl, { connections: 1 })
    try {
      await expect(
        sql.query('SELECT exchange.accept_log($1, 0, $2, $3)', [shard, '0'.repeat(64), 'taken']),
      ).rejects.toThrow('permission denied')
      await expect(sql.query('DELETE FROM exchange.log_breaks', [])).rejects.toThrow('permission denied')
      await expect(sql.query('UPDATE exchange.identity SET id = gen_random_uuid()', [])).rejects.toThrow(
        'permission denied',
      )
    } finally {
      await sql.close()
    }
  })
})

describe('an ordinary restart', () => {
  it('is not refused after kills, new epochs and pruning', async () => {
    const folder = await newFolder()
    for (let round = 0; round < 3; round += 1) {
      const one = await start(database, folder)
      await one.untilReady()
      await trade(database, 10)
      if (round % 2 === 0) await one.kill()
      else await one.stop()
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toHaveLength(1)
    const last = await start(database, folder)
    await last.untilReady()
  })

  it('of another installation meets none of its files', async () => {
    const folder = await newFolder()
    await goneBack(folder)
    const fresh = await openTestDatabase()
    databases.push(fresh)
    await logOf(fresh).sql.query('UPDATE exchange.identity SET id = gen_random_uuid()', [])
    const first = await start(fresh, folder)
    await first.untilReady()
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toHaveLength(2)
  })

  it('ends when the file is damaged, and says which', async () => {
    const folder = await newFolder()
    const first = await start(database, folder)
    await first.untilReady()
    await first.stop()
    const [name] = await readdir(folder)
    const file = join(folder, name!)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ history: 1 })
    await writeFile(file, '{')
    const second = await start(database, folder)
    expect(await second.exited).toBe(1)
    expect(second.lines.join('\n')).toContain(`${file} is damaged`)
  })
})
