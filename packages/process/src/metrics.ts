// Prometheus metrics and readiness on their own port, which is never public: figures about members' behaviour are
// confidential, and readiness costs a query.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { NatsGauge } from './nats.ts'

export function natsGauge(registry: Registry): NatsGauge & { readonly isConnected: () => boolean } {
  const registers = [registry]
  const connected = new Gauge({
    name: 'fairlot_nats_connected',
    help: '1 while NATS is connected',
    registers,
  })
  let last = 0
  return {
    set: (value) => connected.set((last = value)),
    isConnected: () => last === 1,
    watchAway: (awayMs) =>
      void new Gauge({
        name: 'fairlot_nats_away_seconds',
        help: 'How long NATS has been away; 0 while it is connected',
        registers,
        collect() {
          this.set(awayMs() / 1_000)
        },
      }),
  }
}

/** Which build runs, and on which Node. */
export const buildInfo = (registry: Registry, version: string): void =>
  new Gauge({
    name: 'fairlot_build_info',
    help: '1, with the version as a label',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)

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
  /** Reported with the answer: what does not decide alone. */
  state?(): Readonly<Record<string, string>>
}

/** `/metrics`, `/healthz` and `/readyz`. */
export async function serveMetrics(
  registry: Registry,
  { host, port, unready, state = () => ({}) }: MetricsOptions,
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
          ? answer(200, { status: 1, msg: '', data: { ready: true, ...state() } })
          : answer(503, {
              status: 503,
              msg: 'system.busy',
              data: { ready: false, ...state() },
              rule: problem,
            }),
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
