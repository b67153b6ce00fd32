// The worker role: periodic work under advisory locks. Several copies may run; each job runs in one of them.

import { checkpoint, ensurePartitions, forget } from '@fairlot/ledger'
import type { Config } from '#platform/config'
import { pruneKeys } from '#platform/http/idempotency'
import { type Loop, startLoops } from '#platform/loops'
import { allFeatures } from '../features/all-features.ts'
import { ensureOrderMonths } from '../features/orders/index.ts'
import { featureDeps } from './feature-deps.ts'
import { openRuntime, type Runtime, type RoleOptions } from './runtime.ts'
import { reviewKinds } from './review-kinds.ts'

export interface RunningWorker {
  readonly metricsPort: number
  readonly runtime: Runtime
  readonly loops: readonly Loop[]
  stop(): Promise<void>
}

export async function startWorker(config: Config, options: RoleOptions = {}): Promise<RunningWorker> {
  const runtime = await openRuntime('worker', config, options)
  const { db, clock, log, metrics, stopper } = runtime
  const forWorker = { ...featureDeps(runtime), kinds: reviewKinds(runtime), stopper }
  const loops: readonly Loop[] = [
    ...allFeatures.flatMap((feature) => feature.loops?.(forWorker) ?? []),
    ...ledgerLoops(runtime),
    { name: 'idempotency-keys', everyMs: 60_000, run: () => pruneKeys(db) },
  ]
  const running = startLoops(db, loops, log, metrics, { clock })
  stopper.add('loops', () => running.stop())
  runtime.started()
  log.info({ loops: loops.map(({ name }) => name), metricsPort: runtime.metricsPort }, 'worker runs')
  return { metricsPort: runtime.metricsPort, runtime, loops, stop: () => stopper.stop() }
}

const dayMs = 86_400_000
const keptDays = 40

const ledgerLoops = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>): readonly Loop[] => [
  {
    name: 'months',
    everyMs: dayMs / 4,
    run: async () => (await ensurePartitions(db, clock.now())) + (await ensureOrderMonths(db, clock.now())),
  },
  { name: 'ledger-checkpoint', everyMs: 60_000, run: async () => Number((await checkpoint(db)).lines) },
  {
    name: 'ledger-keys',
    everyMs: 3_600_000,
    run: () => forget(db, new Date(clock.now().getTime() - keptDays * dayMs)),
  },
]
