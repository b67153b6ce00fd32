// The api role. A request that makes an order is drafted without a lock and put into a lane; a lane takes a few drafts
// at a time into one transaction, as intake/queue.ts and intake/take.ts do: facts under lock, decideBatch, the rows. All
// other requests have a transaction of their own. Nothing is kept in memory once it is answered.

import { type Command, memberAccount } from '@fairlot/contract/venue'
import { type Entry, entry, member } from '@fairlot/ledger'
import {
  needsMore,
  type OrderDecision,
  type TakenOrder,
} from '../../../apps/server/src/features/orders/intake/decide-batch.ts'
import type { OrderDraft } from '../../../apps/server/src/features/orders/intake/draft.ts'
import type { BatchFacts } from '../../../apps/server/src/features/orders/intake/facts.ts'
import { addStep } from '../../../apps/server/src/features/orders/step-chain.ts'
import { balanceOf, post } from '../world/ledger.ts'
import type { Process, Routine } from '../world/scheduler.ts'
import { Aborted, CommitUnknown, type Transaction } from '../world/store.ts'
import { blockOf, isLed } from './blocks.ts'
import { draftOf, lockFacts, withMore } from './intake-facts.ts'
import {
  type CancelRequest,
  type EnteringRequest,
  idOf,
  type MemberEvent,
  type Request,
  type Response,
  type RiskLimitsRequest,
} from './requests.ts'
import type { Api, Simulation } from './simulation.ts'
import { submit } from './venue.ts'
import {
  type HoldingRow,
  noRiskLimits,
  type OrderRow,
  type RiskLimitsRow,
  type WithdrawalRow,
} from './rows.ts'

const laneCount = 2
const batchMax = 4

interface Waiting {
  readonly draft: OrderDraft
  /** Who asked for what. */
  readonly body: string
  readonly answer: (response: Response) => void
}

interface Lane {
  waiting: Waiting[]
  inFlight: boolean
}

export function addApi(simulation: Simulation, name: string): Api {
  const { scheduler } = simulation
  const lanes: readonly Lane[] = Array.from({ length: laneCount }, () => ({ waiting: [], inFlight: false }))
  const process = scheduler.addProcess(name, 'api', function* boot() {
    yield { at: 'api.listen' }
  })
  process.onCrash.push(() => {
    for (const lane of lanes) Object.assign(lane, { waiting: [], inFlight: false })
  })
  return {
    process,
    receive(memberId, request, answer) {
      // A member's orders always use the same lane.
      const lane = lanes[Number.parseInt(memberId.slice(-6), 16) % laneCount]!
      scheduler.start(process, handle(simulation, process, lane, memberId, request, answer))
    },
  }
}

function* handle(
  simulation: Simulation,
  process: Process,
  lane: Lane,
  memberId: string,
  request: Request,
  answer: (response: Response) => void,
): Routine {
  if (request.kind === 'refresh') {
    yield { at: 'api.refresh' }
    answer(refreshed(simulation, memberId, request.after))
    return
  }
  if (request.kind === 'place' || request.kind === 'close' || request.kind === 'replace') {
    yield* enter(simulation, process, lane, memberId, request, answer)
    return
  }
  let response: Response
  try {
    response = yield* simulation.store.transaction(process, `intake.${request.kind}`, (tx) => {
      switch (request.kind) {
        case 'cancel':
          return cancel(simulation, tx, process, memberId, request)
        case 'risk-limits':
          return setRiskLimits(tx, memberId, request)
        case 'withdraw':
          return withdraw(simulation, tx, memberId)
      }
    })
  } catch (error) {
    if (!(error instanceof Aborted || error instanceof CommitUnknown)) throw error
    response = { answer: 'busy' }
  }
  if (response.answer === 'accepted') for (const shard of simulation.shards) simulation.wakeVenues(shard)
  answer(response)
}

