// The worker role: periodic work under advisory locks. Several copies may run; each job runs in one of them.

import { subjectsOf } from '@fairlot/contract/venue'
import { checkpoint, ensurePartitions, forget } from '@fairlot/ledger'
import { auditLoops } from '#features/audit'
import { authLoops } from '#features/auth'
import { calendarLoops, readClosures } from '#features/calendar'
import { couponsLoops } from '#features/coupons'
import { depositsLoops } from '#features/deposits'
import { favouritesLoops } from '#features/favourites'
import { fundsJobs } from '#features/funds'
import { instrumentsLoops } from '#features/instruments'
import { newsHaltLoops } from '#features/market-data'
import { recordMemberEvents } from '#features/members'
import { membersLoops } from '#features/members'
import { noticesLoops } from '#features/notices'
import { openReview, operatorsJobs } from '#features/operators'
import { surveillanceLoops } from '#features/orders'
import { makeSettlementMetrics, type SettlementDeps, startSettlement } from '#features/settlement'
import { statusLoops } from '#features/status'
import { uploadsLoops } from '#features/uploads'
import { withdrawalsLoops } from '#features/withdrawals'
import type { Config } from '#platform/config'
import { openFiles } from '#platform/files'
import { pruneKeys } from '#platform/http/idempotency'
import { type Loop, startLoops } from '#platform/loops'
import { openSessionLocks } from '#platform/session-lock'
import { openParts, type Parts, type RoleOptions } from './parts.ts'
import { reviewKinds } from './review-kinds.ts'
import { tradingLoops } from './trading-loops.ts'

export interface RunningWorker {
  readonly metricsPort: number
  readonly parts: Parts
  stop(): Promise<void>
}

export async function startWorker(config: Config, options: RoleOptions = {}): Promise<RunningWorker> {
  const parts = await openParts('worker', config, options)
  const { db, bus, log, metrics, stopper, clock } = parts
  const venue = { db, bus, subjects: subjectsOf(config.natsNamespace), calendar: config.calendar }
  const reviews = operatorsJobs({
    db,
    bus,
    clock,
    log,
    registry: metrics.registry,
    kinds: reviewKinds(parts),
    namespace: config.natsNamespace,
    origin: config.console?.origin ?? config.publicOrigin,
  })
  stopper.add('reviews', () => reviews.stop())
  const books = fundsJobs({
    db,
    bus,
    clock,
    log,
    registry: metrics.registry,
    namespace: config.natsNamespace,
  })
  stopper.add('books', () => books.stop())
  const loops: readonly Loop[] = [
    ...reviews.loops,
    ...auditLoops(db, config.secrets, clock, {
      calendar: config.calendar,
      readClosures,
      often: config.money === 'practice',
    }),
    ...authLoops(db, clock, config.secrets, openReview),
    ...membersLoops(db, clock),
    ...ledgerLoops(parts),
    ...calendarLoops(venue, clock),
    ...(config.money === 'practice' ? newsHaltLoops(venue, clock) : []),
    ...instrumentsLoops(db, clock),
    ...favouritesLoops(venue),
    ...tradingLoops({ ...venue, money: config.money }, clock),
    ...surveillanceLoops({ db, openReview }, clock),
    ...depositsLoops(db, clock, config.money),
    ...books.loops,
    ...couponsLoops(db, venue, clock),
    ...withdrawalsLoops(db, { ...venue, secrets: config.secrets, money: config.money }, clock),
    ...noticesLoops(
      {
        db,
        secrets: config.secrets,
        publicOrigin: config.publicOrigin,
        recordMemberEvent: (tx, entries) => recordMemberEvents(tx, venue, entries),
      },
      clock,
    ),
    ...uploadsLoops(db, openFiles(config.files), clock),
    ...statusLoops(db),
    { name: 'idempotency-keys', everyMs: 60_000, run: () => pruneKeys(db) },
  ]
  const running = startLoops(db, loops, log, metrics)
  stopper.add('loops', () => running.stop())
  settleWith(parts, venue)
  parts.started()
  log.info({ loops: loops.map(({ name }) => name), metricsPort: parts.metricsPort }, 'worker runs')
  return { metricsPort: parts.metricsPort, parts, stop: () => stopper.stop() }
}

/** Settles each shard's events, in one worker at a time. */
function settleWith(parts: Parts, venue: Omit<SettlementDeps, 'clock'>): void {
  const { config, log, metrics, stopper, clock } = parts
  const locks = openSessionLocks(config.databaseUrl, 'fairlot-settlement', log)
  stopper.add('settlement locks', () => locks.close())
  const settlementMetrics = makeSettlementMetrics(metrics.registry)
  const settling = startSettlement({ ...venue, clock, log, metrics, settlementMetrics }, locks)
  stopper.add('settlement', () => settling.stop())
}

const dayMs = 86_400_000
const keptDays = 40

const ledgerLoops = ({ db, clock }: Pick<Parts, 'db' | 'clock'>): readonly Loop[] => [
  { name: 'ledger-partitions', everyMs: dayMs / 4, run: () => ensurePartitions(db, clock.now()) },
  { name: 'ledger-checkpoint', everyMs: 60_000, run: async () => Number((await checkpoint(db)).lines) },
  {
    name: 'ledger-keys',
    everyMs: 3_600_000,
    run: () => forget(db, new Date(clock.now().getTime() - keptDays * dayMs)),
  },
]
