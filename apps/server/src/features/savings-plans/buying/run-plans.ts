// One run over all plans: buy for the dates that are due, skip what could not be bought on its day, and end the dates whose orders have
// ended. Each date is its own transaction with its own row, so a run may be interrupted anywhere and nothing is bought twice.

import type { RefusalCode } from '@fairlot/contract'
import type { SkipReason } from '@fairlot/contract/savings-plans/states'
import { addDays, phaseAt } from '@fairlot/rules/calendar'
import { blockedBy } from '@fairlot/rules/members'
import { buysAt, dueFrom, movedOn, purchaseFor } from '@fairlot/rules/savings-plans'
import { readClosures } from '#features/calendar'
import { barsOfMember, recordOutcome } from '#features/members'
import { lockTrading, placePlanOrders, type PlanOrder, readMarketDay } from '#features/orders'
import { Rollback, type Tx } from '#platform/db'
import { derivedIdOfDay } from '#platform/ids'
import type { SavingsDeps } from '../deps.ts'
import { savingsTerms } from '../terms.ts'
import { type DuePlan, endRun, insertRun, lockDue, type OpenRun, readDue, readOpenRuns } from './store.ts'

const pageSize = 200

interface Moment {
  readonly now: Date
  /** The current trading day, or the last one. */
  readonly date: string
  readonly headroomBp: number
}

/** Answers how many dates were bought, skipped or ended. */
export async function runPlans(deps: SavingsDeps, now: Date): Promise<number> {
  const { db, calendar } = deps
  let did = 0
  for (const run of await readOpenRuns(db)) did += await endDate(deps, run, now)
  const closures = await readClosures(db)
  const { date, phase } = phaseAt(calendar, closures, now.getTime())
  const terms = await savingsTerms(db, now)
  const isBuying = phase === 'continuous' && now.getTime() >= buysAt(calendar, date, terms.afterOpen)
  const isOver = phase === 'closing-call' || phase === 'closed'
  const moment: Moment = { now, date, headroomBp: terms.headroom }
  let last: DuePlan | undefined
  for (;;) {
    const page: readonly DuePlan[] = await readDue(db, date, last, pageSize)
    for (const plan of page) {
      const on = movedOn(calendar, closures, plan.dueOn)
      if (on === date && isBuying) did += await buy(deps, plan, moment)
      else if (on < date || (on === date && isOver)) did += await miss(deps, plan, on, moment)
    }
    last = page.at(-1)
    if (page.length < pageSize) return did
  }
}

type Result = { readonly ok: true } | { readonly ok: false; readonly skip: SkipReason | 'later' }

/** The stock cannot be traded now, or has no price yet: tried again until the day's trading ends. */
const passing: ReadonlySet<RefusalCode> = new Set([
  'time.outside-trading',
  'order.choice',
  'order.terms-changed',
  'request.too-frequent',
  'stock.no-price',
  'system.busy',
])

function skipFor(msg: RefusalCode): SkipReason | 'later' {
  if (passing.has(msg)) return 'later'
  if (msg === 'balance.insufficient') return 'money'
  return msg === 'order.stopped' || msg === 'guard.daily-loss' ? 'stopped' : 'refused'
}

async function buy(deps: SavingsDeps, plan: DuePlan, moment: Moment): Promise<number> {
  const result = await deps.db.transaction<Result>((tx) => order(tx, deps, plan, moment))
  if (result.ok) return 1
  if (result.skip === 'later') return 0
  return skip(deps, plan, moment.date, result.skip, moment.now)
}

