import { Counter, Gauge, type Registry } from 'prom-client'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Loop } from '#platform/loops'
import { carryOutReviews } from './carrying-out/carry-out.ts'
import { countTroubled, deleteOldRows, expireReviews } from './carrying-out/store.ts'
import { tellViews } from './personal/tell-views.ts'
import { pokeSubject } from './reviews/poke.ts'
import type { ReviewKindHandler } from './reviews/review-kind.ts'

export interface OperatorsJobDeps {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly registry: Registry
  readonly kinds: readonly ReviewKindHandler[]
  readonly namespace: string
}

const dayMs = 86_400_000

export interface OperatorsJobs {
  readonly loops: readonly Loop[]
  /** Stops listening for pokes and lets the round under way finish. */
  stop(): Promise<void>
}

/** The poll makes it certain, the poke makes it prompt: two rounds at once take different reviews. */
export function operatorsJobs(deps: OperatorsJobDeps): OperatorsJobs {
  const { db, clock, log, bus, registry } = deps
  const troubles = new Counter({
    name: 'fairlot_review_troubles_total',
    help: 'Decided reviews that could not be carried out, each try',
    registers: [registry],
  })
  const stuck = new Gauge({
    name: 'fairlot_reviews_stuck',
    help: 'Decided reviews whose last try to carry them out failed',
    registers: [registry],
  })
  const carryDeps = { db, log, kinds: deps.kinds, onTrouble: () => troubles.inc() }
  const round = () => carryOutReviews(carryDeps, () => clock.now())

  let running: Promise<unknown> | undefined
  let again = false
  const onPoke = (): void => {
    if (running) {
      again = true
      return
    }
    running = round()
      .catch((error: unknown) => log.warn({ err: error }, 'poked round failed; the poll tries again'))
      .finally(() => {
        running = undefined
        if (again) {
          again = false
          onPoke()
        }
      })
  }
  const unsubscribe = bus.subscribe(pokeSubject(deps.namespace), onPoke)

  return {
    loops: [
      { name: 'reviews-carry-out', everyMs: 1_000, run: round },
      {
        name: 'reviews-expire',
        everyMs: 10_000,
        run: async () => {
          stuck.set(await countTroubled(db))
          return expireReviews(db, clock.now(), 500)
        },
      },
      { name: 'personal-views-tell', everyMs: 1_000, run: () => tellViews(db, clock.now()) },
      {
        name: 'operators-tidy',
        everyMs: 3_600_000,
        run: () => deleteOldRows(db, new Date(clock.now().getTime() - 4 * dayMs)),
      },
    ],
    async stop() {
      unsubscribe()
      again = false
      await running
    },
  }
}
