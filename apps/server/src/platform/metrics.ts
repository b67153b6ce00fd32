// The server's Prometheus metrics. Labels come from closed lists only; a label made from input would grow without limit.

import { natsGauge } from '@fairlot/process/metrics'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from './db.ts'

export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics(role: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  const registers = [registry]
  return {
    registry,
    ...httpMetrics(registers),
    busConnected: natsGauge(registry),
    busPublished: new Counter({
      name: 'fairlot_nats_messages_total',
      help: 'Messages handed to NATS, or dropped because it was away',
      labelNames: ['result'],
      registers,
    }),
    sealsRefused: new Counter({
      name: 'fairlot_nats_seals_refused_total',
      help: 'Books and quotes on NATS that were not sealed by who may publish them',
      registers,
    }),
    loopSeconds: new Histogram({
      name: 'fairlot_loop_round_seconds',
      help: 'Time of one round of a worker loop',
      labelNames: ['loop'],
      registers,
    }),
    loopDone: new Counter({
      name: 'fairlot_loop_done_total',
      help: 'Things a worker loop did',
      labelNames: ['loop'],
      registers,
    }),
    loopFailures: new Counter({
      name: 'fairlot_loop_failures_total',
      help: 'Rounds of a worker loop that threw',
      labelNames: ['loop'],
      registers,
    }),
    loopLastSuccess: new Gauge({
      name: 'fairlot_loop_last_success_seconds',
      help: 'When a worker loop last finished a round',
      labelNames: ['loop'],
      registers,
    }),
    logRefills: new Counter({
      name: 'fairlot_event_log_refilled_batches_total',
      help: 'Batches of the exchange read from PostgreSQL because the stream did not bring them in order',
      labelNames: ['shard', 'why'],
      registers,
    }),
    logBehind: new Gauge({
      name: 'fairlot_event_log_behind_events',
      help: 'Events the exchange has committed and this reader has not taken',
      labelNames: ['shard'],
      registers,
    }),
  }
}

const httpMetrics = (registers: Registry[]) => ({
  httpRequests: new Counter({
    name: 'fairlot_http_requests_total',
    help: 'Answers by route and HTTP status',
    labelNames: ['route', 'status'],
    registers,
  }),
  httpSeconds: new Histogram({
    name: 'fairlot_http_request_seconds',
    help: 'Time from the first byte of the request to the last of the answer',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  }),
  refusals: new Counter({
    name: 'fairlot_refusals_total',
    help: 'Refusals by route and message code',
    labelNames: ['route', 'msg'],
    registers,
  }),
  replays: new Counter({
    name: 'fairlot_idempotent_replays_total',
    help: 'Requests answered with a remembered answer',
    labelNames: ['route'],
    registers,
  }),
  paceFallbacks: new Counter({
    name: 'fairlot_pace_fallbacks_total',
    help: 'Pace checks made in-process because Redis did not answer',
    registers,
  }),
  cspReports: new Counter({
    name: 'fairlot_csp_reports_total',
    help: 'Browser policy violations reported, by directive',
    labelNames: ['directive'],
    registers,
  }),
})

export function watchPool(metrics: Metrics, db: Db): void {
  new Gauge({
    name: 'fairlot_db_connections',
    help: 'Connections of the pool, and requests waiting for one',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      const { open, idle, waiting } = db.load()
      this.set({ state: 'busy' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}
