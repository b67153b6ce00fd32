// The margin watch: follows prices, and opens, ends and executes calls. It reads which borrowed symbols have moved
// since the last run and recomputes only the members with debt on those; all others wait for the sweep once a minute.
// Its memory between runs only saves work: a restarted worker checks all members once.

import type { Subjects } from '@fairlot/contract/venue'
import { nextTradingDay, sessionHours } from '@fairlot/rules/calendar'
import { maintenance, topUpFor } from '@fairlot/rules/positions'
import { readClosures } from '#features/calendar'
import { type OutcomeEvent, recordOutcome } from '#features/members'
import { cancelBySystem } from '#features/orders'
import type { Bus } from '#platform/bus'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { owedOf, readToday, securedOf, type Today } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import { type HoldingRow, readOpenHoldings } from '../store.ts'
import { type CallDecision, decideCall } from './decide-call.ts'
import { forceCloses } from './force-closes.ts'
import {
  insertCall,
  lockMargin,
  type MarginCallRow,
  type MarginCallState,
  readBorrowedMarks,
  readCalledMembers,
  readCloseOrders,
  readMembersBelow,
  readOpenCall,
  updateCall,
} from './store.ts'

export interface MarginDeps extends MarketFacts {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
}

export interface MarginWatch {
  /** Returns how many steps it took. */
  run(now: Date): Promise<number>
}

const sweepMs = 60_000
/** Keeps each query far from the statement limit, for any number of debtors. */
const symbolsAtOnce = 20

export function openMarginWatch(deps: MarginDeps): MarginWatch {
  let known = new Map<string, number>()
  let sweptAt = 0
  return {
    async run(now) {
      const { terms } = await readToday(deps.db, deps, now)
      const marks = await readBorrowedMarks(deps.db)
      const isSweep = Math.abs(now.getTime() - sweptAt) >= sweepMs
      const moved = marks.filter(({ symbol, mark }) => isSweep || known.get(symbol) !== mark)
      const below: { readonly memberId: string }[] = []
      for (let from = 0; from < moved.length; from += symbolsAtOnce) {
        const some = moved.slice(from, from + symbolsAtOnce).map(({ symbol }) => symbol)
        below.push(...(await readMembersBelow(deps.db, some, terms.callRatio)))
      }
      const called = await readCalledMembers(deps.db)
      let did = 0
      const errors: unknown[] = []
      for (const memberId of new Set([...below, ...called].map((row) => row.memberId))) {
        // A failure for one member must not stop the checks of the others.
        await checkMember(deps, memberId, now).then(
          (done) => (did += done),
          (error: unknown) => errors.push(error),
        )
      }
      if (errors.length > 0)
        throw new AggregateError(errors, `${errors.length} members could not be checked for margin calls`)
      // Stored last: a run that failed half way is repeated for the same prices.
      known = new Map(marks.map(({ symbol, mark }) => [symbol, mark]))
      if (isSweep) sweptAt = now.getTime()
      return did
    },
  }
}

/** Checks one member in one transaction: the ratio, the call, and the steps that follow. */
export function checkMember(deps: MarginDeps, memberId: string, now: Date): Promise<number> {
  return deps.db.transaction(async (tx) => {
    await lockMargin(tx, memberId)
    const today = await readToday(tx, deps, now)
    const holdings = await readOpenHoldings(tx, memberId)
    const call = await readOpenCall(tx, memberId)
    const ratioBp = maintenance(holdings.map(securedOf))
    const decision = decideCall(today.terms, {
      ratioBp,
      call: call
        ? { ...call, deadline: call.deadline.getTime(), state: call.state === 'forced' ? 'forced' : 'open' }
        : null,
      nowMs: now.getTime(),
    })
    const context: MarginContext = { tx, deps, memberId, today, holdings, ratioBp, now }
    writesDurably(tx, 'margin.check')
    return execute(context, decision, call)
  })
}

interface MarginContext {
  readonly tx: Tx
  readonly deps: MarginDeps
  readonly memberId: string
  readonly today: Today
  readonly holdings: readonly HoldingRow[]
  readonly ratioBp: number | null
  readonly now: Date
}

