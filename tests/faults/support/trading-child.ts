// One part of trading in its own process, at a time chosen by the test, so that it can end at a named crash point: node
// trading-child.ts api | console | worker | settler | exchange | <name of a loop>. A loop runs a few times
// and ends.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { shards } from '@fairlot/contract/venue'
import { startExchange } from '../../../apps/exchange/src/exchange.ts'
import { allFeatures } from '../../../apps/server/src/features/all-features.ts'
import { openReview } from '../../../apps/server/src/features/operators/index.ts'
import {
  makeSettlementMetrics,
  settlementLoops,
  startSettlement,
} from '../../../apps/server/src/features/settlement/index.ts'
import { openBus } from '../../../apps/server/src/platform/bus.ts'
import { readConfig } from '../../../apps/server/src/platform/config.ts'
import { openDb } from '../../flows/support/open-db.ts'
import { openLog } from '../../../apps/server/src/platform/log.ts'
import { makeMetrics } from '../../../apps/server/src/platform/metrics.ts'
import { makeStopper } from '../../../packages/process/src/stop.ts'
import { openSessionLocks } from '../../../apps/server/src/platform/session-lock.ts'
import { startApi } from '../../../apps/server/src/roles/api.ts'
import { startConsole } from '../../../apps/server/src/roles/console.ts'
import { featureDeps } from '../../../apps/server/src/roles/feature-deps.ts'
import { reviewKinds } from '../../../apps/server/src/roles/review-kinds.ts'
import { startWorker } from '../../../apps/server/src/roles/worker.ts'
import { faultyEngines } from '../../flows/support/faulty-engines.ts'

const part = process.argv[2]!
const now = Number(process.env['CHILD_NOW'])
const isRunning = process.env['CHILD_CLOCK'] === 'running'
/** A running clock starts when the process says its port, however long its start takes. */
let began: number | undefined
const clock = {
  now: () => new Date(isRunning && began !== undefined ? now + Date.now() - began : now),
}
const config = readConfig(process.env)
const log = openLog({ role: 'worker', level: process.env['CHILD_LOG'] ?? 'silent' })

function workerDeps() {
  const metrics = makeMetrics('worker')
  const db = openDb({ url: config.databaseUrl, poolSize: 6, applicationName: `child-${part}` })
  const bus = openBus(config.natsUrl, `child-${part}`, log, metrics)
  return featureDeps({ config, log, metrics, db, bus, clock })
}

async function runLoop(name: string): Promise<void> {
  const forLoops = workerDeps()
  const deps = { ...forLoops, kinds: reviewKinds(forLoops), stopper: makeStopper(log) }
  const loops = [
    ...allFeatures.flatMap((feature) => feature.loops?.(deps) ?? []),
    ...settlementLoops({ ...deps, openReview }),
  ]
  const loop = loops.find((candidate) => candidate.name === name)
  if (!loop) throw new Error(`no loop ${name}; there are ${loops.map((one) => one.name).join(', ')}`)
  let workedMs = 0
  for (let run = 0; run < 8; run += 1) {
    const from = performance.now()
    await loop.run()
    workedMs += performance.now() - from
    await pause(50)
  }
  process.stdout.write(`worked ${Math.round(workedMs)} ms, ${process.resourceUsage().maxRSS} kB\n`)
  process.exit(0)
}

switch (part) {
  case 'api': {
    const api = await startApi(config, { clock })
    began = Date.now()
    process.stdout.write(`port ${api.port}\n`)
    break
  }
  case 'console': {
    const running = await startConsole(config, { clock })
    process.stdout.write(`port ${running.port}\n`)
    break
  }
  case 'worker': {
    const worker = await startWorker(config, { clock })
    process.stdout.write(`port ${worker.metricsPort}\n`)
    break
  }
  case 'settler': {
    const deps = workerDeps()
    const locks = openSessionLocks(config.databaseUrl, `child-${randomUUID()}`, log)
    const settlementMetrics = makeSettlementMetrics(deps.metrics.registry)
    startSettlement({ ...deps, gatherMs: config.settlementGatherMs, settlementMetrics }, locks)
    break
  }
  case 'exchange':
    await startExchange({
      databaseUrl: config.databaseUrl,
      natsUrl: config.natsUrl,
      namespace: config.natsNamespace,
      shards,
      mode: 'test',
      logLevel: 'silent',
      snapshotCommands: 2,
      pruneMs: 300,
      now: () => now,
      engines: faultyEngines((command) => 'order' in command && command.order === process.env['CHILD_FAULT']),
    })
    break
  default:
    await runLoop(part)
}
