// The margin watch: follows prices, and makes, ends and carries out calls. It asks which symbols with borrowing on them
// have moved since the last look and re-reckons only the members who owe on those; everybody else is passed over until
// the minute's sweep. What it remembers between looks only saves work: a worker that starts afresh looks at all once.

import type { Subjects } from '@fairlot/contract/venue'
import { nextTradingDay, sessionHours } from '@fairlot/rules/calendar'
import { maintenance, topUpFor } from '@fairlot/rules/positions'
import { recordAudit } from '#features/audit'
import { readClosures } from '#features/calendar'
import { recordOwnEvent } from '#features/members'
import { sendNotice } from '#features/notices'
import { orderDoors } from '#features/orders'
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
  /** Answers how many things it did. */
  run(now: Date): Promise<number>
}

const sweepMs = 60_000
/** Keeps each question far from the statement limit, however many owe. */
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
      const faults: unknown[] = []
      for (const memberId of new Set([...below, ...called].map((row) => row.memberId))) {
        // One member's fault must not keep the others from being looked at.
        await lookAtMember(deps, memberId, now).then(
          (done) => (did += done),
          (fault: unknown) => faults.push(fault),
        )
      }
      if (faults.length > 0)
        throw new AggregateError(faults, `${faults.length} members could not be looked at`)
      // Only now: a look that failed half way is repeated for the same prices.
      known = new Map(marks.map(({ symbol, mark }) => [symbol, mark]))
      if (isSweep) sweptAt = now.getTime()
      return did
    },
  }
}

/** One member, in one transaction: the ratio, the call, and what follows from them. */
export function lookAtMember(deps: MarginDeps, memberId: string, now: Date): Promise<number> {
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
    const look: Look = { tx, deps, memberId, today, holdings, ratioBp, now }
    writesDurably(tx, 'margin.look')
    return carryOut(look, decision, call)
  })
}

interface Look {
  readonly tx: Tx
  readonly deps: MarginDeps
  readonly memberId: string
  readonly today: Today
  readonly holdings: readonly HoldingRow[]
  readonly ratioBp: number | null
  readonly now: Date
}

async function carryOut(
  look: Look,
  decision: CallDecision,
  call: MarginCallRow | undefined,
): Promise<number> {
  switch (decision) {
    case 'leave':
      return call?.state === 'forced' ? force(look, call.callId) : 0
    case 'call': {
      await make(look, 'open')
      return 1
    }
    case 'force': {
      const callId = call ? await turnForced(look, call) : await make(look, 'forced')
      return 1 + (await force(look, callId))
    }
    case 'met':
    case 'recovered':
    case 'closed': {
      await end(look, call!, decision)
      return 1
    }
  }
}

async function make(look: Look, state: 'open' | 'forced'): Promise<string> {
  const { tx, deps, memberId, today, holdings, now } = look
  const ratioBp = look.ratioBp!
  const callId = newId(now.getTime())
  const amount = topUpFor(holdings.map(securedOf), today.terms.cancelRatio)
  const deadline = state === 'forced' ? now : await deadlineOf(tx, deps, today)
  await insertCall(tx, { callId, memberId, calledAt: now, ratioBp, amount, deadline, state })
  await tell(look, 'margin.called', { callId, state })
  if (state === 'forced') await noticeForced(look)
  else {
    await sendNotice(tx, {
      memberId,
      code: 'margin.called',
      params: { ratio: ratioBp, amount: amount.toString(), deadline: deadline.toISOString() },
      at: now,
    })
  }
  await note(look, state === 'open' ? 'positions.margin-called' : 'positions.margin-forced', {
    callId,
    ratioBp,
    amount: amount.toString(),
    deadline: deadline.toISOString(),
  })
  return callId
}

async function turnForced(look: Look, call: MarginCallRow): Promise<string> {
  await updateCall(look.tx, call.callId, 'forced', null)
  await tell(look, 'margin.called', { callId: call.callId, state: 'forced' })
  await noticeForced(look)
  await note(look, 'positions.margin-forced', { callId: call.callId, ratioBp: look.ratioBp })
  return call.callId
}

/** To the close of the last of the days the member has. */
async function deadlineOf(tx: Tx, { calendar }: MarginDeps, { terms, date }: Today): Promise<Date> {
  const closures = await readClosures(tx)
  let day = date
  for (let left = terms.callDays; left > 0; left -= 1) day = nextTradingDay(calendar, closures, day)
  return new Date(sessionHours(calendar, day).closedAt)
}

const force = (look: Look, callId: string): Promise<number> =>
  forceCloses(look.tx, look.deps, {
    callId,
    memberId: look.memberId,
    terms: look.today.terms,
    holdings: look.holdings,
    now: look.now,
  })

/** What a call has still in the book comes back: nothing more is closed than was needed. */
async function end(
  look: Look,
  call: MarginCallRow,
  state: Extract<MarginCallState, 'met' | 'recovered' | 'closed'>,
): Promise<void> {
  const { tx, deps, holdings, now, memberId } = look
  const closes = await readCloseOrders(
    tx,
    holdings.map(({ positionId }) => positionId),
  )
  for (const order of closes) {
    if (order.state !== 'entrusted' || order.origin !== 'liquidation' || order.cancelAsked) continue
    await orderDoors(deps).askCancel(tx, order.orderId, now)
  }
  await updateCall(tx, call.callId, state, now)
  const owed = await owedOf(tx, memberId)
  await tell(look, 'margin.ended', { callId: call.callId, state, owed: owed.toString() })
  await sendNotice(tx, { memberId, code: 'margin.ended', params: { state }, at: now })
  await note(look, 'positions.margin-ended', {
    callId: call.callId,
    state,
    ratioBp: look.ratioBp,
    paid: call.paid.toString(),
    owed: owed.toString(),
  })
}

const noticeForced = ({ tx, memberId, ratioBp, now }: Look) =>
  sendNotice(tx, { memberId, code: 'margin.forced', params: { ratio: ratioBp! }, at: now })

const tell = ({ tx, deps, memberId, now }: Look, kind: string, data: Record<string, unknown>) =>
  recordOwnEvent(tx, deps, { memberId, kind, data, at: now })

const note = ({ tx, memberId }: Look, action: string, details: Record<string, unknown>) =>
  recordAudit(tx, {
    action,
    actor: 'system',
    subject: `member:${memberId}`,
    requestId: 'margin-watch',
    details,
  })
