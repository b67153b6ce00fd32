// The gateway's counters, as plain numbers because it counts millions; Prometheus reads them on each scrape.

import { Counter, Gauge } from 'prom-client'
import type { Metrics } from '#platform/metrics'

export interface Traffic {
  frames: number
  updates: number
  /** Ticks skipped because a client had not confirmed earlier frames. */
  skipped: number
  /** Clients disconnected because they confirmed nothing for too long. */
  cut: number
  refused: number
  /**
   * The largest number of bytes sent to one socket and unconfirmed since the last scrape: what this process, the kernel
   * and the network hold together.
   */
  largestUnderWay: number
}

export const noTraffic = (): Traffic => ({
  frames: 0,
  updates: 0,
  skipped: 0,
  cut: 0,
  refused: 0,
  largestUnderWay: 0,
})

export interface Observed {
  readonly traffic: Traffic
  members(): number
  guests(): number
  symbols(): number
  /** Seconds since the last message of quotes. */
  silence(): number
}

export function watchTraffic({ registry }: Metrics, observed: Observed): void {
  const registers = [registry]
  const { traffic } = observed
  const counters: readonly [name: string, help: string, read: () => number][] = [
    ['frames', 'Frames sent to clients', () => traffic.frames],
    ['updates', 'Rows and details carried by those frames', () => traffic.updates],
    ['skipped_ticks', 'Ticks left out because a client reads slowly', () => traffic.skipped],
    ['cut', 'Clients closed because they confirmed nothing', () => traffic.cut],
    ['refused', 'Upgrades and messages refused', () => traffic.refused],
  ]
  for (const [name, help, read] of counters) {
    new Counter({
      name: `fairlot_live_${name}_total`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
  new Gauge({
    name: 'fairlot_live_clients',
    help: 'Open sockets',
    labelNames: ['kind'],
    registers,
    collect() {
      this.set({ kind: 'member' }, observed.members())
      this.set({ kind: 'guest' }, observed.guests())
    },
  })
  new Gauge({
    name: 'fairlot_live_symbols',
    help: 'Instruments this node hears of, one subscription each',
    registers,
    collect() {
      this.set(observed.symbols())
    },
  })
  new Gauge({
    name: 'fairlot_live_upstream_silence_seconds',
    help: 'Time since the last message of the quotes role; above 10 every client shows stale prices',
    registers,
    collect() {
      this.set(observed.silence())
    },
  })
  new Gauge({
    name: 'fairlot_live_largest_under_way_bytes',
    help: 'The most sent to one socket and not confirmed, since the last reading',
    registers,
    collect() {
      this.set(traffic.largestUnderWay)
      traffic.largestUnderWay = 0
    },
  })
}
