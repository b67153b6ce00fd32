// The api role: answers each request in its own routine and keeps nothing in memory between them. The real rules decide
// what may be asked; holding money and writing order, steps and command is one transaction, as in app.place_orders on
// PostgreSQL.

import { type Command, memberAccount } from '@fairlot/contract/venue'
import { type Entry, entry } from '@fairlot/ledger'
import type { TakenOrder } from '../../../apps/server/src/features/orders/intake/decide.ts'
import { addStep } from '../../../apps/server/src/features/settlement/step-chain.ts'
import { post } from '../world/ledger.ts'
import type { Process, Routine } from '../world/scheduler.ts'
import { Aborted, CommitUnknown, type Transaction } from '../world/store.ts'
import { accountsOf, draftOf, ownFacts } from './intake-facts.ts'
import {
  type CancelRequest,
  type EnteringRequest,
  idOf,
  type MemberEvent,
  type Request,
  type Response,
} from './requests.ts'
import type { Api, Simulation } from './simulation.ts'
import { submit } from './venue.ts'
import type { HoldingRow, OrderRow } from './rows.ts'

export function addApi(simulation: Simulation, name: string): Api {
  const { scheduler } = simulation
  const process = scheduler.addProcess(name, 'api', function* boot() {
    yield { at: 'api.listen' }
  })
  return {
    process,
    receive(memberId, request, answer) {
      scheduler.start(process, handle(simulation, process, memberId, request, answer))
    },
  }
}

function* handle(
  simulation: Simulation,
  process: Process,
  memberId: string,
  request: Request,
  answer: (response: Response) => void,
): Routine {
  if (request.kind === 'refresh') {
    yield { at: 'api.refresh' }
    answer(refreshed(simulation, memberId, request.after))
    return
  }
  let response: Response
  try {
    response = yield* simulation.store.transaction(process, `intake.${request.kind}`, (tx) =>
      request.kind === 'cancel'
        ? cancel(simulation, tx, process, memberId, request)
        : place(simulation, tx, process, memberId, request),
    )
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

function* place(
  simulation: Simulation,
  tx: Transaction,
  process: Process,
  memberId: string,
  request: EnteringRequest,
): Routine<Response> {
  const { planted } = simulation
  const id = idOf(request)
  const body = JSON.stringify([memberId, request])
  // One order of a member at a time: money is decided under the member's lock.
  yield* tx.lock(`trading/${memberId}`)
  yield* tx.lock(`orders/${id}`)
  yield* tx.statement('dedupe')
  const known = tx.get<OrderRow>('orders', id)
  if (known && planted !== 'skip-dedupe')
    return known.body === body ? { answer: 'accepted' } : { answer: 'refused', code: 'order.duplicate-id' }

  if (request.kind === 'replace') yield* tx.lock(`orders/${request.orderId}`)
  const old = request.kind === 'replace' ? tx.get<OrderRow>('orders', request.orderId) : undefined
  if (request.kind === 'replace' && old?.memberId !== memberId)
    return { answer: 'refused', code: 'order.not-found' }
  const positionId =
    request.kind === 'close' ? request.positionId : old?.purpose === 'close' ? old.positionId : undefined
  if (positionId !== undefined) yield* tx.lock(`positions/${positionId}`)
  yield* tx.statement('facts')
  const at = Math.floor(simulation.scheduler.clockOf(process))
  const draft = draftOf(simulation, tx, memberId, request, old, positionId, at)
  if (!draft.ok) return { answer: 'refused', code: draft.refusal.msg }
  const accounts = accountsOf(tx, draft.taken)
  yield* tx.lock(...accounts.map((account) => `balances/${account}`))
  const own = ownFacts(simulation, tx, draft.taken, old)
  const decision = simulation.cores.decideOwn(draft.taken, own, new Date(at))
  if (!decision.ok) return { answer: 'refused', code: decision.refusal.msg }
  yield* writeOrder(simulation, tx, body, decision.taken, at)
  return { answer: 'accepted' }
}

function* writeOrder(
  simulation: Simulation,
  tx: Transaction,
  body: string,
  { draft, holdParts, entry: held, steps }: TakenOrder,
  at: number,
): Routine {
  const { planted } = simulation
  // Without the dedupe the ledger's key would still stop the second one; the planted bug removes both.
  const isAgain = planted === 'skip-dedupe' && tx.get('orders', draft.id) !== undefined
  if (held && !isAgain) yield* mustPost(tx, held)
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
    holdParts: holdParts.map(({ part, holdId, account, amount }) => ({
      part,
      holdId,
      account,
      remaining: amount,
    })),
    body,
    placedAt: at,
    cancelAsked: false,
  }
  yield* tx.put('orders', draft.id, row)
  for (const step of steps)
    yield* tx.put('steps', `${draft.id}/${step.n}`, { ...step, at: step.at.getTime() })
  if (draft.purpose === 'close') {
    const position = tx.get<HoldingRow>('positions', draft.positionId)!
    yield* tx.put('positions', position.id, {
      ...position,
      state: 'preparing-to-close',
      // A replacing order is counted once the venue has put it in place.
      closing: position.closing + (draft.replaces === null ? draft.quantity : 0),
      openCloses: position.openCloses + 1,
    })
  }
  const command = JSON.parse(draft.command) as Command
  const sent: Command =
    planted === 'replace-keeps-both' && command.kind === 'replace'
      ? { ...command, kind: 'place', order: command.newOrder, side: draft.side }
      : command
  yield* submit(simulation, tx, draft.shard, sent)
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
  const asked = { ...order, cancelAsked: true, holdParts: order.holdParts.map((part) => ({ ...part })) }
  const at = Math.floor(simulation.scheduler.clockOf(process))
  const step = addStep(asked, at, 'cancel-asked', 'member', {})
  if (simulation.planted === 'cancel-releases-early') yield* releaseNow(tx, asked, at)
  yield* tx.put('orders', order.id, asked)
  yield* tx.put('steps', `${order.id}/${step.n}`, step)
  const shard = simulation.instruments.find(({ symbol }) => symbol === order.symbol)!.shard
  yield* submit(simulation, tx, shard, {
    kind: 'cancel',
    order: order.id,
    account: memberAccount(memberId),
    symbol: order.symbol,
  })
  return { answer: 'accepted' }
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
