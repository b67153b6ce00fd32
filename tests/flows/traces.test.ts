// One order through four processes: api, exchange (this one), settlement and live. Each sends its spans by itself; the
// collector must get one connected trace.

import { openTraces, type Traces } from '@fairlot/process/traces'
import { type Collector, startCollector } from '@fairlot/testkit/services/collector'
import { findFreePort } from '@fairlot/testkit/services/process'
import { until } from '@fairlot/testkit/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { registerMember } from '../faults/support/trading-stack.ts'
import { openPhone } from './support/live-phone.ts'
import { type RoleProcess, spawnRole } from './support/role-process.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

const symbol = '2330'
let collector: Collector
let traces: Traces
let venue: TestVenue
let base: string
let livePort: number
const roles: RoleProcess[] = []

beforeAll(async () => {
  collector = await startCollector()
  traces = openTraces({ endpoint: collector.url, share: 1 }, 'exchange')
  venue = await openTestVenue({ clock: Date.now, startAt: new Date().toISOString() })
  await venue.begin(new Date().toISOString().slice(0, 10))
  const port = await findFreePort()
  livePort = await findFreePort()
  base = `http://127.0.0.1:${port}`
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' }
  roles.push(
    spawnRole('api', venue.database, { ...env, PORT: String(port) }),
    spawnRole('settlement', venue.database, env),
    spawnRole('live', venue.database, { ...env, PORT: String(livePort) }),
  )
  await until('the api and live', async () => {
    const asked = [base, `http://127.0.0.1:${livePort}`].map((address) => fetch(address).then(() => true))
    return Promise.all(asked).catch(() => false)
  })
}, 120_000)
afterAll(async () => {
  await Promise.all(roles.map((role) => role.stop()))
  await venue.stop()
  await traces.close()
  await collector.close()
})

test('one order gives one connected trace over four processes', { timeout: 120_000 }, async () => {
  const { client } = await registerMember(base)
  const { body: feed } = await client.call<{ ticket: string }>('/market/openFeed')
  const phone = await openPhone(livePort)
  await phone.hello({ ticket: feed.data.ticket })
  await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
  const { body: terms } = await client.call('/orders/terms', { symbol })
  const orderId = newId()
  const { body } = await client.call('/orders/placeOrder', {
    orderId,
    symbol,
    direction: 'long',
    multiple: 100,
    dayTrade: false,
    price: 10_000,
    quantity: 1_000,
    terms: terms.data.hash,
    acknowledged: ['far-price', 'equity-share'],
    validity: 'ROD',
  })
  expect(body.msg).toBe('done.order-placed')
  await until('the fill on the phone', () => phone.executed().length === 1)
  const traceId = orderId.replaceAll('-', '')
  const own = () => collector.spans.filter((span) => span.traceId === traceId)
  await until('every process', () => new Set(own().map(({ service }) => service)).size === 4)

  const spans = own()
  expect(new Set(spans.map(({ service, name }) => `${service} ${name}`))).toEqual(
    new Set([
      'fairlot-api POST /orders/placeOrder',
      'fairlot-api place',
      'fairlot-exchange match',
      'fairlot-settlement settle',
      'fairlot-live deliver',
    ]),
  )
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined)
  expect(roots.map(({ name }) => name)).toEqual(['POST /orders/placeOrder'])
  const ids = new Set(spans.map(({ spanId }) => spanId))
  expect(spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId))).toEqual([])
  const start = (name: string): number =>
    Math.min(
      ...spans.filter((span) => span.name === name).map((span) => Number(span.startTimeUnixNano) / 1e6),
    )
  expect(start('POST /orders/placeOrder')).toBeLessThanOrEqual(start('place'))
  expect(start('place')).toBeLessThan(start('match'))
  expect(start('match') - 2).toBeLessThan(start('deliver'))
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  phone.close()
})
