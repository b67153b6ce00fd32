// The console's files come from a different process than its API. API responses pass through as data, never as a page.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { openDb } from './support/open-db.ts'
import { type RunningConsoleApp, startConsoleApp } from '../../apps/server/src/roles/console-app.ts'

let database: TestDatabase
let app: RunningConsoleApp
let api: Server
let base: string
const folder = mkdtempSync(join(tmpdir(), 'fairlot-console-app-'))
const seen: { path: string; ip: string | undefined; body: string }[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>console</title>')
  // Simulates an API taken by an attacker: it answers anything.
  api = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      seen.push({ path: request.url!, ip: request.headers['x-forwarded-for'] as string | undefined, body })
      const type = new URL(request.url!, 'http://x').searchParams.get('type') ?? 'application/json'
      response.writeHead(200, {
        'content-type': type,
        'content-security-policy': "script-src 'unsafe-inline'",
        'service-worker-allowed': '/',
        'set-cookie': '__Host-console-bind=x; Path=/; Secure; HttpOnly; SameSite=Strict',
      })
      response.end('{"status":1,"msg":"","data":null}')
    })
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.ownerUrl)
  url.username = 'fairlot_console_app'
  app = await startConsoleApp({
    CONSOLE_ORIGIN: 'http://localhost:8090',
    CONSOLE_PORT: '0',
    METRICS_PORT: '0',
    CONSOLE_APP_DIR: folder,
    CONSOLE_UPSTREAM: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    DATABASE_URL: url.href,
    LOG_LEVEL: 'silent',
  })
  base = `http://127.0.0.1:${app.port}`
})
afterAll(async () => {
  await app?.stop()
  api?.closeAllConnections()
  await new Promise((resolve) => api?.close(resolve))
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (type: string, headers: Record<string, string> = {}) =>
  fetch(`${base}/api/console/operators/me?type=${encodeURIComponent(type)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"a":1}',
  })

test('the console page is served with its policy, without the API', async () => {
  const before = seen.length
  const page = await fetch(`${base}/`)
  expect(await page.text()).toContain('<title>console</title>')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(seen).toHaveLength(before)
})

test('a call is forwarded unchanged, with the address of its caller', async () => {
  const answer = await ask('application/json', { 'x-forwarded-for': '8.8.8.8' })
  expect(await answer.json()).toEqual({ status: 1, msg: '', data: null })
  expect(answer.headers.getSetCookie()).toHaveLength(1)
  expect(seen.at(-1)).toMatchObject({ body: '{"a":1}', ip: '127.0.0.1' })
})

test('an API answer that is not data is refused', async () => {
  for (const type of ['text/html', 'text/javascript', 'image/svg+xml', 'application/xhtml+xml', '']) {
    expect((await ask(type)).status, type).toBe(503)
  }
  for (const type of ['application/json; charset=utf-8', 'image/webp', 'text/csv']) {
    const answer = await ask(type)
    expect(answer.status, type).toBe(200)
    // The API's own policy headers are not passed on.
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('service-worker-allowed')).toBeNull()
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('only API calls are forwarded', async () => {
  const before = seen.length
  for (const path of ['/api/docs', '/api/console/operators/me', '/readyz', '/api/vue/auth/signIn']) {
    expect((await fetch(base + path)).status, path).toBe(404)
  }
  expect(seen).toHaveLength(before)
})

test('the database role of the console app writes only its heartbeat', async () => {
  const owner = openDb({ url: database.ownerUrl, poolSize: 1, applicationName: 'test-owner' })
  const url = new URL(database.ownerUrl)
  url.username = 'fairlot_console_app'
  const own = openDb({ url: url.href, poolSize: 1, applicationName: 'test' })
  try {
    await until(
      'a heartbeat',
      async () =>
        (await owner.query(`SELECT 1 FROM status.heartbeats WHERE process = 'console-app'`)).length > 0,
    )
    await expect(own.query('SELECT 1 FROM app.operators')).rejects.toThrow(/permission denied/)
    await expect(
      own.query(
        `SELECT status.write_heartbeat(gen_random_uuid(), 'worker', 'x', 1, 'x', now(), '{}', false)`,
      ),
    ).rejects.toThrow(/is not worker/)
    const [reach] = await owner.query<{ tables: number; functions: number }>(
      `SELECT (SELECT count(*)::int FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname NOT LIKE 'pg_%' AND n.nspname <> 'information_schema'
                  AND has_table_privilege('fairlot_console_app', c.oid, 'SELECT, INSERT, UPDATE, DELETE')) AS tables,
              (SELECT count(*)::int FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
                WHERE n.nspname NOT LIKE 'pg_%' AND n.nspname <> 'information_schema'
                  AND has_schema_privilege('fairlot_console_app', n.oid, 'USAGE')
                  AND p.prorettype <> 'trigger'::regtype
                  AND has_function_privilege('fairlot_console_app', p.oid, 'EXECUTE')) AS functions`,
    )
    // The other function reports whether a restore is finished.
    expect(reach).toEqual({ tables: 0, functions: 2 })
  } finally {
    await own.close()
    await owner.close()
  }
})
