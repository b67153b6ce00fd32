// Hot intake: orders that arrive during a commit go together into the next one. There is no wait for a batch to fill; a
// single order goes at once. A member's orders always use the same lane, so that two concurrent batches never wait for
// each other's lock on that member.

import { availableParallelism } from 'node:os'
import { noteOrder } from '@fairlot/process/traces'
import { type Receipt, signReceipts } from '#features/audit'
import type { Clock } from '#platform/clock'
import { writesDurably } from '#platform/crash-points'
import { type Db, isConflict, isTransient, Rollback } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import type { OrderDraft } from './draft.ts'
import type { Waking } from '../waking.ts'
import { type Accepted, takeOrders, type Taken } from './take.ts'

/** An accepted order has the receipt of its batch. */
export type Signed = (Accepted & { readonly receipt: Receipt }) | Exclude<Taken, Accepted>

export interface Intake {
  /** Resolves once the order is committed or refused. */
  take(draft: OrderDraft): Promise<Signed>
  /** Several orders of one request, in a transaction of their own: all are taken, or none and one refusal is the answer. */
  takeTogether(drafts: readonly OrderDraft[]): Promise<SignedTogether>
}

export type SignedTogether =
  | { readonly ok: true; readonly taken: readonly Extract<Signed, { ok: true }>[] }
  | Extract<Signed, { ok: false }>

export interface IntakeOptions {
  /** Orders in one call. */
  readonly max?: number
  /** Calls at the same time; each needs a connection. */
  readonly lanes?: number
}

/** A small machine shares its cores with PostgreSQL: one call with many orders costs less than several with few. */
const usualLanes = Math.max(1, Math.min(3, availableParallelism() - 1))

interface Waiting {
  readonly draft: OrderDraft
  readonly resolve: (signed: Signed) => void
  readonly reject: (error: unknown) => void
}

interface Lane {
  waiting: Waiting[]
  inFlight: boolean
}

export function openIntake(
  {
    db,
    clock,
    secrets,
    ...waking
  }: Waking & { readonly db: Db; readonly clock: Clock; readonly secrets: Secrets },
  { max = 64, lanes: count = usualLanes }: IntakeOptions = {},
): Intake {
  const lanes: readonly Lane[] = Array.from({ length: count }, () => ({ waiting: [], inFlight: false }))

  // A batch has each id once, and is for one trading day. The others wait for the next one: the second of two equal
  // ids then gets the answer of the first.
  function takeBatch(lane: Lane): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const ids = new Set<string>()
    for (const item of lane.waiting) {
      const { id, date } = item.draft
      if (batch.length < max && !ids.has(id) && date === (batch[0]?.draft.date ?? date)) {
        ids.add(id)
        batch.push(item)
      } else left.push(item)
    }
    lane.waiting = left
    return batch
  }

  async function submitBatch(batch: readonly Waiting[]): Promise<void> {
    const drafts = batch.map(({ draft }) => draft)
    let answers: readonly Taken[]
    try {
      answers = await db.transaction((tx) => {
        writesDurably(tx, 'intake.place')
        return takeOrders(tx, waking, drafts, clock.now())
      })
    } catch (error) {
      // PostgreSQL is away or slow: one after the other would each wait for it as long. And after an unanswered commit
      // a second attempt would answer "busy", and the orders may stand.
      if (batch.length === 1 || (isTransient(error) && !isConflict(error)))
        for (const item of batch) item.reject(error)
      // One failing order must not fail the others of its batch. Their ids make the retry safe.
      else for (const item of batch) await submitBatch([item])
      return
    }
    withReceipts(secrets, answers).forEach((answer, index) => batch[index]!.resolve(answer))
  }

  function drain(lane: Lane): void {
    if (lane.inFlight || lane.waiting.length === 0) return
    lane.inFlight = true
    void submitBatch(takeBatch(lane)).finally(() => {
      lane.inFlight = false
      drain(lane)
    })
  }

  return {
    take: (draft) =>
      new Promise((resolve, reject) => {
        // Here, and not at the batch: that one runs within the request of its first order.
        noteOrder(draft.id)
        const lane = lanes[laneOf(draft.memberId, count)]!
        lane.waiting.push({ draft, resolve, reject })
        // Include everything that arrives in this turn of the event loop.
        if (lane.waiting.length === 1) setImmediate(drain, lane)
      }),
    takeTogether: (drafts) =>
      db.transaction<SignedTogether>(async (tx) => {
        writesDurably(tx, 'intake.place')
        const signed = withReceipts(secrets, await takeOrders(tx, waking, drafts, clock.now()))
        const refused = signed.find((one) => !one.ok)
        if (refused) throw new Rollback<SignedTogether>(refused)
        return { ok: true, taken: signed.filter((one) => one.ok) }
      }),
  }
}

function withReceipts(secrets: Secrets, answers: readonly Taken[]): readonly Signed[] {
  const accepted = answers.filter((answer) => answer.ok)
  const receipts = signReceipts(
    secrets,
    accepted.map(({ draft, placedAt }) => ({ ...draft, placedAt })),
  )
  const byAnswer = new Map(accepted.map((answer, index) => [answer, receipts[index]!]))
  return answers.map((answer) => (answer.ok ? { ...answer, receipt: byAnswer.get(answer)! } : answer))
}

/** The end of an id is random. */
const laneOf = (memberId: string, count: number): number => Number.parseInt(memberId.slice(-6), 16) % count
