// The security headers on every kind of response: API, refusal, error, page, file, unknown address, bad request.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type TestDatabase, openTestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { memberRoutes } from '../../packages/contract/src/routes.ts'
import { defineRoute, type Route } from '../../packages/contract/src/route.ts'
import { readPagePolicy, securityHeaders } from '../../apps/server/src/platform/http/headers.ts'
import { type BoundRoute, bindRoutes } from '../../apps/server/src/platform/http/routes.ts'
import { done } from '../../apps/server/src/platform/outcome.ts'
import { type PlatformHttp, startPlatformHttp } from './support/platform-http.ts'

const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-frame-options': 'DENY',
}

function expectSafe(headers: Headers, kind: 'page' | 'file' | 'api' | 'docs'): void {
  for (const [name, value] of Object.entries(everywhere)) expect(headers.get(name), name).toBe(value)
  if (kind === 'file') expect(headers.get('permissions-policy')).toBeNull()
  else expect(headers.get('permissions-policy')).toMatch(/camera=\(self\).*geolocation=\(\)/)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'/)
  expect(policy).toContain(`frame-ancestors 'none'`)
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(headers.get('access-control-allow-origin')).toBeNull()
  if (kind === 'api' || kind === 'file') expect(policy).toContain('sandbox')
  if (kind === 'api') {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toMatch(/sec-fetch-site/i)
  }
  if (kind === 'page') {
    expect(policy).toContain(`script-src 'self' 'sha256-abc='`)
    expect(policy).toContain(`require-trusted-types-for 'script'`)
    expect(policy).toContain('trusted-types fairlot-service-worker')
    expect(policy).toContain('report-uri /api/vue/site/cspReport')
  }
}

// Every route of the member API, with a handler that fails: the headers do not depend on the handler.
const real: BoundRoute[] = Object.values(memberRoutes)
  .flatMap((table) => Object.values(table) as Route[])
  .map((route) => ({ route, handle: () => Promise.reject(new Error('made to fail')) }))

const own = {
  fine: defineRoute({
    path: '/test/fine',
    feature: 'test',
    summary: 'Answers',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ name: z.optional(z.string()) }),
    data: z.null(),
    refusals: [],
  }),
} as const

let database: TestDatabase
let http: PlatformHttp
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-app-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  const script = 'console.log(1)'.repeat(100)
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Fairlot</title>')
  writeFileSync(join(folder, 'sw.js'), script)
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  writeFileSync(join(folder, 'assets/main-Ab12Cd34.js'), script)
  writeFileSync(join(folder, 'assets/main-Ab12Cd34.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets/main-Ab12Cd34.js.gz'), gzipSync(script))
  writeFileSync(
    join(folder, 'csp.json'),
    JSON.stringify({ scripts: ['sha256-abc='], styles: [], trustedTypes: ['fairlot-service-worker'] }),
  )
  database = await openTestDatabase()
  http = await startPlatformHttp(
    database,
    () => [...real, ...bindRoutes(own, { fine: async () => done(null) })],
    { environment: { MEMBER_APP_DIR: folder } },
  )
})
afterAll(async () => {
  await http.stop()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the API', () => {
  test.each(real.map(({ route }) => [route.path, route] as const))(
    '%s carries the security headers, signed out, signed in and failing',
    async (path) => {
      const signedOut = await http.client().call(path)
      expectSafe(signedOut.headers, 'api')
      const failing = await http.client('a').call(path, { type: 'all' }, { key: true })
      expectSafe(failing.headers, 'api')
      for (const reply of [signedOut, failing]) {
        expect(reply.body.status).toBe(reply.http)
        expect(reply.body.data).toBeNull()
        expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      }
    },
  )

  const cases: [
    string,
    (path: string) => Promise<{ http: number; headers: Headers; body: any }>,
    number,
    string,
  ][] = [
    ['success', (path) => http.client().call(path), 200, ''],
    ['bad input', (path) => http.client().call(path, { name: 1 }), 400, 'input.invalid'],
    ['unknown field', (path) => http.client().call(path, { other: 1 }), 400, 'input.invalid'],
    ['broken JSON', (path) => http.client().call(path, {}, { raw: '{' }), 400, 'input.invalid'],
    ['empty body', (path) => http.client().call(path, {}, { raw: '' }), 400, 'input.invalid'],
    [
      'a prototype in the body',
      (path) => http.client().call(path, {}, { raw: '{"__proto__":{"a":1}}' }),
      400,
      'input.invalid',
    ],
    [
      'more than 64 KB',
      (path) => http.client().call(path, { name: 'x'.repeat(65_536) }),
      413,
      'request.too-large',
    ],
    [
      'text/plain',
      (path) => http.client().call(path, {}, { headers: { 'content-type': 'text/plain' } }),
      415,
      'request.not-json',
    ],
    [
      'a form',
      (path) =>
        http.client().call(path, {}, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      415,
      'request.not-json',
    ],
    [
      'a policy report elsewhere',
      (path) => http.client().call(path, {}, { headers: { 'content-type': 'application/csp-report' } }),
      415,
      'request.not-json',
    ],
    [
      'no content type',
      (path) => http.client().call(path, {}, { headers: { 'content-type': undefined } }),
      415,
      'request.not-json',
    ],
    [
      'another origin',
      (path) => http.client().call(path, {}, { headers: { origin: 'https://evil.example' } }),
      403,
      'request.forbidden',
    ],
    [
      'a null origin',
      (path) => http.client().call(path, {}, { headers: { origin: 'null' } }),
      403,
      'request.forbidden',
    ],
    [
      'cross-site',
      (path) => http.client().call(path, {}, { headers: { 'sec-fetch-site': 'cross-site' } }),
      403,
      'request.forbidden',
    ],
    [
      'same-site',
      (path) => http.client().call(path, {}, { headers: { 'sec-fetch-site': 'same-site' } }),
      403,
      'request.forbidden',
    ],
    [
      'a client that is no browser',
      (path) => http.client().call(path, {}, { headers: { origin: undefined, 'sec-fetch-site': undefined } }),
      200,
      '',
    ],
  ]
  test.each(cases)('security headers are set for %s', async (_name, ask, status, msg) => {
    const reply = await ask('/test/fine')
    expect(reply.http).toBe(status)
    expect(reply.body.msg).toBe(msg)
    expect(reply.body.status).toBe(status === 200 ? 1 : status)
    expectSafe(reply.headers, 'api')
  })

  test('bad input names its field', async () => {
    expect((await http.client().call('/test/fine', { name: 1 })).body.field).toBe('name')
  })

  test('a failure does not reveal its cause', async () => {
    const reply = await http.client().call('/common/config', { type: 'all' })
    expect(reply.http).toBe(500)
    expect(JSON.stringify(reply.body)).not.toMatch(/made to fail|stack|at /)
    expect(reply.body).toEqual({
      status: 500,
      msg: 'system.something-wrong',
      data: null,
      requestId: reply.headers.get('x-request-id'),
    })
  })
})

test.each([
  ['GET', '/api/vue/common/config'],
  ['DELETE', '/api/vue/common/config'],
  ['POST', '/api/vue/no/such'],
  ['POST', '/api/'],
])('%s %s answers 404 in the envelope', async (method, path) => {
  const response = await fetch(http.base + path, { method })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ status: 404, msg: 'request.not-found', data: null })
  expectSafe(response.headers, 'api')
})