async function execute(
  context: MarginContext,
  decision: CallDecision,
  call: MarginCallRow | undefined,
): Promise<number> {
  switch (decision) {
    case 'leave':
      return call?.state === 'forced' ? force(context, call.callId) : 0
    case 'call': {
      await make(context, 'open')
      return 1
    }
    case 'force': {
      const callId = call ? await turnForced(context, call) : await make(context, 'forced')
      return 1 + (await force(context, callId))
    }
    case 'met':
    case 'recovered':
    case 'closed': {
      await end(context, call!, decision)
      return 1
    }
  }
}

async function make(context: MarginContext, state: 'open' | 'forced'): Promise<string> {
  const { tx, deps, memberId, today, holdings, now } = context
  const ratioBp = context.ratioBp!
  const callId = newId(now.getTime())
  const amount = topUpFor(holdings.map(securedOf), today.terms.cancelRatio)
  const deadline = state === 'forced' ? now : await deadlineOf(tx, deps, today)
  await insertCall(tx, { callId, memberId, calledAt: now, ratioBp, amount, deadline, state })
  const said = { amount: amount.toString(), deadline: deadline.toISOString() }
  if (state === 'forced') await notifyForced(context, callId, said)
  else {
    await notify(context, callId, {
      action: 'positions.margin-called',
      state,
      event: { kind: 'margin.called', id: callId, data: { callId } },
      notice: { code: 'margin.called', params: { ratio: ratioBp, ...said } },
      details: said,
    })
  }
  return callId
}

async function turnForced(context: MarginContext, call: MarginCallRow): Promise<string> {
  await updateCall(context.tx, call.callId, 'forced', null)
  await notifyForced(context, call.callId, {})
  return call.callId
}

/** The close of the last day the member has to pay. */
async function deadlineOf(tx: Tx, { calendar }: MarginDeps, { terms, date }: Today): Promise<Date> {
  const closures = await readClosures(tx)
  let day = date
  for (let left = terms.callDays; left > 0; left -= 1) day = nextTradingDay(calendar, closures, day)
  return new Date(sessionHours(calendar, day).closedAt)
}

const force = (context: MarginContext, callId: string): Promise<number> =>
  forceCloses(context.tx, context.deps, {
    callId,
    memberId: context.memberId,
    terms: context.today.terms,
    holdings: context.holdings,
    now: context.now,
  })

/** Cancels a call's orders that are still in the book: no more is closed than was needed. */
async function end(
  context: MarginContext,
  call: MarginCallRow,
  state: Extract<MarginCallState, 'met' | 'recovered' | 'closed'>,
): Promise<void> {
  const { tx, deps, holdings, now, memberId } = context
  const closes = await readCloseOrders(
    tx,
    holdings.map(({ positionId }) => positionId),
  )
  for (const order of closes) {
    if (order.state !== 'entrusted' || order.origin !== 'liquidation' || order.cancelAsked) continue
    await cancelBySystem(tx, deps, order.orderId, now)
  }
  await updateCall(tx, call.callId, state, now)
  const owed = await owedOf(tx, memberId)
  await notify(context, call.callId, {
    action: 'positions.margin-ended',
    state,
    event: {
      kind: 'margin.ended',
      id: call.callId,
      data: { callId: call.callId, owed: owed.toString() },
    },
    notice: { code: 'margin.ended', params: { state } },
    details: { paid: call.paid.toString(), owed: owed.toString() },
  })
}

const notifyForced = (context: MarginContext, callId: string, details: Readonly<Record<string, string>>) =>
  notify(context, callId, {
    action: 'positions.margin-forced',
    state: 'forced',
    event: { kind: 'margin.called', id: callId, data: { callId } },
    notice: { code: 'margin.forced', params: { ratio: context.ratioBp! } },
    details,
  })

interface MarginOutcome {
  readonly action: string
  readonly state: string
  readonly event: OutcomeEvent
  readonly notice: NonNullable<Parameters<typeof recordOutcome>[2]['notice']>
  readonly details: Readonly<Record<string, string>>
}

const notify = (
  { tx, deps, memberId, ratioBp, now }: MarginContext,
  callId: string,
  outcome: MarginOutcome,
) =>
  recordOutcome(tx, deps, {
    memberId,
    action: outcome.action,
    actor: 'system',
    subject: `member:${memberId}`,
    now: { state: outcome.state },
    details: { callId, ratioBp, ...outcome.details },
    event: outcome.event,
    notice: outcome.notice,
    requestId: 'margin-watch',
    at: now,
  })
