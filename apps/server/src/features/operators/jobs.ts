import { Counter, Gauge, type Registry } from 'prom-client'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Loop } from '#platform/loops'
import type { PushDeps } from '#platform/send-push'
import { executeReviews } from './execution/execute-reviews.ts'
import { countTroubled, deleteOldRows, expireReviews, isToExecute } from './execution/store.ts'
import { pushedSince, queueReviewPushes } from './pushing/queue-review-pushes.ts'
import { sendReviewPushes } from './pushing/send-review-pushes.ts'
import {
  deleteOldPushes,
  deleteUnusedSubscriptions,
  isReviewPushDue,
  isReviewUnpushed,
} from './pushing/store.ts'
import { wakeSubject } from './reviews/wake.ts'
import type { ReviewKindHandler } from './reviews/review-kind.ts'

export interface OperatorsJobDeps extends PushDeps {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly registry: Registry
  readonly kinds: readonly ReviewKindHandler[]
  readonly namespace: string
  /** The console's origin. */
  readonly origin: string
}

const dayMs = 86_400_000

export interface OperatorsJobs {
  readonly loops: readonly Loop[]
  /** Stops listening for wakes and lets the current round finish. */
  stop(): Promise<void>
}

/** The poll makes execution certain, the wake makes it prompt. Two concurrent rounds take different reviews. */
export function operatorsJobs(deps: OperatorsJobDeps): OperatorsJobs {
  const { db, clock, log, bus, registry } = deps
  const troubles = new Counter({
    name: 'fairlot_review_troubles_total',
    help: 'Decided reviews that could not be executed, each try',
    registers: [registry],
  })
  const stuck = new Gauge({
    name: 'fairlot_reviews_stuck',
    help: 'Decided reviews whose last try to carry them out failed',
    registers: [registry],
  })
  const notSigned = new Counter({
    name: 'fairlot_reviews_not_signed_total',
    help: 'Tries to execute a review whose votes do not verify: each is an alarm',
    registers: [registry],
  })
  const executionDeps = {
    db,
    log,
    kinds: deps.kinds,
    origin: deps.origin,
    onTrouble: () => troubles.inc(),
    onNotSigned: () => notSigned.inc(),
  }
  const round = () => executeReviews(executionDeps, () => clock.now())

  let running: Promise<unknown> | undefined
  let again = false
  const onWake = (): void => {
    if (running) {
      again = true
      return
    }
    running = round()
      .catch((error: unknown) => log.warn({ err: error }, 'a woken run failed; the poll retries it'))
      .finally(() => {
        running = undefined
        if (again) {
          again = false
          onWake()
        }
      })
  }
  const unsubscribe = bus.subscribe(wakeSubject(deps.namespace), onWake)

  return {
    loops: [
      { name: 'reviews-execute', everyMs: 1_000, work: { exists: isToExecute }, run: round },
      {
        name: 'reviews-expire',
        everyMs: 10_000,
        run: async () => {
          stuck.set(await countTroubled(db))
          return expireReviews(db, clock.now(), 500)
        },
      },
      {
        name: 'reviews-push-queue',
        everyMs: 1_000,
        work: { exists: isReviewUnpushed },
        run: () => queueReviewPushes(db, clock.now()),
      },
      {
        name: 'reviews-push',
        everyMs: 1_000,
        work: { exists: isReviewPushDue },
        run: () => sendReviewPushes(deps, clock.now()),
      },
      {
        name: 'operators-tidy',
        everyMs: 3_600_000,
        run: async () => {
          const now = clock.now()
          const subscriptions = await deleteUnusedSubscriptions(db, pushedSince(now))
          const pushes = await deleteOldPushes(db)
          return subscriptions + pushes + (await deleteOldRows(db, new Date(now.getTime() - 4 * dayMs)))
        },
      },
    ],
    async stop() {
      unsubscribe()
      again = false
      await running
    },
  }
}