function refreshed(simulation: Simulation, memberId: string, after: number): Response {
  const { store } = simulation
  const head = store.read<number>('own_heads', memberId) ?? 0
  const events: MemberEvent[] = []
  for (let n = after + 1; n <= head; n += 1)
    events.push(store.read<MemberEvent>('member_events', `${memberId}/${n}`)!)
  const orders = [...store.table<OrderRow>('orders').values()].filter((row) => row.memberId === memberId)
  const positions = [...store.table<HoldingRow>('positions').values()].filter(
    (row) => row.memberId === memberId,
  )
  return {
    answer: 'refreshed',
    head,
    events,
    orders: orders.map(({ id, symbol, state, left, filled }) => ({
      orderId: id,
      symbol,
      state,
      left,
      filled,
    })),
    positions: positions.map(({ id, symbol, state, direction, shares, closing }) => ({
      positionId: id,
      symbol,
      state,
      direction,
      shares,
      closing,
    })),
  }
}

function* enter(
  simulation: Simulation,
  process: Process,
  lane: Lane,
  memberId: string,
  request: EnteringRequest,
  answer: (response: Response) => void,
): Routine {
  const { scheduler, store } = simulation
  yield { at: 'api.draft' }
  // A confirmation is not part of the order.
  const body = JSON.stringify([memberId, { ...request, acknowledged: undefined }])
  const draft = draftOf(simulation, memberId, request, scheduler.clockOf(process))
  if (!draft.ok) {
    // An order of an earlier try stays accepted, even if it could no longer be placed now.
    const isKnown = store.read<OrderRow>('orders', idOf(request))?.body === body
    answer(isKnown ? { answer: 'accepted' } : { answer: 'refused', code: draft.refusal.msg })
    return
  }
  lane.waiting.push({ draft: draft.taken, body, answer })
  if (lane.inFlight) return
  lane.inFlight = true
  scheduler.start(process, drain(simulation, process, lane))
}

function* drain(simulation: Simulation, process: Process, lane: Lane): Routine {
  const { random } = simulation.scheduler
  while (lane.waiting.length > 0) {
    // Production does not wait. Here few orders arrive during a commit, so that batches would rarely have two.
    yield { at: 'intake.gather', ms: random.chance(0.5) ? random.between(5, 150) : 0 }
    yield* submitBatch(simulation, process, takeBatch(lane, 1 + random.below(batchMax)))
  }
  lane.inFlight = false
}

/** Each id once, and one trading day; the others wait for the next batch. */
function takeBatch(lane: Lane, max: number): readonly Waiting[] {
  const batch: Waiting[] = []
  const left: Waiting[] = []
  for (const item of lane.waiting) {
    const { id, date } = item.draft
    const isNew = batch.every(({ draft }) => draft.id !== id)
    if (batch.length < max && isNew && date === (batch[0]?.draft.date ?? date)) batch.push(item)
    else left.push(item)
  }
  lane.waiting = left
  return batch
}

function* submitBatch(simulation: Simulation, process: Process, batch: readonly Waiting[]): Routine {
  const { scheduler, store } = simulation
  let taken: Taken
  try {
    taken = yield* store.transaction(process, 'intake.place', (tx) =>
      takeOrders(simulation, tx, batch, Math.floor(scheduler.clockOf(process))),
    )
  } catch (error) {
    if (!(error instanceof Aborted || error instanceof CommitUnknown)) throw error
    if (batch.length === 1) batch[0]!.answer({ answer: 'busy' })
    // One failing order must not fail the others of its batch. Their ids make the retry safe.
    else for (const item of batch) yield* submitBatch(simulation, process, [item])
    return
  }
  for (const shard of taken.touched) simulation.wakeVenues(shard)
  for (const { draft, answer } of batch) answer(taken.answers.get(draft.id)!)
}

interface Taken {
  readonly answers: Map<string, Response>
  readonly touched: Set<number>
}

/** Under normal use the second decision is final; so many mean that the facts and the ledger disagree. */
const maxDecisions = 6

