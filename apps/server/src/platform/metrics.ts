// The server's Prometheus metrics. Labels come from closed lists only; a label made from input would grow without limit.

import { natsGauge } from '@fairlot/process/metrics'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from './db.ts'

export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics(role: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  return {
    registry,
    httpRequests: counter(
      'fairlot_http_requests_total',
      'Answers by route and HTTP status',
      'route',
      'status',
    ),
    httpSeconds: new Histogram({
      name: 'fairlot_http_request_seconds',
      help: 'Time from the first byte of the request to the last of the answer',
      labelNames: ['route'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    refusals: counter('fairlot_refusals_total', 'Refusals by route and message code', 'route', 'msg'),
    replays: counter(
      'fairlot_idempotent_replays_total',
      'Requests answered with a remembered answer',
      'route',
    ),
    rateLimitFallbacks: counter(
      'fairlot_rate_limit_fallbacks_total',
      'Rate limit checks made in-process because Redis did not answer',
    ),
    cspReports: counter(
      'fairlot_csp_reports_total',
      'Browser policy violations reported, by directive',
      'directive',
    ),
    busConnected: natsGauge(registry),
    busPublished: counter(
      'fairlot_nats_messages_total',
      'Messages handed to NATS, or dropped because it was away',
      'result',
    ),
    sealsRefused: counter(
      'fairlot_nats_seals_refused_total',
      'Books and quotes on NATS without a seal of an allowed publisher',
    ),
    loopSeconds: new Histogram({
      name: 'fairlot_loop_round_seconds',
      help: 'Time of one round of a worker loop',
      labelNames: ['loop'],
      registers,
    }),
    loopDone: counter('fairlot_loop_done_total', 'Things a worker loop did', 'loop'),
    loopFailures: counter('fairlot_loop_failures_total', 'Rounds of a worker loop that threw', 'loop'),
    loopLastSuccess: gauge(
      'fairlot_loop_last_success_seconds',
      'When a worker loop last finished a round',
      'loop',
    ),
    logRefills: counter(
      'fairlot_event_log_refilled_batches_total',
      'Batches of the exchange read from PostgreSQL because the stream did not bring them in order',
      'shard',
      'why',
    ),
    logBehind: gauge(
      'fairlot_event_log_behind_events',
      'Events the exchange has committed and this reader has not taken',
      'shard',
    ),
  }
}

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
