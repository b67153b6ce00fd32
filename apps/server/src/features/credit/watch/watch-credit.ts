// The watch over pledges: opens a call below the ratio or after the term, ends it, and sells through the ordinary book after
// its deadline. Everything is read from committed state, so a crash at any line leaves nothing half done.

import { nextTradingDay, sessionHours, tradingDateAt } from '@fairlot/rules/calendar'
import { creditRatio, creditTopUp, pledgeValue } from '@fairlot/rules/credit'
import { readClosures } from '#features/calendar'
import { recordOutcome } from '#features/members'
import { cancelBySystem } from '#features/orders'
import { ruleProfileOf } from '#features/site'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { accrueLoan } from '../accrue.ts'
import type { CreditDeps } from '../deps.ts'
import { freePledges } from '../free-pledges.ts'
import { lockCredit, type PledgeRow, readLoan, readPledges } from '../store.ts'
import { type CreditDay, readCreditDay } from '../terms.ts'
import { workOffSales } from './collect.ts'
import { sellPledges } from './sell-pledges.ts'
import type { WatchContext } from './watch-context.ts'
import { type CallRow, insertCall, moveCall, readOpenCall, readSales, readToWatch } from './store.ts'

/** Returns how many steps it took. A failure for one member does not stop the others. */
export async function watchCredit(deps: CreditDeps, now: Date): Promise<number> {
  const day = await readCreditDay(deps.db, ruleProfileOf(deps.money), now)
  const errors: unknown[] = []
  let did = 0
  for (const { loanId, memberId } of await readToWatch(deps.db, day.today, day.trading.callRatio)) {
    await watchLoan(deps, day, { loanId, memberId, now }).then(
      (steps) => (did += steps),
      (error: unknown) => errors.push(error),
    )
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} credit loans could not be watched`)
  return did
}

interface Watched {
  readonly loanId: string
  readonly memberId: string
  readonly now: Date
}

async function watchLoan(deps: CreditDeps, day: CreditDay, watched: Watched): Promise<number> {
  const { did, isForced } = await deps.db.transaction((tx) => check(tx, deps, day, watched))
  if (!isForced) return did
  // A transaction of its own: an order that the venue does not take now leaves everything else as it is.
  return did + (await deps.db.transaction((tx) => sell(tx, deps, day, watched)))
}

interface Checked {
  readonly did: number
  readonly isForced: boolean
}

async function check(
  tx: Tx,
  deps: CreditDeps,
  day: CreditDay,
  { loanId, memberId, now }: Watched,
): Promise<Checked> {
  await lockCredit(tx, memberId)
  let loan = (await readLoan(tx, loanId))!
  if (loan.state !== 'passed') return { did: 0, isForced: false }
  if (loan.repaidAt === null) loan = await accrueLoan(tx, loan, day.today, now)
  // What forced orders have brought comes first: it may end the loan.
  const worked = await workOffSales({ tx, deps, day, loan, now })
  loan = (await readLoan(tx, loanId))!
  const context = { tx, deps, day, loan, now }
  const call = await readOpenCall(tx, loanId)
  if (loan.repaidAt !== null) {
    await freePledges(tx, loan, now)
    if (call) await end(context, call, call.state === 'forced' ? 'closed' : 'met')
    return { did: worked + (call ? 1 : 0), isForced: false }
  }
  const { did, isForced } = await decide(context, await readPledges(tx, [loanId]), call)
  return { did: worked + did, isForced }
}

async function sell(
  tx: Tx,
  deps: CreditDeps,
  day: CreditDay,
  { loanId, memberId, now }: Watched,
): Promise<number> {
  await lockCredit(tx, memberId)
  const loan = (await readLoan(tx, loanId))!
  const call = await readOpenCall(tx, loanId)
  if (loan.repaidAt !== null || call?.state !== 'forced') return 0
  return sellPledges({ tx, deps, day, loan, now }, call, await readPledges(tx, [loanId]))
}

async function decide(
  context: WatchContext,
  pledges: readonly PledgeRow[],
  call: CallRow | undefined,
): Promise<Checked> {
  const { loan, day, now } = context
  const ratioBp = creditRatio(pledgeValue(pledges), loan.principal + loan.interest) ?? 0
  const isLate = loan.dueOn! < day.today
  const { callRatio, cancelRatio, floorRatio } = day.trading
  if (call === undefined) {
    if (!isLate && ratioBp >= callRatio) return { did: 0, isForced: false }
    const isForced = ratioBp < floorRatio
    await make(context, pledges, isForced ? 'forced' : 'open', isLate && ratioBp >= callRatio)
    return { did: 1, isForced }
  }
  if (call.reason === 'ratio' && ratioBp >= cancelRatio && (call.state === 'open' || !isLate)) {
    await end(context, call, 'recovered')
    return { did: 1, isForced: false }
  }
  if (call.state === 'forced') return { did: 0, isForced: true }
  if (now <= call.deadline && (call.reason === 'due' || ratioBp >= floorRatio))
    return { did: 0, isForced: false }
  await moveCall(context.tx, call.callId, 'forced', now)
  await notify(context, call.callId, 'credit.forced', 'forced', { ratio: ratioBp })
  return { did: 1, isForced: true }
}

async function make(
  context: WatchContext,
  pledges: readonly PledgeRow[],
  state: 'open' | 'forced',
  isDue: boolean,
): Promise<void> {
  const { tx, loan, day, now } = context
  const owed = loan.principal + loan.interest
  const value = pledgeValue(pledges)
  const callId = newId(now.getTime())
  const amount = isDue ? owed : creditTopUp(value, owed, day.trading.cancelRatio)
  const deadline = state === 'forced' ? now : await deadlineOf(context)
  await insertCall(tx, {
    callId,
    loanId: loan.loanId,
    reason: isDue ? 'due' : 'ratio',
    state,
    amount,
    deadline,
    at: now,
  })
  const ratio = creditRatio(value, owed) ?? 0
  if (state === 'forced') await notify(context, callId, 'credit.forced', state, { ratio })
  else {
    const params = { ratio, amount: amount.toString(), deadline: deadline.toISOString() }
    await notify(context, callId, isDue ? 'credit.due' : 'credit.called', state, params)
  }
}

/** The close of the last day the member has to pay. */
async function deadlineOf({ tx, deps: { calendar }, day, now }: WatchContext): Promise<Date> {
  const closures = await readClosures(tx)
  let date = tradingDateAt(calendar, closures, now.getTime())
  for (let left = day.trading.callDays; left > 0; left -= 1) date = nextTradingDay(calendar, closures, date)
  return new Date(sessionHours(calendar, date).closedAt)
}

/** Cancels a forced order that is still in the book: no more is sold than was needed. */
async function end(
  context: WatchContext,
  call: CallRow,
  state: 'met' | 'recovered' | 'closed',
): Promise<void> {
  const { tx, deps, loan, now } = context
  for (const sale of await readSales(tx, loan.loanId))
    if (sale.state === 'entrusted' && !sale.cancelAsked) await cancelBySystem(tx, deps, sale.orderId, now)
  await moveCall(context.tx, call.callId, state, context.now)
  await notify(context, call.callId, 'credit.call-ended', state, { state })
}

const notify = (
  { tx, deps, loan, now }: WatchContext,
  callId: string,
  code: 'credit.called' | 'credit.due' | 'credit.forced' | 'credit.call-ended',
  state: string,
  params: Readonly<Record<string, string | number>>,
): Promise<void> =>
  recordOutcome(tx, deps, {
    memberId: loan.memberId,
    action: code,
    actor: 'system',
    subject: `credit-loan:${loan.loanId}`,
    now: { state },
    details: { callId, ...params },
    event: { kind: 'credit.changed', id: loan.loanId },
    notice: { code, params },
    requestId: 'credit-watch',
    at: now,
  })
