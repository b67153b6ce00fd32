// Sends spans to a collector as OTLP over HTTP, in JSON. What the collector does not take within its limits is dropped:
// a process must never wait for a trace or fill its memory with them.

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentId?: string
  readonly name: string
  /** Milliseconds since 1970, with fractions. */
  readonly from: number
  readonly to: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed: boolean
}

export interface SpanSender {
  send(span: Span): void
  /** Sends what is left, and gives up after one limit. */
  close(): Promise<void>
}

const everyMs = 1_000
const limitMs = 5_000
const maxWaiting = 4_096
const maxSent = 512

export function openSpanSender(address: string, service: string): SpanSender {
  let waiting: Span[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined

  const sendSome = async (): Promise<void> => {
    const spans = waiting.slice(0, maxSent)
    waiting = waiting.slice(maxSent)
    // A collector that is away or refuses loses these spans, and no request is the worse for it.
    await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requestOf(service, spans)),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
  }
  const plan = (): void => {
    if (timer || sending || waiting.length === 0) return
    timer = setTimeout(() => {
      timer = undefined
      sending = sendSome().finally(() => {
        sending = undefined
        plan()
      })
    }, everyMs)
    timer.unref()
  }
  return {
    send(span) {
      if (waiting.length >= maxWaiting) return
      waiting.push(span)
      plan()
    },
    async close() {
      clearTimeout(timer)
      await sending
      clearTimeout(timer)
      const until = performance.now() + limitMs
      while (waiting.length > 0 && performance.now() < until) await sendSome()
      waiting = []
    },
  }
}

const internal = 1
const server = 2
const errorStatus = 2

const requestOf = (service: string, spans: readonly Span[]): unknown => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': service }) },
      scopeSpans: [{ scope: { name: 'fairlot' }, spans: spans.map(spanOf) }],
    },
  ],
})

const spanOf = ({ traceId, spanId, parentId, name, from, to, attributes, failed }: Span): unknown => ({
  traceId,
  spanId,
  ...(parentId !== undefined && { parentSpanId: parentId }),
  name,
  kind: 'http.route' in attributes ? server : internal,
  startTimeUnixNano: nanoseconds(from),
  endTimeUnixNano: nanoseconds(Math.max(from, to)),
  attributes: attributesOf(attributes),
  ...(failed && { status: { code: errorStatus } }),
})

/** A 64-bit number is text in OTLP's JSON. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const attributesOf = (attributes: Readonly<Record<string, string | number>>): unknown[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { doubleValue: value },
  }))
