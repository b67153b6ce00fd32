// What the practice market counts, for Prometheus and for the console.

import { rounded } from '@fairlot/process/heartbeat'
import { Counter, Gauge, Registry } from 'prom-client'

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
  ['quotes', 'fairlot_practice_quotes_total', 'counter', 'Instruments requoted'],
  ['orders', 'fairlot_practice_orders_total', 'counter', 'Orders sent'],
  ['cancels', 'fairlot_practice_cancels_total', 'counter', 'Orders cancelled'],
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

/** Prometheus reads the figures where they are counted. */
export function registryOf(figures: Figures): Registry {
  const registry = new Registry()
  for (const [key, name, type, help] of described) {
    const options = { name, help, registers: [registry] }
    if (type === 'gauge') {
      new Gauge({
        ...options,
        collect() {
          this.set(Number(figures[key]))
        },
      })
    } else {
      new Counter({
        ...options,
        collect() {
          this.reset()
          this.inc(Number(figures[key]))
        },
      })
    }
  }
  return registry
}

/** What the console's system page shows. */
export function consoleFigures(figures: Figures): () => Record<string, number> {
  let before = { at: performance.now(), orders: figures.orders }
  return () => {
    const at = performance.now()
    const perSecond = ((figures.orders - before.orders) * 1_000) / Math.max(1, at - before.at)
    before = { at, orders: figures.orders }
    return {
      perSecond: rounded(perSecond),
      p50Ms: rounded(figures.tickSeconds * 1_000),
      silentShards: figures.silentShards,
      nats: figures.natsConnected,
    }
  }
}
