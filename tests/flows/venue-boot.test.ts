// The exchange's checks before it starts, its status while it runs, and the command that checks its log.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { spawnExchange } from '../faults/support/exchange-process.ts'
import { submitAll } from '../faults/support/load.ts'
import { createOrderFlow } from '../faults/support/order-flow.ts'
import { openVenueLog, type VenueLog } from '../faults/support/venue-log.ts'
import { childEnvironment } from './support/child-environment.ts'

vi.setConfig({ testTimeout: 180_000 })

const program = fileURLToPath(new URL('../../apps/exchange/src/main.ts', import.meta.url))
let database: TestDatabase
let log: VenueLog

beforeAll(async () => {
  database = await openTestDatabase()
  log = openVenueLog(database.ownerUrl)
})
afterAll(async () => {
  await log.close()
  await database.close()
})

const run = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; text: string }> => {
  const child = spawn(process.execPath, [program, ...args], { env: { ...childEnvironment(), ...env } })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}

describe('the start', () => {
  it('names every wrong variable', async () => {
    const { code, text } = await run([], { FAIRLOT_MODE: 'staging', SHARDS: '0,0', NATS_URL: 'http://x' })
    expect(code).toBe(1)
    for (const variable of ['DATABASE_URL', 'NATS_URL', 'SHARDS', 'FAIRLOT_MODE'])
      expect(text).toContain(`${variable}: `)
  })

  it('is refused in production when PostgreSQL is not durable', async () => {
    const exchange = await spawnExchange({
      databaseUrl: database.exchangeUrl,
      natsUrl: testServices().natsUrl,
      namespace: database.name,
      shards: '0',
      env: { FAIRLOT_MODE: 'production' },
    })
    expect(await exchange.exited).toBe(1)
    const said = exchange.lines.join('\n')
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      expect(said).toContain(`postgres ${setting} is off, must be on`)
  })
})

describe('a running exchange', () => {
  it('reports its commands, and verify finds a changed row', async () => {
    const exchange = await spawnExchange({
      databaseUrl: database.exchangeUrl,
      natsUrl: testServices().natsUrl,
      namespace: database.name,
      shards: '0,1',
    })
    await exchange.untilReady()
    const flow = createOrderFlow({ seed: 3, shards: [0, 1] })
    const commands = [...flow.opening(), ...Array.from({ length: 80 }, () => flow.next())]
    await submitAll(database.ownerUrl, commands)
    await log.untilApplied()
    const metrics = await (await fetch(`http://127.0.0.1:${exchange.metricsPort}/metrics`)).text()
    const applied = [...metrics.matchAll(/^fairlot_exchange_commands_total\{.*\} (\d+)$/gm)]
    expect(applied.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(commands.length)
    expect(metrics).toMatch(/^fairlot_exchange_shard_state\{shard="1",role="exchange"\} 2$/m)
    expect((await fetch(`http://127.0.0.1:${exchange.metricsPort}/healthz`)).status).toBe(200)

    const good = await run(['verify'], { DATABASE_URL: database.readerUrl })
    expect(good).toMatchObject({ code: 0 })
    const reports = good.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { shard: number; faults: string[] })
    expect(reports).toMatchObject([
      { shard: 0, faults: [] },
      { shard: 1, faults: [] },
    ])
    expect(await exchange.stop()).toBe(0)

    await log.sql.query(
      `UPDATE exchange.events SET body = replace(body, 'buy', 'sell') WHERE shard = 1 AND event =
         (SELECT max(event) FROM exchange.events WHERE shard = 1 AND body LIKE '%"buy"%')`,
    )
    const bad = await run(['verify'], { DATABASE_URL: database.readerUrl })
    expect(bad.code).toBe(1)
    expect(bad.text).toContain('is not what its hash says')
  })
})
