// The simulated mentors, live: each has a member's account and a round a minute.

import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { databaseOf } from '@fairlot/process/database'
import { assertRestored } from '@fairlot/process/durability'
import { serveMetrics } from '@fairlot/process/metrics'
import { pause } from '@fairlot/process/pause'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { openPool } from '../store.ts'
import { openApiClient } from './client.ts'
import type { MentorSettings } from './settings.ts'
import { publishMentor } from './store.ts'
import { strategies, type Strategy } from './strategies.ts'
import { SignedOut, tradeOnce } from './trade.ts'

const roundMs = 60_000
const retryMs = 5_000

export async function startMentors(
  settings: MentorSettings,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const pool = openPool(settings.databaseUrl, 10_000)
  const db = databaseOf(pool)
  const stopping = new AbortController()
  const metrics = await serveMetrics(new Registry(), {
    host: '127.0.0.1',
    port: settings.metricsPort,
    unready: () => undefined,
  })
  const closeAll = async (): Promise<void> => {
    await metrics.close()
    await pool.end()
  }
  try {
    await assertRestored(db)
    const secret = readSecret(settings.keyFile)
    const turning = strategies.map((strategy) => {
      const password = passwordOf(secret, strategy)
      const publish = () => publishMentor(db, strategy, new Date())
      return turn({ strategy, password, publish, settings, log, signal: stopping.signal })
    })
    return {
      async stop() {
        stopping.abort()
        await Promise.all(turning)
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

interface Turning {
  readonly strategy: Strategy
  readonly password: string
  readonly publish: () => Promise<void>
  readonly settings: MentorSettings
  readonly log: Logger
  readonly signal: AbortSignal
}

async function turn({ strategy, password, publish, settings, log, signal }: Turning): Promise<void> {
  const client = openApiClient(settings.apiUrl, settings.origin)
  const { account } = strategy
  let isIn = false
  let failed = false
  while (!signal.aborted) {
    try {
      if (!isIn) {
        await client.enter({ account, password })
        await publish()
        isIn = true
      }
      const orders = await tradeOnce(client, strategy, new Date())
      if (orders > 0) log.info({ account, orders }, 'a simulated mentor sent orders')
      failed = false
      await pause(roundMs, signal)
    } catch (error) {
      if (error instanceof SignedOut) isIn = false
      // Logged once per outage: the api may start later than this.
      else if (!failed) log.warn({ err: error, account }, 'a round of a simulated mentor failed')
      failed = true
      await pause(retryMs, signal)
    }
  }
}

function readSecret(file: string): Buffer {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}

/** Letters and digits, as the rules of passwords want. */
const passwordOf = (secret: Buffer, { account }: Strategy): string =>
  `m1${createHmac('sha256', secret).update(account).digest('hex').slice(0, 40)}`
