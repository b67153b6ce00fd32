// A collector of OpenTelemetry traces: takes OTLP over HTTP in JSON and keeps the spans.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed: boolean
}

export interface Collector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  readonly requests: () => number
  close(): Promise<void>
}

interface Value {
  readonly stringValue?: string
  readonly doubleValue?: number
}

interface Attribute {
  readonly key: string
  readonly value: Value
}

interface SentSpan extends Omit<CollectedSpan, 'service' | 'attributes' | 'failed'> {
  readonly attributes: readonly Attribute[]
  readonly status?: { readonly code: number }
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue!]))

const spansOf = ({ resourceSpans }: Sent): readonly CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(span.attributes),
        failed: span.status?.code === 2,
      })),
    ),
  )

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  let requests = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      requests += 1
      const isRight =
        request.method === 'POST' &&
        request.url === '/v1/traces' &&
        request.headers['content-type'] === 'application/json'
      if (isRight) spans.push(...spansOf(JSON.parse(Buffer.concat(parts).toString()) as Sent))
      response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests: () => requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
