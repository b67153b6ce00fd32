// OpenTelemetry traces of orders, sent as OTLP over HTTP; off unless an endpoint is set. An order's trace id is its own id
// and the parent of each span is computed from it. So every process knows both without a message or a column, and every
// process chooses the same orders. A lost span is not sent again: nothing depends on a trace.

import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import { openSpanSender, type Span, type SpanSender } from './span-sender.ts'

export interface TraceOptions {
  /** The collector, such as http://127.0.0.1:4318. */
  readonly endpoint: string | undefined
  /** The share of orders and of other requests that is traced, 0 to 1. */
  readonly share: number
}

export const defaultTraceShare = 0.01

export interface Traces {
  close(): Promise<void>
}

/** What a process does for an order. `request` is the root of a trace, `place` its child, the others children of that. */
export type Hop = 'request' | 'place' | 'match' | 'settle' | 'deliver'

export type Attributes = Readonly<Record<string, string | number>>

interface Request {
  readonly orders: Set<string>
}

interface Tracing {
  readonly sender: SpanSender
  readonly share: number
  readonly requests: AsyncLocalStorage<Request>
  /** Orders that a running request of this process asked for: their traces begin with that request. */
  readonly requested: Set<string>
}

let tracing: Tracing | undefined

export function openTraces({ endpoint, share }: TraceOptions, role: string): Traces {
  if (endpoint === undefined) return { close: () => Promise.resolve() }
  if (tracing) throw new Error('traces are open already: one process, one name')
  const sender = openSpanSender(new URL('/v1/traces', endpoint).href, `fairlot-${role}`)
  tracing = { sender, share, requests: new AsyncLocalStorage(), requested: new Set() }
  return {
    async close() {
      tracing = undefined
      await sender.close()
    },
  }
}

export const isTracing = (): boolean => tracing !== undefined

const uuidLength = 36

/** The end of an id is random, so every process chooses the same orders. Those of seats are no UUIDs. */
const isChosen = ({ share }: Tracing, id: string): boolean =>
  id.length === uuidLength && Number.parseInt(id.slice(-8), 16) < share * 0x1_0000_0000

const traceIdOf = (orderId: string): string => orderId.replaceAll('-', '')

const spanIdOf = (orderId: string, hop: Hop): string =>
  createHash('sha256').update(`${hop} ${orderId}`).digest('hex').slice(0, 16)

const newSpanId = (): string => randomBytes(8).toString('hex')

/** The time now as spans want it, in milliseconds since 1970 with their fractions. */
export const traceNow = (): number => performance.timeOrigin + performance.now()

/** Runs one request. Its span begins the trace of each order it asks for; without one it is a trace of its own. */
export const traceRequest = <Result>(
  name: string,
  attributes: Attributes,
  run: () => Promise<Result>,
): Promise<Result> => (tracing ? traced(tracing, name, attributes, run) : run())

async function traced<Result>(
  current: Tracing,
  name: string,
  attributes: Attributes,
  run: () => Promise<Result>,
): Promise<Result> {
  const request: Request = { orders: new Set() }
  const from = traceNow()
  let failed = false
  try {
    return await current.requests.run(request, run)
  } catch (error) {
    failed = true
    throw error
  } finally {
    const span = { name, from, to: traceNow(), attributes, failed }
    for (const orderId of request.orders) {
      current.requested.delete(orderId)
      if (isChosen(current, orderId)) current.sender.send(orderSpan(orderId, 'request', span))
    }
    if (request.orders.size === 0 && Math.random() < current.share)
      current.sender.send({ ...span, traceId: randomBytes(16).toString('hex'), spanId: newSpanId() })
  }
}

/** The running request asks for this order. */
export function noteOrder(orderId: string): void {
  const request = tracing?.requests.getStore()
  if (!tracing || !request || tracing.requested.has(orderId)) return
  tracing.requested.add(orderId)
  request.orders.add(orderId)
}

/** What this process did for these orders until now. An order may be named twice: it gets one span. */
export function traceOrders(
  hop: Exclude<Hop, 'request'>,
  orderIds: Iterable<string>,
  from: number,
  attributes: Attributes = {},
): void {
  if (!tracing) return
  const to = traceNow()
  for (const orderId of new Set(orderIds))
    if (isChosen(tracing, orderId))
      tracing.sender.send(orderSpan(orderId, hop, { name: hop, from, to, attributes, failed: false }))
}

function orderSpan(orderId: string, hop: Hop, span: Omit<Span, 'traceId' | 'spanId' | 'parentId'>): Span {
  const attributes = { ...span.attributes, 'fairlot.order': orderId }
  const ids = { traceId: traceIdOf(orderId), spanId: hopSpanId(orderId, hop) }
  const parent = parentOf(orderId, hop)
  return { ...span, ...ids, ...(parent !== undefined && { parentId: spanIdOf(orderId, parent) }), attributes }
}

/** Only parents are computed; an order may be matched, settled and delivered more than once. */
const hopSpanId = (orderId: string, hop: Hop): string =>
  hop === 'request' || hop === 'place' ? spanIdOf(orderId, hop) : newSpanId()

/** An order that no request asked for, such as one of a savings plan, begins where it is placed. */
const parentOf = (orderId: string, hop: Hop): Hop | undefined => {
  if (hop === 'request') return undefined
  if (hop !== 'place') return 'place'
  return tracing?.requested.has(orderId) ? 'request' : undefined
}