describe('pages and files', () => {
  test.each([
    ['/no-such-page', 'page'],
    ['/assets/none.js', 'file'],
    ['/.vite/manifest.json', 'page'],
    ['/..%2fpackage.json', 'page'],
    ['/assets/', 'file'],
  ] as const)('%s answers 404 in the envelope', async (path, kind) => {
    const response = await fetch(http.base + path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ status: 404, msg: 'request.not-found' })
    expectSafe(response.headers, kind)
  })

  test.each(['/', '/index.html', '/?lang=en', '/sw.js'])(
    '%s is revalidated on every request',
    async (path) => {
      const response = await fetch(http.base + path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expectSafe(response.headers, 'page')
    },
  )

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('a hashed file is immutable with encoding %s', async (accepts, encoding) => {
    const response = await fetch(`${http.base}/assets/main-Ab12Cd34.js`, {
      headers: { 'accept-encoding': accepts },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('content-type')).toMatch(/javascript/)
    expect(await response.text()).toContain('console.log(1)')
    expectSafe(response.headers, 'file')
  })

  // Not by fetch, which adds its own `cache-control: no-cache` to such a request.
  test('an unchanged page answers 304 with the security headers', async () => {
    const etag = (await fetch(`${http.base}/`)).headers.get('etag')
    const answer = await raw(
      `GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 304/)
    const names = [...answer.matchAll(/^([\w-]+): (.*)\r$/gm)].map(([, name, value]) => [name, value])
    expectSafe(new Headers(names as [string, string][]), 'page')
  })
})

test('/healthz answers with the security headers', async () => {
  const response = await fetch(`${http.base}/healthz`)
  expect(response.status).toBe(200)
  expectSafe(response.headers, 'api')
})

test.each(['/api/docs', '/api/docs/openapi.json', '/api/docs/style.css'])(
  '%s answers with the security headers',
  async (path) => {
    const response = await fetch(http.base + path)
    expect(response.status).toBe(200)
    expectSafe(response.headers, 'docs')
    expect(response.headers.get('content-security-policy')).not.toMatch(/script-src/)
  },
)

const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(http.base).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

test.each([
  ['not HTTP', 'HELLO\r\n\r\n'],
  ['an address that cannot be decoded', 'POST /api/vue/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a header with a control sign', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n'],
])('malformed input (%s) answers 400 with the security headers', async (_name, text) => {
  const answer = await raw(text)
  expect(answer).toMatch(/^HTTP\/1.1 400/)
  for (const name of Object.keys(everywhere)) expect(answer.toLowerCase()).toContain(`${name}:`)
  expect(answer).toContain('"msg":"input.invalid"')
})

test('only https adds HSTS, upgrade-insecure-requests and report-to', () => {
  const policy = readPagePolicy(undefined)
  const plain = securityHeaders('http://localhost:8080', policy)
  const secure = securityHeaders('https://fairlot.example', policy)
  for (const kind of ['page', 'api', 'docs'] as const) {
    expect(plain[kind]['strict-transport-security']).toBeUndefined()
    expect(secure[kind]['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload')
  }
  expect(plain.page['content-security-policy']).not.toContain('upgrade-insecure-requests')
  expect(secure.page['content-security-policy']).toContain('upgrade-insecure-requests')
  expect(secure.page['content-security-policy']).toContain('wss://fairlot.example')
  expect(plain.page['content-security-policy']).not.toContain('report-to')
  expect(secure.page['content-security-policy']).toContain('report-to csp')
  expect(secure.page['reporting-endpoints']).toBe('csp="/api/vue/site/cspReport"')
})
