// From drafts to their answers, in one transaction: facts under lock, the decision, the rows. A wake notifies the
// exchange after the commit.

import { isTracing, noteOrder, traceNow, traceOrders } from '@fairlot/process/traces'
import { isSameExits, type OrderRefusal, ruleIdOf } from '@fairlot/rules/orders'
import { afterCommit, type Tx } from '#platform/db'
import { askCancelAll } from '../ask-cancel.ts'
import { wakeAfterCommit, type Waking } from '../waking.ts'
import { decideBatch, needsMore, type OrderDecision } from './decide-batch.ts'
import type { OrderDraft } from './draft.ts'
import { insertExits, readExits } from '../exits/store.ts'
import { duplicateId } from './refusals.ts'
import { lockFacts, withMore, writeOrders } from './store.ts'

/** An accepted order, from now or from an earlier try of the same request. */
export interface Accepted {
  readonly ok: true
  readonly draft: OrderDraft
  readonly held: bigint
  readonly placedAt: Date
}

export type Taken = Accepted | { readonly ok: false; readonly refusal: OrderRefusal }

/** One answer per draft, in order. The drafts are for one trading day and have different ids. */
export async function takeOrders(
  tx: Tx,
  waking: Waking,
  drafts: readonly OrderDraft[],
  now: Date,
): Promise<readonly Taken[]> {
  const from = traceNow()
  for (const { id } of drafts) noteOrder(id)
  const decisions = await withSameExits(tx, drafts, await decideUnderLock(tx, drafts, now))
  const taken = decisions.flatMap((one) => (one.outcome === 'placed' ? [one.taken] : []))
  const stopped = decisions.flatMap((one, index) =>
    one.outcome === 'refused' && one.stopsMember ? [drafts[index]!.memberId] : [],
  )
  wakeAfterCommit(tx, waking, new Set(taken.map(({ draft }) => draft.shard)))
  if (isTracing()) {
    const ids = taken.map(({ draft }) => draft.id)
    afterCommit(tx, () => traceOrders('place', ids, from, { 'fairlot.batch': drafts.length }))
  }
  const answers = decisions.map((decision, index) => answerOf(drafts[index]!, decision, now))
  if (taken.length === 0 && stopped.length === 0) return answers
  const refused = await writeOrders(tx, taken, stopped, now)
  for (const memberId of stopped)
    await askCancelAll(tx, waking, memberId, { who: 'rule', rule: ruleIdOf('orderRateLimit'), now })
  await insertExits(
    tx,
    taken.flatMap(({ draft }) =>
      draft.exits && !refused.has(draft.id) ? [{ ...draft, ...draft.exits }] : [],
    ),
  )
  if (refused.size === 0) return answers
  // A withdrawal took the cash, or another member borrowed the shares, after the facts were read. The ledger has locked
  // these balances now, so the second decision is final.
  const again = drafts.filter(({ id }) => refused.has(id))
  const later = await takeOrders(tx, waking, again, now)
  const answersById = new Map(again.map(({ id }, index) => [id, later[index]!]))
  return answers.map((answer, index) => answersById.get(drafts[index]!.id) ?? answer)
}

/** Locks and reads the facts of these drafts and decides them; nothing is written. */
export async function decideUnderLock(
  tx: Tx,
  drafts: readonly OrderDraft[],
  now: Date,
): Promise<readonly OrderDecision[]> {
  const { date } = drafts[0]!
  const wanted = new Set(drafts.filter(needsMore).map(({ memberId }) => memberId))
  let facts = await lockFacts(tx, drafts, now)
  for (;;) {
    if (wanted.size > 0) facts = await withMore(tx, facts, [...wanted], date, now)
    const decided = decideBatch(drafts, facts, now)
    if (decided.complete) return decided.decisions
    wanted.clear()
    for (const memberId of decided.missing) wanted.add(memberId)
  }
}

/** An order that was placed before with other exits is another order. */
async function withSameExits(
  tx: Tx,
  drafts: readonly OrderDraft[],
  decisions: readonly OrderDecision[],
): Promise<readonly OrderDecision[]> {
  const replayed = drafts.filter((_draft, index) => decisions[index]!.outcome === 'replayed')
  if (replayed.length === 0) return decisions
  const stored = await readExits(
    tx,
    replayed.map(({ id }) => id),
  )
  return decisions.map((decision, index) => {
    const { id, exits } = drafts[index]!
    if (decision.outcome !== 'replayed' || isSameExits(stored.get(id), exits)) return decision
    return { outcome: 'refused', refusal: duplicateId }
  })
}

function answerOf(draft: OrderDraft, decision: OrderDecision, now: Date): Taken {
  switch (decision.outcome) {
    case 'placed':
      return { ok: true, draft, held: decision.taken.held, placedAt: now }
    case 'replayed': {
      // The day, the terms and the price of the first try.
      const { date, terms, price, worstPrice, held, placedMs } = decision.known
      return {
        ok: true,
        draft: { ...draft, date, terms, price, worstPrice },
        held,
        placedAt: new Date(placedMs),
      }
    }
    case 'refused':
      return { ok: false, refusal: decision.refusal }
  }
}

/** One order inside the caller's transaction. */
export async function takeInTransaction(
  tx: Tx,
  waking: Waking,
  draft: OrderDraft,
  now: Date,
): Promise<Taken> {
  const [taken] = await takeOrders(tx, waking, [draft], now)
  return taken!
}
