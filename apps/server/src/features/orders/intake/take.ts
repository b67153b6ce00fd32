// From a draft to its answer: the database decides, and a wake notifies the exchange after the commit.

import {
  insufficient,
  lineFull,
  noShares,
  type OrderRefusal,
  quotaFull,
  ruleIdOf,
} from '@fairlot/rules/orders'
import { shards, type Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'
import { afterCommit, type Tx } from '#platform/db'
import { dailyLoss, marginCalled, notEligible, stopped, tooMany } from './decide.ts'
import type { OrderDraft } from './draft.ts'
import { type IntakeRow, placeOrders } from './store.ts'

export interface Waking {
  readonly bus: Bus
  readonly subjects: Subjects
}

/** An accepted order, from now or from an earlier try of the same request. */
export interface Accepted {
  readonly ok: true
  readonly draft: OrderDraft
  readonly held: bigint
  readonly placedAt: Date
}

export type Taken = Accepted | { readonly ok: false; readonly refusal: OrderRefusal }

/** Runs inside the caller's transaction, one order at a time, and considers all assets of the owner. */
export async function takeInTransaction(
  tx: Tx,
  waking: Waking,
  draft: OrderDraft,
  now: Date,
): Promise<Taken> {
  const [row] = await placeOrders(tx, [draft], now, true)
  afterCommit(tx, () => wake(waking, [draft], [row!]))
  return answerOf(draft, row!)
}

/** A stop by the rate limit cancels on every shard. */
export function wake(
  { bus, subjects }: Waking,
  drafts: readonly OrderDraft[],
  rows: readonly IntakeRow[],
): void {
  const touched = new Set<number>()
  rows.forEach(({ outcome }, index) => {
    if (outcome === 'placed') touched.add(drafts[index]!.shard)
    if (outcome === 'stopped-by-rule') for (const shard of shards) touched.add(shard)
  })
  for (const shard of touched) bus.publish(subjects.wakeExchange(shard), { shard })
}

export function answerOf(draft: OrderDraft, row: IntakeRow): Taken {
  if (row.outcome === 'placed' || row.outcome === 'replayed') {
    const { replay } = row
    return {
      ok: true,
      // Use the day and the terms of the first try.
      draft: replay
        ? {
            ...draft,
            date: replay.date,
            terms: replay.terms.replace(/^\\x/, ''),
            worstPrice: replay.worst_price,
          }
        : draft,
      held: row.held,
      placedAt: new Date(Number(row.placedMs)),
    }
  }
  return { ok: false, refusal: refusalOf(row) }
}

function refusalOf({ outcome, detail }: IntakeRow): OrderRefusal {
  switch (outcome) {
    case 'duplicate-id':
      return { msg: 'order.duplicate-id', field: 'orderId' }
    case 'not-pending':
      return { msg: 'order.not-pending' }
    case 'stopped-by-member':
      return stopped('member')
    case 'stopped-by-rule':
      return stopped('rule')
    case 'daily-loss':
      return dailyLoss(detail)
    case 'not-eligible':
      return notEligible
    case 'called':
      return marginCalled
    case 'line-full':
      return lineFull(detail)
    case 'quota':
      return quotaFull(detail)
    case 'equity-share':
      return {
        msg: 'guard.equity-share',
        rule: ruleIdOf('equityShare'),
        params: { percent: Number(detail) },
      }
    case 'not-holding':
      return { msg: 'order.not-holding' }
    case 'not-free':
      return tooMany(Number(detail))
    case 'no-shares':
      return noShares(Number(detail))
    case 'insufficient':
      return insufficient(detail)
    default:
      throw new Error(`intake answered ${outcome}`)
  }
}
