// One of the two programs, live: a round every two seconds.

import { databaseOf } from '@fairlot/process/database'
import { assertRestored } from '@fairlot/process/durability'
import { startHeartbeat } from '@fairlot/process/heartbeat'
import { serveMetrics } from '@fairlot/process/metrics'
import { pause } from '@fairlot/process/pause'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import { openIssuer } from '../dividends/issue.ts'
import { openTeacher } from '../lessons/teach.ts'
import { openPool } from '../store.ts'
import { readVotingKey } from './key.ts'
import { openOperator } from './operator.ts'
import type { OperatorSettings } from './settings.ts'

const roundMs = 2_000

export async function startOperator(
  part: 'propose' | 'approve',
  settings: OperatorSettings,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const pool = openPool(settings.databaseUrl, 10_000)
  const db = databaseOf(pool)
  const stopping = new AbortController()
  let isReady = false
  const metrics = await serveMetrics(new Registry(), {
    host: '127.0.0.1',
    port: settings.metricsPort,
    unready: () => (isReady ? undefined : 'ready.starting'),
  })
  let rounds = 0
  const stopHeartbeat = startHeartbeat({
    process: part === 'propose' ? 'practice-proposer' : 'practice-approver',
    version: manifest.version,
    db,
    figures: () => ({ rounds }),
    log,
  })
  const closeAll = async (): Promise<void> => {
    await stopHeartbeat()
    await metrics.close()
    await pool.end()
  }
  try {
    await assertRestored(db)
    const key = readVotingKey(settings.keyFile)
    const operator = await openOperator(db, key)
    const teacher = await openTeacher(db, key)
    const issuer = await openIssuer(db, key)
    isReady = true
    log.info({ operatorId: operator.operatorId, part }, 'a practice operator works')
    const round = async (): Promise<number> => {
      let votes = 0
      for (const one of [operator, teacher, issuer]) votes += await one[part](new Date())
      rounds += 1
      return votes
    }
    const turning = turn(round, log, stopping.signal)
    return {
      async stop() {
        stopping.abort()
        await turning
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function turn(round: () => Promise<number>, log: Logger, signal: AbortSignal): Promise<void> {
  let failed = false
  while (!signal.aborted) {
    try {
      const votes = await round()
      if (votes > 0) log.info({ votes }, 'voted')
      failed = false
    } catch (error) {
      // Logged once per outage: this runs every two seconds.
      if (!failed) log.error({ err: error }, 'a round of the practice operator failed')
      failed = true
    }
    await pause(roundMs, signal)
  }
}
