// The server's Prometheus metrics. Labels come from closed lists only; a label made from input would grow without limit.

import { X509Certificate } from 'node:crypto'
import { natsGauge } from '@fairlot/process/metrics'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Db, DbObserver } from './db.ts'
import { CommitUnconfirmed, isReadTimeout, isTransient } from './db/faults.ts'

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
    httpInFlight: gauge('fairlot_http_in_flight', 'Requests at work now'),
    httpShed: counter(
      'fairlot_http_shed_total',
      'Requests turned away at once: over the limit, or while the process stops',
      'why',
    ),
    db: dbObserver(registry),
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

const counted = ['25006', '57P01', '57P02', '57P03', '57014', '53300', '55P03', '40001', '40P01', '25P03']

/** A closed list: an unexpected code is `other`. */
function faultLabel(error: unknown): string {
  if (error instanceof CommitUnconfirmed) return 'commit-unconfirmed'
  if (isReadTimeout(error)) return 'unanswered'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (counted.includes(code)) return code
  return isTransient(error) ? 'connection' : 'other'
}

function dbObserver(registry: Registry): DbObserver {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'fairlot_db_commit_seconds',
    help: 'Time of a COMMIT: with a synchronous standby, also the way there and back',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const failures = new Counter({
    name: 'fairlot_db_failures_total',
    help: 'Failed statements and commits by SQLSTATE; 25006 and 57P0x accompany a fail-over',
    labelNames: ['code'],
    registers,
  })
  return {
    committed: (took) => seconds.observe(took),
    failed: (error) => failures.inc({ code: faultLabel(error) }),
  }
}

/** When the certificate that this process serves ends. */
export function watchCertificate(metrics: Metrics, certificate: string): void {
  new Gauge({
    name: 'fairlot_certificate_expires_timestamp_seconds',
    help: 'When the TLS certificate of this process ends',
    registers: [metrics.registry],
  }).set(Date.parse(new X509Certificate(certificate).validTo) / 1_000)
}

/** Locks that this process holds: who runs which job. */
export function watchLocks(metrics: Metrics, locks: { held(): readonly string[] }): void {
  new Gauge({
    name: 'fairlot_lock_held',
    help: '1 for each job whose lock this process holds',
    labelNames: ['lock'],
    registers: [metrics.registry],
    collect() {
      this.reset()
      for (const lock of locks.held()) this.set({ lock }, 1)
    },
  })
}

export function watchRedis(metrics: Metrics, redis: { readonly status: string }): void {
  new Gauge({
    name: 'fairlot_redis_up',
    help: '1 while Redis answers; otherwise each copy counts rate limits alone',
    registers: [metrics.registry],
    collect() {
      this.set(redis.status === 'ready' ? 1 : 0)
    },
  })
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
