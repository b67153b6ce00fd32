// Hot intake: what arrives while a commit is under way goes together with the next one. Nobody waits for a batch to
// fill; alone, an order goes at once. A member's orders always take the same lane, so that two batches under way never
// wait for each other's lock on him.

import { availableParallelism } from 'node:os'
import type { Clock } from '#platform/clock'
import { crashPoint } from '#platform/crash-points'
import type { Db } from '#platform/db'
import type { OrderDraft } from './draft.ts'
import { type IntakeRow, placeOrders } from './store.ts'
import { answerOf, poke, type Poking, type Taken } from './take.ts'

export interface Intake {
  /** Answers once the order is committed or refused. */
  take(draft: OrderDraft): Promise<Taken>
}

export interface IntakeOptions {
  /** Orders in one call. */
  readonly most?: number
  /** Calls at the same time; each needs a connection. */
  readonly lanes?: number
}

/** A small machine shares its cores with PostgreSQL: one call of many orders costs it less than several of few. */
const usualLanes = Math.max(1, Math.min(3, availableParallelism() - 1))

interface Waiting {
  readonly draft: OrderDraft
  readonly resolve: (taken: Taken) => void
  readonly reject: (error: unknown) => void
}

interface Lane {
  waiting: Waiting[]
  flying: boolean
}

export function openIntake(
  { db, clock, ...poking }: Poking & { readonly db: Db; readonly clock: Clock },
  { most = 64, lanes: count = usualLanes }: IntakeOptions = {},
): Intake {
  const lanes: readonly Lane[] = Array.from({ length: count }, () => ({ waiting: [], flying: false }))

  // The same id twice in one call would collide; the second waits for the next and hears the first's answer.
  function takeBatch(lane: Lane): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const ids = new Set<string>()
    for (const item of lane.waiting) {
      if (batch.length < most && !ids.has(item.draft.id)) {
        ids.add(item.draft.id)
        batch.push(item)
      } else left.push(item)
    }
    lane.waiting = left
    return batch
  }

  async function fly(batch: readonly Waiting[], deep: boolean): Promise<void> {
    const drafts = batch.map(({ draft }) => draft)
    let rows: readonly IntakeRow[]
    try {
      crashPoint('intake.place.before')
      rows = await placeOrders(db, drafts, clock.now(), deep)
      crashPoint('intake.place.after')
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      // One that cannot be taken must not take its neighbours with it. Their ids make the second try safe.
      else for (const item of batch) await fly([item], false)
      return
    }
    poke(poking, drafts, rows)
    const short: Waiting[] = []
    rows.forEach((row, index) => {
      const item = batch[index]!
      // Free cash alone did not reach: what comes in on later days is looked at for it alone.
      if (row.outcome === 'insufficient' && !deep) short.push(item)
      else item.resolve(answerOf(item.draft, row))
    })
    for (const item of short) await fly([item], true)
  }

  function pump(lane: Lane): void {
    if (lane.flying || lane.waiting.length === 0) return
    lane.flying = true
    void fly(takeBatch(lane), false).finally(() => {
      lane.flying = false
      pump(lane)
    })
  }

  return {
    take: (draft) =>
      new Promise((resolve, reject) => {
        const lane = lanes[laneOf(draft.memberId, count)]!
        lane.waiting.push({ draft, resolve, reject })
        // Let everything that arrives in this turn of the loop come along.
        if (lane.waiting.length === 1) setImmediate(pump, lane)
      }),
  }
}

/** The end of an id is random. */
const laneOf = (memberId: string, count: number): number => Number.parseInt(memberId.slice(-6), 16) % count
