// Prometheus metrics and readiness on their own port, which is never public: figures about members' behaviour are
// confidential, and readiness costs a query.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

export const natsGauge = (registry: Registry): Gauge =>
  new Gauge({ name: 'fairlot_nats_connected', help: '1 while NATS is connected', registers: [registry] })

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

export interface MetricsOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Why this process is not ready, as a code; undefined when it is ready. */
  unready(): string | undefined | Promise<string | undefined>
}

/** `/metrics`, `/healthz` and `/readyz`. */
export async function serveMetrics(
  registry: Registry,
  { host, port, unready }: MetricsOptions,
): Promise<MetricsServer> {
  // By default a timer measures the event loop every 10 ms, which costs an idle process 6 ms of CPU per second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 500 })
  const server = createServer((request, response) => {
    const answer = (code: number, body: object): void =>
      void response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = request.method === 'GET' ? request.url : undefined
    if (path === '/healthz') answer(200, { status: 1, msg: '', data: { alive: true } })
    else if (path === '/readyz') {
      void Promise.resolve(unready()).then((problem) =>
        problem === undefined
          ? answer(200, { status: 1, msg: '', data: { ready: true } })
          : answer(503, { status: 503, msg: 'system.busy', data: null, rule: problem }),
      )
    } else if (path === '/metrics') {
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