function* takeOrders(
  simulation: Simulation,
  tx: Transaction,
  batch: readonly Waiting[],
  at: number,
): Routine<Taken> {
  const taken: Taken = { answers: new Map(), touched: new Set() }
  let left = batch
  for (let round = 1; left.length > 0; round += 1) {
    if (round > maxDecisions) throw new Error(`the ledger refuses what intake decides, ${round} times`)
    const decisions = yield* decideUnderLock(simulation, tx, left, at)
    for (const [index, { draft, body }] of left.entries()) {
      const decision = decisions[index]!
      checkReplay(simulation, tx, draft.id, body, decision)
      count(simulation, decision.outcome === 'refused' ? decision.refusal.msg : decision.outcome)
      taken.answers.set(draft.id, answerOf(decision))
    }
    const refused = yield* writeOrders(simulation, tx, left, decisions, at, taken.touched)
    // A withdrawal or an arrival took the cash, or another member borrowed the shares, after the facts were read.
    left = left.filter(({ draft }) => refused.has(draft.id))
    if (left.length > 0) count(simulation, 'decided again')
  }
  return taken
}

const answerOf = (decision: OrderDecision): Response =>
  decision.outcome === 'refused' ? { answer: 'refused', code: decision.refusal.msg } : { answer: 'accepted' }

function count({ decided }: Simulation, what: string): void {
  decided.set(what, (decided.get(what) ?? 0) + 1)
}

/** An id is answered again exactly when the same member asks the same again. */
function checkReplay(
  { breaches }: Simulation,
  tx: Transaction,
  id: string,
  body: string,
  decision: OrderDecision,
): void {
  const isDuplicate = decision.outcome === 'refused' && decision.refusal.msg === 'order.duplicate-id'
  if (decision.outcome !== 'replayed' && !isDuplicate) return
  const isSame = tx.get<OrderRow>('orders', id)?.body === body
  if (isSame === isDuplicate)
    breaches.push({ invariant: 'replay', what: `order ${id} sent again is ${decision.outcome}` })
}

function* decideUnderLock(
  simulation: Simulation,
  tx: Transaction,
  batch: readonly Waiting[],
  at: number,
): Routine<readonly OrderDecision[]> {
  const drafts = batch.map(({ draft }) => draft)
  const { date } = drafts[0]!
  let wanted: readonly string[] = [...new Set(drafts.filter(needsMore).map(({ memberId }) => memberId))]
  let facts: BatchFacts = yield* lockFacts(simulation, tx, drafts, at)
  for (;;) {
    if (wanted.length > 0) facts = yield* withMore(simulation, tx, facts, wanted, date)
    const decided = simulation.cores.decideBatch(drafts, facts, new Date(at))
    if (decided.complete) return decided.decisions
    wanted = decided.missing
  }
}

/** As app.write_orders: returns the orders whose hold the ledger refuses, and writes nothing of them. */
function* writeOrders(
  simulation: Simulation,
  tx: Transaction,
  batch: readonly Waiting[],
  decisions: readonly OrderDecision[],
  at: number,
  touched: Set<number>,
): Routine<ReadonlySet<string>> {
  const { store, shards } = simulation
  const decidedAfter = store.commits
  const refused = new Set<string>()
  const placed = decisions.flatMap((one, index) =>
    one.outcome === 'placed' ? [{ taken: one.taken, body: batch[index]!.body }] : [],
  )
  const lines = placed.flatMap(({ taken }) => taken.entry?.lines ?? [])
  if (placed.length > 0) yield* tx.statement('write')
  yield* tx.lock(...new Set(lines.map(({ account }) => `balances/${account}`)))
  for (const { taken } of placed)
    if (taken.entry && !(yield* isHeld(simulation, tx, taken.draft.id, taken.entry)))
      refused.add(taken.draft.id)
  for (const { taken, body } of placed) {
    if (refused.has(taken.draft.id)) continue
    yield* writeOrder(simulation, tx, body, taken, at, decidedAfter)
    touched.add(taken.draft.shard)
  }
  for (const [index, one] of decisions.entries()) {
    if (one.outcome !== 'refused' || !one.stopsMember) continue
    const { memberId } = batch[index]!.draft
    const limits = tx.get<RiskLimitsRow>('risk_limits', memberId) ?? noRiskLimits
    yield* tx.put('risk_limits', memberId, { ...limits, stoppedBy: 'rule' })
    yield* askCancelAll(simulation, tx, memberId, at)
    for (const shard of shards) touched.add(shard)
  }
  return refused
}