/** The row of the date and its orders, in one transaction. The member's lock comes first, as in every order that opens. */
async function order(
  tx: Tx,
  deps: SavingsDeps,
  due: DuePlan,
  { now, date, headroomBp }: Moment,
): Promise<Result> {
  await lockTrading(tx, due.memberId)
  const plan = await lockDue(tx, due)
  if (!plan) return { ok: false, skip: 'later' }
  const { planId, memberId, symbol, amount, dueOn } = plan
  const day = await readMarketDay(tx, deps, symbol, now)
  if (day === 'delisted') return { ok: false, skip: 'delisted' }
  if (day === undefined || day.date !== date || day.state !== 'continuous')
    return { ok: false, skip: 'later' }
  if (blockedBy('trade', await barsOfMember(tx, memberId))) return { ok: false, skip: 'restricted' }
  const buys = purchaseFor(day, amount, headroomBp)
  if (!buys) return { ok: false, skip: 'amount' }
  // Derived from the plan and its date: a second try finds the first one's orders.
  const partOf = (book: 'whole' | 'odd'): PlanOrder | undefined =>
    buys[book] === 0
      ? undefined
      : { orderId: derivedIdOfDay(`savings-plan ${planId} ${dueOn} ${book}`, now), quantity: buys[book] }
  const [whole, odd] = [partOf('whole'), partOf('odd')]
  await insertRun(
    tx,
    {
      planId,
      dueOn,
      on: date,
      amount,
      reason: null,
      wholeOrder: whole?.orderId ?? null,
      oddOrder: odd?.orderId ?? null,
      atUpper: buys.atUpper,
      at: now,
    },
    dueFrom(plan.days, addDays(dueOn, 1)),
  )
  const parts = [whole, odd].filter((part) => part !== undefined)
  const refusal = await placePlanOrders(tx, deps, day, { memberId, price: buys.price, parts, now })
  if (refusal) throw new Rollback<Result>({ ok: false, skip: skipFor(refusal.msg) })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'savings-plans.ordered',
    actor: 'system',
    subject: `savings-plan:${planId}`,
    now: { state: 'ordered' },
    details: { dueOn, on: date, price: buys.price, orders: parts },
    event: { kind: 'savings-plan.changed', id: planId },
    notice: null,
    requestId: planId,
    at: now,
  })
  return { ok: true }
}

/** Trading of the day is over, and the plan has not bought. */
async function miss(deps: SavingsDeps, plan: DuePlan, on: string, { now, date }: Moment): Promise<number> {
  const day = await readMarketDay(deps.db, deps, plan.symbol, now)
  if (day === 'delisted') return skip(deps, plan, on, 'delisted', now)
  const isHalted = on === date && day !== undefined && (day.state === 'halted' || day.state === 'paused')
  return skip(deps, plan, on, isHalted ? 'halted' : 'missed', now)
}

function skip(deps: SavingsDeps, due: DuePlan, on: string, reason: SkipReason, now: Date): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const plan = await lockDue(tx, due)
    if (!plan) return 0
    const { planId, memberId, amount, dueOn, nameTw, nameEn } = plan
    await insertRun(
      tx,
      { planId, dueOn, on, amount, reason, wholeOrder: null, oddOrder: null, atUpper: false, at: now },
      dueFrom(plan.days, addDays(dueOn, 1)),
    )
    await recordEnd(tx, deps, { planId, dueOn, on, memberId, nameTw, nameEn }, 'skipped', { reason }, now)
    return 1
  })
}

function endDate(deps: SavingsDeps, run: OpenRun, now: Date): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const ended = await endRun(tx, run.planId, run.dueOn, now)
    if (!ended) return 0
    const { state, reason, shares, spent } = ended
    await recordEnd(tx, deps, run, state, reason ? { reason } : { shares, amount: spent.toString() }, now)
    return 1
  })
}

/** A complete purchase needs no notice of its own: its fills have one. */
const recordEnd = (
  tx: Tx,
  deps: SavingsDeps,
  { planId, memberId, dueOn, on, nameTw, nameEn }: OpenRun,
  state: 'filled' | 'partly-filled' | 'skipped',
  figures: { readonly reason: SkipReason } | { readonly shares: number; readonly amount: string },
  now: Date,
): Promise<void> =>
  recordOutcome(tx, deps, {
    memberId,
    action: `savings-plans.${state}`,
    actor: 'system',
    subject: `savings-plan:${planId}`,
    now: { state },
    details: { dueOn, on, ...figures },
    event: { kind: 'savings-plan.changed', id: planId },
    notice:
      state === 'filled'
        ? null
        : { code: `savings-plan.${state}`, params: { name: nameTw, nameEn, date: on, ...figures } },
    requestId: planId,
    at: now,
  })
