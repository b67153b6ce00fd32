// GET /metrics in Prometheus' text form and GET /readyz. A dozen figures do not need a library.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Figures {
  ticks: number
  failedTicks: number
  quotes: number
  orders: number
  cancels: number
  halts: number
  events: number
  silentShards: number
  natsConnected: number
  tickSeconds: number
  ready: boolean
}

export const newFigures = (): Figures => ({
  ticks: 0,
  failedTicks: 0,
  quotes: 0,
  orders: 0,
  cancels: 0,
  halts: 0,
  events: 0,
  silentShards: 0,
  natsConnected: 0,
  tickSeconds: 0,
  ready: false,
})

const described: readonly (readonly [keyof Figures, string, 'counter' | 'gauge', string])[] = [
  ['ticks', 'fairlot_practice_ticks_total', 'counter', 'Seconds the participants have acted in'],
  [
    'failedTicks',
    'fairlot_practice_failed_ticks_total',
    'counter',
    'Seconds whose commands could not be handed in',
  ],
  ['quotes', 'fairlot_practice_quotes_total', 'counter', 'Instruments quoted anew'],
  ['orders', 'fairlot_practice_orders_total', 'counter', 'Orders sent'],
  ['cancels', 'fairlot_practice_cancels_total', 'counter', 'Orders taken back'],
  ['halts', 'fairlot_practice_halts_total', 'counter', 'Halts for news'],
  ['events', 'fairlot_practice_events_total', 'counter', 'Events read'],
  ['silentShards', 'fairlot_practice_silent_shards', 'gauge', 'Shards that do not answer'],
  ['natsConnected', 'fairlot_practice_nats_connected', 'gauge', '1 while NATS is connected'],
  [
    'tickSeconds',
    'fairlot_practice_tick_seconds',
    'gauge',
    'Time the last second took to decide and hand in',
  ],
]

export const figuresText = (figures: Figures): string =>
  described
    .map(
      ([key, name, type, help]) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${Number(figures[key])}\n`,
    )
    .join('')

export interface FiguresServer {
  readonly port: number
  close(): Promise<void>
}

export async function serveFigures(figures: Figures, port: number): Promise<FiguresServer> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') {
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(figuresText(figures))
    } else if (request.url === '/readyz') response.writeHead(figures.ready ? 200 : 503).end()
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
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