/** False when there is too little. Another order of this id may have come first: PostgreSQL then ends the transaction. */
function* isHeld({ planted }: Simulation, tx: Transaction, orderId: string, held: Entry): Routine<boolean> {
  // Without the dedupe the ledger's key would still stop the second one; the planted bug removes both.
  if (planted === 'skip-dedupe' && tx.get('orders', orderId)) return true
  const answer = yield* post(tx, held)
  if (answer.posted && !answer.replayed) return true
  if (!answer.posted && answer.why === 'insufficient') return false
  if (answer.posted || answer.why === 'key-reused') throw new Aborted(`order ${orderId} exists`)
  throw new Error(`the ledger refuses ${held.key}: ${answer.why} on ${answer.on}`)
}

function* writeOrder(
  simulation: Simulation,
  tx: Transaction,
  body: string,
  { draft, holdParts, steps, closing }: TakenOrder,
  at: number,
  decidedAfter: number,
): Routine {
  const { planted } = simulation
  yield* tx.lock(`orders/${draft.id}`)
  if (tx.get('orders', draft.id) && planted !== 'skip-dedupe') throw new Aborted(`order ${draft.id} exists`)
  const last = steps.at(-1)!
  const row: OrderRow = {
    ...draft,
    state: 'entrusted',
    reason: null,
    acceptedAt: null,
    endedAt: null,
    left: draft.quantity,
    filled: 0,
    filledValue: 0n,
    fee: 0n,
    tax: 0n,
    borrowFee: 0n,
    loanRepaid: 0n,
    interestPaid: 0n,
    collateralFreed: 0n,
    steps: last.n,
    stepsHash: last.hash,
    holdParts: holdParts.map(({ holdId, account, amount }) => ({ holdId, account, remaining: amount })),
    body,
    placedAt: at,
    cancelAsked: false,
    decidedAfter,
  }
  yield* tx.put('orders', draft.id, row)
  for (const step of steps) yield* tx.put('steps', `${draft.id}/${step.n}`, step)
  if (draft.purpose === 'close') {
    const position = tx.get<HoldingRow>('positions', draft.positionId)!
    yield* tx.put('positions', position.id, {
      ...position,
      state: 'preparing-to-close',
      closing: position.closing + closing,
      openCloses: position.openCloses + 1,
    })
  }
  const command = JSON.parse(draft.command) as Command
  const sent: Command =
    planted === 'replace-keeps-both' && command.kind === 'replace'
      ? { ...command, kind: 'place', order: command.newOrder, side: draft.side }
      : command
  yield* submit(simulation, tx, draft.shard, isLed(draft) ? blockOf(sent, draft) : sent)
}

/** As ask-cancel.ts. These orders are locked after balances here and may deadlock; app.write_orders locks them before. */
function* askCancelAll(simulation: Simulation, tx: Transaction, memberId: string, at: number): Routine {
  const isOpen = (row: OrderRow): boolean =>
    row.memberId === memberId && row.state === 'entrusted' && !row.cancelAsked
  const open = [...tx.rows<OrderRow>('orders')].flatMap(([id, row]) => (isOpen(row) ? [id] : []))
  yield* tx.lock(...open.map((id) => `orders/${id}`))
  const asked = open.map((id) => tx.get<OrderRow>('orders', id)!).filter(isOpen)
  for (const order of asked)
    yield* writeCancelAsked(tx, order, at, 'rule', { all: true, rule: 'order.rateLimit' })
  if (asked.length === 0) return
  for (const shard of simulation.shards)
    yield* submit(simulation, tx, shard, { kind: 'cancel-all', account: memberAccount(memberId) })
}

