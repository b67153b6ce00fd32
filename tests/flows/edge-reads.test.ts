// Reads by GET: rate limited by network, the API document rendered once, operator-only data not on the public port.

import { type TestDatabase, openTestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimits } from '../../apps/server/src/platform/rate-limits.ts'
import { siteRoutes } from '../../packages/contract/src/site/index.ts'
import { type PlatformHttp, startPlatformHttp } from './support/platform-http.ts'
import { startTestApi } from './support/start-test-api.ts'

let database: TestDatabase
let http: PlatformHttp

beforeAll(async () => {
  database = await openTestDatabase()
  http = await startPlatformHttp(
    database,
    () =>
      Object.values(siteRoutes).map((route) => ({ route, handle: async () => ({ ok: true, data: null }) })),
    { environment: { RATE_LIMIT_FACTOR: '1' } },
  )
})
afterAll(async () => {
  await http.stop()
  await database.close()
})

const get = (path: string, from: string): Promise<Response> =>
  fetch(http.base + path, { headers: { 'x-forwarded-for': from } })

test('GETs above the rate limit of a network are refused', async () => {
  const { points } = rateLimits.page.network
  let refused: Response | undefined
  // The remaining budget of the minute is used up in one call, so that the test does not send thousands of requests.
  await http.rateLimiter.take('page', 'network', '203.0.113.7', points - 1)
  for (const path of ['/nothing', '/nothing', '/api/docs']) refused = await get(path, '203.0.113.7')
  expect(refused?.status).toBe(429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused?.json()).toMatchObject({ msg: 'request.too-frequent' })
  expect((await get('/api/docs', '203.0.113.8')).status).toBe(200)
  expect((await get('/healthz', '203.0.113.7')).status).toBe(200)
})

test('the API document is rendered once', async () => {
  const app = http.http.app as unknown as { swagger(): unknown }
  const texts = await Promise.all(
    Array.from({ length: 3 }, async (_, at) =>
      (await get('/api/docs/openapi.json', `198.51.100.${at}`)).text(),
    ),
  )
  expect(new Set(texts).size).toBe(1)
  expect(JSON.parse(texts[0]!)).toMatchObject({ openapi: '3.1.0' })
  const real = app.swagger
  let written = 0
  app.swagger = () => {
    written++
    return real.call(app)
  }
  await get('/api/docs/openapi.json', '198.51.100.9')
  await get('/api/docs', '198.51.100.9')
  app.swagger = real
  expect(written).toBe(0)
})

test('readiness is on the metrics port and not on the public one', async () => {
  const api = await startTestApi()
  expect((await fetch(`${api.base}/readyz`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${api.api.metricsPort}/readyz`)).status).toBe(200)
  expect((await fetch(`${api.base}/healthz`)).status).toBe(200)
  await api.stop()
})

test('an installation without API documents answers 404', async () => {
  const api = await startTestApi({ environment: { API_DOCS: 'off' } })
  for (const path of ['/api/docs', '/api/docs/openapi.json', '/api/docs/style.css']) {
    expect((await fetch(api.base + path)).status).toBe(404)
  }
  await api.stop()
})
