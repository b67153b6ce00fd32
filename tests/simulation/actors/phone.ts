// A member's phone. It creates an order's id, stores it before it sends, and repeats the request until it gets a
// response, also after the app was closed in between. Its screen follows from its member events, each counted once, and
// from asking again when one is missing.

import { type Mailbox, newMailbox } from '../world/network.ts'
import type { Routine } from '../world/scheduler.ts'
import { chooseRiskLimits } from './choose-order.ts'
import { idOf, type MemberEvent, type OrderRequest, type Request, type Response } from './requests.ts'
import type { Kept, Phone, Simulation } from './simulation.ts'

/** The storage that survives on the phone when the app is killed. */
const answerMs = 1_500
const refreshMs = 4_000

export function addPhone(simulation: Simulation, memberId: string): Phone {
  const { scheduler, network } = simulation
  const kept: Kept = {
    outbox: new Map(),
    seen: 0,
    filled: new Map(),
    orders: new Map(),
    positions: new Map(),
  }
  const news: Mailbox<MemberEvent> = newMailbox()
  const phone: Phone = {
    memberId,
    kept,
    accepted: new Set(),
    sent: new Map(),
    process: scheduler.addProcess(`phone ${memberId.slice(-4)}`, 'phone', function* boot(own) {
      scheduler.start(own, listen(simulation, phone, news))
      yield* act(simulation, phone)
    }),
    hear: (event) => network.post('own', phone.process, news, event),
  }
  phone.process.onCrash.push(() => {
    news.messages.length = 0
    news.reader = undefined
  })
  return phone
}

/** Sends until a response comes, to any api that is up; gives up for now after a few tries. */
function* ask(simulation: Simulation, phone: Phone, request: Request): Routine<Response | undefined> {
  const { scheduler, network } = simulation
  const tries = request.kind === 'refresh' ? 2 : 6
  const task = scheduler.current!
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const heard: Response[] = []
    const api = scheduler.random.pick(simulation.apis)
    network.send(`request.${request.kind}`, api.process, () =>
      api.receive(phone.memberId, request, (response) => {
        network.send('response', phone.process, () => {
          heard.push(response)
          scheduler.wake(task)
        })
      }),
    )
    const until = scheduler.now + answerMs
    while (heard.length === 0 && scheduler.now < until)
      yield { at: `phone.${request.kind}.wait`, ms: Math.max(1, until - scheduler.now) }
    const [answer] = heard
    if (answer && answer.answer !== 'busy') return answer
    yield { at: `phone.${request.kind}.again`, ms: scheduler.random.between(50, 800) }
  }
  return undefined
}

function* act(simulation: Simulation, phone: Phone): Routine {
  const { scheduler } = simulation
  if (phone.sent.size === 0) yield { at: 'phone.open', ms: scheduler.random.between(1_000, 2_500) }
  // Requests sent before the app was closed come first.
  for (;;) {
    for (const request of phone.kept.outbox.values()) yield* send(simulation, phone, request)
    if (simulation.isResting()) {
      yield { at: 'phone.idle', ms: 2_000 }
      continue
    }
    yield { at: 'phone.think', ms: scheduler.random.between(100, 700) }
    if (scheduler.random.chance(0.06)) yield* ask(simulation, phone, chooseRiskLimits(simulation))
    const request = simulation.chooseOrder(phone)
    if (!request) continue
    // Sometimes two taps make two orders, often two closes of one position, or a withdrawal follows at once.
    if (scheduler.random.chance(request.kind === 'close' ? 0.8 : 0.35))
      scheduler.start(phone.process, order(simulation, phone, secondOf(simulation, phone, request)))
    if (scheduler.random.chance(0.08)) scheduler.start(phone.process, withdraw(simulation, phone))
    yield* order(simulation, phone, request)
  }
}

function* order(simulation: Simulation, phone: Phone, request: OrderRequest): Routine {
  phone.kept.outbox.set(idOf(request), request)
  yield { at: 'phone.keep' }
  yield* send(simulation, phone, request)
}

/** The same once more under another id. */
function secondOf({ scheduler }: Simulation, { process }: Phone, request: OrderRequest): OrderRequest {
  const id = scheduler.random.uuid(scheduler.clockOf(process))
  switch (request.kind) {
    case 'cancel':
      return request
    case 'replace':
      return { ...request, newOrderId: id }
    default:
      return { ...request, orderId: id }
  }
}

function* withdraw(simulation: Simulation, phone: Phone): Routine {
  yield { at: 'phone.keep' }
  yield* ask(simulation, phone, { kind: 'withdraw' })
}

function* send(simulation: Simulation, phone: Phone, request: OrderRequest): Routine {
  const id = idOf(request)
  phone.sent.set(id, request)
  const response = yield* ask(simulation, phone, request)
  if (!response) return
  if (response.answer === 'accepted') phone.accepted.add(id)
  phone.kept.outbox.delete(id)
}

function* listen(simulation: Simulation, phone: Phone, news: Mailbox<MemberEvent>): Routine {
  const { scheduler, planted } = simulation
  const { kept } = phone
  news.reader = scheduler.current
  for (;;) {
    const event = news.messages.shift()
    if (!event) {
      yield { at: 'phone.listen', ms: refreshMs }
      if (news.messages.length === 0) yield* refresh(simulation, phone)
      news.reader = scheduler.current
      continue
    }
    if (event.n <= kept.seen && planted !== 'phone-counts-twice') continue
    const isNext = event.n <= kept.seen + 1
    if (isNext) count(kept, event)
    // The screen reloads after an event, and at once when an earlier event is missing.
    if (!isNext || scheduler.random.chance(0.3)) yield* refresh(simulation, phone)
    news.reader = scheduler.current
  }
}

function count(kept: Kept, { n, kind, data }: MemberEvent): void {
  kept.seen = Math.max(kept.seen, n)
  const orderId = String(data.orderId)
  if (kind === 'order.filled')
    kept.filled.set(orderId, (kept.filled.get(orderId) ?? 0) + Number(data.quantity))
}

function* refresh(simulation: Simulation, phone: Phone): Routine {
  const { kept } = phone
  const response = yield* ask(simulation, phone, { kind: 'refresh', after: kept.seen })
  if (response?.answer !== 'refreshed') return
  for (const event of response.events) if (event.n === kept.seen + 1) count(kept, event)
  kept.orders = new Map(response.orders.map((order) => [order.orderId, order]))
  kept.positions = new Map(response.positions.map((position) => [position.positionId, position]))
}