/** Under the member's lock, so that no order that began earlier is accepted afterwards. */
function* setRiskLimits(
  tx: Transaction,
  memberId: string,
  { stopped, lossLimit }: RiskLimitsRequest,
): Routine<Response> {
  yield* tx.lock(`trading/${memberId}`)
  yield* tx.statement('limits')
  const { stoppedBy } = tx.get<RiskLimitsRow>('risk_limits', memberId) ?? noRiskLimits
  yield* tx.put('risk_limits', memberId, {
    stoppedBy: stopped ? (stoppedBy ?? 'member') : null,
    lossLimit,
  } satisfies RiskLimitsRow)
  return { answer: 'accepted' }
}

/** Holds all free cash. It takes no lock of the member, so that an order may be decided at the same time. */
function* withdraw({ scheduler, store }: Simulation, tx: Transaction, memberId: string): Routine<Response> {
  const account = member(memberId).available('TWD')
  yield* tx.lock(`withdrawals/${memberId}`, `balances/${account}`)
  yield* tx.statement('hold')
  const amount = balanceOf(tx, account)
  if (amount === 0n || tx.get('withdrawals', memberId)) return { answer: 'accepted' }
  const holdId = `withdrawal-${store.nextNumber('withdrawals')}`
  const building = entry({
    event: 'withdrawal.held',
    reference: memberId,
    key: holdId,
    postedAt: new Date(Math.floor(scheduler.now)),
  })
  yield* mustPost(tx, building.hold(holdId, amount, account).done())
  yield* tx.put('withdrawals', memberId, { holdId, amount } satisfies WithdrawalRow)
  return { answer: 'accepted' }
}

function* mustPost(tx: Transaction, built: Entry): Routine {
  const answer = yield* post(tx, built)
  if (!answer.posted) throw new Error(`the ledger refuses ${built.key}: ${answer.why} on ${answer.on}`)
}

function* cancel(
  simulation: Simulation,
  tx: Transaction,
  process: Process,
  memberId: string,
  request: CancelRequest,
): Routine<Response> {
  yield* tx.lock(`orders/${request.orderId}`)
  yield* tx.statement('order')
  const order = tx.get<OrderRow>('orders', request.orderId)
  if (order?.memberId !== memberId) return { answer: 'refused', code: 'order.not-found' }
  if (order.state !== 'entrusted') return { answer: 'refused', code: 'order.not-pending' }
  if (order.cancelAsked) return { answer: 'accepted' }
  const at = Math.floor(simulation.scheduler.clockOf(process))
  const asked = { ...order, holdParts: order.holdParts.map((part) => ({ ...part })) }
  if (simulation.planted === 'cancel-releases-early') yield* releaseNow(tx, asked, at)
  yield* writeCancelAsked(tx, asked, at, 'member', {})
  const shard = simulation.instruments.find(({ symbol }) => symbol === order.symbol)!.shard
  yield* submit(simulation, tx, shard, {
    kind: 'cancel',
    order: order.id,
    account: memberAccount(memberId),
    symbol: order.symbol,
  })
  return { answer: 'accepted' }
}

function* writeCancelAsked(
  tx: Transaction,
  order: OrderRow,
  at: number,
  who: 'member' | 'rule',
  data: Readonly<Record<string, unknown>>,
): Routine {
  const asked = { ...order, cancelAsked: true }
  const step = addStep(asked, at, 'cancel-asked', who, data)
  yield* tx.put('orders', order.id, asked)
  yield* tx.put('steps', `${order.id}/${step.n}`, step)
}

function* releaseNow(tx: Transaction, order: OrderRow, at: number): Routine {
  const building = entry({
    event: 'order.released',
    reference: order.id,
    key: `early:${order.id}`,
    postedAt: new Date(at),
  })
  for (const part of order.holdParts) {
    building.release(part.holdId, part.remaining, part.account)
    part.remaining = 0n
  }
  if (order.holdParts.length > 0) yield* mustPost(tx, building.done())
}
